package picture

import "fmt"

// A Game is one game of Adam & Eva as its player saw it end.
type Game struct {
	Won, Drawn bool // neither is a game lost
	Margin     int  // points more than the other side; may be below 0 in a game won, and above in one lost, by resigning
}

// A Bin counts the dailies of Adaman whose score is From or more and below the
// next bin's From. The last bin has no end.
type Bin struct{ From, Won, NotWon int }

// Stats are what the picture of a player's results shows.
type Stats struct {
	Games  []Game // oldest first; of more than 40 the latest are shown
	Scores []Bin  // in the order of From
}

// StatsWords are the words on that picture, in the reader's language. They may
// be long or in any script: what does not fit is cut.
type StatsWords struct{ Games, Won, Drawn, Lost, Scores, NotWon string }

// Stats draws a player's results: the margins of the latest games of Adam & Eva
// and how often which scores came of the dailies of Adaman, each if there is
// something to show. If there is nothing at all, it returns an error that wraps
// [ErrView].
func (p *Painter) Stats(s *Stats, w StatsWords) ([]byte, error) {
	games, bins, most := s.shown()
	if len(games) == 0 && most == 0 {
		return nil, fmt.Errorf("%w: no results", ErrView)
	}
	h := 2 * margin
	if len(games) > 0 {
		h += chartH
	}
	if most > 0 {
		h += chartH
	}
	to := p.sheet(width, h)
	y := margin
	if len(games) > 0 {
		p.write(to, w.Games, margin+10, y+36, emWord, ink, atLeft, 300)
		y += chartH
	}
	if most > 0 {
		_ = bins
		p.write(to, w.Scores, margin+10, y+36, emWord, ink, atLeft, 300)
	}
	return to.finish()
}

// The most that is shown.
const (
	maxGames = 40
	maxBins  = 16
	maxCount = 99999
	maxPoint = 999
)

const chartH = 330

// shown returns the games and the bins that are drawn, and the most dailies
// that one of the bins counts.
func (s *Stats) shown() (games []Game, bins []Bin, most int) {
	if s == nil {
		return nil, nil, 0
	}
	games = s.Games[max(0, len(s.Games)-maxGames):]
	bins = s.Scores[:min(len(s.Scores), maxBins)]
	for _, b := range bins {
		most = max(most, b.total())
	}
	return games, bins, most
}

func (b Bin) counts() (won, notWon int) {
	return min(max(b.Won, 0), maxCount), min(max(b.NotWon, 0), maxCount)
}

func (b Bin) total() int {
	won, notWon := b.counts()
	return won + notWon
}
