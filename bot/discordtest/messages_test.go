package discordtest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

func TestRESTWantsTheToken(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	for _, header := range []string{"", "token", "Bot wrong", "Bearer token"} {
		req := r.request("GET", "/users/@me", nil)
		req.Header.Set("Authorization", header)
		r.do(req).is(t, 401, 0)
	}
	if p := r.get("/users/@me").must(t, 200); p.str("id") != r.AppID() || p.body["bot"] != true {
		t.Errorf("@me is %s", p.raw)
	}
	for _, path := range []string{"/oauth2/applications/@me", "/applications/@me"} {
		if p := r.get(path).must(t, 200); p.str("id") != r.AppID() {
			t.Errorf("%s is %s", path, p.raw)
		}
	}
}

func TestUnknownPathsAreNotedDown(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.get("/guilds/1/soundboard-sounds")
	p.is(t, 404, 0)
	if string(p.raw) != `{"code":0,"message":"404: Not Found"}` {
		t.Errorf("got %s", p.raw)
	}
	r.delete("/users/@me").is(t, 405, 0)
	u := r.UnknownRequests()
	if len(u) != 2 || u[0].Path != "/guilds/1/soundboard-sounds" || u[1].Method != "DELETE" {
		t.Errorf("noted down: %+v", u)
	}
}

func TestPicturesAreStoredAndServed(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	board := picture(t, 9, 6)
	p := r.form("POST", r.messages(), object{"flags": v2, "components": []object{{"type": 12, "items": []object{
		{"media": object{"url": "attachment://board.png"}, "description": "a board"}}}}},
		file{"files[0]", "board.png", board}).must(t, 200)
	a := dig(p.body, "components.0.items.0.media").(object)
	for key, want := range map[string]any{"content_type": "image/png", "width": 9.0, "height": 6.0} {
		if a[key] != want {
			t.Errorf("%s is %v, want %v", key, a[key], want)
		}
	}
	if len(p.body["attachments"].([]any)) != 0 {
		t.Errorf("what the gallery shows is listed again: %v", p.body["attachments"])
	}
	get := func(url string) (int, string) {
		res, err := (&http.Client{Transport: r.Transport()}).Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.StatusCode, res.Header.Get("Content-Type")
	}
	if status, kind := get(a["url"].(string)); status != 200 || kind != "image/png" {
		t.Errorf("GET gives %d, %s", status, kind)
	}
	m := r.ana.In(r.general).Last()
	if m.Text() != "(picture: a board)" || len(m.Attachments) != 1 || len(m.Attachments[0].Data) != len(board) || m.Attachments[0].ID != a["attachment_id"] {
		t.Errorf("Ana sees %q", m.Text())
	}
	r.delete(r.messages()+"/"+m.ID).must(t, 204)
	if status, _ := get(a["url"].(string)); status != 404 {
		t.Errorf("after deletion GET gives %d", status)
	}
}

func TestAttachmentsPileUpUnlessListed(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.form("POST", r.messages(), object{"content": "x"}, file{"files[0]", "a.png", picture(t, 1, 1)}).must(t, 200)
	first := p
	path := r.messages() + "/" + p.str("id")
	names := func(p reply) string {
		var out []string
		for _, a := range p.must(t, 200).body["attachments"].([]any) {
			out = append(out, a.(object)["filename"].(string))
		}
		return strings.Join(out, " ")
	}
	if got := names(r.patch(path, object{"content": "y"})); got != "a.png" {
		t.Errorf("an edit without attachments leaves %q", got)
	}
	p = r.form("PATCH", path, object{}, file{"files[0]", "b.png", picture(t, 1, 1)})
	if got := names(p); got != "a.png b.png" {
		t.Errorf("an edit with a file leaves %q", got)
	}
	b := dig(p.body, "attachments.1.id")
	p = r.form("PATCH", path, object{"attachments": []object{{"id": b}, {"id": "0", "description": "new"}}}, file{"files[0]", "c.png", picture(t, 1, 1)})
	if got := names(p); got != "b.png c.png" || dig(p.body, "attachments.1.description") != "new" {
		t.Errorf("an edit that lists b leaves %q", got)
	}
	p = r.form("PATCH", path, object{"attachments": []any{}}, file{"files[0]", "d.png", picture(t, 1, 1)})
	if got := names(p); got != "d.png" {
		t.Errorf("an edit with an empty list and a file leaves %q", got)
	}
	for url, want := range map[string]int{dig(p.body, "attachments.0.url").(string): 200, dig(first.body, "attachments.0.url").(string): 404} {
		res, err := (&http.Client{Transport: r.Transport()}).Get(url)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s gives %d, want %d", url, res.StatusCode, want)
		}
	}
	if got := names(r.patch(path, object{"attachments": []any{}})); got != "" {
		t.Errorf("an edit with an empty list leaves %q", got)
	}
}

