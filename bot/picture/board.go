package picture

import (
	"fmt"
	"strconv"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// BoardWords are the words on the picture of a board, in the reader's language.
// They may be long or in any script: what does not fit is cut.
type BoardWords struct{ Palace, Capital, Resources, Deck, Controlled string }

// The places on the board: three rows of five cards on the left, the throne and
// the deck on the right, the people below.
const (
	boardCardW, boardCardH = 104, 116

	lotPad  = 10 // from a row's wall to its cards
	lotStep = boardCardW + 12
	lotHead = teeth + 45 // from a row's upper edge to its cards
	lotW    = 2*lotPad + 4*lotStep + boardCardW
	lotH    = lotHead + boardCardH + 11
	lotGap  = 7

	palaceTop    = margin - 2
	capitalTop   = palaceTop + lotH + lotGap
	resourcesTop = capitalTop + lotH + lotGap

	sideX   = margin + lotW + 6
	sideW   = width - margin - sideX
	sideMid = sideX + sideW/2

	tallyTop   = resourcesTop + lotH + 10
	peopleTop  = tallyTop + stripH + 6
	personH    = 74
	personStep = (inner + cellGap) / 11
	personW    = personStep - cellGap
	boardH     = peopleTop + personH + margin - 2
)

// palaceRoom is how many cards the palace holds; one more is the end.
const palaceRoom = 5

// rowRoom is how many cards lie in the capital and in the resources.
const rowRoom = 5

// emWord is the size of the words on the board: capitals are 21 pixels high.
const emWord = 29

// Board draws a game of Adaman, in progress or over: the three rows, how many
// cards the deck holds, which of the eleven personalities are controlled and
// the sum of their ranks, and at the end how the game ended and its score. The
// cards of chosen that lie in a row are marked: in the palace and the capital as
// the card to be controlled, in the resources as what pays for it.
func (p *Painter) Board(v *adaman.View, chosen decktet.Set, w BoardWords) ([]byte, error) {
	if err := checkBoard(v); err != nil {
		return nil, err
	}
	s := p.sheetOn(boardPanel)
	p.drawBoard(s, v, chosen, w)
	return s.finish()
}

func checkBoard(v *adaman.View) error {
	switch {
	case v == nil:
		return fmt.Errorf("%w: no view of a game", ErrView)
	case len(v.Palace) > palaceRoom+1 || len(v.Capital) > rowRoom || len(v.Resources) > rowRoom:
		return fmt.Errorf("%w: more cards in a row than the rules allow", ErrView)
	case v.Undealt < 0 || v.Undealt > decktet.Count:
		return fmt.Errorf("%w: %d cards in the deck", ErrView, v.Undealt)
	case v.Outcome.Result > adaman.GaveUp || v.Outcome.Score < 0 || v.Outcome.Score > decktet.Full.Ranks():
		return fmt.Errorf("%w: an end that no game has", ErrView)
	}
	for _, row := range [][]decktet.Card{v.Palace, v.Capital, v.Resources} {
		for _, c := range row {
			if !c.Valid() {
				return fmt.Errorf("%w: card %d", ErrView, c)
			}
		}
	}
	return nil
}

func (p *Painter) drawBoard(s surface, v *adaman.View, chosen decktet.Set, w BoardWords) {
	s.put(throneArt(v.Outcome.Result), sideX, palaceTop+4)
	p.drawRow(s, w.Palace, v.Palace, chosen, aimed, palaceTop)
	p.drawRow(s, w.Capital, v.Capital, chosen, aimed, capitalTop)
	p.drawRow(s, w.Resources, v.Resources, chosen, paying, resourcesTop)
	p.drawDeck(s, w.Deck, v.Undealt)
	people := v.Controlled & decktet.Personalities
	p.drawTally(s, w.Controlled, people, v.Outcome)
	table := decktet.Of(v.Palace...) | decktet.Of(v.Capital...)
	i := 0
	for c := range decktet.Personalities.All() {
		cell := personCell(c, inDeck)
		switch {
		case people.Has(c):
			cell.b = controlled
		case table.Has(c):
			cell.b = onTable
		}
		s.put(cell, margin+i*personStep, peopleTop)
		i++
	}
}

// boardPanel is the ground of every board.
var boardPanel = panel{w: width, h: boardH, draw: lotsLook}

// lotsLook draws what is on the ground of every board: the three rows.
var lotsLook = &look{name: "board", draw: func(p *pen, a art) {
	for lot, y := range []float64{palaceTop, capitalTop, resourcesTop} {
		drawLot(p, uint8(lot), margin, y, lotW, lotH)
	}
}}

// drawRow lays the cards of a row with its upper edge at y, those chosen with a
// mark. The sixth card of the palace lies beyond it, where it brings the end.
func (p *Painter) drawRow(s surface, word string, cards []decktet.Card, chosen decktet.Set, mark state, y int) {
	p.write(s, word, margin+56, y+teeth+34, emWord, ink, atLeft, lotW-56-lotPad)
	for i := range max(len(cards), palaceRoom) {
		x := margin + lotPad + i*lotStep
		if i == palaceRoom {
			x = sideMid - boardCardW/2
		}
		if i >= len(cards) {
			putCard(s, cardPlace(boardCardW, boardCardH), x, y+lotHead)
			continue
		}
		st := plain
		if chosen.Has(cards[i]) {
			st = mark
		}
		putCard(s, decktetCard(cards[i], st, boardCardW, boardCardH), x, y+lotHead)
	}
}

// drawDeck lays the deck beside the resources.
func (p *Painter) drawDeck(s surface, word string, left int) {
	// Higher than the words of the rows, so that letters that reach below the line
	// are whole above the pile.
	p.write(s, word, sideMid, resourcesTop+teeth+26, emWord, ink, atMiddle, sideW-4)
	x, y := sideMid-pileW/2, resourcesTop+lotHead+boardCardH-pileH
	if left == 0 {
		putCard(s, cardPlace(pileW, pileH), x, y)
	} else {
		putCard(s, pileArt(left, pileW, pileH), x-pileLean/3, y-pileLean)
	}
	middle(s, art{look: countLook, w: 70, h: 50}, sideMid, y+pileH-22)
	p.number(s, strconv.Itoa(left), sideMid, y+pileH-23, emFigure, paper)
}

const pileW, pileH = 94, 112

// countLook draws the ground of a number on the deck.
var countLook = &look{name: "count", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	p.glaze(box(2, 4, w-4, h-5, 12), ink, 0.3)
	p.outline(box(2, 2, w-4, h-6, 12), board, 2, paper)
}}

