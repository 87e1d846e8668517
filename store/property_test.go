package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A model is the store as one would write it without a disk: maps, and
// questions answered by looking at everything.
type model struct {
	games    map[uint64]Game
	gone     map[uint64]GoneReason
	results  []Result // by number, from 1
	records  map[uint64]string
	attempts map[Attempt]uint32 // → day
	profiles []Profile          // by number, from 1
	settings map[ID]Settings
	days     map[uint32]Day
	posted   map[[2]uint64]bool
	ratings  map[rowOf]Rating
	blocks   map[blockOf]Block // without hashes
	pauses   map[[2]Player]pause
	lastGame uint64
}

type rowOf struct {
	guild ID
	p     Player
	week  uint32
}

type blockOf struct {
	by Player
	id ID
}

func newModel() *model {
	return &model{
		games: map[uint64]Game{}, gone: map[uint64]GoneReason{}, records: map[uint64]string{},
		attempts: map[Attempt]uint32{}, settings: map[ID]Settings{}, days: map[uint32]Day{}, posted: map[[2]uint64]bool{},
		ratings: map[rowOf]Rating{}, blocks: map[blockOf]Block{}, pauses: map[[2]Player]pause{},
	}
}

func (m *model) clone() *model {
	return &model{
		maps.Clone(m.games), maps.Clone(m.gone), slices.Clone(m.results), maps.Clone(m.records), maps.Clone(m.attempts),
		slices.Clone(m.profiles), maps.Clone(m.settings), maps.Clone(m.days), maps.Clone(m.posted),
		maps.Clone(m.ratings), maps.Clone(m.blocks), maps.Clone(m.pauses), m.lastGame,
	}
}

// state says why a game with that id and version cannot be written.
func (m *model) state(id, version uint64) error {
	if g, ok := m.games[id]; ok {
		if g.Version != version {
			return ErrConflict
		}
		return nil
	}
	if _, ok := m.gone[id]; ok {
		return ErrGone
	}
	for _, r := range m.results {
		if r.Game == id {
			return ErrEnded
		}
	}
	return ErrNotFound
}

func (m *model) put(g *Game) error {
	if g.ID != 0 {
		if err := m.state(g.ID, g.Version); err != nil {
			return err
		}
		kept := m.games[g.ID]
		if (g.Kind == Daily || kept.Kind == Daily) && (g.Kind != kept.Kind || g.Day != kept.Day || g.Owner != kept.Owner) {
			return ErrInvalid
		}
	}
	for _, o := range m.games {
		if o.ID != g.ID && o.Channel == g.Channel && o.Kind == g.Kind && o.Owner == g.Owner && (o.Day == g.Day || g.Kind != Daily) {
			return ErrTaken
		}
	}
	if g.Kind == Daily {
		for a, day := range m.attempts {
			if day == g.Day && a.Player == g.Owner && a.Game != g.ID {
				return ErrAttempted
			}
		}
	}
	if g.ID == 0 {
		m.lastGame++
		g.ID = m.lastGame
	}
	g.Version++
	m.games[g.ID] = *g
	if g.Kind == Daily {
		m.attempts[Attempt{g.Owner, g.ID}] = g.Day
	}
	return nil
}

func (m *model) openGames(which func(Game) bool, order func(a, b Game) int) []Game {
	var gs []Game
	for _, g := range m.games {
		if which(g) {
			gs = append(gs, g)
		}
	}
	slices.SortFunc(gs, order)
	return gs
}

func byKey(a, b Game) int {
	return cmp.Or(cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Owner, b.Owner), cmp.Compare(a.Day, b.Day))
}

// Draws. There are few players, channels, servers and days, so that things
// meet.
var (
	somePlayer  = rapid.Custom(func(t *rapid.T) Player { return Player(rapid.IntRange(1, 4).Draw(t, "player")) })
	someChannel = rapid.Custom(func(t *rapid.T) ID { return ID(rapid.IntRange(1, 3).Draw(t, "channel")) })
	someGuild   = rapid.Custom(func(t *rapid.T) ID { return ID(rapid.IntRange(0, 2).Draw(t, "guild")) })
	someDay     = rapid.Custom(func(t *rapid.T) uint32 { return uint32(rapid.IntRange(1, 3).Draw(t, "day")) })
	someTime    = rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.Bool().Draw(t, "none") {
			return time.Time{}
		}
		return noon.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "ms")) * time.Millisecond)
	})
)

