package store

import (
	"encoding/binary"
	"slices"
	"time"
)

// A bucket is one of the file's buckets. Keys are big-endian numbers set side
// by side, so that the order of the bytes is the order of the numbers and a
// prefix names a range.
type bucket uint8

const (
	inMeta     bucket = iota // name → value: see the constants below
	inPlayers                // player → Profile
	inIDs                    // index: member id → player
	inGames                  // channel, kind, owner, and the day of a daily → Game (open games only)
	inWhere                  // index: game id → 'o' and key of the open game, or 'r' and result number
	inPlaying                // index: player, game id → nothing (open games only)
	inDue                    // index: milliseconds since 1970, game id → nothing (open games only)
	inAttempts               // index: day, player → game id (dailies, open or ended or gone)
	inGone                   // game id → tombstone
	inResults                // result number → Result
	inRecords                // result number → record
	inPlayed                 // index: player or 0, guild or 0, result number → nothing
	inDays                   // day → Day
	inGuilds                 // guild → Settings
	inPosted                 // guild, day → Message, or nothing in rows of before format 4
	inVoids                  // day → Void
	inCalls                  // index: milliseconds since 1970, guild → nothing (servers that wait for something)
	inBoards                 // index: guild, day, player → Standing (dailies that have ended)
	inLooks                  // game id, seat → what its player is told of their moves (games that have ended)
	inRatings                // guild, player, week → Rating
	inBlocks                 // player, hash of a member's id → Block
	inBars                   // day, hash of a member's id → nothing
	inPauses                 // challenger, challenged → pause; or 0, challenged, hash of the challenger's id → pause
	buckets                  // their number
)

var bucketNames = [buckets]string{
	"meta", "players", "ids", "games", "where", "playing", "due", "attempts",
	"gone", "results", "records", "played", "days", "guilds", "posted",
	"voids", "calls", "boards", "looks", "ratings", "blocks", "bars", "pauses",
}

func (b bucket) String() string { return bucketNames[b] }

// indexes are the buckets whose whole content follows from the values in the
// others.
var indexes = []bucket{inIDs, inWhere, inPlaying, inDue, inAttempts, inPlayed, inCalls, inBoards}

// Keys of the bucket meta. The first three are plain bytes, and must be
// readable to every Windfall for ever; the others are packed, all but the key as
// numbers.
const (
	metaApplication = "application" // "windfall"
	metaFormat      = "format"      // four bytes
	metaMark        = "mark"        // Options.Mark at creation; absent if empty
	metaGames       = "games"       // the highest game id given out
	metaPlayers     = "players"     // the highest player number given out
	metaResults     = "results"     // the highest result number given out
	metaFirstDay    = "first day"   // days since 1970-01-01
	metaLived       = "lived"       // milliseconds since 1970: see Store.Live
	metaRated       = "rated"       // the number of the last result that is in the ratings
	metaStale       = "stale"       // 1 if free pages may hold what was forgotten; absent if not
	metaKey         = "key"         // 32 bytes: see Tx.Key
)

const application = "windfall"

func key32(a uint32) []byte { return binary.BigEndian.AppendUint32(nil, a) }
func key64(a uint64) []byte { return binary.BigEndian.AppendUint64(nil, a) }

func playerKey(p Player) []byte { return key32(uint32(p)) }

// gameKey is where the games of an owner stand: the key of the one there may be,
// or the prefix of the keys of dailies, of which two are open for a while after
// midnight.
func gameKey(channel ID, kind Kind, owner Player) []byte {
	k := append(key64(uint64(channel)), byte(kind))
	return binary.BigEndian.AppendUint32(k, uint32(owner))
}

func playingKey(p Player, game uint64) []byte {
	return binary.BigEndian.AppendUint64(playerKey(p), game)
}

func dueKey(t time.Time, game uint64) []byte {
	return binary.BigEndian.AppendUint64(key64(uint64(t.UnixMilli())), game)
}

func attemptKey(day uint32, p Player) []byte {
	return binary.BigEndian.AppendUint32(key32(day), uint32(p))
}

