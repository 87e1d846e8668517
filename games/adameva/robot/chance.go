package robot

import (
	"math/bits"
	"math/rand/v2"

	"windfall/games"
)

// dice is a quick source of chance for guesses, which need not be proven fair.
type dice struct{ source rand.PCG }

// seeds are what dice start from.
type seeds [2]uint64

// draw takes seeds from a stream.
func draw(chance *games.Stream) seeds {
	const half = 1 << 62
	return seeds{uint64(chance.Below(half)), uint64(chance.Below(half))}
}

// start begins anew. The purpose keeps streams from the same seeds apart.
func (d *dice) start(from seeds, purpose uint64) {
	d.source.Seed(from[0], from[1]+purpose)
}

// below returns a number from 0 to n−1. With the small n of a hand the bias of
// this multiplication is one in 2⁵⁸, which no guess can show.
func (d *dice) below(n int) int {
	high, _ := bits.Mul64(d.source.Uint64(), uint64(n))
	return int(high)
}

// pick returns one of the numbers in a set that is not empty.
func (d *dice) pick(set uint32) uint8 {
	for k := d.below(bits.OnesCount32(set)); k > 0; k-- {
		set &= set - 1
	}
	return uint8(bits.TrailingZeros32(set))
}

// hand draws k of the cards in a set, all if there are no more.
func (d *dice) hand(cards uint32, k int) (hand uint32) {
	for ; k > 0 && cards != 0; k-- {
		c := d.pick(cards)
		cards &^= 1 << c
		hand |= 1 << c
	}
	return hand
}