// place gives a game a kind, and what must go with it.
func place(t *rapid.T, g *Game) {
	g.Channel, g.Guild = someChannel.Draw(t, "channel"), someGuild.Draw(t, "guild")
	g.Kind = Kind(rapid.IntRange(1, int(kinds)-1).Draw(t, "kind"))
	g.Owner, g.Day = somePlayer.Draw(t, "owner"), 0
	g.Players = []Player{g.Owner, Player(rapid.IntRange(0, 4).Draw(t, "other"))}
	switch g.Kind {
	case Table:
		g.Owner = 0
	case Daily:
		g.Players, g.Day = g.Players[:1], someDay.Draw(t, "day")
	case Archive:
		g.Day = someDay.Draw(t, "day")
	}
}

func rewrite(t *rapid.T, g *Game) {
	g.Due = someTime.Draw(t, "due")
	g.Record = fmt.Append(nil, "record ", rapid.IntRange(0, 2000).Draw(t, "record"))
}

// anyGame draws an open game, or now and then an ended, gone or stale one.
func (m *model) anyGame(t *rapid.T) Game {
	if m.lastGame == 0 {
		return Game{ID: 1, Version: 1, Channel: 1, Kind: Table}
	}
	id := rapid.Uint64Range(1, m.lastGame+1).Draw(t, "game")
	if open := slices.Sorted(maps.Keys(m.games)); len(open) > 0 && rapid.IntRange(0, 4).Draw(t, "open") > 0 {
		id = rapid.SampledFrom(open).Draw(t, "game")
	}
	g, ok := m.games[id]
	if !ok {
		g = Game{ID: id, Version: 1, Channel: 1, Kind: Table}
	}
	if rapid.IntRange(0, 9).Draw(t, "stale") == 0 {
		g.Version--
	}
	return g
}

