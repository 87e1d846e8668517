package discordtest_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

var playCommand = object{"name": "play", "description": "x", "options": []object{
	{"type": 2, "name": "game", "description": "x", "options": []object{{"type": 1, "name": "new", "description": "x", "options": []object{
		{"type": 6, "name": "member", "description": "x", "required": true},
		{"type": 3, "name": "kind", "description": "x", "choices": []object{{"name": "Classic", "value": "classic"}, {"name": "Tactical", "value": "tactical"}}},
		{"type": 4, "name": "rounds", "description": "x", "min_value": 1, "max_value": 4},
		{"type": 5, "name": "open", "description": "x"},
		{"type": 10, "name": "weight", "description": "x"},
		{"type": 3, "name": "note", "description": "x", "min_length": 2, "max_length": 5},
		{"type": 7, "name": "where", "description": "x", "channel_types": []int{0}},
		{"type": 8, "name": "role", "description": "x"},
		{"type": 9, "name": "whom", "description": "x"},
	}}}}}}

func TestRunChecksOptionsAsTheClientDoes(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(playCommand)
	th := r.general.NewThread("thread")
	role := r.guild.NewRole("players", 0)
	place := r.ana.In(r.general).Try().NoWait()
	ben := discordtest.User("member", r.ben)
	const line = "/play game new"
	good := [][]discordtest.Option{
		{ben},
		{ben, discordtest.String("kind", "classic")},
		{ben, discordtest.String("kind", "Tactical")},
		{ben, discordtest.Int("rounds", 4), discordtest.Bool("open", true), discordtest.Number("weight", 1.5), discordtest.Int("weight", 2)},
		{ben, discordtest.String("note", "short"), discordtest.ToChannel("where", r.general), discordtest.ToRole("role", role)},
		{ben, discordtest.ToRole("whom", role)},
		{ben, discordtest.User("whom", r.ana)},
	}
	for _, options := range good {
		if a := place.Run(line, options...); a.Err() != nil {
			t.Errorf("%v: %v", options, a.Err())
		}
	}
	bad := [][]discordtest.Option{
		{},
		{discordtest.String("member", r.ben.ID())},
		{ben, discordtest.String("kind", "wild")},
		{ben, discordtest.Int("rounds", 5)},
		{ben, discordtest.Int("rounds", 0)},
		{ben, discordtest.Number("rounds", 2)},
		{ben, discordtest.String("open", "true")},
		{ben, discordtest.String("note", "x")},
		{ben, discordtest.String("note", "longer")},
		{ben, discordtest.String("note", "")},
		{ben, discordtest.ToChannel("where", th)},
		{ben, discordtest.String("unknown", "x")},
		{ben, discordtest.User("role", r.ana)},
	}
	for _, options := range bad {
		if a := place.Run(line, options...); !errors.Is(a.Err(), discordtest.ErrOption) || a.State() != discordtest.Refused {
			t.Errorf("%v: %v", options, a.Err())
		}
	}
	for _, line := range []string{"/play", "/play game", "/play game old", "/other", "", "/play new"} {
		if a := place.Run(line, ben); !errors.Is(a.Err(), discordtest.ErrNoCommand) {
			t.Errorf("%q: %v", line, a.Err())
		}
	}
}

func TestOptionsCanBeTyped(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(playCommand)
	for line, want := range map[string]map[string]any{
		"/play game new member:Ben kind:Classic":                     {"member": r.ben.ID(), "kind": "classic"},
		"/play game new member:" + r.ben.Mention() + " rounds:3":     {"member": r.ben.ID(), "rounds": 3.0},
		"/play game new member:@ben open:True weight:0.5 note:two w": {"member": r.ben.ID(), "open": true, "weight": 0.5, "note": "two w"},
		"/play game new member:" + r.ben.ID() + " where:#general":    {"member": r.ben.ID(), "where": r.general.ID()},
		"play game new member:Ben whom:Ana":                          {"member": r.ben.ID(), "whom": r.ana.ID()},
	} {
		r.ana.In(r.general).NoWait().Run(line)
		list, _ := dig(r.asked().body, "data.options.0.options.0.options").([]any)
		got := map[string]any{}
		for _, o := range list {
			got[o.(object)["name"].(string)] = o.(object)["value"]
		}
		if len(got) != len(want) {
			t.Errorf("%q gives %v, want %v", line, got, want)
		}
		for k, v := range want {
			if got[k] != v {
				t.Errorf("%q: %s is %v, want %v", line, k, got[k], v)
			}
		}
	}
	for _, line := range []string{"/play game new member:Cleo", "/play game new member:Ben rounds:many"} {
		if a := r.ana.In(r.general).Try().NoWait().Run(line); !errors.Is(a.Err(), discordtest.ErrOption) {
			t.Errorf("%q: %v", line, a.Err())
		}
	}
}

