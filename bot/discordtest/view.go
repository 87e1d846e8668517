package discordtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Message is what a member saw of a message at one moment. Later edits do
// not change it.
type Message struct {
	ID        string
	ChannelID string
	Author    Author
	Kind      int // 0 plain, 19 a reply, 20 the answer to a command
	Flags     int
	// Ephemeral messages are seen by one member only; Loading is "thinking…".
	Ephemeral, Loading bool
	Edited             bool
	Created            time.Time
	Content            string
	Components         []*Component // not to be changed
	Embeds             []any
	// Attachments are all files, also those that components and embeds show,
	// which Discord itself (see JSON) does not list.
	Attachments []Attachment
	Pings       Pings
	ReplyTo     string // id of the message that this one answers
	ThreadID    string // of the thread that began here
	Revision    int    // grows with each edit
	// JSON is the message as Discord's API gives it.
	JSON json.RawMessage
}

// Author is who wrote a message.
type Author struct {
	ID, Name string
	Bot      bool
}

// Attachment is a file of a message.
type Attachment struct {
	ID, Name, ContentType, Description, URL string
	Size, Width, Height                     int
	Data                                    []byte // not to be changed
}

// snapshot is the message now. The server's lock is held.
func (m *message) snapshot() Message {
	out := Message{
		ID: id(m.id), ChannelID: id(m.channel.id), Kind: m.kind, Flags: m.flags,
		Author:    Author{ID: id(m.author.id), Name: m.author.name, Bot: m.author.bot},
		Ephemeral: m.viewer != nil, Loading: m.flags&FlagLoading != 0, Edited: !m.edited.IsZero(),
		Created: m.created, Content: m.content, Components: m.components, Embeds: m.embeds, Pings: m.pings,
		Revision: m.revision, JSON: m.json(),
	}
	for _, a := range m.attachments {
		out.Attachments = append(out.Attachments, Attachment{ID: id(a.id), Name: a.name, ContentType: a.kind,
			Description: a.description, URL: a.url(m.srv), Size: a.size, Width: a.width, Height: a.height, Data: a.data})
	}
	if m.reference != 0 {
		out.ReplyTo = id(m.reference)
	}
	if m.thread != nil {
		out.ThreadID = id(m.thread.id)
	}
	return out
}

// All returns the message's components in the order of reading, nested ones
// too.
func (m Message) All() []*Component {
	var out []*Component
	for _, c := range m.Components {
		c.walk(func(c *Component) { out = append(out, c) })
	}
	return out
}

// Buttons returns the message's buttons in the order of reading.
func (m Message) Buttons() []*Component {
	return slices.DeleteFunc(m.All(), func(c *Component) bool { return c.Type != Button })
}

// Button finds a button by its face (see Component.Face), its label or its
// custom id. It returns nil if there is none or more than one.
func (m Message) Button(which string) *Component {
	c, _ := m.find(which, func(c *Component) bool { return c.Type == Button })
	return c
}

// find finds a component that a member would call by this name.
func (m Message) find(which string, kind func(*Component) bool) (*Component, error) {
	all := slices.DeleteFunc(m.All(), func(c *Component) bool { return !kind(c) })
	for _, by := range []func(*Component) bool{
		func(c *Component) bool { return c.CustomID == which },
		func(c *Component) bool { return c.Face() == which },
		func(c *Component) bool { return c.Label == which || c.Placeholder == which },
	} {
		var hits []*Component
		for _, c := range all {
			if which != "" && by(c) {
				hits = append(hits, c)
			}
		}
		switch {
		case len(hits) == 1:
			return hits[0], nil
		case len(hits) > 1:
			return nil, fmt.Errorf("%q stands %d times on the message", which, len(hits))
		}
	}
	return nil, fmt.Errorf("there is no %q on the message:\n%s", which, m.Text())
}

// Face is what is written on a button: emoji and label.
func (c *Component) Face() string {
	var parts []string
	if c.Emoji != nil {
		parts = append(parts, c.Emoji.Name)
	}
	if c.Label != "" {
		parts = append(parts, c.Label)
	}
	return strings.Join(parts, " ")
}

