package bot_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/store"
)

// finished writes a finished game into the store as if it had been played.
// Players are members, nil is the computer.
func (h *house) finished(g store.Game, r store.Result, players ...*discordtest.Member) {
	h.Helper()
	g.Channel = 5
	g.Begun, r.Ended = h.clock.Now(), h.clock.Now()
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		for _, m := range players {
			if m == nil {
				g.Players = append(g.Players, 0)
				continue
			}
			profile, err := tx.Meet(storeID(m.ID()), m.Name())
			if err != nil {
				return err
			}
			g.Players = append(g.Players, profile.Player)
		}
		if g.Kind != store.Table {
			g.Owner = g.Players[0]
		}
		if _, err := tx.FirstDay(friday); err != nil {
			return err
		}
		if err := tx.Put(&g); err != nil {
			return err
		}
		_, err := tx.End(&g, r)
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
}

// duel is finished for a game of Adam & Eva.
func (h *house) duel(guild *discordtest.Guild, ana, ben *discordtest.Member, points [2]int, bonus, winner int) {
	h.Helper()
	h.finished(store.Game{Kind: store.Table, Guild: storeID(guild.ID()), Variant: "classic"},
		store.Result{Points: points[:], Bonus: []int{bonus, 0}, Low: []int{0, 0}, Winner: winner, Reason: "points"}, ana, ben)
}

// attempt is finished for an attempt at a daily.
func (h *house) attempt(guild *discordtest.Guild, who *discordtest.Member, day uint32, outcome string, score int) {
	h.Helper()
	h.finished(store.Game{Kind: store.Daily, Guild: storeID(guild.ID()), Day: day}, store.Result{Outcome: outcome, Score: score, Winner: -1}, who)
}

func storeID(text string) store.ID {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return store.ID(n)
}

// lines checks that every line stands in a text.
func lines(t testing.TB, text string, want ...string) {
	t.Helper()
	for _, line := range want {
		if !strings.Contains("\n"+text+"\n", "\n"+line+"\n") {
			t.Errorf("no line is %q in:\n%s", line, text)
		}
	}
}

// An orchard is a house in which games have been played, on two servers.
func orchard(t *testing.T) (h *house, ana, ben *discordtest.Member, general *discordtest.Channel) {
	h = open(t)
	general = h.guild.NewChannel("general")
	ana, ben = h.guild.Join("Ana"), h.guild.Join("Ben")
	cy := h.guild.Join("Cy")
	meadow := h.discord.NewGuild("Meadow")
	h.duel(h.guild, ana, ben, [2]int{80, 60}, 15, 0)
	h.duel(h.guild, ana, ben, [2]int{60, 60}, 0, -1)
	h.duel(h.guild, ana, cy, [2]int{70, 61}, 0, 0)
	h.duel(h.guild, ana, ben, [2]int{50, 70}, 0, 1)
	h.duel(meadow, ana, ben, [2]int{99, 1}, 45, 0)
	h.finished(store.Game{Kind: store.Robot, Guild: storeID(h.guild.ID()), Variant: "classic"},
		store.Result{Points: []int{100, 0}, Bonus: []int{60, 0}, Low: []int{0, 0}, Winner: 0, Reason: "points", Level: "hard"}, ana, nil)
	h.attempt(h.guild, ana, 1, "won", 81)
	h.attempt(h.guild, ana, 2, "overthrown", 0)
	h.attempt(meadow, ana, 3, "stuck", 30)
	h.clock.Advance(2 * 24 * time.Hour) // it is day 3
	return h, ana, ben, general
}

