package solver

import (
	"cmp"
	"math/bits"
	"slices"

	"windfall/games/decktet"
)

// The search has its own numbers for the cards, so that whatever a bound asks
// for is a run of bits: first the goods (all that is no personality) that can
// pay for the Huntress, the Bard or the Diplomat, then the other goods, then
// these three, then the other personalities.
const (
	courtiers = 3  // Huntress, Bard, Diplomat: the personalities of Moons and Suns alone
	coinCount = 10 // the goods of Moons or Suns
	goodCount = 25

	coins  set = 1<<coinCount - 1
	goods  set = 1<<goodCount - 1
	people set = 1<<decktet.Count - 1 - goods

	crowned set = 3 << goodCount // the Huntress and the Bard
)

// A set is a set of cards by the search's numbers.
type set uint64

func (s set) len() int { return bits.OnesCount64(uint64(s)) }

func (s set) first() int { return bits.TrailingZeros64(uint64(s)) }

// ranks returns the sum of the ranks, digit by digit as decktet.Set does.
func (s set) ranks() int {
	return (s & weights[0]).len() + (s&weights[1]).len()<<1 + (s&weights[2]).len()<<2 + (s&weights[3]).len()<<3
}

// Of each card, by the search's numbers.
var (
	cards   = number()
	numbers = invert(cards) // the way back: the search's number of each card
	rank    = each(decktet.Card.Rank)
	weights = digits(rank)                                                         // for each binary digit, the cards whose rank has it
	payers  = each(func(c decktet.Card) set { return setOf(c.Sharing()) & goods }) // the goods that share a suit with it
	suits   = each(suitsOf)
)

// suitsOf returns the numbers of a card's suits, twice the same if it has one.
func suitsOf(c decktet.Card) [2]uint8 {
	s := uint8(c.Suits())
	return [2]uint8{uint8(bits.TrailingZeros8(s)), uint8(bits.Len8(s) - 1)}
}

func each[T any](of func(decktet.Card) T) (list [decktet.Count]T) {
	for i, c := range cards {
		list[i] = of(c)
	}
	return list
}

func invert(list [decktet.Count]decktet.Card) (back [decktet.Count]uint8) {
	for i, c := range list {
		back[c] = uint8(i)
	}
	return back
}

func digits(ranks [decktet.Count]int) (w [4]set) {
	for i, r := range ranks {
		for digit := range w {
			w[digit] |= set(r>>digit&1) << i
		}
	}
	return w
}

func number() (list [decktet.Count]decktet.Card) {
	const pays = decktet.Moons | decktet.Suns
	group := func(c decktet.Card) int {
		switch {
		case !c.Personality() && c.Suits().Shares(pays):
			return 0
		case !c.Personality():
			return 1
		case pays.Has(c.Suits()) && c.Suits().Len() == 1:
			return 2
		case pays.Has(c.Suits()):
			return 3
		}
		return 4
	}
	list = decktet.All()
	slices.SortStableFunc(list[:], func(a, b decktet.Card) int { return cmp.Compare(group(a), group(b)) })
	return list
}

// setOf translates a set into the search's numbers.
func setOf(from decktet.Set) (s set) {
	for ; from != 0; from &= from - 1 {
		s |= 1 << numbers[from.First()]
	}
	return s
}

// back translates a set into the numbers of decktet.
func (s set) back() (to decktet.Set) {
	for ; s != 0; s &= s - 1 {
		to = to.With(cards[s.first()])
	}
	return to
}
