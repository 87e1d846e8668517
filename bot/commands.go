package bot

import (
	"math"

	"github.com/bwmarrin/discordgo"

	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/record"
)

// commands is every slash command, in the order in which Discord lists them.
// What is registered with Discord follows from it and from the catalogue of texts,
// which says how all of it is called and described.
var commands []command

// buttons is what a press on a button does, by the action in its custom_id.
var buttons map[string]handler

func init() {
	// Set here and not where they are declared, because handlers reach the
	// tables through what they call.
	commands = []command{
		{name: "adam-eva", contexts: everywhere, subcommands: []subcommand{
			{name: "challenge", public: true, handle: challengeCommand, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "member"},
				variantChoice(),
				choice("first", firstLonger, firstChallenger, firstOpponent, firstChance),
				choice("pace", string(paceLive), string(paceDay), string(paceLong), string(paceNone)),
			}},
			{name: "table", public: true, running: true, handle: tableCommand},
			{name: "block", handle: blockCommand, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "member"},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "everyone"},
			}},
			{name: "resign", handle: resignCommand},
			{name: "practice", handle: versusCommand, options: []*discordgo.ApplicationCommandOption{
				choice("level", robot.Easy.String(), robot.Fair.String(), robot.Hard.String()),
				variantChoice(),
			}},
		}},
		{name: "adaman", contexts: everywhere, subcommands: []subcommand{
			{name: "daily", handle: dailyCommand},
			{name: "practice", handle: practiceCommand, options: []*discordgo.ApplicationCommandOption{
				{
					Type: discordgo.ApplicationCommandOptionInteger, Name: "number",
					MinValue: &lowestNumber, MaxValue: highestNumber,
				},
			}},
			{name: "archive", handle: archiveCommand},
			{name: "sharing", handle: sharingCommand, options: []*discordgo.ApplicationCommandOption{
				required(choice("finished", "ask", "always", "never")),
			}},
			{name: "schedule", handle: scheduleCommand, complete: map[string]completer{
				"zone": completeZone,
			}, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "time", MaxLength: 20},
				{Type: discordgo.ApplicationCommandOptionString, Name: "zone", Autocomplete: true, MaxLength: 100},
				{
					Type: discordgo.ApplicationCommandOptionChannel, Name: "channel",
					ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews},
				},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "off"},
			}},
		}},
		{name: "games", contexts: everywhere, subcommands: []subcommand{
			{handle: gamesCommand},
		}},
		{name: "stats", contexts: everywhere, subcommands: []subcommand{
			{public: true, handle: statsCommand, options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "member"},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "private"},
			}},
		}},
		{name: "leaderboard", contexts: inServers, subcommands: []subcommand{
			{public: true, handle: leaderboardCommand, options: []*discordgo.ApplicationCommandOption{
				choice("period", string(aDay), string(aWeek), string(aMonth), string(allTime)),
				{
					Type: discordgo.ApplicationCommandOptionInteger, Name: "day",
					MinValue: &lowestNumber, MaxValue: math.MaxUint32,
				},
			}},
		}},
		{name: "settings", contexts: inServers, managers: true, subcommands: []subcommand{
			{handle: settingsCommand},
		}},
		{name: "ratings", contexts: inServers, subcommands: []subcommand{
			{public: true, handle: ratingsCommand},
		}},
		{name: "rules", contexts: everywhere, subcommands: []subcommand{
			{handle: rulesCommand, options: []*discordgo.ApplicationCommandOption{
				choice("game", record.AdamEva, record.Adaman),
			}},
		}},
		{name: "privacy", contexts: everywhere, subcommands: []subcommand{
			{name: "show", handle: privacyShowCommand},
			{name: "hide", handle: privacyHideCommand, options: []*discordgo.ApplicationCommandOption{
				choice("set", "on", "off"),
			}},
			{name: "delete", handle: privacyDeleteCommand},
		}},
		{name: "help", contexts: everywhere, subcommands: []subcommand{
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
		"go-on":                goOnButton,
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
		"pause":                pauseButton,
		"pause-agree":          pauseAgreeButton,
		"pause-not":            pauseNotButton,
		"play-on":              playOnButton,
		"practice":             practiceButton,
		"practice-surely":      practiceSurelyButton,
		"privacy-forget":       privacyForgetButton,
		"privacy-hide":         privacyHideButton,
		"privacy-keep":         privacyKeepButton,
		"privacy-show":         privacyShowCommand,
		"ratings":              ratingsButton,
		"ratings-page":         ratingsPageButton,
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
	return choice("variant", adameva.Classic.String(), adameva.Tactical.String())
}

// required makes an option one that must be given.
func required(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Required = true
	return o
}

// choice is a text option with fixed values.
func choice(name string, values ...string) *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: name}
	for _, value := range values {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Value: value})
	}
	return o
}
