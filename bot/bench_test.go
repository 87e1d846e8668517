package bot_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"go.etcd.io/bbolt"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/bot/picture"
	"windfall/store"
)

// The load of BenchmarkPress.
const (
	benchTables  = 256 // each with two players, who both have their hand open
	benchCallers = 64  // of the closed loop
	benchTurns   = 3   // slices of each bot at each load
	benchSlice   = 1300 * time.Millisecond
)

// BenchmarkPress measures a press through the whole path: the double's gateway,
// discordgo, the router, one transaction of the store synced to the disk that
// holds the temporary directory, and the answer. What it takes is the time from
// when the double sends the interaction to when it has the callback, with the
// work on the messages of others, that nobody waits for, going on behind it.
//
// Beside Windfall stand two bots that know no game. "echo" is discordgo alone:
// it answers each press with a message, and edits two more, all of the size
// that Windfall's have. "echo+disk" does one durable write of bbolt before it
// answers. And "pictures" is Windfall again, with a picture in every message;
// the others have none. Each bot has a double of its own and all are connected all the time;
// they take turns in short slices, because machines are noisy.
//
// The load comes at a rate, whether or not the bot keeps up ("offered"), or from
// callers who each wait for their answer and press again ("saturated"; there
// the rate counts what was put right behind the answers too).
//
// One run is enough, and -benchtime does not matter. For where the time goes,
// take a -cpuprofile and look at it with -tagfocus bot=windfall.
func BenchmarkPress(b *testing.B) {
	windfall := newWindfallRig(b, "windfall", nil)
	messages := windfall.sample(b)
	plain := []*benchRig{windfall, newEchoRig(b, "echo", messages, nil), newEchoRig(b, "echo+disk", messages, newDisk(b))}
	rigs := append(slices.Clip(plain), newWindfallRig(b, "pictures", painter))
	for _, load := range []struct {
		offered int
		rigs    []*benchRig
	}{{150, rigs}, {500, plain}} { // more than two cores draw
		b.Run(fmt.Sprintf("offered=%d", load.offered), func(b *testing.B) {
			compare(b, load.rigs, func(r *benchRig) int { return r.offer(b, load.offered) })
		})
	}
	b.Run("saturated", func(b *testing.B) {
		compare(b, rigs, func(r *benchRig) int { return r.saturate(b) })
	})
}

// compare lets the bots take turns and prints what came of it.
func compare(b *testing.B, rigs []*benchRig, load func(*benchRig) (presses int)) {
	type sum struct {
		waits           []time.Duration
		presses         int
		took            time.Duration
		requests, bytes int64
		stored          []time.Duration
	}
	sums := make([]sum, len(rigs))
	for range benchTurns {
		for i, r := range rigs {
			r.refill(b)
			r.reset()
			began := time.Now()
			sums[i].presses += load(r)
			r.settle()
			sums[i].took += time.Since(began)
			sums[i].waits = append(sums[i].waits, r.waits...)
			sums[i].requests += r.requests.Load()
			sums[i].bytes += r.bytes.Load()
			if r.disk != nil {
				sums[i].stored = append(sums[i].stored, r.disk.take()...)
			}
		}
	}
	var report strings.Builder
	fmt.Fprintf(&report, "\n%-10s %8s %8s %8s %8s %8s %9s %9s %9s %9s\n",
		"", "presses", "/s", "p50 ms", "p99 ms", "max ms", "requests", "KB", "disk p50", "disk p99")
	for i, s := range sums {
		if len(s.waits) == 0 {
			b.Fatalf("%s has answered no press", rigs[i].name)
		}
		disk50, disk99 := "-", "-"
		if len(s.stored) > 0 {
			disk50, disk99 = ms(quantile(s.stored, 50)), ms(quantile(s.stored, 99))
		}
		fmt.Fprintf(&report, "%-10s %8d %8.0f %8s %8s %8s %9.2f %9.1f %9s %9s\n", rigs[i].name, s.presses, rate(s.presses, s.took),
			ms(quantile(s.waits, 50)), ms(quantile(s.waits, 99)), ms(quantile(s.waits, 100)),
			float64(s.requests)/float64(s.presses), float64(s.bytes)/float64(s.presses)/1000, disk50, disk99)
	}
	of, bare, durable := sums[0], sums[1], sums[2]
	b.Log(report.String())
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(quantile(of.waits, 50).Seconds()*1000, "p50-ms")
	b.ReportMetric(quantile(of.waits, 99).Seconds()*1000, "p99-ms")
	b.ReportMetric(float64(quantile(of.waits, 50))/float64(quantile(bare.waits, 50)), "p50/echo")
	b.ReportMetric(float64(quantile(of.waits, 99))/float64(quantile(bare.waits, 99)), "p99/echo")
	b.ReportMetric(float64(quantile(of.waits, 50))/float64(quantile(durable.waits, 50)), "p50/echo+disk")
	b.ReportMetric(float64(quantile(of.waits, 99))/float64(quantile(durable.waits, 99)), "p99/echo+disk")
	b.ReportMetric(rate(of.presses, of.took), "presses/s")
}

