package text

import (
	"fmt"
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

// String says what the deal is like, to stand after a dot: "a hard one · can be
// won, best possible 87". It is empty if nothing is known.
func (f DayFacts) String() string {
	var parts []string
	if f.Played > 0 {
		parts = append(parts, levelWords(robot.LevelOf(f.Won, f.Played)))
	}
	if f.Par > 0 {
		parts = append(parts, fmt.Sprintf("can be won, best possible %d", f.Par))
	}
	return strings.Join(parts, " · ")
}

// Brief is the same where it is known already that the deal can be won: "a hard
// one · best possible 87".
func (f DayFacts) Brief() string { return strings.Replace(f.String(), "can be won, ", "", 1) }

// Line is that as a line of its own, with a capital letter.
func (f DayFacts) Line() string {
	s := f.Brief()
	if s == "" {
		return ""
	}
	return capital(s)
}

// levelWords names a level of difficulty as one would of a deal.
func levelWords(l robot.Level) string {
	switch l {
	case robot.VeryEasy:
		return "a very easy one"
	case robot.Easy:
		return "an easy one"
	case robot.Hard:
		return "a hard one"
	case robot.VeryHard:
		return "a very hard one"
	}
	return "a middling one"
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
func DailyEnd(o adaman.Outcome, par int, f Field, phase DayPhase) string {
	s := capital(f.place(phase))
	if score := OfPossible(o, par); score != "" {
		s = score + " · " + f.place(phase)
	}
	if others := f.others(phase); others != "" {
		s += "\n" + others
	}
	return s
}

// OfPossible says what a score is worth against the best possible, and nothing if
// that is not known, which is 0.
func OfPossible(o adaman.Outcome, par int) string {
	if par <= 0 {
		return ""
	}
	s := fmt.Sprintf("**%d of a possible %d**", o.Score, par)
	if o.Result == adaman.Won {
		n := Stars(o.Score, par, true)
		s += fmt.Sprintf(" %s (%s)", StarSigns(n), StarWords(n))
	}
	return s
}

// over is how many have played the deal and do so no more.
func (f *Field) over() int { return f.Won + f.Stuck + f.Overthrown + f.GaveUp + f.Unfinished }

// place says where the reader is among those who have finished.
func (f *Field) place(phase DayPhase) string {
	n := f.over()
	far := [...]string{DayRuns: " today so far,", DayCloses: " so far,", DayReleased: ""}[phase]
	switch {
	case n <= 1 && phase == DayReleased:
		return "nobody else has played this deal"
	case n <= 1:
		return "you are the first to finish this deal"
	case f.Place == 1 && f.Same == 0:
		return fmt.Sprintf("the best%s of %d", far, n)
	case f.Place == 1:
		return fmt.Sprintf("as good as the best%s of %d", far, n)
	}
	return fmt.Sprintf("%s%s of %d; the best has %d", ordinal(f.Place), far, n, f.Best)
}

// others says how all of them did. It is empty if there is nobody else.
func (f *Field) others(phase DayPhase) string {
	var said []string
	if n := f.over(); n > 1 {
		var parts []string
		for _, part := range []struct {
			n         int
			one, many string
		}{{f.Won, "won", "won"}, {f.Stuck, "got stuck", "got stuck"}, {f.Overthrown, "was overthrown", "were overthrown"}, {f.GaveUp, "gave up", "gave up"}, {f.Unfinished, "did not finish", "did not finish"}} {
			if part.n > 0 {
				parts = append(parts, countAs(part.n, part.one, part.many))
			}
		}
		done := "finished"
		if phase == DayReleased {
			done = "played"
		}
		said = append(said, fmt.Sprintf("%d have %s this deal: %s.", n, done, strings.Join(parts, ", ")))
	}
	switch {
	case phase == DayReleased || f.Playing == 0:
	case f.Playing == 1:
		said = append(said, "One is still playing.")
	default:
		said = append(said, fmt.Sprintf("%d are still playing.", f.Playing))
	}
	return strings.Join(said, " ")
}

// DayVoid says that a day's deal cannot be begun, because the store was put back
// from a copy of asOf. next is when the next day begins.
func DayVoid(number uint32, asOf, next time.Time) string {
	return fmt.Sprintf("Adaman no. %d does not count and cannot be begun. My memory had to be put back from a copy of %s, and some may have seen today's deal already. The next deal begins %s. Until then you can practise.",
		number, fmt.Sprintf("<t:%d:f>", asOf.Unix()), fromNow(next))
}

// LineLater is said to somebody who wants what a day's release opens to all.
func LineLater(number uint32, release time.Time) string {
	return fmt.Sprintf("The best line of no. %d is still a secret, and so are its deal and its record. They are opened to all %s.", number, fromNow(release))
}

// LineHeading is the heading of a day's best line.
func LineHeading(number uint32, date time.Time) string {
	return fmt.Sprintf("### The best line of Adaman no. %d · %s", number, date.Format("Monday 2 January 2006"))
}

// LineStep says at which step of a line the table is, and what the last play
// brought. Par is the score that the line ends with.
func LineStep(v *adaman.View, steps, par int) string {
	where := fmt.Sprintf("**Before the first of %s.** ", count(steps, "play"))
	if v.Plays > 0 {
		where = fmt.Sprintf("**Play %d of %d.** ", v.Plays, steps)
	}
	said := where + retold(v)
	if v.Outcome.Result == adaman.Won {
		said += fmt.Sprintf("\nAll %d personalities are controlled, which makes %d; %s left. That is **%d**, and no play of this deal brings more.",
			v.Controlled.Len(), v.Outcome.Controlled, manyAre(v.Outcome.Left, "point", "nothing"), par)
	}
	return said
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
func Turning(t TurningPoint, v *adaman.View) string {
	heading := fmt.Sprintf("### Where Adaman no. %d was lost\n", t.Day)
	switch {
	case t.FirstNo == 0:
		return heading + "From the first table on nobody could win this deal."
	case t.FirstNo > 0 && t.LastYes == t.FirstNo-1:
		before := "Before it"
		if t.FirstNo == 1 {
			before = "At the start"
		}
		return heading + fmt.Sprintf("After your **play %d** no win was possible any more, whatever you did. %s there was one. This is the table after it:\n%s", t.FirstNo, before, LastPlay(v))
	case t.FirstNo > 0 && t.LastYes >= 0:
		since := "the start"
		if t.LastYes > 0 {
			since = fmt.Sprintf("your play %d", t.LastYes)
		}
		return heading + fmt.Sprintf("After %s there was still a win, and after your **play %d** there was none any more. Which play between them it was could not be decided. This is the table after play %d:\n%s", since, t.FirstNo, t.FirstNo, LastPlay(v))
	case t.FirstNo > 0:
		return heading + fmt.Sprintf("After your **play %d** no win was possible any more. Whether there was one before it could not be decided. This is the table after it:\n%s", t.FirstNo, LastPlay(v))
	case t.LastYes < t.Plays:
		return heading + "Whether this game could still be won at its end could not be decided."
	case t.ByTheBell:
		return heading + "It was not: when the day was released, this game could still be won. This is its last table."
	}
	return heading + "It was not: when you gave up, this game could still be won. This is its last table."
}

// DayRecordIs is said of the record of a day. Line is whether it holds the best
// line of play.
func DayRecordIs(number uint32, line bool) string {
	s := fmt.Sprintf("The record of Adaman no. %d: its deal, its seal and the secret behind it", number)
	if line {
		return s + ", and the best line of play. `windfall verify` checks it."
	}
	return s + ". Its best line is not known, so the record gives up at once. `windfall verify` checks it."
}

// Labels and sentences about days.
const (
	BestLine   = "Best line"
	LineFirst  = "First"
	LineBack   = "Back"
	LineOn     = "Forward"
	LineLast   = "Last"
	WhereLost  = "Where it was lost"
	DayRecord  = "Record and seal"
	YourResult = "Your result"
	YourRecord = "Your record"
	Practise   = "Practice"

	LineUnknown = "The best line of this day is not known."
	NotOpened   = "That day is not opened yet. A day is opened to all at 01:00 UTC of the day after."
	TurnNotNow  = "Too much is being computed just now. Please try again in a moment."
)
