package sandbox

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"windfall/bot/text"
)

// spokenTo waits until a visitor's world is in a language, and returns what it
// says of a command then.
func (v *visitor) spokenTo(locale, path string) (c command) {
	v.Helper()
	v.until("the language "+locale, func() bool {
		i := slices.IndexFunc(v.world.Commands, func(c command) bool { return c.Path == path })
		if v.world.Speaks != locale || i < 0 {
			return false
		}
		c = v.world.Commands[i]
		return true
	})
	return c
}

// Ana's Discord becomes German. She is shown commands in German, and sends what
// everybody sends; Ben is shown what he was shown before.
func TestAClientShowsCommandsInItsLanguage(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana, ben := visit(t, s, "Ana"), visit(t, s, "Ben")
	const path = "adam-eva challenge"
	english := ben.spokenTo("en-US", path)
	ana.does(ask{Do: "speak", Text: "de"})
	german := ana.spokenTo("de", path)
	if english.Description != text.English.CommandDescription("adam-eva", "challenge") || german.Description != text.German.CommandDescription("adam-eva", "challenge") {
		t.Errorf("the command is about %q, in German %q", english.Description, german.Description)
	}
	for i, o := range german.Options {
		e := english.Options[i]
		if e.Called != "" || o.Name != e.Name || o.Type != e.Type || o.Required != e.Required ||
			cmp.Or(o.Called, o.Name) != text.German.CommandName("adam-eva", "challenge", o.Name) ||
			o.Description != text.German.CommandDescription("adam-eva", "challenge", o.Name) {
			t.Errorf("%+v\nis in German %+v", e, o)
		}
		for n, c := range o.Choices {
			said := c.Value.(string)
			if want := text.German.CommandChoice("adam-eva", "challenge", o.Name, said); c.Name != want || e.Choices[n].Value != c.Value || e.Choices[n].Name == c.Name {
				t.Errorf("the choice %+v is in German %+v, which is %q", e.Choices[n], c, want)
			}
		}
	}
	if member := german.Options[0]; member.Name != "member" || member.Called != "mitglied" {
		t.Errorf("whom one challenges is %+v", member)
	}
	// She sends English names, and her Discord knows no others.
	if a := ana.run(path, map[string]any{"mitglied": ana.id("Ben")}); a.State != "refused" {
		t.Errorf("an option by its German name ends as %+v", a)
	}
	if a := ana.run(path, map[string]any{"member": ana.id("Ben"), "variant": "tactical"}); a.State != "done" {
		t.Errorf("a challenge from German ends as %+v", a)
	}
	if still := ben.spokenTo("en-US", path); still.Description != english.Description {
		t.Errorf("Ben is shown %q", still.Description)
	}
	// Whoever comes as her later finds her language.
	if again := visit(t, s, "Ana").spokenTo("de", path); again.Description != german.Description {
		t.Errorf("another of Ana's windows shows %q", again.Description)
	}
}

// A German reader on a Spanish server is answered in German, and everybody is
// told in Spanish. What is there already stays as it was.
func TestTheServerAndItsMembersSpeakTheirLanguages(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana, ben := visit(t, s, "Ana"), visit(t, s, "Ben")
	general := ana.channel("general")
	ana.run("adam-eva challenge", map[string]any{"member": ana.id("Ben")})
	before := ben.sees("an English challenge", general, func(m message) bool { return button(m, text.English.Accept()) != nil })
	ana.does(ask{Do: "speak", Text: "de"})
	ben.does(ask{Do: "guildspeak", Text: "es-ES"})
	ana.until("the server's language", func() bool { return ana.world.GuildSpeaks == "es-ES" })
	ben.run("adam-eva challenge", map[string]any{"member": ben.id("Carla")})
	spanish := func(m message) bool { return button(m, text.Spanish.Accept()) != nil }
	only := func(l text.Language) func(message) bool {
		return func(m message) bool {
			start, _, _ := strings.Cut(l.OnlyChallenged([2]string{"", "NAME"}), "NAME")
			return m.Ephemeral && strings.Contains(told(m), start)
		}
	}
	ana.press(ana.sees("a Spanish challenge", general, spanish), text.Spanish.Accept())
	ana.sees("a German answer", general, only(text.German))
	deniz := visit(t, s, "Deniz")
	deniz.does(ask{Do: "open", Channel: general})
	deniz.press(deniz.sees("a Spanish challenge", general, spanish), text.Spanish.Accept())
	deniz.sees("an English answer", general, only(text.English))
	ben.mu.Lock()
	after := ben.messages[before.ID]
	ben.mu.Unlock()
	if told(after) != told(before) {
		t.Errorf("what was there has become\n%s", told(after))
	}
}

// What the bot does not speak is English, and what Discord's clients here do not
// have is refused.
func TestALanguageThatTheBotDoesNotSpeak(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	offered := 0
	for _, l := range ana.world.Languages {
		if said, ok := text.LanguageOf(l.Locale); ok {
			offered++
			if said.Name() != l.Name {
				t.Errorf("%s is called %q", l.Locale, l.Name)
			}
		}
	}
	if offered != len(text.Languages()) || len(languages) != 5 {
		t.Errorf("of %v the bot speaks %d", ana.world.Languages, offered)
	}
	ana.does(ask{Do: "speak", Text: "nl"})
	if c := ana.spokenTo("nl", "rules"); c.Description != text.English.CommandDescription("rules") || c.Called != "" {
		t.Errorf("in Dutch there is %+v", c)
	}
	for _, do := range []string{"speak", "guildspeak"} {
		for _, locale := range []string{"", "xx", "de-DE"} {
			if a := ana.ask(ask{Do: do, Text: locale}); a.State != "refused" || a.Error != "The sandbox has no such language." {
				t.Errorf("%s %q ends as %+v", do, locale, a)
			}
		}
	}
}
