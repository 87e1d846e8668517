package adaman

import (
	"fmt"
	"strings"

	"windfall/games"
	"windfall/games/decktet"
)

// A View is all that anybody may know of a game: everything on the table and
// nothing about the order of the cards in the deck. Its methods are functions
// of what is in it.
type View struct {
	// Table is the position, for what its methods tell: Check whether a play is
	// legal, AppendMoves for all that are.
	Table Position

	// The three rows, each in the order in which its cards came from the deck.
	// The position of a card in its row has no meaning; cards that stay do not
	// change places with each other.
	Palace    []decktet.Card
	Capital   []decktet.Card
	Resources []decktet.Card

	Discard    decktet.Set // all discarded cards
	Controlled decktet.Set // those of them that are personalities
	Undealt    int         // how many cards are in the deck
	Plays      int         // how many plays were made; to give up is none
	Events     []Event     // what the last move brought, or the opening deal
	Outcome    Outcome     // its Result is zero while the game goes on
}

// View returns what seat sees, which in this game is the same for everybody.
// It is the caller's to keep.
func (g *Game) View(games.Seat) View {
	t := g.table
	v := View{
		Table:      t,
		Discard:    t.Discard,
		Controlled: t.Controlled(),
		Undealt:    len(g.deck) - int(t.Dealt),
		Plays:      g.count,
		Events:     g.events(),
	}
	v.Outcome, _ = t.Outcome()
	if t.Result == GaveUp {
		v.Plays--
	}
	for _, c := range g.deck[:t.Dealt] {
		switch t.Where(c) {
		case Palace:
			v.Palace = append(v.Palace, c)
		case Capital:
			v.Capital = append(v.Capital, c)
		case Resources:
			v.Resources = append(v.Resources, c)
		}
	}
	return v
}

// A Target is a card that a play could name.
type Target struct {
	Card    decktet.Card
	Place   Place // the palace or the capital
	Payable bool  // whether the resources can pay for it now
}

// Targets returns the cards of the palace and then those of the capital.
func (v View) Targets() []Target {
	targets := make([]Target, 0, len(v.Palace)+len(v.Capital))
	for _, row := range [][]decktet.Card{v.Palace, v.Capital} {
		for _, c := range row {
			targets = append(targets, Target{Card: c, Place: v.Table.Where(c), Payable: v.Payable(c).Ranks() >= c.Rank()})
		}
	}
	return targets
}

// Payable returns the resources that may be spent on target, that is, share a
// suit with it. They need not be enough. Nothing may be spent on what is no
// target, or after the end.
func (v View) Payable(target decktet.Card) decktet.Set { return v.Table.Payable(target) }

// Cheapest returns the payment for target that overspends least and, among
// those, spends the fewest cards and the first ones in deck order. It returns
// false if target cannot be paid for.
func (v View) Cheapest(target decktet.Card) (decktet.Set, bool) { return v.Table.Cheapest(target) }

// Unseen returns the cards that are still in the deck.
func (v View) Unseen() decktet.Set { return v.Table.Unseen() }

// String returns the table as a few lines of text, for logs and examples.
func (v View) String() string {
	var text strings.Builder
	for _, row := range []struct {
		place Place
		cards []decktet.Card
	}{{Palace, v.Palace}, {Capital, v.Capital}, {Resources, v.Resources}} {
		line := fmt.Sprintf("%-9v", row.place)
		for _, c := range row.cards {
			line += " " + c.String()
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	fmt.Fprintf(&text, "deck %d, controlled %d (%d)", v.Undealt, v.Controlled.Len(), v.Controlled.Ranks())
	if o := v.Outcome; o.Result != 0 {
		fmt.Fprintf(&text, "\n%v, score %d, controlled %d, left %d", o.Result, o.Score, o.Controlled, o.Left)
	}
	return text.String()
}
