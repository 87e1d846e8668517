package adaman_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

func TestParseMove(t *testing.T) {
	for text, want := range map[string]string{
		"2MK < 4MS":        "2MK < 4MS",
		"CS < 5SV 9MS":     "CS < 5SV 9MS",
		"CS < 9MS 5SV":     "CS < 5SV 9MS",
		"9LK < CK AL 7ML":  "9LK < AL 7ML CK",
		"AM < AM":          "AM < AM", // illegal, but a move
		"give-up":          "give-up",
		"2MK < CK 3SK 4MS": "2MK < 3SK 4MS CK",
	} {
		m, err := adaman.ParseMove(text)
		if err != nil || m.String() != want {
			t.Errorf("ParseMove(%q) = %v, %v, want %s", text, m, err, want)
		}
	}
	for _, text := range []string{
		"", " ", "<", " < ", "2MK", "2MK <", "2MK < ", " < 4MS", "2MK<4MS", "2MK  < 4MS", "2MK <  4MS", " 2MK < 4MS", "2MK < 4MS ",
		"2MK < 4MS  7SK", "2MK < 4MS 4MS", "2MK < 7SK 4MS 7SK", "2MK < 4MS,7SK", "2MK < 4MS < 7SK", "2MK < 4MX", "2mk < 4ms", "2KM < 4MS",
		"2MK <\t4MS", "2MK < 4MS\n", "Give-up", "give up", "give-up ", "give-up < 4MS", "2MK > 4MS", "2MK < ?", "? < AM",
		strings.Repeat("2MK < ", 10_000), "2MK < " + strings.Repeat("4MS ", 10_000),
	} {
		m, err := adaman.ParseMove(text)
		if !errors.Is(err, adaman.ErrMove) || m != (adaman.Move{}) {
			t.Errorf("ParseMove(%.20q) = %v, %v, want ErrMove", text, m, err)
		} else if len(err.Error()) > 300 {
			t.Errorf("the error repeats %d bytes", len(err.Error()))
		}
	}
	if _, err := adaman.ParseMove("2MK < 4MX"); !errors.Is(err, decktet.ErrCard) {
		t.Errorf("%v, want ErrCard, too", err)
	}
}

func TestMovesAsJSON(t *testing.T) {
	text := `["CS < 5SV 9MS","give-up"]`
	var moves []adaman.Move
	if err := json.Unmarshal([]byte(text), &moves); err != nil {
		t.Fatal(err)
	}
	back, err := json.Marshal(moves)
	if want := strings.ReplaceAll(text, "<", `\u003c`); err != nil || string(back) != want {
		t.Errorf("%s, %v", back, err)
	}
	for _, m := range []adaman.Move{{}, {Target: 40, Spend: 1}, {Spend: 1 << 50}} {
		if text, err := m.MarshalText(); !errors.Is(err, adaman.ErrMove) {
			t.Errorf("%+v is %q, %v, want ErrMove", m, text, err)
		}
	}
	m := moves[0]
	if err := m.UnmarshalText([]byte("2MK")); !errors.Is(err, adaman.ErrMove) || m != moves[0] {
		t.Errorf("after a bad text the move is %v, error %v", m, err)
	}
}

func TestDecksAsJSON(t *testing.T) {
	deck := adaman.Deal(games.Numbered(5))
	text, err := json.Marshal(deck)
	if err != nil {
		t.Fatal(err)
	}
	var back adaman.Deck
	if err := json.Unmarshal(text, &back); err != nil || back != deck {
		t.Errorf("%s came back as %v, %v", text, back, err)
	}
	short := slices.Clone(deck[:])
	short = slices.Delete(short, slices.Index(short, 0), slices.Index(short, 0)+1)
	for _, cards := range [][]decktet.Card{short, append(deck[:], 3), nil} {
		text, _ := json.Marshal(cards)
		if err := json.Unmarshal(text, &back); !errors.Is(err, adaman.ErrDeck) || back != deck {
			t.Errorf("%s: %v, want ErrDeck", text, err)
		}
	}
	for _, text := range []string{`["2MX"]`, `{}`, `7`} {
		if err := json.Unmarshal([]byte(text), &back); err == nil || back != deck {
			t.Errorf("%s was taken", text)
		}
	}
}

