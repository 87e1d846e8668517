package picture

import (
	"math"

	"windfall/games/adameva"
	"windfall/games/decktet"
)

// This file has the small signs that tell colours and suits apart by their
// shape.

// treePaint, treeDark, treeLight are the paints of the four colours, and onTree
// that of figures on them.
var (
	treePaint = [4]paint{red, yellow, green, blue}
	treeDark  = [4]paint{redDark, yellowDark, greenDark, blueDark}
	treeLight = [4]paint{redLight, yellowLight, greenLight, blueLight}
	onTree    = [4]paint{paper, ink, ink, paper}
)

// emblem is the shape that goes with a colour: a disc, a triangle, a diamond, a
// square. r is about half its height.
func emblem(t adameva.Tree, cx, cy, r float64) path {
	switch t {
	case adameva.Yellow:
		return polygon(point{cx, cy - r}, point{cx + 1.08*r, cy + 0.86*r}, point{cx - 1.08*r, cy + 0.86*r})
	case adameva.Green:
		return polygon(point{cx, cy - 1.18*r}, point{cx + 0.92*r, cy}, point{cx, cy + 1.18*r}, point{cx - 0.92*r, cy})
	case adameva.Blue:
		return box(cx-0.86*r, cy-0.86*r, 1.72*r, 1.72*r, 0.18*r)
	}
	return circle(cx, cy, 0.98*r)
}

// The six suits of the Decktet.
var suitPaint = map[decktet.Suits]paint{
	decktet.Moons: moons, decktet.Suns: suns, decktet.Waves: waves, decktet.Leaves: leaves, decktet.Wyrms: wyrms, decktet.Knots: knots,
}

// suitLook draws a suit's glyph, the number of which is a; the art is as large
// as the glyph.
var suitLook = &look{name: "suit", draw: func(p *pen, a art) {
	drawSuit(p, decktet.Suits(a.a), float64(a.w)/2, float64(a.h)/2, float64(min(a.w, a.h)))
}}

// suitArt is a suit's glyph in a square of a size.
func suitArt(s decktet.Suits, size int) art {
	return art{look: suitLook, w: int16(size), h: int16(size), a: uint8(s)}
}

// drawSuit draws a suit's glyph around a point, size pixels high. Its silhouette
// alone tells the suit, and a dark line keeps light colours apart from paper.
func drawSuit(p *pen, s decktet.Suits, cx, cy, size float64) {
	u := size / 26
	c := suitPaint[s]
	rim := math.Max(1, 1.1*u)
	at := func(shape path) path { return shape.moved(cx, cy, u, 0) }
	solid := func(shape path) {
		shape = at(shape)
		p.stroke(shape, 2*rim, ink)
		p.fill(shape, c)
	}
	rope := func(shape path, width float64) {
		shape = at(shape)
		p.stroke(shape, width*u+2*rim, ink)
		p.stroke(shape, width*u, c)
	}
	switch s {
	case decktet.Moons:
		// The ends of the arcs are where the two circles meet.
		moon := arc(-1.4, 0.6, 10.4, 10.4, 0.442, 4.949)
		back := arc(3.2, -1.6, 8.2, 8.2, 4.445, 0.946)
		moon[0].points = append(moon[0].points, back[0].points...)
		solid(moon.close())
	case decktet.Suns:
		for i := range 8 {
			solid(polygon(point{-2.5, -6.6}, point{0, -11.2}, point{2.5, -6.6}).moved(0, 0, 1, float64(i)*math.Pi/4))
		}
		solid(circle(0, 0, 5.8))
	case decktet.Waves:
		for _, y := range []float64{-6.2, 0.6, 7.4} {
			rope(from(-10, y+1.6).cube(-7.4, y-4.4, -5, y-4.4, -2.6, y).cube(-0.6, y+3.6, 2, y+3.2, 3.6, y).cube(5.6, y-3.8, 7.6, y-3.2, 10, y-0.4), 3)
		}
	case decktet.Leaves:
		rope(from(-9.6, 10).quad(-6, 8, -3, 3.4), 1.6)
		solid(from(9.8, -10.4).cube(12, 0, 8, 9.6, -4.6, 5.4).cube(-11, -3, -3, -9.6, 9.8, -10.4).close())
		p.stroke(at(from(-4.2, 5).quad(1.5, -1.5, 6, -6.4)), 1.3*u, ink)
	case decktet.Wyrms:
		var coil path
		for i := 0; i <= 40; i++ { // from the middle outwards
			f := float64(i) / 40
			angle, r := math.Pi*(0.2+3.0*f), 1.4+7.0*f
			q := point{r * math.Cos(angle), 1.4 + r*math.Sin(angle)}
			if coil == nil {
				coil = from(q.x, q.y)
			} else {
				coil = coil.to(q.x, q.y)
			}
		}
		coil = coil.cube(-9.5, -5.5, -7, -8.6, -2.6, -8.8)
		rope(coil, 3)
		solid(from(-4.4, -11.4).quad(3, -12.4, 8.4, -8.2).quad(3.4, -5.4, -4.4, -5.8).close())
		if size >= 20 {
			p.fill(at(circle(0.4, -9.2, 1.1)), paper)
		}
	case decktet.Knots:
		const k, o = 3.4, 10.2
		knot := from(-k, -k).to(-k, -k-2.4).cube(-k, -o-0.6, -o-0.6, -o-0.6, -o-0.2, -k-2.6).cube(-o+0.4, -k, -k-3, -k, -k, -k)
		whole := path{}
		for i := range 4 {
			whole = append(whole, knot.moved(0, 0, 1, float64(i)*math.Pi/2)...)
		}
		whole = append(whole, from(-k, -k).to(k, -k).to(k, k).to(-k, k).close()...)
		p.stroke(at(whole), 3*u+2*rim, ink)
		p.stroke(at(whole), 3*u, c)
	}
}

