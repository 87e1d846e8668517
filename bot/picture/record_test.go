package picture

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/decktet"
)

// A mark is an art that was put somewhere; x and y are the middle of it.
type mark struct {
	art
	x, y int
}

// A saying is letters that were written side by side.
type saying struct {
	text        string
	left, right int
	y           int // the base line
	em          int
}

func (s saying) mid() int { return (s.left + s.right) / 2 }

// record is a surface that notes what a picture consists of.
type record struct {
	a     *alphabet
	marks []mark
	said  []saying
}

func (r *record) put(a art, x, y int) {
	r.marks = append(r.marks, mark{a, x + int(a.w)/2, y + int(a.h)/2})
}

func (r *record) letter(c rune, em int, _ paint, x, y int) int {
	advance := r.a.glyph(c, em).advance
	if n := len(r.said) - 1; n >= 0 && r.said[n].right == x && r.said[n].y == y && r.said[n].em == em {
		r.said[n].text += string(c)
		r.said[n].right += advance
	} else {
		r.said = append(r.said, saying{string(c), x, x + advance, y, em})
	}
	return advance
}

// within returns the marks of a look whose middle is in a box.
func (r *record) within(l *look, x0, y0, x1, y1 int) (found []mark) {
	for _, m := range r.marks {
		if m.look == l && m.x >= x0 && m.x < x1 && m.y >= y0 && m.y < y1 {
			found = append(found, m)
		}
	}
	return found
}

// texts returns what is written in a box, from left to right.
func (r *record) texts(x0, y0, x1, y1 int) []string {
	var found []saying
	for _, s := range r.said {
		if s.mid() >= x0 && s.mid() < x1 && s.y >= y0 && s.y < y1 {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(a, b saying) int { return a.left - b.left })
	texts := []string{}
	for _, s := range found {
		texts = append(texts, s.text)
	}
	return texts
}

// A claim compares what a picture shows with what its view says.
type claim struct {
	t    testing.TB
	what string
}

func (c claim) equal(about string, got, want any) {
	c.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		c.t.Fatalf("%s: %s: %v, want %v", c.what, about, got, want)
	}
}

// cardsIn are the cards of Adam & Eva that lie in a box, and the states they
// are drawn in.
func (r *record) cardsIn(x0, y0, x1, y1 int) (cards adameva.Cards, states map[adameva.Card]state) {
	states = map[adameva.Card]state{}
	for _, m := range r.within(treeCardLook, x0, y0, x1, y1) {
		cards = cards.With(adameva.Card(m.a))
		states[adameva.Card(m.a)] = state(m.b)
	}
	return cards, states
}

// strange is the first card whose state is not the one wanted.
func strange(states map[adameva.Card]state, want func(adameva.Card) state) string {
	for c, st := range states {
		if st != want(c) {
			return fmt.Sprintf("%v is in state %d, want %d", c, st, want(c))
		}
	}
	return ""
}

// boardOf are the apples on a board that are drawn as taken, and as lost.
func (r *record) boardOf(y int, as cells) (own, gone adameva.Board) {
	for _, m := range r.within(spotLook, 0, y, width, y+as.h) {
		value := 1 + (m.x-margin)/cellPitch
		switch m.b {
		case taken:
			own[m.a] |= 1 << value
		case lost:
			gone[m.a] |= 1 << value
		}
	}
	return own, gone
}

// asValues is a board by the values it holds, which does not depend on how a set
// keeps them.
func asValues(b adameva.Board) (list [4][9]bool) {
	for tree, values := range b {
		for v := range values.All() {
			list[tree][v] = true
		}
	}
	return list
}

