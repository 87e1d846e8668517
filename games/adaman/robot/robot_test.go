package robot_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/decktet"
)

// blind plays a game to its end and calls look at every choice, if it is given.
func blind(t testing.TB, p *robot.Player, deck adaman.Deck, playouts int, chance *games.Stream, look func(*adaman.Game, robot.Advice)) adaman.Outcome {
	t.Helper()
	g, err := adaman.New(deck)
	if err != nil {
		t.Fatal(err)
	}
	for {
		v := g.View(adaman.Player)
		a, on := p.Choose(&v, playouts, chance)
		if _, open := g.ToMove(); open != on {
			t.Fatalf("the game goes on: %v, and there is advice: %v\n%v", open, on, v)
		}
		if !on {
			o, _ := g.Outcome()
			return o
		}
		if look != nil {
			look(g, a)
		}
		if _, err := g.Play(a.Move); err != nil {
			t.Fatalf("advises %v: %v\n%v", a.Move, err, v)
		}
	}
}

// dealtDifferently returns a game with the same table and moves, the rest of
// whose deck lies in another order.
func dealtDifferently(t testing.TB, g *adaman.Game, chance *games.Stream) *adaman.Game {
	t.Helper()
	deck := g.Deck()
	games.Shuffle(chance, deck[g.Position().Dealt:])
	other, err := adaman.New(deck)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Played() {
		if _, err := other.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return other
}

func TestNobodyPeeks(t *testing.T) {
	p, chance := robot.New(), games.Numbered(1)
	for n := range uint64(30) {
		blind(t, p, adaman.Deal(games.Numbered(n)), 60, games.Numbered(n), func(g *adaman.Game, _ robot.Advice) {
			other := dealtDifferently(t, g, chance)
			a, b := g.View(adaman.Player), other.View(adaman.Player)
			for _, playouts := range []int{0, 1, 60, 300} {
				one, _ := robot.New().Choose(&a, playouts, games.Numbered(n))
				// A player that has seen other games chooses as a new one does.
				two, _ := p.Choose(&b, playouts, games.Numbered(n))
				if !equal(one, two) {
					t.Fatalf("the same view and chance, %d playouts: %+v and %+v\n%v", playouts, one, two, a)
				}
			}
		})
	}
}

func equal(a, b robot.Advice) bool {
	return a.Option == b.Option && a.Second == b.Second && slices.Equal(a.Reasons, b.Reasons)
}

func TestEveryAdviceIsLegalAndKeepsToItsBudget(t *testing.T) {
	p, chance := robot.New(), games.Numbered(2)
	for _, e := range []struct{ games, playouts int }{{1500, 0}, {1500, 1}, {300, 7}, {100, 100}, {5, 2000}, {3, -1}} {
		for range e.games {
			blind(t, p, adaman.Deal(chance), e.playouts, chance, func(g *adaman.Game, a robot.Advice) {
				table := g.Position()
				if err := table.Check(a.Move); err != nil || a.Move.GiveUp {
					t.Fatalf("%v: %v", a.Move, err)
				}
				moves := g.Moves()
				if (len(moves) == 1) != (a.Second == robot.Option{}) {
					t.Fatalf("of %d plays the second best is %v", len(moves), a.Second)
				}
				if len(moves) > 1 && (a.Second.Move == a.Move || table.Check(a.Second.Move) != nil) {
					t.Fatalf("the second best is %v, the best %v", a.Second.Move, a.Move)
				}
				for _, o := range []robot.Option{a.Option, a.Second} {
					if o.Wins < 0 || o.Wins > o.Tries {
						t.Fatalf("%d of %d tries are won", o.Wins, o.Tries)
					}
				}
				deck := g.Deck()
				certain := table.Unseen() == 0 || table.After(&deck, a.Move).Result == adaman.Won
				if a.Tries+a.Second.Tries > max(e.playouts, 0) && !(certain && a.Tries == 1 && a.Second.Tries <= 1) {
					t.Fatalf("%d playouts became %d and %d", e.playouts, a.Tries, a.Second.Tries)
				}
			})
		}
	}
}

func TestThereIsNoAdviceAfterTheEndOrBeforeTheDeal(t *testing.T) {
	p := robot.New()
	g, err := adaman.New(adaman.Deal(games.Numbered(1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play(adaman.Move{GiveUp: true}); err != nil {
		t.Fatal(err)
	}
	v := g.View(adaman.Player)
	for name, v := range map[string]adaman.View{"given up": v, "no deal": {}} {
		if a, on := p.Choose(&v, 100, games.Numbered(1)); on {
			t.Errorf("%s: advises %v", name, a.Move)
		}
	}
}

// worst returns a deck under which the deal after m brings as many to the
// palace as any order of the unseen cards can.
func worst(g *adaman.Game, m adaman.Move) adaman.Deck {
	table := g.Position()
	deck := g.Deck()
	rest := deck[table.Dealt:]
	slices.SortStableFunc(rest, func(a, b decktet.Card) int {
		switch a, b := a.Personality(), b.Personality(); {
		case a && !b:
			return -1
		case b && !a:
			return 1
		}
		return 0
	})
	// The capital comes first, and it shall have the other cards.
	capital := min(5-table.Capital.Without(m.Target).Len(), len(rest))
	slices.Reverse(rest)
	slices.Reverse(rest[capital:])
	return deck
}

func TestReasonsAreTrueOfThePlayAndNotOfTheSecondBest(t *testing.T) {
	p, chance := robot.New(), games.Numbered(3)
	seen := map[robot.Why]int{}
	for range 1200 {
		blind(t, p, adaman.Deal(chance), 40, chance, func(g *adaman.Game, a robot.Advice) {
			if len(a.Reasons) > 3 || !slices.IsSortedFunc(a.Reasons, func(a, b robot.Reason) int { return int(a.Why) - int(b.Why) }) {
				t.Errorf("reasons %+v", a.Reasons)
			}
			for _, r := range a.Reasons {
				seen[r.Why]++
				if r.Why == robot.OnlyPlay {
					if len(g.Moves()) != 1 {
						t.Errorf("not the only play of\n%v", g)
					}
					continue
				}
				if !holds(t, g, a.Move, r, chance) || holds(t, g, a.Second.Move, r, chance) {
					t.Errorf("%v rather than %v because of %+v\n%v", a.Move, a.Second.Move, r, g)
				}
			}
		})
	}
	for why := robot.OnlyPlay; why <= robot.Overspends; why++ {
		if seen[why] == 0 {
			t.Errorf("reason %d is never given", why)
		}
	}
}

// holds reports whether a reason is true of a play, by playing it.
func holds(t *testing.T, g *adaman.Game, m adaman.Move, r robot.Reason, chance *games.Stream) bool {
	t.Helper()
	table, deck := g.Position(), g.Deck()
	switch r.Why {
	case robot.Wins:
		return table.After(&deck, m).Result == adaman.Won
	case robot.Safest:
		for range 20 {
			games.Shuffle(chance, deck[table.Dealt:])
			if table.After(&deck, m).Result == adaman.Overthrown {
				return false
			}
		}
		deck = worst(g, m)
		return table.After(&deck, m).Result != adaman.Overthrown
	case robot.FreesPalace:
		return table.Palace.Len() >= 4 && table.Palace.Has(m.Target)
	case robot.ControlsPerson:
		return m.Target.Personality()
	case robot.KeepsFor:
		if !r.Card.Personality() || table.Discard.Has(r.Card) || m.Target == r.Card {
			t.Errorf("%v needs nothing kept", r.Card)
		}
		for c := range m.Spend.All() {
			if c.Suits().Shares(r.Card.Suits()) {
				return false
			}
		}
		return true
	case robot.PaysDearer:
		serves := func(c decktet.Card) (n int) {
			for p := range (decktet.Personalities &^ table.Controlled()).All() {
				if p != m.Target && p.Suits().Shares(c.Suits()) {
					n++
				}
			}
			return n
		}
		cheapest := m
		for _, other := range g.Moves() {
			if other.Target == m.Target && other.Spend.Ranks() < cheapest.Spend.Ranks() {
				cheapest = other
			}
		}
		for c := range m.Spend.All() {
			if serves(c) >= serves(r.Card) {
				return false
			}
		}
		return cheapest.Spend.Has(r.Card) && !m.Spend.Has(r.Card)
	case robot.GainsSuit:
		if m.Target.Personality() {
			return false
		}
		for c := range (table.Resources &^ m.Spend).All() {
			if c.Suits().Shares(r.Suit) {
				return false
			}
		}
		return r.Suit != 0 && m.Target.Suits().Has(r.Suit)
	case robot.Exact:
		return m.Spend.Ranks() == m.Target.Rank()
	case robot.Overspends:
		for c := range m.Spend.All() {
			without := adaman.Move{Target: m.Target, Spend: m.Spend.Without(c)}
			if table.Check(without) == nil {
				return int(table.Dealt) < len(deck)
			}
		}
		return false
	}
	t.Errorf("no such reason: %+v", r)
	return false
}

// greedy plays the cheapest payment for what costs most, personalities first,
// and returns the outcome.
func greedy(t testing.TB, deck adaman.Deck) adaman.Outcome {
	t.Helper()
	g, err := adaman.New(deck)
	if err != nil {
		t.Fatal(err)
	}
	for {
		v := g.View(adaman.Player)
		var best adaman.Move
		worth := -1
		for _, target := range v.Targets() {
			if target.Payable {
				w := target.Card.Rank()
				if target.Card.Personality() {
					w += 20
				}
				if w > worth {
					worth, best.Target = w, target.Card
				}
			}
		}
		if worth < 0 {
			o, _ := g.Outcome()
			return o
		}
		best.Spend, _ = v.Cheapest(best.Target)
		if _, err := g.Play(best); err != nil {
			t.Fatal(err)
		}
	}
}

func TestItWinsFarMoreThanAGreedyPlayer(t *testing.T) {
	p := robot.New()
	const deals = 150
	won, grabbed := 0, 0
	for n := range uint64(deals) {
		deck := adaman.Deal(games.Numbered(n + 1))
		if blind(t, p, deck, 300, games.Numbered(n), nil).Result == adaman.Won {
			won++
		}
		if greedy(t, deck).Result == adaman.Won {
			grabbed++
		}
	}
	t.Logf("of %d deals the blind player wins %d, the greedy one %d", deals, won, grabbed)
	if won < 70 || won < 10*grabbed {
		t.Errorf("of %d deals the blind player wins %d, the greedy one %d", deals, won, grabbed)
	}
}

func TestDifficultyIsTheShareOfGamesWon(t *testing.T) {
	p := robot.New()
	deck := adaman.Deal(games.Numbered(4))
	won, err := p.Difficulty(t.Context(), deck, 12, 40, games.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	counted, chance := 0, games.Numbered(1)
	for range 12 {
		if blind(t, p, deck, 40, chance, nil).Result == adaman.Won {
			counted++
		}
	}
	if won != counted {
		t.Errorf("won %d of 12, and one by one %d", won, counted)
	}

	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := p.Difficulty(ended, deck, 12, 40, games.Numbered(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	if _, err := p.Difficulty(t.Context(), adaman.Deck{}, 12, 40, games.Numbered(1)); !errors.Is(err, adaman.ErrDeck) {
		t.Errorf("no deck: %v", err)
	}
}

// After a first choice the buffers are there, and all that is made anew is the
// list of reasons.
func TestChoosingMakesNothingItCouldKeep(t *testing.T) {
	p := robot.New()
	g, err := adaman.New(adaman.Deal(games.Numbered(4)))
	if err != nil {
		t.Fatal(err)
	}
	v, chance := g.View(adaman.Player), games.Numbered(1)
	for _, playouts := range []int{0, 10, 1000} {
		if n := testing.AllocsPerRun(10, func() { p.Choose(&v, playouts, chance) }); n > 3 {
			t.Errorf("%d playouts make %v things", playouts, n)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	p := robot.New()
	g, err := adaman.New(adaman.Deal(games.Numbered(4)))
	if err != nil {
		b.Fatal(err)
	}
	v, chance := g.View(adaman.Player), games.Numbered(1)
	b.ReportAllocs()
	for b.Loop() {
		p.Choose(&v, 1000, chance)
	}
}
