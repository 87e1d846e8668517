package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// TB is the part of testing.TB that stories need.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Cleanup(func())
}

// Config describes a Discord. Its zero value is a usable one.
type Config struct {
	// Clock is the time that Discord goes by: ids, deadlines, rate limits.
	// Nil is the clock on the wall.
	Clock Clock
	// Token is the bot's, without "Bot " before it; "token" if empty.
	Token string
	// Name is the bot's user name; "Bot" if empty.
	Name string
	// BotPermissions is what the role that the bot brings into every guild
	// grants beyond @everyone.
	BotPermissions Permissions
	// PrivilegedIntents are those privileged gateway intents that the
	// application may ask for; asking for others closes with 4014.
	PrivilegedIntents int
	// HeartbeatInterval is told in HELLO; 41.25 s if zero.
	HeartbeatInterval time.Duration
	// Heartbeats drops connections whose client sends none for one and a half
	// intervals of Clock. On the wall's clock that is always so; with another
	// one a client would have to send its heartbeats by it, as a test that moves
	// the clock by hours leaves a real client no time to.
	Heartbeats bool
	// PaceIdentifies answers Op 9 to a client that identifies within five
	// seconds of the one before it, as Discord does (max_concurrency is 1). Such
	// an attempt counts for SessionStarts.
	PaceIdentifies bool
	// Shards is what gateway/bot recommends; 1 if zero.
	Shards int
	// SessionStarts is how many times the bot may identify in a day; 1,000 if
	// zero. One more and its token is no longer valid, as on Discord.
	SessionStarts int
	// OldEdits is how often a message older than an hour may be edited within
	// an hour before Discord answers 30046; 3 if zero. Discord does not publish
	// its number.
	OldEdits int
	// RateLimits are the buckets to hold requests to, none if nil. See
	// DiscordLimits.
	RateLimits []RateLimit
	// GlobalLimit is the number of requests a second over all routes that are
	// not interaction callbacks or webhooks; 0 is no limit.
	GlobalLimit int
	// Chaos, if not nil, makes things go wrong at random.
	Chaos *Chaos
	// OpenAPI is the absolute path of Discord's API description. If given,
	// every request body is checked against it too.
	OpenAPI string
	// Patience is how long, in real time, an action of the driver waits for a
	// bot that stays silent; 5 s if zero.
	Patience time.Duration
	// Lean forgets transcripts, request bodies and the list of requests, for
	// loads of many thousands of actions.
	Lean bool
	// KeepEphemeral is how many of a member's ephemeral messages in a channel
	// are kept, as a client that scrolls; 0 keeps all.
	KeepEphemeral int
}

// A Server is a Discord in one process. Create it with New or NewServer and
// Close it after use. Its methods are safe for concurrent use.
type Server struct {
	cfg      Config
	clock    Clock
	t        TB
	listener net.Listener
	http     *http.Server
	client   *http.Transport
	url      string
	schema   *schema
	closing  chan struct{}
	serving  sync.WaitGroup

	mu            sync.Mutex
	lastID        uint64
	lastFileID    uint64
	app           uint64
	bot           *user
	botHome       *Member
	users         map[uint64]*user
	guilds        map[uint64]*Guild
	channels      map[uint64]*Channel
	emojis        map[string]string
	files         map[uint64]*attachment
	global        *commandSet
	local         map[uint64]*commandSet
	creates       map[uint64]*createCount
	interactions  map[uint64]*interaction
	byToken       map[string]*interaction
	oldest        []*interaction
	sessions      map[string]*session
	conns         map[*gatewayConn]struct{}
	identifies    int
	resumes       int
	identifyDay   time.Time
	identified    time.Time
	tokenDead     bool
	zombie        bool
	watchers      map[*watcher]struct{}
	subscriptions int

	faults   faults
	limiter  limiter
	requests requestLog
}

