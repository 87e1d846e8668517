package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// findLine looks for plays that bring a deck to an end of that kind: many games
// by somebody who likes to pay little and to control people.
func findLine(deck *adaman.Deck, want adaman.Result, r *rand.Rand) []adaman.Move {
	for range 300 {
		var line []adaman.Move
		p := adaman.Open(deck)
		for p.Result == 0 {
			m := somePlay(p, r)
			line, p = append(line, m), p.After(deck, m)
		}
		if p.Result == want && len(line) > 0 {
			return line
		}
	}
	return nil
}

func somePlay(p adaman.Position, r *rand.Rand) adaman.Move {
	var plays []adaman.Move
	for c := range p.Targets().All() {
		if spend, ok := p.Cheapest(c); ok {
			m := adaman.Move{Target: c, Spend: spend}
			plays = append(plays, m)
			if c.Personality() {
				plays = append(plays, m, m)
			}
		}
	}
	if r.IntN(8) == 0 {
		plays = p.AppendMoves(nil)
	}
	return plays[r.IntN(len(plays))]
}

// practiceLine finds a practice deal, and plays that bring it to that end.
func practiceLine(t testing.TB, want adaman.Result) (number uint64, line []adaman.Move) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(want)))
	for number = 1; number < 500; number++ {
		deck := adaman.Deal(games.Numbered(number))
		if line := findLine(&deck, want, r); line != nil {
			return number, line
		}
	}
	t.Fatalf("no deal that ends %v", want)
	return 0, nil
}

// drawDaily gives the house a deal of day 1 that can be brought to that end.
func (h *house) drawDaily(want adaman.Result) []adaman.Move {
	h.Helper()
	r := rand.New(rand.NewPCG(2, uint64(want)))
	for seed := byte(1); seed < 255; seed++ {
		secret, err := games.NewSecret(rand.NewChaCha8([32]byte{seed}))
		if err != nil {
			h.Fatal(err)
		}
		deck := adaman.Deal(secret.Stream(games.WithDay(1)))
		if line := findLine(&deck, want, r); line != nil {
			h.putDay(store.Day{Number: 1, Secret: secret[:]})
			return line
		}
	}
	h.Fatalf("no daily that ends %v", want)
	return nil
}

// putDay gives the house a day, with the deal that its secret deals. Friday is
// day 1.
func (h *house) putDay(d store.Day) {
	h.Helper()
	deal, err := json.Marshal(adaman.Deal(games.Secret(d.Secret).Stream(games.WithDay(d.Number))))
	if err != nil {
		h.Fatal(err)
	}
	d.Deal, d.Drawn = deal, h.clock.Now()
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		if _, err := tx.FirstDay(friday); err != nil {
			return err
		}
		return tx.PutDay(&d)
	}); err != nil {
		h.Fatal(err)
	}
}

// A player is somebody at a game of Adaman, who plays by what the board on
// their screen offers.
type player struct {
	*house
	place discordtest.Place
	board discordtest.Message
	say   text.Language // that the board is in
}

// daily is a member who has called /adaman daily.
func (h *house) daily(place discordtest.Place) *player {
	h.Helper()
	return &player{house: h, place: place, board: place.Run("/adaman daily").Reply()}
}

// numbered is a member who has called /adaman practice with a number.
func (h *house) numbered(place discordtest.Place, number uint64) *player {
	h.Helper()
	return &player{house: h, place: place, board: place.Run("/adaman practice", discordtest.Int("number", int(number))).Reply()}
}

// press presses a button of the board and looks at what it has become.
func (p *player) press(button string) string {
	p.Helper()
	a := p.place.Press(p.board, button)
	p.settle()
	if a.State() != discordtest.Updated {
		p.Fatalf("%q is %v: %s", button, a.State(), a.Text())
	}
	p.look()
	return p.board.Text()
}

func (p *player) look() {
	p.Helper()
	now, ok := p.place.Look(p.board)
	if !ok {
		p.Fatal("the board is gone")
	}
	p.board = now
}

// card returns the face of a card's button on the board.
func (p *player) card(c decktet.Card) string {
	p.Helper()
	for _, b := range p.board.Buttons() {
		if b.Label == p.say.CardLabel(c) || b.Label == p.say.CardLabel(c)+text.Chosen {
			return b.Face()
		}
	}
	p.Fatalf("the board has no button for the %s:\n%s", c.Name(), p.board.Text())
	return ""
}

// choose chooses a target and a payment card by card, starting from the one that
// the board proposes.
func (p *player) choose(m adaman.Move) {
	p.Helper()
	p.press(p.card(m.Target))
	for c := range decktet.Full.All() {
		if chosen := p.board.Button(p.say.CardLabel(c)+text.Chosen) != nil; c != m.Target && chosen != m.Spend.Has(c) {
			p.press(p.card(c))
		}
	}
}

