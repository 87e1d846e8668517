package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// This file notices that a database has been put back from a copy. Beside the
// database stands a small file with the time at which the database was last
// known to be in use; a database that knows of an earlier time only is a copy
// from before.

// livedFile is the file beside the database.
func livedFile(path string) string { return path + ".lived" }

// Live notes, in the database and beside it, that the database is in use at
// now. Who runs the bot calls it at the start and every now and then. If there
// can be no file beside the database the error says so, nothing is noted, and
// nothing will be noticed either.
func (s *Store) Live(ctx context.Context, now time.Time) error {
	if s.readOnly {
		return ErrReadOnly
	}
	var kept uint64
	if err := s.View(ctx, func(tx *Tx) (err error) {
		kept, err = tx.number(metaLived)
		return err
	}); err != nil {
		return err
	}
	// First a try, with what holds already: the database must never be ahead of
	// a file that cannot be written.
	if err := writeLived(s.path, kept); err != nil {
		if e := s.Update(ctx, func(tx *Tx) error { return tx.delete(inMeta, []byte(metaLived)) }); e != nil {
			return e
		}
		return err
	}
	if err := milliseconds("now", &now); err != nil {
		return err
	}
	lived := max(kept, uint64(max(0, now.UnixMilli())))
	if err := s.Update(ctx, func(tx *Tx) error { return tx.setNumber(metaLived, lived) }); err != nil {
		return err
	}
	return writeLived(s.path, lived)
}

// Restored reports whether the database is older than one that was here before,
// or has come without the file beside it: then what happened after asOf, or after
// the last [Store.Live] before it was copied, is not in it. Call it before the first [Store.Live].
func (s *Store) Restored(ctx context.Context) (asOf time.Time, yes bool, err error) {
	var lived uint64
	if err := s.View(ctx, func(tx *Tx) (err error) {
		lived, err = tx.number(metaLived)
		return err
	}); err != nil {
		return time.Time{}, false, err
	}
	if lived == 0 {
		return time.Time{}, false, nil // never noted, so nothing can be told
	}
	beside, err := s.readLived()
	if err != nil {
		return time.Time{}, false, err
	}
	return time.UnixMilli(int64(lived)).UTC(), beside == 0 || beside > lived, nil
}

// readLived reads the file beside the database, 0 if there is none.
func (s *Store) readLived() (uint64, error) {
	content, err := os.ReadFile(livedFile(s.path))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, openError(err)
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(content)), 10, 64)
	if err != nil {
		return 0, nil // somebody else's, or damaged: as good as none
	}
	return n, nil
}

// writeLived writes it anew, wholly or not at all.
func writeLived(database string, lived uint64) (err error) {
	path := livedFile(database)
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("note beside the database that it is in use: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
			err = fmt.Errorf("note beside the database that it is in use: %w", err)
		}
	}()
	_, err = f.WriteString(strconv.FormatUint(lived, 10) + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
