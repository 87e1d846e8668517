package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/store"
)

// Each test is named after the number of a hazard in docs/hazards.md.

// twoAtATable is the usual beginning: Ana and Ben at a table in #orchard, their
// hands open.
func twoAtATable(t testing.TB, options ...func(*setting)) *match {
	t.Helper()
	h := open(t, options...)
	return h.sitDown(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"))
}

// edits and posts count what the bot's token did to public messages, answers
// what was done with the tokens of interactions.
func (h *house) edits() int {
	return h.discord.Count("PATCH", "/channels/{channel}/messages/{message}")
}

func (h *house) posts() int { return h.discord.Count("POST", "/channels/{channel}/messages") }

func (h *house) answerEdits() int {
	return h.discord.Count("PATCH", "/webhooks/{app}/{token}/messages/@original")
}

// version is the state of the only table there is.
func (h *house) games() []store.Game {
	h.Helper()
	var all []store.Game
	if err := h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		all, err = tx.Games()
		return err
	}); err != nil {
		h.Fatal(err)
	}
	return all
}

func (h *house) game() store.Game {
	h.Helper()
	all := h.games()
	if len(all) != 1 {
		h.Fatalf("%d games, want one", len(all))
	}
	return all[0]
}

func (h *house) results() []store.Result {
	h.Helper()
	var all []store.Result
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		for r, err := range tx.Results(0, 0) {
			if err != nil {
				return err
			}
			all = append(all, r)
		}
		return nil
	}); err != nil {
		h.Fatal(err)
	}
	return all
}

func TestHazard1_AHandIsDisposable(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.clock.Advance(16 * time.Minute)
	before := m.answerEdits()
	// Ana's hand is dead by now; a press on it makes it live again, Ben's is not touched.
	m.step()
	if n := m.answerEdits() - before; n != 0 {
		t.Errorf("%d edits with dead tokens", n)
	}
	if strings.Contains(m.hand(1).Text(), "Take it") {
		t.Error("Ben's hand has changed without a token")
	}
	fresh := m.members[1].In(m.channel).Press(m.table(), "My hand").Reply()
	if !strings.Contains(fresh.Text(), "[Take it]") {
		t.Errorf("a fresh hand lacks the choice:\n%s", fresh.Text())
	}
}

func TestHazard2_PublicMessagesAreEditedWithTheBotsToken(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.clock.Advance(20 * time.Minute)
	m.members[0].In(m.channel).Press(m.table(), "More…") // both are here again
	m.members[1].In(m.channel).Press(m.table(), "More…")
	edits := m.edits()
	m.step()
	if m.edits() != edits+1 || !strings.Contains(m.table().Text(), "Ben, do you take it?") {
		t.Errorf("%d edits after 20 minutes; the table:\n%s", m.edits()-edits, m.table().Text())
	}
}

func TestHazard3_OnlyIdsOfMessagesAreStored(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.restart()
	m.members[1].In(m.channel).Press(m.table(), "More…")
	m.step() // from Ana's hand of before the restart
	if !strings.Contains(m.table().Text(), "Ben, do you take it?") {
		t.Errorf("the table of before the restart is not edited:\n%s", m.table().Text())
	}
	if posted := m.game().Message; posted.ID == 0 || posted.Channel == 0 {
		t.Errorf("message %+v", posted)
	}
}

func TestHazard4_WebhookErrorsAreFinal(t *testing.T) {
	t.Parallel()
	for _, fault := range []discordtest.Fault{{Status: 404, Code: 10015}, {Status: 401, Code: 50027}} {
		t.Run(fmt.Sprint(fault.Code), func(t *testing.T) {
			t.Parallel()
			m := twoAtATable(t)
			fault.Method, fault.Route = "PATCH", "/webhooks/{app}/{token}/messages/@original"
			m.discord.Inject(fault)
			before := m.answerEdits()
			m.step()
			if n := m.answerEdits() - before; n != 1 {
				t.Errorf("%d tries to edit Ben's hand, want one", n)
			}
			m.members[1].In(m.channel).Press(m.table(), "Refuse")
			m.settle()
			if n := m.answerEdits() - before; n != 2 { // Ana's; Ben's is forgotten
				t.Errorf("%d tries in all, want two", n)
			}
			if strings.Contains(m.log.String(), "level=ERROR") {
				t.Errorf("an error is logged:\n%s", m.log.String())
			}
		})
	}
}

