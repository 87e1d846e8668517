package bot

import (
	"context"
	"errors"
	"time"

	"windfall/store"
)

// This file keeps a pair from being pestered: after a challenge that led to no
// game, the challenger has to wait before they challenge the same member again.
// The other way round, and with everybody else, nothing changes.

// pauses is how long the pause is after each challenge in a row that led to no
// game, however it ended: each has mentioned the other. The last is for all further
// ones.
var pauses = []time.Duration{10 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

// declinedStep is where the row begins if the other has declined.
const declinedStep = 1

// inARowFor is how long after the end of a pause the next challenge that leads to
// no game still counts as one in a row.
const inARowFor = 7 * 24 * time.Hour

// pauseAfter keeps the pause that follows when a challenge ended at a time
// without a game. A challenge to anybody pesters nobody.
func pauseAfter(tx Tx, c *challenge, reason store.GoneReason, at time.Time) error {
	if c.open() {
		return nil
	}
	if err := tx.SweepPauses(at.Add(-inARowFor)); err != nil { // however late the hourly round is
		return err
	}
	challenger, challenged := c.game.Owner, c.game.Players[c.seat().Other()]
	step, err := tx.PauseStep(challenger, challenged)
	if err != nil {
		return err
	}
	if reason == store.GoneDeclined {
		step = max(step, declinedStep)
	}
	step = min(step, len(pauses)-1)
	return tx.Pause(challenger, challenged, at.Add(pauses[step]), step+1)
}

// sweepPauses removes the pauses that do not count any more.
func (b *Bot) sweepPauses(ctx context.Context) {
	now := b.clock.Now()
	err := b.store.Update(ctx, func(tx Tx) error {
		return errors.Join(tx.SweepPauses(now.Add(-inARowFor)), tx.SweepKeptPauses(now))
	})
	if err != nil && ctx.Err() == nil {
		b.log.Error("the pauses between challenges cannot be swept", "error", err)
	}
}

// liftPause lets one challenge another at once: the other has challenged them.
func liftPause(tx Tx, challenger, challenged store.Player) error {
	return tx.Pause(challenger, challenged, time.Time{}, 0)
}

// liftPauses lets two who have played to the end challenge each other at once.
func liftPauses(tx Tx, players []store.Player) error {
	if len(players) != 2 {
		return nil
	}
	if err := liftPause(tx, players[0], players[1]); err != nil {
		return err
	}
	return liftPause(tx, players[1], players[0])
}

// refuseInPause refuses a challenge that comes too soon after one that led to
// nothing.
func (p *press) refuseInPause(tx Tx, me, them store.Profile) error {
	until, paused, err := tx.PausedUntil(me.Player, them.Player, p.now())
	if err == nil && paused {
		err = refuse(p.reader.ChallengeAgain(escape(them.Name), until))
	}
	return err
}
