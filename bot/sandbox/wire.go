package sandbox

import "windfall/bot/discordtest"

// This file is what the page and the server say to each other, as JSON over one
// WebSocket for each page. The page opens it as one member
// (/live?member=ID&token=…); to be somebody else it opens another. The page's side of
// this is page/src/wire.ts.
//
// The server sends the whole [world] first, then what changes; it sends a
// member what that member's client would be told, and nothing else. The page
// sends an [ask] for whatever its member does.

// A note is something that the server tells the page. Kind says which of the
// other fields is set.
type note struct {
	Kind    string   `json:"kind"`
	World   *world   `json:"world,omitempty"`   // "world": at first and whenever more than a message changes
	Message *message `json:"message,omitempty"` // "create" and "update"
	Gone    *gone    `json:"gone,omitempty"`    // "delete"
	Action  *action  `json:"action,omitempty"`  // "action": how far something has come that the page asked for
	Clock   *clock   `json:"clock,omitempty"`   // "clock": the hands were moved
	Bot     *botNow  `json:"bot,omitempty"`     // "bot": it went or came back, or a fault was switched
}

// A world is all that a member sees, but for the messages of channels that
// nobody has looked at, which come by the ask "open".
type world struct {
	Guild    string    `json:"guild"`   // its name
	Me       string    `json:"me"`      // the member's id
	BotID    string    `json:"botId"`   // the bot's user id
	Members  []person  `json:"members"` // those that one can be; the bot is not among them
	Channels []channel `json:"channels"`
	Commands []command `json:"commands"` // of the guild's channels
	InDM     []command `json:"inDM"`     // of the direct messages with the bot
	Clock    clock     `json:"clock"`
	Bot      botNow    `json:"bot"`
	// Languages are those that one's client can have, Speaks is the locale of the
	// one that it has, and GuildSpeaks that of the guild.
	Languages   []language `json:"languages"`
	Speaks      string     `json:"speaks"`
	GuildSpeaks string     `json:"guildSpeaks"`
}

// A language is one that Discord's clients can have.
type language struct {
	Locale string `json:"locale"`
	Name   string `json:"name"` // in the language itself
}

type person struct {
	ID   string `json:"id"`
	Name string `json:"name"` // as the guild shows it
}

// A channel is a text channel, a thread or the direct messages with the bot.
// Threads follow the channel that they are in.
type channel struct {
	ID       string `json:"id"`
	Name     string `json:"name"` // empty for direct messages
	Kind     int    `json:"kind"` // [discordtest.TextChannel] and so on
	Parent   string `json:"parent,omitempty"`
	Archived bool   `json:"archived,omitempty"`
	Locked   bool   `json:"locked,omitempty"`
}

// A command is one line of what a slash completes: subcommands are spelt out.
// Descriptions are in the language of the member's client, and so is what a
// command, an option or a choice is called; what is sent are paths, names and
// values.
type command struct {
	Path        string   `json:"path"`             // such as "adam-eva challenge"
	Called      string   `json:"called,omitempty"` // if that is not Path
	Description string   `json:"description"`
	Options     []option `json:"options"`
}

type option struct {
	Name        string   `json:"name"`
	Called      string   `json:"called,omitempty"` // if that is not Name
	Description string   `json:"description"`
	Type        int      `json:"type"` // [discordtest.StringOption] and so on
	Required    bool     `json:"required,omitempty"`
	Completes   bool     `json:"completes,omitempty"` // the bot suggests values: ask "complete"
	Choices     []choice `json:"choices,omitempty"`
	Min         *float64 `json:"min,omitempty"` // of a number
	Max         *float64 `json:"max,omitempty"`
	MinLength   *int     `json:"minLength,omitempty"` // of a text
	MaxLength   *int     `json:"maxLength,omitempty"`
	Channels    []int    `json:"channels,omitempty"` // the kinds of channel that fit; none for all
}

type choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // a text or a number
}

