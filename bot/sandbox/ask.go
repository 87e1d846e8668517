package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"windfall/bot/discordtest"
)

// readAsk reads an ask. Numbers in its options stay as they were written.
func readAsk(data []byte) (a ask, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		return a, sentence("The sandbox does not understand the page; load it again.")
	}
	return a, nil
}

// take does what a page asks for.
func (p *page) take(data []byte) {
	a, err := readAsk(data)
	if err == nil {
		err = p.do(a)
	}
	if err != nil {
		p.s.log.Debug("an ask is refused", "do", a.Do, "error", err)
		p.report(action{N: a.N, State: "refused", Message: a.Message, Error: plainly(err)})
	}
}

func (p *page) report(a action) { p.send(note{Kind: "action", Action: &a}) }

func (p *page) done(a ask) { p.report(action{N: a.N, State: "done", Message: a.Message}) }

// do does what is asked. Whatever takes time goes on in a goroutine of its own.
func (p *page) do(a ask) error {
	s := p.s
	switch a.Do {
	case "open":
		return p.open(a)
	case "say":
		at, err := p.at(a)
		if err != nil {
			return err
		}
		return p.say(at, a)
	case "delete", "dismiss":
		at, err := p.at(a)
		if err != nil {
			return err
		}
		switch err := at.Delete(discordtest.Message{ID: a.Message}); {
		case errors.Is(err, discordtest.ErrNotSeen):
			return err
		case err != nil:
			return sentence("You may delete only what you have written yourself.")
		}
		p.done(a)
	case "run", "complete":
		return p.run(a)
	case "press":
		return p.press(a)
	case "submit":
		return p.submit(a)
	case "advance":
		return p.start(a, func() error { return s.advance(a.Seconds) })
	case "restart":
		return p.start(a, func() error {
			p.report(action{N: a.N, State: "pending"})
			return s.bot.restart()
		})
	case "fault":
		if err := s.mischief.set(s.discord, a.Fault, a.On); err != nil {
			return err
		}
		for _, other := range s.pages.all() {
			other.refresh()
		}
		p.done(a)
	case "cut":
		s.discord.CutGateway()
		p.done(a)
	case "speak", "guildspeak":
		set := p.member.SetLocale
		if a.Do == "guildspeak" {
			set = s.guild.SetLocale
		}
		if err := s.speak(a.Text, set); err != nil {
			return err
		}
		p.done(a)
	case "join":
		if err := s.join(a.Text); err != nil {
			return err
		}
		p.done(a)
	default:
		return sentence("The sandbox does not know what this is; load the page again.")
	}
	return nil
}

// start does something that takes time.
func (p *page) start(a ask, f func() error) error {
	return p.goOn(func() {
		if err := f(); err != nil {
			p.report(action{N: a.N, State: "refused", Error: plainly(err)})
			return
		}
		p.done(a)
	})
}

// goOn runs f in a goroutine, of which there are only so many at once.
func (p *page) goOn(f func()) error {
	select {
	case p.slots <- struct{}{}:
	default:
		return sentence("Too much is going on at once; wait for some of it.")
	}
	p.doing.Go(func() {
		defer func() { <-p.slots }()
		f()
	})
	return nil
}

// at is the member in the channel that an ask names.
func (p *page) at(a ask) (discordtest.Place, error) {
	c := p.s.discord.Channel(a.Channel)
	if c == nil || c.Guild() == nil && c != p.member.DM() {
		return discordtest.Place{}, sentence("There is no such channel any more.")
	}
	return p.member.In(c).Try().NoWait(), nil
}

// open answers with what the member sees in a channel.
func (p *page) open(a ask) error {
	at, err := p.at(a)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := at.Sees()
	seen = seen[max(0, len(seen)-mostHistory):]
	names := p.s.people()
	history := make([]message, 0, len(seen))
	for _, m := range seen {
		history = append(history, p.s.messageOf(m, p.member, names))
	}
	p.report(action{N: a.N, State: "done", History: history})
	return nil
}

// longestMessage is how many characters Discord lets a member write.
const longestMessage = 2000

