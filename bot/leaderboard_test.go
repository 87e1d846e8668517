package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// scored writes a finished attempt at a day's deal, made in this house's server:
// it ends some minutes after noon of that day.
func (h *house) scored(who *discordtest.Member, day uint32, score, plays, minutes int) {
	h.Helper()
	h.scoredOn(h.guild, who, day, score, plays, minutes)
}

func (h *house) scoredOn(guild *discordtest.Guild, who *discordtest.Member, day uint32, score, plays, minutes int) {
	h.Helper()
	outcome, winner := adaman.Stuck.String(), -1
	if score >= 66 {
		outcome, winner = adaman.Won.String(), 0
	}
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		me, err := tx.Meet(storeID(who.ID()), who.Name())
		if err != nil {
			return err
		}
		first, err := tx.FirstDay(friday)
		if err != nil {
			return err
		}
		g := store.Game{
			Kind: store.Daily, Guild: storeID(guild.ID()), Channel: 5, Day: day, Owner: me.Player, Players: []store.Player{me.Player},
		}
		if err := tx.Put(&g); err != nil {
			return err
		}
		ended := first.AddDate(0, 0, int(day)-1).Add(12*time.Hour + time.Duration(minutes)*time.Minute)
		_, err = tx.End(&g, store.Result{Outcome: outcome, Score: score, Winner: winner, Plays: plays, Ended: ended})
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
}

// best sets the best possible score of days, which have not been drawn.
func (h *house) best(par int, days ...uint32) {
	h.Helper()
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		for _, day := range days {
			d, err := tx.Day(day)
			if errors.Is(err, store.ErrNotFound) {
				d, err = store.Day{Number: day, Secret: make([]byte, 32), Deal: []byte("[]"), Drawn: friday}, nil
			}
			if err != nil {
				return err
			}
			d.Par = par
			if err := tx.PutDay(&d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		h.Fatal(err)
	}
}

// on turns the clock to a time of a day of December 2026.
func (h *house) on(day, hour, minute int) {
	h.Helper()
	h.clock.Advance(time.Date(2026, 12, day, hour, minute, 0, 0, time.UTC).Sub(h.clock.Now()))
	h.settle()
}

// The table of the newest released day, for everybody: equal members share a
// place, names are no markup, and who is forgotten has none.
func TestHazard49_59_TheTableOfADay(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid, don, eve := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid"), h.guild.Join("D*n"), h.guild.Join("Eve")
	meadow := h.discord.NewGuild("Meadow")
	h.best(87, 1)
	h.scored(ana, 1, 81, 13, 5)
	h.scored(ben, 1, 81, 13, 5)
	h.scored(cid, 1, 81, 12, 50)
	h.scored(don, 1, 20, 1, 1)
	h.scored(eve, 1, 84, 15, 1)
	h.scoredOn(meadow, meadow.Join("Fay"), 1, 87, 11, 0)
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		gone, err := tx.Player(storeID(eve.ID()))
		if err != nil {
			return err
		}
		return tx.Forget(gone.Player)
	})
	if err != nil {
		t.Fatal(err)
	}
	h.on(5, 18, 0)
	a := ben.In(general).Run("/leaderboard")
	if a.Reply().Ephemeral || !a.Reply().Pings.None() {
		t.Error("the table is for Ben alone, or notifies somebody")
	}
	if got, ok := ana.In(general).Look(a.Reply()); !ok || got.Text() != a.Text() {
		t.Error("Ana does not see it")
	}
	lines(t, a.Text(),
		"### Adaman no. 1 · Friday 4 December 2026",
		"-# In this server: 5 members · best possible 87",
		"**1** · somebody: **84**, won in 15 plays",
		"**2** · Cid: **81**, won in 12 plays",
		"**3** · Ana: **81**, won in 13 plays",
		"**3** · **Ben**: **81**, won in 13 plays",
		`**5** · D\*n: **20**, after 1 play`,
		"-# With equal scores, fewer plays come first, then the earlier finish.")
	silentOn(t, a.Text(), "Fay", "Eve", "(you)")
}

