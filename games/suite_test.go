package games_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/decktet"
	"windfall/games/gamestest"
	"windfall/games/record"
)

// This file holds every game to the same promises. What only one game promises
// is tested beside its rules.

// An engine is a game with its moves as text.
type engine interface {
	toMove() (games.Seat, bool)
	moves() []string
	play(move string) error // of any text at all
	view(viewer games.Seat) string
	// whole returns everything about the position, hidden or not.
	whole() string
	// anyMove returns a move that may be legal here and now, or not.
	anyMove(chance *games.Stream) string
	record() *record.Record
	played() []string
	restart(t testing.TB) engine // the game before its first move
	// twin deals again so that viewer could not have told the difference up to
	// now, and returns the game before its first move, with the same moves as
	// they are written there.
	twin(t testing.TB, viewer games.Seat, chance *games.Stream) (engine, []string)
}

type adamEvaEngine struct{ *adameva.Game }

func (e adamEvaEngine) toMove() (games.Seat, bool) { return e.ToMove() }

func (e adamEvaEngine) moves() []string { return texts(e.Moves()) }

func (e adamEvaEngine) play(text string) error {
	m, err := adameva.ParseMove(text)
	if err != nil {
		return err
	}
	_, err = e.Play(m)
	return err
}

func (e adamEvaEngine) view(viewer games.Seat) string {
	v := e.View(viewer)
	outcome := "playing"
	if v.Outcome != nil {
		outcome = fmt.Sprintf("%+v", *v.Outcome)
		v.Outcome = nil
	}
	return fmt.Sprintf("%+v %s", v, outcome)
}

func (e adamEvaEngine) whole() string {
	return fmt.Sprintln(e.view(0), e.view(1), e.view(games.Spectator), e.Deal(), e.Played(), e.Moves())
}

func (e adamEvaEngine) anyMove(chance *games.Stream) string {
	return adameva.Move{
		Seat: games.Seat(chance.Below(2)), Kind: adameva.MoveKind(chance.Below(6)),
		Card: adameva.Card(chance.Below(adameva.DeckSize)), Tree: adameva.Tree(chance.Below(4)),
	}.String()
}

func (e adamEvaEngine) record() *record.Record {
	return &record.Record{Seats: []string{"Ana", "Ben"}, AdamEva: e.Game}
}

func (e adamEvaEngine) played() []string { return texts(e.Played()) }

func (e adamEvaEngine) restart(t testing.TB) engine {
	g, err := adameva.New(e.Deal(), e.Variant())
	if err != nil {
		t.Fatal(err)
	}
	return adamEvaEngine{g}
}

func (e adamEvaEngine) twin(t testing.TB, viewer games.Seat, chance *games.Stream) (engine, []string) {
	deal, moves, err := gamestest.AdamEvaTwin(e.Game, viewer, chance)
	if err != nil {
		t.Fatal(err)
	}
	g, err := adameva.New(deal, e.Variant())
	if err != nil {
		t.Fatal(err)
	}
	return adamEvaEngine{g}, texts(moves)
}

type adamanEngine struct{ *adaman.Game }

func (e adamanEngine) toMove() (games.Seat, bool) { return e.ToMove() }

func (e adamanEngine) moves() []string { return texts(e.Moves()) }

func (e adamanEngine) play(text string) error {
	m, err := adaman.ParseMove(text)
	if err != nil {
		return err
	}
	_, err = e.Play(m)
	return err
}

func (e adamanEngine) view(viewer games.Seat) string { return fmt.Sprintf("%+v", e.View(viewer)) }

func (e adamanEngine) whole() string {
	return fmt.Sprintln(e.view(0), e.Deck(), e.Played(), e.Moves())
}

func (e adamanEngine) anyMove(chance *games.Stream) string {
	m := adaman.Move{Target: decktet.Card(chance.Below(decktet.Count))}
	for range 1 + chance.Below(3) {
		m.Spend = m.Spend.With(decktet.Card(chance.Below(decktet.Count)))
	}
	return m.String()
}

func (e adamanEngine) record() *record.Record {
	return &record.Record{Seats: []string{"Ana"}, Adaman: e.Game}
}

func (e adamanEngine) played() []string { return texts(e.Played()) }

func (e adamanEngine) restart(t testing.TB) engine {
	g, err := adaman.New(e.Deck())
	if err != nil {
		t.Fatal(err)
	}
	return adamanEngine{g}
}

