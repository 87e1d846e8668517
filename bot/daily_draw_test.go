package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/adaman/solver"
	"windfall/store"
)

// The bands of a week leave out no deal and share none.
func TestEveryDealSuitsOneWeekday(t *testing.T) {
	for won := range robot.DifficultyGames + 1 {
		var suits []time.Weekday
		for i := range 7 {
			on := dayOf(firstOfAll, uint32(i+1))
			if bandOf(on).off(won, robot.DifficultyGames) == 0 {
				suits = append(suits, on.begins.Weekday())
			}
		}
		if len(suits) != 1 {
			t.Errorf("%d won suit %v", won, suits)
		}
	}
	monday, sunday := bandOf(dayOf(firstOfAll, 4)), bandOf(dayOf(firstOfAll, 3))
	if monday.hi != robot.DifficultyGames || sunday.lo != 0 || monday.lo <= sunday.hi {
		t.Errorf("Monday has %+v and Sunday %+v", monday, sunday)
	}
}

// A deal far from its band is given up soon; one that comes out in the band is
// hardly ever.
func TestMeasuringStopsWhenThereIsNoPoint(t *testing.T) {
	const all = robot.DifficultyGames
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 7 {
		b := bandOf(dayOf(firstOfAll, uint32(i+1)))
		inBand, lost, games, deals := 0, 0, 0, 4000
		for range deals {
			share := r.Float64()
			won, stopped, stoppedAt := 0, false, all
			for played := 0; played < all; played++ {
				if !stopped && played >= measureFirst && (played-measureFirst)%measureNext == 0 && b.missed(won, played, all) {
					stopped, stoppedAt = true, played
				}
				if r.Float64() < share {
					won++
				}
			}
			games += stoppedAt
			if b.off(won, all) == 0 {
				inBand++
				if stopped {
					lost++
				}
			}
		}
		if inBand == 0 || lost*25 > inBand {
			t.Errorf("%+v: of %d deals in the band %d were given up", b, inBand, lost)
		}
		if games > deals*all*2/3 {
			t.Errorf("%+v: %d games of %d were played", b, games, deals*all)
		}
		// What is certain is seen at once.
		if b.hi < all && !b.missed(b.hi+1, all-1, all) || b.lo > 0 && !b.missed(b.lo-2, all-1, all) {
			t.Errorf("%+v: a deal that cannot be in it any more is played on", b)
		}
	}
}

// The deal of a day ahead is the first in the band of its weekday, and if none
// is, the nearest of those that were tried.
func TestADayAheadIsTheFirstInItsBandOrTheNearest(t *testing.T) {
	now := utc(2026, 12, 4, 12, 0, 0)
	inBand, nearest := 0, 0
	for seed := byte(0); seed < 10; seed++ {
		b := bench(t, &now, rand.NewChaCha8([32]byte{seed}))
		again := bench(t, &now, rand.NewChaCha8([32]byte{seed}))
		on := dayOf(firstOfAll, 3+uint32(seed)) // any weekday
		s, p, want := solver.New(1<<20), robot.New(), bandOf(on)
		got, err := b.drawFor(t.Context(), s, p, on)
		if err != nil {
			t.Fatal(err)
		}
		var tried []*draft
		for range little.Tries {
			d, err := again.draft(t.Context(), s, on.number, little.Nodes)
			if err != nil {
				t.Fatal(err)
			}
			if err := again.measure(t.Context(), p, d, nil); err != nil {
				t.Fatal(err)
			}
			tried = append(tried, d)
		}
		best := slices.MinFunc(tried, func(a, b *draft) int { return want.off(a.won, a.played) - want.off(b.won, b.played) })
		if want.off(best.won, best.played) == 0 {
			inBand++
		} else {
			nearest++
		}
		if got.secret != best.secret || got.played != little.Games || got.won != best.won {
			t.Errorf("day %d: %d of %d were won at the deal, and %d of %d at the one that should be", on.number, got.won, got.played, best.won, best.played)
		}
	}
	if inBand == 0 || nearest == 0 {
		t.Errorf("%d in their bands and %d nearest to them", inBand, nearest)
	}
}

