package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A Block says that a player wants no challenges from a member.
type Block struct {
	Player Player    `cbor:"1,keyasint,omitempty"` // the member; 0 if the bot does not know them, or not any more
	Hash   []byte    `cbor:"-"`                    // of the member's id; good for Tx.LiftBlock only
	Since  time.Time `cbor:"2,keyasint,omitzero"`
}

// Block keeps that a player wants no challenges from the member with that id.
// The bot need not know the member. Who is blocked already stays so since when
// they were. [Tx.Key] must have been made before, else it returns [ErrNotFound].
func (tx *Tx) Block(by Player, id ID, since time.Time) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if id == 0 {
		return invalid("a block of nobody")
	}
	if _, err := tx.Profile(by); err != nil {
		return err
	}
	hash, err := tx.hash(forBlocks, id)
	if err != nil {
		return err
	}
	key := blockKey(by, hash)
	b := Block{Since: since}
	if v := tx.get(inBlocks, key); v != nil {
		if err := decode(inBlocks, key, v, &b); err != nil {
			return err
		}
	}
	b.Player, _ = tx.PlayerNumber(id)
	if err := milliseconds("Since", &b.Since); err != nil {
		return err
	}
	return tx.putBlock(key, &b)
}

func (tx *Tx) putBlock(key []byte, b *Block) error {
	v, err := encode(inBlocks, key, b)
	if err != nil {
		return err
	}
	return tx.put(inBlocks, key, v)
}

