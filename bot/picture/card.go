package picture

import (
	"math"

	"windfall/games/adameva"
	"windfall/games/decktet"
)

// A state is how a card is set off from others.
type state uint8

// The states of a card.
const (
	plain  state = iota
	paying       // chosen to pay: a thick light frame with a tick
	dimmed       // not to be chosen now: greyed and barred
	gone         // out of the round: greyed and crossed out
	late         // came at the end of the round: with a tab at its upper edge
	aimed        // chosen to be controlled: a thick red frame with a target
)

// cardRim is the space around a card in its art, for its shadow and its frame.
const cardRim = 8

// putCard lays a card with its own corner, not that of its shadow, at a point.
func putCard(s surface, a art, x, y int) { s.put(a, x-cardRim, y-cardRim) }

// drawBlank draws a card's edge, shadow and empty face. inside says where the
// face is.
func drawBlank(p *pen, a art, st state, face paint) (x, y, w, h float64) {
	x, y, w, h = cardRim, cardRim, float64(a.w-2*cardRim), float64(a.h-2*cardRim)
	r := radius(w)
	p.glaze(box(x-1, y+1, w+2, h+3, r+1), ink, 0.18) // its shadow
	if frame := map[state]paint{paying: lamp, aimed: tongue}[st]; frame != none {
		p.fill(box(x-6, y-6, w+12, h+12, r+6), ink)
		p.fill(box(x-4.5, y-4.5, w+9, h+9, r+5), frame)
	}
	if st == late {
		p.outline(box(x+r*0.6, y-6, w*0.42, 20, 4), lamp, 1.6, ink)
	}
	p.fill(box(x-1, y-1, w+2, h+2, r+1), edge)
	p.fill(box(x, y, w, h, r), face)
	return x, y, w, h
}

func radius(w float64) float64 { return 5 + w/22 }

// drawState draws what marks a card's state on top of it.
func drawState(p *pen, st state, x, y, w, h float64) {
	r := 7 + w/20
	switch st {
	case paying:
		r = 9 + w/16
		drawTick(p, x+w-r*0.75, y+h-r*0.75, r)
	case aimed:
		r = 10 + w/16
		drawTarget(p, x+w-r*0.75, y+h-r*0.75, r)
	case dimmed:
		drawBar(p, x+w-r-4, y+h-r-4, r)
	case gone:
		cx, cy := x+w-r-4, y+h-r-4
		p.outline(circle(cx, cy, r), paper, r/5, ink)
		d := r * 0.42
		p.stroke(from(cx-d, cy-d).to(cx+d, cy+d).move(cx+d, cy-d).to(cx-d, cy+d), r/4, ink)
	}
}

// treeCardLook draws the card a of Adam & Eva in state b.
var treeCardLook = &look{name: "card", draw: func(p *pen, a art) { drawTreeCard(p, a, adameva.Card(a.a), state(a.b)) }}

// treeCard is a card of Adam & Eva, w by h pixels without its rim. From a width
// of 60 on its figures are 30 pixels high.
func treeCard(c adameva.Card, st state, w, h int) art {
	return art{look: treeCardLook, w: int16(w + 2*cardRim), h: int16(h + 2*cardRim), a: uint8(c), b: uint8(st)}
}

// bandShare is how much of a card's width the band with its value takes, in
// small cards, which lie over each other, and in large ones.
const (
	bandShare      = 0.5
	largeBandShare = 0.44
	largeCard      = 70 // wider ones are large
)

func drawTreeCard(p *pen, a art, c adameva.Card, st state) {
	face, band, figure := paper, joker, paper
	tree, coloured := c.Tree()
	switch {
	case coloured:
		band, figure = treePaint[tree], onTree[tree]
	case c == adameva.Serpent:
		band = snake
	}
	grey := st == dimmed || st == gone
	if grey {
		face, band, figure = paperDim, edge, ink
	}
	x, y, w, h := drawBlank(p, a, st, face)
	whole := box(x, y, w, h, radius(w))
	share, large := bandShare, w > largeCard
	if large {
		share = largeBandShare
	}
	bw := math.Round(w * share)
	p.clipped(whole, func(p *pen) {
		if c != adameva.Serpent {
			p.fill(box(x, y, bw, h, 0), band)
		}
	})
	em, mx := float64(emFigure), x+bw/2
	top := y + 6 + capHeight*em/2
	below := top + capHeight*em/2 + 5 + w*0.15
	rx, ry := x+bw+(w-bw)/2, y+h/2
	if large {
		em = w * 0.60
		top = y + h*0.08 + capHeight*em/2
		below = y + h*0.72
	}
	value := string(rune('0' + c.Value()))
	switch {
	case coloured:
		p.figure(value, mx, top, em, figure)
		p.fill(emblem(tree, mx, below, w*0.15), figure)
		sign := emblem(tree, rx, ry, (w-bw)*0.30)
		if large && !grey {
			r := (w - bw) * 0.39
			drawApple(p, tree, 0, rx, ry+r*0.2, r)
			p.fill(emblem(tree, rx, ry+r*0.3, r*0.42), onTree[tree])
		} else if grey {
			p.stroke(sign, 1.5, inkDim)
		} else {
			p.outline(sign, treePaint[tree], 1.2, treeDark[tree])
		}
	case c.Joker():
		p.figure(value, mx, top, em, figure)
		drawCap(p, mx, below, w*0.40, figure, figure, figure)
		if grey {
			drawCap(p, rx, ry, (w-bw)*0.86, inkDim, edge, inkDim)
		} else {
			drawCap(p, rx, ry, (w-bw)*0.86, joker, jokerLight, lamp)
		}
	default:
		drawSerpent(p, x+w*0.48, y+h*0.48, w*0.74, h*0.66)
		p.stroke(box(x+w*0.045, y+w*0.045, w*0.91, h-w*0.09, radius(w)*0.8), w*0.05, band)
	}
	drawState(p, st, x, y, w, h)
}

