// Package robot plays Adaman as a person has to: without knowing the order of
// the deck. It gives hints and says why, and it measures how hard a deal is.
//
//	player := robot.New()
//	view := game.View(adaman.Player)
//	advice, on := player.Choose(&view, robot.Playouts, chance)
//
// A [Player] is handed a view, in which the order of the deck is not, so it
// cannot peek. Inside it guesses orders of the cards that nobody has seen, plays
// on in its head, and asks a small network, fitted to games of its own, how good
// it looks from there. docs/robot.md has the figures.
package robot

import (
	"cmp"
	"slices"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

// The budgets of a hint, in playouts. On one core of a server of 2026 a choice
// with Playouts takes about 50 ms, and one with LongPlayouts about a second.
const (
	Playouts     = 12_000
	LongPlayouts = 240_000
)

// A Player chooses plays. It keeps its buffers from one choice to the next and
// nothing else, so it serves any number of games; one goroutine at a time.
type Player struct {
	guess   guess
	moves   []adaman.Move
	options []candidate
	bench   bench
}

// New returns a player.
func New() *Player { return &Player{} }

// An Option is a play with what was found about it. Wins/Tries is the estimated
// share of games that are won after it.
type Option struct {
	Move  adaman.Move
	Wins  int // of the tries, rounded
	Tries int // how many playouts began with the play; 1 where the end is certain
}

// Advice is a choice and what speaks for it.
type Advice struct {
	Option
	Second  Option   // the best other play; zero if there is none
	Reasons []Reason // at most three, the strongest first; often none
}

// A candidate is an option in the making.
type candidate struct {
	move  adaman.Move
	logit int // what the network says
	first int // the same in parts of one
	sum   int // what the tries came to, in parts of one
	tries int
	left  int // where the end is certain: what is left after the win, or less than 0
}

// trust is how many tries the first word of the network counts for.
const trust = 2

// value is what is known about a candidate, in parts of one.
func (c *candidate) value() int { return (trust*c.first + c.sum) / (trust + c.tries) }

func (c *candidate) option() Option {
	return Option{Move: c.move, Wins: (c.sum + one/2) / one, Tries: c.tries}
}

// Choose returns the play that promises most, or false if the game is over. It
// spends about as many playouts as it is told, and never more. A playout plays
// on from here with a guessed order of the unseen cards, for a few plays or to
// the end of the game; what it counts for is the chance to win that is seen
// there. With no playouts the first look decides. Once the deck is empty nothing
// is hidden, and then the choice wins if that is possible, with the highest
// score. The choice is a function of the table, the number of playouts and
// chance. The time it takes grows with the number of playouts and is not bounded
// otherwise.
func (p *Player) Choose(v *adaman.View, playouts int, chance *games.Stream) (Advice, bool) {
	table := v.Table
	p.moves = p.moves[:0]
	if table.Result == 0 {
		p.moves = table.AppendMoves(p.moves)
	}
	if len(p.moves) == 0 {
		return Advice{}, false
	}
	if !p.settle(&table) {
		p.rank(&table)
		if len(p.options) > 1 && playouts > 1 {
			p.guess.seed(chance)
			p.try(&table, playouts)
		}
	}
	a := Advice{Option: p.options[0].option()}
	if len(p.options) > 1 {
		a.Second = p.options[1].option()
	}
	a.Reasons = reasons(&table, &a, len(p.options) == 1)
	return a, true
}

// settle makes the options, the best first, where their ends are certain: one
// play wins, or the deck is empty.
func (p *Player) settle(t *adaman.Position) bool {
	p.options = p.options[:0]
	certain := t.Unseen() == 0
	for _, m := range p.moves {
		c := candidate{move: m, tries: 1, left: -1}
		switch {
		case wins(t, m):
			certain = true
			c.sum, c.left = one, (t.Resources &^ m.Spend).Ranks()
		case t.Unseen() == 0:
			if left, won := endgameOf(t).after(m.Target, m.Spend).best(); won {
				c.sum, c.left = one, left
			} else if m.Target.Personality() {
				// In a lost game each of them is worth its rank.
				c.left += m.Target.Rank() - decktet.Personalities.Ranks()
			} else {
				c.left -= decktet.Personalities.Ranks()
			}
		default:
			c.tries = 0
			c.left = -decktet.Personalities.Ranks()
		}
		p.options = append(p.options, c)
	}
	if certain {
		slices.SortStableFunc(p.options, func(a, b candidate) int { return cmp.Compare(b.left, a.left) })
	}
	return certain
}

// rank makes the options, the best first as the network sees them.
func (p *Player) rank(t *adaman.Position) {
	p.options = p.options[:0]
	seen := look(t)
	for _, m := range p.moves {
		logit := seen.after(m)
		p.options = append(p.options, candidate{move: m, logit: logit, first: likelihood(logit)})
	}
	slices.SortStableFunc(p.options, func(a, b candidate) int { return cmp.Compare(b.logit, a.logit) })
}

// width is how many plays are tried.
const width = 8

// try spends the playouts by halves: the plays that look best share the first
// part, the better half of them the next, until two are left. Within a part all
// of them meet the same guesses, so that luck favours none.
func (p *Player) try(t *adaman.Position, playouts int) {
	left := p.options[:min(len(p.options), width, playouts)]
	p.guess.of(t)
	for parts := halvings(len(left)); parts > 0; parts-- {
		each := playouts / parts / len(left)
		playouts -= each * len(left)
		for range each {
			p.guess.shuffle()
			for i := range left {
				left[i].sum += p.playOut(t.After(&p.guess.deck, left[i].move), depth)
				left[i].tries++
			}
		}
		slices.SortStableFunc(left, func(a, b candidate) int { return cmp.Compare(b.value(), a.value()) })
		left = left[:max(2, (len(left)+1)/2)]
	}
}

// halvings returns how often n can be halved, rounding up, until it is 2 or
// less, and once more.
func halvings(n int) int {
	times := 1
	for ; n > 2; n = (n + 1) / 2 {
		times++
	}
	return times
}

// depth is how many plays a playout makes before it asks the network. To play to
// the end would let the mistakes and the luck of many plays blur what it says
// about the first.
const depth = 4

// playOut plays on, for so many plays at most, and returns how likely a win is
// then, in parts of one.
func (p *Player) playOut(t adaman.Position, depth int) int {
	for plays := 1; ; plays++ {
		switch {
		case t.Result == adaman.Won:
			return one
		case t.Result != 0:
			return 0
		case int(t.Dealt) == len(p.guess.deck):
			if endgameOf(&t).won() {
				return one
			}
			return 0
		}
		seen := look(&t)
		m, logit, won := seen.best(&p.bench)
		switch {
		case won:
			return one
		case plays == depth:
			return likelihood(logit)
		}
		t = t.After(&p.guess.deck, m)
	}
}
