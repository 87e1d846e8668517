package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"windfall/games"
	"windfall/games/adaman"
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
	rounds := 5000
	if testing.Short() {
		rounds = 500
	}
	random := rand.New(rand.NewPCG(36, 11))
	s := New(0)
	won := 0
	for range rounds {
		count := 12 + random.IntN(5)
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
	t.Logf("%d of %d decks can be won", won, rounds)
	if won < rounds/5 || won > rounds*4/5 {
		t.Errorf("%d of %d decks can be won, too one-sided to say much", won, rounds)
	}
}

// No bound may be below what can be left, at no position that the brute force
// has met and whatever is looked for, or a best line could be missed.
func TestNoBoundIsBelowTheTruth(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	random := rand.New(rand.NewPCG(7, 36))
	s := New(0)
	checked := 0
	for range rounds {
		deck := fewer(random, 13+random.IntN(5), 3+random.IntN(4))
		b := newBrute(deck)
		open, on := b.deal(table3{})
		if !on {
			continue
		}
		b.best(open)
		d := newDeal(ordered(deck))
		x := s.search(context.Background(), d, put(open), Limits{})
		for at, best := range b.seen {
			if best == lost {
				continue
			}
			st := put(at)
			st.budget = int16(d.budget(&st))
			for x.want = 0; x.want <= best; x.want++ {
				if bound := x.most(&st); bound < best && bound < x.want || x.want == best && bound < best {
					t.Fatalf("deck %v at %+v: %d can be left, and the bound is %d when looking for %d", deck, at, best, bound, x.want)
				}
				if !x.payable(&st) {
					t.Fatalf("deck %v at %+v: %d can be left, and no play leaves %d", deck, at, best, x.want)
				}
			}
			if kept := d.kept(at.dealt); (d.rest[0] & goods).top(kept) < best {
				t.Fatalf("deck %v at %+v: %d can be left, and not in %d cards", deck, at, best, kept)
			}
			checked++
		}
	}
	t.Logf("%d positions that can be won", checked)
	if checked < rounds*10 {
		t.Error("those are too few")
	}
}

// late plays on from the opening of a deal until so many cards are dealt: along
// a win, if one is found quickly, and with a few plays at random among the last,
// or all at random. The game can end on the way.
func late(random *rand.Rand, s *Solver, deck *adaman.Deck, dealt int8) adaman.Position {
	p := adaman.Open(deck)
	var line []adaman.Move
	if random.IntN(4) > 0 {
		if a, err := s.Winnable(context.Background(), deck, p, Limits{Nodes: 20_000}); err == nil {
			line = a.Line
		}
	}
	slips := random.IntN(3)
	for i := 0; p.Result == 0 && p.Dealt < dealt; i++ {
		if i < len(line) && p.Dealt < dealt-int8(2*slips) {
			p = p.After(deck, line[i])
			continue
		}
		line = nil
		moves := p.AppendMoves(nil)
		p = p.After(deck, moves[random.IntN(len(moves))])
	}
	return p
}

// The whole deck cannot be tried by brute force, but the end of a game can, and
// there it is the package's own rules that are compared with those of the test.
func TestBruteForceAgreesOnTheEndsOfWholeDecks(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	random := rand.New(rand.NewPCG(30, 36))
	s := New(0)
	won, lostOnes := 0, 0
	for round := range rounds {
		deck := adaman.Deal(games.Numbered(uint64(round + 1)))
		p := late(random, s, &deck, 32)
		if p.Result != 0 {
			continue
		}
		b := newBrute(deck[:])
		want := b.best(table3{p.Palace, p.Capital, p.Resources, int(p.Dealt), p.Controlled().Len()})
		a, err := s.Solve(t.Context(), &deck, p, Limits{})
		any, err2 := s.Winnable(t.Context(), &deck, p, Limits{})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if want == lost {
			lostOnes++
			if want := (Answer{Winnable: No, Proven: true}); !same(a, want) || !same(any, want) {
				t.Fatalf("deck %v at %+v cannot be won: %+v, %+v", deck, p, a, any)
			}
			continue
		}
		won++
		if want += throne; a.Winnable != Yes || !a.Proven || a.Best != want || a.Bound != want || any.Winnable != Yes || any.Best > want || any.Bound < want {
			t.Fatalf("deck %v at %+v: %+v, any %+v, by brute force %d", deck, p, a, any, want)
		}
		follow(t, &deck, p, a)
		follow(t, &deck, p, any)
	}
	t.Logf("%d can be won, %d cannot", won, lostOnes)
	if won < rounds/10 || lostOnes < rounds/10 {
		t.Error("that is too one-sided to say much")
	}
}

