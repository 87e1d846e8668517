package picture

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"windfall/games"
	"windfall/games/adameva"
)

// oddNames are what people are called on Discord, and worse.
var oddNames = []struct{ label, above, below string }{
	{"arabic-hebrew", "محمد الكريم 42", "דוד (Dawid) כהן"},
	{"cjk-emoji", "山田太郎 Taro", "🍎👨‍👩‍👧 Ana 😀"},
	{"wide-tiny", strings.Repeat("W", 32), "i"},
	{"empty-control", "", "\x00\x07\u202eevil\u200b\n\ttab\ufeff"},
	{"greek-cyrillic", "Ελευθερία Παπαδοπούλου", "Свiтлана Жигмундовська"},
	{"fancy-zalgo", "𝓐𝓷𝓪 Ｗｉｄｅ ①", "Z̷̢̛a̶l̴g̷o̸ Đặng Ĳssel"},
	{"all-lacking", "山田太郎", "🏳️‍🌈🫠"},
	{"both-lacking", "한국어", "हिन्दी"},
}

func TestOddNames(t *testing.T) {
	p := New()
	v := find(t, adameva.Classic, func(v *adameva.View) bool { return down(v) == 3 }).View(games.Spectator)
	// One picture holds all the strips, so that they are looked at together.
	s := p.sheet(width, margin+len(oddNames)*2*(stripH+6)+margin)
	for i, n := range oddNames {
		if _, err := p.Table(&v, [2]string{n.below, n.above}); err != nil {
			t.Errorf("%s: %v", n.label, err)
		}
		for j, name := range []string{n.above, n.below} {
			p.drawStrip(s, strip{name: name, seat: games.Seat(1 - j), turn: j == 0, opener: j == 1, cards: 7, points: 119}, margin+(2*i+j)*(stripH+6))
		}
	}
	got, err := s.finish()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "odd-names", got)
}

// Two players whose names cannot be drawn at all are told apart by marks of
// different shape, the same wherever they are.
func TestNamesWithoutLettersHaveMarks(t *testing.T) {
	p := New()
	shapes := [2]*sprite{}
	for seat, name := range []string{"한국어", "हिन्दी"} {
		if p.alphabet.says(name) {
			t.Fatalf("something of %q can be drawn, so nothing is tested", name)
		}
		r := &record{a: p.alphabet}
		p.name(r, name, games.Seat(seat), 54, 27, 318)
		if len(r.marks) != 1 || len(r.said) != 0 {
			t.Fatalf("%q is %v and %v, want one mark", name, r.marks, r.said)
		}
		shapes[seat] = p.sprite(r.marks[0].art)
	}
	different := 0
	for i, cover := range shapes[0].cover {
		if (cover > 127) != (shapes[1].cover[i] > 127) {
			different++
		}
	}
	if different*8 < len(shapes[0].cover) {
		t.Errorf("the outlines of the marks differ in %d of %d pixels only", different, len(shapes[0].cover))
	}
}

func TestLettersStandInTheirOrder(t *testing.T) {
	a := newAlphabet()
	for text, want := range map[string]string{
		"Ana":            "Ana",
		"  Ana \t\n  B ": "Ana B",
		"":               "",
		"\x00\u200b":     "",
		"אבג":            "גבא",
		"אב 12 גד":       "דג 12 בא",
		"(אב)":           "(בא)",
		"Ana אב":         "Ana בא",
		"אב Ana":         "Ana בא",
		"山田":             string(lacking),
		"𝓐":              "A",
		"بب":             "\ufe90\ufe91", // the end stands on the left of the beginning
		"لا":             "\ufefb",
	} {
		if got := string(a.line(text, emName, 1000)); got != want {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}

func TestLongNamesAreCut(t *testing.T) {
	a := newAlphabet()
	for _, name := range []string{strings.Repeat("W", 32), strings.Repeat("א", 5000), strings.Repeat("ab ", 40)} {
		line := a.line(name, emName, 318)
		if w := a.width(line, emName); w > 318 {
			t.Errorf("%.12q…: %d pixels wide, room for 318", name, w)
		}
		if !slices.Contains(line, '…') {
			t.Errorf("%.12q… is cut without a sign of it", name)
		}
	}
	if line := a.line("Ana", emName, 5); a.width(line, emName) > a.glyph('…', emName).advance {
		t.Errorf("no room at all gives %q", string(line))
	}
}

// frame is a surface that only notes where letters are.
type frame struct {
	a    *alphabet
	area image.Rectangle
}

func (f *frame) put(art, int, int) {}

func (f *frame) letter(r rune, em int, c paint, x, y int) int {
	g := f.a.glyph(r, em)
	f.area = f.area.Union(image.Rect(x+g.left, y+g.top, x+g.left+g.w, y+g.top+g.h))
	return g.advance
}

func FuzzNames(f *testing.F) {
	for _, n := range oddNames {
		f.Add(n.above)
		f.Add(n.below)
	}
	f.Add("\xff\xfe")
	p := New()
	v := find(f, adameva.Classic, func(*adameva.View) bool { return true }).View(games.Spectator)
	f.Fuzz(func(t *testing.T, name string) {
		got, err := p.Table(&v, [2]string{name, "Ben"})
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if !bytes.HasPrefix(got, []byte("\x89PNG")) {
			t.Fatalf("%q: no picture", name)
		}
		letters := &frame{a: p.alphabet}
		p.name(letters, name, 0, 54, 27, 318)
		if room := image.Rect(48, -20, 54+318+8, 74); !letters.area.In(room) {
			t.Fatalf("%q: drawn at %v, out of its room %v", name, letters.area, room)
		}
		if line := string(p.alphabet.line(name, emName, 318)); !utf8.ValidString(line) {
			t.Fatalf("%q: drawn as invalid text %q", name, line)
		}
	})
}