func rate(n int, took time.Duration) float64 { return float64(n) / took.Seconds() }

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }

// quantile sorts d and returns the value below which that many of a hundred lie.
func quantile(d []time.Duration, hundredths int) time.Duration {
	slices.Sort(d)
	return d[min(len(d)-1, len(d)*hundredths/100)]
}

// A benchRig is a bot on a double, with the tables that people play at.
type benchRig struct {
	name    string
	discord *discordtest.Server
	guild   *discordtest.Guild
	tables  []*benchTable
	settle  func() // waits until the bot does nothing any more
	deal    func(testing.TB, *benchTable)
	disk    *waits // what the bot waited for its disk, nil if it has none

	requests, bytes atomic.Int64 // of the bot's HTTP requests

	mu    sync.Mutex
	waits []time.Duration
}

// A benchTable is two players in a channel.
type benchTable struct {
	mu      sync.Mutex // held by whoever presses
	channel *discordtest.Channel
	players [2]*discordtest.Member
	hands   [2]discordtest.Message
	next    int // who is asked first whether they can press
	played  bool
}

func newBenchRig(b *testing.B, name string) *benchRig {
	r := &benchRig{name: name}
	r.discord = discordtest.New(b, discordtest.Config{Lean: true, KeepEphemeral: 4, Patience: 20 * time.Second})
	r.guild = r.discord.NewGuild("Orchard")
	for i := range benchTables {
		t := &benchTable{channel: r.guild.NewChannel(fmt.Sprintf("table-%d", i)), played: true}
		for seat, name := range []string{"Ana", "Ben"} {
			t.players[seat] = r.guild.Join(fmt.Sprintf("%s %d", name, i))
		}
		r.tables = append(r.tables, t)
	}
	return r
}

// client makes the bot's requests and counts them.
func (r *benchRig) client() *http.Client {
	return &http.Client{Timeout: 20 * time.Second, Transport: roundTrip(func(request *http.Request) (*http.Response, error) {
		r.requests.Add(1)
		r.bytes.Add(max(0, request.ContentLength))
		return r.discord.Transport().RoundTrip(request)
	})}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// labelled runs f, and whatever it starts, under the bot's name in profiles.
func (r *benchRig) labelled(f func()) {
	pprof.Do(context.Background(), pprof.Labels("bot", r.name), func(context.Context) { f() })
}

func (r *benchRig) reset() {
	r.waits = nil
	r.requests.Store(0)
	r.bytes.Store(0)
	if r.disk != nil {
		r.disk.take()
	}
}

// refill begins new games at the tables whose game is over.
func (r *benchRig) refill(tb testing.TB) {
	var all sync.WaitGroup
	free := make(chan struct{}, 16)
	for _, t := range r.tables {
		if !t.played {
			continue
		}
		all.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			r.deal(tb, t)
			t.played = false
		})
	}
	all.Wait()
	r.settle()
}

