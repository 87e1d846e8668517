package bot_test

import (
	"context"
	"errors"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/games/adaman"
	"windfall/store"
)

// faults is all that a check finds in the database. The bot goes on.
func (h *house) faults() (faults []string, checked bot.Checked) {
	h.Helper()
	h.settle()
	checked, err := bot.Check(context.Background(), h.store, func(fault string) { faults = append(faults, fault) })
	if err != nil {
		h.Fatal(err)
	}
	return faults, checked
}

// aSeason plays one game of each kind to its end and begins another of each.
func aSeason(t *testing.T) (h *house, ana *discordtest.Member) {
	t.Helper()
	h = open(t, quickly, unpictured)
	orchard, garden := h.guild.NewChannel("orchard"), h.guild.NewChannel("garden")
	ana, ben, cleo := h.guild.Join("Ana"), h.guild.Join("Ben"), h.guild.Join("Cleo")

	h.sitDown(orchard, ana, ben).play()
	h.sitDown(orchard, ben, ana).step()
	ana.In(garden).Run("/adam-eva challenge", opponent(cleo))

	s := h.spar(ana, ana.In(orchard))
	s.step()
	s.press("Resign")
	s.press("Yes, resign")
	h.spar(ben, ben.In(orchard)).step()

	h.endsDaily(ana.In(orchard), adaman.Stuck)
	h.daily(ben.In(orchard))

	number, line := practiceLine(t, adaman.Won)
	p := h.numbered(ana.InDM(), number)
	p.playAll(line)
	p.press("Undo")
	p.playAll(line[len(line)-1:])
	p.press("Keep this result")
	over := h.numbered(ben.InDM(), number)
	over.playAll(line) // and it can still be taken back
	h.settle()
	return h, ana
}

// A database that was played with has nothing wrong, whatever it was, and with the
// name of a member who is forgotten gone.
func TestACheckFindsNothingWrongWithWhatWasPlayed(t *testing.T) {
	t.Parallel()
	h, ana := aSeason(t)
	faults, checked := h.faults()
	if len(faults) > 0 {
		t.Errorf("found is %q", faults)
	}
	if want := (bot.Checked{Open: 5, Results: 4, Days: 1, Ratings: 2}); checked != want {
		t.Errorf("looked at was %+v", checked)
	}
	h.forgets(ana.InDM())
	if faults, _ := h.faults(); len(faults) > 0 {
		t.Errorf("after a member is forgotten, found is %q", faults)
	}
}

