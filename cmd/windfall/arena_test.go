package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// result is the line of a match, without the times, which are never the same.
func result(t *testing.T, args ...string) (r matchSum) {
	t.Helper()
	code, out, errs := said(t, "", append([]string{"arena", "--json"}, args...)...)
	if code != exitOK || errs != "" || strings.Count(out, "\n") != 1 {
		t.Fatalf("arena %s leaves with %d and says %q", args, code, out+errs)
	}
	decoder := json.NewDecoder(strings.NewReader(out))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	for _, member := range []string{`"a":`, `"b":`, `"games":`, `"wins":`, `"draws":`, `"losses":`, `"margin":`, `"interval":[`, `"ms_a":`, `"ms_b":`} {
		if strings.Count(out, member) != 1 {
			t.Errorf("no %s in %s", member, out)
		}
	}
	r.MsA, r.MsB = 0, 0
	return r
}

func TestAMatchIsTheSameForBothSidesAndForAnyNumberOfJobs(t *testing.T) {
	r := result(t, "--a", "easy", "--b", "random", "--games", "40")
	if r.Games != 40 || r.Wins+r.Draws+r.Losses != 40 || r.Wins < 25 || r.Margin <= 0 || r.Interval[0] >= r.Interval[1] || r.Interval[0] > float64(r.Wins)/40 {
		t.Errorf("easy against random: %+v", r)
	}
	if again := result(t, "--a", "easy", "--b", "random", "--games", "40", "--jobs", "3"); again != r {
		t.Errorf("with three jobs %+v, with one %+v", again, r)
	}
	if other := result(t, "--a", "easy", "--b", "random", "--games", "40", "--seed", "2"); other == r {
		t.Error("another seed gives the same games")
	}
	if other := result(t, "--a", "easy", "--b", "random", "--games", "40", "--variant", "tactical"); other == r {
		t.Error("the other variant gives the same games")
	}
	// Random against itself in a pair: whoever had the luck has it once.
	if r := result(t, "--a", "fair/40", "--b", "fair/40", "--games", "20"); r.Wins > 16 || r.Losses > 16 {
		t.Errorf("fair against itself: %+v", r)
	}
}

func TestAMatchSaysItInWords(t *testing.T) {
	code, out, errs := said(t, "", "arena", "--a", "fair/10", "--b", "random", "--games", "4")
	if code != exitOK || errs != "" || !strings.HasPrefix(out, "fair/10 against random, classic, 4 games: ") || strings.Count(out, "\n") != 3 {
		t.Errorf("leaves with %d and says %q", code, out+errs)
	}
}

func TestAMatchGoesOnWhereItWasStopped(t *testing.T) {
	args := []string{"--a", "easy", "--b", "fair/20", "--seed", "3"}
	want := result(t, append(args, "--games", "12")...)
	file := filepath.Join(t.TempDir(), "match.jsonl")
	kept := append(args, "--resume", file)
	result(t, append(kept, "--games", "6")...)
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "\n") != 7 {
		t.Fatalf("%v, %s", err, text)
	}
	// As if the machine had stopped in the middle of a line.
	if err := os.WriteFile(file, text[:len(text)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	if got := result(t, append(kept, "--games", "12")...); got != want {
		t.Errorf("in two parts %+v, at once %+v", got, want)
	}
	whole, err := os.ReadFile(file)
	if err != nil || strings.Count(string(whole), "\n") != 13 {
		t.Fatalf("%v, %s", err, whole)
	}
	// Nothing is left to play, and fewer games are a part of them.
	if got := result(t, append(kept, "--games", "12")...); got != want {
		t.Errorf("read again %+v, at once %+v", got, want)
	}
	if got := result(t, append(kept, "--games", "6")...); got.Games != 6 {
		t.Errorf("six games are %+v", got)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(whole) {
		t.Errorf("reading changed the file: %v", err)
	}

	for _, e := range []struct{ text, seed, says string }{
		{string(whole), "4", "holds another match"},
		{"my shopping list\n", "3", "holds another match"},
		{strings.Replace(string(whole), `{"game":2,`, `{"game":3,`, 1), "3", "is not game 2 of a match"},
	} {
		if err := os.WriteFile(file, []byte(e.text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := said(t, "", "arena", "--a", "easy", "--b", "fair/20", "--games", "12", "--seed", e.seed, "--resume", file)
		if after, err := os.ReadFile(file); code != exitFailed || out != "" || !strings.Contains(errs, e.says) || err != nil || string(after) != e.text {
			t.Errorf("leaves with %d and says %q, want %q; the file has become %q", code, out+errs, e.says, after)
		}
	}
}
