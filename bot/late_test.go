package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/store"
)

// This file is about what is slow: answers, posts and edits that arrive after
// something else has happened.

// live counts the public messages that still have My hand.
func (m *match) live() (n int) {
	for _, msg := range m.members[0].Sees(m.channel) {
		if !msg.Ephemeral && msg.Button("My hand") != nil {
			n++
		}
	}
	return n
}

// A press on the public table that takes long is answered by a message of its
// own. Bringing that hand up to date must never touch the table.
func TestHazard7_AHandThatComesLateStaysPrivate(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.step()
	ben := m.members[1].In(m.channel).NoWait()
	release, begun := m.holdStore(), m.begun()
	// One of the two is stale once the store goes on, and gets a hand.
	first, second := ben.Press(m.table(), "Refuse"), ben.Press(m.table(), "Refuse")
	waitFor(t, func() bool { return m.begun() == begun+2 })
	m.clock.Advance(2 * time.Second)
	waitFor(t, func() bool {
		return first.State() == discordtest.UpdateDeferred && second.State() == discordtest.UpdateDeferred
	})
	release()
	m.settle()
	hand := m.members[1].In(m.channel).Last()
	if !hand.Ephemeral || !strings.Contains(hand.Text(), "Your hand") {
		t.Fatalf("the stale press is answered with\n%s", hand.Text())
	}
	// What Ana does now is shown in Ben's hand too.
	ana := m.members[0].In(m.channel)
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
	m.settle()
	if now, _ := m.members[1].In(m.channel).Look(hand); !strings.Contains(now.Text(), "Ana proposes") {
		t.Errorf("Ben's hand is\n%s", now.Text())
	}
	for _, msg := range m.members[0].Sees(m.channel) {
		if !msg.Ephemeral && strings.Contains(msg.Text(), "Your hand") {
			t.Errorf("a hand is shown to all:\n%s", msg.Text())
		}
	}
	if strings.Contains(m.log.String(), "level=ERROR") {
		t.Errorf("an error is logged:\n%s", m.log.String())
	}
}

func TestATableThatIsPostedLate(t *testing.T) {
	t.Parallel()
	post := discordtest.Fault{Method: "POST", Route: "/channels/{channel}/messages", Times: 1}
	t.Run("after it was called off", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(5 * time.Minute)
		gate := make(chan struct{})
		post := post
		post.Hold = gate
		m.discord.Inject(post)
		posts := m.posts()
		seat, live, _ := m.turn()
		m.members[seat].In(m.channel).Press(m.hand(seat), live[0].CustomID)
		waitFor(t, func() bool { return m.posts() > posts })
		m.callOff()
		close(gate)
		m.settle()
		if n := m.live(); n != 0 {
			t.Errorf("%d live tables:\n%s", n, m.shown())
		}
	})
	t.Run("because it failed at first", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(5 * time.Minute)
		post := post
		post.Times, post.Status = 2, 503
		m.discord.Inject(post)
		m.step()
		m.members[0].In(m.channel).Press(m.hand(0), "Look again")
		m.settle()
		if now := m.table(); m.live() != 1 || !strings.Contains(now.Text(), "Ben, do you take it?") || len(now.Pings.Users) != 1 {
			t.Errorf("%d live tables, pinged by the last %+v:\n%s", m.live(), now.Pings, m.shown())
		}
	})
	t.Run("by a command, because it failed at first", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(5 * time.Minute)
		post := post
		post.Times, post.Status = 2, 503
		m.discord.Inject(post)
		m.step()
		m.members[0].In(m.channel).Run("/adam-eva table")
		m.settle()
		if now := m.table(); m.live() != 1 || len(now.Pings.Users) != 1 || now.Pings.Users[0] != m.members[1].ID() {
			t.Errorf("%d live tables, pinged by the last %+v:\n%s", m.live(), now.Pings, m.shown())
		}
	})
	t.Run("though Discord's answer is lost", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 1, CutAfter: true})
		m.members[0].In(m.channel).Run("/adam-eva table")
		m.settle()
		m.step()
		if now := m.table(); m.live() != 1 || !strings.Contains(now.Text(), "Ben, do you take it?") {
			t.Errorf("%d live tables:\n%s", m.live(), m.shown())
		}
	})
	t.Run("after the one before was deleted", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(5 * time.Minute)
		m.step() // Ben is away, so the table is posted anew
		if err := m.guild.Owner().In(m.channel).Delete(m.table()); err != nil {
			t.Fatal(err)
		}
		ana := m.members[0].In(m.channel)
		ana.Press(ana.Press(ana.Run("/adam-eva resign").Reply(), "Play on").Reply(), "More…")
		ana.Press(ana.Last(), "Propose to call it off")
		m.settle()
		if m.live() != 1 {
			t.Errorf("%d live tables:\n%s", m.live(), m.shown())
		}
	})
}

