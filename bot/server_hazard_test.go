package bot_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/store"
)

// This file is about servers and channels that are not as one would like them.

// noErrors fails if an error was logged.
func (h *house) noErrors() {
	h.Helper()
	if strings.Contains(h.log.String(), "level=ERROR") {
		h.Errorf("an error is logged:\n%s", h.log.String())
	}
}

// One server's settings cannot be read, one of its games is damaged, and what
// Discord says of a third makes no sense. The bot starts all the same, and all
// others play and have their announcement.
func TestHazard34_OneBadServerDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	ana, ben := town.member, town.guild.Join("Ben")
	bad := town.discord.NewGuild("Ruin")
	cleo, dan := bad.Join("Cleo"), bad.Join("Dan")
	ruin := bad.NewChannel("ruin")
	town.sitDown(ruin, cleo, dan)
	town.stop()
	kept, err := store.Open(town.path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = kept.Update(context.Background(), func(tx *store.Tx) error {
		all, err := tx.Games()
		if err != nil {
			return err
		}
		for _, g := range all {
			g.Notes, g.Message = []byte("{"), store.Message{}
			if err := tx.Note(&g); err != nil {
				return err
			}
		}
		s, err := tx.Settings(idOf(t, bad.ID()))
		if err != nil && s.Version != 0 {
			return err
		}
		s.Guild, s.Data, s.Due = idOf(t, bad.ID()), []byte(`{"schedule":`), at(4, 20, 0, 0)
		return tx.PutSettings(&s)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	town.start()
	town.discord.Emit("GUILD_CREATE", map[string]any{"id": 5, "name": []int{1}, "channels": "none"})
	town.discord.Emit("GUILD_DELETE", map[string]any{"id": "nobody's"})
	town.discord.Emit("GUILD_DELETE", map[string]any{})

	town.to(at(4, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 1 })
	m := town.sitDown(town.guild.NewChannel("orchard"), ana, ben)
	m.step()
	tells(t, m.table().Text(), "do you take it?")
	if town.discord.Sessions() != 1 {
		t.Error("the bot is not connected")
	}
}

// Not to be allowed and not to have access are two things: each is named for what
// it is, to the one who wants to play, once; and neither is an alarm.
func TestHazard35_NotAllowedAndNoAccessAreToldApart(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{50013: "in this channel: Create Public Threads", 50001: "in this channel: View Channel"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.choose("place", "thread")
			challenge := h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)).Reply()
			h.discord.Inject(discordtest.Fault{Method: "POST", Route: "/channels/{channel}/threads", Times: 1, Status: 403, Code: code})
			a := h.ben.In(h.orchard).Press(challenge, "Accept")
			whispers(t, a, want)
			h.settle()
			if n := len(a.Followups()); n > 1 {
				t.Errorf("it is said %d times", n)
			}
			h.noErrors()
			// Once it is mended the same challenge can be accepted.
			h.ben.In(h.orchard).Press(challenge, "Accept")
			h.settle()
			if g := h.game(); g.Kind != store.Table {
				t.Errorf("the game is a %s", g.Kind)
			}
		})
	}
	t.Run("in the middle of a game", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t)
		m.clock.Advance(5 * time.Minute)
		m.channel.Deny(m.guild.Bot(), discordtest.ViewChannel)
		seat, live, _ := m.turn()
		a := m.members[seat].In(m.channel).Press(m.hand(seat), live[0].CustomID)
		m.settle()
		if got := a.Followups(); len(got) != 1 || !strings.Contains(got[0].Text(), "I lack a permission here: View Channel") {
			t.Errorf("who moved reads %v", got)
		}
		if n := strings.Count(m.log.String(), "a table is not shown"); n != 1 || !strings.Contains(m.log.String(), "class=unseen") {
			t.Errorf("%d lines are logged:\n%s", n, m.log.String())
		}
		m.noErrors()
	})
}

// The bot may not look up a channel, or Discord says nothing about it: a whole
// game is played there all the same, also where channels are chosen.
func TestHazard37_AChannelThatCannotBeLookedUp(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.choose("channels", h.orchard.ID())
	looked := "/channels/{channel}"
	h.discord.Inject(discordtest.Fault{Method: "GET", Route: looked, Status: 403, Code: 50001})
	m := h.sitDown(h.orchard, h.ana, h.ben)
	m.play()
	h.noErrors()
	if n := h.discord.Count("GET", looked); n != 0 {
		t.Errorf("%d look-ups", n)
	}
}

