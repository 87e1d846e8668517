package picture

import (
	"math"
	"strconv"

	"windfall/games"
	"windfall/games/adameva"
)

// This file draws what belongs to a player: the strip with the name, and the
// board of the apples taken.

const (
	margin  = 14
	width   = 800              // of every picture
	inner   = width - 2*margin // between the margins
	stripH  = 54
	cellsH  = 50
	cellGap = 4
)

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

// signLook draws the signs on a strip, told apart by a.
var signLook = &look{name: "sign", draw: func(p *pen, a art) {
	cx, cy, r := float64(a.w)/2, float64(a.h)/2, float64(a.h)/2-1
	u := r / 20
	at := func(shape path) path { return shape.moved(cx, cy, u, 0) }
	switch a.a {
	case signOpener: // a sprout on a disc
		p.fill(circle(cx, cy, r), paper)
		p.stroke(at(from(0, 13).quad(-1, 4, 0, -3)), 3*u, leafDark)
		p.outline(at(from(0, 0).cube(-1, -10, -8, -13, -15, -11).cube(-14, -3, -9, 2, 0, 0).close()), leaf, 1, leafDark)
		p.outline(at(from(0, -3).cube(1, -12, 8, -15, 14, -14).cube(14, -6, 9, -1, 0, -3).close()), leaf, 1, leafDark)
		p.stroke(at(from(-9, 14).to(9, 14)), 3*u, trunk)
	case signFlag:
		p.stroke(at(from(-11, 18).to(-11, -17)), 4*u, paper)
		p.fill(at(from(-9, -17).cube(-2, -22, 4, -10, 16, -15).to(16, 3).cube(4, 8, -2, -4, -9, 1).close()), paper)
	case signTime:
		p.fill(at(from(-13, -18).to(13, -18).cube(13, -6, 3, -4, 3, 0).cube(3, 4, 13, 6, 13, 18).to(-13, 18).cube(-13, 6, -3, 4, -3, 0).cube(-3, -4, -13, -6, -13, -18).close()), paper)
		p.fill(at(from(-7, -9).to(7, -9).quad(4, -4, 0, -2).quad(-4, -4, -7, -9).close()), board)
		p.stroke(at(from(-15, -18).to(15, -18).move(-15, 18).to(15, 18)), 4*u, paper)
		p.fill(at(from(-9, 15).quad(0, 6, 9, 15).close()), lamp)
	case signLaurel:
		for side := -1.0; side <= 1; side += 2 {
			p.stroke(at(arc(0, -1, 15, 15, math.Pi/2-side*0.25, math.Pi/2-side*2.5)), 2*u, lamp)
			for i := range 5 {
				angle := math.Pi/2 - side*(0.55+0.48*float64(i))
				q := point{15 * math.Cos(angle), -1 + 15*math.Sin(angle)}
				for turn := -1.0; turn <= 1; turn += 2 {
					blade := from(0, 0).quad(4, -3.2, 9, 0).quad(4, 3.2, 0, 0).close()
					p.fill(at(blade.moved(q.x, q.y, 0.9, angle-side*(math.Pi/2-turn*0.75))), lamp)
				}
			}
		}
	case signApple:
		p.fill(at(appleBody.moved(0, 3, 14, 0)), paper)
		p.stroke(at(from(0, -8).quad(0, -13, 3, -17)), 3*u, paper)
		p.fill(at(from(2, -11).cube(5, -18, 12, -18, 16, -14).cube(12, -9, 6, -8, 2, -11).close()), paper)
	case signDone:
		p.stroke(circle(cx, cy, r-2), 3, paper)
		p.stroke(at(from(-8, 1).to(-2, 8).to(9, -7)), 4.5*u, paper)
	case signEqual:
		p.fill(circle(cx, cy, r), board)
		p.fill(at(box(-11, -8, 22, 6, 2)), paper)
		p.fill(at(box(-11, 2, 22, 6, 2)), paper)
	}
}}

// The signs.
const (
	signOpener uint8 = iota
	signFlag
	signTime
	signLaurel
	signApple
	signEqual
	signDone
)

func signArt(kind uint8, size int) art {
	return art{look: signLook, w: int16(size), h: int16(size), a: kind}
}

// pipsLook draws four pips, of which a are filled.
var pipsLook = &look{name: "pips", draw: func(p *pen, a art) {
	for i := range adameva.Rounds {
		cx, cy, r := float64(a.h)*(float64(i)+0.5), float64(a.h)/2, float64(a.h)*0.36
		if i < int(a.a) {
			p.fill(circle(cx, cy, r), paper)
		} else {
			p.stroke(circle(cx, cy, r-1.2), 2.2, backLine)
		}
	}
}}

func pipsArt(filled int) art { return art{look: pipsLook, w: 64, h: 16, a: uint8(filled)} }

// A strip is what a player's strip says.
type strip struct {
	name   string
	turn   bool
	opener int // the round the player opened, or 0
	cards  int // in hand, face down
	points int
}