// confirm is the board's button that makes the play.
func (p *player) confirm() *discordtest.Component {
	p.Helper()
	for _, b := range p.board.Buttons() {
		if strings.HasPrefix(b.CustomID, "control|") {
			return b
		}
	}
	p.Fatalf("the board has no button to control:\n%s", p.board.Text())
	return nil
}

// play makes a move by pressing, and returns what the board says then.
func (p *player) play(m adaman.Move) string {
	p.Helper()
	p.choose(m)
	return p.press(p.confirm().CustomID)
}

// playAll plays line and returns the last board.
func (p *player) playAll(line []adaman.Move) string {
	p.Helper()
	for _, m := range line {
		p.play(m)
	}
	return p.board.Text()
}

// tells fails the test unless text holds all of these, in this order.
func tells(t testing.TB, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("%q is not said, or not after what should come before it, in:\n%s", part, text)
		}
		rest = after
	}
}

func silentOn(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%q is said in:\n%s", part, text)
		}
	}
}

// liveGameButtons are the buttons of a message that would change a game.
func liveGameButtons(m discordtest.Message) (live []string) {
	for _, b := range m.Buttons() {
		action, _, _ := strings.Cut(b.CustomID, "|")
		switch action {
		case "target", "spend", "control", "give-up", "give-up-surely":
			live = append(live, b.Face())
		}
	}
	return live
}

// A daily, from the first look to the end, in every way it can end. After each
// play the process is replaced, and the board that was on the screen before
// plays on.
func TestHazard18_23_AWholeDailyToEachEnd(t *testing.T) {
	t.Parallel()
	for _, e := range []struct {
		end    adaman.Result
		said   string
		shared string
	}{
		{adaman.Won, "The throne is yours", "**Ana** won Adaman no. 1 with **"},
		{adaman.Stuck, "No play is left", "**Ana** got stuck in Adaman no. 1 with **"},
		{adaman.Overthrown, "Overthrown: 0", "**Ana** was overthrown in Adaman no. 1, after "},
		{adaman.GaveUp, "You gave up", "**Ana** gave Adaman no. 1 up with **"},
	} {
		t.Run(e.end.String(), func(t *testing.T) {
			t.Parallel()
			h := open(t)
			general := h.guild.NewChannel("general")
			ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
			var line []adaman.Move
			if e.end == adaman.GaveUp {
				line = h.drawDaily(adaman.Won)[:3]
			} else {
				line = h.drawDaily(e.end)
			}
			p := h.daily(ana.In(general))
			tells(t, p.board.Text(), "Adaman no. 1 · Friday 4 December 2026", "The cards are dealt.", "Palace", "[Give up]", "seal ")
			if !p.board.Ephemeral {
				t.Fatal("everybody sees the board")
			}
			for i, m := range line {
				if i == len(line)/2 {
					p.choose(m)
					h.restart() // in the middle of a choice, which is in the buttons
					p.press(p.confirm().CustomID)
					continue
				}
				p.play(m)
			}
			if e.end == adaman.GaveUp {
				tells(t, p.press("Give up"), "Give up with", "one attempt at Adaman no. 1.", "[Yes, give up]", "[Play on]")
				tells(t, p.press("Play on"), "Which card do you control?")
				p.press("Give up")
				h.restart()
				p.press("Yes, give up")
			}
			said := p.board.Text()
			tells(t, said, e.said, "first to finish", "[Share]", "[Always share]", "[Never ask]", "[Record]")
			if live := liveGameButtons(p.board); live != nil {
				t.Errorf("H23: after the end there are %v", live)
			}

			results := h.results()
			if len(results) != 1 || len(h.games()) != 0 {
				t.Fatalf("the results are %+v, open are %+v", results, h.games())
			}
			checkResult(t, h, results[0], e.end, line)

			h.restart()
			a := ana.In(general).Press(p.board, "Share")
			h.settle()
			if a.State() != discordtest.Updated {
				t.Fatalf("sharing is %v: %s", a.State(), a.Text())
			}
			public := ben.In(general).Last()
			tells(t, public.Text(), e.shared, fmt.Sprintf("%d play", len(line)), "[Play it too]")
			if !public.Pings.None() {
				t.Errorf("somebody is notified: %+v", public.Pings)
			}
			for c := range decktet.Full.All() {
				silentOn(t, public.Text(), c.Name())
			}
			p.look()
			tells(t, p.board.Text(), "Shared in this channel.")
			if p.board.Button("Share") != nil {
				t.Error("it can be shared again")
			}

			// Ben plays the same.
			q := &player{house: h, place: ben.In(general), board: ben.In(general).Press(public, "Play it too").Reply()}
			tells(t, q.board.Text(), "Adaman no. 1", "The cards are dealt.")
			if !q.board.Ephemeral {
				t.Error("everybody sees Ben's board")
			}
			if sealOf(t, q.board) != sealOf(t, p.board) {
				t.Error("Ben's deal has another seal")
			}
			q.press("Give up")
			tells(t, q.press("Yes, give up"), " today so far, of 2", "2 have finished this deal")
		})
	}
}

