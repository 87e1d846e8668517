package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// This file is about time at a table: Ana and Ben play, and somebody is slow.

// paced sits Ana and Ben down at a table of a pace.
func paced(t testing.TB, pace string, options ...func(*setting)) *match {
	t.Helper()
	h := open(t, options...)
	return h.sitDown(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"), discordtest.String("pace", pace))
}

// isDue fails the test unless the table says that the move is due so long from
// now.
func (m *match) isDue(in time.Duration) {
	m.Helper()
	if want := fmt.Sprintf("· due <t:%d:R>", m.clock.Now().Add(in).Unix()); !strings.Contains(m.table().Text(), want) {
		m.Errorf("%q is not in\n%s", want, m.table().Text())
	}
}

// mentions counts how often a member was mentioned in the channel.
func (m *match) mentions(seat int) (n int) {
	m.Helper()
	for _, msg := range m.members[seat].Sees(m.channel) {
		for _, id := range msg.Pings.Users {
			if id == m.members[seat].ID() {
				n++
			}
		}
	}
	return n
}

// shows waits until the table says something.
func (m *match) shows(want string) {
	m.Helper()
	m.eventually(func() bool { return strings.Contains(m.table().Text(), want) })
	m.settle()
}

// moves are those of the game in the channel, as its record has them.
func (m *match) moves() (moves []string) {
	m.Helper()
	var kept struct {
		Moves []string `json:"moves"`
	}
	content := m.game().Record
	if err := json.Unmarshal(content, &kept); err != nil {
		m.Fatal(err)
	}
	return kept.Moves
}

// ended fails the test unless there is one result, lost on time by a seat.
func (m *match) ended(late int) store.Result {
	m.Helper()
	r := m.results()
	if len(r) != 1 || r[0].Reason != "time" || r[0].Winner != 1-late {
		m.Fatalf("results %+v, want that seat %d lost on time", r, late)
	}
	if g := m.games(); len(g) != 0 {
		m.Fatalf("open still: %+v", g)
	}
	return r[0]
}

func TestAChallengeSaysHowMuchTimeThereIs(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	for i, c := range []struct {
		pace, said string
		allowance  time.Duration
	}{
		{"", "There are 24 hours for each move.", 24 * time.Hour},
		{"live", "There are 5 minutes for each move.", 5 * time.Minute},
		{"day", "There are 24 hours for each move.", 24 * time.Hour},
		{"long", "There are 72 hours for each move.", 72 * time.Hour},
		{"none", "There is no clock", 0},
	} {
		options := []discordtest.Option{opponent(ben)}
		if c.pace != "" {
			options = append(options, discordtest.String("pace", c.pace))
		}
		channel := h.guild.NewChannel(fmt.Sprint("orchard-", i))
		challenge := ana.In(channel).Run("/adam-eva challenge", options...).Reply()
		tells(t, challenge.Text(), c.said)
		m := h.acceptAs(channel, ana, ben, challenge)
		for range 3 { // each move has as much again
			if c.allowance == 0 {
				silentOn(t, m.table().Text(), "due")
			} else {
				m.isDue(c.allowance)
				seat, _, _ := m.turn()
				tells(t, m.hand(seat).Text(), fmt.Sprintf("· due <t:%d:R>", h.clock.Now().Add(c.allowance).Unix()))
			}
			h.clock.Advance(time.Minute)
			m.step()
		}
	}
}

func TestAServerHasItsUsualPace(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, ana, ben := h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben")
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		return tx.PutSettings(&store.Settings{Guild: idOf(t, h.guild.ID()), Data: []byte(`{"pace":"live"}`)})
	}); err != nil {
		t.Fatal(err)
	}
	first := ana.In(orchard).Run("/adam-eva challenge", opponent(ben)).Reply()
	tells(t, first.Text(), "There are 5 minutes for each move.")
	h.settle()
	ana.In(orchard).Press(first, "Withdraw")
	tells(t, ben.In(orchard).Run("/adam-eva challenge", opponent(ana), discordtest.String("pace", "long")).Text(), "There are 72 hours")
}

// A challenge that has to go to a thread keeps its pace, and so does a rematch.
func TestAPaceIsKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cleo, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo"), h.guild.Join("Dan")
	h.sitDown(orchard, ana, ben)
	refused := cleo.In(orchard).Run("/adam-eva challenge", opponent(dan), discordtest.String("pace", "long"))
	thread := h.thread(cleo.In(orchard).Press(refused.Reply(), "Play in a thread").Text())
	challenge := lastPublic(dan, thread)
	tells(t, challenge.Text(), "There are 72 hours for each move.")
	m := h.acceptAs(thread, cleo, dan, challenge)
	m.resign(0)
	m.settle()
	again := dan.In(thread).Press(m.table(), "Rematch").Reply()
	tells(t, again.Text(), "Dan challenges Cleo", "There are 72 hours for each move.")
}

// Whoever is away is told when a fifth of the time is left, by the table posted
// anew, though they were told of this turn before; once, whatever happens.
func TestWhoIsAwayIsWarned(t *testing.T) {
	t.Parallel()
	for pace, allowance := range map[string]time.Duration{"live": 5 * time.Minute, "day": 24 * time.Hour, "long": 72 * time.Hour} {
		t.Run(pace, func(t *testing.T) {
			t.Parallel()
			m := paced(t, pace)
			m.clock.Advance(150 * time.Second)
			m.step() // Ana offers, and Ben is away: he is told
			mentions, old := m.mentions(1), m.table()
			if mentions != 2 { // the challenge was the first
				t.Fatalf("Ben was mentioned %d times", mentions)
			}
			m.clock.Advance(allowance*4/5 - time.Millisecond)
			m.settle()
			silentOn(t, m.table().Text(), "runs out")
			m.clock.Advance(time.Millisecond)
			due := m.clock.Now().Add(allowance / 5).Unix()
			m.shows(fmt.Sprintf("<@%s>, your time runs out <t:%d:R>. Then the game is lost.", m.members[1].ID(), due))
			m.isDue(allowance / 5)
			if n := m.mentions(1); n != mentions+1 || m.table().ID == old.ID {
				t.Errorf("Ben was mentioned %d times, want one more than %d, in a new message", n, mentions)
			}
			if left, _ := m.members[0].In(m.channel).Look(old); len(left.Buttons()) != 0 {
				t.Errorf("the old table has buttons:\n%s", left.Text())
			}
			// It is the same after a restart, and nobody is told again.
			m.restart()
			m.clock.Advance(allowance / 10)
			m.members[0].In(m.channel).Run("/adam-eva table")
			m.settle()
			if n := m.mentions(1); n != mentions+1 {
				t.Errorf("Ben was mentioned %d times", n)
			}
			tells(t, m.table().Text(), fmt.Sprintf("Ben, your time runs out <t:%d:R>.", due))
			// A move in time begins anew.
			m.members[1].In(m.channel).Press(m.table(), "Refuse")
			m.settle()
			m.isDue(allowance)
			silentOn(t, m.table().Text(), "runs out")
		})
	}
}

