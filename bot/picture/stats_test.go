package picture

import (
	"bytes"
	"errors"
	"image"
	"math"
	"strings"
	"testing"

	"windfall/games"
)

var statsWords = StatsWords{Games: "Adam & Eva", Won: "Won", Drawn: "Drawn", Lost: "Lost", Rating: "Rating by week", Points: "Rating", Within: "± where it lies", Scores: "Adaman", NotWon: "Not won"}

// played makes up games: most margins are small, a draw has none, and now and
// then somebody resigns while ahead.
func played(count, spread int) (made []Game) {
	chance := games.Numbered(9)
	for range count {
		m := chance.Below(2*spread+1) - spread
		resigned := chance.Below(12) == 0
		made = append(made, Game{Won: m > 0 != resigned && m != 0, Drawn: m == 0, Margin: m, GivenUp: resigned && m != 0})
	}
	return made
}

// rated makes up a rating over so many weeks: uncertain at first and after a
// pause, moving towards 1650 with its chances.
func rated(weeks int) Rating {
	chance := games.Numbered(11)
	r := Rating{From: "7 December 2026", To: "last week"}
	points, within := 1500, 700
	for i := range weeks {
		played := i%4 != 3 && (i < 20 || i > 30)
		if played {
			points += (1650-points)/4 + chance.Below(61) - 30
			within = max(85, within*3/4)
		} else {
			within += 4
		}
		r.Weeks = append(r.Weeks, Week{points, within, played})
	}
	return r
}

// dailies are bins of ten points whose counts are multiples of some.
func dailies(times int) (bins []Bin) {
	for i, n := range [10][2]int{{0, 3}, {}, {0, 1}, {0, 2}, {0, 6}, {0, 9}, {2, 4}, {9, 0}, {12, 0}, {3, 0}} {
		bins = append(bins, Bin{From: 10 * i, Won: n[0] * times, NotWon: n[1] * times})
	}
	return bins
}

// A statsCase is results of which a picture is kept.
type statsCase struct {
	stats Stats
	words StatsWords
}

func allStats() map[string]statsCase {
	odd := StatsWords{
		Games:  "Адам и Ева, последњих четрдесет партија заредом и још неке",
		Won:    "Gewonnen und gefeiert",
		Drawn:  "Unentschieden",
		Lost:   strings.Repeat("W", 40),
		Rating: "Оцена по недељама, све до данашњег дана и још мало",
		Points: "التقييم",
		Within: "Vertrauensbereich der Wertungszahl",
		Scores: "نتائج أدامان اليومية",
		NotWon: "Leider noch nicht gewonnen",
	}
	few := []Game{{Won: true, Margin: 12}, {Margin: -31}, {Drawn: true}, {Won: true, Margin: 4}, {Won: true, Margin: -8, GivenUp: true}, {Margin: 3, GivenUp: true}}
	ends := append(played(38, 60), Game{Won: true, Margin: 150}, Game{Margin: -150})
	hundreds := dailies(61)
	hundreds[1] = Bin{From: 10, NotWon: 1}
	hundreds[9] = Bin{From: 90, Won: 1400}
	return map[string]statsCase{
		"few":      {Stats{Games: few, Scores: []Bin{{From: 0, NotWon: 1}, {From: 10}, {From: 20}, {From: 30, NotWon: 1}, {From: 40}, {From: 50}, {From: 60}, {From: 70, Won: 1}, {From: 80}, {From: 90}}}, statsWords},
		"forty":    {Stats{Games: played(40, 45), Scores: dailies(1)}, statsWords},
		"extremes": {Stats{Games: ends, Rating: Rating{Weeks: []Week{{-20000, 9, true}, {math.MaxInt, math.MaxInt, false}, {1500, 700, true}}, From: "Понедељак, седмог децембра две хиљаде", To: "الاثنين"}, Scores: hundreds}, odd},
		"rating":   {Stats{Games: played(12, 30), Rating: rated(11), Scores: dailies(2)}, statsWords},
		"year":     {Stats{Rating: rated(60)}, statsWords},
		"one-week": {Stats{Rating: Rating{Weeks: []Week{{1662, 581, true}}, To: "7 December 2026"}}, statsWords},
		"games":    {Stats{Games: played(12, 30)}, statsWords},
		"dailies":  {Stats{Scores: dailies(2)}, statsWords},
		"first":    {Stats{Games: []Game{{Won: true, Margin: 33}}}, statsWords},
		"all-lost": {Stats{Games: []Game{{Margin: -40}, {Margin: -12}, {Margin: 0}, {Margin: -77}, {Margin: -20}}, Scores: make([]Bin, 10)}, statsWords},
	}
}

func TestStats(t *testing.T) {
	p := New()
	for name, c := range allStats() {
		got, err := p.Stats(&c.stats, c.words)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Logf("%s: %d bytes", name, len(got))
		if len(got) > 40<<10 {
			t.Errorf("%s: %d bytes, at most 40 KiB", name, len(got))
		}
		same(t, "stats-"+name, got)
	}
}