// checkResult holds what was kept of a game against the deal and the moves.
func checkResult(t testing.TB, h *house, r store.Result, end adaman.Result, line []adaman.Move) {
	t.Helper()
	var kept []byte
	var deal adaman.Deck
	err := h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		if r.Kind == store.Daily {
			day, err := tx.Day(r.Day)
			if err != nil {
				return err
			}
			if err := deal.UnmarshalJSON(day.Deal); err != nil {
				return err
			}
		} else {
			deal = adaman.Deal(games.Numbered(r.Number))
		}
		kept, err = tx.RecordOf(r.Game)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Verify(kept)
	if err != nil {
		t.Fatal(err)
	}
	g, err := adaman.New(deal)
	if err != nil {
		t.Fatal(err)
	}
	if end == adaman.GaveUp {
		line = append(line[:len(line):len(line)], adaman.Move{GiveUp: true})
	}
	for _, m := range line {
		if _, err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if *rec.Adaman != *g {
		t.Errorf("the record is of another game:\n%v\nand not\n%v", rec.Adaman, g)
	}
	o, _ := g.Outcome()
	winner, plays := -1, len(line)
	if end == adaman.Won {
		winner = 0
	}
	if end == adaman.GaveUp {
		plays--
	}
	if r.Outcome != end.String() || r.Score != o.Score || r.Controlled != o.Controlled || r.Left != o.Left || r.Plays != plays || r.Winner != winner {
		t.Errorf("the result is %+v, of %+v after %d plays", r, o, plays)
	}
}

func sealOf(t testing.TB, m discordtest.Message) string {
	t.Helper()
	_, after, found := strings.Cut(m.Text(), "seal ")
	if !found || len(after) < 64 {
		t.Fatalf("there is no seal in:\n%s", m.Text())
	}
	return after[:64]
}

// A practice game to each of the ends that need playing, all of its buttons of
// one deal.
func TestAWholePracticeGameToEachEnd(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	for i, end := range []adaman.Result{adaman.Won, adaman.Stuck, adaman.Overthrown} {
		number, line := practiceLine(t, end)
		p := h.numbered(ana.InDM(), number)
		tells(t, p.board.Text(), fmt.Sprintf("Practice deal %d", number))
		said := p.playAll(line)
		tells(t, said, "[Undo]", "[Keep this result]", "[Another deal]")
		silentOn(t, said, "[Share]", "finished this deal", "[Record]")
		if live := liveGameButtons(p.board); live != nil {
			t.Errorf("H23: after the end there are %v", live)
		}
		if n := len(h.results()); n != i {
			t.Errorf("there are %d results before one is kept", n)
		}
		tells(t, p.press("Keep this result"), "[Record]", "[Another deal]")
		checkResult(t, h, h.results()[i], end, line)
		file := ana.InDM().Press(p.board, "Record").Reply()
		if len(file.Attachments) != 1 {
			t.Fatalf("the record is %+v", file)
		}
		tells(t, file.Text(), "its numbered deal, every move and the result")
		silentOn(t, file.Text(), "seal")
		if _, err := record.Verify(file.Attachments[0].Data); err != nil {
			t.Error(err)
		}
	}
}

// What the buttons allow is what the rules allow, at every turn of a game; and
// the board counts along.
func TestTheBoardCountsAlong(t *testing.T) {
	t.Parallel()
	h := open(t)
	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(h.guild.Join("Ana").InDM(), number)
	deck := adaman.Deal(games.Numbered(number))
	pos := adaman.Open(&deck)
	overspent := false
	for _, m := range line {
		for c := range pos.Targets().All() {
			if b := p.board.Button(text.English.CardLabel(c)); b == nil || b.Disabled == (pos.Payable(c).Ranks() >= c.Rank()) {
				t.Fatalf("the button of the %s is %+v in\n%s", c.Name(), b, p.board.Text())
			}
		}
		p.press(p.card(m.Target))
		spend, _ := pos.Cheapest(m.Target)
		var toggles []decktet.Card
		for c := range pos.Resources.All() {
			if pos.Payable(m.Target).Has(c) {
				toggles = append(toggles, c)
			} else if b := p.board.Button(text.English.CardLabel(c)); b == nil || !b.Disabled {
				t.Fatalf("the %s cannot pay for the %s, and its button is %+v", c.Name(), m.Target.Name(), b)
			}
		}
		for i := -1; i < len(toggles); i++ {
			if i >= 0 {
				p.press(p.card(toggles[i]))
				spend ^= decktet.Of(toggles[i])
			}
			sum, rank := spend.Ranks(), m.Target.Rank()
			want := fmt.Sprintf("Control the %s: %d for %d", m.Target.Name(), sum, rank)
			if sum > rank {
				want += fmt.Sprintf(", %d more than needed", sum-rank)
				overspent = true
			}
			if b := p.confirm(); b.Label != want || b.Disabled != (sum < rank) {
				t.Fatalf("the button says %q (disabled %v), not %q", b.Label, b.Disabled, want)
			}
		}
		tells(t, p.press("Clear"), "Which card do you control?", "[Control (disabled)]", "[Clear (disabled)]")
		p.play(m)
		pos = pos.After(&deck, m)
	}
	if !overspent {
		t.Error("nothing was ever overpaid")
	}
}

// Two presses on Control at one instant make one play.
func TestHazard20_TwoPressesAtOneInstantPlayOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(h.guild.Join("Ana").InDM(), number)
	for i, m := range line[:6] {
		p.choose(m)
		press := p.confirm().CustomID
		first, second := p.place.NoWait().Press(p.board, press), p.place.NoWait().Press(p.board, press)
		first.Wait()
		second.Wait()
		h.settle()
		if first.State() != discordtest.Updated || second.State() != discordtest.Updated {
			t.Fatalf("the presses are %v and %v", first.State(), second.State())
		}
		p.look()
		if g := h.games()[0]; g.Version != uint64(i)+2 {
			t.Fatalf("after %d plays the game is at version %d", i+1, g.Version)
		}
		tells(t, p.board.Text(), "You controlled the "+m.Target.Name())
	}
}