// Whoever is here, or was told a moment ago, sees it on the table that there is.
func TestWhoIsHereIsWarnedInPlace(t *testing.T) {
	t.Parallel()
	t.Run("pressed lately", func(t *testing.T) {
		t.Parallel()
		m := paced(t, "live")
		m.step()
		m.clock.Advance(3 * time.Minute)
		m.members[1].In(m.channel).Press(m.table(), "More…")
		mentions, table := m.mentions(1), m.table().ID
		m.clock.Advance(time.Minute)
		m.shows("Ben, your time runs out")
		if m.mentions(1) != mentions || m.table().ID != table {
			t.Errorf("Ben was mentioned, or the table was posted anew:\n%s", m.table().Text())
		}
	})
	t.Run("told lately", func(t *testing.T) {
		t.Parallel()
		m := paced(t, "live")
		m.step() // Ben is here and not told
		m.clock.Advance(3 * time.Minute)
		m.members[0].In(m.channel).Run("/adam-eva table") // now he is
		m.settle()
		mentions, table := m.mentions(1), m.table().ID
		m.clock.Advance(time.Minute)
		m.shows("Ben, your time runs out")
		if m.mentions(1) != mentions || m.table().ID != table {
			t.Errorf("Ben was mentioned twice within a minute:\n%s", m.table().Text())
		}
	})
}