func TestHazard5_ALateAnswerLeavesTheMove(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	gate := make(chan struct{})
	m.discord.Inject(discordtest.Fault{Route: "/interactions/{interaction}/{token}/callback", Times: 1, Hold: gate})
	seat, live, _ := m.turn()
	late := m.members[seat].In(m.channel).NoWait().Press(m.hand(seat), live[0].CustomID)
	waitFor(t, func() bool { return m.game().Version == 3 })
	m.clock.Advance(4 * time.Second)
	close(gate)
	late.Wait()
	m.settle()
	if late.State() != discordtest.Failed {
		t.Errorf("the late answer is %s", late.State())
	}
	if !strings.Contains(m.table().Text(), "Ben, do you take it?") {
		t.Errorf("the move is not shown:\n%s", m.table().Text())
	}
	if n := strings.Count(m.log.String(), "an answer was not sent"); n != 1 || strings.Contains(m.log.String(), "level=ERROR") {
		t.Errorf("logged %d times:\n%s", n, m.log.String())
	}
}

// waitFor waits for something that other goroutines bring about.
func waitFor(t testing.TB, is func() bool) {
	t.Helper()
	for range 500 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it does not come about")
}

func TestHazard6_OneAnswerForEachInteraction(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.play()
	answers := map[string]int{}
	for _, r := range m.discord.Requests() {
		if strings.HasSuffix(r.Route, "/callback") {
			answers[r.Path]++
		}
		if r.Code == 40060 {
			t.Errorf("answered twice: %s", r.Path)
		}
	}
	if len(answers) < 50 {
		t.Errorf("only %d answers in a whole game", len(answers))
	}
	for path, n := range answers {
		if n != 1 {
			t.Errorf("%d answers to %s", n, path)
		}
	}
}

func TestHazard7_ADeferralAndAnAnswerDoNotRace(t *testing.T) {
	t.Parallel()
	for name, advance := range map[string]time.Duration{"before the deferral": time.Second, "after the deferral": 2 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := twoAtATable(t)
			release, begun := m.holdStore(), m.begun()
			seat, live, _ := m.turn()
			a := m.members[seat].In(m.channel).NoWait().Press(m.hand(seat), live[0].CustomID)
			waitFor(t, func() bool { return m.begun() > begun })
			m.clock.Advance(advance)
			if advance > 1500*time.Millisecond {
				waitFor(t, func() bool { return a.State() == discordtest.UpdateDeferred })
			}
			release()
			a.Wait()
			m.settle()
			if !strings.Contains(m.hand(seat).Text(), "You offered") {
				t.Errorf("%s, and the hand is\n%s", a.State(), m.hand(seat).Text())
			}
			for _, r := range m.discord.Requests() {
				if r.Code != 0 {
					t.Errorf("%s %s: %d", r.Method, r.Path, r.Code)
				}
			}
		})
	}
}

// holdStore keeps every other writer waiting until release is called.
func (h *house) holdStore() (release func()) {
	h.Helper()
	held, gate, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- h.store.Update(context.Background(), func(*store.Tx) error {
			close(held)
			<-gate
			return nil
		})
	}()
	<-held
	release = sync.OnceFunc(func() {
		close(gate)
		if err := <-done; err != nil {
			h.Error(err)
		}
	})
	h.Cleanup(release)
	return release
}

// begun is how many presses have begun.
func (h *house) begun() int { return strings.Count(h.log.String(), "press begins") }

func TestHazard8_AThinkingMessageMayBeDeletedByItsReader(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	release := h.holdStore()
	a := ana.In(orchard).NoWait().Run("/adam-eva challenge", discordtest.User("member", ben))
	waitFor(t, func() bool { return h.begun() > 0 })
	h.clock.Advance(2 * time.Second)
	waitFor(t, func() bool { return a.State() == discordtest.Thinking })
	thinking := ana.In(orchard).Last()
	if err := h.guild.Owner().In(orchard).Delete(thinking); err != nil {
		t.Fatal(err)
	}
	release()
	a.Wait()
	h.settle()
	if strings.Contains(h.log.String(), "level=ERROR") {
		t.Errorf("an error is logged:\n%s", h.log.String())
	}
	if n := len(h.games()); n != 0 {
		t.Errorf("a challenge that nobody can see is kept (%d)", n)
	}
	again := ana.In(orchard).Run("/adam-eva challenge", discordtest.User("member", ben))
	if !strings.Contains(again.Text(), "Ana challenges Ben") {
		t.Errorf("a second challenge gets %q", again.Text())
	}
}

