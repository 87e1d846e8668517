package picture

import (
	"math"

	"windfall/games/adameva"
)

// This file draws what grows in the orchard, and who lives in it.

// appleBody is the outline of an apple of radius 1 around the origin.
var appleBody = smooth(
	point{0, -0.70}, point{0.34, -0.90}, point{0.80, -0.74}, point{1.01, -0.14}, point{0.84, 0.52}, point{0.40, 0.95},
	point{0, 0.87}, point{-0.40, 0.95}, point{-0.84, 0.52}, point{-1.01, -0.14}, point{-0.80, -0.74}, point{-0.34, -0.90},
)

// drawApple draws an apple with its value and its colour's emblem.
func drawApple(p *pen, t adameva.Tree, value int, cx, cy, r float64) {
	body := appleBody.moved(cx, cy, r, 0)
	p.stroke(body, 0.20*r, paper)
	p.fill(body, treePaint[t])
	p.clipped(body, func(p *pen) { // the side away from the light
		p.fill(body, treeDark[t])
		p.fill(circle(cx-0.12*r, cy-0.14*r, 1.06*r), treePaint[t])
	})
	p.stroke(from(cx-0.76*r, cy-0.22*r).quad(cx-0.74*r, cy-0.52*r, cx-0.50*r, cy-0.64*r), 0.1*r, treeLight[t])
	p.stroke(from(cx, cy-0.66*r).quad(cx+0.02*r, cy-0.98*r, cx+0.14*r, cy-1.16*r), 0.12*r, trunkDark)
	foliage := from(cx+0.10*r, cy-0.92*r).cube(cx+0.28*r, cy-1.34*r, cx+0.62*r, cy-1.30*r, cx+0.84*r, cy-1.12*r).
		cube(cx+0.66*r, cy-0.86*r, cx+0.36*r, cy-0.78*r, cx+0.10*r, cy-0.92*r).close()
	p.fill(foliage, leafDark)
	if value > 0 {
		em := r * 1.30
		p.figure(string(rune('0'+value)), cx-0.32*r, cy+0.07*r, em, onTree[t])
		p.fill(emblem(t, cx+0.45*r, cy+0.09*r, 0.27*r), onTree[t])
	}
}

// appleLook draws the apple of tree a worth b.
var appleLook = &look{name: "apple", draw: func(p *pen, a art) {
	r := float64(a.w)/2 - 4
	drawApple(p, adameva.Tree(a.a), int(a.b), float64(a.w)/2, float64(a.h)-r-4, r)
}}

// appleArt is an apple with its value, of a width.
func appleArt(t adameva.Tree, value, width int) art {
	r := float64(width) / 2
	return art{look: appleLook, w: int16(width + 8), h: int16(2.24*r) + 8, a: uint8(t), b: uint8(value)}
}

// crownOf is a tree's crown, which repeats its emblem: round, pointed like a
// fir, a diamond, a square. It fills a box around the origin: clumps of leaves
// along a line, as a path to be filled by winding; grow makes each clump larger.
func crownOf(t adameva.Tree, w, h, grow float64) path {
	clump := w * 0.105
	x, y := w/2-clump, h/2-clump
	var rim path
	switch t {
	case adameva.Yellow:
		rim = polygon(point{0, -y}, point{x * 0.46, -y * 0.1}, point{x, y}, point{-x, y}, point{-x * 0.46, -y * 0.1})
	case adameva.Green:
		rim = polygon(point{0, -y}, point{x, y * 0.08}, point{0, y}, point{-x, y * 0.08})
	case adameva.Blue:
		rim = polygon(point{-x, -y}, point{x, -y}, point{x, y}, point{-x, y})
	default:
		rim = ellipse(0, 0, x, y)
	}
	whole := path{rim[0]}
	for _, q := range spaced(rim[0], clump*1.25) {
		whole = append(whole, circle(q.x, q.y, clump+grow)...)
	}
	return whole
}

// spaced returns points along a closed line at about equal distances.
func spaced(l line, distance float64) (out []point) {
	corners := append(append([]point{}, l.points...), l.points[0])
	length := 0.0
	for i := 1; i < len(corners); i++ {
		length += corners[i].minus(corners[i-1]).length()
	}
	step := length / math.Round(length/distance)
	next := 0.0
	for i := 1; i < len(corners); i++ {
		side := corners[i].minus(corners[i-1]).length()
		for ; next < side-1e-6; next += step {
			out = append(out, corners[i-1].between(corners[i], next/side))
		}
		next -= side
	}
	return out
}

