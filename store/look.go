package store

import (
	"bytes"
	"fmt"
)

// Look returns what was kept with [Tx.PutLook] for a seat of a game, or
// [ErrNotFound] if nothing was.
func (tx *Tx) Look(game uint64, seat int) ([]byte, error) {
	if seat < 0 || seat > maxSeat {
		return nil, fmt.Errorf("a look from seat %d: %w", seat, ErrNotFound)
	}
	key := lookKey(game, seat)
	v := tx.get(inLooks, key)
	if v == nil {
		return nil, fmt.Errorf("a look at game %d: %w", game, ErrNotFound)
	}
	content, err := unpack(formPlain, inLooks, key, v)
	return bytes.Clone(content), err
}

// maxSeat is the highest seat that a key has room for.
const maxSeat = 255

// PutLook keeps what a player is told when they look back at a game that has
// ended, in place of what was kept before. What it says is the caller's. Errors
// are those of [Tx.ResultOf], or one of a seat that the game does not have.
func (tx *Tx) PutLook(game uint64, seat int, look []byte) error {
	if !tx.writable {
		return ErrReadOnly
	}
	r, err := tx.ResultOf(game)
	switch {
	case err != nil:
		return err
	case seat < 0 || seat >= min(len(r.Players), maxSeat+1):
		return invalid("a look at game %d from seat %d of %d", game, seat, len(r.Players))
	case len(look) > maxValue:
		return invalid("a look of %d bytes", len(look))
	}
	key := lookKey(game, seat)
	return tx.put(inLooks, key, pack(formPlain, inLooks, key, look))
}
