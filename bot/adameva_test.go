package bot_test

import (
	"strings"
	"testing"

	"windfall/bot/discordtest"
	"windfall/games/record"
)

// Two members play game after game, by rematch, until they have seen all that
// can happen: the serpent and the jokers on both ways to their keeper, and
// trees decided by the highest card.
func TestWholeGames(t *testing.T) {
	for _, variant := range []string{"classic", "tactical"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			var options []func(*setting)
			if variant == "tactical" {
				options = append(options, pictured)
			}
			h := open(t, options...)
			orchard := h.guild.NewChannel("orchard-" + variant)
			ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
			m := h.sitDown(orchard, ana, ben, discordtest.String("variant", variant))
			seen := map[string]bool{
				"took Ana's serpent": false, "refused Ana's serpent": false, "took Ben's joker": false, "refused Ben's joker": false,
				"Equal, so the lower highest card wins": false, "Round 3 is over": false,
			}
			if variant == "tactical" {
				seen["set a card aside"] = false
			}
			opener := ""
			for game := 1; ; game++ {
				m.play()
				for what := range seen {
					if strings.Contains(string(ana.Transcript()), what) {
						delete(seen, what)
					}
				}
				r := checkRecord(t, m, variant)
				if first := r.Seats[r.AdamEva.Deal().First]; first == opener {
					t.Errorf("%s opens two games in a row", first)
				} else {
					opener = first
				}
				if len(seen) == 0 && game >= 2 {
					break
				}
				if game == 24 { // most often fewer than ten are enough
					t.Fatalf("in %d games these were not seen: %v", game, seen)
				}
				rematch := ana.In(orchard).Press(m.table(), "Rematch")
				m = h.acceptAs(orchard, ana, ben, rematch.Reply())
			}
			if n := len(h.discord.UnknownRequests()); n != 0 {
				t.Errorf("%d requests that Discord does not know", n)
			}
		})
	}
}

// checkRecord takes the record of a finished game from its Record button and
// verifies it.
func checkRecord(t *testing.T, m *match, variant string) *record.Record {
	t.Helper()
	given := m.members[0].In(m.channel).Press(m.table(), "Record").Reply()
	if len(given.Attachments) != 1 {
		t.Fatalf("no file: %s", given.Text())
	}
	r, err := record.Verify(given.Attachments[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	if r.Origin() != record.Sealed || r.AdamEva.Variant().String() != variant || strings.Join(r.Seats, " ") != "Ana Ben" && strings.Join(r.Seats, " ") != "Ben Ana" {
		t.Errorf("record %+v", r)
	}
	if !strings.Contains(m.table().Text(), r.Seal.Secret.Seal()) {
		t.Errorf("the seal of the record is not the one shown:\n%s", m.table().Text())
	}
	return r
}
