package picture

import (
	"math"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// This file draws what belongs to Adaman: the throne, the deck, the people to
// be controlled, and the signs of the four ends.

// throneLook draws the throne as it stands at the result a; 0 while the game
// goes on, when the crown waits on it.
var throneLook = &look{name: "throne", draw: func(p *pen, a art) {
	mid := float64(a.w) / 2
	switch adaman.Result(a.a) {
	case adaman.Won:
		drawRays(p, mid, 178, 87, 176)
		drawThrone(p, mid)
		drawLaurel(p, mid, 172, 60, leaf, leafDark)
		drawGoldCrown(p, mid, 48, 76, 0)
	case adaman.Stuck:
		drawThrone(p, mid)
		drawGoldCrown(p, mid, 246, 62, 0)
		drawPortcullis(p, mid)
		drawPadlock(p, mid, 158, 76)
	case adaman.Overthrown:
		drawThrone(p, mid)
		drawBurst(p, mid, 114)
		drawGoldCrown(p, mid-34, 322, 62, -2.55)
	case adaman.GaveUp:
		drawThrone(p, mid)
		drawGoldCrown(p, mid, 246, 62, 0)
		drawFlag(p, mid, 342)
	default:
		drawThrone(p, mid)
		drawGoldCrown(p, mid, 246, 62, 0)
	}
}}

const throneH = 374

func throneArt(r adaman.Result) art { return art{look: throneLook, w: sideW, h: throneH, a: uint8(r)} }

// drawThrone draws the empty throne on its steps.
func drawThrone(p *pen, mid float64) {
	at := func(shape path) path { return shape.moved(mid, 0, 1, 0) }
	p.outline(at(box(-84, 346, 168, 22, 5)), pasture, 1.5, rail)
	p.outline(at(box(-66, 326, 132, 22, 5)), pasture, 1.5, rail)
	for _, x := range []float64{-52, 38} { // the legs
		p.outline(at(box(x, 286, 14, 42, 3)), trunk, 2, trunkDark)
	}
	back := func(w, top, bottom float64) path {
		return at(from(-w, bottom).to(-w, top+34).cube(-w, top+14, -w*0.5, top+8, 0, top-14).cube(w*0.5, top+8, w, top+14, w, top+34).to(w, bottom).close())
	}
	p.outline(back(50, 92, 270), trunk, 2.5, trunkDark)
	p.outline(back(37, 108, 262), red, 2, redDark)
	for _, q := range []point{{0, 132}, {-19, 162}, {19, 162}, {0, 192}} { // buttons of the cover
		p.fill(at(circle(q.x, q.y, 3.5)), redDark)
	}
	for _, x := range []float64{-50, 50} {
		p.outline(at(circle(x, 116, 9)), lamp, 2, lampDeep)
	}
	p.outline(at(box(-56, 276, 112, 24, 4)), trunk, 2, trunkDark)
	for _, x := range []float64{-68, 46} { // the arms
		p.outline(at(box(x+4, 226, 14, 74, 3)), trunk, 2, trunkDark)
		p.outline(at(box(x, 214, 22, 16, 8)), trunk, 2, trunkDark)
	}
	p.outline(at(box(-48, 256, 96, 24, 11)), red, 2, redDark)
}

// drawGoldCrown draws a crown of gold around a point, turned by an angle.
func drawGoldCrown(p *pen, cx, cy, w, angle float64) {
	u := w / 24
	at := func(shape path) path { return shape.moved(cx, cy, u, angle) }
	p.outline(at(crownSign(0, 0, 24)), lamp, 1.5*u, ink)
	for _, q := range []point{{-11.4, -7.4}, {0, -10.6}, {11.4, -7.4}} {
		p.outline(at(circle(q.x, q.y, 2.1)), lamp, 1.1*u, ink)
	}
	p.fill(at(box(-9.6, 3.6, 19.2, 1.6, 0.8)), lampDeep)
	p.fill(at(polygon(point{0, -3.4}, point{2, -0.6}, point{0, 2.2}, point{-2, -0.6})), redDark)
}

// drawRays draws the light around the throne of whoever has won.
func drawRays(p *pen, cx, cy, rx, ry float64) {
	const n = 14
	for i := range n {
		a := 2*math.Pi*(float64(i)+0.5)/n - math.Pi/2
		at := func(a, f float64) point { return point{cx + f*rx*math.Cos(a), cy + f*ry*math.Sin(a)} }
		p.fill(polygon(at(a, 0.3), at(a-0.12, 1), at(a+0.12, 1)), yellowLight)
	}
}

// drawLaurel draws a wreath that is open above.
func drawLaurel(p *pen, cx, cy, r float64, c, rim paint) {
	for side := -1.0; side <= 1; side += 2 {
		p.stroke(arc(cx, cy, r, r, math.Pi/2-side*0.1, math.Pi/2-side*2.55), r*0.08, rim)
		for i := range 7 {
			angle := math.Pi/2 - side*(0.3+0.36*float64(i))
			q := point{cx + r*math.Cos(angle), cy + r*math.Sin(angle)}
			for turn := -1.0; turn <= 1; turn += 2 {
				blade := from(0, 0).quad(0.18, -0.15, 0.42, 0).quad(0.18, 0.15, 0, 0).close()
				p.outline(blade.moved(q.x, q.y, r, angle-side*(math.Pi/2-turn*0.7)), c, r*0.025, rim)
			}
		}
	}
}

// drawPortcullis draws the grate that shuts the throne off.
func drawPortcullis(p *pen, mid float64) {
	const top, bottom = 60, 352
	var bars path
	for i := range 5 {
		x := mid - 72 + float64(i)*36
		bars = append(bars, from(x, top).to(x, bottom)...)
	}
	for y := 96.0; y < bottom; y += 62 {
		bars = append(bars, from(mid-82, y).to(mid+82, y)...)
	}
	p.stroke(bars, 11, ink)
	p.stroke(bars, 6.5, inkSoft)
	for i := range 5 {
		x := mid - 72 + float64(i)*36
		p.fill(polygon(point{x - 7.5, bottom - 2}, point{x + 7.5, bottom - 2}, point{x, bottom + 18}), ink)
	}
	p.outline(box(mid-84, top-14, 168, 18, 4), trunk, 2, trunkDark)
}

// drawPadlock draws a shut lock around a point, h pixels high.
func drawPadlock(p *pen, cx, cy, h float64) {
	u := h / 40
	at := func(shape path) path { return shape.moved(cx, cy, u, 0) }
	bow := at(from(-8, 0).to(-8, -9).cube(-8, -20, 8, -20, 8, -9).to(8, 0))
	p.stroke(bow, 7*u, ink)
	p.stroke(bow, 3.6*u, paper)
	p.outline(at(box(-14, -2, 28, 21, 4)), lamp, 2*u, ink)
	p.fill(at(circle(0, 6.4, 3)), ink)
	p.fill(at(box(-1.4, 7, 2.8, 7, 1)), ink)
}

// drawFlag plants a white flag, its foot at a point.
func drawFlag(p *pen, x, foot float64) {
	pole := from(x-34, foot).to(x-34, foot-258)
	p.stroke(pole, 11, trunkDark)
	p.stroke(pole, 7, trunk)
	p.outline(circle(x-34, foot-262, 8), lamp, 2, lampDeep)
	p.outline(from(x-29, foot-250).cube(x, foot-272, x+22, foot-226, x+66, foot-246).to(x+66, foot-166).cube(x+22, foot-146, x, foot-192, x-29, foot-170).close(), paper, 3, ink)
	p.stroke(from(x-6, foot-240).quad(x+2, foot-212, x-4, foot-186).move(x+34, foot-226).quad(x+42, foot-200, x+36, foot-174), 2, edge)
}

// drawBurst draws the alarm around the card that came to a full palace.
func drawBurst(p *pen, cx, cy float64) {
	const n = 13
	var points []point
	for i := range 2 * n {
		a := math.Pi * (float64(i) + 0.5) / n
		rx, ry := 86.0, 106.0
		if i%2 == 1 {
			rx, ry = 64, 80
		}
		points = append(points, point{cx + rx*math.Cos(a), cy + ry*math.Sin(a)})
	}
	p.outline(polygon(points...), tongue, 4, paper)
}

// endLook draws the sign of the result a, on a dark ground.
var endLook = &look{name: "end", draw: func(p *pen, a art) {
	cx, cy, h := float64(a.w)/2, float64(a.h)/2, float64(a.h)
	switch adaman.Result(a.a) {
	case adaman.Won:
		drawLaurel(p, cx, cy, h*0.38, lamp, lamp)
		drawCrown(p, cx, cy-h*0.02, h*0.40, lamp)
	case adaman.Stuck:
		drawPadlock(p, cx, cy+h*0.02, h*0.92)
	case adaman.Overthrown:
		turned := func(shape path) path { return shape.moved(cx, cy-h*0.03, h/42, math.Pi+0.22) }
		p.fill(turned(crownSign(0, 0, 31)), paper)
		for _, q := range []point{{-14.7, -9.6}, {0, -13.7}, {14.7, -9.6}} {
			p.fill(turned(circle(q.x, q.y, 3)), paper)
		}
		p.stroke(from(cx-h*0.44, cy+h*0.46).to(cx+h*0.44, cy+h*0.46), h*0.07, paper)
	case adaman.GaveUp:
		p.stroke(from(cx-h*0.28, cy+h*0.44).to(cx-h*0.28, cy-h*0.42), h*0.09, paper)
		p.fill(from(cx-h*0.22, cy-h*0.42).cube(cx-h*0.05, cy-h*0.54, cx+h*0.1, cy-h*0.24, cx+h*0.42, cy-h*0.38).to(cx+h*0.42, cy+h*0.06).cube(cx+h*0.1, cy+h*0.2, cx-h*0.05, cy-h*0.1, cx-h*0.22, cy+h*0.04).close(), paper)
	}
}}

func endArt(r adaman.Result, size int) art {
	return art{look: endLook, w: int16(size + 8), h: int16(size), a: uint8(r)}
}

// pileLook draws the deck as a pile of a cards face down, at most as many as
// tell high from low.
var pileLook = &look{name: "pile", draw: func(p *pen, a art) {
	layers := int(a.a)
	w, h := float64(a.w)-2*cardRim-pileLean, float64(a.h)-2*cardRim-pileLean
	for i := range layers {
		d := float64(pileLean) * float64(i) / maxLayers
		drawDecktetBack(p, cardRim+d, cardRim+pileLean-d, w, h)
	}
}}

const (
	maxLayers = 6
	pileLean  = 18
)

// pileArt is the deck with some cards left.
func pileArt(left, w, h int) art {
	layers := min((left+3)/4, maxLayers)
	return art{look: pileLook, w: int16(w + 2*cardRim + pileLean), h: int16(h + 2*cardRim + pileLean), a: uint8(layers)}
}

// drawDecktetBack draws the back of the cards of the Decktet.
func drawDecktetBack(p *pen, x, y, w, h float64) {
	r := radius(w)
	p.glaze(box(x-1, y+2, w+2, h, r+1), ink, 0.2)
	p.outline(box(x, y, w, h, r), paper, 1.4, edge)
	in := w * 0.07
	inside := box(x+in, y+in, w-2*in, h-2*in, r*0.7)
	p.fill(inside, backDeep)
	p.clipped(inside, func(p *pen) {
		const step = 24 // whole, for rows that repeat make small files
		for d := -6 * step; d < 12*step; d += step {
			dx := x + float64(d)
			p.stroke(from(dx, y-4).to(dx+h+8, y+h+4).move(dx, y-4).to(dx-h-8, y+h+4), 2, backLine)
		}
	})
	p.fill(circle(x+w/2, y+h/2, w*0.26), backDeep)
	drawCrown(p, x+w/2, y+h/2+w*0.02, w*0.32, backLine)
}

// How a personality stands in the row of all eleven.
const (
	inDeck uint8 = iota
	onTable
	controlled
)

// personCellLook draws the personality a in that row as it stands, b: in the deck
// with a dashed edge, on the table with a whole one, controlled with a thick one
// and a ticked box.
var personCellLook = &look{name: "personality", draw: func(p *pen, a art) {
	w, h, c := float64(a.w), float64(a.h), decktet.Card(a.a)
	switch a.b {
	case controlled:
		p.fill(box(0, 0, w, h-1, 10), ink)
		p.fill(box(3.5, 3.5, w-7, h-8, 7), paper)
	case onTable:
		p.fill(box(0, 0, w, h-1, 10), inkSoft)
		p.fill(box(2, 2, w-4, h-5, 8), pasture)
	default:
		p.stroke(box(1, 1, w-2, h-3, 9).dashed(6, 5), 2, inkSoft)
	}
	mid := h/2 - 1
	const size = 31
	right, upper, lower := w-20, mid-17, mid+16 // whole steps, for rows that repeat make small files
	if a.b == controlled {
		drawChecked(p, 17, 53, 20)
	}
	if c.Rank() == 10 {
		p.figure("10", 24, 23, 36, ink)
		drawCrown(p, w-11, 23, 13, ink)
		drawSuit(p, c.Suits(), right, lower, size)
		return
	}
	p.figure(string(rune('0'+c.Rank())), 17, 23, emFigure-3, ink)
	sy := upper
	for suit := range c.Suits().All() {
		drawSuit(p, suit, right, sy, size)
		sy += lower - upper
	}
}}

func personCell(c decktet.Card, standing uint8) art {
	return art{look: personCellLook, w: personW, h: personH, a: uint8(c), b: standing}
}

// teeth is how high a row's roof is: battlements, gables or the lid of a chest.
const teeth = 17

// The rows.
const (
	lotPalace uint8 = iota
	lotCapital
	lotResources
)

// drawLot draws the ground of a row: its wall, its roof and its sign.
func drawLot(p *pen, lot uint8, x, y, w, h float64) {
	const r = 12.0
	at := func(shape path) path { return shape.moved(x, y, 1, 0) }
	foot := func(shape path) path { // down the right wall and up the left one
		return at(shape.to(w, h-r).quad(w, h, w-r, h).to(r, h).quad(0, h, 0, h-r).close())
	}
	switch lot {
	case lotPalace:
		const n = 21 // merlons and gaps
		wall, step := from(0, 0), w/n
		for i := range n {
			top := 0.0
			if i%2 == 1 {
				top = 10
			}
			wall = wall.to(float64(i)*step, top).to(float64(i+1)*step, top)
		}
		p.outline(foot(wall), rail, 2, inkSoft)
		p.fill(foot(from(1, teeth).to(w-1, teeth)), pasture)
		p.stroke(at(from(0, teeth).to(w, teeth)), 1.6, inkSoft)
		p.stroke(foot(from(0, teeth).to(w, teeth)), 1.6, inkSoft)
	case lotCapital:
		const n = 14 // roofs
		step := w / n
		p.outline(foot(from(0, teeth).to(w, teeth)), pasture, 1.6, inkSoft)
		for i := range n {
			left := float64(i) * step
			if i%3 == 1 { // a chimney
				p.outline(at(box(left+step*0.16, 0, 7, teeth-2, 1)), shadeRed, 1.4, inkSoft)
			}
			p.outline(at(polygon(point{left, teeth}, point{left + step/2, 0}, point{left + step, teeth})), crownRed, 1.6, inkSoft)
		}
	default:
		p.outline(foot(from(0, teeth).to(w, teeth)), pasture, 1.6, inkSoft)
		p.outline(at(from(0, teeth).cube(0, 4, 6, 2, 22, 2).to(w-22, 2).cube(w-6, 2, w, 4, w, teeth).close()), crownYellow, 1.6, inkSoft)
		for _, band := range []float64{0.12, 0.88} {
			p.outline(at(box(w*band-8, 2, 16, teeth-2, 0)), trunk, 1.4, inkSoft)
		}
		p.outline(at(box(w/2-13, 5, 26, 20, 4)), lamp, 1.6, ink)
		p.fill(at(circle(w/2, 13, 3)), ink)
		p.fill(at(box(w/2-1.4, 14, 2.8, 6, 1)), ink)
	}
	drawLotSign(p, lot, x+29, y+teeth+24)
}

// drawLotSign draws the sign of a row around a point.
func drawLotSign(p *pen, lot uint8, cx, cy float64) {
	at := func(shape path) path { return shape.moved(cx, cy, 1, 0) }
	switch lot {
	case lotPalace:
		p.fill(at(from(-13, 13).to(-13, -4).to(-10, -4).to(-10, -12).to(-6.5, -12).to(-6.5, -9).to(-3, -9).to(-3, -4).to(3, -4).to(3, -9).to(6.5, -9).to(6.5, -12).to(10, -12).to(10, -4).to(13, -4).to(13, 13).close()), ink)
		p.fill(at(from(-4, 13).to(-4, 6).cube(-4, 1, 4, 1, 4, 6).to(4, 13).close()), pasture)
	case lotCapital:
		p.fill(at(polygon(point{-14, 0}, point{0, -13}, point{5.5, -8}, point{5.5, -12}, point{9, -12}, point{9, -4.7}, point{14, 0})), ink)
		p.fill(at(box(-10, -2, 20, 15, 1)), ink)
		p.fill(at(box(-3, 4, 6, 9, 0)), pasture)
	case lotResources:
		p.fill(at(from(-13, -2).cube(-13, -13, 13, -13, 13, -2).close()), ink)
		p.fill(at(box(-13, 0, 26, 13, 2)), ink)
		p.outline(at(box(-4, -4, 8, 9, 2)), pasture, 1.5, ink)
	}
}
