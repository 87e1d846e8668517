package solver

import (
	"context"
	"slices"
)

// A search looks for a win of one deal.
type search struct {
	*deal
	table *table
	ctx   context.Context

	nodes, limit int64
	stopped      bool

	root  state
	bound int     // no win leaves more; nothing if there is no win
	want  int     // what must be left at least
	line  []state // the states of the way to the last win found, the root first
	last  set     // what pays for the last play of it
	final uint8
	found int

	path   [40]state
	buffer []choice
}

// A choice is what a play leads to.
type choice struct {
	state
	bound int16
	order int16
}

// any looks for some win.
func (x *search) any() {
	if x.bound == nothing {
		return
	}
	x.want = 0
	if v := x.reach(&x.root, 0); !x.stopped && v == nothing {
		x.bound = nothing
	}
}

// best looks for the win that leaves most.
func (x *search) best() {
	for x.bound > x.found {
		x.want = x.bound
		v := x.reach(&x.root, 0)
		if x.stopped {
			return
		}
		x.bound = v
	}
}

// nothing is the bound of a state from which there is no win.
const nothing = -1

// reach looks for a win from s that leaves at least want. If there is one it
// returns what that leaves, and the line is set. Otherwise it returns a bound
// below want on what any win from s leaves.
func (x *search) reach(s *state, depth int) int {
	x.nodes++
	if x.nodes&(1<<12-1) == 0 && x.ctx.Err() != nil || x.nodes == x.limit {
		x.stopped = true
	}
	if x.stopped {
		return nothing
	}
	x.path[depth] = *s
	began := x.nodes
	base := len(x.buffer)
	defer func() { x.buffer = x.buffer[:base] }()
	bound := nothing
	resources := s.held & goods
	open := x.open(s)
	for targets := s.capital | s.held&people; targets != 0; targets &= targets - 1 {
		t := targets.first()
		payable := resources & payers[t]
		if payable.ranks() < rank[t] {
			continue
		}
		one := set(1) << t
		for spend := payable & -payable; spend != 0; spend = (spend - payable) & payable {
			over := spend.ranks() - rank[t]
			if over < 0 {
				continue
			}
			if open == one {
				left := (resources &^ spend).ranks()
				bound = max(bound, left)
				if left >= x.want {
					x.win(depth, uint8(t), spend, left)
					return left
				}
				continue
			}
			b := int(s.budget) - over
			if b < x.want {
				bound = max(bound, b)
				continue
			}
			c := choice{state: *s}
			c.held &^= spend | one
			c.capital &^= one
			if one&goods != 0 {
				c.held |= one
			}
			c.budget = int16(b)
			if !x.refill(&c.state) {
				continue
			}
			b = int(c.budget) - x.waste(&c.state)
			if b < x.want {
				bound = max(bound, b)
				continue
			}
			if known, ok := x.table.look(c.key()); ok && known < x.want {
				bound = max(bound, known)
				continue
			}
			c.bound = int16(b)
			c.order = -int16(b) * 16
			if one&people != 0 {
				c.order -= 8
			}
			x.buffer = append(x.buffer, c)
		}
	}
	list := x.buffer[base:]
	slices.SortFunc(list, func(a, b choice) int { return int(a.order) - int(b.order) })
	for i := range list {
		b := x.reach(&list[i].state, depth+1)
		if b >= x.want {
			return b
		}
		if x.stopped {
			return nothing
		}
		bound = max(bound, b)
	}
	x.table.store(s.key(), bound, x.nodes-began+1)
	return bound
}

// win keeps the win that the last play makes.
func (x *search) win(depth int, target uint8, spend set, left int) {
	x.line = append(x.line[:0], x.path[:depth+1]...)
	x.final, x.last, x.found = target, spend, left
}
