package picture

import (
	"image"
	"image/draw"
	"math"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// An alphabet has the characters of DejaVu Sans Condensed Bold, which covers
// Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. It is safe for
// use by several goroutines at once.
type alphabet struct {
	font *sfnt.Font // nil if the font cannot be read; then all texts are empty

	mu     sync.Mutex
	buffer sfnt.Buffer
	glyphs map[glyphKey]*glyph
}

type glyphKey struct {
	r  rune
	em int16
}

// A glyph is a character drawn in one size.
type glyph struct {
	cover     []uint8
	w, h      int
	left, top int // of the drawing, from the origin on the base line
	advance   int
}

// maxGlyphs bounds what is kept of characters: names bring ever new ones.
const maxGlyphs = 1024

func newAlphabet() *alphabet {
	// The font is compiled in and a test reads it, so there is no error here to
	// tell anybody; without a font, pictures have no text.
	f, _ := sfnt.Parse(dejavusanscondensedbold.TTF)
	return &alphabet{font: f, glyphs: map[glyphKey]*glyph{}}
}

// has reports whether there is a drawing for a character.
func (a *alphabet) has(r rune) bool {
	if a.font == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	i, err := a.font.GlyphIndex(&a.buffer, r)
	return err == nil && i != 0
}

// glyph returns a character in a size; a character that is not there is empty.
func (a *alphabet) glyph(r rune, em int) *glyph {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := glyphKey{r, int16(em)}
	if g := a.glyphs[key]; g != nil {
		return g
	}
	if len(a.glyphs) >= maxGlyphs {
		clear(a.glyphs)
	}
	g := a.draw(r, em)
	a.glyphs[key] = g
	return g
}

func (a *alphabet) draw(r rune, em int) *glyph {
	shape, advance := a.shape(r, float64(em))
	g := &glyph{advance: int(math.Round(advance))}
	if len(shape) == 0 {
		return g
	}
	low, high := shape.bounds()
	g.left, g.top = int(math.Floor(low.x)), int(math.Floor(low.y))
	g.w, g.h = int(math.Ceil(high.x))-g.left, int(math.Ceil(high.y))-g.top
	raster := vector.NewRasterizer(g.w, g.h)
	trace(raster, shape, point{float64(-g.left), float64(-g.top)})
	mask := image.NewAlpha(image.Rect(0, 0, g.w, g.h))
	raster.DrawOp = draw.Src
	raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	g.cover = mask.Pix
	for i, c := range g.cover {
		g.cover[i] = coverage(c)
	}
	return g
}

// shape returns a character's outline with its origin on the base line, and how
// far it is to the next. The lock is held.
func (a *alphabet) shape(r rune, em float64) (path, float64) {
	if a.font == nil {
		return nil, 0
	}
	index, err := a.font.GlyphIndex(&a.buffer, r)
	if err != nil || index == 0 {
		return nil, 0
	}
	size := fixed.Int26_6(math.Round(em * 64))
	advance, err := a.font.GlyphAdvance(&a.buffer, index, size, font.HintingNone)
	if err != nil {
		return nil, 0
	}
	segments, err := a.font.LoadGlyph(&a.buffer, index, size, nil)
	if err != nil {
		return nil, 0
	}
	var shape path
	at := func(p fixed.Point26_6) (x, y float64) { return float64(p.X) / 64, float64(p.Y) / 64 }
	for _, s := range segments {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			shape = shape.move(x, y)
		case sfnt.SegmentOpLineTo:
			shape = shape.to(x, y)
		case sfnt.SegmentOpQuadTo:
			x2, y2 := at(s.Args[1])
			shape = shape.quad(x, y, x2, y2)
		case sfnt.SegmentOpCubeTo:
			x2, y2 := at(s.Args[1])
			x3, y3 := at(s.Args[2])
			shape = shape.cube(x, y, x2, y2, x3, y3)
		}
	}
	return shape, float64(advance) / 64
}

// outline returns a text's outline with its origin on the base line.
func (a *alphabet) outline(text string, em float64) path {
	a.mu.Lock()
	defer a.mu.Unlock()
	var whole path
	x := 0.0
	for _, r := range text {
		shape, advance := a.shape(r, em)
		whole = append(whole, shape.moved(x, 0, 1, 0)...)
		x += advance
	}
	return whole
}
