package robot

import (
	"fmt"
	"math/bits"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// whole makes the position of a game from both views, as a robot that saw
// both hands would.
func whole(g *adameva.Game, seat games.Seat) position {
	v, other := g.View(seat), g.View(seat.Other())
	p := known(&v)
	p.hands[seat.Other()] = uint32(adameva.CardsOf(other.Hand...))
	return p
}

func numbers(moves []adameva.Move) (set uint32) {
	for _, m := range moves {
		set |= 1 << numberOf(m)
	}
	return set
}

func TestAPositionGoesAsTheGameGoes(t *testing.T) {
	chance := games.Numbered(1)
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		for range 1500 {
			g, err := adameva.New(adameva.DealFrom(chance, variant), variant)
			if err != nil {
				t.Fatal(err)
			}
			seat, _ := g.ToMove()
			p := whole(g, seat)
			round := 1
			for {
				seat, on := g.ToMove()
				v := g.View(seat)
				if v.Round != round || !on {
					round = v.Round
					if p.phase != adameva.Over || p.moves() != 0 {
						t.Fatalf("the round is over, but not the position: %+v", p)
					}
					checkEnd(t, &p, v.Finished[len(v.Finished)-1])
					p = whole(g, seat)
				}
				if !on {
					break
				}
				if fresh := whole(g, seat); fresh.sides != p.sides || fresh.hands != p.hands || fresh.phase != p.phase || fresh.mover != p.mover ||
					fresh.active != p.active && !p.ending || fresh.bitten != p.bitten || fresh.unlaid != p.unlaid || fresh.ending != p.ending {
					t.Fatalf("played on %+v, from the view %+v", p, fresh)
				}
				if p.moves() != numbers(g.Moves()) {
					t.Fatalf("moves %b, in the game %v", p.moves(), g.Moves())
				}
				hidden := unseen(&v)
				hand := p.hands[seat.Other()]
				if hand&^hidden != 0 || bits.OnesCount32(hand) != v.HandSizes[seat.Other()] {
					t.Fatalf("the other hand %b is not among the unseen cards %b", hand, hidden)
				}
				m := g.Moves()[chance.Below(len(g.Moves()))]
				p.play(numberOf(m))
				if _, err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// checkEnd compares the end of a position with what the rules say.
func checkEnd(t *testing.T, p *position, r adameva.RoundResult) {
	t.Helper()
	end := p.end()
	for tree := range adameva.Trees {
		low, high := takers(end % ways)
		if low != r.Trees[tree].Low || high != r.Trees[tree].High {
			t.Fatalf("tree %d: %v and %v, by the rules %+v", tree, low, high, r.Trees[tree])
		}
		end /= ways
	}
	for seat, sides := range r.Sides {
		if got, want := p.sides[seat].cards(), uint32(sides[0]|sides[1]|sides[2]|sides[3]); got != want {
			t.Fatalf("seat %d has %b, in the game %b", seat, got, want)
		}
	}
}

// minimax is the search without any of its shortcuts.
func minimax(p position, w *worth, me uint8) int32 {
	if p.phase == adameva.Over {
		return w[p.end()]
	}
	best := int32(0)
	for i, rest := 0, p.moves(); rest != 0; i, rest = i+1, rest&(rest-1) {
		next := p
		next.play(uint8(bits.TrailingZeros32(rest)))
		if x := minimax(next, w, me); i == 0 || p.mover == me && x > best || p.mover != me && x < best {
			best = x
		}
	}
	return best
}

func TestTheSearchFindsWhatAFullSearchFinds(t *testing.T) {
	chance := games.Numbered(2)
	s := newSearch()
	var w worth
	var l limits
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		for range 150 {
			g, err := adameva.New(adameva.DealFrom(chance, variant), variant)
			if err != nil {
				t.Fatal(err)
			}
			for {
				seat, on := g.ToMove()
				if !on {
					break
				}
				p := whole(g, seat)
				v := g.View(seat)
				if p.left() <= 5 && chance.Below(4) == 0 {
					w.points(&v, true)
					l.of(&w)
					for _, limits := range []*limits{nil, &l} {
						s.begin(&w, limits, seatOf(seat))
						want := minimax(p, &w, seatOf(seat))
						if got := s.value(&p, -infinite, infinite); got != want {
							t.Fatalf("%d instead of %d in %+v", got, want, p)
						}
						// A narrow window tells on which side the value lies.
						s.begin(&w, limits, seatOf(seat))
						if got := s.value(&p, want, want+1); got > want {
							t.Fatalf("more than %d", want)
						}
						if got := s.value(&p, want-1, want); got < want {
							t.Fatalf("less than %d", want)
						}
					}
				}
				if _, err := g.Play(v.Moves[chance.Below(len(v.Moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	s := newSearch()
	var o outlook
	for _, cards := range []int{12, 10, 8, 6} {
		b.Run(fmt.Sprint(cards, " cards"), func(b *testing.B) {
			nodes := 0
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				g, err := adameva.New(adameva.DealFrom(games.Numbered(uint64(n)), adameva.Classic), adameva.Classic)
				if err != nil {
					b.Fatal(err)
				}
				seat, _ := g.ToMove()
				p := whole(g, seat)
				for p.left() > cards {
					p.play(uint8(bits.TrailingZeros32(p.moves())))
				}
				for p.phase != adameva.Offering {
					p.play(uint8(bits.TrailingZeros32(p.moves())))
				}
				v := g.View(seat)
				o.see(&v)
				s.reset()
				b.StartTimer()
				s.begin(&o.worth, &o.limits, seatOf(seat))
				s.value(&p, -infinite, infinite)
				nodes += s.nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
