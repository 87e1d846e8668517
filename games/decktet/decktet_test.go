package decktet_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"windfall/games/decktet"
)

// table is the whole deck in deck order: notation, name and types (P a
// personality, L a location, E an event, A an Ace).
const table = `
AM  A  Ace of Moons
AS  A  Ace of Suns
AV  A  Ace of Waves
AL  A  Ace of Leaves
AY  A  Ace of Wyrms
AK  A  Ace of Knots
2MK P  Author
2SY L  Desert
2VL LE Origin
3MV E  Journey
3SK P  Painter
3LY P  Savage
4MS L  Mountain
4VL P  Sailor
4YK E  Battle
5ML L  Forest
5SV E  Discovery
5YK P  Soldier
6MV P  Lunatic
6SY P  Penitent
6LK LE Market
7ML E  Chance Meeting
7SK L  Castle
7VY L  Cave
8MS P  Diplomat
8VL L  Mill
8YK E  Betrayal
9MS E  Pact
9VY L  Darkness
9LK P  Merchant
CM  P  Huntress
CS  P  Bard
CV  L  Sea
CL  LE End
CY  E  Calamity
CK  E  Windfall
`

func TestTheDeck(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if len(lines) != decktet.Count {
		t.Fatalf("the table has %d cards", len(lines))
	}
	letters := map[rune]decktet.Suits{
		'M': decktet.Moons, 'S': decktet.Suns, 'V': decktet.Waves, 'L': decktet.Leaves, 'Y': decktet.Wyrms, 'K': decktet.Knots,
	}
	for i, c := range decktet.All() {
		field := strings.Fields(lines[i])
		text, types, name := field[0], field[1], strings.Join(field[2:], " ")
		if int(c) != i || c.String() != text || c.Name() != name {
			t.Errorf("card %d is %d %v %q, want %s %q", i, c, c, c.Name(), text, name)
		}
		if rank := strings.Index("?A23456789C", text[:1]); c.Rank() != rank {
			t.Errorf("%v has rank %d, want %d", c, c.Rank(), rank)
		}
		var suits decktet.Suits
		for _, letter := range text[1:] {
			suits |= letters[letter]
		}
		if c.Suits() != suits || c.Suits().String() != text[1:] || c.Suits().Len() != len(text)-1 {
			t.Errorf("%v has suits %v", c, c.Suits())
		}
		for letter, is := range map[string]bool{"P": c.Personality(), "L": c.Location(), "E": c.Event(), "A": c.Ace()} {
			if is != strings.Contains(types, letter) {
				t.Errorf("%v: type %s is %v, want %s", c, letter, is, types)
			}
		}
	}
}

func TestElevenPersonalitiesOf66Ranks(t *testing.T) {
	const want = "2MK 3SK 3LY 4VL 5YK 6MV 6SY 8MS 9LK CM CS"
	p := decktet.Personalities
	if p.String() != want || p.Len() != 11 || p.Ranks() != 66 {
		t.Errorf("personalities %v: %d of %d ranks", p, p.Len(), p.Ranks())
	}
}

// The cards of a rank, be they six or three, have every suit once.
func TestTheSuitsAreEven(t *testing.T) {
	for rank := 1; rank <= 10; rank++ {
		var all string
		for _, c := range decktet.All() {
			if c.Rank() == rank {
				all += c.Suits().String()
			}
		}
		letters := strings.Split(all, "")
		slices.Sort(letters)
		if got := strings.Join(letters, ""); got != "KLMSVY" {
			t.Errorf("rank %d has suits %s", rank, got)
		}
	}
}

func TestCardsAsTextAndBack(t *testing.T) {
	for _, c := range decktet.All() {
		if back, err := decktet.Parse(c.String()); err != nil || back != c {
			t.Errorf("Parse(%q) = %v, %v", c.String(), back, err)
		}
		text, err := json.Marshal(c)
		if err != nil || string(text) != `"`+c.String()+`"` {
			t.Errorf("JSON %s, %v", text, err)
		}
		var back decktet.Card
		if err := json.Unmarshal(text, &back); err != nil || back != c {
			t.Errorf("%s came back as %v, %v", text, back, err)
		}
	}
}

// Of all texts of up to four of the letters that could be meant, Parse takes
// the 36 and no other.
func TestParseRefusesEverythingElse(t *testing.T) {
	const letters = "A123456789CTMSVLYKamsvlykc0? \x00é"
	texts, taken := []string{""}, map[decktet.Card]string{}
	for range 4 {
		var longer []string
		for _, text := range texts {
			for _, letter := range letters {
				longer = append(longer, text+string(letter))
			}
		}
		for _, text := range longer {
			c, err := decktet.Parse(text)
			if err == nil {
				if taken[c] != "" {
					t.Errorf("both %q and %q are %v", text, taken[c], c)
				}
				taken[c] = text
			} else if !errors.Is(err, decktet.ErrCard) || c != 0 {
				t.Fatalf("Parse(%q) = %v, %v", text, c, err)
			}
			if len(text) > 2 && err == nil && c.Suits().Len() != 2 {
				t.Errorf("%q is %v", text, c)
			}
		}
		texts = longer
	}
	if len(taken) != decktet.Count {
		t.Errorf("%d texts were taken, want %d", len(taken), decktet.Count)
	}
	for _, text := range []string{"", "Author", "2KM", "2mk", " 2MK", "2MK ", "2MK\n", "10M", strings.Repeat("2MK", 1000)} {
		if _, err := decktet.Parse(text); !errors.Is(err, decktet.ErrCard) {
			t.Errorf("Parse(%q): %v, want ErrCard", text, err)
		} else if len(err.Error()) > 150 {
			t.Errorf("the error repeats %d bytes", len(err.Error()))
		}
	}
}

