package store

import (
	"fmt"
	"time"
)

// A Void says why a day does not count as others do: the store was lost, and
// what stands in it is older.
type Void struct {
	Number uint32    `cbor:"-"`          // of the day
	AsOf   time.Time `cbor:"1,keyasint"` // what is later than this was lost
	Noted  time.Time `cbor:"2,keyasint"` // when that was found out
}

// Void returns why a day is void, or [ErrNotFound] if it is a day like others.
func (tx *Tx) Void(number uint32) (Void, error) {
	key := key32(number)
	v := tx.get(inVoids, key)
	if v == nil {
		return Void{}, fmt.Errorf("day %d void: %w", number, ErrNotFound)
	}
	d := Void{Number: number}
	err := decode(inVoids, key, v, &d)
	return d, err
}

// Voids returns all void days, the first one first.
func (tx *Tx) Voids() ([]Void, error) {
	var all []Void
	for k, v := range tx.scan(inVoids, nil) {
		if len(k) != 4 {
			return nil, damaged("%v: a key of unknown form", inVoids)
		}
		d := Void{Number: uint32(number(k))}
		if err := decode(inVoids, k, v, &d); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// PutVoid makes a day void. It stays so: one that is void already keeps what was
// said of it first.
func (tx *Tx) PutVoid(v Void) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if v.Number == 0 {
		return invalid("a day without a number")
	}
	key := key32(v.Number)
	if tx.get(inVoids, key) != nil {
		return nil
	}
	if err := milliseconds("AsOf", &v.AsOf); err != nil {
		return err
	}
	if err := milliseconds("Noted", &v.Noted); err != nil {
		return err
	}
	value, err := encode(inVoids, key, &v)
	if err != nil {
		return err
	}
	return tx.put(inVoids, key, value)
}