// choosing plays a deal by chance until it is to be chosen in a phase.
func choosing(t testing.TB, phase adameva.Phase) *adameva.Game {
	t.Helper()
	for number := range uint64(50) {
		chance := games.Secret{7}.Stream(fmt.Sprint("clocks ", number))
		g, err := adameva.New(adameva.DealFrom(chance, adameva.Tactical), adameva.Tactical)
		if err != nil {
			t.Fatal(err)
		}
		for {
			moves := g.Moves()
			if len(moves) == 0 {
				break
			}
			if g.View(games.Spectator).Phase == phase && len(g.Played()) > 0 {
				return g
			}
			if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Fatalf("%v was not met", phase)
	return nil
}

// put puts a game on a table of the channel, the clock of the one to move wound
// up to so much.
func (h *house) putPaced(channel *discordtest.Channel, a, b *discordtest.Member, g *adameva.Game, pace string, left time.Duration) *match {
	h.Helper()
	members := [2]*discordtest.Member{a, b}
	h.putGame(channel, members, g)
	deadline := h.clock.Now().Add(left)
	if err := h.store.Update(context.Background(), func(tx *store.Tx) error {
		kept, err := tx.GameAt(idOf(h, channel.ID()), store.Table, 0)
		if err != nil {
			return err
		}
		kept.Pace, kept.Due = pace, deadline
		kept.Notes = fmt.Appendf(nil, `{"turn":1,"round":%d,"posted":1,"clock":{"deadline":%q,"warned":true}}`, g.View(games.Spectator).Round, deadline.Format(time.RFC3339Nano))
		return tx.Note(&kept)
	}); err != nil {
		h.Fatal(err)
	}
	a.In(channel).Run("/adam-eva table")
	h.settle()
	m := &match{house: h, channel: channel, members: members, chance: games.Secret{5}.Stream(channel.Name())}
	for seat, member := range m.members {
		m.hands[seat] = member.In(channel).Press(m.table(), "My hand").Reply()
	}
	h.settle()
	return m
}

// Whatever choice is open when the time is up, no card is played: the game ends,
// by the rules, and its record says so and can be checked.
func TestHazard61_AClockThatRunsOutPlaysNoCard(t *testing.T) {
	t.Parallel()
	for _, phase := range []adameva.Phase{adameva.Offering, adameva.Answering, adameva.Placing, adameva.Biting, adameva.SettingAside} {
		t.Run(fmt.Sprint(phase), func(t *testing.T) {
			t.Parallel()
			h := open(t)
			g := choosing(t, phase)
			late := int(g.View(games.Spectator).ToMove)
			m := h.putPaced(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"), g, "live", time.Minute)
			before := m.moves()
			if live := choices(m.hand(late)); len(live) == 0 {
				t.Fatalf("nothing is to be chosen:\n%s", m.hand(late).Text())
			}
			m.clock.Advance(time.Minute)
			m.shows(m.members[late].Name() + "'s time ran out; " + m.members[1-late].Name() + " wins")
			r := m.ended(late)
			if r.Plays != len(before)+1 {
				t.Errorf("%d moves after %d", r.Plays, len(before))
			}
			file := m.members[0].In(m.channel).Press(m.table(), "Record").Reply().Attachments
			if len(file) != 1 {
				t.Fatal("no record")
			}
			rec, err := record.Verify(file[0].Data)
			if err != nil {
				t.Fatal(err)
			}
			played := rec.AdamEva.Played()
			if last := played[len(played)-1].String(); last != fmt.Sprintf("%d time", late) || len(played) != len(before)+1 {
				t.Errorf("the record ends with %q after %d moves, before it were %d", last, len(played), len(before))
			}
			for i, move := range before {
				if played[i].String() != move {
					t.Errorf("move %d is %q and was %q", i, played[i], move)
				}
			}
			for seat := range m.members {
				tells(t, m.hand(seat).Text(), "time ran out")
				if n := len(choices(m.hand(seat))); n != 0 {
					t.Errorf("%d choices are live in\n%s", n, m.hand(seat).Text())
				}
			}
		})
	}
}

// A game in which nobody has moved at all has no result.
func TestHazard61_AGameThatNobodyHasBegunIsCalledOff(t *testing.T) {
	t.Parallel()
	m := paced(t, "day")
	first, _, _ := m.turn()
	name := m.members[first].Name()
	m.clock.Advance(24 * time.Hour * 4 / 5)
	m.shows("<@" + m.members[first].ID() + ">, your time runs out")
	tells(t, m.table().Text(), "Then the game is called off.")
	hand := m.hand(first)
	m.clock.Advance(24 * time.Hour / 5)
	m.shows(name + "'s time ran out before anybody had moved, so the game of Ana and Ben is called off. It has no result.")
	if len(m.results())+len(m.games()) != 0 || len(m.table().Buttons()) != 0 {
		t.Errorf("results %+v, games %+v", m.results(), m.games())
	}
	tells(t, m.members[first].In(m.channel).Press(hand, "Look again").Text(), "This game was called off, because the time ran out before anybody had moved.")
	// The table is free.
	m.sitDown(m.channel, m.members[0], m.members[1])
}

// A move and the clock come together, forty times: one of them finds that the
// other was there.
func TestHazard19_TheClockAndAMoveMeet(t *testing.T) {
	t.Parallel()
	h := open(t, quickly, unpictured)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	ends := map[string]int{}
	for i := range 40 {
		g := choosing(t, adameva.Answering)
		m := h.putPaced(h.guild.NewChannel(fmt.Sprint("orchard-", i)), ana, ben, g, "live", time.Minute)
		seat, live, _ := m.turn()
		results := len(h.results())
		m.clock.Advance(time.Minute - time.Millisecond)
		a := m.members[seat].In(m.channel).NoWait().Press(m.hand(seat), live[0].CustomID)
		if i%2 == 0 {
			time.Sleep(time.Duration(i) * 100 * time.Microsecond)
		}
		m.clock.Advance(time.Millisecond)
		a.Wait()
		m.eventually(func() bool {
			g, err := gameAt(h, m.channel)
			return err == nil && g.Version > 1 || err != nil && strings.Contains(m.table().Text(), "time ran out")
		})
		m.settle()
		game, err := gameAt(h, m.channel)
		switch shown := m.table().Text(); {
		case err == nil && len(h.results()) == results && game.Version == 2 && !strings.Contains(shown, "time ran out"):
			ends["moved"]++
			m.resign(0)
			m.settle()
		case err != nil && len(h.results()) == results+1 && strings.Contains(shown, "time ran out"):
			ends["late"]++
		default:
			t.Errorf("round %d: %v, %d results, shown\n%s", i, err, len(h.results())-results, shown)
		}
		if a.State() == discordtest.Failed || a.Text() == "" {
			t.Errorf("round %d: the press gets %s, %q", i, a.State(), a.Text())
		}
	}
	if ends["moved"]+ends["late"] != 40 {
		t.Error(ends)
	}
	t.Log(ends)
}

// What counts is when a press came in. Both wait here until the time is long up.
func TestHazard19_APressInTimeCountsAndALateOneDoesNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		early time.Duration
		moved bool
	}{"a millisecond before": {time.Millisecond, true}, "at that moment": {0, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			m := h.putPaced(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"), choosing(t, adameva.Answering), "live", 30*time.Second)
			seat, live, _ := m.turn()
			release, begun := m.holdStore(), m.begun()
			m.clock.Advance(30*time.Second - c.early)
			a := m.members[seat].In(m.channel).NoWait().Press(m.hand(seat), live[0].CustomID)
			m.eventually(func() bool { return m.begun() > begun })
			time.Sleep(50 * time.Millisecond) // it stands in the queue
			m.clock.Advance(time.Second)
			release()
			a.Wait()
			m.settle()
			if c.moved {
				if len(m.results()) != 0 || m.game().Version != 2 {
					t.Errorf("results %+v, the hand is\n%s", m.results(), m.hand(seat).Text())
				}
				return
			}
			m.shows("time ran out")
			m.ended(seat)
			tells(t, a.Text(), "time ran out")
		})
	}
}

// While Discord keeps a warning waiting the clock goes on, one round after the
// other: the game ends once, and that is what is shown at last.
func TestHazard21_OneTickAfterTheOther(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	gate := make(chan struct{})
	posts := m.posts()
	m.discord.Inject(discordtest.Fault{Method: "POST", Route: "/channels/{channel}/messages", Times: 1, Hold: gate})
	m.clock.Advance(4 * time.Minute)
	m.eventually(func() bool { return m.posts() > posts })
	release := m.holdStore() // the clock is due and has to wait
	for range 10 {
		m.clock.Advance(time.Minute)
	}
	release()
	m.eventually(func() bool { return len(m.results()) == 1 })
	m.clock.Advance(time.Hour)
	close(gate)
	m.settle()
	m.shows("Ben's time ran out; Ana wins")
	m.ended(1)
	if n := m.live(); n != 0 {
		t.Errorf("%d tables have buttons:\n%s", n, m.shown())
	}
}

// A deadline that has been overtaken changes nothing: not by a move, nor by the
// end of the game.
func TestHazard24_ALateDeadlineChangesNothing(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	for range 6 { // half an hour of moves, each just in time
		m.clock.Advance(4*time.Minute + 59*time.Second)
		m.shows("your time runs out")
		for seat, member := range m.members {
			m.hands[seat] = member.In(m.channel).Press(m.table(), "My hand").Reply()
		}
		m.step()
		if len(m.games()) != 1 {
			t.Fatalf("it is over:\n%s", m.table().Text())
		}
	}
	m.resign(0)
	m.settle()
	end := m.table().Text()
	m.clock.Advance(20 * 24 * time.Hour)
	m.restart()
	m.clock.Advance(time.Hour)
	m.settle()
	if r := m.results(); len(r) != 1 || r[0].Reason != "resigned" || m.table().Text() != end {
		t.Errorf("results %+v, the table is\n%s", r, m.table().Text())
	}
}

// Nobody can move while the bot is not running. Whose time was up meanwhile has
// a fifth of it from the start, and is told so; then it counts.
func TestHazard61_TimeThatRanOutWhileTheBotWasNotRunning(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before, down time.Duration
		more         bool
	}{
		"the deadline passed, and the warning with it": {time.Hour, 30 * time.Hour, true},
		"the deadline passed after the warning":        {20 * time.Hour, 5 * time.Hour, true},
		"the warning passed":                           {19 * time.Hour, 4*time.Hour + 59*time.Minute, true},
		"nothing passed":                               {time.Hour, time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := paced(t, "day")
			m.step() // Ana offers, Ben is to answer
			m.clock.Advance(c.before)
			if c.before > 24*time.Hour*4/5 {
				m.shows("your time runs out")
			}
			m.settle()
			mentions, due := m.mentions(1), m.game().Due
			m.stop()
			m.clock.Advance(c.down)
			m.start()
			m.settle()
			if !c.more {
				if g := m.game(); !g.Due.Equal(due) || m.mentions(1) != mentions {
					t.Errorf("due %v was %v, and the table is\n%s", g.Due, due, m.table().Text())
				}
				return
			}
			fifth := 24 * time.Hour / 5
			m.shows(fmt.Sprintf("<@%s>, I was away for a while, so you have more time. It runs out <t:%d:R>.", m.members[1].ID(), m.clock.Now().Add(fifth).Unix()))
			m.isDue(fifth)
			if n := m.mentions(1); n != mentions+1 {
				t.Errorf("Ben was mentioned %d times more", n-mentions)
			}
			// Another restart within that time gives no more.
			due = m.game().Due
			m.restart()
			m.settle()
			if g := m.game(); !g.Due.Equal(due) || m.mentions(1) != mentions+1 {
				t.Errorf("due %v was %v", g.Due, due)
			}
			m.clock.Advance(fifth)
			m.shows("Ben's time ran out; Ana wins")
			m.ended(1)
		})
	}
}

