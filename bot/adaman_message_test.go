package bot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// Discord's limits for a message of components.
const (
	mostComponents = 40
	mostText       = 4000
	mostLabel      = 80
)

// faultsOf says what Discord would refuse in a message, and how many components
// it has.
func faultsOf(m message) (faults []string, components int) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	ids, letters := map[string]bool{}, 0
	var walk func(list []component)
	walk = func(list []component) {
		for _, c := range list {
			components++
			switch c.Type {
			case typeText:
				letters += utf8.RuneCountInString(c.Content)
				if strings.TrimSpace(c.Content) == "" {
					fault("an empty text")
				}
			case typeRow:
				if n := len(c.Components); n < 1 || n > perRow {
					fault("a row of %d", n)
				}
			case typeButton:
				if n := utf8.RuneCountInString(c.Label); n < 1 || n > mostLabel {
					fault("a label of %d: %q", n, c.Label)
				}
				if n := len(c.CustomID); n < 1 || n > maxButtonID {
					fault("an id of %d: %q", n, c.CustomID)
				}
				if ids[c.CustomID] {
					fault("the id %q twice", c.CustomID)
				}
				ids[c.CustomID] = true
				if id, err := parseButtonID(c.CustomID); err != nil || buttons[id.Action] == nil {
					fault("the id %q says nothing: %v", c.CustomID, err)
				}
			}
			walk(c.Components)
		}
	}
	walk(m.parts)
	if components > mostComponents {
		fault("%d components", components)
	}
	if letters > mostText {
		fault("%d letters", letters)
	}
	return faults, components
}

func TestFaultsOfSeesEachFault(t *testing.T) {
	good := button("Share", success, buttonID{Action: "share"})
	long := good
	long.Label = strings.Repeat("é", mostLabel+1)
	for name, m := range map[string]message{
		"two equal ids":        {parts: rows(good, good)},
		"a long label":         {parts: rows(long)},
		"a long id":            {parts: rows(button("x", success, buttonID{Action: "share", Arg: strings.Repeat("x", maxButtonID)}))},
		"an unknown action":    {parts: rows(button("x", success, buttonID{Action: "nothing"}))},
		"an empty text":        {parts: []component{prose(" ")}},
		"much text":            {parts: []component{prose(strings.Repeat("x", 2001)), box(0, prose(strings.Repeat("x", 2000)))}},
		"a row of six":         {parts: []component{{Type: typeRow, Components: make([]component, 6)}}},
		"forty-one components": {parts: []component{box(0, make([]component, 40)...)}},
	} {
		if faults, _ := faultsOf(m); len(faults) == 0 {
			t.Errorf("%s: nothing wrong with it", name)
		}
	}
	if faults, _ := faultsOf(message{parts: rows(good)}); len(faults) > 0 {
		t.Errorf("a good message: %v", faults)
	}
}

// dealt is a game as a handler has it, with the largest of everything that is
// not its cards.
func dealt(g *adaman.Game, kind store.Kind) *solitaire {
	name := strings.Repeat("*", record.MaxSeat)
	s := &solitaire{
		game:  store.Game{ID: math.MaxUint64, Version: math.MaxUint64, Kind: kind, Players: []store.Player{math.MaxUint32}},
		rec:   &record.Record{Seats: []string{name}, Adaman: g},
		owner: math.MaxUint64, name: escape(name), public: true, now: dayOf(firstOfAll, 1).begins,
	}
	if kind == store.Daily {
		s.game.Day, s.day = 4_000_000, dayOf(firstOfAll, 4_000_000)
		s.rec.Day, s.rec.Seal = s.game.Day, &record.Seal{With: games.WithDay(s.game.Day)}
		s.other = yesterdayOpen
	} else {
		s.game.Number, s.rec.Number = highestNumber, highestNumber
	}
	return s
}

var firstOfAll = time.Date(2026, 12, 4, 0, 0, 0, 0, time.UTC)

// ended makes a finished game of one in progress.
func ended(s *solitaire) *solitaire {
	done := *s
	done.result = &store.Result{}
	done.field = text.Field{Won: 100_000, Stuck: 100_000, Overthrown: 100_000, GaveUp: 100_000, Playing: 100_000, Best: 111, Place: 400_000}
	done.facts = text.DayFacts{Par: 111, Won: 1, Played: 200}
	return &done
}

