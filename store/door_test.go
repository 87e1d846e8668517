package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// While a process has the database open and writes, another gets a copy from it;
// before it opens its door and afterwards the database is only in use.
func TestTheProcessThatHasTheDatabaseOpenGivesACopy(t *testing.T) {
	s := newStore(t)
	putSettings(t, s, 1)
	to := func(name string) string { return filepath.Join(t.TempDir(), name) }
	if _, err := CopyFile(t.Context(), s.path, to("early.db")); !errors.Is(err, ErrLocked) {
		t.Errorf("before it answers: %v", err)
	}
	stop := answering(t, s)

	ctx, cancel := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	writing.Go(func() {
		for guild := ID(2); ctx.Err() == nil; guild++ {
			putSettings(t, s, guild)
		}
	})
	last := 0
	for i := range 5 {
		path := to(fmt.Sprint(i, ".db"))
		n, err := CopyFile(t.Context(), s.path, path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != n {
			t.Errorf("%d bytes are said to be in %v (%v)", n, info, err)
		}
		has := isWhole(t, path)
		if has < last {
			t.Errorf("a later copy has %d servers, an earlier one %d", has, last)
		}
		last = has
	}
	if _, err := CopyFile(t.Context(), s.path, s.path); !errors.Is(err, ErrExists) {
		t.Errorf("over the database itself: %v", err)
	}
	cancel()
	writing.Wait()

	dir, _, err := door(s.path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("others may enter the door: %v (%v)", info, err)
	}
	stop()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the door is still there: %v", err)
	}
	if _, err := CopyFile(t.Context(), s.path, to("late.db")); !errors.Is(err, ErrLocked) {
		t.Errorf("after it answered: %v", err)
	}
}

// What a killed process left at the door is nobody's.
func TestADoorThatWasLeftOpen(t *testing.T) {
	s := newStore(t)
	dir, socket, err := door(s.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var left net.Listener
	if err := near(dir, socket, func(socket string) (err error) {
		left, err = net.Listen("unix", socket)
		if err == nil {
			left.(*net.UnixListener).SetUnlinkOnClose(false)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := left.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), s.path, io.Discard); !errors.Is(err, ErrLocked) {
		t.Errorf("nobody is behind it: %v", err)
	}
	answering(t, s)
	if _, err := Copy(t.Context(), s.path, io.Discard); err != nil {
		t.Error(err)
	}
}

// A path may be longer than that of a socket may be, and lead over a link.
func TestADoorFarAway(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("far/", 60))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, filepath.Join(dir, "windfall.db"))
	answering(t, s)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(s.path, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{s.path, link} {
		if _, err := Copy(t.Context(), path, io.Discard); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Nonsense, silence and a visitor who leaves do no harm to those after them.
func TestAVisitorWhoDoesNotBehave(t *testing.T) {
	s := newStore(t)
	putSettings(t, s, 1)
	stop := answering(t, s)
	visit := func() net.Conn {
		c, err := knock(s.path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	if _, _, err := ask(visit(), "fly"); err == nil || !strings.Contains(err.Error(), "does not know what it was asked") {
		t.Errorf("asked to fly: %v", err)
	}
	if _, _, err := ask(visit(), strings.Repeat("copy", 100)); err == nil {
		t.Error("a question without an end is answered")
	}
	leaves := visit()
	if _, err := fmt.Fprintln(leaves, askCopy); err != nil {
		t.Fatal(err)
	}
	_ = leaves.Close()
	visit() // says nothing, and is still there at the end
	var whole bytes.Buffer
	if n, err := Copy(t.Context(), s.path, &whole); err != nil || n != int64(whole.Len()) {
		t.Errorf("the next one got %d bytes: %v", n, err)
	}
	full := errors.New("no room")
	if _, err := Copy(t.Context(), s.path, failing{full}); !errors.Is(err, full) {
		t.Errorf("a copy that cannot be written: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Copy(ended, s.path, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	stop() // does not wait for the silent one
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A store that fails tells it to who asks.
func TestAStoreThatCannotGiveACopySaysWhy(t *testing.T) {
	s := newStore(t)
	answering(t, s)
	_ = s.fail(fmt.Errorf("%w\nby a test", ErrDamaged))
	if _, err := Copy(t.Context(), s.path, io.Discard); err == nil || !strings.Contains(err.Error(), "the bot cannot do it: database is damaged by a test") {
		t.Errorf("it says %v", err)
	}
}
