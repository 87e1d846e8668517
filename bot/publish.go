package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/record"
	"windfall/store"
)

// This file brings messages up to date that nobody waits for: the public table
// and the open hands. Each job looks at what is kept at that moment, so several
// changes at once become one edit, and a message can never fall behind for
// good.

// tableNotes is what the bot remembers about a table beside the game.
type tableNotes struct {
	Turn   int           `json:"turn"`             // counts how often the seat to move has changed
	Posted int           `json:"posted,omitempty"` // the turn in which the table was last posted
	Told   int           `json:"told,omitempty"`   // the turn in which the one to move was last mentioned
	ToldAt time.Time     `json:"told_at,omitzero"` // when that was
	Posts  int           `json:"posts,omitempty"`  // counts how often the table went on in a new message
	Round  int           `json:"round"`            // the round that the posted table shows
	Left   store.Message `json:"left,omitzero"`    // a table left behind whose buttons are still there
	Clock  moveClock     `json:"clock,omitzero"`
}

// staleAfter is how old a table message gets before the next turn posts a new
// one: Discord allows few edits of an old message, and nobody scrolls up.
const staleAfter = time.Hour

// readTable reads a table in a transaction. The error is [store.ErrNotFound],
// [store.ErrGone] or [store.ErrEnded] if there is none.
func (b *Bot) readTable(tx Tx, id uint64) (*table, error) {
	g, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	if g.Kind != store.Table {
		return nil, store.ErrNotFound
	}
	rec, err := record.Load(g.Record)
	if err != nil {
		return nil, fmt.Errorf("load game %d: %w", id, err)
	}
	if rec.AdamEva == nil {
		return nil, fmt.Errorf("load game %d: it is no game of Adam & Eva", id)
	}
	t := &table{game: g, rec: rec, now: b.clock.Now()}
	if err := json.Unmarshal(g.Notes, &t.notes); err != nil {
		return nil, fmt.Errorf("load game %d: read its notes: %w", id, err)
	}
	return t, t.name(tx)
}

// readEnd reads a finished game at a table.
func (b *Bot) readEnd(tx Tx, id uint64) (*table, error) {
	r, err := tx.ResultOf(id)
	if err != nil {
		return nil, err
	}
	if r.Kind != store.Table {
		return nil, store.ErrNotFound
	}
	kept, err := tx.RecordOf(id)
	if err != nil {
		return nil, err
	}
	rec, err := record.Load(kept)
	if err != nil {
		return nil, fmt.Errorf("load finished game %d: %w", id, err)
	}
	if rec.AdamEva == nil {
		return nil, store.ErrNotFound
	}
	t := &table{rec: rec, now: b.clock.Now(), game: store.Game{
		ID: id, Channel: r.Channel, Guild: r.Guild, Kind: r.Kind, Players: r.Players, Variant: r.Variant, Pace: r.Pace,
	}}
	if err := t.name(tx); err != nil {
		return nil, err
	}
	t.moves = ratingMoves(tx, &r, t.names, b.log)
	return t, nil
}

// name fills in what the players are called and their ids, and in which language
// their server is spoken to.
func (t *table) name(tx Tx) (err error) {
	if t.say, err = languageOf(tx, t.game.Guild); err != nil {
		return err
	}
	for seat, p := range t.game.Players {
		profile, err := tx.Profile(p)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		t.ids[seat] = profile.ID
		t.forgotten[seat] = err == nil && profile.ID == 0
	}
	t.call()
	return nil
}

// call fills in what the players are called in the language of t.
func (t *table) call() {
	for seat := range t.names {
		t.names[seat] = escape(t.rec.Seats[seat])
		if t.forgotten[seat] {
			t.names[seat] = escape(t.say.Somebody())
		}
	}
}

// keepNotes writes the notes back into the game.
func (t *table) keepNotes() error {
	notes, err := json.Marshal(t.notes)
	if err != nil {
		return fmt.Errorf("keep the notes of game %d: %w", t.game.ID, err)
	}
	t.game.Notes = notes
	return nil
}

