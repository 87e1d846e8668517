package solver

import (
	"context"
	"math/bits"
)

// A search looks for wins of one deal.
type search struct {
	*deal
	table *table
	ctx   context.Context

	nodes   int64
	limit   int64 // of nodes, 0 for none
	pause   int64 // the number of nodes at which the attempt in hand ends
	paused  bool
	stopped bool // by the limit or the context

	root  state
	bound int // no win leaves more; nothing if there is no win
	found int // what the best win that is known leaves; nothing if none is
	want  int // what is looked for must leave so much

	line   []state // the way to the best win, the root first
	target uint8   // its last play
	spend  set

	path   [maxPlays]state // from the root to the state in hand
	buffer []choice        // what is still to be looked at, of all states of the path
	touch  uint64          // of no meaning; without it the compiler could leave out to peek
}

// maxPlays is more than a game can have: each discards one good at least.
const maxPlays = 32

// A choice is what a play leads to.
type choice struct {
	state
	order int16 // the least comes first; gone once it needs no look any more
	key   uint64
}

const gone = 1<<15 - 1

// nothing is the bound of a state from which there is no win.
const nothing = -1

// any looks for some win.
func (x *search) any() { x.attempts(true) }

// best looks for the win that leaves most.
func (x *search) best() { x.attempts(false) }

// attempts looks for better and better wins. The search for a win that leaves
// much is short, be there one or not, but for one that leaves a little more than
// the last it is the proof that has to be made in the end; and sometimes a win
// that leaves much is found sooner than one that leaves little. So attempts at
// what lies just above the last win take turns with shorter ones at a quarter
// and a half of what is possible, and all grow longer. What an attempt has
// refuted stays in the table for the next.
func (x *search) attempts(any bool) {
	for effort := int64(1 << 12); x.bound > x.found; effort *= 2 {
		top := x.bound
		for _, part := range []int{0, 1, 2} {
			low := x.found + 1
			want := low + (top-low)*part/4
			if part > 0 && want <= low || x.bound <= x.found {
				continue
			}
			x.try(want, effort>>(part))
			if x.stopped || any && (x.found != nothing || x.bound == nothing) {
				return
			}
		}
	}
}

// try looks for a win that leaves want, but for no more than so many nodes.
func (x *search) try(want int, effort int64) {
	x.want, x.pause, x.paused = want, x.nodes+effort, false
	x.path[0] = x.root
	b := x.reach(0)
	if !x.paused && b < want {
		x.bound = min(x.bound, b)
	}
}

// reach looks for a win from the state at depth in the path that leaves want. If
// there is one it returns what that leaves, and the line is set. Otherwise it
// returns a bound below want on what any win from there leaves, or, if the
// attempt ended before that was known, nothing.
func (x *search) reach(depth int) int {
	s := &x.path[depth]
	x.nodes++
	if x.nodes >= x.pause {
		x.paused = true
	}
	if x.nodes == x.limit || x.nodes&(1<<12-1) == 0 && x.ctx.Err() != nil {
		x.paused, x.stopped = true, true
	}
	if x.paused {
		return nothing
	}
	began := x.nodes
	base := len(x.buffer)
	bound := x.expand(s, depth)
	if bound >= x.want {
		x.buffer = x.buffer[:base]
		return bound
	}
	end := len(x.buffer)
	for i := base; i < end; i++ {
		c := &x.buffer[i]
		if known, ok := x.table.look(c.key); ok && known < x.want {
			bound = max(bound, known)
			c.order = gone
		}
	}
	for {
		next, least := -1, int16(gone)
		for i := base; i < end; i++ {
			if o := x.buffer[i].order; o < least {
				next, least = i, o
			}
		}
		if next < 0 {
			break
		}
		x.path[depth+1] = x.buffer[next].state
		x.buffer[next].order = gone
		b := x.reach(depth + 1)
		if b >= x.want || x.paused {
			x.buffer = x.buffer[:base]
			return b
		}
		bound = max(bound, b)
	}
	x.buffer = x.buffer[:base]
	if x.nodes > began {
		x.table.store(scramble(s.key()), bound, x.nodes-began)
	}
	return bound
}

// A row is the resources of a state, for looking at all their subsets.
type row struct {
	sum  [1 << rowLength]uint8
	set  [1 << rowLength]set
	suit [6]uint8 // the subset of each suit
}

