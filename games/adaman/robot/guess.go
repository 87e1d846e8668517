package robot

import (
	"math/bits"
	"math/rand/v2"

	"windfall/games"
	"windfall/games/adaman"
)

// A guess is an order in which the cards that nobody has seen may lie. It is
// made from the table alone, and it is the only deck that choosing ever looks
// at: its first cards, which are on the table already, are left out, because no
// rule looks at them again.
type guess struct {
	deck  adaman.Deck
	first int // where the unseen cards begin
	fast  rand.PCG
}

// seed starts the guesses from chance. All that follow come from a generator of
// their own, which is several times as fast; guesses need not be proven fair.
func (g *guess) seed(chance *games.Stream) {
	const half = 1 << 62
	g.fast.Seed(uint64(chance.Below(half)), uint64(chance.Below(half)))
}

// of lays out the cards that are unseen at the table, in deck order.
func (g *guess) of(table *adaman.Position) {
	g.first = int(table.Dealt)
	at := g.first
	for rest := table.Unseen(); rest != 0 && at < len(g.deck); rest &= rest - 1 {
		g.deck[at] = rest.First()
		at++
	}
}

// shuffle puts the unseen cards into a new order.
func (g *guess) shuffle() {
	for i := len(g.deck) - 1; i > g.first; i-- {
		j := g.first + g.below(i-g.first+1)
		g.deck[i], g.deck[j] = g.deck[j], g.deck[i]
	}
}

// below returns a number from 0 to n−1. With the small n of a table the bias of
// this multiplication is one in 2⁵⁸, which no guess can show.
func (g *guess) below(n int) int {
	high, _ := bits.Mul64(g.fast.Uint64(), uint64(n))
	return int(high)
}