// A table says the numbers of its view and shows each card and each apple where
// it is.
func TestTablesSayWhatTheirViewsSay(t *testing.T) {
	p := New()
	phases := map[adameva.Phase]int{}
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		walk(t, variant, 60, func(g *adameva.Game) bool {
			v := g.View(games.Spectator)
			if v.Phase == adameva.Over {
				return false
			}
			phases[v.Phase]++
			r := &record{a: p.alphabet}
			p.drawTable(r, &v, names)
			is := claim{t, fmt.Sprint(g.Played())}
			for seat := range games.Seat(2) {
				stripY, cellsY := stripBottom, cellsBottom
				if seat == 1 {
					stripY, cellsY = stripTop, cellsTop
				}
				want := []string{names[seat]}
				if n := v.HandSizes[seat]; n > 0 {
					want = append(want, strconv.Itoa(n))
				}
				want = append(want, strconv.Itoa(v.Boards[seat].Points()))
				is.equal("the strip", r.texts(0, stripY, width, stripY+stripH), want)
				is.equal("the backs", len(r.within(backLook, 0, stripY, width, stripY+stripH)), v.HandSizes[seat])
				turn := r.within(stripLook, 0, stripY, width, stripY+stripH)[0].a
				is.equal("the turn", turn == 1, v.ToMove == seat)
				own, gone := r.boardOf(cellsY, tableCells)
				is.equal("the board", asValues(own), asValues(v.Boards[seat]))
				is.equal("lost apples", asValues(gone), asValues(v.Lost))
			}
			for _, tree := range adameva.Trees {
				x := columnX(tree)
				var values []int
				for _, m := range r.within(appleLook, x, treeTop, x+columnW, treeTop+treeH) {
					if adameva.Tree(m.a) == tree {
						values = append(values, int(m.art.b))
					}
				}
				is.equal("the apples", values, v.Apples[tree])
				for seat := range games.Seat(2) {
					cards, states := r.cardsIn(x, fanY(seat), x+columnW, fanY(seat)+fanH)
					is.equal("the cards", cards, v.Sides[seat][tree])
					is.equal("their states", strange(states, func(adameva.Card) state { return plain }), "")
					want := []string{}
					if cards != 0 {
						want = append(want, strconv.Itoa(cards.Sum()))
					}
					y := treeTop + treeH/2
					if seat == 1 {
						y = treeTop - 10
					}
					is.equal("the sum", r.texts(x, y, x+columnW, y+treeH/2+10), want)
				}
				tieSays(is, r, [2]adameva.Cards{v.Sides[0][tree], v.Sides[1][tree]}, x, treeTop+treeH/2)
			}
			laneSays(is, r, &v)
			return false
		})
	}
	for phase := adameva.Offering; phase < adameva.Over; phase++ {
		if phases[phase] == 0 {
			t.Errorf("no game came to phase %d", phase)
		}
	}
}

// tieSays checks that equal sums below a tree, and they alone, have their sign,
// and a pointer on the side that is ahead.
func tieSays(is claim, r *record, sides [2]adameva.Cards, x, middle int) {
	is.t.Helper()
	judged := adameva.Judge(sides)
	equal := judged.Sums[0] == judged.Sums[1] && sides[0] != 0 && sides[1] != 0
	signs := 0
	for _, m := range r.within(signLook, x, 0, x+columnW, 2*middle) {
		if m.a == signEqual && m.y > middle-treeH && m.y < middle+treeH {
			signs++
		}
	}
	is.equal("a sign of equal sums", signs > 0, equal)
	pointers := r.within(decidesLook, x, 0, x+columnW, 2*middle)
	is.equal("a pointer to the card that decides", len(pointers) == 1, equal)
	if equal {
		is.equal("the pointer is on the side that is ahead", pointers[0].y < middle, judged.High == 1)
	}
}

// laneSays checks what is between the trees of a table.
func laneSays(is claim, r *record, v *adameva.View) {
	is.t.Helper()
	arrows := r.within(arrowLook, laneX, 0, laneX+laneW, tableH)
	is.equal("arrows", len(arrows), 1)
	arrow := arrows[0]
	above := arrow.y < treeTop+treeH/2
	// An arrow towards a seat is on its side of the card and points to it; one
	// from a seat is there as well and points to the card.
	seat, toward := v.ToMove, true
	switch v.Phase {
	case adameva.Offering, adameva.SettingAside:
		toward = false
	case adameva.Biting:
		seat = v.ToMove.Other()
	}
	is.equal("the side of the arrow", above, seat == 1)
	opposite := offerY - 40
	if above {
		opposite = offerY + offerH
	}
	is.equal("the number of the round", r.texts(laneX, opposite, laneX+laneW, opposite+40), []string{fmt.Sprintf("%d/4", v.Round)})
	is.equal("the arrow points up", arrow.a == 0, (seat == 1) == toward)

	middle, _ := r.cardsIn(laneX, offerY, laneX+laneW, offerY+offerH)
	var want adameva.Cards
	switch v.Phase {
	case adameva.Answering, adameva.Placing:
		want = adameva.CardsOf(v.Card)
	case adameva.Biting:
		want = adameva.CardsOf(adameva.Serpent)
	}
	is.equal("the card it is about", middle, want)

	above1, statesAbove := r.cardsIn(laneX, fanTop-10, laneX+laneW, fanTop+fanH)
	below0, statesBelow := r.cardsIn(laneX, fanBottom, laneX+laneW, fanBottom+fanH+10)
	is.equal("the cards apart", above1|below0, v.Gone|(v.Unlaid&^want))
	states := func(c adameva.Card) state {
		if v.Gone.Has(c) {
			return gone
		}
		return late
	}
	is.equal("their states", strange(statesAbove, states)+strange(statesBelow, states), "")
	switch unlaid := v.Unlaid &^ want; {
	case v.Unlaid == 0:
	case v.Finisher == 0:
		is.equal("what the rival took", above1, unlaid)
	default:
		is.equal("what the rival took", below0, unlaid)
	}
}

