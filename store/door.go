package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// While a process has the database open, nobody else can. So that one can be asked:
// beside the database stands a directory with a socket in it, the door. Only who may
// enter the directory can knock, and that is the user as whom the process runs, and
// root.
//
// A question is a line with one word. The answer is a line, "ok" and the length of
// what follows, or "no" and why not. Whoever asks writes the file, as themselves and
// where they please; the process that answers opens no file for them.

// lockWait is how long to wait for another process to let go of a file.
const lockWait = time.Second

// doorWait is how long either side waits while the other does not stir.
const doorWait = 30 * time.Second

// The questions.
const (
	askCopy  = "copy"
	askStats = "stats"
)

// errNobody says that no process answers at a door.
var errNobody = errors.New("no process answers")

// door is the directory beside the database, and the socket in it.
func door(path string) (dir, socket string, err error) {
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return "", "", err
	}
	dir = path + ".door"
	return dir, filepath.Join(dir, "ask"), nil
}

// mostSocket is how long the path of a socket may be on every system.
const mostSocket = 100

// near calls f with a path to the socket that is short enough.
func near(dir, socket string, f func(socket string) error) error {
	if len(socket) <= mostSocket {
		return f(socket)
	}
	if runtime.GOOS != "linux" {
		return fmt.Errorf("%s is longer than the path of a socket may be", socket)
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return f("/proc/self/fd/" + strconv.Itoa(int(d.Fd())) + "/" + filepath.Base(socket))
}

// Answer lets other processes of the same user have what they cannot read
// themselves while this store is open ([Copy]). It returns nil once ctx is done and
// nobody is being answered any more. Call it once, and before Close let it end; the
// error says that nobody can ask, and everything else works.
func (s *Store) Answer(ctx context.Context) error {
	dir, socket, err := door(s.path)
	if err != nil {
		return fmt.Errorf("open a door beside the database: %w", err)
	}
	listener, err := openDoor(dir, socket)
	if err != nil {
		return fmt.Errorf("open a door beside the database: %w", err)
	}
	var visits sync.WaitGroup
	defer func() {
		visits.Wait()
		_ = os.Remove(socket)
		_ = os.Remove(dir)
	}()
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	for {
		c, err := listener.Accept()
		if ctx.Err() != nil {
			if err == nil {
				_ = c.Close()
			}
			return nil
		}
		if err != nil {
			_ = listener.Close()
			return fmt.Errorf("wait at the door beside the database: %w", err)
		}
		visits.Go(func() { s.answer(ctx, c) })
	}
}

// openDoor listens. What a killed process has left there is removed: the database
// is locked, so nobody else answers for it.
func openDoor(dir, socket string) (listener net.Listener, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	err = near(dir, socket, func(socket string) error {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Net: "unix", Name: socket})
		if err != nil {
			return err
		}
		l.SetUnlinkOnClose(false) // by a path that may be good no longer
		listener = l
		return nil
	})
	return listener, err
}

// answer answers one question.
func (s *Store) answer(ctx context.Context, c net.Conn) {
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	_ = c.SetDeadline(time.Now().Add(doorWait))
	word, err := bufio.NewReader(io.LimitReader(c, 64)).ReadString('\n')
	if err != nil {
		return
	}
	w := &patient{c}
	begun := false
	switch strings.TrimSpace(word) {
	case askCopy:
		_, _, err = s.backup(ctx, func(size int64) (io.Writer, error) {
			begun = true
			_, err := fmt.Fprintf(w, "ok %d\n", size)
			return w, err
		})
	case askStats:
		var text []byte
		if text, err = s.statsText(ctx); err == nil {
			begun = true
			_, err = fmt.Fprintf(w, "ok %d\n%s", len(text), text)
		}
	default:
		err = errors.New("this Windfall does not know what it was asked")
	}
	if err != nil && !begun {
		_, _ = fmt.Fprintf(w, "no %s\n", strings.Join(strings.Fields(err.Error()), " "))
	}
	// An answer that is too short tells the rest.
}

// patient gives up on a connection only if nothing moves on it for a while.
type patient struct{ net.Conn }

func (p *patient) Write(b []byte) (n int, err error) {
	for n < len(b) {
		if err := p.SetWriteDeadline(time.Now().Add(doorWait)); err != nil {
			return n, err
		}
		m, err := p.Conn.Write(b[n:min(len(b), n+1<<16)])
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(doorWait)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// fetch asks the process that has a database open and writes the answer to w. The
// error is [errNobody] if there is none.
func fetch(ctx context.Context, path, question string, w io.Writer) (n int64, err error) {
	c, err := knock(path)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = ctx.Err()
		}
	}()
	r, size, err := ask(c, question)
	if err != nil {
		return 0, err
	}
	to := &writing{w: w}
	n, err = io.CopyN(to, r, size)
	switch {
	case to.err != nil:
		return n, to.err
	case err != nil:
		return n, fmt.Errorf("the bot broke off after %d of %d bytes (%w)", n, size, err)
	}
	return n, nil
}

// writing keeps the error of a writer apart from those of whom it copies from.
type writing struct {
	w   io.Writer
	err error
}

func (w *writing) Write(b []byte) (n int, err error) {
	n, err = w.w.Write(b)
	w.err = err
	return n, err
}

// ask sends a question and reads the first line of the answer.
func ask(c net.Conn, word string) (r io.Reader, size int64, err error) {
	p := &patient{c}
	if _, err := fmt.Fprintf(p, "%s\n", word); err != nil {
		return nil, 0, fmt.Errorf("ask the bot: %w", err)
	}
	answer := bufio.NewReader(p)
	line, err := answer.ReadString('\n')
	if err != nil {
		return nil, 0, fmt.Errorf("the bot does not answer: %w", err)
	}
	kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if kind != "ok" {
		return nil, 0, fmt.Errorf("the bot cannot do it: %s", rest)
	}
	if size, err = strconv.ParseInt(rest, 10, 64); err != nil || size < 0 {
		return nil, 0, errors.New("the bot's answer cannot be understood; is it another version?")
	}
	return answer, size, nil
}

// knock connects to the process that has a database open.
func knock(path string) (c net.Conn, err error) {
	dir, socket, err := door(path)
	if err == nil {
		err = near(dir, socket, func(socket string) error {
			c, err = net.DialTimeout("unix", socket, doorWait)
			return err
		})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, errNobody
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%w: the bot runs as another user; run this as that one", ErrLocked)
	case err != nil:
		return nil, fmt.Errorf("reach the bot at %s: %w", dir, err)
	}
	return c, nil
}
