package text

import (
	"strings"

	"windfall/games/adaman"
	"windfall/games/adameva"
)

// This file says in words what pictures show, to those who do not see them:
// one sentence where the message's own text tells the position, and all of it
// where it does not. Names stand here as they are, for nothing of it is
// markdown.

// TablePicture describes the picture of a table.
func (l Language) TablePicture(v *adameva.View, n Names) string {
	switch v.Viewer {
	case 0:
		return l.say("picture-table-hand-below", "Round", v.Round, "Rounds", adameva.Rounds, "Above", n[1], "Below", n[0])
	case 1:
		return l.say("picture-table-hand-above", "Round", v.Round, "Rounds", adameva.Rounds, "Above", n[1], "Below", n[0])
	}
	return l.say("picture-table", "Round", v.Round, "Rounds", adameva.Rounds, "Above", n[1], "Below", n[0])
}

// HandPicture describes the picture of the viewer's hand.
func (l Language) HandPicture(v *adameva.View) string {
	hand := l.cardNames(adameva.CardsOf(v.Hand...))
	if v.Aside != 0 {
		return l.say("picture-hand-aside", "Cards", hand, "Aside", l.cardNames(v.Aside))
	}
	return l.say("picture-hand", "Cards", hand)
}

// RoundPicture describes the picture of a finished round.
func (l Language) RoundPicture(round int, n Names) string {
	return l.say("picture-round", "Round", round, "Above", n[1], "Below", n[0])
}

// EndPicture describes the picture of a finished game.
func (l Language) EndPicture(v *adameva.View, n Names) string {
	points := v.Outcome.Points
	return l.say("picture-end", "First", n[0], "Second", n[1], "FirstPoints", points[0], "SecondPoints", points[1])
}

// BoardPicture describes the picture of a board of Adaman.
func (l Language) BoardPicture(v *adaman.View) string {
	return l.say("picture-board", "Palace", l.cardCount(len(v.Palace)), "Capital", l.cardCount(len(v.Capital)), "Resources", l.cardCount(len(v.Resources)))
}

// PalaceWord is a word on the picture of a board.
func (l Language) PalaceWord() string { return l.say("picture-word-palace") }

// CapitalWord is another.
func (l Language) CapitalWord() string { return l.say("picture-word-capital") }

// ResourcesWord is another.
func (l Language) ResourcesWord() string { return l.say("picture-word-resources") }

// DeckWord is another.
func (l Language) DeckWord() string { return l.say("picture-word-deck") }

// ControlledWord is another.
func (l Language) ControlledWord() string { return l.say("picture-word-controlled") }

// MarginsWord is above a chart on the picture of a member's statistics.
func (l Language) MarginsWord() string { return l.say("picture-word-margins") }

// ScoresWord is above another.
func (l Language) ScoresWord() string { return l.say("picture-word-scores") }

// WonWord is a word in a chart's legend.
func (l Language) WonWord() string { return l.say("picture-word-won") }

// DrawnWord is another.
func (l Language) DrawnWord() string { return l.say("picture-word-drawn") }

// LostWord is another.
func (l Language) LostWord() string { return l.say("picture-word-lost") }

// NotWonWord is another.
func (l Language) NotWonWord() string { return l.say("picture-word-not-won") }

// StatsPicture describes the picture of a member's statistics with all that is
// in it, since the text does not tell it. It is empty if there is nothing to
// show.
func (l Language) StatsPicture(s *Stats) string {
	var said []string
	if len(s.Recent) > 0 {
		var games []string
		for _, g := range s.Recent {
			games = append(games, l.played(g))
		}
		said = append(said, l.count("picture-games", len(games), "Games", strings.Join(games, ", ")))
	}
	var bins []string
	for i, b := range s.Scores {
		if b.Won+b.NotWon == 0 {
			continue
		}
		var ends []string
		if b.Won > 0 {
			ends = append(ends, l.count("picture-won", b.Won))
		}
		if b.NotWon > 0 {
			ends = append(ends, l.count("picture-not-won", b.NotWon))
		}
		from, to := ScoreBin(i)
		if i == len(s.Scores)-1 {
			bins = append(bins, l.say("picture-bin-last", "From", from, "Ends", l.list(ends...)))
		} else {
			bins = append(bins, l.say("picture-bin", "From", from, "To", to, "Ends", l.list(ends...)))
		}
	}
	if bins != nil {
		said = append(said, l.count("picture-scores", s.Dailies, "Scores", strings.Join(bins, ", ")))
	}
	return strings.Join(said, " ")
}
