package text

import (
	"fmt"
	"strings"
)

// Stats are what /stats tells about somebody.
type Stats struct {
	Games        Tally   // of Adam & Eva, between people
	Rival        Tally   // those of them against whoever asks
	MeanPoints   float64 // a game
	BestPoints   int
	Bonus        int // points from bonuses, in all games together
	Run, BestRun int // games won one after another: now, and at best

	Practice VersusTallies // games of Adam & Eva against the bot, which count nowhere else

	Dailies    int // begun, and so played
	DailiesWon int
	Overthrown int
	MeanScore  float64
	BestScore  int
	Measured   int     // dailies of which the best possible score is known;
	MeanShare  float64 // of those, score by best possible, 0 to 1;
	Stars      int     // and all their stars
	Streak     Streak
	Later      bool // dailies that are not released yet are left out

	Rating RatingCurve // on this server; none outside of one

	// For the picture.
	Recent []Played            // the latest games of Adam & Eva, oldest first; at most [MaxRecent]
	Scores [scoreBins]ScoreEnd // dailies by their score; see [ScoreBin]
}

// MaxRecent is how many games a picture shows.
const MaxRecent = 40

// Played is one game of Adam & Eva as somebody saw it.
type Played struct {
	Won, Drawn bool
	GivenUp    bool // it ended by resigning or by time
	Margin     int  // points more than the other side, or fewer: below 0 even in a game won if that was given up
}

// played says how a game ended: "won by 12", "lost, given up at +3".
func (l Language) played(p Played) string {
	switch {
	case p.Drawn:
		return l.say("stats-played-drawn")
	case p.GivenUp && p.Won:
		return l.say("stats-played-won-given-up", "Margin", fmt.Sprintf("%+d", p.Margin))
	case p.GivenUp:
		return l.say("stats-played-lost-given-up", "Margin", fmt.Sprintf("%+d", p.Margin))
	case p.Won:
		return l.say("stats-played-won", "Margin", p.Margin)
	}
	return l.say("stats-played-lost", "Margin", -p.Margin)
}

// ScoreEnd counts dailies that ended with a score of one bin.
type ScoreEnd struct{ Won, NotWon int }

// scoreBins is the number of bins of ten points; the last has no upper end.
const scoreBins = 10

// ScoreBin returns the scores that bin i holds, both included. The last holds
// all above, too.
func ScoreBin(i int) (from, to int) { return 10 * i, 10*i + 9 }

// AddScore counts a daily.
func (s *Stats) AddScore(score int, won bool) {
	bin := &s.Scores[max(0, min(score/10, scoreBins-1))]
	if won {
		bin.Won++
	} else {
		bin.NotWon++
	}
}

// A Tally counts games won, drawn and lost.
type Tally struct{ Won, Drawn, Lost int }

// Add counts a game of somebody in seat that the seat winner has won, -1 for a
// draw.
func (t *Tally) Add(seat, winner int) {
	switch winner {
	case seat:
		t.Won++
	case -1:
		t.Drawn++
	default:
		t.Lost++
	}
}

// Played is the number of games.
func (t Tally) Played() int { return t.Won + t.Drawn + t.Lost }

// tally says how games ended: "14 won, 1 drawn, 9 lost".
func (l Language) tally(t Tally) string {
	return l.say("stats-tally", "Won", t.Won, "Drawn", t.Drawn, "Lost", t.Lost)
}

// HereOnly says that the games of this server are counted.
func (l Language) HereOnly() string { return l.say("stats-here") }

// Everywhere says that those of all servers are.
func (l Language) Everywhere() string { return l.say("stats-everywhere") }

// StatsOf tells how who has played, in the games that where names. you is
// whether it is whoever asks.
func (l Language) StatsOf(who, where string, you bool, s Stats) string {
	said := append([]string{"### " + who, "-# " + where}, l.gamesOf(who, you, &s)...)
	if practice := l.versusTallies(s.Practice); practice != "" {
		said = append(said, l.say("stats-practice", "Name", Opponent, "Tallies", practice))
	}
	said = append(said, l.dailiesOf(&s)...)
	if s.Later {
		said = append(said, "-# "+l.say("stats-later"))
	}
	return strings.Join(said, "\n")
}

func (l Language) gamesOf(who string, you bool, s *Stats) []string {
	n := s.Games.Played()
	if n == 0 {
		return []string{l.say("stats-no-game")}
	}
	said := []string{
		l.count("stats-games", n, "Tally", l.tally(s.Games)),
		l.count("stats-points", s.Bonus, "Mean", l.decimal(s.MeanPoints, 1), "Best", s.BestPoints),
		l.say("stats-run", "Run", s.Run, "Best", s.BestRun),
	}
	if rating := l.RatingOf(&s.Rating); rating != "" {
		said = append(said, rating)
	}
	if !you {
		said = append(said, l.rivalry(who, s.Rival))
	}
	return said
}

func (l Language) dailiesOf(s *Stats) []string {
	if s.Dailies == 0 {
		return []string{l.say("stats-no-daily")}
	}
	said := []string{
		l.count("stats-dailies", s.Dailies, "Won", s.DailiesWon, "Stuck", s.Dailies-s.DailiesWon-s.Overthrown, "Overthrown", s.Overthrown),
		l.say("stats-score", "Mean", l.decimal(s.MeanScore, 1), "Best", s.BestScore),
	}
	// Rounded down: all of it is for those who always reached it.
	share, stars := int(100*s.MeanShare+1e-9), l.count("stats-stars", s.Stars)
	switch {
	case s.Measured == 0:
	case s.Measured < s.Dailies:
		said = append(said, l.count("stats-share-known", s.Measured, "Share", share, "Stars", stars))
	default:
		said = append(said, l.say("stats-share", "Share", share, "Stars", stars))
	}
	return append(said, l.streakLine(s.Streak))
}

// Any reports whether there is something to tell.
func (s *Stats) Any() bool {
	return s.Games.Played() > 0 || s.Dailies > 0 || len(s.Practice) > 0
}

// rivalry is the score between somebody and whoever asks. It counts what they
// have won, who are not the reader.
func (l Language) rivalry(who string, t Tally) string {
	switch {
	case t.Played() == 0:
		return l.say("stats-no-rival")
	case t.Drawn > 0:
		return l.say("stats-rival-drawn", "Name", who, "Theirs", t.Won, "Yours", t.Lost, "Drawn", t.Drawn)
	}
	return l.say("stats-rival", "Name", who, "Theirs", t.Won, "Yours", t.Lost)
}

// NeverPlayed is said about somebody without a finished game; here is whether
// only the games of this server were looked at.
func (l Language) NeverPlayed(who string, you, here bool) string {
	switch {
	case you && here:
		return l.say("stats-you-never-here")
	case you:
		return l.say("stats-you-never")
	case here:
		return l.say("stats-never-here", "Name", who)
	}
	return l.say("stats-never", "Name", who)
}

// OnlyYourOwnHere refuses to tell of others in a direct message.
func (l Language) OnlyYourOwnHere() string { return l.say("stats-your-own-only") }

// BotsDoNotPlay refuses to tell of a bot.
func (l Language) BotsDoNotPlay() string { return l.say("stats-no-bots") }
