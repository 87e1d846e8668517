package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

// timestamp is a moment as a message shows it.
func timestamp(t time.Time) string { return fmt.Sprintf("<t:%d:F>", t.Unix()) }

// The mayor sets, changes and stops the announcement by command and by buttons.
// Nobody else sees any of it.
func TestTheScheduleIsSetChangedAndStopped(t *testing.T) {
	t.Parallel()
	h := open(t)
	general, news := h.guild.NewChannel("general"), h.guild.NewChannel("news")
	mia := h.guild.Join("Mia")
	mia.SetRoles(h.guild.NewRole("mayor", discordtest.ManageGuild))
	here := mia.In(general)
	run := func(options ...discordtest.Option) *discordtest.Action {
		t.Helper()
		a := here.Run("/adaman schedule", options...)
		if !a.Reply().Ephemeral {
			t.Error("everybody sees the schedule")
		}
		return a
	}
	tells(t, run().Text(), "is not announced on this server.", "Add a `time`")
	tells(t, run(discordtest.String("zone", "berlin")).Text(), "At what time of day?")
	tells(t, run(discordtest.String("time", "8 in the morning")).Text(), "I cannot read “8 in the morning” as a time of day.")
	tells(t, run(discordtest.String("time", "8"), discordtest.String("zone", "Atlantis")).Text(), "I know no time zone “Atlantis”.")
	tells(t, run(discordtest.String("time", "8"), discordtest.String("zone", "australia")).Text(), "“australia” can be several time zones, such as `Australia/")
	tells(t, run(discordtest.String("time", "8"), discordtest.Bool("off", true)).Text(), "please choose one of them")
	tells(t, run().Text(), "is not announced on this server.")

	// 18:00 UTC is past eight in the evening nowhere in Berlin: it is 19:00 there.
	a := run(discordtest.String("time", "8 pm"), discordtest.ToChannel("channel", news))
	tells(t, a.Text(), "in <#"+news.ID()+">, every day at **20:00** (`UTC`).", timestamp(at(4, 20, 0, 0)), "You have chosen no time zone", "[Change…]", "[Stop]")
	a = run(discordtest.String("zone", "Europe/Berlin"))
	tells(t, a.Text(), "in <#"+news.ID()+">, every day at **20:00** (`Europe/Berlin`).", timestamp(at(4, 19, 0, 0)))
	silentOn(t, a.Text(), "You have chosen no time zone")

	shown := run().Reply()
	tells(t, shown.Text(), "The daily is announced in <#"+news.ID()+">, every day at **20:00** (`Europe/Berlin`).", timestamp(at(4, 19, 0, 0)))
	press := func(button, want string) {
		t.Helper()
		a := here.Press(shown, button)
		if a.State() != discordtest.Updated {
			t.Fatalf("%s: %v", button, a.State())
		}
		shown = a.Reply()
		tells(t, shown.Text(), want)
	}
	press("Change…", "[Half an hour earlier] [Half an hour later] [Post it here] [Back]")
	press("Back", "[Change…]")
	press("Change…", "What you leave out stays as it is.")
	press("Half an hour later", "**20:30** (`Europe/Berlin`)")
	press("Change…", "**20:30**")
	press("Post it here", "in <#"+general.ID()+">")
	press("Change…", "[Half an hour later] [Back]")
	press("Half an hour earlier", "**20:00** (`Europe/Berlin`)")
	press("Stop", "The daily is no longer announced.")
	tells(t, run().Text(), "is not announced on this server.")
	tells(t, run(discordtest.Bool("off", true)).Text(), "The daily is no longer announced.")
	// Old buttons mean nothing any more, and made-up ones nothing at all.
	for _, id := range []string{"schedule|0|0|change", "schedule-set|0|0|again", "schedule-set|0|0|here", "schedule-set|0|0|at 5"} {
		tells(t, here.PressID(shown, id).Text(), "is not announced on this server.")
	}
	run(discordtest.String("time", "0:10"))
	for _, id := range []string{"schedule-set|0|0|at 1440", "schedule-set|0|0|at -1", "schedule-set|0|0|at x", "schedule-set|0|0|at ", "schedule-set|0|0|", "schedule-set|0|0|x"} {
		tells(t, here.PressID(shown, id).Text(), "out of date")
	}
	shown = run().Reply()
	press("Change…", "**00:10**")
	press("Half an hour earlier", "**23:40** (`UTC`)")
	h.restart()
	tells(t, run().Text(), "in <#"+general.ID()+">, every day at **23:40** (`UTC`).")
	for _, m := range h.guild.Join("Ana").Sees(general) {
		if strings.Contains(m.Text(), "announced") {
			t.Errorf("everybody sees %s", m.Text())
		}
	}
}

// Only those who may manage the server decide, whichever way they come: Discord
// does not keep others from a part of a command.
func TestOnlyWhoManagesTheServerDecidesAboutTheSchedule(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	everything := []discordtest.Option{discordtest.String("time", "9")}
	tells(t, town.member.In(town.news).Run("/adaman schedule", everything...).Text(), "Only members who may manage this server")
	tells(t, town.member.In(town.news).Run("/adaman schedule").Text(), "Only members who may manage this server")
	tells(t, town.member.InDM().Run("/adaman schedule", everything...).Text(), "An announcement is for a channel of a server.")
	shown := town.mayor.In(town.news).Run("/adaman schedule").Reply()
	tells(t, town.guild.Owner().In(town.news).Run("/adaman schedule").Text(), "every day at **20:00**")
	// The mayor is one no more, and the message is still open.
	town.mayor.SetRoles()
	for _, button := range []string{"Change…", "Stop"} {
		tells(t, town.mayor.In(town.news).Press(shown, button).Text(), "Only members who may manage this server")
	}
	for _, id := range []string{"schedule-set|0|0|at 5", "schedule-set|0|0|here", "schedule-stop|0|0|"} {
		tells(t, town.mayor.In(town.news).PressID(shown, id).Text(), "Only members who may manage this server")
	}
	tells(t, town.guild.Owner().In(town.news).Run("/adaman schedule").Text(), "every day at **20:00** (`UTC`).")
}

