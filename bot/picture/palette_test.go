package picture

import (
	"image/color"
	"math"
	"testing"

	"windfall/games/decktet"
)

// A kind of sight turns linear colours into what somebody sees.
type sight struct {
	name   string
	matrix [3][3]float64
}

// sights are full colour vision and the three kinds of dichromacy, from Machado,
// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
// Vision Deficiency" (IEEE TVCG, 2009), severity 1.0.
var sights = []sight{
	{"full", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

// see returns what a colour looks like, in linear light.
func (s sight) see(c paint) (seen [3]float64) {
	n := palette[c].(color.NRGBA)
	light := [3]float64{linear(n.R), linear(n.G), linear(n.B)}
	for i, row := range s.matrix {
		for j, f := range row {
			seen[i] += f * light[j]
		}
		seen[i] = math.Min(1, math.Max(0, seen[i]))
	}
	return seen
}

type lab struct{ l, a, b float64 }

// cielab returns a linear colour in CIELAB under D65.
func cielab(c [3]float64) lab {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 returns how different two colours are; 1 can just be seen side by
// side (CIE 142:2001, after Sharma, Wu and Dalal).
func ciede2000(p, q lab) float64 {
	l1, a1, b1 := p.l, p.a, p.b
	l2, a2, b2 := q.l, q.a, q.b
	deg := func(x float64) float64 { return x * 180 / math.Pi }
	rad := func(x float64) float64 { return x * math.Pi / 180 }
	pow7 := func(x float64) float64 { return math.Pow(x, 7) }
	mean := (math.Hypot(a1, b1) + math.Hypot(a2, b2)) / 2
	g := 0.5 * (1 - math.Sqrt(pow7(mean)/(pow7(mean)+pow7(25))))
	a1, a2 = a1*(1+g), a2*(1+g)
	c1, c2 := math.Hypot(a1, b1), math.Hypot(a2, b2)
	hue := func(a, b float64) float64 { return math.Mod(deg(math.Atan2(b, a))+360, 360) }
	h1, h2 := hue(a1, b1), hue(a2, b2)
	dh, hm := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, hm = 0, h1+h2
	case math.Abs(h1-h2) > 180:
		if dh > 0 {
			dh -= 360
		} else {
			dh += 360
		}
		if h1+h2 < 360 {
			hm += 180
		} else {
			hm -= 180
		}
	}
	dl, dc := l2-l1, c2-c1
	dH := 2 * math.Sqrt(c1*c2) * math.Sin(rad(dh/2))
	lm, cm := (l1+l2)/2, (c1+c2)/2
	t := 1 - 0.17*math.Cos(rad(hm-30)) + 0.24*math.Cos(rad(2*hm)) + 0.32*math.Cos(rad(3*hm+6)) - 0.20*math.Cos(rad(4*hm-63))
	sl := 1 + 0.015*(lm-50)*(lm-50)/math.Sqrt(20+(lm-50)*(lm-50))
	sc, sh := 1+0.045*cm, 1+0.015*cm*t
	rt := -2 * math.Sqrt(pow7(cm)/(pow7(cm)+pow7(25))) * math.Sin(rad(60*math.Exp(-math.Pow((hm-275)/25, 2))))
	return math.Sqrt(math.Pow(dl/sl, 2) + math.Pow(dc/sc, 2) + math.Pow(dH/sh, 2) + rt*dc/sc*dH/sh)
}

// apart is the least difference between two colours that are to be told apart at
// a glance, also when they are not side by side: fifteen times what can just be
// seen.
const apart = 15

// shaped are pairs of paints that are nearer to each other than that for some
// sight, and by what shape what they paint is told apart all the same. Each has a
// limit of its own, so that it does not get worse unseen.
var shaped = []struct {
	a, b  paint
	least float64
	shape string
}{
	{snake, blue, 9.5, "the serpent fills its card, which has no figure and no square"},
	{snake, green, 14, "the serpent fills its card, which has no figure and no diamond"},
	{yellow, lamp, 2, "lamp is frames, arrows and round signs with a dark edge, never a triangle"},
	{green, lamp, 12, "games won are bars, games drawn are diamonds with a dark edge"},
	{green, tongue, 10.5, "games won are full bars, games lost are hatched"},
	{crownRed, crownYellow, 9, "a round tree and a fir"},
	{crownRed, crownGreen, 4.5, "a round tree and a diamond"},
	{crownYellow, crownGreen, 8.5, "a fir and a diamond"},
	{crownGreen, crownBlue, 6, "a diamond and a square"},
}

func TestColoursAreToldApartByEverySight(t *testing.T) {
	suits := make([]paint, 0, 6)
	for i := range 6 {
		suits = append(suits, suitPaint[decktet.Suits(1<<i)])
	}
	excused := map[[2]paint]int{}
	for i, e := range shaped {
		excused[[2]paint{e.a, e.b}], excused[[2]paint{e.b, e.a}] = i, i
	}
	needed := map[int]bool{}
	for name, set := range map[string][]paint{
		"cards":  append(treePaint[:len(treePaint):len(treePaint)], joker, snake),
		"suits":  suits,
		"crowns": crownPaint[:],
		"signs":  {yellow, lamp, joker},
		"charts": {barPaint[keyWon], tongue, lamp},
		"rating": {curvePaint, bandPaint, pasture},
	} {
		for _, s := range sights {
			nearest := math.Inf(1)
			for i, a := range set {
				for _, b := range set[:i] {
					least := float64(apart)
					d := ciede2000(cielab(s.see(a)), cielab(s.see(b)))
					if e, ok := excused[[2]paint{a, b}]; ok {
						least = shaped[e].least
						needed[e] = needed[e] || d < apart
					}
					nearest = math.Min(nearest, d)
					if d < least {
						t.Errorf("%s: paints %d and %d differ by %.1f in %s, want %.1f", name, a, b, d, s.name, least)
					}
				}
			}
			t.Logf("%s, %s: the two nearest differ by %.1f", name, s.name, nearest)
		}
	}
	for i, e := range shaped {
		if !needed[i] {
			t.Errorf("paints %d and %d (%s) differ enough by every sight: take them off the list", e.a, e.b, e.shape)
		}
	}
}

// The formula is held to pairs of the test data that Sharma, Wu and Dalal
// published with their notes on it.
func TestDifferenceIsThatOfTheStandard(t *testing.T) {
	for _, c := range []struct {
		p, q lab
		want float64
	}{
		{lab{50, 2.6772, -79.7751}, lab{50, 0, -82.7485}, 2.0425},
		{lab{50, 2.5, 0}, lab{50, 0, -2.5}, 4.3065},
		{lab{50, 2.5, 0}, lab{73, 25, -18}, 27.1492},
		{lab{60.2574, -34.0099, 36.2677}, lab{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		if d := ciede2000(c.p, c.q); math.Abs(d-c.want) > 0.0001 {
			t.Errorf("%v and %v differ by %.4f, want %.4f", c.p, c.q, d, c.want)
		}
	}
}

// contrast is that of WCAG 2.
func contrast(a, b paint) float64 {
	light := func(c paint) float64 {
		n := palette[c].(color.NRGBA)
		return 0.2126*linear(n.R) + 0.7152*linear(n.G) + 0.0722*linear(n.B) + 0.05
	}
	x, y := light(a), light(b)
	return math.Max(x, y) / math.Min(x, y)
}

func TestFiguresStandOutFromTheirGround(t *testing.T) {
	type pair struct{ figure, ground paint }
	pairs := []pair{
		{paper, board}, {ink, paper}, {ink, pasture}, {inkSoft, meadow}, {ink, edge}, {paper, ink}, {ink, lamp}, {paper, joker},
		{ink, paperDim}, {inkDim, paperDim}, {ink, meadow},
	}
	for tree, figure := range onTree {
		pairs = append(pairs, pair{figure, treePaint[tree]})
	}
	for _, p := range pairs {
		if c := contrast(p.figure, p.ground); c < 4.5 {
			t.Errorf("paint %d on %d: contrast %.2f, want 4.5", p.figure, p.ground, c)
		}
	}
}

func TestPaletteFitsAPNG(t *testing.T) {
	if n := len(palette); n > 256 {
		t.Fatalf("%d colours, at most 256", n)
	}
	for c := faint3 + 1; c < paints; c++ {
		if palette[c].(color.NRGBA).A != 255 {
			t.Errorf("paint %d is not opaque", c)
		}
		if paintRGB[c] == 0 {
			t.Errorf("paint %d has no colour", c)
		}
	}
}
