package bot_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// backup copies the database as its owner would: while the bot is stopped.
func (h *house) backup() (content []byte) {
	h.Helper()
	h.stop()
	content, err := os.ReadFile(h.path)
	if err != nil {
		h.Fatal(err)
	}
	h.start()
	return content
}

// putBack puts a copy in place of the database and starts the bot on it.
func (h *house) putBack(content []byte) {
	h.Helper()
	h.stop()
	if err := os.WriteFile(h.path, content, 0o600); err != nil {
		h.Fatal(err)
	}
	h.start()
}

// voids lists the days that do not count.
func (h *house) voids() (numbers []uint32) {
	h.Helper()
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		all, err := tx.Voids()
		for _, v := range all {
			numbers = append(numbers, v.Number)
		}
		return err
	}); err != nil {
		h.Fatal(err)
	}
	return numbers
}

// A backup from Friday is put back on Sunday. The days from Friday to Sunday do
// not count; nobody begins Sunday's deal, which may be known; what stands in the
// store stays; and on Monday all is as ever.
func TestADatabaseThatWasPutBackVoidsItsDays(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	line := h.drawDaily(adaman.Won)
	tells(t, h.daily(ana.In(general)).playAll(line), "The throne is yours")
	friday := h.backup()
	h.on(5, 12, 0)
	h.daily(ana.In(general))
	h.on(6, 9, 0)
	h.daily(ana.In(general))
	if v := h.voids(); v != nil {
		t.Fatalf("void are %v", v)
	}
	secret := string(must(h.kept(3)).Secret)

	h.putBack(friday)
	if v := h.voids(); fmt.Sprint(v) != "[1 2 3]" {
		t.Fatalf("void are %v", v)
	}
	log := h.log.String()
	tells(t, log, "level=WARN", "the database was put back from a copy", "what was played since is lost", `"first day"=1`, `"last day"=3`, "if a newer copy exists")
	for _, who := range []*discordtest.Member{ana, ben} {
		p := h.daily(who.In(general))
		tells(t, p.board.Text(), "Adaman no. 3 does not count and cannot be begun.", "The next deal begins <t:1796601600:R>", "[Practice]")
		tells(t, p.press("Practice"), "### Practice deal", "The cards are dealt.")
	}
	// Buttons lead to no other end.
	tells(t, ben.In(general).PressID(ben.In(general).Last(), "daily|0|0|").Text(), "does not count")
	tells(t, ben.In(general).PressID(ben.In(general).Last(), "daily|0|0|3").Text(), "does not count")
	if _, ok := h.kept(3); ok {
		t.Error("a day that nobody can begin was drawn")
	}
	if r := h.results(); len(r) != 1 || r[0].Outcome != "won" {
		t.Errorf("results are %+v", r)
	}

	// It is not noticed again, and Monday counts.
	h.restart()
	if n := strings.Count(h.log.String(), "was put back"); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	h.on(7, 0, 0)
	tells(t, h.daily(ben.In(general)).board.Text(), "Adaman no. 4 ·", "The cards are dealt.")
	if string(must(h.kept(4)).Secret) == secret {
		t.Error("Monday deals what Sunday did")
	}
	if v := h.voids(); len(v) != 3 {
		t.Errorf("void are %v", v)
	}
}

// An attempt that is open in the copy goes on, in the hour after midnight too,
// and can be finished although its day does not count.
func TestAnOpenAttemptOutlivesItsVoidDay(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	line := h.drawDaily(adaman.Won)
	p := h.daily(ana.InDM())
	p.playAll(line[:2])
	copied := h.backup()
	h.until("00:10:00")
	h.restart()
	h.putBack(copied)
	if v := h.voids(); fmt.Sprint(v) != "[1 2]" {
		t.Fatalf("void are %v", v)
	}
	p = h.daily(ana.InDM())
	tells(t, p.board.Text(), "Adaman no. 1 ·", "You controlled the "+line[1].Target.Name())
	tells(t, p.playAll(line[2:]), "The throne is yours", "**This day does not count:**")
	tells(t, p.whisper("Today's deal").board.Text(), "Adaman no. 2 does not count")
}

