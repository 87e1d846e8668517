package discordtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/png" // sizes of pictures
	"iter"
	"net/http"
	"path"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Message flags.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15
)

// message is one message as the server keeps it. Slices and components in it
// are replaced by edits, never changed, so that snapshots stay true.
type message struct {
	srv         *Server
	id          uint64
	kind        int
	channel     *Channel
	author      *user
	viewer      *user // of an ephemeral message
	content     string
	components  []*Component
	embeds      []any
	attachments []*attachment
	flags       int
	pings       Pings
	reference   uint64
	nonce       any
	created     time.Time
	edited      time.Time
	meta        map[string]any // of the interaction that it answers
	thread      *Channel
	deleted     bool
	promise     *interaction // while it is "thinking…"
	oldEdits    []time.Time
	revision    int
	raw         []byte
}

// Pings tells whom a message notified when it was sent.
type Pings struct {
	Users, Roles   []string
	Everyone, Here bool
}

// None reports whether nobody was notified.
func (p Pings) None() bool {
	return len(p.Users) == 0 && len(p.Roles) == 0 && !p.Everyone && !p.Here
}

type attachment struct {
	id            uint64
	channel       uint64
	name, kind    string
	description   string
	size          int
	width, height int
	data          []byte
	sum           string
	ephemeral     bool
}

func (a *attachment) url(s *Server) string {
	return s.url + "/attachments/" + id(a.channel) + "/" + id(a.id) + "/" + a.name
}

func (a *attachment) object(s *Server) map[string]any {
	o := map[string]any{"id": id(a.id), "filename": a.name, "size": a.size, "url": a.url(s), "proxy_url": a.url(s),
		"content_type": a.kind}
	if a.width > 0 {
		o["width"], o["height"] = a.width, a.height
	}
	if a.description != "" {
		o["description"] = a.description
	}
	if a.ephemeral {
		o["ephemeral"] = true
	}
	return o
}

// json is the message as Discord gives it, made once for each revision.
func (m *message) json() []byte {
	if m.raw != nil {
		return m.raw
	}
	s := m.srv
	atts := make([]any, 0, len(m.attachments))
	shown := m.shown()
	for _, a := range m.attachments {
		if !shown[id(a.id)] {
			atts = append(atts, a.object(s))
		}
	}
	users := make([]any, 0, len(m.pings.Users))
	for _, u := range m.pings.Users {
		n, _ := strconv.ParseUint(u, 10, 64)
		users = append(users, s.users[n].object())
	}
	o := map[string]any{
		"id": id(m.id), "type": m.kind, "channel_id": id(m.channel.id), "author": m.author.object(),
		"content": m.content, "components": orEmpty(m.components), "embeds": orEmpty(m.embeds), "attachments": atts,
		"mentions": users, "mention_roles": orEmpty(m.pings.Roles), "mention_everyone": m.pings.Everyone || m.pings.Here,
		"timestamp": stamp(m.created), "edited_timestamp": nil, "flags": m.flags, "pinned": false, "tts": false,
	}
	if !m.edited.IsZero() {
		o["edited_timestamp"] = stamp(m.edited)
	}
	if m.nonce != nil {
		o["nonce"] = m.nonce
	}
	if m.author.bot && m.author == s.bot {
		o["application_id"] = id(s.app)
	}
	if m.meta != nil {
		o["webhook_id"] = id(s.app)
		o["interaction_metadata"] = m.meta
		if m.kind == kindCommand {
			o["interaction"] = map[string]any{"id": m.meta["id"], "type": 2, "name": m.meta["name"], "user": m.meta["user"]}
		}
	}
	if m.reference != 0 {
		ref := map[string]any{"type": 0, "message_id": id(m.reference), "channel_id": id(m.channel.id)}
		if m.channel.guild != nil {
			ref["guild_id"] = id(m.channel.guild.id)
		}
		o["message_reference"] = ref
	}
	if m.thread != nil {
		o["thread"] = m.thread.object()
	}
	m.raw = encode(o)
	return m.raw
}

// shown collects the attachments that components and embeds show. Discord does
// not list these among a message's attachments.
func (m *message) shown() map[string]bool {
	if len(m.attachments) == 0 {
		return nil
	}
	out := map[string]bool{}
	add := func(x *Media) {
		if x != nil {
			out[x.AttachmentID] = true
		}
	}
	for _, c := range m.components {
		c.walk(func(c *Component) {
			add(c.Media)
			add(c.File)
			for _, i := range c.Items {
				add(i.Media)
			}
		})
	}
	for _, e := range m.embeds {
		o, _ := e.(map[string]any)
		for _, key := range []string{"image", "thumbnail"} {
			x, _ := o[key].(*Media)
			add(x)
		}
	}
	return out
}

