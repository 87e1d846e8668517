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

// TreeLabel is the label of a tree's button, with what a joker would make of
// the sum there: "Red: 8 → 11".
func (l Language) TreeLabel(v *adameva.View, seat games.Seat, t adameva.Tree, joker adameva.Card) string {
	sum := v.Sides[seat][t].Sum()
	return l.say("adameva-tree-label", "Tree", l.tree(t), "Sum", sum, "After", sum+joker.Value())
}

// PreyLabel is the label of a card that the serpent may take: it names the tree
// too, because a joker can be under any.
func (l Language) PreyLabel(c adameva.Card, t adameva.Tree) string {
	if !c.Joker() {
		return l.CardName(c)
	}
	switch t {
	case adameva.Red:
		return l.say("adameva-prey-red", "Value", c.Value())
	case adameva.Yellow:
		return l.say("adameva-prey-yellow", "Value", c.Value())
	case adameva.Green:
		return l.say("adameva-prey-green", "Value", c.Value())
	}
	return l.say("adameva-prey-blue", "Value", c.Value())
}

// SerpentNotYet is the label of the serpent while it cannot be offered.
func (l Language) SerpentNotYet() string { return l.say("adameva-serpent-not-yet") }

// whoOpens says who opens the first round and why. first is one of the choices
// of the challenge's option.
func (l Language) whoOpens(first string, n Names, opener games.Seat) string {
	switch first {
	case "chance":
		return l.say("adameva-opens-chance")
	case "longer":
		return l.say("adameva-opens-longer", "Opener", n[opener])
	}
	return l.say("adameva-opens", "Opener", n[opener])
}

// Challenge is an open challenge. mention is the challenged as a mention.
func (l Language) Challenge(n Names, mention, variant, first, pace string, opener games.Seat, due time.Time, seal string) string {
	return strings.Join([]string{
		l.say("adameva-challenge", "Challenger", n[0], "Challenged", n[1]),
		mention + " · " + l.variantName(variant),
		l.whoOpens(first, n, opener),
		l.paceOffered(pace),
		l.say("adameva-challenge-until", "Until", until(due)),
		l.Seal(seal),
	}, "\n")
}

// Seal is the small line with the seal of a deal.
func (l Language) Seal(seal string) string { return l.say("adameva-seal", "Seal", seal) }

// variantName describes a variant in a few words.
func (l Language) variantName(variant string) string {
	if variant == adameva.Tactical.String() {
		return l.say("adameva-variant-tactical")
	}
	return l.say("adameva-variant-classic")
}

// variant is a variant's name alone.
func (l Language) variant(variant string) string {
	if variant == adameva.Tactical.String() {
		return l.say("adameva-tactical")
	}
	return l.say("adameva-classic")
}

// VariantShort is the small line with the variant.
func (l Language) VariantShort(variant string) string { return "-# " + l.variant(variant) }

// ChallengeEnd says what became of a challenge that nobody plays.
func (l Language) ChallengeEnd(n Names, reason string) string {
	switch reason {
	case "declined":
		return l.say("adameva-declined", "Challenged", n[1], "Challenger", n[0])
	case "withdrawn":
		return l.say("adameva-withdrawn", "Challenger", n[0], "Challenged", n[1])
	}
	return l.say("adameva-expired", "Challenger", n[0], "Challenged", n[1])
}

// What are the sentences about what the last move brought about. They are empty
// at the start of the game.
func (l Language) What(v *adameva.View, n Names) string { return l.WhatOf(v.Last, n) }

