package text

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// This file says what Discord shows where people choose a command. Path is the way
// there in English, as the program knows it: command, subcommand, option.

// CommandName is what is typed: a command, a subcommand or an option.
func (l Language) CommandName(path ...string) string { return l.inCommands(path, "-name") }

// CommandDescription stands below it.
func (l Language) CommandDescription(path ...string) string {
	return l.inCommands(path, "-description")
}

// CommandChoice is what one of an option's choices is called; the path ends with
// its value.
func (l Language) CommandChoice(path ...string) string { return l.inCommands(path, "") }

// inCommands says a message whose id is made from a path. That each is there, and
// none besides, is tested where the commands are.
func (l Language) inCommands(path []string, what string) string {
	return l.localize(&i18n.LocalizeConfig{MessageID: "command-" + strings.Join(path, "-") + what})
}
