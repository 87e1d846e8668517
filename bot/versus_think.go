package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
)

// This file is about how the bot finds its moves in a game against it: from what
// its own seat may see, and never at the cost of other games.

// forMoves is how long a press waits for a worker, all its moves together, and
// how long the bot may think about one of them. When that is over it plays what
// a quicker level would.
var forMoves = patience{wait: 500 * time.Millisecond, work: time.Second}

// movesWithin is how long the bot thinks about all its moves of one press, of
// which there can be some: it takes a card, finishes the round and opens the
// next.
const movesWithin = 2500 * time.Millisecond

// inLane is the same for whoever finds every worker busy: what is played there
// takes milliseconds, so a queue is soon over.
var inLane = patience{wait: 5 * time.Second, work: time.Second}

// goOn has the bot make its moves until it is the member's turn or the game is
// over, and answers the press with the game as it is then.
func (p *press) goOn(ctx context.Context, s *versus) error {
	within, cancel := context.WithTimeout(ctx, movesWithin)
	defer cancel()
	limit := forMoves
	for s.thinking() {
		v := s.view(botSeat)
		m, err := p.find(ctx, within, &limit, &v, s.level)
		if inVain(err) {
			break // whoever looks again has it go on
		}
		if err != nil {
			return err
		}
		if s, err = p.moveOfTheBot(ctx, s, m); err != nil {
			return p.showVersusGone(ctx, err)
		}
	}
	if s.result != nil {
		return p.show(ctx, versusEnd(s))
	}
	return p.show(ctx, versusMessage(s))
}

// moveOfTheBot keeps a move that was found for a state of a game, unless the game
// has gone on since, and returns the game as it is then.
func (p *press) moveOfTheBot(ctx context.Context, seen *versus, m adameva.Move) (s *versus, err error) {
	err = p.store.Update(ctx, func(tx Tx) error {
		if s, err = p.readVersus(tx, seen.game.ID); err != nil {
			return err
		}
		if s.result != nil || s.game.Version != seen.game.Version {
			return nil // another press was quicker
		}
		if _, err := s.rec.AdamEva.Play(m); err != nil {
			return fmt.Errorf("a move of the bot's own: %w", err)
		}
		return p.keepVersus(tx, s)
	})
	if err == nil && s.result != nil && seen.result == nil {
		p.log.Info("a game has ended", "kind", "practice")
	}
	return s, err
}

// find has a worker find the move that a level makes. If none gets free in time it
// is found in a lane of its own, at a level that takes milliseconds, and for the
// rest of the press nothing is waited for any more. Such levels are always played
// there. The error is as with [pool.do] if there is no place in the lane either.
func (p *press) find(ctx, within context.Context, limit *patience, v *adameva.View, level robot.Level) (adameva.Move, error) {
	secret, err := games.NewSecret(p.random)
	if err != nil {
		return adameva.Move{}, err
	}
	var found robot.Choice
	job := func(level robot.Level) func(context.Context, *worker) error {
		return func(ctx context.Context, w *worker) error {
			on := false
			found, on = w.opposes().ChooseWith(ctx, v, level, robot.BudgetOf(level).Part(p.think.Opponent), secret.Stream("a move"))
			if !on {
				return errors.New("a game that goes on has no move for the bot")
			}
			return nil
		}
	}
	quick := level <= robot.Fair
	if !quick {
		if err = p.compute(within, p.pool, *limit, job(level)); inVain(err) {
			quick, limit.wait = true, 0
		}
	}
	if quick {
		err = p.compute(ctx, p.lane, inLane, job(min(level, robot.Fair)))
	}
	if err != nil {
		return adameva.Move{}, err
	}
	p.log.Debug("the bot has chosen a move", "level", level.String(), "played", found.Level.String())
	return found.Move, nil
}
