package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/record"
	"windfall/store"
)

// This file checks a database by the rules of the games. The store knows whether a
// value is what was once written; here all of it is played again.

// Checked counts what [Check] has looked at.
type Checked struct {
	Open    int // open games and challenges
	Results int // with their records
	Days    int
	Ratings int // of players in servers
}

// Check reads all that a store holds and calls found for everything that is wrong
// with it, in one line each: what [store.Store.Check] finds; open games and records
// that cannot be replayed; results that say something else than their records;
// days whose deal is not that of their seal, or whose best line does not bring
// their best score; and ratings that do not follow from the results. Nothing is
// written. What is found names no card and no member.
//
// The error says that the check did not come to its end.
func Check(ctx context.Context, s *store.Store, found func(fault string)) (c Checked, err error) {
	if err := s.Check(ctx); err != nil {
		if !errors.Is(err, store.ErrDamaged) {
			return c, err
		}
		for line := range strings.Lines(err.Error()) {
			found(strings.TrimPrefix(strings.TrimSpace(line), store.ErrDamaged.Error()+": "))
		}
	}
	err = s.View(ctx, func(tx *store.Tx) error {
		steps := []func(context.Context, *store.Tx, func(string), *Checked) error{checkDays, checkOpen, checkResults, checkLooks, checkSettings, checkRatings}
		for _, step := range steps {
			if err := step(ctx, tx, found, &c); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, store.ErrDamaged) {
		found(err.Error()) // and what stands behind it cannot be reached
		err = nil
	}
	return c, err
}

func checkDays(ctx context.Context, tx *store.Tx, found func(string), c *Checked) error {
	for d := range tx.SoundDays() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.Days++
		if fault := dayFault(&d); fault != "" {
			found(fmt.Sprintf("day %d: %s", d.Number, fault))
		}
	}
	return nil
}

// dayFault says what is wrong with a day's deal, or nothing.
func dayFault(d *store.Day) string {
	seal, deck, err := readDeal(d)
	if err != nil || len(d.Secret) != len(seal.Secret) {
		return "its deal cannot be read"
	}
	if adaman.Deal(seal.Secret.Stream(seal.With)) != deck {
		return "its deal does not follow from its seal"
	}
	line, err := lineOf(d)
	if err != nil {
		return "its best line cannot be read"
	}
	if d.Won < 0 || d.Won > d.Played {
		return "more games at it were won than played"
	}
	if line == nil {
		return ""
	}
	g, err := adaman.New(deck)
	for _, m := range line {
		if err == nil {
			_, err = g.Play(m)
		}
	}
	if err != nil {
		return "its best line cannot be played"
	}
	if o, over := g.Outcome(); !over || o.Score != d.Par {
		return "its best line does not bring its best score"
	}
	return ""
}

func checkOpen(ctx context.Context, tx *store.Tx, found func(string), c *Checked) error {
	for g := range tx.SoundGames() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.Open++
		if fault := openFault(tx, &g); fault != "" {
			found(fmt.Sprintf("game %d, an open %v: %s", g.ID, g.Kind, fault))
		}
	}
	return nil
}

// openFault says what is wrong with an open game, or nothing.
func openFault(tx Tx, g *store.Game) string {
	if g.Kind == store.Challenge {
		switch {
		case len(g.Secret) != len(games.Secret{}):
			return "it has no seal"
		case len(g.Record) != 0:
			return "it has been played at already"
		case len(g.Players) < 1 || len(g.Players) > 2 || !slices.Contains(g.Players, g.Owner):
			return "it is not between its players"
		}
		return ""
	}
	rec, fault := replay(tx, &beside{kind: g.Kind, players: g.Players, variant: g.Variant, day: g.Day, number: g.Number}, g.Record)
	if fault != "" {
		return fault
	}
	// A play that ended a practice game can still be taken back.
	if rec.Over() && g.Kind != store.Practice {
		return "it is over by its record, and has no result"
	}
	var err error
	switch g.Kind {
	case store.Table:
		err = json.Unmarshal(g.Notes, new(tableNotes))
	case store.Practice:
		_, err = readHelp(g.Notes)
	}
	if err != nil {
		return "what is noted about it cannot be read"
	}
	return ""
}

// beside is what is kept about a game apart from its record, which must say the same.
type beside struct {
	kind    store.Kind
	players []store.Player
	variant string
	day     uint32
	number  uint64
}

