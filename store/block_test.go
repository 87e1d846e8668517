package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"
)

// twoMembers has the bot meet Ana (player 1, id 1001) and Ben (2, 1002), and
// makes the key.
func twoMembers(t *testing.T, s *Store) {
	t.Helper()
	update(t, s, named(1001))
	update(t, s, named(1002))
	update(t, s, func(tx *Tx) error {
		_, err := tx.Key(bytes.NewReader(bytes.Repeat([]byte{7}, keySize)))
		return err
	})
}

func TestTheKeyIsDrawnOnce(t *testing.T) {
	s := newStore(t)
	view(t, s, func(tx *Tx) error {
		if _, err := tx.Key(strings.NewReader(strings.Repeat("x", 99))); !errors.Is(err, ErrNotFound) {
			t.Errorf("a reader draws: %v", err)
		}
		return nil
	})
	if err := s.Update(t.Context(), func(tx *Tx) error { _, err := tx.Key(strings.NewReader("short")); return err }); err == nil {
		t.Error("a key of five bytes is taken")
	}
	for _, letter := range []string{"a", "b"} { // the second is not looked at
		update(t, s, func(tx *Tx) error {
			key, err := tx.Key(strings.NewReader(strings.Repeat(letter, keySize)))
			if want := strings.Repeat("a", keySize); string(key) != want {
				t.Errorf("the key is %q", key)
			}
			return err
		})
	}
}

// Ana blocks Ben and somebody whom the bot has never met. Ben forgets himself and
// comes back: he is somebody new to the bot, and still blocked.
func TestABlockOutlivesTheForgettingOfWhomItBlocks(t *testing.T) {
	s := newStore(t)
	view(t, s, func(tx *Tx) error {
		if blocked, err := tx.Blocked(1, 1002); blocked || err != nil {
			t.Errorf("before there is a key: %v, %v", blocked, err)
		}
		if barred, err := tx.Barred(1, 1002); barred || err != nil {
			t.Errorf("before there is a key: %v, %v", barred, err)
		}
		return nil
	})
	update(t, s, named(1001))
	for what, do := range map[string]func(tx *Tx) error{
		"a block": func(tx *Tx) error { return tx.Block(1, 1002, noon) },
		"a bar":   func(tx *Tx) error { return tx.Bar(1, 1002) },
	} {
		if err := s.Update(t.Context(), do); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s without a key: %v", what, err)
		}
	}
	twoMembers(t, s)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.Block(1, 1002, noon), tx.Block(1, 9999, noon.Add(time.Hour)))
	})
	update(t, s, func(tx *Tx) error { return tx.Block(1, 1002, noon.Add(2*time.Hour)) }) // once more
	update(t, s, func(tx *Tx) error { return tx.Forget(2) })
	update(t, s, named(1002))
	view(t, s, func(tx *Tx) error {
		for id, want := range map[ID]bool{1002: true, 9999: true, 1001: false} {
			if blocked, err := tx.Blocked(1, id); err != nil || blocked != want {
				t.Errorf("%d is blocked: %v, %v", id, blocked, err)
			}
		}
		if blocked, err := tx.Blocked(3, 1001); blocked || err != nil {
			t.Errorf("a block works both ways: %v", err)
		}
		return nil
	})
	var blocks []Block
	view(t, s, func(tx *Tx) (err error) { blocks, err = tx.Blocks(1); return err })
	if len(blocks) != 2 || blocks[0].Player != 0 || blocks[0].Since != noon || bytes.Equal(blocks[0].Hash, blocks[1].Hash) {
		t.Fatalf("Ana's list is %+v", blocks)
	}
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.LiftBlock(1, blocks[0].Hash), tx.Unblock(1, 9999), tx.Unblock(1, 9999))
	})
	view(t, s, func(tx *Tx) error {
		left, err := tx.Blocks(1)
		if len(left) != 0 {
			t.Errorf("left are %+v", left)
		}
		return err
	})
}

