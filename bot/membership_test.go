package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// leftAt is when a server is noted to have removed the bot, zero if it is not.
func (h *house) leftAt(guild *discordtest.Guild) (left time.Time) {
	h.Helper()
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		s, err := tx.Settings(idOf(h, guild.ID()))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		left = s.Left
		return err
	}); err != nil {
		h.Fatal(err)
	}
	return left
}

// knows reports whether anything is kept about a server.
func (h *house) knows(guild *discordtest.Guild) (yes bool) {
	h.Helper()
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		all, err := tx.Guilds()
		for _, one := range all {
			yes = yes || one == idOf(h, guild.ID())
		}
		return err
	}); err != nil {
		h.Fatal(err)
	}
	return yes
}

// daysPass lets days pass, one by one, as the clockwork meets them.
func (h *house) daysPass(n int) {
	for range n {
		h.clock.Advance(24 * time.Hour)
		h.settle()
	}
}

// The servers of one Discord are out of reach for a while, as they are several
// times a year; one of them is there no more when the bot starts again, but
// listed. Nothing is noted, and nothing is lost, however long it takes.
func TestHazard43_AnOutageIsNoRemoval(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	m := town.sitDown(town.guild.NewChannel("orchard"), town.member, town.guild.Join("Ben"), discordtest.String("pace", "none"))
	m.step()
	back := town.discord.Inject(discordtest.Fault{Method: "GET", Route: "/guilds/{guild}", Status: 503})
	other := town.discord.NewGuild("Elsewhere")
	town.sitDown(other.NewChannel("meadow"), other.Join("Cleo"), other.Join("Dan"))
	town.guild.SetUnavailable(true)
	other.RemoveBot() // of which the bot hears after that
	town.eventually(func() bool { return !town.leftAt(other).IsZero() })
	town.settle()
	if left := town.leftAt(town.guild); !left.IsZero() {
		t.Fatalf("it is noted as left at %v", left)
	}
	town.to(at(4, 20, 0, 0))
	town.restart()
	town.daysPass(9)
	if left := town.leftAt(town.guild); !left.IsZero() {
		t.Fatalf("it is noted as left at %v", left)
	}
	back()
	town.guild.SetUnavailable(false)
	town.settle()
	if all := town.games(); !slices.ContainsFunc(all, func(g store.Game) bool { return g.Guild == town.guildID() }) {
		t.Errorf("the game is gone; there are %+v", all)
	}
	if due := town.due(); due.IsZero() {
		t.Error("the daily is announced no more")
	}
	for seat, member := range m.members {
		m.hands[seat] = member.In(m.channel).Press(m.table(), "My hand").Reply()
	}
	m.step()
	town.daysPass(30)
	if !town.knows(town.guild) {
		t.Error("the server is forgotten")
	}
}

// Discord tells of a removal twice and once more, at the same instant and days later,
// before a restart and after it. It is noted once, with the time of the first, and
// the server is forgotten once, thirty days after that.
func TestHazard44_NewsOfARemovalMayComeTwice(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	const noted = "a server has removed the bot"
	again := func() {
		t.Helper()
		town.discord.Emit("GUILD_DELETE", map[string]any{"id": town.guild.ID()})
		town.settle()
	}
	town.guild.RemoveBot()
	town.discord.Emit("GUILD_DELETE", map[string]any{"id": town.guild.ID()})
	town.discord.Emit("GUILD_DELETE", map[string]any{"id": town.guild.ID()})
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })
	town.settle()
	first := town.leftAt(town.guild)
	if n := strings.Count(town.log.String(), noted); n != 1 {
		t.Errorf("it is noted %d times", n)
	}
	town.daysPass(10)
	again()
	town.restart()
	town.clock.Advance(10 * 24 * time.Hour)
	again()
	if left := town.leftAt(town.guild); !left.Equal(first) {
		t.Errorf("it is noted as left at %v, first it was %v", left, first)
	}
	town.clock.Advance(first.Add(30*24*time.Hour - time.Second).Sub(town.clock.Now()))
	town.settle()
	if !town.knows(town.guild) {
		t.Fatal("it is forgotten too early")
	}
	town.clock.Advance(2 * time.Second)
	const forgotten = "a server that removed the bot is forgotten"
	town.eventually(func() bool { return strings.Contains(town.log.String(), forgotten) })
	again()
	if n := strings.Count(town.log.String(), forgotten); n != 1 || town.knows(town.guild) {
		t.Errorf("it is forgotten %d times; known: %v", n, town.knows(town.guild))
	}
	town.noErrors()
}

