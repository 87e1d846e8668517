package store

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// A Player is the number under which a member is known inside: in games,
// results and indexes. Numbers begin at 1 and are never reused; 0 is nobody,
// and stands for a robot in a seat.
type Player uint32

// Share is what a player wants done with what could be shown to all.
type Share uint8

const (
	ShareAsk    Share = iota // ask each time
	ShareAlways              // show it
	ShareNever               // do not show it and do not ask
)

// A Profile is who a player is to the chat. It is the only place where a
// player's number and a member's id stand together.
type Profile struct {
	Player Player `cbor:"-"`
	ID     ID     `cbor:"1,keyasint,omitempty"` // 0 if the member has been forgotten
	Name   string `cbor:"2,keyasint,omitempty"` // display name when last met
	Share  Share  `cbor:"3,keyasint,omitempty"`

	Hidden  bool `cbor:"4,keyasint,omitempty"` // is left out where others could see their results
	Refuses bool `cbor:"5,keyasint,omitempty"` // takes no challenges from anybody
}

// Profile returns the profile of a player, or [ErrNotFound].
func (tx *Tx) Profile(p Player) (Profile, error) {
	key := playerKey(p)
	v := tx.get(inPlayers, key)
	if v == nil {
		return Profile{}, fmt.Errorf("player %d: %w", p, ErrNotFound)
	}
	profile := Profile{Player: p}
	err := decode(inPlayers, key, v, &profile)
	return profile, err
}

// Player returns the profile of the member with that id, or [ErrNotFound] if
// the bot has not met them.
func (tx *Tx) Player(id ID) (Profile, error) {
	v := tx.get(inIDs, key64(uint64(id)))
	if v == nil {
		return Profile{}, fmt.Errorf("member %d: %w", id, ErrNotFound)
	}
	if len(v) != 4 {
		return Profile{}, damaged("member %d: the index leads nowhere", id)
	}
	profile, err := tx.Profile(Player(binary.BigEndian.Uint32(v)))
	if err == nil && profile.ID != id {
		err = damaged("member %d: the index leads to somebody else", id)
	}
	return profile, err
}

// Meet returns the profile of the member with that id, and makes one if there
// is none, with the pauses that [Tx.KeepPauses] has kept of them. The name is brought up to date; what is not UTF-8 in it is replaced.
// It writes only what is new.
func (tx *Tx) Meet(id ID, name string) (Profile, error) {
	if id == 0 {
		return Profile{}, invalid("a member without an id")
	}
	name = strings.ToValidUTF8(name, "\ufffd")
	if _, known := tx.PlayerNumber(id); known {
		profile, err := tx.Player(id)
		if err != nil || profile.Name == name {
			return profile, err
		}
		profile.Name = name
		return profile, tx.putProfile(&profile)
	}
	if !tx.writable {
		return Profile{}, ErrReadOnly
	}
	n, err := tx.number(metaPlayers)
	if err != nil {
		return Profile{}, err
	}
	if n >= math.MaxUint32 {
		return Profile{}, invalid("there are no more player numbers")
	}
	profile := Profile{Player: Player(n + 1), ID: id, Name: name}
	if err := tx.putProfile(&profile); err != nil {
		return Profile{}, err
	}
	if err := tx.givePausesBack(&profile); err != nil {
		return Profile{}, err
	}
	return profile, tx.setNumber(metaPlayers, n+1)
}

// PlayerNumber returns the number of the member with that id, if the bot has
// met them.
func (tx *Tx) PlayerNumber(id ID) (Player, bool) {
	v := tx.get(inIDs, key64(uint64(id)))
	if len(v) != 4 {
		return 0, false
	}
	return Player(binary.BigEndian.Uint32(v)), true
}

// SetShare sets what a player wants shown. An unknown player is [ErrNotFound].
func (tx *Tx) SetShare(p Player, share Share) error {
	if share > ShareNever {
		return invalid("share is %d", share)
	}
	return tx.changeProfile(p, func(profile *Profile) { profile.Share = share })
}

// SetHidden sets whether a player is left out where others could see their
// results. An unknown player is [ErrNotFound].
func (tx *Tx) SetHidden(p Player, hidden bool) error {
	return tx.changeProfile(p, func(profile *Profile) { profile.Hidden = hidden })
}

// SetRefuses sets whether a player takes no challenges from anybody. An unknown
// player is [ErrNotFound].
func (tx *Tx) SetRefuses(p Player, refuses bool) error {
	return tx.changeProfile(p, func(profile *Profile) { profile.Refuses = refuses })
}

// changeProfile changes the preferences of a player. Who has been forgotten has
// none.
func (tx *Tx) changeProfile(p Player, change func(*Profile)) error {
	kept, err := tx.Profile(p)
	if err != nil {
		return err
	}
	next := kept
	if change(&next); next == kept {
		return nil
	}
	if kept.ID == 0 {
		return fmt.Errorf("preferences of player %d, who is forgotten: %w", p, ErrNotFound)
	}
	return tx.putProfile(&next)
}

// Forget removes what ties a player's number to a member: id, name and
// preferences, whom they block, and pauses between their challenges, but for
// those that [Tx.KeepPauses] has kept before. What others played with them stays, under the bare number; so does that others block them,
// under a hash of the id. Results from outside servers do not say any more in which
// channel they were played: that is a conversation with one member alone. Met again,
// the member is a new player. Records keep the names that stood at the table when
// they were played.
//
// The file still holds what was removed, in pages that are free now, until
// [Store.Compact].
func (tx *Tx) Forget(p Player) error {
	if !tx.writable {
		return ErrReadOnly
	}
	profile, err := tx.Profile(p)
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return tx.forgetBlocks(p) },
		func() error { return tx.forgetPauses(p) },
		func() error { return tx.forgetChannels(p) },
		func() error { return tx.replaceEntries(profile.entries(), nil) },
		func() error { return tx.putProfile(&Profile{Player: p}) },
		func() error { return tx.setNumber(metaStale, 1) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// forgetChannels takes from a player's results the channels that lead to them.
func (tx *Tx) forgetChannels(p Player) error {
	var private []Result
	for r, err := range tx.Results(p, 0) {
		if err != nil {
			return err
		}
		if r.Guild == 0 && r.Channel != 0 {
			private = append(private, r)
		}
	}
	for _, r := range private {
		if err := tx.displace(r); err != nil {
			return err
		}
	}
	return nil
}

// Stale reports whether free pages of the file may still hold what was
// forgotten: see [Store.Compact].
func (tx *Tx) Stale() (bool, error) {
	n, err := tx.number(metaStale)
	return n != 0, err
}

func (tx *Tx) putProfile(p *Profile) error {
	key := playerKey(p.Player)
	v, err := encode(inPlayers, key, p)
	if err != nil {
		return err
	}
	if err := tx.put(inPlayers, key, v); err != nil {
		return err
	}
	return tx.replaceEntries(nil, p.entries())
}
