package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// live notes that a store is in use.
func live(t *testing.T, s *Store, now time.Time) {
	t.Helper()
	if err := s.Live(context.Background(), now); err != nil {
		t.Fatal(err)
	}
}

// copyFile copies a file as an owner would who puts a database back.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestADatabasePutBackFromACopyIsNoticed(t *testing.T) {
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "windfall.db"), filepath.Join(dir, "backup.db")
	restored := func(path string) (asOf time.Time, yes bool) {
		t.Helper()
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		asOf, yes, err = s.Restored(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return asOf, yes
	}
	lives := func(now time.Time) {
		t.Helper()
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		live(t, s, now)
	}
	if _, yes := restored(path); yes {
		t.Error("a new database is said to be put back")
	}
	lives(noon)
	if _, yes := restored(path); yes {
		t.Error("a restart is taken for a copy put back")
	}
	copyFile(t, path, backup)
	lives(noon.Add(30 * time.Hour))
	if _, yes := restored(path); yes {
		t.Error("a long outage is taken for a copy put back")
	}
	copyFile(t, backup, path)
	if asOf, yes := restored(path); !yes || !asOf.Equal(noon) {
		t.Errorf("the copy put back: %v, as of %v", yes, asOf)
	}
	lives(noon.Add(31 * time.Hour))
	if _, yes := restored(path); yes {
		t.Error("it is still said to be put back after it has been in use")
	}

	// On another machine there is nothing beside the copy.
	elsewhere := filepath.Join(t.TempDir(), "windfall.db")
	copyFile(t, backup, elsewhere)
	if asOf, yes := restored(elsewhere); !yes || !asOf.Equal(noon) {
		t.Errorf("the copy elsewhere: %v, as of %v", yes, asOf)
	}
}

func TestAFolderThatTakesNoSecondFileIsNoReasonToVoidADay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	s := openStore(t, path)
	live(t, s, noon)
	// The file beside it cannot be replaced any more: a folder stands there.
	if err := os.Remove(livedFile(path)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(livedFile(path), "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Live(t.Context(), noon.Add(time.Hour)); err == nil {
		t.Error("it is said to be noted")
	}
	if err := os.RemoveAll(livedFile(path)); err != nil {
		t.Fatal(err)
	}
	if _, yes, err := s.Restored(t.Context()); yes || err != nil {
		t.Errorf("put back: %v, %v", yes, err)
	}
}

func TestAVoidDayKeepsWhatWasSaidOfItFirst(t *testing.T) {
	s := newStore(t)
	first := Void{Number: 5, AsOf: noon, Noted: noon.Add(time.Hour)}
	update(t, s, func(tx *Tx) error { return tx.PutVoid(first) })
	update(t, s, func(tx *Tx) error { return tx.PutVoid(Void{Number: 5, AsOf: noon.Add(time.Minute), Noted: noon}) })
	update(t, s, func(tx *Tx) error { return tx.PutVoid(Void{Number: 2, AsOf: noon, Noted: noon}) })
	view(t, s, func(tx *Tx) error {
		all, err := tx.Voids()
		if len(all) != 2 || all[0].Number != 2 || all[1] != first {
			t.Errorf("void are %+v", all)
		}
		if _, e := tx.Void(3); e == nil {
			t.Error("a day like others is void")
		}
		return err
	})
}
