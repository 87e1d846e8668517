package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
)

const arenaHelp = `arena --a LEVEL --b LEVEL [FLAGS]

Lets two levels of the opponent for Adam & Eva play against each other and says
how often each of them won. Games come in pairs: the second has the deals of the
first, with the seats changed. The levels are easy, fair and hard, and to measure
them random and baseline. hard/10 is hard with a tenth of its budget.

The same seed gives the same games, whatever the jobs. The interval is Wilson's
at 95 % for the share of games that a has won. Margin is by how many points a was
ahead at the end, on average. The time is that of a move with a choice.

With --json it writes one object: a, b, games, wins, draws, losses, margin,
interval, ms_a, ms_b. Wins are those of a, and the interval is in parts of one.

With --resume every game is written to a file when it is played. Started again
with the same file, it goes on behind the last one; more games may be asked for
then, but the levels, their budgets, the variant and the seed must be the same. If
the way in which a level plays has changed since, begin another file. A file is for one arena at a time.

Leaves with 0 if all are played, with 1 if they cannot be or it was stopped, with
2 if the command line is wrong.`

func arena(ctx context.Context, args []string, std std) int {
	f := flags("arena", arenaHelp)
	nameA := f.String("a", "", "the first `level`, which must be named")
	nameB := f.String("b", "", "the second `level`, which must be named")
	count := f.Uint("games", 100, "the `number` of games, an even one")
	variant := f.String("variant", adameva.Classic.String(), "the `variant`: classic or tactical")
	seed := f.Uint64("seed", 1, "what the games follow from, a whole `number`")
	jobs := f.Uint("jobs", 1, "the `number` of games played at once; the games are the same")
	asJSON := f.Bool("json", false, "write one line of JSON")
	resume := f.String("resume", "", "keep the games in this `file`, and go on with it")
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() > 0:
		return misuse(std, "arena takes no argument %q", f.Arg(0))
	case *nameA == "" || *nameB == "":
		return misuse(std, "arena needs two levels: --a and --b")
	case *count == 0:
		return misuse(std, "--games is 2 or more")
	case *count%2 != 0:
		return misuse(std, "--games is an even number, for games come in pairs, not %d", *count)
	case *count > math.MaxInt32:
		return misuse(std, "--games goes up to %d", math.MaxInt32)
	}
	if code, wrong := wrongJobs(std, *jobs); wrong {
		return code
	}
	var fighters [2]fighter
	for i, text := range []string{*nameA, *nameB} {
		var err error
		if fighters[i], err = parseFighter(text); err != nil {
			return misuse(std, "--%s: %v", "ab"[i:i+1], err)
		}
	}
	v, err := adameva.ParseVariant(*variant)
	if err != nil {
		return misuse(std, "--variant is classic or tactical, not %q", *variant)
	}

	match := matchHead{Format: matchFormat, A: *nameA, B: *nameB, Variant: v.String(), Seed: *seed, Budgets: [2]robot.Budget{fighters[0].budget, fighters[1].budget}}
	sum := matchSum{A: *nameA, B: *nameB}
	book, played, err := openMatch(*resume, match)
	if err != nil {
		return say(std, exitFailed, "%v", err)
	}
	played = played[:min(len(played), int(*count))]
	for _, g := range played {
		sum.add(g)
	}
	secret := games.Secret(sha256.Sum256(fmt.Appendf(nil, "windfall arena\n%d\n", *seed)))
	err = makeAtOnce(int(*count)-len(played), int(*jobs), func() func(int) (fought, error) {
		player := robot.New()
		return func(i int) (fought, error) { return fight(ctx, player, fighters, secret, v, len(played)+i) }
	}, func(_ int, g fought) error {
		sum.add(g)
		return book.write(g)
	})
	if closed := book.close(); err == nil {
		err = closed
	}
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return say(std, exitFailed, "stopped after %d of %d games", sum.Games, *count)
	case err != nil:
		return say(std, exitFailed, "%v", err)
	}
	if *asJSON {
		text, err := json.Marshal(sum.done())
		if err == nil {
			_, err = fmt.Fprintf(std.out, "%s\n", text)
		}
		if err != nil {
			return say(std, exitFailed, "write the result: %v", err)
		}
		return exitOK
	}
	if _, err := io.WriteString(std.out, sum.done().text(v)); err != nil {
		return say(std, exitFailed, "write the result: %v", err)
	}
	return exitOK
}

