package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// refused opens a file that must be refused with want, in a text that contains
// words, and must not be changed by that.
func refused(t *testing.T, path string, o Options, want error, words string) {
	t.Helper()
	before, readErr := os.ReadFile(path)
	s, err := Open(path, o)
	if err == nil {
		_ = s.Close()
		t.Fatalf("%s: opened", path)
	}
	if !errors.Is(err, want) || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), path) {
		t.Errorf("refused with %q; want %q, %q and the path in it", err, want, words)
	}
	if after, _ := os.ReadFile(path); readErr == nil && !bytes.Equal(before, after) {
		t.Errorf("%s: refused, and changed", path)
	}
}

func TestFilesThatAreNoDatabaseAreRefusedUntouched(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := []byte("Dear diary, today I won 94 to 65.\n")
	refused(t, file("short.txt", text), Options{}, ErrForeign, "")
	refused(t, file("long.txt", bytes.Repeat(text, 3000)), Options{}, ErrForeign, "")
	refused(t, file("zeros", make([]byte, 1<<16)), Options{}, ErrForeign, "")
	refused(t, file("empty", nil), Options{ReadOnly: true}, ErrForeign, "empty")
	refused(t, dir, Options{}, ErrNotFile, "")
	refused(t, filepath.Join(dir, "no", "such", "directory"), Options{}, ErrUnwritable, "directory does not exist")
	refused(t, filepath.Join(dir, "none"), Options{ReadOnly: true}, ErrUnwritable, "")
	refused(t, filepath.Join(dir, "short.txt", "inside"), Options{}, ErrUnwritable, "")
}

func TestAnotherProgramsDatabaseIsRefusedUntouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	// One that bbolt itself would write to at once: without a list of free pages.
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("theirs")); return err }); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	refused(t, path, Options{}, ErrForeign, "some other program's")
}

func TestAFileLeftByACrashAtCreationIsFilled(t *testing.T) {
	dir := t.TempDir()
	empty, bare := filepath.Join(dir, "empty"), filepath.Join(dir, "bare")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(bare, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{empty, bare} {
		update(t, openStore(t, path), named(1))
	}
}

func TestHazard22_66_ASecondProcessIsToldAndDoesNotWaitForEver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	cmd := child(t, "hold", path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "open" {
		t.Fatalf("the first process says %q", lines.Text())
	}
	for _, readOnly := range []bool{false, true} {
		began := time.Now()
		_, err = Open(path, Options{Timeout: 200 * time.Millisecond, ReadOnly: readOnly})
		if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "another windfall process has it open; stop that one first") {
			t.Errorf("the second process is told %v", err)
		}
		if waited := time.Since(began); waited > 5*time.Second {
			t.Errorf("it waited %v", waited)
		}
	}

	// Once the first has left, the second may work.
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	update(t, openStore(t, path), named(1))
}

