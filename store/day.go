package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// A Day is one day's deal of Adaman, the same for everybody.
type Day struct {
	Number uint32    `cbor:"-"`                    // from 1
	Secret []byte    `cbor:"1,keyasint,omitempty"` // of the seal: 32 bytes
	Deal   []byte    `cbor:"2,keyasint,omitempty"` // the deal, as the bot writes it
	Drawn  time.Time `cbor:"3,keyasint,omitzero"`

	// What is known about the deal, all at once or not yet. The numbers 4 and 5
	// were for something else.
	Par    int    `cbor:"6,keyasint,omitempty"` // the highest score that it allows, proven; 0 is not known
	Line   []byte `cbor:"7,keyasint,omitempty"` // plays that reach it, as the bot writes them
	Won    int    `cbor:"8,keyasint,omitempty"` // how many games at it a player who does not know it won,
	Played int    `cbor:"9,keyasint,omitempty"` // and of how many
}

// FirstDay returns the date of day number 1 as midnight UTC. When asked for
// the first time in a database's life it keeps the date, in UTC, of today, and
// ever after returns that one. In a View it returns [ErrNotFound] if there is
// none yet.
func (tx *Tx) FirstDay(today time.Time) (time.Time, error) {
	const day = 24 * 60 * 60
	n, err := tx.number(metaFirstDay)
	if err != nil {
		return time.Time{}, err
	}
	if n == 0 {
		if !tx.writable {
			return time.Time{}, fmt.Errorf("first day: %w", ErrNotFound)
		}
		if err := milliseconds("today", &today); err != nil {
			return time.Time{}, err
		}
		if today.Unix() < day {
			return time.Time{}, invalid("today is %v", today)
		}
		n = uint64(today.Unix() / day)
		if err := tx.setNumber(metaFirstDay, n); err != nil {
			return time.Time{}, err
		}
	}
	return time.Unix(int64(n)*day, 0).UTC(), nil
}

// Day returns the deal of a day, or [ErrNotFound].
func (tx *Tx) Day(number uint32) (Day, error) {
	key := key32(number)
	v := tx.get(inDays, key)
	if v == nil {
		return Day{}, fmt.Errorf("day %d: %w", number, ErrNotFound)
	}
	d := Day{Number: number}
	err := decode(inDays, key, v, &d)
	return d, err
}

// PutDay keeps a day's deal. Secret, deal and when it was drawn can be kept
// once only, and so can par, once it is known; afterwards PutDay returns
// [ErrDrawn] if they differ. The rest may change.
func (tx *Tx) PutDay(d *Day) error {
	if !tx.writable {
		return ErrReadOnly
	}
	next := *d
	if next.Number == 0 {
		return invalid("a day without a number")
	}
	if len(next.Secret) != 32 {
		return invalid("a secret of %d bytes", len(next.Secret))
	}
	if err := milliseconds("Drawn", &next.Drawn); err != nil {
		return err
	}
	kept, err := tx.Day(next.Number)
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return err
	case !bytes.Equal(kept.Secret, next.Secret) || !bytes.Equal(kept.Deal, next.Deal) || !kept.Drawn.Equal(next.Drawn),
		kept.Par != 0 && (kept.Par != next.Par || !bytes.Equal(kept.Line, next.Line)):
		return fmt.Errorf("day %d: %w", next.Number, ErrDrawn)
	}
	key := key32(next.Number)
	v, err := encode(inDays, key, &next)
	if err != nil {
		return err
	}
	if err := tx.put(inDays, key, v); err != nil {
		return err
	}
	*d = next
	return nil
}

// An Attempt is a player's one game at a day's deal. [Tx.Game] finds it while
// it is open, [Tx.ResultOf] once it has ended.
type Attempt struct {
	Player Player
	Game   uint64
}

// Attempt returns the id of a player's game at a day's deal, or [ErrNotFound].
func (tx *Tx) Attempt(p Player, day uint32) (uint64, error) {
	v := tx.get(inAttempts, attemptKey(day, p))
	if v == nil {
		return 0, fmt.Errorf("attempt at day %d: %w", day, ErrNotFound)
	}
	if len(v) != 8 {
		return 0, damaged("%v: a value of unknown form", inAttempts)
	}
	return binary.BigEndian.Uint64(v), nil
}

// Attempts returns all attempts at a day's deal, open and ended, by player.
func (tx *Tx) Attempts(day uint32) ([]Attempt, error) {
	var as []Attempt
	for k, v := range tx.scan(inAttempts, key32(day)) {
		if len(k) != 8 || len(v) != 8 {
			return nil, damaged("%v: a row of unknown form", inAttempts)
		}
		as = append(as, Attempt{Player(binary.BigEndian.Uint32(k[4:])), binary.BigEndian.Uint64(v)})
	}
	return as, nil
}
