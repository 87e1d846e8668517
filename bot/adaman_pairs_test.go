package bot_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// A script is what a member does at a game: some plays, chosen and confirmed by
// pressing, and perhaps giving up at last.
type script struct {
	moves  []adaman.Move
	giveUp bool
}

// pair returns a script and two decks that differ only in the order of the
// cards which are not dealt when the script is over.
func pair(r *rand.Rand) (s script, decks [2]adaman.Deck) {
	for {
		deck := adaman.Deck(decktet.All())
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		p := adaman.Open(&deck)
		s = script{giveUp: r.IntN(3) == 0}
		for range r.IntN(4) {
			if p.Result == 0 {
				m := somePlay(p, r)
				s.moves, p = append(s.moves, m), p.After(&deck, m)
			}
		}
		s.giveUp = s.giveUp && p.Result == 0
		other := deck
		rest := other[p.Dealt:]
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		if len(s.moves) > 0 && other != deck {
			return s, [2]adaman.Deck{deck, other}
		}
	}
}

// put puts a game of a deck into the store, as a member's practice game.
func (h *house) put(member *discordtest.Member, deck adaman.Deck) store.Game {
	h.Helper()
	g, err := adaman.New(deck)
	if err != nil {
		h.Fatal(err)
	}
	rec := record.Record{Seats: []string{member.Name()}, Adaman: g}
	kept, err := rec.Keep()
	if err != nil {
		h.Fatal(err)
	}
	id := func(snowflake string) store.ID {
		n, err := strconv.ParseUint(snowflake, 10, 64)
		if err != nil {
			h.Fatal(err)
		}
		return store.ID(n)
	}
	var game store.Game
	err = h.store.Update(context.Background(), func(tx *store.Tx) error {
		me, err := tx.Meet(id(member.ID()), member.Name())
		if err != nil {
			return err
		}
		game = store.Game{
			Kind: store.Practice, Channel: id(member.DM().ID()), Owner: me.Player, Players: []store.Player{me.Player},
			Record: kept, Begun: h.clock.Now(), Moved: h.clock.Now(),
		}
		return tx.Put(&game)
	})
	if err != nil {
		h.Fatal(err)
	}
	return game
}

// act does what a script says, and returns every byte that the member got.
func (h *house) act(member *discordtest.Member, s script) []byte {
	h.Helper()
	p := &player{house: h, place: member.InDM(), board: member.InDM().Run("/adaman practice").Reply()}
	h.settle()
	for _, m := range s.moves {
		p.play(m)
	}
	if s.giveUp {
		p.press("Give up")
		p.press("Yes, give up")
	} else {
		p.place.Run("/adaman daily") // and whatever else they look at
	}
	h.settle()
	return member.Transcript()
}

// Two games whose decks differ only in what nobody has seen yet look the same in
// every byte: in texts, custom ids, order, and in the log.
func TestNothingTellsWhatTheDeckStillHolds(t *testing.T) {
	t.Parallel()
	const pairs, withPictures = 500, 12
	var scripts [pairs]script
	var decks [pairs][2]adaman.Deck
	r := rand.New(rand.NewPCG(5, 6))
	plays, givenUp := 0, 0
	for i := range scripts {
		scripts[i], decks[i] = pair(r)
		plays += len(scripts[i].moves)
		if scripts[i].giveUp {
			givenUp++
		}
	}
	if plays < pairs || givenUp < pairs/8 {
		t.Fatalf("%d plays and %d given up in %d games are few", plays, givenUp, pairs)
	}

	// The same story in two houses that know nothing of each other.
	var seen [2][pairs][]byte
	var logs [2]string
	t.Run("houses", func(t *testing.T) {
		for side := range 2 {
			t.Run(strconv.Itoa(side), func(t *testing.T) {
				t.Parallel()
				h := open(t, quickly, pictured)
				for i := range scripts {
					if i == withPictures {
						h.painter = nil
						h.restart()
					}
					member := h.guild.Join("Ana")
					h.put(member, decks[i][side])
					seen[side][i] = h.act(member, scripts[i])
				}
				logs[side] = h.log.String()
			})
		}
	})
	if t.Failed() {
		return
	}
	for i := range scripts {
		if len(seen[0][i]) < 1000 {
			t.Fatalf("pair %d: only %d bytes were seen", i, len(seen[0][i]))
		}
		if a, b := firstDifference(seen[0][i], seen[1][i]); a != b {
			t.Fatalf("pair %d: one sees …%s… where the other sees …%s…, after %+v", i, a, b, scripts[i])
		}
	}
	if len(strings.Split(logs[0], "\n")) < pairs*5 {
		t.Fatalf("the log is too short to say anything:\n%s", logs[0])
	}
	if a, b := firstDifference([]byte(logs[0]), []byte(logs[1])); a != b {
		t.Errorf("one log says …%s… where the other says …%s…", a, b)
	}
}