func (p *page) say(at discordtest.Place, a ask) error {
	text := strings.TrimSpace(a.Text)
	archived, locked, _ := at.Channel().State()
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return sentence("There is nothing in the message.")
	case n > longestMessage:
		return sentence(fmt.Sprintf("A message has %d characters at most; this one has %d.", longestMessage, n))
	case locked:
		return sentence("The thread is locked.")
	}
	if archived { // to write in it wakes it
		at.Channel().SetArchived(false)
	}
	switch _, err := at.Say(text); {
	case errors.Is(err, discordtest.ErrNotSeen):
		return err
	case err != nil:
		return sentence("You may not write here.")
	}
	p.done(a)
	return nil
}

func (p *page) press(a ask) error {
	at, err := p.at(a)
	if err != nil {
		return err
	}
	on := discordtest.Message{ID: a.Message}
	now, ok := at.Look(on)
	if !ok {
		return discordtest.ErrNotSeen
	}
	i := slices.IndexFunc(now.All(), func(c *discordtest.Component) bool { return c.CustomID == a.CustomID && a.CustomID != "" })
	if i < 0 {
		return sentence("That is not on the message any more.")
	}
	if now.All()[i].Type == discordtest.Button {
		return p.interact(a, func() *discordtest.Action { return at.Press(on, a.CustomID) })
	}
	return p.interact(a, func() *discordtest.Action { return at.Select(on, a.CustomID, a.Values...) })
}

func (p *page) submit(a ask) error {
	p.mu.Lock()
	form := p.forms[a.FormOf]
	p.mu.Unlock()
	if form == nil {
		return sentence("That form is not open any more.")
	}
	at, err := p.at(a)
	if err != nil {
		return err
	}
	return p.interact(a, func() *discordtest.Action { return at.Submit(form, a.Fields) })
}

// keepForm keeps a form until it is sent, the newest few of them.
func (p *page) keepForm(n int, form *discordtest.Modal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.forms[n] == nil {
		p.formOrder = append(p.formOrder, n)
	}
	p.forms[n] = form
	if len(p.formOrder) > mostForms {
		delete(p.forms, p.formOrder[0])
		p.formOrder = p.formOrder[1:]
	}
}

// run runs a command, or asks for what an option of it could be.
func (p *page) run(a ask) error {
	at, err := p.at(a)
	if err != nil {
		return err
	}
	list := lines(at.Commands(), p.member.Locale())
	i := slices.IndexFunc(list, func(c command) bool { return c.Path == a.Command })
	if i < 0 {
		return discordtest.ErrNoCommand
	}
	var given []discordtest.Option
	for _, o := range list[i].Options {
		v, ok := a.Options[o.Name]
		switch {
		case a.Do == "complete" && o.Name == a.Typing:
			if !o.Completes {
				return sentence(fmt.Sprintf("For the option “%s” the bot suggests nothing.", o.Name))
			}
			text, _ := v.(string)
			if n, isNumber := v.(json.Number); isNumber {
				text = n.String()
			}
			given = append(given, discordtest.Typing(o.Name, text))
		case !ok || v == nil:
			if o.Required && a.Do == "run" {
				return sentence(fmt.Sprintf("The option “%s” is missing.", o.Name))
			}
		default:
			x, err := p.s.option(o, v)
			if err != nil {
				return err
			}
			given = append(given, x)
		}
	}
	for name := range a.Options {
		if !slices.ContainsFunc(list[i].Options, func(o option) bool { return o.Name == name }) {
			return sentence(fmt.Sprintf("This command has no option “%s”.", name))
		}
	}
	if a.Do == "complete" {
		return p.interact(a, func() *discordtest.Action { return at.Autocomplete(a.Command, given...) })
	}
	return p.interact(a, func() *discordtest.Action { return at.Run(a.Command, given...) })
}

