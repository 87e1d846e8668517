// Package picture draws what a player may see of a game as PNG: the table, a
// hand, the end of a round and of a game, the board of a solitaire, and what
// came of many games.
//
// Pictures are made from views alone, so a picture cannot show what its viewer
// may not know. Nothing in them depends on colour alone: each colour and each
// suit has a shape of its own, and what is chosen, barred or at turn is marked
// by more than a tint. They need no language: the only words are the names of
// the players, and a few that whoever asks for a picture gives in the reader's.
//
// A [Painter] makes them; the example shows it at work:
//
//	p := picture.New()
//	p.Warm()
//	view := game.View(seat)
//	png, err := p.Hand(&view)
//
// Everything that is drawn often (cards, apples, trees) is drawn once with soft
// edges in the colours of one fixed palette, and pictures are laid out by copying
// it. That takes two or three milliseconds and gives files below 40 KiB.
package picture

import "sync"

// The width of every picture.
const (
	margin = 14
	width  = 800
	inner  = width - 2*margin // between the margins
)

// A Painter draws the pictures. Make one with [New]; it is safe for use by
// several goroutines at once. What it draws often it draws once, on first use or
// by [Painter.Warm], and keeps: some megabytes, which do not grow with use.
type Painter struct {
	match    *matcher
	alphabet *alphabet
	sheets   sync.Pool // of *sheet
	sprites  kept[art, *sprite]
	grounds  kept[panel, []uint8]
}

// New returns a Painter. It has drawn nothing yet, so the first pictures take
// longer than those after them.
func New() *Painter {
	p := &Painter{match: newMatcher(), alphabet: newAlphabet()}
	p.sheets.New = func() any { return &sheet{p: p} }
	return p
}
