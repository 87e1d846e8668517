package bot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	_ "time/tzdata" // for a machine without time zones

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/solver"
	"windfall/store"
)

func utc(year int, month time.Month, d, hour, minute, second int) time.Time {
	return time.Date(year, month, d, hour, minute, second, 0, time.UTC)
}

// Days are whole days of UTC, counted on: over midnight, the end of a year, and
// 29 February.
func TestHazard54_58_DaysAreCountedWhole(t *testing.T) {
	first := utc(2026, 12, 4, 0, 0, 0)
	for _, e := range []struct {
		at      time.Time
		number  uint32
		begins  time.Time
		release time.Time
	}{
		{first, 1, first, utc(2026, 12, 5, 1, 0, 0)},
		{utc(2026, 12, 4, 23, 59, 59), 1, first, utc(2026, 12, 5, 1, 0, 0)},
		{time.Date(2026, 12, 4, 23, 59, 59, 999_999_999, time.UTC), 1, first, utc(2026, 12, 5, 1, 0, 0)},
		{utc(2026, 12, 5, 0, 0, 0), 2, utc(2026, 12, 5, 0, 0, 0), utc(2026, 12, 6, 1, 0, 0)},
		{utc(2026, 12, 5, 0, 59, 59), 2, utc(2026, 12, 5, 0, 0, 0), utc(2026, 12, 6, 1, 0, 0)},
		{utc(2026, 12, 31, 23, 59, 59), 28, utc(2026, 12, 31, 0, 0, 0), utc(2027, 1, 1, 1, 0, 0)},
		{utc(2027, 1, 1, 0, 0, 0), 29, utc(2027, 1, 1, 0, 0, 0), utc(2027, 1, 2, 1, 0, 0)},
		{utc(2028, 2, 28, 12, 0, 0), 452, utc(2028, 2, 28, 0, 0, 0), utc(2028, 2, 29, 1, 0, 0)},
		{utc(2028, 2, 29, 12, 0, 0), 453, utc(2028, 2, 29, 0, 0, 0), utc(2028, 3, 1, 1, 0, 0)},
		{utc(2028, 3, 1, 0, 0, 0), 454, utc(2028, 3, 1, 0, 0, 0), utc(2028, 3, 2, 1, 0, 0)},
		{utc(2027, 2, 28, 12, 0, 0), 87, utc(2027, 2, 28, 0, 0, 0), utc(2027, 3, 1, 1, 0, 0)},
		{utc(2027, 3, 1, 12, 0, 0), 88, utc(2027, 3, 1, 0, 0, 0), utc(2027, 3, 2, 1, 0, 0)},
		{utc(2026, 12, 3, 23, 0, 0), 1, first, utc(2026, 12, 5, 1, 0, 0)}, // a clock that was set back
	} {
		d := dayAt(first, e.at)
		if d.number != e.number || !d.begins.Equal(e.begins) || !d.release().Equal(e.release) {
			t.Errorf("%v lies in day %d, which begins %v and is released %v", e.at, d.number, d.begins, d.release())
		}
		if again := dayOf(first, d.number); again != d {
			t.Errorf("day %d is %v by its number", d.number, again)
		}
	}
	// Every day is the day after the one before, for ten years.
	for n := uint32(1); n < 3660; n++ {
		d, next := dayOf(first, n), dayOf(first, n+1)
		if d.ends() != next.begins || dayAt(first, d.ends()) != next || dayAt(first, d.ends().Add(-1)) != d {
			t.Fatalf("day %d ends %v, and the next begins %v", n, d.ends(), next.begins)
		}
		if h, m, s := d.begins.Clock(); h+m+s != 0 || d.begins.Location() != time.UTC {
			t.Fatalf("day %d begins %v", n, d.begins)
		}
	}
}

// Where a member lives changes nothing, on the days either when clocks are
// changed there.
func TestHazard53_55_TheDayIsTheSameEverywhere(t *testing.T) {
	first := utc(2026, 12, 4, 0, 0, 0)
	for _, zone := range []string{"Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "Australia/Lord_Howe"} {
		place, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		// Hour by hour over the days around each change of the year 2027.
		for _, month := range []time.Month{3, 4, 9, 10, 11} {
			for at := utc(2027, month, 1, 0, 0, 0); at.Month() == month; at = at.Add(time.Hour) {
				want := uint32(at.Sub(first)/(24*time.Hour)) + 1
				if d := dayAt(first, at.In(place)); d.number != want || d != dayAt(first.In(place), at) {
					t.Fatalf("%v in %s lies in day %d, not %d", at, zone, d.number, want)
				}
			}
		}
	}
}

