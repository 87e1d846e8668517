package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"windfall/games/decktet"
)

// put returns a table of the brute force's as a state of the search's.
func put(t table3) state {
	return state{capital: setOf(t.capital), held: setOf(t.palace | t.resources), dealt: uint8(t.dealt)}
}

func ordered(deck []decktet.Card) []uint8 {
	list := make([]uint8, len(deck))
	for i, c := range deck {
		list[i] = numbers[c]
	}
	return list
}

// replay plays the line of a small deck by the rules of the brute force, and
// returns what is left at the win, or lost.
func (b *brute) replay(t *testing.T, at table3, x *search) int {
	t.Helper()
	for i, m := range x.moves() {
		legal := false
		for _, spend := range payments(at.resources, m.Target) {
			legal = legal || spend == m.Spend
		}
		if !legal || !(at.palace | at.capital).Has(m.Target) {
			t.Fatalf("move %d, %v, is not legal at %+v", i, m, at)
		}
		at.resources &^= m.Spend
		at.palace, at.capital = at.palace.Without(m.Target), at.capital.Without(m.Target)
		if m.Target.Personality() {
			if at.controlled++; at.controlled == b.goal {
				return at.resources.Ranks()
			}
		} else {
			at.resources = at.resources.With(m.Target)
		}
		on := false
		if at, on = b.deal(at); !on {
			t.Fatalf("move %d, %v, overthrows", i, m)
		}
	}
	return lost
}

func TestBruteForceAgreesOnSmallDecks(t *testing.T) {
	rounds := 6000
	if testing.Short() {
		rounds = 600
	}
	random := rand.New(rand.NewPCG(36, 11))
	s := New(0)
	won := 0
	for range rounds {
		count := 12 + random.IntN(6)
		deck := fewer(random, count, 2+random.IntN(5))
		b := newBrute(deck)
		open, on := b.deal(table3{})
		if !on {
			continue
		}
		want := b.best(open)
		d := newDeal(ordered(deck))
		x := s.search(context.Background(), d, put(open), Limits{})
		x.best()
		if x.found != want || x.bound != want {
			t.Fatalf("deck %v: best %d, bound %d, by brute force %d", deck, x.found, x.bound, want)
		}
		if want != lost {
			won++
			if left := b.replay(t, open, x); left != want {
				t.Fatalf("deck %v: the line leaves %d, not %d", deck, left, want)
			}
		}
		x = s.search(context.Background(), d, put(open), Limits{})
		x.any()
		if (x.found == nothing) != (want == lost) || x.bound < want {
			t.Fatalf("deck %v: any win %d, bound %d, by brute force %d", deck, x.found, x.bound, want)
		}
		if want != lost {
			if left := b.replay(t, open, x); left != x.found {
				t.Fatalf("deck %v: the line leaves %d, not %d", deck, left, x.found)
			}
		}
	}
	t.Logf("%d of %d won", won, rounds)
}
