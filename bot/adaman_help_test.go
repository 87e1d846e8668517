package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// withoutHelp is what a board says besides what was asked of it and how much
// help there was.
func withoutHelp(board string) string {
	return regexp.MustCompile(`(?m)^(\*\*Taken back:\*\*|\*\*Hint:\*\*|-# With \d).*\n`).ReplaceAllString(board, "")
}

// help is what a game's record says of help.
func (h *house) help(r store.Result) record.Help {
	h.Helper()
	var kept []byte
	if err := h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		kept, err = tx.RecordOf(r.Game)
		return err
	}); err != nil {
		h.Fatal(err)
	}
	rec, err := record.Verify(kept)
	if err != nil {
		h.Fatal(err)
	}
	if rec.Help == nil {
		h.Fatalf("the record says nothing of help:\n%s", kept)
	}
	return *rec.Help
}

// Play by play a practice game is taken back to its beginning, each board as it
// was; then it is played again and its end says how much was taken back.
func TestUndoToTheBeginningAndBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(h.guild.Join("Ana").InDM(), number)
	if b := p.board.Button("Undo"); b == nil || !b.Disabled {
		t.Fatalf("there is something to take back at the beginning: %+v", b)
	}
	boards := []string{p.board.Text()}
	for _, m := range line[:5] {
		boards = append(boards, p.play(m))
	}
	for n := 4; n >= 0; n-- {
		if n == 2 {
			h.restart()
		}
		version := h.games()[0].Version
		said := p.press("Undo")
		tells(t, said, "**Taken back:** your play for the "+line[n].Target.Name())
		if h.games()[0].Version != version+1 {
			t.Errorf("the state has version %d after version %d", h.games()[0].Version, version)
		}
		if withoutHelp(said) != withoutHelp(boards[n]) {
			t.Fatalf("with %d plays taken back the board is\n%s\nand it was\n%s", 5-n, said, boards[n])
		}
	}
	tells(t, p.board.Text(), "[Undo (disabled)]")
	said := p.playAll(line)
	tells(t, said, "The throne is yours", "With 5 plays taken back.", "[Undo]")
	p.press("Keep this result")
	tells(t, p.board.Text(), "With 5 plays taken back.")
	r := h.results()[0]
	checkResult(t, h, r, adaman.Won, line)
	if r.Undone != 5 || r.Hints != 0 || h.help(r) != (record.Help{Undo: 5}) {
		t.Errorf("the result has %d undone and %d hints, the record %+v", r.Undone, r.Hints, h.help(r))
	}
}

// A play that ends a practice game can be taken back, as often as one likes,
// over a restart too; nothing is written before its player is done with it.
func TestUndoAfterTheEnd(t *testing.T) {
	t.Parallel()
	for _, end := range []adaman.Result{adaman.Stuck, adaman.Overthrown, adaman.Won} {
		t.Run(end.String(), func(t *testing.T) {
			t.Parallel()
			h := open(t)
			ana := h.guild.Join("Ana")
			number, line := practiceLine(t, end)
			last := len(line) - 1
			p := h.numbered(ana.InDM(), number)
			before := p.playAll(line[:last])
			for range 2 {
				said := p.play(line[last])
				tells(t, said, "You can still take plays back.", "[Undo]", "[Keep this result]")
				if end == adaman.Stuck {
					tells(t, said, "### No play is left")
				}
				h.restart()
				again := &player{house: h, place: ana.InDM(), board: ana.InDM().Run("/adaman practice").Reply()}
				if again.board.Text() != said {
					t.Fatalf("called again, the end is\n%s\nand not\n%s", again.board.Text(), said)
				}
				said = p.press("Undo")
				if withoutHelp(said) != withoutHelp(before) {
					t.Fatalf("taken back, the board is\n%s\nand it was\n%s", said, before)
				}
			}
			if n := len(h.results()); n != 0 {
				t.Fatalf("there are %d results", n)
			}
			p.play(line[last])
			ended := h.clock.Now()
			old := p.board
			h.clock.Advance(time.Hour)
			p.press("Keep this result")
			r := h.results()[0]
			checkResult(t, h, r, end, line)
			if r.Undone != 2 || h.help(r).Undo != 2 || !r.Ended.Equal(ended) {
				t.Errorf("the result is %+v", r)
			}
			// What is kept is kept.
			for _, button := range []string{"Undo", "Keep this result"} {
				a := ana.InDM().PressID(old, old.Button(button).CustomID)
				h.settle()
				tells(t, a.Text(), "[Record]", "[Another deal]")
			}
			if results := h.results(); len(results) != 1 || len(h.games()) != 0 {
				t.Errorf("the results are %+v, open are %+v", results, h.games())
			}
		})
	}
}

