package solver

// impossible is more waste than any budget allows.
const impossible = 200

// courtWaste holds, for each set of courtiers and each set of coins, the least
// that is overspent if coins of the set, each for one courtier at most, pay for
// all of them.
var courtWaste = func() (waste [1 << courtiers][1 << coins]uint8) {
	for court := 1; court < 1<<courtiers; court++ {
		// The first of them is paid for with a subset, the others with what remains.
		first := goodCount + set(court).first()
		others := court & (court - 1)
		for have := range waste[court] {
			best := impossible
			payable := have & int(payers[first])
			for spend := payable; spend != 0; spend = (spend - 1) & payable {
				over := set(spend).ranks() - rank[first]
				if over < 0 {
					continue
				}
				best = min(best, over+int(waste[others][have&^spend]))
			}
			waste[court][have] = uint8(min(best, impossible))
		}
	}
	return waste
}()

// waste returns a lower bound on what will be lost from the budget on the way
// from s to any win: impossible or more if there is none.
func (d *deal) waste(s *state) int {
	open := d.open(s)
	cards := s.held | s.capital | d.rest[s.dealt]
	w := int(courtWaste[open>>goodCount&(1<<courtiers-1)][cards&(1<<coins-1)])
	return w
}
