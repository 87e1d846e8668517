package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"windfall/bot/text"
	"windfall/games"
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
	g, err := tx.Game(id)
	switch {
	case err == nil:
		s.game, kept = g, g.Record
	case errors.Is(err, store.ErrEnded):
		r, err := tx.ResultOf(id)
		if err != nil {
			return nil, err
		}
		if kept, err = tx.RecordOf(id); err != nil {
			return nil, err
		}
		s.result = &r
		s.game = store.Game{ID: id, Kind: r.Kind, Channel: r.Channel, Guild: r.Guild, Players: r.Players, Day: r.Day, Number: r.Number}
	default:
		return nil, err
	}
	if s.game.Kind != store.Daily && s.game.Kind != store.Practice {
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
	if !s.daily() {
		return nil
	}
	first, err := tx.FirstDay(s.now)
	if err != nil {
		return err
	}
	s.day = dayOf(first, s.game.Day)
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
	if s.result != nil {
		s.field, err = fieldOf(tx, s.day.number, s.result.Score)
	}
	return err
}

// own reads a game of Adaman for its player and for nobody else.
func (p *press) own(tx Tx, id uint64) (*solitaire, error) {
	s, err := p.readSolitaire(tx, id)
	if err != nil {
		return nil, err
	}
	if s.owner != p.member.ID {
		return nil, refuse(text.NotYourBoard)
	}
	s.public = p.guild != 0
	return s, nil
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
	o, _ := s.rec.Adaman.Outcome()
	v := s.view()
	winner := -1
	if o.Result == adaman.Won {
		winner = int(adaman.Player)
	}
	var err error
	if s.game.Record, err = s.rec.Export(); err != nil {
		return err
	}
	_, err = tx.End(&s.game, store.Result{
		Ended: now, Winner: winner, Reason: reason,
		Outcome: o.Result.String(), Score: o.Score, Controlled: o.Controlled, Left: o.Left, Plays: v.Plays,
	})
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
	m := note(text.OutOfDate())
	var left *store.GoneError
	if errors.As(why, &left) && (left.Reason == store.GoneReplaced || left.Reason == store.GoneExpired) {
		// Only practice games go like this.
		m = note(text.PracticeGone, button(text.AnotherDeal, primary, buttonID{Action: "practice", Arg: "0"}))
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
		return c, ok && v.Table.Targets().Has(c.Target) && c.Spend&^v.Payable(c.Target) == 0
	})
}

