package picture

import (
	"testing"

	"windfall/games/adameva"
	"windfall/games/decktet"
)

func TestTheOrchardsParts(t *testing.T) {
	p := New()
	s := p.sheet(800, 860)
	for _, tree := range adameva.Trees {
		s.put(treeArt(tree, 156, 176), 20+int(tree)*190, 20)
		s.put(appleArt(tree, 1+int(tree), 66), 24+int(tree)*190, 66)
		s.put(appleArt(tree, 5+int(tree), 66), 98+int(tree)*190, 66)
		putCard(s, treeCard(adameva.Card(int(tree)*7+int(tree)), state(tree), 62, 88), 24+int(tree)*90, 220)
		putCard(s, treeCard(adameva.Card(int(tree)*7+6-int(tree)), state(tree), 100, 146), 24+int(tree)*130, 330)
		putCard(s, treeCard(adameva.Joker2+adameva.Card(tree), state(tree), 100, 146), 24+int(tree)*130, 500)
		putCard(s, treeCard(adameva.Joker2+adameva.Card(tree), plain, 62, 88), 400+int(tree)*90, 220)
	}
	putCard(s, cardBack(100, 146), 560, 330)
	putCard(s, cardBack(62, 88), 680, 330)
	putCard(s, cardBack(24, 34), 680, 440)
	middle(s, cardPlace(62, 88), 620, 570)
	p.number(s, "0123456789", 300, 690, emFigure, ink)
	p.number(s, "72", 560, 690, emPoints, ink)
	p.write(s, "Ana Љубица Ωmega \u0645\u062d\u0645\u062f \u05d3\u05d5\u05d3 \U0001f600 山田", 30, 760, emName, ink, atLeft, 740)
	p.write(s, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", 770, 820, emName, ink, atRight, 740)
	got, err := s.finish()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "parts-orchard", got)
}

func TestTheDecktetsParts(t *testing.T) {
	p := New()
	s := p.sheet(800, 900)
	for c := range decktet.Full.All() {
		st := plain
		if c%9 == 8 {
			st = state(1 + c/9%3)
		}
		putCard(s, decktetCard(c, st, 76, 104), 16+int(c%9)*86, 20+int(c/9)*118)
	}
	for i, c := range []decktet.Card{0, 6, 11, 14, 30} {
		putCard(s, decktetCard(c, plain, 124, 168), 24+i*150, 510)
	}
	x := 30
	for i := range 6 {
		suit := decktet.Suits(1 << i)
		s.put(suitArt(suit, 14), x, 720)
		s.put(suitArt(suit, 22), x+20, 716)
		s.put(suitArt(suit, 48), x+50, 704)
		s.put(suitArt(suit, 96), x+10, 770)
		x += 124
	}
	got, err := s.finish()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "parts-decktet", got)
}