func TestAReaderReadsAndNoMore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	s := openStore(t, path)
	update(t, s, named(1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // two at once
		reader, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		if got := met(t, reader, 1); got != "1" {
			t.Errorf("it reads %q", got)
		}
		if err := reader.Update(context.Background(), named(2)); !errors.Is(err, ErrReadOnly) {
			t.Errorf("it writes: %v", err)
		}
		if err := reader.Check(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

func TestMarksKeepDatabasesApart(t *testing.T) {
	dir := t.TempDir()
	bots, sandboxs := filepath.Join(dir, "bot.db"), filepath.Join(dir, "sandbox.db")
	for path, mark := range map[string]string{bots: "", sandboxs: "sandbox"} {
		for range 2 { // created, opened again
			s, err := Open(path, Options{Mark: mark})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused(t, bots, Options{Mark: "sandbox"}, ErrMark, `it is marked ""`)
	refused(t, sandboxs, Options{}, ErrMark, `it is marked "sandbox"`)
}

func TestABackupIsADatabase(t *testing.T) {
	s := newStore(t)
	update(t, s, named(1))
	var copied bytes.Buffer
	n, err := s.Backup(context.Background(), &copied)
	if err != nil || n != int64(copied.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, copied.Len(), err)
	}
	update(t, s, named(2))
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := met(t, openStore(t, path), 1, 2); got != "1" {
		t.Errorf("the copy has %q", got)
	}
}

// sample is the bytes of a database with something of everything in it, of
// several pages, some of them free.
func sample(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for w := writer(1); w <= 3; w++ {
		for n := uint64(1); n <= 40; n++ {
			update(t, s, func(tx *Tx) error { return w.step(tx, n) })
		}
		update(t, s, func(tx *Tx) error {
			if _, err := tx.FirstDay(noon); err != nil {
				return err
			}
			if _, err := tx.MarkPosted(w.id(), 1); err != nil {
				return err
			}
			g := Game{Channel: w.id(), Kind: Daily, Owner: w.owner(), Players: []Player{w.owner()}, Day: 1, Record: make([]byte, 6000)}
			if err := tx.Put(&g); err != nil {
				return err
			}
			if w == 2 {
				if err := tx.Drop(&g, GoneRemoved); err != nil {
					return err
				}
			}
			return named(w.id())(tx)
		})
	}
	update(t, s, func(tx *Tx) error {
		g := Game{Channel: 1, Kind: Robot, Owner: 1, Players: []Player{1, 0}}
		if err := tx.Put(&g); err != nil {
			return err
		}
		if _, err := tx.End(&g, Result{Level: "hard", Winner: 0}); err != nil {
			return err
		}
		return tx.PutLook(g.ID, 0, []byte("well played"))
	})
	update(t, s, neighbours)
	update(t, s, func(tx *Tx) error {
		return tx.PutDay(&Day{Number: 1, Secret: make([]byte, 32), Deal: []byte("2MK AM"), Drawn: noon})
	})
	if err := s.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return bytesInUse(t, path)
}

// neighbours is what sample has had since format 6.
func neighbours(tx *Tx) error {
	if _, err := tx.Key(strings.NewReader("a key of thirty-two plain letters")); err != nil {
		return err
	}
	left := Settings{Guild: 77, Left: noon}
	g := Game{Channel: 9, Kind: Challenge, Owner: 4, Players: []Player{4}, Pace: "live"}
	return errors.Join(
		tx.PutSettings(&left), tx.Put(&g),
		tx.SetHidden(1, true), tx.SetRefuses(2, true),
		tx.Block(1, 2, noon), tx.Block(1, 555, noon.Add(time.Hour)),
		tx.Bar(1, 3), tx.Pause(3, 1, noon.Add(time.Hour), 0),
		tx.PutRating(77, 1, 2900, Rating{1612.25, 84.5, 0.05999, 7}), tx.SetRated(1),
	)
}

// bytesInUse reads a database without the room to grow that follows it.
func bytesInUse(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := readMeta(f)
	if err != nil {
		t.Fatal(err)
	}
	content := make([]byte, m.high*uint64(m.pageSize))
	if _, err := f.ReadAt(content, 0); err != nil {
		t.Fatal(err)
	}
	return content
}

// tryOpen opens a file and does what a bot would: read everything, write
// something. Whatever the file is, that must end, without a panic, in success
// or in an error; it is returned.
func tryOpen(path string) error {
	s, err := Open(path, Options{})
	if err != nil {
		if len(err.Error()) < len(path)+20 {
			return fmt.Errorf("too short a text: %w", err)
		}
		return err
	}
	ctx := context.Background()
	err = s.Check(ctx)
	_ = s.View(ctx, func(tx *Tx) error {
		games, _ := tx.Games()
		for _, g := range games {
			_, _ = tx.GamesOf(g.Owner)
		}
		for range tx.LatestResults(1, 0) {
		}
		_, _ = tx.Due(noon, 10)
		_, _ = tx.Attempts(1)
		return nil
	})
	_ = s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Meet(12345, "somebody new")
		return err
	})
	return errors.Join(err, s.Close())
}

func TestATruncatedFileIsRefused(t *testing.T) {
	whole := sample(t)
	path := filepath.Join(t.TempDir(), "cut.db")
	lengths := []int{1, 15, 16, 17, 79, 80, 1023, 1024, 4095, 4096, 4097, 8191, 8192, 8193, 16384}
	for n := 3 * 4096; n < len(whole); n += 4096 - 13 {
		lengths = append(lengths, n)
	}
	lengths = append(lengths, len(whole)-1)
	for _, n := range lengths {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path, Options{})
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, whole[:n]) {
			t.Errorf("cut to %d bytes: it was changed", n)
		}
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tryOpen(path); err != nil {
		t.Errorf("cut where nothing is lost: %v", err)
	}
}

// Any single bit may turn over. Either that is noticed, or it was one that
// says nothing: in a free page, in the unused part of a page, in the older of
// the meta pages – or in the newer, when bbolt falls back on the transaction
// before. Then all that is read must be what was written.
func TestATurnedBitIsNoticedOrHarmless(t *testing.T) {
	whole := sample(t)
	path := filepath.Join(t.TempDir(), "bit.db")
	rng := rand.New(rand.NewPCG(1, 2))
	noticed, harmless := 0, 0
	try := func(bit int) {
		turned := slices.Clone(whole)
		turned[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, turned, 0o600); err != nil {
			t.Fatal(err)
		}
		err := tryOpen(path)
		switch {
		case err == nil:
			harmless++
			readsAs(t, path, bit)
		case errors.Is(err, ErrDamaged), errors.Is(err, ErrForeign), errors.Is(err, ErrNewer), errors.Is(err, ErrMark):
			noticed++
		default:
			t.Errorf("bit %d: %v", bit, err)
		}
	}
	tries := 1000
	if testing.Short() {
		tries = 200
	}
	for range tries {
		try(rng.IntN(8 * len(whole)))
	}
	for range tries / 5 {
		try(8*4096*rng.IntN(2) + rng.IntN(8*80)) // the meta pages
	}
	t.Logf("%d noticed, %d harmless", noticed, harmless)
	if noticed < tries/20 || harmless < tries/20 {
		t.Error("the bits are badly chosen")
	}
}

// readsAs makes sure that a sample with a bit turned says what the sample said,
// perhaps without the last transaction.
func readsAs(t *testing.T, path string, bit int) {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Errorf("bit %d: opened once, and then %v", bit, err)
		return
	}
	defer s.Close()
	err = s.View(context.Background(), func(tx *Tx) error {
		last := holdsDay(tx)
		if errors.Is(last, ErrNotFound) {
			last = nil
		}
		return errors.Join(holdsSample(tx), last)
	})
	if err != nil {
		t.Errorf("bit %d: not noticed, and not harmless: %v", bit, err)
	}
}

