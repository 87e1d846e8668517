// Package bot is Windfall on Discord: a press becomes a move, and a position
// becomes a message.
//
// A press takes one path. [Bot.onInteraction] gets it from discordgo; press.go
// reads it and finds its handler in the table of commands or of buttons
// (commands.go); the handler changes a game in one transaction of the
// store; then the press is answered with the message as its presser may see
// it. What others see, the public table and open hands, is brought up to date
// afterwards and waited for by nobody (publish.go).
//
// State first, message second: a message that cannot be sent never undoes a
// move, and a move that was not kept is never shown.
package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"windfall/bot/picture"
)

// Config is what a bot needs. Only Token and Store must be set.
type Config struct {
	Token  string       // as Discord gives it, without "Bot " before it
	Store  Store        // see [Keep]
	Clock  Clock        // nil is the machine's
	Random io.Reader    // the source of secrets, safe for use by several at once; nil is crypto/rand.Reader
	Log    *slog.Logger // nil is slog.Default()

	// Painter draws the pictures; nil sends none. Bots may share one.
	Painter *picture.Painter

	// Thinking bounds what is computed for those who press buttons.
	Thinking Thinking

	// Drawing says how much is computed for the deals of days.
	Drawing Drawing

	// Backups says where copies of the store are kept, if anywhere.
	Backups Backups

	// Client makes the HTTP requests; nil is a client of the bot's own.
	Client *http.Client
	// Dial opens the connection to the gateway; nil is a plain dialer.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// ErrRejected is returned by [Bot.Run] if Discord does not accept the token.
var ErrRejected = errors.New("the token is not accepted by Discord")

// A Bot plays the games of one application on all its servers. Make it with
// [New] and run it once.
type Bot struct {
	discord *discord
	store   Store
	clock   Clock
	random  io.Reader
	log     *slog.Logger

	ctx     context.Context // of Run
	work    inHand          // presses
	publish coalescer       // tables and hands being brought up to date
	hands   hands
	here    presence
	shared  shares
	pool    *pool // computes
	lane    *pool // computes, one at a time, what takes no more than milliseconds
	looks   *pool // computes, one at a time, what takes seconds
	think   Thinking
	looking looks

	// While members cannot press, clocks do not count: before the bot is ready,
	// and once it is stopping.
	reachable atomic.Bool
	// lived is until when they could, if they cannot now; zero if that is not
	// known. It is read only then, and written before.
	lived time.Time

	deadlines     clockwork // of games
	announcements clockwork // of dailies, and of what is forgotten about servers
	compaction    compacting
	backups       Backups
	drawer

	liveFault  sync.Once      // a fault of noting that the store is in use is told once
	background sync.WaitGroup // goroutines that end with ctx

	lastMessage sync.Map // of games that are over, by id: the lastShown that is still to say so
	panics      atomic.Int64
}

// idleConnections is how many connections to Discord are kept open; Go's own 2
// would be opened anew under load.
const idleConnections = 64

// New returns a bot that has not connected yet.
func New(c Config) (*Bot, error) {
	if c.Token == "" || c.Store == nil {
		return nil, errors.New("a bot needs a token and a store")
	}
	session, err := discordgo.New("Bot " + c.Token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	b := &Bot{store: c.Store, clock: c.Clock, random: c.Random, log: c.Log, ctx: context.Background(), think: c.Thinking.filled(), backups: c.Backups.filled(), drawer: newDrawer(c.Drawing)}
	b.pool = newPool(b.think)
	b.lane, b.looks = newPool(Thinking{Workers: 1, Table: b.think.Table}), newPool(Thinking{Workers: 1, Table: b.think.Table})
	if b.clock == nil {
		b.clock = systemClock{}
	}
	if b.random == nil {
		b.random = rand.Reader
	}
	if b.log == nil {
		b.log = slog.Default()
	}
	client := c.Client
	if client == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxIdleConnsPerHost = idleConnections
		client = &http.Client{Transport: transport, Timeout: 20 * time.Second}
	}
	session.Client = client
	session.Dialer = &websocket.Dialer{HandshakeTimeout: 20 * time.Second, Proxy: http.ProxyFromEnvironment, NetDialContext: c.Dial}
	// Interactions arrive whatever the intents. discordgo's own picture of the
	// servers has data races and is not needed.
	session.Identify.Intents = discordgo.IntentsGuilds
	session.StateEnabled = false
	session.UserAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, " + discordgo.VERSION + ") Windfall"
	session.AddHandler(b.onInteraction)
	session.AddHandler(b.onReady)
	session.AddHandler(b.onGuildCreate)
	session.AddHandler(b.onGuildDelete)
	b.discord = &discord{session: session, painter: c.Painter, client: client, clock: b.clock, log: b.log}
	return b, nil
}

// The pauses between tries to connect.
const (
	firstPause = 2 * time.Second
	longPause  = 5 * time.Minute
)

// openWithin bounds discordgo's Open, which otherwise may never return.
const openWithin = 30 * time.Second