func TestCommandsAreThereOnlyForThoseWhoMayUseThem(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(
		object{"name": "everywhere", "description": "x"},
		object{"name": "guild-only", "description": "x", "contexts": []int{0}},
		object{"name": "dm-only", "description": "x", "contexts": []int{1}},
		object{"name": "old-guild-only", "description": "x", "dm_permission": false},
		object{"name": "managers", "description": "x", "default_member_permissions": "32"},
		object{"name": "admins", "description": "x", "default_member_permissions": "0"},
	)
	manager := r.guild.Join("Cleo", discordtest.WithRoles(r.guild.NewRole("managers", discordtest.ManageGuild)))
	admin := r.guild.Join("Dan", discordtest.WithRoles(r.guild.NewRole("admins", discordtest.Administrator)))
	muted := r.guild.NewChannel("muted")
	muted.Deny(r.ana, discordtest.UseApplicationCommands)
	hidden := r.guild.NewChannel("hidden")
	hidden.Deny(r.ana, discordtest.ViewChannel)
	for _, c := range []struct {
		who     string
		place   discordtest.Place
		command string
		want    bool
	}{
		{"Ana", r.ana.In(r.general), "everywhere", true}, {"Ana in her DM", r.ana.InDM(), "everywhere", true},
		{"Ana", r.ana.In(r.general), "guild-only", true}, {"Ana in her DM", r.ana.InDM(), "guild-only", false},
		{"Ana", r.ana.In(r.general), "dm-only", false}, {"Ana in her DM", r.ana.InDM(), "dm-only", true},
		{"Ana in her DM", r.ana.InDM(), "old-guild-only", false},
		{"Ana", r.ana.In(r.general), "managers", false}, {"a manager", manager.In(r.general), "managers", true}, {"an admin", admin.In(r.general), "managers", true},
		{"a manager", manager.In(r.general), "admins", false}, {"an admin", admin.In(r.general), "admins", true}, {"the owner", r.guild.Owner().In(r.general), "admins", true},
		{"Ana where she may not", r.ana.In(muted), "everywhere", false}, {"Ana where she sees nothing", r.ana.In(hidden), "everywhere", false},
		{"Ben in Ana's DM", r.ben.In(r.ana.DM()), "everywhere", false},
	} {
		if a := c.place.Try().NoWait().Run("/" + c.command); (a.Err() == nil) != c.want {
			t.Errorf("%s, /%s: %v", c.who, c.command, a.Err())
		}
	}
	r.ana.Leave()
	if a := r.ana.In(r.general).Try().NoWait().Run("/everywhere"); a.Err() == nil {
		t.Error("Ana left and still runs commands")
	}
	r.guild.RemoveBot()
	if a := r.ben.In(r.general).Try().NoWait().Run("/everywhere"); a.Err() == nil {
		t.Error("the bot is gone and its commands are not")
	}
}

func TestGuildCommandsComeFirst(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	r.put("/applications/"+r.AppID()+"/guilds/"+r.guild.ID()+"/commands", []object{{"name": "play", "description": "here"}}).must(t, 200)
	i, _ := r.run()
	if dig(i.body, "data.guild_id") != r.guild.ID() {
		t.Errorf("data is %v", i.body["data"])
	}
}

func TestContextMenus(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(object{"name": "Greet", "type": 2}, object{"name": "Quote it", "type": 3})
	m, err := r.ben.In(r.general).Say("hello")
	if err != nil {
		t.Fatal(err)
	}
	r.ana.In(r.general).NoWait().RunOnUser("Greet", r.ben)
	if i := r.asked().body; dig(i, "data.target_id") != r.ben.ID() || dig(i, "data.resolved.users."+r.ben.ID()+".username") != "Ben" || dig(i, "data.type") != 2.0 {
		t.Errorf("data is %v", i["data"])
	}
	r.ana.In(r.general).NoWait().RunOnMessage("Quote it", m)
	if i := r.asked().body; dig(i, "data.target_id") != m.ID || dig(i, "data.resolved.messages."+m.ID+".content") != "hello" || dig(i, "data.type") != 3.0 {
		t.Errorf("data is %v", i["data"])
	}
}

