package picture

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/gamestest"
)

var boardWords = BoardWords{Palace: "Palace", Capital: "Capital", Resources: "Resources", Deck: "Deck", Controlled: "Controlled"}

// A manner chooses one of the plays of a game.
type manner func(moves []adaman.Move, chance *games.Stream) adaman.Move

func atRandom(moves []adaman.Move, chance *games.Stream) adaman.Move {
	return moves[chance.Below(len(moves))]
}

// thrifty spends little and likes people, by which some games are won.
func thrifty(moves []adaman.Move, chance *games.Stream) adaman.Move {
	cost := func(m adaman.Move) int {
		n := 2*(m.Spend.Ranks()-m.Target.Rank()) + m.Spend.Len()
		if m.Target.Personality() {
			n -= 6
		}
		return n
	}
	best := atRandom(moves, chance)
	for _, m := range moves {
		if cost(m) < cost(best) {
			best = m
		}
	}
	return best
}

// wander plays numbered deals in a manner and visits every position, until visit
// says stop.
func wander(t testing.TB, count int, how manner, visit func(*adaman.Game) (stop bool)) {
	t.Helper()
	for n := range count {
		chance := games.Numbered(uint64(n))
		g, err := adaman.New(adaman.Deal(chance))
		if err != nil {
			t.Fatal(err)
		}
		for !visit(g) {
			moves := g.Moves()
			if len(moves) == 0 {
				break
			}
			if _, err := g.Play(how(moves, chance)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// spot returns the first position in which a thrifty player comes to what fits.
func spot(t testing.TB, fits func(*adaman.View) bool) *adaman.Game {
	t.Helper()
	var found *adaman.Game
	wander(t, 4000, thrifty, func(g *adaman.Game) bool {
		if v := g.View(adaman.Player); found == nil && fits(&v) {
			found = g.Clone()
		}
		return found != nil
	})
	if found == nil {
		t.Fatal("no game came to such a position")
	}
	return found
}

// payment is the first target that costs several cards, and what pays for it.
func payment(v *adaman.View) decktet.Set {
	for _, target := range v.Targets() {
		if pay, ok := v.Cheapest(target.Card); ok && pay.Len() > 1 {
			return pay.With(target.Card)
		}
	}
	return 0
}

// A boardCase is a board of which a picture is kept.
type boardCase struct {
	game   *adaman.Game
	chosen bool // with the choice of payment
	words  BoardWords
}

func boards(t testing.TB) map[string]boardCase {
	over := func(r adaman.Result, early bool) func(*adaman.View) bool {
		return func(v *adaman.View) bool { return v.Outcome.Result == r && (v.Plays == 0) == early }
	}
	given := spot(t, func(v *adaman.View) bool { return v.Plays == 8 && v.Undealt == 3 && v.Outcome.Result == 0 })
	if _, err := given.Play(adaman.Move{GiveUp: true}); err != nil {
		t.Fatal(err)
	}
	odd := BoardWords{
		Palace:     "Палата владара и царице целог света, веома дугачко",
		Capital:    strings.Repeat("W", 40),
		Resources:  "موارد الملك (42)",
		Deck:       "Ziehstapel der Karten",
		Controlled: "Unter deiner Aufsicht seit langem",
	}
	return map[string]boardCase{
		"opening": {game: spot(t, func(v *adaman.View) bool { return true })},
		"choice": {chosen: true, game: spot(t, func(v *adaman.View) bool {
			return v.Plays == 6 && len(v.Palace) == 2 && v.Controlled.Len() > 2 && payment(v).Len() == 3
		})},
		"palace-choice": {chosen: true, game: spot(t, func(v *adaman.View) bool {
			return len(v.Palace) == 4 && payment(v).Len() == 4
		})},
		"full-palace":   {words: odd, game: spot(t, func(v *adaman.View) bool { return len(v.Palace) == palaceRoom && v.Plays > 4 })},
		"won":           {game: spot(t, over(adaman.Won, false))},
		"stuck":         {game: spot(t, over(adaman.Stuck, false))},
		"overthrown":    {game: spot(t, over(adaman.Overthrown, false))},
		"gave-up":       {game: given},
		"dead-deal":     {game: spot(t, over(adaman.Overthrown, true))},
		"no-first-play": {game: spot(t, over(adaman.Stuck, true))},
	}
}

func (c boardCase) view() (*adaman.View, decktet.Set, BoardWords) {
	v, words := c.game.View(adaman.Player), c.words
	if words == (BoardWords{}) {
		words = boardWords
	}
	if c.chosen {
		return &v, payment(&v), words
	}
	return &v, 0, words
}

func TestBoards(t *testing.T) {
	p := New()
	for name, c := range boards(t) {
		v, chosen, words := c.view()
		if c.chosen && chosen == 0 {
			t.Fatalf("%s: nothing is chosen", name)
		}
		got, err := p.Board(v, chosen, words)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Logf("%s: %d bytes", name, len(got))
		same(t, "board-"+name, got)
	}
}

// Many games, with a choice marked wherever there is one.
func TestEveryBoardCanBeDrawnAndIsSmall(t *testing.T) {
	p := New()
	largest, count := 0, 0
	ends := map[adaman.Result]int{}
	for _, how := range []manner{atRandom, thrifty} {
		step := 0
		wander(t, 100, how, func(g *adaman.Game) bool {
			v := g.View(adaman.Player)
			if step++; step%3 != 0 && v.Outcome.Result == 0 && len(v.Palace) < palaceRoom {
				return false
			}
			got, err := p.Board(&v, payment(&v), boardWords)
			if err != nil {
				t.Fatalf("%v after %v", err, g.Played())
			}
			if size, err := png.DecodeConfig(bytes.NewReader(got)); err != nil || size.Width != width || size.Height != boardH {
				t.Fatalf("a board of %d by %d (%v)", size.Width, size.Height, err)
			}
			largest = max(largest, len(got))
			count++
			ends[v.Outcome.Result]++
			return false
		})
	}
	t.Logf("%d boards, the largest %d bytes, ends %v", count, largest, ends)
	if ends[adaman.Stuck] == 0 || ends[adaman.Overthrown] == 0 {
		t.Error("some ends did not come up")
	}
	if largest > 40<<10 {
		t.Errorf("a board of %d bytes, at most 40 KiB", largest)
	}
}

// Games whose decks differ in what has not been dealt have the same pictures,
// byte for byte.
func TestBoardsHideTheDeck(t *testing.T) {
	p, chance := New(), games.Numbered(78)
	different, step := 0, 0
	wander(t, 12, atRandom, func(g *adaman.Game) bool {
		if step++; step%3 != 0 {
			return false
		}
		deck := gamestest.AdamanTwin(g, chance)
		if deck != g.Deck() {
			different++
		}
		twin, err := adaman.New(deck)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.Played() {
			if _, err := twin.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		mine, theirs := g.View(adaman.Player), twin.View(adaman.Player)
		a, err := p.Board(&mine, payment(&mine), boardWords)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Board(&theirs, payment(&theirs), boardWords)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("the board depends on the order of the deck, after %v", g.Played())
		}
		return false
	})
	if different == 0 {
		t.Error("no twin had another deck, so nothing was tested")
	}
}

// What is chosen shows, and only where it lies.
func TestChosenCardsAreMarked(t *testing.T) {
	p := New()
	v, chosen, _ := boards(t)["choice"].view()
	bare, err := p.Board(v, 0, boardWords)
	if err != nil {
		t.Fatal(err)
	}
	marked, err := p.Board(v, chosen, boardWords)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(bare, marked) {
		t.Error("a choice does not show")
	}
	elsewhere, err := p.Board(v, v.Discard|v.Unseen(), boardWords)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bare, elsewhere) {
		t.Error("cards that lie in no row were marked")
	}
}

func TestBoardsThatNoGameGives(t *testing.T) {
	p := New()
	if _, err := p.Board(nil, 0, boardWords); !errors.Is(err, ErrView) {
		t.Errorf("no view: %v, want ErrView", err)
	}
	if got, err := p.Board(&adaman.View{}, decktet.Full, BoardWords{}); err != nil || len(got) == 0 {
		t.Errorf("an empty table: %v", err)
	}
	good, _, _ := boards(t)["full-palace"].view()
	for name, spoil := range map[string]func(v *adaman.View){
		"palace":    func(v *adaman.View) { v.Palace = make([]decktet.Card, palaceRoom+2) },
		"capital":   func(v *adaman.View) { v.Capital = make([]decktet.Card, 400) },
		"resources": func(v *adaman.View) { v.Resources = make([]decktet.Card, rowRoom+1) },
		"card":      func(v *adaman.View) { v.Capital = []decktet.Card{200} },
		"deck":      func(v *adaman.View) { v.Undealt = -1 },
		"big deck":  func(v *adaman.View) { v.Undealt = 1 << 40 },
		"result":    func(v *adaman.View) { v.Outcome.Result = 77 },
		"score":     func(v *adaman.View) { v.Outcome.Score = -5 },
	} {
		v := *good
		spoil(&v)
		if _, err := p.Board(&v, 0, boardWords); !errors.Is(err, ErrView) {
			t.Errorf("%s: %v, want ErrView", name, err)
		}
	}
	v := *good
	v.Controlled = ^decktet.Set(0)
	if _, err := p.Board(&v, ^decktet.Set(0), boardWords); err != nil {
		t.Errorf("sets with cards that are none: %v", err)
	}
}

func TestSpritesDrawThePlainBoard(t *testing.T) {
	p := New()
	for name, c := range boards(t) {
		v, chosen, words := c.view()
		fast, err := p.Board(v, chosen, words)
		if err != nil {
			t.Fatal(err)
		}
		plain := newPlainSheet(p, boardPanel)
		p.drawBoard(plain, v, chosen, words)
		if share := differing(decode(t, fast), decode(t, plain.finish(t)), 40); share > 0.002 {
			t.Errorf("%s: %.2f %% of the pixels differ", name, share*100)
		}
	}
}

// A painter that has drawn many boards draws the next ones with what it has.
func TestBoardsDoNotGrow(t *testing.T) {
	p := New()
	draw := func(how manner, first int) {
		n := 0
		wander(t, first+40, how, func(g *adaman.Game) bool {
			if v := g.View(adaman.Player); v.Plays == 0 {
				n++
			}
			if n <= first {
				return true
			}
			v := g.View(adaman.Player)
			if _, err := p.Board(&v, payment(&v), boardWords); err != nil {
				t.Fatal(err)
			}
			return false
		})
	}
	draw(thrifty, 0)
	// Each card in three states, the places, each person in three, the throne and
	// the sign of each end, the deck in each height, and the strips.
	const most = 3*decktet.Count + 2 + 3*11 + 5 + 4 + 7 + 2 + 6
	if n := p.sprites.len(); n > most {
		t.Errorf("%d sprites for boards, at most %d", n, most)
	}
	v := *fullBoard(t)
	per := testing.AllocsPerRun(20, func() {
		if _, err := p.Board(&v, 0, boardWords); err != nil {
			t.Error(err)
		}
	})
	if per > 100 {
		t.Errorf("%.0f allocations a board", per)
	}
}

// fullBoard is a board with all places taken and many people controlled.
func fullBoard(t testing.TB) *adaman.View {
	v := spot(t, func(v *adaman.View) bool {
		return v.Outcome.Result == adaman.Overthrown && len(v.Resources) == rowRoom-1 && v.Controlled.Len() >= 3
	}).View(adaman.Player)
	return &v
}

func FuzzBoardWords(f *testing.F) {
	f.Add("Palace", "Capital", "Resources", "Deck", "Controlled")
	f.Add("", "\x00\xff", strings.Repeat("W", 3000), "山田", "\u202eevil")
	for _, n := range oddNames {
		f.Add(n.above, n.below, n.above, n.below, n.above)
	}
	p := New()
	v := *fullBoard(f)
	f.Fuzz(func(t *testing.T, palace, capital, resources, deck, controlled string) {
		words := BoardWords{palace, capital, resources, deck, controlled}
		got, err := p.Board(&v, 0, words)
		if err != nil || !bytes.HasPrefix(got, []byte("\x89PNG")) {
			t.Fatalf("%q: no picture: %v", words, err)
		}
		// Each word alone, where nothing but it is written.
		rows := &frame{a: p.alphabet}
		p.drawRow(rows, palace, nil, 0, aimed, palaceTop)
		inRoom(t, rows, image.Rect(margin, palaceTop-24, margin+lotW+4, palaceTop+lotH))
		pile := &frame{a: p.alphabet}
		p.drawDeck(pile, deck, 26)
		inRoom(t, pile, image.Rect(sideX-4, resourcesTop-24, width, resourcesTop+lotH))
		strip := &frame{a: p.alphabet}
		p.drawTally(strip, controlled, decktet.Personalities, adaman.Outcome{Result: adaman.Won, Score: 99})
		inRoom(t, strip, image.Rect(margin, tallyTop-24, width-margin, tallyTop+stripH+24))
	})
}

// inRoom checks where letters were drawn; those of some scripts are high.
func inRoom(t *testing.T, drawn *frame, room image.Rectangle) {
	t.Helper()
	if !drawn.area.In(room) {
		t.Fatalf("letters at %v, out of their room %v", drawn.area, room)
	}
}

func BenchmarkFullBoard(b *testing.B) {
	v := fullBoard(b)
	b.Run("sprites", func(b *testing.B) {
		p := New()
		benchmark(b, func() ([]byte, error) { return p.Board(v, 0, boardWords) })
	})
	b.Run("plain", func(b *testing.B) {
		p := New()
		benchmark(b, func() ([]byte, error) {
			s := newPlainSheet(p, boardPanel)
			p.drawBoard(s, v, 0, boardWords)
			return s.finish(b), nil
		})
	})
}
