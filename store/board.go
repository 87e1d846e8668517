package store

import (
	"encoding/binary"
	"iter"
	"time"
)

// A Standing is how a player's daily ended, as far as boards need to know.
type Standing struct {
	Day    uint32
	Player Player
	Game   uint64
	Score  int
	Won    bool
	Plays  int
	Ended  time.Time // to the millisecond, UTC
}

const standingSize = 8 + 8 + 4 + 4 + 1

// standing is the value of the index boards.
func (r *Result) standing() []byte {
	v := binary.BigEndian.AppendUint64(make([]byte, 0, standingSize), r.Game)
	v = binary.BigEndian.AppendUint64(v, uint64(r.Ended.UnixMilli()))
	v = binary.BigEndian.AppendUint32(v, uint32(r.Score))
	v = binary.BigEndian.AppendUint32(v, uint32(r.Plays))
	if r.Winner == 0 {
		return append(v, 1)
	}
	return append(v, 0)
}

// Standings goes through the dailies that were begun in a server and have
// ended, of the days from first to last, by day and then by player. It ends with
// the first error. It reads no results, so that it costs little for many; the
// loop must not end or put games.
func (tx *Tx) Standings(guild ID, first, last uint32) iter.Seq2[Standing, error] {
	return func(yield func(Standing, error) bool) {
		for k, v := range tx.scanFrom(inBoards, boardKey(guild, first, 0), key64(uint64(guild))) {
			if len(k) != 16 || len(v) != standingSize {
				yield(Standing{}, damaged("%v: a row of unknown form", inBoards))
				return
			}
			s := Standing{
				Day:    binary.BigEndian.Uint32(k[8:]),
				Player: Player(binary.BigEndian.Uint32(k[12:])),
				Game:   binary.BigEndian.Uint64(v),
				Ended:  time.UnixMilli(int64(binary.BigEndian.Uint64(v[8:]))).UTC(),
				Score:  int(int32(binary.BigEndian.Uint32(v[16:]))),
				Plays:  int(int32(binary.BigEndian.Uint32(v[20:]))),
				Won:    v[24] == 1,
			}
			if s.Day > last || !yield(s, nil) {
				return
			}
		}
	}
}
