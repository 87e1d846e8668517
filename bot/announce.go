package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"windfall/bot/text"
	"windfall/store"
)

// This file announces the daily, in each server that wants it once for each day
// of UTC.
//
// In one transaction the day is marked as announced and its next look is put
// off; then the message is sent; then it is noted where it is. Whatever happens
// in between, the mark stays, and so does the note that the outcome of a try is
// not known. Who comes next, the clockwork or a new process, first finds out
// whether the message is there, and sends it only if it surely is not.

// A pending day is one that is marked as announced while its message is not
// known to be there.
type pending struct {
	Day     uint32    `json:"day"`
	Channel store.ID  `json:"channel"` // where it was tried
	Tries   int       `json:"tries,omitempty"`
	Doubt   time.Time `json:"doubt,omitzero"` // the first try of which nobody knows whether it got through; zero if it surely is not there
}

const (
	// announceWithin bounds one try. It is less than the pause before the next.
	announceWithin = 10 * time.Second
	// announceAgain is the pause after the first try that failed; each further
	// one is twice as long, up to announceLater.
	announceAgain = 30 * time.Second
	announceLater = 30 * time.Minute
	// nonceHolds is how long we rely on Discord to know a nonce again. It says "a
	// few minutes".
	nonceHolds = 2 * time.Minute
	// announcers is how many servers are written to at a time.
	announcers = 8
)

// passAnnouncements announces in every server where it is due now. What is due of
// a server that has removed the bot is to forget it.
func (b *Bot) passAnnouncements(ctx context.Context) error {
	var due []store.Settings
	if err := b.store.View(ctx, func(tx Tx) (err error) {
		due, err = tx.SettingsDue(b.clock.Now(), dueAtOnce)
		return err
	}); err != nil {
		return err
	}
	if len(due) == 0 {
		return nil
	}
	if err := b.catchUp(ctx); err != nil {
		return err
	}
	if err := b.drawToday(ctx); err != nil {
		b.log.Error("today's deal cannot be drawn for its announcement", "error", err)
		// The announcements go out all the same: the deal is drawn for whoever
		// plays first.
	}
	failed := make([]error, len(due))
	places := make(chan struct{}, announcers)
	var all sync.WaitGroup
	for i, s := range due {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			if ctx.Err() != nil {
				return
			}
			// This one must not keep the others from their turn.
			act, what := b.announce, "the daily could not be announced"
			if !s.Left.IsZero() {
				act, what = b.purge, "a server that removed the bot could not be forgotten"
			}
			if err := act(ctx, s.Guild); err != nil {
				b.log.Error(what, "guild", s.Guild, "error", err)
				failed[i] = b.putOff(ctx, s.Guild)
			}
		})
	}
	all.Wait()
	return errors.Join(append(failed, ctx.Err())...)
}

// putOff puts off an announcement that met a fault of ours.
func (b *Bot) putOff(ctx context.Context, guild store.ID) error {
	return b.store.Update(ctx, func(tx Tx) error {
		settings, err := tx.Settings(guild)
		if err != nil {
			return err
		}
		if now := b.clock.Now(); !settings.Due.IsZero() && !settings.Due.After(now) {
			settings.Due = now.Add(clockRest)
			return tx.PutSettings(&settings)
		}
		return nil
	})
}

// An announcing is one try to announce a day.
type announcing struct {
	guild   store.ID
	day     day
	channel store.ID
	before  pending // as it was before this try
}

// nonce is the same for every try in one channel.
func (a *announcing) nonce() string {
	return strconv.FormatUint(uint64(a.guild), 36) + "-" + strconv.FormatUint(uint64(a.day.number), 36)
}

// mark is the custom_id by which an announcement is known among messages.
func (a *announcing) mark() buttonID {
	return buttonID{Action: "announced", Arg: strconv.FormatUint(uint64(a.day.number), 10)}
}

