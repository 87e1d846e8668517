package text

import (
	"strings"
	"time"

	"windfall/games/adaman"
	"windfall/games/adaman/robot"
)

// This file is what is said of a day's deal as a whole: what it is like, how one
// did at it, and, once it is opened to all, how it could have been played best.

// DayFacts are what may be told of a day's deal before anybody plays it.
type DayFacts struct {
	Par         int // the best possible score, proven; 0 if it is not known
	Won, Played int // how many games at it were won by a player who does not know it, and of how many; 0 of 0 if that is not known
}

// DayNature says what a deal is like, to stand after a dot: "a hard one · can be
// won, best possible 87". It is empty if nothing is known.
func (l Language) DayNature(f DayFacts) string {
	known := ""
	if f.Par > 0 {
		known = l.say("daily-winnable", "Par", f.Par)
	}
	return l.nature(f, known)
}

// DayLine is the same as a line of its own, where it is known already that the
// deal can be won: "A hard one · best possible 87".
func (l Language) DayLine(f DayFacts) string { return title(l.natureBrief(f)) }

func (l Language) natureBrief(f DayFacts) string {
	known := ""
	if f.Par > 0 {
		known = l.say("daily-best-possible", "Par", f.Par)
	}
	return l.nature(f, known)
}

// nature says how hard a deal is, and then what else is known of it.
func (l Language) nature(f DayFacts, known string) string {
	var parts []string
	if f.Played > 0 {
		parts = append(parts, l.level(robot.LevelOf(f.Won, f.Played)))
	}
	if known != "" {
		parts = append(parts, known)
	}
	return strings.Join(parts, " · ")
}

// level names a level of difficulty as one would of a deal.
func (l Language) level(of robot.Level) string {
	switch of {
	case robot.VeryEasy:
		return l.say("daily-very-easy")
	case robot.Easy:
		return l.say("daily-easy")
	case robot.Hard:
		return l.say("daily-hard")
	case robot.VeryHard:
		return l.say("daily-very-hard")
	}
	return l.say("daily-middling")
}

// A DayPhase says how far a day's deal is on its way from secret to open.
type DayPhase int

// The phases.
const (
	DayRuns     DayPhase = iota // it can be begun
	DayCloses                   // it can be finished only, in the hour after its day
	DayReleased                 // it is opened to all
)

// DailyEnd says what a finished daily is worth: against the best possible score,
// which is 0 if it is not known, and among all who have played the deal.
func (l Language) DailyEnd(o adaman.Outcome, par int, f Field, phase DayPhase) string {
	s := l.place(&f, phase)
	if score := l.OfPossible(o, par); score != "" {
		s = score + " · " + s
	}
	s = title(s)
	if others := l.others(&f, phase); others != "" {
		s += "\n" + others
	}
	return s
}

// OfPossible says what a score is worth against the best possible, and nothing if
// that is not known, which is 0.
func (l Language) OfPossible(o adaman.Outcome, par int) string {
	if par <= 0 {
		return ""
	}
	if o.Result != adaman.Won {
		return l.say("daily-of-possible", "Score", o.Score, "Par", par)
	}
	n := Stars(o.Score, par, true)
	return l.say("daily-of-possible-stars", "Score", o.Score, "Par", par, "Signs", StarSigns(n), "Stars", l.StarWords(n))
}

// over is how many have played the deal and do so no more.
func (f *Field) over() int { return f.Won + f.Stuck + f.Overthrown + f.GaveUp + f.Unfinished }

