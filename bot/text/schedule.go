package text

import (
	"fmt"
	"strings"
	"time"
)

// This file is what is said when the daily is announced, and about announcing it.

// A Scored is a member with a score, ready to be listed.
type Scored struct {
	Name  string // ready for markdown
	Score int
}

// AnnouncedDay is the heading of a day's announcement. Nature is what is known
// about its deal, "a hard one · can be won, best possible 87", or empty.
func AnnouncedDay(number uint32, date time.Time, nature string) string {
	s := fmt.Sprintf("**Adaman of %s (no. %d)**", date.Format("Monday 2 January"), number)
	if nature != "" {
		s += " · " + nature
	}
	return s
}

// AnnouncedVoid says that today's deal does not count. next is when there is
// another.
func AnnouncedVoid(number uint32, date, next time.Time) string {
	return fmt.Sprintf("**Adaman of %s (no. %d)** does not take place. The bot's database had to be put back from an older copy, so today's deal would not be fair to everybody. The next one begins %s.",
		date.Format("Monday 2 January"), number, fromNow(next))
}

// NewestTable is the short form of the table of the newest day that is released:
// the best of this server, and how many others have finished. Yesterday says
// that the day is the one before today.
func NewestTable(date time.Time, yesterday bool, best []Scored, others int) string {
	when := date.Format("Monday")
	if yesterday {
		when = "Yesterday"
	}
	var list []string
	for _, one := range best {
		list = append(list, fmt.Sprintf("%s %d", one.Name, one.Score))
	}
	switch {
	case len(list) == 0:
		return ""
	case others == 1:
		return fmt.Sprintf("%s: %s, and one other.", when, strings.Join(list, ", "))
	case others > 1:
		return fmt.Sprintf("%s: %s, and %s others.", when, strings.Join(list, ", "), numberWord(others))
	}
	return fmt.Sprintf("%s: %s.", when, strings.Join(list, ", "))
}

// numberWord writes a small number in a word and others in digits.
func numberWord(n int) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// TableButton names the table of the newest day that is released.
func TableButton(number uint32, yesterday bool) string {
	if yesterday {
		return "Yesterday's table"
	}
	return fmt.Sprintf("Table of no. %d", number)
}

// A Schedule is when and where the daily is announced in a server.
type Schedule struct {
	Channel uint64
	Clock   string    // "08:00"
	Zone    string    // "Europe/Berlin"
	Next    time.Time // zero if it is stopped
}

// in names a channel so that Discord shows it as a link.
func (s *Schedule) in() string { return fmt.Sprintf("<#%d>", s.Channel) }

// where and when, in the middle of a sentence.
func (s *Schedule) plan() string {
	return fmt.Sprintf("in %s, every day at **%s** (`%s`)", s.in(), s.Clock, s.Zone)
}

// ScheduleIs shows the present schedule.
func ScheduleIs(s Schedule) string {
	return fmt.Sprintf("The daily is announced %s. The next announcement is due <t:%d:F>, %s.", s.plan(), s.Next.Unix(), fromNow(s.Next))
}

// ScheduleDone confirms a schedule that has just been made or changed.
func ScheduleDone(s Schedule) string {
	return fmt.Sprintf("From now on the daily is announced %s. The next announcement is due <t:%d:F>, %s.", s.plan(), s.Next.Unix(), fromNow(s.Next))
}

// AssumedUTC is added if nobody has chosen a time zone.
const AssumedUTC = "-# You have chosen no time zone, so this is UTC. Add `zone` to the command to choose yours."

// ScheduleStopped shows a schedule that has come to a halt by itself, and why.
func ScheduleStopped(s Schedule, why string) string {
	return fmt.Sprintf("The daily was to be announced %s, but that has stopped: %s Press **%s** when this is mended, or choose another channel with `/adaman schedule`.", s.plan(), why, StartAgain)
}

// WhyGone and WhyForbidden are the reasons for which an announcement stops by
// itself.
const (
	WhyGone      = "the channel is no longer there."
	WhyForbidden = "I may not write in that channel. I need the permissions View Channel and Send Messages there."
)

// StoppedWord goes to the member who has set an announcement when it stops by
// itself. Server and channel are their names, ready for markdown; both may be
// empty.
func StoppedWord(server, channel, why string) string {
	where := "on your server"
	if server != "" {
		where = "on **" + server + "**"
	}
	if channel != "" {
		where = "in **#" + channel + "** " + where
	}
	return fmt.Sprintf("You have asked me to announce the daily %s. I have stopped, because %s `/adaman schedule` on that server starts it again.", where, why)
}

// ScheduleOff confirms that the announcement is stopped.
const ScheduleOff = "The daily is no longer announced. `/adaman schedule` with a time starts it again."

// Answers of /adaman schedule, with what to do instead.
const (
	NoSchedule      = "The daily is not announced on this server. Add a `time` to `/adaman schedule`, such as 08:00, and I announce it every day. You can choose a channel and a time zone too."
	ScheduleOnly    = "Only members who may manage this server can decide about the announcement. Today's deal is yours with `/adaman daily` all the same."
	ScheduleHere    = "An announcement is for a channel of a server. Use `/adaman schedule` there."
	ScheduleTime    = "At what time of day? Add `time` to `/adaman schedule`, such as 08:00."
	ScheduleChannel = "An announcement goes to a text or announcement channel. Choose one with `channel`."
	ChannelUnseen   = "I cannot see that channel. Give me the permission View Channel there, or choose another with `channel`."
	ChannelUnsent   = "I may not write in that channel. Give me the permission Send Messages there, or choose another with `channel`."
	OffAlone        = "Either a new time, channel or zone, or `off`: please choose one of them."
	ChangeHow       = "Choose below, or use `/adaman schedule` with a `time`, a `zone` or a `channel`. What you leave out stays as it is."
)

// TimeUnclear is said for a time of day that cannot be read. Typed is ready for
// markdown.
func TimeUnclear(typed string) string {
	return fmt.Sprintf("I cannot read “%s” as a time of day. Write it like 08:00, 20.30 or 8 pm.", typed)
}

// ZoneUnclear is said for a time zone that is unknown or not clear. Typed is
// ready for markdown; like are some zones that come near.
func ZoneUnclear(typed string, like []string) string {
	if len(like) == 0 {
		return fmt.Sprintf("I know no time zone “%s”. Type a city or a country into `zone` and choose one of those that I offer.", typed)
	}
	return fmt.Sprintf("“%s” can be several time zones, such as `%s`. Type on in `zone` and choose one of those that I offer.", typed, strings.Join(like, "`, `"))
}

// Buttons of the schedule and of the announcement.
const (
	Play          = "Play"
	WhyVoid       = "More about this"
	StopSchedule  = "Stop"
	ChangeIt      = "Change…"
	HalfEarlier   = "Half an hour earlier"
	HalfLater     = "Half an hour later"
	PostHere      = "Post it here"
	StartAgain    = "Start again"
	BackToPresent = "Back"
)

// ZoneOffer offers a time zone to somebody who looks for theirs: its name and
// country, and what clocks there show.
func ZoneOffer(name string, there time.Time) string {
	return fmt.Sprintf("%s · %s now", name, there.Format("15:04"))
}
