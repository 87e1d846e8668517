package text_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"windfall/bot/text"
)

var aFriday = time.Date(2026, 12, 4, 0, 0, 0, 0, time.UTC)

func TestTableOfDay(t *testing.T) {
	for _, e := range []struct {
		name  string
		table text.DayTable
		want  string
	}{
		{"nobody", text.DayTable{Number: 128, Date: aFriday}, `### Adaman no. 128 · Friday 4 December 2026
-# In this server: nobody has finished it`},
		{"one, of a void day", text.DayTable{Number: 128, Date: aFriday, Par: 87, Void: true, Members: 1, Places: []text.DayPlace{
			{Place: 1, Name: "Ana", Score: 81, Won: true, Plays: 13},
		}}, `### Adaman no. 128 · Friday 4 December 2026
-# In this server: 1 member · best possible 87
**This day does not count:** the bot's database was put back from an older copy, and part of what happened on it was lost. It is left out of longer tables and of streaks.
**1** · Ana: **81**, won in 13 plays`},
		{"so far, with gaps", text.DayTable{Number: 128, Date: aFriday, Par: 87, Members: 30, Opens: time.Unix(1796432400, 0), Places: []text.DayPlace{
			{Place: 1, Row: 0, Name: "Ana", Score: 81, Won: true, Plays: 13},
			{Place: 1, Row: 1, Name: "Ben", Score: 81, Won: true, Plays: 13},
			{Place: 20, Row: 20, Name: text.English.Asker("Cid", true), Score: 12, Plays: 1},
			{Place: 22, Row: 21, Name: "Dee"},
		}}, `### Adaman no. 128 · Friday 4 December 2026
-# In this server: 30 members · best possible 87
This is how it stands so far, for those who have finished. Everybody can see it <t:1796432400:R>.
**1** · Ana: **81**, won in 13 plays
**1** · Ben: **81**, won in 13 plays
… 18 between
**20** · **Cid** (you): **12**, after 1 play
**22** · Dee: **0**, before the first play
… eight below
-# With equal scores, fewer plays come first, then the earlier finish.`},
	} {
		if got := text.English.TableOfDay(&e.table); got != e.want {
			t.Errorf("%s:\n%s\nwant:\n%s", e.name, got, e.want)
		}
	}
}

func TestTableOfDays(t *testing.T) {
	const how = "\n-# Each day brings its score divided by the best possible, so 1 at most; a day not played brings 0. With equal sums, more days won come first, then the earlier finish of the last day played."
	for _, e := range []struct {
		name  string
		table text.DaysTable
		want  string
	}{
		{"nobody", text.DaysTable{Title: text.English.AllTimeTitle(), Unknown: 12, NotYet: true}, `### Adaman · all time
-# In this server: nobody yet
-# Left out: 12 days of which the best possible score is not proven.
-# A day counts here from its release on, an hour after its end.`},
		{"two", text.DaysTable{Title: text.English.MonthTitle(aFriday), Days: 31, Void: 2, Unknown: 1, Members: 2, Places: []text.DaysPlace{
			{Place: 1, Row: 0, Name: text.English.Asker("Ana", false), Sum: "20.15", Played: 24, Won: 11},
			{Place: 2, Row: 1, Name: "Ben", Sum: "0.00", Played: 1},
		}}, `### Adaman · December 2026
-# In this server: 2 members · 31 days
**1** · **Ana**: **20.15** of 31 · 24 played, 11 won
**2** · Ben: **0.00** of 31 · 1 played, 0 won` + how + `
-# Left out: 2 void days and 1 day of which the best possible score is not proven.`},
	} {
		if got := text.English.TableOfDays(&e.table); got != e.want {
			t.Errorf("%s:\n%s\nwant:\n%s", e.name, got, e.want)
		}
	}
}

// The longest tables fit into a message.
func TestTheLongestTablesFit(t *testing.T) {
	for _, l := range text.Languages() {
		day := text.DayTable{Number: 4_000_000, Date: aFriday, Par: 111, Void: true, Members: 1_000_000, Opens: time.Unix(1e10, 0)}
		days := text.DaysTable{Title: l.WeekTitle(aFriday), Days: 4_000_000, Void: 9999, Unknown: 999_999, Members: 1_000_000, NotYet: true}
		for row := range 13 {
			name := strings.Repeat(`\*`, 32)
			if row == 11 {
				name = l.Asker(name, true)
			}
			day.Places = append(day.Places, text.DayPlace{Place: 999_900 + row, Row: 999_900 + 2*row, Name: name, Score: 111, Won: true, Plays: 25})
			days.Places = append(days.Places, text.DaysPlace{Place: 999_900 + row, Row: 999_900 + 2*row, Name: name, Sum: "4000000.123456789", Played: 4_000_000, Won: 4_000_000})
		}
		for _, said := range []string{l.TableOfDay(&day), l.TableOfDays(&days)} {
			if n := utf8.RuneCountInString(said); n > 3900 {
				t.Errorf("%s: %d letters:\n%s", l.Name(), n, said)
			}
		}
	}
}

// A week is named without saying anything twice.
func TestWeekTitles(t *testing.T) {
	for monday, want := range map[time.Time]string{
		time.Date(2026, 12, 7, 0, 0, 0, 0, time.UTC):  "Adaman · the week of 7 to 13 December 2026",
		time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC): "Adaman · the week of 30 November to 6 December 2026",
		time.Date(2026, 12, 28, 0, 0, 0, 0, time.UTC): "Adaman · the week of 28 December 2026 to 3 January 2027",
	} {
		if got := text.English.WeekTitle(monday); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A refusal says when there is a table.
func TestThereIsNoTableYet(t *testing.T) {
	opens := time.Unix(1796432400, 0)
	for said, want := range map[string]string{
		text.English.TableNotReleased(128, 0, opens): "The table of Adaman no. 128 opens <t:1796432400:R>, when the day is released. You can see how it stands once you have finished that deal. 0 members have begun it.",
		text.English.TableNotReleased(128, 1, opens): "The table of Adaman no. 128 opens <t:1796432400:R>, when the day is released. You can see how it stands once you have finished that deal. 1 member has begun it.",
		text.English.NoTableYet(1, opens):            "There is no table yet. The first, of Adaman no. 1, opens <t:1796432400:R>.",
		text.English.StillToCome(500):                "Adaman no. 500 is still to come.",
	} {
		if said != want {
			t.Errorf("%q, want %q", said, want)
		}
	}
}
