package store

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

var writeFixtures = flag.Bool("fixtures", false, "write the database of the current format into testdata, if it is missing")

// The databases in testdata are what each format looked like, with the content
// of sample. They are written once and then stay; a change that can no longer
// read them would lose what people have.
func fixture(t *testing.T, format int) (path string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("format%d.db", format)))
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "windfall.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWriteFixture(t *testing.T) {
	if !*writeFixtures {
		t.Skip("only with -fixtures")
	}
	path := filepath.Join("testdata", fmt.Sprintf("format%d.db", currentFormat))
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is there already: %v", path, err)
	}
	if err := os.WriteFile(path, sample(t), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestOlderFormatsOpenWithEverythingInThem(t *testing.T) {
	for format := 1; format <= int(currentFormat); format++ {
		t.Run(fmt.Sprint("format ", format), func(t *testing.T) {
			path := fixture(t, format)
			if format < int(currentFormat) {
				refused(t, path, Options{ReadOnly: true}, ErrOlder, "start the bot once")
			}
			for range 2 { // brought up to date, and opened again
				s, err := Open(path, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Check(t.Context()); err != nil {
					t.Error(err)
				}
				view(t, s, holdsSample)
				view(t, s, holdsDay)
				if format >= 5 {
					view(t, s, holdsLook)
				}
				if format >= 6 {
					view(t, s, holdsNeighbours)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// holdsSample makes sure that a store has what sample puts into it, but for
// the last transaction.
func holdsSample(tx *Tx) error {
	for w := writer(1); w <= 3; w++ {
		settings, err := tx.Settings(w.id())
		if err != nil || settings.Version != 40 {
			return fmt.Errorf("writer %d stands at %d: %w", w, settings.Version, err)
		}
		ended := 0
		for r, err := range tx.Results(w.owner(), w.id()) {
			if err != nil {
				return err
			}
			ended++
			if of, err := tx.ResultOf(r.Game); err != nil || !reflect.DeepEqual(of, r) {
				return fmt.Errorf("the result of game %d is %+v: %w", r.Game, of, err)
			}
			if _, err := tx.RecordOf(r.Game); err != nil {
				return err
			}
		}
		if want := int(40 / w.life()); ended != want {
			return fmt.Errorf("writer %d: %d games have ended, not %d", w, ended, want)
		}
		open, err := tx.GamesOf(w.owner())
		want := 2 // the practice game and the daily
		if 40%w.life() == 0 {
			want--
		}
		if w == 2 {
			want-- // whose daily was dropped
		}
		if err != nil || len(open) != want {
			return fmt.Errorf("writer %d: %d games are open, not %d: %w", w, len(open), want, err)
		}
		profile, err := tx.Player(w.id())
		if err != nil || profile.Player != w.owner() {
			return fmt.Errorf("writer %d is %+v: %w", w, profile, err)
		}
		if !tx.Posted(w.id(), 1) {
			return fmt.Errorf("writer %d: the day was not announced", w)
		}
	}
	as, err := tx.Attempts(1)
	if err != nil || len(as) != 3 {
		return fmt.Errorf("attempts are %v: %w", as, err)
	}
	var gone *GoneError
	if _, err := tx.Game(as[1].Game); !errors.As(err, &gone) || gone.Reason != GoneRemoved {
		return fmt.Errorf("the dropped daily is %w", err)
	}
	_, err = tx.FirstDay(noon)
	return err
}

// holdsDay makes sure of what sample's last transaction has put there.
func holdsDay(tx *Tx) error {
	d, err := tx.Day(1)
	if err != nil || string(d.Deal) != "2MK AM" {
		return fmt.Errorf("the day is %+v: %w", d, err)
	}
	return nil
}

// holdsLook makes sure of the game against the computer that sample has had since
// format 5.
func holdsLook(tx *Tx) error {
	for r, err := range tx.Results(1, 0) {
		if err != nil {
			return err
		}
		if r.Kind != Robot {
			continue
		}
		look, err := tx.Look(r.Game, 0)
		if err != nil || r.Level != "hard" || string(look) != "well played" {
			return fmt.Errorf("game %d was played against %q, the look is %q: %w", r.Game, r.Level, look, err)
		}
		return nil
	}
	return errors.New("there is no game against the computer")
}

// holdsNeighbours makes sure of what sample has had since format 6.
func holdsNeighbours(tx *Tx) error {
	ana, err := tx.Profile(1)
	ben, err2 := tx.Profile(2)
	if err := errors.Join(err, err2); err != nil || !ana.Hidden || ana.Refuses || ben.Hidden || !ben.Refuses {
		return fmt.Errorf("the profiles are %+v and %+v: %w", ana, ben, err)
	}
	settings, err := tx.Settings(77)
	if err != nil || settings.Left != noon {
		return fmt.Errorf("the server that was left is %+v: %w", settings, err)
	}
	g, err := tx.GameAt(9, Challenge, 4)
	if err != nil || g.Pace != "live" {
		return fmt.Errorf("the challenge is %+v: %w", g, err)
	}
	blocks, err := tx.Blocks(1)
	if err != nil || len(blocks) != 2 || blocks[0].Player != 2 || blocks[1].Player != 0 || blocks[1].Since != noon.Add(time.Hour) {
		return fmt.Errorf("blocked are %+v: %w", blocks, err)
	}
	blocked, err := tx.Blocked(1, 555)
	barred, err2 := tx.Barred(1, 3)
	until, paused, err3 := tx.PausedUntil(3, 1, noon)
	if err := errors.Join(err, err2, err3); err != nil || !blocked || !barred || !paused || until != noon.Add(time.Hour) {
		return fmt.Errorf("blocked %v, barred %v, paused %v until %v: %w", blocked, barred, paused, until, err)
	}
	r, week, err := tx.Rating(77, 1)
	rated, err2 := tx.Rated()
	if err := errors.Join(err, err2); err != nil || week != 2900 || r != (Rating{1612.25, 84.5, 0.05999, 7}) || rated != 1 {
		return fmt.Errorf("the rating after week %d is %+v, up to result %d: %w", week, r, rated, err)
	}
	return nil
}

func TestANewerFormatIsRefused(t *testing.T) {
	path := fixture(t, int(currentFormat))
	tamper(t, path, func(in func(bucket) *bbolt.Bucket) error {
		return in(inMeta).Put([]byte(metaFormat), binary.BigEndian.AppendUint32(nil, currentFormat+1))
	})
	refused(t, path, Options{}, ErrNewer, "use the newer program, or a backup from before")
	refused(t, path, Options{ReadOnly: true}, ErrNewer, "")
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	path := fixture(t, 1)
	// A result that cannot be read: its index rows cannot be made.
	tamper(t, path, func(in func(bucket) *bbolt.Bucket) error {
		return in(inResults).Put(key64(2), []byte("?"))
	})
	refused(t, path, Options{}, ErrDamaged, "bring format 1 up to date")
}
