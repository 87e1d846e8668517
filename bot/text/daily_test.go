package text_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
)

// What a deal is like is said in words, and only as far as it is known.
func TestADealIsDescribedInWords(t *testing.T) {
	for _, e := range []struct {
		facts       text.DayFacts
		said, alone string
	}{
		{text.DayFacts{}, "", ""},
		{text.DayFacts{Par: 87}, "can be won, best possible 87", "Best possible 87"},
		{text.DayFacts{Won: 0, Played: 200}, "a very hard one", "A very hard one"},
		{text.DayFacts{Par: 87, Won: 200, Played: 200}, "a very easy one · can be won, best possible 87", "A very easy one · best possible 87"},
	} {
		if said, alone := text.English.DayNature(e.facts), text.English.DayLine(e.facts); said != e.said || alone != e.alone {
			t.Errorf("%+v: %q, %q", e.facts, said, alone)
		}
	}
	// Every level has words of its own, from easy to hard.
	var levels []string
	for won := robot.DifficultyGames; won >= 0; won-- {
		if said := text.English.DayNature(text.DayFacts{Won: won, Played: robot.DifficultyGames}); len(levels) == 0 || levels[len(levels)-1] != said {
			levels = append(levels, said)
		}
	}
	if got := strings.Join(levels, ", "); got != "a very easy one, an easy one, a middling one, a hard one, a very hard one" {
		t.Errorf("the levels are %s", got)
	}
}

// The end of a daily says what it is worth: against the best possible, with
// stars as signs and as words, and among all who have played it.
func TestDailyEnd(t *testing.T) {
	won := func(score int) adaman.Outcome { return adaman.Outcome{Result: adaman.Won, Score: score} }
	one := text.Field{Won: 1, Best: 81, Place: 1}
	seven := text.Field{Won: 3, Stuck: 2, Overthrown: 1, GaveUp: 1, Best: 87, Place: 2, Playing: 4}
	const how = "\n7 have finished this deal: 3 won, 2 got stuck, 1 was overthrown, 1 gave up."
	with := func(f text.Field, change func(*text.Field)) text.Field { change(&f); return f }
	for _, e := range []struct {
		name  string
		o     adaman.Outcome
		par   int
		f     text.Field
		phase text.DayPhase
		want  string
	}{
		{"alone", won(81), 87, one, text.DayRuns, "**81 of a possible 87** ★★☆ (two of three stars) · you are the first to finish this deal"},
		{"alone, with somebody still at it", won(80), 87, with(one, func(f *text.Field) { f.Playing = 1 }), text.DayRuns,
			"**80 of a possible 87** ★☆☆ (one of three stars) · you are the first to finish this deal\nOne is still playing."},
		{"the best there is", won(87), 87, with(seven, func(f *text.Field) { f.Place = 1 }), text.DayRuns,
			"**87 of a possible 87** ★★★ (three of three stars) · the best today so far, of 7" + how + " 4 are still playing."},
		{"as good as another", won(87), 87, with(seven, func(f *text.Field) { f.Place, f.Same = 1, 1 }), text.DayRuns,
			"**87 of a possible 87** ★★★ (three of three stars) · as good as the best today so far, of 7" + how + " 4 are still playing."},
		{"after midnight", won(81), 87, seven, text.DayCloses,
			"**81 of a possible 87** ★★☆ (two of three stars) · second so far, of 7; the best has 87" + how + " 4 are still playing."},
		{"after the release", won(81), 87, with(seven, func(f *text.Field) { f.Unfinished = 1 }), text.DayReleased,
			"**81 of a possible 87** ★★☆ (two of three stars) · second of 8; the best has 87\n8 have played this deal: 3 won, 2 got stuck, 1 was overthrown, 1 gave up, 1 did not finish."},
		{"nobody else came", won(81), 87, one, text.DayReleased, "**81 of a possible 87** ★★☆ (two of three stars) · nobody else has played this deal"},
		{"a loss has no stars", adaman.Outcome{Result: adaman.Stuck, Score: 24}, 87, seven, text.DayRuns,
			"**24 of a possible 87** · second today so far, of 7; the best has 87" + how + " 4 are still playing."},
		{"nothing is claimed that is not known", won(81), 0, seven, text.DayRuns,
			"Second today so far, of 7; the best has 87" + how + " 4 are still playing."},
		{"two", adaman.Outcome{Result: adaman.Stuck, Score: 30}, 0, text.Field{Stuck: 2, Best: 30, Place: 1, Same: 1}, text.DayRuns,
			"As good as the best today so far, of 2\n2 have finished this deal: 2 got stuck."},
		{"overthrown", adaman.Outcome{Result: adaman.Overthrown}, 0, text.Field{Won: 1, Overthrown: 2, Best: 80, Place: 2, Same: 1}, text.DayRuns,
			"Second today so far, of 3; the best has 80\n3 have finished this deal: 1 won, 2 were overthrown."},
	} {
		if got := text.English.DailyEnd(e.o, e.par, e.f, e.phase); got != e.want {
			t.Errorf("%s:\n%q\nand not\n%q", e.name, got, e.want)
		}
	}
}

