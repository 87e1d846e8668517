package discordtest

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Option is a value that a member gives to an option of a command.
type Option struct {
	name    string
	value   any
	focused bool
}

// String gives a text, also for an option whose choices are texts.
func String(name, value string) Option { return Option{name: name, value: value} }

// Int gives a whole number.
func Int(name string, value int) Option { return Option{name: name, value: int64(value)} }

// Number gives a number.
func Number(name string, value float64) Option { return Option{name: name, value: value} }

// Bool gives true or false.
func Bool(name string, value bool) Option { return Option{name: name, value: value} }

// User gives a user: a member of the guild, or of another.
func User(name string, m *Member) Option { return Option{name: name, value: m} }

// ToChannel gives a channel.
func ToChannel(name string, c *Channel) Option { return Option{name: name, value: c} }

// ToRole gives a role.
func ToRole(name string, r *Role) Option { return Option{name: name, value: r} }

// Typing is what a member has typed so far into the option that Autocomplete
// asks about.
func Typing(name, value string) Option { return Option{name: name, value: value, focused: true} }

// resolver collects what "resolved" has to hold.
type resolver struct {
	p        Place
	users    []*user
	roles    []*Role
	channels []*Channel
	messages []*message
}

func (r *resolver) user(u *user) { r.users = append(r.users, u) }

func (r *resolver) resolved() map[string]any {
	out := map[string]any{}
	users, members := map[string]any{}, map[string]any{}
	for _, u := range r.users {
		users[id(u.id)] = u.object()
		if g := r.p.c.guild; g != nil {
			if m := g.members[u.id]; m != nil {
				o := m.bare()
				o["permissions"] = strconv.FormatUint(uint64(m.permissionsIn(r.p.c)), 10)
				members[id(u.id)] = o
			}
		}
	}
	if len(users) > 0 {
		out["users"] = users
	}
	if len(members) > 0 {
		out["members"] = members
	}
	if len(r.roles) > 0 {
		roles := map[string]any{}
		for i, x := range r.roles {
			roles[id(x.id)] = x.object(i)
		}
		out["roles"] = roles
	}
	if len(r.channels) > 0 {
		channels := map[string]any{}
		for _, c := range r.channels {
			o := c.object()
			o["permissions"] = strconv.FormatUint(uint64(r.p.m.permissionsIn(c)), 10)
			channels[id(c.id)] = o
		}
		out["channels"] = channels
	}
	if len(r.messages) > 0 {
		messages := map[string]any{}
		for _, m := range r.messages {
			messages[id(m.id)] = json.RawMessage(m.json())
		}
		out["messages"] = messages
	}
	return out
}

// Run runs a slash command, such as "/adam-eva challenge" with its options. The
// command is looked up among the registered ones, and everything is checked
// that Discord's client checks: that the member may use it here, required
// options, types, choices and bounds. Options can also be typed behind the
// command as "name:value"; users by id, mention or name.
func (p Place) Run(command string, options ...Option) *Action {
	return p.command(kindRunCommand, command, options)
}

// Autocomplete asks for suggestions for the option given by Typing.
func (p Place) Autocomplete(command string, options ...Option) *Action {
	return p.command(kindAutocomplete, command, options)
}

func (p Place) command(kind int, line string, options []Option) *Action {
	return p.start(kind, func() ([]byte, *message, string, error) {
		words, typed := splitCommand(line)
		options := append(typed, options...)
		if len(words) == 0 {
			return nil, nil, "", ErrNoCommand
		}
		c, err := p.lookUp(1, words[0])
		if err != nil {
			return nil, nil, "", err
		}
		r := &resolver{p: p}
		level, path := c.Options, []CommandOption{}
		for _, w := range words[1:] {
			i := slices.IndexFunc(level, func(o CommandOption) bool {
				return o.Name == w && (o.Type == SubCommand || o.Type == SubCommandGroup)
			})
			if i < 0 {
				return nil, nil, "", fmt.Errorf("%w: %q has no %q", ErrNoCommand, c.Name, w)
			}
			path = append(path, level[i])
			level = level[i].Options
		}
		if len(level) > 0 && (level[0].Type == SubCommand || level[0].Type == SubCommandGroup) {
			return nil, nil, "", fmt.Errorf("%w: %q needs a sub-command", ErrNoCommand, line)
		}
		given, err := r.options(level, options, kind == kindAutocomplete)
		if err != nil {
			return nil, nil, "", err
		}
		for i := len(path) - 1; i >= 0; i-- {
			o := map[string]any{"name": path[i].Name, "type": path[i].Type}
			o["options"] = given
			given = []any{o}
		}
		data := map[string]any{"id": c.ID, "name": c.Name, "type": 1}
		if len(given) > 0 {
			data["options"] = given
		}
		if x := r.resolved(); len(x) > 0 {
			data["resolved"] = x
		}
		if c.GuildID != "" {
			data["guild_id"] = c.GuildID
		}
		return encode(data), nil, strings.Join(words, " "), nil
	})
}

