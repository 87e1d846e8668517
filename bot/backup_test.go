package bot_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"windfall/bot"
	"windfall/store"
)

// copies lists the copies in a folder, by their times.
func copies(t *testing.T, folder string) (times []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		times = append(times, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "windfall-202612"), "0000Z.db"))
	}
	return times
}

// waitCopies waits until those are the copies.
func (h *house) waitCopies(t *testing.T, folder, want string) {
	t.Helper()
	for range 500 {
		if fmt.Sprint(copies(t, folder)) == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the copies are %v, want %s", copies(t, folder), want)
}

// Every so often a copy is put into a folder, and the last few stay. A restart
// makes none before its time.
func TestBackupsAreMadeWhileTheBotRuns(t *testing.T) {
	t.Parallel()
	h := open(t, asleep, quickly)
	h.stop()
	folder := t.TempDir()
	h.backups = bot.Backups{Folder: folder, Every: 6 * time.Hour, Keep: 2}
	h.start() // Friday, 18:00
	h.waitCopies(t, folder, "[04T18]")
	h.clock.Advance(5 * time.Hour)
	h.restart()
	h.clock.Advance(time.Hour)
	h.waitCopies(t, folder, "[04T18 05T00]")
	for _, want := range []string{"[05T00 05T06]", "[05T06 05T12]"} {
		for range 6 {
			h.clock.Advance(time.Hour)
		}
		h.waitCopies(t, folder, want)
	}
	// After a night's rest there is one at once, and no more than that.
	h.stop()
	h.clock.Advance(30 * time.Hour)
	h.start()
	h.waitCopies(t, folder, "[05T12 06T18]")
	for _, name := range []string{"05T12", "06T18"} {
		s, err := store.Open(filepath.Join(folder, "windfall-202612"+name+"0000Z.db"), store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A noRoom is a store for whose copies there is no room at times.
type noRoom struct {
	bot.Store
	is    atomic.Bool
	tries atomic.Int64
}

func (n *noRoom) BackupInto(ctx context.Context, folder string, now time.Time, keep int) (string, error) {
	if n.is.Load() {
		n.tries.Add(1)
		return "", store.ErrFull
	}
	return n.Store.BackupInto(ctx, folder, now, keep)
}

// A full disk is told once, however long it is full, and again if it is full
// again; copies go on as soon as there is room.
func TestAFullDiskForBackupsIsToldOnce(t *testing.T) {
	t.Parallel()
	h := open(t, asleep, quickly)
	h.stop()
	folder := t.TempDir()
	h.backups = bot.Backups{Folder: folder, Keep: 3}
	full := new(noRoom)
	full.is.Store(true)
	h.around = func(s bot.Store) bot.Store { full.Store = s; return full }
	h.start()
	const fault = "a backup could not be made"
	tried := func(times int64) { waitFor(h, func() bool { return full.tries.Load() == times }) }
	tried(1)
	for n := int64(2); n < 6; n++ {
		h.clock.Advance(time.Hour)
		tried(n)
	}
	if n := strings.Count(h.log.String(), fault); n != 1 {
		t.Errorf("it is told %d times", n)
	}
	full.is.Store(false)
	h.clock.Advance(time.Hour)
	h.waitCopies(t, folder, "[04T23]")
	full.is.Store(true)
	h.clock.Advance(24 * time.Hour)
	tried(6)
	waitFor(h, func() bool { return strings.Count(h.log.String(), fault) == 2 })
	tells(t, h.log.String(), "level=ERROR", "disk is full", "make room on that disk")
}
