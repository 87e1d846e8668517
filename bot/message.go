package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/picture"
	"windfall/store"
)

// A message is one whole Discord message: sending it leaves nothing of what
// stood there before. All messages are made of components (V2).
type message struct {
	parts    []component
	files    []file
	mentions []store.ID // who is notified, if the text mentions them; nobody else ever is

	drawing    *drawing // the picture that it is to have, nil for none
	unpictured *message // if its picture is drawn: the same without
	simpler    *message // goes out in its place if Discord does not take it; nil for nothing
}

// A file goes along with a message; a fileCard shows it.
type file struct {
	name string
	data []byte
}

// A drawing is the picture of a message, which a gallery shows. It is made when
// the message is sent: never in a transaction, and not for a message that
// nobody gets. Whoever makes one gives it a view of its own.
type drawing struct {
	name    string // of the file; it says nothing of what is shown
	draw    func(*picture.Painter) ([]byte, error)
	instead string // markdown that says it if there is no picture; empty if the text does
}

// drawn returns the message with its picture as one of its files. A fault in
// drawing is an error, even one that would end the process: pictures are not
// worth that.
func (m *message) drawn(p *picture.Painter) (with message, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("draw %s: %v\n%s", m.drawing.name, fault, debug.Stack())
		}
	}()
	png, err := m.drawing.draw(p)
	if err != nil {
		return message{}, fmt.Errorf("draw %s: %w", m.drawing.name, err)
	}
	plain := m.plain()
	with = *m
	with.files = append(slices.Clip(m.files), file{m.drawing.name, png})
	with.drawing, with.unpictured = nil, &plain
	return with, nil
}

// plain returns the message without its picture.
func (m *message) plain() message {
	without := *m
	without.drawing, without.parts = nil, withoutGalleries(m.parts, m.drawing.instead)
	return without
}

func withoutGalleries(parts []component, instead string) []component {
	var rest []component
	for _, c := range parts {
		switch {
		case c.Type != typeGallery:
			c.Components = withoutGalleries(c.Components, instead)
			rest = append(rest, c)
		case instead != "":
			rest = append(rest, prose(instead))
		}
	}
	return rest
}

// Discord's numbers for the types of component that we use.
const (
	typeRow       = 1
	typeButton    = 2
	typeMenu      = 3
	typeChannels  = 8
	typeText      = 10
	typeGallery   = 12
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
)

// A component is any of Discord's components; fields that its type does not
// have are zero. One flat type instead of a type for each keeps encoding quick.
type component struct {
	Type       int         `json:"type"`
	Content    string      `json:"content,omitempty"`
	Components []component `json:"components,omitempty"`
	Accent     int         `json:"accent_color,omitempty"`
	Style      buttonStyle `json:"style,omitempty"`
	Label      string      `json:"label,omitempty"`
	Emoji      *emoji      `json:"emoji,omitempty"`
	CustomID   string      `json:"custom_id,omitempty"`
	Disabled   bool        `json:"disabled,omitempty"`
	Divider    bool        `json:"divider,omitempty"`
	File       *media      `json:"file,omitempty"`
	Items      []shown     `json:"items,omitempty"`
	Prompt     string      `json:"placeholder,omitempty"`
	Options    []option    `json:"options,omitempty"`

	// Of a menu of channels. That none may be chosen is no empty value.
	ChannelTypes []discordgo.ChannelType `json:"channel_types,omitempty"`
	Chosen       []chosenChannel         `json:"default_values,omitempty"`
	Least        *int                    `json:"min_values,omitempty"`
	Most         int                     `json:"max_values,omitempty"`
}

type emoji struct {
	Name string `json:"name"`
}

type media struct {
	URL string `json:"url"`
}

// shown is a picture in a gallery. The description is read to those who do not
// see it.
type shown struct {
	Media       media  `json:"media"`
	Description string `json:"description,omitempty"`
}

// buttonStyle is Discord's number for a button's colour.
type buttonStyle int

const (
	primary   buttonStyle = 1 // what most people press next
	secondary buttonStyle = 2
	success   buttonStyle = 3
	danger    buttonStyle = 4 // what cannot be taken back
)

// prose is a piece of text in Discord's markdown.
func prose(markdown string) component { return component{Type: typeText, Content: markdown} }

// line divides two pieces of a message.
func line() component { return component{Type: typeSeparator, Divider: true} }

// box frames parts with a coloured edge.
func box(colour int, parts ...component) component {
	return component{Type: typeContainer, Accent: colour, Components: parts}
}

// fileCard shows a file of the message.
func fileCard(name string) component {
	return component{Type: typeFile, File: &media{"attachment://" + name}}
}

// gallery shows a picture of the message. alt says in words what it shows; what
// is over Discord's limit is cut.
func gallery(name, alt string) component {
	if letters := []rune(alt); len(letters) > maxAlt {
		alt = string(letters[:maxAlt-1]) + "…"
	}
	return component{Type: typeGallery, Items: []shown{{media{"attachment://" + name}, alt}}}
}

