package robot

import (
	"errors"
	"fmt"
	"strings"
)

// Level is how well a player plays.
type Level uint8

// The levels. People play against Easy, Fair and Hard; Random and Baseline are
// there to be measured against.
const (
	Easy     Level = iota // a beginner
	Fair                  // sound and quick
	Hard                  // as strong as can be in about half a second a move
	Random                // any legal move, each as likely as the others
	Baseline              // plain search in guessed deals
)

var levelNames = [...]string{"easy", "fair", "hard", "random", "baseline"}

// String returns the level's name: easy, fair, hard, random or baseline.
func (l Level) String() string {
	if int(l) >= len(levelNames) {
		return fmt.Sprintf("Level(%d)", uint8(l))
	}
	return levelNames[l]
}

// ErrNoLevel is returned for text that names no level.
var ErrNoLevel = errors.New("no such level: " + strings.Join(levelNames[:], ", ") + " are the levels")

// ParseLevel reads what [Level.String] writes.
func ParseLevel(text string) (Level, error) {
	for l, name := range levelNames {
		if name == text {
			return Level(l), nil
		}
	}
	return 0, fmt.Errorf("%w (%.16q)", ErrNoLevel, text)
}

// quicker is the level that answers where this one would be late.
func (l Level) quicker() Level {
	if l == Hard || l == Baseline {
		return Fair
	}
	return Easy
}

// A Budget is how much a level may think about one move. It counts work and no
// time, so that a choice is the same on every machine.
type Budget struct {
	Worlds   int // guesses of the other hand at most
	Playouts int // random games for each move, in all guesses together
	Nodes    int // positions searched; no new guess is begun beyond that
	Deep     int // with so many cards to be played or fewer a guess is searched to its end
}

// BudgetOf returns the usual budget of a level.
func BudgetOf(l Level) Budget {
	switch l {
	case Easy:
		return Budget{Worlds: 4, Playouts: 12}
	case Fair:
		return Budget{Worlds: 12, Playouts: 96, Deep: 6}
	case Baseline:
		return Budget{Worlds: 30, Playouts: 240, Deep: 6}
	case Hard:
		return Budget{Worlds: 300, Playouts: 2400, Nodes: 4_000_000, Deep: 12}
	}
	return Budget{}
}

// Part returns one part of a budget cut into so many, but no less than a start:
// one guess and one playout. Depth is not cut.
func (b Budget) Part(parts int) Budget {
	cut := func(n int) int {
		if n == 0 || parts < 1 {
			return n
		}
		return max(1, n/parts)
	}
	return Budget{Worlds: cut(b.Worlds), Playouts: cut(b.Playouts), Nodes: cut(b.Nodes), Deep: b.Deep}
}
