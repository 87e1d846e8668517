package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// A town is a house in which the daily is announced in #news, each day at 20:00
// UTC. It is Friday, 18:00, when it begins.
type town struct {
	*house
	news   *discordtest.Channel
	mayor  *discordtest.Member // who has set it
	member *discordtest.Member // somebody who reads it
}

func newTown(t testing.TB, options ...func(*setting)) *town {
	t.Helper()
	h := open(t, options...)
	town := &town{house: h, news: h.guild.NewChannel("news"), mayor: h.guild.Join("Mia"), member: h.guild.Join("Ana")}
	town.mayor.SetRoles(h.guild.NewRole("mayor", discordtest.ManageGuild))
	a := town.mayor.In(town.news).Run("/adaman schedule", discordtest.String("time", "20:00"))
	tells(t, a.Text(), "every day at **20:00** (`UTC`)", fmt.Sprintf("<t:%d:F>", friday.Add(2*time.Hour).Unix()))
	return town
}

// announcements are those in a channel, as everybody sees them.
func (town *town) in(channel *discordtest.Channel) (list []discordtest.Message) {
	for _, m := range town.member.Sees(channel) {
		if m.Author.Bot && !m.Ephemeral && strings.Contains(m.Text(), "**Adaman of ") {
			list = append(list, m)
		}
	}
	return list
}

func (town *town) announcements() []discordtest.Message { return town.in(town.news) }

func (town *town) guildID() store.ID {
	n, _ := strconv.ParseUint(town.guild.ID(), 10, 64)
	return store.ID(n)
}

// due is when the bot will think of the server next; zero is never.
func (town *town) due() (due time.Time) {
	town.Helper()
	if err := town.store.View(context.Background(), func(tx *store.Tx) error {
		s, err := tx.Settings(town.guildID())
		due = s.Due
		return err
	}); err != nil {
		town.Fatal(err)
	}
	return due
}

// marked reports whether a day is marked as announced, and whether it is known
// where.
func (town *town) marked(number uint32) (marked, noted bool) {
	_ = town.store.View(context.Background(), func(tx *store.Tx) error {
		at, err := tx.Announcement(town.guildID(), number)
		marked, noted = err == nil, at.ID != 0
		return nil
	})
	return marked, noted
}

// to turns the clock to a time and waits until nothing is due any more.
func (town *town) to(t time.Time) {
	town.Helper()
	town.clock.Advance(t.Sub(town.clock.Now()))
	town.quiet()
}

// noted waits until it is known where a day was announced.
func (town *town) noted(number uint32) {
	town.Helper()
	town.eventually(func() bool { _, noted := town.marked(number); return noted })
}

// quiet waits until nothing is due.
func (town *town) quiet() {
	town.Helper()
	town.eventually(func() bool { due := town.due(); return due.IsZero() || due.After(town.clock.Now()) })
}

func at(day, hour, minute, second int) time.Time {
	return time.Date(2026, 12, day, hour, minute, second, 0, time.UTC)
}

// Each day is announced at its time, with the way to its deal; nobody is
// notified. The next day's announcement tells how yesterday went.
func TestTheDailyIsAnnounced(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	ana, ben, cid := town.member, town.guild.Join("Ben"), town.guild.Join("C*d @everyone")
	line := town.drawDaily(adaman.Won)
	town.to(at(4, 19, 59, 59))
	if n := len(town.announcements()); n != 0 {
		t.Fatalf("%d announcements before the time", n)
	}
	town.to(at(4, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 1 })
	first := town.announcements()[0]
	tells(t, first.Text(), "**Adaman of Friday 4 December (no. 1)**", "[Play]")
	silentOn(t, first.Text(), "Yesterday", "table")
	if !first.Pings.None() {
		t.Errorf("it notifies %v", first.Pings)
	}
	town.eventually(func() bool { return town.due().Equal(at(5, 20, 0, 0)) })

	p := &player{house: town.house, place: ana.In(town.news), board: ana.In(town.news).Press(first, "Play").Reply()}
	tells(t, p.board.Text(), "Adaman no. 1 ·", "The cards are dealt.")
	if !p.board.Ephemeral {
		t.Error("everybody sees the board")
	}
	p.playAll(line)
	for _, m := range []*discordtest.Member{ben, cid} {
		q := town.daily(m.In(town.news))
		q.press("Give up")
		q.press("Yes, give up")
	}
	// Somebody who is of another server only is none of this one's business.
	other := town.discord.NewGuild("Elsewhere")
	q := town.daily(other.Join("Dee").In(other.NewChannel("general")))
	q.press("Give up")
	q.press("Yes, give up")

	town.to(at(5, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 2 })
	second := town.announcements()[1]
	tells(t, second.Text(), "**Adaman of Saturday 5 December (no. 2)**", "Yesterday: Ana ", ", and one other.", "[Yesterday's table]")
	silentOn(t, second.Text(), "Dee")
	if !second.Pings.None() {
		t.Errorf("it notifies %v", second.Pings)
	}
	tells(t, cid.In(town.news).Press(second, "Yesterday's table").Text(), "Adaman no. 1 ·", "Ana", "Ben")
	// The old one says that its day is over, and leads to today's.
	a := ben.In(town.news).Press(first, "Play")
	tells(t, a.Text(), "Adaman no. 1 can no longer be begun", "[Today's deal]")
}

