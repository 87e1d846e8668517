package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"windfall/bot/text"
)

func TestStatsOf(t *testing.T) {
	most := text.Stats{
		Games: text.Tally{Won: 999_999, Drawn: 999_999, Lost: 999_999}, Rival: text.Tally{Won: 999_999, Drawn: 999_999, Lost: 999_999},
		MeanPoints: 143.96, BestPoints: 250, Bonus: 9_999_999, Run: 999_999, BestRun: 999_999,
		Practice: text.VersusTallies{
			{Level: "easy", Tally: text.Tally{Won: 999_999, Drawn: 999_999, Lost: 999_999}}, {Level: "fair", Tally: text.Tally{Won: 1}},
			{Level: "hard", Tally: text.Tally{Lost: 1}},
		},
		Dailies: 99_999, DailiesWon: 33_333, Overthrown: 33_333, MeanScore: 81.26, BestScore: 120,
		Measured: 99_998, MeanShare: 1, Stars: 299_994, Streak: text.Streak{Days: 99_999, Longest: 99_999, Freezes: 2}, Later: true,
	}
	one := text.Stats{
		Games: text.Tally{Won: 1}, Rival: text.Tally{Won: 1}, MeanPoints: 61, BestPoints: 61, Bonus: 1, Run: 1, BestRun: 1,
		Dailies: 1, MeanScore: 20, BestScore: 20, Measured: 1, MeanShare: 0.29, Stars: 1, Streak: text.Streak{Days: 1, Longest: 1},
	}
	for _, e := range []struct {
		name  string
		who   string
		where string
		you   bool
		stats text.Stats
		want  string
	}{
		{"one of each", "Ana", text.English.HereOnly(), false, one, `### Ana
-# Games on this server
**Adam & Eva** · 1 game: 1 won, 0 drawn, 0 lost
Points: mean 61.0, best 61 · bonuses: 1 point in all
Wins in a row: now 1, at best 1
Between you two: Ana 1, you 0
**Adaman** · 1 daily: 0 won, 1 stuck or given up, 0 overthrown
Score: mean 20.0, best 20
On average 29 % of the best possible · 1 star
Streak, wherever played: now 1 day; at best 1 day`},
		{"dailies alone, one's own, everywhere", "Ana", text.English.Everywhere(), true, text.Stats{Dailies: 2, DailiesWon: 1, Overthrown: 1, MeanScore: 40, BestScore: 80, Streak: text.Streak{Longest: 2}}, `### Ana
-# All your games, on every server
**Adam & Eva** · no game finished yet
**Adaman** · 2 dailies: 1 won, 0 stuck or given up, 1 overthrown
Score: mean 40.0, best 80
Streak, wherever played: now 0 days; at best 2 days`},
		{"games alone, none of them with whoever asks", "Ana", text.English.HereOnly(), false, text.Stats{Games: text.Tally{Drawn: 2}, MeanPoints: 58.25, BestPoints: 60}, `### Ana
-# Games on this server
**Adam & Eva** · 2 games: 0 won, 2 drawn, 0 lost
Points: mean 58.2, best 60 · bonuses: 0 points in all
Wins in a row: now 0, at best 0
You two have not finished a game yet.
**Adaman** · no daily finished yet`},
		{"the most", strings.Repeat(`\*`, 32), text.English.Everywhere(), false, most, `### ` + strings.Repeat(`\*`, 32) + `
-# All your games, on every server
**Adam & Eva** · 2999997 games: 999999 won, 999999 drawn, 999999 lost
Points: mean 144.0, best 250 · bonuses: 9999999 points in all
Wins in a row: now 999999, at best 999999
Between you two: ` + strings.Repeat(`\*`, 32) + ` 999999, you 999999, 999999 drawn
Practice against Windfall: easy 2999997 games, 999999 won, 999999 drawn · fair 1 game, 1 won · hard 1 game, 0 won
**Adaman** · 99999 dailies: 33333 won, 33333 stuck or given up, 33333 overthrown
Score: mean 81.3, best 120
On average 100 % of the best possible (99998 dailies, where it is known) · 299994 stars
Streak, wherever played: now 99999 days, two freezes in hand; at best 99999 days
-# A daily counts here from its release on, an hour after its day.`},
	} {
		got := text.English.StatsOf(e.who, e.where, e.you, e.stats)
		if got != e.want {
			t.Errorf("%s:\n%s\nwant:\n%s", e.name, got, e.want)
		}
		for _, l := range text.Languages() {
			if n := utf8.RuneCountInString(l.StatsOf(e.who, e.where, e.you, e.stats)); n > 4000 {
				t.Errorf("%s in %s: %d letters", e.name, l.Name(), n)
			}
		}
	}
}

// The sentences of this part keep the voice: no exclamation marks, and each
// says what to do instead.
func TestWhatStatsAnswersToWrongUse(t *testing.T) {
	for _, said := range []string{
		text.English.NeverPlayed("Ana", false, true), text.English.NeverPlayed("Ana", false, false),
		text.English.NeverPlayed("Ana", true, true), text.English.NeverPlayed("Ana", true, false),
		text.English.OnlyYourOwnHere(), text.English.BotsDoNotPlay(),
	} {
		if strings.Contains(said, "!") || !strings.HasSuffix(said, ".") {
			t.Errorf("%q", said)
		}
		if !strings.Contains(said, "`/") && !strings.Contains(said, "Choose") {
			t.Errorf("it does not say what to do instead: %q", said)
		}
	}
	if here, anywhere := text.English.NeverPlayed("Ana", true, true), text.English.NeverPlayed("Ana", true, false); here == anywhere || strings.Contains(anywhere, "server") {
		t.Errorf("in a direct message it says %q", anywhere)
	}
}
