// Package solver finds the best possible result of a deal of Adaman, with the
// whole deck known, and proves that nothing better is possible.
//
//	s := solver.New(64 << 20)
//	answer, err := s.Solve(ctx, &deck, adaman.Open(&deck), solver.Limits{})
//
// It is a search in depth that asks one question at a time: is there a win that
// leaves at least so much? Three things make that quick.
//
// Bounds (bounds.go, the budget in deal.go): what is left at the end is what
// the resources and the deck are worth now, less what the personalities still
// cost, less all waste on the way. Waste never comes back, so a bound from below
// on the waste to come is a bound from above on what can be left. Such bounds
// come from counting: two cards of a rank never share a suit, so a personality
// that is paid for with one card is overpaid; whoever is paid for with more
// takes cards of which there are few; and at the end of the deck there are five
// resources at most.
//
// A table (table.go) of positions from which so much was refuted already,
// because the same plays in another order lead to the same table.
//
// Order (search.go): wins that leave little are looked for before wins that
// leave more, what is refuted on the way helps with the next, and of the plays
// the thrifty ones come first.
//
// Every play counts, also one that overspends or spends a card that was not
// needed: it brings new cards from the deck, and some deals can be won only so.
// Where such plays are left out, a comment says why they cannot help.
//
// docs/solver.md has figures.
package solver

