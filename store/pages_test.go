package store

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each thing that bbolt takes for granted about a page is broken, one at a
// time, in an otherwise good file, and must be found before bbolt looks.
func TestPagesThatBboltWouldStumbleOverAreFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for guild := ID(1); guild <= 40; guild++ { // enough for a tree of some pages
		update(t, s, func(tx *Tx) error { return tx.PutSettings(&Settings{Guild: guild, Data: make([]byte, 500)}) })
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole := bytesInUse(t, path)
	load := func(content []byte) *os.File {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	f := load(whole)
	m, err := readMeta(f)
	if err != nil {
		t.Fatal(err)
	}
	if lost, err := checkPages(f); lost != 0 || err != nil {
		t.Fatalf("the sample has %d lost pages, %v", lost, err)
	}

	// Where a leaf, a branch and the root are, of which one can be broken.
	at := func(id uint64) int { return int(id) * int(m.pageSize) }
	find := func(flags uint16, least int) uint64 {
		w := walker{f: f, meta: m, used: make([]bool, m.high)}
		if err := w.tree(m.root, nil, nil, 0); err != nil {
			t.Fatal(err)
		}
		for id, used := range w.used {
			p := page(whole[at(uint64(id)):])
			if used && p.id() == uint64(id) && p.flags() == flags && p.count() >= least && uint64(id) != m.root {
				return uint64(id)
			}
		}
		t.Fatalf("the sample has no page of sort %#x with %d elements", flags, least)
		return 0
	}
	leaf, branch := find(leafPage, 2), find(branchPage, 2)
	put16, put32, put64 := binary.LittleEndian.PutUint16, binary.LittleEndian.PutUint32, binary.LittleEndian.PutUint64

	for _, c := range []struct {
		name  string
		wreck func(b []byte)
		words string
	}{
		{"a page that says it is another", func(b []byte) { put64(b[at(leaf):], leaf+1) }, "says that it is page"},
		{"a page of no sort", func(b []byte) { put16(b[at(leaf)+8:], 0x40) }, "unknown sort"},
		{"a page that goes on after the end", func(b []byte) { put32(b[at(leaf)+12:], 1<<20) }, "after the end"},
		{"more elements than fit", func(b []byte) { put16(b[at(leaf)+10:], 5000) }, "out of bounds"},
		{"an element of no sort", func(b []byte) { put32(b[at(leaf)+pageHead:], 6) }, "unknown sort"},
		{"a key beyond the page", func(b []byte) { put32(b[at(leaf)+pageHead+4:], 1<<30) }, "out of bounds"},
		{"a value beyond the page", func(b []byte) { put32(b[at(leaf)+pageHead+12:], 1<<30) }, "out of bounds"},
		{"a value far beyond the page", func(b []byte) { put32(b[at(leaf)+pageHead+12:], 0xffffffff) }, "out of bounds"},
		{"a key of no bytes", func(b []byte) { put32(b[at(leaf)+pageHead+8:], 0) }, "empty"},
		{"keys out of order", func(b []byte) {
			e := b[at(leaf)+pageHead:]
			one, two := slices.Clone(e[:leafElem]), slices.Clone(e[leafElem:2*leafElem])
			put32(one[4:], binary.LittleEndian.Uint32(one[4:])-leafElem) // positions count from the element
			put32(two[4:], binary.LittleEndian.Uint32(two[4:])+leafElem)
			copy(e, two)
			copy(e[leafElem:], one)
		}, "out of order"},
		{"a value that is called a bucket", func(b []byte) { put32(b[at(leaf)+pageHead:], bucketLeaf) }, "page"},
		{"a branch without children", func(b []byte) { put16(b[at(branch)+10:], 0) }, "leads nowhere"},
		{"a child outside the file", func(b []byte) { put64(b[at(branch)+pageHead+8:], m.high) }, "not in the file"},
		{"a child that is a meta page", func(b []byte) { put64(b[at(branch)+pageHead+8:], 1) }, "not in the file"},
		{"a branch that is its own child", func(b []byte) { put64(b[at(branch)+pageHead+8:], branch) }, "used twice"},
		{"two branches with one child", func(b []byte) {
			e := b[at(branch)+pageHead:]
			copy(e[branchElem+8:2*branchElem], e[8:branchElem])
		}, "used twice"},
		{"a list of free pages that is none", func(b []byte) { put16(b[at(m.freelist)+8:], leafPage) }, "not the list"},
		{"more free pages than fit", func(b []byte) { put16(b[at(m.freelist)+10:], 0xFFFE) }, "no room"},
		{"far more free pages than fit", func(b []byte) {
			put16(b[at(m.freelist)+10:], 0xFFFF)
			put64(b[at(m.freelist)+pageHead:], 1<<61)
		}, "no room"},
		{"a free page that is used", func(b []byte) { put64(b[at(m.freelist)+pageHead:], leaf) }, "free and yet used"},
		{"a free page outside the file", func(b []byte) { put64(b[at(m.freelist)+pageHead:], 1<<40) }, "free and yet used"},
		{"a page that is free twice", func(b []byte) {
			ids := b[at(m.freelist)+pageHead:]
			copy(ids[8:16], ids[:8])
		}, "free and yet used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := slices.Clone(whole)
			c.wreck(b)
			_, err := checkPages(load(b))
			if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("found is %v; want %q in it", err, c.words)
			}
		})
	}

	t.Run("a page that is neither used nor free", func(t *testing.T) {
		b := slices.Clone(whole)
		n := binary.LittleEndian.Uint16(b[at(m.freelist)+10:])
		put16(b[at(m.freelist)+10:], n-1)
		lost, err := checkPages(load(b))
		if lost != 1 || err != nil {
			t.Errorf("%d are lost, %v", lost, err)
		}
		if err := tryOpen(path); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "1 pages are neither") {
			t.Errorf("opened, and checked: %v", err)
		}
	})
}
