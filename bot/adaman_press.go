package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// This file is what presses do to games of Adaman.

// readSolitaire reads a game of Adaman, open or finished. The error is
// [store.ErrNotFound] or [store.ErrGone] if there is none.
func (b *Bot) readSolitaire(tx Tx, id uint64) (*solitaire, error) {
	s := &solitaire{now: b.clock.Now()}
	var kept []byte
	var err error
	if s.game, s.result, kept, err = openOrEnded(tx, id); err != nil {
		return nil, err
	}
	if s.result != nil {
		s.help = helped{Undone: s.result.Undone, Hints: s.result.Hints}
	}
	switch s.game.Kind {
	case store.Daily, store.Archive:
	case store.Practice:
		if s.result != nil {
			break
		}
		if s.help, err = readHelp(s.game.Notes); err != nil {
			return nil, fmt.Errorf("load game %d: %w", id, err)
		}
	default:
		return nil, store.ErrNotFound
	}
	if s.rec, err = record.Load(kept); err != nil {
		return nil, fmt.Errorf("load game %d: %w", id, err)
	}
	if s.rec.Adaman == nil || len(s.game.Players) != 1 {
		return nil, fmt.Errorf("load game %d: it is no game of Adaman", id)
	}
	return s, b.around(tx, s)
}

// around fills in what belongs to a game beside its rules.
func (b *Bot) around(tx Tx, s *solitaire) error {
	player := s.game.Players[0]
	profile, err := tx.Profile(player)
	if err != nil {
		return err
	}
	s.owner, s.name, s.share = profile.ID, escape(profile.Name), profile.Share
	if s.game.Day == 0 {
		return nil
	}
	first, err := tx.FirstDay(s.now)
	if err != nil {
		return err
	}
	s.day = dayOf(first, s.game.Day)
	if s.facts, err = factsOf(tx, s.game.Day); err != nil {
		return err
	}
	if _, s.void, err = dayVoid(tx, s.game.Day); err != nil || !s.daily() {
		return err
	}
	today := dayAt(first, s.now)
	switch {
	case s.day.number < today.number:
		s.other = todayToo
	case today.number > 1 && s.now.Before(dayOf(first, today.number-1).release()):
		id, err := tx.Attempt(player, today.number-1)
		if err == nil {
			if _, err = tx.Game(id); err == nil {
				s.other = yesterdayOpen
			}
		}
		if err != nil && !isAbsent(err) {
			return err
		}
	}
	if s.result == nil {
		return nil
	}
	if !s.released() {
		if s.streak, err = b.streakOf(tx, player); err != nil {
			return err
		}
	}
	s.field, err = fieldOf(tx, s.day.number, s.result.Score)
	return err
}

// own reads a game of Adaman for its player and for nobody else.
func (p *press) own(tx Tx, id uint64) (*solitaire, error) {
	s, err := p.readSolitaire(tx, id)
	if err != nil {
		return nil, err
	}
	if s.owner != p.member.ID {
		return nil, refuse(p.reader.NotYourBoard())
	}
	return s, nil
}

// readSolitaire reads a game of Adaman to be shown to the presser.
func (p *press) readSolitaire(tx Tx, id uint64) (*solitaire, error) {
	s, err := p.Bot.readSolitaire(tx, id)
	if err == nil {
		s.say, s.public = p.reader, p.guild != 0
	}
	return s, err
}

// beginSolitaire keeps a new game of Adaman and returns its id.
func (p *press) beginSolitaire(tx Tx, rec *record.Record, g store.Game) (id uint64, err error) {
	g.Channel, g.Guild, g.Players, g.Moved = p.channel, p.guild, []store.Player{g.Owner}, g.Begun
	if g.Record, err = rec.Keep(); err != nil {
		return 0, err
	}
	err = tx.Put(&g)
	return g.ID, err
}

// end keeps a finished game: its record and its result, once.
func (s *solitaire) end(tx Tx, now time.Time, reason string) error {
	if s.game.Number != 0 {
		s.rec.Help = &record.Help{Undo: s.help.Undone, Hints: s.help.Hints}
	}
	var err error
	if s.game.Record, err = s.rec.Export(); err != nil {
		return err
	}
	result := store.Result{Ended: now, Reason: reason, Undone: s.help.Undone, Hints: s.help.Hints}
	setAdamanResult(&result, s.rec.Adaman)
	_, err = tx.End(&s.game, result)
	return err
}

// read reads the game that a button names, for its player. If its day has been
// released since, it has ended.
func (p *press) read(ctx context.Context) (s *solitaire, err error) {
	look := func(tx Tx) (err error) {
		s, err = p.own(tx, p.button.Game)
		return err
	}
	if err = p.store.View(ctx, look); err != nil || s.result != nil || !s.released() {
		return s, err
	}
	// The clock is about to end it; we need not wait.
	if err = p.releaseAttempt(ctx, p.button.Game); err != nil && !isAbsent(err) && !errors.Is(err, store.ErrConflict) {
		return nil, err
	}
	err = p.store.View(ctx, look)
	return s, err
}

// show answers with a message for the presser alone: in the place of the one
// that was pressed if nobody else sees that either.
func (p *press) show(ctx context.Context, m message) error {
	if p.ephemeral {
		return unsent(p.update(ctx, m, true))
	}
	return unsent(p.whisper(ctx, m))
}

