package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

func TestInteractionHasDiscordsShape(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(object{"name": "play", "description": "x", "options": []object{
		{"type": 1, "name": "challenge", "description": "x", "options": []object{{"type": 6, "name": "member", "description": "x", "required": true}}}}})
	r.ben.SetNick("Benny")
	r.ana.SetLocale("de")
	r.ana.In(r.general).NoWait().Run("/play challenge", discordtest.User("member", r.ben))
	i := r.asked().body
	for path, want := range map[string]any{
		"application_id": r.AppID(), "type": 2.0, "version": 1.0, "guild_id": r.guild.ID(), "channel_id": r.general.ID(),
		"guild.id": r.guild.ID(), "guild.locale": "en-US", "guild_locale": "en-US", "locale": "de", "context": 0.0,
		"channel.id": r.general.ID(), "channel.type": 0.0, "channel.name": "general", "attachment_size_limit": float64(10 << 20),
		"member.user.id": r.ana.ID(), "member.user.username": "Ana", "member.nick": nil,
		"authorizing_integration_owners.0": r.guild.ID(), "data.name": "play", "data.type": 1.0,
		"data.options.0.name": "challenge", "data.options.0.type": 1.0,
		"data.options.0.options.0.name": "member", "data.options.0.options.0.type": 6.0, "data.options.0.options.0.value": r.ben.ID(),
		"data.resolved.users." + r.ben.ID() + ".username": "Ben", "data.resolved.members." + r.ben.ID() + ".nick": "Benny",
		"data.resolved.members." + r.ben.ID() + ".user": nil, "user": nil, "message": nil,
		"data.id": r.Commands(nil)[0].ID,
	} {
		if got := dig(i, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	for _, path := range []string{"id", "token", "app_permissions", "entitlements", "member.permissions", "member.joined_at", "member.roles", "guild.features", "channel.permissions"} {
		if dig(i, path) == nil {
			t.Errorf("%s is missing", path)
		}
	}
}

// dig follows a path of keys and indexes.
func dig(v any, path string) any {
	for _, k := range strings.Split(path, ".") {
		switch x := v.(type) {
		case object:
			v = x[k]
		case []any:
			var n int
			if _, err := fmt.Sscan(k, &n); err != nil || n >= len(x) {
				return nil
			}
			v = x[n]
		default:
			return nil
		}
	}
	return v
}

func TestInteractionInADM(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	a := r.ana.InDM().NoWait().Run("/play")
	i := r.asked()
	for path, want := range map[string]any{"guild_id": nil, "guild": nil, "member": nil, "user.id": r.ana.ID(), "context": 1.0,
		"channel.type": 1.0, "channel_id": r.ana.DM().ID(), "authorizing_integration_owners.0": "0", "channel.recipients.0.id": r.ana.ID()} {
		if got := dig(i.body, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	i.answer(4, object{"content": "hello"}).must(t, 204)
	if a.Text() != "hello" || len(r.ana.Sees(r.ana.DM())) != 1 || len(r.ben.Sees(r.ana.DM())) != 0 {
		t.Error("the answer is not in the DM, or not there alone")
	}
}

func TestPressCarriesTheWholeMessage(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"flags": v2 | discordtest.FlagEphemeral, "components": []object{text("hand"), actionRow(button("Play it", "g1:play"))}}).must(t, 204)
	i, _ = r.press(a.Reply(), "Play it")
	for path, want := range map[string]any{
		"type": 3.0, "data.custom_id": "g1:play", "data.component_type": 2.0, "data.id": 3.0, "message.id": a.Reply().ID,
		"message.flags": float64(v2 | discordtest.FlagEphemeral), "message.components.0.content": "hand", "message.components.0.id": 1.0,
		"message.components.1.components.0.custom_id": "g1:play", "message.components.1.components.0.id": 3.0,
		"message.author.id": r.AppID(), "message.interaction_metadata.user.id": r.ana.ID(), "message.type": 20.0,
		"message.webhook_id": r.AppID(),
	} {
		if got := dig(i.body, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
}

func TestThreeSeconds(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	r.clock.Advance(3 * time.Second)
	if a.State() != discordtest.Pending {
		t.Errorf("after three seconds it is %v", a.State())
	}
	r.clock.Advance(time.Second)
	if a.Wait().State() != discordtest.Failed {
		t.Errorf("after four seconds it is %v", a.State())
	}
	i.answer(4, object{"content": "late"}).is(t, 404, 10062)
	if n := len(r.ana.Sees(r.general)); n != 0 {
		t.Errorf("%d messages from a late answer", n)
	}
	i, a = r.run()
	r.clock.Advance(3 * time.Second)
	i.answer(4, object{"content": "just in time"}).must(t, 204)
	if a.Wait().State() != discordtest.Replied || a.Latency() != 3*time.Second {
		t.Errorf("%v after %v", a.State(), a.Latency())
	}
	i.answer(4, object{"content": "again"}).is(t, 400, 40060)
}

func TestCallbacksOfStrangers(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, _ := r.run()
	r.post("/interactions/"+i.id()+"/wrong/callback", object{"type": 5}).is(t, 404, 10062)
	r.post("/interactions/5/"+i.token()+"/callback", object{"type": 5}).is(t, 404, 10062)
	r.post(i.callbackPath(), object{}).is(t, 400, 50035)
	r.post(i.callbackPath(), object{"type": 4, "data": "hello"}).is(t, 400, 50035)
	r.post(i.callbackPath(), "{").is(t, 400, 50109)
	req := r.request("POST", i.callbackPath(), object{"type": 4, "data": object{"content": "x"}})
	req.Header.Del("Authorization")
	r.do(req).must(t, 204)
}

func TestCallbackTypesFitTheInteraction(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(object{"name": "play", "description": "x", "options": []object{
		{"type": 3, "name": "word", "description": "x", "autocomplete": true}}})
	i, a := r.run()
	i.answer(4, object{"content": "x", "components": []object{actionRow(button("b", "b"))}}).must(t, 204)
	msg := a.Reply()
	i, a = r.run()
	i.answer(9, form(1, nil)).must(t, 204)
	fromCommand := a.Modal()
	i, a = r.press(msg, "b")
	i.answer(9, form(1, nil)).must(t, 204)
	fromButton := a.Modal()
	fields := map[string]string{"i0": "text"}

	kinds := map[string]func() asked{
		"command": func() asked { i, _ := r.run(); return i },
		"press":   func() asked { i, _ := r.press(msg, "b"); return i },
		"form of a command": func() asked {
			r.ana.In(r.general).NoWait().Submit(fromCommand, fields)
			return r.asked()
		},
		"form of a button": func() asked {
			r.ana.In(r.general).NoWait().Submit(fromButton, fields)
			return r.asked()
		},
		"autocomplete": func() asked {
			r.ana.In(r.general).NoWait().Autocomplete("/play", discordtest.Typing("word", "x"))
			return r.asked()
		},
	}
	data := map[int]object{4: {"content": "x"}, 5: nil, 6: nil, 7: {"content": "y"}, 8: {"choices": []any{}}, 9: form(1, nil)}
	fits := map[string][]int{"command": {4, 5, 9}, "press": {4, 5, 6, 7, 9}, "form of a command": {4, 5}, "form of a button": {4, 5, 6, 7}, "autocomplete": {8}}
	for kind, ask := range kinds {
		for callback := 1; callback <= 9; callback++ {
			want := 400
			for _, c := range fits[kind] {
				if c == callback {
					want = 204
				}
			}
			if p := ask().answer(callback, data[callback]); p.status != want {
				t.Errorf("%s, callback type %d: status %d, want %d: %s", kind, callback, p.status, want, p.raw)
			}
		}
	}
}

func TestWithResponse(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	p := r.post(i.callbackPath()+"?with_response=true", object{"type": 4, "data": object{"content": "x", "flags": 64}}).must(t, 200)
	for path, want := range map[string]any{"interaction.id": i.id(), "interaction.type": 2.0, "interaction.response_message_id": a.Reply().ID,
		"interaction.response_message_ephemeral": true, "interaction.response_message_loading": false,
		"resource.type": 4.0, "resource.message.content": "x"} {
		if got := dig(p.body, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	i, _ = r.run()
	p = i.answer(5, nil).must(t, 204)
	if p.header.Get("Content-Type") != "" || len(p.raw) != 0 {
		t.Errorf("a 204 came with %q and %q", p.header.Get("Content-Type"), p.raw)
	}
}

func TestTokenLivesFifteenMinutes(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	r.patch(i.original(), object{"content": "early"}).is(t, 404, 10015)
	i.answer(4, object{"content": "x", "flags": 64}).must(t, 204)
	r.clock.Advance(15 * time.Minute)
	r.patch(i.original(), object{"content": "y"}).must(t, 200)
	r.clock.Advance(time.Millisecond)
	r.patch(i.original(), object{"content": "z"}).is(t, 401, 50027)
	r.get(i.original()).is(t, 401, 50027)
	r.delete(i.original()).is(t, 401, 50027)
	r.post(i.hook(), object{"content": "z"}).is(t, 401, 50027)
	if got := a.Text(); got != "y" {
		t.Errorf("the message reads %q", got)
	}
	r.post("/webhooks/5/"+i.token(), object{"content": "z"}).is(t, 404, 10015)
	r.post("/webhooks/"+r.AppID()+"/nonsense", object{"content": "z"}).is(t, 401, 50027)
}

func TestEphemeralMessagesAreForOneMember(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"content": "your hand", "flags": 64}).must(t, 204)
	m := a.Reply()
	if !m.Ephemeral || len(r.ana.Sees(r.general)) != 1 || len(r.ben.Sees(r.general)) != 0 {
		t.Error("not for Ana alone")
	}
	if strings.Contains(string(r.ben.Transcript()), "your hand") || !strings.Contains(string(r.ana.Transcript()), "your hand") {
		t.Error("Ben's client was told, or Ana's was not")
	}
	path := r.messages() + "/" + m.ID
	r.get(path).is(t, 404, 10008)
	r.patch(path, object{"content": "x"}).is(t, 404, 10008)
	r.delete(path).is(t, 404, 10008)
	if list := r.get(r.messages()).must(t, 200); string(list.raw) != "[]" {
		t.Errorf("the channel lists %s", list.raw)
	}
	if b := r.ben.In(r.general).Try().PressID(m, "x"); b.Err() == nil {
		t.Error("Ben pressed on Ana's message")
	}
	r.patch(i.original(), object{"content": "newer hand"}).must(t, 200)
	if got := a.Text(); got != "newer hand" {
		t.Errorf("after the edit it reads %q", got)
	}
	if err := r.ana.In(r.general).Dismiss(m); err != nil {
		t.Fatal(err)
	}
	r.patch(i.original(), object{"content": "x"}).is(t, 404, 10008)
	if _, ok := a.TryReply(); ok {
		t.Error("the dismissed message is still there")
	}
}

func TestDeferredAnswers(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(5, object{"flags": 64}).must(t, 204)
	if m := a.Reply(); a.State() != discordtest.Thinking || !m.Loading || !m.Ephemeral || m.Text() != "(thinking…)" {
		t.Errorf("%v: %+v", a.State(), m)
	}
	r.patch(i.original(), object{"flags": v2, "components": []object{text("done")}}).must(t, 200)
	if m := a.Wait().Reply(); a.State() != discordtest.Replied || m.Loading || !m.Ephemeral || m.Text() != "done" || m.Edited {
		t.Errorf("%v: %+v", a.State(), m)
	}

	i, a = r.run()
	i.answer(5, nil).must(t, 204)
	p := r.post(i.hook(), object{"content": "the first follow-up takes its place", "flags": 64}).must(t, 200)
	if m := a.Wait().Reply(); m.ID != p.str("id") || m.Ephemeral || len(a.Followups()) != 0 {
		t.Errorf("%v: %+v", a.State(), m)
	}

	i, a = r.run()
	i.answer(5, nil).must(t, 204)
	r.delete(i.original()).must(t, 204)
	if a.Wait().State() != discordtest.Withdrawn {
		t.Errorf("after deletion: %v", a.State())
	}

	i, a = r.run()
	i.answer(5, object{"flags": 64}).must(t, 204)
	if err := r.ana.In(r.general).Dismiss(a.Reply()); err != nil {
		t.Fatal(err)
	}
	if a.Wait().State() != discordtest.Withdrawn {
		t.Errorf("after its reader dismissed it: %v", a.State())
	}
	r.patch(i.original(), object{"content": "x"}).is(t, 404, 10008)
	r.post(i.hook(), object{"content": "x"}).is(t, 404, 10008)
}

func TestFollowUps(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"content": "public"}).must(t, 204)
	p := r.post(i.hook(), object{"content": "private", "flags": 64}).must(t, 200)
	path := i.hook() + "/messages/" + p.str("id")
	r.patch(path, object{"content": "changed"}).must(t, 200)
	if f := a.Followups(); len(f) != 1 || f[0].Text() != "changed" || !f[0].Ephemeral || f[0].ReplyTo != a.Reply().ID {
		t.Errorf("follow-ups: %+v", f)
	}
	if got := r.get(path).must(t, 200).str("content"); got != "changed" {
		t.Errorf("GET gives %q", got)
	}
	r.delete(path).must(t, 204)
	r.get(path).is(t, 404, 10008)
	other, _ := r.run()
	other.answer(4, object{"content": "x"}).must(t, 204)
	r.get(other.hook()+"/messages/"+a.Reply().ID).is(t, 404, 10008)
}

func TestUpdatesKeepWhatTheyDoNotName(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"content": "x", "components": []object{actionRow(button("b", "b"))}}).must(t, 204)
	msg := a.Reply()
	i, b := r.press(msg, "b")
	i.answer(7, object{"content": "y"}).must(t, 204)
	if b.State() != discordtest.Updated || b.Text() != "y\n[b]" {
		t.Errorf("%v: %q", b.State(), b.Text())
	}
	i, b = r.press(msg, "b")
	i.answer(6, nil).must(t, 204)
	if b.State() != discordtest.UpdateDeferred {
		t.Errorf("%v", b.State())
	}
	r.patch(i.original(), object{"components": []any{}}).must(t, 200)
	if !b.Completed() || b.State() != discordtest.Updated || b.Text() != "y" {
		t.Errorf("%v: %q", b.State(), b.Text())
	}
}

