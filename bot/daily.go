package bot

import (
	"context"

	"windfall/store"
)

// releaseAttempt ends an attempt at a daily that is still open when its day is
// released.
func (b *Bot) releaseAttempt(ctx context.Context, id uint64) error {
	return store.ErrConflict
}