// announce announces today's deal in a server if that is due. What has been begun
// is finished even if ctx ends.
func (b *Bot) announce(ctx context.Context, guild store.ID) error {
	a, err := b.beginAnnouncing(ctx, guild)
	if err != nil || a == nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), announceWithin)
	defer cancel()
	if doubt := a.before.Doubt; !doubt.IsZero() && (a.before.Channel != a.channel || b.clock.Now().Sub(doubt) >= nonceHolds) {
		switch at, known, err := b.lookForAnnouncement(ctx, a); {
		case err != nil:
			b.log.Warn("it cannot be seen whether the daily was announced; trying again", "guild", guild, "error", err)
			return nil
		case !known:
			// Twice would be worse than never.
			b.log.Warn("whether the daily was announced is not known, so it is not announced again", "guild", guild, "day", a.day.number)
			return b.announced(ctx, a, store.Message{Channel: a.before.Channel})
		case at != 0:
			return b.announced(ctx, a, store.Message{Channel: a.before.Channel, ID: at, Posted: b.clock.Now()})
		}
		if err := b.surelyNotThere(ctx, a); err != nil {
			return err
		}
	}
	return b.sendAnnouncement(ctx, a)
}

// beginAnnouncing decides whether a server is to be written to now, and marks the
// day. It returns nil if there is nothing to do.
func (b *Bot) beginAnnouncing(ctx context.Context, guild store.ID) (a *announcing, err error) {
	err = b.store.Update(ctx, func(tx Tx) error {
		a = nil
		now := b.clock.Now()
		settings, s, err := readSchedule(tx, guild)
		if err != nil {
			return err
		}
		if settings.Due.IsZero() || settings.Due.After(now) {
			return nil // somebody else was here, or it was changed
		}
		if !settings.Left.IsZero() {
			return nil // the next round sees to it
		}
		if s == nil || s.Stopped != "" {
			settings.Due = time.Time{}
			return tx.PutSettings(&settings.Settings)
		}
		first, err := tx.FirstDay(now)
		if err != nil {
			return err
		}
		today := dayAt(first, now)
		if s.Pending != nil && s.Pending.Day != today.number {
			b.log.Warn("a daily was not announced as long as its day lasted", "guild", guild, "day", s.Pending.Day)
			s.Pending = nil
		}
		if s.Pending == nil {
			// After an outage the days that are over are let be.
			if at := s.on(today); at.After(now) {
				settings.Due = at
				return settings.put(tx, scheduleSubject, s)
			}
			news, err := tx.MarkPosted(guild, today.number)
			if err != nil {
				return err
			}
			if !news {
				settings.Due = s.on(dayOf(first, today.number+1))
				return settings.put(tx, scheduleSubject, s)
			}
			s.Pending = &pending{Day: today.number, Channel: s.Channel}
		}
		a = &announcing{guild: guild, day: today, channel: s.Channel, before: *s.Pending}
		s.Pending.Tries++
		if s.Pending.Doubt.IsZero() {
			s.Pending.Doubt, s.Pending.Channel = now, s.Channel
		}
		settings.Due = now.Add(pauseBefore(s.Pending.Tries))
		return settings.put(tx, scheduleSubject, s)
	})
	return a, err
}

// pauseBefore is how long to wait after so many tries before the next.
func pauseBefore(tries int) time.Duration {
	pause := announceAgain
	for ; tries > 1 && pause < announceLater; tries-- {
		pause *= 2
	}
	return min(pause, announceLater)
}

// amend changes what is kept about the day that is being announced, and when the
// next look is due. It does nothing if there is no such day any more.
func (b *Bot) amend(ctx context.Context, a *announcing, change func(tx Tx, s *schedule, due time.Time) (time.Time, error)) error {
	return b.store.Update(ctx, func(tx Tx) error {
		settings, s, err := readSchedule(tx, a.guild)
		if err != nil || s == nil || s.Pending == nil || s.Pending.Day != a.day.number {
			return err
		}
		if settings.Due, err = change(tx, s, settings.Due); err != nil {
			return err
		}
		return settings.put(tx, scheduleSubject, s)
	})
}

// surelyNotThere notes that the tries so far have not got through, and that the
// next one may.
func (b *Bot) surelyNotThere(ctx context.Context, a *announcing) error {
	a.before.Doubt = time.Time{}
	return b.amend(ctx, a, func(_ Tx, s *schedule, due time.Time) (time.Time, error) {
		s.Pending.Doubt, s.Pending.Channel = b.clock.Now(), a.channel
		return due, nil
	})
}

