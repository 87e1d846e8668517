package picture

import (
	"cmp"
	"slices"
)

// alike is how far two colours may be from each other to be taken for one, as
// the square of their distance. A paint that covers more than frequent pixels is
// not there by blending and always kept.
const (
	alike    = 0.008
	frequent = 60
)

// fewer makes a drawing do with fewer colours: a rare one that hardly differs
// from a more frequent one becomes that. Only single pixels of soft edges are
// concerned, and files get a tenth smaller.
func (m *matcher) fewer(s *sprite) {
	var count [256]int
	for i, c := range s.pix {
		if s.cover[i] > 0 {
			count[c]++
		}
	}
	var order []uint8
	for c := range count {
		if count[c] > 0 {
			order = append(order, uint8(c))
		}
	}
	slices.SortStableFunc(order, func(a, b uint8) int { return cmp.Compare(count[b], count[a]) })
	var becomes [256]uint8
	for i, c := range order {
		if becomes[c] = c; c < uint8(paints) && count[c] > frequent {
			continue
		}
		best := float32(alike)
		for _, kept := range order[:i] {
			if d := m.apart(c, kept); becomes[kept] == kept && d < best {
				becomes[c], best = kept, d
			}
		}
	}
	for i := range s.pix {
		if s.cover[i] > 0 {
			s.pix[i] = becomes[s.pix[i]]
		}
	}
}

// apart is the square of the distance of two colours of the palette. Another hue
// shows more at an edge than a step of lightness.
func (m *matcher) apart(a, b uint8) float32 {
	p, q := &m.lab[a], &m.lab[b]
	dl, da, db := p[0]-q[0], p[1]-q[1], p[2]-q[2]
	return dl*dl/2 + 8*(da*da+db*db)
}
