package bot

import "sync"

// inHand counts the work that is under way. Unlike with a sync.WaitGroup, work
// may begin while somebody waits.
type inHand struct {
	mu     sync.Mutex
	count  int
	closed bool
	idle   chan struct{} // closed once the count is 0; nil if nobody waits for that
}

// begin counts a piece of work, unless no more is taken on. Whoever began calls
// done.
func (h *inHand) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.count++
	return true
}

func (h *inHand) done() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count--; h.count == 0 && h.idle != nil {
		close(h.idle)
		h.idle = nil
	}
}

// close takes on no more.
func (h *inHand) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}

// wait returns once nothing is under way.
func (h *inHand) wait() {
	h.mu.Lock()
	if h.count == 0 {
		h.mu.Unlock()
		return
	}
	if h.idle == nil {
		h.idle = make(chan struct{})
	}
	idle := h.idle
	h.mu.Unlock()
	<-idle
}
