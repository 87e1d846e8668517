package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"windfall/store"
)

// A copy is put back only while nobody has the database open, only if it is whole,
// and over a newer database only if that is meant.
func TestABackupIsPutBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	dir := t.TempDir()
	copied := filepath.Join(dir, "copy.db")
	stop := running(t, path)
	if code, _, said := withDatabase(path, backupWith, copied); code != exitOK {
		t.Fatal(said)
	}
	if code, _, said := withDatabase(path, restoreWith, copied); code != exitFailed || !strings.Contains(said, "another windfall process has it open; stop that one first; nothing was replaced") {
		t.Errorf("while the bot runs it leaves with %d and says %q", code, said)
	}
	stop()
	// Somebody begins a game that the copy does not have.
	play := func(path, record string) {
		t.Helper()
		s, err := store.Open(path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Update(context.Background(), func(tx *store.Tx) error {
			if _, err := tx.Meet(11, "Ana"); err != nil {
				return err
			}
			return tx.Put(&store.Game{Kind: store.Practice, Channel: 5, Owner: 1, Players: []store.Player{1}, Record: []byte(record)})
		}); err != nil {
			t.Fatal(err)
		}
	}
	play(path, "{}")
	if code, _, said := withDatabase(path, restoreWith, copied); code != exitFailed || !strings.Contains(said, "if that is what you want, add --older") {
		t.Errorf("over a newer one it leaves with %d and says %q", code, said)
	}
	code, out, said := withDatabase(path, restoreWith, "--older", copied)
	_, aside, _ := strings.Cut(strings.TrimSuffix(said, ", to be removed once nobody needs it\n"), "what was there is kept as ")
	if code != exitOK || out != "" || !strings.HasPrefix(said, "windfall: "+copied+" is in the place of "+path+"; ") || !exists(aside) {
		t.Errorf("it leaves with %d and says %q", code, said)
	}
	if code, out, _ := withDatabase(path, checkWith); code != exitOK || !strings.HasPrefix(out, "ok open games 0,") {
		t.Errorf("in place is %q", out)
	}

	// A copy in which a game cannot be replayed is not put anywhere.
	bad := filepath.Join(dir, "bad.db")
	play(bad, "{}")
	before := contentOf(t, path)
	code, out, said = withDatabase(path, restoreWith, "--older", bad)
	if code != exitFailed || out != "bad game 1, an open practice: its record cannot be replayed: format is wrong\n" ||
		!strings.HasSuffix(said, "database is damaged, 1 times; nothing was replaced\n") {
		t.Errorf("with a bad copy it leaves with %d, writes %q and says %q", code, out, said)
	}
	if string(contentOf(t, path)) != string(before) {
		t.Error("a bad copy has changed the database")
	}
	for _, e := range []struct {
		args []string
		says string
	}{
		{nil, "restore needs the file of a copy"},
		{[]string{copied, "--older"}, "and flags before it"},
		{[]string{filepath.Join(dir, "none.db")}, "there is no copy"},
		{[]string{path}, "the copy is the database itself"},
	} {
		if code, _, said := withDatabase(path, restoreWith, e.args...); code != exitUsage || !strings.Contains(said, e.says) {
			t.Errorf("%q leaves with %d and says %q", e.args, code, said)
		}
	}
	// Where nothing is, the copy is put.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if code, _, said := withDatabase(path, restoreWith, copied); code != exitOK || said != "windfall: "+copied+" is in place as "+path+"\n" {
		t.Errorf("where nothing is it leaves with %d and says %q", code, said)
	}
}