// act does one thing to the store and to the model, which must agree.
func act(t *rapid.T, tx *Tx, m *model) {
	agree := func(what string, got, want error) {
		if !errors.Is(got, want) || (got == nil) != (want == nil) {
			t.Fatalf("%s: the store says %v, the model %v", what, got, want)
		}
	}
	switch what := rapid.SampledFrom([]string{
		"begin", "begin", "begin", "move", "move", "move", "place", "note", "end", "end", "drop",
		"meet", "meet", "forget", "settings", "day", "posted", "purge", "rating", "rating", "rating", "block", "block", "unblock", "pause",
	}).Draw(t, "act"); what {
	case "begin":
		var g Game
		place(t, &g)
		rewrite(t, &g)
		theirs := g
		agree(what, tx.Put(&g), m.put(&theirs))
		if !reflect.DeepEqual(g, theirs) {
			t.Fatalf("put %+v, the model %+v", g, theirs)
		}
	case "move", "place":
		g := m.anyGame(t)
		if rewrite(t, &g); what == "place" {
			place(t, &g)
		}
		theirs := g
		agree(what, tx.Put(&g), m.put(&theirs))
	case "note":
		g := m.anyGame(t)
		g.Notes, g.Due = []byte("note"), someTime.Draw(t, "due")
		want := m.state(g.ID, g.Version)
		if want == nil {
			m.games[g.ID] = g
		}
		agree(what, tx.Note(&g), want)
	case "end":
		g := m.anyGame(t)
		g.Record = append(slices.Clone(g.Record), " end"...)
		want := m.state(g.ID, g.Version)
		got, err := tx.End(&g, Result{Score: 7, Winner: -1, Ended: noon})
		agree(what, err, want)
		if want == nil {
			kept := m.games[g.ID]
			r := Result{Seq: uint64(len(m.results) + 1), Game: g.ID, Kind: kept.Kind, Guild: kept.Guild, Channel: kept.Channel,
				Players: kept.Players, Day: kept.Day, Ended: noon, Score: 7, Winner: -1}
			if kept.Displaced() {
				r.Channel = 0
			}
			if !reflect.DeepEqual(got, r) {
				t.Fatalf("ended with %+v, the model with %+v", got, r)
			}
			m.results, m.records[g.ID] = append(m.results, r), string(g.Record)
			delete(m.games, g.ID)
		}
	case "drop":
		g := m.anyGame(t)
		want := m.state(g.ID, g.Version)
		agree(what, tx.Drop(&g, GoneExpired), want)
		if want == nil {
			m.gone[g.ID] = GoneExpired
			delete(m.games, g.ID)
		}
	case "meet":
		id, name := ID(rapid.IntRange(100, 104).Draw(t, "member")), rapid.SampledFrom([]string{"Ana", "Ben"}).Draw(t, "name")
		got, err := tx.Meet(id, name)
		agree(what, err, nil)
		i := slices.IndexFunc(m.profiles, func(p Profile) bool { return p.ID == id })
		if i < 0 {
			i = len(m.profiles)
			m.profiles = append(m.profiles, Profile{Player: Player(i + 1), ID: id})
		}
		m.profiles[i].Name = name
		if got != m.profiles[i] {
			t.Fatalf("met %+v, the model %+v", got, m.profiles[i])
		}
	case "forget":
		p := somePlayer.Draw(t, "player")
		if int(p) > len(m.profiles) {
			agree(what, tx.Forget(p), ErrNotFound)
			return
		}
		agree(what, tx.Forget(p), nil)
		m.profiles[p-1] = Profile{Player: p}
		maps.DeleteFunc(m.blocks, func(at blockOf, _ Block) bool { return at.by == p })
		for at, b := range m.blocks {
			if b.Player == p {
				b.Player = 0
				m.blocks[at] = b
			}
		}
		maps.DeleteFunc(m.pauses, func(pair [2]Player, _ pause) bool { return pair[0] == p || pair[1] == p })
		for i, r := range m.results {
			if r.Guild == 0 && slices.Contains(r.Players, p) {
				m.results[i].Channel = 0
			}
		}
	case "purge":
		guild := ID(rapid.IntRange(1, 2).Draw(t, "guild"))
		agree(what, tx.PurgeGuild(guild), nil)
		for id, g := range m.games {
			if g.Guild != guild {
				continue
			}
			if g.Kind == Challenge || g.Kind == Table {
				m.gone[id] = GoneRemoved
				delete(m.games, id)
				continue
			}
			g.Guild, g.Channel, g.Message = 0, 1<<63+ID(g.ID), Message{}
			m.games[id] = g
		}
		for i, r := range m.results {
			if r.Guild == guild {
				m.results[i].Guild, m.results[i].Channel = 0, 0
			}
		}
		delete(m.settings, guild)
		maps.DeleteFunc(m.posted, func(k [2]uint64, _ bool) bool { return ID(k[0]) == guild })
		maps.DeleteFunc(m.ratings, func(k rowOf, _ Rating) bool { return k.guild == guild })
	case "rating":
		if rapid.IntRange(0, 19).Draw(t, "drop") == 0 {
			agree(what, tx.DropRatings(), nil)
			clear(m.ratings)
			return
		}
		k := rowOf{ID(rapid.IntRange(1, 2).Draw(t, "guild")), somePlayer.Draw(t, "player"), rapid.Uint32Range(0, 4).Draw(t, "week")}
		r := Rating{rapid.Float64Range(-1e6, 1e6).Draw(t, "points"), 100, 0.06, rapid.IntRange(1, 9).Draw(t, "games")}
		agree(what, tx.PutRating(k.guild, k.p, k.week, r), nil)
		m.ratings[k] = r
	case "block", "unblock":
		if _, err := tx.Key(bytes.NewReader(make([]byte, keySize))); err != nil {
			t.Fatal(err)
		}
		at := blockOf{somePlayer.Draw(t, "player"), ID(rapid.IntRange(100, 104).Draw(t, "member"))}
		switch {
		case what == "unblock":
			agree(what, tx.Unblock(at.by, at.id), nil)
			delete(m.blocks, at)
		case int(at.by) > len(m.profiles):
			agree(what, tx.Block(at.by, at.id, noon), ErrNotFound)
		default:
			b, is := m.blocks[at]
			since := noon.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "s")) * time.Second)
			if !is {
				b.Since = since
			}
			agree(what, tx.Block(at.by, at.id, since), nil)
			b.Player = 1 + Player(slices.IndexFunc(m.profiles, func(p Profile) bool { return p.ID == at.id }))
			m.blocks[at] = b
		}
	case "pause":
		pair := [2]Player{somePlayer.Draw(t, "challenger"), somePlayer.Draw(t, "challenged")}
		until, step := someTime.Draw(t, "until"), rapid.IntRange(0, 3).Draw(t, "step")
		switch {
		case pair[0] == pair[1]:
			agree(what, tx.Pause(pair[0], pair[1], until, step), ErrInvalid)
		case int(max(pair[0], pair[1])) > len(m.profiles): // the bot pauses members whom it knows
		case rapid.IntRange(0, 3).Draw(t, "sweep") == 0:
			agree(what, tx.SweepPauses(until), nil)
			maps.DeleteFunc(m.pauses, func(_ [2]Player, kept pause) bool { return !kept.Until.After(until) })
		case until.IsZero():
			agree(what, tx.Pause(pair[0], pair[1], until, step), nil)
			delete(m.pauses, pair)
		default:
			agree(what, tx.Pause(pair[0], pair[1], until, step), nil)
			m.pauses[pair] = pause{until, step}
		}
	case "settings":
		guild := ID(rapid.IntRange(1, 3).Draw(t, "guild"))
		if rapid.IntRange(0, 4).Draw(t, "drop") == 0 {
			agree(what, tx.DropSettings(guild), nil)
			delete(m.settings, guild)
			maps.DeleteFunc(m.posted, func(k [2]uint64, _ bool) bool { return ID(k[0]) == guild })
			return
		}
		s := Settings{Guild: guild, Version: rapid.Uint64Range(0, 2).Draw(t, "version"), Data: []byte("data"), Due: someTime.Draw(t, "due"), Left: someTime.Draw(t, "left")}
		kept := m.settings[guild]
		if s.Version != kept.Version {
			agree(what, tx.PutSettings(&s), ErrConflict)
			return
		}
		agree(what, tx.PutSettings(&s), nil)
		s.Version = kept.Version + 1
		m.settings[guild] = s
	case "day":
		d := Day{Number: someDay.Draw(t, "day"), Secret: make([]byte, 32), Drawn: noon, Played: rapid.IntRange(0, 200).Draw(t, "played")}
		d.Deal = rapid.SampledFrom([][]byte{[]byte("deal 1"), []byte("deal 2")}).Draw(t, "deal")
		if kept, ok := m.days[d.Number]; ok && !slices.Equal(kept.Deal, d.Deal) {
			agree(what, tx.PutDay(&d), ErrDrawn)
			return
		}
		m.days[d.Number] = d
		agree(what, tx.PutDay(&d), nil)
	case "posted":
		guild, day := ID(rapid.IntRange(1, 3).Draw(t, "guild")), someDay.Draw(t, "day")
		news, err := tx.MarkPosted(guild, day)
		agree(what, err, nil)
		k := [2]uint64{uint64(guild), uint64(day)}
		if news == m.posted[k] {
			t.Fatalf("posted in %d on day %d: news is %v", guild, day, news)
		}
		m.posted[k] = true
	}
}

