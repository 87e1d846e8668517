package bot

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"windfall/store"
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

// Whatever the store keeps of a member is in the file, or is named here with why it
// is not. A field that is new in one of these structs has to be put here, and so to
// be thought of.
func TestWhatTheStoreKeepsIsInTheFileOrNamedAsNotInIt(t *testing.T) {
	for _, c := range []struct {
		kept, file any
		shown      map[string]string // by which name
		not        map[string]string // why
	}{
		{store.Profile{}, profileFile{}, map[string]string{
			"Player": "number_inside", "ID": "id", "Name": "name", "Share": "share_a_daily", "Hidden": "hidden", "Refuses": "takes_no_challenges",
		}, nil},
		{store.Block{}, blockFile{}, map[string]string{"Player": "name", "Since": "since"}, map[string]string{"Hash": "it stands for the member who is named"}},
		{store.Pause{}, pauseFile{}, map[string]string{
			"Challenger": "challenger", "Challenged": "challenged", "Until": "until", "Step": "in_a_row",
		}, nil},
		{store.Game{}, openFile{}, map[string]string{
			"ID": "game", "Channel": "channel", "Kind": "kind", "Guild": "server", "Players": "players", "Variant": "variant", "First": "who_opens",
			"Record": "moves", "Day": "day", "Number": "number", "Begun": "begun", "Moved": "moved", "Due": "due", "Message": "message",
			"Proposal": "proposes_to_call_off", "Pace": "pace",
		}, map[string]string{
			"Version": "it counts writes", "Owner": "one of the players", "Secret": "hidden until the game has ended",
			"Mentioned": "the bot never sets it", "Notes": "below",
		}},
		{tableNotes{}, openFile{}, map[string]string{"ToldAt": "last_mentioned"}, map[string]string{
			"Turn": "it follows from the moves", "Posted": "it counts messages", "Told": "it counts turns", "Posts": "it counts messages",
			"Round": "it follows from the moves", "Left": "a message whose buttons are to go", "Clock": "below",
		}},
		{moveClock{}, openFile{}, map[string]string{
			"Deadline": "due", "Paused": "paused", "Left": "left_on_the_paused_clock", "Pause": "proposes_a_pause",
		}, map[string]string{"Warned": "it follows from when the move is due", "Longer": "it says what the bot has told"}},
		{store.Result{}, resultFile{}, map[string]string{
			"Game": "game", "Kind": "kind", "Guild": "server", "Channel": "channel", "Players": "your_seat", "Variant": "variant", "Day": "day",
			"Number": "number", "Begun": "begun", "Ended": "ended", "Points": "points", "Low": "low", "Bonus": "bonus", "Winner": "winner",
			"Reason": "reason", "Outcome": "outcome", "Score": "score", "Controlled": "controlled", "Left": "left", "Plays": "plays",
			"Undone": "undone", "Hints": "hints", "Level": "level", "Pace": "pace",
		}, map[string]string{"Seq": "the place among all results"}},
		{store.Rating{}, ratingFile{}, map[string]string{
			"Points": "rating", "Deviation": "deviation", "Volatility": "volatility", "Games": "games",
		}, nil},
	} {
		names := map[string]bool{}
		file := reflect.TypeOf(c.file)
		for i := range file.NumField() {
			name, _, _ := strings.Cut(file.Field(i).Tag.Get("json"), ",")
			names[name] = true
		}
		kept := reflect.TypeOf(c.kept)
		for i := range kept.NumField() {
			field := kept.Field(i).Name
			switch name := c.shown[field]; {
			case name == "" && c.not[field] == "":
				t.Errorf("%v.%s is neither in the file nor named as not in it", kept, field)
			case name != "" && !names[name]:
				t.Errorf("%v.%s is to be in the file as %q, which is not there", kept, field, name)
			}
		}
	}
}
