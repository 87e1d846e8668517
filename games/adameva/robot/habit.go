package robot

import (
	"math"

	"windfall/games"
	"windfall/games/adameva"
)

// A habit is how likely a player offers which card, or takes one: a small network
// that is fitted to games of hard against itself. Its scores count in whole
// numbers, so they are the same on every machine. They say nothing about how to
// play; they say what the other side's moves tell about its hand.
type habit struct {
	in   [habitUnits][habitInputs]int32 // in parts of 1024
	bias [habitUnits]int32              // in parts of 1024
	out  [habitUnits]int32              // in parts of 1024
}

const (
	habitInputs = 15
	habitUnits  = 16
)

// look is what a player sees who thinks about a card: what its network is asked
// with.
type look [habitInputs]int32

// appleWeights are what the apples of a round count for, in points: their values
// and what they promise of bonuses to either side.
type appleWeights [4][2]int32

func weightsOf(v *adameva.View) (weights appleWeights) {
	for tree, apples := range v.Apples {
		for i, value := range apples {
			weights[tree][i] = int32(value)
			for seat := range games.Seat(2) {
				if v.BonusOpen(seat, value) {
					weights[tree][i] += int32(adameva.BonusFor(value)) >> (4 - min(v.Boards[seat].Count(value), 3))
				}
			}
		}
	}
	return weights
}

// cardSums is the sum of values of each set of coloured cards of one colour, and
// cardCounts their number.
var cardSums, cardCounts = func() (sums, counts [1 << colours]int32) {
	for set := range sums {
		for bit := range colours {
			if set>>bit&1 != 0 {
				sums[set] += int32(3 + bit)
				counts[set]++
			}
		}
	}
	return sums, counts
}()

// laneSum is the sum of what lies on one side of a tree.
func laneSum(lane piles) int32 {
	jokers := int32(lane >> colours & 7)
	return cardSums[lane&(1<<colours-1)] + 2*(jokers&1) + 3*(jokers>>1&1) + 4*(jokers>>2)
}

// lookAt is what a seat sees that holds a hand and thinks about a card, of its own
// or the other side's.
func lookAt(sides *[2]piles, seat uint8, hand uint32, c uint8, weights *appleWeights) (l look) {
	const of = 1<<colours - 1
	hand &^= 1 << c
	mine, theirs := sides[seat], sides[1-seat]
	if c < joker2 {
		tree := c / colours
		a, b := mine>>(lane*tree)&laneSet, theirs>>(lane*tree)&laneSet
		l[0] = int32(3 + c%colours)
		l[1], l[2] = laneSum(a), laneSum(b)
		if a != 0 {
			l[3] = 1
		}
		if b != 0 {
			l[4] = 1
		}
		own := hand >> (colours * tree) & of
		l[5], l[6] = cardSums[own], cardCounts[own]
		l[7], l[8] = weights[tree][1], weights[tree][0]
	} else if c != serpent {
		l[0] = int32(2 + c - joker2)
		l[11] = 1
	} else {
		l[12] = 1
	}
	l[9], l[10] = int32(mine.len()), int32(theirs.len())
	jokers := hand >> joker2 & 7
	l[13] = int32(jokers&1 + jokers>>1&1 + jokers>>2)
	l[14] = int32(hand >> serpent)
	return l
}

// score returns what the network says, in parts of [oneHabit]. A score higher by
// one is a move e times as likely.
func (h *habit) score(l *look) int32 {
	sum := int64(0)
	for u := range h.in {
		x := h.bias[u]
		for i, w := range h.in[u] {
			x += w * l[i]
		}
		if x > 0 {
			sum += int64(x>>4) * int64(h.out[u])
		}
	}
	return int32(sum >> 8)
}

const oneHabit = 256

// likely returns e to the power of minus a score, from a table.
func likely(below int32) float64 {
	if below < 0 {
		below = 0
	}
	return powers[min(below, int32(len(powers)-1))]
}

// powers are rounded, so that they are the same wherever they are computed.
var powers = func() (list [8 * oneHabit]float64) {
	for i := range list {
		list[i] = math.Round(math.Exp(-float64(i)/oneHabit)*(1<<20)) / (1 << 20)
	}
	return list
}()

// offers returns how likely a seat offers a card of its hand.
func offers(sides *[2]piles, seat uint8, hand uint32, c uint8, weights *appleWeights) float64 {
	if sides[0] == 0 || sides[1] == 0 {
		hand &^= serpentBit
	}
	var scores [8]int32
	n, top, mine := 0, int32(math.MinInt32), int32(0)
	for o := range uint8(adameva.DeckSize) {
		if hand>>o&1 == 0 || n == len(scores) {
			continue
		}
		l := lookAt(sides, seat, hand, o, weights)
		scores[n] = offerHabit.score(&l)
		top = max(top, scores[n])
		if o == c {
			mine = scores[n]
		}
		n++
	}
	total := 0.0
	for _, s := range scores[:n] {
		total += likely(top - s)
	}
	return likely(top-mine) / total
}

// answers returns how likely a seat takes a card, or refuses it.
func answers(sides *[2]piles, seat uint8, hand uint32, c uint8, takes bool, weights *appleWeights) float64 {
	l := lookAt(sides, seat, hand, c, weights)
	s := answerHabit.score(&l)
	if !takes {
		s = -s
	}
	if s > 0 {
		return 1 / (1 + likely(s))
	}
	x := likely(-s)
	return x / (1 + x)
}