// A copy of the same day makes this day void as well: who has played since could
// begin its deal again, with what they know. A bot that has never dealt a daily
// has no day to make void.
func TestACopyOfTheSameDayVoidsIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	empty := h.backup()
	h.daily(ana.InDM())
	noon := h.backup()
	h.clock.Advance(2 * time.Hour)
	p := h.daily(ben.InDM())
	p.press("Give up")
	p.press("Yes, give up")
	h.putBack(noon)
	tells(t, h.log.String(), "the database was put back from a copy", "what was played since is lost, and these days of Adaman do not count")
	if v := h.voids(); fmt.Sprint(v) != "[1]" {
		t.Errorf("void are %v", v)
	}
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 1 ·") // she had begun
	tells(t, h.daily(ben.InDM()).board.Text(), "Adaman no. 1 does not count")

	h.on(6, 9, 0)
	h.restart()
	h.putBack(empty)
	if v := h.voids(); v != nil {
		t.Errorf("void are %v", v)
	}
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 1 · Sunday 6 December 2026")
}

// A copy from ten to midnight is put back an hour later, when the next day's deal
// has been seen: it is void. The bot says at midnight that it is at work.
func TestACopyFromBeforeMidnightVoidsTheDayAfter(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.daily(ana.InDM())
	h.until("23:50:00")
	h.settle()
	evening := h.backup()
	h.until("00:00:00")
	h.eventually(func() bool {
		at, _, err := h.store.Restored(context.Background())
		return err == nil && at.Equal(h.clock.Now()) // so not only when it is stopped, or within the hour
	})
	h.daily(ben.InDM())
	h.until("00:45:00")
	h.putBack(evening)
	if v := h.voids(); fmt.Sprint(v) != "[1 2]" {
		t.Errorf("void are %v", v)
	}
	tells(t, h.daily(ben.InDM()).board.Text(), "Adaman no. 2 does not count")
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 1 ·") // still open for its hour
}

// An outage is none of this: however long the bot was away, its days count.
func TestAnOutageVoidsNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	h.daily(ana.InDM())
	h.stop()
	h.clock.Advance(400 * 24 * time.Hour)
	h.start()
	h.restart()
	if v := h.voids(); v != nil {
		t.Errorf("void are %v", v)
	}
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 401 ·")
	silentOn(t, h.log.String(), "put back")
}

// The store is told every hour that it is in use, so that even a copy of the
// hour before midnight is noticed. Where that cannot be noted it is said once.
func TestTheStoreIsToldThatItIsInUse(t *testing.T) {
	t.Parallel()
	h := open(t)
	asOf := func() (at time.Time) {
		h.Helper()
		at, _, err := h.store.Restored(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	if !asOf().Equal(friday) {
		t.Errorf("at the start it is of %v", asOf())
	}
	for range 3 {
		before := asOf()
		h.eventually(func() bool {
			h.clock.Advance(time.Minute) // nobody says when the next look is set
			return asOf().Sub(before) >= time.Hour
		})
	}

	h.stop()
	lived := h.path + ".lived"
	if err := os.Remove(lived); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(lived, 0o700); err != nil { // nothing can be written there
		t.Fatal(err)
	}
	h.start()
	for range 3 {
		h.clock.Advance(time.Hour)
		h.settle()
	}
	h.eventually(func() bool {
		return strings.Contains(h.log.String(), "a database that is put back from a copy will not be noticed")
	})
	tells(t, h.daily(h.guild.Join("Ana").InDM()).board.Text(), "Adaman no. 1 ·") // it plays all the same
	for range 3 {
		h.clock.Advance(time.Hour)
		h.settle()
	}
	h.stop()
	if n := strings.Count(h.log.String(), "will not be noticed"); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	h.start()
}
