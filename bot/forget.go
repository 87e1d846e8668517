package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// This file forgets a member. All of it is one transaction: either nobody can
// tell any more who somebody was, and nothing of theirs is left open, or nothing
// has changed. What others have played with them stays as it is to the byte, but
// for the name in records.

// forgetting counts what goes with a member.
func (p *press) forgetting(tx Tx, me store.Player, first time.Time) (f text.Forgetting, err error) {
	open, err := tx.GamesOf(me)
	if err != nil {
		return f, err
	}
	for _, g := range open {
		switch g.Kind {
		case store.Table:
			f.Tables++
		case store.Challenge:
			f.Challenges++
			f.Waits = f.Waits || g.Owner == me && len(g.Players) > 1 // since it is taken back
		case store.Daily:
			f.Dailies++
		default:
			f.Alone++
		}
	}
	pauses, err := tx.PausesOf(me)
	if err != nil {
		return f, err
	}
	for _, pause := range pauses {
		f.Waits = f.Waits || pause.Challenger == me && pause.Until.After(p.now())
	}
	days, err := p.unreleasedAttempts(tx, me, first)
	f.Barred = err == nil && slices.Contains(days, dayAt(first, p.now()).number)
	return f, err
}

// whatGoes is a number that stands for the open games of a member: with other
// games it is another. What is new since a question was asked changes it, and so
// does a challenge that has become a game.
func whatGoes(tx Tx, me store.Player) (uint64, error) {
	open, err := tx.GamesOf(me)
	if err != nil {
		return 0, err
	}
	sum := fnv.New64a()
	for _, g := range open {
		fmt.Fprintf(sum, "%d %v|", g.ID, g.Kind)
	}
	return sum.Sum64(), nil
}

// errOtherGoes says that more or less would go with a member than they were asked
// about.
var errOtherGoes = errors.New("other games are open than a member was asked about")

