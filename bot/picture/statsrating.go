package picture

import (
	"strconv"
	"strings"
)

// This file draws a rating over the weeks: a line in its band. Both are laid from
// pieces of a few sizes, as bars are: the band from columns, the lines from dots.

// A Rating is how a player's rating went, week by week.
type Rating struct {
	Weeks    []Week // oldest first, without a gap; of more than 53 the latest are shown
	From, To string // what the first and the last of those shown are called
}

// A Week is what somebody was worth after a week.
type Week struct {
	Points int
	Within int  // the strength is this much below or above it
	Played bool // there were games in it, which a dot shows
}

const (
	ratingPlot = 236
	ratingH    = plotTop + ratingPlot + 70

	minRating = -800 // points beyond these are drawn there
	maxRating = 9800
	step100   = 100 // a scale ends at whole hundreds
	leastSpan = 400 // and spans so much at least

	bandW     = 2 // a column of a band
	curveR    = 3 // half the width of the line
	edgeW     = 3
	dotR      = 8
	curveLeft = plotLeft + 8
)

// The paints of the curve: dark on light for every sight.
const (
	curvePaint = blueDark
	bandPaint  = sunBlue
	bandEdge   = blue
)

func (w Week) drawn() (points, within int) {
	return min(max(w.Points, minRating), maxRating), min(max(w.Within, 0), 2*maxRating)
}

// ratingScale returns the ends of the scale: all points lie between them, and so
// does the last band, which is what counts now. A wider band of before goes on
// beyond the plot, where it is cut.
func ratingScale(weeks []Week) (low, high int) {
	points, within := weeks[len(weeks)-1].drawn()
	low, high = points-within, points+within
	for _, w := range weeks {
		points, _ := w.drawn()
		low, high = min(low, points-step100/2), max(high, points+step100/2)
	}
	if lack := leastSpan - (high - low); lack > 0 {
		low, high = low-lack/2, high+lack/2
	}
	low, high = max(low, minRating-step100), min(high, maxRating+step100)
	return floorTo(low, step100), -floorTo(-high, step100)
}

// floorTo returns the greatest multiple of step that is not above n.
func floorTo(n, step int) int {
	if n < 0 {
		n -= step - 1
	}
	return n / step * step
}

// drawRating draws the curve with its band, the oldest week on the left.
func (p *Painter) drawRating(s surface, r *Rating, y int) {
	low, high := ratingScale(r.Weeks)
	at := func(points int) int { return y + (high-min(max(points, low), high))*ratingPlot/(high-low) }
	right := plotRight - 8
	xOf := func(week int) int {
		if len(r.Weeks) == 1 {
			return (curveLeft + right) / 2
		}
		return curveLeft + week*(right-curveLeft)/(len(r.Weeks)-1)
	}
	for i, w := range r.Weeks {
		points, within := w.drawn()
		if len(r.Weeks) == 1 {
			left, right := xOf(0)-3*dotR, xOf(0)+3*dotR
			for x := left; x < right; x += bandW {
				drawBand(s, x, at(points+within), at(points-within))
			}
			drawLine(s, edgeLook, edgeW, left, at(points+within), right, at(points+within))
			drawLine(s, edgeLook, edgeW, left, at(points-within), right, at(points-within))
		}
		if i == len(r.Weeks)-1 {
			break
		}
		nextPoints, nextWithin := r.Weeks[i+1].drawn()
		from, to := xOf(i), xOf(i+1)
		for x := from; x < to; x += bandW {
			mix := func(a, b int) int { return a + (b-a)*(x-from)/(to-from) }
			drawBand(s, x, at(mix(points+within, nextPoints+nextWithin)), at(mix(points-within, nextPoints-nextWithin)))
		}
	}
	for _, points := range []int{high, (high + low) / 2, low} {
		s.put(art{look: gridLook, w: plotRight - plotLeft + 10, h: 4}, plotLeft-10, at(points)-2)
		p.write(s, strings.Replace(strconv.Itoa(points), "-", "\u2212", 1), plotLeft-18, at(points)+12, emScale, ink, atRight, 100)
	}
	for i := range r.Weeks[:len(r.Weeks)-1] {
		points, within := r.Weeks[i].drawn()
		nextPoints, nextWithin := r.Weeks[i+1].drawn()
		for _, edge := range []int{-1, 1} {
			from, to := points+edge*within, nextPoints+edge*nextWithin
			if from >= low && from <= high && to >= low && to <= high { // else it is beyond the plot
				drawLine(s, edgeLook, edgeW, xOf(i), at(from), xOf(i+1), at(to))
			}
		}
	}
	for i := range r.Weeks {
		points, _ := r.Weeks[i].drawn()
		if i+1 < len(r.Weeks) {
			next, _ := r.Weeks[i+1].drawn()
			drawLine(s, curveLook, 2*curveR, xOf(i), at(points), xOf(i+1), at(next))
		}
	}
	for i, w := range r.Weeks {
		if points, _ := w.drawn(); w.Played {
			middle(s, art{look: curveLook, w: dotSize(len(r.Weeks)), h: dotSize(len(r.Weeks))}, xOf(i), at(points))
		}
	}
	base := y + ratingPlot + 46
	if len(r.Weeks) == 1 {
		p.write(s, r.To, xOf(0), base, emWord, inkSoft, atMiddle, (plotRight-plotLeft)/2)
		return
	}
	p.write(s, r.From, plotLeft, base, emWord, inkSoft, atLeft, (plotRight-plotLeft)/2-10)
	p.write(s, r.To, plotRight, base, emWord, inkSoft, atRight, (plotRight-plotLeft)/2-10)
}

// dotSize is how large the dots are among so many weeks.
func dotSize(weeks int) int16 {
	if weeks > 27 {
		return 12
	}
	return 2 * dotR
}

// drawBand lays a column of the band.
func drawBand(s surface, x, top, foot int) {
	for h := int16(128); h > 0; h /= 2 {
		for foot-top >= int(h) {
			s.put(art{look: bandLook, w: bandW, h: h}, x, top)
			top += int(h)
		}
	}
}

// drawLine lays dots so close that they are a line.
func drawLine(s surface, dot *look, size int16, x, y, toX, toY int) {
	n := max(toX-x, toY-y, y-toY, 1)
	for i := range n + 1 {
		middle(s, art{look: dot, w: size, h: size}, x+(toX-x)*i/n, y+(toY-y)*i/n)
	}
}

// bandLook draws a piece of a column of the band.
var bandLook = &look{name: "band", draw: func(p *pen, a art) {
	p.fill(box(0, 0, float64(a.w), float64(a.h), 0), bandPaint)
}}

// curveLook draws a dot of the curve, and edgeLook one of the band's edge.
var (
	curveLook = &look{name: "curve", draw: func(p *pen, a art) { drawDot(p, a, curvePaint) }}
	edgeLook  = &look{name: "edge of a band", draw: func(p *pen, a art) { drawDot(p, a, bandEdge) }}
)

func drawDot(p *pen, a art, c paint) {
	p.fill(circle(float64(a.w)/2, float64(a.h)/2, float64(a.w)/2), c)
}
