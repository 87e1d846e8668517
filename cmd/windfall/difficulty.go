package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/adaman/solver"
)

const difficultyHelp = `difficulty [FLAGS]

Measures how hard deals of Adaman are: the blind player plays each of them many
times. Deals that cannot be won by anybody are passed over, and so are the few
of which that stays open. For each of the others a line is written when it is
measured: the number of the deal in this series, how many games were won, and
how many were played. The last line has the quantiles of what was won: sevenths
for the days of the week, fifths for words.

The same seed gives the same deals and the same games.

Leaves with 0 if all are measured, with 1 if they cannot be, with 2 if the
command line is wrong.`

// measured is the line of a deal.
type measured struct {
	Deal  int `json:"deal"`
	Won   int `json:"won"`
	Games int `json:"games"`
}

// quantiles is the last line. Each list begins with the least that was won and
// ends with the most.
type quantiles struct {
	Deals    int   `json:"deals"`
	Games    int   `json:"games"`
	Playouts int   `json:"playouts"`
	Sevenths []int `json:"sevenths"`
	Fifths   []int `json:"fifths"`
}

// solverMemory is what the solver may use, in bytes, and solverNodes how
// far it may look before a deal is passed over.
const (
	solverMemory = 64 << 20
	solverNodes  = 2_000_000
)

func difficulty(ctx context.Context, args []string, std std) int {
	f := flags("difficulty", difficultyHelp)
	deals := f.Uint("deals", 10, "the `number` of deals to be measured")
	seed := f.Uint64("seed", 1, "what deals and games follow from, a whole `number`")
	count := f.Uint("games", robot.DifficultyGames, "how often each deal is played, a `number`")
	playouts := f.Uint("playouts", robot.DifficultyPlayouts, "how much the blind player may try out before a move, a `number`")
	jobs := f.Uint("jobs", 1, "the `number` of deals measured at once; the lines are the same")
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() > 0:
		return misuse(std, "difficulty takes no argument %q", f.Arg(0))
	case *deals > math.MaxInt32 || *count > math.MaxInt32 || *playouts > math.MaxInt32:
		return misuse(std, "--deals, --games and --playouts go up to %d", math.MaxInt32)
	}
	if code, wrong := wrongJobs(std, *jobs); wrong {
		return code
	}

	secret := games.Secret(sha256.Sum256(fmt.Appendf(nil, "windfall difficulty\n%d\n", *seed)))
	winnable, err := winnableDeals(ctx, secret, int(*deals))
	if err != nil {
		return say(std, exitFailed, "%v", err)
	}
	lines := json.NewEncoder(std.out)
	var won []int
	err = makeAtOnce(len(winnable), int(*jobs), func() func(int) (int, error) {
		player := robot.New()
		return func(i int) (int, error) {
			chance := numberedDeal(secret, winnable[i])
			deck := adaman.Deal(chance)
			won, err := player.Difficulty(ctx, deck, int(*count), int(*playouts), chance)
			if err != nil {
				return 0, fmt.Errorf("measure deal %d: %w", winnable[i], err)
			}
			return won, nil
		}
	}, func(i, n int) error {
		won = append(won, n)
		if err := lines.Encode(measured{winnable[i], n, int(*count)}); err != nil {
			return fmt.Errorf("write deal %d: %w", winnable[i], err)
		}
		return nil
	})
	if err != nil {
		return say(std, exitFailed, "%v", err)
	}
	slices.Sort(won)
	if err := lines.Encode(quantiles{len(won), int(*count), int(*playouts), parts(won, 7), parts(won, 5)}); err != nil {
		return say(std, exitFailed, "write the quantiles: %v", err)
	}
	return exitOK
}

// numberedDeal returns what a deal of the series and its games are drawn from.
func numberedDeal(secret games.Secret, number int) *games.Stream {
	return secret.Stream(fmt.Sprintf("deal %d", number))
}

// winnableDeals returns the numbers of the first deals of the series that can
// be won.
func winnableDeals(ctx context.Context, secret games.Secret, count int) (numbers []int, err error) {
	oracle := solver.New(solverMemory)
	for n := 1; len(numbers) < count; n++ {
		deck := adaman.Deal(numberedDeal(secret, n))
		answer, err := oracle.Winnable(ctx, &deck, adaman.Open(&deck), solver.Limits{Nodes: solverNodes})
		if err != nil {
			return nil, fmt.Errorf("solve deal %d: %w", n, err)
		}
		if answer.Winnable == solver.Yes {
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// parts cuts a sorted list into n equal parts and returns the values at its cuts,
// the first and the last value included; of an empty list there are none.
func parts(sorted []int, n int) []int {
	cuts := make([]int, 0, n+1)
	for i := range n + 1 {
		if len(sorted) > 0 {
			cuts = append(cuts, sorted[i*(len(sorted)-1)/n])
		}
	}
	return cuts
}
