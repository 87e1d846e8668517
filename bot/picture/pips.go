package picture

import (
	"fmt"

	"windfall/games/adameva"
)

// This file draws which round it is.

// pipsLook draws four pips, of which a are filled, on a strip or, if b is 1, on
// the panel.
var pipsLook = &look{name: "pips", draw: func(p *pen, a art) {
	full, empty := paper, backLine
	if a.b == 1 {
		full, empty = inkSoft, inkSoft
	}
	for i := range adameva.Rounds {
		cx, cy, r := float64(a.h)*(float64(i)+0.5), float64(a.h)/2, float64(a.h)*0.36
		if i < int(a.a) {
			p.fill(circle(cx, cy, r), full)
		} else {
			p.stroke(circle(cx, cy, r-1.2), 2.2, empty)
		}
	}
}}

// pipsArt is the rounds of a game, of which some have been played.
func pipsArt(filled int) art { return art{look: pipsLook, w: 64, h: 16, a: uint8(filled)} }

// drawRoundNumber writes on the panel which round of how many it is.
func (p *Painter) drawRoundNumber(s surface, round, cx, cy int) {
	p.number(s, fmt.Sprintf("%d/%d", round, adameva.Rounds), cx-34, cy, emWord, inkSoft)
	middle(s, art{look: pipsLook, w: 56, h: 14, a: uint8(round), b: 1}, cx+26, cy)
}
