package store

import (
	"encoding/binary"
	"fmt"
)

// Settings are what a server has decided. The store does not look into Data.
type Settings struct {
	Guild   ID     `cbor:"-"`
	Version uint64 `cbor:"1,keyasint"` // each PutSettings adds one
	Data    []byte `cbor:"2,keyasint,omitempty"`
}

// Settings returns the settings of a server, or [ErrNotFound].
func (tx *Tx) Settings(guild ID) (Settings, error) {
	key := key64(uint64(guild))
	v := tx.get(inGuilds, key)
	if v == nil {
		return Settings{}, fmt.Errorf("settings of %d: %w", guild, ErrNotFound)
	}
	s := Settings{Guild: guild}
	err := decode(inGuilds, key, v, &s)
	return s, err
}

// AllSettings returns the settings of all servers that have some, by id.
func (tx *Tx) AllSettings() ([]Settings, error) {
	var all []Settings
	for k, v := range tx.scan(inGuilds, nil) {
		if len(k) != 8 {
			return nil, damaged("%v: a key of unknown form", inGuilds)
		}
		s := Settings{Guild: ID(binary.BigEndian.Uint64(k))}
		if err := decode(inGuilds, k, v, &s); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// PutSettings keeps the settings of a server. Version must be the one that is
// kept, 0 if there are none, else it returns [ErrConflict]; then Version is
// increased by one.
func (tx *Tx) PutSettings(s *Settings) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if s.Guild == 0 {
		return invalid("settings of no server")
	}
	key := key64(uint64(s.Guild))
	var kept Settings
	if v := tx.get(inGuilds, key); v != nil {
		if err := decode(inGuilds, key, v, &kept); err != nil {
			return err
		}
	}
	if kept.Version != s.Version {
		return fmt.Errorf("settings of %d: version %d, kept is %d: %w", s.Guild, s.Version, kept.Version, ErrConflict)
	}
	next := *s
	next.Version++
	v, err := encode(inGuilds, key, &next)
	if err != nil {
		return err
	}
	if err := tx.put(inGuilds, key, v); err != nil {
		return err
	}
	*s = next
	return nil
}

// DropSettings removes the settings of a server, and what was noted about
// announcements there. It is no error if there are none.
func (tx *Tx) DropSettings(guild ID) error {
	var keys [][]byte
	for k := range tx.scan(inPosted, key64(uint64(guild))) {
		keys = append(keys, append([]byte(nil), k...))
	}
	for _, k := range keys {
		if err := tx.delete(inPosted, k); err != nil {
			return err
		}
	}
	return tx.delete(inGuilds, key64(uint64(guild)))
}
