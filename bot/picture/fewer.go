package picture

import (
	"cmp"
	"slices"
)

// alike is how far two colours may be from each other to be taken for one, as
// the square of their distance. A colour of more than one in so many pixels as
// frequent says is always kept.
const (
	alike    = 0.006
	frequent = 100
)

// fewer makes a drawing do with fewer colours: a rare one that hardly differs
// from a more frequent one becomes that. Only single pixels of soft edges are
// concerned, and files get a tenth smaller.
func (m *matcher) fewer(s *sprite) {
	var count [256]int
	total := 0
	for i, c := range s.pix {
		if s.cover[i] > 0 {
			count[c]++
			total++
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
		if becomes[c] = c; count[c] > total/frequent {
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

// apart is the square of the distance of two colours of the palette.
func (m *matcher) apart(a, b uint8) float32 {
	p, q := &m.lab[a], &m.lab[b]
	dl, da, db := p[0]-q[0], p[1]-q[1], p[2]-q[2]
	return dl*dl + da*da + db*db
}