// A press on a board that is out of date changes nothing and shows the present.
func TestAnOldBoardShowsThePresent(t *testing.T) {
	t.Parallel()
	h := open(t)
	number, line := practiceLine(t, adaman.Won)
	ana := h.guild.Join("Ana")
	p := h.numbered(ana.InDM(), number)
	old := &player{house: h, place: ana.InDM(), board: h.numbered(ana.InDM(), number).board} // the same game on a second screen
	p.play(line[0])
	p.play(line[1])
	version := h.games()[0].Version
	// Every button of the old board, and those of the present one as they would
	// have been on it.
	var ids []string
	for _, b := range old.board.Buttons() {
		if strings.Contains(b.CustomID, "|1|1|") {
			ids = append(ids, b.CustomID)
		}
	}
	p.choose(line[2])
	for _, b := range p.board.Buttons() {
		if before := strings.Replace(b.CustomID, "|1|3|", "|1|1|", 1); before != b.CustomID {
			ids = append(ids, before)
		}
	}
	ids = append(ids, "control|1|1|"+line[0].Target.String()+" "+strconv.FormatUint(uint64(line[0].Spend), 36), "give-up-surely|1|1|")
	if len(ids) < 25 {
		t.Fatalf("the boards have only %q", ids)
	}
	for _, id := range ids {
		ana.InDM().PressID(old.board, id)
		h.settle()
		old.look()
		tells(t, old.board.Text(), "You controlled the "+line[1].Target.Name(), "Which card do you control?")
		if games := h.games(); len(games) != 1 || games[0].Version != version {
			t.Fatalf("%s has changed the game: %+v", id, games)
		}
	}
	old.play(line[2]) // and is as good as the other
}

