package picture

import (
	"fmt"
	"strconv"
)

// A Game is one game of Adam & Eva as its player saw it end.
type Game struct {
	Won, Drawn bool // neither is a game lost
	Margin     int  // points more than the other side; may be below 0 in a game won, and above in one lost, if it was given up
	GivenUp    bool // ended because a side resigned or its time ran out, which a flag shows; points decided otherwise
}

// A Bin counts the dailies of Adaman whose score is From or more and below the
// next bin's From. The last bin has no end.
type Bin struct{ From, Won, NotWon int }

// Stats are what the picture of a player's results shows.
type Stats struct {
	Games  []Game // oldest first; of more than 40 the latest are shown
	Rating Rating
	Scores []Bin // in the order of From
}

// StatsWords are the words on that picture, in the reader's language. They may
// be long or in any script: what does not fit is cut.
type StatsWords struct {
	Games, Won, Drawn, Lost string
	Rating, Points, Within  string
	Scores, NotWon          string
}

// The most that is shown.
const (
	maxGames  = 40
	maxWeeks  = 53
	maxBins   = 12
	maxCount  = 99999
	maxMargin = 800
)

// The places in a chart: a strip with its word, a legend, the plot, and perhaps
// numbers below.
const (
	legendTop = stripH + 8
	plotTop   = legendTop + 66
	gamesPlot = 212 // the heights of the two plots
	binsPlot  = 172
	gamesH    = plotTop + gamesPlot + 24
	binsTop   = plotTop + 30 // there are numbers above the columns
	binsH     = binsTop + binsPlot + 48
	chartGap  = 12

	plotLeft  = margin + 122
	plotRight = width - margin - 24
	binsLeft  = margin + 18
	binsRight = width - margin - 18
)

// Stats draws a player's results: the margins of the latest games of Adam & Eva,
// the rating over the weeks, and how often which scores came of the dailies of
// Adaman, each if there is something to show. A game that was given up has a flag
// across the line from its bar. If there is nothing at all, Stats returns an error
// that wraps [ErrView].
func (p *Painter) Stats(s *Stats, w StatsWords) ([]byte, error) {
	shown := s.shown()
	if shown.charts() == 0 {
		return nil, fmt.Errorf("%w: no results", ErrView)
	}
	to := p.sheetOn(statsPanel(shown))
	p.drawStats(to, shown, w)
	return to.finish()
}

// shown returns what is drawn: no bins if they count nothing.
func (s *Stats) shown() (shown Stats) {
	if s == nil {
		return shown
	}
	shown.Games = s.Games[max(0, len(s.Games)-maxGames):]
	shown.Rating = s.Rating
	shown.Rating.Weeks = s.Rating.Weeks[max(0, len(s.Rating.Weeks)-maxWeeks):]
	bins := s.Scores[max(0, len(s.Scores)-maxBins):]
	for _, b := range bins {
		if b.total() > 0 {
			shown.Scores = bins
		}
	}
	return shown
}

// The charts, as bits of a set.
const (
	chartGames uint8 = 1 << iota
	chartRating
	chartBins
)

// A chart is one with its height.
type chart struct {
	bit uint8
	h   int
}

// charts in the order in which they stand below each other.
var charts = []chart{{chartGames, gamesH}, {chartRating, ratingH}, {chartBins, binsH}}

// charts returns which have something to show, of what shown returns.
func (s *Stats) charts() (set uint8) {
	if len(s.Games) > 0 {
		set |= chartGames
	}
	if len(s.Rating.Weeks) > 0 {
		set |= chartRating
	}
	if len(s.Scores) > 0 {
		set |= chartBins
	}
	return set
}

// eachChart calls f with every chart of a set and its upper edge, and returns
// how high they are together.
func eachChart(set uint8, f func(c chart, y int)) (h int) {
	y := margin
	for _, c := range charts {
		if set&c.bit != 0 {
			f(c, y)
			y += c.h + chartGap
		}
	}
	return y - chartGap + margin
}

// statsPanel is the ground for what is there to show.
func statsPanel(shown Stats) panel {
	set := shown.charts()
	return panel{w: width, h: eachChart(set, func(chart, int) {}), draw: chartsLook, a: set}
}

// chartsLook draws the ground of the charts in the set a.
var chartsLook = &look{name: "charts", draw: func(p *pen, a art) {
	eachChart(a.a, func(c chart, y int) {
		p.outline(box(margin, float64(y+stripH-24), inner, float64(c.h-stripH+24), 14), pasture, 1.6, rail)
	})
}}

func (p *Painter) drawStats(s surface, shown Stats, w StatsWords) {
	eachChart(shown.charts(), func(c chart, y int) {
		switch c.bit {
		case chartGames:
			p.drawTitle(s, signArt(signApple, 38), w.Games, y)
			p.drawLegend(s, y, []keyed{{keyWon, w.Won}, {keyDrawn, w.Drawn}, {keyLost, w.Lost}})
			p.drawGames(s, shown.Games, y+plotTop)
		case chartRating:
			p.drawTitle(s, signArt(signApple, 38), w.Rating, y)
			p.drawLegend(s, y, []keyed{{keyPoints, w.Points}, {keyWithin, w.Within}})
			p.drawRating(s, &shown.Rating, y+plotTop)
		case chartBins:
			p.drawTitle(s, art{look: crownLook, w: 40, h: 40}, w.Scores, y)
			p.drawLegend(s, y, []keyed{{keyWon, w.Won}, {keyLost, w.NotWon}})
			p.drawBins(s, shown.Scores, y+binsTop)
		}
	})
}

// counts returns how many dailies a bin has, within what can be drawn.
func (b Bin) counts() (won, notWon int) {
	return min(max(b.Won, 0), maxCount), min(max(b.NotWon, 0), maxCount)
}

