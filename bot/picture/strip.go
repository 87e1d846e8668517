package picture

import (
	"strconv"

	"windfall/games"
)

// This file draws the strip with a player's name.

const stripH = 54

// stripLook draws an empty strip; if a is 1, that of the one to move: with a
// light frame and a pointer at its beginning; if a is 2, that of the winner.
var stripLook = &look{name: "strip", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	p.glaze(box(1, 3, w-2, h-3, 15), ink, 0.16)
	if a.a == 1 {
		p.fill(box(0, 0, w, h-1, 16), ink)
		p.fill(box(2, 2, w-4, h-5, 15), lamp)
		p.fill(box(6, 6, w-12, h-13, 11), board)
		p.outline(from(17, h/2-16).to(43, h/2-0.5).to(17, h/2+15).close(), lamp, 1.5, ink)
		return
	}
	p.fill(box(1, 1, w-2, h-3, 15), board)
	if a.a == 2 {
		p.stroke(box(5, 5, w-10, h-11, 12), 2.5, lamp)
	}
}}

// A strip is what a player's strip says.
type strip struct {
	name   string
	seat   games.Seat
	turn   bool
	opener bool
	cards  int // in hand, face down
	points int
}

// Where the signs on a strip are.
const (
	openerX = 490
	handX   = 604 // the end of the cards in hand
	handN   = 636 // their number
)

// drawStrip lays a strip with its upper edge at y.
func (p *Painter) drawStrip(s surface, t strip, y int) {
	a := art{look: stripLook, w: inner, h: stripH}
	if t.turn {
		a.a = 1
	}
	s.put(a, margin, y)
	mid := y + stripH/2 - 1
	room := 440
	if t.opener {
		room = 392
		middle(s, signArt(signOpener, 40), openerX, mid)
	}
	p.name(s, t.name, t.seat, margin+54, mid, room)
	if t.cards > 0 {
		for i := range min(t.cards, 8) {
			putCard(s, cardBack(24, 34), handX-(min(t.cards, 8)-i)*12, mid-17)
		}
		p.number(s, strconv.Itoa(t.cards), handN, mid, 36, paper)
	}
	p.score(s, t.points, mid)
}

// score writes a player's points at the end of a strip.
func (p *Painter) score(s surface, points, mid int) {
	middle(s, signArt(signApple, 34), 674, mid-1)
	p.write(s, strconv.Itoa(points), width-margin-14, mid+16, emFigure, paper, atRight, 120)
}

// name writes the name of a seat's player on a strip. A name of which nothing
// can be drawn is the seat's mark.
func (p *Painter) name(s surface, name string, seat games.Seat, x, mid, width int) {
	if !p.alphabet.says(name) {
		middle(s, personArt(seat), x+20, mid)
		return
	}
	p.write(s, name, x, mid+13, emName, paper, atLeft, width)
}

// personLook draws a person on a strip: the mark of seat a. They differ in their
// shape, one round and dark, the other light with corners, for the names of both
// players may be in a script that cannot be drawn.
var personLook = &look{name: "person", draw: func(p *pen, a art) {
	c := float64(a.w) / 2
	ground, person, shape := boardRim, paper, circle(c, c, c-1)
	if a.a == 1 {
		ground, person, shape = paper, board, polygon(point{c, 0}, point{2 * c, c}, point{c, 2 * c}, point{0, c})
		p.fill(shape, ground)
		drawPerson(p, c, c-1, c*0.86, person)
		return
	}
	p.fill(shape, ground)
	p.clipped(shape, func(p *pen) { drawPerson(p, c, c+5, 30, person) })
}}

func personArt(seat games.Seat) art { return art{look: personLook, w: 40, h: 40, a: uint8(seat)} }
