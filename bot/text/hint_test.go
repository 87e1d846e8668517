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
		"I have played on from here in my head many times, each time with the unseen cards in an order of my own: about 43 of 100 such games are won with this play, and 31 with the next best."
	if got := text.English.Hint(&a); got != want {
		t.Errorf("it says\n%s\nand not\n%s", got, want)
	}
	for _, e := range []struct {
		option, second robot.Option
		reasons        []robot.Reason
		ends           string
	}{
		{option: robot.Option{Wins: 1720, Tries: 4000}, second: robot.Option{Wins: 0, Tries: 4000}, ends: ": about 43 of 100 such games are won with this play, and 0 with the next best."},
		{option: robot.Option{Wins: 4000, Tries: 4000}, second: robot.Option{Wins: 3999, Tries: 4000}, ends: ": about 99 of 100 such games are won with this play, and 99 with the next best."},
		{option: robot.Option{Wins: 3, Tries: 4000}, second: robot.Option{Tries: 4000}, ends: ": hardly any such game is won, whatever you play."},
		{option: robot.Option{Wins: 1, Tries: 1}, second: robot.Option{Tries: 1}, ends: "below. Nothing is hidden any more: after it you can win for certain."},
		{option: robot.Option{Wins: 1, Tries: 1}, reasons: []robot.Reason{{Why: robot.Wins, Card: m.Target}}, ends: "below. It wins the game."},
		{option: robot.Option{Tries: 1}, second: robot.Option{Tries: 1}, ends: "below. Nothing is hidden any more, and no play wins. This one brings the most."},
		{option: robot.Option{}, second: robot.Option{}, ends: "It is chosen for you below."},
	} {
		e.option.Move = m
		if got := text.English.Hint(&robot.Advice{Option: e.option, Second: e.second, Reasons: e.reasons}); !strings.HasSuffix(got, e.ends) {
			t.Errorf("%+v and %+v: %s", e.option, e.second, got)
		}
	}
	a.Option.Tries = 0
	a.Second = robot.Option{}
	a.Reasons = []robot.Reason{{Why: robot.OnlyPlay}}
	if got := text.English.Hint(&a); got != "**Hint:** control the Merchant with the Origin and the Castle. It is chosen for you below. It is the only play there is." {
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
		bare := text.English.Hint(&robot.Advice{Option: robot.Option{Move: m}})
		full := text.English.Hint(&robot.Advice{Option: robot.Option{Move: m}, Reasons: []robot.Reason{{Why: why, Card: card(t, "CS"), Suit: decktet.Moons | decktet.Suns}}})
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
		if got := text.English.Helped(e.undone, e.hints); got != e.said {
			t.Errorf("%d and %d: %q", e.undone, e.hints, got)
		}
	}
	m, err := adaman.ParseMove("9LK < 2VL 7SK")
	if err != nil {
		t.Fatal(err)
	}
	if got := text.English.TakenBack(m); got != "**Taken back:** your play for the Merchant, which you had paid for with the Origin and the Castle." {
		t.Error(got)
	}
}
