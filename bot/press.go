package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/text"
	"windfall/store"
)

// A press is one interaction: a slash command that somebody used or a button
// that somebody pressed.
type press struct {
	*Bot
	*reply
	log *slog.Logger

	number  uint64 // the interaction's id, which Discord chose
	member  person
	guild   store.ID // 0 in a direct message
	channel store.ID
	around  *channelInfo // what is known of the channel, once somebody has looked it up

	reader text.Language // of the presser: private answers are in it
	server text.Language // of the server: public messages are in it; in a direct message the presser's
	native text.Language // what Discord says the server's language is, whatever it has chosen here

	appPermissions int64 // what the bot may do in this channel
	permissions    int64 // what the presser may do in this channel

	button    buttonID // what was pressed, if it was a button or a menu
	chosen    []string // what was chosen, if it was a menu
	message   store.ID // the message that the button is on
	ephemeral bool     // that message is seen by the presser alone

	options map[string]*discordgo.ApplicationCommandInteractionDataOption // of a command
	people  map[string]person                                             // members that the options name
}

// A person is a Discord user as we know them from an interaction.
type person struct {
	ID   store.ID
	Name string // see displayName
	Bot  bool
	Here bool // a member of the server of the press
}

// A refusal is an answer that tells somebody why a press did nothing and what
// to do instead. It is an error to the handler and none to the log.
type refusal struct{ answer message }

func (r *refusal) Error() string { return "refused" }

// refuse answers with a sentence and, maybe, buttons.
func refuse(sentence string, buttons ...component) error {
	return &refusal{note(sentence, buttons...)}
}

// onInteraction is called by discordgo, in a goroutine of its own for each
// interaction. It is the one place where a panic is caught.
func (b *Bot) onInteraction(_ *discordgo.Session, event *discordgo.InteractionCreate) {
	if event == nil || event.Interaction == nil || !b.work.begin() {
		return
	}
	defer b.work.done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), tokenLife)
	defer cancel()
	p, err := b.newPress(event.Interaction)
	if err != nil {
		b.log.Warn("an interaction that cannot be read", "interaction", event.ID, "error", err)
		return
	}
	if event.Type == discordgo.InteractionApplicationCommandAutocomplete {
		p.suggest(ctx, event.Interaction)
		return
	}
	p.answer(ctx, event.Interaction)
}

// newPress reads an interaction. Nothing of it is taken for granted: what
// discordgo could not read is nil.
func (b *Bot) newPress(i *discordgo.Interaction) (*press, error) {
	number, err := strconv.ParseUint(i.ID, 10, 64)
	if err != nil || i.Token == "" || i.Data == nil {
		return nil, errors.New("no id, token or data")
	}
	p := &press{
		Bot: b, number: number,
		guild: snowflake(i.GuildID), channel: snowflake(i.ChannelID),
		appPermissions: i.AppPermissions,
		reply: &reply{
			via: b.discord, app: i.AppID, id: i.ID, token: i.Token, born: b.clock.Now(),
			private: true, onPress: i.Type == discordgo.InteractionMessageComponent,
		},
	}
	user := i.User
	if i.Member != nil {
		user, p.permissions = i.Member.User, i.Member.Permissions
	}
	if user == nil || snowflake(user.ID) == 0 || p.channel == 0 {
		return nil, errors.New("nobody pressed it, or nowhere")
	}
	p.reader, _ = text.LanguageOf(string(i.Locale))
	p.server = p.reader
	if i.GuildLocale != nil {
		p.server, _ = text.LanguageOf(string(*i.GuildLocale))
	}
	p.native = p.server
	p.member = person{ID: snowflake(user.ID), Name: displayName(i.Member, user), Bot: user.Bot}
	p.log = b.log.With("interaction", i.ID)
	if i.Message != nil {
		p.message = snowflake(i.Message.ID)
		p.ephemeral = i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
		if data, ok := i.Data.(discordgo.MessageComponentInteractionData); ok && !p.ephemeral {
			p.reply.strange = !holds(i.Message.Components, data.CustomID)
		}
	}
	return p, nil
}

// holds reports whether one of the components, or one within them, has this
// custom_id.
func holds(components []discordgo.MessageComponent, id string) bool {
	for _, c := range components {
		switch c := c.(type) {
		case *discordgo.Button:
			if c.CustomID == id {
				return true
			}
		case *discordgo.SelectMenu:
			if c.CustomID == id {
				return true
			}
		case *discordgo.ActionsRow:
			if holds(c.Components, id) {
				return true
			}
		case *discordgo.Container:
			if holds(c.Components, id) {
				return true
			}
		}
	}
	return false
}

// answer finds the handler, runs it and sees to it that there is an answer.
func (p *press) answer(ctx context.Context, i *discordgo.Interaction) {
	start := p.clock.Now()
	p.listen(ctx)
	handle, name := p.route(i)
	p.watch(ctx) // once it is settled who sees "thinking…"
	p.log = p.log.With("route", name)
	p.log.Debug("press begins")
	err := p.run(ctx, handle)
	p.finish(ctx, err)
	if !p.settled() {
		p.log.Error("a press was left without an answer")
	}
	p.log.Debug("press ends", "took", p.clock.Now().Sub(start))
}

// suggest answers somebody who is typing into an option of a command. Whatever
// goes wrong, they type on: it is logged and not said.
func (p *press) suggest(ctx context.Context, i *discordgo.Interaction) {
	var list []suggestion
	err := p.run(ctx, func(context.Context, *press) error {
		if data, ok := i.Data.(discordgo.ApplicationCommandInteractionData); ok {
			list = p.completions(data)
		}
		return nil
	})
	if err != nil {
		p.log.Error("a completion failed", "error", err)
	}
	if err := p.via.suggest(ctx, i.ID, i.Token, list); err != nil {
		p.logUnsent(&unsentError{err})
	}
}

