package store

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
)

// Guilds returns the servers of which there is anything, by id: settings,
// announcements, open games, results or ratings.
func (tx *Tx) Guilds() ([]ID, error) {
	found := map[ID]bool{}
	for _, at := range []struct {
		in     bucket
		prefix []byte // what stands before the server in a key
	}{{inGuilds, nil}, {inPosted, nil}, {inRatings, nil}, {inPlayed, playerKey(0)}} {
		// From each server's first row to the next server's.
		for from := at.prefix; ; {
			var key []byte
			for k := range tx.scanFrom(at.in, from, at.prefix) {
				key = bytes.Clone(k)
				break
			}
			if key == nil {
				break
			}
			end := len(at.prefix) + 8
			if len(key) < end {
				return nil, damaged("%v: a key of unknown form", at.in)
			}
			found[ID(binary.BigEndian.Uint64(key[len(at.prefix):]))] = true
			if from = following(key[:end]); from == nil {
				break
			}
		}
	}
	games, err := tx.Games()
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		found[g.Guild] = true
	}
	delete(found, 0)
	return slices.Sorted(maps.Keys(found)), nil
}

// PurgeGuild removes what the store knows about a server: its settings, what was
// announced there, its ratings, and its open games between members, which are gone
// as [GoneRemoved]. Games that somebody plays alone or against the computer go on,
// with the version they have, but are [Game.Displaced] from then on. Results stay
// with their players, but do not say any more in which server and channel they were
// played; that is the only thing about a result that ever changes, here and in
// [Tx.Forget]. It is no error if there is nothing.
//
// The file still holds what was removed, in pages that are free now, until
// [Store.Compact].
func (tx *Tx) PurgeGuild(guild ID) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if guild == 0 {
		return invalid("a purge of no server")
	}
	games, err := tx.GamesInGuild(guild)
	if err != nil {
		return err
	}
	var results []Result
	for r, err := range tx.Results(0, guild) {
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	steps := []func() error{
		func() error { return tx.DropSettings(guild) },
		func() error { return tx.deleteAll(inRatings, key64(uint64(guild))) },
		func() error { return tx.setNumber(metaStale, 1) },
	}
	for i := range games {
		if g := &games[i]; g.Kind.solitary() {
			steps = append(steps, func() error { return tx.displaceGame(g) })
		} else {
			steps = append(steps, func() error { return tx.Drop(g, GoneRemoved) })
		}
	}
	for _, r := range results {
		steps = append(steps, func() error { return tx.displace(r) })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// displaceGame takes from an open game where it was played.
func (tx *Tx) displaceGame(g *Game) error {
	next := *g
	next.Guild, next.Channel, next.Message = 0, displaced|ID(g.ID), Message{}
	return tx.write(&next, g.Version)
}

// displace takes from a result where it was played.
func (tx *Tx) displace(r Result) error {
	was := r.entries()
	r.Guild, r.Channel = 0, 0
	key := key64(r.Seq)
	v, err := encode(inResults, key, &r)
	if err != nil {
		return err
	}
	if err := tx.put(inResults, key, v); err != nil {
		return err
	}
	return tx.replaceEntries(was, r.entries())
}