// unreleasedAttempts are the days whose deal a member has begun and which are not
// released yet. First lies in day 1, and is zero if there has been no daily yet.
func (b *Bot) unreleasedAttempts(tx Tx, me store.Player, first time.Time) (days []uint32, err error) {
	if first.IsZero() {
		return nil, nil
	}
	now := b.clock.Now()
	today := dayAt(first, now).number
	for n := lastReleased(first, now) + 1; n <= today; n++ {
		switch _, err := tx.Attempt(me, n); {
		case err == nil:
			days = append(days, n)
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
	}
	return days, nil
}

// dayOne returns a time in day 1. Where there has been no daily yet it is zero,
// and stays to be settled: a transaction that only reads settles nothing.
func (b *Bot) dayOne(ctx context.Context) (first time.Time, err error) {
	err = b.store.View(ctx, func(tx Tx) (err error) {
		first, err = tx.FirstDay(b.clock.Now())
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return time.Time{}, nil
	}
	return first, err
}

// A farewell is what messages are to say once somebody is forgotten.
type farewell struct {
	tables     []*table     // games that have ended
	seats      []games.Seat // whose seats at them it was
	challenges []*challenge // that are taken back,
	words      []string     // and how
	alone      []uint64     // other games
	unread     []uint64     // games of which something cannot be read
}

// forget forgets the presser, who was asked about the open games that goes stands
// for. The error is [store.ErrNotFound] if nothing is known of them, and
// errOtherGoes if other games are open now.
func (p *press) forget(ctx context.Context, first time.Time, goes uint64) (left *farewell, err error) {
	err = p.store.Update(ctx, func(tx Tx) error {
		left = &farewell{}
		me, err := tx.Player(p.member.ID)
		if err != nil {
			return err
		}
		if now, err := whatGoes(tx, me.Player); err != nil {
			return err
		} else if now != goes {
			return errOtherGoes
		}
		if err := p.bar(tx, me, first); err != nil {
			return err
		}
		open, err := tx.GamesOf(me.Player)
		if err != nil {
			return err
		}
		for i := range open {
			if err := p.leaveGame(tx, &open[i], me.Player, left); err != nil {
				return fmt.Errorf("leave game %d: %w", open[i].ID, err)
			}
		}
		if err := p.keepPauses(tx, me.Player); err != nil {
			return err
		}
		if err := renameInRecords(tx, me.Player, left); err != nil {
			return err
		}
		if err := leaveSettings(tx, me.Player); err != nil {
			return err
		}
		return tx.Forget(me.Player)
	})
	if err != nil {
		return nil, err
	}
	for _, game := range left.unread { // and no error, which could quote a name
		p.log.Error("a game cannot be read, and what cannot is dropped with its player, who is forgotten", "unread", game)
	}
	p.log.Info("a member is forgotten", "tables", len(left.tables), "challenges", len(left.challenges))
	return left, nil
}

// bar keeps a member from a second try at deals that are not released yet, in a
// way that does not say who they are.
func (b *Bot) bar(tx Tx, me store.Profile, first time.Time) error {
	days, err := b.unreleasedAttempts(tx, me.Player, first)
	if err != nil || len(days) == 0 {
		return err
	}
	if _, err := tx.Key(b.random); err != nil {
		return err
	}
	for _, n := range days {
		if err := tx.Bar(n, me.ID); err != nil {
			return err
		}
	}
	return nil
}

// keepPauses keeps a member waiting who has been told to, in a way that does not
// say who they are.
func (b *Bot) keepPauses(tx Tx, me store.Player) error {
	if _, err := tx.Key(b.random); err != nil {
		return err
	}
	return tx.KeepPauses(me, b.clock.Now())
}

// leaveGame ends or drops an open game of a member's who is to be forgotten.
func (p *press) leaveGame(tx Tx, g *store.Game, me store.Player, left *farewell) error {
	switch g.Kind {
	case store.Challenge:
		c, err := readChallenge(tx, g.ID)
		if err != nil {
			return err
		}
		word, reason := "declined", store.GoneDeclined
		if g.Owner == me {
			word, reason = "withdrawn", store.GoneWithdrawn
		}
		for which, id := range c.ids {
			if id == p.member.ID {
				c.names[which] = escape(c.say.Somebody())
			}
		}
		if err := pauseAfter(tx, c, reason, p.now()); err != nil { // which counts if it is theirs
			return err
		}
		left.challenges, left.words = append(left.challenges, c), append(left.words, word)
		return tx.Drop(g, reason)
	case store.Table:
		t, err := p.readTable(tx, g.ID)
		if err != nil {
			return left.dropUnread(tx, g)
		}
		seat := t.seatOf(me)
		t.rec.Seats[seat] = nobody
		left.tables, left.seats = append(left.tables, t), append(left.seats, seat)
		return p.play(tx, t, adameva.Move{Seat: seat, Kind: adameva.Resign})
	case store.Daily:
		s, err := p.readSolitaire(tx, g.ID)
		if err != nil {
			return left.dropUnread(tx, g)
		}
		s.rec.Seats[0] = nobody
		if _, err := s.rec.Adaman.Play(adaman.Move{GiveUp: true}); err != nil {
			return err
		}
		left.alone = append(left.alone, g.ID)
		return s.end(tx, p.now(), "")
	default:
		left.alone = append(left.alone, g.ID)
		return tx.Drop(g, store.GoneRemoved)
	}
}

// dropUnread drops an open game that cannot be read: nobody can play on, and it
// must not keep its player from being forgotten.
func (f *farewell) dropUnread(tx Tx, g *store.Game) error {
	f.alone, f.unread = append(f.alone, g.ID), append(f.unread, g.ID)
	return tx.Drop(g, store.GoneRemoved)
}

// renameInRecords puts a word in the place of a member's name in the records of
// all that they have finished. The seats of a record are texts for people; what
// happened stays, and so does all that follows from it. A record that cannot be
// read is emptied: the name may stand anywhere in it.
func renameInRecords(tx Tx, me store.Player, left *farewell) error {
	var mine []store.Result
	for r, err := range tx.Results(me, 0) {
		if err != nil {
			return err
		}
		mine = append(mine, r)
	}
	for _, r := range mine {
		kept, err := tx.RecordOf(r.Game)
		for seat, player := range r.Players {
			if player == me && err == nil {
				kept, err = record.Rename(kept, seat, nobody)
			}
		}
		if err != nil {
			kept, left.unread = nil, append(left.unread, r.Game)
		}
		if err := tx.ReplaceRecord(r.Game, kept); err != nil {
			return err
		}
	}
	return nil
}

// leaveSettings takes a member out of what servers have decided: it stays, and
// nobody knows who has.
func leaveSettings(tx Tx, me store.Player) error {
	guilds, err := tx.Guilds()
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		settings, s, err := readSchedule(tx, guild)
		if err != nil {
			return err
		}
		if s == nil || s.By != me {
			continue
		}
		s.By = 0
		if err := settings.put(tx, scheduleSubject, s); err != nil {
			return err
		}
	}
	return nil
}

// show brings up to date what others see, and drops what is only in memory.
func (f *farewell) show(ctx context.Context, b *Bot) {
	for i, c := range f.challenges {
		b.leaveBehind(c.game.Message, c.game.ID, note(c.endedBy(f.words[i])))
		b.dropFromMemory(c.game.ID)
	}
	for i, t := range f.tables {
		b.over(t.game.ID, lastShown{t.game.Message, t.notes.Left, t.say})
		mine := chair{t.game.ID, f.seats[i]}
		b.refreshHand(ctx, mine) // while it is still known where it is
		b.hands.forget(mine)
		b.showHands(t.game.ID, mine.seat)
		b.dropFromMemory(t.game.ID)
	}
	for _, id := range f.alone {
		b.dropFromMemory(id)
	}
}

// dropFromMemory forgets what is known of a game only until a restart.
func (b *Bot) dropFromMemory(game uint64) {
	b.here.forget(game)
	b.shared.forget(game)
}

// forget drops a hand.
func (h *hands) forget(c chair) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.open, c)
}

// forget drops who was at a game.
func (p *presence) forget(game uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.last {
		if c.game == game {
			delete(p.last, c)
		}
	}
}

// forget drops where a result was shared.
func (s *shares) forget(game uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at := range s.all {
		if at.game == game {
			delete(s.all, at)
		}
	}
}

// refuseBarred refuses today's deal to somebody who has had their try and was
// forgotten since.
func (p *press) refuseBarred(tx Tx, today day) error {
	barred, err := tx.Barred(today.number, p.member.ID)
	if err == nil && barred {
		err = refuse(p.reader.DailyBarred(today.number, today.ends()))
	}
	return err
}

// dropBars drops the bars of days that are released.
func (b *Bot) dropBars(ctx context.Context) {
	first, err := b.dayOne(ctx)
	if err == nil && !first.IsZero() {
		err = b.store.Update(ctx, func(tx Tx) error { return tx.DropBars(lastReleased(first, b.clock.Now())) })
	}
	if err != nil && ctx.Err() == nil {
		b.log.Error("what keeps a daily from being begun twice cannot be cleared away", "error", err)
	}
}