// An announcement says what is known of the deal, in words: how hard it is, that
// it can be won, and the best possible score.
func TestAnAnnouncementSaysWhatTheDealIsLike(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	secret := [32]byte{1}
	town.putDay(store.Day{Number: 1, Secret: secret[:], Par: 87, Won: 70, Played: 200})
	town.to(at(4, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 1 })
	tells(t, town.announcements()[0].Text(), "**Adaman of Friday 4 December (no. 1)** · a hard one · can be won, best possible 87")
	town.to(at(5, 20, 0, 0)) // drawn in this moment, and not measured yet
	town.eventually(func() bool { return len(town.announcements()) == 2 })
	par, _ := town.lineOf(2)
	tells(t, town.announcements()[1].Text(), fmt.Sprintf("**Adaman of Saturday 5 December (no. 2)** · can be won, best possible %d\n", par))
}

// Who did best is told of a day that is released, and of no other: an
// announcement in the hour after midnight tells of the day before yesterday.
func TestAnAnnouncementTellsOfReleasedDaysOnly(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	p := town.daily(town.member.In(town.news))
	p.press("Give up")
	p.press("Yes, give up")
	town.mayor.In(town.news).Run("/adaman schedule", discordtest.String("time", "0:30"))
	town.eventually(func() bool { return len(town.announcements()) == 1 }) // today's was still to come
	town.to(at(5, 0, 30, 0))
	town.eventually(func() bool { return len(town.announcements()) == 2 })
	silentOn(t, town.announcements()[1].Text(), "Ana", "table")
	town.to(at(6, 0, 30, 0))
	town.eventually(func() bool { return len(town.announcements()) == 3 })
	tells(t, town.announcements()[2].Text(), "(no. 3)", "Friday: Ana ", "[Table of no. 1]")
}

// At the very moment of a release, and after an outage over it, attempts that the
// release ends are part of what is told: none is left out because nobody has
// come to it yet.
func TestAnAnnouncementWaitsForTheReleaseItTellsOf(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]bool{"at the release": false, "after an outage": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			town := newTown(t, quickly, unpictured)
			town.mayor.In(town.news).Run("/adaman schedule", discordtest.String("time", "1:00"))
			town.eventually(func() bool { return len(town.announcements()) == 1 }) // today's was still to come
			for range 12 {
				town.daily(town.guild.Join("Cid").In(town.news))
			}
			p := town.daily(town.member.In(town.news))
			p.press("Give up")
			p.press("Yes, give up")
			if away {
				town.stop()
			}
			town.clock.Advance(at(5, 1, 0, 0).Sub(town.clock.Now()))
			if away {
				town.start()
			}
			town.eventually(func() bool { return len(town.announcements()) == 2 })
			tells(t, town.announcements()[1].Text(), ", and eleven others.")
			tells(t, town.member.In(town.news).Run("/leaderboard").Text(), "In this server: 13 members")
		})
	}
}

// A day whose deal does not count is not announced like others.
func TestAVoidDayIsAnnouncedAsSuch(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	if err := town.store.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.FirstDay(friday)
		return errors.Join(err, tx.PutVoid(store.Void{Number: 1, AsOf: friday, Noted: friday}))
	}); err != nil {
		t.Fatal(err)
	}
	town.to(at(4, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 1 })
	tells(t, town.announcements()[0].Text(), "(no. 1)** does not take place.", "The next one begins")
	silentOn(t, town.announcements()[0].Text(), "[Play]")
}

