package adaman

import (
	"errors"
	"fmt"

	"windfall/games/decktet"
)

// rowLength is how many cards the capital and the resources are dealt up to,
// and how many the palace can hold before the plot is discovered.
const rowLength = 5

// A Position is what lies on the table: everything that a play can change, and
// nothing about the order of the deck. It is the rules without the bookkeeping
// of a [Game]: a small comparable value that is copied to try something out,
// for whoever looks at many positions.
//
// The zero Position is the table before the opening deal.
type Position struct {
	Palace    decktet.Set
	Capital   decktet.Set
	Resources decktet.Set
	Discard   decktet.Set
	Dealt     int8   // how many cards have left the deck
	Result    Result // zero while the game goes on
}

// Open returns the table after the opening deal from deck, which must be valid.
// The game may be over already.
func Open(deck *Deck) Position {
	var p Position
	p.deal(deck)
	return p
}

// After returns the table after the move m, which p.Check has to allow. It
// looks only at the cards of deck from number p.Dealt on, so that somebody who
// does not know their order can pass a guess.
func (p Position) After(deck *Deck, m Move) Position {
	if m.GiveUp {
		p.Result = GaveUp
		return p
	}
	p.Resources &^= m.Spend
	p.Discard |= m.Spend
	p.Palace = p.Palace.Without(m.Target)
	p.Capital = p.Capital.Without(m.Target)
	if !m.Target.Personality() {
		p.Resources = p.Resources.With(m.Target)
	} else {
		p.Discard = p.Discard.With(m.Target)
		if p.Controlled() == decktet.Personalities {
			p.Result = Won
			return p
		}
	}
	p.deal(deck)
	return p
}

// deal fills the capital and then the resources, as far as the deck goes, and
// sees whether that ends the game.
func (p *Position) deal(deck *Deck) {
	for p.Capital.Len() < rowLength && int(p.Dealt) < len(deck) {
		p.Capital = p.Capital.With(deck[p.Dealt])
		p.Dealt++
	}
	for p.Resources.Len() < rowLength && int(p.Dealt) < len(deck) {
		c := deck[p.Dealt]
		p.Dealt++
		if !c.Personality() {
			p.Resources = p.Resources.With(c)
			continue
		}
		p.Palace = p.Palace.With(c)
		if p.Palace.Len() > rowLength {
			p.Result = Overthrown
			return
		}
	}
	if !p.playable() {
		p.Result = Stuck
	}
}

// playable reports whether the resources can pay for anything.
func (p *Position) playable() bool {
	for targets := p.Targets(); targets != 0; targets &= targets - 1 {
		target := targets.First()
		if (p.Resources & target.Sharing()).Ranks() >= target.Rank() {
			return true
		}
	}
	return false
}

// Targets returns the cards that a play can name: the palace and the capital.
func (p Position) Targets() decktet.Set { return p.Palace | p.Capital }

// Unseen returns the cards that are still in the deck.
func (p Position) Unseen() decktet.Set {
	return decktet.Full &^ (p.Palace | p.Capital | p.Resources | p.Discard)
}

// Controlled returns the personalities that have been controlled.
func (p Position) Controlled() decktet.Set { return p.Discard & decktet.Personalities }

// Payable returns the resources that may be spent on target, that is, share a
// suit with it. Nothing may be spent on what is no target, or after the end.
func (p Position) Payable(target decktet.Card) decktet.Set {
	if p.Result != 0 || !p.Targets().Has(target) {
		return 0
	}
	return p.Resources & target.Sharing()
}

// The reasons for which a play is refused, in the order in which they are
// looked for.
var (
	ErrOver         = errors.New("the game is over")
	ErrTarget       = errors.New("only a card in the palace or the capital can be controlled")
	ErrNothingSpent = errors.New("to control a card, spend at least one of the resources")
	ErrNotResource  = errors.New("only cards among the resources can be spent")
	ErrSuit         = errors.New("every card spent must share a suit with the card to be controlled")
	ErrRanks        = errors.New("the ranks spent must add up to the rank of the card to be controlled")
)

