package bot_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// until turns the clock to a time of day of the night from Friday to Saturday,
// in which the stories of this file play.
func (h *house) until(clock string) {
	h.Helper()
	t, err := time.Parse("15:04:05", clock)
	if err != nil {
		h.Fatal(err)
	}
	at := time.Date(2026, 12, 5, t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	if t.Hour() > 12 {
		at = at.AddDate(0, 0, -1)
	}
	h.to(at)
}

// Begun before midnight and finished after it, a daily is that of its own day;
// meanwhile the next day's can be begun, in the same channel.
func TestHazard56_BegunBeforeMidnightFinishedAfter(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, dee := h.guild.Join("Ana"), h.guild.Join("Dee")
	line := h.drawDaily(adaman.Won)
	h.until("23:59:59")
	p := h.daily(ana.In(general))
	tells(t, p.board.Text(), "Adaman no. 1 · Friday 4 December 2026", "You can finish it until <t:1796432400:f>")
	silentOn(t, p.board.Text(), "[Today's deal]", "[Yesterday's deal]")
	p.playAll(line[:2])

	h.until("00:00:00")
	p = h.daily(ana.In(general)) // yesterday's first, for its time is short
	tells(t, p.board.Text(), "Adaman no. 1 ·", "You controlled the "+line[1].Target.Name(), "[Today's deal]")
	tells(t, h.daily(dee.In(general)).board.Text(), "Adaman no. 2 · Saturday 5 December 2026", "The cards are dealt.")

	tells(t, p.press("Today's deal"), "Adaman no. 2 ·", "The cards are dealt.", "[Yesterday's deal]")
	tells(t, p.press("Yesterday's deal"), "Adaman no. 1 ·", "[Today's deal]")
	if games := h.games(); len(games) != 3 {
		t.Fatalf("open are %+v", games)
	}
	h.restart()
	h.until("00:59:59")
	tells(t, p.playAll(line[2:]), "The throne is yours", "[Share]", "[Today's deal]")
	r := h.results()[0]
	if r.Day != 1 || r.Outcome != "won" || r.Reason != "" || r.Begun.Day() != 4 || r.Ended.Day() != 5 {
		t.Errorf("the result is %+v", r)
	}
	tells(t, h.daily(ana.In(general)).board.Text(), "Adaman no. 2 ·")
}

// Who finishes today's deal first finds the way to yesterday's at its end, as
// long as that is open.
func TestTodaysEndLeadsToYesterdaysOpenDeal(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.daily(ana.In(general))
	q := h.daily(ben.In(general))
	q.press("Give up")
	q.press("Yes, give up")
	h.until("00:10:00")
	p := h.daily(ana.In(general))
	tells(t, p.press("Give up"), "your one attempt at Adaman no. 1.")
	p.press("Play on")
	p.press("Today's deal")
	tells(t, p.press("Give up"), "your one attempt at Adaman no. 2.")
	tells(t, p.press("Yes, give up"), "Adaman no. 2 ·", "You gave up", "[Yesterday's deal]")
	tells(t, p.press("Share"), "Shared in this channel.", "[Yesterday's deal]")
	tells(t, p.press("Yesterday's deal"), "Adaman no. 1 ·", "The cards are dealt.", "[Today's deal]")
	p.press("Give up")
	tells(t, p.press("Yes, give up"), "Adaman no. 1 ·", "You gave up", "[Today's deal]")
	p.press("Today's deal")
	silentOn(t, p.board.Text(), "[Yesterday's deal]") // there is nothing open any more

	// Ben finished his yesterday.
	q = h.daily(ben.In(general))
	q.press("Give up")
	silentOn(t, q.press("Yes, give up"), "[Yesterday's deal]")
}

// At 01:00 and not a second before, what is still open counts as given up.
func TestAttemptsAreReleasedAtOne(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	line := h.drawDaily(adaman.Won)
	p, q := h.daily(ana.In(general)), h.daily(ben.In(general))
	q.press("Give up")
	q.press("Yes, give up")
	q.press("Always share")
	public := lastPublic(ana, general)
	before := p.play(line[0])
	h.until("00:59:59")
	after := p.play(line[1])
	if after == before {
		t.Fatal("a second before the release nothing can be played")
	}
	h.clock.Advance(time.Second)
	h.eventually(func() bool { return len(h.games()) == 0 })
	r := h.results()[1]
	if r.Outcome != "gave-up" || r.Reason != "released" || r.Plays != 2 || r.Winner != -1 || !r.Ended.Equal(time.Date(2026, 12, 5, 1, 0, 0, 0, time.UTC)) {
		t.Errorf("the result is %+v", r)
	}
	// Her old board shows it, whatever she presses.
	p.place.PressID(p.board, p.confirm().CustomID)
	h.settle()
	p.look()
	tells(t, p.board.Text(), "Given up at the end of the day", "2 have played this deal: 1 gave up, 1 did not finish", "Its secret:", "[Today's deal]")
	if live := liveGameButtons(p.board); live != nil {
		t.Errorf("H23: live are %v", live)
	}
	if n := strings.Count(string(ana.Transcript()), "gave Adaman no. 1 up"); n != 1 {
		t.Errorf("%d lines of day 1 are shared, not Ben's alone", n)
	}

	// The day is past for everybody.
	a := ana.In(general).Press(public, "Play it too")
	tells(t, a.Text(), "Adaman no. 1 can no longer be begun", "from the archive, where it counts for nothing", "[Today's deal]", "[Play it]")
	note := &player{house: h, place: ana.In(general), board: a.Reply()}
	tells(t, note.press("Today's deal"), "Adaman no. 2 ·", "The cards are dealt.")
	silentOn(t, note.board.Text(), "[Yesterday's deal]")
}

// Play it too leads to a day as long as the day lasts; an attempt that is open
// can be found by it until the release.
func TestPlayItTooAroundMidnight(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, dee := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Dee")
	p := h.daily(ana.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	p.press("Share")
	public := lastPublic(ana, general)
	h.until("23:59:59")
	tells(t, ben.In(general).Press(public, "Play it too").Text(), "Adaman no. 1 ·", "The cards are dealt.")
	h.restart()
	h.until("00:30:00")
	tells(t, ben.In(general).Press(public, "Play it too").Text(), "Adaman no. 1 ·", "[Today's deal]")
	past := dee.In(general).Press(public, "Play it too")
	tells(t, past.Text(), "can no longer be begun", "[Today's deal]")
	silentOn(t, past.Text(), "[Play it]", "archive") // it is not released yet
	if games := h.games(); len(games) != 1 {
		t.Errorf("open are %+v", games)
	}
	tells(t, dee.In(general).PressID(public, "daily|0|0|9").Text(), "out of date")
	tells(t, dee.In(general).PressID(public, "daily|0|0|x").Text(), "out of date")

	// From the release on it leads to the archive, where the same deal is.
	h.until("01:00:00")
	h.eventually(func() bool { return len(h.games()) == 0 })
	past = dee.In(general).Press(public, "Play it too")
	tells(t, past.Text(), "No. 1 can be played from the archive, where it counts for nothing.", "[Today's deal]", "[Play it]")
	q := &player{house: h, place: dee.In(general), board: past.Reply()}
	tells(t, q.press("Play it"), "Adaman no. 1 ·", "from the archive", "The cards are dealt.")
	if games := h.games(); len(games) != 1 || games[0].Kind != store.Archive || games[0].Day != 1 {
		t.Errorf("open are %+v", games)
	}
}

// If nobody is there at 01:00, the release is made up for, as of 01:00.
func TestAReleaseMissedIsMadeUpFor(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	h.daily(ana.InDM())
	h.stop()
	h.clock.Advance(3 * 24 * time.Hour)
	h.start()
	h.eventually(func() bool { return len(h.games()) == 0 })
	r := h.results()[0]
	if r.Reason != "released" || r.Day != 1 || !r.Ended.Equal(time.Date(2026, 12, 5, 1, 0, 0, 0, time.UTC)) {
		t.Errorf("the result is %+v", r)
	}
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 4 · Monday 7 December 2026")
}

// When the clock and a press meet, a game ends once, and everybody is told the
// same.
func TestHazard19_24_TheReleaseAndAPressMeet(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	line := h.drawDaily(adaman.Won)
	var players []*player
	for range 12 {
		p := h.daily(h.guild.Join("Ana").In(general))
		p.playAll(line[:1])
		p.choose(line[1])
		players = append(players, p)
	}
	h.until("00:59:59")
	var presses []*discordtest.Action
	for i, p := range players {
		if i == len(players)/2 {
			h.clock.Advance(time.Second)
		}
		presses = append(presses, p.place.NoWait().Press(p.board, p.confirm().CustomID))
	}
	for _, a := range presses {
		if a.Wait().State() != discordtest.Updated {
			t.Errorf("a press is %v", a.State())
		}
	}
	h.eventually(func() bool { return len(h.games()) == 0 })
	h.settle()
	results := h.results()
	if len(results) != len(players) {
		t.Fatalf("%d results for %d games", len(results), len(players))
	}
	for _, r := range results {
		// Players have numbers in the order in which they came.
		late := int(r.Players[0]) > len(players)/2
		if r.Reason != "released" || r.Plays < 1 || r.Plays > 2 || late && r.Plays != 1 {
			t.Errorf("the result is %+v", r)
		}
	}
	for i, p := range players {
		p.look()
		if i >= len(players)/2 { // pressed after the release
			tells(t, p.board.Text(), "Given up at the end of the day")
		}
	}
}

// A restart, with other chance, does not deal a day anew.
func TestHazard60_ADayIsDealtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	first := h.daily(ana.In(general)).board.Text()
	h.random.Seed([32]byte{200})
	h.restart()
	// Several at one instant get the same, too.
	var asked []*discordtest.Action
	for range 8 {
		asked = append(asked, h.guild.Join("Cid").In(general).NoWait().Run("/adaman daily"))
	}
	for _, a := range asked {
		if got := a.Wait().Text(); got != first {
			t.Errorf("somebody's day is\n%s", got)
		}
	}
	if second := h.daily(ben.InDM()).board.Text(); second != first {
		t.Errorf("after a restart the day is\n%s\nand was\n%s", second, first)
	}
	for _, g := range h.games() {
		if g.Kind != store.Daily || g.Day != 1 {
			t.Errorf("open is %+v", g)
		}
	}
}
