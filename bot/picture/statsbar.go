package picture

import "math"

// This file draws the bars and lines of the charts. A bar is laid from pieces
// of a few sizes, so that there are not more arts the more different heights
// have been drawn.

// The kinds of marks: a full bar, a hatched bar, a diamond; a line with a dot,
// and the band around it.
const (
	keyWon uint8 = iota
	keyLost
	keyDrawn
	keyPoints
	keyWithin
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
	shortest = 7         // the least height of a bar, so that it can be seen
)

// The pieces of a bar.
const (
	barMiddle uint8 = iota
	barTop          // ends round above
	barBottom       // ends round below
)

// drawBarUp lays a bar from a foot up to its end; if it is the topmost there, it
// ends round.
func drawBarUp(s surface, key uint8, mid, foot, end, w int, topmost bool) {
	x := mid - w/2
	for foot > end {
		h, piece := min(foot-end, barPiece), barMiddle
		if foot-end <= barPiece+shortest { // the end is large enough to be round
			h, piece = foot-end, barTop
		}
		if !topmost {
			piece = barMiddle
		}
		foot -= h
		s.put(art{look: barLook, w: int16(w), h: int16(h), a: key, b: piece}, x, foot)
	}
}

// drawBarDown lays a bar from a line down to its round end.
func drawBarDown(s surface, key uint8, mid, line, end, w int) {
	x := mid - w/2
	for line < end {
		h, piece := barPiece, barMiddle
		if end-line <= barPiece+shortest {
			h, piece = end-line, barBottom
		}
		s.put(art{look: barLook, w: int16(w), h: int16(h), a: key, b: piece}, x, line)
		line += h
	}
}

// barPaint are the filling of a kind of bar, and its lines.
var (
	barPaint = [2]paint{green, paper}
	barLine  = [2]paint{greenDark, redDark}
)

// barLook draws the piece b of a bar of kind a. Its hatching goes on from the
// piece before it: below it, or above it for the lower end.
var barLook = &look{name: "bar", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	const out = 20
	whole := func(d, r float64) path {
		switch a.b {
		case barTop:
			return box(d, d, w-2*d, h+out, r)
		case barBottom:
			return box(d, -out, w-2*d, h+out-d, r)
		}
		return box(d, -out, w-2*d, h+2*out, 0)
	}
	foot := h
	if a.b == barBottom {
		foot = 0
	}
	p.clipped(box(0, 0, w, h, 0), func(p *pen) {
		p.fill(whole(0, 6), barLine[a.a])
		p.clipped(whole(2, 4), func(p *pen) { drawFilling(p, a.a, w, h, foot) })
	})
}}

// drawFilling fills a box in the way of a kind of bar; a line of the hatching
// begins at foot.
func drawFilling(p *pen, key uint8, w, h, foot float64) {
	p.fill(box(0, 0, w, h, 0), barPaint[key])
	if key != keyLost {
		return
	}
	for y := foot + 6*hatch; y > foot-6*hatch; y -= hatch {
		p.stroke(from(-4, y+4).to(w+4, y-w-4), 4, tongue)
	}
}

// keyLook draws the mark of kind a as the legend shows it.
var keyLook = &look{name: "key", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	switch a.a {
	case keyPoints:
		p.stroke(from(0, h*0.7).to(w/2, h/2).to(w, h*0.3), 2*curveR, curvePaint)
		p.fill(circle(w/2, h/2, dotR), curvePaint)
		return
	case keyWithin:
		p.fill(box(0, 2, w, h-4, 0), bandPaint)
		p.fill(box(0, 1, w, 3, 0), bandEdge)
		p.fill(box(0, h-4, w, 3, 0), bandEdge)
		return
	case keyDrawn:
		p.outline(polygon(point{w / 2, 2}, point{w - 2, h / 2}, point{w / 2, h - 2}, point{2, h / 2}), lamp, math.Max(1.6, w/14), ink)
		return
	}
	p.fill(box(1, 1, w-2, h-2, 6), barLine[a.a])
	p.clipped(box(3, 3, w-6, h-6, 4), func(p *pen) { drawFilling(p, a.a, w, h, h) })
}}

const givenUpW, givenUpH = 22, 26

// givenUpLook draws the flag of a game that was given up.
var givenUpLook = &look{name: "given up", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	p.fill(box(1, 1, 3, h-2, 1.5), ink)
	p.outline(from(4, 2).cube(w*0.45, -1, w*0.6, 6, w-1.5, 3).to(w-1.5, h*0.52).cube(w*0.6, h*0.64, w*0.45, h*0.4, 4, h*0.54).close(), paper, 1.8, ink)
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