// A hand shows its cards, and bars those that may not be chosen.
func TestHandsSayWhatTheirViewsSay(t *testing.T) {
	barred, alphabet := 0, newAlphabet()
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		walk(t, variant, 40, func(g *adameva.Game) bool {
			for seat := range games.Seat(2) {
				v := g.View(seat)
				r := &record{a: alphabet}
				drawHand(r, &v, 0)
				is := claim{t, fmt.Sprint(g.Played())}
				cards, states := r.cardsIn(0, 0, width, handHeight)
				is.equal("the hand", cards, adameva.CardsOf(v.Hand...)|v.Aside)
				is.equal("its states", strange(states, func(c adameva.Card) state {
					choosing := v.Phase == adameva.Offering || v.Phase == adameva.SettingAside
					if !choosing || v.ToMove != seat || v.Aside.Has(c) || slices.ContainsFunc(v.Moves, func(m adameva.Move) bool { return m.Card == c }) {
						return plain
					}
					barred++
					return dimmed
				}), "")
			}
			return false
		})
	}
	if barred == 0 {
		t.Error("no card was barred, so nothing was tested")
	}
}

// A finished round says what each side took, and which cards came late.
func TestRoundsSayWhatTheirResultsSay(t *testing.T) {
	p := New()
	count := 0
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		walk(t, variant, 60, func(g *adameva.Game) bool {
			v := g.View(games.Spectator)
			if v.Phase != adameva.Over {
				return false
			}
			for i := range v.Finished {
				roundSays(claim{t, fmt.Sprint(g.Played())}, p, &v.Finished[i])
				count++
			}
			return false
		})
	}
	if count < 200 {
		t.Errorf("only %d rounds", count)
	}
}

func roundSays(is claim, p *Painter, result *adameva.RoundResult) {
	is.t.Helper()
	r, at := &record{a: p.alphabet}, placesOf(result)
	p.drawRound(r, result, names, at)
	won := [2]int{}
	for _, tree := range adameva.Trees {
		x := columnX(tree)
		for i, seat := range [2]games.Seat{result.Trees[tree].Low, result.Trees[tree].High} {
			value, found := result.Apples[tree][i], mark{}
			for _, m := range r.marks {
				if (m.look == appleLook || m.look == lostLook) && adameva.Tree(m.a) == tree && int(m.art.b) == value {
					found = m
				}
			}
			is.equal("the apple's column", found.x > x && found.x < x+columnW, true)
			switch {
			case !seated(seat):
				is.equal("nobody's apple is crossed out", found.look == lostLook, true)
				is.equal("nobody's apple is on the tree", found.y > at.tree && found.y < at.tree+roundTreeH, true)
			default:
				won[seat] += value
				is.equal("a taken apple is whole", found.look == appleLook, true)
				is.equal("the apple's side", found.y > at.won[seat] && found.y < at.won[seat]+wonH, true)
			}
		}
		for seat := range games.Seat(2) {
			top, bottom := at.strip[1]+stripH, at.tree
			if seat == 0 {
				top, bottom = at.tree+roundTreeH, at.strip[0]
			}
			cards, states := r.cardsIn(x, top, x+columnW, bottom)
			is.equal("the cards", cards, result.Sides[seat][tree])
			is.equal("late cards", strange(states, func(c adameva.Card) state {
				if result.Rest.Has(c) {
					return late
				}
				return plain
			}), "")
			sum := []string{}
			if cards != 0 {
				sum = append(sum, strconv.Itoa(result.Trees[tree].Sums[seat]))
			}
			y := at.tree + roundTreeH/2
			if seat == 1 {
				y = at.tree - 10
			}
			is.equal("the sum", r.texts(x, y, x+columnW, y+roundTreeH/2+10), sum)
		}
	}
	for _, tree := range adameva.Trees {
		tieSays(is, r, [2]adameva.Cards{result.Sides[0][tree], result.Sides[1][tree]}, columnX(tree), at.tree+roundTreeH/2)
	}
	lane, states := r.cardsIn(laneX, 0, laneX+laneW, at.h)
	is.equal("gone cards", lane, result.Gone)
	is.equal("the number of the round", r.texts(laneX, 0, laneX+laneW, at.strip[0]), []string{fmt.Sprintf("%d/4", result.Round)})
	is.equal("their states", strange(states, func(adameva.Card) state { return gone }), "")
	for seat := range games.Seat(2) {
		want := []string{names[seat]}
		if result.Finisher == seat {
			want = append(want, "0")
		}
		want = append(want, "+"+strconv.Itoa(won[seat]))
		is.equal("the strip", r.texts(0, at.strip[seat], width, at.strip[seat]+stripH), want)
	}
}

