package discordtest_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
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
	t.Parallel()
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

// What a real client makes of the answers matters as much as what it sends.
func TestARealClientUnderstandsEveryAnswer(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Config{})
	general := d.NewGuild("Orchard").NewChannel("general")
	ana := general.Guild().Join("Ana", discordtest.WithNick("A."))
	bot := session(t, d)
	guilds, threads := make(chan *discordgo.GuildCreate, 1), make(chan *discordgo.ThreadCreate, 1)
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) { guilds <- e })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadCreate) { threads <- e })
	asked := make(chan *discordgo.Interaction, 1)
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) { asked <- e.Interaction })
	open(t, bot)
	if g := <-guilds; g.Name != "Orchard" || len(g.Channels) != 1 || len(g.Roles) != 2 {
		t.Errorf("the guild is %+v", g.Guild)
	}
	register(t, bot, d, echoCommand)
	check := func(what string, err error, ok bool) {
		t.Helper()
		if err != nil || !ok {
			t.Errorf("%s: %v, %v", what, err, ok)
		}
	}
	list, err := bot.ApplicationCommands(d.AppID(), "")
	check("commands", err, len(list) == 1 && list[0].Options[0].Required && list[0].DefaultMemberPermissions == nil)
	me, err := bot.User("@me")
	check("user", err, me.Bot && me.ID == d.AppID())
	app, err := bot.Application("@me")
	check("application", err, app.ID == d.AppID())
	member, err := bot.GuildMember(general.Guild().ID(), ana.ID())
	check("member", err, member.Nick == "A." && member.User.Username == "Ana" && !member.JoinedAt.IsZero())
	limit, err := bot.GatewayBot()
	check("gateway", err, limit.SessionStartLimit.Total == 1000 && limit.SessionStartLimit.Remaining == 999)

	a := ana.In(general).NoWait().Run("/echo", discordtest.String("text", "hello"))
	i := <-asked
	check("interaction", nil, i.Member.User.Username == "Ana" && i.Member.Permissions != 0 && i.AppPermissions != 0 && i.GuildID == general.Guild().ID())
	check("defer", bot.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}), true)
	content := "done"
	m, err := bot.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &content, Files: []*discordgo.File{{Name: "a.txt", Reader: strings.NewReader("x")}}})
	check("edit", err, m.Content == "done" && len(m.Attachments) == 1 && m.InteractionMetadata.User.Username == "Ana")
	check("the member's view", nil, a.Wait().Text() == "done\n(file: a.txt)")
	m, err = bot.InteractionResponse(i)
	check("get", err, m.Content == "done")
	f, err := bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "more", Flags: discordgo.MessageFlagsEphemeral})
	check("follow-up", err, f.Content == "more" && f.Flags&discordgo.MessageFlagsEphemeral != 0)
	check("delete the follow-up", bot.FollowupMessageDelete(i, f.ID), true)
	check("delete the answer", bot.InteractionResponseDelete(i), true)

	m, err = bot.ChannelMessageSendComplex(general.ID(), &discordgo.MessageSend{Flags: discordgo.MessageFlagsIsComponentsV2, Components: []discordgo.MessageComponent{
		discordgo.Container{Components: []discordgo.MessageComponent{
			discordgo.Section{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "text"}}, Accessory: discordgo.Button{Label: "b", CustomID: "b"}},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://b.png"}}}},
			discordgo.Separator{}}}},
		Files: []*discordgo.File{{Name: "b.png", ContentType: "image/png", Reader: strings.NewReader(string(picture(t, 2, 2)))}}})
	check("components", err, len(m.Components) == 1 && len(m.Components[0].(*discordgo.Container).Components) == 3)
	th, err := bot.MessageThreadStart(general.ID(), m.ID, "a game", 60)
	check("thread", err, th.ID == m.ID && th.IsThread() && th.ThreadMetadata.AutoArchiveDuration == 60)
	check("thread event", nil, (<-threads).ID == th.ID)
	dm, err := bot.UserChannelCreate(ana.ID())
	check("dm", err, dm.Type == discordgo.ChannelTypeDM && dm.Recipients[0].ID == ana.ID())
	history, err := bot.ChannelMessages(general.ID(), 10, "", "", "")
	check("history", err, len(history) == 1 && history[0].Thread.ID == th.ID)
	check("delete", bot.ChannelMessageDelete(general.ID(), m.ID), true)
	_, err = bot.ChannelMessage(general.ID(), m.ID)
	var rest *discordgo.RESTError
	check("error", nil, errors.As(err, &rest) && rest.Message.Code == discordgo.ErrCodeUnknownMessage)
	if u := d.UnknownRequests(); len(u) > 0 {
		t.Errorf("unknown requests: %+v", u)
	}
}
