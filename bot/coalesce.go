package bot

import "sync"

// A coalescer does jobs that show the present state of something: while a job
// is under way, any number of further wishes for it become one more run. Jobs
// with different keys run side by side, each in a goroutine that ends with it.
type coalescer struct {
	mu      sync.Mutex
	again   map[any]bool // by key of a running job: whether to run it once more
	running sync.WaitGroup
}

// do runs job soon, unless a run that has not begun yet will serve as well.
func (c *coalescer) do(key any, job func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, running := c.again[key]; running {
		c.again[key] = true
		return
	}
	if c.again == nil {
		c.again = map[any]bool{}
	}
	c.again[key] = false
	c.running.Go(func() {
		for {
			job()
			if c.ended(key) {
				return
			}
		}
	})
}

// ended reports whether nobody wants the job again, and forgets it then.
func (c *coalescer) ended(key any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.again[key] {
		c.again[key] = false
		return false
	}
	delete(c.again, key)
	return true
}

// busy reports whether a job is running.
func (c *coalescer) busy(key any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, running := c.again[key]
	return running
}

// wait returns once no job is running.
func (c *coalescer) wait() { c.running.Wait() }
