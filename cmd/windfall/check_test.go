package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"windfall/store"
)

// withDatabase runs a command on the database that WINDFALL_DB names.
func withDatabase(path string, command func(context.Context, []string, std, string, func(string) (string, bool)) int, args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = command(context.Background(), args, std{strings.NewReader(""), &o, &e}, "", func(name string) (string, bool) {
		return path, name == "WINDFALL_DB"
	})
	return code, o.String(), e.String()
}

// The command checks the database that run would open, or the one it is told. It
// needs no token, creates no database and changes none.
func TestADatabaseIsChecked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	asked := func(args ...string) (int, string) {
		code, out, err := withDatabase(path, checkWith, args...)
		return code, out + err
	}
	for _, e := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--help"}, exitOK, "Nothing is written"},
		{[]string{"windfall.db"}, exitUsage, "name the database by --db"},
		{[]string{"--db", ""}, exitUsage, "--db is empty"},
		{nil, exitUsage, "there is no database"},
		{[]string{"--db", filepath.Join(path, "x")}, exitUsage, "there is no database"},
		{[]string{"--db", t.TempDir()}, exitUsage, "not a file"},
	} {
		if code, said := asked(e.args...); code != e.code || !strings.Contains(said, e.says) {
			t.Errorf("%v leaves with %d and says %q", e.args, code, said)
		}
	}
	if exists(path) {
		t.Fatal("a database was created")
	}

	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if code, said := asked(); code != exitFailed || !strings.Contains(said, "another windfall process has it open") {
		t.Errorf("while the bot runs it leaves with %d and says %q", code, said)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := contentOf(t, path)
	if code, said := asked(); code != exitOK || said != "ok open games 0, results 0, days 0, ratings 0\n" {
		t.Errorf("it leaves with %d and says %q", code, said)
	}
	if !bytes.Equal(contentOf(t, path), before) {
		t.Error("the check has changed the database")
	}

	// Two things that cannot be: a game over without a winner's record, and a rating
	// that nothing has led to.
	if s, err = store.Open(path, store.Options{}); err != nil {
		t.Fatal(err)
	}
	err = s.Update(context.Background(), func(tx *store.Tx) error {
		for id, name := range map[store.ID]string{11: "Ana", 12: "Ben"} {
			if _, err := tx.Meet(id, name); err != nil {
				return err
			}
		}
		g := store.Game{Kind: store.Table, Channel: 5, Guild: 9, Players: []store.Player{1, 2}, Variant: "classic"}
		if err := tx.Put(&g); err != nil {
			return err
		}
		g.Record = []byte("{}")
		if _, err := tx.End(&g, store.Result{Winner: 0, Reason: "resigned", Ended: time.Date(2026, 12, 4, 18, 0, 0, 0, time.UTC)}); err != nil {
			return err
		}
		return tx.PutRating(9, 1, 2970, store.Rating{Points: 2000, Deviation: 50, Volatility: 0.06, Games: 40})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	code, out, said := withDatabase(path, checkWith)
	if code != exitFailed || out != "bad result 1, of game 1 (table): its record cannot be replayed: format is wrong\n"+
		"bad the ratings of player 1 in server 9 are not what the results give\n" ||
		!strings.Contains(said, "is damaged, 2 times; put a backup in its place with windfall restore") {
		t.Errorf("it leaves with %d, writes\n%sand says %q", code, out, said)
	}

	// A file that is cut short is not even opened.
	if err := os.Truncate(path, 8192); err != nil {
		t.Fatal(err)
	}
	if code, said := asked(); code != exitFailed || !strings.Contains(said, "it has been cut short") || !strings.Contains(said, "put a backup in its place") {
		t.Errorf("of half a file it leaves with %d and says %q", code, said)
	}
}

func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
