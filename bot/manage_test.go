package bot_test

import (
	"context"
	"strings"
	"testing"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/store"
)

// A hall is a house with somebody who manages its server, and two channels.
type hall struct {
	*house
	mia, ana, ben   *discordtest.Member
	orchard, meadow *discordtest.Channel
}

func newHall(t testing.TB, options ...func(*setting)) *hall {
	t.Helper()
	h := open(t, options...)
	hall := &hall{house: h, mia: h.guild.Join("Mia"), ana: h.guild.Join("Ana"), ben: h.guild.Join("Ben"),
		orchard: h.guild.NewChannel("orchard"), meadow: h.guild.NewChannel("meadow")}
	hall.mia.SetRoles(h.guild.NewRole("managers", discordtest.ManageGuild))
	return hall
}

// settings opens /settings.
func (h *hall) settings() discordtest.Message {
	h.Helper()
	a := h.mia.In(h.orchard).Run("/settings")
	if !a.Reply().Ephemeral {
		h.Fatal("everybody sees the settings")
	}
	return a.Reply()
}

// choose chooses in the menu for a subject and returns the message after it.
func (h *hall) choose(subject string, values ...string) discordtest.Message {
	h.Helper()
	m := h.settings()
	h.mia.In(h.orchard).Select(m, "settings-set|0|0|"+subject, values...)
	m, _ = h.mia.In(h.orchard).Look(m)
	return m
}

// chosen are the values that a menu shows as chosen.
func chosen(m discordtest.Message, subject string) (values []string) {
	for _, c := range m.All() {
		if c.CustomID != "settings-set|0|0|"+subject {
			continue
		}
		for _, o := range c.Options {
			if o.Default {
				values = append(values, o.Value)
			}
		}
		for _, d := range c.DefaultValues {
			values = append(values, d.(map[string]any)["id"].(string))
		}
	}
	return values
}

func is(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s: %q is chosen, not %q", what, got, want)
	}
}

// The message shows what is decided, and each choice is kept at once and shown.
func TestSettingsAreKeptAtOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	m := h.settings()
	tells(t, m.Text(), "Settings of this server", "Each choice counts at once", "**Channels** for games and for answers to everybody: all", "None. `/adaman schedule` with a `time` sets one.")
	is(t, "language", chosen(m, "language"), "own")
	is(t, "pace", chosen(m, "pace"), "day")
	is(t, "place", chosen(m, "place"), "here")
	is(t, "channels", chosen(m, "channels"))

	m = h.choose("pace", "long")
	tells(t, m.Text(), "✓ New games of Adam & Eva: **Three days for each move**")
	is(t, "pace", chosen(m, "pace"), "long")
	m = h.choose("place", "thread")
	tells(t, m.Text(), "Create Public Threads and Send Messages in Threads", "✓ Each new game gets a thread of its own.")
	m = h.choose("channels", h.orchard.ID(), h.meadow.ID())
	tells(t, m.Text(), "✓ From now on games begin only in <#"+h.orchard.ID()+"> and <#"+h.meadow.ID()+"> and in threads there")
	m = h.choose("language", "en")
	tells(t, m.Text(), "✓ From now on I speak **English** to everybody here.")

	h.restart()
	m = h.settings()
	is(t, "language", chosen(m, "language"), "en")
	is(t, "pace", chosen(m, "pace"), "long")
	is(t, "place", chosen(m, "place"), "thread")
	is(t, "channels", chosen(m, "channels"), h.orchard.ID(), h.meadow.ID())

	is(t, "language", chosen(h.choose("language", "own"), "language"), "own")
	m = h.choose("channels")
	tells(t, m.Text(), "games begin in every channel")
	is(t, "channels", chosen(m, "channels"))
}

