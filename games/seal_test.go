package games_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/iotest"

	"windfall/games"
)

// counting is the secret of the published vectors: 00 01 02 … 1f.
func counting(t *testing.T) games.Secret {
	t.Helper()
	s, err := games.ParseSecret("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSealOfThePublishedVector(t *testing.T) {
	const want = "fdd8c0c5b4c56017c9e737916a8b782a4ec4b7629c9690cae3e561d62e29b4ca"
	if got := counting(t).Seal(); got != want {
		t.Errorf("seal %s, want %s", got, want)
	}
}

func TestSecretIsHiddenHoweverItIsPrinted(t *testing.T) {
	s := counting(t)
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("deal", "secret", s)
	for _, text := range []string{
		fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %s %q", s, s, s, s, s), log.String(), fmt.Sprint(fmt.Errorf("with %v", s)),
		fmt.Sprintf("%v %+v", struct{ S games.Secret }{s}, &struct{ S games.Secret }{s}),
	} {
		if strings.Contains(text, "0102") || strings.Contains(text, "1 2 3") || strings.Contains(text, "0x1") {
			t.Errorf("the secret shows in %q", text)
		}
	}
}

func TestParseSecretTakesOnlyWhatHexWrites(t *testing.T) {
	good := counting(t).Hex()
	for _, text := range []string{"", good[:62], good + "00", strings.ToUpper(good), "g" + good[1:], " " + good[1:]} {
		if _, err := games.ParseSecret(text); !errors.Is(err, games.ErrSecret) {
			t.Errorf("ParseSecret(%q): %v, want ErrSecret", text, err)
		}
	}
}

func TestNewSecretNeedsAllItsBytes(t *testing.T) {
	if _, err := games.NewSecret(strings.NewReader("short")); err == nil {
		t.Error("five bytes made a secret")
	}
	broken := errors.New("no entropy")
	if _, err := games.NewSecret(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v, want it to wrap %v", err, broken)
	}
}

// The stream is part of the format: whoever checks a game in another language
// must get these numbers.
func TestStreamIsFixedForAllTime(t *testing.T) {
	want := []int{110, 138, 55, 232, 415, 475, 964, 488, 609, 184, 315, 937}
	var got []int
	s := games.Numbered(1)
	for range 12 {
		got = append(got, s.Below(1000))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("stream of practice 1 is %v, want %v", got, want)
	}
}

func TestEveryOrderOfAShuffleIsAsLikely(t *testing.T) {
	const rounds, orders = 24_000, 24
	s := counting(t).Stream("interaction 1")
	seen := map[[4]int]int{}
	for range rounds {
		list := [4]int{0, 1, 2, 3}
		games.Shuffle(s, list[:])
		seen[list]++
	}
	var chi float64
	for _, n := range seen {
		d := float64(n) - rounds/orders
		chi += d * d / (rounds / orders)
	}
	// 23 degrees of freedom: 49.7 is exceeded once in a thousand, and the
	// stream is fixed, so this either always passes or never does.
	if len(seen) != orders || chi > 49.7 {
		t.Errorf("%d orders, chi-square %.1f", len(seen), chi)
	}
}

func TestBelowRefusesAnEmptyRange(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Below(0) returned")
		}
	}()
	games.Numbered(1).Below(0)
}
