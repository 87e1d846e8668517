package store

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"
)

// A migration makes a file of one format into one of the next. All that are
// due run in one transaction, so that a file is never between two formats.
// Buckets that the older format lacked are there already, empty.
//
// Format 1 had no index of results; statistics read them all.
// Format 2 has the index played, and finds an ended game by where.
// Format 3 has the day in a daily's key: yesterday's and today's may be open in
// one channel.
// Format 4 has the indexes calls and boards, and void days.
// Format 5 has looks, and results of games against the computer know its level.
// Format 6 has ratings, blocks, bars and pauses; games have a pace, profiles say
// who hides and who refuses, settings when the bot was removed.
var migrations = []func(*Tx) error{
	0: func(*Tx) error { return nil }, // a new file has nothing to carry over
	1: (*Tx).rekeyDailies,             // before anything reads a game
	2: (*Tx).rekeyDailies,
	3: (*Tx).rebuildIndexes,
	4: func(*Tx) error { return nil }, // what is new in 5 was in no file before
	5: func(*Tx) error { return nil }, // nor what is new in 6
}

// currentFormat is the format that this program writes.
var currentFormat = uint32(len(migrations))

// migrate carries a file from one format, 0 for a new one, to the current.
func migrate(b *bbolt.Tx, format uint32, mark string) error {
	for _, name := range bucketNames {
		if _, err := b.CreateBucketIfNotExists([]byte(name)); err != nil {
			return fmt.Errorf("create bucket %s: %w", name, err)
		}
	}
	tx, err := newTx(b)
	if err != nil {
		return err
	}
	if format == 0 {
		if err := tx.put(inMeta, []byte(metaApplication), []byte(application)); err != nil {
			return err
		}
		if mark != "" {
			if err := tx.put(inMeta, []byte(metaMark), []byte(mark)); err != nil {
				return err
			}
		}
	}
	for ; format < currentFormat; format++ {
		if err := migrations[format](tx); err != nil {
			return fmt.Errorf("bring format %d up to date: %w", format, err)
		}
	}
	return tx.put(inMeta, []byte(metaFormat), key32(currentFormat))
}

// rekeyDailies puts open dailies under the keys that they have since format 3,
// and makes the indexes anew.
func (tx *Tx) rekeyDailies() error {
	var old []entry
	for k, v := range tx.scan(inGames, nil) {
		if len(k) == len(gameKey(0, 0, 0)) && Kind(k[8]) == Daily {
			old = append(old, entry{inGames, bytes.Clone(k), bytes.Clone(v)})
		}
	}
	for _, e := range old {
		var g Game
		if err := decode(inGames, e.key, e.value, &g); err != nil {
			return err
		}
		key := g.key()
		v, err := encode(inGames, key, &g)
		if err != nil {
			return err
		}
		if err := tx.delete(inGames, e.key); err != nil {
			return err
		}
		if err := tx.put(inGames, key, v); err != nil {
			return err
		}
	}
	return tx.rebuildIndexes()
}
