package store

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestWhatMustNotBeKeptIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	s := newStore(t)
	kept := challenge(t, s, 500)
	for name, change := range map[string]func(*Game){
		"no kind":                   func(g *Game) { g.Kind = 0 },
		"a kind of the future":      func(g *Game) { g.Kind = kinds },
		"no channel":                func(g *Game) { g.Channel = 0 },
		"a challenge by nobody":     func(g *Game) { g.Owner = 0 },
		"an owned table":            func(g *Game) { g.Kind = Table },
		"a daily of no day":         func(g *Game) { g.Kind, g.Players = Daily, []Player{1} },
		"a day in a challenge":      func(g *Game) { g.Day = 3 },
		"a daily of another player": func(g *Game) { g.Kind, g.Players, g.Day = Daily, []Player{2}, 3 },
		"half a secret":             func(g *Game) { g.Secret = make([]byte, 16) },
		"a proposal by nobody":      func(g *Game) { g.Proposal = 3 },
		"a move before the Beatles": func(g *Game) { g.Moved = time.Date(1955, 1, 1, 0, 0, 0, 0, time.UTC) },
		"a clock for ever":          func(g *Game) { g.Due = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"a record of two megabytes": func(g *Game) { g.Record = make([]byte, 2<<20) },
		"a variant of broken text":  func(g *Game) { g.Variant = "classic\xff" },
	} {
		t.Run(name, func(t *testing.T) {
			g := kept
			change(&g)
			before := g.Version
			// The error is swallowed on purpose: nothing may have been written.
			update(t, s, func(tx *Tx) error {
				if err := tx.Put(&g); !errors.Is(err, ErrInvalid) {
					t.Errorf("told %v", err)
				}
				return nil
			})
			if g.Version != before {
				t.Error("it was changed")
			}
			view(t, s, func(tx *Tx) error {
				now, err := tx.Game(kept.ID)
				if now.Version != kept.Version {
					t.Errorf("kept is %+v", now)
				}
				return err
			})
		})
	}
	for name, change := range map[string]func(*Tx) error{
		"a winner who was not there": func(tx *Tx) error { _, err := tx.End(&kept, Result{Winner: 2}); return err },
		"a day without a number":     func(tx *Tx) error { return tx.PutDay(&Day{Secret: make([]byte, 32)}) },
		"a day without a secret":     func(tx *Tx) error { return tx.PutDay(&Day{Number: 1}) },
		"settings of no server":      func(tx *Tx) error { return tx.PutSettings(&Settings{}) },
	} {
		if err := s.Update(context.Background(), change); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: told %v", name, err)
		}
	}
}

func TestTimesAreKeptInUTCAndMilliseconds(t *testing.T) {
	s := newStore(t)
	local := time.Date(2026, 12, 4, 13, 0, 0, 123_456_789, time.FixedZone("CET", 3600))
	g := Game{Channel: 500, Kind: Practice, Owner: 1, Begun: local}
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	want := time.Date(2026, 12, 4, 12, 0, 0, 123_000_000, time.UTC)
	view(t, s, func(tx *Tx) error {
		kept, err := tx.Game(g.ID)
		if kept.Begun != want || g.Begun != want || !kept.Due.IsZero() {
			t.Errorf("put %v, kept %v and %v", g.Begun, kept.Begun, kept.Due)
		}
		return err
	})
}
