package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/adameva"
	"windfall/games/record"
)

const simulateHelp = `simulate --game adam-eva|adaman [FLAGS]

Writes the records of games that the program plays, a line for each. A random
player makes any legal move, and each is as likely as the others. The blind one
plays Adaman as well as it can without knowing the order of the deck. The same
seed gives the same games. They are not sealed, so windfall verify calls them
unsealed.

Leaves with 0 if all are written, with 1 if they cannot be, with 2 if the
command line is wrong.`

// The players, as the command line names them.
const (
	randomPlayer = "random"
	blindPlayer  = "blind"
)

func simulate(_ context.Context, args []string, std std) int {
	f := flags("simulate", simulateHelp)
	game := f.String("game", "", "the `game`, which must be named: adam-eva or adaman")
	variant := f.String("variant", "", "the `variant` of Adam & Eva: classic or tactical (default classic)")
	count := f.Uint("games", 1, "the `number` of games")
	seed := f.Uint64("seed", 1, "what the games follow from, a whole `number`")
	player := f.String("player", randomPlayer, "the `player`: random, or in Adaman blind")
	playouts := f.Uint("playouts", robot.Playouts, "how much the blind player may try out before a move, a `number`")
	summary := f.Bool("summary", false, "write how the games of Adaman went, in one line, and no records")
	jobs := f.Uint("jobs", 1, "the `number` of games played at once; the games are the same")
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
	case *player != randomPlayer && *player != blindPlayer:
		return misuse(std, "--player is random or blind, not %q", *player)
	case *game == record.AdamEva && *player == blindPlayer:
		return misuse(std, "the blind player plays Adaman; write --game adaman")
	case *game == record.AdamEva && *summary:
		return misuse(std, "only games of Adaman are summed up; leave out --summary")
	case *count > math.MaxInt32 || *playouts > math.MaxInt32:
		return misuse(std, "--games and --playouts go up to %d", math.MaxInt32)
	}
	if code, wrong := wrongJobs(std, *jobs); wrong {
		return code
	}
	if *variant == "" {
		*variant = adameva.Classic.String()
	}
	v, err := adameva.ParseVariant(*variant)
	if err != nil {
		return misuse(std, "--variant is classic or tactical, not %q", *variant)
	}
	if *player == randomPlayer {
		*playouts = 0
	}

	out := bufio.NewWriter(std.out)
	// A secret of its own keeps these streams apart from those of deals.
	secret := games.Secret(sha256.Sum256(fmt.Appendf(nil, "windfall simulate\n%d\n", *seed)))
	sum := tally{Player: *player, Playouts: int(*playouts)}
	err = makeAtOnce(int(*count), int(*jobs), func() func(int) (simulated, error) {
		blind := robot.New()
		return func(i int) (simulated, error) {
			chance := secret.Stream(fmt.Sprintf("%s %s %d", *game, *variant, i+1))
			start := time.Now()
			var s simulated
			var err error
			if *player == blindPlayer {
				s.record, err = blindGame(chance, blind, int(*playouts))
			} else {
				s.record, err = randomGame(chance, *game, v)
			}
			s.took = time.Since(start)
			if err != nil {
				return s, fmt.Errorf("simulate game %d: %w", i+1, err)
			}
			return s, nil
		}
	}, func(i int, s simulated) error {
		if *summary {
			sum.add(s)
			return nil
		}
		text, err := s.record.Export()
		if err == nil {
			_, err = out.Write(append(text, '\n'))
		}
		if err != nil {
			return fmt.Errorf("write game %d: %w", i+1, err)
		}
		return nil
	})
	if err != nil {
		return say(std, exitFailed, "%v", err)
	}
	if *summary {
		text, err := json.Marshal(sum.done())
		if err != nil {
			return say(std, exitFailed, "write the summary: %v", err)
		}
		fmt.Fprintf(out, "%s\n", text)
	}
	if err := out.Flush(); err != nil {
		return say(std, exitFailed, "write the games: %v", err)
	}
	return exitOK
}

// wrongJobs refuses a number of jobs that no machine has cores for.
func wrongJobs(std std, jobs uint) (code int, wrong bool) {
	if jobs < 1 || jobs > 1024 {
		return misuse(std, "--jobs is a whole number from 1 to 1024, not %d", jobs), true
	}
	return 0, false
}

// simulated is a game with the time it took.
type simulated struct {
	record *record.Record
	took   time.Duration
}

// tally sums up games of Adaman. Its members are those of the line that
// --summary writes.
type tally struct {
	Player    string     `json:"player"`
	Playouts  int        `json:"playouts"`
	Games     int        `json:"games"`
	Won       int        `json:"won"`
	Share     float64    `json:"share"`
	Interval  [2]float64 `json:"interval"` // Wilson's, 95 %
	MeanScore float64    `json:"mean_score"`
	MsPerMove float64    `json:"ms_per_move"`

	score, moves int
	took         time.Duration
}

func (t *tally) add(s simulated) {
	o, _ := s.record.Adaman.Outcome()
	t.Games++
	if o.Result == adaman.Won {
		t.Won++
	}
	t.score += o.Score
	t.moves += len(s.record.Adaman.Played())
	t.took += s.took
}

// done returns the tally with all that follows from the sums.
func (t tally) done() tally {
	round := func(x float64, digits float64) float64 { return math.Round(x*digits) / digits }
	n := float64(max(t.Games, 1))
	low, high := wilson(t.Won, t.Games)
	t.Share = round(float64(t.Won)/n, 1e4)
	t.Interval = [2]float64{round(low, 1e4), round(high, 1e4)}
	t.MeanScore = round(float64(t.score)/n, 1e2)
	t.MsPerMove = round(t.took.Seconds()*1e3/float64(max(t.moves, 1)), 1e3)
	return t
}

// blindGame deals from chance and lets the blind player choose every move.
func blindGame(chance *games.Stream, blind *robot.Player, playouts int) (*record.Record, error) {
	g, err := adaman.New(adaman.Deal(chance))
	if err != nil {
		return nil, err
	}
	for {
		v := g.View(adaman.Player)
		advice, on := blind.Choose(&v, playouts, chance)
		if !on {
			return &record.Record{Seats: []string{"windfall " + blindPlayer}, Adaman: g}, nil
		}
		if _, err := g.Play(advice.Move); err != nil {
			return nil, err
		}
	}
}

// randomGame deals from chance and lets it choose every move.
func randomGame(chance *games.Stream, game string, v adameva.Variant) (*record.Record, error) {
	const player = "windfall " + randomPlayer
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
