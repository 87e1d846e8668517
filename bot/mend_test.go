package bot_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adameva"
)

// This file is about answers, messages and permissions that fail at the wrong
// moment: whatever became of the game is shown all the same.

const callback = "/interactions/{interaction}/{token}/callback"

// failing makes the answer to the next press fail for good.
func (h *house) failing() {
	h.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 2, Status: 503})
}

func TestHazard5_APublicMessageShowsAMoveWhoseAnswerFailed(t *testing.T) {
	t.Parallel()
	t.Run("a card that is taken", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.step()
		version := m.game().Version
		m.failing()
		m.members[1].In(m.channel).Try().Press(m.table(), "Refuse")
		m.settle()
		if m.game().Version != version+1 || strings.Contains(m.table().Text(), "do you take it?") {
			t.Errorf("version %d, the table is\n%s", m.game().Version, m.table().Text())
		}
	})
	t.Run("a challenge that is accepted", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
		challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
		h.settle()
		h.failing()
		ben.In(orchard).Try().Press(challenge, "Accept")
		h.settle()
		if shown := lastPublic(ana, orchard); !strings.Contains(shown.Text(), "Round 1 of 4") {
			t.Errorf("shown is\n%s", shown.Text())
		}
	})
	t.Run("the last move of a game", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		members := [2]*discordtest.Member{h.guild.Join("Ana"), h.guild.Join("Ben")}
		// Of these deals at least one ends with a move that the table offers.
		onTable := 0
		for number := uint64(1); number < 40 && onTable == 0; number++ {
			g, last := almostOver(t, number)
			if last.Kind.String() != "place" && last.Kind.String() != "take" && last.Kind.String() != "refuse" {
				continue
			}
			onTable++
			h.putGame(orchard, members, g)
			table := members[0].In(orchard).Run("/adam-eva table").Reply()
			h.settle()
			words := strings.SplitN(last.String(), " ", 2)[1]
			for _, b := range choices(table) {
				if strings.HasSuffix(b.CustomID, "|"+words) {
					h.failing()
					members[last.Seat].In(orchard).Try().Press(table, b.CustomID)
				}
			}
			h.settle()
			if now := lastPublic(members[0], orchard); now.Button("Rematch") == nil {
				t.Errorf("the end is not shown:\n%s", now.Text())
			}
		}
		if onTable == 0 {
			t.Error("no deal was found")
		}
	})
}

func TestATableThatIsShownAgainWhileItGoesOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(m *match)
		want      string
	}{
		"a move": {func(m *match) {
			seat, live, _ := m.turn()
			m.members[seat].In(m.channel).Press(m.hand(seat), live[0].CustomID)
		}, "Ben, do you take it?"},
		"resigning":  {func(m *match) { m.resign(0) }, "Ana resigned; Ben wins"},
		"called off": {func(m *match) { m.callOff() }, "called off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := twoAtATable(t)
			gate := make(chan struct{})
			remove := m.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 1, Hold: gate})
			defer remove()
			answers := m.discord.Count("POST", callback)
			asked := m.members[1].In(m.channel).NoWait().Run("/adam-eva table")
			waitFor(t, func() bool { return m.discord.Count("POST", callback) > answers }) // it is at the gate
			before := m.table().ID
			c.meanwhile(m)
			close(gate)
			asked.Wait()
			m.settle()
			live := 0
			for _, msg := range m.members[0].Sees(m.channel) {
				if !msg.Ephemeral && msg.Button("My hand") != nil {
					live++
				}
			}
			now := m.table()
			if now.ID == before || !strings.Contains(now.Text(), c.want) || live > 1 {
				t.Errorf("%d live tables, the last message is\n%s", live, now.Text())
			}
			if name != "a move" && live != 0 {
				t.Errorf("%d live tables after the end:\n%s", live, m.shown())
			}
		})
	}
}

// resign has a seat resign.
func (m *match) resign(seat int) {
	m.Helper()
	place := m.members[seat].In(m.channel)
	place.Press(place.Run("/adam-eva resign").Reply(), "Yes, resign")
}

// callOff has both call the game off.
func (m *match) callOff() {
	m.Helper()
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
	waitFor(m, func() bool { return m.game().Proposal != 0 })
	ben.Press(ben.Press(m.table(), "More…").Reply(), "Agree to call it off")
}

func TestHazard36_AThreadNeedsItsOwnPermissions(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	second := cleo.In(orchard).Run("/adam-eva challenge", opponent(ana)).Reply()
	h.sitDown(orchard, ana, ben)
	channels := len(h.guild.Channels())
	orchard.Deny(h.guild.Bot(), discordtest.SendMessagesInThreads)
	whispers(t, ben.In(orchard).Press(ben.In(orchard).Run("/adam-eva challenge", opponent(cleo)).Reply(), "Play in a thread"), "in this channel: Send Messages in Threads")
	taken := ana.In(orchard).Press(second, "Accept")
	whispers(t, ana.In(orchard).Press(taken.Reply(), "Play in a thread"), "in this channel: Send Messages in Threads")
	if n := len(h.guild.Channels()); n != channels {
		t.Errorf("%d channels, before it was %d", n, channels)
	}
}

