package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
)

// A Rating is how strong a player has shown to be in a server, as the bot
// reckons it. It is kept to the last bit: the same numbers are the same bytes.
type Rating struct {
	Points     float64 `cbor:"1,keyasint"`
	Deviation  float64 `cbor:"2,keyasint"`
	Volatility float64 `cbor:"3,keyasint"`
	Games      int     `cbor:"4,keyasint"` // that are in it
}

// A RatingRow is a player's rating after a week, numbered as the bot numbers
// weeks.
type RatingRow struct {
	Player Player
	Week   uint32
	Rating
}

// PutRating keeps what a player is worth in a server after a week, in place of
// what was kept of that week.
func (tx *Tx) PutRating(guild ID, p Player, week uint32, r Rating) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if guild == 0 || p == 0 {
		return invalid("a rating of player %d in server %d", p, guild)
	}
	for _, f := range []float64{r.Points, r.Deviation, r.Volatility} {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return invalid("a rating of %v", f)
		}
	}
	key := ratingKey(guild, p, week)
	v, err := encode(inRatings, key, &r)
	if err != nil {
		return err
	}
	return tx.put(inRatings, key, v)
}

// Rating returns the row of the latest week that is kept of a player in a
// server, or [ErrNotFound].
func (tx *Tx) Rating(guild ID, p Player) (Rating, uint32, error) {
	for k, v := range tx.scanDown(inRatings, ratingKey(guild, p, 0)[:12]) {
		row, err := decodeRating(k, v)
		return row.Rating, row.Week, err
	}
	return Rating{}, 0, fmt.Errorf("rating of player %d in server %d: %w", p, guild, ErrNotFound)
}

// RatingBefore returns the row of the latest week before that one, and which
// week that is, or [ErrNotFound].
func (tx *Tx) RatingBefore(guild ID, p Player, week uint32) (Rating, uint32, error) {
	tx.inside = true
	k, v := seekBefore(tx.in[inRatings].Cursor(), ratingKey(guild, p, week))
	tx.inside = false
	if !bytes.HasPrefix(k, ratingKey(guild, p, 0)[:12]) {
		return Rating{}, 0, fmt.Errorf("rating of player %d in server %d before week %d: %w", p, guild, week, ErrNotFound)
	}
	row, err := decodeRating(k, v)
	return row.Rating, row.Week, err
}

// RatingsOf goes through what is kept of a player in a server, by week. After a row
// that is damaged, which comes with an error, it goes on with the next. The loop
// must not put ratings.
func (tx *Tx) RatingsOf(guild ID, p Player) iter.Seq2[RatingRow, error] {
	return func(yield func(RatingRow, error) bool) {
		for k, v := range tx.scan(inRatings, ratingKey(guild, p, 0)[:12]) {
			if !yield(decodeRating(k, v)) {
				return
			}
		}
	}
}

// RatedPlayers goes through the players who have a rating in a server, by number,
// each with the row of their latest week. After a row that is damaged, which comes
// with an error, it goes on with the next player. The loop must not put ratings.
func (tx *Tx) RatedPlayers(guild ID) iter.Seq2[RatingRow, error] {
	return func(yield func(RatingRow, error) bool) {
		var key, value []byte // of the latest row so far of the player at hand
		for k, v := range tx.scan(inRatings, key64(uint64(guild))) {
			if key != nil && !bytes.Equal(k[:min(12, len(k))], key[:min(12, len(key))]) {
				if !yield(decodeRating(key, value)) {
					return
				}
			}
			key, value = k, v
		}
		if key != nil {
			yield(decodeRating(key, value))
		}
	}
}

func decodeRating(key, value []byte) (RatingRow, error) {
	if len(key) != 16 {
		return RatingRow{}, damaged("%v: a key of unknown form", inRatings)
	}
	row := RatingRow{
		Player: Player(binary.BigEndian.Uint32(key[8:])),
		Week:   binary.BigEndian.Uint32(key[12:]),
	}
	err := decode(inRatings, key, value, &row.Rating)
	return row, err
}

// Rated returns the number of the last result that is in the ratings, 0 if none
// is.
func (tx *Tx) Rated() (seq uint64, err error) { return tx.number(metaRated) }

// SetRated notes that all results up to seq are in the ratings, as far as they
// belong there.
func (tx *Tx) SetRated(seq uint64) error {
	if !tx.writable {
		return ErrReadOnly
	}
	n, err := tx.number(metaResults)
	if err != nil {
		return err
	}
	if seq > n {
		return invalid("ratings up to result %d of %d", seq, n)
	}
	return tx.setNumber(metaRated, seq)
}

// DropRatings removes all ratings of all servers, and the note of which results
// are in them.
func (tx *Tx) DropRatings() error {
	if err := tx.deleteAll(inRatings, nil); err != nil {
		return err
	}
	return tx.delete(inMeta, []byte(metaRated))
}
