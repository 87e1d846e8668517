package text

import "time"

// This file says dates. What hour it is Discord says itself, to each reader in
// their own time zone; days are those of UTC.

// fullDate is a date as a heading has it: "Friday 4 December 2026".
func (l Language) fullDate(t time.Time) string {
	return l.say("date-full", "Weekday", l.weekday(t), "Day", l.dayOfMonth(t), "Month", l.month(t), "Year", t.Year())
}

// dateOfDay is the date of a day that is near: "Friday 4 December".
func (l Language) dateOfDay(t time.Time) string {
	return l.say("date-without-year", "Weekday", l.weekday(t), "Day", l.dayOfMonth(t), "Month", l.month(t))
}

// briefDate is a date as a list has it: "Fri 4 Dec 2026".
func (l Language) briefDate(t time.Time) string {
	return l.say("date-brief", "Weekday", l.briefWeekday(t), "Day", l.dayOfMonth(t), "Month", l.briefMonth(t), "Year", t.Year())
}

// dayOfMonth is the number of a day in its month.
func (l Language) dayOfMonth(t time.Time) string {
	if t.Day() == 1 {
		return l.say("date-day-first")
	}
	return l.say("date-day", "Number", t.Day())
}

// weekday names the day of the week in the middle of a line.
func (l Language) weekday(t time.Time) string {
	switch t.Weekday() {
	case time.Monday:
		return l.say("date-monday")
	case time.Tuesday:
		return l.say("date-tuesday")
	case time.Wednesday:
		return l.say("date-wednesday")
	case time.Thursday:
		return l.say("date-thursday")
	case time.Friday:
		return l.say("date-friday")
	case time.Saturday:
		return l.say("date-saturday")
	}
	return l.say("date-sunday")
}

// briefWeekday names it in a few letters.
func (l Language) briefWeekday(t time.Time) string {
	switch t.Weekday() {
	case time.Monday:
		return l.say("date-monday-short")
	case time.Tuesday:
		return l.say("date-tuesday-short")
	case time.Wednesday:
		return l.say("date-wednesday-short")
	case time.Thursday:
		return l.say("date-thursday-short")
	case time.Friday:
		return l.say("date-friday-short")
	case time.Saturday:
		return l.say("date-saturday-short")
	}
	return l.say("date-sunday-short")
}

// month names the month in the middle of a line.
func (l Language) month(t time.Time) string {
	switch t.Month() {
	case time.January:
		return l.say("date-january")
	case time.February:
		return l.say("date-february")
	case time.March:
		return l.say("date-march")
	case time.April:
		return l.say("date-april")
	case time.May:
		return l.say("date-may")
	case time.June:
		return l.say("date-june")
	case time.July:
		return l.say("date-july")
	case time.August:
		return l.say("date-august")
	case time.September:
		return l.say("date-september")
	case time.October:
		return l.say("date-october")
	case time.November:
		return l.say("date-november")
	}
	return l.say("date-december")
}

// briefMonth names it in a few letters.
func (l Language) briefMonth(t time.Time) string {
	switch t.Month() {
	case time.January:
		return l.say("date-january-short")
	case time.February:
		return l.say("date-february-short")
	case time.March:
		return l.say("date-march-short")
	case time.April:
		return l.say("date-april-short")
	case time.May:
		return l.say("date-may-short")
	case time.June:
		return l.say("date-june-short")
	case time.July:
		return l.say("date-july-short")
	case time.August:
		return l.say("date-august-short")
	case time.September:
		return l.say("date-september-short")
	case time.October:
		return l.say("date-october-short")
	case time.November:
		return l.say("date-november-short")
	}
	return l.say("date-december-short")
}