func playedKey(p Player, guild ID, result uint64) []byte {
	k := binary.BigEndian.AppendUint64(playerKey(p), uint64(guild))
	return binary.BigEndian.AppendUint64(k, result)
}

func boardKey(guild ID, day uint32, p Player) []byte {
	k := binary.BigEndian.AppendUint32(key64(uint64(guild)), day)
	return binary.BigEndian.AppendUint32(k, uint32(p))
}

func callKey(t time.Time, guild ID) []byte {
	return binary.BigEndian.AppendUint64(key64(uint64(t.UnixMilli())), uint64(guild))
}

func lookKey(game uint64, seat int) []byte { return append(key64(game), byte(seat)) }

func ratingKey(guild ID, p Player, week uint32) []byte {
	k := binary.BigEndian.AppendUint32(key64(uint64(guild)), uint32(p))
	return binary.BigEndian.AppendUint32(k, week)
}

func blockKey(by Player, hash []byte) []byte { return append(playerKey(by), hash...) }

func barKey(day uint32, hash []byte) []byte { return append(key32(day), hash...) }

func pauseKey(challenger, challenged Player) []byte {
	return binary.BigEndian.AppendUint32(playerKey(challenger), uint32(challenged))
}

// keptPauseKey is where a pause stands whose challenger is forgotten.
func keptPauseKey(challenged Player, hash []byte) []byte {
	return append(pauseKey(0, challenged), hash...)
}

func postedKey(guild ID, day uint32) []byte {
	return binary.BigEndian.AppendUint32(key64(uint64(guild)), day)
}

// An entry is a row of an index.
type entry struct {
	in         bucket
	key, value []byte
}

// What follows are the only places that know which rows of which index a value
// has. Writing, checking and rebuilding all go through them; that is why an
// index cannot say something else than the values do.

func (g *Game) entries() []entry {
	es := []entry{{inWhere, key64(g.ID), append([]byte{'o'}, g.key()...)}}
	for i, p := range g.members() {
		if slices.Index(g.members(), p) == i {
			es = append(es, entry{inPlaying, playingKey(p, g.ID), nil})
		}
	}
	if !g.Due.IsZero() {
		es = append(es, entry{inDue, dueKey(g.Due, g.ID), nil})
	}
	if g.Kind == Daily {
		es = append(es, entry{inAttempts, attemptKey(g.Day, g.Owner), key64(g.ID)})
	}
	return es
}

func (r *Result) entries() []entry {
	es := []entry{{inWhere, key64(r.Game), append([]byte{'r'}, key64(r.Seq)...)}}
	if r.Guild != 0 {
		es = append(es, entry{inPlayed, playedKey(0, r.Guild, r.Seq), nil})
	}
	for i, p := range r.Players {
		if p == 0 || slices.Index(r.Players, p) != i {
			continue
		}
		es = append(es, entry{inPlayed, playedKey(p, 0, r.Seq), nil})
		if r.Guild != 0 {
			es = append(es, entry{inPlayed, playedKey(p, r.Guild, r.Seq), nil})
		}
	}
	if r.Kind == Daily && len(r.Players) > 0 {
		es = append(es, entry{inAttempts, attemptKey(r.Day, r.Players[0]), key64(r.Game)})
		if r.Guild != 0 {
			es = append(es, entry{inBoards, boardKey(r.Guild, r.Day, r.Players[0]), r.standing()})
		}
	}
	return es
}

func (s *Settings) entries() []entry {
	if s.Due.IsZero() {
		return nil
	}
	return []entry{{inCalls, callKey(s.Due, s.Guild), nil}}
}

func (t *tombstone) entries(game uint64) []entry {
	if t.Kind != Daily {
		return nil
	}
	return []entry{{inAttempts, attemptKey(t.Day, t.Owner), key64(game)}}
}

func (p *Profile) entries() []entry {
	if p.ID == 0 {
		return nil // forgotten
	}
	return []entry{{inIDs, key64(uint64(p.ID)), playerKey(p.Player)}}
}
