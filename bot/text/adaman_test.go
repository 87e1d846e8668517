package text_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

func TestCardLabelsSayRankNameAndSuits(t *testing.T) {
	for _, l := range text.Languages() {
		seen := map[string]bool{}
		for c := range decktet.Full.All() {
			label := l.CardLabel(c)
			if seen[label] || !strings.HasPrefix(label, strconv.Itoa(c.Rank())+" ") {
				t.Errorf("%s: the %s is called %q, or another card is", l.Name(), c.Name(), label)
			}
			if n := utf8.RuneCountInString(label + text.Chosen); n > 80 {
				t.Errorf("%s: %q has %d letters", l.Name(), label, n)
			}
			seen[label] = true
		}
	}
	seen := map[string]bool{}
	for c := range decktet.Full.All() {
		label := text.English.CardLabel(c)
		if seen[label] {
			t.Errorf("two cards are called %q", label)
		}
		seen[label] = true
		if !strings.HasPrefix(label, strconv.Itoa(c.Rank())+" ") || !strings.Contains(label, c.Name()) {
			t.Errorf("the %s is called %q", c.Name(), label)
		}
		if !c.Ace() && !strings.HasSuffix(label, " "+c.Suits().String()) {
			t.Errorf("the suits of the %s are missing in %q", c.Name(), label)
		}
	}
	for notation, want := range map[string]string{"6MV": "6 Lunatic MV", "AK": "1 Ace of Knots", "CK": "10 Windfall K", "7ML": "7 Chance Meeting ML"} {
		c, err := decktet.Parse(notation)
		if err != nil {
			t.Fatal(err)
		}
		if got := text.English.CardLabel(c); got != want {
			t.Errorf("%s is called %q", notation, got)
		}
	}
}

// Whatever is chosen, the button that makes the play says what is paid and what
// is needed, and Discord takes its label.
func TestControlLabelsCountAlong(t *testing.T) {
	for _, l := range text.Languages() {
		for target := range decktet.Full.All() {
			// More than anybody can ever pay.
			worst := l.ControlLabel(text.PlayChoice{Made: true, Target: target, Spend: decktet.Full})
			if n := utf8.RuneCountInString(worst); n > 80 {
				t.Errorf("%s: %q has %d letters", l.Name(), worst, n)
			}
		}
	}
	for _, e := range []struct{ target, spend, label, payment string }{
		{"9LK", "", "Control the Merchant: 0 for 9", "**The Merchant needs 9.** Choose what pays for it."},
		{"9LK", "7SK", "Control the Merchant: 7 for 9", "**The Merchant needs 9.** You pay 7, 2 too few."},
		{"9LK", "7SK 2VL", "Control the Merchant: 9 for 9", "**The Merchant needs 9.** You pay 2 + 7 = 9."},
		{"9LK", "7SK 2VL 4YK", "Control the Merchant: 13 for 9, 4 more than needed", "**The Merchant needs 9.** You pay 2 + 4 + 7 = 13, 4 more than needed."},
		{"AK", "CK", "Control the Ace of Knots: 10 for 1, 9 more than needed", "**The Ace of Knots needs 1.** You pay 10, 9 more than needed."},
	} {
		c := text.PlayChoice{Made: true}
		c.Target, _ = decktet.Parse(e.target)
		for _, word := range strings.Fields(e.spend) {
			card, err := decktet.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			c.Spend = c.Spend.With(card)
		}
		if got := text.English.ControlLabel(c); got != e.label {
			t.Errorf("%s < %s: the label is %q", e.target, e.spend, got)
		}
		if got := text.English.Payment(c); got != e.payment {
			t.Errorf("%s < %s: %q", e.target, e.spend, got)
		}
	}
}

// What happened is told from the events, card by card.
func TestLastPlayTellsWhatHappened(t *testing.T) {
	g, err := adaman.New(adaman.Deal(games.Numbered(1)))
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(games.Spectator)
	if got := text.English.LastPlay(&v); !strings.HasPrefix(got, "The cards are dealt. The ") || !strings.HasSuffix(got, " are in the palace already.") {
		t.Errorf("the opening is told as %q", got)
	}
	// Each of the plays tells every card that moved, in a whole game.
	for len(g.Moves()) > 0 {
		m := g.Moves()[0]
		events, err := g.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		v := g.View(games.Spectator)
		told := text.English.LastPlay(&v)
		for _, e := range events {
			switch e.Kind {
			case adaman.Controlled:
				if !strings.HasPrefix(told, "You controlled the "+e.Card.Name()+" with the ") {
					t.Errorf("%v is told as %q", e, told)
				}
				for c := range e.Spent.All() {
					if !strings.Contains(told, "the "+c.Name()) {
						t.Errorf("%v is told as %q", e, told)
					}
				}
				if strings.Contains(told, "one of your resources now") != (e.To == adaman.Resources) {
					t.Errorf("%v is told as %q", e, told)
				}
			case adaman.Dealt:
				where := map[adaman.Place]string{adaman.Palace: " slipped into the palace", adaman.Capital: "New in the capital: ", adaman.Resources: "New among your resources: "}[e.To]
				if !strings.Contains(strings.ToLower(told), "the "+strings.ToLower(e.Card.Name())) || !strings.Contains(told, where) {
					t.Errorf("%v is told as %q", e, told)
				}
			}
		}
	}
}