func TestHazard9_AFaultOnAnEditLeadsToANewMessage(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	old := m.table()
	m.discord.Inject(discordtest.Fault{Method: "PATCH", Route: "/channels/{channel}/messages/{message}", Times: 2, Status: 503})
	m.step()
	now := m.table()
	if now.ID == old.ID || !strings.Contains(now.Text(), "Ben, do you take it?") {
		t.Errorf("the table is\n%s", now.Text())
	}
	left, _ := m.members[0].In(m.channel).Look(old)
	if len(choices(left)) != 0 {
		t.Errorf("the message left behind has live buttons:\n%s", left.Text())
	}
}

func TestHazard10_ChallengesExpireSilently(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	challenge := ana.In(orchard).Run("/adam-eva challenge", discordtest.User("member", ben)).Reply()
	h.settle()
	messages := len(ben.Sees(orchard))
	h.clock.Advance(25 * time.Hour)
	waitFor(t, func() bool {
		now, _ := ben.In(orchard).Look(challenge)
		return strings.Contains(now.Text(), "was not answered in time")
	})
	if n := len(ben.Sees(orchard)); n != messages {
		t.Errorf("%d messages, before it was %d", n, messages)
	}
	now, _ := ben.In(orchard).Look(challenge)
	if len(now.Buttons()) != 0 || len(h.games()) != 0 {
		t.Errorf("the challenge is\n%s", now.Text())
	}
}

func TestHazard11_AStrangerIsToldWhoMay(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	cleo := m.guild.Join("Cleo")
	m.step()
	before := m.table().Text()
	for _, label := range []string{"Take it", "Refuse", "My hand"} {
		a := cleo.In(m.channel).Press(m.table(), label)
		if !a.Reply().Ephemeral || !strings.Contains(a.Text(), "This table is Ana's and Ben's") {
			t.Errorf("%s gets %q", label, a.Text())
		}
	}
	m.settle()
	if m.table().Text() != before || m.game().Version != 3 {
		t.Errorf("a stranger changed the table:\n%s", m.table().Text())
	}
}

func TestHazard12_TheOwnerComesFromTheStoredGame(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	cleo, dan := m.guild.Join("Cleo"), m.guild.Join("Dan")
	other := m.sitDown(m.guild.NewChannel("meadow"), cleo, dan)
	m.step()
	other.step()
	for i, x := range []*match{m, other} {
		a := cleo.In(x.channel).Press(x.table(), "Take it")
		if i == 0 && !strings.Contains(a.Text(), "This table is Ana's and Ben's") || i == 1 && !strings.Contains(a.Text(), "It is Dan's turn") {
			t.Errorf("Cleo at table %d gets %q", i, a.Text())
		}
	}
}

func TestHazard13_AButtonActsOnItsOwnGame(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana := m.members[0]
	cleo := m.guild.Join("Cleo")
	other := m.sitDown(m.guild.NewChannel("meadow"), cleo, ana, discordtest.String("first", "challenger"))
	m.step()
	other.step()
	// Ana presses, on the table at which she waits, the button of the other at
	// which she is asked.
	take := other.table().Button("Take it").CustomID
	versions := fmt.Sprint(m.versions())
	ana.In(m.channel).PressID(m.table(), take)
	m.settle()
	if !strings.Contains(other.table().Text(), "Ana took Cleo's") {
		t.Errorf("the game of the button has not changed:\n%s", other.table().Text())
	}
	if now := fmt.Sprint(m.versions()); now == versions {
		t.Error("nothing changed")
	}
	if !strings.Contains(m.table().Text(), "Ben, do you take it?") {
		t.Errorf("the table that was pressed on shows\n%s", m.table().Text())
	}
}

func (h *house) versions() map[store.ID]uint64 {
	versions := map[store.ID]uint64{}
	for _, g := range h.games() {
		versions[g.Channel] = g.Version
	}
	return versions
}

