package sandbox

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"windfall/store"
)

// A table is two visitors who play Adam & Eva in #general.
type table struct {
	*testing.T
	players [2]*visitor
}

// sitDown has Ana challenge Ben, who accepts; both open their hands.
func sitDown(t *testing.T, s *Sandbox) *table {
	t.Helper()
	ana, ben := visit(t, s, "Ana"), visit(t, s, "Ben")
	general := ana.channel("general")
	if a := ana.run("adam-eva challenge", map[string]any{"member": ana.id("Ben")}); a.State != "done" {
		t.Fatalf("the challenge ends as %+v", a)
	}
	challenge := ben.sees("the challenge", general, func(m message) bool { return button(m, "Accept") != nil })
	if a := ben.press(challenge, "Accept"); a.State != "done" || a.Message != challenge.ID {
		t.Fatalf("accepting ends as %+v", a)
	}
	tb := &table{t, [2]*visitor{ana, ben}}
	tb.openHands()
	return tb
}

// public is the newest message for everybody.
func (tb *table) public(v *visitor, what string, is func(message) bool) message {
	tb.Helper()
	return v.sees(what, v.channel("general"), func(m message) bool { return !m.Ephemeral && is(m) })
}

func (tb *table) openHands() {
	tb.Helper()
	for _, v := range tb.players {
		on := tb.public(v, "the table", func(m message) bool { return button(m, "My hand") != nil })
		if a := v.press(on, "My hand"); a.State != "done" {
			tb.Fatalf("%s's hand ends as %+v", v.name, a)
		}
		v.sees("a hand", v.channel("general"), func(m message) bool {
			return m.Ephemeral && strings.Contains(told(m), "Your hand") && m.ReplyTo == on.ID
		})
	}
}

// turn waits until one of the players has a move to make, and returns who and on
// which message; done is true if the game is over instead.
func (tb *table) turn() (v *visitor, on message, done bool) {
	tb.Helper()
	general := tb.players[0].channel("general")
	tb.players[0].until("anybody's turn", func() bool {
		for i, p := range tb.players {
			if i > 0 {
				p.mu.Lock()
			}
			list := p.list(general)
			if i > 0 {
				p.mu.Unlock()
			}
			for j := len(list) - 1; j >= 0; j-- {
				if list[j].Ephemeral && len(moves(list[j])) > 0 {
					v, on = p, list[j]
					return true
				}
				if !list[j].Ephemeral && button(list[j], "Rematch") != nil {
					done = true
					return true
				}
			}
		}
		return false
	})
	return v, on, done
}

// play makes some moves, and reports how many there were to make.
func (tb *table) play(n int) (made int) {
	tb.Helper()
	late := 0
	for ; made < n; made++ {
		v, on, done := tb.turn()
		if done {
			break
		}
		live := moves(on)
		begun := time.Now()
		a := v.press(on, live[made%len(live)].CustomID)
		if a.State == "refused" && strings.Contains(a.Error, "any more") {
			made-- // the hand has just changed
			continue
		}
		// On a machine that stands still for three seconds a press fails, as it
		// would on Discord, and one presses again.
		if a.State == "failed" && time.Since(begun) >= 2900*time.Millisecond && late < 2 {
			tb.Logf("%s's press was answered too late", v.name)
			late++
			made--
			continue
		}
		if a.State != "done" {
			tb.Fatalf("%s's move ends as %+v", v.name, a)
		}
	}
	return made
}

