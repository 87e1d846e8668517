package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// BenchmarkMove measures a durable move – a game with a record of 2 KB kept
// anew, its clock set anew – for one caller and for 64 at once, each with its
// own game, in a store that holds 2,000 games. Beside it stands bbolt without
// a store around it, doing the same writes: the game's bytes in one bucket, a
// row less and a row more in another. All sync to the disk that holds the
// temporary directory.
func BenchmarkMove(b *testing.B) {
	const games = 2000
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			b.Run("store", func(b *testing.B) {
				s := newStore(b)
				gs := make([]Game, games)
				update(b, s, func(tx *Tx) error {
					for i := range gs {
						gs[i] = benchGame(i)
						if err := tx.Put(&gs[i]); err != nil {
							return err
						}
					}
					return nil
				})
				var commits atomic.Int64
				s.commit = func(tx *bbolt.Tx) error { commits.Add(1); return tx.Commit() }
				callFor(b, callers, func(caller, i int) error {
					return s.Update(context.Background(), func(tx *Tx) error {
						g, err := tx.Game(gs[caller].ID)
						if err != nil {
							return err
						}
						g.Due = g.Due.Add(time.Minute)
						g.Record[i%len(g.Record)]++
						return tx.Put(&g)
					})
				})
				b.ReportMetric(float64(b.N)/float64(commits.Load()), "moves/commit")
			})
			raw := func(b *testing.B, how func(db *bbolt.DB) func(func(*bbolt.Tx) error) error) {
				db, values := rawGames(b, games)
				run := how(db)
				due := make([]int, callers)
				callFor(b, callers, func(caller, i int) error {
					next := due[caller] + 1
					value := slices.Clone(values[caller])
					err := run(func(tx *bbolt.Tx) error {
						g := tx.Bucket([]byte("games"))
						key := gameKey(ID(caller+1), Practice, 1)
						_ = g.Get(key)
						if err := g.Put(key, value); err != nil {
							return err
						}
						d := tx.Bucket([]byte("due"))
						if err := d.Delete(dueKey(noon.Add(time.Duration(next-1)*time.Minute), uint64(caller+1))); err != nil {
							return err
						}
						return d.Put(dueKey(noon.Add(time.Duration(next)*time.Minute), uint64(caller+1)), nil)
					})
					due[caller] = next
					return err
				})
			}
			b.Run("bbolt/Update", func(b *testing.B) {
				raw(b, func(db *bbolt.DB) func(func(*bbolt.Tx) error) error { return db.Update })
			})
			for _, delay := range []time.Duration{10 * time.Millisecond, time.Millisecond, 100 * time.Microsecond} {
				b.Run(fmt.Sprintf("bbolt/Batch=%v", delay), func(b *testing.B) {
					raw(b, func(db *bbolt.DB) func(func(*bbolt.Tx) error) error {
						db.MaxBatchDelay = delay
						return db.Batch
					})
				})
			}
		})
	}
}

func benchGame(i int) Game {
	return Game{
		Channel: ID(i + 1), Kind: Practice, Owner: 1, Guild: 900, Players: []Player{1},
		Record: slices.Repeat([]byte("move "), 400), Begun: noon, Due: noon,
	}
}

// rawGames makes a plain bbolt database with the same games in it.
func rawGames(b *testing.B, n int) (*bbolt.DB, [][]byte) {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "raw.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	values := make([][]byte, n)
	err = db.Update(func(tx *bbolt.Tx) error {
		games, err := tx.CreateBucket([]byte("games"))
		if err != nil {
			return err
		}
		due, err := tx.CreateBucket([]byte("due"))
		if err != nil {
			return err
		}
		for i := range values {
			g := benchGame(i)
			g.ID = uint64(i + 1)
			if values[i], err = encode(inGames, g.key(), &g); err != nil {
				return err
			}
			if err := games.Put(g.key(), values[i]); err != nil {
				return err
			}
			if err := due.Put(dueKey(noon, g.ID), nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return db, values
}

// callFor has so many callers call until together they have called b.N times,
// and reports moves per second and the middle of what a caller waited.
func callFor(b *testing.B, callers int, move func(caller, i int) error) {
	var calls atomic.Int64
	waits := make([][]time.Duration, callers)
	var all sync.WaitGroup
	b.ResetTimer()
	for c := range callers {
		all.Go(func() {
			for i := 0; calls.Add(1) <= int64(b.N); i++ {
				began := time.Now()
				if err := move(c, i); err != nil {
					b.Error(err)
					return
				}
				waits[c] = append(waits[c], time.Since(began))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	w := slices.Concat(waits...)
	slices.Sort(w)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(w[len(w)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(w[len(w)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkView measures a look at a game, as a press on My hand needs it.
func BenchmarkView(b *testing.B) {
	s := newStore(b)
	g := benchGame(0)
	update(b, s, func(tx *Tx) error { return tx.Put(&g) })
	for b.Loop() {
		view(b, s, func(tx *Tx) error {
			_, err := tx.Game(g.ID)
			return err
		})
	}
}

// BenchmarkOpen measures what Open takes for a database of 100,000 finished
// games with records of 3 KB, most of which is to look at every page.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "windfall.db")
	s := openStore(b, path)
	const games, each = 100_000, 2_000
	for n := 0; n < games; n += each {
		update(b, s, func(tx *Tx) error {
			for i := n; i < n+each; i++ {
				g := Game{Channel: ID(i + 1), Kind: Table, Guild: ID(i%50 + 1), Players: []Player{Player(i%500 + 1), Player(i%700 + 1)}, Record: make([]byte, 3000)}
				if err := tx.Put(&g); err != nil {
					return err
				}
				if _, err := tx.End(&g, Result{Ended: noon.Add(time.Duration(i) * time.Minute), Points: []int{40, 60}, Winner: 1}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	began := time.Now()
	if err := s.Check(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Log("a check takes", time.Since(began))
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := Open(path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(info.Size())
	b.ReportMetric(float64(info.Size())/1e6, "MB")
}
