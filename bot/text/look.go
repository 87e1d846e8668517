package text

import "windfall/games/adameva"

// This file is what players are told of their own moves when they look back at a
// game of Adam & Eva.

// LookingBack is said while the bot looks back.
func (l Language) LookingBack() string { return l.say("look-looking") }

// LookNotNow is said if it could not.
func (l Language) LookNotNow() string { return l.say("look-not-now") }

// NoSlips is said if there is nothing to tell.
func (l Language) NoSlips() string { return l.say("look-no-slips") }

// OnlyPlayersLookBack refuses to show somebody what a move of others cost.
func (l Language) OnlyPlayersLookBack(n Names) string {
	return l.say("look-only-players", "First", n[0], "Second", n[1])
}

// LookBackHeading is the heading; other is the opponent. Of more moves than most
// only those that cost most are told.
func (l Language) LookBackHeading(other string, told, most int) string {
	switch told {
	case 0:
		return l.say("look-heading-none", "Other", other)
	case most:
		return l.say("look-heading-most", "Other", other)
	}
	return l.say("look-heading", "Other", other)
}

// LookBackIs says what the numbers are.
func (l Language) LookBackIs(other string) string { return l.say("look-is", "Other", other) }

// Slipped is a move that cost something.
type Slipped struct {
	Round  int
	Card   adameva.Card // the card it was about: on offer, or the joker to be put
	Move   adameva.Move
	Better adameva.Move
	Cost   float64 // points on average, above 0
}

// Slip tells of one; other is the opponent.
func (l Language) Slip(s *Slipped, other string) string {
	return l.slipped(s, other) + " " + l.bettered(s)
}

// slipped is what was done.
func (l Language) slipped(s *Slipped, other string) string {
	switch s.Move.Kind {
	case adameva.Offer:
		return l.say("look-offered", "Round", s.Round, "Card", l.cardObject(s.Move.Card))
	case adameva.Take:
		return l.say("look-took", "Round", s.Round, "Owner", other, "Card", l.cardOwned(s.Card))
	case adameva.Refuse:
		return l.say("look-refused", "Round", s.Round, "Owner", other, "Card", l.cardOwned(s.Card))
	case adameva.Place:
		return l.say("look-put", "Round", s.Round, "Card", l.cardObject(s.Card), "Tree", l.under(s.Move.Tree))
	case adameva.Bite:
		return l.say("look-bit", "Round", s.Round, "Card", l.cardObject(s.Move.Card))
	}
	return l.say("look-set-aside", "Round", s.Round, "Card", l.cardObject(s.Move.Card))
}

// bettered is what would have been better, and by how much.
func (l Language) bettered(s *Slipped) string {
	points := l.pointsOf(s.Cost)
	switch s.Better.Kind {
	case adameva.Offer:
		return l.say("look-better-offer", "Card", l.cardObject(s.Better.Card), "Points", points)
	case adameva.Take:
		return l.say("look-better-take", "Points", points)
	case adameva.Refuse:
		return l.say("look-better-refuse", "Points", points)
	case adameva.Place:
		return l.say("look-better-tree", "Tree", title(l.treeSubject(s.Better.Tree)), "Points", points)
	case adameva.Bite:
		return l.say("look-better-bite", "Card", title(l.cardSubject(s.Better.Card)), "Points", points)
	}
	return l.say("look-better-aside", "Card", l.cardObject(s.Better.Card), "Points", points)
}

// pointsOf writes points as people say them: whole ones from three on, else to a
// half.
func (l Language) pointsOf(cost float64) string {
	halves := int(cost*2 + 0.5)
	switch {
	case halves >= 6:
		return l.count("look-points", int(cost+0.5))
	case halves <= 1:
		return l.say("look-half-a-point")
	case halves%2 == 0:
		return l.count("look-points", halves/2)
	}
	return l.count("look-points-and-a-half", halves/2)
}
