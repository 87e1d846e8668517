package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/record"
	"windfall/store"
)

// This file is looking back at a game of Adam & Eva: which of one's own moves
// cost something, by what one could know when one made them. It takes seconds to
// find out and is kept once it is.

// forLooks is how long somebody who looks back waits for their turn, and how long
// it may then take. What is asked for is not urgent, and a message says so
// meanwhile. Looks have a pool of their own with one place: a worker that is busy
// for seconds would be missed by hints and by the bot's moves.
var forLooks = patience{wait: 40 * time.Second, work: 10 * time.Second}

// wholeLook is how long the search with the whole budget may take. On a machine
// on which it takes longer there is time left for one with a part of it, which is
// told and not kept.
const (
	wholeLook = 8 * time.Second
	lookPart  = 16
)

// mostSlips is how many moves are told.
const mostSlips = 5

// A look is what a player is told, as it is kept.
type look struct {
	Slips []keptSlip `json:"slips,omitempty"` // the dearest first
}

// A keptSlip is a move that cost something.
type keptSlip struct {
	Number int     `json:"n"` // of the move in the game, counted from 0
	Better string  `json:"better"`
	Cost   float64 `json:"cost"` // points on average
}

// A lookedAt is a finished game and whose moves are looked at.
type lookedAt struct {
	id    uint64
	rec   *record.Record
	names text.Names
	say   text.Language
	seat  games.Seat
	look  *look // nil if it is not known yet

	back []component // to what the look takes the place of
}

// looks knows at whose games the bot looks back just now.
type looks struct {
	mu  sync.Mutex
	now map[chair]chan struct{} // closed when that is found out, or not
}

// begin returns nil if nobody looks at that yet; whoever has begun calls end. Else
// it returns what is closed when whoever looks is done.
func (l *looks) begin(c chair) (done <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if other, busy := l.now[c]; busy {
		return other
	}
	if l.now == nil {
		l.now = map[chair]chan struct{}{}
	}
	l.now[c] = make(chan struct{})
	return nil
}

func (l *looks) end(c chair) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.now[c])
	delete(l.now, c)
}

// lookBackButton tells a player what their moves in a finished game cost.
func lookBackButton(ctx context.Context, p *press) error {
	at, err := p.readLook(ctx)
	if isAbsent(err) {
		return outOfDate(ctx, p)
	}
	if err != nil {
		return err
	}
	if at.look != nil {
		return p.showLook(ctx, at, p.show)
	}
	// From here on the answer is there, and is changed when there is more to say.
	if err := p.show(ctx, note(p.reader.LookingBack(), lookButton(at.say, at.id))); err != nil {
		return err
	}
	again, seen := lookButton(at.say, at.id), chair{at.id, at.seat}
	if other := p.looking.begin(seen); other != nil {
		select {
		case <-other:
			at, err = p.readLook(ctx)
		case <-ctx.Done():
			err = ctx.Err()
		}
	} else {
		err = func() error {
			defer p.looking.end(seen) // whatever happens, others may look
			return p.findLook(ctx, at)
		}()
	}
	if err != nil || at.look == nil {
		not := unsent(p.revise(ctx, note(p.reader.LookNotNow(), again)))
		if err == nil || inVain(err) {
			return not
		}
		return err
	}
	return p.showLook(ctx, at, func(ctx context.Context, m message) error { return unsent(p.revise(ctx, m)) })
}

// readLook reads the game that the button names, for one of its players.
func (p *press) readLook(ctx context.Context) (at *lookedAt, err error) {
	err = p.store.View(ctx, func(tx Tx) (err error) {
		at, err = p.lookedAt(tx, p.button.Game)
		return err
	})
	return at, err
}

// lookedAt reads a finished game for one of its players.
func (p *press) lookedAt(tx Tx, id uint64) (*lookedAt, error) {
	r, err := tx.ResultOf(id)
	if err != nil {
		return nil, err
	}
	at := &lookedAt{id: id, say: p.reader}
	switch r.Kind {
	case store.Table:
		t, err := p.readEnd(tx, id)
		if err != nil {
			return nil, err
		}
		player, _ := tx.PlayerNumber(p.member.ID)
		if at.seat = t.seatOf(player); at.seat == games.Spectator {
			return nil, refuse(p.reader.OnlyPlayersLookBack(t.names))
		}
		at.rec, at.names = t.rec, t.names
	case store.Robot:
		s, err := p.myVersus(tx, id)
		if err != nil {
			return nil, err
		}
		at.rec, at.names, at.seat = s.rec, s.names, memberSeat
		at.back = []component{button(p.reader.YourResult(), secondary, s.id("versus"))}
	default:
		return nil, store.ErrNotFound
	}
	kept, err := tx.Look(id, int(at.seat))
	if errors.Is(err, store.ErrNotFound) {
		return at, nil
	}
	if err != nil {
		return nil, err
	}
	at.look = &look{}
	if err := json.Unmarshal(kept, at.look); err != nil {
		return nil, fmt.Errorf("read a look at game %d: %w", id, err)
	}
	return at, nil
}