// completions finds who completes the option that is being typed into.
func (p *press) completions(data discordgo.ApplicationCommandInteractionData) []suggestion {
	sub, _ := p.readCommand(data)
	if sub == nil {
		return nil
	}
	for name, o := range p.options {
		if complete := sub.complete[name]; complete != nil && o.Focused {
			return complete(p, p.option(name))
		}
	}
	return nil
}

// run calls a handler and turns a panic into an error.
func (p *press) run(ctx context.Context, handle handler) (err error) {
	defer func() {
		if r := recover(); r != nil {
			p.panics.Add(1)
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return handle(ctx, p)
}

// finish tells the presser what an error means to them and logs what is ours.
func (p *press) finish(ctx context.Context, err error) {
	if err == nil {
		return
	}
	var no *refusal
	var unsent *unsentError
	answer := note(p.reader.Fault())
	switch {
	case errors.As(err, &no):
		answer = no.answer
	case errors.As(err, &unsent):
		p.logUnsent(unsent)
		return
	case errors.Is(err, store.ErrFull), errors.Is(err, store.ErrWrite):
		p.log.Error("the database cannot be written", "error", err)
		answer = note(p.reader.NotKept())
	case errors.Is(err, store.ErrDamaged): // trying again does not help
		p.log.Error("the database has something that cannot be read", "error", err)
		answer = note(p.reader.Unread())
	default:
		p.log.Error("a press failed", "error", err)
	}
	if err := p.whisper(ctx, answer); err != nil {
		p.logUnsent(&unsentError{err})
	}
}

// An unsentError says that the answer could not be sent. Whatever the press
// did stands.
type unsentError struct{ err error }

func (e *unsentError) Error() string { return e.err.Error() }

func (e *unsentError) Unwrap() error { return e.err }

// unsent marks an error of sending an answer; nil stays nil.
func unsent(err error) error {
	if err == nil {
		return nil
	}
	return &unsentError{err}
}

// logUnsent says once that an answer did not arrive. Only what is a mistake of
// ours is an error.
func (p *press) logUnsent(err *unsentError) {
	level := slog.LevelInfo
	if c := classOf(err); c == ours || c == refused {
		level = slog.LevelError
	}
	p.log.Log(context.Background(), level, "an answer was not sent", "class", classOf(err).String(), "error", err.err)
}

// route finds what a press is to do.
func (p *press) route(i *discordgo.Interaction) (handle handler, name string) {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return p.routeCommand(data)
	case discordgo.MessageComponentInteractionData:
		id, err := parseButtonID(data.CustomID)
		if err != nil {
			return outOfDate, "unknown button"
		}
		p.button, p.chosen = id, data.Values
		p.log = p.log.With("game", id.Game)
		if handle, ok := buttons[id.Action]; ok {
			return handle, id.Action
		}
	}
	return outOfDate, "unknown"
}

// outOfDate answers a press on something that means nothing (any more).
func outOfDate(_ context.Context, p *press) error { return refuse(p.reader.OutOfDate()) }

// routeCommand finds the handler of a slash command and reads its options.
func (p *press) routeCommand(data discordgo.ApplicationCommandInteractionData) (handler, string) {
	s, name := p.readCommand(data)
	if s == nil {
		return outOfDate, name
	}
	p.private = !s.public
	if s.public && !s.running && !p.flag("private") {
		return func(ctx context.Context, p *press) error {
			if err := p.inChosenChannel(ctx); err != nil {
				return err
			}
			return s.handle(ctx, p)
		}, name
	}
	return s.handle, name
}

// readCommand finds what somebody types or has typed, nil if there is no such
// command (any more), and reads its options.
func (p *press) readCommand(data discordgo.ApplicationCommandInteractionData) (*subcommand, string) {
	name, options := data.Name, data.Options
	if len(options) == 1 && options[0] != nil && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		name += " " + options[0].Name
		options = options[0].Options
	}
	p.options = map[string]*discordgo.ApplicationCommandInteractionDataOption{}
	for _, o := range options {
		if o != nil {
			p.options[o.Name] = o
		}
	}
	p.people = map[string]person{}
	if data.Resolved != nil {
		for id, user := range data.Resolved.Users {
			if user != nil {
				p.people[id] = person{snowflake(user.ID), displayName(data.Resolved.Members[id], user), user.Bot, data.Resolved.Members[id] != nil}
			}
		}
	}
	for _, c := range commands {
		for _, s := range c.subcommands {
			if c.path(s) == name {
				return &s, name
			}
		}
	}
	return nil, name
}

// option returns a text option, or "" if it was not given.
func (p *press) option(name string) string {
	if o := p.options[name]; o != nil {
		if s, ok := o.Value.(string); ok {
			return s
		}
	}
	return ""
}

// count returns a whole-number option, and whether it was given.
func (p *press) count(name string) (int64, bool) {
	if o := p.options[name]; o != nil {
		if f, ok := o.Value.(float64); ok {
			return int64(f), true
		}
	}
	return 0, false
}

// flag returns a yes-or-no option; no if it was not given.
func (p *press) flag(name string) bool {
	if o := p.options[name]; o != nil {
		yes, ok := o.Value.(bool)
		return ok && yes
	}
	return false
}

// person returns the member that an option names.
func (p *press) person(name string) (person, bool) {
	who, ok := p.people[p.option(name)]
	return who, ok
}

// audience is the language of the message that was pressed, for what takes its
// place: the presser's if they alone see it.
func (p *press) audience() text.Language {
	if p.message == 0 || p.ephemeral || p.strange {
		return p.reader
	}
	return p.server
}

// now is the time of the press.
func (p *press) now() time.Time { return p.clock.Now().UTC() }
