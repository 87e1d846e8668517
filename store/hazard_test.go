package store

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What a bot must survive, as far as the rule lives here. The numbers are
// those of the project's list of hazards; 22 and 66 are beside the other tests
// of Open.

func TestHazard3_OfAMessageOnlyIdsAreKept(t *testing.T) {
	var fields []string
	for f := range reflect.TypeFor[Message]().Fields() {
		fields = append(fields, f.Name+" "+f.Type.String())
	}
	if want := []string{"Channel store.ID", "ID store.ID", "Posted time.Time"}; !reflect.DeepEqual(fields, want) {
		t.Errorf("a message is %v; a token in it would be dead after a quarter of an hour", fields)
	}
}

func TestHazard19_ATimerAndAPressDoNotBothMove(t *testing.T) {
	s := newStore(t)
	for round := range 50 {
		g := challenge(t, s, ID(500+round))
		var ran, expired atomic.Int32
		var both sync.WaitGroup
		both.Go(func() { // the press, drawn on the game as it was
			press := g
			press.Due = noon.Add(48 * time.Hour)
			err := s.Update(context.Background(), func(tx *Tx) error { return tx.Put(&press) })
			if err == nil {
				ran.Add(1)
			} else if !errors.Is(err, ErrGone) {
				t.Error(err)
			}
		})
		both.Go(func() { // the timer, which looks again inside the transaction
			err := s.Update(context.Background(), func(tx *Tx) error {
				due, err := tx.Due(noon.Add(24*time.Hour), 1)
				if err != nil || len(due) == 0 {
					return err
				}
				if err := tx.Drop(&due[0], GoneExpired); err != nil {
					return err
				}
				expired.Add(1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if ran.Load()+expired.Load() != 1 {
			t.Fatalf("round %d: moved %d times and expired %d times", round, ran.Load(), expired.Load())
		}
	}
}

func TestHazard20_ADoubleClickCountsOnce(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	var counted, conflicts atomic.Int32
	var clicks sync.WaitGroup
	for range 100 {
		clicks.Go(func() {
			move := g
			move.Record = []byte("0 offer r5")
			switch err := s.Update(context.Background(), func(tx *Tx) error { return tx.Put(&move) }); {
			case err == nil:
				counted.Add(1)
			case errors.Is(err, ErrConflict):
				conflicts.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	clicks.Wait()
	if counted.Load() != 1 || conflicts.Load() != 99 {
		t.Errorf("%d counted, %d conflicts", counted.Load(), conflicts.Load())
	}
	view(t, s, func(tx *Tx) error {
		kept, err := tx.Game(g.ID)
		if kept.Version != g.Version+1 {
			t.Errorf("the game has version %d", kept.Version)
		}
		return err
	})
}

func TestHazard24_AGameEndsOnce(t *testing.T) {
	s := newStore(t)
	g := challenge(t, s, 500)
	var ended atomic.Int32
	var ends sync.WaitGroup
	for i := range 50 {
		ends.Go(func() {
			mine := g
			err := s.Update(context.Background(), func(tx *Tx) error {
				_, err := tx.End(&mine, Result{Ended: noon, Winner: i % 2, Score: i})
				return err
			})
			if err == nil {
				ended.Add(1)
			} else if !errors.Is(err, ErrEnded) {
				t.Error(err)
			}
		})
	}
	ends.Wait()
	if ended.Load() != 1 {
		t.Fatalf("it ended %d times", ended.Load())
	}
	var first Result
	view(t, s, func(tx *Tx) (err error) {
		first, err = tx.ResultOf(g.ID)
		return err
	})
	// A late timer, with whatever version, changes nothing any more.
	for version := range uint64(4) {
		late := g
		late.Version = version
		for name, change := range map[string]func(tx *Tx) error{
			"end": func(tx *Tx) error {
				_, err := tx.End(&late, Result{Ended: noon.Add(time.Hour), Winner: -1})
				return err
			},
			"put":  func(tx *Tx) error { return tx.Put(&late) },
			"note": func(tx *Tx) error { return tx.Note(&late) },
			"drop": func(tx *Tx) error { return tx.Drop(&late, GoneExpired) },
		} {
			if err := s.Update(context.Background(), change); !errors.Is(err, ErrEnded) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	view(t, s, func(tx *Tx) error {
		r, err := tx.ResultOf(g.ID)
		if !reflect.DeepEqual(r, first) {
			t.Errorf("the result was %+v and is %+v", first, r)
		}
		n := 0
		for range tx.Results(0, 0) {
			n++
		}
		if n != 1 {
			t.Errorf("there are %d results", n)
		}
		return err
	})
}

func TestHazard56_ADailyKeepsItsOwnDayAfterMidnight(t *testing.T) {
	s := newStore(t)
	before, after := noon.Add(11*time.Hour+59*time.Minute), noon.Add(12*time.Hour+20*time.Minute)
	g := Game{Channel: 500, Kind: Daily, Owner: 1, Players: []Player{1}, Day: 128, Begun: before}
	update(t, s, func(tx *Tx) error { return tx.Put(&g) })
	update(t, s, func(tx *Tx) error {
		r, err := tx.End(&g, Result{Ended: after, Winner: -1, Outcome: "won", Day: 129})
		if r.Day != 128 {
			t.Errorf("its result is of day %d", r.Day)
		}
		return err
	})
}

func TestHazard57_ADayIsAnnouncedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	s := openStore(t, path)
	var news atomic.Int32
	var ticks sync.WaitGroup
	for range 20 {
		ticks.Go(func() {
			var first bool
			update(t, s, func(tx *Tx) (err error) { first, err = tx.MarkPosted(900, 128); return err })
			if first {
				news.Add(1)
			}
		})
	}
	ticks.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, path)
	update(t, s, func(tx *Tx) error {
		again, err := tx.MarkPosted(900, 128)
		if news.Load() != 1 || again {
			t.Errorf("news %d times, and again after a restart: %v", news.Load(), again)
		}
		if elsewhere, err := tx.MarkPosted(901, 128); err != nil || !elsewhere {
			t.Errorf("in another server: %v, %v", elsewhere, err)
		}
		return err
	})
}

func TestHazard58_TheFirstDayIsKeptOverLeapDaysAndZones(t *testing.T) {
	s := newStore(t)
	if err := s.View(context.Background(), func(tx *Tx) error { _, err := tx.FirstDay(noon); return err }); !errors.Is(err, ErrNotFound) {
		t.Errorf("looking alone: %v", err)
	}
	// Late on 28 February in New York it is 29 February in UTC.
	today := time.Date(2028, 2, 28, 22, 0, 0, 0, time.FixedZone("EST", -5*60*60))
	want := time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)
	for _, today := range []time.Time{today, today.AddDate(1, 0, 0), today.AddDate(-1, 0, 0)} {
		update(t, s, func(tx *Tx) error {
			first, err := tx.FirstDay(today)
			if !first.Equal(want) || first.Location() != time.UTC {
				t.Errorf("the first day is %v", first)
			}
			return err
		})
	}
}

func TestHazard60_ARestartDoesNotRollAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	secret := func(b byte) []byte { s := make([]byte, 32); s[31] = b; return s }
	d := Day{Number: 128, Secret: secret(1), Deal: []byte("9VY 6LK"), Drawn: noon}
	s := openStore(t, path)
	update(t, s, func(tx *Tx) error { return tx.PutDay(&d) })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, path)
	for _, other := range []Day{
		{Number: 128, Secret: secret(2), Deal: d.Deal, Drawn: d.Drawn},
		{Number: 128, Secret: d.Secret, Deal: []byte("CV 7VY"), Drawn: d.Drawn},
		{Number: 128, Secret: d.Secret, Deal: d.Deal, Drawn: d.Drawn.Add(time.Hour)},
	} {
		if err := s.Update(context.Background(), func(tx *Tx) error { return tx.PutDay(&other) }); !errors.Is(err, ErrDrawn) {
			t.Errorf("another deal: %v", err)
		}
	}
	measured := d
	measured.Won, measured.Played = 70, 200
	update(t, s, func(tx *Tx) error { return tx.PutDay(&measured) })
	view(t, s, func(tx *Tx) error {
		kept, err := tx.Day(128)
		if !reflect.DeepEqual(kept, measured) {
			t.Errorf("kept is %+v", kept)
		}
		return err
	})

	// Nor does a game: its secret is in place before there is a deal.
	g := challenge(t, s, 500)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, path)
	view(t, s, func(tx *Tx) error {
		kept, err := tx.Game(g.ID)
		if !reflect.DeepEqual(kept, g) {
			t.Errorf("kept is %+v", kept)
		}
		return err
	})
}
