package picture

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"windfall/games"
	"windfall/games/adameva"
)

// ErrView is wrapped by every error about a view that no game gives, or not for
// this picture.
var ErrView = errors.New("nothing to draw a picture of")

// The places on the table, from above: a strip, a board, cards, trees, cards, a
// board, a strip. Seat 1 is above. The columns of the trees leave a lane in the
// middle.
const (
	columnW = 160
	laneW   = inner - 4*columnW
	laneX   = margin + 2*columnW
	midX    = width / 2

	cardW, cardH = 62, 88
	appleW       = 66
	rowStep      = 66 // from one row of cards to the next
	fanH         = cardH + rowStep

	stripTop    = margin
	cellsTop    = stripTop + stripH + 6
	fanTop      = cellsTop + cellsH + 12
	treeTop     = fanTop + fanH + 12
	treeH       = 176
	fanBottom   = treeTop + treeH + 14
	cellsBottom = fanBottom + fanH + 12
	stripBottom = cellsBottom + cellsH + 6
	tableH      = stripBottom + stripH + margin
)

// tablePanel is the ground of tables.
var tablePanel = panel{w: width, h: tableH, draw: &look{name: "table", draw: func(p *pen, _ art) {
	drawHill(p, treeTop+treeH)
	drawGrass(p, 0)
}}}

// seatH is how much higher a table with a hand is.
const seatH = handHeight - margin

// seatPanels are the grounds of tables with the hand of whoever sits there, by
// seat: that of seat 1 is above.
var seatPanels = [2]panel{
	{w: width, h: tableH + seatH, draw: tablePanel.draw},
	{w: width, h: tableH + seatH, draw: &look{name: "table below a hand", draw: func(p *pen, _ art) {
		drawHill(p, seatH+treeTop+treeH)
		drawGrass(p, seatH)
	}}},
}

// A lowered surface has everything further down.
type lowered struct {
	surface
	by int
}

func (l lowered) put(a art, x, y int) { l.surface.put(a, x, y+l.by) }

func (l lowered) letter(r rune, em int, c paint, x, y int) int {
	return l.surface.letter(r, em, c, x, y+l.by)
}

// columnX is the left edge of a tree's column.
func columnX(t adameva.Tree) int {
	x := margin + int(t)*columnW
	if t >= adameva.Green {
		x += laneW
	}
	return x
}

// fanY is the upper edge of where a seat's cards lie.
func fanY(seat games.Seat) int {
	if seat == 1 {
		return fanTop
	}
	return fanBottom
}

// Table draws the table as a view shows it: the trees with their apples, what
// lies on both sides with its sums, the card on offer and whose turn it is, the
// round, the apples taken before. The sum that is ahead is dark; equal sums have
// a sign, and the card that decides them a pointer. What lies apart says by a sign
// whether it is still in somebody's hand or out of the round. The view may be
// anybody's and of any phase but Over; if it is that of a seat, its hand lies face
// up on that seat's side of the table.
func (p *Painter) Table(v *adameva.View, names [2]string) ([]byte, error) {
	if err := checkTable(v); err != nil {
		return nil, err
	}
	if !seated(v.Viewer) {
		s := p.sheetOn(tablePanel)
		p.drawTable(s, v, names)
		return s.finish()
	}
	if err := checkHand(v); err != nil {
		return nil, err
	}
	s := p.sheetOn(seatPanels[v.Viewer])
	p.drawSeat(s, v, names)
	return s.finish()
}

// drawSeat lays out the table with the viewer's hand on their side of it.
func (p *Painter) drawSeat(s surface, v *adameva.View, names [2]string) {
	if v.Viewer == 1 {
		drawHand(s, v, 0)
		p.drawTable(lowered{s, seatH}, v, names)
		return
	}
	p.drawTable(s, v, names)
	drawHand(s, v, tableH-margin)
}

func checkTable(v *adameva.View) error {
	switch {
	case v == nil || v.Phase >= adameva.Over:
		return fmt.Errorf("%w: no round is being played", ErrView)
	case !seated(v.ToMove) || !seated(v.Opener) || v.Phase == adameva.Answering && !seated(v.Offerer):
		return fmt.Errorf("%w: a seat that is none", ErrView)
	case v.Round < 1 || v.Round > adameva.Rounds || v.Card >= adameva.DeckSize:
		return fmt.Errorf("%w: a round or a card that is none", ErrView)
	}
	for _, n := range v.HandSizes {
		if n < 0 || n > 7 {
			return fmt.Errorf("%w: a hand of %d cards", ErrView, n)
		}
	}
	return checkApples(&v.Apples)
}

func checkApples(apples *[4][2]int) error {
	for _, pair := range apples {
		for _, value := range pair {
			if value < 1 || value > 8 {
				return fmt.Errorf("%w: an apple worth %d", ErrView, value)
			}
		}
	}
	return nil
}

func seated(seat games.Seat) bool { return seat == 0 || seat == 1 }

