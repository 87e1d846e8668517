package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/record"
	"windfall/store"
)

// A sparring is a member who plays against the bot by what their screen offers
// them, and nothing else.
type sparring struct {
	*house
	member  *discordtest.Member
	place   discordtest.Place
	board   discordtest.Message
	chance  *games.Stream
	pressed int
}

// spar has a member call /adam-eva practice.
func (h *house) spar(member *discordtest.Member, place discordtest.Place, options ...discordtest.Option) *sparring {
	h.Helper()
	a := place.Run("/adam-eva practice", options...)
	h.settle()
	s := &sparring{house: h, member: member, place: place, board: a.Reply(), chance: games.Secret{9}.Stream(member.Name())}
	s.look()
	return s
}

// look reads the message as it is now.
func (s *sparring) look() string {
	s.Helper()
	now, ok := s.place.Look(s.board)
	if !ok {
		s.Fatal("the game's message is gone")
	}
	s.board = now
	return now.Text()
}

// press presses a button of the message by its label or its id.
func (s *sparring) press(button string) string {
	s.Helper()
	a := s.place.Press(s.board, button)
	if a.State() != discordtest.Updated {
		s.Fatalf("%s is %v: %s", button, a.State(), a.Text())
	}
	s.settle()
	return s.look()
}

// moves are the live buttons that make a move.
func (s *sparring) moves() []*discordtest.Component {
	var live []*discordtest.Component
	for _, b := range s.board.Buttons() {
		if strings.HasPrefix(b.CustomID, "versus-move|") && !b.Disabled {
			live = append(live, b)
		}
	}
	return live
}

// step makes a move, any, and reports whether there was one to make.
func (s *sparring) step() bool {
	s.Helper()
	live := s.moves()
	if len(live) == 0 {
		if s.board.Button("Play again") == nil {
			s.Fatalf("there is no move and the game is not over:\n%s", s.board.Text())
		}
		return false
	}
	s.pressed++
	s.press(live[s.chance.Below(len(live))].CustomID)
	return true
}

// play plays to the end of the game.
func (s *sparring) play() {
	s.Helper()
	for s.step() {
		if s.pressed > 200 {
			s.Fatal("the game does not end")
		}
	}
}

// level and variant are the options of /adam-eva practice.
func level(l string) discordtest.Option { return discordtest.String("level", l) }

func variant(v string) discordtest.Option { return discordtest.String("variant", v) }

// A member plays whole games against the bot: at every level, in both variants,
// on a server and in their direct messages. Each message tells what has happened
// since they last pressed, and the end leads to the record and to another game.
func TestWholeGamesAgainstTheBot(t *testing.T) {
	t.Parallel()
	for _, l := range []string{"easy", "fair", "hard"} {
		for _, v := range []string{"classic", "tactical"} {
			t.Run(l+" "+v, func(t *testing.T) {
				t.Parallel()
				h := open(t)
				ana := h.guild.Join("Ana")
				place := ana.In(h.guild.NewChannel("orchard"))
				if v == "tactical" {
					place = ana.InDM()
				}
				s := h.spar(ana, place, level(l), variant(v))
				tells(t, s.board.Text(), fmt.Sprintf("**Practice against Windfall** · %s · %s", l, v), "seal ", "Round 1 of 4", "**Your hand:**", "[Rules]", "[Resign]")
				if !underRace { // which leaves the pictures out
					tells(t, s.board.Text(), "your hand at the bottom")
				}
				if !s.board.Ephemeral {
					t.Error("everybody sees it")
				}
				seen := map[string]bool{"Windfall took Ana's": true, "Windfall refused Ana's": true, "Windfall offers you the": true, "The higher sum wins": true, "Round 3 is over": true, "Points now:": true}
				if v == "tactical" {
					seen["Windfall set a card aside."], seen["Which card do you set aside"] = true, true
				}
				for s.step() {
					for what := range seen {
						if strings.Contains(s.board.Text(), what) {
							delete(seen, what)
						}
					}
				}
				if len(seen) > 0 {
					t.Errorf("not seen in this game: %v", seen)
				}
				tells(t, s.board.Text(), "Practice against", "Round 4 is over", "Practice counts for nothing", "[Play again]", "[Record]")
				given := place.Press(s.board, "Record").Reply()
				if len(given.Attachments) != 1 {
					t.Fatalf("no file: %s", given.Text())
				}
				r, err := record.Verify(given.Attachments[0].Data)
				if err != nil {
					t.Fatal(err)
				}
				if r.Origin() != record.Sealed || strings.Join(r.Seats, ", ") != "Ana, windfall "+l || r.AdamEva.Variant().String() != v {
					t.Errorf("the record is of %v, %v", r.Seats, r.Origin())
				}
				tells(t, s.board.Text(), r.Seal.Secret.Seal())
				results := h.results()
				if len(results) != 1 || results[0].Kind != store.Robot || results[0].Level != l || results[0].Variant != v || len(results[0].Points) != 2 {
					t.Errorf("results %+v", results)
				}
				tells(t, s.press("Play again"), fmt.Sprintf("**Practice against Windfall** · %s · %s", l, v), "Round 1 of 4")
				if n := len(h.discord.UnknownRequests()); n != 0 {
					t.Errorf("%d requests that Discord does not know", n)
				}
			})
		}
	}
}

