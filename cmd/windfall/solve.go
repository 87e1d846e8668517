package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/solver"
	"windfall/games/decktet"
)

const solveHelp = `solve --deck CARDS|--number NUMBER|--deals NUMBER [FLAGS]

Finds the best possible result of deals of Adaman and writes a line of JSON for
each as soon as it is found:

  deck      the 36 cards in the order dealt
  winnable  true, false, or null if that stayed open
  best      the highest score that a win can have; null if there is no win or
            if it stayed open
  status    proven if all that was asked is, otherwise open
  line      the plays of the best win that is known
  nodes     how many positions were looked at
  ms        how long it took, in milliseconds
  bounds    only while the best score is open: the score of the best win that
            is known, 0 if none is, and one that no win is above

Deals of a seed are always the same, and so is deal 7 of however many. Without
--nodes a deal takes as long as it takes: most a moment, a few some seconds and
hardly any half a minute. Of several deals it says at the end, on standard
error, how many can be won.

Leaves with 0 if all are written, open ones included, with 1 if it was stopped
or they cannot be written, with 2 if the command line is wrong.`

const megabyte = 1 << 20 // as memory is counted

func solve(ctx context.Context, args []string, std std) int {
	f := flags("solve", solveHelp)
	deck := f.String("deck", "", "the 36 `cards` in the order dealt, with spaces between them: \"6SY 8YK …\"")
	number := f.Uint64("number", 0, "the practice deal of this `number`, from 1 on")
	deals := f.Uint("deals", 0, "so many random deals, a whole `number`")
	seed := f.Uint64("seed", 1, "what random deals follow from, a whole `number`")
	winnable := f.Bool("winnable-only", false, "only find out which deals can be won; best stays null")
	nodes := f.Uint64("nodes", 0, "the `number` of positions to look at for a deal, at most; 0 for as many as it takes")
	memory := f.Uint("memory", 64, "how many `MiB` to remember positions in, from 1 to 65536")
	if code, done := parse(f, args, std); done {
		return code
	}
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	asked := 0
	for _, name := range []string{"deck", "number", "deals"} {
		if given[name] {
			asked++
		}
	}
	switch {
	case f.NArg() > 0:
		return misuse(std, "solve takes no argument %q; put the cards of --deck in quotes", f.Arg(0))
	case asked == 0:
		return misuse(std, "solve needs a deal: --deck, --number or --deals")
	case asked > 1:
		return misuse(std, "--deck, --number and --deals are three ways to say which deals; give one of them")
	case given["seed"] && !given["deals"]:
		return misuse(std, "--seed goes with --deals")
	case given["number"] && *number == 0:
		return misuse(std, "--number is a whole number from 1 on")
	case *memory < 1 || *memory > 1<<16:
		return misuse(std, "--memory is from 1 to 65536")
	case *nodes > math.MaxInt64:
		return misuse(std, "--nodes cannot be as large as %d", *nodes)
	}

	count, deal := uint(1), func(uint) adaman.Deck { return adaman.Deal(games.Numbered(*number)) }
	switch {
	case given["deck"]:
		one, err := readDeck(*deck)
		if err != nil {
			return misuse(std, "--deck: %v", err)
		}
		deal = func(uint) adaman.Deck { return one }
	case given["deals"]:
		// A secret of its own keeps these streams apart from all others.
		secret := games.Secret(sha256.Sum256(fmt.Appendf(nil, "windfall solve\n%d\n", *seed)))
		count, deal = *deals, func(i uint) adaman.Deck {
			return adaman.Deal(secret.Stream(fmt.Sprintf("deal %d", i+1)))
		}
	}

	s := solver.New(int(*memory) * megabyte)
	ask := s.Solve
	if *winnable {
		ask = s.Winnable
	}
	var sum solved
	lines := json.NewEncoder(std.out)
	lines.SetEscapeHTML(false) // a play is written with <
	for i := range count {
		deck := deal(i)
		began := time.Now()
		a, err := ask(ctx, &deck, adaman.Open(&deck), solver.Limits{Nodes: int64(*nodes)})
		if ctx.Err() != nil {
			sum.say(std)
			return say(std, exitFailed, "stopped after %d of %d deals", i, count)
		}
		if err != nil {
			return say(std, exitFailed, "solve deal %d: %v", i+1, err)
		}
		answer := answerOf(deck, a, *winnable, time.Since(began))
		sum.add(answer)
		if err := lines.Encode(answer); err != nil {
			return say(std, exitFailed, "write deal %d: %v", i+1, err)
		}
	}
	if count > 1 {
		sum.say(std)
	}
	return exitOK
}