// Somebody else's press, made by hand from every id that was ever on the board,
// changes nothing, shows nothing and says why.
func TestHazard12_AStrangerAtABoard(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, eve := h.guild.Join("Ana"), h.guild.Join("Eve")
	line := h.drawDaily(adaman.Won)
	p := h.daily(ana.In(general))
	ids := map[string]bool{}
	collect := func() {
		for _, b := range p.board.Buttons() {
			if action, _, _ := strings.Cut(b.CustomID, "|"); action != "rules" && action != "practice" {
				ids[b.CustomID] = true
			}
		}
	}
	evesOwn := eve.In(general).Run("/adaman practice").Reply()
	attack := func() {
		t.Helper()
		before := fmt.Sprintf("%+v %+v", h.games(), h.results())
		for id := range ids {
			a := eve.In(general).PressID(evesOwn, id)
			h.settle()
			if text := a.Text(); !strings.Contains(text, "somebody else's") {
				t.Errorf("Eve presses %q and reads:\n%s", id, text)
			}
		}
		if after := fmt.Sprintf("%+v %+v", h.games(), h.results()); after != before {
			t.Errorf("something has changed:\n%s\n%s", before, after)
		}
	}
	for _, m := range line {
		collect()
		p.choose(m)
		collect()
		p.press(p.confirm().CustomID)
		if len(ids) > 60 {
			attack()
			clear(ids)
		}
	}
	p.look()
	collect()
	// The record is nobody's before the day is released, and everybody's after.
	for id := range ids {
		if strings.HasPrefix(id, "record|") {
			delete(ids, id)
			tells(t, eve.In(general).PressID(evesOwn, id).Text(), "give the deal of no. 1 away")
		}
		// The day's table is for those who have finished.
		if strings.HasPrefix(id, "leaderboard|") {
			delete(ids, id)
			said := eve.In(general).PressID(evesOwn, id).Text()
			tells(t, said, "The table of Adaman no. 1 opens")
			silentOn(t, said, "Ana")
		}
	}
	attack()
	for _, m := range eve.Sees(general) {
		if strings.Contains(m.Text(), "Adaman no. 1 ·") {
			t.Errorf("Eve sees\n%s", m.Text())
		}
	}
}

// No press by hand opens a daily before it is released.
func TestADailyIsSecretUntilItIsReleased(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	p := h.daily(ana.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	var secret string
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		day, err := tx.Day(1)
		secret = games.Secret(day.Secret).Hex()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	ask := func() {
		for _, id := range []string{"record|1|0|", "board|1|0|", "daily|0|0|1", "hand|1|0|", "more|1|0|", "again|1|0|", "rematch|1|0|", "move|1|1|take", "share|1|0|", "practice|1|0|0"} {
			ana.In(general).PressID(p.board, id)
			h.settle()
		}
		ana.In(general).Run("/adaman daily")
	}
	ask()
	h.clock.Advance(6*time.Hour + 30*time.Minute) // half past midnight
	ask()
	if strings.Contains(string(ana.Transcript()), secret) || strings.Contains(h.log.String(), secret) {
		t.Fatal("the secret is out before the release")
	}
	h.clock.Advance(29*time.Minute + 59*time.Second)
	tells(t, ana.In(general).PressID(p.board, "record|1|0|").Text(), "give the deal of no. 1 away")
	h.clock.Advance(time.Second) // 01:00
	file := ana.In(general).PressID(p.board, "record|1|0|").Reply()
	if len(file.Attachments) != 1 || !strings.Contains(string(file.Attachments[0].Data), secret) {
		t.Fatalf("at 01:00 the record is %q", file.Text())
	}
	if _, err := record.Verify(file.Attachments[0].Data); err != nil {
		t.Error(err)
	}
	ana.In(general).PressID(p.board, "board|1|0|")
	p.look()
	tells(t, p.board.Text(), "Its secret: `"+secret+"`")
	if strings.Contains(h.log.String(), secret) {
		t.Error("the secret is in the log")
	}
}

// What is for one member's eyes never comes into a message that others see, even
// if they press an id of their own game on it by hand.
func TestAPublicMessageNeverBecomesABoard(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	q := h.daily(ben.In(general))
	q.press("Give up")
	q.press("Yes, give up")
	q.press("Share")
	public := lastPublic(ana, general)
	p := h.daily(ana.In(general))
	p.choose(h.firstPlay())
	for _, b := range p.board.Buttons() {
		ana.In(general).PressID(public, b.CustomID)
		h.settle()
	}
	ana.In(general).PressID(public, "give-up-surely|2|2|")
	h.settle()
	for _, m := range ben.Sees(general) {
		if m.ID == public.ID && m.Revision != public.Revision {
			t.Fatalf("the public line has become\n%s", m.Text())
		}
		if !m.Ephemeral && m.ID != public.ID {
			t.Fatalf("everybody sees\n%s", m.Text())
		}
	}
	if results := h.results(); len(results) != 2 {
		t.Fatalf("the results are %+v", results)
	}
	tells(t, ana.In(general).Last().Text(), "You gave up")
}

// firstPlay is a play that today's deal allows at first.
func (h *house) firstPlay() adaman.Move {
	h.Helper()
	var deck adaman.Deck
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		day, err := tx.Day(1)
		if err != nil {
			return err
		}
		return deck.UnmarshalJSON(day.Deal)
	}); err != nil {
		h.Fatal(err)
	}
	return adaman.Open(&deck).AppendMoves(nil)[0]
}

