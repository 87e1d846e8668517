package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/text"
)

// A command is a slash command with what it does. What Discord shows of it is said
// by the catalogue of texts (command.en.toml and its like), under its name.
type command struct {
	name        string // in English, which is what Discord sends in every language
	contexts    []discordgo.InteractionContextType
	managers    bool         // Discord offers it to those who may manage the server alone, unless a server decides otherwise
	subcommands []subcommand // a single one without a name is the command itself
}

// A handler does what a press asks for and answers it. An error is answered for
// it: see [press.finish].
type handler func(context.Context, *press) error

// A subcommand is what somebody types.
type subcommand struct {
	name     string
	options  []*discordgo.ApplicationCommandOption
	public   bool // the answer is for everybody, unless the option "private" is given
	running  bool // it is about a game that is there, so it may be used in every channel
	handle   handler
	complete map[string]completer // for options that are completed while somebody types
}

// A completer offers ways to complete what somebody has typed into an option.
// It is asked at every key, so it must be quick, and it keeps nothing.
type completer func(p *press, typed string) []suggestion

// path returns what somebody types to get to a subcommand, without the slash.
func (c *command) path(s subcommand) string {
	if s.name == "" {
		return c.name
	}
	return c.name + " " + s.name
}

var (
	inServers  = []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	everywhere = []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
)

// locales are Discord's for the languages that commands are translated into.
// English is what a command has by itself, and what is shown in every other.
var locales = map[text.Language][]discordgo.Locale{
	text.German:  {discordgo.German},
	text.French:  {discordgo.French},
	text.Spanish: {discordgo.SpanishES, discordgo.SpanishLATAM},
}

// localized says the same thing in the locales of languages.
func localized(languages []text.Language, say func(text.Language) string) map[discordgo.Locale]string {
	var all map[discordgo.Locale]string
	for _, l := range languages {
		for _, locale := range locales[l] {
			if all == nil {
				all = map[discordgo.Locale]string{}
			}
			all[locale] = say(l)
		}
	}
	return all
}

// registration returns the commands as they are put to Discord, in languages.
func registration(languages []text.Language) []*discordgo.ApplicationCommand {
	var all []*discordgo.ApplicationCommand
	for _, c := range commands {
		name := func(l text.Language) string { return l.CommandName(c.name) }
		description := func(l text.Language) string { return l.CommandDescription(c.name) }
		a := &discordgo.ApplicationCommand{
			Type: discordgo.ChatApplicationCommand, Name: c.name, Description: description(text.English),
			Contexts:         &c.contexts,
			IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
		}
		if names := localized(languages, name); names != nil {
			descriptions := localized(languages, description)
			a.NameLocalizations, a.DescriptionLocalizations = &names, &descriptions
		}
		if c.managers {
			manage := int64(permManageGuild)
			a.DefaultMemberPermissions = &manage
		}
		for _, s := range c.subcommands {
			if s.name == "" {
				a.Options = saidOptions(languages, s.options, c.name)
				continue
			}
			sub := saidOption(languages, &discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionSubCommand, Name: s.name,
			}, c.name)
			sub.Options = saidOptions(languages, s.options, c.name, s.name)
			a.Options = append(a.Options, sub)
		}
		all = append(all, a)
	}
	return all
}

// saidOptions returns the options at the end of a path with what is said of them.
func saidOptions(languages []text.Language, options []*discordgo.ApplicationCommandOption, path ...string) []*discordgo.ApplicationCommandOption {
	var all []*discordgo.ApplicationCommandOption
	for _, o := range options {
		all = append(all, saidOption(languages, o, path...))
	}
	return all
}

// saidOption returns one of them.
func saidOption(languages []text.Language, o *discordgo.ApplicationCommandOption, path ...string) *discordgo.ApplicationCommandOption {
	path = append(slices.Clone(path), o.Name)
	said := *o
	said.Description = text.English.CommandDescription(path...)
	said.NameLocalizations = localized(languages, func(l text.Language) string { return l.CommandName(path...) })
	said.DescriptionLocalizations = localized(languages, func(l text.Language) string { return l.CommandDescription(path...) })
	said.Choices = nil
	for _, c := range o.Choices {
		to := append(slices.Clone(path), fmt.Sprint(c.Value))
		say := func(l text.Language) string { return l.CommandChoice(to...) }
		said.Choices = append(said.Choices, &discordgo.ApplicationCommandOptionChoice{
			Name: say(text.English), NameLocalizations: localized(languages, say), Value: c.Value,
		})
	}
	return &said
}

// register puts the commands to Discord if it has others. Discord allows few
// registrations a day, so a start without a change sends nothing.
func (d *discord) register(ctx context.Context, app string) error {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	var have []*discordgo.ApplicationCommand
	// Without this Discord keeps to itself what commands are called in other languages.
	all := url + "?with_localizations=true"
	if err := d.do(ctx, request{what: "read the commands", method: http.MethodGet, url: all, bucket: url, result: &have}); err != nil {
		return err
	}
	want := registration(text.Languages())
	same, err := sameCommands(want, have)
	if err != nil {
		return fmt.Errorf("compare the commands: %w", err)
	}
	if same {
		return nil
	}
	d.log.Info("registering the commands with Discord")
	return d.do(ctx, request{what: "register the commands", method: http.MethodPut, url: url, bucket: url, value: want})
}

// sameCommands reports whether Discord has the commands that we want, as far as
// we say anything of them: what Discord adds by itself does not count.
func sameCommands(want, have []*discordgo.ApplicationCommand) (bool, error) {
	if len(want) != len(have) {
		return false, nil
	}
	byName := map[string]*discordgo.ApplicationCommand{}
	for _, c := range have {
		if c != nil {
			byName[c.Name] = c
		}
	}
	for _, w := range want {
		h := byName[w.Name]
		if h == nil {
			return false, nil
		}
		a, err := plain(w)
		if err != nil {
			return false, err
		}
		b, err := plain(h)
		if err != nil {
			return false, err
		}
		if !reflect.DeepEqual(a, b) {
			return false, nil
		}
	}
	return true, nil
}

// plain turns a command into JSON values without what is empty and without
// what is Discord's to give.
func plain(c *discordgo.ApplicationCommand) (any, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	for _, given := range []string{"id", "application_id", "guild_id", "version", "default_permission", "dm_permission", "nsfw"} {
		delete(value, given)
	}
	return withoutEmpty(value), nil
}

// withoutEmpty drops members that are null, false, "", or an empty list or object.
func withoutEmpty(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			member = withoutEmpty(member)
			list, isList := member.([]any)
			object, isObject := member.(map[string]any)
			if member == nil || member == false || member == "" || isList && len(list) == 0 || isObject && len(object) == 0 {
				delete(v, name)
				continue
			}
			v[name] = member
		}
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
	}
	return value
}