// readDeck reads 36 cards with white space between them.
func readDeck(text string) (adaman.Deck, error) {
	words := strings.Fields(text)
	list := make([]decktet.Card, len(words))
	for i, word := range words {
		c, err := decktet.Parse(word)
		if err != nil {
			return adaman.Deck{}, err
		}
		list[i] = c
	}
	return adaman.DeckOf(list)
}

// solution is the answer for a deal as it is written.
type solution struct {
	Deck     adaman.Deck    `json:"deck"`
	Winnable solver.Verdict `json:"winnable"`
	Best     *int           `json:"best"`
	Status   string         `json:"status"`
	Line     []adaman.Move  `json:"line"`
	Nodes    int64          `json:"nodes"`
	MS       float64        `json:"ms"`
	Bounds   []int          `json:"bounds,omitempty"`
}

const statusProven, statusOpen = "proven", "open"

func answerOf(deck adaman.Deck, a solver.Answer, winnable bool, took time.Duration) solution {
	s := solution{
		Deck: deck, Winnable: a.Winnable, Status: statusOpen, Line: append([]adaman.Move{}, a.Line...), Nodes: a.Nodes,
		MS: float64(took.Microseconds()) / 1000,
	}
	switch {
	case winnable && a.Winnable != solver.Unknown, a.Winnable == solver.No:
		s.Status = statusProven
	case winnable:
	case a.Proven:
		s.Status, s.Best = statusProven, &a.Best
	default:
		s.Bounds = []int{a.Best, a.Bound}
	}
	return s
}

// solved counts answers.
type solved struct {
	deals, won, lost, proven int
	ms                       []float64
}

func (t *solved) add(s solution) {
	t.deals++
	switch s.Winnable {
	case solver.Yes:
		t.won++
	case solver.No:
		t.lost++
	}
	if s.Status == statusProven {
		t.proven++
	}
	t.ms = append(t.ms, s.MS)
}

// say writes what was counted. The interval is for the deals of which it is
// known.
func (t *solved) say(std std) {
	if t.deals == 0 {
		return
	}
	slices.Sort(t.ms)
	quantile := func(q float64) float64 { return t.ms[int(q*float64(t.deals-1)+0.5)] }
	low, high := wilson(t.won, t.won+t.lost)
	fmt.Fprintf(std.err, "%d deals: %d can be won, %d cannot, %d open; %.2f %% of those known can be won (95 %% interval %.2f to %.2f)\n",
		t.deals, t.won, t.lost, t.deals-t.won-t.lost, 100*share(t.won, t.won+t.lost), 100*low, 100*high)
	fmt.Fprintf(std.err, "proven %.2f %%; milliseconds a deal: median %.2f, 99 %% within %.2f, longest %.2f\n",
		100*share(t.proven, t.deals), quantile(.5), quantile(.99), quantile(1))
}

// share is part of whole, and 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// wilson returns the 95 % interval of a share after E. B. Wilson (Probable
// Inference, 1927). Of nothing everything is possible.
func wilson(part, whole int) (low, high float64) {
	if whole == 0 {
		return 0, 1
	}
	const z = 1.959964 // 95 % of the normal distribution lie so many deviations from its middle
	n, p := float64(whole), share(part, whole)
	middle := p + z*z/(2*n)
	reach := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return max(0, (middle-reach)/scale), min(1, (middle+reach)/scale)
}
