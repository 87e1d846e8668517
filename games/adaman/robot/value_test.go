package robot

import (
	"math"
	"math/rand/v2"
	"testing"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// sampleTables calls look at tables of games played at random.
func sampleTables(seed uint64, games int, look func(t *adaman.Position)) {
	random := rand.New(rand.NewPCG(seed, 36))
	deck := adaman.Deck(decktet.All())
	for range games {
		random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		for t := adaman.Open(&deck); t.Result == 0; {
			look(&t)
			moves := t.AppendMoves(nil)
			t = t.After(&deck, moves[random.IntN(len(moves))])
		}
	}
}

// In the package whole words of lanes are added and taken away. Here each unit
// is summed on its own, from the inputs of a sample.
func TestTheNetworkIsThatOfItsWeights(t *testing.T) {
	var whole [inputs + 1][hidden]int64
	for i, l := range weights {
		for h := range hidden {
			whole[i][h] = lane(l[h/4], h%4)
		}
	}
	tables := 0
	sampleTables(1, 300, func(p *adaman.Position) {
		tables++
		seen := look(p)
		best := math.MinInt
		for _, m := range p.AppendMoves(nil) {
			var s sample
			s.see(p, m)
			want := bias
			for h := range hidden {
				sum := whole[inputs][h]
				for _, i := range s.inputs[:s.count] {
					sum += whole[i][h]
				}
				switch {
				case sum > 0 && h < 4*forWin:
					want += int(sum)
				case sum > 0:
					want -= int(sum)
				}
			}
			if slackOf(p, m) < 0 {
				want = lost
			}
			if got := seen.after(m); got != want {
				t.Fatalf("%v is %d, want %d\n%+v", m, got, want, p)
			}
			if best = max(best, want); wins(p, m) {
				return
			}
		}
		m, logit, won := seen.best(&bench{})
		if won || logit != best || p.Check(m) != nil || seen.after(m) != best {
			t.Fatalf("the best is %v with %d, want %d\n%+v", m, logit, best, p)
		}
	})
	if tables < 2_000 {
		t.Errorf("saw %d tables", tables)
	}
}

func slackOf(p *adaman.Position, m adaman.Move) int {
	people := decktet.Personalities &^ p.Discard
	goods := p.Resources&^m.Spend | p.Unseen()&^decktet.Personalities
	if m.Target.Personality() {
		people = people.Without(m.Target)
	} else {
		goods = goods.With(m.Target)
	}
	return goods.Ranks() - people.Ranks()
}

func TestNoSumCanLeaveItsLane(t *testing.T) {
	for h := range hidden {
		far := farthest(float64(lane(weights[inputs][h/4], h%4)), func(i int) float64 { return float64(lane(weights[i][h/4], h%4)) })
		if far > math.MaxInt16 {
			t.Errorf("unit %d can come to %v", h, far)
		}
	}
}

func TestLikelihoodIsTheLogisticFunction(t *testing.T) {
	last := -1
	for logit := -20 * scale; logit <= 20*scale; logit += 7 {
		l := likelihood(logit)
		exact := 1 / (1 + math.Exp(-float64(logit)/float64(scale)))
		if l < last || math.Abs(float64(l)/one-exact) > 0.001 {
			t.Fatalf("the likelihood of %d is %d, want %v", logit, l, exact*one)
		}
		last = l
	}
	if likelihood(lost) > one/1000 {
		t.Errorf("what is lost has a likelihood of %d", likelihood(lost))
	}
}

// A search that knows nothing but the rules.
func bruteBest(p adaman.Position) (left int, won bool) {
	deck := adaman.Deck(decktet.All())
	for _, m := range p.AppendMoves(nil) {
		next := p.After(&deck, m)
		l, w := next.Resources.Ranks(), next.Result == adaman.Won
		if next.Result == 0 {
			l, w = bruteBest(next)
		}
		if w && (!won || l > left) {
			left, won = l, true
		}
	}
	return left, won
}

func TestEndgamesAreWhatBruteForceSays(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 36))
	deck := adaman.Deck(decktet.All())
	checked, wins := 0, 0
	for range 2_000 {
		random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		for p := adaman.Open(&deck); p.Result == 0; {
			if p.Unseen() == 0 && p.Targets().Len() <= 6 {
				checked++
				left, won := bruteBest(p)
				if l, w := endgameOf(&p).best(); w != won || w && l != left {
					t.Fatalf("leaves %d, %v; brute force %d, %v\n%+v", l, w, left, won, p)
				}
				if endgameOf(&p).won() != won {
					t.Fatalf("won is not %v\n%+v", won, p)
				}
				if won {
					wins++
				}
			}
			seen := look(&p)
			m, _, _ := seen.best(&bench{})
			if moves := p.AppendMoves(nil); random.IntN(4) == 0 {
				m = moves[random.IntN(len(moves))]
			}
			p = p.After(&deck, m)
		}
	}
	if checked < 100 || wins < 50 || checked-wins < 50 {
		t.Errorf("checked %d endgames, of which %d are won", checked, wins)
	}
}
