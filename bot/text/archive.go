package text

import (
	"strings"
	"time"
)

// ArchiveTitle is the heading of a page of the archive.
func (l Language) ArchiveTitle() string { return l.say("archive-title") }

// ChooseADay stands in the menu of days from which nothing is chosen.
func (l Language) ChooseADay() string { return l.say("archive-choose") }

// ToArchive leads to the archive.
func (l Language) ToArchive() string { return l.say("archive-open") }

// PlayIt begins a game with the deal of a day that is over.
func (l Language) PlayIt() string { return l.say("archive-play") }

// Newer turns to the page of newer days.
func (l Language) Newer() string { return l.say("archive-newer") }

// Older turns to the page of older days.
func (l Language) Older() string { return l.say("archive-older") }

// ArchiveFoot says below a page what can be done with it.
func (l Language) ArchiveFoot() string { return l.say("archive-foot") }

// ArchiveIs says in small print what a game from the archive counts for.
func (l Language) ArchiveIs() string { return l.say("archive-counts-nothing") }

// NotReleased refuses a day that is not in the archive.
func (l Language) NotReleased() string { return l.say("archive-not-released") }

// An ArchivedDay is a released day as one member sees it.
type ArchivedDay struct {
	Number      uint32
	Date        time.Time
	Par         int    // the best possible score; 0 if it is not known
	Won, Played int    // how the measuring player did at the deal; see store.Day
	Void        bool   // the day does not count
	First       *DidAt // the member's attempt on the day; nil for none
	Again       *DidAt // the best they made of it in the archive; nil for none
}

// DidAt is how somebody did at a deal.
type DidAt struct {
	Outcome    string // as store.Result has it
	Score      int
	Plays      int
	Unfinished bool // it was still open when its day was released
}

// ArchiveHeading is the heading of a game from the archive.
func (l Language) ArchiveHeading(number uint32, date time.Time) string {
	return l.say("archive-heading", "Number", number, "Date", l.fullDate(date))
}

// ArchiveLine is a day on a page of the archive.
func (l Language) ArchiveLine(d *ArchivedDay) string {
	return l.say("archive-line", "Number", d.Number, "Date", l.briefDate(d.Date), "About", l.about(d)) + "\n-# " + l.yours(d, " · ")
}

// about is what is known of a day's deal, each piece with a dot before it.
func (l Language) about(d *ArchivedDay) string {
	s := ""
	if known := l.natureBrief(DayFacts{d.Par, d.Won, d.Played}); known != "" {
		s += " · " + known
	}
	if d.Void {
		s += " · " + l.say("archive-void")
	}
	return s
}

// yours is how the reader did at a day's deal.
func (l Language) yours(d *ArchivedDay, between string) string {
	s := l.say("archive-not-played")
	if d.First != nil {
		s = l.did(d.First) + signs(d.First, d.Par)
	}
	if d.Again != nil {
		s += between + l.say("archive-again", "Did", l.did(d.Again)+signs(d.Again, d.Par))
	}
	return title(s)
}

// starred reports whether a deal brought stars: it was won, and the best possible
// score is known.
func (d *DidAt) starred(par int) bool { return d.Outcome == "won" && par > 0 }

// signs draws the stars of a deal, if there are any, with a space before them.
func signs(d *DidAt, par int) string {
	if !d.starred(par) {
		return ""
	}
	return " " + StarSigns(Stars(d.Score, par, true))
}

// inFull is how somebody did, with the stars in words as well.
func (l Language) inFull(d *DidAt, par int) string {
	if !d.starred(par) {
		return l.count("archive-did", d.Plays, "Did", l.did(d))
	}
	stars := Stars(d.Score, par, true)
	return l.count("archive-did-stars", d.Plays, "Did", l.did(d), "Par", par, "Signs", StarSigns(stars), "Stars", l.StarWords(stars))
}

// did says after a colon how somebody did: "won with 81".
func (l Language) did(d *DidAt) string {
	switch d.Outcome {
	case "won":
		return l.say("archive-won", "Score", d.Score)
	case "stuck":
		return l.say("archive-stuck", "Score", d.Score)
	case "overthrown":
		return l.say("archive-overthrown")
	}
	if d.Unfinished {
		return l.say("archive-not-finished", "Score", d.Score)
	}
	return l.say("archive-gave-up", "Score", d.Score)
}

// ArchiveOption is a day in the menu of a page.
func (l Language) ArchiveOption(d *ArchivedDay) string {
	return l.say("archive-option", "Number", d.Number, "Date", l.fullDate(d.Date))
}

// ArchiveOptionDid stands below it.
func (l Language) ArchiveOptionDid(d *ArchivedDay) string { return l.yours(d, "; ") }

// ArchiveDay is all that is said of one day.
func (l Language) ArchiveDay(d *ArchivedDay) string {
	said := []string{l.DailyHeading(d.Number, d.Date) + l.about(d)}
	if d.Void {
		said = append(said, l.say("archive-day-void"))
	}
	if d.First == nil {
		said = append(said, l.say("archive-day-not-played"))
	} else {
		said = append(said, l.say("archive-day-did", "Did", l.inFull(d.First, d.Par)))
	}
	if d.Again != nil {
		said = append(said, l.say("archive-day-again", "Did", l.inFull(d.Again, d.Par)))
	}
	return strings.Join(said, "\n")
}

// ArchiveEmpty says when the archive has its first day.
func (l Language) ArchiveEmpty(next time.Time) string {
	return l.say("archive-empty", "Time", fromNow(next))
}

// NeverDealt is said of a day of which there is no deal.
func (l Language) NeverDealt(number uint32, void bool) string {
	if void {
		return l.say("archive-lost", "Number", number)
	}
	return l.say("archive-never-dealt", "Number", number)
}

// ArchiveOpen asks somebody who wants to play another day what becomes of the
// game from the archive that is open.
func (l Language) ArchiveOpen(number uint32, plays int) string {
	if plays == 0 {
		return l.say("archive-other-open-unplayed", "Number", number)
	}
	return l.count("archive-other-open", plays, "Number", number)
}
