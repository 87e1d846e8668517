package robot

import (
	"math/bits"

	"windfall/games"
	"windfall/games/adameva"
)

// An outlook says what each end of a round is worth in a game: how likely the
// game is won from there. For that the rounds to come are thought of in many
// ways, the same for all ends, and the points are counted. Between rounds nothing
// but apples carries over, so this holds for the whole round.
type outlook struct {
	of     outlookKey
	worth  worth
	limits limits
}

// outlookKey is all that an outlook depends on.
type outlookKey struct {
	me     games.Seat
	round  int
	apples [4][2]int
	boards [2]adameva.Board
	gone   [4]uint16 // the apples of the rounds so far and of this one, by tree
}

// The scale of an outlook: a certain win and a certain loss are this far from
// nothing. What is left of the scale is for points, so that a game that is won or
// lost is played on with sense.
const (
	certain  = 28_000
	perPoint = 8
	farAhead = 4_000
)

// futures is how many ways the rounds to come are thought of, each of them with
// both sides changed too.
const futures = 160

// A harvest is what a seat has gathered: how many apples of each value, in four
// bits each from the lowest value on, and what they are worth without bonuses.
type harvest struct {
	counts uint32
	points int32
}

func (h *harvest) take(value int) {
	h.counts += 1 << (4 * (value - 1))
	h.points += int32(value)
}

func (h harvest) plus(o harvest) harvest { return harvest{h.counts + o.counts, h.points + o.points} }

// total returns the points with bonuses.
func (h harvest) total() int32 {
	sum := h.points
	for full := h.counts >> 2 & 0x1111_1111; full != 0; full &= full - 1 {
		sum += int32(adameva.BonusFor(1 + bits.TrailingZeros32(full)/4))
	}
	return sum
}

// low returns how many apples are worth 1, 2 or 3.
func (h harvest) low() int32 { return int32(h.counts&15 + h.counts>>4&15 + h.counts>>8&15) }

// result returns by how much the first is ahead, and certain, 0 or −certain for
// who has won.
func result(a, b harvest) (ahead, won int32) {
	ahead = a.total() - b.total()
	sign := ahead
	if sign == 0 {
		sign = a.low() - b.low()
	}
	switch {
	case sign > 0:
		won = certain
	case sign < 0:
		won = -certain
	}
	return ahead, won
}

// harvestOf returns what lies on a board.
func harvestOf(b adameva.Board) (h harvest) {
	for _, values := range b {
		for value := range values.All() {
			h.take(value)
		}
	}
	return h
}

// see looks ahead from a view. What it finds is a function of the view.
func (o *outlook) see(v *adameva.View) {
	key := outlookKey{me: v.Viewer, round: v.Round, apples: v.Apples, boards: v.Boards}
	mark := func(apples [4][2]int) {
		for tree, pair := range apples {
			for _, value := range pair {
				key.gone[tree] |= 1 << (value & 15)
			}
		}
	}
	mark(v.Apples)
	for _, r := range v.Finished {
		mark(r.Apples)
	}
	if o.of == key {
		return
	}
	o.of = key

	var ahead [2 * futures][2]harvest // what the rounds to come bring
	n := 1
	if v.Round < adameva.Rounds {
		n = len(ahead)
		var d dice
		d.start(seeds{}, uint64(v.Round))
		for i := 0; i < n; i += 2 {
			ahead[i] = d.future(key.gone, adameva.Rounds-v.Round)
			ahead[i+1] = [2]harvest{ahead[i][1], ahead[i][0]}
		}
	}
	me := v.Viewer
	have := [2]harvest{harvestOf(v.Boards[0]), harvestOf(v.Boards[1])}
	for end := range o.worth {
		now := have
		for tree, rest := 0, end; tree < len(adameva.Trees); tree, rest = tree+1, rest/ways {
			if low, high := takers(rest % ways); low != games.Spectator {
				now[low].take(v.Apples[tree][0])
				now[high].take(v.Apples[tree][1])
			}
		}
		points, won := int32(0), int32(0)
		for i := range ahead[:n] {
			a, w := result(now[me].plus(ahead[i][me]), now[1-me].plus(ahead[i][1-me]))
			points, won = points+a, won+w
		}
		o.worth[end] = won/int32(n) + max(-farAhead, min(farAhead, points*perPoint/int32(n)))
	}
	o.limits.of(&o.worth)
}

// future returns what so many rounds may bring the sides, if the apples marked as
// gone do not come again.
func (d *dice) future(gone [4]uint16, rounds int) (h [2]harvest) {
	for range rounds {
		trees := d.pattern()
		for tree, way := range trees {
			var pair [2]int
			for i := range pair {
				pair[i] = int(d.pick(0b1_1111_1110 &^ uint32(gone[tree])))
				gone[tree] |= 1 << pair[i]
			}
			if low, high := takers(int(way)); low != games.Spectator {
				h[low].take(min(pair[0], pair[1]))
				h[high].take(max(pair[0], pair[1]))
			}
		}
	}
	return h
}

// pattern draws how the trees of a round end.
func (d *dice) pattern() (trees [4]uint8) {
	at := d.below(patternSum)
	for i := range patterns {
		if at < patterns[i].often {
			trees = patterns[i].trees
			break
		}
		at -= patterns[i].often
	}
	for i := len(trees) - 1; i > 0; i-- {
		j := d.below(i + 1)
		trees[i], trees[j] = trees[j], trees[i]
	}
	if d.below(2) == 0 {
		for i, way := range trees {
			trees[i] = mirrored[way]
		}
	}
	return trees
}

// mirrored is each way with the sides changed.
var mirrored = [ways]uint8{nobody: nobody, alone0: alone1, alone1: alone0, higher0: higher1, higher1: higher0}

// patterns is how often the four trees of a round end in such ways, in any order
// of the trees and with the sides either way round: of 4,000 rounds that hard
// played against itself in classic games with a small budget.
var patterns = [...]struct {
	trees [4]uint8
	often int
}{
	{[4]uint8{alone0, higher0, alone1, higher1}, 1472},
	{[4]uint8{higher0, higher0, higher1, higher1}, 1270},
	{[4]uint8{alone0, higher0, higher1, higher1}, 2348},
	{[4]uint8{higher0, higher1, higher1, higher1}, 1126},
	{[4]uint8{alone0, alone1, higher0, higher0}, 882},
	{[4]uint8{alone0, higher1, higher1, higher1}, 838},
	{[4]uint8{alone0, higher0, higher0, higher1}, 640},
	{[4]uint8{alone0, alone0, alone1, higher1}, 388},
	{[4]uint8{nobody, higher0, higher0, higher1}, 312},
	{[4]uint8{alone0, alone0, higher1, higher1}, 218},
	{[4]uint8{alone0, alone0, alone1, higher0}, 118},
	{[4]uint8{nobody, alone0, higher1, higher1}, 110},
	{[4]uint8{alone0, alone0, alone1, alone1}, 50},
	{[4]uint8{nobody, alone0, higher0, higher1}, 64},
	{[4]uint8{alone0, alone0, higher0, higher1}, 62},
	{[4]uint8{nobody, alone0, alone1, higher0}, 48},
	{[4]uint8{higher0, higher0, higher0, higher0}, 42},
	{[4]uint8{nobody, higher0, higher0, higher0}, 8},
}

var patternSum = func() (sum int) {
	for _, p := range patterns {
		sum += p.often
	}
	return sum
}()