var (
	crownPaint = [4]paint{crownRed, crownYellow, crownGreen, crownBlue}
	crownShade = [4]paint{shadeRed, shadeYellow, shadeGreen, shadeBlue}
	crownSun   = [4]paint{sunRed, sunYellow, sunGreen, sunBlue}
)

// drawTree draws a tree in a box: its crown takes the upper part, the share of
// which is given.
func drawTree(p *pen, t adameva.Tree, x, y, w, h, share float64) {
	cx, crownH := x+w/2, h*share
	cy, foot := y+crownH/2, y+h-7
	p.glaze(ellipse(cx, foot, w*0.36, 6), ink, 0.12)
	stem := w * 0.055
	trunkShape := from(cx-stem, y+crownH*0.8).cube(cx-stem, foot-16, cx-stem*1.2, foot-6, cx-stem*2.4, foot).
		quad(cx, foot-4, cx+stem*2.4, foot).cube(cx+stem*1.2, foot-6, cx+stem, foot-16, cx+stem, y+crownH*0.8).close()
	p.fill(trunkShape, trunk)
	p.clipped(trunkShape, func(p *pen) { p.fill(box(cx+stem*0.25, y, w, h, 0), trunkDark) })
	shape := crownOf(t, w-4, crownH-4, 0).moved(cx, cy, 1, 0)
	p.fill(shape, crownPaint[t])
	p.clipped(shape, func(p *pen) {
		p.fill(shape, crownShade[t])
		p.fill(crownOf(t, w-4, crownH-4, 1).moved(cx-w*0.03, cy-crownH*0.055, 1, 0), crownPaint[t])
		for _, q := range tufts[t] {
			tuft := arc(cx+q.x*w, cy+q.y*crownH, w*0.062, w*0.052, math.Pi*1.08, math.Pi*1.92)
			p.stroke(tuft, 2.8, crownSun[t])
		}
	})
}

// tufts are where light falls on a tree's leaves, in shares of the crown.
var tufts = [4][]point{
	{{-0.18, -0.32}, {0.10, -0.36}, {-0.04, -0.22}, {0.28, -0.24}, {-0.32, 0.30}, {0.04, 0.38}, {0.30, 0.30}},
	{{-0.02, -0.30}, {0.05, -0.12}, {-0.10, -0.14}, {-0.30, 0.40}, {-0.04, 0.40}, {0.26, 0.38}},
	{{-0.02, -0.32}, {0.10, -0.22}, {-0.12, -0.20}, {-0.14, 0.30}, {0.10, 0.30}},
	{{-0.32, -0.36}, {-0.04, -0.30}, {0.24, -0.36}, {-0.18, -0.22}, {0.12, -0.20}, {-0.28, 0.36}, {0.02, 0.38}, {0.30, 0.34}},
}

// treeLook draws tree a.
var treeLook = &look{name: "tree", draw: func(p *pen, a art) {
	drawTree(p, adameva.Tree(a.a), 2, 2, float64(a.w)-4, float64(a.h)-4, 0.76)
}}

func treeArt(t adameva.Tree, w, h int) art {
	return art{look: treeLook, w: int16(w + 4), h: int16(h + 4), a: uint8(t)}
}

// tapered is a body along points that thins out from one width to another.
func tapered(spine path, begin, end float64) path {
	points := distinct(spine[0])
	n := len(points)
	var left, right []point
	for i, q := range points {
		v := points[min(i+1, n-1)].minus(points[max(i-1, 0)])
		half := (begin + (end-begin)*math.Pow(float64(i)/float64(n-1), 1.6)) / 2 / v.length()
		left = append(left, point{q.x + v.y*half, q.y - v.x*half})
		right = append(right, point{q.x - v.y*half, q.y + v.x*half})
	}
	return path{{points: append(left, reversed(right)...), closed: true}}
}

