package discordtest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"
)

// Interaction types and callback types.
const (
	kindRunCommand   = 2
	kindPressed      = 3
	kindAutocomplete = 4
	kindSubmitted    = 5

	callbackMessage      = 4
	callbackDeferMessage = 5
	callbackDeferUpdate  = 6
	callbackUpdate       = 7
	callbackAutocomplete = 8
	callbackModal        = 9
)

const (
	answerWithin        = 3 * time.Second
	tokenLife           = 15 * time.Minute
	attachmentSizeLimit = 10 << 20
	// Interactions are remembered for a while after their tokens have died, a
	// lean server remembers only so many.
	interactionKept = 2 * tokenLife
	leanInteraction = 50_000
)

// interaction is what a member asked of the bot, and what became of it.
type interaction struct {
	id      uint64
	token   string
	kind    int
	member  *Member
	channel *Channel
	created time.Time
	source  *message // of a component, or of the modal that it opened
	name    string   // of the command

	state     State
	callback  int // 0 before the first answer
	original  *message
	followups []*message
	modal     *Modal
	choices   []Choice
	answered  time.Time
	stop      func() bool
	ended     bool
	done      chan struct{} // closed once the presser would stop waiting
	updates   int
	refusal   string // the newest error that an answer got
}

// end lets whoever waits for the interaction go on. The server's lock is held.
func (i *interaction) end(s *Server) {
	if !i.ended {
		i.ended = true
		close(i.done)
	}
	s.changed()
}

// open creates an interaction and sends it to the bot.
func (s *Server) open(kind int, m *Member, c *Channel, data []byte, source *message, name string) *interaction {
	i := &interaction{id: s.nextID(), kind: kind, member: m, channel: c, created: s.clock.Now(), source: source, name: name,
		done: make(chan struct{})}
	i.token = "interaction-" + strconv.FormatUint(i.id, 36)
	s.interactions[i.id] = i
	s.byToken[i.token] = i
	s.oldest = append(s.oldest, i)
	for old := s.oldest[0]; i.created.Sub(old.created) > interactionKept || s.cfg.Lean && len(s.oldest) > leanInteraction; old = s.oldest[0] {
		delete(s.interactions, old.id)
		delete(s.byToken, old.token)
		s.oldest[0] = nil
		s.oldest = s.oldest[1:]
	}
	i.stop = s.clock.AfterFunc(answerWithin+time.Millisecond, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i.callback == 0 && !i.ended {
			i.state = Failed
			i.end(s)
		}
	})
	s.dispatch(c.guild, 0, "INTERACTION_CREATE", s.interactionJSON(i, data))
	return i
}

// interactionJSON is the event as Discord sends it.
func (s *Server) interactionJSON(i *interaction, data []byte) []byte {
	b := make([]byte, 0, 2048+len(data))
	field := func(name string, value []byte) {
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(append(append(append(b, '"'), name...), '"', ':'), value...)
	}
	b = append(b, '{')
	field("id", encode(id(i.id)))
	field("application_id", encode(id(s.app)))
	field("type", []byte(strconv.Itoa(i.kind)))
	field("data", data)
	perms := dmPermissions
	context := 1
	owners := map[string]string{"0": "0"}
	if g := i.channel.guild; g != nil {
		perms = g.bot.permissionsIn(i.channel)
		context = 0
		owners["0"] = id(g.id)
		field("guild_id", encode(id(g.id)))
		field("guild", encode(map[string]any{"id": id(g.id), "locale": g.locale, "features": []string{}}))
		field("guild_locale", encode(g.locale))
		member := i.member.object()
		member["permissions"] = strconv.FormatUint(uint64(i.member.permissionsIn(i.channel)), 10)
		delete(member, "deaf")
		delete(member, "mute")
		field("member", encode(member))
	} else {
		field("user", encode(i.member.user.object()))
	}
	channel := i.channel.object()
	channel["permissions"] = strconv.FormatUint(uint64(i.member.permissionsIn(i.channel)), 10)
	field("channel", encode(channel))
	field("channel_id", encode(id(i.channel.id)))
	if i.source != nil {
		field("message", i.source.json())
	}
	field("token", encode(i.token))
	field("version", []byte("1"))
	field("app_permissions", encode(strconv.FormatUint(uint64(perms), 10)))
	field("locale", encode(i.member.user.locale))
	field("entitlements", []byte("[]"))
	field("entitlement_sku_ids", []byte("[]"))
	field("authorizing_integration_owners", encode(owners))
	field("context", []byte(strconv.Itoa(context)))
	field("attachment_size_limit", []byte(strconv.Itoa(attachmentSizeLimit)))
	return append(b, '}')
}