// showGone answers a press on a game that is there no more.
func (p *press) showGone(ctx context.Context, why error) error {
	if !isAbsent(why) {
		return why
	}
	m := note(p.reader.OutOfDate())
	var left *store.GoneError
	if errors.As(why, &left) && (left.Reason == store.GoneReplaced || left.Reason == store.GoneExpired) {
		// Only games of practice and of the archive go like this.
		m = note(p.reader.PracticeGone(),
			button(p.reader.AnotherDeal(), primary, buttonID{Action: "practice", Arg: "0"}),
			button(p.reader.ToArchive(), secondary, archiveID(0)))
	}
	return p.show(ctx, m)
}

// boardButton shows a game as it is, without a choice.
func boardButton(ctx context.Context, p *press) error {
	s, err := p.read(ctx)
	if err != nil {
		return p.showGone(ctx, err)
	}
	return p.show(ctx, solitaireMessage(s))
}

// targetButton chooses what to control, and the cheapest way to pay for it.
func targetButton(ctx context.Context, p *press) error {
	return p.choose(ctx, func(v *adaman.View) (playChoice, bool) {
		target, err := decktet.Parse(p.button.Arg)
		if err != nil {
			return playChoice{}, false
		}
		spend, ok := v.Cheapest(target)
		return playChoice{Made: true, Target: target, Spend: spend}, ok
	})
}

// spendButton chooses what to pay with.
func spendButton(ctx context.Context, p *press) error {
	return p.choose(ctx, func(v *adaman.View) (playChoice, bool) {
		c, ok := parseChoice(p.button.Arg)
		return c, ok && mayChoose(v, c)
	})
}

// mayChoose reports whether a choice can be made on a board. Whether it is a
// play already does not matter.
func mayChoose(v *adaman.View, c playChoice) bool {
	return v.Table.Targets().Has(c.Target) && c.Spend&^v.Payable(c.Target) == 0
}

// choose shows the board with a choice. Nothing is written. A choice that
// belongs to another state, or that no button of ours says, is none.
func (p *press) choose(ctx context.Context, choice func(*adaman.View) (playChoice, bool)) error {
	s, err := p.read(ctx)
	if err != nil {
		return p.showGone(ctx, err)
	}
	if s.over() || s.game.Version != p.button.Version {
		return p.show(ctx, solitaireMessage(s))
	}
	v := s.view()
	c, ok := choice(&v)
	if !ok {
		c = playChoice{}
	}
	return p.show(ctx, boardMessage(s, c))
}

// controlButton makes a play.
func controlButton(ctx context.Context, p *press) error {
	c, ok := parseChoice(p.button.Arg)
	if !ok {
		return outOfDate(ctx, p)
	}
	return p.move(ctx, adaman.Move{Target: c.Target, Spend: c.Spend})
}

// giveUpButton asks whether somebody means to give up.
func giveUpButton(ctx context.Context, p *press) error {
	s, err := p.read(ctx)
	if err != nil {
		return p.showGone(ctx, err)
	}
	if s.over() || s.game.Version != p.button.Version {
		return p.show(ctx, solitaireMessage(s))
	}
	return p.show(ctx, giveUpMessage(s))
}

// giveUpSurelyButton gives a game up.
func giveUpSurelyButton(ctx context.Context, p *press) error {
	return p.move(ctx, adaman.Move{GiveUp: true})
}

// move makes a move: the one way in which a press changes a game of Adaman.
func (p *press) move(ctx context.Context, m adaman.Move) error {
	var s *solitaire
	ended := false
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if s, err = p.own(tx, p.button.Game); err != nil {
			return err
		}
		if s.result != nil || s.game.Version != p.button.Version || s.released() {
			return nil // nothing changes, and the presser sees the board as it is
		}
		if _, err := s.rec.Adaman.Play(m); err != nil {
			return nil // no button of ours says this
		}
		// In practice only giving up ends a game at once; see adaman_help.go.
		if ended = s.rec.Over() && (m.GiveUp || s.game.Kind != store.Practice); !ended {
			return p.keepMove(tx, s)
		}
		if err := s.end(tx, p.now(), ""); err != nil {
			return err
		}
		s, err = p.own(tx, p.button.Game)
		return err
	})
	if err == nil && s.result == nil && s.released() {
		s, err = p.read(ctx)
	}
	switch {
	case err != nil:
		return p.showGone(ctx, err)
	case ended:
		return p.afterEnd(ctx, s)
	}
	return p.show(ctx, solitaireMessage(s))
}

// keepMove keeps a game that goes on after a move, in the move's transaction.
func (p *press) keepMove(tx Tx, s *solitaire) (err error) {
	s.game.Moved = p.now()
	if !s.daily() {
		s.game.Due = s.game.Moved.Add(abandonedAfter)
	}
	if s.game.Record, err = s.rec.Keep(); err != nil {
		return err
	}
	return tx.Put(&s.game)
}

// afterEnd answers the press that ended a game, and shares the result if its
// player always does.
func (p *press) afterEnd(ctx context.Context, s *solitaire) error {
	p.log.Info("a game has ended", "kind", record.Adaman)
	if !s.daily() || s.share != store.ShareAlways || p.guild == 0 {
		return p.show(ctx, solitaireMessage(s))
	}
	return p.shareNow(ctx, s)
}
