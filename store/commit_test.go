package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// A gate stands before a store's commits and lets them through one by one.
type gate struct {
	arrived chan struct{}
	open    chan error // nil: commit; else the disk's answer instead
	commits int
}

func gated(s *Store) *gate {
	g := &gate{make(chan struct{}), make(chan error), 0}
	s.commit = func(tx *bbolt.Tx) error {
		g.arrived <- struct{}{}
		if err := <-g.open; err != nil {
			_ = tx.Rollback()
			return err
		}
		g.commits++
		return tx.Commit()
	}
	return g
}

// named keeps a member of that id; what is in the store shows who got through.
func named(id ID) func(*Tx) error {
	return func(tx *Tx) error {
		_, err := tx.Meet(id, fmt.Sprint("member ", id))
		return err
	}
}

func met(t *testing.T, s *Store, ids ...ID) string {
	t.Helper()
	var seen []string
	view(t, s, func(tx *Tx) error {
		for _, id := range ids {
			if _, err := tx.Player(id); err == nil {
				seen = append(seen, fmt.Sprint(id))
			} else if !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		return nil
	})
	return strings.Join(seen, " ")
}

// behind starts calls of Update that pile up behind a commit which is under
// way, and returns where their errors will arrive. The gate is then let go.
func behind(t *testing.T, s *Store, g *gate, answer error, fns ...func(*Tx) error) []error {
	t.Helper()
	var first sync.WaitGroup
	first.Go(func() {
		if err := s.Update(context.Background(), named(1)); err != nil {
			t.Error(err)
		}
	})
	<-g.arrived

	errs := make([]error, len(fns))
	var calls sync.WaitGroup
	for i, fn := range fns {
		calls.Go(func() { errs[i] = s.Update(context.Background(), fn) })
	}
	waitFor(t, len(fns)) // all stand in line
	g.open <- nil
	first.Wait()
	<-g.arrived
	g.open <- answer
	calls.Wait()
	return errs
}

// waitFor waits until exactly n goroutines wait for their turn in Update.
func waitFor(t *testing.T, n int) {
	t.Helper()
	stacks := make([]byte, 1<<20)
	for range 5000 {
		waiting := 0
		for g := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			if strings.Contains(g, "[select") && strings.Contains(g, "(*Store).Update(") {
				waiting++
			}
		}
		if waiting == n {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("there are not %d callers waiting", n)
}

func TestCallersWhoComeDuringACommitShareTheNext(t *testing.T) {
	s := newStore(t)
	g := gated(s)
	var fns []func(*Tx) error
	for i := range 20 {
		fns = append(fns, named(ID(100+i)))
	}
	for i, err := range behind(t, s, g, nil, fns...) {
		if err != nil {
			t.Errorf("caller %d: %v", i, err)
		}
	}
	if g.commits != 2 {
		t.Errorf("21 callers took %d commits", g.commits)
	}
	s.commit = (*bbolt.Tx).Commit
	if got := met(t, s, 1, 100, 119); got != "1 100 119" {
		t.Errorf("kept are %s", got)
	}
}

func TestAnErrorTakesBackItsOwnWritesOnly(t *testing.T) {
	s := newStore(t)
	g := gated(s)
	no := errors.New("no")
	errs := behind(t, s, g, nil, named(100), func(tx *Tx) error {
		for id := ID(200); id < 210; id++ {
			if err := named(id)(tx); err != nil {
				return err
			}
		}
		ana, err := tx.Player(1)
		if err != nil {
			return err
		}
		if err := tx.Forget(ana.Player); err != nil {
			return err
		}
		return no
	}, named(300))
	if errs[0] != nil || !errors.Is(errs[1], no) || errs[2] != nil {
		t.Errorf("errors: %v", errs)
	}
	if g.commits != 2 {
		t.Errorf("%d commits", g.commits)
	}
	s.commit = (*bbolt.Tx).Commit
	if got := met(t, s, 1, 100, 200, 209, 300); got != "1 100 300" {
		t.Errorf("kept are %s", got)
	}
}

func TestAPanicReachesItsCallerAndNobodyElse(t *testing.T) {
	s := newStore(t)
	update(t, s, named(1))
	var caught any
	var died sync.WaitGroup
	died.Go(func() {
		defer func() { caught = recover() }()
		_ = s.Update(context.Background(), func(tx *Tx) error {
			if err := named(200)(tx); err != nil {
				return err
			}
			panic("a mistake in the game")
		})
	})
	died.Wait()
	if caught != "a mistake in the game" {
		t.Errorf("caught %v", caught)
	}

	// Somebody whose goroutine ends inside does not hold the others up either.
	died.Go(func() {
		_ = s.Update(context.Background(), func(tx *Tx) error {
			if err := named(400)(tx); err != nil {
				return err
			}
			runtime.Goexit()
			return nil
		})
	})
	died.Wait()
	update(t, s, named(500))
	if got := met(t, s, 1, 200, 400, 500); got != "1 500" {
		t.Errorf("kept are %s", got)
	}
}

func TestAPanicInASharedTransactionLeavesTheOthersAlone(t *testing.T) {
	s := newStore(t)
	var callers sync.WaitGroup
	for i := range 100 {
		callers.Go(func() {
			defer func() {
				if p := recover(); (p != nil) != (i%3 == 0) {
					t.Errorf("caller %d: %v", i, p)
				}
			}()
			err := s.Update(context.Background(), func(tx *Tx) error {
				if err := named(ID(1000 + i))(tx); err != nil {
					return err
				}
				if i%3 == 0 {
					panic(i)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	for i := range 100 {
		if kept := met(t, s, ID(1000+i)) != ""; kept == (i%3 == 0) {
			t.Errorf("caller %d: kept is %v", i, kept)
		}
	}
}

func TestARefusedCallCostsNoCommit(t *testing.T) {
	s := newStore(t)
	s.commit = func(*bbolt.Tx) error { t.Error("a commit"); return nil }
	no := errors.New("not your turn")
	if err := s.Update(context.Background(), func(*Tx) error { return no }); !errors.Is(err, no) {
		t.Error(err)
	}
	if err := s.Update(context.Background(), func(tx *Tx) error {
		if err := named(7)(tx); err != nil {
			return err
		}
		return no
	}); !errors.Is(err, no) {
		t.Error(err)
	}
}

func TestACancelledCallerDoesNothingUnlessItHasBegun(t *testing.T) {
	s := newStore(t)
	g := gated(s)
	ctx, cancel := context.WithCancel(context.Background())
	var calls sync.WaitGroup
	calls.Go(func() {
		// This one is cancelled while the disk is busy with it.
		if err := s.Update(ctx, named(1)); err != nil {
			t.Errorf("committed, and told %v", err)
		}
	})
	<-g.arrived
	calls.Go(func() {
		// This one is cancelled while it waits.
		err := s.Update(ctx, func(*Tx) error { t.Error("it ran"); return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("never begun, and told %v", err)
		}
	})
	waitFor(t, 1)
	cancel()
	waitFor(t, 0)
	g.open <- nil
	calls.Wait()
	s.commit = (*bbolt.Tx).Commit
	if err := s.Update(ctx, named(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	if err := s.View(ctx, func(*Tx) error { t.Error("it ran"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	if got := met(t, s, 1, 2); got != "1" {
		t.Errorf("kept are %s", got)
	}
}

func TestCloseWaitsForWhatIsInHand(t *testing.T) {
	s := newStore(t)
	g := gated(s)
	var calls, closing sync.WaitGroup
	calls.Go(func() {
		if err := s.Update(context.Background(), named(1)); err != nil {
			t.Errorf("in hand, and told %v", err)
		}
	})
	<-g.arrived
	calls.Go(func() {
		if err := s.Update(context.Background(), named(2)); !errors.Is(err, ErrClosed) {
			t.Errorf("waiting, and told %v", err)
		}
	})
	waitFor(t, 1)
	closing.Go(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	waitFor(t, 0)
	g.open <- nil
	calls.Wait()
	closing.Wait()
	if err := s.Update(context.Background(), named(3)); !errors.Is(err, ErrClosed) {
		t.Errorf("afterwards: %v", err)
	}
	if err := s.View(context.Background(), func(*Tx) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("afterwards: %v", err)
	}
	again := openStore(t, s.path)
	if got := met(t, again, 1, 2, 3); got != "1" {
		t.Errorf("kept are %s", got)
	}
}

func TestAFailedCommitFailsEverybodyInItAndHurtsNobodyAfter(t *testing.T) {
	for _, c := range []struct {
		disk error
		want error
	}{
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, ErrFull},
		{fmt.Errorf("file resize error: %s", syscall.ENOSPC), ErrFull}, // as bbolt puts it
		{syscall.EDQUOT, ErrFull},
		{syscall.EIO, ErrWrite},
	} {
		t.Run(c.disk.Error(), func(t *testing.T) {
			s := newStore(t)
			g := gated(s)
			no := errors.New("no")
			errs := behind(t, s, g, c.disk, named(100), func(*Tx) error { return no }, named(300))
			for i, err := range errs {
				if !errors.Is(err, c.want) {
					t.Errorf("caller %d is told %v", i, err)
				}
			}
			s.commit = (*bbolt.Tx).Commit
			if got := met(t, s, 1, 100, 300); got != "1" {
				t.Errorf("kept are %s", got)
			}
			update(t, s, named(100))
			if got := met(t, s, 1, 100, 300); got != "1 100" {
				t.Errorf("kept are %s", got)
			}
		})
	}
}

// The last step of a commit is to sync the page that makes it count. If only
// that fails, the changes are in sight though perhaps not on disk.
func TestACommitThatLandedIsMadeSureOf(t *testing.T) {
	s := newStore(t)
	commits := 0
	s.commit = func(tx *bbolt.Tx) error {
		commits++
		if err := tx.Commit(); err != nil {
			return err
		}
		if commits == 1 {
			return syscall.EIO
		}
		return nil
	}
	update(t, s, named(1))
	if commits != 2 {
		t.Errorf("%d commits, none to make sure", commits)
	}
	update(t, s, named(2))
	if got := met(t, s, 1, 2); got != "1 2" {
		t.Errorf("kept are %s", got)
	}
}

func TestACommitThatCannotBeMadeSureOfStopsTheStore(t *testing.T) {
	s := newStore(t)
	update(t, s, named(1))
	s.commit = func(tx *bbolt.Tx) error {
		_ = tx.Commit()
		return syscall.EIO
	}
	if err := s.Update(context.Background(), named(2)); !errors.Is(err, ErrWrite) || !strings.Contains(err.Error(), "after a restart") {
		t.Errorf("told %v", err)
	}
	if err := s.View(context.Background(), func(*Tx) error { return nil }); !errors.Is(err, ErrWrite) {
		t.Errorf("what may be lost is shown: %v", err)
	}
	if err := s.Update(context.Background(), named(3)); !errors.Is(err, ErrWrite) {
		t.Errorf("it goes on: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := openStore(t, s.path)
	if got := met(t, again, 1, 2, 3); got != "1 2" && got != "1" {
		t.Errorf("kept are %s", got)
	}
}

func TestAStoreWhoseFileWasLostFromSightOpensItAgain(t *testing.T) {
	s := newStore(t)
	update(t, s, named(1))
	if err := s.db.Close(); err != nil { // as after a failed mmap
		t.Fatal(err)
	}
	update(t, s, named(2))
	if got := met(t, s, 1, 2); got != "1 2" {
		t.Errorf("kept are %s", got)
	}
}

func TestAViewSeesOneStateWhileOthersWrite(t *testing.T) {
	s := newStore(t)
	update(t, s, named(1))
	view(t, s, func(tx *Tx) error {
		done := make(chan struct{})
		go func() { // another caller, in its own goroutine
			defer close(done)
			update(t, s, named(2))
		}()
		<-done
		if _, err := tx.Player(2); !errors.Is(err, ErrNotFound) {
			t.Errorf("the view changed: %v", err)
		}
		if _, err := tx.Meet(3, "Cleo"); !errors.Is(err, ErrReadOnly) {
			t.Errorf("a view writes: %v", err)
		}
		return nil
	})
}