// choose shows the board with a choice. Nothing is written. A choice that
// belongs to another state, or that no button of ours says, is none.
func (p *press) choose(ctx context.Context, choice func(*adaman.View) (playChoice, bool)) error {
	s, err := p.read(ctx)
	if err != nil {
		return p.showGone(ctx, err)
	}
	if s.result != nil || s.game.Version != p.button.Version {
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
	if s.result != nil || s.game.Version != p.button.Version {
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
		if ended = s.rec.Over(); !ended {
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
	if s.game.Kind == store.Practice {
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

// shareNow shows a finished daily to its player and its line to everybody. The
// board offers to share it until the line is there, so that it never claims what
// has not happened.
func (p *press) shareNow(ctx context.Context, s *solitaire) error {
	may := p.mayPlay(ctx)
	var no *refusal
	if may != nil && !errors.As(may, &no) {
		return may
	}
	one := p.shared.in(s.game.ID, p.channel, s.now)
	one.Lock()
	defer one.Unlock()
	if one.made {
		return p.show(ctx, solitaireEnd(s, text.SharedHere))
	}
	if err := p.show(ctx, solitaireMessage(s)); err != nil {
		return err
	}
	if no != nil {
		// The result is what was asked for; that it cannot be shared is said
		// beside it.
		return unsent(p.whisper(ctx, no.answer))
	}
	if _, err := p.public(ctx, shareMessage(s)); err != nil {
		p.logUnsent(&unsentError{err})
		return unsent(p.whisper(ctx, note(text.ShareFailed)))
	}
	one.made = true
	return p.show(ctx, solitaireEnd(s, text.SharedHere))
}

// finished reads the finished daily that a button names, for its player.
func (p *press) finished(tx Tx) (*solitaire, error) {
	s, err := p.own(tx, p.button.Game)
	if err == nil && (s.result == nil || !s.daily()) {
		err = store.ErrNotFound
	}
	return s, err
}

// shareButton shares a result once.
func shareButton(ctx context.Context, p *press) error {
	var s *solitaire
	err := p.store.View(ctx, func(tx Tx) (err error) {
		s, err = p.finished(tx)
		return err
	})
	if err != nil {
		return p.showGone(ctx, err)
	}
	if p.guild == 0 {
		return refuse(text.ShareInServer)
	}
	return p.shareNow(ctx, s)
}

// shareAlwaysButton shares this result and all to come.
func shareAlwaysButton(ctx context.Context, p *press) error {
	if err := p.setShare(ctx, store.ShareAlways); err != nil {
		return p.showGone(ctx, err)
	}
	return shareButton(ctx, p)
}

// shareNeverButton shares neither this result nor any to come.
func shareNeverButton(ctx context.Context, p *press) error {
	if err := p.setShare(ctx, store.ShareNever); err != nil {
		return p.showGone(ctx, err)
	}
	return boardButton(ctx, p)
}

// setShare keeps what the player of the button's game wants shared.
func (p *press) setShare(ctx context.Context, share store.Share) error {
	return p.store.Update(ctx, func(tx Tx) error {
		s, err := p.finished(tx)
		if err != nil {
			return err
		}
		return tx.SetShare(s.game.Players[0], share)
	})
}

// sharings are the choices of /adaman sharing.
var sharings = map[string]store.Share{"ask": store.ShareAsk, "always": store.ShareAlways, "never": store.ShareNever}

// sharingCommand is /adaman sharing.
func sharingCommand(ctx context.Context, p *press) error {
	how := p.option("finished")
	share, ok := sharings[how]
	if !ok {
		return outOfDate(ctx, p)
	}
	err := p.store.Update(ctx, func(tx Tx) error {
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		return tx.SetShare(me.Player, share)
	})
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, note(text.SharingSet(how))))
}

// shares remembers which results were shared where, so that a press that comes
// twice shares once. It is forgotten at a restart, which costs a second line at
// most.
type shares struct {
	mu  sync.Mutex
	all map[sharedIn]*sharing
}

type sharedIn struct {
	game    uint64
	channel store.ID
}

// A sharing is one result in one channel. Whoever would share it locks it first,
// so that a second press waits for what becomes of the first.
type sharing struct {
	sync.Mutex
	made  bool
	since time.Time // when it was first asked for; never written again
}

// sharingKept is how long a sharing is remembered: a day and the hour until its
// release. As long as that, /adaman daily can bring back a board that offers to
// share what was shared already.
const sharingKept = daySeconds*time.Second + releaseAfter

// in returns the sharing of a result in a channel.
func (s *shares) in(game uint64, channel store.ID, now time.Time) *sharing {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sharedIn{game, channel}
	if one, known := s.all[key]; known {
		return one
	}
	if s.all == nil {
		s.all = map[sharedIn]*sharing{}
	}
	if len(s.all) >= roomInMemory {
		for key, one := range s.all {
			if now.Sub(one.since) > sharingKept {
				delete(s.all, key)
			}
		}
	}
	one := &sharing{since: now}
	s.all[key] = one
	return one
}

// dailyCommand is /adaman daily: today's deal, or yesterday's as long as it is
// open.
func dailyCommand(ctx context.Context, p *press) error {
	s, err := p.openDaily(ctx, 0, true)
	if err != nil {
		return p.dailyGone(err)
	}
	return unsent(p.whisper(ctx, solitaireMessage(s)))
}

// dailyButton shows today's deal, or begins it; or that of a day that the button
// names, if it can still be played.
func dailyButton(ctx context.Context, p *press) error {
	number, err := strconv.ParseUint("0"+p.button.Arg, 10, 32)
	if err != nil {
		return outOfDate(ctx, p)
	}
	s, err := p.openDaily(ctx, uint32(number), false)
	if err != nil {
		return p.dailyGone(err)
	}
	return p.show(ctx, solitaireMessage(s))
}

// dailyGone says what has become of an attempt that was dropped.
func (p *press) dailyGone(err error) error {
	if errors.Is(err, store.ErrGone) {
		return refuse(text.DailyGone)
	}
	return err
}

// openDaily returns the presser's attempt at a day's deal, and begins it if they
// have not. Number 0 is today. If yesterdayFirst, an open attempt of yesterday
// comes before it.
func (p *press) openDaily(ctx context.Context, number uint32, yesterdayFirst bool) (s *solitaire, err error) {
	begun := false
	err = p.store.Update(ctx, func(tx Tx) error {
		now := p.now()
		first, err := tx.FirstDay(now)
		if err != nil {
			return err
		}
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		today := dayAt(first, now)
		if number == 0 {
			number = today.number
		}
		if yesterdayFirst && today.number > 1 || number+1 == today.number {
			if s, err = p.openAttempt(tx, me.Player, dayOf(first, today.number-1)); err != nil || s != nil {
				return err
			}
		}
		if number > today.number {
			return refuse(text.OutOfDate())
		}
		if number != today.number {
			return refuse(text.DayPast(number), button(text.TodaysDeal, primary, buttonID{Action: "daily"}))
		}
		s, err = p.attempt(tx, me.Player, today)
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		begun = true
		id, err := p.beginDaily(tx, me, today, now)
		if err != nil {
			return err
		}
		s, err = p.readSolitaire(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.public = p.guild != 0
	if begun {
		p.deadlineSet()
		p.log.Info("a game begins", "kind", record.Adaman, "begun", s.game.ID, "day", s.game.Day)
	}
	return s, nil
}

// highestNumber is the highest number of a practice deal: one that people can
// type and remember.
const highestNumber = 999_999

// practiceCommand is /adaman practice.
func practiceCommand(ctx context.Context, p *press) error {
	n, given := p.count("number")
	if given && (n < 1 || n > highestNumber) {
		return refuse(text.NumberRange(highestNumber))
	}
	return p.practice(ctx, uint64(n), false)
}

// practiceButton deals a practice game by number, or any if that is 0.
func practiceButton(ctx context.Context, p *press) error { return p.practiceFrom(ctx, false) }

// practiceSurelyButton does so in the place of the one that is open.
func practiceSurelyButton(ctx context.Context, p *press) error { return p.practiceFrom(ctx, true) }

func (p *press) practiceFrom(ctx context.Context, surely bool) error {
	n, err := strconv.ParseUint(p.button.Arg, 10, 64)
	switch {
	case err != nil:
		return outOfDate(ctx, p)
	case n > highestNumber:
		return refuse(text.NumberRange(highestNumber))
	}
	return p.practice(ctx, n, surely)
}

// practice begins a practice game of a number, or of any if that is 0. One that
// is open is dropped for it only if its player has said so of the state that
// the button shows.
func (p *press) practice(ctx context.Context, number uint64, surely bool) error {
	g, drawn, err := p.practiceDeal(number)
	if err != nil {
		return err
	}
	if _, playing := g.ToMove(); !playing {
		return p.show(ctx, deadDealMessage(number, g))
	}
	var s *solitaire
	ask, begun := false, false
	err = p.store.Update(ctx, func(tx Tx) error {
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		mine, err := tx.GamesOf(me.Player)
		if err != nil {
			return err
		}
		for _, open := range mine {
			if open.Kind != store.Practice {
				continue
			}
			if surely && open.ID == p.button.Game && open.Version == p.button.Version {
				if err := tx.Drop(&open, store.GoneReplaced); err != nil {
					return err
				}
				continue
			}
			// A second press of the same finds what the first has begun.
			ask = number != open.Number && !(surely && open.ID != p.button.Game)
			s, err = p.readSolitaire(tx, open.ID)
			return err
		}
		now := p.now()
		id, err := p.beginSolitaire(tx, &record.Record{Seats: []string{me.Name}, Number: drawn, Adaman: g}, store.Game{
			Kind: store.Practice, Owner: me.Player, Number: drawn, Begun: now, Due: now.Add(abandonedAfter),
		})
		if err != nil {
			return err
		}
		begun = true
		s, err = p.readSolitaire(tx, id)
		return err
	})
	if err != nil {
		return err
	}
	if begun {
		p.deadlineSet()
		p.log.Info("a game begins", "kind", record.Adaman, "begun", s.game.ID)
	}
	if ask {
		return p.show(ctx, practiceQuestion(s, number))
	}
	return p.show(ctx, solitaireMessage(s))
}

// practiceDeal deals a practice game and says its number. If chance decides, it
// does so until the game is not over before the first play.
func (b *Bot) practiceDeal(number uint64) (g *adaman.Game, drawn uint64, err error) {
	if number != 0 {
		g, err = adaman.New(adaman.Deal(games.Numbered(number)))
		return g, number, err
	}
	secret, err := games.NewSecret(b.random)
	if err != nil {
		return nil, 0, err
	}
	chance := secret.Stream("a number")
	for range drawTries {
		drawn = uint64(chance.Below(highestNumber)) + 1
		if g, err = adaman.New(adaman.Deal(games.Numbered(drawn))); err != nil {
			return nil, 0, err
		}
		if _, playing := g.ToMove(); playing {
			return g, drawn, nil
		}
	}
	return nil, 0, errNoLiveDeal
}

// abandonPractice drops a practice game that nobody has moved in for long.
func (b *Bot) abandonPractice(ctx context.Context, id uint64) error {
	return b.store.Update(ctx, func(tx Tx) error {
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneExpired)
	})
}