// compare asks the store every question there is.
func compare(tx *Tx, m *model) error {
	var errs []error
	same := func(what string, got any, err error, want any) {
		if err != nil || !reflect.DeepEqual(got, want) {
			errs = append(errs, fmt.Errorf("%s:\nthe store says %+v, %v\nthe model %+v", what, got, err, want))
		}
	}
	all, err := tx.Games()
	same("games", all, err, m.openGames(func(Game) bool { return true }, byKey))
	for c := ID(1); c <= 3; c++ {
		gs, err := tx.GamesIn(c)
		same(fmt.Sprint("games in channel ", c), gs, err, m.openGames(func(g Game) bool { return g.Channel == c }, byKey))
		gs, err = tx.GamesInGuild(c)
		same(fmt.Sprint("games in server ", c), gs, err, m.openGames(func(g Game) bool { return g.Guild == c }, byKey))
	}
	for p := Player(1); p <= 4; p++ {
		gs, err := tx.GamesOf(p)
		same(fmt.Sprint("games of player ", p), gs, err, m.openGames(
			func(g Game) bool { return g.Owner == p || slices.Contains(g.Players, p) },
			func(a, b Game) int { return cmp.Compare(a.ID, b.ID) }))
	}
	overdue := m.openGames(func(g Game) bool { return !g.Due.IsZero() && g.Due.Sub(noon) <= 3*time.Millisecond },
		func(a, b Game) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.ID, b.ID)) })
	due, err := tx.Due(noon.Add(3*time.Millisecond), 4)
	if len(overdue) > 4 {
		overdue = overdue[:4]
	}
	same("due", due, err, overdue)
	var next time.Time
	for _, g := range m.games {
		if !g.Due.IsZero() && (next.IsZero() || g.Due.Before(next)) {
			next = g.Due
		}
	}
	at, runs := tx.NextDue()
	same("next due", []any{at, runs}, nil, []any{next, !next.IsZero()})

	for id := uint64(1); id <= m.lastGame; id++ {
		_, err := tx.Game(id)
		open, isOpen := m.games[id]
		if want := m.state(id, open.Version); !errors.Is(err, want) || isOpen != (err == nil) {
			errs = append(errs, fmt.Errorf("game %d: the store says %v, the model %v", id, err, want))
		}
	}
	for p := Player(0); p <= 4; p++ {
		for guild := ID(0); guild <= 2; guild++ {
			var got, want []Result
			for r, err := range tx.Results(p, guild) {
				if err != nil {
					errs = append(errs, err)
				}
				got = append(got, r)
			}
			for _, r := range m.results {
				if (p == 0 || slices.Contains(r.Players, p)) && (guild == 0 || r.Guild == guild) {
					want = append(want, r)
				}
			}
			same(fmt.Sprintf("results of %d in %d", p, guild), got, nil, want)
			got = nil
			for r, err := range tx.LatestResults(p, guild) {
				if err != nil {
					errs = append(errs, err)
				}
				got = append(got, r)
			}
			slices.Reverse(want)
			same(fmt.Sprintf("latest results of %d in %d", p, guild), got, nil, want)
		}
	}
	for game, want := range m.records {
		got, err := tx.RecordOf(game)
		same(fmt.Sprint("record of game ", game), string(got), err, want)
	}
	for day := uint32(1); day <= 3; day++ {
		var want []Attempt
		for a, d := range m.attempts {
			if d == day {
				want = append(want, a)
			}
		}
		slices.SortFunc(want, func(a, b Attempt) int { return cmp.Compare(a.Player, b.Player) })
		got, err := tx.Attempts(day)
		same(fmt.Sprint("attempts at day ", day), got, err, want)
		if want, ok := m.days[day]; ok {
			got, err := tx.Day(day)
			same(fmt.Sprint("day ", day), got, err, want)
		}
	}
	for i, want := range m.profiles {
		got, err := tx.Profile(Player(i + 1))
		same(fmt.Sprint("player ", i+1), got, err, want)
		if want.ID != 0 {
			got, err := tx.Player(want.ID)
			same(fmt.Sprint("member ", want.ID), got, err, want)
		}
	}
	settings, err := tx.AllSettings()
	var want []Settings
	for _, guild := range slices.Sorted(maps.Keys(m.settings)) {
		want = append(want, m.settings[guild])
	}
	same("settings", settings, err, want)
	errs = append(errs, compareNeighbours(tx, m))
	return errors.Join(errs...)
}

