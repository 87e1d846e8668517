package solver

// impossible is more than any waste or number of cards can be.
const impossible = 200

// court holds, for each set of courtiers and each set of coins, what it takes
// to pay for all of them, each coin used for one of them.
var court = func() (list [1 << courtiers][1 << coinCount]dues) {
	// least is what is overspent at least with so many cards or fewer.
	var least [1 << courtiers][1 << coinCount][coinCount + 1]uint8
	for who := 1; who < 1<<courtiers; who++ {
		// The first of them is paid for with a subset, the others with what remains.
		first := goodCount + set(who).first()
		others := who & (who - 1)
		for have := range list[who] {
			l := &least[who][have]
			for i := range l {
				l[i] = impossible
			}
			payable := have & int(payers[first])
			for spend := payable; spend != 0; spend = (spend - 1) & payable {
				over := set(spend).ranks() - rank[first]
				if over < 0 {
					continue
				}
				for then, n := 0, set(spend).len(); then+n <= coinCount; then++ {
					l[then+n] = min(l[then+n], uint8(over)+least[others][have&^spend][then])
				}
			}
			d := &list[who][have]
			d.cards, d.waste = impossible, [4]uint8{impossible, impossible, impossible, impossible}
			for i, waste := range l {
				if waste < impossible {
					d.cards = min(d.cards, uint8(i))
					d.waste[min(i-int(d.cards), len(d.waste)-1)] = waste
				}
			}
			for i := 1; i < len(d.waste); i++ {
				d.waste[i] = min(d.waste[i], d.waste[i-1])
			}
		}
	}
	return list
}()

// dues are what must be paid at least.
type dues struct {
	cards uint8    // as few as that
	waste [4]uint8 // overspent with as few, with one more, two more, any number
}

// ranked holds the goods of each rank.
var ranked = func() (list [11]set) {
	for c, r := range rank {
		list[r] |= 1 << c & goods
	}
	return list
}()

// larger holds, for each card, the goods that share a suit with it and have a
// higher rank. Among coins, and among the other goods, ranks ascend.
var larger = func() (list [len(rank)]set) {
	for c := range list {
		for r := rank[c] + 1; r < len(ranked); r++ {
			list[c] |= payers[c] & ranked[r]
		}
	}
	return list
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

// top returns the sum of the count highest ranks in s.
func (s set) top(count int) int {
	sum := 0
	for r := 10; count > 0 && r > 0; r-- {
		n := min((s & ranked[r]).len(), count)
		sum += n * r
		count -= n
	}
	return sum
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

// kept returns a bound on how many cards can be left at a win from a state with
// so many cards dealt.
func (d *deal) kept(dealt int) int {
	kept := rowLength - 1 // the last play is paid for
	for i := dealt; i < d.count; i++ {
		kept = min(kept, d.spare(i))
	}
	return kept
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
	pay := &court[open>>goodCount&(1<<courtiers-1)][reach&coins]
	if pay.cards == impossible {
		return nothing
	}
	bound := int(s.budget) - int(pay.waste[3])
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

	// Every personality takes a card at least, and no play makes the resources
	// more but for the deal. Two cards of the same rank have no suit in common, so
	// whoever is paid for with one card is overpaid; so many can be paid for with
	// two or more as there are cards to spare.
	var over [16]uint8 // what each of the others is overpaid by at least if with one card
	for others := open >> (goodCount + courtiers); others != 0; others &= others - 1 {
		i := others.first()
		p := goodCount + courtiers + i
		above := reach & larger[p]
		if above == 0 {
			over[i&15] = impossible
			continue
		}
		low := rank[above.first()]
		if o := above &^ coins; o != 0 {
			low = min(low, rank[o.first()])
		}
		over[i&15] = uint8(low - rank[p])
	}
	bound += int(pay.waste[3])
	lost := overspent(pay, open>>(goodCount+courtiers), &over, own.len()-filled-keep)
	if bound-lost < x.want {
		return x.want - 1
	}
	for _, j := range x.tight {
		if j < s.dealt {
			break
		}
		late := x.rest[j]
		pay := &court[late>>goodCount&(1<<courtiers-1)][reach&coins]
		lost = max(lost, overspent(pay, late>>(goodCount+courtiers), &over, rowLength+(late&goods).len()-keep))
		if bound-lost < x.want {
			return x.want - 1
		}
	}
	return bound - lost
}

// overspent returns what is overspent at least on courtiers that cost pay and on
// others, given as bits from the first that is no courtier on, with no more than
// so many cards for all of them. over says how much too much each of the others
// is paid with one card, or is impossible.
func overspent(pay *dues, others set, over *[16]uint8, cards int) int {
	var count [11]int8 // of others, by what they are overpaid
	spare, singles := cards-int(pay.cards)-others.len(), 0
	for ; others != 0; others &= others - 1 {
		if w := over[others.first()&15]; w < impossible {
			count[w]++
			singles++
		} else {
			spare--
		}
	}
	if spare < 0 {
		return impossible
	}
	// So many others have one card, if the courtiers have none to spare: those
	// whom it fits best. A card to spare goes to the courtiers or to them.
	best, lost, n, w := impossible, 0, 0, 0
	for extra := max(0, spare-singles); extra <= spare; extra++ {
		for want := singles - spare + extra; n < want; n++ {
			for count[w] == 0 {
				w++
			}
			count[w]--
			lost += w
		}
		best = min(best, lost+int(pay.waste[min(extra, 3)]))
		if extra >= 3 {
			break
		}
	}
	return best
}
