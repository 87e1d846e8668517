package store

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"
)

func TestAChallengeBecomesATableAndEnds(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	if g.ID != 1 || g.Version != 1 {
		t.Fatalf("the first game has id %d and version %d", g.ID, g.Version)
	}

	// Ben accepts: the same game is now the channel's table.
	g.Kind, g.Owner, g.Record = Table, 0, []byte(`{"moves":[]}`)
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	view(t, s, func(tx *Tx) error {
		if _, err := tx.GameAt(500, Challenge, 1); !errors.Is(err, ErrNotFound) {
			t.Errorf("the challenge is still there: %v", err)
		}
		at, err := tx.GameAt(500, Table, 0)
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(at, g) {
			t.Errorf("kept:\n%+v\nput:\n%+v", at, g)
		}
		byID, err := tx.Game(1)
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(byID, g) {
			t.Errorf("by id: %+v", byID)
		}
		return nil
	})

	// It is played to its end.
	g.Record = []byte(`{"moves":["0 resign"]}`)
	var r Result
	update(t, s, func(tx *Tx) (err error) {
		r, err = tx.End(&g, Result{Ended: noon.Add(time.Hour), Points: []int{3, 5}, Winner: 1, Reason: "resigned"})
		return err
	})
	view(t, s, func(tx *Tx) error {
		if _, err := tx.Game(1); !errors.Is(err, ErrEnded) {
			t.Errorf("an old button finds %v", err)
		}
		for _, p := range []Player{1, 2} {
			if gs, err := tx.GamesOf(p); err != nil || len(gs) != 0 {
				t.Errorf("open games of player %d: %v, %v", p, gs, err)
			}
		}
		if at, runs := tx.NextDue(); runs {
			t.Errorf("a clock still runs, until %v", at)
		}
		kept, err := tx.ResultOf(1)
		if err != nil {
			return err
		}
		want := Result{Seq: 1, Game: 1, Kind: Table, Guild: 900, Channel: 500, Players: []Player{1, 2}, Variant: "classic", Pace: "live",
			Begun: noon, Ended: noon.Add(time.Hour), Points: []int{3, 5}, Winner: 1, Reason: "resigned"}
		if !reflect.DeepEqual(kept, want) || !reflect.DeepEqual(r, want) {
			t.Errorf("result:\n%+v\nwant:\n%+v", kept, want)
		}
		record, err := tx.RecordOf(1)
		if string(record) != string(g.Record) {
			t.Errorf("record %s, %v", record, err)
		}
		return nil
	})
}

func TestTwoGamesCannotHaveOnePlace(t *testing.T) {
	s := newStore(t)
	first := challenge(t, s, 500)
	first.Kind, first.Owner = Table, 0
	update(t, s, func(tx *Tx) error { return tx.Put(&first) })

	second := challenge(t, s, 500)
	before := second
	second.Kind, second.Owner = Table, 0
	err := s.Update(context.Background(), func(tx *Tx) error { return tx.Put(&second) })
	if !errors.Is(err, ErrTaken) {
		t.Fatalf("a second table: %v", err)
	}
	view(t, s, func(tx *Tx) error {
		gs, err := tx.GamesIn(500)
		if len(gs) != 2 || !reflect.DeepEqual(gs[0], before) || !reflect.DeepEqual(gs[1], first) {
			t.Errorf("the channel has %+v, %v", gs, err)
		}
		return nil
	})

	// In a thread, which is a channel of its own, it may stand.
	second.Channel = 501
	update(t, s, func(tx *Tx) error { return tx.Put(&second) })
}

func TestADroppedChallengeSaysWhy(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	update(t, s, func(tx *Tx) error { return tx.Drop(&g, GoneDeclined) })
	view(t, s, func(tx *Tx) error {
		_, err := tx.Game(g.ID)
		var gone *GoneError
		if !errors.Is(err, ErrGone) || !errors.As(err, &gone) || gone.Reason != GoneDeclined {
			t.Errorf("an old button finds %v", err)
		}
		if _, err := tx.ResultOf(g.ID); !errors.Is(err, ErrGone) {
			t.Errorf("its result is %v", err)
		}
		return nil
	})
	if next := challenge(t, s, 500); next.ID != g.ID+1 {
		t.Errorf("the next game has id %d", next.ID)
	}
}

func TestANoteLeavesTheVersionAlone(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	g.Message = Message{Channel: 500, ID: 77, Posted: noon}
	update(t, s, func(tx *Tx) error { return tx.Note(&g) })
	view(t, s, func(tx *Tx) error {
		kept, err := tx.Game(g.ID)
		if kept.Version != 1 || kept.Message.ID != 77 {
			t.Errorf("kept %+v, %v", kept, err)
		}
		return nil
	})
	g.Record = []byte("a move")
	err := s.Update(context.Background(), func(tx *Tx) error { return tx.Note(&g) })
	if !errors.Is(err, ErrInvalid) {
		t.Errorf("a note that is a move: %v", err)
	}
}

func TestDueGamesComeLongestOverdueFirst(t *testing.T) {
	s := newStore(t)
	for i, hours := range []int{5, 1, 3, 9} {
		g := challenge(t, s, ID(500+i))
		g.Due = noon.Add(time.Duration(hours) * time.Hour)
		update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	}
	view(t, s, func(tx *Tx) error {
		if at, runs := tx.NextDue(); !runs || !at.Equal(noon.Add(time.Hour)) {
			t.Errorf("the next is due at %v, %v", at, runs)
		}
		for _, c := range []struct {
			now   time.Time
			limit int
			want  []ID
		}{
			{noon.Add(time.Hour - time.Millisecond), 10, nil},
			{noon.Add(time.Hour), 10, []ID{501}},
			{noon.Add(6 * time.Hour), 10, []ID{501, 502, 500}},
			{noon.Add(6 * time.Hour), 2, []ID{501, 502}},
		} {
			gs, err := tx.Due(c.now, c.limit)
			var got []ID
			for _, g := range gs {
				got = append(got, g.Channel)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("due at %v, at most %d: %v, %v", c.now, c.limit, got, err)
			}
		}
		return nil
	})
}

func TestAGameBegunAndDroppedInOneTransactionLeavesNoTrace(t *testing.T) {
	s := newStore(t) // whose indexes are checked at the end
	update(t, s, func(tx *Tx) error {
		g := Game{Channel: 500, Kind: Challenge, Owner: 1, Players: []Player{1, 2}, Due: noon}
		if err := tx.Put(&g); err != nil {
			return err
		}
		if err := tx.Drop(&g, GoneWithdrawn); err != nil {
			return err
		}
		if gs, err := tx.GamesOf(2); err != nil || len(gs) != 0 {
			t.Errorf("player 2 still has %v, %v", gs, err)
		}
		return nil
	})
}
