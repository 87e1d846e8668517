package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/gamestest"
	"windfall/games/record"
	"windfall/store"
)

// versusTwins returns a game against the bot in which a seat is to move, and a twin
// of it for a viewer.
func versusTwins(t testing.TB, n int, toMove, viewer games.Seat) (pair [2]playedGame) {
	t.Helper()
	chance := games.Secret{0xAF}.Stream(fmt.Sprint("versus twins ", n))
	v := adameva.Variant(n % 2)
	deal := adameva.DealFrom(chance, v)
	g, err := adameva.New(deal, v)
	if err != nil {
		t.Fatal(err)
	}
	least := chance.Below(36)
	for seat, _ := g.ToMove(); seat != toMove || len(g.Played()) < least; seat, _ = g.ToMove() {
		moves := g.Moves()
		if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	twin, moves, err := gamestest.AdamEvaTwin(g, viewer, chance)
	if err != nil {
		t.Fatal(err)
	}
	return [2]playedGame{{v, deal, g.Played()}, {v, twin, moves}}
}

// putVersus puts a game against the bot, as it was played, into the store.
func (h *house) putVersus(member *discordtest.Member, channel *discordtest.Channel, level string, p playedGame) {
	h.Helper()
	g, err := adameva.New(p.deal, p.variant)
	if err != nil {
		h.Fatal(err)
	}
	for _, m := range p.moves {
		if _, err := g.Play(m); err != nil {
			h.Fatal(err)
		}
	}
	rec := record.Record{Seats: []string{member.Name(), "windfall " + level}, AdamEva: g}
	kept, err := rec.Keep()
	if err != nil {
		h.Fatal(err)
	}
	err = h.store.Update(context.Background(), func(tx *store.Tx) error {
		profile, err := tx.Meet(idOf(h, member.ID()), member.Name())
		if err != nil {
			return err
		}
		game := store.Game{
			Kind: store.Robot, Owner: profile.Player, Players: []store.Player{profile.Player, 0}, Variant: g.Variant().String(), Record: kept,
			Channel: idOf(h, channel.ID()), Guild: idOf(h, channel.Guild().ID()), Begun: h.clock.Now(), Moved: h.clock.Now(),
		}
		return tx.Put(&game)
	})
	if err != nil {
		h.Fatal(err)
	}
}

// Two games against the bot that differ only in the cards that it holds, and in
// what is still to come, look the same to the member in every byte of every
// message, and leave the same log.
func TestNothingTellsWhatTheBotHolds(t *testing.T) {
	t.Parallel()
	const pairs, withPictures = 150, 10
	var all [pairs][2]playedGame
	for i := range all {
		all[i] = versusTwins(t, i, 0, 0)
		if fmt.Sprint(all[i][0].deal) == fmt.Sprint(all[i][1].deal) {
			t.Fatalf("pair %d is one deal twice", i)
		}
	}
	var seen [2][pairs][]string
	var logs [2][]string
	t.Run("houses", func(t *testing.T) {
		for side := range 2 {
			t.Run(strconv.Itoa(side), func(t *testing.T) {
				t.Parallel()
				h := open(t, quickly, pictured)
				for i := range all {
					if i == withPictures {
						h.painter = nil
						h.restart()
					}
					guild := h.discord.NewGuild(fmt.Sprint("Orchard ", i))
					orchard := guild.NewChannel("orchard")
					ana := guild.Join("Ana")
					h.putVersus(ana, orchard, "hard", all[i][side])
					s := h.spar(ana, ana.In(orchard))
					s.press("Resign")
					s.press("Play on")
					s.place.Press(s.board, "Rules")
					s.press("Resign")
					s.press("Play on")
					h.spar(ana, ana.In(orchard), level("easy")).press("Go on with it")
					ana.In(orchard).Try().PressID(s.board, "versus-move|1|99|take")
					h.settle()
					seen[side][i] = byMessage(h, string(ana.Transcript()))
				}
				logs[side] = strings.Split(h.log.String(), "\n")
				slices.Sort(logs[side])
			})
		}
	})
	if t.Failed() {
		return
	}
	if len(logs[0]) < pairs*10 {
		t.Fatal("the log is too short to say anything")
	}
	same(t, "log", logs[0], logs[1])
	for i := range all {
		if len(seen[0][i]) < 6 {
			t.Fatalf("pair %d: only %d events were seen", i, len(seen[0][i]))
		}
		same(t, fmt.Sprintf("pair %d", i), seen[0][i], seen[1][i])
	}
	if pictures := strings.Count(fmt.Sprint(seen[0][:withPictures]), `"sha256"`); pictures < withPictures*3 {
		t.Errorf("%d pictures were seen and compared", pictures)
	}
}

// Two games that differ only in what the bot cannot know get the same move from
// it.
func TestTheBotMovesByWhatItMayKnow(t *testing.T) {
	t.Parallel()
	const pairs = 60
	var made [2][pairs]string
	t.Run("houses", func(t *testing.T) {
		for side := range 2 {
			t.Run(strconv.Itoa(side), func(t *testing.T) {
				t.Parallel()
				h := open(t, quickly, unpictured)
				for i := range pairs {
					p := versusTwins(t, i, 1, 1)[side]
					channel := h.guild.NewChannel(fmt.Sprint("orchard-", i))
					ana := h.guild.Join(fmt.Sprint("Ana ", i))
					h.putVersus(ana, channel, []string{"easy", "fair", "hard"}[i%3], p)
					h.random.Seed([32]byte{byte(i)})
					h.spar(ana, ana.In(channel))
					all := h.games()
					at := slices.IndexFunc(all, func(g store.Game) bool { return g.Channel == idOf(h, channel.ID()) })
					if at < 0 {
						t.Fatalf("game %d is over", i)
					}
					rec, err := record.Load(all[at].Record)
					if err != nil {
						t.Fatal(err)
					}
					made[side][i] = rec.AdamEva.Played()[len(p.moves)].String()
				}
			})
		}
	})
	if t.Failed() {
		return
	}
	different := map[string]bool{}
	for i := range pairs {
		if made[0][i] != made[1][i] {
			t.Errorf("pair %d: %s here and %s there", i, made[0][i], made[1][i])
		}
		different[made[0][i]] = true
	}
	if len(different) < 10 {
		t.Errorf("only these moves were made: %v", different)
	}
}
