package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games/record"
	"windfall/store"
)

// opponent is the option that names whom one challenges.
func opponent(m *discordtest.Member) discordtest.Option { return discordtest.User("member", m) }

// whispers fails the test unless an action is answered with a text that only its
// member sees.
func whispers(t testing.TB, a *discordtest.Action, want string) {
	t.Helper()
	if msg, ok := a.TryReply(); !ok || !msg.Ephemeral || !strings.Contains(msg.Text(), want) {
		t.Errorf("%s: %q, want %q for the member alone", a.State(), a.Text(), want)
	}
}

func TestAChallengeIsRefusedWithItsReason(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, meadow := h.guild.NewChannel("orchard"), h.guild.NewChannel("meadow")
	ana, ben, cleo, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dan")
	robot := h.guild.Join("Robot", discordtest.AsBot())

	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ana)), "You cannot challenge yourself")
	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(robot)), "Bots cannot be challenged")
	ana.In(orchard).Run("/adam-eva challenge", opponent(ben))
	whispers(t, ana.In(meadow).Run("/adam-eva challenge", opponent(cleo)), "You have a challenge open already, in <#"+orchard.ID()+">")
	cleo.In(orchard).Run("/adam-eva challenge", opponent(dan))
	whispers(t, dan.In(orchard).Run("/adam-eva challenge", opponent(ana)), "Two challenges are open in this channel")
	h.sitDown(meadow, dan, ben)
	whispers(t, ben.In(meadow).Run("/adam-eva challenge", opponent(ana)), "This channel's table is taken")
	if n := len(h.games()); n != 3 {
		t.Errorf("%d games are kept, want two challenges and a table", n)
	}
}

func TestOnlyTheTwoOfThemAnswerAChallenge(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	h.settle() // who answers before the bot has noted where it stands sees other words
	if len(challenge.Pings.Users) != 1 || challenge.Pings.Users[0] != ben.ID() {
		t.Errorf("notified: %+v, want Ben", challenge.Pings)
	}
	whispers(t, cleo.In(orchard).Press(challenge, "Accept"), "Only Ben can answer")
	whispers(t, ana.In(orchard).Press(challenge, "Accept"), "Only Ben can answer")
	whispers(t, ana.In(orchard).Press(challenge, "Decline"), "Only Ben can answer")
	whispers(t, ben.In(orchard).Press(challenge, "Withdraw"), "Only Ana can withdraw")

	ben.In(orchard).Press(challenge, "Decline")
	now, _ := ana.In(orchard).Look(challenge)
	if !strings.Contains(now.Text(), "Ben has declined Ana's challenge") || len(now.Buttons()) != 0 {
		t.Errorf("after declining:\n%s", now.Text())
	}
	h.clock.Advance(time.Hour) // before that Ana may not ask again
	challenge = ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	h.settle()
	ana.In(orchard).Press(challenge, "Withdraw")
	now, _ = ana.In(orchard).Look(challenge)
	if !strings.Contains(now.Text(), "Ana has withdrawn") || len(now.Buttons()) != 0 {
		t.Errorf("after withdrawing:\n%s", now.Text())
	}
	if n := len(h.games()); n != 0 {
		t.Errorf("%d games are kept", n)
	}
}

