package picture_test

import (
	"bytes"
	"fmt"
	"image/png"

	"windfall/bot/picture"
	"windfall/games"
	"windfall/games/adameva"
)

// The hand that seat 0 is dealt in the numbered deal 1.
func Example() {
	deal := adameva.DealFrom(games.Numbered(1), adameva.Classic)
	game, err := adameva.New(deal, adameva.Classic)
	if err != nil {
		fmt.Println(err)
		return
	}
	view := game.View(0)
	p := picture.New()
	p.Warm() // before the first player waits
	hand, err := p.Hand(&view)
	if err != nil {
		fmt.Println(err)
		return
	}
	size, err := png.DecodeConfig(bytes.NewReader(hand))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(view.Hand)
	fmt.Println(size.Width, "by", size.Height)
	// Output:
	// [g5 r5 g8 b7 r9 j2]
	// 800 by 186
}