// The announcement is shown, and a button leads to where it is changed, in a
// message of its own.
func TestSettingsShowTheAnnouncement(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.mia.In(h.orchard).Run("/adaman schedule", discordtest.String("time", "20:00"))
	m := h.settings()
	tells(t, m.Text(), "In <#"+h.orchard.ID()+">, every day at 20:00 (`UTC`).")
	a := h.mia.In(h.orchard).Press(m, "Change the announcement…")
	tells(t, a.Reply().Text(), "The daily is announced in <#"+h.orchard.ID()+">", "[Stop]")
	if now, _ := h.mia.In(h.orchard).Look(m); now.Text() != m.Text() {
		t.Errorf("the settings are now\n%s", now.Text())
	}
	h.mia.In(h.orchard).Press(a.Reply(), "Stop")
	tells(t, h.settings().Text(), "None.")
}

// Discord offers the command to those who manage the server, and nowhere else
// than on a server; whoever loses the permission presses in vain.
func TestSettingsAreForThoseWhoManageTheServer(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	if a := h.ana.In(h.orchard).Try().NoWait().Run("/settings"); a.Err() == nil {
		t.Error("anybody is offered the settings")
	}
	if a := h.mia.InDM().Try().NoWait().Run("/settings"); a.Err() == nil {
		t.Error("the settings are offered in a direct message")
	}
	m := h.settings()
	h.mia.SetRoles()
	whispers(t, h.mia.In(h.orchard).Select(m, "settings-set|0|0|place", "thread"), "Only members who may manage this server can change its settings.")
	whispers(t, h.mia.In(h.orchard).PressID(m, "settings-schedule|0|0|"), "Only members who may manage this server")
	whispers(t, h.ana.InDM().PressID(h.ana.InDM().Run("/help").Reply(), "settings-set|0|0|pace"), "Use `/settings` in one of its channels")
	h.mia.SetRoles(h.guild.NewRole("managers again", discordtest.ManageGuild))
	is(t, "place", chosen(h.settings(), "place"), "here")
}

// A server can offer the command to a role that may not manage it; the permission
// counts all the same.
func TestSettingsTakeThePermissionWhoeverIsOfferedThem(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	helpers := h.guild.NewRole("helpers", 0)
	h.ana.SetRoles(helpers)
	h.guild.OfferCommand("settings", helpers)
	whispers(t, h.ana.In(h.orchard).Run("/settings"), "Only members who may manage this server can change its settings.")
	tells(t, h.settings().Text(), "Settings of this server")
}

// If the only channel that was chosen is deleted, everybody is told how that is
// mended: who may do it that they can, and others who can.
func TestAChosenChannelThatIsGone(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.choose("channels", h.meadow.ID())
	h.meadow.Delete()
	there := "On this server I play in <#" + h.meadow.ID() + ">"
	whispers(t, h.ana.In(h.orchard).Run("/adam-eva challenge"), there)
	tells(t, h.ana.In(h.orchard).Run("/leaderboard").Text(), there, "somebody who manages this server can choose others with `/settings`.")
	refused := h.mia.In(h.orchard).Run("/adam-eva challenge")
	tells(t, refused.Text(), there, "You can choose other channels with `/settings`.")
	h.choose("channels")
	tells(t, h.ana.In(h.orchard).Run("/adam-eva challenge").Text(), "Ana challenges anybody")
}

// In direct messages with the bot there is all that needs no other member.
func TestWhatThereIsInDirectMessages(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	dm := h.ana.InDM()
	for command, want := range map[string]string{
		"/adam-eva practice": "Round 1", "/adam-eva block": "Who can challenge you", "/adaman daily": "Palace", "/adaman practice": "Palace",
		"/games": "Your games", "/stats": "You have not finished a game yet", "/rules": "Adaman", "/privacy show": "What I keep about you", "/help": "/adam-eva",
	} {
		tells(t, dm.Run(command).Text(), want)
		h.settle()
	}
	for _, command := range []string{"/leaderboard", "/ratings", "/settings"} {
		if a := dm.Try().NoWait().Run(command); a.Err() == nil {
			t.Errorf("%s is offered in direct messages", command)
		}
	}
}

