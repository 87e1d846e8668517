package adameva

import (
	"iter"
	"math/bits"

	"windfall/games"
)

// A Rule says what decided a tree.
type Rule uint8

// The rules, in the order they are tried.
const (
	Nobody       Rule = iota // no card on either side: both apples leave the game
	Alone                    // one side only: it takes both apples
	HigherSum                // the higher sum takes the higher apple
	LowerHighest             // equal sums: the side whose highest card is lower
	HigherPlain              // those equal too: the side with the higher card that is not a joker
)

// A TreeResult says who took which apple of a tree. High and Low are the seats
// that took the higher and the lower apple, games.Spectator for nobody.
type TreeResult struct {
	Sums      [2]int
	High, Low games.Seat
	Rule      Rule
}

// Judge decides a tree from the cards on both sides.
func Judge(sides [2]Cards) TreeResult {
	r := TreeResult{Sums: [2]int{sides[0].Sum(), sides[1].Sum()}}
	won := func(high, low games.Seat, rule Rule) TreeResult {
		r.High, r.Low, r.Rule = high, low, rule
		return r
	}
	// higher is the seat for which n is greater; the ns differ.
	higher := func(n0, n1 int) games.Seat {
		if n0 > n1 {
			return 0
		}
		return 1
	}
	switch {
	case sides[0] == 0 && sides[1] == 0:
		return won(games.Spectator, games.Spectator, Nobody)
	case sides[1] == 0:
		return won(0, 0, Alone)
	case sides[0] == 0:
		return won(1, 1, Alone)
	}
	seat, rule := games.Seat(0), HigherSum
	if r.Sums[0] != r.Sums[1] {
		seat = higher(r.Sums[0], r.Sums[1])
	} else if h0, h1 := sides[0].highest(), sides[1].highest(); h0 != h1 {
		seat, rule = higher(h1, h0), LowerHighest
	} else {
		// One of the two highest is a joker, for no two cards of a colour and
		// no two jokers are equal. So these differ.
		plain0, plain1 := (sides[0] &^ jokers).highest(), (sides[1] &^ jokers).highest()
		seat, rule = higher(plain0, plain1), HigherPlain
	}
	return won(seat, seat.Other(), rule)
}

// Values is a set of apple values, 1 to 8.
type Values uint16

// Has reports whether v is in the set.
func (s Values) Has(v int) bool { return v >= 1 && v <= 8 && s>>v&1 == 1 }

// Len returns how many values are in the set.
func (s Values) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the values, the lowest first.
func (s Values) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := 1; v <= 8; v++ {
			if s.Has(v) && !yield(v) {
				return
			}
		}
	}
}

// A Board is the apples a side has taken, or those that left the game, by
// their colour.
type Board [4]Values

// take returns the board with one apple more.
func (b Board) take(t Tree, value int) Board {
	b[t] |= 1 << value
	return b
}

// Count returns how many apples worth v there are.
func (b Board) Count(v int) (n int) {
	for _, values := range b {
		if values.Has(v) {
			n++
		}
	}
	return n
}

// Apples returns the values of all apples added up.
func (b Board) Apples() (sum int) {
	for _, values := range b {
		for v := range values.All() {
			sum += v
		}
	}
	return sum
}

// Low returns how many apples are worth 1, 2 or 3.
func (b Board) Low() int { return b.Count(1) + b.Count(2) + b.Count(3) }

// BonusFor returns what all four apples of value v are worth beside their
// own value: 15 for 1–3, 10 for 4–6, 5 for 7 and 8.
func BonusFor(v int) int {
	switch {
	case v <= 3:
		return 15
	case v <= 6:
		return 10
	}
	return 5
}

// Bonus returns the bonuses for each value of which all four apples are there.
func (b Board) Bonus() (sum int) {
	for v := 1; v <= 8; v++ {
		if b.Count(v) == len(b) {
			sum += BonusFor(v)
		}
	}
	return sum
}

// Points returns the apples and the bonuses.
func (b Board) Points() int { return b.Apples() + b.Bonus() }
