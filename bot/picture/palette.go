package picture

import (
	"image/color"
	"math"
	"sync"
)

// A paint is a colour of the pictures, as its number in the palette. Pictures
// are drawn in these alone; the palette's other colours are blends of two
// paints, for the soft edges between them.
type paint uint8

// The paints. Contrasts and what people see who do not tell all colours apart
// are tested: see the pairs in the tests before changing one.
const (
	none paint = iota // transparent
	faint1
	faint2
	faint3 // the ground at 1/4, 2/4 and 3/4, for the panel's round corners

	meadow   // the panel
	hill     // where the trees stand
	hollow   // places on the panel where something may come to lie
	pasture  // a board or a tile on the panel
	rail     // lines on the panel
	board    // the strips with the names
	boardRim // lines on a strip
	paper    // the face of a card
	paperDim // the face of a card that may not be chosen
	edge     // the edge of a card
	ink      // lines and figures
	inkSoft  // figures of less weight
	inkDim   // figures on a card that may not be chosen
	lamp     // whose turn it is, what is chosen
	lampDeep // its edge
	trunk
	trunkDark
	leaf
	leafDark

	red
	yellow
	green
	blue
	redDark
	yellowDark
	greenDark
	blueDark
	redLight
	yellowLight
	greenLight
	blueLight
	crownRed // the crowns of the trees, their shade and their light
	crownYellow
	crownGreen
	crownBlue
	shadeRed
	shadeYellow
	shadeGreen
	shadeBlue
	sunRed
	sunYellow
	sunGreen
	sunBlue

	joker
	jokerDark
	jokerLight
	snake
	snakeDark
	snakeLight
	tongue
	backDeep // the back of a card
	backLine

	moons
	suns
	waves
	leaves
	wyrms
	knots

	personGround // the ground of a personality's card
	personDark   // its mark

	paints
)

var paintRGB = [paints]uint32{
	faint1: 0xe3ebd3, faint2: 0xe3ebd3, faint3: 0xe3ebd3,
	meadow: 0xe3ebd3, hill: 0xd5e2bd, hollow: 0xcbd8b2, pasture: 0xf3f6e8, rail: 0xb9c9a2,
	board: 0x2c4738, boardRim: 0x4b6b58,
	paper: 0xfdf9ef, paperDim: 0xe6e3d8, edge: 0xb3a88e, ink: 0x1f2a24, inkSoft: 0x536056, inkDim: 0x596058,
	lamp: 0xf7b733, lampDeep: 0xa86a00,
	trunk: 0x8a6547, trunkDark: 0x65472f, leaf: 0x6fa24a, leafDark: 0x44702e,

	red: 0xa61d24, yellow: 0xf5c736, green: 0x5ea34c, blue: 0x2a5aa8,
	redDark: 0x74121a, yellowDark: 0xb07d0e, greenDark: 0x356b2b, blueDark: 0x1a3a72,
	redLight: 0xdb6a66, yellowLight: 0xfde79a, greenLight: 0xa6d690, blueLight: 0x7ba6e0,
	crownRed: 0xd9a48c, crownYellow: 0xe0cd8c, crownGreen: 0x8cb272, crownBlue: 0x8fb0bd,
	shadeRed: 0xb97f66, shadeYellow: 0xc3aa60, shadeGreen: 0x729a58, shadeBlue: 0x7094a4,
	sunRed: 0xe8bfac, sunYellow: 0xeedfac, sunGreen: 0xa9c991, sunBlue: 0xaac6d0,

	joker: 0x403848, jokerDark: 0x2a2433, jokerLight: 0xb9b0c6,
	snake: 0x2f7a6b, snakeDark: 0x1b5146, snakeLight: 0x8fcbb4, tongue: 0xc0392b,
	backDeep: 0x4a6f5c, backLine: 0xa9c4b2,

	moons: 0x1f1f45, suns: 0xf2a516, waves: 0x3f9fdc, leaves: 0x4a7a1c, wyrms: 0xb0466e, knots: 0xb3a48a,
	personGround: 0xf6e3b8, personDark: 0x6b3f1d,
}

// meetings are the paints that share many edges; the palette has blends of each
// such pair.
var meetings = [][2]paint{
	{ink, paper}, {ink, paperDim}, {ink, pasture}, {ink, meadow}, {ink, lamp}, {ink, yellow}, {ink, green}, {inkDim, paperDim},
	{paper, board}, {paper, red}, {paper, blue}, {paper, joker}, {paper, snake}, {paper, ink}, {paper, meadow}, {paper, edge}, {paper, backDeep},
	{edge, meadow}, {edge, paperDim}, {board, meadow}, {board, lamp}, {inkSoft, pasture}, {inkSoft, meadow}, {inkSoft, paper},
	{red, redDark}, {yellow, yellowDark}, {green, greenDark}, {blue, blueDark},
	{red, paper}, {yellow, paper}, {green, paper}, {blue, paper},
	{red, redLight}, {blue, blueLight}, {yellow, yellowLight}, {green, greenLight},
	{crownRed, meadow}, {crownYellow, meadow}, {crownGreen, meadow}, {crownBlue, meadow},
	{shadeRed, crownRed}, {shadeYellow, crownYellow}, {shadeGreen, crownGreen}, {shadeBlue, crownBlue},
	{trunk, meadow}, {trunkDark, trunk}, {hollow, meadow}, {hill, meadow}, {pasture, meadow}, {rail, meadow}, {rail, pasture},
	{joker, paper}, {snake, snakeDark}, {tongue, paper}, {backDeep, backLine}, {leafDark, leaf},
	{moons, paper}, {suns, ink}, {waves, ink}, {leaves, ink}, {wyrms, ink}, {knots, ink}, {personDark, personGround},
}

