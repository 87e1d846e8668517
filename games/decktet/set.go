package decktet

import (
	"iter"
	"math/bits"
	"strings"
)

// A Set is a set of cards; bit n stands for Card(n). The zero Set is empty, and
// sets can be combined with | (either), & (both) and &^ (without).
type Set uint64

// Full is the set of all 36 cards.
const Full Set = 1<<Count - 1

// Personalities is the set of the eleven personalities.
var Personalities = func() (s Set) {
	for c := range Full.All() {
		if c.Personality() {
			s = s.With(c)
		}
	}
	return s
}()

// Of returns the set of the given cards.
func Of(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s = s.With(c)
	}
	return s
}

// Has reports whether c is in s.
func (s Set) Has(c Card) bool { return s>>c&1 != 0 }

// With returns s and c. A number that is no card adds nothing.
func (s Set) With(c Card) Set { return s | 1<<c&Full }

// Without returns s without c.
func (s Set) Without(c Card) Set { return s &^ (1 << c) }

// Len returns the number of cards in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the first card of s in deck order; that of the empty set is no
// card.
func (s Set) First() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// Ranks returns the sum of the ranks of the cards in s.
func (s Set) Ranks() int {
	return (s & weights[0]).Len() +
		(s&weights[1]).Len()<<1 +
		(s&weights[2]).Len()<<2 +
		(s&weights[3]).Len()<<3
}

// weights holds, for each binary digit, the cards whose rank has that digit.
// Summing digit by digit takes four steps, however many cards there are.
var weights = func() (w [4]Set) {
	for c := range Full.All() {
		for digit := range w {
			if c.Rank()>>digit&1 != 0 {
				w[digit] = w[digit].With(c)
			}
		}
	}
	return w
}()

// All iterates over the cards of s in deck order.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(rest.First()) {
				return
			}
		}
	}
}

// String returns the cards of s in notation and deck order, with single spaces
// between them: "5SV 9MS".
func (s Set) String() string {
	var text strings.Builder
	for c := range s.All() {
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(c.String())
	}
	return text.String()
}