// Another deal, of chance or of a number, closes a game that is over without
// asking: it has its result. One that is not over is asked about as ever.
func TestAnotherDealKeepsTheResult(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	number, line := practiceLine(t, adaman.Stuck)
	p := h.numbered(ana.InDM(), number)
	p.playAll(line)
	tells(t, h.numbered(ana.InDM(), number).board.Text(), "No play is left") // the same number is this game
	tells(t, p.press("Another deal"), "Practice deal ", "The cards are dealt.")
	if results := h.results(); len(results) != 1 || len(h.games()) != 1 {
		t.Fatalf("the results are %+v, open are %+v", results, h.games())
	}
	checkResult(t, h, h.results()[0], adaman.Stuck, line)
	tells(t, h.numbered(ana.InDM(), number).board.Text(), "open, in which you have not played yet")
	p.press("Give up")
	p.press("Yes, give up") // this is no end by a play: it is meant
	tells(t, p.board.Text(), "You gave up", "[Record]")
	silentOn(t, p.board.Text(), "[Undo]")

	q := h.numbered(ana.InDM(), number)
	q.playAll(line)
	tells(t, h.numbered(ana.InDM(), number+1).board.Text(), fmt.Sprintf("Practice deal %d", number+1), "The cards are dealt.")
	if n := len(h.results()); n != 3 {
		t.Errorf("there are %d results", n)
	}
}

// A practice game that is over and left alone has its result in the end.
func TestAnEndThatNobodyKeepsIsKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(ana.InDM(), number)
	p.playAll(line)
	ended := h.clock.Now()
	h.clock.Advance(14*24*time.Hour - time.Second)
	h.settle()
	if len(h.games()) != 1 || len(h.results()) != 0 {
		t.Fatal("it is closed a second early")
	}
	h.clock.Advance(time.Second)
	h.eventually(func() bool { return len(h.results()) == 1 })
	checkResult(t, h, h.results()[0], adaman.Won, line)
	if r := h.results()[0]; !r.Ended.Equal(ended) {
		t.Errorf("it ended %v, not %v", r.Ended, ended)
	}
	a := ana.InDM().PressID(p.board, p.board.Button("Undo").CustomID)
	tells(t, a.Text(), "The throne is yours", "[Record]")
}

// Two presses on Undo at one instant take one play back.
func TestHazard20_TwoPressesOnUndoTakeOneBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(h.guild.Join("Ana").InDM(), number)
	p.playAll(line[:4])
	for n := 3; n >= 0; n-- {
		first, second := p.place.NoWait().Press(p.board, "Undo"), p.place.NoWait().Press(p.board, "Undo")
		first.Wait()
		second.Wait()
		h.settle()
		p.look()
		if got := h.played(); len(got) != n {
			t.Fatalf("%d plays are left, not %d", len(got), n)
		}
	}
}

// played is what was played in the one open game.
func (h *house) played() []adaman.Move {
	h.Helper()
	rec, err := record.Load(h.games()[0].Record)
	if err != nil {
		h.Fatal(err)
	}
	return rec.Adaman.Played()
}

