package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// maxBatch bounds how many calls share a transaction, so that the first of
// them need not wait for ever.
const maxBatch = 256

// A call is one caller of Update, waiting.
type call struct {
	turn chan *Tx      // hands over the transaction; nil: there is none, see done
	ran  chan struct{} // gives it back
	done chan error    // what became of the transaction
}

// Update runs fn in a transaction that may write, and returns once what fn
// wrote is safe on disk. If fn returns an error, nothing it wrote is kept and
// Update returns that error as it is.
//
// Callers that come while the disk is busy share the next transaction, one
// after another, each seeing what those before it wrote; so many callers cost
// hardly more than one, and a lone caller waits for nobody. An error or a
// panic of one takes back its own writes only. If the shared transaction
// cannot be committed, all of them get the error ([ErrFull], [ErrWrite]), even
// one whose fn failed: it may have judged by a state that never came to be.
// So fn should have no effect but through its Tx: it is called at most once,
// but what it did is not kept before Update returns nil.
//
// If ctx is done before fn begins, fn is not called and Update returns ctx's
// error. After that ctx is not looked at any more: the caller always learns
// what became of the transaction.
//
// Update may be called from any goroutine, but not from within a function that
// was given to Update or View: it would wait for itself.
func (s *Store) Update(ctx context.Context, fn func(*Tx) error) error {
	if s.readOnly {
		return ErrReadOnly
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	c := &call{make(chan *Tx, 1), make(chan struct{}, 1), make(chan error, 1)}
	select {
	case s.calls <- c:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return ErrClosed
	}
	tx := <-c.turn
	if tx == nil {
		return <-c.done
	}
	err := c.run(tx, fn)
	if lost := <-c.done; lost != nil {
		return lost
	}
	return err
}

// run calls fn with the transaction and gives it back whatever happens, also
// if fn panics or ends its goroutine, as a test that fails does.
func (c *call) run(tx *Tx, fn func(*Tx) error) error {
	defer func() { c.ran <- struct{}{} }()
	return tx.run(fn)
}

// commits is the one goroutine that writes: it gathers the calls that wait,
// lets each do its work, commits, and tells them.
func (s *Store) commits() {
	defer close(s.stopped)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for {
		select {
		case c := <-s.calls:
			s.together(c)
		case done := <-s.compactions:
			done <- s.compact()
		case <-s.closing:
			return
		}
	}
}

// together commits one transaction for first and whoever else is waiting.
func (s *Store) together(first *call) {
	tx, err := s.begin()
	if err != nil {
		first.turn <- nil
		first.done <- err
		return
	}
	batch := []*call{first}
	for c := first; c != nil; {
		c.turn <- tx
		<-c.ran
		if c = nil; tx.spoiled == nil && len(batch) < maxBatch {
			if c = s.waiting(); c != nil {
				batch = append(batch, c)
			}
		}
	}
	err = s.end(tx)
	for _, c := range batch {
		c.done <- err
	}
}

// waiting returns the next call that waits already, or nil. It lets other
// goroutines run once before it gives up: those that were just told of the
// last transaction may have the next call ready.
func (s *Store) waiting() *call {
	for range 2 {
		select {
		case c := <-s.calls:
			return c
		default:
			runtime.Gosched()
		}
	}
	return nil
}

// begin begins a transaction that may write.
func (s *Store) begin() (tx *Tx, err error) {
	s.mu.RLock()
	db, err := s.db, s.failed
	s.mu.RUnlock()
	if err != nil {
		return nil, err
	}
	b, err := db.Begin(true)
	if errors.Is(err, berrors.ErrInvalidMapping) || errors.Is(err, berrors.ErrDatabaseNotOpen) {
		// A commit has failed in such a way that bbolt lost sight of the file.
		if db, err = s.reopen(); err == nil {
			b, err = db.Begin(true)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("begin a transaction: %w", err)
	}
	if tx, err = newTx(b); err != nil {
		_ = b.Rollback()
		return nil, s.fail(err)
	}
	return tx, nil
}

// end commits tx if anything was written. When it returns nil, what was
// written is on disk.
func (s *Store) end(tx *Tx) (err error) {
	tx.in = [buckets]*bbolt.Bucket{} // whoever kept tx gets no further
	if tx.spoiled != nil || !tx.dirty {
		_ = tx.b.Rollback()
		if tx.spoiled != nil {
			return s.fail(tx.spoiled)
		}
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.b.Rollback()
			err = s.fail(damaged("%v", p))
		}
	}()
	id, db := tx.b.ID(), tx.b.DB()
	if err = s.commit(tx.b); err == nil {
		return nil
	}
	if current(db) != id {
		return writeError(err)
	}

	// The transaction is in the file and in sight; all that failed is to make
	// sure of its very last page. It must neither be shown as if it were safe
	// nor be called lost. One more transaction, an empty one, writes that page
	// anew in the other place: with it, this one is safe too.
	if b, e := db.Begin(true); e == nil {
		if e = s.commit(b); e == nil {
			return nil
		}
		err = e
	}
	return s.fail(fmt.Errorf("%w, and whether the last changes were kept shows only after a restart (%w)", ErrWrite, err))
}

// current returns the number of the last transaction that readers see, or -1.
func current(db *bbolt.DB) int {
	b, err := db.Begin(false)
	if err != nil {
		return -1
	}
	defer func() { _ = b.Rollback() }()
	return b.ID()
}

// fail makes err the answer to everything from now on.
func (s *Store) fail(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		s.failed = err
	}
	return s.failed
}

// reopen closes the file and opens it again.
func (s *Store) reopen() (*bbolt.DB, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.db.Close()
	db, err := openFile(s.path, s.options)
	if err != nil {
		s.failed = fmt.Errorf("open the database again: %w", err)
		return nil, s.failed
	}
	s.db = db
	return db, nil
}