func TestHazard14_AButtonOfSomethingGoneShowsThePresent(t *testing.T) {
	t.Parallel()
	t.Run("a declined challenge", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
		challenge := ana.In(orchard).Run("/adam-eva challenge", discordtest.User("member", ben)).Reply()
		accept := challenge.Button("Accept").CustomID
		ben.In(orchard).Press(challenge, "Decline")
		a := ben.In(orchard).PressID(challenge, accept)
		now, _ := ben.In(orchard).Look(challenge)
		if !strings.Contains(a.Text(), "declined") || !strings.Contains(now.Text(), "declined") {
			t.Errorf("the answer is %q, the challenge\n%s", a.Text(), now.Text())
		}
	})
	t.Run("a hand of a finished game", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.step()
		hand := m.hand(1)
		m.members[0].In(m.channel).Run("/adam-eva resign")
		m.members[0].In(m.channel).Press(m.members[0].In(m.channel).Last(), "Yes, resign")
		m.settle()
		a := m.members[1].In(m.channel).PressID(hand, hand.Button("Take it").CustomID)
		now, _ := m.members[1].In(m.channel).Look(hand)
		if a.State() != discordtest.Updated || !strings.Contains(now.Text(), "Ana resigned; Ben wins") {
			t.Errorf("%s:\n%s", a.State(), now.Text())
		}
	})
	t.Run("a state that is past", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.step()
		take := m.table().Button("Take it").CustomID
		m.members[1].In(m.channel).Press(m.table(), "Take it")
		m.settle()
		version := m.game().Version
		a := m.members[1].In(m.channel).PressID(m.table(), take)
		if !a.Reply().Ephemeral || !strings.Contains(a.Text(), "Your hand") || m.game().Version != version {
			t.Errorf("%s: %s", a.State(), a.Text())
		}
	})
	t.Run("something that is not ours at all", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		for _, id := range []string{"x", "move", "move|1|2", "move|zz|1|take", "move|1|1|resign", "move|1|2|offer", "|||", "move|01|2|take", "move|1|2|offer r9|", "MOVE|1|2|take", "hand|7||", "hand|7|0|"} {
			a := m.members[0].In(m.channel).PressID(m.table(), id)
			if a.Text() == "" || a.State() == discordtest.Failed {
				t.Errorf("%q gets no answer (%s)", id, a.State())
			}
		}
		if v := m.game().Version; v != 2 {
			t.Errorf("version %d", v)
		}
	})
}

func TestHazard15_TablesOfTheSamePlayersDoNotCross(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	second := m.sitDown(m.guild.NewChannel("meadow"), m.members[0], m.members[1])
	before := second.table().Text()
	m.play()
	if now := second.table().Text(); now != before {
		t.Errorf("the second table changed from\n%s\nto\n%s", before, now)
	}
	second.play()
	if n := len(m.results()); n != 2 {
		t.Errorf("%d results", n)
	}
}

func TestHazard16_CustomIdsAreUniqueInEveryMessage(t *testing.T) {
	t.Parallel()
	h := open(t)
	m := h.sitDown(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"), discordtest.String("variant", "tactical"))
	m.play()
	checked := 0
	for _, r := range h.discord.Requests() {
		ids := map[string]bool{}
		for _, id := range customIDs(t, r.Body) {
			if ids[id] {
				t.Errorf("%q stands twice in %s", id, r.Body)
			}
			ids[id] = true
			checked++
		}
	}
	if checked < 500 {
		t.Errorf("only %d ids were looked at", checked)
	}
}

// customIDs lists the custom ids in a request's body.
func customIDs(t testing.TB, body []byte) (ids []string) {
	t.Helper()
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if id, ok := v["custom_id"].(string); ok {
				ids = append(ids, id)
			}
			for _, member := range v {
				walk(member)
			}
		case []any:
			for _, element := range v {
				walk(element)
			}
		}
	}
	if len(body) == 0 {
		return nil
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	walk(v)
	return ids
}

func TestHazard18_EveryButtonWorksAfterARestart(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	for range 12 {
		m.step()
		m.restart()
		m.step()
	}
	m.restart()
	for _, label := range []string{"My hand", "Rules", "More…"} {
		a := m.members[0].In(m.channel).Press(m.table(), label)
		if !a.Reply().Ephemeral || strings.Contains(a.Text(), "out of date") {
			t.Errorf("%s gets %q", label, a.Text())
		}
	}
	m.restart()
	m.play()
	m.restart()
	for _, label := range []string{"Record", "Rematch"} {
		if a := m.members[0].In(m.channel).Press(m.table(), label); strings.Contains(a.Text(), "out of date") {
			t.Errorf("%s gets %q", label, a.Text())
		}
		m.settle()
	}
}

