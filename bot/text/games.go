package text

import (
	"fmt"
	"time"
)

// This file is what the list of a member's games says.

// at writes a time so that each reader sees it in their own language and time
// zone, like "5 December 2026 19:00".
func at(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// GamesTitle is the title of the list.
func (l Language) GamesTitle() string { return l.say("games-title") }

// NoGames is said in it if its reader plays with nobody.
func (l Language) NoGames() string { return l.say("games-none") }

// WaitsForYou is the heading of what waits for the reader.
func (l Language) WaitsForYou() string { return l.say("games-for-you") }

// WaitsForOthers is the heading of what waits for others.
func (l Language) WaitsForOthers() string { return l.say("games-for-others") }

// WaitsForNobody is the heading of what waits for nobody.
func (l Language) WaitsForNobody() string { return l.say("games-for-nobody") }

// PlaysAtTable is a game with somebody: whose turn it is, since when, and until
// when if it has a clock. Link leads to it.
func (l Language) PlaysAtTable(name string, mine bool, since, end time.Time, link string) string {
	switch {
	case mine && end.IsZero():
		return l.say("games-turn", "Name", name, "Since", at(since), "Link", link)
	case mine:
		return l.say("games-turn-until", "Name", name, "Since", at(since), "Until", until(end), "Link", link)
	case end.IsZero():
		return l.say("games-their-turn", "Name", name, "Since", at(since), "Link", link)
	}
	return l.say("games-their-turn-until", "Name", name, "Since", at(since), "Until", until(end), "Link", link)
}

// PlaysPaused is a game with somebody whose clock is paused.
func (l Language) PlaysPaused(name string, link string) string {
	return l.say("games-paused", "Name", name, "Link", link)
}

// HandAgainst is the label of the button that shows the reader's hand in a game with
// somebody.
func (l Language) HandAgainst(name string) string { return l.say("games-hand", "Name", name) }

// IsChallenged is a challenge to the reader.
func (l Language) IsChallenged(name string, end time.Time, link string) string {
	return l.say("games-challenged", "Name", name, "Until", until(end), "Link", link)
}

// Challenges is a challenge of the reader's.
func (l Language) Challenges(name string, end time.Time, link string) string {
	return l.say("games-challenge", "Name", name, "Until", until(end), "Link", link)
}

// ChallengesAnybody is one to anybody.
func (l Language) ChallengesAnybody(end time.Time, link string) string {
	return l.say("games-challenge-anybody", "Until", until(end), "Link", link)
}

// PlaysAgainstBot is a game of practice against the bot at a level.
func (l Language) PlaysAgainstBot(level string, moved time.Time) string {
	switch level {
	case "easy":
		return l.say("games-versus-easy", "Moved", at(moved))
	case "hard":
		return l.say("games-versus-hard", "Moved", at(moved))
	}
	return l.say("games-versus-fair", "Moved", at(moved))
}

// PlaysPractice is a practice deal of Adaman.
func (l Language) PlaysPractice(number uint64, moved time.Time) string {
	return l.say("games-practice", "Number", number, "Moved", at(moved))
}

// PlaysArchive is the deal of a day that is over, played again.
func (l Language) PlaysArchive(day uint32, moved time.Time) string {
	return l.say("games-archive", "Day", day, "Moved", at(moved))
}

// PlaysYesterdays is yesterday's daily, while it can still be finished.
func (l Language) PlaysYesterdays(day uint32, end time.Time) string {
	return l.say("games-yesterday", "Day", day, "Until", until(end))
}

// TodayNotBegun is today's daily before the reader has begun it.
func (l Language) TodayNotBegun(day uint32, end time.Time) string {
	return l.say("games-today-new", "Day", day, "Until", until(end))
}

// TodayBegun is today's daily once they have.
func (l Language) TodayBegun(day uint32, end time.Time) string {
	return l.say("games-today-begun", "Day", day, "Until", until(end))
}

// TodayFinished is today's daily once they have finished it. Outcome is the
// game's word for it.
func (l Language) TodayFinished(day uint32, outcome string, score int) string {
	switch outcome {
	case "won":
		return l.say("games-today-won", "Day", day, "Score", score)
	case "stuck":
		return l.say("games-today-stuck", "Day", day, "Score", score)
	case "overthrown":
		return l.say("games-today-overthrown", "Day", day)
	}
	return l.say("games-today-gave-up", "Day", day, "Score", score)
}

// TodayIsVoid is today's daily if its day does not count.
func (l Language) TodayIsVoid(day uint32) string { return l.say("games-today-void", "Day", day) }

// TodayIsGone is today's daily if the reader's attempt is not there any more.
func (l Language) TodayIsGone(day uint32) string { return l.say("games-today-gone", "Day", day) }

// BeginToday is the label of the button that begins today's daily.
func (l Language) BeginToday() string { return l.say("games-begin-today") }

// GoOnToday is the label of the button that goes on with it.
func (l Language) GoOnToday() string { return l.say("games-go-on-today") }

// SeeToday is the label of the button that shows how it ended.
func (l Language) SeeToday() string { return l.say("games-see-today") }

// GoOnYesterdays is the label of the button that goes on with yesterday's.
func (l Language) GoOnYesterdays() string { return l.say("games-go-on-yesterday") }

// GoOnPractice is the label of the button that goes on with a practice deal.
func (l Language) GoOnPractice() string { return l.say("games-go-on-practice") }

// GoOnArchive is the label of the button that goes on with a day that is over.
func (l Language) GoOnArchive() string { return l.say("games-go-on-archive") }

// GoOnAgainstBot is the label of the button that goes on against the bot.
func (l Language) GoOnAgainstBot() string { return l.say("games-go-on-versus") }

// LookAgain is the label of the button that brings the list up to date.
func (l Language) LookAgain() string { return l.say("games-again") }
