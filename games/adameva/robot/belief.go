package robot

import (
	"math/bits"

	"windfall/games/adameva"
)

// A belief is which hands the other side may have, and how likely each is after
// all that it has offered, taken and refused in this round.
type belief struct {
	steps []step

	hands   []uint32
	weights []float64
	total   float64
	all     bool // hands are all there are, and not a sample
}

// A step is a choice of the other side, as it stood before it.
type step struct {
	sides  [2]piles
	later  uint32 // what the other side has offered from then on: it held that too
	card   uint8
	answer bool
	takes  bool
}

// recall takes the other side's choices from a view.
func (b *belief) recall(v *adameva.View) {
	b.steps = b.steps[:0]
	other := v.Viewer.Other()
	var sides [2]piles
	var card uint8
	for _, e := range v.Log {
		seat := seatOf(e.Seat)
		switch e.Kind {
		case adameva.Offered:
			card = uint8(e.Card)
			if e.Seat == other {
				b.steps = append(b.steps, step{sides: sides, card: card})
				for i := range b.steps {
					b.steps[i].later |= 1 << card
				}
			}
		case adameva.Taken, adameva.Refused:
			if e.Seat == other {
				b.steps = append(b.steps, step{sides: sides, card: card, answer: true, takes: e.Kind == adameva.Taken})
			}
		case adameva.Laid:
			switch c := uint8(e.Card); {
			case c < joker2:
				sides[seat] |= laid[c]
			case c != serpent:
				sides[seat] |= jokerAt(c, uint8(e.Tree))
			}
		case adameva.Bitten:
			sides[1-seat] = sides[1-seat].without(uint8(e.Card))
		}
	}
}

// likelihood returns how likely the other side's choices are if it holds a hand
// now.
func (b *belief) likelihood(seat uint8, hand uint32, weights *appleWeights) float64 {
	x := 1.0
	for i := range b.steps {
		s := &b.steps[i]
		if s.answer {
			x *= answers(&s.sides, seat, hand|s.later, s.card, s.takes, weights)
		} else {
			x *= offers(&s.sides, seat, hand|s.later, s.card, weights)
		}
	}
	return x
}

// form finds hands for the other side: all there are if they are no more than
// count, and otherwise a sample of that size.
func (b *belief) form(v *adameva.View, count int, d *dice) {
	other := 1 - seatOf(v.Viewer)
	hidden, size := unseen(v), v.HandSizes[other]
	weights := weightsOf(v)
	b.recall(v)
	b.hands, b.weights, b.total = b.hands[:0], b.weights[:0], 0
	b.all = choose(bits.OnesCount32(hidden), size) <= count
	if b.all {
		b.list(hidden, 0, size)
	} else {
		for range count {
			b.hands = append(b.hands, d.hand(hidden, size))
		}
	}
	for _, hand := range b.hands {
		w := b.likelihood(other, hand, &weights)
		b.weights = append(b.weights, w)
		b.total += w
	}
}

// shuffle puts the hands into a new order.
func (b *belief) shuffle(d *dice) {
	for i := len(b.hands) - 1; i > 0; i-- {
		j := d.below(i + 1)
		b.hands[i], b.hands[j] = b.hands[j], b.hands[i]
		b.weights[i], b.weights[j] = b.weights[j], b.weights[i]
	}
}

// list adds the hands that have so many cards more of a set.
func (b *belief) list(from, hand uint32, size int) {
	if size <= 0 {
		b.hands = append(b.hands, hand)
		return
	}
	for bits.OnesCount32(from) >= size {
		c := from & -from
		from &^= c
		b.list(from, hand|c, size-1)
	}
}

// choose returns how many sets of k there are among n.
func choose(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// draw returns a hand; each comes up as often as its weight says.
func (b *belief) draw(d *dice) uint32 {
	if len(b.hands) == 0 {
		return 0
	}
	const parts = 1 << 30
	at := float64(d.below(parts)) / parts * b.total
	for i, w := range b.weights {
		if at < w {
			return b.hands[i]
		}
		at -= w
	}
	return b.hands[len(b.hands)-1]
}
