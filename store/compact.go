package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"go.etcd.io/bbolt"
)

// This file makes the database anew. bbolt does not wipe a page that becomes free:
// what was removed can be read in the file until chance writes over it. A copy of
// what is kept has none of that.

// compacting is the file in which the copy is made, beside the database. One that
// a killed process has left behind is removed at the next opening.
func compacting(path string) string { return path + ".compacting" }

// copySize is about how many bytes of the copy are written at a time.
const copySize = 4 << 20

// Compact puts the database into a new file, which holds what is kept and nothing
// of what was removed, and takes no more room than it needs. Until it returns nil
// the old file counts, and a process that is killed leaves one of the two, whole.
//
// Those who read go on while the copy is made; those who write wait, about a
// second for a hundred megabytes. The disk needs room for both files; if there is
// not enough Compact returns [ErrFull], and nothing has changed. The old file's
// blocks go back to the file system, which may or may not wipe them.
//
// Compact must not be called from within a function that was given to View or
// Update. If ctx is done before it begins, it does nothing and returns ctx's
// error.
func (s *Store) Compact(ctx context.Context) error {
	if s.readOnly {
		return ErrReadOnly
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done := make(chan error, 1)
	select {
	case s.compactions <- done:
		return <-done
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return ErrClosed
	}
}

// compact does so; it is called by the goroutine that writes.
func (s *Store) compact() (err error) {
	s.mu.RLock()
	old, err := s.db, s.failed
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	// What is replaced is the file itself, and not a link that leads to it.
	path, err := filepath.EvalSymlinks(s.path)
	if err != nil {
		return openError(err)
	}
	temporary := compacting(path)
	if err := os.Remove(temporary); err != nil && !errors.Is(err, os.ErrNotExist) {
		return openError(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return openError(err)
	}
	fresh, err := copyTo(temporary, info.Mode().Perm(), old, s.options)
	if err != nil {
		_ = os.Remove(temporary)
		return fmt.Errorf("compact the database: %w", err)
	}
	// Nobody has written since the copy was begun: whoever would, waits for this
	// goroutine. Readers that have begun end on the old file, before it is replaced or,
	// if they make a backup, after.
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.Rename(temporary, path); err != nil {
		_ = fresh.Close()
		_ = os.Remove(temporary)
		return fmt.Errorf("compact the database: put the new file in the place of the old: %w", writeError(err))
	}
	s.db = fresh
	s.retired.Go(func() { _ = old.Close() }) // once nobody copies from it; it was only read since its last commit
	if err := syncDirectory(filepath.Dir(path)); err != nil {
		// After a power cut the old file could be back, without what would be
		// written from now on.
		s.failed = fmt.Errorf("%w, and which of two files counts shows only after a restart (%w)", ErrWrite, err)
		return s.failed
	}
	return nil
}

// copyTo makes a new database of what is kept in another, safe on disk when it
// returns, with these permissions.
func copyTo(path string, mode os.FileMode, from *bbolt.DB, o Options) (fresh *bbolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged("%v", p)
		}
		if err != nil && fresh != nil {
			_ = fresh.Close()
			fresh = nil
		}
	}()
	if fresh, err = openBolt(path, o); err != nil {
		return nil, err
	}
	if err = os.Chmod(path, mode); err != nil {
		return fresh, openError(err)
	}
	fresh.NoSync = true
	if err = bbolt.Compact(fresh, from, copySize); err != nil {
		return fresh, writeError(err)
	}
	fresh.NoSync = false
	// This transaction is the one that makes all of it safe.
	err = fresh.Update(func(b *bbolt.Tx) error {
		return b.Bucket([]byte(bucketNames[inMeta])).Delete([]byte(metaStale))
	})
	if err != nil {
		return fresh, writeError(err)
	}
	if err = fresh.Sync(); err != nil {
		return fresh, writeError(err)
	}
	f, err := os.Open(path)
	if err != nil {
		return fresh, openError(err)
	}
	defer f.Close()
	_, err = checkPages(f)
	return fresh, err
}
