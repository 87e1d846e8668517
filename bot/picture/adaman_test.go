package picture

import (
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

var boardWords = BoardWords{Palace: "Palace", Capital: "Capital", Resources: "Resources", Deck: "Deck", Controlled: "Controlled"}

// A manner chooses one of the plays of a game.
type manner func(moves []adaman.Move, chance *games.Stream) adaman.Move

func atRandom(moves []adaman.Move, chance *games.Stream) adaman.Move {
	return moves[chance.Below(len(moves))]
}

// thrifty spends little and likes people, by which some games are won.
func thrifty(moves []adaman.Move, chance *games.Stream) adaman.Move {
	cost := func(m adaman.Move) int {
		n := 2*(m.Spend.Ranks()-m.Target.Rank()) + m.Spend.Len()
		if m.Target.Personality() {
			n -= 6
		}
		return n
	}
	best := atRandom(moves, chance)
	for _, m := range moves {
		if cost(m) < cost(best) {
			best = m
		}
	}
	return best
}

// wander plays numbered deals in a manner and visits every position, until visit
// says stop.
func wander(t testing.TB, count int, how manner, visit func(*adaman.Game) (stop bool)) {
	t.Helper()
	for n := range count {
		chance := games.Numbered(uint64(n))
		g, err := adaman.New(adaman.Deal(chance))
		if err != nil {
			t.Fatal(err)
		}
		for !visit(g) {
			moves := g.Moves()
			if len(moves) == 0 {
				break
			}
			if _, err := g.Play(how(moves, chance)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// spot returns the first position in which a thrifty player comes to what fits.
func spot(t testing.TB, fits func(*adaman.View) bool) *adaman.Game {
	t.Helper()
	var found *adaman.Game
	wander(t, 4000, thrifty, func(g *adaman.Game) bool {
		if v := g.View(adaman.Player); found == nil && fits(&v) {
			found = g.Clone()
		}
		return found != nil
	})
	if found == nil {
		t.Fatal("no game came to such a position")
	}
	return found
}

// fullBoard is the board with the most on it: all places taken, five of them in
// the palace, and many people controlled.
func fullBoard(t testing.TB) *adaman.View {
	v := spot(t, func(v *adaman.View) bool {
		return v.Outcome.Result == adaman.Overthrown && len(v.Resources) == rowRoom-1 && v.Controlled.Len() >= 3
	}).View(adaman.Player)
	return &v
}

// choice is the first target that costs several cards, and its payment.
func choice(t testing.TB, v *adaman.View) decktet.Set {
	t.Helper()
	for _, target := range v.Targets() {
		if pay, ok := v.Cheapest(target.Card); ok && pay.Len() > 1 {
			return pay.With(target.Card)
		}
	}
	t.Fatal("nothing costs several cards here")
	return 0
}
