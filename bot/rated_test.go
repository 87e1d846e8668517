package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/rating"
	"windfall/games/record"
	"windfall/store"
)

// The servers and the players of a season.
var (
	seasonGuilds  = []store.ID{801, 802}
	seasonPlayers = 5
)

// A season is a store in which games come to an end, one after another.
type season struct {
	t     rapid.TB
	store *store.Store
	now   time.Time
	rated []ratedGame // those that count, as this test sees it
	weeks []int64     // of the ends of all games
}

// A ratedGame is one of them. Its week is that of rating.go's own numbering.
type ratedGame struct {
	guild   store.ID
	players [2]store.Player
	winner  int
	week    int64
}

func newSeason(t rapid.TB, path string) *season {
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	season := &season{t: t, store: s, now: friday}
	season.update(func(tx *store.Tx) error {
		for i := range seasonPlayers {
			if _, err := tx.Meet(store.ID(100+i), fmt.Sprintf("M%d", i)); err != nil {
				return err
			}
		}
		return nil
	})
	return season
}

func (s *season) update(f func(*store.Tx) error) {
	if err := s.store.Update(context.Background(), f); err != nil {
		s.t.Fatal(err)
	}
}

// end ends a game with a result, and rates as play does if rate is set.
func (s *season) end(g store.Game, r store.Result, rate bool) {
	s.weeks = append(s.weeks, s.week())
	s.update(func(tx *store.Tx) error {
		g.Channel = 7
		r.Ended = s.now
		if err := tx.Put(&g); err != nil {
			return err
		}
		if _, err := tx.End(&g, r); err != nil {
			return err
		}
		if !rate {
			return nil
		}
		level, err := bot.Rate(tx)
		if err == nil && !level {
			err = errors.New("a few games are more than one transaction may rate")
		}
		return err
	})
}

