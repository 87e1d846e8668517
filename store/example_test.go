package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"windfall/store"
)

// A practice game is begun, moved and ended; then its buttons are pressed once
// more.
func Example() {
	dir, err := os.MkdirTemp("", "windfall")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(filepath.Join(dir, "windfall.db"), store.Options{})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	ctx := context.Background()

	var game store.Game
	err = s.Update(ctx, func(tx *store.Tx) error {
		ana, err := tx.Meet(1001, "Ana")
		if err != nil {
			return err
		}
		game = store.Game{Channel: 500, Kind: store.Practice, Owner: ana.Player, Players: []store.Player{ana.Player}}
		return tx.Put(&game)
	})
	fmt.Println("begun:", game.ID, game.Version, err)

	// A press carries the game's id and the version it was drawn for.
	press := func(id, version uint64) error {
		return s.Update(ctx, func(tx *store.Tx) error {
			g, err := tx.Game(id)
			if err != nil {
				return err
			}
			g.Version = version
			g.Record = append(g.Record, "CS < 9MS 5SV\n"...)
			return tx.Put(&g)
		})
	}
	fmt.Println("pressed:", press(1, 1))
	fmt.Println("pressed twice:", errors.Is(press(1, 1), store.ErrConflict))

	err = s.Update(ctx, func(tx *store.Tx) error {
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		_, err = tx.End(&g, store.Result{Ended: time.Unix(1800000000, 0), Outcome: "won", Score: 81})
		return err
	})
	fmt.Println("ended:", err)
	fmt.Println("pressed after the end:", errors.Is(press(1, 2), store.ErrEnded))

	err = s.View(ctx, func(tx *store.Tx) error {
		for r, err := range tx.LatestResults(1, 0) {
			if err != nil {
				return err
			}
			fmt.Println("result:", r.Outcome, r.Score)
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// begun: 1 1 <nil>
	// pressed: <nil>
	// pressed twice: true
	// ended: <nil>
	// pressed after the end: true
	// result: won 81
}