// Unblock takes a block back. It is no error if there is none.
func (tx *Tx) Unblock(by Player, id ID) error {
	if !tx.writable {
		return ErrReadOnly
	}
	hash, err := tx.hash(forBlocks, id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.LiftBlock(by, hash)
}

// LiftBlock is [Tx.Unblock] for a member of whom nobody knows the id: by the hash
// that [Tx.Blocks] tells.
func (tx *Tx) LiftBlock(by Player, hash []byte) error {
	if len(hash) != hashSize {
		return invalid("a hash of %d bytes", len(hash))
	}
	return tx.delete(inBlocks, blockKey(by, hash))
}

// Blocked reports whether a player wants no challenges from the member with that
// id. It looks at the player's list only, not at [Profile.Refuses].
func (tx *Tx) Blocked(by Player, id ID) (bool, error) {
	hash, err := tx.hash(forBlocks, id)
	if errors.Is(err, ErrNotFound) {
		return false, nil // before the first block
	}
	return err == nil && tx.get(inBlocks, blockKey(by, hash)) != nil, err
}

// Blocks returns whom a player has blocked, those first who have been longest.
func (tx *Tx) Blocks(by Player) ([]Block, error) {
	var all []Block
	for k, v := range tx.scan(inBlocks, playerKey(by)) {
		b, err := decodeBlock(k, v)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(a, b Block) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	return all, nil
}

func decodeBlock(key, value []byte) (Block, error) {
	if len(key) != 4+hashSize {
		return Block{}, damaged("%v: a key of unknown form", inBlocks)
	}
	b := Block{Hash: bytes.Clone(key[4:])}
	err := decode(inBlocks, key, value, &b)
	return b, err
}

// forgetBlocks drops whom a player blocks, and leaves of those who block them the
// hash only. It reads all blocks there are; forgetting is rare.
func (tx *Tx) forgetBlocks(p Player) error {
	var drop, strip []entry
	for k, v := range tx.scan(inBlocks, nil) {
		b, err := decodeBlock(k, v)
		if err != nil {
			return err
		}
		e := entry{inBlocks, bytes.Clone(k), nil}
		switch {
		case bytes.HasPrefix(k, playerKey(p)):
			drop = append(drop, e)
		case b.Player == p:
			b.Player = 0
			if e.value, err = encode(inBlocks, e.key, &b); err != nil {
				return err
			}
			strip = append(strip, e)
		}
	}
	return tx.replaceEntries(drop, strip)
}

// A pause is how long a player may not challenge another.
type pause struct {
	Until time.Time `cbor:"1,keyasint"`
	Step  int       `cbor:"2,keyasint,omitempty"`
}

// Pause keeps that challenger may not challenge challenged before until, and how
// far the pauses of the two have grown, 0 or more. It replaces what was kept of the
// two in this order; the zero time lifts it.
func (tx *Tx) Pause(challenger, challenged Player, until time.Time, step int) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if challenger == 0 || challenged == 0 || challenger == challenged || step < 0 {
		return invalid("a pause between players %d and %d, step %d", challenger, challenged, step)
	}
	key := pauseKey(challenger, challenged)
	if until.IsZero() {
		return tx.delete(inPauses, key)
	}
	if err := milliseconds("until", &until); err != nil {
		return err
	}
	return tx.putPause(key, &pause{until, step})
}

func (tx *Tx) putPause(key []byte, kept *pause) error {
	v, err := encode(inPauses, key, kept)
	if err != nil {
		return err
	}
	return tx.put(inPauses, key, v)
}

// PausedUntil returns when challenger may challenge challenged again, and whether
// that is after now.
func (tx *Tx) PausedUntil(challenger, challenged Player, now time.Time) (until time.Time, paused bool, err error) {
	key := pauseKey(challenger, challenged)
	v := tx.get(inPauses, key)
	if v == nil {
		return time.Time{}, false, nil
	}
	var kept pause
	if err := decode(inPauses, key, v, &kept); err != nil {
		return time.Time{}, false, err
	}
	if !kept.Until.After(now) {
		return time.Time{}, false, nil
	}
	return kept.Until, true, nil
}

// A Pause says that a player may not challenge another for a while.
type Pause struct {
	Challenger, Challenged Player
	Until                  time.Time
	Step                   int // how far the pauses of the two have grown, 0 or more
}

// PausesOf returns the pauses between a player and others that are kept, also
// those that are over. It reads all pauses there are.
func (tx *Tx) PausesOf(p Player) ([]Pause, error) {
	var all []Pause
	for k, v := range tx.scan(inPauses, nil) {
		challenger, challenged, kept, err := decodePause(k, v)
		if err != nil {
			return nil, err
		}
		if challenger == 0 {
			continue // of somebody who is forgotten
		}
		if challenger == p || challenged == p {
			all = append(all, Pause{challenger, challenged, kept.Until, kept.Step})
		}
	}
	return all, nil
}

// PauseStep returns how far the pauses between the two have grown, as far as that
// is kept: a pause says it until it is lifted or swept, also once it is over.
func (tx *Tx) PauseStep(challenger, challenged Player) (int, error) {
	key := pauseKey(challenger, challenged)
	v := tx.get(inPauses, key)
	if v == nil {
		return 0, nil
	}
	var kept pause
	err := decode(inPauses, key, v, &kept)
	return kept.Step, err
}

// SweepPauses removes the pauses that were over at a time.
func (tx *Tx) SweepPauses(now time.Time) error {
	return tx.dropPauses(func(_, _ Player, kept pause) bool { return !kept.Until.After(now) })
}

// KeepPauses keeps the pauses of a challenger who is about to be forgotten and that
// are not over at a time, in a way that does not say whose they are. [Tx.Forget]
// leaves them, and [Tx.Meet] gives them back to the member with that id. If there
// are any, [Tx.Key] must have been made before, else it returns [ErrNotFound].
func (tx *Tx) KeepPauses(challenger Player, now time.Time) error {
	if !tx.writable {
		return ErrReadOnly
	}
	profile, err := tx.Profile(challenger)
	if err != nil {
		return err
	}
	all, err := tx.PausesOf(challenger)
	if err != nil {
		return err
	}
	for _, kept := range all {
		if kept.Challenger != challenger || !kept.Until.After(now) {
			continue
		}
		hash, err := tx.hash(forPauses, profile.ID)
		if err != nil {
			return err
		}
		if err := tx.putPause(keptPauseKey(kept.Challenged, hash), &pause{kept.Until, kept.Step}); err != nil {
			return err
		}
	}
	return nil
}

// SweepKeptPauses removes what [Tx.KeepPauses] has kept of pauses that are over at
// a time.
func (tx *Tx) SweepKeptPauses(now time.Time) error {
	return tx.dropPauses(func(challenger, _ Player, kept pause) bool { return challenger == 0 && !kept.Until.After(now) })
}

// givePausesBack gives a member who was met anew the pauses that were kept when
// they were forgotten.
func (tx *Tx) givePausesBack(p *Profile) error {
	var taken, given []entry
	for k, v := range tx.scan(inPauses, playerKey(0)) {
		_, challenged, kept, err := decodePause(k, v)
		if err != nil {
			return err
		}
		hash, err := tx.hash(forPauses, p.ID)
		if err != nil {
			return err
		}
		if !bytes.Equal(k[8:], hash) {
			continue
		}
		taken = append(taken, entry{inPauses, bytes.Clone(k), nil})
		e := entry{inPauses, pauseKey(p.Player, challenged), nil}
		if e.value, err = encode(inPauses, e.key, &kept); err != nil {
			return err
		}
		given = append(given, e)
	}
	return tx.replaceEntries(taken, given)
}

func (tx *Tx) forgetPauses(p Player) error {
	return tx.dropPauses(func(challenger, challenged Player, _ pause) bool { return challenger == p || challenged == p })
}

func (tx *Tx) dropPauses(which func(challenger, challenged Player, kept pause) bool) error {
	var drop []entry
	for k, v := range tx.scan(inPauses, nil) {
		challenger, challenged, kept, err := decodePause(k, v)
		if err != nil {
			return err
		}
		if which(challenger, challenged, kept) {
			drop = append(drop, entry{inPauses, bytes.Clone(k), nil})
		}
	}
	return tx.replaceEntries(drop, nil)
}

// decodePause reads a row; the challenger of a pause that was kept of somebody who
// is forgotten is 0.
func decodePause(key, value []byte) (challenger, challenged Player, kept pause, err error) {
	if len(key) != 8 && (len(key) != 8+hashSize || number(key[:4]) != 0) {
		return 0, 0, pause{}, damaged("%v: a key of unknown form", inPauses)
	}
	err = decode(inPauses, key, value, &kept)
	return Player(number(key[:4])), Player(number(key[4:8])), kept, err
}

// Bar keeps that the member with that id has had their attempt at a day's deal,
// in a way that does not say who it is. [Tx.Key] must have been made before, else
// it returns [ErrNotFound].
func (tx *Tx) Bar(day uint32, id ID) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if day == 0 || id == 0 {
		return invalid("a bar of member %d from day %d", id, day)
	}
	hash, err := tx.hash(forBars, id)
	if err != nil {
		return err
	}
	key := barKey(day, hash)
	return tx.put(inBars, key, pack(formPlain, inBars, key, nil))
}

// Barred reports whether the member with that id has been barred from a day's
// deal.
func (tx *Tx) Barred(day uint32, id ID) (bool, error) {
	hash, err := tx.hash(forBars, id)
	if errors.Is(err, ErrNotFound) {
		return false, nil // before the first bar
	}
	if err != nil {
		return false, fmt.Errorf("bar from day %d: %w", day, err)
	}
	return tx.get(inBars, barKey(day, hash)) != nil, nil
}

// DropBars removes the bars from all days up to through. That is no reason for a
// [Store.Compact]: their hashes stay in free pages until the next, as those of
// blocks and pauses do that are lifted.
func (tx *Tx) DropBars(through uint32) error {
	var drop []entry
	for k := range tx.scan(inBars, nil) {
		if len(k) != 4+hashSize {
			return damaged("%v: a key of unknown form", inBars)
		}
		if uint32(number(k[:4])) > through {
			break
		}
		drop = append(drop, entry{inBars, bytes.Clone(k), nil})
	}
	return tx.replaceEntries(drop, nil)
}