// A choice that was not offered changes nothing.
func TestSettingsTakeWhatTheyOffer(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	m := h.settings()
	for subject, values := range map[string][]string{"language": {"xx"}, "pace": {"hurry"}, "place": {"moon"}, "channels": {"somewhere"}, "nothing": {"here"}, "schedule": {"{}"}} {
		h.mia.In(h.orchard).SelectID(m, "settings-set|0|0|"+subject, values...)
		h.mia.In(h.orchard).SelectID(m, "settings-set|0|0|"+subject)
	}
	m = h.settings()
	is(t, "language", chosen(m, "language"), "own")
	is(t, "pace", chosen(m, "pace"), "day")
	is(t, "place", chosen(m, "place"), "here")
	is(t, "channels", chosen(m, "channels"))
	if strings.Contains(h.log.String(), "level=ERROR") {
		t.Errorf("an error is logged:\n%s", h.log.String())
	}
}

// A channel that was chosen and is deleted keeps nobody from the settings.
func TestSettingsOutliveAChannel(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.choose("channels", h.meadow.ID())
	h.meadow.Delete()
	m := h.settings()
	tells(t, m.Text(), "Settings of this server", "<#"+h.meadow.ID()+">")
	is(t, "channels", chosen(m, "channels"))
	tells(t, h.choose("channels").Text(), "answers to everybody: all")
}

// Where games are played in some channels only, elsewhere nothing is begun or
// shown to all; what one member alone sees works everywhere.
func TestGamesInChosenChannels(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	before := h.sitDown(h.meadow, h.ana, h.ben) // a game that runs already
	h.choose("channels", h.orchard.ID())
	there := "On this server I play in <#" + h.orchard.ID() + ">, so please ask me there."
	cleo, dan := h.guild.Join("Cleo"), h.guild.Join("Dan")

	whispers(t, cleo.In(h.meadow).Run("/adam-eva challenge", opponent(dan)), there)
	whispers(t, cleo.In(h.meadow).Run("/leaderboard"), there)
	whispers(t, cleo.In(h.meadow).Run("/stats"), there)
	if n := len(h.games()); n != 1 {
		t.Fatalf("%d games", n)
	}
	for _, command := range []string{"/rules", "/help", "/adaman daily", "/adam-eva practice"} {
		silentOn(t, cleo.In(h.meadow).Run(command).Text(), there)
	}
	silentOn(t, h.ana.In(h.meadow).Run("/stats", discordtest.Bool("private", true)).Text(), there)

	// The game that runs goes on, and can be shown again.
	before.step()
	h.ana.In(h.meadow).Run("/adam-eva table")
	h.settle()
	tells(t, before.table().Text(), "Round 1 of 4")
	before.play()

	// In the chosen channel and in its threads there is play.
	m := h.sitDown(h.orchard, cleo, dan)
	m.step()
	corner := h.orchard.NewThread("corner")
	h.sitDown(corner, h.ana, h.ben).step()
	whispers(t, h.ana.In(h.meadow.NewThread("nook")).Run("/leaderboard"), there)
}

// A challenge of before the choice is not accepted elsewhere either.
func TestAChallengeWhereGamesAreNoLongerPlayed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	challenge := h.ana.In(h.meadow).Run("/adam-eva challenge", opponent(h.ben)).Reply()
	h.choose("channels", h.orchard.ID())
	whispers(t, h.ben.In(h.meadow).Press(challenge, "Accept"), "On this server I play in <#"+h.orchard.ID()+">, so please ask me there.")
	h.ben.In(h.meadow).Press(challenge, "Decline")
	h.settle()
	if n := len(h.games()); n != 0 {
		t.Errorf("%d games", n)
	}
}

