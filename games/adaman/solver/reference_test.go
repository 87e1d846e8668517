package solver

import (
	"math/rand/v2"
	"slices"

	"windfall/games/decktet"
)

// A brute solves by trying everything and remembering where it has been. It has
// the rules a second time, in the words of the leaflet and with any number of
// cards, and knows no bound, no order and no number of its own for a card.
type brute struct {
	deck []decktet.Card
	goal int // how many personalities are in the deck
	seen map[table3]int
}

// table3 is a table: three rows, how many cards were dealt and how many
// personalities were controlled.
type table3 struct {
	palace, capital, resources decktet.Set
	dealt, controlled          int
}

// lost is what is left of a game that is lost: less than nothing.
const lost = -1

func newBrute(deck []decktet.Card) *brute {
	b := &brute{deck: deck, seen: map[table3]int{}}
	for _, c := range deck {
		if c.Personality() {
			b.goal++
		}
	}
	return b
}

// deal fills capital and resources. It returns false if a sixth personality
// comes to the palace.
func (b *brute) deal(t table3) (table3, bool) {
	for t.capital.Len() < 5 && t.dealt < len(b.deck) {
		t.capital = t.capital.With(b.deck[t.dealt])
		t.dealt++
	}
	for t.resources.Len() < 5 && t.dealt < len(b.deck) {
		c := b.deck[t.dealt]
		t.dealt++
		if !c.Personality() {
			t.resources = t.resources.With(c)
			continue
		}
		t.palace = t.palace.With(c)
		if t.palace.Len() == 6 {
			return t, false
		}
	}
	return t, true
}

// best returns the most that can be left in the resources at a win from t, or
// lost if nothing wins.
func (b *brute) best(t table3) int {
	if best, ok := b.seen[t]; ok {
		return best
	}
	best := lost
	for target := range (t.palace | t.capital).All() {
		for _, spend := range payments(t.resources, target) {
			next := t
			next.resources &^= spend
			next.palace = next.palace.Without(target)
			next.capital = next.capital.Without(target)
			if target.Personality() {
				next.controlled++
				if next.controlled == b.goal {
					best = max(best, next.resources.Ranks())
					continue
				}
			} else {
				next.resources = next.resources.With(target)
			}
			if next, on := b.deal(next); on {
				best = max(best, b.best(next))
			}
		}
	}
	b.seen[t] = best
	return best
}

// payments returns every choice of resources that pays for target.
func payments(resources decktet.Set, target decktet.Card) []decktet.Set {
	list := []decktet.Set{0}
	for c := range resources.All() {
		if c.Suits().Shares(target.Suits()) {
			for _, spend := range list {
				list = append(list, spend.With(c))
			}
		}
	}
	return slices.DeleteFunc(list, func(spend decktet.Set) bool {
		sum := 0
		for c := range spend.All() {
			sum += c.Rank()
		}
		return sum < target.Rank()
	})
}

// fewer returns a random deck of count cards, of which so many are
// personalities.
func fewer(random *rand.Rand, count, people int) []decktet.Card {
	all := decktet.All()
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortStableFunc(all[:], func(a, b decktet.Card) int { // personalities first
		switch {
		case a.Personality() == b.Personality():
			return 0
		case a.Personality():
			return -1
		}
		return 1
	})
	deck := append(slices.Clone(all[:people]), all[decktet.Personalities.Len():][:count-people]...)
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}
