package bot_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// A keptFile is what a member reads in the file that /privacy show gives.
type keptFile struct {
	Profile struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Share  string `json:"share_a_daily"`
		Hidden bool   `json:"hidden"`
	} `json:"profile"`
	Blocked []struct {
		Name string `json:"name"`
	} `json:"members_you_have_blocked"`
	Pauses []struct {
		Challenger string `json:"challenger"`
		Challenged string `json:"challenged"`
	} `json:"pauses_between_challenges"`
	Open []struct {
		Kind    string   `json:"kind"`
		Players []string `json:"players"`
		Moves   []string `json:"moves"`
		Hand    []string `json:"your_hand"`
		Aside   string   `json:"you_have_set_aside"`
		Left    string   `json:"left_on_the_paused_clock"`
		Pause   string   `json:"proposes_a_pause"`
		CallOff string   `json:"proposes_to_call_off"`
		Table   []string `json:"cards_on_the_table"`
	} `json:"open_games"`
	Announced []struct {
		At string `json:"announced_at"`
	} `json:"announcements_that_you_have_set"`
	Begun []struct {
		Day int `json:"day"`
	} `json:"dailies_that_you_have_begun"`
	Finished []struct {
		Kind   string          `json:"kind"`
		Seat   int             `json:"your_seat"`
		Score  int             `json:"score"`
		Record json.RawMessage `json:"record"`
		Later  string          `json:"record_from"`
		Fault  string          `json:"fault"`
		Pace   string          `json:"pace"`
	} `json:"finished_games"`
	Ratings []struct {
		Week   int     `json:"week"`
		Rating float64 `json:"rating"`
	} `json:"ratings"`
}

// keptAbout reads the file that an answer brings, and what stands in it.
func keptAbout(t testing.TB, m discordtest.Message) (kept keptFile, content string) {
	t.Helper()
	if len(m.Attachments) != 1 || !m.Ephemeral {
		t.Fatalf("the answer is no private message with a file:\n%s", m.Text())
	}
	content = string(m.Attachments[0].Data)
	if err := json.Unmarshal([]byte(content), &kept); err != nil {
		t.Fatalf("%v in\n%s", err, content)
	}
	return kept, content
}

// record is the record of an open game as the store has it, secrets and all.
func (h *house) openRecord(kind store.Kind) *record.Record {
	h.Helper()
	for _, g := range h.games() {
		if g.Kind == kind {
			rec, err := record.Load(g.Record)
			if err != nil {
				h.Fatal(err)
			}
			return rec
		}
	}
	h.Fatalf("there is no open %v", kind)
	return nil
}

