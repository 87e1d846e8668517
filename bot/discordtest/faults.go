package discordtest

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Fault is something that goes wrong with requests. Its zero value matches
// every request and does nothing.
type Fault struct {
	// Method is the HTTP method, any if empty.
	Method string
	// Route is the route's pattern as Request.Route gives it, for instance
	// "/channels/{channel}/messages"; a trailing "*" matches any rest; any if
	// empty.
	Route string
	// Times is how often the fault strikes before it is gone; 0 is until
	// removed.
	Times int
	// Probability, if not zero, strikes only so often, decided by Chaos.Seed.
	Probability float64

	// Hold keeps the request waiting, before anything else is done with it,
	// until the channel is closed.
	Hold <-chan struct{}
	// Delay keeps it waiting on the server's clock.
	Delay time.Duration
	// Cut closes the connection instead of answering, before the request has
	// done anything.
	Cut bool
	// CutAfter lets the request do its work and then closes the connection
	// instead of answering.
	CutAfter bool
	// Status answers with this HTTP status instead of doing the work: 500, 502,
	// 503, 429 and so on.
	Status int
	// Code and Message are those of the error's body.
	Code    int
	Message string
	// RetryAfter and Global describe a 429.
	RetryAfter time.Duration
	Global     bool
}

// Chaos is what goes wrong at random. Probabilities lie between 0 and 1; the
// same seed and the same order of requests give the same faults.
type Chaos struct {
	Seed uint64
	// ServerError answers 500, 502 or 503 without doing the work.
	ServerError float64
	// CutRequest closes the connection before the work, CutResponse after it.
	CutRequest, CutResponse float64
	// Slow makes a request wait for SlowFor on the server's clock.
	Slow    float64
	SlowFor time.Duration
	// RateLimited answers 429 with a short retry_after.
	RateLimited float64
	// CutGateway cuts the gateway connection instead of delivering an event
	// (which a resumed session gets), Reconnect sends Op 7 before an event.
	CutGateway, Reconnect float64
}

type chaosSource struct {
	Chaos
	mu  sync.Mutex
	rnd *rand.Rand
}

func newChaosSource(c *Chaos) *chaosSource {
	if c == nil {
		c = &Chaos{}
	}
	return &chaosSource{Chaos: *c, rnd: rand.New(rand.NewPCG(c.Seed, 0x6b6e6f7473))}
}

func (c *chaosSource) strikes(p float64) bool {
	if p <= 0 {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rnd.Float64() < p
}

func (c *chaosSource) pick(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rnd.IntN(n)
}

type faults struct {
	mu    sync.Mutex
	list  []*Fault
	chaos *chaosSource
}

// Inject lets a fault strike from now on. The returned function removes it.
func (s *Server) Inject(f Fault) (remove func()) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	p := &f
	s.faults.list = append(s.faults.list, p)
	return func() {
		s.faults.mu.Lock()
		defer s.faults.mu.Unlock()
		s.faults.list = slices.DeleteFunc(s.faults.list, func(x *Fault) bool { return x == p })
	}
}

func routeMatches(pattern, route string) bool {
	if rest, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(route, rest)
	}
	return pattern == "" || pattern == route
}

// next returns the first fault that strikes a request, nil if none does.
func (f *faults) next(method, route string) *Fault {
	f.mu.Lock()
	for i, x := range f.list {
		if x.Method != "" && x.Method != method || !routeMatches(x.Route, route) {
			continue
		}
		if x.Probability > 0 && !f.chaos.strikes(x.Probability) {
			continue
		}
		if x.Times > 0 {
			if x.Times--; x.Times == 0 {
				f.list = slices.Delete(f.list, i, i+1)
			}
		}
		hit := *x
		f.mu.Unlock()
		return &hit
	}
	f.mu.Unlock()
	switch c := f.chaos; {
	case c.strikes(c.CutRequest):
		return &Fault{Cut: true}
	case c.strikes(c.CutResponse):
		return &Fault{CutAfter: true}
	case c.strikes(c.ServerError):
		return &Fault{Status: []int{500, 502, 503}[c.pick(3)]}
	case c.strikes(c.Slow):
		return &Fault{Delay: c.SlowFor}
	case c.strikes(c.RateLimited):
		return &Fault{Status: http.StatusTooManyRequests, RetryAfter: 50 * time.Millisecond}
	}
	return nil
}

