package discordtest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/discordtest"
)

// description is the path of Discord's API description, or skips the test.
func description(t *testing.T) string {
	t.Helper()
	path := os.Getenv("DISCORD_OPENAPI")
	if path == "" {
		t.Skip("DISCORD_OPENAPI does not name Discord's API description; nothing is checked against it")
	}
	return path
}

func TestBodiesMeetDiscordsOwnDescription(t *testing.T) {
	path := description(t)
	t.Run("good bodies pass", func(t *testing.T) {
		r := newRig(t, discordtest.Config{OpenAPI: path}).online()
		for _, c := range payloads {
			if c.code == 0 {
				r.send(c.body).must(t, 200)
				i, _ := r.run()
				i.answer(4, c.body).must(t, 204)
			}
		}
		for _, c := range commands {
			if c.problem == "" {
				r.put("/applications/"+r.AppID()+"/commands", c.list).must(t, 200)
			}
		}
		r.put("/applications/"+r.AppID()+"/commands", []object{{"name": "play", "description": "Plays"}}).must(t, 200)
		for _, c := range modals {
			if c.problem == "" {
				i, _ := r.run()
				i.answer(9, c.body).must(t, 204)
			}
		}
		mine := r.AddEmoji("serpent")
		r.send(object{"components": []object{actionRow(with(button("", "a"), "emoji", object{"id": mine}))}}).must(t, 200)
		r.form("POST", r.messages(), object{"content": "x"}, file{"files[0]", "a.png", picture(t, 1, 1)}).must(t, 200)
		r.post("/channels/"+r.general.ID()+"/threads", object{"name": "x", "type": 11}).must(t, 201)
		i, _ := r.run()
		i.answer(5, object{"flags": 64}).must(t, 204)
		r.patch(i.original(), object{"flags": v2, "components": []object{text("x")}}).must(t, 200)
		r.post(i.hook(), object{"content": "x"}).must(t, 200)
		for _, v := range r.Violations() {
			t.Errorf("%s %s: %s\n%s", v.Method, v.Route, v.Problem, v.Body)
		}
	})
	t.Run("bad bodies fail visibly", func(t *testing.T) {
		r := newRig(t, discordtest.Config{OpenAPI: path})
		p := r.send(object{"content": "x", "tts": "loud"})
		p.is(t, 400, 50035)
		v := r.Violations()
		if len(v) != 1 || !strings.Contains(v[0].Problem, "tts") || !strings.Contains(string(p.raw), "SCHEMA_VIOLATION") {
			t.Errorf("violations: %+v, answer %s", v, p.raw)
		}
	})
	t.Run("a real client's bodies pass", func(t *testing.T) {
		d := discordtest.New(t, discordtest.Config{OpenAPI: path})
		general := d.NewGuild("Orchard").NewChannel("general")
		ana := general.Guild().Join("Ana")
		bot := session(t, d)
		answer(bot, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			if i.Type == discordgo.InteractionApplicationCommand && i.ApplicationCommandData().Name == "form" {
				return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
					CustomID: "f", Title: "F", Components: []discordgo.MessageComponent{row(discordgo.TextInput{CustomID: "x", Label: "X", Style: 1})}}}
			}
			return echo(i)
		})
		open(t, bot)
		permissions := int64(discordgo.PermissionManageGuild)
		register(t, bot, d, echoCommand, &discordgo.ApplicationCommand{Name: "form", Description: "F", DefaultMemberPermissions: &permissions})
		msg := ana.In(general).Run("/echo", discordtest.String("text", "hello")).Reply()
		ana.Press(msg, "Again").Reply()
		general.Guild().Owner().In(general).Run("/form")
		m, err := bot.ChannelMessageSendComplex(general.ID(), &discordgo.MessageSend{Content: "x", Files: []*discordgo.File{{Name: "a.txt", Reader: strings.NewReader("x")}}})
		if err != nil {
			t.Fatal(err)
		}
		edit := discordgo.NewMessageEdit(general.ID(), m.ID).SetContent("y")
		edit.Components = &[]discordgo.MessageComponent{row(discordgo.Button{Label: "b", CustomID: "b"})}
		if _, err := bot.ChannelMessageEditComplex(edit); err != nil {
			t.Fatal(err)
		}
		for _, v := range d.Violations() {
			t.Errorf("%s %s: %s\n%s", v.Method, v.Route, v.Problem, v.Body)
		}
	})
}

func TestADescriptionThatIsNone(t *testing.T) {
	if _, err := discordtest.NewServer(discordtest.Config{OpenAPI: "/nowhere.json"}); err == nil {
		t.Error("a missing file was accepted")
	}
	path := t.TempDir() + "/x.json"
	if err := os.WriteFile(path, []byte(`{"paths":5}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := discordtest.NewServer(discordtest.Config{OpenAPI: path}); err == nil {
		t.Error("a file without paths was accepted")
	}
}