// muted is a store that cannot note any more that it is in use: as if the
// process had been killed before it came to that.
type muted struct {
	bot.Store
	noted *bool
}

func (s muted) Live(ctx context.Context, now time.Time) error {
	if *s.noted {
		return nil
	}
	*s.noted = true
	return s.Store.Live(ctx, now)
}

func TestHazard61_TimeThatRanOutAfterTheBotWasKilled(t *testing.T) {
	t.Parallel()
	h := open(t, asleep)
	h.stop()
	h.around = func(s bot.Store) bot.Store { return muted{s, new(bool)} }
	h.start()
	m := h.sitDown(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"), discordtest.String("pace", "live"))
	m.clock.Advance(2 * time.Minute)
	m.step()
	m.clock.Advance(2 * time.Minute)
	m.stop()
	m.clock.Advance(3 * time.Hour)
	m.start()
	m.shows("<@" + m.members[1].ID() + ">, I was away for a while")
	m.isDue(time.Minute)
	m.clock.Advance(time.Minute)
	m.shows("Ben's time ran out; Ana wins")
	m.ended(1)
}

// The bot runs again and cannot reach Discord: nobody can move yet, and the time
// that they have begins when they can. A process that ends before it comes so far
// has taken nobody's time.
func TestHazard61_TimeThatRanOutBeforeDiscordWasReached(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	mentions := m.mentions(1)
	m.stop()
	m.clock.Advance(time.Hour)
	remove := m.discord.Inject(discordtest.Fault{Route: "/applications/@me", Status: 503})
	ready := strings.Count(m.log.String(), "msg=ready")
	for range 2 {
		m.load()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- m.bot.Run(ctx) }()
		tries := strings.Count(m.log.String(), "cannot connect")
		m.eventually(func() bool { return strings.Count(m.log.String(), "cannot connect") > tries })
		m.clock.Advance(time.Hour)
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		m.stop()
	}
	remove()
	if n := strings.Count(m.log.String(), "msg=ready"); n != ready {
		t.Fatalf("it was ready %d times", n-ready)
	}
	// The third reaches Discord at its second try, which takes an hour.
	m.discord.Inject(discordtest.Fault{Route: "/applications/@me", Status: 503, Times: 2})
	tries := strings.Count(m.log.String(), "cannot connect")
	hour := make(chan struct{})
	go func() {
		defer close(hour)
		for end := time.Now().Add(patience); strings.Count(m.log.String(), "cannot connect") == tries && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		m.clock.Advance(time.Hour)
	}()
	m.start()
	<-hour
	m.shows("<@" + m.members[1].ID() + ">, I was away for a while")
	m.isDue(time.Minute)
	if n := m.mentions(1); n != mentions+1 {
		t.Errorf("Ben was mentioned %d times more", n-mentions)
	}
	m.clock.Advance(time.Minute)
	m.shows("Ben's time ran out; Ana wins")
	m.ended(1)
}

// unready is a store in which whoever looks through all games waits at a gate, once
// it is shut: the bot does so when members can press already, before it is ready.
type unready struct {
	bot.Store
	gate *atomic.Pointer[chan struct{}]
}

func (s unready) View(ctx context.Context, f func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error { return f(unreadyTx{tx, s.gate}) })
}

type unreadyTx struct {
	bot.Tx
	gate *atomic.Pointer[chan struct{}]
}

func (tx unreadyTx) Games() ([]store.Game, error) {
	if gate := tx.gate.Load(); gate != nil {
		<-*gate
	}
	return tx.Tx.Games()
}

