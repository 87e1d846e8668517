package text_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/decktet"
)

// everyPage is all that a language says in pages.
func everyPage(l text.Language) []text.Page {
	pages := append(l.AdamEvaRules(), l.AdamanRules()...)
	return append(pages, l.Help())
}

// whole joins the bodies of pages, so that a test need not know on which page
// something stands.
func whole(pages []text.Page) string {
	var b strings.Builder
	for _, p := range pages {
		b.WriteString(p.Body + "\n\n")
	}
	return b.String()
}

// pageFaults says what no page may have.
func pageFaults(p text.Page) (faults []string) {
	all := p.Title + "\n" + p.Body
	if n := utf8.RuneCountInString(all); n > 3500 {
		faults = append(faults, fmt.Sprintf("%d characters", n))
	}
	if strings.TrimSpace(p.Title) == "" || strings.TrimSpace(p.Body) == "" {
		faults = append(faults, "empty")
	}
	if strings.ContainsAny(all, "!{}`") {
		faults = append(faults, "an exclamation mark, a gap that was not filled or a back-quote")
	}
	if strings.Count(all, "**")%2 != 0 {
		faults = append(faults, "bold without an end")
	}
	if strings.Contains(all, "\n\n\n") || strings.TrimSpace(p.Body) != p.Body {
		faults = append(faults, "white space too much")
	}
	return faults
}

func TestPagesFitIntoAMessageAndKeepTheVoice(t *testing.T) {
	for _, l := range text.Languages() {
		titles := map[string]bool{}
		for _, p := range everyPage(l) {
			if faults := pageFaults(p); len(faults) > 0 {
				t.Errorf("%s: %q: %s", l.Tag(), p.Title, strings.Join(faults, "; "))
			}
			if titles[p.Title] {
				t.Errorf("%s: two pages are called %q", l.Tag(), p.Title)
			}
			titles[p.Title] = true
		}
	}
	for _, bad := range []text.Page{
		{"", "body"}, {"title", " "}, {"title", "Well done!"}, {"title", "{hand} cards"}, {"title", "**bold"},
		{"title", "a\n\n\nb"}, {"title", strings.Repeat("é", 3495)},
	} {
		if len(pageFaults(bad)) == 0 {
			t.Errorf("the check finds nothing wrong with %.20q", bad)
		}
	}
	for name, n := range map[string]int{"Adam & Eva": len(text.English.AdamEvaRules()), "Adaman": len(text.English.AdamanRules())} {
		if n < 2 || n > 4 {
			t.Errorf("%s has %d pages", name, n)
		}
	}
}

// What a page calls a button by is what stands on the button, in every language.
func TestPagesNameButtonsAsTheyAre(t *testing.T) {
	english := everyPage(text.English)
	named := 0
	for _, l := range text.Languages() {
		for i, p := range everyPage(l) {
			for _, label := range []func(text.Language) string{
				text.Language.MyHand, text.Language.TakeIt, text.Language.RefuseIt, text.Language.More, text.Language.LookBack,
				text.Language.Record, text.Language.ClearChoice, text.Language.GiveUp, text.Language.Share,
			} {
				if !strings.Contains(english[i].Body, "**"+label(text.English)+"**") {
					continue
				}
				if named++; !strings.Contains(p.Body, "**"+label(l)+"**") {
					t.Errorf("%s: %q does not name the button %q", l.Tag(), p.Title, label(l))
				}
			}
		}
	}
	if named < 10*len(text.Languages()) {
		t.Errorf("%d buttons are named", named)
	}
}

// adamEvaCards reads cards that stand with spaces between them.
func adamEvaCards(t *testing.T, list string) (set adameva.Cards) {
	t.Helper()
	for _, word := range strings.Fields(list) {
		c, err := adameva.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		set = set.With(c)
	}
	return set
}

