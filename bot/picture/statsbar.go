package picture

import "math"

// This file draws the bars and lines of the charts. A bar is laid from pieces
// of a few sizes, so that there are not more arts the more different heights
// have been drawn.

// The kinds of marks: a full bar, a hatched bar, a diamond.
const (
	keyWon uint8 = iota
	keyLost
	keyDrawn
)

// barWidths are the widths that bars have.
var barWidths = []int{44, 34, 26, 18, 12}

// barWidth returns how wide bars are that have a room each.
func barWidth(room int) int {
	for _, w := range barWidths {
		if w <= room-3 {
			return w
		}
	}
	return barWidths[len(barWidths)-1]
}

// drawnSize is the size of a diamond among bars that have a room each.
func drawnSize(room int) int16 { return int16(min(barWidth(room)+6, 32)) }

const (
	hatch    = 12        // from one line of a hatching to the next
	barPiece = 2 * hatch // the largest piece of a bar
	barCap   = 6         // the round end
)

// drawBarUp lays a bar from a foot up to its end; if it is capped, it ends
// round.
func drawBarUp(s surface, key uint8, mid, foot, end, w int, capped bool) {
	x := mid - w/2
	if capped {
		s.put(art{look: capLook, w: int16(w), h: barCap, a: key}, x, end)
		end += barCap
	}
	drawBarBody(s, key, x, end, foot, w)
}

// drawBarDown lays a bar from a line down to its round end.
func drawBarDown(s surface, key uint8, mid, from, end, w int) {
	x := mid - w/2
	s.put(art{look: capLook, w: int16(w), h: barCap, a: key, b: 1}, x, end-barCap)
	drawBarBody(s, key, x, from, end-barCap, w)
}

func drawBarBody(s surface, key uint8, x, top, bottom, w int) {
	for bottom > top {
		h := min(bottom-top, barPiece)
		bottom -= h
		s.put(art{look: barLook, w: int16(w), h: int16(h), a: key}, x, bottom)
	}
}

// barPaint are the filling of a kind of bar, and its lines.
var (
	barPaint = [2]paint{green, paper}
	barLine  = [2]paint{greenDark, redDark}
)

// barLook draws a piece of a bar of kind a.
var barLook = &look{name: "bar", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	drawFilling(p, a.a, box(0, 0, w, h, 0), w, h)
	p.fill(box(0, 0, 2, h, 0), barLine[a.a])
	p.fill(box(w-2, 0, 2, h, 0), barLine[a.a])
}}

// capLook draws the end of a bar of kind a, the lower end if b is 1.
var capLook = &look{name: "end of a bar", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := func(d float64) path {
		p := box(d, d, w-2*d, 2*h, 6-d)
		if a.b == 1 {
			p = box(d, -h-d, w-2*d, 2*h, 6-d)
		}
		return p
	}
	p.fill(shape(0), barLine[a.a])
	drawFilling(p, a.a, shape(2), w, h)
}}

// drawFilling fills a shape in the way of a kind of bar; the hatching is the
// same for each height, counted from below.
func drawFilling(p *pen, key uint8, shape path, w, h float64) {
	p.fill(shape, barPaint[key])
	if key != keyLost {
		return
	}
	p.clipped(shape, func(p *pen) {
		for y := h + math.Ceil(w/hatch)*hatch; y > -hatch; y -= hatch {
			p.stroke(from(-4, y+4).to(w+4, y-w-4), 4, tongue)
		}
	})
}

// keyLook draws the mark of kind a as the legend shows it.
var keyLook = &look{name: "key", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	if a.a == keyDrawn {
		p.outline(polygon(point{w / 2, 2}, point{w - 2, h / 2}, point{w / 2, h - 2}, point{2, h / 2}), lamp, math.Max(1.6, w/14), ink)
		return
	}
	p.fill(box(1, 1, w-2, h-2, 6), barLine[a.a])
	drawFilling(p, a.a, box(3, 3, w-6, h-6, 4), w, h)
}}

// gridLook draws a line across a plot.
var gridLook = &look{name: "grid", draw: func(p *pen, a art) {
	p.fill(box(0, 1, float64(a.w), 2, 0), rail)
}}

// baseLook draws the line that columns stand on.
var baseLook = &look{name: "base", draw: func(p *pen, a art) {
	p.fill(box(0, 1, float64(a.w), 3, 1.5), ink)
}}

// timeLook draws the line between above and below, an arrow in the direction of
// time.
var timeLook = &look{name: "time", draw: func(p *pen, a art) {
	w, mid := float64(a.w), float64(a.h)/2
	p.fill(box(0, mid-1.5, w-8, 3, 1.5), ink)
	p.fill(polygon(point{w - 14, mid - 8}, point{w - 1, mid}, point{w - 14, mid + 8}), ink)
}}
