package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
	"windfall/store"
)

// notTaking is what Ben reads whether Ana has blocked him or takes no challenges
// from anybody.
const notTaking = "Ana is not taking challenges at the moment. You can challenge somebody else, or anybody, with `/adam-eva challenge`."

// Ana blocks Ben by one command and unblocks him by one press. He is told the
// same as everybody is once she takes no challenges at all.
func TestBlockingAMember(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	robot := h.guild.Join("Robot", discordtest.AsBot())
	run := func(options ...discordtest.Option) *discordtest.Action {
		return ana.In(orchard).Run("/adam-eva block", options...)
	}
	whispers(t, run(), "Everybody can. To block a member, use `/adam-eva block` and choose them.")
	whispers(t, run(opponent(ana)), "You cannot block yourself.")
	whispers(t, run(opponent(robot)), "Bots challenge nobody.")

	done := run(opponent(ben))
	whispers(t, done, "Ben cannot challenge you any more.")
	tells(t, done.Text(), "Everybody but the one member whom you have blocked.", "[Unblock Ben]", "[Take no challenges]", "Whoever is blocked is not told.")
	whispers(t, run(opponent(ben)), "You had blocked Ben already.")
	h.restart()
	whispers(t, ben.In(orchard).Run("/adam-eva challenge", opponent(ana)), notTaking)
	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)), "You have blocked Ben. Unblock them first if you want to play.")
	if g := h.games(); len(g) != 0 {
		t.Fatalf("there are %v", g)
	}
	challenge := cleo.In(orchard).Run("/adam-eva challenge", opponent(ana)).Reply() // nobody else is kept from it
	tells(t, challenge.Text(), "Cleo challenges Ana")
	h.settle()
	cleo.In(orchard).Press(challenge, "Withdraw")

	shown := run().Reply()
	unblock := shown.Button("Unblock Ben").CustomID
	undone := ana.In(orchard).Press(shown, "Unblock Ben")
	tells(t, undone.Text(), "Ben can challenge you again.", "Everybody can.")
	silentOn(t, undone.Text(), "[Unblock Ben]")
	tells(t, ana.In(orchard).PressID(undone.Reply(), unblock).Text(), "Everybody can.") // pressed twice
	challenge = ben.In(orchard).Run("/adam-eva challenge", opponent(ana)).Reply()
	tells(t, challenge.Text(), "Ben challenges Ana")
}

// Ana takes no challenges from anybody: who challenges her reads the words that
// somebody reads whom she has blocked. Her own challenges stay open.
func TestTakingNoChallenges(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	tells(t, ana.In(orchard).Run("/adam-eva block", discordtest.Bool("everyone", true)).Text(), "Nobody can at the moment.", "[Take challenges again]")
	h.restart()
	whispers(t, ben.In(orchard).Run("/adam-eva challenge", opponent(ana)), notTaking)
	h.sitDown(orchard, ana, ben)
	tells(t, ana.In(orchard).Run("/adam-eva block", opponent(ben)).Text(), "Nobody can at the moment. You have also blocked one member.")
	tells(t, ana.In(orchard).Run("/adam-eva block", discordtest.Bool("everyone", false)).Text(), "Everybody but the one member")
	shown := ana.InDM().Run("/adam-eva block").Reply() // anywhere
	shown = ana.InDM().Press(shown, "Take no challenges").Reply()
	tells(t, shown.Text(), "Nobody can at the moment. You have also blocked one member.")
	tells(t, ana.InDM().Press(shown, "Take challenges again").Text(), "Everybody but the one member", "[Unblock Ben]")
}

// A block ends no game. It keeps from playing again by Rematch, from accepting a
// challenge to anybody, and one that was made before; each is told in words that
// name no block.
func TestABlockReachesEveryWayIntoAGame(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	ana, ben, cleo := m.members[0].In(m.channel), m.members[1].In(m.channel), m.guild.Join("Cleo")
	ana.Run("/adam-eva block", opponent(m.members[1]))
	m.step() // the game goes on
	m.giveUp(0)
	end := m.table()
	whispers(t, ben.Press(end, "Rematch"), notTaking)
	whispers(t, ana.Press(end, "Rematch"), "You have blocked Ben.")

	challenge := ana.Run("/adam-eva challenge").Reply()
	m.settle()
	whispers(t, ben.Press(challenge, "Accept"), notTaking)
	inThread := strings.Replace(challenge.Button("Accept").CustomID, "accept", "accept-in-thread", 1)
	whispers(t, ben.PressID(challenge, inThread), notTaking)
	ana.Press(challenge, "Withdraw")
	m.settle()

	challenge = ben.Run("/adam-eva challenge").Reply()
	m.settle()
	blocked := ana.Press(challenge, "Accept")
	whispers(t, blocked, "You have blocked Ben.")
	tells(t, ana.Press(blocked.Reply(), "Whom I have blocked").Text(), "[Unblock Ben]")
	ben.Press(challenge, "Withdraw")
	m.settle()

	challenge = cleo.In(m.channel).Run("/adam-eva challenge", opponent(m.members[1])).Reply()
	m.settle()
	cleo.In(m.channel).Run("/adam-eva block", opponent(m.members[1]))
	m.settle()
	if now, _ := ben.Look(challenge); !strings.Contains(now.Text(), "Cleo has withdrawn") || len(now.Buttons()) != 0 {
		t.Errorf("the challenge is\n%s", now.Text())
	}
	whispers(t, ben.PressID(challenge, challenge.Button("Accept").CustomID), "This challenge was withdrawn.")
	if g := m.games(); len(g) != 0 {
		t.Errorf("there are %v", g)
	}
}

