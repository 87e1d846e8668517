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
func StarWords(n int) string {
	return [...]string{"no star", "one of three stars", "two of three stars", "three of three stars"}[max(0, min(n, MaxStars))]
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
func ShareLine(s Shared) string {
	line := s.sentence("**")
	if drawn := s.drawn(); drawn != "" {
		line += "\n-# " + drawn
	}
	return line
}

// ShareText is the same as text to copy into any other place.
func ShareText(s Shared) string {
	line := s.sentence("")
	if drawn := s.drawn(); drawn != "" {
		line += "\n" + drawn
	}
	// It stands in a block of code, which a backtick would end.
	return ShareTextIs + "\n```\n" + strings.ReplaceAll(line, "`", "'") + "\n```"
}

// sentence tells how it went; what stands out is between strong marks.
func (s *Shared) sentence(strong string) string {
	who, made := strong+s.Name+strong, count(s.Plays, "play")
	score := fmt.Sprintf("%s%d%[1]s", strong, s.Outcome.Score)
	if s.Par > 0 {
		score += fmt.Sprintf(" of %d", s.Par)
	}
	switch s.Outcome.Result {
	case adaman.Won:
		if s.Par > 0 {
			n := Stars(s.Outcome.Score, s.Par, true)
			score += fmt.Sprintf(" %s (%s)", StarSigns(n), StarWords(n))
		}
		return fmt.Sprintf("%s won Adaman no. %d with %s, in %s, the palace %s.", who, s.Day, score, made, s.palace())
	case adaman.Stuck:
		return fmt.Sprintf("%s got stuck in Adaman no. %d with %s, after %s, the palace %s.", who, s.Day, score, made, s.palace())
	case adaman.Overthrown:
		return fmt.Sprintf("%s was overthrown in Adaman no. %d, after %s. It happens to the best.", who, s.Day, made)
	}
	if s.Plays == 0 {
		return fmt.Sprintf("%s gave Adaman no. %d up before the first play.", who, s.Day)
	}
	return fmt.Sprintf("%s gave Adaman no. %d up with %s, after %s, the palace %s.", who, s.Day, score, made, s.palace())
}

// palace says how full the palace ever was.
func (s *Shared) palace() string {
	if s.Palace == 0 {
		return "always empty"
	}
	return fmt.Sprintf("never above %d", s.Palace)
}

// The most of what the drawing has signs for.
const (
	scoreSigns  = 10
	palaceSigns = 5
)

// drawn is what the sentence says of score and palace once more, as signs; it is
// empty where that would be no pleasure to look at. The score's last sign is
// filled for the best possible score alone.
func (s *Shared) drawn() string {
	if s.Outcome.Result == adaman.Overthrown || s.Plays == 0 {
		return ""
	}
	palace := max(0, min(s.Palace, palaceSigns))
	said := "palace " + strings.Repeat("●", palace) + strings.Repeat("○", palaceSigns-palace)
	if s.Par > 0 {
		n := max(0, min(scoreSigns*s.Outcome.Score/s.Par, scoreSigns))
		said = "score " + strings.Repeat("▰", n) + strings.Repeat("▱", scoreSigns-n) + " · " + said
	}
	return said
}

// Labels and sentences about sharing.
const (
	ShareAsText = "Share text"
	ShareTextIs = "Your line, to copy wherever you like:"
)