// compareNeighbours asks about servers, ratings, blocks and pauses.
func compareNeighbours(tx *Tx, m *model) error {
	var errs []error
	same := func(what string, got any, err error, want any) {
		if err != nil || !reflect.DeepEqual(got, want) {
			errs = append(errs, fmt.Errorf("%s:\nthe store says %+v, %v\nthe model %+v", what, got, err, want))
		}
	}
	guilds := map[ID]bool{}
	for guild := range m.settings {
		guilds[guild] = true
	}
	for k := range m.posted {
		guilds[ID(k[0])] = true
	}
	for _, g := range m.games {
		guilds[g.Guild] = true
	}
	for _, r := range m.results {
		guilds[r.Guild] = true
	}
	for k := range m.ratings {
		guilds[k.guild] = true
	}
	delete(guilds, 0)
	got, err := tx.Guilds()
	same("servers", got, err, slices.Sorted(maps.Keys(guilds)))

	for guild := ID(1); guild <= 2; guild++ {
		var latest, wanted []RatingRow
		for row, err := range tx.RatedPlayers(guild) {
			errs = append(errs, err)
			latest = append(latest, row)
		}
		for p := Player(1); p <= 4; p++ {
			var rows, want []RatingRow
			for row, err := range tx.RatingsOf(guild, p) {
				errs = append(errs, err)
				rows = append(rows, row)
			}
			for week := uint32(0); week <= 5; week++ {
				before, at, err := tx.RatingBefore(guild, p, week)
				if len(want) == 0 {
					if !errors.Is(err, ErrNotFound) {
						errs = append(errs, fmt.Errorf("a rating before the first: %+v, %w", before, err))
					}
				} else {
					same("rating before a week", RatingRow{p, at, before}, err, want[len(want)-1])
				}
				if r, is := m.ratings[rowOf{guild, p, week}]; is {
					want = append(want, RatingRow{p, week, r})
				}
			}
			same("ratings of a player", rows, nil, want)
			if now, at, err := tx.Rating(guild, p); len(want) > 0 {
				wanted = append(wanted, want[len(want)-1])
				same("rating of a player", RatingRow{p, at, now}, err, want[len(want)-1])
			} else if !errors.Is(err, ErrNotFound) {
				errs = append(errs, fmt.Errorf("a player without a rating has %+v, %w", now, err))
			}
		}
		same("rated players", latest, nil, wanted)
	}
	for by := Player(1); by <= 4; by++ {
		blocks, err := tx.Blocks(by)
		for i := range blocks {
			blocks[i].Hash = nil
		}
		var want []Block
		for id := ID(100); id <= 104; id++ {
			b, is := m.blocks[blockOf{by, id}]
			if is {
				want = append(want, b)
			}
			got, err := tx.Blocked(by, id)
			same("blocked", got, err, is)
		}
		slices.SortFunc(want, func(a, b Block) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player)) })
		same("blocks", blocks, err, want)
		for other := Player(1); other <= 4; other++ {
			now := noon.Add(2 * time.Millisecond)
			until, paused, err := tx.PausedUntil(by, other, now)
			kept := m.pauses[[2]Player{by, other}]
			step, err2 := tx.PauseStep(by, other)
			same("step", step, err2, kept.Step)
			if !kept.Until.After(now) {
				kept.Until = time.Time{}
			}
			same("paused", []any{until, paused}, err, []any{kept.Until, !kept.Until.IsZero()})
		}
	}
	return errors.Join(errs...)
}

