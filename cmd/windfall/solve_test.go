package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"windfall/games/adaman"
)

// deckOf8 is the deck of practice deal 8, of which the best score is 91.
const deckOf8 = "8YK 6MV 8VL CL 5YK 7SK 3MV CK AM 6SY CS 9MS 9LK AK AV AS CV 3LY 3SK 8MS CY CM 7VY 5ML AL 4MS 4VL 2MK 4YK 2VL 7ML AY 2SY 9VY 6LK 5SV"

// written is a line of solve as a stranger reads it.
type written struct {
	Deck     []string
	Winnable *bool
	Best     *int
	Status   string
	Line     []string
	Nodes    int64
	MS       float64
	Bounds   []int
}

func solvedLines(t *testing.T, out string) []written {
	t.Helper()
	var list []written
	for line := range strings.Lines(out) {
		var w written
		reader := json.NewDecoder(strings.NewReader(line))
		reader.DisallowUnknownFields()
		if err := reader.Decode(&w); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, w)
	}
	return list
}

// plays returns the outcome of a line.
func (w written) plays(t *testing.T) adaman.Outcome {
	t.Helper()
	deck, err := readDeck(strings.Join(w.Deck, " "))
	if err != nil {
		t.Fatal(err)
	}
	g, err := adaman.New(deck)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range w.Line {
		m, err := adaman.ParseMove(text)
		if err == nil {
			_, err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	o, _ := g.Outcome()
	return o
}

func TestSolveADeckOrItsNumber(t *testing.T) {
	time := regexp.MustCompile(`"ms":[0-9.]+`)
	_, byNumber, _ := said(t, "", "solve", "--number", "8")
	code, out, errs := said(t, "", "solve", "--deck", strings.ReplaceAll(deckOf8, " 5ML", "\n5ML "))
	if code != exitOK || errs != "" || time.ReplaceAllString(out, "") != time.ReplaceAllString(byNumber, "") {
		t.Fatalf("leaves with %d and says %q, and by number %q", code, out+errs, byNumber)
	}
	members := regexp.MustCompile(`^\{"deck":\["8YK",.*\],"winnable":true,"best":91,"status":"proven","line":\["[^"]* < .*"\],"nodes":\d+,"ms":[0-9.]+\}\n$`)
	if !members.MatchString(out) {
		t.Errorf("the line is %s", out)
	}
	w := solvedLines(t, out)[0]
	if o := w.plays(t); strings.Join(w.Deck, " ") != deckOf8 || o.Result != adaman.Won || o.Score != 91 {
		t.Errorf("%+v ends with %+v", w, o)
	}
}

func TestSolveManyDeals(t *testing.T) {
	args := []string{"solve", "--seed", "5", "--memory", "16", "--winnable-only", "--deals"}
	code, out, errs := said(t, "", append(args, "6")...)
	lines := solvedLines(t, out)
	if code != exitOK || len(lines) != 6 {
		t.Fatalf("leaves with %d and says %q", code, out+errs)
	}
	won := 0
	for i, w := range lines {
		if w.Winnable == nil || w.Best != nil || w.Status != "proven" || w.Bounds != nil {
			t.Errorf("deal %d is %+v", i+1, w)
		} else if o := w.plays(t); *w.Winnable {
			won++
			if o.Result != adaman.Won {
				t.Errorf("deal %d ends with %+v", i+1, o)
			}
		} else if len(w.Line) > 0 {
			t.Errorf("deal %d cannot be won, by %v", i+1, w.Line)
		}
	}
	summary := fmt.Sprintf("6 deals: %d can be won, %d cannot, 0 open; ", won, 6-won)
	if !strings.HasPrefix(errs, summary) || strings.Count(errs, "\n") != 2 {
		t.Errorf("the summary is %q, want %q", errs, summary)
	}
	_, fewer, errs := said(t, "", append(args, "2")...)
	for i, w := range solvedLines(t, fewer) {
		if strings.Join(w.Deck, " ") != strings.Join(lines[i].Deck, " ") {
			t.Errorf("deal %d of two is another than of six", i+1)
		}
	}
	if code, out, errs := said(t, "", append(args, "0")...); code != exitOK || out+errs != "" {
		t.Errorf("no deals: %d, %q", code, out+errs)
	}
	if strings.Count(errs, "\n") != 2 {
		t.Errorf("the summary of two is %q", errs)
	}
}

// With one node nothing can be known of a deal that goes on, and that is said.
func TestSolveSaysWhatStaysOpen(t *testing.T) {
	code, out, errs := said(t, "", "solve", "--number", "8", "--nodes", "1")
	w := solvedLines(t, out)[0]
	if code != exitOK || errs != "" || w.Winnable != nil || w.Best != nil || w.Status != "open" || len(w.Line) != 0 ||
		len(w.Bounds) != 2 || w.Bounds[0] != 0 || w.Bounds[1] < 91 || !strings.Contains(out, `"winnable":null,"best":null,"status":"open","line":[],`) {
		t.Errorf("leaves with %d and says %q", code, out+errs)
	}
	_, out, _ = said(t, "", "solve", "--number", "8", "--nodes", "1", "--winnable-only")
	if w := solvedLines(t, out)[0]; w.Status != "open" || w.Winnable != nil || w.Bounds != nil {
		t.Errorf("says %q", out)
	}
}

func TestSolveIsStopped(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	var out, errs bytes.Buffer
	after := writerFunc(func(p []byte) (int, error) { stop(); return out.Write(p) })
	code := solve(stopped, []string{"--deals", "1000000", "--winnable-only", "--memory", "1"}, std{nil, after, &errs})
	if n := len(solvedLines(t, out.String())); code != exitFailed || n != 1 || !strings.HasSuffix(errs.String(), "windfall: stopped after 1 of 1000000 deals\n") {
		t.Errorf("leaves with %d after %d lines and says %q", code, n, errs.String())
	}
	errs.Reset()
	if code := solve(t.Context(), []string{"--number", "8"}, std{nil, fullDisk{}, &errs}); code != exitFailed || errs.String() != "windfall: write deal 1: no room\n" {
		t.Errorf("a full disk: code %d, %q", code, errs.String())
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// The figures are those of the formula worked by hand for 9 of 10, and what it
// must be at its ends.
func TestWilsonsInterval(t *testing.T) {
	for _, e := range []struct {
		part, whole int
		low, high   float64
	}{{9, 10, 0.5958, 0.9821}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {0, 0, 0, 1}} {
		if low, high := wilson(e.part, e.whole); math.Abs(low-e.low) > 1e-4 || math.Abs(high-e.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f", e.part, e.whole, low, high)
		}
	}
}

func TestSolveRefusesAWrongCommandLine(t *testing.T) {
	const ways = "--deck, --number and --deals are three ways to say which deals; give one of them"
	for _, e := range []struct {
		args []string
		says string
	}{
		{nil, "solve needs a deal: --deck, --number or --deals"},
		{[]string{"--deals", "3", "--number", "4"}, ways},
		{[]string{"--number", "0"}, "--number is a whole number from 1 on"},
		{[]string{"--number", "1", "--seed", "2"}, "--seed goes with --deals"},
		{[]string{"--number", "1", "--memory", "0"}, "--memory is from 1 to 65536"},
		{[]string{"--number", "1", "--nodes", "18446744073709551615"}, "--nodes cannot be as large as 18446744073709551615"},
		{[]string{"--deals", "-1"}, `--deals is a whole number from 0 on, not "-1"; windfall solve --help says what there is`},
		{[]string{"--deck", "8YK", "6MV"}, `solve takes no argument "6MV"; put the cards of --deck in quotes`},
		{[]string{"--deck", "8YK 6MV"}, "--deck: a deck holds each of the 36 cards exactly once, not 2 cards"},
		{[]string{"--deck", strings.Replace(deckOf8, "6MV", "8YK", 1)}, "--deck: a deck holds each of the 36 cards exactly once, not 8YK twice"},
		{[]string{"--deck", strings.Replace(deckOf8, "6MV", "6VM", 1)}, `--deck: no such card; a card is its rank and its suits, like 2MK, AM or CS: "6VM"`},
	} {
		code, out, errs := said(t, "", append([]string{"solve"}, e.args...)...)
		if code != exitUsage || out != "" || errs != "windfall: "+e.says+"\n" {
			t.Errorf("windfall solve %q leaves with %d and says %q", e.args, code, out+errs)
		}
	}
}
