package text

import (
	"fmt"
	"strings"
	"time"
)

// This file says how strong the members of a server have shown to be at Adam &
// Eva. A rating is always said with its ±, which is two deviations.

// MostUncertain is the largest ± of a rating that has a place on the board: two
// deviations of 110 points.
const MostUncertain = 220

// A RatingMove is how a game moved the rating of one of its players.
type RatingMove struct {
	Name           string // ready for markdown
	Points, Within int    // after it
	Change         int    // of the points
}

// RatingMoves is the small line about ratings below a finished game, empty if
// there is nothing to tell.
func (l Language) RatingMoves(moves []RatingMove) string {
	var all []string
	for _, m := range moves {
		all = append(all, l.say("rating-move", "Name", m.Name, "Rating", rated(m.Points, m.Within), "Change", signed(m.Change)))
	}
	if all == nil {
		return ""
	}
	return l.say("rating-moves", "Moves", strings.Join(all, " · "))
}

// rated writes a rating.
func rated(points, within int) string { return minus(points) + " ± " + minus(within) }

// signed writes how much more or less something is.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + minus(n)
	case n == 0:
		return "±0"
	}
	return minus(n)
}

// minus writes a number with the sign that numbers have in print.
func minus(n int) string { return strings.Replace(fmt.Sprint(n), "-", "\u2212", 1) }

// A RatingBoard is a page of the ratings of a server.
type RatingBoard struct {
	Members     int // in the whole board
	Page, Pages int // from 1; Pages is 0 if there is nobody
	Settled     []RatingPlace
	Unsettled   []RatingPlace
	Own         *RatingPlace // of whoever asks, if it is on another page
	Behind      bool         // games of before are still being reckoned
	Hidden      bool         // whoever asks, alone, has hidden their own
}

// A RatingPlace is a line of it.
type RatingPlace struct {
	Place          int    // from 1; members who are equal share one; 0 while the rating is too uncertain
	Name           string // ready for markdown
	Asker          bool   // it is whoever asks
	Points, Within int
	Games          int
}

// RatingsOf is a page of the board. private is whether nobody but the asker sees
// it.
func (l Language) RatingsOf(b *RatingBoard, private bool) string {
	said := []string{l.say("rating-title")}
	if b.Members == 0 {
		said = append(said, l.say("rating-nobody"))
	} else {
		said = append(said, l.count("rating-members", b.Members))
	}
	for _, p := range b.Settled {
		said = append(said, l.ratingPlace(p, private))
	}
	if len(b.Unsettled) > 0 {
		said = append(said, l.say("rating-unsettled"))
	}
	for _, p := range b.Unsettled {
		said = append(said, l.ratingPlace(p, private))
	}
	if b.Own != nil {
		said = append(said, "…", l.ratingPlace(*b.Own, private))
	}
	if b.Pages > 1 {
		said = append(said, l.PageOf(b.Page, b.Pages))
	}
	if b.Hidden {
		said = append(said, l.say("rating-hidden"))
	}
	if b.Behind {
		said = append(said, l.say("rating-behind"))
	}
	if b.Members > 0 {
		said = append(said, l.say("rating-order", "Most", MostUncertain))
	}
	return strings.Join(said, "\n")
}

func (l Language) ratingPlace(p RatingPlace, private bool) string {
	name := p.Name
	switch {
	case p.Asker && private:
		name = l.say("rating-you", "Name", p.Name)
	case p.Asker:
		name = l.say("rating-asker", "Name", p.Name)
	}
	if p.Place == 0 {
		return l.count("rating-line-unsettled", p.Games, "Name", name, "Rating", rated(p.Points, p.Within))
	}
	return l.count("rating-line", p.Games, "Place", p.Place, "Name", name, "Rating", rated(p.Points, p.Within))
}

// NoRatingsHere is said about the board outside of a server.
func (l Language) NoRatingsHere() string { return l.say("rating-elsewhere") }

// A RatingCurve is how somebody's rating went on a server, week by week.
type RatingCurve struct {
	Weeks []RatingWeek // oldest first, without a gap
}

// A RatingWeek is a rating after a week.
type RatingWeek struct {
	Monday         time.Time
	Points, Within int
	Played         bool // there were games in it
}

// RatingOf is the line of somebody's statistics about their rating as it is now,
// empty if they have none.
func (l Language) RatingOf(c *RatingCurve) string {
	if len(c.Weeks) == 0 {
		return ""
	}
	now := c.Weeks[len(c.Weeks)-1]
	if now.Within > MostUncertain {
		return l.say("rating-now-unsettled", "Rating", rated(now.Points, now.Within))
	}
	return l.say("rating-now", "Rating", rated(now.Points, now.Within))
}

// RatingPicture describes the curve: how it began, how it stands, and its ends.
func (l Language) RatingPicture(c *RatingCurve) string {
	if len(c.Weeks) == 0 {
		return ""
	}
	first, last := c.Weeks[0], c.Weeks[len(c.Weeks)-1]
	if len(c.Weeks) == 1 {
		return l.say("rating-picture-one", "Rating", rated(first.Points, first.Within), "Week", WeekName(first.Monday))
	}
	high, low := first, first
	for _, w := range c.Weeks {
		if w.Points > high.Points {
			high = w
		}
		if w.Points < low.Points {
			low = w
		}
	}
	return l.say("rating-picture", "First", rated(first.Points, first.Within), "FirstWeek", WeekName(first.Monday),
		"Last", rated(last.Points, last.Within), "LastWeek", WeekName(last.Monday),
		"High", minus(high.Points), "HighWeek", WeekName(high.Monday), "Low", minus(low.Points), "LowWeek", WeekName(low.Monday))
}

// WeekName names a week by its Monday, in digits, as every language reads them.
func WeekName(monday time.Time) string { return monday.Format(time.DateOnly) }

// RatingWord is the title of the curve on the picture.
func (l Language) RatingWord() string { return l.say("rating-word") }

// RatingPointsWord explains the curve's line.
func (l Language) RatingPointsWord() string { return l.say("rating-word-points") }

// RatingWithinWord explains the band around it.
func (l Language) RatingWithinWord() string { return l.say("rating-word-within") }
