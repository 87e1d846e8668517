package text

import (
	"time"

	"windfall/games"
)

// paceOffered says in a challenge how much time there is for each move. pace is
// one of the choices of the challenge's option.
func (l Language) paceOffered(pace string) string {
	switch pace {
	case "live":
		return l.say("pace-live")
	case "day":
		return l.say("pace-day")
	case "long":
		return l.say("pace-long")
	}
	return l.say("pace-none")
}

// HeadingDue is a table's heading with when the move is due.
func (l Language) HeadingDue(heading string, due time.Time) string {
	return l.say("pace-due", "Heading", heading, "When", fromNow(due))
}

// HeadingPaused is the heading of a table whose clock is paused.
func (l Language) HeadingPaused(heading string) string {
	return l.say("pace-heading-paused", "Heading", heading)
}

// NearlyLost warns the one to move, by name or by a mention.
func (l Language) NearlyLost(who string, due time.Time) string {
	return l.say("pace-nearly-lost", "Who", who, "When", fromNow(due))
}

// NearlyCalledOff warns the one to move in a game in which nobody has moved.
func (l Language) NearlyCalledOff(who string, due time.Time) string {
	return l.say("pace-nearly-called-off", "Who", who, "When", fromNow(due))
}

// MoreTime tells the one to move that their time was put off, because the bot
// was not running when it came to its end.
func (l Language) MoreTime(who string, due time.Time) string {
	return l.say("pace-more-time", "Who", who, "When", fromNow(due))
}

// Pause is the button that proposes to pause the clock.
func (l Language) Pause() string { return l.say("pace-pause") }

// AgreeToPause is the button that agrees to it.
func (l Language) AgreeToPause() string { return l.say("pace-agree") }

// NoPause is the button that turns the proposal down.
func (l Language) NoPause() string { return l.say("pace-no-pause") }

// NoPauseAfterAll is the button that takes one's own proposal back.
func (l Language) NoPauseAfterAll() string { return l.say("pace-no-pause-after-all") }

// GoOn is the button that lets a paused clock run on.
func (l Language) GoOn() string { return l.say("pace-go-on") }

// PauseProposed says that somebody would like to pause the clock.
func (l Language) PauseProposed(who, other string) string {
	return l.say("pace-proposed", "Who", who, "Other", other)
}

// PauseProposedByYou answers whoever proposes a pause.
func (l Language) PauseProposedByYou() string { return l.say("pace-proposed-by-you") }

// PauseTurnedDown answers whoever turns a proposal down.
func (l Language) PauseTurnedDown() string { return l.say("pace-turned-down") }

// PauseTakenBack answers whoever takes a proposal of their own back.
func (l Language) PauseTakenBack() string { return l.say("pace-taken-back") }

// Paused says that the clock is paused and how it goes on.
func (l Language) Paused() string { return l.say("pace-paused") }

// Unplayed stays where a game was in which the time of the first to move ran
// out.
func (l Language) Unplayed(n Names, late games.Seat) string {
	return l.say("pace-unplayed", "Late", n[late], "One", n[0], "Other", n[1])
}

// GoneUnplayed answers whoever presses a button of such a game.
func (l Language) GoneUnplayed() string { return l.say("pace-gone-unplayed") }

// Forgotten stays where a game was that was paused and that nobody went on with.
func (l Language) Forgotten(n Names) string {
	return l.say("pace-forgotten", "One", n[0], "Other", n[1])
}