// RunOnUser runs a command of a user's context menu.
func (p Place) RunOnUser(command string, target *Member) *Action {
	return p.start(kindRunCommand, func() ([]byte, *message, string, error) {
		c, err := p.lookUp(2, command)
		if err != nil {
			return nil, nil, "", err
		}
		r := &resolver{p: p}
		r.user(target.user)
		return encode(map[string]any{"id": c.ID, "name": c.Name, "type": 2, "target_id": id(target.user.id), "resolved": r.resolved()}), nil, c.Name, nil
	})
}

// RunOnMessage runs a command of a message's context menu.
func (p Place) RunOnMessage(command string, target Message) *Action {
	return p.start(kindRunCommand, func() ([]byte, *message, string, error) {
		c, err := p.lookUp(3, command)
		if err != nil {
			return nil, nil, "", err
		}
		x := p.c.visibleTo(p.m, parseID(target.ID))
		if x == nil {
			return nil, nil, "", ErrNotSeen
		}
		r := &resolver{p: p, messages: []*message{x}}
		return encode(map[string]any{"id": c.ID, "name": c.Name, "type": 3, "target_id": target.ID, "resolved": r.resolved()}), nil, c.Name, nil
	})
}

// Commands returns the slash commands that the member is offered here.
func (p Place) Commands() []Command {
	p.m.srv.mu.Lock()
	defer p.m.srv.mu.Unlock()
	var out []Command
	if p.begin() != nil {
		return nil
	}
	for _, c := range p.m.srv.available(p.c.guild) {
		if found, err := p.lookUp(1, c.Name); err == nil && found == c {
			out = append(out, *c)
		}
	}
	return out
}

// lookUp finds a command that the member may use here.
func (p Place) lookUp(kind int, name string) (*Command, error) {
	mine := p.m.permissionsIn(p.c)
	context := InGuild
	if p.c.guild == nil {
		context = InBotDM
	}
	if p.c.guild != nil && !mine.Has(UseApplicationCommands) {
		return nil, fmt.Errorf("%w: the member may not use commands here", ErrNoCommand)
	}
	reason := "nobody has registered it"
	for _, c := range p.m.srv.available(p.c.guild) {
		if c.Type != kind || c.Name != name {
			continue
		}
		switch {
		case c.Contexts != nil && !slices.Contains(c.Contexts, context):
			reason = "it is not for this kind of channel"
		case p.c.guild != nil && c.Restricted && !p.m.isOffered(c.Name) && !mine.Has(Administrator) && (c.Permissions == 0 || !mine.Has(c.Permissions)):
			reason = "the member lacks permissions for it"
		default:
			return c, nil
		}
	}
	return nil, fmt.Errorf("/%s: %w: %s", name, ErrNoCommand, reason)
}

// isOffered reports whether a role of the member is offered a command.
func (m *Member) isOffered(name string) bool {
	return slices.ContainsFunc(m.guild.offered[name], func(r *Role) bool { return slices.Contains(m.roles, r) })
}

// splitCommand parts "/name sub key:value key:two words" into the command's
// words and typed options.
func splitCommand(line string) (words []string, options []Option) {
	for _, w := range strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "/")) {
		key, value, ok := strings.Cut(w, ":")
		switch {
		case ok && key != "" && !strings.ContainsAny(key, "<@#"):
			options = append(options, Option{name: key, value: typed(value)})
		case len(options) > 0:
			last := &options[len(options)-1]
			last.value = typed(strings.TrimSpace(string(last.value.(typed)) + " " + w))
		default:
			words = append(words, w)
		}
	}
	return words, options
}

// typed is a value as written in a command line, before its type is known.
type typed string

