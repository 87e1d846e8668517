package picture

import (
	"windfall/games"
	"windfall/games/adameva"
)

// This file draws the boards of the apples taken, and a cell of them for each
// value.

const (
	cellsH  = 50
	cellGap = 4
)

// The standing of an apple, as one side sees it.
const (
	unseen uint8 = iota // on nobody's board yet
	taken               // on this side's board
	away                // on the other side's
	lost                // out of the game
)

// spotLook draws the emblem of colour a on a board, as b stands.
var spotLook = &look{name: "spot", draw: func(p *pen, a art) {
	c, t := float64(a.w)/2, adameva.Tree(a.a)
	switch a.b {
	case taken:
		p.outline(emblem(t, c, c, c*0.76), treePaint[t], c*0.14, treeDark[t])
	case unseen:
		p.fill(emblem(t, c, c, c*0.3), rail)
	case lost:
		r := c * 0.42
		p.stroke(from(c-r, c-r).to(c+r, c+r).move(c+r, c-r).to(c-r, c+r), c*0.2, inkSoft)
	}
}}

func spotArt(tree adameva.Tree, standing uint8, size int) art {
	return art{look: spotLook, w: int16(size), h: int16(size), a: uint8(tree), b: standing}
}

// What all four apples of a value are for a side.
const (
	possible uint8 = iota
	complete
	impossible
)

// cellLook draws a board's cell for the value a; b says what all four are.
var cellLook = &look{name: "cell", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := box(1, 1, w-2, h-2, 9)
	figure := ink
	switch a.b {
	case complete:
		p.fill(shape, paper)
		p.stroke(box(2.5, 2.5, w-5, h-5, 8), 5, ink)
		p.stroke(box(3, 3, w-6, h-6, 8), 3, lamp)
	case impossible:
		p.fill(shape, rail)
		p.fill(box(2, 2, w-4, h-4, 8), meadow)
		figure = inkSoft
	default:
		p.fill(shape, rail)
		p.fill(box(2, 2, w-4, h-4, 8), pasture)
	}
	p.figure(string(rune('0'+a.a)), w*0.23, h/2, emFigure, figure)
}}

func cellArt(value int, four uint8, h int) art {
	return art{look: cellLook, w: cellPitch - cellGap, h: int16(h), a: uint8(value), b: four}
}

// A tally is what is known of every apple.
type tally struct {
	boards [2]adameva.Board
	lost   adameva.Board
	over   bool // nobody takes an apple any more
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
	}
	return unseen
}

// four returns what all four apples of a value are for a seat.
func (t *tally) four(seat games.Seat, value int) uint8 {
	switch {
	case t.boards[seat].Count(value) == 4:
		return complete
	case t.over || t.boards[seat.Other()].Count(value) > 0 || t.lost.Count(value) > 0:
		return impossible
	}
	return possible
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

// drawTaken lays a seat's board of apples with its upper edge at y: for each
// value the four colours, each in its own corner. Where all four are still to be
// had, dots stand for those that are missing.
func drawTaken(s surface, t *tally, seat games.Seat, y int, as cells) {
	for value := 1; value <= 8; value++ {
		x := margin + (value-1)*cellPitch
		four := t.four(seat, value)
		s.put(cellArt(value, four, as.h), x, y)
		for _, tree := range adameva.Trees {
			standing := t.of(seat, tree, value)
			if standing == away || standing == unseen && four != possible {
				continue
			}
			s.put(spotArt(tree, standing, as.spot), x+as.left+int(tree%2)*as.spot, y+as.top+int(tree/2)*as.spot)
		}
	}
}
