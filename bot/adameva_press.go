package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/store"
)

// errStale says that a button was drawn from a state that is past.
var errStale = errors.New("the button is from an earlier state")

// An illegalError says that the rules do not allow a move.
type illegalError struct{ err error }

func (e *illegalError) Error() string { return e.err.Error() }

func (e *illegalError) Unwrap() error { return e.err }

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
	var illegal *illegalError
	switch {
	case errors.Is(err, adameva.ErrTurn):
		return refuse(p.reader.NotYourTurn(t.names[seat.Other()]))
	case errors.Is(err, adameva.ErrSerpentEarly):
		return refuse(p.reader.SerpentEarly())
	case errors.As(err, &illegal):
		return p.present(ctx, errStale) // no button of ours says this either
	case err != nil:
		return p.present(ctx, err)
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
		return t, seat, refuse(p.reader.Stranger(t.names))
	}
	p.here.saw(chair{t.game.ID, seat}, p.now())
	return t, seat, nil
}

// play makes a move in a transaction and keeps all that follows from it.
func (p *press) play(tx Tx, t *table, m adameva.Move) error {
	if err := p.inTime(t); err != nil {
		return err
	}
	was, _ := t.rec.AdamEva.ToMove()
	if _, err := t.rec.AdamEva.Play(m); err != nil {
		return &illegalError{err}
	}
	now := p.now()
	t.game.Moved, t.game.Proposal = now, 0
	t.wind(now)
	if t.rec.Over() {
		return t.end(tx, now, p.log)
	}
	p.turn(t, was, now)
	var err error
	if t.game.Record, err = t.rec.Keep(); err != nil {
		return err
	}
	if err := t.keepNotes(); err != nil {
		return err
	}
	return tx.Put(&t.game)
}

// end keeps a finished game: its record and its result, once, and what that makes
// of the ratings. It ends whatever becomes of those: a result that could not be
// taken into them waits for the next time they are brought up to date.
func (t *table) end(tx Tx, now time.Time, log *slog.Logger) error {
	exported, err := t.rec.Export()
	if err != nil {
		return err
	}
	t.game.Record = exported
	if err := liftPauses(tx, t.game.Players); err != nil {
		return err
	}
	result := store.Result{Ended: now}
	setAdamEvaResult(&result, t.rec.AdamEva)
	r, err := tx.End(&t.game, result)
	if err != nil {
		return err
	}
	if _, err := rate(tx, unratedIn(log)); err != nil {
		var half *halfRatedError
		if errors.As(err, &half) {
			return err
		}
		log.Error("a game has ended, and the ratings cannot be brought up to date", "game", r.Game, "error", err)
		return nil
	}
	t.moves = ratingMoves(tx, &r, t.names, log)
	return nil
}

// afterMove answers the press that made a move and brings the other messages
// up to date.
func (p *press) afterMove(ctx context.Context, t *table, seat games.Seat) error {
	round := t.notes.Round
	own := !p.ephemeral && !p.strange // the message that was pressed is a table of this game
	answered := games.Spectator
	var err error
	switch {
	case t.rec.Over():
		p.log.Info("a game has ended", "kind", "adam-eva")
		err = p.update(ctx, endMessage(t.in(p.audience())), p.ephemeral)
		last := lastShown{t.game.Message, t.notes.Left, t.say}
		if at := (store.Message{Channel: p.channel, ID: p.message}); own && last.at.ID != at.ID {
			last = lastShown{at, last.at, t.say}
		}
		p.over(t.game.ID, last)
	case !own:
		if err = p.openHand(ctx, t, seat); err == nil {
			answered = seat
		}
		p.showTable(t.game.ID)
	case t.game.Message.ID == p.message:
		err = p.update(ctx, tableMessage(t, 0), false)
		p.caughtUp(ctx, t, err)
	default:
		err = p.update(ctx, behind(t, round), false)
		p.showTable(t.game.ID) // which sees to this message too, if need be
	}
	p.showHands(t.game.ID, answered)
	if err == nil && !t.rec.Over() && t.game.Message.ID == 0 && t.game.Channel == p.channel {
		// The other side is to be told by a new message. If there can be none,
		// at least this one should know.
		if lacking := p.lacking(ctx); lacking != "" {
			err = p.whisper(ctx, note(p.reader.NotTold(lacking)))
		}
	}
	return unsent(err)
}

// caughtUp is called after an answer was to show a table in its own message. If
// the answer failed, if the game has gone on or is over since, or if an edit was
// under way that may arrive late, the message is brought up to date once more.
func (p *press) caughtUp(ctx context.Context, t *table, err error) {
	changed, over := p.goneOn(ctx, t)
	switch {
	case over:
		p.over(t.game.ID, lastShown{at: t.game.Message, say: t.say})
	case err != nil || changed || p.publish.busy(tableKey(t.game.ID)):
		p.showTable(t.game.ID)
	}
}

// goneOn reports whether a game has changed since t was read, or is over.
func (p *press) goneOn(ctx context.Context, t *table) (changed, over bool) {
	err := p.store.View(ctx, func(tx Tx) error {
		g, err := tx.Game(t.game.ID)
		changed, over = err == nil && g.Version != t.game.Version, isAbsent(err)
		return nil
	})
	return err == nil && changed, err == nil && over
}

// look reads the table that a button names, for one of its players.
func (p *press) look(ctx context.Context) (t *table, seat games.Seat, err error) {
	err = p.store.View(ctx, func(tx Tx) (err error) {
		t, seat, err = p.sit(tx)
		return err
	})
	return t, seat, err
}