// older makes a database into one of the format before ratings, which it is but
// for what it lacks.
func older(t *testing.T, path string) {
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, lacks := range []string{"ratings", "blocks", "bars", "pauses"} {
			if err := tx.DeleteBucket([]byte(lacks)); err != nil {
				return err
			}
		}
		meta := tx.Bucket([]byte("meta"))
		return errors.Join(meta.Put([]byte("format"), []byte{0, 0, 0, 5}), meta.Delete([]byte("rated")))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// resigned is the record of a game in which the second player resigned: at once, or
// after both had moved.
func resigned(t rapid.TB, moved bool) []byte {
	g, err := adameva.New(adameva.DealFrom(games.Secret{3}.Stream("resigned"), adameva.Classic), adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	for moved && (len(g.Played()) == 0 || g.Played()[len(g.Played())-1].Seat == g.Played()[0].Seat) {
		if _, err := g.Play(g.Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Play(adameva.Move{Seat: 1, Kind: adameva.Resign}); err != nil {
		t.Fatal(err)
	}
	kept, err := (&record.Record{Seats: []string{"a", "b"}, AdamEva: g}).Export()
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// week numbers the week that it is.
func (s *season) week() int64 {
	monday := s.now.Truncate(24 * time.Hour)
	for monday.Weekday() != time.Monday {
		monday = monday.AddDate(0, 0, -1)
	}
	return int64(monday.Sub(time.Date(1970, 1, 5, 0, 0, 0, 0, time.UTC))/(7*24*time.Hour)) + 1
}

// table ends a game at a table. If it counts, this test remembers it: its week is
// that of its end, or a later one in which either has played already.
func (s *season) table(guild store.ID, a, b store.Player, winner int, reason string, moved, rate bool) {
	g := store.Game{Kind: store.Table, Guild: guild, Players: []store.Player{a, b}, Variant: "classic"}
	if reason == "resigned" || reason == "time" {
		g.Record = resigned(s.t, moved)
	}
	s.end(g, store.Result{Winner: winner, Reason: reason, Points: []int{60, 60}, Bonus: []int{0, 0}, Low: []int{0, 0}}, rate)
	if guild == 0 || a == 0 || b == 0 || a == b || g.Record != nil && !moved {
		return
	}
	week, before := s.week(), s.weeks[:len(s.weeks)-1]
	if before = before[max(0, len(before)-8):]; len(before) > 0 {
		week = min(week, slices.Min(before)+13)
	}
	for _, before := range s.rated {
		for _, p := range before.players {
			if before.guild == guild && (p == a || p == b) {
				week = max(week, before.week)
			}
		}
	}
	s.rated = append(s.rated, ratedGame{guild, [2]store.Player{a, b}, winner, week})
}

// rows are all ratings of the store, to the last bit.
func (s *season) rows() string {
	var b strings.Builder
	err := s.store.View(context.Background(), func(tx *store.Tx) error {
		for _, guild := range seasonGuilds {
			for p := range store.Player(seasonPlayers) {
				for row, err := range tx.RatingsOf(guild, p+1) {
					if err != nil {
						return err
					}
					writeRow(&b, guild, row.Player, int64(row.Week), rating.Rating{Points: row.Points, Deviation: row.Deviation, Volatility: row.Volatility}, row.Games)
				}
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return b.String()
}

func writeRow(b *strings.Builder, guild store.ID, p store.Player, week int64, r rating.Rating, count int) {
	fmt.Fprintf(b, "%d %d %d %x %x %x %d\n", guild, p, week, math.Float64bits(r.Points), math.Float64bits(r.Deviation), math.Float64bits(r.Volatility), count)
}

// batch reckons the rows in another way: week by week, everybody who played in it
// at once, from what all were worth before.
func (s *season) batch() string {
	type standing struct {
		rating.Rating
		week  int64
		games int
	}
	lines := map[store.ID]map[store.Player]*strings.Builder{}
	for _, guild := range seasonGuilds {
		lines[guild] = map[store.Player]*strings.Builder{}
		weeks := map[int64][]ratedGame{}
		first, last := int64(math.MaxInt64), int64(0)
		for _, g := range s.rated {
			if g.guild == guild {
				weeks[g.week] = append(weeks[g.week], g)
				first, last = min(first, g.week), max(last, g.week)
			}
		}
		now := map[store.Player]standing{}
		worth := func(p store.Player) rating.Rating {
			if known, ok := now[p]; ok {
				return known.Rating
			}
			return rating.Unknown
		}
		for week := first; week <= last; week++ {
			next := map[store.Player]standing{}
			for p := range store.Player(seasonPlayers) {
				p++
				var played []rating.Game
				for _, g := range weeks[week] {
					for seat := range 2 {
						if g.players[seat] == p {
							score := 0.5
							if g.winner >= 0 {
								score = float64(1 - (seat+g.winner)%2)
							}
							played = append(played, rating.Game{Opponent: worth(g.players[1-seat]), Score: score})
						}
					}
				}
				known, ok := now[p]
				if !ok && played == nil {
					continue
				}
				after, err := worth(p).Through(played)
				if err != nil {
					s.t.Fatal(err)
				}
				if known.Rating.Deviation == rating.Widest && played == nil {
					after = known.Rating // it cannot become less certain
				}
				next[p] = standing{after, week, known.games + len(played)}
				if played != nil {
					if lines[guild][p] == nil {
						lines[guild][p] = new(strings.Builder)
					}
					writeRow(lines[guild][p], guild, p, week, after, next[p].games)
				}
			}
			for p, standing := range next {
				now[p] = standing
			}
		}
	}
	var all strings.Builder
	for _, guild := range seasonGuilds {
		for p := range store.Player(seasonPlayers) {
			if b := lines[guild][p+1]; b != nil {
				all.WriteString(b.String())
			}
		}
	}
	return all.String()
}

// damage changes a bit in the middle of the last value of a bucket, as a bad disk
// may, while the bot is stopped.
func (h *house) damage(bucket string) {
	h.Helper()
	h.stop()
	db, err := bbolt.Open(h.path, 0o600, nil)
	if err != nil {
		h.Fatal(err)
	}
	defer h.start()
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		in := tx.Bucket([]byte(bucket))
		k, v := in.Cursor().Last()
		k, v = bytes.Clone(k), bytes.Clone(v)
		v[len(v)/2] ^= 1
		return in.Put(k, v)
	})
	if err != nil {
		h.Fatal(err)
	}
}

// resigns plays a game until both have moved, and who then gives up.
func (h *house) resigns(general *discordtest.Channel, who, other *discordtest.Member) string {
	h.Helper()
	m := h.sitDown(general, who, other)
	m.step()
	m.step()
	who.In(general).Press(who.In(general).Run("/adam-eva resign").Reply(), "Yes, resign")
	h.settle()
	return m.table().Text()
}

// A disk has changed an old game that is not in the ratings yet: it counts for
// none, those who run the bot read so once, and for everybody else games end and
// ratings go on, the same two players' too.
func TestADamagedGameIsUnratedAndStopsNobody(t *testing.T) {
	for _, bucket := range []string{"records", "results"} {
		t.Run(bucket, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			general := h.guild.NewChannel("general")
			ana, ben, cid, dan := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid"), h.guild.Join("Dan")
			h.resigns(general, ana, ben)
			h.resigns(general, ana, ben)
			h.stop()
			older(t, h.path)
			h.damage(bucket)
			tells(t, cid.In(general).Run("/ratings").Text(), "2 members", "Ben: 1662 ± 581, 1 game")
			tells(t, h.resigns(general, cid, dan), "-# Rating: Cid 1338 ± 581 (−162) · Dan 1662 ± 581 (+162)")
			if bucket == "records" { // statistics of the two count results, and one is gone
				tells(t, ben.In(general).Run("/stats").Text(), "Rating here: **1662 ± 581**")
			}
			tells(t, h.resigns(general, ben, ana), "-# Rating: Ben ", "(−162)")
			tells(t, cid.In(general).Run("/ratings").Text(), "4 members", ", 2 games")
			if n := strings.Count(h.log.String(), "a result cannot be rated"); n != 1 {
				t.Errorf("it is in the log %d times", n)
			}
		})
	}
}

// A rating that a disk has changed is passed over on the board and in statistics,
// games of that player still end, and the command makes it anew.
func TestADamagedRatingIsPassedOver(t *testing.T) {
	t.Parallel()
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben, cid := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cid")
	h.resigns(general, ana, cid)
	h.resigns(general, cid, ben)
	h.damage("ratings") // Ben's, whose number is the highest
	board := ana.In(general).Run("/ratings").Text()
	tells(t, board, "2 members", "Ana**: 1338 ± 581")
	tells(t, ben.In(general).Run("/stats").Text(), "1 game: 1 won")
	tells(t, h.resigns(general, ben, ana), "resigned")
	if len(h.games()) != 0 {
		t.Error("a game of theirs does not end")
	}
	if _, _, err := bot.RebuildRatings(context.Background(), bot.Keep(h.store), func(_, _ uint64, err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	tells(t, ana.In(general).Run("/ratings").Text(), "3 members")
}

// A deaf store cannot say how far the ratings are.
type deaf struct {
	bot.Store
	is *atomic.Bool
}

func (d deaf) Update(ctx context.Context, f func(bot.Tx) error) error {
	return d.Store.Update(ctx, func(tx bot.Tx) error { return f(deafTx{tx, d.is}) })
}

func (d deaf) View(ctx context.Context, f func(bot.Tx) error) error {
	return d.Store.View(ctx, func(tx bot.Tx) error { return f(deafTx{tx, d.is}) })
}

type deafTx struct {
	bot.Tx
	is *atomic.Bool
}

func (d deafTx) Rated() (uint64, error) {
	if d.is.Load() {
		return 0, store.ErrDamaged
	}
	return d.Tx.Rated()
}

// A game ends whatever is wrong with the ratings, and counts for them once that is
// right again.
func TestAGameEndsWithoutTheRatings(t *testing.T) {
	t.Parallel()
	h := open(t, asleep)
	h.stop()
	is := new(atomic.Bool)
	h.around = func(s bot.Store) bot.Store { return deaf{s, is} }
	h.start()
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	is.Store(true)
	said := h.resigns(general, ana, ben)
	tells(t, said, "resigned")
	if len(h.games()) != 0 || len(h.results()) != 1 || ratingLine(said) != "" {
		t.Errorf("the game goes on, or is rated:\n%s", said)
	}
	tells(t, ben.In(general).Run("/ratings").Text(), "Nobody in this server has a rating yet.")
	tells(t, ben.In(general).Run("/stats").Text(), "1 game")
	is.Store(false)
	tells(t, ben.In(general).Run("/ratings").Text(), "Ben**: 1662 ± 581, 1 game")
}

// Whatever is played, when, and by whom, in games that count and in games that do
// not, with weeks without a game and a clock that is put back: what play makes of
// the ratings, what a start makes of results without ratings, what the command
// makes of all results again, what a check reckons, and what comes of reckoning
// week by week are the same to the last bit.
func TestRatingsFollowFromTheResults(t *testing.T) {
	dir, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		s := newSeason(t, filepath.Join(dir, fmt.Sprint(n)))
		defer s.store.Close()
		old := rapid.IntRange(0, 12).Draw(t, "games from before there were ratings")
		count := rapid.IntRange(1, 60).Draw(t, "games")
		player := rapid.IntRange(1, seasonPlayers)
		for i := range count {
			s.now = s.now.Add(rapid.SampledFrom([]time.Duration{
				time.Second, time.Minute, time.Hour, 2 * time.Hour, 30 * time.Hour, 4 * 24 * time.Hour, 8 * 24 * time.Hour, 40 * 24 * time.Hour, 400 * 24 * time.Hour, -390 * 24 * time.Hour, -30 * time.Hour, -15 * 24 * time.Hour,
			}).Draw(t, "later"))
			rate := i >= old
			a, b := store.Player(player.Draw(t, "first")), store.Player(player.Draw(t, "second"))
			guild := rapid.SampledFrom(append(seasonGuilds, seasonGuilds[0], 0)).Draw(t, "server")
			winner := rapid.IntRange(-1, 1).Draw(t, "winner")
			switch what := rapid.IntRange(0, 15).Draw(t, "what"); what {
			case 0:
				s.end(store.Game{Kind: store.Daily, Day: uint32(i + 1), Guild: guild, Owner: a, Players: []store.Player{a}}, store.Result{Winner: -1, Outcome: "stuck"}, false)
			case 1:
				s.end(store.Game{Kind: store.Robot, Guild: guild, Owner: a, Players: []store.Player{a, 0}}, store.Result{Winner: 0, Reason: "points"}, false)
			case 2, 3:
				s.table(guild, a, b, 0, "resigned", what == 2, rate)
			case 4: // no game that there is has two people and no table
				s.end(store.Game{Kind: store.Practice, Guild: guild, Owner: a, Players: []store.Player{a, b}}, store.Result{Winner: 0, Reason: "points"}, false)
			case 5:
				s.update(func(tx *store.Tx) error { return tx.Forget(a) })
			default:
				s.table(guild, a, b, winner, map[int]string{-1: "draw", 0: "points", 1: "low-apples"}[winner], true, rate)
			}
		}
		if rapid.Bool().Draw(t, "restart") {
			s.update(func(tx *store.Tx) error { _, err := bot.Rate(tx); return err })
		}
		s.update(func(tx *store.Tx) error { _, err := bot.Rate(tx); return err })
		played := s.rows()
		if want := s.batch(); played != want {
			t.Fatalf("play makes\n%s\nand week by week it is\n%s", played, want)
		}
		if faults, err := bot.RatingFaults(context.Background(), s.store); err != nil || len(faults) > 0 {
			t.Fatalf("a check of what play makes finds %q (%v)", faults, err)
		}
		players, servers, err := bot.RebuildRatings(context.Background(), bot.Keep(s.store), func(_, _ uint64, err error) { t.Error(err) })
		if err != nil {
			t.Fatal(err)
		}
		if again := s.rows(); again != played {
			t.Fatalf("play makes\n%s\nand made again they are\n%s", played, again)
		}
		rated := map[[2]uint64]bool{}
		in := map[store.ID]bool{}
		for _, g := range s.rated {
			in[g.guild] = true
			for _, p := range g.players {
				rated[[2]uint64{uint64(g.guild), uint64(p)}] = true
			}
		}
		if players != len(rated) || servers != len(in) {
			t.Errorf("%d players on %d servers are said to have ratings, and %d on %d have", players, servers, len(rated), len(in))
		}
	})
}
