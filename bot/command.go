package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/bwmarrin/discordgo"
)

// A command is a slash command as Discord shows it, with what it does.
type command struct {
	name        string
	description string
	contexts    []discordgo.InteractionContextType
	managers    bool         // Discord offers it to those who may manage the server alone, unless a server decides otherwise
	subcommands []subcommand // a single one without a name is the command itself
}

// A handler does what a press asks for and answers it. An error is answered for
// it: see [press.finish].
type handler func(context.Context, *press) error

// A subcommand is what somebody types.
type subcommand struct {
	name        string
	description string
	options     []*discordgo.ApplicationCommandOption
	public      bool // the answer is for everybody, unless the option "private" is given
	running     bool // it is about a game that is there, so it may be used in every channel
	handle      handler
	complete    map[string]completer // for options that are completed while somebody types
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

// registration returns the commands as they are put to Discord.
func registration() []*discordgo.ApplicationCommand {
	var all []*discordgo.ApplicationCommand
	for _, c := range commands {
		a := &discordgo.ApplicationCommand{
			Type: discordgo.ChatApplicationCommand, Name: c.name, Description: c.description,
			Contexts:         &c.contexts,
			IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
		}
		if c.managers {
			manage := int64(permManageGuild)
			a.DefaultMemberPermissions = &manage
		}
		for _, s := range c.subcommands {
			if s.name == "" {
				a.Options = s.options
				continue
			}
			a.Options = append(a.Options, &discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionSubCommand, Name: s.name, Description: s.description, Options: s.options,
			})
		}
		all = append(all, a)
	}
	return all
}

// register puts the commands to Discord if it has others. Discord allows few
// registrations a day, so a start without a change sends nothing.
func (d *discord) register(ctx context.Context, app string) error {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	var have []*discordgo.ApplicationCommand
	if err := d.do(ctx, request{what: "read the commands", method: http.MethodGet, url: url, bucket: url, result: &have}); err != nil {
		return err
	}
	want := registration()
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

// withoutEmpty drops members that are null, false, "", or an empty list.
func withoutEmpty(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			member = withoutEmpty(member)
			if list, ok := member.([]any); member == nil || member == false || member == "" || ok && len(list) == 0 {
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