func (p *Painter) drawTable(s surface, v *adameva.View, names [2]string) {
	known := tally{boards: v.Boards, lost: v.Lost}
	for seat := range games.Seat(2) {
		t := strip{
			name: names[seat], seat: seat, turn: v.ToMove == seat, opener: v.Opener == seat,
			cards: v.HandSizes[seat], points: v.Boards[seat].Points(),
		}
		stripY, cellsY := stripBottom, cellsBottom
		if seat == 1 {
			stripY, cellsY = stripTop, cellsTop
		}
		p.drawStrip(s, t, stripY)
		drawTaken(s, &known, seat, cellsY, tableCells)
	}
	for _, tree := range adameva.Trees {
		x := columnX(tree)
		s.put(treeArt(tree, columnW-8, treeH), x+2, treeTop-2)
		for i, value := range v.Apples[tree] {
			s.put(appleArt(tree, value, appleW), x+4+i*78, treeTop+40)
		}
		sides := [2]adameva.Cards{v.Sides[0][tree], v.Sides[1][tree]}
		for seat := range games.Seat(2) {
			place := v.Phase == adameva.Placing && seat == v.ToMove
			prey := v.Phase == adameva.Biting && seat != v.ToMove && sides[seat] != 0
			drawFan(s, fan{cards: sides[seat], place: place, prey: prey, decides: deciding(sides, seat)}, x+2, fanY(seat), columnW-4, seat == 1)
		}
		p.drawSums(s, sides, x, treeTop, treeH)
		if tied(sides) { // at each sum, for there is no room between them
			middle(s, signArt(signEqual, 26), x+72, treeTop+16)
			middle(s, signArt(signEqual, 26), x+72, treeTop+treeH-22)
		}
	}
	p.drawLane(s, v)
}

// drawSums lays the sums of a tree's two sides beside its crown and its trunk, of
// which that of the side which is ahead is set off; the tree is h high.
func (p *Painter) drawSums(s surface, sides [2]adameva.Cards, x, y, h int) {
	ahead := adameva.Judge(sides).High
	for seat := range games.Seat(2) {
		if sides[seat] == 0 {
			continue
		}
		c := ink
		if seat == ahead {
			c = paper
		}
		by := y + h - 42
		if seat == 1 {
			by = y - 4
		}
		s.put(badgeArt(seat == ahead), x, by)
		p.number(s, strconv.Itoa(sides[seat].Sum()), x+32, by+20, emSum, c)
	}
}

// tied reports whether the sums of two sides are equal, so that a card decides.
func tied(sides [2]adameva.Cards) bool {
	rule := adameva.Judge(sides).Rule
	return rule == adameva.LowerHighest || rule == adameva.HigherPlain
}

// deciding returns the card that puts a seat ahead where the sums are equal: its
// highest, or its highest with a colour.
func deciding(sides [2]adameva.Cards, seat games.Seat) (decides adameva.Cards) {
	judged := adameva.Judge(sides)
	if !tied(sides) || judged.High != seat {
		return 0
	}
	most := 0
	for c := range sides[seat].All() {
		if judged.Rule == adameva.HigherPlain && c.Joker() || c.Value() < most {
			continue
		}
		decides, most = adameva.CardsOf(c), c.Value()
	}
	return decides
}

// badgeLook draws the ground of a sum; a is 1 for the side that is ahead.
var badgeLook = &look{name: "badge", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := box(2, 2, w-4, h-5, 12)
	p.glaze(shape.moved(0, 1.5, 1, 0), ink, 0.2)
	if a.a == 1 {
		p.outline(shape, ink, 1.6, ink)
		return
	}
	p.outline(shape, paper, 1.6, inkSoft)
}}

func badgeArt(ahead bool) art {
	a := art{look: badgeLook, w: 64, h: 42}
	if ahead {
		a.a = 1
	}
	return a
}

// inRow is how many cards of a fan lie in one row at most.
const inRow = 4

// A fan is cards that lie together so that each one's value shows.
type fan struct {
	cards adameva.Cards
	late  adameva.Cards // those of them that came at the end of the round
	state state
	place bool // one more could be put there
	prey  bool // the serpent may take one of them

	decides adameva.Cards // the one of them that decides equal sums
	sign    uint8         // what the cards are, if signed
	signed  bool
}

// drawFan lays a fan in a box of a width. Up to four cards lie in a row, more in
// two. If it hangs, a single row is at the lower edge of the box.
func drawFan(s surface, f fan, x, y, w int, hangs bool) {
	n := f.cards.Len()
	total := n
	if f.place {
		total++
	}
	if total == 0 {
		return
	}
	rows, first := 1, total
	if total > inRow {
		rows, first = 2, (total+1)/2
	}
	if rows == 1 && hangs {
		y += rowStep
	}
	pitch := cardW + 4
	if first > 1 {
		pitch = min(pitch, (w-cardW)/(first-1))
	}
	left := x + (w-cardW-pitch*(first-1))/2
	at := func(i int) (int, int) {
		return left + i%first*pitch, y + i/first*rowStep
	}
	if f.prey {
		h := cardH + (rows-1)*rowStep
		s.put(art{look: preyLook, w: int16(cardW + pitch*(first-1) + 14), h: int16(h + 14)}, left-7, y-7)
	}
	if f.place && rows == 1 {
		px, py := at(n)
		putCard(s, cardPlace(cardW, cardH), px, py)
	}
	i := 0
	for c := range f.cards.All() {
		cx, cy := at(i)
		st := f.state
		if f.late.Has(c) {
			st = late
		}
		putCard(s, treeCard(c, st, cardW, cardH), cx, cy)
		i++
	}
	if f.place && rows == 2 {
		px, py := at(n)
		putCard(s, cardPlace(cardW, cardH), px, py)
	}
	i = 0
	for c := range f.cards.All() {
		if f.decides.Has(c) {
			cx, cy := at(i)
			middle(s, art{look: decidesLook, w: 30, h: 22}, cx+cardW/4, cy-5)
		}
		i++
	}
	if f.signed {
		cx, cy := at(first - 1)
		if f.state != gone { // whose cards have a mark of their own below
			cy += cardH - 14
		}
		middle(s, signArt(f.sign, 38), cx+cardW-15, cy)
	}
}