// shadows are the steps from the panel to the shadow that things throw on it.
var shadows = []uint32{0xdde5cd, 0xd6dec6, 0xced7bf, 0xc6cfb7, 0xbdc6af}

// palette is what every picture is made of.
var palette = makePalette()

func makePalette() color.Palette {
	p := make(color.Palette, 0, 256)
	for i, rgb := range paintRGB {
		c := color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255}
		switch paint(i) {
		case none:
			c.A = 0
		case faint1, faint2, faint3:
			c.A = uint8(64 * i)
		}
		p = append(p, c)
	}
	for _, rgb := range shadows {
		p = append(p, color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255})
	}
	for _, m := range meetings {
		a, b := p[m[0]].(color.NRGBA), p[m[1]].(color.NRGBA)
		for step := 1; step <= 2; step++ {
			p = append(p, blend(a, b, uint32(step*85)))
		}
	}
	return p
}

// blend lays a over b; cover is a's share of 256.
func blend(a, b color.NRGBA, cover uint32) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8((uint32(x)*cover + uint32(y)*(256-cover) + 128) >> 8) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// shade is a paint of which only a share is laid on.
func (c paint) shade(alpha float64) color.NRGBA {
	n := palette[c].(color.NRGBA)
	n.A = uint8(alpha*255 + 0.5)
	return n
}

// opaque returns a paint as it covers what is below.
func (c paint) opaque() color.NRGBA { return palette[c].(color.NRGBA) }

// A matcher finds the colour of the palette that is nearest to any colour.
type matcher struct {
	lab [256][3]float32
	rgb [256][3]uint8
	n   int

	fill  sync.Once
	table [1 << 16]uint8 // by five bits of red, six of green, five of blue
}

func newMatcher() *matcher {
	m := &matcher{n: len(palette)}
	for i, c := range palette {
		n := c.(color.NRGBA)
		m.rgb[i] = [3]uint8{n.R, n.G, n.B}
		m.lab[i] = oklab(n.R, n.G, n.B)
	}
	return m
}

// nearest searches the palette. The transparent colours are never the answer.
func (m *matcher) nearest(r, g, b uint8) uint8 {
	want := oklab(r, g, b)
	best, found := float32(math.MaxFloat32), uint8(meadow)
	for i := int(faint3) + 1; i < m.n; i++ {
		c := &m.lab[i]
		dl, da, db := c[0]-want[0], c[1]-want[1], c[2]-want[2]
		if d := dl*dl + da*da + db*db; d < best {
			best, found = d, uint8(i)
		}
	}
	return found
}

// ready makes the table by which over finds its colours.
func (m *matcher) ready() {
	m.fill.Do(func() {
		for i := range m.table {
			r, g, b := i>>11, i>>5&63, i&31
			m.table[i] = m.nearest(uint8(r<<3|r>>2), uint8(g<<2|g>>4), uint8(b<<3|b>>2))
		}
	})
}

// over returns the colour that comes of laying top, of which alpha of 255
// covers, over below.
func (m *matcher) over(top, alpha, below uint8) uint8 {
	t, u := &m.rgb[top], &m.rgb[below]
	a := uint32(alpha)
	mix := func(x, y uint8) uint32 { return (uint32(x)*a + uint32(y)*(255-a) + 127) / 255 }
	return m.table[mix(t[0], u[0])>>3<<11|mix(t[1], u[1])>>2<<5|mix(t[2], u[2])>>3]
}

// oklab returns a colour in a space in which distance is about difference to
// the eye (Björn Ottosson, 2020).
func oklab(r, g, b uint8) [3]float32 {
	lr, lg, lb := linear(r), linear(g), linear(b)
	l := math.Cbrt(0.4122214708*lr + 0.5363325363*lg + 0.0514459929*lb)
	m := math.Cbrt(0.2119034982*lr + 0.6806995451*lg + 0.1073969566*lb)
	s := math.Cbrt(0.0883024619*lr + 0.2817188376*lg + 0.6299787005*lb)
	return [3]float32{
		float32(0.2104542553*l + 0.7936177850*m - 0.0040720468*s),
		float32(1.9779984951*l - 2.4285922050*m + 0.4505937099*s),
		float32(0.0259040371*l + 0.7827717662*m - 0.8086757660*s),
	}
}

// linear undoes the curve of sRGB.
func linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