// drawStrip lays a strip with its upper edge at y.
func (p *Painter) drawStrip(s surface, t strip, y int) {
	a := art{look: stripLook, w: inner, h: stripH}
	if t.turn {
		a.a = 1
	}
	s.put(a, margin, y)
	mid := y + stripH/2 - 1
	room := 440
	if t.opener > 0 {
		room = 318
		middle(s, signArt(signOpener, 40), 414, mid)
		middle(s, pipsArt(t.opener), 474, mid)
	}
	p.name(s, t.name, margin+54, mid, room)
	if t.cards > 0 {
		for i := range min(t.cards, 8) {
			putCard(s, cardBack(24, 34), 604-(min(t.cards, 8)-i)*12, mid-17)
		}
		p.number(s, strconv.Itoa(t.cards), 636, mid, 36, paper)
	}
	p.score(s, t.points, mid)
}

// score writes a player's points at the end of a strip.
func (p *Painter) score(s surface, points, mid int) {
	middle(s, signArt(signApple, 34), 674, mid-1)
	p.write(s, strconv.Itoa(points), width-margin-14, mid+16, emFigure, paper, atRight, 120)
}

// name writes a player's name on a strip. A name of which nothing can be drawn
// is a person's mark.
func (p *Painter) name(s surface, name string, x, mid, width int) {
	if !p.alphabet.says(name) {
		middle(s, art{look: personLook, w: 40, h: 40}, x+20, mid)
		return
	}
	p.write(s, name, x, mid+13, emName, paper, atLeft, width)
}

// personLook draws a person on a strip.
var personLook = &look{name: "person", draw: func(p *pen, a art) {
	c := float64(a.w) / 2
	p.fill(circle(c, c, c-1), boardRim)
	p.clipped(circle(c, c, c-1), func(p *pen) { drawPerson(p, c, c+5, 30, paper) })
}}

// The standing of an apple, as one side sees it.
const (
	unseen  uint8 = iota // in no round yet
	hanging              // on a tree in this round
	taken                // on this side's board
	away                 // on the other side's
	lost                 // out of the game
)

// spotLook draws the emblem of colour a on a board, as b stands.
var spotLook = &look{name: "spot", draw: func(p *pen, a art) {
	c, t := float64(a.w)/2, adameva.Tree(a.a)
	shape := emblem(t, c, c, c*0.76)
	switch a.b {
	case taken:
		p.outline(shape, treePaint[t], c*0.14, treeDark[t])
	case hanging:
		p.outline(shape, paper, c*0.2, inkSoft)
	case unseen:
		p.fill(emblem(t, c, c, c*0.3), rail)
	case lost:
		r := c * 0.42
		p.stroke(from(c-r, c-r).to(c+r, c+r).move(c+r, c-r).to(c-r, c+r), c*0.2, inkSoft)
	}
}}

// cellLook draws a board's cell for the value a; b says whether it is complete
// (1) or can no longer be (2).
var cellLook = &look{name: "cell", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := box(1, 1, w-2, h-2, 9)
	figure := ink
	switch a.b {
	case 1:
		p.fill(shape, paper)
		p.stroke(box(2.5, 2.5, w-5, h-5, 8), 5, ink)
		p.stroke(box(3, 3, w-6, h-6, 8), 3, lamp)
	case 2:
		p.fill(shape, rail)
		p.fill(box(2, 2, w-4, h-4, 8), meadow)
		figure = inkSoft
	default:
		p.fill(shape, rail)
		p.fill(box(2, 2, w-4, h-4, 8), pasture)
	}
	p.figure(string(rune('0'+a.a)), w*0.23, h/2, emFigure, figure)
}}

// A tally is what is known of every apple.
type tally struct {
	boards [2]adameva.Board
	lost   adameva.Board
	apples [4][2]int // on the trees now
}

// of returns how an apple stands for a seat.
func (t *tally) of(seat games.Seat, tree adameva.Tree, value int) uint8 {
	switch {
	case t.boards[seat][tree].Has(value):
		return taken
	case t.boards[seat.Other()][tree].Has(value):
		return away
	case t.lost[tree].Has(value):
		return lost
	case t.apples[tree][0] == value || t.apples[tree][1] == value:
		return hanging
	}
	return unseen
}

// cellPitch is from one cell of a board to the next.
const cellPitch = (inner + cellGap) / 8

// cells is how large a board is drawn.
type cells struct {
	h, spot   int // of a cell and of an emblem in it
	left, top int // of the emblems in the cell
}

var (
	tableCells = cells{h: cellsH, spot: 22, left: 43, top: 3}
	endCells   = cells{h: endCellsH, spot: 26, left: 37, top: 12}
)

// drawBoard lays a seat's board with its upper edge at y: for each value the
// four colours, each in its own corner.
func drawBoard(s surface, t *tally, seat games.Seat, y int, as cells) {
	for value := 1; value <= 8; value++ {
		x := margin + (value-1)*cellPitch
		cell := art{look: cellLook, w: cellPitch - cellGap, h: int16(as.h), a: uint8(value)}
		switch {
		case t.boards[seat].Count(value) == 4:
			cell.b = 1
		case t.boards[seat.Other()].Count(value) > 0 || t.lost.Count(value) > 0:
			cell.b = 2
		}
		s.put(cell, x, y)
		for _, tree := range adameva.Trees {
			spot := art{look: spotLook, w: int16(as.spot), h: int16(as.spot), a: uint8(tree), b: t.of(seat, tree, value)}
			if spot.b != away {
				s.put(spot, x+as.left+int(tree%2)*as.spot, y+as.top+int(tree/2)*as.spot)
			}
		}
	}
}