// replay loads the record of a game and says what is wrong with it, or nothing.
// Which move or member it is is told, and not what stands there: the game may go on.
func replay(tx Tx, p *beside, kept []byte) (rec *record.Record, fault string) {
	rec, err := record.Load(kept)
	var part *record.Error
	switch {
	case errors.As(err, &part):
		return nil, "its record cannot be replayed: " + part.Part + " is wrong"
	case err != nil:
		return nil, "its record cannot be read"
	}
	switch p.kind {
	case store.Table, store.Robot:
		if rec.AdamEva == nil {
			return nil, "its record is of another game"
		}
		if rec.AdamEva.Variant().String() != p.variant {
			return nil, "its record is of another variant"
		}
	case store.Daily, store.Practice, store.Archive:
		if rec.Adaman == nil {
			return nil, "its record is of another game"
		}
	default:
		return nil, "a game of its kind has no record"
	}
	switch {
	case len(rec.Seats) != len(p.players):
		return nil, "its record has another number of players"
	case rec.Day != p.day || rec.Number != p.number:
		return nil, "its record is of another deal"
	case p.kind == store.Robot && levelIn(rec) == "":
		return nil, "its record does not say how well the computer plays"
	}
	if p.day == 0 {
		return rec, ""
	}
	seal, deck, err := dealOf(tx, p.day)
	if errors.Is(err, store.ErrDamaged) {
		return rec, "" // told of the day
	}
	if err != nil || rec.Seal == nil || rec.Seal.Secret != seal.Secret || rec.Adaman.Deck() != deck {
		return nil, "its record is not of the day's deal"
	}
	return rec, ""
}

// levelIn is the computer's level in a record of a game against it, or nothing.
func levelIn(rec *record.Record) string {
	name, _ := strings.CutPrefix(rec.Seats[botSeat], robotName)
	level, err := robot.ParseLevel(name)
	if err != nil {
		return ""
	}
	return level.String()
}

func checkResults(ctx context.Context, tx *store.Tx, found func(string), c *Checked) error {
	for r, kept := range tx.SoundResults() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.Results++
		if fault := resultFault(tx, &r, kept); fault != "" {
			found(fmt.Sprintf("result %d, of game %d (%v): %s", r.Seq, r.Game, r.Kind, fault))
		}
	}
	return nil
}

// resultFault says what is wrong with a result and its record, or nothing.
func resultFault(tx Tx, r *store.Result, kept []byte) string {
	rec, fault := replay(tx, &beside{kind: r.Kind, players: r.Players, variant: r.Variant, day: r.Day, number: r.Number}, kept)
	if fault != "" {
		return fault
	}
	if !rec.Over() {
		return "its record does not come to an end"
	}
	want := *r
	if rec.AdamEva != nil {
		setAdamEvaResult(&want, rec.AdamEva)
		if r.Kind == store.Robot && r.Level != "" { // it is not known of old ones
			want.Level = levelIn(rec)
		}
	} else {
		setAdamanResult(&want, rec.Adaman)
		if rec.Help != nil {
			want.Undone, want.Hints = rec.Help.Undo, rec.Help.Hints
		}
	}
	for _, part := range []struct {
		differs string
		same    bool
	}{
		{"another winner", r.Winner == want.Winner},
		{"other points", slices.Equal(r.Points, want.Points)},
		{"another bonus", slices.Equal(r.Bonus, want.Bonus)},
		{"other low apples", slices.Equal(r.Low, want.Low)},
		{"another reason", r.Reason == want.Reason},
		{"another outcome", r.Outcome == want.Outcome},
		{"another score", r.Score == want.Score},
		{"another number controlled", r.Controlled == want.Controlled},
		{"another number left", r.Left == want.Left},
		{"another number of moves", r.Plays == want.Plays},
		{"other help", r.Undone == want.Undone && r.Hints == want.Hints},
		{"another level", r.Level == want.Level},
	} {
		if !part.same {
			return "its record gives " + part.differs
		}
	}
	return ""
}

// setAdamEvaResult fills in what the rules say about a game of Adam & Eva that is
// over.
func setAdamEvaResult(r *store.Result, g *adameva.Game) {
	o, _ := g.Outcome()
	r.Points, r.Low, r.Bonus = o.Points[:], o.Low[:], o.Bonus[:]
	r.Winner, r.Reason, r.Plays = int(o.Winner), string(o.Reason), len(g.Played())
}

// setAdamanResult fills in what the rules say about a game of Adaman that is over.
func setAdamanResult(r *store.Result, g *adaman.Game) {
	o, _ := g.Outcome()
	r.Outcome, r.Score, r.Controlled, r.Left = o.Result.String(), o.Score, o.Controlled, o.Left
	r.Plays = g.View(adaman.Player).Plays
	r.Winner = -1
	if o.Result == adaman.Won {
		r.Winner = int(adaman.Player)
	}
}

