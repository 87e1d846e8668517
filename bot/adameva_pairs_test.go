package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
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

// A playedGame is a game up to some move, as its deal and its moves.
type playedGame struct {
	variant adameva.Variant
	deal    adameva.Deal
	moves   []adameva.Move
}

// twins returns a game that has gone on for some random moves, and a twin of it
// for a viewer.
func twins(t testing.TB, n int, viewer games.Seat) (pair [2]playedGame) {
	t.Helper()
	chance := games.Secret{0xAE}.Stream(fmt.Sprint("twins ", n))
	v := adameva.Variant(n % 2)
	deal := adameva.DealFrom(chance, v)
	g, err := adameva.New(deal, v)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 + chance.Below(30) {
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

// putGame puts a game as it is on a channel's table. Nothing shows it yet.
func (h *house) putGame(channel *discordtest.Channel, members [2]*discordtest.Member, g *adameva.Game) {
	h.Helper()
	rec := record.Record{AdamEva: g}
	for _, m := range members {
		rec.Seats = append(rec.Seats, m.Name())
	}
	kept, err := rec.Keep()
	if err != nil {
		h.Fatal(err)
	}
	err = h.store.Update(context.Background(), func(tx *store.Tx) error {
		game := store.Game{
			Kind: store.Table, Channel: idOf(h, channel.ID()), Guild: idOf(h, channel.Guild().ID()), Variant: g.Variant().String(),
			Record: kept, Notes: fmt.Appendf(nil, `{"turn":1,"round":%d,"posted":1}`, g.View(games.Spectator).Round), Begun: h.clock.Now(), Moved: h.clock.Now(),
		}
		for _, m := range members {
			profile, err := tx.Meet(idOf(h, m.ID()), m.Name())
			if err != nil {
				return err
			}
			game.Players = append(game.Players, profile.Player)
		}
		return tx.Put(&game)
	})
	if err != nil {
		h.Fatal(err)
	}
}

// almostOver plays a numbered deal at random up to its last move.
func almostOver(t testing.TB, number uint64) (g *adameva.Game, last adameva.Move) {
	t.Helper()
	g, err := adameva.New(adameva.DealFrom(games.Numbered(number), adameva.Classic), adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	chance := games.Secret{1}.Stream(games.WithNumber(number))
	for {
		moves := g.Moves()
		m := moves[chance.Below(len(moves))]
		before := g.Clone()
		if _, err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		if _, over := g.Outcome(); over {
			return before, m
		}
	}
}

func idOf(t testing.TB, snowflake string) store.ID {
	t.Helper()
	n, err := strconv.ParseUint(snowflake, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return store.ID(n)
}

// replay has two members play a game in a channel of their own by pressing
// buttons, while a third looks on; all three look at everything there is. It
// returns what the viewer got.
func (h *house) replay(n int, p playedGame, viewer games.Seat) []string {
	h.Helper()
	guild := h.discord.NewGuild(fmt.Sprint("Orchard ", n))
	channel := guild.NewChannel("orchard")
	ana, ben, cleo := guild.Join("Ana"), guild.Join("Ben"), guild.Join("Cleo")
	g, err := adameva.New(p.deal, p.variant)
	if err != nil {
		h.Fatal(err)
	}
	h.putGame(channel, [2]*discordtest.Member{ana, ben}, g)
	ana.In(channel).Run("/adam-eva table")
	h.settle()
	m := &match{house: h, channel: channel, members: [2]*discordtest.Member{ana, ben}}
	for seat, member := range m.members {
		m.hands[seat] = member.In(channel).Press(m.table(), "My hand").Reply()
		h.settle()
	}
	for i, move := range p.moves {
		words := strings.SplitN(move.String(), " ", 2)[1]
		hand := m.hand(int(move.Seat))
		at := slices.IndexFunc(choices(hand), func(b *discordtest.Component) bool { return strings.HasSuffix(b.CustomID, "|"+words) })
		if at < 0 {
			h.Fatalf("game %d, move %d: no button says %q:\n%s", n, i, words, hand.Text())
		}
		m.members[move.Seat].In(channel).Press(hand, choices(hand)[at].CustomID)
		h.settle()
	}
	for _, member := range []*discordtest.Member{ana, ben, cleo} {
		member.In(channel).Press(m.table(), "More…")
		h.settle()
		member.In(channel).Press(m.table(), "My hand")
		h.settle()
	}
	seen := map[games.Seat]*discordtest.Member{0: ana, 1: ben, games.Spectator: cleo}[viewer].Transcript()
	return byMessage(h, string(seen))
}

// attachmentID is where the id of a picture stands in a message.
var attachmentID = regexp.MustCompile(`"(url|proxy_url)":"[^"]*/attachments/[^"]*"|"attachment_id":"[0-9]+"`)

// byMessage sorts what was seen by message, keeping the order within each: two
// messages are brought up to date side by side, in no particular order, and so
// their pictures get their ids in none.
func byMessage(t testing.TB, transcript string) []string {
	t.Helper()
	transcript = attachmentID.ReplaceAllString(transcript, `"attachment":"one"`)
	lines := strings.Split(strings.TrimSpace(transcript), "\n")
	of := map[string]string{}
	for _, line := range lines {
		var event struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		}
		if err := json.Unmarshal([]byte(line), &event); err != nil || event.Message.ID == "" {
			t.Fatalf("no message in %s: %v", line, err)
		}
		of[line] = event.Message.ID
	}
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(of[a], of[b]) })
	return lines
}

// Two games whose deals differ only in what a viewer cannot know look the same
// to that viewer in every byte of every message, and leave the same log.
func TestNothingTellsWhatOthersHold(t *testing.T) {
	t.Parallel()
	const pairs, withPictures = 500, 12 // and all are drawn for each other in the tests of pictures
	viewers := []games.Seat{0, 1, games.Spectator}
	var all [pairs][2]playedGame
	moves, asides := 0, 0
	for i := range all {
		all[i] = twins(t, i, viewers[i%3])
		moves += len(all[i][0].moves)
		if fmt.Sprint(all[i][0].moves) != fmt.Sprint(all[i][1].moves) {
			asides++
		}
		if fmt.Sprint(all[i][0].deal) == fmt.Sprint(all[i][1].deal) {
			t.Fatalf("pair %d is one deal twice", i)
		}
	}
	if moves < 10*pairs || asides < pairs/20 {
		t.Fatalf("%d moves, and %d pairs that set other cards aside, are few", moves, asides)
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
					seen[side][i] = h.replay(i, all[i][side], viewers[i%3])
				}
				logs[side] = strings.Split(h.log.String(), "\n")
				slices.Sort(logs[side])
			})
		}
	})
	if t.Failed() {
		return
	}
	// First the log: if something went wrong on the way it says what.
	if len(logs[0]) < pairs*10 {
		t.Fatal("the log is too short to say anything")
	}
	same(t, "log", logs[0], logs[1])
	for i := range all {
		if len(seen[0][i]) < len(all[i][0].moves) {
			t.Fatalf("pair %d: only %d events were seen", i, len(seen[0][i]))
		}
		same(t, fmt.Sprintf("pair %d, %s", i, viewers[i%3]), seen[0][i], seen[1][i])
	}
	if pictures := strings.Count(fmt.Sprint(seen[0][:withPictures]), `"sha256"`); pictures < withPictures*10 || strings.Count(fmt.Sprint(seen[0][withPictures:]), `"sha256"`) > 0 {
		t.Errorf("%d pictures were seen and compared", pictures)
	}
}

// same fails the test at the first line in which two lists differ.
func same(t testing.TB, what string, a, b []string) {
	t.Helper()
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			one, other := firstDifference([]byte(x), []byte(y))
			t.Fatalf("%s, line %d of %d and %d: one has …%s… where the other has …%s…\n%s\n\n%s", what, i, len(a), len(b), one, other, x, y)
		}
	}
}

// The comparison does see a difference: to the player who holds them, other
// cards are other messages.
func TestWhatSomebodyHoldsTellsDealsApart(t *testing.T) {
	t.Parallel()
	pair := twins(t, 0, 0)
	var seen [2][]string
	for side := range pair {
		seen[side] = open(t, quickly).replay(0, pair[side], 1)
	}
	if slices.Equal(seen[0], seen[1]) {
		t.Error("the other player sees no difference either")
	}
}
