package bot

import (
	"context"
	"errors"

	"windfall/games"
	"windfall/store"
)

// This file is about a table whose place takes no messages any more: a thread
// that was locked, or a channel that is gone or hidden from the bot. Discord lets
// nobody be answered in a locked thread, so its players find the game from
// another channel and go on there. Whether both see that channel nobody knows:
// each has their hand anywhere, by /games.

// looksAtOnce is how many of a member's games are looked for.
const looksAtOnce = 3

// cutOff returns the first of the games whose place takes no messages, nil if
// there is none.
func (p *press) cutOff(ctx context.Context, list []store.Game) *store.Game {
	for i := range list[:min(len(list), looksAtOnce)] {
		if p.unreachable(ctx, list[i].Channel) {
			return &list[i]
		}
	}
	return nil
}

// unreachable reports whether it is known that nothing can be written in a
// channel. A thread that is archived only is woken by the next message.
func (p *press) unreachable(ctx context.Context, channel store.ID) bool {
	info, err := p.discord.channel(ctx, channel)
	switch classOf(err) {
	case gone, forbidden, unseen:
		return true
	}
	return err == nil && info.Thread.Locked
}

// showHereButton goes on with a game of the presser's in this channel.
func showHereButton(ctx context.Context, p *press) error {
	if err := p.mayPlay(ctx); err != nil {
		return err
	}
	t, seat, err := p.look(ctx)
	if err != nil {
		return p.present(ctx, err)
	}
	if t.game.Channel != p.channel {
		if !p.unreachable(ctx, t.game.Channel) {
			return refuse(p.reader.GameReachable(mention(t.game.Channel)))
		}
		if t, seat, err = p.moveHere(ctx, t.game.Channel); err != nil {
			return p.present(ctx, err)
		}
		p.deadlineSet()
	}
	err = p.openHand(ctx, t, seat)
	p.showTable(t.game.ID)
	return unsent(err)
}

// moveHere makes the table of the button's game the table of this channel, if it
// is still where it was. The one to move may have to find it first: they are told,
// and have their whole time anew.
func (p *press) moveHere(ctx context.Context, from store.ID) (t *table, seat games.Seat, err error) {
	err = p.store.Update(ctx, func(tx Tx) error {
		if t, seat, err = p.sit(tx); err != nil {
			return err
		}
		if err := p.inTime(t); err != nil {
			return err
		}
		if t.game.Channel != from || t.game.Guild != p.guild {
			return errStale
		}
		switch _, err := tx.GameAt(p.channel, store.Table, 0); {
		case err == nil:
			return refuse(p.reader.TableTakenHere())
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
		if c := &t.notes.Clock; !c.Paused {
			proposed := c.Pause
			t.wind(p.now())
			c.Pause = proposed
		}
		t.tellAnew()
		t.game.Channel = p.channel
		if err := t.keepNotes(); err != nil {
			return err
		}
		return tx.Put(&t.game)
	})
	return t, seat, err
}
