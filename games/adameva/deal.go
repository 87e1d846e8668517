package adameva

import (
	"errors"
	"fmt"
	"slices"

	"windfall/games"
)

// Variant is how many cards a hand has, and what becomes of the last.
type Variant uint8

// The variants.
const (
	Classic  Variant = iota // six cards each
	Tactical                // seven cards each, of which one is set aside at the end of the round
)

// String returns the variant's name in records.
func (v Variant) String() string {
	switch v {
	case Classic:
		return "classic"
	case Tactical:
		return "tactical"
	}
	return fmt.Sprintf("Variant(%d)", uint8(v))
}

// ErrNoVariant is returned for text that names no variant.
var ErrNoVariant = errors.New("no such variant: classic and tactical are the variants")

// ParseVariant reads what [Variant.String] writes.
func ParseVariant(text string) (Variant, error) {
	for v := Classic; v <= Tactical; v++ {
		if v.String() == text {
			return v, nil
		}
	}
	return 0, fmt.Errorf("%w (%.16q)", ErrNoVariant, text)
}

// HandSize returns how many cards each side is dealt for a round.
func (v Variant) HandSize() int {
	if v == Tactical {
		return 7
	}
	return 6
}

// Rounds is the number of rounds in a game.
const Rounds = 4

// A Deal is all that chance decides in a game.
type Deal struct {
	First  games.Seat // opens the first round and the third
	Rounds [Rounds]RoundDeal
}

// A RoundDeal is what a round starts with.
type RoundDeal struct {
	Apples [4][2]int // the two apples of each tree, the lower first
	Hands  [2][]Card // each side's cards in the order dealt
}

// DealFrom draws a deal. Its First is the toss of a coin; a table that settles
// otherwise who begins puts that seat in its place.
func DealFrom(s *games.Stream, v Variant) Deal {
	deal := Deal{First: games.Seat(s.Below(2))}
	for _, tree := range Trees {
		values := []int{1, 2, 3, 4, 5, 6, 7, 8}
		games.Shuffle(s, values)
		for r := range deal.Rounds {
			a, b := values[2*r], values[2*r+1]
			deal.Rounds[r].Apples[tree] = [2]int{min(a, b), max(a, b)}
		}
	}
	for r := range deal.Rounds {
		deck, n := fullDeck.List(), v.HandSize()
		games.Shuffle(s, deck)
		deal.Rounds[r].Hands = [2][]Card{deck[:n:n], deck[n : 2*n : 2*n]}
	}
	return deal
}

// ErrDeal is wrapped by every error of [Deal.Validate].
var ErrDeal = errors.New("no possible deal")

// Validate reports what makes the deal impossible in the variant: a hand of the
// wrong size, a card twice in a round, apples that are not each colour's 1 to 8.
func (d *Deal) Validate(v Variant) error {
	if v > Tactical {
		return fmt.Errorf("%w: %w", ErrDeal, ErrNoVariant)
	}
	if d.First != 0 && d.First != 1 {
		return fmt.Errorf("%w: seat %d cannot be first", ErrDeal, d.First)
	}
	var apples [4]uint16
	for r, round := range d.Rounds {
		for _, tree := range Trees {
			low, high := round.Apples[tree][0], round.Apples[tree][1]
			if low < 1 || high > 8 || low >= high {
				return fmt.Errorf("%w: round %d, %s apples %d and %d are no ascending pair of 1–8", ErrDeal, r+1, tree.Name(), low, high)
			}
			apples[tree] |= 1<<low | 1<<high
		}
		var seen Cards
		for seat, hand := range round.Hands {
			if len(hand) != v.HandSize() {
				return fmt.Errorf("%w: round %d, seat %d has %d cards, not %d", ErrDeal, r+1, seat, len(hand), v.HandSize())
			}
			for _, c := range hand {
				if c >= DeckSize {
					return fmt.Errorf("%w: round %d, %w", ErrDeal, r+1, ErrNoCard)
				}
				if seen.Has(c) {
					return fmt.Errorf("%w: round %d, %s is dealt twice", ErrDeal, r+1, c)
				}
				seen = seen.With(c)
			}
		}
	}
	for _, tree := range Trees {
		if apples[tree] != 0b1_1111_1110 {
			return fmt.Errorf("%w: the %s apples are not each of 1–8 once", ErrDeal, tree.Name())
		}
	}
	return nil
}

// clone returns a copy that shares nothing with d.
func (d *Deal) clone() *Deal {
	c := *d
	for r := range c.Rounds {
		for seat, hand := range c.Rounds[r].Hands {
			c.Rounds[r].Hands[seat] = slices.Clone(hand)
		}
	}
	return &c
}
