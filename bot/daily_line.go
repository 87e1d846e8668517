package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/solver"
	"windfall/games/record"
	"windfall/store"
)

// This file is what a day's release opens to everybody, whether they have played
// or not: the best line of play, step by step; where one's own game was lost; and
// the record of the day with what is behind its seal. Before the release none of
// it reaches anybody, whatever is pressed.

// An openDay is a day that has been released.
type openDay struct {
	day
	facts text.DayFacts
	seal  *record.Seal
	deck  adaman.Deck
	line  []adaman.Move // that brings the best score; none if it is not known
}

// openedDay reads a day that is released and refuses any other. What it says of
// the others does not depend on what is kept of them.
func (p *press) openedDay(tx Tx, number uint32) (*openDay, error) {
	now := p.clock.Now()
	first, err := tx.FirstDay(now)
	if errors.Is(err, store.ErrNotFound) {
		return nil, refuse(p.reader.NotOpened())
	}
	if err != nil {
		return nil, err
	}
	o := &openDay{day: dayOf(first, number)}
	switch {
	case number == 0 || number > dayNumber(first, now):
		return nil, refuse(p.reader.NotOpened())
	case number > lastReleased(first, now):
		return nil, refuse(p.reader.LineLater(number, o.release()))
	}
	kept, err := tx.Day(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, p.neverDealt(tx, number)
	}
	if err != nil {
		return nil, err
	}
	o.facts = text.DayFacts{Par: kept.Par, Won: kept.Won, Played: kept.Played}
	if o.seal, o.deck, err = readDeal(&kept); err != nil {
		return nil, err
	}
	o.line, err = lineOf(&kept)
	return o, err
}

// opened are the buttons of a finished game of a day to what the day's release
// has opened.
func (s *solitaire) opened() []component {
	if s.game.Day == 0 || s.result == nil || s.now.Before(s.day.release()) {
		return nil
	}
	list := openedButtons(s.say, s.day.number, s.facts.Par > 0)
	if o := s.view().Outcome; o.Result != adaman.Won {
		list = append(list, button(s.say.WhereLost(), secondary, s.id("where-lost")))
	}
	return list
}

// openedButtons lead from any message about a released day to its best line, if
// that is known, and to its record.
func openedButtons(say text.Language, number uint32, line bool) []component {
	var list []component
	if line {
		list = append(list, button(say.BestLine(), secondary, buttonID{Action: "line", Arg: fmt.Sprintf("%d 0", number)}))
	}
	return append(list, button(say.DayRecord(), secondary, buttonID{Action: "day-record", Arg: fmt.Sprint(number)}))
}

// A lineStep is a step of a day's best line: so many plays from the opening deal.
type lineStep struct {
	number uint32
	step   int
	turned string // which button of the line led here, "" for one elsewhere
}

// The buttons of a line. The word in their ids keeps two that lead to the same
// step apart.
const (
	turnFirst = "first"
	turnBack  = "back"
	turnOn    = "on"
	turnLast  = "last"
)

// parseLineStep reads "128 3" or "128 3 on".
func parseLineStep(arg string) (l lineStep, ok bool) {
	number, rest, _ := strings.Cut(arg, " ")
	step, turned, _ := strings.Cut(rest, " ")
	n, err1 := strconv.ParseUint(number, 10, 32)
	s, err2 := strconv.Atoi(step)
	switch turned {
	case "", turnFirst, turnBack, turnOn, turnLast:
	default:
		return lineStep{}, false
	}
	return lineStep{uint32(n), s, turned}, errors.Join(err1, err2) == nil
}

// id is the id of a button of the line that leads to a step.
func (l lineStep) id() buttonID {
	return buttonID{Action: "line", Arg: fmt.Sprintf("%d %d %s", l.number, l.step, l.turned)}
}

// lineButton shows a step of a day's best line: from another message in one of
// its own, and from there on in its place.
func lineButton(ctx context.Context, p *press) error {
	l, ok := parseLineStep(p.button.Arg)
	if !ok {
		return outOfDate(ctx, p)
	}
	var o *openDay
	err := p.store.View(ctx, func(tx Tx) (err error) {
		o, err = p.openedDay(tx, l.number)
		return err
	})
	if err != nil {
		return err
	}
	if len(o.line) == 0 {
		return refuse(p.reader.LineUnknown(), openedButtons(p.reader, l.number, false)...)
	}
	m, err := lineMessage(p.reader, o, l.step)
	if err != nil {
		return err
	}
	if l.turned == "" {
		return unsent(p.whisper(ctx, m))
	}
	return p.show(ctx, m)
}