// fighter is a level with its budget.
type fighter struct {
	level  robot.Level
	budget robot.Budget
}

// parseFighter reads a level, maybe with a part of its budget: hard/10.
func parseFighter(text string) (fighter, error) {
	name, part, cut := strings.Cut(text, "/")
	l, err := robot.ParseLevel(name)
	if err != nil {
		return fighter{}, err
	}
	f := fighter{l, robot.BudgetOf(l)}
	if cut {
		parts, err := strconv.Atoi(part)
		if err != nil || parts < 1 || strconv.Itoa(parts) != part {
			return fighter{}, fmt.Errorf("behind the stroke stands a whole number from 1 on, not %q", part)
		}
		f.budget = f.budget.Part(parts)
	}
	return f, nil
}

// fought is a game as the file of a match keeps it. All pairs have the first
// fighter's first.
type fought struct {
	Game    int      `json:"game"` // counted from 1
	Won     int      `json:"won"`  // 1 if a has won, −1 if b, 0 for a draw
	Margin  int      `json:"margin"`
	Choices [2]int   `json:"choices"`
	Micros  [2]int64 `json:"micros"`
	Longest [2]int64 `json:"longest"` // of a choice, in microseconds
}

// fight plays a game, numbered from 0. In every second one a has seat 1.
func fight(ctx context.Context, player *robot.Player, fighters [2]fighter, secret games.Secret, v adameva.Variant, number int) (fought, error) {
	f := fought{Game: number + 1}
	g, err := adameva.New(adameva.DealFrom(secret.Stream(fmt.Sprintf("%s deal %d", v, number/2+1)), v), v)
	if err != nil {
		return f, fmt.Errorf("game %d: %w", f.Game, err)
	}
	chance := secret.Stream(fmt.Sprintf("%s game %d", v, f.Game))
	seatA := games.Seat(number % 2)
	for {
		seat, on := g.ToMove()
		if !on {
			break
		}
		if err := ctx.Err(); err != nil {
			return f, fmt.Errorf("game %d: %w", f.Game, err)
		}
		who := 0
		if seat != seatA {
			who = 1
		}
		view := g.View(seat)
		began := time.Now()
		// A level that steps down would be measured as what it is not.
		choice, ok := player.ChooseWith(context.Background(), &view, fighters[who].level, fighters[who].budget, chance)
		took := time.Since(began).Microseconds()
		if !ok {
			return f, fmt.Errorf("game %d: seat %d does not move", f.Game, seat)
		}
		if len(view.Moves) > 1 {
			f.Choices[who]++
			f.Micros[who] += took
			f.Longest[who] = max(f.Longest[who], took)
		}
		if _, err := g.Play(choice.Move); err != nil {
			return f, fmt.Errorf("game %d: %w", f.Game, err)
		}
	}
	o, _ := g.Outcome()
	f.Margin = o.Points[seatA] - o.Points[seatA.Other()]
	switch o.Winner {
	case seatA:
		f.Won = 1
	case seatA.Other():
		f.Won = -1
	}
	return f, nil
}

// matchHead is the first line of the file of a match.
type matchHead struct {
	Format  string `json:"format"`
	A       string `json:"a"`
	B       string `json:"b"`
	Variant string `json:"variant"`
	Seed    uint64 `json:"seed"`

	Budgets [2]robot.Budget `json:"budgets"` // those of a file that another program began may differ
}

const matchFormat = "windfall arena/1"

// matchBook is the open file of a match; without a file nothing is kept.
type matchBook struct{ file *os.File }

