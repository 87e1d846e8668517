package discordtest_test

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"windfall/bot/discordtest"
)

// A bot with one command and one button, and two members who use them.
func Example() {
	d, err := discordtest.NewServer(discordtest.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer d.Close()

	// The bot, here with discordgo. It does not know where it is.
	bot, _ := discordgo.New("Bot " + d.Token())
	bot.Client = &http.Client{Transport: d.Transport()}
	bot.Dialer = &websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		return d.DialContext(ctx, network, addr)
	}}
	bot.Identify.Intents = discordgo.IntentsGuilds
	bot.AddHandler(func(s *discordgo.Session, e *discordgo.InteractionCreate) {
		answer := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "Who wants an apple?", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "I do", CustomID: "apple"}}}}}}
		if e.Type == discordgo.InteractionMessageComponent {
			answer.Type = discordgo.InteractionResponseUpdateMessage
			answer.Data = &discordgo.InteractionResponseData{Content: e.Member.User.Username + " ate the apple."}
		}
		_ = s.InteractionRespond(e.Interaction, answer)
	})
	if err := bot.Open(); err != nil {
		fmt.Println(err)
		return
	}
	defer bot.Close()
	if _, err := bot.ApplicationCommandCreate(d.AppID(), "", &discordgo.ApplicationCommand{Name: "apple", Description: "Offers an apple"}); err != nil {
		fmt.Println(err)
		return
	}

	// The people.
	orchard := d.NewGuild("Orchard")
	general := orchard.NewChannel("general")
	ana, ben := orchard.Join("Ana"), orchard.Join("Ben")

	msg := ana.In(general).Run("/apple").Reply()
	fmt.Println(msg.Text())
	fmt.Println(ben.Press(msg, "I do").Text())
	fmt.Println(ana.Press(msg, "I do").Err() != nil)
	// Output:
	// Who wants an apple?
	// [I do]
	// Ben ate the apple.
	// true
}