// Every message about thousands of positions of random games is one that
// Discord takes, with ids that are unique, short enough and say what the button
// shows; and the fullest table is among them.
func TestHazard16_17_25_EveryBoardFitsIntoAMessage(t *testing.T) {
	chance := rand.New(rand.NewPCG(16, 25))
	fullest, positions, ends := 0, 0, map[adaman.Result]int{}
	check := func(name string, v *adaman.View, m message) {
		t.Helper()
		faults, n := faultsOf(m)
		for _, fault := range faults {
			t.Errorf("%s: %s, at\n%v", name, fault, v)
		}
		if len(v.Palace) == 5 && len(v.Capital) == 5 && len(v.Resources) == 5 {
			fullest = max(fullest, n)
		}
	}
	for positions < 2500 && !t.Failed() {
		var secret games.Secret
		for i := range secret {
			secret[i] = byte(chance.Uint32())
		}
		g, err := adaman.New(adaman.Deal(secret.Stream("a game")))
		if err != nil {
			t.Fatal(err)
		}
		if _, playing := g.ToMove(); !playing {
			v := g.View(games.Spectator)
			check("dead", &v, deadDealMessage(text.English, highestNumber, g))
		}
		for {
			positions++
			v := g.View(games.Spectator)
			moves := g.Moves()
			for _, kind := range []store.Kind{store.Daily, store.Practice} {
				s := dealt(g, kind)
				if len(moves) == 0 {
					ends[v.Outcome.Result]++
					for _, share := range []store.Share{store.ShareAsk, store.ShareAlways, store.ShareNever} {
						done := ended(s)
						done.share, done.other = share, todayToo
						check("end", &v, solitaireEnd(done, ""))
						done.other = yesterdayOpen
						check("end while yesterday's is open", &v, solitaireEnd(done, ""))
						done.now = done.day.release()
						done.game.Day = done.day.number
						check("released", &v, solitaireEnd(done, text.English.SharedHere()))
						check("shared", &v, shareMessage(text.English, done))
					}
					continue
				}
				check("board", &v, boardMessage(s, playChoice{}))
				check("give up", &v, giveUpMessage(s))
				check("question", &v, practiceQuestion(s, highestNumber))
				m := moves[chance.IntN(len(moves))]
				some := decktet.Set(chance.Uint64()) & v.Payable(m.Target)
				for _, c := range []playChoice{{Made: true, Target: m.Target, Spend: m.Spend}, {Made: true, Target: m.Target, Spend: some}, {Made: true, Target: m.Target}} {
					board := boardMessage(s, c)
					check("choice", &v, board)
					checkChoices(t, &v, c, board)
				}
			}
			if len(moves) == 0 {
				break
			}
			m := moves[chance.IntN(len(moves))]
			if chance.IntN(40) == 0 {
				m = adaman.Move{GiveUp: true}
			}
			if _, err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if fullest != 36 {
		t.Errorf("the fullest table seen has %d components, not the 36 of a picture, three rows of five, four actions, three that help and what is around them", fullest)
	}
	for _, end := range []adaman.Result{adaman.Stuck, adaman.Overthrown, adaman.GaveUp} {
		if ends[end] == 0 {
			t.Errorf("no game ended %v", end)
		}
	}
}

// checkChoices makes sure that every live button of a board says in its id what
// it shows, and that exactly what the rules allow is live.
func checkChoices(t *testing.T, v *adaman.View, c playChoice, m message) {
	t.Helper()
	said := ""
	live := map[string]int{}
	var walk func(list []component)
	walk = func(list []component) {
		for _, part := range list {
			said += part.Content + "\n"
			if part.Type == typeButton && !part.Disabled {
				id, _ := parseButtonID(part.CustomID)
				live[id.Action]++
				switch id.Action {
				case "target":
					card, err := decktet.Parse(id.Arg)
					if _, ok := v.Cheapest(card); err != nil || !ok {
						t.Errorf("%q cannot be a target", part.Label)
					}
				case "spend":
					next, ok := parseChoice(id.Arg)
					if !ok || next.Target != c.Target || (next.Spend^c.Spend).Len() != 1 || !strings.HasPrefix(part.Label, text.English.CardLabel((next.Spend^c.Spend).First())) {
						t.Errorf("%q leads to %q", part.Label, id.Arg)
					}
				case "control":
					play, ok := parseChoice(id.Arg)
					if err := v.Table.Check(adaman.Move{Target: play.Target, Spend: play.Spend}); !ok || play != c || err != nil {
						t.Errorf("%q is live: %v", part.Label, err)
					}
				}
			}
			walk(part.Components)
		}
	}
	walk(m.parts)
	payable, control := 0, 0
	for _, target := range v.Targets() {
		if target.Payable {
			payable++
		}
	}
	if v.Table.Check(adaman.Move{Target: c.Target, Spend: c.Spend}) == nil {
		control = 1
	}
	if live["target"] != payable || live["spend"] != v.Payable(c.Target).Len() || live["control"] != control {
		t.Errorf("live are %v, but %d targets, %d resources and %d plays are possible", live, payable, v.Payable(c.Target).Len(), control)
	}
	for card := range (v.Table.Palace | v.Table.Capital | v.Table.Resources).All() {
		if !strings.Contains(said, text.English.CardLabel(card)) {
			t.Errorf("the text does not name the %s", card.Name())
		}
	}
}

// A choice survives its way through a button's id, and nothing else is one.
func TestChoicesAsButtons(t *testing.T) {
	for target := range decktet.Full.All() {
		for _, spend := range []decktet.Set{0, decktet.Of(target), decktet.Full} {
			c := playChoice{Made: true, Target: target, Spend: spend}
			if got, ok := parseChoice(choiceArg(c)); !ok || got != c {
				t.Errorf("%q is read as %+v", choiceArg(c), got)
			}
		}
	}
	for _, arg := range []string{"", "2MK", "2MK ", "2MK -1", "2MK 01", "2MK Z", "2KM 1", "no 2MK", "2MK 1 ", " 2MK 1", "2MK 1 1"} {
		if c, ok := parseChoice(arg); ok {
			t.Errorf("%q is read as %+v", arg, c)
		}
	}
}