// metadata is what a message says about the interaction that it answers.
func (i *interaction) metadata() map[string]any {
	owners := map[string]string{"0": "0"}
	if i.channel.guild != nil {
		owners["0"] = id(i.channel.guild.id)
	}
	o := map[string]any{"id": id(i.id), "type": i.kind, "user": i.member.user.object(),
		"authorizing_integration_owners": owners}
	if i.kind == kindRunCommand {
		o["name"] = i.name
		o["command_type"] = 1
	}
	if i.source != nil {
		o["interacted_message_id"] = id(i.source.id)
	}
	return o
}

// allows reports whether a callback type fits the interaction.
func (i *interaction) allows(callback int) bool {
	switch callback {
	case callbackMessage, callbackDeferMessage:
		return i.kind != kindAutocomplete
	case callbackDeferUpdate, callbackUpdate:
		return i.kind == kindPressed || i.kind == kindSubmitted && i.source != nil
	case callbackAutocomplete:
		return i.kind == kindAutocomplete
	case callbackModal:
		return i.kind == kindRunCommand || i.kind == kindPressed
	}
	return false
}

// writable tells why an answer cannot be put into the channel, if so. Answers
// need no permission of the bot, but an archived or locked thread takes none.
func (i *interaction) writable(s *Server) *apiError {
	c := i.channel
	if c.deleted {
		return errUnknownChannel()
	}
	if c.locked && !s.botIn(c).Has(ManageThreads) {
		return errArchived()
	}
	return nil
}

