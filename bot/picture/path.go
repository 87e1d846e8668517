package picture

import "math"

// A point is a place in a drawing, x to the right and y down, in pixels.
type point struct{ x, y float64 }

func (p point) plus(q point) point               { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point              { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float64) point            { return point{p.x * f, p.y * f} }
func (p point) length() float64                  { return math.Hypot(p.x, p.y) }
func (p point) between(q point, f float64) point { return p.plus(q.minus(p).times(f)) }

// A line is a run of points; curves are flattened as they are added.
type line struct {
	points []point
	closed bool
}

// A path is what is filled or stroked: one or several lines.
type path []line

// from starts a path of one open line.
func from(x, y float64) path { return path{{points: []point{{x, y}}}} }

// move starts another line.
func (p path) move(x, y float64) path { return append(p, line{points: []point{{x, y}}}) }

// to goes straight to a point.
func (p path) to(x, y float64) path {
	l := &p[len(p)-1]
	l.points = append(l.points, point{x, y})
	return p
}

// quad goes to (x, y) in a curve drawn towards (cx, cy).
func (p path) quad(cx, cy, x, y float64) path {
	l := &p[len(p)-1]
	a, c, b := l.points[len(l.points)-1], point{cx, cy}, point{x, y}
	n := steps(a.minus(c).length() + c.minus(b).length())
	for i := 1; i <= n; i++ {
		f := float64(i) / float64(n)
		l.points = append(l.points, a.between(c, f).between(c.between(b, f), f))
	}
	return p
}

// cube goes to (x, y) in a curve drawn towards two points.
func (p path) cube(cx, cy, dx, dy, x, y float64) path {
	l := &p[len(p)-1]
	a, c, d, b := l.points[len(l.points)-1], point{cx, cy}, point{dx, dy}, point{x, y}
	n := steps(a.minus(c).length() + c.minus(d).length() + d.minus(b).length())
	for i := 1; i <= n; i++ {
		f := float64(i) / float64(n)
		ac, cd, db := a.between(c, f), c.between(d, f), d.between(b, f)
		l.points = append(l.points, ac.between(cd, f).between(cd.between(db, f), f))
	}
	return p
}

// close joins the last line's end to its beginning.
func (p path) close() path {
	p[len(p)-1].closed = true
	return p
}

// steps is how many straight pieces make a curve of about this length look
// round.
func steps(length float64) int { return int(math.Min(48, math.Max(5, 2+length/3))) }

// ellipse is the closed line around a centre.
func ellipse(cx, cy, rx, ry float64) path { return arc(cx, cy, rx, ry, 0, 2*math.Pi).close() }

func circle(cx, cy, r float64) path { return ellipse(cx, cy, r, r) }

// arc is an open piece of an ellipse from one angle to another, clockwise as
// seen for a growing angle.
func arc(cx, cy, rx, ry, begin, end float64) path {
	n := max(8, int(math.Abs(end-begin)*math.Sqrt(math.Max(rx, ry))*2.2))
	l := line{points: make([]point, 0, n+1)}
	full := math.Abs(end-begin) > 2*math.Pi-1e-6
	for i := 0; i <= n; i++ {
		if full && i == n {
			break
		}
		a := begin + (end-begin)*float64(i)/float64(n)
		l.points = append(l.points, point{cx + rx*math.Cos(a), cy + ry*math.Sin(a)})
	}
	return path{l}
}

// box is a rectangle with round corners.
func box(x, y, w, h, r float64) path {
	r = math.Min(r, math.Min(w, h)/2)
	if r <= 0 {
		return from(x, y).to(x+w, y).to(x+w, y+h).to(x, y+h).close()
	}
	const k = 0.5523 // a quarter of a circle as a cubic curve
	c := r * (1 - k)
	return from(x+r, y).to(x+w-r, y).cube(x+w-c, y, x+w, y+c, x+w, y+r).
		to(x+w, y+h-r).cube(x+w, y+h-c, x+w-c, y+h, x+w-r, y+h).
		to(x+r, y+h).cube(x+c, y+h, x, y+h-c, x, y+h-r).
		to(x, y+r).cube(x, y+c, x+c, y, x+r, y).close()
}

// polygon joins points by straight lines.
func polygon(points ...point) path { return path{{points: points, closed: true}} }

// smooth is a closed curve through points, as a hand would draw it.
func smooth(points ...point) path {
	n := len(points)
	p := from(points[0].x, points[0].y)
	for i := range points {
		a, b, c, d := points[(i+n-1)%n], points[i], points[(i+1)%n], points[(i+2)%n]
		t, u := c.minus(a).times(1.0/6), d.minus(b).times(1.0/6)
		p = p.cube(b.x+t.x, b.y+t.y, c.x-u.x, c.y-u.y, c.x, c.y)
	}
	return p.close()
}

// sweep is an open curve through points.
func sweep(points ...point) path {
	n := len(points)
	at := func(i int) point { return points[min(max(i, 0), n-1)] }
	p := from(points[0].x, points[0].y)
	for i := range n - 1 {
		a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
		t, u := c.minus(a).times(1.0/6), d.minus(b).times(1.0/6)
		p = p.cube(b.x+t.x, b.y+t.y, c.x-u.x, c.y-u.y, c.x, c.y)
	}
	return p
}

// moved returns the path elsewhere, turned by an angle and scaled about the
// origin before.
func (p path) moved(dx, dy, scale, angle float64) path {
	sin, cos := math.Sincos(angle)
	out := make(path, len(p))
	for i, l := range p {
		out[i] = line{closed: l.closed, points: make([]point, len(l.points))}
		for j, q := range l.points {
			x, y := q.x*scale, q.y*scale
			out[i].points[j] = point{dx + x*cos - y*sin, dy + x*sin + y*cos}
		}
	}
	return out
}

// bounds returns the corners of the smallest rectangle around the path.
func (p path) bounds() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, l := range p {
		for _, q := range l.points {
			low = point{math.Min(low.x, q.x), math.Min(low.y, q.y)}
			high = point{math.Max(high.x, q.x), math.Max(high.y, q.y)}
		}
	}
	return low, high
}