// Ruling 1 of Adam & Eva: who opens is a choice made with the challenge.
func TestRuling1_WhoOpens(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben") // Ana's account is older
	for i, c := range []struct {
		challenger, challenged *discordtest.Member
		first, opens, said     string
	}{
		{ana, ben, "", "Ana", "Ana has been on Discord longer and opens"},
		{ben, ana, "", "Ana", "Ana has been on Discord longer and opens"},
		{ben, ana, "challenger", "Ben", "Ben opens the first round"},
		{ben, ana, "opponent", "Ana", "Ana opens the first round"},
	} {
		channel := h.guild.NewChannel(fmt.Sprint("orchard-", i))
		options := []discordtest.Option{opponent(c.challenged)}
		if c.first != "" {
			options = append(options, discordtest.String("first", c.first))
		}
		challenge := c.challenger.In(channel).Run("/adam-eva challenge", options...).Reply()
		if !strings.Contains(challenge.Text(), c.said) {
			t.Errorf("%q is not in\n%s", c.said, challenge.Text())
		}
		m := h.acceptAs(channel, c.challenger, c.challenged, challenge)
		if !strings.Contains(m.table().Text(), c.opens+" offers a card") {
			t.Errorf("%s does not open:\n%s", c.opens, m.table().Text())
		}
	}
	// Left to chance, each of them opens now and then.
	opened := map[string]int{}
	for i := range 12 {
		m := h.sitDown(h.guild.NewChannel(fmt.Sprint("chance-", i)), ana, ben, discordtest.String("first", "chance"))
		for _, name := range []string{"Ana", "Ben"} {
			if strings.Contains(m.table().Text(), name+" offers a card") {
				opened[name]++
			}
		}
	}
	if opened["Ana"] == 0 || opened["Ben"] == 0 || opened["Ana"]+opened["Ben"] != 12 {
		t.Errorf("opened by chance: %v", opened)
	}
}

func TestAMatchMovesToAThread(t *testing.T) {
	t.Parallel()
	t.Run("when the channel's table is taken, and from a thread into its parent", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		ana, ben, cleo, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dan")
		h.sitDown(orchard, ana, ben)
		refused := cleo.In(orchard).Run("/adam-eva challenge", opponent(dan), discordtest.String("variant", "tactical"))
		moved := cleo.In(orchard).Press(refused.Reply(), "Play in a thread")
		whispers(t, moved, "Your challenge is in <#")
		thread := h.thread(moved.Text())
		challenge := lastPublic(dan, thread)
		if len(challenge.Pings.Users) != 1 || challenge.Pings.Users[0] != dan.ID() || !strings.Contains(challenge.Text(), "tactical") {
			t.Fatalf("in the thread (%+v):\n%s", challenge.Pings, challenge.Text())
		}
		m := h.acceptAs(thread, cleo, dan, challenge)
		m.step()
		// From the thread, whose table is taken now, to another of the same parent.
		refused = ana.In(thread).Run("/adam-eva challenge", opponent(ben))
		second := h.thread(ana.In(thread).Press(refused.Reply(), "Play in a thread").Text())
		if second == thread || second.Parent() != orchard {
			t.Fatalf("the second thread is %v", second)
		}
		if !strings.Contains(lastPublic(ben, second).Text(), "Ana challenges Ben") {
			t.Errorf("in the second thread:\n%s", lastPublic(ben, second).Text())
		}
		m.play()
	})
	t.Run("when two challenges are accepted", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		ana, ben, cleo, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dan")
		first := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
		second := cleo.In(orchard).Run("/adam-eva challenge", opponent(dan)).Reply()
		ben.In(orchard).Press(first, "Accept")
		refused := dan.In(orchard).Press(second, "Accept")
		whispers(t, refused, "taken in the meantime")
		moved := dan.In(orchard).Press(refused.Reply(), "Play in a thread")
		whispers(t, moved, "Your table is in <#")
		h.settle()
		thread := h.thread(moved.Text())
		now, _ := cleo.In(orchard).Look(second)
		if !strings.Contains(now.Text(), "They play in <#"+thread.ID()+">") || len(now.Buttons()) != 0 {
			t.Errorf("the challenge is\n%s", now.Text())
		}
		table := lastPublic(cleo, thread)
		if !strings.Contains(table.Text(), "Round 1 of 4: Cleo offers a card") {
			t.Errorf("in the thread:\n%s", table.Text())
		}
	})
	t.Run("unless threads are not allowed here", func(t *testing.T) {
		t.Parallel()
		h := open(t)
		orchard := h.guild.NewChannel("orchard")
		ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
		h.sitDown(orchard, ana, ben)
		orchard.Deny(h.guild.Bot(), discordtest.CreatePublicThreads)
		refused := cleo.In(orchard).Run("/adam-eva challenge", opponent(ana))
		whispers(t, cleo.In(orchard).Press(refused.Reply(), "Play in a thread"), "in this channel: Create Public Threads")
	})
}