// maxAlt is how long the description of a picture may be, in characters.
const maxAlt = 1024

// button is a live button.
func button(label string, style buttonStyle, id buttonID) component {
	return component{Type: typeButton, Label: label, Style: style, CustomID: id.String()}
}

// withEmoji puts an emoji of the table below before a button's label.
func (c component) withEmoji(name string) component {
	if name != "" {
		c.Emoji = &emoji{name}
	}
	return c
}

// disabledIf greys a button out.
func (c component) disabledIf(disabled bool) component {
	c.Disabled = disabled
	return c
}

// An option is one line of a menu. Of all options of a menu one is chosen.
type option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Chosen      bool   `json:"default,omitempty"`
}

// A chosenChannel is one that a menu of channels shows as chosen.
type chosenChannel struct {
	ID   string `json:"id"`
	Type string `json:"type"` // always "channel"
}

// maxOptions is how many options a menu may have.
const maxOptions = 25

// menu is a menu to choose one option from; there has to be one at least, and
// what is over maxOptions is left out. It takes a row by itself.
func menu(prompt string, id buttonID, options ...option) component {
	return component{Type: typeRow, Components: []component{{Type: typeMenu, Prompt: prompt, CustomID: id.String(), Options: options[:min(len(options), maxOptions)]}}}
}

// channelMenu is a menu to choose channels from, or none; those in which a
// table can be posted are offered, and chosen is what it shows as chosen. What is over
// maxOptions is left out. It takes a row by itself.
func channelMenu(prompt string, id buttonID, chosen []store.ID) component {
	none := 0
	c := component{
		Type: typeChannels, Prompt: prompt, CustomID: id.String(), Least: &none, Most: maxOptions,
		ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildVoice},
	}
	for _, channel := range chosen[:min(len(chosen), maxOptions)] {
		c.Chosen = append(c.Chosen, chosenChannel{strconv.FormatUint(uint64(channel), 10), "channel"})
	}
	return component{Type: typeRow, Components: []component{c}}
}

// perRow is how many buttons stand in a row.
const perRow = 5

// rows puts buttons into as few rows as hold them.
func rows(buttons ...component) []component {
	var all []component
	for len(buttons) > 0 {
		n := min(perRow, len(buttons))
		all = append(all, component{Type: typeRow, Components: buttons[:n]})
		buttons = buttons[n:]
	}
	return all
}

// accents of the boxes. They carry no meaning that the text does not.
const (
	accentTable = 0x3F7D4E // leaf green
	accentHand  = 0xC8553D // apple red
	accentEnd   = 0xD9A441 // straw
	accentQuiet = 0x6B7280 // slate
)

// note is a message of a text and some buttons.
func note(markdown string, buttons ...component) message {
	return message{parts: []component{box(accentQuiet, append([]component{prose(markdown)}, rows(buttons...)...)...)}}
}

// Discord's numbers for message flags.
const (
	flagEphemeral = 1 << 6
	flagV2        = 1 << 15
)

// A payload is a message as Discord takes it. Every list is there even when it
// is empty, for what is left out stays as it was.
type payload struct {
	Flags           int          `json:"flags"`
	Components      []component  `json:"components"`
	AllowedMentions allowed      `json:"allowed_mentions"`
	Attachments     []attachment `json:"attachments"`
	Nonce           string       `json:"nonce,omitempty"`
	EnforceNonce    bool         `json:"enforce_nonce,omitempty"`
}

type allowed struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

type attachment struct {
	ID       int    `json:"id,string"` // as Discord's description has all ids
	Filename string `json:"filename"`
}

func (m *message) payload(ephemeral bool) payload {
	p := payload{
		Flags: flagV2, Components: m.parts,
		AllowedMentions: allowed{Parse: []string{}, Users: []string{}}, Attachments: []attachment{},
	}
	if ephemeral {
		p.Flags |= flagEphemeral
	}
	for _, id := range m.mentions {
		p.AllowedMentions.Users = append(p.AllowedMentions.Users, strconv.FormatUint(uint64(id), 10))
	}
	for i, f := range m.files {
		p.Attachments = append(p.Attachments, attachment{i, f.name})
	}
	return p
}

// encode writes a request's body: JSON, or multipart if files go along.
func encode(value any, files []file) (contentType string, body []byte, err error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", nil, fmt.Errorf("encode a request: %w", err)
	}
	if len(files) == 0 {
		return "application/json", text, nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part := func(disposition, contentType string, data []byte) {
		if err != nil {
			return
		}
		h := textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {contentType}}
		p, e := w.CreatePart(h)
		if e == nil {
			_, e = p.Write(data)
		}
		err = e
	}
	part(`form-data; name="payload_json"`, "application/json", text)
	for i, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, f.name), "application/octet-stream", f.data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return "", nil, fmt.Errorf("encode a request: %w", err)
	}
	return w.FormDataContentType(), b.Bytes(), nil
}
