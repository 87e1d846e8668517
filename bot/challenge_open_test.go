package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

// Ana would play with anybody. The challenge mentions nobody; Ben is the first
// to accept it, and it becomes their table, sealed and dealt like any other.
func TestAChallengeToAnybody(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	challenge := ana.In(orchard).Run("/adam-eva challenge").Reply()
	h.settle()
	tells(t, challenge.Text(), "Ana challenges anybody to Adam & Eva", "Classic: six cards each",
		"Whoever of the two has been on Discord longer opens the first round.", "seal ", "[Accept] [Withdraw] [Rules]")
	silentOn(t, challenge.Text(), "Decline", "<@")
	_, seal, _ := strings.Cut(challenge.Text(), "seal ")
	seal, _, _ = strings.Cut(seal, "\n")
	if challenge.Ephemeral || len(challenge.Pings.Users) != 0 || challenge.Pings.Everyone {
		t.Errorf("it notifies %+v", challenge.Pings)
	}

	whispers(t, ana.In(orchard).Press(challenge, "Accept"), "This is your own challenge.")
	whispers(t, cleo.In(orchard).Press(challenge, "Withdraw"), "Only Ana can withdraw")
	decline := strings.Replace(challenge.Button("Accept").CustomID, "accept", "decline", 1)
	whispers(t, cleo.In(orchard).PressID(challenge, decline), "Nobody has to answer it.")
	h.clock.Advance(time.Hour)
	h.restart()

	m := h.acceptAs(orchard, ana, ben, challenge)
	if at := m.table(); !slices.Equal(at.Pings.Users, []string{ana.ID()}) {
		t.Errorf("Ana, who has been away for an hour, is not told that the game begins: %+v", at.Pings)
	}
	tells(t, m.table().Text(), "Round 1 of 4: Ana offers a card", seal)
	whispers(t, cleo.In(orchard).PressID(m.table(), challenge.Button("Accept").CustomID), "This table is Ana's and Ben's.")
	m.play()
	r := checkRecord(t, m, "classic")
	if r.Seats[0] != "Ana" || r.Seats[1] != "Ben" {
		t.Errorf("at the table sat %v", r.Seats)
	}
}

// Who opens is said as far as it is known, and settled once it is.
func TestWhoOpensAGameWithAnybody(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben") // Ana's account is older
	for i, c := range []struct{ first, said, opens string }{
		{"longer", "Whoever of the two has been on Discord longer opens the first round.", "Ana"},
		{"challenger", "Ben opens the first round.", "Ben"},
		{"opponent", "Whoever accepts opens the first round.", "Ana"},
	} {
		channel := h.guild.NewChannel(fmt.Sprint("orchard-", i))
		challenge := ben.In(channel).Run("/adam-eva challenge", discordtest.String("first", c.first), discordtest.String("variant", "tactical")).Reply()
		tells(t, challenge.Text(), "Tactical: seven cards each", c.said)
		m := h.acceptAs(channel, ben, ana, challenge)
		tells(t, m.table().Text(), c.opens+" offers a card")
	}
	opened := map[string]int{}
	for i := range 12 {
		channel := h.guild.NewChannel(fmt.Sprint("chance-", i))
		challenge := ben.In(channel).Run("/adam-eva challenge", discordtest.String("first", "chance")).Reply()
		tells(t, challenge.Text(), "Chance decides who opens the first round.")
		m := h.acceptAs(channel, ben, ana, challenge)
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

// A challenge to anybody ends by being taken back, or in silence after a day.
func TestAChallengeToAnybodyEnds(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	challenge := ana.In(orchard).Run("/adam-eva challenge").Reply()
	h.settle()
	ana.In(orchard).Press(challenge, "Withdraw")
	now, _ := ben.In(orchard).Look(challenge)
	if want := "Ana has withdrawn the challenge to anybody."; now.Text() != want || len(now.Buttons()) != 0 {
		t.Errorf("taken back: %q", now.Text())
	}
	challenge = ana.In(orchard).Run("/adam-eva challenge").Reply()
	h.settle()
	h.clock.Advance(25 * time.Hour)
	waitFor(t, func() bool {
		now, _ = ben.In(orchard).Look(challenge)
		return now.Text() == "Nobody has accepted Ana's challenge in time."
	})
	if len(now.Buttons()) != 0 || len(h.games()) != 0 {
		t.Errorf("after a day: %q, %v", now.Text(), h.games())
	}
}

// Five members press Accept in the same instant: one of them plays, the others
// are told whose table it is.
func TestOneOfManyAccepts(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	var others []*discordtest.Member
	for _, name := range []string{"Ben", "Cleo", "Dan", "Eve", "Finn"} {
		others = append(others, h.guild.Join(name))
	}
	for round := range 8 {
		orchard := h.guild.NewChannel(fmt.Sprint("orchard-", round))
		challenge := ana.In(orchard).Run("/adam-eva challenge").Reply()
		var presses []*discordtest.Action
		for _, member := range others {
			presses = append(presses, member.In(orchard).NoWait().Press(challenge, "Accept"))
		}
		sat := 0
		for _, a := range presses {
			a.Wait()
			if msg, ok := a.TryReply(); !ok || !msg.Ephemeral {
				sat++
			} else {
				tells(t, msg.Text(), "This table is Ana's and ")
			}
		}
		h.settle()
		if sat != 1 {
			t.Errorf("%d members sat down", sat)
		}
		g, err := gameAt(h, orchard)
		if err != nil || len(g.Players) != 2 || g.Players[0] == g.Players[1] {
			t.Errorf("the table is %+v, %v", g, err)
		}
		slices.Reverse(others)
	}
}

// Where the table is taken, a challenge to anybody can be made in a thread, or
// moved to one by who accepts it.
func TestAChallengeToAnybodyInAThread(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dan")
	waiting := cleo.In(orchard).Run("/adam-eva challenge").Reply()
	h.sitDown(orchard, ana, ben)

	refused := dan.In(orchard).Run("/adam-eva challenge")
	whispers(t, refused, "This channel's table is taken.")
	thread := h.thread(dan.In(orchard).Press(refused.Reply(), "Play in a thread").Text())
	if want := "Adam & Eva: Dan and anybody"; thread.Name() != want {
		t.Errorf("the thread is called %q", thread.Name())
	}
	challenge := lastPublic(ana, thread)
	tells(t, challenge.Text(), "Dan challenges anybody")
	h.acceptAs(thread, dan, ana, challenge).step()

	refused = ben.In(orchard).Press(waiting, "Accept")
	whispers(t, refused, "taken in the meantime")
	if g := h.games(); len(g) != 3 {
		t.Fatalf("%d games, want two tables and Cleo's challenge", len(g))
	}
	thread = h.thread(ben.In(orchard).Press(refused.Reply(), "Play in a thread").Text())
	h.settle()
	if want := "Adam & Eva: Cleo and Ben"; thread.Name() != want {
		t.Errorf("the thread is called %q", thread.Name())
	}
	tells(t, lastPublic(ana, thread).Text(), "Round 1 of 4: Ben offers a card", "In hand: Cleo 6 cards · Ben 6 cards")
	now, _ := ana.In(orchard).Look(waiting)
	tells(t, now.Text(), "Ben has accepted Cleo's challenge. They play in <#"+thread.ID()+">")
}
