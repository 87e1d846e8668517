package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/record"
	"windfall/store"
)

// This file knows days: which day it is, the deal of a day, and how a day is
// released.

// daySeconds is the length of a day. Days are days of UTC, as Unix time has
// them: every one has this length, whatever clocks and calendars do elsewhere.
const daySeconds = 24 * 60 * 60

// releaseAfter is how long after a day's end its attempts may still be
// finished. Then the day is released: its deal is no secret any more.
const releaseAfter = time.Hour

// A day is one day of dailies. Day 1 is the one on which this installation was
// first asked for a daily, or to announce them.
type day struct {
	number uint32
	begins time.Time // midnight, UTC
}

// dayAt returns the day that t lies in, where first lies in day 1. A time
// before that counts as day 1.
func dayAt(first, t time.Time) day {
	return dayOf(first, max(1, dayNumber(first, t)))
}

// dayOf returns the day with that number, where first lies in day 1.
func dayOf(first time.Time, number uint32) day {
	since := floorDiv(first.Unix(), daySeconds) + int64(number) - 1
	return day{number, time.Unix(since*daySeconds, 0).UTC()}
}

// ends returns the moment from which the day's deal can no longer be begun.
func (d day) ends() time.Time { return time.Unix(d.begins.Unix()+daySeconds, 0).UTC() }

// release returns the moment from which it can no longer be finished, and its
// deal is open to all.
func (d day) release() time.Time { return d.ends().Add(releaseAfter) }

// dayNumber returns the number of the UTC day that t lies in, counted from first
// as day 1, or 0 if it lies before. It counts whole days of UTC, which all have
// 24 hours, whatever the time zone of t is or does.
func dayNumber(first, t time.Time) uint32 {
	n := floorDiv(t.Unix(), daySeconds) - floorDiv(first.Unix(), daySeconds) + 1
	return uint32(max(0, n))
}

// floorDiv divides and rounds down, before 1970 too.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// errNotDrawn says that a day's deal must be drawn before anything can be done
// with it, outside the transaction: see [Bot.ensureDay].
type errNotDrawn struct{ number uint32 }

func (e *errNotDrawn) Error() string { return fmt.Sprintf("day %d is not drawn", e.number) }

// dealOf returns the deal of a day and its seal, or [errNotDrawn].
func dealOf(tx Tx, number uint32) (*record.Seal, adaman.Deck, error) {
	kept, err := tx.Day(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, adaman.Deck{}, &errNotDrawn{number}
	}
	if err != nil {
		return nil, adaman.Deck{}, err
	}
	return readDeal(&kept)
}

// readDeal returns the deal and the seal of a day that has been drawn.
func readDeal(kept *store.Day) (*record.Seal, adaman.Deck, error) {
	var deck adaman.Deck
	if err := json.Unmarshal(kept.Deal, &deck); err != nil {
		return nil, deck, fmt.Errorf("read the deal of day %d: %w", kept.Number, err)
	}
	return &record.Seal{Secret: games.Secret(kept.Secret), With: games.WithDay(kept.Number)}, deck, nil
}

// lineOf returns the plays that bring a day's best score, and none if that is not
// known.
func lineOf(kept *store.Day) ([]adaman.Move, error) {
	if kept.Par == 0 || len(kept.Line) == 0 {
		return nil, nil
	}
	var line []adaman.Move
	for play := range strings.SplitSeq(string(kept.Line), "\n") {
		m, err := adaman.ParseMove(play)
		if err != nil {
			return nil, fmt.Errorf("read the best line of day %d: %w", kept.Number, err)
		}
		line = append(line, m)
	}
	return line, nil
}

// factsOf returns what may be told of a day's deal before it is played: nothing
// if it is not drawn.
func factsOf(tx Tx, number uint32) (text.DayFacts, error) {
	kept, err := tx.Day(number)
	if errors.Is(err, store.ErrNotFound) {
		return text.DayFacts{}, nil
	}
	return text.DayFacts{Par: kept.Par, Won: kept.Won, Played: kept.Played}, err
}

