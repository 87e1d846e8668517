package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"
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
			s.pix[i], s.cover[i] = index, c.A
			if c.A >= 252 {
				s.cover[i] = 255
			}
			if n := len(s.runs) - 1; n >= 0 && int(s.runs[n].y) == y && int(s.runs[n].x+s.runs[n].n) == x && s.runs[n].solid == (s.cover[i] == 255) {
				s.runs[n].n++
			} else {
				s.runs = append(s.runs, run{y: int16(y), x: int16(x), n: 1, solid: s.cover[i] == 255})
			}
		}
	}
	s.runs = slices.Clip(s.runs)
	return s
}

// encoderBuffers keeps what the encoder needs between pictures.
type encoderBuffers struct{ pool sync.Pool }

func (b *encoderBuffers) Get() *png.EncoderBuffer {
	e, _ := b.pool.Get().(*png.EncoderBuffer)
	return e
}

func (b *encoderBuffers) Put(e *png.EncoderBuffer) { b.pool.Put(e) }

// sprite returns an art's sprite, drawing it if this is its first use.
func (p *Painter) sprite(a art) *sprite {
	p.mu.RLock()
	s := p.sprites[a]
	p.mu.RUnlock()
	if s != nil {
		return s
	}
	drawn := image.NewRGBA(image.Rect(0, 0, int(a.w), int(a.h)))
	a.look.draw(&pen{dst: drawn, alphabet: p.alphabet}, a)
	s = newSprite(drawn, p.match)
	p.mu.Lock()
	defer p.mu.Unlock()
	if first := p.sprites[a]; first != nil { // somebody else was faster
		return first
	}
	p.sprites[a] = s
	return s
}

// corner is the radius of the panel's corners.
const corner = 26

// panel is the empty ground of a picture.
func (p *Painter) panel(w, h int) []uint8 {
	size := image.Pt(w, h)
	p.mu.RLock()
	pix := p.grounds[size]
	p.mu.RUnlock()
	if pix != nil {
		return pix
	}
	drawn := image.NewRGBA(image.Rectangle{Max: size})
	drawPanel(&pen{dst: drawn}, w, h)
	pix = make([]uint8, w*h)
	for y := range h {
		for x := range w {
			switch a := drawn.RGBAAt(x, y).A; {
			case a == 255:
				pix[y*w+x] = uint8(ground)
			case a >= 32:
				pix[y*w+x] = uint8(min(int(faint3), (int(a)+32)/64))
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.grounds[size] = pix
	return pix
}

func drawPanel(p *pen, w, h int) { p.fill(box(0, 0, float64(w), float64(h), corner), ground) }

// A sheet is a picture in the making.
type sheet struct {
	p       *Painter
	img     image.Paletted
	encoded bytes.Buffer
}

// sheet returns a sheet with an empty panel. Give it back by finish.
func (p *Painter) sheet(w, h int) *sheet {
	p.match.ready()
	s := p.sheets.Get().(*sheet)
	s.img.Pix = append(s.img.Pix[:0], p.panel(w, h)...)
	s.img.Stride, s.img.Rect, s.img.Palette = w, image.Rect(0, 0, w, h), palette
	return s
}

// finish returns the picture as PNG. The sheet must not be used afterwards.
func (s *sheet) finish() ([]byte, error) {
	defer s.p.sheets.Put(s)
	s.encoded.Reset()
	if err := s.p.encoder.Encode(&s.encoded, &s.img); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return bytes.Clone(s.encoded.Bytes()), nil
}

func (s *sheet) put(a art, x, y int) {
	from, img := s.p.sprite(a), &s.img
	w, h, m := img.Rect.Dx(), img.Rect.Dy(), s.p.match
	for _, r := range from.runs {
		ty, tx, n := y+int(r.y), x+int(r.x), int(r.n)
		begin := int(r.y)*from.w + int(r.x)
		if tx < 0 {
			begin, n, tx = begin-tx, n+tx, 0
		}
		n = min(n, w-tx)
		if ty < 0 || ty >= h || n <= 0 {
			continue
		}
		to, pix := img.Pix[ty*w+tx:][:n], from.pix[begin:][:n]
		if r.solid {
			copy(to, pix)
			continue
		}
		for i, cover := range from.cover[begin:][:n] {
			to[i] = m.over(pix[i], cover, to[i])
		}
	}
}

func (s *sheet) letter(r rune, em int, c paint, x, y int) int {
	g := s.p.alphabet.glyph(r, em)
	img, m := &s.img, s.p.match
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for gy := range g.h {
		ty := y + g.top + gy
		if ty < 0 || ty >= h {
			continue
		}
		for gx, cover := range g.cover[gy*g.w:][:g.w] {
			tx := x + g.left + gx
			if cover == 0 || tx < 0 || tx >= w {
				continue
			}
			to := &img.Pix[ty*w+tx]
			if cover == 255 {
				*to = uint8(c)
			} else {
				*to = m.over(uint8(c), cover, *to)
			}
		}
	}
	return g.advance
}
