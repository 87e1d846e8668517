package robot

import (
	"math"
	"math/bits"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// gained plays games of a level and returns by how much what the other side has
// done makes its real hand likelier than before, as the mean of the logarithm.
func gained(t *testing.T, level Level, v adameva.Variant, count int) float64 {
	t.Helper()
	p, sum, n := New(), 0.0, 0.0
	var b belief
	for number := range count {
		chance := games.Numbered(uint64(number))
		g, err := adameva.New(adameva.DealFrom(chance, v), v)
		if err != nil {
			t.Fatal(err)
		}
		for {
			seat, on := g.ToMove()
			if !on {
				break
			}
			view, other := g.View(seat), g.View(seat.Other())
			if len(other.Hand) > 0 && view.Phase == adameva.Answering {
				b.form(&view, 60, &p.dice)
				weights := weightsOf(&view)
				real := b.likelihood(seatOf(seat.Other()), uint32(adameva.CardsOf(other.Hand...)), &weights)
				sum += math.Log(real / (b.total / float64(len(b.hands))))
				n++
			}
			c, _ := p.Choose(t.Context(), &view, level, chance)
			if _, err := g.Play(c.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	return sum / n
}

func TestWhatTheOtherSideDoesTellsOfItsHand(t *testing.T) {
	for _, v := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		for _, level := range []Level{Fair, Baseline} {
			gain := gained(t, level, v, 25)
			t.Logf("%v, %v: the real hand is likelier by %.4f nats", v, level, gain)
			if gain < 0.02 {
				t.Errorf("%v, %v: nothing is learned of the other hand: %.4f", v, level, gain)
			}
		}
	}
}

func TestABeliefHoldsOnlyHandsThatCanBe(t *testing.T) {
	chance := games.Numbered(7)
	var b belief
	var d dice
	for _, v := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		for range 15 {
			g, err := adameva.New(adameva.DealFrom(chance, v), v)
			if err != nil {
				t.Fatal(err)
			}
			for {
				seat, on := g.ToMove()
				if !on {
					break
				}
				view := g.View(seat)
				size := view.HandSizes[seat.Other()]
				b.form(&view, 250, &d)
				all := choose(bits.OnesCount32(unseen(&view)), size)
				if b.all != (all <= 250) || len(b.hands) != min(all, 250) {
					t.Fatalf("%d hands of %d", len(b.hands), all)
				}
				seen := map[uint32]bool{}
				for _, hand := range append(b.hands, b.draw(&d)) {
					if hand&^unseen(&view) != 0 || bits.OnesCount32(hand) != size {
						t.Fatalf("%b is no hand of %d from %b", hand, size, unseen(&view))
					}
					seen[hand] = true
				}
				if b.all && len(seen) != all {
					t.Fatalf("%d different hands of %d", len(seen), all)
				}
				if _, err := g.Play(view.Moves[chance.Below(len(view.Moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
