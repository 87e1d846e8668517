package bot

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"windfall/store"
)

// standings goes through standings.
func standings(list ...store.Standing) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		for _, s := range list {
			if !yield(s, nil) {
				return
			}
		}
	}
}

var noon = utc(2026, 12, 4, 12, 0, 0)

// stood is how a player's daily ended, some milliseconds after noon.
func stood(player store.Player, day uint32, score, plays, after int) store.Standing {
	return store.Standing{
		Player: player, Day: day, Score: score, Won: score >= 66, Plays: plays,
		Ended: noon.Add(time.Duration(after) * time.Millisecond),
	}
}

// The higher score comes first, then fewer plays, then the earlier finish; who is
// equal in all of them shares a place, and the next comes after all of those.
func TestHazard59_ADayIsOrderedByScorePlaysAndFinish(t *testing.T) {
	rows, err := rankDay(standings(
		stood(1, 5, 20, 9, 0),
		stood(2, 5, 81, 13, 700),
		stood(3, 5, 81, 12, 900),
		stood(4, 5, 81, 13, 200),
		stood(5, 5, 81, 13, 700),
		stood(6, 5, 0, 1, 0),
		stood(7, 5, 81, 13, 701),
	))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%d: %d", r.place, r.Player))
	}
	if want := []string{"1: 3", "2: 4", "3: 2", "3: 5", "5: 7", "6: 1", "7: 6"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Several days are ordered by the sum of score by par, which is exact: a third
// and two thirds are one.
func TestHazard59_DaysAreOrderedByTheirExactSum(t *testing.T) {
	pars := map[uint32]int{1: 66, 2: 87, 3: 90}
	table, err := rankDays(standings(
		stood(1, 1, 22, 9, 10), stood(2, 1, 44, 9, 10), stood(3, 1, 66, 9, 10), stood(7, 1, 0, 3, 0),
		stood(1, 2, 58, 9, 20), stood(2, 2, 29, 9, 20), stood(5, 2, 87, 9, 20),
		stood(4, 3, 90, 9, 5), stood(6, 3, 89, 9, 5),
		stood(9, 4, 80, 9, 5), // a day that does not count
	), pars)
	if err != nil {
		t.Fatal(err)
	}
	shown := shownOf(len(table.places), -1)
	digits := table.digits(shown)
	var got []string
	for _, i := range shown {
		r := &table.places[i]
		got = append(got, fmt.Sprintf("%d: %d with %s, %d played, %d won", r.place, r.player, table.sum(r, digits), r.played, r.won))
	}
	want := []string{
		"1: 4 with 1.00, 1 played, 1 won", // won, and earliest
		"2: 3 with 1.00, 1 played, 1 won",
		"3: 5 with 1.00, 1 played, 1 won",
		"4: 1 with 1.00, 2 played, 0 won",
		"4: 2 with 1.00, 2 played, 0 won",
		"6: 6 with 0.98, 1 played, 1 won",
		"7: 7 with 0.00, 1 played, 0 won",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Sums are written with as many digits as it takes to tell neighbours apart, and
// never rounded up.
func TestSumsAreWrittenSoThatTheyDiffer(t *testing.T) {
	pars := map[uint32]int{1: 97, 2: 89, 3: 83}
	table, err := rankDays(standings(
		stood(1, 1, 50, 9, 0), stood(1, 2, 45, 9, 0),
		stood(2, 1, 49, 9, 0), stood(2, 2, 46, 9, 0),
		stood(3, 1, 97, 9, 0), stood(3, 2, 89, 9, 0), stood(3, 3, 82, 9, 0),
	), pars)
	if err != nil {
		t.Fatal(err)
	}
	shown := shownOf(len(table.places), -1)
	var got []string
	for _, i := range shown {
		got = append(got, table.sum(&table.places[i], table.digits(shown)))
	}
	// 2.98795…, 50/97 + 45/89 = 1.0210819…, 49/97 + 46/89 = 1.0220085…
	if want := []string{"2.987", "1.022", "1.021"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Nobody and nothing to reckon with make an empty table; a fault of the store is
// passed on.
func TestTablesOfNothing(t *testing.T) {
	if rows, err := rankDay(standings()); err != nil || len(rows) != 0 {
		t.Errorf("%v, %v", rows, err)
	}
	if table, err := rankDays(standings(stood(1, 1, 70, 9, 0)), nil); err != nil || len(table.places) != 0 || table.digits(nil) != fewestDigits {
		t.Errorf("%v, %v", table, err)
	}
	fault := errors.New("fault")
	broken := func(yield func(store.Standing, error) bool) {
		if yield(stood(1, 1, 70, 9, 0), nil) {
			yield(store.Standing{}, fault)
		}
	}
	if _, err := rankDay(broken); !errors.Is(err, fault) {
		t.Error(err)
	}
	if _, err := rankDays(broken, map[uint32]int{1: 80}); !errors.Is(err, fault) {
		t.Error(err)
	}
}

// Whatever is played, the order is a total one and the places are those of a
// competition: one more than how many did better, reckoned here in another way,
// member by member and with fractions.
func TestHazard59_TheOrderIsATotalOne(t *testing.T) {
	chance := rand.New(rand.NewPCG(59, 1))
	ties := 0
	for range 400 {
		members, length := 1+chance.IntN(12), uint32(1+chance.IntN(9))
		pars := map[uint32]int{}
		var list []store.Standing
		for day := uint32(1); day <= length; day++ {
			if chance.IntN(8) > 0 {
				pars[day] = 66 + chance.IntN(40)
			}
			for player := store.Player(1); int(player) <= members; player++ {
				if chance.IntN(4) > 0 {
					// Few values, so that there are ties of every depth.
					score := []int{0, 22, 33, 66}[chance.IntN(4)]
					list = append(list, stood(player, day, score, 8+chance.IntN(2), chance.IntN(3)))
				}
			}
		}

		table, err := rankDays(standings(list...), pars)
		if err != nil {
			t.Fatal(err)
		}
		type total struct {
			sum      *big.Rat
			won      int
			ended    time.Time
			anything bool
		}
		totals := map[store.Player]*total{}
		for player := store.Player(1); int(player) <= members; player++ {
			totals[player] = &total{sum: new(big.Rat)}
		}
		for _, s := range list {
			if par := pars[s.Day]; par > 0 {
				m := totals[s.Player]
				m.anything = true
				m.sum.Add(m.sum, big.NewRat(int64(s.Score), int64(par)))
				if s.Won {
					m.won++
				}
				if s.Ended.After(m.ended) {
					m.ended = s.Ended
				}
			}
		}
		better := func(a, b *total) bool {
			if c := a.sum.Cmp(b.sum); c != 0 {
				return c > 0
			}
			if a.won != b.won {
				return a.won > b.won
			}
			return a.ended.Before(b.ended)
		}
		seen := 0
		for player, m := range totals {
			i := slices.IndexFunc(table.places, func(r daysPlace) bool { return r.player == player })
			if m.anything != (i >= 0) {
				t.Fatalf("player %d has played %v and stands at %d", player, m.anything, i)
			}
			if i < 0 {
				continue
			}
			seen++
			place := 1
			for _, other := range totals {
				if other.anything && better(other, m) {
					place++
				}
			}
			if got := table.places[i].place; got != place {
				t.Fatalf("player %d is %d and not %d of %+v by %v", player, got, place, list, pars)
			}
			if got := new(big.Rat).SetFrac(table.places[i].sum, table.scale); got.Cmp(m.sum) != 0 {
				t.Fatalf("player %d has %v and not %v", player, got, m.sum)
			}
		}
		if seen != len(table.places) {
			t.Fatalf("%d lines for %d members", len(table.places), seen)
		}
		for i := 1; i < len(table.places); i++ {
			a, b := &table.places[i-1], &table.places[i]
			if a.place == b.place {
				ties++
			}
			if a.place > b.place || a.place == b.place && a.player >= b.player {
				t.Fatalf("line %d is not after line %d in %+v", i, i-1, table.places)
			}
		}

		// The same of the first day by itself, and in any order of asking.
		day := slices.DeleteFunc(slices.Clone(list), func(s store.Standing) bool { return s.Day != 1 })
		rows, err := rankDay(standings(day...))
		if err != nil {
			t.Fatal(err)
		}
		chance.Shuffle(len(day), func(i, j int) { day[i], day[j] = day[j], day[i] })
		again, err := rankDay(standings(day...))
		if err != nil || !slices.Equal(rows, again) {
			t.Fatalf("asked in another order:\n%v\n%v, %v", rows, again, err)
		}
		for _, r := range rows {
			place := 1
			for _, o := range rows {
				if o.Score > r.Score || o.Score == r.Score && (o.Plays < r.Plays || o.Plays == r.Plays && o.Ended.Before(r.Ended)) {
					place++
				}
			}
			if r.place != place {
				t.Fatalf("%+v should be %d", r, place)
			}
		}
	}
	if ties < 50 {
		t.Errorf("there were only %d ties", ties)
	}
}

// The first ten are shown, and whoever asks with a neighbour on either side.
func TestWhichLinesAreShown(t *testing.T) {
	ten := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, e := range []struct {
		rows, me int
		want     []int
	}{
		{0, -1, nil},
		{1, 0, ten[:1]},
		{10, -1, ten},
		{30, -1, ten},
		{30, 4, ten},
		{30, 9, append(slices.Clone(ten), 10)},
		{30, 10, append(slices.Clone(ten), 10, 11)},
		{30, 20, append(slices.Clone(ten), 19, 20, 21)},
		{30, 29, append(slices.Clone(ten), 28, 29)},
	} {
		if got := shownOf(e.rows, e.me); !slices.Equal(got, e.want) {
			t.Errorf("of %d, for %d: %v, want %v", e.rows, e.me, got, e.want)
		}
	}
}

// Weeks begin on Monday and months on their first, whatever day was the first.
func TestPeriodsOfDays(t *testing.T) {
	friday := utc(2026, 12, 4, 0, 0, 0)
	for _, e := range []struct {
		first    time.Time
		period   period
		at       time.Time
		from, to time.Time
	}{
		{friday, aDay, friday, friday, friday},
		{friday, aWeek, friday, friday, utc(2026, 12, 6, 0, 0, 0)}, // it began on the 30th, before the first day
		{friday, aWeek, utc(2026, 12, 6, 23, 59, 59), friday, utc(2026, 12, 6, 0, 0, 0)},
		{friday, aWeek, utc(2026, 12, 7, 0, 0, 0), utc(2026, 12, 7, 0, 0, 0), utc(2026, 12, 13, 0, 0, 0)},
		{friday, aWeek, utc(2027, 1, 1, 0, 0, 0), utc(2026, 12, 28, 0, 0, 0), utc(2027, 1, 3, 0, 0, 0)},
		{friday, aMonth, utc(2026, 12, 31, 0, 0, 0), friday, utc(2026, 12, 31, 0, 0, 0)},
		{friday, aMonth, utc(2027, 1, 31, 0, 0, 0), utc(2027, 1, 1, 0, 0, 0), utc(2027, 1, 31, 0, 0, 0)},
		{friday, aMonth, utc(2027, 2, 14, 0, 0, 0), utc(2027, 2, 1, 0, 0, 0), utc(2027, 2, 28, 0, 0, 0)},
		{friday, aMonth, utc(2028, 2, 29, 0, 0, 0), utc(2028, 2, 1, 0, 0, 0), utc(2028, 2, 29, 0, 0, 0)},
	} {
		from, to := e.period.span(e.first, dayNumber(e.first, e.at))
		if from != dayNumber(e.first, e.from) || to != dayNumber(e.first, e.to) {
			t.Errorf("the %s of %v is from %v to %v", e.period, e.at, dayOf(e.first, from).begins, dayOf(e.first, to).begins)
		}
	}
	// Every day of four years lies in its own week and month, and they join.
	for _, p := range []period{aWeek, aMonth} {
		next := uint32(1)
		for next < 1500 {
			from, to := p.span(friday, next)
			if from != next {
				t.Fatalf("the %s after day %d begins with %d", p, next-1, from)
			}
			for day := from; day <= to; day++ {
				if f, l := p.span(friday, day); f != from || l != to {
					t.Fatalf("day %d lies in the %s from %d to %d, and not from %d to %d", day, p, f, l, from, to)
				}
			}
			next = to + 1
		}
	}
}

// A day is everybody's from 01:00 of the next day on.
func TestNewestReleasedDay(t *testing.T) {
	first := utc(2026, 12, 4, 0, 0, 0)
	for _, e := range []struct {
		at   time.Time
		want uint32
	}{
		{utc(2026, 12, 3, 0, 0, 0), 0}, // a clock that was set back
		{utc(2026, 12, 4, 18, 0, 0), 0},
		{utc(2026, 12, 5, 0, 59, 59), 0},
		{utc(2026, 12, 5, 1, 0, 0), 1},
		{utc(2026, 12, 6, 0, 30, 0), 1},
		{utc(2026, 12, 6, 1, 0, 0), 2},
		{utc(2027, 1, 1, 0, 59, 59), 27},
		{utc(2027, 1, 1, 1, 0, 0), 28},
	} {
		got := lastReleased(first, e.at)
		if got != e.want {
			t.Errorf("at %v: %d, want %d", e.at, got, e.want)
		}
		if got > 0 && dayOf(first, got).release().After(e.at) || !dayOf(first, got+1).release().After(e.at) {
			t.Errorf("at %v day %d is not the newest that is released", e.at, got)
		}
	}
}

// Ids of buttons are read as they were written, and others are not.
func TestTableAsks(t *testing.T) {
	for _, ask := range []tableAsk{{aDay, 0}, {aDay, 128}, {aWeek, 1}, {aMonth, 4_294_967_295}, {allTime, 7}} {
		if got, ok := parseTableAsk(ask.arg()); !ok || got != ask {
			t.Errorf("%q is %v, %v", ask.arg(), got, ok)
		}
	}
	for _, arg := range []string{"", "day", "day ", " 5", "year 5", "day -1", "day 05", "day 5 ", "day +5", "day 4294967296", "Day 5"} {
		if got, ok := parseTableAsk(arg); ok {
			t.Errorf("%q is %v", arg, got)
		}
	}
}
