package store

import (
	"context"
	"errors"
	"testing"
)

func TestTwoWhoChangeSettingsAtOnceDoNotOverwriteEachOther(t *testing.T) {
	s := newStore(t)
	first := Settings{Guild: 900, Data: []byte(`{"language":"de"}`)}
	second := Settings{Guild: 900, Data: []byte(`{"language":"fr"}`)}
	update(t, s, func(tx *Tx) error { return tx.PutSettings(&first) })
	err := s.Update(context.Background(), func(tx *Tx) error { return tx.PutSettings(&second) })
	if !errors.Is(err, ErrConflict) || second.Version != 0 {
		t.Errorf("the second is told %v and left with version %d", err, second.Version)
	}
	view(t, s, func(tx *Tx) error {
		kept, err := tx.Settings(900)
		if string(kept.Data) != `{"language":"de"}` || kept.Version != 1 {
			t.Errorf("kept is %+v", kept)
		}
		return err
	})
}

func TestAServerThatIsGoneTakesItsSettingsAlong(t *testing.T) {
	s := newStore(t)
	for _, guild := range []ID{900, 901} {
		update(t, s, func(tx *Tx) error {
			_, err := tx.MarkPosted(guild, 128)
			return errors.Join(err, tx.PutSettings(&Settings{Guild: guild}))
		})
	}
	for range 2 { // told twice
		update(t, s, func(tx *Tx) error { return tx.DropSettings(900) })
	}
	view(t, s, func(tx *Tx) error {
		all, err := tx.AllSettings()
		if len(all) != 1 || all[0].Guild != 901 {
			t.Errorf("left are %+v", all)
		}
		if tx.Posted(900, 128) || !tx.Posted(901, 128) {
			t.Error("the wrong announcements are remembered")
		}
		return err
	})
}