// What the server allows a channel may deny, to the bot or to everybody: it is
// said of which channel that is, before a game begins.
func TestHazard38_AChannelDeniesWhatTheServerAllows(t *testing.T) {
	t.Parallel()
	for name, deny := range map[string]func(h *hall, p discordtest.Permissions){
		"to the bot":   func(h *hall, p discordtest.Permissions) { h.orchard.Deny(h.guild.Bot(), p) },
		"to everybody": func(h *hall, p discordtest.Permissions) { h.orchard.DenyRole(h.guild.Everyone(), p) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			deny(h, discordtest.SendMessages)
			whispers(t, h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)), "in this channel: Send Messages")
			whispers(t, h.ana.In(h.orchard).Run("/adam-eva challenge"), "in this channel: Send Messages")
			h.choose("place", "thread")
			deny(h, discordtest.CreatePublicThreads)
			whispers(t, h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)), "in this channel: Send Messages")
			if n := len(h.games()); n != 0 {
				t.Errorf("%d games", n)
			}
			tells(t, h.ana.In(h.meadow).Run("/adam-eva challenge", opponent(h.ben)).Text(), "Ana challenges Ben")
			if n := len(h.games()); n != 1 {
				t.Errorf("%d games", n)
			}
		})
	}
	t.Run("where the daily is to be announced", func(t *testing.T) {
		t.Parallel()
		h := newHall(t)
		h.meadow.Deny(h.guild.Bot(), discordtest.SendMessages)
		whispers(t, h.mia.In(h.meadow).Run("/adaman schedule", discordtest.String("time", "20:00")), "Send Messages")
		whispers(t, h.mia.In(h.orchard).Run("/adaman schedule", discordtest.String("time", "20:00"), discordtest.ToChannel("channel", h.meadow)), "Send Messages")
		tells(t, h.settings().Text(), "None.")
	})
}

// In a locked thread Discord lets nobody be answered. The move that somebody
// makes there stands; from the channel above the thread the game is found and
// goes on there.
func TestHazard40_ALockedThread(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	corner := h.orchard.NewThread("corner")
	m := h.sitDown(corner, h.ana, h.ben)
	m.step()
	corner.SetLocked(true)
	before := h.posts() + h.edits()
	seat, live, _ := m.turn()
	m.members[seat].In(corner).Try().Press(m.hand(seat), live[0].CustomID)
	h.settle()
	h.clock.Advance(time.Hour)
	h.settle()
	if n := h.posts() + h.edits() - before; n > 4 {
		t.Errorf("%d requests for one move", n)
	}
	h.noErrors()

	cleo := h.guild.Join("Cleo")
	silentOn(t, cleo.In(h.orchard).Run("/adam-eva table").Text(), "Go on here")
	lost := h.ana.In(h.orchard).Run("/adam-eva table")
	whispers(t, lost, "Your game is in <#"+corner.ID()+">, where nothing can be written any more.")
	shown := h.ana.In(h.orchard).Press(lost.Reply(), "Go on here")
	h.settle()
	tells(t, lastPublic(h.ben, h.orchard).Text(), "Round 1 of 4", "[My hand]")
	if g := h.game(); g.Channel != idOf(t, h.orchard.ID()) {
		t.Errorf("the game is in %d", g.Channel)
	}
	m.channel = h.orchard
	m.hands[0], _ = h.ana.In(h.orchard).Look(lost.Reply())
	m.hands[1] = h.ben.In(h.orchard).Press(m.table(), "My hand").Reply()
	if shown.State() != discordtest.Updated {
		t.Errorf("who pressed gets %v", shown.State())
	}
	m.play()
	h.noErrors()
}