// Discord is cut off or the store fails from some moment on, as when a process
// is killed. A mortal store fails for ever once it is dead.
type mortal struct {
	bot.Store
	dead func() bool
}

var errKilled = errors.New("the process was killed")

func (m mortal) Update(ctx context.Context, f func(bot.Tx) error) error {
	if m.dead() {
		return errKilled
	}
	return m.Store.Update(ctx, f)
}

// killSteps are the moments at which a process that announces can be killed.
// Each reports whether the announcement had been sent by then. The clock stands
// at the time of the announcement.
var killSteps = []struct {
	name string
	sent bool
	kill func(town *town)
}{
	{"before the mark", false, func(*town) {}},
	{"after the mark", false, func(town *town) {
		defer town.discord.Inject(discordtest.Fault{Method: "POST", Route: postRoute, Cut: true})()
		town.tick(nil)
	}},
	{"after the send, without its answer", true, func(town *town) {
		defer town.discord.Inject(discordtest.Fault{Method: "POST", Route: postRoute, CutAfter: true})()
		town.tick(nil)
	}},
	{"after the send, before the note", true, func(town *town) {
		town.stop()
		town.around = func(s bot.Store) bot.Store {
			return mortal{s, func() bool { return town.posts() > 0 }}
		}
		town.load()
		town.tick(errKilled)
		town.around = nil
	}},
	{"after the note", true, func(town *town) { town.tick(nil) }},
}

const postRoute = "/channels/{channel}/messages"

// tick is one round of the clockwork in a bot that is not connected.
func (town *town) tick(want error) {
	town.Helper()
	if err := town.bot.Tick(); !errors.Is(err, want) {
		town.Fatalf("a round of the clockwork: %v", err)
	}
}

// The process is killed at every step of an announcement, and started again
// sooner or later, with the permission to read what was written or without it,
// with others writing meanwhile or not. There is never a second announcement of
// a day, and there is one if it can be known that there was none.
func TestHazard57_KilledAtEveryStepOfAnnouncing(t *testing.T) {
	t.Parallel()
	for _, step := range killSteps {
		for _, e := range []struct {
			name    string
			down    time.Duration
			reads   bool // the bot may read what was written
			chatter bool // others have written
			unsure  bool // nobody can know whether it was announced
		}{
			{"at once", 0, false, true, false},
			{"after a minute", time.Minute, false, true, false},
			{"after an hour, in silence", time.Hour, false, false, false},
			{"after an hour, among others", time.Hour, true, true, false},
			{"after an hour, among others, unseen", time.Hour, false, true, true},
			{"in the last minute of the day", 3*time.Hour + 59*time.Minute, true, true, false},
			{"on the next day", 5 * time.Hour, true, true, false},
		} {
			t.Run(step.name+"/"+e.name, func(t *testing.T) {
				t.Parallel()
				h := open(t, asleep, unpictured)
				town := &town{house: h, news: h.guild.NewChannel("news"), member: h.guild.Join("Ana")}
				channel, _ := strconv.ParseUint(town.news.ID(), 10, 64)
				due := friday.Add(2 * time.Hour)
				if err := h.bot.Schedule(town.guildID(), store.ID(channel), "20:00", "UTC", due); err != nil {
					t.Fatal(err)
				}
				if !e.reads {
					town.news.Deny(town.guild.Bot(), discordtest.ReadMessageHistory)
				}
				town.clock.Advance(2 * time.Hour)
				step.kill(town)
				town.stop()
				sent := 0
				if step.sent {
					sent = 1
				}
				if n := len(town.announcements()); n != sent {
					t.Fatalf("%d announcements when it was killed, not %d", n, sent)
				}
				if e.chatter {
					if _, err := town.member.In(town.news).Say("Is it eight already?"); err != nil {
						t.Fatal(err)
					}
				}
				town.clock.Advance(e.down)
				town.load()
				want := 1
				switch {
				case e.down > 4*time.Hour:
					want = sent // the day is over
				case e.unsure && step.name != "before the mark":
					want = sent
				}
				// Whatever time passes and however often it is started, there is no
				// other; and nobody waits for long.
				next := at(5, 20, 0, 0)
				for round := 0; town.clock.Now().Before(next); round++ {
					town.tick(nil)
					n := len(town.announcements())
					if n > want || n < want && round > 4 {
						t.Fatalf("%d announcements at %v, not %d", n, town.clock.Now(), want)
					}
					if round%5 == 4 {
						town.stop()
						town.load()
					}
					town.clock.Advance(min(15*time.Second<<round, time.Hour, next.Sub(town.clock.Now())))
				}
				town.tick(nil)
				all := town.announcements()
				if len(all) != want+1 {
					t.Fatalf("%d announcements at the next day's time, not %d", len(all), want+1)
				}
				tells(t, all[want].Text(), "(no. 2)")
			})
		}
	}
}

