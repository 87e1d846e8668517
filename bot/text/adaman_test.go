package text_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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
	seen := map[string]bool{}
	for c := range decktet.Full.All() {
		label := text.CardLabel(c)
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
		if got := text.CardLabel(c); got != want {
			t.Errorf("%s is called %q", notation, got)
		}
	}
}

// Whatever is chosen, the button that makes the play says what is paid and what
// is needed, and Discord takes its label.
func TestControlLabelsCountAlong(t *testing.T) {
	longest := 0
	for target := range decktet.Full.All() {
		// More than anybody can ever pay.
		worst := text.ControlLabel(text.PlayChoice{Made: true, Target: target, Spend: decktet.Full})
		longest = max(longest, utf8.RuneCountInString(worst))
	}
	if longest > 80 {
		t.Errorf("the longest label has %d letters", longest)
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
		if got := text.ControlLabel(c); got != e.label {
			t.Errorf("%s < %s: the label is %q", e.target, e.spend, got)
		}
		if got := text.Payment(c); got != e.payment {
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
	if got := text.LastPlay(&v); !strings.HasPrefix(got, "The cards are dealt. The ") || !strings.HasSuffix(got, " are in the palace already.") {
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
		told := text.LastPlay(&v)
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

func TestFieldSoFar(t *testing.T) {
	for _, e := range []struct {
		f    text.Field
		want string
	}{
		{text.Field{Won: 1, Best: 81, Place: 1}, "You are the first to finish this deal."},
		{text.Field{GaveUp: 1, Place: 1, Playing: 1}, "You are the first to finish this deal. One is still playing."},
		{text.Field{Won: 3, Stuck: 2, Overthrown: 1, GaveUp: 1, Best: 87, Place: 2, Playing: 4},
			"7 have finished this deal: 3 won, 2 got stuck, 1 overthrown, 1 gave up. The best has 87; you are in place 2. 4 are still playing."},
		{text.Field{Stuck: 2, Best: 30, Place: 1}, "2 have finished this deal: 2 got stuck. The best has 30; you are in place 1."},
	} {
		if got := text.FieldSoFar(e.f); got != e.want {
			t.Errorf("%+v: %q", e.f, got)
		}
	}
}

func TestShareLines(t *testing.T) {
	for _, e := range []struct {
		o     adaman.Outcome
		plays int
		want  string
	}{
		{adaman.Outcome{Result: adaman.Won, Score: 81, Controlled: 66, Left: 15}, 13, "**Ana** won Adaman no. 128 with **81**, in 13 plays."},
		{adaman.Outcome{Result: adaman.Stuck, Score: 24, Controlled: 24, Left: 9}, 1, "**Ana** got stuck in Adaman no. 128 with **24**, after 1 play."},
		{adaman.Outcome{Result: adaman.Overthrown, Controlled: 24, Left: 9}, 6, "**Ana** was overthrown in Adaman no. 128, after 6 plays."},
		{adaman.Outcome{Result: adaman.GaveUp}, 0, "**Ana** gave Adaman no. 128 up with **0**, after 0 plays."},
	} {
		if got := text.ShareLine("Ana", 128, e.o, e.plays); got != e.want {
			t.Errorf("%+v: %q", e.o, got)
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
		said := text.SolitaireEnd(&v, false)
		ends[v.Outcome.Result] = said
		switch v.Outcome.Result {
		case adaman.Stuck:
			if !strings.HasPrefix(said, fmt.Sprintf("### No play is left: %d\n", v.Outcome.Controlled)) {
				t.Errorf("stuck is %q", said)
			}
		case adaman.Overthrown:
			sixth := v.Events[len(v.Events)-2].Card
			if !strings.HasPrefix(said, "### Overthrown: 0\n") || !strings.Contains(said, "the "+sixth.Name()) || !strings.Contains(text.Standing(&v), "Palace 6, one too many") {
				t.Errorf("overthrown by the %s is %q", sixth.Name(), said)
			}
		}
	}
}

// The voice: no text of this package cries out, and Adaman's letters of suits
// are those of its rules.
func TestAdamanKeepsTheVoice(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "adaman.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			texts++
			if strings.ContainsAny(lit.Value, "!") || strings.Contains(strings.ToLower(lit.Value), "please") {
				t.Errorf("%s cries out", lit.Value)
			}
		}
		return true
	})
	if texts < 80 {
		t.Errorf("only %d texts were looked at", texts)
	}
	letters := text.SuitLetters()
	for _, want := range []string{"M Moons", "S Suns", "V Waves", "L Leaves", "Y Wyrms", "K Knots"} {
		if !strings.Contains(letters, want) {
			t.Errorf("%q is not in %q", want, letters)
		}
	}
}
