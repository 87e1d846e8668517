package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"windfall/store"
)

// This file is about a store that was put back from a copy. What was played
// since the copy is lost, and some have seen deals that would be dealt again. So
// the days from then to today are void: they cannot be begun, and they neither
// help nor harm anybody. What stands in the store stays.

// liveEvery is how often the store is told that it is in use.
const liveEvery = time.Hour

// dayVoid returns why a day does not count, and whether that is so.
func dayVoid(tx Tx, number uint32) (store.Void, bool, error) {
	v, err := tx.Void(number)
	if errors.Is(err, store.ErrNotFound) {
		return v, false, nil
	}
	return v, err == nil, err
}

// noticeRestored makes days void if the store was put back from a copy, puts off
// the deadlines that passed while the bot was not running, and then notes that the
// store is in use, in this order: if it does not come to the last, the others are
// done again.
func (b *Bot) noticeRestored(ctx context.Context) error {
	asOf, restored, err := b.store.Restored(ctx)
	if err != nil {
		// It must not keep the bot from its work: nothing is lost by it that is
		// not lost already.
		b.log.Error("whether the database was put back from a copy cannot be told", "error", err)
	}
	if restored {
		if err := b.voidSince(ctx, asOf); err != nil {
			return err
		}
	}
	b.lived = asOf
	if err := b.putOffTimes(ctx); err != nil {
		return err
	}
	b.noteLive(ctx, b.clock.Now())
	return nil
}

// voidSince makes the days from asOf to today void.
func (b *Bot) voidSince(ctx context.Context, asOf time.Time) error {
	now := b.clock.Now().UTC()
	var first time.Time
	err := b.store.View(ctx, func(tx Tx) (err error) {
		first, err = tx.FirstDay(now)
		return err
	})
	none := errors.Is(err, store.ErrNotFound) // in the copy there is no daily yet
	if err != nil && !none {
		return err
	}
	const advice = "if a newer copy exists, stop the bot and put that in place, together with the file beside it that ends in .lived"
	const said = "the database was put back from a copy, or came without the file beside it: what was played since is lost"
	if none {
		b.log.Warn(said, "copy of", asOf, "what to do", advice)
		return nil
	}
	from, to := dayAt(first, asOf).number, dayAt(first, now).number
	if err := b.store.Update(ctx, func(tx Tx) error {
		for n := from; n <= to; n++ {
			if err := tx.PutVoid(store.Void{Number: n, AsOf: asOf, Noted: now}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return fmt.Errorf("make days void: %w", err)
	}
	b.log.Warn(said+", and these days of Adaman do not count", "copy of", asOf, "first day", from, "last day", to, "what to do", advice)
	return nil
}

// noteLive notes that the store is in use at a time.
func (b *Bot) noteLive(ctx context.Context, at time.Time) {
	err := b.store.Live(ctx, at)
	if err == nil || ctx.Err() != nil {
		return
	}
	b.liveFault.Do(func() {
		b.log.Error("it cannot be noted beside the database that it is in use, so a database that is put back from a copy will not be noticed, and a daily that some have seen will be dealt again",
			"error", err, "what to do", "make the database's directory writable")
	})
}

// runLive notes it again and again until ctx ends, and at each midnight: a copy
// from the evening must be known for one when a deal of the new day has been
// seen. What is kept for a while only is removed in the same round.
func (b *Bot) runLive(ctx context.Context) {
	for ctx.Err() == nil {
		now := b.clock.Now()
		b.sleep(ctx, min(liveEvery, dayAt(now, now).ends().Sub(now)), nil)
		if ctx.Err() == nil {
			b.noteLive(ctx, b.clock.Now())
			b.sweepPauses(ctx)
			b.dropBars(ctx)
		}
	}
}
