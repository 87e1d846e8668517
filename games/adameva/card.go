package adameva

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// A Tree is one of the four trees, named by the colour of its apples. Cards of
// that colour go under it.
type Tree uint8

// The trees in table order.
const (
	Red Tree = iota
	Yellow
	Green
	Blue
)

// Trees lists the four trees in table order.
var Trees = [4]Tree{Red, Yellow, Green, Blue}

const treeLetters = "rygb"

// String returns the tree's letter in records: r, y, g or b.
func (t Tree) String() string {
	if int(t) >= len(Trees) {
		return fmt.Sprintf("Tree(%d)", uint8(t))
	}
	return treeLetters[t : t+1]
}

// Name returns the colour in English, in lower case.
func (t Tree) Name() string {
	if int(t) >= len(Trees) {
		return t.String()
	}
	return [...]string{"red", "yellow", "green", "blue"}[t]
}

// ErrNoTree is returned for text that names no tree.
var ErrNoTree = errors.New("no such tree: r, y, g and b are the trees")

// ParseTree reads a tree's letter.
func ParseTree(text string) (Tree, error) {
	if i := strings.Index(treeLetters, text); i >= 0 && len(text) == 1 {
		return Tree(i), nil
	}
	return 0, fmt.Errorf("%w (%.8q)", ErrNoTree, text)
}

// A Card is one of the 32, numbered in deck order: r3 … r9, y3 … y9, g3 … g9,
// b3 … b9, j2, j3, j4, s.
type Card uint8

// The cards that have no colour.
const (
	Joker2 Card = 28 + iota
	Joker3
	Joker4
	Serpent
)

// DeckSize is the number of cards.
const DeckSize = 32

// lowest is the lowest value of a coloured card, perTree how many of each
// colour there are.
const (
	lowest  = 3
	perTree = 7
)

// Tree returns the tree a coloured card belongs to; ok is false for jokers and
// the serpent.
func (c Card) Tree() (t Tree, ok bool) {
	if c >= Joker2 {
		return 0, false
	}
	return Tree(c / perTree), true
}

// Value returns what the card counts under a tree: 3–9 for a coloured card,
// 2–4 for a joker, 0 for the serpent, which never lies there.
func (c Card) Value() int {
	switch {
	case c < Joker2:
		return lowest + int(c%perTree)
	case c < Serpent:
		return 2 + int(c-Joker2)
	}
	return 0
}

// Joker reports whether the card is one of the three jokers.
func (c Card) Joker() bool { return Joker2 <= c && c <= Joker4 }

// String returns the card as records write it: r3, b9, j2, s.
func (c Card) String() string {
	if c >= DeckSize {
		return fmt.Sprintf("Card(%d)", uint8(c))
	}
	return cardTexts[c]
}

// MarshalText writes the card as records do.
func (c Card) MarshalText() ([]byte, error) {
	if c >= DeckSize {
		return nil, fmt.Errorf("%w (%s)", ErrNoCard, c)
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what [Card.MarshalText] wrote.
func (c *Card) UnmarshalText(text []byte) (err error) {
	*c, err = ParseCard(string(text))
	return err
}

// ErrNoCard is returned for text that names no card.
var ErrNoCard = errors.New("no such card: r3–r9, y3–y9, g3–g9, b3–b9, j2–j4 and s are the cards")

// ParseCard reads what [Card.String] writes, and nothing else.
func ParseCard(text string) (Card, error) {
	for c, t := range cardTexts {
		if t == text {
			return Card(c), nil
		}
	}
	return 0, fmt.Errorf("%w (%.8q)", ErrNoCard, text)
}

var cardTexts = func() (texts [DeckSize]string) {
	for c := range Card(Joker2) {
		texts[c] = fmt.Sprintf("%c%d", treeLetters[c/perTree], c.Value())
	}
	for c := Joker2; c <= Joker4; c++ {
		texts[c] = fmt.Sprintf("j%d", c.Value())
	}
	texts[Serpent] = "s"
	return texts
}()

// Cards is a set of cards.
type Cards uint32

// CardsOf returns the set of the given cards.
func CardsOf(list ...Card) (set Cards) {
	for _, c := range list {
		set |= 1 << c
	}
	return set
}

// fullDeck is all 32 cards; jokers the three jokers.
const (
	fullDeck Cards = 1<<DeckSize - 1
	jokers   Cards = 1<<Joker2 | 1<<Joker3 | 1<<Joker4
)

// Has reports whether c is in the set.
func (s Cards) Has(c Card) bool { return c < DeckSize && s>>c&1 == 1 }

// With returns the set and c.
func (s Cards) With(c Card) Cards { return s | 1<<c }

// Without returns the set less c.
func (s Cards) Without(c Card) Cards { return s &^ (1 << c) }

// Len returns how many cards are in the set.
func (s Cards) Len() int { return bits.OnesCount32(uint32(s)) }

// All yields the cards in deck order.
func (s Cards) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for rest := uint32(s); rest != 0; rest &= rest - 1 {
			if !yield(Card(bits.TrailingZeros32(rest))) {
				return
			}
		}
	}
}

// List returns the cards in deck order.
func (s Cards) List() []Card {
	list := make([]Card, 0, s.Len())
	for c := range s.All() {
		list = append(list, c)
	}
	return list
}

// Sum returns the values of the cards added up.
func (s Cards) Sum() (sum int) {
	for c := range s.All() {
		sum += c.Value()
	}
	return sum
}

// highest returns the highest value in the set, 0 if it is empty.
func (s Cards) highest() (highest int) {
	for c := range s.All() {
		highest = max(highest, c.Value())
	}
	return highest
}

// String lists the cards in deck order, single spaces between.
func (s Cards) String() string {
	var b strings.Builder
	for c := range s.All() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
	}
	return b.String()
}