// A finished daily is shared where answers for everybody may come; elsewhere its
// player is told, and their board stays.
func TestSharingInChosenChannels(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	line := h.drawDaily(adaman.Won)
	h.choose("channels", h.orchard.ID())
	p := h.daily(h.ana.In(h.meadow))
	p.playAll(line)
	a := p.place.Press(p.board, "Share")
	h.settle()
	if got := a.Followups(); len(got) != 1 || !strings.Contains(got[0].Text(), "On this server I play in <#"+h.orchard.ID()+">, so please ask me there.") {
		t.Errorf("who shares reads %v", got)
	}
	for _, m := range h.ben.Sees(h.meadow) {
		t.Errorf("everybody sees\n%s", m.Text())
	}
}

// If games have threads of their own, an accepted challenge moves to one.
func TestEachGameInAThreadOfItsOwn(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.choose("place", "thread")
	cleo, dan := h.guild.Join("Cleo"), h.guild.Join("Dan")
	first := h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)).Reply()
	second := cleo.In(h.orchard).Run("/adam-eva challenge", opponent(dan)).Reply()
	h.ben.In(h.orchard).Press(first, "Accept")
	dan.In(h.orchard).Press(second, "Accept")
	h.settle()
	shown, _ := cleo.In(h.orchard).Look(first)
	tells(t, shown.Text(), "Ben has accepted Ana's challenge. They play in <#")
	thread := h.thread(shown.Text())
	table := lastPublic(h.ana, thread)
	tells(t, table.Text(), "Round 1 of 4", "[My hand]")
	other, _ := h.ana.In(h.orchard).Look(second)
	if there := h.thread(other.Text()); there == thread || there.Parent() != h.orchard {
		t.Errorf("the second game is in %v too", there.Name())
	}
	if n := len(h.games()); n != 2 {
		t.Fatalf("%d games", n)
	}
	// A rematch stays in the thread, which is its own.
	m := &match{house: h.house, channel: thread, members: [2]*discordtest.Member{h.ana, h.ben}, chance: games.Secret{6}.Stream("a thread")}
	for seat, member := range m.members {
		m.hands[seat] = member.In(thread).Press(m.table(), "My hand").Reply()
	}
	m.play()
	threads := len(h.guild.Channels())
	again := h.ana.In(thread).Press(m.table(), "Rematch").Reply()
	h.ben.In(thread).Press(again, "Accept")
	h.settle()
	tells(t, lastPublic(h.ana, thread).Text(), "Round 1 of 4")
	if n := len(h.guild.Channels()); n != threads {
		t.Errorf("%d channels, before the rematch %d", n, threads)
	}
}

// A button that offered a thread before the server chose its channels leads nowhere
// afterwards, whether it is to make a challenge or to accept one.
func TestAThreadWhereGamesAreNoLongerPlayed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	cleo, dan := h.guild.Join("Cleo"), h.guild.Join("Dan")
	waiting := cleo.In(h.meadow).Run("/adam-eva challenge").Reply()
	h.sitDown(h.meadow, h.ana, h.ben)
	taken := dan.In(h.meadow).Run("/adam-eva challenge").Reply()
	since := dan.In(h.meadow).Press(waiting, "Accept").Reply()
	channels := len(h.guild.Channels())
	h.choose("channels", h.orchard.ID())
	there := "On this server I play in <#" + h.orchard.ID() + ">, so please ask me there."
	whispers(t, dan.In(h.meadow).Press(taken, "Play in a thread"), there)
	whispers(t, dan.In(h.meadow).Press(since, "Play in a thread"), there)
	if n, m := len(h.games()), len(h.guild.Channels()); n != 2 || m != channels {
		t.Errorf("%d games and %d channels, before it was 2 and %d", n, m, channels)
	}
}

