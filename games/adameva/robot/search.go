package robot

import (
	"math"
	"math/bits"

	"windfall/games/adameva"
)

// infinite is more than any end can be worth.
const infinite = int32(math.MaxInt16)

// A search finds what a round with both hands known is worth if both sides play
// it without a mistake. It remembers positions in a flat table; which cards lie
// where decides, and not the order in which they came there.
type search struct {
	worth  *worth
	limits *limits // nil if nobody has found them
	me     uint8
	nodes  int
	stop   int // with so many nodes a world is no longer searched to its end
	ask    int // with so many nodes it is time to look whether done is closed
	done   <-chan struct{}

	table []memory
	world uint32        // counted from 1; what is remembered of others does not count
	tried [2][32]uint32 // how often an offer was the right one, by seat
	kept  [2][32]int32  // by seat that answers: how much more often taking was right than refusing
}

// memory is what the table holds of a position: a lower and an upper bound.
type memory struct {
	key     uint64
	world   uint32
	low, up int16
}

const memoryBits = 18

func newSearch() *search { return &search{table: make([]memory, 1<<memoryBits)} }

// askAgain is how many nodes pass between two looks at whether to stop: less than
// a millisecond's work.
const askAgain = 5_000

// until lets the search break off, with values that are of no use, once done is
// closed.
func (s *search) until(done <-chan struct{}) { s.done = done }

// reset forgets what orders the moves, so that what comes does not depend on
// what was.
func (s *search) reset() {
	s.nodes, s.ask, s.done = 0, 0, nil
	s.tried, s.kept = [2][32]uint32{}, [2][32]int32{}
}

// begin forgets all positions, in no time.
func (s *search) begin(w *worth, l *limits, me uint8) {
	s.worth, s.limits, s.me = w, l, me
	s.stop = math.MaxInt
	s.world++
	if s.world == 0 {
		clear(s.table)
		s.world = 1
	}
}

// patience bounds how many nodes the world that has begun may take. Beyond that,
// positions count for the middle between the least and the most that can become
// of them. Few worlds need so many, those with all the jokers; to leave them
// out would be to forget that the other side may hold them.
func (s *search) patience(nodes int) { s.stop = s.nodes + max(nodes, 1000) }

// key tells positions of one world apart in which a card is to be offered. Who
// offers follows from the number of cards in the hands.
func (s *search) key(p *position) uint64 {
	h := uint64(p.sides[0]) * 0x9e3779b97f4a7c15
	h = bits.RotateLeft64(h, 29) ^ uint64(p.sides[1])*0xbf58476d1ce4e5b9
	h = bits.RotateLeft64(h, 31) + uint64(p.hands[0])<<32 + uint64(p.hands[1])
	h ^= h >> 32
	h *= 0x94d049bb133111eb
	return h ^ h>>29
}

// value returns what a position is worth, exactly if that lies between low and
// up, and otherwise a bound on the same side.
func (s *search) value(p *position, low, up int32) int32 {
	s.nodes++
	switch p.phase {
	case adameva.Over:
		return s.worth[p.end()]
	case adameva.Offering:
		return s.offer(p, low, up)
	}
	best := -infinite
	if p.mover != s.me {
		best = infinite
	}
	for rest := p.moves(); rest != 0; rest &= rest - 1 {
		next := *p
		next.play(uint8(bits.TrailingZeros32(rest)))
		x := s.value(&next, low, up)
		if p.mover == s.me {
			best = max(best, x)
			low = max(low, x)
		} else {
			best = min(best, x)
			up = min(up, x)
		}
		if low >= up {
			break
		}
	}
	return best
}

// offer is value where a card is to be offered.
func (s *search) offer(p *position, low, up int32) int32 {
	key := s.key(p)
	m := &s.table[key>>(64-memoryBits)]
	if m.key != key || m.world != s.world {
		*m = memory{key, s.world, -math.MaxInt16, math.MaxInt16}
	}
	known, limit := int32(m.low), int32(m.up)
	if known >= up || known == limit {
		return known
	}
	if limit <= low {
		return limit
	}
	cards := p.hands[0] | p.hands[1]
	if s.limits != nil {
		n := p.reach()
		known, limit = max(known, int32(s.limits.low[n])), min(limit, int32(s.limits.up[n]))
		if known >= up || known == limit {
			return known
		}
		if limit <= low {
			return limit
		}
	}
	if s.nodes > s.ask {
		s.ask = s.nodes + askAgain
		select {
		case <-s.done:
			s.stop = 0
		default:
		}
	}
	if s.nodes > s.stop {
		return (known + limit) / 2
	}
	low, up = max(low, known), min(up, limit)
	a, b := low, up
	mover := p.mover
	mine := mover == s.me
	tried := &s.tried[mover]
	best, right := -infinite, uint8(0)
	if !mine {
		best = infinite
	}
	for rest := p.moves(); rest != 0; {
		c := uint8(bits.TrailingZeros32(rest))
		for others := rest & (rest - 1); others != 0; others &= others - 1 {
			if o := uint8(bits.TrailingZeros32(others)); tried[o] > tried[c] {
				c = o
			}
		}
		rest &^= 1 << c
		x := s.answer(p, c, a, b)
		if mine && x > best || !mine && x < best {
			best, right = x, c
		}
		if mine {
			a = max(a, x)
		} else {
			b = min(b, x)
		}
		if a >= b {
			break
		}
	}
	tried[right] += uint32(bits.OnesCount32(cards))
	if best > low {
		known = max(known, best)
	}
	if best < up {
		limit = min(limit, best)
	}
	// The place may hold another position by now.
	*m = memory{key, s.world, int16(known), int16(limit)}
	return best
}

// answer is value after a card has been offered.
func (s *search) answer(p *position, c uint8, low, up int32) int32 {
	answerer := 1 - p.mover
	next := *p
	next.hands[p.mover] &^= 1 << c
	next.card = c
	kept := &s.kept[answerer][c]
	first := uint8(take)
	if *kept < 0 {
		first = refuse
	}
	next.phase, next.mover = adameva.Answering, answerer
	other := next
	x := s.settled(&next, first, low, up)
	if answerer == s.me {
		if x >= up {
			return x
		}
		low = max(low, x)
	} else {
		if x <= low {
			return x
		}
		up = min(up, x)
	}
	y := s.settled(&other, 1-first, low, up)
	if y > x == (answerer == s.me) && y != x {
		*kept -= 1 - 2*int32(first)
		return y
	}
	*kept += 1 - 2*int32(first)
	return x
}

// settled is value after an answer, which it gives to the position.
func (s *search) settled(p *position, answer uint8, low, up int32) int32 {
	s.nodes++
	if p.card >= joker2 {
		p.play(answer)
		return s.value(p, low, up)
	}
	keeper := p.mover ^ answer
	p.sides[keeper] |= laid[p.card]
	p.goOn()
	if p.phase == adameva.Offering {
		return s.offer(p, low, up)
	}
	return s.value(p, low, up)
}