func TestTheExamplesOfTiesAreWhatTheEngineSays(t *testing.T) {
	rules := whole(text.English.AdamEvaRules())
	for _, e := range []struct {
		text   string
		sides  [2]string
		result adameva.TreeResult
	}{
		{"With 5 and joker 4 against 8 it is 9 to 8, and the 9 takes the higher apple.", [2]string{"r5 j4", "r8"},
			adameva.TreeResult{Sums: [2]int{9, 8}, High: 0, Low: 1, Rule: adameva.HigherSum}},
		{"With 9 against 5 and joker 4 it is 9 to 9; the highest cards are 9 and 5, so the side with the 5 takes the higher apple.", [2]string{"r9", "r5 j4"},
			adameva.TreeResult{Sums: [2]int{9, 9}, High: 1, Low: 0, Rule: adameva.LowerHighest}},
		{"With 4 and 3 against joker 4 and joker 3 the sums are 7 and 7 and the highest cards 4 and 4; only the first side has a card that is no joker, so it takes the higher apple.", [2]string{"r4 r3", "j4 j3"},
			adameva.TreeResult{Sums: [2]int{7, 7}, High: 0, Low: 1, Rule: adameva.HigherPlain}},
		{"**Only one side has cards there**: that side takes both apples.", [2]string{"r3", ""},
			adameva.TreeResult{Sums: [2]int{3, 0}, High: 0, Low: 0, Rule: adameva.Alone}},
		{"**Nobody has cards there**: both apples leave the game.", [2]string{"", ""},
			adameva.TreeResult{High: games.Spectator, Low: games.Spectator, Rule: adameva.Nobody}},
	} {
		if !strings.Contains(rules, e.text) {
			t.Errorf("the rules do not say: %s", e.text)
		}
		if got := adameva.Judge([2]adameva.Cards{adamEvaCards(t, e.sides[0]), adamEvaCards(t, e.sides[1])}); got != e.result {
			t.Errorf("%s\nthe engine: %+v", e.text, got)
		}
	}
}

func TestTheBonusesAreTheEngines(t *testing.T) {
	said := map[int]int{}
	for _, line := range regexp.MustCompile(`(?m)^- (\d+) points each for (.*)$`).FindAllStringSubmatch(whole(text.English.AdamEvaRules()), -1) {
		points, err := strconv.Atoi(line[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range regexp.MustCompile(`the four (\d)s`).FindAllStringSubmatch(line[2], -1) {
			said[int(value[1][0]-'0')] = points
		}
	}
	for v := 1; v <= 8; v++ {
		if said[v] != adameva.BonusFor(v) {
			t.Errorf("the rules give %d points for four %ds, the engine %d", said[v], v, adameva.BonusFor(v))
		}
	}
}

// Games played at random show how long rounds get and what lies there at their
// end; the rules must say the same.
func TestTheNumbersOfARoundAreTheEngines(t *testing.T) {
	offers, down, hands := 0, map[int]bool{}, map[adameva.Variant]int{}
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		for n := range uint64(300) {
			chance := games.Numbered(n + 1)
			g, err := adameva.New(adameva.DealFrom(chance, variant), variant)
			if err != nil {
				t.Fatal(err)
			}
			hands[variant] = g.View(0).HandSizes[1]
			inRound := 0
			for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
				events, err := g.Play(moves[chance.Below(len(moves))])
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range events {
					switch e.Kind {
					case adameva.Offered:
						inRound++
						offers = max(offers, inRound)
					case adameva.RoundEnded:
						inRound = 0
					}
				}
			}
			for _, r := range g.View(games.Spectator).Finished {
				for _, side := range r.Sides {
					down[(side[adameva.Red] | side[adameva.Yellow] | side[adameva.Green] | side[adameva.Blue]).Len()] = true
				}
			}
		}
	}
	if len(down) != 2 || !down[5] || !down[6] {
		t.Errorf("sides end a round with these numbers of cards: %v", down)
	}
	if offers != 11 {
		t.Errorf("the longest round has %d offers", offers)
	}
	rules := whole(text.English.AdamEvaRules())
	for _, want := range []string{
		fmt.Sprintf("There are %d rounds.", adameva.Rounds),
		fmt.Sprintf("### The %d cards", adameva.DeckSize),
		fmt.Sprintf("each of you is dealt %d.", hands[adameva.Classic]),
		fmt.Sprintf("The %d cards that were not dealt", adameva.DeckSize-2*hands[adameva.Classic]),
		fmt.Sprintf("Each of you is dealt %d cards instead of %d; %d stay unseen.",
			hands[adameva.Tactical], hands[adameva.Classic], adameva.DeckSize-2*hands[adameva.Tactical]),
		"as soon as one side has **6 cards** under the trees. Once the serpent has been used, **5 cards** are enough.",
		"At most eleven cards are offered in a round.",
	} {
		if !strings.Contains(rules, want) {
			t.Errorf("the rules do not say: %s", want)
		}
	}
}

