package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Option types of commands.
const (
	SubCommand        = 1
	SubCommandGroup   = 2
	StringOption      = 3
	IntegerOption     = 4
	BooleanOption     = 5
	UserOption        = 6
	ChannelOption     = 7
	RoleOption        = 8
	MentionableOption = 9
	NumberOption      = 10
	AttachmentOption  = 11
)

// Contexts in which a command can be run.
const (
	InGuild = 0
	InBotDM = 1
)

// A Command is one that the bot has registered.
type Command struct {
	ID          string
	GuildID     string // empty for a global one
	Type        int    // 1 slash, 2 user, 3 message
	Name        string
	Description string
	Options     []CommandOption
	// Permissions are what members need to see the command; 0 for those of
	// administrators only if Restricted.
	Permissions Permissions
	Restricted  bool
	Contexts    []int // nil for all
	raw         map[string]any
}

// A CommandOption is an option, a subcommand or a group of them.
type CommandOption struct {
	Type                 int
	Name, Description    string
	Required             bool
	Autocomplete         bool
	Choices              []Choice
	MinValue, MaxValue   *float64
	MinLength, MaxLength *int
	ChannelTypes         []int
	Options              []CommandOption

	called, described any   // by locale, as it was registered; nil for nothing
	choicesCalled     []any // the same of each choice
}

// In returns the command as a client in a locale shows it: with the names and
// descriptions for that locale, or for the one that Discord falls back to, and
// with those without a locale where there are none. What is sent to the bot are
// the names of c all the same.
func (c Command) In(locale string) Command {
	c.Name = shownIn(locale, c.raw["name_localizations"], c.Name)
	c.Description = shownIn(locale, c.raw["description_localizations"], c.Description)
	c.Options = optionsIn(locale, c.Options)
	return c
}

func optionsIn(locale string, list []CommandOption) []CommandOption {
	shown := slices.Clone(list)
	for i, o := range list {
		shown[i].Name, shown[i].Description = shownIn(locale, o.called, o.Name), shownIn(locale, o.described, o.Description)
		shown[i].Options = optionsIn(locale, o.Options)
		shown[i].Choices = slices.Clone(o.Choices)
		for n := range o.Choices {
			shown[i].Choices[n].Name = shownIn(locale, o.choicesCalled[n], o.Choices[n].Name)
		}
	}
	return shown
}

// fallbacks are the locales that Discord's clients take if there is nothing for
// their own.
var fallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

func shownIn(locale string, said any, otherwise string) string {
	all, _ := said.(map[string]any)
	for _, l := range []string{locale, fallbacks[locale]} {
		if text, ok := all[l].(string); ok && text != "" {
			return text
		}
	}
	return otherwise
}

type commandSet struct{ list []*Command }

func newCommandSet() *commandSet { return &commandSet{} }

func (cs *commandSet) byName(kind int, name string) *Command {
	for _, c := range cs.list {
		if c.Type == kind && c.Name == name {
			return c
		}
	}
	return nil
}

// createCount counts commands created in a day, in one scope.
type createCount struct {
	since time.Time
	n     int
}

// createsPerDay is how many new commands a scope may get in a day.
const createsPerDay = 200

// Commands returns the global commands and, if g is not nil, those of a guild.
func (s *Server) Commands(g *Guild) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Command
	for _, c := range s.available(g) {
		out = append(out, *c)
	}
	return out
}

// available lists the commands of a guild before the global ones.
func (s *Server) available(g *Guild) []*Command {
	var out []*Command
	if g != nil {
		if g.bot.left {
			return nil
		}
		if cs := s.local[g.id]; cs != nil {
			out = append(out, cs.list...)
		}
	}
	return append(out, s.global.list...)
}

var (
	slashName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	locales   = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko ar he")
)

