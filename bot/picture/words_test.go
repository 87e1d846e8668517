package picture

import (
	"fmt"
	"slices"
	"testing"
	"unicode"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
)

// written is all that a picture says, text by text.
func written(p *Painter, draw func(surface)) []string {
	r := &record{a: p.alphabet}
	draw(r)
	var texts []string
	for _, s := range r.said {
		texts = append(texts, s.text)
	}
	return texts
}

// In every language the words stand on the pictures whole: there is room for each
// of them, and a letter.
func TestWordsFitInEveryLanguage(t *testing.T) {
	p := New()
	v := fullBoard(t)
	stats := Stats{
		Games:  []Game{{Won: true, Margin: 5}},
		Rating: Rating{Weeks: []Week{{Points: 1500, Within: 200}}, From: "2026-11-30", To: "2026-11-30"},
		Scores: []Bin{{From: 0, Won: 1, NotWon: 1}},
	}
	shown := stats.shown()
	for _, l := range text.Languages() {
		board := BoardWords{
			Palace: l.PalaceWord(), Capital: l.CapitalWord(), Resources: l.ResourcesWord(),
			Deck: l.DeckWord(), Controlled: l.ControlledWord(),
		}
		chart := StatsWords{
			Games: l.MarginsWord(), Won: l.WonWord(), Drawn: l.DrawnWord(), Lost: l.LostWord(),
			Rating: l.RatingWord(), Points: l.RatingPointsWord(), Within: l.RatingWithinWord(),
			Scores: l.ScoresWord(), NotWon: l.NotWonWord(),
		}
		for _, e := range []struct {
			name  string
			words []string
			draw  func(surface)
		}{
			{"a board", []string{board.Palace, board.Capital, board.Resources, board.Deck, board.Controlled},
				func(s surface) { p.drawBoard(s, v, 0, board) }},
			{"the end of a game", []string{board.Controlled},
				func(s surface) {
					p.drawTally(s, board.Controlled, v.Controlled, adaman.Outcome{Result: adaman.Won, Score: 111})
				}},
			{"statistics", []string{chart.Games, chart.Won, chart.Drawn, chart.Lost, chart.Rating, chart.Points, chart.Within, chart.Scores, chart.NotWon},
				func(s surface) { p.drawStats(s, shown, chart) }},
		} {
			texts := written(p, e.draw)
			for _, word := range e.words {
				if !slices.Contains(texts, word) {
					t.Errorf("%s: %q is not whole on %s, which says %q", l.Tag(), word, e.name, texts)
				}
			}
		}
	}
}

// What else is said on pictures needs no language: the names of the players, and
// numbers.
func TestPicturesOfAdamAndEvaHaveNoWords(t *testing.T) {
	p := New()
	names := [2]string{"Ana", "Ben"}
	said := map[string]bool{}
	for n := range 20 {
		variant := adameva.Variant(n % 2)
		chance := games.Numbered(uint64(n + 1))
		g, err := adameva.New(adameva.DealFrom(chance, variant), variant)
		if err != nil {
			t.Fatal(err)
		}
		for {
			v := g.View(games.Seat(n % 2))
			texts := written(p, func(s surface) { p.drawTable(s, &v, names) })
			texts = append(texts, written(p, func(s surface) { drawHand(s, &v, 0) })...)
			for i := range v.Finished {
				r := &v.Finished[i]
				texts = append(texts, written(p, func(s surface) { p.drawRound(s, r, names, placesOf(r)) })...)
			}
			if v.Outcome != nil {
				texts = append(texts, written(p, func(s surface) { p.drawEnd(s, &v, names, endFoot(&v)) })...)
			}
			for _, word := range texts {
				said[word] = true
				if slices.Contains(names[:], word) {
					continue
				}
				for _, r := range word {
					if unicode.IsLetter(r) {
						t.Fatalf("after %v a picture says %q", fmt.Sprint(g.Played()), word)
					}
				}
			}
			moves := g.Moves()
			if len(moves) == 0 {
				break
			}
			if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !said["Ana"] || !said["Ben"] || len(said) < 20 {
		t.Errorf("the pictures say no more than %v", said)
	}
}
