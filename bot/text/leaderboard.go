package text

import (
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
	Name  string // ready for markdown; see [Language.Asker]
	Score int
	Won   bool
	Plays int
}

// TableOfDay is the table of a day.
func (l Language) TableOfDay(t *DayTable) string {
	small := l.say("leaderboard-nobody-finished")
	if t.Members > 0 {
		small = l.count("leaderboard-members", t.Members)
	}
	if t.Par > 0 {
		small += " · " + l.say("daily-best-possible", "Par", t.Par)
	}
	said := []string{l.DailyHeading(t.Number, t.Date), "-# " + small}
	if !t.Opens.IsZero() {
		said = append(said, l.say("leaderboard-stands", "Time", fromNow(t.Opens)))
	}
	if t.Void {
		said = append(said, l.DayIsVoid())
	}
	rows := tableRows{l: l, all: t.Members, said: said}
	for _, p := range t.Places {
		rows.add(p.Row, l.dayRow(&p))
	}
	said = rows.end()
	if t.Members > 1 {
		said = append(said, "-# "+l.say("leaderboard-order-of-day"))
	}
	return strings.Join(said, "\n")
}

// dayRow is a line of a day's table. A number and a point would make it a list,
// which Discord counts anew.
func (l Language) dayRow(p *DayPlace) string {
	switch {
	case p.Won:
		return l.count("leaderboard-row-won", p.Plays, "Place", p.Place, "Name", p.Name, "Score", p.Score)
	case p.Plays == 0:
		return l.say("leaderboard-row-unplayed", "Place", p.Place, "Name", p.Name, "Score", p.Score)
	}
	return l.count("leaderboard-row", p.Plays, "Place", p.Place, "Name", p.Name, "Score", p.Score)
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
	Sum    string // of score by the best possible, with a point before its fraction
	Played int    // days
	Won    int    // days
}

// TableOfDays is the table of several days.
func (l Language) TableOfDays(t *DaysTable) string {
	small := l.say("leaderboard-nobody")
	if t.Members > 0 {
		small = l.count("leaderboard-members", t.Members)
	}
	if t.Days > 0 {
		small += " · " + l.count("leaderboard-days", t.Days)
	}
	rows := tableRows{l: l, all: t.Members, said: []string{"### " + t.Title, "-# " + small}}
	for _, p := range t.Places {
		rows.add(p.Row, l.say("leaderboard-row-days", "Place", p.Place, "Name", p.Name,
			"Sum", strings.Replace(p.Sum, ".", l.say("decimal-sign"), 1), "Days", t.Days, "Played", p.Played, "Won", p.Won))
	}
	said := rows.end()
	if t.Members > 0 {
		said = append(said, "-# "+l.say("leaderboard-order-of-days"))
	}
	var out []string
	if t.Void > 0 {
		out = append(out, l.count("leaderboard-void-days", t.Void))
	}
	if t.Unknown > 0 {
		out = append(out, l.count("leaderboard-unknown-days", t.Unknown))
	}
	if out != nil {
		said = append(said, "-# "+l.say("leaderboard-left-out", "What", l.list(out...)))
	}
	if t.NotYet {
		said = append(said, "-# "+l.say("leaderboard-not-yet"))
	}
	return strings.Join(said, "\n")
}

// tableRows are the lines of a table, with a sign where some are left out.
type tableRows struct {
	l         Language
	said      []string
	next, all int
}

func (r *tableRows) add(row int, line string) {
	if n := row - r.next; n > 0 {
		r.said = append(r.said, r.l.count("leaderboard-between", n, "Number", r.l.number(n)))
	}
	r.next = row + 1
	r.said = append(r.said, line)
}

// end returns the lines, the last of which says how many are left out.
func (r *tableRows) end() []string {
	if n := r.all - r.next; n > 0 {
		r.said = append(r.said, r.l.count("leaderboard-below", n, "Number", r.l.number(n)))
	}
	return r.said
}

// Asker is the name of whoever asked for a table, as their line has it. To others
// who see the table it says no "you".
func (l Language) Asker(name string, private bool) string {
	if private {
		return l.say("leaderboard-you", "Name", name)
	}
	return "**" + name + "**"
}

// WeekTitle is the title of a week's table.
func (l Language) WeekTitle(monday time.Time) string {
	sunday := monday.AddDate(0, 0, 6)
	from, day, month, year := l.dayOfMonth(monday), l.dayOfMonth(sunday), l.month(sunday), sunday.Year()
	switch {
	case monday.Year() != year:
		return l.say("leaderboard-title-week-years", "FromDay", from, "FromMonth", l.month(monday), "FromYear", monday.Year(), "Day", day, "Month", month, "Year", year)
	case monday.Month() != sunday.Month():
		return l.say("leaderboard-title-week-months", "FromDay", from, "FromMonth", l.month(monday), "Day", day, "Month", month, "Year", year)
	}
	return l.say("leaderboard-title-week", "FromDay", from, "Day", day, "Month", month, "Year", year)
}

// MonthTitle is the title of a month's table.
func (l Language) MonthTitle(in time.Time) string {
	return l.say("leaderboard-title-month", "Month", l.month(in), "Year", in.Year())
}

// AllTimeTitle is the title of the table of all days.
func (l Language) AllTimeTitle() string { return l.say("leaderboard-title-all-time") }

// Somebody stands for a member whose name is not kept any more.
func (l Language) Somebody() string { return l.say("leaderboard-somebody") }

// TableNotReleased is said to somebody who wants the table of a day that is not over
// for all, and who has not finished it. Playing is how many have begun it.
func (l Language) TableNotReleased(number uint32, playing int, opens time.Time) string {
	return l.say("leaderboard-not-released", "Number", number, "Time", fromNow(opens)) + " " + l.count("leaderboard-begun", playing)
}

// NoTableYet is said where no day is released.
func (l Language) NoTableYet(number uint32, opens time.Time) string {
	return l.say("leaderboard-none-yet", "Number", number, "Time", fromNow(opens))
}

// StillToCome is said to somebody who wants the table of a day to come.
func (l Language) StillToCome(number uint32) string {
	return l.say("leaderboard-to-come", "Number", number)
}

// DayIsVoid is said of a day that does not count.
func (l Language) DayIsVoid() string { return l.say("leaderboard-day-void") }

// DayTab leads to the table of a day.
func (l Language) DayTab() string { return l.say("leaderboard-day") }

// WeekTab leads to that of a week.
func (l Language) WeekTab() string { return l.say("leaderboard-week") }

// MonthTab leads to that of a month.
func (l Language) MonthTab() string { return l.say("leaderboard-month") }

// AllTimeTab leads to that of all days.
func (l Language) AllTimeTab() string { return l.say("leaderboard-all-time") }

// Earlier turns to the table before.
func (l Language) Earlier() string { return l.say("leaderboard-earlier") }

// Later turns to the table after.
func (l Language) Later() string { return l.say("leaderboard-later") }

// ToNewestTable leads to the newest table that everybody may see.
func (l Language) ToNewestTable() string { return l.say("leaderboard-newest") }

// TableSoFar leads to a table that is not whole yet.
func (l Language) TableSoFar() string { return l.say("leaderboard-so-far") }

// TheTable leads to the table of a day.
func (l Language) TheTable() string { return l.say("leaderboard-table") }

// TableElsewhere is said where there are no members to show.
func (l Language) TableElsewhere() string { return l.say("leaderboard-elsewhere") }

// NoDailyYet is said before the first daily.
func (l Language) NoDailyYet() string { return l.say("leaderboard-no-daily") }
