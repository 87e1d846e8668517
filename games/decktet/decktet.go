// Package decktet is the basic Decktet: 36 cards of six suits, on which ranks
// run from Ace to Crown. An Ace or a Crown has one suit; every other card has
// two, and that is what games with this deck are about.
//
// A [Card] is a small number, a [Set] of cards is one machine word, and both
// are plain values. What a card is called in records and logs is its rank and
// its suits, in the order Moons M, Suns S, Waves V, Leaves L, Wyrms Y, Knots K:
// 2MK is the Author, AM the Ace of Moons, CS the Crown of Suns.
package decktet

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
)

// Count is the number of cards in the deck.
const Count = 36

// A Card is one of the 36 cards, numbered from 0 to 35 in deck order: by rank,
// and within a rank by suits. The methods of a number that is no card answer
// with zero values and "?"; they never panic.
type Card uint8

// All returns the deck in deck order.
func All() [Count]Card {
	var cards [Count]Card
	for i := range cards {
		cards[i] = Card(i)
	}
	return cards
}

// ErrCard is returned for text that names no card, and for a number that is
// none.
var ErrCard = errors.New("no such card; a card is its rank and its suits, like 2MK, AM or CS")

// Parse reads what [Card.String] writes, and nothing else: case, order of the
// suits and length all count.
func Parse(text string) (Card, error) {
	for i := range faces {
		if faces[i].text == text {
			return Card(i), nil
		}
	}
	return 0, fmt.Errorf("%w: %.8q", ErrCard, text)
}

// Valid reports whether c is one of the 36 cards.
func (c Card) Valid() bool { return c < Count }

// Rank returns the rank: 1 for an Ace, 10 for a Crown.
func (c Card) Rank() int { return int(c.face().rank) }

// Suits returns the card's one or two suits.
func (c Card) Suits() Suits { return c.face().suits }

// Personality reports whether the card shows a person: eleven do.
func (c Card) Personality() bool { return c.face().kind&personality != 0 }

// Location reports whether the card shows a place. Three cards are both a
// location and an event.
func (c Card) Location() bool { return c.face().kind&location != 0 }

// Event reports whether the card shows something that happens.
func (c Card) Event() bool { return c.face().kind&event != 0 }

// Ace reports whether the card is an Ace, which is none of the other types.
func (c Card) Ace() bool { return c.face().kind&ace != 0 }

// Name returns the card's English name, such as "Author", "Ace of Moons" or
// "Chance Meeting". Crowns have names of their own: "Huntress".
func (c Card) Name() string { return c.face().name }

// String returns the card in notation: "2MK".
func (c Card) String() string { return c.face().text }

