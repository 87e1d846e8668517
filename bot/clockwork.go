package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"windfall/store"
)

// clockwork acts on the deadlines in the store: one goroutine, one deadline
// after another, each decided anew inside its transaction. A clock that runs
// out plays no card.
type clockwork struct {
	wake    chan struct{}
	clockMu sync.Mutex
	stopped chan struct{} // closed once the goroutine has ended
	endIt   context.CancelFunc
}

// dueAtOnce is how many deadlines are read at a time.
const dueAtOnce = 64

// clockRest is how long the clockwork waits after a fault of the store, and at
// most between two looks at the store.
const clockRest = time.Minute

// startClock starts the scheduler.
func (b *Bot) startClock(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	b.clockMu.Lock()
	b.wake, b.stopped, b.endIt = make(chan struct{}, 1), make(chan struct{}), cancel
	b.clockMu.Unlock()
	go func() {
		defer close(b.stopped)
		b.runClock(ctx)
	}()
}

// stopClock ends the scheduler and waits for it.
func (b *Bot) stopClock() {
	b.clockMu.Lock()
	stopped, cancel := b.stopped, b.endIt
	b.clockMu.Unlock()
	if stopped == nil {
		return
	}
	cancel()
	<-stopped
}

// deadlineSet tells the scheduler that a deadline may be nearer than it knows.
func (b *Bot) deadlineSet() {
	b.clockMu.Lock()
	wake := b.wake
	b.clockMu.Unlock()
	select {
	case wake <- struct{}{}:
	default: // it is awake, or not started yet
	}
}

func (b *Bot) runClock(ctx context.Context) {
	for ctx.Err() == nil {
		wait := clockRest
		err := b.store.View(ctx, func(tx Tx) error {
			if next, ok := tx.NextDue(); ok {
				wait = min(wait, max(0, next.Sub(b.clock.Now())))
			}
			return nil
		})
		if err == nil && wait == 0 {
			err = b.passDeadlines(ctx)
		}
		if err != nil {
			if ctx.Err() == nil {
				b.log.Error("deadlines cannot be read", "error", err)
			}
			wait = clockRest
		}
		if wait == 0 {
			continue
		}
		alarm := make(chan struct{})
		stop := b.clock.AfterFunc(wait, func() { close(alarm) })
		select {
		case <-alarm:
		case <-b.wake:
		case <-ctx.Done():
		}
		stop()
	}
}

// passDeadlines acts on what is due now.
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
		return b.abandonTable(ctx, g.ID)
	case store.Daily:
		return b.releaseAttempt(ctx, g.ID)
	case store.Practice, store.Archive:
		return b.abandonSolitaire(ctx, g.ID)
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
