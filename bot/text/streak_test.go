package text_test

import (
	"testing"

	"windfall/bot/text"
)

func TestStreakNow(t *testing.T) {
	for _, e := range []struct {
		s    text.Streak
		want string
	}{
		{text.Streak{Longest: 4}, ""},
		{text.Streak{Days: 1, Longest: 1}, "Streak: 1 day."},
		{text.Streak{Days: 12, Longest: 29, Freezes: 1}, "Streak: 12 days, one freeze in hand."},
		{text.Streak{Days: 20, Longest: 20, Freezes: 2}, "Streak: 20 days, two freezes in hand."},
		{text.Streak{Days: 7, Longest: 7, Freezes: 1, Earned: true},
			"Streak: 7 days, one freeze in hand. You have just earned a freeze: the first day you miss will not end your streak."},
		{text.Streak{Days: 8, Longest: 8, Saved: 1}, "Streak: 8 days. A freeze has covered the day you missed."},
		{text.Streak{Days: 15, Longest: 15, Saved: 2}, "Streak: 15 days. Two freezes have covered the days you missed."},
		{text.Streak{Days: 1, Longest: 29, Ended: 12}, "Streak: 1 day. The one before it ended with 12 days."},
		{text.Streak{Days: 1, Longest: 29, Ended: 1}, "Streak: 1 day."},
	} {
		if got := text.English.StreakNow(e.s); got != e.want {
			t.Errorf("%+v: %q", e.s, got)
		}
	}
}