// MarshalText returns the card in notation, or [ErrCard].
func (c Card) MarshalText() ([]byte, error) {
	if !c.Valid() {
		return nil, fmt.Errorf("%w: number %d", ErrCard, uint8(c))
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what [Card.MarshalText] wrote, as [Parse] does. After an
// error c is as before.
func (c *Card) UnmarshalText(text []byte) error {
	card, err := Parse(string(text))
	if err != nil {
		return err
	}
	*c = card
	return nil
}

// Sharing returns all cards that share a suit with c. c is one of them.
func (c Card) Sharing() Set { return c.face().sharing }

// face returns what is printed on the card.
func (c Card) face() *face {
	if !c.Valid() {
		return &blank
	}
	return &faces[c]
}

// Suits is a set of suits. Sets can be combined with | and &.
type Suits uint8

// The six suits, in the order in which they are written.
const (
	Moons Suits = 1 << iota
	Suns
	Waves
	Leaves
	Wyrms
	Knots
)

const suitLetters = "MSVLYK"

// Has reports whether s holds all suits of t.
func (s Suits) Has(t Suits) bool { return s&t == t }

// Shares reports whether s and t have a suit in common.
func (s Suits) Shares(t Suits) bool { return s&t != 0 }

// Len returns the number of suits in s.
func (s Suits) Len() int { return bits.OnesCount8(uint8(s)) }

// All iterates over the suits in s, each as a set of one, in written order.
func (s Suits) All() iter.Seq[Suits] {
	return func(yield func(Suits) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(rest & -rest) {
				return
			}
		}
	}
}

// String returns the letters of the suits: "MK".
func (s Suits) String() string {
	text := make([]byte, 0, len(suitLetters))
	for i := range suitLetters {
		if s.Has(1 << i) {
			text = append(text, suitLetters[i])
		}
	}
	return string(text)
}

// A face is what is printed on a card, with what follows from it.
type face struct {
	rank  uint8
	suits Suits
	name  string
	kind  kind

	text    string
	sharing Set
}

// kind says what sort of thing a card shows.
type kind uint8

const (
	ace kind = 1 << iota
	location
	event
	personality
)

// blank stands for every number that is no card.
var blank = face{text: "?"}

// faces is the deck in deck order.
var faces = derive([Count]face{
	{rank: 1, suits: Moons, name: "Ace of Moons", kind: ace},
	{rank: 1, suits: Suns, name: "Ace of Suns", kind: ace},
	{rank: 1, suits: Waves, name: "Ace of Waves", kind: ace},
	{rank: 1, suits: Leaves, name: "Ace of Leaves", kind: ace},
	{rank: 1, suits: Wyrms, name: "Ace of Wyrms", kind: ace},
	{rank: 1, suits: Knots, name: "Ace of Knots", kind: ace},

	{rank: 2, suits: Moons | Knots, name: "Author", kind: personality},
	{rank: 2, suits: Suns | Wyrms, name: "Desert", kind: location},
	{rank: 2, suits: Waves | Leaves, name: "Origin", kind: location | event},

	{rank: 3, suits: Moons | Waves, name: "Journey", kind: event},
	{rank: 3, suits: Suns | Knots, name: "Painter", kind: personality},
	{rank: 3, suits: Leaves | Wyrms, name: "Savage", kind: personality},

	{rank: 4, suits: Moons | Suns, name: "Mountain", kind: location},
	{rank: 4, suits: Waves | Leaves, name: "Sailor", kind: personality},
	{rank: 4, suits: Wyrms | Knots, name: "Battle", kind: event},

	{rank: 5, suits: Moons | Leaves, name: "Forest", kind: location},
	{rank: 5, suits: Suns | Waves, name: "Discovery", kind: event},
	{rank: 5, suits: Wyrms | Knots, name: "Soldier", kind: personality},

	{rank: 6, suits: Moons | Waves, name: "Lunatic", kind: personality},
	{rank: 6, suits: Suns | Wyrms, name: "Penitent", kind: personality},
	{rank: 6, suits: Leaves | Knots, name: "Market", kind: location | event},

	{rank: 7, suits: Moons | Leaves, name: "Chance Meeting", kind: event},
	{rank: 7, suits: Suns | Knots, name: "Castle", kind: location},
	{rank: 7, suits: Waves | Wyrms, name: "Cave", kind: location},

	{rank: 8, suits: Moons | Suns, name: "Diplomat", kind: personality},
	{rank: 8, suits: Waves | Leaves, name: "Mill", kind: location},
	{rank: 8, suits: Wyrms | Knots, name: "Betrayal", kind: event},

	{rank: 9, suits: Moons | Suns, name: "Pact", kind: event},
	{rank: 9, suits: Waves | Wyrms, name: "Darkness", kind: location},
	{rank: 9, suits: Leaves | Knots, name: "Merchant", kind: personality},

	{rank: 10, suits: Moons, name: "Huntress", kind: personality},
	{rank: 10, suits: Suns, name: "Bard", kind: personality},
	{rank: 10, suits: Waves, name: "Sea", kind: location},
	{rank: 10, suits: Leaves, name: "End", kind: location | event},
	{rank: 10, suits: Wyrms, name: "Calamity", kind: event},
	{rank: 10, suits: Knots, name: "Windfall", kind: event},
})

// derive fills in what follows from rank and suits.
func derive(deck [Count]face) [Count]face {
	const rankLetters = "?A23456789C"
	for i := range deck {
		f := &deck[i]
		f.text = rankLetters[f.rank:f.rank+1] + f.suits.String()
		for j := range deck {
			if deck[j].suits.Shares(f.suits) {
				f.sharing = f.sharing.With(Card(j))
			}
		}
	}
	return deck
}
