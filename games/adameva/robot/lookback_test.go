package robot_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
)

// between plays a game of two levels.
func between(t testing.TB, p *robot.Player, v adameva.Variant, number uint64, levels [2]robot.Level) *adameva.Game {
	t.Helper()
	g, chance := begin(t, v, games.Numbered(number)), games.Numbered(number+1)
	play(t, g, func(v *adameva.View) adameva.Move {
		c, _ := p.ChooseWith(t.Context(), v, levels[v.Viewer], robot.BudgetOf(levels[v.Viewer]).Part(10), chance)
		return c.Move
	})
	return g
}

func TestLookingBackFindsTheSlipsOfWhoPlaysAtRandom(t *testing.T) {
	p := robot.New()
	const nodes = robot.LookBackNodes / 8
	for _, variant := range variants {
		var cost [2]float64
		for n := range uint64(2) {
			g := between(t, p, variant, n, [2]robot.Level{robot.Random, robot.Hard})
			for seat := range games.Seat(2) {
				slips, err := p.LookBack(t.Context(), g, seat, nodes, games.Numbered(n))
				if err != nil {
					t.Fatal(err)
				}
				if n == 0 {
					again, err := robot.New().LookBack(t.Context(), g, seat, nodes, games.Numbered(n))
					if err != nil || !reflect.DeepEqual(slips, again) {
						t.Fatalf("asked again: %v, %v, and before %v", again, err, slips)
					}
				}
				for i, s := range slips {
					if i > 0 && slips[i-1].Cost < s.Cost {
						t.Errorf("%v stands behind %v", s, slips[i-1])
					}
					cost[seat] += s.Cost
					checkSlip(t, g, seat, s)
				}
			}
		}
		if cost[0] < 2*cost[1] || cost[0] < 40 {
			t.Errorf("%v: in two games random loses %.1f points by its moves, hard %.1f", variant, cost[0], cost[1])
		}
	}
}

// In the middle of a round the other side's hand is dealt differently, under all
// that the seat has ever seen: looking back says the same.
func TestLookingBackDoesNotPeek(t *testing.T) {
	p, chance := robot.New(), games.Numbered(5)
	const nodes = robot.LookBackNodes / 100
	differ := 0
	for _, variant := range variants {
		for range 6 {
			g := begin(t, variant, chance)
			for range 12 + chance.Below(30) {
				seat, on := g.ToMove()
				if !on {
					break
				}
				moves := g.View(seat).Moves
				if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			for seat := range games.Seat(2) {
				twin := twinOf(t, g, seat, chance)
				if !reflect.DeepEqual(twin.Deal(), g.Deal()) {
					differ++
				}
				slips, err1 := p.LookBack(t.Context(), g, seat, nodes, games.Numbered(9))
				others, err2 := p.LookBack(t.Context(), twin, seat, nodes, games.Numbered(9))
				if err1 != nil || err2 != nil || !reflect.DeepEqual(slips, others) {
					t.Errorf("seat %d is told %v, and with other hands on the other side %v (%v, %v)", seat, slips, others, err1, err2)
				}
			}
		}
	}
	if differ < 12 {
		t.Errorf("only %d twins differ", differ)
	}
}

// viewBefore returns what a seat saw before a move of a game.
func viewBefore(t *testing.T, g *adameva.Game, seat games.Seat, number int) adameva.View {
	t.Helper()
	there, err := adameva.New(g.Deal(), g.Variant())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Played()[:number] {
		if _, err := there.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return there.View(seat)
}

// checkSlip goes to where a slip was made.
func checkSlip(t *testing.T, g *adameva.Game, seat games.Seat, s robot.Slip) {
	t.Helper()
	v := viewBefore(t, g, seat, s.Number)
	if g.Played()[s.Number] != s.Move || s.Round != v.Round || s.Better == s.Move || !slices.Contains(v.Moves, s.Better) {
		t.Errorf("%+v in round %d, where %v could be made", s, v.Round, v.Moves)
	}
	if s.Cost <= 0 || s.Doubt < 0 || s.Cost < 2*s.Doubt {
		t.Errorf("%+v costs nothing for certain", s)
	}
}

func TestWithoutABudgetOnlyWhatIsCertainIsJudged(t *testing.T) {
	// Without any budget only those moves are judged at which nothing was hidden
	// any more. Of them it knows the cost for certain.
	p, found := robot.New(), 0
	for n := range uint64(40) {
		g := between(t, p, adameva.Classic, n, [2]robot.Level{robot.Random, robot.Random})
		for seat := range games.Seat(2) {
			slips, err := p.LookBack(t.Context(), g, seat, 0, games.Numbered(n))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range slips {
				checkSlip(t, g, seat, s)
				there := viewBefore(t, g, seat, s.Number)
				if s.Doubt != 0 || there.HandSizes[seat.Other()] != 0 {
					t.Errorf("without guesses it says %+v", s)
				}
				found++
			}
		}
	}
	if found < 5 {
		t.Errorf("%d slips at the end of rounds in 40 random games", found)
	}
}

func TestLookingBackAtAnUnfinishedGameOrFromNoSeat(t *testing.T) {
	p := robot.New()
	g := begin(t, adameva.Classic, games.Numbered(1))
	if slips, err := p.LookBack(t.Context(), g, 0, 1000, games.Numbered(1)); err != nil || len(slips) != 0 {
		t.Errorf("before the first move: %v, %v", slips, err)
	}
	seat, _ := g.ToMove()
	if _, err := g.Play(adameva.Move{Seat: seat, Kind: adameva.Resign}); err != nil {
		t.Fatal(err)
	}
	if slips, err := p.LookBack(t.Context(), g, seat, 1000, games.Numbered(1)); err != nil || len(slips) != 0 {
		t.Errorf("after a game resigned at once: %v, %v", slips, err)
	}
	if _, err := p.LookBack(t.Context(), g, games.Spectator, 1000, games.Numbered(1)); !errors.Is(err, adameva.ErrSeat) {
		t.Errorf("a spectator has moves to look back at: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	whole := between(t, p, adameva.Classic, 3, [2]robot.Level{robot.Random, robot.Random})
	if _, err := p.LookBack(ctx, whole, 0, 1000, games.Numbered(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("told to stop: %v", err)
	}
}

func BenchmarkLookBack(b *testing.B) {
	p := robot.New()
	g := between(b, p, adameva.Classic, 5, [2]robot.Level{robot.Fair, robot.Fair})
	slips := 0
	for b.Loop() {
		s, err := p.LookBack(b.Context(), g, 0, robot.LookBackNodes, games.Numbered(1))
		if err != nil {
			b.Fatal(err)
		}
		slips = len(s)
	}
	b.ReportMetric(float64(slips), "slips")
}
