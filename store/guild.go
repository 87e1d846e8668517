package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Settings are what a server has decided. The store does not look into Data.
type Settings struct {
	Guild   ID     `cbor:"-"`
	Version uint64 `cbor:"1,keyasint"` // each PutSettings adds one
	Data    []byte `cbor:"2,keyasint,omitempty"`

	// Due is when the bot wants to be reminded of this server; see
	// [Tx.SettingsDue]. Zero is never.
	Due time.Time `cbor:"3,keyasint,omitzero"`

	// Left is when the bot was removed from the server, zero while it is there.
	Left time.Time `cbor:"4,keyasint,omitzero"`
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
	if err := errors.Join(milliseconds("Due", &next.Due), milliseconds("Left", &next.Left)); err != nil {
		return err
	}
	v, err := encode(inGuilds, key, &next)
	if err != nil {
		return err
	}
	if err := tx.put(inGuilds, key, v); err != nil {
		return err
	}
	kept.Guild = s.Guild
	if err := tx.replaceEntries(kept.entries(), next.entries()); err != nil {
		return err
	}
	*s = next
	return nil
}

// SettingsDue returns the settings of the servers of which the bot wanted to be
// reminded by now, those longest overdue first, at most limit of them. Who acts
// on one must do so in the same transaction, or look again in the one in which
// it acts.
func (tx *Tx) SettingsDue(now time.Time, limit int) ([]Settings, error) {
	var all []Settings
	for k := range tx.scan(inCalls, nil) {
		if len(k) != 16 {
			return nil, damaged("%v: a key of unknown form", inCalls)
		}
		if len(all) >= limit || dueTime(k).After(now) {
			break
		}
		s, err := tx.Settings(ID(binary.BigEndian.Uint64(k[8:])))
		if errors.Is(err, ErrNotFound) {
			err = damaged("%v names a server without settings", inCalls)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// NextSettingsDue returns when the next server is to be thought of, and false if
// none is.
func (tx *Tx) NextSettingsDue() (time.Time, bool) {
	for k := range tx.scan(inCalls, nil) {
		if len(k) == 16 {
			return dueTime(k), true
		}
	}
	return time.Time{}, false
}

// DropSettings removes the settings of a server, and what was noted about
// announcements there. It is no error if there are none.
func (tx *Tx) DropSettings(guild ID) error {
	if err := tx.deleteAll(inPosted, key64(uint64(guild))); err != nil {
		return err
	}
	kept, err := tx.Settings(guild)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := tx.delete(inGuilds, key64(uint64(guild))); err != nil {
		return err
	}
	return tx.replaceEntries(kept.entries(), nil)
}
