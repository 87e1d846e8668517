package text

// This file is what is said about the decisions of a server, and about where
// games are played. Channels are links; lists of them have one at least.

// SettingsHeading is the heading of /settings.
func (l Language) SettingsHeading() string { return l.say("servers-heading") }

// SettingsHow says how to decide something.
func (l Language) SettingsHow() string { return l.say("servers-how") }

// LanguageSetting stands above the menu of languages.
func (l Language) LanguageSetting() string { return l.say("servers-language") }

// PaceSetting stands above the menu of paces.
func (l Language) PaceSetting() string { return l.say("servers-pace") }

// PlaceSetting stands above the menu of where a game is played.
func (l Language) PlaceSetting() string { return l.say("servers-place") }

// ThreadsNeed names the permissions that games in threads need.
func (l Language) ThreadsNeed() string { return l.say("servers-threads-need") }

// AllChannelsSetting stands above the menu of channels if none is chosen.
func (l Language) AllChannelsSetting() string { return l.say("servers-channels-all") }

// ChannelsSetting stands above the menu of channels if some are chosen.
func (l Language) ChannelsSetting(channels []string) string {
	return l.say("servers-channels", "Channels", l.list(channels...))
}

// ChannelsHow explains what it means to choose channels.
func (l Language) ChannelsHow() string { return l.say("servers-channels-how") }

// AnnouncementSetting stands above what is set about the announcement.
func (l Language) AnnouncementSetting() string { return l.say("servers-announcement") }

// Announced says where and when the daily is announced.
func (l Language) Announced(channel, clock, zone string) string {
	return l.say("servers-announced", "Channel", channel, "Clock", clock, "Zone", zone)
}

// AnnouncedStopped says where and when it was to be announced.
func (l Language) AnnouncedStopped(channel, clock, zone string) string {
	return l.say("servers-announced-stopped", "Channel", channel, "Clock", clock, "Zone", zone)
}

// NotAnnounced says that the daily is not announced.
func (l Language) NotAnnounced() string { return l.say("servers-announced-not") }

// LanguageKept confirms a language by its own name.
func (l Language) LanguageKept(language string) string {
	return l.say("servers-kept-language", "Language", language)
}

// PaceKept confirms a pace, given as one of the menu's lines.
func (l Language) PaceKept(pace string) string { return l.say("servers-kept-pace", "Pace", pace) }

// HereKept confirms that games are played in the channel.
func (l Language) HereKept() string { return l.say("servers-kept-here") }

// ThreadKept confirms that games are played in threads.
func (l Language) ThreadKept() string { return l.say("servers-kept-thread") }

// ChannelsKept confirms the choice of some channels.
func (l Language) ChannelsKept(channels []string) string {
	return l.say("servers-kept-channels", "Channels", l.list(channels...))
}

// EverywhereKept confirms that all channels are chosen.
func (l Language) EverywhereKept() string { return l.say("servers-kept-everywhere") }

// AllChannels is what the menu of channels says if none is chosen.
func (l Language) AllChannels() string { return l.say("servers-channels-prompt") }

// OwnLanguage is the choice of the language that the server has in Discord, which
// is given by its own name.
func (l Language) OwnLanguage(name string) string {
	return l.say("servers-language-own", "Language", name)
}

// LivePace is the choice of five minutes a move.
func (l Language) LivePace() string { return l.say("servers-pace-live") }

// DayPace is the choice of a day for each move.
func (l Language) DayPace() string { return l.say("servers-pace-day") }

// LongPace is the choice of three days for each move.
func (l Language) LongPace() string { return l.say("servers-pace-long") }

// NoPace is the choice of no clock.
func (l Language) NoPace() string { return l.say("servers-pace-none") }

// HerePlace is the choice to play in the channel.
func (l Language) HerePlace() string { return l.say("servers-place-here") }

// ThreadPlace is the choice to play in threads.
func (l Language) ThreadPlace() string { return l.say("servers-place-thread") }

// ChangeAnnouncement opens what is set about the announcement.
func (l Language) ChangeAnnouncement() string { return l.say("servers-announcement-button") }

// GoOnHere makes a game go on in this channel.
func (l Language) GoOnHere() string { return l.say("servers-show-here") }

// OnlyManagersSet refuses the settings to other members.
func (l Language) OnlyManagersSet() string { return l.say("servers-only") }

// SettingsWhere refuses the settings outside of a server.
func (l Language) SettingsWhere() string { return l.say("servers-where") }

// PlayedIn refuses a channel that is not among those chosen.
func (l Language) PlayedIn(channels []string) string {
	return l.say("servers-elsewhere", "Channels", l.list(channels...))
}

// ChannelsAreYours is said below PlayedIn to somebody who can choose other channels.
func (l Language) ChannelsAreYours() string { return l.say("servers-elsewhere-manager") }

// ChannelsAreManaged is said below PlayedIn to everybody else.
func (l Language) ChannelsAreManaged() string { return l.say("servers-elsewhere-others") }

// GameUnreachable offers to go on with a game here, because nothing can be
// written any more where it is.
func (l Language) GameUnreachable(channel string) string {
	return l.say("servers-game-locked", "Channel", channel)
}

// TableTakenHere refuses to go on with a game in a channel that has another.
func (l Language) TableTakenHere() string { return l.say("servers-game-table-taken") }

// GameReachable is said to somebody who would move a game that can go on where it
// is.
func (l Language) GameReachable(channel string) string {
	return l.say("servers-game-not-lost", "Channel", channel)
}