// Text flattens the message into what can be read of it, line by line: texts as
// they are; buttons as "[Accept]", disabled ones as "[Accept (disabled)]";
// selects as "[Placeholder: one | *chosen* | three]"; pictures as "(picture:
// alt text)" and files as "(file: name)".
func (m Message) Text() string {
	var lines []string
	add := func(s string) {
		if s != "" {
			lines = append(lines, s)
		}
	}
	if m.Loading {
		add("(thinking…)")
	}
	add(m.Content)
	shown := map[string]bool{}
	names := map[string]string{}
	for _, a := range m.Attachments {
		names[a.ID] = a.Name
	}
	picture := func(media *Media, alt string) string {
		if media == nil {
			return ""
		}
		shown[media.AttachmentID] = true
		if alt == "" {
			alt = names[media.AttachmentID]
		}
		return "(picture: " + alt + ")"
	}
	for _, e := range m.Embeds {
		add(embedText(e))
	}
	var flat func(list []*Component)
	flat = func(list []*Component) {
		for _, c := range list {
			switch c.Type {
			case ActionRow:
				var row []string
				for _, x := range c.Components {
					row = append(row, x.control())
				}
				add(strings.Join(row, " "))
			case Container:
				flat(c.Components)
			case Section:
				flat(c.Components)
				if a := c.Accessory; a != nil && a.Type == Thumbnail {
					add(picture(a.Media, a.Description))
				} else if a != nil {
					add(a.control())
				}
			case TextDisplay:
				add(c.Content)
			case MediaGallery:
				for _, item := range c.Items {
					add(picture(item.Media, item.Description))
				}
			case File:
				if c.File != nil {
					shown[c.File.AttachmentID] = true
					add("(file: " + c.Name + ")")
				}
			}
		}
	}
	flat(m.Components)
	for _, a := range m.Attachments {
		switch {
		case shown[a.ID]:
		case strings.HasPrefix(a.ContentType, "image/"):
			add("(picture: " + cmp.Or(a.Description, a.Name) + ")")
		default:
			add("(file: " + a.Name + ")")
		}
	}
	return strings.Join(lines, "\n")
}

func (c *Component) control() string {
	if c.Type == Button {
		if c.Disabled {
			return "[" + c.Face() + " (disabled)]"
		}
		return "[" + c.Face() + "]"
	}
	var options []string
	for _, o := range c.Options {
		if o.Default {
			options = append(options, "*"+o.Label+"*")
		} else {
			options = append(options, o.Label)
		}
	}
	text := cmp.Or(c.Placeholder, c.Label, "Make a selection") + ": " + strings.Join(options, " | ")
	if c.Disabled {
		text += " (disabled)"
	}
	return "[" + text + "]"
}

func embedText(e any) string {
	m, _ := e.(map[string]any)
	var parts []string
	add := func(v any) {
		if s, _ := v.(string); s != "" {
			parts = append(parts, s)
		}
	}
	part := func(v any, key string) {
		if o, ok := v.(map[string]any); ok {
			add(o[key])
		}
	}
	part(m["author"], "name")
	add(m["title"])
	add(m["description"])
	if fields, ok := m["fields"].([]any); ok {
		for _, f := range fields {
			part(f, "name")
			part(f, "value")
		}
	}
	part(m["footer"], "text")
	return strings.Join(parts, "\n")
}

// An Event is something that a member's client was told.
type Event struct {
	// Kind is "create", "update" or "delete".
	Kind    string
	Message Message
}

// logbook is what a member's client was told so far, and who listens.
type logbook struct {
	lines [][]byte
	subs  []*subscription
}

type subscription struct {
	mu    sync.Mutex
	queue []Event
	wake  chan struct{}
	stop  chan struct{}
}

// Subscribe calls f, in order and in a goroutine of its own, with everything
// that the member's client is told about messages from now on. It ends with
// the returned function or with the server.
func (m *Member) Subscribe(f func(Event)) (cancel func()) {
	s := m.srv
	sub := &subscription{wake: make(chan struct{}, 1), stop: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closing:
		return func() {}
	default:
	}
	m.subs = append(m.subs, sub)
	s.subscriptions++
	s.serving.Go(func() {
		for {
			select {
			case <-sub.wake:
			case <-sub.stop:
				return
			case <-s.closing:
				return
			}
			sub.mu.Lock()
			queue := sub.queue
			sub.queue = nil
			sub.mu.Unlock()
			for _, e := range queue {
				f(e)
			}
		}
	})
	var once sync.Once
	return func() {
		once.Do(func() {
			s.mu.Lock()
			m.subs = slices.DeleteFunc(m.subs, func(x *subscription) bool { return x == sub })
			s.subscriptions--
			s.mu.Unlock()
			close(sub.stop)
		})
	}
}

