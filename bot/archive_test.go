package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/record"
	"windfall/store"
)

// archive is what a member sees who has called /adaman archive.
func (h *house) archive(place discordtest.Place) *player {
	h.Helper()
	p := &player{house: h, place: place, board: place.Run("/adaman archive").Reply()}
	h.settle()
	return p
}

// chooseDay chooses a day from the menu of the archive's page.
func (p *player) chooseDay(number int) string {
	p.Helper()
	a := p.place.Select(p.board, "Choose a day", fmt.Sprint(number))
	p.settle()
	if a.State() != discordtest.Updated {
		p.Fatalf("day %d is %v: %s", number, a.State(), a.Text())
	}
	p.look()
	return p.board.Text()
}

// deckOf is the deck of a day, which the test may know.
func (h *house) deckOf(number uint32) (deck adaman.Deck, secret string) {
	h.Helper()
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		day, err := tx.Day(number)
		if err != nil {
			return err
		}
		secret = games.Secret(day.Secret).Hex()
		return deck.UnmarshalJSON(day.Deal)
	}); err != nil {
		h.Fatal(err)
	}
	return deck, secret
}

// days has a member begin every daily for some days, from the present one on, and
// ends on the evening of the day after the last.
func (h *house) days(place discordtest.Place, n int) {
	h.Helper()
	for range n {
		place.Run("/adaman daily")
		h.settle()
		open := len(h.results())
		h.clock.Advance(24 * time.Hour)
		h.eventually(func() bool { return len(h.results()) > open })
		h.settle()
	}
}

