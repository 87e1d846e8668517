package bot

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math"
	"slices"
	"time"

	"windfall/bot/text"
	"windfall/games/adameva"
	"windfall/games/rating"
	"windfall/games/record"
	"windfall/store"
)

// This file keeps the ratings of each server, which follow from its results and
// from nothing else: docs/ratings.md says how. A row is a player's rating after a
// week with all their games of that week that are over.
//
// Results are taken in one after another, in the order in which they were kept,
// and the store notes how far that has come. So nothing depends on when it is
// done: when a game ends, at a start with games from before there were ratings,
// or all over again by a command.

// weekOf numbers the weeks, Monday to Sunday in UTC: 1 begins on 5 January 1970.
func weekOf(t time.Time) uint32 {
	days := max(0, t.Unix()/(24*60*60)+firstMonday)
	return uint32(min(days/7, math.MaxUint32))
}

// weekBegins returns the midnight with which a week begins.
func weekBegins(week uint32) time.Time {
	return time.Unix((int64(week)*7-firstMonday)*24*60*60, 0).UTC()
}

// firstMonday is how many days before 1970 week 0 began.
const firstMonday = 3

// What may be done about ratings in one transaction: so many results are looked
// at, and one that is rated counts as many.
const (
	ratedAtOnce = 4096
	ratedCosts  = 16
)

// An unrated is told of a result that ought to count and cannot be rated, because
// something that is needed for it is damaged.
type unrated func(r *store.Result, err error)

// unratedIn writes them into a log, for those who run the bot.
func unratedIn(log *slog.Logger) unrated {
	return func(r *store.Result, err error) {
		log.Error("a result cannot be rated and counts for no rating; windfall check says what is damaged, and windfall ratings --rebuild mends ratings that are",
			"result", r.Seq, "game", r.Game, "error", err)
	}
}

// rate takes the results that are kept and not in the ratings yet into them, up
// to what one transaction may do. level reports whether none is left. One that
// cannot be rated counts for no rating, and is told of once: others go on. If rate
// fails nothing is half in the ratings, unless the error is a [halfRatedError].
func rate(tx Tx, cannot unrated) (level bool, err error) {
	seq, err := tx.Rated()
	if err != nil {
		return false, err
	}
	from := seq
	for left := ratedAtOnce; left > 0; left-- {
		r, err := tx.Result(seq + 1)
		if errors.Is(err, store.ErrNotFound) {
			level = true
			break
		}
		var rows []store.RatingRow
		if err == nil {
			rows, err = rowsAfter(tx, &r)
		}
		if err != nil {
			r.Seq = seq + 1
			cannot(&r, err)
		}
		for _, row := range rows {
			if err := tx.PutRating(r.Guild, row.Player, row.Week, row.Rating); err != nil {
				return false, &halfRatedError{fmt.Errorf("rate game %d: %w", r.Game, err)}
			}
			left -= ratedCosts / 2
		}
		seq++
	}
	if seq == from {
		return level, nil
	}
	if err := tx.SetRated(seq); err != nil {
		return false, &halfRatedError{err}
	}
	return level, nil
}

// A halfRatedError says that a result may be in one rating and not in another, or
// in the ratings and not noted, so that nothing of the transaction may be kept.
type halfRatedError struct{ error }

func (e *halfRatedError) Unwrap() error { return e.error }

// isRated reports whether a result counts for ratings: a game of two people at a
// table of a server that came to an end after both of them had moved. It is an
// error, and the result does not count, if nobody can tell.
func isRated(tx Tx, r *store.Result) (bool, error) {
	if r.Kind != store.Table || r.Guild == 0 || len(r.Players) != 2 || r.Players[0] == 0 || r.Players[1] == 0 || r.Players[0] == r.Players[1] {
		return false, nil
	}
	switch adameva.Reason(r.Reason) {
	case adameva.ByPoints, adameva.ByLowApples, adameva.ByDraw:
		return true, nil
	case adameva.ByResigning, adameva.ByTime:
	default:
		return false, nil
	}
	kept, err := tx.RecordOf(r.Game)
	if err != nil {
		return false, err
	}
	rec, err := record.Load(kept)
	if err != nil {
		return false, err
	}
	if rec.AdamEva == nil {
		return false, fmt.Errorf("the record of game %d is of another game", r.Game)
	}
	var moved [2]bool
	for _, m := range rec.AdamEva.Played() {
		if m.Kind != adameva.Resign && m.Kind != adameva.Time {
			moved[m.Seat] = true
		}
	}
	return moved[0] && moved[1], nil
}

