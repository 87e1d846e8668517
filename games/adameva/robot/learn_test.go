package robot

import (
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// This file makes habitweights.go: hard plays against itself, and the networks
// are fitted to what it offers and takes.

var learn = flag.String("learn", "", "learn habits from so many games of hard against itself as -learngames says, and write them to this `file`")
var learnGames = flag.Int("learngames", 500, "how many games")

// lesson is a choice that was made: one of the looks, or in an answer, of which
// there is one look, whether the card was taken.
type lesson struct {
	looks  []look
	chosen int
}

// lessons plays games and takes note of the choices.
func lessons(t *testing.T, count int, level Level, b Budget) (offers, answers []lesson) {
	p := New()
	for n := range count {
		variant := adameva.Variant(n % 4 / 3) // one in four is tactical
		chance := games.Numbered(uint64(90_000 + n))
		g, err := adameva.New(adameva.DealFrom(chance, variant), variant)
		if err != nil {
			t.Fatal(err)
		}
		for {
			seat, on := g.ToMove()
			if !on {
				break
			}
			v := g.View(seat)
			c, _ := p.ChooseWith(t.Context(), &v, level, b, chance)
			at, weights := known(&v), weightsOf(&v)
			hand := at.hands[seat]
			switch {
			case c.Move.Kind == adameva.Offer && len(v.Moves) > 1:
				l := lesson{}
				for i, m := range v.Moves {
					l.looks = append(l.looks, lookAt(&at.sides, uint8(seat), hand, uint8(m.Card), &weights))
					if m == c.Move {
						l.chosen = i
					}
				}
				offers = append(offers, l)
			case c.Move.Kind == adameva.Take, c.Move.Kind == adameva.Refuse:
				l := lesson{looks: []look{lookAt(&at.sides, uint8(seat), hand, uint8(v.Card), &weights)}}
				if c.Move.Kind == adameva.Refuse {
					l.chosen = 1
				}
				answers = append(answers, l)
			}
			if _, err := g.Play(c.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	return offers, answers
}

// pupil is a habit while it learns.
type pupil struct {
	w, m, s [habitUnits * (habitInputs + 2)]float64 // weights, and Adam's two moments
	steps   float64
}

const habitScale = 8.0 // looks count in eighths while learning

func (p *pupil) unit(u int) []float64 { return p.w[u*(habitInputs+2) : (u+1)*(habitInputs+2)] }

func (p *pupil) score(l *look, hidden *[habitUnits]float64) (sum float64) {
	for u := range habitUnits {
		w := p.unit(u)
		x := w[habitInputs]
		for i, v := range l {
			x += w[i] * float64(v) / habitScale
		}
		hidden[u] = max(0, x)
		sum += hidden[u] * w[habitInputs+1]
	}
	return sum
}

// shares returns how likely the pupil thinks each choice of a lesson.
func (p *pupil) shares(l *lesson, hidden [][habitUnits]float64) []float64 {
	out := make([]float64, max(2, len(l.looks)))
	for i := range l.looks {
		out[i] = p.score(&l.looks[i], &hidden[i])
	}
	top, total := math.Inf(-1), 0.0
	for _, x := range out {
		top = max(top, x)
	}
	for i := range out {
		out[i] = math.Exp(out[i] - top)
		total += out[i]
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// fit learns from lessons and returns the habit, with the mean surprise (in nats)
// at lessons that it has not learned from.
func fit(all []lesson, rounds int) (habit, float64) {
	dice := rand.New(rand.NewPCG(1, 2))
	p := &pupil{}
	for u := range habitUnits {
		for i := range habitInputs + 2 {
			p.unit(u)[i] = dice.NormFloat64() * 0.3
		}
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	test := all[:len(all)/10]
	train := all[len(all)/10:]
	hidden := make([][habitUnits]float64, 8)
	const batch = 32
	for round := range rounds {
		rate := 0.004 * (1 - float64(round)/float64(rounds))
		dice.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		for from := 0; from+batch <= len(train); from += batch {
			var g [habitUnits * (habitInputs + 2)]float64
			for k := range train[from : from+batch] {
				l := &train[from+k]
				shares := p.shares(l, hidden)
				for i := range l.looks {
					d := shares[i]
					if i == l.chosen {
						d--
					}
					for u := range habitUnits {
						if hidden[i][u] == 0 {
							continue
						}
						at := u * (habitInputs + 2)
						g[at+habitInputs+1] += d * hidden[i][u]
						d := d * p.w[at+habitInputs+1]
						g[at+habitInputs] += d
						for j, v := range l.looks[i] {
							g[at+j] += d * float64(v) / habitScale
						}
					}
				}
			}
			p.steps++
			for i := range g {
				x := g[i] / batch
				p.m[i] += (x - p.m[i]) * 0.1
				p.s[i] += (x*x - p.s[i]) * 0.001
				p.w[i] -= rate * p.m[i] / (1 - math.Pow(0.9, p.steps)) / (math.Sqrt(p.s[i]/(1-math.Pow(0.999, p.steps))) + 1e-8)
			}
		}
	}
	surprise := 0.0
	for i := range test {
		surprise -= math.Log(p.shares(&test[i], hidden)[test[i].chosen])
	}
	var h habit
	for u := range habitUnits {
		w := p.unit(u)
		for i := range habitInputs {
			h.in[u][i] = int32(math.Round(w[i] / habitScale * 1024))
		}
		h.bias[u] = int32(math.Round(w[habitInputs] * 1024))
		h.out[u] = int32(math.Round(w[habitInputs+1] * 1024))
	}
	return h, surprise / float64(max(len(test), 1))
}

// ignorance is the mean surprise of somebody who thinks all choices equal.
func ignorance(all []lesson) (sum float64) {
	for _, l := range all {
		sum += math.Log(float64(max(2, len(l.looks))))
	}
	return sum / float64(max(len(all), 1))
}

// source returns a habit as Go.
func source(name, what string, h *habit) string {
	var b strings.Builder
	commas := func(numbers []int32) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", ")
	}
	fmt.Fprintf(&b, "// %s says %s.\nvar %s = habit{\nin: [habitUnits][habitInputs]int32{\n", name, what, name)
	for _, unit := range h.in {
		fmt.Fprintf(&b, "{%s},\n", commas(unit[:]))
	}
	fmt.Fprintf(&b, "},\nbias: [habitUnits]int32{%s},\nout: [habitUnits]int32{%s},\n}\n", commas(h.bias[:]), commas(h.out[:]))
	return b.String()
}

func TestLearning(t *testing.T) {
	count, rounds, level, b := 150, 20, Fair, BudgetOf(Fair)
	if *learn != "" {
		count, rounds, level, b = *learnGames, 60, Hard, BudgetOf(Hard).Part(40)
	}
	offers, answers := lessons(t, count, level, b)
	var list []string
	for _, e := range []struct {
		name, what string
		lessons    []lesson
	}{{"offerHabit", "which card is offered", offers}, {"answerHabit", "whether a card is taken", answers}} {
		h, surprise := fit(e.lessons, rounds)
		none := ignorance(e.lessons)
		t.Logf("%s, %d choices: surprise %.4f nats, without learning %.4f", e.what, len(e.lessons), surprise, none)
		if surprise > none-0.01 {
			t.Errorf("%s: nothing is learned", e.what)
		}
		list = append(list, source(e.name, e.what, &h))
	}
	if *learn == "" {
		return
	}
	text := fmt.Sprintf("package robot\n\n// Made by\n//\n//\tgo test ./games/adameva/robot -run TestLearning -timeout 0 -learn habitweights.go -learngames %d\n\n", *learnGames) + strings.Join(list, "\n")
	formatted, err := format.Source([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*learn, formatted, 0o644); err != nil {
		t.Fatal(err)
	}
}
