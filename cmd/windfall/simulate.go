package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/record"
)

const simulateHelp = `simulate --game adam-eva|adaman [FLAGS]

Writes the records of games in which every choice is a random one of those that
are legal, a line for each. The same seed gives the same games. They are not
sealed, so windfall verify calls them unsealed.

Leaves with 0 if all are written, with 1 if they cannot be, with 2 if the
command line is wrong.`

func simulate(_ context.Context, args []string, std std) int {
	f := flags("simulate", simulateHelp)
	game := f.String("game", "", "the `game`, which must be named: adam-eva or adaman")
	variant := f.String("variant", "", "the `variant` of Adam & Eva: classic or tactical (default classic)")
	count := f.Uint("games", 1, "the `number` of games")
	seed := f.Uint64("seed", 1, "what the games follow from, a whole `number`")
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() > 0:
		return misuse(std, "simulate takes no argument %q", f.Arg(0))
	case *game == "":
		return misuse(std, "simulate needs a game: --game adam-eva or --game adaman")
	case *game != record.AdamEva && *game != record.Adaman:
		return misuse(std, "--game is adam-eva or adaman, not %q", *game)
	case *game == record.Adaman && *variant != "":
		return misuse(std, "Adaman has no variants; leave out --variant")
	}
	if *variant == "" {
		*variant = adameva.Classic.String()
	}
	v, err := adameva.ParseVariant(*variant)
	if err != nil {
		return misuse(std, "--variant is classic or tactical, not %q", *variant)
	}

	out := bufio.NewWriter(std.out)
	// A secret of its own keeps these streams apart from those of deals.
	secret := games.Secret(sha256.Sum256(fmt.Appendf(nil, "windfall simulate\n%d\n", *seed)))
	for i := range *count {
		chance := secret.Stream(fmt.Sprintf("%s %s %d", *game, *variant, i+1))
		r, err := randomGame(chance, *game, v)
		if err != nil {
			return say(std, exitFailed, "simulate game %d: %v", i+1, err)
		}
		text, err := r.Export()
		if err == nil {
			_, err = out.Write(append(text, '\n'))
		}
		if err != nil {
			return say(std, exitFailed, "write game %d: %v", i+1, err)
		}
	}
	if err := out.Flush(); err != nil {
		return say(std, exitFailed, "write the games: %v", err)
	}
	return exitOK
}

// randomGame deals from chance and lets it choose every move.
func randomGame(chance *games.Stream, game string, v adameva.Variant) (*record.Record, error) {
	const player = "windfall random"
	if game == record.Adaman {
		g, err := adaman.New(adaman.Deal(chance))
		if err != nil {
			return nil, err
		}
		return &record.Record{Seats: []string{player}, Adaman: g}, playOut(chance, g)
	}
	g, err := adameva.New(adameva.DealFrom(chance, v), v)
	if err != nil {
		return nil, err
	}
	return &record.Record{Seats: []string{player, player}, AdamEva: g}, playOut(chance, g)
}

// playOut plays random legal moves to the end of the game.
func playOut[Move, Event any](chance *games.Stream, g interface {
	Moves() []Move
	Play(Move) ([]Event, error)
}) error {
	for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
		if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
			return err
		}
	}
	return nil
}
