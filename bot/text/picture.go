package text

import (
	"fmt"
	"strings"

	"windfall/games/adaman"
	"windfall/games/adameva"
)

// This file says in words what pictures show, to those who do not see them:
// one sentence where the message's own text tells the position, and all of it
// where it does not. Names stand here as they are, for nothing of it is
// markdown.

// TablePicture describes the picture of a table.
func TablePicture(v *adameva.View, n Names) string {
	hand := ""
	switch v.Viewer {
	case 0:
		hand = ", and your hand at the bottom"
	case 1:
		hand = ", and your hand at the top"
	}
	return fmt.Sprintf("The four trees in round %d of %d, with %s's cards above and %s's below%s; the text says what lies where.",
		v.Round, adameva.Rounds, n[1], n[0], hand)
}

// HandPicture describes the picture of the viewer's hand.
func HandPicture(v *adameva.View) string {
	hand := cardNames(adameva.CardsOf(v.Hand...))
	if v.Aside != 0 {
		hand += "; set aside: " + cardNames(v.Aside)
	}
	return "Your hand: " + hand + "."
}

// RoundPicture describes the picture of a finished round.
func RoundPicture(round int, n Names) string {
	return fmt.Sprintf("The four trees at the end of round %d, with %s's cards above and %s's below and who took which apple; the text says the same.",
		round, n[1], n[0])
}

// EndPicture describes the picture of a finished game.
func EndPicture(v *adameva.View, n Names) string {
	return fmt.Sprintf("The apples that %s and %s have taken, %d points to %d; the text lists them.",
		n[0], n[1], v.Outcome.Points[0], v.Outcome.Points[1])
}

// BoardPicture describes the picture of a board of Adaman.
func BoardPicture(v *adaman.View) string {
	return fmt.Sprintf("The board: %s in the palace, %s in the capital, %s among your resources; the text lists them.",
		cardCount(len(v.Palace)), cardCount(len(v.Capital)), cardCount(len(v.Resources)))
}

// Words on the picture of a board.
const (
	PalaceWord     = "Palace"
	CapitalWord    = "Capital"
	ResourcesWord  = "Your resources"
	DeckWord       = "Deck"
	ControlledWord = "Controlled"
)

// Words on the picture of a member's statistics.
const (
	MarginsWord = "Adam & Eva: by how much"
	ScoresWord  = "Adaman: scores of the dailies"
	WonWord     = "won"
	DrawnWord   = "drawn"
	LostWord    = "lost"
	NotWonWord  = "not won"
)

// StatsPicture describes the picture of a member's statistics with all that is
// in it, since the text does not tell it. It is empty if there is nothing to
// show.
func StatsPicture(s *Stats) string {
	var said []string
	if len(s.Recent) > 0 {
		var games []string
		for _, g := range s.Recent {
			games = append(games, English.played(g))
		}
		what := "The last game of Adam & Eva"
		if len(games) > 1 {
			what = fmt.Sprintf("The last %d games of Adam & Eva, oldest first, with the margins", len(games))
		}
		said = append(said, fmt.Sprintf("%s: %s.", what, strings.Join(games, ", ")))
	}
	var bins []string
	for i, b := range s.Scores {
		if b.Won+b.NotWon > 0 {
			from, to := ScoreBin(i)
			scores := fmt.Sprintf("%d to %d", from, to)
			if i == len(s.Scores)-1 {
				scores = fmt.Sprintf("%d and more", from)
			}
			var ends []string
			if b.Won > 0 {
				ends = append(ends, fmt.Sprintf("%d won", b.Won))
			}
			if b.NotWon > 0 {
				ends = append(ends, fmt.Sprintf("%d not won", b.NotWon))
			}
			bins = append(bins, scores+" – "+strings.Join(ends, " and "))
		}
	}
	if bins != nil {
		said = append(said, fmt.Sprintf("Scores of %s: %s.", countAs(s.Dailies, "daily", "dailies"), strings.Join(bins, ", ")))
	}
	return strings.Join(said, " ")
}