func (e adamanEngine) twin(t testing.TB, _ games.Seat, chance *games.Stream) (engine, []string) {
	g, err := adaman.New(gamestest.AdamanTwin(e.Game, chance))
	if err != nil {
		t.Fatal(err)
	}
	return adamanEngine{g}, texts(e.Played())
}

func texts[Move fmt.Stringer](moves []Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	return texts
}

// everyGame runs a test for each game and variant. deal starts a game from a
// stream of chance.
func everyGame(t *testing.T, test func(t *testing.T, deal func(*games.Stream) engine)) {
	for _, v := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		t.Run("adam-eva "+v.String(), func(t *testing.T) {
			t.Parallel()
			test(t, func(chance *games.Stream) engine {
				g, err := adameva.New(adameva.DealFrom(chance, v), v)
				if err != nil {
					t.Fatal(err)
				}
				return adamEvaEngine{g}
			})
		})
	}
	t.Run("adaman", func(t *testing.T) {
		t.Parallel()
		test(t, func(chance *games.Stream) engine {
			g, err := adaman.New(adaman.Deal(chance))
			if err != nil {
				t.Fatal(err)
			}
			return adamanEngine{g}
		})
	})
}

func stream(purpose string, n int) *games.Stream {
	return games.Secret{0xE}.Stream(fmt.Sprintf("%s %d", purpose, n))
}

// Twenty thousand games of each kind end, and can be written down, read and
// played again to the same result.
func TestRandomGamesEndAndRoundTrip(t *testing.T) {
	everyGame(t, func(t *testing.T, deal func(*games.Stream) engine) {
		for n := range 20_000 {
			chance := stream("round trip", n)
			g := deal(chance)
			steps := 0
			for moves := g.moves(); len(moves) > 0; moves = g.moves() {
				if _, playing := g.toMove(); !playing {
					t.Fatalf("game %d: moves %v after the end", n, moves)
				}
				if err := g.play(moves[chance.Below(len(moves))]); err != nil {
					t.Fatalf("game %d: a listed move is refused: %v", n, err)
				}
				if steps++; steps > 500 {
					t.Fatalf("game %d does not end", n)
				}
			}
			if _, playing := g.toMove(); playing {
				t.Fatalf("game %d: no move and not over", n)
			}
			text, err := g.record().Export()
			if err != nil {
				t.Fatal(err)
			}
			back, err := record.Verify(text)
			if err != nil {
				t.Fatalf("game %d: %v\n%s", n, err, text)
			}
			again, err := back.Export()
			if err != nil || string(again) != string(text) {
				t.Fatalf("game %d: written again as\n%s\n%v, first as\n%s", n, again, err, text)
			}
		}
	})
}

