package picture

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "make the pictures in testdata anew")

// same compares a picture with testdata/NAME.png. Some pixels may differ a
// little: soft edges are not the same on every machine.
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
	if share := differing(a, b, 40); share > 0.002 {
		t.Errorf("%s: %.2f %% of the pixels differ. If that is meant, look at it and run go test ./bot/picture -update", name, share*100)
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
			ar, ag, ab, aa := a.At(x, y).RGBA()
			br, bg, bb, ba := b.At(x, y).RGBA()
			if far(ar, br, limit) || far(ag, bg, limit) || far(ab, bb, limit) || far(aa, ba, limit) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

func far(a, b uint32, limit int) bool {
	d := int(a>>8) - int(b>>8)
	return d > limit || d < -limit
}
