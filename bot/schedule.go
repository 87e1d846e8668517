package bot

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/text"
	"windfall/store"
)

// This file is about deciding when and where the daily is announced.

// A schedule is what a server has decided about that, and what has become of it.
// It is kept as JSON: fields may be added, and mean nothing where they are
// missing.
type schedule struct {
	Channel store.ID     `json:"channel"`
	Name    string       `json:"name,omitempty"` // of the channel, for when it is gone
	At      timeOfDay    `json:"at"`
	Zone    string       `json:"zone"`
	By      store.Player `json:"by"` // who is told if it stops by itself

	Stopped stopReason `json:"stopped,omitempty"` // why it has stopped by itself
	Pending *pending   `json:"pending,omitempty"` // a day that is being announced
}

// scheduleSubject is the schedule's name among the settings of a server.
const scheduleSubject = "schedule"

// A stopReason says why an announcement has stopped by itself.
type stopReason string

const (
	channelGone   stopReason = "gone"
	channelClosed stopReason = "forbidden"
)

// readSchedule reads the schedule of a server, nil if it has none, and the
// settings that it is a part of.
func readSchedule(tx Tx, guild store.ID) (guildSettings, *schedule, error) {
	settings, err := readSettings(tx, guild)
	if err != nil {
		return settings, nil, err
	}
	var s schedule
	is, err := settings.get(scheduleSubject, &s)
	if err != nil || !is {
		return settings, nil, err
	}
	return settings, &s, nil
}

// place is where the clock of the schedule hangs. What the program does not know
// (any more) is UTC.
func (s *schedule) place() *time.Location {
	place, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC
	}
	return place
}

// on returns when a day is due to be announced.
func (s *schedule) on(d day) time.Time { return s.At.within(s.place(), d) }

// nextDue returns when a schedule that was made or changed just now is due. What
// was still to come today by the old one is not lost by the change: if its new
// time has passed, it is due at once. Old is nil if there was none; due is when
// it was due.
func (s *schedule) nextDue(tx Tx, guild store.ID, old *schedule, due, now time.Time) (time.Time, error) {
	first, err := tx.FirstDay(now)
	if err != nil {
		return time.Time{}, err
	}
	today := dayAt(first, now)
	at, tomorrow := s.on(today), s.on(dayOf(first, today.number+1))
	if p := s.Pending; p != nil && p.Day == today.number {
		if p.Doubt.IsZero() && at.After(now) {
			return at, nil
		}
		return now, nil
	}
	_, err = tx.Announcement(guild, today.number)
	switch {
	case err == nil:
		return tomorrow, nil
	case !errors.Is(err, store.ErrNotFound):
		return time.Time{}, err
	case at.After(now):
		return at, nil
	case old != nil && !due.IsZero() && due.Before(today.ends()):
		return now, nil
	}
	return tomorrow, nil
}

// shown is the schedule as the texts show it.
func (s *schedule) shown(due time.Time) text.Schedule {
	return text.Schedule{Channel: uint64(s.Channel), Clock: s.At.String(), Zone: s.Zone, Next: due}
}

// A scheduleChange is what somebody wants changed; nil stays as it is.
type scheduleChange struct {
	channel *channelInfo
	at      *timeOfDay
	zone    *string
}

func (c *scheduleChange) nothing() bool { return c.channel == nil && c.at == nil && c.zone == nil }

// maySchedule refuses to those who may not manage the server.
//
// Discord keeps that permission with a whole command and not with a part of it,
// and /adaman is for everybody. So it is this look that counts, and it is taken
// at each press: somebody may have lost the permission since they opened the
// message.
func (p *press) maySchedule() error {
	switch {
	case p.guild == 0:
		return refuse(p.reader.ScheduleHere())
	case p.permissions&(permManageGuild|permAdministrator) == 0:
		return refuse(p.reader.ScheduleOnly())
	}
	return nil
}

// scheduleCommand is /adaman schedule.
func scheduleCommand(ctx context.Context, p *press) error {
	if err := p.maySchedule(); err != nil {
		return err
	}
	change, err := p.scheduleOptions()
	if err != nil {
		return err
	}
	if p.flag("off") {
		if p.options["channel"] != nil || !change.nothing() {
			return refuse(p.reader.OffAlone())
		}
		return p.endSchedule(ctx)
	}
	channel := store.ID(0)
	if p.options["channel"] != nil {
		channel = snowflake(p.option("channel"))
	} else if change.nothing() {
		return p.showSchedule(ctx, false)
	}
	return p.reschedule(ctx, change, channel)
}

