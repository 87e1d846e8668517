package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The newest copies stay, the oldest go, and what else lies in the folder is left
// alone. A copy that was not completed is cleared away.
func TestTheLastCopiesAreKept(t *testing.T) {
	s := newStore(t)
	folder := t.TempDir()
	others := []string{
		"notes.txt", "other-20261204T120000Z.db", "windfall-20261204T120000Z.db.gz", "windfall-20269904T120000Z.db",
		"windfall.db", "windfall-20261204T120000Z.db.part",
	}
	for _, name := range append(others, "windfall-20261204T110000Z.db.123.part") {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "windfall-20201204T120000Z.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	others = append(others, "windfall-20201204T120000Z.db")
	if _, yes, err := s.LatestBackup(folder); yes || err != nil {
		t.Errorf("there is a copy before the first: %v", err)
	}
	var made []string
	for hour := range 6 {
		now := noon.Add(time.Duration(hour) * time.Hour)
		putSettings(t, s, ID(hour+1))
		file, err := s.BackupInto(t.Context(), folder, now, 3)
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(folder, fmt.Sprintf("windfall-20261204T%d0000Z.db", 12+hour)); file != want {
			t.Errorf("it is %s, want %s", file, want)
		}
		made = append(made, filepath.Base(file))
		want := slices.Sorted(slices.Values(append(slices.Clone(others), made[max(0, len(made)-3):]...)))
		if hour == 0 {
			want = slices.Sorted(slices.Values(append(slices.Clone(others), made[0])))
		}
		if names := filesIn(t, folder); !slices.Equal(names, slices.Compact(want)) {
			t.Errorf("hour %d: there are %q, want %q", hour, names, want)
		}
		if latest, yes, err := s.LatestBackup(folder); !yes || err != nil || !latest.Equal(now) {
			t.Errorf("the latest is of %v (%v)", latest, err)
		}
		if n := isWhole(t, file); n != hour+1 {
			t.Errorf("the copy has %d servers, there were %d", n, hour+1)
		}
	}

	// One more of the same second is refused, and costs no older one.
	before := filesIn(t, folder)
	if _, err := s.BackupInto(t.Context(), folder, noon.Add(5*time.Hour), 1); err == nil {
		t.Error("a copy was put over another")
	}
	if _, err := s.BackupInto(t.Context(), filepath.Join(folder, "none"), noon, 1); err == nil {
		t.Error("a folder that is not there was made")
	}
	if after := filesIn(t, folder); !slices.Equal(after, before) {
		t.Errorf("there are %q, and were %q", after, before)
	}

	// A clock that was put back makes a copy that is older by its name, and that is
	// not the one to go.
	file, err := s.BackupInto(t.Context(), folder, noon.Add(-time.Hour), 3)
	if err != nil || !exists(file) {
		t.Errorf("%s is gone as soon as it was made (%v)", file, err)
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
