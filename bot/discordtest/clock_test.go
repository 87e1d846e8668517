package discordtest_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

func TestManualClockCallsInOrder(t *testing.T) {
	c := discordtest.NewClock(noon)
	var got []string
	note := func(name string) func() {
		return func() { got = append(got, fmt.Sprint(name, " ", c.Now().Sub(noon))) }
	}
	c.AfterFunc(2*time.Second, note("second"))
	c.AfterFunc(time.Second, func() {
		note("first")()
		c.AfterFunc(500*time.Millisecond, note("nested"))
	})
	c.AfterFunc(2*time.Second, note("third"))
	stop := c.AfterFunc(time.Second, note("never"))
	if !stop() || stop() {
		t.Error("stop does not tell what it did")
	}
	c.AfterFunc(-time.Hour, note("at once"))
	c.Advance(0)
	c.Advance(time.Hour)
	want := []string{"at once 0s", "first 1s", "nested 1.5s", "second 2s", "third 2s"}
	if !slices.Equal(got, want) {
		t.Errorf("called %v, want %v", got, want)
	}
	if !c.Now().Equal(noon.Add(time.Hour)) {
		t.Errorf("it is %v", c.Now())
	}
	c.Advance(-time.Hour)
	if !c.Now().Equal(noon.Add(time.Hour)) {
		t.Error("the clock went back")
	}
}

func TestManualClockIsSafe(t *testing.T) {
	c := discordtest.NewClock(noon)
	var called atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				stop := c.AfterFunc(time.Millisecond, func() { called.Add(1) })
				c.Advance(time.Millisecond)
				stop()
			}
		})
	}
	wg.Wait()
	c.Advance(time.Second)
	if called.Load() != 800 || !c.Now().Equal(noon.Add(800*time.Millisecond+time.Second)) {
		t.Errorf("%d calls, now %v", called.Load(), c.Now())
	}
}

func TestRealClock(t *testing.T) {
	var c discordtest.Clock = discordtest.RealClock{}
	done := make(chan struct{})
	begin := c.Now()
	c.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
	if c.Now().Sub(begin) < time.Millisecond {
		t.Error("called too early")
	}
	if stop := c.AfterFunc(time.Hour, func() {}); !stop() {
		t.Error("stop failed")
	}
}

func TestSnowflakesGrowAndTellTheTime(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	last := ""
	for n := range 50 {
		if n == 25 {
			r.clock.Advance(time.Hour)
		}
		id := r.send(object{"content": "x"}).must(t, 200).str("id")
		if len(id) < len(last) || id <= last {
			t.Fatalf("%s follows %s", id, last)
		}
		last = id
	}
	var n int64
	if _, err := fmt.Sscan(last, &n); err != nil {
		t.Fatal(err)
	}
	if got := time.UnixMilli(n>>22 + 1420070400000); !got.Equal(noon.Add(time.Hour)) {
		t.Errorf("the last one is from %v", got)
	}
}
