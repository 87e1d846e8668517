package bot

import (
	"math"

	"github.com/bwmarrin/discordgo"

	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/record"
)

// commands is every slash command, in the order in which Discord lists them.
// What is registered with Discord follows from it.
var commands []command

// buttons is what a press on a button does, by the action in its custom_id.
var buttons map[string]handler

func init() {
	// Set here and not where they are declared, because handlers reach the
	// tables through what they call.
	commands = []command{
		{name: "adam-eva", description: "Adam & Eva, a card game for two", contexts: everywhere, subcommands: []subcommand{
			{name: "challenge", description: "Challenge a member, or anybody, to a game", public: true, handle: challengeCommand, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "member", Description: "Whom you challenge (anybody in this channel, if you do not choose)"},
				variantChoice(),
				choice("first", "Who opens the first round (whoever has been on Discord longer, if you do not choose)",
					firstLonger, "Whoever has been on Discord longer",
					firstChallenger, "You", firstOpponent, "The other side", firstChance, "Chance"),
			}},
			{name: "table", description: "Show this channel's table again, here", public: true, running: true, handle: tableCommand},
			{name: "block", description: "Who can challenge you: block a member, unblock them, or take no challenges", handle: blockCommand, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "member", Description: "Whom you block (to see how it stands and to unblock, do not choose)"},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "everyone", Description: "True: take no challenges from anybody. False: take them again"},
			}},
			{name: "resign", description: "Give up your game in this channel", handle: resignCommand},
			{name: "practice", description: "Play against me, for your eyes only; it does not count", handle: versusCommand, options: []*discordgo.ApplicationCommandOption{
				choice("level", "How well I play (fair if you do not choose)",
					robot.Easy.String(), "Easy: for your first games",
					robot.Fair.String(), "Fair: I know what I am doing",
					robot.Hard.String(), "Hard: as well as I can"),
				variantChoice(),
			}},
		}},
		{name: "adaman", description: "Adaman, a solitaire with a fresh deal a day", contexts: everywhere, subcommands: []subcommand{
			{name: "daily", description: "Play today's deal, the same for everybody", handle: dailyCommand},
			{name: "practice", description: "Play any other deal, with undo and hints; it does not count", handle: practiceCommand, options: []*discordgo.ApplicationCommandOption{
				{
					Type: discordgo.ApplicationCommandOptionInteger, Name: "number", Description: "Which deal (any, if you do not choose)",
					MinValue: &lowestNumber, MaxValue: highestNumber,
				},
			}},
			{name: "archive", description: "The days that are over: how you did, and play them again", handle: archiveCommand},
			{name: "sharing", description: "Whether the channel learns how you did", handle: sharingCommand, options: []*discordgo.ApplicationCommandOption{
				required(choice("finished", "When you have finished a daily",
					"ask", "Ask me each time", "always", "Always share", "never", "Never share, never ask")),
			}},
			{name: "schedule", description: "Announce each day's deal in a channel (for those who manage the server)", handle: scheduleCommand, complete: map[string]completer{
				"zone": completeZone,
			}, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "time", Description: "At what time of day, such as 08:00", MaxLength: 20},
				{Type: discordgo.ApplicationCommandOptionString, Name: "zone", Description: "In which time zone: type a city or a country (UTC if you do not choose)", Autocomplete: true, MaxLength: 100},
				{
					Type: discordgo.ApplicationCommandOptionChannel, Name: "channel", Description: "In which channel (this one if you do not choose)",
					ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews},
				},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "off", Description: "Announce no more"},
			}},
		}},
		{name: "games", description: "All your open games and challenges, and whose turn it is", contexts: everywhere, subcommands: []subcommand{
			{handle: gamesCommand},
		}},
		{name: "stats", description: "How somebody has played", contexts: everywhere, subcommands: []subcommand{
			{public: true, handle: statsCommand, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "member", Description: "Whose games (yours if you do not choose)"},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "private", Description: "Show it to you alone"},
			}},
		}},
		{name: "leaderboard", description: "How the members of this server stand at the dailies", contexts: inServers, subcommands: []subcommand{
			{public: true, handle: leaderboardCommand, options: []*discordgo.ApplicationCommandOption{
				choice("period", "Of which time (a day if you do not choose)",
					string(aDay), "A day", string(aWeek), "A week, Monday to Sunday", string(aMonth), "A month", string(allTime), "All time"),
				{
					Type: discordgo.ApplicationCommandOptionInteger, Name: "day", Description: "The number of the day, or of one in that time (the newest if you do not choose)",
					MinValue: &lowestNumber, MaxValue: math.MaxUint32,
				},
			}},
		}},
		{name: "settings", description: "How I behave on this server (for those who manage it)", contexts: inServers, managers: true, subcommands: []subcommand{
			{handle: settingsCommand},
		}},
		{name: "rules", description: "The rules of both games, page by page", contexts: everywhere, subcommands: []subcommand{
			{handle: rulesCommand, options: []*discordgo.ApplicationCommandOption{
				choice("game", "Which game (Adam & Eva if you do not choose)", record.AdamEva, "Adam & Eva", record.Adaman, "Adaman"),
			}},
		}},
		{name: "help", description: "What I can do, command by command", contexts: everywhere, subcommands: []subcommand{
			{handle: helpCommand},
		}},
	}
	buttons = map[string]handler{
		"accept":               acceptButton,
		"accept-in-thread":     acceptInThreadButton,
		"again":                handButton,
		"agree":                agreeButton,
		"announced":            dailyButton, // on an announcement, which is known by it
		"archive":              archiveButton,
		"archive-day":          archiveDayButton,
		"archive-play":         archivePlayButton,
		"archive-surely":       archiveSurelyButton,
		"blocks":               blocksButton,
		"board":                boardButton,
		"call-off":             callOffButton,
		"clear":                clearButton,
		"clear-surely":         clearSurelyButton,
		"control":              controlButton,
		"daily":                dailyButton,
		"day-record":           dayRecordButton,
		"decline":              declineButton,
		"games":                gamesButton,
		"give-up":              giveUpButton,
		"give-up-surely":       giveUpSurelyButton,
		"hand":                 handButton,
		"hint":                 hintButton,
		"in-thread":            inThreadButton,
		"keep":                 keepButton,
		"leaderboard":          leaderboardButton,
		"leaderboard-page":     leaderboardPageButton,
		"line":                 lineButton,
		"look-back":            lookBackButton,
		"more":                 moreButton,
		"move":                 moveButton,
		"page":                 pageButton,
		"play-on":              playOnButton,
		"practice":             practiceButton,
		"practice-surely":      practiceSurelyButton,
		"record":               recordButton,
		"refuse-all":           refuseAllButton,
		"rematch":              rematchButton,
		"resign":               resignButton,
		"resign-surely":        resignSurelyButton,
		"rules":                rulesButton,
		"schedule":             scheduleButton,
		"schedule-set":         scheduleSetButton,
		"schedule-stop":        scheduleStopButton,
		"settings-schedule":    settingsScheduleButton,
		"settings-set":         settingsSetButton,
		"share":                shareButton,
		"share-always":         shareAlwaysButton,
		"share-never":          shareNeverButton,
		"share-text":           shareTextButton,
		"show-here":            showHereButton,
		"spend":                spendButton,
		"target":               targetButton,
		"unblock":              unblockButton,
		"undo":                 undoButton,
		"versus":               versusButton,
		"versus-move":          versusMoveButton,
		"versus-new":           versusNewButton,
		"versus-resign":        versusResignButton,
		"versus-resign-surely": versusResignSurelyButton,
		"versus-surely":        versusSurelyButton,
		"where-lost":           whereLostButton,
		"winnable":             winnableButton,
		"withdraw":             withdrawButton,
	}
}

// lowestNumber is the lowest number of a practice deal, as an option wants it.
var lowestNumber = 1.0

// variantChoice is the option for a variant of Adam & Eva.
func variantChoice() *discordgo.ApplicationCommandOption {
	return choice("variant", "How many cards a hand has (classic if you do not choose)",
		adameva.Classic.String(), "Classic: six cards each",
		adameva.Tactical.String(), "Tactical: seven cards each, one is set aside")
}

// required makes an option one that must be given.
func required(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Required = true
	return o
}

// choice is a text option with fixed choices, given as value and name in turn.
func choice(name, description string, pairs ...string) *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: name, Description: description}
	for i := 0; i+1 < len(pairs); i += 2 {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: pairs[i+1], Value: pairs[i]})
	}
	return o
}