// One attempt a day, found again in every channel, in the direct messages and
// from another server; and nobody else's.
func TestOneAttemptADayResumedAnywhere(t *testing.T) {
	t.Parallel()
	h := open(t)
	general, other := h.guild.NewChannel("general"), h.guild.NewChannel("other")
	elsewhere := h.discord.NewGuild("Elsewhere")
	far := elsewhere.NewChannel("far")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	line := h.drawDaily(adaman.Won)
	p := h.daily(ana.In(general))
	for i, place := range []discordtest.Place{ana.In(other), ana.InDM(), elsewhere.Invite(ana).In(far), ana.In(general)} {
		said := p.play(line[i])
		q := h.daily(place)
		if q.board.Text() != said {
			t.Fatalf("resumed, the board is\n%s\nand not\n%s", q.board.Text(), said)
		}
		p = q
	}
	p.press("Give up")
	end := p.press("Yes, give up")
	again := h.daily(ana.InDM())
	tells(t, again.board.Text(), "You gave up", "Use `/adaman daily` there")
	tells(t, end, "You gave up", "[Share]")
	if n := len(h.results()); n != 1 {
		t.Errorf("there are %d results", n)
	}
	if r := h.results()[0]; fmt.Sprint(uint64(r.Channel)) != general.ID() || fmt.Sprint(uint64(r.Guild)) != h.guild.ID() {
		t.Errorf("the result belongs to channel %d of server %d", r.Channel, r.Guild)
	}

	// At one instant, twice: still one.
	first, second := ben.In(general).NoWait().Run("/adaman daily"), ben.In(other).NoWait().Run("/adaman daily")
	first.Wait()
	second.Wait()
	h.settle()
	if a, b := first.Reply().Text(), second.Reply().Text(); a != b {
		t.Errorf("Ben has two boards:\n%s\n%s", a, b)
	}
	if games := h.games(); len(games) != 1 {
		t.Errorf("Ben has %d games", len(games))
	}
}

// An attempt that went with its server is no attempt any more, and no other is
// given for it.
func TestAnAttemptThatIsGone(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	p := h.daily(ana.InDM())
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneRemoved)
	}); err != nil {
		t.Fatal(err)
	}
	tells(t, ana.InDM().Run("/adaman daily").Text(), "is gone", "tomorrow")
	p.place.PressID(p.board, "board|1|0|")
	h.settle()
	p.look()
	tells(t, p.board.Text(), "out of date")
	if games := h.games(); len(games) != 0 {
		t.Errorf("open are %+v", games)
	}
}

// What a member wants shared is asked, remembered and changed back.
func TestSharing(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana_Banana @everyone"), h.guild.Join("Ben")
	finish := func(member *discordtest.Member, place discordtest.Place) *player {
		t.Helper()
		p := h.daily(place)
		p.press("Give up")
		p.press("Yes, give up")
		h.settle()
		return p
	}
	lines := func() (n int) {
		for _, m := range ben.Sees(general) {
			if !m.Ephemeral && strings.Contains(m.Text(), "gave Adaman no.") {
				n++
				if !m.Pings.None() {
					t.Errorf("somebody is notified by %s", m.Text())
				}
			}
		}
		return n
	}
	tomorrow := func() {
		h.clock.Advance(24 * time.Hour)
		h.settle()
	}

	p := finish(ana, ana.In(general))
	if lines() != 0 {
		t.Fatal("shared without having been asked")
	}
	p.press("Always share")
	if lines() != 1 {
		t.Fatalf("%d lines are shared", lines())
	}
	tells(t, lastPublic(ben, general).Text(), `Ana\_Banana \@everyone`, "gave Adaman no. 1 up before the first play.")

	tomorrow()
	p = finish(ana, ana.In(general))
	tells(t, p.board.Text(), "Shared in this channel.")
	silentOn(t, p.board.Text(), "[Share]", "[Always share]")
	if lines() != 2 {
		t.Fatalf("%d lines are shared", lines())
	}

	tomorrow()
	p = finish(ana, ana.InDM()) // nowhere to share it
	tells(t, p.board.Text(), "Use `/adaman daily` there")
	if lines() != 2 {
		t.Fatalf("%d lines are shared", lines())
	}
	p = h.daily(ana.In(general)) // but there it can be
	silentOn(t, p.board.Text(), "[Always share]")
	p.press("Share")
	if lines() != 3 {
		t.Fatalf("%d lines are shared", lines())
	}

	tomorrow()
	tells(t, ana.In(general).Run("/adaman sharing finished:never").Text(), "do not ask", "`/adaman sharing`")
	p = finish(ana, ana.In(general))
	tells(t, p.board.Text(), "not shared. `/adaman sharing` changes this.")
	silentOn(t, p.board.Text(), "[Share]", "[Always share]", "[Never ask]")

	tomorrow()
	tells(t, ana.In(general).Run("/adaman sharing finished:ask").Text(), "I ask")
	p = finish(ana, ana.In(general))
	tells(t, p.press("Never ask"), "not shared. `/adaman sharing` changes this.")
	tomorrow()
	p = finish(ana, ana.In(general))
	silentOn(t, p.board.Text(), "[Share]")
	if lines() != 3 {
		t.Errorf("%d lines are shared", lines())
	}

	// A channel where the bot may not write: the result is there all the same.
	tells(t, ana.In(general).Run("/adaman sharing finished:always").Text(), "every daily")
	general.Deny(h.guild.Bot(), discordtest.SendMessages)
	tomorrow()
	p = finish(ana, ana.In(general))
	tells(t, p.board.Text(), "You gave up", "[Share]")
	tells(t, ana.In(general).Last().Text(), "lack a permission in this channel: Send Messages")
	if lines() != 3 {
		t.Errorf("%d lines are shared", lines())
	}
}