func TestResultsAsText(t *testing.T) {
	for r, want := range map[adaman.Result]string{
		0: "", adaman.Won: "won", adaman.Stuck: "stuck", adaman.Overthrown: "overthrown", adaman.GaveUp: "gave-up",
	} {
		text, err := r.MarshalText()
		back := adaman.Result(9)
		if err != nil || string(text) != want || r.String() != want || back.UnmarshalText(text) != nil || back != r {
			t.Errorf("result %d is %q, %v, and back %d", r, text, err, back)
		}
	}
	r := adaman.Won
	if err := r.UnmarshalText([]byte("lost")); !errors.Is(err, adaman.ErrResult) || r != adaman.Won {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := adaman.Result(9).MarshalText(); !errors.Is(err, adaman.ErrResult) {
		t.Error(err)
	}
}

func TestOddNumbersPrint(t *testing.T) {
	for _, text := range []string{
		adaman.Result(9).String(), adaman.Place(9).String(), adaman.Event{}.String(),
	} {
		if text != "?" {
			t.Errorf("prints %q", text)
		}
	}
}

func TestCheapest(t *testing.T) {
	for _, test := range []struct{ why, table, target, want string }{
		{"an exact card before a dearer one", "9MS 8VL CV CL 5YK | 7SK 8YK 4YK AM AK", "5YK", "AK 4YK"},
		{"the least too much if nothing is exact", "9MS 8VL CV CL 5YK | 7SK 8YK 9VY AM AS", "5YK", "7SK"},
		{"one exact card before two", "2MK 8VL CV CL 5YK | 2SY AM AK 4MS 2VL", "2MK", "AM AK"},
		{"fewest cards of as much", "4MS AV CV CL 5YK | AM 3MV AS 5SV 2SY", "4MS", "AM 3MV"},
		{"first in deck order of as many", "8MS AV CV CL 5YK | 3MV 5ML 5SV 7SK AM", "8MS", "AM 7SK"},
		{"first in deck order by the first card that differs", "5YK 9VY CY AV CV | AY 4YK AK 9MS 8VL", "5YK", "AY 4YK"},
		{"all of it", "CK AV CV CL 5YK | AK 2SY 4YK 6LK AM", "CK", "4YK 6LK"},
		{"not enough", "CK AV CV CL 5YK | AK 2SY 4YK AM AS", "CK", ""},
		{"nothing that shares a suit", "CM AV CV CL 5YK | AK 2SY 4YK AS AY", "CM", ""},
		{"no target", "CM AV CV CL 5YK | AK 2SY 4YK AS AY", "2SY", ""},
	} {
		v := start(t, test.table).View(adaman.Player)
		target := cards(t, test.target)[0]
		if spend, ok := v.Cheapest(target); spend.String() != test.want || ok != (test.want != "") {
			t.Errorf("%s: %v for %v, want %v", test.why, spend, target, test.want)
		}
	}
}

func TestViewSaysWhatCanBePaid(t *testing.T) {
	g := start(t, "5YK CM 8VL CV CL | 2MK AS AV 3SK 4VL 7SK 4YK 2VL")
	if g.View(0).Payable(200) != 0 || g.View(0).Payable(cards(t, "AS")[0]) != 0 {
		t.Error("something can be spent on what is no target")
	}
	var text []string
	for _, target := range g.View(adaman.Player).Targets() {
		line := target.Card.String() + " " + target.Place.String() + ": " + g.View(adaman.Player).Payable(target.Card).String()
		if target.Payable {
			line += ", enough"
		}
		text = append(text, line)
	}
	same(t, strings.Join(text, "\n"), `
		2MK palace: 4YK 7SK, enough
		3SK palace: AS 4YK 7SK, enough
		4VL palace: AV 2VL
		5YK capital: 4YK 7SK, enough
		CM capital:
		8VL capital: AV 2VL
		CV capital: AV 2VL
		CL capital: 2VL`)
	play(t, g, "give-up")
	for _, target := range g.View(adaman.Player).Targets() {
		if target.Payable || g.View(adaman.Player).Payable(target.Card) != 0 {
			t.Errorf("%v can be paid for after the end", target.Card)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"2MK < 4MS", "CS < 9MS 5SV", "give-up", "2MK <", "AM < AM AM", "2MK < 4MS  7SK"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := adaman.ParseMove(text)
		if err != nil {
			if !errors.Is(err, adaman.ErrMove) || m != (adaman.Move{}) {
				t.Fatalf("%v, %v", m, err)
			}
			return
		}
		if back, err := adaman.ParseMove(m.String()); err != nil || back != m || len(m.String()) != len(text) {
			t.Fatalf("%q is %v, and back %v, %v", text, m, back, err)
		}
		if _, err := m.MarshalText(); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzPlay plays the lines of a text, as far as they are moves, and where they
// are not legal sees that the game is as before.
func FuzzPlay(f *testing.F) {
	f.Add(uint64(1), "3LY < AY 2VL\n2MK < 3MV\n6MV < 7ML\n9LK < CK\ngive-up\ngive-up", byte(0), uint64(0))
	f.Add(uint64(1), "3LY < 2VL\n3LY < 7ML 7ML\nnonsense\n3LY < 5SV", byte(200), uint64(1)<<63)
	f.Add(uint64(34), "2MK < 4MS\n5YK < 6LK\n9LK < CL\n3SK < 4YK", byte(6), uint64(1)<<12)
	f.Fuzz(func(t *testing.T, number uint64, text string, target byte, spend uint64) {
		g, err := adaman.New(adaman.Deal(games.Numbered(number)))
		if err != nil {
			t.Fatal(err)
		}
		try := func(m adaman.Move) {
			before := *g
			legal := m.GiveUp && before.Position().Result == 0 || slices.Contains(g.Moves(), m)
			events, err := g.Play(m)
			switch {
			case legal != (err == nil), legal != (len(events) > 0):
				t.Fatalf("%v is legal: %v, events %v, error %v", m, legal, events, err)
			case !legal && (*g != before || refusals(err) != 1):
				t.Fatalf("%v was refused with %v and left\n%v\nof\n%v", m, err, g, before)
			}
		}
		try(adaman.Move{Target: decktet.Card(target), Spend: decktet.Set(spend)})
		for line := range strings.SplitSeq(text, "\n") {
			if m, err := adaman.ParseMove(line); err == nil {
				try(m)
			}
		}
	})
}
