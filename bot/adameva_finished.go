package bot

import (
	"context"
	"errors"
	"fmt"

	"windfall/games"
	"windfall/games/record"
	"windfall/store"
)

// rematchButton challenges the same opponent again. The one who did not open
// the game before opens this one, and both sit where they sat. If the other side
// has asked for the same, that is accepted.
func rematchButton(ctx context.Context, p *press) error {
	var o offer
	err := p.store.View(ctx, func(tx Tx) error {
		t, err := p.readEnd(tx, p.button.Game)
		if err != nil {
			return err
		}
		player, _ := tx.PlayerNumber(p.member.ID)
		seat := t.seatOf(player)
		if seat == games.Spectator {
			return refuse(p.reader.Stranger(t.names))
		}
		opponent, err := tx.Profile(t.game.Players[seat.Other()])
		if err != nil {
			return err
		}
		if opponent.ID == 0 {
			return refuse(p.reader.OpponentGone())
		}
		o = offer{opponent: person{ID: opponent.ID, Name: opponent.Name}, variant: t.game.Variant, first: firstOpponent, pace: t.game.Pace, seat: seat}
		if o.pace == "" { // a game from before there were paces
			o.pace = string(paceNone)
		}
		if t.rec.AdamEva.Deal().First != seat {
			o.first = firstChallenger
		}
		return nil
	})
	if isAbsent(err) {
		return outOfDate(ctx, p)
	}
	if err != nil {
		return err
	}
	err = p.challenge(ctx, o)
	var theirs *theirChallenge
	if errors.As(err, &theirs) && theirs.game.Variant == o.variant && theirs.game.Pace == o.pace {
		return p.acceptTheirs(ctx, theirs.game.ID)
	}
	return err
}

// acceptTheirs accepts a challenge by a press on another message than its own.
func (p *press) acceptTheirs(ctx context.Context, id uint64) error {
	p.button.Game = id
	if own, err := p.ownThread(ctx); err != nil {
		return err
	} else if own {
		return p.acceptInThread(ctx, false)
	}
	t, err := p.accept(ctx, p.channel, false)
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	p.deadlineSet()
	err = p.openHand(ctx, t, t.seatOfMember(p.member.ID))
	p.showTable(t.game.ID)
	return unsent(err)
}

// recordButton gives the record of a finished game as a file.
func recordButton(ctx context.Context, p *press) error {
	var kept []byte
	game, said := record.AdamEva, p.reader.RecordIs()
	err := p.store.View(ctx, func(tx Tx) error {
		r, err := tx.ResultOf(p.button.Game)
		if err != nil {
			return err
		}
		if r.Kind == store.Robot { // a game that nobody else has seen
			if _, err := p.myVersus(tx, r.Game); err != nil {
				return err
			}
		}
		switch r.Kind {
		case store.Daily, store.Practice, store.Archive:
			game = record.Adaman
		}
		if r.Kind == store.Practice {
			said = p.reader.PracticeRecordIs()
		}
		if err := p.guardRecord(tx, &r); err != nil {
			return err
		}
		kept, err = tx.RecordOf(p.button.Game)
		return err
	})
	if isAbsent(err) {
		return outOfDate(ctx, p)
	}
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, recordMessage(said, p.button.Game, game, kept)))
}

// recordMessage is a game record to keep, and what is said of it.
func recordMessage(said string, id uint64, game string, record []byte) message {
	name := fmt.Sprintf("%s-%d.json", game, id)
	return message{
		parts: []component{prose(said), fileCard(name)},
		files: []file{{name, append(record, '\n')}},
	}
}
