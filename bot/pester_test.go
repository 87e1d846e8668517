package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/store"
)

// Challenges cannot be used to pester: one that is open at a time, a pause for
// each pair that grows with each time that the other declines, and a way to
// refuse all (TestTakingNoChallenges). The pause outlives a restart.
func TestHazard52_APairHasAPauseBetweenChallenges(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	challenge := func() discordtest.Message {
		t.Helper()
		m := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
		tells(t, m.Text(), "Ana challenges Ben")
		h.settle()
		return m
	}
	pausedFor := func(d time.Duration) {
		t.Helper()
		again := fmt.Sprintf("<t:%d:R>", h.clock.Now().Add(d).Unix())
		for _, step := range []time.Duration{0, d - time.Second} {
			h.clock.Advance(step)
			whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)),
				"Your last challenge to Ben was not long ago. You can make the next one "+again+". Ben can challenge you at any time.")
			h.restart()
		}
		h.clock.Advance(time.Second)
	}
	decline := func() { ben.In(orchard).Press(challenge(), "Decline") }

	decline()
	pausedFor(time.Hour)
	decline()
	pausedFor(6 * time.Hour)
	decline()
	pausedFor(24 * time.Hour)
	decline()
	pausedFor(24 * time.Hour)

	// What is taken back counts in the same row.
	ana.In(orchard).Press(challenge(), "Withdraw")
	pausedFor(24 * time.Hour)

	// Neither is kept from anybody else, nor Ben from Ana.
	other := ana.In(orchard).Run("/adam-eva challenge", opponent(cleo)).Reply()
	h.settle()
	ana.In(orchard).Press(other, "Withdraw")
	anybody := ana.In(orchard).Run("/adam-eva challenge").Reply()
	tells(t, anybody.Text(), "Ana challenges anybody")
	h.settle()
	ana.In(orchard).Press(anybody, "Withdraw")
	theirs := ben.In(orchard).Run("/adam-eva challenge", opponent(ana)).Reply()
	tells(t, theirs.Text(), "Ben challenges Ana")
	h.settle()
	ben.In(orchard).Press(theirs, "Withdraw")

	// Ben has challenged, so he may be challenged, and it begins from the beginning.
	decline()
	pausedFor(time.Hour)

	// Long after the last, one in a row is the first again.
	decline()
	pausedFor(6 * time.Hour)
	h.clock.Advance(8 * 24 * time.Hour)
	decline()
	pausedFor(time.Hour)
}

// The week in which times count as in a row is over to the minute, though what is
// over is otherwise removed once an hour.
func TestHazard52_ARowEndsToTheMinute(t *testing.T) {
	t.Parallel()
	for after, pause := range map[time.Duration]time.Duration{-time.Minute: 6 * time.Hour, time.Minute: time.Hour} {
		h := open(t)
		orchard, ana, ben := h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben")
		decline := func() {
			t.Helper()
			ben.In(orchard).Press(ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply(), "Decline")
			h.settle()
		}
		decline()
		h.clock.Advance(time.Hour)
		h.stop()
		h.clock.Advance(7*24*time.Hour - 5*time.Minute)
		h.start()
		h.clock.Advance(5*time.Minute + after)
		decline()
		again := fmt.Sprintf("<t:%d:R>", h.clock.Now().Add(pause).Unix())
		whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)), "You can make the next one "+again)
	}
}

// A challenge that is taken back at once has mentioned its member all the same, and
// so has one that nobody answers: their pauses grow as well, in one row with those
// after a challenge that was declined. In a day Ben is mentioned four times.
func TestHazard52_AChallengeThatIsTakenBackPestersToo(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	mentions := 0
	challenge := func() (m discordtest.Message, open bool) {
		t.Helper()
		m = ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
		h.settle()
		if !strings.Contains(m.Text(), "Ana challenges Ben") {
			return m, false
		}
		mentions += len(m.Pings.Users)
		return m, true
	}
	for range 24 * 6 { // every ten minutes of a day
		if m, open := challenge(); open {
			ana.In(orchard).Press(m, "Withdraw")
			h.settle()
		}
		h.clock.Advance(10 * time.Minute)
	}
	if mentions != 4 {
		t.Errorf("Ben is mentioned %d times in a day; at once, and after 10 minutes, 1 hour and 6 hours makes 4", mentions)
	}
	// Cleo does not answer at all. The pause begins when the day is over.
	for i, pause := range []time.Duration{10 * time.Minute, time.Hour} {
		m := ana.In(orchard).Run("/adam-eva challenge", opponent(cleo)).Reply()
		tells(t, m.Text(), "Ana challenges Cleo")
		h.settle()
		h.clock.Advance(24 * time.Hour)
		waitFor(t, func() bool {
			now, _ := ana.In(orchard).Look(m)
			return len(now.Buttons()) == 0
		})
		h.clock.Advance(pause - time.Second)
		whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(cleo)), "Your last challenge to Cleo was not long ago.")
		h.clock.Advance(time.Second)
		if i == 0 {
			h.restart()
		}
	}
	// The third in a row she declines: it is 6 hours, no less than if she had not.
	m := ana.In(orchard).Run("/adam-eva challenge", opponent(cleo)).Reply()
	h.settle()
	cleo.In(orchard).Press(m, "Decline")
	h.clock.Advance(6*time.Hour - time.Second)
	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(cleo)), "Your last challenge to Cleo was not long ago.")
	h.clock.Advance(time.Second)
	tells(t, ana.In(orchard).Run("/adam-eva challenge", opponent(cleo)).Reply().Text(), "Ana challenges Cleo")
}

