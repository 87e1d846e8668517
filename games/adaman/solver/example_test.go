package solver_test

import (
	"context"
	"fmt"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/solver"
)

func Example() {
	deck := adaman.Deal(games.Numbered(8))
	s := solver.New(16 << 20)
	answer, err := s.Solve(context.Background(), &deck, adaman.Open(&deck), solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("winnable:", answer.Winnable)
	fmt.Println("best:", answer.Best, "proven:", answer.Proven)

	table := adaman.Open(&deck)
	for _, move := range answer.Line {
		table = table.After(&deck, move)
	}
	outcome, _ := table.Outcome()
	fmt.Println("its line:", outcome.Result, "with", outcome.Score)

	// Output:
	// winnable: yes
	// best: 91 proven: true
	// its line: won with 91
}