// options checks the given options against the table.
func (r *resolver) options(table []CommandOption, given []Option, partial bool) ([]any, error) {
	out := []any{}
	for _, g := range given {
		if !slices.ContainsFunc(table, func(o CommandOption) bool { return o.Name == g.name }) {
			return nil, fmt.Errorf("%w: there is no %q", ErrOption, g.name)
		}
	}
	for _, o := range table {
		i := slices.IndexFunc(given, func(g Option) bool { return g.name == o.Name })
		if i < 0 {
			if o.Required && !partial {
				return nil, fmt.Errorf("%w: %q is required", ErrOption, o.Name)
			}
			continue
		}
		g := given[i]
		m := map[string]any{"name": o.Name, "type": o.Type}
		if g.focused {
			if !o.Autocomplete || !partial {
				return nil, fmt.Errorf("%w: %q has no autocomplete", ErrOption, o.Name)
			}
			m["value"], m["focused"] = g.value, true
			out = append(out, m)
			continue
		}
		v, err := r.value(o, g.value)
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", ErrOption, o.Name, err)
		}
		m["value"] = v
		out = append(out, m)
	}
	return out, nil
}

func (r *resolver) value(o CommandOption, v any) (any, error) {
	if text, ok := v.(typed); ok {
		var err error
		if v, err = r.parse(o, string(text)); err != nil {
			return nil, err
		}
	}
	wrong := fmt.Errorf("%v does not fit its type", v)
	inBounds := func(x float64) error {
		if o.MinValue != nil && x < *o.MinValue || o.MaxValue != nil && x > *o.MaxValue || math.Abs(x) > 1<<53 {
			return fmt.Errorf("%v is out of bounds", v)
		}
		return nil
	}
	var out any
	switch x := v.(type) {
	case string:
		n := utf8.RuneCountInString(x)
		if o.Type != StringOption {
			return nil, wrong
		}
		if o.MinLength != nil && n < *o.MinLength || o.MaxLength != nil && n > *o.MaxLength || n > 6000 || n == 0 {
			return nil, fmt.Errorf("%d characters are too few or too many", n)
		}
		out = x
	case int64:
		if o.Type != IntegerOption && o.Type != NumberOption {
			return nil, wrong
		}
		if err := inBounds(float64(x)); err != nil {
			return nil, err
		}
		out = x
	case float64:
		if o.Type != NumberOption {
			return nil, wrong
		}
		if err := inBounds(x); err != nil {
			return nil, err
		}
		out = x
	case bool:
		if o.Type != BooleanOption {
			return nil, wrong
		}
		return x, nil
	case *Member:
		if x == nil || o.Type != UserOption && o.Type != MentionableOption {
			return nil, wrong
		}
		r.user(x.user)
		return id(x.user.id), nil
	case *Role:
		if x == nil || o.Type != RoleOption && o.Type != MentionableOption {
			return nil, wrong
		}
		r.roles = append(r.roles, x)
		return id(x.id), nil
	case *Channel:
		if x == nil || o.Type != ChannelOption || len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, x.kind) {
			return nil, wrong
		}
		r.channels = append(r.channels, x)
		return id(x.id), nil
	default:
		return nil, wrong
	}
	if len(o.Choices) == 0 {
		return out, nil
	}
	for _, c := range o.Choices {
		if fmt.Sprint(c.Value) == fmt.Sprint(out) || c.Name == out {
			return c.Value, nil
		}
	}
	return nil, fmt.Errorf("%v is not one of its choices", out)
}

// parse reads a typed value as the option's type wants it.
func (r *resolver) parse(o CommandOption, text string) (any, error) {
	s := r.p.m.srv
	switch o.Type {
	case IntegerOption:
		for _, c := range o.Choices {
			if c.Name == text {
				return c.Value, nil
			}
		}
		return strconv.ParseInt(text, 10, 64)
	case NumberOption:
		for _, c := range o.Choices {
			if c.Name == text {
				return c.Value, nil
			}
		}
		return strconv.ParseFloat(text, 64)
	case BooleanOption:
		return strconv.ParseBool(strings.ToLower(text))
	case UserOption, MentionableOption:
		name := strings.Trim(text, "<@!>")
		if g := r.p.c.guild; g != nil {
			for _, m := range g.members {
				if id(m.user.id) == name || strings.EqualFold(m.displayName(), name) || strings.EqualFold(m.user.name, name) {
					return m, nil
				}
			}
		}
		if u := s.users[parseID(name)]; u != nil {
			return u.home, nil
		}
	case ChannelOption:
		name := strings.Trim(text, "<#>")
		if g := r.p.c.guild; g != nil {
			for _, c := range g.channels {
				if id(c.id) == name || c.name == name {
					return c, nil
				}
			}
		}
	case RoleOption:
		name := strings.Trim(text, "<@&>")
		if g := r.p.c.guild; g != nil {
			for _, x := range g.roles {
				if id(x.id) == name || x.name == name {
					return x, nil
				}
			}
		}
	default:
		return text, nil
	}
	return nil, fmt.Errorf("%q is not known here", text)
}

func parseID(snowflake string) uint64 {
	n, err := strconv.ParseUint(snowflake, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
