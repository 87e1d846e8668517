package bot

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"windfall/store"
)

// A Store keeps what must outlive a restart. [Keep] makes one from the bbolt
// store; another needs only these methods with the same promises.
type Store interface {
	// Update runs f in a transaction that may write, and returns once what f
	// wrote is safe. An error of f undoes all it wrote and is returned.
	Update(ctx context.Context, f func(Tx) error) error
	// View runs f on one consistent state.
	View(ctx context.Context, f func(Tx) error) error
	// Live notes that the store is in use at now, and Restored reports whether
	// it was put back from a copy since that was last noted.
	Live(ctx context.Context, now time.Time) error
	Restored(ctx context.Context) (asOf time.Time, yes bool, err error)
	// Compact makes the store anew, without anything that was removed.
	Compact(ctx context.Context) error
	// BackupInto puts a copy into a folder and removes the oldest beyond so many,
	// and LatestBackup says when the newest there was made.
	BackupInto(ctx context.Context, folder string, now time.Time, keep int) (file string, err error)
	LatestBackup(folder string) (made time.Time, yes bool, err error)
}

// A Tx is a transaction, valid until the function it was given to returns. What
// its methods promise stands at those of [store.Tx].
type Tx interface {
	Meet(id store.ID, name string) (store.Profile, error)
	Player(id store.ID) (store.Profile, error)
	PlayerNumber(id store.ID) (store.Player, bool)
	Profile(p store.Player) (store.Profile, error)
	SetShare(p store.Player, share store.Share) error
	SetHidden(p store.Player, hidden bool) error
	SetRefuses(p store.Player, refuses bool) error
	Forget(p store.Player) error
	Stale() (bool, error)

	Key(random io.Reader) ([]byte, error)
	Block(by store.Player, id store.ID, since time.Time) error
	Unblock(by store.Player, id store.ID) error
	LiftBlock(by store.Player, hash []byte) error
	Blocked(by store.Player, id store.ID) (bool, error)
	Blocks(by store.Player) ([]store.Block, error)
	Pause(challenger, challenged store.Player, until time.Time, step int) error
	PausedUntil(challenger, challenged store.Player, now time.Time) (until time.Time, paused bool, err error)
	PausesOf(p store.Player) ([]store.Pause, error)
	PauseStep(challenger, challenged store.Player) (int, error)
	SweepPauses(now time.Time) error
	KeepPauses(challenger store.Player, now time.Time) error
	SweepKeptPauses(now time.Time) error
	Bar(day uint32, id store.ID) error
	Barred(day uint32, id store.ID) (bool, error)
	DropBars(through uint32) error

	Game(id uint64) (store.Game, error)
	GameAt(channel store.ID, kind store.Kind, owner store.Player) (store.Game, error)
	Games() ([]store.Game, error)
	GamesIn(channel store.ID) ([]store.Game, error)
	GamesOf(p store.Player) ([]store.Game, error)
	Put(g *store.Game) error
	Note(g *store.Game) error
	Drop(g *store.Game, reason store.GoneReason) error
	End(g *store.Game, r store.Result) (store.Result, error)

	Due(now time.Time, limit int) ([]store.Game, error)
	NextDue() (time.Time, bool)

	Results(p store.Player, guild store.ID) iter.Seq2[store.Result, error]
	ResultsThrough(p store.Player, guild store.ID, seq uint64) iter.Seq2[store.Result, error]
	Result(seq uint64) (store.Result, error)
	ResultOf(game uint64) (store.Result, error)
	RecordOf(game uint64) ([]byte, error)
	ReplaceRecord(game uint64, record []byte) error
	Look(game uint64, seat int) ([]byte, error)
	PutLook(game uint64, seat int, look []byte) error

	PutRating(guild store.ID, p store.Player, week uint32, r store.Rating) error
	Rating(guild store.ID, p store.Player) (store.Rating, uint32, error)
	RatingBefore(guild store.ID, p store.Player, week uint32) (store.Rating, uint32, error)
	RatingsOf(guild store.ID, p store.Player) iter.Seq2[store.RatingRow, error]
	RatedPlayers(guild store.ID) iter.Seq2[store.RatingRow, error]
	Rated() (seq uint64, err error)
	SetRated(seq uint64) error
	DropRatings() error

	FirstDay(today time.Time) (time.Time, error)
	Day(number uint32) (store.Day, error)
	PutDay(d *store.Day) error
	Attempt(p store.Player, day uint32) (uint64, error)
	Attempts(day uint32) ([]store.Attempt, error)
	Void(number uint32) (store.Void, error)
	Voids() ([]store.Void, error)
	PutVoid(v store.Void) error
	Standings(guild store.ID, first, last uint32) iter.Seq2[store.Standing, error]

	Guilds() ([]store.ID, error)
	PurgeGuild(guild store.ID) error
	Settings(guild store.ID) (store.Settings, error)
	PutSettings(s *store.Settings) error
	SettingsDue(now time.Time, limit int) ([]store.Settings, error)
	NextSettingsDue() (time.Time, bool)
	MarkPosted(guild store.ID, day uint32) (news bool, err error)
	Announcement(guild store.ID, day uint32) (store.Message, error)
	PutAnnouncement(guild store.ID, day uint32, at store.Message) error
}

// Keep returns the bbolt store as the bot uses it.
func Keep(s *store.Store) Store { return boltStore{s} }

type boltStore struct{ *store.Store }

func (b boltStore) Update(ctx context.Context, f func(Tx) error) error {
	return b.Store.Update(ctx, func(tx *store.Tx) error { return f(tx) })
}

func (b boltStore) View(ctx context.Context, f func(Tx) error) error {
	return b.Store.View(ctx, func(tx *store.Tx) error { return f(tx) })
}

// openOrEnded reads a game and its record, open or finished. Of a finished one the
// game is what its result says, and ended is the result. The error is
// [store.ErrNotFound] or [store.ErrGone] if there is neither.
func openOrEnded(tx Tx, id uint64) (g store.Game, ended *store.Result, kept []byte, err error) {
	g, err = tx.Game(id)
	if !errors.Is(err, store.ErrEnded) {
		return g, nil, g.Record, err
	}
	r, err := tx.ResultOf(id)
	if err != nil {
		return g, nil, nil, err
	}
	if kept, err = tx.RecordOf(id); err != nil {
		return g, nil, nil, err
	}
	return store.Game{
		ID: id, Kind: r.Kind, Channel: r.Channel, Guild: r.Guild, Players: r.Players,
		Variant: r.Variant, Day: r.Day, Number: r.Number,
	}, &r, kept, nil
}