func TestAReferenceFollowsTheNewestPicture(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	body := object{"flags": v2, "attachments": []object{{"id": "0"}}, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "attachment://board.png"}}}}}}
	p := r.form("POST", r.messages(), body, file{"files[0]", "board.png", picture(t, 1, 1)}).must(t, 200)
	q := r.form("PATCH", r.messages()+"/"+p.str("id"), body, file{"files[0]", "board.png", picture(t, 2, 1)}).must(t, 200)
	if dig(q.body, "components.0.items.0.media.width") != 2.0 || len(r.ana.In(r.general).Last().Attachments) != 1 {
		t.Errorf("after the edit: %s", q.raw)
	}
	kept := dig(q.body, "components.0.items.0.media.attachment_id")
	same := with(body, "attachments", []object{{"id": kept, "filename": "board.png"}})
	r.patch(r.messages()+"/"+p.str("id"), same).must(t, 200)
	r.patch(r.messages()+"/"+p.str("id"), with(body, "attachments", []object{{"id": kept}})).is(t, 400, 50035)
	r.patch(r.messages()+"/"+p.str("id"), with(body, "attachments", nil)).must(t, 200)
}

func TestTheFlagForComponentsCanBeAddedNotRemoved(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.send(object{"content": "old"}).must(t, 200)
	r.edit(p.str("id"), object{"flags": v2, "components": []object{text("new")}}).is(t, 400, 50035)
	r.edit(p.str("id"), object{"flags": v2, "content": nil, "components": []object{text("new")}}).must(t, 200)
	q := r.edit(p.str("id"), object{"flags": 0, "components": []object{text("newer")}})
	q.is(t, 400, 50035)
	if !slices.Contains(q.problems(), "flags: MESSAGE_COMPONENTS_V2_FLAG_REMOVED") {
		t.Errorf("problems are %v", q.problems())
	}
	r.edit(p.str("id"), object{"content": "text"}).is(t, 400, 50035)
	r.edit(p.str("id"), object{"components": []any{}}).is(t, 400, 50006)
	r.clock.Advance(time.Minute)
	q = r.edit(p.str("id"), object{"components": []object{text("newest")}}).must(t, 200)
	if got := r.ana.In(r.general).Last(); got.Text() != "newest" || !got.Edited || q.str("edited_timestamp") != "2026-12-04T12:01:00.000000+00:00" {
		t.Errorf("Ana reads %q, edited %v", got.Text(), q.body["edited_timestamp"])
	}
}

func TestEditsAreForOnesOwnMessages(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	m, err := r.ana.In(r.general).Say("mine")
	if err != nil {
		t.Fatal(err)
	}
	r.edit(m.ID, object{"content": "yours"}).is(t, 403, 50005)
	r.delete(r.messages()+"/"+m.ID).is(t, 403, 50013)
	r.general.Allow(r.guild.Bot(), discordtest.ManageMessages)
	r.delete(r.messages()+"/"+m.ID).must(t, 204)
	r.delete(r.messages()+"/"+m.ID).is(t, 404, 10008)
	r.edit("5", object{"content": "x"}).is(t, 404, 10008)
	r.get("/channels/5").is(t, 404, 10003)
}