// table sends a message with all kinds of controls and returns it.
func table(r *rig) discordtest.Message {
	r.t.Helper()
	r.send(object{"flags": v2, "components": []object{
		text("**Round 2**"),
		{"type": 9, "components": []object{text("You have"), text("three cards")}, "accessory": button("Look", "look")},
		{"type": 17, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "https://example.com/x.png"}, "description": "a board"}}}, {"type": 14}}},
		actionRow(button("Take it", "take"), with(button("Refuse", "refuse"), "disabled", true), with(button("Eat", "eat"), "emoji", object{"name": "🍎"}),
			object{"type": 2, "style": 5, "label": "Rules", "url": "https://example.com"}),
		actionRow(button("Same", "same1"), button("Same", "same2")),
		actionRow(selectMenu("tree", 3, object{"placeholder": "Which tree?"})),
		actionRow(object{"type": 3, "custom_id": "many", "min_values": 2, "max_values": 3, "options": []object{
			{"label": "Red", "value": "r"}, {"label": "Green", "value": "g", "default": true}, {"label": "Blue", "value": "b"}}}),
		actionRow(with(selectMenu("off", 1, nil), "disabled", true)),
		actionRow(object{"type": 5, "custom_id": "rival"}),
	}}).must(r.t, 200)
	return r.ana.In(r.general).Last()
}

