package discordtest_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"windfall/bot/discordtest"
)

// session returns a real client that believes it talks to Discord.
func session(t testing.TB, d *discordtest.Server) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot " + d.Token())
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: d.Transport(), Timeout: 20 * time.Second}
	s.Dialer = &websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		return d.DialContext(ctx, network, addr)
	}}
	s.StateEnabled = false
	s.Identify.Intents = discordgo.IntentsGuilds
	s.LogLevel = -1
	return s
}

// open opens the session and closes it with the test.
func open(t testing.TB, s *discordgo.Session) {
	t.Helper()
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
}

// answer lets a session answer every interaction with what f returns; nil is
// silence.
func answer(s *discordgo.Session, f func(*discordgo.Interaction) *discordgo.InteractionResponse) {
	s.AddHandler(func(s *discordgo.Session, e *discordgo.InteractionCreate) {
		if r := f(e.Interaction); r != nil {
			_ = s.InteractionRespond(e.Interaction, r)
		}
	})
}

func register(t testing.TB, s *discordgo.Session, d *discordtest.Server, commands ...*discordgo.ApplicationCommand) {
	t.Helper()
	if _, err := s.ApplicationCommandBulkOverwrite(d.AppID(), "", commands); err != nil {
		t.Fatal(err)
	}
}

func say(text string, flags discordgo.MessageFlags, rows ...discordgo.MessageComponent) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: text, Flags: flags, Components: rows}}
}

func row(buttons ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: buttons}
}

// echo is a bot that answers /echo with what it was told and counts presses of
// its button.
func echo(i *discordgo.Interaction) *discordgo.InteractionResponse {
	button := discordgo.Button{Label: "Again", CustomID: "again"}
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		return say(i.ApplicationCommandData().Options[0].StringValue(), 0, row(button))
	case discordgo.InteractionMessageComponent:
		r := say(i.Message.Content+"!", 0, row(button))
		r.Type = discordgo.InteractionResponseUpdateMessage
		return r
	}
	return nil
}

var echoCommand = &discordgo.ApplicationCommand{Name: "echo", Description: "Says it again", Options: []*discordgo.ApplicationCommandOption{
	{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "What to say", Required: true}}}

func TestARealClientPlaysAStory(t *testing.T) {
	d := discordtest.New(t, discordtest.Config{})
	general := d.NewGuild("Orchard").NewChannel("general")
	ana, ben := general.Guild().Join("Ana"), general.Guild().Join("Ben")
	bot := session(t, d)
	answer(bot, echo)
	open(t, bot)
	register(t, bot, d, echoCommand)

	msg := ana.In(general).Run("/echo", discordtest.String("text", "hello")).Reply()
	if got, want := msg.Text(), "hello\n[Again]"; got != want {
		t.Errorf("Ana reads %q, want %q", got, want)
	}
	if got := ben.Press(msg, "Again"); got.State() != discordtest.Updated || got.Text() != "hello!\n[Again]" {
		t.Errorf("after Ben's press: %v, %q", got.State(), got.Text())
	}
	if n := len(ana.Sees(general)); n != 1 {
		t.Errorf("Ana sees %d messages, want 1", n)
	}
	if u := d.UnknownRequests(); len(u) > 0 {
		t.Errorf("unknown requests: %+v", u)
	}
}