// A server removes the bot, and Discord says so more than once. It is noted once,
// when it was said first; the clock decides its game; nothing is posted. After
// thirty days what is known about it is gone, and what its members played is
// still theirs.
func TestHazard43_44_ARemovedServerIsForgottenAfterThirtyDays(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	other := town.discord.NewGuild("Elsewhere")
	ana, ben := town.member, town.guild.Join("Ben")
	other.Invite(ana)
	orchard := town.guild.NewChannel("orchard")
	finished := town.sitDown(orchard, ana, ben)
	finished.play()
	town.sitDown(orchard, ana, ben).step()
	if n := len(town.results()); n != 1 {
		t.Fatalf("%d results", n)
	}

	town.guild.RemoveBot()
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })
	removed := town.leftAt(town.guild)
	town.clock.Advance(time.Hour)
	town.guild.RemoveBot()
	town.discord.Emit("GUILD_DELETE", map[string]any{"id": town.guild.ID(), "unavailable": true})
	town.guild.RemoveBot()
	requests := func() int { return town.posts() + town.edits() }
	before := requests()
	town.clock.Advance(20 * time.Hour) // little of its time is left, which would be said
	town.eventually(func() bool { return town.game().Due.After(town.clock.Now()) })
	town.settle()
	town.daysPass(16)
	town.eventually(func() bool { return len(town.games()) == 0 }) // its clock has run out
	town.restart()
	town.clock.Advance(time.Minute)
	town.settle()
	if left := town.leftAt(town.guild); !left.Equal(removed) {
		t.Errorf("it is noted as left at %v, first it was %v", left, removed)
	}
	if n := requests() - before; n > 0 {
		t.Errorf("%d requests to a server that has removed the bot", n)
	}
	town.clock.Advance(removed.Add(30*24*time.Hour - time.Second).Sub(town.clock.Now()))
	town.settle()
	if !town.knows(town.guild) {
		t.Fatal("it is forgotten too early")
	}
	town.restart()
	town.clock.Advance(2 * time.Second)
	town.eventually(func() bool { return !town.knows(town.guild) })
	r := town.results()
	if len(r) != 2 || r[1].Reason != "time" {
		t.Errorf("results are %+v", r)
	}
	for _, one := range r {
		if one.Guild != 0 || one.Channel != 0 || len(one.Players) != 2 {
			t.Errorf("a result is %+v", one)
		}
	}
	town.noErrors()
	// Discord says it once more; there is nothing to note.
	town.guild.RemoveBot()
	town.settle()
	town.clock.Advance(time.Hour)
	if town.knows(town.guild) {
		t.Error("something is noted about a server that is forgotten")
	}
}

// What Ana plays alone, or against the bot, is nobody else's: it goes on in her
// direct messages, from /games, when the server where she began it is forgotten.
func TestWhatOnePlaysAloneOutlivesTheServer(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	orchard, ana := town.guild.NewChannel("orchard"), town.member
	town.discord.NewGuild("Elsewhere").Invite(ana)
	versus := town.spar(ana, ana.In(orchard))
	versus.step()
	number, line := practiceLine(t, adaman.Won)
	practice := town.numbered(ana.In(orchard), number)
	practice.play(line[0])
	town.guild.RemoveBot()
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })

	dm := ana.InDM()
	open := func(label string) discordtest.Message {
		t.Helper()
		return dm.Press(dm.Run("/games").Reply(), label).Reply()
	}
	versus.place, practice.place = dm, dm
	for i := range 3 { // now and then she plays on
		town.daysPass(10)
		versus.board = open("Go on against me")
		versus.step()
		practice.board = open("Go on with the practice deal")
		practice.play(line[1+i])
	}
	practice.look()
	practiceThen := practice.board.Text()
	town.clock.Advance(time.Minute)
	town.eventually(func() bool { return !town.knows(town.guild) })
	town.restart()

	versus.step() // on the message that was there before
	versus.board = open("Go on against me")
	for versus.step() {
	}
	tells(t, versus.board.Text(), "[Play again]")
	practice.board = open("Go on with the practice deal")
	if got := practice.board.Text(); got != practiceThen {
		t.Errorf("the board was\n%s\nand is\n%s", practiceThen, got)
	}
	practice.playAll(line[4:])
	practice.press("Keep this result")
	r := town.results()
	if len(r) != 2 || r[0].Kind != store.Robot || r[1].Kind != store.Practice {
		t.Errorf("results are %+v", r)
	}
	for _, one := range r {
		if one.Guild != 0 || one.Channel != 0 {
			t.Errorf("a result says where it was: %+v", one)
		}
	}
	town.noErrors()
}