// section returns the text between a heading and the next one.
func section(t *testing.T, all, heading string) string {
	t.Helper()
	_, after, found := strings.Cut(all, "### "+heading+"\n")
	if !found {
		t.Fatalf("there is no heading %q", heading)
	}
	before, _, _ := strings.Cut(after, "\n### ")
	return before
}

// listedCards reads the lines "- **rank**: Name SUITS, Name SUITS".
func listedCards(t *testing.T, list string) (set decktet.Set) {
	t.Helper()
	byName := map[string]decktet.Card{}
	for _, c := range decktet.All() {
		byName[fmt.Sprintf("%d %s %s", c.Rank(), c.Name(), c.Suits())] = c
	}
	for _, line := range regexp.MustCompile(`(?m)^- \*\*(\d+)\*\*: (.*)$`).FindAllStringSubmatch(list, -1) {
		for _, name := range strings.Split(line[2], ", ") {
			c, found := byName[line[1]+" "+name]
			if !found {
				t.Errorf("no card is %q of rank %s", name, line[1])
			}
			if set.Has(c) {
				t.Errorf("%v is listed twice", c)
			}
			set = set.With(c)
		}
	}
	return set
}

func TestTheCardsOfAdamanAreTheDecks(t *testing.T) {
	rules := whole(text.English.AdamanRules())
	if got := listedCards(t, section(t, rules, "The 11 personalities")); got != decktet.Personalities {
		t.Errorf("the rules list as personalities %v, not %v", got, decktet.Personalities)
	}
	if got, want := listedCards(t, section(t, rules, "All other cards")), decktet.Full&^decktet.Personalities; got != want {
		t.Errorf("the rules list as other cards %v, not %v", got, want)
	}
	for _, want := range []string{
		"The suits: **M** Moons, **S** Suns, **V** Waves, **L** Leaves, **Y** Wyrms, **K** Knots.",
		"There are 36 cards.", "Their ranks add up to 66.", "**2MK** is the Author", "**AM** is the Ace of Moons", "**CS** is the Crown of Suns, the Bard",
	} {
		if !strings.Contains(rules, want) {
			t.Errorf("the rules do not say: %s", want)
		}
	}
}

func TestTheExampleOfAPlayIsLegal(t *testing.T) {
	named := map[string]decktet.Card{}
	for _, c := range decktet.All() {
		named[c.Name()] = c
	}
	merchant, castle, origin, mountain := named["Merchant"], named["Castle"], named["Origin"], named["Mountain"]
	p := adaman.Position{Capital: decktet.Of(merchant), Resources: decktet.Of(castle, origin, mountain)}
	if err := p.Check(adaman.Move{Target: merchant, Spend: decktet.Of(castle, origin)}); err != nil {
		t.Error(err)
	}
	if err := p.Check(adaman.Move{Target: merchant, Spend: decktet.Of(castle, origin, mountain)}); err == nil {
		t.Error("the Mountain pays for the Merchant")
	}
	rules := whole(text.English.AdamanRules())
	for _, want := range []string{
		"the Merchant, 9 of Leaves and Knots", "The Castle, 7 of Suns and Knots, shares Knots", "the Origin, 2 of Waves and Leaves, shares Leaves",
		"7 and 2 make 9", "The Mountain, 4 of Moons and Suns, shares no suit",
	} {
		if !strings.Contains(rules, want) {
			t.Errorf("the rules do not say: %s", want)
		}
	}
}

