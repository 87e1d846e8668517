package text_test

import (
	"strings"
	"testing"

	"windfall/bot/text"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/decktet"
)

func card(t *testing.T, notation string) decktet.Card {
	t.Helper()
	c, err := decktet.Parse(notation)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A hint says what to play, why, and what came of trying it.
func TestHintsInWords(t *testing.T) {
	m, err := adaman.ParseMove("9LK < 2VL 7SK")
	if err != nil {
		t.Fatal(err)
	}
	a := robot.Advice{Option: robot.Option{Move: m, Wins: 43, Tries: 100}, Second: robot.Option{Wins: 31, Tries: 100},
		Reasons: []robot.Reason{{Why: robot.ControlsPerson, Card: m.Target}, {Why: robot.Exact}}}
	want := "**Hint:** control the Merchant with the Origin and the Castle. It is chosen for you below. " +
		"It brings you closer to the throne: the Merchant is one of the eleven personalities. It pays exactly what is needed. " +
		"I have tried it in quick games from here, each with the unseen cards in an order of my own: with this play I won 43 of 100 games, with the next best 31 of 100 games."
	if got := text.Hint(&a); got != want {
		t.Errorf("it says\n%s\nand not\n%s", got, want)
	}
	for _, e := range []struct {
		wins, tries int
		said        string
	}{
		{0, 1, "I won 0 of 1 game,"}, {3, 7, "I won 3 of 7 games,"},
		{0, 4000, "I won none,"}, {3, 4000, "I won fewer than 1 of 100 games,"}, {1720, 4000, "I won 43 of 100 games,"},
		{3999, 4000, "I won more than 99 of 100 games,"}, {4000, 4000, "I won 100 of 100 games,"},
	} {
		a.Option.Wins, a.Option.Tries = e.wins, e.tries
		if got := text.Hint(&a); !strings.Contains(got, e.said) {
			t.Errorf("%d of %d: %s", e.wins, e.tries, got)
		}
	}
	a.Option.Wins, a.Second.Wins = 0, 0
	if got := text.Hint(&a); !strings.HasSuffix(got, "in an order of my own, and won none, neither with this play nor with the next best.") {
		t.Errorf("where nothing wins: %s", got)
	}
	a.Second = robot.Option{}
	a.Reasons = []robot.Reason{{Why: robot.OnlyPlay}}
	if got := text.Hint(&a); got != "**Hint:** control the Merchant with the Origin and the Castle. It is chosen for you below. It is the only play there is." {
		t.Errorf("the only play: %s", got)
	}
}

// Each reason of the robot is a sentence of its own.
func TestEveryReasonHasItsSentence(t *testing.T) {
	m, err := adaman.ParseMove("9LK < 2VL 7SK")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]robot.Why{}
	for why := robot.OnlyPlay; why <= robot.Overspends; why++ {
		bare := text.Hint(&robot.Advice{Option: robot.Option{Move: m}})
		full := text.Hint(&robot.Advice{Option: robot.Option{Move: m}, Reasons: []robot.Reason{{Why: why, Card: card(t, "CS"), Suit: decktet.Moons | decktet.Suns}}})
		sentence := strings.TrimPrefix(full, bare+" ")
		if sentence == full || !strings.HasSuffix(sentence, ".") || strings.ToUpper(sentence[:1]) != sentence[:1] {
			t.Errorf("reason %d is said as %q", why, sentence)
		}
		if other, ok := said[sentence]; ok {
			t.Errorf("reasons %d and %d are both said as %q", why, other, sentence)
		}
		said[sentence] = why
	}
}

// What helped is counted in words.
func TestHelpIsCounted(t *testing.T) {
	for _, e := range []struct {
		undone, hints int
		said          string
	}{
		{0, 0, ""}, {1, 0, "-# With 1 play taken back."}, {2, 1, "-# With 2 plays taken back and 1 hint."}, {0, 3, "-# With 3 hints."},
	} {
		if got := text.Helped(e.undone, e.hints); got != e.said {
			t.Errorf("%d and %d: %q", e.undone, e.hints, got)
		}
	}
	m, err := adaman.ParseMove("9LK < 2VL 7SK")
	if err != nil {
		t.Fatal(err)
	}
	if got := text.TakenBack(m); got != "**Taken back:** your play for the Merchant, which you had paid for with the Origin and the Castle." {
		t.Error(got)
	}
}
