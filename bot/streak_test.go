package bot

import (
	"math/rand/v2"
	"testing"
	"time"

	"windfall/bot/text"
	"windfall/games/adaman"
	"windfall/store"
)

// span lists the days from first to last.
func span(first, last uint32) (days []uint32) {
	for day := first; day <= last; day++ {
		days = append(days, day)
	}
	return days
}

func both(parts ...[]uint32) (days []uint32) {
	for _, part := range parts {
		days = append(days, part...)
	}
	return days
}

// Streaks go by whole days: the table has every case in which one could be off.
// Over is the last day of which nothing can be played any more.
func TestHazard54_StreaksGoByWholeDays(t *testing.T) {
	for _, e := range []struct {
		name     string
		finished []uint32
		void     []uint32
		over     uint32
		want     text.Streak
	}{
		{name: "never", over: 39},
		{name: "no day is over yet"},
		{"the first day, played", days(1), nil, 0, text.Streak{Days: 1, Longest: 1}},
		{"the second day, today still open", days(1), nil, 1, text.Streak{Days: 1, Longest: 1}},
		{"the third day, yesterday missed", days(1), nil, 2, text.Streak{Longest: 1}},
		{"today and yesterday", days(8, 9), nil, 8, text.Streak{Days: 2, Longest: 2}},
		{"today missing, yesterday there: not over", days(7, 8), nil, 8, text.Streak{Days: 2, Longest: 2}},
		{"yesterday missing, today there: begun anew", days(6, 7, 9), nil, 8, text.Streak{Days: 1, Longest: 2, Ended: 2}},
		{"both missing: over", days(6, 7), nil, 8, text.Streak{Longest: 2}},
		{"yesterday missing as yet, because it can still be finished", days(6, 7, 9), nil, 7, text.Streak{Days: 3, Longest: 3}},
		{"a gap of a day", days(1, 2, 3, 5, 6), nil, 5, text.Streak{Days: 2, Longest: 3}},
		{"a longer one after it", days(1, 2, 4, 5, 6), nil, 5, text.Streak{Days: 3, Longest: 3}},
		{"finished after midnight, after the next day's deal", days(4, 6, 5), nil, 5, text.Streak{Days: 3, Longest: 3}},
		{"a clock that was set back", days(4, 5), nil, 3, text.Streak{Days: 2, Longest: 2}},

		{"six days bring no freeze", span(1, 6), nil, 5, text.Streak{Days: 6, Longest: 6}},
		{"the seventh does", span(1, 7), nil, 6, text.Streak{Days: 7, Longest: 7, Freezes: 1, Earned: true}},
		{"the eighth does not", span(1, 8), nil, 7, text.Streak{Days: 8, Longest: 8, Freezes: 1}},
		{"the fourteenth brings the second", span(1, 14), nil, 13, text.Streak{Days: 14, Longest: 14, Freezes: 2, Earned: true}},
		{"the twenty-first brings none: two is the most", span(1, 21), nil, 20, text.Streak{Days: 21, Longest: 21, Freezes: 2}},
		{"a freeze keeps the count over a missed day and adds nothing", span(1, 7), nil, 8, text.Streak{Days: 7, Longest: 7}},
		{"and the next day goes on from there", both(span(1, 7), days(9)), nil, 8, text.Streak{Days: 8, Longest: 8, Saved: 1}},
		{"without one, a second missed day ends it", span(1, 7), nil, 9, text.Streak{Longest: 7}},
		{"two freezes keep it over two days in a row", both(span(1, 14), days(17)), nil, 17, text.Streak{Days: 15, Longest: 15, Saved: 2}},
		{"but not over three", both(span(1, 14), days(18)), nil, 18, text.Streak{Days: 1, Longest: 14, Ended: 14}},
		{"two gaps, each with a freeze", both(span(1, 14), days(16, 18)), nil, 18, text.Streak{Days: 16, Longest: 16, Saved: 1}},
		{"one that was used is earned again with the fourteenth day, missed days not counted", both(span(1, 7), span(9, 15)), nil, 15,
			text.Streak{Days: 14, Longest: 14, Freezes: 1, Earned: true}},
		{"one of two that was used is earned again with the twenty-first", both(span(1, 14), span(16, 22)), nil, 22,
			text.Streak{Days: 21, Longest: 21, Freezes: 2, Earned: true}},
		{"a missed day before the seventh day is not made up for", both(span(1, 3), span(5, 8)), nil, 8, text.Streak{Days: 4, Longest: 4}},
		{"a new streak begins without freezes", both(span(1, 7), days(12)), nil, 12, text.Streak{Days: 1, Longest: 7, Ended: 7}},
		{"days before the first use nothing", days(40), nil, 40, text.Streak{Days: 1, Longest: 1}},
		{"the seventh was yesterday, today is open: still earned, nothing used", span(1, 7), nil, 7, text.Streak{Days: 7, Longest: 7, Freezes: 1, Earned: true}},

		{"a void day breaks nothing", days(1, 2, 4), days(3), 4, text.Streak{Days: 3, Longest: 3}},
		{"and adds nothing, though it was played", days(1, 2, 3, 4), days(3), 4, text.Streak{Days: 3, Longest: 3}},
		{"and uses no freeze", span(1, 7), days(8), 8, text.Streak{Days: 7, Longest: 7, Freezes: 1, Earned: true}},
		{"void and missed, one after the other", both(span(1, 7), days(10)), days(8), 10, text.Streak{Days: 8, Longest: 8, Saved: 1}},
		{"all void", days(1, 2), days(1, 2), 2, text.Streak{}},
		{"a void today", days(1, 2), days(3), 2, text.Streak{Days: 2, Longest: 2}},
	} {
		void := map[uint32]bool{}
		for _, day := range e.void {
			void[day] = true
		}
		given := append([]uint32(nil), e.finished...)
		got := countStreak(e.finished, e.over, func(day uint32) bool { return void[day] })
		if got != e.want {
			t.Errorf("%s: %+v, want %+v", e.name, got, e.want)
		}
		for i := range given {
			if given[i] != e.finished[i] {
				t.Fatalf("%s: the days were changed to %v", e.name, e.finished)
			}
		}
	}
}