// Ana has done a bit of everything. The file has all of it, and nothing that she
// cannot see: not Ben's hand, not the seal's secret, not the cards to come.
func TestPrivacyShowTellsAllAndNothingThatIsHidden(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, meadow := h.guild.NewChannel("orchard"), h.guild.NewChannel("meadow")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	ana.SetRoles(h.guild.NewRole("mayor", discordtest.ManageGuild))
	whispers(t, ana.In(orchard).Run("/privacy show"), "I keep nothing about you.")

	first := h.sitDown(orchard, ana, ben)
	first.play()
	h.daily(ana.InDM()).giveUpToday()
	ana.In(orchard).Run("/adam-eva block", discordtest.User("member", cleo))
	ana.In(orchard).Run("/adaman schedule", discordtest.String("time", "20:00"))
	second := h.sitDown(meadow, ana, ben)
	for range 3 {
		second.step()
	}
	ana.InDM().Run("/adaman practice", discordtest.Int("number", 12))
	ana.InDM().Run("/adam-eva practice")
	withdrawn := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	ana.In(orchard).Press(withdrawn, "Withdraw")
	ana.In(orchard).Run("/adam-eva challenge")
	h.settle()
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		me, err := tx.Player(storeID(ana.ID()))
		return errors.Join(err, tx.PutRating(storeID(h.guild.ID()), me.Player, 2970, store.Rating{Points: 1612.5, Deviation: 80}))
	})
	if err != nil {
		t.Fatal(err)
	}

	answer := ana.In(orchard).Run("/privacy show")
	tells(t, answer.Text(), "### What I keep about you", "2 finished games with their records")
	kept, content := keptAbout(t, answer.Reply())
	if kept.Profile.ID != ana.ID() || kept.Profile.Name != "Ana" || kept.Profile.Share != "ask" || kept.Profile.Hidden {
		t.Errorf("the profile is %+v", kept.Profile)
	}
	if len(kept.Blocked) != 1 || kept.Blocked[0].Name != "Cleo" {
		t.Errorf("blocked are %+v", kept.Blocked)
	}
	if len(kept.Pauses) != 1 || kept.Pauses[0].Challenger != "Ana" || kept.Pauses[0].Challenged != "Ben" {
		t.Errorf("pauses are %+v", kept.Pauses)
	}
	if len(kept.Announced) != 1 || kept.Announced[0].At != "20:00" {
		t.Errorf("announced is %+v", kept.Announced)
	}
	if len(kept.Begun) != 1 || kept.Begun[0].Day != 1 {
		t.Errorf("dailies are %+v", kept.Begun)
	}
	rated := false
	for _, r := range kept.Ratings {
		rated = rated || r.Week == 2970 && r.Rating == 1612.5
	}
	if !rated {
		t.Errorf("ratings are %+v", kept.Ratings)
	}

	kinds := map[string]int{}
	for i, g := range kept.Open {
		kinds[g.Kind] = i
	}
	if len(kept.Open) != 4 || len(kinds) != 4 {
		t.Fatalf("open games are %+v", kept.Open)
	}
	g := kept.Open[kinds["table"]]
	if strings.Join(g.Players, " ") != "Ana Ben" || len(g.Moves) != 3 {
		t.Errorf("the game at the table is %+v", g)
	}
	rec := h.openRecord(store.Table)
	mine, theirs := rec.AdamEva.View(0).Hand, rec.AdamEva.View(1).Hand
	if len(g.Hand) != len(mine) || len(mine) == 0 {
		t.Errorf("Ana's hand is %v, in the file %v", mine, g.Hand)
	}
	for i, c := range mine {
		if g.Hand[i] != c.String() {
			t.Errorf("Ana's hand is %v, in the file %v", mine, g.Hand)
		}
	}
	line := lineWith(content, `"kind":"table"`, `"your_hand"`)
	for _, c := range theirs {
		// What Ben has offered and got back everybody has seen.
		if !strings.Contains(strings.Join(g.Moves, " "), c.String()) && strings.Contains(line, `"`+c.String()+`"`) {
			t.Errorf("the file has Ben's %v: %s", c, line)
		}
	}
	day := h.dayOne()
	for what, secret := range map[string]string{
		"the table's secret":    rec.Seal.Secret.Hex(),
		"practice's secret":     h.openRecord(store.Robot).Seal.Secret.Hex(),
		"the challenge's":       h.challengeSecret(),
		"today's secret":        games.Secret(day.Secret).Hex(),
		"the deal of today":     string(day.Deal),
		"an order of the cards": `"deck"`,
	} {
		text := content
		if what == "an order of the cards" {
			text = lineWith(content, `"kind":"practice"`)
		}
		if secret == "" || strings.Contains(text, secret) {
			t.Errorf("%s is in the file", what)
		}
	}

	if len(kept.Finished) != 2 {
		t.Fatalf("finished are %+v", kept.Finished)
	}
	if _, err := record.Verify(kept.Finished[0].Record); err != nil || kept.Finished[0].Kind != "table" {
		t.Errorf("the finished game is %+v, %v", kept.Finished[0], err)
	}
	if daily := kept.Finished[1]; daily.Kind != "daily" || daily.Record != nil || daily.Later != "2026-12-05T01:00:00Z" {
		t.Errorf("today's daily is %+v", daily)
	}

	// Once the day is released its record is there too; and it works in private.
	h.on(5, 1, 1)
	kept, _ = keptAbout(t, ana.InDM().Run("/privacy show").Reply())
	if _, err := record.Verify(kept.Finished[1].Record); err != nil {
		t.Errorf("after the release: %v", err)
	}
}

// In a tactical game somebody has set a card aside. They read which, and the other
// only that they have.
func TestPrivacyShowDoesNotTellWhatTheOtherHasSetAside(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	m := h.sitDown(orchard, h.guild.Join("Ana"), h.guild.Join("Ben"), discordtest.String("variant", "tactical"))
	var aside adameva.Move
	for aside.Kind != adameva.Aside {
		if !m.step() {
			t.Fatal("the game is over and nobody has set a card aside")
		}
		played := h.openRecord(store.Table).AdamEva.Played()
		aside = played[len(played)-1]
	}
	word := fmt.Sprintf("%d %v", aside.Seat, aside.Kind)
	own, _ := keptAbout(t, m.members[aside.Seat].In(orchard).Run("/privacy show").Reply())
	if g := own.Open[0]; g.Aside != aside.Card.String() || g.Moves[len(g.Moves)-1] != aside.String() || aside.String() == word {
		t.Errorf("who has set %v aside reads %+v", aside.Card, g)
	}
	others, content := keptAbout(t, m.members[aside.Seat.Other()].In(orchard).Run("/privacy show").Reply())
	g := others.Open[0]
	if g.Aside != "" || len(g.Moves) != len(own.Open[0].Moves) || g.Moves[len(g.Moves)-1] != word {
		t.Errorf("the other reads %+v", g)
	}
	before := strings.Join(g.Moves[:len(g.Moves)-1], " ") // it may have been offered
	if !strings.Contains(before, aside.Card.String()) && strings.Contains(content, `"`+aside.Card.String()+`"`) {
		t.Errorf("the other can read that it was %v: %s", aside.Card, content)
	}
}