func TestDayNumber(t *testing.T) {
	first := time.Date(2024, 2, 28, 0, 0, 0, 0, time.UTC)
	auckland := time.FixedZone("UTC+13", 13*60*60)
	for _, e := range []struct {
		name string
		t    time.Time
		want uint32
	}{
		{"H53: midnight", first, 1},
		{"H53: the last moment of a day", time.Date(2024, 2, 28, 23, 59, 59, 999_999_999, time.UTC), 1},
		{"H58: the day before a leap day's end", time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), 2},
		{"H58: after a leap day", time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), 3},
		{"H58: a year without one", time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC), 368},
		{"H53: a zone far ahead, where it is tomorrow", time.Date(2024, 2, 29, 12, 59, 0, 0, auckland), 1},
		{"H53: the same zone a minute later", time.Date(2024, 2, 29, 13, 0, 0, 0, auckland), 2},
		{"before the first", first.Add(-time.Second), 0},
		{"long before the first", first.AddDate(-80, 0, 0), 0},
	} {
		t.Run(e.name, func(t *testing.T) {
			if got := dayNumber(first, e.t); got != e.want {
				t.Errorf("day %d, want %d", got, e.want)
			}
		})
	}
}

func TestFloorDiv(t *testing.T) {
	for _, e := range []struct{ a, b, want int64 }{{0, 3, 0}, {5, 3, 1}, {6, 3, 2}, {-1, 3, -1}, {-3, 3, -1}, {-4, 3, -2}} {
		if got := floorDiv(e.a, e.b); got != e.want {
			t.Errorf("%d over %d is %d, want %d", e.a, e.b, got, e.want)
		}
	}
}

// On the days on which clocks are changed a local day has 23 or 25 hours; day
// numbers know nothing of it.
func TestHazard55_DaysWhenClocksChange(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones on this machine: ", err)
	}
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, day := range []time.Time{
		time.Date(2026, 3, 28, 18, 0, 0, 0, berlin), // 29 March has 23 hours there
		time.Date(2026, 10, 24, 18, 0, 0, 0, berlin),
	} {
		var numbers []uint32
		for i := range 3 {
			numbers = append(numbers, dayNumber(first, day.AddDate(0, 0, i)))
		}
		if want := []uint32{numbers[0], numbers[0] + 1, numbers[0] + 2}; !slices.Equal(numbers, want) {
			t.Errorf("three evenings on end from %v are days %v", day, numbers)
		}
	}
}

// little is what a bench computes.
var little = Drawing{Ahead: 2, Games: 10, Playouts: 4, Tries: 3, Nodes: 20_000, NodesAtOnce: 20_000, Bytes: 4 << 20}

