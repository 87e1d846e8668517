package adameva

import (
	"slices"

	"windfall/games"
)

// A View is all that one seat, or a spectator, may know of a game, and nothing
// else: two games that differ only in what the viewer cannot know give the
// same view. Messages, pictures and robots are made from it. It shares nothing
// with the game it was taken from.
type View struct {
	Viewer  games.Seat // games.Spectator for somebody without a seat
	Variant Variant

	Round  int        // counted from 1
	Opener games.Seat // opened this round
	Phase  Phase
	ToMove games.Seat // games.Spectator once the game is over

	Apples    [4][2]int   // on each tree in this round, the lower first
	Sides     [2][4]Cards // what lies on each side of each tree
	HandSizes [2]int      // cards in hand; a card on offer is in no hand
	Hand      []Card      // the viewer's own, in the order dealt
	Aside     Cards       // the card the viewer has set aside in this round
	Gone      Cards       // the serpent and what it bit in this round
	Finisher  games.Seat  // who finished the round while its end is being settled, else games.Spectator
	Unlaid    Cards       // what the finisher's rival took and has not laid yet

	Card    Card       // while Answering: on offer; while Placing: the joker
	Offerer games.Seat // while Answering: whose card it is

	Boards [2]Board // apples taken in the rounds before
	Lost   Board    // apples that left the game

	Log      []Event       // this round so far
	Last     []Event       // what the last move brought about, maybe across the end of a round
	Finished []RoundResult // the rounds before
	Moves    []Move        // what the viewer may choose from; empty when another is to move
	Outcome  *Outcome      // nil while the game goes on
}

// View returns the game as a seat or games.Spectator may see it. Any other
// number sees what a spectator sees.
func (g *Game) View(viewer games.Seat) View {
	if viewer != 0 && viewer != 1 {
		viewer = games.Spectator
	}
	v := View{
		Viewer: viewer, Variant: g.variant,
		Round: g.round + 1, Opener: g.opener, Phase: g.phase, ToMove: g.toMove,
		Apples: g.deal.Rounds[g.round].Apples, Sides: g.sides,
		HandSizes: [2]int{g.hands[0].Len(), g.hands[1].Len()},
		Gone:      g.gone, Finisher: games.Spectator,
		Boards: g.boards, Lost: g.lost,
		Log: slices.Clone(g.log), Last: slices.Clone(g.last), Finished: slices.Clone(g.finished),
	}
	if g.ending && g.phase != Over {
		v.Finisher, v.Unlaid = g.finisher, g.unlaid
	}
	switch g.phase {
	case Answering:
		v.Card, v.Offerer = g.card, g.active
	case Placing:
		v.Card = g.card
	case Over:
		outcome := g.outcome
		v.ToMove, v.Outcome = games.Spectator, &outcome
	}
	if viewer != games.Spectator {
		for _, c := range g.deal.Rounds[g.round].Hands[viewer] {
			if g.hands[viewer].Has(c) {
				v.Hand = append(v.Hand, c)
			}
		}
		v.Aside = g.aside[viewer]
		if viewer == v.ToMove {
			v.Moves = g.Moves()
		}
	}
	return v
}

// Down returns all cards on a side of the trees.
func (v *View) Down(seat games.Seat) Cards {
	s := &v.Sides[seat]
	return s[Red] | s[Yellow] | s[Green] | s[Blue]
}

// BonusOpen reports whether a seat can still take all four apples worth value:
// the other side has none of them and none has left the game.
func (v *View) BonusOpen(seat games.Seat, value int) bool {
	return v.Boards[seat.Other()].Count(value) == 0 && v.Lost.Count(value) == 0
}
