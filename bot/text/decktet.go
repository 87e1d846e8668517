package text

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"windfall/games/decktet"
)

// This file names the cards and the suits of the Decktet.

// A role is what a card is in a sentence. Its value ends the id of the message
// that names the card so.
type role string

// The roles. The catalogue says more of them.
const (
	alone   role = ""         // no sentence: "Soldier"
	subject role = "-subject" // "the Soldier" is or does something
	object  role = "-object"  // something is done to "the Soldier"
	with    role = "-with"    // something is paid with "the Soldier"
)

var roles = []role{alone, subject, object, with}

// cardID is the id of the message that names a card.
func cardID(c decktet.Card, as role) string {
	return "decktet-" + strings.ReplaceAll(strings.ToLower(c.Name()), " ", "-") + string(as)
}

// card names a card for its role, in the middle of a sentence.
func (l Language) card(c decktet.Card, as role) string {
	if !c.Valid() {
		return c.String()
	}
	return l.localize(&i18n.LocalizeConfig{MessageID: cardID(c, as)})
}

// cards lists cards in deck order, each for the same role: "the Castle, the Origin
// and the Ace of Suns".
func (l Language) cards(set decktet.Set, as role) string {
	var names []string
	for c := range set.All() {
		names = append(names, l.card(c, as))
	}
	return l.list(names...)
}

// CardLabel names a card by what counts in a play: its rank, its name and the
// letters of its suits, "6 Lunatic MV". The name of an Ace has its suit in it
// already: "1 Ace of Knots".
func (l Language) CardLabel(c decktet.Card) string {
	if c.Ace() {
		return l.say("decktet-label-ace", "Rank", c.Rank(), "Name", l.card(c, alone))
	}
	return l.say("decktet-label", "Rank", c.Rank(), "Name", l.card(c, alone), "Suits", c.Suits())
}

// cardLabels lists cards by their labels in deck order. It is empty if there is
// none.
func (l Language) cardLabels(cards decktet.Set) string {
	var list []string
	for c := range cards.All() {
		list = append(list, l.CardLabel(c))
	}
	return strings.Join(list, ", ")
}

// suit names one suit.
func (l Language) suit(s decktet.Suits) string {
	switch s {
	case decktet.Moons:
		return l.say("decktet-suit-moons")
	case decktet.Suns:
		return l.say("decktet-suit-suns")
	case decktet.Waves:
		return l.say("decktet-suit-waves")
	case decktet.Leaves:
		return l.say("decktet-suit-leaves")
	case decktet.Wyrms:
		return l.say("decktet-suit-wyrms")
	case decktet.Knots:
		return l.say("decktet-suit-knots")
	}
	return ""
}

// suits names suits: "Moons and Suns".
func (l Language) suits(suits decktet.Suits) string {
	var names []string
	for s := range suits.All() {
		names = append(names, l.suit(s))
	}
	return l.list(names...)
}

// suitLetters says which letter stands for which suit; each letter is between
// strong marks: "**M** Moons, **S** Suns, …".
func (l Language) suitLetters(strong string) string {
	var list []string
	all := decktet.Moons | decktet.Suns | decktet.Waves | decktet.Leaves | decktet.Wyrms | decktet.Knots
	for s := range all.All() {
		list = append(list, strong+s.String()+strong+" "+l.suit(s))
	}
	return strings.Join(list, ", ")
}

// SuitLetters explains the letters of the suits in small print.
func (l Language) SuitLetters() string { return "-# " + l.suitLetters("") }
