package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"windfall/store"
)

// The command makes the ratings of a database, which it finds as run does, and
// needs no token. It creates none, and does nothing unasked.
func TestRatingsAreMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	asked := func(args ...string) (code int, said string) {
		var out, err bytes.Buffer
		code = ratingsWith(context.Background(), args, std{strings.NewReader(""), &out, &err}, "", func(name string) (string, bool) {
			return path, name == "WINDFALL_DB"
		})
		return code, out.String() + err.String()
	}
	for _, e := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--help"}, exitOK, "--rebuild"},
		{nil, exitUsage, "does nothing without --rebuild"},
		{[]string{"--rebuild", "now"}, exitUsage, "takes no argument"},
		{[]string{"--rebuild", "--db", ""}, exitUsage, "--db is empty"},
		{[]string{"--rebuild"}, exitUsage, "there is no database"},
	} {
		if code, said := asked(e.args...); code != e.code || !strings.Contains(said, e.says) {
			t.Errorf("%v leaves with %d and says %q", e.args, code, said)
		}
	}

	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(context.Background(), func(tx *store.Tx) error {
		g := store.Game{Kind: store.Table, Channel: 5, Guild: 9, Players: []store.Player{1, 2}}
		if err := tx.Put(&g); err != nil {
			return err
		}
		if _, err := tx.End(&g, store.Result{Winner: 0, Reason: "points", Ended: time.Date(2026, 12, 4, 18, 0, 0, 0, time.UTC)}); err != nil {
			return err
		}
		// A rating that nothing has led to.
		return tx.PutRating(9, 3, 2970, store.Rating{Points: 2000, Deviation: 50, Volatility: 0.06, Games: 40})
	})
	if err != nil {
		t.Fatal(err)
	}
	if code, said := asked("--rebuild"); code != exitFailed || !strings.Contains(said, "another windfall process has it open") {
		t.Errorf("while the bot runs it leaves with %d and says %q", code, said)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if code, said := asked("--rebuild"); code != exitOK || said != "windfall: the ratings are made anew; players 2, servers 1\n" {
		t.Errorf("it leaves with %d and says %q", code, said)
	}
}
