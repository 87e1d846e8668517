package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/store"
)

// This file is about time at a table of Adam & Eva: the clock of the one to
// move, what happens when it runs out, and pauses.
//
// A game has one row among the deadlines, Game.Due, which is its next stop: first
// the warning, then the end of the time. What the clock shows is in the table's
// notes.

// A pace is how much time there is for each move of a game, as the store and the
// option of a challenge have it.
type pace string

const (
	paceLive pace = "live"
	paceDay  pace = "day"
	paceLong pace = "long"
	paceNone pace = "none" // as in games from before there were paces, which have ""
)

// parsePace reads a pace. ok is false if there is no such pace.
func parsePace(s string) (p pace, ok bool) {
	switch p = pace(s); p {
	case paceLive, paceDay, paceLong, paceNone:
		return p, true
	}
	return paceNone, false
}

// allowance is how long a move may take, 0 if there is no limit.
func (p pace) allowance() time.Duration {
	switch p {
	case paceLive:
		return 5 * time.Minute
	case paceDay:
		return 24 * time.Hour
	case paceLong:
		return 72 * time.Hour
	}
	return 0
}

// lastPart is what is left of the time when its player is warned, and what a
// player has at least when the clock goes on after a pause or after the bot was
// away: a fifth.
func (p pace) lastPart() time.Duration { return p.allowance() / 5 }

// defaultPace returns the pace of a challenge that does not say one.
func defaultPace(tx Tx, guild store.ID) (pace, error) {
	settings, err := readSettings(tx, guild)
	if err != nil {
		return usualPace, err
	}
	var chosen string
	if _, err := settings.get(paceSubject, &chosen); err != nil {
		return usualPace, err
	}
	if p, ok := parsePace(chosen); ok {
		return p, nil
	}
	return usualPace, nil
}

// forgottenAfter is how long a game may be paused before it is called off.
const forgottenAfter = 90 * 24 * time.Hour

// A moveClock is the clock of the one to move. It is all zero in a game that has
// none.
type moveClock struct {
	Deadline time.Time     `json:"deadline,omitzero"` // when the time is up, to the millisecond; zero while paused
	Warned   bool          `json:"warned,omitempty"`  // that little of it is left
	Longer   bool          `json:"longer,omitempty"`  // it was put off, because the bot was away
	Paused   bool          `json:"paused,omitempty"`
	Left     time.Duration `json:"left,omitempty"`  // of a paused one
	Pause    int           `json:"pause,omitempty"` // the seat that proposes a pause, plus 1; 0 is none
}

// pace is that of the game.
func (t *table) pace() pace {
	p, _ := parsePace(t.game.Pace)
	return p
}

// wind starts the clock for the choice that is open now.
func (t *table) wind(now time.Time) {
	t.notes.Clock = moveClock{}
	if t.pace().allowance() == 0 {
		t.game.Due = now.Add(abandonedAfter)
		return
	}
	t.runFor(t.pace().allowance(), now)
}

// runFor gives the one to move so much time from now on.
func (t *table) runFor(left time.Duration, now time.Time) {
	t.notes.Clock.Deadline = now.Add(left).UTC().Truncate(time.Millisecond)
	t.game.Due = t.nextStop()
}

// nextStop is when a running clock next makes itself heard.
func (t *table) nextStop() time.Time {
	if t.notes.Clock.Warned {
		return t.notes.Clock.Deadline
	}
	return t.notes.Clock.Deadline.Add(-t.pace().lastPart())
}

// pause stops a running clock.
func (t *table) pause(now time.Time) {
	c := &t.notes.Clock
	c.Paused, c.Left, c.Pause, c.Deadline = true, max(0, c.Deadline.Sub(now)), 0, time.Time{}
	t.touch(now)
}

// touch notes that somebody still cares for a game that is paused.
func (t *table) touch(now time.Time) {
	if t.notes.Clock.Paused {
		t.game.Due = now.Add(forgottenAfter)
	}
}

// goOn lets a paused clock run on.
func (t *table) goOn(now time.Time) {
	c := &t.notes.Clock
	left := max(c.Left, t.pace().lastPart())
	c.Paused, c.Left, c.Longer = false, 0, false
	t.runFor(left, now)
}

// unmoved reports whether nobody has made a move yet.
func (t *table) unmoved() bool { return len(t.rec.AdamEva.Played()) == 0 }

// warn tells the one to move that their time is nearly up: in the table as it
// is if they are here or were told a moment ago, else in a new one that mentions
// them, though they may have been told of this turn before.
func (b *Bot) warn(t *table, now time.Time) {
	t.notes.Clock.Warned = true
	t.game.Due = t.nextStop()
	seat, _ := t.rec.AdamEva.ToMove()
	told := t.notes.Told == t.notes.Turn && now.Sub(t.notes.ToldAt) <= hereFor
	if !told && !b.here.is(chair{t.game.ID, seat}, now) {
		t.tellAnew()
	}
}

