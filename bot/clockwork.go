package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"windfall/store"
)

// A clockwork acts on times in the store: one goroutine, one round after another,
// so that no round overtakes the one before. What is due is decided anew inside
// the transaction that acts on it. There is one for the deadlines of games, none
// of which plays a card when it runs out, and one for announcements, which wait
// for Discord and must not keep games from their end. A third
// has the store made anew after something was removed for good.
type clockwork struct {
	mu      sync.Mutex
	wake    chan struct{}
	asked   chan chan struct{} // asks for a look; what is sent is closed once nothing is due
	stopped chan struct{}      // closed once the goroutine has ended
	endIt   context.CancelFunc
}

// dueAtOnce is how many rows are read at a time.
const dueAtOnce = 64

// clockRest is how long a clockwork waits after a fault of the store, and at
// most between two looks at the store.
const clockRest = time.Minute

// startClock starts what acts on times.
func (b *Bot) startClock(ctx context.Context) {
	b.deadlines.start(ctx, b, "deadlines", Tx.NextDue, b.passDeadlines)
	b.announcements.start(ctx, b, "announcements", Tx.NextSettingsDue, b.passAnnouncements)
	b.compaction.start(ctx, b, "what was forgotten", b.compaction.next, b.compact)
}

// stopClock ends it and waits for it.
func (b *Bot) stopClock() {
	b.compaction.stop()
	b.announcements.stop()
	b.deadlines.stop()
}

// deadlineSet tells that the deadline of a game may be nearer than is known.
func (b *Bot) deadlineSet() { b.deadlines.ring() }

// start begins to act: next says when there is something to do, and act does it.
func (c *clockwork) start(ctx context.Context, b *Bot, what string, next func(Tx) (time.Time, bool), act func(context.Context) error) {
	ctx, cancel := context.WithCancel(ctx)
	wake, asked, stopped := make(chan struct{}, 1), make(chan chan struct{}), make(chan struct{})
	c.mu.Lock()
	c.wake, c.asked, c.stopped, c.endIt = wake, asked, stopped, cancel
	c.mu.Unlock()
	go func() {
		defer close(stopped)
		b.runClock(ctx, wake, asked, what, next, act)
	}()
}

// stop ends the goroutine and waits for it.
func (c *clockwork) stop() {
	c.mu.Lock()
	stopped, cancel := c.stopped, c.endIt
	c.mu.Unlock()
	if stopped == nil {
		return
	}
	cancel()
	<-stopped
}

// ring tells the clockwork that something may be due earlier than it knows.
func (c *clockwork) ring() {
	c.mu.Lock()
	wake := c.wake
	c.mu.Unlock()
	select {
	case wake <- struct{}{}:
	default: // it is awake, or not started yet
	}
}

func (b *Bot) runClock(ctx context.Context, wake <-chan struct{}, asked <-chan chan struct{}, what string, next func(Tx) (time.Time, bool), act func(context.Context) error) {
	var looking chan struct{} // who asked for this look, nil if nobody has
	for ctx.Err() == nil {
		now, wait := b.clock.Now(), clockRest
		err := b.store.View(ctx, func(tx Tx) error {
			if next, ok := next(tx); ok {
				wait = min(wait, max(0, next.Sub(now)))
			}
			return nil
		})
		if err == nil && wait == 0 {
			err = act(ctx)
		}
		if err != nil {
			if ctx.Err() == nil {
				b.log.Error(what+" cannot be read", "error", err)
			}
			wait = clockRest
		}
		if wait == 0 {
			continue
		}
		if looking != nil {
			close(looking)
			looking = nil
		}
		alarm := make(chan struct{})
		stop := b.clock.AfterFunc(wait, func() { close(alarm) })
		if b.clock.Now().Sub(now) < wait { // else it was set too late
			select {
			case <-alarm:
			case <-wake:
			case looking = <-asked:
			case <-ctx.Done():
			}
		}
		stop()
	}
}

// passDeadlines acts on the games that are due now.
func (b *Bot) passDeadlines(ctx context.Context) error {
	var due []store.Game
	if err := b.store.View(ctx, func(tx Tx) (err error) {
		due, err = tx.Due(b.clock.Now(), dueAtOnce)
		return err
	}); err != nil {
		return err
	}
	for _, g := range due {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := b.runOut(ctx, g); err != nil && !isAbsent(err) && !errors.Is(err, store.ErrConflict) {
			// This one must not keep the others from their turn.
			b.log.Error("a deadline could not be acted on", "game", g.ID, "error", err)
			if err := b.postpone(ctx, g.ID); err != nil && !isAbsent(err) {
				return err
			}
		}
	}
	return nil
}

// catchUp acts on every deadline that has passed. Whoever tells how the members
// did on a day calls it first: the clock alone says when a day is released, and
// the attempts that its release ends may still be open at that moment.
func (b *Bot) catchUp(ctx context.Context) error {
	for {
		passed := false
		if err := b.store.View(ctx, func(tx Tx) error {
			next, ok := tx.NextDue()
			passed = ok && !next.After(b.clock.Now())
			return nil
		}); err != nil || !passed {
			return err
		}
		if err := b.passDeadlines(ctx); err != nil {
			return err
		}
	}
}

// postpone puts off a deadline that could not be acted on.
func (b *Bot) postpone(ctx context.Context, id uint64) error {
	return b.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		g.Due = b.clock.Now().Add(clockRest)
		return tx.Note(&g)
	})
}

// runOut ends what has not been answered or played in time. Whether it is
// still due is looked at again inside the transaction, because a press may
// have come first.
func (b *Bot) runOut(ctx context.Context, g store.Game) error {
	switch g.Kind {
	case store.Challenge:
		return b.expireChallenge(ctx, g.ID)
	case store.Table:
		return b.passTime(ctx, g.ID)
	case store.Daily:
		return b.releaseAttempt(ctx, g.ID)
	case store.Practice, store.Archive:
		return b.abandonSolitaire(ctx, g.ID)
	case store.Robot:
		return b.abandonVersus(ctx, g.ID)
	}
	return errors.New("this kind of game has no deadline")
}

// stillDue reads a game in a transaction if its deadline has passed.
func (b *Bot) stillDue(tx Tx, id uint64) (store.Game, error) {
	g, err := tx.Game(id)
	if err != nil {
		return g, err
	}
	if g.Due.IsZero() || g.Due.After(b.clock.Now()) {
		return g, store.ErrConflict
	}
	return g, nil
}
