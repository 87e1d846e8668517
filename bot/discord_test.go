package bot_test

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/bot/picture"
	"windfall/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A house is a server with the bot on it, and a clock that only the test moves.
type house struct {
	testing.TB
	discord *discordtest.Server
	clock   *discordtest.ManualClock
	guild   *discordtest.Guild
	path    string
	store   *store.Store
	bot     *bot.Bot
	painter *picture.Painter
	drawing bot.Drawing
	random  *lockedReader
	think   bot.Thinking
	backups bot.Backups
	log     *logBuffer
	stop    func()

	around func(bot.Store) bot.Store // nil, or what the bot gets in place of its store at its next start
}

// friday is when every story begins: 4 December 2026, 18:00 UTC.
var friday = time.Date(2026, 12, 4, 18, 0, 0, 0, time.UTC)

// open opens a house with one server, "Orchard".
func open(t testing.TB, options ...func(*setting)) *house {
	t.Helper()
	h := &house{TB: t, clock: discordtest.NewClock(friday), path: filepath.Join(t.TempDir(), "windfall.db"), random: &lockedReader{r: rand.NewChaCha8([32]byte{1})}, log: new(logBuffer),
		think: bot.Thinking{Workers: 2, Playouts: 60, Nodes: 20_000, Table: 1 << 20, Opponent: 60}}
	setting := setting{Config: discordtest.Config{Clock: h.clock, OpenAPI: os.Getenv("DISCORD_OPENAPI")}, painter: painter, drawing: atOnce}
	if underRace {
		setting.painter = nil
	}
	for _, option := range options {
		option(&setting)
	}
	h.painter, h.drawing = setting.painter, setting.drawing
	setting.Patience = patience
	h.discord = discordtest.New(t, setting.Config)
	h.guild = h.discord.NewGuild("Orchard")
	if setting.asleep {
		h.load()
	} else {
		h.start()
	}
	t.Cleanup(h.close)
	return h
}

// A setting is what a house is opened with.
type setting struct {
	discordtest.Config
	painter *picture.Painter
	asleep  bool
	drawing bot.Drawing
}

// atOnce draws a day's deal only once somebody asks for it, and one that is
// quickly proven.
var atOnce = bot.Drawing{Ahead: -1, NodesAtOnce: 20_000, Bytes: 4 << 20}

// ahead draws as a bot does that runs for good, but with little computing: three
// days ahead, each after a look at few games at few deals.
func ahead(s *setting) {
	s.drawing = bot.Drawing{Ahead: 3, Games: 10, Playouts: 4, Tries: 2, Nodes: 20_000, NodesAtOnce: 20_000, Bytes: 4 << 20}
}

// painter draws for all houses: what it draws it draws the same for each.
var painter = picture.New()

// quickly leaves out the check of every request against Discord's description,
// for tests that make very many requests of kinds that others make too.
func quickly(s *setting) { s.OpenAPI = "" }

// unpictured leaves out the pictures.
func unpictured(s *setting) { s.painter = nil }

// pictured has pictures even under the race detector, where a picture takes
// thirty times as long and most tests do without.
func pictured(s *setting) { s.painter = painter }

// asleep leaves the bot unconnected: a test can start it, or use what of it needs
// no connection.
func asleep(s *setting) { s.asleep = true }

// start starts the bot on the store, as a process does.
func (h *house) start() {
	h.Helper()
	h.load()
	ready := strings.Count(h.log.String(), "msg=ready")
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.bot.Run(ctx) }()
	unload := h.stop
	h.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			h.Errorf("the bot ended with %v", err)
		}
		unload()
	})
	waitFor(h, func() bool { return strings.Count(h.log.String(), "msg=ready") > ready })
}

// load opens the store and makes a bot of it that is not connected.
func (h *house) load() {
	h.Helper()
	var err error
	if h.store, err = store.Open(h.path, store.Options{}); err != nil {
		h.Fatal(err)
	}
	kept := bot.Keep(h.store)
	if h.around != nil {
		kept = h.around(kept)
	}
	h.bot, err = bot.New(bot.Config{
		Token: h.discord.Token(), Store: kept, Clock: h.clock, Random: h.random, Painter: h.painter, Drawing: h.drawing, Thinking: h.think, Backups: h.backups,
		Log:    slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime})),
		Client: &http.Client{Transport: h.discord.Transport()}, Dial: h.discord.DialContext,
	})
	if err != nil {
		h.Fatal(err)
	}
	h.stop = sync.OnceFunc(func() {
		if err := h.store.Close(); err != nil {
			h.Errorf("close the store: %v", err)
		}
	})
}

// restart replaces the process.
func (h *house) restart() {
	h.Helper()
	h.stop()
	h.start()
}

func (h *house) close() {
	if h.stop != nil {
		h.stop()
	}
	for _, v := range h.discord.Violations() {
		h.Errorf("a request that Discord's description does not allow: %+v", v)
	}
	if h.Failed() {
		h.Logf("the bot's log:\n%s", h.log.String())
	}
}

// settle waits until the games have been looked at whose time is up, and every
// message shows the present: what has not happened then does not happen.
func (h *house) settle() {
	h.bot.LookAtDeadlines()
	h.bot.Settle()
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// A lockedReader may be read by several at once, as crypto/rand can.
type lockedReader struct {
	mu sync.Mutex
	r  *rand.ChaCha8
}

// Seed begins another stream.
func (l *lockedReader) Seed(seed [32]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.r.Seed(seed)
}

func (l *lockedReader) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(p)
}

// A logBuffer keeps what the bot logs.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
