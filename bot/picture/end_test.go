package picture

import (
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// ends are finished games, one for each reason, of which pictures are kept.
func ends(t testing.TB) map[string]*adameva.Game {
	found := map[string]*adameva.Game{}
	for n := uint64(0); len(found) < 3 && n < 50_000; n++ {
		chance := games.Numbered(n)
		g, err := adameva.New(adameva.DealFrom(chance, adameva.Classic), adameva.Classic)
		if err != nil {
			t.Fatal(err)
		}
		for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
			play(t, g, moves[chance.Below(len(moves))])
		}
		o, _ := g.Outcome()
		if o.Reason == adameva.ByPoints && o.Bonus[0]+o.Bonus[1] < 30 {
			continue // one with bonuses shows more
		}
		if found[string(o.Reason)] == nil {
			found[string(o.Reason)] = g
		}
	}
	for _, last := range []adameva.MoveKind{adameva.Resign, adameva.Time} {
		g := find(t, adameva.Classic, func(v *adameva.View) bool { return v.Round == 3 && down(v) == 4 })
		seat, _ := g.ToMove()
		play(t, g, adameva.Move{Seat: seat, Kind: last})
		o, _ := g.Outcome()
		found[string(o.Reason)] = g
	}
	if len(found) != 5 {
		t.Fatalf("games that ended for %d reasons, want 5", len(found))
	}
	return found
}

func TestEnds(t *testing.T) {
	p := New()
	for name, g := range ends(t) {
		v := g.View(games.Spectator)
		got, err := p.End(&v, names)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same(t, "end-"+name, got)
	}
}

// Points of three digits keep clear of the apple before them.
func TestEndOfAHundredPoints(t *testing.T) {
	for n := range uint64(50_000) {
		chance := games.Numbered(n)
		g, err := adameva.New(adameva.DealFrom(chance, adameva.Classic), adameva.Classic)
		if err != nil {
			t.Fatal(err)
		}
		for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
			play(t, g, moves[chance.Below(len(moves))])
		}
		if o, _ := g.Outcome(); max(o.Points[0], o.Points[1]) < 100 {
			continue
		}
		v := g.View(games.Spectator)
		got, err := New().End(&v, names)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "end-hundred", got)
		return
	}
	t.Fatal("nobody comes to a hundred points")
}
