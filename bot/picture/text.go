package picture

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// Sizes of type.
const (
	emName   = 36 // names: capitals are 26 pixels high
	emSum    = 40 // sums
	emScale  = 34 // lesser numbers: along a plot, of a round, of a bonus: 25 pixels
	emFigure = 42 // values of cards and apples: 30 pixels
	emPoints = 54
)

// longest is how many characters of a text are looked at.
const longest = 96

// lacking stands for one or more characters that the font does not have.
const lacking = '\u25cc'

// An align says which end of a text is at the point it is written at.
type align int

const (
	atLeft align = iota
	atMiddle
	atRight
)

// write puts a text on a surface in one line: x is where the align says, y the
// base line. It draws what the font has of any text whatever, from right to
// left where the script asks for that, and cuts at width with "…".
func (p *Painter) write(s surface, text string, x, y, em int, c paint, a align, width int) {
	runes := p.alphabet.line(text, em, width)
	switch a {
	case atMiddle:
		x -= p.alphabet.width(runes, em) / 2
	case atRight:
		x -= p.alphabet.width(runes, em)
	}
	for _, r := range runes {
		x += s.letter(r, em, c, x, y)
	}
}

// number writes a number with its middle at a point.
func (p *Painter) number(s surface, n string, cx, cy, em int, c paint) {
	runes := []rune(n)
	x, y := cx-p.alphabet.width(runes, em)/2, cy+int(capHeight*float64(em)/2+0.5)
	for _, r := range runes {
		x += s.letter(r, em, c, x, y)
	}
}

// width returns how wide characters are side by side.
func (a *alphabet) width(runes []rune, em int) (sum int) {
	for _, r := range runes {
		sum += a.glyph(r, em).advance
	}
	return sum
}

// line returns the characters that draw a text, from left to right, cut to a
// width.
func (a *alphabet) line(text string, em, width int) []rune {
	runes := join(a.drawable(text))
	if sum := a.width(runes, em); sum > width {
		left := width - a.glyph('…', em).advance
		n := 0
		for n < len(runes) && left >= a.glyph(runes[n], em).advance {
			left -= a.glyph(runes[n], em).advance
			n++
		}
		for n > 0 && runes[n-1] == ' ' {
			n--
		}
		runes = append(runes[:n:n], '…')
	}
	return arrange(runes)
}

// says reports whether something of a text can be drawn.
func (a *alphabet) says(text string) bool {
	for _, r := range a.drawable(text) {
		if r != lacking && r != ' ' {
			return true
		}
	}
	return false
}

// drawable returns a text's characters without what cannot be drawn: marks that
// stand on others and could pile up, control characters, and what the font
// lacks, for runs of which a mark stands.
func (a *alphabet) drawable(text string) []rune {
	if len(text) > 16*longest { // a long text is not worth the reading
		text = strings.ToValidUTF8(text[:16*longest], "")
	}
	var out []rune
	gap := false // white space is due before the next character
	for _, r := range norm.NFC.String(text) {
		if len(out) >= longest {
			break
		}
		switch {
		case unicode.IsSpace(r) || r == '\u3164' || r == '\u2800' || r == '\u115f' || r == '\u1160' || r == '\uffa0':
			gap = len(out) > 0
			continue
		case r == utf8.RuneError || !unicode.IsPrint(r) || unicode.Is(unicode.M, r) || unicode.Is(unicode.Variation_Selector, r):
			continue
		}
		drawn := []rune{r}
		if !a.has(r) {
			drawn = drawn[:0]
			for _, q := range norm.NFKC.String(string(r)) { // letters in fancy dress
				if q != ' ' && a.has(q) && unicode.IsPrint(q) && !unicode.Is(unicode.M, q) {
					drawn = append(drawn, q)
				}
			}
		}
		if len(drawn) == 0 {
			if r >= 0x1f3fb && r <= 0x1f3ff || !gap && len(out) > 0 && out[len(out)-1] == lacking {
				continue // the tone of a skin, or one more that is lacking
			}
			drawn = append(drawn, lacking)
		}
		if gap {
			out, gap = append(out, ' '), false
		}
		out = append(out, drawn...)
	}
	return out
}

// arrange puts characters that are in the order of reading into the order in
// which they stand from left to right: the Unicode algorithm for a single line
// without embeddings.
func arrange(runes []rune) []rune {
	const neutral = -1
	levels := make([]int, len(runes))
	base, highest := -1, 0
	for i, r := range runes {
		switch class := classOf(r); class {
		case bidi.L:
			levels[i] = 0
		case bidi.R, bidi.AL:
			levels[i] = 1
		case bidi.EN, bidi.AN:
			levels[i] = 2
			continue
		default:
			levels[i] = neutral
			continue
		}
		if base < 0 {
			base = levels[i]
		}
	}
	if base <= 0 && !containsLevel(levels, 1) {
		return runes
	}
	base = max(base, 0)
	before := base // direction of the last strong character
	for i := range levels {
		switch levels[i] {
		case 0, 1:
			before = levels[i]
		case 2: // a number reads from left to right wherever it stands
			if before == 0 {
				levels[i] = 0
			}
		case neutral:
			after := base
			for _, l := range levels[i+1:] {
				if l != neutral {
					after = min(l, 1)
					break
				}
			}
			if levels[i] = base; before == after {
				levels[i] = before
			}
		}
	}
	for i, l := range levels {
		if l == 0 && base == 1 {
			levels[i] = 2
		}
		highest = max(highest, levels[i])
	}
	out := make([]rune, len(runes))
	for i, r := range runes {
		if out[i] = r; levels[i] == 1 {
			out[i] = mirrored(r)
		}
	}
	for level := highest; level >= 1; level-- {
		for i := 0; i < len(out); i++ {
			end := i
			for end < len(out) && levels[end] >= level {
				end++
			}
			for a, b := i, end-1; a < b; a, b = a+1, b-1 {
				out[a], out[b] = out[b], out[a]
				levels[a], levels[b] = levels[b], levels[a]
			}
			i = max(i, end)
		}
	}
	return out
}

func containsLevel(levels []int, level int) bool {
	for _, l := range levels {
		if l == level {
			return true
		}
	}
	return false
}

func classOf(r rune) bidi.Class {
	properties, _ := bidi.LookupRune(r)
	return properties.Class()
}

// mirrored returns a bracket as it opens from the other side.
func mirrored(r rune) rune {
	const pairs = "()[]{}<>«»‹›"
	before := rune(0)
	for i, q := range []rune(pairs) {
		if q == r && i%2 == 1 {
			return before
		}
		if before == r && i%2 == 1 {
			return q
		}
		before = q
	}
	return r
}