// The server removed the bot while it was not running: Discord's list at the next
// start lacks it.
func TestARemovalWhileTheBotIsDown(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	town.stop()
	town.guild.RemoveBot()
	town.start()
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })
	// It comes back while the bot is down, and the announcement with it.
	town.clock.Advance(20 * 24 * time.Hour)
	town.stop()
	town.guild.AddBot()
	town.start()
	town.eventually(func() bool { return town.leftAt(town.guild).IsZero() })
	town.eventually(func() bool { return town.due().Equal(at(24, 20, 0, 0)) })
	town.to(at(24, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 1 })
	town.daysPass(31)
	if !town.knows(town.guild) {
		t.Error("it is forgotten though the bot is there")
	}
	town.noErrors()
}

// A list that is not whole says nothing about servers that it lacks.
func TestAListThatIsNotWhole(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	for _, ready := range []map[string]any{
		{"v": 9, "session_id": "s", "user": map[string]any{"id": town.discord.AppID()}},
		{"v": 9, "session_id": "s", "user": map[string]any{"id": town.discord.AppID()}, "guilds": nil},
		{"v": 9, "session_id": "s", "guilds": []any{}},
		{"v": 9, "session_id": "s", "user": map[string]any{"id": town.discord.AppID()}, "guilds": []any{}, "shard": []int{0, 2}},
		{"v": 9, "session_id": "s", "user": map[string]any{"id": town.discord.AppID()}, "guilds": []any{map[string]any{"unavailable": true}}},
	} {
		n := strings.Count(town.log.String(), "not whole")
		town.discord.Emit("READY", ready)
		town.eventually(func() bool { return strings.Count(town.log.String(), "not whole") == n+1 })
	}
	// And a whole one that lacks a server does not count against what Discord
	// says when it is asked.
	asked := town.discord.Count("GET", "/guilds/{guild}")
	town.discord.Emit("READY", map[string]any{"v": 9, "session_id": "s", "user": map[string]any{"id": town.discord.AppID()}, "guilds": []any{}, "shard": []int{0, 1}})
	town.eventually(func() bool { return town.discord.Count("GET", "/guilds/{guild}") > asked })
	town.settle()
	if left := town.leftAt(town.guild); !left.IsZero() {
		t.Errorf("it is noted as left at %v", left)
	}
}

// News may overtake each other: the server takes the bot back, and only then the
// bot hears that it was removed. What Discord says when it is asked counts.
func TestNewsThatOvertakeEachOther(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	asked := town.discord.Count("GET", "/guilds/{guild}")
	town.discord.Emit("GUILD_DELETE", map[string]any{"id": town.guild.ID()})
	town.eventually(func() bool { return town.discord.Count("GET", "/guilds/{guild}") > asked })
	town.settle()
	if left := town.leftAt(town.guild); !left.IsZero() {
		t.Fatalf("it is noted as left at %v", left)
	}
	town.guild.RemoveBot()
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })
	asked = town.discord.Count("GET", "/guilds/{guild}")
	town.discord.Emit("GUILD_CREATE", map[string]any{"id": town.guild.ID()})
	town.eventually(func() bool { return town.discord.Count("GET", "/guilds/{guild}") > asked })
	town.settle()
	if left := town.leftAt(town.guild); left.IsZero() {
		t.Error("it is noted as there")
	}
}

// When the time has come to forget a server, Discord is asked once more: it may
// have taken the bot back unheard. If Discord does not answer, it waits.
func TestBeforeAServerIsForgottenDiscordIsAsked(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	town.guild.RemoveBot()
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })
	due := town.leftAt(town.guild).Add(30 * 24 * time.Hour)
	silent := town.discord.Inject(discordtest.Fault{Method: "GET", Route: "/guilds/{guild}", Status: 503})
	town.clock.Advance(due.Sub(town.clock.Now()))
	town.eventually(func() bool { return town.due().After(due) })
	if !town.knows(town.guild) {
		t.Fatal("it is forgotten though nobody knows")
	}
	silent()
	town.guild.SetWithheld(true) // so that the bot does not hear of it
	town.guild.AddBot()
	town.clock.Advance(2 * time.Hour)
	town.eventually(func() bool { return town.leftAt(town.guild).IsZero() })
	if !town.knows(town.guild) {
		t.Error("it is forgotten")
	}
}

// A server of which nothing is known leaves no trace when it removes the bot.
func TestNothingIsNotedAboutAStranger(t *testing.T) {
	t.Parallel()
	h := open(t)
	other := h.discord.NewGuild("Elsewhere")
	asked := h.discord.Count("GET", "/guilds/{guild}")
	other.RemoveBot()
	h.eventually(func() bool { return h.discord.Count("GET", "/guilds/{guild}") > asked })
	h.settle()
	if h.knows(other) {
		t.Error("something is noted")
	}
	if got := fmt.Sprint(h.games(), h.results()); got != "[] []" {
		t.Errorf("there is %s", got)
	}
}
