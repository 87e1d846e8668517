package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// stamp is a moment as Discord writes it, and stampFromNow the same with how far off it is.
func stamp(t time.Time) string        { return fmt.Sprintf("<t:%d:f>", t.Unix()) }
func stampFromNow(t time.Time) string { return fmt.Sprintf("<t:%d:f>, <t:%d:R>", t.Unix(), t.Unix()) }

// Ana asks what she is in. She has begun nothing yet; then she plays here and
// there, and the list says of each game whose turn it is and leads to it, with
// what waits for her first.
func TestTheListOfGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, meadow, grove := h.guild.NewChannel("orchard"), h.guild.NewChannel("meadow"), h.guild.NewChannel("grove")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	whispers(t, ana.In(orchard).Run("/games"), "You play with nobody at the moment.")
	tells(t, ana.In(orchard).Run("/games").Text(), "## Your games", "### Waiting for you",
		"- Today's Adaman, no. 1: not begun. You can begin it until "+stampFromNow(friday.Add(6*time.Hour)), "[Play today's Adaman]", "[Look again]")

	url := func(c *discordtest.Channel, m discordtest.Message) string {
		return fmt.Sprintf("https://discord.com/channels/%s/%s/%s", h.guild.ID(), c.ID(), m.ID)
	}
	m := h.sitDown(orchard, ana, ben, discordtest.String("first", "challenger"))
	first := m.table()
	h.clock.Advance(time.Minute)
	second := h.sitDown(meadow, ben, ana, discordtest.String("first", "challenger")).table()
	h.clock.Advance(time.Minute)
	challenge := cleo.In(grove).Run("/adam-eva challenge", opponent(ana)).Reply()
	mine := ana.In(grove).Run("/adam-eva challenge").Reply()
	h.settle()
	ana.In(orchard).Run("/adam-eva practice", discordtest.String("level", "easy"))
	h.settle()
	ana.In(orchard).Run("/adaman practice", discordtest.Int("number", 7))

	list := ana.In(orchard).Run("/games").Reply()
	silentOn(t, list.Text(), "You play with nobody")
	now := h.clock.Now()
	tells(t, list.Text(),
		"### Waiting for you",
		"- Adam & Eva with Ben: your turn since "+stamp(friday), "[To the table]("+url(orchard, first)+")",
		"- Cleo challenges you to Adam & Eva. You can answer until "+stampFromNow(now.Add(24*time.Hour))+". [To the challenge]("+url(grove, challenge)+")",
		"- Today's Adaman, no. 1: not begun.",
		"### Waiting for others",
		"- Adam & Eva with Ben: their turn since "+stamp(friday.Add(time.Minute)), "[To the table]("+url(meadow, second)+")",
		"- You challenge anybody to Adam & Eva. It can be accepted until", "[To the challenge]("+url(grove, mine)+")",
		"### No hurry",
		"- Adam & Eva against me, easy. Last played on "+stamp(now),
		"- Adaman, practice deal 7. Last played on "+stamp(now),
		"[Play today's Adaman]", "[Go on against me]", "[Go on with the practice deal]", "[Look again]")

	// What is played alone is played from here; the rest is where it is.
	tells(t, ana.In(orchard).Press(list, "Go on with the practice deal").Text(), "Palace")
	list = ana.In(orchard).Run("/games").Reply()
	tells(t, ana.In(orchard).Press(list, "Go on against me").Text(), "Round 1")

	// After a move it is Ben's turn, and the list says so when it is looked at again.
	list = ana.In(orchard).Run("/games").Reply()
	h.clock.Advance(time.Minute)
	m.step()
	list = ana.In(orchard).Press(list, "Look again").Reply()
	tells(t, list.Text(), "### Waiting for others", "- Adam & Eva with Ben: their turn since "+stamp(h.clock.Now()))
	silentOn(t, list.Text(), "your turn")
	tells(t, ben.In(orchard).Run("/games").Text(), "- Adam & Eva with Ana: your turn since "+stamp(h.clock.Now()))

	// Cleo, who is in none of it but her challenge, sees that alone.
	hers := cleo.In(meadow).Run("/games").Reply()
	tells(t, hers.Text(), "- You challenge Ana to Adam & Eva. It can be answered until")
	silentOn(t, hers.Text(), "Ben", "anybody")
}

