package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// lives notes in a database that it is in use, as the bot does.
func lives(t *testing.T, path string, now time.Time, more func(*Store)) {
	t.Helper()
	s := openStore(t, path)
	if err := s.Live(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	if more != nil {
		more(s)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
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

// notRestored fails the test unless a restore is refused for that reason and nothing
// in the directory has changed.
func notRestored(t *testing.T, from, path string, o RestoreOptions, want error) {
	t.Helper()
	names := filesIn(t, filepath.Dir(path))
	before, _ := os.ReadFile(path)
	if aside, err := Restore(t.Context(), from, path, o); !errors.Is(err, want) || aside != "" {
		t.Errorf("%s over %s: %v, aside %q; want %v", from, path, err, aside, want)
	}
	after, _ := os.ReadFile(path)
	if now := filesIn(t, filepath.Dir(path)); !slices.Equal(names, now) || !bytes.Equal(before, after) {
		t.Errorf("a restore that was refused has changed something: %q, before %q", now, names)
	}
}

// A copy from Friday is put back on Saturday: only if that is meant, for what was
// played since is lost; the newer database is kept, and the copy is known for one.
func TestACopyIsPutBackOverANewerDatabaseOnlyIfThatIsMeant(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	copied := filepath.Join(t.TempDir(), "friday.db")
	lives(t, path, noon, func(s *Store) {
		putSettings(t, s, 1)
		if _, err := s.BackupFile(t.Context(), copied); err != nil {
			t.Fatal(err)
		}
	})
	friday := contentOf(t, copied)
	lives(t, path, noon.Add(24*time.Hour), func(s *Store) { putSettings(t, s, 2) })
	saturday := contentOf(t, path)
	o := RestoreOptions{Now: noon.Add(25 * time.Hour)}

	notRestored(t, copied, path, o, ErrLoses)
	o.Older = true
	s := openStore(t, path)
	notRestored(t, copied, path, o, ErrLocked)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	no := errors.New("not this one")
	notRestored(t, copied, path, RestoreOptions{Now: o.Now, Older: true, Check: func(context.Context, *Store) error { return no }}, no)

	aside, err := Restore(t.Context(), copied, path, o)
	if err != nil || aside != path+".before-20261205T130000Z" {
		t.Fatal(aside, err)
	}
	if !bytes.Equal(contentOf(t, aside), saturday) || !bytes.Equal(contentOf(t, copied), friday) {
		t.Error("what was replaced, or the copy, is not what it was")
	}
	if n := isWhole(t, path); n != 1 {
		t.Errorf("in place is one with %d servers", n)
	}
	if names := filesIn(t, filepath.Dir(path)); len(names) != 3 { // with .lived
		t.Errorf("there are %q", names)
	}
	s = openStore(t, path)
	if asOf, yes, err := s.Restored(t.Context()); !yes || err != nil || !asOf.Equal(noon) {
		t.Errorf("it is not known for a copy: %v %v (%v)", asOf, yes, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// Once more in the same second would be over what was kept.
	notRestored(t, copied, path, o, ErrExists)
}

// A database that came no further than its copy needs no such word, but whatever
// was played in between shows, also if the hour was not noted anew.
func TestWhatACopyLacksIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	copied := filepath.Join(t.TempDir(), "copy.db")
	lives(t, path, noon, func(s *Store) {
		if _, err := s.BackupFile(t.Context(), copied); err != nil {
			t.Fatal(err)
		}
	})
	if aside, err := Restore(t.Context(), copied, path, RestoreOptions{Now: noon}); err != nil || aside == "" {
		t.Fatal(aside, err)
	}
	s := openStore(t, path)
	if _, yes, err := s.Restored(t.Context()); !yes || err != nil {
		t.Errorf("it is not known for a copy (%v)", err)
	}
	challenge(t, s, 500)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	notRestored(t, copied, path, RestoreOptions{Now: noon.Add(time.Hour)}, ErrLoses)
}

// A damaged database is replaced and kept; where there is none, or an empty file,
// the copy is put; and what is somebody else's stays.
func TestWhatACopyCanTakeThePlaceOf(t *testing.T) {
	dir := t.TempDir()
	copied := filepath.Join(dir, "copy.db")
	if err := os.WriteFile(copied, sample(t), 0o600); err != nil {
		t.Fatal(err)
	}
	whole := contentOf(t, copied)
	cut := whole[:len(whole)/2]
	garbled := bytes.Clone(whole)
	for i := range garbled[12288:16384] {
		garbled[12288+i] ^= 0x5a
	}
	for name, content := range map[string][]byte{"cut short": cut, "garbled": garbled, "empty": {}} {
		path := filepath.Join(t.TempDir(), "windfall.db")
		if err := os.WriteFile(path, content, 0o640); err != nil {
			t.Fatal(err)
		}
		aside, err := Restore(t.Context(), copied, path, RestoreOptions{Now: noon})
		if err != nil || !bytes.Equal(contentOf(t, aside), content) {
			t.Errorf("%s: %v, kept as %q", name, err, aside)
		}
		isWhole(t, path)
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: who may read it has changed: %v", name, info.Mode())
		}
	}
	path := filepath.Join(t.TempDir(), "windfall.db")
	if aside, err := Restore(t.Context(), copied, path, RestoreOptions{Now: noon}); err != nil || aside != "" {
		t.Error(aside, err)
	}
	isWhole(t, path)
	if names := filesIn(t, filepath.Dir(path)); len(names) != 1 {
		t.Errorf("there are %q", names)
	}
	notRestored(t, path, path, RestoreOptions{Now: noon}, ErrInvalid)

	foreign := filepath.Join(t.TempDir(), "foreign")
	if err := os.WriteFile(foreign, []byte(strings.Repeat("some other program's file\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	notRestored(t, copied, foreign, RestoreOptions{Now: noon, Older: true}, ErrForeign)
	notRestored(t, copied, t.TempDir(), RestoreOptions{Now: noon, Older: true}, ErrNotFile)
	notRestored(t, foreign, path, RestoreOptions{Now: noon, Older: true}, ErrForeign)
	half := filepath.Join(t.TempDir(), "half.db")
	if err := os.WriteFile(half, cut, 0o600); err != nil {
		t.Fatal(err)
	}
	notRestored(t, half, path, RestoreOptions{Now: noon, Older: true}, ErrDamaged)
}

// A copy of any format there has been is brought up to date on its way, and stays
// as it is.
func TestAnOldCopyIsBroughtUpToDate(t *testing.T) {
	fixtures, err := filepath.Glob("testdata/format*.db")
	if err != nil || len(fixtures) == 0 {
		t.Fatal(fixtures, err)
	}
	for _, fixture := range fixtures {
		before := contentOf(t, fixture)
		path := filepath.Join(t.TempDir(), "windfall.db")
		if _, err := Restore(t.Context(), fixture, path, RestoreOptions{Now: noon}); err != nil {
			t.Errorf("%s: %v", fixture, err)
			continue
		}
		isWhole(t, path)
		if !bytes.Equal(contentOf(t, fixture), before) {
			t.Errorf("%s has changed", fixture)
		}
	}
}
