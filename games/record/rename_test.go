package record_test

import (
	"errors"
	"strings"
	"testing"

	"windfall/games/record"
)

// Nothing but the text of the seat changes, whoever looks for it.
func TestASeatIsRenamedAndNothingElse(t *testing.T) {
	for name, r := range map[string]*record.Record{"Adam & Eva": sealedGame(t), "a daily": daily(t)} {
		text, err := r.Export()
		if err != nil {
			t.Fatal(err)
		}
		for seat, was := range r.Seats {
			renamed, err := record.Rename(text, seat, "somebody")
			if err != nil {
				t.Fatalf("%s, seat %d: %v", name, seat, err)
			}
			again, err := record.Verify(renamed)
			if err != nil {
				t.Errorf("%s, seat %d: %v", name, seat, err)
				continue
			}
			if again.Seats[seat] != "somebody" || len(r.Seats) > 1 && again.Seats[1-seat] != r.Seats[1-seat] {
				t.Errorf("%s: the seats are %q", name, again.Seats)
			}
			back, err := record.Rename(renamed, seat, was)
			if err != nil || string(back) != string(text) {
				t.Errorf("%s, seat %d: back again it is another record: %v", name, seat, err)
			}
		}
		kept, err := r.Keep()
		if err != nil {
			t.Fatal(err)
		}
		if renamed, err := record.Rename(kept, 0, "somebody"); err != nil || !strings.Contains(string(renamed), `"seats":["somebody"`) {
			t.Errorf("%s, without its result: %v", name, err)
		}
	}
}

func TestWhatCannotBeRenamedIsAnError(t *testing.T) {
	text, err := sealedGame(t).Export()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		text string
		seat int
		to   string
	}{
		{"no seat of that number", string(text), 2, "x"},
		{"a seat before the first", string(text), -1, "x"},
		{"no name", string(text), 0, ""},
		{"a name over two lines", string(text), 0, "a\nb"},
		{"a name that is too long", string(text), 0, strings.Repeat("x", record.MaxSeat+1)},
		{"no record", `[]`, 0, "x"},
		{"nothing", ``, 0, "x"},
		{"half a record", string(text[:20]), 0, "x"},
		{"a record without seats", `{"format":"windfall/1"}`, 0, "x"},
		{"seats that are none", `{"seats":7}`, 0, "x"},
	} {
		if got, err := record.Rename([]byte(c.text), c.seat, c.to); err == nil {
			t.Errorf("%s: it becomes %s", c.name, got)
		}
	}
	var part *record.Error
	if _, err := record.Rename([]byte(`{"format":"windfall/1"}`), 0, "x"); !errors.As(err, &part) || part.Part != "seats" {
		t.Errorf("without seats: %v", err)
	}
}
