// Package adameva holds the rules of Adam & Eva, a game for two: four trees
// with two apples each, a hand of six or seven cards that the other side does
// not see, and cards that are offered one at a time, to be taken or refused.
//
// A [Game] is a position. It starts from a [Deal], which holds all that chance
// decides, and changes by [Game.Play] alone:
//
//	deal := adameva.DealFrom(secret.Stream(with), adameva.Classic)
//	game, err := adameva.New(deal, adameva.Classic)
//	for {
//		seat, playing := game.ToMove()
//		if !playing {
//			break
//		}
//		events, err := game.Play(choose(game.View(seat)))
//		…
//	}
//	outcome, _ := game.Outcome()
//
// Whoever shows a game to somebody, or chooses a move in it, takes a [View]
// and never the position: what a view lacks cannot leak.
package adameva

import (
	"errors"
	"fmt"
	"slices"

	"windfall/games"
)

// Phase is the choice that is open.
type Phase uint8

// The phases.
const (
	Offering     Phase = iota // the seat to move offers a card of its hand
	Answering                 // it takes or refuses the card on offer
	Placing                   // it puts the joker that fell to it under a tree
	Biting                    // it uses the serpent that fell to it
	SettingAside              // it keeps one card of its hand out of the end of the round (tactical)
	Over
)

// A Game is a position of Adam & Eva and how it came about. Its zero value is
// of no use; make one with [New]. It is not safe for use from several
// goroutines at once.
type Game struct {
	deal    *Deal // shared between clones, never changed
	variant Variant

	round  int        // counted from 0
	opener games.Seat // opens this round
	active games.Seat // whose turn it is to offer
	toMove games.Seat
	phase  Phase
	ending bool // the round's end is being settled; the rival is finisher.Other()

	hands    [2]Cards
	sides    [2][4]Cards // by seat and tree
	card     Card        // on offer, or the joker being placed
	aside    [2]Cards    // set aside in this round: one card or none
	gone     Cards       // the serpent and what it bit
	finisher games.Seat
	rest     Cards // what the rival took at the end of the round
	unlaid   Cards // of those, what is still in the rival's hand

	boards   [2]Board
	lost     Board // apples nobody took
	finished []RoundResult
	outcome  Outcome

	log    []Event // of this round
	last   []Event // of the last move, or of the deal
	played []Move
}

// New starts a game. The error wraps [ErrDeal] if the deal is impossible.
func New(deal Deal, variant Variant) (*Game, error) {
	if err := deal.Validate(variant); err != nil {
		return nil, err
	}
	g := &Game{deal: deal.clone(), variant: variant}
	g.beginRound(0)
	return g, nil
}

// Clone returns a game that goes its own way from here.
func (g *Game) Clone() *Game {
	c := *g
	// The lists only ever grow at their end, so it is enough that neither
	// grows into the other's memory.
	c.finished, c.log, c.played = slices.Clip(g.finished), slices.Clip(g.log), slices.Clip(g.played)
	return &c
}

// Variant returns the variant the game is played in.
func (g *Game) Variant() Variant { return g.variant }

// Deal returns the deal, hidden cards and all. It is for records; players see
// views.
func (g *Game) Deal() Deal { return *g.deal.clone() }

// Played returns the moves made so far.
func (g *Game) Played() []Move { return slices.Clone(g.played) }

// ToMove returns the one seat that acts now; ok is false once the game is over.
func (g *Game) ToMove() (seat games.Seat, ok bool) { return g.toMove, g.phase != Over }

// Outcome returns the result; ok is false while the game goes on.
func (g *Game) Outcome() (o Outcome, ok bool) { return g.outcome, g.phase == Over }

// Moves lists what the seat to move may choose from, in a stable order. It is
// empty exactly when the game is over. Resigning is always possible and not in
// the list.
func (g *Game) Moves() []Move {
	seat := g.toMove
	switch g.phase {
	case Offering:
		hand := g.hands[seat]
		if !g.bothHaveACardDown() {
			hand = hand.Without(Serpent)
		}
		return cardMoves(seat, Offer, hand)
	case Answering:
		return []Move{{Seat: seat, Kind: Take}, {Seat: seat, Kind: Refuse}}
	case Placing:
		moves := make([]Move, 0, len(Trees))
		for _, t := range Trees {
			moves = append(moves, Move{Seat: seat, Kind: Place, Card: g.card, Tree: t})
		}
		return moves
	case Biting:
		return cardMoves(seat, Bite, g.down(seat.Other()))
	case SettingAside:
		return cardMoves(seat, Aside, g.hands[seat])
	}
	return nil
}

func cardMoves(seat games.Seat, kind MoveKind, cards Cards) []Move {
	moves := make([]Move, 0, cards.Len())
	for c := range cards.All() {
		moves = append(moves, Move{Seat: seat, Kind: kind, Card: c})
	}
	return moves
}