// A bench is a bot that is not connected, for what needs no Discord.
func bench(t testing.TB, now *time.Time, random io.Reader) *Bot {
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
	b, err := New(Config{Token: "token", Store: Keep(s), Random: random, Clock: handClock{now}, Drawing: little, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// handClock is a clock that calls nobody.
type handClock struct{ now *time.Time }

func (c handClock) Now() time.Time { return *c.now }

func (c handClock) AfterFunc(time.Duration, func()) func() bool { return func() bool { return true } }

// secretThat returns a secret whose deal of that day is over or not at once, and
// if it is not, can be proven to be winnable or not with the budget of a bench.
func secretThat(t testing.TB, r *rand.ChaCha8, number uint32, over adaman.Result, proven bool) games.Secret {
	t.Helper()
	s := solver.New(1 << 20)
	for range 10_000 {
		secret, err := games.NewSecret(r)
		if err != nil {
			t.Fatal(err)
		}
		d := draftOf(number, secret, adaman.Deal(secret.Stream(games.WithDay(number))))
		if adaman.Open(&d.deck).Result != over {
			continue
		}
		if is, err := d.prove(t.Context(), s, little.NodesAtOnce); err != nil {
			t.Fatal(err)
		} else if is == proven {
			return secret
		}
	}
	t.Fatal("there is no such deal")
	return games.Secret{}
}

// A deal that is over before its first play, or not proven to be winnable, is
// drawn again with another secret, before its seal was shown to anybody; and what
// is kept is the deal of the secret that is kept, with a line that is played to
// its best score.
func TestDeadDealsAreDrawnAgain(t *testing.T) {
	const number = 3
	r := rand.NewChaCha8([32]byte{7})
	overthrown := secretThat(t, r, number, adaman.Overthrown, false)
	stuck := secretThat(t, r, number, adaman.Stuck, false)
	open := secretThat(t, r, number, 0, false)
	good := secretThat(t, r, number, 0, true)
	other := secretThat(t, r, number, 0, true)
	now := utc(2026, 12, 6, 12, 0, 0)
	b := bench(t, &now, io.MultiReader(bytes.NewReader(overthrown[:]), bytes.NewReader(stuck[:]), bytes.NewReader(open[:]),
		bytes.NewReader(good[:]), bytes.NewReader(other[:])))
	for _, when := range []string{"first", "again"} {
		if err := b.ensureDay(t.Context(), number); err != nil {
			t.Fatal(err)
		}
		if err := b.store.View(t.Context(), func(tx Tx) error {
			seal, deck, err := dealOf(tx, number)
			if err != nil {
				return err
			}
			if seal.Secret != good || seal.With != "day 3" || deck != adaman.Deal(good.Stream("day 3")) {
				t.Errorf("%s: the deal is not that of the first good secret", when)
			}
			kept, err := tx.Day(number)
			if err != nil {
				return err
			}
			line, err := lineOf(&kept)
			if err != nil {
				return err
			}
			v, err := replayed(deck, line)
			if err != nil || v.Outcome.Result != adaman.Won || v.Outcome.Score != kept.Par {
				t.Errorf("%s: the line brings %+v, %v, and par is %d", when, v.Outcome, err, kept.Par)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A source of chance that is broken is an error, and not a loop without end.
func TestABrokenSourceOfChanceIsAnError(t *testing.T) {
	r := rand.NewChaCha8([32]byte{8})
	dead := secretThat(t, r, 1, adaman.Overthrown, false)
	now := utc(2026, 12, 4, 12, 0, 0)
	draw := func(random io.Reader) error { return bench(t, &now, random).ensureDay(t.Context(), 1) }
	if err := draw(bytes.NewReader(bytes.Repeat(dead[:], 1000))); !errors.Is(err, errNoProvenDeal) {
		t.Errorf("always the same: %v", err)
	}
	if err := draw(bytes.NewReader(dead[:])); !errors.Is(err, io.EOF) {
		t.Errorf("it ends: %v", err)
	}
}

// Chance never deals a practice game that is over before its first play, and
// only numbers that people can type.
func TestChanceDealsLivePractice(t *testing.T) {
	now := utc(2026, 12, 4, 12, 0, 0)
	b := bench(t, &now, rand.NewChaCha8([32]byte{9}))
	seen := map[uint64]bool{}
	for range 400 { // of which about eleven would be dead
		g, number, err := b.practiceDeal(0)
		if err != nil {
			t.Fatal(err)
		}
		if _, playing := g.ToMove(); !playing || number < 1 || number > highestNumber || g.Deck() != adaman.Deal(games.Numbered(number)) {
			t.Errorf("number %d, playing %v", number, playing)
		}
		seen[number] = true
	}
	if len(seen) < 390 {
		t.Errorf("only %d of 400 numbers are different", len(seen))
	}
}

// Places are those of a competition: equal scores share one, and the next comes
// after all of them.
func TestHazard59_PlacesOfADay(t *testing.T) {
	now := utc(2026, 12, 4, 12, 0, 0)
	b := bench(t, &now, rand.NewChaCha8([32]byte{10}))
	finish := []store.Result{
		{Outcome: "won", Score: 81}, {Outcome: "won", Score: 81}, {Outcome: "won", Score: 70},
		{Outcome: "stuck", Score: 20}, {Outcome: "gave-up", Score: 20}, {Outcome: "overthrown"},
	}
	err := b.store.Update(context.Background(), func(tx Tx) error {
		for i := range len(finish) + 3 {
			me, err := tx.Meet(store.ID(100+i), "Ana")
			if err != nil {
				return err
			}
			g := store.Game{Channel: 1, Kind: store.Daily, Day: 1, Owner: me.Player, Players: []store.Player{me.Player}}
			if err := tx.Put(&g); err != nil {
				return err
			}
			switch {
			case i < len(finish):
				r := finish[i]
				r.Winner = -1
				_, err = tx.End(&g, r)
			case i == len(finish):
				err = tx.Drop(&g, store.GoneRemoved)
			}
			if err != nil {
				return err
			}
		}
		for score, is := range map[int]struct{ place, same int }{81: {1, 1}, 70: {3, 0}, 20: {4, 1}, 0: {6, 0}} {
			f, err := fieldOf(tx, 1, score)
			want := text.Field{Won: 3, Stuck: 1, GaveUp: 1, Overthrown: 1, Playing: 2, Best: 81, Place: is.place, Same: is.same}
			if err != nil || f != want {
				t.Errorf("with %d: %+v, %v", score, f, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is shared is remembered for each channel, as long as it matters.
func TestSharesAreRemembered(t *testing.T) {
	now := utc(2026, 12, 4, 12, 0, 0)
	var s shares
	one := s.in(1, 5, now)
	one.made = true
	if s.in(1, 5, now) != one || s.in(1, 6, now).made || s.in(2, 5, now).made {
		t.Error("each result is shared by itself in each channel")
	}
	for game := uint64(10); game < 10+2*roomInMemory; game++ {
		s.in(game, 5, now).made = true
		now = now.Add(2 * time.Minute)
	}
	if n := len(s.all); n > roomInMemory+1 {
		t.Errorf("%d are remembered", n)
	}
	if !s.in(9+2*roomInMemory, 5, now).made || s.in(10, 5, now).made {
		t.Error("the newest is forgotten, or the oldest is not")
	}
}