func TestHazard36_APermissionThatIsLostMeanwhile(t *testing.T) {
	t.Parallel()
	t.Run("before a challenge is accepted", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
		challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
		orchard.Deny(h.guild.Bot(), discordtest.SendMessages)
		whispers(t, ben.In(orchard).Press(challenge, "Accept"), "in this channel: Send Messages")
		if g := h.game(); g.Kind.String() != "challenge" {
			t.Errorf("the game is a %s", g.Kind)
		}
	})
	t.Run("in the middle of a game", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(5 * time.Minute) // Ben is away
		m.channel.Deny(m.guild.Bot(), discordtest.SendMessages)
		seat, live, _ := m.turn()
		a := m.members[seat].In(m.channel).Press(m.hand(seat), live[0].CustomID)
		m.settle()
		if got := a.Followups(); len(got) != 1 || !strings.Contains(got[0].Text(), "whoever is next is not told. I lack a permission here: Send Messages") {
			t.Errorf("Ana reads %v", got)
		}
		if !strings.Contains(m.table().Text(), "Ben, do you take it?") || m.table().Button("Take it") == nil {
			t.Errorf("the table is\n%s", m.table().Text())
		}
		m.members[1].In(m.channel).Press(m.table(), "Take it")
		m.settle()
		if m.game().Version != 4 {
			t.Errorf("version %d", m.game().Version)
		}
	})
}

// Whoever presses on the table itself is answered there, and the table is to go
// on in a new message for the one who is away; but it cannot be posted.
func TestHazard36_ATableStaysWhereItCannotBePosted(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	members := [2]*discordtest.Member{h.guild.Join("Ana"), h.guild.Join("Ben")}
	g := jokerOnOffer(t)
	v := g.View(games.Spectator)
	h.putGame(orchard, members, g)
	table := members[v.ToMove].In(orchard).Run("/adam-eva table").Reply()
	h.settle()
	h.clock.Advance(5 * time.Minute) // the other is away
	orchard.Deny(h.guild.Bot(), discordtest.SendMessages)
	a := members[v.ToMove].In(orchard).Press(table, "Refuse")
	h.settle()
	if got := a.Followups(); len(got) != 1 || !strings.Contains(got[0].Text(), "whoever is next is not told") {
		t.Errorf("who pressed reads %v", got)
	}
	if now := lastPublic(members[0], orchard); len(choices(now)) != 4 {
		t.Errorf("the table is\n%s", now.Text())
	}
}

