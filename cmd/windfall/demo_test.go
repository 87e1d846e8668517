package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// play runs the demo and returns what it prints.
func play(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := demo(t.Context(), args, std{out: &out, err: &errs}); code != exitOK || errs.Len() > 0 {
		t.Fatalf("demo %q leaves with %d:\n%s%s", args, code, out.String(), errs.String())
	}
	return out.String()
}

// playDealt runs the demo with cards that follow from a number.
func playDealt(t *testing.T, number int, full bool) string {
	t.Helper()
	var out bytes.Buffer
	s := &stage{
		full: full, begin: time.Date(2026, 12, 4, 18, 0, 0, 0, time.UTC), choices: number,
		random: rand.NewChaCha8([32]byte{byte(number)}),
	}
	if err := s.perform(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

// inOrder finds the first of some patterns that does not follow in the text
// after those before it.
func inOrder(text string, patterns ...string) (missing string) {
	for _, p := range patterns {
		at := regexp.MustCompile("(?m)" + p).FindStringIndex(text)
		if at == nil {
			return p
		}
		text = text[at[1]:]
	}
	return ""
}

// essentials are what every demo tells, in this order.
var essentials = []string{
	`^Ana types /adam-eva challenge member:Ben\.$`, `^  everybody sees:$`, `^  \| @Ben · classic`, `^  \| seal [0-9a-f]{64}$`,
	`^Ben presses \[Accept\]\.$`, `Round 1 of 4`,
	`^Ana presses \[My hand\]\.$`, `^  only Ana sees:$`, `^  \| Your hand: `,
	`^Ben presses \[My hand\]\.$`, `^  only Ben sees:$`, `^  \| Your hand: `,
	`^(Ana|Ben) presses \[(red|yellow|green|blue|joker) \d\]\.$`, `^  only (Ana|Ben) sees, in its place:$`, `^  \| You offered the `,
	`^(Ana|Ben) presses \[(Take it|Refuse)\]\.$`, `^  \| (Ana|Ben) (took|refused) (Ana|Ben)'s `,
	`^  \| Round 1 is over$`, `^  \| Round 2 is over$`, `^  \| Round 3 is over$`,
	`^  \| ((Ana|Ben) wins|A draw), \d+ to \d+$`, `^  \| Round 4 is over$`,
	`^Ana presses \[Record\]\.$`, `^  \| \(file: adam-eva-\d+\.json\)$`, `^    ok \{"points":.*\} sealed$`,
	`^Ana types /adaman daily\.$`, `^  only Ana sees:$`, `^  \| Adaman no\. 1 · `,
	`^Ana presses \[\d+ .*\]\.$`, `^Ana presses \[Control `, `^  \| You controlled `,
	`^Ana presses \[Share\]\.$`, `^  everybody sees:$`, `^  \| Ana .* Adaman no\. 1`,
	`^Ben types /stats member:Ana\.$`, `^  \| Adam & Eva · 1 game: `, `^  \| Adaman · no daily finished yet`,
	`^Ana types /stats private:true\.$`, `^  only Ana sees:$`, `^  \| Adaman · 1 daily: `,
	`^  windfall run --help `,
}

func TestDemo(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	short, again, other := playDealt(t, 1, false), playDealt(t, 1, false), playDealt(t, 2, false)
	for _, told := range []string{short, other, play(t), play(t, "--full")} {
		if missing := inOrder(told, essentials...); missing != "" {
			t.Errorf("nothing matches %s there in:\n%s", missing, told)
		}
		for _, raw := range []string{"**", "<@", "<t:", "<#", "-# ", "### ", "`"} {
			if strings.Contains(told, raw) {
				t.Errorf("%q is not put into plain words", raw)
			}
		}
	}
	if short != again {
		t.Error("the same number tells another story")
	}
	if seal(short) == seal(other) {
		t.Error("another number deals the same cards")
	}
	if lines := strings.Count(short, "\n"); lines > 400 {
		t.Errorf("the short story has %d lines", lines)
	}
	if full := playDealt(t, 1, true); strings.Count(full, "\n") < 3*strings.Count(short, "\n") || seal(full) != seal(short) {
		t.Error("the full story is not the same one told at length")
	}
}

// Nobody can know the cards beforehand.
func TestDemoDealsByChance(t *testing.T) {
	first, second := seal(play(t)), seal(play(t))
	if first == second {
		t.Errorf("two demos have the same %s", first)
	}
}

// seal is the first seal in a text.
func seal(told string) string { return regexp.MustCompile(`seal [0-9a-f]{64}`).FindString(told) }

// A hand is told under its owner's name only.
func TestDemoSaysWhoSeesWhat(t *testing.T) {
	for part := range strings.SplitSeq(playDealt(t, 3, true), "\n  only ") {
		if _, rest, ok := strings.Cut(part, "\n  everybody sees"); ok && strings.Contains(rest, "Your hand:") {
			t.Errorf("everybody sees a hand:\n%s", rest)
		}
	}
}

func TestDemoThatCannotBePlayed(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, e := range []struct {
		name string
		ctx  context.Context
		args []string
		code int
		says string
	}{
		{"stopped", stopped, nil, exitFailed, "windfall: the demo did not go as it should: interrupted\n"},
		{"an argument", t.Context(), []string{"chess"}, exitUsage, "windfall: demo takes no argument \"chess\"\n"},
	} {
		var out, errs bytes.Buffer
		if code := demo(e.ctx, e.args, std{out: &out, err: &errs}); code != e.code || errs.String() != e.says {
			t.Errorf("%s: it leaves with %d and says %q", e.name, code, errs.String())
		}
	}
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	var out, errs bytes.Buffer
	if code := demo(t.Context(), nil, std{out: &out, err: &errs}); code != exitFailed || !strings.Contains(errs.String(), "none") {
		t.Errorf("without a place for its file it leaves with %d and says %q", code, errs.String())
	}
}