// An archive without a day says when the first one opens, and it does.
func TestTheArchiveOpensWithTheFirstRelease(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	first := fmt.Sprintf("<t:%d:R>", time.Date(2026, 12, 5, 1, 0, 0, 0, time.UTC).Unix())
	tells(t, h.archive(ana.In(general)).board.Text(), "The archive is still empty.", first)
	p := h.daily(ana.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	for _, clock := range []string{"18:00:00", "23:59:59", "00:00:00", "00:59:59"} {
		h.until(clock)
		a := h.archive(ana.In(general))
		tells(t, a.board.Text(), "The archive is still empty.", first)
		if !a.board.Ephemeral {
			t.Fatal("everybody sees the archive")
		}
	}
	h.until("01:00:00")
	tells(t, h.archive(ana.In(general)).board.Text(), "Days that are over", "**No. 1** · Fri 4 Dec 2026", "Given up with 0", "[Choose a day: No. 1, Friday 4 December 2026]")
	tells(t, h.archive(ben.InDM()).board.Text(), "**No. 1** · Fri 4 Dec 2026", "Not played on its day")
}

// Ben missed a day. He finds it in the archive and plays it to the end; its
// result, with day and seal, counts for nothing.
func TestADayFromTheArchive(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	line := h.drawDaily(adaman.Won)
	p := h.daily(ana.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	h.until("01:00:00")

	q := h.archive(ben.In(general))
	said := q.chooseDay(1)
	_, secret := h.deckOf(1)
	tells(t, said, "Adaman no. 1 · Friday 4 December 2026", "You did not play it on its day.", "has neither undo nor hints", "seal ", "[Play it]", "[Archive]", "[Table]", "[Record and seal]")
	tells(t, q.whisper("Table").board.Text(), "Adaman no. 1 · Friday 4 December 2026", "In this server: 1 member", "Ana")
	alone := h.archive(ben.InDM()) // where no server has a table
	silentOn(t, alone.chooseDay(1), "[Table]")
	h.restart()
	tells(t, q.press("Play it"), "Adaman no. 1 · Friday 4 December 2026 · from the archive", "The cards are dealt.", "has neither undo nor hints", "seal ")
	silentOn(t, q.board.Text(), "[Undo", "[Hint", "You can finish it until", "[Today's deal]")
	for _, id := range []string{"undo", "hint", "winnable", "keep"} {
		tells(t, ben.In(general).PressID(q.board, id+"|2|1|").Text(), "Undo and hints are for practice deals.")
	}
	h.best(110, 1)
	for i, m := range line {
		if i == 3 {
			h.restart()
		}
		q.play(m)
	}
	tells(t, q.board.Text(), "The throne is yours", " of a possible 110** ★☆☆ (one of three stars)\n", "[Your record]", "[Archive]")
	silentOn(t, q.board.Text(), "[Share]", "finished this deal", "[Undo", "[Keep", "[Another deal]")
	r := h.results()[1]
	if r.Kind != store.Archive || r.Day != 1 || r.Outcome != "won" || r.Undone+r.Hints != 0 {
		t.Fatalf("the result is %+v", r)
	}
	file := ben.In(general).Press(q.board, "Your record").Reply()
	rec, err := record.Verify(file.Attachments[0].Data)
	if err != nil || rec.Day != 1 || rec.Seal == nil || rec.Seal.Secret.Hex() != secret || rec.Help != nil {
		t.Errorf("the record is %+v, %v", rec, err)
	}

	// It counts for nothing, and does not stand in for the attempt.
	tells(t, ben.In(general).Run("/stats").Text(), "You have not finished a game on this server yet.")
	counted := func() (said string) {
		for _, what := range []string{"/stats", "/leaderboard", "/leaderboard period:week", "/leaderboard period:all"} {
			said += ana.In(general).Run(what).Text() + "\n"
		}
		h.settle()
		return said
	}
	before := counted()
	tells(t, before, "Ana")
	silentOn(t, before, "Ben")
	h.eachArchived(ana.In(general), line)
	if after := counted(); after != before {
		t.Errorf("the archive counts for Ana:\n%s\nwas\n%s", after, before)
	}
	tells(t, h.daily(ana.In(general)).board.Text(), "Adaman no. 2")
	tells(t, p.press("Never ask"), "You gave up") // her attempt of the day is as it was
	tells(t, h.archive(ana.In(general)).board.Text(), "Given up with 0 · in the archive: won with ")
	tells(t, q.press("Archive"), "Not played on its day · in the archive: won with ")
	q.chooseDay(1)
	tells(t, q.board.Text(), "Your best in the archive: won with ", fmt.Sprintf("after %d plays.", len(line)))
	// Played again and worse, the best stays.
	q.press("Play it")
	q.press("Give up")
	tells(t, q.press("Yes, give up"), "You gave up")
	tells(t, q.press("Archive"), "in the archive: won with ")
}

// eachArchived plays day 1 from the archive.
func (h *house) eachArchived(place discordtest.Place, line []adaman.Move) {
	h.Helper()
	p := h.archive(place)
	p.chooseDay(1)
	p.press("Play it")
	tells(h, p.playAll(line), "The throne is yours")
}

// Nothing shows or begins a day before its release, whatever number is put into
// a press, one second before as well as days ahead; and not a byte of its deck
// or its secret gets out by asking.
func TestTheArchiveNeverOpensADayEarly(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	h.daily(ana.In(general))
	h.until("00:00:00")
	page := h.archive(ana.In(general))
	h.daily(ana.In(general)).press("Today's deal") // day 2 is drawn too
	tomorrow := store.Day{Number: 3, Secret: make([]byte, 32), Drawn: h.clock.Now()}
	deck, _ := h.deckOf(2)
	tomorrow.Deal, _ = json.Marshal(deck)
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error { return tx.PutDay(&tomorrow) }); err != nil {
		t.Fatal(err)
	}
	began := len(h.games())
	ask := func(closed ...string) {
		t.Helper()
		for _, arg := range closed {
			for _, id := range []string{"archive-day|0|0|" + arg, "archive-play|0|0|" + arg, "archive-surely|1|1|" + arg, "archive-surely|2|1|" + arg} {
				a := ana.In(general).PressID(page.board, id)
				h.settle()
				if said := a.Text(); !strings.Contains(said, "That day is not in the archive.") && !strings.Contains(said, "out of date") {
					t.Errorf("%s gets\n%s", id, said)
				}
			}
			a := ana.In(general).SelectID(page.board, "archive-day|0|0|", arg)
			h.settle()
			if said := a.Text(); !strings.Contains(said, "That day is not in the archive.") && !strings.Contains(said, "out of date") {
				t.Errorf("choosing %q gets\n%s", arg, said)
			}
		}
	}
	never := []string{"", "0", "-1", "3", "4", "10", "4294967295", "4294967296", "99999999999999999999", "1 ", "one", "+1", "1e0"}
	ask(append(never, "1", "2")...)
	h.until("00:59:59")
	ask(append(never, "1", "2")...)
	silentOn(t, h.archive(ana.In(general)).board.Text(), "No. 1")
	h.until("01:00:00")
	ask(append(never, "2")...)
	if n := len(h.games()); n > began {
		t.Errorf("%d games are open", n)
	}
	tells(t, h.archive(ana.In(general)).board.Text(), "No. 1")
	silentOn(t, h.archive(ana.In(general)).board.Text(), "No. 2", "No. 3")
	for day := uint32(1); day <= 2; day++ {
		if _, secret := h.deckOf(day); strings.Contains(string(ana.Transcript())+h.log.String(), secret) {
			t.Errorf("the secret of day %d is out", day)
		}
	}
	tells(t, ana.In(general).PressID(page.board, "archive-play|0|0|1").Text(), "Adaman no. 1 ·", "from the archive")
}

// Many days are pages, the newest first, that turn in place. Days on which
// nobody asked for a deal are left out, over the end of the year too.
func TestTheArchiveHasPages(t *testing.T) {
	t.Parallel()
	h := open(t, unpictured)
	ana := h.guild.Join("Ana")
	h.days(ana.InDM(), 23)              // until 26 December
	h.clock.Advance(9 * 24 * time.Hour) // on which the bot deals nothing
	h.days(ana.InDM(), 2)
	p := h.archive(ana.InDM())
	numbers := func() (all []int) {
		for _, c := range p.board.All() {
			for _, o := range c.Options {
				var n int
				fmt.Sscan(o.Value, &n)
				all = append(all, n)
			}
		}
		return all
	}
	want := [][]int{{34, 33, 23, 22, 21, 20, 19, 18, 17, 16}, {15, 14, 13, 12, 11, 10, 9, 8, 7, 6}, {5, 4, 3, 2, 1}}
	for i, page := range want {
		if got := numbers(); fmt.Sprint(got) != fmt.Sprint(page) {
			t.Fatalf("page %d has %v, not %v", i, got, page)
		}
		older, newer := p.board.Button("Older"), p.board.Button("Newer")
		if older.Disabled != (i == 2) || newer.Disabled != (i == 0) {
			t.Errorf("page %d: %+v, %+v", i, older, newer)
		}
		if i < 2 {
			p.press("Older")
		}
	}
	p.press("Newer")
	if got := numbers(); fmt.Sprint(got) != fmt.Sprint(want[1]) {
		t.Errorf("turned back there is %v", got)
	}
	// A page that is not there is the last one.
	a := ana.InDM().PressID(p.board, "archive|0|0|77")
	h.settle()
	tells(t, a.Text(), "**No. 5**", "**No. 1**", "[Newer]", "[Older (disabled)]")
	tells(t, ana.InDM().PressID(p.board, "archive-day|0|0|25").Text(), "There is no deal no. 25")
	for _, arg := range []string{"", "-1", "x", "99999999999"} {
		tells(t, ana.InDM().PressID(p.board, "archive|0|0|"+arg).Text(), "out of date")
	}
}

// One game from the archive a member, wherever begun; another only after asking,
// and two presses at one instant begin one.
func TestOneGameFromTheArchiveAtATime(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	line := h.drawDaily(adaman.Won)
	h.days(ben.InDM(), 2)
	p := h.archive(ana.In(general))
	p.chooseDay(1)
	first, second := p.place.NoWait().Press(p.board, "Play it"), p.place.NoWait().Press(p.board, "Play it")
	first.Wait()
	second.Wait()
	h.settle()
	if games := h.games(); len(games) != 1 || games[0].Kind != store.Archive || games[0].Day != 1 {
		t.Fatalf("open are %+v", games)
	}
	p.look()
	after := p.play(line[0])
	if due := h.games()[0].Due; !due.Equal(h.clock.Now().Add(14 * 24 * time.Hour)) {
		t.Errorf("it is dropped at %v", due)
	}
	// A practice game and a daily stand beside it.
	h.numbered(ana.In(general), 13)
	h.daily(ana.In(general))
	if n := len(h.games()); n != 3 {
		t.Fatalf("%d games are open", n)
	}

	q := h.archive(ana.InDM())
	q.chooseDay(1)
	if q.press("Play it") != after {
		t.Errorf("the same day again is\n%s", q.board.Text())
	}
	q = h.archive(ana.InDM())
	q.chooseDay(2)
	tells(t, q.press("Play it"), "You have Adaman no. 1 from the archive open, in which you have made 1 play.", "[Go on with it]", "[Drop it and begin another]")
	stale := q.board
	if q.press("Go on with it") != after {
		t.Errorf("going on is\n%s", q.board.Text())
	}
	p.play(line[1])
	q.place.PressID(q.board, stale.Button("Drop it and begin another").CustomID)
	h.settle()
	q.look()
	tells(t, q.board.Text(), "in which you have made 2 plays.") // what was asked about is past
	h.restart()
	press := q.board.Button("Drop it and begin another").CustomID
	first, second = q.place.NoWait().PressID(q.board, press), q.place.NoWait().PressID(q.board, press)
	first.Wait()
	second.Wait()
	h.settle()
	q.look()
	tells(t, q.board.Text(), "Adaman no. 2 ·", "from the archive", "The cards are dealt.")
	if n := len(h.games()); n != 3 {
		t.Errorf("%d games are open", n)
	}
	p.place.PressID(p.board, p.board.Buttons()[0].CustomID)
	h.settle()
	p.look()
	tells(t, p.board.Text(), "you began another in its place", "[Archive]")

	// Nobody else's press does anything to it.
	for _, b := range q.board.Buttons() {
		if action, _, _ := strings.Cut(b.CustomID, "|"); action != "rules" {
			a := ben.In(general).PressID(ben.In(general).Run("/help").Reply(), b.CustomID)
			h.settle()
			tells(t, a.Text(), "somebody else's")
		}
	}
}

// A game from the archive that nobody has moved in for two weeks is gone, the
// daily's deadline notwithstanding.
func TestAnOldGameFromTheArchiveIsDropped(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	line := h.drawDaily(adaman.Won)
	h.days(ana.InDM(), 1)
	p := h.archive(ana.InDM())
	p.chooseDay(1)
	p.press("Play it")
	h.clock.Advance(10 * 24 * time.Hour)
	h.settle()
	p.play(line[0])
	h.clock.Advance(14*24*time.Hour - time.Second)
	h.settle()
	if n := len(h.games()); n != 1 {
		t.Fatalf("a second early %d games are open", n)
	}
	h.clock.Advance(time.Second)
	h.eventually(func() bool { return len(h.games()) == 0 })
	if n := len(h.results()); n != 1 {
		t.Errorf("there are %d results", n)
	}
	tells(t, ana.InDM().PressID(p.board, p.board.Buttons()[0].CustomID).Text(), "left it for two weeks", "[Archive]")
}

// A void day is in the archive once it is released, says what it is, and can be
// played if it has a deal.
func TestAVoidDayInTheArchive(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	h.days(ana.InDM(), 3)
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		for _, n := range []uint32{2, 4} {
			if err := tx.PutVoid(store.Void{Number: n, AsOf: friday, Noted: h.clock.Now()}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p := h.archive(ana.InDM())
	tells(t, p.board.Text(), "**No. 3**", "**No. 2** · Sat 5 Dec 2026 · best possible", " · does not count", "**No. 1**")
	silentOn(t, p.board.Text(), "No. 4")
	tells(t, p.chooseDay(2), "does not count", "can be played all the same")
	tells(t, p.press("Play it"), "Adaman no. 2 ·", "from the archive")
}