func TestStatsAreThoseOfThisServer(t *testing.T) {
	_, ana, ben, general := orchard(t)
	a := ana.In(general).Run("/stats")
	lines(t, a.Text(),
		"### Ana", "-# Games on this server",
		"**Adam & Eva** · 4 games: 2 won, 1 drawn, 1 lost",
		"Points: mean 65.0, best 80 · bonuses: 15 points in all",
		"Wins in a row: now 0, at best 1",
		"**Adaman** · 2 dailies: 1 won, 0 stuck or given up, 1 overthrown",
		"Score: mean 40.5, best 81",
		"Streak, wherever played: now 2 days; at best 2 days", "-# A daily counts here from its release on, an hour after its day.")
	if strings.Contains(a.Text(), "Between you two") {
		t.Error("Ana is told about herself against herself")
	}
	if strings.Contains(a.Text(), "Practice") {
		t.Error("everybody is told how Ana's practice went")
	}
	tells(t, ana.In(general).Run("/stats", discordtest.Bool("private", true)).Text(), "Practice against Windfall: hard 1 game, 1 won")
	if m, ok := ben.In(general).Look(a.Reply()); !ok || m.Ephemeral {
		t.Error("Ben does not see Ana's public statistics")
	}

	b := ben.In(general).Run("/stats", discordtest.User("member", ana), discordtest.Bool("private", true))
	lines(t, b.Text(), "### Ana", "Between you two: Ana 1, you 1, 1 drawn")
	if !b.Reply().Ephemeral {
		t.Error("private statistics are for everybody")
	}
	if strings.Contains(b.Text(), "Practice") {
		t.Error("Ben is told how Ana's practice went")
	}
	if _, ok := ana.In(general).Look(b.Reply()); ok {
		t.Error("Ana sees Ben's private answer")
	}
	lines(t, ben.In(general).Run("/stats").Text(), "**Adam & Eva** · 3 games: 1 won, 1 drawn, 1 lost", "**Adaman** · no daily finished yet")
}

func TestStatsInADirectMessageAreOnesOwnEverywhere(t *testing.T) {
	_, ana, ben, _ := orchard(t)
	lines(t, ana.InDM().Run("/stats").Text(),
		"-# All your games, on every server", "**Adam & Eva** · 5 games: 3 won, 1 drawn, 1 lost",
		"Points: mean 71.8, best 99 · bonuses: 60 points in all", "Wins in a row: now 1, at best 1",
		"**Adaman** · 3 dailies: 1 won, 1 stuck or given up, 1 overthrown", "Streak, wherever played: now 3 days; at best 3 days")
	lines(t, ana.InDM().Run("/stats", discordtest.User("member", ben)).Text(),
		"Here I tell about your own games only. Use `/stats` in a server to see how others have played there.")
	lines(t, ana.InDM().Run("/stats", discordtest.User("member", ana)).Text(), "### Ana")
}

func TestStatsOfSomebodyWhoHasNotPlayed(t *testing.T) {
	h, ana, ben, general := orchard(t)
	dan := h.guild.Join("D*n") // has never been met
	robot := h.guild.Join("Clank", discordtest.AsBot())
	for _, e := range []struct {
		who  *discordtest.Member
		of   *discordtest.Member
		want string
	}{
		{ana, dan, "D\\*n has not finished a game on this server yet. Ask them for one with `/adam-eva challenge`."},
		{dan, dan, "You have not finished a game on this server yet. `/adaman daily` is a quick one to begin with, and `/adam-eva challenge` is for two."},
		{ben, robot, "Bots do not play here. Choose a member, or leave the member out for your own statistics."},
		{ben, h.guild.Bot(), "Bots do not play here. Choose a member, or leave the member out for your own statistics."},
	} {
		a := e.who.In(general).Run("/stats", discordtest.User("member", e.of))
		lines(t, a.Text(), e.want)
		if !a.Reply().Ephemeral {
			t.Errorf("everybody is told that %s has nothing to show", e.of.Name())
		}
	}
	lines(t, dan.In(general).Run("/stats", discordtest.User("member", ana)).Text(), "You two have not finished a game yet.")
	lines(t, dan.InDM().Run("/stats").Text(), "You have not finished a game yet. `/adaman daily` is a quick one to begin with, and `/adam-eva challenge` is for two.")
}