func TestTextIsWhatCanBeRead(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	const want = `**Round 2**
You have
three cards
[Look]
(picture: a board)
[Take it] [Refuse (disabled)] [🍎 Eat] [Rules]
[Same] [Same]
[Which tree?: option 0 | option 1 | option 2]
[Make a selection: Red | *Green* | Blue]
[Make a selection: option 0 (disabled)]
[Make a selection: ]`
	if got := table(r).Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.form("POST", r.messages(), object{"content": "files", "embeds": []object{{"title": "T", "description": "D", "footer": object{"text": "F"}}}},
		file{"files[0]", "record.json", []byte("{}")}, file{"files[1]", "b.png", picture(t, 1, 1)}).must(t, 200)
	if got, want := r.ana.In(r.general).Last().Text(), "files\nT\nD\nF\n(file: record.json)\n(picture: b.png)"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPressFindsButtonsAsAPersonDoes(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	m := table(r)
	place := r.ana.In(r.general).Try().NoWait()
	for which, id := range map[string]string{"Look": "look", "Take it": "take", "take": "take", "🍎 Eat": "eat", "Eat": "eat", "same2": "same2"} {
		if a := place.Press(m, which); a.Err() != nil {
			t.Errorf("%q: %v", which, a.Err())
			continue
		}
		if got := dig(r.asked().body, "data.custom_id"); got != id {
			t.Errorf("%q pressed %v", which, got)
		}
	}
	for which, want := range map[string]error{"Refuse": discordtest.ErrDisabled, "Rules": nil, "Same": nil, "tree": nil, "": nil, "Away": nil} {
		a := place.Press(m, which)
		if a.Err() == nil || want != nil && !errors.Is(a.Err(), want) {
			t.Errorf("%q: %v", which, a.Err())
		}
	}
	if a := place.PressID(m, "made up"); a.Err() != nil {
		t.Error(a.Err())
	}
	if got := dig(r.asked().body, "data.custom_id"); got != "made up" {
		t.Errorf("a hostile press arrived as %v", got)
	}
	r.delete(r.messages()+"/"+m.ID).must(t, 204)
	if a := place.Press(m, "Look"); !errors.Is(a.Err(), discordtest.ErrNotSeen) {
		t.Errorf("on a deleted message: %v", a.Err())
	}
}

func TestASelectOfChannelsOffersWhatTheMemberSees(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	hall, cellar := r.guild.NewChannel("hall"), r.guild.NewChannel("cellar")
	cellar.Deny(r.ana, discordtest.ViewChannel)
	corner := hall.NewThread("corner")
	away := r.NewGuild("Elsewhere").NewChannel("away")
	posted := r.send(object{"components": []object{actionRow(object{"type": 8, "custom_id": "where", "min_values": 0, "max_values": 2, "channel_types": []int{0},
		"default_values": []object{{"type": "channel", "id": hall.ID()}}})}}).must(t, 200)
	m := discordtest.Message{ID: posted.str("id")}
	for _, c := range []struct {
		name   string
		values []string
		fine   bool
	}{
		{"none", nil, true},
		{"two", []string{hall.ID(), r.general.ID()}, true},
		{"one that is hidden", []string{cellar.ID()}, false},
		{"a thread", []string{corner.ID()}, false},
		{"one of another server", []string{away.ID()}, false},
		{"one twice", []string{hall.ID(), hall.ID()}, false},
	} {
		a := r.ana.In(r.general).Try().NoWait().Select(m, "where", c.values...)
		if (a.Err() == nil) != c.fine {
			t.Errorf("%s: %v", c.name, a.Err())
		}
		if !c.fine {
			continue
		}
		sent := r.asked().body
		if got := dig(sent, "data.values").([]any); len(got) != len(c.values) || dig(sent, "data.component_type") != 8.0 {
			t.Errorf("%s sent %v", c.name, sent["data"])
		}
		if len(c.values) > 0 && dig(sent, "data.resolved.channels."+hall.ID()+".name") != "hall" {
			t.Errorf("%s: resolved is %v", c.name, dig(sent, "data.resolved"))
		}
	}
}

func TestSelectChecksAsTheClientDoes(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	m := table(r)
	place := r.ana.In(r.general).Try().NoWait()
	for _, c := range []struct {
		which  string
		values []string
		want   []string // nil is refused
	}{
		{"Which tree?", []string{"v1"}, []string{"v1"}},
		{"tree", []string{"option 2"}, []string{"v2"}},
		{"tree", []string{"v1", "v2"}, nil},
		{"tree", nil, nil},
		{"tree", []string{"v7"}, nil},
		{"many", []string{"r", "Blue"}, []string{"r", "b"}},
		{"many", []string{"r"}, nil},
		{"off", []string{"v0"}, nil},
		{"rival", []string{r.ben.ID()}, []string{r.ben.ID()}},
		{"rival", []string{"5"}, nil},
		{"look", []string{"x"}, nil},
	} {
		a := place.Select(m, c.which, c.values...)
		if (a.Err() == nil) != (c.want != nil) {
			t.Errorf("%s %v: %v", c.which, c.values, a.Err())
			continue
		}
		if c.want == nil {
			continue
		}
		i := r.asked().body
		var got []string
		for _, v := range dig(i, "data.values").([]any) {
			got = append(got, v.(string))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %v sent %v", c.which, c.values, got)
		}
		if c.which == "rival" && dig(i, "data.resolved.users."+r.ben.ID()+".username") != "Ben" {
			t.Errorf("resolved is %v", dig(i, "data.resolved"))
		}
	}
}

func TestTwoPressesAtTheSameInstant(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	m := table(r)
	a, b := r.ana.In(r.general).NoWait().Press(m, "take"), r.ben.In(r.general).NoWait().Press(m, "take")
	first, second := r.asked(), r.asked()
	if a.State() != discordtest.Pending || b.State() != discordtest.Pending || first.id() == second.id() {
		t.Fatalf("%v, %v", a.State(), b.State())
	}
	second.answer(4, object{"content": "for Ben", "flags": 64}).must(t, 204)
	first.answer(4, object{"content": "for Ana", "flags": 64}).must(t, 204)
	if a.Wait().Text() != "for Ana" || b.Wait().Text() != "for Ben" {
		t.Errorf("Ana got %q, Ben %q", a.Text(), b.Text())
	}
}

func TestASilentBotFailsTheCall(t *testing.T) {
	r := newRig(t, discordtest.Config{Patience: 30 * time.Millisecond}).online()
	a := r.ana.In(r.general).Try().Run("/play")
	if !errors.Is(a.Err(), discordtest.ErrSilent) || a.State() != discordtest.Refused {
		t.Errorf("%v: %v", a.State(), a.Err())
	}
	i := r.asked()
	i.answer(5, nil).must(t, 204)
	a = r.ana.In(r.general).NoWait().Run("/play")
	r.asked().answer(5, nil).must(t, 204)
	if b := a.State(); b != discordtest.Thinking {
		t.Errorf("%v", b)
	}
}

// complaints is a TB that notes down what it is told.
type complaints struct {
	*testing.T
	mu   sync.Mutex
	list []string
}

func (c *complaints) Fatalf(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, format)
}