// turn settles, after a move of the seat was, which message the table goes on
// in. It is called in the transaction of the move.
func (b *Bot) turn(t *table, was games.Seat, now time.Time) {
	seat, playing := t.rec.AdamEva.ToMove()
	if !playing {
		return
	}
	if seat != was {
		t.notes.Turn++
	}
	round := t.view(games.Spectator).Round
	away := t.notes.Told != t.notes.Turn && !b.here.is(chair{t.game.ID, seat}, now)
	stale := !t.game.Message.Posted.IsZero() && now.Sub(t.game.Message.Posted) >= staleAfter
	if t.notes.Posted != t.notes.Turn && (round != t.notes.Round || away || stale) {
		t.leave()
	}
}

// leave makes the table go on in a new message.
func (t *table) leave() {
	if t.game.Message.ID != 0 {
		t.notes.Left = t.game.Message
	}
	t.game.Message = store.Message{}
	t.notes.Posts++
}

// due is whom a new message with the table is to tell that it is their turn: 0
// if they are here or have been told, or if the clock is paused.
func (b *Bot) due(t *table) store.ID {
	seat, playing := t.rec.AdamEva.ToMove()
	if !playing || t.notes.Clock.Paused || t.notes.Told == t.notes.Turn || b.here.is(chair{t.game.ID, seat}, b.clock.Now()) {
		return 0
	}
	return t.ids[seat]
}

// A tableKey is the key of the jobs that show a table, and of those that take
// the buttons off messages it has left; a hand's is its chair.
type tableKey uint64

// publishWithin bounds a job, waiting for rate limits included.
const publishWithin = 2 * time.Minute

// showTable brings the public message of a table up to date, soon.
func (b *Bot) showTable(id uint64) {
	b.publish.do(tableKey(id), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), publishWithin)
		defer cancel()
		if err := b.refreshTable(ctx, id); err != nil {
			b.logPublish(err, id)
		}
	})
}

// showHands brings the open hands of a table up to date, soon, but for the one
// in the message that a press has just been answered with.
func (b *Bot) showHands(id uint64, except games.Seat) {
	for seat := range games.Seat(2) {
		c := chair{id, seat}
		if _, open := b.hands.get(c, b.clock.Now()); !open || seat == except {
			continue
		}
		b.publish.do(c, func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), publishWithin)
			defer cancel()
			b.refreshHand(ctx, c)
		})
	}
}

// logPublish says once that a message could not be brought up to date. Only a
// mistake of ours is an error; the rest is Discord's weather or somebody's
// choice.
func (b *Bot) logPublish(err error, game uint64) {
	if c := classOf(err); c != ours && c != refused {
		b.log.Info("a table is not shown", "game", game, "class", c.String(), "error", err)
		return
	}
	b.log.Error("a table is not shown", "game", game, "error", err)
}

// refreshTable shows a table as it is now: in the message it has, or in a new
// one.
func (b *Bot) refreshTable(ctx context.Context, id uint64) error {
	var t *table
	left := false
	err := b.store.View(ctx, func(tx Tx) (err error) {
		if t, err = b.readTable(tx, id); err == nil {
			left, err = hasLeft(tx, t.game.Guild)
		}
		return err
	})
	switch {
	case isAbsent(err):
		return b.refreshEnd(ctx, id, err)
	case err != nil || left:
		return err
	}
	if t.game.Message.ID == 0 {
		return b.postTable(ctx, t)
	}
	err = b.discord.edit(ctx, t.game.Message, tableMessage(t, 0))
	switch classOf(err) {
	case gone, tooManyOld, transient:
		// The message is lost to us and the game is not: it goes on in another.
		if err := b.detach(ctx, id, t.game.Message); err != nil {
			return err
		}
		t.leave()
		return b.postTable(ctx, t)
	}
	return err
}

// detach forgets the public message of a table, unless it has another already.
func (b *Bot) detach(ctx context.Context, id uint64, lost store.Message) error {
	err := b.remember(ctx, id, func(t *table) bool {
		if t.game.Message.ID != lost.ID {
			return false
		}
		t.leave()
		return true
	})
	if isAbsent(err) {
		return nil
	}
	return err
}