// chosen is the play that the board has chosen, if it can be made.
func (p *player) chosen() (target string, ok bool) {
	p.Helper()
	b := p.confirm()
	_, after, found := strings.Cut(b.Label, "Control the ")
	target, _, _ = strings.Cut(after, ":")
	return target, found && !b.Disabled
}

// A hint names a play, says why, and chooses it, so that one press plays it; the
// same hint asked for again is the same and counts once; a whole game can be
// played by hints.
func TestHintsSayWhatAndWhy(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	p := h.numbered(ana.InDM(), 13)
	plays, reasons := 0, 0
	for {
		said := p.press("Hint")
		counted := "With "
		if plays > 2 {
			counted = "With 1 play taken back and "
		}
		tells(t, said, "**Hint:** control the ", fmt.Sprintf("%s%d hint", counted, plays+1))
		target, ok := p.chosen()
		tells(t, said, "control the "+target+" with the ")
		if !ok {
			t.Fatalf("the play of the hint cannot be made:\n%s", said)
		}
		if strings.Contains(said, "such game") || strings.Contains(said, "Nothing is hidden any more") || strings.Contains(said, "wins the game") || strings.Contains(said, "only play") {
			reasons++
		}
		version := h.games()[0].Version
		h.restart()
		p.press("Clear")
		if again := p.press("Hint"); again != said {
			t.Fatalf("asked again, the hint is\n%s\nand not\n%s", again, said)
		}
		if h.games()[0].Version != version {
			t.Fatal("a hint makes other buttons old")
		}
		if plays == 2 { // and taken back, it is the same table
			p.press(p.confirm().CustomID)
			p.press("Undo")
			if again := p.press("Hint"); strings.Replace(again, "With 1 play taken back and 3 hints", "With 3 hints", 1) != said {
				t.Fatalf("on the same table the hint is\n%s\nand not\n%s", again, said)
			}
		}
		said = p.press(p.confirm().CustomID)
		plays++
		if strings.Contains(said, "[Keep this result]") {
			break
		}
		tells(t, said, "You controlled the "+target)
		silentOn(t, said, "**Hint:**")
	}
	if reasons < plays/2 {
		t.Errorf("only %d of %d hints say what speaks for them", reasons, plays)
	}
	tells(t, p.board.Text(), fmt.Sprintf("With 1 play taken back and %d hints.", plays))
	p.press("Keep this result")
	if r := h.results()[0]; r.Undone != 1 || r.Hints != plays || h.help(r) != (record.Help{Undo: 1, Hints: plays}) {
		t.Errorf("the result is %+v", r)
	}
}

// The hint knows nothing that the player does not: with the cards still to come
// in any other order it is the same, in every byte.
func TestHintsDoNotPeek(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(15, 16))
	for range 8 {
		s, decks := pair(r)
		for s.giveUp || adaman.Open(&decks[0]).Result != 0 {
			s, decks = pair(r)
		}
		var seen [2]string
		for side := range decks {
			h := open(t, quickly, unpictured)
			ana := h.guild.Join("Ana")
			h.put(ana, decks[side])
			p := &player{house: h, place: ana.InDM(), board: ana.InDM().Run("/adaman practice").Reply()}
			h.settle()
			for _, m := range s.moves {
				p.press("Hint")
				p.play(m)
			}
			if b := p.board.Button("Hint"); b != nil {
				p.press("Hint")
			}
			seen[side] = string(ana.Transcript()) + h.log.String()
			h.stop()
		}
		if a, b := firstDifference([]byte(seen[0]), []byte(seen[1])); a != b {
			t.Fatalf("one sees …%s… where the other sees …%s…", a, b)
		}
	}
}

