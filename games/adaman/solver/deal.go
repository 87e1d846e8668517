package solver

import "windfall/games/decktet"

// rowLength is how many cards the capital and the resources are dealt up to,
// and how many the palace can hold.
const rowLength = 5

// A deal is a list of cards in the order in which they are dealt, with what
// follows from it. The rules know 36 cards; fewer make a smaller game by the
// same rules, whose throne is won with all the personalities that are in it.
type deal struct {
	count  int
	order  [decktet.Count]uint8   // by the search's numbers
	people set                    // all personalities of the deal
	rest   [decktet.Count + 1]set // the cards that are still in the deck when so many are dealt
	ranks  [decktet.Count + 1]int // the ranks of the goods among them
	tight  []uint8                // where a run of personalities begins with few cards to spare from there on, the last first
}

// tight is how few cards may be to spare where it is worth a look.
const tight = 2

func newDeal(order []uint8) *deal {
	d := &deal{count: len(order)}
	copy(d.order[:], order)
	for i := len(order) - 1; i >= 0; i-- {
		d.rest[i] = d.rest[i+1] | 1<<order[i]
		d.ranks[i] = (d.rest[i] & goods).ranks()
	}
	d.people = d.rest[0] & people
	for i := len(order) - 1; i > 0; i-- {
		first := people>>order[i]&1 != 0 && people>>order[i-1]&1 == 0
		if first && d.spare(i) <= tight {
			d.tight = append(d.tight, uint8(i))
		}
	}
	return d
}

// spare returns how many cards are to spare, at most, for the personalities from
// card i of the deck on, and for what is left at a win. They must be paid for
// with the five resources that there can be before card i and the goods that
// come with them; each takes a card, and the Huntress and the Bard two, because
// no good of their suits has their rank.
func (d *deal) spare(i int) int {
	late := d.rest[i]
	return rowLength + (late & goods).len() - (late & people).len() - (late & crowned).len()
}

// A state is a table between two plays, when it is the player's turn. The rest
// of it follows: a card that was dealt and lies nowhere is discarded.
type state struct {
	capital set
	held    set // the palace, which has only personalities, and the resources, which have none
	dealt   uint8
	budget  int16 // see deal.budget
}

// open returns the personalities that are still to be controlled.
func (d *deal) open(s *state) set { return (s.capital | s.held | d.rest[s.dealt]) & people }

// budget returns the ranks of all goods that can still come to the resources
// without being paid for, less the ranks of all personalities still to be
// controlled.
//
// It never grows: to control a personality takes at least its rank from the
// resources and its rank from what is to be controlled; to control another card
// of the capital takes at least its rank from the resources and adds its rank;
// goods dealt to the resources only change places; goods dealt to the capital
// are lost to it. In the end it is what is left and what was not dealt, so no
// more than the budget can be left.
func (d *deal) budget(s *state) int {
	return (s.held & goods).ranks() + d.ranks[s.dealt] - d.open(s).ranks()
}

// refill deals after a play. It returns false if that is the end.
func (d *deal) refill(s *state) bool {
	for s.capital.len() < rowLength && int(s.dealt) < d.count {
		c := d.order[s.dealt]
		s.capital |= 1 << c
		if c < goodCount {
			s.budget -= int16(rank[c])
		}
		s.dealt++
	}
	need := rowLength - (s.held & goods).len()
	palace := (s.held & people).len()
	for need > 0 && int(s.dealt) < d.count {
		c := d.order[s.dealt]
		s.dealt++
		s.held |= 1 << c
		if c < goodCount {
			need--
		} else if palace++; palace > rowLength {
			return false
		}
	}
	return true
}

// key names the state among all states of its deal. Each dealt card is in the
// capital, or held, or discarded, which makes a number in base three.
func (s *state) key() uint64 {
	const low, mid = 12, 25
	k := uint64(ternary[s.capital&(1<<low-1)]) + 2*uint64(ternary[s.held&(1<<low-1)])
	k += powLow * (uint64(ternary[s.capital>>low&(1<<(mid-low)-1)]) + 2*uint64(ternary[s.held>>low&(1<<(mid-low)-1)]))
	k += powMid * (uint64(ternary[s.capital>>mid]) + 2*uint64(ternary[s.held>>mid]))
	return k*(decktet.Count+1) + uint64(s.dealt)
}

const (
	powLow = 531441       // 3 to the power of 12
	powMid = 847288609443 // 3 to the power of 25
)

// ternary reads the digits of a binary number as those of one in base three.
var ternary = func() (t [1 << 13]uint32) {
	for i := range t {
		for digit, power := 0, uint32(1); digit < 13; digit, power = digit+1, power*3 {
			if i>>digit&1 != 0 {
				t[i] += power
			}
		}
	}
	return t
}()
