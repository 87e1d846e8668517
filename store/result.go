package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"time"
)

// A Result is how a game ended. It is written once and never changed, but for
// where it was played ([Tx.PurgeGuild], [Tx.Forget]), and says enough for statistics
// without a look at the record. Slices are by seat.
type Result struct {
	Seq     uint64   `cbor:"-"`          // its place among all results, from 1
	Game    uint64   `cbor:"1,keyasint"` // the game's id
	Kind    Kind     `cbor:"2,keyasint"`
	Guild   ID       `cbor:"3,keyasint,omitempty"`
	Channel ID       `cbor:"4,keyasint"`
	Players []Player `cbor:"5,keyasint,omitempty"`
	Variant string   `cbor:"6,keyasint,omitempty"`
	Day     uint32   `cbor:"7,keyasint,omitempty"`
	Number  uint64   `cbor:"8,keyasint,omitempty"`

	Begun time.Time `cbor:"9,keyasint,omitzero"`
	Ended time.Time `cbor:"10,keyasint,omitzero"`

	// Adam & Eva.
	Points []int  `cbor:"11,keyasint,omitempty"`
	Low    []int  `cbor:"12,keyasint,omitempty"`
	Bonus  []int  `cbor:"13,keyasint,omitempty"`
	Winner int    `cbor:"14,keyasint"` // seat; -1 is a draw or no winner at all
	Reason string `cbor:"15,keyasint,omitempty"`

	// Adaman.
	Outcome    string `cbor:"16,keyasint,omitempty"`
	Score      int    `cbor:"17,keyasint,omitempty"`
	Controlled int    `cbor:"18,keyasint,omitempty"`
	Left       int    `cbor:"19,keyasint,omitempty"`
	Plays      int    `cbor:"20,keyasint,omitempty"`
	Undone     int    `cbor:"21,keyasint,omitempty"` // plays taken back; never in a Daily
	Hints      int    `cbor:"22,keyasint,omitempty"` // hints asked for; never in a Daily

	Level string `cbor:"23,keyasint,omitempty"` // of the computer in a game against it, as the bot writes it
	Pace  string `cbor:"24,keyasint,omitempty"` // see Game.Pace
}

// End ends a game: the game is removed, its result appended, its record kept.
// Version must be the one that is kept, else End returns [ErrConflict]; a game
// that has ended before is [ErrEnded], one that was dropped [ErrGone].
//
// Of r the caller gives what the rules say and when it Ended. What the game
// says – its id, kind, place, players, variant, pace, day, number and when it
// began – End takes from what is kept, and Seq it gives itself; it returns the whole.
// The record kept is g.Record, so the last move and the end are one write.
func (tx *Tx) End(g *Game, r Result) (Result, error) {
	if !tx.writable {
		return Result{}, ErrReadOnly
	}
	kept, err := tx.open(g.ID, g.Version)
	if err != nil {
		return Result{}, err
	}
	r.Game, r.Kind, r.Guild, r.Channel = kept.ID, kept.Kind, kept.Guild, kept.Channel
	r.Players, r.Variant, r.Day, r.Number, r.Begun = kept.Players, kept.Variant, kept.Day, kept.Number, kept.Begun
	r.Pace = kept.Pace
	if kept.Displaced() {
		r.Channel = 0
	}
	if r.Winner < -1 || r.Winner >= len(r.Players) {
		return Result{}, invalid("game %d won by seat %d of %d", g.ID, r.Winner, len(r.Players))
	}
	if err := milliseconds("Ended", &r.Ended); err != nil {
		return Result{}, err
	}
	if len(g.Record) > maxValue {
		return Result{}, invalid("a record of %d bytes", len(g.Record))
	}
	n, err := tx.number(metaResults)
	if err != nil {
		return Result{}, err
	}
	r.Seq = n + 1
	key := key64(r.Seq)
	v, err := encode(inResults, key, &r)
	if err != nil {
		return Result{}, err
	}
	for _, step := range []func() error{
		func() error { return tx.setNumber(metaResults, r.Seq) },
		func() error { return tx.put(inResults, key, v) },
		func() error { return tx.put(inRecords, key, pack(formPlain, inRecords, key, g.Record)) },
		func() error { return tx.delete(inGames, kept.key()) },
		func() error { return tx.replaceEntries(kept.entries(), r.entries()) },
	} {
		if err := step(); err != nil {
			return Result{}, err
		}
	}
	return r, nil
}

