package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

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

// Each case spoils a good record in one place; part is what the error names.
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
		{"a seal without a secret", aeText, `"secret":`, `"with2":`, "seal"},
		{"another interaction", aeText, `interaction 42`, `interaction 43`, "deal.rounds[0].apples"},
		{"an interaction that is not written plainly", aeText, `interaction 42`, `interaction 042`, "seal.with"},
		{"a day as Adam & Eva's outside part", aeText, `interaction 42`, `day 42`, "seal.with"},
		{"no deal", aeText, `"deal":`, `"deal":null,"moves":[],"x":`, ""},
		{"nobody first", aeText, `"first":`, `"last":`, "deal"},
		{"a hand that the seal does not give", aeText, hand, second + "," + first, "deal.rounds[0].hands"},
		{"a card twice", aeText, hand, first + "," + first, "deal"},
		{"a card that is none", aeText, hand, first + `,"q7"`, "deal"},
		{"three rounds", unsealedText, `"rounds":[{`, `"rounds":[],"more":[{`, "deal"},
		{"the deck of another day", strings.Replace(dailyText, `"day":128`, `"day":129`, 1), `day 128`, `day 129`, "deal.deck"},
		{"no moves", aeText, `"moves":`, `"movies":`, ""},
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
		{"less than no help", practiceText, `"undo":2`, `"undo":-2`, "result.help"},
		{"unknown help", practiceText, `"undo":2`, `"undo":2,"luck":1`, "result.help"},
		{"an unknown member", aeText, `"seats"`, `"seat":1,"seats"`, ""},
		{"an unknown member of the result", aeText, `"winner"`, `"loser":1,"winner"`, "result"},
		{"an unknown member of the deal", dailyText, `{"deck"`, `{"cut":3,"deck"`, "deal"},
		{"a repeated member", aeText, `"seats"`, `"game":"adam-eva","seats"`, ""},
		{"a repeated member of the result", aeText, `"reason"`, `"reason":"points","reason"`, ""},
		{"a member in capitals", aeText, `"format"`, `"Format"`, ""},
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
			if errors.As(err, &e); c.part != "" && (e == nil || e.Part != c.part) {
				t.Errorf("error %q, want it to name %s", err, c.part)
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

func FuzzLoad(f *testing.F) {
	f.Add(export(f, sealedGame(f)))
	f.Add(export(f, daily(f)))
	f.Add(export(f, practice(f)))
	f.Add(`{"format":"windfall/1","game":"adam-eva"}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Load([]byte(text))
		if err != nil {
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
