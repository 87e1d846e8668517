package picture

import (
	"fmt"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

var names = [2]string{"Ana", "Ben"}

// tables are positions of which pictures are kept.
func tables(t testing.TB) map[string]*adameva.Game {
	return map[string]*adameva.Game{
		"empty": find(t, adameva.Classic, func(v *adameva.View) bool { return true }),
		"middle": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Round == 2 && v.Phase == adameva.Offering && down(v) == 5
		}),
		"offer": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Round == 3 && v.Phase == adameva.Answering && down(v) == 7
		}),
		"offer-serpent": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Phase == adameva.Answering && v.Card == adameva.Serpent && down(v) == 4
		}),
		"placing": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Round == 4 && v.Phase == adameva.Placing && down(v) == 8 && v.Gone != 0
		}),
		"biting": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Round == 2 && v.Phase == adameva.Biting && down(v) == 6 && v.Finisher == games.Spectator
		}),
		"end-biting": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Phase == adameva.Biting && v.Unlaid.Len() == 6
		}),
		"end-placing": find(t, adameva.Classic, func(v *adameva.View) bool {
			return v.Round == 4 && v.Phase == adameva.Placing && v.Unlaid.Len() == 2 && v.Gone != 0
		}),
		"aside": find(t, adameva.Tactical, func(v *adameva.View) bool {
			return v.Round == 3 && v.Phase == adameva.SettingAside && down(v) == 10
		}),
		"crowded": find(t, adameva.Tactical, func(v *adameva.View) bool {
			return v.Round == 4 && v.Phase != adameva.Over && v.Sides[1][adameva.Blue].Len() == 6
		}),
		"tied": find(t, adameva.Classic, func(v *adameva.View) bool {
			count := 0
			for _, tree := range adameva.Trees {
				if tied([2]adameva.Cards{v.Sides[0][tree], v.Sides[1][tree]}) {
					count++
				}
			}
			return count == 2 && v.Phase == adameva.Offering && v.ToMove == 0
		}),
		"fullest": fullest(t),
	}
}

// fullest is a position that leaves a picture little room: nearly all cards are
// down, many of them below the same trees, and nearly all apples taken.
func fullest(t testing.TB) *adameva.Game {
	var found *adameva.Game
	most := 0
	walk(t, adameva.Tactical, 1500, func(g *adameva.Game) bool {
		if g.View(games.Spectator).Round < 4 {
			return false
		}
		v := g.View(games.Spectator)
		n := down(&v)
		for _, side := range v.Sides {
			for _, cards := range side {
				n += max(0, cards.Len()-2)
			}
		}
		if v.Phase != adameva.Over && n > most {
			found, most = g.Clone(), n
		}
		return false
	})
	return found
}

func TestTables(t *testing.T) {
	p := New()
	for name, g := range tables(t) {
		v := g.View(games.Spectator)
		who := names
		if name == "fullest" {
			who = [2]string{"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"}
		}
		got, err := p.Table(&v, who)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(got) > 40<<10 {
			t.Errorf("%s: %d bytes, at most 40 KiB", name, len(got))
		}
		same(t, "table-"+name, got)
	}
}

// Whoever sits at a table has their own hand below it, and sees no more of the
// other's than anybody.
func TestTablesOfASeat(t *testing.T) {
	p, alphabet := New(), newAlphabet()
	for name, seat := range map[string]games.Seat{"offer": 0, "aside": 1} {
		v := tables(t)[name].View(seat)
		got, err := p.Table(&v, names)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) > 48<<10 {
			t.Errorf("%s: %d bytes, at most 48 KiB", name, len(got))
		}
		same(t, "table-seat-"+name, got)
	}
	hands := 0
	for _, variant := range []adameva.Variant{adameva.Classic, adameva.Tactical} {
		walk(t, variant, 3, func(g *adameva.Game) bool {
			for seat := range games.Seat(2) {
				mine, theirs := g.View(seat), g.View(games.Spectator)
				if mine.Phase == adameva.Over {
					continue
				}
				own, open := &record{a: alphabet}, &record{a: alphabet}
				p.drawSeat(own, &mine, names)
				is := claim{t, fmt.Sprint(seat, " after ", g.Played())}
				y := tableH - margin
				if seat == 1 {
					y = 0
					p.drawTable(lowered{open, seatH}, &theirs, names)
				} else {
					p.drawTable(open, &theirs, names)
				}
				hand, _ := own.cardsIn(0, y, width, y+handHeight)
				is.equal("the hand", hand, adameva.CardsOf(mine.Hand...)|mine.Aside)
				var table []mark
				for _, m := range own.marks {
					if m.y < y || m.y >= y+handHeight {
						table = append(table, m)
					}
				}
				is.equal("what lies on the table", table, open.marks)
				is.equal("what is written there", own.said, open.said)
				hands += hand.Len()
			}
			return false
		})
	}
	if hands == 0 {
		t.Error("no hand was seen")
	}
}
