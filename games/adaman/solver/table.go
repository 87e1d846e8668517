package solver

import "math/bits"

// A table remembers for positions that nothing better than a bound can be left
// from there. It holds no more than fits: an entry may be lost, which costs time
// and never makes an answer wrong, because only proven bounds are stored and
// an entry names its position exactly.
//
// A key is less than 2^63. It is scrambled in a way that can be undone (mix the
// upper bits into the lower ones, multiply by an odd number); the upper bits of
// what comes out choose the bucket and the lower ones are in the entry, so that
// bucket and entry together are the key. A bucket is a cache line of eight
// entries, and in an entry are, from the top: the rest of the key, how much work
// the entry saves, and the bound. No entry is 0.
//
// A table begins small with every solve and grows as it fills, up to its size.
// So a short solve stays within the processor's cache, and to forget the last
// solve is to clear the small beginning.
type table struct {
	slots []uint64
	index int // how many bits choose the bucket
	most  int // index at full size
	used  int // entries
}

const (
	keyBits   = 63
	tagBits   = 52
	workBits  = 4
	boundBits = 6

	bucketLen  = 8
	firstIndex = keyBits - tagBits
	minBytes   = 1 << 20
	mixer      = 0x1b873593cc9e2d51 // odd, with well mixed digits
)

// newTable returns a table of the largest power of two that fits in size bytes.
func newTable(size int) table {
	length := bits.Len(uint(max(size, minBytes))/8) - 1
	return table{slots: make([]uint64, 1<<length), most: length - bits.Len(bucketLen-1), index: firstIndex}
}

// forget empties the table.
func (t *table) forget() {
	t.index, t.used = firstIndex, 0
	clear(t.slots[:bucketLen<<t.index])
}

// scramble mixes the bits of a key, so that no two keys come out the same.
func scramble(key uint64) uint64 {
	key ^= key >> 32
	return key * mixer & (1<<keyBits - 1)
}

// bucket returns the bucket of a scrambled key.
func (t *table) bucket(key uint64) *[bucketLen]uint64 {
	return (*[bucketLen]uint64)(t.slots[key>>(keyBits-t.index)*bucketLen:])
}

// peek touches the bucket of a scrambled key, so that it is at hand when it is
// looked at.
func (t *table) peek(key uint64) uint64 { return t.slots[key>>(keyBits-t.index)*bucketLen] }

// look returns the bound stored for a scrambled key.
func (t *table) look(key uint64) (bound int, ok bool) {
	tag := key << (64 - tagBits)
	for _, e := range t.bucket(key) {
		if e != 0 && (e^tag)>>(64-tagBits) == 0 {
			return int(e&(1<<boundBits-1)) - 1, true
		}
	}
	return 0, false
}

// store keeps bound for a scrambled key. It takes the place of an older entry
// for the key, of none, or of the one that saves least.
func (t *table) store(key uint64, bound int, work int64) {
	if bound+1 >= 1<<boundBits {
		return
	}
	tag := key << (64 - tagBits)
	effort := min(uint64(bits.Len64(uint64(work))), 1<<workBits-1)
	b := t.bucket(key)
	least, at := ^uint64(0), 0
	for i, e := range b {
		if e != 0 && (e^tag)>>(64-tagBits) == 0 {
			least, at = 1, i
			break
		}
		if worth := e >> boundBits & (1<<workBits - 1); worth < least {
			least, at = worth, i
		}
	}
	b[at] = tag | effort<<boundBits | uint64(bound+1)
	if least == 0 {
		t.used++
		if t.used > 5<<t.index && t.index < t.most {
			t.grow()
		}
	}
}

// grow doubles the table. What was in a bucket goes to two neighbours, so that
// from the last bucket to the first it can be done in place.
func (t *table) grow() {
	bit := uint64(1) << (keyBits - 1 - t.index + 64 - tagBits) // in an entry, what will choose the bucket next
	for i := 1<<t.index - 1; i >= 0; i-- {
		old := *(*[bucketLen]uint64)(t.slots[i*bucketLen:])
		pair := (*[2 * bucketLen]uint64)(t.slots[2*i*bucketLen:])
		*pair = [2 * bucketLen]uint64{}
		low, high := 0, bucketLen
		for _, e := range old {
			if e == 0 {
				continue
			}
			if e&bit == 0 {
				pair[low] = e
				low++
			} else {
				pair[high] = e
				high++
			}
		}
	}
	t.index++
}
