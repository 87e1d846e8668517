package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"windfall/bot/discordtest"
)

// A hundred times both players press at the same instant whatever is offered to
// the one who is to move: one press counts, the other is told, and nobody is
// left without an answer.
func TestTwoMembersPressAtTheSameInstant(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ends := map[discordtest.State]int{}
	for n := 0; n < 100; {
		seat, live, over := m.turn()
		if over {
			rematch := m.members[0].In(m.channel).Press(m.table(), "Rematch")
			pressed := m.chance
			m = m.acceptAs(m.channel, m.members[0], m.members[1], rematch.Reply())
			m.chance = pressed
			continue
		}
		n++
		b := live[m.chance.Below(len(live))]
		before := m.game().Version
		// The mover on their hand or on the table, the other with the same id on
		// the table.
		place, on := m.members[seat].In(m.channel).NoWait(), m.hand(seat)
		if m.table().Button(b.CustomID) != nil && n%2 == 0 {
			on = m.table()
		}
		other := m.members[1-seat].In(m.channel).NoWait()
		presses := []*discordtest.Action{place.Press(on, b.CustomID), other.PressID(m.table(), b.CustomID)}
		if n%3 == 0 {
			slices.Reverse(presses)
		}
		for _, a := range presses {
			a.Wait()
			ends[a.State()]++
		}
		m.settle()
		// Who was shown a new hand goes on with that one: only the newest is
		// kept up to date.
		for seat, member := range m.members {
			if last := member.In(m.channel).Last(); last.Ephemeral && strings.Contains(last.Text(), "**Your hand:**") {
				m.hands[seat] = last
			}
		}
		games := m.games()
		if len(games) == 1 && games[0].Version != before+1 {
			t.Fatalf("press %d (%s): version %d became %d", n, b.CustomID, before, games[0].Version)
		}
	}
	if ends[discordtest.Failed]+ends[discordtest.Pending] > 0 {
		t.Errorf("how the presses ended: %v", ends)
	}
}

// Whoever is no player presses every button on every message there is, and
// takes every id they have seen to every other message: nothing changes, they
// see no hand, and each press is answered.
func TestAStrangerPressesEverything(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	cleo := m.guild.Join("Cleo")
	for range 4 {
		for range 5 {
			m.step()
		}
		m.pressAll(cleo)
	}
	m.play()
	m.pressAll(cleo)
	if got := string(cleo.Transcript()); strings.Contains(got, "**Your hand:**") || strings.Contains(got, "Your turn") {
		t.Error("a stranger has seen a hand")
	}
}

// pressAll presses everything a member sees, and every id on every message.
func (m *match) pressAll(member *discordtest.Member) {
	m.Helper()
	var ids []string
	for _, msg := range member.Sees(m.channel) {
		for _, b := range msg.Buttons() {
			if !slices.Contains(ids, b.CustomID) {
				ids = append(ids, b.CustomID)
			}
		}
	}
	if len(ids) == 0 {
		m.Fatal("there is nothing to press")
	}
	kept := fmt.Sprint(m.games(), m.results())
	public := m.shown()
	all := member.Sees(m.channel)
	for i, msg := range all {
		if msg.Ephemeral && i < len(all)-3 {
			continue // answers to earlier presses, all alike
		}
		for _, id := range ids {
			if strings.HasPrefix(id, "rematch|") {
				continue // it makes a challenge, to players only; tested elsewhere
			}
			a := member.In(m.channel).PressID(msg, id)
			if a.State() == discordtest.Failed || a.Text() == "" {
				m.Errorf("%s on a message of %s gets %s, %q", id, msg.Author.Name, a.State(), a.Text())
			}
		}
	}
	m.settle()
	if now := fmt.Sprint(m.games(), m.results()); now != kept {
		m.Errorf("a stranger changed\n%s\nto\n%s", kept, now)
	}
	if now := m.shown(); now != public {
		m.Errorf("a stranger changed what is shown from\n%s\nto\n%s", public, now)
	}
}

// shown is every public message of the channel.
func (m *match) shown() string {
	var b strings.Builder
	for _, msg := range m.members[0].Sees(m.channel) {
		if !msg.Ephemeral {
			fmt.Fprintln(&b, msg.ID, msg.Text())
		}
	}
	return b.String()
}