// remember changes what is kept about a table beside its game, which leaves the
// game and its buttons as they are. change reports whether there is anything to
// keep. The error is as with [Bot.readTable] if there is no table any more.
func (b *Bot) remember(ctx context.Context, id uint64, change func(t *table) bool) error {
	return b.store.Update(ctx, func(tx Tx) error {
		t, err := b.readTable(tx, id)
		if err != nil || !change(t) {
			return err
		}
		if err := t.keepNotes(); err != nil {
			return err
		}
		return tx.Note(&t.game)
	})
}

// isAbsent reports whether a game has ended or gone in the meantime.
func isAbsent(err error) bool {
	return errors.Is(err, store.ErrEnded) || errors.Is(err, store.ErrGone) || errors.Is(err, store.ErrNotFound)
}

// postTable posts the table in a new message, mentions the one to move if they
// are not here, and takes the buttons off the message before.
func (b *Bot) postTable(ctx context.Context, t *table) error {
	mention := b.due(t)
	// If this is tried twice, Discord keeps the first.
	nonce := fmt.Sprintf("%x-%x", t.game.ID, t.notes.Posts)
	posted, err := b.discord.post(ctx, t.game.Channel, tableMessage(t, mention), nonce)
	if c := classOf(err); (c == forbidden || c == unseen) && t.notes.Left.ID != 0 {
		return b.stay(ctx, t, err)
	}
	if err != nil {
		return err
	}
	at := store.Message{Channel: t.game.Channel, ID: posted, Posted: b.clock.Now()}
	left, round := t.notes.Left, t.notes.Round
	err = b.remember(ctx, t.game.ID, func(now *table) bool {
		if now.game.Message.ID != 0 {
			left = at // somebody has had it shown in the meantime: theirs counts
			return false
		}
		now.game.Message = at
		now.notes.Posted, now.notes.Round, now.notes.Left = t.notes.Turn, t.view(games.Spectator).Round, store.Message{}
		if mention != 0 {
			now.notes.Told, now.notes.ToldAt = t.notes.Turn, at.Posted
		}
		return true
	})
	if err != nil && !isAbsent(err) {
		return err
	}
	if isAbsent(err) {
		b.over(t.game.ID, lastShown{at: at, say: t.say})
	}
	if left.ID == 0 {
		return nil
	}
	return b.strip(ctx, left, behind(t, round))
}

// stay shows a table in the message that it was about to leave, because the bot
// may not post in this channel any more, and returns why.
func (b *Bot) stay(ctx context.Context, t *table, why error) error {
	err := b.remember(ctx, t.game.ID, func(now *table) bool {
		if t = now; t.game.Message.ID != 0 {
			return false
		}
		t.game.Message, t.notes.Left = t.notes.Left, store.Message{}
		t.notes.Posted, t.notes.Round = t.notes.Turn, t.view(games.Spectator).Round
		return true
	})
	if err != nil && !isAbsent(err) {
		return errors.Join(why, err)
	}
	if err == nil && t.game.Message.ID != 0 {
		err = b.discord.edit(ctx, t.game.Message, tableMessage(t, 0))
	}
	return errors.Join(why, err)
}

// behind is what stays in a message that the table has left: the round it
// showed, if that is over, or a word that it goes on below.
func behind(t *table, round int) message {
	if now := t.view(games.Spectator).Round; round > 0 && round < now {
		return roundMessage(t, round)
	}
	return leftMessage(t)
}

// lastShown is where a game that is over was shown: what became of it goes
// there.
type lastShown struct {
	at   store.Message
	left store.Message // a message left behind that may have buttons still
	say  text.Language // of the server
}

// over notes where the end of a game is to be shown, and shows it soon.
func (b *Bot) over(id uint64, last lastShown) {
	for {
		kept, other := b.lastMessage.LoadOrStore(id, last)
		if !other {
			break
		}
		// One message shows the end, the newest; the other leads there.
		before := kept.(lastShown)
		now, behind := last, before
		if before.at.ID > last.at.ID {
			now, behind = before, last
		}
		if !b.lastMessage.CompareAndSwap(id, kept, now) {
			continue
		}
		for _, at := range []store.Message{behind.at, behind.left} {
			if at.ID != now.at.ID && at.ID != now.left.ID {
				b.leaveBehind(at, id, note(last.say.ShownElsewhere()))
			}
		}
		break
	}
	b.showTable(id)
}