func TestOldMessagesAllowFewEdits(t *testing.T) {
	r := newRig(t, discordtest.Config{OldEdits: 2})
	p := r.send(object{"content": "x"}).must(t, 200)
	r.clock.Advance(time.Hour)
	for range 5 {
		r.edit(p.str("id"), object{"content": "young"}).must(t, 200)
	}
	r.clock.Advance(time.Second)
	for range 2 {
		r.edit(p.str("id"), object{"content": "old"}).must(t, 200)
	}
	q := r.edit(p.str("id"), object{"content": "too much"})
	q.is(t, 429, 30046)
	if q.body["retry_after"] == nil {
		t.Errorf("no retry_after in %s", q.raw)
	}
	r.clock.Advance(time.Hour)
	r.edit(p.str("id"), object{"content": "later"}).must(t, 200)
}

func TestPermissionsOfAChannel(t *testing.T) {
	for name, c := range map[string]struct {
		deny discordtest.Permissions
		do   func(*rig, string) reply
		code int
	}{
		"view, for a message":   {discordtest.ViewChannel, func(r *rig, m string) reply { return r.send(object{"content": "x"}) }, 50001},
		"view, for the channel": {discordtest.ViewChannel, func(r *rig, m string) reply { return r.get("/channels/" + r.general.ID()) }, 50001},
		"send":                  {discordtest.SendMessages, func(r *rig, m string) reply { return r.send(object{"content": "x"}) }, 50013},
		"embed":                 {discordtest.EmbedLinks, func(r *rig, m string) reply { return r.send(object{"embeds": []object{{"title": "x"}}}) }, 50013},
		"attach": {discordtest.AttachFiles, func(r *rig, m string) reply {
			return r.form("POST", r.messages(), object{}, file{"files[0]", "a.txt", []byte("x")})
		}, 50013},
		"history, for a message": {discordtest.ReadMessageHistory, func(r *rig, m string) reply { return r.get(r.messages() + "/" + m) }, 50013},
		"history, for a reply": {discordtest.ReadMessageHistory, func(r *rig, m string) reply {
			return r.send(object{"content": "x", "message_reference": object{"message_id": m}})
		}, 160002},
		"public threads": {discordtest.CreatePublicThreads, func(r *rig, m string) reply { return r.post(r.messages()+"/"+m+"/threads", object{"name": "x"}) }, 50013},
		"private threads": {discordtest.CreatePrivateThreads, func(r *rig, m string) reply {
			return r.post("/channels/"+r.general.ID()+"/threads", object{"name": "x"})
		}, 50013},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, discordtest.Config{})
			m := r.send(object{"content": "first"}).must(t, 200).str("id")
			if c.deny != discordtest.CreatePrivateThreads { // which nobody has by default
				if p := c.do(r, m); p.status >= 300 {
					t.Fatalf("with permission: %d %s", p.status, p.raw)
				}
			}
			r = newRig(t, discordtest.Config{})
			m = r.send(object{"content": "first"}).must(t, 200).str("id")
			r.general.Deny(r.guild.Bot(), c.deny)
			c.do(r, m).is(t, 403, c.code)
		})
	}
}

func TestOverwritesAreAppliedInDiscordsOrder(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	can := func() bool { return r.send(object{"content": "x"}).status == 200 }
	r.general.DenyRole(r.guild.Everyone(), discordtest.SendMessages)
	if can() {
		t.Error("@everyone is denied, the bot may still send")
	}
	role := r.guild.NewRole("players", 0)
	r.guild.Bot().SetRoles(role)
	r.general.AllowRole(role, discordtest.SendMessages)
	if !can() {
		t.Error("a role allows it, the bot may not send")
	}
	r.general.Deny(r.guild.Bot(), discordtest.SendMessages)
	if can() {
		t.Error("the bot itself is denied, it may still send")
	}
	r.guild.Bot().SetRoles(r.guild.NewRole("admins", discordtest.Administrator))
	if !can() {
		t.Error("an administrator may not send")
	}
}

