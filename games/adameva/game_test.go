package adameva_test

import (
	"errors"
	"fmt"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// randomGame plays a numbered deal to its end, each choice drawn by a stream
// of its own.
func randomGame(t testing.TB, number uint64, v adameva.Variant) adameva.Outcome {
	t.Helper()
	g, err := adameva.New(adameva.DealFrom(games.Numbered(number), v), v)
	if err != nil {
		t.Fatal(err)
	}
	chance := games.Secret{1}.Stream(games.WithNumber(number))
	for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
		if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	o, _ := g.Outcome()
	return o
}

func TestDealOfThePublishedVector(t *testing.T) {
	secret, err := games.ParseSecret("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		t.Fatal(err)
	}
	deal := adameva.DealFrom(secret.Stream(games.WithInteraction(1234567890)), adameva.Classic)
	got := fmt.Sprint(deal.First, deal.Rounds[0].Apples, deal.Rounds[0].Hands)
	want := "0 [[4 5] [3 8] [2 7] [3 8]] [[s y7 g9 g8 y4 g3] [g6 b5 r3 r7 g7 r9]]"
	if got != want {
		t.Errorf("dealt %s, want %s", got, want)
	}
}

func TestDealsAreValidAndOthersAreRefused(t *testing.T) {
	for _, v := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		for n := range uint64(500) {
			deal := adameva.DealFrom(games.Numbered(n), v)
			if err := deal.Validate(v); err != nil {
				t.Fatalf("deal %d: %v", n, err)
			}
		}
	}
	for name, spoil := range map[string]func(*adameva.Deal){
		"a seat that is none":        func(d *adameva.Deal) { d.First = 2 },
		"a pair that descends":       func(d *adameva.Deal) { a := &d.Rounds[1].Apples[2]; a[0], a[1] = a[1], a[0] },
		"an apple of 9":              func(d *adameva.Deal) { d.Rounds[3].Apples[0][1] = 9 },
		"an apple of 0":              func(d *adameva.Deal) { d.Rounds[0].Apples[0][0] = 0 },
		"an apple twice":             func(d *adameva.Deal) { d.Rounds[0].Apples[0] = d.Rounds[1].Apples[0] },
		"a card too few":             func(d *adameva.Deal) { d.Rounds[0].Hands[1] = d.Rounds[0].Hands[1][1:] },
		"a card twice":               func(d *adameva.Deal) { d.Rounds[2].Hands[1][0] = d.Rounds[2].Hands[0][5] },
		"a card that is none":        func(d *adameva.Deal) { d.Rounds[2].Hands[1][0] = adameva.DeckSize },
		"hands of the other variant": func(d *adameva.Deal) { *d = adameva.DealFrom(games.Numbered(1), adameva.Tactical) },
		"a hand that is missing":     func(d *adameva.Deal) { d.Rounds[3].Hands[0] = nil },
	} {
		deal := adameva.DealFrom(games.Numbered(1), adameva.Classic)
		spoil(&deal)
		if _, err := adameva.New(deal, adameva.Classic); !errors.Is(err, adameva.ErrDeal) {
			t.Errorf("%s: error %v, want ErrDeal", name, err)
		}
	}
	deal := adameva.DealFrom(games.Numbered(1), adameva.Classic)
	if _, err := adameva.New(deal, adameva.Variant(9)); !errors.Is(err, adameva.ErrNoVariant) {
		t.Errorf("variant 9: error %v", err)
	}
}

// Each card is as likely as another to be the first that a side gets, and each
// pair of apples as likely as another to be the first on a tree.
func TestFirstPositionsAreFair(t *testing.T) {
	const deals = 32_000
	var first [2][adameva.DeckSize]int
	pairs := map[[2]int]int{}
	var coin int
	for n := range uint64(deals) {
		deal := adameva.DealFrom(games.Numbered(n), adameva.Classic)
		for seat := range first {
			first[seat][deal.Rounds[0].Hands[seat][0]]++
		}
		pairs[deal.Rounds[0].Apples[n%4]]++
		coin += int(deal.First)
	}
	// The deals are numbered, so these figures never change. The bounds are
	// exceeded once in a thousand sets of fair deals.
	for seat, counts := range first {
		if chi := chiSquare(counts[:]); chi > 61.1 { // 31 degrees of freedom
			t.Errorf("seat %d: chi-square %.1f over the first card", seat, chi)
		}
	}
	var counts []int
	for _, n := range pairs {
		counts = append(counts, n)
	}
	if chi := chiSquare(counts); len(counts) != 28 || chi > 55.5 { // 27 degrees
		t.Errorf("%d pairs of apples, chi-square %.1f", len(counts), chi)
	}
	if coin < deals/2-300 || coin > deals/2+300 { // 3.3 standard deviations
		t.Errorf("seat 1 is first in %d of %d", coin, deals)
	}
}

