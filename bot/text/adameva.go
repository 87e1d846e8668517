package text

import (
	"fmt"
	"strings"
	"time"

	"windfall/games"
	"windfall/games/adameva"
)

// Names are what the two sides are called, by seat, ready to stand in markdown.
type Names [2]string

// fromNow writes a time so that each reader sees it in words, like "in 24 hours".
func fromNow(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// until writes a time so that each reader sees it in their own language and time
// zone and in words, like "5 December 2026 19:00, in 24 hours".
func until(t time.Time) string { return fmt.Sprintf("<t:%d:f>, %s", t.Unix(), fromNow(t)) }

// CardName names a card in words: "red 9", "joker 2", "serpent".
func CardName(c adameva.Card) string {
	if tree, ok := c.Tree(); ok {
		return fmt.Sprintf("%s %d", tree.Name(), c.Value())
	}
	if c.Joker() {
		return fmt.Sprintf("joker %d", c.Value())
	}
	return "serpent"
}

// cardNames lists cards in words, or says "nothing".
func cardNames(cards adameva.Cards) string {
	var names []string
	for c := range cards.All() {
		names = append(names, CardName(c))
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// TreeLabel is the label of a tree's button, with what a joker would make of
// the sum there: "Red: 8 → 11".
func TreeLabel(v *adameva.View, seat games.Seat, t adameva.Tree, joker adameva.Card) string {
	sum := v.Sides[seat][t].Sum()
	return fmt.Sprintf("%s: %d → %d", title(t.Name()), sum, sum+joker.Value())
}

// PreyLabel is the label of a card that the serpent may take: it names the tree
// too, because a joker can be under any.
func PreyLabel(c adameva.Card, t adameva.Tree) string {
	if c.Joker() {
		return fmt.Sprintf("%s, %s tree", CardName(c), t.Name())
	}
	return CardName(c)
}

// whoOpens says who opens the first round and why. first is one of the choices
// of the challenge's option.
func whoOpens(first string, n Names, opener games.Seat) string {
	switch first {
	case "chance":
		return "Chance decides who opens the first round."
	case "longer":
		return fmt.Sprintf("%s has been on Discord longer and opens the first round.", n[opener])
	}
	return fmt.Sprintf("%s opens the first round.", n[opener])
}

// Challenge is an open challenge. mention is the challenged as a mention.
func Challenge(n Names, mention, variant, first string, opener games.Seat, due time.Time, seal string) string {
	return fmt.Sprintf("### %s challenges %s to Adam & Eva\n%s · %s\n%s\nIt can be answered until %s.\n%s",
		n[0], n[1], mention, variantName(variant), whoOpens(first, n, opener), until(due), Seal(seal))
}

// Seal is the small line with the seal of a deal.
func Seal(seal string) string { return "-# seal " + seal }

// variantName describes a variant in a few words.
func variantName(variant string) string {
	if variant == adameva.Tactical.String() {
		return "tactical: seven cards each, and one is set aside at the end of the round"
	}
	return "classic: six cards each"
}

// ChallengeEnd says what became of a challenge that nobody plays.
func ChallengeEnd(n Names, reason string) string {
	switch reason {
	case "declined":
		return fmt.Sprintf("%s has declined %s's challenge to Adam & Eva.", n[1], n[0])
	case "withdrawn":
		return fmt.Sprintf("%s has withdrawn the challenge to %s.", n[0], n[1])
	}
	return fmt.Sprintf("%s's challenge to %s was not answered in time.", n[0], n[1])
}

// What are the sentences about what the last move brought about. They are empty
// at the start of the game.
func What(v *adameva.View, n Names) string { return WhatOf(v.Last, n) }

// WhatOf are the sentences about events, which may be those of several moves.
func WhatOf(events []adameva.Event, n Names) string {
	var said []string
	say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	keeper := ""
	for _, e := range events {
		who, other := "", ""
		if e.Seat == 0 || e.Seat == 1 {
			who, other = n[e.Seat], n[e.Seat.Other()]
		}
		switch e.Kind {
		case adameva.Taken:
			keeper = fmt.Sprintf("%s took %s's %s", who, other, CardName(e.Card))
		case adameva.Refused:
			keeper = fmt.Sprintf("%s refused %s's %s", who, other, CardName(e.Card))
		case adameva.Laid:
			switch {
			case keeper != "":
				say("%s; it lies on %s's side of the %s tree.", keeper, who, e.Tree.Name())
				keeper = ""
			case e.Card.Joker():
				say("%s put the %s under the %s tree.", who, CardName(e.Card), e.Tree.Name())
			}
		case adameva.Bitten:
			if keeper != "" {
				say("%s.", keeper)
				keeper = ""
			}
			say("%s's serpent took %s's %s from the %s tree.", who, other, CardName(e.Card), e.Tree.Name())
		case adameva.SetAside:
			say("%s set a card aside.", who)
		case adameva.TookRest:
			say("%s has finished the round; %s takes the rest: %s.", other, who, cardNames(e.Cards))
		case adameva.RoundEnded:
			say("Round %d is over.", e.Round)
		}
	}
	if keeper != "" { // a joker or the serpent, which is to be used now
		say("%s.", keeper)
	}
	return strings.Join(said, " ")
}

// Turn says whose choice is open and what it is about.
func Turn(v *adameva.View, n Names) string {
	if v.Outcome != nil {
		return "The game is over."
	}
	who := n[v.ToMove]
	switch v.Phase {
	case adameva.Offering:
		return fmt.Sprintf("%s offers a card", who)
	case adameva.Answering:
		return fmt.Sprintf("%s offers the %s. %s, do you take it?", n[v.Offerer], CardName(v.Card), who)
	case adameva.Placing:
		return fmt.Sprintf("%s chooses a tree for the %s", who, CardName(v.Card))
	case adameva.Biting:
		return fmt.Sprintf("%s has the serpent and takes one of %s's cards", who, n[v.ToMove.Other()])
	}
	return fmt.Sprintf("%s sets a card aside", who)
}

// Choice says to the one who is to move what is asked of them.
func Choice(v *adameva.View, n Names) string {
	other := n[v.ToMove.Other()]
	switch v.Phase {
	case adameva.Offering:
		return fmt.Sprintf("Your turn: which card do you offer %s?", other)
	case adameva.Answering:
		return fmt.Sprintf("%s offers you the %s. Do you take it?", other, CardName(v.Card))
	case adameva.Placing:
		return fmt.Sprintf("The %s is yours. Under which tree do you put it?", CardName(v.Card))
	case adameva.Biting:
		return fmt.Sprintf("The serpent is yours. Which of %s's cards does it take?", other)
	}
	return "The round ends. Which card do you set aside? Nobody sees it before the game's record."
}

// IfTaken says where the card on offer goes, taken or refused.
func IfTaken(v *adameva.View, n Names) string {
	taker, owner := n[v.ToMove], n[v.Offerer]
	if tree, ok := v.Card.Tree(); ok {
		return fmt.Sprintf("Taken, it lies on %s's side of the %s tree; refused, on %s's.", taker, tree.Name(), owner)
	}
	if v.Card.Joker() {
		return fmt.Sprintf("Who keeps it puts it under a tree at once: taken, %s; refused, %s.", taker, owner)
	}
	return fmt.Sprintf("Who keeps it takes one of the other side's cards at once: taken, %s; refused, %s.", taker, owner)
}

// Heading is the round and whose turn it is.
func Heading(v *adameva.View, n Names) string {
	return fmt.Sprintf("### Round %d of %d: %s", v.Round, adameva.Rounds, Turn(v, n))
}

// YourTurn tells somebody, as a mention, that it is their turn.
func YourTurn(mention string) string { return mention + ", it is your turn." }

// Table describes the open table: the trees, the hands, the boards.
func Table(v *adameva.View, n Names) string {
	var b strings.Builder
	for _, t := range adameva.Trees {
		fmt.Fprintf(&b, "**%s** tree, apples %d and %d: %s · %s\n", title(t.Name()), v.Apples[t][1], v.Apples[t][0],
			side(n[0], v.Sides[0][t]), side(n[1], v.Sides[1][t]))
	}
	if v.Gone != 0 {
		fmt.Fprintf(&b, "Out of the round: %s\n", cardNames(v.Gone))
	}
	if v.Unlaid != 0 {
		fmt.Fprintf(&b, "Still to be laid by %s: %s\n", n[v.Finisher.Other()], cardNames(v.Unlaid))
	}
	fmt.Fprintf(&b, "In hand: %s %s · %s %s\nOpener of this round: %s", n[0], cardCount(v.HandSizes[0]), n[1], cardCount(v.HandSizes[1]), n[v.Opener])
	return b.String()
}

func cardCount(n int) string {
	if n == 1 {
		return "1 card"
	}
	return fmt.Sprintf("%d cards", n)
}

// side writes one side of a tree: "Ana 5 + 4 = **9**".
func side(name string, cards adameva.Cards) string {
	if cards == 0 {
		return name + " none"
	}
	var parts []string
	for c := range cards.All() {
		if c.Joker() {
			parts = append(parts, fmt.Sprintf("joker %d", c.Value()))
		} else {
			parts = append(parts, fmt.Sprint(c.Value()))
		}
	}
	if len(parts) == 1 && !cards.List()[0].Joker() {
		return fmt.Sprintf("%s **%s**", name, parts[0])
	}
	return fmt.Sprintf("%s %s = **%d**", name, strings.Join(parts, " + "), cards.Sum())
}

// Boards describes both score boards and the bonuses still possible.
func Boards(v *adameva.View, n Names) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Points: **%s %d · %s %d**", n[0], v.Boards[0].Points(), n[1], v.Boards[1].Points())
	for seat := range games.Seat(2) {
		if apples := boardApples(v.Boards[seat]); apples != "" {
			fmt.Fprintf(&b, "\n%s: %s", n[seat], apples)
		}
	}
	if apples := boardApples(v.Lost); apples != "" {
		fmt.Fprintf(&b, "\nLeft the game: %s", apples)
	}
	for value := 1; value <= 8; value++ {
		for seat := range games.Seat(2) {
			switch have := v.Boards[seat].Count(value); {
			case have == 4:
				fmt.Fprintf(&b, "\n%s has all four %ds: +%d.", n[seat], value, adameva.BonusFor(value))
			case have > 1 && v.BonusOpen(seat, value):
				fmt.Fprintf(&b, "\n%s of the four %ds are %s's, worth %d more if all four come.", countWord(have), value, n[seat], adameva.BonusFor(value))
			}
		}
	}
	return b.String()
}

func countWord(n int) string {
	if n == 2 {
		return "Two"
	}
	return "Three"
}

// boardApples lists apples by colour: "red 3 7, green 8".
func boardApples(board adameva.Board) string {
	var colours []string
	for _, t := range adameva.Trees {
		if board[t].Len() == 0 {
			continue
		}
		colour := t.Name()
		for value := range board[t].All() {
			colour += fmt.Sprintf(" %d", value)
		}
		colours = append(colours, colour)
	}
	return strings.Join(colours, ", ")
}

// RoundEnd describes a finished round, tree by tree.
func RoundEnd(r *adameva.RoundResult, n Names) string {
	var b strings.Builder
	rival := r.Finisher.Other()
	fmt.Fprintf(&b, "%s finished; %s took the rest: %s.\n", n[r.Finisher], n[rival], cardNames(r.Rest))
	if r.Gone != 0 {
		fmt.Fprintf(&b, "Out of the round: %s.\n", cardNames(r.Gone))
	}
	for _, t := range adameva.Trees {
		fmt.Fprintf(&b, "**%s**: %s\n", title(t.Name()), treeEnd(r, t, n))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func treeEnd(r *adameva.RoundResult, t adameva.Tree, n Names) string {
	tr, low, high := r.Trees[t], r.Apples[t][0], r.Apples[t][1]
	switch tr.Rule {
	case adameva.Nobody:
		return fmt.Sprintf("nobody has a card there; the %d and the %d leave the game.", high, low)
	case adameva.Alone:
		return fmt.Sprintf("%s, alone there, takes the %d and the %d.", side(n[tr.High], r.Sides[tr.High][t]), high, low)
	}
	shares := fmt.Sprintf("%s takes the %d, %s the %d.", n[tr.High], high, n[tr.Low], low)
	sides := fmt.Sprintf("%s · %s", side(n[0], r.Sides[0][t]), side(n[1], r.Sides[1][t]))
	switch tr.Rule {
	case adameva.LowerHighest:
		return fmt.Sprintf("%s. Equal, so the lower highest card wins: %s", sides, shares)
	case adameva.HigherPlain:
		return fmt.Sprintf("%s. Equal, and so are the highest cards, so the higher card that is not a joker wins: %s", sides, shares)
	}
	return fmt.Sprintf("%s. The higher sum wins: %s", sides, shares)
}

// GameEnd is the heading and the reckoning of a finished game.
func GameEnd(v *adameva.View, n Names) string {
	o := v.Outcome
	var b strings.Builder
	switch o.Reason {
	case adameva.ByDraw:
		fmt.Fprintf(&b, "### A draw, %d to %d\n", o.Points[0], o.Points[1])
	case adameva.ByResigning:
		fmt.Fprintf(&b, "### %s resigned; %s wins\n", n[o.Winner.Other()], n[o.Winner])
	case adameva.ByTime:
		fmt.Fprintf(&b, "### %s's time ran out; %s wins\n", n[o.Winner.Other()], n[o.Winner])
	default:
		fmt.Fprintf(&b, "### %s wins, %d to %d\n", n[o.Winner], o.Points[o.Winner], o.Points[o.Winner.Other()])
	}
	switch o.Reason {
	case adameva.ByLowApples:
		fmt.Fprintf(&b, "Equal points; %s has more apples worth 1, 2 or 3: %d to %d.\n", n[o.Winner], o.Low[o.Winner], o.Low[o.Winner.Other()])
	case adameva.ByDraw:
		fmt.Fprintf(&b, "Equal points, and %d apples worth 1, 2 or 3 each.\n", o.Low[0])
	case adameva.ByResigning, adameva.ByTime:
		b.WriteString("The points are those of the rounds played to the end.\n")
	}
	for seat := range games.Seat(2) {
		board := v.Boards[seat]
		fmt.Fprintf(&b, "**%s** %d", n[seat], o.Points[seat])
		if apples := boardApples(board); apples != "" {
			fmt.Fprintf(&b, ": %s", apples)
		}
		if board.Bonus() > 0 {
			fmt.Fprintf(&b, "; apples %d", board.Apples())
		}
		for value := 1; value <= 8; value++ {
			if board.Count(value) == 4 {
				fmt.Fprintf(&b, ", all four %ds +%d", value, adameva.BonusFor(value))
			}
		}
		b.WriteByte('\n')
	}
	if apples := boardApples(v.Lost); apples != "" {
		fmt.Fprintf(&b, "Left the game: %s\n", apples)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// RoundSoFar tells every offer of this round: by whom, taken or refused, where
// it lies, and what was bitten.
func RoundSoFar(v *adameva.View, n Names) string {
	var lines []string
	for _, e := range v.Log {
		switch e.Kind {
		case adameva.Offered:
			lines = append(lines, fmt.Sprintf("%d. %s offered the %s", len(lines)+1, n[e.Seat], CardName(e.Card)))
		case adameva.Taken:
			lines[len(lines)-1] += fmt.Sprintf("; %s took it", n[e.Seat])
		case adameva.Refused:
			lines[len(lines)-1] += fmt.Sprintf("; %s refused it", n[e.Seat])
		case adameva.Laid:
			lines = extend(lines, fmt.Sprintf("the %s lies on %s's side of the %s tree", CardName(e.Card), n[e.Seat], e.Tree.Name()))
		case adameva.Bitten:
			lines = extend(lines, fmt.Sprintf("%s's serpent took %s's %s from the %s tree", n[e.Seat], n[e.Seat.Other()], CardName(e.Card), e.Tree.Name()))
		case adameva.SetAside:
			lines = extend(lines, fmt.Sprintf("%s set a card aside", n[e.Seat]))
		case adameva.TookRest:
			lines = extend(lines, fmt.Sprintf("%s took the rest: %s", n[e.Seat], cardNames(e.Cards)))
		}
	}
	if len(lines) == 0 {
		return "Nothing has been offered in this round yet."
	}
	return strings.Join(lines, "\n")
}

func extend(lines []string, more string) []string {
	if len(lines) == 0 {
		return []string{more}
	}
	lines[len(lines)-1] += "; " + more
	return lines
}

// Sentences and labels without parameters.
const (
	SerpentNotYet = "serpent (not yet: both sides need a card down)"
)

// GoesOnBelow stays where a table was that is shown in a newer message.
func (l Language) GoesOnBelow() string { return l.say("adameva-goes-on-below") }

// ShownElsewhere stays where the end of a game is shown in another message.
func (l Language) ShownElsewhere() string { return l.say("adameva-shown-elsewhere") }

// RoundHeading is the heading of a finished round.
func (l Language) RoundHeading(round int) string {
	return l.say("adameva-round-heading", "Round", round)
}

// RoundSoFarHeading is the heading of the list of a round's offers.
func (l Language) RoundSoFarHeading(round int) string {
	return l.say("adameva-round-so-far-heading", "Round", round)
}

// VariantShort is the small line with the variant.
func VariantShort(variant string) string { return "-# " + variant }

// Waiting says to somebody who is not to move what they wait for.
func Waiting(v *adameva.View, n Names) string {
	if v.Outcome != nil {
		return Turn(v, n)
	}
	if v.Phase == adameva.Answering {
		return fmt.Sprintf("You offered the %s. Waiting for %s.", CardName(v.Card), n[v.ToMove])
	}
	doing := "to set a card aside"
	switch v.Phase {
	case adameva.Offering:
		doing = "to offer a card"
	case adameva.Placing:
		doing = fmt.Sprintf("to put the %s under a tree", CardName(v.Card))
	case adameva.Biting:
		doing = "to use the serpent"
	}
	return fmt.Sprintf("Waiting for %s %s.", n[v.ToMove], doing)
}

// Hand lists the viewer's hand.
func Hand(v *adameva.View) string {
	s := "**Your hand:** " + cardNames(adameva.CardsOf(v.Hand...))
	if v.Aside != 0 {
		s += "\nSet aside: " + cardNames(v.Aside)
	}
	return s
}

// Proposed says that somebody would like to stop.
func Proposed(who, other string) string {
	return fmt.Sprintf("%s proposes to call the game off. %s can agree under More…, or play on.", who, other)
}