// Whatever is done, in transactions of several steps of which some are taken
// back, the store and the model agree on every answer, now and after it was
// closed and opened again.
func TestTheStoreIsWhatASimpleModelIs(t *testing.T) {
	dir := t.TempDir()
	files := 0
	rapid.Check(t, func(t *rapid.T) {
		files++
		path := filepath.Join(dir, fmt.Sprint(files, ".db"))
		defer os.Remove(path)
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		ctx, m := context.Background(), newModel()
		for range rapid.IntRange(1, 12).Draw(t, "transactions") {
			next, no := m.clone(), errors.New("no")
			refuse := rapid.IntRange(0, 3).Draw(t, "refuse") == 0
			err := s.Update(ctx, func(tx *Tx) error {
				for range rapid.IntRange(1, 8).Draw(t, "acts") {
					act(t, tx, next)
				}
				if err := compare(tx, next); err != nil { // it sees its own writes
					t.Fatal(err)
				}
				if refuse {
					return no
				}
				return nil
			})
			if refuse != errors.Is(err, no) || !refuse && err != nil {
				t.Fatal(err)
			}
			if !refuse {
				m = next
			}
			if rapid.IntRange(0, 4).Draw(t, "reopen") == 0 {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if s, err = Open(path, Options{}); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.View(ctx, func(tx *Tx) error { return compare(tx, m) }); err != nil {
				t.Fatal(err)
			}
			if err := s.Check(ctx); err != nil {
				t.Fatal(err)
			}
		}
	})
}
