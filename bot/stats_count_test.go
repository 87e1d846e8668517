package bot

import (
	"errors"
	"iter"
	"reflect"
	"slices"
	"testing"
	"time"

	"windfall/bot/text"
	"windfall/games/adaman"
	"windfall/store"
)

// The players of these tests.
const (
	tallied  store.Player = 7
	opponent store.Player = 3
	another  store.Player = 9
)

// all goes through results.
func all(results ...store.Result) iter.Seq2[store.Result, error] {
	return func(yield func(store.Result, error) bool) {
		for _, r := range results {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// played is a finished game of Adam & Eva in which we sat in seat.
func played(seat int, against store.Player, points, theirs, bonus int) store.Result {
	r := store.Result{
		Kind: store.Table, Players: []store.Player{against, against}, Points: []int{theirs, theirs}, Bonus: []int{99, 99}, Winner: -1, Reason: "points",
	}
	r.Players[seat], r.Points[seat], r.Bonus[seat] = tallied, points, bonus
	switch {
	case points > theirs:
		r.Winner = seat
	case points < theirs:
		r.Winner = 1 - seat
	}
	return r
}

// daily is a finished attempt at a day's deal.
func daily(day uint32, outcome adaman.Result, score int) store.Result {
	return store.Result{Kind: store.Daily, Players: []store.Player{tallied}, Day: day, Outcome: outcome.String(), Score: score, Winner: -1}
}

// released is an attempt that was still open when its day was released.
func released(day uint32) store.Result {
	r := daily(day, adaman.GaveUp, 4)
	r.Reason = "released"
	return r
}

func with(r store.Result, change func(*store.Result)) store.Result {
	change(&r)
	return r
}

func TestTally(t *testing.T) {
	robot := with(played(0, opponent, 90, 10, 0), func(r *store.Result) { r.Players[1] = 0 })
	for _, e := range []struct {
		name    string
		results []store.Result
		rival   store.Player
		today   uint32
		want    text.Stats
	}{
		{name: "nothing"},
		{
			name: "won, drawn and lost from both seats", rival: opponent,
			results: []store.Result{played(0, opponent, 60, 50, 15), played(1, opponent, 80, 50, 0), played(1, another, 40, 41, 5), played(0, opponent, 55, 55, 0)},
			want: text.Stats{
				Games: text.Tally{Won: 2, Drawn: 1, Lost: 1}, Rival: text.Tally{Won: 2, Drawn: 1},
				MeanPoints: 58.75, BestPoints: 80, Bonus: 20, BestRun: 2,
			},
		},
		{
			name: "one's own statistics have no rival", rival: tallied,
			results: []store.Result{played(0, opponent, 60, 50, 0)},
			want:    text.Stats{Games: text.Tally{Won: 1}, MeanPoints: 60, BestPoints: 60, Run: 1, BestRun: 1},
		},
		{
			name: "whoever asks has never been met",
			results: []store.Result{
				played(0, opponent, 60, 50, 0),
			},
			want: text.Stats{Games: text.Tally{Won: 1}, MeanPoints: 60, BestPoints: 60, Run: 1, BestRun: 1},
		},
		{
			name: "a draw ends a run, and a later run can be longer",
			results: []store.Result{
				played(0, opponent, 2, 1, 0), played(0, opponent, 1, 1, 0), played(0, opponent, 2, 1, 0), played(1, another, 2, 1, 0),
			},
			want: text.Stats{Games: text.Tally{Won: 3, Drawn: 1}, MeanPoints: 1.75, BestPoints: 2, Run: 2, BestRun: 2},
		},
		{
			name: "a game that was resigned counts as any other",
			results: []store.Result{with(played(0, opponent, 30, 20, 0), func(r *store.Result) {
				r.Winner, r.Reason = 1, "resigned"
			})},
			want: text.Stats{Games: text.Tally{Lost: 1}, MeanPoints: 30, BestPoints: 30},
		},
		{
			name: "only games between people, and only dailies", rival: opponent, today: 5,
			results: []store.Result{
				robot,
				with(played(0, opponent, 90, 10, 0), func(r *store.Result) { r.Kind = store.Robot }),
				with(played(0, opponent, 90, 10, 0), func(r *store.Result) { r.Kind = store.Archive }),
				with(played(0, opponent, 90, 10, 0), func(r *store.Result) { r.Players[0] = another }),
				with(daily(0, adaman.Won, 99), func(r *store.Result) { r.Kind, r.Number = store.Practice, 5 }),
				with(daily(5, adaman.Won, 99), func(r *store.Result) { r.Kind = store.Archive }),
			},
		},
		{
			name: "dailies", today: 12,
			results: []store.Result{
				daily(10, adaman.Won, 80), daily(11, adaman.Overthrown, 0), daily(12, adaman.Stuck, 31), daily(3, adaman.GaveUp, 10), released(9),
			},
			want: text.Stats{Dailies: 5, DailiesWon: 1, Overthrown: 1, MeanScore: 25, BestScore: 80, Streak: 3, BestStreak: 3},
		},
	} {
		got, err := tally(all(e.results...), tallied, e.rival, e.today)
		got.Recent, got.Scores = nil, e.want.Scores // what the picture shows has a test of its own
		if err != nil || !reflect.DeepEqual(got, e.want) {
			t.Errorf("%s:\ngot  %+v, %v\nwant %+v", e.name, got, err, e.want)
		}
	}
}

func TestTallyKeepsWhatThePictureShows(t *testing.T) {
	results := []store.Result{
		played(0, opponent, 60, 50, 15), played(1, another, 40, 41, 5), played(0, opponent, 55, 55, 0),
		with(played(0, opponent, 90, 10, 0), func(r *store.Result) { r.Kind = store.Robot }),
		with(played(0, opponent, 30, 20, 0), func(r *store.Result) { r.Winner, r.Reason = 1, "resigned" }),
		daily(10, adaman.Won, 80), daily(11, adaman.Overthrown, 0), daily(12, adaman.Stuck, 61), daily(13, adaman.Won, 66), daily(14, adaman.Won, 117),
	}
	got, err := tally(all(results...), tallied, 0, 14)
	if err != nil {
		t.Fatal(err)
	}
	if want := []text.Played{{Won: true, Margin: 10}, {Margin: -1}, {Drawn: true}, {GivenUp: true, Margin: 10}}; !slices.Equal(got.Recent, want) {
		t.Errorf("the games are %+v, want %+v", got.Recent, want)
	}
	want := text.Stats{}.Scores
	want[0].NotWon, want[6], want[8].Won, want[9].Won = 1, text.ScoreEnd{Won: 1, NotWon: 1}, 1, 1
	if got.Scores != want {
		t.Errorf("the scores are %+v, want %+v", got.Scores, want)
	}
	const alt = "The last 4 games of Adam & Eva, oldest first, with the margins: won by 10, lost by 1, drawn, lost, given up at +10. " +
		"Scores of 5 dailies: 0 to 9 – 1 not won, 60 to 69 – 1 won and 1 not won, 80 to 89 – 1 won, 90 and more – 1 won."
	if said := text.StatsPicture(&got); said != alt {
		t.Errorf("the picture is described as %q, want %q", said, alt)
	}
}

func TestTallyKeepsTheLatestGamesForThePicture(t *testing.T) {
	var results []store.Result
	for i := range text.MaxRecent + 5 {
		results = append(results, played(0, opponent, 50+i, 50, 0))
	}
	got, err := tally(all(results...), tallied, 0, 0)
	if err != nil || len(got.Recent) != text.MaxRecent || got.Recent[0].Margin != 5 || got.Recent[text.MaxRecent-1].Margin != text.MaxRecent+4 {
		t.Errorf("%d games from %+v, %v", len(got.Recent), got.Recent[0], err)
	}
	if said := text.StatsPicture(&got); len(said) > 1024 {
		t.Errorf("its description has %d characters", len(said))
	}
}

func TestTallyPassesOnAFaultOfTheStore(t *testing.T) {
	fault := errors.New("fault")
	_, err := tally(func(yield func(store.Result, error) bool) {
		if yield(played(0, opponent, 1, 0, 0), nil) {
			yield(store.Result{}, fault)
		}
	}, tallied, 0, 0)
	if !errors.Is(err, fault) {
		t.Errorf("the error is %v", err)
	}
}

// Streaks go by whole days: the table has every case in which one could be off.
func TestHazard54_StreaksGoByWholeDays(t *testing.T) {
	days := func(of ...uint32) (results []store.Result) {
		for _, day := range of {
			results = append(results, daily(day, adaman.Stuck, 20))
		}
		return results
	}
	for _, e := range []struct {
		name          string
		results       []store.Result
		today         uint32
		current, best int
	}{
		{"never", nil, 40, 0, 0},
		{"no day has been dealt yet", nil, 0, 0, 0},
		{"the first day, played", days(1), 1, 1, 1},
		{"the second day, today still open", days(1), 2, 1, 1},
		{"the third day, yesterday missed", days(1), 3, 0, 1},
		{"today and yesterday", days(8, 9), 9, 2, 2},
		{"today missing, yesterday there: not over", days(7, 8), 9, 2, 2},
		{"yesterday missing, today there: begun anew", days(6, 7, 9), 9, 1, 2},
		{"both missing: over", days(6, 7), 9, 0, 2},
		{"a gap of a day", days(1, 2, 3, 5, 6), 6, 2, 3},
		{"a longer one after it", days(1, 2, 4, 5, 6), 6, 3, 3},
		{"lost, given up and won all count", []store.Result{daily(1, adaman.Overthrown, 0), daily(2, adaman.GaveUp, 3), daily(3, adaman.Won, 70)}, 3, 3, 3},
		{"an attempt that the release ended does not", append(days(1, 2), released(3)), 3, 2, 2},
		{"and it breaks the streak a day later", append(days(1, 2), released(3)), 4, 0, 2},
		{"a release in the middle parts a streak", append(days(1, 2, 4), released(3)), 4, 1, 2},
		{"finished after midnight, after the next day's deal", days(4, 6, 5), 6, 3, 3},
		{"a practice game of no day", []store.Result{with(daily(0, adaman.Won, 9), func(r *store.Result) { r.Kind = store.Practice })}, 1, 0, 0},
		{"a clock that was set back", days(4, 5), 4, 2, 2},
	} {
		got, err := tally(all(e.results...), tallied, 0, e.today)
		if err != nil || got.Streak != e.current || got.BestStreak != e.best {
			t.Errorf("%s: now %d, at best %d, %v; want %d and %d", e.name, got.Streak, got.BestStreak, err, e.current, e.best)
		}
	}
}

// A daily is begun before midnight and ends after it: the day of its deal
// counts, not the day of its end.
func TestHazard56_TheDayIsThatOfTheDeal(t *testing.T) {
	late := with(daily(4, adaman.Won, 70), func(r *store.Result) {
		r.Begun, r.Ended = time.Date(2026, 12, 4, 23, 59, 0, 0, time.UTC), time.Date(2026, 12, 5, 0, 30, 0, 0, time.UTC)
	})
	next := with(daily(5, adaman.Won, 70), func(r *store.Result) {
		r.Begun, r.Ended = time.Date(2026, 12, 5, 0, 1, 0, 0, time.UTC), time.Date(2026, 12, 5, 0, 10, 0, 0, time.UTC)
	})
	got, err := tally(all(next, late), tallied, 0, 5)
	if err != nil || got.Streak != 2 || got.BestStreak != 2 {
		t.Errorf("now %d, at best %d, %v", got.Streak, got.BestStreak, err)
	}
}