func (r *row) lay(resources set) {
	size := 1
	for ; resources != 0; resources &= resources - 1 {
		c := resources.first()
		v := uint8(rank[c])
		for i := range size {
			r.sum[size+i] = r.sum[i] + v
			r.set[size+i] = r.set[i] | 1<<c
		}
		r.suit[suits[c][0]] |= uint8(size)
		r.suit[suits[c][1]] |= uint8(size)
		size *= 2
	}
}

// expand looks at every play from s. What can leave want is appended to the
// buffer. It returns a bound on what all others leave, or what a play that wins
// leaves if that is enough.
func (x *search) expand(s *state, depth int) int {
	bound := nothing
	resources := s.held & goods
	open := x.open(s)
	slack := int(s.budget) - x.want
	empty := int(s.dealt) == x.count
	var r row
	r.lay(resources)
	for targets := s.capital | s.held&people; targets != 0; targets &= targets - 1 {
		t := targets.first()
		payable := r.suit[suits[t][0]] | r.suit[suits[t][1]]
		price := rank[t]
		if int(r.sum[payable&31]) < price {
			continue
		}
		one := set(1) << t
		for sub := payable & -payable; sub != 0; sub = (sub - payable) & payable {
			over := int(r.sum[sub&31]) - price
			if over < 0 {
				continue
			}
			spend := r.set[sub&31]
			if open == one {
				left := (resources &^ spend).ranks()
				bound = max(bound, left)
				if left >= x.want {
					x.win(depth, uint8(t), spend, left)
					return left
				}
				continue
			}
			if over > slack {
				bound = max(bound, int(s.budget)-over)
				continue
			}
			if empty && over > 0 && needless(spend, over) {
				continue
			}
			c := state{capital: s.capital &^ one, held: s.held &^ (spend | one), dealt: s.dealt, budget: s.budget - int16(over)}
			if one&goods != 0 {
				c.held |= one
			}
			if !x.refill(&c) {
				continue
			}
			b := x.most(&c)
			if b >= x.want && !x.payable(&c) {
				b = x.want - 1
			}
			if b < x.want {
				bound = max(bound, b)
				continue
			}
			// What leaves most comes first. A personality, and a large one, is worth
			// something; so are coins.
			order := -int16(b)*16 + int16((spend&coins).ranks())*3
			if one&people != 0 {
				order -= 8 + int16(price)*6
			}
			key := scramble(c.key())
			x.touch += x.table.peek(key)
			x.buffer = append(x.buffer, choice{state: c, order: order, key: key})
		}
	}
	return bound
}

// needless reports whether a good could be taken from a payment that overspends
// so much. When the deck is used up there is no reason to spend it: what can be
// done without it can be done with it among the resources, and it is left.
func needless(spend set, over int) bool {
	for ; spend != 0; spend &= spend - 1 {
		if rank[spend.first()] <= over {
			return true
		}
	}
	return false
}

// payable reports whether there is a play from s that leaves want in the budget.
func (x *search) payable(s *state) bool {
	slack := int(s.budget) - x.want
	var sum [1 << rowLength]uint8
	var suit [6]uint8
	size := 1
	for resources := s.held & goods; resources != 0; resources &= resources - 1 {
		c := resources.first()
		v := uint8(rank[c])
		for i := range size {
			sum[(size+i)&31] = sum[i&31] + v
		}
		suit[suits[c][0]] |= uint8(size)
		suit[suits[c][1]] |= uint8(size)
		size *= 2
	}
	for targets := s.held&people | s.capital; targets != 0; {
		t := bits.Len64(uint64(targets)) - 1 // personalities first
		targets &^= 1 << t
		payable := suit[suits[t][0]] | suit[suits[t][1]]
		price := rank[t]
		if int(sum[payable&31]) < price {
			continue
		}
		for sub := payable; sub != 0; sub = (sub - 1) & payable {
			if over := int(sum[sub&31]) - price; over >= 0 && over <= slack {
				return true
			}
		}
	}
	return false
}

// win keeps the win that the last play makes.
func (x *search) win(depth int, target uint8, spend set, left int) {
	if left <= x.found {
		return
	}
	x.line = append(x.line[:0], x.path[:depth+1]...)
	x.target, x.spend, x.found = target, spend, left
}
