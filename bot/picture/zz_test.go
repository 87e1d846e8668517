package picture

import (
	"testing"
	"windfall/games/adaman"
	"windfall/games/decktet"
)

func TestSampleTmp(t *testing.T) {
	p := New()
	most, sum, n, k := 0, 0, 0, 0
	wander(t, 400, thrifty, func(g *adaman.Game) bool {
		v := g.View(0)
		if len(v.Palace) < 4 || v.Outcome.Result != 0 {
			return false
		}
		var c decktet.Set
		for _, target := range v.Targets() {
			if pay, ok := v.Cheapest(target.Card); ok && pay.Len() > 1 {
				c = pay.With(target.Card)
			}
		}
		k++
		if c == 0 || k%5 != 0 {
			return false
		}
		b, _ := p.Board(&v, c, boardWords)
		sum += len(b)
		n++
		most = max(most, len(b))
		return false
	})
	t.Log(most, sum/n, n)
}
