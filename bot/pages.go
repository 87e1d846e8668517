package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"windfall/bot/text"
	"windfall/games/record"
)

// This file shows the rules and the help: one book of pages, which only its
// reader sees and which are turned in place.

// helpBook is the help's name among the books.
const helpBook = "help"

// A book is some pages that belong together.
type book struct {
	name  string                     // in custom ids and in the command's option
	title func(text.Language) string // on a button
	pages func(text.Language) []text.Page
}

// books in the order of their buttons.
var books = []book{
	{record.AdamEva, text.Language.AdamEvaBook, text.Language.AdamEvaRules},
	{record.Adaman, text.Language.AdamanBook, text.Language.AdamanRules},
	{helpBook, text.Language.HelpBook, func(say text.Language) []text.Page { return []text.Page{say.Help()} }},
}

// rulesCommand is /rules.
func rulesCommand(ctx context.Context, p *press) error {
	name := p.option("game")
	if name == "" {
		name = record.AdamEva
	}
	return p.openBook(ctx, name, 0)
}

// helpCommand is /help.
func helpCommand(ctx context.Context, p *press) error { return p.openBook(ctx, helpBook, 0) }

// rulesButton opens the rules from a message of a game. It is another button
// than pageButton, because what it is on stays: a hand is seen by one member
// alone too.
func rulesButton(ctx context.Context, p *press) error {
	name, page, ok := parsePage(p.button.Arg)
	if !ok {
		return outOfDate(ctx, p)
	}
	return p.openBook(ctx, name, page)
}

// pageButton turns to a page in the message that it is on.
func pageButton(ctx context.Context, p *press) error {
	name, page, ok := parsePage(p.button.Arg)
	if !ok {
		return outOfDate(ctx, p)
	}
	m, ok := pageMessage(p.reader, name, page)
	if !ok {
		return outOfDate(ctx, p)
	}
	return unsent(p.update(ctx, m, p.ephemeral))
}

// openBook shows a page in a message of its own.
func (p *press) openBook(ctx context.Context, name string, page int) error {
	m, ok := pageMessage(p.reader, name, page)
	if !ok {
		return outOfDate(ctx, p)
	}
	return unsent(p.whisper(ctx, m))
}

// pageMessage is a page with the buttons that lead on. A page that the book does
// not have (any more) is the nearest that it has.
func pageMessage(say text.Language, name string, page int) (message, bool) {
	var others []component
	var open *book
	for _, b := range books {
		if b.name == name {
			open = &b
			continue
		}
		others = append(others, button(b.title(say), secondary, pageID(b.name, 0)))
	}
	if open == nil {
		return message{}, false
	}
	pages := open.pages(say)
	page = min(max(0, page), len(pages)-1)
	said := "## " + pages[page].Title + "\n" + pages[page].Body
	var turn []component
	if len(pages) > 1 {
		said += "\n" + say.PageOf(page+1, len(pages))
		// Both stand there on every page, so that they stay where they are.
		turn = []component{
			button(say.Back(), secondary, pageID(name, page-1)).disabledIf(page == 0),
			button(say.Next(), primary, pageID(name, page+1)).disabledIf(page == len(pages)-1),
		}
	}
	parts := append([]component{prose(said)}, rows(append(turn, others...)...)...)
	return message{parts: []component{box(accentQuiet, parts...)}}, true
}

// pageID is the id of a button that turns to a page.
func pageID(name string, page int) buttonID {
	return buttonID{Action: "page", Arg: fmt.Sprintf("%s %d", name, page)}
}

// parsePage reads a book's name and a page's number, from 0.
func parsePage(arg string) (name string, page int, ok bool) {
	name, number, _ := strings.Cut(arg, " ")
	page, err := strconv.Atoi(number)
	return name, page, err == nil
}

// toRules is a button of a game's messages that opens the rules.
func toRules(say text.Language, game uint64, book string) component {
	return button(say.Rules(), secondary, buttonID{Action: "rules", Game: game, Arg: book + " 0"})
}