func TestWhomAForgottenMemberBlockedNobodyKnows(t *testing.T) {
	s := newStore(t)
	twoMembers(t, s)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.Block(1, 1002, noon), tx.Pause(2, 1, noon, 1), tx.Pause(1, 2, noon, 0))
	})
	update(t, s, func(tx *Tx) error { return tx.Forget(1) })
	view(t, s, func(tx *Tx) error {
		blocks, err := tx.Blocks(1)
		if len(blocks) != 0 {
			t.Errorf("left are %+v", blocks)
		}
		for range tx.scan(inPauses, nil) {
			t.Error("a pause is left")
		}
		stale, err2 := tx.Stale()
		if !stale {
			t.Error("the file is said to hold nothing of Ana's")
		}
		return errors.Join(err, err2)
	})
	for what, do := range map[string]func(tx *Tx) error{
		"hides":   func(tx *Tx) error { return tx.SetHidden(1, true) },
		"refuses": func(tx *Tx) error { return tx.SetRefuses(1, true) },
		"shares":  func(tx *Tx) error { return tx.SetShare(1, ShareAlways) },
		"a stranger": func(tx *Tx) error {
			return tx.SetHidden(77, true)
		},
	} {
		if err := s.Update(t.Context(), do); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAPauseIsOfOneWayAndEnds(t *testing.T) {
	s := newStore(t)
	twoMembers(t, s)
	until := noon.Add(time.Hour)
	update(t, s, func(tx *Tx) error { return tx.Pause(1, 2, until, 2) })
	paused := func(a, b Player, now time.Time) bool {
		t.Helper()
		var is bool
		view(t, s, func(tx *Tx) error {
			at, yes, err := tx.PausedUntil(a, b, now)
			if is = yes; is && at != until {
				t.Errorf("until %v", at)
			}
			return err
		})
		return is
	}
	view(t, s, func(tx *Tx) error {
		for _, p := range []Player{1, 2} {
			all, err := tx.PausesOf(p)
			if err != nil || len(all) != 1 || all[0] != (Pause{1, 2, until, 2}) {
				t.Errorf("player %d has %+v, %v", p, all, err)
			}
		}
		if all, err := tx.PausesOf(3); err != nil || len(all) != 0 {
			t.Errorf("somebody else has %+v, %v", all, err)
		}
		return nil
	})
	grown := func(a, b Player, want int) {
		t.Helper()
		view(t, s, func(tx *Tx) error {
			n, err := tx.PauseStep(a, b)
			if n != want {
				t.Errorf("the pauses before %d challenges %d have come to step %d, want %d", a, b, n, want)
			}
			return err
		})
	}
	grown(1, 2, 2)
	grown(2, 1, 0)
	if !paused(1, 2, noon) || paused(2, 1, noon) || paused(1, 2, until) {
		t.Error("Ana may not challenge Ben for an hour, and Ben may challenge Ana")
	}
	update(t, s, func(tx *Tx) error { return tx.SweepPauses(until.Add(-1)) })
	if !paused(1, 2, noon) {
		t.Error("swept before its end")
	}
	update(t, s, func(tx *Tx) error { return tx.Pause(1, 2, time.Time{}, 0) })
	if paused(1, 2, noon) {
		t.Error("not lifted")
	}
	grown(1, 2, 0)
	if err := s.Update(t.Context(), func(tx *Tx) error { return tx.Pause(1, 2, until, -1) }); !errors.Is(err, ErrInvalid) {
		t.Errorf("a step below the first: %v", err)
	}
	for _, pair := range [][2]Player{{0, 1}, {1, 0}, {2, 2}} {
		if err := s.Update(t.Context(), func(tx *Tx) error { return tx.Pause(pair[0], pair[1], until, 0) }); !errors.Is(err, ErrInvalid) {
			t.Errorf("%v: %v", pair, err)
		}
	}
}

// Ana is told to wait before she challenges Ben again. To be forgotten does not
// end that, and nobody can tell any more that it is about her.
func TestAPauseThatRunsOutlivesItsChallenger(t *testing.T) {
	s := newStore(t)
	for id := ID(1001); id <= 1003; id++ {
		update(t, s, named(id))
	}
	until := noon.Add(6 * time.Hour)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.Pause(1, 2, until, 2), tx.Pause(1, 3, noon, 1), tx.Pause(2, 1, until, 3))
	})
	if err := s.Update(t.Context(), func(tx *Tx) error { return tx.KeepPauses(1, noon) }); !errors.Is(err, ErrNotFound) {
		t.Errorf("without a key: %v", err)
	}
	forget := func(p Player) {
		t.Helper()
		update(t, s, func(tx *Tx) error {
			_, err := tx.Key(rand.Reader)
			return errors.Join(err, tx.KeepPauses(p, noon), tx.Forget(p))
		})
	}
	rows := func() (n int) {
		view(t, s, func(tx *Tx) error {
			for k := range tx.scan(inPauses, nil) {
				n++
				if number(k[:4]) == 1 {
					t.Error("a pause names her")
				}
			}
			return nil
		})
		return n
	}
	forget(1)
	if rows() != 1 { // neither what was over, nor what kept Ben from challenging her
		t.Errorf("%d pauses are left", rows())
	}
	for p := range Player(4) {
		view(t, s, func(tx *Tx) error {
			all, err := tx.PausesOf(p)
			if len(all) != 0 {
				t.Errorf("player %d has %+v", p, all)
			}
			return err
		})
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	update(t, s, named(1004)) // somebody else, of whom nothing is known
	update(t, s, named(1001))
	view(t, s, func(tx *Tx) error {
		all, err := tx.PausesOf(5)
		if len(all) != 1 || all[0] != (Pause{5, 2, until, 2}) {
			t.Errorf("met again she has %+v", all)
		}
		others, err2 := tx.PausesOf(4)
		if len(others) != 0 {
			t.Errorf("somebody else has %+v", others)
		}
		return errors.Join(err, err2)
	})
	forget(5)
	update(t, s, func(tx *Tx) error { return tx.SweepKeptPauses(until.Add(-1)) })
	if rows() != 1 {
		t.Error("swept before its end")
	}
	update(t, s, func(tx *Tx) error { return tx.SweepKeptPauses(until) })
	if rows() != 0 {
		t.Error("not swept at its end")
	}
	update(t, s, named(1001))
	update(t, s, func(tx *Tx) error { return tx.Pause(6, 2, until, 0) })
	forget(6)
	forget(2) // whom it would protect is gone too
	if rows() != 0 {
		t.Error("a pause is left between two who are forgotten")
	}
}

