package record_test

import (
	"fmt"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/record"
)

// A finished game is one line of text, from which anybody can deal again and
// replay it.
func Example() {
	game, err := adaman.New(adaman.Deal(games.Numbered(1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := game.Play(adaman.Move{GiveUp: true}); err != nil {
		fmt.Println(err)
	}
	text, err := (&record.Record{Seats: []string{"Ana"}, Number: 1, Adaman: game}).Export()
	if err != nil {
		fmt.Println(err)
	}
	back, err := record.Verify(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(back.Origin(), back.Result())
	// Output:
	// numbered {"outcome":"gave-up","score":0,"controlled":0,"left":14}
}
