package store

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
)

// childMain is what this test binary does when a test starts it as a second
// process: it plays a part and ends.
func childMain() {
	path := os.Getenv("STORE_TEST_FILE")
	switch os.Getenv("STORE_TEST_PART") {
	case "":
		return
	case "hold": // open the file and keep it until standard input is closed
		s, err := Open(path, Options{})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("open")
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = s.Close()
	case "write": // write until killed
		s, err := Open(path, Options{})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if os.Getenv("STORE_TEST_COMPACT") != "" {
			go compactForEver(s)
		}
		for w := 1; w < writers; w++ {
			go writeForEver(s, w)
		}
		writeForEver(s, writers)
	}
	os.Exit(0)
}

// compactForEver makes the file anew again and again, while others write.
func compactForEver(s *Store) {
	for {
		if err := s.Compact(context.Background()); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("compacted")
	}
}

// child is the command that starts this binary in a part.
func child(t *testing.T, part, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "STORE_TEST_PART="+part, "STORE_TEST_FILE="+path)
	return cmd
}

const writers = 6

// A writer's life is a sequence of numbered steps, each a transaction: it
// begins a game, makes moves in it, ends it, begins the next. Where it stands
// after step n follows from n alone, and n is the version of settings that
// each step writes too. So one number, acknowledged, says everything that must
// be in the file.

func (w writer) id() ID        { return ID(w) }
func (w writer) owner() Player { return Player(w) }
func (w writer) moves() uint64 { return 3 + uint64(w) } // of a game
func (w writer) life() uint64  { return w.moves() + 1 } // steps from game to game

type writer int

func (w writer) step(tx *Tx, n uint64) error {
	settings := Settings{Guild: w.id(), Version: n - 1}
	if err := tx.PutSettings(&settings); err != nil {
		return err
	}
	if n%w.life() == 1 {
		return tx.Put(&Game{
			Channel: w.id(), Kind: Practice, Owner: w.owner(), Players: []Player{w.owner()}, Guild: w.id(),
			Begun: noon, Due: noon, Record: fmt.Append(nil, n),
		})
	}
	g, err := tx.GameAt(w.id(), Practice, w.owner())
	if err != nil {
		return err
	}
	g.Record = fmt.Append(g.Record, " ", n)
	if n%w.life() == 0 {
		_, err := tx.End(&g, Result{Score: int(n), Winner: -1})
		return err
	}
	return tx.Put(&g)
}

// steps returns how many steps of the writer are in the store, after making
// sure that what is there is exactly what so many steps leave.
func (w writer) steps(tx *Tx) (uint64, error) {
	settings, err := tx.Settings(w.id())
	n := settings.Version
	if n == 0 {
		return 0, nil // settings, or not even those
	}
	if err != nil {
		return 0, err
	}
	record := func(from, to uint64) string {
		var b []byte
		for i := from; i <= to; i++ {
			if i > from {
				b = append(b, ' ')
			}
			b = fmt.Append(b, i)
		}
		return string(b)
	}
	var ended uint64
	for r, err := range tx.Results(w.owner(), 0) {
		if err != nil {
			return 0, err
		}
		ended++
		if uint64(r.Score) != ended*w.life() {
			return 0, fmt.Errorf("writer %d, game %d: it ended in step %d", w, ended, r.Score)
		}
		kept, err := tx.RecordOf(r.Game)
		if err != nil {
			return 0, err
		}
		if want := record((ended-1)*w.life()+1, ended*w.life()); string(kept) != want {
			return 0, fmt.Errorf("writer %d, game %d: record %q, not %q", w, ended, kept, want)
		}
	}
	if ended != n/w.life() {
		return 0, fmt.Errorf("writer %d: %d games have ended in %d steps", w, ended, n)
	}
	open, err := tx.GamesOf(w.owner())
	if err != nil {
		return 0, err
	}
	if n%w.life() == 0 {
		if len(open) != 0 {
			return 0, fmt.Errorf("writer %d: %d games are open after step %d", w, len(open), n)
		}
		return n, nil
	}
	if len(open) != 1 || open[0].Version != n%w.life() || string(open[0].Record) != record(ended*w.life()+1, n) {
		return 0, fmt.Errorf("writer %d: after step %d these are open: %+v", w, n, open)
	}
	return n, nil
}

// writeForEver takes one step after another from where the store stands, and
// says each that has been acknowledged.
func writeForEver(s *Store, number int) {
	w, ctx := writer(number), context.Background()
	var n uint64
	if err := s.View(ctx, func(tx *Tx) (err error) { n, err = w.steps(tx); return err }); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for {
		n++
		if err := s.Update(ctx, func(tx *Tx) error { return w.step(tx, n) }); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("kept", number, n)
	}
}
