package bot

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// This file writes down everything that is kept of a member, for that member. Of
// games that go on it has what they can see anyway: it is made of views.

const (
	// mostPerFile is how large a file may be. Discord takes ten megabytes.
	mostPerFile = 8 << 20
	// smallFile is up to where a file is sent at once.
	smallFile = 256 << 10
)

// An allKept is everything that is kept of a member: an object with a member for
// each section. A section that is a list can go on in the next file.
type allKept struct {
	sections []section
	finished int // how many finished games are in it
}

type section struct {
	name string
	list bool
	rows []json.RawMessage // one unless it is a list
}

func (a *allKept) add(name string, value any) error {
	row, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write down the %s of a member: %w", name, err)
	}
	a.sections = append(a.sections, section{name, false, []json.RawMessage{row}})
	return nil
}

func (a *allKept) addList(name string, length int, row func(i int) any) error {
	s := section{name: name, list: true}
	for i := range length {
		written, err := json.Marshal(row(i))
		if err != nil {
			return fmt.Errorf("write down the %s of a member: %w", name, err)
		}
		s.rows = append(s.rows, written)
	}
	a.sections = append(a.sections, s)
	return nil
}

// A number of Discord's or of the store's is written as text: some programs that
// read JSON make others of large ones.

type profileFile struct {
	ID      store.ID `json:"id,string"`
	Name    string   `json:"name"`
	Number  uint32   `json:"number_inside"`
	Share   string   `json:"share_a_daily"`
	Hidden  bool     `json:"hidden"`
	Refuses bool     `json:"takes_no_challenges"`
}

type blockFile struct {
	Name  string    `json:"name,omitempty"`
	Since time.Time `json:"since"`
}

type pauseFile struct {
	Challenger string    `json:"challenger"`
	Challenged string    `json:"challenged"`
	Until      time.Time `json:"until"`
	Step       int       `json:"in_a_row,omitempty"`
}

type openFile struct {
	Game    uint64    `json:"game,string"`
	Kind    string    `json:"kind"`
	Server  store.ID  `json:"server,string,omitempty"`
	Channel store.ID  `json:"channel,string"`
	Message store.ID  `json:"message,string,omitempty"`
	Players []string  `json:"players,omitempty"`
	Variant string    `json:"variant,omitempty"`
	First   string    `json:"who_opens,omitempty"`
	Pace    string    `json:"pace,omitempty"`
	Day     uint32    `json:"day,omitempty"`
	Number  uint64    `json:"number,omitempty"`
	Begun   time.Time `json:"begun,omitzero"`
	Moved   time.Time `json:"moved,omitzero"`
	Due     time.Time `json:"due,omitzero"`
	Paused  bool      `json:"paused,omitempty"`
	Left    string    `json:"left_on_the_paused_clock,omitempty"`
	Pause   string    `json:"proposes_a_pause,omitempty"`
	CallOff string    `json:"proposes_to_call_off,omitempty"`
	Told    time.Time `json:"last_mentioned,omitzero"` // when the one to move was
	Moves   []string  `json:"moves,omitempty"`
	Hand    []string  `json:"your_hand,omitempty"`
	Aside   string    `json:"you_have_set_aside,omitempty"`
	Table   []string  `json:"cards_on_the_table,omitempty"`
	Undone  int       `json:"undone,omitempty"`
	Hints   int       `json:"hints,omitempty"`
}

type resultFile struct {
	Game    uint64    `json:"game,string"`
	Kind    string    `json:"kind"`
	Server  store.ID  `json:"server,string,omitempty"`
	Channel store.ID  `json:"channel,string,omitempty"`
	Seat    int       `json:"your_seat"`
	Variant string    `json:"variant,omitempty"`
	Level   string    `json:"level,omitempty"`
	Pace    string    `json:"pace,omitempty"`
	Day     uint32    `json:"day,omitempty"`
	Number  uint64    `json:"number,omitempty"`
	Begun   time.Time `json:"begun,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`

	Points []int  `json:"points,omitempty"`
	Low    []int  `json:"low,omitempty"`
	Bonus  []int  `json:"bonus,omitempty"`
	Winner int    `json:"winner"` // seat, -1 for nobody
	Reason string `json:"reason,omitempty"`

	Outcome    string `json:"outcome,omitempty"`
	Score      int    `json:"score,omitempty"`
	Controlled int    `json:"controlled,omitempty"`
	Left       int    `json:"left,omitempty"`
	Plays      int    `json:"plays,omitempty"`
	Undone     int    `json:"undone,omitempty"`
	Hints      int    `json:"hints,omitempty"`

	Told        json.RawMessage `json:"what_looking_back_said,omitempty"`
	Record      json.RawMessage `json:"record,omitempty"`
	RecordLater time.Time       `json:"record_from,omitzero"` // of a daily that is not released yet
	Fault       string          `json:"fault,omitempty"`      // what is kept and cannot be read
}