// Why a move is refused. Each is wrapped with the particulars.
var (
	ErrOver         = errors.New("the game is over")
	ErrSeat         = errors.New("there is no such seat")
	ErrTurn         = errors.New("it is the other side's turn")
	ErrChoice       = errors.New("that is not the choice that is open")
	ErrNotInHand    = errors.New("that card is not in the hand")
	ErrSerpentEarly = errors.New("the serpent cannot be offered before both sides have a card down")
	ErrNotTheJoker  = errors.New("that is not the joker to be placed")
	ErrNotTheirs    = errors.New("that card does not lie on the other side")
)

// Play makes a move and returns what happened because of it. If the move is
// not legal, the error wraps one of the sentinels above and nothing changed.
func (g *Game) Play(m Move) ([]Event, error) {
	if !m.Kind.hasCard() {
		m.Card = 0
	}
	if m.Kind != Place {
		m.Tree = 0
	}
	if err := g.check(m); err != nil {
		return nil, fmt.Errorf("%s: %w", m, err)
	}
	g.last = nil
	g.played = append(g.played, m)
	switch m.Kind {
	case Offer:
		g.card = m.Card
		g.hands[m.Seat] = g.hands[m.Seat].Without(m.Card)
		g.tell(Event{Kind: Offered, Seat: m.Seat, Card: m.Card})
		g.ask(Answering, m.Seat.Other())
	case Take:
		g.tell(Event{Kind: Taken, Seat: m.Seat, Card: g.card})
		g.keep(m.Seat)
	case Refuse:
		g.tell(Event{Kind: Refused, Seat: m.Seat, Card: g.card})
		g.keep(m.Seat.Other())
	case Place:
		g.lay(m.Seat, m.Card, m.Tree)
		g.goOn()
	case Bite:
		g.bite(m.Seat, m.Card)
		g.goOn()
	case Aside:
		g.hands[m.Seat] = g.hands[m.Seat].Without(m.Card)
		g.aside[m.Seat] = CardsOf(m.Card)
		g.tell(Event{Kind: SetAside, Seat: m.Seat})
		if m.Seat == g.finisher {
			g.ask(SettingAside, m.Seat.Other())
		} else {
			g.takeRest()
		}
	case Resign:
		g.end(m.Seat.Other(), ByResigning)
	case Time:
		g.end(m.Seat.Other(), ByTime)
	}
	return slices.Clone(g.last), nil
}

// check returns why the move is not legal, or nil.
func (g *Game) check(m Move) error {
	wants := [...]Phase{Offer: Offering, Take: Answering, Refuse: Answering, Place: Placing, Bite: Biting, Aside: SettingAside}
	switch {
	case g.phase == Over:
		return ErrOver
	case m.Seat != 0 && m.Seat != 1:
		return ErrSeat
	case m.Kind == Resign:
		return nil
	case m.Seat != g.toMove:
		return ErrTurn
	case m.Kind == Time:
		return nil
	case m.Kind > Time || wants[m.Kind] != g.phase:
		return ErrChoice
	}
	switch m.Kind {
	case Offer:
		if !g.hands[m.Seat].Has(m.Card) {
			return ErrNotInHand
		}
		if m.Card == Serpent && !g.bothHaveACardDown() {
			return ErrSerpentEarly
		}
	case Place:
		if m.Card != g.card {
			return ErrNotTheJoker
		}
		if m.Tree > Blue {
			return ErrNoTree
		}
	case Bite:
		if !g.down(m.Seat.Other()).Has(m.Card) {
			return ErrNotTheirs
		}
	case Aside:
		if !g.hands[m.Seat].Has(m.Card) {
			return ErrNotInHand
		}
	}
	return nil
}

// tell notes what happened.
func (g *Game) tell(e Event) {
	g.last = append(g.last, e)
	g.log = append(g.log, e)
}

// ask leaves the next choice to a seat.
func (g *Game) ask(phase Phase, seat games.Seat) { g.phase, g.toMove = phase, seat }

// down returns all cards that lie on a side, whatever the tree.
func (g *Game) down(seat games.Seat) Cards {
	s := &g.sides[seat]
	return s[Red] | s[Yellow] | s[Green] | s[Blue]
}

func (g *Game) bothHaveACardDown() bool { return g.down(0) != 0 && g.down(1) != 0 }

// target is the number of cards with which a side has finished the round.
func (g *Game) target() int {
	if g.gone != 0 {
		return 5
	}
	return 6
}

func (g *Game) beginRound(round int) {
	g.round = round
	g.opener = g.deal.First
	if round%2 == 1 {
		g.opener = g.opener.Other()
	}
	g.active = g.opener
	for seat, hand := range g.deal.Rounds[round].Hands {
		g.hands[seat] = CardsOf(hand...)
	}
	g.sides, g.aside, g.gone, g.rest, g.unlaid, g.ending = [2][4]Cards{}, [2]Cards{}, 0, 0, 0, false
	g.log = nil
	g.tell(Event{Kind: RoundBegan, Seat: g.opener, Round: round + 1})
	g.ask(Offering, g.active)
}