// A place is said as one says it.
func TestPlacesAreSaidAsWords(t *testing.T) {
	for place, want := range map[int]string{
		2: "Second", 3: "Third", 5: "Fifth", 10: "Tenth", 11: "11th", 12: "12th", 13: "13th", 14: "14th", 20: "20th",
		21: "21st", 22: "22nd", 23: "23rd", 24: "24th", 100: "100th", 101: "101st", 111: "111th", 112: "112th", 113: "113th", 121: "121st",
	} {
		if got := text.English.DailyEnd(adaman.Outcome{}, 0, text.Field{Won: 200, Best: 90, Place: place}, text.DayReleased); !strings.HasPrefix(got, want+" of 200; the best has 90\n") {
			t.Errorf("place %d: %q", place, got)
		}
	}
}

// A step of the best line tells what happens, and to nobody in particular.
func TestALineIsToldStepByStep(t *testing.T) {
	g, err := adaman.New(adaman.Deal(games.Numbered(1)))
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(games.Spectator)
	if got := text.English.LineStep(&v, 13, 87); !strings.HasPrefix(got, "**Before the first of 13 plays.** The cards are dealt.") {
		t.Errorf("the opening is told as %q", got)
	}
	m := g.Moves()[0]
	if _, err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	v = g.View(games.Spectator)
	got := text.English.LineStep(&v, 13, 87)
	if !strings.HasPrefix(got, "**Play 1 of 13.** The "+m.Target.Name()+" is controlled with the ") || strings.Contains(strings.ToLower(got), "you") {
		t.Errorf("a play is told as %q", got)
	}
}

// Where a game was lost is told as exactly as it is known, and no more exactly.
func TestTurningPoints(t *testing.T) {
	g, err := adaman.New(adaman.Deal(games.Numbered(1)))
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(games.Spectator)
	for _, e := range []struct {
		at   text.TurningPoint
		want string
	}{
		{text.TurningPoint{LastYes: 6, FirstNo: 7, Plays: 9}, "After your **play 7** no win was possible any more, whatever you did. Before it there was one."},
		{text.TurningPoint{LastYes: 0, FirstNo: 1, Plays: 9}, "After your **play 1** no win was possible any more, whatever you did. At the start there was one."},
		{text.TurningPoint{LastYes: 4, FirstNo: 7, Plays: 9}, "After your play 4 there was still a win, and after your **play 7** there was none any more. Which play between them it was could not be decided."},
		{text.TurningPoint{LastYes: 0, FirstNo: 7, Plays: 9}, "After the start there was still a win"},
		{text.TurningPoint{LastYes: -1, FirstNo: 9, Plays: 9}, "After your **play 9** no win was possible any more. Whether there was one before it could not be decided."},
		{text.TurningPoint{LastYes: -1, FirstNo: 0, Plays: 9}, "From the first table on nobody could win this deal."},
		{text.TurningPoint{LastYes: 9, FirstNo: -1, Plays: 9}, "when you gave up, this game could still be won"},
		{text.TurningPoint{LastYes: 9, FirstNo: -1, Plays: 9, ByTheBell: true}, "when the day was released, this game could still be won"},
		{text.TurningPoint{LastYes: 3, FirstNo: -1, Plays: 9}, "Whether this game could still be won at its end could not be decided."},
		{text.TurningPoint{LastYes: -1, FirstNo: -1, Plays: 9}, "Whether this game could still be won at its end could not be decided."},
	} {
		e.at.Day = 128
		if got := text.English.Turning(e.at, &v); !strings.HasPrefix(got, "### Where Adaman no. 128 was lost\n") || !strings.Contains(got, e.want) {
			t.Errorf("%+v: %q", e.at, got)
		}
	}
}

func TestRefusalsAboutDays(t *testing.T) {
	at := time.Date(2026, 12, 5, 1, 0, 0, 0, time.UTC)
	for got, want := range map[string]string{
		text.English.LineLater(128, at):                         "The best line of no. 128 is still a secret, and so are its deal and its record. They are opened to all <t:1796432400:R>.",
		text.English.DayVoid(128, at.AddDate(0, 0, -2), at):     "Adaman no. 128 does not count and cannot be begun. My memory had to be put back from a copy of <t:1796259600:f>, and some may have seen today's deal already. The next deal begins <t:1796432400:R>. Until then you can practise.",
		text.English.DayRecordIs(128, true):                     "The record of Adaman no. 128: its deal, its seal and the secret behind it, and the best line of play. `windfall verify` checks it.",
		text.English.DayRecordIs(128, false):                    "The record of Adaman no. 128: its deal, its seal and the secret behind it. Its best line is not known, so the record gives up at once. `windfall verify` checks it.",
		text.English.LineHeading(128, at.Truncate(time.Second)): "### The best line of Adaman no. 128 · Saturday 5 December 2026",
	} {
		if got != want {
			t.Errorf("%q\nand not\n%q", got, want)
		}
	}
}
