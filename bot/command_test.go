package bot

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/bwmarrin/discordgo"

	"windfall/bot/text"
)

// commandIDs are the messages of the catalogue that the table of commands needs.
func commandIDs() []string {
	var ids []string
	named := func(id string) { ids = append(ids, id+"-name", id+"-description") }
	for _, c := range commands {
		id := "command-" + c.name
		named(id)
		for _, s := range c.subcommands {
			to := id
			if s.name != "" {
				to += "-" + s.name
				named(to)
			}
			for _, o := range s.options {
				named(to + "-" + o.Name)
				for _, choice := range o.Choices {
					ids = append(ids, fmt.Sprintf("%s-%s-%v", to, o.Name, choice.Value))
				}
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// Every language says all that Discord shows of the commands, and nothing besides.
func TestEveryLanguageNamesTheCommands(t *testing.T) {
	want := commandIDs()
	if again := slices.Compact(slices.Clone(want)); len(again) != len(want) {
		t.Error("two things share a message")
	}
	for _, l := range text.Languages() {
		var have map[string]string
		if _, err := toml.DecodeFile(filepath.Join("text", "catalogue", "command."+l.Tag()+".toml"), &have); err != nil {
			t.Fatal(err)
		}
		for _, id := range want {
			if strings.TrimSpace(have[id]) == "" {
				t.Errorf("%s: %s is missing", l.Name(), id)
			}
			delete(have, id)
		}
		for _, id := range slices.Sorted(maps.Keys(have)) {
			t.Errorf("%s: %s belongs to nothing", l.Name(), id)
		}
	}
}

// commandName is what Discord takes for one.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// What commands are called keeps to what Discord allows, in every language. In
// English they are called as the program knows them.
func TestNamesOfCommandsKeepToDiscordsLimits(t *testing.T) {
	for _, l := range text.Languages() {
		// Those beside each other have different names.
		names := func(where string, paths ...[]string) {
			seen := map[string]bool{}
			for _, path := range paths {
				name, description := l.CommandName(path...), l.CommandDescription(path...)
				if !commandName.MatchString(name) || strings.ToLower(name) != name {
					t.Errorf("%s, %v: Discord takes no name like %q", l.Name(), path, name)
				}
				if seen[name] {
					t.Errorf("%s, %s: %q is there twice", l.Name(), where, name)
				}
				seen[name] = true
				if l == text.English && name != path[len(path)-1] {
					t.Errorf("%v is called %q, which leads nowhere", path, name)
				}
				if n := utf8.RuneCountInString(description); n < 1 || n > 100 {
					t.Errorf("%s, %v: a description has %d letters: %s", l.Name(), path, n, description)
				}
			}
		}
		var top [][]string
		for _, c := range commands {
			top = append(top, []string{c.name})
			var subs [][]string
			for _, s := range c.subcommands {
				path := strings.Fields(c.path(s))
				if s.name != "" {
					subs = append(subs, path)
				}
				var options [][]string
				for _, o := range s.options {
					to := append(slices.Clone(path), o.Name)
					options = append(options, to)
					seen := map[string]bool{}
					for _, choice := range o.Choices {
						said := l.CommandChoice(append(slices.Clone(to), fmt.Sprint(choice.Value))...)
						if n := utf8.RuneCountInString(said); n < 1 || n > 100 || seen[said] {
							t.Errorf("%s, %v: a choice has %d letters, or is there twice: %s", l.Name(), to, n, said)
						}
						seen[said] = true
					}
				}
				names("the options of "+c.path(s), options...)
			}
			names("/"+c.name, subs...)
		}
		names("the commands", top...)
	}
}

// Discord is told what everything is called in the locales of each language, and
// a start at which any of it has changed registers the commands anew.
func TestCommandsAreRegisteredInEveryLanguage(t *testing.T) {
	both := func() []*discordgo.ApplicationCommand {
		return registration([]text.Language{text.English, text.German, text.Spanish})
	}
	one := both()[0]
	sub := one.Options[0]
	option := sub.Options[slices.IndexFunc(sub.Options, func(o *discordgo.ApplicationCommandOption) bool { return o.Choices != nil })]
	for what, names := range map[string]map[discordgo.Locale]string{
		"a command": *one.NameLocalizations, "what it is": *one.DescriptionLocalizations,
		"a subcommand": sub.NameLocalizations, "what that is": sub.DescriptionLocalizations,
		"an option": option.NameLocalizations, "what that one is": option.DescriptionLocalizations,
		"a choice": option.Choices[0].NameLocalizations,
	} {
		if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, []discordgo.Locale{"de", "es-419", "es-ES"}) {
			t.Errorf("%s is called something in %v", what, got)
		}
	}
	for what, change := range map[string]func(*discordgo.ApplicationCommand){
		"a name":              func(c *discordgo.ApplicationCommand) { (*c.NameLocalizations)[discordgo.German] += "s" },
		"a description":       func(c *discordgo.ApplicationCommand) { (*c.DescriptionLocalizations)[discordgo.German] += "s" },
		"a subcommand's name": func(c *discordgo.ApplicationCommand) { c.Options[0].NameLocalizations[discordgo.SpanishLATAM] += "s" },
		"an option's description": func(c *discordgo.ApplicationCommand) {
			c.Options[0].Options[0].DescriptionLocalizations[discordgo.German] = ""
		},
		"a choice": func(c *discordgo.ApplicationCommand) { c.Options[0].Options[1].Choices[0].NameLocalizations = nil },
	} {
		have := both()
		if same, err := sameCommands(both(), have); err != nil || !same {
			t.Fatalf("the same commands are not the same (%v)", err)
		}
		change(have[0])
		if same, err := sameCommands(both(), have); err != nil || same {
			t.Errorf("%s has changed, and nobody notices (%v)", what, err)
		}
	}
	// The table itself stays as it was, for the next registration.
	for _, o := range commands[0].subcommands[0].options {
		if o.Description != "" || o.NameLocalizations != nil {
			t.Errorf("registering has changed the option %s", o.Name)
		}
	}
}

var slashed = regexp.MustCompile("`/([^`]+)`")

// Whoever is told to use a command finds it in the list of commands: texts call
// them by what they are called in the same language.
func TestTextsNameCommandsThatThereAre(t *testing.T) {
	for _, l := range text.Languages() {
		var paths []string
		for _, c := range commands {
			paths = append(paths, l.CommandName(c.name))
			for _, s := range c.subcommands {
				if s.name != "" {
					paths = append(paths, l.CommandName(c.name)+" "+l.CommandName(c.name, s.name))
				}
			}
		}
		files, err := filepath.Glob(filepath.Join("text", "catalogue", "*."+l.Tag()+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(content)) {
				if strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "##") {
					continue // a comment
				}
				for _, m := range slashed.FindAllStringSubmatch(line, -1) {
					told++
					if !slices.Contains(paths, m[1]) {
						t.Errorf("%s: there is no command /%s", filepath.Base(file), m[1])
					}
				}
			}
		}
		if told < 50 {
			t.Errorf("%s: only %d commands are named", l.Name(), told)
		}
	}
}
