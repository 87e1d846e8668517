package bot

import (
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"windfall/bot/picture"
)

// A message with a picture in a box, between two texts.
func pictured(draw func(*picture.Painter) ([]byte, error)) message {
	return message{
		parts:   []component{box(accentTable, prose("above"), gallery("it.png", "what it shows"), prose("below"))},
		files:   []file{{"record.json", []byte("{}")}},
		drawing: &drawing{"it.png", draw},
	}
}

func TestAPictureIsDrawnWhenItsMessageIsSent(t *testing.T) {
	d := &discord{painter: picture.New(), log: slog.New(slog.DiscardHandler)}
	drawn := 0
	m := pictured(func(p *picture.Painter) ([]byte, error) {
		if drawn++; p != d.painter {
			t.Error("another painter")
		}
		return []byte("png"), nil
	})
	if drawn != 0 {
		t.Fatal("it is drawn before anybody sends it")
	}
	sent, yes := d.draw(&m)
	if want := []file{{"record.json", []byte("{}")}, {"it.png", []byte("png")}}; !yes || drawn != 1 || !reflect.DeepEqual(sent.files, want) {
		t.Errorf("%v, drawn %d times, with the files %v", yes, drawn, sent.files)
	}
	if len(m.files) != 1 {
		t.Error("the message itself has changed")
	}
}

func TestAPictureThatCannotBeDrawnIsLeftOut(t *testing.T) {
	for name, d := range map[string]*discord{
		"a fault":    {painter: picture.New()},
		"no painter": {},
	} {
		d.log = slog.New(slog.DiscardHandler)
		m := pictured(func(*picture.Painter) ([]byte, error) { return nil, errors.New("no ink") })
		sent, yes := d.draw(&m)
		want := []component{box(accentTable, prose("above"), prose("below"))}
		if yes || len(sent.files) != 1 || !reflect.DeepEqual(sent.parts, want) {
			t.Errorf("%s: %v, %v", name, yes, sent)
		}
		if len(m.parts[0].Components) != 3 {
			t.Errorf("%s: the message itself has changed", name)
		}
	}
}

func TestTheDescriptionOfAPictureFits(t *testing.T) {
	c := gallery("it.png", strings.Repeat("ä", 2000))
	if alt := []rune(c.Items[0].Description); len(alt) != 1024 || alt[1023] != '…' {
		t.Errorf("%d characters, the last is %c", len(alt), alt[len(alt)-1])
	}
}