func TestUpdateOfADeletedMessage(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"content": "x", "components": []object{actionRow(button("b", "b"))}}).must(t, 204)
	i, _ = r.press(a.Reply(), "b")
	if err := r.guild.Owner().In(r.general).Delete(a.Reply()); err != nil {
		t.Fatal(err)
	}
	i.answer(7, object{"content": "y"}).is(t, 404, 10008)
	i.answer(4, object{"content": "a new one"}).must(t, 204)
}

func TestAnswerInADeletedChannel(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, _ := r.run()
	r.general.Delete()
	i.answer(4, object{"content": "x"}).is(t, 404, 10003)
	r.send(object{"content": "x"}).is(t, 404, 10003)
}

func TestAnAnswerNeedsNoPermissionButAMessageDoes(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	r.general.Deny(r.guild.Bot(), discordtest.ViewChannel)
	i, a := r.run()
	i.answer(4, object{"content": "the answer works"}).must(t, 204)
	if i.body["app_permissions"] != "0" {
		t.Errorf("app_permissions are %v", i.body["app_permissions"])
	}
	r.edit(a.Reply().ID, object{"content": "x"}).is(t, 403, 50001)
	r.send(object{"content": "x"}).is(t, 403, 50001)
}

func TestAppPermissionsAreThoseOfTheChannel(t *testing.T) {
	r := newRig(t, discordtest.Config{BotPermissions: discordtest.ManageMessages}).online()
	permissions := func() discordtest.Permissions {
		i, _ := r.run()
		var n discordtest.Permissions
		if _, err := fmt.Sscan(i.body["app_permissions"].(string), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if p := permissions(); p != discordtest.EveryoneDefault|discordtest.ManageMessages {
		t.Errorf("at first %b", p)
	}
	r.general.Deny(r.guild.Bot(), discordtest.SendMessages)
	if p := permissions(); p.Has(discordtest.SendMessages) || p.Has(discordtest.AttachFiles) || p.Has(discordtest.EmbedLinks) || !p.Has(discordtest.ViewChannel) {
		t.Errorf("without SEND_MESSAGES %b", p)
	}
	r.guild.Bot().SetRoles(r.guild.NewRole("admins", discordtest.Administrator))
	if p := permissions(); !p.Has(discordtest.SendMessages | discordtest.ManageThreads) {
		t.Errorf("an administrator has %b", p)
	}
}

func TestLockedThreadsRefuseAnswers(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	th := r.general.NewThread("a game")
	th.SetLocked(true)
	r.ana.In(th).NoWait().Run("/play")
	i := r.asked()
	i.answer(4, object{"content": "x", "flags": 64}).is(t, 403, 50083)
	i.answer(5, nil).is(t, 403, 50083)
	th.SetLocked(false)
	i.answer(4, object{"content": "x"}).must(t, 204)
}

func TestArchivedThreadsTakeNewAnswersOnly(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	th := r.general.NewThread("a game")
	a := r.ana.In(th).NoWait().Run("/play")
	i := r.asked()
	i.answer(4, object{"content": "x", "components": []object{actionRow(button("b", "b"))}}).must(t, 204)
	th.SetArchived(true)
	r.patch(i.original(), object{"content": "y"}).is(t, 403, 50083)
	r.ana.In(th).NoWait().Press(a.Reply(), "b")
	j := r.asked()
	j.answer(7, object{"content": "y"}).is(t, 403, 50083)
	j.answer(4, object{"content": "not yet", "flags": 64}).must(t, 204)
	if archived, _, _ := th.State(); !archived {
		t.Error("an ephemeral answer woke the thread")
	}
	r.post(j.hook(), object{"content": "awake"}).must(t, 200)
	if archived, _, _ := th.State(); archived {
		t.Error("a public answer did not wake the thread")
	}
	r.patch(i.original(), object{"content": "y"}).must(t, 200)
}

func TestModalStory(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(9, object{"custom_id": "form", "title": "A form", "components": []object{
		actionRow(input(0, object{"label": "Name", "min_length": 2, "max_length": 5})), actionRow(input(1, object{"label": "Why", "required": false, "value": "so"}))}}).must(t, 204)
	m := a.Wait().Modal()
	if a.State() != discordtest.AskedModal || m == nil || m.Title != "A form" || len(m.Fields()) != 2 {
		t.Fatalf("%v: %+v", a.State(), m)
	}
	for name, fields := range map[string]map[string]string{"missing": {}, "too short": {"Name": "A"}, "too long": {"Name": "Anabel"}, "unknown": {"Name": "Ana", "Age": "7"}} {
		if b := r.ana.In(r.general).Try().Submit(m, fields); b.Err() == nil {
			t.Errorf("%s: was sent", name)
		}
	}
	if b := r.ben.In(r.general).Try().Submit(m, map[string]string{"Name": "Ben"}); b.Err() == nil {
		t.Error("Ben sent Ana's form")
	}
	r.ana.In(r.general).NoWait().Submit(m, map[string]string{"Name": "Ana"})
	got := r.asked().body
	for path, want := range map[string]any{"type": 5.0, "data.custom_id": "form", "data.components.0.type": 1.0,
		"data.components.0.components.0.custom_id": "i0", "data.components.0.components.0.value": "Ana",
		"data.components.1.components.0.value": "so", "message": nil} {
		if x := dig(got, path); x != want {
			t.Errorf("%s is %v, want %v", path, x, want)
		}
	}
}

func TestModalOfChoices(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	label := func(name string, c object) object { return object{"type": 18, "label": name, "component": c} }
	i, a := r.run()
	i.answer(9, object{"custom_id": "form", "title": "A form", "components": []object{
		label("Fruit", with(group(21, 3, nil), "custom_id", "fruit")),
		label("Days", with(group(22, 3, object{"max_values": 2}), "custom_id", "days")),
		label("Sure", object{"type": 23, "custom_id": "sure", "default": true}),
		label("Proof", object{"type": 19, "custom_id": "proof", "required": false}),
		label("Friend", object{"type": 5, "custom_id": "friend", "required": false}),
	}}).must(t, 204)
	m := a.Wait().Modal()
	for name, fields := range map[string]map[string]string{
		"no fruit":        {"Days": "v0"},
		"unknown fruit":   {"Fruit": "pear", "Days": "v0"},
		"two fruits":      {"Fruit": "v0\nv1", "Days": "v0"},
		"no day":          {"Fruit": "v0"},
		"too many days":   {"Fruit": "v0", "Days": "v0\nv1\nv2"},
		"neither yes nor": {"Fruit": "v0", "Days": "v0", "Sure": "perhaps"},
		"a file":          {"Fruit": "v0", "Days": "v0", "Proof": "photo.png"},
		"nobody's friend": {"Fruit": "v0", "Days": "v0", "Friend": "5"},
	} {
		if b := r.ana.In(r.general).Try().Submit(m, fields); b.Err() == nil {
			t.Errorf("%s: was sent", name)
		}
	}
	r.ana.In(r.general).NoWait().Submit(m, map[string]string{"Fruit": "option 1", "days": "v0\noption 2", "Friend": r.ben.ID()})
	got := r.asked().body
	for path, want := range map[string]any{
		"data.components.0.component.value": "v1", "data.components.0.component.type": 21.0,
		"data.components.1.component.values.0": "v0", "data.components.1.component.values.1": "v2",
		"data.components.2.component.value": true, "data.components.3.component.values.0": nil,
		"data.components.4.component.values.0": r.ben.ID(), "data.resolved.users." + r.ben.ID() + ".username": "Ben",
	} {
		if x := dig(got, path); x != want {
			t.Errorf("%s is %v, want %v", path, x, want)
		}
	}
}

func TestAutocompleteStory(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(object{"name": "play", "description": "x", "options": []object{
		{"type": 3, "name": "word", "description": "x", "autocomplete": true, "required": true}}})
	a := r.ana.In(r.general).NoWait().Autocomplete("/play", discordtest.Typing("word", "ap"))
	i := r.asked()
	if dig(i.body, "data.options.0.focused") != true || dig(i.body, "data.options.0.value") != "ap" || i.body["type"] != 4.0 {
		t.Errorf("the bot got %v", i.body["data"])
	}
	i.answer(8, object{"choices": repeat(26, func(n int) object { return object{"name": numbered("c", n), "value": "v"} })}).is(t, 400, 50035)
	i.answer(8, object{"choices": []object{{"name": "apple", "value": "a"}}}).must(t, 204)
	if c := a.Wait().Choices(); a.State() != discordtest.Suggested || len(c) != 1 || c[0].Name != "apple" || c[0].Value != "a" {
		t.Errorf("%v: %v", a.State(), c)
	}
}