// A channel in which nothing can be announced is refused with what to do about
// it, and the schedule stays as it was.
func TestAChannelThatTakesNoAnnouncement(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	unseen, silent := town.guild.NewChannel("unseen"), town.guild.NewChannel("silent")
	unseen.Deny(town.guild.Bot(), discordtest.ViewChannel)
	silent.Deny(town.guild.Bot(), discordtest.SendMessages)
	run := func(place discordtest.Place, options ...discordtest.Option) string {
		t.Helper()
		return place.Run("/adaman schedule", options...).Text()
	}
	here := town.mayor.In(town.news)
	tells(t, run(here, discordtest.ToChannel("channel", unseen)), "I cannot see that channel. Give me the permission View Channel")
	tells(t, run(here, discordtest.ToChannel("channel", silent)), "I may not write in that channel. Give me the permission Send Messages")
	town.mayor.In(town.news).Run("/adaman schedule", discordtest.Bool("off", true))
	tells(t, run(town.mayor.In(town.news.NewThread("a thread")), discordtest.String("time", "9")), "goes to a text or announcement channel")
	tells(t, run(here), "is not announced on this server.")
}

// What was still to come today is not lost by a change, and what was announced
// does not come a second time.
func TestAChangeLosesNoDayAndAnnouncesNoneTwice(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	set := func(options ...discordtest.Option) string {
		t.Helper()
		text := town.mayor.In(town.news).Run("/adaman schedule", options...).Text()
		town.quiet()
		return text
	}
	// Set for 20:00, and at 18:00 changed to the morning: today's comes now.
	tells(t, set(discordtest.String("time", "8")), "**08:00**")
	town.noted(1)
	// Announced, and changed to the evening: tomorrow.
	tells(t, set(discordtest.String("time", "22:00")), timestamp(at(5, 22, 0, 0)))
	// To where it is tomorrow already: still the day of UTC counts.
	tells(t, set(discordtest.String("zone", "Pacific/Kiritimati"), discordtest.String("time", "9")), timestamp(at(5, 19, 0, 0)))
	// Stopped and set again on the same day.
	set(discordtest.Bool("off", true))
	tells(t, set(discordtest.String("time", "23:00")), timestamp(at(5, 23, 0, 0)))
	town.to(at(5, 22, 0, 0))
	if n := len(town.announcements()); n != 1 {
		t.Fatalf("%d announcements", n)
	}
	// A schedule that is new owes nothing for a time that has passed.
	set(discordtest.Bool("off", true))
	tells(t, set(discordtest.String("time", "8")), timestamp(at(6, 8, 0, 0)))
	town.to(at(6, 8, 0, 0))
	town.noted(3)
	tells(t, town.announcements()[1].Text(), "(no. 3)")
}

// Time zones are offered while somebody types, with the time there.
func TestZonesAreOfferedWhileSomebodyTypes(t *testing.T) {
	t.Parallel()
	h := open(t)
	mia := h.guild.Owner().In(h.guild.NewChannel("general"))
	offered := func(typed string) (names []string) {
		t.Helper()
		a := mia.Autocomplete("/adaman schedule", discordtest.Typing("zone", typed))
		if a.State() != discordtest.Suggested || len(a.Choices()) > 25 {
			t.Fatalf("%q: %v, %d choices", typed, a.State(), len(a.Choices()))
		}
		for _, c := range a.Choices() {
			names = append(names, fmt.Sprintf("%s=%v", c.Name, c.Value))
		}
		return names
	}
	if got := offered(""); len(got) != 25 || got[0] != "UTC · 18:00 now=UTC" {
		t.Errorf("at first there are %q", got)
	}
	for typed, want := range map[string]string{
		"berl": "Europe/Berlin · Germany · 19:00 now=Europe/Berlin", "São P": "America/Sao_Paulo · Brazil · 15:00 now=America/Sao_Paulo",
		"india": "Asia/Kolkata · India · 23:30 now", "lord": "Australia/Lord_Howe · Australia · 05:00 now=Australia/Lord_Howe", "u": "UTC · 18:00 now=UTC",
	} {
		if got := offered(typed); len(got) == 0 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%q offers %q", typed, got)
		}
	}
	if got := offered("qqq" + strings.Repeat("x", 90)); len(got) != 0 {
		t.Errorf("for nonsense there are %q", got)
	}
	// What is offered is understood when it is sent.
	for _, typed := range []string{"", "united states", "é", "asia"} {
		for _, c := range mia.Autocomplete("/adaman schedule", discordtest.Typing("zone", typed)).Choices() {
			a := mia.Run("/adaman schedule", discordtest.String("time", "9"), discordtest.String("zone", c.Value.(string)))
			tells(t, a.Text(), fmt.Sprintf("(`%v`)", c.Value))
		}
	}
}
