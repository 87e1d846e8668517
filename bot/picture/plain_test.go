package picture

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

// plainSheet draws every picture from its lines, in all colours, with nothing
// kept: what the sheets with their sprites have to equal, and to beat.
type plainSheet struct {
	img      *image.RGBA
	alphabet *alphabet
}

func newPlainSheet(p *Painter, g panel) *plainSheet {
	s := &plainSheet{img: image.NewRGBA(image.Rect(0, 0, g.w, g.h)), alphabet: p.alphabet}
	drawPanel(&pen{dst: s.img}, g)
	return s
}

func (s *plainSheet) put(a art, x, y int) {
	a.look.draw(&pen{dst: s.img, at: point{float64(x), float64(y)}, alphabet: s.alphabet}, a)
}

func (s *plainSheet) letter(r rune, em int, c paint, x, y int) int {
	s.alphabet.mu.Lock()
	shape, advance := s.alphabet.shape(r, float64(em))
	s.alphabet.mu.Unlock()
	if len(shape) > 0 {
		(&pen{dst: s.img, at: point{float64(x), float64(y)}}).fill(shape, c)
	}
	return int(advance + 0.5)
}

func (s *plainSheet) finish(t testing.TB) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, s.img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Sprites are a way to be fast, not another picture.
func TestSpritesDrawWhatPlainDrawingDraws(t *testing.T) {
	p := New()
	for name, g := range tables(t) {
		v := g.View(games.Spectator)
		fast, err := p.Table(&v, names)
		if err != nil {
			t.Fatal(err)
		}
		plain := newPlainSheet(p, tablePanel)
		p.drawTable(plain, &v, names)
		share := differing(decode(t, fast), decode(t, plain.finish(t)), 40)
		t.Logf("%s: %.2f %%", name, share*100)
		if share > 0.002 {
			t.Errorf("%s: %.2f %% of the pixels differ", name, share*100)
		}
	}
}

func BenchmarkFullestTable(b *testing.B) {
	v := tables(b)["end-biting"].View(games.Spectator)
	b.Run("sprites", func(b *testing.B) {
		p := New()
		benchmark(b, func() ([]byte, error) { return p.Table(&v, names) })
	})
	b.Run("plain", func(b *testing.B) {
		p := New()
		benchmark(b, func() ([]byte, error) {
			s := newPlainSheet(p, tablePanel)
			p.drawTable(s, &v, names)
			return s.finish(b), nil
		})
	})
}

func BenchmarkHand(b *testing.B) {
	p := New()
	v := find(b, adameva.Tactical, func(*adameva.View) bool { return true }).View(0)
	benchmark(b, func() ([]byte, error) { return p.Hand(&v) })
}

func BenchmarkRound(b *testing.B) {
	p, r := New(), rounds(b)["usual"]
	benchmark(b, func() ([]byte, error) { return p.Round(r, names) })
}

func BenchmarkEnd(b *testing.B) {
	p := New()
	v := ends(b)["points"].View(games.Spectator)
	benchmark(b, func() ([]byte, error) { return p.End(&v, names) })
}

// benchmark measures a drawing after its sprites have been drawn.
func benchmark(b *testing.B, draw func() ([]byte, error)) {
	if _, err := draw(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		got, err := draw()
		if err != nil {
			b.Fatal(err)
		}
		size = len(got)
	}
	b.ReportMetric(float64(size), "bytes")
}
