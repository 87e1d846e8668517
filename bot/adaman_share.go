package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"windfall/bot/text"
	"windfall/games/adaman"
	"windfall/store"
)

// This file is about showing a channel how a daily went, and about who wants
// that.

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
		return p.show(ctx, solitaireEnd(s, s.say.SharedHere()))
	}
	if err := p.show(ctx, solitaireMessage(s)); err != nil {
		return err
	}
	if no != nil {
		// The result is what was asked for; that it cannot be shared is said
		// beside it.
		return unsent(p.whisper(ctx, no.answer))
	}
	if _, err := p.public(ctx, shareMessage(p.server, s)); err != nil {
		p.logUnsent(&unsentError{err})
		return unsent(p.whisper(ctx, note(s.say.ShareFailed())))
	}
	one.made = true
	return p.show(ctx, solitaireEnd(s, s.say.SharedHere()))
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
		return refuse(p.reader.ShareInServer())
	}
	return p.shareNow(ctx, s)
}

// shareTextButton gives the line of a result as text to copy, wherever its player
// is and whether or not it was shared.
func shareTextButton(ctx context.Context, p *press) error {
	var s *solitaire
	err := p.store.View(ctx, func(tx Tx) (err error) {
		s, err = p.finished(tx)
		return err
	})
	if err != nil {
		return p.showGone(ctx, err)
	}
	name := s.rec.Seats[0] // as plain text: a block of code has no markdown
	return unsent(p.whisper(ctx, note(p.reader.ShareText(s.shared(name)))))
}

// shared is a finished daily as others may read of it, under that name.
func (s *solitaire) shared(name string) text.Shared {
	v := s.view()
	return text.Shared{
		Name: name, Day: s.game.Day, Outcome: v.Outcome, Plays: v.Plays, Par: s.facts.Par, Palace: fullestPalace(s.rec.Adaman),
	}
}

// fullestPalace returns the most cards that were ever in the palace.
func fullestPalace(g *adaman.Game) int {
	deck := g.Deck()
	p := adaman.Open(&deck)
	most := p.Palace.Len()
	for _, m := range g.Played() {
		p = p.After(&deck, m)
		most = max(most, p.Palace.Len())
	}
	return most
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
	return unsent(p.whisper(ctx, note(p.reader.SharingSet(how))))
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
