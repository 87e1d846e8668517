package picture

import (
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// walk plays numbered games by chance and visits every position, the first of
// each game included, until visit says stop.
func walk(t testing.TB, v adameva.Variant, count int, visit func(*adameva.Game) (stop bool)) {
	t.Helper()
	for n := range count {
		chance := games.Numbered(uint64(n))
		g, err := adameva.New(adameva.DealFrom(chance, v), v)
		if err != nil {
			t.Fatal(err)
		}
		for {
			if visit(g) {
				return
			}
			moves := g.Moves()
			if len(moves) == 0 {
				break
			}
			if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// find returns the first position that fits.
func find(t testing.TB, v adameva.Variant, fits func(*adameva.View) bool) *adameva.Game {
	t.Helper()
	var found *adameva.Game
	walk(t, v, 3000, func(g *adameva.Game) bool {
		if view := g.View(games.Spectator); fits(&view) {
			found = g.Clone()
		}
		return found != nil
	})
	if found == nil {
		t.Fatal("no game came to such a position")
	}
	return found
}

func down(v *adameva.View) int { return v.Down(0).Len() + v.Down(1).Len() }

func play(t testing.TB, g *adameva.Game, m adameva.Move) {
	t.Helper()
	if _, err := g.Play(m); err != nil {
		t.Fatal(err)
	}
}

// findFor returns the first view of a seat that fits.
func findFor(t testing.TB, v adameva.Variant, fits func(*adameva.View) bool) *adameva.View {
	t.Helper()
	var found *adameva.View
	walk(t, v, 3000, func(g *adameva.Game) bool {
		for seat := range games.Seat(2) {
			if view := g.View(seat); found == nil && fits(&view) {
				found = &view
			}
		}
		return found != nil
	})
	if found == nil {
		t.Fatal("no game came to such a position")
	}
	return found
}
