package bot

import (
	"errors"
	"iter"
	"reflect"
	"slices"
	"testing"

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

// sparred is a finished game against the bot, which sits in seat 1.
func sparred(level string, winner int) store.Result {
	return store.Result{Kind: store.Robot, Players: []store.Player{tallied, 0}, Points: []int{50, 50}, Bonus: []int{0, 0}, Winner: winner, Reason: "points", Level: level}
}

func with(r store.Result, change func(*store.Result)) store.Result {
	change(&r)
	return r
}

// parsFrom100 are known from day 100 on, and are 80.
func parsFrom100(day uint32) (int, error) {
	if day < 100 {
		return 0, nil
	}
	return 80, nil
}

func TestTally(t *testing.T) {
	robot := with(played(0, opponent, 90, 10, 0), func(r *store.Result) { r.Players[1] = 0 })
	for _, e := range []struct {
		name    string
		results []store.Result
		rival   store.Player
		through uint32
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
			name: "only games between people, and only dailies", rival: opponent, through: 5,
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
			name: "games against the bot, by its level, and of a level that there is not any more none", rival: opponent,
			results: []store.Result{
				sparred("hard", -1), sparred("easy", 0), sparred("hard", 1), sparred("easy", 1), sparred("easy", 0), sparred("gentle", 0),
			},
			want: text.Stats{Practice: text.VersusTallies{
				{Level: "easy", Tally: text.Tally{Won: 2, Lost: 1}}, {Level: "hard", Tally: text.Tally{Drawn: 1, Lost: 1}},
			}},
		},
		{
			name: "dailies", through: 12,
			results: []store.Result{
				daily(10, adaman.Won, 80), daily(11, adaman.Overthrown, 0), daily(12, adaman.Stuck, 31), daily(3, adaman.GaveUp, 10), released(9),
			},
			want: text.Stats{Dailies: 5, DailiesWon: 1, Overthrown: 1, MeanScore: 25, BestScore: 80},
		},
		{
			name: "dailies of later days are left out", through: 11,
			results: []store.Result{daily(10, adaman.Won, 80), daily(12, adaman.Won, 99), daily(11, adaman.Stuck, 30)},
			want:    text.Stats{Dailies: 2, DailiesWon: 1, MeanScore: 55, BestScore: 80},
		},
		{
			name: "against the best possible, where that is known", through: 104,
			results: []store.Result{
				daily(100, adaman.Won, 80), daily(101, adaman.Won, 74), daily(102, adaman.Won, 73), daily(103, adaman.Stuck, 53), daily(4, adaman.Won, 90),
			},
			want: text.Stats{Dailies: 5, DailiesWon: 4, MeanScore: 74, BestScore: 90, Measured: 4, MeanShare: (80.0 + 74 + 73 + 53) / 80 / 4, Stars: 3 + 2 + 1},
		},
	} {
		got, err := tally(all(e.results...), tallied, e.rival, e.through, parsFrom100)
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
	got, err := tally(all(results...), tallied, 0, 14, parsFrom100)
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
	if said := text.English.StatsPicture(&got); said != alt {
		t.Errorf("the picture is described as %q, want %q", said, alt)
	}
}

func TestTallyKeepsTheLatestGamesForThePicture(t *testing.T) {
	var results []store.Result
	for i := range text.MaxRecent + 5 {
		results = append(results, played(0, opponent, 50+i, 50, 0))
	}
	got, err := tally(all(results...), tallied, 0, 0, parsFrom100)
	if err != nil || len(got.Recent) != text.MaxRecent || got.Recent[0].Margin != 5 || got.Recent[text.MaxRecent-1].Margin != text.MaxRecent+4 {
		t.Errorf("%d games from %+v, %v", len(got.Recent), got.Recent[0], err)
	}
	if said := text.English.StatsPicture(&got); len(said) > 1024 {
		t.Errorf("its description has %d characters", len(said))
	}
}

func TestTallyPassesOnAFaultOfTheStore(t *testing.T) {
	fault := errors.New("fault")
	_, err := tally(func(yield func(store.Result, error) bool) {
		if yield(played(0, opponent, 1, 0, 0), nil) {
			yield(store.Result{}, fault)
		}
	}, tallied, 0, 0, parsFrom100)
	if !errors.Is(err, fault) {
		t.Errorf("the error is %v", err)
	}
	_, err = tally(all(daily(3, adaman.Won, 70)), tallied, 0, 3, func(uint32) (int, error) { return 0, fault })
	if !errors.Is(err, fault) {
		t.Errorf("without the best possible score the error is %v", err)
	}
}