func TestOnlyChartsWithSomethingInThem(t *testing.T) {
	p := New()
	height := func(s *Stats) int {
		t.Helper()
		got, err := p.Stats(s, statsWords)
		if err != nil {
			t.Fatal(err)
		}
		return decode(t, got).Bounds().Dy()
	}
	both := height(&Stats{Games: played(3, 9), Scores: dailies(1)})
	if h := height(&Stats{Games: played(3, 9), Scores: make([]Bin, 10)}); h >= both {
		t.Errorf("games alone are %d pixels high, both are %d", h, both)
	}
	if h := height(&Stats{Scores: dailies(1)}); h >= both {
		t.Errorf("dailies alone are %d pixels high, both are %d", h, both)
	}
	for name, s := range map[string]*Stats{"none": nil, "empty": {}, "empty bins": {Scores: make([]Bin, 10)}, "no weeks": {Rating: Rating{From: "a", To: "b"}}, "negative": {Scores: []Bin{{Won: -4}}}} {
		if _, err := p.Stats(s, statsWords); !errors.Is(err, ErrView) {
			t.Errorf("%s: %v, want ErrView", name, err)
		}
	}
}

// Each result has a look of its own, also where margins are the same.
func TestResultsAreToldApart(t *testing.T) {
	p := New()
	seen := map[string]string{}
	for name, g := range map[string]Game{
		"won": {Won: true, Margin: 9}, "lost while ahead": {Margin: 9}, "drawn": {Drawn: true, Margin: 9},
		"won while behind": {Won: true, Margin: -9}, "lost": {Margin: -9}, "won level": {Won: true}, "won, given up": {Won: true, Margin: 9, GivenUp: true}, "lost, given up": {Margin: -9, GivenUp: true},
		"lost while ahead, given up": {Margin: 9, GivenUp: true}, "won while behind, given up": {Won: true, Margin: -9, GivenUp: true}, "lost level": {}, "drawn level": {Drawn: true},
	} {
		got, err := p.Stats(&Stats{Games: []Game{g}}, statsWords)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[string(got)]; ok {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[string(got)] = name
	}
}

func TestStatsBeyondAllMeasure(t *testing.T) {
	p := New()
	huge := []int{math.MinInt, -5000, -801, 0, 801, math.MaxInt}
	var s Stats
	for _, n := range huge {
		for range 60 {
			s.Games = append(s.Games, Game{Won: n > 0, Margin: n})
			s.Scores = append(s.Scores, Bin{From: n, Won: n, NotWon: n})
		}
	}
	if _, err := p.Stats(&s, statsWords); err != nil {
		t.Error(err)
	}
	for _, high := range huge {
		for _, low := range huge {
			s := Stats{Games: []Game{{Won: true, Margin: high}, {Margin: low}}, Scores: []Bin{{Won: high, NotWon: low}, {Won: 1}}}
			if _, err := p.Stats(&s, statsWords); err != nil {
				t.Errorf("%d and %d: %v", high, low, err)
			}
		}
	}
	if got, want := short(maxCount), "99k"; got != want {
		t.Errorf("the largest count is written %s, want %s", got, want)
	}
}

// Marks stay between the ends of their scale, whatever the numbers.
func TestBarsStayInTheirPlot(t *testing.T) {
	p, chance := New(), games.Numbered(4)
	for range 300 {
		s := Stats{Games: played(1+chance.Below(maxGames), 1+chance.Below(1+chance.Below(maxMargin)))}
		for range 1 + chance.Below(maxBins) {
			s.Scores = append(s.Scores, Bin{Won: chance.Below(1 + chance.Below(500)), NotWon: chance.Below(1 + chance.Below(500))})
		}
		shown := s.shown()
		bins := shown.Scores
		marks := &extent{}
		p.drawGames(marks, shown.Games, plotTop)
		if room := image.Rect(plotLeft-20, plotTop-20, width-margin, plotTop+gamesPlot+20); !marks.area.In(room) {
			t.Fatalf("bars of %v at %v, out of their plot %v", s.Games, marks.area, room)
		}
		if len(bins) == 0 {
			continue
		}
		marks = &extent{}
		p.drawBins(marks, bins, plotTop)
		if room := image.Rect(margin, plotTop, width-margin, plotTop+binsPlot+4); !marks.area.In(room) {
			t.Fatalf("columns of %v at %v, out of their plot %v", s.Scores, marks.area, room)
		}
	}
}

// So does the curve of a rating with its band, however far it goes.
func TestARatingStaysInItsPlot(t *testing.T) {
	p, chance := New(), games.Numbered(6)
	for range 300 {
		var r Rating
		for range 1 + chance.Below(maxWeeks) {
			spread := 1 + chance.Below(1+chance.Below(3*maxRating))
			r.Weeks = append(r.Weeks, Week{1500 + chance.Below(2*spread) - spread, chance.Below(1 + spread), chance.Below(2) == 0})
		}
		low, high := ratingScale(r.Weeks)
		for _, w := range r.Weeks {
			if points, _ := w.drawn(); points < low || points > high || low%100 != 0 || high%100 != 0 {
				t.Fatalf("%d is beyond the scale from %d to %d", points, low, high)
			}
		}
		marks := &extent{}
		p.drawRating(marks, &r, plotTop)
		if room := image.Rect(plotLeft-20, plotTop-dotR-2, width-margin, plotTop+ratingPlot+dotR+2); !marks.area.In(room) {
			t.Fatalf("the curve of %v is at %v, out of its plot %v", r.Weeks, marks.area, room)
		}
	}
}

// A week with games has a dot, and a rating that is less sure a wider band.
func TestWeeksAreToldApart(t *testing.T) {
	p := New()
	seen := map[string]string{}
	for name, w := range map[string]Week{
		"played": {1600, 120, true}, "idle": {1600, 120, false}, "surer": {1600, 60, true}, "higher": {1640, 120, true},
	} {
		got, err := p.Stats(&Stats{Rating: Rating{Weeks: []Week{{1500, 200, true}, w, {1500, 200, true}}}}, statsWords)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[string(got)]; ok {
			t.Errorf("a week that is %s looks as one that is %s", name, other)
		}
		seen[string(got)] = name
	}
}

// extent is a surface that only notes where arts are.
type extent struct{ area image.Rectangle }

func (e *extent) put(a art, x, y int) {
	e.area = e.area.Union(image.Rect(x, y, x+int(a.w), y+int(a.h)))
}

func (e *extent) letter(rune, int, paint, int, int) int { return 10 }

func TestSpritesDrawThePlainStats(t *testing.T) {
	p := New()
	for name, c := range allStats() {
		fast, err := p.Stats(&c.stats, c.words)
		if err != nil {
			t.Fatal(err)
		}
		shown := c.stats.shown()
		plain := newPlainSheet(p, statsPanel(shown))
		p.drawStats(plain, shown, c.words)
		if share := differing(decode(t, fast), decode(t, plain.finish(t)), 40); share > 0.002 {
			t.Errorf("%s: %.2f %% of the pixels differ", name, share*100)
		}
	}
}

// However many results have been drawn, what is kept has an end.
func TestStatsDoNotGrow(t *testing.T) {
	p, chance := New(), games.Numbered(5)
	for range 400 {
		s := Stats{Games: played(1+chance.Below(maxGames), 1+chance.Below(200)), Rating: rated(1 + chance.Below(maxWeeks)), Scores: dailies(1 + chance.Below(40))}
		if _, err := p.Stats(&s, statsWords); err != nil {
			t.Fatal(err)
		}
	}
	// Two kinds of bars in five widths, with pieces of each height: so many in
	// the middle, and round ends above and below.
	const bars = 2 * 5 * (barPiece + 2*(barPiece+shortest))
	const most = bars + 5 + 5 + 6 + givenUpW + 12 // diamonds, the legend, lines and signs, flags, the curve and its band
	if n := p.sprites.len(); n > most {
		t.Errorf("%d sprites for results, at most %d", n, most)
	}
}

func FuzzStats(f *testing.F) {
	f.Add("Games", "Won", 12, 3, uint8(5), true)
	f.Add("", "\x00\xff", -150, 100000, uint8(40), false)
	f.Add(strings.Repeat("W", 3000), "山田", math.MinInt, math.MaxInt, uint8(200), true)
	for _, n := range oddNames {
		f.Add(n.above, n.below, 1, 1, uint8(1), false)
	}
	p := New()
	f.Fuzz(func(t *testing.T, title, word string, margin, count int, n uint8, won bool) {
		s := Stats{Games: []Game{{Won: won, Margin: margin}}}
		for i := range int(n) {
			s.Games = append(s.Games, Game{Won: !won, Drawn: i%3 == 0, Margin: margin / (i + 1)})
			s.Scores = append(s.Scores, Bin{From: margin * i, Won: count, NotWon: count / (i + 1)})
		}
		got, err := p.Stats(&s, StatsWords{title, word, word, title, title, word, title, title, word})
		if err != nil || !bytes.HasPrefix(got, []byte("\x89PNG")) {
			t.Fatalf("no picture: %v", err)
		}
		legend := &frame{a: p.alphabet}
		p.drawLegend(legend, 0, []keyed{{keyWon, title}, {keyDrawn, word}, {keyLost, title}})
		p.drawTitle(legend, signArt(signApple, 38), title, 0)
		inRoom(t, legend, image.Rect(14, -24, width-14, legendTop+64))
	})
}

func BenchmarkStats(b *testing.B) {
	c := allStats()["extremes"]
	b.Run("sprites", func(b *testing.B) {
		p := New()
		benchmark(b, func() ([]byte, error) { return p.Stats(&c.stats, c.words) })
	})
	b.Run("plain", func(b *testing.B) {
		p := New()
		shown := c.stats.shown()
		benchmark(b, func() ([]byte, error) {
			s := newPlainSheet(p, statsPanel(shown))
			p.drawStats(s, shown, c.words)
			return s.finish(b), nil
		})
	})
}
