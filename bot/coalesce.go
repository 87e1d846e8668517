package bot

import "sync"

// A coalescer does jobs that show the present state of something: while a job
// is under way, any number of further wishes for it become one more run. Jobs
// with different keys run side by side, each key's in a goroutine that ends
// with them.
type coalescer struct {
	mu      sync.Mutex
	waiting map[any]*wishes // by key, while something runs under it
	running inHand
}

// wishes are what is to run under a key once the job under way has ended.
type wishes struct {
	again func()   // shows the present
	last  []func() // say a last word
}

// do runs job soon, unless a run that has not begun yet will serve as well.
func (c *coalescer) do(key any, job func()) {
	c.want(key, func(w *wishes) { w.again = job })
}

// end runs job soon, after whatever was wanted before under its key.
func (c *coalescer) end(key any, job func()) {
	c.want(key, func(w *wishes) { w.last = append(w.last, job) })
}

func (c *coalescer) want(key any, note func(*wishes)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w, running := c.waiting[key]; running {
		note(w)
		return
	}
	if c.waiting == nil {
		c.waiting = map[any]*wishes{}
	}
	w := new(wishes)
	note(w)
	c.waiting[key] = w
	c.running.begin()
	go func() {
		defer c.running.done()
		for job := c.next(key, w); job != nil; job = c.next(key, w) {
			job()
		}
	}()
}

// next takes the next job, or forgets the key if there is none.
func (c *coalescer) next(key any, w *wishes) (job func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case w.again != nil:
		job, w.again = w.again, nil
	case len(w.last) > 0:
		job, w.last = w.last[0], w.last[1:]
	default:
		delete(c.waiting, key)
	}
	return job
}

// busy reports whether a job is running.
func (c *coalescer) busy(key any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, running := c.waiting[key]
	return running
}

// wait returns once no job is running.
func (c *coalescer) wait() { c.running.wait() }
