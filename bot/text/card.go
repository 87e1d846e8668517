package text

import (
	"strings"

	"windfall/games/adameva"
)

// This file names the cards and the trees of Adam & Eva by the part they have in
// a sentence: articles and endings differ with it in many languages.

// joker and serpent are the kinds of cards beside the four colours, for which
// the trees stand.
const (
	joker   adameva.Tree = 4
	serpent adameva.Tree = 5
)

// kindOf returns a card's tree, or whether it is a joker or the serpent.
func kindOf(c adameva.Card) adameva.Tree {
	if tree, ok := c.Tree(); ok {
		return tree
	}
	if c.Joker() {
		return joker
	}
	return serpent
}

// CardName names a card by itself: "red 9", "joker 2", "serpent".
func (l Language) CardName(c adameva.Card) string {
	switch kindOf(c) {
	case adameva.Red:
		return l.say("card-red", "Value", c.Value())
	case adameva.Yellow:
		return l.say("card-yellow", "Value", c.Value())
	case adameva.Green:
		return l.say("card-green", "Value", c.Value())
	case adameva.Blue:
		return l.say("card-blue", "Value", c.Value())
	case joker:
		return l.say("card-joker", "Value", c.Value())
	}
	return l.say("card-serpent")
}

// cardObject is a card as what something is done to: "Ana offers the red 9".
func (l Language) cardObject(c adameva.Card) string {
	switch kindOf(c) {
	case adameva.Red:
		return l.say("card-red-object", "Value", c.Value())
	case adameva.Yellow:
		return l.say("card-yellow-object", "Value", c.Value())
	case adameva.Green:
		return l.say("card-green-object", "Value", c.Value())
	case adameva.Blue:
		return l.say("card-blue-object", "Value", c.Value())
	case joker:
		return l.say("card-joker-object", "Value", c.Value())
	}
	return l.say("card-serpent-object")
}

// cardSubject is a card that does something or is somewhere: "the red 9 lies there".
func (l Language) cardSubject(c adameva.Card) string {
	switch kindOf(c) {
	case adameva.Red:
		return l.say("card-red-subject", "Value", c.Value())
	case adameva.Yellow:
		return l.say("card-yellow-subject", "Value", c.Value())
	case adameva.Green:
		return l.say("card-green-subject", "Value", c.Value())
	case adameva.Blue:
		return l.say("card-blue-subject", "Value", c.Value())
	case joker:
		return l.say("card-joker-subject", "Value", c.Value())
	}
	return l.say("card-serpent-subject")
}

// cardOwned is a card as what something is done to, in a sentence that names its
// owner: "Ana took Ben's red 9".
func (l Language) cardOwned(c adameva.Card) string {
	switch kindOf(c) {
	case adameva.Red:
		return l.say("card-red-owned", "Value", c.Value())
	case adameva.Yellow:
		return l.say("card-yellow-owned", "Value", c.Value())
	case adameva.Green:
		return l.say("card-green-owned", "Value", c.Value())
	case adameva.Blue:
		return l.say("card-blue-owned", "Value", c.Value())
	case joker:
		return l.say("card-joker-owned", "Value", c.Value())
	}
	return l.say("card-serpent-owned")
}

// cardNames lists cards by themselves, or says that there are none.
func (l Language) cardNames(cards adameva.Cards) string {
	var names []string
	for c := range cards.All() {
		names = append(names, l.CardName(c))
	}
	if names == nil {
		return l.say("card-none")
	}
	return strings.Join(names, ", ")
}

// cardCount says how many cards there are.
func (l Language) cardCount(n int) string { return l.count("card-count", n) }

// tree names a tree by its colour, as a label: "Red".
func (l Language) tree(t adameva.Tree) string {
	switch t {
	case adameva.Red:
		return l.say("card-tree-red")
	case adameva.Yellow:
		return l.say("card-tree-yellow")
	case adameva.Green:
		return l.say("card-tree-green")
	}
	return l.say("card-tree-blue")
}

// treeSubject is a tree that does something or is something: "the red tree is better".
func (l Language) treeSubject(t adameva.Tree) string {
	switch t {
	case adameva.Red:
		return l.say("card-tree-red-subject")
	case adameva.Yellow:
		return l.say("card-tree-yellow-subject")
	case adameva.Green:
		return l.say("card-tree-green-subject")
	}
	return l.say("card-tree-blue-subject")
}

// under says under which tree something is put.
func (l Language) under(t adameva.Tree) string {
	switch t {
	case adameva.Red:
		return l.say("card-under-red")
	case adameva.Yellow:
		return l.say("card-under-yellow")
	case adameva.Green:
		return l.say("card-under-green")
	}
	return l.say("card-under-blue")
}

// from says from which tree something is taken.
func (l Language) from(t adameva.Tree) string {
	switch t {
	case adameva.Red:
		return l.say("card-from-red")
	case adameva.Yellow:
		return l.say("card-from-yellow")
	case adameva.Green:
		return l.say("card-from-green")
	}
	return l.say("card-from-blue")
}

// sideOf says of which tree a side is.
func (l Language) sideOf(t adameva.Tree) string {
	switch t {
	case adameva.Red:
		return l.say("card-of-red")
	case adameva.Yellow:
		return l.say("card-of-yellow")
	case adameva.Green:
		return l.say("card-of-green")
	}
	return l.say("card-of-blue")
}