// Result returns the result with that number, or [ErrNotFound].
func (tx *Tx) Result(seq uint64) (Result, error) {
	key := key64(seq)
	v := tx.get(inResults, key)
	if v == nil {
		return Result{}, fmt.Errorf("result %d: %w", seq, ErrNotFound)
	}
	r := Result{Seq: seq}
	err := decode(inResults, key, v, &r)
	return r, err
}

// ResultOf returns the result of a game. One that is still open is
// [ErrNotFound], one that was dropped [ErrGone].
func (tx *Tx) ResultOf(game uint64) (Result, error) {
	seq, err := tx.resultNumber(game)
	if err != nil {
		return Result{}, err
	}
	r, err := tx.Result(seq)
	if errors.Is(err, ErrNotFound) || err == nil && r.Game != game {
		err = damaged("game %d: the index leads to another's result", game)
	}
	return r, err
}

// RecordOf returns the record of a game that has ended, without its result, as
// it was given to [Tx.End] or [Tx.ReplaceRecord]. Errors are those of [Tx.ResultOf].
func (tx *Tx) RecordOf(game uint64) ([]byte, error) {
	seq, err := tx.resultNumber(game)
	if err != nil {
		return nil, err
	}
	key := key64(seq)
	content, err := unpack(formPlain, inRecords, key, tx.get(inRecords, key))
	if err != nil {
		return nil, err
	}
	return bytes.Clone(content), nil
}

// ReplaceRecord puts another text in the place of the record of a game that has
// ended. It is for display texts in it, and for nothing that happened. Errors are
// those of [Tx.ResultOf].
func (tx *Tx) ReplaceRecord(game uint64, record []byte) error {
	if !tx.writable {
		return ErrReadOnly
	}
	seq, err := tx.resultNumber(game)
	if err != nil {
		return err
	}
	if len(record) > maxValue {
		return invalid("a record of %d bytes", len(record))
	}
	key := key64(seq)
	return tx.put(inRecords, key, pack(formPlain, inRecords, key, record))
}

func (tx *Tx) resultNumber(game uint64) (uint64, error) {
	where := tx.get(inWhere, key64(game))
	if len(where) == 9 && where[0] == 'r' {
		return binary.BigEndian.Uint64(where[1:]), nil
	}
	_, err := tx.Game(game)
	if err == nil {
		err = fmt.Errorf("result of game %d: %w", game, ErrNotFound)
	}
	return 0, err
}

// Results goes through the results of a player in a server, oldest first. If
// player is 0 it is everybody's, if guild is 0 it is those of all servers and
// outside. It ends with the first error. The loop must not end or put games.
func (tx *Tx) Results(p Player, guild ID) iter.Seq2[Result, error] {
	return tx.results(tx.scan, p, guild)
}

// LatestResults is [Tx.Results] with the newest first.
func (tx *Tx) LatestResults(p Player, guild ID) iter.Seq2[Result, error] {
	return tx.results(tx.scanDown, p, guild)
}

// ResultsThrough is [Tx.LatestResults] from the result with the number seq on,
// or the newest before it.
func (tx *Tx) ResultsThrough(p Player, guild ID, seq uint64) iter.Seq2[Result, error] {
	return tx.results(func(in bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
		last := key64(seq)
		if in == inPlayed {
			last = playedKey(p, guild, seq)
		}
		return tx.scanDownBefore(in, following(last), prefix)
	}, p, guild)
}

func (tx *Tx) results(scan func(bucket, []byte) iter.Seq2[[]byte, []byte], p Player, guild ID) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if p == 0 && guild == 0 {
			for k, v := range scan(inResults, nil) {
				r, err := decodeResult(k, v)
				if !yield(r, err) || err != nil {
					return
				}
			}
			return
		}
		prefix := playedKey(p, guild, 0)[:12]
		for k := range scan(inPlayed, prefix) {
			if len(k) != 20 {
				yield(Result{}, damaged("%v: a key of unknown form", inPlayed))
				return
			}
			r, err := tx.Result(binary.BigEndian.Uint64(k[12:]))
			if errors.Is(err, ErrNotFound) {
				err = damaged("%v names a result that is not there: %v", inPlayed, err)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func decodeResult(key, value []byte) (Result, error) {
	if len(key) != 8 {
		return Result{}, damaged("%v: a key of unknown form", inResults)
	}
	r := Result{Seq: binary.BigEndian.Uint64(key)}
	err := decode(inResults, key, value, &r)
	return r, err
}
