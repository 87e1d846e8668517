package text_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/text"
)

func TestAnnouncements(t *testing.T) {
	friday := time.Date(2026, 12, 4, 0, 0, 0, 0, time.UTC)
	scored := func(names ...string) (list []text.Scored) {
		for i, name := range names {
			list = append(list, text.Scored{Name: name, Score: 81 - 2*i})
		}
		return list
	}
	for _, e := range []struct{ got, want string }{
		{text.English.AnnouncedDay(128, friday, text.DayFacts{Par: 87, Won: 1, Played: 200}),
			"**Adaman of Friday 4 December (no. 128)** · a very hard one · can be won, best possible 87"},
		{text.English.AnnouncedDay(128, friday, text.DayFacts{}), "**Adaman of Friday 4 December (no. 128)**"},
		{text.English.NewestTable(friday, true, scored("Ana", "Ben"), 9), "Yesterday: Ana 81, Ben 79, and nine others."},
		{text.English.NewestTable(friday, true, scored("Ana", "Ben"), 1), "Yesterday: Ana 81, Ben 79, and one other."},
		{text.English.NewestTable(friday, true, scored("Ana", "Ben"), 0), "Yesterday: Ana 81, Ben 79."},
		{text.English.NewestTable(friday, true, scored("Ana"), 0), "Yesterday: Ana 81."},
		{text.English.NewestTable(friday, false, scored("Ana", "Ben"), 13), "Friday: Ana 81, Ben 79, and 13 others."},
		{text.English.NewestTable(friday, true, nil, 0), ""},
		{text.English.TableButton(127, true), "Yesterday's table"},
		{text.English.TableButton(126, false), "Table of no. 126"},
		{text.English.ScheduleIs(text.Schedule{Channel: 7, Clock: "08:00", Zone: "Europe/Berlin", Next: friday}),
			"The daily is announced in <#7>, every day at **08:00** (`Europe/Berlin`). The next announcement is due <t:1796342400:F>, <t:1796342400:R>."},
		{text.English.StoppedWord("Orchard", "news", true),
			"You have asked me to announce the daily in **#news** on **Orchard**. I have stopped, because the channel is no longer there. `/adaman schedule` on that server starts it again."},
		{text.English.StoppedWord("", "", false),
			"You have asked me to announce the daily on your server. I have stopped, because I may not write in that channel. I need the permissions View Channel and Send Messages there. `/adaman schedule` on that server starts it again."},
		{text.English.ZoneOffer("Europe/Berlin · Germany", friday.Add(7*time.Hour)), "Europe/Berlin · Germany · 07:00 now"},
	} {
		if e.got != e.want {
			t.Errorf("it says\n%s\nand not\n%s", e.got, e.want)
		}
	}
	void := text.English.AnnouncedVoid(128, friday, friday.AddDate(0, 0, 1))
	if !strings.Contains(void, "**Adaman of Friday 4 December (no. 128)** does not take place.") || !strings.Contains(void, "<t:1796428800:R>") {
		t.Error(void)
	}
}

// Every answer says what to do instead, and none of them shouts.
func TestAnswersAboutTheSchedule(t *testing.T) {
	for _, said := range []string{
		text.English.NoSchedule(), text.English.ScheduleOnly(), text.English.ScheduleHere(), text.English.ScheduleTime(), text.English.ScheduleChannel(), text.English.ChannelUnseen(), text.English.ChannelUnsent(),
		text.English.OffAlone(), text.English.ChangeHow(), text.English.ScheduleOff(), text.English.AssumedUTC(), text.English.TimeUnclear("x"), text.English.ZoneUnclear("x", nil), text.English.ZoneUnclear("x", []string{"A/B", "C/D"}),
		text.English.ScheduleStopped(text.Schedule{Channel: 7, Clock: "08:00", Zone: "UTC"}, true),
	} {
		if strings.Contains(said, "!") || !strings.HasSuffix(strings.TrimSuffix(said, ")"), ".") {
			t.Errorf("%q", said)
		}
	}
}
