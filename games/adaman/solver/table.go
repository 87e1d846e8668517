package solver

import "math/bits"

// A table remembers for positions that nothing better than a bound can be left
// from there. It holds no more than fits: an entry may be lost, which costs time
// and never makes an answer wrong, because only proven bounds are stored and
// an entry names its position exactly.
//
// A key is less than 2^63. It is scrambled in a way that can be undone (add the
// upper bits to the lower ones, multiply by an odd number); the upper bits of
// what comes out choose the bucket and the lower ones are in the entry, so that
// bucket and entry together are the key. A bucket is a cache line of eight
// entries, and in an entry are, from the top: the rest of the key, the
// generation (that of an older solve counts as empty), how much work the entry
// saves, and the bound.
type table struct {
	slots   []uint64
	shift   int    // 63 less the bits that choose the bucket
	genBits int    // how many bits the generation has
	current uint64 // the generation, from 1
}

const (
	keyBits   = 63
	bucket    = 8 // entries
	boundBits = 6
	workBits  = 4
	dataBits  = boundBits + workBits
	minBytes  = 1 << 20
	mixer     = 0x1b873593cc9e2d51 // any odd number with well mixed digits
)

// newTable returns a table of the largest power of two that fits in size bytes.
func newTable(size int) *table {
	size = 1 << (bits.Len(uint(max(size, minBytes))) - 1)
	indexBits := bits.Len(uint(size/8/bucket)) - 1
	return &table{
		slots:   make([]uint64, size/8),
		shift:   keyBits - indexBits,
		genBits: 64 - (keyBits - indexBits) - dataBits,
	}
}

// forget empties the table, usually without touching it.
func (t *table) forget() {
	t.current++
	if t.current>>t.genBits != 0 {
		clear(t.slots)
		t.current = 1
	}
}

// place returns the bucket of a key and its entry without data.
func (t *table) place(key uint64) (*[bucket]uint64, uint64) {
	key ^= key >> 32
	key = key * mixer & (1<<keyBits - 1)
	i := key >> t.shift
	tag := key << (64 - t.shift)
	return (*[bucket]uint64)(t.slots[i*bucket:]), tag | t.current<<dataBits
}

// look returns the bound stored for key. The number is stored plus one.
func (t *table) look(key uint64) (bound int, ok bool) {
	b, name := t.place(key)
	for _, e := range b {
		if (e^name)>>dataBits == 0 {
			return int(e&(1<<boundBits-1)) - 1, true
		}
	}
	return 0, false
}

// peek touches the bucket of key, so that it is at hand when it is looked at.
func (t *table) peek(key uint64) uint64 {
	b, _ := t.place(key)
	return b[0]
}

// store keeps bound for key. It takes the place of an older entry for the key,
// of one that is of no use any more, or of the one that saves least.
func (t *table) store(key uint64, bound int, work int64) {
	if bound+1 >= 1<<boundBits {
		return
	}
	b, name := t.place(key)
	effort := min(uint64(bits.Len64(uint64(work))), 1<<workBits-1)
	entry := name | effort<<boundBits | uint64(bound+1)
	gen := uint64(1)<<t.genBits - 1
	least, at := ^uint64(0), 0
	for i, e := range b {
		if (e^name)>>dataBits == 0 {
			at = i
			break
		}
		worth := e >> boundBits & (1<<workBits - 1)
		if e>>dataBits&gen != t.current {
			worth = 0
		} else {
			worth++
		}
		if worth < least {
			least, at = worth, i
		}
	}
	b[at] = entry
}
