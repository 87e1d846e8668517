package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// On a disk that fills up again and again, at ever other places of the file,
// moves fail with ErrFull, nothing that was kept is lost, and once there is
// room the same moves work.
func TestAFullDiskLosesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("NOT TESTED: a full disk. It takes a small file system of its own, and mounting one is not permitted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	path, ballast := filepath.Join(dir, "windfall.db"), filepath.Join(dir, "ballast")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	step := func(w writer, n uint64) error {
		return s.Update(ctx, func(tx *Tx) error {
			// Something bulky, so that the file needs new pages.
			if err := tx.PutSettings(&Settings{Guild: ID(1000*uint64(w) + n), Data: make([]byte, 3000)}); err != nil {
				return err
			}
			return w.step(tx, n)
		})
	}
	var next [writers + 1]uint64
	var full atomic.Int64
	for round := range 12 {
		if err := fill(ballast, 4096*(1+round*7%5)); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for w := 1; w <= writers; w++ {
			all.Go(func() {
				for range 200 {
					err := step(writer(w), next[w]+1)
					if errors.Is(err, ErrFull) {
						full.Add(1)
						return
					}
					if err != nil {
						t.Errorf("round %d: %v", round, err)
						return
					}
					next[w]++
				}
				t.Errorf("round %d: the disk is not full", round)
			})
		}
		all.Wait()
		view(t, s, func(tx *Tx) error { return stands(tx, next) })
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
		for w := 1; w <= writers; w++ {
			if err := step(writer(w), next[w]+1); err != nil {
				t.Errorf("round %d: there is room again, and writer %d is told %v", round, w, err)
			} else {
				next[w]++
			}
		}
		if err := s.Check(ctx); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		if t.Failed() {
			break
		}
	}
	if full.Load() == 0 {
		t.Error("the disk was never full: the test tests nothing")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}

	// Nor is a file harmed that is opened while the disk is full.
	if err := fill(ballast, 0); err != nil {
		t.Fatal(err)
	}
	s, err = Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	view(t, s, func(tx *Tx) error { return stands(tx, next) })
}

// stands makes sure that exactly those steps are kept.
func stands(tx *Tx, next [writers + 1]uint64) error {
	for w := 1; w <= writers; w++ {
		n, err := writer(w).steps(tx)
		if err != nil {
			return err
		}
		if n != next[w] {
			return fmt.Errorf("writer %d was told of step %d, and %d are kept", w, next[w], n)
		}
	}
	return nil
}

// fill writes a file that leaves so many bytes free on its disk.
func fill(path string, leave int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	size := int64(0)
	for {
		n, err := f.Write(make([]byte, 4096))
		size += int64(n)
		if errors.Is(err, syscall.ENOSPC) {
			return f.Truncate(max(0, size-int64(leave)))
		}
		if err != nil {
			return err
		}
	}
}

// There is no room for a second file: compaction says so and changes nothing, and
// works once there is room.
func TestCompactionNeedsRoomAndHarmsNothingWithout(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("NOT TESTED: compaction on a full disk. It takes a small file system of its own, and mounting one is not permitted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	path, ballast := filepath.Join(dir, "windfall.db"), filepath.Join(dir, "ballast")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	update(t, s, func(tx *Tx) error { _, err := tx.Meet(oddID, oddName); return err })
	for n := uint64(1); n <= 60; n++ {
		update(t, s, func(tx *Tx) error {
			return errors.Join(writer(1).step(tx, n), tx.PutSettings(&Settings{Guild: ID(1000 + n), Data: make([]byte, 30000)}))
		})
	}
	update(t, s, func(tx *Tx) error { return tx.Forget(1) })
	next := [writers + 1]uint64{1: 60}
	for _, room := range []int{0, 4096, 40_000, 200_000, 1_000_000} {
		if err := fill(ballast, room); err != nil {
			t.Fatal(err)
		}
		if err := s.Compact(t.Context()); !errors.Is(err, ErrFull) {
			t.Errorf("with room for %d bytes: %v", room, err)
		}
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
			t.Errorf("in the directory are %v, %v", list, err)
		}
		view(t, s, func(tx *Tx) error {
			if stale, err := tx.Stale(); !stale || err != nil {
				t.Errorf("the file is said to be clean: %v", err)
			}
			return stands(tx, next)
		})
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Errorf("with room: %v", err)
	}
	view(t, s, func(tx *Tx) error { return stands(tx, next) })
	if n := tracesOf(t, path); n != 0 {
		t.Errorf("%d traces are left", n)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// A copy for which there is no room is not there at all, and the database does not
// notice.
func TestABackupOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("NOT TESTED: a full disk. It takes a small file system of its own, and mounting one is not permitted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	s := newStore(t)
	for guild := ID(1); guild <= 400; guild++ {
		update(t, s, func(tx *Tx) error { return tx.PutSettings(&Settings{Guild: guild, Data: make([]byte, 3000)}) })
	}
	for _, copied := range []func() error{
		func() error { _, err := s.BackupFile(t.Context(), filepath.Join(dir, "backup.db")); return err },
		func() error {
			answering(t, s)
			_, err := CopyFile(t.Context(), s.path, filepath.Join(dir, "backup.db"))
			return err
		},
	} {
		if err := copied(); !errors.Is(err, ErrFull) {
			t.Errorf("without room: %v", err)
		}
		if names := filesIn(t, dir); len(names) != 0 {
			t.Errorf("left is %q", names)
		}
	}
}
