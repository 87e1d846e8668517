package adameva_test

import (
	"fmt"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// Any text at all is a move, or an error that changed nothing.
func FuzzPlay(f *testing.F) {
	f.Add(uint64(1), false, "0 offer r5\n1 take\n1 offer g3")
	f.Add(uint64(2), true, "1 offer s\n0 resign")
	f.Add(uint64(3), false, "0 place j2 g\n0 time\n\n x")
	f.Fuzz(func(t *testing.T, number uint64, tactical bool, text string) {
		v := adameva.Classic
		if tactical {
			v = adameva.Tactical
		}
		g, err := adameva.New(adameva.DealFrom(games.Numbered(number), v), v)
		if err != nil {
			t.Fatal(err)
		}
		whole := func() string {
			var views []adameva.View
			for _, viewer := range []games.Seat{0, 1, games.Spectator} {
				v := g.View(viewer)
				v.Outcome = nil // a pointer; the outcome itself is below
				views = append(views, v)
			}
			outcome, over := g.Outcome()
			return fmt.Sprintln(views, outcome, over, g.Deal(), g.Played(), g.Moves())
		}
		for line := range strings.SplitSeq(text, "\n") {
			m, err := adameva.ParseMove(line)
			if err != nil {
				// Play a legal move in its place, to get further.
				if moves := g.Moves(); len(moves) > 0 {
					m = moves[len(line)%len(moves)]
				}
			}
			before := whole()
			if _, err := g.Play(m); err != nil && whole() != before {
				t.Fatalf("%s is refused (%v) and changed the game", m, err)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"0 offer r5", "1 take", "0 place j2 g", "1 bite y9", "0 aside s", "0 resign", "1 time", "0  take", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := adameva.ParseMove(text)
		if err == nil && m.String() != text {
			t.Fatalf("%q reads as %v", text, m)
		}
	})
}