// thread is the thread that a text leads to.
func (h *house) thread(text string) *discordtest.Channel {
	h.Helper()
	_, after, _ := strings.Cut(text, "<#")
	id, _, _ := strings.Cut(after, ">")
	c := h.discord.Channel(id)
	if c == nil || c.Parent() == nil {
		h.Fatalf("%q leads to no thread", text)
	}
	return c
}

func TestResigningAsksOnce(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, ben, cleo := m.members[0], m.members[1], m.guild.Join("Cleo")
	whispers(t, cleo.In(m.channel).Run("/adam-eva resign"), "You are in no game of Adam & Eva in this channel")
	elsewhere := m.guild.NewChannel("meadow")
	whispers(t, ana.In(elsewhere).Run("/adam-eva resign"), "You play in <#"+m.channel.ID()+">")

	question := ben.In(m.channel).Run("/adam-eva resign")
	whispers(t, question, "Resign? Ana then wins the game.")
	ben.In(m.channel).Press(question.Reply(), "Play on")
	m.step()
	more := ben.In(m.channel).Press(m.table(), "More…").Reply()
	ben.In(m.channel).Press(more, "Resign")
	asked, _ := ben.In(m.channel).Look(more)
	ben.In(m.channel).Press(asked, "Yes, resign")
	m.settle()
	if r := m.results(); len(r) != 1 || r[0].Winner != 0 || r[0].Reason != "resigned" {
		t.Fatalf("results %+v", r)
	}
	if !strings.Contains(m.table().Text(), "Ben resigned; Ana wins") {
		t.Errorf("the table is\n%s", m.table().Text())
	}
	if !strings.Contains(m.hand(0).Text(), "Ben resigned; Ana wins") {
		t.Errorf("Ana's open hand is\n%s", m.hand(0).Text())
	}
}

func TestCallingOffTakesBoth(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	propose := func() {
		ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
		m.settle()
	}
	propose()
	if !strings.Contains(m.table().Text(), "Ana proposes to call the game off") {
		t.Errorf("the table is\n%s", m.table().Text())
	}
	if more := ana.Press(m.table(), "More…").Reply(); more.Button("Agree to call it off") != nil {
		t.Error("Ana can agree with herself")
	}
	ben.Press(ben.Press(m.table(), "More…").Reply(), "Play on")
	m.settle()
	if strings.Contains(m.table().Text(), "proposes") {
		t.Errorf("after Play on:\n%s", m.table().Text())
	}
	propose()
	m.step() // whoever goes on playing turns it down
	if m.game().Proposal != 0 {
		t.Error("a move leaves the proposal open")
	}
	propose()
	ben.Press(ben.Press(m.table(), "More…").Reply(), "Agree to call it off")
	m.settle()
	if len(m.games())+len(m.results()) != 0 || !strings.Contains(m.table().Text(), "have called their game off") {
		t.Errorf("the table is\n%s", m.table().Text())
	}
}