// Kinds of messages.
const (
	kindDefault = 0
	kindReply   = 19
	kindCommand = 20
)

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// A timeline is the public messages of a channel by id. Deleted ones leave a
// gap until gaps prevail.
type timeline struct {
	list  []*message
	count int
}

func (t *timeline) add(m *message) {
	t.list = append(t.list, m)
	t.count++
}

func (t *timeline) find(n uint64) *message {
	i := sort.Search(len(t.list), func(i int) bool { return t.list[i].id >= n })
	if i < len(t.list) && t.list[i].id == n && !t.list[i].deleted {
		return t.list[i]
	}
	return nil
}

func (t *timeline) removed() {
	t.count--
	if len(t.list) > 32 && t.count < len(t.list)/2 {
		t.list = slices.DeleteFunc(t.list, func(m *message) bool { return m.deleted })
	}
}

func (t *timeline) all() iter.Seq[*message] {
	return func(yield func(*message) bool) {
		for _, m := range t.list {
			if !m.deleted && !yield(m) {
				return
			}
		}
	}
}

// A draft is a checked message body that is not applied yet. Absent fields are
// nil or false.
type draft struct {
	content     *string
	components  []*Component
	embeds      []any
	hasParts    bool // components present
	hasEmbeds   bool
	flags       *int
	attachments []*attachment // the complete list afterwards
	fresh       []*attachment // those of them that are new
	named       []*attachment // those that attachment:// may name
	mentions    *allowedMentions
}

type allowedMentions struct {
	everyone, users, roles bool
	userIDs, roleIDs       map[string]bool
	repliedUser            bool
}