// Both press Rematch after the server has chosen threads: the second press accepts
// what the first has asked, and the new game gets its thread as any other. The old
// one's end stays where it is.
func TestARematchInAThreadOfItsOwn(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	m := h.sitDown(h.orchard, h.ana, h.ben)
	m.giveUp(0)
	end := m.table()
	h.choose("place", "thread")
	rematch := h.ana.In(h.orchard).Press(end, "Rematch").Reply()
	h.settle()
	a := h.ben.In(h.orchard).Press(end, "Rematch")
	h.settle()
	whispers(t, a, "Your table is in <#")
	thread := h.thread(a.Text())
	if thread.Parent() != h.orchard {
		t.Errorf("the thread is below %v", thread.Parent())
	}
	tells(t, lastPublic(h.ana, thread).Text(), "Round 1 of 4")
	shown, _ := h.ana.In(h.orchard).Look(rematch)
	tells(t, shown.Text(), "Ben has accepted Ana's challenge. They play in <#"+thread.ID()+">")
	if now, _ := h.ana.In(h.orchard).Look(end); now.Text() != end.Text() {
		t.Errorf("the end of the old game is now\n%s", now.Text())
	}
}

// A voice channel has messages and no threads: games are played at its one table
// even if each is to have a thread of its own, and none is offered there.
func TestHazard36_AChannelThatCannotHaveThreads(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	cleo, dan := h.guild.Join("Cleo"), h.guild.Join("Dan")
	tells(t, h.choose("place", "thread").Text(), "Voice channels have no threads; there a game is played at the channel's one table.")
	lounge := h.guild.NewVoiceChannel("lounge")
	second := cleo.In(lounge).Run("/adam-eva challenge", opponent(dan)).Reply()
	m := h.sitDown(lounge, h.ana, h.ben)
	m.step()

	refused := dan.In(lounge).Press(second, "Accept")
	whispers(t, refused, "This channel's table was taken in the meantime. You can accept once that game is over.")
	if b := refused.Reply().Buttons(); len(b) != 0 {
		t.Errorf("Dan is offered %v", b)
	}
	cleo.In(lounge).Press(second, "Withdraw")
	h.settle()
	refused = dan.In(lounge).Run("/adam-eva challenge", opponent(cleo))
	whispers(t, refused, "This channel's table is taken. Wait until that game is over, or use another channel.")
	if b := refused.Reply().Buttons(); len(b) != 0 {
		t.Errorf("Dan is offered %v", b)
	}
	// A button of before, when this was not looked at.
	whispers(t, dan.In(lounge).PressID(m.table(), "in-thread|0|0|"+cleo.ID()+" classic longer 0 day"), "This channel cannot have threads.")
	if n := len(h.games()); n != 1 {
		t.Errorf("%d games", n)
	}
	m.play()
	m = h.sitDown(lounge, dan, cleo)
	m.step()
	h.noErrors()
}

// If Discord does not tell what a channel is, a thread is tried; that there can be
// none is said then, and the challenge stays as it was.
func TestHazard36_AChannelWithoutThreadsThatCannotBeLookedUp(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	lounge := h.guild.NewVoiceChannel("lounge")
	challenge := h.ana.In(lounge).Run("/adam-eva challenge", opponent(h.ben)).Reply()
	h.settle()
	h.choose("place", "thread")
	heal := h.discord.Inject(discordtest.Fault{Method: "GET", Route: "/channels/{channel}", Status: 403, Code: 50001})
	whispers(t, h.ben.In(lounge).Press(challenge, "Accept"), "This channel cannot have threads. Play at its own table, or use another channel.")
	heal()
	h.ben.In(lounge).Press(challenge, "Accept")
	h.settle()
	tells(t, lastPublic(h.ana, lounge).Text(), "Round 1 of 4")
	h.noErrors()
}

// The threads of an announcement channel are of a type of their own.
func TestHazard36_AnAnnouncementChannelHasThreadsOfItsOwnType(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	cleo, dan := h.guild.Join("Cleo"), h.guild.Join("Dan")
	news := h.guild.NewAnnouncementChannel("news")
	first := h.ana.In(news).Run("/adam-eva challenge", opponent(h.ben)).Reply()
	h.choose("place", "thread")
	h.ben.In(news).Press(first, "Accept")
	h.settle()
	shown, _ := h.ana.In(news).Look(first)
	thread := h.thread(shown.Text())
	if thread.Kind() != discordtest.AnnouncementThread || thread.Parent() != news {
		t.Errorf("the thread is of type %d", thread.Kind())
	}
	tells(t, lastPublic(h.ana, thread).Text(), "Round 1 of 4")
	// From there another game goes to another thread of the same channel.
	refused := cleo.In(thread).Run("/adam-eva challenge", opponent(dan))
	other := h.thread(cleo.In(thread).Press(refused.Reply(), "Play in a thread").Text())
	if other.Kind() != discordtest.AnnouncementThread || other.Parent() != news || other == thread {
		t.Errorf("the second thread is of type %d", other.Kind())
	}
	h.noErrors()
}