// Check returns nil if m may be made, and otherwise an error that wraps one of
// the reasons above and names the cards. Giving up is allowed until the end.
func (p Position) Check(m Move) error {
	switch {
	case p.Result != 0:
		return ErrOver
	case m.GiveUp:
		return nil
	case !m.Target.Valid():
		return ErrTarget
	case !p.Targets().Has(m.Target):
		return fmt.Errorf("%w, and the %s is in neither", ErrTarget, m.Target.Name())
	case m.Spend == 0:
		return ErrNothingSpent
	}
	if foreign := m.Spend &^ p.Resources; foreign != 0 {
		if c := foreign.First(); c.Valid() {
			return fmt.Errorf("%w, and the %s is not", ErrNotResource, c.Name())
		}
		return ErrNotResource
	}
	if strange := m.Spend &^ m.Target.Sharing(); strange != 0 {
		return fmt.Errorf("%w, but the %s shares none with the %s", ErrSuit, strange.First().Name(), m.Target.Name())
	}
	if sum := m.Spend.Ranks(); sum < m.Target.Rank() {
		return fmt.Errorf("%w, but %d is less than the %d of the %s", ErrRanks, sum, m.Target.Rank(), m.Target.Name())
	}
	return nil
}

// AppendMoves appends every legal play to moves and returns the result: targets
// in deck order, and for each every payment, also those that overspend or hold
// a card that was not needed. Giving up is not among them.
func (p Position) AppendMoves(moves []Move) []Move {
	for targets := p.Targets(); targets != 0; targets &= targets - 1 {
		target := targets.First()
		payable, rank := p.Payable(target), target.Rank()
		if payable.Ranks() < rank {
			continue
		}
		// Counting up within the bits of payable visits all its subsets.
		for spend := payable & -payable; spend != 0; spend = (spend - payable) & payable {
			if spend.Ranks() >= rank {
				moves = append(moves, Move{Target: target, Spend: spend})
			}
		}
	}
	return moves
}

// Cheapest returns the payment for target that overspends least and, among
// those, spends the fewest cards and the first ones in deck order. It returns
// false if target cannot be paid for.
func (p Position) Cheapest(target decktet.Card) (decktet.Set, bool) {
	var best decktet.Set
	payable, rank := p.Payable(target), target.Rank()
	for spend := payable & -payable; spend != 0; spend = (spend - payable) & payable {
		if spend.Ranks() >= rank && (best == 0 || cheaper(spend, best)) {
			best = spend
		}
	}
	return best, best != 0
}

// cheaper reports whether to pay with a is thriftier than with b.
func cheaper(a, b decktet.Set) bool {
	if a, b := a.Ranks(), b.Ranks(); a != b {
		return a < b
	}
	if a, b := a.Len(), b.Len(); a != b {
		return a < b
	}
	return a.Has((a&^b | b&^a).First())
}

// A Result says how a game ended. The zero Result is that of a game which has
// not.
type Result uint8

// The four ends of a game.
const (
	Won        Result = 1 + iota // every personality was controlled
	Stuck                        // no legal play was left
	Overthrown                   // a sixth card came to the palace
	GaveUp                       // the player gave up
)

var results = [...]string{Won: "won", Stuck: "stuck", Overthrown: "overthrown", GaveUp: "gave-up"}

// String returns the result as game records write it: "won", "stuck",
// "overthrown" or "gave-up"; the zero Result is the empty text.
func (r Result) String() string {
	if int(r) >= len(results) {
		return "?"
	}
	return results[r]
}

// ErrResult is returned for text that is no result.
var ErrResult = errors.New("a result is won, stuck, overthrown or gave-up")

// MarshalText returns the result as game records write it, or [ErrResult] if r
// is no result. The zero Result is written as an empty text.
func (r Result) MarshalText() ([]byte, error) {
	if int(r) >= len(results) {
		return nil, ErrResult
	}
	return []byte(results[r]), nil
}

// UnmarshalText reads what [Result.MarshalText] wrote. After an error r is as
// before.
func (r *Result) UnmarshalText(text []byte) error {
	for i, name := range results {
		if name == string(text) {
			*r = Result(i)
			return nil
		}
	}
	return ErrResult
}

// An Outcome is the result of a game and its score.
type Outcome struct {
	Result     Result
	Score      int // Controlled and Left if won, 0 if overthrown, otherwise Controlled
	Controlled int // the sum of the ranks of the controlled personalities
	Left       int // the sum of the ranks in the resource row at the end
}

// Outcome returns the outcome, and whether there is one yet.
func (p Position) Outcome() (Outcome, bool) {
	if p.Result == 0 {
		return Outcome{}, false
	}
	o := Outcome{Result: p.Result, Controlled: p.Controlled().Ranks(), Left: p.Resources.Ranks()}
	switch o.Result {
	case Won:
		o.Score = o.Controlled + o.Left
	case Stuck, GaveUp:
		o.Score = o.Controlled
	}
	return o, true
}
