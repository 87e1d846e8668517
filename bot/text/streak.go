package text

import "fmt"

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
func StreakNow(s Streak) string {
	if s.Days == 0 {
		return ""
	}
	said := "Streak: " + count(s.Days, "day") + inHand(s.Freezes) + "."
	switch {
	case s.Ended > 1:
		said += fmt.Sprintf(" The one before it ended with %s.", count(s.Ended, "day"))
	case s.Saved == 1:
		said += " A freeze has covered the day you missed."
	case s.Saved > 1:
		said += fmt.Sprintf(" %s freezes have covered the days you missed.", capital(numberWord(s.Saved)))
	}
	if s.Earned {
		said += " You have just earned a freeze: the first day you miss will not end your streak."
	}
	return said
}

// inHand adds how many freezes somebody has.
func inHand(freezes int) string {
	switch freezes {
	case 0:
		return ""
	case 1:
		return ", one freeze in hand"
	case 2:
		return ", two freezes in hand"
	}
	return fmt.Sprintf(", %d freezes in hand", freezes)
}

// streakLine tells of a streak in somebody's statistics.
func streakLine(s Streak) string {
	return fmt.Sprintf("Streak, wherever played: now %s%s; at best %s", count(s.Days, "day"), inHand(s.Freezes), count(s.Longest, "day"))
}