// backLook draws a card face down.
var backLook = &look{name: "back", draw: func(p *pen, a art) {
	x, y, w, h := drawBlank(p, a, plain, paper)
	in := w * 0.08
	inner := box(x+in, y+in, w-2*in, h-2*in, radius(w)*0.7)
	p.fill(inner, backDeep)
	if w < 40 {
		return
	}
	p.clipped(inner, func(p *pen) {
		for d := -h; d < w+h; d += w / 3.5 {
			p.stroke(from(x+d, y).to(x+d+h, y+h).move(x+d, y).to(x+d-h, y+h), w*0.025, backLine)
		}
	})
	r := w * 0.2
	p.fill(circle(x+w/2, y+h/2, r*1.5), backDeep)
	p.fill(appleBody.moved(x+w/2, y+h/2+r*0.12, r, 0), backLine)
	p.stroke(from(x+w/2, y+h/2-r*0.5).quad(x+w/2, y+h/2-r, x+w/2+r*0.2, y+h/2-r*1.2), r*0.18, backLine)
}}

// cardBack is a card face down.
func cardBack(w, h int) art {
	return art{look: backLook, w: int16(w + 2*cardRim), h: int16(h + 2*cardRim)}
}

// placeLook draws a place where a card may come to lie.
var placeLook = &look{name: "place", draw: func(p *pen, a art) {
	w, h := float64(a.w-2*cardRim), float64(a.h-2*cardRim)
	shape := box(cardRim, cardRim, w, h, radius(w))
	p.fill(shape, hollow)
	p.stroke(shape.dashed(7, 6), 2, inkSoft)
}}

// cardPlace is an empty place for a card.
func cardPlace(w, h int) art {
	return art{look: placeLook, w: int16(w + 2*cardRim), h: int16(h + 2*cardRim)}
}

// decktetLook draws the card a of the Decktet in state b.
var decktetLook = &look{name: "decktet card", draw: func(p *pen, a art) { drawDecktetCard(p, a, decktet.Card(a.a), state(a.b)) }}

// decktetCard is a card of the Decktet, w by h pixels without its rim: its rank
// on the left, its suits on the right, one below the other. An Ace is a 1 with a
// small A beside it, a Crown a 10 with a small crown. A personality has a second line within its edge and the mark
// of a person below its rank. It is made for widths of 80 to 160.
func decktetCard(c decktet.Card, st state, w, h int) art {
	return art{look: decktetLook, w: int16(w + 2*cardRim), h: int16(h + 2*cardRim), a: uint8(c), b: uint8(st)}
}

func drawDecktetCard(p *pen, a art, c decktet.Card, st state) {
	face, figure := paper, ink
	grey := st == dimmed || st == gone
	if grey {
		face, figure = paperDim, inkDim
	}
	x, y, w, h := drawBlank(p, a, st, face)
	left, right := x+w*0.29, math.Round(x+w*0.72)
	em := w * 0.56
	top := y + h*0.10 + capHeight*em/2
	switch c.Rank() {
	case 1:
		p.figure("1", left, top, em, figure)
		p.figure("A", x+w*0.81, top, w*0.27, figure)
	case 10: // two figures, which the crown's mark stands beside
		p.figure("10", x+w*0.36, top, w*0.5, figure)
		drawCrown(p, x+w*0.80, top+w*0.02, w*0.21, figure)
	default:
		p.figure(string(rune('0'+c.Rank())), left, top, em, figure)
	}
	// Whole pixels, for rows that repeat make small files.
	size := math.Round(w * 0.36)
	upper := math.Round(y + h*0.47 - size*0.61)
	lower := upper + math.Round(size*1.2)
	if c.Suits().Len() == 1 {
		drawSuit(p, c.Suits(), right, lower, size)
	} else {
		at := upper
		for s := range c.Suits().All() {
			drawSuit(p, s, right, at, size)
			at = lower
		}
	}
	if c.Personality() {
		ground, mark := personGround, personDark
		if grey {
			ground, mark = paperDim, inkDim
		}
		cy, r := y+h*0.70, w*0.21
		p.fill(circle(left, cy, r), ground)
		p.clipped(circle(left, cy, r), func(p *pen) { drawPerson(p, left, cy+r*0.25, r*1.7, mark) })
		p.stroke(circle(left, cy, r), w*0.025, mark)
		p.stroke(box(x+3.5, y+3.5, w-7, h-7, radius(w)-3), 1.8, mark)
	}
	drawState(p, st, x, y, w, h)
}

// noCards is the sign of a hand without cards on a strip: an empty place.
var noCards = art{look: &look{name: "no cards", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	p.stroke(box(2, 2, w-4, h-4, 4).dashed(6, 4), 2.4, backLine)
}}, w: 28, h: 38}
