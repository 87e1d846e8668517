package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"windfall/bot/discordtest"
)

// pages are the pages that are open.
type pages struct {
	mu   sync.Mutex
	open map[*page]bool
}

// The limits of pages.
const (
	mostPages   = 64
	mostNotes   = 512      // that a page may be behind before it is dropped
	mostActions = 64       // that a page may have going at once
	mostForms   = 16       // that a page may have open
	mostHistory = 500      // messages of a channel that is opened
	longestAsk  = 64 << 10 // bytes
	writeWithin = 10 * time.Second
)

// tell sends a note to every page.
func (ps *pages) tell(n note) {
	for _, p := range ps.all() {
		p.send(n)
	}
}

// add adds a page; the function returned takes it away.
func (ps *pages) add(p *page) (remove func()) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.open[p] = true
	return func() {
		ps.mu.Lock()
		defer ps.mu.Unlock()
		delete(ps.open, p)
	}
}

func (ps *pages) all() (list []*page) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for p := range ps.open {
		list = append(list, p)
	}
	return list
}

// A page is one browser window, as one member.
type page struct {
	s      *Sandbox
	member *discordtest.Member
	ctx    context.Context // ends with the connection
	cancel context.CancelFunc
	out    chan note
	doing  sync.WaitGroup // actions
	slots  chan struct{}  // one taken by each action

	mu        sync.Mutex // held while anything about messages is looked up and sent, which keeps it in order
	lastWorld []byte
	lastBot   botNow
	forms     map[int]*discordtest.Modal
	formOrder []int
}

// serveLive is the WebSocket of a page. Without a member, or with one that does
// not exist (any more), the page is the first one; its world says who it is.
func (s *Sandbox) serveLive(w http.ResponseWriter, r *http.Request) {
	if len(s.pages.all()) >= mostPages {
		http.Error(w, "There are too many windows open.", http.StatusServiceUnavailable)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	defer ws.CloseNow()
	ws.SetReadLimit(longestAsk)
	member := s.member(r.URL.Query().Get("member"))
	if member == nil {
		member = s.members()[0]
	}
	p := s.newPage(member)
	defer s.pages.add(p)()

	var talking sync.WaitGroup
	talking.Go(func() { p.write(ws) })
	talking.Go(p.follow)
	for {
		_, data, err := ws.Read(p.ctx)
		if err != nil {
			break
		}
		p.take(data)
	}
	p.cancel()
	talking.Wait()
	p.doing.Wait()
}

func (s *Sandbox) newPage(m *discordtest.Member) *page {
	p := &page{s: s, member: m, out: make(chan note, mostNotes), slots: make(chan struct{}, mostActions),
		forms: map[int]*discordtest.Modal{}}
	p.ctx, p.cancel = context.WithCancel(s.ctx)
	return p
}

// send puts a note on its way. A page that does not keep up is dropped; it
// connects again and gets the world anew.
func (p *page) send(n note) {
	select {
	case p.out <- n:
	default:
		p.cancel()
	}
}

// write writes what there is to the connection.
func (p *page) write(ws *websocket.Conn) {
	defer p.cancel()
	for {
		select {
		case <-p.ctx.Done():
			return
		case n := <-p.out:
			text, err := json.Marshal(n)
			if err != nil {
				p.s.log.Error("a note to the page cannot be written", "kind", n.Kind, "error", err)
				return
			}
			ctx, cancel := context.WithTimeout(p.ctx, writeWithin)
			err = ws.Write(ctx, websocket.MessageText, text)
			cancel()
			if err != nil {
				return
			}
		}
	}
}

// follow tells the page the world, and then whatever happens in it.
func (p *page) follow() {
	changed, unwatch := p.s.discord.Watch()
	defer unwatch()
	p.mu.Lock()
	cancel := p.member.Subscribe(p.happened)
	p.look()
	p.mu.Unlock()
	defer cancel()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-changed:
			p.refresh()
		}
	}
}

// happened passes on what the member's client is told about messages.
func (p *page) happened(e discordtest.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.Kind == "delete" {
		p.send(note{Kind: "delete", Gone: &gone{e.Message.ID, e.Message.ChannelID}})
		return
	}
	m := p.s.messageOf(e.Message, p.member, p.s.people())
	p.send(note{Kind: e.Kind, Message: &m})
}

// refresh tells the page what has changed besides messages, if anything has.
func (p *page) refresh() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.look()
}

// look is refresh with the lock held.
func (p *page) look() {
	w := p.s.worldOf(p.member)
	bare := *w
	bare.Clock, bare.Bot = clock{}, botNow{}
	text, err := json.Marshal(bare)
	if err != nil {
		p.s.log.Error("the world cannot be written", "error", err)
		return
	}
	same := bytes.Equal(text, p.lastWorld)
	sameBot := w.Bot.is(p.lastBot)
	p.lastWorld, p.lastBot = text, w.Bot
	switch {
	case !same:
		p.send(note{Kind: "world", World: w})
	case !sameBot:
		p.send(note{Kind: "bot", Bot: &w.Bot})
	}
}
