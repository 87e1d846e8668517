package rating

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The paper's example: a player of 1500 beats one of 1400, and loses to one of
// 1550 and to one of 1700. The paper rounds on its way, so what it prints are the
// numbers on its own scale, and the points that follow from them.
func TestThePapersExample(t *testing.T) {
	r := Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	after, err := r.After([]Game{
		{Rating{1400, 30, 0.06}, 1},
		{Rating{1550, 100, 0.06}, 0},
		{Rating{1700, 300, 0.06}, 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	mu, phi := after.scaled()
	if got := fmt.Sprintf("%.4f %.4f", mu, phi); got != "-0.2069 0.8722" {
		t.Errorf("μ′ and φ′ are %s", got)
	}
	if sigma := math.Floor(after.Volatility*1e5) / 1e5; sigma != 0.05999 { // 0.059995…, cut off
		t.Errorf("σ′ is %v", after.Volatility)
	}
	printed := Rating{Points: scale*-0.2069 + 1500, Deviation: scale * 0.8722}
	if got := fmt.Sprintf("%.2f %.2f", printed.Points, printed.Deviation); got != "1464.06 151.52" {
		t.Errorf("the paper's r′ and RD′ are %s", got)
	}
	if math.Abs(after.Points-1464.06) > 0.01 || math.Abs(after.Deviation-151.52) > 0.01 {
		t.Errorf("r′ and RD′ are %v and %v", after.Points, after.Deviation)
	}
}

// A period without games leaves the points and widens the deviation, up to that
// of somebody unknown.
func TestAPeriodWithoutGames(t *testing.T) {
	r := Rating{Points: 1612, Deviation: 42, Volatility: 0.06}
	for range 20000 {
		next, err := r.After(nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(next.Points-1612) > 1e-6 || next.Volatility != r.Volatility || next.Deviation < r.Deviation || next.Deviation > Widest {
			t.Fatalf("%+v becomes %+v", r, next)
		}
		r = next
	}
	if r.Deviation != Widest {
		t.Errorf("in the end the deviation is %v", r.Deviation)
	}
}

// Whoever wins is worth no less than before, whoever loses no more, and both are
// better known; a draw with an equal changes no points.
func TestResultsMoveRatingsTheRightWay(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	some := func() Rating {
		return Rating{max(0, min(3000, 1500+400*chance.NormFloat64())), 30 + 320*chance.Float64(), 0.03 + 0.06*chance.Float64()}
	}
	for range 5000 {
		r, other := some(), some()
		won, err1 := r.After([]Game{{other, 1}})
		lost, err2 := r.After([]Game{{other, 0}})
		drawn, err3 := r.After([]Game{{r, 0.5}})
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		surer := func(after Rating) bool { // than time alone makes one, at the new volatility
			return after.Deviation <= math.Hypot(r.Deviation, scale*after.Volatility)+1e-9
		}
		if won.Points < r.Points || lost.Points > r.Points || !surer(won) || !surer(lost) {
			t.Errorf("%+v against %+v: won %+v, lost %+v", r, other, won, lost)
		}
		if math.Abs(drawn.Points-r.Points) > 1e-6 {
			t.Errorf("%+v after a draw with an equal is %+v", r, drawn)
		}
		if a, b := r.Expected(other), other.Expected(r); math.Abs(a+b-1) > 1e-12 || (a > 0.5) != (r.Points > other.Points) {
			t.Errorf("%+v against %+v: %v and %v are expected", r, other, a, b)
		}
	}
}

// Somebody whose results are those of a strength comes to be rated there.
func TestARatingFindsTheStrength(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	r, field := Unknown, Rating{Points: 1500, Deviation: 30, Volatility: 0.06}
	const strength = 1800.0
	wins := 1 / (1 + math.Pow(10, (1500-strength)/400))
	for range 200 {
		var games []Game
		for range 5 {
			score := 0.0
			if chance.Float64() < wins {
				score = 1
			}
			games = append(games, Game{field, score})
		}
		var err error
		if r, err = r.After(games); err != nil {
			t.Fatal(err)
		}
	}
	if math.Abs(r.Points-strength) > 3*r.Deviation {
		t.Errorf("after a thousand games it is %+v", r)
	}
}

// The bits are the same on every machine: these were computed once. See exact.go.
func TestTheBitsAreTheSameEverywhere(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	r := Unknown
	for range 100 {
		var games []Game
		for range chance.IntN(6) {
			games = append(games, Game{Rating{float64(1200 + chance.IntN(600)), float64(40 + chance.IntN(300)), 0.06}, float64(chance.IntN(3)) / 2})
		}
		var err error
		if r, err = r.After(games); err != nil {
			t.Fatal(err)
		}
	}
	got := fmt.Sprintf("%x %x %x", math.Float64bits(r.Points), math.Float64bits(r.Deviation), math.Float64bits(r.Volatility))
	if got != "40979a3b57812212 404af9958fcdbc2f 3faeae698b187da0" {
		t.Errorf("they are %s: %+v", got, r)
	}
}

// The own exponential and logarithm agree with the library's, and undo each
// other.
func TestExpAndLog(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	near := func(a, b float64) bool { return math.Abs(a-b) <= 4e-15*math.Max(1, math.Abs(b)) }
	for range 100_000 {
		x := 20 * chance.NormFloat64()
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 2e-14 {
			t.Fatalf("exp(%v) is %v, and not %v", x, got, want)
		}
		y := math.Exp(x)
		if got, want := log(y), math.Log(y); !near(got, want) {
			t.Fatalf("log(%v) is %v, and not %v", y, got, want)
		}
	}
	if exp(0) != 1 || log(1) != 0 {
		t.Errorf("exp(0) is %v and log(1) %v", exp(0), log(1))
	}
}

// What no rating can be is an error, and ends.
func TestWhatCannotBeRated(t *testing.T) {
	fine := Game{Unknown, 1}
	for _, e := range []struct {
		r     Rating
		games []Game
	}{
		{Rating{}, nil},
		{Rating{math.NaN(), 200, 0.06}, nil},
		{Rating{1500, math.Inf(1), 0.06}, []Game{fine}},
		{Rating{1500, 351, 0.06}, []Game{fine}},
		{Rating{1500, -1, 0.06}, []Game{fine}},
		{Rating{1500, 200, 0}, []Game{fine}},
		{Rating{3001, 200, 0.06}, []Game{fine}},
		{Rating{-1, 200, 0.06}, []Game{fine}},
		{Rating{1500, 200, 0.13}, []Game{fine}},
		{Unknown, []Game{fine, {Unknown, 0.25}}},
		{Unknown, []Game{fine, {Rating{}, 1}}},
	} {
		if got, err := e.r.After(e.games); !errors.Is(err, ErrRating) || got != (Rating{}) {
			t.Errorf("%+v with %v is %+v, %v", e.r, e.games, got, err)
		}
	}
}

// Two deviations are rounded up: 84.2 is 85.
func TestPlain(t *testing.T) {
	if points, within := (Rating{1611.6, 42.1, 0.06}).Plain(); points != 1612 || within != 85 {
		t.Errorf("%d ± %d", points, within)
	}
}

// Weeks away are so many periods without games, and even for ever is soon
// reckoned.
func TestIdle(t *testing.T) {
	r := Rating{1612, 42, 0.06}
	slow := r
	for periods := range int64(60) {
		if got, err := r.Idle(periods); err != nil || got != slow {
			t.Fatalf("%d periods make it %+v, %v, and one after another %+v", periods, got, err, slow)
		}
		slow, _ = slow.After(nil)
	}
	if got, err := r.Idle(-3); err != nil || got != r {
		t.Errorf("less than no periods make it %+v, %v", got, err)
	}
	if got, err := r.Idle(math.MaxInt64); err != nil || got.Deviation != Widest || math.Abs(got.Points-1612) > 1e-6 {
		t.Errorf("for ever makes it %+v, %v", got, err)
	}
	if got, err := (Rating{}).Idle(1); !errors.Is(err, ErrRating) || got != (Rating{}) {
		t.Errorf("no rating becomes %+v, %v", got, err)
	}
}

// However seasons go, and however many games a period has, no rating leaves its
// bounds, and each can be rated again.
func TestNoSeasonLeadsOutOfBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := []Rating{Unknown, Unknown, Unknown, Unknown}
		for range rapid.IntRange(1, 30).Draw(t, "periods") {
			a := rapid.IntRange(0, 3).Draw(t, "first")
			b := (a + rapid.IntRange(1, 3).Draw(t, "second")) % 4
			count := rapid.SampledFrom([]int{0, 1, 2, 5, 10, 40, 300}).Draw(t, "games")
			score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
			period := Rating.After
			if rapid.Bool().Draw(t, "in portions") {
				period = Rating.Through
			}
			before := players
			for seat, p := range []int{a, b} {
				var games []Game
				for range count {
					games = append(games, Game{before[a+b-p], float64(1-seat)*score + float64(seat)*(1-score)})
				}
				var err error
				if players[p], err = period(before[p], games); err != nil {
					t.Fatalf("%+v cannot be rated: %v", before[p], err)
				}
				if err := players[p].check(); err != nil {
					t.Fatalf("%+v becomes what is refused: %v", before[p], err)
				}
			}
			if rapid.IntRange(0, 5).Draw(t, "newcomer") == 0 {
				players[a] = Unknown
			}
		}
	})
}

// In a period the points move by no more than two deviations, however unexpected
// its games were.
func TestPointsDoNotLeap(t *testing.T) {
	champion := Rating{2400, 60, 0.06}
	for _, count := range []int{1, 5, 10, 100} {
		for _, e := range []struct {
			r, against Rating
			score      float64
		}{{Unknown, champion, 1}, {champion, Unknown, 0}} {
			var games []Game
			for range count {
				games = append(games, Game{e.against, e.score})
			}
			after, err := e.r.After(games)
			if err != nil || math.Abs(after.Points-e.r.Points) > 2*e.r.Deviation || after.Volatility > Wildest {
				t.Errorf("%d games make %+v of %+v, %v", count, after, e.r, err)
			}
		}
	}
}

// Two friends take turns: one wins forty games in a week, and the other forty in
// the next. They come to be rated alike.
func TestFriendsWhoTakeTurns(t *testing.T) {
	a, b := Unknown, Unknown
	for week := range 12 {
		won, lost := make([]Game, 40), make([]Game, 40)
		for i := range won {
			won[i], lost[i] = Game{b, float64(1 - week%2)}, Game{a, float64(week % 2)}
		}
		var err1, err2 error
		a, err1 = a.Through(won)
		b, err2 = b.Through(lost)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if limit := 700.0; math.Abs(a.Points-1500) > limit || math.Abs(b.Points-1500) > limit {
			t.Errorf("after week %d they are %+v and %+v", week+1, a, b)
		}
	}
	if math.Abs(a.Points-b.Points) > 500 {
		t.Errorf("in the end they are %+v and %+v", a, b)
	}
}

// A season in which true strengths are known: with twenty-five games a week, most
// of them between the same two, nearly all ratings are as near as their ± says.
// With the whole week as one period fewer are.
func TestRatingsAreAsNearAsTheySay(t *testing.T) {
	within := func(period func(Rating, []Game) (Rating, error)) float64 {
		near, all := 0, 0
		for seed := range uint64(8) {
			chance := rand.New(rand.NewPCG(seed, 9))
			strengths, ratings := make([]float64, 12), make([]Rating, 12)
			mean := 0.0
			for i := range strengths {
				strengths[i], ratings[i] = 150*chance.NormFloat64(), Unknown
				mean += strengths[i] / 12
			}
			for week := range 25 {
				games := make([][]Game, 12)
				for range 12 * 25 / 2 {
					a := chance.IntN(12)
					b := (a + 1 + chance.IntN(11)) % 12
					if chance.Float64() < 0.8 {
						b = a ^ 1
					}
					score := 0.0
					if chance.Float64() < 1/(1+math.Pow(10, (strengths[b]-strengths[a])/400)) {
						score = 1
					}
					games[a] = append(games[a], Game{ratings[b], score})
					games[b] = append(games[b], Game{ratings[a], 1 - score})
				}
				shown := 0.0
				for i := range ratings {
					var err error
					if ratings[i], err = period(ratings[i], games[i]); err != nil {
						t.Fatal(err)
					}
					shown += ratings[i].Points / 12
				}
				for i, r := range ratings {
					if week < 5 {
						continue
					}
					all++
					if math.Abs(r.Points-shown-(strengths[i]-mean)) <= 2*r.Deviation {
						near++
					}
				}
			}
		}
		return float64(near) / float64(all)
	}
	portions, whole := within(Rating.Through), within(Rating.After)
	t.Logf("within ±: %.3f in portions, %.3f in whole weeks", portions, whole)
	if portions < 0.9 || portions <= whole {
		t.Errorf("within ±: %.3f in portions, %.3f in whole weeks", portions, whole)
	}
}
