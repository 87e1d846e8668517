package adameva

import (
	"errors"
	"fmt"
	"strings"

	"windfall/games"
)

// MoveKind is what a move does.
type MoveKind uint8

// The kinds of move. Offer to Aside answer the choice that is open; Resign is
// open to both seats until the end; Time ends the game for the seat to move.
const (
	Offer  MoveKind = iota // offer a card of your hand
	Take                   // keep the offered card yourself
	Refuse                 // leave the offered card to its owner
	Place                  // put a joker under a tree
	Bite                   // the serpent takes one of the other side's cards
	Aside                  // set a card of your hand aside (tactical)
	Resign
	Time
)

var moveWords = [...]string{"offer", "take", "refuse", "place", "bite", "aside", "resign", "time"}

// String returns the word for the kind in records.
func (k MoveKind) String() string {
	if int(k) >= len(moveWords) {
		return fmt.Sprintf("MoveKind(%d)", uint8(k))
	}
	return moveWords[k]
}

// hasCard reports whether a move of this kind names a card.
func (k MoveKind) hasCard() bool { return k == Offer || k == Place || k == Bite || k == Aside }

// A Move is a choice of one seat. Card is set for Offer, Place, Bite and
// Aside, Tree for Place; where they are not set they are zero, so that equal
// moves are equal values.
type Move struct {
	Seat games.Seat
	Kind MoveKind
	Card Card
	Tree Tree
}

// String returns the move as records write it, for instance "0 offer r5" or
// "1 place j2 g".
func (m Move) String() string {
	switch {
	case m.Kind == Place:
		return fmt.Sprintf("%d %s %s %s", m.Seat, m.Kind, m.Card, m.Tree)
	case m.Kind.hasCard():
		return fmt.Sprintf("%d %s %s", m.Seat, m.Kind, m.Card)
	}
	return fmt.Sprintf("%d %s", m.Seat, m.Kind)
}

// ErrNoMove is wrapped by every error of [ParseMove].
var ErrNoMove = errors.New("not a move")

// ParseMove reads what [Move.String] writes, and nothing else.
func ParseMove(text string) (Move, error) {
	bad := func(why string) (Move, error) {
		return Move{}, fmt.Errorf("%w: %s (%.24q)", ErrNoMove, why, text)
	}
	words := strings.Split(text, " ")
	if len(words) < 2 || words[0] != "0" && words[0] != "1" {
		return bad("a seat, 0 or 1, and a word are wanted")
	}
	m := Move{Seat: games.Seat(words[0][0] - '0'), Kind: MoveKind(len(moveWords))}
	for k, word := range moveWords {
		if words[1] == word {
			m.Kind = MoveKind(k)
		}
	}
	if int(m.Kind) == len(moveWords) {
		return bad("no such word")
	}
	want := 2
	if m.Kind.hasCard() {
		want++
	}
	if m.Kind == Place {
		want++
	}
	if len(words) != want {
		return bad(fmt.Sprintf("%d words are wanted", want))
	}
	var err error
	if m.Kind.hasCard() {
		if m.Card, err = ParseCard(words[2]); err != nil {
			return bad("no such card")
		}
	}
	if m.Kind == Place {
		if m.Tree, err = ParseTree(words[3]); err != nil {
			return bad("no such tree")
		}
	}
	return m, nil
}