// decidesLook draws the mark of a card that decides equal sums: a pointer to it.
var decidesLook = &look{name: "decides", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	p.outline(from(3, 3).to(w-3, 3).to(w/2, h-3).close(), lamp, 2, ink)
}}

// preyLook draws the frame around cards that the serpent may take.
var preyLook = &look{name: "prey", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := box(2, 2, w-4, h-4, 10)
	p.fill(shape, snakeLight)
	p.stroke(shape.dashed(10, 6), 3, snakeDark)
}}

// arrowLook draws an arrow; a is 1 if it points down.
var arrowLook = &look{name: "arrow", draw: func(p *pen, a art) {
	w, h := float64(a.w), float64(a.h)
	shape := from(w/2, 3).to(w-4, h*0.58).to(w*0.66, h*0.58).to(w*0.66, h-3).to(w*0.34, h-3).to(w*0.34, h*0.58).to(4, h*0.58).close()
	if a.a == 1 {
		shape = shape.moved(w, h, 1, math.Pi)
	}
	p.stroke(shape, 5, ink)
	p.outline(shape, lamp, 1.5, lamp)
}}

// arrow points up or down with its middle at a point.
func arrow(s surface, down bool, cx, cy int) {
	a := art{look: arrowLook, w: 60, h: 36}
	if down {
		a.a = 1
	}
	middle(s, a, cx, cy)
}

// The card in the middle of the table.
const (
	offerW, offerH = 98, 142
	offerX         = midX - offerW/2
	offerY         = treeTop + (treeH-offerH)/2
)

// drawLane draws what lies between the trees: the card it is about and where it
// may go, and what lies apart.
func (p *Painter) drawLane(s surface, v *adameva.View) {
	// An arrow points from the middle to a seat, or from there to the middle; at
	// the other end of the card there is room for the number of the round.
	beside := func(seat games.Seat, down bool) {
		near, far := offerY-20, offerY+offerH+17
		if seat == 0 {
			near, far = offerY+offerH+20, offerY-17
		}
		arrow(s, down, midX, near)
		p.drawRoundNumber(s, v.Round, midX, far)
	}
	toward := func(seat games.Seat) { beside(seat, seat == 0) }
	away := func(seat games.Seat) { beside(seat, seat == 1) }
	switch v.Phase {
	case adameva.Offering:
		putCard(s, cardPlace(offerW, offerH), offerX, offerY)
		away(v.ToMove)
	case adameva.Answering:
		putCard(s, treeCard(v.Card, plain, offerW, offerH), offerX, offerY)
		toward(v.ToMove)
	case adameva.Placing:
		putCard(s, treeCard(v.Card, plain, offerW, offerH), offerX, offerY)
		toward(v.ToMove)
	case adameva.Biting:
		putCard(s, treeCard(adameva.Serpent, plain, offerW, offerH), offerX, offerY)
		toward(v.ToMove.Other())
	case adameva.SettingAside:
		putCard(s, cardBack(offerW, offerH), offerX, offerY)
		away(v.ToMove)
	}
	apart := games.Seat(1) // whose part of the lane the bitten card lies in
	for _, e := range v.Log {
		if e.Kind == adameva.Bitten {
			apart = e.Seat.Other()
		}
	}
	if v.Unlaid != 0 && seated(v.Finisher) {
		hand := v.Unlaid
		if v.Phase == adameva.Placing {
			hand = hand.Without(v.Card)
		} else if v.Phase == adameva.Biting {
			hand = hand.Without(adameva.Serpent)
		}
		rival := v.Finisher.Other()
		drawFan(s, fan{cards: hand, state: late, signed: true, sign: signHand}, laneX+2, laneFan(rival), laneW-4, rival == 0)
		apart = v.Finisher
	}
	drawFan(s, fan{cards: v.Gone, state: gone, signed: true, sign: signGrave}, laneX+2, laneFan(apart), laneW-4, apart == 0)
}

// laneFan is the upper edge of cards that lie apart in the lane, at its ends.
func laneFan(seat games.Seat) int {
	if seat == 1 {
		return fanTop - 2
	}
	return fanBottom + 2
}
