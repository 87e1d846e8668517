package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/store"
)

// beats writes games that a has won against b, in this house's server.
func (h *house) beats(a, b *discordtest.Member, times int) {
	h.Helper()
	for range times {
		h.duel(h.guild, a, b, [2]int{70, 50}, 0, 0)
	}
}

// ratingLine is the line about ratings on a message, "" if there is none.
func ratingLine(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "-# Rating: ") {
			return line
		}
	}
	return ""
}

// The end of a game says how it moved both ratings, and says the same whenever it
// is drawn again: after the next game, after a restart, a year later. The numbers
// are those of one game between two of whom nothing was known.
func TestTheEndOfAGameSaysHowItMovedTheRatings(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	m := h.sitDown(general, ana, ben)
	m.play()
	end := m.table()
	said := ratingLine(end.Text())
	if said != "-# Rating: Ana 1662 ± 581 (+162) · Ben 1338 ± 581 (−162)" && said != "-# Rating: Ana 1338 ± 581 (−162) · Ben 1662 ± 581 (+162)" {
		t.Fatalf("the line is %q in:\n%s", said, end.Text())
	}
	first := m.results()[0].Winner
	if winner := []string{"Ana", "Ben"}[first]; !strings.Contains(said, winner+" 1662") {
		t.Errorf("%s has won, and %q", winner, said)
	}

	// A week later they play again, now from what they were worth.
	h.clock.Advance(8 * 24 * time.Hour)
	again := h.sitDown(general, ana, ben)
	again.play()
	second := ratingLine(again.table().Text())
	if second == "" || second == said {
		t.Errorf("after the second game it is %q", second)
	}

	h.clock.Advance(365 * 24 * time.Hour)
	h.restart()
	for _, e := range []struct {
		msg  discordtest.Message
		want string
	}{{end, said}, {again.table(), second}} {
		place := ben.In(general)
		drawn := place.PressID(e.msg, fmt.Sprintf("hand|%d|0|", h.results()[map[string]int{said: 0, second: 1}[e.want]].Game))
		if now := ratingLine(drawn.Text()); now != e.want {
			t.Errorf("drawn again it is %q, and was %q", now, e.want)
		}
	}
}

// A game that is kept and not in the ratings yet changes nothing about what the end
// of an earlier one says.
func TestTheEndOfAGameSaysTheSameWhileRatingsAreBehind(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.sitDown(general, ana, ben).play()
	m := h.sitDown(general, ana, ben)
	m.play()
	said := ratingLine(m.table().Text())
	h.restart() // so that nothing is remembered
	h.beats(ana, ben, 1)
	drawn := ben.In(general).PressID(m.table(), fmt.Sprintf("hand|%d|0|", h.results()[1].Game))
	if now := ratingLine(drawn.Text()); said == "" || now != said {
		t.Errorf("drawn again it is %q, and was %q", now, said)
	}
}