// Run connects to Discord and plays until ctx ends; then it finishes what is in
// hand and returns nil. It returns [ErrRejected] if Discord does not accept the
// token, and otherwise keeps trying to connect, with growing pauses.
func (b *Bot) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b.ctx = ctx
	if b.discord.painter != nil { // the first press is not to wait for it
		var warming sync.WaitGroup
		warming.Go(b.discord.painter.Warm)
		defer warming.Wait()
	}
	if err := b.noticeRestored(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		err := b.connect(ctx)
		if err == nil {
			break
		}
		if errors.Is(err, ErrRejected) {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		b.log.Warn("cannot connect to Discord; trying again", "in", pause, "error", err)
		if !b.discord.pause(ctx, pause) {
			return nil
		}
	}
	// A token that is reset while the bot runs shows as a lost connection that
	// discordgo tries to mend for ever.
	b.discord.session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		if !b.work.begin() {
			return
		}
		defer b.work.done()
		if _, err := b.discord.application(ctx); classOf(err) == refused {
			cancel(ErrRejected)
		}
	})
	if err := b.putOffTimes(ctx); err != nil && ctx.Err() == nil {
		b.log.Error("deadlines that passed while Discord could not be reached are not put off", "error", err)
	}
	b.reachable.Store(true)
	b.takeUp(ctx)
	b.startClock(ctx)
	b.background.Go(func() { b.runLive(ctx) })
	b.background.Go(func() { b.runBackups(ctx) })
	b.background.Go(func() { b.runDrawer(ctx) })
	b.background.Go(func() { b.catchUpRatings(ctx) })
	b.log.Info("ready")
	<-ctx.Done()
	b.close()
	if errors.Is(context.Cause(ctx), ErrRejected) {
		return ErrRejected
	}
	return nil
}

// connect logs in, registers the commands and opens the gateway.
func (b *Bot) connect(ctx context.Context) error {
	app, err := b.discord.application(ctx)
	if classOf(err) == refused {
		return ErrRejected
	}
	if err != nil {
		return err
	}
	if err := b.discord.register(ctx, app); err != nil {
		return err
	}
	opened := make(chan error, 1)
	go func() { opened <- b.discord.session.Open() }()
	wait := time.NewTimer(openWithin)
	defer wait.Stop()
	select {
	case err = <-opened:
	case <-wait.C:
		err = errors.New("the gateway does not answer")
	case <-ctx.Done():
		// Open cannot be called off. The process is about to end, and a
		// session that opens after all must not stay open.
		go func() {
			if <-opened == nil {
				b.closeSession()
			}
		}()
		return ctx.Err()
	}
	var closed *websocket.CloseError
	if errors.As(err, &closed) && closed.Code == closeAuthentication {
		return ErrRejected
	}
	if err != nil {
		return fmt.Errorf("open the gateway: %w", err)
	}
	number, _ := strconv.ParseUint(app, 10, 64)
	b.log.Info("connected to Discord", "invite", InviteLink(number))
	return nil
}

// closeAuthentication is the gateway's close code for a token it does not know.
const closeAuthentication = 4004

// close takes no more presses, waits for those in hand and closes the gateway.
func (b *Bot) close() {
	b.work.close()
	// From now on nobody can move, however long the rest takes: what falls due
	// in it is not their fault.
	last := b.clock.Now()
	b.lived = last
	b.reachable.Store(false)
	b.stopClock()
	b.background.Wait()
	b.closeSession()
	b.work.wait()
	b.publish.wait()
	b.discord.client.CloseIdleConnections()
	// What was played since the last note must be missed in an older copy.
	b.noteLive(context.WithoutCancel(b.ctx), last)
}

func (b *Bot) closeSession() {
	if err := b.discord.session.Close(); err != nil {
		b.log.Warn("the gateway did not close cleanly", "error", err)
	}
}

// Settle returns once no press is in hand and every message shows the present.
// It is for tests and for whoever wants to stop at a quiet moment.
func (b *Bot) Settle() {
	b.work.wait()
	b.publish.wait()
}

// The permissions the bot needs, as Discord numbers them.
const (
	permViewChannel    = discordgo.PermissionViewChannel
	permSend           = discordgo.PermissionSendMessages
	permSendInThreads  = discordgo.PermissionSendMessagesInThreads
	permThreads        = discordgo.PermissionCreatePublicThreads
	permAttachFiles    = discordgo.PermissionAttachFiles // for pictures, without which it plays too
	permManageMessages = discordgo.PermissionManageMessages
	permManageGuild    = discordgo.PermissionManageGuild // "Manage Server" to people
	permAdministrator  = discordgo.PermissionAdministrator
)

// InviteLink returns the address by which somebody adds the application to a
// server, with the least permissions and scopes that it plays with, pictures included.
func InviteLink(application uint64) string {
	const needed = permViewChannel | permSend | permSendInThreads | permThreads | permAttachFiles
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%d&scope=bot+applications.commands&permissions=%d", application, int64(needed))
}