// At every step of a game the whole of it goes into text and back.
func TestEveryStepRoundTrips(t *testing.T) {
	everyGame(t, func(t *testing.T, deal func(*games.Stream) engine) {
		for n := range 25 {
			chance := stream("steps", n)
			g := deal(chance)
			for moves := g.moves(); len(moves) > 0; moves = g.moves() {
				kept, err := g.record().Keep()
				if err != nil {
					t.Fatal(err)
				}
				r, err := record.Load(kept)
				if err != nil {
					t.Fatal(err)
				}
				var back engine = adamanEngine{r.Adaman}
				if r.AdamEva != nil {
					back = adamEvaEngine{r.AdamEva}
				}
				if back.whole() != g.whole() {
					t.Fatalf("game %d came back as\n%s\nit was\n%s", n, back.whole(), g.whole())
				}
				if err := g.play(moves[chance.Below(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// A move that is not listed is refused and changes nothing; one that is listed
// is taken.
func TestIllegalMovesAreRefusedWithoutAChange(t *testing.T) {
	everyGame(t, func(t *testing.T, deal func(*games.Stream) engine) {
		refused := 0
		for n := range 50 {
			chance := stream("illegal", n)
			g := deal(chance)
			for moves := g.moves(); len(moves) > 0; moves = g.moves() {
				before := g.whole()
				for range 10 {
					m := g.anyMove(chance)
					if slices.Contains(moves, m) {
						continue
					}
					if err := g.play(m); err == nil {
						t.Fatalf("game %d: %s is not in %v but was taken", n, m, moves)
					}
					refused++
				}
				if after := g.whole(); after != before {
					t.Fatalf("game %d: a refused move changed\n%s\nto\n%s", n, before, after)
				}
				if err := g.play(moves[chance.Below(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if refused < 3_000 {
			t.Errorf("only %d moves were tried", refused)
		}
	})
}

// The same public moves under two deals that differ only in what a viewer
// cannot know give that viewer the same view, byte for byte, at every step.
func TestNonInterference(t *testing.T) {
	everyGame(t, func(t *testing.T, deal func(*games.Stream) engine) {
		differing := 0
		for n := range 150 {
			chance := stream("twins", n)
			g, length := deal(chance), 5+chance.Below(120)
			for moves := g.moves(); len(moves) > 0 && length > 0; moves, length = g.moves(), length-1 {
				if err := g.play(moves[chance.Below(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			for _, viewer := range []games.Seat{0, 1, games.Spectator} {
				twin, twinMoves := g.twin(t, viewer, chance)
				original := g.restart(t)
				if twin.whole() != original.whole() {
					differing++
				}
				for i, m := range g.played() {
					if a, b := original.view(viewer), twin.view(viewer); a != b {
						t.Fatalf("game %d, %s, before move %d sees\n%s\nand in the twin\n%s", n, viewer, i, a, b)
					}
					if err := errors.Join(original.play(m), twin.play(twinMoves[i])); err != nil {
						t.Fatalf("game %d, move %d: %v", n, i, err)
					}
				}
				if a, b := original.view(viewer), twin.view(viewer); a != b {
					t.Fatalf("game %d, %s sees at the end\n%s\nand in the twin\n%s", n, viewer, a, b)
				}
			}
		}
		if differing < 150 {
			t.Errorf("only %d twins were dealt differently", differing)
		}
	})
}

// Golden games are for people to read: one of each kind, move by move as its
// spectators see it. "go test ./games -update" writes them anew.
var update = flag.Bool("update", false, "write the golden games anew")

func TestGoldenGames(t *testing.T) {
	everyGame(t, func(t *testing.T, deal func(*games.Stream) engine) {
		chance := stream("golden", 1)
		g := deal(chance)
		var b strings.Builder
		tell := func(e engine) {
			switch e := e.(type) {
			case adamEvaEngine:
				tellAdamEva(&b, e.View(games.Spectator))
			case adamanEngine:
				for _, event := range e.View(0).Events {
					fmt.Fprintf(&b, "    %s\n", event)
				}
			}
		}
		tell(g)
		for moves := g.moves(); len(moves) > 0; moves = g.moves() {
			m := moves[chance.Below(len(moves))]
			if err := g.play(m); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&b, m)
			tell(g)
		}
		fmt.Fprintln(&b, g.record().Result())
		name := filepath.Join("testdata", strings.ReplaceAll(strings.TrimPrefix(t.Name(), "TestGoldenGames/"), "_", "-")+".txt")
		if *update {
			if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("the game differs from %s; if that is right, go test ./games -update", name)
		}
	})
}

// tellAdamEva writes what the last move brought about.
func tellAdamEva(b *strings.Builder, v adameva.View) {
	for _, e := range v.Last {
		switch e.Kind {
		case adameva.RoundBegan:
			fmt.Fprintf(b, "    round %d, seat %d opens, apples r %v y %v g %v b %v\n", e.Round, e.Seat, v.Apples[0], v.Apples[1], v.Apples[2], v.Apples[3])
		case adameva.Laid:
			fmt.Fprintf(b, "    %s lies on seat %d's side of %s\n", e.Card, e.Seat, e.Tree.Name())
		case adameva.Bitten:
			fmt.Fprintf(b, "    %s is gone from %s\n", e.Card, e.Tree.Name())
		case adameva.TookRest:
			fmt.Fprintf(b, "    seat %d takes the rest: %s\n", e.Seat, e.Cards)
		case adameva.RoundEnded:
			r := v.Finished[e.Round-1]
			for _, tree := range adameva.Trees {
				tr := r.Trees[tree]
				fmt.Fprintf(b, "    %s: %d to %d, the %d to seat %s, the %d to seat %s\n", tree.Name(), tr.Sums[0], tr.Sums[1], r.Apples[tree][1], tr.High, r.Apples[tree][0], tr.Low)
			}
			fmt.Fprintf(b, "    points: %d and %d\n", v.Boards[0].Points(), v.Boards[1].Points())
		}
	}
}