// drawn drives a bench as its goroutine would, and returns the days.
func drawn(t testing.TB, b *Bot, numbers ...uint32) (all []store.Day) {
	t.Helper()
	if _, err := b.drawDays(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.store.View(t.Context(), func(tx Tx) error {
		for _, n := range numbers {
			d, err := tx.Day(n)
			if err != nil {
				return err
			}
			all = append(all, d)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func begun(t testing.TB, b *Bot, at time.Time) {
	t.Helper()
	if err := b.store.Update(t.Context(), func(tx Tx) error {
		_, err := tx.FirstDay(at)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// Over a year's end and over 28 and 29 February, today and the days ahead are
// always there: each proven, each measured, each with the deal of its own secret
// and day, and none of them ever changes.
func TestHazard58_60_DaysAheadAreDrawnOnce(t *testing.T) {
	now := utc(2026, 12, 30, 12, 0, 0)
	b := bench(t, &now, rand.NewChaCha8([32]byte{3}))
	if wait, err := b.drawDays(t.Context()); err != nil || wait != drawRest {
		t.Errorf("before the first daily it waits %v, %v", wait, err)
	}
	begun(t, b, now)
	known := map[uint32]store.Day{}
	for _, at := range []time.Time{
		now, utc(2026, 12, 31, 23, 59, 59), utc(2027, 1, 1, 0, 0, 0), utc(2027, 1, 1, 8, 0, 0),
		utc(2027, 2, 27, 0, 0, 0), utc(2027, 2, 28, 23, 0, 0), utc(2027, 3, 1, 0, 0, 0),
		utc(2028, 2, 28, 12, 0, 0), utc(2028, 2, 29, 12, 0, 0), utc(2028, 3, 1, 0, 0, 0),
	} {
		now = at
		today := dayNumber(utc(2026, 12, 30, 0, 0, 0), now)
		for _, d := range drawn(t, b, today, today+1, today+2) {
			if was, ok := known[d.Number]; ok && !reflect.DeepEqual(was, d) {
				t.Errorf("day %d has changed at %v", d.Number, at)
			}
			known[d.Number] = d
			seal, deck, err := readDeal(&d)
			if err != nil || deck != adaman.Deal(seal.Secret.Stream(seal.With)) || seal.With != games.WithDay(d.Number) {
				t.Errorf("day %d does not have the deal of its seal: %v", d.Number, err)
			}
			line, err := lineOf(&d)
			if err != nil {
				t.Fatal(err)
			}
			if v, err := replayed(deck, line); err != nil || v.Outcome.Score != d.Par || v.Outcome.Result != adaman.Won {
				t.Errorf("the line of day %d brings %+v, %v", d.Number, v.Outcome, err)
			}
			if d.Played != little.Games || d.Won < 0 || d.Won > d.Played {
				t.Errorf("day %d was measured by %d of %d", d.Number, d.Won, d.Played)
			}
		}
		if err := b.store.View(t.Context(), func(tx Tx) error {
			if _, err := tx.Day(today + 3); !errors.Is(err, store.ErrNotFound) {
				return fmt.Errorf("day %d is there at %v: %v", today+3, at, err)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
	secrets := map[string]bool{}
	for _, d := range known {
		secrets[string(d.Secret)] = true
	}
	if len(secrets) != len(known) || len(known) != 15 {
		t.Errorf("%d days have %d secrets", len(known), len(secrets))
	}
	// It sleeps an hour, or to midnight.
	now = utc(2028, 3, 1, 23, 59, 0)
	if wait, err := b.drawDays(t.Context()); err != nil || wait != time.Minute {
		t.Errorf("before midnight it waits %v, %v", wait, err)
	}
}

// Days that were drawn before best scores were kept get theirs, also some days
// back; a deal that cannot be won has none, and is not looked at for ever.
func TestWhatIsNotKnownOfADayIsFoundOut(t *testing.T) {
	now := utc(2026, 12, 10, 12, 0, 0)
	b := bench(t, &now, rand.NewChaCha8([32]byte{4}))
	begun(t, b, utc(2026, 12, 4, 0, 0, 0))
	chance := rand.NewChaCha8([32]byte{5})
	hopeless := uint32(6)
	if err := b.store.Update(t.Context(), func(tx Tx) error {
		for n := uint32(1); n <= 7; n++ {
			secret := secretThat(t, chance, n, 0, n != hopeless)
			d := draftOf(n, secret, adaman.Deal(secret.Stream(games.WithDay(n))))
			deal, err := json.Marshal(d.deck)
			if err != nil {
				return err
			}
			if err := tx.PutDay(&store.Day{Number: n, Secret: d.secret[:], Deal: deal, Drawn: now}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, d := range drawn(t, b, 1, 2, 3, 4, 5, 6, 7) {
		if known := d.Par > 0 && d.Played == little.Games; known == (d.Number == hopeless) {
			t.Errorf("of day %d is known: par %d, %d of %d", d.Number, d.Par, d.Won, d.Played)
		}
	}
	if !b.unproven[hopeless] || len(b.unproven) != 1 {
		t.Errorf("unproven are %v", b.unproven)
	}
}

// If somebody draws a day while it is drawn ahead, the first that is kept
// stands.
func TestHazard60_WhoIsQuickerDrawsTheDay(t *testing.T) {
	now := utc(2026, 12, 4, 12, 0, 0)
	b := bench(t, &now, rand.NewChaCha8([32]byte{6}))
	begun(t, b, now)
	slow, err := b.draft(t.Context(), solver.New(1<<20), 1, little.Nodes)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.ensureDay(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Second)
	if err := b.keepDraft(t.Context(), slow); err != nil {
		t.Errorf("who is slower is told %v", err)
	}
	if d := drawn(t, b, 1)[0]; games.Secret(d.Secret) == slow.secret {
		t.Error("the day was dealt anew")
	}
}

// Void days are not drawn, and a fault in drawing, even one that would end the
// process, is an error and no more.
func TestDrawingGoesOnAroundFaults(t *testing.T) {
	now := utc(2026, 12, 4, 12, 0, 0)
	b := bench(t, &now, rand.NewChaCha8([32]byte{6}))
	begun(t, b, now)
	if err := b.store.Update(t.Context(), func(tx Tx) error {
		return tx.PutVoid(store.Void{Number: 1, AsOf: now, Noted: now})
	}); err != nil {
		t.Fatal(err)
	}
	drawn(t, b, 2, 3)
	if there, err := b.isDrawn(t.Context(), 1); there || err != nil {
		t.Errorf("a void day is drawn, %v", err)
	}
	now = utc(2026, 12, 9, 12, 0, 0)
	b.random = faulty{}
	if _, err := b.drawDays(t.Context()); err == nil {
		t.Error("a panic is no error")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	b.random = rand.NewChaCha8([32]byte{7})
	if _, err := b.drawDays(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

type faulty struct{}

func (faulty) Read([]byte) (int, error) { panic("a mistake in the source of chance") }

// A game that was lost is searched for the last table at which it could be won:
// quickly if every table has an answer, and as exactly as can be if some have
// none.
func TestTheTurningPointIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 3000 {
		tables := 1 + r.IntN(26)
		lost := r.IntN(tables + 1) // from this table on
		answers := make([]solver.Verdict, tables)
		some := r.IntN(2) == 0 // have no answer
		wantYes, wantNo := -1, -1
		for i := range answers {
			switch {
			case some && r.IntN(3) == 0:
			case i < lost:
				answers[i], wantYes = solver.Yes, i
			default:
				answers[i] = solver.No
				if wantNo < 0 {
					wantNo = i
				}
			}
		}
		asked := map[int]bool{}
		yes, no, err := turningPoint(tables, func(i int) (solver.Verdict, error) {
			if asked[i] {
				t.Fatalf("table %d of %v is looked at twice", i, answers)
			}
			asked[i] = true
			return answers[i], nil
		})
		if err != nil || yes != wantYes || no != wantNo {
			t.Fatalf("%v: %d and %d, %v", answers, yes, no, err)
		}
		if !some && len(asked) > 5 {
			t.Errorf("%v: %d tables were looked at", answers, len(asked))
		}
	}
	fault := errors.New("busy")
	if _, _, err := turningPoint(3, func(int) (solver.Verdict, error) { return 0, fault }); !errors.Is(err, fault) {
		t.Errorf("a fault is %v", err)
	}
}
