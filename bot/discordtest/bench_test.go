package discordtest_test

import (
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/discordtest"
)

// BenchmarkPresses measures presses of a button from end to end, through a
// real client that updates the message: one user, or sixteen at a time.
func BenchmarkPresses(b *testing.B) {
	for _, users := range []int{1, 16} {
		b.Run(map[int]string{1: "one", 16: "sixteen"}[users], func(b *testing.B) {
			d := discordtest.New(b, discordtest.Config{Lean: true, KeepEphemeral: 10})
			g := d.NewGuild("Orchard")
			bot := session(b, d)
			answer(bot, echoBig)
			open(b, bot)
			register(b, bot, d, echoCommand)
			var wg sync.WaitGroup
			places := make([]discordtest.Place, users)
			messages := make([]discordtest.Message, users)
			for i := range users {
				places[i] = g.Join("Ana").In(g.NewChannel("general"))
				messages[i] = places[i].Run("/echo", discordtest.String("text", "hello")).Reply()
			}
			b.ResetTimer()
			for i := range users {
				wg.Go(func() {
					for range b.N / users {
						if a := places[i].Press(messages[i], "b3"); a.State() != discordtest.Updated {
							b.Error(a.State(), a.Err())
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "presses/s")
		})
	}
}

// echoBig answers with a table of 25 buttons.
func echoBig(i *discordgo.Interaction) *discordgo.InteractionResponse {
	r := say("a table", 0)
	for y := range 5 {
		var buttons []discordgo.MessageComponent
		for x := range 5 {
			n := string(rune('a' + y*5 + x))
			buttons = append(buttons, discordgo.Button{Label: n + "3", CustomID: n + "3"})
		}
		r.Data.Components = append(r.Data.Components, row(buttons...))
	}
	if i.Type == discordgo.InteractionMessageComponent {
		r.Type = discordgo.InteractionResponseUpdateMessage
	}
	return r
}