// New starts a server for a test: it is closed with the test, and what the
// driver refuses fails the test unless it is asked for with Try.
func New(t TB, cfg Config) *Server {
	t.Helper()
	s, err := NewServer(cfg)
	if err != nil {
		t.Fatalf("discordtest: %v", err)
		return nil
	}
	s.t = t
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// NewServer starts a server on a free port of the loopback interface. It fails
// if there is none or if Config.OpenAPI cannot be read.
func NewServer(cfg Config) (*Server, error) {
	def(&cfg.Clock, Clock(RealClock{}))
	def(&cfg.Token, "token")
	def(&cfg.Name, "Bot")
	def(&cfg.HeartbeatInterval, 41250*time.Millisecond)
	if _, wall := cfg.Clock.(RealClock); wall {
		cfg.Heartbeats = true
	}
	def(&cfg.Shards, 1)
	def(&cfg.SessionStarts, 1000)
	def(&cfg.OldEdits, 3)
	def(&cfg.Patience, 5*time.Second)
	s := &Server{
		cfg: cfg, clock: cfg.Clock, closing: make(chan struct{}),
		users: map[uint64]*user{}, guilds: map[uint64]*Guild{}, channels: map[uint64]*Channel{},
		emojis: map[string]string{}, files: map[uint64]*attachment{},
		global: newCommandSet(), local: map[uint64]*commandSet{}, creates: map[uint64]*createCount{},
		interactions: map[uint64]*interaction{}, byToken: map[string]*interaction{},
		sessions: map[string]*session{}, conns: map[*gatewayConn]struct{}{},
		watchers: map[*watcher]struct{}{},
	}
	if cfg.OpenAPI != "" {
		var err error
		if s.schema, err = loadSchema(cfg.OpenAPI); err != nil {
			return nil, fmt.Errorf("read Discord's API description: %w", err)
		}
	}
	s.app = s.nextID()
	s.bot = &user{id: s.app, name: cfg.Name, bot: true, locale: "en-US"}
	s.botHome = &Member{srv: s, user: s.bot}
	s.bot.home = s.botHome
	s.users[s.bot.id] = s.bot
	s.faults.chaos = newChaosSource(cfg.Chaos)
	s.limiter = newLimiter(cfg.RateLimits, cfg.GlobalLimit)
	s.requests.lean = cfg.Lean

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.listener = l
	s.url = "http://" + l.Addr().String()
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 30 * time.Second}
	s.client = &http.Transport{DialContext: s.DialContext, MaxIdleConnsPerHost: 256, MaxIdleConns: 256}
	s.serving.Go(func() { _ = s.http.Serve(l) })
	return s, nil
}

func def[T comparable](p *T, v T) {
	var zero T
	if *p == zero {
		*p = v
	}
}

// Close cuts every connection and returns when all goroutines of the server
// have ended. Actions that still wait fail.
func (s *Server) Close() error {
	select {
	case <-s.closing:
		return nil
	default:
	}
	s.mu.Lock()
	select {
	case <-s.closing:
		s.mu.Unlock()
		return nil
	default:
	}
	close(s.closing)
	for _, i := range s.interactions {
		i.stop()
		i.end(s)
	}
	conns := s.conns
	s.conns = map[*gatewayConn]struct{}{}
	s.mu.Unlock()
	for c := range conns {
		c.cut()
	}
	err := s.http.Close()
	s.client.CloseIdleConnections()
	s.serving.Wait()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// URL returns the address of the server, such as http://127.0.0.1:1234. Below
// it lie the paths of Discord: /api/v10/… and so on.
func (s *Server) URL() string { return s.url }

// Token returns the bot's token, without "Bot " before it.
func (s *Server) Token() string { return s.cfg.Token }

// AppID returns the application's snowflake, which is the bot user's too.
func (s *Server) AppID() string { return id(s.app) }

// AddEmoji uploads an emoji of the application and returns its snowflake.
// Custom emojis that were not uploaded are invalid in components.
func (s *Server) AddEmoji(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := id(s.nextID())
	s.emojis[e] = name
	return e
}

// Transport returns a RoundTripper for HTTP clients that believe they talk to
// Discord: requests to Discord's hosts reach this server, requests to any
// other host fail.
func (s *Server) Transport() http.RoundTripper { return redirect{s} }

type redirect struct{ s *Server }

func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	host := r.URL.Hostname()
	if r.URL.Host != t.s.listener.Addr().String() {
		known := false
		for _, d := range []string{"discord.com", "discordapp.com", "discordapp.net", "discord.gg"} {
			known = known || host == d || strings.HasSuffix(host, "."+d)
		}
		if !known {
			if r.Body != nil {
				_ = r.Body.Close()
			}
			return nil, fmt.Errorf("discordtest: refused to connect to %s", r.URL.Host)
		}
	}
	out := r.Clone(r.Context())
	out.URL.Scheme, out.URL.Host, out.Host = "http", t.s.listener.Addr().String(), ""
	return t.s.client.RoundTrip(out)
}