// press makes one press at a table, if one of the players has anything to
// press, and reports whether it did.
func (r *benchRig) press(tb testing.TB, t *benchTable) bool {
	for range 2 {
		seat := t.next
		t.next = 1 - t.next
		place := t.players[seat].In(t.channel)
		hand, ok := place.Look(t.hands[seat])
		if !ok {
			continue
		}
		for _, button := range hand.Buttons() {
			if button.Disabled || !strings.HasPrefix(button.CustomID, "move|") {
				continue
			}
			// By its id: the echo's hands may change at any moment.
			a := place.PressID(hand, button.CustomID)
			if a.State() != discordtest.Updated {
				tb.Errorf("%s: %s in %s: %v, %v", r.name, button.CustomID, t.channel.Name(), a.State(), a.Err())
				return false
			}
			r.mu.Lock()
			r.waits = append(r.waits, a.Latency())
			r.mu.Unlock()
			return true
		}
		t.played = hand.Button("Rematch") != nil
	}
	return false
}

// offer presses so many times a second for a slice, whether or not earlier
// presses have been answered, and returns how many were.
func (r *benchRig) offer(tb testing.TB, rate int) (presses int) {
	var all sync.WaitGroup
	var done atomic.Int64
	began, at := time.Now(), 0
	for i := range int(benchSlice.Seconds() * float64(rate)) {
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		all.Go(func() {
			for range r.tables {
				r.mu.Lock()
				at = (at + 1) % len(r.tables)
				t := r.tables[at]
				r.mu.Unlock()
				if !t.mu.TryLock() {
					continue // somebody waits for an answer there
				}
				pressed := r.press(tb, t)
				t.mu.Unlock()
				if pressed {
					done.Add(1)
					return
				}
			}
		})
	}
	all.Wait()
	return int(done.Load())
}

// saturate lets callers press for a slice, each at tables of its own, and
// returns how many presses were answered.
func (r *benchRig) saturate(tb testing.TB) (presses int) {
	var all sync.WaitGroup
	var done atomic.Int64
	end := time.Now().Add(benchSlice)
	own := len(r.tables) / benchCallers
	for caller := range benchCallers {
		all.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				if r.press(tb, r.tables[caller*own+i%own]) {
					done.Add(1)
				} else if i%own == own-1 {
					time.Sleep(time.Millisecond) // nobody has been shown their turn yet
				}
			}
		})
	}
	all.Wait()
	return int(done.Load())
}

// waits collects how long something was waited for.
type waits struct {
	mu   sync.Mutex
	list []time.Duration
}

func (w *waits) add(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, d)
}

func (w *waits) take() []time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.list
	w.list = nil
	return list
}

// timedStore notes how long the bot waits for what it writes.
type timedStore struct {
	bot.Store
	waits *waits
}

func (s timedStore) Update(ctx context.Context, f func(bot.Tx) error) error {
	began := time.Now()
	defer func() { s.waits.add(time.Since(began)) }()
	return s.Store.Update(ctx, f)
}