func TestRefusalsFailTheTestUnlessTried(t *testing.T) {
	c := &complaints{T: t}
	d := discordtest.New(c, discordtest.Config{})
	general := d.NewGuild("Orchard").NewChannel("general")
	ana := general.Guild().Join("Ana")
	ana.In(general).Try().Run("/nothing")
	if len(c.list) != 0 {
		t.Fatalf("Try complained: %v", c.list)
	}
	ana.In(general).Run("/nothing")
	if len(c.list) != 1 {
		t.Fatalf("Run complained %d times", len(c.list))
	}
	ana.In(general).Try().Run("/nothing").Reply()
	if len(c.list) != 2 {
		t.Errorf("Reply of nothing complained %d times", len(c.list)-1)
	}
}

func TestMembersSeeWhatTheyMay(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	secret := r.guild.NewChannel("secret")
	secret.Deny(r.ben, discordtest.ViewChannel)
	if _, err := r.ana.In(secret).Say("psst"); err != nil {
		t.Fatal(err)
	}
	if len(r.ana.Sees(secret)) != 1 || r.ben.Sees(secret) != nil || len(r.ben.Transcript()) != 0 {
		t.Error("Ben sees the secret channel")
	}
	if _, err := r.ben.In(secret).Say("x"); !errors.Is(err, discordtest.ErrNotSeen) {
		t.Errorf("Ben writes there: %v", err)
	}
	r.general.Deny(r.ben, discordtest.SendMessages)
	if _, err := r.ben.In(r.general).Say("x"); err == nil {
		t.Error("Ben writes where he may not")
	}
	m, err := r.ana.In(r.general).Say("mine")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.ben.In(r.general).Delete(m); err == nil {
		t.Error("Ben deleted Ana's message")
	}
	if err := r.ana.In(r.general).Delete(m); err != nil {
		t.Error(err)
	}
	r.general.Delete()
	if r.ana.Sees(r.general) != nil {
		t.Error("Ana sees a deleted channel")
	}
}

func TestWaitFor(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	go r.send(object{"content": "later"})
	m, err := r.ana.In(r.general).WaitFor(5*time.Second, func(m discordtest.Message) bool { return m.Content == "later" })
	if err != nil || m.Content != "later" {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := r.ana.In(r.general).Try().WaitFor(10*time.Millisecond, func(discordtest.Message) bool { return false }); err == nil {
		t.Error("waited for nothing, got something")
	}
}

// story is the same every time.
func story(t *testing.T) *rig {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"content": "table", "components": []object{actionRow(button("b", "b"))}}).must(t, 204)
	r.clock.Advance(time.Minute)
	i, _ = r.press(a.Reply(), "b")
	r.form("POST", i.callbackPath(), object{"type": 7, "data": object{"content": "newer"}}, file{"files[0]", "b.png", picture(t, 3, 3)}).must(t, 204)
	r.post(i.hook(), object{"content": "your hand", "flags": 64}).must(t, 200)
	r.delete(i.original()).must(t, 204)
	return r
}

func TestTranscriptsAreTheSameForTheSameStory(t *testing.T) {
	one, two := story(t), story(t)
	ana, ben := string(one.ana.Transcript()), string(one.ben.Transcript())
	if ana != string(two.ana.Transcript()) || ben != string(two.ben.Transcript()) {
		t.Errorf("two runs differ:\n%s\n%s", ana, two.ana.Transcript())
	}
	var events []string
	for line := range strings.Lines(ana) {
		events = append(events, strings.SplitN(line, `"`, 5)[3])
	}
	if !slices.Equal(events, []string{"create", "update", "create", "delete"}) {
		t.Errorf("Ana's client was told %v", events)
	}
	for _, want := range []string{`"custom_id":"b"`, `"content":"newer"`, `"filename":"b.png"`, `"sha256":"`, "your hand"} {
		if !strings.Contains(ana, want) {
			t.Errorf("the transcript lacks %s", want)
		}
	}
	if strings.Contains(ben, "your hand") || strings.Contains(ana, one.URL()) || strings.Contains(ana, "interaction-") {
		t.Error("the transcript holds what it must not")
	}
}

