package bot

import (
	"context"
	"sync"
	"time"
)

// This file has the store made anew after something was removed from it for good:
// a member, or a server. Several that go within an hour share one time.

// compactEvery is the least time between two compactions, and how long the bot
// waits after one that failed. Who is forgotten is told of an hour.
const compactEvery = time.Hour

// A compacting says when the store may be made anew next.
type compacting struct {
	clockwork
	turn  sync.Mutex
	after time.Time
}

// next returns when the store is to be made anew, and false if it need not be.
func (c *compacting) next(tx Tx) (time.Time, bool) {
	stale, err := tx.Stale()
	c.turn.Lock()
	defer c.turn.Unlock()
	return c.after, err == nil && stale
}

// compact makes it anew. If that fails, what was forgotten stays forgotten and
// only its traces wait longer: it is tried again.
func (b *Bot) compact(ctx context.Context) error {
	b.compaction.turn.Lock()
	b.compaction.after = b.clock.Now().Add(compactEvery)
	b.compaction.turn.Unlock()
	start := b.clock.Now()
	if err := b.store.Compact(ctx); err != nil {
		if ctx.Err() == nil {
			b.log.Error("the database cannot be made anew without what was forgotten; trying again", "in", compactEvery, "error", err)
		}
		return nil
	}
	b.log.Info("the database is made anew without what was forgotten", "took", b.clock.Now().Sub(start))
	return nil
}