func TestHistoryIsListed(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	ids := repeat(5, func(i int) string { return r.send(object{"content": numbered("m", i)}).must(t, 200).str("id") })
	r.delete(r.messages()+"/"+ids[2]).must(t, 204)
	list := func(query string) string {
		var got []struct{ Content string }
		if err := json.Unmarshal(r.get(r.messages()+query).must(t, 200).raw, &got); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, m := range got {
			out = append(out, m.Content)
		}
		return strings.Join(out, " ")
	}
	for query, want := range map[string]string{"": "m4 m3 m1 m0", "?limit=2": "m4 m3", "?before=" + ids[3]: "m1 m0", "?after=" + ids[0] + "&limit=2": "m3 m1"} {
		if got := list(query); got != want {
			t.Errorf("%q lists %q, want %q", query, got, want)
		}
	}
	r.get(r.messages()+"?limit=101").is(t, 400, 50035)
	r.general.Deny(r.guild.Bot(), discordtest.ReadMessageHistory)
	if got := list(""); got != "" {
		t.Errorf("without permission it lists %q", got)
	}
}

func TestMentionsPingAsAllowed(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	role := r.guild.NewRole("players", 0)
	open := r.guild.NewRole("open", 0)
	open.SetMentionable(true)
	cleo := r.guild.Join("Cleo")
	r.general.Deny(cleo, discordtest.ViewChannel)
	everybody := "@everyone @here " + r.ana.Mention() + " <@!" + r.ben.ID() + "> " + role.Mention() + " " + open.Mention() + " " + cleo.Mention()
	ana, ben := r.ana.ID(), r.ben.ID()
	type pings = discordtest.Pings
	none := object{"parse": []string{}}
	for name, c := range map[string]struct {
		allowed any
		grant   discordtest.Permissions
		want    pings
	}{
		"absent":                    {nil, 0, pings{Users: []string{ana, ben}, Roles: []string{open.ID()}}},
		"absent, mention everyone":  {nil, discordtest.MentionEveryone, pings{Users: []string{ana, ben}, Roles: []string{role.ID(), open.ID()}, Everyone: true, Here: true}},
		"nobody":                    {none, discordtest.MentionEveryone, pings{}},
		"empty":                     {object{}, discordtest.MentionEveryone, pings{}},
		"one user":                  {object{"users": []string{ben}}, 0, pings{Users: []string{ben}}},
		"a user not in the text":    {object{"users": []string{"5"}}, 0, pings{}},
		"users":                     {object{"parse": []string{"users"}}, 0, pings{Users: []string{ana, ben}}},
		"roles":                     {object{"parse": []string{"roles"}}, 0, pings{Roles: []string{open.ID()}}},
		"everyone, not permitted":   {object{"parse": []string{"everyone"}}, 0, pings{}},
		"everyone, where permitted": {object{"parse": []string{"everyone"}}, discordtest.MentionEveryone, pings{Everyone: true, Here: true}},
	} {
		t.Run(name, func(t *testing.T) {
			r.guild.Bot().SetRoles(r.guild.NewRole("extra", c.grant))
			body := object{"content": everybody}
			parts := object{"flags": v2, "components": []object{{"type": 17, "components": []object{text(everybody)}}}}
			for _, b := range []object{body, parts} {
				if c.allowed != nil {
					b["allowed_mentions"] = c.allowed
				}
				r.send(b).must(t, 200)
				got := r.ana.In(r.general).Last().Pings
				if !slices.Equal(got.Users, c.want.Users) || !slices.Equal(got.Roles, c.want.Roles) || got.Everyone != c.want.Everyone || got.Here != c.want.Here {
					t.Errorf("pinged %+v, want %+v", got, c.want)
				}
				if got.None() != c.want.None() {
					t.Errorf("None is %v", got.None())
				}
			}
		})
	}
}

func TestAReplyPingsUnlessToldNotTo(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	m, err := r.ana.In(r.general).Say("hello")
	if err != nil {
		t.Fatal(err)
	}
	ref := object{"message_id": m.ID}
	for _, c := range []struct {
		allowed any
		want    bool
	}{{nil, true}, {object{"parse": []string{}}, false}, {object{"replied_user": true}, true}} {
		body := object{"content": "hi", "message_reference": ref}
		if c.allowed != nil {
			body["allowed_mentions"] = c.allowed
		}
		r.send(body).must(t, 200)
		last := r.ben.In(r.general).Last()
		if got := slices.Contains(last.Pings.Users, r.ana.ID()); got != c.want || last.ReplyTo != m.ID || last.Kind != 19 {
			t.Errorf("allowed %v: pinged %v, want %v", c.allowed, got, c.want)
		}
	}
	r.send(object{"content": "x", "message_reference": object{"message_id": "5", "fail_if_not_exists": false}}).must(t, 200)
}

