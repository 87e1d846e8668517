package robot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"windfall/games"
	"windfall/games/adameva"
)

// LookBackNodes is a budget for [Player.LookBack] with which it takes some
// seconds of one core, and less than ten.
const LookBackNodes = 40_000_000

// A Slip is a move that cost something.
type Slip struct {
	Number int // of the move in the game, counted from 0
	Round  int // counted from 1
	Move   adameva.Move
	Better adameva.Move // what would have been best
	Cost   float64      // by how many points Better is ahead at the end of the round, on average
	Doubt  float64      // the standard error of Cost; 0 if all hands that the other side might have had were tried
}

// slight is a cost in points that is not worth a word.
const slight = 0.5

// LookBack goes through the moves a seat has made in a game and returns those
// that cost something, the dearest first. Each is judged by what the seat could
// know when it made it: by guessed hands of the other side and their full search,
// and never by the hand that was there. Points are those of the round's apples,
// with what they promise of bonuses. Where the guesses leave open whether the other
// move is better, the move is not listed; with few nodes that is so for many of the
// early ones.
//
// The answer is a function of game, seat, nodes and chance. The error is that of
// ctx, or says what is wrong with the game or the seat.
func (p *Player) LookBack(ctx context.Context, g *adameva.Game, seat games.Seat, nodes int, chance *games.Stream) ([]Slip, error) {
	if seat != 0 && seat != 1 {
		return nil, fmt.Errorf("look back: %w", adameva.ErrSeat)
	}
	again, err := adameva.New(g.Deal(), g.Variant())
	if err != nil {
		return nil, fmt.Errorf("look back: %w", err)
	}
	from := draw(chance)
	var slips []Slip
	for number, m := range g.Played() {
		if v := again.View(seat); m.Seat == seat && len(v.Moves) > 1 && slices.Contains(v.Moves, m) {
			p.dice.start(from, uint64(number))
			slip, found, err := p.judge(ctx, &v, m, nodes)
			if err != nil {
				return nil, fmt.Errorf("look back: %w", err)
			}
			if found {
				slip.Number = number
				slips = append(slips, slip)
			}
		}
		if _, err := again.Play(m); err != nil {
			return nil, fmt.Errorf("look back: %w", err)
		}
	}
	slices.SortStableFunc(slips, func(a, b Slip) int { return cmp.Compare(b.Cost, a.Cost) })
	return slips, nil
}

// judge compares a move with the best in its place. nodes is the budget of the
// whole game.
func (p *Player) judge(ctx context.Context, v *adameva.View, m adameva.Move, nodes int) (Slip, bool, error) {
	// A game has four rounds, and in each the first two or three choices take
	// nearly all the work.
	const shares = 4 * 3
	budget := Budget{Worlds: 100, Nodes: nodes / shares, Deep: math.MaxInt}
	certain := v.HandSizes[v.Viewer.Other()] == 0
	if !certain && !budget.affords(toBePlayed(v)) {
		return Slip{}, false, nil
	}
	p.search.reset()
	p.simple.points(v, true)
	p.limits.of(&p.simple)
	guesses, ok := p.weigh(ctx, v, &p.simple, &p.limits, budget)
	if !ok {
		return Slip{}, false, ctx.Err()
	}
	var made, top *plan
	for i := range p.plans {
		plan := &p.plans[i]
		if top == nil || plan.sum > top.sum {
			top = plan
		}
		if plan.first == numberOf(m) && (made == nil || plan.sum > made.sum) {
			made = plan
		}
	}
	if made == nil || top.first == made.first {
		return Slip{}, false, nil
	}
	slip := Slip{Round: v.Round, Move: m}
	for _, other := range v.Moves {
		if numberOf(other) == top.first {
			slip.Better = other
		}
	}
	total, sum, squares, many := 0.0, 0.0, 0.0, 0.0
	for i, count := range p.counts {
		w, d := float64(count), float64(top.values[i]-made.values[i])/point
		total += w
		sum += w * d
		squares += w * d * d
		many += w * w
	}
	slip.Cost = sum / total
	if guesses < len(p.belief.hands) {
		// So many guesses of equal weight would say as much.
		n := total * total / many
		if n < 2 {
			return slip, false, nil
		}
		slip.Doubt = math.Sqrt(max(0, squares/total-slip.Cost*slip.Cost) / (n - 1))
	}
	return slip, slip.Cost >= slight && slip.Cost >= 2*slip.Doubt, nil
}