// scheduleOptions reads the time and the zone that somebody has given.
func (p *press) scheduleOptions() (change scheduleChange, err error) {
	if typed := p.option("time"); typed != "" {
		at, ok := parseTimeOfDay(typed)
		if !ok {
			return change, refuse(p.reader.TimeUnclear(escape(cleanName(typed))))
		}
		change.at = &at
	}
	if typed := p.option("zone"); typed != "" {
		found, like, ok := zoneNamed(typed)
		if !ok {
			var names []string
			for _, z := range like {
				names = append(names, z.name)
			}
			return change, refuse(p.reader.ZoneUnclear(escape(cleanName(typed)), names))
		}
		change.zone = &found.name
	}
	return change, nil
}

// reschedule makes or changes the schedule. A channel of 0 is the one that it has
// or, if there is none yet, the one of the press.
func (p *press) reschedule(ctx context.Context, change scheduleChange, channel store.ID) error {
	_, kept, err := p.schedule(ctx)
	if err != nil {
		return err
	}
	if kept == nil {
		if change.at == nil {
			return refuse(p.reader.ScheduleTime())
		}
		if channel == 0 {
			channel = p.channel
		}
	}
	if channel != 0 {
		info, err := p.announceable(ctx, channel)
		if err != nil {
			return err
		}
		change.channel = &info
	}
	var due time.Time
	assumed := false
	err = p.store.Update(ctx, func(tx Tx) error {
		settings, old, err := readSchedule(tx, p.guild)
		if err != nil {
			return err
		}
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		s := schedule{Zone: utcZone}
		if old != nil {
			s = *old
		}
		if change.channel != nil {
			s.Channel, s.Name = snowflake(change.channel.ID), cleanName(change.channel.Name)
		}
		if change.at != nil {
			s.At = *change.at
		}
		if change.zone != nil {
			s.Zone = *change.zone
		}
		if s.Channel == 0 { // it was ended a moment ago
			return refuse(p.reader.NoSchedule())
		}
		assumed = old == nil && change.zone == nil
		s.By, s.Stopped = me.Player, ""
		if settings.Due, err = s.nextDue(tx, p.guild, old, settings.Due, p.now()); err != nil {
			return err
		}
		due, kept = settings.Due, &s
		return settings.put(tx, scheduleSubject, &s)
	})
	if err != nil {
		return err
	}
	p.announcements.ring()
	p.log.Info("the announcement of the daily is set", "guild", p.guild, "channel", kept.Channel, "at", kept.At.String(), "zone", kept.Zone)
	said := p.reader.ScheduleDone(kept.shown(due))
	if assumed {
		said = stack(said, p.reader.AssumedUTC())
	}
	return p.show(ctx, note(said, scheduleButtons(p.reader, kept)...))
}

// announceable looks a channel up and refuses if nothing can be announced there.
func (p *press) announceable(ctx context.Context, channel store.ID) (channelInfo, error) {
	info, err := p.discord.channel(ctx, channel)
	switch classOf(err) {
	case gone, forbidden, unseen:
		return info, refuse(p.reader.ChannelUnseen())
	}
	switch {
	case err != nil:
		return info, err
	case info.Type != discordgo.ChannelTypeGuildText && info.Type != discordgo.ChannelTypeGuildNews, snowflake(info.Guild) != p.guild:
		return info, refuse(p.reader.ScheduleChannel())
	}
	// Discord tells what the bot may do in the channel of the press only. To be
	// seen typing takes the permission to write, and leaves nothing behind.
	if c := classOf(p.discord.typing(ctx, channel)); c == forbidden || c == unseen {
		return info, refuse(p.reader.ChannelUnsent())
	}
	return info, nil
}

// schedule reads the schedule of the server, nil if there is none, and when it is
// due.
func (p *press) schedule(ctx context.Context) (due time.Time, s *schedule, err error) {
	err = p.store.View(ctx, func(tx Tx) error {
		settings, kept, err := readSchedule(tx, p.guild)
		due, s = settings.Due, kept
		return err
	})
	return due, s, err
}

// showSchedule shows the present schedule, and how it can be changed if that is
// asked for.
func (p *press) showSchedule(ctx context.Context, changing bool) error {
	m, err := p.scheduleMessage(ctx, changing)
	if err != nil {
		return err
	}
	return p.show(ctx, m)
}