// option gives a value its type. It says so if the value does not fit, which
// Discord's client keeps one from sending.
func (s *Sandbox) option(o option, v any) (discordtest.Option, error) {
	none := discordtest.Option{}
	text, isText := v.(string)
	number, isNumber := v.(json.Number)
	if isText {
		number = json.Number(text)
	}
	wrong := func(is string) error {
		return sentence(fmt.Sprintf("The option “%s” is %s.", o.Name, is))
	}
	switch o.Type {
	case discordtest.StringOption:
		if !isText {
			return none, wrong("a text")
		}
		n := utf8.RuneCountInString(text)
		switch {
		case !o.offers(text):
			return none, notOffered(o, text)
		case n == 0:
			return none, sentence(fmt.Sprintf("The option “%s” may not be empty.", o.Name))
		case n < value(o.MinLength):
			return none, sentence(fmt.Sprintf("The option “%s” has %d characters at least; this one has %d.", o.Name, *o.MinLength, n))
		case n > cmp.Or(value(o.MaxLength), longestOption):
			return none, sentence(fmt.Sprintf("The option “%s” has %d characters at most; this one has %d.", o.Name, cmp.Or(value(o.MaxLength), longestOption), n))
		}
		return discordtest.String(o.Name, text), nil
	case discordtest.IntegerOption:
		n, err := strconv.ParseInt(number.String(), 10, strconv.IntSize)
		if err != nil {
			return none, wrong("a whole number")
		}
		if err := o.bounds(float64(n)); err != nil {
			return none, err
		}
		if !o.offers(n) {
			return none, notOffered(o, n)
		}
		return discordtest.Int(o.Name, int(n)), nil
	case discordtest.NumberOption:
		x, err := number.Float64()
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return none, wrong("a number")
		}
		if err := o.bounds(x); err != nil {
			return none, err
		}
		if !o.offers(x) {
			return none, notOffered(o, x)
		}
		return discordtest.Number(o.Name, x), nil
	case discordtest.BooleanOption:
		yes, is := v.(bool)
		if isText {
			var err error
			yes, err = strconv.ParseBool(text)
			is = err == nil
		}
		if !is {
			return none, wrong("true or false")
		}
		return discordtest.Bool(o.Name, yes), nil
	case discordtest.UserOption, discordtest.MentionableOption:
		if isNumber {
			text = number.String()
		}
		if m := s.member(text); m != nil {
			return discordtest.User(o.Name, m), nil
		}
		if text == s.discord.AppID() {
			return discordtest.User(o.Name, s.guild.Bot()), nil
		}
		if text != s.guild.Everyone().ID() || o.Type == discordtest.UserOption {
			return none, wrong("a member of this server")
		}
		return discordtest.ToRole(o.Name, s.guild.Everyone()), nil
	case discordtest.ChannelOption:
		c := s.discord.Channel(text)
		if c == nil || c.Guild() == nil {
			return none, wrong("a channel of this server")
		}
		return discordtest.ToChannel(o.Name, c), nil
	case discordtest.RoleOption:
		if text != s.guild.Everyone().ID() {
			return none, wrong("a role of this server")
		}
		return discordtest.ToRole(o.Name, s.guild.Everyone()), nil
	}
	return none, wrong("of a kind that the sandbox cannot give")
}

// longestOption is how many characters an option has at most if its command
// does not say.
const longestOption = 6000

// value is what a pointer leads to, or nothing.
func value(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}

// offers reports whether an option can be a value: one of its choices, if it has
// any.
func (o option) offers(v any) bool {
	return len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, func(c choice) bool {
		return fmt.Sprint(c.Value) == fmt.Sprint(v) || c.Name == v
	})
}

func notOffered(o option, v any) error {
	return sentence(fmt.Sprintf("“%v” is none of the choices of the option “%s”.", v, o.Name))
}

// bounds says so if a number is not within those of an option.
func (o option) bounds(x float64) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	const far = 1 << 53 // as far as numbers in JSON are exact
	switch {
	case o.Min != nil && x < *o.Min:
		return sentence(fmt.Sprintf("The option “%s” is %s at least.", o.Name, number(*o.Min)))
	case o.Max != nil && x > *o.Max:
		return sentence(fmt.Sprintf("The option “%s” is %s at most.", o.Name, number(*o.Max)))
	case math.Abs(x) > far:
		return sentence(fmt.Sprintf("The option “%s” cannot be so far from zero.", o.Name))
	}
	return nil
}

// plainly says what an error means to people.
func plainly(err error) string {
	var said sentence
	switch {
	case errors.As(err, &said):
		return string(said)
	case errors.Is(err, discordtest.ErrDisabled):
		return "This cannot be pressed now."
	case errors.Is(err, discordtest.ErrNotSeen):
		return "That is not there any more."
	case errors.Is(err, discordtest.ErrNoCommand):
		return "There is no such command here, or the bot has not registered it yet."
	case errors.Is(err, discordtest.ErrClosed):
		return "The sandbox is ending."
	case errors.Is(err, discordtest.ErrOption):
		return "An option of the command cannot be what was given for it."
	}
	// What is left is about choices and fields that the page itself does not let
	// through.
	return "Discord does not let this through."
}
