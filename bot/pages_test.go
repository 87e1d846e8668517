package bot_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"windfall/bot/discordtest"
	"windfall/bot/text"
)

// pageFaults finds what no page may have, whatever stands on it.
func pageFaults(m discordtest.Message) (faults []string) {
	characters, ids := 0, map[string]bool{}
	for _, c := range m.All() {
		characters += utf8.RuneCountInString(c.Content)
		if c.CustomID == "" {
			continue
		}
		if ids[c.CustomID] {
			faults = append(faults, "two components are "+c.CustomID)
		}
		if ids[c.CustomID] = true; len(c.CustomID) > 100 {
			faults = append(faults, "too long: "+c.CustomID)
		}
	}
	if characters > 4000 {
		faults = append(faults, "more than 4,000 characters")
	}
	if !m.Ephemeral {
		faults = append(faults, "seen by everybody")
	}
	return faults
}

// titles are those of some pages.
func titles(pages []text.Page) (list []string) {
	for _, p := range pages {
		list = append(list, p.Title)
	}
	return list
}

// title is the heading of a page.
func title(m discordtest.Message) string {
	first, _, _ := strings.Cut(m.Text(), "\n")
	return strings.TrimPrefix(first, "## ")
}

// leaf turns all pages of a book from the first on and then back, all in one
// message, and returns the titles on the way there.
func leaf(t *testing.T, place discordtest.Place, m discordtest.Message) (list []string) {
	t.Helper()
	turn := func(button string) bool {
		if b := m.Button(button); b == nil || b.Disabled {
			return false
		}
		a := place.Press(m, button)
		if a.State() != discordtest.Updated || a.Reply().ID != m.ID {
			t.Fatalf("%s on %q: %v", button, title(m), a.State())
		}
		m = a.Reply()
		return true
	}
	for {
		list = append(list, title(m))
		if faults := pageFaults(m); len(faults) > 0 {
			t.Errorf("%q: %s", title(m), strings.Join(faults, "; "))
		}
		if len(list) > 20 || !turn(text.English.Next()) {
			break
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		if title(m) != list[i] {
			t.Errorf("going back there is %q, not %q", title(m), list[i])
		}
		if turn(text.English.Back()) != (i > 0) {
			t.Errorf("Back on page %d of %d", i+1, len(list))
		}
	}
	return list
}

func TestRulesArePagesThatTurnInPlace(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	for where, place := range map[string]discordtest.Place{"on a server": ana.In(general), "in a direct message": ana.InDM()} {
		for game, e := range map[string]struct {
			pages   []text.Page
			options []discordtest.Option
		}{
			"none":       {text.English.AdamEvaRules(), nil},
			"Adam & Eva": {text.English.AdamEvaRules(), []discordtest.Option{discordtest.String("game", "adam-eva")}},
			"Adaman":     {text.English.AdamanRules(), []discordtest.Option{discordtest.String("game", "adaman")}},
		} {
			if got, want := leaf(t, place, place.Run("/rules", e.options...).Reply()), titles(e.pages); !slices.Equal(got, want) {
				t.Errorf("%s, %s: pages %q, want %q", where, game, got, want)
			}
		}
	}
}

func TestTheHelpLeadsToTheRulesAndBack(t *testing.T) {
	h := open(t)
	ana := h.guild.Join("Ana")
	for where, place := range map[string]discordtest.Place{"on a server": ana.In(h.guild.NewChannel("general")), "in a direct message": ana.InDM()} {
		help := place.Run("/help").Reply()
		if faults := pageFaults(help); len(faults) > 0 {
			t.Errorf("%s: %s", where, strings.Join(faults, "; "))
		}
		at := help
		for _, step := range []struct{ press, title string }{
			{text.English.AdamanBook(), text.English.AdamanRules()[0].Title},
			{text.English.Next(), text.English.AdamanRules()[1].Title},
			{text.English.AdamEvaBook(), text.English.AdamEvaRules()[0].Title},
			{text.English.HelpBook(), text.English.Help().Title},
		} {
			if at = place.Press(at, step.press).Reply(); title(at) != step.title || at.ID != help.ID {
				t.Fatalf("%s: %s leads to %q, want %q in the same message", where, step.press, title(at), step.title)
			}
		}
	}
}

// A hand is seen by its owner alone, as a page of the rules is; still the rules
// must not take its place.
func TestRulesFromAGameLeaveItsMessages(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	challenge := ana.In(general).Run("/adam-eva challenge", discordtest.User("member", ben)).Reply()
	look := func(m discordtest.Message) {
		t.Helper()
		a := ben.In(general).Press(m, text.English.Rules())
		if a.State() != discordtest.Replied || title(a.Reply()) != text.English.AdamEvaRules()[0].Title {
			t.Errorf("the rules do not open in a message of their own: %v\n%s", a.State(), a.Text())
		}
		if faults := pageFaults(a.Reply()); len(faults) > 0 {
			t.Error(strings.Join(faults, "; "))
		}
		if now, ok := ben.In(general).Look(m); !ok || now.Text() != m.Text() {
			t.Error("the message with the button has changed")
		}
	}
	look(challenge)
	table := ben.In(general).Press(challenge, text.English.Accept()).Reply()
	look(table)
	h.settle()
	look(ben.In(general).Press(table, text.English.MyHand()).Reply())
}

// Whatever a client sends, a page of that book is shown or the press is called
// out of date.
func TestPagesThatDoNotExist(t *testing.T) {
	h := open(t)
	place := h.guild.Join("Ana").In(h.guild.NewChannel("general"))
	m := place.Run("/rules").Reply()
	pages := titles(text.English.AdamEvaRules())
	for id, want := range map[string]string{
		"page|0|0|adam-eva -1":                     pages[0],
		"page|0|0|adam-eva 99":                     pages[len(pages)-1],
		"page|0|0|help 7":                          text.English.Help().Title,
		"rules|0|0|adam-eva 3":                     pages[3],
		"page|0|0|adam-eva":                        text.English.OutOfDate(),
		"page|0|0|chess 0":                         text.English.OutOfDate(),
		"page|0|0|":                                text.English.OutOfDate(),
		"rules|0|0|adaman x":                       text.English.OutOfDate(),
		"rules|0|0|chess 0":                        text.English.OutOfDate(),
		"page|0|0|adam-eva 99999999999999999999":   text.English.OutOfDate(),
		"page|0|0|adam-eva 0|and more than it has": text.English.OutOfDate(),
	} {
		a := place.PressID(m, id)
		got := title(a.Reply())
		if a.State() == discordtest.Replied && len(a.Followups()) > 0 {
			got = title(a.Followups()[0])
		}
		if got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}