// keep settles who has the card that was on offer.
func (g *Game) keep(keeper games.Seat) {
	switch tree, coloured := g.card.Tree(); {
	case coloured:
		g.lay(keeper, g.card, tree)
		g.goOn()
	case g.card == Serpent:
		g.ask(Biting, keeper)
	default:
		g.ask(Placing, keeper)
	}
}

func (g *Game) lay(seat games.Seat, c Card, t Tree) {
	g.sides[seat][t] = g.sides[seat][t].With(c)
	g.unlaid = g.unlaid.Without(c)
	g.tell(Event{Kind: Laid, Seat: seat, Card: c, Tree: t})
}

func (g *Game) bite(seat games.Seat, prey Card) {
	g.gone = CardsOf(Serpent, prey)
	g.unlaid = g.unlaid.Without(Serpent)
	for _, t := range Trees {
		if cards := &g.sides[seat.Other()][t]; cards.Has(prey) {
			*cards = cards.Without(prey)
			g.tell(Event{Kind: Bitten, Seat: seat, Card: prey, Tree: t})
		}
	}
}

// goOn is what follows once a card has found its place: the next offer, or the
// next step of the round's end.
func (g *Game) goOn() {
	if g.ending {
		g.settle()
		return
	}
	for seat := range games.Seat(2) {
		if g.down(seat).Len() >= g.target() {
			g.finish(seat)
			return
		}
	}
	g.active = g.active.Other()
	g.ask(Offering, g.active)
}

// finish begins the end of the round: seat has all its cards down.
func (g *Game) finish(seat games.Seat) {
	g.ending, g.finisher = true, seat
	if g.variant == Tactical {
		g.ask(SettingAside, seat)
		return
	}
	g.takeRest()
}

// takeRest gives the rival what is left in both hands.
func (g *Game) takeRest() {
	g.rest = g.hands[0] | g.hands[1]
	g.hands = [2]Cards{}
	g.unlaid = g.rest
	g.tell(Event{Kind: TookRest, Seat: g.finisher.Other(), Cards: g.rest})
	g.settle()
}

// settle lays the rival's cards in the order of the rules (the serpent, the
// coloured cards, the jokers from the lowest) as far as no choice is open, and
// ends the round after the last.
func (g *Game) settle() {
	rival := g.finisher.Other()
	if g.unlaid.Has(Serpent) {
		g.ask(Biting, rival)
		return
	}
	for c := range g.unlaid.All() {
		tree, coloured := c.Tree()
		if !coloured {
			g.card = c
			g.ask(Placing, rival)
			return
		}
		g.lay(rival, c, tree)
	}
	g.endRound()
}

// A RoundResult is a finished round: what lay where, and who took which apple.
type RoundResult struct {
	Round    int // counted from 1
	Opener   games.Seat
	Finisher games.Seat // whose last card ended the round; the other side took Rest
	Rest     Cards
	Gone     Cards // the serpent and what it bit, if it was played
	Apples   [4][2]int
	Sides    [2][4]Cards // by seat and tree
	Trees    [4]TreeResult
}

func (g *Game) endRound() {
	r := RoundResult{
		Round: g.round + 1, Opener: g.opener, Finisher: g.finisher, Rest: g.rest, Gone: g.gone,
		Apples: g.deal.Rounds[g.round].Apples, Sides: g.sides,
	}
	for _, t := range Trees {
		r.Trees[t] = Judge([2]Cards{g.sides[0][t], g.sides[1][t]})
		g.give(r.Trees[t].Low, t, r.Apples[t][0])
		g.give(r.Trees[t].High, t, r.Apples[t][1])
	}
	g.finished = append(g.finished, r)
	g.tell(Event{Kind: RoundEnded, Round: r.Round})
	if g.round+1 < Rounds {
		g.beginRound(g.round + 1)
		return
	}
	g.count()
}

// give puts an apple on a side's board, or out of the game.
func (g *Game) give(seat games.Seat, t Tree, value int) {
	if seat == games.Spectator {
		g.lost = g.lost.take(t, value)
		return
	}
	g.boards[seat] = g.boards[seat].take(t, value)
}

// count ends the game by its points.
func (g *Game) count() {
	points := [2]int{g.boards[0].Points(), g.boards[1].Points()}
	low := [2]int{g.boards[0].Low(), g.boards[1].Low()}
	switch {
	case points[0] != points[1]:
		g.end(ahead(points), ByPoints)
	case low[0] != low[1]:
		g.end(ahead(low), ByLowApples)
	default:
		g.end(games.Spectator, ByDraw)
	}
}

// ahead returns the seat with the higher of two different counts.
func ahead(counts [2]int) games.Seat {
	if counts[0] > counts[1] {
		return 0
	}
	return 1
}

func (g *Game) end(winner games.Seat, reason Reason) {
	g.phase = Over
	g.outcome = Outcome{Winner: winner, Reason: reason}
	for seat, b := range g.boards {
		g.outcome.Points[seat], g.outcome.Bonus[seat], g.outcome.Low[seat] = b.Points(), b.Bonus(), b.Low()
	}
	g.tell(Event{Kind: GameEnded})
}