// Ana proposes a pause, to which Ben agrees, and then to call the game off.
func TestPrivacyShowTellsWhatIsProposedAndWhatIsLeft(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.sitDown(orchard, ana, ben, discordtest.String("pace", "long")).play()
	m := h.sitDown(orchard, ana, ben, discordtest.String("pace", "long"))
	a, b := ana.In(orchard), ben.In(orchard)
	a.Press(a.Press(m.table(), "More…").Reply(), "Pause the clock")
	kept, _ := keptAbout(t, b.Run("/privacy show").Reply())
	if g := kept.Open[0]; g.Pause != "Ana" || g.CallOff != "" || g.Left != "" {
		t.Errorf("with a pause proposed: %+v", g)
	}
	if kept.Finished[0].Pace != "long" {
		t.Errorf("the finished game is %+v", kept.Finished[0])
	}
	b.Press(b.Press(m.table(), "More…").Reply(), "Agree to a pause")
	a.Press(a.Press(m.table(), "More…").Reply(), "Propose to call it off")
	kept, _ = keptAbout(t, b.Run("/privacy show").Reply())
	if g := kept.Open[0]; g.Pause != "" || g.Left != "72h0m0s" || g.CallOff != "Ana" {
		t.Errorf("once paused: %+v", g)
	}
}

// giveUpToday gives the board up that is shown.
func (p *player) giveUpToday() {
	p.Helper()
	p.press("Give up")
	p.press("Yes, give up")
}

// lineWith is the first line that has all of these in it.
func lineWith(content string, parts ...string) string {
	for line := range strings.Lines(content) {
		has := true
		for _, part := range parts {
			has = has && strings.Contains(line, part)
		}
		if has {
			return line
		}
	}
	return ""
}

func (h *house) dayOne() (d store.Day) {
	h.Helper()
	if err := h.store.View(context.Background(), func(tx *store.Tx) (err error) { d, err = tx.Day(1); return err }); err != nil {
		h.Fatal(err)
	}
	return d
}

func (h *house) challengeSecret() string {
	for _, g := range h.games() {
		if g.Kind == store.Challenge {
			return games.Secret(g.Secret).Hex()
		}
	}
	return ""
}

