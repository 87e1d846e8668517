package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Kind is what sort of game occupies a place in a channel. Together with
// channel and owner, and with its day if it is a daily, it is the game's key.
type Kind uint8

// The numbers are kept in files and never change their meaning.
const (
	Challenge Kind = 1 + iota // Adam & Eva not accepted yet; owned by the challenger
	Table                     // Adam & Eva at the channel's table; owned by nobody
	Daily                     // Adaman, the deal of a day; owned by its player
	Practice                  // Adaman, any other deal; owned by its player
	Archive                   // Adaman, the deal of a day that is over; owned by its player
	Robot                     // Adam & Eva against the computer; owned by the player
	kinds
)

func (k Kind) String() string {
	switch k {
	case Challenge:
		return "challenge"
	case Table:
		return "table"
	case Daily:
		return "daily"
	case Practice:
		return "practice"
	case Archive:
		return "archive"
	case Robot:
		return "robot"
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// solitary reports whether one member plays it, alone or against the computer.
func (k Kind) solitary() bool {
	switch k {
	case Daily, Practice, Archive, Robot:
		return true
	}
	return false
}

// A Message says where something was posted: ids, never a message itself.
type Message struct {
	Channel ID        `cbor:"1,keyasint,omitempty"`
	ID      ID        `cbor:"2,keyasint,omitempty"` // 0 if nothing is posted
	Posted  time.Time `cbor:"3,keyasint,omitzero"`
}

// A Game is an open game, or a challenge to one. Times are kept in UTC and
// whole milliseconds; the zero time is none. Empty slices come back as nil.
type Game struct {
	ID      uint64 `cbor:"1,keyasint"` // given by the first Put; never reused
	Version uint64 `cbor:"2,keyasint"` // of the state; each Put adds one

	Channel ID     `cbor:"3,keyasint"` // where it is played; no channel if it is Displaced
	Kind    Kind   `cbor:"4,keyasint"`
	Owner   Player `cbor:"5,keyasint,omitempty"` // 0 exactly for a Table
	Guild   ID     `cbor:"6,keyasint,omitempty"` // 0 outside servers

	Players []Player `cbor:"7,keyasint,omitempty"` // by seat; 0 is a robot
	Variant string   `cbor:"8,keyasint,omitempty"`
	First   string   `cbor:"9,keyasint,omitempty"`  // who begins, as the bot writes it
	Record  []byte   `cbor:"10,keyasint,omitempty"` // the game record without its result
	Secret  []byte   `cbor:"11,keyasint,omitempty"` // of the seal: 32 bytes, or none
	Day     uint32   `cbor:"12,keyasint,omitempty"` // day number, from 1; exactly in a Daily and in an Archive
	Number  uint64   `cbor:"13,keyasint,omitempty"` // of a numbered practice deal

	Begun time.Time `cbor:"14,keyasint,omitzero"`
	Moved time.Time `cbor:"15,keyasint,omitzero"`
	Due   time.Time `cbor:"16,keyasint,omitzero"` // when the clock runs out; see Tx.Due

	Message   Message `cbor:"17,keyasint,omitzero"`  // the public message
	Mentioned uint64  `cbor:"18,keyasint,omitempty"` // the Version for which somebody was mentioned
	Proposal  int     `cbor:"19,keyasint,omitempty"` // seat that proposes to call the game off, plus 1; 0 is none
	Notes     []byte  `cbor:"20,keyasint,omitempty"` // what else the bot must remember

	// Pace is how much time there is for a move, as the bot writes it; empty in
	// games from before there were paces.
	Pace string `cbor:"21,keyasint,omitempty"`
}

// displaced is what tells the place of a game that is played nowhere from a
// channel: Discord gives ids with this bit from the year 2084 on. The other bits are
// the game's own id, so that no two games are in the same place.
const displaced ID = 1 << 63

// Displaced reports whether it is not kept any more where a game is played, because
// its server was forgotten ([Tx.PurgeGuild]). Such a game has no server and no
// message, and Channel is a number that is no channel's.
func (g *Game) Displaced() bool { return g.Channel&displaced != 0 }

// GoneReason is why a game was dropped without a result. The numbers are kept
// in files and never change their meaning.
type GoneReason uint8

const (
	GoneDeclined  GoneReason = 1 + iota // the challenged said no
	GoneWithdrawn                       // the challenger took it back
	GoneExpired                         // nobody answered in time
	GoneCalledOff                       // both agreed not to finish
	GoneReplaced                        // its owner began another in its place
	GoneRemoved                         // its channel or server is gone
	GoneUnplayed                        // its clock ran out before anybody had moved
)

func (r GoneReason) String() string {
	switch r {
	case GoneDeclined:
		return "declined"
	case GoneWithdrawn:
		return "withdrawn"
	case GoneExpired:
		return "expired"
	case GoneCalledOff:
		return "called off"
	case GoneReplaced:
		return "replaced"
	case GoneRemoved:
		return "removed"
	case GoneUnplayed:
		return "unplayed"
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// A tombstone is what is left of a game that was dropped.
type tombstone struct {
	Reason GoneReason `cbor:"1,keyasint"`
	Kind   Kind       `cbor:"2,keyasint"`
	Day    uint32     `cbor:"3,keyasint,omitempty"`
	Owner  Player     `cbor:"4,keyasint,omitempty"`
}

// members are those in whose list of open games the game stands: its owner
// and its players, some perhaps twice.
func (g *Game) members() []Player {
	var ps []Player
	if g.Owner != 0 {
		ps = append(ps, g.Owner)
	}
	for _, p := range g.Players {
		if p != 0 {
			ps = append(ps, p)
		}
	}
	return ps
}

func (g *Game) key() []byte {
	k := gameKey(g.Channel, g.Kind, g.Owner)
	if g.Kind == Daily {
		k = binary.BigEndian.AppendUint32(k, g.Day)
	}
	return k
}

// check brings g to the form in which it is kept, or says why it cannot be.
func (g *Game) check() error {
	switch {
	case g.Kind == 0 || g.Kind >= kinds:
		return invalid("a game of %v", g.Kind)
	case g.Channel == 0:
		return invalid("a game without a channel")
	case (g.Owner == 0) != (g.Kind == Table):
		return invalid("a game of kind %v with owner %d", g.Kind, g.Owner)
	case (g.Day == 0) != (g.Kind != Daily && g.Kind != Archive):
		return invalid("a game of kind %v with day %d", g.Kind, g.Day)
	case g.Kind == Daily && (len(g.Players) != 1 || g.Players[0] != g.Owner):
		return invalid("a daily whose players are %v and whose owner is %d", g.Players, g.Owner)
	case len(g.Secret) != 0 && len(g.Secret) != 32:
		return invalid("a secret of %d bytes", len(g.Secret))
	case g.Proposal < 0 || g.Proposal > len(g.Players):
		return invalid("a proposal by seat %d of %d", g.Proposal-1, len(g.Players))
	}
	return errors.Join(
		milliseconds("Begun", &g.Begun), milliseconds("Moved", &g.Moved),
		milliseconds("Due", &g.Due), milliseconds("Message.Posted", &g.Message.Posted))
}

// Game returns the open game with that id, wherever it is. If it has ended the
// error is [ErrEnded], if it was dropped [ErrGone], and if there never was one
// [ErrNotFound].
func (tx *Tx) Game(id uint64) (Game, error) {
	where := tx.get(inWhere, key64(id))
	if where == nil {
		key := key64(id)
		v := tx.get(inGone, key)
		if v == nil {
			return Game{}, fmt.Errorf("game %d: %w", id, ErrNotFound)
		}
		var t tombstone
		if err := decode(inGone, key, v, &t); err != nil {
			return Game{}, err
		}
		return Game{}, &GoneError{id, t.Reason}
	}
	switch where[0] {
	case 'r':
		return Game{}, fmt.Errorf("game %d: %w", id, ErrEnded)
	case 'o':
		g, err := tx.gameUnder(where[1:])
		if errors.Is(err, ErrNotFound) || err == nil && g.ID != id {
			err = damaged("game %d: the index leads elsewhere", id)
		}
		return g, err
	}
	return Game{}, damaged("game %d: the index leads nowhere", id)
}

// GameAt returns the open game of that kind and owner in a channel, of several
// dailies that of the latest day, or [ErrNotFound].
func (tx *Tx) GameAt(channel ID, kind Kind, owner Player) (Game, error) {
	key := gameKey(channel, kind, owner)
	if kind == Daily {
		for k := range tx.scan(inGames, key) {
			key = k
		}
	}
	return tx.gameUnder(key)
}

func (tx *Tx) gameUnder(key []byte) (Game, error) {
	v := tx.get(inGames, key)
	if v == nil {
		return Game{}, fmt.Errorf("game: %w", ErrNotFound)
	}
	return decodeGame(key, v)
}

func decodeGame(key, value []byte) (Game, error) {
	var g Game
	if err := decode(inGames, key, value, &g); err != nil {
		return Game{}, err
	}
	if !bytes.Equal(g.key(), key) {
		return Game{}, damaged("game %d: stands under the wrong key", g.ID)
	}
	return g, nil
}

// GamesIn returns the open games of a channel, by kind and owner.
func (tx *Tx) GamesIn(channel ID) ([]Game, error) { return tx.games(key64(uint64(channel))) }

// Games returns all open games, by channel, kind and owner.
func (tx *Tx) Games() ([]Game, error) { return tx.games(nil) }

// GamesInGuild returns the open games of a server. It reads all open games of
// the installation, and is meant for rare events such as the bot's removal.
func (tx *Tx) GamesInGuild(guild ID) ([]Game, error) {
	all, err := tx.Games()
	if err != nil {
		return nil, err
	}
	var gs []Game
	for _, g := range all {
		if g.Guild == guild {
			gs = append(gs, g)
		}
	}
	return gs, nil
}

func (tx *Tx) games(prefix []byte) ([]Game, error) {
	var gs []Game
	for k, v := range tx.scan(inGames, prefix) {
		g, err := decodeGame(k, v)
		if err != nil {
			return nil, err
		}
		gs = append(gs, g)
	}
	return gs, nil
}

// GamesOf returns the open games that a player owns or sits in, oldest first.
func (tx *Tx) GamesOf(p Player) ([]Game, error) {
	var gs []Game
	for k := range tx.scan(inPlaying, playerKey(p)) {
		g, err := tx.indexed(inPlaying, k[4:])
		if err != nil {
			return nil, err
		}
		gs = append(gs, g)
	}
	return gs, nil
}

// indexed returns the open game whose id ends a row of an index.
func (tx *Tx) indexed(in bucket, id []byte) (Game, error) {
	if len(id) != 8 {
		return Game{}, damaged("%v: a key of unknown form", in)
	}
	g, err := tx.Game(binary.BigEndian.Uint64(id))
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrEnded) || errors.Is(err, ErrGone) {
		err = damaged("%v names a game that is not open: %v", in, err)
	}
	return g, err
}

// Due returns the open games whose clock has run out at now, those longest
// overdue first, at most limit of them. Who acts on one must do so in the same
// transaction, or look again in the one in which it acts.
func (tx *Tx) Due(now time.Time, limit int) ([]Game, error) {
	var gs []Game
	for k := range tx.scan(inDue, nil) {
		if len(gs) >= limit || len(k) != 16 || dueTime(k).After(now) {
			break
		}
		g, err := tx.indexed(inDue, k[8:])
		if err != nil {
			return nil, err
		}
		gs = append(gs, g)
	}
	return gs, nil
}

// NextDue returns when the next clock of an open game runs out, and false if
// none does.
func (tx *Tx) NextDue() (time.Time, bool) {
	for k := range tx.scan(inDue, nil) {
		if len(k) == 16 {
			return dueTime(k), true
		}
	}
	return time.Time{}, false
}

func dueTime(key []byte) time.Time {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(key))).UTC()
}

// Put keeps a game. A game whose ID is 0 is new: Put gives it an ID and
// Version 1. Any other must have the Version that is kept, else Put returns
// [ErrConflict]; then Version is increased by one. Channel, kind and owner may
// differ from what is kept: that is how a challenge becomes a table.
//
// If another open game has that channel, kind and owner, Put returns
// [ErrTaken], unless both are dailies of different days; if the player has
// begun that day's deal in another game, [ErrAttempted]; if the game is no
// longer open, [ErrEnded] or [ErrGone].
//
// Put changes g only if it succeeds. If the transaction as a whole then fails,
// g is ahead of the store and must be read anew.
func (tx *Tx) Put(g *Game) error {
	next := *g
	next.Version++
	if err := tx.write(&next, g.Version); err != nil {
		return err
	}
	*g = next
	return nil
}

// Note keeps what is known about a game besides its state – where its message
// is, who was mentioned, what the bot notes – and leaves Version alone, so
// that buttons which carry it stay good. Version must be the one that is kept,
// else Note returns [ErrConflict]. Key, players, record and secret must be
// unchanged.
func (tx *Tx) Note(g *Game) error {
	kept, err := tx.Game(g.ID)
	if err != nil {
		return err
	}
	next := *g
	if next.Version == kept.Version &&
		(!bytes.Equal(next.key(), kept.key()) || !bytes.Equal(next.Record, kept.Record) ||
			!bytes.Equal(next.Secret, kept.Secret) || !slices.Equal(next.Players, kept.Players)) {
		return invalid("game %d: a note that changes the game's state", g.ID)
	}
	if err := tx.write(&next, g.Version); err != nil {
		return err
	}
	*g = next
	return nil
}

// write keeps g, whose kept version must be version, and its index rows.
func (tx *Tx) write(g *Game, version uint64) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if err := g.check(); err != nil {
		return err
	}
	var was []entry
	var oldKey []byte
	if g.ID == 0 {
		if version != 0 {
			return invalid("a new game of version %d", version)
		}
	} else {
		kept, err := tx.open(g.ID, version)
		if err != nil {
			return err
		}
		if (kept.Kind == Daily || g.Kind == Daily) && (kept.Kind != g.Kind || kept.Day != g.Day || kept.Owner != g.Owner) {
			return invalid("game %d: a daily stays its player's and its day's", g.ID)
		}
		was, oldKey = kept.entries(), kept.key()
	}
	key := g.key()
	if !bytes.Equal(key, oldKey) && tx.get(inGames, key) != nil {
		return fmt.Errorf("%v in channel %d: %w", g.Kind, g.Channel, ErrTaken)
	}
	if g.Kind == Daily {
		if v := tx.get(inAttempts, attemptKey(g.Day, g.Owner)); v != nil && !bytes.Equal(v, key64(g.ID)) {
			return fmt.Errorf("day %d: %w", g.Day, ErrAttempted)
		}
	}
	if g.ID == 0 {
		n, err := tx.number(metaGames)
		if err != nil {
			return err
		}
		g.ID = n + 1
	}
	v, err := encode(inGames, key, g)
	if err != nil {
		return err
	}

	// From here on nothing can be refused.
	if oldKey == nil {
		if err := tx.setNumber(metaGames, g.ID); err != nil {
			return err
		}
	} else if !bytes.Equal(key, oldKey) {
		if err := tx.delete(inGames, oldKey); err != nil {
			return err
		}
	}
	if err := tx.put(inGames, key, v); err != nil {
		return err
	}
	return tx.replaceEntries(was, g.entries())
}