func TestHazard19_AnExpiryAndAnAcceptanceCannotBothHappen(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	ends := map[string]int{}
	for i := range 40 {
		orchard := h.guild.NewChannel(fmt.Sprintf("orchard-%d", i))
		challenge := ana.In(orchard).Run("/adam-eva challenge", discordtest.User("member", ben)).Reply()
		h.settle()
		h.clock.Advance(24*time.Hour - time.Millisecond)
		accept := ben.In(orchard).NoWait().Press(challenge, "Accept")
		if i%2 == 0 {
			time.Sleep(time.Duration(i) * 100 * time.Microsecond)
		}
		h.clock.Advance(time.Millisecond)
		accept.Wait()
		shown := ""
		waitFor(t, func() bool {
			h.clock.Advance(time.Millisecond) // for an alarm that was set in between
			shown = lastPublic(ben, orchard).Text()
			return strings.Contains(shown, "Round 1") || strings.Contains(shown, "not answered in time") || strings.Contains(shown, "This is over")
		})
		h.settle()
		shown = lastPublic(ben, orchard).Text()
		_, err := gameAt(h, orchard)
		switch {
		case err == nil && strings.Contains(shown, "Round 1"):
			ends["accepted"]++
		case err != nil && !strings.Contains(shown, "Round 1"):
			ends["expired"]++
			h.clock.Advance(24 * time.Hour) // the longest pause of the pair
		default:
			t.Errorf("round %d: game %v, shown\n%s", i, err, shown)
		}
	}
	if ends["accepted"]+ends["expired"] != 40 {
		t.Error(ends)
	}
	t.Log(ends)
}

func gameAt(h *house, c *discordtest.Channel) (g store.Game, err error) {
	var channel store.ID
	if _, err := fmt.Sscan(c.ID(), &channel); err != nil {
		return g, err
	}
	err = h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		g, err = tx.GameAt(channel, store.Table, 0)
		return err
	})
	return g, err
}

func TestHazard20_ADoubleClickCountsOnce(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	for range 30 {
		seat, live, over := m.turn()
		if over {
			t.Fatal("the game ended early")
		}
		place := m.members[seat].In(m.channel).NoWait()
		version, id := m.game().Version, live[0].CustomID
		first, second := place.Press(m.hand(seat), id), place.Press(m.hand(seat), id)
		first.Wait()
		second.Wait()
		m.settle()
		if now := m.game().Version; now != version+1 {
			t.Fatalf("two clicks took the game from %d to %d", version, now)
		}
		if first.State() == discordtest.Failed || second.State() == discordtest.Failed {
			t.Errorf("a click got no answer: %s, %s", first.State(), second.State())
		}
	}
}

func TestHazard23_AFinishedGameHasNoLiveButtons(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.play()
	for _, member := range m.members {
		for _, msg := range member.Sees(m.channel) {
			for _, b := range msg.Buttons() {
				if b.Label != "Rematch" && b.Label != "Record" && b.Label != "Look back" {
					t.Errorf("%q is live in\n%s", b.Label, msg.Text())
				}
			}
		}
	}
}

func TestHazard24_ALateClockChangesNothing(t *testing.T) {
	t.Parallel()
	t.Run("a challenge that was accepted does not expire", func(t *testing.T) {
		t.Parallel()
		m := paced(t, "none")
		m.clock.Advance(24*time.Hour + time.Minute)
		m.settle()
		if g := m.game(); g.Kind != store.Table {
			t.Errorf("the game is a %s", g.Kind)
		}
		m.step()
	})
	t.Run("a finished game is not abandoned", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.play()
		end := m.table().Text()
		m.clock.Advance(15 * 24 * time.Hour)
		m.settle()
		if r := m.results(); len(r) != 1 || m.table().Text() != end {
			t.Errorf("%d results, the table is\n%s", len(r), m.table().Text())
		}
	})
	t.Run("a game nobody plays is called off after two weeks, once", func(t *testing.T) {
		t.Parallel()
		m := paced(t, "none")
		m.clock.Advance(13 * 24 * time.Hour)
		m.step() // the two weeks begin anew
		m.clock.Advance(13 * 24 * time.Hour)
		m.settle()
		if len(m.games()) != 1 {
			t.Fatal("called off a day early")
		}
		m.clock.Advance(25 * time.Hour)
		waitFor(t, func() bool { return strings.Contains(m.table().Text(), "nobody has moved for two weeks") })
		if len(m.results()) != 0 || len(m.games()) != 0 {
			t.Errorf("%d results, %d games", len(m.results()), len(m.games()))
		}
	})
}

