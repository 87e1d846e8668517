package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ErrLoses says that the database holds something that the copy to be put in its
// place does not.
var ErrLoses = errors.New("the database is newer than the copy")

// RestoreOptions are how to put a copy back.
type RestoreOptions struct {
	// Now is the time, for the name of what is replaced, and so that the bot notices.
	Now time.Time
	// Older has a copy put in the place of a newer database too.
	Older bool
	// Check looks closer at the copy, opened and brought up to date. Its error is
	// returned, and nothing is replaced.
	Check func(context.Context, *Store) error
}

// Restore puts a copy in the place of the database at path. The copy is brought up
// to date and checked first, beside the database, and is itself not changed. What
// stood there is kept beside it, in the file aside, "" if there was nothing; it is
// never removed, and no other file is replaced.
//
// A database that another process has open is [ErrLocked]. One that has been in use
// later than the copy, or has more in it, is [ErrLoses] unless o.Older is set; one
// that is damaged can be replaced by any copy. What is no database of Windfall's is
// [ErrForeign], or [ErrNotFile], and stays. Errors of the copy are those of [Open].
func Restore(ctx context.Context, from, path string, o RestoreOptions) (aside string, err error) {
	if at, err := filepath.EvalSymlinks(path); err == nil {
		path = at // what is replaced is the file itself
	}
	wrong := func(err error) (string, error) { return "", fmt.Errorf("restore database %s: %w", path, err) }

	was, unlock, err := holdFor(from, path)
	if err != nil {
		return wrong(err)
	}
	defer unlock()
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+partial)
	if err != nil {
		return wrong(openError(err))
	}
	defer os.Remove(f.Name())
	_, err = copyClosed(ctx, from, f)
	if also := f.Close(); err == nil {
		err = also
	}
	switch {
	case err != nil && isFull(err):
		return wrong(writeError(err))
	case err != nil:
		return wrong(fmt.Errorf("read the copy %s: %w", from, err))
	}
	if was.mode != 0 {
		if err := os.Chmod(f.Name(), was.mode); err != nil {
			return wrong(openError(err))
		}
	}
	is, err := upToDate(ctx, f.Name(), o.Check)
	if err != nil {
		return wrong(fmt.Errorf("look at the copy %s: %w", from, err))
	}
	if was.loses(is) && !o.Older {
		return wrong(ErrLoses)
	}
	if was.there {
		aside = path + ".before-" + o.Now.UTC().Format(stampForm)
		if err := put(path, aside); err != nil {
			return wrong(fmt.Errorf("keep what is there as %s: %w", aside, err))
		}
	}
	place := os.Rename
	if !was.there {
		place = put // not over what has come meanwhile
	}
	if err := place(f.Name(), path); err != nil {
		return wrong(writeError(err))
	}
	if err := syncDirectory(filepath.Dir(path)); err != nil {
		return wrong(err)
	}
	if !was.there {
		return "", nil
	}
	// What was played here after the copy is lost, even if the database noted last
	// that it is in use before the copy was made.
	noted := uint64(max(0, o.Now.UnixMilli()))
	if err := writeLived(path, max(noted, is.lived+1, was.lived)); err != nil {
		return aside, fmt.Errorf("the copy is in place, but the bot may not notice that it is one: %w", err)
	}
	return aside, nil
}

// An extent is how far a database has come.
type extent struct {
	there   bool // a file is
	newer   bool // it is of a later Windfall, so nobody can say
	mode    os.FileMode
	lived   uint64
	numbers [3]uint64 // given out: games, players, results
}

// loses reports whether something would be lost if is took the place of was.
func (was extent) loses(is extent) bool {
	lost := was.newer || was.lived > is.lived
	for i, n := range was.numbers {
		lost = lost || n > is.numbers[i]
	}
	return lost
}

// extentOf reads how far a database has come, of any format.
func extentOf(tx *Tx) (e extent, err error) {
	e.there = true
	if e.lived, err = tx.number(metaLived); err != nil {
		return e, err
	}
	for i, name := range []string{metaGames, metaPlayers, metaResults} {
		if e.numbers[i], err = tx.number(name); err != nil {
			return e, err
		}
	}
	return e, nil
}

// holdFor looks at the database that is to be replaced and keeps others from
// opening it until unlock is called. One that is damaged has come nowhere.
func holdFor(from, path string) (was extent, unlock func(), err error) {
	unlock = func() {}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return was, unlock, nil
	case err != nil:
		return was, unlock, openError(err)
	case !info.Mode().IsRegular():
		return was, unlock, ErrNotFile
	}
	if other, err := os.Stat(from); err == nil && os.SameFile(info, other) {
		return was, unlock, invalid("the copy is the database itself")
	}
	was.there, was.mode = true, info.Mode().Perm()
	if info.Size() == 0 {
		return was, unlock, nil
	}
	o := Options{Timeout: lockWait, ReadOnly: true, older: true}
	// The lock comes first: a file that somebody is writing may look damaged.
	db, err := openBolt(path, o)
	switch {
	case errors.Is(err, ErrDamaged):
		f, err := os.Open(path)
		if err != nil {
			return was, unlock, openError(err)
		}
		defer f.Close()
		if _, err := readMeta(f); errors.Is(err, ErrForeign) {
			return was, unlock, err
		}
		return was, unlock, nil
	case err != nil:
		return was, unlock, err
	}
	unlock = func() { _ = db.Close() }
	sound, err := openSound(path, o)
	switch {
	case errors.Is(err, ErrNewer):
		was.newer = true
		return was, unlock, nil
	case errors.Is(err, ErrDamaged):
		return was, unlock, nil
	case err != nil:
		unlock()
		return was, func() {}, err
	}
	defer sound.Close()
	b, err := sound.Begin(false)
	if err != nil {
		unlock()
		return was, func() {}, err
	}
	defer func() { _ = b.Rollback() }()
	tx := &Tx{b: b}
	tx.in[inMeta] = b.Bucket([]byte(bucketNames[inMeta]))
	if tx.in[inMeta] == nil {
		return was, unlock, nil // nothing was ever written
	}
	e, err := extentOf(tx)
	if err != nil {
		return was, unlock, nil // it is damaged
	}
	e.mode = was.mode
	return e, unlock, nil
}

// upToDate opens a copy, which brings it up to date, looks closer at it, and
// returns how far it has come.
func upToDate(ctx context.Context, path string, check func(context.Context, *Store) error) (is extent, err error) {
	s, err := Open(path, Options{})
	if err != nil {
		return is, err
	}
	defer s.Close()
	if check != nil {
		if err := check(ctx, s); err != nil {
			return is, err
		}
	}
	err = s.View(ctx, func(tx *Tx) (err error) {
		is, err = extentOf(tx)
		return err
	})
	if also := s.Close(); err == nil {
		err = also
	}
	return is, err
}
