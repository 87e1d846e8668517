package bot

import (
	"context"
	"time"

	"windfall/store"
)

// Break adds a button whose handler panics, and returns its custom_id.
func Break() string {
	buttons["break"] = func(context.Context, *press) error { panic("a mistake in a handler") }
	return buttonID{Action: "break"}.String()
}

// Announce is what the clockwork does in a server where an announcement is due.
func (b *Bot) Announce(guild store.ID) error { return b.announce(context.Background(), guild) }

// Schedule has the daily announced in a channel of a server at a time of day, and
// the first time at due.
func (b *Bot) Schedule(guild, channel store.ID, clock, zone string, due time.Time) error {
	at, _ := parseTimeOfDay(clock)
	return b.store.Update(context.Background(), func(tx Tx) error {
		if _, err := tx.FirstDay(b.clock.Now()); err != nil {
			return err
		}
		settings := guildSettings{Settings: store.Settings{Guild: guild, Due: due}}
		return settings.put(tx, scheduleSubject, &schedule{Channel: channel, At: at, Zone: zone})
	})
}

// Tick is one round of the clockwork of announcements.
func (b *Bot) Tick() error { return b.passAnnouncements(context.Background()) }

// LookAtDeadlines waits until the clockwork of deadlines has acted on all that is due
// now, or has ended: what has not happened then does not happen at this time.
func (b *Bot) LookAtDeadlines() { b.deadlines.look() }

// LookAtTraces does so with the clockwork that makes the store anew.
func (b *Bot) LookAtTraces() { b.compaction.look() }

func (c *clockwork) look() {
	c.mu.Lock()
	asked, stopped := c.asked, c.stopped
	c.mu.Unlock()
	if stopped == nil {
		return // it was not started yet
	}
	looked := make(chan struct{})
	select {
	case asked <- looked:
	case <-stopped:
		return
	}
	select {
	case <-looked:
	case <-stopped:
	}
}

// StopDeadlines ends the clockwork of deadlines, as if it were very slow.
func (b *Bot) StopDeadlines() { b.deadlines.stop() }

// Rate is what the end of a game at a table makes of the ratings, in its
// transaction.
func Rate(tx Tx) (level bool, err error) { return rate(tx, func(*store.Result, error) {}) }

// CatchUpRatings is what a start does about results that are in no rating.
func (b *Bot) CatchUpRatings() { b.catchUpRatings(context.Background()) }

// RatingFaults is what a check finds wrong with the ratings.
func RatingFaults(ctx context.Context, s *store.Store) (faults []string, err error) {
	err = s.View(ctx, func(tx *store.Tx) error {
		return checkRatings(ctx, tx, func(fault string) { faults = append(faults, fault) }, new(Checked))
	})
	return faults, err
}