// Whatever a database holds that play cannot have written is found, though every
// value of it can be read; and nothing else is. What is found names no card.
func TestACheckFindsWhatPlayCannotHaveWritten(t *testing.T) {
	t.Parallel()
	h, _ := aSeason(t)
	whole := h.backup()
	of := func(kind store.Kind) store.Game {
		games := h.games()
		return games[slices.IndexFunc(games, func(g store.Game) bool { return g.Kind == kind })]
	}
	put := func(kind store.Kind, change func(g *store.Game)) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			g := of(kind)
			change(&g)
			return tx.Put(&g)
		}
	}
	// end ends an open game once more with the record and the result of one that
	// has ended, and what is changed of it.
	end := func(kind store.Kind, change func(g *store.Game, r *store.Result)) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			var r store.Result
			for _, ended := range h.results() {
				if ended.Kind == kind {
					r = ended
				}
			}
			g := of(kind)
			var err error
			if g.Record, err = tx.RecordOf(r.Game); err != nil {
				return err
			}
			change(&g, &r)
			_, err = tx.End(&g, r)
			return err
		}
	}
	day := func(change func(d *store.Day)) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			d := store.Day{Number: 2, Secret: make([]byte, 32), Drawn: friday}
			one, err := tx.Day(1)
			if err != nil {
				return err
			}
			d.Deal = one.Deal
			change(&d)
			return tx.PutDay(&d)
		}
	}
	for _, e := range []struct {
		name   string
		damage func(*store.Tx) error
		want   string
	}{
		{"a record of nothing", put(store.Table, func(g *store.Game) { g.Record = nil }), "an open table: its record cannot be read"},
		{"a move that is against the rules", put(store.Table, func(g *store.Game) {
			g.Record = regexp.MustCompile(`"moves":\["[01]`).ReplaceAll(g.Record, []byte(`"moves":["2`))
		}), "an open table: its record cannot be replayed: moves[0] is wrong"},
		{"another variant", put(store.Robot, func(g *store.Game) { g.Variant = "tactical" }), "an open robot: its record is of another variant"},
		{"a computer without a level", put(store.Robot, func(g *store.Game) {
			g.Record = []byte(strings.Replace(string(g.Record), `"windfall fair"`, `"windfall quick"`, 1))
		}), "does not say how well the computer plays"},
		{"a player too many", put(store.Robot, func(g *store.Game) { g.Players = append(g.Players, 2) }), "another number of players"},
		{"notes of nothing", put(store.Table, func(g *store.Game) { g.Notes = []byte("{") }), "an open table: what is noted about it cannot be read"},
		{"a game of another game", put(store.Practice, func(g *store.Game) { g.Record = of(store.Robot).Record }), "its record is of another game"},
		{"another number", put(store.Practice, func(g *store.Game) { g.Number++ }), "its record is of another deal"},
		{"a challenge that has been played at", put(store.Challenge, func(g *store.Game) { g.Record = of(store.Robot).Record }), "an open challenge: it has been played at already"},
		{"a challenge without a seal", put(store.Challenge, func(g *store.Game) { g.Secret = nil }), "an open challenge: it has no seal"},
		{"a challenge between others", put(store.Challenge, func(g *store.Game) { g.Players = []store.Player{2, 3} }), "an open challenge: it is not between its players"},
		{"an end without a result", func(tx *store.Tx) error {
			g := of(store.Table)
			var err error
			g.Record, err = tx.RecordOf(h.results()[0].Game)
			return errors.Join(err, tx.Put(&g))
		}, "an open table: it is over by its record"},
		{"a result without an end", end(store.Robot, func(g *store.Game, r *store.Result) { g.Record = of(store.Robot).Record }), "(robot): its record does not come to an end"},
		{"a winner who has lost", end(store.Robot, func(g *store.Game, r *store.Result) { r.Winner = 1 - r.Winner }), "(robot): its record gives another winner"},
		{"points that were not won", end(store.Robot, func(g *store.Game, r *store.Result) { r.Points = []int{99, 0} }), "its record gives other points"},
		{"a level that was not played", end(store.Robot, func(g *store.Game, r *store.Result) { r.Level = "hard" }), "its record gives another level"},
		{"a score that was not reached", end(store.Daily, func(g *store.Game, r *store.Result) { r.Score++ }), "(daily): its record gives another score"},
		{"help that was not had", end(store.Practice, func(g *store.Game, r *store.Result) { r.Undone = 0 }), "(practice): its record gives other help"},
		{"a look at moves to come", func(tx *store.Tx) error {
			return tx.PutLook(h.results()[0].Game, 0, []byte(`{"slips":[{"n":9999,"better":"take","cost":3}]}`))
		}, "what seat 0 was told when they looked back is not about its moves"},
		{"a day's deal that its seal does not give", day(func(*store.Day) {}), "day 2: its deal does not follow from its seal"},
		{"a day's deal that is none", day(func(d *store.Day) { d.Deal = []byte("2MK") }), "day 2: its deal cannot be read"},
		{"a best line that is none", func(tx *store.Tx) error {
			d, err := tx.Day(1)
			d.Par, d.Line = 80, []byte("AM < 2MK")
			return errors.Join(err, tx.PutDay(&d))
		}, "day 1: its best line"},
		{"settings of nothing", func(tx *store.Tx) error {
			return tx.PutSettings(&store.Settings{Guild: 4711, Data: []byte("{")})
		}, "server 4711: its settings cannot be read"},
		{"a rating that nothing has led to", func(tx *store.Tx) error {
			return tx.PutRating(4711, 1, 2970, store.Rating{Points: 2000, Deviation: 50, Volatility: 0.06, Games: 40})
		}, "the ratings of player 1 in server 4711 are not what the results give"},
		{"a rating that is a hair too high", func(tx *store.Tx) error {
			guild := h.results()[0].Guild
			r, week, err := tx.Rating(guild, 2)
			r.Points = math.Nextafter(r.Points, 9999)
			return errors.Join(err, tx.PutRating(guild, 2, week, r))
		}, "the ratings of player 2 in server"},
		{"ratings that are lost", func(tx *store.Tx) error {
			rated, err := tx.Rated()
			return errors.Join(err, tx.DropRatings(), tx.SetRated(rated))
		}, "the ratings of player 1 in server"},
	} {
		h.stop()
		if err := os.WriteFile(h.path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		h.load()
		if err := h.store.Update(context.Background(), e.damage); err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		faults, _ := h.faults()
		if most := map[bool]int{true: 2, false: 1}[e.name == "ratings that are lost"]; len(faults) == 0 || len(faults) > most || !strings.Contains(faults[0], e.want) {
			t.Errorf("%s: found is %q, want %q", e.name, faults, e.want)
		}
	}
	h.stop()
	if err := os.WriteFile(h.path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	h.start()
}
