package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Open opens the database at path, or creates it if there is none or it is
// empty. It brings an older file up to date first, in one transaction.
//
// A file that another process has open is refused with [ErrLocked] after
// [Options.Timeout]; one that is no Windfall database with [ErrForeign], or
// [ErrNotFile]; one with another mark with [ErrMark]; one of a later Windfall
// with [ErrNewer]; one that cannot be read or written with [ErrUnwritable].
// All pages of the file are read and their structure is checked before
// anything is made of it; a truncated or garbled file is refused with
// [ErrDamaged]. None of these files is changed. [Store.Check] looks closer.
func Open(path string, o Options) (*Store, error) {
	if o.Timeout <= 0 {
		o.Timeout = time.Second
	}
	s := &Store{
		path:     path,
		options:  o,
		readOnly: o.ReadOnly,
		calls:    make(chan *call),
		closing:  make(chan struct{}),
		stopped:  make(chan struct{}),
		commit:   (*bbolt.Tx).Commit,

		compactions: make(chan chan error),
	}
	var err error
	if s.db, err = openFile(path, o); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if s.readOnly {
		close(s.stopped)
	} else {
		go s.commits()
	}
	return s, nil
}

// openFile opens a file that is, or thereby becomes, a Windfall database of
// the present format.
func openFile(path string, o Options) (*bbolt.DB, error) {
	create, err := lookAt(path, o)
	if err != nil {
		return nil, err
	}
	if !create {
		db, err := openSound(path, o)
		if err != nil || o.ReadOnly {
			return db, err
		}
		if err := db.Close(); err != nil {
			return nil, err
		}
	}
	db, err := openBolt(path, o)
	if err != nil {
		return nil, err
	}
	// The file is locked: what stands beside it is nobody's who is at work.
	if err := removeLeft(path); err != nil {
		_ = db.Close()
		return nil, err
	}
	if err := prepare(db, o.Mark); err != nil {
		_ = db.Close()
		return nil, err
	}
	if create {
		if err := syncDirectory(filepath.Dir(path)); err != nil {
			_ = db.Close()
			return nil, err
		}
	}
	return db, nil
}

// lookAt says whether the file is to be created, which an empty one still is:
// a process may have been killed between creating and filling it.
func lookAt(path string, o Options) (create bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !o.ReadOnly:
		return true, nil
	case err != nil:
		return false, openError(err)
	case !info.Mode().IsRegular():
		return false, ErrNotFile
	case info.Size() == 0 && o.ReadOnly:
		return false, fmt.Errorf("%w: the file is empty", ErrForeign)
	}
	return info.Size() == 0, nil
}

// openSound opens a file for reading only, and makes sure that it is a
// Windfall database which this program understands and that bbolt can walk
// through it.
func openSound(path string, o Options) (*bbolt.DB, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, openError(err)
	}
	defer f.Close()
	if _, err := readMeta(f); err != nil {
		return nil, err
	}
	readOnly := o.ReadOnly
	o.ReadOnly = true
	db, err := openBolt(path, o)
	if err != nil {
		return nil, err
	}
	// Now that the file is locked, nobody writes while its pages are read.
	_, err = checkPages(f)
	if err == nil {
		err = db.View(func(b *bbolt.Tx) error {
			format, err := identify(b, o.Mark)
			if err == nil && readOnly && format < currentFormat && !o.older {
				return fmt.Errorf("%w: start the bot once to bring it up to date", ErrOlder)
			}
			return err
		})
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// removeLeft removes the copy that a process left behind which was killed while
// it compacted the database: it may hold what was to be forgotten.
func removeLeft(path string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return openError(err)
	}
	if err := os.Remove(compacting(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return openError(err)
	}
	return nil
}

// openBolt opens the file with bbolt. Whoever waits for another process to let go
// of a file may find that this one has put a new file in its place meanwhile; then
// that one is opened.
func openBolt(path string, o Options) (*bbolt.DB, error) {
	for {
		db, same, err := openOnce(path, o)
		if err != nil || same {
			return db, err
		}
		if err := db.Close(); err != nil {
			return nil, openError(err)
		}
	}
}

// openOnce opens the file with bbolt and sorts its errors. Same is whether it is
// still the file at that path once it is locked.
func openOnce(path string, o Options) (db *bbolt.DB, same bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			db, same, err = nil, false, damaged("%v", p)
		}
	}()
	var opened *os.File
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:         o.Timeout,
		ReadOnly:        o.ReadOnly,
		InitialMmapSize: addressSpace(),
		OpenFile: func(name string, flag int, perm os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag, perm)
			opened = f
			return f, err
		},
	})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, false, fmt.Errorf("%w: another windfall process has it open; stop that one first", ErrLocked)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum):
		return nil, false, fmt.Errorf("%w (%w)", ErrDamaged, err)
	case err != nil:
		return nil, false, openError(err)
	}
	db.AllocSize = 1 << 20 // the file grows by a megabyte at a time
	is, err := opened.Stat()
	at, err2 := os.Stat(path)
	if err = errors.Join(err, err2); err != nil && !errors.Is(err, fs.ErrNotExist) {
		_ = db.Close()
		return nil, false, openError(err)
	}
	return db, err == nil && os.SameFile(is, at), nil
}

// addressSpace is how much address space to set aside for the file. When a
// file outgrows its share bbolt must map it anew, for which it waits until
// nobody reads, and lets nobody begin to; so the share is generous. It is
// addresses only, not memory; but not everywhere.
func addressSpace() int {
	if strconv.IntSize < 64 || runtime.GOOS == "windows" {
		return 0
	}
	return 1 << 30
}

// identify returns the format of a Windfall database, 0 for a file in which
// nothing has been written yet.
func identify(b *bbolt.Tx, mark string) (format uint32, err error) {
	meta := b.Bucket([]byte(bucketNames[inMeta]))
	if meta == nil {
		if k, _ := b.Cursor().First(); k == nil {
			return 0, nil
		}
		return 0, fmt.Errorf("%w: it is some other program's bbolt database", ErrForeign)
	}
	if string(meta.Get([]byte(metaApplication))) != application {
		return 0, fmt.Errorf("%w: it is some other program's bbolt database", ErrForeign)
	}
	v := meta.Get([]byte(metaFormat))
	if len(v) != 4 {
		return 0, damaged("it does not say its format")
	}
	if format = binary.BigEndian.Uint32(v); format == 0 {
		return 0, damaged("it does not say its format")
	}
	if format > currentFormat {
		return 0, fmt.Errorf("%w: its format is %d and this program knows %d; use the newer program, or a backup from before", ErrNewer, format, currentFormat)
	}
	if kept := string(meta.Get([]byte(metaMark))); kept != mark {
		return 0, fmt.Errorf("%w: it is marked %q, expected was %q", ErrMark, kept, mark)
	}
	return format, nil
}

// prepare fills a new file and brings an old one up to date.
func prepare(db *bbolt.DB, mark string) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	b, err := db.Begin(true)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = damaged("%v", p)
		}
		_ = b.Rollback() // does nothing after a commit
	}()
	format, err := identify(b, mark)
	if err != nil || format == currentFormat {
		return err
	}
	if err := migrate(b, format, mark); err != nil {
		return err
	}
	if err := b.Commit(); err != nil {
		return writeError(err)
	}
	return nil
}

// syncDirectory makes sure that a new file's name survives a power cut, not
// only its content.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return openError(err)
	}
	defer d.Close()
	// Some file systems cannot do it, and need not.
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	return nil
}