// startsSlowly starts the bot so that a press comes in before it is ready; before that
// Discord could not be reached for a while.
func (m *match) startsSlowly(unreached time.Duration, press func()) {
	m.Helper()
	gate, shut := make(chan struct{}), new(atomic.Pointer[chan struct{}])
	release := sync.OnceFunc(func() { close(gate) })
	defer release()
	m.around = func(s bot.Store) bot.Store { return unready{s, shut} }
	m.discord.Inject(discordtest.Fault{Route: "/applications/@me", Status: 503, Times: 2})
	count := func(line string) int { return strings.Count(m.log.String(), line) }
	tries, connected, ready := count("cannot connect"), count("connected to Discord"), count("msg=ready")
	started := make(chan struct{})
	go func() {
		defer close(started)
		m.start()
	}()
	m.eventually(func() bool { return count("cannot connect") > tries })
	shut.Store(&gate)
	m.clock.Advance(unreached)
	m.eventually(func() bool { return count("connected to Discord") > connected && m.discord.Sessions() == 1 })
	press()
	if count("msg=ready") != ready {
		m.Fatal("the bot was ready before that")
	}
	release()
	<-started
}

// Ben's time ended while Discord could not be reached. Ana presses in the moment
// after that in which the bot is not ready yet, which makes it look at the
// deadlines: it must not find Ben too late.
func TestHazard61_APressBeforeTheBotIsReady(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	m.clock.Advance(3 * time.Minute)
	m.settle()
	mentions := m.mentions(1)
	m.stop()
	m.startsSlowly(time.Hour, func() {
		tells(t, m.members[0].In(m.channel).Run("/games").Text(), "Adam & Eva with Ben: their turn")
	})
	m.shows("I was away for a while")
	if n := m.mentions(1); n != mentions+1 {
		t.Errorf("Ben was mentioned %d times more", n-mentions)
	}
	m.isDue(time.Minute)
	if n := len(m.results()); n != 0 {
		t.Errorf("%d results", n)
	}
}

// Ben's time ended while the bot before this one still ran. He is too late, also if
// he is the first to press.
func TestHazard61_APressTooLateBeforeTheBotIsReady(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	m.stop()
	m.clock.Advance(6 * time.Minute)
	m.load() // this process notes that it is there and does nothing else
	if err := m.store.Live(context.Background(), m.clock.Now()); err != nil {
		t.Fatal(err)
	}
	m.stop()
	m.clock.Advance(time.Minute)
	m.startsSlowly(0, func() { m.members[1].In(m.channel).Press(m.table(), "Take it") })
	m.shows("Ben's time ran out; Ana wins")
	m.ended(1)
}

// The bot ran when the deadline passed, and its loop was late: the time is up.
func TestHazard61_TimeThatRanOutWhileTheBotWasSlow(t *testing.T) {
	t.Parallel()
	t.Run("and it still runs", func(t *testing.T) {
		t.Parallel()
		m := paced(t, "live")
		m.step()
		release := m.holdStore()
		m.clock.Advance(time.Hour)
		release()
		m.shows("Ben's time ran out; Ana wins")
		m.ended(1)
	})
	t.Run("and was stopped before it came to it", func(t *testing.T) {
		t.Parallel()
		m := paced(t, "live")
		m.step()
		m.stop()
		m.clock.Advance(6 * time.Minute)
		m.load() // this process notes that it is there and does nothing else
		if err := m.store.Live(context.Background(), m.clock.Now()); err != nil {
			t.Fatal(err)
		}
		m.stop()
		m.clock.Advance(time.Hour)
		m.start()
		m.shows("Ben's time ran out; Ana wins")
		m.ended(1)
	})
}

// The bot is told to stop and takes no more presses, but Discord keeps it waiting
// for more than a minute. Ben's time ends in that minute: nobody could move, so it
// is as if it had ended afterwards.
func TestHazard61_TimeThatRanOutWhileTheBotWasStopping(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step() // Ben is to answer
	m.clock.Advance(4 * time.Minute)
	m.shows("your time runs out")
	gate, edits := make(chan struct{}), m.edits()
	release := sync.OnceFunc(func() { close(gate) })
	defer release()
	m.discord.Inject(discordtest.Fault{Method: "PATCH", Hold: gate})
	ana := m.members[0].In(m.channel)
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Pause the clock")
	m.eventually(func() bool { return m.edits() > edits }) // and there it hangs
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		m.stop()
	}()
	m.eventually(func() bool { return m.discord.Sessions() == 0 })
	m.clock.Advance(time.Minute)
	release()
	<-stopped
	m.clock.Advance(time.Hour)
	m.start()
	m.shows("<@" + m.members[1].ID() + ">, I was away for a while")
	m.isDue(time.Minute)
	if n := len(m.results()); n != 0 {
		t.Errorf("%d results", n)
	}
}

// slowly is a store in which whoever asks what is due next waits at a gate, once it is
// shut.
type slowly struct {
	bot.Store
	gate *atomic.Pointer[chan struct{}]
}

func (s slowly) View(ctx context.Context, f func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error { return f(slowlyTx{tx, s.gate}) })
}

type slowlyTx struct {
	bot.Tx
	gate *atomic.Pointer[chan struct{}]
}

func (tx slowlyTx) NextDue() (time.Time, bool) {
	if gate := tx.gate.Load(); gate != nil {
		<-*gate
	}
	return tx.Tx.NextDue()
}

