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

// AnnouncedDay is the heading of a day's announcement, with what is known about
// its deal.
func (l Language) AnnouncedDay(number uint32, date time.Time, facts DayFacts) string {
	s := l.say("schedule-day", "Date", l.dateOfDay(date), "Number", number)
	if nature := l.DayNature(facts); nature != "" {
		s += " · " + nature
	}
	return s
}

// AnnouncedVoid says that today's deal does not count. next is when there is
// another.
func (l Language) AnnouncedVoid(number uint32, date, next time.Time) string {
	return l.say("schedule-day-void", "Date", l.dateOfDay(date), "Number", number, "Time", fromNow(next))
}

// NewestTable is the short form of the table of the newest day that is released:
// the best of this server, and how many others have finished. Yesterday says
// that the day is the one before today.
func (l Language) NewestTable(date time.Time, yesterday bool, best []Scored, others int) string {
	var list []string
	for _, one := range best {
		list = append(list, fmt.Sprintf("%s %d", one.Name, one.Score))
	}
	first := strings.Join(list, ", ")
	switch {
	case len(list) == 0:
		return ""
	case yesterday && others > 0:
		return l.count("schedule-best-yesterday-others", others, "Best", first, "Number", l.number(others))
	case yesterday:
		return l.say("schedule-best-yesterday", "Best", first)
	case others > 0:
		return title(l.count("schedule-best-others", others, "Weekday", l.weekday(date), "Best", first, "Number", l.number(others)))
	}
	return title(l.say("schedule-best", "Weekday", l.weekday(date), "Best", first))
}

// TableButton names the table of the newest day that is released.
func (l Language) TableButton(number uint32, yesterday bool) string {
	if yesterday {
		return l.say("schedule-table-yesterday")
	}
	return l.say("schedule-table", "Number", number)
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

// next is when it is due, so that each reader sees it in their own time zone.
func (s *Schedule) next() string { return fmt.Sprintf("<t:%d:F>", s.Next.Unix()) }

// ScheduleIs shows the present schedule.
func (l Language) ScheduleIs(s Schedule) string {
	return l.say("schedule-is", "Channel", s.in(), "Clock", s.Clock, "Zone", s.Zone, "Next", s.next(), "Time", fromNow(s.Next))
}

// ScheduleDone confirms a schedule that has just been made or changed.
func (l Language) ScheduleDone(s Schedule) string {
	return l.say("schedule-done", "Channel", s.in(), "Clock", s.Clock, "Zone", s.Zone, "Next", s.next(), "Time", fromNow(s.Next))
}

// AssumedUTC is added if nobody has chosen a time zone.
func (l Language) AssumedUTC() string { return l.say("schedule-assumed-utc") }

// ScheduleStopped shows a schedule that has come to a halt by itself: because its
// channel is gone, or else because there is no writing in it.
func (l Language) ScheduleStopped(s Schedule, gone bool) string {
	if gone {
		return l.say("schedule-stopped-gone", "Channel", s.in(), "Clock", s.Clock, "Zone", s.Zone, "Button", l.StartAgain())
	}
	return l.say("schedule-stopped-forbidden", "Channel", s.in(), "Clock", s.Clock, "Zone", s.Zone, "Button", l.StartAgain())
}

// StoppedWord goes to the member who has set an announcement when it stops by
// itself, for one of the same reasons. Server and channel are their names, ready
// for markdown; both may be empty.
func (l Language) StoppedWord(server, channel string, gone bool) string {
	var said string
	switch {
	case server != "" && channel != "":
		said = l.say("schedule-word-channel", "Channel", channel, "Server", server)
	case channel != "":
		said = l.say("schedule-word-channel-only", "Channel", channel)
	case server != "":
		said = l.say("schedule-word-server", "Server", server)
	default:
		said = l.say("schedule-word")
	}
	if gone {
		return said + " " + l.say("schedule-word-gone")
	}
	return said + " " + l.say("schedule-word-forbidden")
}

// ScheduleOff confirms that the announcement is stopped.
func (l Language) ScheduleOff() string { return l.say("schedule-off") }

// NoSchedule says that the daily is not announced, and how it would be.
func (l Language) NoSchedule() string { return l.say("schedule-none") }

// ScheduleOnly refuses those who may not manage the server.
func (l Language) ScheduleOnly() string { return l.say("schedule-managers-only") }

// ScheduleHere is said where there is no channel of a server.
func (l Language) ScheduleHere() string { return l.say("schedule-in-server") }

// ScheduleTime asks for the time of day.
func (l Language) ScheduleTime() string { return l.say("schedule-time") }

// ScheduleChannel refuses a channel in which nothing can be announced.
func (l Language) ScheduleChannel() string { return l.say("schedule-channel") }

// ChannelUnseen says that the bot cannot see the channel.
func (l Language) ChannelUnseen() string { return l.say("schedule-channel-unseen") }

// ChannelUnsent says that it may not write there.
func (l Language) ChannelUnsent() string { return l.say("schedule-channel-unsent") }

// OffAlone refuses to end the announcements and to change them at once.
func (l Language) OffAlone() string { return l.say("schedule-off-alone") }

// ChangeHow says how the schedule can be changed.
func (l Language) ChangeHow() string { return l.say("schedule-how") }

// TimeUnclear is said for a time of day that cannot be read. Typed is ready for
// markdown.
func (l Language) TimeUnclear(typed string) string {
	return l.say("schedule-time-unclear", "Typed", typed)
}

// ZoneUnclear is said for a time zone that is unknown or not clear. Typed is
// ready for markdown; like are some zones that come near.
func (l Language) ZoneUnclear(typed string, like []string) string {
	if len(like) == 0 {
		return l.say("schedule-zone-unknown", "Typed", typed)
	}
	return l.say("schedule-zone-unclear", "Typed", typed, "Zones", "`"+strings.Join(like, "`, `")+"`")
}

// Play leads from the announcement to the day's deal.
func (l Language) Play() string { return l.say("schedule-play") }

// WhyVoid leads to why a day does not count.
func (l Language) WhyVoid() string { return l.say("schedule-why-void") }

// StopSchedule ends the announcements.
func (l Language) StopSchedule() string { return l.say("schedule-stop") }

// ChangeIt leads to the buttons that change the schedule.
func (l Language) ChangeIt() string { return l.say("schedule-change") }

// HalfEarlier announces half an hour earlier.
func (l Language) HalfEarlier() string { return l.say("schedule-earlier") }

// HalfLater announces half an hour later.
func (l Language) HalfLater() string { return l.say("schedule-later") }

// PostHere announces in this channel.
func (l Language) PostHere() string { return l.say("schedule-here") }

// StartAgain announces again after it has stopped by itself.
func (l Language) StartAgain() string { return l.say("schedule-again") }

// BackToPresent leads back from them to the schedule.
func (l Language) BackToPresent() string { return l.say("schedule-back") }

// ZoneOffer offers a time zone to somebody who looks for theirs: its name and
// country, and what clocks there show.
func (l Language) ZoneOffer(name string, there time.Time) string {
	return l.say("schedule-zone-offer", "Zone", name, "Clock", there.Format("15:04"))
}