func (p *press) scheduleMessage(ctx context.Context, changing bool) (message, error) {
	due, s, err := p.schedule(ctx)
	switch {
	case err != nil:
		return message{}, err
	case s == nil:
		return note(p.reader.NoSchedule()), nil
	case changing:
		return note(stack(s.said(p.reader, due), p.reader.ChangeHow()), p.changeButtons(s)...), nil
	}
	return note(s.said(p.reader, due), scheduleButtons(p.reader, s)...), nil
}

// said is the schedule in words.
func (s *schedule) said(say text.Language, due time.Time) string {
	if s.Stopped != "" {
		return say.ScheduleStopped(s.shown(due), s.Stopped == channelGone)
	}
	return say.ScheduleIs(s.shown(due))
}

func scheduleButtons(say text.Language, s *schedule) []component {
	list := []component{
		button(say.ChangeIt(), secondary, buttonID{Action: "schedule", Arg: "change"}),
		button(say.StopSchedule(), danger, buttonID{Action: "schedule-stop"}),
	}
	if s.Stopped != "" {
		list = append([]component{button(say.StartAgain(), primary, buttonID{Action: "schedule-set", Arg: "again"})}, list...)
	}
	return list
}

// changeStep is by how much a button moves the time of the announcement.
const changeStep = 30

// changeButtons say what will be, and not by how much it changes, so that a
// press that comes twice does nothing more than the first.
func (p *press) changeButtons(s *schedule) []component {
	at := func(label string, t timeOfDay) component {
		return button(label, secondary, buttonID{Action: "schedule-set", Arg: "at " + strconv.Itoa(int((t+minutesADay)%minutesADay))})
	}
	list := []component{at(p.reader.HalfEarlier(), s.At-changeStep), at(p.reader.HalfLater(), s.At+changeStep)}
	if s.Channel != p.channel {
		list = append(list, button(p.reader.PostHere(), secondary, buttonID{Action: "schedule-set", Arg: "here"}))
	}
	return append(list, button(p.reader.BackToPresent(), secondary, buttonID{Action: "schedule"}))
}

// scheduleButton shows the schedule in the place of its message.
func scheduleButton(ctx context.Context, p *press) error {
	if err := p.maySchedule(); err != nil {
		return err
	}
	return p.showSchedule(ctx, p.button.Arg == "change")
}

// scheduleSetButton makes one change.
func scheduleSetButton(ctx context.Context, p *press) error {
	if err := p.maySchedule(); err != nil {
		return err
	}
	_, s, err := p.schedule(ctx)
	if err != nil {
		return err
	}
	if s == nil {
		return p.showSchedule(ctx, false)
	}
	var minutes int
	switch arg := p.button.Arg; {
	case arg == "again":
		return p.reschedule(ctx, scheduleChange{}, s.Channel) // which also looks whether it can be used
	case arg == "here":
		return p.reschedule(ctx, scheduleChange{}, p.channel)
	case len(arg) > 3 && arg[:3] == "at ":
		minutes, err = strconv.Atoi(arg[3:])
		if err != nil || minutes < 0 || minutes >= minutesADay {
			return outOfDate(ctx, p)
		}
		at := timeOfDay(minutes)
		return p.reschedule(ctx, scheduleChange{at: &at}, 0)
	}
	return outOfDate(ctx, p)
}

// scheduleStopButton ends the announcements.
func scheduleStopButton(ctx context.Context, p *press) error {
	if err := p.maySchedule(); err != nil {
		return err
	}
	return p.endSchedule(ctx)
}

// endSchedule forgets the schedule. Which days have been announced stays known.
func (p *press) endSchedule(ctx context.Context) error {
	err := p.store.Update(ctx, func(tx Tx) error {
		settings, s, err := readSchedule(tx, p.guild)
		if err != nil || s == nil {
			return err
		}
		settings.Due = time.Time{}
		return settings.put(tx, scheduleSubject, nil)
	})
	if err != nil {
		return err
	}
	p.log.Info("the announcement of the daily is off", "guild", p.guild)
	return p.show(ctx, note(p.reader.ScheduleOff()))
}

// offeredZones is how many zones are offered: as many as Discord shows.
const offeredZones = 25

// completeZone offers time zones by what is typed, each with the time there.
func completeZone(p *press, typed string) (list []suggestion) {
	for _, z := range findZones(typed, offeredZones) {
		place, err := time.LoadLocation(z.name)
		if err != nil {
			continue
		}
		list = append(list, suggestion{p.reader.ZoneOffer(z.label(), p.now().In(place)), z.name})
	}
	return list
}