// same compares answers but for the nodes.
func same(a, b Answer) bool {
	a.Nodes, b.Nodes = 0, 0
	return reflect.DeepEqual(a, b)
}

// follow plays the line of an answer, which must win with its best score.
func follow(t interface {
	Fatalf(string, ...any)
	Helper()
}, deck *adaman.Deck, p adaman.Position, a Answer) {
	t.Helper()
	for _, m := range a.Line {
		if err := p.Check(m); err != nil {
			t.Fatalf("deck %v: %v: %v", deck, m, err)
		}
		p = p.After(deck, m)
	}
	if o, _ := p.Outcome(); a.Winnable == Yes && (o.Result != adaman.Won || o.Score != a.Best) || a.Winnable != Yes && len(a.Line)+a.Best != 0 {
		t.Fatalf("deck %v: %+v ends with %+v", deck, a, o)
	}
}

func TestALineIsPlayedInTheGame(t *testing.T) {
	s := New(16 << 20)
	won := 0
	for n := range uint64(40) {
		deck := adaman.Deal(games.Numbered(n + 1))
		a, err := s.Winnable(t.Context(), &deck, adaman.Open(&deck), Limits{Nodes: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		if a.Winnable != Yes {
			continue
		}
		won++
		g, err := adaman.New(deck)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range a.Line {
			if _, err := g.Play(m); err != nil {
				t.Fatalf("deal %d: %v: %v", n+1, m, err)
			}
		}
		if o, _ := g.Outcome(); o.Result != adaman.Won || o.Score != a.Best {
			t.Errorf("deal %d ends with %+v, not with %d", n+1, o, a.Best)
		}
	}
	if won < 30 {
		t.Errorf("only %d of 40 deals can be won", won)
	}
}

// What is found with little time and memory may say less than what is found with
// more, and never something else.
func TestMoreNodesNeverContradictFewer(t *testing.T) {
	small, large := New(0), New(64<<20)
	deals := uint64(30)
	if testing.Short() {
		deals = 6
	}
	proven := 0
	for n := range deals {
		deck := adaman.Deal(games.Numbered(n + 101))
		p := adaman.Open(&deck)
		full, err := large.Solve(t.Context(), &deck, p, Limits{Nodes: 1_500_000})
		if err != nil {
			t.Fatal(err)
		}
		follow(t, &deck, p, full)
		if full.Proven {
			proven++
		}
		for nodes := int64(1); nodes <= 1_000_000; nodes *= 10 {
			for _, ask := range []func(context.Context, *adaman.Deck, adaman.Position, Limits) (Answer, error){small.Solve, small.Winnable} {
				a, err := ask(t.Context(), &deck, p, Limits{Nodes: nodes})
				if err != nil {
					t.Fatal(err)
				}
				follow(t, &deck, p, a)
				if a.Nodes > nodes {
					t.Errorf("deal %d: %d nodes of %d", n+101, a.Nodes, nodes)
				}
				if a.Winnable != Unknown && full.Winnable != Unknown && a.Winnable != full.Winnable {
					t.Errorf("deal %d: %+v, and with more nodes %+v", n+101, a, full)
				}
				// A win of the one is below the bound of the other.
				if a.Best > full.Bound || full.Best > a.Bound || a.Best > a.Bound || a.Proven && full.Proven && a.Best != full.Best {
					t.Errorf("deal %d: %+v, and with more nodes %+v", n+101, a, full)
				}
			}
		}
	}
	if proven < int(deals)*2/3 {
		t.Errorf("only %d of %d deals were solved", proven, deals)
	}
}

func TestTheSameQuestionHasTheSameAnswer(t *testing.T) {
	one, other := New(1<<20), New(1<<20)
	for n := range uint64(12) {
		deck := adaman.Deal(games.Numbered(n + 1))
		ask := func(s *Solver) Answer {
			a, err := s.Solve(t.Context(), &deck, adaman.Open(&deck), Limits{Nodes: 40_000})
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		a := ask(one)
		if b := ask(one); !reflect.DeepEqual(a, b) {
			t.Errorf("deal %d: %+v and then %+v", n+1, a, b)
		}
		if n%2 == 0 { // so that the other has solved other deals before
			if b := ask(other); !reflect.DeepEqual(a, b) {
				t.Errorf("deal %d: %+v, and another solver %+v", n+1, a, b)
			}
		}
	}
}

// A play can lose some of what was possible and never gains any, and the first
// play of the best line loses nothing.
func TestAPlayNeverGains(t *testing.T) {
	s := New(0)
	rapid.Check(t, func(t *rapid.T) {
		deck := adaman.Deal(games.Numbered(rapid.Uint64Range(1, 1<<40).Draw(t, "deal")))
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "play"), 1))
		p := late(random, s, &deck, int8(rapid.IntRange(24, 34).Draw(t, "dealt")))
		ask := func(p adaman.Position) Answer {
			a, err := s.Solve(context.Background(), &deck, p, Limits{Nodes: 200_000})
			if err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			follow(t, &deck, p, a)
			return a
		}
		before := ask(p)
		if p.Result != 0 || !before.Proven {
			return
		}
		for _, m := range p.AppendMoves(nil) {
			if after := ask(p.After(&deck, m)); after.Best > before.Best {
				t.Fatalf("%v gains: %+v, before %+v", m, after, before)
			} else if len(before.Line) > 0 && m == before.Line[0] && after.Proven && after.Best != before.Best {
				t.Fatalf("%v is the best play and loses: %+v, before %+v", m, after, before)
			}
		}
	})
}

