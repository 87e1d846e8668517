package discordtest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Component types.
const (
	ActionRow         = 1
	Button            = 2
	StringSelect      = 3
	TextInput         = 4
	UserSelect        = 5
	RoleSelect        = 6
	MentionableSelect = 7
	ChannelSelect     = 8
	Section           = 9
	TextDisplay       = 10
	Thumbnail         = 11
	MediaGallery      = 12
	File              = 13
	Separator         = 14
	Container         = 17
	Label             = 18
	FileUpload        = 19
	RadioGroup        = 21
	CheckboxGroup     = 22
	Checkbox          = 23
)

// Button styles that differ in more than colour.
const (
	linkStyle    = 5
	premiumStyle = 6
)

// A Component is part of a message or a modal, as Discord gives it back: ids
// filled in, media resolved.
type Component struct {
	Type          int            `json:"type"`
	ID            int            `json:"id,omitempty"`
	CustomID      string         `json:"custom_id,omitempty"`
	Style         int            `json:"style,omitempty"`
	Label         string         `json:"label,omitempty"`
	Emoji         *Emoji         `json:"emoji,omitempty"`
	URL           string         `json:"url,omitempty"`
	SKU           string         `json:"sku_id,omitempty"`
	Disabled      bool           `json:"disabled,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty"`
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	Options       []SelectOption `json:"options,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`
	DefaultValues []any          `json:"default_values,omitempty"`
	Content       string         `json:"content,omitempty"`
	Description   string         `json:"description,omitempty"`
	Media         *Media         `json:"media,omitempty"`
	File          *Media         `json:"file,omitempty"`
	Name          string         `json:"name,omitempty"`
	Size          int            `json:"size,omitempty"`
	Items         []GalleryItem  `json:"items,omitempty"`
	Spoiler       bool           `json:"spoiler,omitempty"`
	Divider       *bool          `json:"divider,omitempty"`
	Spacing       *int           `json:"spacing,omitempty"`
	AccentColor   *int           `json:"accent_color,omitempty"`
	Value         string         `json:"value,omitempty"`
	MinLength     *int           `json:"min_length,omitempty"`
	MaxLength     *int           `json:"max_length,omitempty"`
	Required      *bool          `json:"required,omitempty"`
	Default       bool           `json:"default,omitempty"`
	Components    []*Component   `json:"components,omitempty"`
	Accessory     *Component     `json:"accessory,omitempty"`
	Component     *Component     `json:"component,omitempty"`
}