// moves are the moves of the only open game, as its record has them.
func (h *house) moves() []string {
	h.Helper()
	rec, err := record.Load(h.game().Record)
	if err != nil {
		h.Fatal(err)
	}
	var moves []string
	for _, m := range rec.AdamEva.Played() {
		moves = append(moves, m.String())
	}
	return moves
}

// own counts a member's moves among all.
func own(moves []string) (n int) {
	for _, m := range moves {
		if strings.HasPrefix(m, "0 ") {
			n++
		}
	}
	return n
}

// One game a member, wherever it is called: the same, or none that is named, is
// the one that is open, and another begins only after asking.
func TestOneGameAgainstTheBotAtATime(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	orchard := h.guild.NewChannel("orchard")
	s := h.spar(ana, ana.In(orchard), level("hard"))
	for range 4 {
		s.step()
	}
	there := s.board.Text()
	for _, options := range [][]discordtest.Option{nil, {level("hard")}, {variant("classic")}, {level("hard"), variant("classic")}} {
		if again := h.spar(ana, ana.InDM(), options...); again.board.Text() != there {
			t.Errorf("with %v the game is\n%s\nnot\n%s", options, again.board.Text(), there)
		}
	}
	h.spar(ben, ben.In(orchard))
	q := h.spar(ana, ana.InDM(), level("easy"))
	tells(t, q.board.Text(), "You have a game against me open: hard, classic, round 1 of 4.", "gone without a result", "[Go on with it]", "[Drop it and begin another]")
	stale := h.spar(ana, ana.InDM(), variant("tactical"))
	if q.press("Go on with it") != there {
		t.Errorf("to go on shows\n%s", q.board.Text())
	}

	// A question about a state that is past is asked again.
	s.step()
	tells(t, stale.press("Drop it and begin another"), "You have a game against me open: hard")
	h.restart()
	id := stale.board.Button("Drop it and begin another").CustomID
	first, second := stale.place.NoWait().PressID(stale.board, id), stale.place.NoWait().PressID(stale.board, id)
	first.Wait()
	second.Wait()
	h.settle()
	tells(t, stale.look(), "Windfall** · fair · tactical", "Round 1 of 4")
	if n := len(h.games()); n != 2 {
		t.Fatalf("%d games are open", n)
	}
	tells(t, s.press("Resign"), "This game is gone", "began another in its place")
	tells(t, s.press("Begin another"), "You have a game against me open: fair, tactical")
	if len(h.results()) != 0 {
		t.Errorf("a game that was dropped has a result: %+v", h.results())
	}
}

