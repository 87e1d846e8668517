// Package adaman has the rules of Adaman, a solitaire with the Decktet.
//
// People of influence are about in the capital and around the palace, and
// whoever controls all eleven of them has the throne. Three rows lie on the
// table: the palace, the capital and the resources. A play controls one card of
// the palace or the capital and pays for it with resources that share a suit
// with it and whose ranks add up to at least its own. A personality that is
// controlled is out of the way; any other card becomes a resource. Then the
// capital is dealt up to five cards, and the resources too, but a personality
// that turns up there goes to the palace, and the sixth in the palace is the
// end.
//
// A [Game] is made from a [Deck], which is all of chance, and then from moves:
//
//	game, err := adaman.New(adaman.Deal(games.Numbered(1)))
//	move, err := adaman.ParseMove("2MK < 4MS")
//	events, err := game.Play(move)
//
// A [View] is what the player sees of it: all but the order of the deck. A
// [Position] is the bare table with the rules on it, for whoever wants to look
// at very many. So a game is stored as its deck and its moves, shown from its
// view, and searched from its position.
package adaman

import (
	"windfall/games"
	"windfall/games/decktet"
)

// Player is the one seat of the game.
const Player games.Seat = 0

// maxMoves bounds the moves of a game. What pays for a play is never a
// personality and never comes back, and 25 cards are no personalities. One more
// move may be to give up.
const maxMoves = 25 + 1

// A Game is a game of Adaman. It is a plain value: to copy one (clone := *game)
// gives an independent game, and two games are == if the same moves were made
// from the same deck. Games come from [New]; the zero Game has no deck and is
// of no use.
//
// It prints as the open table, so that a game in a log does not tell the order
// of its deck; [Game.Deck] does.
type Game struct {
	deck   Deck
	table  Position
	before Position // the table before the last move or the opening deal
	moves  [maxMoves]Move
	count  int // of moves
}

// New returns the game that deck deals, after the opening deal. That can be the
// end of it already. The error is [ErrDeck].
func New(deck Deck) (*Game, error) {
	if err := deck.Validate(); err != nil {
		return nil, err
	}
	g := &Game{deck: deck}
	g.table = Open(&g.deck)
	return g, nil
}

// Clone returns an independent copy of the game.
func (g *Game) Clone() *Game {
	clone := *g
	return &clone
}

// ToMove returns the player's seat, or false once the game is over.
func (g *Game) ToMove() (games.Seat, bool) {
	if g.table.Result != 0 {
		return games.Spectator, false
	}
	return Player, true
}

// Moves returns every legal play in the order of [Position.AppendMoves]. Giving
// up is always possible and not among them. There are none once the game is
// over.
func (g *Game) Moves() []Move { return g.AppendMoves(nil) }

// AppendMoves appends what [Game.Moves] returns to moves.
func (g *Game) AppendMoves(moves []Move) []Move { return g.table.AppendMoves(moves) }

// Play makes the move m and returns what happened, the deal that follows
// included. If m may not be made, the error is that of [Position.Check] and the
// game is as before.
func (g *Game) Play(m Move) ([]Event, error) {
	if err := g.table.Check(m); err != nil {
		return nil, err
	}
	if m.GiveUp {
		m = Move{GiveUp: true} // so that the same move is equal
	}
	g.before, g.table = g.table, g.table.After(&g.deck, m)
	g.moves[g.count] = m
	g.count++
	return g.events(), nil
}

// Outcome returns the outcome, and whether the game is over.
func (g *Game) Outcome() (Outcome, bool) { return g.table.Outcome() }

// Position returns the table as it is now.
func (g *Game) Position() Position { return g.table }

// Deck returns the whole deck in the order dealt, the cards to come included.
func (g *Game) Deck() Deck { return g.deck }

// Played returns the moves made so far. Deck and moves are the whole game.
func (g *Game) Played() []Move { return append([]Move(nil), g.moves[:g.count]...) }

// String returns the open table, as [View.String] does.
func (g Game) String() string { return g.View(games.Spectator).String() }

// GoString hides the deck, too.
func (g Game) GoString() string { return g.String() }

// An Event is one thing that happened on the table, to be told or drawn. The
// events of a move come in this order: a card was controlled, cards were dealt,
// the game ended.
type Event struct {
	Kind   EventKind
	Card   decktet.Card // Controlled, Dealt
	From   Place        // Controlled: the palace or the capital
	To     Place        // Controlled: the discard or the resources; Dealt: a row
	Spent  decktet.Set  // Controlled: what paid for it and was discarded
	Result Result       // Ended
}

// String returns the event for logs and tests:
// "control 6LK from capital with 9LK, to resources", "deal AM to capital" or
// "end stuck".
func (e Event) String() string {
	switch e.Kind {
	case Controlled:
		return "control " + e.Card.String() + " from " + e.From.String() + " with " + e.Spent.String() + ", to " + e.To.String()
	case Dealt:
		return "deal " + e.Card.String() + " to " + e.To.String()
	case Ended:
		return "end " + e.Result.String()
	}
	return "?"
}

// EventKind says which fields of an [Event] mean something.
type EventKind uint8

// The kinds of events.
const (
	Controlled EventKind = 1 + iota // a play controlled a card
	Dealt                           // a card came from the deck
	Ended                           // the game ended
)

// Place is where a card lies.
type Place uint8

// The places on the table.
const (
	Palace Place = 1 + iota
	Capital
	Resources
	Discard
)

var places = [...]string{"nowhere", Palace: "palace", Capital: "capital", Resources: "resources", Discard: "discard"}

// String returns the English word for the place.
func (p Place) String() string {
	if int(p) >= len(places) {
		return "?"
	}
	return places[p]
}

// Where returns the place where c lies, or the zero Place if it is in the deck.
func (p Position) Where(c decktet.Card) Place {
	switch {
	case p.Palace.Has(c):
		return Palace
	case p.Capital.Has(c):
		return Capital
	case p.Resources.Has(c):
		return Resources
	case p.Discard.Has(c):
		return Discard
	}
	return 0
}

// events returns what happened between g.before and g.table.
func (g *Game) events() []Event {
	dealt := g.deck[g.before.Dealt:g.table.Dealt]
	events := make([]Event, 0, 1+len(dealt)+1)
	if g.count > 0 {
		if m := g.moves[g.count-1]; !m.GiveUp {
			to := Resources
			if m.Target.Personality() {
				to = Discard
			}
			events = append(events, Event{Kind: Controlled, Card: m.Target, From: g.before.Where(m.Target), To: to, Spent: m.Spend})
		}
	}
	for _, c := range dealt {
		events = append(events, Event{Kind: Dealt, Card: c, To: g.table.Where(c)})
	}
	if g.table.Result != 0 {
		events = append(events, Event{Kind: Ended, Result: g.table.Result})
	}
	return events
}
