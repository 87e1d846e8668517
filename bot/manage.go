package bot

import (
	"context"
	"errors"
	"slices"

	"windfall/bot/text"
	"windfall/store"
)

// This file is /settings: one private message in which those who manage a server
// decide how the bot behaves there. Each choice is kept at once.

// paceSubject is the name of the usual pace among the settings of a server.
const paceSubject = "pace"

// A paceChoice is a pace that a server can choose as its usual one.
type paceChoice struct {
	pace pace
	said func(text.Language) string
}

var paceChoices = []paceChoice{
	{paceLive, text.Language.LivePace}, {paceDay, text.Language.DayPace}, {paceLong, text.Language.LongPace}, {paceNone, text.Language.NoPace},
}

// usualPace is the pace where a server has decided nothing.
const usualPace = paceDay

// ownLanguage is the choice to speak as Discord says that the server speaks.
const ownLanguage = "own"

// maySet refuses to those who may not manage the server. Discord looks at that
// for the command, unless the server offers it to others. For each press on its
// message nobody but us looks at it, and of others we could not tell then whether
// they are still meant to: so it is this permission that counts, and no other.
func (p *press) maySet() error {
	switch {
	case p.guild == 0:
		return refuse(p.reader.SettingsWhere())
	case p.permissions&(permManageGuild|permAdministrator) == 0:
		return refuse(p.reader.OnlyManagersSet())
	}
	return nil
}

// settingsCommand is /settings.
func settingsCommand(ctx context.Context, p *press) error {
	if err := p.maySet(); err != nil {
		return err
	}
	return p.showSettings(ctx, "", "")
}

// showSettings shows what is decided, and what was just decided about a subject,
// if anything was.
func (p *press) showSettings(ctx context.Context, subject, decided string) error {
	var m message
	err := p.store.View(ctx, func(tx Tx) error {
		settings, err := readSettings(tx, p.guild)
		if err != nil {
			return err
		}
		m, err = settingsMessage(p.reader, &settings, subject, decided)
		return err
	})
	if err != nil {
		return err
	}
	return p.show(ctx, m)
}

// settingsMessage shows the settings of a server. What was just decided about a
// subject stands above its menu, where whoever chose looks. Discord may not take a channel
// as chosen that has been deleted; then the menu of channels shows none, and the
// line above it does.
func settingsMessage(say text.Language, settings *guildSettings, subject, decided string) (message, error) {
	var s spoken
	var usual string
	_, err1 := settings.get(languageSubject, &s)
	_, err2 := settings.get(paceSubject, &usual)
	h, err3 := settings.habitat()
	var announced schedule
	scheduled, err4 := settings.get(scheduleSubject, &announced)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return message{}, err
	}

	above := func(of, said string) component {
		if of == subject {
			said += "\n" + decided
		}
		return prose(said)
	}
	parts := func(chosen []store.ID) []component {
		list := []component{
			prose(say.SettingsHeading() + "\n" + say.SettingsHow()), line(),
			above(languageSubject, say.LanguageSetting()), menu("", settingID(languageSubject), languageOptions(say, s)...),
			above(paceSubject, say.PaceSetting()), menu("", settingID(paceSubject), paceOptions(say, usual)...),
			above(placeSubject, placeText(say, h.place)), menu("", settingID(placeSubject), placeOptions(say, h.place)...),
			above(channelsSubject, channelsText(say, h.channels)), channelMenu(say.AllChannels(), settingID(channelsSubject), chosen),
			line(), prose(say.AnnouncementSetting() + "\n" + announcedText(say, scheduled, &announced)),
		}
		if scheduled {
			list = append(list, rows(button(say.ChangeAnnouncement(), secondary, buttonID{Action: "settings-schedule"}))...)
		}
		return []component{box(accentQuiet, list...)}
	}
	m := message{parts: parts(h.channels)}
	if len(h.channels) > 0 {
		m.simpler = &message{parts: parts(nil)}
	}
	return m, nil
}

// settingID is the id of the menu for a subject.
func settingID(subject string) buttonID { return buttonID{Action: "settings-set", Arg: subject} }

func languageOptions(say text.Language, s spoken) []option {
	_, chosen := text.LanguageOf(s.Chosen)
	own, _ := text.LanguageOf(s.Seen)
	list := []option{{Label: say.OwnLanguage(own.Name()), Value: ownLanguage, Chosen: !chosen}}
	for _, l := range text.Languages() {
		list = append(list, option{Label: l.Name(), Value: l.Tag(), Chosen: chosen && l == s.language()})
	}
	return list
}

func paceOptions(say text.Language, kept string) (list []option) {
	chosen, ok := parsePace(kept)
	if !ok {
		chosen = usualPace
	}
	for _, one := range paceChoices {
		list = append(list, option{Label: one.said(say), Value: string(one.pace), Chosen: one.pace == chosen})
	}
	return list
}

