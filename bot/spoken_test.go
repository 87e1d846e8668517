package bot_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
)

// localeOf is a locale of Discord's in which a language is read.
func localeOf(l text.Language) string {
	return map[text.Language]string{
		text.English: "en-GB", text.German: "de", text.French: "fr", text.Spanish: "es-419",
	}[l]
}

// Ana reads one language, and the server that she plays Adaman in speaks another,
// or the same. What she alone sees is in hers, whatever it answers; what everybody
// sees is in the server's, whoever asked for it, and also where nobody did.
func TestEveryoneReadsTheirOwnLanguage(t *testing.T) {
	t.Parallel()
	for _, reader := range text.Languages() {
		for _, server := range text.Languages() {
			t.Run(reader.Tag()+" in "+server.Tag(), func(t *testing.T) {
				h := open(t)
				guild := h.discord.NewGuild("Orchard")
				guild.SetLocale(localeOf(server))
				channel := guild.NewChannel("general")
				ana := guild.Join("Ana")
				ana.SetLocale(localeOf(reader))
				at := ana.In(channel)
				line := h.drawDaily(adaman.Won)

				// Her board, and what her plays make of it.
				p := h.daily(at)
				p.say = reader
				tells(t, p.board.Text(), reader.DailyHeading(1, friday), reader.Payment(text.PlayChoice{}), reader.GiveUp(), reader.SuitLetters())
				for _, m := range line {
					p.choose(m)
					c := text.PlayChoice{Made: true, Target: m.Target, Spend: m.Spend}
					tells(t, p.board.Text(), reader.CardLabel(m.Target)+text.Chosen, reader.Payment(c))
					p.press(reader.ControlLabel(c))
				}
				tells(t, p.board.Text(), reader.StreakNow(text.Streak{Days: 1}), reader.AlwaysShare(), reader.ShareAsText())

				// She shares it with everybody, and takes a copy for herself.
				tells(t, p.press(reader.Share()), reader.SharedHere())
				tells(t, lastPublic(ana, channel).Text(), server.PlayItToo())
				tells(t, at.Press(p.board, reader.ShareAsText()).Text(), strings.Split(reader.ShareText(text.Shared{}), "\n")[0])

				// Statistics and tables are for everybody, or for her.
				h.clock.Advance(25 * time.Hour)
				h.settle()
				tells(t, at.Run("/stats").Text(), server.HereOnly())
				tells(t, at.Run("/stats", discordtest.Bool("private", true)).Text(), reader.HereOnly())
				table := at.Run("/leaderboard").Reply()
				tells(t, table.Text(), server.DailyHeading(1, friday), server.WeekTab(), server.DayRecord())
				tells(t, at.Press(table, server.MonthTab()).Text(), reader.MonthTitle(friday), reader.AllTimeTab())

				// The archive is hers, and so is what she is refused.
				tells(t, at.Run("/adaman archive").Text(), reader.ArchiveTitle(), reader.ArchiveFoot())
				tells(t, at.Run("/adaman schedule").Text(), reader.ScheduleOnly())
				tells(t, at.Run("/leaderboard", discordtest.Int("day", 500)).Text(), reader.StillToCome(500))

				// The announcement comes by itself.
				guild.Owner().In(channel).Run("/adaman schedule", discordtest.String("time", "20:00"))
				h.clock.Advance(2 * time.Hour)
				h.eventually(func() bool { return lastPublic(ana, channel).Button(server.Play()) != nil })
				tells(t, lastPublic(ana, channel).Text(), server.AnnouncedDay(2, friday.AddDate(0, 0, 1), text.DayFacts{}))
			})
		}
	}
}

// Ben reads another language than Ana, and they play Adam & Eva: the table is in
// their server's, each hand in its holder's, also when it changes by itself, and
// so is whatever they or others ask for.
func TestATableAndTheHandsAtIt(t *testing.T) {
	t.Parallel()
	languages := text.Languages()
	for i, server := range languages {
		readers := [2]text.Language{languages[(i+1)%len(languages)], languages[(i+2)%len(languages)]}
		t.Run(server.Tag(), func(t *testing.T) {
			h := open(t)
			h.guild.SetLocale(localeOf(server))
			channel := h.guild.NewChannel("orchard")
			ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
			members := [2]*discordtest.Member{ana, ben}
			names := text.Names{"Ana", "Ben"}
			for seat, m := range members {
				m.SetLocale(localeOf(readers[seat]))
			}
			cleo.SetLocale(localeOf(readers[0]))

			challenge := ana.In(channel).Run("/adam-eva challenge", discordtest.User("member", ben)).Reply()
			tells(t, cleo.In(channel).Press(challenge, server.Accept()).Text(), readers[0].OnlyChallenged(names))
			table := ben.In(channel).Press(challenge, server.Accept()).Reply()
			for _, label := range []string{server.MyHand(), server.Rules(), server.More()} {
				if table.Button(label) == nil {
					t.Errorf("the table has no button %q", label)
				}
			}
			tells(t, cleo.In(channel).Press(table, server.MyHand()).Text(), readers[0].Stranger(names))
			var hands [2]discordtest.Message
			for seat, m := range members {
				hands[seat] = m.In(channel).Press(table, server.MyHand()).Reply()
			}
			m := &match{house: h, channel: channel, members: members, hands: hands, chance: games.Secret{7}.Stream("languages")}
			for range 6 { // offers and answers, from the hand
				for seat := range members {
					title := readers[seat].Hand(&adameva.View{}) // and no cards
					tells(t, m.hand(seat).Text(), title[:strings.LastIndex(title, "**")])
				}
				m.step()
			}
			more := ana.In(channel).Press(lastPublic(ana, channel), server.More()).Reply()
			tells(t, more.Text(), readers[0].RoundSoFarHeading(1))
			question := ana.In(channel).Press(more, readers[0].Resign()).Reply()
			tells(t, question.Text(), readers[0].ResignQuestion("Ben"))
			tells(t, ana.In(channel).Press(question, readers[0].ResignSurely()).Text(), readers[0].Resigned())
			h.settle()
			end := lastPublic(cleo, channel)
			if end.Button(server.Rematch()) == nil || end.Button(server.Record()) == nil {
				t.Errorf("the end has no buttons of its server's language: %s", end.Text())
			}
			rematch := ben.In(channel).Press(end, server.Rematch()).Reply()
			if rematch.Button(server.Withdraw()) == nil {
				t.Errorf("a rematch speaks another language: %s", rematch.Text())
			}
			tells(t, ana.In(channel).Press(rematch, server.Withdraw()).Text(), readers[0].OnlyChallenger(text.Names{"Ben", "Ana"}))
		})
	}
}
