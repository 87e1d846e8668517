package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"windfall/bot"
	"windfall/bot/discordtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noon is a time well away from midnight, which parts the days of Adaman.
func noon() time.Time { return time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC) }

// atOnce draws a day's deal once somebody asks for it, and computes nothing more.
var atOnce = bot.Drawing{Ahead: -1, NodesAtOnce: 20_000, Bytes: 4 << 20}

// open starts a sandbox for a test, and waits until its bot is there.
func open(t *testing.T, c Config) *Sandbox {
	t.Helper()
	if c.Now == nil {
		c.Now = noon
	}
	if c.Log == nil {
		c.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	c.Drawing = atOnce
	s, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, s) })
	arrived(t, s)
	return s
}

// arrived waits until the bot is connected. A client library that is stopped
// at the very moment at which it has connected may take that for a fault, and
// tries to connect again for ever; so it gets a moment more.
func arrived(t testing.TB, s *Sandbox) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); s.discord.Sessions() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the bot does not connect")
		}
	}
	time.Sleep(50 * time.Millisecond)
}

func shut(t *testing.T, s *Sandbox) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("the sandbox does not close cleanly: %v", err)
	}
}

// A visitor is what a page does, without a browser: it goes by the notes that
// it gets, and by nothing else.
type visitor struct {
	*testing.T
	ws   *websocket.Conn
	name string

	mu       sync.Mutex
	changed  chan struct{} // closed and made anew with every note
	raw      bytes.Buffer  // every byte that came
	world    *world
	messages map[string]message
	actions  map[int][]action
	clocks   []clock
	bots     []botNow
	n        int
	gone     bool
}

// visit opens a page as the member of that name, and waits until the bot's
// commands are there.
func visit(t *testing.T, s *Sandbox, name string) *visitor {
	t.Helper()
	id := ""
	for _, m := range s.members() {
		if m.Name() == name {
			id = m.ID()
		}
	}
	v := enter(t, s, id)
	v.name = name
	v.until("the bot's commands", func() bool { return v.world != nil && v.world.Bot.Online && len(v.world.Commands) > 0 })
	if v.world.Me != id {
		t.Fatalf("%s is somebody else: %q", name, v.world.Me)
	}
	return v
}

// enter opens a page with the member's id.
func enter(t *testing.T, s *Sandbox, id string) *visitor {
	t.Helper()
	address := strings.Replace(s.URL(), "http://", "ws://", 1)
	address = strings.Replace(address, "/?", "/live?member="+id+"&", 1)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ws, _, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(16 << 20)
	v := &visitor{T: t, ws: ws, changed: make(chan struct{}), messages: map[string]message{}, actions: map[int][]action{}}
	read := make(chan struct{})
	go func() { defer close(read); v.read() }()
	t.Cleanup(func() { _ = ws.CloseNow(); <-read })
	return v
}

func (v *visitor) read() {
	for {
		_, data, err := v.ws.Read(context.Background())
		v.mu.Lock()
		if err != nil {
			v.gone = true
		} else {
			v.hear(data)
		}
		close(v.changed)
		v.changed = make(chan struct{})
		v.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (v *visitor) hear(data []byte) {
	v.raw.Write(data)
	v.raw.WriteByte('\n')
	var n note
	if err := json.Unmarshal(data, &n); err != nil {
		v.Errorf("a note is no JSON: %v", err)
	}
	switch n.Kind {
	case "world":
		v.world = n.World
	case "create", "update":
		v.messages[n.Message.ID] = *n.Message
	case "delete":
		delete(v.messages, n.Gone.ID)
	case "action":
		v.actions[n.Action.N] = append(v.actions[n.Action.N], *n.Action)
		for _, m := range n.Action.History {
			v.messages[m.ID] = m
		}
	case "clock":
		v.clocks = append(v.clocks, *n.Clock)
	case "bot":
		v.bots = append(v.bots, *n.Bot)
		v.world.Bot = *n.Bot
	default:
		v.Errorf("there is no note of kind %q", n.Kind)
	}
}

// until waits until something holds, which is looked at with the lock held.
func (v *visitor) until(what string, holds func() bool) {
	v.Helper()
	limit := time.After(20 * time.Second)
	for {
		v.mu.Lock()
		ok, changed := holds(), v.changed
		v.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-time.After(20 * time.Millisecond): // it may be about somebody else
		case <-limit:
			v.mu.Lock()
			defer v.mu.Unlock()
			v.Fatalf("%s waits in vain for %s; the last that came is\n%s", v.name, what, last(v.raw.String(), 3000))
		}
	}
}

func last(s string, n int) string { return s[max(0, len(s)-n):] }

// begin asks for something and returns the ask's number.
func (v *visitor) begin(a ask) int {
	v.Helper()
	v.mu.Lock()
	v.n++
	a.N = v.n
	v.mu.Unlock()
	text, err := json.Marshal(a)
	if err != nil {
		v.Fatal(err)
	}
	v.write(string(text))
	return a.N
}

func (v *visitor) write(text string) {
	v.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := v.ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		v.Fatal(err)
	}
}