// tellAnew makes the table go on in a new message that mentions the one to move.
func (t *table) tellAnew() {
	t.notes.Told = 0 // turns count from 1
	t.leave()
}

// errTimeUp says that somebody has pressed after their time, or their opponent's,
// was up.
var errTimeUp = errors.New("the time for this move is up")

// inTime refuses what comes in after the time is up. What counts is when the
// press came in, not how long it had to wait for its turn.
func (p *press) inTime(t *table) error {
	d := t.notes.Clock.Deadline
	if d.IsZero() || p.born.Before(d) {
		return nil
	}
	if !p.reachable.Load() && d.After(p.lived) {
		return nil // it fell into the absence, and is put off
	}
	return errTimeUp
}

// passTime does what is due at a table: it warns, it ends a game whose time is
// up, by the rules and without playing a card, or it calls off one that nobody
// cares for.
func (b *Bot) passTime(ctx context.Context, id uint64) error {
	var t *table
	var end *message // what is left of a game that is called off
	err := b.store.Update(ctx, func(tx Tx) error {
		t, end = nil, nil
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		if t, err = b.readTable(tx, id); err != nil {
			return err
		}
		now, c := b.clock.Now().UTC(), &t.notes.Clock
		callOff := func(reason store.GoneReason, said string) error {
			m := note(said)
			end = &m
			return tx.Drop(&g, reason)
		}
		seat, _ := t.rec.AdamEva.ToMove()
		switch {
		case c.Paused:
			return callOff(store.GoneCalledOff, t.say.Forgotten(t.names))
		case c.Deadline.IsZero():
			return callOff(store.GoneCalledOff, t.say.Abandoned(t.names))
		case !b.reachable.Load() && b.putOffTime(t, now):
		case now.Before(t.nextStop()): // it was put off for a fault
			t.game.Due = t.nextStop()
		case now.Before(c.Deadline):
			b.warn(t, now)
		case t.unmoved():
			return callOff(store.GoneUnplayed, t.say.Unplayed(t.names, seat))
		default:
			if _, err := t.rec.AdamEva.Play(adameva.Move{Seat: seat, Kind: adameva.Time}); err != nil {
				return fmt.Errorf("end game %d on time: %w", id, err)
			}
			return t.end(tx, now, b.log)
		}
		if err := t.keepNotes(); err != nil {
			return err
		}
		return tx.Note(&t.game)
	})
	switch {
	case err != nil:
		return err
	case end != nil:
		b.gone(t, *end)
	case t.rec.Over():
		b.log.Info("a game has ended", "kind", "adam-eva", "reason", "time")
		b.over(id, lastShown{t.game.Message, t.notes.Left, t.say})
		b.showHands(id, games.Spectator)
	default:
		b.showTable(id)
		b.showHands(id, games.Spectator)
	}
	return nil
}

// putOffTime gives the one to move more time if the clock came to a stop while
// the bot was not there to be played with, since when it was last known to be;
// it reports whether that is so. An earlier stop was missed by a bot that ran:
// it counts.
func (b *Bot) putOffTime(t *table, now time.Time) bool {
	c := &t.notes.Clock
	if c.Deadline.IsZero() || t.nextStop().After(now) || !t.nextStop().After(b.lived) {
		return false
	}
	c.Warned, c.Longer = true, true
	t.runFor(t.pace().lastPart(), now)
	t.tellAnew()
	return true
}

// putOffTimes gives everybody more time whose clock came to a stop while the bot
// was not there. It is called before the store learns that the bot is there
// again, and once more when members can press, for it may have taken long to
// reach Discord.
func (b *Bot) putOffTimes(ctx context.Context) error {
	var late []uint64
	now := b.clock.Now().UTC()
	if err := b.store.View(ctx, func(tx Tx) error {
		all, err := tx.Games()
		for _, g := range all {
			if g.Kind == store.Table && pace(g.Pace).allowance() > 0 && !g.Due.After(now) {
				late = append(late, g.ID)
			}
		}
		return err
	}); err != nil {
		return fmt.Errorf("read whose time has run out: %w", err)
	}
	for _, id := range late {
		err := b.remember(ctx, id, func(t *table) bool { return b.putOffTime(t, now) })
		if err != nil && !isAbsent(err) {
			// This one must not keep the others from their games.
			b.log.Error("a deadline that passed while the bot was not running cannot be put off", "game", id, "error", err)
		}
	}
	return nil
}

// withClock adds to the heading of a table when the move is due.
func (t *table) withClock(heading string) string {
	switch c := &t.notes.Clock; {
	case c.Paused:
		return t.say.HeadingPaused(heading)
	case !c.Deadline.IsZero():
		return t.say.HeadingDue(heading, c.Deadline)
	}
	return heading
}

// hurry is what is said to the one to move, who is called so, when their time is
// nearly up or was put off; it is empty before.
func (t *table) hurry(who string) string {
	switch c := &t.notes.Clock; {
	case c.Paused || !c.Warned:
		return ""
	case c.Longer:
		return t.say.MoreTime(who, c.Deadline)
	case t.unmoved():
		return t.say.NearlyCalledOff(who, c.Deadline)
	default:
		return t.say.NearlyLost(who, c.Deadline)
	}
}

