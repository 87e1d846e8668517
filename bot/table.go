package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// abandonedAfter is how long a table waits for a move before it is called off.
const abandonedAfter = 14 * 24 * time.Hour

// errStale says that a button was drawn from a state that is past.
var errStale = errors.New("the button is from an earlier state")

// moveButton makes a move: the one way in which a press changes a game of Adam
// & Eva.
func moveButton(ctx context.Context, p *press) error {
	var t *table
	var seat games.Seat
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if t, seat, err = p.sit(tx); err != nil {
			return err
		}
		if t.game.Version != p.button.Version {
			return errStale
		}
		m, err := adameva.ParseMove(fmt.Sprintf("%d %s", seat, p.button.Arg))
		if err != nil || m.Kind == adameva.Resign || m.Kind == adameva.Time {
			return errStale // no button of ours says this
		}
		return p.play(tx, t, m)
	})
	switch {
	case errors.Is(err, errStale):
		return p.showPresent(ctx)
	case errors.Is(err, adameva.ErrTurn):
		return refuse(text.NotYourTurn(t.names[seat.Other()]))
	case errors.Is(err, adameva.ErrSerpentEarly):
		return refuse(text.SerpentEarly)
	case isAbsent(err):
		return p.showAbsent(ctx, err)
	case err != nil:
		return err
	}
	return p.afterMove(ctx, t, seat)
}

// sit reads the table that a button names and the presser's seat at it.
func (p *press) sit(tx Tx) (*table, games.Seat, error) {
	t, err := p.readTable(tx, p.button.Game)
	if err != nil {
		return nil, games.Spectator, err
	}
	player, _ := tx.PlayerNumber(p.member.ID)
	seat := t.seatOf(player)
	if seat == games.Spectator {
		return t, seat, refuse(text.Stranger(t.names))
	}
	p.here.saw(chair{t.game.ID, seat}, p.now())
	return t, seat, nil
}

// play makes a move in a transaction and keeps all that follows from it.
func (p *press) play(tx Tx, t *table, m adameva.Move) error {
	was, _ := t.rec.AdamEva.ToMove()
	if _, err := t.rec.AdamEva.Play(m); err != nil {
		return err
	}
	now := p.now()
	t.game.Moved, t.game.Due, t.game.Proposal = now, now.Add(abandonedAfter), 0
	if t.rec.Over() {
		return t.end(tx, now)
	}
	p.turn(t, was, now)
	// A table that goes on elsewhere leaves this message to the answer.
	if t.game.Message.ID == 0 && t.notes.Left.ID == p.message && !p.ephemeral && !p.strange {
		t.notes.Left = store.Message{}
	}
	var err error
	if t.game.Record, err = t.rec.Keep(); err != nil {
		return err
	}
	if err := t.keepNotes(); err != nil {
		return err
	}
	return tx.Put(&t.game)
}

// end keeps a finished game: its record and its result, once.
func (t *table) end(tx Tx, now time.Time) error {
	text, err := t.rec.Export()
	if err != nil {
		return err
	}
	o, _ := t.rec.AdamEva.Outcome()
	t.game.Record = text
	_, err = tx.End(&t.game, store.Result{
		Ended: now, Points: o.Points[:], Low: o.Low[:], Bonus: o.Bonus[:], Winner: int(o.Winner), Reason: string(o.Reason),
		Plays: len(t.rec.AdamEva.Played()),
	})
	return err
}

// afterMove answers the press that made a move and brings the other messages
// up to date.
func (p *press) afterMove(ctx context.Context, t *table, seat games.Seat) error {
	onTable := !p.ephemeral
	round := t.notes.Round
	var err error
	answered := games.Spectator
	switch {
	case t.rec.Over():
		p.log.Info("a game has ended", "kind", "adam-eva")
		if t.game.Message.ID != p.message {
			p.lastMessage.Store(t.game.ID, t.game.Message)
		}
		err = p.update(ctx, endMessage(t), p.ephemeral)
	case !onTable:
		answered = seat
		err = p.openHand(ctx, t, seat)
	case t.game.Message.ID == p.message:
		err = p.update(ctx, tableMessage(t, 0), false)
	case p.strange:
		answered = seat
		err = p.openHand(ctx, t, seat)
	default:
		err = p.update(ctx, behind(t, round), false)
	}
	if onTable && t.game.Message.ID == p.message {
		p.caughtUp(ctx, t)
	} else {
		p.showTable(t.game.ID)
	}
	p.showHands(t.game.ID, answered)
	return unsent(err)
}

