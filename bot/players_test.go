package bot_test

import (
	"fmt"
	"strings"

	"windfall/bot/discordtest"
	"windfall/games"
)

// A match is two members who play Adam & Eva in a channel by what their
// screens offer them, and nothing else.
type match struct {
	*house
	channel *discordtest.Channel
	members [2]*discordtest.Member // by seat
	hands   [2]discordtest.Message // the last hand that each has opened
	chance  *games.Stream          // chooses
	pressed []string               // what was pressed, "Ana: red 9"
}

// sitDown has the first member challenge the second, who accepts.
func (h *house) sitDown(channel *discordtest.Channel, a, b *discordtest.Member, options ...discordtest.Option) *match {
	h.Helper()
	challenge := a.In(channel).Run("/adam-eva challenge", append([]discordtest.Option{discordtest.User("member", b)}, options...)...)
	return h.acceptAs(channel, a, b, challenge.Reply())
}

// acceptAs has b accept a challenge of a.
func (h *house) acceptAs(channel *discordtest.Channel, a, b *discordtest.Member, challenge discordtest.Message) *match {
	h.Helper()
	b.In(channel).Press(challenge, "Accept")
	h.settle()
	m := &match{house: h, channel: channel, members: [2]*discordtest.Member{a, b}, chance: games.Secret{5}.Stream(channel.Name())}
	for seat, member := range m.members {
		m.hands[seat] = member.In(channel).Press(m.table(), "My hand").Reply()
	}
	h.settle()
	return m
}

// table is the last public message of the channel.
func (m *match) table() discordtest.Message {
	m.Helper()
	return lastPublic(m.members[0], m.channel)
}

func lastPublic(member *discordtest.Member, channel *discordtest.Channel) discordtest.Message {
	var last discordtest.Message
	for _, msg := range member.Sees(channel) {
		if !msg.Ephemeral {
			last = msg
		}
	}
	return last
}

// hand is a member's open hand as it looks now.
func (m *match) hand(seat int) discordtest.Message {
	m.Helper()
	now, ok := m.members[seat].In(m.channel).Look(m.hands[seat])
	if !ok {
		m.Fatalf("%s's hand is gone", m.members[seat].Name())
	}
	return now
}

// choices are the live buttons in a message that make a move.
func choices(msg discordtest.Message) []*discordtest.Component {
	var live []*discordtest.Component
	for _, b := range msg.Buttons() {
		if strings.HasPrefix(b.CustomID, "move|") && !b.Disabled {
			live = append(live, b)
		}
	}
	return live
}

// turn returns who has a choice, and the choice. Over is true if nobody has. If
// both hands are of before a restart or too old to change, both look again.
func (m *match) turn() (seat int, live []*discordtest.Component, over bool) {
	m.Helper()
	if len(choices(m.hand(0)))+len(choices(m.hand(1))) == 0 {
		for seat, member := range m.members {
			if hand := m.hand(seat); hand.Button("Look again") != nil {
				member.In(m.channel).Press(hand, "Look again")
			}
		}
	}
	for seat := range m.members {
		if live := choices(m.hand(seat)); len(live) > 0 {
			if other := choices(m.hand(1 - seat)); len(other) > 0 {
				m.Fatalf("both have a choice:\n%s\n%s", m.hand(0).Text(), m.hand(1).Text())
			}
			return seat, live, false
		}
	}
	if !strings.Contains(m.table().Text(), "[Rematch]") {
		m.Fatalf("nobody has a choice and the game is not over:\n%s", m.table().Text())
	}
	return 0, nil, true
}

// step makes one move by pressing a button of the hand, and reports whether
// there was one to make.
func (m *match) step() bool {
	m.Helper()
	seat, live, over := m.turn()
	if over {
		return false
	}
	b := live[m.chance.Below(len(live))]
	m.pressed = append(m.pressed, fmt.Sprintf("%s: %s", m.members[seat].Name(), b.Label))
	m.members[seat].In(m.channel).Press(m.hand(seat), b.CustomID)
	m.settle()
	return true
}

// play plays to the end of the game.
func (m *match) play() {
	m.Helper()
	for m.step() {
		if len(m.pressed) > 400 {
			m.Fatal("the game does not end")
		}
	}
}
