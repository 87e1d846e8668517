package robot

import (
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// This file makes weights.go. A round of learning plays many games, in which the
// network as it is chooses every play, and fits the network to how they went.
// The first round, which has no network yet, chooses thriftily at random.

var learn = flag.String("learn", "", "learn in earnest, for a quarter of an hour or so, and write the weights to this `file`")

// An effort says how much is learnt: so many rounds of so many games in which
// the first look decides, and then rounds in which the player thinks ahead.
type effort struct{ rounds, games, slowRounds, slowGames int }

func TestLearning(t *testing.T) {
	kept, keptScale, keptForWin, keptBias := weights, scale, forWin, bias
	t.Cleanup(func() {
		weights, scale, forWin, bias = kept, keptScale, keptForWin, keptBias
		count()
	})
	if *learn != "" {
		learned(effort{rounds: 15, games: 160_000, slowRounds: 9, slowGames: 60_000}, t.Logf).install()
		t.Logf("the first look alone wins %.2f %%", firstLook(40_000))
		if err := os.WriteFile(*learn, source(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	e := effort{rounds: 4, games: 24_000, slowRounds: 1, slowGames: 300}
	if testing.Short() {
		e.games /= 2
	}
	learned(e, t.Logf).install()
	// The greedy player of the other tests wins one game in sixty.
	if share := firstLook(4_000); share < 5 {
		t.Errorf("after little learning %.2f %% of games are won", share)
	}
}

// hidden is how many hidden units there are.
const hidden = 4 * words

// A net is the network while it learns.
type net struct {
	in   [inputs][hidden]float32 // from inputs to units
	bias [hidden]float32         // of the units
	out  [hidden]float32         // from units to the answer
	base float32                 // of the answer
}

// newNet returns a network that knows nothing: units with small random weights,
// half of them for a win and half against it.
func newNet(random *rand.Rand) *net {
	n := &net{}
	for i := range n.in {
		for h := range n.in[i] {
			n.in[i][h] = float32(random.NormFloat64() * 0.15)
		}
	}
	for h := range n.out {
		n.out[h] = float32(math.Abs(random.NormFloat64())*0.15 + 0.05)
		if h%2 == 1 {
			n.out[h] = -n.out[h]
		}
	}
	return n
}

// A sample is a table after a play, with what is held to be the chance to win.
type sample struct {
	inputs [48]uint8
	count  uint8
	chance float32
}

// see fills in the inputs at t after the play m, one by one, where the package
// adds and takes away.
func (s *sample) see(t *adaman.Position, m adaman.Move) {
	rows := t.Palace | t.Resources&^m.Spend
	rows = rows.Without(m.Target)
	people := decktet.Personalities &^ t.Discard
	if m.Target.Personality() {
		people = people.Without(m.Target)
	} else {
		rows = rows.With(m.Target)
	}
	palace, held := rows&decktet.Personalities, rows&^decktet.Personalities
	unseen := t.Unseen()
	list := s.inputs[:0]
	for c := range unseen.All() {
		list = append(list, uint8(inDeck+int(c)))
	}
	for c := range t.Capital.Without(m.Target).All() {
		list = append(list, uint8(inCapital+int(c)))
	}
	for c := range rows.All() {
		list = append(list, uint8(inRow+int(c)))
	}
	left := (held | unseen&^decktet.Personalities).Ranks() - people.Ranks()
	list = append(list, uint8(palaces+palace.Len()), uint8(resources+held.Len()), uint8(undealt+unseen.Len()),
		uint8(slack+min(max(left, 0)/3, slacks-1)))
	s.count = uint8(len(list))
}

// answer returns the answer, with the sums of the units.
func (n *net) answer(s *sample, units *[hidden]float32) float32 {
	*units = n.bias
	for _, i := range s.inputs[:s.count] {
		w := &n.in[i]
		for h := range units {
			units[h] += w[h]
		}
	}
	z := n.base
	for h, u := range units {
		if u > 0 {
			z += u * n.out[h]
		}
	}
	return z
}

// fit moves the weights one step towards a sample, down the slope of the
// logarithmic loss, and lets them fade a little, so that they stay small enough
// for their lanes.
func (n *net) fit(s *sample, rate float32) {
	const fade = 3e-5
	var units, slope [hidden]float32
	z := n.answer(s, &units)
	step := rate * (float32(1/(1+math.Exp(-float64(z)))) - s.chance)
	n.base -= step * 0.1
	for h, u := range units {
		if u > 0 {
			slope[h] = step * n.out[h]
			n.out[h] -= step * u * 0.3
		}
	}
	for _, i := range s.inputs[:s.count] {
		w := &n.in[i]
		for h := range w {
			w[h] -= slope[h] + w[h]*rate*fade
		}
	}
	for h := range slope {
		n.bias[h] -= slope[h]
	}
}

// learned returns a network after that effort.
func learned(e effort, logf func(string, ...any)) *net {
	random := rand.New(rand.NewPCG(1, 2))
	n := newNet(random)
	// In the first round the tables shall say nothing.
	weights, scale, forWin, bias = [inputs + 1]layer{}, 512, words/2, 0
	count()
	for round := range e.rounds + e.slowRounds {
		how, games := glancing, e.games
		switch {
		case round == 0:
			how = thrifty
		case round >= e.rounds:
			how, games = thinking, e.slowGames
		}
		samples, won := selfPlay(uint64(round), games, how)
		// In the end small steps, so that the luck of single games averages out.
		rate := 0.02
		if round >= e.rounds*2/3 {
			rate = 0.01
		}
		if round >= e.rounds+e.slowRounds*2/3 {
			rate = 0.004
		}
		const epochs = 2
		for epoch := range epochs {
			random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
			for i := range samples {
				done := (float64(epoch) + float64(i)/float64(len(samples))) / epochs
				n.fit(&samples[i], float32(rate*(1-0.9*done)))
			}
		}
		n.install()
		logf("round %d: %.2f %% of games won, %d samples, scale %d; now the first look wins %.2f %%",
			round+1, 100*float64(won)/float64(games), len(samples), scale, firstLook(4_000))
	}
	return n
}

// A manner is how plays are chosen while the network learns.
type manner int

const (
	thrifty  manner = iota // at random, but without much waste
	glancing               // by the first look
	thinking               // with a look at what may be dealt after the best of them
)

// selfPlay plays games on two cores and returns every play of them.
func selfPlay(round uint64, games int, how manner) (samples []sample, won int) {
	var wait sync.WaitGroup
	var parts [2][]sample
	var wins [2]int
	for half := range parts {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(round, uint64(half)))
			player := New()
			player.guess.fast.Seed(round, uint64(half))
			for range games / 2 {
				var w bool
				parts[half], w = player.teach(parts[half], random, how)
				if w {
					wins[half]++
				}
			}
		})
	}
	wait.Wait()
	return slices.Concat(parts[0], parts[1]), wins[0] + wins[1]
}

// teach plays a game and appends a sample for each of its plays. What a play is
// held to be worth is what the next table turns out to be worth: mostly how the
// game went on, and for one part in five what was thought of the best play
// there, which knows more than one game. Where another play than the best was
// tried, the rest of the game says little about the best.
func (p *Player) teach(samples []sample, random *rand.Rand, how manner) ([]sample, bool) {
	const (
		heat  = 0.15 // how much chance has a say, in units of the logit
		whims = 0.01 // how often it alone decides
		doubt = 0.2  // how much is left to what was thought
	)
	deck := adaman.Deck(decktet.All())
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	type choice struct{ best, value float32 }
	var choices []choice
	first := len(samples)
	t := adaman.Open(&deck)
	won := false
	for t.Result == 0 {
		if t.Unseen() == 0 {
			won = endgameOf(&t).won()
			break
		}
		seen := look(&t)
		m, logit, wins := seen.best(&p.bench)
		if wins {
			won = true
			break
		}
		best := chanceOf(logit)
		p.moves = t.AppendMoves(p.moves[:0])
		value := best
		switch whim := random.Float64() < whims; {
		case how == thrifty:
			m = p.moves[random.IntN(len(p.moves))]
			for range 2 {
				if other := p.moves[random.IntN(len(p.moves))]; waste(other) < waste(m) {
					m = other
				}
			}
			value = chanceOf(seen.after(m))
			best = value
		case whim:
			m = p.moves[random.IntN(len(p.moves))]
			value = chanceOf(seen.after(m))
		case how == glancing:
			hottest := math.Inf(-1)
			for _, other := range p.moves {
				x := float64(seen.after(other))/float64(scale) - heat*math.Log(-math.Log(random.Float64()))
				if x > hottest {
					hottest, m = x, other
				}
			}
			value = chanceOf(seen.after(m))
		default:
			m, best = p.think(&t)
			value = best
		}
		var s sample
		s.see(&t, m)
		samples = append(samples, s)
		choices = append(choices, choice{best, value})
		t = t.After(&deck, m)
	}
	worth := float32(0)
	if won = won || t.Result == adaman.Won; won {
		worth = 1
	}
	for i := len(choices) - 1; i >= 0; i-- {
		samples[first+i].chance = worth
		if c := choices[i]; c.value >= 0.97*c.best {
			worth += doubt * (c.best - worth)
		} else {
			worth = c.best
		}
	}
	return samples, won
}

// think looks at what may be dealt after each of the plays that look best, and
// returns the best of them then, with its chance.
func (p *Player) think(t *adaman.Position) (adaman.Move, float32) {
	const plays, deals = 5, 16
	p.rank(t)
	options := p.options[:min(plays, len(p.options))]
	p.guess.of(t)
	for range deals {
		p.guess.shuffle()
		for i := range options {
			options[i].sum += p.playOut(t.After(&p.guess.deck, options[i].move), 1)
			options[i].tries++
		}
	}
	best := slices.MaxFunc(options, func(a, b candidate) int { return a.value() - b.value() })
	return best.move, float32(best.value()) / one
}

// waste is small for payments to the point and for personalities.
func waste(m adaman.Move) int {
	w := 8*(m.Spend.Ranks()-m.Target.Rank()) + m.Spend.Len()
	if !m.Target.Personality() {
		w += 20
	}
	return w
}

func chanceOf(logit int) float32 { return float32(likelihood(logit)) / one }

// firstLook returns the percentage of games that are won if the network's first
// look decides every play.
func firstLook(games int) float64 {
	random := rand.New(rand.NewPCG(7, 7))
	deck := adaman.Deck(decktet.All())
	var room bench
	won := 0
	for range games {
		random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		t := adaman.Open(&deck)
		for t.Result == 0 && t.Unseen() != 0 {
			seen := look(&t)
			m, _, _ := seen.best(&room)
			t = t.After(&deck, m)
		}
		if t.Result == adaman.Won || t.Result == 0 && endgameOf(&t).won() {
			won++
		}
	}
	return 100 * float64(won) / float64(games)
}

// install rounds the network into the package's tables.
func (n *net) install() {
	// The weakest units go until both kinds fill their words.
	var units [2][]int // for a win, and against it
	for h, w := range n.out {
		kind := 0
		if w < 0 {
			kind = 1
		}
		units[kind] = append(units[kind], h)
	}
	for (len(units[0])+3)/4+(len(units[1])+3)/4 > words {
		kind := 0
		if len(units[1])%4 < len(units[0])%4 && len(units[1])%4 != 0 || len(units[0])%4 == 0 {
			kind = 1
		}
		weakest := slices.MinFunc(units[kind], func(a, b int) int {
			switch a, b := n.strength(a), n.strength(b); {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		})
		units[kind] = slices.DeleteFunc(units[kind], func(h int) bool { return h == weakest })
	}
	forWin = (len(units[0]) + 3) / 4
	lanes := map[int]int{} // from units
	for kind, list := range units {
		for i, h := range list {
			lanes[h] = kind*4*forWin + i
		}
	}
	// As fine as the lanes allow.
	reach := 0.0
	for h := range lanes {
		reach = max(reach, n.reach(h)*n.strength(h))
	}
	scale = int(min(2048, 32_000/reach))
	weights = [inputs + 1]layer{}
	for h, lane := range lanes {
		for i := range weights {
			w := n.bias[h]
			if i < inputs {
				w = n.in[i][h]
			}
			whole := int64(math.Round(float64(w) * n.strength(h) * float64(scale)))
			weights[i][lane/4] += uint64(whole) << (16 * (lane % 4))
		}
	}
	bias = int(math.Round(float64(n.base) * float64(scale)))
	count()
}

func (n *net) strength(unit int) float64 { return math.Abs(float64(n.out[unit])) }

// reach returns how far from zero the sum of a unit can be on any table: at most
// five cards lie in each row.
func (n *net) reach(unit int) float64 {
	return farthest(float64(n.bias[unit]), func(i int) float64 { return float64(n.in[i][unit]) })
}

// farthest returns how far from zero a sum can be that begins with base and to
// which each input that is so adds its weight.
func farthest(base float64, weight func(input int) float64) float64 {
	far := 0.0
	for _, sign := range []float64{1, -1} {
		sum := sign * base
		var rows [3][]float64
		for c := range decktet.Count {
			gone := max(0, sign*weight(inDeck+c))
			sum += gone
			row := 1
			if decktet.Card(c).Personality() {
				row = 2
			}
			rows[0] = append(rows[0], sign*weight(inCapital+c)-gone)
			rows[row] = append(rows[row], sign*weight(inRow+c)-gone)
		}
		for _, row := range rows {
			slices.Sort(row)
			for _, w := range row[len(row)-5:] {
				sum += max(0, w)
			}
		}
		for _, group := range [][2]int{{palaces, resources}, {resources, undealt}, {undealt, slack}, {slack, inputs}} {
			most := 0.0
			for i := group[0]; i < group[1]; i++ {
				most = max(most, sign*weight(i))
			}
			sum += most
		}
		far = max(far, sum)
	}
	return far
}

// lane returns one lane of a weight.
func lane(word uint64, n int) int64 {
	for ; n > 0; n-- {
		word -= uint64(int64(int16(word)))
		word = uint64(int64(word) >> 16)
	}
	return int64(int16(word))
}

// source returns weights.go with the tables as they are.
func source() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `// Code generated by "go test ./games/adaman/robot -run TestLearning -timeout 0 -learn weights.go"; DO NOT EDIT.

package robot

// The answer comes in parts of scale, forWin words speak for a win, and bias is
// what the answer begins with.
var (
	scale  = %d
	forWin = %d
	bias   = %d
)

// weights has the weights of all units for each input, and at the end what they
// begin with.
var weights = [inputs + 1]layer{
`, scale, forWin, bias)
	for _, l := range weights {
		b.WriteString("{")
		for i, w := range l {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%#016x", w)
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return []byte(err.Error())
	}
	return text
}