// jokerOnOffer is a game in which a joker is on offer.
func jokerOnOffer(t testing.TB) *adameva.Game {
	t.Helper()
	g, err := adameva.New(adameva.DealFrom(games.Numbered(4), adameva.Classic), adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	chance := games.Secret{4}.Stream("a joker")
	for {
		if v := g.View(games.Spectator); v.Phase == adameva.Answering && v.Card.Joker() {
			return g
		}
		moves := g.Moves()
		if len(moves) == 0 {
			t.Fatal("no joker was offered in a whole game")
		}
		if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHazard39_AChallengeOutlivesItsMessage(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, meadow := h.guild.NewChannel("orchard"), h.guild.NewChannel("meadow")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	h.settle()
	if err := h.guild.Owner().In(orchard).Delete(challenge); err != nil {
		t.Fatal(err)
	}
	refused := ana.In(meadow).Run("/adam-eva challenge", opponent(ben))
	whispers(t, refused, "You have a challenge open already")
	ana.In(meadow).Press(refused.Reply(), "Withdraw")
	h.clock.Advance(10 * time.Minute) // the pause of the pair
	if again := ana.In(meadow).Run("/adam-eva challenge", opponent(ben)); !strings.Contains(again.Text(), "Ana challenges Ben") {
		t.Errorf("the second challenge gets %q", again.Text())
	}
}

func TestHazard39_AGameOutlivesItsChannel(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	thread := orchard.NewThread("corner")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	m := h.sitDown(thread, ana, ben)
	m.step()
	thread.Delete()
	told := ana.In(orchard).Run("/adam-eva resign")
	whispers(t, told, "You play in <#"+thread.ID()+">")
	ana.In(orchard).Press(told.Reply(), "Resign there")
	asked, _ := ana.In(orchard).Look(told.Reply())
	ana.In(orchard).Press(asked, "Yes, resign")
	h.settle()
	if r := h.results(); len(r) != 1 || r[0].Winner != 1 {
		t.Errorf("results %+v", r)
	}
	if strings.Contains(h.log.String(), "level=ERROR") {
		t.Errorf("an error is logged:\n%s", h.log.String())
	}
}

func TestThreadNamesAreTheirOwn(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	long, odd := h.guild.Join(strings.Repeat("*", 32)), h.guild.Join("Cleo_x_"+strings.Repeat("_", 25))
	h.sitDown(orchard, ana, ben)
	moved := long.In(orchard).Press(long.In(orchard).Run("/adam-eva challenge", opponent(odd)).Reply(), "Play in a thread")
	if name := h.thread(moved.Text()).Name(); name != "Adam & Eva: "+strings.Repeat("*", 32)+" and Cleo_x_"+strings.Repeat("_", 25) {
		t.Errorf("the thread is called %q", name)
	}
}

func TestAThreadIsOpenedOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	h.sitDown(orchard, ana, ben)
	refused := cleo.In(orchard).Run("/adam-eva challenge", opponent(ana)).Reply()
	id := refused.Button("Play in a thread").CustomID
	first, second := cleo.In(orchard).NoWait().PressID(refused, id), cleo.In(orchard).NoWait().PressID(refused, id)
	first.Wait()
	second.Wait()
	if n := h.discord.Count("POST", "/channels/{channel}/threads"); n != 1 {
		t.Errorf("%d threads", n)
	}
}

func TestHazard23_AGameThatIsCalledOffHasNoLiveButtons(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.step()
	m.callOff()
	m.settle()
	for _, member := range m.members {
		for _, msg := range member.Sees(m.channel) {
			if n := len(choices(msg)); n > 0 {
				t.Errorf("%s has %d live choices in\n%s", member.Name(), n, msg.Text())
			}
		}
	}
	for seat := range m.members {
		if !strings.Contains(m.hand(seat).Text(), "This game was called off") {
			t.Errorf("a hand is\n%s", m.hand(seat).Text())
		}
	}
}

func TestAProposalIsAnsweredAsItStands(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
	m.settle()
	if !strings.Contains(m.hand(1).Text(), "Ana proposes to call the game off. Ben can agree") {
		t.Errorf("Ben's hand is\n%s", m.hand(1).Text())
	}
	agree := ben.Press(m.table(), "More…").Reply()
	// Looking at the question of resigning turns nothing down.
	ben.Press(ben.Run("/adam-eva resign").Reply(), "Play on")
	if m.game().Proposal != 1 {
		t.Error("the resign question has turned the proposal down")
	}
	// Once it has been taken back, agreeing proposes nothing.
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Take it back")
	m.settle()
	ben.Press(agree, "Agree to call it off")
	if g := m.game(); g.Proposal != 0 {
		t.Errorf("proposal %d", g.Proposal)
	}
}

func TestTwoChallengesOfAPairDoNotCross(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	m.resign(0)
	m.settle()
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	end := m.table()
	ana.Press(end, "Rematch")
	m.settle()
	already := ben.Run("/adam-eva challenge", opponent(m.members[0]))
	whispers(t, already, "Ana has challenged you already")
	ben.Press(already.Reply(), "Accept")
	m.settle()
	if g := m.game(); g.Kind.String() != "table" {
		t.Fatalf("the game is a %s", g.Kind)
	}
	if !strings.Contains(m.table().Text(), "Round 1 of 4") {
		t.Errorf("the challenge has become\n%s", m.table().Text())
	}
	if now, _ := ben.Look(already.Reply()); !strings.Contains(now.Text(), "Your hand") {
		t.Errorf("Ben reads\n%s", now.Text())
	}
}

func TestWhoHasLeftCannotBeChallenged(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	ben.Leave()
	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)), "Ben is not on this server")
}

func TestAMadeUpMoveIsShownWhereItBelongs(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	_, live, _ := m.turn()
	m.members[0].In(m.channel).PressID(m.table(), live[0].CustomID)
	m.settle()
	if !strings.Contains(m.table().Text(), "Ben, do you take it?") {
		t.Errorf("the table is\n%s", m.table().Text())
	}
}

func TestAQuestionToClearATableCanBeLeft(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	keeper := m.guild.Join("Keeper", discordtest.WithRoles(m.guild.NewRole("keepers", discordtest.ManageMessages)))
	more := keeper.In(m.channel).Press(m.table(), "More…").Reply()
	keeper.In(m.channel).Press(more, "Call this table off")
	asked, _ := keeper.In(m.channel).Look(more)
	if !strings.Contains(asked.Text(), "Call off the game of Ana and Ben?") {
		t.Errorf("asked is %q", asked.Text())
	}
	keeper.In(m.channel).Press(asked, "Leave it")
	if back, _ := keeper.In(m.channel).Look(more); !strings.Contains(back.Text(), "Round 1 so far") {
		t.Errorf("back is %q", back.Text())
	}
}