func TestNumbersThatAreNoCards(t *testing.T) {
	for n := decktet.Count; n < 256; n++ {
		c := decktet.Card(n)
		if c.Valid() || c.Rank() != 0 || c.Suits() != 0 || c.Name() != "" || c.String() != "?" || c.Sharing() != 0 ||
			c.Personality() || c.Location() || c.Event() || c.Ace() {
			t.Errorf("card %d is something", n)
		}
		if _, err := c.MarshalText(); !errors.Is(err, decktet.ErrCard) {
			t.Errorf("card %d as text: %v, want ErrCard", n, err)
		}
		if s := decktet.Of(0, c); s != decktet.Of(0) || s.Has(c) || s.Without(c) != s {
			t.Errorf("card %d is in a set: %v", n, s)
		}
	}
	c := decktet.Card(6)
	if err := c.UnmarshalText([]byte("X")); !errors.Is(err, decktet.ErrCard) || c != 6 {
		t.Errorf("after a bad text the card is %v, error %v", c, err)
	}
}

func TestSharing(t *testing.T) {
	for _, c := range decktet.All() {
		for _, d := range decktet.All() {
			if want := strings.ContainsAny(c.String()[1:], d.String()[1:]); c.Sharing().Has(d) != want || c.Suits().Shares(d.Suits()) != want {
				t.Errorf("%v and %v share a suit: %v", c, d, !want)
			}
		}
	}
}

func TestSuits(t *testing.T) {
	if s := decktet.Waves | decktet.Moons | decktet.Knots; s.String() != "MVK" || !s.Has(decktet.Waves|decktet.Knots) || s.Has(decktet.Suns|decktet.Moons) {
		t.Errorf("suits %v", s)
	}
	var all []string
	for s := range decktet.Suits(0xff).All() {
		all = append(all, s.String())
		if len(all) == 6 {
			break
		}
	}
	if got := strings.Join(all, " "); got != "M S V L Y K" {
		t.Errorf("suits in order are %s", got)
	}
}

// A Set is compared with the plainest set there is, a sorted list.
func TestSetIsASet(t *testing.T) {
	card := rapid.Custom(func(t *rapid.T) decktet.Card {
		return decktet.Card(rapid.IntRange(0, decktet.Count-1).Draw(t, "card"))
	})
	rapid.Check(t, func(t *rapid.T) {
		var set decktet.Set
		var list []decktet.Card
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			c := card.Draw(t, "c")
			i, found := slices.BinarySearch(list, c)
			if set.Has(c) != found {
				t.Fatalf("Has(%v) in %v", c, set)
			}
			if rapid.Bool().Draw(t, "add") {
				set = set.With(c)
				if !found {
					list = slices.Insert(list, i, c)
				}
			} else {
				set = set.Without(c)
				if found {
					list = slices.Delete(list, i, i+1)
				}
			}
			ranks := 0
			for _, c := range list {
				ranks += c.Rank()
			}
			if set.Len() != len(list) || set.Ranks() != ranks || !slices.Equal(slices.Collect(set.All()), list) ||
				set != decktet.Of(list...) || set.String() != strings.Trim(fmt.Sprint(list), "[]") {
				t.Fatalf("set %v (%d, %d ranks), list %v", set, set.Len(), set.Ranks(), list)
			}
			if len(list) > 0 && set.First() != list[0] || len(list) == 0 && set.First().Valid() {
				t.Fatalf("first of %v is %v", list, set.First())
			}
		}
	})
	if decktet.Full != decktet.Of(slices.Collect(decktet.Full.All())...) || decktet.Full.Len() != decktet.Count {
		t.Error("the full set is not full")
	}
}

func Example() {
	author, _ := decktet.Parse("2MK")
	fmt.Println(author.Name(), author.Rank(), author.Suits(), author.Personality())

	windfall, _ := decktet.Parse("CK")
	fmt.Println(windfall.Name(), windfall.Rank(), windfall.Suits(), windfall.Suits().Shares(author.Suits()))

	_, err := decktet.Parse("2KM")
	fmt.Println(err)
	// Output:
	// Author 2 MK true
	// Windfall 10 K true
	// no such card; a card is its rank and its suits, like 2MK, AM or CS: "2KM"
}

func ExampleSet() {
	mountain, _ := decktet.Parse("4MS")
	knots, _ := decktet.Parse("AK")
	author, _ := decktet.Parse("2MK")

	hand := decktet.Of(mountain, knots)
	fmt.Println(hand, "has", hand.Len(), "cards and", hand.Ranks(), "ranks")
	for c := range (hand & author.Sharing()).All() {
		fmt.Println("the", c.Name(), "shares a suit with the", author.Name())
	}
	// Output:
	// AK 4MS has 2 cards and 5 ranks
	// the Ace of Knots shares a suit with the Author
	// the Mountain shares a suit with the Author
}
