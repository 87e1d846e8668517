package text_test

import (
	"testing"
	"time"
	"unicode/utf8"

	"windfall/bot/text"
)

// A day of the archive says what it is and how its reader did.
func TestDaysOfTheArchiveInWords(t *testing.T) {
	date := time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)
	won, stuck := &text.DidAt{Outcome: "won", Score: 81, Plays: 13}, &text.DidAt{Outcome: "stuck", Score: 20, Plays: 1}
	for _, e := range []struct {
		day       text.ArchivedDay
		line, all string
	}{
		{
			text.ArchivedDay{Number: 1, Date: date, First: &text.DidAt{Outcome: "gave-up", Score: 5, Plays: 2, Unfinished: true}},
			"**No. 1** · Tue 29 Feb 2028\n-# Not finished, with 5",
			"### Adaman no. 1 · Tuesday 29 February 2028\nOn its day: not finished, with 5, after 2 plays.",
		}, {
			text.ArchivedDay{Number: 453, Date: date},
			"**No. 453** · Tue 29 Feb 2028\n-# Not played on its day",
			"### Adaman no. 453 · Tuesday 29 February 2028\nYou did not play it on its day.",
		}, {
			text.ArchivedDay{Number: 453, Date: date, Par: 87, First: stuck, Again: won},
			"**No. 453** · Tue 29 Feb 2028 · best possible 87\n-# Stuck with 20 · in the archive: won with 81 ★★☆",
			"### Adaman no. 453 · Tuesday 29 February 2028 · best possible 87\nOn its day: stuck with 20, after 1 play.\nYour best in the archive: won with 81 of a possible 87 ★★☆ (two of three stars), after 13 plays.",
		}, {
			text.ArchivedDay{Number: 453, Date: date, Void: true, First: &text.DidAt{Outcome: "overthrown"}, Again: &text.DidAt{Outcome: "gave-up", Score: 3}},
			"**No. 453** · Tue 29 Feb 2028 · does not count\n-# Overthrown · in the archive: given up with 3",
			"### Adaman no. 453 · Tuesday 29 February 2028 · does not count\nThe bot's database was put back from an older copy, so this day does not count. Its deal can be played all the same.\nOn its day: overthrown, after 0 plays.\nYour best in the archive: given up with 3, after 0 plays.",
		},
	} {
		if got := text.English.ArchiveLine(&e.day); got != e.line {
			t.Errorf("the line is\n%s\nand not\n%s", got, e.line)
		}
		if got := text.English.ArchiveDay(&e.day); got != e.all {
			t.Errorf("it says\n%s\nand not\n%s", got, e.all)
		}
		// Discord's limit for both parts of an option is 100.
		for _, l := range text.Languages() {
			for _, s := range []string{l.ArchiveOption(&e.day), l.ArchiveOptionDid(&e.day)} {
				if n := utf8.RuneCountInString(s); n == 0 || n > 100 {
					t.Errorf("%q has %d letters", s, n)
				}
			}
		}
	}
}
