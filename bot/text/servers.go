package text

// This file is what is said about the decisions of a server, and about where
// games are played.

// What the message of /settings says above and between its menus. Channels are
// links, one at least.
func (l Language) SettingsHeading() string    { return l.say("servers-heading") }
func (l Language) SettingsHow() string        { return l.say("servers-how") }
func (l Language) LanguageSetting() string    { return l.say("servers-language") }
func (l Language) PaceSetting() string        { return l.say("servers-pace") }
func (l Language) PlaceSetting() string       { return l.say("servers-place") }
func (l Language) AllChannelsSetting() string { return l.say("servers-channels-all") }
func (l Language) ChannelsSetting(channels []string) string {
	return l.say("servers-channels", "Channels", l.list(channels...))
}
func (l Language) ChannelsHow() string         { return l.say("servers-channels-how") }
func (l Language) ThreadsNeed() string         { return l.say("servers-threads-need") }
func (l Language) AnnouncementSetting() string { return l.say("servers-announcement") }

// Announced, AnnouncedStopped and NotAnnounced are what is set about the
// announcement of the daily.
func (l Language) Announced(channel, clock, zone string) string {
	return l.say("servers-announced", "Channel", channel, "Clock", clock, "Zone", zone)
}
func (l Language) AnnouncedStopped(channel, clock, zone string) string {
	return l.say("servers-announced-stopped", "Channel", channel, "Clock", clock, "Zone", zone)
}
func (l Language) NotAnnounced() string { return l.say("servers-announced-not") }

// What confirms a choice.
func (l Language) LanguageKept(language string) string {
	return l.say("servers-kept-language", "Language", language)
}
func (l Language) PaceKept(pace string) string { return l.say("servers-kept-pace", "Pace", pace) }
func (l Language) HereKept() string            { return l.say("servers-kept-here") }
func (l Language) ThreadKept() string          { return l.say("servers-kept-thread") }
func (l Language) ChannelsKept(channels []string) string {
	return l.say("servers-kept-channels", "Channels", l.list(channels...))
}
func (l Language) EverywhereKept() string { return l.say("servers-kept-everywhere") }

// What menus and buttons say.
func (l Language) AllChannels() string { return l.say("servers-channels-prompt") }
func (l Language) OwnLanguage(name string) string {
	return l.say("servers-language-own", "Language", name)
}
func (l Language) LivePace() string           { return l.say("servers-pace-live") }
func (l Language) DayPace() string            { return l.say("servers-pace-day") }
func (l Language) LongPace() string           { return l.say("servers-pace-long") }
func (l Language) NoPace() string             { return l.say("servers-pace-none") }
func (l Language) HerePlace() string          { return l.say("servers-place-here") }
func (l Language) ThreadPlace() string        { return l.say("servers-place-thread") }
func (l Language) ChangeAnnouncement() string { return l.say("servers-announcement-button") }
func (l Language) GoOnHere() string           { return l.say("servers-show-here") }

// Refusals, each with what to do instead.
func (l Language) OnlyManagersSet() string { return l.say("servers-only") }
func (l Language) SettingsWhere() string   { return l.say("servers-where") }
func (l Language) PlayedIn(channels []string) string {
	return l.say("servers-elsewhere", "Channels", l.list(channels...))
}

// GameUnreachable offers to go on with a game here, because nothing can be
// written any more where it is.
func (l Language) GameUnreachable(channel string) string {
	return l.say("servers-game-locked", "Channel", channel)
}
func (l Language) TableTakenHere() string { return l.say("servers-game-table-taken") }

// GameReachable is said to somebody who would move a game that can go on where it
// is.
func (l Language) GameReachable(channel string) string {
	return l.say("servers-game-not-lost", "Channel", channel)
}
