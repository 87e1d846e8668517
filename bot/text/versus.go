package text

import (
	"slices"
	"strings"

	"windfall/games/adameva"
	"windfall/games/adameva/robot"
)

// This file is what is said in games of Adam & Eva against the bot.

// Opponent is what the bot is called as a player.
const Opponent = "Windfall"

// VersusThinking is said while the bot has a move to make.
func (l Language) VersusThinking() string { return l.say("versus-thinking", "Button", l.Refresh()) }

// VersusNotYours is said to somebody about the game of somebody else.
func (l Language) VersusNotYours() string { return l.say("versus-not-yours") }

// VersusGone is said about a game that is there no more.
func (l Language) VersusGone() string { return l.say("versus-gone") }

// VersusNotRanked is the small print below a finished game.
func (l Language) VersusNotRanked() string { return l.say("versus-not-ranked") }

// opponentLevel names a level of the bot, as the store has it.
func (l Language) opponentLevel(level string) string {
	switch level {
	case robot.Easy.String():
		return l.say("versus-easy")
	case robot.Hard.String():
		return l.say("versus-hard")
	}
	return l.say("versus-fair")
}

// VersusHeading says what is being played: level and variant.
func (l Language) VersusHeading(level, variant string) string {
	return l.say("versus-heading", "Bot", Opponent, "Level", l.opponentLevel(level), "Variant", l.variant(variant))
}

// VersusNews tells what has happened in events, which are those of several moves:
// if a round has ended, tree by tree. It is empty if there is nothing to tell.
func (l Language) VersusNews(events []adameva.Event, v *adameva.View, n Names) string {
	ended := slices.IndexFunc(events, func(e adameva.Event) bool { return e.Kind == adameva.RoundEnded })
	if ended < 0 {
		return l.WhatOf(events, n)
	}
	// Who took the rest is said with the round.
	before := slices.DeleteFunc(slices.Clone(events[:ended]), func(e adameva.Event) bool { return e.Kind == adameva.TookRest })
	said := []string{l.RoundHeading(events[ended].Round), l.RoundEnd(&v.Finished[events[ended].Round-1], n),
		l.say("versus-points", "First", n[0], "FirstPoints", v.Boards[0].Points(), "Second", n[1], "SecondPoints", v.Boards[1].Points())}
	if what := l.WhatOf(before, n); what != "" {
		said = append([]string{what}, said...)
	}
	if what := l.WhatOf(events[ended+1:], n); what != "" {
		said = append(said, what)
	}
	return strings.Join(said, "\n")
}

// VersusTurn is the round and the choice of the one who is to move, who is the
// reader.
func (l Language) VersusTurn(v *adameva.View, n Names) string {
	said := l.say("versus-choice", "Round", v.Round, "Rounds", adameva.Rounds, "What", l.Choice(v, n))
	if v.Phase == adameva.Answering {
		said += "\n" + l.IfTaken(v, n)
	}
	return said
}

// VersusOpen asks what becomes of a game that is open before another begins.
func (l Language) VersusOpen(level, variant string, round int) string {
	return l.say("versus-open", "Level", l.opponentLevel(level), "Variant", l.variant(variant), "Round", round, "Rounds", adameva.Rounds)
}

// VersusTallies are somebody's games against the bot, level by level.
type VersusTallies []VersusTally

// A VersusTally counts the games at one level.
type VersusTally struct {
	Level string
	Tally
}

// versusTallies says how the games ended: "easy 3 games, 2 won · hard 2 games, 0
// won, 1 drawn". It is empty if there are none.
func (l Language) versusTallies(all VersusTallies) string {
	var parts []string
	for _, t := range all {
		if t.Drawn > 0 {
			parts = append(parts, l.count("versus-tally-drawn", t.Played(), "Level", l.opponentLevel(t.Level), "Won", t.Won, "Drawn", t.Drawn))
		} else {
			parts = append(parts, l.count("versus-tally", t.Played(), "Level", l.opponentLevel(t.Level), "Won", t.Won))
		}
	}
	return strings.Join(parts, " · ")
}
