package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	oddName = "Ottilie Unverwechselbar"
	oddID   = ID(0x1122334455667788)
)

// tracesOf counts how often a file holds the odd member's name or id, the id as
// the store writes it into keys and as CBOR does.
func tracesOf(t *testing.T, path string) int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(content, []byte(oddName)) + bytes.Count(content, key64(uint64(oddID)))
}

// Somebody is forgotten. Their name and id still stand in pages that nobody uses,
// and in the new file they do not.
func TestAfterCompactionAForgottenMemberIsNowhereInTheFile(t *testing.T) {
	s := newStore(t)
	twoMembers(t, s)
	for i := range 300 { // some pages full of members
		update(t, s, named(ID(5000+i)))
	}
	update(t, s, func(tx *Tx) error {
		them, err := tx.Meet(oddID, oddName)
		return errors.Join(err, tx.Block(1, oddID, noon), tx.Bar(1, oddID), tx.SetShare(them.Player, ShareAlways))
	})
	var them Profile
	view(t, s, func(tx *Tx) (err error) { them, err = tx.Player(oddID); return err })
	update(t, s, func(tx *Tx) error { return tx.Forget(them.Player) })
	if tracesOf(t, s.path) == 0 {
		t.Fatal("nothing is left in free pages: the test tests nothing")
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := tracesOf(t, s.path); n != 0 {
		t.Errorf("%d traces are left", n)
	}
	view(t, s, func(tx *Tx) error {
		if stale, err := tx.Stale(); stale || err != nil {
			t.Errorf("the file is said to hold what was forgotten: %v", err)
		}
		blocked, err := tx.Blocked(1, oddID)
		barred, err2 := tx.Barred(1, oddID)
		if !blocked || !barred {
			t.Error("what the hashes say is lost")
		}
		return errors.Join(err, err2)
	})
	update(t, s, func(tx *Tx) error { // it goes on, and may be made anew once more
		them, err := tx.Meet(oddID, "Ottilie")
		if them.Player != Player(304) {
			t.Errorf("met anew under number %d", them.Player)
		}
		return err
	})
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestCompactionKeepsEverythingAndTheFilesPermissions(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "real.db"), filepath.Join(dir, "windfall.db")
	if err := os.WriteFile(path, sample(t), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.db", link); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, link)
	var before, after bytes.Buffer
	dump := func(to *bytes.Buffer) {
		view(t, s, func(tx *Tx) error {
			for in := range tx.in {
				for k, v := range tx.scan(bucket(in), nil) {
					fmt.Fprintf(to, "%v %x %x\n", bucket(in), k, v)
				}
			}
			return nil
		})
	}
	dump(&before)
	for range 2 {
		if err := s.Compact(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if dump(&after); before.String() != after.String() {
		t.Error("the new file holds something else")
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is now %v, %v", info, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file is now %v, %v", info, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("in the directory are %v, %v", list, err)
	}
}

// Some read and some write while the file is made anew, again and again. Each
// reader sees one state to its end.
func TestOthersGoOnWhileTheFileIsMadeAnew(t *testing.T) {
	s := newStore(t)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var all sync.WaitGroup
	var last [3]atomic.Uint64
	for w := writer(1); w <= 2; w++ {
		all.Go(func() {
			for n := uint64(1); ctx.Err() == nil; n++ {
				if err := s.Update(context.Background(), func(tx *Tx) error { return w.step(tx, n) }); err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
				last[w].Store(n)
			}
		})
	}
	for range 2 {
		all.Go(func() {
			for ctx.Err() == nil {
				view(t, s, func(tx *Tx) error {
					for w := writer(1); w <= 2; w++ {
						had := last[w].Load()
						n, err := w.steps(tx)
						time.Sleep(time.Millisecond)
						if again, _ := w.steps(tx); err != nil || n+1 < had || again != n {
							return fmt.Errorf("writer %d was told of step %d, and there are %d and then %d: %w", w, had, n, again, err)
						}
					}
					return nil
				})
			}
		})
	}
	for range 20 {
		if err := s.Compact(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	end()
	all.Wait()
	if last[1].Load() < 20 {
		t.Errorf("writer 1 has come to step %d: the test tests nothing", last[1].Load())
	}
}

func TestWhoMayNotWriteMayNotCompact(t *testing.T) {
	path := fixture(t, int(currentFormat))
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("read-only: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, path)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Compact(done); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// A second process waits for the file, and meanwhile the first puts a new one in
// its place and ends. The second must play on the new one.
func TestWhoHasWaitedForTheOldFileOpensTheNewOne(t *testing.T) {
	s := newStore(t)
	opened := make(chan *Store)
	go func() {
		second, err := Open(s.path, Options{Timeout: time.Minute})
		if err != nil {
			t.Error(err)
		}
		opened <- second
	}()
	time.Sleep(150 * time.Millisecond) // by now it waits, most likely
	update(t, s, named(1001))
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	second := <-opened
	if second == nil {
		return
	}
	defer second.Close()
	update(t, second, named(1002))
	is, err := os.Stat(s.path)
	if err != nil {
		t.Fatal(err)
	}
	view(t, second, func(tx *Tx) error {
		if _, err := tx.Player(1001); err != nil {
			t.Errorf("what the first has written: %v", err)
		}
		return nil
	})
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	third := openStore(t, s.path)
	view(t, third, func(tx *Tx) error { _, err := tx.Player(1002); return err })
	if now, err := os.Stat(s.path); err != nil || !os.SameFile(is, now) {
		t.Error("there are two files at one path")
	}
}

// BenchmarkCompact makes a file of about a hundred megabytes anew, most of it
// records, of which a third have gone.
func BenchmarkCompact(b *testing.B) {
	s := newStore(b)
	record := []byte(strings.Repeat("0 offer y7, 1 refuse; ", 90))
	for n := 0; n < 45000; {
		update(b, s, func(tx *Tx) error {
			for range 1000 {
				g := Game{Channel: 1, Kind: Table, Players: []Player{1, 2}, Guild: 3}
				if err := tx.Put(&g); err != nil {
					return err
				}
				g.Record = record
				if _, err := tx.End(&g, Result{Winner: -1}); err != nil {
					return err
				}
				n++
			}
			return nil
		})
	}
	info, err := os.Stat(s.path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/(1<<20), "MiB")
	for b.Loop() {
		if err := s.Compact(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
