package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// This file makes copies. A copy is a database like any other, and it is the state
// of one moment: whoever plays meanwhile plays on, and is not in it.

// Backup writes a copy of the store as it is at this moment to w, and returns
// its length in bytes. Players play on meanwhile, however long it takes, and the
// store may be made anew. If ctx is done before the end, Backup returns its error.
// The copy is a database like any other.
func (s *Store) Backup(ctx context.Context, w io.Writer) (n int64, err error) {
	_, n, err = s.backup(ctx, func(int64) (io.Writer, error) { return w, nil })
	return n, err
}

// backup is Backup to a writer that is told first how long the copy will be.
func (s *Store) backup(ctx context.Context, to func(size int64) (io.Writer, error)) (size, n int64, err error) {
	b, err := s.beginLong(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = b.Rollback() }()
	size = b.Size()
	w, err := to(size)
	if err != nil {
		return size, 0, err
	}
	n, err = b.WriteTo(&untilDone{ctx, w})
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return size, n, err
}

// beginLong begins a transaction that reads and may last. Only to begin is under the
// lock: whoever waits for that keeps all others from reading.
func (s *Store) beginLong(ctx context.Context) (*bbolt.Tx, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.failed != nil {
		return nil, s.failed
	}
	b, err := s.db.Begin(false)
	if err != nil {
		return nil, fmt.Errorf("begin to read: %w", err)
	}
	return b, nil
}

// untilDone writes until a context is done.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u *untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}

// BackupFile makes a copy in a new file, and returns its length in bytes. When it
// returns nil the file is there under its name, whole, checked as [Open] checks,
// and safe on disk; else there is none. A file that is there already is never
// touched: [ErrExists]. Want of room is [ErrFull].
func (s *Store) BackupFile(ctx context.Context, to string) (n int64, err error) {
	return newFile(to, s.options.Mark, func(w io.Writer) (int64, error) { return s.Backup(ctx, w) })
}

// CopyFile makes a copy of the database at path, as [Store.BackupFile] does. If
// another process has it open, that one makes the copy: see [Store.Answer]. An older
// format stays what it is.
func CopyFile(ctx context.Context, path, to string) (n int64, err error) {
	return newFile(to, "", func(w io.Writer) (int64, error) { return Copy(ctx, path, w) })
}

// Copy writes a copy of the database at path to w, and returns its length in bytes.
// If another process has it open, that one makes the copy: see [Store.Answer]. If
// that one does not answer, the error is [ErrLocked]; others are those of [Open].
func Copy(ctx context.Context, path string, w io.Writer) (n int64, err error) {
	n, err = fetch(ctx, path, askCopy, w)
	if !errors.Is(err, errNobody) {
		return n, err
	}
	n, err = copyClosed(ctx, path, w)
	if err != nil {
		err = fmt.Errorf("copy database %s: %w", path, err)
	}
	return n, err
}

// copyClosed copies a database that nobody has open for writing.
func copyClosed(ctx context.Context, path string, w io.Writer) (n int64, err error) {
	o := Options{Timeout: lockWait, ReadOnly: true, older: true}
	if _, err := lookAt(path, o); err != nil {
		return 0, err
	}
	db, err := openSound(path, o)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	b, err := db.Begin(false)
	if err != nil {
		return 0, err
	}
	defer func() { _ = b.Rollback() }()
	return b.WriteTo(&untilDone{ctx, w})
}

// newFile makes a file of what fill writes.
func newFile(to, mark string, fill func(io.Writer) (int64, error)) (n int64, err error) {
	wrong := func(err error) error {
		if err != nil {
			err = fmt.Errorf("write %s: %w", to, err)
		}
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return 0, wrong(ErrExists)
	}
	f, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+partial)
	if err != nil {
		return 0, wrong(openError(err))
	}
	defer os.Remove(f.Name()) // what is left of it if anything fails
	n, err = fill(f)
	if err == nil {
		if err = f.Sync(); err != nil {
			err = writeError(err)
		}
	} else if isFull(err) {
		err = writeError(err)
	}
	if also := f.Close(); err == nil {
		err = also
	}
	if err != nil {
		return n, wrong(err)
	}
	db, err := openSound(f.Name(), Options{Timeout: lockWait, ReadOnly: true, Mark: mark, older: true})
	if err != nil {
		return n, wrong(fmt.Errorf("look at what was written: %w", err))
	}
	if err := db.Close(); err != nil {
		return n, wrong(err)
	}
	if err := put(f.Name(), to); err != nil {
		return n, wrong(err)
	}
	return n, wrong(syncDirectory(filepath.Dir(to)))
}

// partial is how the name of a file goes on that is not whole yet.
const partial = ".*.part"

// put gives a file its name, unless another has it.
func put(from, to string) error {
	err := os.Link(from, to)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	}
	// There are file systems without links.
	if _, err := os.Lstat(to); err == nil {
		return ErrExists
	}
	return os.Rename(from, to)
}