// crownSign is the sign of a Crown, three points on a band, in a box of a width
// and about three quarters its height.
func crownSign(cx, cy, w float64) path {
	u := w / 24
	return from(-11, 8).to(-11.4, -6).to(-5.4, 0.6).to(0, -9).to(5.4, 0.6).to(11.4, -6).to(11, 8).close().moved(cx, cy, u, 0)
}

// drawCrown draws the rank of a Crown around a point.
func drawCrown(p *pen, cx, cy, w float64, c paint) {
	u := w / 24
	p.fill(crownSign(cx, cy, w), c)
	for _, q := range []point{{-11.4, -7.4}, {0, -10.6}, {11.4, -7.4}} {
		p.fill(circle(cx+q.x*u, cy+q.y*u, 2.3*u), c)
	}
}

// drawPerson draws the mark of a personality around a point: a head and
// shoulders, h pixels high.
func drawPerson(p *pen, cx, cy, h float64, c paint) {
	u := h / 24
	p.fill(circle(cx, cy-5.6*u, 5.6*u), c)
	p.fill(from(-10.5, 12).cube(-10.5, 3.4, -5.4, 1.4, 0, 1.4).cube(5.4, 1.4, 10.5, 3.4, 10.5, 12).close().moved(cx, cy, u, 0), c)
}

// drawTick draws the mark of what pays: a tick on a disc.
func drawTick(p *pen, cx, cy, r float64) {
	p.outline(circle(cx, cy, r), lamp, r/7, ink)
	p.stroke(from(cx-0.48*r, cy+0.02*r).to(cx-0.12*r, cy+0.4*r).to(cx+0.5*r, cy-0.38*r), r/4.2, ink)
}

// drawTarget draws the mark of what is to be controlled: a target.
func drawTarget(p *pen, cx, cy, r float64) {
	p.outline(circle(cx, cy, r), paper, r/7, ink)
	p.fill(circle(cx, cy, r*0.78), tongue)
	p.fill(circle(cx, cy, r*0.52), paper)
	p.fill(circle(cx, cy, r*0.28), tongue)
}

// drawChecked draws the mark of who is controlled: a ticked box.
func drawChecked(p *pen, cx, cy, size float64) {
	p.fill(box(cx-size/2, cy-size/2, size, size, size*0.2), leafDark)
	u := size / 20
	p.stroke(from(-6, 0.5).to(-1.5, 5).to(6.5, -5).moved(cx, cy, u, 0), 3.4*u, paper)
}

// drawBar draws the mark of what may not be chosen: a bar across a disc.
func drawBar(p *pen, cx, cy, r float64) {
	p.outline(circle(cx, cy, r), paper, r/5, ink)
	p.stroke(from(cx-0.5*r, cy+0.5*r).to(cx+0.5*r, cy-0.5*r), r/4, ink)
}
