package discordtest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// State is how far an interaction has come, as the member who began it sees it.
type State int

// The states of an interaction.
const (
	// Pending: no answer yet, and the three seconds are not over.
	Pending State = iota
	// Replied: there is an answer.
	Replied
	// Updated: the message with the component was changed.
	Updated
	// Thinking: an answer was promised and has not come.
	Thinking
	// UpdateDeferred: a press was acknowledged, nothing is to be seen.
	UpdateDeferred
	// AskedModal: a form was shown.
	AskedModal
	// Suggested: an autocomplete got its choices.
	Suggested
	// Withdrawn: the promised answer was deleted before it came.
	Withdrawn
	// Failed: there was no valid answer within three seconds. "The application
	// did not respond."
	Failed
	// Refused: Discord's client would not have let the member do this, or the
	// bot stayed silent for longer than Config.Patience. See Action.Err.
	Refused
)

var stateNames = []string{"pending", "replied", "updated", "thinking", "update deferred", "asked a modal", "suggested",
	"withdrawn", "failed", "refused"}

// String names the state.
func (s State) String() string {
	if s < 0 || int(s) >= len(stateNames) {
		return "state " + strconv.Itoa(int(s))
	}
	return stateNames[s]
}

// Errors of the driver that a caller may want to tell apart.
var (
	// ErrSilent: the bot did not answer while Config.Patience lasted.
	ErrSilent = errors.New("the bot stays silent")
	// ErrClosed: the server was closed.
	ErrClosed = errors.New("the server is closed")
	// ErrDisabled: the button or select is disabled.
	ErrDisabled = errors.New("it is disabled")
	// ErrNotSeen: the member does not see that message or channel.
	ErrNotSeen = errors.New("the member does not see it")
	// ErrNoCommand: there is no such command for this member in this place.
	ErrNoCommand = errors.New("no such command here")
	// ErrOption: an option is missing, unknown or has a wrong value.
	ErrOption = errors.New("bad option")
)

// A Place is a member in a channel: whoever acts, acts somewhere.
type Place struct {
	m      *Member
	c      *Channel
	try    bool
	noWait bool
}

// In puts the member into a channel.
func (m *Member) In(c *Channel) Place { return Place{m: m, c: c} }

// InDM puts the member into their direct messages with the bot.
func (m *Member) InDM() Place { return m.In(m.DM()) }

// Try returns a place in which what Discord's client would refuse does not
// fail the test; the action tells instead.
func (p Place) Try() Place { p.try = true; return p }

// NoWait returns a place in which actions do not wait for the bot. Two of them
// in a row are two presses at the same instant. See Action.Wait.
func (p Place) NoWait() Place { p.noWait = true; return p }

// Channel returns where the place is.
func (p Place) Channel() *Channel { return p.c }

// Member returns who is there.
func (p Place) Member() *Member { return p.m }

// An Action is something that a member did, and what became of it.
type Action struct {
	p   Place
	i   *interaction
	err error
}

func (p Place) refuse(format string, args ...any) *Action {
	return p.end(&Action{p: p, err: fmt.Errorf(format, args...)})
}

func (p Place) end(a *Action) *Action {
	if t := p.m.srv.t; a.err != nil && t != nil && !p.try {
		t.Helper()
		t.Fatalf("%s: %v", p.m.user.name, a.err)
	}
	return a
}

// begin is what stands before every action. The server's lock is held.
func (p Place) begin() error {
	s := p.m.srv
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	switch {
	case p.c.deleted || !p.m.permissionsIn(p.c).Has(ViewChannel):
		return ErrNotSeen
	case p.c.guild != nil && (p.c.guild.bot.left || p.c.guild.unavailable):
		return ErrNoCommand
	}
	return nil
}

// start sends an interaction and waits, unless told not to.
func (p Place) start(kind int, prepare func() (data []byte, source *message, name string, err error)) *Action {
	s := p.m.srv
	s.mu.Lock()
	err := p.begin()
	var i *interaction
	if err == nil {
		var data []byte
		var source *message
		var name string
		if data, source, name, err = prepare(); err == nil {
			i = s.open(kind, p.m, p.c, data, source, name)
		}
	}
	s.mu.Unlock()
	a := &Action{p: p, i: i, err: err}
	if err != nil || p.noWait {
		return p.end(a)
	}
	return a.Wait()
}