// WhatOf are the sentences about events, which may be those of several moves.
func (l Language) WhatOf(events []adameva.Event, n Names) string {
	var said []string
	var answer *adameva.Event // a card was taken or refused, which is not said yet
	for i := range events {
		e := &events[i]
		who, other := "", ""
		if e.Seat == 0 || e.Seat == 1 {
			who, other = n[e.Seat], n[e.Seat.Other()]
		}
		switch e.Kind {
		case adameva.Taken, adameva.Refused:
			answer = e
		case adameva.Laid:
			switch {
			case answer != nil:
				said = append(said, l.kept(answer, e.Tree, n))
				answer = nil
			case e.Card.Joker():
				said = append(said, l.say("adameva-put", "Who", who, "Card", l.cardObject(e.Card), "Tree", l.under(e.Tree)))
			}
		case adameva.Bitten:
			if answer != nil {
				said = append(said, l.answered(answer, n))
				answer = nil
			}
			said = append(said, l.say("adameva-bitten", "Who", who, "Owner", other, "Card", l.cardOwned(e.Card), "Tree", l.from(e.Tree)))
		case adameva.SetAside:
			said = append(said, l.say("adameva-set-aside", "Who", who))
		case adameva.TookRest:
			said = append(said, l.say("adameva-takes-rest", "Finisher", other, "Rival", who, "Cards", l.cardNames(e.Cards)))
		case adameva.RoundEnded:
			said = append(said, l.say("adameva-round-over", "Round", e.Round))
		}
	}
	if answer != nil { // a joker or the serpent, which is to be used now
		said = append(said, l.answered(answer, n))
	}
	return strings.Join(said, " ")
}

// answered says that a card was taken or refused.
func (l Language) answered(e *adameva.Event, n Names) string {
	who, owner := n[e.Seat], n[e.Seat.Other()]
	if e.Kind == adameva.Taken {
		return l.say("adameva-taken", "Who", who, "Owner", owner, "Card", l.cardOwned(e.Card))
	}
	return l.say("adameva-refused", "Who", who, "Owner", owner, "Card", l.cardOwned(e.Card))
}

// kept says that a card was taken or refused and lies at a tree now. A joker has
// sentences of its own, because a pronoun stands for the card.
func (l Language) kept(e *adameva.Event, t adameva.Tree, n Names) string {
	who, owner, tree := n[e.Seat], n[e.Seat.Other()], l.sideOf(t)
	switch taken := e.Kind == adameva.Taken; {
	case taken && e.Card.Joker():
		return l.say("adameva-taken-joker-lies", "Who", who, "Owner", owner, "Card", l.cardOwned(e.Card), "Tree", tree)
	case taken:
		return l.say("adameva-taken-lies", "Who", who, "Owner", owner, "Card", l.cardOwned(e.Card), "Tree", tree)
	case e.Card.Joker():
		return l.say("adameva-refused-joker-lies", "Who", who, "Owner", owner, "Card", l.cardOwned(e.Card), "Tree", tree)
	}
	return l.say("adameva-refused-lies", "Who", who, "Owner", owner, "Card", l.cardOwned(e.Card), "Tree", tree)
}

// Turn says whose choice is open and what it is about.
func (l Language) Turn(v *adameva.View, n Names) string {
	if v.Outcome != nil {
		return l.say("adameva-over")
	}
	who := n[v.ToMove]
	switch v.Phase {
	case adameva.Offering:
		return l.say("adameva-turn-offering", "Who", who)
	case adameva.Answering:
		return l.say("adameva-turn-answering", "Offerer", n[v.Offerer], "Card", l.cardObject(v.Card), "Who", who)
	case adameva.Placing:
		return l.say("adameva-turn-placing", "Who", who, "Value", v.Card.Value())
	case adameva.Biting:
		return l.say("adameva-turn-biting", "Who", who, "Other", n[v.ToMove.Other()])
	}
	return l.say("adameva-turn-aside", "Who", who)
}

// Choice says to the one who is to move what is asked of them.
func (l Language) Choice(v *adameva.View, n Names) string {
	other := n[v.ToMove.Other()]
	switch v.Phase {
	case adameva.Offering:
		return l.say("adameva-choice-offering", "Other", other)
	case adameva.Answering:
		return l.say("adameva-choice-answering", "Other", other, "Card", l.cardObject(v.Card))
	case adameva.Placing:
		return l.say("adameva-choice-placing", "Value", v.Card.Value())
	case adameva.Biting:
		return l.say("adameva-choice-biting", "Other", other)
	}
	return l.say("adameva-choice-aside")
}

// IfTaken says where the card on offer goes, taken or refused.
func (l Language) IfTaken(v *adameva.View, n Names) string {
	taker, owner := n[v.ToMove], n[v.Offerer]
	if tree, ok := v.Card.Tree(); ok {
		return l.say("adameva-if-taken", "Taker", taker, "Owner", owner, "Tree", l.sideOf(tree))
	}
	if v.Card.Joker() {
		return l.say("adameva-if-taken-joker", "Taker", taker, "Owner", owner)
	}
	return l.say("adameva-if-taken-serpent", "Taker", taker, "Owner", owner)
}

