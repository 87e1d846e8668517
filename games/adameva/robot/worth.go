package robot

import (
	"math"

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

// bitten is the least that a rank can become if one card is taken away, which is
// the highest.
var bitten = func() (least [laneSet + 1]uint16) {
	for set := range least {
		least[set] = rank[set]
		for bit := range colours + 3 {
			if set>>bit&1 != 0 {
				least[set] = min(least[set], rank[set&^(1<<bit)])
			}
		}
	}
	return least
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

// What may still become of a tree while cards are in the hands. The first of
// these outlooks are the ways themselves: then the tree is decided.
const (
	eitherHigher = ways + iota // cards on both sides
	noneFor1Yet                // seat 0 has cards; either may be higher
	none1Higher                // the same, but seat 1 cannot have more
	noneFor0Yet
	none0Higher
	anything

	prospects
	manyEnds = prospects * prospects * prospects * prospects
)

// ofProspect lists the ways that a prospect leaves open.
var ofProspect = [prospects][]int{
	{nobody}, {alone0}, {alone1}, {higher0}, {higher1},
	eitherHigher: {higher0, higher1},
	noneFor1Yet:  {alone0, higher0, higher1},
	none1Higher:  {alone0, higher0},
	noneFor0Yet:  {alone1, higher0, higher1},
	none0Higher:  {alone1, higher1},
	anything:     {nobody, alone0, alone1, higher0, higher1},
}

// prospect returns what may become of a tree: its sides are a and b now, and
// would be mostA and mostB if one of them were given all that is in the hands.
func prospect(a, b, mostA, mostB uint16) int {
	switch {
	case a > mostB:
		if b != 0 {
			return higher0
		}
		if mostB != 0 {
			return none1Higher
		}
		return alone0
	case b > mostA:
		if a != 0 {
			return higher1
		}
		if mostA != 0 {
			return none0Higher
		}
		return alone1
	case a != 0 && b != 0:
		return eitherHigher
	case a != 0:
		return noneFor1Yet
	case b != 0:
		return noneFor0Yet
	case mostA == 0 && mostB == 0:
		return nobody
	}
	return anything
}

// reach returns what may become of the trees, as a number below manyEnds. While
// the serpent is in a hand, it might bite under any tree.
func (p *position) reach() int {
	rest := p.hands[0] | p.hands[1]
	jokers := piles(rest >> joker2 & 7 << colours)
	more := spread(rest&plainCards) | jokers | jokers<<lane | jokers<<(2*lane) | jokers<<(3*lane)
	a, b := p.sides[0], p.sides[1]
	least := &rank
	if rest&serpentBit != 0 {
		least = &bitten
	}
	n := 0
	for tree := 3; tree >= 0; tree-- {
		at := lane * tree
		n = n*prospects + prospect(
			least[a>>at&laneSet], least[b>>at&laneSet],
			rank[(a|more)>>at&laneSet], rank[(b|more)>>at&laneSet])
	}
	return n
}

// limits are the least and the most that the prospects of four trees are worth.
type limits struct{ low, up [manyEnds]int16 }

// of finds the limits of a worth.
func (l *limits) of(w *worth) {
	var low, up [manyEnds]int16
	for i, x := range w {
		low[i], up[i] = int16(x), int16(x)
	}
	// One tree after the other: of those done the prospects count, of the others
	// the ways.
	done, open := 1, ends
	for range adameva.Trees {
		open /= ways
		for rest := range open {
			for is, may := range ofProspect {
				for before := range done {
					least, most := int16(math.MaxInt16), int16(-math.MaxInt16)
					for _, way := range may {
						from := (rest*ways+way)*done + before
						least, most = min(least, low[from]), max(most, up[from])
					}
					to := (rest*prospects+is)*done + before
					l.low[to], l.up[to] = least, most
				}
			}
		}
		done *= prospects
		copy(low[:open*done], l.low[:open*done])
		copy(up[:open*done], l.up[:open*done])
	}
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
