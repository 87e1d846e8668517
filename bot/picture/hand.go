package picture

import (
	"fmt"

	"windfall/games/adameva"
)

// The cards of a hand.
const (
	handW, handH = 98, 142
	handPitch    = (inner-handW)/6 - 1
	handHeight   = handH + 2*(margin+8)
)

// handPanel is the ground of every hand.
var handPanel = panel{w: width, h: handHeight}

// Hand draws the viewer's own hand, in deck order. A card that may not be chosen
// now is barred. A card set aside lies apart, at the right end, in a frame.
func (p *Painter) Hand(v *adameva.View) ([]byte, error) {
	if err := checkHand(v); err != nil {
		return nil, err
	}
	s := p.sheetOn(handPanel)
	drawHand(s, v, 0)
	return s.finish()
}

func checkHand(v *adameva.View) error {
	switch {
	case v == nil || !seated(v.Viewer):
		return fmt.Errorf("%w: the hand of somebody without a seat", ErrView)
	case len(v.Hand)+v.Aside.Len() > 7:
		return fmt.Errorf("%w: %d cards in hand", ErrView, len(v.Hand)+v.Aside.Len())
	}
	for _, c := range v.Hand {
		if c >= adameva.DeckSize {
			return fmt.Errorf("%w: card %d", ErrView, c)
		}
	}
	return nil
}

// drawHand lays a hand in a box of handHeight with its upper edge at top.
func drawHand(s surface, v *adameva.View, top int) {
	hand := adameva.CardsOf(v.Hand...)
	barred := adameva.Cards(0)
	if choosing := v.Phase == adameva.Offering || v.Phase == adameva.SettingAside; choosing && len(v.Moves) > 0 {
		barred = hand
		for _, m := range v.Moves {
			barred = barred.Without(m.Card)
		}
	}
	y := top + margin + 8
	n := hand.Len()
	x := margin + 8 + (inner-16-(n-1)*handPitch-handW)/2
	if v.Aside != 0 {
		x = margin + 8
	}
	for c := range hand.All() {
		st := plain
		if barred.Has(c) {
			st = dimmed
		}
		putCard(s, treeCard(c, st, handW, handH), x, y)
		x += handPitch
	}
	if n == 0 && v.Aside == 0 {
		putCard(s, cardPlace(handW, handH), width/2-handW/2, y)
	}
	for c := range v.Aside.All() {
		right := width - margin - 8 - handW
		middle(s, art{look: asideLook, w: handW + 24, h: handHeight - 12}, right+handW/2, top+handHeight/2)
		putCard(s, treeCard(c, plain, handW, handH), right, y)
	}
}

// asideLook draws the frame around a card that was set aside.
var asideLook = &look{name: "aside", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := box(2, 2, w-4, h-4, 16)
	p.fill(shape, hollow)
	p.stroke(shape.dashed(9, 7), 2.5, inkSoft)
}}
