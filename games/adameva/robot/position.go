package robot

import (
	"math/bits"

	"windfall/games"
	"windfall/games/adameva"
)

// piles is what lies on one side of the four trees: sixteen bits for each tree,
// the lowest for the coloured cards from the 3 on, and behind them three for the
// jokers. So a card laid is one bit, and a side is one word.
type piles uint64

const (
	lane    = 16 // bits for a tree
	colours = 7  // cards of a colour, and bits of a lane before the jokers'
	laneSet = 1<<10 - 1
)

const (
	joker2  = uint8(adameva.Joker2)
	serpent = uint8(adameva.Serpent)

	serpentBit = uint32(1) << serpent
	plainCards = uint32(1)<<joker2 - 1
)

// laid is the place of each coloured card.
var laid = func() (at [joker2]piles) {
	for c := range at {
		at[c] = 1 << (lane*(c/colours) + c%colours)
	}
	return at
}()

// jokerAt is the place of a joker under a tree.
func jokerAt(c, tree uint8) piles { return 1 << (lane*tree + colours + c - joker2) }

// spread lays coloured cards under their trees.
func spread(cards uint32) piles {
	const of = 1<<colours - 1
	return piles(cards&of) |
		piles(cards>>colours&of)<<lane |
		piles(cards>>(2*colours)&of)<<(2*lane) |
		piles(cards>>(3*colours)&of)<<(3*lane)
}

// cards returns the set of all that lies there.
func (s piles) cards() uint32 {
	const of = 1<<colours - 1
	set := uint32(s&of) |
		uint32(s>>lane&of)<<colours |
		uint32(s>>(2*lane)&of)<<(2*colours) |
		uint32(s>>(3*lane)&of)<<(3*colours)
	all := uint32(s | s>>lane | s>>(2*lane) | s>>(3*lane))
	return set | all>>colours&7<<joker2
}

// without returns the piles less a card, wherever it lies.
func (s piles) without(c uint8) piles {
	if c < joker2 {
		return s &^ laid[c]
	}
	return s &^ (jokerAt(c, 0) | jokerAt(c, 1) | jokerAt(c, 2) | jokerAt(c, 3))
}

func (s piles) len() int { return bits.OnesCount64(uint64(s)) }

// A position is a round with both hands known, as far as the rules need it: a
// guess of the robot's, made from a view. It is small, and playing in it needs
// no memory.
//
// A move in it is a number below 32, whose meaning the phase gives: a card to
// be offered, bitten or set aside; 0 to take and 1 to refuse; a tree.
type position struct {
	sides    [2]piles
	hands    [2]uint32 // a bit for each card
	unlaid   uint32
	phase    adameva.Phase
	mover    uint8
	active   uint8 // offers, or offered last
	finisher uint8
	card     uint8
	target   uint8 // with so many cards down a side has finished; one less once the serpent has been played
	trees    uint8
	bitten   bool // the serpent has been played
	ending   bool
	tactical bool
}

// fullSide is how many cards finish a round.
const fullSide = 6

const (
	take   = 0
	refuse = 1
)

// moves returns the legal moves, a bit for each; none when the round is over.
func (p *position) moves() uint32 {
	switch p.phase {
	case adameva.Offering:
		hand := p.hands[p.mover]
		if p.sides[0] == 0 || p.sides[1] == 0 {
			hand &^= serpentBit
		}
		return hand
	case adameva.Answering:
		return 1<<take | 1<<refuse
	case adameva.Placing:
		return 1<<p.trees - 1
	case adameva.Biting:
		return p.sides[1-p.mover].cards()
	case adameva.SettingAside:
		return p.hands[p.mover]
	}
	return 0
}

