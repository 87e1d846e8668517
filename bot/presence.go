package bot

import (
	"sync"
	"time"

	"windfall/bot/text"
	"windfall/games"
)

// A chair is one player's place in one game.
type chair struct {
	game uint64
	seat games.Seat
}

// hereFor is how long after a press a player counts as being here, and is not
// told by a mention what they see themselves.
const hereFor = 2 * time.Minute

// presence remembers who pressed something lately. It is forgotten at a
// restart, which costs a mention at most.
type presence struct {
	mu   sync.Mutex
	last map[chair]time.Time
}

// saw notes a press of a player.
func (p *presence) saw(c chair, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == nil {
		p.last = map[chair]time.Time{}
	}
	if len(p.last) >= roomInMemory {
		for c, t := range p.last {
			if now.Sub(t) > hereFor {
				delete(p.last, c)
			}
		}
	}
	p.last[c] = now
}

// roomInMemory is how much is remembered of one sort before what is past is
// forgotten.
const roomInMemory = 1024

// is reports whether a player is here.
func (p *presence) is(c chair, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.last[c]
	return ok && now.Sub(t) <= hereFor
}

// A hand is a message with a player's hand that is still open on their screen.
// Only the interaction's token can change it, and the token dies: a hand is
// disposable, and a button makes a new one.
type hand struct {
	app, token string
	at         string // which message it is, behind the token
	until      time.Time
	say        text.Language // its reader's
}

// hands are the open hands, the newest of each player. They are in memory only.
type hands struct {
	mu   sync.Mutex
	open map[chair]hand
}

// keep notes that the answer to an interaction shows a hand, in a language.
func (h *hands) keep(c chair, r *reply, say text.Language) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		h.open = map[chair]hand{}
	}
	now := r.via.clock.Now()
	if len(h.open) >= roomInMemory {
		for c, open := range h.open {
			if now.After(open.until) {
				delete(h.open, c)
			}
		}
	}
	h.open[c] = hand{r.app, r.token, r.where(), r.born.Add(tokenLife - tokenMargin), say}
}

// get returns an open hand.
func (h *hands) get(c chair, now time.Time) (hand, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	open, ok := h.open[c]
	if ok && now.After(open.until) {
		delete(h.open, c)
		return hand{}, false
	}
	return open, ok
}

// drop forgets a hand that can no longer be changed, unless there is a newer.
func (h *hands) drop(c chair, token string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open[c].token == token {
		delete(h.open, c)
	}
}
