package sandbox

import (
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

func TestThePageGetsItsWorld(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ben := visit(t, s, "Ben")
	w := ben.world
	var names, channels, paths, inDM []string
	for _, p := range w.Members {
		names = append(names, p.Name)
	}
	for _, c := range w.Channels {
		channels = append(channels, c.Name)
	}
	for _, c := range w.Commands {
		paths = append(paths, c.Path)
	}
	for _, c := range w.InDM {
		inDM = append(inDM, c.Path)
	}
	for _, e := range []struct {
		got  []string
		want string
	}{
		{names, "Ana, Ben, Carla, Deniz"},
		{channels, "general, games, "},
		{paths, "adam-eva challenge, adam-eva table, adam-eva block, adam-eva resign, adam-eva practice, adaman daily, adaman practice, adaman archive, adaman sharing, adaman schedule, games, stats, leaderboard, ratings, rules, privacy show, privacy hide, privacy delete, help"},
		{inDM, "adam-eva challenge, adam-eva table, adam-eva block, adam-eva resign, adam-eva practice, adaman daily, adaman practice, adaman archive, adaman sharing, adaman schedule, games, stats, rules, privacy show, privacy hide, privacy delete, help"},
	} {
		if got := strings.Join(e.got, ", "); got != e.want {
			t.Errorf("it has %q, not %q", got, e.want)
		}
	}
	if w.Guild != "Orchard" || w.BotID != s.discord.AppID() || !w.Bot.Online || time.UnixMilli(w.Clock.Now).Before(noon()) {
		t.Errorf("the world is %+v", w)
	}
	challenge := w.Commands[0]
	if o := challenge.Options; len(o) != 4 || o[0].Type != discordtest.UserOption || o[0].Required || len(o[1].Choices) != 2 || len(o[3].Choices) != 4 {
		t.Errorf("the challenge takes %+v", o)
	}
}

// A page that does not say who it is, or names somebody who is not there, is
// the first member.
func TestAPageOfNobodyIsTheFirstMembers(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	for _, id := range []string{"", "5", "nonsense"} {
		v := enter(t, s, id)
		v.until("its world", func() bool { return v.world != nil })
		if v.world.Me != s.members()[0].ID() {
			t.Errorf("%q is %s", id, v.world.Me)
		}
	}
}

func TestMembersTalkAndSomebodyJoins(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana, ben := visit(t, s, "Ana"), visit(t, s, "Ben")
	general := ana.channel("general")
	ana.does(ask{Do: "say", Channel: general, Text: " Good morning "})
	m := ben.sees("the greeting", general, func(m message) bool { return m.Content == "Good morning" })
	if m.Author.Name != "Ana" || m.ByBot || m.Kind != 0 {
		t.Errorf("the greeting is %+v", m)
	}
	if a := ben.ask(ask{Do: "delete", Channel: general, Message: m.ID}); a.State != "refused" || a.Error != "You may delete only what you have written yourself." {
		t.Errorf("Ben deletes it: %+v", a)
	}
	ana.does(ask{Do: "delete", Channel: general, Message: m.ID})
	ben.until("the greeting to go", func() bool { return len(ben.messages) == 0 })

	ana.does(ask{Do: "join", Text: " Emil "})
	ben.until("Emil", func() bool { return len(ben.world.Members) == 5 })
	emil := visit(t, s, "Emil")
	if a := emil.run("adam-eva challenge", map[string]any{"member": ben.id("Ana")}); a.State != "done" {
		t.Errorf("Emil's challenge ends as %+v", a)
	}
	ana.sees("Emil's challenge", general, func(m message) bool { return m.By != nil && m.By.Name == "Emil" })
	for name, says := range map[string]string{"  ": "needs a name.", "emil": "The name “Emil” is taken; choose another one.", "WINDFALL": "The name “Windfall” is taken;"} {
		if a := ana.ask(ask{Do: "join", Text: name}); a.State != "refused" || !strings.Contains(a.Error, says) || !strings.HasSuffix(a.Error, ".") {
			t.Errorf("%q joins: %+v", name, a)
		}
	}
	ana.does(ask{Do: "join", Text: "👩🏽‍🚀 Frida"})
	ben.until("Frida", func() bool { return ben.world.Members[len(ben.world.Members)-1].Name == "👩🏽‍🚀 Frida" })

	// An ephemeral message is dismissed.
	ana.run("help", nil)
	help := ana.sees("help", general, func(m message) bool { return m.Ephemeral && m.Command == "help" })
	ana.does(ask{Do: "dismiss", Channel: general, Message: help.ID})
	ana.until("help to go", func() bool { return ana.messages[help.ID].ID == "" })

	// In the direct messages nobody else hears.
	dm := ana.channel("")
	if a := ana.ask(ask{Do: "run", Channel: dm, Command: "help"}); a.State != "done" {
		t.Errorf("help in the direct messages ends as %+v", a)
	}
	if a := ben.ask(ask{Do: "open", Channel: dm}); a.State != "refused" || strings.Contains(ben.hears(), dm) {
		t.Errorf("Ben opens Ana's direct messages: %+v", a)
	}
}

func TestThreadsComeWithTheWorld(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	thread := s.discord.Channel(ana.channel("general")).NewThread("a quiet corner")
	ana.until("the thread", func() bool { return len(ana.world.Channels) == 4 })
	if c := ana.world.Channels[1]; c.Name != "a quiet corner" || c.Parent != ana.world.Channels[0].ID || c.Kind != discordtest.PublicThread || c.Archived {
		t.Errorf("the thread is %+v", c)
	}
	thread.SetArchived(true)
	ana.until("the thread to sleep", func() bool { return ana.world.Channels[1].Archived })
	ana.does(ask{Do: "say", Channel: thread.ID(), Text: "anybody here?"})
	ana.until("the thread to wake", func() bool { return !ana.world.Channels[1].Archived })
	thread.SetLocked(true)
	ana.until("the thread to be locked", func() bool { return ana.world.Channels[1].Locked })
	if a := ana.ask(ask{Do: "say", Channel: thread.ID(), Text: "hello?"}); a.State != "refused" {
		t.Errorf("writing in a locked thread ends as %+v", a)
	}
}

func TestAsksThatMakeNoSense(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	general := ana.channel("general")
	ana.run("help", nil)
	help := ana.sees("help", general, func(m message) bool { return m.Ephemeral })
	for name, e := range map[string]struct {
		ask  ask
		says string
	}{
		"nothing":                    {ask{}, "load the page again"},
		"an unknown thing":           {ask{Do: "fly"}, "load the page again"},
		"no channel":                 {ask{Do: "open"}, "no such channel"},
		"a channel that is not":      {ask{Do: "say", Channel: "5", Text: "x"}, "no such channel"},
		"an empty message":           {ask{Do: "say", Channel: general, Text: " \n"}, "nothing in the message"},
		"a long message":             {ask{Do: "say", Channel: general, Text: strings.Repeat("é", 2001)}, "2000 characters at most"},
		"a message that is not":      {ask{Do: "delete", Channel: general, Message: "5"}, "not there any more"},
		"a press on nothing":         {ask{Do: "press", Channel: general, Message: "5", CustomID: "x"}, "not there any more"},
		"a button that is not":       {ask{Do: "press", Channel: general, Message: help.ID, CustomID: "x"}, "not on the message any more"},
		"a button without a name":    {ask{Do: "press", Channel: general, Message: help.ID}, "not on the message any more"},
		"an unknown command":         {ask{Do: "run", Channel: general, Command: "fly"}, "no such command"},
		"half a command":             {ask{Do: "run", Channel: general, Command: "adam-eva"}, "no such command"},
		"a command in another place": {ask{Do: "run", Channel: ana.channel(""), Command: "leaderboard"}, "no such command"},
		"a missing option":           {ask{Do: "run", Channel: general, Command: "adaman sharing"}, "“finished” is missing"},
		"an unknown option":          {ask{Do: "run", Channel: general, Command: "help", Options: map[string]any{"x": 1}}, "no option “x”"},
		"a member who is not":        {ask{Do: "run", Channel: general, Command: "adam-eva challenge", Options: map[string]any{"member": "5"}}, "a member of this server"},
		"a member who is a list":     {ask{Do: "run", Channel: general, Command: "stats", Options: map[string]any{"member": []int{5}}}, "a member of this server"},
		"no choice":                  {ask{Do: "run", Channel: general, Command: "rules", Options: map[string]any{"game": "chess"}}, "“chess” is none of the choices of the option “game”."},
		"no text at all":             {ask{Do: "run", Channel: general, Command: "rules", Options: map[string]any{"game": ""}}, "none of the choices"},
		"a number for a text":        {ask{Do: "run", Channel: general, Command: "rules", Options: map[string]any{"game": 5}}, "is a text"},
		"a number out of bounds":     {ask{Do: "run", Channel: general, Command: "adaman practice", Options: map[string]any{"number": 0}}, "“number” is 1 at least."},
		"half a number":              {ask{Do: "run", Channel: general, Command: "adaman practice", Options: map[string]any{"number": 1.5}}, "a whole number"},
		"a huge number":              {ask{Do: "run", Channel: general, Command: "adaman practice", Options: map[string]any{"number": 1e99}}, "a whole number"},
		"neither yes nor no":         {ask{Do: "run", Channel: general, Command: "stats", Options: map[string]any{"private": "maybe"}}, "true or false"},
		"completing what does not":   {ask{Do: "complete", Channel: general, Command: "rules", Typing: "game"}, "the bot suggests nothing."},
		"a form that is not":         {ask{Do: "submit", Channel: general, FormOf: 5}, "not open any more"},
		"no time":                    {ask{Do: "advance"}, "forward only"},
		"back in time":               {ask{Do: "advance", Seconds: -5}, "forward only"},
		"far too far":                {ask{Do: "advance", Seconds: 1 << 62}, "by a year at most"},
		"a fault that is not":        {ask{Do: "fault", Fault: "flood", On: true}, "no such fault"},
	} {
		if a := ana.ask(e.ask); a.State != "refused" || !strings.Contains(a.Error, e.says) || !strings.HasSuffix(a.Error, ".") {
			t.Errorf("%s: %+v", name, a)
		}
	}
	for _, text := range []string{"", "{", "null x", "[]", `"say"`, `{"n":"one"}`, `{"n":1e99}`, "\xff", `{"do":5}`, `{"options":[]}`} {
		before := len(ana.actions[0])
		ana.write(text)
		ana.until("the refusal of "+text, func() bool { return len(ana.actions[0]) > before })
		if a := ana.actions[0][before]; a.State != "refused" || a.Error == "" {
			t.Errorf("%q: %+v", text, a)
		}
	}
	if a := ana.run("adaman practice", map[string]any{"number": "7"}); a.State != "done" {
		t.Errorf("a number as a text ends as %+v", a)
	}
	if a := ana.run("stats", map[string]any{"private": true, "member": s.discord.AppID()}); a.State != "done" {
		t.Errorf("the bot's own statistics end as %+v", a)
	}
	// An ask that is too long ends the page, which may come again.
	ana.write(`{"do":"say","text":"` + strings.Repeat("x", longestAsk) + `"}`)
	ana.until("the end of the page", func() bool { return ana.gone })
	visit(t, s, "Ana")
}

// What an option takes is what its command says, and a value that does not fit
// is refused in a sentence, not in the words of Discord's double.
func TestAnOptionThatDoesNotFitSaysWhy(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	text := option{Name: "x", Type: discordtest.StringOption, MinLength: ref(2), MaxLength: ref(3)}
	number := option{Name: "x", Type: discordtest.NumberOption, Min: ref(-0.5), Max: ref(9000.0)}
	chosen := option{Name: "x", Type: discordtest.IntegerOption, Choices: []choice{{"three", int64(3)}}}
	for _, e := range []struct {
		option option
		value  any
		says   string
	}{
		{text, "é", "The option “x” has 2 characters at least; this one has 1."},
		{text, "éééé", "The option “x” has 3 characters at most; this one has 4."},
		{text, "ééé", ""},
		{option{Name: "x", Type: discordtest.StringOption}, "", "The option “x” may not be empty."},
		{number, json.Number("-1"), "The option “x” is -0.5 at least."},
		{number, json.Number("9000.5"), "The option “x” is 9000 at most."},
		{number, json.Number("7"), ""},
		{option{Name: "x", Type: discordtest.IntegerOption}, json.Number("9007199254740994"), "The option “x” cannot be so far from zero."},
		{chosen, json.Number("3"), ""},
		{chosen, json.Number("4"), "“4” is none of the choices of the option “x”."},
	} {
		said := ""
		if _, err := s.option(e.option, e.value); err != nil {
			said = plainly(err)
		}
		if said != e.says {
			t.Errorf("%v: %q, not %q", e.value, said, e.says)
		}
	}
}

func TestTheClockGoesNoFurtherThanItCan(t *testing.T) {
	t.Parallel()
	s := open(t, Config{Now: func() time.Time { return latest.Add(-48 * time.Hour) }})
	ana := visit(t, s, "Ana")
	ana.does(ask{Do: "advance", Seconds: 24 * 60 * 60})
	if a := ana.ask(ask{Do: "advance", Seconds: 24 * 60 * 60}); a.State != "refused" || !strings.Contains(a.Error, "2100") {
		t.Errorf("it ends as %+v", a)
	}
}

// A page that reads nothing is dropped; nothing piles up for it.
func TestAPageThatDoesNotListenIsDropped(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	p := s.newPage(s.members()[0])
	for range mostNotes {
		p.send(note{Kind: "clock"})
	}
	if p.ctx.Err() != nil {
		t.Fatal("it is dropped too early")
	}
	p.send(note{Kind: "clock"})
	if p.ctx.Err() == nil || len(p.out) > mostNotes {
		t.Error("it is not dropped")
	}
}

func TestOnlySoMuchGoesOnAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	if err := s.bot.stop(); err != nil {
		t.Fatal(err)
	}
	p := s.newPage(s.members()[0])
	defer p.doing.Wait()
	defer p.cancel()
	general := s.guild.Channels()[0].ID()
	for range mostActions {
		if err := p.do(ask{Do: "run", Channel: general, Command: "help"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.do(ask{Do: "run", Channel: general, Command: "help"}); err == nil || !strings.Contains(err.Error(), "at once") {
		t.Errorf("one more: %v", err)
	}
}

func TestOnlyTheNewestFormsAreKept(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	p := s.newPage(s.members()[0])
	defer p.cancel()
	for n := range 3 * mostForms {
		p.keepForm(n, &discordtest.Modal{})
		p.keepForm(n, &discordtest.Modal{})
	}
	if len(p.forms) != mostForms || len(p.formOrder) != mostForms || p.forms[3*mostForms-1] == nil {
		t.Errorf("%d forms are kept, in an order of %d", len(p.forms), len(p.formOrder))
	}
}

// Whatever a page sends, there is one answer at least to it, and nothing breaks.
// The bot is not there, so that asks start nothing that lasts.
func FuzzAsk(f *testing.F) {
	s, err := Open(f.Context(), Config{Now: noon, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		f.Fatal(err)
	}
	member, general := s.members()[0], s.guild.Channels()[0]
	arrived(f, s)
	if err := s.bot.stop(); err != nil {
		f.Fatal(err)
	}
	s.bot.busy.Lock() // nobody restarts it
	f.Cleanup(func() {
		s.bot.busy.Unlock()
		if err := s.Close(); err != nil {
			f.Error(err)
		}
	})
	at := `"channel":"` + general.ID() + `"`
	for _, seed := range []string{
		`{"n":1,"do":"open",` + at + `}`,
		`{"n":2,"do":"say",` + at + `,"text":"hello"}`,
		`{"n":3,"do":"run",` + at + `,"command":"adam-eva challenge","options":{"member":"` + s.members()[1].ID() + `","variant":"classic"}}`,
		`{"n":4,"do":"run",` + at + `,"command":"adaman practice","options":{"number":12}}`,
		`{"n":5,"do":"run",` + at + `,"command":"stats","options":{"private":true}}`,
		`{"n":6,"do":"complete",` + at + `,"command":"rules","typing":"game","options":{"game":"a"}}`,
		`{"n":7,"do":"press",` + at + `,"message":"5","customId":"x","values":["a"]}`,
		`{"n":8,"do":"submit",` + at + `,"formOf":3,"fields":{"a":"b"}}`,
		`{"n":9,"do":"advance","seconds":3600}`, `{"n":10,"do":"restart"}`, `{"n":11,"do":"fault","fault":"slow","on":true}`,
		`{"n":12,"do":"cut"}`, `{"n":13,"do":"join","text":"Emil"}`, `{"n":14,"do":"delete",` + at + `,"message":"5"}`, `{`, `[]`, `null`,
	} {
		f.Add([]byte(seed))
	}
	states := []string{"pending", "thinking", "done", "failed", "refused", "form", "choices"}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := s.newPage(member)
		p.take(data)
		p.cancel()
		p.doing.Wait()
		answers := 0
		for len(p.out) > 0 {
			n := <-p.out
			text, err := json.Marshal(n)
			if err != nil {
				t.Fatalf("it cannot be written: %v", err)
			}
			if n.Kind != "action" {
				continue
			}
			answers++
			if a, err := readAsk(data); err == nil && n.Action.N != a.N || !slices.Contains(states, n.Action.State) {
				t.Errorf("it is answered by %s", text)
			}
			if n.Action.State == "refused" && n.Action.Error == "" {
				t.Errorf("it is refused without a word: %s", text)
			}
		}
		if answers == 0 {
			t.Error("there is no answer")
		}
		for _, o := range []int{0, discordtest.StringOption, discordtest.IntegerOption, discordtest.BooleanOption, discordtest.UserOption,
			discordtest.ChannelOption, discordtest.RoleOption, discordtest.MentionableOption, discordtest.NumberOption} {
			a, err := readAsk(data)
			if err != nil {
				break
			}
			for _, v := range a.Options {
				if _, err := s.option(option{Name: "x", Type: o}, v); err != nil && plainly(err) == "" {
					t.Error("an option is refused without a word")
				}
			}
		}
		for _, m := range member.Sees(general) { // so that they do not pile up
			if err := member.In(general).Try().Delete(m); err != nil {
				t.Error(err)
			}
		}
	})
}