// A press that is still in hand while the bot stops looks at the deadlines, and finds
// one that has passed since: nobody could move any more.
func TestHazard61_APressInHandWhileTheBotStops(t *testing.T) {
	t.Parallel()
	h := open(t, asleep)
	h.stop()
	gate, shut := make(chan struct{}), new(atomic.Pointer[chan struct{}])
	release := sync.OnceFunc(func() { close(gate) })
	defer release()
	h.around = func(s bot.Store) bot.Store { return slowly{s, shut} }
	h.start()
	m := h.sitDown(h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben"), discordtest.String("pace", "live"))
	m.step()
	m.clock.Advance(4*time.Minute + 59*time.Second)
	m.shows("your time runs out")
	begun := m.begun()
	shut.Store(&gate)
	a := m.members[0].In(m.channel).NoWait().Run("/games")
	m.eventually(func() bool { return m.begun() > begun })
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		m.stop()
	}()
	m.eventually(func() bool { return m.discord.Sessions() == 0 })
	m.clock.Advance(time.Second)
	release()
	<-stopped
	tells(t, a.Text(), "Adam & Eva with Ben: their turn")
	m.clock.Advance(time.Hour)
	m.start()
	m.shows("<@" + m.members[1].ID() + ">, I was away for a while")
	m.isDue(time.Minute)
	if n := len(m.results()); n != 0 {
		t.Errorf("%d results", n)
	}
}

// agreeOnPause has both pause the clock, the first by proposing it.
func (m *match) agreeOnPause(first int) {
	m.Helper()
	one, other := m.members[first].In(m.channel), m.members[1-first].In(m.channel)
	one.Press(one.Press(m.table(), "More…").Reply(), "Pause the clock")
	m.settle()
	other.Press(other.Press(m.table(), "More…").Reply(), "Agree to a pause")
	m.settle()
}

func TestAPauseTakesBoth(t *testing.T) {
	t.Parallel()
	m := paced(t, "day")
	m.step() // Ben is to answer
	ana, ben, cleo := m.members[0].In(m.channel), m.members[1].In(m.channel), m.guild.Join("Cleo")
	due := m.game().Due
	propose := func() {
		t.Helper()
		more := ana.Press(m.table(), "More…").Reply()
		ana.Press(more, "Pause the clock")
		m.settle()
		now, _ := ana.Look(more)
		tells(t, now.Text(), "You have proposed to pause the clock. Until the other side agrees under More…, it runs on.")
		tells(t, m.table().Text(), "Ana proposes to pause the clock. Under More… Ben can agree.")
	}
	propose()
	tells(t, m.hand(1).Text(), "Ana proposes to pause the clock.")
	silentOn(t, ana.Press(m.table(), "More…").Text(), "[Agree to a pause]", "[Pause the clock]")
	silentOn(t, cleo.In(m.channel).Press(m.table(), "More…").Text(), "[Agree to a pause]", "[Pause the clock]")
	if g := m.game(); !g.Due.Equal(due) || g.Proposal != 0 {
		t.Errorf("due %v was %v; proposal %d", g.Due, due, g.Proposal)
	}
	// Turned down, and taken back.
	more := ben.Press(m.table(), "More…").Reply()
	agree := more.Button("Agree to a pause").CustomID
	ben.Press(more, "No pause")
	m.settle()
	now, _ := ben.Look(more)
	tells(t, now.Text(), "The clock runs on. The proposal to pause it is turned down.")
	silentOn(t, m.table().Text(), "proposes")
	propose()
	more = ana.Press(m.table(), "More…").Reply()
	ana.Press(more, "No pause after all")
	m.settle()
	now, _ = ana.Look(more)
	tells(t, now.Text(), "Your proposal to pause it is taken back.")
	// Agreeing to what is not proposed any more does nothing.
	tells(t, ben.PressID(m.table(), agree).Text(), "**Your hand:**")
	m.isDue(24 * time.Hour)
	// A move takes it back too, and leaves a proposal to call off apart.
	propose()
	m.step()
	silentOn(t, m.table().Text(), "proposes")
	if due := m.game().Due; !due.Equal(m.clock.Now().Add(24 * time.Hour * 4 / 5)) {
		t.Errorf("due %v", due)
	}
}

// Agreeing in the last moment counts, though it has to wait until the time is up;
// agreeing at the deadline does not.
func TestHazard19_APauseInTimeCountsAndALateOneDoesNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		early  time.Duration
		paused bool
	}{"a millisecond before": {time.Millisecond, true}, "at that moment": {0, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := paced(t, "live")
			m.step()
			m.clock.Advance(4*time.Minute + 30*time.Second)
			m.shows("your time runs out")
			ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
			ben.Press(ben.Press(m.table(), "More…").Reply(), "Pause the clock")
			m.settle()
			more := ana.Press(m.table(), "More…").Reply()
			release, begun := m.holdStore(), m.begun()
			m.clock.Advance(30*time.Second - c.early)
			a := ana.NoWait().Press(more, "Agree to a pause")
			m.eventually(func() bool { return m.begun() > begun })
			time.Sleep(50 * time.Millisecond) // it stands in the queue
			m.clock.Advance(time.Second)
			release()
			a.Wait()
			if !c.paused {
				m.shows("Ben's time ran out; Ana wins")
				m.ended(1)
				return
			}
			m.shows("The clock is paused.")
			m.clock.Advance(time.Hour)
			m.settle()
			if len(m.results()) != 0 || len(m.games()) != 1 {
				t.Errorf("results %+v", m.results())
			}
			// There is a fifth left.
			ben.Press(m.table(), "Go on")
			m.settle()
			m.isDue(time.Minute)
		})
	}
}

