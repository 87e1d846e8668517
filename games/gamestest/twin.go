// Package gamestest deals games again for tests that nothing hidden shows: a
// twin is the same game under another deal, such that one viewer could not have
// told the difference up to now.
package gamestest

import (
	"fmt"
	"slices"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
)

// AdamEvaTwin returns the deal of a twin of g for a viewer, and g's moves as
// they are written there: a card that somebody else has set aside is another.
// Everything the viewer cannot know is dealt anew from chance.
func AdamEvaTwin(g *adameva.Game, viewer games.Seat, chance *games.Stream) (adameva.Deal, []adameva.Move, error) {
	deal, moves := g.Deal(), g.Played()
	round := g.View(games.Spectator).Round
	dealFuture(&deal, g.Variant(), round, chance)
	shown, asides, err := shownCards(g)
	if err != nil {
		return deal, nil, err
	}
	for r := range round {
		swap := swaps(&deal.Rounds[r], shown[r], viewer, chance)
		for seat, hand := range deal.Rounds[r].Hands {
			for i, c := range hand {
				if to, ok := swap[c]; ok && games.Seat(seat) != viewer {
					hand[i] = to
				}
			}
		}
		for _, i := range asides[r] {
			if to, ok := swap[moves[i].Card]; ok && moves[i].Seat != viewer {
				moves[i].Card = to
			}
		}
	}
	return deal, moves, nil
}

// dealFuture deals the rounds to come anew, their apples too.
func dealFuture(deal *adameva.Deal, v adameva.Variant, round int, chance *games.Stream) {
	again := adameva.DealFrom(chance, v)
	for _, tree := range adameva.Trees {
		var left []int
		for r := round; r < adameva.Rounds; r++ {
			left = append(left, deal.Rounds[r].Apples[tree][:]...)
		}
		games.Shuffle(chance, left)
		for i := 0; i < len(left); i += 2 {
			deal.Rounds[round+i/2].Apples[tree] = [2]int{min(left[i], left[i+1]), max(left[i], left[i+1])}
		}
	}
	for r := round; r < adameva.Rounds; r++ {
		deal.Rounds[r].Hands = again.Rounds[r].Hands
	}
}

// swaps lets the cards that others hold or have set aside change places with
// each other and with those that were not dealt.
func swaps(round *adameva.RoundDeal, shown adameva.Cards, viewer games.Seat, chance *games.Stream) map[adameva.Card]adameva.Card {
	dealt := adameva.CardsOf(slices.Concat(round.Hands[:]...)...)
	var hidden, spare []adameva.Card
	for c := range adameva.Card(adameva.DeckSize) {
		if !dealt.Has(c) {
			spare = append(spare, c)
		}
	}
	for seat, hand := range round.Hands {
		for _, c := range hand {
			if games.Seat(seat) != viewer && !shown.Has(c) {
				hidden = append(hidden, c)
			}
		}
	}
	spare = append(spare, hidden...)
	games.Shuffle(chance, spare)
	swap := map[adameva.Card]adameva.Card{}
	for i, c := range hidden {
		swap[c] = spare[i]
	}
	return swap
}

// shownCards replays the game and returns, for each round, the cards that have
// come to lie open, and which moves set a card aside.
func shownCards(g *adameva.Game) (shown [adameva.Rounds]adameva.Cards, asides [adameva.Rounds][]int, err error) {
	again, err := adameva.New(g.Deal(), g.Variant())
	if err != nil {
		return shown, asides, err
	}
	for i, m := range g.Played() {
		r := again.View(games.Spectator).Round - 1
		if m.Kind == adameva.Aside {
			asides[r] = append(asides[r], i)
		}
		events, err := again.Play(m)
		if err != nil {
			return shown, asides, fmt.Errorf("replay: %w", err)
		}
		for _, event := range events {
			switch event.Kind {
			case adameva.Offered:
				shown[r] = shown[r].With(event.Card)
			case adameva.TookRest:
				shown[r] |= event.Cards
			}
		}
	}
	return shown, asides, nil
}

// AdamanTwin returns the deck of a twin of g: what has been dealt is the same,
// the rest lies in another order.
func AdamanTwin(g *adaman.Game, chance *games.Stream) adaman.Deck {
	deck := g.Deck()
	games.Shuffle(chance, deck[len(deck)-g.View(adaman.Player).Undealt:])
	return deck
}