// firstDifference returns what stands around the first place in which two texts
// differ, or the same twice.
func firstDifference(a, b []byte) (string, string) {
	if bytes.Equal(a, b) {
		return "", ""
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(s []byte) string { return string(s[max(0, i-80):min(len(s), i+80)]) }
	if x, y := around(a), around(b); x != y {
		return x, y
	}
	return string(a), string(b)
}

// The comparison sees a difference in what is dealt: a deck of which one card
// that comes with the script is another.
func TestWhatIsDealtTellsDecksApart(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	s, decks := pair(r)
	for s.giveUp {
		s, decks = pair(r)
	}
	deck := decks[0]
	p := adaman.Open(&deck)
	last := p
	for _, m := range s.moves {
		last, p = p, p.After(&deck, m)
	}
	if last.Dealt == p.Dealt {
		t.Fatal("the last play of this script brings no card")
	}
	// The first card of the last play's deal changes places with a card that
	// does not come.
	deck[last.Dealt], deck[len(deck)-1] = deck[len(deck)-1], deck[last.Dealt]
	var seen [2][]byte
	for side, deck := range [2]adaman.Deck{decks[0], deck} {
		h := open(t, quickly)
		member := h.guild.Join("Ana")
		h.put(member, deck)
		seen[side] = h.act(member, s)
	}
	if a, b := firstDifference(seen[0], seen[1]); a == b {
		t.Error("two games with different cards look the same")
	}
}

// stillInDeck is a line in the text of a board.
var stillInDeck = regexp.MustCompile(`Personalities still in the deck: [^"\\]*`)

// The order of the cards to come is in no byte of a daily's game either, though
// the bot knows it: not as cards, as a secret or as a record.
func TestADailyTellsNothingOfTheDeck(t *testing.T) {
	t.Parallel()
	h := open(t, quickly)
	line := h.drawDaily(adaman.Won)
	ana := h.guild.Join("Ana")
	p := h.daily(ana.InDM())
	p.playAll(line[:4])
	p.press("Give up")
	p.press("Yes, give up")
	var day store.Day
	if err := h.store.View(context.Background(), func(tx *store.Tx) (err error) {
		day, err = tx.Day(1)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var deck adaman.Deck
	if err := deck.UnmarshalJSON(day.Deal); err != nil {
		t.Fatal(err)
	}
	// Which personalities have not come yet everybody can tell from those that
	// have; when they come nobody can.
	told := stillInDeck.ReplaceAllString(string(ana.Transcript()), "") + h.log.String()
	pos := adaman.Open(&deck)
	for _, m := range line[:4] {
		pos = pos.After(&deck, m)
	}
	for c := range pos.Unseen().All() {
		// Names that are words of the game itself say nothing.
		if name := c.Name(); strings.Contains(told, name) && name != "End" {
			t.Errorf("the %s is in the deck and is named", name)
		}
	}
	if strings.Contains(told, games.Secret(day.Secret).Hex()) {
		t.Error("the secret is told")
	}
}