func chiSquare(counts []int) (chi float64) {
	total := 0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	for _, n := range counts {
		d := float64(n) - want
		chi += d * d / want
	}
	return chi
}

func TestANewGameKeepsItsDealToItself(t *testing.T) {
	deal := adameva.DealFrom(games.Numbered(3), adameva.Classic)
	g, err := adameva.New(deal, adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprintf("%+v", g.View(0))
	deal.Rounds[0].Hands[0][0] = deal.Rounds[0].Hands[0][1]
	g.Deal().Rounds[0].Hands[0][0] = deal.Rounds[0].Hands[0][1]
	g.View(0).Hand[0] = deal.Rounds[0].Hands[0][1]
	if after := fmt.Sprintf("%+v", g.View(0)); after != before {
		t.Errorf("a change outside reached the game:\n%s\n%s", before, after)
	}
}

func TestCardsAndMovesAsText(t *testing.T) {
	for c := range adameva.Card(adameva.DeckSize) {
		if got, err := adameva.ParseCard(c.String()); err != nil || got != c {
			t.Errorf("%s reads back as %v, %v", c, got, err)
		}
	}
	for _, text := range []string{"", "r", "r2", "r10", "R3", "j5", "j1", "S", "s ", " r3", "r3 ", "x3", "ss"} {
		if c, err := adameva.ParseCard(text); !errors.Is(err, adameva.ErrNoCard) {
			t.Errorf("ParseCard(%q) = %v, %v", text, c, err)
		}
	}
	for _, text := range []string{
		"", "0", "offer r5", "0  offer r5", "0 offer", "0 offer r5 ", " 0 offer r5", "0 offer r5 r6", "2 offer r5", "0 Offer r5",
		"0 take r5", "0 place j2", "0 place j2 x", "0 place j2 rr", "0 bite", "00 take", "-1 take", "0 offer R5", "0\ttake", "0 MoveKind(8)",
	} {
		if m, err := adameva.ParseMove(text); !errors.Is(err, adameva.ErrNoMove) {
			t.Errorf("ParseMove(%q) = %v, %v", text, m, err)
		}
	}
}

func TestEveryRefusalHasItsOwnReason(t *testing.T) {
	tb := sit(t, adameva.Classic, "r3 r4 y3 y4 g3 j2", "b3 b4 r8 r9 y8 y9")
	tb.refuses("1 offer b3", adameva.ErrTurn)
	tb.refuses("0 take", adameva.ErrChoice)
	tb.refuses("0 aside r3", adameva.ErrChoice)
	tb.refuses("0 offer b3", adameva.ErrNotInHand)
	tb.plays("0 offer j2", "1 refuse")
	if _, err := tb.Play(adameva.Move{Seat: 0, Kind: adameva.Place, Card: adameva.Joker2, Tree: 4}); !errors.Is(err, adameva.ErrNoTree) {
		t.Errorf("a fifth tree: %v", err)
	}
	if _, err := tb.Play(adameva.Move{Seat: 5, Kind: adameva.Resign}); !errors.Is(err, adameva.ErrSeat) {
		t.Errorf("a sixth seat: %v", err)
	}
	if _, err := tb.Play(adameva.Move{Seat: 0, Kind: 77}); !errors.Is(err, adameva.ErrChoice) {
		t.Errorf("no move at all: %v", err)
	}
}

func BenchmarkRandomGame(b *testing.B) {
	for _, v := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		b.Run(v.String(), func(b *testing.B) {
			b.ReportAllocs()
			n := uint64(0)
			for b.Loop() {
				randomGame(b, n, v)
				n++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