// A message is one as its member sees it. Addresses of pictures and files are
// paths on this server that cannot be guessed.
type message struct {
	ID        string                   `json:"id"`
	Channel   string                   `json:"channel"`
	Author    person                   `json:"author"`
	ByBot     bool                     `json:"byBot,omitempty"`
	Kind      int                      `json:"type"` // 0 plain, 19 a reply, 20 the answer to a command, 18 a thread began
	At        int64                    `json:"at"`   // milliseconds since 1970 on the sandbox's clock
	Edited    bool                     `json:"edited,omitempty"`
	Ephemeral bool                     `json:"ephemeral,omitempty"`
	Loading   bool                     `json:"loading,omitempty"` // "thinking…"
	Content   string                   `json:"content,omitempty"` // Discord's markdown
	Parts     []*discordtest.Component `json:"components,omitempty"`
	Files     []attachment             `json:"files,omitempty"` // all, also those that components show
	Lit       bool                     `json:"lit,omitempty"`   // it notified this member
	ReplyTo   string                   `json:"replyTo,omitempty"`
	Thread    string                   `json:"thread,omitempty"`  // that began here
	By        *person                  `json:"by,omitempty"`      // of an answer to a command: who ran it
	Command   string                   `json:"command,omitempty"` // and which: "adam-eva challenge"
}

type attachment struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	URL    string `json:"url"`
	Type   string `json:"type"` // a media type
	Size   int    `json:"size"` // bytes
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

type gone struct {
	ID      string `json:"id"`
	Channel string `json:"channel"`
}

// An action is how far something has come that the page asked for.
type action struct {
	N int `json:"n"` // the ask's
	// State is "pending" (Discord waits for the bot), "thinking" (the bot asked
	// for more time), "done", "failed" (the bot did not answer in time, or
	// Discord did not take its answer), "refused" (Discord's client would not
	// have let this through; Error says why), "form" (Form is to be filled in)
	// or "choices" (Choices answer a "complete").
	State   string    `json:"state"`
	Message string    `json:"message,omitempty"` // the id of the message that was pressed
	Error   string    `json:"error,omitempty"`   // a sentence
	Form    *form     `json:"form,omitempty"`
	Choices []choice  `json:"choices,omitempty"`
	History []message `json:"history,omitempty"` // answers an "open", oldest first
}

// A form is what Discord calls a modal.
type form struct {
	Title string                   `json:"title"`
	Parts []*discordtest.Component `json:"components"`
}

type clock struct {
	Now int64 `json:"now"` // milliseconds since 1970, when this was sent
}

// botNow is how the bot is, and what is being done to it.
type botNow struct {
	Online bool     `json:"online"`
	Faults []string `json:"faults"` // those switched on, of the names in [faults]
}

// An ask is something that the member does. Do says which; the fields that it
// goes by are named there. N numbers the page's asks and comes back in every
// [action] about it.
type ask struct {
	N  int    `json:"n"`
	Do string `json:"do"`
	// "open" a channel: its messages come as an action's History.
	// "say" Text in it, "delete" or "dismiss" Message.
	// "run" Command with Options. "complete" the option Typing, with what has
	// been given so far in Options.
	// "press" the button or select with CustomID on Message; a select with
	// Values. "submit" the form that came for the ask FormOf, with Fields.
	Channel  string            `json:"channel,omitempty"`
	Message  string            `json:"message,omitempty"`
	Text     string            `json:"text,omitempty"`
	Command  string            `json:"command,omitempty"`
	Options  map[string]any    `json:"options,omitempty"` // by name; members, roles and channels by id
	Typing   string            `json:"typing,omitempty"`
	CustomID string            `json:"customId,omitempty"`
	Values   []string          `json:"values,omitempty"`
	FormOf   int               `json:"formOf,omitempty"`
	Fields   map[string]string `json:"fields,omitempty"` // by custom id; several values on lines of their own

	// What only a sandbox can do: "advance" the clock by Seconds, "restart" the
	// bot, switch the Fault On or off, "cut" the connection, let somebody
	// "join" with Text as their name, let the member's client "speak" the
	// language of the locale Text, or the whole guild with "guildspeak".
	Seconds int64  `json:"seconds,omitempty"`
	Fault   string `json:"fault,omitempty"`
	On      bool   `json:"on,omitempty"`
}

// faults are the names of what can be switched on to go wrong.
var faults = []string{
	"slow",    // Discord takes two seconds over each of the bot's requests
	"limited", // every other request is answered with 429 first
	"failing", // Discord answers 503 to everything
}