// dashed cuts the path into pieces with gaps between.
func (p path) dashed(on, off float64) path {
	var out path
	for _, l := range p {
		points := l.points
		if l.closed {
			points = append(append([]point{}, points...), points[0])
		}
		drawing, left := true, on
		out = append(out, line{points: []point{points[0]}})
		for i := 1; i < len(points); i++ {
			at, end := points[i-1], points[i]
			for {
				d := end.minus(at).length()
				if d <= left {
					left -= d
					if drawing {
						last := &out[len(out)-1]
						last.points = append(last.points, end)
					}
					break
				}
				at = at.between(end, left/d)
				if drawing {
					last := &out[len(out)-1]
					last.points = append(last.points, at)
					left = off
				} else {
					out = append(out, line{points: []point{at}})
					left = on
				}
				drawing = !drawing
			}
		}
	}
	return out
}

// stroked returns the outline of a stroke along the path, with round joins and
// ends. To be filled by winding.
func (p path) stroked(width float64) path {
	var out path
	for _, l := range p {
		points := distinct(l)
		switch {
		case len(points) == 0:
		case len(points) == 1:
			out = append(out, circle(points[0].x, points[0].y, width/2)...)
		case l.closed && len(points) > 2:
			out = append(out, line{points: offset(points, width/2, true), closed: true})
			back := reversed(points)
			out = append(out, line{points: offset(back, width/2, true), closed: true})
		default:
			side := offset(points, width/2, false)
			side = append(side, offset(reversed(points), width/2, false)...)
			out = append(out, line{points: side, closed: true})
		}
	}
	return out
}

// distinct returns a line's points without repetitions.
func distinct(l line) []point {
	var out []point
	for _, q := range l.points {
		if len(out) == 0 || q.minus(out[len(out)-1]).length() > 1e-3 {
			out = append(out, q)
		}
	}
	if l.closed && len(out) > 1 && out[0].minus(out[len(out)-1]).length() <= 1e-3 {
		out = out[:len(out)-1]
	}
	return out
}

func reversed(points []point) []point {
	out := make([]point, len(points))
	for i, q := range points {
		out[len(points)-1-i] = q
	}
	return out
}

// offset returns the line at a distance to the left of a line, and around its
// last point if the line is open.
func offset(points []point, d float64, closed bool) []point {
	n := len(points)
	normal := func(i int) point {
		v := points[(i+1)%n].minus(points[i%n])
		f := d / v.length()
		return point{v.y * f, -v.x * f}
	}
	var out []point
	turn := func(c, a, b point) { // from c+a to c+b around c
		begin, end := math.Atan2(a.y, a.x), math.Atan2(b.y, b.x)
		for end < begin {
			end += 2 * math.Pi
		}
		count := max(1, int((end-begin)/0.35))
		for i := 0; i <= count; i++ {
			f := begin + (end-begin)*float64(i)/float64(count)
			out = append(out, point{c.x + d*math.Cos(f), c.y + d*math.Sin(f)})
		}
	}
	join := func(i int, a, b point) {
		cross, dot := a.x*b.y-a.y*b.x, a.x*b.x+a.y*b.y
		switch c := points[i]; {
		case dot > 0.9*d*d:
			m := a.plus(b)
			out = append(out, c.plus(m.times(2*d*d/(m.x*m.x+m.y*m.y))))
		case cross > 0: // the outer side
			turn(c, a, b)
		default:
			out = append(out, c.plus(a), c, c.plus(b))
		}
	}
	if closed {
		for i := range n {
			join(i, normal((i+n-1)%n), normal(i))
		}
		return out
	}
	first := normal(0)
	out = append(out, points[0].plus(first))
	for i := 1; i < n-1; i++ {
		join(i, normal(i-1), normal(i))
	}
	last := normal(n - 2)
	turn(points[n-1], last, last.times(-1))
	return out
}