// Somebody has played for years: the file is packed, and whole.
func TestPrivacyShowWithThousandsOfResults(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana := h.guild.Join("Ana")
	m := h.sitDown(orchard, ana, h.guild.Join("Ben"))
	m.play()
	var kept []byte
	const more = 5000
	err := h.store.Update(context.Background(), func(tx *store.Tx) (err error) {
		me, err := tx.Player(storeID(ana.ID()))
		if err != nil {
			return err
		}
		if kept, err = tx.RecordOf(1); err != nil {
			return err
		}
		for range more {
			g := store.Game{Kind: store.Table, Channel: 9, Guild: 8, Players: []store.Player{me.Player, 2}}
			if err := tx.Put(&g); err != nil {
				return err
			}
			g.Record = kept
			if _, err := tx.End(&g, store.Result{Winner: 0, Ended: friday}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	before := time.Now()
	answer := ana.In(orchard).Run("/privacy show")
	t.Logf("%d records of %d bytes took %v", more, len(kept), time.Since(before))
	tells(t, answer.Text(), "5001 finished games")
	files := answer.Reply().Attachments
	if len(files) != 1 || files[0].Name != "windfall-about-you.json.gz" {
		t.Fatalf("the files are %d", len(files))
	}
	t.Logf("the file has %d bytes", len(files[0].Data))
	z, err := gzip.NewReader(bytes.NewReader(files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var file keptFile
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Finished) != more+1 {
		t.Errorf("%d games are in it", len(file.Finished))
	}
}

// Where the bot may not attach files it says where it can.
func TestPrivacyShowNeedsToAttachFiles(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana := h.guild.Join("Ana")
	ana.In(orchard).Run("/privacy hide", discordtest.String("set", "on"))
	orchard.DenyRole(h.guild.Everyone(), discordtest.AttachFiles)
	whispers(t, ana.In(orchard).Run("/privacy show"), "Use `/privacy show` in a direct message to me.")
	keptAbout(t, ana.InDM().Run("/privacy show").Reply())
}

// Ana hides: tables close up as if she had not played, others do not get her
// statistics, and Ben's own stay as they were.
func TestPrivacyHide(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	h.sitDown(general, ana, ben).play()
	h.best(87, 1)
	h.scored(ana, 1, 87, 9, 0)
	h.scored(ben, 1, 80, 9, 0)
	h.scored(cid, 1, 70, 9, 0)
	h.on(5, 18, 0)
	bens := ben.In(general).Run("/stats").Text()
	lines(t, ben.In(general).Run("/leaderboard").Text(), "**1** · Ana: **87**, won in 9 plays", "**2** · **Ben**: **80**, won in 9 plays")

	whispers(t, ana.In(general).Run("/privacy hide"), "**You are not hidden.**")
	a := ana.In(general).Press(ana.In(general).Last(), "Hide me")
	tells(t, a.Text(), "**You are hidden.**", "[Do not hide me]")
	h.restart()
	for _, period := range []string{"day", "week", "all"} {
		said := ben.In(general).Run("/leaderboard", discordtest.String("period", period)).Text()
		silentOn(t, said, "Ana", "hidden")
		tells(t, said, "2 members", "**1** · **Ben**", "**2** · Cid")
	}
	// Nor does she stand in what she asks for herself; in private she is told why.
	public := ana.In(general).Run("/leaderboard")
	silentOn(t, public.Text(), "Ana", "hidden")
	h.settle()
	tells(t, ana.In(general).Press(public.Reply(), "Week").Text(), "**2** · Cid")
	if now := ben.In(general).Run("/stats").Text(); now != bens {
		t.Errorf("Ben's statistics became\n%s\nfrom\n%s", now, bens)
	}
	theirs := ben.In(general).Run("/stats", discordtest.User("member", ana))
	whispers(t, theirs, "Ana prefers not to show any results.")
	// Hers she sees alone, unless she says that all are to see them.
	if own := ana.In(general).Run("/stats"); !own.Reply().Ephemeral {
		t.Error("everybody sees the statistics of a hidden member")
	}
	if own := ana.In(general).Run("/stats", discordtest.Bool("private", false)); own.Reply().Ephemeral {
		t.Error("she cannot show them even if she wants to")
	}

	whispers(t, ana.In(general).Run("/privacy hide", discordtest.String("set", "off")), "**You are not hidden.**")
	tells(t, ben.In(general).Run("/leaderboard").Text(), "**1** · Ana: **87**")
	// Somebody whom the bot does not know can hide before they play.
	eve := h.guild.Join("Eve")
	whispers(t, eve.In(general).Run("/privacy hide", discordtest.String("set", "off")), "**You are not hidden.**")
	whispers(t, eve.In(general).Run("/privacy show"), "I keep nothing about you.")
	whispers(t, eve.In(general).Run("/privacy hide", discordtest.String("set", "on")), "**You are hidden.**")
	if kept, _ := keptAbout(t, eve.In(general).Run("/privacy show").Reply()); !kept.Profile.Hidden {
		t.Error("she is not hidden")
	}
}

// A member who looks at tables in private is told why they are not in them.
func TestAHiddenMemberIsToldWhyTheyAreInNoTable(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.best(87, 1)
	h.scored(ana, 1, 87, 9, 0)
	h.scored(ben, 1, 80, 9, 0)
	ana.In(general).Run("/privacy hide", discordtest.String("set", "on"))
	today := ana.In(general).Run("/leaderboard", discordtest.Int("day", 1)) // she has finished it, so she sees it alone
	tells(t, today.Text(), "**1** · Ben", "You are hidden and so not in this table.")
	silentOn(t, ben.In(general).Run("/leaderboard", discordtest.Int("day", 1)).Text(), "Ana", "hidden")
}

// forgets has a member be forgotten by what their screen offers.
func (h *house) forgets(place discordtest.Place) (question, answer discordtest.Message) {
	h.Helper()
	question = place.Run("/privacy delete").Reply()
	answer = place.Press(question, "Forget me").Reply()
	h.settle()
	return question, answer
}

// traces counts how often the database's file has any of these in it.
func (h *house) traces(of ...string) (n int) {
	h.Helper()
	content := h.backupFile()
	for _, what := range of {
		n += bytes.Count(content, []byte(what))
	}
	return n
}

// made waits until the file has been made anew so often.
func (h *house) made(times int) {
	h.Helper()
	waitFor(h, func() bool { return h.timesMade() >= times })
}

func (h *house) timesMade() int { return strings.Count(h.log.String(), "the database is made anew") }

// Ottilie has a game with Ben, one that nobody has moved in with Cleo, challenges,
// dailies and practice. She thinks better of it once, and then is forgotten: what
// was open ends, what is kept names nobody, and the file has not a trace of her.
func TestPrivacyDelete(t *testing.T) {
	t.Parallel()
	h := open(t)
	const name = "Ottilie Apfelbaum"
	orchard, meadow, garden := h.guild.NewChannel("orchard"), h.guild.NewChannel("meadow"), h.guild.NewChannel("garden")
	ottilie, ben, cleo, dora := h.guild.Join(name), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dora")
	ottilie.SetRoles(h.guild.NewRole("mayor", discordtest.ManageGuild))
	id := storeID(ottilie.ID())
	whispers(t, ottilie.InDM().Run("/privacy delete"), "I keep nothing about you.")
	h.daily(ottilie.InDM()).giveUpToday() // which ends before she is forgotten
	h.on(5, 18, 0)

	h.sitDown(orchard, ottilie, ben).play()
	running := h.sitDown(orchard, ben, ottilie)
	for range 4 {
		running.step()
	}
	unplayed := h.sitDown(meadow, ottilie, cleo)
	h.daily(ottilie.InDM())
	ottilie.InDM().Run("/adaman practice")
	ottilie.InDM().Run("/adam-eva practice")
	ottilie.In(orchard).Run("/adaman schedule", discordtest.String("time", "20:00"))
	ottilie.In(orchard).Run("/adam-eva block", discordtest.User("member", cleo))
	ben.In(orchard).Run("/adam-eva block", discordtest.User("member", ottilie))
	toAnybody := ottilie.In(garden).Run("/adam-eva challenge").Reply()
	toHer := dora.In(garden).Run("/adam-eva challenge", opponent(ottilie)).Reply()
	h.settle()

	question := ottilie.InDM().Run("/privacy delete").Reply()
	tells(t, question.Text(), "### Shall I forget you?",
		"Your 2 running games against other members count as resigned.",
		"2 open challenges of yours or to you are taken back.",
		"Your running daily counts as given up.",
		"2 running games that only you see are dropped.",
		"Only today's daily cannot be begun a second time.",
		"What I cannot reach: messages that stand in channels, and game records that somebody has downloaded.",
		"[Forget me]", "[A copy for me first]", "[Keep everything]")
	if _, content := keptAbout(t, ottilie.InDM().Press(question, "A copy for me first").Reply()); !strings.Contains(content, name) {
		t.Error("the copy is of somebody else")
	}
	forget := question.Button("Forget me").CustomID
	tells(t, ottilie.InDM().Press(question, "Keep everything").Text(), "Nothing has changed.")
	if h.traces(name) == 0 {
		t.Fatal("she is not in the file: the test tests nothing")
	}

	_, answer := h.forgets(ottilie.InDM())
	tells(t, answer.Text(), "I do not know you any more.", "Within the hour")
	h.made(1)

	// What others see.
	end := running.table()
	tells(t, end.Text(), "somebody", "Ben", "[Rematch]")
	tells(t, unplayed.table().Text(), "[Rematch]")
	silentOn(t, end.Text(), name)
	now, _ := ben.In(garden).Look(toAnybody)
	tells(t, now.Text(), "somebody has withdrawn the challenge to anybody.")
	now, _ = ben.In(garden).Look(toHer)
	tells(t, now.Text(), "somebody", "declined", "Dora")
	silentOn(t, now.Text(), name, ottilie.ID())
	tells(t, running.hand(0).Text(), "somebody")
	whispers(t, ben.In(orchard).Press(end, "Rematch"), "not")
	if open := h.games(); len(open) != 0 {
		t.Errorf("still open are %+v", open)
	}

	// The game in which both had moved counts for Ben, the other for nobody.
	reasons := map[string]int{}
	for _, r := range h.results() {
		reasons[r.Kind.String()+" "+r.Reason+r.Outcome]++
	}
	if reasons["table resigned"] != 2 || reasons["daily gave-up"] != 2 {
		t.Errorf("the games have ended like this: %v", reasons)
	}
	if got := h.ratedGames(ben); got != 2 {
		t.Errorf("Ben's rating knows %d games", got)
	}
	if got := h.ratedGames(cleo); got != 0 {
		t.Errorf("Cleo's rating knows %d games", got)
	}

	// What is kept: records that verify, and a number without a name.
	h.eachRecord(func(r store.Result, rec *record.Record) {
		for seat, player := range r.Players {
			if known := h.isNamed(player); !known && rec.Seats[seat] != "somebody" && player != 0 {
				t.Errorf("game %d names %v", r.Game, rec.Seats)
			}
		}
	})
	err := h.store.View(context.Background(), func(tx *store.Tx) error {
		if _, err := tx.Player(id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("she is still known: %v", err)
		}
		ben, err := tx.Player(storeID(ben.ID()))
		if err != nil {
			return err
		}
		blocks, err := tx.Blocks(ben.Player)
		if err != nil || len(blocks) != 1 || blocks[0].Player != 0 {
			t.Errorf("Ben's blocks are %+v, %v", blocks, err)
		}
		if blocked, err := tx.Blocked(ben.Player, id); err != nil || !blocked {
			t.Errorf("she is not blocked any more: %v", err)
		}
		settings, err := tx.Settings(storeID(h.guild.ID()))
		if err != nil || !strings.Contains(string(settings.Data), `"by":0`) {
			t.Errorf("the settings are %s, %v", settings.Data, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	// And in the file there is not a trace, of whatever form.
	traces := []string{name, "Ottilie"}
	for _, id := range []string{ottilie.ID(), ottilie.InDM().Channel().ID()} {
		traces = append(traces, formsOf(t, id)...)
	}
	if n := h.traces(traces...); n != 0 {
		t.Errorf("%d traces are left in the file", n)
	}
	if err := h.store.Check(context.Background()); err != nil {
		t.Error(err)
	}
	silentOn(t, h.log.String(), name, ottilie.ID())

	// Everything old answers, and knows nobody.
	whispers(t, ottilie.InDM().Run("/privacy show"), "I keep nothing about you.")
	tells(t, ottilie.InDM().PressID(answer, forget).Text(), "I do not know you any more.")
	whispers(t, ben.In(orchard).Run("/stats", discordtest.User("member", ottilie), discordtest.Bool("private", true)), "has not finished a game")
}

// formsOf is an id in the forms in which the file could hold it: as text, as the
// eight bytes of a key, and as a number in CBOR.
func formsOf(t testing.TB, id string) []string {
	t.Helper()
	n := uint64(storeID(id))
	inCBOR, err := cbor.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	if len(inCBOR) < 5 {
		t.Fatalf("%s is so small that its bytes are everywhere", id)
	}
	return []string{id, string(binary.BigEndian.AppendUint64(nil, n)), string(inCBOR)}
}

// ratedGames is how many games are in a member's rating in the house's server.
func (h *house) ratedGames(m *discordtest.Member) (games int) {
	h.Helper()
	err := h.store.View(context.Background(), func(tx *store.Tx) error {
		who, err := tx.Player(storeID(m.ID()))
		if err != nil {
			return err
		}
		r, _, err := tx.Rating(storeID(h.guild.ID()), who.Player)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		games = r.Games
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return games
}

// isNamed reports whether a player has a name.
func (h *house) isNamed(player store.Player) (known bool) {
	_ = h.store.View(context.Background(), func(tx *store.Tx) error {
		p, err := tx.Profile(player)
		known = err == nil && p.ID != 0
		return nil
	})
	return known
}

// eachRecord verifies the record of every finished game and hands it over.
func (h *house) eachRecord(look func(store.Result, *record.Record)) {
	h.Helper()
	for _, r := range h.results() {
		var kept []byte
		if err := h.store.View(context.Background(), func(tx *store.Tx) (err error) { kept, err = tx.RecordOf(r.Game); return err }); err != nil {
			h.Fatal(err)
		}
		rec, err := record.Verify(kept)
		if err != nil {
			h.Errorf("the record of game %d: %v", r.Game, err)
			continue
		}
		look(r, rec)
	}
}

// Who is forgotten after they have begun today's deal does not get another try by
// that; the next day they do. In the file stands only what says nothing.
func TestForgottenMembersHaveOneTryADay(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	general := h.guild.NewChannel("general")
	h.daily(ana.In(general))
	question, _ := h.forgets(ana.In(general))
	tells(t, question.Text(), "Only today's daily cannot be begun a second time.")
	barred := func() {
		t.Helper()
		a := ana.InDM().Run("/adaman daily")
		whispers(t, a, "The deal of day 1 has been played from your account, before I forgot it.")
		tells(t, a.Text(), fmt.Sprintf("<t:%d:f>", friday.Add(6*time.Hour).Unix()), "/adaman practice")
		whispers(t, ana.In(general).Run("/privacy show"), "I keep nothing about you.") // the refusal has met nobody
	}
	barred()
	h.restart()
	barred()
	tells(t, h.daily(ben.InDM()).board.Text(), "Adaman no. 1") // it is not about Ben

	h.forgets(ben.InDM())
	h.on(5, 0, 30) // day 2, and day 1 is not released yet
	tells(t, h.daily(ana.InDM()).board.Text(), "Adaman no. 2")
	question = ana.InDM().Run("/privacy delete").Reply()
	tells(t, question.Text(), "Your running daily counts as given up.")
	h.on(5, 2, 0)
	h.clock.Advance(time.Hour)
	waitFor(t, func() bool {
		left := 0
		_ = h.store.View(context.Background(), func(tx *store.Tx) error {
			for _, m := range []*discordtest.Member{ana, ben} {
				if is, err := tx.Barred(1, storeID(m.ID())); err != nil || is {
					left++
				}
			}
			return nil
		})
		return left == 0
	})
	tells(t, h.daily(ben.InDM()).board.Text(), "Adaman no. 2")
}

// What a member sees of how they and others stand is the same to the byte before
// and after somebody they have played with is forgotten, but for the name.
func TestOthersStandAsTheyStoodOnceSomebodyIsForgotten(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	for range 2 {
		h.sitDown(general, ana, ben).play()
	}
	h.sitDown(general, ben, cid).play()
	line := h.drawDaily(adaman.Won)
	for _, m := range []*discordtest.Member{ana, ben, cid} {
		p := h.daily(m.InDM())
		if m == ben {
			p.giveUpToday()
		} else {
			p.playAll(line)
		}
	}
	h.daily(ana.In(general))
	h.on(5, 18, 0)
	for _, m := range []*discordtest.Member{ana, ben, cid} {
		p := h.daily(m.In(general))
		p.giveUpToday()
	}
	h.on(6, 18, 0)
	guild := storeID(h.guild.ID())
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		for p := store.Player(1); p <= 3; p++ {
			if err := tx.PutRating(guild, p, 2970, store.Rating{Points: 1500 + float64(p)/3, Deviation: 100.0 / 3, Volatility: 0.06, Games: 2}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	look := func() (seen []string) {
		for _, m := range []*discordtest.Member{ben, cid} {
			for _, private := range []bool{false, true} {
				seen = append(seen, m.In(general).Run("/stats", discordtest.Bool("private", private)).Text())
			}
			seen = append(seen, m.InDM().Run("/stats").Text())
			for _, period := range []string{"day", "week", "month", "all"} {
				seen = append(seen, m.In(general).Run("/leaderboard", discordtest.String("period", period)).Text())
			}
			seen = append(seen, m.In(general).Run("/leaderboard", discordtest.Int("day", 1)).Text())
		}
		for i := range seen {
			seen[i] = strings.ReplaceAll(seen[i], "Ana", "somebody")
		}
		return seen
	}
	// What the store has: results, standings and ratings of all.
	numbers := func() string {
		var b strings.Builder
		err := h.store.View(context.Background(), func(tx *store.Tx) error {
			for r, err := range tx.Results(0, 0) {
				if r.Guild == 0 && r.Players[0] == 1 {
					r.Channel = 0 // Ana's own conversation, which goes with her
				}
				fmt.Fprintf(&b, "%+v %v\n", r, err)
			}
			for s, err := range tx.Standings(guild, 0, 99) {
				fmt.Fprintf(&b, "%+v %v\n", s, err)
			}
			for r, err := range tx.RatedPlayers(guild) {
				fmt.Fprintf(&b, "%x %+v %v\n", r.Points, r, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before, kept := look(), numbers()
	records := map[uint64]string{}
	h.eachRecord(func(r store.Result, rec *record.Record) { records[r.Game] = rec.Result() })
	h.forgets(ana.In(general))
	h.made(1)
	if now := numbers(); now != kept {
		t.Errorf("kept is\n%s\nand was\n%s", now, kept)
	}
	for i, now := range look() {
		if now != before[i] {
			t.Errorf("seen is\n%s\nand was\n%s", now, before[i])
		}
	}
	h.eachRecord(func(r store.Result, rec *record.Record) {
		if records[r.Game] != rec.Result() {
			t.Errorf("game %d ended with %s and now with %s", r.Game, records[r.Game], rec.Result())
		}
	})
}

// Two who are forgotten within an hour share one new file; and where there is no
// room for it, they stay forgotten and the file is made anew later.
func TestForgettingSharesOneNewFileAnHour(t *testing.T) {
	t.Parallel()
	h := open(t)
	fails := &full{}
	h.stop()
	h.around = fails.around
	h.start()
	general := h.guild.NewChannel("general")
	var members []*discordtest.Member
	for _, name := range []string{"Wilhelmina", "Xaveria", "Yolanda"} {
		m := h.guild.Join(name)
		m.In(general).Run("/privacy hide", discordtest.String("set", "on"))
		members = append(members, m)
	}
	h.forgets(members[0].InDM())
	h.made(1)
	if h.traces("Wilhelmina") != 0 {
		t.Error("Wilhelmina is in the file")
	}
	h.clock.Advance(10 * time.Minute)
	h.forgets(members[1].InDM())
	fails.set(true)
	if h.timesMade() != 1 {
		t.Error("a new file was made at once")
	}
	h.clock.Advance(50 * time.Minute)
	waitFor(t, func() bool { return strings.Contains(h.log.String(), "the database cannot be made anew") })
	whispers(t, members[1].InDM().Run("/privacy show"), "I keep nothing about you.")
	h.forgets(members[2].InDM())
	fails.set(false)
	h.clock.Advance(59 * time.Minute)
	h.settle()
	if h.timesMade() != 1 {
		t.Error("it did not wait")
	}
	h.clock.Advance(time.Minute)
	h.made(2)
	if h.traces("Xaveria", "Yolanda") != 0 {
		t.Error("they are in the file")
	}

	// A process that ends before does it at the next start.
	m := h.guild.Join("Zacharias")
	m.In(general).Run("/privacy hide", discordtest.String("set", "on"))
	h.forgets(m.InDM())
	if h.timesMade() != 2 {
		t.Error("a new file was made at once")
	}
	h.restart()
	h.made(3)
	if h.traces("Zacharias") != 0 {
		t.Error("Zacharias is in the file")
	}

	// Then there is nothing more to be done: no hour brings another file.
	for range 5 {
		h.clock.Advance(time.Hour)
		h.bot.LookAtTraces()
	}
	if n := h.timesMade(); n != 3 {
		t.Errorf("the file was made anew %d times, the last ones for nobody", n)
	}
}

// The disk has changed a byte in the record of one game, and in a game that is
// still open. Ana gets all the rest, and is forgotten like anybody else.
func TestWhatCannotBeReadKeepsNobodyFromBeingForgotten(t *testing.T) {
	t.Parallel()
	h := open(t)
	general, meadow := h.guild.NewChannel("general"), h.guild.NewChannel("meadow")
	ana, ben := h.guild.Join("Anastasia"), h.guild.Join("Ben")
	h.sitDown(general, ana, ben).play()
	h.sitDown(general, ana, ben).play()
	h.damage("records") // of the second
	kept, _ := keptAbout(t, ana.In(general).Run("/privacy show").Reply())
	if len(kept.Finished) != 2 || kept.Finished[1].Fault != "record cannot be read" || kept.Finished[1].Record != nil {
		t.Errorf("the second game is %+v", kept.Finished)
	} else if _, err := record.Verify(kept.Finished[0].Record); err != nil || kept.Finished[0].Fault != "" {
		t.Errorf("the first is %+v: %v", kept.Finished[0], err)
	}

	h.sitDown(meadow, ana, ben)
	open := h.games()[0]
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		open.Record = []byte(`{"seats":["Anastasia"]}`)
		return tx.Put(&open)
	}); err != nil {
		t.Fatal(err)
	}
	_, answer := h.forgets(ana.In(general))
	tells(t, answer.Text(), "I do not know you any more.")
	h.made(1)
	if n := h.traces("Anastasia"); n != 0 {
		t.Errorf("%d traces of her are left", n)
	}
	if len(h.results()) != 2 || len(h.games()) != 0 {
		t.Errorf("there are %d results and %d open games", len(h.results()), len(h.games()))
	}
	for _, game := range []uint64{h.results()[1].Game, open.ID} {
		if !strings.Contains(h.log.String(), fmt.Sprintf(" unread=%d\n", game)) {
			t.Errorf("the log does not tell of game %d", game)
		}
	}
	silentOn(t, h.log.String(), "Anastasia")
	if err := h.store.Check(context.Background()); err != nil {
		t.Error(err)
	}
}

// Ana is asked while nothing of hers is open, and presses the button weeks later,
// in a game with Ben of which the question said nothing: she is asked again. What
// her screen says in the end is that she is forgotten, however often she presses.
func TestAQuestionForgetsNoMoreThanItNames(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.sitDown(general, ana, ben).play()
	question := ana.InDM().Run("/privacy delete").Reply()
	silentOn(t, question.Text(), "running game")
	h.clock.Advance(20 * 24 * time.Hour)
	h.sitDown(general, ana, ben).step()

	again := ana.InDM().Press(question, "Forget me")
	tells(t, again.Text(), "### Shall I forget you?", "Your running game against another member counts as resigned.", "[Forget me]")
	if len(h.games()) != 1 || len(h.results()) != 1 {
		t.Fatal("the game has ended without a word")
	}
	// Neither does a challenge stand for the game that it has become.
	cid := h.guild.Join("Cid")
	meadow := h.guild.NewChannel("meadow")
	challenge := cid.In(meadow).Run("/adam-eva challenge", opponent(ana)).Reply()
	h.settle()
	tells(t, ana.InDM().Press(again.Reply(), "Forget me").Text(), "### Shall I forget you?", "An open challenge of yours or to you is taken back.")
	ana.In(meadow).Press(challenge, "Accept")
	h.settle()
	last := ana.InDM().Press(again.Reply(), "Forget me")
	tells(t, last.Text(), "### Shall I forget you?", "Your 2 running games against other members count as resigned.")

	button := last.Reply().Button("Forget me").CustomID
	for range 3 {
		tells(t, ana.InDM().PressID(last.Reply(), button).Text(), "I do not know you any more.")
	}
	if len(h.games()) != 0 {
		t.Error("she is still in a game")
	}
}

// Where trying again never helps nobody is told to: the disk has changed a byte of
// the result that Ana's file would tell of.
func TestWhatCannotBeReadIsSaidAsItIs(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana := h.guild.Join("Ana")
	h.sitDown(general, ana, h.guild.Join("Ben")).play()
	h.damage("results")
	answer := ana.In(general).Run("/privacy show")
	whispers(t, answer, "Something I keep about this cannot be read. Whoever runs this bot is told in its log.")
	silentOn(t, answer.Text(), "again")
	if !strings.Contains(h.log.String(), "the database has something that cannot be read") {
		t.Error("the log does not tell")
	}
}