// What is played on another server is in the list too, and in a direct message
// it is the same.
func TestTheListOfGamesIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	other := h.discord.NewGuild("Vineyard")
	h.settle()
	cellar := other.NewChannel("cellar")
	anaThere := other.Invite(ana)
	dee := other.Join("Dee")
	h.sitDown(orchard, ana, ben)
	h.clock.Advance(time.Second)
	h.sitDown(cellar, dee, anaThere)
	here, there, alone := ana.In(orchard).Run("/games"), anaThere.In(cellar).Run("/games"), ana.InDM().Run("/games")
	tells(t, here.Text(), "with Ben: your turn", "/channels/"+h.guild.ID()+"/", "with Dee: your turn", "/channels/"+other.ID()+"/"+cellar.ID()+"/")
	if there.Text() != here.Text() || alone.Text() != here.Text() {
		t.Errorf("elsewhere the list is\n%s\n%s", there.Text(), alone.Text())
	}
}

// Today's daily stands in the list from before it is begun until it is over, and
// yesterday's as long as it can be finished.
func TestTheDailyInTheListOfGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana := h.guild.Join("Ana")
	line := h.drawDaily(adaman.Won)
	games := func() discordtest.Message {
		t.Helper()
		return ana.In(orchard).Run("/games").Reply()
	}
	list := games()
	ana.In(orchard).Press(list, "Play today's Adaman")
	list = games()
	tells(t, list.Text(), "### Waiting for you", "- Today's Adaman, no. 1: begun. You can finish it until "+stampFromNow(friday.Add(7*time.Hour)), "[Go on with today's Adaman]")
	if n := strings.Count(list.Text(), "Adaman, no."); n != 1 {
		t.Errorf("the daily is in the list %d times:\n%s", n, list.Text())
	}
	h.until("00:30:00")
	list = games()
	tells(t, list.Text(), "- Yesterday's Adaman, no. 1. You can finish it until "+stampFromNow(friday.Add(7*time.Hour)), "- Today's Adaman, no. 2: not begun.",
		"[Go on with yesterday's Adaman]", "[Play today's Adaman]")
	ana.In(orchard).Press(list, "Go on with yesterday's Adaman")
	p := h.daily(ana.In(orchard))
	tells(t, p.playAll(line), "The throne is yours")
	silentOn(t, games().Text(), "Yesterday's")
}

// How a daily ended is said in a word.
func TestAFinishedDailyInTheListOfGames(t *testing.T) {
	t.Parallel()
	for end, want := range map[adaman.Result]string{adaman.Won: "won, with ", adaman.Stuck: "stuck, with ", adaman.Overthrown: "overthrown.", adaman.GaveUp: "given up, with "} {
		h := open(t, unpictured)
		orchard := h.guild.NewChannel("orchard")
		ana := h.guild.Join("Ana")
		h.endsDaily(ana.In(orchard), end)
		list := ana.In(orchard).Run("/games").Reply()
		tells(t, list.Text(), "### No hurry", "- Today's Adaman, no. 1: "+want, "[Today's result]")
		tells(t, ana.In(orchard).Press(list, "Today's result").Text(), "Adaman no. 1")
	}
}

// endsDaily brings a member's daily to an end.
func (h *house) endsDaily(place discordtest.Place, end adaman.Result) {
	h.Helper()
	if end == adaman.GaveUp {
		p := h.daily(place)
		p.press("Give up")
		p.press("Yes, give up")
		return
	}
	line := h.drawDaily(end)
	h.daily(place).playAll(line)
}