func TestHazard29_AttachmentsAreAlwaysListed(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.play()
	m.members[0].In(m.channel).Press(m.table(), "Record")
	checked := 0
	for _, r := range m.discord.Requests() {
		if !bytes.Contains(r.Body, []byte(`"components"`)) {
			continue
		}
		checked++
		if !bytes.Contains(r.Body, []byte(`"attachments":[`)) || !bytes.Contains(r.Body, []byte(`"allowed_mentions":{"parse":[]`)) {
			t.Errorf("%s %s leaves something as it was: %s", r.Method, r.Path, r.Body)
		}
	}
	if checked < 100 {
		t.Errorf("only %d messages", checked)
	}
}

func TestHazard30_ListsAreNeverNull(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.play()
	for _, r := range m.discord.Requests() {
		if strings.Contains(r.Route, "commands") {
			continue // discordgo's own types, which Discord accepts
		}
		if bytes.Contains(r.Body, []byte(":null")) {
			t.Errorf("%s %s: %s", r.Method, r.Path, r.Body)
		}
	}
}

func TestHazard33_OldMessagesAreLeftForNewOnes(t *testing.T) {
	t.Parallel()
	t.Run("after an hour the next turn posts the table anew, with a mention", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		old := m.table()
		m.clock.Advance(61 * time.Minute)
		posts := m.posts()
		m.step()
		now := m.table()
		if m.posts() != posts+1 || now.ID == old.ID {
			t.Fatalf("%d posts", m.posts()-posts)
		}
		if len(now.Pings.Users) != 1 || now.Pings.Users[0] != m.members[1].ID() {
			t.Errorf("pinged: %+v", now.Pings)
		}
		left, _ := m.members[0].In(m.channel).Look(old)
		if len(left.Buttons()) != 0 {
			t.Errorf("the old table has buttons:\n%s", left.Text())
		}
		// Ben answers and offers; Ana is here, so nobody is pinged and nothing posted.
		m.step()
		m.step()
		if m.posts() != posts+1 {
			t.Errorf("%d posts", m.posts()-posts)
		}
	})
	t.Run("Discord's own limit", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(61 * time.Minute)
		ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
		old := m.table()
		for range 4 { // each changes the table without a turn
			more := ana.Press(m.table(), "More…").Reply()
			ana.Press(more, "Propose to call it off")
			m.settle()
			more = ben.Press(m.table(), "More…").Reply()
			ben.Press(more, "Play on")
			m.settle()
		}
		now := m.table()
		if now.ID == old.ID || !strings.Contains(now.Text(), "Ana offers a card") {
			t.Errorf("the table is\n%s", now.Text())
		}
		refused := 0
		for _, r := range m.discord.Requests() {
			if r.Code == 30046 {
				refused++
			}
		}
		if refused < 1 || refused > 2 { // the table's, and taking the buttons off it
			t.Errorf("%d edits were refused", refused)
		}
	})
}

func TestHazard36_PermissionsAreCheckedBeforeAGameStarts(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	quiet := h.guild.NewChannel("quiet")
	quiet.Deny(h.guild.Bot(), discordtest.SendMessages)
	a := ana.In(quiet).Run("/adam-eva challenge", discordtest.User("member", ben))
	if !a.Reply().Ephemeral || !strings.Contains(a.Text(), "in this channel: Send Messages") {
		t.Errorf("the answer is %q", a.Text())
	}
	thread := h.guild.NewChannel("orchard").NewThread("corner")
	thread.Parent().Deny(h.guild.Bot(), discordtest.SendMessagesInThreads)
	a = ana.In(thread).Run("/adam-eva challenge", discordtest.User("member", ben))
	if !strings.Contains(a.Text(), "in this channel: Send Messages in Threads") {
		t.Errorf("the answer is %q", a.Text())
	}
	if n := len(h.games()); n != 0 {
		t.Errorf("%d games", n)
	}
}

