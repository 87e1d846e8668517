package solver

// impossible is more than any waste or number of cards can be.
const impossible = 200

// court holds, for each set of courtiers and each set of coins, what it takes
// at least to pay for all of them, each coin used for one of them: what is
// overspent, and how many cards. The two need not come from the same payments.
var court = func() (least [1 << courtiers][1 << coins]struct{ waste, cards uint8 }) {
	for who := 1; who < 1<<courtiers; who++ {
		// The first of them is paid for with a subset, the others with what remains.
		first := goodCount + set(who).first()
		others := who & (who - 1)
		for have := range least[who] {
			waste, count := impossible, impossible
			payable := have & int(payers[first])
			for spend := payable; spend != 0; spend = (spend - 1) & payable {
				over := set(spend).ranks() - rank[first]
				if over < 0 {
					continue
				}
				then := &least[others][have&^spend]
				waste = min(waste, over+int(then.waste))
				count = min(count, set(spend).len()+int(then.cards))
			}
			least[who][have].waste = uint8(min(waste, impossible))
			least[who][have].cards = uint8(min(count, impossible))
		}
	}
	return least
}()

// ranked holds the goods of each rank.
var ranked = func() (list [11]set) {
	for c, r := range rank {
		list[r] |= 1 << c & goods
	}
	return list
}()

// merchant is the one other personality that few goods pay for alone.
var merchant = func() int {
	for c := goodCount; c < len(rank); c++ {
		if rank[c] == 9 {
			return c
		}
	}
	return 0
}()

// fewest returns how many cards it takes to have want ranks.
func (s set) fewest(want int) int {
	count := 0
	for r := 10; want > 0; r-- {
		if r == 0 {
			return impossible
		}
		n := (s & ranked[r]).len()
		if n*r >= want {
			return count + (want+r-1)/r
		}
		want -= n * r
		count += n
	}
	return count
}

// cheapest returns the sum of the count lowest ranks in s, or impossible if
// there are not as many.
func (s set) cheapest(count int) int {
	sum := 0
	for r := 1; count > 0; r++ {
		if r > 10 {
			return impossible
		}
		n := min((s & ranked[r]).len(), count)
		sum += n * r
		count -= n
	}
	return sum
}

// most returns a bound on what can be left at a win from s, which is below want
// if it is sure that less than want will be left; nothing if no win is
// possible.
func (x *search) most(s *state) int {
	open := x.open(s)
	rest := x.rest[s.dealt] & goods
	own := s.held&goods | rest
	reach := own | s.capital&goods // what may lie among the resources some day

	// Whoever is left of Huntress, Bard and Diplomat must be paid for with
	// different coins.
	pay := &court[open>>goodCount&(1<<courtiers-1)][reach&(1<<coins-1)]
	if pay.waste >= impossible {
		return nothing
	}
	bound := int(s.budget) - int(pay.waste)
	if bound < x.want {
		return bound
	}

	// What is left lies in so many cards at least.
	keep := reach.fewest(x.want)
	if keep >= rowLength {
		return x.want - 1
	}

	// Look at the moment when the deck runs out. Then there are five resources at
	// most, of which those are not spent any more; each of the others controls one
	// personality at most. So all but so many of the personalities that are in the
	// capital now have gone by then, and in the place of each lies a good from the
	// deck, or a personality that is controlled later and counts instead. If the
	// game is won before the deck runs out, all but the last have gone so.
	filled := 0
	if rest != 0 {
		filled = max(0, (s.capital&people).len()-(rowLength-keep))
		if filled > 0 {
			if bound -= rest.cheapest(filled); bound < x.want {
				return x.want - 1
			}
		}
	}

	// Every personality takes a card at least. No play makes the resources more
	// but for the deal.
	need := int(pay.cards) + (open >> (goodCount + courtiers)).len()
	if open>>merchant&1 != 0 && reach&payers[merchant]&ranked[10] == 0 {
		need++
	}
	if own.len()-filled < need+keep {
		return x.want - 1
	}
	return bound
}