// The same with whole processes: one is ended at each step and another takes
// over, which does not wait for a tick.
func TestHazard57_AnotherProcessTakesOver(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	undo := town.discord.Inject(discordtest.Fault{Method: "POST", Route: postRoute, Cut: true})
	town.clock.Advance(2 * time.Hour)
	town.eventually(func() bool { marked, _ := town.marked(1); return marked && town.posts() >= 2 })
	town.stop()
	undo()
	town.clock.Advance(time.Minute)
	town.start()
	town.noted(1)
	town.restart()
	town.clock.Advance(time.Hour)
	town.quiet()
	if n := len(town.announcements()); n != 1 {
		t.Errorf("%d announcements", n)
	}
}

// Twenty ticks at the same instant announce once, and so does reading the same
// time twice.
func TestHazard57_TwentyTicksAtOnce(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	release := make(chan struct{})
	town.discord.Inject(discordtest.Fault{Method: "POST", Route: postRoute, Hold: release, Times: 1})
	town.clock.Advance(2 * time.Hour)
	var ticks sync.WaitGroup
	for range 20 {
		ticks.Go(func() {
			if err := town.bot.Announce(town.guildID()); err != nil {
				t.Error(err)
			}
		})
	}
	close(release)
	ticks.Wait()
	town.quiet()
	town.noted(1)
	for range 20 {
		if err := town.bot.Announce(town.guildID()); err != nil {
			t.Error(err)
		}
	}
	town.restart() // and connecting anew starts nothing
	town.to(at(5, 19, 59, 0))
	if n := len(town.announcements()); n != 1 {
		t.Errorf("%d announcements", n)
	}
}

// If Discord does not take it, it is tried again with growing pauses, as long as
// the day lasts.
func TestAnAnnouncementIsTriedAgain(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	undo := town.discord.Inject(discordtest.Fault{Method: "POST", Route: postRoute, Status: 503})
	town.to(at(4, 20, 0, 0))
	town.eventually(func() bool { return town.posts() == 2 }) // a fault is tried twice at once
	tries := 2
	for _, pause := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute} {
		town.eventually(func() bool { return town.due().Sub(town.clock.Now()) == pause })
		town.clock.Advance(pause - time.Second)
		if n := town.posts(); n != tries {
			t.Fatalf("%d tries before %v have passed, not %d", n, pause, tries)
		}
		town.clock.Advance(time.Second)
		tries += 2
		town.eventually(func() bool { return town.posts() == tries })
	}
	undo()
	town.to(town.due())
	town.eventually(func() bool { return len(town.announcements()) == 1 })

	// A day that is over is not announced any more; the next day comes at its own
	// time and not at the time of the next try.
	undo = town.discord.Inject(discordtest.Fault{Method: "POST", Route: postRoute, Status: 500})
	town.to(at(5, 20, 0, 0))
	for town.clock.Now().Before(at(6, 1, 0, 0)) {
		town.to(town.clock.Now().Add(30 * time.Minute))
	}
	undo()
	town.to(at(6, 19, 59, 0))
	if n := len(town.announcements()); n != 1 {
		t.Fatalf("%d announcements", n)
	}
	town.to(at(6, 20, 0, 0))
	town.eventually(func() bool { return len(town.announcements()) == 2 })
	tells(t, town.announcements()[1].Text(), "(no. 3)")
}