// drawSerpent draws the serpent, w by h pixels around a point.
func drawSerpent(p *pen, cx, cy, w, h float64) {
	at := func(x, y float64) point { return point{cx + x*w/2, cy + y*h/2} }
	spine := sweep(at(0.02, -0.72), at(-0.52, -0.62), at(-0.62, -0.30), at(-0.10, -0.06), at(0.56, 0.12), at(0.66, 0.44), at(0.10, 0.62), at(-0.56, 0.66), at(-0.86, 0.86), at(-0.62, 1.0))
	thick := w * 0.23
	body := tapered(spine, thick, thick*0.18)
	p.stroke(body, w*0.045, snakeDark)
	p.fill(body, snake)
	points := distinct(spine[0])
	for i := 7; i < len(points)-10; i += 5 {
		v := points[i+1].minus(points[i-1])
		f := 1 - math.Pow(float64(i)/float64(len(points)), 1.6)*0.8
		mark := polygon(point{-1.2, 0}, point{0, -1}, point{1.2, 0}, point{0, 1}).moved(points[i].x, points[i].y, thick*0.27*f, math.Atan2(v.y, v.x))
		p.fill(mark, snakeLight)
	}
	forked := at(0.42, -0.78)
	u := w / 100
	p.stroke(from(forked.x, forked.y).quad(forked.x+10*u, forked.y+2*u, forked.x+17*u, forked.y-1*u), 2.8*u, tongue)
	p.stroke(from(forked.x+25*u, forked.y-8*u).to(forked.x+17*u, forked.y-1*u).to(forked.x+25*u, forked.y+5*u), 2.8*u, tongue)
	head := smooth(at(-0.16, -0.80), at(0.06, -0.95), at(0.34, -0.92), at(0.50, -0.78), at(0.32, -0.64), at(0.06, -0.58), at(-0.16, -0.64))
	p.stroke(head, w*0.045, snakeDark)
	p.fill(head, snake)
	eye := at(0.18, -0.82)
	p.fill(circle(eye.x, eye.y, 4.6*u), paper)
	p.fill(circle(eye.x+1.2*u, eye.y, 2.4*u), ink)
}

// drawCap draws a fool's cap, w pixels wide around a point.
func drawCap(p *pen, cx, cy, w float64, c, light, bells paint) {
	u := w / 100
	at := func(shape path) path { return shape.moved(cx, cy, u, 0) }
	left := from(-30, 24).cube(-36, -4, -44, -12, -44, 14).cube(-52, -22, -30, -44, -8, -14).to(0, 24).close()
	right := from(30, 24).cube(36, -4, 44, -12, 44, 14).cube(52, -22, 30, -44, 8, -14).to(0, 24).close()
	middle := from(-22, 24).cube(-18, -6, -10, -24, 2, -40).cube(10, -24, 18, -6, 22, 24).close()
	p.fill(at(left), c)
	p.fill(at(right), c)
	p.fill(at(middle), light)
	p.fill(at(box(-32, 22, 64, 13, 5)), c)
	for _, q := range []point{{-44, 18}, {44, 18}, {2, -42}} {
		p.fill(circle(cx+q.x*u, cy+q.y*u, 7.5*u), bells)
	}
}

// drawHill draws a hill, as wide as a picture, on which the trees' feet are at y.
func drawHill(p *pen, y float64) {
	p.fill(from(0, y-46).cube(130, y-74, 260, y-30, 400, y-42).cube(540, y-54, 660, y-78, width, y-44).
		to(width, y+8).cube(660, y+26, 540, y+2, 400, y+12).cube(260, y+22, 130, y-4, 0, y+16).close(), hill)
}

// drawGrass draws tufts of grass where a table has room for cards that begins that
// far down.
func drawGrass(p *pen, down float64) {
	for i, q := range []point{{60, 190}, {236, 160}, {300, 226}, {512, 176}, {590, 232}, {742, 158}, {130, 246}, {672, 204},
		{40, 560}, {160, 596}, {248, 540}, {300, 602}, {500, 560}, {582, 600}, {664, 548}, {756, 590}} {
		lean := float64(i%3-1) * 1.5
		q.y += down
		for blade := -1.0; blade <= 1; blade++ {
			p.stroke(from(q.x+2*blade, q.y).quad(q.x+2.4*blade, q.y-5, q.x+5*blade+lean, q.y-10+2*math.Abs(blade)), 1.8, rail)
		}
	}
}
