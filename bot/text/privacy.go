package text

import "time"

// This file is what is said about what is kept of a member, and about forgetting
// it.

// NothingKept is said to somebody of whom nothing is kept.
func (l Language) NothingKept() string { return l.say("privacy-nothing") }

// AllKept goes with the files that say what is kept of the reader, which know of
// so many finished games.
func (l Language) AllKept(finished, files int) string {
	said := l.say("privacy-show-heading") + "\n" + l.count("privacy-show-games", finished)
	if files > 1 {
		said += "\n" + l.count("privacy-show-files", files)
	}
	return said + "\n" + l.say("privacy-show-foot")
}

// FurtherFile goes with each file after the first.
func (l Language) FurtherFile(number, of int) string {
	return l.say("privacy-show-further", "Number", number, "Of", of)
}

// FilesElsewhere is said where the bot may not attach files.
func (l Language) FilesElsewhere() string { return l.say("privacy-show-elsewhere") }

// Forgetting is what goes with a member who wants to be forgotten.
type Forgetting struct {
	Tables     int  // games with other members that are running
	Challenges int  // that wait for an answer
	Dailies    int  // that are running
	Alone      int  // other games that only they see
	Barred     bool // they have begun today's daily
	Waits      bool // they have to wait before they challenge somebody again
}

// ForgetQuestion asks whether a member means to be forgotten.
func (l Language) ForgetQuestion(f Forgetting) string {
	said := l.say("privacy-delete-heading") + "\n" + l.say("privacy-delete-gone")
	for _, part := range []struct {
		is   bool
		said func() string
	}{
		{f.Tables > 0, func() string { return l.count("privacy-delete-tables", f.Tables) }},
		{f.Challenges > 0, func() string { return l.count("privacy-delete-challenges", f.Challenges) }},
		{f.Dailies > 0, func() string { return l.count("privacy-delete-dailies", f.Dailies) }},
		{f.Alone > 0, func() string { return l.count("privacy-delete-alone", f.Alone) }},
		{true, func() string { return l.say("privacy-delete-others") }},
		{f.Barred, func() string { return l.say("privacy-delete-barred") }},
		{f.Waits, func() string { return l.say("privacy-delete-waits") }},
		{true, func() string { return l.say("privacy-delete-unreached") }},
	} {
		if part.is {
			said += "\n" + part.said()
		}
	}
	return said + "\n" + l.say("privacy-delete-foot")
}

// ForgetMe is the label of the button that forgets its reader.
func (l Language) ForgetMe() string { return l.say("privacy-delete-surely") }

// CopyFirst is the label of the button that shows what is kept before.
func (l Language) CopyFirst() string { return l.say("privacy-delete-copy") }

// KeepMe is the label of the button that forgets nothing.
func (l Language) KeepMe() string { return l.say("privacy-delete-not") }

// NotForgotten is said to somebody who has thought better of it.
func (l Language) NotForgotten() string { return l.say("privacy-delete-kept") }

// NowForgotten is the last that is said to somebody who was forgotten.
func (l Language) NowForgotten() string {
	return l.say("privacy-delete-done") + "\n" + l.say("privacy-delete-done-foot")
}

// DailyBarred is said to somebody who was forgotten after they had begun today's
// deal, and would begin it as somebody new.
func (l Language) DailyBarred(day uint32, next time.Time) string {
	return l.say("privacy-barred", "Day", day, "Next", until(next))
}

// HiddenIs says whether the reader is hidden, and what that means.
func (l Language) HiddenIs(hidden bool) string {
	if hidden {
		return l.say("privacy-hidden") + "\n" + l.say("privacy-hide-foot")
	}
	return l.say("privacy-shown") + "\n" + l.say("privacy-hide-foot")
}

// HideMe is the label of the button that hides its reader.
func (l Language) HideMe() string { return l.say("privacy-hide-me") }

// ShowMe is the label of the button that shows them again.
func (l Language) ShowMe() string { return l.say("privacy-show-me") }

// KeepsResults is said to somebody who asks for the statistics of a member who is
// hidden.
func (l Language) KeepsResults(name string) string { return l.say("privacy-keeps", "Name", name) }

// LeftOut is the small print for a hidden member below a table of which they see
// that they are not in it.
func (l Language) LeftOut() string { return l.say("privacy-left-out") }