// pausing adds to a text that the clock is paused or that somebody would like it
// to be.
func (t *table) pausing(said string) string {
	switch c := &t.notes.Clock; {
	case c.Paused:
		return join(said, t.say.Paused())
	case c.Pause != 0:
		who := games.Seat(c.Pause - 1)
		return join(said, t.say.PauseProposed(t.names[who], t.names[who.Other()]))
	}
	return said
}

// goOnButtons is the button that lets a paused clock run on, if it is paused.
func (t *table) goOnButtons() []component {
	if !t.notes.Clock.Paused {
		return nil
	}
	return []component{button(t.say.GoOn(), success, t.id("go-on"))}
}

// pauseButtons are what a player can do about a pause.
func (t *table) pauseButtons(seat games.Seat) []component {
	c := &t.notes.Clock
	switch {
	case c.Paused:
		return t.goOnButtons()
	case c.Deadline.IsZero():
		return nil
	case c.Pause == 0:
		return []component{button(t.say.Pause(), secondary, t.id("pause"))}
	case c.Pause == int(seat)+1:
		return []component{button(t.say.NoPauseAfterAll(), secondary, t.id("pause-not"))}
	}
	return []component{
		button(t.say.AgreeToPause(), success, t.id("pause-agree")),
		button(t.say.NoPause(), secondary, t.id("pause-not")),
	}
}

// pauseButton proposes to pause the clock. If the other side has proposed it in
// the meantime, both want it.
func pauseButton(ctx context.Context, p *press) error {
	return p.changeClock(ctx, func(t *table, seat games.Seat) string {
		switch c := &t.notes.Clock; {
		case c.Deadline.IsZero() || c.Pause == int(seat)+1:
			return ""
		case c.Pause != 0:
			t.pause(p.now())
			return p.reader.Paused()
		default:
			c.Pause = int(seat) + 1
			return p.reader.PauseProposedByYou()
		}
	})
}

// pauseAgreeButton agrees to a pause, if the other side still proposes it.
func pauseAgreeButton(ctx context.Context, p *press) error {
	return p.changeClock(ctx, func(t *table, seat games.Seat) string {
		if t.notes.Clock.Pause != int(seat.Other())+1 {
			return ""
		}
		t.pause(p.now())
		return p.reader.Paused()
	})
}

// pauseNotButton turns a proposal to pause down, or takes it back.
func pauseNotButton(ctx context.Context, p *press) error {
	return p.changeClock(ctx, func(t *table, seat games.Seat) string {
		was := t.notes.Clock.Pause
		t.notes.Clock.Pause = 0
		switch was {
		case 0:
			return ""
		case int(seat) + 1:
			return p.reader.PauseTakenBack()
		}
		return p.reader.PauseTurnedDown()
	})
}

// changeClock changes something about a pause. change returns what is said of
// it, or nothing if it cannot be done (any more): then the presser sees the game
// as it is.
func (p *press) changeClock(ctx context.Context, change func(t *table, seat games.Seat) (said string)) error {
	var m message
	err := p.store.Update(ctx, func(tx Tx) error {
		t, seat, err := p.sit(tx)
		if err != nil {
			return err
		}
		if err := p.inTime(t); err != nil {
			return err
		}
		said := change(t, seat)
		if said == "" {
			return errStale
		}
		m = note(said, t.in(p.reader).goOnButtons()...)
		if err := t.keepNotes(); err != nil {
			return err
		}
		return tx.Note(&t.game)
	})
	if err != nil {
		return p.present(ctx, err)
	}
	p.deadlineSet()
	err = p.update(ctx, m, true)
	p.showTable(p.button.Game)
	p.showHands(p.button.Game, games.Spectator)
	return unsent(err)
}

// goOnButton lets a paused clock run on. If the other side is to move and not
// here, they are told: what they were told before the pause was long ago.
func goOnButton(ctx context.Context, p *press) error {
	var t *table
	var seat games.Seat
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if t, seat, err = p.sit(tx); err != nil {
			return err
		}
		if !t.notes.Clock.Paused {
			return errStale
		}
		now := p.now()
		t.goOn(now)
		p.turn(t, seat, now)
		if err := t.keepNotes(); err != nil {
			return err
		}
		return tx.Note(&t.game)
	})
	if err != nil {
		return p.present(ctx, err)
	}
	p.deadlineSet()
	answered := games.Spectator
	if own := !p.ephemeral && !p.strange; own && t.game.Message.ID == p.message {
		err = p.update(ctx, tableMessage(t, 0), false)
		p.caughtUp(ctx, t, err)
	} else {
		if err = p.openHand(ctx, t, seat); err == nil {
			answered = seat
		}
		p.showTable(t.game.ID)
	}
	p.showHands(t.game.ID, answered)
	return unsent(err)
}