func placeOptions(say text.Language, kept place) []option {
	return []option{
		{Label: say.HerePlace(), Value: string(placeHere), Chosen: kept == placeHere},
		{Label: say.ThreadPlace(), Value: string(placeThread), Chosen: kept == placeThread},
	}
}

func placeText(say text.Language, kept place) string {
	if kept == placeThread {
		return say.PlaceSetting() + "\n" + say.ThreadsNeed()
	}
	return say.PlaceSetting()
}

func channelsText(say text.Language, kept []store.ID) string {
	said := say.AllChannelsSetting()
	if len(kept) > 0 {
		said = say.ChannelsSetting(mentionAll(kept))
	}
	return said + "\n" + say.ChannelsHow()
}

func announcedText(say text.Language, scheduled bool, s *schedule) string {
	switch {
	case !scheduled:
		return say.NotAnnounced()
	case s.Stopped != "":
		return say.AnnouncedStopped(mention(s.Channel), s.At.String(), s.Zone)
	}
	return say.Announced(mention(s.Channel), s.At.String(), s.Zone)
}

// settingsSetButton keeps what was chosen in one of the menus.
func settingsSetButton(ctx context.Context, p *press) error {
	if err := p.maySet(); err != nil {
		return err
	}
	var keep func(s *guildSettings, tx Tx) error
	var said string
	switch p.button.Arg {
	case languageSubject:
		keep, said = p.chosenLanguage()
	case paceSubject:
		keep, said = p.chosenPace()
	case placeSubject:
		keep, said = p.chosenPlace()
	case channelsSubject:
		keep, said = p.chosenChannels()
	}
	if keep == nil {
		return outOfDate(ctx, p)
	}
	err := p.store.Update(ctx, func(tx Tx) error {
		settings, err := readSettings(tx, p.guild)
		if err != nil {
			return err
		}
		return keep(&settings, tx)
	})
	if err != nil {
		return err
	}
	p.log.Info("a setting is changed", "guild", p.guild, "subject", p.button.Arg)
	return p.showSettings(ctx, p.button.Arg, said)
}

// one is the value chosen in a menu of which one is chosen.
func (p *press) one() string {
	if len(p.chosen) != 1 {
		return ""
	}
	return p.chosen[0]
}

// keeper keeps what is decided about a subject.
func keeper(subject string, decided any) func(*guildSettings, Tx) error {
	return func(s *guildSettings, tx Tx) error { return s.put(tx, subject, decided) }
}

func (p *press) chosenLanguage() (keep func(*guildSettings, Tx) error, said string) {
	tag := p.one()
	l, is := text.LanguageOf(tag)
	if !is && tag != ownLanguage {
		return nil, ""
	}
	if is {
		tag = l.Tag()
	} else {
		l, tag = p.native, ""
	}
	return func(settings *guildSettings, tx Tx) error {
		var s spoken
		if _, err := settings.get(languageSubject, &s); err != nil {
			return err
		}
		s.Chosen = tag
		if tag == "" {
			s.Seen = p.native.Tag()
		}
		return settings.put(tx, languageSubject, s)
	}, p.reader.LanguageKept(l.Name())
}

func (p *press) chosenPace() (keep func(*guildSettings, Tx) error, said string) {
	for _, one := range paceChoices {
		if string(one.pace) == p.one() {
			return keeper(paceSubject, one.pace), p.reader.PaceKept(one.said(p.reader))
		}
	}
	return nil, ""
}

func (p *press) chosenPlace() (keep func(*guildSettings, Tx) error, said string) {
	switch place(p.one()) {
	case placeHere:
		return keeper(placeSubject, placeHere), p.reader.HereKept()
	case placeThread:
		return keeper(placeSubject, placeThread), p.reader.ThreadKept()
	}
	return nil, ""
}

func (p *press) chosenChannels() (keep func(*guildSettings, Tx) error, said string) {
	if len(p.chosen) == 0 {
		return keeper(channelsSubject, nil), p.reader.EverywhereKept()
	}
	var list []store.ID
	for _, one := range p.chosen {
		channel := snowflake(one)
		if channel == 0 || len(list) == maxOptions {
			return nil, ""
		}
		if !slices.Contains(list, channel) {
			list = append(list, channel)
		}
	}
	return keeper(channelsSubject, list), p.reader.ChannelsKept(mentionAll(list))
}

// settingsScheduleButton opens what /adaman schedule shows, in a message of its
// own.
func settingsScheduleButton(ctx context.Context, p *press) error {
	if err := p.maySchedule(); err != nil {
		return err
	}
	m, err := p.scheduleMessage(ctx, false)
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, m))
}
