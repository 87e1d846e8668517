package store

import (
	"errors"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
)

// What a player is told of a game is kept for each seat, only once the game has
// ended, and replaced by what is found out later.
func TestLooksAreOfGamesThatHaveEnded(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "windfall.db"))
	g := Game{Channel: 1, Kind: Table, Players: []Player{1, 2}}
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	fails := func(want error, do func(*Tx) error) {
		t.Helper()
		if err := s.Update(t.Context(), do); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	fails(ErrNotFound, func(tx *Tx) error { return tx.PutLook(g.ID, 0, []byte("early")) })
	fails(ErrNotFound, func(tx *Tx) error { return tx.PutLook(99, 0, []byte("of no game")) })
	update(t, s, func(tx *Tx) error {
		_, err := tx.End(&g, Result{Winner: 1})
		return err
	})
	for _, seat := range []int{-1, 2, 256} {
		fails(ErrInvalid, func(tx *Tx) error { return tx.PutLook(g.ID, seat, []byte("from no seat")) })
		fails(ErrNotFound, func(tx *Tx) error { _, err := tx.Look(g.ID, seat); return err })
	}
	fails(ErrInvalid, func(tx *Tx) error { return tx.PutLook(g.ID, 0, make([]byte, maxValue+1)) })
	for _, look := range []string{"first", "second"} {
		update(t, s, func(tx *Tx) error { return tx.PutLook(g.ID, 1, []byte(look)) })
		view(t, s, func(tx *Tx) error {
			if kept, err := tx.Look(g.ID, 1); err != nil || string(kept) != look {
				t.Errorf("kept is %q, %v", kept, err)
			}
			if _, err := tx.Look(g.ID, 0); !errors.Is(err, ErrNotFound) {
				t.Errorf("the other seat has %v", err)
			}
			if err := tx.PutLook(g.ID, 0, nil); !errors.Is(err, ErrReadOnly) {
				t.Errorf("a reader keeps: %v", err)
			}
			return nil
		})
	}
}

func TestALookAtNoEndedGameIsDamage(t *testing.T) {
	path := fixture(t, int(currentFormat))
	tamper(t, path, func(in func(bucket) *bbolt.Bucket) error {
		key := lookKey(1<<40, 0)
		return in(inLooks).Put(key, pack(formPlain, inLooks, key, []byte("of nothing")))
	})
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("the check finds %v", err)
	}
}
