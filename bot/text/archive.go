package text

import (
	"fmt"
	"strings"
	"time"
)

// Labels and sentences of the archive.
const (
	ArchiveTitle = "### Days that are over"
	ChooseADay   = "Choose a day"
	ToArchive    = "Archive"
	PlayIt       = "Play it"
	Newer        = "Newer"
	Older        = "Older"

	ArchiveFoot = "-# Choose a day to see more of it and to play it. What you play here counts for no statistics, no table and no streak."
	ArchiveIs   = "-# A game from the archive counts for nothing, and it has neither undo nor hints: `/adaman practice` has both."
	NotReleased = "That day is not in the archive. A day comes into it at 01:00 UTC of the day after, when nobody can play it for its table any more."
)

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
func ArchiveHeading(number uint32, date time.Time) string {
	return DailyHeading(number, date) + " · from the archive"
}

// ArchiveLine is a day on a page of the archive.
func ArchiveLine(d *ArchivedDay) string {
	return fmt.Sprintf("**No. %d** · %s%s\n-# %s", d.Number, d.Date.Format("Mon 2 Jan 2006"), about(d), yours(d, " · "))
}

// about is what is known of a day's deal, each piece with a dot before it.
func about(d *ArchivedDay) string {
	s := ""
	if known := (DayFacts{d.Par, d.Won, d.Played}).Brief(); known != "" {
		s += " · " + known
	}
	if d.Void {
		s += " · does not count"
	}
	return s
}

// yours is how the reader did at a day's deal.
func yours(d *ArchivedDay, between string) string {
	s := "not played on its day"
	if d.First != nil {
		s = d.First.String() + signs(d.First, d.Par)
	}
	if d.Again != nil {
		s += between + "in the archive: " + d.Again.String() + signs(d.Again, d.Par)
	}
	return capital(s)
}

// signs draws the stars of a deal that was won, with a space before them, if the
// best possible score is known.
func signs(d *DidAt, par int) string {
	if d.Outcome != "won" || par == 0 {
		return ""
	}
	return " " + StarSigns(Stars(d.Score, par, true))
}

// inFull is how somebody did, with the stars in words as well.
func inFull(d *DidAt, par int) string {
	s := d.String()
	if drawn := signs(d, par); drawn != "" {
		s += fmt.Sprintf(" of a possible %d%s (%s)", par, drawn, StarWords(Stars(d.Score, par, true)))
	}
	return s + ", after " + count(d.Plays, "play")
}

// String says in the middle of a sentence how somebody did: "won with 81".
func (d DidAt) String() string {
	switch d.Outcome {
	case "won":
		return fmt.Sprintf("won with %d", d.Score)
	case "stuck":
		return fmt.Sprintf("stuck with %d", d.Score)
	case "overthrown":
		return "overthrown"
	}
	if d.Unfinished {
		return fmt.Sprintf("not finished, with %d", d.Score)
	}
	return fmt.Sprintf("given up with %d", d.Score)
}

// ArchiveOption is a day in the menu of a page.
func ArchiveOption(d *ArchivedDay) string {
	return fmt.Sprintf("No. %d, %s", d.Number, d.Date.Format("Monday 2 January 2006"))
}

// ArchiveOptionDid stands below it.
func ArchiveOptionDid(d *ArchivedDay) string { return yours(d, "; ") }

// ArchiveDay is all that is said of one day.
func ArchiveDay(d *ArchivedDay) string {
	said := []string{DailyHeading(d.Number, d.Date) + about(d)}
	if d.Void {
		said = append(said, "The bot's database was put back from an older copy, so this day does not count. Its deal can be played all the same.")
	}
	switch {
	case d.First == nil:
		said = append(said, "You did not play it on its day.")
	default:
		said = append(said, fmt.Sprintf("On its day: %s.", inFull(d.First, d.Par)))
	}
	if d.Again != nil {
		said = append(said, fmt.Sprintf("Your best in the archive: %s.", inFull(d.Again, d.Par)))
	}
	return strings.Join(said, "\n")
}

// ArchiveEmpty says when the archive has its first day.
func ArchiveEmpty(next time.Time) string {
	return fmt.Sprintf("The archive is still empty. The first day opens %s; until then there is `/adaman daily`.", fromNow(next))
}

// NeverDealt is said of a day of which there is no deal.
func NeverDealt(number uint32, void bool) string {
	if void {
		return fmt.Sprintf("There is no deal no. %d any more: the bot's database was put back from an older copy, so that day is lost and does not count.", number)
	}
	return fmt.Sprintf("There is no deal no. %d: nobody asked for one on that day, or I was not running.", number)
}

// ArchiveOpen asks somebody who wants to play another day what becomes of the
// game from the archive that is open.
func ArchiveOpen(number uint32, plays int) string {
	made := "you have not played yet"
	if plays > 0 {
		made = "you have made " + count(plays, "play")
	}
	return fmt.Sprintf("You have Adaman no. %d from the archive open, in which %s. Go on with it, or drop it and begin another?", number, made)
}
