package sandbox

import (
	"slices"
	"time"

	"windfall/bot/discordtest"
)

// founded is when the server of a sandbox came to be. Everything in it is made
// at this moment, whenever the sandbox starts: ids are made of times, so they are
// the same in every sandbox, and what a database says of a member is said of the
// same one the next time.
var founded = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// cast are the members to start with. Who has been on Discord longer opens a
// game.
var cast = []struct {
	name  string
	since time.Time
}{
	{"Ana", time.Date(2019, 5, 4, 9, 30, 0, 0, time.UTC)},
	{"Ben", time.Date(2016, 11, 20, 18, 0, 0, 0, time.UTC)},
	{"Carla", time.Date(2022, 2, 14, 7, 15, 0, 0, time.UTC)},
	{"Deniz", time.Date(2024, 8, 1, 21, 45, 0, 0, time.UTC)},
}

// furnish makes the server, its channels and its members. The clock must stand
// at [founded].
func furnish(d *discordtest.Server) *discordtest.Guild {
	g := d.NewGuild("Orchard")
	g.NewChannel("general")
	g.NewChannel("games")
	for i, c := range cast {
		m := g.Join(c.name, discordtest.Since(c.since))
		m.DM()
		if i == 0 { // somebody must be able to try what takes a permission
			m.SetRoles(g.NewRole("gardener", discordtest.ManageGuild))
		}
	}
	return g
}

// languages are those that clients and the guild can have: all that the bot
// speaks, and one that it does not, to see what it does then.
var languages = []language{
	{"en-US", "English"},
	{"de", "Deutsch"},
	{"fr", "Français"},
	{"es-ES", "Español"},
	{"nl", "Nederlands"},
}

// speak sets a language with the function that does so.
func (s *Sandbox) speak(locale string, set func(locale string)) error {
	if !slices.ContainsFunc(languages, func(l language) bool { return l.Locale == locale }) {
		return sentence("The sandbox has no such language.")
	}
	set(locale)
	return nil
}

// members are all that one can be, in the order of their names' coming.
func (s *Sandbox) members() []*discordtest.Member {
	owner := s.guild.Owner() // takes no part
	all := slices.DeleteFunc(s.guild.Members(), func(m *discordtest.Member) bool { return m == owner })
	slices.SortStableFunc(all, func(a, b *discordtest.Member) int { return place(a) - place(b) })
	return all
}

// place is where a member stands in the list: the cast first.
func place(m *discordtest.Member) int {
	for i, c := range cast {
		if m.Name() == c.name {
			return i
		}
	}
	return len(cast)
}

// member finds one of the members by id, nil if there is none.
func (s *Sandbox) member(id string) *discordtest.Member {
	for _, m := range s.members() {
		if m.ID() == id {
			return m
		}
	}
	return nil
}

// people are all names by their ids, the bot's among them.
func (s *Sandbox) people() map[string]string {
	names := map[string]string{s.discord.AppID(): s.guild.Bot().Name()}
	for _, m := range s.guild.Members() {
		names[m.ID()] = m.Name()
	}
	return names
}

// worldOf is all that a member sees, but for messages.
func (s *Sandbox) worldOf(m *discordtest.Member) *world {
	w := &world{Guild: s.guild.Name(), Me: m.ID(), BotID: s.discord.AppID(), Clock: s.now(), Bot: s.botNow(),
		Commands: []command{}, InDM: []command{}, Languages: languages, Speaks: m.Locale(), GuildSpeaks: s.guild.Locale()}
	for _, other := range s.members() {
		w.Members = append(w.Members, person{other.ID(), other.Name()})
	}
	var general *discordtest.Channel
	all := s.guild.Channels()
	for _, c := range all {
		if c.Parent() != nil {
			continue
		}
		if general == nil {
			general = c
		}
		w.Channels = append(w.Channels, channelOf(c))
		for _, t := range all {
			if t.Parent() == c {
				w.Channels = append(w.Channels, channelOf(t))
			}
		}
	}
	w.Channels = append(w.Channels, channelOf(m.DM()))
	if general != nil {
		w.Commands = lines(m.In(general).Commands(), m.Locale())
	}
	w.InDM = lines(m.InDM().Commands(), m.Locale())
	return w
}

func channelOf(c *discordtest.Channel) channel {
	out := channel{ID: c.ID(), Name: c.Name(), Kind: c.Kind()}
	out.Archived, out.Locked, _ = c.State()
	if p := c.Parent(); p != nil {
		out.Parent = p.ID()
	}
	return out
}

// lines spells out commands, a line for each subcommand, as a client in a locale
// shows them.
func lines(commands []discordtest.Command, locale string) []command {
	out := []command{}
	// Each is there twice: as it is registered, and as it is shown.
	var spell func(is, shown command, options, shownOptions []discordtest.CommandOption)
	spell = func(is, shown command, options, shownOptions []discordtest.CommandOption) {
		if len(options) > 0 && options[0].Type <= discordtest.SubCommandGroup {
			for i, o := range options {
				spell(command{Path: is.Path + " " + o.Name},
					command{Path: shown.Path + " " + shownOptions[i].Name, Description: shownOptions[i].Description},
					o.Options, shownOptions[i].Options)
			}
			return
		}
		c := command{Path: is.Path, Called: other(shown.Path, is.Path), Description: shown.Description, Options: []option{}}
		for i, o := range options {
			c.Options = append(c.Options, option{Name: o.Name, Called: other(shownOptions[i].Name, o.Name),
				Description: shownOptions[i].Description, Type: o.Type, Required: o.Required,
				Completes: o.Autocomplete, Choices: choices(shownOptions[i].Choices), Min: o.MinValue, Max: o.MaxValue,
				MinLength: o.MinLength, MaxLength: o.MaxLength, Channels: o.ChannelTypes})
		}
		out = append(out, c)
	}
	for _, c := range commands {
		shown := c.In(locale)
		spell(command{Path: c.Name}, command{Path: shown.Name, Description: shown.Description}, c.Options, shown.Options)
	}
	return out
}

// other is a name if it is another one.
func other(name, than string) string {
	if name == than {
		return ""
	}
	return name
}

func choices(list []discordtest.Choice) (out []choice) {
	for _, c := range list {
		out = append(out, choice{c.Name, c.Value})
	}
	return out
}
