package adaman

import (
	"encoding/json"
	"errors"
	"fmt"

	"windfall/games"
	"windfall/games/decktet"
)

// A Deck is the whole of chance in a game: the 36 cards in the order in which
// they are dealt, the first one first.
type Deck [decktet.Count]decktet.Card

// Deal shuffles the 36 cards, starting from deck order. Whoever has the same
// stream gets the same deck.
func Deal(s *games.Stream) Deck {
	deck := Deck(decktet.All())
	games.Shuffle(s, deck[:])
	return deck
}

// ErrDeck is returned for cards that are not a deck.
var ErrDeck = errors.New("a deck holds each of the 36 cards exactly once")

// DeckOf returns the deck that deals these cards in this order, or [ErrDeck].
func DeckOf(cards []decktet.Card) (Deck, error) {
	if len(cards) != len(Deck{}) {
		return Deck{}, fmt.Errorf("%w, not %d cards", ErrDeck, len(cards))
	}
	deck := Deck(cards)
	if err := deck.Validate(); err != nil {
		return Deck{}, err
	}
	return deck, nil
}

// Validate returns [ErrDeck] unless d holds each of the 36 cards once.
func (d Deck) Validate() error {
	var seen decktet.Set
	for _, c := range d {
		switch {
		case !c.Valid():
			return fmt.Errorf("%w, and nothing else", ErrDeck)
		case seen.Has(c):
			return fmt.Errorf("%w, not %v twice", ErrDeck, c)
		}
		seen = seen.With(c)
	}
	return nil
}

// UnmarshalJSON reads an array of 36 texts. An array that is too short or too
// long is an error here, while encoding/json would fill or cut it in silence.
// After an error d is as before.
func (d *Deck) UnmarshalJSON(text []byte) error {
	var cards []decktet.Card
	if err := json.Unmarshal(text, &cards); err != nil {
		return err
	}
	deck, err := DeckOf(cards)
	if err != nil {
		return err
	}
	*d = deck
	return nil
}