// end waits for the end of what was asked.
func (v *visitor) end(n int) (a action) {
	v.Helper()
	v.until("an answer", func() bool {
		all := v.actions[n]
		if len(all) == 0 {
			return false
		}
		a = all[len(all)-1]
		return a.State != "pending" && a.State != "thinking"
	})
	return a
}

// ask asks and waits for the end.
func (v *visitor) ask(a ask) action {
	v.Helper()
	return v.end(v.begin(a))
}

// does asks for something that must be done.
func (v *visitor) does(a ask) action {
	v.Helper()
	got := v.ask(a)
	if got.State != "done" {
		v.Fatalf("%s: %+v ends as %+v", v.name, a, got)
	}
	return got
}

// channel is the id of a channel by its name, "" for the direct messages.
func (v *visitor) channel(name string) string {
	v.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.world.Channels {
		if c.Name == name {
			return c.ID
		}
	}
	v.Fatalf("%s sees no channel %q in %+v", v.name, name, v.world.Channels)
	return ""
}

func (v *visitor) id(name string) string {
	v.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, p := range v.world.Members {
		if p.Name == name {
			return p.ID
		}
	}
	v.Fatalf("there is no %s", name)
	return ""
}

// run runs a command in #general.
func (v *visitor) run(path string, options map[string]any) action {
	v.Helper()
	return v.ask(ask{Do: "run", Channel: v.channel("general"), Command: path, Options: options})
}

// press presses a button, by its label or custom id.
func (v *visitor) press(m message, which string) action {
	v.Helper()
	b := button(m, which)
	if b == nil {
		v.Fatalf("%s sees no %q on the message:\n%s", v.name, which, told(m))
	}
	return v.ask(ask{Do: "press", Channel: m.Channel, Message: m.ID, CustomID: b.CustomID})
}

// list is what the member sees in a channel, oldest first.
func (v *visitor) list(channel string) (list []message) {
	for _, m := range v.messages {
		if m.Channel == channel {
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b message) int {
		if len(a.ID) != len(b.ID) {
			return len(a.ID) - len(b.ID)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// sees waits for a message of which is says true in a channel, and returns the
// newest.
func (v *visitor) sees(what, channel string, is func(message) bool) (found message) {
	v.Helper()
	v.until(what, func() bool {
		for _, m := range slices.Backward(v.list(channel)) {
			if is(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// hears returns all that came so far.
func (v *visitor) hears() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.raw.String()
}

// components are those of a message in the order of reading.
func components(m message) (all []*discordtest.Component) {
	var walk func(list []*discordtest.Component)
	walk = func(list []*discordtest.Component) {
		for _, c := range list {
			if c == nil {
				continue
			}
			all = append(all, c)
			walk(c.Components)
			walk([]*discordtest.Component{c.Accessory, c.Component})
		}
	}
	walk(m.Parts)
	return all
}

func button(m message, which string) *discordtest.Component {
	for _, c := range components(m) {
		if c.Type == discordtest.Button && (c.Label == which || c.CustomID == which) {
			return c
		}
	}
	return nil
}

// told is what can be read of a message.
func told(m message) string {
	words := []string{m.Content}
	for _, c := range components(m) {
		words = append(words, c.Content, c.Label)
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), "\n")
}

// moves are the buttons on a message that make a move.
func moves(m message) (live []*discordtest.Component) {
	for _, c := range components(m) {
		if c.Type == discordtest.Button && strings.HasPrefix(c.CustomID, "move|") && !c.Disabled {
			live = append(live, c)
		}
	}
	return live
}
