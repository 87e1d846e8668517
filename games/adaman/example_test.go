package adaman_test

import (
	"errors"
	"fmt"

	"windfall/games"
	"windfall/games/adaman"
)

// The first plays of practice deal 1.
func Example() {
	game, err := adaman.New(adaman.Deal(games.Numbered(1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game)

	// Four people are in the palace already, and the sixth is the end. The
	// Savage, 3 of Leaves and Wyrms, is controlled with the Ace of Wyrms and the
	// Origin, 2 of Waves and Leaves.
	for _, text := range []string{"3LY < AY 2VL", "2MK < 3MV", "5ML < 7ML"} {
		move, err := adaman.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		events, err := game.Play(move)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("\n>", move)
		for _, event := range events {
			fmt.Println(" ", event)
		}
	}
	fmt.Printf("\n%v\n", game)
	// Output:
	// palace    3LY 2MK 6MV 9LK
	// capital   6SY 8YK CY 5ML AK
	// resources 7ML 2VL 3MV AY AS
	// deck 22, controlled 0 (0)
	//
	// > 3LY < AY 2VL
	//   control 3LY from palace with AY 2VL, to discard
	//   deal 5SV to resources
	//   deal CK to resources
	//
	// > 2MK < 3MV
	//   control 2MK from palace with 3MV, to discard
	//   deal AL to resources
	//
	// > 5ML < 7ML
	//   control 5ML from capital with 7ML, to resources
	//   deal 7SK to capital
	//
	// palace    6MV 9LK
	// capital   6SY 8YK CY AK 7SK
	// resources 5ML AS 5SV CK AL
	// deck 18, controlled 2 (5)
}

// A refused move says why, to a program and to a person, and changes nothing.
func ExampleGame_Play() {
	game, _ := adaman.New(adaman.Deal(games.Numbered(1)))
	for _, text := range []string{"3LY < 2VL", "3LY < 3MV", "4MS < AS"} {
		move, _ := adaman.ParseMove(text)
		_, err := game.Play(move)
		fmt.Println(err)
		fmt.Println(errors.Is(err, adaman.ErrRanks), errors.Is(err, adaman.ErrSuit), errors.Is(err, adaman.ErrTarget))
	}
	// Output:
	// the ranks spent must add up to the rank of the card to be controlled, but 2 is less than the 3 of the Savage
	// true false false
	// every card spent must share a suit with the card to be controlled, but the Journey shares none with the Savage
	// false true false
	// only a card in the palace or the capital can be controlled, and the Mountain is in neither
	// false false true
}

// What can be controlled now, and what it costs at the least.
func ExampleView_Targets() {
	game, _ := adaman.New(adaman.Deal(games.Numbered(1)))
	view := game.View(adaman.Player)
	for _, target := range view.Targets() {
		if spend, ok := view.Cheapest(target.Card); ok {
			fmt.Printf("%v in the %v: %v of %v\n", target.Card, target.Place, spend, view.Payable(target.Card))
		}
	}
	// Output:
	// 3LY in the palace: AY 2VL of AY 2VL 7ML
	// 2MK in the palace: 3MV of 3MV 7ML
	// 6MV in the palace: 7ML of 2VL 3MV 7ML
	// 9LK in the palace: 2VL 7ML of 2VL 7ML
	// 5ML in the capital: 2VL 3MV of 2VL 3MV 7ML
}

// A position is copied to look ahead, here to find the first play after which
// there are the most to choose from.
func ExamplePosition_After() {
	deck := adaman.Deal(games.Numbered(1))
	table := adaman.Open(&deck)

	var best adaman.Move
	most := 0
	for _, move := range table.AppendMoves(nil) {
		if next := table.After(&deck, move).AppendMoves(nil); len(next) > most {
			best, most = move, len(next)
		}
	}
	fmt.Println(best, "leaves a choice of", most)
	// Output:
	// 5ML < 2VL 3MV leaves a choice of 23
}