// Where the engines cannot be asked, the sentence itself is held: it carries a
// ruling, and rewording it is a moment to look the ruling up.
func TestTheRulesSayWhatTheRulingsSettle(t *testing.T) {
	for ruling, e := range map[string]struct {
		pages []text.Page
		says  string
	}{
		"Adam & Eva 1":  {text.English.AdamEvaRules(), "each of you opens two rounds"},
		"Adam & Eva 2":  {text.English.AdamEvaRules(), "settled before the first card is offered"},
		"Adam & Eva 4":  {text.English.AdamEvaRules(), "not before each of you has a card under a tree"},
		"Adam & Eva 5":  {text.English.AdamEvaRules(), "one card on the **other** player's side"},
		"Adam & Eva 6":  {text.English.AdamEvaRules(), "you are the one who has finished"},
		"Adam & Eva 7":  {text.English.AdamEvaRules(), "one by one, the lowest first"},
		"Adam & Eva 8":  {text.English.AdamEvaRules(), "Then 6 cards stay the number to reach"},
		"Adam & Eva 10": {text.English.AdamEvaRules(), "whoever has more apples worth 1, 2 or 3 wins. If that is equal too, the game is a draw."},
		"Adaman 1":      {text.English.AdamanRules(), "first the capital, then the resources"},
		"Adaman 2":      {text.English.AdamanRules(), "the game ends there, even in the very first deal"},
		"Adaman 3":      {text.English.AdamanRules(), "You may pay more than needed, even with cards that were not needed at all."},
		"Adaman 4":      {text.English.AdamanRules(), "it becomes one of your **resources**"},
		"Adaman 5":      {text.English.AdamanRules(), "The game ends at that moment, before anything more is dealt."},
		"Adaman 6":      {text.English.AdamanRules(), "You cannot pass"},
		"Adaman 7":      {text.English.AdamanRules(), "the ranks of all 11 personalities, which make 66, and the ranks of the cards left"},
		"the day":       {text.English.AdamanRules(), "**01:00 UTC**"},
		"the attempt":   {text.English.AdamanRules(), "**one attempt a day**"},
	} {
		if !strings.Contains(whole(e.pages), e.says) {
			t.Errorf("%s: the rules do not say %q", ruling, e.says)
		}
	}
}

var command = regexp.MustCompile(`\*\*(/[a-z-]+(?: [a-z]+)?)\*\*`)

func TestHelpListsEveryCommandThatTheTextsName(t *testing.T) {
	listed := map[string]bool{}
	for _, m := range command.FindAllStringSubmatch(text.English.Help().Body, -1) {
		listed[m[1]] = true
	}
	for _, want := range []string{
		"/adam-eva challenge", "/adam-eva table", "/adam-eva resign", "/adam-eva block", "/adam-eva practice",
		"/adaman daily", "/adaman practice", "/adaman archive", "/adaman sharing", "/adaman schedule", "/leaderboard", "/ratings", "/games", "/stats", "/rules", "/settings", "/privacy show", "/privacy hide", "/privacy delete", "/help",
	} {
		if !listed[want] {
			t.Errorf("help lacks %s", want)
		}
		delete(listed, want)
	}
	if len(listed) > 0 {
		t.Errorf("help lists what is no command: %v", listed)
	}
	for _, p := range everyPage(text.English) {
		for _, m := range command.FindAllStringSubmatch(p.Body, -1) {
			if !strings.Contains(text.English.Help().Body, "**"+m[1]+"**") {
				t.Errorf("%q names %s, which help does not list", p.Title, m[1])
			}
		}
	}
}