// Heading is the round and whose turn it is.
func (l Language) Heading(v *adameva.View, n Names) string {
	return l.say("adameva-heading", "Round", v.Round, "Rounds", adameva.Rounds, "What", l.Turn(v, n))
}

// YourTurn tells somebody, as a mention, that it is their turn.
func (l Language) YourTurn(mention string) string {
	return l.say("adameva-your-turn", "Mention", mention)
}

// Table describes the open table: the trees, the hands, the boards.
func (l Language) Table(v *adameva.View, n Names) string {
	var lines []string
	for _, t := range adameva.Trees {
		lines = append(lines, l.treeRow(v, t, n))
	}
	if v.Gone != 0 {
		lines = append(lines, l.say("adameva-gone", "Cards", l.cardNames(v.Gone)))
	}
	if v.Unlaid != 0 {
		lines = append(lines, l.say("adameva-unlaid", "Who", n[v.Finisher.Other()], "Cards", l.cardNames(v.Unlaid)))
	}
	lines = append(lines,
		l.say("adameva-hands", "First", n[0], "FirstCards", l.cardCount(v.HandSizes[0]), "Second", n[1], "SecondCards", l.cardCount(v.HandSizes[1])),
		l.say("adameva-opener", "Who", n[v.Opener]))
	return strings.Join(lines, "\n")
}

// treeRow describes a tree with its apples and both of its sides.
func (l Language) treeRow(v *adameva.View, t adameva.Tree, n Names) string {
	low, high := v.Apples[t][0], v.Apples[t][1]
	first, second := l.side(n[0], v.Sides[0][t]), l.side(n[1], v.Sides[1][t])
	switch t {
	case adameva.Red:
		return l.say("adameva-row-red", "High", high, "Low", low, "First", first, "Second", second)
	case adameva.Yellow:
		return l.say("adameva-row-yellow", "High", high, "Low", low, "First", first, "Second", second)
	case adameva.Green:
		return l.say("adameva-row-green", "High", high, "Low", low, "First", first, "Second", second)
	}
	return l.say("adameva-row-blue", "High", high, "Low", low, "First", first, "Second", second)
}

// side writes one side of a tree: "Ana 5 + 4 = **9**".
func (l Language) side(name string, cards adameva.Cards) string {
	if cards == 0 {
		return l.say("adameva-side-none", "Who", name)
	}
	var parts []string
	for c := range cards.All() {
		if c.Joker() {
			parts = append(parts, l.CardName(c))
		} else {
			parts = append(parts, fmt.Sprint(c.Value()))
		}
	}
	if len(parts) == 1 && !cards.List()[0].Joker() {
		return l.say("adameva-side-one", "Who", name, "Value", parts[0])
	}
	return l.say("adameva-side", "Who", name, "Values", strings.Join(parts, " + "), "Sum", cards.Sum())
}