// It needs no table and takes none, and no command that is for tables finds it.
func TestAGameAgainstTheBotTakesNoTable(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t)
	s := m.spar(m.members[0], m.members[0].In(m.channel), level("easy"))
	s.play()
	m.play()
	if n := len(m.results()); n != 2 {
		t.Errorf("%d results", n)
	}
	s.press("Play again")
	ana := m.members[0]
	tells(t, ana.In(m.channel).Run("/adam-eva table").Text(), "No game of Adam & Eva is being played in this channel.")
	tells(t, ana.In(m.channel).Run("/adam-eva resign").Text(), "You are in no game of Adam & Eva in this channel.")
	// What a table's buttons say of such a game is nothing.
	before := fmt.Sprint(m.games(), m.results())
	for _, action := range []string{"hand", "more", "move", "resign", "resign-surely", "call-off", "rematch", "board", "hint", "undo", "keep"} {
		for _, game := range []uint64{m.games()[0].ID, m.results()[0].Game} {
			a := m.members[1].In(m.channel).PressID(m.table(), fmt.Sprintf("%s|%x|1|", action, game))
			if strings.Contains(a.Text(), "Your hand") || strings.Contains(a.Text(), "Windfall wins") {
				t.Errorf("%s of game %d shows\n%s", action, game, a.Text())
			}
		}
	}
	m.settle()
	if after := fmt.Sprint(m.games(), m.results()); after != before {
		t.Errorf("something has changed:\n%s\n%s", before, after)
	}
}

// In a direct message only practice can be played, and the rest says so.
func TestTablesAreForServers(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	for _, a := range []*discordtest.Action{
		ana.InDM().Run("/adam-eva challenge", opponent(ben)), ana.InDM().Run("/adam-eva table"), ana.InDM().Run("/adam-eva resign"),
	} {
		tells(t, a.Text(), "Members of a server play Adam & Eva against each other in its channels.", "`/adam-eva practice`")
	}
}

// Who resigns is asked once.
func TestResigningAgainstTheBot(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM(), level("easy"), variant("tactical"))
	s.step()
	there := s.board.Text()
	tells(t, s.press("Resign"), "Resign? Windfall then wins the game.", "[Yes, resign]", "[Play on]")
	asked := s.board
	if s.press("Play on") != there {
		t.Errorf("to play on shows\n%s", s.board.Text())
	}
	s.press("Resign")
	tells(t, s.press("Yes, resign"), "Ana resigned; Windfall wins", "[Play again]", "[Record]")
	if r := h.results(); len(r) != 1 || r[0].Winner != 1 || r[0].Reason != "resigned" || r[0].Level != "easy" {
		t.Errorf("results %+v", r)
	}
	// Live buttons of what is over show the end, again and again.
	tells(t, ana.InDM().PressID(s.board, asked.Button("Yes, resign").CustomID).Text(), "Ana resigned")
	s.look()
	tells(t, s.press("Play again"), "easy · tactical", "Round 1 of 4")
}

// Two presses at one instant make one move, and whoever is late sees the game as
// it is.
func TestHazard20_TwoPressesAgainstTheBotMakeOneMove(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM())
	for n := 0; n < 20; n++ {
		live := s.moves()
		if len(live) == 0 {
			break
		}
		before := own(h.moves())
		var presses []*discordtest.Action
		for i := range 3 {
			presses = append(presses, s.place.NoWait().PressID(s.board, live[i%len(live)].CustomID))
		}
		for _, a := range presses {
			if a.Wait(); a.State() != discordtest.Updated {
				t.Errorf("a press is %v: %s", a.State(), a.Text())
			}
		}
		h.settle()
		old := s.board
		if s.look(); s.board.Button("Play again") != nil {
			break
		}
		if made := own(h.moves()) - before; made != 1 {
			t.Fatalf("three presses make %d moves", made)
		}
		there, moves := s.board.Text(), len(h.moves())
		s.place.PressID(s.board, old.Buttons()[0].CustomID)
		h.settle()
		if s.look() != there || len(h.moves()) != moves {
			t.Fatalf("an old button changes\n%s\nto\n%s", there, s.board.Text())
		}
	}
}

