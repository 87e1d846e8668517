package discordtest_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

func TestRoomsCanBeLookedAtAndChanged(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	path := "/channels/" + r.general.ID()
	if p := r.get(path).must(t, 200); p.str("name") != "general" || p.str("guild_id") != r.guild.ID() || p.body["type"] != 0.0 {
		t.Errorf("the channel is %s", p.raw)
	}
	r.patch(path, object{"name": "hall"}).is(t, 403, 50013)
	r.delete(path).is(t, 403, 50013)
	r.guild.Bot().SetRoles(r.guild.NewRole("keepers", discordtest.ManageChannels|discordtest.ManageThreads))
	r.patch(path, object{"name": ""}).is(t, 400, 50035)
	r.patch(path, object{"name": "hall"}).must(t, 200)
	if r.general.Name() != "hall" {
		t.Errorf("its name is %q", r.general.Name())
	}
	th := r.general.NewThread("thread")
	if !strings.Contains(string(r.get("/guilds/"+r.guild.ID()+"/channels").must(t, 200).raw), `"hall"`) {
		t.Error("the guild does not list its channel")
	}
	r.delete("/channels/"+th.ID()).must(t, 200)
	r.get("/channels/"+th.ID()).is(t, 404, 10003)
	r.post(path+"/typing", nil).must(t, 204)
	r.delete(path).must(t, 200)
	if _, _, deleted := r.general.State(); !deleted || len(r.guild.Channels()) != 0 {
		t.Error("it is still there")
	}
}

// Which threads there can be depends on the type of the channel.
func TestThreadsFitTheirChannel(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	voice, news, forum := r.guild.NewVoiceChannel("lounge"), r.guild.NewAnnouncementChannel("news"), r.guild.NewForum("games")
	for _, c := range []struct {
		channel *discordtest.Channel
		kind    int
		status  int
		code    int
	}{
		{r.general, discordtest.PublicThread, 201, 0},
		{r.general, discordtest.AnnouncementThread, 400, 50024},
		{news, discordtest.AnnouncementThread, 201, 0},
		{news, discordtest.PublicThread, 400, 50024},
		{voice, discordtest.PublicThread, 400, 50024},
		{forum, discordtest.PublicThread, 400, 50035},
		{news.NewThread("one"), discordtest.AnnouncementThread, 400, 50024},
	} {
		p := r.post("/channels/"+c.channel.ID()+"/threads", object{"name": "a game", "type": c.kind})
		if p.status != c.status || c.code != 0 && p.body["code"] != float64(c.code) {
			t.Errorf("a thread of type %d in one of type %d: %d %s", c.kind, c.channel.Kind(), p.status, p.raw)
		}
	}
	if k := forum.NewThread("a post").Kind(); k != discordtest.PublicThread {
		t.Errorf("a post of a forum has type %d", k)
	}
	if k := r.get("/channels/"+voice.ID()).must(t, 200).body["type"]; k != 2.0 {
		t.Errorf("the voice channel has type %v", k)
	}
}

func TestUsersCanBeLookedUp(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	if p := r.get("/users/"+r.ana.ID()).must(t, 200); p.str("username") != "Ana" || p.body["bot"] != nil {
		t.Errorf("Ana is %s", p.raw)
	}
	r.get("/users/5").is(t, 404, 10013)
	robot := r.guild.Join("Cleo", discordtest.AsBot())
	r.post("/users/@me/channels", object{"recipient_id": robot.ID()}).is(t, 403, 50007)
	if p := r.get("/users/@me/guilds").must(t, 200); !strings.Contains(string(p.raw), `"Orchard"`) {
		t.Errorf("guilds are %s", p.raw)
	}
	var names []string
	for _, m := range r.guild.Members() {
		names = append(names, m.Name())
	}
	if got := strings.Join(names, " "); got != "owner Ana Ben Cleo" {
		t.Errorf("members are %q", got)
	}
}