// Boards describes both score boards and the bonuses still possible.
func (l Language) Boards(v *adameva.View, n Names) string {
	lines := []string{l.say("adameva-points", "First", n[0], "FirstPoints", v.Boards[0].Points(), "Second", n[1], "SecondPoints", v.Boards[1].Points())}
	for seat := range games.Seat(2) {
		if apples := l.apples(v.Boards[seat]); apples != "" {
			lines = append(lines, l.say("adameva-board", "Who", n[seat], "Apples", apples))
		}
	}
	if apples := l.apples(v.Lost); apples != "" {
		lines = append(lines, l.say("adameva-lost", "Apples", apples))
	}
	for value := 1; value <= 8; value++ {
		for seat := range games.Seat(2) {
			switch have := v.Boards[seat].Count(value); {
			case have == 4:
				lines = append(lines, l.say("adameva-bonus", "Who", n[seat], "Value", value, "Bonus", adameva.BonusFor(value)))
			case have == 3 && v.BonusOpen(seat, value):
				lines = append(lines, l.say("adameva-bonus-three", "Who", n[seat], "Value", value, "Bonus", adameva.BonusFor(value)))
			case have == 2 && v.BonusOpen(seat, value):
				lines = append(lines, l.say("adameva-bonus-two", "Who", n[seat], "Value", value, "Bonus", adameva.BonusFor(value)))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// apples lists apples by colour: "red 3 7, green 8". It is empty if there are
// none.
func (l Language) apples(board adameva.Board) string {
	var colours []string
	for _, t := range adameva.Trees {
		if board[t].Len() == 0 {
			continue
		}
		var values []string
		for value := range board[t].All() {
			values = append(values, fmt.Sprint(value))
		}
		colours = append(colours, l.applesOf(t, strings.Join(values, " ")))
	}
	return strings.Join(colours, ", ")
}

func (l Language) applesOf(t adameva.Tree, values string) string {
	switch t {
	case adameva.Red:
		return l.say("adameva-apples-red", "Values", values)
	case adameva.Yellow:
		return l.say("adameva-apples-yellow", "Values", values)
	case adameva.Green:
		return l.say("adameva-apples-green", "Values", values)
	}
	return l.say("adameva-apples-blue", "Values", values)
}

// RoundEnd describes a finished round, tree by tree.
func (l Language) RoundEnd(r *adameva.RoundResult, n Names) string {
	lines := []string{l.say("adameva-took-rest", "Finisher", n[r.Finisher], "Rival", n[r.Finisher.Other()], "Cards", l.cardNames(r.Rest))}
	if r.Gone != 0 {
		lines = append(lines, l.say("adameva-gone-of-round", "Cards", l.cardNames(r.Gone)))
	}
	for _, t := range adameva.Trees {
		lines = append(lines, l.say("adameva-tree-end", "Tree", l.tree(t), "What", l.treeEnd(r, t, n)))
	}
	return strings.Join(lines, "\n")
}

// treeEnd says who gets a tree's apples, and why.
func (l Language) treeEnd(r *adameva.RoundResult, t adameva.Tree, n Names) string {
	tr, low, high := r.Trees[t], r.Apples[t][0], r.Apples[t][1]
	switch tr.Rule {
	case adameva.Nobody:
		return l.say("adameva-end-nobody", "High", high, "Low", low)
	case adameva.Alone:
		return l.say("adameva-end-alone", "Side", l.side(n[tr.High], r.Sides[tr.High][t]), "High", high, "Low", low)
	}
	first, second := l.side(n[0], r.Sides[0][t]), l.side(n[1], r.Sides[1][t])
	winner, loser := n[tr.High], n[tr.Low]
	switch tr.Rule {
	case adameva.LowerHighest:
		return l.say("adameva-end-lower-highest", "First", first, "Second", second, "Winner", winner, "Loser", loser, "High", high, "Low", low)
	case adameva.HigherPlain:
		return l.say("adameva-end-higher-plain", "First", first, "Second", second, "Winner", winner, "Loser", loser, "High", high, "Low", low)
	}
	return l.say("adameva-end-higher-sum", "First", first, "Second", second, "Winner", winner, "Loser", loser, "High", high, "Low", low)
}

// GameEnd is the heading and the reckoning of a finished game.
func (l Language) GameEnd(v *adameva.View, n Names) string {
	o := v.Outcome
	var lines []string
	switch o.Reason {
	case adameva.ByDraw:
		lines = append(lines, l.say("adameva-drawn", "First", o.Points[0], "Second", o.Points[1]), l.count("adameva-drawn-why", o.Low[0]))
	case adameva.ByResigning:
		lines = append(lines, l.say("adameva-won-resigned", "Winner", n[o.Winner], "Loser", n[o.Winner.Other()]), l.say("adameva-points-as-they-stood"))
	case adameva.ByTime:
		lines = append(lines, l.say("adameva-won-time", "Winner", n[o.Winner], "Loser", n[o.Winner.Other()]), l.say("adameva-points-as-they-stood"))
	default:
		lines = append(lines, l.say("adameva-won", "Winner", n[o.Winner], "Points", o.Points[o.Winner], "Other", o.Points[o.Winner.Other()]))
		if o.Reason == adameva.ByLowApples {
			lines = append(lines, l.say("adameva-won-low", "Winner", n[o.Winner], "Low", o.Low[o.Winner], "Other", o.Low[o.Winner.Other()]))
		}
	}
	for seat := range games.Seat(2) {
		lines = append(lines, l.reckoning(v.Boards[seat], n[seat], o.Points[seat]))
	}
	if apples := l.apples(v.Lost); apples != "" {
		lines = append(lines, l.say("adameva-lost", "Apples", apples))
	}
	return strings.Join(lines, "\n")
}

// reckoning is one side's apples and bonuses at the end.
func (l Language) reckoning(board adameva.Board, name string, points int) string {
	apples := l.apples(board)
	if apples == "" {
		return l.say("adameva-reckoning-none", "Who", name, "Points", points)
	}
	if board.Bonus() == 0 {
		return l.say("adameva-reckoning", "Who", name, "Points", points, "Apples", apples)
	}
	var fours []string
	for value := 1; value <= 8; value++ {
		if board.Count(value) == 4 {
			fours = append(fours, l.say("adameva-four", "Value", value, "Bonus", adameva.BonusFor(value)))
		}
	}
	return l.say("adameva-reckoning-bonus", "Who", name, "Points", points, "Apples", apples, "Sum", board.Apples(), "Fours", strings.Join(fours, ", "))
}

// RoundSoFar tells every offer of this round: by whom, taken or refused, where
// it lies, and what was bitten.
func (l Language) RoundSoFar(v *adameva.View, n Names) string {
	var offers [][]string // of each, what happened
	add := func(what string) {
		if len(offers) == 0 {
			offers = [][]string{{what}}
			return
		}
		last := &offers[len(offers)-1]
		*last = append(*last, what)
	}
	for _, e := range v.Log {
		switch e.Kind {
		case adameva.Offered:
			offers = append(offers, []string{l.say("adameva-log-offered", "Number", len(offers)+1, "Who", n[e.Seat], "Card", l.cardObject(e.Card))})
		case adameva.Taken:
			add(l.say("adameva-log-taken", "Who", n[e.Seat]))
		case adameva.Refused:
			add(l.say("adameva-log-refused", "Who", n[e.Seat]))
		case adameva.Laid:
			add(l.say("adameva-log-lies", "Who", n[e.Seat], "Card", l.cardSubject(e.Card), "Tree", l.sideOf(e.Tree)))
		case adameva.Bitten:
			add(l.say("adameva-log-bitten", "Who", n[e.Seat], "Owner", n[e.Seat.Other()], "Card", l.cardOwned(e.Card), "Tree", l.from(e.Tree)))
		case adameva.SetAside:
			add(l.say("adameva-log-set-aside", "Who", n[e.Seat]))
		case adameva.TookRest:
			add(l.say("adameva-log-took-rest", "Who", n[e.Seat], "Cards", l.cardNames(e.Cards)))
		}
	}
	if len(offers) == 0 {
		return l.say("adameva-log-none")
	}
	var lines []string
	for _, what := range offers {
		lines = append(lines, strings.Join(what, l.say("adameva-log-between")))
	}
	return strings.Join(lines, "\n")
}

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

// Waiting says to somebody who is not to move what they wait for.
func (l Language) Waiting(v *adameva.View, n Names) string {
	if v.Outcome != nil {
		return l.Turn(v, n)
	}
	who := n[v.ToMove]
	switch v.Phase {
	case adameva.Offering:
		return l.say("adameva-waiting-offering", "Who", who)
	case adameva.Answering:
		return l.say("adameva-waiting-answering", "Who", who, "Card", l.cardObject(v.Card))
	case adameva.Placing:
		return l.say("adameva-waiting-placing", "Who", who, "Value", v.Card.Value())
	case adameva.Biting:
		return l.say("adameva-waiting-biting", "Who", who)
	}
	return l.say("adameva-waiting-aside", "Who", who)
}

// Hand lists the viewer's hand.
func (l Language) Hand(v *adameva.View) string {
	s := l.say("adameva-hand", "Cards", l.cardNames(adameva.CardsOf(v.Hand...)))
	if v.Aside != 0 {
		s += "\n" + l.say("adameva-hand-aside", "Cards", l.cardNames(v.Aside))
	}
	return s
}

// Proposed says that somebody would like to stop.
func (l Language) Proposed(who, other string) string {
	return l.say("adameva-proposed", "Who", who, "Other", other)
}