// Nobody but its member gets to see or to change a game.
func TestHazard11_12_SomebodyElsePresses(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	orchard := h.guild.NewChannel("orchard")
	m := h.sitDown(orchard, ben, h.guild.Join("Cy"))
	s := h.spar(ana, ana.In(orchard))
	s.step()
	ids := []string{s.moves()[0].CustomID, s.board.Button("Resign").CustomID}
	s.press("Resign")
	for _, b := range s.board.Buttons() {
		ids = append(ids, b.CustomID)
	}
	before := fmt.Sprint(h.games())
	for _, id := range ids {
		a := ben.In(orchard).PressID(m.table(), id)
		tells(t, a.Text(), "This game is somebody else's.")
		if !a.Reply().Ephemeral {
			t.Errorf("%s is answered to all", id)
		}
	}
	h.settle()
	if after := fmt.Sprint(h.games()); after != before {
		t.Errorf("Ben changed\n%s\nto\n%s", before, after)
	}
	// Buttons that nobody has drawn do nothing either.
	id := h.games()[len(h.games())-1]
	for _, made := range []string{"offer r3", "resign", "time", "", "0 take", "take"} {
		ana.In(orchard).PressID(s.board, fmt.Sprintf("versus-move|%s|%s|%s", strconv.FormatUint(id.ID, 36), strconv.FormatUint(id.Version+7, 36), made))
	}
	for _, arg := range []string{"", "hard", "hard classic tactical", "baseline classic", "random tactical", "hard chess"} {
		tells(t, ana.In(orchard).PressID(s.board, "versus-new|0|0|"+arg).Text(), "out of date")
	}
	h.settle()
	if after := fmt.Sprint(h.games()); after != before {
		t.Errorf("made-up buttons changed\n%s\nto\n%s", before, after)
	}
}

// A process ends while the bot thinks. The next one goes on where it was, from the
// old message or by the command.
func TestARestartWhileTheBotThinks(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM(), level("hard"))
	const times = 3 // that the bot has a move to make, which is not after each of Ana's
	waited := 0
	for n := 0; waited < times; n++ {
		live := s.moves()
		if len(live) == 0 || n == 20 {
			t.Fatalf("only %d times did the bot have a move to make", waited)
		}
		before := own(h.moves())
		freePool, freeLane := h.bot.Occupy(), h.bot.OccupyLane()
		begun := h.begun()
		a := s.place.NoWait().Press(s.board, live[0].CustomID)
		waitFor(t, func() bool { return h.begun() > begun && own(h.moves()) == before+1 })
		h.restart()
		a.Wait()
		freePool()
		freeLane()
		if now := s.look(); h.waits() {
			waited++
			tells(t, now, "It is my move, and I am not done thinking.", "**Your hand:**", "[Look again]", "[Rules]", "[Resign]")
			if len(s.moves()) != 0 {
				t.Errorf("moves are offered while the bot is to move:\n%s", now)
			}
			if n%2 == 0 {
				s.press("Look again")
			} else {
				s.board = s.place.Run("/adam-eva practice").Reply()
				h.settle()
				s.look()
			}
		}
		if h.waits() || len(s.moves()) == 0 || own(h.moves()) != before+1 {
			t.Fatalf("after the restart the moves are %v and the game is\n%s", h.moves(), s.board.Text())
		}
	}
	s.play()
}

// waits reports whether the bot is to move in the only open game.
func (h *house) waits() bool {
	h.Helper()
	rec, err := record.Load(h.game().Record)
	if err != nil {
		h.Fatal(err)
	}
	seat, on := rec.AdamEva.ToMove()
	return on && seat == 1
}

// A dying store keeps one more write and then none.
type dying struct {
	bot.Store
	left atomic.Int64
}

var errDead = errors.New("the process is dead")

func (d *dying) Update(ctx context.Context, f func(bot.Tx) error) error {
	if d.left.Add(-1) < 0 {
		return errDead
	}
	return d.Store.Update(ctx, f)
}

// A process dies between the member's move and the bot's, or between two of the
// bot's: what was kept stands, and the game goes on from there.
func TestADeathBetweenTheMoves(t *testing.T) {
	t.Parallel()
	h := open(t)
	d := &dying{}
	d.left.Store(1 << 40)
	h.around = func(kept bot.Store) bot.Store { d.Store = kept; return d }
	h.restart()
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM(), level("easy"))
	deaths := 0
	for n := 0; deaths < 12; n++ {
		live := s.moves()
		if n == 100 || len(live) == 0 {
			t.Fatalf("the bot died %d times only", deaths)
		}
		before := own(h.moves())
		d.left.Store(int64(1 + n%2))
		a := s.place.Press(s.board, live[0].CustomID)
		h.settle()
		d.left.Store(1 << 40)
		if n%8 == 7 {
			h.restart()
		}
		if own(h.moves()) != before+1 {
			t.Fatalf("the moves are %v, of which %d were made before", h.moves(), before)
		}
		if h.waits() {
			deaths++
			tells(t, a.Text(), "Something went wrong on my side. Nothing is lost")
		}
		s.board = s.place.Run("/adam-eva practice").Reply()
		h.settle()
		s.look()
		if h.waits() || len(s.moves()) == 0 {
			t.Fatalf("the game does not go on:\n%s", s.board.Text())
		}
	}
}

