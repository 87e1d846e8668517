package store

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestARatingIsKeptToTheLastBit(t *testing.T) {
	s := newStore(t)
	// All of them could be written shorter, were they not written at full length.
	rows := []Rating{
		{1500, 350, 0.06, 0},
		{math.Nextafter(1500, 1501), math.SmallestNonzeroFloat64, -0.5, 1},
		{math.Copysign(0, -1), 0.1, 1.0 / 3, math.MaxInt32},
	}
	for i, want := range rows {
		update(t, s, func(tx *Tx) error { return tx.PutRating(900, 1, uint32(i), want) })
		view(t, s, func(tx *Tx) error {
			got, week, err := tx.Rating(900, 1)
			if week != uint32(i) || math.Float64bits(got.Points) != math.Float64bits(want.Points) || got != want {
				t.Errorf("put %v, kept %v", want, got)
			}
			for _, f := range []float64{want.Points, want.Deviation, want.Volatility} {
				full := append([]byte{0xfb}, key64(math.Float64bits(f))...)
				if !bytes.Contains(tx.get(inRatings, ratingKey(900, 1, uint32(i))), full) {
					t.Errorf("%v is not kept with its 64 bits", f)
				}
			}
			return err
		})
	}
	for what, do := range map[string]func(*Tx) error{
		"no number": func(tx *Tx) error { return tx.PutRating(900, 1, 1, Rating{Points: math.NaN()}) },
		"infinite":  func(tx *Tx) error { return tx.PutRating(900, 1, 1, Rating{Deviation: math.Inf(1)}) },
		"nowhere":   func(tx *Tx) error { return tx.PutRating(0, 1, 1, Rating{}) },
		"nobody":    func(tx *Tx) error { return tx.PutRating(900, 0, 1, Rating{}) },
		"to come":   func(tx *Tx) error { return tx.SetRated(1) },
	} {
		if err := s.Update(t.Context(), do); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestRatingsAreDroppedWithTheNoteOfWhatIsInThem(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	update(t, s, func(tx *Tx) error { _, err := tx.End(&g, Result{Winner: 0}); return err })
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.PutRating(900, 1, 1, Rating{Points: 1600}), tx.PutRating(901, 2, 1, Rating{Points: 1400}), tx.SetRated(1))
	})
	update(t, s, func(tx *Tx) error { return tx.DropRatings() })
	view(t, s, func(tx *Tx) error {
		for row := range tx.scan(inRatings, nil) {
			t.Errorf("left is %x", row)
		}
		seq, err := tx.Rated()
		if seq != 0 {
			t.Errorf("result %d is said to be in them", seq)
		}
		return err
	})
}

// A row that is damaged comes with an error, and the rows behind it come all the
// same.
func TestADamagedRatingHidesNoOther(t *testing.T) {
	s := newStore(t)
	update(t, s, func(tx *Tx) error {
		for p := Player(1); p <= 3; p++ {
			for week := range uint32(3) {
				if err := tx.PutRating(900, p, week, Rating{Points: 1500}); err != nil {
					return err
				}
			}
		}
		key := ratingKey(900, 2, 2)
		kept := bytes.Clone(tx.get(inRatings, key))
		if err := tx.in[inRatings].Put(key, []byte("torn")); err != nil {
			return err
		}
		var said []string
		for row, err := range tx.RatedPlayers(900) {
			said = append(said, fmt.Sprint(row.Player, errors.Is(err, ErrDamaged)))
		}
		for row, err := range tx.RatingsOf(900, 2) {
			said = append(said, fmt.Sprint(row.Week, errors.Is(err, ErrDamaged)))
		}
		if got := strings.Join(said, ", "); got != "1 false, 2 true, 3 false, 0 false, 1 false, 2 true" {
			t.Error(got)
		}
		return tx.in[inRatings].Put(key, kept)
	})
}