func (s *Server) postCallback(q *request) (int, []byte, *apiError) {
	i := s.interactions[q.id("interaction")]
	if i == nil || i.token != q.params["token"] {
		return 0, nil, errUnknownInteraction()
	}
	f := &fieldErrors{}
	callback := f.num(q.body, "type", math.MinInt32, math.MaxInt32)
	if callback == nil && f.tree == nil {
		f.addAt("type", "BASE_TYPE_REQUIRED", "This field is required")
	}
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	if i.callback != 0 {
		return 0, nil, errAcknowledged()
	}
	if s.clock.Now().Sub(i.created) > answerWithin {
		return 0, nil, errUnknownInteraction()
	}
	if !i.allows(*callback) {
		f.addAt("type", "BASE_TYPE_CHOICES", "This interaction callback type is not possible for this interaction")
		e := f.err()
		i.refusal = string(e.body())
		return 0, nil, e
	}
	data, _ := q.body["data"].(map[string]any)
	if v := q.body["data"]; v != nil && data == nil {
		f.addAt("data", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return 0, nil, f.err()
	}
	if e := i.respond(s, f, *callback, data, q.files); e != nil {
		i.refusal = string(e.body())
		return 0, nil, e
	}
	i.callback = *callback
	i.answered = s.clock.Now()
	i.stop()
	if i.callback != callbackDeferMessage {
		i.end(s)
	} else {
		s.changed()
	}
	if with, _ := strconv.ParseBool(q.URL.Query().Get("with_response")); !with {
		return http.StatusNoContent, nil, nil
	}
	return 200, i.callbackResponse(), nil
}

func (i *interaction) callbackResponse() []byte {
	about := map[string]any{"id": id(i.id), "type": i.kind}
	out := map[string]any{"interaction": about}
	if m := i.original; m != nil {
		about["response_message_id"] = id(m.id)
		about["response_message_loading"] = m.flags&FlagLoading != 0
		about["response_message_ephemeral"] = m.viewer != nil
		resource := map[string]any{"type": i.callback}
		if i.callback != callbackDeferUpdate {
			resource["message"] = json.RawMessage(m.json())
		}
		out["resource"] = resource
	}
	return encode(out)
}

// respond does what a callback asks for.
func (i *interaction) respond(s *Server, f *fieldErrors, callback int, data map[string]any, files []*upload) (e *apiError) {
	f.at("data", func() {
		switch callback {
		case callbackMessage:
			if e = i.writable(s); e == nil {
				var m *message
				if m, e = i.reply(s, f, data, files, "answer"); e == nil {
					i.original, i.state = m, Replied
				}
			}
		case callbackDeferMessage:
			if e = i.writable(s); e == nil {
				flags := f.num(data, "flags", 0, math.MaxInt32)
				if e = f.err(); e != nil {
					return
				}
				m := &message{channel: i.channel, author: s.bot, meta: i.metadata(), flags: FlagLoading, promise: i}
				i.dress(m)
				if flags != nil && *flags&FlagEphemeral != 0 {
					m.viewer = i.member.user
					m.flags |= FlagEphemeral
				}
				s.post(m, nil)
				i.original, i.state = m, Thinking
			}
		case callbackDeferUpdate:
			i.original, i.state = i.source, UpdateDeferred
		case callbackUpdate:
			if e = i.writable(s); e != nil {
				return
			}
			if i.channel.archived {
				e = errArchived()
				return
			}
			if i.source.deleted {
				e = errUnknownMessage()
				return
			}
			var d *draft
			if d, e = s.draft(f, data, files, i.channel, i.source, i.source.viewer != nil); e == nil {
				i.original, i.state = i.source, Updated
				i.updates++
				s.edit(i.source, d)
			}
		case callbackModal:
			m := newLayout(s, f, nil, nil).modal(data)
			if e = f.err(); e == nil {
				m.from = i
				i.modal, i.state = m, AskedModal
			}
		case callbackAutocomplete:
			if i.choices, e = readChoices(f, data); e == nil {
				i.state = Suggested
			}
		}
	})
	return e
}

// dress gives a message the kind of an answer to the interaction.
func (i *interaction) dress(m *message) {
	switch {
	case i.kind == kindRunCommand:
		m.kind = kindCommand
	case i.source != nil:
		m.kind, m.reference = kindReply, i.source.id
	}
}

// reply sends a new message in answer to the interaction.
func (i *interaction) reply(s *Server, f *fieldErrors, data map[string]any, files []*upload, as string) (*message, *apiError) {
	flags, _ := asInt(data["flags"])
	ephemeral := flags&FlagEphemeral != 0
	d, e := s.draft(f, data, files, i.channel, nil, ephemeral)
	if e != nil {
		return nil, e
	}
	m := &message{channel: i.channel, author: s.bot, meta: i.metadata(), components: d.components,
		flags: flags & (FlagEphemeral | FlagSuppressNotifications)}
	if as == "answer" {
		i.dress(m)
	} else if i.original != nil {
		m.kind, m.reference = kindReply, i.original.id
	}
	if ephemeral {
		m.viewer = i.member.user
	}
	if d.content != nil {
		m.content = *d.content
	}
	m.pings = s.ping(m, d.mentions, nil, s.botIn(i.channel))
	s.post(m, d)
	return m, nil
}

// Choice is a suggestion of an autocomplete, or a choice of an option.
type Choice struct {
	Name  string
	Value any // string, int64 or float64
}

func readChoices(f *fieldErrors, data map[string]any) ([]Choice, *apiError) {
	var out []Choice
	list := f.array(data, "choices", 0, 25, true)
	f.at("choices", func() {
		for i, v := range list {
			f.item(i, func() {
				if m, ok := f.dict(v); ok {
					out = append(out, readChoice(f, m, 0))
				}
			})
		}
	})
	return out, f.err()
}

// readChoice checks a choice for an option of some type, 0 for any.
func readChoice(f *fieldErrors, m map[string]any, kind int) Choice {
	c := Choice{Name: f.prose(m, "name", 1, 100, true)}
	switch v := m["value"].(type) {
	case nil:
		f.addAt("value", "BASE_TYPE_REQUIRED", "This field is required")
	case string:
		c.Value = v
		if utf8.RuneCountInString(v) > 100 || v == "" {
			f.addAt("value", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
		}
		if kind == IntegerOption || kind == NumberOption {
			f.addAt("value", "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", v))
		}
	case json.Number:
		if kind == StringOption {
			f.addAt("value", "STRING_TYPE_CONVERT", fmt.Sprintf("Could not interpret %q as string.", v.String()))
		}
		if n, err := v.Int64(); err == nil {
			c.Value = n
		} else if x, err := v.Float64(); err == nil && kind != IntegerOption {
			c.Value = x
		} else {
			f.addAt("value", "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", v.String()))
		}
	default:
		f.addAt("value", "STRING_TYPE_CONVERT", fmt.Sprintf("Could not interpret %q as string.", fmt.Sprint(v)))
	}
	return c
}