// DialContext connects to loopback addresses and refuses all others. It fits
// http.Transport, websocket dialers and the like.
func (s *Server) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	a, err := netip.ParseAddrPort(address)
	if err != nil || !a.Addr().IsLoopback() {
		return nil, fmt.Errorf("discordtest: refused to dial %s", address)
	}
	var d net.Dialer
	return d.DialContext(ctx, network, address)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	select {
	case <-s.closing:
		s.mu.Unlock()
		return
	default:
	}
	s.serving.Add(1)
	s.mu.Unlock()
	defer s.serving.Done()
	switch {
	case strings.HasPrefix(r.URL.Path, "/api/"):
		s.serveREST(w, r)
	case strings.HasPrefix(r.URL.Path, "/attachments/"):
		s.serveAttachment(w, r)
	case r.URL.Path == "/" && r.Header.Get("Upgrade") != "":
		s.serveGateway(w, r)
	default:
		http.NotFound(w, r)
	}
}

// discordEpoch is the first millisecond of 2015, where snowflakes begin.
const discordEpoch = 1420070400000

// nextID returns a snowflake of the present moment, greater than all before it.
func (s *Server) nextID() uint64 {
	ms := max(s.clock.Now().UnixMilli()-discordEpoch, 1)
	s.lastID = max(s.lastID+1, uint64(ms)<<22)
	return s.lastID
}

// nextFileID returns a snowflake for a file. Files have numbers apart, as Discord
// has machines for them: two that are uploaded at the same instant change no
// number but each other's.
func (s *Server) nextFileID() uint64 {
	ms := max(s.clock.Now().UnixMilli()-discordEpoch, 1)
	s.lastFileID = max(s.lastFileID+1, uint64(ms)<<22|1<<21)
	return s.lastFileID
}

// idAt returns an unused snowflake of another moment.
func (s *Server) idAt(t time.Time) uint64 {
	n := uint64(max(t.UnixMilli()-discordEpoch, 1)) << 22
	for s.users[n] != nil {
		n++
	}
	return n
}

// Watch returns a channel that receives after anything has changed that somebody
// could see: a message, a channel, a member, the commands, how far an
// interaction has come, whether the bot is connected. What has changed is for
// the caller to look up; changes in quick succession may be one receive. The
// function returned ends it.
func (s *Server) Watch() (changed <-chan struct{}, cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.watch()
	return w.c, func() { s.unwatch(w) }
}

// a watcher is woken whenever anything that a client can see has changed.
type watcher struct{ c chan struct{} }

func (s *Server) watch() *watcher {
	w := &watcher{make(chan struct{}, 1)}
	s.watchers[w] = struct{}{}
	return w
}

func (s *Server) unwatch(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watchers, w)
}

func (s *Server) changed() {
	for w := range s.watchers {
		select {
		case w.c <- struct{}{}:
		default:
		}
	}
}

// encode writes compact JSON without escaping what HTML would need escaped, as
// Discord does.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // only our own structs and maps come here
		return []byte("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
