package robot

import (
	"windfall/games"
	"windfall/games/adameva"
)

// rank puts the cards that a side may have under a tree (a lane of piles) in
// order: of two that differ, the higher number takes the higher apple. No card at
// all is 0. It is the rule in one number: first the sum, then the lower of the
// highest cards, then the higher of the highest cards that are no jokers.
var rank = func() (rank [laneSet + 1]uint16) {
	for set := range rank {
		sum, highest, plain := 0, 0, 0
		for bit := range colours + 3 {
			if set>>bit&1 == 0 {
				continue
			}
			value := 3 + bit
			if bit >= colours {
				value = 2 + bit - colours
			} else {
				plain = max(plain, value)
			}
			sum += value
			highest = max(highest, value)
		}
		if set != 0 {
			rank[set] = uint16(sum<<8 | (15-highest)<<4 | plain)
		}
	}
	return rank
}()

// How a tree ends. A round ends in one of five ways for each tree, and its end is
// one number below ends, the first tree's way in the lowest place.
const (
	nobody = iota
	alone0
	alone1
	higher0
	higher1

	ways = 5
	ends = ways * ways * ways * ways
)

// wayOf returns how a tree ends with these ranks on its sides.
func wayOf(a, b uint16) int {
	switch {
	case a > b && b != 0:
		return higher0
	case a > b:
		return alone0
	case b == 0:
		return nobody
	case a == 0:
		return alone1
	}
	return higher1
}

// end returns how a round that is over has ended.
func (p *position) end() int {
	n := 0
	for tree := 3; tree >= 0; tree-- {
		n = n*ways + wayOf(rank[p.sides[0]>>(lane*tree)&laneSet], rank[p.sides[1]>>(lane*tree)&laneSet])
	}
	return n
}

// takers returns who takes the lower and the higher apple of a tree that ends in
// a way.
func takers(way int) (low, high games.Seat) {
	switch way {
	case alone0:
		return 0, 0
	case alone1:
		return 1, 1
	case higher0:
		return 1, 0
	case higher1:
		return 0, 1
	}
	return games.Spectator, games.Spectator
}

// worth says what each end of a round is worth to the seat that chooses, in any
// unit; more is better.
type worth [ends]int32

// point is a point in the unit of [worth.points].
const point = 64

// points fills in the difference of points, and if bonuses is set what the
// apples promise of them. For a seat that has n of the four apples of a value,
// one more is worth the bonus times 2^(n−4), as if each of the others were a toss
// of a coin; taking away the last hope of the other side is worth what that
// hope was.
func (w *worth) points(v *adameva.View, bonuses bool) {
	me := v.Viewer
	var gain [4][2][2]int32 // by tree, lower or higher, and seat
	for tree, apples := range v.Apples {
		for i, value := range apples {
			extra := [2]int32{}
			for seat := range games.Seat(2) {
				if bonuses && v.BonusOpen(seat, value) {
					extra[seat] = point * int32(adameva.BonusFor(value)) >> (4 - min(v.Boards[seat].Count(value), 3))
				}
			}
			for seat := range extra {
				gain[tree][i][seat] = point*int32(value) + extra[0] + extra[1]
				if games.Seat(seat) != me {
					gain[tree][i][seat] *= -1
				}
			}
		}
	}
	for end := range w {
		sum := int32(0)
		for tree, rest := 0, end; tree < len(gain); tree, rest = tree+1, rest/ways {
			low, high := takers(rest % ways)
			if low == games.Spectator {
				continue
			}
			sum += gain[tree][0][low] + gain[tree][1][high]
		}
		w[end] = sum
	}
}