// Two who have played to the end may challenge each other at once, whatever was
// declined before.
func TestHazard52_AFinishedGameLiftsThePause(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	m.giveUp(0)
	rematch := ana.Press(m.table(), "Rematch").Reply()
	m.settle()
	end := m.members[0].Sees(m.channel)
	ben.Press(rematch, "Decline")
	for _, msg := range end {
		if msg.Button("Rematch") != nil {
			whispers(t, ana.Press(msg, "Rematch"), "Your last challenge to Ben was not long ago.")
		}
	}
	theirs := ben.Run("/adam-eva challenge").Reply()
	m.settle()
	ana.Press(theirs, "Accept") // to anybody, so no pause is in the way
	m.settle()
	ana.Press(ana.Run("/adam-eva resign").Reply(), "Yes, resign")
	m.settle()
	challenge := ana.Run("/adam-eva challenge", opponent(m.members[1])).Reply()
	tells(t, challenge.Text(), "Ana challenges Ben")
}

// One open challenge a challenger; and whoever is challenged, or waits for an
// answer, is kept from nothing by that.
func TestHazard52_AnOpenChallengeKeepsNobodyFromAnything(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, meadow, grove := h.guild.NewChannel("orchard"), h.guild.NewChannel("meadow"), h.guild.NewChannel("grove")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	h.settle()
	for _, again := range []*discordtest.Action{
		ana.In(meadow).Run("/adam-eva challenge", opponent(cleo)),
		ana.In(meadow).Run("/adam-eva challenge"),
	} {
		whispers(t, again, "You have a challenge open already, in <#"+orchard.ID()+">. Withdraw it before you make another.")
	}
	// Both play elsewhere, against others and alone.
	h.sitDown(meadow, ben, cleo).step()
	accepted := cleo.In(grove).Run("/adam-eva challenge").Reply()
	h.settle()
	ana.In(grove).Press(accepted, "Accept")
	h.settle()
	tells(t, lastPublic(ana, grove).Text(), "Round 1 of 4")
	for _, member := range []*discordtest.Member{ana, ben} {
		tells(t, member.In(orchard).Run("/adaman practice").Text(), "Palace")
		tells(t, member.In(orchard).Run("/adam-eva practice").Text(), "Round 1")
	}
	// And the challenge is still there to be accepted.
	ben.In(orchard).Press(challenge, "Accept")
	h.settle()
	tells(t, lastPublic(ana, orchard).Text(), "Round 1 of 4")
}

// Ana is forgotten while she waits, or while her challenge waits for Ben. As
// somebody new she waits as long as before, and the row goes on where it was.
func TestHazard52_BeingForgottenEndsNoPause(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	challenge := func() discordtest.Message {
		t.Helper()
		m := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
		tells(t, m.Text(), "Ana challenges Ben")
		h.settle()
		return m
	}
	refused := func() {
		t.Helper()
		whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)), "Your last challenge to Ben was not long ago.")
	}
	ben.In(orchard).Press(challenge(), "Decline")
	refused()
	for range 2 {
		question, _ := h.forgets(ana.In(orchard))
		tells(t, question.Text(), "You still have to wait before you challenge the same member again.")
		whispers(t, ana.In(orchard).Run("/privacy show"), "I keep nothing about you.")
		refused()
		ana.InDM().Run("/adaman practice") // and is somebody new
		refused()
	}
	h.clock.Advance(time.Hour)

	challenge()
	h.forgets(ana.In(orchard)) // which takes it back, the second in a row
	h.clock.Advance(time.Hour)
	h.restart()
	refused()
	h.clock.Advance(5 * time.Hour)
	challenge()
}

// A pause that does not count any more is kept no longer.
func TestAPauseIsNotKeptForEver(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	h.settle()
	ben.In(orchard).Press(challenge, "Decline")
	kept := func() (n int) {
		if err := h.store.View(t.Context(), func(tx *store.Tx) error {
			all, err := tx.PausesOf(1)
			n = len(all)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if kept() != 1 {
		t.Fatal("there is no pause")
	}
	h.clock.Advance(7 * 24 * time.Hour)
	h.restart()
	if kept() != 1 {
		t.Error("the next challenge that is declined would not be the second in a row")
	}
	h.clock.Advance(2 * time.Hour)
	waitFor(t, func() bool { return kept() == 0 })
}
