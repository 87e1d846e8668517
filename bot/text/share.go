package text

import (
	"fmt"
	"strings"

	"windfall/games/adaman"
)

// This file is what others may read of a finished daily. It tells the score and
// how it came about in numbers, and nothing of the deal: no card, no suit, and
// nothing of the order in which anything came.

// MaxStars is how many stars a daily can bring.
const MaxStars = 3

// twoStarsWithin is how far below the best possible score two stars end.
const twoStarsWithin = 6

// Stars returns how many stars a finished daily brings: one if it is won, two if
// its score is at most 6 below the best possible, three if it is the best
// possible. Par is that best, which must be known.
func Stars(score, par int, won bool) int {
	switch {
	case !won:
		return 0
	case score >= par:
		return MaxStars
	case par-score <= twoStarsWithin:
		return 2
	}
	return 1
}

// StarSigns draws stars: "★★☆".
func StarSigns(n int) string {
	n = max(0, min(n, MaxStars))
	return strings.Repeat("★", n) + strings.Repeat("☆", MaxStars-n)
}

// StarWords says stars in words, for those to whom the signs are not read: "two
// of three stars".
func (l Language) StarWords(n int) string {
	switch {
	case n <= 0:
		return l.say("share-no-star")
	case n == 1:
		return l.say("share-one-star")
	case n == 2:
		return l.say("share-two-stars")
	}
	return l.say("share-three-stars")
}

// Shared is a finished daily as others may read of it.
type Shared struct {
	Name    string // as the text is to have it
	Day     uint32
	Outcome adaman.Outcome
	Plays   int
	Par     int // the best possible score, 0 if it is not known
	Palace  int // the most cards that were ever in the palace
}

// ShareLine is what everybody may read of a finished daily, as markdown: a
// sentence, and below it the same as a small drawing.
func (l Language) ShareLine(s Shared) string {
	line := l.shared(&s, "**")
	if drawn := l.drawn(&s); drawn != "" {
		line += "\n-# " + drawn
	}
	return line
}

// ShareText is the same as text to copy into any other place.
func (l Language) ShareText(s Shared) string {
	line := l.shared(&s, "")
	if drawn := l.drawn(&s); drawn != "" {
		line += "\n" + drawn
	}
	// It stands in a block of code, which a backtick would end.
	return l.say("share-text") + "\n```\n" + strings.ReplaceAll(line, "`", "'") + "\n```"
}

// shared tells how it went; what stands out is between strong marks.
func (l Language) shared(s *Shared, strong string) string {
	who, day, score := strong+s.Name+strong, s.Day, l.sharedScore(s, strong)
	switch result := s.Outcome.Result; {
	case result == adaman.Won && s.Palace == 0:
		return l.count("share-won-empty", s.Plays, "Name", who, "Number", day, "Score", score)
	case result == adaman.Won:
		return l.count("share-won", s.Plays, "Name", who, "Number", day, "Score", score, "Palace", s.Palace)
	case result == adaman.Stuck && s.Palace == 0:
		return l.count("share-stuck-empty", s.Plays, "Name", who, "Number", day, "Score", score)
	case result == adaman.Stuck:
		return l.count("share-stuck", s.Plays, "Name", who, "Number", day, "Score", score, "Palace", s.Palace)
	case result == adaman.Overthrown:
		return l.count("share-overthrown", s.Plays, "Name", who, "Number", day)
	case s.Plays == 0:
		return l.say("share-gave-up-unplayed", "Name", who, "Number", day)
	case s.Palace == 0:
		return l.count("share-gave-up-empty", s.Plays, "Name", who, "Number", day, "Score", score)
	}
	return l.count("share-gave-up", s.Plays, "Name", who, "Number", day, "Score", score, "Palace", s.Palace)
}

// sharedScore is the score as the sentence has it.
func (l Language) sharedScore(s *Shared, strong string) string {
	score := fmt.Sprintf("%s%d%[1]s", strong, s.Outcome.Score)
	switch {
	case s.Par <= 0:
		return score
	case s.Outcome.Result == adaman.Won:
		n := Stars(s.Outcome.Score, s.Par, true)
		return l.say("share-score-stars", "Score", score, "Par", s.Par, "Signs", StarSigns(n), "Stars", l.StarWords(n))
	}
	return l.say("share-score-of", "Score", score, "Par", s.Par)
}

// The most of what the drawing has signs for.
const (
	scoreSigns  = 10
	palaceSigns = 5
)

// drawn is what the sentence says of score and palace once more, as signs; it is
// empty where that would be no pleasure to look at. The score's last sign is
// filled for the best possible score alone.
func (l Language) drawn(s *Shared) string {
	if s.Outcome.Result == adaman.Overthrown || s.Plays == 0 {
		return ""
	}
	palace := max(0, min(s.Palace, palaceSigns))
	said := l.say("share-drawn-palace", "Signs", strings.Repeat("●", palace)+strings.Repeat("○", palaceSigns-palace))
	if s.Par > 0 {
		n := max(0, min(scoreSigns*s.Outcome.Score/s.Par, scoreSigns))
		said = l.say("share-drawn-score", "Signs", strings.Repeat("▰", n)+strings.Repeat("▱", scoreSigns-n)) + " · " + said
	}
	return said
}

// ShareAsText is the label of the button that gives the line as text to copy.
func (l Language) ShareAsText() string { return l.say("share-as-text") }