// The list has pages, and the fullest fits into a message.
func TestHazard25_AListOfManyGamesHasPages(t *testing.T) {
	t.Parallel()
	h := open(t, unpictured, quickly)
	long := strings.Repeat("*", 32)
	ana, ben := h.guild.Join("Ana"), h.guild.Join(long)
	for i := range 12 {
		channel := h.guild.NewChannel(fmt.Sprint("orchard-", i))
		ben.In(channel).Press(ana.In(channel).Run("/adam-eva challenge", opponent(ben)).Reply(), "Accept")
	}
	h.settle()
	channel := h.guild.NewChannel("alone")
	ana.In(channel).Run("/adaman practice")
	list := ana.In(channel).Run("/games").Reply()
	for _, want := range []string{"page 1 of 2", "page 2 of 2"} {
		if faults := pageFaults(list); len(faults) > 0 {
			t.Errorf("%v:\n%s", faults, list.Text())
		}
		tells(t, list.Text(), want)
		if list.Button("Next").Disabled {
			break
		}
		list = ana.In(channel).Press(list, "Next").Reply()
	}
	tells(t, list.Text(), "### Waiting for you", "your turn", "### No hurry", "practice deal", "[Go on with the practice deal]")
	tells(t, ana.In(channel).Press(list, "Back").Text(), "page 1 of 2")
}

// A day that does not count, and an attempt that was lost, are said to be so.
func TestADailyThatCannotBePlayedInTheListOfGames(t *testing.T) {
	t.Parallel()
	h := open(t, unpictured)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.daily(ana.In(orchard))
	if err := h.store.Update(t.Context(), func(tx *store.Tx) error {
		g := h.game()
		return tx.Drop(&g, store.GoneRemoved)
	}); err != nil {
		t.Fatal(err)
	}
	tells(t, ana.In(orchard).Run("/games").Text(), "### No hurry", "- Today's Adaman, no. 1: your attempt is not there any more.", "[Look again]")
	if err := h.store.Update(t.Context(), func(tx *store.Tx) error {
		return tx.PutVoid(store.Void{Number: 1, AsOf: friday, Noted: friday})
	}); err != nil {
		t.Fatal(err)
	}
	list := ben.In(orchard).Run("/games").Reply()
	tells(t, list.Text(), "### No hurry", "- Today's Adaman, no. 1, does not count and cannot be played.")
	silentOn(t, list.Text(), "[Play today's Adaman]")
}

// Of a game with a clock the list says when the time ends, the soonest first, and
// of one that is paused that it is.
func TestClocksInTheListOfGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	tables := map[string]*match{}
	for _, pace := range []string{"none", "long", "day", "live"} {
		tables[pace] = h.sitDown(h.guild.NewChannel(pace), ana, ben, discordtest.String("pace", pace))
	}
	ends := func(d time.Duration) string {
		return "your turn since " + stamp(friday) + "; your time ends " + stampFromNow(friday.Add(d)) + ". [To the table]"
	}
	tells(t, ana.InDM().Run("/games").Text(), "### Waiting for you", ends(5*time.Minute), ends(24*time.Hour), ends(72*time.Hour),
		"your turn since "+stamp(friday)+". [To the table]", "not begun")
	tells(t, ben.InDM().Run("/games").Text(), "### Waiting for others", "their turn since "+stamp(friday)+"; their time ends "+stampFromNow(friday.Add(5*time.Minute)))

	m := tables["live"]
	press := func(member *discordtest.Member, label string) {
		t.Helper()
		place := member.In(m.channel)
		place.Press(place.Press(m.table(), "More…").Reply(), label)
		h.settle()
	}
	press(ana, "Pause the clock")
	press(ben, "Agree to a pause")
	tells(t, ana.InDM().Run("/games").Text(), ends(24*time.Hour), "### No hurry", "- Adam & Eva with Ben: the clock is paused. [To the table](")
}
