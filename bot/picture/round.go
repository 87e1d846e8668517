package picture

import (
	"fmt"
	"strconv"

	"windfall/games"
	"windfall/games/adameva"
)

// The places in the picture of a finished round: like the table, with the
// apples on the sides of those who took them instead of the boards.
const (
	roundFanTop    = margin + stripH + 14
	roundWonTop    = roundFanTop + fanH + 4
	roundTreeTop   = roundWonTop + wonH + 6
	roundTreeH     = 124
	roundWonBottom = roundTreeTop + roundTreeH + 4
	roundFanBottom = roundWonBottom + wonH + 8
	roundStrip     = roundFanBottom + fanH + 14
	roundH         = roundStrip + stripH + margin
	wonH           = 84
)

var roundPanel = panel{w: width, h: roundH, draw: &look{name: "round", draw: func(p *pen, a art) {
	drawHill(p, roundTreeTop+roundTreeH)
}}}

// Round draws a finished round: all cards below the trees with their sums, and
// each apple on the side of the one who took it. A card with a tab came with the
// rest that the finisher's rival took; apples that nobody took are crossed out.
func (p *Painter) Round(r *adameva.RoundResult, names [2]string) ([]byte, error) {
	switch {
	case r == nil || r.Round < 1 || r.Round > adameva.Rounds || !seated(r.Opener) || !seated(r.Finisher):
		return nil, fmt.Errorf("%w: a round that was not played", ErrView)
	}
	if err := checkApples(&r.Apples); err != nil {
		return nil, err
	}
	s := p.sheetOn(roundPanel)
	p.drawRound(s, r, names)
	return s.finish()
}

func (p *Painter) drawRound(s surface, r *adameva.RoundResult, names [2]string) {
	won := [2]int{}
	for _, tree := range adameva.Trees {
		x := columnX(tree)
		sides := [2]adameva.Cards{r.Sides[0][tree], r.Sides[1][tree]}
		s.put(treeArt(tree, columnW-24, roundTreeH), x+10, roundTreeTop-2)
		for seat := range games.Seat(2) {
			y := roundFanBottom
			if seat == 1 {
				y = roundFanTop
			}
			drawFan(s, fan{cards: sides[seat], late: r.Rest}, x+2, y, columnW-4, seat == 1)
		}
		p.drawSums(s, sides, x, roundTreeTop, roundTreeH)
		result := &r.Trees[tree]
		takers := [2]games.Seat{result.Low, result.High}
		for i, seat := range takers {
			value := r.Apples[tree][i]
			ax := x + 43 // alone in its row
			if takers[0] == takers[1] {
				ax = x + 4 + i*78
			}
			switch seat {
			case 0:
				won[0] += value
				s.put(appleArt(tree, value, 66), ax, roundWonBottom)
			case 1:
				won[1] += value
				s.put(appleArt(tree, value, 66), ax, roundWonTop)
			default:
				s.put(lostApple(tree, value, 66), ax, roundTreeTop+16)
			}
		}
	}
	drawFan(s, fan{cards: r.Gone, state: gone}, laneX+2, roundTreeTop+(roundTreeH-fanH)/2+rowStep/2, laneW-4, false)
	for seat := range games.Seat(2) {
		y := roundStrip
		if seat == 1 {
			y = margin
		}
		s.put(art{look: stripLook, w: inner, h: stripH}, margin, y)
		mid := y + stripH/2 - 1
		p.name(s, names[seat], margin+22, mid, 350)
		if r.Opener == seat {
			middle(s, signArt(signOpener, 40), 414, mid)
			middle(s, pipsArt(r.Round), 474, mid)
		}
		if r.Finisher == seat {
			middle(s, signArt(signDone, 40), 560, mid)
		}
		middle(s, signArt(signApple, 36), 670, mid-1)
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
