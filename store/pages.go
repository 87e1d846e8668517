package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// bbolt trusts its file. On a damaged page it may panic, read memory that is
// not there, or go round in circles until the stack is used up, which nothing
// can catch. So before bbolt may look at a file, the code below reads it page
// by page, believing nothing, and makes sure of what bbolt takes for granted:
// every page is where it belongs, is used once, and holds what it says within
// its bounds and in order.
//
// The form of the file is bbolt's, version 2: numbers as the machine writes
// them (little-endian on all that we run on), pages of one size. Pages 0 and 1
// are two copies of the meta page, of which the newer valid one counts.

const (
	boltMagic   = 0xED0CDAED
	boltVersion = 2

	pageHead   = 16 // id 8, flags 2, count 2, overflow 4
	branchElem = 16 // position 4, key size 4, page id 8
	leafElem   = 16 // flags 4, position 4, key size 4, value size 4
	bucketHead = 16 // root page 8, sequence 8

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10

	bucketLeaf = 0x01       // an element of a leaf page that is a bucket
	noFreelist = ^uint64(0) // instead of a freelist page

	maxDepth = 64 // far more than the tree of any file that fits a disk
)

// A meta is the meta page of a bbolt file.
type meta struct {
	pageSize             int64
	root, freelist, high uint64 // pages; high is the first that is not in use
	txid                 uint64
}

// readMeta returns the meta page that counts, of a file that has all pages it
// speaks of. If there is none the file is [ErrForeign], or [ErrDamaged] if it
// looks like a bbolt file nevertheless.
func readMeta(f *os.File) (meta, error) {
	var best meta
	found, looksLike := false, false
	try := func(at int64) {
		var page [pageHead + 64]byte
		if _, err := f.ReadAt(page[:], at); err != nil {
			return
		}
		b := page[pageHead:]
		if binary.LittleEndian.Uint32(b) != boltMagic {
			return
		}
		looksLike = true
		sum := fnv.New64a()
		sum.Write(b[:56])
		if binary.LittleEndian.Uint32(b[4:]) != boltVersion || binary.LittleEndian.Uint64(b[56:]) != sum.Sum64() {
			return
		}
		m := meta{
			pageSize: int64(binary.LittleEndian.Uint32(b[8:])),
			root:     binary.LittleEndian.Uint64(b[16:]),
			freelist: binary.LittleEndian.Uint64(b[32:]),
			high:     binary.LittleEndian.Uint64(b[40:]),
			txid:     binary.LittleEndian.Uint64(b[48:]),
		}
		if m.pageSize < 1024 || m.pageSize > 1<<24 || at != 0 && at != m.pageSize {
			return
		}
		if !found || m.txid > best.txid {
			best, found = m, true
		}
	}
	for at := int64(0); at <= 1<<24; at = max(1024, 2*at) {
		try(at)
	}
	switch {
	case found:
		info, err := f.Stat()
		if err != nil {
			return meta{}, err
		}
		if best.high < 4 || best.high > uint64(info.Size()/best.pageSize) {
			return meta{}, damaged("it has been cut short: %d bytes, and %d pages of %d bytes are in use", info.Size(), best.high, best.pageSize)
		}
		return best, nil
	case looksLike:
		return meta{}, damaged("neither of its first two pages is valid")
	}
	return meta{}, ErrForeign
}

// checkPages makes sure that bbolt can walk through the file, and returns how
// many pages are neither used nor free; those do no harm.
func checkPages(f *os.File) (lost int, err error) {
	m, err := readMeta(f)
	if err != nil {
		return 0, err
	}
	w := walker{f: f, meta: m, used: make([]bool, m.high)}
	w.used[0], w.used[1] = true, true
	if err := w.tree(m.root, nil, nil, 0); err != nil {
		return 0, err
	}
	if m.freelist == noFreelist {
		return 0, nil
	}
	if err := w.free(); err != nil {
		return 0, err
	}
	for _, used := range w.used {
		if !used {
			lost++
		}
	}
	return lost, nil
}

type walker struct {
	f *os.File
	meta
	used []bool
}

// A page is a page's bytes, header and overflow included, or those of a bucket
// small enough to be kept inside its parent's page.
type page []byte

func (p page) id() uint64       { return binary.LittleEndian.Uint64(p) }
func (p page) flags() uint16    { return binary.LittleEndian.Uint16(p[8:]) }
func (p page) count() int       { return int(binary.LittleEndian.Uint16(p[10:])) }
func (p page) overflow() uint64 { return uint64(binary.LittleEndian.Uint32(p[12:])) }

// within returns size bytes of the page from at, or nil if they are not there.
func (p page) within(at, size uint64) []byte {
	if at > uint64(len(p)) || size > uint64(len(p))-at {
		return nil
	}
	return p[at : at+size : at+size]
}

// read reads a page and makes a note that it is used.
func (w *walker) read(id uint64) (page, error) {
	if id < 2 || id >= w.high {
		return nil, damaged("page %d is not in the file", id)
	}
	p := make(page, w.pageSize)
	if _, err := w.f.ReadAt(p, int64(id)*w.pageSize); err != nil {
		return nil, readError(id, err)
	}
	if p.id() != id {
		return nil, damaged("page %d says that it is page %d", id, p.id())
	}
	if p.overflow() >= w.high-id {
		return nil, damaged("page %d goes on after the end of the file", id)
	}
	for i := id; i <= id+p.overflow(); i++ {
		if w.used[i] {
			return nil, damaged("page %d is used twice", i)
		}
		w.used[i] = true
	}
	if n := int64(p.overflow()); n > 0 {
		rest := make([]byte, n*w.pageSize)
		if _, err := w.f.ReadAt(rest, int64(id+1)*w.pageSize); err != nil {
			return nil, readError(id, err)
		}
		p = append(p, rest...)
	}
	return p, nil
}

