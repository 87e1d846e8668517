package text_test

import (
	"strings"
	"testing"

	"windfall/bot/text"
	"windfall/games/adaman"
)

// The words say all that the signs do.
func TestShareLines(t *testing.T) {
	won := adaman.Outcome{Result: adaman.Won, Score: 81, Controlled: 66, Left: 15}
	best := adaman.Outcome{Result: adaman.Won, Score: 87, Controlled: 66, Left: 21}
	stuck := adaman.Outcome{Result: adaman.Stuck, Score: 24, Controlled: 24, Left: 9}
	overthrown := adaman.Outcome{Result: adaman.Overthrown, Controlled: 24, Left: 9}
	for _, e := range []struct {
		s    text.Shared
		want string
	}{
		{text.Shared{Outcome: won, Plays: 13, Par: 87, Palace: 3},
			"**Ana** won Adaman no. 128 with **81** of 87 ★★☆ (two of three stars), in 13 plays, the palace never above 3.\n-# score ▰▰▰▰▰▰▰▰▰▱ · palace ●●●○○"},
		{text.Shared{Outcome: best, Plays: 14, Par: 87, Palace: 5},
			"**Ana** won Adaman no. 128 with **87** of 87 ★★★ (three of three stars), in 14 plays, the palace never above 5.\n-# score ▰▰▰▰▰▰▰▰▰▰ · palace ●●●●●"},
		{text.Shared{Outcome: won, Plays: 13, Palace: 0},
			"**Ana** won Adaman no. 128 with **81**, in 13 plays, the palace always empty.\n-# palace ○○○○○"},
		{text.Shared{Outcome: stuck, Plays: 1, Par: 87, Palace: 1},
			"**Ana** got stuck in Adaman no. 128 with **24** of 87, after 1 play, the palace never above 1.\n-# score ▰▰▱▱▱▱▱▱▱▱ · palace ●○○○○"},
		{text.Shared{Outcome: overthrown, Plays: 6, Par: 87, Palace: 6},
			"**Ana** was overthrown in Adaman no. 128, after 6 plays. It happens to the best."},
		{text.Shared{Outcome: adaman.Outcome{Result: adaman.GaveUp}, Par: 87, Palace: 2},
			"**Ana** gave Adaman no. 128 up before the first play."},
		{text.Shared{Outcome: adaman.Outcome{Result: adaman.GaveUp, Score: 4, Controlled: 4}, Plays: 1, Par: 87, Palace: 2},
			"**Ana** gave Adaman no. 128 up with **4** of 87, after 1 play, the palace never above 2.\n-# score ▱▱▱▱▱▱▱▱▱▱ · palace ●●○○○"},
	} {
		e.s.Name, e.s.Day = "Ana", 128
		if got := text.English.ShareLine(e.s); got != e.want {
			t.Errorf("%+v:\n%s\nwant:\n%s", e.s, got, e.want)
		}
		// To copy, it is the same without markdown.
		plain := strings.NewReplacer("**", "", "-# ", "").Replace(e.want)
		if got, want := text.English.ShareText(e.s), "Your line, to copy wherever you like:\n```\n"+plain+"\n```"; got != want {
			t.Errorf("to copy: %q, want %q", got, want)
		}
	}
}

// A name cannot break out of the block that is copied.
func TestANameStaysInTheBlock(t *testing.T) {
	got := text.English.ShareText(text.Shared{Name: "a```b`", Day: 1, Outcome: adaman.Outcome{Result: adaman.Overthrown}, Plays: 2})
	if strings.Count(got, "```") != 2 || !strings.Contains(got, "a'''b' was overthrown") {
		t.Errorf("%q", got)
	}
}

func TestStars(t *testing.T) {
	for _, e := range []struct {
		score, par int
		won        bool
		stars      int
		signs      string
		words      string
	}{
		{87, 87, true, 3, "★★★", "three of three stars"},
		{86, 87, true, 2, "★★☆", "two of three stars"},
		{81, 87, true, 2, "★★☆", "two of three stars"},
		{80, 87, true, 1, "★☆☆", "one of three stars"},
		{66, 87, true, 1, "★☆☆", "one of three stars"},
		{66, 66, true, 3, "★★★", "three of three stars"},
		{64, 66, false, 0, "☆☆☆", "no star"}, // so near, and not won
		{0, 87, false, 0, "☆☆☆", "no star"},
	} {
		n := text.Stars(e.score, e.par, e.won)
		if n != e.stars || text.StarSigns(n) != e.signs || text.English.StarWords(n) != e.words {
			t.Errorf("%d of %d: %d, %s, %s", e.score, e.par, n, text.StarSigns(n), text.English.StarWords(n))
		}
	}
}