// Webhook routes, which an interaction's token opens for fifteen minutes.

// hook finds the interaction of a webhook request.
func (s *Server) hook(q *request) (*interaction, *apiError) {
	if q.id("app") != s.app {
		return nil, errUnknownWebhook()
	}
	i := s.byToken[q.params["token"]]
	if i == nil || s.clock.Now().Sub(i.created) > tokenLife {
		return nil, errWebhookToken()
	}
	if i.callback == 0 {
		return nil, errUnknownWebhook()
	}
	return i, nil
}

// hookMessage finds the message that a webhook request is about: the original
// answer or a follow-up of the same interaction.
func (s *Server) hookMessage(q *request) (*interaction, *message, *apiError) {
	i, e := s.hook(q)
	if e != nil {
		return nil, nil, e
	}
	m := i.original
	if which, ok := q.params["message"]; ok {
		m = nil
		for _, x := range append([]*message{i.original}, i.followups...) {
			if x != nil && id(x.id) == which {
				m = x
			}
		}
	}
	if m == nil || m.deleted {
		return nil, nil, errUnknownMessage()
	}
	return i, m, nil
}

func (s *Server) getHookMessage(q *request) (int, []byte, *apiError) {
	_, m, e := s.hookMessage(q)
	if e != nil {
		return 0, nil, e
	}
	return 200, m.json(), nil
}

func (s *Server) patchHookMessage(q *request) (int, []byte, *apiError) {
	i, m, e := s.hookMessage(q)
	if e != nil {
		return 0, nil, e
	}
	if e := i.change(s, m, q); e != nil {
		return 0, nil, e
	}
	return 200, m.json(), nil
}

// change edits an answer. The edit of a deferred answer completes it.
func (i *interaction) change(s *Server, m *message, q *request) *apiError {
	if e := i.writable(s); e != nil {
		return e
	}
	if i.channel.archived {
		return errArchived()
	}
	d, e := s.draft(&fieldErrors{}, q.body, q.files, i.channel, m, m.viewer != nil)
	if e != nil {
		i.refusal = string(e.body())
		return e
	}
	s.edit(m, d)
	if m == i.original {
		i.updates++
		switch i.state {
		case Thinking:
			i.state, m.promise = Replied, nil
		case UpdateDeferred:
			i.state = Updated
		}
		i.end(s)
	}
	return nil
}

func (s *Server) deleteHookMessage(q *request) (int, []byte, *apiError) {
	_, m, e := s.hookMessage(q)
	if e != nil {
		return 0, nil, e
	}
	s.remove(m)
	return http.StatusNoContent, nil, nil
}

func (s *Server) postFollowup(q *request) (int, []byte, *apiError) {
	i, e := s.hook(q)
	if e != nil {
		return 0, nil, e
	}
	if m := i.original; m != nil && !m.deleted && m.flags&FlagLoading != 0 {
		// The first follow-up of a deferred answer takes its place.
		if e := i.change(s, m, q); e != nil {
			return 0, nil, e
		}
		return 200, m.json(), nil
	}
	if i.state == Withdrawn { // the promised answer is gone, and with it its follow-ups
		return 0, nil, errUnknownMessage()
	}
	if e := i.writable(s); e != nil {
		return 0, nil, e
	}
	m, e := i.reply(s, &fieldErrors{}, q.body, q.files, "follow-up")
	if e != nil {
		return 0, nil, e
	}
	i.followups = append(i.followups, m)
	return 200, m.json(), nil
}