// caughtUp is called after an answer has shown a table in its own message. If
// the game has gone on since, or an edit was under way that may arrive late,
// the message is brought up to date once more.
func (p *press) caughtUp(ctx context.Context, t *table) {
	if p.publish.busy(tableKey(t.game.ID)) || p.goneOn(ctx, t) {
		p.showTable(t.game.ID)
	}
}

// goneOn reports whether a game has changed since t was read.
func (p *press) goneOn(ctx context.Context, t *table) (changed bool) {
	err := p.store.View(ctx, func(tx Tx) error {
		g, err := tx.Game(t.game.ID)
		changed = isAbsent(err) || err == nil && g.Version != t.game.Version
		return nil
	})
	return err == nil && changed
}

// showPresent answers a press on something that is past: nothing changes, and
// the presser sees the table as it is now.
func (p *press) showPresent(ctx context.Context) error {
	var t *table
	var seat games.Seat
	err := p.store.View(ctx, func(tx Tx) (err error) {
		t, seat, err = p.sit(tx)
		return err
	})
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	return unsent(p.openHand(ctx, t, seat))
}

// openHand answers a press with a hand: in the message of the presser's own
// that was pressed, or in a new one. From then on the hand is brought up to
// date; if the game has gone on while it was sent, at once.
func (p *press) openHand(ctx context.Context, t *table, seat games.Seat) (err error) {
	m := handMessage(t, seat)
	if p.ephemeral && p.button.Action != "hand" {
		err = p.update(ctx, m, true)
	} else {
		err = p.whisper(ctx, m)
	}
	if err != nil {
		return err
	}
	c := chair{t.game.ID, seat}
	p.hands.keep(c, p.reply)
	if p.publish.busy(c) || p.goneOn(ctx, t) {
		p.showHands(t.game.ID, seat.Other())
	}
	return nil
}

// showAbsent answers a press on a game that is over or gone by showing what
// became of it, in the message that was pressed.
func (p *press) showAbsent(ctx context.Context, why error) error {
	m := note(text.OutOfDate())
	var left *store.GoneError
	switch {
	case errors.As(why, &left):
		m = note(text.Gone(left.Reason.String()))
	case errors.Is(why, store.ErrEnded):
		err := p.store.View(ctx, func(tx Tx) error {
			t, err := p.readEnd(tx, p.button.Game)
			if err == nil {
				m = endMessage(t)
			}
			return err
		})
		if err != nil && !isAbsent(err) {
			return err
		}
	}
	if p.message == 0 {
		return unsent(p.whisper(ctx, m))
	}
	return unsent(p.update(ctx, m, p.ephemeral))
}

// handButton shows a player their hand.
func handButton(ctx context.Context, p *press) error {
	var t *table
	var seat games.Seat
	err := p.store.View(ctx, func(tx Tx) (err error) {
		t, seat, err = p.sit(tx)
		return err
	})
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	return unsent(p.openHand(ctx, t, seat))
}

// againButton draws an open hand anew.
func againButton(ctx context.Context, p *press) error { return p.showPresent(ctx) }

// tableCommand is /adam-eva table: it shows this channel's table here.
func tableCommand(ctx context.Context, p *press) error {
	var t *table
	var elsewhere []store.ID
	err := p.store.View(ctx, func(tx Tx) error {
		g, err := tx.GameAt(p.channel, store.Table, 0)
		if err == nil {
			t, err = p.readTable(tx, g.ID)
			return err
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		elsewhere, err = p.tablesOf(tx)
		return err
	})
	if err != nil {
		return err
	}
	if t == nil {
		return refuse(text.NoTable(mentions(elsewhere)))
	}
	if err := p.mayPlay(ctx); err != nil {
		return err
	}
	posted, err := p.public(ctx, tableMessage(t, 0))
	if err != nil {
		return unsent(err)
	}
	return p.movedTo(ctx, t.game.ID, store.Message{Channel: p.channel, ID: posted, Posted: p.now()})
}

// movedTo notes that a table is shown in another message now, and takes the
// buttons off the one before.
func (p *press) movedTo(ctx context.Context, id uint64, at store.Message) error {
	err := p.store.Update(ctx, func(tx Tx) error {
		t, err := p.readTable(tx, id)
		if err != nil {
			return err
		}
		if old := t.game.Message; old.ID != 0 && old.ID != at.ID {
			p.publish.do(old, func() {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(p.ctx), publishWithin)
				defer cancel()
				if err := p.discord.edit(ctx, old, leftMessage(t)); err != nil {
					p.logPublish(err, id)
				}
			})
		}
		t.game.Message = at
		t.notes.Posted, t.notes.Round = t.notes.Turn, t.view(games.Spectator).Round
		if err := t.keepNotes(); err != nil {
			return err
		}
		return tx.Note(&t.game)
	})
	if isAbsent(err) {
		return nil
	}
	return err
}

