package robot_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/gamestest"
)

var variants = []adameva.Variant{adameva.Classic, adameva.Tactical}

var levels = []robot.Level{robot.Easy, robot.Fair, robot.Hard, robot.Random, robot.Baseline}

// begin deals a game.
func begin(t testing.TB, v adameva.Variant, chance *games.Stream) *adameva.Game {
	t.Helper()
	g, err := adameva.New(adameva.DealFrom(chance, v), v)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play makes moves until the game is over. choose is asked for each.
func play(t testing.TB, g *adameva.Game, choose func(v *adameva.View) adameva.Move) {
	t.Helper()
	for {
		seat, on := g.ToMove()
		if !on {
			return
		}
		v := g.View(seat)
		if _, err := g.Play(choose(&v)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryMoveIsLegalInEveryStateOfManyGames(t *testing.T) {
	// Small, but enough for hard to search whenever three cards are left.
	tiny := robot.Budget{Worlds: 1, Playouts: 1, Nodes: 1_200, Deep: 3}
	for _, variant := range variants {
		t.Run(variant.String(), func(t *testing.T) {
			t.Parallel()
			p, chance := robot.New(), games.Numbered(1)
			for n := range 20_000 {
				level := []robot.Level{robot.Easy, robot.Random}[n%2]
				if n%100 == 0 {
					level = levels[n/100%len(levels)]
				}
				play(t, begin(t, variant, chance), func(v *adameva.View) adameva.Move {
					choice, ok := p.ChooseWith(t.Context(), v, level, tiny, chance)
					if !ok || choice.Level != level || !slices.Contains(v.Moves, choice.Move) {
						t.Fatalf("%v chooses %v of %v", level, choice, v.Moves)
					}
					// The game goes its own way, so that states come up which no
					// robot would have brought about.
					return v.Moves[chance.Below(len(v.Moves))]
				})
			}
		})
	}
}

// twinOf returns a game that looks the same to a viewer and whose hidden cards are
// dealt differently, if they can be.
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
		if _, err := twin.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return twin
}

func TestNobodyPeeks(t *testing.T) {
	p, chance := robot.New(), games.Numbered(2)
	for _, variant := range variants {
		for n := range uint64(12) {
			g := begin(t, variant, chance)
			play(t, g, func(v *adameva.View) adameva.Move {
				other := twinOf(t, g, v.Viewer, chance).View(v.Viewer)
				l := levels[n%uint64(len(levels))]
				one, ok := robot.New().ChooseWith(t.Context(), v, l, robot.BudgetOf(l).Part(50), games.Numbered(n))
				// A player that has seen other games chooses as a new one does.
				two, again := p.ChooseWith(t.Context(), &other, l, robot.BudgetOf(l).Part(50), games.Numbered(n))
				if !ok || !again || one != two {
					t.Fatalf("%v: the same view and chance, and %v and %v\n%+v", l, one, two, v)
				}
				return v.Moves[chance.Below(len(v.Moves))]
			})
		}
	}
}

func TestWhoeverIsNotToMoveChoosesNothing(t *testing.T) {
	p, chance := robot.New(), games.Numbered(3)
	g := begin(t, adameva.Classic, chance)
	seat, _ := g.ToMove()
	for _, viewer := range []games.Seat{seat.Other(), games.Spectator} {
		v := g.View(viewer)
		if c, ok := p.Choose(t.Context(), &v, robot.Fair, chance); ok {
			t.Errorf("seat %v chooses %v", viewer, c)
		}
	}
	if c, ok := p.Choose(t.Context(), &adameva.View{}, robot.Fair, chance); ok {
		t.Errorf("without a game: %v", c)
	}
	v := g.View(seat)
	if c, ok := p.Choose(t.Context(), &v, robot.Baseline+1, chance); ok {
		t.Errorf("a level that is none chooses %v", c)
	}
	if _, err := g.Play(adameva.Move{Seat: seat, Kind: adameva.Resign}); err != nil {
		t.Fatal(err)
	}
	v = g.View(seat)
	if c, ok := p.Choose(t.Context(), &v, robot.Fair, chance); ok {
		t.Errorf("after the end: %v", c)
	}
}

func TestAnEmptyBudgetStillMoves(t *testing.T) {
	p, chance := robot.New(), games.Numbered(4)
	for _, b := range []robot.Budget{{}, {Worlds: -1, Playouts: -5, Nodes: -1, Deep: -1}, {Worlds: 1}, {Playouts: 3}} {
		for _, l := range levels {
			play(t, begin(t, adameva.Tactical, chance), func(v *adameva.View) adameva.Move {
				c, ok := p.ChooseWith(t.Context(), v, l, b, chance)
				if !ok {
					t.Fatalf("%v with %+v does not move", l, b)
				}
				return c.Move
			})
		}
	}
}

func TestWhoIsLateMovesAsAQuickerLevelWould(t *testing.T) {
	p := robot.New()
	late, stop := context.WithCancel(t.Context())
	stop()
	n := uint64(0)
	play(t, begin(t, adameva.Classic, games.Numbered(5)), func(v *adameva.View) adameva.Move {
		n++
		fair, _ := p.Choose(t.Context(), v, robot.Fair, games.Numbered(n))
		c, ok := p.Choose(late, v, robot.Hard, games.Numbered(n))
		if len(v.Moves) > 1 && (!ok || c != fair) {
			t.Fatalf("late, %v; fair would play %v", c, fair)
		}
		easy, _ := p.Choose(t.Context(), v, robot.Easy, games.Numbered(n))
		if c, ok := p.Choose(late, v, robot.Fair, games.Numbered(n)); len(v.Moves) > 1 && (!ok || c != easy) {
			t.Fatalf("late, %v; easy would play %v", c, easy)
		}
		return c.Move
	})
}

func TestNobodyIsMuchLaterThanTheDeadline(t *testing.T) {
	p := robot.New()
	boundless := robot.Budget{Worlds: 300, Nodes: 1 << 40, Deep: 12}
	n := uint64(0)
	for _, variant := range variants {
		play(t, begin(t, variant, games.Numbered(6)), func(v *adameva.View) adameva.Move {
			n++
			deadline, stop := context.WithTimeout(t.Context(), 3*time.Millisecond)
			defer stop()
			began := time.Now()
			c, ok := p.ChooseWith(deadline, v, robot.Hard, boundless, games.Numbered(n))
			// What is measured is a long search that breaks off, on a machine
			// that may have other things to do.
			if took := time.Since(began); !ok || took > time.Second {
				t.Fatalf("%v after %v", c, took)
			}
			if fair, _ := p.Choose(t.Context(), v, robot.Fair, games.Numbered(n)); c.Level == robot.Fair && c != fair {
				t.Fatalf("late, %v; fair would play %v", c, fair)
			}
			return c.Move
		})
	}
}

func TestLevelsAreReadAsTheyAreWritten(t *testing.T) {
	for _, l := range levels {
		if got, err := robot.ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("%v reads as %v, %v", l, got, err)
		}
	}
	for _, text := range []string{"", "Hard", "easy ", robot.Level(9).String()} {
		if _, err := robot.ParseLevel(text); !errors.Is(err, robot.ErrNoLevel) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// match plays pairs of games with changed seats, and returns how many of them a
// has won.
func match(t testing.TB, a, b robot.Level, v adameva.Variant, pairs int) (won int) {
	p := robot.New()
	for n := range 2 * pairs {
		g := begin(t, v, games.Numbered(uint64(n/2)))
		seat, chance := games.Seat(n%2), games.Numbered(uint64(1000+n))
		play(t, g, func(v *adameva.View) adameva.Move {
			l := b
			if v.Viewer == seat {
				l = a
			}
			c, ok := p.Choose(t.Context(), v, l, chance)
			if !ok {
				t.Fatalf("%v does not move", l)
			}
			return c.Move
		})
		if o, _ := g.Outcome(); o.Winner == seat {
			won++
		}
	}
	return won
}

func TestTheLevelsAreWhatTheySay(t *testing.T) {
	for _, variant := range variants {
		if won := match(t, robot.Easy, robot.Random, variant, 50); won < 60 {
			t.Errorf("%v: easy wins %d of 100 against random", variant, won)
		}
		if won := match(t, robot.Fair, robot.Easy, variant, 50); won < 75 {
			t.Errorf("%v: fair wins %d of 100 against easy", variant, won)
		}
		if won := match(t, robot.Fair, robot.Random, variant, 50); won < 95 {
			t.Errorf("%v: fair wins %d of 100 against random", variant, won)
		}
	}
}

// BenchmarkChoose is a move of a level: the mean of all with a choice in whole
// games against itself, and the slowest of them.
func BenchmarkChoose(b *testing.B) {
	for _, variant := range variants {
		for _, level := range []robot.Level{robot.Easy, robot.Fair, robot.Hard} {
			b.Run(variant.String()+"/"+level.String(), func(b *testing.B) {
				p, chance := robot.New(), games.Numbered(7)
				var took, longest time.Duration
				moves := 0
				for b.Loop() {
					play(b, begin(b, variant, chance), func(v *adameva.View) adameva.Move {
						began := time.Now()
						c, _ := p.Choose(context.Background(), v, level, chance)
						if len(v.Moves) > 1 {
							moves++
							took += time.Since(began)
							longest = max(longest, time.Since(began))
						}
						return c.Move
					})
				}
				b.ReportMetric(float64(took.Microseconds())/1000/float64(moves), "ms/move")
				b.ReportMetric(float64(longest.Microseconds())/1000, "ms/slowest")
			})
		}
	}
}