// play makes a legal move.
func (p *position) play(m uint8) {
	switch p.phase {
	case adameva.Offering:
		p.hands[p.mover] &^= 1 << m
		p.card = m
		p.phase, p.mover = adameva.Answering, 1-p.mover
	case adameva.Answering:
		keeper := p.mover ^ m
		switch {
		case p.card < joker2:
			p.sides[keeper] |= laid[p.card]
			p.goOn()
		case p.card == serpent:
			p.phase, p.mover = adameva.Biting, keeper
		default:
			p.phase, p.mover = adameva.Placing, keeper
		}
	case adameva.Placing:
		p.sides[p.mover] |= jokerAt(p.card, m)
		p.unlaid &^= 1 << p.card
		p.goOn()
	case adameva.Biting:
		p.sides[1-p.mover] = p.sides[1-p.mover].without(m)
		p.unlaid &^= serpentBit
		p.bitten = true
		p.goOn()
	case adameva.SettingAside:
		p.hands[p.mover] &^= 1 << m
		p.mover = 1 - p.mover
		if p.mover == p.finisher {
			p.takeRest()
		}
	}
}

// goOn is what follows once a card has found its place.
func (p *position) goOn() {
	if p.ending {
		p.settle()
		return
	}
	target := int(p.target)
	if p.bitten {
		target--
	}
	for seat := range uint8(2) {
		if p.sides[seat].len() >= target {
			p.ending, p.finisher = true, seat
			if p.tactical {
				p.phase, p.mover = adameva.SettingAside, seat
				return
			}
			p.takeRest()
			return
		}
	}
	p.active = 1 - p.active
	p.phase, p.mover = adameva.Offering, p.active
}

// takeRest gives the finisher's rival what is left in both hands.
func (p *position) takeRest() {
	p.unlaid = p.hands[0] | p.hands[1]
	p.hands = [2]uint32{}
	p.settle()
}

// settle lays the rival's cards as far as no choice is open.
func (p *position) settle() {
	p.mover = 1 - p.finisher
	if p.unlaid&serpentBit != 0 {
		p.phase = adameva.Biting
		return
	}
	p.sides[p.mover] |= spread(p.unlaid & plainCards)
	p.unlaid &^= plainCards
	if p.unlaid != 0 {
		p.phase, p.card = adameva.Placing, uint8(bits.TrailingZeros32(p.unlaid))
		return
	}
	p.phase = adameva.Over
}

// left is the number of cards that are still to be played, as far as the hands
// are filled in: those in them but for what will be set aside, and the one on
// offer.
func (p position) left() int {
	n := bits.OnesCount32(p.hands[0] | p.hands[1] | p.unlaid)
	if p.phase == adameva.Answering {
		n++
	}
	if p.tactical {
		n -= 2
	}
	return n
}

// known returns the position a view shows, with the other side's hand empty.
func known(v *adameva.View) position {
	p := position{
		target: fullSide, trees: uint8(len(adameva.Trees)),
		phase: v.Phase, mover: seatOf(v.ToMove), finisher: seatOf(v.Finisher),
		card: uint8(v.Card), unlaid: uint32(v.Unlaid), active: seatOf(v.Opener),
		bitten: v.Gone != 0, ending: v.Finisher != games.Spectator, tactical: v.Variant == adameva.Tactical,
	}
	for _, e := range v.Log {
		if e.Kind == adameva.Offered {
			p.active = seatOf(e.Seat)
		}
	}
	if v.Phase == adameva.Offering {
		p.active = p.mover
	}
	for seat := range p.sides {
		for tree, cards := range v.Sides[seat] {
			for c := range cards.All() {
				if c.Joker() {
					p.sides[seat] |= jokerAt(uint8(c), uint8(tree))
				} else if c != adameva.Serpent {
					p.sides[seat] |= laid[c]
				}
			}
		}
	}
	p.hands[seatOf(v.Viewer)] = uint32(adameva.CardsOf(v.Hand...))
	return p
}

// seatOf returns a seat as an index. Who has no seat counts as the first; the
// callers ask for no more than that it stays within bounds.
func seatOf(s games.Seat) uint8 {
	if s == 1 {
		return 1
	}
	return 0
}

// unseen returns the cards that may be in the other side's hand, for all that a
// view tells.
func unseen(v *adameva.View) uint32 {
	seen := adameva.CardsOf(v.Hand...) | v.Down(0) | v.Down(1) | v.Gone | v.Aside | v.Unlaid
	switch v.Phase {
	case adameva.Answering, adameva.Placing:
		seen = seen.With(v.Card)
	case adameva.Biting:
		seen = seen.With(adameva.Serpent)
	}
	return uint32(^seen)
}