// Wait waits until the interaction has ended: until the answer is there, also
// one that was promised, or the three seconds on the server's clock are over.
// A bot that stays silent longer than Config.Patience, in real time, is an
// error.
func (a *Action) Wait() *Action {
	if a.err != nil || a.i == nil {
		return a
	}
	s := a.p.m.srv
	select {
	case <-a.i.done:
		return a
	default:
	}
	patience := time.NewTimer(s.cfg.Patience)
	defer patience.Stop()
	select {
	case <-a.i.done:
	case <-s.closing:
		a.err = ErrClosed
	case <-patience.C:
		s.mu.Lock()
		a.err = fmt.Errorf("%w: %s after %v", ErrSilent, a.i.state, s.cfg.Patience)
		if a.i.refusal != "" {
			a.err = fmt.Errorf("%w; its answer was refused: %s", a.err, a.i.refusal)
		}
		s.mu.Unlock()
	}
	return a.p.end(a)
}

// Err returns why the action could not be done or not be waited for.
func (a *Action) Err() error { return a.err }

// State tells how far the interaction has come by now.
func (a *Action) State() State {
	if a.i == nil {
		return Refused
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	if a.err != nil && a.i.state == Pending {
		return Refused
	}
	return a.i.state
}

// Latency is the time, on the server's clock, until the first answer.
func (a *Action) Latency() time.Duration {
	if a.i == nil {
		return 0
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	if a.i.callback == 0 {
		return 0
	}
	return a.i.answered.Sub(a.i.created)
}

// Refusal is the body of the newest error that Discord answered when the bot
// tried to answer, empty if there was none.
func (a *Action) Refusal() string {
	if a.i == nil {
		return ""
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	return a.i.refusal
}

// InteractionID returns the interaction's snowflake, empty if there is none.
func (a *Action) InteractionID() string {
	if a.i == nil {
		return ""
	}
	return id(a.i.id)
}

// TryReply returns the message that answered, or that was updated, as the
// member sees it now.
func (a *Action) TryReply() (Message, bool) {
	if a.i == nil {
		return Message{}, false
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	if m := a.i.original; m != nil && !m.deleted {
		return m.snapshot(), true
	}
	return Message{}, false
}

// Reply is TryReply that fails the test, if there is one, when there is no
// message.
func (a *Action) Reply() Message {
	m, ok := a.TryReply()
	if t := a.p.m.srv.t; !ok && t != nil {
		t.Helper()
		t.Fatalf("%s got no reply: %v (%v) %s", a.p.m.user.name, a.State(), a.err, a.Refusal())
	}
	return m
}

// Text is the text of Reply.
func (a *Action) Text() string { return a.Reply().Text() }

// Followups returns the further messages sent in answer, as they are now.
func (a *Action) Followups() []Message {
	if a.i == nil {
		return nil
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	var out []Message
	for _, m := range a.i.followups {
		if !m.deleted {
			out = append(out, m.snapshot())
		}
	}
	return out
}

// Modal returns the form that was shown, nil if none.
func (a *Action) Modal() *Modal {
	if a.i == nil {
		return nil
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	return a.i.modal
}

// Choices returns what an autocomplete suggested.
func (a *Action) Choices() []Choice {
	if a.i == nil {
		return nil
	}
	a.p.m.srv.mu.Lock()
	defer a.p.m.srv.mu.Unlock()
	return a.i.choices
}

// Completed waits, for at most Config.Patience, until a deferred update or
// answer has been followed by an edit or a further message.
func (a *Action) Completed() bool {
	if a.i == nil {
		return false
	}
	return a.p.m.srv.waitUntil(a.p.m.srv.cfg.Patience, func() bool { return a.i.updates > 0 || len(a.i.followups) > 0 })
}

// waitUntil waits in real time until a condition holds, which is looked at
// under the server's lock whenever something has changed.
func (s *Server) waitUntil(patience time.Duration, holds func() bool) bool {
	s.mu.Lock()
	w := s.watch()
	s.mu.Unlock()
	defer s.unwatch(w)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		s.mu.Lock()
		ok := holds()
		s.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-w.c:
		case <-timer.C:
			return false
		case <-s.closing:
			return false
		}
	}
}

// Sees returns everything the member sees here, in order.
func (p Place) Sees() []Message { return p.m.Sees(p.c) }

// Look returns a message as the member sees it now.
func (p Place) Look(m Message) (Message, bool) {
	p.m.srv.mu.Lock()
	defer p.m.srv.mu.Unlock()
	if x := p.c.visibleTo(p.m, parseID(m.ID)); x != nil {
		return x.snapshot(), true
	}
	return Message{}, false
}

// Last returns the newest message that the member sees here; the zero Message
// if there is none.
func (p Place) Last() Message {
	all := p.Sees()
	if len(all) == 0 {
		return Message{}
	}
	return all[len(all)-1]
}

// WaitFor waits, in real time, until the member sees a message here of which is
// says true, and returns the newest such.
func (p Place) WaitFor(timeout time.Duration, is func(Message) bool) (Message, error) {
	s := p.m.srv
	s.mu.Lock()
	w := s.watch()
	s.mu.Unlock()
	defer s.unwatch(w)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		all := p.Sees()
		for i := len(all) - 1; i >= 0; i-- {
			if is(all[i]) {
				return all[i], nil
			}
		}
		select {
		case <-w.c:
		case <-s.closing:
			return Message{}, ErrClosed
		case <-timer.C:
			seen := ""
			if len(all) > 0 {
				seen = all[len(all)-1].Text()
			}
			err := fmt.Errorf("nothing of the kind within %v; the last of %d messages is:\n%s", timeout, len(all), seen)
			p.end(&Action{err: err})
			return Message{}, err
		}
	}
}

// Press presses a button, found by its label, face or custom id on the message
// as it is now; of m only the ID counts. A button that is not there or disabled
// is refused.
func (p Place) Press(m Message, button string) *Action {
	return p.start(kindPressed, func() ([]byte, *message, string, error) {
		x := p.c.visibleTo(p.m, parseID(m.ID))
		if x == nil {
			return nil, nil, "", ErrNotSeen
		}
		b, err := Message{Components: x.components}.find(button, func(c *Component) bool { return c.Type == Button })
		switch {
		case err != nil:
			return nil, nil, "", err
		case b.Disabled:
			return nil, nil, "", fmt.Errorf("%q: %w", button, ErrDisabled)
		case b.CustomID == "":
			return nil, nil, "", fmt.Errorf("%q sends nothing to the bot", button)
		}
		return encode(map[string]any{"component_type": Button, "custom_id": b.CustomID, "id": b.ID}), x, "", nil
	})
}

// PressID sends a press with any custom id, whether or not the message has
// such a button: what a client out of date or out of hand might send.
func (p Place) PressID(m Message, customID string) *Action {
	return p.start(kindPressed, func() ([]byte, *message, string, error) {
		x := p.c.visibleTo(p.m, parseID(m.ID))
		if x == nil {
			return nil, nil, "", ErrNotSeen
		}
		n := 0
		for _, c := range (Message{Components: x.components}).All() {
			if c.CustomID == customID {
				n = c.ID
			}
		}
		return encode(map[string]any{"component_type": Button, "custom_id": customID, "id": n}), x, "", nil
	})
}

// Select chooses values of a select, found by its placeholder or custom id.
// For a string select these are values or labels of options, for others ids.
func (p Place) Select(m Message, which string, values ...string) *Action {
	return p.start(kindPressed, func() ([]byte, *message, string, error) {
		x := p.c.visibleTo(p.m, parseID(m.ID))
		if x == nil {
			return nil, nil, "", ErrNotSeen
		}
		c, err := Message{Components: x.components}.find(which, isSelect)
		if err != nil {
			return nil, nil, "", err
		}
		if c.Disabled {
			return nil, nil, "", fmt.Errorf("%q: %w", which, ErrDisabled)
		}
		if lo, hi := c.takes(); len(values) < lo || len(values) > hi {
			return nil, nil, "", fmt.Errorf("%q takes %d to %d values, not %d", which, lo, hi, len(values))
		}
		r := &resolver{p: p}
		chosen := make([]string, len(values))
		for n, v := range values {
			if chosen[n], err = r.choose(c, v); err != nil {
				return nil, nil, "", err
			}
			if slices.Contains(chosen[:n], chosen[n]) {
				return nil, nil, "", fmt.Errorf("%q is chosen twice", v)
			}
		}
		data := map[string]any{"component_type": c.Type, "custom_id": c.CustomID, "id": c.ID, "values": chosen}
		if c.Type != StringSelect {
			data["resolved"] = r.resolved()
		}
		return encode(data), x, "", nil
	})
}

// SelectID sends a choice with any custom id and any values.
func (p Place) SelectID(m Message, customID string, values ...string) *Action {
	return p.start(kindPressed, func() ([]byte, *message, string, error) {
		x := p.c.visibleTo(p.m, parseID(m.ID))
		if x == nil {
			return nil, nil, "", ErrNotSeen
		}
		return encode(map[string]any{"component_type": StringSelect, "custom_id": customID, "values": orEmpty(values)}), x, "", nil
	})
}

func isSelect(c *Component) bool {
	return c.Type == StringSelect || c.Type >= UserSelect && c.Type <= ChannelSelect
}

// choose turns what a member picks in a select into the value that is sent.
func (r *resolver) choose(c *Component, v string) (string, error) {
	if c.Type == StringSelect || c.Type == RadioGroup || c.Type == CheckboxGroup {
		for _, by := range []func(SelectOption) bool{
			func(o SelectOption) bool { return o.Value == v },
			func(o SelectOption) bool { return o.Label == v },
		} {
			for _, o := range c.Options {
				if by(o) {
					return o.Value, nil
				}
			}
		}
		return "", fmt.Errorf("there is no option %q", v)
	}
	g, n := r.p.c.guild, parseID(v)
	if c.Type != RoleSelect && c.Type != ChannelSelect {
		if u := r.p.m.srv.users[n]; u != nil {
			r.user(u)
			return v, nil
		}
	}
	if g != nil && (c.Type == RoleSelect || c.Type == MentionableSelect) {
		for _, x := range g.roles {
			if x.id == n {
				r.roles = append(r.roles, x)
				return v, nil
			}
		}
	}
	if x := r.p.m.srv.channels[n]; c.Type == ChannelSelect && x != nil && x.guild == g &&
		(len(c.ChannelTypes) == 0 || slices.Contains(c.ChannelTypes, x.kind)) && r.p.m.permissionsIn(x).Has(ViewChannel) {
		r.channels = append(r.channels, x)
		return v, nil
	}
	return "", fmt.Errorf("%q cannot be chosen", v)
}

// Submit fills in a form that an action has shown and sends it. Fields are
// named by custom id or label; what is not given keeps its value. What is chosen
// in a select or a group stands on lines of its own and is named as for Select; a
// checkbox is "true" or "false". Files cannot be uploaded.
func (p Place) Submit(m *Modal, fields map[string]string) *Action {
	if m == nil {
		return p.refuse("there is no form to submit")
	}
	return p.start(kindSubmitted, func() ([]byte, *message, string, error) {
		if m.from.member.user != p.m.user {
			return nil, nil, "", fmt.Errorf("the form: %w", ErrNotSeen)
		}
		used := map[string]bool{}
		r := &resolver{p: p}
		parts, err := r.submitted(m.Components, fields, used, "")
		if err != nil {
			return nil, nil, "", err
		}
		for k := range fields {
			if !used[k] {
				return nil, nil, "", fmt.Errorf("the form has no field %q", k)
			}
		}
		data := map[string]any{"custom_id": m.CustomID, "components": parts}
		if x := r.resolved(); len(x) > 0 {
			data["resolved"] = x
		}
		source := m.from.source
		if source != nil && source.deleted {
			source = nil
		}
		return encode(data), source, "", nil
	})
}

func (r *resolver) submitted(list []*Component, fields map[string]string, used map[string]bool, label string) ([]any, error) {
	var out []any
	for _, c := range list {
		o := map[string]any{"type": c.Type, "id": c.ID}
		switch c.Type {
		case ActionRow:
			inner, err := r.submitted(c.Components, fields, used, "")
			if err != nil {
				return nil, err
			}
			o["components"] = inner
		case Label:
			inner, err := r.submitted([]*Component{c.Component}, fields, used, c.Label)
			if err != nil {
				return nil, err
			}
			o["component"] = inner[0]
		case TextDisplay:
		default:
			value := c.Value
			given := false
			for _, key := range []string{c.CustomID, c.Label, label} {
				if v, ok := fields[key]; ok && key != "" {
					value, given = v, true
					used[key] = true
					break
				}
			}
			o["custom_id"] = c.CustomID
			n := utf8.RuneCountInString(value)
			switch {
			case c.Type != TextInput:
				if err := r.fill(o, c, value, given); err != nil {
					return nil, err
				}
			case n == 0 && !c.optional():
				return nil, fmt.Errorf("the field %q is required", c.CustomID)
			case n > 0 && c.MinLength != nil && n < *c.MinLength, c.MaxLength != nil && n > *c.MaxLength, n > 4000:
				return nil, fmt.Errorf("the field %q has %d characters", c.CustomID, n)
			default:
				o["value"] = value
			}
		}
		out = append(out, o)
	}
	return out, nil
}

// fill puts into a field of a form what is chosen in it.
func (r *resolver) fill(o map[string]any, c *Component, value string, given bool) error {
	var chosen []string
	switch {
	case c.Type == Checkbox:
		o["value"] = c.Default
		if given {
			checked, err := strconv.ParseBool(value)
			if err != nil {
				return fmt.Errorf("the field %q is true or false, not %q", c.CustomID, value)
			}
			o["value"] = checked
		}
		return nil
	case c.Type == FileUpload && value != "":
		return fmt.Errorf("the field %q wants a file, and files cannot be uploaded", c.CustomID)
	case value != "":
		for _, v := range strings.Split(value, "\n") {
			v, err := r.choose(c, v)
			if err != nil {
				return fmt.Errorf("the field %q: %w", c.CustomID, err)
			}
			chosen = append(chosen, v)
		}
	case !given:
		for _, x := range c.Options {
			if x.Default {
				chosen = append(chosen, x.Value)
			}
		}
		for _, x := range c.DefaultValues {
			d, _ := x.(map[string]any)
			v, err := r.choose(c, fmt.Sprint(d["id"]))
			if err != nil {
				return fmt.Errorf("the field %q: %w", c.CustomID, err)
			}
			chosen = append(chosen, v)
		}
	}
	lo, hi := c.takes()
	switch n := len(chosen); {
	case n == 0 && !c.optional():
		return fmt.Errorf("the field %q is required", c.CustomID)
	case n > 0 && n < lo, n > hi:
		return fmt.Errorf("the field %q takes %d to %d values, not %d", c.CustomID, lo, hi, n)
	case c.Type != RadioGroup:
		o["values"] = orEmpty(chosen)
	case n == 0:
		o["value"] = nil
	default:
		o["value"] = chosen[0]
	}
	return nil
}

// Say writes a message of the member's own.
func (p Place) Say(text string) (Message, error) {
	s := p.m.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case p.c.deleted || !p.m.permissionsIn(p.c).Has(ViewChannel):
		return Message{}, ErrNotSeen
	case !p.m.permissionsIn(p.c).Has(sendPermission(p.c)) && p.c.guild != nil:
		return Message{}, errors.New("the member may not write here")
	}
	m := &message{channel: p.c, author: p.m.user}
	s.post(m, &draft{content: &text})
	return m.snapshot(), nil
}

// Delete deletes a message: one's own, or any as a moderator. An ephemeral
// message is dismissed.
func (p Place) Delete(m Message) error {
	s := p.m.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	x := p.c.visibleTo(p.m, parseID(m.ID))
	switch {
	case x == nil:
		return ErrNotSeen
	case x.viewer == nil && x.author != p.m.user && !p.m.permissionsIn(p.c).Has(ManageMessages):
		return errors.New("the member may not delete it")
	}
	s.remove(x)
	return nil
}

// Dismiss makes an ephemeral message disappear.
func (p Place) Dismiss(m Message) error { return p.Delete(m) }

// In, Press and so on for a member whose place follows from the message.

func (m *Member) placeOf(msg Message) Place {
	c := m.srv.Channel(msg.ChannelID)
	if c == nil {
		c = &Channel{srv: m.srv, deleted: true}
	}
	return m.In(c)
}

// Press presses a button of a message where the message is. See Place.Press.
func (m *Member) Press(msg Message, button string) *Action { return m.placeOf(msg).Press(msg, button) }

// Select chooses values of a select where the message is. See Place.Select.
func (m *Member) Select(msg Message, which string, values ...string) *Action {
	return m.placeOf(msg).Select(msg, which, values...)
}

// Submit sends a form from where it was shown. See Place.Submit.
func (m *Member) Submit(form *Modal, fields map[string]string) *Action {
	if form == nil {
		return Place{m: m}.refuse("there is no form to submit")
	}
	return m.In(form.from.channel).Submit(form, fields)
}