// phaseAt returns how far a day's deal is on its way from secret to open.
func (d day) phaseAt(now time.Time) text.DayPhase {
	switch {
	case now.Before(d.ends()):
		return text.DayRuns
	case now.Before(d.release()):
		return text.DayCloses
	}
	return text.DayReleased
}

// attempt reads a member's attempt at a day's deal, open or finished. The error
// is [store.ErrNotFound] if they have not begun it.
func (p *press) attempt(tx Tx, player store.Player, d day) (*solitaire, error) {
	id, err := tx.Attempt(player, d.number)
	if err != nil {
		return nil, err
	}
	return p.readSolitaire(tx, id)
}

// openAttempt is attempt for what can still be played on: nil if there is
// nothing.
func (p *press) openAttempt(tx Tx, player store.Player, d day) (*solitaire, error) {
	if !p.clock.Now().Before(d.release()) {
		return nil, nil
	}
	s, err := p.attempt(tx, player, d)
	if isAbsent(err) || err == nil && s.result != nil {
		return nil, nil
	}
	return s, err
}

// beginDaily begins a member's one attempt at a day's deal. Begun is played.
func (p *press) beginDaily(tx Tx, me store.Profile, d day, now time.Time) (uint64, error) {
	switch void, is, err := dayVoid(tx, d.number); {
	case err != nil:
		return 0, err
	case is:
		return 0, refuse(p.reader.DayVoid(d.number, void.AsOf, d.ends()), button(p.reader.Practise(), primary, buttonID{Action: "practice", Arg: "0"}))
	}
	seal, deck, err := dealOf(tx, d.number)
	if err != nil {
		return 0, err
	}
	g, err := adaman.New(deck)
	if err != nil {
		return 0, err
	}
	return p.beginSolitaire(tx, &record.Record{Seats: []string{me.Name}, Day: d.number, Seal: seal, Adaman: g}, store.Game{
		Kind: store.Daily, Owner: me.Player, Day: d.number, Begun: now, Due: d.release(),
	})
}

// fieldOf counts how the members did at a day's deal, for one who has a score.
func fieldOf(tx Tx, number uint32, score int) (text.Field, error) {
	f := text.Field{Place: 1}
	attempts, err := tx.Attempts(number)
	if err != nil {
		return f, err
	}
	for _, a := range attempts {
		r, err := tx.ResultOf(a.Game)
		switch {
		case errors.Is(err, store.ErrNotFound):
			f.Playing++
			continue
		case errors.Is(err, store.ErrGone):
			continue
		case err != nil:
			return f, err
		}
		switch {
		case r.Reason == dailyReleased:
			f.Unfinished++
		case r.Outcome == adaman.Won.String():
			f.Won++
		case r.Outcome == adaman.Stuck.String():
			f.Stuck++
		case r.Outcome == adaman.Overthrown.String():
			f.Overthrown++
		default:
			f.GaveUp++
		}
		f.Best = max(f.Best, r.Score)
		switch {
		case r.Score > score:
			f.Place++
		case r.Score == score:
			f.Same++ // and one of them is the reader's own, see below
		}
	}
	f.Same = max(0, f.Same-1)
	return f, nil
}

// releaseAttempt ends an attempt at a daily that is still open when its day is
// released: it counts as given up at that time, however late we come to it.
func (b *Bot) releaseAttempt(ctx context.Context, id uint64) error {
	err := b.store.Update(ctx, func(tx Tx) error {
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		s, err := b.readSolitaire(tx, id)
		if err != nil {
			return err
		}
		if _, err := s.rec.Adaman.Play(adaman.Move{GiveUp: true}); err != nil {
			return err
		}
		return s.end(tx, g.Due, dailyReleased)
	})
	if err == nil {
		b.log.Info("an attempt was released with its day", "game", id)
	}
	return err
}

// guardRecord refuses the record of a daily before its day is released: it
// tells the whole deal.
func (p *press) guardRecord(tx Tx, r *store.Result) error {
	if r.Kind != store.Daily {
		return nil
	}
	first, err := tx.FirstDay(p.clock.Now())
	if err != nil {
		return err
	}
	if release := dayOf(first, r.Day).release(); p.clock.Now().Before(release) {
		return refuse(p.reader.RecordLater(r.Day, release))
	}
	return nil
}