// What happens today is for those who have finished: the others learn how many
// play and when the table opens, and find the newest that is open.
func TestTheTableOfTodayIsForThoseWhoHaveFinished(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	tells(t, ben.In(general).Run("/leaderboard").Text(), "No daily has been played yet")
	p := h.daily(ana.In(general))
	q := h.daily(cid.In(general))
	q.press("Give up")
	q.press("Yes, give up")
	for _, who := range []*discordtest.Member{ana, ben} { // Ana plays, Ben has not begun
		a := who.In(general).Run("/leaderboard")
		if !a.Reply().Ephemeral {
			t.Error("everybody is told")
		}
		tells(t, a.Text(), "The table of Adaman no. 1 opens <t:1796432400:R>", "once you have finished that deal. 2 members have begun it.")
		silentOn(t, a.Text(), "Cid", "**0**")
		for _, period := range []string{"day", "week", "month", "all"} {
			a = who.In(general).Run("/leaderboard", discordtest.String("period", period))
			silentOn(t, a.Text(), "Cid", "**0**")
			a = who.In(general).Run("/leaderboard", discordtest.String("period", period), discordtest.Int("day", 1))
			silentOn(t, a.Text(), "Cid", "**0**")
			a = who.In(general).PressID(a.Reply(), "leaderboard|0|0|"+period+" 1")
			silentOn(t, a.Text(), "Cid", "**0**")
		}
	}

	tells(t, ben.In(general).Run("/leaderboard", discordtest.String("period", "week")).Text(), "There is no table yet.", "opens <t:1796432400:R>")

	// Cid has finished and sees it, for himself.
	a := cid.In(general).Run("/leaderboard")
	tells(t, a.Text(), "Adaman no. 1 ·", "so far, for those who have finished. Everybody can see it <t:1796432400:R>.", "**1** · **Cid** (you): **0**, before the first play")
	if !a.Reply().Ephemeral {
		t.Fatal("everybody sees today's table")
	}
	if _, ok := ben.In(general).Look(a.Reply()); ok {
		t.Error("Ben sees it")
	}
	// From the end of his game, too.
	tells(t, cid.In(general).Press(q.board, "Table").Text(), "**1** · **Cid** (you): **0**")

	// So does Ana, once she has finished; and after midnight it is the same.
	h.clock.Advance(time.Second)
	p.press("Give up")
	p.press("Yes, give up")
	tells(t, ana.In(general).Run("/leaderboard", discordtest.Int("day", 1)).Text(), "**1** · Cid: **0**", "**2** · **Ana** (you): **0**")
	h.until("00:59:59")
	tells(t, ben.In(general).Run("/leaderboard", discordtest.Int("day", 1)).Text(), "The table of Adaman no. 1 opens")
	tells(t, ana.In(general).Run("/leaderboard", discordtest.Int("day", 1)).Text(), "so far", "(you)")
	silentOn(t, string(ben.Transcript()), "Cid: ", "Ana: ", "**1** ·")

	// At one o'clock it is everybody's.
	h.until("01:00:00")
	a = ben.In(general).Run("/leaderboard")
	tells(t, a.Text(), "Adaman no. 1 ·", "**1** · Cid: **0**", "**2** · Ana: **0**", "[Table so far]")
	if a.Reply().Ephemeral {
		t.Error("only Ben sees the table of yesterday")
	}
	tells(t, ben.In(general).Press(a.Reply(), "Table so far").Text(), "The table of Adaman no. 2 opens <t:1796518800:R>", "0 members have begun it", "[Newest table]")
	tells(t, ben.In(general).Run("/leaderboard", discordtest.Int("day", 3)).Text(), "no. 3 is still to come", "[Newest table]")
}

