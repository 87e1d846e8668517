package robot

import (
	"windfall/games/adaman"
	"windfall/games/decktet"
)

// A Reason is a fact about a play that a person can check on the table, and
// that is not so of the second best play.
type Reason struct {
	Why  Why
	Card decktet.Card  // the card meant, where there is one; see each Why
	Suit decktet.Suits // GainsSuit: the suits that are gained
}

// Why says which fact a [Reason] is.
type Why uint8

// The facts, the strongest first. "The play" is the one advised.
const (
	// OnlyPlay: no other play is legal.
	OnlyPlay Why = 1 + iota
	// Wins: the play controls the last personality. Card is that one.
	Wins
	// Safest: whatever the deck brings, this play is not followed by a sixth
	// card in the palace; the second best might be.
	Safest
	// FreesPalace: the play takes a card out of a palace with four or five in
	// it. Card is that one.
	FreesPalace
	// ControlsPerson: the play controls a personality, which is Card.
	ControlsPerson
	// KeepsFor: Card is the Huntress, the Bard or the Diplomat, who are hardest
	// to pay for and not controlled yet, and the play spends nothing that could
	// pay for that card, as the second best does.
	KeepsFor
	// PaysDearer: the target could be paid for with fewer ranks, but only by
	// giving away Card, which can pay for more of the personalities not controlled
	// yet than any card that the play spends.
	PaysDearer
	// GainsSuit: the play's target becomes a resource and is then the only one
	// with Suit, which a personality not controlled yet has, too. Card is the
	// target.
	GainsSuit
	// Exact: the ranks spent are exactly those needed.
	Exact
	// Overspends: the payment holds a card that was not needed, which makes room
	// for one more from the deck. Card is the first such card.
	Overspends
)

// most is how many reasons an advice gives.
const most = 3

// scarce are the personalities that the fewest cards can pay for.
var scarce = func() (s decktet.Set) {
	for c := range decktet.Personalities.All() {
		if c.Rank() >= 8 && !c.Suits().Shares(decktet.Leaves|decktet.Knots) {
			s = s.With(c)
		}
	}
	return s
}()

// reasons returns what speaks for an advice.
func reasons(t *adaman.Position, a *Advice, only bool) []Reason {
	if only {
		return []Reason{{Why: OnlyPlay}}
	}
	var list []Reason
	add := func(r Reason) {
		if len(list) < most {
			list = append(list, r)
		}
	}
	m, second := a.Move, a.Second.Move
	target := m.Target
	if wins(t, m) && !wins(t, second) {
		add(Reason{Why: Wins, Card: target})
		return list
	}
	if safe(t, m) && !safe(t, second) {
		add(Reason{Why: Safest})
	}
	switch freed := frees(t, m) && !frees(t, second); {
	case freed:
		add(Reason{Why: FreesPalace, Card: target})
	case target.Personality() && !second.Target.Personality():
		add(Reason{Why: ControlsPerson, Card: target})
	}
	if c, ok := keepsFor(t, m, second); ok {
		add(Reason{Why: KeepsFor, Card: c})
	}
	if c, ok := dearer(t, m); ok {
		if _, too := dearer(t, second); !too {
			add(Reason{Why: PaysDearer, Card: c})
		}
	}
	if suits := gains(t, m); suits != 0 && gains(t, second) == 0 {
		add(Reason{Why: GainsSuit, Card: target, Suit: suits})
	}
	if exact(m) && !exact(second) {
		add(Reason{Why: Exact})
	}
	if c, ok := unneeded(t, m); ok {
		if _, too := unneeded(t, second); !too {
			add(Reason{Why: Overspends, Card: c})
		}
	}
	return list
}

func wins(t *adaman.Position, m adaman.Move) bool {
	return t.Controlled().With(m.Target) == decktet.Personalities
}

// safe reports whether no order of the unseen cards brings a sixth card to the
// palace in the deal after m. The worst order has all personalities behind the
// cards for the capital; they come one after another as soon as the resources
// lack a card.
func safe(t *adaman.Position, m adaman.Move) bool {
	const row = 5
	capital, resources := t.Capital.Without(m.Target), t.Resources&^m.Spend
	if !m.Target.Personality() {
		resources = resources.With(m.Target)
	}
	if wins(t, m) || resources.Len() >= row {
		return true
	}
	unseen := t.Unseen()
	behind := max(0, unseen.Len()-max(0, row-capital.Len()))
	return t.Palace.Without(m.Target).Len()+min(behind, (unseen&decktet.Personalities).Len()) <= row
}

func frees(t *adaman.Position, m adaman.Move) bool {
	return t.Palace.Len() >= 4 && t.Palace.Has(m.Target)
}

// keepsFor returns the scarce personality with the least supply for which m
// spends nothing and second does.
func keepsFor(t *adaman.Position, m, second adaman.Move) (card decktet.Card, ok bool) {
	least := 0
	for c := range (scarce &^ t.Controlled()).All() {
		if c == m.Target || c == second.Target || m.Spend&c.Sharing() != 0 || second.Spend&c.Sharing() == 0 {
			continue
		}
		supply := (c.Sharing() &^ decktet.Personalities &^ t.Discard).Ranks() - c.Rank()
		if !ok || supply < least {
			card, least, ok = c, supply, true
		}
	}
	return card, ok
}

// dearer returns what m keeps by spending more ranks than the cheapest payment
// for its target: the card of that payment that serves most, if it serves more
// than any that m spends.
func dearer(t *adaman.Position, m adaman.Move) (card decktet.Card, ok bool) {
	cheapest := m
	var all [320]adaman.Move // ten targets with 31 payments each, and some room
	for _, other := range t.AppendMoves(all[:0]) {
		if other.Target == m.Target && other.Spend.Ranks() < cheapest.Spend.Ranks() {
			cheapest = other
		}
	}
	left := decktet.Personalities &^ t.Controlled() &^ decktet.Of(m.Target)
	most := 0
	for c := range m.Spend.All() {
		most = max(most, (left & c.Sharing()).Len())
	}
	for c := range (cheapest.Spend &^ m.Spend).All() {
		if n := (left & c.Sharing()).Len(); n > most {
			card, ok, most = c, true, n
		}
	}
	return card, ok
}

// gains returns the suits that the target brings to the resources, that none of
// those left has, and that a personality not controlled yet has.
func gains(t *adaman.Position, m adaman.Move) decktet.Suits {
	if m.Target.Personality() {
		return 0
	}
	suits := m.Target.Suits()
	for c := range (t.Resources &^ m.Spend).All() {
		suits &^= c.Suits()
	}
	var wanted decktet.Suits
	for c := range (decktet.Personalities &^ t.Controlled()).All() {
		wanted |= c.Suits()
	}
	return suits & wanted
}

func exact(m adaman.Move) bool { return m.Spend.Ranks() == m.Target.Rank() }

// unneeded returns the first card of a payment that could be left out, while the
// deck has cards.
func unneeded(t *adaman.Position, m adaman.Move) (decktet.Card, bool) {
	over := m.Spend.Ranks() - m.Target.Rank()
	for c := range m.Spend.All() {
		if c.Rank() <= over && t.Unseen() != 0 {
			return c, true
		}
	}
	return 0, false
}