// Ana has challenged Ben when he blocks her. The challenge ends as if he had
// declined it, so that she cannot tell, and waits for nobody any more: if he would
// challenge her then, he reads that he has blocked her, and nothing else.
func TestABlockEndsTheChallengesBetweenTheTwo(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")
	challenge := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	other := cleo.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	h.settle()
	tells(t, ben.In(orchard).Run("/games").Text(), "Ana challenges you")

	whispers(t, ben.In(orchard).Run("/adam-eva block", opponent(ana)), "Ana cannot challenge you any more.")
	h.settle()
	if now, _ := ana.In(orchard).Look(challenge); now.Text() != "Ben has declined Ana's challenge to Adam & Eva." || len(now.Buttons()) != 0 {
		t.Errorf("the challenge is\n%s", now.Text())
	}
	list := ben.In(orchard).Run("/games").Text()
	silentOn(t, list, "Ana")
	tells(t, list, "Cleo challenges you")
	refused := ben.In(orchard).Run("/adam-eva challenge", opponent(ana))
	whispers(t, refused, "You have blocked Ana. Unblock them first if you want to play.")
	silentOn(t, refused.Text(), "[Accept]", "has challenged you already")
	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)), "Ben is not taking challenges at the moment.")

	// Unblocked, she waits as after any challenge that was declined.
	ben.In(orchard).Press(ben.In(orchard).Run("/adam-eva block").Reply(), "Unblock Ana")
	whispers(t, ana.In(orchard).Run("/adam-eva challenge", opponent(ben)), "Your last challenge to Ben was not long ago.")
	// Cleo's challenge has been open all the time.
	h.acceptAs(orchard, cleo, ben, other).step()
}

// Whoever takes no challenges can still be found by the one whom they have
// challenged themselves.
func TestWhoTakesNoChallengesHasMadeOne(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	ana.In(orchard).Run("/adam-eva challenge", opponent(ben))
	h.settle()
	ana.In(orchard).Run("/adam-eva block", discordtest.Bool("everyone", true))
	already := ben.In(orchard).Run("/adam-eva challenge", opponent(ana))
	whispers(t, already, "Ana has challenged you already")
	ben.In(orchard).Press(already.Reply(), "Accept")
	h.settle()
	tells(t, lastPublic(ana, orchard).Text(), "Round 1 of 4")
}

// Whoever has blocked many turns pages; the newest come first.
func TestManyBlocksHavePages(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana := h.guild.Join("Ana")
	for i := range 23 {
		h.clock.Advance(time.Second)
		ana.In(orchard).Run("/adam-eva block", opponent(h.guild.Join(fmt.Sprintf("Ben %02d", i+1))))
	}
	shown := ana.In(orchard).Run("/adam-eva block").Reply()
	tells(t, shown.Text(), "Everybody but the 23 members", "page 1 of 3", "[Unblock Ben 23]", "[Unblock Ben 14]", "[Next]")
	shown = ana.In(orchard).Press(shown, "Next").Reply()
	shown = ana.In(orchard).Press(shown, "Next").Reply()
	tells(t, shown.Text(), "page 3 of 3", "[Unblock Ben 03]", "[Unblock Ben 01]")
	for _, n := range []string{"01", "02", "03"} {
		shown = ana.In(orchard).Press(shown, "Unblock Ben "+n).Reply()
	}
	tells(t, shown.Text(), "Ben 03 can challenge you again.", "Everybody but the 20 members", "page 2 of 2", "[Unblock Ben 13]", "[Unblock Ben 04]")
}

// Of a member who has been forgotten only the block is left, and it can be taken
// back too.
func TestABlockOfSomebodyWhoIsForgotten(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	ana.In(orchard).Run("/adam-eva block", opponent(ben))
	if err := h.store.Update(t.Context(), func(tx *store.Tx) error {
		n, ok := tx.PlayerNumber(idOf(t, ben.ID()))
		if !ok {
			t.Error("Ben is not known")
		}
		return tx.Forget(n)
	}); err != nil {
		t.Fatal(err)
	}
	whispers(t, ben.In(orchard).Run("/adam-eva challenge", opponent(ana)), notTaking)
	shown := ana.In(orchard).Run("/adam-eva block").Reply()
	silentOn(t, shown.Text(), "Ben")
	tells(t, ana.In(orchard).Press(shown, "Unblock somebody I do not know any more").Text(), "The block is taken back.", "Everybody can.")
	tells(t, ben.In(orchard).Run("/adam-eva challenge", opponent(ana)).Text(), "Ben challenges Ana")
}
