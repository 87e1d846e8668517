package bot_test

import (
	"fmt"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

// to turns the clock to a time.
func (h *house) to(t time.Time) {
	h.Helper()
	h.clock.Advance(t.Sub(h.clock.Now()))
	h.settle()
}

// Over a 28 and a 29 February and over the end of a year, each day is announced
// once, dealt once, released on time and found in table and archive under its
// date; with a restart each night. Ana gives each deal up, Ben begins and leaves
// it.
func TestDailiesOverLeapDayAndYearsEnd(t *testing.T) {
	t.Parallel()
	for _, e := range []struct {
		name  string
		first time.Time
		dates []string
	}{
		{"a leap year", time.Date(2028, 2, 27, 12, 0, 0, 0, time.UTC),
			[]string{"Sunday 27 February 2028", "Monday 28 February 2028", "Tuesday 29 February 2028", "Wednesday 1 March 2028"}},
		{"another year", time.Date(2027, 2, 27, 12, 0, 0, 0, time.UTC),
			[]string{"Saturday 27 February 2027", "Sunday 28 February 2027", "Monday 1 March 2027"}},
		{"the end of a year", time.Date(2026, 12, 30, 12, 0, 0, 0, time.UTC),
			[]string{"Wednesday 30 December 2026", "Thursday 31 December 2026", "Friday 1 January 2027", "Saturday 2 January 2027"}},
	} {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			h := open(t, quickly, unpictured)
			h.to(e.first)
			town := &town{house: h, news: h.guild.NewChannel("news"), mayor: h.guild.Join("Mia"), member: h.guild.Join("Ana")}
			town.mayor.SetRoles(h.guild.NewRole("mayor", discordtest.ManageGuild))
			town.mayor.In(town.news).Run("/adaman schedule", discordtest.String("time", "20:00"))
			ana, ben := town.member, h.guild.Join("Ben")
			for i, date := range e.dates {
				number := i + 1
				noon := e.first.AddDate(0, 0, i)
				h.to(noon)
				p := h.daily(ana.In(town.news))
				tells(t, p.board.Text(), fmt.Sprintf("Adaman no. %d · %s\n", number, date))
				p.press("Give up")
				tells(t, p.press("Yes, give up"), fmt.Sprintf("Streak: %d day", number))
				h.daily(ben.In(town.news))
				town.to(noon.Add(8 * time.Hour))
				town.eventually(func() bool { return len(town.announcements()) == number })
				tells(t, town.announcements()[i].Text(), fmt.Sprintf("(no. %d)**", number))
				last := noon.Add(12*time.Hour - time.Second)
				h.to(last)
				h.restart()
				h.to(last.Add(time.Hour))
				tells(t, ana.In(town.news).Run("/leaderboard day:"+fmt.Sprint(number)).Text(), fmt.Sprintf("Adaman no. %d · %s", number, date), "so far")
				h.to(last.Add(time.Hour + time.Second))
				tells(t, ana.In(town.news).Run("/leaderboard").Text(), fmt.Sprintf("Adaman no. %d · %s\n-# In this server: 2 members", number, date))
				a := h.archive(ben.In(town.news))
				tells(t, a.chooseDay(number), fmt.Sprintf("Adaman no. %d · %s", number, date), "not finished, with 0", "[Best line]", "[Record and seal]")
			}
			if n := len(h.results()); n != 2*len(e.dates) {
				t.Errorf("%d results of %d days", n, len(e.dates))
			}
			tells(t, ana.In(town.news).Run("/stats").Text(), fmt.Sprintf("%d dailies: 0 won", len(e.dates)))
		})
	}
}