func TestSubscribersHearEverythingInOrder(t *testing.T) {
	r := newRig(t, discordtest.Config{Lean: true})
	got := make(chan string, 10)
	cancel := r.ana.Subscribe(func(e discordtest.Event) { got <- e.Kind + " " + e.Message.Content })
	p := r.send(object{"content": "x"}).must(t, 200)
	r.edit(p.str("id"), object{"content": "y"}).must(t, 200)
	r.delete(r.messages()+"/"+p.str("id")).must(t, 204)
	for _, want := range []string{"create x", "update y", "delete y"} {
		select {
		case s := <-got:
			if s != want {
				t.Errorf("heard %q, want %q", s, want)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("never heard %q", want)
		}
	}
	cancel()
	r.send(object{"content": "z"}).must(t, 200)
	select {
	case s := <-got:
		t.Errorf("heard %q after the end", s)
	case <-time.After(20 * time.Millisecond):
	}
	if len(r.ana.Transcript()) != 0 || len(r.Requests()) != 0 || r.Count("POST", "/channels/{channel}/messages") != 2 {
		t.Error("a lean server kept more than it should, or counted wrong")
	}
}

func TestKeepEphemeralForgetsTheOldest(t *testing.T) {
	r := newRig(t, discordtest.Config{KeepEphemeral: 2}).online()
	for n := range 4 {
		i, _ := r.run()
		i.answer(4, object{"content": numbered("hand ", n), "flags": 64}).must(t, 204)
	}
	if all := r.ana.Sees(r.general); len(all) != 2 || all[0].Content != "hand 2" || all[1].Content != "hand 3" {
		t.Errorf("Ana sees %+v", all)
	}
}

func TestAccountsAreAsOldAsTold(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	old := r.guild.Join("Cleo", discordtest.Since(noon.AddDate(-5, 0, 0)), discordtest.WithNick("C"), discordtest.WithGlobalName("Cleopatra"))
	twin := r.guild.Join("Dan", discordtest.Since(noon.AddDate(-5, 0, 0)))
	older := func(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }
	if !older(old.ID(), r.ana.ID()) || old.ID() == twin.ID() || old.Name() != "C" {
		t.Errorf("Cleo %s, Dan %s, Ana %s", old.ID(), twin.ID(), r.ana.ID())
	}
	other := r.NewGuild("Garden")
	if m := other.Invite(old); m.ID() != old.ID() || m.Name() != "Cleopatra" {
		t.Errorf("in another guild she is %s, %s", m.ID(), m.Name())
	}
}

func TestCloseEndsEverything(t *testing.T) {
	d, err := discordtest.NewServer(discordtest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	general := d.NewGuild("Orchard").NewChannel("general")
	ana := general.Guild().Join("Ana")
	ana.Subscribe(func(discordtest.Event) {})
	g := dial(t, d, "v=10")
	g.hello()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error("closing twice:", err)
	}
	if code := g.closed(); code != -1 {
		t.Errorf("the websocket ended with %d", code)
	}
	if a := ana.In(general).Run("/play"); !errors.Is(a.Err(), discordtest.ErrClosed) {
		t.Errorf("after the end: %v", a.Err())
	}
}

func TestWhoeverWatchesIsWokenByWhateverCanBeSeen(t *testing.T) {
	r := newRig(t, discordtest.Config{Lean: true})
	changed, cancel := r.Watch()
	woken := func(what string, change func()) {
		t.Helper()
		select {
		case <-changed:
		default:
		}
		change()
		select {
		case <-changed:
		case <-time.After(5 * time.Second):
			t.Errorf("nobody is woken by %s", what)
		}
	}
	woken("a bot that connects", func() {
		r.ws = dial(t, r.Server, "v=10&encoding=json")
		r.ws.hello()
		r.ws.identify(r.Token(), discordtest.IntentGuilds) // reads READY
	})
	woken("commands", func() {
		r.put("/applications/"+r.AppID()+"/commands", []object{{"name": "play", "description": "Plays"}}).must(t, 200)
	})
	woken("somebody who joins", func() { r.guild.Join("Cleo") })
	woken("a nick", func() { r.ana.SetNick("Annie") })
	woken("a role", func() { r.ana.SetRoles(r.guild.NewRole("keepers", discordtest.ManageThreads)) })
	woken("a message", func() {
		if _, err := r.ana.In(r.general).Say("Good morning"); err != nil {
			t.Error(err)
		}
	})
	woken("a new thread", func() { r.general.NewThread("thread").SetArchived(true) })
	action := r.ana.In(r.general).NoWait().Run("/play")
	woken("the failure of a command", func() { r.clock.Advance(4 * time.Second) })
	if action.State() != discordtest.Failed {
		t.Errorf("it is %v", action.State())
	}
	woken("a connection that is cut", r.CutGateway)

	cancel()
	r.WaitSessions(0)
	for len(changed) > 0 {
		<-changed
	}
	r.guild.Join("Dora")
	if len(changed) > 0 {
		t.Error("somebody is woken who has stopped watching")
	}
}