func TestEditsNeverPing(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.send(object{"content": "x"}).must(t, 200)
	r.edit(p.str("id"), object{"content": r.ana.Mention()}).must(t, 200)
	if got := r.ana.In(r.general).Last().Pings; !got.None() {
		t.Errorf("an edit pinged %+v", got)
	}
}

func TestAnswersPingToo(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	i, a := r.run()
	i.answer(4, object{"content": r.ben.Mention()}).must(t, 204)
	if got := a.Reply().Pings.Users; !slices.Equal(got, []string{r.ben.ID()}) {
		t.Errorf("pinged %v", got)
	}
	i, a = r.run()
	i.answer(4, object{"content": r.ben.Mention(), "flags": 64}).must(t, 204)
	if got := a.Reply().Pings; !got.None() {
		t.Errorf("an ephemeral message pinged %v", got)
	}
}

func TestNonceSavesFromSendingTwice(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	body := object{"content": "x", "nonce": "one", "enforce_nonce": true}
	first, second := r.send(body).must(t, 200), r.send(body).must(t, 200)
	if first.str("id") != second.str("id") || len(r.ana.Sees(r.general)) != 1 {
		t.Error("it was sent twice")
	}
	r.send(object{"content": "x", "nonce": "one"}).must(t, 200)
	r.send(object{"content": "x", "nonce": "two", "enforce_nonce": true}).must(t, 200)
	if n := len(r.ana.Sees(r.general)); n != 3 {
		t.Errorf("%d messages, want 3", n)
	}
	r.clock.Advance(10 * time.Minute)
	if r.send(body).must(t, 200).str("id") == first.str("id") {
		t.Error("the nonce was remembered too long")
	}
}

func TestClosedDMs(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	dm := func(m *discordtest.Member) reply {
		c := r.post("/users/@me/channels", object{"recipient_id": m.ID()}).must(t, 200)
		return r.post("/channels/"+c.str("id")+"/messages", object{"content": "hello"})
	}
	dm(r.ana).must(t, 200)
	if got := r.ana.InDM().Last().Text(); got != "hello" {
		t.Errorf("Ana reads %q", got)
	}
	r.ana.SetClosedDMs(true)
	dm(r.ana).is(t, 403, 50007)
	dm(r.ben).must(t, 200)
	r.ben.Leave()
	dm(r.ben).is(t, 403, 50007)
	r.post("/users/@me/channels", object{"recipient_id": "5"}).is(t, 400, 50035)
}

func TestThreadsFromMessages(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	m := r.send(object{"content": "a game"}).must(t, 200).str("id")
	th := r.post(r.messages()+"/"+m+"/threads", object{"name": "Ana and Ben"}).must(t, 201)
	if th.str("id") != m || th.body["type"] != 11.0 || th.str("parent_id") != r.general.ID() || th.str("owner_id") != r.AppID() {
		t.Errorf("the thread is %s", th.raw)
	}
	if got := r.ana.In(r.general).Last(); got.ThreadID != m || got.Flags&discordtest.FlagHasThread == 0 {
		t.Errorf("the message is %+v", got)
	}
	r.post(r.messages()+"/"+m+"/threads", object{"name": "again"}).is(t, 400, 160004)
	r.post(r.messages()+"/5/threads", object{"name": "x"}).is(t, 404, 10008)
	r.post(r.messages()+"/"+m+"/threads", object{"name": ""}).is(t, 400, 50035)
	in := "/channels/" + m
	x := r.post(in+"/messages", object{"content": "inside"}).must(t, 200).str("id")
	r.post(in+"/messages/"+x+"/threads", object{"name": "deeper"}).is(t, 400, 50024)
	r.general.Deny(r.guild.Bot(), discordtest.SendMessagesInThreads)
	r.post(in+"/messages", object{"content": "inside"}).is(t, 403, 50013)
	r.send(object{"content": "outside"}).must(t, 200)
}