// announced notes where a day was announced, and when the next is due.
func (b *Bot) announced(ctx context.Context, a *announcing, at store.Message) error {
	return b.store.Update(ctx, func(tx Tx) error {
		if err := tx.PutAnnouncement(a.guild, a.day.number, at); err != nil {
			return err
		}
		settings, s, err := readSchedule(tx, a.guild)
		if err != nil || s == nil || s.Pending == nil || s.Pending.Day != a.day.number {
			return err
		}
		first, err := tx.FirstDay(b.clock.Now())
		if err != nil {
			return err
		}
		s.Pending, settings.Due = nil, s.on(dayOf(first, a.day.number+1))
		return settings.put(tx, scheduleSubject, s)
	})
}

// sendAnnouncement makes one try.
func (b *Bot) sendAnnouncement(ctx context.Context, a *announcing) error {
	var m message
	if err := b.store.View(ctx, func(tx Tx) (err error) {
		m, err = announcement(tx, a, b.clock.Now())
		return err
	}); err != nil {
		return err
	}
	posted, err := b.discord.post(ctx, a.channel, m, a.nonce())
	if err == nil {
		b.log.Info("the daily is announced", "guild", a.guild, "day", a.day.number)
		return b.announced(ctx, a, store.Message{Channel: a.channel, ID: posted, Posted: b.clock.Now()})
	}
	var e *apiError
	if why := whyStopped(err); why != "" {
		return b.stopAnnouncing(ctx, a, why, err)
	}
	switch class := classOf(err); {
	case !errors.As(err, &e) || class != limited && class != ours:
		// It may have got through. The next try is due already.
		b.log.Warn("the daily could not be announced; trying again", "guild", a.guild, "error", err)
		return nil
	case class == limited:
		b.log.Warn("the daily could not be announced yet", "guild", a.guild, "error", err)
		return b.amend(ctx, a, func(_ Tx, s *schedule, due time.Time) (time.Time, error) {
			s.Pending.Doubt = a.before.Doubt
			return later(due, b.clock.Now().Add(e.RetryAfter)), nil
		})
	}
	// To say the same again would help nobody.
	b.log.Error("Discord does not take the announcement of the daily", "guild", a.guild, "error", err)
	return b.announced(ctx, a, store.Message{Channel: a.channel})
}

