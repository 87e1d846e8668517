package bot

import (
	"context"
	"errors"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// This file is about what is seldom wanted at a table: looking back at the
// round, and stopping before the end.

// abandonedAfter is how long a game without a clock waits for a move before it is
// called off.
const abandonedAfter = 14 * 24 * time.Hour

// resignCommand is /adam-eva resign: it asks once.
func resignCommand(ctx context.Context, p *press) error {
	if err := p.inServer(); err != nil {
		return err
	}
	var id uint64
	var elsewhere []store.Game
	err := p.store.View(ctx, func(tx Tx) error {
		g, err := tx.GameAt(p.channel, store.Table, 0)
		player, _ := tx.PlayerNumber(p.member.ID)
		if err == nil && seatOf(&g, player) != games.Spectator {
			id = g.ID
			return nil
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		elsewhere, err = p.tablesOf(tx)
		return err
	})
	if err != nil {
		return err
	}
	if id == 0 {
		var there []component
		if len(elsewhere) == 1 { // maybe in a channel that is gone
			there = append(there, button(p.reader.ResignThere(), danger, buttonID{Action: "resign", Game: elsewhere[0].ID}))
		}
		return refuse(p.reader.NoGame(mentions(elsewhere)), there...)
	}
	p.button.Game = id
	return resignButton(ctx, p)
}

// resignButton asks whether somebody means to resign.
func resignButton(ctx context.Context, p *press) error {
	t, seat, err := p.look(ctx)
	if err != nil {
		return p.present(ctx, err)
	}
	m := note(p.reader.ResignQuestion(t.names[seat.Other()]),
		button(p.reader.ResignSurely(), danger, t.id("resign-surely")), button(p.reader.PlayOn(), secondary, t.id("again")))
	if p.ephemeral {
		return unsent(p.update(ctx, m, true))
	}
	return unsent(p.whisper(ctx, m))
}

// resignSurelyButton resigns.
func resignSurelyButton(ctx context.Context, p *press) error {
	var t *table
	err := p.store.Update(ctx, func(tx Tx) error {
		var seat games.Seat
		var err error
		if t, seat, err = p.sit(tx); err != nil {
			return err
		}
		return p.play(tx, t, adameva.Move{Seat: seat, Kind: adameva.Resign})
	})
	if err != nil {
		return p.present(ctx, err)
	}
	err = p.update(ctx, note(p.reader.Resigned()), true)
	p.over(t.game.ID, lastShown{t.game.Message, t.notes.Left, t.say})
	p.showHands(t.game.ID, games.Spectator)
	return unsent(err)
}

// playOnButton turns a proposal to call the game off down, or takes it back.
func playOnButton(ctx context.Context, p *press) error {
	said := p.reader.ProposalTurnedDown()
	return p.propose(ctx, &said, func(t *table, seat games.Seat) bool {
		was := t.game.Proposal
		if was == int(seat)+1 {
			said = p.reader.ProposalTaken()
		}
		t.game.Proposal = 0
		return was != 0
	})
}

// callOffButton proposes to call a game off.
func callOffButton(ctx context.Context, p *press) error {
	said := p.reader.ProposedByYou()
	return p.propose(ctx, &said, func(t *table, seat games.Seat) bool {
		was := t.game.Proposal
		t.game.Proposal = int(seat) + 1
		return was == 0
	})
}

// propose changes whether it is proposed to call a game off, and says so.
// change reports whether the change can be made; if not, the presser sees the
// game as it is.
func (p *press) propose(ctx context.Context, said *string, change func(t *table, seat games.Seat) bool) error {
	err := p.store.Update(ctx, func(tx Tx) error {
		t, seat, err := p.sit(tx)
		if err != nil {
			return err
		}
		if err := p.inTime(t); err != nil {
			return err
		}
		if !change(t, seat) {
			return errStale
		}
		t.touch(p.now())
		return tx.Note(&t.game)
	})
	if err != nil {
		return p.present(ctx, err)
	}
	err = p.update(ctx, note(*said), true)
	p.showTable(p.button.Game)
	p.showHands(p.button.Game, games.Spectator)
	return unsent(err)
}

// moreButton shows this round so far, and what is seldom wanted.
func moreButton(ctx context.Context, p *press) error {
	var t *table
	var seat games.Seat
	err := p.store.View(ctx, func(tx Tx) (err error) {
		t, seat, err = p.sit(tx)
		var no *refusal
		if errors.As(err, &no) {
			return nil // anybody may look on
		}
		return err
	})
	if err != nil {
		return p.present(ctx, err)
	}
	m := moreMessage(t.in(p.reader), seat, p.manages())
	if p.ephemeral && p.button.Arg == "back" { // back from a question
		return unsent(p.update(ctx, m, true))
	}
	return unsent(p.whisper(ctx, m))
}

// moreMessage is what More… shows.
func moreMessage(t *table, seat games.Seat, manages bool) message {
	v := t.view(games.Spectator)
	parts := []component{prose(t.say.RoundSoFarHeading(v.Round) + "\n" + t.say.RoundSoFar(&v, t.names))}
	var list []component
	if seat != games.Spectator {
		list = append(list, button(t.say.Resign(), danger, t.id("resign")))
		switch t.game.Proposal {
		case 0:
			list = append(list, button(t.say.CallOff(), secondary, t.id("call-off")))
		case int(seat) + 1:
			parts = append(parts, prose(t.say.ProposedByYou()))
			list = append(list, button(t.say.TakeBack(), secondary, t.id("play-on")))
		default:
			list = append(list, button(t.say.AgreeCallOff(), danger, t.id("agree")), button(t.say.PlayOn(), success, t.id("play-on")))
		}
		if said := t.pausing(""); said != "" {
			parts = append(parts, prose(said))
		}
		list = append(list, t.pauseButtons(seat)...)
	}
	list = append(list, toRules(t.say, t.game.ID, record.AdamEva))
	if manages && seat == games.Spectator {
		list = append(list, button(t.say.CallOffTable(), danger, t.id("clear")))
	}
	parts = append(parts, rows(list...)...)
	return message{parts: []component{box(accentQuiet, parts...)}}
}

// agreeButton agrees to call a game off, if the other side still proposes it.
func agreeButton(ctx context.Context, p *press) error {
	var t *table
	err := p.store.Update(ctx, func(tx Tx) error {
		var seat games.Seat
		var err error
		if t, seat, err = p.sit(tx); err != nil {
			return err
		}
		if err := p.inTime(t); err != nil {
			return err
		}
		if t.game.Proposal != int(seat.Other())+1 {
			return errStale
		}
		return tx.Drop(&t.game, store.GoneCalledOff)
	})
	if err != nil {
		return p.present(ctx, err)
	}
	err = p.update(ctx, note(p.reader.CalledOff(t.names)), true)
	p.gone(t, note(t.say.CalledOff(t.names)))
	return unsent(err)
}

// gone shows everywhere that a table has been called off.
func (b *Bot) gone(t *table, end message) {
	if t.game.Message.ID == 0 {
		t.game.Message = t.notes.Left
	}
	b.leaveBehind(t.game.Message, t.game.ID, end)
	b.showHands(t.game.ID, games.Spectator)
}

// clearable reads the table that a button names for somebody who manages messages
// and may call it off: a table of this channel at which they do not play. Players
// need each other's word for that, whatever else they may do.
func (p *press) clearable(tx Tx) (*table, error) {
	if !p.manages() {
		return nil, refuse(p.reader.OnlyManagers())
	}
	t, err := p.readTable(tx, p.button.Game)
	if err != nil {
		return nil, err
	}
	if t.game.Channel != p.channel || t.seatOfMember(p.member.ID) != games.Spectator {
		return nil, refuse(p.reader.OnlyManagers())
	}
	return t, p.inTime(t)
}

// clearButton asks somebody who manages messages whether to call the table off.
func clearButton(ctx context.Context, p *press) error {
	var t *table
	err := p.store.View(ctx, func(tx Tx) (err error) {
		t, err = p.clearable(tx)
		return err
	})
	if err != nil {
		return p.present(ctx, err)
	}
	return unsent(p.update(ctx, note(p.reader.ClearQuestion(t.names),
		button(p.reader.CallOffSurely(), danger, t.id("clear-surely")), button(p.reader.LeaveIt(), secondary, buttonID{Action: "more", Game: t.game.ID, Arg: "back"})), true))
}

// clearSurelyButton calls a table off by somebody who manages messages.
func clearSurelyButton(ctx context.Context, p *press) error {
	var t *table
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if t, err = p.clearable(tx); err != nil {
			return err
		}
		return tx.Drop(&t.game, store.GoneCalledOff)
	})
	if err != nil {
		return p.present(ctx, err)
	}
	p.gone(t, note(t.say.ClearedBy(escape(p.member.Name), t.names)))
	return unsent(p.update(ctx, note(p.reader.Cleared()), true))
}