// Share pressed twice at one instant posts one line.
func TestHazard20_SharedTwiceAtOneInstantPostsOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	p := h.daily(ana.In(general))
	p.press("Give up")
	p.press("Yes, give up")
	first, second := p.place.NoWait().Press(p.board, "Share"), p.place.NoWait().Press(p.board, "Share")
	first.Wait()
	second.Wait()
	h.settle()
	lines := 0
	for _, m := range ana.Sees(general) {
		if !m.Ephemeral {
			lines++
		}
	}
	if lines != 1 {
		t.Errorf("%d lines are shared", lines)
	}
	p.look()
	tells(t, p.board.Text(), "Shared in this channel.")
}

// Whatever Discord fails at while a result is being shared, the board says that
// it is shared only if it is, and a second press makes up for what is missing.
func TestSharingNeverClaimsWhatDidNotHappen(t *testing.T) {
	t.Parallel()
	const callback, hook, original = "/interactions/{interaction}/{token}/callback", "/webhooks/{app}/{token}", "/webhooks/{app}/{token}/messages/@original"
	for _, e := range []struct {
		name  string
		fault discordtest.Fault
		lines int    // that everybody sees after the first press
		aside string // what the player is told beside the board
	}{
		{"the answer", discordtest.Fault{Route: callback}, 0, ""},
		{"the line", discordtest.Fault{Method: "POST", Route: hook}, 0, "I could not post your result in this channel just now."},
		{"the note on the board", discordtest.Fault{Method: "PATCH", Route: original}, 1, ""},
	} {
		for _, always := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, always shared %v", e.name, always), func(t *testing.T) {
				t.Parallel()
				h := open(t)
				general := h.guild.NewChannel("general")
				ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
				share := "Share"
				if always {
					ana.In(general).Run("/adaman sharing finished:always")
					share = "Yes, give up" // shares by itself
				}
				p := h.daily(ana.In(general))
				p.press("Give up")
				if !always {
					p.press("Yes, give up")
				}
				lines := func() (n int) {
					for _, m := range ben.Sees(general) {
						if strings.Contains(m.Text(), "gave Adaman no. 1 up") {
							n++
						}
					}
					return n
				}
				fault := e.fault
				fault.Status, fault.Times = 503, 2
				h.discord.Inject(fault)
				p.place.Try().Press(p.board, share)
				h.settle()
				p.look()
				silentOn(t, p.board.Text(), "Shared in this channel.")
				if n := lines(); n != e.lines {
					t.Fatalf("%d lines are shared", n)
				}
				if said := ana.In(general).Last(); e.aside != "" {
					tells(t, said.Text(), e.aside, "Press Share")
					if !said.Ephemeral {
						t.Error("everybody reads that it failed")
					}
				}
				if p.board.Button("Share") == nil { // the end of the game did not arrive
					p.press(p.board.Button("Yes, give up").CustomID)
				}
				tells(t, p.press("Share"), "Shared in this channel.")
				silentOn(t, p.board.Text(), "[Share]")
				if n := lines(); n != 1 {
					t.Errorf("after a second press %d lines are shared", n)
				}
			})
		}
	}
}