func TestAChallengeIsAcceptedAndEachSeesTheirOwnHand(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	tb := sitDown(t, s)
	ana, ben := tb.players[0], tb.players[1]
	carla := visit(t, s, "Carla")
	general := carla.channel("general")
	if h := carla.does(ask{Do: "open", Channel: general}).History; len(h) != 1 || h[0].By == nil || h[0].By.Name != "Ana" ||
		h[0].Command != "adam-eva challenge" || h[0].Kind != answerToCommand || !h[0].ByBot || h[0].Author.Name != "Windfall" {
		t.Errorf("Carla, who comes later, sees %+v", h)
	}
	if made := tb.play(12); made != 12 {
		t.Fatalf("the game was over after %d moves", made)
	}
	// What each was shown alone is in nobody else's stream: neither the message
	// nor what it says.
	all := []*visitor{ana, ben, carla}
	for _, owner := range all[:2] {
		private := 0
		for _, m := range s.member(owner.world.Me).Sees(s.discord.Channel(general)) {
			if !m.Ephemeral {
				continue
			}
			private++
			hand := ""
			for line := range strings.Lines(m.Text()) {
				if strings.Contains(line, "Your hand") {
					hand = strings.TrimSpace(line)
				}
			}
			if hand == "" {
				t.Fatalf("%s's hand says no cards:\n%s", owner.name, m.Text())
			}
			if !strings.Contains(owner.hears(), m.ID) || !strings.Contains(owner.hears(), hand) {
				t.Errorf("%s was not sent their own hand %q", owner.name, hand)
			}
			for _, other := range all {
				if other != owner && (strings.Contains(other.hears(), m.ID) || strings.Contains(other.hears(), hand)) {
					t.Errorf("%s was sent %s's hand %q", other.name, owner.name, hand)
				}
			}
		}
		if private == 0 {
			t.Errorf("%s has no hand", owner.name)
		}
	}
	if strings.Contains(carla.hears(), "Your hand") || strings.Contains(carla.hears(), `"ephemeral"`) {
		t.Error("Carla was sent a hand")
	}
}

// Whoever must act and is not here is mentioned, which shows to them alone.
func TestAMentionLightsUpForTheOneMentioned(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana, ben := visit(t, s, "Ana"), visit(t, s, "Ben")
	ana.run("adam-eva challenge", map[string]any{"member": ana.id("Ben")})
	is := func(m message) bool { return button(m, "Accept") != nil }
	if m := ben.sees("the challenge", ben.channel("general"), is); !m.Lit {
		t.Error("the challenge does not light up for the one challenged")
	}
	if m := ana.sees("the challenge", ana.channel("general"), is); m.Lit {
		t.Error("the challenge lights up for the challenger")
	}
}

func TestAGameGoesOnAfterTheBotWasRestarted(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	tb := sitDown(t, s)
	ana, ben := tb.players[0], tb.players[1]
	tb.play(3)
	for range 2 {
		first := ana.begin(ask{Do: "restart"})
		second := ben.begin(ask{Do: "restart"})
		a, b := ana.end(first), ben.end(second)
		if a.State != "done" && b.State != "done" {
			t.Fatalf("nobody restarted the bot: %+v, %+v", a, b)
		}
		for _, x := range []action{a, b} {
			if x.State != "done" && !strings.Contains(x.Error, "already") {
				t.Errorf("a restart ends as %+v", x)
			}
		}
		arrived(t, s)
	}
	ana.until("the bot to go and come", func() bool {
		went := false
		for _, b := range ana.bots {
			went = went || !b.Online
		}
		return went && ana.world.Bot.Online
	})
	tb.openHands()
	if made := tb.play(400); made < 20 || made == 400 {
		t.Errorf("the game went on for %d moves", made)
	}
}

func TestPressesFailWhileTheBotIsAway(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	if err := s.bot.stop(); err != nil {
		t.Fatal(err)
	}
	ana.until("the bot to be gone", func() bool { return !ana.world.Bot.Online })
	n := ana.begin(ask{Do: "run", Channel: ana.channel("general"), Command: "help"})
	ana.until("the command to be on its way", func() bool { return len(ana.actions[n]) > 0 })
	ana.does(ask{Do: "advance", Seconds: 4})
	if a := ana.end(n); a.State != "failed" || a.Error != didNotRespond {
		t.Errorf("a command nobody answers ends as %+v", a)
	}
	if err := s.bot.start(); err != nil {
		t.Fatal(err)
	}
	arrived(t, s)
	ana.until("the bot to be back", func() bool { return ana.world.Bot.Online })
	if a := ana.run("help", nil); a.State != "done" {
		t.Errorf("a command after it is back ends as %+v", a)
	}
}

func TestTheClockMovedForwardEndsAGame(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	tb := sitDown(t, s)
	tb.play(2)
	before := s.clock.Now()
	const days = 15 * 24 * 60 * 60
	tb.players[0].does(ask{Do: "advance", Seconds: days})
	tb.public(tb.players[1], "the end of the game", func(m message) bool {
		return strings.Contains(told(m), "time ran out; ")
	})
	for _, v := range tb.players {
		v.until("the clock", func() bool { return len(v.clocks) == 1 })
		if at := v.clocks[0].Now - before.UnixMilli(); at < days*1000 {
			t.Errorf("%s's clock went on by %d ms", v.name, at)
		}
	}
}

