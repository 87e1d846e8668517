package sandbox

import (
	"container/heap"
	"sync"
	"time"
)

// A handClock goes like any other clock, and its hands can be moved forward. It
// is the clock of everything in a sandbox: of Discord and of the bot. It stands
// until start is called.
type handClock struct {
	mu      sync.Mutex
	at      time.Time // what it showed at since
	since   time.Time // in real time; zero while it stands
	stopped bool
	due     alarms
	count   int         // of alarms so far; those of one time ring in their order
	bell    *time.Timer // for the first of due
	ringing bool        // somebody calls what is due, and goes on until nothing is
}

// newClock returns a clock that stands at t.
func newClock(t time.Time) *handClock { return &handClock{at: t.Round(0)} }

// Now returns what the clock shows.
func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *handClock) now() time.Time {
	if c.since.IsZero() {
		return c.at
	}
	return c.at.Add(time.Since(c.since))
}

// start puts the hands forward to t, unless they are past it, and lets the clock
// go.
func (c *handClock) start(t time.Time) {
	c.mu.Lock()
	if now := c.now(); t.Before(now) {
		t = now
	}
	c.at, c.since = t.Round(0), time.Now()
	c.mu.Unlock()
	c.ring()
}

// Advance moves the hands forward by d in one jump. What falls due on the way is
// called, the earliest first, and finds the clock showing the time after the
// jump.
func (c *handClock) Advance(d time.Duration) {
	c.mu.Lock()
	c.at = c.at.Add(max(d, 0))
	c.mu.Unlock()
	c.ring()
}

// stop keeps anything from being called from now on. The hands go on.
func (c *handClock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped, c.due = true, nil
	if c.bell != nil {
		c.bell.Stop()
	}
}

// AfterFunc calls f in a goroutine of its own once the clock has gone on by d, by
// itself or by somebody's hand. The function returned calls it off and reports
// whether it was in time.
func (c *handClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	a := &alarm{at: c.now().Add(max(d, 0)), count: c.count, f: f}
	if c.stopped {
		return func() bool { return false }
	}
	heap.Push(&c.due, a)
	c.setBell()
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if a.index < 0 || c.stopped {
			return false
		}
		heap.Remove(&c.due, a.index)
		return true
	}
}

// setBell sets the timer in real time that rings for the first alarm. The lock
// is held.
func (c *handClock) setBell() {
	if len(c.due) == 0 || c.since.IsZero() || c.stopped {
		return
	}
	wait := max(0, c.due[0].at.Sub(c.now()))
	if c.bell == nil {
		c.bell = time.AfterFunc(wait, c.ring)
		return
	}
	c.bell.Reset(wait)
}

// breath is how long an alarm is waited for before the next one rings. It is
// long for what alarms do, and short for whoever waits for one that hangs.
const breath = 50 * time.Millisecond

// ring calls what is due, unless somebody is at it.
func (c *handClock) ring() {
	c.mu.Lock()
	if c.ringing {
		c.mu.Unlock()
		return
	}
	c.ringing = true
	c.mu.Unlock()
	for {
		c.mu.Lock()
		if len(c.due) == 0 || c.stopped || c.due[0].at.After(c.now()) {
			c.ringing = false
			c.setBell()
			c.mu.Unlock()
			return
		}
		a := heap.Pop(&c.due).(*alarm)
		c.mu.Unlock()
		over := make(chan struct{})
		go func() {
			defer close(over)
			a.f()
		}()
		limit := time.NewTimer(breath)
		select {
		case <-over:
		case <-limit.C:
		}
		limit.Stop()
	}
}

// An alarm is a function that waits for its time.
type alarm struct {
	at    time.Time
	count int
	index int // among alarms, -1 once it is not there any more
	f     func()
}

// alarms are a heap with the earliest at the top.
type alarms []*alarm

func (q alarms) Len() int { return len(q) }

func (q alarms) Less(i, j int) bool {
	if !q[i].at.Equal(q[j].at) {
		return q[i].at.Before(q[j].at)
	}
	return q[i].count < q[j].count
}

func (q alarms) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *alarms) Push(x any) {
	a := x.(*alarm)
	a.index = len(*q)
	*q = append(*q, a)
}

func (q *alarms) Pop() any {
	old := *q
	a := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	a.index = -1
	return a
}