func TestAnAnswerThatComesAfterTheEnd(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	keeper := m.guild.Join("Keeper", discordtest.WithRoles(m.guild.NewRole("keepers", discordtest.ManageMessages))).In(m.channel)
	m.step()
	more := keeper.Press(m.table(), "More…").Reply()
	keeper.Press(more, "Call this table off")
	asked, _ := keeper.Look(more)
	gate := make(chan struct{})
	m.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 1, Hold: gate})
	answers := m.discord.Count("POST", callback)
	late := m.members[1].In(m.channel).NoWait().Press(m.table(), "Refuse")
	waitFor(t, func() bool { return m.discord.Count("POST", callback) > answers })
	keeper.Press(asked, "Yes, call it off")
	close(gate)
	late.Wait()
	m.settle()
	if n := m.live(); n != 0 {
		t.Errorf("%d live tables:\n%s", n, m.shown())
	}
}

func TestAnEditThatComesAfterTheTableHasMoved(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.step()
	gate := make(chan struct{})
	m.discord.Inject(discordtest.Fault{Method: "PATCH", Route: "/channels/{channel}/messages/{message}", Times: 1, Hold: gate})
	edits := m.edits()
	ana := m.members[0].In(m.channel)
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
	waitFor(t, func() bool { return m.edits() > edits })
	ana.Run("/adam-eva table")
	close(gate)
	m.settle()
	if n := m.live(); n != 1 || m.table().Button("My hand") == nil {
		t.Errorf("%d live tables:\n%s", n, m.shown())
	}
}

func TestAHandWhoseAnswerFailedIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	seat, live, _ := m.turn()
	m.failing()
	m.members[seat].In(m.channel).Try().Press(m.hand(seat), live[0].CustomID)
	m.settle()
	if !strings.Contains(m.hand(seat).Text(), "You offered") {
		t.Errorf("the hand is\n%s", m.hand(seat).Text())
	}
}

func TestAChallengeThatIsPostedAfterItWasAccepted(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	gate := make(chan struct{})
	h.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 1, Hold: gate})
	answers := h.discord.Count("POST", callback)
	late := ana.In(orchard).NoWait().Run("/adam-eva challenge", opponent(ben))
	waitFor(t, func() bool { return h.discord.Count("POST", callback) > answers })
	already := ben.In(orchard).Run("/adam-eva challenge", opponent(ana))
	ben.In(orchard).Press(already.Reply(), "Accept")
	close(gate)
	late.Wait()
	h.settle()
	for _, msg := range ana.Sees(orchard) {
		if !msg.Ephemeral && msg.Button("Accept") != nil {
			t.Errorf("a challenge is open:\n%s", msg.Text())
		}
	}
	if !strings.Contains(lastPublic(ana, orchard).Text(), "Round 1 of 4") {
		t.Errorf("the table is\n%s", lastPublic(ana, orchard).Text())
	}
}

func TestAClaimOnAThreadDoesNotLastForEver(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dan")
	second := cleo.In(orchard).Run("/adam-eva challenge", opponent(dan)).Reply()
	h.sitDown(orchard, ana, ben)
	// A process that died while it opened a thread leaves its claim behind.
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		all, err := tx.Games()
		for _, g := range all {
			if g.Kind == store.Challenge {
				g.Notes = []byte(h.clock.Now().Format(time.RFC3339))
				return tx.Note(&g)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	taken := dan.In(orchard).Press(second, "Accept").Reply()
	whispers(t, dan.In(orchard).Press(taken, "Play in a thread"), "A thread is being opened")
	h.clock.Advance(2 * time.Minute)
	whispers(t, dan.In(orchard).PressID(taken, taken.Button("Play in a thread").CustomID), "Your table is in <#")
}