// newWindfallRig starts Windfall as windfall run does, with pictures or without.
func newWindfallRig(b *testing.B, name string, painter *picture.Painter) *benchRig {
	r := newBenchRig(b, name)
	kept, err := store.Open(filepath.Join(b.TempDir(), "windfall.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	r.disk = &waits{}
	windfall, err := bot.New(bot.Config{
		Token: r.discord.Token(), Store: timedStore{bot.Keep(kept), r.disk}, Client: r.client(), Dial: r.discord.DialContext,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Painter: painter,
		Drawing: bot.Drawing{Ahead: -1},
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	r.labelled(func() { go func() { ended <- windfall.Run(ctx) }() })
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
		if err := kept.Close(); err != nil {
			b.Error(err)
		}
	})
	if !r.discord.WaitSessions(1) {
		b.Fatal("Windfall does not connect")
	}
	r.settle = windfall.Settle
	r.deal = func(tb testing.TB, t *benchTable) {
		ana, ben := t.players[0].In(t.channel), t.players[1].In(t.channel)
		challenge := ana.Run("/adam-eva challenge", discordtest.User("member", t.players[1])).Reply()
		table := ben.Press(challenge, "Accept").Reply()
		t.hands = [2]discordtest.Message{ana.Press(table, "My hand").Reply(), ben.Press(table, "My hand").Reply()}
	}
	return r
}

// benchMessages are three messages of a game: the hand of the player to move,
// that of the other one, and the table.
type benchMessages struct{ moving, waiting, table discordtest.Message }

// sample returns messages as Discord has them in the middle of a round.
func (r *benchRig) sample(b *testing.B) (m benchMessages) {
	r.refill(b)
	t := r.tables[0]
	for range 8 {
		if !r.press(b, t) {
			b.Fatal("the sample has nothing to press")
		}
		r.settle()
	}
	for seat, player := range t.players {
		hand, _ := player.In(t.channel).Look(t.hands[seat])
		if strings.Contains(string(hand.JSON), `"move|`) {
			m.moving = hand
		} else {
			m.waiting = hand
		}
	}
	for _, message := range t.players[0].Sees(t.channel) {
		if !message.Ephemeral {
			m.table = message
		}
	}
	if m.moving.ID == "" || m.waiting.ID == "" || m.table.ID == "" {
		b.Fatal("the sample is not whole")
	}
	return m
}

// newDisk returns a database that keeps 2 KB a table, as Windfall's keeps a
// game.
func newDisk(b *testing.B) func(table string) error {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "echo.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	db.MaxBatchDelay = 100 * time.Microsecond // the quickest in the store's own benchmark
	name := []byte("games")
	if err := db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket(name)
		return err
	}); err != nil {
		b.Fatal(err)
	}
	var count atomic.Uint64
	return func(table string) error {
		value := make([]byte, 2048)
		binary.BigEndian.PutUint64(value, count.Add(1))
		return db.Batch(func(tx *bbolt.Tx) error { return tx.Bucket(name).Put([]byte(table), value) })
	}
}

// newEchoRig starts a bot that is discordgo and nothing else. It answers a press
// with the hand of one who waits, then edits the table and makes the other
// player's hand that of one who is to move. disk, if not nil, keeps something
// first.
func newEchoRig(b *testing.B, name string, messages benchMessages, disk func(table string) error) *benchRig {
	r := newBenchRig(b, name)
	if disk != nil {
		r.disk = &waits{}
	}
	session, err := discordgo.New("Bot " + r.discord.Token())
	if err != nil {
		b.Fatal(err)
	}
	session.Client = r.client()
	session.Dialer = &websocket.Dialer{NetDialContext: r.discord.DialContext}
	session.StateEnabled, session.Identify.Intents = false, discordgo.IntentsGuilds

	e := &echoBot{
		disk: disk, kept: r.disk, moving: componentsOf(b, messages.moving), waiting: componentsOf(b, messages.waiting), table: componentsOf(b, messages.table),
		tables: map[string]string{}, latest: map[string]map[string]*discordgo.Interaction{},
	}
	// Whoever waits has a button too: discordgo lets all edits of answers wait
	// for each other, and presses are not to wait for them.
	e.waiting = append(e.waiting, discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: "red 9", Style: discordgo.PrimaryButton, CustomID: "move|echo"},
	}})
	session.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		e.working.Add(1)
		defer e.working.Done()
		answer := e.pressed
		if i.Type == discordgo.InteractionApplicationCommand {
			answer = e.begun
		}
		if err := answer(s, i.Interaction); err != nil {
			b.Error(err)
		}
	})
	r.labelled(func() { err = session.Open() })
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = session.Close() })
	if _, err := session.ApplicationCommandBulkOverwrite(r.discord.AppID(), "", []*discordgo.ApplicationCommand{
		{Name: "table", Description: "A table"}, {Name: "move", Description: "A hand to move"}, {Name: "wait", Description: "A hand that waits"},
	}); err != nil {
		b.Fatal(err)
	}
	r.settle = e.working.Wait
	r.deal = func(tb testing.TB, t *benchTable) {
		ana, ben := t.players[0].In(t.channel), t.players[1].In(t.channel)
		table := ana.Run("/table").Reply()
		e.mu.Lock()
		e.tables[t.channel.ID()] = table.ID
		e.mu.Unlock()
		t.hands = [2]discordtest.Message{ana.Run("/move").Reply(), ben.Run("/wait").Reply()}
	}
	return r
}

