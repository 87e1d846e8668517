package robot

import (
	"windfall/games/adaman"
	"windfall/games/decktet"
)

// An endgame is a table with no deck: nothing is hidden any more and nothing is
// left to chance, so a search tells for certain whether it can be won.
type endgame struct {
	people    decktet.Set // still to be controlled
	others    decktet.Set // the other cards in the capital
	resources decktet.Set
}

// endgameOf returns the endgame at t, whose deck must be empty.
func endgameOf(t *adaman.Position) endgame {
	return endgame{
		people:    decktet.Personalities &^ t.Discard,
		others:    t.Capital &^ decktet.Personalities,
		resources: t.Resources,
	}
}

// spare is what the resources are worth beyond the people. No play makes it
// more, and after a win it is what is left.
func (e endgame) spare() int { return e.resources.Ranks() - e.people.Ranks() }

// endgameNodes bounds a search. Of 16,000 endgames none needed more than 200,000
// to be sure, and most a few.
const endgameNodes = 1_000_000

// best returns the most that can be left after a win, or false if there is none.
func (e endgame) best() (left int, won bool) {
	nodes := endgameNodes
	left, won = e.leaves(0, &nodes)
	for better, more := left, won; more; {
		nodes = endgameNodes
		if better, more = e.leaves(left+1, &nodes); more {
			left = better
		}
	}
	return left, won
}

// won reports whether everybody can be controlled.
func (e endgame) won() bool {
	nodes := endgameNodes
	_, won := e.leaves(0, &nodes)
	return won
}

// leaves looks for a win that leaves at least so much, and returns what it
// leaves. It tries payments only that have no card too many: without a deck more
// resources are never worse, since whatever can be paid with fewer can be paid
// with them, too. nodes is what the search may still look at; when it is used up
// the answer is no.
func (e endgame) leaves(least int, nodes *int) (left int, won bool) {
	if *nodes--; *nodes < 0 || e.spare() < least {
		return 0, false
	}
	if e.people == 0 {
		return e.spare(), true
	}
	for s := e.people; s != 0; s &= s - 1 {
		c := s.First()
		if ((e.resources | e.others) & c.Sharing()).Ranks() < c.Rank() {
			return 0, false
		}
	}
	for s := e.people | e.others; s != 0; s &= s - 1 {
		c := s.First()
		payable, rank := e.resources&c.Sharing(), c.Rank()
		if payable.Ranks() < rank {
			continue
		}
		for spend := payable & -payable; spend != 0; spend = (spend - payable) & payable {
			if !tight(spend, rank) {
				continue
			}
			if left, won := e.after(c, spend).leaves(least, nodes); won {
				return left, true
			}
		}
	}
	return 0, false
}

// after returns the endgame after the play that controls c with spend.
func (e endgame) after(c decktet.Card, spend decktet.Set) endgame {
	e.resources &^= spend
	if c.Personality() {
		e.people = e.people.Without(c)
	} else {
		e.others = e.others.Without(c)
		e.resources = e.resources.With(c)
	}
	return e
}

// tight reports whether spend pays for rank and no card of it could be left out.
func tight(spend decktet.Set, rank int) bool {
	over := spend.Ranks() - rank
	return over >= 0 && spend.First().Rank() > over
}
