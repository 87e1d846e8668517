package store

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	childMain() // ends the process if it is a child of a test
	goleak.VerifyTestMain(m)
}

var noon = time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC)

// newStore opens a new store, which is checked and closed when the test ends.
func newStore(t testing.TB) *Store {
	t.Helper()
	return openStore(t, filepath.Join(t.TempDir(), "windfall.db"))
}

func openStore(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.failed == nil {
			if err := s.Check(context.Background()); err != nil {
				t.Errorf("at the end of the test: %v", err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// update and view run fn in a transaction that must succeed.
func update(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	if err := s.Update(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	if err := s.View(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

// challenge keeps a new challenge of Ana's (player 1) to Ben (player 2).
func challenge(t testing.TB, s *Store, channel ID) Game {
	t.Helper()
	g := Game{
		Channel: channel, Kind: Challenge, Owner: 1, Guild: 900,
		Players: []Player{1, 2}, Variant: "classic", Pace: "live",
		Secret: make([]byte, 32), Begun: noon, Due: noon.Add(24 * time.Hour),
	}
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	return g
}
