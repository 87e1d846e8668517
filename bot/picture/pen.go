package picture

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// A pen draws with soft edges. It is what an art's draw function gets: its
// origin is the top left corner of the art, wherever that comes to lie.
type pen struct {
	dst      *image.RGBA
	at       point // where the origin is in dst
	raster   vector.Rasterizer
	alphabet *alphabet
}

// fill paints what lies inside a path.
func (p *pen) fill(shape path, c paint) { p.lay(shape, c.opaque()) }

// glaze paints a share of a colour over what lies inside a path.
func (p *pen) glaze(shape path, c paint, alpha float64) { p.lay(shape, c.shade(alpha)) }

// stroke draws along a path.
func (p *pen) stroke(shape path, width float64, c paint) { p.lay(shape.stroked(width), c.opaque()) }

// outline fills a path and draws around it.
func (p *pen) outline(shape path, c paint, width float64, around paint) {
	p.fill(shape, c)
	p.stroke(shape, width, around)
}

func (p *pen) lay(shape path, c color.NRGBA) {
	low, high := shape.bounds()
	low, high = low.plus(p.at), high.plus(p.at)
	area := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y))).Intersect(p.dst.Bounds())
	if len(shape) == 0 || area.Empty() {
		return
	}
	p.raster.Reset(area.Dx(), area.Dy())
	trace(&p.raster, shape, p.at.minus(point{float64(area.Min.X), float64(area.Min.Y)}))
	p.raster.Draw(p.dst, area, image.NewUniform(c), image.Point{})
}

// trace gives a path to a rasterizer.
func trace(r *vector.Rasterizer, shape path, at point) {
	for _, l := range shape {
		for i, q := range l.points {
			if x, y := float32(q.x+at.x), float32(q.y+at.y); i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
}

// clipped draws what lies inside a path only: it draws elsewhere and lays what
// came out over the picture through the path.
func (p *pen) clipped(shape path, drawing func(*pen)) {
	low, high := shape.bounds()
	low, high = low.plus(p.at), high.plus(p.at)
	area := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y))).Intersect(p.dst.Bounds())
	if area.Empty() {
		return
	}
	aside := pen{dst: image.NewRGBA(area), at: p.at, alphabet: p.alphabet}
	drawing(&aside)
	p.raster.Reset(area.Dx(), area.Dy())
	trace(&p.raster, shape, p.at.minus(point{float64(area.Min.X), float64(area.Min.Y)}))
	p.raster.Draw(p.dst, area, aside.dst, area.Min)
}

// figure writes a short text (a number, a letter) with the middle of its
// capitals at a point; em is the size of the type.
func (p *pen) figure(text string, cx, cy, em float64, c paint) {
	if shape := p.alphabet.outline(text, em); len(shape) > 0 {
		low, high := shape.bounds()
		p.fill(shape.moved(cx-(low.x+high.x)/2, cy+capHeight*em/2, 1, 0), c)
	}
}

// capHeight is the height of figures and capitals in a type of size 1.
const capHeight = 0.729
