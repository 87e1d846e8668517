package picture

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
)

// After Warm, hardly anything that comes up in play is drawn for the first time.
func TestWarmDrawsWhatGamesNeed(t *testing.T) {
	p, cold := New(), New()
	begin := time.Now()
	p.Warm()
	warm := p.sprites.len()
	t.Logf("%d sprites in %v", warm, time.Since(begin))
	positions, drawn := 0, map[art]bool{}
	for a := range p.sprites.made {
		drawn[a] = true
	}
	walk(t, adameva.Classic, 12, func(g *adameva.Game) bool {
		if v := g.View(games.Spectator); v.Phase != adameva.Over {
			p.drawTable(warmth{p}, &v, names)
			cold.drawTable(warmth{cold}, &v, names)
			positions++
		}
		return false
	})
	wander(t, 12, thrifty, func(g *adaman.Game) bool {
		v := g.View(adaman.Player)
		p.drawBoard(warmth{p}, &v, payment(&v), boardWords)
		cold.drawBoard(warmth{cold}, &v, payment(&v), boardWords)
		positions++
		return false
	})
	for a := range p.sprites.made {
		if !drawn[a] {
			t.Logf("missing: %s %d by %d, %d %d", a.look.name, a.w, a.h, a.a, a.b)
		}
	}
	missing, needed := p.sprites.len()-warm, cold.sprites.len()
	t.Logf("%d positions needed %d sprites, of which %d were missing", positions, needed, missing)
	if missing*12 > needed {
		t.Errorf("%d of %d sprites were not drawn ahead", missing, needed)
	}
}

// A cold painter that many ask for the same at once makes it once.
func TestEachThingIsMadeOnce(t *testing.T) {
	var k kept[int, int]
	var made atomic.Int32
	var group sync.WaitGroup
	gate := make(chan struct{})
	for range 32 {
		group.Go(func() {
			<-gate
			for key := range 5 {
				got := k.get(key, func(key int) int {
					made.Add(1)
					time.Sleep(time.Millisecond) // long enough for the others to come
					return key * key
				})
				if got != key*key {
					t.Errorf("the value of %d is %d", key, got)
				}
			}
		})
	}
	close(gate)
	group.Wait()
	if n := made.Load(); n != 5 || k.len() != 5 {
		t.Errorf("5 values were made %d times, %d are kept", n, k.len())
	}
}

func BenchmarkWarm(b *testing.B) {
	for b.Loop() {
		New().Warm()
	}
}