// A thread is locked, and Ana goes on in a channel that Ben cannot see. He has his
// whole time anew, and his hand wherever he is: in a direct message, or in a channel
// that he can see. From it the game is played to its end.
func TestHazard40_AGameGoesOnWhereOneOfThemCannotSeeIt(t *testing.T) {
	t.Parallel()
	for name, find := range map[string]func(h *hall) (discordtest.Place, discordtest.Message){
		"from a direct message": func(h *hall) (discordtest.Place, discordtest.Message) {
			list := h.ben.InDM().Run("/games").Reply()
			tells(t, list.Text(), "### Waiting for you", "Adam & Eva with Ana\\_1: your turn")
			return h.ben.InDM(), list
		},
		"from another channel": func(h *hall) (discordtest.Place, discordtest.Message) {
			return h.ben.In(h.meadow), h.ben.In(h.meadow).Run("/adam-eva table").Reply()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.ana.SetNick("Ana_1")
			corner, cellar := h.orchard.NewThread("corner"), h.guild.NewChannel("cellar")
			cellar.Deny(h.ben, discordtest.ViewChannel)
			m := h.sitDown(corner, h.ana, h.ben, discordtest.String("pace", "live"))
			m.step() // Ben is to answer
			ben := h.ben.In(corner)
			ben.Press(ben.Press(m.table(), "More…").Reply(), "Pause the clock")
			h.settle()
			corner.SetLocked(true)
			h.clock.Advance(4*time.Minute + 30*time.Second)
			h.settle()
			lost := h.ana.In(cellar).Run("/adam-eva table")
			h.ana.In(cellar).Press(lost.Reply(), "Go on here")
			h.settle()
			m.channel = cellar
			m.isDue(5 * time.Minute)
			tells(t, m.table().Text(), fmt.Sprintf("<@%s>, it is your turn", h.ben.ID()), "proposes to pause the clock")
			m.hands[0], _ = h.ana.In(cellar).Look(lost.Reply())

			place, found := find(h)
			place.Press(found, "My hand against Ana_1")
			h.settle()
			hand := func() discordtest.Message {
				t.Helper()
				now, _ := place.Look(found)
				return now
			}
			tells(t, hand().Text(), "[Take it]")
			h.clock.Advance(4*time.Minute + 59*time.Second)
			for {
				if live := choices(hand()); len(live) > 0 {
					place.Press(hand(), live[m.chance.Below(len(live))].CustomID)
				} else if live := choices(m.hand(0)); len(live) > 0 {
					h.ana.In(cellar).Press(m.hand(0), live[m.chance.Below(len(live))].CustomID)
				} else {
					break
				}
				h.settle()
			}
			tells(t, m.table().Text(), "[Rematch]")
			tells(t, hand().Text(), "[Rematch]")
			if r := h.results(); len(r) != 1 || r[0].Reason == "time" {
				t.Errorf("the results are %+v", r)
			}
			h.noErrors()
		})
	}
}

// Somebody moves from where the bot may post nothing. The table is elsewhere and well,
// so nothing is said of it.
func TestAMoveFromAChannelInWhichTheBotMayNotPost(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	m := h.sitDown(h.orchard, h.ana, h.ben)
	h.meadow.Deny(h.guild.Bot(), discordtest.SendMessages)
	h.clock.Advance(5 * time.Minute) // Ben is away, and will be told by a new message
	mentions := m.mentions(1)
	hand := h.ana.In(h.meadow).Run("/games").Reply()
	h.ana.In(h.meadow).Press(hand, "My hand against Ben")
	hand, _ = h.ana.In(h.meadow).Look(hand)
	a := h.ana.In(h.meadow).Press(hand, choices(hand)[0].CustomID)
	h.settle()
	if said := a.Followups(); len(said) != 0 || m.mentions(1) != mentions+1 {
		t.Errorf("Ana reads %v, the table is\n%s", said, m.table().Text())
	}
}

// Whose turn was over when the table was to move has lost: the place does not wind
// the clock up again.
func TestHazard40_AGameWhoseTimeIsUpGoesOnNowhere(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	corner := h.orchard.NewThread("corner")
	m := h.sitDown(corner, h.ana, h.ben, discordtest.String("pace", "live"))
	m.step()
	corner.SetLocked(true)
	h.clock.Advance(4*time.Minute + 30*time.Second)
	h.settle()
	lost := h.ben.In(h.orchard).Run("/adam-eva table").Reply()
	h.bot.StopDeadlines()
	h.clock.Advance(30 * time.Second)
	h.ben.In(h.orchard).Press(lost, "Go on here")
	h.settle()
	m.ended(1)
}