func TestHazard39_TheGameOutlivesItsMessage(t *testing.T) {
	t.Parallel()
	t.Run("the message is deleted", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		if err := m.guild.Owner().In(m.channel).Delete(m.table()); err != nil {
			t.Fatal(err)
		}
		m.step()
		if !strings.Contains(m.table().Text(), "Ben, do you take it?") {
			t.Errorf("the table is\n%s", m.table().Text())
		}
		m.play()
	})
	t.Run("it can be shown again", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		if err := m.guild.Owner().In(m.channel).Delete(m.table()); err != nil {
			t.Fatal(err)
		}
		a := m.members[1].In(m.channel).Run("/adam-eva table")
		if !strings.Contains(a.Text(), "Ana offers a card") {
			t.Errorf("the answer is %q", a.Text())
		}
		m.step()
		now, _ := m.members[1].In(m.channel).Look(a.Reply())
		if !strings.Contains(now.Text(), "Ben, do you take it?") {
			t.Errorf("the new table is\n%s", now.Text())
		}
	})
	t.Run("the channel is deleted", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.channel.Delete()
		m.clock.Advance(time.Minute)
		m.settle()
		if n := len(m.games()); n != 1 {
			t.Errorf("%d games", n)
		}
		if strings.Contains(m.log.String(), "level=ERROR") {
			t.Errorf("an error is logged:\n%s", m.log.String())
		}
	})
}

func TestHazard48_DirectMessagesAreNoPartOfAGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana", discordtest.WithClosedDMs())
	ben := h.guild.Join("Ben", discordtest.WithClosedDMs())
	m := h.sitDown(h.guild.NewChannel("orchard"), ana, ben)
	m.play()
	if n := h.discord.Count("POST", "/users/@me/channels"); n != 0 {
		t.Errorf("%d direct messages were opened", n)
	}
}

func TestHazard49_MarkdownInNamesIsEscaped(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana", discordtest.WithNick("**Ana** ||`_~#"))
	ben := h.guild.Join("Ben", discordtest.WithNick("[Ben](http://x.y) <@1> :ok:"))
	m := h.sitDown(h.guild.NewChannel("orchard"), ana, ben)
	m.step()
	shown := m.table().Text()
	for _, want := range []string{`\*\*Ana\*\* \|\|\` + "`" + `\_\~\#`, `\[Ben\]\(http\://x\.y\) \<\@1\> \:ok\:`} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not in\n%s", want, shown)
		}
	}
}

func TestHazard50_NobodyIsNotifiedByAName(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana", discordtest.WithNick("@everyone"))
	ben := h.guild.Join("Ben", discordtest.WithNick("@here"))
	m := h.sitDown(h.guild.NewChannel("orchard"), ana, ben)
	m.play()
	pinged := 0
	for _, msg := range ben.Sees(m.channel) {
		if msg.Pings.Everyone || msg.Pings.Here || len(msg.Pings.Roles) > 0 {
			t.Errorf("%+v by\n%s", msg.Pings, msg.Text())
		}
		pinged += len(msg.Pings.Users)
	}
	if pinged != 1 { // Ben by the challenge
		t.Errorf("%d members were notified", pinged)
	}
}

func TestHazard51_MentionsAreNamedAndNotFiltered(t *testing.T) {
	t.Parallel()
	h := open(t)
	cleo := h.guild.Join("Cleo")
	ana := h.guild.Join("Ana", discordtest.WithNick("@every\u200bone "+cleo.Mention()))
	ben := h.guild.Join("Ben")
	m := h.sitDown(h.guild.NewChannel("orchard"), ana, ben)
	m.step()
	for _, msg := range cleo.Sees(m.channel) {
		for _, id := range msg.Pings.Users {
			if id == cleo.ID() {
				t.Errorf("Cleo is notified by\n%s", msg.Text())
			}
		}
	}
	for _, r := range m.discord.Requests() {
		if bytes.Contains(r.Body, []byte(`"components"`)) && !bytes.Contains(r.Body, []byte(`"parse":[]`)) {
			t.Errorf("%s leaves mentions open: %s", r.Path, r.Body)
		}
	}
}

func TestHazard67_APanicIsCaughtAnsweredAndLogged(t *testing.T) {
	id := bot.Break()
	m := twoAtATable(t)
	a := m.members[0].In(m.channel).PressID(m.table(), id)
	if !a.Reply().Ephemeral || !strings.Contains(a.Text(), "Something went wrong on my side") {
		t.Errorf("%s: %q", a.State(), a.Text())
	}
	if !strings.Contains(m.log.String(), "a mistake in a handler") {
		t.Errorf("not logged:\n%s", m.log.String())
	}
	m.step() // the bot lives
}