import (
	"context"
	"errors"
	"fmt"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// A Verdict is the answer to a question that may stay open.
type Verdict uint8

// The three verdicts.
const (
	Unknown Verdict = iota // the limits were too narrow to say
	No
	Yes
)

var verdicts = [...]string{"unknown", "no", "yes"}

// String returns "unknown", "no" or "yes".
func (v Verdict) String() string {
	if int(v) >= len(verdicts) {
		return "?"
	}
	return verdicts[v]
}

// MarshalJSON returns null, false or true.
func (v Verdict) MarshalJSON() ([]byte, error) {
	switch v {
	case No:
		return []byte("false"), nil
	case Yes:
		return []byte("true"), nil
	}
	return []byte("null"), nil
}

// Limits say how far a solve may go.
type Limits struct {
	// Nodes is how many positions are looked at, at most; 0 is as many as it
	// takes.
	Nodes int64
}

// An Answer is what a solve has found out.
type Answer struct {
	Winnable Verdict
	// Best is the highest score of a win that is known, all personalities and
	// what is left, and 0 if no win is known.
	Best int
	// Bound is a score that no win is above. It is Best if that is proven, and 0
	// if there is no win.
	Bound int
	// Proven says that the position cannot be won, or that no win scores more
	// than Best.
	Proven bool
	// Line is a win with Best, from the position asked about; empty if none is
	// known.
	Line []adaman.Move
	// Nodes is how many positions were looked at.
	Nodes int64
}

// throne is the score of a win that leaves nothing.
var throne = decktet.Personalities.Ranks()

// A Solver solves one position after another, in a fixed amount of memory. It is
// for one goroutine at a time. Solvers come from [New].
type Solver struct {
	table  table
	buffer []choice
}

// New returns a solver with a table of the largest power of two that fits in
// size bytes, and of no less than a mebibyte. A solve that outgrows its table
// takes longer; its answer is the same, if it is proven.
func New(size int) *Solver {
	return &Solver{table: newTable(size), buffer: make([]choice, 0, 1024)}
}

// ErrPosition is returned for a position that cannot come about with the deck.
var ErrPosition = errors.New("the position does not belong to this deck")

// Solve returns the best score that can be reached from a position of deck, be
// it that of the opening deal or a later one. For the same deck, position,
// limits and size of the table the answer is always the same.
//
// The error is [adaman.ErrDeck], or [ErrPosition], or that of ctx, which is
// looked at every few thousand nodes; then the answer says what was found out so
// far.
func (s *Solver) Solve(ctx context.Context, deck *adaman.Deck, from adaman.Position, l Limits) (Answer, error) {
	return s.answer(ctx, deck, from, l, (*search).best)
}

// Winnable is like [Solver.Solve], but ends as soon as it is known whether there
// is a win at all. Then Best and Line are those of some win, and Proven says
// that there is none or, by chance, that this one is the best.
func (s *Solver) Winnable(ctx context.Context, deck *adaman.Deck, from adaman.Position, l Limits) (Answer, error) {
	return s.answer(ctx, deck, from, l, (*search).any)
}

func (s *Solver) answer(ctx context.Context, deck *adaman.Deck, from adaman.Position, l Limits, ask func(*search)) (Answer, error) {
	if err := check(deck, from); err != nil {
		return Answer{}, err
	}
	if o, over := from.Outcome(); over {
		if o.Result == adaman.Won {
			return Answer{Winnable: Yes, Best: o.Score, Bound: o.Score, Proven: true}, nil
		}
		return Answer{Winnable: No, Proven: true}, nil
	}
	var order [decktet.Count]uint8
	for i, c := range deck {
		order[i] = numbers[c]
	}
	d := newDeal(order[:])
	root := state{
		capital: setOf(from.Capital),
		held:    setOf(from.Palace | from.Resources),
		dealt:   uint8(from.Dealt),
	}
	x := s.search(ctx, d, root, l)
	ask(x)
	s.buffer = x.buffer[:0]

	a := Answer{Nodes: x.nodes}
	switch {
	case x.found != nothing:
		a.Winnable, a.Best, a.Bound, a.Proven = Yes, throne+x.found, throne+x.bound, x.found == x.bound
		a.Line = x.moves()
	case x.bound == nothing:
		a.Winnable, a.Proven = No, true
	default:
		a.Bound = throne + x.bound
	}
	if x.stopped {
		return a, ctx.Err()
	}
	return a, nil
}

// search prepares a search from root.
func (s *Solver) search(ctx context.Context, d *deal, root state, l Limits) *search {
	s.table.forget()
	root.budget = int16(d.budget(&root))
	x := &search{deal: d, table: &s.table, ctx: ctx, limit: l.Nodes, buffer: s.buffer, found: nothing, root: root}
	x.bound = max(nothing, x.most(&root))
	if kept := d.kept(int(root.dealt)); kept < 0 {
		x.bound = nothing
	} else {
		x.bound = min(x.bound, (d.rest[0] & goods).top(kept))
	}
	return x
}

// check returns nil if from can be a position of deck, as far as that can be
// seen from the cards that were dealt.
func check(deck *adaman.Deck, from adaman.Position) error {
	if err := deck.Validate(); err != nil {
		return err
	}
	if from.Dealt < 0 || int(from.Dealt) > len(deck) {
		return fmt.Errorf("%w: %d cards dealt", ErrPosition, from.Dealt)
	}
	dealt := decktet.Of(deck[:from.Dealt]...)
	rows := []decktet.Set{from.Palace, from.Capital, from.Resources, from.Discard}
	seen := decktet.Set(0)
	for _, row := range rows {
		if row&seen != 0 {
			return fmt.Errorf("%w: %v twice", ErrPosition, row&seen)
		}
		seen |= row
	}
	full := from.Capital.Len() == rowLength && from.Resources.Len() == rowLength
	switch {
	case seen != dealt:
		return fmt.Errorf("%w: the cards on the table are not the first %d", ErrPosition, from.Dealt)
	case from.Palace&^decktet.Personalities != 0 || from.Resources&decktet.Personalities != 0:
		return fmt.Errorf("%w: a personality among the resources, or another card in the palace", ErrPosition)
	case from.Capital.Len() > rowLength || from.Resources.Len() > rowLength:
		return fmt.Errorf("%w: a row is too long", ErrPosition)
	case from.Result == 0 && (from.Palace.Len() > rowLength || !full && int(from.Dealt) < len(deck)):
		return fmt.Errorf("%w: the deal is not complete, or should have ended the game", ErrPosition)
	case from.Result == 0 && from.Controlled() == decktet.Personalities:
		return fmt.Errorf("%w: it is won", ErrPosition)
	}
	return nil
}

// moves returns the moves of the line that was found.
func (x *search) moves() []adaman.Move {
	moves := make([]adaman.Move, 0, len(x.line))
	for i := range x.line {
		a := &x.line[i]
		target, spend := set(1)<<x.target, x.spend
		if i+1 < len(x.line) {
			b := &x.line[i+1]
			target = (a.capital | a.held&people) &^ (b.capital | b.held&people)
			spend = a.held & goods &^ b.held
		}
		moves = append(moves, adaman.Move{Target: cards[target.first()], Spend: spend.back()})
	}
	return moves
}
