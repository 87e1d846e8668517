// Package rating measures how strong players are against each other, by the
// Glicko-2 system of Mark E. Glickman ("Example of the Glicko-2 system",
// 22 March 2022, whose steps and letters the comments name).
//
// A rating period is gathered first and reckoned at once: all games of a period
// are rated against what both players were worth when it began, so their order
// within it does not matter to the rules. It matters to rounding, so whoever wants
// the same bits twice gives them in the same order. Given that, every machine
// computes the same bits: see exact.go.
package rating

import (
	"errors"
	"fmt"
	"math"
)

// A Rating is what is known of a player's strength.
type Rating struct {
	Points     float64 // r: 1500 for somebody unknown; 200 points more win about three games of four; from Lowest to Highest
	Deviation  float64 // RD: the strength is within two of these of Points, with 95 % confidence; above 0, at most Widest
	Volatility float64 // σ: how much the strength changes from period to period; from Steadiest to Wildest
}

// Unknown is the rating of somebody who has not played (step 1).
var Unknown = Rating{Points: 1500, Deviation: 350, Volatility: 0.06}

// The constants of the system.
const (
	// scale converts between the points that people see and the scale on which
	// Glicko-2 reckons (steps 2 and 8), as the paper rounds it.
	scale = 173.7178

	// Change is how much volatilities may change over time: τ. The paper says to
	// choose 0.3 to 1.2 and takes 0.5 in its example.
	Change = 0.5

	// Widest is the most that a deviation can become: that of somebody unknown.
	Widest = 350

	// Portion is how many games a period has at most: the paper says that the
	// system works best with ten to fifteen.
	Portion = 10

	// What ratings stay within. The paper has no bounds, but its step is one step
	// along a straight line, and overshoots where results are far from what was
	// expected, the more so the more there are of them: then it can go on and on.
	// So the points move in a period by no more than the two deviations that they
	// had when it began, and none of the numbers leaves these bounds.
	Lowest    = 0
	Highest   = 3000
	Steadiest = 0.03
	Wildest   = 0.12

	// converged is where the search for a volatility ends: ε of step 5.
	converged = 0.000001
)

// A Game is a game of a period as one of its players sees it.
type Game struct {
	Opponent Rating  // when the period began
	Score    float64 // 1 for a win, ½ for a draw, 0 for a loss
}

// ErrRating is wrapped by the errors of [Rating.After].
var ErrRating = errors.New("cannot be rated")

// After returns what a rating is at the end of a period with these games. None
// at all make it less certain (step 6), but never less than of somebody unknown.
// It is an error if a number is not one that this package could have made, or a
// score none of 0, ½ and 1. What it returns is never refused later.
func (r Rating) After(games []Game) (Rating, error) {
	if err := r.check(); err != nil {
		return Rating{}, err
	}
	mu, phi := r.scaled()
	if len(games) == 0 {
		return unscaled(mu, root(sum(phi*phi, r.Volatility*r.Volatility)), r.Volatility), nil
	}

	// Steps 3 and 4: the variance of what the games alone say, and by how much
	// they say more or less than was expected.
	information, surprise := 0.0, 0.0
	for i, g := range games {
		if err := g.Opponent.check(); err != nil {
			return Rating{}, fmt.Errorf("game %d: its opponent: %w", i+1, err)
		}
		if g.Score != 0 && g.Score != 0.5 && g.Score != 1 {
			return Rating{}, fmt.Errorf("game %d: %w: its score is %v", i+1, ErrRating, g.Score)
		}
		muJ, phiJ := g.Opponent.scaled()
		weight := 1 / root(1+float64(float64(3*float64(phiJ*phiJ))/float64(math.Pi*math.Pi)))
		expected := 1 / (1 + exp(float64(-weight*float64(mu-muJ))))
		information += float64(float64(weight*weight) * float64(expected*float64(1-expected)))
		surprise += float64(weight * float64(g.Score-expected))
	}
	variance := 1 / information
	delta := float64(variance * surprise)

	// Steps 5 to 7.
	sigma := min(max(volatility(r.Volatility, phi, variance, delta), Steadiest), Wildest)
	before := root(sum(phi*phi, sigma*sigma))
	after := 1 / root(sum(1/float64(before*before), 1/variance))
	is := unscaled(mu+float64(float64(after*after)*surprise), after, sigma)
	far := 2 * r.Deviation
	is.Points = min(max(is.Points, r.Points-far, Lowest), r.Points+far, Highest)
	return is, nil
}

