package picture

import (
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// rounds are finished rounds of which pictures are kept.
func rounds(t testing.TB) map[string]*adameva.RoundResult {
	pick := func(v adameva.Variant, fits func(r *adameva.RoundResult) bool) *adameva.RoundResult {
		g := find(t, v, func(view *adameva.View) bool {
			n := len(view.Finished)
			return n > 0 && fits(&view.Finished[n-1])
		})
		view := g.View(games.Spectator)
		return &view.Finished[len(view.Finished)-1]
	}
	return map[string]*adameva.RoundResult{
		"usual": pick(adameva.Classic, func(r *adameva.RoundResult) bool { return r.Rest.Len() == 3 }),
		"bitten": pick(adameva.Classic, func(r *adameva.RoundResult) bool {
			return r.Round == 3 && r.Gone != 0 && r.Rest.Len() >= 4
		}),
		"nobodys": pick(adameva.Tactical, func(r *adameva.RoundResult) bool {
			nobody, alone := false, false
			for _, t := range r.Trees {
				nobody = nobody || t.Rule == adameva.Nobody
				alone = alone || t.Rule == adameva.Alone
			}
			return nobody && alone
		}),
		"tied": pick(adameva.Classic, func(r *adameva.RoundResult) bool {
			n := 0
			for _, t := range r.Trees {
				if t.Rule == adameva.LowerHighest {
					n++
				}
			}
			return n == 2
		}),
	}
}

func TestRounds(t *testing.T) {
	p := New()
	for name, r := range rounds(t) {
		got, err := p.Round(r, names)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same(t, "round-"+name, got)
	}
}