func TestWhoManagesMessagesCanCallATableOff(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	keeper, cleo := m.guild.Join("Keeper", discordtest.WithRoles(m.guild.NewRole("keepers", discordtest.ManageMessages))), m.guild.Join("Cleo")
	if more := cleo.In(m.channel).Press(m.table(), "More…").Reply(); len(more.Buttons()) != 1 {
		t.Errorf("Cleo is offered\n%s", more.Text())
	}
	more := keeper.In(m.channel).Press(m.table(), "More…").Reply()
	call := more.Button("Call this table off").CustomID
	whispers(t, cleo.In(m.channel).PressID(m.table(), call), "Only somebody who may manage messages")
	whispers(t, cleo.In(m.channel).PressID(m.table(), strings.Replace(call, "clear|", "clear-surely|", 1)), "Only somebody who may manage messages")
	keeper.In(m.channel).Press(more, "Call this table off")
	asked, _ := keeper.In(m.channel).Look(more)
	keeper.In(m.channel).Press(asked, "Yes, call it off")
	m.settle()
	if len(m.games()) != 0 || !strings.Contains(m.table().Text(), "Keeper has called off the game of Ana and Ben") {
		t.Errorf("the table is\n%s", m.table().Text())
	}
}

// Whoever plays needs the other's word to end a game without a result, also if they
// may manage messages; they would save themselves from losing.
func TestWhoPlaysCallsNoTableOffAlone(t *testing.T) {
	t.Parallel()
	h := open(t)
	keepers := discordtest.WithRoles(h.guild.NewRole("keepers", discordtest.ManageMessages))
	ana, ben, keeper := h.guild.Join("Ana", keepers), h.guild.Join("Ben"), h.guild.Join("Keeper", keepers)
	m := h.sitDown(h.guild.NewChannel("orchard"), ana, ben)
	m.step()
	more := ana.In(m.channel).Press(m.table(), "More…").Reply()
	silentOn(t, more.Text(), "[Call this table off]")
	tells(t, more.Text(), "[Propose to call it off]")
	// Nor with the ids that another keeper's message has.
	call := keeper.In(m.channel).Press(m.table(), "More…").Reply().Button("Call this table off").CustomID
	for _, id := range []string{call, strings.Replace(call, "clear|", "clear-surely|", 1)} {
		whispers(t, ana.In(m.channel).PressID(more, id), "can call a table of others off")
	}
	m.settle()
	if len(m.games()) != 1 {
		t.Errorf("the table is\n%s", m.table().Text())
	}
}

func TestTheTableCommand(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, cleo := m.members[0], m.guild.Join("Cleo")
	meadow := m.guild.NewChannel("meadow")
	whispers(t, cleo.In(meadow).Run("/adam-eva table"), "No game of Adam & Eva is being played in this channel")
	whispers(t, ana.In(meadow).Run("/adam-eva table"), "You play in <#"+m.channel.ID()+">")
	old := m.table()
	shown := cleo.In(m.channel).Run("/adam-eva table").Reply()
	m.settle()
	if shown.Ephemeral || shown.Button("My hand") == nil {
		t.Errorf("shown is\n%s", shown.Text())
	}
	left, _ := ana.In(m.channel).Look(old)
	if len(left.Buttons()) != 0 || !strings.Contains(left.Text(), "goes on below") {
		t.Errorf("the old table is\n%s", left.Text())
	}
	m.step()
	if now, _ := ana.In(m.channel).Look(shown); !strings.Contains(now.Text(), "Ben, do you take it?") {
		t.Errorf("the new table is\n%s", now.Text())
	}
}

// Whoever is away is told once that it is their turn, by a table posted anew;
// whoever is here is not.
func TestMentions(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	pinged := func() (n int) {
		for _, msg := range m.members[0].Sees(m.channel) {
			n += len(msg.Pings.Users)
		}
		return n
	}
	m.step()
	if n := pinged(); n != 1 { // the challenge
		t.Fatalf("%d pings while both are here", n)
	}
	m.clock.Advance(5 * time.Minute)
	m.members[1].In(m.channel).Press(m.table(), "Refuse") // Ben, and now it is Ben who offers
	m.settle()
	seat, live, _ := m.turn()
	for live[0].Label == "Red: 0 → 2" { // if that was a joker
		m.step()
		seat, live, _ = m.turn()
	}
	if n := pinged(); n != 1 {
		t.Fatalf("%d pings for Ben's own turn", n)
	}
	if seat != 1 {
		t.Fatal("the deal has Ana place a joker first; let somebody else open")
	}
	old := m.table()
	m.step() // Ben offers; Ana has been away for five minutes
	now := m.table()
	if now.ID == old.ID || len(now.Pings.Users) != 1 || now.Pings.Users[0] != m.members[0].ID() {
		t.Fatalf("after Ben's offer (%+v):\n%s", now.Pings, now.Text())
	}
	m.members[1].In(m.channel).Press(m.table(), "More…")
	m.members[1].In(m.channel).Run("/adam-eva table")
	m.settle()
	if n := pinged(); n != 2 {
		t.Errorf("%d pings; nobody is told twice of one turn", n)
	}
}