func days(of ...uint32) []uint32 { return of }

// The year's end and 29 February are days like any other.
func TestHazard58_StreaksOverTheYearsEndAndLeapDays(t *testing.T) {
	first := utc(2027, 12, 25, 0, 0, 0)
	for _, e := range []struct {
		from, to time.Time
		days     int
	}{
		{utc(2027, 12, 30, 12, 0, 0), utc(2028, 1, 2, 23, 59, 59), 4},
		{utc(2028, 2, 28, 0, 0, 0), utc(2028, 3, 1, 0, 0, 0), 3},  // with the 29th
		{utc(2029, 2, 28, 12, 0, 0), utc(2029, 3, 1, 1, 0, 0), 2}, // without
	} {
		finished := span(dayNumber(first, e.from), dayNumber(first, e.to))
		never := func(uint32) bool { return false }
		if got := countStreak(finished, finished[0], never); got.Days != e.days || got.Longest != e.days {
			t.Errorf("from %v to %v: %+v", e.from, e.to, got)
		}
		// 29 February, missed, is missed.
		if e.days == 3 {
			if got := countStreak(days(finished[0], finished[2]), finished[2], never); got.Days != 1 {
				t.Errorf("without the leap day: %+v", got)
			}
		}
	}
}

// Whatever is played and whatever is missed: a count never has more than the
// days played, a freeze never adds to it, and what is held stays within bounds.
func TestStreaksOfAnyDays(t *testing.T) {
	chance := rand.New(rand.NewPCG(54, 55))
	for range 3000 {
		length, often := uint32(1+chance.IntN(120)), 1+chance.IntN(100)
		var finished []uint32
		void := map[uint32]bool{}
		valid := 0
		for day := uint32(1); day <= length; day++ {
			if chance.IntN(40) == 0 {
				void[day] = true
			}
			if chance.IntN(100) < often {
				finished = append(finished, day)
				if !void[day] {
					valid++
				}
			}
		}
		isVoid := func(day uint32) bool { return void[day] }
		s := countStreak(finished, length, isVoid)
		if s.Days > s.Longest || s.Longest > valid || s.Freezes < 0 || s.Freezes > mostFreezes || s.Days == 0 && s.Freezes > 0 || s.Freezes > s.Days/freezeEvery {
			t.Fatalf("%v of %d days, void %v: %+v", finished, length, void, s)
		}
		// Another day missed takes a freeze or ends it, and nothing else.
		next := countStreak(finished, length+1, isVoid)
		want := text.Streak{Days: s.Days, Longest: s.Longest, Freezes: s.Freezes - 1, Saved: s.Saved, Ended: s.Ended}
		if s.Freezes == 0 {
			want = text.Streak{Longest: s.Longest}
		}
		if next != want {
			t.Fatalf("%+v becomes %+v with a day missed", s, next)
		}
	}
}

// Playing to any end counts, and so does giving up; an attempt that the release
// ended does not, and neither do practice and the archive.
func TestWhichResultsCountForAStreak(t *testing.T) {
	got, err := finishedDays(all(
		daily(1, adaman.Overthrown, 0), daily(2, adaman.GaveUp, 3), daily(3, adaman.Won, 70), daily(4, adaman.Stuck, 30), released(5),
		with(daily(0, adaman.Won, 9), func(r *store.Result) { r.Kind, r.Number = store.Practice, 7 }),
		with(daily(6, adaman.Won, 9), func(r *store.Result) { r.Kind = store.Archive }),
		played(0, opponent, 60, 50, 0),
	))
	if err != nil || len(got) != 4 || got[0] != 1 || got[3] != 4 {
		t.Errorf("days %v, %v", got, err)
	}
}

// A daily is begun before midnight and ends after it: the day of its deal
// counts, not the day of its end.
func TestHazard56_TheDayIsThatOfTheDeal(t *testing.T) {
	late := with(daily(4, adaman.Won, 70), func(r *store.Result) {
		r.Begun, r.Ended = utc(2026, 12, 4, 23, 59, 0), utc(2026, 12, 5, 0, 30, 0)
	})
	next := with(daily(5, adaman.Won, 70), func(r *store.Result) {
		r.Begun, r.Ended = utc(2026, 12, 5, 0, 1, 0), utc(2026, 12, 5, 0, 10, 0)
	})
	got, err := finishedDays(all(next, late))
	if err != nil || len(got) != 2 || got[0] != 5 || got[1] != 4 {
		t.Errorf("days %v, %v", got, err)
	}
}
