package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/store"
)

// Twelve members ask for the very first daily at one instant. They all get the
// same deal, which is proven to be winnable, and one is kept.
func TestWhoAskTogetherGetOneDeal(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	var asked []*discordtest.Action
	for range 12 {
		asked = append(asked, h.guild.Join("Cid").In(general).NoWait().Run("/adaman daily"))
	}
	first := asked[0].Wait().Text()
	tells(t, first, "Adaman no. 1 ·", "Best possible ", "The cards are dealt.")
	for _, a := range asked {
		if got := a.Wait().Text(); got != first {
			t.Errorf("somebody's day is\n%s", got)
		}
	}
	par, line := h.lineOf(1)
	deck, _ := h.deckOf(1)
	table := adaman.Open(&deck)
	for _, m := range line {
		if err := table.Check(m); err != nil {
			t.Fatal(err)
		}
		table = table.After(&deck, m)
	}
	if o, _ := table.Outcome(); o.Result != adaman.Won || o.Score != par {
		t.Errorf("the best line ends with %+v, and par is %d", o, par)
	}
	if n := strings.Count(h.log.String(), "drawn at once"); n != 1 {
		t.Errorf("%d deals were drawn", n)
	}
}

// The night and the days after, with a bot that draws ahead: each midnight one
// more day is there, before anybody asks; restarts change none; and a clock that
// is put forward beyond all that was drawn still finds a deal.
func TestDaysAreThereBeforeAnybodyAsks(t *testing.T) {
	t.Parallel()
	h := open(t, ahead)
	ana := h.guild.Join("Ana")
	if _, ok := h.kept(1); ok {
		t.Error("a day is drawn before there is a first")
	}
	h.daily(ana.InDM())
	h.eventually(func() bool { d, ok := h.kept(4); return ok && d.Played > 0 && must(h.kept(1)).Played > 0 })
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 1 · Friday 4 December 2026", " one · best possible ")
	known := map[uint32]string{}
	for n := uint32(1); n <= 4; n++ {
		known[n] = string(must(h.kept(n)).Secret)
	}
	if _, ok := h.kept(5); ok {
		t.Error("day 5 is there on day 1")
	}
	h.restart()
	h.until("00:00:00")
	h.eventually(func() bool { _, ok := h.kept(5); return ok })
	h.restart()
	for n, secret := range known {
		if string(must(h.kept(n)).Secret) != secret {
			t.Errorf("day %d has another deal than before", n)
		}
	}
	p := h.daily(h.guild.Join("Ben").InDM())
	tells(t, p.board.Text(), "Adaman no. 2 ·", games.Secret([]byte(known[2])).Seal())
	if n := strings.Count(h.log.String(), "drawn at once"); n != 1 {
		t.Errorf("%d days were drawn at once", n)
	}

	// New Year's Eve is beyond all that.
	h.on(31, 23, 59)
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 28 · Thursday 31 December 2026")
	h.clock.Advance(time.Minute)
	h.settle()
	tells(t, h.daily(h.guild.Join("Eve").InDM()).board.Text(), "Adaman no. 29 · Friday 1 January 2027")
}

// A daily of before best scores were kept says what is found out about it once
// that is known; its deal stays.
func TestADayOfBeforeGetsItsBestScore(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	// What the bot draws it can also prove; so let it draw, and forget what it knew.
	h.daily(ana.InDM())
	d := must(h.kept(1))
	old := store.Day{Number: 1, Secret: d.Secret}
	h = open(t, ahead)
	ana = h.guild.Join("Ana")
	h.stop()
	h.load()
	h.putDay(old)
	h.stop()
	h.start()
	h.eventually(func() bool { return must(h.kept(1)).Played > 0 })
	after := must(h.kept(1))
	if after.Par != d.Par || string(after.Secret) != string(old.Secret) || string(after.Deal) != string(d.Deal) {
		t.Errorf("par is %d, and was %d", after.Par, d.Par)
	}
	tells(t, h.daily(ana.InDM()).board.Text(), fmt.Sprintf(" one · best possible %d", d.Par))
}

// While a day is being drawn the bot can be stopped, and nothing is half done.
func TestDrawingEndsWithTheBot(t *testing.T) {
	t.Parallel()
	h := open(t, ahead)
	h.drawing.Ahead, h.drawing.Games, h.drawing.Playouts = 50, 200, 200
	h.restart()
	h.daily(h.guild.Join("Ana").InDM())
	h.eventually(func() bool { return must(h.kept(1)).Par > 0 })
	began := time.Now()
	h.stop() // TestMain sees to it that no goroutine stays
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	h.drawing.Ahead = -1
	h.start()
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		for n := uint32(1); n <= 51; n++ {
			if d, err := tx.Day(n); err == nil && (d.Par == 0 || n > 1 && d.Played != 200) {
				t.Errorf("day %d is half drawn: par %d, %d games", n, d.Par, d.Played)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
