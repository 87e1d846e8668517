package text

import (
	"fmt"
	"strings"
	"time"
)

// This file says how the members of a server stand: at one day's deal, or at
// those of several days.

// A DayTable is how the members of a server did at a day's deal.
type DayTable struct {
	Number  uint32
	Date    time.Time
	Par     int       // the best possible score, 0 if it is not known
	Void    bool      // the day does not count as others do
	Opens   time.Time // when everybody may see this; zero if they may
	Members int       // in the whole table
	Places  []DayPlace
}

// A DayPlace is a line of it. Lines may be left out between two.
type DayPlace struct {
	Place int    // from 1; members who did equally well share one
	Row   int    // from 0, without a gap in the whole table
	Name  string // ready for markdown; see [Asker]
	Score int
	Won   bool
	Plays int
}

// TableOfDay is the table of a day.
func TableOfDay(t *DayTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### Adaman no. %d · %s\n", t.Number, longDate(t.Date))
	switch {
	case t.Members == 0:
		b.WriteString("-# In this server: nobody has finished it")
	default:
		fmt.Fprintf(&b, "-# In this server: %s", count(t.Members, "member"))
	}
	if t.Par > 0 {
		fmt.Fprintf(&b, " · best possible %d", t.Par)
	}
	if !t.Opens.IsZero() {
		fmt.Fprintf(&b, "\nThis is how it stands so far, for those who have finished. Everybody can see it %s.", fromNow(t.Opens))
	}
	if t.Void {
		b.WriteString("\n" + DayIsVoid)
	}
	rows := rowsOf(t.Members)
	for _, p := range t.Places {
		made := fmt.Sprintf("after %s", count(p.Plays, "play"))
		switch {
		case p.Won:
			made = fmt.Sprintf("won in %s", count(p.Plays, "play"))
		case p.Plays == 0:
			made = "before the first play"
		}
		rows.add(p.Place, p.Row, p.Name, fmt.Sprintf("**%d**, %s", p.Score, made))
	}
	b.WriteString(rows.end())
	if t.Members > 1 {
		b.WriteString("\n-# With equal scores, fewer plays come first, then the earlier finish.")
	}
	return b.String()
}

// A DaysTable is how the members of a server did at the deals of several days.
type DaysTable struct {
	Title   string
	Days    int // that count
	Void    int // days left out because they are void,
	Unknown int // and because their best possible score is not known
	Members int
	Places  []DaysPlace
	NotYet  bool // a day of these is not released yet, and so not in it
}

// A DaysPlace is a line of it.
type DaysPlace struct {
	Place  int
	Row    int
	Name   string
	Sum    string // of score by the best possible
	Played int    // days
	Won    int    // days
}

// TableOfDays is the table of several days.
func TableOfDays(t *DaysTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n", t.Title)
	who := "nobody yet"
	if t.Members > 0 {
		who = count(t.Members, "member")
	}
	b.WriteString("-# In this server: " + who)
	if t.Days > 0 {
		b.WriteString(" · " + count(t.Days, "day"))
	}
	rows := rowsOf(t.Members)
	for _, p := range t.Places {
		rows.add(p.Place, p.Row, p.Name, fmt.Sprintf("**%s** of %d · %d played, %d won", p.Sum, t.Days, p.Played, p.Won))
	}
	b.WriteString(rows.end())
	if t.Members > 0 {
		b.WriteString("\n-# Each day brings its score divided by the best possible, so 1 at most; a day not played brings 0. With equal sums, more days won come first, then the earlier finish of the last day played.")
	}
	var out []string
	if t.Void > 0 {
		out = append(out, countAs(t.Void, "void day", "void days"))
	}
	switch {
	case t.Unknown == 1:
		out = append(out, "1 day of which the best possible score is not proven")
	case t.Unknown > 1:
		out = append(out, fmt.Sprintf("%d days of which the best possible score is not proven", t.Unknown))
	}
	if out != nil {
		fmt.Fprintf(&b, "\n-# Left out: %s.", inARow(out))
	}
	if t.NotYet {
		b.WriteString("\n-# A day counts here from its release on, an hour after its end.")
	}
	return b.String()
}

// tableRows are the lines of a table, with a sign where some are left out.
type tableRows struct {
	strings.Builder
	next, all int
}

func rowsOf(all int) *tableRows { return &tableRows{all: all} }

func (r *tableRows) add(place, row int, name, how string) {
	if row > r.next {
		fmt.Fprintf(r, "\n… %s between", numberWord(row-r.next))
	}
	r.next = row + 1
	// A number and a point would make it a list, which Discord counts anew.
	fmt.Fprintf(r, "\n**%d** · %s: %s", place, name, how)
}

// end returns the lines, the last of which says how many are left out.
func (r *tableRows) end() string {
	if below := r.all - r.next; below > 0 {
		fmt.Fprintf(r, "\n… %s below", numberWord(below))
	}
	return r.String()
}

// Asker is the name of whoever asked for a table, as their line has it. To others
// who see the table it says no "you".
func Asker(name string, private bool) string {
	if private {
		return "**" + name + "** (you)"
	}
	return "**" + name + "**"
}

// inARow puts parts of a sentence after each other: "a, b and c".
func inARow(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

// longDate is a date as a heading has it.
func longDate(t time.Time) string { return t.Format("Monday 2 January 2006") }

// WeekTitle is the title of a week's table.
func WeekTitle(monday time.Time) string {
	sunday := monday.AddDate(0, 0, 6)
	from := monday.Format("2 January")
	switch {
	case monday.Year() != sunday.Year():
		from = monday.Format("2 January 2006")
	case monday.Month() == sunday.Month():
		from = monday.Format("2")
	}
	return fmt.Sprintf("Adaman · the week of %s to %s", from, sunday.Format("2 January 2006"))
}

// MonthTitle is the title of a month's table.
func MonthTitle(in time.Time) string { return "Adaman · " + in.Format("January 2006") }

// TableNotReleased is said to somebody who wants the table of a day that is not over
// for all, and who has not finished it. Playing is how many have begun it.
func TableNotReleased(number uint32, playing int, opens time.Time) string {
	return fmt.Sprintf("The table of Adaman no. %d opens %s, when the day is released. You can see how it stands once you have finished that deal. %s.",
		number, fromNow(opens), capital(countAs(playing, "member has begun it", "members have begun it")))
}

// NoTableYet is said where no day is released.
func NoTableYet(number uint32, opens time.Time) string {
	return fmt.Sprintf("There is no table yet. The first, of Adaman no. %d, opens %s.", number, fromNow(opens))
}

// StillToCome is said to somebody who wants the table of a day to come.
func StillToCome(number uint32) string {
	return fmt.Sprintf("Adaman no. %d is still to come.", number)
}

// Labels and sentences of the tables.
const (
	AllTimeTitle   = "Adaman · all time"
	DayTab         = "Day"
	WeekTab        = "Week"
	MonthTab       = "Month"
	AllTimeTab     = "All time"
	Earlier        = "Earlier"
	Later          = "Later"
	ToNewestTable  = "Newest table"
	TableSoFar     = "Table so far"
	TheTable       = "Table"
	TableElsewhere = "A table shows the members of a server. Use `/leaderboard` in a channel of one."
	NoDailyYet     = "No daily has been played yet, so there is no table. `/adaman daily` deals the first."

	// DayIsVoid is said of a day that does not count.
	DayIsVoid = "**This day does not count:** the bot's database was put back from an older copy, and part of what happened on it was lost. It is left out of longer tables and of streaks."
)