func TestGarbledPagesNeitherPanicNorHang(t *testing.T) {
	whole := sample(t)
	path := filepath.Join(t.TempDir(), "garbled.db")
	rng := rand.New(rand.NewPCG(3, 4))
	pages := len(whole) / 4096
	tries := 300
	if testing.Short() {
		tries = 50
	}
	for i := range tries {
		garbled := slices.Clone(whole)
		page := garbled[4096*(2+rng.IntN(pages-2)):][:4096]
		switch i % 4 {
		case 0: // random bytes
			for i := range page {
				page[i] = byte(rng.Uint32())
			}
		case 1: // another page in its place: trees that go round in circles
			copy(page, whole[4096*(2+rng.IntN(pages-2)):])
			page[0], page[1] = byte(rng.IntN(pages)), 0
		case 2: // a few fields in its head and list of elements
			for range 5 {
				binary.LittleEndian.PutUint32(page[4*rng.IntN(32):], rng.Uint32())
			}
		case 3: // small numbers there, such as pages and positions are
			for range 5 {
				binary.LittleEndian.PutUint32(page[4*rng.IntN(64):], rng.Uint32N(64))
			}
		}
		if err := os.WriteFile(path, garbled, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := tryOpen(path); err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Errorf("try %d: %v", i, err)
		}
	}
}

// A file is damaged while the bot runs. bbolt's walk into nothing is an error.
func TestAFileCutShortUnderARunningStoreIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	if err := os.WriteFile(path, sample(t), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := os.Truncate(path, 2*4096); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	look := func(tx *Tx) error { _, err := tx.Games(); return err }
	if err := s.View(ctx, look); !errors.Is(err, ErrDamaged) {
		t.Errorf("a view: %v", err)
	}
	if err := s.Update(ctx, look); !errors.Is(err, ErrDamaged) {
		t.Errorf("an update: %v", err)
	}
	if err := s.Check(ctx); !errors.Is(err, ErrDamaged) {
		t.Errorf("a check: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// FuzzOpen opens whatever bytes it is given. It must end, in success or in an
// error.
func FuzzOpen(f *testing.F) {
	whole := sample(f)
	f.Add([]byte{}, 0)
	f.Add([]byte("text"), 0)
	f.Add(whole[:80], 4096)
	f.Add(whole[2*4096:3*4096], 2*4096)
	f.Add(whole[3*4096:4*4096], 5*4096)
	// A whole file is much to mutate; so the bytes go over a good one.
	f.Fuzz(func(t *testing.T, patch []byte, at int) {
		content := slices.Clone(whole)
		if at >= 0 && at < len(content) {
			copy(content[at:], patch)
		} else {
			content = patch
		}
		path := filepath.Join(t.TempDir(), "fuzz.db")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = tryOpen(path)
	})
}