// rowsAfter returns what a result makes of the ratings: the rows of its two players
// for its week, reckoned anew, or none if it does not count. The week is that of the
// result, or a later one if either has a row for that, so that a clock that was put
// back changes nothing which others were reckoned from.
func rowsAfter(tx Tx, r *store.Result) ([]store.RatingRow, error) {
	if counts, err := isRated(tx, r); err != nil || !counts {
		return nil, err
	}
	week := weekOfResult(tx, r)
	for _, p := range r.Players {
		_, latest, err := tx.Rating(r.Guild, p)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		week = max(week, latest)
	}
	var rows []store.RatingRow
	for _, p := range r.Players {
		_, before, err := ratingBefore(tx, r.Guild, p, week)
		if err != nil {
			return nil, err
		}
		games := before
		if latest, of, err := tx.Rating(r.Guild, p); err == nil && of == week {
			games = latest.Games
		}
		games++
		after, err := ratingAfter(tx, p, week, r, games-before)
		if err != nil {
			return nil, err
		}
		rows = append(rows, store.RatingRow{Player: p, Week: week,
			Rating: store.Rating{Points: after.Points, Deviation: after.Deviation, Volatility: after.Volatility, Games: games}})
	}
	return rows, nil
}

// How far a result may be ahead of the earliest of so many results before it, of
// whatever game and server: a clock that is wrong for a few games cannot take anybody
// further than that, and where so little is played that it matters nobody is wronged.
const (
	resultsBefore = 8
	weeksAhead    = 13
)

// weekOfResult returns the week in which a game ended, as far as the results before
// it bear that out.
func weekOfResult(tx Tx, r *store.Result) uint32 {
	own, earliest := weekOf(r.Ended), uint32(math.MaxUint32-weeksAhead)
	for seq := r.Seq; seq > 1 && seq+resultsBefore > r.Seq; seq-- {
		if before, err := tx.Result(seq - 1); err == nil {
			earliest = min(earliest, weekOf(before.Ended))
		}
	}
	return min(own, earliest+weeksAhead)
}

// ratingBefore returns what a player was worth when a week began, and in how many
// games they had shown it.
func ratingBefore(tx Tx, guild store.ID, p store.Player, week uint32) (rating.Rating, int, error) {
	row, of, err := tx.RatingBefore(guild, p, week)
	if errors.Is(err, store.ErrNotFound) {
		return rating.Unknown, 0, nil
	}
	if err != nil {
		return rating.Rating{}, 0, err
	}
	r, err := idle(row, int64(week)-int64(of)-1)
	return r, row.Games, err
}

// idle returns a row's rating after so many weeks without a game.
func idle(row store.Rating, weeks int64) (rating.Rating, error) {
	return rating.Rating{Points: row.Points, Deviation: row.Deviation, Volatility: row.Volatility}.Idle(weeks)
}

// ratingAfter returns what a player is worth in a week after so many games of it,
// of which r is the last.
func ratingAfter(tx Tx, p store.Player, week uint32, r *store.Result, count int) (rating.Rating, error) {
	before, _, err := ratingBefore(tx, r.Guild, p, week)
	if err != nil {
		return before, err
	}
	results, err := ratedThrough(tx, p, r, count)
	if err != nil {
		return before, err
	}
	var games []rating.Game
	for _, played := range results {
		seat := slices.Index(played.Players, p)
		g := rating.Game{Score: 0.5}
		switch played.Winner {
		case seat:
			g.Score = 1
		case 1 - seat:
			g.Score = 0
		}
		if g.Opponent, _, err = ratingBefore(tx, r.Guild, played.Players[1-seat], week); err != nil {
			return before, err
		}
		games = append(games, g)
	}
	return before.Through(games)
}

// ratedThrough returns so many rated results of a player in the server of r, of
// which r is the last.
func ratedThrough(tx Tx, p store.Player, r *store.Result, count int) ([]store.Result, error) {
	var results []store.Result
	for played, err := range ratedDown(tx, p, r.Guild, r.Seq) {
		if err != nil {
			return nil, err
		}
		if len(results) == count {
			break
		}
		results = append(results, played)
	}
	slices.Reverse(results)
	return results, nil
}

// ratedDown goes through the results of a player in a server that count, from seq
// down. What is damaged does not count.
func ratedDown(tx Tx, p store.Player, guild store.ID, seq uint64) iter.Seq2[store.Result, error] {
	return func(yield func(store.Result, error) bool) {
		for again := true; again; {
			again = false
			for played, err := range tx.ResultsThrough(p, guild, seq) {
				if err != nil && played.Seq > 0 && played.Seq <= seq {
					seq, again = played.Seq-1, true
					break
				}
				if err != nil {
					yield(played, err)
					return
				}
				if counts, err := isRated(tx, &played); err != nil || !counts {
					continue
				}
				if !yield(played, nil) {
					return
				}
			}
		}
	}
}

// ratingNow returns what a row is worth at now: with the weeks since, the open
// one too, as weeks without a game.
func ratingNow(row store.Rating, week uint32, now time.Time) (rating.Rating, error) {
	return idle(row, int64(weekOf(now))-int64(week))
}

// ratingMoves says how a finished game moved the ratings of its players, by seat:
// none if it is not rated, or not yet, and none of somebody who hides theirs or is
// forgotten. Nor does it say anything if that cannot be found out: a game is over
// whatever its ratings are, and the log knows.
func ratingMoves(tx Tx, r *store.Result, names text.Names, log *slog.Logger) []text.RatingMove {
	moves, err := readRatingMoves(tx, r, names)
	if err != nil {
		log.Warn("how a game moved the ratings cannot be said; windfall check says what is damaged", "game", r.Game, "error", err)
		return nil
	}
	return moves
}

