package robot

import (
	"math"
	"math/bits"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// The value of a play is what a small network says about the table after it,
// before the deal: the chance to win from there. The network has one layer of
// hidden units between its inputs, which are facts that are so or not, and its
// answer. Its weights were fitted to games that the player played against
// itself; see weights.go.

// Inputs of the network. A card is in the deck, in the capital, or in its row
// (the palace if it is a personality, else the resources), or it is gone, which
// is no input. Four numbers follow, each as one input for each value it can
// have.
const (
	inDeck    = 0
	inCapital = inDeck + decktet.Count
	inRow     = inCapital + decktet.Count
	palaces   = inRow + decktet.Count // how many cards are in the palace, 0 to 5
	resources = palaces + 6           // how many resources are there, 0 to 5
	undealt   = resources + 6         // how many cards are in the deck, 0 to 26
	slack     = undealt + 27          // see slackOf
	slacks    = 24
	inputs    = slack + slacks
)

// Hidden units lie in words of four lanes of 16 bits. A lane is a signed number
// in two's complement that borrows from the lane above it, so that whole words
// can be added and subtracted; weights are scaled so that no sum of inputs can
// leave its lane.
const words = 16

// A layer holds the sums of the hidden units.
type layer [words]uint64

func (l *layer) add(input int) {
	w := &weights[input]
	for i := range l {
		l[i] += w[i]
	}
}

func (l *layer) sub(input int) {
	w := &weights[input]
	for i := range l {
		l[i] -= w[i]
	}
}

// logit returns the answer, as the logarithm of the odds in parts of scale, to
// these sums and those of more. A unit below zero is silent. The weights of the
// units are in their inputs already, but for the sign: units of the first words
// speak for a win, the others against it.
func (l *layer) logit(more *layer) int {
	var pro, contra uint64
	for i := range forWin {
		pro += loud(l[i] + more[i])
	}
	for i := forWin; i < words; i++ {
		contra += loud(l[i] + more[i])
	}
	return int(uint32(pro)) + int(pro>>32) - int(uint32(contra)) - int(contra>>32) + bias
}

// loud adds up the lanes of a word that are above zero, in two halves of 32 bits.
func loud(word uint64) uint64 {
	const (
		sign = 0x8000_8000_8000_8000
		ones = 0x0001_0001_0001_0001
		even = 0x0000_ffff_0000_ffff
	)
	// With 2¹⁵ added to each lane nothing borrows, and the top bit says that the
	// number is not below zero.
	word += sign
	is := word >> 15 & ones
	word &= is<<15 - is
	return word&even + word>>16&even
}

// counted holds the sums of two inputs that each play decides anew: how many
// resources are there, and the slack.
var counted [6][slacks]layer

func init() { count() }

func count() {
	for kept := range counted {
		for s := range counted[kept] {
			counted[kept][s] = layer{}
			counted[kept][s].add(resources + kept)
			counted[kept][s].add(slack + s)
		}
	}
}

// A sight is a table seen by the network: what all plays from it share.
type sight struct {
	table *adaman.Position
	sums  layer // all cards as they lie, and how many are in the deck
	slack int
}

// lost is the logit of what cannot be won any more.
const lost = -1 << 30

// look sees a table that is not at its end.
func look(t *adaman.Position) (s sight) {
	s.table = t
	s.sums = weights[inputs]
	unseen := t.Unseen()
	for c := unseen; c != 0; c &= c - 1 {
		s.sums.add(inDeck + int(c.First()))
	}
	for c := t.Capital; c != 0; c &= c - 1 {
		s.sums.add(inCapital + int(c.First()))
	}
	for c := t.Palace | t.Resources; c != 0; c &= c - 1 {
		s.sums.add(inRow + int(c.First()))
	}
	s.sums.add(undealt + min(unseen.Len(), 26))
	// Ranks never become more: a play spends at least what its target is worth,
	// and from the deck come at most all that are in it. So below zero there is
	// no way to pay for everybody.
	s.slack = (t.Resources | unseen&^decktet.Personalities).Ranks() - (decktet.Personalities &^ t.Discard).Ranks()
	return s
}

// without returns the sums when the play has moved its target and nothing is
// spent yet, and how many resources there are then.
func (s *sight) without(target decktet.Card) (sums layer, kept int) {
	sums, kept = s.sums, s.table.Resources.Len()
	palace := s.table.Palace.Len()
	if s.table.Palace.Has(target) {
		palace--
		sums.sub(inRow + int(target))
	} else {
		sums.sub(inCapital + int(target))
	}
	if !target.Personality() {
		sums.add(inRow + int(target))
		kept++
	}
	sums.add(palaces + min(palace, 5))
	return sums, kept
}

// answer returns the logit when all inputs but two are summed.
func (s *sight) answer(sums *layer, kept, over int) int {
	left := s.slack - over
	if left < 0 {
		return lost
	}
	return sums.logit(&counted[min(kept, 5)][min(left/3, slacks-1)])
}

// after returns the logit of the table after the play m. It does not see that
// the last personality was controlled.
func (s *sight) after(m adaman.Move) int {
	sums, kept := s.without(m.Target)
	for c := m.Spend; c != 0; c &= c - 1 {
		sums.sub(inRow + int(c.First()))
	}
	return s.answer(&sums, kept-m.Spend.Len(), m.Spend.Ranks()-m.Target.Rank())
}

// A bench has room for the sums of all payments for one target.
type bench struct {
	cards [5]decktet.Card
	sums  [1 << 5]layer
	ranks [1 << 5]int8
}

// best returns the play with the highest logit. If a play wins at once it is
// that one, and won is true.
func (s *sight) best(room *bench) (best adaman.Move, logit int, won bool) {
	t := s.table
	last := (decktet.Personalities &^ t.Discard).Len() == 1
	logit = lost - 1
	for targets := t.Targets(); targets != 0; targets &= targets - 1 {
		target := targets.First()
		payable, rank := t.Resources&target.Sharing(), target.Rank()
		if payable.Ranks() < rank {
			continue
		}
		if last && target.Personality() {
			return adaman.Move{Target: target, Spend: payable}, 0, true
		}
		var kept int
		room.sums[0], kept = s.without(target)
		n := 0
		for c := payable; c != 0 && n < len(room.cards); c &= c - 1 {
			room.cards[n] = c.First()
			n++
		}
		// Each payment is one that came before, and a card more.
		at := -1
		for i := 1; i < 1<<n; i++ {
			lowest, before := bits.TrailingZeros(uint(i)), i&(i-1)
			card := room.cards[lowest]
			room.ranks[i] = room.ranks[before] + int8(card.Rank())
			sums, from, w := &room.sums[i], &room.sums[before], &weights[inRow+int(card)]
			for k := range sums {
				sums[k] = from[k] - w[k]
			}
			if over := int(room.ranks[i]) - rank; over >= 0 {
				if l := s.answer(sums, kept-bits.OnesCount(uint(i)), over); l > logit {
					logit, at = l, i
				}
			}
		}
		if at >= 0 {
			best = adaman.Move{Target: target}
			for i := range n {
				if at>>i&1 != 0 {
					best.Spend = best.Spend.With(room.cards[i])
				}
			}
		}
	}
	return best, logit, false
}

// one is the value of a certain win. Values are whole parts of it, so that sums
// are the same on every machine and in every order.
const one = 1 << 16

// likelihood returns the chance to win that a logit stands for, in parts of one.
func likelihood(logit int) int {
	// The curve goes from −8 to 8. Numbers are moved above zero first, where
	// division rounds one way.
	above := min(max(logit+8*scale, 0), 16*scale)
	return int(curve[min((above*(curvePoints/16)+scale/2)/scale, curvePoints-1)])
}

const curvePoints = 4096

var curve = func() (c [curvePoints]int32) {
	for i := range c {
		c[i] = int32(math.Round(one / (1 + math.Exp(float64(curvePoints/2-i)/(curvePoints/16)))))
	}
	return c
}()
