package picture

import (
	"fmt"
	"strconv"

	"windfall/games"
	"windfall/games/adameva"
)

// wonH is the height of the apples that somebody took.
const wonH = 84

// roundPlaces are the places in the picture of a finished round: like the table,
// with the apples on the sides of those who took them instead of the boards. A
// side below no tree of which lie more than four cards needs less room.
type roundPlaces struct {
	fan, won, strip [2]int // by seat, upper edges
	tree            int
	h               int
}

const roundTreeH = 124

func placesOf(r *adameva.RoundResult) (at roundPlaces) {
	room := [2]int{cardH, cardH}
	for seat, sides := range r.Sides {
		for _, cards := range sides {
			if cards.Len() > inRow {
				room[seat] = fanH
			}
		}
	}
	at.strip[1] = margin
	at.fan[1] = at.strip[1] + stripH + 18
	at.won[1] = at.fan[1] + room[1] + 4
	at.tree = at.won[1] + wonH + 6
	at.won[0] = at.tree + roundTreeH + 4
	at.fan[0] = at.won[0] + wonH + 10
	at.strip[0] = at.fan[0] + room[0] + 18
	at.h = at.strip[0] + stripH + margin
	if room[1] == cardH {
		at.fan[1] -= rowStep // a single row lies at the lower edge of its box
	}
	return at
}

// roundLook draws the ground of a finished round: a hill for the trees, further
// down if a is 1.
var roundLook = &look{name: "round", draw: func(p *pen, a art) {
	foot := margin + stripH + 18 + cardH + 4 + wonH + 6 + roundTreeH
	if a.a == 1 {
		foot += rowStep
	}
	drawHill(p, float64(foot))
}}

func (at *roundPlaces) panel() panel {
	g := panel{w: width, h: at.h, draw: roundLook}
	if at.won[1]-at.strip[1] > stripH+18+cardH+4 {
		g.a = 1
	}
	return g
}

// Round draws a finished round: all cards below the trees with their sums, and
// each apple on the side of the one who took it. The finisher has no cards left;
// a card with a tab came with the rest that the finisher's rival took. Apples that
// nobody took are crossed out.
func (p *Painter) Round(r *adameva.RoundResult, names [2]string) ([]byte, error) {
	switch {
	case r == nil || r.Round < 1 || r.Round > adameva.Rounds || !seated(r.Opener) || !seated(r.Finisher):
		return nil, fmt.Errorf("%w: a round that was not played", ErrView)
	}
	if err := checkApples(&r.Apples); err != nil {
		return nil, err
	}
	at := placesOf(r)
	s := p.sheetOn(at.panel())
	p.drawRound(s, r, names, at)
	return s.finish()
}

func (p *Painter) drawRound(s surface, r *adameva.RoundResult, names [2]string, at roundPlaces) {
	won := [2]int{}
	for _, tree := range adameva.Trees {
		x := columnX(tree)
		sides := [2]adameva.Cards{r.Sides[0][tree], r.Sides[1][tree]}
		s.put(treeArt(tree, columnW-24, roundTreeH), x+10, at.tree-2)
		for seat := range games.Seat(2) {
			drawFan(s, fan{cards: sides[seat], late: r.Rest, decides: deciding(sides, seat)}, x+2, at.fan[seat], columnW-4, seat == 1)
		}
		p.drawSums(s, sides, x, at.tree, roundTreeH)
		if tied(sides) {
			middle(s, signArt(signEqual, 26), x+32, at.tree+59)
		}
		result := &r.Trees[tree]
		takers := [2]games.Seat{result.Low, result.High}
		for i, seat := range takers {
			value := r.Apples[tree][i]
			ax := x + 43 // alone in its row
			if takers[0] == takers[1] {
				ax = x + 4 + i*78
			}
			if !seated(seat) {
				s.put(lostApple(tree, value, appleW), ax, at.tree+16)
				continue
			}
			won[seat] += value
			s.put(appleArt(tree, value, appleW), ax, at.won[seat])
		}
	}
	drawFan(s, fan{cards: r.Gone, state: gone, signed: true, sign: signGrave}, laneX+2, at.tree+(roundTreeH-fanH)/2+rowStep/2, laneW-4, false)
	p.drawRoundNumber(s, r.Round, midX, at.won[1]+wonH/2)
	for seat := range games.Seat(2) {
		y := at.strip[seat]
		s.put(art{look: stripLook, w: inner, h: stripH}, margin, y)
		mid := y + stripH/2 - 1
		room := 480
		if r.Opener == seat {
			room = 424
			middle(s, signArt(signOpener, 40), openerX, mid)
		}
		p.name(s, names[seat], seat, margin+22, mid, room)
		if r.Finisher == seat { // whose hand is empty
			middle(s, noCards, handX-24, mid)
			p.number(s, "0", handX+14, mid, 36, paper)
		}
		middle(s, signArt(signApple, 34), 652, mid-1)
		p.write(s, "+"+strconv.Itoa(won[seat]), width-margin-16, mid+16, emFigure, paper, atRight, 120)
	}
}

// lostLook draws the apple of tree a worth b that nobody took.
var lostLook = &look{name: "lost apple", draw: func(p *pen, a art) {
	appleLook.draw(p, a)
	r := float64(a.w)/2 - 4
	cx, cy, d := float64(a.w)/2+r*0.66, float64(a.h)-4-r*0.4, r*0.16
	p.outline(circle(cx, cy, r*0.36), paper, 2, ink)
	p.stroke(from(cx-d, cy-d).to(cx+d, cy+d).move(cx+d, cy-d).to(cx-d, cy+d), 3.5, ink)
}}

func lostApple(t adameva.Tree, value, width int) art {
	a := appleArt(t, value, width)
	a.look = lostLook
	return a
}
