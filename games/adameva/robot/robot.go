// Package robot plays Adam & Eva against people: at three levels, and without
// looking at their cards.
//
//	player := robot.New()
//	view := game.View(seat)
//	choice, on := player.Choose(ctx, &view, robot.Hard, chance)
//
// A [Player] is handed a view, in which the other hand is not, so it cannot
// peek. Inside it guesses hands that the other side may have, plays the round on
// with them, and takes the move that does best on average. docs/opponent.md says
// more and has the figures.
package robot

import (
	"context"
	"math/bits"

	"windfall/games"
	"windfall/games/adameva"
)

// A Player chooses moves. It keeps its buffers from one choice to the next and
// nothing else, so it serves any number of games; one goroutine at a time.
type Player struct {
	dice    dice
	search  *search
	simple  worth   // of easy, fair and baseline
	limits  limits  // of simple
	outlook outlook // of hard
	belief  belief
	plans   []plan
	counts  []int64 // for how much each guess counts in them
}

// New returns a player. It holds about four megabytes.
func New() *Player { return &Player{search: newSearch()} }

// A Choice is a move and who chose it.
type Choice struct {
	Move  adameva.Move
	Level Level // a quicker one than was asked for if time ran out
}

// Choose returns a move at a level with its usual budget; see [Player.ChooseWith].
func (p *Player) Choose(ctx context.Context, v *adameva.View, l Level, chance *games.Stream) (Choice, bool) {
	return p.ChooseWith(ctx, v, l, BudgetOf(l), chance)
}

// ChooseWith returns the move that a level makes with a budget, or false if it
// is not the viewer's turn. It looks at the view and at nothing else of the game.
// The choice is a function of the view, the level, the budget and chance, unless
// ctx ends first: then it is what the quicker level chooses with its usual budget
// from the same chance, and that takes some milliseconds more.
func (p *Player) ChooseWith(ctx context.Context, v *adameva.View, l Level, b Budget, chance *games.Stream) (Choice, bool) {
	if len(v.Moves) == 0 || v.Viewer != v.ToMove || l > Baseline {
		return Choice{}, false
	}
	from := draw(chance)
	if len(v.Moves) == 1 {
		return Choice{v.Moves[0], l}, true
	}
	m, ok := p.think(ctx, v, l, b, from)
	if !ok {
		// There is no time to ask whether there is time.
		l = l.quicker()
		m, _ = p.think(context.Background(), v, l, BudgetOf(l), from)
	}
	return Choice{m, l}, true
}

// think returns the move a level makes, or false if ctx ended before it was
// found.
func (p *Player) think(ctx context.Context, v *adameva.View, l Level, b Budget, from seeds) (adameva.Move, bool) {
	p.dice.start(from, uint64(l))
	p.search.reset()
	switch l {
	case Random:
		return v.Moves[p.dice.below(len(v.Moves))], true
	case Easy:
		// A beginner now and then plays what comes to hand, and never thinks of
		// the bonuses.
		if p.dice.below(slips) == 0 {
			return v.Moves[p.dice.below(len(v.Moves))], true
		}
		p.simple.points(v, false)
	case Hard:
		p.outlook.see(v)
		b.Worlds = max(b.Worlds, 1)
		if b.affords(toBePlayed(v)) {
			_, ok := p.weigh(ctx, v, &p.outlook.worth, &p.outlook.limits, b)
			return p.preferred(v.Moves), ok
		}
		b.Deep = 0
		return p.sample(ctx, v, &p.outlook.worth, nil, b)
	default:
		p.simple.points(v, true)
	}
	return p.sample(ctx, v, &p.simple, nil, b)
}

// slips is how rarely a beginner does not think: once in so many moves.
const slips = 4

// sample tries every move in guessed worlds and returns the one that is worth
// most on average.
func (p *Player) sample(ctx context.Context, v *adameva.View, w *worth, l *limits, b Budget) (adameva.Move, bool) {
	start := known(v)
	me := seatOf(v.Viewer)
	hidden, size := unseen(v), v.HandSizes[1-me]
	legal := start.moves()
	deep := toBePlayed(v) <= b.Deep
	var sums [32]int64
	for world := range b.Worlds {
		if world > 0 && b.Nodes > 0 && p.search.nodes >= b.Nodes {
			break
		}
		if ctx.Err() != nil {
			return adameva.Move{}, false
		}
		guess := start
		guess.hands[1-me] = p.dice.hand(hidden, size)
		if deep {
			p.search.begin(w, l, me)
		}
		for rest := legal; rest != 0; rest &= rest - 1 {
			m := uint8(bits.TrailingZeros32(rest))
			next := guess
			next.play(m)
			if deep {
				sums[m] += int64(p.search.value(&next, -infinite, infinite))
				continue
			}
			// The last guesses get what cannot be shared out evenly.
			for range b.Playouts*(world+1)/b.Worlds - b.Playouts*world/b.Worlds {
				sums[m] += int64(p.playOut(next, w))
			}
		}
	}
	return best(v.Moves, &sums), true
}

// best returns the move with the highest sum, the first of those equal.
func best(moves []adameva.Move, sums *[32]int64) adameva.Move {
	top := 0
	for i := range moves {
		if sums[numberOf(moves[i])] > sums[numberOf(moves[top])] {
			top = i
		}
	}
	return moves[top]
}

// numberOf returns a move as positions number it.
func numberOf(m adameva.Move) uint8 {
	switch m.Kind {
	case adameva.Take:
		return take
	case adameva.Refuse:
		return refuse
	case adameva.Place:
		return uint8(m.Tree) % 32
	}
	return uint8(m.Card) % 32
}

// playOut plays on with moves at random and returns what comes of it.
func (p *Player) playOut(at position, w *worth) int32 {
	for at.phase != adameva.Over {
		at.play(p.dice.pick(at.moves()))
	}
	return w[at.end()]
}