// Whether the game can still be won is said with certainty or not at all, is
// right, counts as a hint once a table, and tells nothing else. What is chosen
// stays chosen.
func TestCanItStillBeWon(t *testing.T) {
	t.Parallel()
	h := open(t)
	number, line := practiceLine(t, adaman.Stuck)
	h.think.Nodes = 2_000_000
	h.restart()
	ana := h.guild.Join("Ana")
	p := h.numbered(ana.InDM(), number)
	deck := adaman.Deal(games.Numbered(number))
	verdicts := map[string]int{}
	hints := 0
	for i, m := range line {
		p.choose(m)
		label := p.confirm().Label
		before := p.board.Text()
		said := p.press("Can it still be won?")
		if p.confirm().Label != label {
			t.Errorf("what was chosen is %q now, and was %q", p.confirm().Label, label)
		}
		yes, no := strings.Contains(said, "**Yes, it can still be won from here.**"), strings.Contains(said, "**No, it cannot be won from here any more,**")
		switch {
		case yes && no:
			t.Fatalf("yes and no:\n%s", said)
		case yes:
			verdicts["yes"]++
			hints++
		case no:
			verdicts["no"]++
			hints++
		default:
			tells(t, said, "I could not find out in the time I have.")
		}
		if yes && verdicts["no"] > 0 {
			t.Error("what could not be won can be won again")
		}
		if hints > 0 {
			tells(t, said, fmt.Sprintf("With %d hint", hints))
		}
		if again := p.press("Can it still be won?"); again != said {
			t.Errorf("asked again it is\n%s\nand not\n%s", again, said)
		}
		// Besides the answer and the count the board is what it was.
		for _, line := range strings.Split(said, "\n") {
			if !strings.Contains(before, line) && !strings.HasPrefix(line, "**Yes") && !strings.HasPrefix(line, "**No,") && !strings.HasPrefix(line, "I could not") && !strings.HasPrefix(line, "-# With ") {
				t.Errorf("it also tells %q", line)
			}
		}
		if i == 1 {
			h.restart()
		}
		p.press(p.confirm().CustomID)
	}
	if adaman.Open(&deck).Result != 0 || verdicts["no"] == 0 {
		t.Errorf("a game that got stuck was never lost: %v", verdicts)
	}
	tells(t, p.board.Text(), "No play is left", fmt.Sprintf("With %d hint", hints))
}

// With hardly any time the answer is honest and free.
func TestWhatCannotBeDecidedIsSaidSo(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.think.Nodes = 1
	h.restart()
	ana := h.guild.Join("Ana")
	p := h.numbered(ana.InDM(), 13)
	tells(t, p.press("Can it still be won?"), "I could not find out in the time I have. This does not count as a hint.")
	p.press("Give up")
	p.press("Yes, give up")
	if r := h.results()[0]; r.Hints != 0 || h.help(r) != (record.Help{}) {
		t.Errorf("the result is %+v", r)
	}
}

// Dailies and games from the archive have no such buttons, and a press made by
// hand gets nothing out of them. Nor does somebody else's press, or an old one.
func TestHelpIsForTheOwnPracticeGameAlone(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, eve := h.guild.Join("Ana"), h.guild.Join("Eve")
	line := h.drawDaily(adaman.Won)
	daily := h.daily(ana.In(general))
	daily.play(line[0])
	before := fmt.Sprint(h.games())
	for _, id := range []string{"undo|1|2|", "hint|1|2|", "winnable|1|2|", "keep|1|2|", "hint|1|0|", "undo|1|1|"} {
		a := ana.In(general).PressID(daily.board, id)
		h.settle()
		tells(t, a.Text(), "Undo and hints are for practice deals.")
	}
	if after := fmt.Sprint(h.games()); after != before {
		t.Errorf("something has changed:\n%s\n%s", before, after)
	}
	silentOn(t, daily.board.Text(), "[Undo", "[Hint", "[Can it")

	p := h.numbered(ana.In(general), 13)
	p.play(adaman.Move{Target: h.advised(13).Target, Spend: h.advised(13).Spend})
	before = fmt.Sprint(h.games())
	eves := eve.In(general).Run("/help").Reply()
	for _, button := range []string{"Undo", "Hint", "Can it still be won?"} {
		a := eve.In(general).PressID(eves, p.board.Button(button).CustomID)
		h.settle()
		tells(t, a.Text(), "somebody else's")
		silentOn(t, a.Text(), "Hint:", "won from here")
		// An old one shows the present.
		old := strings.Replace(p.board.Button(button).CustomID, "|2|2|", "|2|1|", 1)
		said := ana.In(general).PressID(p.board, old).Text()
		tells(t, said, "You controlled the")
		silentOn(t, said, "Hint:", "won from here", "Taken back")
	}
	for _, id := range []string{"keep|2|2|", "keep|2|1|"} { // it is not over
		ana.In(general).PressID(p.board, id)
		h.settle()
	}
	if after := fmt.Sprint(h.games()); after != before {
		t.Errorf("something has changed:\n%s\n%s", before, after)
	}
}

