package bot_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"windfall/bot/discordtest"
	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/solver"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// kept is a day as the store has it, which the test may look into.
func (h *house) kept(number uint32) (d store.Day, ok bool) {
	h.Helper()
	err := h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		d, err = tx.Day(number)
		return err
	})
	return d, err == nil
}

// lineOf is the best line of a day.
func (h *house) lineOf(number uint32) (par int, line []adaman.Move) {
	h.Helper()
	d, _ := h.kept(number)
	for play := range strings.SplitSeq(string(d.Line), "\n") {
		m, err := adaman.ParseMove(play)
		if err != nil {
			h.Fatal(err)
		}
		line = append(line, m)
	}
	return d.Par, line
}

// whisper presses a button that answers in a message of its own.
func (p *player) whisper(button string) *player {
	p.Helper()
	a := p.place.Press(p.board, button)
	p.settle()
	if a.State() != discordtest.Replied || !a.Reply().Ephemeral {
		p.Fatalf("%q is %v: %s", button, a.State(), a.Text())
	}
	return &player{house: p.house, place: p.place, board: a.Reply()}
}

// Ana gives a daily up, and Cid leaves it open. With the day's release the best
// line is hers to look at, step by step; Ben, who did not play, finds it in the
// archive and below the day's table; and Cid on his own board.
func TestTheBestLineIsOpenedWithTheDay(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	p, c := h.daily(ana.In(general)), h.daily(cid.In(general))
	par, line := h.lineOf(1)
	tells(t, p.board.Text(), "Adaman no. 1 · Friday 4 December 2026", fmt.Sprintf("Best possible %d", par))
	p.press("Give up")
	tells(t, p.press("Yes, give up"), fmt.Sprintf("**0 of a possible %d** · you are the first to finish this deal", par))
	silentOn(t, p.board.Text(), "[Best line]", "[Record and seal]", "[Where it was lost]")
	h.until("00:59:59")
	tells(t, p.place.PressID(p.board, "line|0|0|1 0").Text(), "The best line of no. 1 is still a secret", "opened to all <t:1796432400:R>")
	h.until("01:00:00")
	h.eventually(func() bool { return len(h.games()) == 0 })

	// Forward to the end, every step on the message that the first opened.
	a := h.archive(ana.In(general))
	a.chooseDay(1)
	tells(t, a.press("Your result"), "You gave up", "of a possible", "as good as the best of 2", "[Best line]", "[Record and seal]", "[Where it was lost]")
	l := a.whisper("Best line")
	deck, secret := h.deckOf(1)
	table := adaman.Open(&deck)
	for i, m := range line {
		said := l.board.Text()
		tells(t, said, "The best line of Adaman no. 1 · Friday 4 December 2026")
		if i == 0 {
			tells(t, said, fmt.Sprintf("Before the first of %d plays", len(line)), "The cards are dealt.", "[First (disabled)]", "[Back (disabled)]", "[Forward]", "[Last]")
		} else {
			tells(t, said, fmt.Sprintf("Play %d of %d", i, len(line)), "The "+line[i-1].Target.Name()+" is controlled with ", "[First]", "[Back]", "[Forward]", "[Last]")
		}
		for c := range (table.Palace | table.Capital | table.Resources).All() {
			if !strings.Contains(said, text.English.CardLabel(c)) {
				t.Errorf("step %d does not show the %s", i, c.Name())
			}
		}
		for c := range table.Unseen().All() {
			// Personalities that are to come are no secret, only when.
			if strings.Contains(said, text.English.CardLabel(c)) && !c.Personality() {
				t.Errorf("step %d shows the %s, which comes later", i, c.Name())
			}
		}
		table = table.After(&deck, m)
		l.press("Forward")
	}
	last := l.board.Text()
	tells(t, last, fmt.Sprintf("Play %d of %d", len(line), len(line)), fmt.Sprintf("That is **%d**, and no play of this deal brings more.", par), "[Forward (disabled)]", "[Last (disabled)]")
	tells(t, l.press("Back"), fmt.Sprintf("Play %d of %d", len(line)-1, len(line)))
	tells(t, l.press("First"), "Before the first of")
	tells(t, l.press("Forward"), fmt.Sprintf("Play 1 of %d", len(line)))
	tells(t, l.press("Back"), "Before the first of")
	if l.press("Last") != last {
		t.Errorf("the last step is\n%s", l.board.Text())
	}
	if name, alt := "board.png", ""; !underRace {
		if got, said := pictureOf(t, l.board); got != name || said == alt {
			t.Errorf("the picture is %q, %q", got, said)
		}
	}
	h.restart()
	tells(t, l.press("Back"), fmt.Sprintf("Play %d of %d", len(line)-1, len(line)))

	// Ben.
	q := h.archive(ben.In(general))
	q.chooseDay(1)
	tells(t, q.board.Text(), "[Best line]", "[Record and seal]")
	silentOn(t, q.board.Text(), "[Your result]")
	tells(t, q.whisper("Best line").board.Text(), "Before the first of")
	tells(t, q.board.Text(), "[Play it]") // it is still what it was
	board := &player{house: h, place: ben.In(general), board: ben.In(general).Run("/leaderboard").Reply()}
	tells(t, board.whisper("Best line").board.Text(), "Before the first of")
	given := board.whisper("Record and seal").board
	tells(t, given.Text(), "The record of Adaman no. 1", games.Secret(must(h.kept(1)).Secret).Seal(), secret)
	rec, err := record.Verify(given.Attachments[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	if o, _ := rec.Adaman.Outcome(); rec.Day != 1 || rec.Origin() != record.Sealed || o.Result != adaman.Won || o.Score != par || rec.Adaman.Deck() != deck {
		t.Errorf("the record has %+v of day %d", o, rec.Day)
	}

	// Cid, whose game the release has ended.
	tells(t, c.press("Give up"), "Given up at the end of the day", "[Best line]", "[Record and seal]", "[Where it was lost]")
	tells(t, c.whisper("Where it was lost").board.Text(), "It was not: when the day was released, this game could still be won.")
}

func must(d store.Day, ok bool) store.Day {
	if !ok {
		panic("there is no such day")
	}
	return d
}

// Nothing that opens a day reaches anybody before its release, whatever is
// pressed with whatever in its id: not of today, which some have finished, and
// not of the days that are drawn ahead.
func TestNothingOpensADayBeforeItsRelease(t *testing.T) {
	t.Parallel()
	h := open(t, quickly, ahead)
	general := h.guild.NewChannel("general")
	ana, dee := h.guild.Join("Ana"), h.guild.Join("Dee")
	p := h.daily(ana.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	p.press("Share")
	h.eventually(func() bool { _, ok := h.kept(4); return ok })
	public := lastPublic(ana, general)

	days := []string{"0", "1", "2", "3", "4", "5", "9", "-1", "x", "", fmt.Sprint(uint32(math.MaxUint32)), fmt.Sprint(uint64(math.MaxUint32) + 1), fmt.Sprint(uint64(math.MaxUint64)), "1 0", "+1", "01"}
	var ids []string
	for _, n := range days {
		ids = append(ids, "day-record|0|0|"+n, "archive-play|0|0|"+n, "archive-day|0|0|"+n, "record|"+n+"|0|", "where-lost|"+n+"|0|", "where-lost|1|0|"+n, "leaderboard|0|0|day "+n)
		for _, step := range []string{"0", "1", "5 on", "99", "99 last", "-3 back", "2147483648", "x", "1 nothing", ""} {
			ids = append(ids, "line|0|0|"+n+" "+step)
		}
	}
	pressAll := func() {
		for _, who := range []*discordtest.Member{ana, dee} {
			for _, id := range ids {
				if len(id) > 100 {
					continue
				}
				a := who.In(general).PressID(public, id)
				if a.State() != discordtest.Replied || len(a.Reply().Attachments) > 0 && strings.HasSuffix(a.Reply().Attachments[0].Name, ".json") {
					t.Errorf("%s gets %s: %s", id, a.State(), a.Text())
				}
				if strings.Contains(a.Text(), "best line of Adaman no.") || strings.Contains(a.Text(), "was lost") || strings.Contains(a.Text(), "The record of") {
					t.Errorf("%s gets %s", id, a.Text())
				}
			}
		}
		h.settle()
	}
	pressAll()
	h.until("00:59:59")
	pressAll()

	// Dee has begun nothing, so she has seen no card; and neither has seen a
	// secret, or a seal of a day to come.
	seen := string(dee.Transcript())
	for c := range decktet.Full.All() {
		if strings.Contains(seen, text.English.CardLabel(c)) {
			t.Errorf("Dee has seen the %s", c.Name())
		}
	}
	told := seen + string(ana.Transcript()) + h.log.String()
	for n := uint32(1); n <= 5; n++ {
		d, ok := h.kept(n)
		if !ok {
			t.Fatalf("day %d is not drawn", n)
		}
		secret := games.Secret(d.Secret)
		if strings.Contains(told, secret.Hex()) || n > 1 && strings.Contains(told, secret.Seal()) {
			t.Errorf("the secret or the seal of day %d is told", n)
		}
		for play := range strings.SplitSeq(string(d.Line), "\n") {
			if strings.Contains(told, play) {
				t.Errorf("a play of the best line of day %d is told", n)
			}
		}
	}

	// A second later day 1 is open, by the same ids, and no other is.
	h.until("01:00:00")
	tells(t, dee.In(general).PressID(public, "line|0|0|1 99").Text(), "The best line of Adaman no. 1")
	if a := dee.In(general).PressID(public, "day-record|0|0|1"); len(a.Reply().Attachments) != 1 {
		t.Errorf("the record of day 1 is %s", a.Text())
	}
	tells(t, dee.In(general).PressID(public, "line|0|0|2 0").Text(), "The best line of no. 2 is still a secret")
	tells(t, dee.In(general).PressID(public, "line|0|0|3 0").Text(), "That day is not opened yet.")
	tells(t, dee.In(general).PressID(public, "where-lost|1|0|").Text(), "somebody else's")
}

// After the release a member learns after which play their game was lost, and
// sees the table there. What is said is checked against a search of every table.
func TestWhereAGameWasLost(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	secret, line := lostLine(t)
	h.putDay(store.Day{Number: 1, Secret: secret[:]})
	p := h.daily(ana.InDM())
	tells(t, p.playAll(line), "###") // some end
	q := h.daily(ben.InDM())
	q.press("Give up")
	q.press("Yes, give up")
	h.until("01:00:00")
	h.eventually(func() bool { return len(h.games()) == 0 })

	deck := adaman.Deal(secret.Stream(games.WithDay(1)))
	want, table := 0, adaman.Open(&deck)
	s := solver.New(1 << 20)
	for i, m := range line {
		a, err := s.Winnable(context.Background(), &deck, table, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Winnable == solver.No {
			break
		}
		want, table = i+1, table.After(&deck, m)
	}
	a := h.archive(ana.InDM())
	a.chooseDay(1)
	a.press("Your result")
	lost := a.whisper("Where it was lost").board.Text()
	tells(t, lost, "Where Adaman no. 1 was lost", fmt.Sprintf("After your **play %d** no win was possible any more", want), "there was one",
		"You controlled the "+line[want-1].Target.Name()+" with ", "[Record and seal]")

	b := h.archive(ben.InDM())
	b.chooseDay(1)
	b.press("Your result")
	tells(t, b.whisper("Where it was lost").board.Text(), "It was not: when you gave up, this game could still be won.")
	// The games of others, and of no day, have no such answer.
	tells(t, b.place.PressID(b.board, "where-lost|1|0|").Text(), "somebody else's")
	tells(t, b.place.PressID(b.board, "where-lost|7|0|").Text(), "out of date")
}

// lostLine is a deal of day 1 that can be won, and plays that lose it.
func lostLine(t testing.TB) (games.Secret, []adaman.Move) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	s := solver.New(1 << 20)
	for seed := byte(1); seed < 255; seed++ {
		secret, err := games.NewSecret(rand.NewChaCha8([32]byte{seed}))
		if err != nil {
			t.Fatal(err)
		}
		deck := adaman.Deal(secret.Stream(games.WithDay(1)))
		line := findLine(&deck, adaman.Stuck, r)
		if len(line) < 5 {
			continue
		}
		a, err := s.Winnable(context.Background(), &deck, adaman.Open(&deck), solver.Limits{Nodes: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		if a.Winnable == solver.Yes {
			return secret, line
		}
	}
	t.Fatal("there is no such deal")
	return games.Secret{}, nil
}

// A day that was drawn before its best score was proven claims nothing of it, and
// has a record all the same.
func TestADayWithoutAKnownBestScore(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	line := h.drawDaily(adaman.Won)
	p := h.daily(ana.In(general))
	end := p.playAll(line)
	tells(t, end, "The throne is yours", "You are the first to finish this deal", "[Share]")
	silentOn(t, end, "possible", "★", "☆", "[Best line]", "a hard one")
	h.until("01:00:00")
	a := h.archive(ana.In(general))
	a.chooseDay(1)
	silentOn(t, a.board.Text(), "possible", "[Best line]")
	file := a.whisper("Record and seal").board
	tells(t, file.Text(), "Its best line is not known")
	rec, err := record.Verify(file.Attachments[0].Data)
	if err != nil || rec.Day != 1 || rec.Origin() != record.Sealed {
		t.Errorf("the record is of day %d, %v", rec.Day, err)
	}
	tells(t, a.place.PressID(a.board, "line|0|0|1 0").Text(), "The best line of this day is not known.", "[Record and seal]")
	silentOn(t, a.press("Your result"), "[Best line]", "[Where it was lost]") // it was won
}
