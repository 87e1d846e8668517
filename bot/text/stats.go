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

// String says how a game ended: "won by 12", "lost, given up at +3".
func (p Played) String() string {
	switch {
	case p.Drawn:
		return "drawn"
	case p.GivenUp && p.Won:
		return fmt.Sprintf("won, given up at %+d", p.Margin)
	case p.GivenUp:
		return fmt.Sprintf("lost, given up at %+d", p.Margin)
	case p.Won:
		return fmt.Sprintf("won by %d", p.Margin)
	}
	return fmt.Sprintf("lost by %d", -p.Margin)
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

// String says how the games ended: "14 won, 1 drawn, 9 lost".
func (t Tally) String() string {
	return fmt.Sprintf("%d won, %d drawn, %d lost", t.Won, t.Drawn, t.Lost)
}

// Where the games that statistics count were played.
const (
	HereOnly   = "Games on this server"
	Everywhere = "All your games, on every server"
)

// StatsOf tells how who has played, in the games that where names. you is
// whether it is whoever asks.
func StatsOf(who, where string, you bool, s Stats) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n-# %s\n", who, where)
	b.WriteString("**Adam & Eva** · ")
	if n := s.Games.Played(); n == 0 {
		b.WriteString("no game finished yet\n")
	} else {
		fmt.Fprintf(&b, "%s: %s\n", count(n, "game"), s.Games)
		fmt.Fprintf(&b, "Points: mean %.1f, best %d · bonuses: %s in all\n", s.MeanPoints, s.BestPoints, count(s.Bonus, "point"))
		fmt.Fprintf(&b, "Wins in a row: now %d, at best %d\n", s.Run, s.BestRun)
		if !you {
			b.WriteString(rivalry(who, s.Rival) + "\n")
		}
	}
	if practice := s.Practice.String(); practice != "" {
		fmt.Fprintf(&b, "Practice against %s: %s\n", Opponent, practice)
	}
	b.WriteString("**Adaman** · ")
	if s.Dailies == 0 {
		b.WriteString("no daily finished yet")
	} else {
		fmt.Fprintf(&b, "%s: %d won, %d stuck or given up, %d overthrown\n", countAs(s.Dailies, "daily", "dailies"),
			s.DailiesWon, s.Dailies-s.DailiesWon-s.Overthrown, s.Overthrown)
		fmt.Fprintf(&b, "Score: mean %.1f, best %d\n", s.MeanScore, s.BestScore)
		if s.Measured > 0 {
			of := "of the best possible"
			if s.Measured < s.Dailies {
				of += fmt.Sprintf(" (%s, where it is known)", countAs(s.Measured, "daily", "dailies"))
			}
			// Rounded down: all of it is for those who always reached it.
			fmt.Fprintf(&b, "On average %d %% %s · %s\n", int(100*s.MeanShare+1e-9), of, count(s.Stars, "star"))
		}
		b.WriteString(streakLine(s.Streak))
	}
	if s.Later {
		b.WriteString("\n-# A daily counts here from its release on, an hour after its day.")
	}
	return b.String()
}

// Any reports whether there is something to tell.
func (s *Stats) Any() bool {
	return s.Games.Played() > 0 || s.Dailies > 0 || len(s.Practice) > 0
}

// rivalry is the score between somebody and whoever asks.
func rivalry(who string, t Tally) string {
	if t.Played() == 0 {
		return "You two have not finished a game yet."
	}
	score := fmt.Sprintf("Between you two: %s %d, you %d", who, t.Won, t.Lost)
	if t.Drawn > 0 {
		score += fmt.Sprintf(", %d drawn", t.Drawn)
	}
	return score
}

// NeverPlayed is said about somebody without a finished game; here is whether
// only the games of this server were looked at.
func NeverPlayed(who string, you, here bool) string {
	where := ""
	if here {
		where = " on this server"
	}
	if you {
		return fmt.Sprintf("You have not finished a game%s yet. `/adaman daily` is a quick one to begin with, and `/adam-eva challenge` is for two.", where)
	}
	return fmt.Sprintf("%s has not finished a game%s yet. Ask them for one with `/adam-eva challenge`.", who, where)
}

// Answers of /stats to what it does not count.
const (
	OnlyYourOwnHere = "Here I tell about your own games only. Use `/stats` in a server to see how others have played there."
	BotsDoNotPlay   = "Bots do not play here. Choose a member, or leave the member out for your own statistics."
)

// count says how many there are of what: "1 day", "12 days".
func count(n int, what string) string { return countAs(n, what, what+"s") }

func countAs(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