// findLook finds out what the moves cost, and keeps it.
func (p *press) findLook(ctx context.Context, at *lookedAt) error {
	secret, err := games.NewSecret(p.random)
	if err != nil {
		return err
	}
	var slips []robot.Slip
	hasty := false
	err = p.compute(ctx, p.looks, forLooks, func(ctx context.Context, w *worker) error {
		whole, cancel := context.WithTimeout(ctx, wholeLook)
		defer cancel()
		nodes := max(1, robot.LookBackNodes/p.think.Opponent)
		slips, err = w.opposes().LookBack(whole, at.rec.AdamEva, at.seat, nodes, secret.Stream("a look back"))
		if hasty = errors.Is(err, context.DeadlineExceeded); hasty {
			slips, err = w.opposes().LookBack(ctx, at.rec.AdamEva, at.seat, max(1, nodes/lookPart), secret.Stream("a look back"))
		}
		return err
	})
	if err != nil {
		return err
	}
	at.look = &look{}
	for _, s := range slips[:min(len(slips), mostSlips)] {
		at.look.Slips = append(at.look.Slips, keptSlip{Number: s.Number, Better: s.Better.String(), Cost: s.Cost})
	}
	if hasty {
		return nil
	}
	kept, err := json.Marshal(at.look)
	if err != nil {
		return fmt.Errorf("keep a look at game %d: %w", at.id, err)
	}
	err = p.store.Update(ctx, func(tx Tx) error { return tx.PutLook(at.id, int(at.seat), kept) })
	if err != nil && isAbsent(err) {
		return nil // the game was forgotten meanwhile; it can be told all the same
	}
	return err
}

// showLook shows what is known, in the way of show.
func (p *press) showLook(ctx context.Context, at *lookedAt, show func(context.Context, message) error) error {
	m, err := lookMessage(at)
	if err != nil {
		return err
	}
	return show(ctx, m)
}

// lookMessage tells what a player's moves cost.
func lookMessage(at *lookedAt) (message, error) {
	slips, err := at.slips()
	if err != nil {
		return message{}, err
	}
	other := at.names[at.seat.Other()]
	parts := []component{prose(at.say.LookBackHeading(other, len(slips), mostSlips))}
	for i := range slips {
		parts = append(parts, prose(at.say.Slip(&slips[i], other)))
	}
	if len(slips) == 0 {
		parts = append(parts, prose(at.say.NoSlips()))
	}
	parts = append(parts, prose(at.say.LookBackIs(other)))
	parts = append(parts, rows(at.back...)...)
	return message{parts: []component{box(accentQuiet, parts...)}}, nil
}

// slips plays the game again to see what each move was about.
func (at *lookedAt) slips() ([]text.Slipped, error) {
	var told []text.Slipped
	for _, s := range at.look.Slips {
		again, err := adameva.New(at.rec.AdamEva.Deal(), at.rec.AdamEva.Variant())
		if err != nil {
			return nil, fmt.Errorf("look back at game %d: %w", at.id, err)
		}
		played := at.rec.AdamEva.Played()
		if s.Number < 0 || s.Number >= len(played) {
			return nil, fmt.Errorf("look back at game %d: it has no move %d", at.id, s.Number)
		}
		for _, m := range played[:s.Number] {
			if _, err := again.Play(m); err != nil {
				return nil, fmt.Errorf("look back at game %d: %w", at.id, err)
			}
		}
		better, err := adameva.ParseMove(s.Better)
		if err != nil {
			return nil, fmt.Errorf("look back at game %d: %w", at.id, err)
		}
		v := again.View(at.seat)
		told = append(told, text.Slipped{Round: v.Round, Card: v.Card, Move: played[s.Number], Better: better, Cost: s.Cost})
	}
	return told, nil
}

// lookButton leads to it.
func lookButton(say text.Language, id uint64) component {
	return button(say.LookBack(), secondary, buttonID{Action: "look-back", Game: id})
}