// While every worker thinks, the bot plays a quicker level and is not late, and
// who plays something else notices nothing.
func TestABusyBotPlaysQuicker(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM(), level("hard"))
	m := h.sitDown(h.guild.NewChannel("orchard"), h.guild.Join("Ben"), h.guild.Join("Cy"))
	defer h.bot.Occupy()()
	for range 8 {
		asked, played := strings.Count(h.log.String(), "level=hard played="), strings.Count(h.log.String(), "played=fair")
		start := time.Now()
		if !s.step() {
			break
		}
		if took := time.Since(start); took > 2500*time.Millisecond {
			t.Errorf("a press takes %v", took)
		}
		if n := strings.Count(h.log.String(), "level=hard played=") - asked; n != strings.Count(h.log.String(), "played=fair")-played {
			t.Errorf("not all of %d moves were made at the quicker level:\n%s", n, h.log.String())
		}
	}
	defer h.bot.OccupyLane()()
	start := time.Now()
	for range 10 {
		m.step()
	}
	if took := time.Since(start); took > 2500*time.Millisecond {
		t.Errorf("ten presses at a table take %v", took)
	}
}

// Many play against the bot at once: everybody is answered, and no game has a move
// too many.
func TestManyPlayAgainstTheBotAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	var all []*sparring
	for n := range 12 {
		member := h.guild.Join(fmt.Sprint("Member ", n))
		all = append(all, h.spar(member, member.InDM(), level("hard")))
	}
	for range 4 {
		var presses []*discordtest.Action
		for _, s := range all {
			presses = append(presses, s.place.NoWait().Press(s.board, s.moves()[0].CustomID))
		}
		for i, a := range presses {
			if a.Wait(); a.State() != discordtest.Updated {
				t.Errorf("member %d's press is %v: %s", i, a.State(), a.Text())
			}
		}
		h.settle()
		for _, s := range all {
			if s.look(); len(s.moves()) == 0 {
				t.Fatalf("the bot has not moved:\n%s", s.board.Text())
			}
		}
	}
}

// A game that nobody has moved in for two weeks is gone.
func TestAnOldGameAgainstTheBotIsDropped(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM())
	h.clock.Advance(13 * 24 * time.Hour)
	h.settle()
	s.board = s.place.Run("/adam-eva practice").Reply()
	s.step()
	if due := h.game().Due; !due.Equal(h.clock.Now().Add(14 * 24 * time.Hour)) {
		t.Errorf("two weeks from %v the game is dropped at %v", h.clock.Now(), due)
	}
	h.clock.Advance(14*24*time.Hour - time.Minute)
	h.settle()
	if n := len(h.games()); n != 1 {
		t.Fatalf("a minute early %d games are open", n)
	}
	h.clock.Advance(time.Minute)
	h.eventually(func() bool { return len(h.games()) == 0 })
	if len(h.results()) != 0 {
		t.Errorf("it has a result: %+v", h.results())
	}
	again := s.place.Run("/adam-eva practice").Reply()
	tells(t, again.Text(), "fair · classic", "Round 1 of 4")
	tells(t, s.place.PressID(again, "versus|1|0|").Text(), "left it for two weeks", "[Begin another]")
}

// Practice has a line of its own in the statistics that members call up about
// themselves, and counts nowhere else.
func TestPracticeHasALineInYourStatistics(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	orchard := h.guild.NewChannel("orchard")
	s := h.spar(ana, ana.In(orchard), level("hard"))
	s.press("Resign")
	s.press("Yes, resign")
	a := ana.In(orchard).Run("/stats")
	lines(t, a.Text(), "### Ana", "**Adam & Eva** · no game finished yet", "Practice against Windfall: hard 1 game, 0 won", "**Adaman** · no daily finished yet")
	tells(t, ana.InDM().Run("/stats").Text(), "Practice against Windfall: hard 1 game, 0 won")
	tells(t, ben.In(orchard).Run("/stats", discordtest.User("member", ana)).Text(), "Ana has not finished a game")
}