// lineMessage is the table after some plays of a day's best line, the nearest
// there is.
func lineMessage(say text.Language, o *openDay, step int) (message, error) {
	last := len(o.line)
	step = min(max(0, step), last)
	v, err := replayed(o.deck, o.line[:step])
	if err != nil {
		return message{}, fmt.Errorf("the best line of day %d: %w", o.number, err)
	}
	to := func(label string, style buttonStyle, turned string, step int) component {
		return button(label, style, lineStep{o.number, step, turned}.id())
	}
	parts := []component{
		prose(stack(say.LineHeading(o.number, o.begins), say.DayLine(o.facts))),
		prose(say.LineStep(&v, last, o.facts.Par)),
		gallery(boardPicture, say.BoardPicture(&v)),
		prose(lastTable(say, &v)),
		prose(say.SuitLetters()),
	}
	parts = append(parts, rows(
		to(say.LineFirst(), secondary, turnFirst, 0).disabledIf(step == 0),
		to(say.LineBack(), secondary, turnBack, step-1).disabledIf(step == 0),
		to(say.LineOn(), primary, turnOn, step+1).disabledIf(step == last),
		to(say.LineLast(), secondary, turnLast, last).disabledIf(step == last),
	)...)
	parts = append(parts, rows(openedButtons(say, o.number, false)...)...)
	return message{parts: []component{box(accentQuiet, parts...)}, drawing: drawBoard(say, v, playChoice{})}, nil
}

// replayed returns what is seen of a deal after some moves.
func replayed(deck adaman.Deck, moves []adaman.Move) (adaman.View, error) {
	g, err := adaman.New(deck)
	if err != nil {
		return adaman.View{}, err
	}
	for _, m := range moves {
		if _, err := g.Play(m); err != nil {
			return adaman.View{}, err
		}
	}
	return g.View(games.Spectator), nil
}

// dayRecordButton gives the record of a day: what stands behind its seal, and
// the best line of play. windfall verify accepts it like any other.
func dayRecordButton(ctx context.Context, p *press) error {
	number, err := strconv.ParseUint(p.button.Arg, 10, 32)
	if err != nil {
		return outOfDate(ctx, p)
	}
	var o *openDay
	err = p.store.View(ctx, func(tx Tx) (err error) {
		o, err = p.openedDay(tx, uint32(number))
		return err
	})
	if err != nil {
		return err
	}
	kept, err := dayRecord(o)
	if err != nil {
		return fmt.Errorf("the record of day %d: %w", number, err)
	}
	name := fmt.Sprintf("adaman-day-%d.json", number)
	return unsent(p.whisper(ctx, message{
		parts: []component{
			prose(stack(p.reader.DayRecordIs(o.number, len(o.line) > 0), p.reader.Seal(o.seal.Secret.Seal()), p.reader.Opened(o.seal.Secret.Hex()))),
			fileCard(name),
		},
		files: []file{{name, append(kept, '\n')}},
	}))
}

// solverSeat is who plays the best line in a record.
const solverSeat = "windfall solver"