// While an edit of the table is under way, any number of changes become one
// more edit.
func TestEditsAreCoalesced(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	before := m.edits()
	gate := make(chan struct{})
	m.discord.Inject(discordtest.Fault{Method: "PATCH", Route: "/channels/{channel}/messages/{message}", Times: 1, Hold: gate})
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	waiting := func() bool { return m.discord.Count("PATCH", "/channels/{channel}/messages/{message}") > before }
	for range 5 {
		ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
		ben.Press(ben.Press(m.table(), "More…").Reply(), "Play on")
		waitFor(t, waiting) // the first edit is held at the door
	}
	close(gate)
	m.settle()
	// The one that was held and one more; a third if the last press wished for
	// it when that had begun.
	if n := m.edits() - before; n < 2 || n > 3 {
		t.Errorf("ten changes became %d edits, want two or three", n)
	}
}

func TestCommandsAreRegisteredOnlyWhenTheyDiffer(t *testing.T) {
	t.Parallel()
	h := open(t)
	const route = "/applications/{app}/commands"
	if n := h.discord.Count("PUT", route); n != 1 {
		t.Fatalf("registered %d times at the first start", n)
	}
	h.restart()
	h.restart()
	if n := h.discord.Count("PUT", route); n != 1 {
		t.Errorf("registered %d times in three starts", n)
	}
}

// A game that both play to an equal score is decided by the apples worth 1 to
// 3, or is a draw. Such games are rare, so these are put on the table one move
// before their end.
func TestFinalTies(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	for i, c := range []struct {
		number uint64
		said   string
	}{{27, "Equal points; Ben has more apples worth 1, 2 or 3: 7 to 4."}, {98, "Equal points; Ana has more apples worth 1, 2 or 3: 7 to 5."}, {38, "A draw, 72 to 72"}} {
		channel := h.guild.NewChannel(fmt.Sprint("orchard-", i))
		g, last := almostOver(t, c.number)
		h.putGame(channel, [2]*discordtest.Member{ana, ben}, g)
		table := ana.In(channel).Run("/adam-eva table").Reply()
		h.settle()
		member := []*discordtest.Member{ana, ben}[last.Seat]
		hand := member.In(channel).Press(table, "My hand").Reply()
		for _, b := range choices(hand) {
			if strings.HasSuffix(b.CustomID, "|"+strings.SplitN(last.String(), " ", 2)[1]) {
				member.In(channel).Press(hand, b.CustomID)
			}
		}
		h.settle()
		end := lastPublic(ana, channel)
		if !strings.Contains(end.Text(), c.said) {
			t.Errorf("deal %d ends with\n%s\nwant %q", c.number, end.Text(), c.said)
		}
		file := ana.In(channel).Press(end, "Record").Reply().Attachments
		if len(file) != 1 {
			t.Fatal("no record")
		}
		if r, err := record.Verify(file[0].Data); err != nil || r.Origin() != record.Unsealed {
			t.Errorf("record: %v", err)
		}
	}
	if r := h.results(); len(r) != 3 || r[0].Reason != "low-apples" || r[2].Winner != -1 || r[2].Kind != store.Table {
		t.Errorf("results %+v", r)
	}
}