// present answers a press on what is past: nothing has changed, and the presser
// sees the table as it is now, or what became of it. Other errors it leaves as
// they are.
func (p *press) present(ctx context.Context, err error) error {
	switch {
	case isAbsent(err):
		return p.showAbsent(ctx, err)
	case errors.Is(err, errTimeUp):
		// The clock does the same at this moment; one of them finds it done.
		if err := p.passTime(ctx, p.button.Game); err != nil && !isAbsent(err) && !errors.Is(err, store.ErrConflict) {
			return err
		}
	case !errors.Is(err, errStale):
		return err
	}
	return handButton(ctx, p)
}

// openHand answers a press with a hand: in the message of the presser's own
// that was pressed, or in a new one. From then on the hand is brought up to
// date; if the game has gone on while it was sent, at once.
func (p *press) openHand(ctx context.Context, t *table, seat games.Seat) (err error) {
	m := handMessage(t.in(p.reader), seat)
	if p.ephemeral {
		err = p.update(ctx, m, true)
	} else {
		err = p.whisper(ctx, m)
	}
	if err != nil {
		return err
	}
	c := chair{t.game.ID, seat}
	p.hands.keep(c, p.reply, p.reader)
	if changed, over := p.goneOn(ctx, t); changed || over || p.publish.busy(c) {
		p.showHands(t.game.ID, seat.Other())
	}
	return nil
}

// showAbsent answers a press on a game that is over or gone by showing what
// became of it, in the message that was pressed.
func (p *press) showAbsent(ctx context.Context, why error) error {
	m := note(p.audience().OutOfDate())
	var left *store.GoneError
	switch {
	case errors.As(why, &left):
		m = note(p.audience().Gone(left.Reason.String()))
	case errors.Is(why, store.ErrEnded):
		err := p.store.View(ctx, func(tx Tx) error {
			t, err := p.readEnd(tx, p.button.Game)
			if err == nil {
				m = endMessage(t.in(p.audience()))
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
	t, seat, err := p.look(ctx)
	if err != nil {
		return p.present(ctx, err)
	}
	err = p.openHand(ctx, t, seat)
	if t.game.Message.ID == 0 { // it could not be posted; maybe it can be now
		p.showTable(t.game.ID)
	}
	return unsent(err)
}

// handsAtOnce is how many buttons for hands stand below an answer.
const handsAtOnce = 5

// tableCommand is /adam-eva table: it shows this channel's table here. If there is
// none it tells a player where theirs are, and shows them their hands.
func tableCommand(ctx context.Context, p *press) error {
	if err := p.inServer(); err != nil {
		return err
	}
	var t *table
	var elsewhere []store.Game
	var hands []component
	err := p.store.View(ctx, func(tx Tx) error {
		g, err := tx.GameAt(p.channel, store.Table, 0)
		if err == nil {
			t, err = p.readTable(tx, g.ID)
			return err
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if elsewhere, err = p.tablesOf(tx); err != nil {
			return err
		}
		for _, g := range elsewhere[:min(len(elsewhere), handsAtOnce)] {
			t, err := p.readTable(tx, g.ID)
			if err != nil {
				return err
			}
			hands = append(hands, p.toHand(t, t.seatOfMember(p.member.ID)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if t == nil {
		if cut := p.cutOff(ctx, elsewhere); cut != nil {
			there := button(p.reader.GoOnHere(), primary, buttonID{Action: "show-here", Game: cut.ID})
			return refuse(p.reader.GameUnreachable(mention(cut.Channel)), append([]component{there}, hands...)...)
		}
		return refuse(p.reader.NoTable(mentions(elsewhere)), hands...)
	}
	if lacking := p.lacking(ctx); lacking != "" {
		return refuse(p.reader.MissingPermission(lacking))
	}
	told := p.due(t)
	if told == p.member.ID {
		told = 0
	}
	posted, err := p.public(ctx, tableMessage(t, told))
	if err != nil {
		return unsent(err)
	}
	return p.movedTo(ctx, t, told != 0, store.Message{Channel: p.channel, ID: posted, Posted: p.now()})
}

// movedTo notes that a table is shown in another message now, and takes the
// buttons off the one before. told is whether the message told somebody that it
// is their turn.
func (p *press) movedTo(ctx context.Context, shown *table, told bool, at store.Message) error {
	var old store.Message
	id, goneOn := shown.game.ID, false
	err := p.remember(ctx, id, func(t *table) bool {
		if old = t.game.Message; old.ID == 0 {
			old = t.notes.Left
		}
		goneOn = t.game.Version != shown.game.Version
		t.game.Message, t.notes.Left = at, store.Message{}
		t.notes.Posted, t.notes.Round = t.notes.Turn, t.view(games.Spectator).Round
		if told {
			t.notes.Told, t.notes.ToldAt = shown.notes.Turn, at.Posted
		}
		return true
	})
	switch {
	case isAbsent(err):
		p.over(id, lastShown{at: at, say: shown.say}) // while this was on its way: it belongs here
		return nil
	case err != nil:
		return err
	}
	if old.ID != at.ID {
		p.leaveBehind(old, id, leftMessage(shown))
	}
	if goneOn {
		p.showTable(id)
	}
	return nil
}

// tablesOf returns the games of Adam & Eva that the presser plays on this
// server.
func (p *press) tablesOf(tx Tx) ([]store.Game, error) {
	player, ok := tx.PlayerNumber(p.member.ID)
	if !ok {
		return nil, nil
	}
	open, err := tx.GamesOf(player)
	return slices.DeleteFunc(open, func(g store.Game) bool { return g.Kind != store.Table || g.Guild != p.guild }), err
}

// mentions names the channels of games.
func mentions(list []store.Game) []string {
	var channels []string
	for _, g := range list {
		channels = append(channels, mention(g.Channel))
	}
	return channels
}