// A post of a forum is a thread like others, with a table; but no thread can be
// opened beside it without a message that begins it.
func TestHazard36_APostOfAForumHasOneTable(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.choose("place", "thread")
	cleo := h.guild.Join("Cleo")
	post := h.guild.NewForum("games").NewThread("a game of cards")
	h.sitDown(post, h.ana, h.ben).step()
	refused := cleo.In(post).Run("/adam-eva challenge")
	whispers(t, refused, "This channel's table is taken. Wait until that game is over, or use another channel.")
	if b := refused.Reply().Buttons(); len(b) != 0 {
		t.Errorf("Cleo is offered %v", b)
	}
	h.noErrors()
}

// What the channels menu offers are those in which a table can be posted.
func TestSettingsOfferChannelsWithATable(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	m := h.settings()
	for _, channel := range []*discordtest.Channel{h.guild.NewVoiceChannel("lounge"), h.guild.NewAnnouncementChannel("news")} {
		if a := h.mia.In(h.orchard).Try().Select(m, "settings-set|0|0|channels", channel.ID()); a.Err() != nil {
			t.Errorf("%s is not offered: %v", channel.Name(), a.Err())
		}
	}
	if a := h.mia.In(h.orchard).Try().Select(m, "settings-set|0|0|channels", h.guild.NewForum("games").ID()); a.Err() == nil {
		t.Error("a forum is offered")
	}
}

// What a thread needs is looked at before anybody is challenged.
func TestHazard36_AThreadOfItsOwnIsCheckedBeforeTheChallenge(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.choose("place", "thread")
	h.orchard.Deny(h.guild.Bot(), discordtest.CreatePublicThreads)
	whispers(t, h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)), "in this channel: Create Public Threads")
	h.orchard.Allow(h.guild.Bot(), discordtest.CreatePublicThreads)
	h.orchard.Deny(h.guild.Bot(), discordtest.SendMessagesInThreads)
	whispers(t, h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)), "in this channel: Send Messages in Threads")
	if n := len(h.games()); n != 0 {
		t.Fatalf("%d games", n)
	}
	// It is lost while the challenge is open.
	h.orchard.Allow(h.guild.Bot(), discordtest.SendMessagesInThreads)
	challenge := h.ana.In(h.orchard).Run("/adam-eva challenge", opponent(h.ben)).Reply()
	h.orchard.Deny(h.guild.Bot(), discordtest.CreatePublicThreads)
	whispers(t, h.ben.In(h.orchard).Press(challenge, "Accept"), "in this channel: Create Public Threads")
	if g := h.game(); g.Kind != store.Challenge {
		t.Errorf("the game is a %s", g.Kind)
	}
}

// Settings of a version to come stay as they are.
func TestSettingsLeaveOthersAlone(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	guild := idOf(t, h.guild.ID())
	err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		return tx.PutSettings(&store.Settings{Guild: guild, Data: []byte(`{"weather":{"wind":3}}`)})
	})
	if err != nil {
		t.Fatal(err)
	}
	h.choose("pace", "none")
	_ = h.store.View(context.Background(), func(tx *store.Tx) error {
		s, err := tx.Settings(guild)
		if err != nil || !strings.Contains(string(s.Data), `"weather":{"wind":3}`) || !strings.Contains(string(s.Data), `"pace":"none"`) {
			t.Errorf("kept is %s (%v)", s.Data, err)
		}
		return nil
	})
}