// open returns the open game with that id and version.
func (tx *Tx) open(id, version uint64) (Game, error) {
	kept, err := tx.Game(id)
	if err != nil {
		return Game{}, err
	}
	if kept.Version != version {
		return Game{}, fmt.Errorf("game %d: version %d, kept is %d: %w", id, version, kept.Version, ErrConflict)
	}
	return kept, nil
}

// Drop removes a game without a result. Its id is remembered with the reason,
// so that whoever presses an old button can be told; a daily so dropped still
// counts as the player's attempt. Version must be the one that is kept.
func (tx *Tx) Drop(g *Game, reason GoneReason) error {
	if !tx.writable {
		return ErrReadOnly
	}
	kept, err := tx.open(g.ID, g.Version)
	if err != nil {
		return err
	}
	t := tombstone{Reason: reason, Kind: kept.Kind}
	if kept.Kind == Daily {
		t.Day, t.Owner = kept.Day, kept.Owner
	}
	key := key64(kept.ID)
	v, err := encode(inGone, key, &t)
	if err != nil {
		return err
	}
	if err := tx.delete(inGames, kept.key()); err != nil {
		return err
	}
	if err := tx.put(inGone, key, v); err != nil {
		return err
	}
	return tx.replaceEntries(kept.entries(), t.entries(kept.ID))
}