func TestFilesAndEmbedsShowAttachments(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.form("POST", r.messages(), object{"flags": v2, "components": []object{{"type": 13, "file": object{"url": "attachment://record.json"}}}},
		file{"files[0]", "record.json", []byte(`{"a":1}`)}).must(t, 200)
	if dig(p.body, "components.0.name") != "record.json" || dig(p.body, "components.0.size") != 7.0 || dig(p.body, "components.0.file.attachment_id") != r.ana.In(r.general).Last().Attachments[0].ID {
		t.Errorf("the file is %s", p.raw)
	}
	if got := r.ana.In(r.general).Last().Text(); got != "(file: record.json)" {
		t.Errorf("Ana reads %q", got)
	}
	p = r.form("POST", r.messages(), object{"embeds": []object{{"image": object{"url": "attachment://a.png"}}}}, file{"files[0]", "a.png", picture(t, 2, 3)}).must(t, 200)
	if dig(p.body, "embeds.0.image.url") != r.ana.In(r.general).Last().Attachments[0].URL || len(p.body["attachments"].([]any)) != 0 || dig(p.body, "embeds.0.image.height") != 3.0 {
		t.Errorf("the embed is %s", p.raw)
	}
	p = r.form("POST", r.messages(), object{"content": "x", "attachments": []object{{"id": 0, "filename": "../odd name?.txt"}}}, file{"files[0]", "x.txt", []byte("x")}).must(t, 200)
	if got := dig(p.body, "attachments.0.filename"); got != "odd_name_.txt" {
		t.Errorf("the name is %v", got)
	}
	r.form("POST", r.messages(), object{"content": "x"}, repeat(11, func(i int) file {
		return file{"files[" + numbered("", i) + "]", "x.txt", []byte("x")}
	})...).is(t, 400, 50035)
}

func TestASilentBotIsToldWithItsRefusedAnswer(t *testing.T) {
	c := &complaints{T: t}
	clock := discordtest.NewClock(noon)
	r := &rig{t: t, clock: clock, Server: discordtest.New(c, discordtest.Config{Clock: clock, Patience: 200 * time.Millisecond})}
	r.guild = r.NewGuild("Orchard")
	r.general = r.guild.NewChannel("general")
	r.ana = r.guild.Join("Ana")
	r.online()
	go func() { r.asked().answer(4, object{}) }()
	a := r.ana.In(r.general).Try().Run("/play")
	if !errors.Is(a.Err(), discordtest.ErrSilent) || !strings.Contains(a.Err().Error(), "50006") {
		t.Errorf("got %v", a.Err())
	}
	if !strings.Contains(a.Refusal(), "Cannot send an empty message") {
		t.Errorf("the refusal is %q", a.Refusal())
	}
}

func TestAPageCanShowWhatThereIs(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online(object{"name": "play", "description": "x"}, object{"name": "admins", "description": "x", "default_member_permissions": "0"})
	if list := r.ana.In(r.general).Commands(); len(list) != 1 || list[0].Name != "play" {
		t.Errorf("Ana is offered %+v", list)
	}
	m := table(r)
	if len(m.Buttons()) != 7 || m.Button("Take it") == nil || m.Button("Same") != nil || m.Button("Nothing") != nil {
		t.Errorf("buttons are %+v", m.Buttons())
	}
	r.ana.In(r.general).NoWait().SelectID(m, "tree", "stolen")
	if got := r.asked().body; dig(got, "data.values.0") != "stolen" || dig(got, "data.custom_id") != "tree" {
		t.Errorf("a hostile choice arrived as %v", got["data"])
	}
	r.edit(m.ID, object{"components": []object{text("over")}}).must(t, 200)
	now, ok := r.ana.In(r.general).Look(m)
	if !ok || now.Text() != "over" || now.Revision != m.Revision+1 || strings.HasPrefix(m.Text(), "over") {
		t.Errorf("now it is %q, then it was %q", now.Text(), m.Text())
	}
	if r.Channel(r.general.ID()) != r.general || r.Channel("5") != nil {
		t.Error("channels are not found by id")
	}
}

func TestManyMessagesComeAndGo(t *testing.T) {
	r := newRig(t, discordtest.Config{Lean: true})
	var kept []string
	for n := range 200 {
		id := r.send(object{"content": numbered("m", n)}).must(t, 200).str("id")
		if n%10 == 0 {
			kept = append(kept, id)
		} else {
			r.delete(r.messages()+"/"+id).must(t, 204)
		}
	}
	all := r.ana.Sees(r.general)
	if len(all) != len(kept) {
		t.Fatalf("%d messages, want %d", len(all), len(kept))
	}
	for n, m := range all {
		if m.ID != kept[n] || r.get(r.messages()+"/"+m.ID).status != 200 {
			t.Errorf("message %d is %s, want %s", n, m.ID, kept[n])
		}
	}
}
