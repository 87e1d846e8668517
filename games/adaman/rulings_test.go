package adaman_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

// stack returns the deck that deals the cards of text first and then all others
// in deck order. Bars in text are for the reader.
func stack(t testing.TB, text string) adaman.Deck {
	t.Helper()
	cards := cards(t, text)
	for c := range (decktet.Full &^ decktet.Of(cards...)).All() {
		cards = append(cards, c)
	}
	deck, err := adaman.DeckOf(cards)
	if err != nil {
		t.Fatal(err)
	}
	return deck
}

// cards reads cards in notation.
func cards(t testing.TB, text string) []decktet.Card {
	t.Helper()
	var list []decktet.Card
	for _, word := range strings.Fields(strings.ReplaceAll(text, "|", " ")) {
		c, err := decktet.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// start returns the game that stack deals.
func start(t testing.TB, text string) *adaman.Game {
	t.Helper()
	g, err := adaman.New(stack(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// move reads a move in notation.
func move(t testing.TB, text string) adaman.Move {
	t.Helper()
	m, err := adaman.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play makes a move and returns what happened, an event a line.
func play(t testing.TB, g *adaman.Game, text string) string {
	t.Helper()
	events, err := g.Play(move(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return lines(events)
}

func lines(events []adaman.Event) string {
	var text []string
	for _, e := range events {
		text = append(text, e.String())
	}
	return strings.Join(text, "\n")
}

// look checks the open table, without regard to white space at the margins.
func look(t testing.TB, g *adaman.Game, want string) {
	t.Helper()
	same(t, fmt.Sprint(g), want)
}

// same compares lines of text, without regard to white space at the margins.
func same(t testing.TB, got, want string) {
	t.Helper()
	trim := func(text string) string {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		return strings.Join(lines, "\n")
	}
	if trim(got) != trim(want) {
		t.Errorf("got\n%s\nwant\n%s", trim(got), trim(want))
	}
}

func TestRuling1_CapitalToFiveThenResourcesToFive(t *testing.T) {
	g := start(t, "3MV 9MS 8VL CV CL | AM AV 4MS 7SK 6LK | 5ML AS AK")
	look(t, g, `
		palace
		capital   3MV 9MS 8VL CV CL
		resources AM AV 4MS 7SK 6LK
		deck 26, controlled 0 (0)`)

	t.Run("after a play the capital comes first", func(t *testing.T) {
		g := g.Clone()
		same(t, play(t, g, "3MV < AM 4MS"), `
			control 3MV from capital with AM 4MS, to resources
			deal 5ML to capital
			deal AS to resources`)
		look(t, g, `
			palace
			capital   9MS 8VL CV CL 5ML
			resources 3MV AV 7SK 6LK AS
			deck 24, controlled 0 (0)`)
	})
	t.Run("a full row gets nothing", func(t *testing.T) {
		g := g.Clone()
		same(t, play(t, g, "3MV < 4MS"), `
			control 3MV from capital with 4MS, to resources
			deal 5ML to capital`)
	})
	t.Run("a card controlled in the palace leaves the capital as it is", func(t *testing.T) {
		g := start(t, "3MV 9MS 8VL CV CL | 2MK AM AV 4MS 7SK 6LK | 5ML AS AK")
		same(t, play(t, g, "2MK < 4MS 7SK"), `
			control 2MK from palace with 4MS 7SK, to discard
			deal 5ML to resources
			deal AS to resources`)
	})
	t.Run("without cards in the deck the game goes on", func(t *testing.T) {
		p := adaman.Position{
			Capital: decktet.Of(cards(t, "3MV 9MS 2MK 5ML")...), Resources: decktet.Of(cards(t, "4MS AM")...), Dealt: decktet.Count,
		}
		deck := stack(t, "")
		p = p.After(&deck, move(t, "3MV < 4MS"))
		if p.Result != 0 || p.Capital.String() != "2MK 5ML 9MS" || p.Resources.String() != "AM 3MV" {
			t.Errorf("position %+v", p)
		}
	})
}

func TestRuling2_PersonalitiesForTheResourcesGoToThePalace(t *testing.T) {
	t.Run("and the draw repeats", func(t *testing.T) {
		look(t, start(t, "CM 9MS 8VL CV CL | AM 2MK 3SK 3LY AV 4MS 4VL 7SK 5YK 6LK"), `
			palace    2MK 3SK 3LY 4VL 5YK
			capital   CM 9MS 8VL CV CL
			resources AM AV 4MS 7SK 6LK
			deck 21, controlled 0 (0)`)
	})
	t.Run("the sixth ends the game in the opening deal", func(t *testing.T) {
		g := start(t, "AL 9MS 8VL CV CL | AM 2MK 3SK 3LY AV 4MS 4VL 7SK 5YK 6MV 6LK")
		look(t, g, `
			palace    2MK 3SK 3LY 4VL 5YK 6MV
			capital   AL 9MS 8VL CV CL
			resources AM AV 4MS 7SK
			deck 21, controlled 0 (0)
			overthrown, score 0, controlled 0, left 13`)
		if seat, on := g.ToMove(); on || len(g.Moves()) != 0 {
			t.Errorf("seat %v is to move and has %v", seat, g.Moves())
		}
	})
	t.Run("the sixth ends the game in the middle of a refill", func(t *testing.T) {
		g := start(t, "AM AS AV AL AY | 2MK 3SK 3LY 4VL 5YK 4MS 5ML 7SK 9MS CV | 9LK 5SV 6MV AK")
		same(t, play(t, g, "AM < 4MS 5ML 9MS"), `
			control AM from capital with 4MS 5ML 9MS, to resources
			deal 9LK to capital
			deal 5SV to resources
			deal 6MV to palace
			end overthrown`)
		look(t, g, `
			palace    2MK 3SK 3LY 4VL 5YK 6MV
			capital   AS AV AL AY 9LK
			resources AM 7SK CV 5SV
			deck 18, controlled 0 (0)
			overthrown, score 0, controlled 0, left 23`)
	})
	t.Run("a play can make room", func(t *testing.T) {
		g := start(t, "AM AS AV AL AY | 2MK 3SK 3LY 4VL 5YK 4MS 5ML 7SK 9MS CV | 6MV 5SV AK")
		same(t, play(t, g, "5YK < 7SK"), `
			control 5YK from palace with 7SK, to discard
			deal 6MV to palace
			deal 5SV to resources`)
	})
}

func TestRuling3_APlayNamesATargetAndPaysForIt(t *testing.T) {
	g := start(t, "5YK 9MS 8VL CV CL | 2MK AM AV 4MS 7SK 4YK | 5ML AS AK")
	look(t, g, `
		palace    2MK
		capital   5YK 9MS 8VL CV CL
		resources AM AV 4MS 7SK 4YK
		deck 25, controlled 0 (0)`)

	for _, refusal := range []struct {
		move string
		want error
		text string
	}{
		{"6LK < 7SK", adaman.ErrTarget, "only a card in the palace or the capital can be controlled, and the Market is in neither"},
		{"4MS < AM", adaman.ErrTarget, "only a card in the palace or the capital can be controlled, and the Mountain is in neither"},
		{"2MK < 5ML", adaman.ErrNotResource, "only cards among the resources can be spent, and the Forest is not"},
		{"2MK < 4MS 5YK", adaman.ErrNotResource, "only cards among the resources can be spent, and the Soldier is not"},
		{"2MK < 2MK", adaman.ErrNotResource, "only cards among the resources can be spent, and the Author is not"},
		{"5YK < 7SK 4MS", adaman.ErrSuit, "every card spent must share a suit with the card to be controlled, but the Mountain shares none with the Soldier"},
		{"5YK < 4YK", adaman.ErrRanks, "the ranks spent must add up to the rank of the card to be controlled, but 4 is less than the 5 of the Soldier"},
		{"9MS < AM 7SK", adaman.ErrRanks, "the ranks spent must add up to the rank of the card to be controlled, but 8 is less than the 9 of the Pact"},
	} {
		before := *g
		_, err := g.Play(move(t, refusal.move))
		if !errors.Is(err, refusal.want) || err.Error() != refusal.text {
			t.Errorf("%s: %v, want %s", refusal.move, err, refusal.text)
		}
		if *g != before {
			t.Errorf("%s changed the game", refusal.move)
		}
	}
	for _, odd := range []struct {
		name string
		move adaman.Move
		want error
	}{
		{"nothing spent", adaman.Move{Target: move(t, "2MK < AM").Target}, adaman.ErrNothingSpent},
		{"the zero move", adaman.Move{}, adaman.ErrTarget},
		{"a target that is no card", adaman.Move{Target: 200, Spend: 1}, adaman.ErrTarget},
		{"spent cards that are no cards", adaman.Move{Target: move(t, "2MK < AM").Target, Spend: 1 << 60}, adaman.ErrNotResource},
	} {
		before := *g
		if _, err := g.Play(odd.move); !errors.Is(err, odd.want) || *g != before {
			t.Errorf("%s: %v, want %v", odd.name, err, odd.want)
		}
	}

	for _, legal := range []struct{ why, move string }{
		{"an exact payment", "5YK < 4YK 7SK"},
		{"the cards need not share a suit with each other", "9MS < AM 4MS 7SK"},
		{"overspending", "2MK < 7SK"},
		{"a card that was not needed", "2MK < 7SK AM"},
		{"everything that shares a suit", "2MK < AM 4MS 7SK 4YK"},
	} {
		g := g.Clone()
		if _, err := g.Play(move(t, legal.move)); err != nil {
			t.Errorf("%s: %v", legal.why, err)
		}
	}

	var moves []string
	for _, m := range g.Moves() {
		moves = append(moves, m.String())
	}
	same(t, strings.Join(moves, "\n"), `
		2MK < 4MS
		2MK < AM 4MS
		2MK < 4YK
		2MK < AM 4YK
		2MK < 4MS 4YK
		2MK < AM 4MS 4YK
		2MK < 7SK
		2MK < AM 7SK
		2MK < 4MS 7SK
		2MK < AM 4MS 7SK
		2MK < 4YK 7SK
		2MK < AM 4YK 7SK
		2MK < 4MS 4YK 7SK
		2MK < AM 4MS 4YK 7SK
		5YK < 7SK
		5YK < 4YK 7SK
		9MS < 4MS 7SK
		9MS < AM 4MS 7SK`)
}

func TestRuling4_PersonalitiesAreDiscardedOthersBecomeResources(t *testing.T) {
	g := start(t, "5YK 3MV 8VL CV CL | 2MK AM AV 4MS 7SK 4YK | 5ML AS AK")
	t.Run("a personality of the palace", func(t *testing.T) {
		g := g.Clone()
		play(t, g, "2MK < 4YK")
		v := g.View(adaman.Player)
		if v.Controlled.String() != "2MK" || v.Discard.String() != "2MK 4YK" {
			t.Errorf("controlled %v, discard %v", v.Controlled, v.Discard)
		}
	})
	t.Run("a personality of the capital", func(t *testing.T) {
		g := g.Clone()
		play(t, g, "5YK < 7SK")
		v := g.View(adaman.Player)
		if v.Controlled.String() != "5YK" || v.Discard.String() != "5YK 7SK" {
			t.Errorf("controlled %v, discard %v", v.Controlled, v.Discard)
		}
	})
	t.Run("another card", func(t *testing.T) {
		g := g.Clone()
		play(t, g, "3MV < AV 4MS")
		v := g.View(adaman.Player)
		if v.Controlled != 0 || v.Discard.String() != "AV 4MS" || fmt.Sprint(v.Resources) != "[3MV AM 7SK 4YK AS]" {
			t.Errorf("controlled %v, discard %v, resources %v", v.Controlled, v.Discard, v.Resources)
		}
		play(t, g, "2MK < 3MV") // and it can be spent
	})
}

// lastOne is the table on which only the Author is not yet controlled, with
// cards in the deck and room in the rows.
func lastOne(t *testing.T) (adaman.Position, *adaman.Deck) {
	deck := stack(t, `3SK 3LY 4VL 5YK 6MV 6SY 8MS 9LK CM CS | 2MK 9MS 8VL CV | 4MS 7SK 4YK CL 5SV | 5ML AS AK`)
	return adaman.Position{
		Palace:    decktet.Of(deck[10]),
		Capital:   decktet.Of(deck[11:14]...),
		Resources: decktet.Of(deck[14:18]...),
		Discard:   decktet.Of(deck[0:10]...) | decktet.Of(deck[18]),
		Dealt:     19,
	}, &deck
}

func TestRuling5_WonAtTheLastPersonalityBeforeAnyRefill(t *testing.T) {
	before, deck := lastOne(t)
	if err := before.Check(move(t, "2MK < 4MS 4YK")); err != nil {
		t.Fatal(err)
	}
	p := before.After(deck, move(t, "2MK < 4MS 4YK"))
	if p.Result != adaman.Won || p.Dealt != before.Dealt || p.Capital != before.Capital || p.Resources.String() != "7SK CL" {
		t.Errorf("position %+v", p)
	}
}

func TestRuling6_NoLegalPlayIsALoss(t *testing.T) {
	t.Run("after the opening deal", func(t *testing.T) {
		g := start(t, "5YK 8YK 4YK CY CK | AM AS AV AL 2VL | 5ML 7SK")
		look(t, g, `
			palace
			capital   5YK 8YK 4YK CY CK
			resources AM AS AV AL 2VL
			deck 26, controlled 0 (0)
			stuck, score 0, controlled 0, left 6`)
		for _, text := range []string{"give-up", "5YK < 7SK"} {
			before := *g
			if _, err := g.Play(move(t, text)); err != adaman.ErrOver || *g != before {
				t.Errorf("%s: %v, want ErrOver", text, err)
			}
		}
	})
	t.Run("after a play, whatever the deck holds", func(t *testing.T) {
		g := start(t, "AK 8YK 4YK CY 5YK | 7SK AM AV AL 2VL | CK 7VY")
		same(t, play(t, g, "AK < 7SK"), `
			control AK from capital with 7SK, to resources
			deal CK to capital
			end stuck`)
	})
	t.Run("cards that share a suit and are not enough do not help", func(t *testing.T) {
		g := start(t, "5YK 8YK CS CY CK | AM AS AK AY 2VL")
		if o, over := g.Outcome(); !over || o.Result != adaman.Stuck {
			t.Errorf("outcome %+v", o)
		}
	})
	t.Run("an ace is enough for an ace", func(t *testing.T) {
		g := start(t, "AM 8YK CS CY CK | AS AV 5ML AK 2VL")
		if _, on := g.ToMove(); !on {
			t.Error("the game is over")
		}
	})
}

func TestRuling7_Score(t *testing.T) {
	t.Run("a win counts the personalities and what is left", func(t *testing.T) {
		before, deck := lastOne(t)
		o, over := before.After(deck, move(t, "2MK < 4MS")).Outcome()
		if want := (adaman.Outcome{Result: adaman.Won, Score: 66 + 21, Controlled: 66, Left: 21}); !over || o != want {
			t.Errorf("outcome %+v, want %+v", o, want)
		}
	})
	t.Run("giving up counts the personalities", func(t *testing.T) {
		g := start(t, "5YK 3MV 8VL CV CL | 2MK AM AV 4MS 7SK 4YK | 5ML AS AK")
		play(t, g, "5YK < 7SK")
		same(t, play(t, g, "give-up"), "end gave-up")
		o, over := g.Outcome()
		if want := (adaman.Outcome{Result: adaman.GaveUp, Score: 5, Controlled: 5, Left: 1 + 1 + 4 + 4 + 1}); !over || o != want {
			t.Errorf("outcome %+v, want %+v", o, want)
		}
		if v := g.View(adaman.Player); v.Plays != 1 || len(g.Played()) != 2 {
			t.Errorf("%d plays, moves %v", v.Plays, g.Played())
		}
	})
	t.Run("being stuck counts the personalities", func(t *testing.T) {
		g := start(t, "2MK 8YK 4YK CY 5YK | 7SK AM AV AL 2VL | CK AS")
		play(t, g, "2MK < 7SK AM")
		o, over := g.Outcome()
		if want := (adaman.Outcome{Result: adaman.Stuck, Score: 2, Controlled: 2, Left: 6}); !over || o != want {
			t.Errorf("outcome %+v, want %+v", o, want)
		}
	})
	t.Run("being overthrown counts nothing", func(t *testing.T) {
		g := start(t, "5YK 9MS 8VL CV CL | 2MK 3SK 3LY 4VL 6MV 7SK AV 4MS AK AM | 5ML 6SY")
		play(t, g, "5YK < 7SK")
		o, over := g.Outcome()
		if want := (adaman.Outcome{Result: adaman.Overthrown, Score: 0, Controlled: 5, Left: 7}); !over || o != want {
			t.Errorf("outcome %+v, want %+v", o, want)
		}
	})
}

func TestNewRefusesWhatIsNoDeck(t *testing.T) {
	good := adaman.Deal(games.Numbered(1))
	twice, foreign := good, good
	twice[7] = twice[30]
	foreign[3] = decktet.Count
	for _, deck := range []adaman.Deck{{}, twice, foreign} {
		if g, err := adaman.New(deck); !errors.Is(err, adaman.ErrDeck) || g != nil {
			t.Errorf("New: %v, want ErrDeck", err)
		}
	}
	for _, list := range [][]decktet.Card{nil, good[:35], append(good[:], 0), twice[:]} {
		if _, err := adaman.DeckOf(list); !errors.Is(err, adaman.ErrDeck) {
			t.Errorf("DeckOf: %v, want ErrDeck", err)
		}
	}
}
