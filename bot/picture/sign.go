package picture

import "math"

// This file draws the signs that say something of a player, a card or a game
// beside it.

// signLook draws the signs on a strip, told apart by a.
var signLook = &look{name: "sign", draw: func(p *pen, a art) {
	cx, cy, r := float64(a.w)/2, float64(a.h)/2, float64(a.h)/2-1
	u := r / 20
	at := func(shape path) path { return shape.moved(cx, cy, u, 0) }
	switch a.a {
	case signOpener: // a sprout on a disc
		p.fill(circle(cx, cy, r), paper)
		p.stroke(at(from(0, 13).quad(-1, 4, 0, -3)), 3*u, leafDark)
		p.outline(at(from(0, 0).cube(-1, -10, -8, -13, -15, -11).cube(-14, -3, -9, 2, 0, 0).close()), leaf, 1, leafDark)
		p.outline(at(from(0, -3).cube(1, -12, 8, -15, 14, -14).cube(14, -6, 9, -1, 0, -3).close()), leaf, 1, leafDark)
		p.stroke(at(from(-9, 14).to(9, 14)), 3*u, trunk)
	case signFlag:
		p.stroke(at(from(-11, 18).to(-11, -17)), 4*u, paper)
		p.fill(at(from(-9, -17).cube(-2, -22, 4, -10, 16, -15).to(16, 3).cube(4, 8, -2, -4, -9, 1).close()), paper)
	case signTime:
		p.fill(at(from(-13, -18).to(13, -18).cube(13, -6, 3, -4, 3, 0).cube(3, 4, 13, 6, 13, 18).to(-13, 18).cube(-13, 6, -3, 4, -3, 0).cube(-3, -4, -13, -6, -13, -18).close()), paper)
		p.fill(at(from(-7, -9).to(7, -9).quad(4, -4, 0, -2).quad(-4, -4, -7, -9).close()), board)
		p.stroke(at(from(-15, -18).to(15, -18).move(-15, 18).to(15, 18)), 4*u, paper)
		p.fill(at(from(-9, 15).quad(0, 6, 9, 15).close()), lamp)
	case signLaurel:
		for side := -1.0; side <= 1; side += 2 {
			p.stroke(at(arc(0, -1, 15, 15, math.Pi/2-side*0.25, math.Pi/2-side*2.5)), 2*u, lamp)
			for i := range 5 {
				angle := math.Pi/2 - side*(0.55+0.48*float64(i))
				q := point{15 * math.Cos(angle), -1 + 15*math.Sin(angle)}
				for turn := -1.0; turn <= 1; turn += 2 {
					blade := from(0, 0).quad(4, -3.2, 9, 0).quad(4, 3.2, 0, 0).close()
					p.fill(at(blade.moved(q.x, q.y, 0.9, angle-side*(math.Pi/2-turn*0.75))), lamp)
				}
			}
		}
	case signApple:
		drawPlainApple(p, cx, cy, r, paper)
	case signHand: // cards held in a hand
		p.outline(circle(cx, cy, r), lamp, 2*u, ink)
		for i := -1.0; i <= 1; i++ {
			p.outline(at(box(-4.5, -20, 9, 16, 1.5).moved(0, 11, 1, i*0.5)), paper, 1.6*u, ink)
		}
	case signGrave: // a stone with a cross on it
		p.outline(circle(cx, cy, r), paper, 2*u, ink)
		p.fill(at(from(-9, 11).to(-9, -4).cube(-9, -15, 9, -15, 9, -4).to(9, 11).close()), inkSoft)
		p.stroke(at(from(-13, 11.5).to(13, 11.5)), 3*u, ink)
		p.stroke(at(from(0, -7).to(0, 6).move(-4.5, -3).to(4.5, -3)), 2.6*u, paper)
	case signEqual:
		p.fill(circle(cx, cy, r), board)
		p.fill(at(box(-11, -8, 22, 6, 2)), paper)
		p.fill(at(box(-11, 2, 22, 6, 2)), paper)
	}
}}

// The signs.
const (
	signOpener uint8 = iota
	signFlag
	signTime
	signLaurel
	signApple
	signEqual
	signHand
	signGrave
)

func signArt(kind uint8, size int) art {
	return art{look: signLook, w: int16(size), h: int16(size), a: kind}
}

// drawPlainApple draws an apple in one paint around a point, 2r pixels high.
func drawPlainApple(p *pen, cx, cy, r float64, c paint) {
	at := func(shape path) path { return shape.moved(cx, cy, r/20, 0) }
	p.fill(at(appleBody.moved(0, 3, 14, 0)), c)
	p.stroke(at(from(0, -8).quad(0, -13, 3, -17)), 3*r/20, c)
	p.fill(at(from(2, -11).cube(5, -18, 12, -18, 16, -14).cube(12, -9, 6, -8, 2, -11).close()), c)
}
