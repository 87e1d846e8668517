package discordtest

import (
	"container/heap"
	"sync"
	"time"
)

// A Clock tells the time and calls back. It is made of builtin types only, so
// that the clock of another package fits without importing this one.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own time once d has passed. The returned stop
	// reports whether it prevented the call.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// RealClock is the clock on the wall. Its zero value is ready to use.
type RealClock struct{}

// Now returns the current time.
func (RealClock) Now() time.Time { return time.Now() }

// AfterFunc calls f in its own goroutine once d has passed.
func (RealClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// A ManualClock stands still until somebody moves it. It is safe for
// concurrent use.
type ManualClock struct {
	mu    sync.Mutex
	now   time.Time
	order int
	due   timers

	turn sync.Mutex // held while a caller of Advance moves the hands
}

// NewClock returns a clock that stands at t.
func NewClock(t time.Time) *ManualClock { return &ManualClock{now: t} }

// Now returns the time to which the clock was last moved.
func (c *ManualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc registers f to be called by the Advance that reaches now+d. A
// duration of zero or less is due at once: the next Advance calls it, even
// Advance(0).
func (c *ManualClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order++
	t := &timer{at: c.now.Add(max(d, 0)), order: c.order, f: f}
	heap.Push(&c.due, t)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if t.index < 0 {
			return false
		}
		heap.Remove(&c.due, t.index)
		return true
	}
}

// Advance moves the clock forward by d. Functions that fall due on the way are
// called one after another in the caller's goroutine, in the order of their
// times and, at one time, of their registration; each sees its own time as Now.
// Functions that they register are called too if due. Concurrent calls take
// turns; a function must not call Advance itself.
func (c *ManualClock) Advance(d time.Duration) {
	c.turn.Lock()
	defer c.turn.Unlock()
	c.mu.Lock()
	end := c.now.Add(max(d, 0))
	for len(c.due) > 0 && !c.due[0].at.After(end) {
		t := heap.Pop(&c.due).(*timer)
		c.now = t.at
		c.mu.Unlock()
		t.f()
		c.mu.Lock()
	}
	c.now = end
	c.mu.Unlock()
}

type timer struct {
	at    time.Time
	order int
	index int
	f     func()
}

type timers []*timer

func (q timers) Len() int { return len(q) }
func (q timers) Less(i, j int) bool {
	if !q[i].at.Equal(q[j].at) {
		return q[i].at.Before(q[j].at)
	}
	return q[i].order < q[j].order
}
func (q timers) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *timers) Push(x any) {
	t := x.(*timer)
	t.index = len(*q)
	*q = append(*q, t)
}
func (q *timers) Pop() any {
	old := *q
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	t.index = -1
	return t
}
