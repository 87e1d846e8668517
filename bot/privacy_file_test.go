package bot

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"testing"
)

// However little a file may hold, all files together have every row once and in
// order, and each can be read by itself.
func TestWhatIsKeptIsDividedIntoFilesThatHoldAllOfIt(t *testing.T) {
	a := &allKept{}
	if err := a.add("profile", map[string]string{"name": "Ana"}); err != nil {
		t.Fatal(err)
	}
	if err := a.addList("nothing", 0, nil); err != nil {
		t.Fatal(err)
	}
	const rows = 300
	if err := a.addList("finished_games", rows, func(i int) any {
		return map[string]string{"game": fmt.Sprint(i), "secret": rand.Text() + rand.Text()} // which cannot be packed
	}); err != nil {
		t.Fatal(err)
	}
	for most, wants := range map[int]string{1 << 20: "windfall-about-you.json", 20_000: "windfall-about-you.json.gz", 3000: "", 1: ""} {
		files, err := a.files(most)
		if err != nil {
			t.Fatal(err)
		}
		if wants != "" && (len(files) != 1 || files[0].name != wants) {
			t.Errorf("at most %d bytes: %d files, the first is %s", most, len(files), files[0].name)
		}
		profiles, next := 0, 0
		for i, f := range files {
			content := f.data
			if most > 1 && len(content) > most {
				t.Errorf("a file of %d bytes, where at most %d are wanted", len(content), most)
			}
			if most < 1<<20 {
				z, err := gzip.NewReader(bytes.NewReader(content))
				if err != nil {
					t.Fatal(err)
				}
				if content, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			if want := fmt.Sprintf("windfall-about-you-%d-of-%d.json.gz", i+1, len(files)); len(files) > 1 && f.name != want {
				t.Errorf("file %d is called %s", i, f.name)
			}
			var read struct {
				Profile  *struct{ Name string }
				Finished []struct{ Game string } `json:"finished_games"`
			}
			if err := json.Unmarshal(content, &read); err != nil {
				t.Fatalf("%v in\n%s", err, content)
			}
			if read.Profile != nil {
				profiles++
			}
			for _, g := range read.Finished {
				if g.Game != fmt.Sprint(next) {
					t.Fatalf("game %s where %d should be", g.Game, next)
				}
				next++
			}
		}
		if profiles != 1 || next != rows {
			t.Errorf("at most %d bytes: %d profiles and %d games in %d files", most, profiles, next, len(files))
		}
	}
}
