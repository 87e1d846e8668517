package store

import (
	"errors"
	"testing"
)

// Ana and Ben have played in two servers. One of them removes the bot; what they
// played there stays theirs, and nothing says where it was.
func TestAPurgedServerLeavesResultsWithTheirPlayers(t *testing.T) {
	s := newStore(t)
	twoMembers(t, s)
	var ended [2]Game
	for i, guild := range []ID{900, 901} {
		g := Game{Channel: 10 * guild, Kind: Daily, Owner: 1, Players: []Player{1}, Guild: guild, Day: uint32(1 + i)}
		open := Game{Channel: 10 * guild, Kind: Table, Players: []Player{1, 2}, Guild: guild}
		update(t, s, func(tx *Tx) error {
			_, err := tx.MarkPosted(guild, 1)
			return errors.Join(err, tx.Put(&g), tx.Put(&open), tx.PutSettings(&Settings{Guild: guild}), tx.PutRating(guild, 1, 1, Rating{Games: 1}))
		})
		g.Record = []byte("the record")
		update(t, s, func(tx *Tx) error { _, err := tx.End(&g, Result{Score: 8, Winner: -1}); return err })
		ended[i] = g
	}
	for range 2 { // told twice
		update(t, s, func(tx *Tx) error { return tx.PurgeGuild(900) })
	}
	view(t, s, func(tx *Tx) error {
		guilds, err := tx.Guilds()
		if err != nil || len(guilds) != 1 || guilds[0] != 901 {
			t.Errorf("servers are %v, %v", guilds, err)
		}
		games, err := tx.Games()
		if err != nil || len(games) != 1 || games[0].Guild != 901 {
			t.Errorf("open are %+v, %v", games, err)
		}
		var gone *GoneError
		if _, err := tx.Game(2); !errors.As(err, &gone) || gone.Reason != GoneRemoved {
			t.Errorf("the open game is %v", err)
		}
		r, err := tx.ResultOf(ended[0].ID)
		if err != nil || r.Guild != 0 || r.Channel != 0 || r.Score != 8 {
			t.Errorf("the result is %+v, %v", r, err)
		}
		record, err := tx.RecordOf(ended[0].ID)
		if string(record) != "the record" {
			t.Errorf("the record is %q, %v", record, err)
		}
		mine := 0
		for _, err := range tx.Results(1, 0) {
			if mine++; err != nil {
				t.Error(err)
			}
		}
		if mine != 2 {
			t.Errorf("Ana has %d results", mine)
		}
		for st := range tx.Standings(900, 0, 99) {
			t.Errorf("on a board stands %+v", st)
		}
		if game, err := tx.Attempt(1, 1); err != nil || game != ended[0].ID {
			t.Errorf("the attempt is %d, %v", game, err)
		}
		other, err := tx.ResultOf(ended[1].ID)
		if err != nil || other.Guild != 901 || other.Channel != 9010 {
			t.Errorf("the other server's result is %+v, %v", other, err)
		}
		stale, err := tx.Stale()
		if !stale {
			t.Error("the file is said to hold nothing of the server")
		}
		return err
	})
	if err := s.Update(t.Context(), func(tx *Tx) error { return tx.PurgeGuild(0) }); !errors.Is(err, ErrInvalid) {
		t.Errorf("a purge of no server: %v", err)
	}
}

// What somebody plays alone is theirs, wherever they began it: it goes on when the
// server is forgotten, as it stood, and says no more where that was. So does its
// result.
func TestAPurgedServerLeavesGamesThatAreNobodyElses(t *testing.T) {
	s := newStore(t)
	twoMembers(t, s)
	const guild, channel = 900, 9000
	open := []Game{
		{Kind: Daily, Owner: 1, Players: []Player{1}, Day: 3},
		{Kind: Daily, Owner: 1, Players: []Player{1}, Day: 4},
		{Kind: Practice, Owner: 1, Players: []Player{1}, Number: 77},
		{Kind: Practice, Owner: 2, Players: []Player{2}, Number: 77},
		{Kind: Archive, Owner: 1, Players: []Player{1}, Day: 2},
		{Kind: Robot, Owner: 1, Players: []Player{1, 0}},
	}
	between := []Game{
		{Kind: Table, Players: []Player{1, 2}},
		{Kind: Challenge, Owner: 1, Players: []Player{1, 2}},
	}
	update(t, s, func(tx *Tx) error {
		for _, list := range [][]Game{open, between} {
			for i := range list {
				g := &list[i]
				g.Guild, g.Channel, g.Record, g.Due = guild, channel, []byte("a move"), noon
				if err := tx.Put(g); err != nil {
					return err
				}
			}
		}
		open[3].Message = Message{Channel: channel, ID: 5}
		return tx.Note(&open[3])
	})
	for range 2 { // told twice
		update(t, s, func(tx *Tx) error { return tx.PurgeGuild(guild) })
	}
	view(t, s, func(tx *Tx) error {
		for _, was := range open {
			g, err := tx.Game(was.ID)
			if err != nil || !g.Displaced() || g.Guild != 0 || g.Message != (Message{}) || was.Displaced() {
				t.Errorf("%v has become %+v, %v", was.Kind, g, err)
			}
			g.Guild, g.Channel, g.Message = was.Guild, was.Channel, was.Message
			if g.Version != was.Version || string(g.Record) != "a move" || g.Day != was.Day || g.Number != was.Number || !g.Due.Equal(noon) {
				t.Errorf("%+v has become %+v", was, g)
			}
		}
		for _, was := range between {
			var gone *GoneError
			if _, err := tx.Game(was.ID); !errors.As(err, &gone) || gone.Reason != GoneRemoved {
				t.Errorf("%v: %v", was.Kind, err)
			}
		}
		if mine, err := tx.GamesOf(1); err != nil || len(mine) != 5 {
			t.Errorf("Ana plays %d games, %v", len(mine), err)
		}
		if here, err := tx.GamesIn(channel); err != nil || len(here) != 0 {
			t.Errorf("in the channel are %+v, %v", here, err)
		}
		if id, err := tx.Attempt(1, 3); err != nil || id != open[0].ID {
			t.Errorf("the attempt is %d, %v", id, err)
		}
		guilds, err := tx.Guilds()
		if len(guilds) != 0 {
			t.Errorf("servers are %v", guilds)
		}
		return err
	})
	update(t, s, func(tx *Tx) error {
		g, err := tx.Game(open[5].ID)
		if err != nil {
			return err
		}
		if err := tx.Put(&g); err != nil { // a move
			return err
		}
		r, err := tx.End(&g, Result{Score: 8, Winner: 0})
		if r.Channel != 0 || r.Guild != 0 {
			t.Errorf("the result is %+v", r)
		}
		return err
	})
}
