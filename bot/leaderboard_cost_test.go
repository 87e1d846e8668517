package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"windfall/bot/text"
	"windfall/store"
)

// manyDailies fills a store with the dailies of a server in which every member
// plays every day.
func manyDailies(t testing.TB, members int, last uint32) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "windfall.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	chance := rand.New(rand.NewPCG(100, 3))
	for from := uint32(1); from <= last; from += 50 {
		err := s.Update(context.Background(), func(tx *store.Tx) error {
			if _, err := tx.FirstDay(firstOfAll); err != nil {
				return err
			}
			for day := from; day < from+50 && day <= last; day++ {
				d := dayOf(firstOfAll, day)
				kept := store.Day{Number: day, Secret: make([]byte, 32), Deal: make([]byte, 200), Drawn: d.begins, Par: 80 + chance.IntN(20), Line: make([]byte, 300)}
				if err := tx.PutDay(&kept); err != nil {
					return err
				}
				for i := range members {
					me, err := tx.Meet(store.ID(100+i), fmt.Sprintf("Member %d", i))
					if err != nil {
						return err
					}
					g := store.Game{Kind: store.Daily, Guild: 7, Channel: 5, Day: day, Owner: me.Player, Players: []store.Player{me.Player}}
					if err := tx.Put(&g); err != nil {
						return err
					}
					r := store.Result{Outcome: "stuck", Winner: -1, Score: chance.IntN(66), Plays: 12, Ended: d.begins.Add(time.Duration(i) * time.Minute)}
					if _, err := tx.End(&g, r); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The table of a day is there for whoever announces it from its release on, and
// not a second before.
func TestReleasedBoard(t *testing.T) {
	s := manyDailies(t, 11, 2)
	for _, e := range []struct {
		number uint32
		at     time.Time
		there  bool
	}{
		{1, utc(2026, 12, 4, 23, 0, 0), false},
		{1, utc(2026, 12, 5, 0, 59, 59), false},
		{1, utc(2026, 12, 5, 1, 0, 0), true},
		{2, utc(2026, 12, 5, 12, 0, 0), false},
		{2, utc(2026, 12, 6, 1, 0, 0), true},
		{3, utc(2026, 12, 6, 12, 0, 0), false},
		{0, utc(2026, 12, 6, 12, 0, 0), false},
	} {
		err := s.View(context.Background(), func(tx *store.Tx) error {
			table, err := releasedBoard(tx, text.English, 7, e.number, e.at)
			if err != nil {
				return err
			}
			if table.Number != e.number || table.Members != 11 || len(table.Places) != 10 || !table.Opens.IsZero() {
				t.Errorf("day %d at %v: %+v", e.number, e.at, table)
			}
			elsewhere, err := releasedBoard(tx, text.English, 8, e.number, e.at)
			if err != nil || elsewhere.Members != 0 {
				t.Errorf("in another server: %+v, %v", elsewhere, err)
			}
			return nil
		})
		if there := err == nil; there != e.there || !there && !errors.Is(err, store.ErrNotFound) {
			t.Errorf("day %d at %v: %v", e.number, e.at, err)
		}
	}
}

// BenchmarkLeaderboard makes tables in a server in which 100 members have played
// every day of three years: all time is the dearest.
func BenchmarkLeaderboard(b *testing.B) {
	const last = 3 * 365
	s := manyDailies(b, 100, last)
	for _, p := range []period{aDay, aWeek, aMonth, allTime} {
		b.Run(string(p), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				err := s.View(context.Background(), func(tx *store.Tx) error {
					v := tableViewer{tx: tx, guild: 7, first: firstOfAll, me: 50, newest: last, today: last + 1}
					_, err := v.table(tableAsk{period: p})
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	// And a member's streak, which reads their own results.
	b.Run("streak", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			err := s.View(context.Background(), func(tx *store.Tx) error {
				streak, err := streakThrough(tx, 50, last, false)
				if streak.Days != last {
					return fmt.Errorf("the streak is %+v", streak)
				}
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
