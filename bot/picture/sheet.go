package picture

import (
	"bytes"
	"image"
	"image/color"
	"slices"

	"github.com/klauspost/compress/zlib"
)

// A look is a way to draw something, of which there may be several sizes and
// kinds. Looks are told apart by their address, so there is one variable for
// each.
type look struct {
	name string
	draw func(p *pen, a art)
}

// An art is one drawing: a look with its size and what else it depends on. Arts
// are small values, and equal arts are drawn once by a Painter.
type art struct {
	look *look
	w, h int16 // in pixels, shadows included
	a, b uint8 // what the look makes of them
}

// A surface is what pictures are laid out on.
type surface interface {
	// put lays an art with its top left corner at a point.
	put(a art, x, y int)
	// letter writes a character with its origin on the base line at a point and
	// returns how far it is to the next.
	letter(r rune, em int, c paint, x, y int) int
}

// middle puts an art with its centre at a point.
func middle(s surface, a art, cx, cy int) { s.put(a, cx-int(a.w)/2, cy-int(a.h)/2) }

// A sprite is an art that has been drawn, as colours of the palette.
type sprite struct {
	w, h  int
	pix   []uint8
	cover []uint8 // how much each pixel covers, 255 is all
	runs  []run
}

// coverage rounds how much of a pixel is covered: a few steps look as soft as
// many and make smaller files.
func coverage(a uint8) uint8 { return uint8((int(a)*4 + 127) / 255 * 255 / 4) }

// A run is a row of pixels that are copied as they are, or that are blended one
// by one.
type run struct {
	y, x, n int16
	solid   bool
}

// newSprite turns a drawing into colours of the palette.
func newSprite(drawn *image.RGBA, m *matcher) *sprite {
	size := drawn.Bounds().Size()
	s := &sprite{w: size.X, h: size.Y, pix: make([]uint8, size.X*size.Y), cover: make([]uint8, size.X*size.Y)}
	known := map[color.RGBA]uint8{}
	for y := range s.h {
		for x := range s.w {
			c := drawn.RGBAAt(x, y)
			if c.A == 0 {
				continue
			}
			index, ok := known[c]
			if !ok {
				plain := color.NRGBAModel.Convert(c).(color.NRGBA)
				index = m.nearest(plain.R, plain.G, plain.B)
				known[c] = index
			}
			i := y*s.w + x
			s.pix[i], s.cover[i] = index, coverage(c.A)
			if n := len(s.runs) - 1; n >= 0 && int(s.runs[n].y) == y && int(s.runs[n].x+s.runs[n].n) == x && s.runs[n].solid == (s.cover[i] == 255) {
				s.runs[n].n++
			} else {
				s.runs = append(s.runs, run{y: int16(y), x: int16(x), n: 1, solid: s.cover[i] == 255})
			}
		}
	}
	m.fewer(s)
	s.runs = slices.Clip(s.runs)
	return s
}

// sprite returns an art's sprite, drawing it if this is its first use.
func (p *Painter) sprite(a art) *sprite {
	return p.sprites.get(a, func(a art) *sprite {
		drawn := image.NewRGBA(image.Rect(0, 0, int(a.w), int(a.h)))
		a.look.draw(&pen{dst: drawn, alphabet: p.alphabet}, a)
		return newSprite(drawn, p.match)
	})
}

// corner is the radius of the panel's corners.
const corner = 26

// A panel is the empty ground of pictures.
type panel struct {
	w, h int
	draw *look // what else is on the ground, or nil
	a    uint8 // what the look makes of it
}

// ground returns a panel as the rows of a PNG: each begins with a zero, for a
// row that is not filtered.
func (p *Painter) ground(g panel) []uint8 {
	return p.grounds.get(g, func(g panel) []uint8 {
		drawn := image.NewRGBA(image.Rect(0, 0, g.w, g.h))
		drawPanel(&pen{dst: drawn}, g)
		pix := make([]uint8, (g.w+1)*g.h)
		known := map[color.RGBA]uint8{}
		var before color.RGBA // mostly the same, transparent at first
		var index uint8
		for y := range g.h {
			for x := range g.w {
				c := drawn.RGBAAt(x, y)
				if c == before {
					pix[y*(g.w+1)+1+x] = index
					continue
				}
				var ok bool
				index, ok = known[c]
				switch {
				case ok:
				case c.A == 255:
					index = p.match.nearest(c.R, c.G, c.B)
				case c.A >= 32:
					index = uint8(min(int(faint3), (int(c.A)+32)/64))
				}
				known[c], pix[y*(g.w+1)+1+x], before = index, index, c
			}
		}
		return pix
	})
}

func drawPanel(p *pen, g panel) {
	p.fill(box(0, 0, float64(g.w), float64(g.h), corner), meadow)
	if g.draw != nil {
		g.draw.draw(p, art{w: int16(g.w), h: int16(g.h), a: g.a})
	}
}

// A sheet is a picture in the making, as the rows of a PNG.
type sheet struct {
	p       *Painter
	w, h    int
	rows    []uint8
	encoded bytes.Buffer
	deflate *zlib.Writer
}

// sheet returns a sheet with an empty panel. Give it back by finish.
func (p *Painter) sheet(w, h int) *sheet { return p.sheetOn(panel{w: w, h: h}) }

// sheetOn returns a sheet with a panel that may have more on it.
func (p *Painter) sheetOn(g panel) *sheet {
	p.match.ready()
	s := p.sheets.Get().(*sheet)
	s.w, s.h = g.w, g.h
	s.rows = append(s.rows[:0], p.ground(g)...)
	return s
}

// row returns the pixels of row y from x on, at most n.
func (s *sheet) row(x, y, n int) []uint8 {
	begin := y*(s.w+1) + 1
	return s.rows[begin+x : begin+min(x+n, s.w)]
}

func (s *sheet) put(a art, x, y int) {
	from, m := s.p.sprite(a), s.p.match
	for _, r := range from.runs {
		ty, tx, n := y+int(r.y), x+int(r.x), int(r.n)
		begin := int(r.y)*from.w + int(r.x)
		if tx < 0 {
			begin, n, tx = begin-tx, n+tx, 0
		}
		if ty < 0 || ty >= s.h || n <= 0 || tx >= s.w {
			continue
		}
		to := s.row(tx, ty, n)
		pix := from.pix[begin:][:len(to)]
		if r.solid {
			copy(to, pix)
			continue
		}
		for i, cover := range from.cover[begin:][:len(to)] {
			to[i] = m.over(pix[i], cover, to[i])
		}
	}
}

func (s *sheet) letter(r rune, em int, c paint, x, y int) int {
	g, m := s.p.alphabet.glyph(r, em), s.p.match
	skip := max(0, -(x + g.left)) // columns left of the sheet
	for gy := range g.h {
		tx, ty := x+g.left+skip, y+g.top+gy
		if ty < 0 || ty >= s.h || tx >= s.w || skip >= g.w {
			continue
		}
		to := s.row(tx, ty, g.w-skip)
		for i, cover := range g.cover[gy*g.w+skip:][:len(to)] {
			switch cover {
			case 0:
			case 255:
				to[i] = uint8(c)
			default:
				to[i] = m.over(uint8(c), cover, to[i])
			}
		}
	}
	return g.advance
}
