package bot_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/bot/text"
	"windfall/games/adaman"
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