func readRatingMoves(tx Tx, r *store.Result, names text.Names) (moves []text.RatingMove, err error) {
	through, err := tx.Rated()
	if err != nil || through < r.Seq {
		return nil, err
	}
	if counts, err := isRated(tx, r); err != nil || !counts {
		return nil, nil // if it cannot be told, the log was told when it was rated
	}
	for seat, p := range r.Players {
		profile, err := tx.Profile(p)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if profile.Hidden || profile.ID == 0 {
			continue
		}
		was, is, err := ratingMove(tx, p, r, through)
		if err != nil {
			return nil, err
		}
		points, within := is.Plain()
		from, _ := was.Plain()
		moves = append(moves, text.RatingMove{Name: names[seat], Points: points, Within: within, Change: points - from})
	}
	return moves, nil
}

// ratingMove returns what a player was worth just before and just after a game
// that is rated. through is the last result that is in the ratings.
func ratingMove(tx Tx, p store.Player, r *store.Result, through uint64) (was, is rating.Rating, err error) {
	latest, _, err := tx.Rating(r.Guild, p)
	if err != nil {
		return was, is, err
	}
	// Which of the player's games it was, and so in which of their rows it is.
	game := latest.Games
	for later, err := range ratedDown(tx, p, r.Guild, through) {
		if err != nil {
			return was, is, err
		}
		if later.Seq <= r.Seq {
			break
		}
		game--
	}
	before := 0
	for row, err := range tx.RatingsOf(r.Guild, p) {
		if err != nil {
			return was, is, err
		}
		if row.Games < game {
			before = row.Games
			continue
		}
		if is, err = ratingAfter(tx, p, row.Week, r, game-before); err != nil {
			return was, is, err
		}
		was, err = ratingWas(tx, p, row.Week, r, game-before)
		return was, is, err
	}
	return was, is, fmt.Errorf("game %d is in no rating of its player: %w", r.Game, store.ErrNotFound)
}

// ratingWas is ratingAfter without the last game.
func ratingWas(tx Tx, p store.Player, week uint32, r *store.Result, count int) (rating.Rating, error) {
	results, err := ratedThrough(tx, p, r, count)
	if err != nil {
		return rating.Rating{}, err
	}
	if len(results) > 1 {
		return ratingAfter(tx, p, week, &results[len(results)-2], count-1)
	}
	before, _, err := ratingBefore(tx, r.Guild, p, week)
	if err != nil {
		return before, err
	}
	return before.Idle(1)
}

// rateMore brings the ratings up to date as far as one transaction may, and
// reports whether they are.
func (b *Bot) rateMore(ctx context.Context) (level bool, err error) {
	err = b.store.View(ctx, func(tx Tx) (err error) {
		level, err = isLevel(tx)
		return err
	})
	if err != nil || level {
		return level, err
	}
	err = b.store.Update(ctx, func(tx Tx) (err error) {
		level, err = rate(tx, unratedIn(b.log))
		return err
	})
	return level, err
}

// isLevel reports whether every result that is kept is in the ratings.
func isLevel(tx Tx) (bool, error) {
	seq, err := tx.Rated()
	if err != nil {
		return false, err
	}
	if _, err = tx.Result(seq + 1); errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// catchUpRatings takes all that is kept into the ratings, such as the results
// from before there were any.
func (b *Bot) catchUpRatings(ctx context.Context) {
	for ctx.Err() == nil {
		level, err := b.rateMore(ctx)
		switch {
		case ctx.Err() != nil || err == nil && level:
			return
		case err != nil:
			b.log.Error("the ratings cannot be brought up to date", "error", err)
			b.sleep(ctx, clockRest, nil)
		}
	}
}

// RebuildRatings makes all ratings of a store anew from its results, and returns
// of how many players on how many servers there are any now. What it makes is what
// play has made, to the byte. It calls cannot for each result that is damaged and so
// counts for no rating. If it is broken off, the next start of the bot completes it.
func RebuildRatings(ctx context.Context, s Store, cannot func(result, game uint64, err error)) (players, servers int, err error) {
	if err := s.Update(ctx, Tx.DropRatings); err != nil {
		return 0, 0, fmt.Errorf("drop the ratings: %w", err)
	}
	for level := false; !level; {
		err := s.Update(ctx, func(tx Tx) (err error) {
			level, err = rate(tx, func(r *store.Result, err error) { cannot(r.Seq, r.Game, err) })
			return err
		})
		if err != nil {
			return 0, 0, fmt.Errorf("make the ratings anew: %w", err)
		}
	}
	err = s.View(ctx, func(tx Tx) error {
		guilds, err := tx.Guilds()
		if err != nil {
			return err
		}
		for _, guild := range guilds {
			before := players
			for _, err := range tx.RatedPlayers(guild) {
				if err != nil {
					return err
				}
				players++
			}
			if players > before {
				servers++
			}
		}
		return nil
	})
	return players, servers, err
}