// publish tells the members who may see a message that something happened to
// it.
func (s *Server) publish(kind string, m *message) {
	s.changed()
	if s.cfg.Lean && s.subscriptions == 0 {
		return
	}
	var line []byte
	var snap *Message
	tell := func(who *Member) {
		if who == nil || who.user == s.bot {
			return
		}
		if !s.cfg.Lean {
			if line == nil {
				line = s.transcriptLine(kind, m)
			}
			who.lines = append(who.lines, line)
		}
		for _, sub := range who.subs {
			if snap == nil {
				x := m.snapshot()
				snap = &x
			}
			sub.mu.Lock()
			sub.queue = append(sub.queue, Event{kind, *snap})
			sub.mu.Unlock()
			select {
			case sub.wake <- struct{}{}:
			default:
			}
		}
	}
	g := m.channel.guild
	switch {
	case g == nil:
		tell(m.channel.recipient.home)
	case m.viewer != nil:
		tell(g.members[m.viewer.id])
	default:
		for _, who := range g.members {
			if who.permissionsIn(m.channel).Has(ViewChannel) {
				tell(who)
			}
		}
	}
}

// transcriptLine is everything about an event that a client gets to know. The
// port on which the server happens to listen is left out.
func (s *Server) transcriptLine(kind string, m *message) []byte {
	line := []byte(`{"event":"` + kind + `","message":`)
	if kind == "delete" {
		line = append(line, `{"id":"`+id(m.id)+`","channel_id":"`+id(m.channel.id)+`"}}`+"\n"...)
		return line
	}
	line = append(line, bytes.ReplaceAll(m.json(), []byte(s.url), []byte("https://cdn.discordapp.com"))...)
	if len(m.attachments) > 0 {
		sums := make([]any, 0, len(m.attachments))
		for _, a := range m.attachments {
			sums = append(sums, map[string]any{"name": a.name, "sha256": a.sum})
		}
		line = append(append(line, `,"files":`...), encode(sums)...)
	}
	return append(line, "}\n"...)
}

// Transcript returns every byte that the member's client was told about
// messages, one line of JSON for each event, pictures by their hash. With a
// manual clock the same story gives the same bytes. It is empty if Config.Lean.
func (m *Member) Transcript() []byte {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	return bytes.Join(m.lines, nil)
}

// Sees returns everything the member sees in a channel, in order, their own
// ephemeral messages among it.
func (m *Member) Sees(c *Channel) []Message {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	if !m.permissionsIn(c).Has(ViewChannel) || c.deleted {
		return nil
	}
	var out []*message
	out = append(out, c.ephemeral[m.user.id]...)
	for x := range c.messages.all() {
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b *message) int { return cmp.Compare(a.id, b.id) })
	list := make([]Message, len(out))
	for i, x := range out {
		list[i] = x.snapshot()
	}
	return list
}

// visibleTo finds a message that a member sees. The server's lock is held.
func (c *Channel) visibleTo(m *Member, n uint64) *message {
	if c == nil || c.deleted || !m.permissionsIn(c).Has(ViewChannel) {
		return nil
	}
	if x := c.messages.find(n); x != nil {
		return x
	}
	own := c.ephemeral[m.user.id]
	for i := len(own) - 1; i >= 0; i-- {
		if own[i].id == n {
			return own[i]
		}
	}
	return nil
}

// Channels returns the guild's channels and threads, oldest first.
func (g *Guild) Channels() []*Channel {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return slices.Clone(g.channels)
}

// Members returns the guild's members but for the bot, in the order of their
// ids.
func (g *Guild) Members() []*Member {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	var out []*Member
	for _, m := range g.members {
		if m != g.bot {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *Member) int { return cmp.Compare(a.user.id, b.user.id) })
	return out
}

// Channel finds a channel or thread by its snowflake, nil if there is none.
func (s *Server) Channel(snowflake string) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[parseID(snowflake)]
}
