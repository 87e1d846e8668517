package bot

import (
	"context"
	"time"
)

// Backups says where copies of the store are kept while the bot runs.
type Backups struct {
	Folder string        // where they are put; empty is nowhere
	Every  time.Duration // how much later the next is made; 0 is a day
	Keep   int           // how many there are, at most; 0 is 7
}

func (c Backups) filled() Backups {
	if c.Every <= 0 {
		c.Every = 24 * time.Hour
	}
	if c.Keep <= 0 {
		c.Keep = 7
	}
	return c
}

// backupRetry is how long the bot waits after a backup that failed, if the next is
// not due before; and at most between two looks at the clock.
const backupRetry = time.Hour

// runBackups makes a copy of the store again and again until ctx ends. A restart
// does not change when: that goes by the newest copy there is. That one cannot be
// made is told once, and not again before one could.
func (b *Bot) runBackups(ctx context.Context) {
	c := b.backups
	if c.Folder == "" {
		return
	}
	next := b.clock.Now()
	if latest, yes, err := b.store.LatestBackup(c.Folder); err == nil && yes && !latest.After(next) {
		next = latest.Add(c.Every)
	}
	told := false
	for ctx.Err() == nil {
		now := b.clock.Now()
		if wait := next.Sub(now); wait > 0 {
			b.sleepUntil(ctx, now.Add(min(wait, backupRetry)))
			continue
		}
		next = now.Add(c.Every)
		file, err := b.store.BackupInto(ctx, c.Folder, now, c.Keep)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			b.log.Info("a backup was made", "file", file)
			told = false
		case file != "":
			b.log.Error("a backup was made, and an old one could not be removed", "file", file, "error", err)
		default:
			next = now.Add(min(c.Every, backupRetry))
			if !told {
				b.log.Error("a backup could not be made; trying again until one can, and telling no more of it", "folder", c.Folder, "error", err,
					"what to do", "make room on that disk, or see to it that the bot may write there")
			}
			told = true
		}
	}
}

// sleepUntil waits until it is so late or ctx ends.
func (b *Bot) sleepUntil(ctx context.Context, t time.Time) {
	alarm := make(chan struct{})
	stop := b.clock.AfterFunc(t.Sub(b.clock.Now()), func() { close(alarm) })
	defer stop()
	if !b.clock.Now().Before(t) { // it was set too late
		return
	}
	select {
	case <-alarm:
	case <-ctx.Done():
	}
}
