package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/record"
)

var chance = games.Secret{7, 7, 7}

// sealedGame plays a sealed classic game of Adam & Eva at random.
func sealedGame(t testing.TB) *record.Record {
	t.Helper()
	seal := &record.Seal{Secret: games.Secret{1, 2, 3}, With: games.WithInteraction(42)}
	g, err := adameva.New(adameva.DealFrom(seal.Secret.Stream(seal.With), adameva.Classic), adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	s := chance.Stream("a game")
	for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
		if _, err := g.Play(moves[s.Below(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	return &record.Record{Seats: []string{"Ana", "Ben"}, Seal: seal, AdamEva: g}
}

// solitaire plays Adaman at random.
func solitaire(t testing.TB, deck adaman.Deck) *adaman.Game {
	t.Helper()
	g, err := adaman.New(deck)
	if err != nil {
		t.Fatal(err)
	}
	s := chance.Stream("a solitaire")
	for moves := g.Moves(); len(moves) > 0; moves = g.Moves() {
		if _, err := g.Play(moves[s.Below(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func daily(t testing.TB) *record.Record {
	t.Helper()
	seal := &record.Seal{Secret: games.Secret{9}, With: games.WithDay(128)}
	return &record.Record{Seats: []string{"Ana"}, Day: 128, Seal: seal, Adaman: solitaire(t, adaman.Deal(seal.Secret.Stream(seal.With)))}
}

func practice(t testing.TB) *record.Record {
	t.Helper()
	return &record.Record{Seats: []string{"Ana"}, Number: 1, Help: &record.Help{Undo: 2, Hints: 1}, Adaman: solitaire(t, adaman.Deal(games.Numbered(1)))}
}

func export(t testing.TB, r *record.Record) string {
	t.Helper()
	text, err := r.Export()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRecordsRoundTrip(t *testing.T) {
	unsealed := sealedGame(t)
	unsealed.Seal = nil
	for want, r := range map[record.Origin]*record.Record{record.Sealed: sealedGame(t), record.Numbered: practice(t), record.Unsealed: unsealed} {
		text := export(t, r)
		back, err := record.Verify([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := export(t, back); again != text {
			t.Errorf("written again:\n%s\nfirst:\n%s", again, text)
		}
		if back.Origin() != want {
			t.Errorf("origin %s, want %s", back.Origin(), want)
		}
	}
}

func TestRecordHasTheFormOfItsDescription(t *testing.T) {
	text := export(t, daily(t))
	if !strings.HasPrefix(text, `{"format":"windfall/1","game":"adaman","seats":["Ana"],"day":128,"seal":{"sha256":"`) ||
		!strings.Contains(text, `"with":"day 128"},"deal":{"deck":["`) || !strings.Contains(text, `"]},"moves":["`) ||
		!strings.Contains(text, `],"result":{"outcome":"`) {
		t.Error(text)
	}
	text = export(t, sealedGame(t))
	if !strings.HasPrefix(text, `{"format":"windfall/1","game":"adam-eva","variant":"classic","seats":["Ana","Ben"],"seal":{"sha256":"`) ||
		!strings.Contains(text, `"with":"interaction 42"},"deal":{"first":`) || !strings.Contains(text, `"rounds":[{"apples":{"r":[`) ||
		!strings.Contains(text, `],"result":{"points":[`) {
		t.Error(text)
	}
}

func TestAGameInProgressIsKeptAndNotExported(t *testing.T) {
	whole := sealedGame(t)
	played := whole.AdamEva.Played()
	g, err := adameva.New(whole.AdamEva.Deal(), adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	r := &record.Record{Seats: whole.Seats, Seal: whole.Seal, AdamEva: g}
	for i, m := range played {
		if _, err := r.Export(); !errors.Is(err, record.ErrUnfinished) {
			t.Fatalf("exported after %d moves: %v", i, err)
		}
		kept, err := r.Keep()
		if err != nil {
			t.Fatal(err)
		}
		if r, err = record.Load(kept); err != nil {
			t.Fatalf("after %d moves: %v", i, err)
		}
		if _, err := record.Verify(kept); err == nil {
			t.Fatalf("a game of %d moves without a result is verified", i)
		}
		if _, err := r.AdamEva.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if export(t, r) != export(t, whole) {
		t.Error("kept and loaded before every move, the game ended as another")
	}
}

// foreign are words of the JSON library and of Go, and what breaks a line.
var foreign = regexp.MustCompile(`json|value:|syntax|pointer|unmarshal|invalid|~[01]|[[:cntrl:]]`)

// Each case spoils a good record in one place; part is what the error names, or
// nothing where the text is no JSON object.
func TestBadRecords(t *testing.T) {
	aeText, dailyText, practiceText := export(t, sealedGame(t)), export(t, daily(t)), export(t, practice(t))
	unsealed := sealedGame(t)
	unsealed.Seal = nil
	unsealedText := export(t, unsealed)
	hand := func(text string) string { // the first two cards of seat 0 in round 1
		_, after, _ := strings.Cut(text, `"hands":[[`)
		words := strings.SplitN(after, ",", 3)
		return words[0] + "," + words[1]
	}(aeText)
	first, second, _ := strings.Cut(hand, ",")
	firstMove := fmt.Sprintf("%q", sealedGame(t).AdamEva.Played()[0])
	lastMove := func(r *record.Record) string {
		if r.AdamEva != nil {
			moves := r.AdamEva.Played()
			return fmt.Sprintf(",%q", moves[len(moves)-1])
		}
		moves := r.Adaman.Played()
		return fmt.Sprintf(",%q", moves[len(moves)-1])
	}
	result := func(text string) string { return text[strings.Index(text, `"result":`) : len(text)-1] }

	for _, c := range []struct {
		name, text, old, new, part string
	}{
		{"another format", aeText, `windfall/1`, `windfall/2`, "format"},
		{"no format", aeText, `"format":"windfall/1",`, ``, "format"},
		{"another game", aeText, `"adam-eva"`, `"chess"`, "game"},
		{"no game", aeText, `"game":"adam-eva",`, ``, "game"},
		{"another variant", aeText, `"classic"`, `"lazy"`, "variant"},
		{"no variant", aeText, `"variant":"classic",`, ``, "variant"},
		{"a variant that does not fit the deal", aeText, `"classic"`, `"tactical"`, "deal"},
		{"a variant in Adaman", dailyText, `"game":"adaman"`, `"game":"adaman","variant":"classic"`, "variant"},
		{"one seat too few", aeText, `["Ana","Ben"]`, `["Ana"]`, "seats"},
		{"one seat too many", dailyText, `["Ana"]`, `["Ana","Ben"]`, "seats"},
		{"a seat without a name", aeText, `"Ben"`, `""`, "seats[1]"},
		{"a seat of 33 characters", aeText, `"Ben"`, `"` + strings.Repeat("é", 33) + `"`, "seats[1]"},
		{"no seats", aeText, `"seats":["Ana","Ben"]`, `"seats":null`, "seats"},
		{"a day in Adam & Eva", aeText, `"seats"`, `"day":1,"seats"`, "day"},
		{"a number in Adam & Eva", aeText, `"seats"`, `"number":1,"seats"`, "number"},
		{"day 0", dailyText, `"day":128`, `"day":0`, "day"},
		{"a day that is no number", dailyText, `"day":128`, `"day":"128"`, "day"},
		{"another day than the seal's", dailyText, `"day":128`, `"day":129`, "seal.with"},
		{"a sealed deal without its day", dailyText, `"day":128,`, ``, "seal.with"},
		{"a number in a daily", dailyText, `"day":128`, `"day":128,"number":1`, "number"},
		{"number 0", practiceText, `"number":1`, `"number":0`, "number"},
		{"another number", practiceText, `"number":1`, `"number":2`, "deal.deck"},
		{"a day instead of a number", practiceText, `"number":1`, `"day":1`, "seal"},
		{"a seal that does not fit", aeText, `"sha256":"`, `"sha256":"0`, "seal.sha256"},
		{"a secret that is none", aeText, `"secret":"01`, `"secret":"0X`, "seal.secret"},
		{"a seal without a secret", aeText, `"secret":`, `"with2":`, "seal.with2"},
		{"another interaction", aeText, `interaction 42`, `interaction 43`, "deal.rounds[0].apples"},
		{"an interaction that is not written plainly", aeText, `interaction 42`, `interaction 042`, "seal.with"},
		{"a day as Adam & Eva's outside part", aeText, `interaction 42`, `day 42`, "seal.with"},
		{"no deal", aeText, `"deal":`, `"deal":null,"moves":[],"x":`, "x"},
		{"nobody first", aeText, `"first":`, `"last":`, "deal.last"},
		{"a hand that the seal does not give", aeText, hand, second + "," + first, "deal.rounds[0].hands"},
		{"a card twice", aeText, hand, first + "," + first, "deal"},
		{"a card that is none", aeText, hand, first + `,"q7"`, "deal.rounds[0].hands[0][1]"},
		{"three rounds", unsealedText, `"rounds":[{`, `"rounds":[],"more":[{`, "deal.more"},
		{"the deck of another day", strings.Replace(dailyText, `"day":128`, `"day":129`, 1), `day 128`, `day 129`, "deal.deck"},
		{"no moves", aeText, `"moves":`, `"movies":`, "movies"},
		{"a move that is missing", aeText, `"moves":[` + firstMove + `,`, `"moves":[`, "moves[0]"},
		{"a move that is repeated", aeText, `"moves":[`, `"moves":[` + firstMove + `,`, "moves[1]"},
		{"a move that is none", aeText, firstMove, `"0 shuffle"`, "moves[0]"},
		{"a move of nobody", aeText, firstMove, `null`, "moves[0]"},
		{"the last move is missing", aeText, lastMove(sealedGame(t)), ``, "moves"},
		{"a surplus move", aeText, `],"result"`, `,"0 resign"],"result"`, fmt.Sprintf("moves[%d]", len(sealedGame(t).AdamEva.Played()))},
		{"the last play is missing", dailyText, lastMove(daily(t)), ``, "moves"},
		{"a play after the end", dailyText, `],"result"`, `,"give-up"],"result"`, fmt.Sprintf("moves[%d]", len(daily(t).Adaman.Played()))},
		{"no result", aeText, "," + result(aeText), ``, "result"},
		{"a result of null", aeText, result(aeText), `"result":null`, "result"},
		{"another winner", aeText, `"winner":`, `"winner":1`, "result.winner"},
		{"other points", aeText, `"points":[`, `"points":[1`, "result.points"},
		{"no low apples", aeText, `"low":`, `"lower":`, "result.low"},
		{"another reason", aeText, `"reason":"points"`, `"reason":"resigned"`, "result.reason"},
		{"another outcome", dailyText, `"outcome":"`, `"outcome":"not `, "result.outcome"},
		{"another score", dailyText, `"score":`, `"score":1`, "result.score"},
		{"help in a daily", dailyText, `"left":`, `"help":{"undo":1,"hints":0},"left":`, "result.help"},
		{"help in Adam & Eva", aeText, `"winner":`, `"help":{"undo":1,"hints":0},"winner":`, "result.help"},
		{"less than no help", practiceText, `"undo":2`, `"undo":-2`, "result.help.undo"},
		{"unknown help", practiceText, `"undo":2`, `"undo":2,"luck":1`, "result.help.luck"},
		{"an unknown member", aeText, `"seats"`, `"seat":1,"seats"`, "seat"},
		{"an unknown member of the result", aeText, `"winner"`, `"loser":1,"winner"`, "result.loser"},
		{"an unknown member of the deal", dailyText, `{"deck"`, `{"cut":3,"deck"`, "deal.cut"},
		{"a repeated member", aeText, `"seats"`, `"game":"adam-eva","seats"`, "game"},
		{"a repeated member of the result", aeText, `"reason"`, `"reason":"points","reason"`, "result.reason"},
		{"a member in capitals", aeText, `"format"`, `"Format"`, "Format"},
		{"a repeated member of the deal", aeText, `"apples":{`, `"apples":{"x":1,"x":2,`, "deal.rounds[0].apples.x"},
		{"an unknown member deep in the deal", aeText, `"apples":{`, `"apples":{"x":1,`, "deal.rounds[0].apples.x"},
		{"a member that looks like an index", aeText, `"apples":{`, `"apples":{"0":1,`, "deal.rounds[0].apples.0"},
		{"a member that looks like a path", aeText, `"apples":{`, `"apples":{"a/b~c.d\u0007":1,`, `deal.rounds[0].apples."a/b~c.d\a"`},
		{"a member without a name", aeText, `"seats"`, `"":1,"seats"`, `""`},
		{"a deal that is a list", aeText, `"deal":{`, `"deal":[],"moves":[],"x":{`, "x"},
		{"a list for a deal", unsealedText, `"rounds":[{`, `"rounds":[[],{`, "deal.rounds[0]"},
		{"a text for rounds", dailyText, `"deck":["`, `"deck":["` + "\x01", ""},
		{"three apples", aeText, `"apples":{"r":[`, `"apples":{"r":[1,`, "deal.rounds[0].apples.r"},
		{"a text for apples", aeText, `"apples":{"r":[`, `"apples":{"r":["1",`, "deal.rounds[0].apples.r[0]"},
		{"a number for a card", aeText, hand, `3`, "deal.rounds[0].hands[0][0]"},
		{"half a seat", aeText, `"first":`, `"first":0.`, "deal.first"},
		{"null for a card", aeText, hand, first + `,null`, "deal.rounds[0].hands[0][1]"},
		{"null for help", practiceText, `"undo":2`, `"undo":null`, "result.help.undo"},
		{"no count of hints", practiceText, `,"hints":1`, ``, "result.help.hints"},
		{"half a day", dailyText, `"day":128`, `"day":128.5`, "day"},
		{"a day below 0", dailyText, `"day":128`, `"day":-128`, "day"},
		{"a day beyond all", dailyText, `"day":128`, `"day":128000000000`, "day"},
		{"a seal that is a text", aeText, `"seal":{`, `"seal":"x","deal":{`, "deal"},
		{"a seat that is a number", aeText, `"Ben"`, `7`, "seats[1]"},
		{"a seat with a line break", aeText, `"Ben"`, `"B\nen"`, "seats[1]"},
		{"a seat with an escape sequence", aeText, `"Ben"`, `"B\u001b[2Jen"`, "seats[1]"},
		{"a seat with a C1 control character", aeText, `"Ben"`, "\"B\u009ben\"", "seats[1]"},
		{"a seat with a line separator", aeText, `"Ben"`, "\"B\u2028en\"", "seats[1]"},
		{"a seat that is not UTF-8", aeText, `"Ben"`, "\"B\xe4n\"", "seats[1]"},
		{"a seat with half a character", aeText, `"Ben"`, `"\ud83c"`, "seats[1]"},
		{"a list", aeText, `{`, `[]`, ""},
		{"text behind it", aeText, `}}`, `}} {}`, ""},
		{"no JSON", aeText, `{`, ``, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(c.text, c.old, c.new, 1)
			if text == c.text {
				t.Fatalf("%q is not in %s", c.old, c.text)
			}
			_, err := record.Verify([]byte(text))
			if err == nil {
				t.Fatalf("verified: %s", text)
			}
			var e *record.Error
			if errors.As(err, &e); e == nil && c.part != "" || e != nil && e.Part != c.part {
				t.Errorf("error %q, want it to name %q", err, c.part)
			}
			if foreign.MatchString(err.Error()) {
				t.Errorf("error %q is not in our words", err)
			}
		})
	}
}

func TestSpentCardsMayStandInAnyOrder(t *testing.T) {
	text := export(t, daily(t))
	for _, m := range daily(t).Adaman.Played() {
		if m.Spend.Len() == 2 {
			target, spent, _ := strings.Cut(m.String(), " < ")
			a, b, _ := strings.Cut(spent, " ")
			turned := strings.Replace(text, m.String(), target+" < "+b+" "+a, 1)
			r, err := record.Verify([]byte(turned))
			if err != nil {
				t.Fatal(err)
			}
			if turned == text || export(t, r) != text {
				t.Error("the spent cards are not put into deck order")
			}
			return
		}
	}
	t.Fatal("no play spends two cards")
}

func TestReaderReadsOneRecordAfterAnother(t *testing.T) {
	ae, solo := export(t, sealedGame(t)), export(t, daily(t))
	repeated := strings.Replace(ae, `"seats"`, `"game":"adam-eva","seats"`, 1)
	latin1 := strings.Replace(ae, "Ana", "An\xe4", 1)
	r := record.NewReader(strings.NewReader(ae + solo + "\n\n" + repeated + "\n" + latin1 + "\t" + `"text"` + "\n" + ae + "\n{oops\n" + ae))
	var got []string
	for {
		_, err := r.Next()
		switch {
		case err == nil:
			got = append(got, "ok")
			continue
		case errors.Is(err, record.ErrStopped):
			got = append(got, "stopped")
			if _, again := r.Next(); again != err {
				t.Errorf("after the end: %v", again)
			}
		default:
			got = append(got, "bad")
			continue
		}
		break
	}
	if fmt.Sprint(got) != "[ok ok bad bad bad ok stopped]" {
		t.Error(got)
	}
	if _, err := record.NewReader(bytes.NewReader(nil)).Next(); err != io.EOF {
		t.Errorf("an empty stream: %v", err)
	}
	if _, err := record.NewReader(strings.NewReader(ae[:100])).Next(); !errors.Is(err, record.ErrStopped) {
		t.Errorf("a stream that is cut off: %v", err)
	}
}

func TestReaderSaysInOurWordsWhyItStops(t *testing.T) {
	solo := export(t, daily(t))
	broken := errors.New("the disk is on fire")
	for name, c := range map[string]struct {
		in   io.Reader
		good int
		end  error
		says string
	}{
		"the end":                 {strings.NewReader(solo + "\n"), 1, io.EOF, "EOF"},
		"a mark before":           {strings.NewReader("\ufeff" + solo), 1, io.EOF, "EOF"},
		"a mark and nothing":      {strings.NewReader("\ufeff"), 0, io.EOF, "EOF"},
		"no JSON":                 {strings.NewReader(solo + "\n{oops"), 1, record.ErrStopped, fmt.Sprintf("the text at byte %d is not JSON; nothing after it was read", len(solo)+2)},
		"a mark and no JSON":      {strings.NewReader("\ufeffoops"), 0, record.ErrStopped, "the text at byte 3 is not JSON; nothing after it was read"},
		"a mark between":          {strings.NewReader(solo + "\ufeff" + solo), 1, record.ErrStopped, fmt.Sprintf("the text at byte %d is not JSON; nothing after it was read", len(solo))},
		"a cut":                   {strings.NewReader(solo + solo[:100]), 1, record.ErrStopped, "the text ends in the middle of a JSON value; nothing after it was read"},
		"a failure":               {io.MultiReader(strings.NewReader(solo+solo[:100]), iotest.ErrReader(broken)), 1, record.ErrRead, "the records cannot be read to their end: the disk is on fire"},
		"a failure at once":       {iotest.ErrReader(broken), 0, record.ErrRead, "the records cannot be read to their end: the disk is on fire"},
		"a failure after a byte":  {io.MultiReader(strings.NewReader("{"), iotest.ErrReader(broken)), 0, record.ErrRead, "the records cannot be read to their end: the disk is on fire"},
		"a failure that is short": {iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(solo))), 0, record.ErrRead, "the records cannot be read to their end: timeout"},
	} {
		r := record.NewReader(c.in)
		for range c.good {
			if _, err := r.Next(); err != nil {
				t.Errorf("%s: a good record: %v", name, err)
			}
		}
		_, err := r.Next()
		if !errors.Is(err, c.end) || err.Error() != c.says {
			t.Errorf("%s: %v", name, err)
		}
		if _, again := r.Next(); again != err {
			t.Errorf("%s: after the end: %v", name, again)
		}
	}
	if _, err := record.Verify([]byte("\ufeff" + solo)); err != nil {
		t.Errorf("a mark before one record: %v", err)
	}
}

// However deep a text is nested, its error is short and soon there.
func TestALongWayDownIsNotNamedWhole(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 4000) + `{"a":1,"a":2}` + strings.Repeat(`]}`, 4000)
	_, err := record.Load([]byte(`{"deal":` + deep + `}`))
	if err == nil || len(err.Error()) > 100 {
		t.Errorf("%.200v", err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(export(f, sealedGame(f)))
	f.Add(export(f, daily(f)))
	f.Add(export(f, practice(f)))
	f.Add(`{"format":"windfall/1","game":"adam-eva"}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Load([]byte(text))
		if err != nil {
			var e *record.Error
			if errors.As(err, &e) && e.Part == "" {
				t.Fatalf("%v names no part", err)
			}
			return
		}
		// Whatever is accepted can be written and is accepted again.
		kept, err := r.Keep()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := record.Load(kept); err != nil {
			t.Fatalf("%v\n%s", err, kept)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for name, r := range map[string]*record.Record{"adam-eva": sealedGame(b), "adaman": daily(b)} {
		text, err := r.Keep()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := record.Load(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