// place says where the reader is among those who have finished.
func (l Language) place(f *Field, phase DayPhase) string {
	n := f.over()
	switch {
	case n <= 1 && phase == DayReleased:
		return l.say("daily-only-one")
	case n <= 1:
		return l.say("daily-first-of-all")
	case f.Place == 1 && f.Same == 0:
		switch phase {
		case DayRuns:
			return l.say("daily-best-today", "Members", n)
		case DayCloses:
			return l.say("daily-best-so-far", "Members", n)
		}
		return l.say("daily-best-of", "Members", n)
	case f.Place == 1:
		switch phase {
		case DayRuns:
			return l.say("daily-best-too-today", "Members", n)
		case DayCloses:
			return l.say("daily-best-too-so-far", "Members", n)
		}
		return l.say("daily-best-too-of", "Members", n)
	}
	place := l.ordinal(f.Place)
	switch phase {
	case DayRuns:
		return l.say("daily-place-today", "Place", place, "Members", n, "Best", f.Best)
	case DayCloses:
		return l.say("daily-place-so-far", "Place", place, "Members", n, "Best", f.Best)
	}
	return l.say("daily-place-of", "Place", place, "Members", n, "Best", f.Best)
}

// ordinal says which place somebody has, the second or a later one.
func (l Language) ordinal(n int) string {
	switch n {
	case 2:
		return l.say("daily-second")
	case 3:
		return l.say("daily-third")
	case 4:
		return l.say("daily-fourth")
	case 5:
		return l.say("daily-fifth")
	case 6:
		return l.say("daily-sixth")
	case 7:
		return l.say("daily-seventh")
	case 8:
		return l.say("daily-eighth")
	case 9:
		return l.say("daily-ninth")
	case 10:
		return l.say("daily-tenth")
	}
	if n/10%10 != 1 { // the 11th, the 112th
		switch n % 10 {
		case 1:
			return l.say("daily-ends-with-1", "Number", n)
		case 2:
			return l.say("daily-ends-with-2", "Number", n)
		case 3:
			return l.say("daily-ends-with-3", "Number", n)
		}
	}
	return l.say("daily-ends-otherwise", "Number", n)
}

// others says how all of them did. It is empty if there is nobody else.
func (l Language) others(f *Field, phase DayPhase) string {
	var said []string
	if n := f.over(); n > 1 {
		var parts []string
		if f.Won > 0 {
			parts = append(parts, l.count("daily-won", f.Won))
		}
		if f.Stuck > 0 {
			parts = append(parts, l.count("daily-stuck", f.Stuck))
		}
		if f.Overthrown > 0 {
			parts = append(parts, l.count("daily-overthrown", f.Overthrown))
		}
		if f.GaveUp > 0 {
			parts = append(parts, l.count("daily-gave-up", f.GaveUp))
		}
		if f.Unfinished > 0 {
			parts = append(parts, l.count("daily-unfinished", f.Unfinished))
		}
		how := strings.Join(parts, ", ")
		if phase == DayReleased {
			said = append(said, l.say("daily-played", "Members", n, "How", how))
		} else {
			said = append(said, l.say("daily-finished", "Members", n, "How", how))
		}
	}
	if phase != DayReleased && f.Playing > 0 {
		said = append(said, l.count("daily-playing", f.Playing))
	}
	return strings.Join(said, " ")
}

// DayVoid says that a day's deal cannot be begun, because the store was put back
// from a copy of asOf. next is when the next day begins.
func (l Language) DayVoid(number uint32, asOf, next time.Time) string {
	return l.say("daily-void", "Number", number, "AsOf", at(asOf), "Time", fromNow(next))
}

// LineLater is said to somebody who wants what a day's release opens to all.
func (l Language) LineLater(number uint32, release time.Time) string {
	return l.say("daily-line-later", "Number", number, "Time", fromNow(release))
}

// LineHeading is the heading of a day's best line.
func (l Language) LineHeading(number uint32, date time.Time) string {
	return l.say("daily-line-heading", "Number", number, "Date", l.fullDate(date))
}

