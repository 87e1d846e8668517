package text_test

import (
	"testing"

	"windfall/bot/text"
	"windfall/games/adameva"
)

// Each kind of move that cost something is told in a sentence, with what was
// better.
func TestSlip(t *testing.T) {
	move := func(words string) adameva.Move {
		m, err := adameva.ParseMove(words)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	card := func(words string) adameva.Card {
		c, err := adameva.ParseCard(words)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, e := range []struct {
		slip text.Slipped
		want string
	}{
		{text.Slipped{Round: 1, Move: move("0 offer r9"), Better: move("0 offer g3"), Cost: 2.1},
			"**Round 1:** you offered the red 9. Offering the green 3 was worth about 2 points more on average."},
		{text.Slipped{Round: 2, Card: card("r4"), Move: move("0 take"), Better: move("0 refuse"), Cost: 3.4},
			"**Round 2:** you took Ben's red 4. Refusing it was worth about 3 points more on average."},
		{text.Slipped{Round: 2, Card: card("j2"), Move: move("0 refuse"), Better: move("0 take"), Cost: 0.6},
			"**Round 2:** you refused Ben's joker 2. Taking it was worth about half a point more on average."},
		{text.Slipped{Round: 3, Card: card("j4"), Move: move("0 place j4 r"), Better: move("0 place j4 b"), Cost: 1.5},
			"**Round 3:** you put the joker 4 under the red tree. The blue tree was worth about 1½ points more on average."},
		{text.Slipped{Round: 4, Move: move("0 bite y7"), Better: move("0 bite b8"), Cost: 0.9},
			"**Round 4:** your serpent took the yellow 7. The blue 8 was worth about 1 point more on average."},
		{text.Slipped{Round: 4, Move: move("0 aside y7"), Better: move("0 aside b8"), Cost: 12.6},
			"**Round 4:** you set the yellow 7 aside. Setting the blue 8 aside was worth about 13 points more on average."},
	} {
		if got := text.English.Slip(&e.slip, "Ben"); got != e.want {
			t.Errorf("%q\nand not\n%q", got, e.want)
		}
	}
}