// The end of a game says what it was, and where the score comes from.
func TestEndsAreToldWithCertainty(t *testing.T) {
	ends := map[adaman.Result]string{}
	for number := uint64(1); len(ends) < 2; number++ {
		g, err := adaman.New(adaman.Deal(games.Numbered(number)))
		if err != nil {
			t.Fatal(err)
		}
		for len(g.Moves()) > 0 {
			if _, err := g.Play(g.Moves()[0]); err != nil {
				t.Fatal(err)
			}
		}
		v := g.View(games.Spectator)
		said := text.English.SolitaireEnd(&v, false)
		ends[v.Outcome.Result] = said
		switch v.Outcome.Result {
		case adaman.Stuck:
			if !strings.HasPrefix(said, fmt.Sprintf("### No play is left: %d\n", v.Outcome.Controlled)) {
				t.Errorf("stuck is %q", said)
			}
		case adaman.Overthrown:
			sixth := v.Events[len(v.Events)-2].Card
			if !strings.HasPrefix(said, "### Overthrown: 0\n") || !strings.Contains(said, "the "+sixth.Name()) || !strings.Contains(text.English.Standing(&v), "Palace 6, one too many") {
				t.Errorf("overthrown by the %s is %q", sixth.Name(), said)
			}
		}
	}
}

// What a finished game is summed up with reads well with nothing, with one and
// with many.
func TestEndsReadWellWithAnyCount(t *testing.T) {
	people := []decktet.Card{}
	for c := range decktet.Personalities.All() {
		people = append(people, c)
	}
	ranks := func(n int) int { return decktet.Of(people[:n]...).Ranks() }
	for _, e := range []struct {
		result      adaman.Result
		released    bool
		controlled  int // how many
		plays, rest int // rest is what is left, in the resources or in the deck
		want        string
	}{
		{adaman.Won, false, 11, 13, 15, "### The throne is yours: 81\nAll 11 personalities are controlled, which makes 66; 15 points are left in your resources. It took 13 plays."},
		{adaman.Won, false, 11, 13, 1, "### The throne is yours: 67\nAll 11 personalities are controlled, which makes 66; 1 point is left in your resources. It took 13 plays."},
		{adaman.Won, false, 11, 13, 0, "### The throne is yours: 66\nAll 11 personalities are controlled, which makes 66; nothing is left in your resources. It took 13 plays."},
		{adaman.Stuck, false, 0, 1, 0, "You controlled no personality in 1 play."},
		{adaman.Stuck, false, 1, 1, 0, fmt.Sprintf("You controlled 1 personality, worth %d, in 1 play.", ranks(1))},
		{adaman.Stuck, false, 3, 5, 0, fmt.Sprintf("You controlled 3 personalities, worth %d, in 5 plays.", ranks(3))},
		{adaman.Overthrown, false, 0, 2, 0, "That loses the game utterly. You controlled no personality in 2 plays."},
		{adaman.Overthrown, false, 1, 3, 0, fmt.Sprintf("That loses the game utterly. You controlled 1 personality, worth %d, in 3 plays. It counts for nothing.", ranks(1))},
		{adaman.Overthrown, false, 2, 3, 0, fmt.Sprintf("That loses the game utterly. You controlled 2 personalities, worth %d, in 3 plays. They count for nothing.", ranks(2))},
		{adaman.GaveUp, false, 0, 0, 20, "### You gave up: 0\nYou had not made a play yet. 20 cards are left in the deck."},
		{adaman.GaveUp, false, 0, 4, 1, "### You gave up: 0\nYou controlled no personality in 4 plays. 1 card is left in the deck."},
		{adaman.GaveUp, false, 2, 4, 0, fmt.Sprintf("### You gave up: %d\nYou controlled 2 personalities, worth %[1]d, in 4 plays. No card is left in the deck.", ranks(2))},
		{adaman.GaveUp, true, 0, 0, 20, "so it counts as given up. You had not made a play yet."},
		{adaman.GaveUp, true, 1, 2, 20, fmt.Sprintf("so it counts as given up. You controlled 1 personality, worth %d, in 2 plays.", ranks(1))},
	} {
		v := adaman.View{
			Controlled: decktet.Of(people[:e.controlled]...), Plays: e.plays, Palace: people[:6],
			Outcome: adaman.Outcome{Result: e.result, Controlled: ranks(e.controlled)},
		}
		switch v.Outcome.Score = ranks(e.controlled); e.result {
		case adaman.Won:
			v.Outcome.Left, v.Outcome.Score = e.rest, v.Outcome.Score+e.rest
		case adaman.Overthrown:
			v.Outcome.Score = 0
		default:
			v.Undealt = e.rest
		}
		if got := text.English.SolitaireEnd(&v, e.released); !strings.HasSuffix(got, e.want) {
			t.Errorf("%v with %d personalities in %d plays and %d left: %q", e.result, e.controlled, e.plays, e.rest, got)
		}
	}
	v := adaman.View{}
	if got := text.English.GiveUpQuestion(&v, 0); got != "Give up with 0 points?" {
		t.Errorf("giving up a practice deal is asked as %q", got)
	}
	v.Controlled = decktet.Of(people[:2]...)
	if got, want := text.English.GiveUpQuestion(&v, 7), fmt.Sprintf("Give up with %d points? This is your one attempt at Adaman no. 7.", ranks(2)); got != want {
		t.Errorf("giving up a daily is asked as %q", got)
	}
	for plays, want := range map[int]string{0: "you have not played yet.", 1: "you have made 1 play.", 2: "you have made 2 plays."} {
		if got := text.English.PracticeOpen(5, plays); !strings.HasPrefix(got, "You have practice deal 5 open, in which "+want) {
			t.Errorf("after %d plays: %q", plays, got)
		}
	}
}

// Adaman's letters of suits are those of its rules.
func TestSuitsAreNamedByTheirLetters(t *testing.T) {
	letters := text.English.SuitLetters()
	for _, want := range []string{"M Moons", "S Suns", "V Waves", "L Leaves", "Y Wyrms", "K Knots"} {
		if !strings.Contains(letters, want) {
			t.Errorf("%q is not in %q", want, letters)
		}
	}
}
