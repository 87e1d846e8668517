package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"windfall/store"
)

// A database is counted while the bot runs and while it does not, and made anew
// only while it does not.
func TestADatabaseIsCountedAndMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	for _, command := range []func(context.Context, []string, std, string, func(string) (string, bool)) int{statsWith, compactWith} {
		if code, _, said := withDatabase(path, command); code != exitUsage || !strings.Contains(said, "there is no database") {
			t.Errorf("without a database it leaves with %d and says %q", code, said)
		}
		if code, _, said := withDatabase(path, command, "more"); code != exitUsage || !strings.Contains(said, "name the database by --db") {
			t.Errorf("with an argument it leaves with %d and says %q", code, said)
		}
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	put := func(change func(tx *store.Tx, guild store.ID) error) {
		t.Helper()
		if err := s.Update(context.Background(), func(tx *store.Tx) error {
			for guild := store.ID(1); guild <= 1000; guild++ {
				if err := change(tx, guild); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	put(func(tx *store.Tx, guild store.ID) error {
		return tx.PutSettings(&store.Settings{Guild: guild, Data: []byte("{}" + strings.Repeat(" ", 3000))})
	})
	put(func(tx *store.Tx, guild store.ID) error {
		if guild <= 3 {
			_, err := tx.Meet(guild, "somebody")
			return err
		}
		return tx.DropSettings(guild)
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^servers 3\nmembers 3, forgotten 0\ndays 0\nbytes \d+\npages \d+ of \d+ bytes, free \d+\n$`)
	counted := func() {
		t.Helper()
		if code, out, said := withDatabase(path, statsWith); code != exitOK || said != "" || !want.MatchString(out) {
			t.Errorf("it leaves with %d, writes\n%sand says %q", code, out, said)
		}
	}
	counted()
	stop := running(t, path)
	counted()
	if code, _, said := withDatabase(path, compactWith); code != exitFailed || !strings.Contains(said, "another windfall process has it open") {
		t.Errorf("while the bot runs it leaves with %d and says %q", code, said)
	}
	stop()
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	code, out, said := withDatabase(path, compactWith)
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if code != exitOK || out != "" || !strings.HasPrefix(said, "windfall: "+path+" is made anew; it had ") || after.Size() >= before.Size() {
		t.Errorf("it leaves with %d and says %q; of %d bytes are left %d", code, said, before.Size(), after.Size())
	}
	counted()
	if code, out, said := withDatabase(path, checkWith); code != exitOK {
		t.Errorf("made anew, the check says %s%s", out, said)
	}
}