// The end of a game says its points, its bonuses and, where they decide, the
// low apples.
func TestEndsSayWhatTheirViewsSay(t *testing.T) {
	p := New()
	reasons := map[adameva.Reason]bool{}
	for _, g := range ends(t) {
		v := g.View(games.Spectator)
		reasons[v.Outcome.Reason] = true
		r, foot := &record{a: p.alphabet}, endFoot(&v)
		p.drawEnd(r, &v, names, foot)
		is := claim{t, string(v.Outcome.Reason)}
		for seat := range games.Seat(2) {
			place := 1 - int(seat) // from above
			if v.Outcome.Winner == 0 {
				place = int(seat)
			}
			y := margin + place*(endBoardH+foot+endGap)
			is.equal("the strip", r.texts(0, y, width, y+endStripH), []string{names[seat], strconv.Itoa(v.Outcome.Points[seat])})
			own, gone := r.boardOf(y+endStripH+8, endCells)
			is.equal("the board", asValues(own), asValues(v.Boards[seat]))
			is.equal("lost apples", asValues(gone), asValues(v.Lost))
			want, sum := []string{}, 0
			if why := v.Outcome.Reason; why == adameva.ByLowApples || why == adameva.ByDraw {
				want = append(want, strconv.Itoa(v.Outcome.Low[seat])+" ×")
			}
			for value := 1; value <= 8; value++ {
				if v.Boards[seat].Count(value) == 4 {
					want = append(want, "+"+strconv.Itoa(adameva.BonusFor(value)))
					sum += adameva.BonusFor(value)
				}
			}
			is.equal("the bonus", sum, v.Outcome.Bonus[seat])
			got := r.texts(0, y+endBoardH, width, y+endBoardH+foot+10)
			slices.Sort(got)
			slices.Sort(want)
			is.equal("below the board", got, want)
		}
	}
	if len(reasons) != 5 {
		t.Errorf("ends for %d reasons, want 5", len(reasons))
	}
}

// A board says the numbers of its view and shows each card in its row.
func TestBoardsSayWhatTheirViewsSay(t *testing.T) {
	p := New()
	results := map[adaman.Result]int{}
	for _, how := range []manner{atRandom, thrifty} {
		wander(t, 150, how, func(g *adaman.Game) bool {
			v := g.View(adaman.Player)
			results[v.Outcome.Result]++
			r, chosen := &record{a: p.alphabet}, payment(&v)
			p.drawBoard(r, &v, chosen, boardWords)
			is := claim{t, fmt.Sprint(g.Played())}
			for _, row := range []struct {
				y     int
				cards []decktet.Card
				mark  state
			}{{palaceTop, v.Palace, aimed}, {capitalTop, v.Capital, aimed}, {resourcesTop, v.Resources, paying}} {
				var cards []decktet.Card
				for _, m := range r.within(decktetLook, 0, row.y, width, row.y+lotH) {
					c := decktet.Card(m.a)
					cards = append(cards, c)
					want := plain
					if chosen.Has(c) {
						want = row.mark
					}
					is.equal("what is chosen is marked", m.b, want)
				}
				is.equal("the row", cards, row.cards)
			}
			is.equal("the deck", r.texts(sideX, resourcesTop+lotHead, width, resourcesTop+lotH), []string{strconv.Itoa(v.Undealt)})
			want := []string{boardWords.Controlled, fmt.Sprintf("%d/11", v.Controlled.Len()), "Σ", strconv.Itoa(v.Controlled.Ranks())}
			if v.Outcome.Result != 0 {
				want = append(want, strconv.Itoa(v.Outcome.Score))
			}
			is.equal("the strip", r.texts(0, tallyTop, width, tallyTop+stripH), want)
			people := decktet.Set(0)
			for _, m := range r.within(personCellLook, 0, peopleTop, width, boardH) {
				c := decktet.Card(m.a)
				people = people.With(c)
				standing := inDeck
				switch {
				case v.Controlled.Has(c):
					standing = controlled
				case slices.Contains(v.Palace, c) || slices.Contains(v.Capital, c):
					standing = onTable
				}
				is.equal("how a personality stands", m.b, standing)
			}
			is.equal("the people", people, decktet.Personalities)
			return false
		})
	}
	for _, result := range []adaman.Result{0, adaman.Won, adaman.Stuck, adaman.Overthrown} {
		if results[result] == 0 {
			t.Errorf("no game came to the result %q", result)
		}
	}
}