// One practice game a member, wherever begun; another only after asking.
func TestPracticeIsReplacedOnlyAfterAsking(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(ana.In(general), number)
	h.numbered(ben.In(general), number) // is Ben's own
	after := p.play(line[0])

	same := h.numbered(ana.InDM(), number)
	if same.board.Text() != after {
		t.Errorf("the same number again is\n%s", same.board.Text())
	}
	q := h.numbered(ana.InDM(), number+2)
	tells(t, q.board.Text(), fmt.Sprintf("You have practice deal %d open, in which you have made 1 play.", number), "[Go on with it]", "[Drop it and begin another]")
	if games := h.games(); len(games) != 2 {
		t.Fatalf("open are %+v", games)
	}
	stale := ana.InDM().Run("/adaman practice").Reply()
	if q.press("Go on with it") != after {
		t.Errorf("going on is\n%s", q.board.Text())
	}

	// A question about a state that is past is asked again.
	p.play(line[1])
	ana.InDM().Press(stale, "Drop it and begin another")
	h.settle()
	stale, _ = ana.InDM().Look(stale)
	tells(t, stale.Text(), "you have made 2 plays")
	h.restart()
	press := stale.Button("Drop it and begin another").CustomID
	first, second := ana.InDM().NoWait().PressID(stale, press), ana.InDM().NoWait().PressID(stale, press)
	first.Wait()
	second.Wait()
	h.settle()
	stale, _ = ana.InDM().Look(stale)
	tells(t, stale.Text(), "Practice deal ", "The cards are dealt.")
	if games := h.games(); len(games) != 2 {
		t.Fatalf("open are %+v", games)
	}

	// The board of the game that is gone says so.
	p.place.PressID(p.board, p.board.Buttons()[0].CustomID)
	h.settle()
	p.look()
	tells(t, p.board.Text(), "you began another in its place")
	tells(t, p.press("Another deal"), "you have not played yet")

	if results := h.results(); len(results) != 0 {
		t.Errorf("dropped games have results: %+v", results)
	}
}

// A numbered deal that is over before its first play is shown as what it is, and
// costs nobody the game they have open. Chance never deals one.
func TestADealThatIsOverBeforeTheFirstPlay(t *testing.T) {
	t.Parallel()
	dead := map[adaman.Result]uint64{}
	for n := uint64(1); len(dead) < 2; n++ {
		deck := adaman.Deal(games.Numbered(n))
		if r := adaman.Open(&deck).Result; r != 0 && dead[r] == 0 {
			dead[r] = n
		}
	}
	h := open(t)
	ana := h.guild.Join("Ana")
	h.numbered(ana.InDM(), 1)
	for result, why := range map[adaman.Result]string{adaman.Overthrown: "a sixth person", adaman.Stuck: "can pay for nothing"} {
		p := h.numbered(ana.InDM(), dead[result])
		tells(t, p.board.Text(), fmt.Sprintf("Practice deal %d", dead[result]), "over before the first play", why, "Palace", "[Another deal]")
		if live := liveGameButtons(p.board); live != nil {
			t.Errorf("H23: live are %v", live)
		}
		tells(t, p.press("Another deal"), "You have practice deal 1 open")
	}
	if games := h.games(); len(games) != 1 || games[0].Number != 1 || len(h.results()) != 0 {
		t.Errorf("open are %+v", games)
	}
}

// A number that no deal has gets a sentence, even from a client out of hand.
func TestPracticeNumbersHaveARange(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	for _, n := range []int{0, -1, 1_000_000} {
		if a := ana.InDM().Try().Run("/adaman practice", discordtest.Int("number", n)); !errors.Is(a.Err(), discordtest.ErrOption) {
			t.Errorf("Discord lets a member type %d: %v", n, a.Err())
		}
	}
	p := h.numbered(ana.InDM(), 999_999)
	tells(t, ana.InDM().PressID(p.board, "practice|0|0|1000000").Text(), "1 to 999999")
	tells(t, ana.InDM().PressID(p.board, "practice|0|0|-1").Text(), "out of date")
}

// A practice game that nobody has moved in for two weeks is gone.
func TestAnOldPracticeGameIsDropped(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	number, line := practiceLine(t, adaman.Won)
	h.numbered(ana.InDM(), number)
	h.clock.Advance(13 * 24 * time.Hour)
	h.settle()
	p := h.numbered(ana.InDM(), number)
	p.play(line[0])
	if due := h.games()[0].Due; !due.Equal(h.clock.Now().Add(14 * 24 * time.Hour)) {
		t.Errorf("two weeks from %v the game is dropped at %v", h.clock.Now(), due)
	}
	h.clock.Advance(14*24*time.Hour - time.Minute)
	h.settle()
	if n := len(h.games()); n != 1 {
		t.Fatalf("a minute early %d games are open", n)
	}
	h.clock.Advance(time.Minute)
	h.eventually(func() bool { return len(h.games()) == 0 })
	q := ana.InDM().PressID(p.board, fmt.Sprintf("board|%d|0|", 1))
	tells(t, q.Text(), "left it for two weeks")
}

// patience is how long a test waits for what takes a moment, or a second where
// much else runs.
const patience = 30 * time.Second

// eventually waits until the clockwork, which nobody waits for, has done its work.
func (h *house) eventually(done func() bool) {
	h.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			h.Fatal("it does not happen")
		}
	}
}
