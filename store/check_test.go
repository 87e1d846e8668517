package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

// Check finds whatever does not fit, each of these in a database that is
// otherwise good.
func TestCheckFindsWhatDoesNotFit(t *testing.T) {
	whole := sample(t)
	ctx := context.Background()
	for _, c := range []struct {
		name   string
		damage func(in func(bucket) *bbolt.Bucket) error
		words  string
	}{
		{"a missing row", func(in func(bucket) *bbolt.Bucket) error {
			k, _ := in(inPlayed).Cursor().First()
			return in(inPlayed).Delete(k)
		}, "is missing"},
		{"a row too many", func(in func(bucket) *bbolt.Bucket) error {
			return in(inDue).Put(dueKey(noon, 999), []byte{})
		}, "follows from no value"},
		{"a row that leads elsewhere", func(in func(bucket) *bbolt.Bucket) error {
			return in(inIDs).Put(key64(1), playerKey(2))
		}, "instead of"},
		{"a value under another's key", func(in func(bucket) *bbolt.Bucket) error {
			b := in(inResults)
			return b.Put(key64(1), append([]byte(nil), b.Get(key64(2))...))
		}, "checksum"},
		{"a value of unknown form", func(in func(bucket) *bbolt.Bucket) error {
			return in(inGuilds).Put(key64(1), []byte("settings"))
		}, "unknown form"},
		{"a result without its record", func(in func(bucket) *bbolt.Bucket) error {
			return in(inRecords).Delete(key64(3))
		}, "more results than records"},
		{"a record of no result", func(in func(bucket) *bbolt.Bucket) error {
			return in(inRecords).Put(key64(9999), pack(formPlain, inRecords, key64(9999), []byte("{}")))
		}, "of no result"},
		{"a result that has vanished", func(in func(bucket) *bbolt.Bucket) error {
			return errors.Join(in(inRecords).Delete(key64(3)), in(inResults).Delete(key64(3)))
		}, "given out"},
		{"a number that would be given out twice", func(in func(bucket) *bbolt.Bucket) error {
			key := []byte(metaGames)
			return in(inMeta).Put(key, pack(formPlain, inMeta, key, key64(3)))
		}, "3 were given out"},
		{"a field that no Windfall writes", func(in func(bucket) *bbolt.Bucket) error {
			v, err := encode(inDays, key32(2), &map[int]string{77: "x"})
			return errors.Join(err, in(inDays).Put(key32(2), v))
		}, "unknown field"},
		{"a block by nobody", func(in func(bucket) *bbolt.Bucket) error {
			key := blockKey(99, make([]byte, hashSize))
			v, err := encode(inBlocks, key, &Block{})
			return errors.Join(err, in(inBlocks).Put(key, v))
		}, "whom nobody knows"},
		{"a pause under half a key", func(in func(bucket) *bbolt.Bucket) error {
			v, err := encode(inPauses, playerKey(1), &pause{Until: noon})
			return errors.Join(err, in(inPauses).Put(playerKey(1), v))
		}, "unknown form"},
		{"a bar that says something", func(in func(bucket) *bbolt.Bucket) error {
			return in(inBars).Put(barKey(1, make([]byte, hashSize)), []byte("Ana"))
		}, "unknown form"},
		{"a rating that lacks", func(in func(bucket) *bbolt.Bucket) error {
			return in(inRatings).Put(ratingKey(77, 1, 2901), nil)
		}, "unknown form"},
		{"ratings of results to come", func(in func(bucket) *bbolt.Bucket) error {
			key := []byte(metaRated)
			return in(inMeta).Put(key, pack(formPlain, inMeta, key, key64(9999)))
		}, "the ratings know"},
		{"half a key of the hashes", func(in func(bucket) *bbolt.Bucket) error {
			key := []byte(metaKey)
			return in(inMeta).Put(key, pack(formPlain, inMeta, key, []byte("half")))
		}, "4 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "windfall.db")
			if err := os.WriteFile(path, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			tamper(t, path, c.damage)
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Check(ctx); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("found is %v; want %q in it", err, c.words)
			}
		})
	}
}

// tamper changes a closed database behind the store's back.
func tamper(t *testing.T, path string, change func(in func(bucket) *bbolt.Bucket) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		return change(func(b bucket) *bbolt.Bucket { return tx.Bucket([]byte(bucketNames[b])) })
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// One damaged value costs what needs it, and no more.
func TestADamagedGameLeavesTheOthersPlayable(t *testing.T) {
	s := newStore(t)
	broken, whole := challenge(t, s, 500), challenge(t, s, 501)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tamper(t, s.path, func(in func(bucket) *bbolt.Bucket) error {
		v := append([]byte(nil), in(inGames).Get(broken.key())...)
		v[len(v)/2] ^= 1
		return in(inGames).Put(broken.key(), v)
	})
	again, err := Open(s.path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	view(t, again, func(tx *Tx) error {
		if _, err := tx.Game(broken.ID); !errors.Is(err, ErrDamaged) {
			t.Errorf("the broken one: %v", err)
		}
		_, err := tx.Game(whole.ID)
		return err
	})
	update(t, again, func(tx *Tx) error { return tx.Put(&whole) })
}

// Who looks at everything that can be read is not stopped by what cannot.
func TestWhatIsDamagedIsPassedOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	if err := os.WriteFile(path, sample(t), 0o600); err != nil {
		t.Fatal(err)
	}
	count := func() (games, results, days int) {
		s, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		view(t, s, func(tx *Tx) error {
			for range tx.SoundGames() {
				games++
			}
			for r, record := range tx.SoundResults() {
				if r.Seq == 0 || record == nil {
					t.Errorf("result %d has %d bytes of record", r.Seq, len(record))
				}
				results++
			}
			for range tx.SoundDays() {
				days++
			}
			return nil
		})
		return games, results, days
	}
	games, results, days := count()
	tamper(t, path, func(in func(bucket) *bbolt.Bucket) error {
		spoil := func(b bucket, key []byte) error { return in(b).Put(key, []byte("broken")) }
		first, _ := in(inGames).Cursor().First()
		return errors.Join(spoil(inGames, bytes.Clone(first)), spoil(inResults, key64(1)), spoil(inRecords, key64(2)), spoil(inDays, key32(1)))
	})
	if g, r, d := count(); g != games-1 || r != results-2 || d != days-1 {
		t.Errorf("of %d games, %d results and %d days there are %d, %d and %d; want 1, 2 and 1 less", games, results, days, g, r, d)
	}
}