// Weeks, months and all time have released days alone, whoever asks; void days
// and days without a proven best are left out, and it is said.
func TestLongerTablesHaveReleasedDaysAlone(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.best(80, 1, 2, 3, 4, 5, 7)
	h.best(0, 6)
	for day := uint32(1); day <= 7; day++ { // Friday 4 to Thursday 10 December
		h.scored(ana, day, 40, 9, 0)
	}
	h.scored(ben, 1, 80, 12, 3)
	h.scored(ben, 4, 60, 9, 3)
	h.on(10, 18, 0) // day 7

	table := func(period string, more ...discordtest.Option) string {
		a := ana.In(general).Run("/leaderboard", append(more, discordtest.String("period", period))...)
		if a.Reply().Ephemeral {
			t.Errorf("the table of a %s is for Ana alone", period)
		}
		return a.Text()
	}
	// The week from Monday the 7th has days 4, 5, 6 and 7, of which 6 has no best
	// and 7 is not over.
	lines(t, table("week"), "### Adaman · the week of 7 to 13 December 2026", "-# In this server: 2 members · 2 days",
		"**1** · **Ana**: **1.00** of 2 · 2 played, 0 won",
		"**2** · Ben: **0.75** of 2 · 1 played, 0 won",
		"-# Left out: 1 day of which the best possible score is not proven.",
		"-# A day counts here from its release on, an hour after its end.")
	lines(t, table("week", discordtest.Int("day", 2)), "### Adaman · the week of 30 November to 6 December 2026", "-# In this server: 2 members · 3 days",
		"**1** · **Ana**: **1.50** of 3 · 3 played, 0 won",
		"**2** · Ben: **1.00** of 3 · 1 played, 1 won")
	// Day 7 is in the week that is not over: no more of it is told.
	lines(t, table("week", discordtest.Int("day", 7)), "-# In this server: 2 members · 2 days")
	lines(t, table("month"), "### Adaman · December 2026", "**1** · **Ana**: **2.50** of 5 · 5 played, 0 won")
	lines(t, table("all"), "### Adaman · all time", "**2** · Ben: **1.75** of 5 · 2 played, 1 won")

	// Day 1 becomes void: with it goes Ben's win.
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		return tx.PutVoid(store.Void{Number: 1, AsOf: friday, Noted: friday})
	})
	if err != nil {
		t.Fatal(err)
	}
	lines(t, table("all"), "**1** · **Ana**: **2.00** of 4 · 4 played, 0 won", "**2** · Ben: **0.75** of 4 · 1 played, 0 won",
		"-# Left out: 1 void day and 1 day of which the best possible score is not proven.")
	tells(t, table("day", discordtest.Int("day", 1)), "**This day does not count:**", "**1** · Ben: **80**")
	// At the release day 7 joins.
	h.on(11, 1, 0)
	lines(t, table("all"), "**1** · **Ana**: **2.50** of 5 · 5 played, 0 won")
}

// Who stands far down is shown with a neighbour on either side, and how many are
// left out between.
func TestTheTableShowsYouAndYourNeighbours(t *testing.T) {
	h := open(t, quickly)
	general := h.guild.NewChannel("general")
	h.best(90, 1)
	var members []*discordtest.Member
	for i := range 30 {
		m := h.guild.Join(fmt.Sprintf("M%02d", i))
		members = append(members, m)
		h.scored(m, 1, 60-i, 9, 0)
	}
	h.on(5, 12, 0)
	for _, period := range []string{"day", "all"} {
		a := members[20].In(general).Run("/leaderboard", discordtest.String("period", period))
		tells(t, a.Text(), "\n**10** · M09: ", "\n… nine between\n**20** · M19: ", "\n**21** · **M20**: ", "\n**22** · M21: ", "\n… eight below\n")
		silentOn(t, a.Text(), "M10", "M18", "M22")

		// The same table pressed on by somebody else is theirs, beside it.
		b := members[29].In(general).Press(a.Reply(), "Month")
		if !b.Reply().Ephemeral || b.State() != discordtest.Replied {
			t.Errorf("it is %v", b.State())
		}
		tells(t, b.Text(), "Adaman · December 2026", "… 18 between\n**29** · M28: ", "\n**30** · **M29** (you): ")
		silentOn(t, b.Text(), "below")
		if now, ok := members[20].In(general).Look(a.Reply()); !ok || now.Text() != a.Text() {
			t.Error("a stranger's press changed the table of everybody")
		}
	}
	// Somebody who did not play sees the first ten, and how many there are.
	tells(t, h.guild.Join("Zoe").In(general).Run("/leaderboard").Text(), "30 members", "**10** · M09", "\n… 20 below")
}

