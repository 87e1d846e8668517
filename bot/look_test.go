package bot_test

import (
	"context"
	"strings"
	"testing"

	"windfall/bot/discordtest"
	"windfall/store"
)

// kept is what is kept of a look at a game.
func (h *house) keptLook(game uint64, seat int) (kept string) {
	h.Helper()
	if err := h.store.View(context.Background(), func(tx *store.Tx) error {
		look, err := tx.Look(game, seat)
		kept = string(look)
		return err
	}); err != nil {
		h.Fatal(err)
	}
	return kept
}

// Ana plays at random against the bot, and then looks back: some moves cost her
// something, and she learns which and what was better. It is found out once, and
// is hers alone.
func TestLookingBackAtPractice(t *testing.T) {
	t.Parallel()
	for _, v := range []string{"classic", "tactical"} {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
			general := h.guild.NewChannel("general")
			s := h.spar(ana, ana.In(general), level("easy"), variant(v))
			s.play()
			end := s.board
			said := s.press("Look back")
			tells(t, said, "### Your game against Windfall: ", "moves that cost you ", "**Round ", " you ", "was worth about", "more on average.", "what you could know", "Only you see this.")
			lines := strings.Count(said, "was worth about")
			if lines < 1 || lines > 5 {
				t.Errorf("%d moves are told:\n%s", lines, said)
			}
			tells(t, s.press("Your result"), "Practice counts for nothing", "[Look back]")
			kept := h.keptLook(h.results()[0].Game, 0)
			h.restart()
			again := s.place.PressID(end, end.Button("Look back").CustomID)
			if again.Text() != said {
				t.Errorf("the second time it says\n%s\nand not\n%s", again.Text(), said)
			}
			h.settle()
			if now := h.keptLook(h.results()[0].Game, 0); now != kept {
				t.Errorf("it was found out again: %s and not %s", now, kept)
			}
			other := ben.In(general).PressID(ben.In(general).Run("/help").Reply(), end.Button("Look back").CustomID)
			tells(t, other.Text(), "somebody else's")
			silentOn(t, other.Text(), "was worth")
		})
	}
}

// After a game between two each looks back at their own moves, for their own eyes;
// nobody else is told anything, and the table stays as it is.
func TestLookingBackAtATable(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	m := h.sitDown(orchard, ana, ben)
	m.play()
	table := m.table()
	before := table.Text()
	tells(t, before, "[Rematch]", "[Look back]", "[Record]")
	seen := map[string]string{}
	for _, who := range []*discordtest.Member{ana, ben} {
		a := who.In(orchard).Press(table, "Look back")
		h.settle()
		look, ok := who.In(orchard).Look(a.Reply())
		if !ok || !look.Ephemeral {
			t.Fatalf("%s's look is %v", who.Name(), look)
		}
		other := "Ben"
		if who == ben {
			other = "Ana"
		}
		tells(t, look.Text(), "### Your game against "+other+": ", "moves that cost you ", "Only you see this.")
		seen[who.Name()] = look.Text()
		again := who.In(orchard).Press(table, "Look back")
		if again.Text() != look.Text() {
			t.Errorf("the second time it says\n%s\nand not\n%s", again.Text(), look.Text())
		}
	}
	if seen["Ana"] == seen["Ben"] {
		t.Errorf("both see %s", seen["Ana"])
	}
	a := cid.In(orchard).Press(table, "Look back")
	tells(t, a.Text(), "each of them can look back at their own moves")
	silentOn(t, a.Text(), "was worth")
	if now := m.table().Text(); now != before {
		t.Errorf("the table says\n%s\nand not\n%s", now, before)
	}
	// Altered ids lead nowhere.
	for _, id := range []string{"look-back|0|0|", "look-back|999|0|", "look-back|x|0|"} {
		silentOn(t, ana.In(orchard).PressID(table, id).Text(), "was worth")
	}
}

// Somebody who presses again while it is being found out is told to wait, and a
// game that is still open has nothing to look back at.
func TestLookingBackTwiceAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM(), level("easy"))
	tells(t, s.place.PressID(s.board, "look-back|1|0|").Text(), "out of date")
	s.play()
	end := s.board
	var asked []*discordtest.Action
	for range 4 {
		asked = append(asked, ana.InDM().NoWait().Press(end, "Look back"))
	}
	for _, a := range asked {
		a.Wait()
	}
	h.settle()
	tells(t, s.look(), "### Your game against Windfall")
	if kept := h.keptLook(h.results()[0].Game, 0); !strings.Contains(kept, "slips") {
		t.Errorf("kept is %q", kept)
	}
}

// Who resigned at once has made no move that could have cost anything, and is
// neither praised nor told of moves.
func TestLookingBackAtAGameWithoutAMove(t *testing.T) {
	t.Parallel()
	h := open(t)
	ana := h.guild.Join("Ana")
	s := h.spar(ana, ana.InDM(), level("easy"))
	s.press("Resign")
	s.press("Yes, resign")
	said := s.press("Look back")
	tells(t, said, "### Your game against Windfall\n", "I have found no move of yours that cost anything worth a word.", "[Your result]")
	silentOn(t, said, "moves that cost", "Round")
	tells(t, s.press("Your result"), "resigned")
}

// While somebody's game is looked at, which takes seconds, hints come as ever and
// the bot plays its best against others.
func TestALookHoldsUpNobody(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	s := h.spar(ana, ana.In(general), level("easy"))
	s.play()
	free := h.bot.OccupyLooks()
	look := ana.In(general).NoWait().Press(s.board, "Look back")
	h.eventually(func() bool { return strings.Contains(s.look(), "I am looking back at your moves.") })

	b := ben.In(general).Run("/adam-eva practice", level("hard"))
	for range 3 {
		board, _ := ben.In(general).Look(b.Reply())
		for _, c := range board.Buttons() {
			if strings.HasPrefix(c.CustomID, "versus-move|") && !c.Disabled {
				ben.In(general).Press(board, c.CustomID)
				break
			}
		}
	}
	tells(t, h.log.String(), "level=hard played=hard")
	silentOn(t, h.log.String(), "level=hard played=fair", "played=easy\nlevel=hard")
	tells(t, cid.In(general).Press(cid.In(general).Run("/adaman practice", discordtest.Int("number", 8)).Reply(), "Hint").Text(), "**Hint:**")
	silentOn(t, s.look(), "Your game against")

	free()
	look.Wait()
	h.settle()
	tells(t, s.look(), "### Your game against Windfall")
}

// Two presses on a public table, while nothing is known yet, are two messages;
// both tell in the end.
func TestEveryLookIsToldInTheEnd(t *testing.T) {
	t.Parallel()
	h := open(t)
	orchard := h.guild.NewChannel("orchard")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	m := h.sitDown(orchard, ana, ben)
	m.play()
	table := m.table()
	free := h.bot.OccupyLooks()
	first, second := ana.In(orchard).NoWait().Press(table, "Look back"), ana.In(orchard).NoWait().Press(table, "Look back")
	first.Wait()
	second.Wait()
	free()
	h.settle()
	for _, a := range []*discordtest.Action{first, second} {
		now, ok := ana.In(orchard).Look(a.Reply())
		if !ok {
			t.Fatal("a look is gone")
		}
		tells(t, now.Text(), "### Your game against Ben: ", "moves that cost you ")
	}
}