func TestAGameThatIsOver(t *testing.T) {
	s := New(0)
	random := rand.New(rand.NewPCG(5, 5))
	seen := map[adaman.Result]bool{}
	for n := uint64(1); len(seen) < 3 && n < 200; n++ {
		deck := adaman.Deal(games.Numbered(n))
		p := adaman.Open(&deck)
		if a, err := s.Winnable(t.Context(), &deck, p, Limits{Nodes: 50_000}); err == nil && n%2 == 0 {
			for _, m := range a.Line {
				p = p.After(&deck, m)
			}
		}
		if p.Result == 0 {
			p = late(random, s, &deck, 37)
		}
		if p.Result == 0 {
			continue
		}
		seen[p.Result] = true
		want := Answer{Winnable: No, Proven: true}
		if o, _ := p.Outcome(); p.Result == adaman.Won {
			want = Answer{Winnable: Yes, Best: o.Score, Bound: o.Score, Proven: true}
		}
		for _, ask := range []func(context.Context, *adaman.Deck, adaman.Position, Limits) (Answer, error){s.Solve, s.Winnable} {
			if a, err := ask(t.Context(), &deck, p, Limits{}); err != nil || !reflect.DeepEqual(a, want) {
				t.Errorf("after %v: %+v, %v", p.Result, a, err)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %v were seen", seen)
	}
}

func TestPositionsThatCannotBeAreRefused(t *testing.T) {
	s := New(0)
	deck, other := adaman.Deal(games.Numbered(8)), adaman.Deal(games.Numbered(9))
	open := adaman.Open(&deck)
	ask := func(deck *adaman.Deck, p adaman.Position) error {
		_, err := s.Solve(t.Context(), deck, p, Limits{Nodes: 10})
		return err
	}
	if err := ask(&deck, open); err != nil {
		t.Fatal(err)
	}
	if err := ask(&other, open); !errors.Is(err, ErrPosition) {
		t.Errorf("the table of another deck: %v", err)
	}
	if err := ask(&adaman.Deck{}, open); !errors.Is(err, adaman.ErrDeck) {
		t.Errorf("no deck: %v", err)
	}
	for name, change := range map[string]func(*adaman.Position){
		"nothing dealt":               func(p *adaman.Position) { *p = adaman.Position{} },
		"less than nothing dealt":     func(p *adaman.Position) { p.Dealt = -1 },
		"more than all dealt":         func(p *adaman.Position) { p.Dealt = 37 },
		"a card too few":              func(p *adaman.Position) { p.Capital = p.Capital.Without(p.Capital.First()) },
		"a card twice":                func(p *adaman.Position) { p.Discard |= p.Capital },
		"a personality as a resource": func(p *adaman.Position) { p.Capital, p.Resources = p.Resources, p.Capital },
		"a full palace of goods":      func(p *adaman.Position) { p.Palace, p.Resources = p.Palace|p.Resources, 0 },
		"an incomplete deal":          func(p *adaman.Position) { p.Discard, p.Resources = p.Resources, 0 },
		"a row too long":              func(p *adaman.Position) { p.Capital, p.Palace = p.Capital|p.Resources, 0; p.Resources = 0 },
		"no card of ours":             func(p *adaman.Position) { p.Discard = 1 << 40 },
	} {
		p := open
		change(&p)
		if err := ask(&deck, p); !errors.Is(err, ErrPosition) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASolveThatIsStoppedSaysWhatItKnows(t *testing.T) {
	s := New(0)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for n := range uint64(20) {
		deck := adaman.Deal(games.Numbered(n + 1))
		p := adaman.Open(&deck)
		a, err := s.Solve(ctx, &deck, p, Limits{})
		follow(t, &deck, p, a)
		if err == nil && !a.Proven || err != nil && (!errors.Is(err, context.Canceled) || a.Proven) {
			t.Errorf("deal %d: %+v, %v", n+1, a, err)
		}
		if a.Nodes > 1<<12 {
			t.Errorf("deal %d: %d nodes after the end", n+1, a.Nodes)
		}
	}
}

func TestASearchAllocatesNothing(t *testing.T) {
	s := New(1 << 20)
	deck := adaman.Deal(games.Numbered(1))
	count := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			if _, err := s.Solve(t.Context(), &deck, adaman.Open(&deck), Limits{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := count(10), count(50_000); many > few+2 || few > 20 {
		t.Errorf("%v allocations in 10 nodes, %v in 50,000", few, many)
	}
}

func TestVerdictsAsText(t *testing.T) {
	for v, want := range map[Verdict][2]string{Unknown: {"unknown", "null"}, No: {"no", "false"}, Yes: {"yes", "true"}, 9: {"?", "null"}} {
		if text, err := v.MarshalJSON(); err != nil || string(text) != want[1] || v.String() != want[0] {
			t.Errorf("%d is %v and %s, %v", uint8(v), v, text, err)
		}
	}
}

// FuzzSolve plays some of a deal, as the bytes say, and asks about the rest.
func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), []byte{0, 1, 2})
	f.Add(uint64(8), []byte{9, 9, 9, 9, 9, 9})
	s := New(0)
	f.Fuzz(func(t *testing.T, number uint64, plays []byte) {
		deck := adaman.Deal(games.Numbered(number))
		p := adaman.Open(&deck)
		for _, play := range plays {
			if moves := p.AppendMoves(nil); len(moves) > 0 {
				p = p.After(&deck, moves[int(play)%len(moves)])
			}
		}
		a, err := s.Solve(t.Context(), &deck, p, Limits{Nodes: 5000})
		if err != nil {
			t.Fatal(err)
		}
		follow(t, &deck, p, a)
		any, err := s.Winnable(t.Context(), &deck, p, Limits{Nodes: 5000})
		if err != nil {
			t.Fatal(err)
		}
		follow(t, &deck, p, any)
		if a.Best > a.Bound || any.Best > a.Bound || a.Winnable+any.Winnable == No+Yes {
			t.Errorf("%+v, any %+v", a, any)
		}
	})
}

// The benchmarks go through the numbered deals from 1 on, round and round, with
// a table of 64 MiB.
func benchmark(b *testing.B, ask func(*Solver, *adaman.Deck) (Answer, error)) {
	const deals = 32
	s := New(64 << 20)
	open := 0
	var nodes int64
	for i := range b.N {
		deck := adaman.Deal(games.Numbered(uint64(i%deals) + 1))
		a, err := ask(s, &deck)
		if err != nil {
			b.Fatal(err)
		}
		if a.Winnable == Unknown {
			open++
		}
		nodes += a.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(open)/float64(b.N), "open/op")
}

func BenchmarkWinnable(b *testing.B) {
	benchmark(b, func(s *Solver, deck *adaman.Deck) (Answer, error) {
		return s.Winnable(b.Context(), deck, adaman.Open(deck), Limits{Nodes: 200_000})
	})
}

func BenchmarkSolve(b *testing.B) {
	benchmark(b, func(s *Solver, deck *adaman.Deck) (Answer, error) {
		return s.Solve(b.Context(), deck, adaman.Open(deck), Limits{Nodes: 200_000})
	})
}