// LineStep says at which step of a line the table is, and what the last play
// brought. Par is the score that the line ends with.
func (l Language) LineStep(v *adaman.View, steps, par int) string {
	said := l.count("daily-line-opening", steps)
	if v.Plays > 0 {
		said = l.say("daily-line-play", "Play", v.Plays, "Plays", steps)
	}
	said += " " + l.told(v, false)
	if v.Outcome.Result != adaman.Won {
		return said
	}
	all, ranks := v.Controlled.Len(), v.Outcome.Controlled
	if v.Outcome.Left == 0 {
		return said + "\n" + l.say("daily-line-end-exactly", "All", all, "Ranks", ranks, "Par", par)
	}
	return said + "\n" + l.count("daily-line-end", v.Outcome.Left, "All", all, "Ranks", ranks, "Par", par)
}

// A TurningPoint is where a game that was not won could have been won for the last time.
// Plays are counted from 1.
type TurningPoint struct {
	Day       uint32
	LastYes   int  // after so many plays there was still a win; −1 if that could not be found of any
	FirstNo   int  // after so many there was none any more; −1 if there was one to the end, or that could not be found out
	Plays     int  // that were made
	ByTheBell bool // the day's release ended the game
}

// Turning tells it. v is the table after the play that lost the last chance, or
// the last table of the game.
func (l Language) Turning(t TurningPoint, v *adaman.View) string {
	said := l.say("daily-lost-heading", "Number", t.Day) + "\n" + l.turned(t)
	if t.FirstNo > 0 {
		said += "\n" + l.LastPlay(v)
	}
	return said
}

func (l Language) turned(t TurningPoint) string {
	switch {
	case t.FirstNo == 0:
		return l.say("daily-lost-always")
	case t.FirstNo == 1 && t.LastYes == 0:
		return l.say("daily-lost-at-first")
	case t.FirstNo > 0 && t.LastYes == t.FirstNo-1:
		return l.say("daily-lost-at", "Play", t.FirstNo)
	case t.FirstNo > 0 && t.LastYes == 0:
		return l.say("daily-lost-from-start", "Play", t.FirstNo)
	case t.FirstNo > 0 && t.LastYes > 0:
		return l.say("daily-lost-between", "Before", t.LastYes, "Play", t.FirstNo)
	case t.FirstNo > 0:
		return l.say("daily-lost-by", "Play", t.FirstNo)
	case t.LastYes < t.Plays:
		return l.say("daily-lost-open")
	case t.ByTheBell:
		return l.say("daily-not-lost-released")
	}
	return l.say("daily-not-lost-gave-up")
}

// DayRecordIs is said of the record of a day. Line is whether it holds the best
// line of play.
func (l Language) DayRecordIs(number uint32, line bool) string {
	if line {
		return l.say("daily-record", "Number", number)
	}
	return l.say("daily-record-without-line", "Number", number)
}

// BestLine leads to the best line of a day.
func (l Language) BestLine() string { return l.say("daily-best-line") }

// LineFirst turns to the opening deal.
func (l Language) LineFirst() string { return l.say("daily-line-first") }

// LineBack turns one play back.
func (l Language) LineBack() string { return l.say("daily-line-back") }

// LineOn turns one play on.
func (l Language) LineOn() string { return l.say("daily-line-forward") }

// LineLast turns to the end.
func (l Language) LineLast() string { return l.say("daily-line-last") }

// WhereLost looks for the play that lost a game.
func (l Language) WhereLost() string { return l.say("daily-where-lost") }

// DayRecord gives the record of a day, with the secret behind its seal.
func (l Language) DayRecord() string { return l.say("daily-day-record") }

// YourResult leads to the reader's own game.
func (l Language) YourResult() string { return l.say("daily-your-result") }

// YourRecord gives the record of that.
func (l Language) YourRecord() string { return l.say("daily-your-record") }

// Practise leads to a practice game.
func (l Language) Practise() string { return l.say("daily-practise") }

// LineUnknown refuses to show a line that is not known.
func (l Language) LineUnknown() string { return l.say("daily-line-unknown") }

// NotOpened refuses a day that is not open to all.
func (l Language) NotOpened() string { return l.say("daily-not-opened") }

// TurnNotNow puts off whoever wants to know where a game was lost.
func (l Language) TurnNotNow() string { return l.say("daily-turn-not-now") }
