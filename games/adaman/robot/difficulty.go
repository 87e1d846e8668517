package robot

import (
	"context"
	"fmt"

	"windfall/games"
	"windfall/games/adaman"
)

// Difficulty plays a deal over and over, blind, and returns how many of count
// games were won; playouts is the budget of each choice. The more are won, the
// easier the deal. It is a function of its arguments. The error is
// [adaman.ErrDeck] or that of ctx, which is looked at before every play; won is
// then what was won up to there.
func (p *Player) Difficulty(ctx context.Context, deck adaman.Deck, count, playouts int, chance *games.Stream) (won int, err error) {
	start, err := adaman.New(deck)
	if err != nil {
		return 0, err
	}
	for range count {
		game := *start
		for {
			if err := ctx.Err(); err != nil {
				return won, err
			}
			v := game.View(adaman.Player)
			advice, on := p.Choose(&v, playouts, chance)
			if !on {
				break
			}
			if _, err := game.Play(advice.Move); err != nil {
				return won, fmt.Errorf("play %v: %w", advice.Move, err)
			}
		}
		if o, _ := game.Outcome(); o.Result == adaman.Won {
			won++
		}
	}
	return won, nil
}