// whyStopped tells from an error whether there is no writing in a channel any
// more. Only what Discord says in so many words counts: an error of something on
// the way to it passes.
func whyStopped(err error) stopReason {
	var e *apiError
	if errors.As(err, &e) {
		switch e.Code {
		case codeUnknownChannel:
			return channelGone
		case codeMissingAccess, codeMissingPermissions:
			return channelClosed
		}
	}
	return ""
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// stopAnnouncing stops the announcements of a server where they cannot be made,
// and tells the member who has set them. If they take no direct messages, they
// find it where they look: in /adaman schedule.
func (b *Bot) stopAnnouncing(ctx context.Context, a *announcing, why stopReason, cause error) error {
	var stopped *schedule
	var admin store.Profile
	var say text.Language // what is said to the member follows their server: theirs is not known without a press
	err := b.amend(ctx, a, func(tx Tx, s *schedule, due time.Time) (time.Time, error) {
		stopped = nil
		s.Pending.Doubt = a.before.Doubt
		if s.Channel != a.channel { // it was moved meanwhile
			return due, nil
		}
		s.Stopped, stopped = why, s
		var err error
		if say, err = languageOf(tx, a.guild); err != nil {
			return time.Time{}, err
		}
		admin, err = tx.Profile(s.By)
		if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		return time.Time{}, err
	})
	if err != nil || stopped == nil {
		return err
	}
	b.log.Warn("the announcement of the daily has stopped", "guild", a.guild, "channel", a.channel, "error", cause)
	if admin.ID == 0 {
		return nil
	}
	server, err := b.discord.guildName(ctx, a.guild)
	if err == nil {
		var direct store.ID
		if direct, err = b.discord.directly(ctx, admin.ID); err == nil {
			word := note(say.StoppedWord(escape(cleanName(server)), escape(stopped.Name), why == channelGone))
			_, err = b.discord.post(ctx, direct, word, a.nonce())
		}
	}
	if err != nil {
		b.log.Info("the member who has set the announcement could not be told", "guild", a.guild, "error", err)
	}
	return nil
}

// clockSkew is by how much our clock and Discord's may differ when we look for a
// message by its time.
const clockSkew = 5 * time.Minute

// lookPages is how many pages of messages are looked through.
const lookPages = 10

// lookForAnnouncement finds out whether a try got through. Known is false if that
// cannot be found out; at is 0 if it did not.
func (b *Bot) lookForAnnouncement(ctx context.Context, a *announcing) (at store.ID, known bool, err error) {
	after := firstIDAt(a.before.Doubt.Add(-clockSkew))
	info, err := b.discord.channel(ctx, a.before.Channel)
	switch why := whyStopped(err); {
	case err == nil:
	case why == channelGone:
		return 0, true, nil // and if it was there, it is not any more
	case why == channelClosed:
		return 0, false, nil
	default:
		return 0, false, err
	}
	if snowflake(info.Last) < after {
		return 0, true, nil // nobody has written anything since
	}
	for range lookPages {
		list, err := b.discord.messagesAfter(ctx, a.before.Channel, after)
		if whyStopped(err) != "" {
			return 0, false, nil
		}
		if err != nil {
			return 0, false, err
		}
		if len(list) == 0 {
			// Either there are none, or we may not read them.
			return 0, false, nil
		}
		for _, m := range list {
			if m.Author.Bot && has(m.Components, a.mark().String()) {
				return snowflake(m.ID), true, nil
			}
			after = max(after, snowflake(m.ID))
		}
		if len(list) < messagesAtOnce {
			return 0, true, nil
		}
	}
	return 0, false, nil
}

// has reports whether one of the components, or one within them, has this
// custom_id.
func has(blocks []postedBlock, id string) bool {
	return slices.ContainsFunc(blocks, func(b postedBlock) bool { return b.CustomID == id || has(b.Components, id) })
}

// drawToday sees to it that today's deal is there, unless the day is void.
func (b *Bot) drawToday(ctx context.Context) error {
	var today day
	void := false
	err := b.store.Update(ctx, func(tx Tx) error {
		now := b.clock.Now()
		first, err := tx.FirstDay(now)
		if err != nil {
			return err
		}
		today = dayAt(first, now)
		_, void, err = dayVoid(tx, today.number)
		return err
	})
	if err != nil || void {
		return err
	}
	return b.ensureDay(ctx, today.number)
}

// announcement is the message that announces a day.
func announcement(tx Tx, a *announcing, now time.Time) (message, error) {
	mark := a.mark()
	say, err := languageOf(tx, a.guild)
	if err != nil {
		return message{}, err
	}
	switch _, void, err := dayVoid(tx, a.day.number); {
	case err != nil:
		return message{}, err
	case void:
		return note(say.AnnouncedVoid(a.day.number, a.day.begins, a.day.ends()), button(say.WhyVoid(), secondary, mark)), nil
	}
	facts, err := factsOf(tx, a.day.number)
	if err != nil {
		return message{}, err
	}
	said, list := say.AnnouncedDay(a.day.number, a.day.begins, facts), []component{button(say.Play(), primary, mark)}
	first, err := tx.FirstDay(now)
	if err != nil {
		return message{}, err
	}
	switch table, err := releasedBoard(tx, say, a.guild, lastReleased(first, now), now); {
	case err == nil && !table.Void && table.Members > 0:
		yesterday := table.Number == a.day.number-1
		said = stack(said, newestTable(say, &table, yesterday))
		list = append(list, toTable(say.TableButton(table.Number, yesterday), table.Number))
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return message{}, err
	}
	return message{parts: []component{box(accentTable, append([]component{prose(said)}, rows(list...)...)...)}}, nil
}

// bestNamed is how many are named in an announcement.
const bestNamed = 2

// newestTable is the short form of a table.
func newestTable(say text.Language, t *text.DayTable, yesterday bool) string {
	var best []text.Scored
	for _, p := range t.Places[:min(bestNamed, len(t.Places))] {
		best = append(best, text.Scored{Name: p.Name, Score: p.Score})
	}
	return say.NewestTable(t.Date, yesterday, best, t.Members-len(best))
}