func TestArchivedAndLockedThreads(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	th := r.post("/channels/"+r.general.ID()+"/threads", object{"name": "a game", "type": 11, "auto_archive_duration": 60}).must(t, 201).str("id")
	path := "/channels/" + th
	m := r.post(path+"/messages", object{"content": "x"}).must(t, 200).str("id")
	archived := func() bool {
		return dig(r.get(path).must(t, 200).body, "thread_metadata.archived").(bool)
	}
	r.patch(path, object{"archived": true}).must(t, 200)
	if !archived() {
		t.Fatal("not archived")
	}
	r.patch(path+"/messages/"+m, object{"content": "y"}).is(t, 403, 50083)
	r.patch(path, object{"name": "new"}).is(t, 403, 50083)
	r.post(path+"/messages", object{"content": "wakes it"}).must(t, 200)
	if archived() {
		t.Error("a message did not wake the thread")
	}
	r.patch(path+"/messages/"+m, object{"content": "y"}).must(t, 200)

	r.patch(path, object{"locked": true}).is(t, 403, 50013)
	r.Channel(th).SetLocked(true)
	r.post(path+"/messages", object{"content": "x"}).is(t, 403, 50083)
	r.patch(path+"/messages/"+m, object{"content": "z"}).is(t, 403, 50083)
	r.patch(path, object{"locked": false}).is(t, 403, 50013)
	r.patch(path, object{"name": "new"}).is(t, 403, 50013)
	r.guild.Bot().SetRoles(r.guild.NewRole("moderators", discordtest.ManageThreads))
	r.post(path+"/messages", object{"content": "x"}).must(t, 200)
	r.patch(path, object{"archived": true, "locked": true}).must(t, 200)
	r.patch(path, object{"archived": false, "locked": false}).must(t, 200)
	r.post("/channels/"+r.general.ID()+"/threads", object{"name": "x", "type": 11, "auto_archive_duration": 61}).is(t, 400, 50035)
}

func TestMembersAndGuilds(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := "/guilds/" + r.guild.ID()
	if p := r.get(g).must(t, 200); p.str("name") != "Orchard" {
		t.Errorf("the guild is %s", p.raw)
	}
	if p := r.get(g+"/members/"+r.ana.ID()).must(t, 200); dig(p.body, "user.username") != "Ana" {
		t.Errorf("Ana is %s", p.raw)
	}
	r.ana.Leave()
	r.get(g+"/members/"+r.ana.ID()).is(t, 404, 10007)
	r.get(g+"/members/5").is(t, 404, 10013)
	r.get("/guilds/5").is(t, 404, 10004)
	r.ana.Rejoin()
	r.get(g+"/members/"+r.ana.ID()).must(t, 200)
}

func TestBodiesThatAreNoJSON(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	r.post(r.messages(), `{"content":"x"`).is(t, 400, 50109)
	r.post(r.messages(), `{"content":"x"} {}`).is(t, 400, 50109)
	r.post(r.messages(), `"x"`).is(t, 400, 50035)
	req := r.request("POST", r.messages(), `{"content":"x"}`)
	req.Header.Set("Content-Type", "text/plain")
	r.do(req).is(t, 400, 50035)
}

func TestBothVersionsOfTheAPI(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	req := r.request("GET", "/users/@me", nil)
	req.URL.Path = "/api/v9/users/@me"
	r.do(req).must(t, 200)
	req = r.request("GET", "/users/@me", nil)
	req.URL.Path = "/api/v6/users/@me"
	r.do(req).must(t, 404)
}

func TestFilesHaveALimit(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	big := make([]byte, 10<<20)
	r.form("POST", r.messages(), object{"content": "x"}, file{"files[0]", "a.bin", big}).must(t, 200)
	big = append(big, 0)
	r.form("POST", r.messages(), object{"content": "x"}, file{"files[0]", "a.bin", big}).is(t, 413, 40005)
	i, _ := r.run()
	r.form("POST", i.callbackPath(), object{"type": 4, "data": object{"content": "x"}}, file{"files[0]", "a.bin", big}).is(t, 413, 40005)
	i.answer(4, object{"content": "without it"}).must(t, 204)
	r.form("POST", r.messages(), object{"content": "x"}, repeat(3, func(n int) file {
		return file{numbered("files[", n) + "]", "a.bin", big[:9<<20]}
	})...).is(t, 413, 40005)
}
