package store

import (
	"context"
	"errors"
	"reflect"
	"testing"
)

func TestOneAttemptADayWhereverItWasBegun(t *testing.T) {
	s := newStore(t)
	daily := func(channel ID, p Player, day uint32) (Game, error) {
		g := Game{Channel: channel, Kind: Daily, Owner: p, Players: []Player{p}, Day: day, Guild: channel}
		err := s.Update(context.Background(), func(tx *Tx) error { return tx.Put(&g) })
		return g, err
	}
	must := func(g Game, err error) Game {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	refused := func(when string, channel ID) {
		t.Helper()
		if _, err := daily(channel, 1, 128); !errors.Is(err, ErrAttempted) {
			t.Errorf("%s: %v", when, err)
		}
	}
	ana := must(daily(500, 1, 128))
	refused("while it is open, elsewhere", 501)
	ben := must(daily(500, 2, 128))
	must(daily(501, 1, 129)) // the next day's

	update(t, s, func(tx *Tx) error { _, err := tx.End(&ana, Result{Winner: 0, Outcome: "won"}); return err })
	refused("after its end", 500)
	update(t, s, func(tx *Tx) error { return tx.Drop(&ben, GoneRemoved) })
	if _, err := daily(502, 2, 128); !errors.Is(err, ErrAttempted) {
		t.Errorf("after it was dropped: %v", err)
	}
	view(t, s, func(tx *Tx) error {
		as, err := tx.Attempts(128)
		if want := []Attempt{{1, ana.ID}, {2, ben.ID}}; !reflect.DeepEqual(as, want) {
			t.Errorf("attempts are %v, %v", as, err)
		}
		if id, err := tx.Attempt(1, 128); id != ana.ID || err != nil {
			t.Errorf("Ana's is %d, %v", id, err)
		}
		_, err = tx.Attempt(3, 128)
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("a third's is %v", err)
		}
		return nil
	})
}

func TestTwoDaysDealsAreOpenInOneChannelAfterMidnight(t *testing.T) {
	s := newStore(t)
	yesterday := Game{Channel: 500, Kind: Daily, Owner: 1, Players: []Player{1}, Day: 128}
	today := yesterday
	today.Day = 129
	update(t, s, func(tx *Tx) error { return errors.Join(tx.Put(&yesterday), tx.Put(&today)) })
	view(t, s, func(tx *Tx) error {
		for _, g := range []Game{yesterday, today} {
			if got, err := tx.Game(g.ID); err != nil || got.Day != g.Day {
				t.Errorf("game %d is of day %d, not %d: %v", g.ID, got.Day, g.Day, err)
			}
		}
		if got, err := tx.GameAt(500, Daily, 1); err != nil || got.ID != today.ID {
			t.Errorf("in the channel is %+v, %v, not today's", got, err)
		}
		if _, err := tx.GameAt(500, Daily, 2); !errors.Is(err, ErrNotFound) {
			t.Errorf("of somebody else: %v", err)
		}
		return nil
	})
	update(t, s, func(tx *Tx) error { _, err := tx.End(&yesterday, Result{Winner: -1}); return err })
	view(t, s, func(tx *Tx) error { _, err := tx.Game(today.ID); return err })
	if err := s.Check(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestADailyCannotMoveToAnotherDayOrPlayer(t *testing.T) {
	s := newStore(t)
	g := Game{Channel: 500, Kind: Daily, Owner: 1, Players: []Player{1}, Day: 128}
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	for name, change := range map[string]func(*Game){
		"day":    func(g *Game) { g.Day = 129 },
		"player": func(g *Game) { g.Owner, g.Players = 2, []Player{2} },
		"kind":   func(g *Game) { g.Kind, g.Day = Practice, 0 },
	} {
		other := g
		change(&other)
		if err := s.Update(context.Background(), func(tx *Tx) error { return tx.Put(&other) }); !errors.Is(err, ErrInvalid) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	g.Channel = 501 // but it may be played on elsewhere
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
}
