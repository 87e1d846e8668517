package bot_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/record"
	"windfall/store"
)

// keptDay reads a day as the store has it.
func (h *house) keptDay(number uint32) (d store.Day, there bool) {
	h.Helper()
	err := h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		d, err = tx.Day(number)
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		h.Fatal(err)
	}
	return d, err == nil
}

// Today and the days to come are drawn ahead, proven and measured; each midnight
// brings one more, over year's end too, and a restart changes none.
func TestDaysAreDrawnAhead(t *testing.T) {
	t.Parallel()
	h := open(t, ahead)
	h.clock.Advance(time.Date(2026, 12, 30, 12, 0, 0, 0, time.UTC).Sub(h.clock.Now()))
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	h.daily(ana.In(general)) // the first that this installation is asked for: day 1
	drawn := func(last uint32) (days []store.Day) {
		t.Helper()
		for range 600 { // up to a minute where much else runs; a second or two otherwise
			if d, there := h.keptDay(last); there && d.Played > 0 {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		for n := uint32(1); n <= last; n++ {
			d, there := h.keptDay(n)
			if !there {
				t.Fatalf("day %d is not drawn", n)
			}
			days = append(days, d)
		}
		return days
	}
	before := drawn(4)
	for _, d := range before {
		if d.Par < 66 || d.Played != 10 || d.Won > d.Played {
			t.Errorf("day %d: par %d, won %d of %d", d.Number, d.Par, d.Won, d.Played)
		}
		g, err := adaman.New(adaman.Deal(games.Secret(d.Secret).Stream(games.WithDay(d.Number))))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(d.Line), "\n") {
			m, err := adaman.ParseMove(line)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if o, _ := g.Outcome(); o.Result != adaman.Won || o.Score != d.Par {
			t.Errorf("day %d: the line brings %+v, and par is %d", d.Number, o, d.Par)
		}
	}
	h.restart()
	h.clock.Advance(48 * time.Hour) // to the first of January
	after := drawn(6)
	for i, d := range before {
		if fmt.Sprintf("%x", after[i].Secret) != fmt.Sprintf("%x", d.Secret) {
			t.Errorf("day %d was drawn again", d.Number)
		}
	}
	tells(t, h.daily(ana.In(general)).board.Text(), "Adaman no. 3 · Friday 1 January 2027", "best possible")
}

// opening presses, on any message, every button that a day's release opens.
func opening(place discordtest.Place, on discordtest.Message, day string) (said []string) {
	for _, id := range []string{"line|0|0|" + day + " 0", "line|0|0|" + day + " 99 last", "day-record|0|0|" + day, "archive-play|0|0|" + day} {
		said = append(said, place.PressID(on, id).Text())
	}
	return said
}

// What a day's release opens reaches nobody before, finished or not, whatever is
// pressed; and everybody afterwards.
func TestAReleaseOpensTheDayToAll(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	p, q := h.daily(ana.In(general)), h.daily(ben.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	d, _ := h.keptDay(1)
	secret := games.Secret(d.Secret)
	first, _, _ := strings.Cut(string(d.Line), "\n")
	m, err := adaman.ParseMove(first)
	if err != nil {
		t.Fatal(err)
	}
	closed := func(when string) {
		t.Helper()
		for _, day := range []string{"0", "1", "2", "3", "4294967295", "99999999999", "-1", "x"} {
			for _, who := range []*player{p, q} {
				for _, said := range opening(who.place, who.board, day) {
					if strings.Contains(said, secret.Hex()) || strings.Contains(said, "Play 1 of") || strings.Contains(said, "Before the first of") || said == "" {
						t.Errorf("%s, day %s: %s", when, day, said)
					}
				}
			}
		}
		silentOn(t, p.board.Text(), "[Best line]", "[Record and seal]", "[Where it was lost]", secret.Hex())
	}
	closed("on the day")
	h.until("00:59:59")
	closed("in the hour after it")
	h.until("01:00:00")

	// Ben, whose attempt the release has ended, and Ana see it all.
	for _, who := range []*player{p, q} {
		who.look()
		dee := h.archive(h.guild.Join("Dee").In(general)) // who has not played
		now := dee.place.PressID(dee.board, "line|0|0|1 0")
		tells(t, now.Text(), "The best line of Adaman no. 1", "Before the first of", "[First (disabled)]", "[Forward]")
		forward := now.Reply().Button("Forward").CustomID
		tells(t, who.place.PressID(who.board, forward).Text(), "Play 1 of", m.Target.Name())
	}
	last := p.place.PressID(p.board, "line|0|0|1 99 last")
	tells(t, last.Text(), "All 11 personalities are controlled", fmt.Sprintf("That is **%d**", d.Par))
	tells(t, p.place.PressID(p.board, "day-record|0|0|1").Text(), "The record of Adaman no. 1", secret.Hex())

	day := h.daily(ana.In(general)) // today's is another, and as closed as yesterday's was
	tells(t, day.board.Text(), "Adaman no. 2")
	tells(t, strings.Join(opening(day.place, day.board, "2"), "\n"), "still a secret")
}

// Where one's own game was lost is told after the release, to its player alone.
func TestWhereItWasLost(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, eve := h.guild.Join("Ana"), h.guild.Join("Eve")
	line := h.drawDaily(adaman.Stuck)
	p := h.daily(ana.In(general))
	tells(t, p.playAll(line), "No play is left")
	h.until("01:00:00")
	p = &player{h, ana.In(general), ana.In(general).PressID(p.board, fmt.Sprintf("board|%d|0|", h.results()[0].Game)).Reply()}
	tells(t, p.board.Text(), "[Record and seal]", "[Where it was lost]")
	id := p.board.Button("Where it was lost").CustomID
	tells(t, p.place.PressID(p.board, id).Text(), "Where Adaman no. 1 was lost")
	eves := h.archive(eve.In(general))
	silentOn(t, eves.place.PressID(eves.board, id).Text(), "Where Adaman no. 1 was lost")
}

// copied copies a file.
func copied(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A backup of an earlier day that is put back makes today's daily void, and the
// bot says so; one of the same day does not.
func TestABackupThatIsPutBackVoidsTheDay(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.daily(ana.In(general))
	h.stop()
	copied(t, h.path, h.path+".backup")
	h.start()
	h.clock.Advance(2 * time.Hour)
	h.stop()
	copied(t, h.path+".backup", h.path)
	h.start()
	tells(t, h.daily(ben.In(general)).board.Text(), "Adaman no. 1", "The cards are dealt.") // of the same day

	h.stop()
	copied(t, h.path, h.path+".backup")
	h.start()
	h.until("03:00:00") // Saturday
	old := h.daily(ana.In(general)).board
	tells(t, old.Text(), "Adaman no. 2")
	h.stop()
	copied(t, h.path+".backup", h.path)
	h.start()
	if !strings.Contains(h.log.String(), "put back from a copy") {
		t.Error("the log does not say so")
	}
	void := ana.In(general).Run("/adaman daily").Text()
	tells(t, void, "Adaman no. 2 does not count and cannot be begun", "[Practice]")
	tells(t, ana.In(general).PressID(old, "daily|0|0|").Text(), "Adaman no. 2 does not count")
	h.restart()
	tells(t, ben.In(general).Run("/adaman daily").Text(), "Adaman no. 2 does not count")
	h.clock.Advance(24 * time.Hour)
	h.settle()
	tells(t, h.daily(ben.In(general)).board.Text(), "Adaman no. 3", "The cards are dealt.")
}

// The record of a released day is one that windfall verify accepts.
func TestTheRecordOfADayIsVerified(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	p := h.daily(ana.In(general))
	h.until("01:00:01")
	d, _ := h.keptDay(1)
	a := p.place.PressID(p.board, "day-record|0|0|1")
	files := a.Reply().Attachments
	if len(files) != 1 {
		t.Fatalf("%d files with %s", len(files), a.Text())
	}
	r, err := record.Verify(files[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	if o, _ := r.Adaman.Outcome(); r.Day != 1 || o.Score != d.Par || r.Seal.Secret != games.Secret(d.Secret) {
		t.Errorf("the record is of day %d and ends with %+v", r.Day, o)
	}
}
