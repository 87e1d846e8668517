package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"

	"go.etcd.io/bbolt"
)

// Check reads the whole store and returns everything that is wrong with it,
// joined, or nil: pages of the file that do not hang together, values that
// cannot be read, and indexes that say something else than the values. What it
// finds is [ErrDamaged]. Nothing is written, but while it runs – a second for
// some hundred megabytes – nobody else can write either.
func (s *Store) Check(ctx context.Context) error {
	if s.readOnly {
		return s.View(ctx, func(tx *Tx) error { return s.checkAll(tx) })
	}
	return s.Update(ctx, func(tx *Tx) error { return s.checkAll(tx) })
}

func (s *Store) checkAll(tx *Tx) error {
	f, err := os.Open(s.path)
	if err != nil {
		return openError(err)
	}
	defer f.Close()
	lost, err := checkPages(f)
	if err != nil {
		return err
	}
	if lost > 0 {
		return damaged("%d pages are neither used nor free", lost)
	}
	return errors.Join(checkBolt(tx.b), tx.checkValues())
}

// checkBolt asks bbolt's own check, too.
func checkBolt(b *bbolt.Tx) error {
	var errs []error
	for err := range b.Check() {
		errs = append(errs, damaged("%v", err))
	}
	return errors.Join(errs...)
}

// derive calls each for every row that the indexes must have, by reading every
// value there is. Values that cannot be read are errors, joined.
func (tx *Tx) derive(each func(entry)) error {
	var errs []error
	rows := func(es []entry, err error) {
		if err != nil {
			errs = append(errs, err)
			return
		}
		for _, e := range es {
			each(e)
		}
	}
	for k, v := range tx.scan(inPlayers, nil) {
		p := Profile{Player: Player(number(k))}
		err := decode(inPlayers, k, v, &p)
		rows(p.entries(), err)
	}
	for k, v := range tx.scan(inGone, nil) {
		var t tombstone
		err := decode(inGone, k, v, &t)
		rows(t.entries(number(k)), err)
	}
	for k, v := range tx.scan(inResults, nil) {
		r, err := decodeResult(k, v)
		rows(r.entries(), err)
	}
	for k, v := range tx.scan(inGames, nil) {
		g, err := decodeGame(k, v)
		rows(g.entries(), err)
	}
	for k, v := range tx.scan(inGuilds, nil) {
		s := Settings{Guild: ID(number(k))}
		err := decode(inGuilds, k, v, &s)
		rows(s.entries(), err)
	}
	return errors.Join(errs...)
}

// number reads a key that is a single number.
func number(key []byte) uint64 {
	var n uint64
	for _, b := range key {
		n = n<<8 | uint64(b)
	}
	return n
}

// rebuildIndexes makes all indexes anew from the values.
func (tx *Tx) rebuildIndexes() error {
	var rows []entry
	if err := tx.derive(func(e entry) { rows = append(rows, e) }); err != nil {
		return err
	}
	for _, in := range indexes {
		if err := tx.deleteAll(in, nil); err != nil {
			return err
		}
	}
	return tx.replaceEntries(nil, rows)
}

// checkValues reads every value and compares every index with what the values
// say.
func (tx *Tx) checkValues() error {
	var errs []error
	report := func(format string, args ...any) { errs = append(errs, damaged(format, args...)) }

	type place struct {
		in  bucket
		key string
	}
	want := make(map[place][]byte)
	err := tx.derive(func(e entry) {
		at := place{e.in, string(e.key)}
		if _, twice := want[at]; twice {
			report("%v %x follows from two values", e.in, e.key)
		}
		want[at] = e.value
	})
	if err != nil {
		errs = append(errs, err)
	}
	for _, in := range indexes {
		for k, v := range tx.scan(in, nil) {
			at := place{in, string(k)}
			w, ok := want[at]
			switch {
			case !ok:
				report("%v %x follows from no value", in, k)
			case !bytes.Equal(v, w):
				report("%v %x is %x instead of %x", in, k, v, w)
			}
			delete(want, at)
		}
	}
	for at := range want {
		report("%v %x is missing", at.in, at.key)
	}
	errs = append(errs, tx.checkPairs(), tx.checkNumbers())
	return errors.Join(errs...)
}

