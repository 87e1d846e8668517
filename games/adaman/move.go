package adaman

import (
	"errors"
	"fmt"
	"strings"

	"windfall/games/decktet"
)

// A Move controls a card of the palace or the capital, or gives the game up.
// Moves are comparable: the same cards are the same move, however they were
// written.
type Move struct {
	Target decktet.Card // the card to be controlled
	Spend  decktet.Set  // the resources that pay for it
	GiveUp bool         // ends the game; Target and Spend say nothing then
}

const (
	giveUp = "give-up"
	pays   = " < "
)

// String returns the move in notation, the spent cards in deck order:
// "2MK < 4MS", "CS < 5SV 9MS" or "give-up".
func (m Move) String() string {
	if m.GiveUp {
		return giveUp
	}
	return m.Target.String() + pays + m.Spend.String()
}

// ErrMove is returned for text that is no move.
var ErrMove = errors.New(`a move is written "give-up" or like "2MK < 4MS", the spent cards with single spaces and none twice`)

// ParseMove reads what [Move.String] writes, with the spent cards in any order.
// Whether the move is legal it cannot know. Its error is [ErrMove], and also
// [decktet.ErrCard] where that is the reason.
func ParseMove(text string) (Move, error) {
	if text == giveUp {
		return Move{GiveUp: true}, nil
	}
	target, payment, found := strings.Cut(text, pays)
	if !found {
		return Move{}, ErrMove
	}
	var m Move
	var err error
	if m.Target, err = decktet.Parse(target); err != nil {
		return Move{}, fmt.Errorf("%w: %w", ErrMove, err)
	}
	for word := range strings.SplitSeq(payment, " ") {
		c, err := decktet.Parse(word)
		if err != nil {
			return Move{}, fmt.Errorf("%w: %w", ErrMove, err)
		}
		if m.Spend.Has(c) {
			return Move{}, fmt.Errorf("%w: %v", ErrMove, c)
		}
		m.Spend = m.Spend.With(c)
	}
	return m, nil
}

// MarshalText returns the move in notation, or [ErrMove] if it names something
// that is no card, or spends nothing.
func (m Move) MarshalText() ([]byte, error) {
	if !m.GiveUp && (!m.Target.Valid() || m.Spend == 0 || m.Spend&^decktet.Full != 0) {
		return nil, fmt.Errorf("%w: %v", ErrMove, m)
	}
	return []byte(m.String()), nil
}

// UnmarshalText reads what [Move.MarshalText] wrote, as [ParseMove] does. After
// an error m is as before.
func (m *Move) UnmarshalText(text []byte) error {
	move, err := ParseMove(string(text))
	if err != nil {
		return err
	}
	*m = move
	return nil
}
