package bot_test

import (
	"testing"

	"windfall/bot/discordtest"
)

// over plays a game of two to its end by resigning.
func (m *match) giveUp(seat int) {
	m.Helper()
	place := m.members[seat].In(m.channel)
	place.Press(place.Run("/adam-eva resign").Reply(), "Yes, resign")
	m.settle()
}

// However often two play again and whoever asks for it, each sits where they sat
// in the first game, and they open in turn; the challenge says who does.
func TestARematchSwapsWhoOpensAndKeepsTheSeats(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, ben := m.members[0], m.members[1]
	opener := "Ana"
	for i, asks := range []*discordtest.Member{ben, ben, ana, ben} {
		tells(t, m.table().Text(), opener+" offers a card", "In hand: Ana 6 cards · Ben 6 cards")
		m.giveUp(i % 2)
		challenge := asks.In(m.channel).Press(m.table(), "Rematch").Reply()
		opener = map[string]string{"Ana": "Ben", "Ben": "Ana"}[opener]
		other := map[*discordtest.Member]*discordtest.Member{ana: ben, ben: ana}[asks]
		tells(t, challenge.Text(), asks.Name()+" challenges "+other.Name(), opener+" opens the first round.")
		whispers(t, asks.In(m.channel).Press(challenge, "Accept"), "Only "+other.Name()+" can answer")
		pressed := other.In(m.channel).Press(challenge, "Accept")
		m.settle()
		if table := m.table(); table.ID != challenge.ID || pressed.State() != discordtest.Updated {
			t.Errorf("the table is not where the challenge was: %v", pressed.State())
		}
		for seat, member := range m.members {
			m.hands[seat] = member.In(m.channel).Press(m.table(), "My hand").Reply()
		}
	}
	m.step()
	tells(t, m.table().Text(), opener+" offers the")
}

// Both press Rematch: the second accepts what the first has asked for, and the
// end of the game before stays where it is.
func TestBothPressRematch(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.giveUp(0)
	end := m.table()
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	challenge := ben.Press(end, "Rematch").Reply()
	m.settle()
	hand := ana.Press(end, "Rematch")
	m.settle()
	whispers(t, hand, "**Your hand:**")
	if now, _ := ana.Look(end); now.Button("Rematch") == nil {
		t.Errorf("the end of the game before has become\n%s", now.Text())
	}
	if table := m.table(); table.ID != challenge.ID {
		t.Errorf("the table is not where the challenge was, but\n%s", table.Text())
	}
	tells(t, m.table().Text(), "Round 1 of 4: Ben offers a card", "In hand: Ana 6 cards · Ben 6 cards")
}

// Both press Rematch in the same instant, again and again: there is one table
// each time.
func TestBothPressRematchAtOnce(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	for range 8 {
		m.giveUp(0)
		var end discordtest.Message
		for _, msg := range m.members[0].Sees(m.channel) {
			if !msg.Ephemeral && msg.Button("Rematch") != nil {
				end = msg
			}
		}
		presses := []*discordtest.Action{
			m.members[0].In(m.channel).NoWait().Press(end, "Rematch"),
			m.members[1].In(m.channel).NoWait().Press(end, "Rematch"),
		}
		for _, a := range presses {
			a.Wait()
			if a.State() == discordtest.Failed || a.Text() == "" {
				t.Errorf("a press ended %v, %q", a.State(), a.Text())
			}
		}
		m.settle()
		if g := m.game(); g.Kind.String() != "table" {
			t.Fatalf("there is a %v", g.Kind)
		}
		tables := 0
		for _, msg := range m.members[0].Sees(m.channel) {
			if !msg.Ephemeral && msg.Button("My hand") != nil {
				tells(t, msg.Text(), "Round 1 of 4")
				tables++
			}
		}
		if tables != 1 {
			t.Errorf("%d tables are shown", tables)
		}
	}
}