// tablesOf returns the channels in which the presser plays.
func (p *press) tablesOf(tx Tx) ([]store.ID, error) {
	player, ok := tx.PlayerNumber(p.member.ID)
	if !ok {
		return nil, nil
	}
	open, err := tx.GamesOf(player)
	var channels []store.ID
	for _, g := range open {
		if g.Kind == store.Table && g.Guild == p.guild {
			channels = append(channels, g.Channel)
		}
	}
	return channels, err
}

func mentions(channels []store.ID) []string {
	var list []string
	for _, c := range channels {
		list = append(list, mention(c))
	}
	return list
}

// resignCommand is /adam-eva resign: it asks once.
func resignCommand(ctx context.Context, p *press) error {
	var id uint64
	var elsewhere []store.ID
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
		return refuse(text.NoGame(mentions(elsewhere)))
	}
	p.button.Game = id
	return resignButton(ctx, p)
}

// resignButton asks whether somebody means to resign.
func resignButton(ctx context.Context, p *press) error {
	t, _, err := p.view(ctx)
	if err != nil || t == nil {
		return err
	}
	m := note(text.ResignQuestion(t.names),
		button(text.ResignSurely, danger, t.id("resign-surely")), button(text.PlayOn, secondary, t.id("play-on")))
	if p.ephemeral {
		return unsent(p.update(ctx, m, true))
	}
	return unsent(p.whisper(ctx, m))
}

// view reads the table that a button names, for one of its players. If there is
// none any more it has answered the press, and the table is nil.
func (p *press) view(ctx context.Context) (*table, games.Seat, error) {
	var t *table
	var seat games.Seat
	err := p.store.View(ctx, func(tx Tx) (err error) {
		t, seat, err = p.sit(tx)
		return err
	})
	if isAbsent(err) {
		return nil, seat, p.showAbsent(ctx, err)
	}
	if err != nil {
		return nil, seat, err
	}
	return t, seat, nil
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
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	p.lastMessage.Store(t.game.ID, t.game.Message)
	err = p.update(ctx, note(text.Resigned), true)
	p.showTable(t.game.ID)
	p.showHands(t.game.ID, games.Spectator)
	return unsent(err)
}

// playOnButton goes back from a question, or turns a proposal down.
func playOnButton(ctx context.Context, p *press) error {
	var changed bool
	err := p.store.Update(ctx, func(tx Tx) error {
		t, seat, err := p.sit(tx)
		if err != nil {
			return err
		}
		if t.game.Proposal == 0 || t.game.Proposal == int(seat)+1 {
			return nil
		}
		changed, t.game.Proposal = true, 0
		return tx.Note(&t.game)
	})
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	err = p.update(ctx, note(text.PlayingOn), true)
	if changed {
		p.showTable(p.button.Game)
	}
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
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, moreMessage(t, seat, p.manages())))
}

// manages reports whether the presser may manage messages in this channel.
func (p *press) manages() bool {
	return p.permissions&(permManageMessages|permAdministrator) != 0
}

// moreMessage is what More… shows.
func moreMessage(t *table, seat games.Seat, manages bool) message {
	v := t.view(games.Spectator)
	parts := []component{prose(text.RoundSoFarHeading(v.Round) + "\n" + text.RoundSoFar(&v, t.names))}
	var list []component
	if seat != games.Spectator {
		list = append(list, button(text.Resign, danger, t.id("resign")))
		switch t.game.Proposal {
		case 0:
			list = append(list, button(text.CallOff, secondary, t.id("call-off")))
		case int(seat) + 1:
			parts = append(parts, prose(text.ProposedByYou))
		default:
			list = append(list, button(text.AgreeCallOff, danger, t.id("call-off")), button(text.PlayOn, success, t.id("play-on")))
		}
	}
	list = append(list, button(text.Rules, secondary, buttonID{Action: "rules", Game: t.game.ID, Arg: "adam-eva 0"}))
	if manages {
		list = append(list, button(text.CallOffTable, danger, t.id("clear")))
	}
	parts = append(parts, rows(list...)...)
	return message{parts: []component{box(accentQuiet, parts...)}}
}

