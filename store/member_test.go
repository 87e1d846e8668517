package store

import (
	"context"
	"errors"
	"testing"
)

func TestAMemberIsMetOnceAndRenamed(t *testing.T) {
	s := newStore(t)
	meet := func(id ID, name string) (p Profile) {
		t.Helper()
		update(t, s, func(tx *Tx) (err error) { p, err = tx.Meet(id, name); return err })
		return p
	}
	ana, ben := meet(1001, "Ana"), meet(1002, "Ben")
	if ana.Player != 1 || ben.Player != 2 {
		t.Fatalf("players %d and %d", ana.Player, ben.Player)
	}
	update(t, s, func(tx *Tx) error { return tx.SetShare(ana.Player, ShareNever) })
	want := Profile{Player: 1, ID: 1001, Name: "Ana Banana", Share: ShareNever}
	if got := meet(1001, "Ana Banana"); got != want {
		t.Errorf("met again: %+v", got)
	}
	view(t, s, func(tx *Tx) error {
		byID, err := tx.Player(1001)
		if err != nil || byID != want {
			t.Errorf("by id: %+v, %v", byID, err)
		}
		// A look at somebody who has not changed writes nothing, so it works here.
		if again, err := tx.Meet(1001, "Ana Banana"); err != nil || again != want {
			t.Errorf("met in a view: %+v, %v", again, err)
		}
		_, err = tx.Player(1003)
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("a stranger: %v", err)
		}
		return nil
	})
	if got := meet(1004, "Cl\xe9o"); got.Name != "Cl\ufffdo" {
		t.Errorf("a name from an old terminal is kept as %q", got.Name)
	}
	for what, err := range map[string]error{
		"no id":         s.Update(context.Background(), func(tx *Tx) error { _, err := tx.Meet(0, "x"); return err }),
		"unknown share": s.Update(context.Background(), func(tx *Tx) error { return tx.SetShare(1, 9) }),
	} {
		if !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAForgottenMemberLeavesANumberOnly(t *testing.T) {
	s := newStore(t)
	for _, id := range []ID{1001, 1002} {
		update(t, s, named(id))
	}
	g := challenge(t, s, 500)
	update(t, s, func(tx *Tx) error { _, err := tx.End(&g, Result{Winner: 0}); return err })
	update(t, s, func(tx *Tx) error { return tx.Forget(1) })
	view(t, s, func(tx *Tx) error {
		if _, err := tx.Player(1001); !errors.Is(err, ErrNotFound) {
			t.Errorf("still found: %v", err)
		}
		if p, err := tx.Profile(1); err != nil || p != (Profile{Player: 1}) {
			t.Errorf("still known: %+v, %v", p, err)
		}
		r, err := tx.ResultOf(g.ID)
		if len(r.Players) != 2 {
			t.Errorf("Ben's game is %+v", r)
		}
		return err
	})
	update(t, s, func(tx *Tx) error {
		again, err := tx.Meet(1001, "Ana")
		if again.Player != 3 {
			t.Errorf("met anew under number %d", again.Player)
		}
		return err
	})
}

// A conversation with the bot belongs to one member: its channel leads back to them.
// A server's channel does not.
func TestAForgottenMembersResultsDoNotLeadToTheirConversation(t *testing.T) {
	s := newStore(t)
	update(t, s, named(1001))
	end := func(guild, channel ID) Result {
		g := Game{Kind: Practice, Owner: 1, Players: []Player{1}, Guild: guild, Channel: channel}
		var r Result
		update(t, s, func(tx *Tx) (err error) {
			if err = tx.Put(&g); err == nil {
				g.Record = []byte("the record")
				r, err = tx.End(&g, Result{Winner: -1, Score: 8})
			}
			return err
		})
		return r
	}
	inDM, onServer := end(0, 77001), end(900, 9001)
	update(t, s, func(tx *Tx) error { return tx.Forget(1) })
	view(t, s, func(tx *Tx) error {
		r, err := tx.Result(inDM.Seq)
		if err != nil || r.Channel != 0 || r.Score != 8 || len(r.Players) != 1 {
			t.Errorf("what they played alone is %+v, %v", r, err)
		}
		r, err = tx.Result(onServer.Seq)
		if err != nil || r.Channel != 9001 || r.Guild != 900 {
			t.Errorf("what they played on a server is %+v, %v", r, err)
		}
		return nil
	})
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