// readCommand checks a command's definition at the present path.
func readCommand(f *fieldErrors, m map[string]any) *Command {
	c := &Command{Type: 1}
	size := 0
	if n := f.num(m, "type", 1, 3); n != nil {
		c.Type = *n
	}
	c.Name = commandName(f, m, c.Type == 1)
	size += utf8.RuneCountInString(c.Name)
	localized(f, m, "name_localizations", 32, c.Type == 1)
	localized(f, m, "description_localizations", 100, false)
	if c.Type == 1 {
		c.Description = f.prose(m, "description", 1, 100, true)
		size += utf8.RuneCountInString(c.Description)
		c.Options = readOptions(f, m, 0, &size)
	} else {
		if d, _ := m["description"].(string); d != "" {
			f.addAt("description", "APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN", "Context menu commands cannot have description")
		}
		if o, _ := m["options"].([]any); len(o) > 0 {
			f.addAt("options", "APPLICATION_COMMAND_OPTIONS_FORBIDDEN", "Context menu commands cannot have options")
		}
	}
	if v := m["default_member_permissions"]; v != nil {
		n, err := strconv.ParseUint(fmt.Sprint(v), 10, 64)
		if err != nil {
			f.addAt("default_member_permissions", "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", fmt.Sprint(v)))
		}
		c.Permissions, c.Restricted = Permissions(n), true
	}
	if v, ok := m["dm_permission"]; ok && v == false {
		c.Contexts = []int{InGuild}
	}
	enum := func(key string, hi int) []int {
		var out []int
		for i, v := range f.array(m, key, 1, hi+1, false) {
			n, ok := asInt(v)
			if !ok || n < 0 || n > hi || slices.Contains(out, n) {
				f.at(key, func() { f.item(i, func() { f.add("BASE_TYPE_CHOICES", "Value is not allowed or repeated.") }) })
			}
			out = append(out, n)
		}
		return out
	}
	if list := enum("contexts", 2); list != nil {
		c.Contexts = list
	}
	types := enum("integration_types", 1)
	if types == nil {
		types = []int{0}
	}
	if size > 8000 {
		f.add("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
	c.raw = map[string]any{"type": c.Type, "name": c.Name, "description": c.Description, "nsfw": m["nsfw"] == true,
		"default_member_permissions": nil, "contexts": nil, "integration_types": types, "dm_permission": true,
		"name_localizations": m["name_localizations"], "description_localizations": m["description_localizations"]}
	if c.Restricted {
		c.raw["default_member_permissions"] = strconv.FormatUint(uint64(c.Permissions), 10)
	}
	if c.Contexts != nil {
		c.raw["contexts"] = c.Contexts
		c.raw["dm_permission"] = slices.Contains(c.Contexts, InBotDM)
	}
	if len(c.Options) > 0 {
		c.raw["options"] = optionObjects(c.Options, true)
	}
	return c
}

func commandName(f *fieldErrors, m map[string]any, slash bool) string {
	name := f.prose(m, "name", 1, 32, true)
	if _, isText := m["name"].(string); isText && slash && name != "" && utf8.RuneCountInString(name) <= 32 &&
		(!slashName.MatchString(name) || strings.ToLower(name) != name) {
		f.addAt("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	return name
}

func localized(f *fieldErrors, m map[string]any, key string, hi int, slash bool) {
	v := m[key]
	if v == nil {
		return
	}
	f.at(key, func() {
		list, ok := f.dict(v)
		if !ok {
			return
		}
		for _, l := range slices.Sorted(maps.Keys(list)) {
			if !slices.Contains(locales, l) {
				f.addAt(l, "BASE_TYPE_CHOICES", "Value is not a known locale.")
			}
			text := f.prose(list, l, 1, hi, true)
			if slash && text != "" && utf8.RuneCountInString(text) <= hi && (!slashName.MatchString(text) || strings.ToLower(text) != text) {
				f.addAt(l, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
			}
		}
	})
}

// readOptions checks options at the present path; depth is 0 for those of the
// command itself.
func readOptions(f *fieldErrors, m map[string]any, depth int, size *int) []CommandOption {
	list := f.array(m, "options", 0, 25, false)
	var out []CommandOption
	names := map[string]bool{}
	optional, subs := false, 0
	f.at("options", func() {
		for i, v := range list {
			f.item(i, func() {
				o, ok := f.dict(v)
				if !ok {
					return
				}
				opt := readOption(f, o, depth, size)
				if names[opt.Name] {
					f.addAt("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
				}
				names[opt.Name] = true
				if opt.Type == SubCommand || opt.Type == SubCommandGroup {
					subs++
				} else {
					if opt.Required && optional {
						f.add("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
					}
					optional = optional || !opt.Required
				}
				out = append(out, opt)
			})
		}
		if subs > 0 && subs < len(out) {
			f.add("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
	})
	return out
}

func readOption(f *fieldErrors, m map[string]any, depth int, size *int) CommandOption {
	o := CommandOption{Name: commandName(f, m, true), Description: f.prose(m, "description", 1, 100, true),
		Required: f.boolean(m, "required"), Autocomplete: f.boolean(m, "autocomplete")}
	*size += utf8.RuneCountInString(o.Name) + utf8.RuneCountInString(o.Description)
	localized(f, m, "name_localizations", 32, true)
	localized(f, m, "description_localizations", 100, false)
	o.called, o.described = m["name_localizations"], m["description_localizations"]
	if n := f.num(m, "type", 1, 11); n != nil {
		o.Type = *n
	} else if m["type"] == nil {
		f.addAt("type", "BASE_TYPE_REQUIRED", "This field is required")
	}
	switch {
	case o.Type == SubCommandGroup && depth > 0, o.Type == SubCommand && depth > 1:
		f.addAt("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested this deep")
	case o.Type == SubCommandGroup || o.Type == SubCommand:
		next := depth + 1
		if o.Type == SubCommand {
			next = 2
		}
		o.Options = readOptions(f, m, next, size)
		for i, x := range o.Options {
			if o.Type == SubCommandGroup && x.Type != SubCommand {
				f.at("options", func() {
					f.item(i, func() {
						f.addAt("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command group has sub-commands only")
					})
				})
			}
		}
		return o
	default:
		if list, _ := m["options"].([]any); len(list) > 0 {
			f.addAt("options", "APPLICATION_COMMAND_OPTIONS_FORBIDDEN", "Only sub-commands and groups have options")
		}
	}
	seen := map[string]bool{}
	choices := f.array(m, "choices", 0, 25, false)
	f.at("choices", func() {
		for i, v := range choices {
			f.item(i, func() {
				cm, ok := f.dict(v)
				if !ok {
					return
				}
				if o.Type != StringOption && o.Type != IntegerOption && o.Type != NumberOption {
					f.add("APPLICATION_COMMAND_OPTION_CHOICES_FORBIDDEN", "Only strings and numbers have choices")
				}
				c := readChoice(f, cm, o.Type)
				*size += utf8.RuneCountInString(c.Name) + utf8.RuneCountInString(fmt.Sprint(c.Value))
				localized(f, cm, "name_localizations", 100, false)
				if seen[c.Name] {
					f.addAt("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
				}
				seen[c.Name] = true
				o.Choices = append(o.Choices, c)
				o.choicesCalled = append(o.choicesCalled, cm["name_localizations"])
			})
		}
	})
	if o.Autocomplete && (len(o.Choices) > 0 || o.Type != StringOption && o.Type != IntegerOption && o.Type != NumberOption) {
		f.addAt("autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", "Autocomplete is not possible here")
	}
	float := func(key string) *float64 {
		n, ok := m[key].(json.Number)
		if m[key] == nil {
			return nil
		}
		x, err := n.Float64()
		if !ok || err != nil {
			f.addAt(key, "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not a number.", fmt.Sprint(m[key])))
			return nil
		}
		if o.Type != IntegerOption && o.Type != NumberOption {
			f.addAt(key, "APPLICATION_COMMAND_OPTION_BOUNDS_FORBIDDEN", "Only numbers have bounds")
		}
		return &x
	}
	o.MinValue, o.MaxValue = float("min_value"), float("max_value")
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		f.addAt("min_value", "APPLICATION_COMMAND_OPTION_BOUNDS_INVALID", "min_value cannot be greater than max_value")
	}
	o.MinLength, o.MaxLength = f.num(m, "min_length", 0, 6000), f.num(m, "max_length", 1, 6000)
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != StringOption {
		f.addAt("max_length", "APPLICATION_COMMAND_OPTION_BOUNDS_FORBIDDEN", "Only strings have lengths")
	}
	if o.MinLength != nil && o.MaxLength != nil && *o.MinLength > *o.MaxLength {
		f.addAt("min_length", "APPLICATION_COMMAND_OPTION_BOUNDS_INVALID", "min_length cannot be greater than max_length")
	}
	for _, v := range f.array(m, "channel_types", 0, 25, false) {
		n, _ := asInt(v)
		o.ChannelTypes = append(o.ChannelTypes, n)
	}
	return o
}

// optionObjects writes options as Discord gives them back: without what is
// false or absent.
func optionObjects(list []CommandOption, withLocalizations bool) []any {
	out := []any{}
	for _, o := range list {
		m := map[string]any{"type": o.Type, "name": o.Name, "description": o.Description}
		if withLocalizations {
			m["name_localizations"], m["description_localizations"] = o.called, o.described
		}
		if o.Required {
			m["required"] = true
		}
		if o.Autocomplete {
			m["autocomplete"] = true
		}
		if len(o.Choices) > 0 {
			choices := []any{}
			for i, c := range o.Choices {
				choice := map[string]any{"name": c.Name, "value": c.Value}
				if withLocalizations {
					choice["name_localizations"] = o.choicesCalled[i]
				}
				choices = append(choices, choice)
			}
			m["choices"] = choices
		}
		for key, p := range map[string]*float64{"min_value": o.MinValue, "max_value": o.MaxValue} {
			if p != nil {
				m[key] = *p
			}
		}
		for key, p := range map[string]*int{"min_length": o.MinLength, "max_length": o.MaxLength} {
			if p != nil {
				m[key] = *p
			}
		}
		if len(o.ChannelTypes) > 0 {
			m["channel_types"] = o.ChannelTypes
		}
		if len(o.Options) > 0 {
			m["options"] = optionObjects(o.Options, withLocalizations)
		}
		out = append(out, m)
	}
	return out
}

// REST about commands.

// scope finds the set that a request is about.
func (s *Server) scope(q *request) (*commandSet, *Guild, *apiError) {
	if q.id("app") != s.app {
		return nil, nil, fail(404, 10002, "Unknown Application")
	}
	if _, ok := q.params["guild"]; !ok {
		return s.global, nil, nil
	}
	g := s.guilds[q.id("guild")]
	if g == nil || g.bot.left {
		return nil, nil, errMissingAccess()
	}
	if s.local[g.id] == nil {
		s.local[g.id] = newCommandSet()
	}
	return s.local[g.id], g, nil
}

func (c *Command) object(s *Server, withLocalizations bool) map[string]any {
	o := maps.Clone(c.raw)
	o["id"], o["application_id"] = c.ID, id(s.app)
	if c.GuildID != "" {
		o["guild_id"] = c.GuildID
		delete(o, "dm_permission")
		delete(o, "contexts")
		delete(o, "integration_types")
	}
	if !withLocalizations {
		delete(o, "name_localizations")
		delete(o, "description_localizations")
		if len(c.Options) > 0 {
			o["options"] = optionObjects(c.Options, false)
		}
	}
	return o
}

func (s *Server) commandList(cs *commandSet, withLocalizations bool) []byte {
	out := []any{}
	for _, c := range cs.list {
		out = append(out, c.object(s, withLocalizations))
	}
	return encode(out)
}

func (s *Server) getCommands(q *request) (int, []byte, *apiError) {
	cs, _, e := s.scope(q)
	if e != nil {
		return 0, nil, e
	}
	return 200, s.commandList(cs, q.URL.Query().Get("with_localizations") == "true"), nil
}

// adopt gives a checked definition its identity: that of the command which it
// replaces, if there is one of the same type and name.
func (s *Server) adopt(c *Command, cs *commandSet, g *Guild) (created bool, e *apiError) {
	if g != nil {
		c.GuildID = id(g.id)
	}
	old := cs.byName(c.Type, c.Name)
	if old != nil {
		c.ID = old.ID
		version := old.raw["version"]
		delete(old.raw, "version")
		if string(encode(old.raw)) != string(encode(c.raw)) {
			c.raw["version"] = id(s.nextID())
		} else {
			c.raw["version"] = version
		}
		old.raw["version"] = version
		return false, nil
	}
	var key uint64
	if g != nil {
		key = g.id
	}
	n := s.creates[key]
	if n == nil || s.clock.Now().Sub(n.since) >= 24*time.Hour {
		n = &createCount{since: s.clock.Now()}
		s.creates[key] = n
	}
	if n.n >= createsPerDay {
		return false, fail(400, 30034, "Max number of daily application command creates has been reached (200)")
	}
	n.n++
	c.ID, c.raw["version"] = id(s.nextID()), id(s.nextID())
	return true, nil
}

// tooMany tells whether a set holds more commands of a type than allowed.
func (cs *commandSet) tooMany() *apiError {
	n := [4]int{}
	for _, c := range cs.list {
		n[c.Type]++
	}
	if n[1] > 100 || n[2] > 15 || n[3] > 15 {
		return fail(400, 30032, "Maximum number of application commands reached (100)")
	}
	return nil
}

func (s *Server) putCommands(q *request) (int, []byte, *apiError) {
	cs, g, e := s.scope(q)
	if e != nil {
		return 0, nil, e
	}
	f := &fieldErrors{}
	if q.list == nil {
		f.add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return 0, nil, f.err()
	}
	next := newCommandSet()
	for i, v := range q.list {
		f.item(i, func() {
			m, ok := f.dict(v)
			if !ok {
				return
			}
			c := readCommand(f, m)
			if next.byName(c.Type, c.Name) != nil {
				f.add("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
			}
			next.list = append(next.list, c)
		})
	}
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	if e := next.tooMany(); e != nil {
		return 0, nil, e
	}
	for _, c := range next.list {
		if _, e := s.adopt(c, cs, g); e != nil {
			return 0, nil, e
		}
	}
	sort.SliceStable(next.list, func(a, b int) bool { return next.list[a].ID < next.list[b].ID })
	cs.list = next.list
	s.changed()
	return 200, s.commandList(cs, true), nil
}

func (s *Server) postCommand(q *request) (int, []byte, *apiError) {
	cs, g, e := s.scope(q)
	if e != nil {
		return 0, nil, e
	}
	f := &fieldErrors{}
	c := readCommand(f, q.body)
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	next := &commandSet{slices.DeleteFunc(slices.Clone(cs.list), func(x *Command) bool { return x.Type == c.Type && x.Name == c.Name })}
	next.list = append(next.list, c)
	if e := next.tooMany(); e != nil {
		return 0, nil, e
	}
	created, e := s.adopt(c, cs, g)
	if e != nil {
		return 0, nil, e
	}
	cs.list = next.list
	s.changed()
	if created {
		return 201, encode(c.object(s, true)), nil
	}
	return 200, encode(c.object(s, true)), nil
}

func (s *Server) oneCommand(q *request) (*commandSet, int, *Guild, *apiError) {
	cs, g, e := s.scope(q)
	if e != nil {
		return nil, 0, nil, e
	}
	i := slices.IndexFunc(cs.list, func(c *Command) bool { return c.ID == q.params["command"] })
	if i < 0 {
		return nil, 0, nil, errUnknownCommand()
	}
	return cs, i, g, nil
}

func (s *Server) getCommand(q *request) (int, []byte, *apiError) {
	cs, i, _, e := s.oneCommand(q)
	if e != nil {
		return 0, nil, e
	}
	return 200, encode(cs.list[i].object(s, true)), nil
}

func (s *Server) patchCommand(q *request) (int, []byte, *apiError) {
	cs, i, _, e := s.oneCommand(q)
	if e != nil {
		return 0, nil, e
	}
	// The stored form is read again with the changes, as numbers of JSON.
	merged := map[string]any{}
	d := json.NewDecoder(strings.NewReader(string(encode(cs.list[i].raw))))
	d.UseNumber()
	if d.Decode(&merged) != nil {
		return 0, nil, errBadJSON()
	}
	delete(merged, "dm_permission")
	for k, v := range q.body {
		merged[k] = v
	}
	f := &fieldErrors{}
	c := readCommand(f, merged)
	if other := cs.byName(c.Type, c.Name); other != nil && other != cs.list[i] {
		f.addAt("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
	}
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	c.ID, c.GuildID, c.raw["version"] = cs.list[i].ID, cs.list[i].GuildID, id(s.nextID())
	cs.list = slices.Clone(cs.list)
	cs.list[i] = c
	s.changed()
	return 200, encode(c.object(s, true)), nil
}

func (s *Server) deleteCommand(q *request) (int, []byte, *apiError) {
	cs, i, _, e := s.oneCommand(q)
	if e != nil {
		return 0, nil, e
	}
	cs.list = slices.Delete(slices.Clone(cs.list), i, i+1)
	s.changed()
	return 204, nil, nil
}
