package solver

import (
	"math/rand/v2"
	"testing"
)

// While a table has room it keeps all, however often it grows meanwhile.
func TestATableRemembers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	table := newTable(8 << 20)
	table.forget()
	bounds := map[uint64]int{}
	for range 200_000 {
		key := random.Uint64() >> 1
		bounds[key] = random.IntN(60) - 1
		table.store(scramble(key), bounds[key], 1+random.Int64N(1<<20))
	}
	if table.index == firstIndex {
		t.Error("it has not grown")
	}
	missing := 0
	for key, bound := range bounds {
		switch known, ok := table.look(scramble(key)); {
		case !ok:
			missing++
		case known != bound:
			t.Fatalf("%x is %d, was %d", key, known, bound)
		}
	}
	if missing > len(bounds)/20 {
		t.Errorf("%d of %d are lost", missing, len(bounds))
	}
	for range 200_000 {
		if key := random.Uint64() >> 1; bounds[key] == 0 {
			if known, ok := table.look(scramble(key)); ok {
				if _, stored := bounds[key]; !stored {
					t.Fatalf("%x was never stored and is %d", key, known)
				}
			}
		}
	}
	table.forget()
	for key := range bounds {
		if known, ok := table.look(scramble(key)); ok {
			t.Fatalf("%x was forgotten and is %d", key, known)
		}
	}
}

// A full table loses some, keeps rather what took long, and mixes up nothing.
func TestAFullTableLosesButNeverMixesUp(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	table := newTable(0)
	table.forget()
	type stored struct {
		bound int
		work  int64
	}
	all := map[uint64]stored{}
	for range 500_000 {
		key, s := random.Uint64()>>1, stored{random.IntN(60) - 1, 1}
		if random.IntN(20) == 0 {
			s.work = 1 << 14
		}
		all[key] = s
		table.store(scramble(key), s.bound, s.work)
	}
	kept, long, keptLong := 0, 0, 0
	for key, s := range all {
		known, ok := table.look(scramble(key))
		if ok && known != s.bound {
			t.Fatalf("%x is %d, was %d", key, known, s.bound)
		}
		if ok {
			kept++
		}
		if s.work > 1 {
			long++
			if ok {
				keptLong++
			}
		}
	}
	if kept > minBytes/8 || kept < minBytes/10 {
		t.Errorf("%d of %d are kept", kept, len(all))
	}
	if keptLong < long*9/10 {
		t.Errorf("of %d that took long %d are kept", long, keptLong)
	}
}

func TestATableFitsInItsMemory(t *testing.T) {
	for _, e := range []struct{ size, want int }{{0, minBytes}, {-5, minBytes}, {minBytes, minBytes}, {3 << 20, 2 << 20}, {4<<20 - 1, 2 << 20}, {4 << 20, 4 << 20}} {
		if got := len(newTable(e.size).slots) * 8; got != e.want {
			t.Errorf("of %d bytes it takes %d, want %d", e.size, got, e.want)
		}
	}
}

// Two states of one deal never have the same key.
func TestKeysNameStates(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	seen := map[uint64]state{}
	for range 300_000 {
		dealt := uint8(10 + random.IntN(27))
		table := set(random.Uint64()) & (goods | people)
		one := set(random.Uint64())
		if random.IntN(2) == 0 { // close to each other
			table &= 1<<8 - 1
		}
		s := state{capital: table & one, held: table &^ one, dealt: dealt}
		key := s.key()
		if key>>keyBits != 0 {
			t.Fatalf("%x is too large", key)
		}
		if other, ok := seen[key]; ok && other != s {
			t.Fatalf("%+v and %+v are both %x", s, other, key)
		}
		seen[key] = s
	}
	if s := (state{held: goods | people, dealt: 36}); s.key()>>keyBits != 0 || s.key() != maxKey {
		t.Errorf("the largest key is %d, want %d", s.key(), uint64(maxKey))
	}
}

// maxKey is that of the last of 37 numbers of cards dealt and the last of 3 to
// the power of 36 ways in which they lie.
const maxKey = 150094635296999121*37 - 1
