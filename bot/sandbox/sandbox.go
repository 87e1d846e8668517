package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/bot/picture"
)

// Mark is the mark of a sandbox's database (see store.Options), so that nobody
// takes one for a bot's.
const Mark = "sandbox"

// Config says how to open a sandbox. Its zero value is a good one.
type Config struct {
	// Database is the file in which games and statistics are kept. If it is
	// empty they are in a temporary one, which Close removes.
	Database string
	// Port is where the page is served; 0 is any that is free.
	Port int
	// Log is where the bot logs; nil is slog.Default().
	Log *slog.Logger
	// Painter draws the pictures; nil sends none.
	Painter *picture.Painter
	// Random is where the page's token and the cards come from, safe for use by
	// several at once; nil is crypto/rand.Reader.
	Random io.Reader
	// Now is the time of the world outside, by which the sandbox's clock is set
	// when it starts; nil is time.Now.
	Now func() time.Time
	// Drawing says how much is computed for the deals of days; the zero value is
	// what the bot does when it runs for good.
	Drawing bot.Drawing
}

// A Sandbox is a Discord with one server, the bot, and the page by which people
// try it, all in this process and on the loopback interface. Make it with
// [Open] and close it.
type Sandbox struct {
	log     *slog.Logger
	painter *picture.Painter
	drawing bot.Drawing
	random  io.Reader
	token   string
	ctx     context.Context // ends with the sandbox
	cancel  context.CancelFunc

	database  string
	temporary string // a directory to remove
	clock     *handClock
	advancing sync.Mutex
	ahead     *ahead

	discord  *discordtest.Server
	guild    *discordtest.Guild
	bot      keeper
	mischief mischief
	joining  sync.Mutex

	listener net.Listener
	http     *http.Server
	files    files
	pages    pages
	serving  sync.WaitGroup

	closing sync.Once
	closed  error
}

// patience is how long the double lets an action wait in real time. It goes
// beyond the fifteen minutes that Discord gives the bot, since here an action
// ends by the clock only.
const patience = time.Hour

// Open starts a sandbox. It runs until ctx ends or it is closed; then
// everything in it ends. Errors of the database are those of [store.Open], one
// of the file beside it is an [ErrClockFile], and one of the port a
// [*net.OpError].
func Open(ctx context.Context, c Config) (s *Sandbox, err error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	s = &Sandbox{log: c.Log, painter: c.Painter, drawing: c.Drawing, random: c.Random, database: c.Database, clock: newClock(founded), ahead: &ahead{},
		files: files{random: c.Random, known: map[string]string{}, where: map[string]found{}},
		pages: pages{open: map[*page]bool{}}}
	s.bot.sandbox, s.mischief.on = s, map[string]bool{}
	s.ctx, s.cancel = context.WithCancel(ctx)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
			s = nil
		}
	}()
	if s.token, err = secret(c.Random); err != nil {
		return s, err
	}
	if c.Database == "" {
		if s.temporary, err = os.MkdirTemp("", "windfall-sandbox-"); err != nil {
			return s, fmt.Errorf("make a temporary database: %w", err)
		}
		s.database = filepath.Join(s.temporary, "windfall.db")
	}
	if err = s.bot.openStore(); err != nil {
		return s, err
	}
	if c.Database != "" {
		if s.ahead, err = openAhead(c.Database, c.Now()); err != nil {
			return s, err
		}
	}
	// Heartbeats are not looked at: the hands of the clock move by hours, and no
	// client could keep up. Lean, as a sandbox may stay open for days.
	s.discord, err = discordtest.NewServer(discordtest.Config{Clock: s.clock, Name: "Windfall", Lean: true,
		Patience: patience, SessionStarts: 1 << 30})
	if err != nil {
		return s, err
	}
	s.guild = furnish(s.discord)
	s.clock.start(c.Now().Add(s.ahead.by))
	if err = s.listen(c.Port); err != nil {
		return s, err
	}
	if err = s.bot.start(); err != nil {
		return s, err
	}
	context.AfterFunc(s.ctx, func() { _ = s.Close() })
	return s, nil
}

// URL is the address of the page, with the token that lets a browser in.
func (s *Sandbox) URL() string {
	return "http://" + s.listener.Addr().String() + "/?token=" + s.token
}

// Close ends the sandbox: the pages, the bot, which finishes what is in hand,
// and Discord. It returns once all of that is over, and the database is closed
// or, if it was a temporary one, gone. Closing again does nothing more and
// returns the same.
func (s *Sandbox) Close() error {
	s.closing.Do(func() {
		s.pages.mu.Lock()
		s.cancel()
		s.pages.mu.Unlock()
		var errs []error
		if s.http != nil {
			errs = append(errs, s.http.Close())
		}
		s.mischief.end() // the bot could not finish what is in hand
		s.serving.Wait()
		errs = append(errs, s.bot.stop())
		if s.discord != nil {
			errs = append(errs, s.discord.Close())
		}
		s.clock.stop()
		if s.temporary != "" {
			errs = append(errs, os.RemoveAll(s.temporary))
		}
		s.closed = errors.Join(errs...)
	})
	return s.closed
}

// listen serves the page on the loopback interface.
func (s *Sandbox) listen(port int) error {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	s.listener = l
	s.http = &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	s.serving.Go(func() { _ = s.http.Serve(l) }) // ends with Close only
	return nil
}

// enter reports whether something may begin that Close has to wait for; then
// s.serving.Done says that it is over.
func (s *Sandbox) enter() bool {
	s.pages.mu.Lock()
	defer s.pages.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.serving.Add(1)
	return true
}

func (s *Sandbox) now() clock { return clock{s.clock.Now().UnixMilli()} }

// latest is as far as the clock goes. Ids on Discord have room for some
// decades more.
var latest = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// advance moves the clock forward.
func (s *Sandbox) advance(seconds int64) error {
	s.advancing.Lock()
	defer s.advancing.Unlock()
	const year = 366 * 24 * 60 * 60
	if seconds < 1 || seconds > year {
		return sentence("The clock goes forward only, by a year at most at a time.")
	}
	d := time.Duration(seconds) * time.Second
	if s.clock.Now().Add(d).After(latest) {
		return sentence("The clock goes no further than the year 2100.")
	}
	if err := s.ahead.move(d); err != nil {
		s.log.Error("the clock cannot be moved", "error", err)
		return sentence("The clock stays where it is: how far it is ahead could not be written down beside the database.")
	}
	s.clock.Advance(d)
	s.pages.tell(note{Kind: "clock", Clock: ref(s.now())})
	return nil
}

// ref returns a pointer to a copy.
func ref[T any](v T) *T { return &v }

// A sentence is an error that is shown to people as it is.
type sentence string

func (s sentence) Error() string { return string(s) }
