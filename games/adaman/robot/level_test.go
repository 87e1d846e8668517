package robot_test

import (
	"testing"
	"time"

	"windfall/games/adaman/robot"
)

func TestTheWeekHasEveryDifficultyOnce(t *testing.T) {
	days := map[int]int{}
	last := robot.DifficultyGames + 1
	for _, day := range []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday} {
		lo, hi := robot.Band(int(day))
		if lo > hi || hi != last-1 {
			t.Errorf("%v is from %d to %d, and the day before began at %d", day, lo, hi, last)
		}
		last = lo
		for won := lo; won <= hi; won++ {
			days[won]++
		}
	}
	for won := 0; won <= robot.DifficultyGames; won++ {
		if days[won] != 1 {
			t.Errorf("%d won belong to %d days", won, days[won])
		}
	}
	if len(days) != robot.DifficultyGames+1 {
		t.Errorf("bands hold %d numbers", len(days))
	}
	for _, same := range [][2]int{{0, 7}, {1, -6}, {6, -1}, {3, 703}} {
		lo, hi := robot.Band(same[0])
		if l, h := robot.Band(same[1]); l != lo || h != hi {
			t.Errorf("day %d is from %d to %d, day %d from %d to %d", same[0], lo, hi, same[1], l, h)
		}
	}
}

func TestLevelsGoFromVeryEasyToVeryHard(t *testing.T) {
	last := robot.VeryHard
	seen := map[string]bool{}
	for won := range robot.DifficultyGames + 1 {
		l := robot.LevelOf(won, robot.DifficultyGames)
		if l > last {
			t.Errorf("%d won is %v, and one less %v", won, l, last)
		}
		if l != robot.LevelOf(5*won, 5*robot.DifficultyGames) {
			t.Errorf("%d won is %v, but not with five times as many games", won, l)
		}
		last = l
		seen[l.String()] = true
	}
	for _, level := range []string{"very easy", "easy", "middling", "hard", "very hard"} {
		if !seen[level] {
			t.Errorf("nothing is %s", level)
		}
	}
	if len(seen) != 5 {
		t.Errorf("levels %v", seen)
	}
	for _, e := range []struct {
		won, games int
		want       robot.Level
	}{{0, 1, robot.VeryHard}, {1, 1, robot.VeryEasy}, {0, 0, robot.Middling}, {3, -1, robot.Middling}} {
		if l := robot.LevelOf(e.won, e.games); l != e.want {
			t.Errorf("%d of %d won is %v", e.won, e.games, l)
		}
	}
	for _, l := range []robot.Level{0, 6, 255} {
		if l.String() != "?" {
			t.Errorf("level %d is called %v", uint8(l), l)
		}
	}
}