// A game whose place is well stays there, and one goes on only where there is
// room.
func TestAGameGoesOnElsewhereOnlyIfItMust(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	corner := h.orchard.NewThread("corner")
	h.sitDown(corner, h.ana, h.ben)
	told := h.ana.In(h.orchard).Run("/adam-eva table")
	whispers(t, told, "<#"+corner.ID()+">")
	silentOn(t, told.Text(), "Go on here")
	id := fmt.Sprintf("show-here|%s|0|", strconv.FormatUint(h.game().ID, 36))
	whispers(t, h.ana.In(h.orchard).PressID(told.Reply(), id), "That game can go on where it is")
	corner.SetArchived(true)
	silentOn(t, h.ana.In(h.orchard).Run("/adam-eva table").Text(), "Go on here")
	corner.SetLocked(true)
	cleo, dan := h.guild.Join("Cleo"), h.guild.Join("Dan")
	whispers(t, cleo.In(h.orchard).PressID(cleo.In(h.orchard).Run("/help").Reply(), id), "Ana")
	h.sitDown(h.meadow, cleo, dan)
	lost := h.ana.In(h.meadow).PressID(h.ana.In(h.meadow).Run("/help").Reply(), id)
	whispers(t, lost, "This channel's table is taken")
	// Where a channel is gone it is the same.
	corner.Delete()
	lost = h.ana.In(h.orchard).Run("/adam-eva table")
	h.ana.In(h.orchard).Press(lost.Reply(), "Go on here")
	h.settle()
	tells(t, lastPublic(h.ben, h.orchard).Text(), "Round 1 of 4")
	h.noErrors()
}

// A message in an archived thread cannot be edited, by a press on it as little as
// by the bot's token: the table is posted anew, which wakes the thread.
func TestHazard41_AnArchivedThreadIsWoken(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	corner := h.orchard.NewThread("corner")
	m := h.sitDown(corner, h.ana, h.ben)
	old := m.table()
	h.clock.Advance(20 * time.Minute)
	corner.SetArchived(true)
	m.members[1].In(corner).Run("/adam-eva table")
	h.settle()
	if archived, _, _ := corner.State(); archived {
		t.Error("the thread sleeps on")
	}
	if now := m.table(); now.ID == old.ID || now.Button("My hand") == nil {
		t.Errorf("the table is\n%s", now.Text())
	}
	for seat, member := range m.members {
		m.hands[seat] = member.In(corner).Press(m.table(), "My hand").Reply()
	}
	// A move on a hand, whose message cannot be changed either.
	corner.SetArchived(true)
	seat, live, _ := m.turn()
	version := h.game().Version
	m.members[seat].In(corner).Try().Press(m.hand(seat), live[0].CustomID)
	h.settle()
	if archived, _, _ := corner.State(); archived || h.game().Version == version {
		t.Errorf("archived %v, version %d", archived, h.game().Version)
	}
	tells(t, m.table().Text(), "do you take it?", "[Take it]")
	// A press on the table itself.
	corner.SetArchived(true)
	m.members[1-seat].In(corner).Try().Press(m.table(), "Take it")
	h.settle()
	if archived, _, _ := corner.State(); archived {
		t.Error("the thread sleeps on")
	}
	silentOn(t, m.table().Text(), "do you take it?")
	if n := m.live(); n > 2 { // those that it has left cannot lose their buttons while it sleeps
		t.Errorf("%d live tables", n)
	}
	h.noErrors()
}

// Ben leaves the server in the middle of a game. His name is still the one that
// was kept, and his clock decides.
func TestHazard42_APlayerLeavesTheServer(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	m := h.sitDown(h.orchard, h.ana, h.ben)
	m.step() // Ana offers; Ben is to answer
	h.ben.Leave()
	h.ana.In(h.orchard).Run("/adam-eva table")
	h.settle()
	tells(t, m.table().Text(), "Ben, do you take it?")
	h.clock.Advance(25 * time.Hour)
	h.eventually(func() bool { return len(h.results()) == 1 })
	h.eventually(func() bool { return !strings.Contains(m.table().Text(), "[Take it]") }) // which nobody waits for
	h.settle()
	if r := h.results()[0]; r.Reason != "time" || m.members[r.Winner] != h.ana {
		t.Errorf("the result is %+v", r)
	}
	tells(t, m.table().Text(), "Ben")
	silentOn(t, m.table().Text(), "[Take it]")
	h.noErrors()
	// Ana can play somebody else at the same table.
	h.sitDown(h.orchard, h.ana, h.guild.Join("Cleo")).step()
}

// Discord has not told the bot about a server, because it cannot be reached just
// now; from its channels come presses that name its id alone. That is enough.
func TestHazard45_AServerOfWhichOnlyTheIdIsKnown(t *testing.T) {
	t.Parallel()
	h := open(t, asleep)
	h.guild.SetWithheld(true)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	h.stop()
	h.start()
	h.discord.Emit("GUILD_CREATE", map[string]any{"id": h.guild.ID(), "unavailable": true})
	h.discord.Emit("GUILD_CREATE", map[string]any{"id": h.guild.ID()})
	m := h.sitDown(orchard, ana, ben)
	m.play()
	tells(t, ana.In(orchard).Run("/stats").Text(), "Ana")
	h.noErrors()
}