// Buttons lead to other periods and days, in place; after a restart too, and with
// ids that nobody was shown they do no harm.
func TestTurningTheTables(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	h.best(80, 1, 2, 3, 4)
	for day := uint32(1); day <= 4; day++ {
		h.scored(ana, day, 20+int(day), 9, 0)
	}
	h.on(8, 12, 0) // day 5; days 1 to 4 are released
	public := ana.In(general).Run("/leaderboard").Reply()
	p := &player{house: h, place: ana.In(general), board: ana.In(general).Press(public, "Earlier").Reply()}
	tells(t, p.board.Text(), "Adaman no. 3 ·", "**23**", "[Day (disabled)]", "[Week]", "[Earlier]", "[Later]")
	tells(t, p.press("Earlier"), "Adaman no. 2 ·")
	h.restart()
	tells(t, p.press("Earlier"), "Adaman no. 1 ·")
	silentOn(t, p.board.Text(), "[Earlier]")
	tells(t, p.press("Week"), "the week of 30 November to 6 December", "[Later]")
	silentOn(t, p.board.Text(), "[Earlier]")
	tells(t, p.press("Later"), "the week of 7 to 13 December", "**0.30** of 1 · 1 played", "[Earlier]")
	silentOn(t, p.board.Text(), "[Later]")
	tells(t, p.press("All time"), "all time", "**1.12** of 4")
	silentOn(t, p.board.Text(), "[Earlier]", "[Later]")
	tells(t, p.press("Day"), "Adaman no. 4 ·", "[Table so far]")
	tells(t, p.press("Month"), "December 2026")

	for _, arg := range []string{"", "day", "day x", "day -1", "year 3", "day 4294967296", "day 1 2"} {
		for _, action := range []string{"leaderboard", "leaderboard-page"} {
			a := ana.In(general).PressID(public, action+"|0|0|"+arg)
			if !strings.Contains(a.Text(), "out of date") {
				t.Errorf("%s %q: %s", action, arg, a.Text())
			}
		}
	}
	tells(t, ana.In(general).PressID(public, "leaderboard|0|0|day 4294967295").Text(), "still to come")
	tells(t, ana.In(general).PressID(public, "leaderboard|0|0|all 4294967295").Text(), "still to come")
	tells(t, ana.In(general).PressID(public, "leaderboard-page|0|0|day 0").Text(), "Adaman no. 4 ·")
	// There are no tables outside of servers.
	dm := h.daily(ana.InDM())
	tells(t, ana.InDM().PressID(dm.board, "leaderboard|0|0|day 1").Text(), "Use `/leaderboard` in a channel")
	if now, _ := ana.In(general).Look(public); now.Text() != public.Text() {
		t.Error("the table of everybody was changed")
	}
}

