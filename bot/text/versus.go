package text

import (
	"fmt"
	"slices"
	"strings"

	"windfall/games/adameva"
)

// This file is what is said in games of Adam & Eva against the bot.

// Opponent is what the bot is called as a player.
const Opponent = "Windfall"

// Labels and sentences of such a game.
const (
	VersusThinking  = "It is my move, and I am not done thinking. **Look again** has me make it."
	VersusNotYours  = "This game is somebody else's. `/adam-eva practice` begins one of your own."
	VersusGone      = "This game is gone: you began another in its place, or left it for two weeks. `/adam-eva practice` shows the one that is open, or begins one."
	VersusNotRanked = "-# Practice counts for nothing but its own line in your statistics."
)

// VersusHeading says what is being played: level and variant.
func VersusHeading(level, variant string) string {
	return fmt.Sprintf("**Practice against %s** · %s · %s", Opponent, level, variant)
}

// VersusNews tells what has happened in events, which are those of several moves:
// if a round has ended, tree by tree. It is empty if there is nothing to tell.
func VersusNews(events []adameva.Event, v *adameva.View, n Names) string {
	ended := slices.IndexFunc(events, func(e adameva.Event) bool { return e.Kind == adameva.RoundEnded })
	if ended < 0 {
		return WhatOf(events, n)
	}
	// Who took the rest is said with the round.
	before := slices.DeleteFunc(slices.Clone(events[:ended]), func(e adameva.Event) bool { return e.Kind == adameva.TookRest })
	said := []string{English.RoundHeading(events[ended].Round), RoundEnd(&v.Finished[events[ended].Round-1], n),
		fmt.Sprintf("Points now: **%s %d · %s %d**", n[0], v.Boards[0].Points(), n[1], v.Boards[1].Points())}
	if what := WhatOf(before, n); what != "" {
		said = append([]string{what}, said...)
	}
	if what := WhatOf(events[ended+1:], n); what != "" {
		said = append(said, what)
	}
	return strings.Join(said, "\n")
}

// VersusTurn is the round and the choice of the one who is to move, who is the
// reader.
func VersusTurn(v *adameva.View, n Names) string {
	said := fmt.Sprintf("### Round %d of %d: %s", v.Round, adameva.Rounds, Choice(v, n))
	if v.Phase == adameva.Answering {
		said += "\n" + IfTaken(v, n)
	}
	return said
}

// VersusOpen asks what becomes of a game that is open before another begins.
func VersusOpen(level, variant string, round int) string {
	return fmt.Sprintf("You have a game against me open: %s, %s, round %d of %d. If you begin another, it is gone without a result.",
		level, variant, round, adameva.Rounds)
}

// VersusTallies are somebody's games against the bot, level by level.
type VersusTallies []VersusTally

// A VersusTally counts the games at one level.
type VersusTally struct {
	Level string
	Tally
}

// String says how the games ended: "easy 3 games, 2 won · hard 2 games, 0 won, 1 drawn".
// It is empty if there are none.
func (all VersusTallies) String() string {
	var parts []string
	for _, t := range all {
		said := fmt.Sprintf("%s %s, %d won", t.Level, count(t.Played(), "game"), t.Won)
		if t.Drawn > 0 {
			said += fmt.Sprintf(", %d drawn", t.Drawn)
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, " · ")
}