// When the channel is gone, or closed to the bot, the announcements stop, and the
// member who has set them is told once. A new channel gets today's at once.
func TestAnAnnouncementWithoutAChannelStops(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]struct {
		happens func(town *town)
		word    string
	}{
		"gone":      {func(town *town) { town.news.Delete() }, "the channel is no longer there."},
		"not seen":  {func(town *town) { town.news.Deny(town.guild.Bot(), discordtest.ViewChannel) }, "I may not write in that channel."},
		"read only": {func(town *town) { town.news.Deny(town.guild.Bot(), discordtest.SendMessages) }, "I may not write in that channel."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			town := newTown(t)
			e.happens(town)
			town.clock.Advance(2 * time.Hour)
			town.eventually(func() bool { return len(town.mayor.Sees(town.mayor.DM())) == 1 })
			tells(t, town.mayor.InDM().Last().Text(), "the daily in **#news** on **Orchard**. I have stopped, because "+e.word)
			if due := town.due(); !due.IsZero() {
				t.Errorf("it is due %v", due)
			}
			town.restart()
			town.clock.Advance(time.Hour)
			general := town.guild.NewChannel("general")
			a := town.mayor.In(general).Run("/adaman schedule")
			tells(t, a.Text(), "has stopped: "+e.word, "[Start again]")
			if n := len(town.mayor.Sees(town.mayor.DM())); n != 1 {
				t.Errorf("told %d times", n)
			}
			// As long as nothing has changed, it does not start.
			b := town.mayor.In(general).Press(a.Reply(), "Start again")
			if text := b.Text(); !strings.Contains(text, "I cannot see that channel.") && !strings.Contains(text, "I may not write in that channel.") {
				t.Errorf("starting again: %s", text)
			}
			town.mayor.In(general).Run("/adaman schedule", discordtest.ToChannel("channel", general))
			town.eventually(func() bool { return len(town.in(general)) == 1 })
			town.quiet()
			town.to(at(5, 20, 0, 0))
			town.eventually(func() bool { return len(town.in(general)) == 2 })
		})
	}
}

// An admin who takes no direct messages finds it where they look.
func TestAnAdminWithClosedMessagesIsToldByTheCommand(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	town.mayor.SetClosedDMs(true)
	town.news.Delete()
	town.clock.Advance(2 * time.Hour)
	town.eventually(func() bool { return strings.Contains(town.log.String(), "could not be told") })
	tells(t, town.mayor.In(town.guild.NewChannel("general")).Run("/adaman schedule").Text(), "has stopped: the channel is no longer there.")
}

// A server that the bot has left gets nothing, and nothing is made of it.
func TestNothingIsAnnouncedInAServerThatWasLeft(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	town.guild.RemoveBot()
	town.eventually(func() bool { return !town.leftAt(town.guild).IsZero() })
	posts := town.posts()
	town.to(at(6, 20, 0, 0))
	if n := len(town.announcements()); n != 0 || town.posts() != posts {
		t.Errorf("%d announcements, %d tries", n, town.posts()-posts)
	}
	if due := town.due(); !due.Equal(town.leftAt(town.guild).Add(30 * 24 * time.Hour)) {
		t.Errorf("the server is thought of next at %v", due) // to forget it
	}
	town.noErrors()
}

// A year's end, with a restart on its last day: one announcement for each
// day, none missing.
func TestADayIsAnnouncedEachDay(t *testing.T) {
	t.Parallel()
	town := newTown(t, quickly, unpictured)
	town.mayor.In(town.news).Run("/adaman schedule", discordtest.String("zone", "America/New_York"), discordtest.String("time", "8 pm")) // 01:00 UTC
	town.eventually(func() bool { return len(town.announcements()) == 1 })                                                               // today's was still to come
	for n := 2; n <= 40; n++ {
		if n == 27 { // New Year's Eve
			town.restart()
		}
		town.to(friday.AddDate(0, 0, n-1).Add(-17*time.Hour - time.Second))
		if got := len(town.announcements()); got != n-1 {
			t.Fatalf("a second before day %d: %d announcements", n, got)
		}
		town.to(friday.AddDate(0, 0, n-1).Add(-17 * time.Hour))
		town.eventually(func() bool { return len(town.announcements()) == n })
		tells(t, town.announcements()[n-1].Text(), fmt.Sprintf("(no. %d)", n))
	}
}