// refreshEnd shows what became of a game in the message of its table. why is the
// error that says it is over.
func (b *Bot) refreshEnd(ctx context.Context, id uint64, why error) error {
	kept, ok := b.lastMessage.Load(id)
	if !ok {
		return nil
	}
	last := kept.(lastShown)
	var m message
	var channel store.ID
	nobody := false // is there to see it
	var left *store.GoneError
	switch {
	case errors.As(why, &left):
		m = note(last.say.Gone(left.Reason.String()))
	case errors.Is(why, store.ErrEnded):
		if err := b.store.View(ctx, func(tx Tx) error {
			t, err := b.readEnd(tx, id)
			if err == nil {
				m, channel = endMessage(t), t.game.Channel
				nobody, err = hasLeft(tx, t.game.Guild)
			}
			return err
		}); err != nil {
			return err
		}
	default:
		return nil
	}
	if nobody {
		b.lastMessage.CompareAndDelete(id, kept)
		return nil
	}
	if last.at.ID == 0 {
		last.at, last.left = last.left, store.Message{}
	}
	var err error
	if last.at.ID != 0 {
		err = b.discord.edit(ctx, last.at, m)
	}
	if c := classOf(err); last.at.ID == 0 || err != nil && (c == gone || c == tooManyOld || c == transient) {
		err = nil
		if channel != 0 { // a result is worth a message of its own
			_, err = b.discord.post(ctx, channel, m, fmt.Sprintf("%x-end", id))
		}
	}
	if err != nil {
		return err
	}
	b.lastMessage.CompareAndDelete(id, kept)
	if last.left.ID == 0 {
		return nil
	}
	return b.strip(ctx, last.left, note(last.say.ShownElsewhere()))
}

// strip leaves m in a message that the table has left. If that cannot be done,
// its buttons answer with the present all the same.
func (b *Bot) strip(ctx context.Context, at store.Message, m message) error {
	err := b.discord.edit(ctx, at, m)
	if c := classOf(err); c == gone || c == tooManyOld {
		return nil
	}
	return err
}

// leaveBehind is strip for somebody who does not wait. It comes after an edit of
// the table that is under way, which might be one of this very message.
func (b *Bot) leaveBehind(at store.Message, id uint64, m message) {
	if at.ID == 0 {
		return
	}
	b.publish.end(tableKey(id), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), publishWithin)
		defer cancel()
		if err := b.strip(ctx, at, m); err != nil {
			b.logPublish(err, id)
		}
	})
}

// refreshHand shows an open hand as it is now.
func (b *Bot) refreshHand(ctx context.Context, c chair) {
	open, ok := b.hands.get(c, b.clock.Now())
	if !ok {
		return
	}
	var m message
	err := b.store.View(ctx, func(tx Tx) error {
		t, err := b.readTable(tx, c.game)
		var left *store.GoneError
		switch {
		case errors.Is(err, store.ErrEnded):
			if t, err = b.readEnd(tx, c.game); err == nil {
				m = endMessage(t.in(open.say))
			}
		case errors.As(err, &left):
			m, err = note(open.say.Gone(left.Reason.String())), nil
		case err == nil:
			m = handMessage(t.in(open.say), c.seat)
		}
		return err
	})
	if err != nil {
		if !isAbsent(err) {
			b.logPublish(err, c.game)
		}
		return
	}
	if _, err := b.discord.editAnswer(ctx, open.app, open.token, open.at, m, true); err != nil {
		// The message is gone or its token is dead: a button makes a new one.
		b.hands.drop(c, open.token)
	}
}

// takeUp posts the tables that the process before this one did not get round
// to. Everything else shows itself at the next press.
func (b *Bot) takeUp(ctx context.Context) {
	var waiting []uint64
	err := b.store.View(ctx, func(tx Tx) error {
		all, err := tx.Games()
		for _, g := range all {
			if g.Kind == store.Table && g.Message.ID == 0 {
				waiting = append(waiting, g.ID)
			}
		}
		return err
	})
	if err != nil {
		b.log.Error("the games in progress cannot be read", "error", err)
	}
	for _, id := range waiting {
		b.showTable(id)
	}
}