// callOffButton proposes to call a game off, or agrees to it.
func callOffButton(ctx context.Context, p *press) error {
	var t *table
	agreed := false
	err := p.store.Update(ctx, func(tx Tx) error {
		var seat games.Seat
		var err error
		if t, seat, err = p.sit(tx); err != nil {
			return err
		}
		if agreed = t.game.Proposal == int(seat.Other())+1; agreed {
			return tx.Drop(&t.game, store.GoneCalledOff)
		}
		t.game.Proposal = int(seat) + 1
		return tx.Note(&t.game)
	})
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	if agreed {
		p.replace(t.game.Message, t.game.ID, note(text.CalledOff(t.names)))
		return unsent(p.update(ctx, note(text.CalledOff(t.names)), true))
	}
	err = p.update(ctx, note(text.ProposedByYou), true)
	p.showTable(t.game.ID)
	return unsent(err)
}

// clearButton asks somebody who manages messages whether to call the table off.
func clearButton(ctx context.Context, p *press) error {
	if !p.manages() {
		return refuse(text.OnlyManagers)
	}
	return unsent(p.update(ctx, note(text.ClearQuestion,
		button(text.CallOffSurely, danger, buttonID{Action: "clear-surely", Game: p.button.Game})), true))
}

// clearSurelyButton calls a table off by somebody who manages messages.
func clearSurelyButton(ctx context.Context, p *press) error {
	if !p.manages() {
		return refuse(text.OnlyManagers)
	}
	var t *table
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if t, err = p.readTable(tx, p.button.Game); err != nil {
			return err
		}
		if t.game.Channel != p.channel {
			return refuse(text.OnlyManagers)
		}
		return tx.Drop(&t.game, store.GoneCalledOff)
	})
	if isAbsent(err) {
		return p.showAbsent(ctx, err)
	}
	if err != nil {
		return err
	}
	p.replace(t.game.Message, t.game.ID, note(text.ClearedBy(escape(p.member.Name), t.names)))
	return unsent(p.update(ctx, note(text.Cleared), true))
}

// abandonTable calls a table off at which nobody has moved for long.
func (b *Bot) abandonTable(ctx context.Context, id uint64) error {
	var t *table
	err := b.store.Update(ctx, func(tx Tx) error {
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		if t, err = b.readTable(tx, id); err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneCalledOff)
	})
	if err != nil {
		return err
	}
	b.replace(t.game.Message, id, note(text.Abandoned(t.names)))
	return nil
}

// rematchButton challenges the same opponent again, with the other side to
// open.
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
			return refuse(text.Stranger(t.names))
		}
		opponent, err := tx.Profile(t.game.Players[seat.Other()])
		if err != nil {
			return err
		}
		if opponent.ID == 0 {
			return refuse(text.OpponentGone)
		}
		o = offer{opponent: person{ID: opponent.ID, Name: opponent.Name}, variant: t.game.Variant, first: firstOpponent}
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
	return p.challenge(ctx, o)
}

// recordButton gives the record of a finished game as a file.
func recordButton(ctx context.Context, p *press) error {
	var kept []byte
	game := record.AdamEva
	err := p.store.View(ctx, func(tx Tx) error {
		r, err := tx.ResultOf(p.button.Game)
		if err != nil {
			return err
		}
		if r.Kind == store.Daily || r.Kind == store.Practice {
			game = record.Adaman
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
	return unsent(p.whisper(ctx, recordMessage(p.button.Game, game, kept)))
}

// recordMessage is a game record to keep.
func recordMessage(id uint64, game string, record []byte) message {
	name := fmt.Sprintf("%s-%d.json", game, id)
	return message{
		parts: []component{prose(text.RecordIs), fileCard(name)},
		files: []file{{name, append(record, '\n')}},
	}
}