// draft checks the message fields of a body. old is the message to be edited,
// nil for a new one. The fields lie at f's present path.
func (s *Server) draft(f *fieldErrors, body map[string]any, files []*upload, c *Channel, old *message, ephemeral bool) (*draft, *apiError) {
	d := &draft{}
	if v, ok := body["content"]; ok {
		text := ""
		if v != nil {
			text = f.str(body, "content", 0, 2000, false)
		}
		text = strings.TrimSpace(text)
		d.content = &text
	}
	d.flags = f.num(body, "flags", 0, 1<<31-1)
	wasV2 := old != nil && old.flags&FlagComponentsV2 != 0
	v2 := wasV2
	if d.flags != nil {
		v2 = *d.flags&FlagComponentsV2 != 0
		if wasV2 && !v2 {
			f.addAt("flags", "MESSAGE_COMPONENTS_V2_FLAG_REMOVED", "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message")
			v2 = true
		}
	}
	s.draftAttachments(f, d, body, files, c, old, ephemeral)
	l := newLayout(s, f, d.attachments, d.named)
	if v, ok := body["embeds"]; ok {
		d.hasEmbeds = true
		if v != nil {
			d.embeds = l.embeds(f.array(body, "embeds", 0, 10, false))
		}
	}
	if v, ok := body["components"]; ok {
		d.hasParts = true
		if v != nil {
			list := f.array(body, "components", 0, 1000, false)
			d.components = l.message(list, v2)
		}
	}
	d.mentions = readAllowedMentions(f, body)
	if e := f.err(); e != nil {
		return nil, e
	}

	// What the message will be.
	content, embeds, parts := "", d.embeds, d.components
	if old != nil {
		content = old.content
		if !d.hasEmbeds {
			embeds = old.embeds
		}
		if !d.hasParts {
			parts = old.components
		}
	}
	if d.content != nil {
		content = *d.content
	}
	if v2 {
		if content != "" {
			f.addAt("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		if len(embeds) > 0 {
			f.addAt("embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		for _, key := range []string{"poll", "sticker_ids"} {
			if a, isList := body[key].([]any); body[key] != nil && (!isList || len(a) > 0) {
				f.addAt(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
					"The '"+key+"' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
			}
		}
		if e := f.err(); e != nil {
			return nil, e
		}
		if len(parts) == 0 {
			return nil, errEmptyMessage()
		}
		return d, nil
	}
	if content == "" && len(embeds) == 0 && len(d.attachments) == 0 && len(parts) == 0 {
		return nil, errEmptyMessage()
	}
	return d, nil
}

// draftAttachments works out which attachments the message will have.
func (s *Server) draftAttachments(f *fieldErrors, d *draft, body map[string]any, files []*upload, c *Channel, old *message, ephemeral bool) {
	described := map[string]map[string]any{} // of new files, by the n of files[n]
	names := map[string]bool{}
	for _, u := range files {
		if names[u.field] {
			f.addAt("files", "FILE_DUPLICATED", "A file's number was used twice")
		}
		names[u.field] = true
	}
	if old != nil {
		d.attachments = old.attachments
		d.named = slices.Clone(old.attachments)
	}
	if v, ok := body["attachments"]; ok && v != nil {
		d.attachments, d.named = nil, nil
		list := f.array(body, "attachments", 0, 10, false)
		f.at("attachments", func() {
			for i, v := range list {
				f.item(i, func() {
					m, ok := f.dict(v)
					if !ok {
						return
					}
					n := ""
					switch v := m["id"].(type) {
					case nil:
						f.addAt("id", "BASE_TYPE_REQUIRED", "This field is required")
						return
					default:
						n = fmt.Sprint(v)
					}
					f.str(m, "description", 0, 1024, false)
					if names[n] {
						described[n] = m
						return
					}
					if old != nil {
						for _, a := range old.attachments {
							if id(a.id) == n {
								d.attachments = append(d.attachments, a)
								if m["filename"] == a.name { // by its id alone it cannot be named
									d.named = append(d.named, a)
								}
								return
							}
						}
					}
					f.addAt("id", "ATTACHMENT_NOT_FOUND", "Attachment data not found")
				})
			}
		})
	}
	d.attachments = slices.Clip(d.attachments)
	for _, u := range files {
		a := &attachment{channel: c.id, name: cleanName(u.name), kind: u.kind, size: len(u.data), data: u.data, ephemeral: ephemeral}
		if m := described[u.field]; m != nil {
			a.description, _ = m["description"].(string)
			if n, _ := m["filename"].(string); n != "" {
				a.name = cleanName(n)
			}
		}
		if sniffed := http.DetectContentType(u.data); a.kind == "" || a.kind == "application/octet-stream" {
			a.kind = sniffed
		}
		if cfg, format, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
			a.kind, a.width, a.height = "image/"+format, cfg.Width, cfg.Height
		}
		if !s.cfg.Lean {
			sum := sha256.Sum256(u.data)
			a.sum = hex.EncodeToString(sum[:])
		}
		d.attachments = append(d.attachments, a)
		d.fresh = append(d.fresh, a)
		d.named = append(d.named, a)
	}
	// Ids before components are checked, as those name attachments by id.
	for _, a := range d.fresh {
		a.id = s.nextFileID()
	}
	if len(d.attachments) > 10 {
		f.addAt("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
}

var oddInNames = regexp.MustCompile(`[^\pL\pN._-]+`)

// cleanName is a file name as Discord stores it.
func cleanName(n string) string {
	n = oddInNames.ReplaceAllString(path.Base(strings.ReplaceAll(n, `\`, "/")), "_")
	if strings.Trim(n, "._") == "" {
		return "unknown"
	}
	return n
}

func readAllowedMentions(f *fieldErrors, body map[string]any) *allowedMentions {
	v := body["allowed_mentions"]
	if v == nil {
		return nil
	}
	out := &allowedMentions{userIDs: map[string]bool{}, roleIDs: map[string]bool{}}
	f.at("allowed_mentions", func() {
		m, ok := f.dict(v)
		if !ok {
			return
		}
		parsed := f.array(m, "parse", 0, 3, false)
		f.distinct("parse", parsed)
		for i, p := range parsed {
			switch p {
			case "users":
				out.users = true
			case "roles":
				out.roles = true
			case "everyone":
				out.everyone = true
			default:
				f.at("parse", func() {
					f.item(i, func() { f.add("BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').") })
				})
			}
		}
		read := func(key string, all bool, into map[string]bool) {
			list := f.array(m, key, 0, 100, false)
			f.distinct(key, list)
			if all && len(list) > 0 {
				f.addAt(key, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
					fmt.Sprintf("parse:[%q] and %s: [ids...] are mutually exclusive.", key, key))
			}
			for i, x := range list {
				if _, err := strconv.ParseUint(fmt.Sprint(x), 10, 64); err != nil {
					f.at(key, func() {
						f.item(i, func() { f.add("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", fmt.Sprint(x))) })
					})
				}
				into[fmt.Sprint(x)] = true
			}
		}
		read("users", out.users, out.userIDs)
		read("roles", out.roles, out.roleIDs)
		out.repliedUser = f.boolean(m, "replied_user")
	})
	return out
}

// distinct reports the first value that a list at key, which counts as a set,
// holds twice.
func (e *fieldErrors) distinct(key string, list []any) {
	seen := map[string]bool{}
	for i, v := range list {
		s := fmt.Sprint(v)
		if seen[s] {
			e.at(key, func() {
				e.item(i, func() { e.add("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value") })
			})
			return
		}
		seen[s] = true
	}
}

var mentionForm = regexp.MustCompile(`<@(!|&)?(\d{1,20})>|@everyone|@here`)

// ping works out whom a new message notifies: everybody whom its text mentions
// and allowed_mentions lets through. Whether Discord's clients would show a
// mention in code or behind a backslash does not matter here: it counts.
func (s *Server) ping(m *message, allowed *allowedMentions, replyTo *message, p Permissions) Pings {
	var out Pings
	if m.viewer != nil {
		return out
	}
	text := m.content
	for _, c := range m.components {
		c.walk(func(c *Component) {
			if c.Type == TextDisplay {
				text += "\n" + c.Content
			}
		})
	}
	user := func(who string) {
		n, _ := strconv.ParseUint(who, 10, 64)
		u := s.users[n]
		if u == nil || slices.Contains(out.Users, who) || !s.mayView(u, m.channel) {
			return
		}
		out.Users = append(out.Users, who)
	}
	for _, x := range mentionForm.FindAllStringSubmatch(text, -1) {
		switch {
		case x[0] == "@everyone" || x[0] == "@here":
			if p.Has(MentionEveryone) && (allowed == nil || allowed.everyone) {
				out.Everyone = out.Everyone || x[0] == "@everyone"
				out.Here = out.Here || x[0] == "@here"
			}
		case x[1] == "&":
			if m.channel.guild == nil || slices.Contains(out.Roles, x[2]) {
				continue
			}
			for _, r := range m.channel.guild.roles {
				if id(r.id) == x[2] && r != m.channel.guild.everyone && (r.mentionable || p.Has(MentionEveryone)) &&
					(allowed == nil || allowed.roles || allowed.roleIDs[x[2]]) {
					out.Roles = append(out.Roles, x[2])
				}
			}
		case allowed == nil || allowed.users || allowed.userIDs[x[2]]:
			user(x[2])
		}
	}
	if replyTo != nil && (allowed == nil || allowed.repliedUser) && replyTo.author != m.author {
		user(id(replyTo.author.id))
	}
	return out
}

// mayView reports whether a user can see a channel.
func (s *Server) mayView(u *user, c *Channel) bool {
	if c.guild == nil {
		return c.recipient == u || u == s.bot
	}
	m := c.guild.members[u.id]
	return m != nil && m.permissionsIn(c).Has(ViewChannel)
}

// sharesGuild reports whether the bot and a user are in a guild together.
func (s *Server) sharesGuild(u *user) bool {
	for _, g := range s.guilds {
		if !g.bot.left && g.members[u.id] != nil {
			return true
		}
	}
	return false
}

// post puts a new message into its channel and tells everybody.
func (s *Server) post(m *message, d *draft) {
	m.srv = s
	if m.id == 0 {
		m.id = s.nextID()
	}
	m.created = s.clock.Now()
	s.apply(m, d)
	m.edited = time.Time{}
	c := m.channel
	if m.viewer == nil {
		c.messages.add(m)
		c.newest = max(c.newest, m.id)
		if c.archived { // who may write at all wakes the thread
			c.archived = false
			s.dispatchChannel(c, "THREAD_UPDATE", c.object())
		}
	} else {
		own := append(c.ephemeral[m.viewer.id], m)
		if k := s.cfg.KeepEphemeral; k > 0 && len(own) > k {
			s.forget(own[0])
			own = slices.Clone(own[1:])
		}
		c.ephemeral[m.viewer.id] = own
	}
	s.publish("create", m)
	s.dispatchMessage("MESSAGE_CREATE", m)
}

// apply changes a message into what the draft says.
func (s *Server) apply(m *message, d *draft) {
	if d == nil {
		return
	}
	if d.content != nil {
		m.content = *d.content
	}
	if d.hasParts {
		m.components = d.components
	}
	if d.hasEmbeds {
		m.embeds = d.embeds
	}
	if d.flags != nil {
		const settable = FlagSuppressEmbeds | FlagComponentsV2
		m.flags = m.flags&^FlagSuppressEmbeds | *d.flags&settable
	}
	for _, a := range m.attachments {
		if !slices.Contains(d.attachments, a) {
			delete(s.files, a.id)
		}
	}
	for _, a := range d.fresh {
		s.files[a.id] = a
	}
	m.attachments = d.attachments
	m.edited = s.clock.Now()
	m.revision++
	m.raw = nil
}

// edit changes a message and tells everybody. Edits never notify.
func (s *Server) edit(m *message, d *draft) {
	wasLoading := m.flags&FlagLoading != 0
	edited := m.edited
	m.flags &^= FlagLoading
	s.apply(m, d)
	if wasLoading {
		m.edited = edited
	}
	s.publish("update", m)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	s.changed()
}

// remove deletes a message and tells everybody.
func (s *Server) remove(m *message) {
	if m.deleted {
		return
	}
	s.publish("delete", m)
	s.dispatchMessage("MESSAGE_DELETE", m)
	s.forget(m)
	c := m.channel
	if m.viewer == nil {
		c.messages.removed()
	} else {
		c.ephemeral[m.viewer.id] = slices.DeleteFunc(slices.Clone(c.ephemeral[m.viewer.id]), func(x *message) bool { return x == m })
	}
	s.changed()
}

// forget frees what a message holds. A promised answer will not come.
func (s *Server) forget(m *message) {
	m.deleted = true
	if i := m.promise; i != nil {
		m.promise = nil
		i.state = Withdrawn
		i.end(s)
	}
	for _, a := range m.attachments {
		delete(s.files, a.id)
	}
}

func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	if len(parts) != 5 {
		http.NotFound(w, r)
		return
	}
	n, _ := strconv.ParseUint(parts[3], 10, 64)
	s.mu.Lock()
	a := s.files[n]
	s.mu.Unlock()
	if a == nil || a.name != parts[4] || id(a.channel) != parts[2] {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.kind)
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(a.data))
}

// What the bot does with messages.

// visible finds a channel that the bot may see.
func (s *Server) visible(q *request) (*Channel, Permissions, *apiError) {
	c := s.channels[q.id("channel")]
	if c == nil {
		return nil, 0, errUnknownChannel()
	}
	p := s.botIn(c)
	if !p.Has(ViewChannel) {
		return nil, 0, errMissingAccess()
	}
	return c, p, nil
}

// sendPermission is what it takes to write in a channel.
func sendPermission(c *Channel) Permissions {
	if c.parent != nil {
		return SendMessagesInThreads
	}
	return SendMessages
}

func (s *Server) getMessages(q *request) (int, []byte, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	f := &fieldErrors{}
	limit := 50
	if v := q.URL.Query().Get("limit"); v != "" {
		if n := f.num(map[string]any{"limit": v}, "limit", 1, 100); n != nil {
			limit = *n
		}
	}
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	bound := func(key string) (uint64, bool) {
		n, err := strconv.ParseUint(q.URL.Query().Get(key), 10, 64)
		return n, err == nil
	}
	before, hasBefore := bound("before")
	after, hasAfter := bound("after")
	out := []byte{'['}
	if p.Has(ReadMessageHistory) {
		var list []*message
		for m := range c.messages.all() {
			if hasBefore && m.id >= before || hasAfter && m.id <= after {
				continue
			}
			list = append(list, m)
		}
		if hasAfter && len(list) > limit {
			list = list[:limit]
		}
		list = list[max(0, len(list)-limit):]
		for i := len(list) - 1; i >= 0; i-- {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(out, list[i].json()...)
		}
	}
	return 200, append(out, ']'), nil
}

// find returns a public message of a channel. Ephemeral ones do not exist for
// the bot's token.
func (s *Server) find(q *request) (*message, Permissions, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return nil, 0, e
	}
	m := c.messages.find(q.id("message"))
	if m == nil {
		return nil, 0, errUnknownMessage()
	}
	return m, p, nil
}

func (s *Server) getMessage(q *request) (int, []byte, *apiError) {
	m, p, e := s.find(q)
	if e != nil {
		return 0, nil, e
	}
	if !p.Has(ReadMessageHistory) {
		return 0, nil, errMissingPermissions()
	}
	return 200, m.json(), nil
}

func (s *Server) postMessage(q *request) (int, []byte, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	if c.guild == nil && (c.recipient.closedDMs || !s.sharesGuild(c.recipient)) {
		return 0, nil, errClosedDMs()
	}
	if c.locked && !p.Has(ManageThreads) {
		return 0, nil, errArchived()
	}
	if !p.Has(sendPermission(c)) {
		return 0, nil, errMissingPermissions()
	}
	f := &fieldErrors{}
	nonce := q.body["nonce"]
	if nonce != nil && utf8.RuneCountInString(fmt.Sprint(nonce)) > 25 {
		f.addAt("nonce", "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer characters long.")
	}
	key := ""
	if f.boolean(q.body, "enforce_nonce") && nonce != nil {
		key = fmt.Sprint(nonce)
		if old := c.nonces[key]; old != nil && s.clock.Now().Sub(old.created) < 5*time.Minute {
			return 200, old.json(), nil
		}
	}
	d, e := s.draft(f, q.body, q.files, c, nil, false)
	if e != nil {
		return 0, nil, e
	}
	if len(d.fresh) > 0 && !p.Has(AttachFiles) || len(d.embeds) > 0 && !p.Has(EmbedLinks) {
		return 0, nil, errMissingPermissions()
	}
	m := &message{channel: c, author: s.bot, nonce: nonce}
	if d.flags != nil {
		m.flags = *d.flags & FlagSuppressNotifications
	}
	replyTo, e := s.reference(q.body, c, p, m)
	if e != nil {
		return 0, nil, e
	}
	m.content, m.components = "", d.components
	if d.content != nil {
		m.content = *d.content
	}
	m.pings = s.ping(m, d.mentions, replyTo, p)
	s.post(m, d)
	if key != "" {
		if c.nonces == nil {
			c.nonces = map[string]*message{}
		}
		c.nonces[key] = m
	}
	return 200, m.json(), nil
}

// reference makes a message a reply if the body says so.
func (s *Server) reference(body map[string]any, c *Channel, p Permissions, m *message) (*message, *apiError) {
	ref, ok := body["message_reference"].(map[string]any)
	if !ok {
		return nil, nil
	}
	if !p.Has(ReadMessageHistory) {
		return nil, fail(403, 160002, "Cannot reply without permission to read message history")
	}
	n, _ := strconv.ParseUint(fmt.Sprint(ref["message_id"]), 10, 64)
	to := c.messages.find(n)
	if to == nil {
		if ref["fail_if_not_exists"] == false {
			return nil, nil
		}
		f := &fieldErrors{}
		f.addAt("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
		return nil, f.err()
	}
	m.kind, m.reference = kindReply, to.id
	return to, nil
}

func (s *Server) patchMessage(q *request) (int, []byte, *apiError) {
	m, p, e := s.find(q)
	if e != nil {
		return 0, nil, e
	}
	if m.author != s.bot {
		return 0, nil, errNotAuthor()
	}
	if m.channel.archived || m.channel.locked && !p.Has(ManageThreads) {
		return 0, nil, errArchived()
	}
	now := s.clock.Now()
	if now.Sub(m.created) > time.Hour {
		m.oldEdits = slices.DeleteFunc(m.oldEdits, func(t time.Time) bool { return now.Sub(t) >= time.Hour })
		if len(m.oldEdits) >= s.cfg.OldEdits {
			return 0, nil, errOldEdits()
		}
	}
	d, e := s.draft(&fieldErrors{}, q.body, q.files, m.channel, m, false)
	if e != nil {
		return 0, nil, e
	}
	if len(d.fresh) > 0 && !p.Has(AttachFiles) || len(d.embeds) > 0 && !p.Has(EmbedLinks) {
		return 0, nil, errMissingPermissions()
	}
	if now.Sub(m.created) > time.Hour {
		m.oldEdits = append(m.oldEdits, now)
	}
	s.edit(m, d)
	return 200, m.json(), nil
}

func (s *Server) deleteMessage(q *request) (int, []byte, *apiError) {
	m, p, e := s.find(q)
	if e != nil {
		return 0, nil, e
	}
	if m.author != s.bot && !p.Has(ManageMessages) {
		return 0, nil, errMissingPermissions()
	}
	if m.channel.archived && m.channel.locked && !p.Has(ManageThreads) {
		return 0, nil, errArchived()
	}
	s.remove(m)
	return http.StatusNoContent, nil, nil
}

func (s *Server) postTyping(q *request) (int, []byte, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	if !p.Has(sendPermission(c)) {
		return 0, nil, errMissingPermissions()
	}
	return http.StatusNoContent, nil, nil
}