func (b Bin) total() int {
	won, notWon := b.counts()
	return won + notWon
}

// drawTitle lays the strip above a chart.
func (p *Painter) drawTitle(s surface, sign art, word string, y int) {
	s.put(art{look: stripLook, w: inner, h: stripH}, margin, y)
	mid := y + stripH/2 - 1
	middle(s, sign, margin+34, mid)
	p.write(s, word, margin+66, mid+12, emWord+3, paper, atLeft, inner-66-20)
}

// A keyed is a word and the kind of mark it explains.
type keyed struct {
	key  uint8
	word string
}

// drawLegend explains the marks of a chart, each in an equal part of its width.
func (p *Painter) drawLegend(s surface, y int, keys []keyed) {
	step := (inner - 20) / len(keys)
	for i, k := range keys {
		x := margin + 22 + i*step
		s.put(art{look: keyLook, w: 32, h: 32, a: k.key}, x, y+legendTop+8)
		p.write(s, k.word, x+42, y+legendTop+35, emWord, ink, atLeft, step-56)
	}
}

// scaleEnds are the ends that a scale may have.
var scaleEnds = []int{10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 400, 500, 600, maxMargin}

// scaleEnd returns the first end that n is not beyond.
func scaleEnd(n int) int {
	for _, end := range scaleEnds {
		if n <= end {
			return end
		}
	}
	return scaleEnds[len(scaleEnds)-1]
}

// drawGames draws the margins as bars up or down from a line, the oldest game
// on the left. How a game ended is told by the bar's filling.
func (p *Painter) drawGames(s surface, games []Game, y int) {
	high, low := 0, 0
	margins := make([]int, len(games))
	for i, g := range games {
		margins[i] = min(max(g.Margin, -maxMargin), maxMargin)
		high, low = max(high, margins[i]), max(low, -margins[i])
	}
	high, low = scaleEnd(high), scaleEnd(low)
	high, low = max(high, scaleEnd(low/4)), max(low, scaleEnd(high/4))
	zero := y + gamesPlot*high/(high+low)
	for _, at := range []struct {
		y    int
		text string
	}{{y, "+" + strconv.Itoa(high)}, {zero, "0"}, {y + gamesPlot, "\u2212" + strconv.Itoa(low)}} {
		s.put(art{look: gridLook, w: plotRight - plotLeft + 10, h: 4}, plotLeft-10, at.y-2)
		p.write(s, at.text, plotLeft-18, at.y+12, emScale, ink, atRight, 100)
	}
	step := min((plotRight-plotLeft)/len(games), 62)
	for i, g := range games {
		mid := plotLeft + i*step + step/2
		end := zero - margins[i]*gamesPlot/(high+low)
		switch {
		case g.Drawn: // on top of the line, below
		case margins[i] < 0 || margins[i] == 0 && !g.Won:
			drawBarDown(s, keyOf(g), mid, zero, max(end, zero+shortest), barWidth(step))
		default:
			drawBarUp(s, keyOf(g), mid, zero, min(end, zero-shortest), barWidth(step), true)
		}
	}
	for i, g := range games {
		if g.GivenUp { // across the line from the bar, where there is always room
			mid, half := plotLeft+i*step+step/2, givenUpH/2+4
			if margins[i] > 0 || margins[i] == 0 && g.Won {
				half = -half
			}
			middle(s, art{look: givenUpLook, w: int16(min(step-1, givenUpW)), h: givenUpH}, mid, zero-half)
		}
	}
	s.put(art{look: timeLook, w: plotRight - plotLeft + 26, h: 20}, plotLeft-10, zero-10)
	for i, g := range games {
		if g.Drawn {
			end := zero - margins[i]*gamesPlot/(high+low)
			middle(s, art{look: keyLook, w: drawnSize(step), h: drawnSize(step), a: keyDrawn}, plotLeft+i*step+step/2, end)
		}
	}
}

func keyOf(g Game) uint8 {
	if g.Won {
		return keyWon
	}
	return keyLost
}

// drawBins draws a column for each bin, games won on those not won, with their
// sum above and the lowest score below.
func (p *Painter) drawBins(s surface, bins []Bin, y int) {
	most := 1
	for _, b := range bins {
		most = max(most, b.total())
	}
	foot := y + binsPlot
	step := min((binsRight-binsLeft)/len(bins), 120)
	w := barWidth(step - 10)
	for i, b := range bins {
		mid := binsLeft + i*step + step/2
		won, notWon := b.counts()
		upper, lower := 0, 0 // heights
		if won > 0 {
			upper = max(won*binsPlot/most, shortest)
		}
		if notWon > 0 {
			lower = max(notWon*binsPlot/most, shortest)
		}
		if upper+lower > binsPlot {
			if upper > lower {
				upper = binsPlot - lower
			} else {
				lower = binsPlot - upper
			}
		}
		if lower > 0 {
			drawBarUp(s, keyLost, mid, foot, foot-lower, w, upper == 0)
		}
		if upper > 0 {
			drawBarUp(s, keyWon, mid, foot-lower, foot-lower-upper, w, true)
		}
		if won+notWon > 0 {
			p.number(s, short(won+notWon), mid, foot-lower-upper-20, emScale, ink)
		}
		lowest := strconv.Itoa(min(max(b.From, -maxMargin), maxMargin))
		if i == len(bins)-1 {
			lowest += "+"
		}
		p.number(s, lowest, mid, foot+24, emScale, inkSoft)
	}
	s.put(art{look: baseLook, w: binsRight - binsLeft, h: 6}, binsLeft, foot-2)
}

// short writes a count in at most three characters.
func short(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n/1000) + "k"
}