func TestABarIsOfADayAndSaysNotWho(t *testing.T) {
	s := newStore(t)
	twoMembers(t, s)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.Bar(4, 1001), tx.Bar(5, 1001), tx.Bar(5, 1002), tx.Bar(5, 1002), tx.Block(1, 1002, noon))
	})
	barred := func(day uint32, id ID) (is bool) {
		view(t, s, func(tx *Tx) (err error) { is, err = tx.Barred(day, id); return err })
		return is
	}
	if !barred(4, 1001) || !barred(5, 1002) || barred(4, 1002) || barred(6, 1001) {
		t.Error("the wrong ones are barred")
	}
	view(t, s, func(tx *Tx) error {
		blocks, err := tx.Blocks(1)
		for k := range tx.scan(inBars, nil) {
			if bytes.Equal(k[4:], blocks[0].Hash) {
				t.Error("the bar tells who is blocked")
			}
		}
		return err
	})
	update(t, s, func(tx *Tx) error { return tx.DropBars(4) })
	if barred(4, 1001) || !barred(5, 1001) {
		t.Error("the wrong days are over")
	}
	for _, of := range []struct {
		day uint32
		id  ID
	}{{0, 1001}, {1, 0}} {
		if err := s.Update(t.Context(), func(tx *Tx) error { return tx.Bar(of.day, of.id) }); !errors.Is(err, ErrInvalid) {
			t.Errorf("%v: %v", of, err)
		}
	}
}