// checkPairs reads the values that no index follows from, and makes sure that
// each result has its record and no game is both open or ended and gone.
func (tx *Tx) checkPairs() error {
	var errs []error
	note := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	results := 0
	for range tx.scan(inResults, nil) {
		results++
	}
	for k, v := range tx.scan(inRecords, nil) {
		results--
		_, err := unpack(formPlain, inRecords, k, v)
		note(err)
		if tx.get(inResults, k) == nil {
			note(damaged("record %x is of no result", k))
		}
	}
	if results != 0 {
		note(damaged("there are %d more results than records", results))
	}
	for k, v := range tx.scan(inDays, nil) {
		note(decode(inDays, k, v, new(Day)))
	}
	for k, v := range tx.scan(inPosted, nil) {
		_, err := decodePosted(k, v)
		note(err)
	}
	for k, v := range tx.scan(inVoids, nil) {
		note(decode(inVoids, k, v, new(Void)))
	}
	for k, v := range tx.scan(inLooks, nil) {
		_, err := unpack(formPlain, inLooks, k, v)
		note(err)
		if where := tx.get(inWhere, k[:min(len(k), 8)]); len(k) != 9 || len(where) != 9 || where[0] != 'r' {
			note(damaged("look %x is at no game that has ended", k))
		}
	}
	known := func(in bucket, k []byte, players ...Player) {
		for _, p := range players {
			if tx.get(inPlayers, playerKey(p)) == nil {
				note(damaged("%v %x names player %d, whom nobody knows", in, k, p))
			}
		}
	}
	for k, v := range tx.scan(inRatings, nil) {
		_, err := decodeRating(k, v)
		note(err)
	}
	for k, v := range tx.scan(inBlocks, nil) {
		b, err := decodeBlock(k, v)
		note(err)
		if err == nil {
			known(inBlocks, k, Player(number(k[:4])))
		}
		if b.Player != 0 {
			known(inBlocks, k, b.Player)
		}
	}
	for k, v := range tx.scan(inBars, nil) {
		_, err := unpack(formPlain, inBars, k, v)
		note(err)
		if len(k) != 4+hashSize {
			note(damaged("%v: a key of unknown form", inBars))
		}
	}
	for k, v := range tx.scan(inPauses, nil) {
		challenger, challenged, _, err := decodePause(k, v)
		note(err)
		if err == nil {
			known(inPauses, k, challenged)
		}
		if challenger != 0 {
			known(inPauses, k, challenger)
		}
	}
	for k := range tx.scan(inGone, nil) {
		if tx.get(inWhere, k) != nil {
			note(damaged("game %d is gone and yet kept", number(k)))
		}
	}
	return errors.Join(errs...)
}

// checkNumbers makes sure that no number has been given out twice or will be,
// and that meta holds nothing that no name is known for: one that lacks would
// look as if it had never been kept.
func (tx *Tx) checkNumbers() error {
	var errs []error
	for k := range tx.scan(inMeta, nil) {
		switch string(k) {
		case metaApplication, metaFormat, metaMark, metaGames, metaPlayers, metaResults, metaFirstDay, metaLived, metaRated, metaStale, metaKey:
		default:
			errs = append(errs, damaged("%v: unknown name %.40q", inMeta, k))
		}
	}
	for _, c := range []struct {
		name string
		in   []bucket
	}{
		{metaPlayers, []bucket{inPlayers}},
		{metaGames, []bucket{inWhere, inGone}},
		{metaResults, []bucket{inResults}},
	} {
		given, err := tx.number(c.name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		have := uint64(0)
		for _, in := range c.in {
			for k := range tx.scan(in, nil) {
				have++
				if n := number(k); n == 0 || n > given {
					errs = append(errs, damaged("%v has number %d, and %d were given out", in, n, given))
				}
			}
		}
		if have != given {
			errs = append(errs, damaged("of %d %s given out there are %d", given, c.name, have))
		}
	}
	for _, name := range []string{metaFirstDay, metaStale} {
		if _, err := tx.number(name); err != nil {
			errs = append(errs, err)
		}
	}
	rated, err := tx.number(metaRated)
	results, also := tx.number(metaResults)
	if err = errors.Join(err, also); err == nil && rated > results {
		err = damaged("the ratings know %d results, and there are %d", rated, results)
	}
	errs = append(errs, err)
	if _, err := tx.Key(nil); err != nil && !errors.Is(err, ErrNotFound) {
		errs = append(errs, err)
	}
	if v := tx.get(inMeta, []byte(metaFormat)); len(v) != 4 || binary.BigEndian.Uint32(v) != currentFormat {
		errs = append(errs, fmt.Errorf("%w: format %x", ErrDamaged, v))
	}
	return errors.Join(errs...)
}

// SoundGames goes through the open games, in the order of [Tx.Games]. Those that
// cannot be read, of which [Store.Check] tells, are left out.
func (tx *Tx) SoundGames() iter.Seq[Game] {
	return func(yield func(Game) bool) {
		for k, v := range tx.scan(inGames, nil) {
			if g, err := decodeGame(k, v); err == nil && !yield(g) {
				return
			}
		}
	}
}

// SoundResults goes through all results, the oldest first, each with its record.
// Those that cannot be read, with or without their record, are left out, as by
// [Tx.SoundGames].
func (tx *Tx) SoundResults() iter.Seq2[Result, []byte] {
	return func(yield func(Result, []byte) bool) {
		for k, v := range tx.scan(inResults, nil) {
			r, err := decodeResult(k, v)
			if err != nil {
				continue
			}
			record, err := unpack(formPlain, inRecords, k, tx.get(inRecords, k))
			if err == nil && !yield(r, bytes.Clone(record)) {
				return
			}
		}
	}
}

// SoundDays goes through the deals of all days, the first one first, and leaves
// out what cannot be read, as [Tx.SoundGames] does.
func (tx *Tx) SoundDays() iter.Seq[Day] {
	return func(yield func(Day) bool) {
		for k, v := range tx.scan(inDays, nil) {
			d := Day{Number: uint32(number(k))}
			if err := decode(inDays, k, v, &d); err == nil && !yield(d) {
				return
			}
		}
	}
}
