package text

// A Streak is how many days on end somebody has finished the daily. What
// protects it is a freeze: one is earned with every seventh day of a streak, at
// most two are held, and one is used by itself on a day that was missed.
type Streak struct {
	Days    int  // now; 0 if there is none
	Longest int  // ever, the present one included
	Freezes int  // in hand
	Earned  bool // the last day of it brought a freeze
	Saved   int  // how many days missed before the last day of it took a freeze
	Ended   int  // the days of the streak that ended before its only day; 0 if there was none
}

// StreakNow tells how somebody's streak stands, at the end of a daily. It is
// empty if there is none.
func (l Language) StreakNow(s Streak) string {
	if s.Days == 0 {
		return ""
	}
	days := l.count("streak-days", s.Days)
	said := l.say("streak-now", "Days", days)
	if s.Freezes > 0 {
		said = l.say("streak-now-freezes", "Days", days, "Freezes", l.inHand(s.Freezes))
	}
	switch {
	case s.Ended > 1:
		said += " " + l.count("streak-before", s.Ended)
	case s.Saved > 0:
		said += " " + title(l.count("streak-saved", s.Saved, "Number", l.number(s.Saved)))
	}
	if s.Earned {
		said += " " + l.say("streak-earned")
	}
	return said
}

// inHand says how many freezes somebody has, one or more.
func (l Language) inHand(freezes int) string {
	return l.count("streak-freezes", freezes, "Number", l.number(freezes))
}

// streakLine tells of a streak in somebody's statistics.
func (l Language) streakLine(s Streak) string {
	days, longest := l.count("streak-days", s.Days), l.count("streak-days", s.Longest)
	if s.Freezes > 0 {
		return l.say("streak-line-freezes", "Days", days, "Freezes", l.inHand(s.Freezes), "Longest", longest)
	}
	return l.say("streak-line", "Days", days, "Longest", longest)
}