// advised is some play that a practice deal allows at first.
func (h *house) advised(number uint64) adaman.Move {
	h.Helper()
	deck := adaman.Deal(games.Numbered(number))
	return adaman.Open(&deck).AppendMoves(nil)[0]
}

// While everybody wants a hint at once, each gets one or is asked to try again,
// and what was not told is not counted.
func TestManyHintsAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	p := h.numbered(ana.InDM(), 13)
	var presses []*discordtest.Action
	for range 12 {
		presses = append(presses, ana.InDM().NoWait().Press(p.board, "Hint"), ana.InDM().NoWait().Press(p.board, "Can it still be won?"))
	}
	for _, a := range presses {
		a.Wait()
		if a.State() != discordtest.Updated {
			t.Errorf("a press is %v: %s", a.State(), a.Text())
		}
	}
	h.settle()
	var notes struct{ Hints int }
	if err := json.Unmarshal(h.games()[0].Notes, &notes); err != nil || notes.Hints < 1 || notes.Hints > 2 {
		t.Errorf("two things were told and %d are counted: %v", notes.Hints, err)
	}
}

// Who asks while every worker is busy is asked to try again. What was chosen
// stays, nothing is counted, and when a worker is free the hint is there.
func TestABusyBotAsksToTryAgain(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	p := h.numbered(ana.InDM(), 13)
	p.choose(h.advised(13))
	label := p.confirm().Label
	free := h.bot.Occupy()
	said := p.press("Can it still be won?")
	tells(t, said, "I am busy with other games just now", "does not count as a hint", "try again in a moment")
	if p.confirm().Label != label || len(h.games()[0].Notes) != 0 {
		t.Errorf("the board has %q, the game notes %q", p.confirm().Label, h.games()[0].Notes)
	}
	first := p.place.NoWait().Press(p.board, "Hint")
	free()
	first.Wait()
	h.settle()
	p.look()
	tells(t, p.board.Text(), "**Hint:**", "With 1 hint.")
}

// A practice deal is another than that of any day, whatever its number: even
// with the secret of all practice deals a day's deal would be another.
func TestAPracticeNumberIsNeverADaily(t *testing.T) {
	for n := range uint32(2000) {
		if adaman.Deal(games.Numbered(uint64(n+1))) == adaman.Deal(games.Secret{}.Stream(games.WithDay(n+1))) {
			t.Errorf("practice deal %d is day %d", n+1, n+1)
		}
	}
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	d := h.daily(ana.In(general))
	p := h.numbered(ana.In(general), 1)
	var daily, practice []decktet.Card
	for _, g := range h.games() {
		rec, err := record.Load(g.Record)
		if err != nil {
			t.Fatal(err)
		}
		deck := rec.Adaman.Deck()
		if g.Kind == store.Daily {
			daily = deck[:]
		} else {
			practice = deck[:]
		}
	}
	if len(daily) == 0 || len(practice) == 0 || fmt.Sprint(daily) == fmt.Sprint(practice) || d.board.Text() == p.board.Text() {
		t.Error("practice deal 1 is today's daily")
	}
}
