package picture

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "make the pictures in testdata anew")

// A picture may differ from the one that is kept in single pixels, for soft
// edges are not the same on every machine, but nowhere in many: in no window of
// some pixels square may more than a few differ by more than a limit, of 255. A
// digit or a small sign that is another one has more.
const (
	windowSize = 16
	windowMost = 15
	pixelLimit = 48
)

// same compares a picture with testdata/NAME.png.
func same(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; make it with: go test ./bot/picture -update", err)
	}
	a, b := decode(t, got), decode(t, want)
	if a.Bounds() != b.Bounds() {
		t.Fatalf("%s: size %v, want %v", name, a.Bounds(), b.Bounds())
	}
	if n, at := worstWindow(a, b); n > windowMost {
		t.Errorf("%s: %d of the %d pixels from %v on differ. If that is meant, look at it and run go test ./bot/picture -update", name, n, windowSize*windowSize, at)
	}
}

// worstWindow returns where in a picture most pixels differ, and how many.
func worstWindow(a, b image.Image) (most int, where image.Point) {
	r := a.Bounds()
	// sums[y][x] counts the pixels that differ above and left of a corner.
	sums := make([][]int, r.Dy()+1)
	sums[0] = make([]int, r.Dx()+1)
	for y := range r.Dy() {
		sums[y+1] = make([]int, r.Dx()+1)
		row := 0
		for x := range r.Dx() {
			if differ(a, b, r.Min.X+x, r.Min.Y+y, pixelLimit) {
				row++
			}
			sums[y+1][x+1] = sums[y][x+1] + row
		}
	}
	for y := windowSize; y < len(sums); y++ {
		for x := windowSize; x < len(sums[y]); x++ {
			n := sums[y][x] - sums[y-windowSize][x] - sums[y][x-windowSize] + sums[y-windowSize][x-windowSize]
			if n > most {
				most, where = n, image.Pt(x-windowSize, y-windowSize)
			}
		}
	}
	return most, where
}

// The measure itself: one more mark on a picture is seen, and noise is not.
func TestOnlyWhatCanBeSeenDiffers(t *testing.T) {
	kept := image.NewGray(image.Rect(0, 0, 64, 64))
	noisy := image.NewGray(kept.Rect)
	for i := range noisy.Pix {
		switch {
		case i%29 == 0:
			noisy.Pix[i] = 255
		default:
			noisy.Pix[i] = uint8(i % pixelLimit)
		}
	}
	if n, at := worstWindow(noisy, kept); n > windowMost {
		t.Errorf("%d pixels of noise at %v differ, at most %d should", n, at, windowMost)
	}
	marked := image.NewGray(kept.Rect)
	for i := range 4 {
		for j := range 4 {
			marked.SetGray(60+i, 30+j, color.Gray{Y: 200})
		}
	}
	if n, at := worstWindow(marked, kept); n <= windowMost || !image.Pt(60, 30).In(image.Rect(at.X, at.Y, at.X+windowSize, at.Y+windowSize)) {
		t.Errorf("a mark of 16 pixels was not seen: %d at %v", n, at)
	}
}

func decode(t testing.TB, picture []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// differing returns the share of pixels of which a channel differs by more than
// a limit, of 255.
func differing(a, b image.Image, limit int) float64 {
	r, n := a.Bounds(), 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if differ(a, b, x, y, limit) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// differ reports whether a channel of two pictures differs at a pixel by more
// than a limit, of 255.
func differ(a, b image.Image, x, y, limit int) bool {
	ar, ag, ab, aa := a.At(x, y).RGBA()
	br, bg, bb, ba := b.At(x, y).RGBA()
	return far(ar, br, limit) || far(ag, bg, limit) || far(ab, bb, limit) || far(aa, ba, limit)
}

func far(a, b uint32, limit int) bool {
	d := int(a>>8) - int(b>>8)
	return d > limit || d < -limit
}