type attemptFile struct {
	Day  uint32 `json:"day"`
	Game uint64 `json:"game,string"`
}

type ratingFile struct {
	Server     store.ID `json:"server,string"`
	Week       uint32   `json:"week"`
	Rating     float64  `json:"rating"`
	Deviation  float64  `json:"deviation"`
	Volatility float64  `json:"volatility"`
	Games      int      `json:"games"`
}

type settingFile struct {
	Server  store.ID `json:"server,string"`
	Channel store.ID `json:"channel,string"`
	At      string   `json:"announced_at"`
	Zone    string   `json:"zone"`
}

// allKeptOf gathers all that is kept of the presser. The error is
// [store.ErrNotFound] if there is nothing.
func (p *press) allKeptOf(tx Tx) (*allKept, error) {
	me, err := tx.Player(p.member.ID)
	if err != nil {
		return nil, err
	}
	a := &allKept{}
	for _, add := range []func(Tx, store.Profile, *allKept) error{
		addProfile, addBlocks, addPauses, p.addOpenGames, addRatings, addSettings, p.addAttempts, p.addResults,
	} {
		if err := add(tx, me, a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func addProfile(_ Tx, me store.Profile, a *allKept) error {
	return a.add("profile", profileFile{
		ID: me.ID, Name: me.Name, Number: uint32(me.Player), Hidden: me.Hidden, Refuses: me.Refuses,
		Share: map[store.Share]string{store.ShareAsk: "ask", store.ShareAlways: "always", store.ShareNever: "never"}[me.Share],
	})
}

func addBlocks(tx Tx, me store.Profile, a *allKept) error {
	blocks, err := tx.Blocks(me.Player)
	if err != nil {
		return err
	}
	names := make([]string, len(blocks))
	for i := range blocks {
		if names[i], err = blockedName(tx, &blocks[i]); err != nil {
			return err
		}
	}
	return a.addList("members_you_have_blocked", len(blocks), func(i int) any { return blockFile{names[i], blocks[i].Since} })
}

func addPauses(tx Tx, me store.Profile, a *allKept) error {
	pauses, err := tx.PausesOf(me.Player)
	if err != nil {
		return err
	}
	called := func(player store.Player) string {
		profile, e := tx.Profile(player)
		err = errors.Join(err, e)
		return profile.Name
	}
	list := make([]pauseFile, len(pauses))
	for i, pause := range pauses {
		list[i] = pauseFile{called(pause.Challenger), called(pause.Challenged), pause.Until, pause.Step}
	}
	if err != nil {
		return err
	}
	return a.addList("pauses_between_challenges", len(list), func(i int) any { return list[i] })
}

func (p *press) addOpenGames(tx Tx, me store.Profile, a *allKept) error {
	open, err := tx.GamesOf(me.Player)
	if err != nil {
		return err
	}
	list := make([]*openFile, len(open))
	for i := range open {
		if list[i], err = p.openGame(tx, &open[i], me.Player); err != nil {
			return err
		}
	}
	return a.addList("open_games", len(list), func(i int) any { return list[i] })
}

// openGame is what its player may know of a game that goes on.
func (p *press) openGame(tx Tx, g *store.Game, me store.Player) (*openFile, error) {
	f := &openFile{
		Game: g.ID, Kind: g.Kind.String(), Server: g.Guild, Channel: g.Channel, Message: g.Message.ID, Variant: g.Variant, First: g.First, Pace: g.Pace,
		Day: g.Day, Number: g.Number, Begun: g.Begun, Moved: g.Moved, Due: g.Due,
	}
	if g.Displaced() {
		f.Channel = 0
	}
	switch g.Kind {
	case store.Challenge:
		for _, player := range g.Players {
			profile, err := tx.Profile(player)
			if err != nil {
				return nil, err
			}
			f.Players = append(f.Players, profile.Name)
		}
	case store.Table:
		t, err := p.readTable(tx, g.ID)
		if err != nil {
			return nil, err
		}
		if deadline := t.notes.Clock.Deadline; !deadline.IsZero() { // Due may be the warning before
			f.Due = deadline
		}
		f.Paused, f.Players = t.notes.Clock.Paused, t.rec.Seats
		f.Told = t.notes.ToldAt
		if f.Paused {
			f.Left = t.notes.Clock.Left.String()
		}
		f.Pause, f.CallOff = proposer(t, t.notes.Clock.Pause), proposer(t, g.Proposal)
		f.seeAdamEva(t.rec.AdamEva, t.seatOf(me))
	case store.Robot:
		rec, err := record.Load(g.Record)
		if err != nil {
			return nil, fmt.Errorf("load game %d: %w", g.ID, err)
		}
		if rec.AdamEva == nil {
			return nil, fmt.Errorf("load game %d: it is no game of Adam & Eva", g.ID)
		}
		f.Players = rec.Seats
		f.seeAdamEva(rec.AdamEva, seatOf(g, me))
	default:
		s, err := p.readSolitaire(tx, g.ID)
		if err != nil {
			return nil, err
		}
		f.Players, f.Undone, f.Hints = s.rec.Seats, s.help.Undone, s.help.Hints
		f.seeAdaman(s)
	}
	return f, nil
}

// proposer is who sits at a seat that is counted from 1, and empty for 0.
func proposer(t *table, seat int) string {
	if seat < 1 || seat > len(t.rec.Seats) {
		return ""
	}
	return t.rec.Seats[seat-1]
}

func (f *openFile) seeAdamEva(g *adameva.Game, seat games.Seat) {
	v := g.View(seat)
	for _, c := range v.Hand {
		f.Hand = append(f.Hand, c.String())
	}
	for c := range v.Aside.All() {
		f.Aside = c.String()
	}
	for _, m := range g.Played() {
		if m.Kind == adameva.Aside && m.Seat != seat {
			f.Moves = append(f.Moves, fmt.Sprintf("%d %v", m.Seat, m.Kind)) // which card it was nobody else knows yet
			continue
		}
		f.Moves = append(f.Moves, m.String())
	}
}

func (f *openFile) seeAdaman(s *solitaire) {
	v := s.view()
	for _, m := range s.rec.Adaman.Played() {
		f.Moves = append(f.Moves, m.String())
	}
	for _, c := range v.Palace {
		f.Table = append(f.Table, c.String())
	}
	for _, c := range v.Capital {
		f.Table = append(f.Table, c.String())
	}
	for _, c := range v.Resources {
		f.Table = append(f.Table, c.String())
	}
}

func addRatings(tx Tx, me store.Profile, a *allKept) error {
	guilds, err := tx.Guilds()
	if err != nil {
		return err
	}
	var list []ratingFile
	for _, guild := range guilds {
		for row, err := range tx.RatingsOf(guild, me.Player) {
			if err != nil {
				return err
			}
			list = append(list, ratingFile{guild, row.Week, row.Points, row.Deviation, row.Volatility, row.Games})
		}
	}
	return a.addList("ratings", len(list), func(i int) any { return list[i] })
}

func addSettings(tx Tx, me store.Profile, a *allKept) error {
	guilds, err := tx.Guilds()
	if err != nil {
		return err
	}
	var list []settingFile
	for _, guild := range guilds {
		_, s, err := readSchedule(tx, guild)
		if err != nil {
			return err
		}
		if s != nil && s.By == me.Player {
			list = append(list, settingFile{guild, s.Channel, s.At.String(), s.Zone})
		}
	}
	return a.addList("announcements_that_you_have_set", len(list), func(i int) any { return list[i] })
}

func (p *press) addAttempts(tx Tx, me store.Profile, a *allKept) error {
	var list []attemptFile
	first, err := tx.FirstDay(p.now())
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return err
	default:
		for n := uint32(1); n <= dayAt(first, p.now()).number; n++ {
			game, err := tx.Attempt(me.Player, n)
			if err == nil {
				list = append(list, attemptFile{n, game})
			} else if !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
	}
	return a.addList("dailies_that_you_have_begun", len(list), func(i int) any { return list[i] })
}

func (p *press) addResults(tx Tx, me store.Profile, a *allKept) error {
	var list []*resultFile
	for r, err := range tx.Results(me.Player, 0) {
		if err != nil {
			return err
		}
		f, err := p.finishedGame(tx, &r, me.Player)
		if err != nil {
			return err
		}
		list = append(list, f)
	}
	a.finished = len(list)
	return a.addList("finished_games", len(list), func(i int) any { return list[i] })
}

// finishedGame is a result with its record. The record of a daily tells its deal,
// which is a secret until the day's release.
func (p *press) finishedGame(tx Tx, r *store.Result, me store.Player) (*resultFile, error) {
	f := &resultFile{
		Game: r.Game, Kind: r.Kind.String(), Server: r.Guild, Channel: r.Channel, Variant: r.Variant, Level: r.Level, Pace: r.Pace, Day: r.Day, Number: r.Number,
		Begun: r.Begun, Ended: r.Ended, Points: r.Points, Low: r.Low, Bonus: r.Bonus, Winner: r.Winner, Reason: r.Reason,
		Outcome: r.Outcome, Score: r.Score, Controlled: r.Controlled, Left: r.Left, Plays: r.Plays, Undone: r.Undone, Hints: r.Hints,
	}
	for seat, player := range r.Players {
		if player == me {
			f.Seat = seat
		}
	}
	told, err := tx.Look(r.Game, f.Seat)
	switch {
	case err == nil:
		f.Told = told
	case errors.Is(err, store.ErrDamaged):
		f.Fault = "what looking back said cannot be read"
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	}
	if r.Kind == store.Daily {
		first, err := tx.FirstDay(p.now())
		if err != nil {
			return nil, err
		}
		if release := dayOf(first, r.Day).release(); p.now().Before(release) {
			f.RecordLater = release
			return f, nil
		}
	}
	f.Record, err = tx.RecordOf(r.Game)
	if errors.Is(err, store.ErrDamaged) || err == nil && !json.Valid(f.Record) {
		// The rest is to be had all the same.
		f.Record, f.Fault, err = nil, "record cannot be read", nil
	}
	return f, err
}

// files writes all of it down: as plain text if that is not more than most bytes,
// else packed, in as many files as it takes. Each of them can be read by itself.
func (a *allKept) files(most int) ([]file, error) {
	var whole bytes.Buffer
	writeSections(&whole, a.sections)
	if whole.Len() <= most {
		return []file{{"windfall-about-you.json", whole.Bytes()}}, nil
	}
	packed, err := packSections(a.sections, most)
	if err != nil {
		return nil, err
	}
	var all []file
	for i, data := range packed {
		name := "windfall-about-you.json.gz"
		if len(packed) > 1 {
			name = fmt.Sprintf("windfall-about-you-%d-of-%d.json.gz", i+1, len(packed))
		}
		all = append(all, file{name, data})
	}
	return all, nil
}

// packSections packs sections into files of at most so many bytes, if they can be
// divided.
func packSections(sections []section, most int) ([][]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	writeSections(z, sections)
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("pack what is kept of a member: %w", err)
	}
	rows := 0
	for _, s := range sections {
		rows += len(s.rows)
	}
	if b.Len() <= most || rows <= 1 {
		return [][]byte{b.Bytes()}, nil
	}
	var halves [2][]section
	left := rows / 2 // rows that still go into the first half
	for _, s := range sections {
		n := min(left, len(s.rows))
		left -= n
		if n > 0 || len(s.rows) == 0 {
			halves[0] = append(halves[0], section{s.name, s.list, s.rows[:n]})
		}
		if n < len(s.rows) {
			halves[1] = append(halves[1], section{s.name, s.list, s.rows[n:]})
		}
	}
	var all [][]byte
	for _, half := range halves {
		packed, err := packSections(half, most)
		if err != nil {
			return nil, err
		}
		all = append(all, packed...)
	}
	return all, nil
}

// writeSections writes a JSON object, one line for each row. Whatever it writes to
// keeps its errors to its end.
func writeSections(to io.Writer, sections []section) {
	put := func(parts ...string) {
		for _, part := range parts {
			_, _ = to.Write([]byte(part))
		}
	}
	put("{")
	for i, s := range sections {
		if i > 0 {
			put(",")
		}
		put("\n  \"", s.name, "\": ")
		if !s.list {
			put(string(s.rows[0]))
			continue
		}
		put("[")
		for j, row := range s.rows {
			if j > 0 {
				put(",")
			}
			put("\n    ", string(row))
		}
		if len(s.rows) > 0 {
			put("\n  ")
		}
		put("]")
	}
	put("\n}\n")
}
