package text_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/text"
)

// What stands behind a rating has its sign, also where nothing has changed.
func TestRatingMoves(t *testing.T) {
	got := text.English.RatingMoves([]text.RatingMove{{"Ana", 1612, 85, 12}, {"Ben", -40, 85, -12}, {"Cid", 1500, 700, 0}})
	if want := "-# Rating: Ana 1612 ± 85 (+12) · Ben −40 ± 85 (−12) · Cid 1500 ± 700 (±0)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := text.English.RatingMoves(nil); got != "" {
		t.Errorf("of nobody it says %q", got)
	}
}

// A page of the board as it reads: with its owner's line, which is on another
// page, and what may stand below.
func TestRatingsOf(t *testing.T) {
	b := text.RatingBoard{
		Members: 12, Page: 2, Pages: 2, Behind: true, Hidden: true,
		Settled:   []text.RatingPlace{{Place: 11, Name: "Ana", Points: 1480, Within: 200, Games: 31}},
		Unsettled: []text.RatingPlace{{Name: "Ben", Points: 1500, Within: 230, Games: 1}},
		Own:       &text.RatingPlace{Place: 1, Name: "Cid", Asker: true, Points: 1612, Within: 85, Games: 40},
	}
	want := `### Ratings at Adam & Eva
-# 12 members have a rating
**11** · Ana: **1480 ± 200**, 31 games
**Not settled yet (few games, or long ago):**
Ben: 1500 ± 230, 1 game
…
**1** · **Cid** (you): **1612 ± 85**, 40 games
-# page 2 of 2
-# You have hidden yourself, so you are not on this board.
-# Earlier games are still being counted; look again in a minute.
-# What stands after ± is how uncertain a rating is. The order is by the rating less its ±: that much is almost certain. With more than ± 220 there is no place yet.`
	if got := text.English.RatingsOf(&b, true); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	if got := text.English.RatingsOf(&b, false); strings.Contains(got, "(you)") {
		t.Errorf("everybody is told\n%s", got)
	}
	if got, want := text.English.RatingsOf(&text.RatingBoard{}, false), "### Ratings at Adam & Eva\n-# Nobody in this server has a rating yet. A game of two members counts once both have moved."; got != want {
		t.Errorf("of nobody it says\n%s", got)
	}
}

// The curve in words: how it began, how it stands, and its ends, the first of
// several that are equal.
func TestRatingPicture(t *testing.T) {
	monday := time.Date(2026, 12, 7, 0, 0, 0, 0, time.UTC)
	var c text.RatingCurve
	for i, points := range []int{1500, 1662, 1440, 1662, 1612} {
		c.Weeks = append(c.Weeks, text.RatingWeek{Monday: monday.AddDate(0, 0, 7*i), Points: points, Within: 300 - 50*i})
	}
	want := "Rating by week, each named by its Monday: 1500 ± 300 in the week of 2026-12-07, 1612 ± 100 in the week of 2027-01-04; " +
		"highest 1662 in the week of 2026-12-14, lowest 1440 in the week of 2026-12-21."
	if got := text.English.RatingPicture(&c); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := text.English.RatingOf(&c), "Rating here: **1612 ± 100**"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Weeks = c.Weeks[:1]
	if got, want := text.English.RatingPicture(&c), "Rating of one week, from Monday 2026-12-07: 1500 ± 300."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := text.English.RatingOf(&c), "Rating here: **1500 ± 300**, not settled yet"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := text.English.RatingPicture(&text.RatingCurve{}) + text.English.RatingOf(&text.RatingCurve{}); got != "" {
		t.Errorf("of no rating it says %q", got)
	}
}