// echoBot is what the bot of newEchoRig does.
type echoBot struct {
	disk                   func(table string) error
	kept                   *waits
	moving, waiting, table []discordgo.MessageComponent
	working                sync.WaitGroup

	mu     sync.Mutex
	tables map[string]string                            // messages by channel
	latest map[string]map[string]*discordgo.Interaction // what showed a hand last, by channel and user
}

// begun answers a command.
func (e *echoBot) begun(s *discordgo.Session, i *discordgo.Interaction) error {
	data := &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2 | discordgo.MessageFlagsEphemeral}
	switch i.ApplicationCommandData().Name {
	case "table":
		data.Flags, data.Components = discordgo.MessageFlagsIsComponentsV2, e.table
	case "move":
		data.Components = e.moving
		e.other(i)
	default:
		data.Components = e.waiting
		e.other(i)
	}
	return s.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: data})
}

// pressed answers a press.
func (e *echoBot) pressed(s *discordgo.Session, i *discordgo.Interaction) error {
	if e.disk != nil {
		began := time.Now()
		if err := e.disk(i.ChannelID); err != nil {
			return err
		}
		e.kept.add(time.Since(began))
	}
	if err := s.InteractionRespond(i, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2 | discordgo.MessageFlagsEphemeral, Components: e.waiting},
	}); err != nil {
		return err
	}
	other, table := e.other(i)
	if _, err := s.ChannelMessageEditComplex(&discordgo.MessageEdit{
		Channel: i.ChannelID, ID: table, Flags: discordgo.MessageFlagsIsComponentsV2, Components: &e.table,
	}); err != nil {
		return err
	}
	_, err := s.InteractionResponseEdit(other, &discordgo.WebhookEdit{Components: &e.moving})
	return err
}

// other notes that an interaction shows its user's hand, and returns the one
// that shows the other player's, and the id of the table.
func (e *echoBot) other(i *discordgo.Interaction) (other *discordgo.Interaction, table string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	here := e.latest[i.ChannelID]
	if here == nil {
		here = map[string]*discordgo.Interaction{}
		e.latest[i.ChannelID] = here
	}
	here[i.Member.User.ID] = i
	for user, last := range here {
		if user != i.Member.User.ID {
			other = last
		}
	}
	return other, e.tables[i.ChannelID]
}

// componentsOf reads what a message is made of, as discordgo has it, without the
// numbers that Discord has given its parts.
func componentsOf(b *testing.B, m discordtest.Message) (list []discordgo.MessageComponent) {
	var raw struct{ Components []any }
	if err := json.Unmarshal(m.JSON, &raw); err != nil {
		b.Fatal(err)
	}
	var strip func(part any)
	strip = func(part any) {
		if fields, ok := part.(map[string]any); ok {
			delete(fields, "id")
			parts, _ := fields["components"].([]any)
			for _, p := range parts {
				strip(p)
			}
		}
	}
	for _, part := range raw.Components {
		strip(part)
		text, err := json.Marshal(part)
		if err != nil {
			b.Fatal(err)
		}
		c, err := discordgo.MessageComponentFromJSON(text)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}
