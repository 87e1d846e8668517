package sandbox

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A diary notes when alarms ring.
type diary struct {
	mu      sync.Mutex
	entries []string
}

func (d *diary) write(what string) func() {
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.entries = append(d.entries, what)
	}
}

func (d *diary) says(t *testing.T, want ...string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Equal(d.entries, want) {
		t.Errorf("what rang was %q, not %q", d.entries, want)
	}
}

func TestTheClockGoesByItselfAndByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(founded)
		time.Sleep(time.Hour)
		if !c.Now().Equal(founded) {
			t.Errorf("before it is started it shows %v", c.Now())
		}
		begin := founded.Add(300 * 24 * time.Hour)
		c.start(begin)
		time.Sleep(time.Minute)
		if want := begin.Add(time.Minute); !c.Now().Equal(want) {
			t.Errorf("after a minute it shows %v, not %v", c.Now(), want)
		}
		c.Advance(time.Hour)
		c.Advance(-time.Hour) // the hands never go back
		time.Sleep(time.Second)
		if want := begin.Add(61*time.Minute + time.Second); !c.Now().Equal(want) {
			t.Errorf("after an hour by hand it shows %v, not %v", c.Now(), want)
		}
		c.stop()
	})
}

func TestTheClockStartsNoEarlierThanItStood(t *testing.T) {
	c := newClock(founded)
	c.start(founded.Add(-time.Hour))
	if c.Now().Before(founded) {
		t.Errorf("it went back to %v", c.Now())
	}
}

func TestAlarmsRingInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := newClock(founded), &diary{}
		c.AfterFunc(3*time.Hour, d.write("three hours"))
		c.AfterFunc(time.Hour, d.write("one hour"))
		c.AfterFunc(time.Hour, d.write("one hour, asked for later"))
		c.AfterFunc(-time.Hour, d.write("at once"))
		c.AfterFunc(24*time.Hour, d.write("a day"))
		synctest.Wait()
		d.says(t)
		c.start(founded)
		synctest.Wait()
		d.says(t, "at once")
		time.Sleep(59 * time.Minute)
		synctest.Wait()
		d.says(t, "at once")
		time.Sleep(2 * time.Minute) // by itself
		synctest.Wait()
		d.says(t, "at once", "one hour", "one hour, asked for later")
		c.AfterFunc(2*time.Hour, d.write("two hours more"))
		c.Advance(4 * time.Hour) // by hand
		synctest.Wait()
		d.says(t, "at once", "one hour", "one hour, asked for later", "three hours", "two hours more")
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		d.says(t, "at once", "one hour", "one hour, asked for later", "three hours", "two hours more", "a day")
		c.stop()
	})
}

// What an alarm sees is the time after the jump: it comes late, and must not
// believe that it is on time.
func TestAnAlarmThatWasJumpedOverSeesThePresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(founded)
		c.start(founded)
		var seen time.Time
		c.AfterFunc(time.Hour, func() { seen = c.Now() })
		c.Advance(24 * time.Hour)
		synctest.Wait()
		if want := founded.Add(24 * time.Hour); !seen.Equal(want) {
			t.Errorf("it saw %v, not %v", seen, want)
		}
		c.stop()
	})
}

func TestAnAlarmCalledOffDoesNotRing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := newClock(founded), &diary{}
		c.start(founded)
		stopFirst := c.AfterFunc(time.Minute, d.write("first"))
		stopSecond := c.AfterFunc(2*time.Minute, d.write("second"))
		if !stopFirst() {
			t.Error("it was in time, and says it was not")
		}
		if stopFirst() {
			t.Error("it was called off twice")
		}
		c.Advance(time.Hour)
		synctest.Wait()
		d.says(t, "second")
		if stopSecond() {
			t.Error("it has rung, and says it was called off")
		}
		stopThird := c.AfterFunc(time.Minute, d.write("third"))
		c.stop()
		if stopThird() {
			t.Error("a clock that was stopped calls off what it had already given up")
		}
		c.AfterFunc(0, d.write("fourth"))
		c.Advance(time.Hour)
		time.Sleep(time.Hour)
		synctest.Wait()
		d.says(t, "second")
	})
}

// An alarm may hang, move the hands or set another alarm; the others ring all
// the same.
func TestOneAlarmDoesNotKeepTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := newClock(founded), &diary{}
		c.start(founded)
		release := make(chan struct{})
		c.AfterFunc(time.Minute, func() { <-release; d.write("the one that hung")() })
		c.AfterFunc(2*time.Minute, func() {
			c.AfterFunc(time.Minute, d.write("set by an alarm"))
			c.Advance(time.Hour)
			d.write("the one that moves the hands")()
		})
		c.AfterFunc(3*time.Minute, d.write("the last"))
		c.Advance(10 * time.Minute)
		time.Sleep(time.Second)
		synctest.Wait()
		close(release)
		synctest.Wait()
		d.mu.Lock()
		slices.Sort(d.entries)
		d.mu.Unlock()
		d.says(t, "set by an alarm", "the last", "the one that hung", "the one that moves the hands")
		c.stop()
	})
}

func TestTheClockMayBeUsedByMany(t *testing.T) {
	c := newClock(founded)
	c.start(founded)
	const each = 200
	var rung, calledOff sync.WaitGroup
	var users sync.WaitGroup
	for range 4 {
		users.Go(func() {
			for i := range each {
				rung.Add(1)
				c.AfterFunc(time.Duration(i)*time.Second, rung.Done)
				calledOff.Add(1)
				stop := c.AfterFunc(time.Hour*24*365, func() { t.Error("this was called off") })
				if stop() {
					calledOff.Done()
				}
				c.Advance(time.Second)
				c.Now()
			}
		})
	}
	users.Wait()
	c.Advance(each * time.Second)
	rung.Wait()
	calledOff.Wait()
	c.stop()
}
