package adameva_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// cards reads "r3 y4 s".
func cards(t *testing.T, text string) []adameva.Card {
	t.Helper()
	var list []adameva.Card
	for _, word := range strings.Fields(text) {
		c, err := adameva.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

func set(t *testing.T, text string) adameva.Cards {
	t.Helper()
	return adameva.CardsOf(cards(t, text)...)
}

// plainDeal has apples 1 2, 3 4, 5 6, 7 8 on every tree in rounds 1 to 4, and
// hands without a joker or the serpent.
func plainDeal(t *testing.T, v adameva.Variant) adameva.Deal {
	t.Helper()
	hands := [2]string{"r3 r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9"}
	if v == adameva.Tactical {
		hands[0] += " b8"
		hands[1] += " g9"
	}
	var deal adameva.Deal
	for r := range deal.Rounds {
		for _, tree := range adameva.Trees {
			deal.Rounds[r].Apples[tree] = [2]int{2*r + 1, 2*r + 2}
		}
		deal.Rounds[r].Hands = [2][]adameva.Card{cards(t, hands[0]), cards(t, hands[1])}
	}
	return deal
}

// A table is a game and what its moves brought about.
type table struct {
	*testing.T
	*adameva.Game
	events []adameva.Event // of the last move
}

// sit starts a game whose first round has these hands, seat 0 to open.
func sit(t *testing.T, v adameva.Variant, hand0, hand1 string) *table {
	t.Helper()
	deal := plainDeal(t, v)
	deal.Rounds[0].Hands = [2][]adameva.Card{cards(t, hand0), cards(t, hand1)}
	return start(t, deal, v)
}

func start(t *testing.T, deal adameva.Deal, v adameva.Variant) *table {
	t.Helper()
	g, err := adameva.New(deal, v)
	if err != nil {
		t.Fatal(err)
	}
	return &table{T: t, Game: g}
}

// plays makes moves written as in records.
func (tb *table) plays(moves ...string) *table {
	tb.Helper()
	for _, text := range moves {
		m, err := adameva.ParseMove(text)
		if err != nil {
			tb.Fatal(err)
		}
		if tb.events, err = tb.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return tb
}

// offers plays "r3>0" as: the seat to move offers red 3, and it ends with seat 0.
func (tb *table) offers(offers ...string) *table {
	tb.Helper()
	for _, text := range offers {
		card, keeper, _ := strings.Cut(text, ">")
		seat, _ := tb.ToMove()
		answer := "take"
		if keeper == seat.String() {
			answer = "refuse"
		}
		tb.plays(fmt.Sprintf("%d offer %s", seat, card), fmt.Sprintf("%d %s", seat.Other(), answer))
	}
	return tb
}

// refuses checks that a move is refused for that reason.
func (tb *table) refuses(move string, why error) {
	tb.Helper()
	m, err := adameva.ParseMove(move)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err = tb.Play(m); !errors.Is(err, why) {
		tb.Errorf("%s: error %v, want %v", move, err, why)
	}
}

// lies checks what lies on a side, tree by tree: "r3 r4 / y3 / / b9".
func (tb *table) lies(seat games.Seat, want string) {
	tb.Helper()
	v := tb.View(games.Spectator)
	var trees []string
	for _, t := range adameva.Trees {
		trees = append(trees, v.Sides[seat][t].String())
	}
	if got := strings.Join(trees, " / "); got != want {
		tb.Errorf("on seat %d's side lies %q, want %q", seat, got, want)
	}
}

// waitsFor checks whose choice is open.
func (tb *table) waitsFor(seat games.Seat, phase adameva.Phase) {
	tb.Helper()
	if v := tb.View(games.Spectator); v.ToMove != seat || v.Phase != phase {
		tb.Errorf("waiting for seat %d in phase %d, want seat %d in phase %d", v.ToMove, v.Phase, seat, phase)
	}
}

func (tb *table) lastRound() adameva.RoundResult {
	tb.Helper()
	v := tb.View(games.Spectator)
	if len(v.Finished) == 0 {
		tb.Fatal("no round is finished")
	}
	return v.Finished[len(v.Finished)-1]
}

// quickRound plays a whole round of the plain deal: every card is refused, so
// each side keeps its own hand.
func (tb *table) quickRound() {
	tb.Helper()
	round := tb.View(games.Spectator).Round
	for {
		v := tb.View(games.Spectator)
		if v.Round != round || v.Outcome != nil {
			return
		}
		seat, _ := tb.ToMove()
		m := tb.Moves()[0]
		if v.Phase == adameva.Answering {
			m = adameva.Move{Seat: seat, Kind: adameva.Refuse}
		}
		if _, err := tb.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestRuling1_EachSideOpensTwoRounds(t *testing.T) {
	for first := range games.Seat(2) {
		deal := plainDeal(t, adameva.Classic)
		deal.First = first
		tb := start(t, deal, adameva.Classic)
		var openers []games.Seat
		for range adameva.Rounds {
			openers = append(openers, tb.View(games.Spectator).Opener)
			tb.waitsFor(openers[len(openers)-1], adameva.Offering)
			tb.quickRound()
		}
		want := []games.Seat{first, first.Other(), first, first.Other()}
		if fmt.Sprint(openers) != fmt.Sprint(want) {
			t.Errorf("openers %v, want %v", openers, want)
		}
	}
}

func TestRuling2_AllRoundsAreDealtBeforeTheFirstMove(t *testing.T) {
	deal := adameva.DealFrom(games.Numbered(7), adameva.Classic)
	tb := start(t, deal, adameva.Classic)
	for r := range deal.Rounds {
		v := tb.View(0)
		if v.Apples != deal.Rounds[r].Apples {
			t.Errorf("round %d has apples %v, dealt were %v", r+1, v.Apples, deal.Rounds[r].Apples)
		}
		if fmt.Sprint(v.Hand) != fmt.Sprint(deal.Rounds[r].Hands[0]) {
			t.Errorf("round %d has hand %v, dealt was %v", r+1, v.Hand, deal.Rounds[r].Hands[0])
		}
		tb.quickRound()
	}
}

func TestRuling3_TheTableIsOpenAndHandsAreNot(t *testing.T) {
	tb := sit(t, adameva.Classic, "r3 r4 y3 j2 g3 g4", "b3 b4 s r9 y8 y9").offers("r3>0", "b3>0")
	for _, viewer := range []games.Seat{0, 1, games.Spectator} {
		v := tb.View(viewer)
		if v.HandSizes != [2]int{5, 5} || v.Sides[0][adameva.Red] != set(t, "r3") || v.Sides[0][adameva.Blue] != set(t, "b3") {
			t.Errorf("%s does not see the open table: %+v", viewer, v)
		}
	}
	if v := tb.View(games.Spectator); v.Hand != nil || v.Moves != nil {
		t.Errorf("a spectator sees a hand: %v %v", v.Hand, v.Moves)
	}
	if v := tb.View(1); fmt.Sprint(v.Hand) != "[b4 s r9 y8 y9]" || v.Moves != nil {
		t.Errorf("seat 1 sees hand %v and moves %v", v.Hand, v.Moves)
	}
}

func TestRuling4_TheSerpentWaitsUntilBothSidesHaveACardDown(t *testing.T) {
	tb := sit(t, adameva.Classic, "s r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9")
	tb.refuses("0 offer s", adameva.ErrSerpentEarly)
	tb.offers("r4>0", "b3>0") // both lie on seat 0's side
	tb.refuses("0 offer s", adameva.ErrSerpentEarly)
	tb.offers("y3>1", "b4>1")
	tb.plays("0 offer s")
	tb.waitsFor(1, adameva.Answering)
}

func TestRuling5_WhoeverGetsAJokerPlacesItAtOnce(t *testing.T) {
	tb := sit(t, adameva.Classic, "j2 j3 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9")
	tb.plays("0 offer j2", "1 take")
	tb.waitsFor(1, adameva.Placing)
	tb.refuses("1 place j3 g", adameva.ErrNotTheJoker)
	tb.refuses("0 place j2 g", adameva.ErrTurn)
	tb.plays("1 place j2 g")
	tb.lies(1, " /  / j2 / ")
	tb.plays("1 offer b3", "0 refuse", "0 offer j3", "1 refuse")
	tb.waitsFor(0, adameva.Placing)
	tb.plays("0 place j3 b")
	tb.lies(0, " /  /  / j3")
	tb.waitsFor(1, adameva.Offering)
}

func TestRuling5_WhoeverGetsTheSerpentBitesTheOtherSide(t *testing.T) {
	tb := sit(t, adameva.Classic, "s r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9").offers("r4>0", "b3>1", "y3>1", "b4>0")
	tb.plays("0 offer s", "1 take")
	tb.waitsFor(1, adameva.Biting)
	tb.refuses("1 bite b3", adameva.ErrNotTheirs) // their own
	tb.refuses("1 bite g3", adameva.ErrNotTheirs) // still in hand
	tb.plays("1 bite r4")
	tb.lies(0, " /  /  / b4")
	if v := tb.View(0); v.Gone != set(t, "r4 s") {
		t.Errorf("out of the round are %v", v.Gone)
	}
	tb.waitsFor(1, adameva.Offering) // the turn passes whoever kept the card
}

func TestRuling6_SixCardsEndTheRound(t *testing.T) {
	tb := sit(t, adameva.Classic, "r3 r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9")
	tb.offers("r3>0", "b3>0", "r4>0", "b4>0", "y3>0")
	if n := len(tb.View(0).Finished); n != 0 {
		t.Fatalf("%d rounds are finished with five cards down", n)
	}
	tb.offers("r8>0")
	r := tb.lastRound()
	if r.Finisher != 0 || r.Rest != set(t, "y4 g3 g4 r9 y8 y9") {
		t.Errorf("finisher %d, rest %v", r.Finisher, r.Rest)
	}
}

func TestRuling6_FiveCardsEndTheRoundOnceTheSerpentWasPlayed(t *testing.T) {
	t.Run("it ends with the fifth card", func(t *testing.T) {
		tb := sit(t, adameva.Classic, "s r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9")
		tb.offers("r4>0", "b3>1", "y3>0", "b4>1")
		tb.plays("0 offer s", "1 refuse", "0 bite b3")
		tb.offers("r8>0", "y4>0", "r9>0")
		if r := tb.lastRound(); r.Finisher != 0 || r.Sides[0][adameva.Red] != set(t, "r4 r8 r9") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("five and then the serpent end it at once, also when both had five", func(t *testing.T) {
		tb := sit(t, adameva.Classic, "r4 y3 y4 g3 g4 s", "b3 b4 r8 r9 y8 y9")
		tb.offers("r4>0", "b3>1", "y3>0", "b4>1", "y4>0", "r8>1", "g3>0", "r9>1", "g4>0", "y8>1")
		tb.plays("0 offer s", "1 take", "1 bite g4")
		r := tb.lastRound()
		if r.Finisher != 1 || r.Rest != set(t, "y9") || r.Gone != set(t, "g4 s") {
			t.Errorf("%+v", r)
		}
	})
}

func TestRuling6_AtMostElevenOffers(t *testing.T) {
	tb := sit(t, adameva.Classic, "r3 r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9")
	tb.offers("r3>0", "b3>1", "r4>0", "b4>1", "y3>0", "r8>1", "y4>0", "r9>1", "g3>0", "y8>1")
	if len(tb.View(0).Finished) != 0 {
		t.Fatal("the round is over after ten offers, five cards a side")
	}
	tb.offers("g4>0")
	if r := tb.lastRound(); r.Rest != set(t, "y9") || r.Finisher != 0 {
		t.Errorf("%+v", r)
	}
}

func TestRuling7_TheRivalTakesTheRest(t *testing.T) {
	t.Run("the serpent first, then the coloured cards, then the jokers from the lowest", func(t *testing.T) {
		tb := sit(t, adameva.Classic, "r3 r4 y3 j4 g3 j2", "b3 b4 r8 r9 s y9")
		tb.offers("r3>0", "b3>0", "r4>0", "b4>0", "y3>0", "r8>0")
		if e := tb.events[len(tb.events)-1]; e.Kind != adameva.TookRest || e.Seat != 1 || e.Cards != set(t, "j4 g3 j2 r9 s y9") {
			t.Errorf("the last event is %+v", e)
		}
		tb.waitsFor(1, adameva.Biting)
		tb.lies(1, " /  /  / ") // nothing is laid before the serpent has bitten
		tb.plays("1 bite r8")
		tb.lies(1, "r9 / y9 / g3 / ")
		tb.waitsFor(1, adameva.Placing)
		tb.refuses("1 place j4 b", adameva.ErrNotTheJoker)
		tb.plays("1 place j2 b")
		tb.plays("1 place j4 b")
		r := tb.lastRound()
		if r.Gone != set(t, "r8 s") || r.Sides[1][adameva.Blue] != set(t, "j2 j4") || r.Sides[0][adameva.Red] != set(t, "r3 r4") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("both sides end with as many cards", func(t *testing.T) {
		tb := sit(t, adameva.Classic, "r3 r4 y3 y4 g3 g4", "b3 b4 r8 r9 y8 y9")
		tb.offers("r3>0", "b3>0", "r4>0", "b4>0", "y3>0", "r8>0")
		r := tb.lastRound()
		var n [2]int
		for seat := range r.Sides {
			for _, cards := range r.Sides[seat] {
				n[seat] += cards.Len()
			}
		}
		if n != [2]int{6, 6} {
			t.Errorf("cards a side: %v", n)
		}
	})
}

func TestRuling8_EachSetsACardAside(t *testing.T) {
	tb := sit(t, adameva.Tactical, "r3 r4 y3 y4 g3 g4 s", "b3 b4 r8 r9 y8 y9 g9")
	tb.offers("r3>0", "b3>0", "r4>0", "b4>0", "y3>0", "r8>0")
	tb.waitsFor(0, adameva.SettingAside) // the finisher first
	tb.refuses("0 aside r9", adameva.ErrNotInHand)
	tb.plays("0 aside s")
	for _, viewer := range []games.Seat{1, games.Spectator} {
		if v := tb.View(viewer); v.Aside != 0 || strings.Contains(fmt.Sprintf("%+v", v), " s ") {
			t.Errorf("%s sees what was set aside: %+v", viewer, v)
		}
	}
	if v := tb.View(0); v.Aside != set(t, "s") {
		t.Errorf("seat 0 sees %v set aside, not its serpent", v.Aside)
	}
	tb.waitsFor(1, adameva.SettingAside)
	tb.plays("1 aside r9")
	r := tb.lastRound()
	if r.Rest != set(t, "y4 g3 g4 y8 y9 g9") || r.Gone != 0 {
		t.Errorf("the rival took %v, out of the round are %v", r.Rest, r.Gone)
	}
	if n := len(r.Sides[0][adameva.Red].List()) + len(r.Sides[0][adameva.Yellow].List()) + len(r.Sides[0][adameva.Blue].List()); n != 6 {
		t.Errorf("a serpent that was set aside has not been played, but the finisher has %d cards", n)
	}
}

func TestRuling9_Trees(t *testing.T) {
	for _, c := range []struct {
		name         string
		side0, side1 string
		high, low    games.Seat
		rule         adameva.Rule
	}{
		{"the higher sum", "r3 r4", "r8", 1, 0, adameva.HigherSum},
		{"equal sums: the lower highest card", "r3 r4", "r7", 0, 1, adameva.LowerHighest},
		{"jokers count as highest cards", "j4 r3", "r7", 0, 1, adameva.LowerHighest},
		{"still equal: the higher card that is no joker", "r4 r3", "j4 j3", 0, 1, adameva.HigherPlain},
		{"the same from the other side", "j4 j3", "r4 r3", 1, 0, adameva.HigherPlain},
		{"a side without a card gets nothing", "", "r3", 1, 1, adameva.Alone},
		{"the same from the other side of the tree", "j2", "", 0, 0, adameva.Alone},
		{"nobody there", "", "", games.Spectator, games.Spectator, adameva.Nobody},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := adameva.Judge([2]adameva.Cards{set(t, c.side0), set(t, c.side1)})
			if r.High != c.high || r.Low != c.low || r.Rule != c.rule {
				t.Errorf("higher apple to %v, lower to %v by rule %d; want %v, %v, %d", r.High, r.Low, r.Rule, c.high, c.low, c.rule)
			}
		})
	}
}

// All that can lie under one tree: its seven cards and the three jokers, each
// on one side, on the other or elsewhere, at most six a side.
func TestRuling9_EveryTieIsDecided(t *testing.T) {
	const all = 10
	var ties, third int
	for code := range 59049 { // 3¹⁰
		var sides [2]adameva.Cards
		for i, rest := 0, code; i < all; i, rest = i+1, rest/3 {
			c := adameva.Card(i)
			if i >= 7 {
				c = adameva.Joker2 + adameva.Card(i-7)
			}
			if where := rest % 3; where < 2 {
				sides[where] = sides[where].With(c)
			}
		}
		if sides[0] == 0 || sides[1] == 0 || sides[0].Len() > 6 || sides[1].Len() > 6 {
			continue
		}
		r, mirrored := adameva.Judge(sides), adameva.Judge([2]adameva.Cards{sides[1], sides[0]})
		if r.High != mirrored.Low || r.High == r.Low || r.Rule != mirrored.Rule {
			t.Fatalf("%v against %v: %+v, seen from the other side %+v", sides[0], sides[1], r, mirrored)
		}
		if r.Rule != adameva.HigherSum {
			ties++
		}
		if r.Rule == adameva.HigherPlain {
			third++
		}
	}
	if ties != 2*791 || third != 2*4 {
		t.Errorf("%d ties, %d of them decided by the third rule; want 1582 and 8", ties, third)
	}
}

func TestRuling9_ApplesThatNobodyTakesLeaveTheGame(t *testing.T) {
	tb := sit(t, adameva.Classic, "r3 r4 y3 y4 r5 r6", "r7 y5 r8 r9 y8 y9")
	tb.quickRound()
	v := tb.View(0)
	if v.Lost.Count(1) != 2 || v.Lost.Count(2) != 2 { // green and blue
		t.Errorf("apples out of the game: %v", v.Lost)
	}
	for seat := range games.Seat(2) {
		if v.BonusOpen(seat, 1) || v.BonusOpen(seat, 2) || !v.BonusOpen(seat, 3) {
			t.Errorf("seat %d: bonuses open for 1: %v, 2: %v, 3: %v", seat, v.BonusOpen(seat, 1), v.BonusOpen(seat, 2), v.BonusOpen(seat, 3))
		}
	}
}

// In the plain deal seat 0 is alone on green and seat 1 on blue; both play for
// red and yellow, where seat 1 has the higher sums.
func TestTheApplesAreCountedWithTheBonuses(t *testing.T) {
	tb := start(t, plainDeal(t, adameva.Classic), adameva.Classic)
	for range adameva.Rounds {
		tb.quickRound()
	}
	o, over := tb.Outcome()
	if !over {
		t.Fatal("four rounds and the game is not over")
	}
	// Seat 0: lower red and yellow (1 3 5 7 twice), both green (36): 16+16+36.
	want := adameva.Outcome{Winner: 1, Reason: adameva.ByPoints, Points: [2]int{68, 76}, Low: [2]int{7, 5}}
	if o != want {
		t.Errorf("outcome %+v, want %+v", o, want)
	}
}

func TestBonuses(t *testing.T) {
	all := func(v int) adameva.Board {
		var b adameva.Board
		for t := range b {
			b[t] = 1 << v
		}
		return b
	}
	for v, bonus := range map[int]int{1: 15, 2: 15, 3: 15, 4: 10, 5: 10, 6: 10, 7: 5, 8: 5} {
		if b := all(v); b.Bonus() != bonus || b.Points() != 4*v+bonus {
			t.Errorf("all four %ds: bonus %d, points %d", v, b.Bonus(), b.Points())
		}
		three := all(v)
		three[adameva.Green] = 0
		if three.Bonus() != 0 {
			t.Errorf("three %ds give a bonus of %d", v, three.Bonus())
		}
	}
}

func TestRuling10_FinalTies(t *testing.T) {
	// Numbered deals in which the play of randomGame ends so, found by search:
	// four rounds that tie are hard to lay out by hand.
	for _, c := range []struct {
		number uint64
		reason adameva.Reason
	}{{27, adameva.ByLowApples}, {98, adameva.ByLowApples}, {38, adameva.ByDraw}} {
		t.Run(string(c.reason), func(t *testing.T) {
			o := randomGame(t, c.number, adameva.Classic)
			if o.Reason != c.reason || o.Points[0] != o.Points[1] {
				t.Fatalf("outcome %+v", o)
			}
			switch {
			case c.reason == adameva.ByDraw && (o.Winner != games.Spectator || o.Low[0] != o.Low[1]):
				t.Errorf("no draw: %+v", o)
			case c.reason == adameva.ByLowApples && o.Low[o.Winner] <= o.Low[o.Winner.Other()]:
				t.Errorf("the winner has not more low apples: %+v", o)
			}
		})
	}
}

func TestResigningAndTime(t *testing.T) {
	tb := start(t, plainDeal(t, adameva.Classic), adameva.Classic)
	tb.quickRound()
	tb.waitsFor(1, adameva.Offering)
	tb.refuses("0 time", adameva.ErrTurn)
	t.Run("either seat may resign; the other wins with the points as they stood", func(t *testing.T) {
		for seat := range games.Seat(2) {
			mine := &table{T: t, Game: tb.Clone()}
			mine.plays(fmt.Sprintf("%d resign", seat))
			o, _ := mine.Outcome()
			if o.Winner != seat.Other() || o.Reason != adameva.ByResigning || o.Points != [2]int{5, 7} {
				t.Errorf("%+v", o)
			}
			mine.refuses("0 resign", adameva.ErrOver)
			if mine.Moves() != nil {
				t.Errorf("moves after the end: %v", mine.Moves())
			}
		}
	})
	t.Run("time ends the game for the seat to move, whatever choice is open", func(t *testing.T) {
		for _, before := range [][]string{nil, {"1 offer b3"}} {
			mine := &table{T: t, Game: tb.Clone()}
			mine.plays(before...)
			seat, _ := mine.ToMove()
			mine.plays(fmt.Sprintf("%d time", seat))
			if o, over := mine.Outcome(); !over || o.Winner != seat.Other() || o.Reason != adameva.ByTime {
				t.Errorf("%+v", o)
			}
		}
	})
}
