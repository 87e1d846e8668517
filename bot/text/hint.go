package text

import (
	"fmt"
	"strings"

	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/decktet"
)

// Labels and sentences about what helps in practice.
const (
	Undo          = "Undo"
	HintLabel     = "Hint"
	WinnableLabel = "Can it still be won?"
	KeepResult    = "Keep this result"

	CanBeWon    = "**Yes, it can still be won from here.** There is at least one way to the throne."
	CannotBeWon = "**No, it cannot be won from here any more,** whatever you play. Undo takes plays back."
	NotDecided  = "I could not find out in the time I have. This does not count as a hint."
	TooBusy     = "I am busy with other games just now, so I have nothing for you yet. This does not count as a hint; please try again in a moment."

	OnlyInPractice = "Undo and hints are for practice deals. `/adaman practice` deals one."

	// NotKeptYet is said at the end of a practice game whose result can still be
	// changed by taking plays back.
	NotKeptYet = "-# You can still take plays back. If you keep this result or begin another deal, the game is closed."
)

// TakenBack says which play was taken back.
func TakenBack(m adaman.Move) string {
	return fmt.Sprintf("**Taken back:** your play for the %s, which you had paid for with %s.", m.Target.Name(), theCards(m.Spend))
}

// Helped says what somebody was helped with in a practice game, in small print.
// It is empty if there was no help.
func Helped(undone, hints int) string {
	if undone == 0 && hints == 0 {
		return ""
	}
	return "-# With " + helpCounted(undone, hints) + "."
}

// helpCounted counts help: "2 plays taken back and 1 hint".
func helpCounted(undone, hints int) string {
	var parts []string
	if undone > 0 {
		parts = append(parts, count(undone, "play")+" taken back")
	}
	if hints > 0 {
		parts = append(parts, count(hints, "hint"))
	}
	return strings.Join(parts, " and ")
}

// Hint says what to play and why.
func Hint(a *robot.Advice) string {
	said := []string{fmt.Sprintf("**Hint:** control the %s with %s. It is chosen for you below.", a.Move.Target.Name(), theCards(a.Move.Spend))}
	for i := range a.Reasons {
		if reason := why(&a.Move, &a.Reasons[i]); reason != "" {
			said = append(said, reason)
		}
	}
	if tried := tries(a); tried != "" {
		said = append(said, tried)
	}
	return strings.Join(said, " ")
}

// tries says what came of trying the play out. Tries is 1 where the end is
// certain; see robot.Option.
func tries(a *robot.Advice) string {
	switch {
	case a.Tries == 1 && a.Wins == 1:
		if len(a.Reasons) > 0 && a.Reasons[0].Why == robot.Wins {
			return "" // that is said already
		}
		return "Nothing is hidden any more: after it you can win for certain."
	case a.Tries == 1:
		return "Nothing is hidden any more, and no play wins. This one brings the most."
	case a.Tries == 0 || a.Second.Tries == 0:
		return ""
	}
	const how = "I have played on from here in my head many times, each time with the unseen cards in an order of my own: "
	with, next := inHundred(a.Wins, a.Tries), inHundred(a.Second.Wins, a.Second.Tries)
	if with == 0 && next == 0 {
		return how + "hardly any such game is won, whatever you play."
	}
	return how + fmt.Sprintf("about %d of 100 such games are won with this play, and %d with the next best.", with, next)
}

// inHundred is a share of a hundred. What is not certain is neither none nor all
// of them.
func inHundred(wins, tries int) int {
	return min((200*wins+tries)/(2*tries), 99)
}

// why is a reason in a sentence.
func why(m *adaman.Move, r *robot.Reason) string {
	switch r.Why {
	case robot.OnlyPlay:
		return "It is the only play there is."
	case robot.Wins:
		return "It wins the game."
	case robot.Safest:
		return "Whatever the deck brings, no sixth card comes to the palace after it."
	case robot.FreesPalace:
		return fmt.Sprintf("It takes the %s out of a palace that is nearly full.", r.Card.Name())
	case robot.ControlsPerson:
		return fmt.Sprintf("It brings you closer to the throne: the %s is one of the eleven personalities.", r.Card.Name())
	case robot.KeepsFor:
		return fmt.Sprintf("It keeps what can pay for the %s, for whom little can.", r.Card.Name())
	case robot.PaysDearer:
		return fmt.Sprintf("A cheaper payment would give away the %s, which can pay for more of those still to come.", r.Card.Name())
	case robot.GainsSuit:
		return fmt.Sprintf("The %s then gives you %s, which you would lack.", r.Card.Name(), suitsByName(r.Suit))
	case robot.Exact:
		return "It pays exactly what is needed."
	case robot.Overspends:
		return fmt.Sprintf("It gives the %s away as well, which makes room for a new card from the deck.", r.Card.Name())
	}
	return ""
}

// suitsByName names suits: "Moons and Suns".
func suitsByName(suits decktet.Suits) string {
	var names []string
	for s := range suits.All() {
		names = append(names, suitNames[s])
	}
	return strings.Join(names, " and ")
}