// Whatever is pressed counts in the last moment and no more at the deadline, by
// however much the clock itself is late.
func TestHazard19_NothingIsDoneOnceTheTimeIsUp(t *testing.T) {
	t.Parallel()
	const proposesToCallOff, proposesAPause = "Propose to call it off", "Pause the clock"
	for name, c := range map[string]struct {
		before string // what Ana has proposed under More…
		more   string // what is pressed under More…, by Ben or by a keeper
		surely string // what is pressed after that
		keeper bool
		said   string // when it counts; in the place of the game
	}{
		"a move":                  {said: "Ben took Ana's"},
		"a proposal to call off":  {more: proposesToCallOff, said: "Ben proposes to call the game off."},
		"agreeing to call it off": {before: proposesToCallOff, more: "Agree to call it off", said: "have called their game off"},
		"turning that down":       {before: proposesToCallOff, more: "Play on", said: "do you take it?"},
		"a proposal to pause":     {more: proposesAPause, said: "Ben proposes to pause the clock."},
		"agreeing to a pause":     {before: proposesAPause, more: "Agree to a pause", said: "The clock is paused."},
		"turning a pause down":    {before: proposesAPause, more: "No pause", said: "do you take it?"},
		"calling it off for them": {more: "Call this table off", surely: "Yes, call it off", keeper: true, said: "Keeper has called off"},
	} {
		for when, early := range map[string]time.Duration{"a millisecond before": time.Millisecond, "at that moment": 0, "a second later": -time.Second} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				m := paced(t, "live", quickly, unpictured)
				m.step() // Ben is to answer
				m.clock.Advance(4*time.Minute + 30*time.Second)
				m.shows("your time runs out")
				ana, by := m.members[0].In(m.channel), m.members[1].In(m.channel)
				if c.keeper {
					by = m.guild.Join("Keeper", discordtest.WithRoles(m.guild.NewRole("keepers", discordtest.ManageMessages))).In(m.channel)
				}
				if c.before != "" {
					ana.Press(ana.Press(m.table(), "More…").Reply(), c.before)
					m.settle()
				}
				on, label := m.table(), "Take it"
				if c.more != "" {
					on, label = by.Press(on, "More…").Reply(), c.more
				}
				if c.surely != "" {
					by.Press(on, label)
					on, _ = by.Look(on)
					label = c.surely
				}
				m.settle()
				m.bot.StopDeadlines()
				m.clock.Advance(30*time.Second - early)
				by.Press(on, label)
				m.settle()
				if early > 0 {
					if shown := m.table().Text() + m.hand(1).Text(); !strings.Contains(shown, c.said) || len(m.results()) != 0 {
						t.Errorf("results %+v, the table and the hand are\n%s", m.results(), shown)
					}
					return
				}
				tells(t, m.table().Text(), "Ben's time ran out; Ana wins")
				m.ended(1)
			})
		}
	}
}

func TestBothWantAPause(t *testing.T) {
	t.Parallel()
	m := paced(t, "day")
	m.step()
	ana, ben := m.members[0].In(m.channel), m.members[1].In(m.channel)
	one, other := ana.Press(m.table(), "More…").Reply(), ben.Press(m.table(), "More…").Reply()
	ana.Press(one, "Pause the clock")
	ben.Press(other, "Pause the clock")
	m.settle()
	tells(t, m.table().Text(), "The clock is paused.")
	// Calling off is another matter, and can be proposed meanwhile.
	ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
	m.settle()
	tells(t, m.table().Text(), "Ana proposes to call the game off.", "The clock is paused.")
	ben.Press(ben.Press(m.table(), "More…").Reply(), "Agree to call it off")
	m.settle()
	if len(m.games())+len(m.results()) != 0 {
		t.Errorf("open are %+v", m.games())
	}
}

func TestAPausedGameWaits(t *testing.T) {
	t.Parallel()
	m := paced(t, "day")
	m.step() // Ben is to answer
	m.clock.Advance(4 * time.Hour)
	m.agreeOnPause(0)
	tells(t, m.table().Text(), "· paused", "The clock is paused. A move or **Go on** starts it again.", "[Go on]")
	silentOn(t, m.table().Text(), "due <t:", "proposes")
	for _, member := range m.members {
		tells(t, member.In(m.channel).Press(m.table(), "My hand").Text(), "The clock is paused.", "[Go on]")
	}
	cleo := m.guild.Join("Cleo")
	whispers(t, cleo.In(m.channel).Press(m.table(), "Go on"), "This table is Ana's and Ben's")
	m.restart()
	m.clock.Advance(40 * 24 * time.Hour)
	m.settle()
	mentions := m.mentions(1)
	m.members[0].In(m.channel).Run("/adam-eva table")
	m.settle()
	tells(t, m.table().Text(), "The clock is paused.")
	if n := m.mentions(1); n != mentions {
		t.Errorf("Ben was called to a table that is paused")
	}

	// Ana lets it go on; Ben, who is away, is told and has what was left.
	m.members[0].In(m.channel).Press(m.table(), "Go on")
	m.settle()
	m.isDue(20 * time.Hour)
	if n := m.mentions(1); n != mentions+1 {
		t.Errorf("Ben was mentioned %d times more", n-mentions)
	}
	silentOn(t, m.table().Text(), "paused", "[Go on]")
	if n := m.live(); n != 1 {
		t.Errorf("%d tables have buttons:\n%s", n, m.shown())
	}
	// Then it is as before: a warning, and the end.
	m.clock.Advance(20*time.Hour - 24*time.Hour/5)
	m.shows("your time runs out")
	m.clock.Advance(24 * time.Hour / 5)
	m.shows("Ben's time ran out; Ana wins")
	m.ended(1)
}

// A pause that begins in the last moments leaves a fifth of the time for after
// it; whoever was warned is not warned again.
func TestAPauseInTheLastMoments(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	m.clock.Advance(4 * time.Minute)
	m.shows("your time runs out")
	m.clock.Advance(50 * time.Second)
	m.agreeOnPause(1)
	silentOn(t, m.table().Text(), "runs out")
	m.clock.Advance(time.Hour)
	m.settle()
	hand := m.members[1].In(m.channel).Press(m.table(), "My hand").Reply() // Ben is here again
	mentions := m.mentions(1)
	m.members[1].In(m.channel).Press(hand, "Go on")
	m.settle()
	m.isDue(time.Minute)
	now, _ := m.members[1].In(m.channel).Look(hand)
	tells(t, now.Text(), "· due <t:", "[Take it]")
	if n := m.mentions(1); n != mentions {
		t.Errorf("Ben was mentioned %d times more", n-mentions)
	}
	m.clock.Advance(time.Minute - time.Millisecond)
	m.settle()
	m.members[1].In(m.channel).Press(m.table(), "Take it")
	m.settle()
	m.isDue(5 * time.Minute)
}