// dayRecord is the best line as a game record, or, if it is not known, a game
// that is given up at once, because a record tells a whole game.
func dayRecord(o *openDay) ([]byte, error) {
	g, err := adaman.New(o.deck)
	if err != nil {
		return nil, err
	}
	line := o.line
	if len(line) == 0 {
		line = []adaman.Move{{GiveUp: true}}
	}
	for _, m := range line {
		if _, err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return (&record.Record{Seats: []string{solverSeat}, Day: o.number, Seal: o.seal, Adaman: g}).Export()
}

// turnWithin is how long the turning point of a game is looked for. What is not
// found by then is said to be open.
const turnWithin = 5 * time.Second

// whereLostButton tells the player of a finished game of a released day after
// which play it could not be won any more.
func whereLostButton(ctx context.Context, p *press) error {
	var s *solitaire
	err := p.store.View(ctx, func(tx Tx) (err error) {
		s, err = p.own(tx, p.button.Game)
		if err == nil && (s.result == nil || s.game.Day == 0) {
			err = store.ErrNotFound
		}
		return err
	})
	if err != nil {
		return p.showGone(ctx, err)
	}
	if s.now.Before(s.day.release()) {
		return refuse(p.reader.LineLater(s.day.number, s.day.release()))
	}
	moves := s.rec.Adaman.Played()
	o, _ := s.rec.Adaman.Outcome()
	if o.Result == adaman.Won {
		return p.show(ctx, solitaireMessage(s))
	}
	if o.Result == adaman.GaveUp {
		moves = moves[:len(moves)-1]
	}
	t := text.TurningPoint{Day: s.day.number, Plays: len(moves), ByTheBell: s.result.Reason == dailyReleased}
	deck := s.rec.Adaman.Deck()
	tables := []adaman.Position{adaman.Open(&deck)}
	for _, m := range moves {
		tables = append(tables, tables[len(tables)-1].After(&deck, m))
	}
	soon, cancel := context.WithTimeout(ctx, turnWithin)
	defer cancel()
	t.LastYes, t.FirstNo, err = turningPoint(len(tables), func(table int) (solver.Verdict, error) {
		if soon.Err() != nil && ctx.Err() == nil {
			return solver.Unknown, nil // and so for those that are left
		}
		verdict, err := p.winnable(soon, &deck, tables[table])
		if errors.Is(err, context.DeadlineExceeded) {
			return solver.Unknown, nil
		}
		return verdict, err
	})
	if inVain(err) {
		return refuse(p.reader.TurnNotNow(), button(p.reader.WhereLost(), secondary, s.id("where-lost")))
	}
	if err != nil {
		return err
	}
	shown := moves
	if t.FirstNo >= 0 {
		shown = moves[:t.FirstNo]
	}
	v, err := replayed(deck, shown)
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, message{
		parts: []component{box(accentQuiet, append([]component{
			prose(p.reader.Turning(t, &v)),
			gallery(boardPicture, p.reader.BoardPicture(&v)),
			prose(lastTable(p.reader, &v)),
			prose(p.reader.SuitLetters()),
		}, rows(openedButtons(p.reader, s.day.number, s.facts.Par > 0)...)...)...)},
		drawing: drawBoard(p.reader, v, playChoice{}),
	}))
}

// turningPoint looks among the tables of a game, the one before the first play
// and the one after each, for the point where the game stopped being winnable:
// at lastYes it still was, at firstNo it was not any more; −1 where there is none
// or it could not be found. What is lost once stays lost, so that few tables have
// to be looked at, unless answers fail to come.
func turningPoint(tables int, winnable func(table int) (solver.Verdict, error)) (lastYes, firstNo int, err error) {
	lastYes, firstNo = -1, tables
	open := make([]bool, tables) // looked at without an answer
	for {
		next, ok := between(lastYes, firstNo, open)
		if !ok {
			break
		}
		answer, err := winnable(next)
		if err != nil {
			return 0, 0, err
		}
		switch answer {
		case solver.Yes:
			lastYes = next
		case solver.No:
			firstNo = next
		default:
			open[next] = true
		}
	}
	if firstNo == tables {
		firstNo = -1
	}
	return lastYes, firstNo, nil
}

// between returns the one nearest to the middle of those after lo and before hi
// that are not open, and whether there is one.
func between(lo, hi int, open []bool) (at int, ok bool) {
	at = -1
	for i := lo + 1; i < hi; i++ {
		if !open[i] && (at < 0 || distance(2*i, lo+hi) < distance(2*at, lo+hi)) {
			at = i
		}
	}
	return at, at >= 0
}

// winnable says whether a position can still be won, as far as that can be found
// out soon.
func (b *Bot) winnable(ctx context.Context, deck *adaman.Deck, from adaman.Position) (verdict solver.Verdict, err error) {
	err = b.compute(ctx, b.pool, forHints, func(ctx context.Context, w *worker) error {
		a, err := w.solve().Winnable(ctx, deck, from, solver.Limits{Nodes: b.think.Nodes})
		verdict = a.Winnable
		if errors.Is(err, context.DeadlineExceeded) {
			return nil // it took too long, which is an answer too
		}
		return err
	})
	return verdict, err
}

func distance(a, b int) int { return max(a-b, b-a) }
