package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/record"
	"windfall/store"
)

// This file is about beginning a game of Adaman, and finding one again.

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
		return refuse(p.reader.DailyGone())
	}
	return err
}

// openDaily returns the presser's attempt at a day's deal, and begins it if they
// have not. Number 0 is today. If yesterdayFirst, an open attempt of yesterday
// comes before it. A deal that is not drawn yet is drawn.
func (p *press) openDaily(ctx context.Context, number uint32, yesterdayFirst bool) (s *solitaire, err error) {
	for range 3 { // it may be another day by the time it is drawn
		s, err = p.openDrawn(ctx, number, yesterdayFirst)
		var undrawn *errNotDrawn
		if !errors.As(err, &undrawn) {
			break
		}
		if err := p.ensureDay(ctx, undrawn.number); err != nil {
			return nil, err
		}
	}
	return s, err
}

// openDrawn is openDaily for a deal that is drawn, else it returns
// [errNotDrawn].
func (p *press) openDrawn(ctx context.Context, number uint32, yesterdayFirst bool) (s *solitaire, err error) {
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
			return refuse(p.reader.OutOfDate())
		}
		if number != today.number {
			return p.dayPast(tx, number, first, now)
		}
		s, err = p.attempt(tx, me.Player, today)
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err := p.refuseBarred(tx, today); err != nil {
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
	if begun {
		p.deadlineSet()
		p.wakeDrawer() // the first of all begins the days
		p.log.Info("a game begins", "kind", record.Adaman, "begun", s.game.ID, "day", s.game.Day)
	}
	return s, nil
}

// dayPast refuses a day that is over, and leads to today and to the archive, once
// the day's deal is in that.
func (p *press) dayPast(tx Tx, number uint32, first, now time.Time) error {
	list := []component{button(p.reader.TodaysDeal(), primary, buttonID{Action: "daily"})}
	released := number <= lastReleased(first, now)
	if released {
		_, err := tx.Day(number)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		released = err == nil
	}
	if released {
		list = append(list, button(p.reader.PlayIt(), secondary, buttonID{Action: "archive-play", Arg: fmt.Sprint(number)}))
	}
	return refuse(p.reader.DayPast(number, released), list...)
}

// highestNumber is the highest number of a practice deal: one that people can
// type and remember.
const highestNumber = 999_999

// practiceCommand is /adaman practice.
func practiceCommand(ctx context.Context, p *press) error {
	n, given := p.count("number")
	if given && (n < 1 || n > highestNumber) {
		return refuse(p.reader.NumberRange(highestNumber))
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
		return refuse(p.reader.NumberRange(highestNumber))
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
		return p.show(ctx, deadDealMessage(p.reader, number, g))
	}
	var s *solitaire
	ask, begun := false, false
	err = p.store.Update(ctx, func(tx Tx) error {
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		open, err := p.inTheWay(tx, me.Player, store.Practice, surely)
		if err != nil {
			return err
		}
		if open != nil {
			// A second press of the same finds what the first has begun.
			ask = number != open.Number && !(surely && open.ID != p.button.Game)
			if s, err = p.readSolitaire(tx, open.ID); err != nil || !s.rec.Over() {
				return err
			}
			// Nothing is lost with one that is over: it has its result then. It
			// stays for who did not see its end, or wants it again.
			ask = false
			if !(open.ID == p.button.Game || number != 0 && number != open.Number) {
				return nil
			}
			if err := s.close(tx); err != nil {
				return err
			}
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

// inTheWay returns the presser's open game of a kind of which there is one at a
// time, and nil if there is none. It is dropped if they have said so of the state
// that the button shows.
func (p *press) inTheWay(tx Tx, presser store.Player, kind store.Kind, surely bool) (*store.Game, error) {
	mine, err := tx.GamesOf(presser)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(mine, func(g store.Game) bool { return g.Kind == kind })
	if i < 0 {
		return nil, nil
	}
	if open := &mine[i]; !surely || open.ID != p.button.Game || open.Version != p.button.Version {
		return open, nil
	}
	return nil, tx.Drop(&mine[i], store.GoneReplaced)
}

// practiceTries is how many numbers are drawn until one's deal is not over before
// its first play. About one in thirty-five is.
const practiceTries = 100

var errNoLiveDeal = errors.New("no deal was found that is not over before the first play: the source of chance is broken")

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
	for range practiceTries {
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

// abandonSolitaire drops a game of practice or of the archive that nobody has
// moved in for long. If it is over it has its result instead.
func (b *Bot) abandonSolitaire(ctx context.Context, id uint64) error {
	return b.store.Update(ctx, func(tx Tx) error {
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		s, err := b.readSolitaire(tx, id)
		if err != nil {
			return err
		}
		if s.rec.Over() {
			return s.close(tx)
		}
		return tx.Drop(&g, store.GoneExpired)
	})
}
