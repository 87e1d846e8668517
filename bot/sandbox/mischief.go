package sandbox

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"windfall/bot/discordtest"
)

// mischief is what is being done to the bot's requests.
type mischief struct {
	mu     sync.Mutex
	on     map[string]bool // by the names in faults
	remove func()          // ends what is in force; nil if nothing is
}

// What the faults do.
const (
	slowness   = 2 * time.Second
	retryAfter = time.Second
	everyOther = 0.5
)

// set switches a fault on or off. Requests that hang already go on as they were
// going to.
func (m *mischief) set(d *discordtest.Server, name string, on bool) error {
	if !slices.Contains(faults, name) {
		return sentence("There is no such fault.")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.on[name] = on
	m.lift()
	// Discord's double lets one fault strike a request, so they are put together.
	var delay time.Duration
	if m.on["slow"] {
		delay = slowness
	}
	var removes []func()
	if m.on["limited"] {
		removes = append(removes, d.Inject(discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: retryAfter,
			Probability: everyOther, Delay: delay}))
	}
	switch {
	case m.on["failing"]:
		removes = append(removes, d.Inject(discordtest.Fault{Status: http.StatusServiceUnavailable, Delay: delay}))
	case delay > 0:
		removes = append(removes, d.Inject(discordtest.Fault{Delay: delay}))
	}
	m.remove = func() {
		for _, remove := range removes {
			remove()
		}
	}
	return nil
}

// end lets everything go well again.
func (m *mischief) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.on)
	m.lift()
}

// lift removes what is in force. The lock is held.
func (m *mischief) lift() {
	if m.remove != nil {
		m.remove()
		m.remove = nil
	}
}

// botNow is how the bot is, and what is being done to it.
func (s *Sandbox) botNow() botNow {
	s.mischief.mu.Lock()
	defer s.mischief.mu.Unlock()
	now := botNow{Online: s.discord.Sessions() > 0, Faults: []string{}}
	for _, name := range faults {
		if s.mischief.on[name] {
			now.Faults = append(now.Faults, name)
		}
	}
	return now
}

// is reports whether two say the same.
func (b botNow) is(other botNow) bool {
	return b.Online == other.Online && slices.Equal(b.Faults, other.Faults)
}