func readError(id uint64, err error) error {
	if errors.Is(err, io.EOF) {
		return damaged("page %d is cut short", id)
	}
	return fmt.Errorf("read page %d: %w", id, err)
}

// tree checks the pages from id downwards. All keys must be at least low and
// less than high; nil is no bound.
func (w *walker) tree(id uint64, low, high []byte, depth int) error {
	if depth > maxDepth {
		return damaged("page %d is too deep", id)
	}
	p, err := w.read(id)
	if err != nil {
		return err
	}
	switch p.flags() {
	case leafPage:
		return w.leaf(p, low, high, depth)
	case branchPage:
		return w.branch(p, low, high, depth)
	}
	return damaged("page %d is of unknown sort %#x", id, p.flags())
}

func (w *walker) branch(p page, low, high []byte, depth int) error {
	n := p.count()
	if n == 0 {
		return damaged("page %d leads nowhere", p.id())
	}
	keys, children := make([][]byte, n), make([]uint64, n)
	for i := range n {
		at := uint64(pageHead + i*branchElem)
		e := p.within(at, branchElem)
		if e == nil {
			return damaged("page %d has no room for %d elements", p.id(), n)
		}
		keys[i] = p.within(at+uint64(binary.LittleEndian.Uint32(e)), uint64(binary.LittleEndian.Uint32(e[4:])))
		children[i] = binary.LittleEndian.Uint64(e[8:])
	}
	if err := inOrder(p.id(), keys, low, high); err != nil {
		return err
	}
	for i := range n {
		above := high
		if i+1 < n {
			above = keys[i+1]
		}
		if err := w.tree(children[i], keys[i], above, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) leaf(p page, low, high []byte, depth int) error {
	keys := make([][]byte, p.count())
	for i := range keys {
		at := uint64(pageHead + i*leafElem)
		e := p.within(at, leafElem)
		if e == nil {
			return damaged("page %d has no room for %d elements", p.id(), len(keys))
		}
		pos, size := at+uint64(binary.LittleEndian.Uint32(e[4:])), uint64(binary.LittleEndian.Uint32(e[8:]))
		keys[i] = p.within(pos, size)
		value := p.within(pos+size, uint64(binary.LittleEndian.Uint32(e[12:])))
		if value == nil {
			return damaged("page %d: element %d is out of bounds", p.id(), i)
		}
		switch binary.LittleEndian.Uint32(e) {
		case 0:
		case bucketLeaf:
			if err := w.bucket(p.id(), value, depth); err != nil {
				return err
			}
		default:
			return damaged("page %d: element %d is of unknown sort", p.id(), i)
		}
	}
	return inOrder(p.id(), keys, low, high)
}

// bucket checks a bucket, which has its own tree or, if small, stands in its
// value as a single leaf.
func (w *walker) bucket(in uint64, value []byte, depth int) error {
	if len(value) < bucketHead {
		return damaged("page %d: a bucket without a head", in)
	}
	if root := binary.LittleEndian.Uint64(value); root != 0 {
		return w.tree(root, nil, nil, depth+1)
	}
	p := page(value[bucketHead:])
	if len(p) < pageHead || p.flags() != leafPage {
		return damaged("page %d: a small bucket without a page", in)
	}
	if depth > maxDepth {
		return damaged("page %d is too deep", in)
	}
	return w.leaf(p, nil, nil, depth+1)
}

func inOrder(id uint64, keys [][]byte, low, high []byte) error {
	for i, k := range keys {
		switch {
		case len(k) == 0:
			return damaged("page %d: key %d is empty or out of bounds", id, i)
		case i > 0 && bytes.Compare(keys[i-1], k) >= 0,
			i == 0 && low != nil && bytes.Compare(k, low) < 0,
			high != nil && bytes.Compare(k, high) >= 0:
			return damaged("page %d: key %d is out of order", id, i)
		}
	}
	return nil
}

// free checks the list of free pages.
func (w *walker) free() error {
	p, err := w.read(w.freelist)
	if err != nil {
		return err
	}
	if p.flags() != freelistPage {
		return damaged("page %d is not the list of free pages", p.id())
	}
	at, n := uint64(pageHead), uint64(p.count())
	if n == 0xFFFF { // too many for the header: the number stands before the list
		b := p.within(at, 8)
		at, n = at+8, binary.LittleEndian.Uint64(b)
	}
	if n > uint64(len(p))/8 {
		return damaged("page %d has no room for %d free pages", p.id(), n)
	}
	list := p.within(at, n*8)
	if list == nil && n > 0 {
		return damaged("page %d has no room for %d free pages", p.id(), n)
	}
	for ; len(list) > 0; list = list[8:] {
		id := binary.LittleEndian.Uint64(list)
		if id < 2 || id >= w.high || w.used[id] {
			return damaged("page %d is free and yet used or not in the file", id)
		}
		w.used[id] = true
	}
	return nil
}
