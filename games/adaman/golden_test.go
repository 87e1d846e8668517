package adaman_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"windfall/games/adaman"
)

var update = flag.Bool("update", false, "tell the games under testdata again from their decks and moves")

// The golden games are told in full: what the deck is, each move with what it
// brought, and the table after it. A new one is a file with the line "deck",
// three lines of cards and a line for each move, "> 2MK < 4MS"; -update writes
// the rest.
func TestGoldenGames(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	ends := map[string]bool{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			golden, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			told, result := retell(t, string(golden))
			if result.String() != name {
				t.Errorf("the game %q ends %v", name, result)
			}
			ends[name] = true
			if *update {
				if err := os.WriteFile(path, told, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(told, golden) {
				t.Errorf("the game is now told\n%s", told)
			}
		})
	}
	for _, name := range []string{"won", "stuck", "overthrown", "gave-up"} {
		if !ends[name] {
			t.Errorf("there is no game %q", name)
		}
	}
}

// retell plays the deck and the moves in text and tells the game.
func retell(t *testing.T, text string) ([]byte, adaman.Result) {
	t.Helper()
	var told bytes.Buffer
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] != "deck" {
		t.Fatal("the text does not begin with a deck")
	}
	deck, err := adaman.DeckOf(cards(t, strings.Join(lines[1:4], " ")))
	if err != nil {
		t.Fatal(err)
	}
	g, err := adaman.New(deck)
	if err != nil {
		t.Fatal(err)
	}
	told.WriteString("deck\n")
	for i := 0; i < len(deck); i += 12 {
		fmt.Fprintln(&told, strings.Trim(fmt.Sprint(deck[i:i+12]), "[]"))
	}
	tell := func(events []adaman.Event) {
		for _, e := range events {
			fmt.Fprintf(&told, "  %v\n", e)
		}
		fmt.Fprintf(&told, "%v\n", g)
	}
	fmt.Fprintln(&told)
	tell(g.View(adaman.Player).Events)
	for _, line := range lines[4:] {
		if m, found := strings.CutPrefix(line, "> "); found {
			events, err := g.Play(move(t, m))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&told, "\n> %s\n", m)
			tell(events)
		}
	}
	o, over := g.Outcome()
	if !over {
		t.Error("the game is not over")
	}
	return told.Bytes(), o.Result
}
