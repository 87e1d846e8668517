package text

import (
	"fmt"

	"windfall/games/adameva"
)

// This file is what players are told of their own moves when they look back at a
// game of Adam & Eva.

// Labels and sentences of looking back.
const (
	LookingBack = "I am looking back at your moves. This takes some seconds."
	LookNotNow  = "I could not find the time to look back at this game. Please try again in a while."
	NoSlips     = "I have found no move of yours that cost anything worth a word."
)

// OnlyPlayersLookBack refuses to show somebody what a move of others cost.
func OnlyPlayersLookBack(n Names) string {
	return fmt.Sprintf("This was a game of %s and %s, and each of them can look back at their own moves. `/adam-eva practice` begins a game of your own.", n[0], n[1])
}

// LookBackHeading is the heading; other is the opponent. Of more moves than most
// only those that cost most are told.
func LookBackHeading(other string, told, most int) string {
	switch told {
	case 0:
		return fmt.Sprintf("### Your game against %s", other)
	case most:
		return fmt.Sprintf("### Your game against %s: the moves that cost you the most points", other)
	}
	return fmt.Sprintf("### Your game against %s: moves that cost you points", other)
}

// LookBackIs says what the numbers are.
func LookBackIs(other string) string {
	return fmt.Sprintf("-# Each move is judged by what you could know when you made it: I have guessed many hands that %s may have had and played the round on with them, without mistakes on either side. Points are those of the round, with the bonuses that may come of them. Only you see this.", other)
}

// Slipped is a move that cost something.
type Slipped struct {
	Round  int
	Card   adameva.Card // the card it was about: on offer, or the joker to be put
	Move   adameva.Move
	Better adameva.Move
	Cost   float64 // points on average, above 0
}

// Slip tells of one; other is the opponent.
func Slip(s *Slipped, other string) string {
	return fmt.Sprintf("**Round %d:** %s %s was worth %s more on average.", s.Round, slipped(s, other), bettered(s), pointsOf(s.Cost))
}

// slipped is what was done.
func slipped(s *Slipped, other string) string {
	switch s.Move.Kind {
	case adameva.Offer:
		return fmt.Sprintf("you offered the %s.", CardName(s.Move.Card))
	case adameva.Take:
		return fmt.Sprintf("you took %s's %s.", other, CardName(s.Card))
	case adameva.Refuse:
		return fmt.Sprintf("you refused %s's %s.", other, CardName(s.Card))
	case adameva.Place:
		return fmt.Sprintf("you put the %s under the %s tree.", CardName(s.Card), s.Move.Tree.Name())
	case adameva.Bite:
		return fmt.Sprintf("your serpent took the %s.", CardName(s.Move.Card))
	}
	return fmt.Sprintf("you set the %s aside.", CardName(s.Move.Card))
}

// bettered is what would have been better.
func bettered(s *Slipped) string {
	switch s.Better.Kind {
	case adameva.Offer:
		return fmt.Sprintf("Offering the %s", CardName(s.Better.Card))
	case adameva.Take:
		return "Taking it"
	case adameva.Refuse:
		return "Refusing it"
	case adameva.Place:
		return fmt.Sprintf("The %s tree", s.Better.Tree.Name())
	case adameva.Bite:
		return fmt.Sprintf("The %s", CardName(s.Better.Card))
	}
	return fmt.Sprintf("Setting the %s aside", CardName(s.Better.Card))
}

// pointsOf writes points as people say them: whole ones from three on, else to a
// half.
func pointsOf(cost float64) string {
	halves := int(cost*2 + 0.5)
	switch {
	case halves >= 6:
		return fmt.Sprintf("about %d points", int(cost+0.5))
	case halves <= 1:
		return "about half a point"
	case halves == 2:
		return "about 1 point"
	case halves%2 == 0:
		return fmt.Sprintf("about %d points", halves/2)
	}
	return fmt.Sprintf("about %d½ points", halves/2)
}
