package adameva_test

import (
	"errors"
	"fmt"

	"windfall/games"
	"windfall/games/adameva"
)

// A game starts from a deal and goes on by moves, which can be written down as
// text. Each side sees its own hand alone.
func Example() {
	game, err := adameva.New(adameva.DealFrom(games.Numbered(4), adameva.Classic), adameva.Classic)
	if err != nil {
		fmt.Println(err)
		return
	}
	seat, _ := game.ToMove()
	view := game.View(seat)
	fmt.Println("seat", seat, "holds", view.Hand)
	fmt.Println("apples on the red tree:", view.Apples[adameva.Red])

	move := adameva.Move{Seat: seat, Kind: adameva.Offer, Card: view.Hand[0]}
	if _, err := game.Play(move); err != nil {
		fmt.Println(err)
	}
	answer, err := adameva.ParseMove(fmt.Sprintf("%d refuse", seat.Other()))
	if err != nil {
		fmt.Println(err)
	}
	events, err := game.Play(answer)
	if err != nil {
		fmt.Println(err)
	}
	for _, e := range events {
		if e.Kind == adameva.Laid {
			fmt.Printf("%s lies on seat %s's side of the %s tree\n", e.Card, e.Seat, e.Tree.Name())
		}
	}

	// What is not legal changes nothing, and the error says why.
	_, err = game.Play(answer)
	fmt.Println(errors.Is(err, adameva.ErrChoice), err)
	// Output:
	// seat 1 holds [b7 j4 r3 j2 r5 r7]
	// apples on the red tree: [3 6]
	// b7 lies on seat 1's side of the blue tree
	// true 0 refuse: that is not the choice that is open
}
