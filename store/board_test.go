package store

import (
	"reflect"
	"testing"
	"time"
)

func TestAServersDailiesByDay(t *testing.T) {
	s := newStore(t)
	played := func(guild ID, p Player, day uint32, score, winner int) Standing {
		t.Helper()
		g := Game{Channel: 500, Guild: guild, Kind: Daily, Owner: p, Players: []Player{p}, Day: day}
		ended := noon.Add(time.Duration(day) * time.Hour)
		update(t, s, func(tx *Tx) error {
			if err := tx.Put(&g); err != nil {
				return err
			}
			_, err := tx.End(&g, Result{Ended: ended, Winner: winner, Score: score, Plays: 12})
			return err
		})
		return Standing{day, p, g.ID, score, winner == 0, 12, ended}
	}
	ana := played(900, 1, 3, 81, 0)
	ben := played(900, 2, 3, 0, -1)
	later := played(900, 1, 5, 44, -1)
	played(901, 3, 3, 90, 0) // elsewhere
	played(0, 4, 3, 90, 0)   // in a direct message
	archived := Game{Channel: 500, Guild: 900, Kind: Archive, Owner: 1, Players: []Player{1}, Day: 3}
	update(t, s, func(tx *Tx) error {
		if err := tx.Put(&archived); err != nil {
			return err
		}
		_, err := tx.End(&archived, Result{Ended: noon, Score: 99})
		return err
	})
	for _, c := range []struct {
		first, last uint32
		want        []Standing
	}{
		{3, 3, []Standing{ana, ben}},
		{1, 4, []Standing{ana, ben}},
		{4, 5, []Standing{later}},
		{1, 1 << 31, []Standing{ana, ben, later}},
		{6, 9, nil},
	} {
		view(t, s, func(tx *Tx) error {
			var got []Standing
			for r, err := range tx.Standings(900, c.first, c.last) {
				if err != nil {
					return err
				}
				got = append(got, r)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("days %d to %d: %+v", c.first, c.last, got)
			}
			return nil
		})
	}
}

func TestAServerIsThoughtOfWhenItsTimeHasCome(t *testing.T) {
	s := newStore(t)
	early := Settings{Guild: 900, Due: noon}
	late := Settings{Guild: 901, Due: noon.Add(time.Hour)}
	never := Settings{Guild: 902}
	update(t, s, func(tx *Tx) error {
		for _, g := range []*Settings{&late, &early, &never} {
			if err := tx.PutSettings(g); err != nil {
				return err
			}
		}
		return nil
	})
	due := func(now time.Time) (guilds []ID) {
		t.Helper()
		view(t, s, func(tx *Tx) error {
			all, err := tx.SettingsDue(now, 10)
			for _, g := range all {
				guilds = append(guilds, g.Guild)
			}
			return err
		})
		return guilds
	}
	if got := due(noon.Add(-time.Millisecond)); got != nil {
		t.Errorf("too early: %v", got)
	}
	if got := due(noon.Add(2 * time.Hour)); !reflect.DeepEqual(got, []ID{900, 901}) {
		t.Errorf("due are %v", got)
	}
	early.Due = noon.Add(24 * time.Hour)
	update(t, s, func(tx *Tx) error { return tx.PutSettings(&early) })
	update(t, s, func(tx *Tx) error { return tx.DropSettings(901) })
	if got := due(noon.Add(2 * time.Hour)); got != nil {
		t.Errorf("after that: %v", got)
	}
	view(t, s, func(tx *Tx) error {
		if next, some := tx.NextSettingsDue(); !some || !next.Equal(early.Due) {
			t.Errorf("next is %v, %v", next, some)
		}
		return nil
	})
}