func TestTheNextDayHasTheNextDeal(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	for _, deal := range []string{"Adaman no. 1", "Adaman no. 2"} {
		if a := ana.run("adaman daily", nil); a.State != "done" {
			t.Fatalf("it ends as %+v", a)
		}
		ana.sees(deal, ana.channel("general"), func(m message) bool { return m.Ephemeral && strings.Contains(told(m), deal) })
		ana.does(ask{Do: "advance", Seconds: 24 * 60 * 60})
	}
}

func TestWhatGoesWrongOnRequest(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana, ben := visit(t, s, "Ana"), visit(t, s, "Ben")
	ana.does(ask{Do: "fault", Fault: "failing", On: true})
	ben.until("the fault", func() bool { return len(ben.world.Bot.Faults) == 1 && ben.world.Bot.Faults[0] == "failing" })
	if a := ana.run("help", nil); a.State != "failed" {
		t.Errorf("while Discord answers 503 a command ends as %+v", a)
	}
	ana.does(ask{Do: "fault", Fault: "failing"})
	if a := ana.run("help", nil); a.State != "done" {
		t.Errorf("after that a command ends as %+v", a)
	}
	ana.does(ask{Do: "fault", Fault: "limited", On: true})
	for range 4 {
		if a := ana.run("help", nil); a.State != "done" {
			t.Errorf("while every other request is limited a command ends as %+v", a)
		}
	}
	ana.does(ask{Do: "fault", Fault: "slow", On: true})
	n := ana.begin(ask{Do: "run", Channel: ana.channel("general"), Command: "help"})
	ana.until("the slow command to be on its way", func() bool { return len(ana.actions[n]) > 0 })
	ana.does(ask{Do: "fault", Fault: "limited"})
	ana.does(ask{Do: "fault", Fault: "slow"}) // while a request hangs
	if a := ana.end(n); a.State != "done" {
		t.Errorf("a slow command ends as %+v", a)
	}
	ben.until("the end of all faults", func() bool { return len(ben.world.Bot.Faults) == 0 })
	if a := ana.ask(ask{Do: "fault", Fault: "flood", On: true}); a.State != "refused" {
		t.Errorf("an unknown fault ends as %+v", a)
	}
	ana.does(ask{Do: "cut"})
	ana.until("the bot to lose its connection", func() bool {
		return slices.ContainsFunc(ana.bots, func(b botNow) bool { return !b.Online })
	})
	ana.until("the bot to be back", func() bool { return ana.world.Bot.Online })
	if a := ana.run("help", nil); a.State != "done" {
		t.Errorf("after the connection was cut a command ends as %+v", a)
	}
}

// While the disk is busy the bot asks for more time, and Discord shows
// "thinking…".
func TestTheBotAsksForMoreTime(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	general := ana.channel("general")
	busy, release, freed := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		freed <- s.bot.store.Update(context.Background(), func(*store.Tx) error {
			close(busy)
			<-release
			return nil
		})
	}()
	<-busy
	n := ana.begin(ask{Do: "run", Channel: general, Command: "adaman daily"})
	ana.until("the bot to think", func() bool {
		all := ana.actions[n]
		return len(all) > 0 && all[len(all)-1].State == "thinking"
	})
	thinking := ana.sees("thinking…", general, func(m message) bool { return m.Loading && m.Ephemeral })
	close(release)
	if a := ana.end(n); a.State != "done" {
		t.Errorf("it ends as %+v", a)
	}
	ana.sees("the board", general, func(m message) bool { return m.ID == thinking.ID && !m.Loading && !m.Edited })
	if err := <-freed; err != nil {
		t.Error(err)
	}
	var states []string
	for _, a := range ana.actions[n] {
		states = append(states, a.State)
	}
	if got := strings.Join(states, " "); got != "pending thinking done" {
		t.Errorf("it was told as %s", got)
	}
}

// Whatever goes wrong at the time, the sandbox ends soon.
func TestTheSandboxEndsInTheMidstOfTrouble(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	tb := sitDown(t, s)
	ana := tb.players[0]
	for _, fault := range faults {
		ana.does(ask{Do: "fault", Fault: fault, On: true})
	}
	v, on, _ := tb.turn()
	n := v.begin(ask{Do: "press", Channel: on.Channel, Message: on.ID, CustomID: moves(on)[0].CustomID})
	v.until("the press to be on its way", func() bool { return len(v.actions[n]) > 0 })
	begin := time.Now()
	shut(t, s)
	if took := time.Since(begin); took > 8*time.Second {
		t.Errorf("it took %v", took)
	}
}