// Through returns what a rating is after any number of games, in their order: each
// [Portion] of them is a period of its own, and so are those that are left over.
// Errors are those of After.
func (r Rating) Through(games []Game) (Rating, error) {
	for len(games) > Portion {
		var err error
		if r, err = r.After(games[:Portion]); err != nil {
			return Rating{}, err
		}
		games = games[Portion:]
	}
	return r.After(games)
}

// Expected is the score that a player can expect against another, from 0 to 1:
// the chance to win and half of that to draw. It allows for how uncertain both
// ratings are.
func (r Rating) Expected(against Rating) float64 {
	mu, phi := r.scaled()
	muJ, phiJ := against.scaled()
	both := sum(phi*phi, phiJ*phiJ)
	weight := 1 / root(1+float64(float64(3*both)/float64(math.Pi*math.Pi)))
	return 1 / (1 + exp(float64(-weight*float64(mu-muJ))))
}

// Idle returns what a rating is after so many periods without games, none for 0
// or less: each is an [Rating.After] of its own. Nothing changes any more once the
// rating is as uncertain as that of somebody unknown. Errors are those of After.
func (r Rating) Idle(periods int64) (Rating, error) {
	if err := r.check(); err != nil {
		return Rating{}, err
	}
	for ; periods > 0 && r.Deviation < Widest; periods-- {
		var err error
		if r, err = r.After(nil); err != nil {
			return Rating{}, err
		}
	}
	return r, nil
}

// Plain reports the points and, with "±", two deviations, in whole numbers as
// people read them. Deviations are rounded up, so that no rating looks surer than
// it is.
func (r Rating) Plain() (points, within int) {
	return int(math.Round(r.Points)), int(math.Ceil(2 * r.Deviation))
}

// scaled is step 2.
func (r Rating) scaled() (mu, phi float64) {
	return float64(r.Points-1500) / scale, r.Deviation / scale
}

// unscaled is step 8.
func unscaled(mu, phi, sigma float64) Rating {
	return Rating{
		Points:     float64(scale*mu) + 1500,
		Deviation:  min(float64(scale*phi), Widest),
		Volatility: sigma,
	}
}

func (r Rating) check() error {
	switch {
	case !finite(r.Points) || !finite(r.Deviation) || !finite(r.Volatility):
	case r.Points < Lowest || r.Points > Highest:
	case r.Deviation <= 0 || r.Deviation > Widest:
	case r.Volatility < Steadiest || r.Volatility > Wildest:
	default:
		return nil
	}
	return fmt.Errorf("%w: a rating of %v, ± %v, volatility %v", ErrRating, r.Points, r.Deviation, r.Volatility)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// volatility is step 5: the new volatility, found where f is 0 by the Illinois
// form of false position.
func volatility(sigma, phi, variance, delta float64) float64 {
	a := log(float64(sigma * sigma))
	delta2, phi2 := float64(delta*delta), float64(phi*phi)
	f := func(x float64) float64 {
		e := exp(x)
		spread := sum(sum(phi2, variance), e)
		return float64(float64(e*float64(float64(delta2-phi2)-float64(variance+e)))/float64(2*float64(spread*spread))) -
			float64(float64(x-a)/float64(Change*Change))
	}
	low, high := a, 0.0
	if delta2 > float64(phi2+variance) {
		high = log(float64(float64(delta2-phi2) - variance))
	} else {
		k := 1.0
		for f(float64(a-float64(k*Change))) < 0 {
			k++
		}
		high = a - float64(k*Change)
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > converged {
		next := low + float64(float64(float64(low-high)*fLow)/float64(fHigh-fLow))
		fNext := f(next)
		if float64(fNext*fHigh) <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return exp(low / 2)
}
