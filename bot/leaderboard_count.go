package bot

import (
	"cmp"
	"iter"
	"maps"
	"math/big"
	"slices"
	"strings"

	"windfall/store"
)

// This file orders the members of a server by how they did at dailies. It knows
// neither Discord nor the clock, and reckons in whole numbers throughout: the
// order is the same on every machine.

// A dayPlace is a member's place in the table of a day.
type dayPlace struct {
	store.Standing
	place int
}

// rankDay orders the standings of one day: the higher score first, then fewer
// plays, then the earlier finish.
func rankDay(standings iter.Seq2[store.Standing, error]) ([]dayPlace, error) {
	var rows []dayPlace
	for s, err := range standings {
		if err != nil {
			return nil, err
		}
		rows = append(rows, dayPlace{Standing: s})
	}
	rank(rows, (*dayPlace).compare, func(r *dayPlace) store.Player { return r.Player }, func(r *dayPlace, place int) { r.place = place })
	return rows, nil
}

// compare is negative if r did better than other, and 0 if they share a place.
func (r *dayPlace) compare(other *dayPlace) int {
	return cmp.Or(cmp.Compare(other.Score, r.Score), cmp.Compare(r.Plays, other.Plays), r.Ended.Compare(other.Ended))
}

// A daysPlace is a member's place in the table of several days.
type daysPlace struct {
	player store.Player
	place  int
	sum    *big.Int // of score by par, times the scale of the table
	played int      // days
	won    int      // days
	ended  int64    // when the last of them was finished, in milliseconds of Unix time
}

// compare is negative if r did better than other, and 0 if they share a place.
func (r *daysPlace) compare(other *daysPlace) int {
	return cmp.Or(other.sum.Cmp(r.sum), cmp.Compare(other.won, r.won), cmp.Compare(r.ended, other.ended))
}

// A daysTable is the order of several days.
type daysTable struct {
	places []daysPlace
	scale  *big.Int // what the sums are multiplied by: a multiple of every par
}

// rankDays orders the members by their standings of several days: the higher sum
// of score by par first, a day that was missed being 0, then more days won, then
// the earlier finish of the last day played. Pars has the best possible score of
// each day that counts; others are left out. A score above its par would be a
// fault of the proof and counts as it is.
func rankDays(standings iter.Seq2[store.Standing, error], pars map[uint32]int) (daysTable, error) {
	// Sums are kept apart by par until the end, so that each standing costs an
	// addition and each member a few multiplications.
	kinds := slices.Compact(slices.Sorted(maps.Values(pars)))
	t := daysTable{scale: big.NewInt(1)}
	for _, par := range kinds {
		common := new(big.Int).GCD(nil, nil, t.scale, big.NewInt(int64(par)))
		t.scale.Mul(t.scale, new(big.Int).Quo(big.NewInt(int64(par)), common))
	}
	kindOf := make(map[uint32]int, len(pars))
	for day, par := range pars {
		kindOf[day], _ = slices.BinarySearch(kinds, par)
	}
	type member struct {
		daysPlace
		scores []int64 // by kind
	}
	members := map[store.Player]*member{}
	for s, err := range standings {
		if err != nil {
			return daysTable{}, err
		}
		kind, counts := kindOf[s.Day]
		if !counts {
			continue
		}
		m := members[s.Player]
		if m == nil {
			m = &member{daysPlace{player: s.Player}, make([]int64, len(kinds))}
			members[s.Player] = m
		}
		m.scores[kind] += int64(s.Score)
		m.played++
		if s.Won {
			m.won++
		}
		m.ended = max(m.ended, s.Ended.UnixMilli())
	}
	for _, m := range members {
		m.sum = new(big.Int)
		for kind, score := range m.scores {
			share := new(big.Int).Quo(t.scale, big.NewInt(int64(kinds[kind])))
			m.sum.Add(m.sum, share.Mul(share, big.NewInt(score)))
		}
		t.places = append(t.places, m.daysPlace)
	}
	rank(t.places, (*daysPlace).compare, func(r *daysPlace) store.Player { return r.player }, func(r *daysPlace, place int) { r.place = place })
	return t, nil
}

// A sum is written with as few digits after the point as show that neighbours
// differ, if they do.
const (
	fewestDigits = 2
	mostDigits   = 9
)

// digits returns how many digits show which of these rows of the table differ.
func (t *daysTable) digits(shown []int) int {
	for digits := fewestDigits; digits < mostDigits; digits++ {
		told := true
		for i := 1; i < len(shown); i++ {
			a, b := &t.places[shown[i-1]], &t.places[shown[i]]
			told = told && (a.sum.Cmp(b.sum) == 0 || t.sum(a, digits) != t.sum(b, digits))
		}
		if told {
			return digits
		}
	}
	return mostDigits
}

// sum writes a member's sum with that many digits, rounded down so that nobody
// seems to have reached what they have not.
func (t *daysTable) sum(r *daysPlace, digits int) string {
	shifted := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	shifted.Quo(shifted.Mul(shifted, r.sum), t.scale)
	whole := shifted.String()
	if missing := digits + 1 - len(whole); missing > 0 {
		whole = strings.Repeat("0", missing) + whole
	}
	return whole[:len(whole)-digits] + "." + whole[len(whole)-digits:]
}

// rank sorts rows and gives them the places of a competition: rows that compare
// as equal share one, and the next comes after all of them (1, 1, 3). Among
// those, the players stand in the order in which they were first met.
func rank[R any](rows []R, compare func(a, b *R) int, player func(*R) store.Player, put func(*R, int)) {
	slices.SortFunc(rows, func(a, b R) int {
		return cmp.Or(compare(&a, &b), cmp.Compare(player(&a), player(&b)))
	})
	place := 1
	for i := range rows {
		if i > 0 && compare(&rows[i-1], &rows[i]) != 0 {
			place = i + 1
		}
		put(&rows[i], place)
	}
}

const (
	topOfTable = 10 // how many are always shown
	neighbours = 1  // how many before and after whoever asks
)

// shownOf returns which rows of a table are shown: the first, and me with my
// neighbours. me is -1 for somebody who is not in it.
func shownOf(rows, me int) (shown []int) {
	for i := range rows {
		if i < topOfTable || me >= 0 && i >= me-neighbours && i <= me+neighbours {
			shown = append(shown, i)
		}
	}
	return shown
}
