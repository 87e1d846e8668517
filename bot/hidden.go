package bot

import (
	"context"
	"errors"
	"iter"

	"windfall/store"
)

// This file leaves hidden members out where others would see how they did. What
// they have done still counts for those they have played with.

// hiddenMember reports whether a player wants to be left out.
func hiddenMember(tx Tx, p store.Player) (bool, error) {
	profile, err := tx.Profile(p)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return profile.Hidden, err
}

// hidden reports whether the member with that id wants to be left out.
func (b *Bot) hidden(ctx context.Context, id store.ID) (yes bool, err error) {
	err = b.store.View(ctx, func(tx Tx) (err error) {
		if player, met := tx.PlayerNumber(id); met {
			yes, err = hiddenMember(tx, player)
		}
		return err
	})
	return yes, err
}

// seen leaves out of standings who is hidden. They are in no table, whoever looks,
// so that places are the same for all.
func seen(tx Tx, all iter.Seq2[store.Standing, error]) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		hidden := map[store.Player]bool{}
		for s, err := range all {
			out, known := hidden[s.Player]
			if err == nil && !known {
				out, err = hiddenMember(tx, s.Player)
				hidden[s.Player] = out
			}
			if err == nil && out {
				continue
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}
