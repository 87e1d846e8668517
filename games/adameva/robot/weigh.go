package robot

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"windfall/games/adameva"
)

// A plan is what the chooser does up to the next choice of the other side: its
// first move, and maybe more. Nothing hidden shows in between, so a plan has to be
// one for all guesses of the other hand. To let each guess have the best plan of
// its own would mean to know the hand.
type plan struct {
	first  uint8
	sum    int64
	values []int16 // in each guess
}

// worldNodes returns about how many positions a search looks at with so many
// cards to be played, on average over deals.
func worldNodes(left int) int {
	nodes := [...]int{10, 10, 40, 150, 400, 800, 1_700, 4_000, 10_000, 25_000, 63_000, 150_000, 400_000}
	return nodes[min(max(left, 0), len(nodes)-1)]
}

// affords reports whether a budget is enough for some guesses searched to the end
// with so many cards to be played. One or two would say little.
func (b Budget) affords(left int) bool {
	const some = 6
	return left <= b.Deep && worldNodes(left)*some <= b.Nodes
}

// toBePlayed returns how many cards are still to be played in a round: those of
// both hands but for what will be set aside, and the one on offer.
func toBePlayed(v *adameva.View) int { return known(v).left() + v.HandSizes[v.Viewer.Other()] }

// candidates is how many hands of the other side are thought of for each that is
// tried, at most.
const candidates = 8

// weigh tries all plans against guessed hands, each searched to the end of the
// round. It returns how many guesses that were, or false if ctx ended before.
func (p *Player) weigh(ctx context.Context, v *adameva.View, w *worth, l *limits, b Budget) (guesses int, ok bool) {
	start := known(v)
	left := toBePlayed(v)
	me := seatOf(v.Viewer)
	p.plans, p.counts = p.plans[:0], p.counts[:0]
	p.belief.form(v, b.Worlds*candidates, &p.dice)
	inTurn := p.belief.all && len(p.belief.hands) <= b.Worlds
	if inTurn {
		b.Worlds = len(p.belief.hands)
		p.belief.shuffle(&p.dice)
	}
	p.search.until(ctx.Done())
	for guesses < b.Worlds && (guesses == 0 || p.search.nodes < b.Nodes) {
		if ctx.Err() != nil {
			return guesses, false
		}
		guess := start
		weight := int64(1)
		if inTurn {
			guess.hands[1-me] = p.belief.hands[guesses]
			weight = 1 + int64(p.belief.weights[guesses]/p.belief.total*(1<<20))
		} else {
			guess.hands[1-me] = p.belief.draw(&p.dice)
		}
		p.search.begin(w, l, me)
		p.search.patience(max(b.Nodes/8, 2*worldNodes(left)))
		p.counts = append(p.counts, weight)
		n := 0
		for rest := guess.moves(); rest != 0; rest &= rest - 1 {
			m := uint8(bits.TrailingZeros32(rest))
			next := guess
			next.play(m)
			n = p.follow(&next, m, weight, n)
		}
		guesses++
	}
	return guesses, ctx.Err() == nil
}

// preferred returns the first move of the plan that is worth most on average.
func (p *Player) preferred(moves []adameva.Move) adameva.Move {
	var sums [32]int64
	for i := range sums {
		sums[i] = math.MinInt64
	}
	for _, plan := range p.plans {
		sums[plan.first] = max(sums[plan.first], plan.sum)
	}
	return best(moves, &sums)
}

// follow adds what a guess is worth to all plans that begin with a move, from the
// position after it; at is the number of the first of them, and the number behind
// the last is returned. The guess counts with a weight. Plans come in the same
// order for all guesses, because what the chooser may do does not depend on them,
// until the rest of the other hand is laid open.
func (p *Player) follow(at *position, first uint8, weight int64, n int) int {
	open := at.ending && at.phase != adameva.SettingAside
	if at.mover != p.search.me || at.phase == adameva.Over || open {
		if n == len(p.plans) {
			p.plans = slices.Grow(p.plans, 1)[:n+1]
			p.plans[n].first, p.plans[n].sum, p.plans[n].values = first, 0, p.plans[n].values[:0]
		}
		x := p.search.value(at, -infinite, infinite)
		p.plans[n].sum += weight * int64(x)
		p.plans[n].values = append(p.plans[n].values, int16(x))
		return n + 1
	}
	for rest := at.moves(); rest != 0; rest &= rest - 1 {
		next := *at
		next.play(uint8(bits.TrailingZeros32(rest)))
		n = p.follow(&next, first, weight, n)
	}
	return n
}
