package picture

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/gamestest"
)

// drawAll draws every picture there is of a view.
func drawAll(p *Painter, v *adameva.View) (map[string][]byte, error) {
	pictures := map[string][]byte{}
	var failed error
	draw := func(name string, picture []byte, err error) {
		if failed = errors.Join(failed, err); len(picture) == 0 && err == nil {
			failed = errors.Join(failed, fmt.Errorf("%s: an empty picture", name))
		}
		pictures[name] = picture
	}
	if v.Phase == adameva.Over {
		picture, err := p.End(v, names)
		draw("end", picture, err)
	} else {
		picture, err := p.Table(v, names)
		draw("table", picture, err)
	}
	if seated(v.Viewer) {
		picture, err := p.Hand(v)
		draw("hand", picture, err)
	}
	if n := len(v.Finished); n > 0 && (len(v.Log) == 1 || v.Phase == adameva.Over) { // it has just ended
		picture, err := p.Round(&v.Finished[n-1], names)
		draw("round", picture, err)
	}
	return pictures, failed
}

// everyone who may look at a game.
var everyone = []games.Seat{games.Spectator, 0, 1}

func TestEveryViewCanBeDrawn(t *testing.T) {
	p := New()
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		walk(t, variant, 1, func(g *adameva.Game) bool {
			for _, viewer := range everyone {
				v := g.View(viewer)
				if _, err := drawAll(p, &v); err != nil {
					t.Fatalf("%v of %v after %v", err, viewer, g.Played())
				}
			}
			return false
		})
	}
}

// Two games that a viewer cannot tell apart have the same pictures, byte for
// byte.
func TestPicturesHideWhatIsHidden(t *testing.T) {
	p, chance := New(), games.Numbered(77)
	different := 0
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		step := 0
		walk(t, variant, 2, func(g *adameva.Game) bool {
			if step++; step%7 != 0 {
				return false
			}
			for _, viewer := range everyone {
				twin := twinOf(t, g, viewer, chance)
				mine, theirs := g.View(viewer), twin.View(viewer)
				a, err := drawAll(p, &mine)
				if err != nil {
					t.Fatal(err)
				}
				b, err := drawAll(p, &theirs)
				if err != nil {
					t.Fatal(err)
				}
				for name := range a {
					if !bytes.Equal(a[name], b[name]) {
						t.Errorf("the %s of viewer %v depends on what they cannot know, after %v", name, viewer, g.Played())
					}
				}
				for seat := range games.Seat(2) {
					x, y := g.View(seat), twin.View(seat)
					if fmt.Sprint(x.Hand) != fmt.Sprint(y.Hand) {
						different++
					}
				}
			}
			return false
		})
	}
	if different == 0 {
		t.Error("no twin had another hand, so nothing was tested")
	}
}

func twinOf(t testing.TB, g *adameva.Game, viewer games.Seat, chance *games.Stream) *adameva.Game {
	t.Helper()
	deal, moves, err := gamestest.AdamEvaTwin(g, viewer, chance)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := adameva.New(deal, g.Variant())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		play(t, twin, m)
	}
	return twin
}

func TestViewsThatNoGameGivesAreErrors(t *testing.T) {
	p := New()
	good := find(t, adameva.Classic, func(v *adameva.View) bool { return v.Phase == adameva.Answering }).View(0)
	for name, spoil := range map[string]func(v *adameva.View){
		"phase":   func(v *adameva.View) { v.Phase = 77 },
		"over":    func(v *adameva.View) { v.Phase = adameva.Over },
		"mover":   func(v *adameva.View) { v.ToMove = 9 },
		"opener":  func(v *adameva.View) { v.Opener = games.Spectator },
		"offerer": func(v *adameva.View) { v.Offerer = 3 },
		"round":   func(v *adameva.View) { v.Round = 5 },
		"card":    func(v *adameva.View) { v.Card = 200 },
		"apples":  func(v *adameva.View) { v.Apples[2][1] = 9 },
		"hands":   func(v *adameva.View) { v.HandSizes[1] = -1 },
	} {
		v := good
		spoil(&v)
		if _, err := p.Table(&v, names); !errors.Is(err, ErrView) {
			t.Errorf("%s: %v, want ErrView", name, err)
		}
	}
	// Cards and boards of any kind at least do no harm.
	v := good
	for _, tree := range adameva.Trees {
		v.Sides[0][tree], v.Sides[1][tree] = 1<<adameva.DeckSize-1, 1<<adameva.DeckSize-1
		v.Boards[0][tree], v.Lost[tree] = 0xffff, 0xffff
	}
	v.Gone, v.Unlaid, v.Finisher = v.Sides[0][0], v.Sides[0][0], 1
	if _, err := p.Table(&v, names); err != nil {
		t.Errorf("too many cards: %v", err)
	}
	for name, err := range map[string]error{
		"no table":     second(p.Table(nil, names)),
		"no hand":      second(p.Hand(nil)),
		"no round":     second(p.Round(nil, names)),
		"empty round":  second(p.Round(&adameva.RoundResult{}, names)),
		"no end":       second(p.End(nil, names)),
		"no end yet":   second(p.End(&good, names)),
		"winner":       second(p.End(&adameva.View{Outcome: &adameva.Outcome{Winner: 7}}, names)),
		"hand of none": second(p.Hand(&adameva.View{Viewer: 0, Hand: []adameva.Card{99}})),
	} {
		if !errors.Is(err, ErrView) {
			t.Errorf("%s: %v, want ErrView", name, err)
		}
	}
}

func second(_ []byte, err error) error { return err }

// A painter that several people wait for gives each the picture it would have
// given them alone.
func TestPaintersServeManyAtOnce(t *testing.T) {
	alone, shared := New(), New()
	var group sync.WaitGroup
	for name, g := range tables(t) {
		v := g.View(games.Spectator)
		want, err := alone.Table(&v, names)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			group.Go(func() {
				got, err := shared.Table(&v, names)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: another picture than alone (%v)", name, err)
				}
			})
		}
	}
	group.Wait()
}

// What a painter keeps is bounded: new names and games bring no new sprites
// without end, and a picture costs a handful of allocations.
func TestPaintersDoNotGrow(t *testing.T) {
	p := New()
	v := tables(t)["end-biting"].View(games.Spectator)
	for r := rune(0x100); r < 0x3000; r += 64 {
		name := string([]rune{r, r + 1, r + 2, r + 3, r + 4, r + 5, r + 6, r + 7})
		if _, err := p.Table(&v, [2]string{name, "Ben"}); err != nil {
			t.Fatal(err)
		}
		if n := len(p.alphabet.glyphs); n > maxGlyphs {
			t.Fatalf("%d characters are kept, at most %d", n, maxGlyphs)
		}
	}
	before := p.sprites.len()
	per := testing.AllocsPerRun(20, func() {
		if _, err := p.Table(&v, names); err != nil {
			t.Error(err)
		}
	})
	if p.sprites.len() != before {
		t.Errorf("%d sprites became %d by drawing the same table", before, p.sprites.len())
	}
	if per > 100 {
		t.Errorf("%.0f allocations a picture", per)
	}
}
