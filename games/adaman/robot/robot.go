// Package robot plays Adaman as a person has to: without knowing the order of
// the deck. It gives hints and says why, and it measures how hard a deal is.
//
//	player := robot.New()
//	view := game.View(adaman.Player)
//	advice, on := player.Choose(&view, 400, chance)
//
// A [Player] is handed a view, in which the order of the deck is not, so it
// cannot peek. Inside it guesses orders of the cards that nobody has seen.
package robot

import (
	"slices"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

// A Player chooses plays. It keeps its buffers from one choice to the next and
// nothing else, so it serves any number of games; one goroutine at a time.
type Player struct {
	guess   guess
	moves   []adaman.Move
	options []Option
}

// New returns a player.
func New() *Player { return &Player{} }

// An Option is a play with what was found about it.
type Option struct {
	Move  adaman.Move
	Wins  int // how many of the tries were won
	Tries int // how often it was played to the end on a guessed deck
}

// share returns the estimated share of wins, doubtful where there are few tries.
func (o *Option) share() float64 { return (float64(o.Wins) + 0.5) / (float64(o.Tries) + 2) }

// Advice is a choice and what speaks for it.
type Advice struct {
	Option
	Second  Option   // the best other play; zero if there is none
	Reasons []Reason // at most three, the strongest first; often none
}

// Choose returns the play that promises most, or false if the game is over. It
// spends about as many playouts as it is told, but never more: a playout is one
// game played from here to its end on a guessed order of the unseen cards. With
// none or few it has to trust a rule of thumb. The choice is a function of the
// table, the number of playouts and chance; how long it takes is not bounded.
func (p *Player) Choose(v *adaman.View, playouts int, chance *games.Stream) (Advice, bool) {
	table := v.Table
	p.moves = p.moves[:0]
	if table.Result == 0 {
		p.moves = table.AppendMoves(p.moves)
	}
	if len(p.moves) == 0 {
		return Advice{}, false
	}
	p.guess.seed(chance)
	p.guess.of(&table)
	p.rank(&table)
	if len(p.options) > 1 {
		p.try(&table, playouts)
	}
	a := Advice{Option: p.options[0]}
	if len(p.options) > 1 {
		a.Second = p.options[1]
	}
	a.Reasons = reasons(&table, &a, len(p.options) == 1)
	return a, true
}

// rank makes the options from the moves, in the order of a rule of thumb: what
// pays most exactly, with fewer cards, and personalities before other cards.
func (p *Player) rank(table *adaman.Position) {
	p.options = p.options[:0]
	for _, m := range p.moves {
		p.options = append(p.options, Option{Move: m})
	}
	slices.SortStableFunc(p.options, func(a, b Option) int { return cost(a.Move) - cost(b.Move) })
}

// cost is small for plays that look good.
func cost(m adaman.Move) int {
	c := 8*(m.Spend.Ranks()-m.Target.Rank()) + m.Spend.Len()
	if !m.Target.Personality() {
		c += 20
	}
	return c
}

// try spends the playouts by halves: all options share the first part, the
// better half of them the next, until two are left. Within a part all options
// meet the same guesses, so that luck favours none of them.
func (p *Player) try(table *adaman.Position, playouts int) {
	left := p.options
	if len(left) > playouts {
		left = left[:max(playouts, 0)]
	}
	rounds := 0
	for n := len(left); n > 1; n = (n + 1) / 2 {
		rounds++
		if n == 2 {
			break
		}
	}
	for ; rounds > 0; rounds-- {
		each := playouts / rounds / len(left)
		for range each {
			p.guess.shuffle()
			for i := range left {
				left[i].Tries++
				if p.playOut(table.After(&p.guess.deck, left[i].Move)) {
					left[i].Wins++
				}
			}
		}
		playouts -= each * len(left)
		slices.SortStableFunc(left, func(a, b Option) int {
			switch a, b := a.share(), b.share(); {
			case a > b:
				return -1
			case a < b:
				return 1
			}
			return 0
		})
		left = left[:max(2, (len(left)+1)/2)]
	}
}

// playOut plays to the end and reports whether the game is won.
func (p *Player) playOut(t adaman.Position) bool {
	for t.Result == 0 {
		t = t.After(&p.guess.deck, p.quick(&t))
	}
	return t.Result == adaman.Won
}

// quick is the play of a playout: a card that can be paid for, by preference a
// personality, at the cheapest.
func (p *Player) quick(t *adaman.Position) adaman.Move {
	var payable decktet.Set
	for targets := t.Targets(); targets != 0; targets &= targets - 1 {
		c := targets.First()
		if (t.Resources & c.Sharing()).Ranks() >= c.Rank() {
			payable = payable.With(c)
		}
	}
	if people := payable & decktet.Personalities; people != 0 && p.guess.below(4) > 0 {
		payable = people
	}
	target := p.guess.card(payable)
	spend, _ := t.Cheapest(target)
	return adaman.Move{Target: target, Spend: spend}
}
