// Package store keeps what must outlive a restart: open games, results,
// members, the days' deals and the servers' settings, in one file.
//
// A [Store] is opened with [Open]; a second process that tries gets
// [ErrLocked]. All access is by transactions. [Store.View] reads one
// consistent state and never waits for writers; [Store.Update] reads and
// writes, one caller after another, and returns when what was written is on
// disk. Inside, the methods of [Tx] know the store's few rules and keep its
// indexes:
//
//   - A game is written by comparing and setting its version, so that a press
//     that comes twice counts once ([Tx.Put], [ErrConflict]).
//   - A channel has one open game of a kind for an owner ([ErrTaken]); a
//     player has one attempt at a day's deal ([ErrAttempted]).
//   - A game ends once. Its result is appended and never changed
//     ([Tx.End], [ErrEnded]); statistics derive from results alone.
//   - A day's deal is drawn once ([Tx.PutDay], [ErrDrawn]).
//
// The store knows nothing of Discord beyond that things there have 64-bit
// ids, and nothing of the games' rules: a game's record is bytes. It reads no
// clock and draws no random numbers.
package store

import (
	"context"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// An ID is the 64-bit id that the chat gives to a member, a channel, a message
// or a server. 0 is none.
type ID uint64

// Options are how to open a store. The zero value is good.
type Options struct {
	// Timeout is how long to wait while another process has the file open.
	// 0 means one second.
	Timeout time.Duration

	// ReadOnly opens an existing file for looking at only. Several processes
	// may do so at once, but not while another has it open for writing.
	ReadOnly bool

	// Mark is kept in a file when it is created, and must be the same at
	// every later opening; else Open returns [ErrMark]. The bot's own
	// database has none.
	Mark string

	older bool // a file of an older format is opened for reading too, as a file only
}

// A Store is an open database. Its methods may be called from any goroutine.
type Store struct {
	path     string
	options  Options
	readOnly bool

	mu     sync.RWMutex // held by every View while it lasts
	db     *bbolt.DB
	failed error // the answer to everything from now on

	calls       chan *call      // to the goroutine that writes
	compactions chan chan error // to the same: see Compact
	closing     chan struct{}   // closed by Close
	stopped     chan struct{}   // closed when that goroutine has ended
	retired     sync.WaitGroup  // files that were replaced and from which somebody still copies
	once        sync.Once

	// commit commits a transaction; tests put failing disks here.
	commit func(*bbolt.Tx) error
}

// View runs fn in a transaction that only reads, and returns fn's error. Any
// number of them run at once, beside a writer. What fn sees does not change
// while it lasts; it should not last long, since the file cannot reuse space
// meanwhile. If ctx is done before fn begins, fn is not called.
//
// View must not be called from within a function that was given to View or
// Update, and fn must not wait for anybody who does: a file that must grow
// beyond its share of addresses waits until nobody reads.
func (s *Store) View(ctx context.Context, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.failed != nil {
		return s.failed
	}
	b, err := s.db.Begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = b.Rollback() }()
	tx, err := newTx(b)
	if err != nil {
		return err
	}
	defer func() { tx.in = [buckets]*bbolt.Bucket{} }()
	return tx.run(fn)
}

// Close waits for transactions that have begun, and closes the file. Callers
// that are still waiting for their turn get [ErrClosed], as does everybody
// afterwards. Closing again does nothing.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		close(s.closing)
		<-s.stopped
		s.mu.Lock()
		defer s.mu.Unlock()
		s.failed = ErrClosed
		err = s.db.Close()
		s.retired.Wait()
	})
	return err
}
