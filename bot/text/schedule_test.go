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
		{text.AnnouncedDay(128, friday, "a hard one · can be won, best possible 87"),
			"**Adaman of Friday 4 December (no. 128)** · a hard one · can be won, best possible 87"},
		{text.AnnouncedDay(128, friday, ""), "**Adaman of Friday 4 December (no. 128)**"},
		{text.NewestTable(friday, true, scored("Ana", "Ben"), 9), "Yesterday: Ana 81, Ben 79, and nine others."},
		{text.NewestTable(friday, true, scored("Ana", "Ben"), 1), "Yesterday: Ana 81, Ben 79, and one other."},
		{text.NewestTable(friday, true, scored("Ana", "Ben"), 0), "Yesterday: Ana 81, Ben 79."},
		{text.NewestTable(friday, true, scored("Ana"), 0), "Yesterday: Ana 81."},
		{text.NewestTable(friday, false, scored("Ana", "Ben"), 13), "Friday: Ana 81, Ben 79, and 13 others."},
		{text.NewestTable(friday, true, nil, 0), ""},
		{text.TableButton(127, true), "Yesterday's table"},
		{text.TableButton(126, false), "Table of no. 126"},
		{text.ScheduleIs(text.Schedule{Channel: 7, Clock: "08:00", Zone: "Europe/Berlin", Next: friday}),
			"The daily is announced in <#7>, every day at **08:00** (`Europe/Berlin`). The next announcement is due <t:1796342400:F>, <t:1796342400:R>."},
		{text.StoppedWord("Orchard", "news", text.WhyGone),
			"You have asked me to announce the daily in **#news** on **Orchard**. I have stopped, because the channel is no longer there. `/adaman schedule` on that server starts it again."},
		{text.StoppedWord("", "", text.WhyForbidden),
			"You have asked me to announce the daily on your server. I have stopped, because I may not write in that channel. I need the permissions View Channel and Send Messages there. `/adaman schedule` on that server starts it again."},
		{text.ZoneOffer("Europe/Berlin · Germany", friday.Add(7*time.Hour)), "Europe/Berlin · Germany · 07:00 now"},
	} {
		if e.got != e.want {
			t.Errorf("it says\n%s\nand not\n%s", e.got, e.want)
		}
	}
	void := text.AnnouncedVoid(128, friday, friday.AddDate(0, 0, 1))
	if !strings.Contains(void, "**Adaman of Friday 4 December (no. 128)** does not take place.") || !strings.Contains(void, "<t:1796428800:R>") {
		t.Error(void)
	}
}

// Every answer says what to do instead, and none of them shouts.
func TestAnswersAboutTheSchedule(t *testing.T) {
	for _, said := range []string{
		text.NoSchedule, text.ScheduleOnly, text.ScheduleHere, text.ScheduleTime, text.ScheduleChannel, text.ChannelUnseen, text.ChannelUnsent,
		text.OffAlone, text.ChangeHow, text.ScheduleOff, text.AssumedUTC, text.TimeUnclear("x"), text.ZoneUnclear("x", nil), text.ZoneUnclear("x", []string{"A/B", "C/D"}),
		text.ScheduleStopped(text.Schedule{Channel: 7, Clock: "08:00", Zone: "UTC"}, text.WhyGone),
	} {
		if strings.Contains(said, "!") || !strings.HasSuffix(strings.TrimSuffix(said, ")"), ".") {
			t.Errorf("%q", said)
		}
	}
}