// openMatch opens the file of a match, or begins it, and returns the games in
// it. A last line that was not written to its end is cut off.
func openMatch(name string, head matchHead) (*matchBook, []fought, error) {
	if name == "" {
		return &matchBook{}, nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("read the match: %w", err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	first, err := json.Marshal(head)
	if err != nil {
		return nil, nil, fmt.Errorf("begin the match: %w", err)
	}
	var played []fought
	lines := bufio.NewScanner(bytes.NewReader(whole))
	for n := 0; lines.Scan(); n++ {
		if n == 0 {
			if !bytes.Equal(lines.Bytes(), first) {
				return nil, nil, fmt.Errorf("%s holds another match, %.200s", name, lines.Bytes())
			}
			continue
		}
		var g fought
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil || g.Game != n {
			return nil, nil, fmt.Errorf("line %d of %s is not game %d of a match", n+1, name, n)
		}
		played = append(played, g)
	}
	if err := lines.Err(); err != nil {
		return nil, nil, fmt.Errorf("read the match: %w", err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("keep the match: %w", err)
	}
	err = file.Truncate(int64(len(whole)))
	if err == nil && len(whole) == 0 {
		_, err = file.Write(append(first, '\n'))
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("keep the match: %w", err), file.Close())
	}
	return &matchBook{file}, played, nil
}

func (b *matchBook) write(g fought) error {
	if b.file == nil {
		return nil
	}
	line, err := json.Marshal(g)
	if err == nil {
		_, err = b.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep game %d: %w", g.Game, err)
	}
	return nil
}

func (b *matchBook) close() error {
	if b.file == nil {
		return nil
	}
	if err := b.file.Close(); err != nil {
		return fmt.Errorf("keep the match: %w", err)
	}
	return nil
}

// matchSum sums up a match. Its members are those of the line that --json
// writes.
type matchSum struct {
	A        string     `json:"a"`
	B        string     `json:"b"`
	Games    int        `json:"games"`
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Margin   float64    `json:"margin"`
	Interval [2]float64 `json:"interval"`
	MsA      float64    `json:"ms_a"`
	MsB      float64    `json:"ms_b"`

	margin  int
	choices [2]int
	micros  [2]int64
	longest [2]int64
}

func (s *matchSum) add(g fought) {
	s.Games++
	switch {
	case g.Won > 0:
		s.Wins++
	case g.Won < 0:
		s.Losses++
	default:
		s.Draws++
	}
	s.margin += g.Margin
	for i := range s.choices {
		s.choices[i] += g.Choices[i]
		s.micros[i] += g.Micros[i]
		s.longest[i] = max(s.longest[i], g.Longest[i])
	}
}

// done returns the sum with all that follows from it.
func (s matchSum) done() matchSum {
	round := func(x float64, digits float64) float64 { return math.Round(x*digits) / digits }
	low, high := wilson(s.Wins, s.Games)
	s.Interval = [2]float64{round(low, 1e4), round(high, 1e4)}
	s.Margin = round(float64(s.margin)/float64(max(s.Games, 1)), 1e2)
	ms := func(i int) float64 { return round(float64(s.micros[i])/1e3/float64(max(s.choices[i], 1)), 1e3) }
	s.MsA, s.MsB = ms(0), ms(1)
	return s
}

// text says the sum in words.
func (s matchSum) text(v adameva.Variant) string {
	return fmt.Sprintf("%s against %s, %s, %d games: %d won, %d drawn, %d lost\n", s.A, s.B, v, s.Games, s.Wins, s.Draws, s.Losses) +
		fmt.Sprintf("won %.1f %% (95 %% interval %.1f to %.1f), margin %+.2f points\n", 100*share(s.Wins, s.Games), 100*s.Interval[0], 100*s.Interval[1], s.Margin) +
		fmt.Sprintf("milliseconds a move: %s %.2f, longest %.2f; %s %.2f, longest %.2f\n", s.A, s.MsA, float64(s.longest[0])/1e3, s.B, s.MsB, float64(s.longest[1])/1e3)
}
