package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestResultsByPlayerAndServer(t *testing.T) {
	s := newStore(t)
	// Games 1 to 6: who played, and where (0 is outside servers).
	for _, c := range []struct {
		guild   ID
		players []Player
	}{
		{900, []Player{1, 2}},
		{901, []Player{1, 3}},
		{900, []Player{2, 1}},
		{0, []Player{1, 2}},
		{900, []Player{3, 0}}, // against a robot
		{901, []Player{1, 1}}, // against oneself, in the sandbox
	} {
		g := Game{Channel: 500, Kind: Table, Guild: c.guild, Players: c.players}
		update(t, s, func(tx *Tx) error {
			if err := tx.Put(&g); err != nil {
				return err
			}
			_, err := tx.End(&g, Result{Winner: -1, Ended: noon})
			return err
		})
	}
	view(t, s, func(tx *Tx) error {
		for _, c := range []struct {
			player Player
			guild  ID
			want   string
		}{
			{0, 0, "1 2 3 4 5 6"},
			{0, 900, "1 3 5"},
			{0, 901, "2 6"},
			{1, 0, "1 2 3 4 6"},
			{1, 900, "1 3"},
			{1, 901, "2 6"},
			{2, 0, "1 3 4"},
			{3, 900, "5"},
			{3, 901, "2"},
			{3, 0, "2 5"},
			{4, 0, ""},
			{1, 902, ""},
		} {
			var up, down []string
			for r, err := range tx.Results(c.player, c.guild) {
				if err != nil {
					return err
				}
				up = append(up, fmt.Sprint(r.Seq))
			}
			for r, err := range tx.LatestResults(c.player, c.guild) {
				if err != nil {
					return err
				}
				down = append([]string{fmt.Sprint(r.Seq)}, down...)
			}
			for seq := range uint64(8) {
				var through, want []string
				for r, err := range tx.ResultsThrough(c.player, c.guild, seq) {
					if err != nil {
						return err
					}
					through = append([]string{fmt.Sprint(r.Seq)}, through...)
				}
				for _, have := range up {
					if have <= fmt.Sprint(seq) {
						want = append(want, have)
					}
				}
				if !slices.Equal(through, want) {
					t.Errorf("player %d in %d, through %d: %v, want %v", c.player, c.guild, seq, through, want)
				}
			}
			if strings.Join(up, " ") != c.want || strings.Join(down, " ") != c.want {
				t.Errorf("player %d in %d: %v, and from the end %v; want %v", c.player, c.guild, up, down, c.want)
			}
		}
		for r := range tx.LatestResults(1, 0) {
			if r.Seq != 6 {
				t.Errorf("the latest is %d", r.Seq)
			}
			break
		}
		return nil
	})
}

// The names in a record can be replaced; what happened in the game cannot, since
// the result says it too.
func TestARecordIsReplacedOnlyOnceItsGameHasEnded(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	replace := func(game uint64, record []byte) error {
		return s.Update(context.Background(), func(tx *Tx) error { return tx.ReplaceRecord(game, record) })
	}
	if err := replace(g.ID, []byte("x")); !errors.Is(err, ErrNotFound) {
		t.Errorf("of a game that goes on: %v", err)
	}
	g.Record = []byte("Ana against Ben")
	update(t, s, func(tx *Tx) error { _, err := tx.End(&g, Result{Winner: 0}); return err })
	if err := replace(g.ID, make([]byte, maxValue+1)); !errors.Is(err, ErrInvalid) {
		t.Errorf("a huge one: %v", err)
	}
	if err := replace(g.ID, []byte("somebody against Ben")); err != nil {
		t.Fatal(err)
	}
	view(t, s, func(tx *Tx) error {
		record, err := tx.RecordOf(g.ID)
		if string(record) != "somebody against Ben" {
			t.Errorf("kept is %q", record)
		}
		if err := tx.ReplaceRecord(g.ID, nil); !errors.Is(err, ErrReadOnly) {
			t.Errorf("a reader replaces: %v", err)
		}
		return err
	})
}