// Emoji is what stands on a button or an option.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is one line of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// GalleryItem is a picture of a media gallery.
type GalleryItem struct {
	Media       *Media `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// Media is a picture or file, resolved to an address.
type Media struct {
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// walk calls f for the component and all within it, in the order of reading.
func (c *Component) walk(f func(*Component)) {
	if c == nil {
		return
	}
	f(c)
	for _, x := range c.Components {
		x.walk(f)
	}
	c.Accessory.walk(f)
	c.Component.walk(f)
}

// Reading fields of a JSON body. Each of these reports what is wrong with the
// field at key and returns the zero value then. null counts as absent.

func (e *fieldErrors) str(m map[string]any, key string, lo, hi int, required bool) string {
	v := m[key]
	if v == nil {
		if required {
			e.addAt(key, "BASE_TYPE_REQUIRED", "This field is required")
		}
		return ""
	}
	s, ok := v.(string)
	if !ok {
		e.addAt(key, "STRING_TYPE_CONVERT", fmt.Sprintf("Could not interpret %q as string.", fmt.Sprint(v)))
		return ""
	}
	n := utf8.RuneCountInString(s)
	switch {
	case required && lo > 0 && n == 0:
		e.addAt(key, "BASE_TYPE_REQUIRED", "This field is required")
	case n < lo && (required || n > 0) || n > hi:
		if lo > 0 {
			e.addAt(key, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", lo, hi))
		} else {
			e.addAt(key, "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", hi))
		}
	}
	return s
}

// prose is str for what people read: white space alone counts as nothing there.
func (e *fieldErrors) prose(m map[string]any, key string, lo, hi int, required bool) string {
	s, isText := m[key].(string)
	if !isText || lo == 0 || s == "" || strings.TrimSpace(s) != "" {
		return e.str(m, key, lo, hi, required)
	}
	if required {
		e.addAt(key, "BASE_TYPE_REQUIRED", "This field is required")
	} else {
		e.addAt(key, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", lo, hi))
	}
	return s
}

func (e *fieldErrors) num(m map[string]any, key string, lo, hi int) *int {
	v := m[key]
	if v == nil {
		return nil
	}
	n, ok := asInt(v)
	switch {
	case !ok:
		e.addAt(key, "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", fmt.Sprint(v)))
		return nil
	case n < lo:
		e.addAt(key, "NUMBER_TYPE_MIN", fmt.Sprintf("int value should be greater than or equal to %d.", lo))
	case n > hi:
		e.addAt(key, "NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", hi))
	}
	return &n
}

func asInt(v any) (int, bool) {
	switch v := v.(type) {
	case json.Number:
		n, err := strconv.Atoi(v.String())
		return n, err == nil
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	}
	return 0, false
}

func (e *fieldErrors) boolean(m map[string]any, key string) bool {
	v := m[key]
	if v == nil {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		e.addAt(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

func (e *fieldErrors) array(m map[string]any, key string, lo, hi int, required bool) []any {
	v := m[key]
	if v == nil {
		if required {
			e.addAt(key, "BASE_TYPE_REQUIRED", "This field is required")
		}
		return nil
	}
	a, ok := v.([]any)
	if !ok {
		e.addAt(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if len(a) < lo || len(a) > hi {
		if lo > 0 {
			e.addAt(key, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", lo, hi))
		} else {
			e.addAt(key, "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", hi))
		}
		if len(a) > 5*hi {
			return nil // no use in more errors
		}
	}
	return a
}

// dict converts the value at the present path.
func (e *fieldErrors) dict(v any) (map[string]any, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		e.add("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return m, ok
}

// A layout checks the components of one message or modal.
type layout struct {
	*fieldErrors
	s           *Server
	attachments []*attachment // that the message has
	named       []*attachment // those that attachment:// may name
	count       int
	text        int
	ids         map[int]bool
	customIDs   map[string]bool
	unnumbered  []*Component
}

func newLayout(s *Server, f *fieldErrors, attachments, named []*attachment) *layout {
	return &layout{fieldErrors: f, s: s, attachments: attachments, named: named, ids: map[int]bool{}, customIDs: map[string]bool{}}
}

var (
	legacyTop    = []int{ActionRow}
	v2Top        = []int{ActionRow, Section, TextDisplay, MediaGallery, File, Separator, Container}
	inContainer  = []int{ActionRow, Section, TextDisplay, MediaGallery, File, Separator}
	inRow        = []int{Button, StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect}
	inSection    = []int{TextDisplay}
	isAccessory  = []int{Button, Thumbnail}
	modalTop     = []int{ActionRow, TextDisplay, Label}
	inModalRow   = []int{TextInput}
	inModalLabel = []int{StringSelect, TextInput, UserSelect, RoleSelect, MentionableSelect, ChannelSelect,
		FileUpload, RadioGroup, CheckboxGroup, Checkbox}
)

// message checks the components of a message, which stand at the present path
// under "components".
func (l *layout) message(list []any, v2 bool) []*Component {
	top, limit := legacyTop, 5
	if v2 {
		top, limit = v2Top, 40
	}
	var out []*Component
	l.at("components", func() {
		if len(list) > limit {
			l.add("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", limit))
			return
		}
		out = l.children(list, top, false)
		if l.count > 40 {
			l.add("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Total number of components cannot exceed 40")
		}
		if l.text > 4000 {
			l.add("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Components displayable text size exceeds maximum size of 4000")
		}
	})
	l.number()
	return out
}

// number gives ids to the components that came without one.
func (l *layout) number() {
	next := 1
	for _, c := range l.unnumbered {
		for l.ids[next] {
			next++
		}
		c.ID = next
		next++
	}
}

func (l *layout) children(list []any, allowed []int, modal bool) []*Component {
	out := make([]*Component, 0, len(list))
	for i, v := range list {
		l.item(i, func() {
			if c := l.component(v, allowed, modal); c != nil {
				out = append(out, c)
			}
		})
	}
	return out
}

func (l *layout) component(v any, allowed []int, modal bool) *Component {
	m, ok := l.dict(v)
	if !ok {
		return nil
	}
	kind, ok := asInt(m["type"])
	if m["type"] == nil {
		l.addAt("type", "BASE_TYPE_REQUIRED", "This field is required")
		return nil
	}
	fits := false
	for _, a := range allowed {
		fits = fits || a == kind
	}
	if !ok || !fits {
		choices := make([]string, len(allowed))
		for i, a := range allowed {
			choices[i] = strconv.Itoa(a)
		}
		list := strings.Join(choices, ", ")
		if len(choices) == 1 {
			list += ","
		}
		l.addAt("type", "UNION_TYPE_CHOICES", fmt.Sprintf("Value of field \"type\" must be one of (%s).", list))
		return nil
	}
	c := &Component{Type: kind}
	l.count++
	if n := l.num(m, "id", 0, 1<<31-1); n != nil && *n > 0 {
		if l.ids[*n] {
			l.addAt("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.ids[*n] = true
		c.ID = *n
	} else {
		l.unnumbered = append(l.unnumbered, c)
	}
	switch kind {
	case ActionRow:
		l.row(c, m, modal)
	case Button:
		l.button(c, m)
	case StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect:
		l.selectMenu(c, m, modal)
	case TextInput:
		l.textInput(c, m, len(allowed) == 1)
	case FileUpload, RadioGroup, CheckboxGroup, Checkbox:
		l.field(c, m)
	case Section:
		list := l.array(m, "components", 1, 3, true)
		l.at("components", func() { c.Components = l.children(list, inSection, false) })
		if m["accessory"] == nil {
			l.addAt("accessory", "BASE_TYPE_REQUIRED", "This field is required")
		} else {
			l.at("accessory", func() { c.Accessory = l.component(m["accessory"], isAccessory, false) })
		}
	case TextDisplay:
		c.Content = l.prose(m, "content", 1, 4000, true)
		l.text += utf8.RuneCountInString(c.Content)
	case Thumbnail:
		c.Media = l.media(m, "media", false)
		c.Description = l.altText(m, 1024)
		c.Spoiler = l.boolean(m, "spoiler")
	case MediaGallery:
		for i, v := range l.array(m, "items", 1, 10, true) {
			l.at("items", func() {
				l.item(i, func() {
					if im, ok := l.dict(v); ok {
						c.Items = append(c.Items, GalleryItem{Media: l.media(im, "media", false),
							Description: l.altText(im, 1024), Spoiler: l.boolean(im, "spoiler")})
					}
				})
			})
		}
	case File:
		c.File = l.media(m, "file", true)
		c.Spoiler = l.boolean(m, "spoiler")
		if c.File != nil {
			for _, a := range l.attachments {
				if id(a.id) == c.File.AttachmentID {
					c.Name, c.Size = a.name, a.size
				}
			}
		}
	case Separator:
		c.Spacing = l.num(m, "spacing", 1, 2)
		if m["divider"] != nil {
			b := l.boolean(m, "divider")
			c.Divider = &b
		}
	case Container:
		c.AccentColor = l.num(m, "accent_color", 0, 0xffffff)
		c.Spoiler = l.boolean(m, "spoiler")
		list := l.array(m, "components", 1, 40, true)
		l.at("components", func() { c.Components = l.children(list, inContainer, false) })
	case Label:
		c.Label = l.prose(m, "label", 1, 45, true)
		c.Description = l.altText(m, 100)
		if m["component"] == nil {
			l.addAt("component", "BASE_TYPE_REQUIRED", "This field is required")
		} else {
			l.at("component", func() { c.Component = l.component(m["component"], inModalLabel, true) })
		}
	}
	return c
}

// altText reads a description: absent, or 1 to hi characters.
func (l *layout) altText(m map[string]any, hi int) string {
	if m["description"] == "" {
		l.addAt("description", "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between 1 and %d in length.", hi))
	}
	return l.prose(m, "description", 1, hi, false)
}

func (l *layout) row(c *Component, m map[string]any, modal bool) {
	allowed := inRow
	if modal {
		allowed = inModalRow
	}
	list := l.array(m, "components", 1, 5, true)
	l.at("components", func() {
		width := 0
		for i, v := range list {
			l.item(i, func() {
				x := l.component(v, allowed, modal)
				if x == nil {
					return
				}
				w := 1
				if x.Type != Button {
					w = 5
				}
				if width+w > 5 && i < 5 {
					l.add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
				}
				width += w
				c.Components = append(c.Components, x)
			})
		}
	})
}

// customID reads a custom_id and sees that no other component has it.
func (l *layout) customID(m map[string]any, kind int) string {
	if v := m["custom_id"]; kind == Button && (v == nil || v == "") {
		l.addAt("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		return ""
	}
	s := l.str(m, "custom_id", 1, 100, true)
	if s != "" && l.customIDs[s] {
		l.addAt("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[s] = true
	return s
}

func (l *layout) button(c *Component, m map[string]any) {
	if n := l.num(m, "style", 1, 6); n != nil {
		c.Style = *n
	} else if m["style"] == nil {
		l.addAt("style", "BASE_TYPE_REQUIRED", "This field is required")
	}
	c.Label = l.str(m, "label", 0, 80, false)
	c.Disabled = l.boolean(m, "disabled")
	c.Emoji = l.emoji(m)
	address, _ := m["url"].(string)
	custom, _ := m["custom_id"].(string)
	sku, _ := m["sku_id"].(string)
	switch c.Style {
	case linkStyle:
		if m["custom_id"] != nil {
			l.addAt("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		c.URL = l.str(m, "url", 1, 512, true)
		if u, err := url.Parse(address); address != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "discord") {
			l.addAt("url", "URL_TYPE_INVALID_SCHEME", fmt.Sprintf("Scheme %q is not supported. Scheme must be one of ('http', 'https', 'discord').", schemeOf(u)))
		}
	case premiumStyle:
		c.SKU = sku
		if sku == "" || address != "" || custom != "" || c.Label != "" || c.Emoji != nil {
			l.addAt("sku_id", "BUTTON_COMPONENT_PREMIUM_INVALID", "A premium button has a sku and nothing else")
		}
		return
	default:
		if address != "" {
			l.addAt("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		c.CustomID = l.customID(m, c.Type)
	}
	if strings.TrimSpace(c.Label) == "" && c.Emoji == nil {
		l.addAt("label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

func schemeOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Scheme
}

func (l *layout) selectMenu(c *Component, m map[string]any, modal bool) {
	c.CustomID = l.customID(m, c.Type)
	c.Placeholder = l.str(m, "placeholder", 0, 150, false)
	c.Disabled = l.boolean(m, "disabled")
	if modal && c.Disabled {
		l.addAt("disabled", "COMPONENT_DISABLED_IN_MODAL", "A component of a modal cannot be disabled")
	}
	if modal {
		l.required(c, m)
	}
	l.bounds(c, m, 25)
	_, hi := c.takes()
	for i, v := range l.array(m, "channel_types", 0, 25, false) {
		n, ok := asInt(v)
		if !ok || c.Type != ChannelSelect || n < 0 || n > lastChannelType || slices.Contains(c.ChannelTypes, n) {
			l.at("channel_types", func() { l.item(i, func() { l.add("BASE_TYPE_CHOICES", "Value is not a channel type.") }) })
		}
		c.ChannelTypes = append(c.ChannelTypes, n)
	}
	if c.Type != StringSelect {
		if c.DefaultValues = l.array(m, "default_values", 0, 25, false); len(c.DefaultValues) > hi {
			l.addAt("default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "The specified number of default values exceeds the specified maximum values")
		}
		if lo, _ := c.takes(); len(c.DefaultValues) > 0 && len(c.DefaultValues) < lo {
			l.addAt("default_values", "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES", "The specified number of default values is below the specified minimum values")
		}
		chosen := map[string]bool{}
		for i, v := range c.DefaultValues {
			l.at("default_values", func() { l.item(i, func() { l.defaultValue(c, v, chosen) }) })
		}
		if o, _ := m["options"].([]any); len(o) > 0 {
			l.addAt("options", "SELECT_COMPONENT_OPTIONS_FORBIDDEN", "Only a string select has options")
		}
		return
	}
	defaults := l.options(c, m, 1, 25)
	if defaults > hi {
		l.addAt("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "The specified number of default values exceeds the specified maximum values")
	}
	l.enough(c)
}

// lastChannelType is the highest number of a type of channel.
const lastChannelType = 16

// defaultValue checks a default of a select of users, roles or channels. Discord
// does not say what it does about a channel that is no more, or not of a type that
// the select has, so it is refused.
func (l *layout) defaultValue(c *Component, v any, chosen map[string]bool) {
	m, ok := l.dict(v)
	if !ok {
		return
	}
	kind, which := c.Type, fmt.Sprint(m["id"])
	n, err := strconv.ParseUint(which, 10, 64)
	switch {
	case err != nil:
		l.addAt("id", "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", which))
	case chosen[which]:
		l.addAt("id", "SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", "The specified default value is already used")
	case kind == ChannelSelect && (l.s.channels[n] == nil || len(c.ChannelTypes) > 0 && !slices.Contains(c.ChannelTypes, l.s.channels[n].kind)):
		l.addAt("id", "SELECT_COMPONENT_INVALID_DEFAULT_VALUE", "The specified default value cannot be chosen")
	}
	chosen[which] = true
	switch m["type"] {
	case "user":
		ok = kind == UserSelect || kind == MentionableSelect
	case "role":
		ok = kind == RoleSelect || kind == MentionableSelect
	case "channel":
		ok = kind == ChannelSelect
	default:
		ok = false
	}
	if !ok {
		l.addAt("type", "BASE_TYPE_CHOICES", "The select does not hold such a value.")
	}
}

// bounds reads min_values and max_values.
func (l *layout) bounds(c *Component, m map[string]any, limit int) {
	c.MinValues, c.MaxValues = l.num(m, "min_values", 0, limit), l.num(m, "max_values", 1, limit)
	if c.MaxValues == nil && c.Type == CheckboxGroup {
		return // as many as there are options
	}
	if lo, hi := c.takes(); lo > hi {
		l.addAt("min_values", "SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX", "min_values cannot be greater than max_values")
	}
}

// takes tells how many values a select or a group takes.
func (c *Component) takes() (lo, hi int) {
	lo, hi = 1, 1
	if c.Type == CheckboxGroup {
		hi = len(c.Options)
	}
	if c.MinValues != nil {
		lo = *c.MinValues
	}
	if c.MaxValues != nil {
		hi = *c.MaxValues
	}
	return lo, hi
}

// options reads the options of a select or a group and returns how many are
// chosen beforehand.
func (l *layout) options(c *Component, m map[string]any, least, most int) (defaults int) {
	values := map[string]bool{}
	list := l.array(m, "options", least, most, true)
	l.at("options", func() {
		for i, v := range list {
			l.item(i, func() {
				o, ok := l.dict(v)
				if !ok {
					return
				}
				opt := SelectOption{Label: l.prose(o, "label", 1, 100, true), Value: l.str(o, "value", 1, 100, true),
					Description: l.str(o, "description", 0, 100, false), Default: l.boolean(o, "default")}
				if c.Type == StringSelect {
					opt.Emoji = l.emoji(o)
				}
				if values[opt.Value] {
					l.addAt("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
				}
				values[opt.Value] = true
				if opt.Default {
					defaults++
				}
				c.Options = append(c.Options, opt)
			})
		}
	})
	return defaults
}

// enough sees that there are as many options as have to or may be chosen.
func (l *layout) enough(c *Component) {
	n := len(c.Options)
	lo, hi := c.takes()
	if n > 0 && hi > n && c.MaxValues != nil {
		l.addAt("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS", fmt.Sprintf("Must be %d or less.", n))
	}
	if n > 0 && lo > n {
		l.addAt("min_values", "SELECT_COMPONENT_MIN_VALUES_EXCEEDS_OPTIONS", fmt.Sprintf("Must be %d or less.", n))
	}
}

// field reads an input that only modals have, other than a text input.
func (l *layout) field(c *Component, m map[string]any) {
	c.CustomID = l.customID(m, c.Type)
	if c.Type == Checkbox {
		c.Default = l.boolean(m, "default")
		return
	}
	l.required(c, m)
	if c.Type != RadioGroup {
		l.bounds(c, m, 10)
		if c.MinValues != nil && *c.MinValues == 0 && !c.optional() {
			l.addAt("min_values", "COMPONENT_REQUIRED_MIN_VALUES", "min_values can be 0 only if the field is not required")
		}
	}
	if c.Type == FileUpload {
		return
	}
	least := 1
	if c.Type == RadioGroup {
		least = 2
	}
	defaults := l.options(c, m, least, 10)
	if _, hi := c.takes(); defaults > hi {
		l.addAt("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "The specified number of default values exceeds the specified maximum values")
	}
	l.enough(c)
}

// required reads whether a field of a modal has to be filled in.
func (l *layout) required(c *Component, m map[string]any) {
	if m["required"] != nil {
		b := l.boolean(m, "required")
		c.Required = &b
	}
}

// optional reports whether a field of a modal may be left empty.
func (c *Component) optional() bool { return c.Required != nil && !*c.Required }

func (l *layout) textInput(c *Component, m map[string]any, inRow bool) {
	c.CustomID = l.customID(m, c.Type)
	if n := l.num(m, "style", 1, 2); n != nil {
		c.Style = *n
	} else if m["style"] == nil {
		l.addAt("style", "BASE_TYPE_REQUIRED", "This field is required")
	}
	c.Label = l.prose(m, "label", 1, 45, inRow)
	c.Placeholder = l.str(m, "placeholder", 0, 100, false)
	c.Value = l.str(m, "value", 0, 4000, false)
	c.MinLength, c.MaxLength = l.num(m, "min_length", 0, 4000), l.num(m, "max_length", 1, 4000)
	if c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength {
		l.addAt("min_length", "TEXT_INPUT_MIN_LENGTH_EXCEEDS_MAX", "min_length cannot be greater than max_length")
	}
	if c.MaxLength != nil && utf8.RuneCountInString(c.Value) > *c.MaxLength {
		l.addAt("value", "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", *c.MaxLength))
	}
	l.required(c, m)
}

// media resolves an unfurled media item.
func (l *layout) media(m map[string]any, key string, attachmentOnly bool) *Media {
	if m[key] == nil {
		l.addAt(key, "BASE_TYPE_REQUIRED", "This field is required")
		return nil
	}
	var out *Media
	l.at(key, func() {
		o, ok := l.dict(m[key])
		if !ok {
			return
		}
		address := l.str(o, "url", 1, 2048, true)
		if address == "" {
			return
		}
		out = l.resolve("url", address)
		if out != nil && out.AttachmentID == "" && attachmentOnly {
			l.addAt("url", "UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED", "Only attachment:// references are allowed")
		}
	})
	return out
}

// resolve turns attachment://name into the address of the newest attachment of
// that name. Addresses of attachments that the message has count as references
// to them.
func (l *layout) resolve(key, address string) *Media {
	name, isRef := strings.CutPrefix(address, "attachment://")
	list := l.attachments
	if isRef {
		list = l.named
	}
	for i := len(list) - 1; i >= 0; i-- {
		a := list[i]
		if own := a.url(l.s); isRef && a.name == name || address == own {
			return &Media{URL: own, ProxyURL: own, Width: a.width, Height: a.height, ContentType: a.kind, AttachmentID: id(a.id)}
		}
	}
	if isRef {
		l.addAt(key, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			"The referenced attachment in the unfurled media item was not found")
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		l.addAt(key, "URL_TYPE_INVALID_SCHEME",
			fmt.Sprintf("Scheme %q is not supported. Scheme must be one of ('http', 'https', 'attachment').", schemeOf(u)))
		return nil
	}
	return &Media{URL: address, ProxyURL: address}
}

// emoji reads the emoji of a button or an option.
func (l *layout) emoji(m map[string]any) *Emoji {
	if m["emoji"] == nil {
		return nil
	}
	var out *Emoji
	l.at("emoji", func() {
		o, ok := l.dict(m["emoji"])
		if !ok {
			return
		}
		e := &Emoji{Animated: l.boolean(o, "animated")}
		e.Name, _ = o["name"].(string)
		switch v := o["id"].(type) {
		case string:
			e.ID = v
		case json.Number:
			e.ID = v.String()
		}
		switch {
		case e.ID == "" && e.Name == "":
			l.addAt("name", "BASE_TYPE_REQUIRED", "This field is required")
		case e.ID != "":
			name, known := l.s.emojis[e.ID]
			if !known {
				l.addAt("id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
				return
			}
			e.Name = name
			out = e
		case !isEmoji(e.Name):
			l.addAt("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
		default:
			out = e
		}
	})
	return out
}

// isEmoji reports whether s is a single unicode emoji: a keycap, a flag, or
// pictographs, with or without skin tone and variation selector, joined into
// one. Text characters that merely look like pictures (a star, a tick) are
// none.
func isEmoji(s string) bool {
	r := []rune(s)
	next := func(lo, hi rune) bool {
		if len(r) > 0 && lo <= r[0] && r[0] <= hi {
			r = r[1:]
			return true
		}
		return false
	}
	switch {
	case len(r) == 0:
		return false
	case strings.ContainsRune("0123456789#*", r[0]):
		r = r[1:]
		next(0xfe0f, 0xfe0f)
		return next(0x20e3, 0x20e3) && len(r) == 0
	case next(0x1f1e6, 0x1f1ff):
		return next(0x1f1e6, 0x1f1ff) && len(r) == 0
	}
	for {
		if len(r) == 0 || !unicode.Is(pictographs, r[0]) {
			return false
		}
		r = r[1:]
		next(0x1f3fb, 0x1f3ff)
		next(0xfe0f, 0xfe0f)
		if next(0xe0020, 0xe007e) {
			for next(0xe0020, 0xe007e) {
			}
			if !next(0xe007f, 0xe007f) {
				return false
			}
		}
		if len(r) == 0 {
			return true
		}
		if !next(0x200d, 0x200d) {
			return false
		}
	}
}

// pictographs are the characters that Unicode 16 lists as emoji, but for
// digits and the letters of flags.
var pictographs = &unicode.RangeTable{R16: []unicode.Range16{
	{0xa9, 0xa9, 1}, {0xae, 0xae, 1}, {0x203c, 0x203c, 1}, {0x2049, 0x2049, 1}, {0x2122, 0x2122, 1},
	{0x2139, 0x2139, 1}, {0x2194, 0x2199, 1}, {0x21a9, 0x21aa, 1}, {0x231a, 0x231b, 1}, {0x2328, 0x2328, 1},
	{0x23cf, 0x23cf, 1}, {0x23e9, 0x23f3, 1}, {0x23f8, 0x23fa, 1}, {0x24c2, 0x24c2, 1}, {0x25aa, 0x25ab, 1},
	{0x25b6, 0x25b6, 1}, {0x25c0, 0x25c0, 1}, {0x25fb, 0x25fe, 1}, {0x2600, 0x2604, 1}, {0x260e, 0x260e, 1},
	{0x2611, 0x2611, 1}, {0x2614, 0x2615, 1}, {0x2618, 0x2618, 1}, {0x261d, 0x261d, 1}, {0x2620, 0x2620, 1},
	{0x2622, 0x2623, 1}, {0x2626, 0x2626, 1}, {0x262a, 0x262a, 1}, {0x262e, 0x262f, 1}, {0x2638, 0x263a, 1},
	{0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x2648, 0x2653, 1}, {0x265f, 0x2660, 1}, {0x2663, 0x2663, 1},
	{0x2665, 0x2666, 1}, {0x2668, 0x2668, 1}, {0x267b, 0x267b, 1}, {0x267e, 0x267f, 1}, {0x2692, 0x2697, 1},
	{0x2699, 0x2699, 1}, {0x269b, 0x269c, 1}, {0x26a0, 0x26a1, 1}, {0x26a7, 0x26a7, 1}, {0x26aa, 0x26ab, 1},
	{0x26b0, 0x26b1, 1}, {0x26bd, 0x26be, 1}, {0x26c4, 0x26c5, 1}, {0x26c8, 0x26c8, 1}, {0x26ce, 0x26cf, 1},
	{0x26d1, 0x26d1, 1}, {0x26d3, 0x26d4, 1}, {0x26e9, 0x26ea, 1}, {0x26f0, 0x26f5, 1}, {0x26f7, 0x26fa, 1},
	{0x26fd, 0x26fd, 1}, {0x2702, 0x2702, 1}, {0x2705, 0x2705, 1}, {0x2708, 0x270d, 1}, {0x270f, 0x270f, 1},
	{0x2712, 0x2712, 1}, {0x2714, 0x2714, 1}, {0x2716, 0x2716, 1}, {0x271d, 0x271d, 1}, {0x2721, 0x2721, 1},
	{0x2728, 0x2728, 1}, {0x2733, 0x2734, 1}, {0x2744, 0x2744, 1}, {0x2747, 0x2747, 1}, {0x274c, 0x274c, 1},
	{0x274e, 0x274e, 1}, {0x2753, 0x2755, 1}, {0x2757, 0x2757, 1}, {0x2763, 0x2764, 1}, {0x2795, 0x2797, 1},
	{0x27a1, 0x27a1, 1}, {0x27b0, 0x27b0, 1}, {0x27bf, 0x27bf, 1}, {0x2934, 0x2935, 1}, {0x2b05, 0x2b07, 1},
	{0x2b1b, 0x2b1c, 1}, {0x2b50, 0x2b50, 1}, {0x2b55, 0x2b55, 1}, {0x3030, 0x3030, 1}, {0x303d, 0x303d, 1},
	{0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
}, R32: []unicode.Range32{
	{0x1f004, 0x1f004, 1}, {0x1f0cf, 0x1f0cf, 1}, {0x1f170, 0x1f171, 1}, {0x1f17e, 0x1f17f, 1},
	{0x1f18e, 0x1f18e, 1}, {0x1f191, 0x1f19a, 1}, {0x1f201, 0x1f202, 1}, {0x1f21a, 0x1f21a, 1},
	{0x1f22f, 0x1f22f, 1}, {0x1f232, 0x1f23a, 1}, {0x1f250, 0x1f251, 1}, {0x1f300, 0x1f321, 1},
	{0x1f324, 0x1f393, 1}, {0x1f396, 0x1f397, 1}, {0x1f399, 0x1f39b, 1}, {0x1f39e, 0x1f3f0, 1},
	{0x1f3f3, 0x1f3f5, 1}, {0x1f3f7, 0x1f4fd, 1}, {0x1f4ff, 0x1f53d, 1}, {0x1f549, 0x1f54e, 1},
	{0x1f550, 0x1f567, 1}, {0x1f56f, 0x1f570, 1}, {0x1f573, 0x1f57a, 1}, {0x1f587, 0x1f587, 1},
	{0x1f58a, 0x1f58d, 1}, {0x1f590, 0x1f590, 1}, {0x1f595, 0x1f596, 1}, {0x1f5a4, 0x1f5a5, 1},
	{0x1f5a8, 0x1f5a8, 1}, {0x1f5b1, 0x1f5b2, 1}, {0x1f5bc, 0x1f5bc, 1}, {0x1f5c2, 0x1f5c4, 1},
	{0x1f5d1, 0x1f5d3, 1}, {0x1f5dc, 0x1f5de, 1}, {0x1f5e1, 0x1f5e1, 1}, {0x1f5e3, 0x1f5e3, 1},
	{0x1f5e8, 0x1f5e8, 1}, {0x1f5ef, 0x1f5ef, 1}, {0x1f5f3, 0x1f5f3, 1}, {0x1f5fa, 0x1f64f, 1},
	{0x1f680, 0x1f6c5, 1}, {0x1f6cb, 0x1f6d2, 1}, {0x1f6d5, 0x1f6d7, 1}, {0x1f6dc, 0x1f6e5, 1},
	{0x1f6e9, 0x1f6e9, 1}, {0x1f6eb, 0x1f6ec, 1}, {0x1f6f0, 0x1f6f0, 1}, {0x1f6f3, 0x1f6fc, 1},
	{0x1f7e0, 0x1f7eb, 1}, {0x1f7f0, 0x1f7f0, 1}, {0x1f90c, 0x1f93a, 1}, {0x1f93c, 0x1f945, 1},
	{0x1f947, 0x1f9ff, 1}, {0x1fa70, 0x1fa7c, 1}, {0x1fa80, 0x1fa89, 1}, {0x1fa8f, 0x1fac6, 1},
	{0x1face, 0x1fadc, 1}, {0x1fadf, 0x1fae9, 1}, {0x1faf0, 0x1faf8, 1},
}, LatinOffset: 2}

// embeds checks rich embeds and resolves the attachments that they show.
func (l *layout) embeds(list []any) []any {
	total := 0
	out := make([]any, 0, len(list))
	l.at("embeds", func() {
		for i, v := range list {
			l.item(i, func() {
				m, ok := l.dict(v)
				if !ok {
					return
				}
				e := map[string]any{"type": "rich"}
				for k, x := range m {
					if text, isText := x.(string); isText && strings.TrimSpace(text) == "" {
						continue
					}
					if x != nil && k != "type" && k != "video" && k != "provider" {
						e[k] = x
					}
				}
				count := func(o map[string]any, key string, lo, hi int, required bool) {
					total += utf8.RuneCountInString(l.prose(o, key, lo, hi, required))
				}
				count(m, "title", 0, 256, false)
				count(m, "description", 0, 4096, false)
				l.address(m, "url")
				l.num(m, "color", 0, 0xffffff)
				if v := m["timestamp"]; v != nil {
					if _, err := time.Parse(time.RFC3339, fmt.Sprint(v)); err != nil {
						l.addAt("timestamp", "DATE_TIME_TYPE_PARSE", fmt.Sprintf("Could not parse %v. Should be ISO8601.", v))
					}
				}
				for key, part := range map[string]string{"footer": "text", "author": "name"} {
					if m[key] == nil {
						continue
					}
					l.at(key, func() {
						if o, ok := l.dict(m[key]); ok {
							l.address(o, "url")
							l.address(o, "icon_url")
							count(o, part, 1, map[string]int{"footer": 2048, "author": 256}[key], true)
						}
					})
				}
				fields := l.array(m, "fields", 0, 25, false)
				l.at("fields", func() {
					for i, v := range fields {
						l.item(i, func() {
							if o, ok := l.dict(v); ok {
								count(o, "name", 1, 256, true)
								count(o, "value", 1, 1024, true)
							}
						})
					}
				})
				for _, key := range []string{"image", "thumbnail"} {
					if m[key] == nil {
						continue
					}
					l.at(key, func() {
						if o, ok := l.dict(m[key]); ok {
							if address := l.str(o, "url", 1, 2048, true); address != "" {
								if media := l.resolve("url", address); media != nil {
									e[key] = media
								}
							}
						}
					})
				}
				if len(e) == 1 {
					l.add("EMBED_EMPTY", "An embed cannot be empty")
				}
				out = append(out, e)
			})
		}
		if total > 6000 {
			l.add("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
		}
	})
	return out
}

// address reads the address that an embed or a part of it leads to or shows.
func (l *layout) address(m map[string]any, key string) {
	if a := l.str(m, key, 0, 2048, false); a != "" {
		l.resolve(key, a)
	}
}

// A Modal is a form that the bot shows to one member.
type Modal struct {
	CustomID   string
	Title      string
	Components []*Component
	from       *interaction
}

// Fields returns the inputs of the modal in their order.
func (m *Modal) Fields() []*Component {
	var out []*Component
	for _, c := range m.Components {
		c.walk(func(c *Component) {
			if c.CustomID != "" {
				out = append(out, c)
			}
		})
	}
	return out
}

// modal checks the data of a modal callback, at the present path.
func (l *layout) modal(m map[string]any) *Modal {
	out := &Modal{CustomID: l.str(m, "custom_id", 1, 100, true), Title: l.prose(m, "title", 1, 45, true)}
	list := l.array(m, "components", 1, 5, true)
	l.at("components", func() { out.Components = l.children(list, modalTop, true) })
	l.number()
	return out
}
