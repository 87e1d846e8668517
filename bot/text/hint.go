package text

import (
	"strings"

	"windfall/games/adaman"
	"windfall/games/adaman/robot"
)

// Undo takes a play back.
func (l Language) Undo() string { return l.say("hint-undo") }

// HintLabel asks for a hint.
func (l Language) HintLabel() string { return l.say("hint-hint") }

// WinnableLabel asks whether the game can still be won.
func (l Language) WinnableLabel() string { return l.say("hint-winnable") }

// KeepResult closes a practice game that is over.
func (l Language) KeepResult() string { return l.say("hint-keep") }

// CanBeWon says that the game can still be won.
func (l Language) CanBeWon() string { return l.say("hint-can-be-won") }

// CannotBeWon says that it cannot.
func (l Language) CannotBeWon() string { return l.say("hint-cannot-be-won", "Button", l.Undo()) }

// NotDecided says that this could not be found out.
func (l Language) NotDecided() string { return l.say("hint-not-decided") }

// TooBusy says that there was no time for a hint.
func (l Language) TooBusy() string { return l.say("hint-too-busy") }

// OnlyInPractice refuses help in other games than those of practice.
func (l Language) OnlyInPractice() string { return l.say("hint-only-in-practice") }

// NotKeptYet is said at the end of a practice game whose result can still be
// changed by taking plays back.
func (l Language) NotKeptYet() string { return l.say("hint-not-kept-yet") }

// TakenBack says which play was taken back.
func (l Language) TakenBack(m adaman.Move) string {
	return l.say("hint-taken-back", "Card", l.card(m.Target, object), "Cards", l.cards(m.Spend, with))
}

// Helped says what somebody was helped with in a practice game, in small print.
// It is empty if there was no help.
func (l Language) Helped(undone, hints int) string {
	var parts []string
	if undone > 0 {
		parts = append(parts, l.count("hint-undone", undone))
	}
	if hints > 0 {
		parts = append(parts, l.count("hint-hints", hints))
	}
	if parts == nil {
		return ""
	}
	return l.say("hint-helped", "Help", l.list(parts...))
}

// Hint says what to play and why.
func (l Language) Hint(a *robot.Advice) string {
	said := []string{l.say("hint-play", "Card", l.card(a.Move.Target, object), "Cards", l.cards(a.Move.Spend, with))}
	for i := range a.Reasons {
		if reason := l.why(&a.Reasons[i]); reason != "" {
			said = append(said, title(reason))
		}
	}
	if tried := l.tries(a); tried != "" {
		said = append(said, tried)
	}
	return strings.Join(said, " ")
}

// tries says what came of trying the play out. Tries is 1 where the end is
// certain; see robot.Option.
func (l Language) tries(a *robot.Advice) string {
	switch {
	case a.Tries == 1 && a.Wins == 1:
		if len(a.Reasons) > 0 && a.Reasons[0].Why == robot.Wins {
			return "" // that is said already
		}
		return l.say("hint-certain")
	case a.Tries == 1:
		return l.say("hint-hopeless")
	case a.Tries == 0 || a.Second.Tries == 0:
		return ""
	}
	won, next := inHundred(a.Wins, a.Tries), inHundred(a.Second.Wins, a.Second.Tries)
	if won == 0 && next == 0 {
		return l.say("hint-tried-hardly")
	}
	return l.say("hint-tried", "Won", won, "Next", next)
}

// inHundred is a share of a hundred. What is not certain is neither none nor all
// of them.
func inHundred(wins, tries int) int {
	return min((200*wins+tries)/(2*tries), 99)
}

// why is a reason in a sentence.
func (l Language) why(r *robot.Reason) string {
	switch r.Why {
	case robot.OnlyPlay:
		return l.say("hint-only-play")
	case robot.Wins:
		return l.say("hint-wins")
	case robot.Safest:
		return l.say("hint-safest")
	case robot.FreesPalace:
		return l.say("hint-frees-palace", "Card", l.card(r.Card, object))
	case robot.ControlsPerson:
		return l.say("hint-controls-person", "Card", l.card(r.Card, subject))
	case robot.KeepsFor:
		return l.say("hint-keeps-for", "Card", l.card(r.Card, object))
	case robot.PaysDearer:
		return l.say("hint-pays-dearer", "Card", l.card(r.Card, object))
	case robot.GainsSuit:
		return l.say("hint-gains-suit", "Card", l.card(r.Card, subject), "Suits", l.suits(r.Suit))
	case robot.Exact:
		return l.say("hint-exact")
	case robot.Overspends:
		return l.say("hint-overspends", "Card", l.card(r.Card, object))
	}
	return ""
}