// In the hour after midnight two days are not released, and each has its own
// finishers.
func TestHazard53_TwoDaysAreOpenAfterMidnight(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	p, q := h.daily(ana.In(general)), h.daily(ben.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	h.until("00:30:00")
	h.daily(ana.In(general))
	day := func(who *discordtest.Member, n int) string {
		return who.In(general).Run("/leaderboard", discordtest.Int("day", n)).Text()
	}
	tells(t, day(ana, 1), "so far", "**Ana** (you)", "[Table so far]")
	tells(t, day(ana, 2), "The table of Adaman no. 2 opens", "1 member has begun it")
	tells(t, day(ben, 1), "The table of Adaman no. 1 opens", "2 members have begun it")
	q.press("Give up")
	q.press("Yes, give up")
	tells(t, day(ben, 1), "**1** · Ana:", "**2** · **Ben** (you)")
	tells(t, day(ben, 2), "The table of Adaman no. 2 opens")
}

// A streak is told at the end of a daily. At half past midnight an attempt of
// yesterday that is still open breaks nothing; from the release on it has.
func TestHazard54_56_StreaksAroundMidnight(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	giveUp := func(p *player) string {
		p.press("Give up")
		return p.press("Yes, give up")
	}
	tells(t, giveUp(h.daily(ana.InDM())), "You gave up", "\nStreak: 1 day.") // day 1
	h.on(5, 20, 0)
	h.daily(ana.In(general)) // day 2, left open
	h.on(6, 0, 30)
	p := h.daily(ana.In(general))
	p.press("Today's deal")
	tells(t, giveUp(p), "Adaman no. 3", "\nStreak: 2 days.")
	own := func() string { return ana.InDM().Run("/stats").Text() }
	tells(t, own(), "Streak, wherever played: now 2 days; at best 2 days")
	p.press("Yesterday's deal")
	tells(t, giveUp(p), "Adaman no. 2", "\nStreak: 3 days.")
	tells(t, own(), "now 3 days; at best 3 days")

	h.on(7, 20, 0)
	h.daily(ana.In(general)) // day 4, left open, and never finished
	h.on(8, 0, 59)
	tells(t, own(), "now 3 days; at best 3 days")
	h.on(8, 1, 0)
	h.eventually(func() bool { return len(h.games()) == 0 })
	tells(t, own(), "now 0 days; at best 3 days")

	// Seven days on end bring a freeze, which holds over a day that is missed.
	said := ""
	for day := 8; day <= 14; day++ {
		h.on(day, 12, 0)
		said = giveUp(h.daily(ana.In(general)))
	}
	tells(t, said, "Streak: 7 days, one freeze in hand. You have just earned a freeze")
	h.restart()
	h.on(16, 0, 0) // day 12 of the month is over without a daily
	tells(t, own(), "now 7 days; at best 7 days")
	tells(t, giveUp(h.daily(ana.In(general))), "\nStreak: 8 days.")
	h.on(18, 0, 0)
	tells(t, own(), "now 0 days; at best 8 days")
}

// Others learn of somebody's daily from its release on, and not before by the
// detour of statistics; their own members have at once, for themselves.
func TestStatsSayNothingOfDaysThatAreNotReleased(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.best(87, 1, 2)
	h.scored(ana, 1, 80, 9, 0)
	h.on(4, 19, 0)
	// All she has is of today: she is shown it, alone.
	a := ana.In(general).Run("/stats")
	lines(t, a.Text(), "**Adaman** · 1 daily: 1 won, 0 stuck or given up, 0 overthrown", "Score: mean 80.0, best 80", "Streak, wherever played: now 1 day; at best 1 day")
	if !a.Reply().Ephemeral {
		t.Error("everybody learns of it")
	}
	of := discordtest.User("member", ana)
	for _, private := range []bool{false, true} {
		tells(t, ben.In(general).Run("/stats", of, discordtest.Bool("private", private)).Text(), "Ana has not finished a game on this server yet.")
	}

	h.on(5, 1, 0) // day 1 is released
	before := ben.In(general).Run("/stats", of).Text()
	lines(t, before, "**Adaman** · 1 daily: 1 won, 0 stuck or given up, 0 overthrown", "On average 91 % of the best possible · 1 star", "Streak, wherever played: now 1 day; at best 1 day")
	h.scored(ana, 2, 87, 9, 0)
	h.on(6, 0, 59)
	for _, options := range [][]discordtest.Option{{of}, {of, discordtest.Bool("private", true)}} {
		if now := ben.In(general).Run("/stats", options...).Text(); now != before {
			t.Errorf("Ana's daily of today changed\n%s\nto\n%s", before, now)
		}
	}
	if now := ana.In(general).Run("/stats").Text(); !slices.Contains(strings.Split(now, "\n"), "Score: mean 80.0, best 80") {
		t.Errorf("in public Ana tells of today:\n%s", now)
	}
	lines(t, ana.In(general).Run("/stats", discordtest.Bool("private", true)).Text(), "Score: mean 83.5, best 87", "On average 95 % of the best possible · 4 stars", "Streak, wherever played: now 2 days; at best 2 days")
	h.on(6, 1, 0)
	lines(t, ben.In(general).Run("/stats", of).Text(), "Score: mean 83.5, best 87")
}

// The line of a result can be had to copy, anywhere and as often as one likes,
// and by nobody else; it has no card in it.
func TestShareText(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("A`a"), h.guild.Join("Ben")
	line := h.drawDaily(adaman.Won)
	p := h.daily(ana.InDM())
	game := h.games()[0].ID
	id := fmt.Sprintf("share-text|%s|0|", strings.ToLower(fmt.Sprint(game)))
	tells(t, ana.InDM().PressID(p.board, id).Text(), "out of date") // it is not finished
	p.look()
	p = h.daily(ana.InDM())
	p.playAll(line)
	a := ana.InDM().Press(p.board, "Share text")
	tells(t, a.Text(), "Your line, to copy wherever you like:\n```\nA'a won Adaman no. 1 with ", fmt.Sprintf(", in %d plays, the palace ", len(line)), "\n", "palace ", "\n```")
	silentOn(t, a.Text(), "**", "Play it too")
	p = h.daily(ana.In(general))
	p.press("Share")
	public := lastPublic(ben, general)
	tells(t, public.Text(), "**A\\`a** won Adaman no. 1 with **")
	tells(t, ben.In(general).PressID(public, id).Text(), "somebody else's")
	after := ana.In(general).Press(p.board, "Share text")
	if after.Text() != a.Text() {
		t.Errorf("after sharing it is\n%s", after.Text())
	}
	if !after.Reply().Ephemeral {
		t.Error("everybody sees the text to copy")
	}
}