// The bot was away, which gave Ben more time; then both pause. When the clock goes on
// the absence is long past, and nothing is said of it any more.
func TestAnAbsenceIsForgottenAfterAPause(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	m.step()
	m.stop()
	m.clock.Advance(time.Hour)
	m.start()
	m.shows("I was away for a while")
	m.agreeOnPause(0)
	silentOn(t, m.table().Text(), "I was away")
	m.clock.Advance(time.Hour)
	m.settle()
	m.members[0].In(m.channel).Press(m.table(), "Go on")
	m.settle()
	m.isDue(time.Minute)
	tells(t, m.table().Text(), "your time runs out", "Then the game is lost.")
	silentOn(t, m.table().Text(), "I was away")
}

func TestAMoveEndsAPause(t *testing.T) {
	t.Parallel()
	m := paced(t, "day")
	m.step()
	m.agreeOnPause(0)
	m.clock.Advance(30 * 24 * time.Hour)
	m.members[1].In(m.channel).Press(m.table(), "Refuse")
	m.settle()
	silentOn(t, m.table().Text(), "paused")
	m.isDue(24 * time.Hour)
	// Going on again from an old message does nothing.
	if a := m.members[0].In(m.channel).PressID(m.table(), fmt.Sprintf("go-on|%d|0|", m.game().ID)); !strings.Contains(a.Text(), "**Your hand:**") {
		t.Errorf("going on gets %q", a.Text())
	}
	m.isDue(24 * time.Hour)
}

// A paused game that nobody touches is called off without a result after 90
// days, also by a process that was not there on the last of them.
func TestAPausedGameIsForgotten(t *testing.T) {
	t.Parallel()
	for _, down := range []bool{false, true} {
		t.Run(fmt.Sprint("down ", down), func(t *testing.T) {
			t.Parallel()
			m := paced(t, "day")
			m.step()
			m.agreeOnPause(0)
			m.clock.Advance(60 * 24 * time.Hour)
			// Whoever still cares for it begins the 90 days anew.
			ana := m.members[0].In(m.channel)
			ana.Press(ana.Press(m.table(), "More…").Reply(), "Propose to call it off")
			m.settle()
			m.clock.Advance(90*24*time.Hour - time.Second)
			m.settle()
			if len(m.games()) != 1 {
				t.Fatal("called off too early")
			}
			if down {
				m.stop()
			}
			m.clock.Advance(time.Second)
			if down {
				m.start()
			}
			m.shows("The game of Ana and Ben is called off, because nobody went on with it for 90 days. It has no result.")
			if len(m.games())+len(m.results()) != 0 {
				t.Errorf("open are %+v, results %+v", m.games(), m.results())
			}
		})
	}
}

// Games without a clock, and those from before there were clocks, wait two weeks
// for each move.
func TestAGameWithoutAClock(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", ""} {
		t.Run("pace "+pace, func(t *testing.T) {
			t.Parallel()
			m := paced(t, "none")
			if pace == "" { // as an earlier version kept it
				if err := m.store.Update(context.Background(), func(tx *store.Tx) error {
					g, err := tx.Game(m.game().ID)
					if err != nil {
						return err
					}
					g.Pace, g.Notes = "", []byte(`{"turn":1,"posted":1,"round":1}`)
					return tx.Note(&g)
				}); err != nil {
					t.Fatal(err)
				}
			}
			more := m.members[0].In(m.channel).Press(m.table(), "More…").Text()
			silentOn(t, more, "Pause", "pause")
			m.step()
			silentOn(t, m.table().Text(), "due <t:")
			m.clock.Advance(14*24*time.Hour - time.Second)
			m.settle()
			if len(m.games()) != 1 {
				t.Fatal("called off too early")
			}
			m.clock.Advance(time.Second)
			m.shows("nobody has moved for two weeks")
			if len(m.games())+len(m.results()) != 0 {
				t.Errorf("open are %+v, results %+v", m.games(), m.results())
			}
		})
	}
}

// A rematch of a game from before there were clocks has none either.
func TestARematchOfAGameFromBeforeThereWereClocks(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard, ana, ben := h.guild.NewChannel("orchard"), h.guild.Join("Ana"), h.guild.Join("Ben")
	h.putGame(orchard, [2]*discordtest.Member{ana, ben}, choosing(t, adameva.Offering))
	ana.In(orchard).Run("/adam-eva table")
	h.settle()
	m := &match{house: h, channel: orchard, members: [2]*discordtest.Member{ana, ben}}
	silentOn(t, m.table().Text(), "due <t:")
	m.resign(0)
	m.settle()
	tells(t, ben.In(orchard).Press(m.table(), "Rematch").Text(), "There is no clock: a move may take as long as it likes.")
}

// Two tables of a server have clocks of their own.
func TestEachTableHasItsClock(t *testing.T) {
	t.Parallel()
	m := paced(t, "live")
	other := m.sitDown(m.guild.NewChannel("meadow"), m.guild.Join("Cleo"), m.guild.Join("Dan"), discordtest.String("pace", "long"))
	m.step()
	other.step()
	m.clock.Advance(5 * time.Minute)
	m.shows("Ben's time ran out; Ana wins")
	if games := m.games(); len(games) != 1 || games[0].Pace != "long" || !slices.Equal(games[0].Players, []store.Player{3, 4}) {
		t.Errorf("open are %+v", games)
	}
}

// The list of one's games says until when there is time, and what is paused.
func TestGamesTellTheTime(t *testing.T) {
	t.Parallel()
	m := paced(t, "day")
	m.step() // Ben is to answer
	due := m.clock.Now().Add(24 * time.Hour).Unix()
	tells(t, m.members[1].In(m.channel).Run("/games").Text(), "Waiting for you", "Adam & Eva with Ana: your turn", fmt.Sprintf("your time ends <t:%d:f>", due))
	tells(t, m.members[0].In(m.channel).Run("/games").Text(), "Waiting for others", fmt.Sprintf("their time ends <t:%d:f>", due))
	m.agreeOnPause(0)
	tells(t, m.members[1].In(m.channel).Run("/games").Text(), "No hurry", "Adam & Eva with Ana: the clock is paused.")
}
