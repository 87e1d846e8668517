package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"

	"go.etcd.io/bbolt"
)

// A Tx is a transaction: everything it reads is one state of the store, and
// everything it writes is kept together or not at all. It is good inside the
// function it was given to and in that function's goroutine only. Values it
// returns are the caller's own and outlive it.
//
// Methods that write return [ErrReadOnly] in a [Store.View]. A method that
// returns an error has written nothing.
type Tx struct {
	b        *bbolt.Tx
	in       [buckets]*bbolt.Bucket
	writable bool

	// undo is how to take back what the present function has written, in the
	// order in which it was written.
	undo []change

	dirty   bool  // some function of this transaction has written and stays
	spoiled error // the transaction cannot be committed
	inside  bool  // bbolt is at work: a panic is the file's fault, not the function's
}

type change struct {
	entry
	existed bool
}

func newTx(b *bbolt.Tx) (tx *Tx, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			tx, err = nil, damaged("%v", p)
		}
	}()
	tx = &Tx{b: b, writable: b.Writable()}
	for i := range tx.in {
		tx.in[i] = b.Bucket([]byte(bucketNames[i]))
		if tx.in[i] == nil {
			return nil, damaged("there is no bucket %v", bucket(i))
		}
	}
	return tx, nil
}

// run calls fn. If fn fails, panics or ends its goroutine, what it has written
// is taken back and what others wrote in the same transaction stays. A damaged
// page on which bbolt stumbles is an error, not a panic.
func (tx *Tx) run(fn func(*Tx) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	returned := false
	defer func() {
		if !returned && tx.inside {
			if p := recover(); p != nil {
				err = damaged("%v", p)
				tx.spoiled = err
				return
			}
		}
		if returned && err == nil {
			tx.keep()
		} else {
			tx.takeBack()
		}
	}()
	err = fn(tx)
	returned = true
	return err
}

func (tx *Tx) keep() {
	tx.dirty = tx.dirty || len(tx.undo) > 0
	tx.undo = tx.undo[:0]
}

func (tx *Tx) takeBack() {
	spoiled := tx.spoiled
	tx.spoiled = errTakingBack // should bbolt panic half way
	for i := len(tx.undo) - 1; i >= 0; i-- {
		c := tx.undo[i]
		var err error
		if c.existed {
			err = tx.in[c.in].Put(c.key, c.value)
		} else {
			err = tx.in[c.in].Delete(c.key)
		}
		if err != nil {
			spoiled = fmt.Errorf("%w: %w", errTakingBack, err)
		}
	}
	tx.undo = tx.undo[:0]
	tx.spoiled = spoiled
}

var errTakingBack = errors.New("changes could not be taken back")

// The methods below are all that touches bbolt while a transaction lasts.

// get returns the value under key, or nil. It is good until the transaction
// ends and must not be changed.
func (tx *Tx) get(in bucket, key []byte) []byte {
	tx.inside = true
	v := tx.in[in].Get(key)
	tx.inside = false
	return v
}

func (tx *Tx) put(in bucket, key, value []byte) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if value == nil {
		value = []byte{} // bbolt could not tell a nil just written from nothing
	}
	old := tx.get(in, key)
	if old != nil && bytes.Equal(old, value) {
		return nil
	}
	tx.inside = true
	err := tx.in[in].Put(key, value)
	tx.inside = false
	if err != nil {
		return fmt.Errorf("put into %v: %w", in, err)
	}
	tx.undo = append(tx.undo, change{entry{in, key, old}, old != nil})
	return nil
}

func (tx *Tx) delete(in bucket, key []byte) error {
	if !tx.writable {
		return ErrReadOnly
	}
	old := tx.get(in, key)
	if old == nil {
		return nil
	}
	tx.inside = true
	err := tx.in[in].Delete(key)
	tx.inside = false
	if err != nil {
		return fmt.Errorf("delete from %v: %w", in, err)
	}
	tx.undo = append(tx.undo, change{entry{in, key, old}, true})
	return nil
}

// deleteAll removes all rows whose key begins with prefix.
func (tx *Tx) deleteAll(in bucket, prefix []byte) error {
	if !tx.writable {
		return ErrReadOnly
	}
	var keys [][]byte
	for k := range tx.scan(in, prefix) {
		keys = append(keys, bytes.Clone(k))
	}
	for _, k := range keys {
		if err := tx.delete(in, k); err != nil {
			return err
		}
	}
	return nil
}

// scan goes through the rows whose key begins with prefix, upwards. The bucket
// must not change meanwhile.
func (tx *Tx) scan(in bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return tx.scanFrom(in, prefix, prefix)
}

// scanFrom is scan from the first row that is not before key.
func (tx *Tx) scanFrom(in bucket, key, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		tx.inside = true
		c := tx.in[in].Cursor()
		k, v := c.Seek(key)
		tx.inside = false
		for k != nil && bytes.HasPrefix(k, prefix) && yield(k, v) {
			tx.inside = true
			k, v = c.Next()
			tx.inside = false
		}
	}
}

// scanDown is scan from the last row to the first.
func (tx *Tx) scanDown(in bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return tx.scanDownBefore(in, following(prefix), prefix)
}

// scanDownBefore is scanDown from the last row before key, or the last of all if
// key is nil.
func (tx *Tx) scanDownBefore(in bucket, key, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		tx.inside = true
		c := tx.in[in].Cursor()
		k, v := seekBefore(c, key)
		tx.inside = false
		for k != nil && bytes.HasPrefix(k, prefix) && yield(k, v) {
			tx.inside = true
			k, v = c.Prev()
			tx.inside = false
		}
	}
}

// seekBefore moves a cursor to the last row before key, or the last of all if
// key is nil.
func seekBefore(c *bbolt.Cursor, key []byte) (k, v []byte) {
	if key != nil {
		if beyond, _ := c.Seek(key); beyond != nil {
			return c.Prev()
		}
	}
	return c.Last()
}

// following returns the least key above all that begin with prefix, or nil if
// there is none.
func following(prefix []byte) []byte {
	for i := len(prefix) - 1; i >= 0; i-- {
		if prefix[i] < 0xff {
			after := bytes.Clone(prefix[:i+1])
			after[i]++
			return after
		}
	}
	return nil
}

// replaceEntries makes the rows was into the rows is.
func (tx *Tx) replaceEntries(was, is []entry) error {
	for _, e := range was {
		stays := false
		for _, n := range is {
			stays = stays || n.in == e.in && bytes.Equal(n.key, e.key)
		}
		if !stays {
			if err := tx.delete(e.in, e.key); err != nil {
				return err
			}
		}
	}
	for _, e := range is {
		if err := tx.put(e.in, e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// number reads one of the numbers in the bucket meta; an absent one is 0.
func (tx *Tx) number(name string) (uint64, error) {
	key := []byte(name)
	v := tx.get(inMeta, key)
	if v == nil {
		return 0, nil
	}
	content, err := unpack(formPlain, inMeta, key, v)
	if err != nil {
		return 0, err
	}
	if len(content) != 8 {
		return 0, damaged("%v %q: %d bytes", inMeta, name, len(content))
	}
	return binary.BigEndian.Uint64(content), nil
}

func (tx *Tx) setNumber(name string, n uint64) error {
	key := []byte(name)
	return tx.put(inMeta, key, pack(formPlain, inMeta, key, key64(n)))
}
