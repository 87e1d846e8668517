package text

import (
	"fmt"
	"strings"

	"windfall/games/adameva"
	"windfall/games/decktet"
)

// A Page is one page of the rules or of the help, in Discord's Markdown. Title
// and body together fit into one message.
type Page struct{ Title, Body string }

func page(title, body string) Page { return Page{title, strings.TrimSpace(body)} }

// AdamEvaRules returns the rules of Adam & Eva in the order in which a newcomer
// reads them. What the engines know they are asked, so that rules and engines
// cannot say different things.
func (l Language) AdamEvaRules() []Page {
	return []Page{
		page(l.say("rules-adameva-about-title"), l.say("rules-adameva-about",
			"Rounds", adameva.Rounds,
			"Cards", adameva.DeckSize,
			"Hand", adameva.Classic.HandSize(),
			"Undealt", adameva.DeckSize-2*adameva.Classic.HandSize())),
		page(l.say("rules-adameva-round-title"), l.say("rules-adameva-round")),
		page(l.say("rules-adameva-apples-title"), l.say("rules-adameva-apples",
			"BonusLow", adameva.BonusFor(1),
			"BonusMiddle", adameva.BonusFor(4),
			"BonusHigh", adameva.BonusFor(7),
			"Rounds", adameva.Rounds)),
		page(l.say("rules-adameva-here-title"), l.say("rules-adameva-here",
			"TacticalHand", adameva.Tactical.HandSize(),
			"Hand", adameva.Classic.HandSize(),
			"TacticalUndealt", adameva.DeckSize-2*adameva.Tactical.HandSize())),
	}
}

// AdamanRules returns the rules of Adaman in the order in which a newcomer
// reads them.
func (l Language) AdamanRules() []Page {
	return []Page{
		page(l.say("rules-adaman-about-title"), l.say("rules-adaman-about",
			"Personalities", decktet.Personalities.Len(),
			"Cards", decktet.Count)),
		page(l.say("rules-adaman-plays-title"), l.say("rules-adaman-plays",
			"Personalities", decktet.Personalities.Len(),
			"Ranks", decktet.Personalities.Ranks())),
		page(l.say("rules-adaman-cards-title"), l.say("rules-adaman-cards",
			"Suits", l.suitLetters("**"),
			"Personalities", decktet.Personalities.Len(),
			"PersonalityList", l.byRank(decktet.Personalities),
			"Ranks", decktet.Personalities.Ranks(),
			"OtherList", l.byRank(decktet.Full&^decktet.Personalities))),
		page(l.say("rules-adaman-here-title"), l.say("rules-adaman-here")),
	}
}

// Help returns what the bot can do, command by command.
func (l Language) Help() Page { return page(l.say("rules-help-title"), l.say("rules-help")) }

// byRank lists cards by their names and suits, a line for each rank.
func (l Language) byRank(cards decktet.Set) string {
	var lines []string
	for rank := 1; rank <= 10; rank++ {
		var these []string
		for c := range cards.All() {
			if c.Rank() == rank {
				these = append(these, l.card(c, alone)+" "+c.Suits().String())
			}
		}
		if these != nil {
			lines = append(lines, fmt.Sprintf("- **%d**: %s", rank, strings.Join(these, ", ")))
		}
	}
	return strings.Join(lines, "\n")
}