// drawTally lays the strip that says how many people are controlled and the sum
// of their ranks, and at the end the score.
func (p *Painter) drawTally(s surface, word string, people decktet.Set, end adaman.Outcome) {
	strip := art{look: stripLook, w: inner, h: stripH}
	if end.Result == adaman.Won {
		strip.a = 2
	}
	s.put(strip, margin, tallyTop)
	mid := tallyTop + stripH/2 - 1
	count, room := width-margin-196, 410
	if end.Result != 0 {
		count, room = 382, 236
		middle(s, endArt(end.Result, 42), width-margin-126, mid)
		p.write(s, strconv.Itoa(end.Score), width-margin-16, mid+16, emFigure, paper, atRight, 90)
	}
	middle(s, personArt(0), margin+30, mid)
	p.write(s, word, margin+60, mid+11, emWord+1, paper, atLeft, room)
	p.number(s, fmt.Sprintf("%d/%d", people.Len(), decktet.Personalities.Len()), count, mid, 34, paper)
	p.write(s, "\u03a3", count+72, mid+13, 34, lamp, atLeft, 40) // the sum
	p.write(s, strconv.Itoa(people.Ranks()), count+104, mid+13, 34, paper, atLeft, 74)
}

// crownLook draws the sign of Adaman on a strip.
var crownLook = &look{name: "crown", draw: func(p *pen, a art) {
	drawCrown(p, float64(a.w)/2, float64(a.h)/2+1, float64(a.w)*0.8, lamp)
}}
