package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// isWhole fails the test unless a file is a database with nothing wrong, and
// returns how many settings of servers it holds.
func isWhole(t *testing.T, path string) (settings int) {
	t.Helper()
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	view(t, s, func(tx *Tx) error {
		guilds, err := tx.Guilds()
		settings = len(guilds)
		return err
	})
	return settings
}

// filesIn lists a directory.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// putSettings keeps settings of a server, with enough of them to need pages.
func putSettings(t *testing.T, s *Store, guild ID) {
	t.Helper()
	update(t, s, func(tx *Tx) error { return tx.PutSettings(&Settings{Guild: guild, Data: make([]byte, 3000)}) })
}

// A slow is a reader of a copy who takes their time: nothing goes on before they
// are told to.
type slow struct {
	bytes.Buffer
	begun, goOn chan struct{}
}

func (s *slow) Write(b []byte) (int, error) {
	if s.Len() == 0 {
		close(s.begun)
		<-s.goOn
	}
	return s.Buffer.Write(b)
}

// Whoever reads a copy slowly keeps nobody from reading and writing, nor from
// making the database anew, and gets the state of the moment at which they asked.
func TestASlowCopyHoldsNobodyUp(t *testing.T) {
	s := newStore(t)
	for guild := ID(1); guild <= 20; guild++ {
		putSettings(t, s, guild)
	}
	to := &slow{begun: make(chan struct{}), goOn: make(chan struct{})}
	done := make(chan error, 1)
	go func() {
		_, err := s.Backup(context.Background(), to)
		done <- err
	}()
	<-to.begun
	for guild := ID(21); guild <= 60; guild++ {
		putSettings(t, s, guild)
		if guild%20 == 0 {
			if err := s.Compact(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	view(t, s, func(tx *Tx) error { _, err := tx.Settings(60); return err })
	close(to.goOn)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, to.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := isWhole(t, path); n != 20 {
		t.Errorf("the copy has %d servers, and there were 20", n)
	}
	// And the next copy is of the file that was made anew.
	if _, err := s.BackupFile(t.Context(), path+"2"); err != nil {
		t.Fatal(err)
	}
	if n := isWhole(t, path+"2"); n != 60 {
		t.Errorf("the next copy has %d servers, and there are 60", n)
	}
}

// A copy is a whole file under its name, or there is none; and no file is ever
// put over another.
func TestABackupIsAWholeFileOrNone(t *testing.T) {
	s := newStore(t)
	putSettings(t, s, 1)
	dir := t.TempDir()
	path := filepath.Join(dir, "backup.db")
	if n, err := s.BackupFile(t.Context(), path); err != nil || n == 0 {
		t.Fatal(n, err)
	}
	isWhole(t, path)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the copy: %v (%v)", info.Mode(), err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	putSettings(t, s, 2)
	if _, err := s.BackupFile(t.Context(), path); !errors.Is(err, ErrExists) {
		t.Errorf("over another: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file that was there has changed (%v)", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.BackupFile(ended, path+"2"); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if _, err := newFile(path+"3", "", func(w io.Writer) (int64, error) {
		n, err := w.Write(before[:len(before)/2])
		return int64(n), err
	}); !errors.Is(err, ErrDamaged) {
		t.Errorf("half a copy: %v", err)
	}
	if _, err := s.BackupFile(t.Context(), filepath.Join(dir, "none", "x.db")); !errors.Is(err, ErrUnwritable) {
		t.Errorf("into no directory: %v", err)
	}
	if err := os.Symlink(filepath.Join(dir, "nowhere"), path+"4"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.BackupFile(t.Context(), path+"4"); !errors.Is(err, ErrExists) {
		t.Errorf("over a link that leads nowhere: %v", err)
	}
	if names := filesIn(t, dir); len(names) != 2 {
		t.Errorf("there are %q", names)
	}
}

// A database that nobody has open is copied as it is, also one of an older format,
// which is left for its own program.
func TestACopyOfWhatNobodyHasOpen(t *testing.T) {
	fixtures, err := filepath.Glob("testdata/format*.db")
	if err != nil || len(fixtures) == 0 {
		t.Fatal(fixtures, err)
	}
	for _, fixture := range fixtures {
		to := filepath.Join(t.TempDir(), "copy.db")
		if _, err := CopyFile(t.Context(), fixture, to); err != nil {
			t.Errorf("%s: %v", fixture, err)
			continue
		}
		was, err := os.ReadFile(fixture)
		if err != nil {
			t.Fatal(err)
		}
		is, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if len(is) > len(was) || !bytes.Equal(was[len(is)/2:len(is)], is[len(is)/2:]) {
			t.Errorf("%s and its copy differ", fixture)
		}
		s, err := Open(to, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, e := range []struct {
		path string
		want error
	}{
		{filepath.Join(t.TempDir(), "none.db"), ErrUnwritable},
		{"backup_test.go", ErrForeign},
		{t.TempDir(), ErrNotFile},
	} {
		to := filepath.Join(t.TempDir(), "copy.db")
		if _, err := CopyFile(t.Context(), e.path, to); !errors.Is(err, e.want) {
			t.Errorf("%s: %v, want %v", e.path, err, e.want)
		}
	}
}

// answering opens the door of a store until the test, or the function that is
// returned, ends it.
func answering(t *testing.T, s *Store) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Answer(ctx) }()
	stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		done <- nil
	}
	t.Cleanup(stop)
	for range 500 {
		if c, err := knock(s.path); err == nil {
			_ = c.Close()
			return stop
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nobody answers")
	return stop
}
