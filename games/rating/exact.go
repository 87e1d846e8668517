package rating

import "math"

// This file computes so that every machine gets the same bits. The language lets
// a compiler join a product and a sum into one operation with one rounding,
// unless the product is converted to float64 in between; so every product here is.
// And math.Exp and math.Log are written anew for several kinds of processors, so
// they are not used; math.Sqrt is, because it is always rounded correctly, and
// Frexp and Ldexp, which are exact.

// sum adds two numbers that may be products.
func sum(a, b float64) float64 { return float64(a) + float64(b) }

func root(x float64) float64 { return math.Sqrt(x) }

// terms is how many terms of a series are added: more than make a difference.
const terms = 22

// log returns the natural logarithm of a positive number, to about the last
// digit.
func log(x float64) float64 {
	fraction, exponent := math.Frexp(x) // from ½ to below 1
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	// log f = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …) with s = (f−1)/(f+1), |s| < 0.18
	s := float64(fraction-1) / float64(fraction+1)
	square := float64(s * s)
	series := 0.0
	for i := terms; i >= 0; i-- {
		series = float64(series*square) + 1/float64(2*i+1)
	}
	return float64(float64(exponent)*math.Ln2) + float64(float64(2*s)*series)
}

// exp returns e to the power of x, to about the last digit. Beyond ±700, where
// nothing here ever comes, it stays at the edge.
func exp(x float64) float64 {
	x = max(-700, min(700, x))
	times := math.Round(x / math.Ln2)
	rest := x - float64(times*math.Ln2) // within ±0.35
	series := 1.0
	for i := terms; i >= 1; i-- {
		series = 1 + float64(float64(rest*series)/float64(i))
	}
	return math.Ldexp(series, int(times))
}
