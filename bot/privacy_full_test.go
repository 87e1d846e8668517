package bot_test

import (
	"context"
	"os"
	"sync/atomic"

	"windfall/bot"
	"windfall/store"
)

// A full store has no room for a second file beside it.
type full struct {
	bot.Store
	is atomic.Bool
}

func (f *full) around(s bot.Store) bot.Store { f.Store = s; return f }

func (f *full) set(is bool) { f.is.Store(is) }

func (f *full) Compact(ctx context.Context) error {
	if f.is.Load() {
		return store.ErrFull
	}
	return f.Store.Compact(ctx)
}

// backupFile reads the database's file as it is on disk.
func (h *house) backupFile() []byte {
	h.Helper()
	content, err := os.ReadFile(h.path)
	if err != nil {
		h.Fatal(err)
	}
	return content
}