// The machine's clock is twenty years ahead when a game ends, and right again after
// it: nobody is taken further than a quarter of a year, and who plays with those two
// has ratings of the weeks in which they played soon after.
func TestAClockThatWasAheadTakesNobodyFar(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid"), h.guild.Join("Dan")
	h.beats(ana, ben, 1) // in the week of 30 November
	begin := h.clock.Now()
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		g := store.Game{Kind: store.Table, Guild: storeID(h.guild.ID()), Channel: 5, Players: []store.Player{1, 2}, Variant: "classic", Begun: begin}
		if err := tx.Put(&g); err != nil {
			return err
		}
		_, err := tx.End(&g, store.Result{Ended: begin.AddDate(20, 0, 0), Winner: 0, Points: []int{70, 50}, Bonus: []int{0, 0}, Low: []int{0, 0}, Reason: "points"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 16 {
		h.beats(ben, cid, 1)
		h.beats(cid, dan, 1)
		h.clock.Advance(7 * 24 * time.Hour)
	}
	tells(t, ana.In(general).Run("/ratings").Text(), "4 members have a rating", "Dan: ", ", 16 games")
	tells(t, dan.In(general).Run("/stats").Text(), "lowest ", " in the week of 2027-0")
	err = h.store.View(context.Background(), func(tx *store.Tx) error {
		for p := range store.Player(4) {
			row, week, err := tx.Rating(storeID(h.guild.ID()), p+1)
			if err != nil {
				return err
			}
			// 2,970 is the week of 30 November, 13 weeks later a clock may lead, and
			// 15 weeks later the last of these games was played.
			if p > 0 && week != 2970+15 || week > 2970+15 {
				t.Errorf("player %d has %+v in week %d", p+1, row, week)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Who gives up before both have moved has lost, but not in the ratings. Once both
// have moved it counts.
func TestAGameCountsOnceBothHaveMoved(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	resign := func() string {
		a := ana.In(general).Run("/adam-eva resign")
		ana.In(general).Press(a.Reply(), "Yes, resign")
		h.settle()
		return ratingLine(lastPublic(ana, general).Text())
	}
	h.sitDown(general, ana, ben)
	if said := resign(); said != "" {
		t.Errorf("nobody has moved, and it says %q", said)
	}
	m := h.sitDown(general, ana, ben)
	m.step() // one of them offers a card
	if said := resign(); said != "" {
		t.Errorf("one has moved, and it says %q", said)
	}
	tells(t, ana.In(general).Run("/ratings").Text(), "Nobody in this server has a rating yet.")
	m = h.sitDown(general, ana, ben)
	m.step()
	m.step() // the other answers
	if said := resign(); said != "-# Rating: Ana 1338 ± 581 (−162) · Ben 1662 ± 581 (+162)" {
		t.Errorf("both have moved, and it says %q", said)
	}
	tells(t, ana.In(general).Run("/ratings").Text(), "2 members", "Not settled yet", "**Ana**: 1338 ± 581, 1 game")
	tells(t, ana.In(general).Run("/stats").Text(), "3 games: 0 won, 0 drawn, 3 lost", "Rating here: **1338 ± 581**, not settled yet")
}

// A clock that runs out once both have moved moves the ratings as any other end
// does; before, it does not.
func TestTimeThatRunsOutMovesTheRatings(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	ends := func(m *match) string {
		h.clock.Advance(5 * time.Minute)
		waitFor(t, func() bool { h.settle(); return strings.Contains(m.table().Text(), "time ran out") })
		return ratingLine(m.table().Text())
	}
	m := h.sitDown(general, ana, ben, discordtest.String("pace", "live"))
	m.step()
	if said := ends(m); said != "" {
		t.Errorf("one has moved, and it says %q", said)
	}
	m = h.sitDown(general, ana, ben, discordtest.String("pace", "live"))
	m.step()
	m.step()
	if said := ends(m); !strings.Contains(said, "1662 ± 581 (+162)") {
		t.Errorf("both have moved, and it says %q", said)
	}
}

// Whose rating is hidden is not told of to all at the end of a game; of the other
// side it is.
func TestAHiddenRatingIsNotToldAtTheEnd(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	m := h.sitDown(general, ana, ben)
	h.profile(ana, func(tx *store.Tx, p store.Player) error { return tx.SetHidden(p, true) })
	m.play()
	if said := ratingLine(m.table().Text()); !strings.HasPrefix(said, "-# Rating: Ben 1") || strings.Contains(said, "Ana") {
		t.Errorf("it says %q", said)
	}
}

// The board: the order is what is almost certain, equal members share a place and
// the next comes after them; who is not settled stands apart without a place; who
// is hidden or forgotten is not there and takes no place; who has left the server
// is. It pings nobody and everybody sees it.
func TestTheBoardOfRatings(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	var all []*discordtest.Member
	for _, name := range []string{"Ana", "Ben", "C*d", "Don", "Eve", "Fay", "Guy"} {
		all = append(all, h.guild.Join(name))
	}
	ana, ben, cid, don, eve, fay, guy := all[0], all[1], all[2], all[3], all[4], all[5], all[6]
	meadow := h.discord.NewGuild("Meadow")
	for range 8 { // weeks
		for _, pair := range [][2]*discordtest.Member{{ana, eve}, {ben, fay}, {cid, ana}, {cid, ben}} {
			h.beats(pair[0], pair[1], 3)
			h.beats(pair[1], pair[0], 2)
		}
		h.duel(meadow, eve, ana, [2]int{70, 50}, 0, 0)
		h.clock.Advance(7 * 24 * time.Hour)
	}
	h.beats(don, guy, 2)
	board := func(who *discordtest.Member) string { return who.In(general).Run("/ratings").Text() }
	said := board(ben)
	tells(t, said, "### Ratings at Adam & Eva", "-# 7 members have a rating", `**1** · C\*d: **`, "**2** · Ana: **", "**2** · **Ben**: **", "**4** · Eve: **", "**4** · Fay: **",
		"Not settled yet", "Don: 1", ", 2 games", "Guy: 1", "-# What stands after ±")
	silentOn(t, said, "(you)", "**6**", "page")
	a := ben.In(general).Run("/ratings")
	if a.Reply().Ephemeral || !a.Reply().Pings.None() {
		t.Error("the board is for Ben alone, or notifies somebody")
	}

	// Ana hides, Eve is forgotten, Cid leaves.
	h.profile(ana, func(tx *store.Tx, p store.Player) error { return tx.SetHidden(p, true) })
	h.profile(eve, func(tx *store.Tx, p store.Player) error { return tx.Forget(p) })
	cid.Leave()
	said = board(ben)
	tells(t, said, "-# 5 members have a rating", `**1** · C\*d: **`, "**2** · **Ben**: **", "**3** · Fay: **")
	silentOn(t, said, "Ana", "Eve", "somebody")
	silentOn(t, board(ana), "Ana", "hidden")
	tells(t, ana.In(general).PressID(a.Reply(), "ratings|0|0|0").Text(), "You have hidden yourself")

	// Whoever does not play becomes less certain, and loses the place in the end.
	h.clock.Advance(2 * 365 * 24 * time.Hour)
	said = board(ben)
	tells(t, said, "Not settled yet", `C\*d: 1`)
	silentOn(t, said, "**1** ·")
}

// profile does something to what is kept of a member.
func (h *house) profile(who *discordtest.Member, f func(*store.Tx, store.Player) error) {
	h.Helper()
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		p, err := tx.Player(storeID(who.ID()))
		if err != nil {
			return err
		}
		return f(tx, p.Player)
	})
	if err != nil {
		h.Fatal(err)
	}
}

// Of many members there are pages, which whoever presses turns for themselves
// alone, and whoever asks finds their own line on every one.
func TestTheBoardHasPages(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	var all []*discordtest.Member
	for i := range 23 {
		all = append(all, h.guild.Join(fmt.Sprintf("M%02d", i)))
	}
	for i := range 22 {
		h.beats(all[i], all[i+1], 1)
	}
	last := all[22]
	a := last.In(general).Run("/ratings")
	public := a.Reply()
	tells(t, a.Text(), "-# 23 members have a rating", "…\n", "**M22**: 1", "-# page 1 of 3")
	if got := strings.Count(a.Text(), ", 1 game") + strings.Count(a.Text(), ", 2 games"); got != 11 { // ten and one's own
		t.Errorf("%d lines on the first page", got)
	}
	b := last.In(general).Press(public, "Next")
	if !b.Reply().Ephemeral {
		t.Error("a page is turned for everybody")
	}
	tells(t, b.Text(), "page 2 of 3")
	c := last.In(general).Press(b.Reply(), "Next")
	if c.Reply().ID != b.Reply().ID {
		t.Error("the third page is in a message of its own")
	}
	tells(t, c.Text(), "**M22** (you)", "page 3 of 3")
	silentOn(t, c.Text(), "…")
	if button := c.Reply().Button("Next"); button == nil || !button.Disabled {
		t.Error("there is a page after the last")
	}
	if now, _ := last.In(general).Look(public); !strings.Contains(now.Text(), "page 1 of 3") {
		t.Error("the page that everybody sees was turned")
	}
	for _, arg := range []string{"99", "-4"} { // from another day
		tells(t, last.In(general).PressID(b.Reply(), "ratings-page|0|0|"+arg).Text(), "page ")
	}
	if a := last.In(general).PressID(b.Reply(), "ratings-page|0|0|x"); a.State() == discordtest.Failed {
		t.Error("a page of no number is not answered")
	}
}

// A store with results from before there were ratings, or one that is behind: the
// next start takes them in, and a game that ends comes after them.
func TestOldResultsAreTakenIn(t *testing.T) {
	t.Parallel()
	h := open(t, asleep)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.beats(ana, ben, 600) // more than one transaction rates
	h.stop()
	older(t, h.path)
	h.start()
	h.bot.CatchUpRatings()
	err := h.store.View(context.Background(), func(tx *store.Tx) error {
		seq, err := tx.Rated()
		if seq != 600 {
			t.Errorf("ratings are up to result %d", seq)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	said := ana.In(general).Run("/ratings").Text()
	tells(t, said, "**1** · **Ana**: **", "600 games", "**2** · Ben: **", "600 games")
	silentOn(t, said, "still being counted")
	m := h.sitDown(general, ana, ben)
	m.play()
	tells(t, m.table().Text(), "-# Rating: Ana ", " · Ben ")
	tells(t, ana.In(general).Run("/ratings").Text(), "601 games")
}

// The curve in somebody's statistics tells its first and last week and its ends
// to those who cannot see it. In a direct message the servers are not mixed.
func TestStatisticsShowTheRating(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.beats(ana, ben, 4) // in the week of 30 November
	h.clock.Advance(14 * 24 * time.Hour)
	h.beats(ben, ana, 8) // in that of 14 December
	h.clock.Advance(7 * 24 * time.Hour)
	a := ana.In(general).Run("/stats")
	tells(t, a.Text(), "Rating here: **1417 ± 368**, not settled yet")
	if len(a.Reply().Attachments) == 0 && !underRace { // where there are no pictures
		t.Error("there is no picture")
	}
	tells(t, a.Text(), "Rating by week, each named by its Monday: 1835 ± 418 in the week of 2026-11-30, 1417 ± 368 in the week of 2026-12-21; highest 1835 in the week of 2026-11-30, lowest 1417 in the week of 2026-12-14.")
	silentOn(t, ana.InDM().Run("/stats").Text(), "Rating")
}

// However much there is to tell, the picture's description ends with a whole
// sentence: of the games it leaves out the oldest.
func TestALongDescriptionLeavesOutTheOldestGames(t *testing.T) {
	t.Parallel()
	h := open(t, pictured)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	for range 40 {
		h.finished(store.Game{Kind: store.Table, Guild: storeID(h.guild.ID()), Variant: "classic"},
			store.Result{Points: []int{160, 5}, Bonus: []int{0, 0}, Low: []int{0, 0}, Winner: 1, Reason: "resigned"}, ana, ben)
	}
	h.beats(ana, ben, 1)
	for day := range uint32(10) {
		h.attempt(h.guild, ana, day+1, "won", int(10*day+5))
	}
	h.clock.Advance(11 * 24 * time.Hour)
	a := ana.In(general).Run("/stats")
	_, alt, _ := strings.Cut(a.Text(), "(picture: ")
	alt, _, _ = strings.Cut(alt, ")")
	if n := len([]rune(alt)); n > 1024 || n < 950 {
		t.Errorf("the description has %d characters", n)
	}
	tells(t, alt, "Rating by week", "The last 2", "lost, given up at +155, won by 20. Scores of 10 dailies", "90 and more – 1 won.")
}

// Practice is unrated.
func TestPracticeMovesNoRating(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	h.finished(store.Game{Kind: store.Robot, Guild: storeID(h.guild.ID()), Variant: "classic"},
		store.Result{Points: []int{100, 0}, Bonus: []int{60, 0}, Low: []int{0, 0}, Winner: 0, Reason: "points", Level: "hard"}, ana, nil)
	tells(t, ana.In(general).Run("/ratings").Text(), "Nobody in this server has a rating yet.")
}

// Two friends take turns: one wins forty games in a week, and the other forty in
// the next. Their ratings stay what a rating can be, games of theirs still end, and
// everybody's ratings can be read.
func TestManyGamesInAWeekDoNotBreakTheRatings(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, eve := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Eve")
	for range 3 {
		h.beats(ana, ben, 40)
		h.clock.Advance(7 * 24 * time.Hour)
		h.beats(ben, ana, 40)
		h.clock.Advance(7 * 24 * time.Hour)
	}
	m := h.sitDown(general, ana, eve)
	m.play()
	tells(t, m.table().Text(), "-# Rating: Ana ")
	tells(t, eve.In(general).Run("/ratings").Text(), "Ben: **1", "Ana: **1")
	tells(t, ana.In(general).Run("/stats").Text(), "Rating here: **")
	err := h.store.View(context.Background(), func(tx *store.Tx) error {
		for p := range store.Player(3) {
			for row, err := range tx.RatingsOf(storeID(h.guild.ID()), p+1) {
				if err != nil {
					return err
				}
				if row.Points < 700 || row.Points > 2300 || row.Volatility > 0.12 {
					t.Errorf("a rating is %+v", row)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
