package bot

import (
	"strings"
	"sync"
	"testing"
)

func TestACoalescerRunsOnceMoreForAnyNumberOfWishes(t *testing.T) {
	var c coalescer
	var mu sync.Mutex
	var ran []string
	gate, begun := make(chan struct{}), make(chan struct{})
	job := func(name string) func() {
		return func() {
			mu.Lock()
			defer mu.Unlock()
			ran = append(ran, name)
		}
	}
	c.do("table", func() { close(begun); <-gate; job("first")() })
	<-begun
	for range 10 {
		c.do("table", job("again"))
	}
	c.end("table", job("last"))
	c.do("table", job("again"))
	if !c.busy("table") || c.busy("hand") {
		t.Error("busy is wrong")
	}
	c.do("hand", job("another"))
	for c.busy("hand") { // it waits for nobody
	}
	close(gate)
	c.wait()
	if got := strings.Join(ran, " "); got != "another first again last" {
		t.Errorf("ran %s", got)
	}
	if c.busy("table") || len(c.waiting) != 0 {
		t.Error("something is left")
	}
}