// A RateLimit is a bucket: so many requests in a window, counted apart for
// every channel, guild, and webhook or interaction token.
type RateLimit struct {
	Method string // any if empty
	Route  string // as in Fault
	Limit  int
	Window time.Duration
}

// DiscordLimits returns buckets like those that Discord is known to use. It
// publishes none and may change them, so a bot must go by the headers.
func DiscordLimits() []RateLimit {
	return []RateLimit{
		{http.MethodPost, "/channels/{channel}/messages", 5, 5 * time.Second},
		{http.MethodPatch, "/channels/{channel}/messages/{message}", 5, 5 * time.Second},
		{http.MethodDelete, "/channels/{channel}/messages/{message}", 5, time.Second},
		{"", "/webhooks/{app}/{token}*", 5, 2 * time.Second},
		{http.MethodPost, "/users/@me/channels", 10, 10 * time.Second},
		{http.MethodPut, "/applications/{app}/commands", 2, 60 * time.Second},
		{http.MethodPut, "/applications/{app}/guilds/{guild}/commands", 2, 60 * time.Second},
	}
}

type limiter struct {
	mu      sync.Mutex
	limits  []RateLimit
	global  int
	second  bucket
	buckets map[string]*bucket
	swept   time.Time
}

type bucket struct {
	used  int
	reset time.Time
}

func newLimiter(limits []RateLimit, global int) limiter {
	return limiter{limits: slices.Clone(limits), global: global, buckets: map[string]*bucket{}}
}

// take counts a request against its buckets. It sets the headers that tell the
// client and returns a 429 if there is no room.
func (l *limiter) take(h http.Header, now time.Time, method string, q *request) *apiError {
	if l.global == 0 && len(l.limits) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.global > 0 && q.route.auth {
		if !now.Before(l.second.reset) {
			l.second = bucket{reset: now.Add(time.Second)}
		}
		if l.second.used++; l.second.used > l.global {
			return tooMany(h, l.second.reset.Sub(now), true, "global")
		}
	}
	for i, r := range l.limits {
		if r.Method != "" && r.Method != method || !routeMatches(r.Route, q.route.pattern) {
			continue
		}
		key := strconv.Itoa(i) + "/" + q.major()
		b := l.buckets[key]
		if b == nil || !now.Before(b.reset) {
			b = &bucket{reset: now.Add(r.Window)}
			l.buckets[key] = b
			l.sweep(now)
		}
		h.Set("X-RateLimit-Bucket", "bucket-"+strconv.Itoa(i))
		h.Set("X-RateLimit-Limit", strconv.Itoa(r.Limit))
		h.Set("X-RateLimit-Reset", seconds(time.Duration(b.reset.UnixNano())))
		h.Set("X-RateLimit-Reset-After", seconds(b.reset.Sub(now)))
		if b.used >= r.Limit {
			h.Set("X-RateLimit-Remaining", "0")
			return tooMany(h, b.reset.Sub(now), false, "user")
		}
		b.used++
		h.Set("X-RateLimit-Remaining", strconv.Itoa(r.Limit-b.used))
		return nil
	}
	return nil
}

// sweep forgets buckets that are full again, now and then.
func (l *limiter) sweep(now time.Time) {
	if len(l.buckets) < 1000 || now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for k, b := range l.buckets {
		if !now.Before(b.reset) {
			delete(l.buckets, k)
		}
	}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

func tooMany(h http.Header, after time.Duration, global bool, scope string) *apiError {
	h.Set("Retry-After", strconv.Itoa(int((after+time.Second-1)/time.Second)))
	h.Set("X-RateLimit-Reset-After", seconds(after))
	h.Set("X-RateLimit-Scope", scope)
	message := "You are being rate limited."
	if global {
		h.Set("X-RateLimit-Global", "true")
	}
	return &apiError{status: http.StatusTooManyRequests, message: message,
		limited: &rateLimited{after: after.Seconds(), global: global}}
}
