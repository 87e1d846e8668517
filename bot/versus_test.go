package bot_test

import (
	"fmt"
	"strings"
	"testing"

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
				tells(t, s.board.Text(), fmt.Sprintf("**Practice against Windfall** · %s · %s", l, v), "seal ", "your hand at the bottom", "Round 1 of 4", "**Your hand:**", "[Rules]", "[Resign]")
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
