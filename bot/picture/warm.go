package picture

import (
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/decktet"
)

// Warm draws ahead what most pictures are made of: the cards in the sizes and
// states that come up often, apples, trees, the grounds, figures and letters. It
// takes about half a second of one core, returns when all is drawn, and changes no
// picture. Whoever starts a bot calls it before the bot connects, so that the
// first players do not wait; what several goroutines ask for meanwhile is drawn
// once.
func (p *Painter) Warm() {
	p.match.ready()
	for _, g := range []panel{tablePanel, seatPanels[0], seatPanels[1], boardPanel, handPanel} {
		p.ground(g)
	}
	w := warmth{p}
	for c := adameva.Card(0); c < adameva.DeckSize; c++ {
		for _, st := range []state{plain, late} {
			w.put(treeCard(c, st, cardW, cardH), 0, 0)
		}
		w.put(treeCard(c, plain, handW, handH), 0, 0) // the size of the card on offer as well
	}
	for c := range decktet.Full.All() {
		for _, st := range []state{plain, paying, aimed} {
			w.put(decktetCard(c, st, boardCardW, boardCardH), 0, 0)
		}
	}
	for _, tree := range adameva.Trees {
		for value := 1; value <= 8; value++ {
			w.put(appleArt(tree, value, appleW), 0, 0)
		}
	}
	for _, em := range []int{emName, emSum, emFigure, emScale, emWord} {
		for r := ' '; r <= '~'; r++ {
			w.letter(r, em, paper, 0, 0)
		}
	}

	w.put(treeCard(adameva.Serpent, gone, cardW, cardH), 0, 0)
	for ahead := range uint8(2) {
		w.put(badgeArt(ahead == 1), 0, 0)
	}

	// What else there is comes up in some table or board of the first positions.
	v := adameva.View{HandSizes: [2]int{6, 6}}
	for tree := range v.Apples {
		v.Apples[tree] = [2]int{1, 2}
	}
	for v.ToMove = range games.Seat(2) {
		v.Opener = v.ToMove
		for v.Phase = range adameva.Over {
			v.Round = 1 + int(v.Phase)%adameva.Rounds
			p.drawTable(w, &v, [2]string{})
		}
	}
	for _, as := range []cells{tableCells, endCells} {
		for value := 1; value <= 8; value++ {
			for four := range impossible + 1 {
				w.put(cellArt(value, four, as.h), 0, 0)
			}
		}
		for _, tree := range adameva.Trees {
			for standing := range lost + 1 {
				w.put(spotArt(tree, standing, as.spot), 0, 0)
			}
		}
	}
	for left := range decktet.Count {
		p.drawBoard(w, &adaman.View{Undealt: left}, 0, BoardWords{})
	}
	for result := range adaman.GaveUp {
		p.drawBoard(w, &adaman.View{Outcome: adaman.Outcome{Result: result + 1}}, 0, BoardWords{})
	}
	for c := range decktet.Personalities.All() {
		for standing := range controlled + 1 {
			w.put(personCell(c, standing), 0, 0)
		}
	}
}

// warmth is a surface that has all drawn that is laid on it, and shows nothing.
type warmth struct{ p *Painter }

func (w warmth) put(a art, _, _ int) { w.p.sprite(a) }

func (w warmth) letter(r rune, em int, _ paint, _, _ int) int {
	return w.p.alphabet.glyph(r, em).advance
}
