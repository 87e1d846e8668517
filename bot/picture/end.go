package picture

import (
	"fmt"
	"strconv"

	"windfall/games"
	"windfall/games/adameva"
)

// The places in the picture of a game's end: a strip and a board for each side.
const (
	endStripH = 66
	endCellsH = 76
	endBoardH = endStripH + 8 + endCellsH
	endGap    = 16
)

// End draws the end of a game: both boards with the bonuses for complete fours,
// the points, and the winner, who is above and has a laurel. In a draw the two
// are joined by a sign instead. A resignation is a white flag and time that ran
// out an hourglass, with the rounds that were finished.
func (p *Painter) End(v *adameva.View, names [2]string) ([]byte, error) {
	switch {
	case v == nil || v.Outcome == nil:
		return nil, fmt.Errorf("%w: the game goes on", ErrView)
	case v.Outcome.Winner != games.Spectator && !seated(v.Outcome.Winner):
		return nil, fmt.Errorf("%w: a seat that is none", ErrView)
	}
	foot := endFoot(v)
	s := p.sheet(width, 2*margin+2*(endBoardH+foot)+endGap)
	p.drawEnd(s, v, names, foot)
	return s.finish()
}

func (p *Painter) drawEnd(s surface, v *adameva.View, names [2]string, foot int) {
	o := v.Outcome
	known := tally{boards: v.Boards, lost: v.Lost, over: true}
	order := [2]games.Seat{1, 0}
	if o.Winner == 0 {
		order = [2]games.Seat{0, 1}
	}
	aside := 0 // for points of three digits
	if max(o.Points[0], o.Points[1]) >= 100 {
		aside = 26
	}
	for i, seat := range order {
		y := margin + i*(endBoardH+foot+endGap)
		a := art{look: stripLook, w: inner, h: endStripH}
		if seat == o.Winner {
			a.a = 2
		}
		s.put(a, margin, y)
		mid := y + endStripH/2 - 1
		if seat == o.Winner {
			middle(s, signArt(signLaurel, 54), margin+38, mid)
		}
		room := 520 - aside
		if sign, stopped := stops[o.Reason]; stopped && seat != o.Winner {
			middle(s, signArt(sign, 42), 470, mid)
			middle(s, pipsArt(len(v.Finished)), 536, mid)
			room = 350
		}
		p.name(s, names[seat], seat, margin+76, mid, room)
		middle(s, signArt(signApple, 44), 652-aside, mid-1)
		p.write(s, strconv.Itoa(o.Points[seat]), width-margin-18, mid+20, emPoints, paper, atRight, 130)
		p.drawWorth(s, v, seat, y+endStripH+8)
		drawTaken(s, &known, seat, y+endStripH+8, endCells)
	}
	if o.Winner == games.Spectator {
		middle(s, signArt(signEqual, 58), width/2, margin+endBoardH+(foot+endGap)/2)
	}
}

// endFoot is the room below a board for what it is worth, if anything is.
func endFoot(v *adameva.View) int {
	decided := v.Outcome.Reason == adameva.ByLowApples || v.Outcome.Reason == adameva.ByDraw
	if decided || v.Boards[0].Bonus() > 0 || v.Boards[1].Bonus() > 0 {
		return 40
	}
	return 0
}

// stops are the signs for a game that was not played to its end.
var stops = map[adameva.Reason]uint8{adameva.ByResigning: signFlag, adameva.ByTime: signTime}

// drawWorth lays below a board what complete fours bring, and, if that decided
// the game, how many low apples there are.
func (p *Painter) drawWorth(s surface, v *adameva.View, seat games.Seat, y int) {
	below := y + endCellsH
	if reason := v.Outcome.Reason; reason == adameva.ByLowApples || reason == adameva.ByDraw {
		x, w := margin, 3*cellPitch-cellGap
		s.put(art{look: bracketLook, w: int16(w), h: 40}, x, below+1)
		p.number(s, strconv.Itoa(v.Boards[seat].Low())+" \u00d7", x+w/2-16, below+21, emScale, ink)
		middle(s, art{look: lowLook, w: 30, h: 32}, x+w/2+28, below+20)
	}
	for value := 1; value <= 8; value++ {
		if v.Boards[seat].Count(value) < 4 {
			continue
		}
		cx := margin + (value-1)*cellPitch + (cellPitch-cellGap)/2
		middle(s, art{look: bonusLook, w: 76, h: 44}, cx, below+14)
		p.number(s, "+"+strconv.Itoa(adameva.BonusFor(value)), cx, below+18, emScale, ink)
	}
}

// bonusLook draws the tag of a bonus, which hangs from a board's cell.
var bonusLook = &look{name: "bonus", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	p.outline(box(2, 2, w-4, h-4, 12), lamp, 2, ink)
}}

// bracketLook draws a bracket below the low values, with room for a number.
var bracketLook = &look{name: "bracket", draw: func(p *pen, a art) {
	w := float64(a.w)
	p.stroke(from(6, 4).quad(6, 20, 22, 20).to(w/2-55, 20), 3, inkSoft)
	p.stroke(from(w-6, 4).quad(w-6, 20, w-22, 20).to(w/2+55, 20), 3, inkSoft)
	p.outline(box(w/2-55, 2, 110, 36, 12), paper, 2, inkSoft)
}}

// lowLook draws an apple without a colour: any of the low ones.
var lowLook = &look{name: "any apple", draw: func(p *pen, a art) { drawPlainApple(p, float64(a.w)/2, float64(a.h)/2, float64(a.h)/2-1, ink) }}