// checkLooks looks at what players were told when they looked back.
func checkLooks(ctx context.Context, tx *store.Tx, found func(string), _ *Checked) error {
	for r := range tx.SoundResults() {
		if err := ctx.Err(); err != nil {
			return err
		}
		for seat := range r.Players {
			kept, err := tx.Look(r.Game, seat)
			if err != nil { // there is none, or the store has told
				continue
			}
			var told look
			err = json.Unmarshal(kept, &told)
			if err != nil || slices.ContainsFunc(told.Slips, func(s keptSlip) bool { return s.Number < 0 || s.Number >= r.Plays }) {
				found(fmt.Sprintf("game %d: what seat %d was told when they looked back is not about its moves", r.Game, seat))
			}
		}
	}
	return nil
}

// checkSettings looks at what servers have decided.
func checkSettings(ctx context.Context, tx *store.Tx, found func(string), _ *Checked) error {
	guilds, err := tx.Guilds()
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := readSettings(tx, guild); err != nil && !errors.Is(err, store.ErrDamaged) {
			found(fmt.Sprintf("server %d: its settings cannot be read", guild))
		}
	}
	return nil
}

// checkRatings reckons all ratings again and compares.
func checkRatings(ctx context.Context, tx *store.Tx, found func(string), c *Checked) error {
	again := reckoning{Tx: tx, rows: map[rated][]store.RatingRow{}}
	var err error
	if again.through, err = tx.Rated(); err != nil {
		return nil // the store has told
	}
	for level := false; !level; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if level, err = rate(&again, func(*store.Result, error) {}); err != nil { // what is damaged has been told
			return err
		}
	}
	guilds, err := tx.Guilds()
	if err != nil {
		return err
	}
	unlike := func(who rated) {
		found(fmt.Sprintf("the ratings of player %d in server %d are not what the results give", who.player, who.guild))
	}
	for _, guild := range guilds {
		for latest, err := range tx.RatedPlayers(guild) {
			if err != nil {
				return err
			}
			c.Ratings++
			who := rated{guild, latest.Player}
			same := true
			i := 0
			for row, err := range tx.RatingsOf(guild, latest.Player) {
				if err != nil {
					return err
				}
				same = same && i < len(again.rows[who]) && again.rows[who][i] == row
				i++
			}
			if !same || i != len(again.rows[who]) {
				unlike(who)
			}
			delete(again.rows, who)
		}
	}
	var missing []rated
	for who := range again.rows {
		missing = append(missing, who)
	}
	slices.SortFunc(missing, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.guild, b.guild), cmp.Compare(a.player, b.player))
	})
	for _, who := range missing {
		unlike(who)
	}
	return nil
}

// A reckoning makes the ratings of a store from its results without writing them
// there. It goes as far as those that are kept.
type reckoning struct {
	Tx
	rows         map[rated][]store.RatingRow // by week
	seq, through uint64
}

// rated is somebody who has ratings in a server.
type rated struct {
	guild  store.ID
	player store.Player
}

func (r *reckoning) Rated() (uint64, error) { return r.seq, nil }

func (r *reckoning) SetRated(seq uint64) error {
	r.seq = seq
	return nil
}

func (r *reckoning) Result(seq uint64) (store.Result, error) {
	if seq > r.through {
		return store.Result{}, store.ErrNotFound
	}
	return r.Tx.Result(seq)
}

func (r *reckoning) PutRating(guild store.ID, p store.Player, week uint32, is store.Rating) error {
	who, row := rated{guild, p}, store.RatingRow{Player: p, Week: week, Rating: is}
	i, there := slices.BinarySearchFunc(r.rows[who], week, byWeek)
	if there {
		r.rows[who][i] = row
	} else {
		r.rows[who] = slices.Insert(r.rows[who], i, row)
	}
	return nil
}

func byWeek(row store.RatingRow, week uint32) int { return cmp.Compare(row.Week, week) }

func (r *reckoning) Rating(guild store.ID, p store.Player) (store.Rating, uint32, error) {
	rows := r.rows[rated{guild, p}]
	if len(rows) == 0 {
		return store.Rating{}, 0, store.ErrNotFound
	}
	last := rows[len(rows)-1]
	return last.Rating, last.Week, nil
}

func (r *reckoning) RatingBefore(guild store.ID, p store.Player, week uint32) (store.Rating, uint32, error) {
	rows := r.rows[rated{guild, p}]
	i, _ := slices.BinarySearchFunc(rows, week, byWeek)
	if i == 0 {
		return store.Rating{}, 0, store.ErrNotFound
	}
	return rows[i-1].Rating, rows[i-1].Week, nil
}
