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
		drawing: &drawing{name: "it.png", draw: draw},
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
	sent := d.draw(m)
	if want := []file{{"record.json", []byte("{}")}, {"it.png", []byte("png")}}; drawn != 1 || !reflect.DeepEqual(sent.files, want) {
		t.Errorf("drawn %d times, with the files %v", drawn, sent.files)
	}
	if without := sent.unpictured; without == nil || len(without.files) != 1 || len(without.parts[0].Components) != 2 {
		t.Errorf("without its picture it is %+v", without)
	}
	if d.draw(sent); drawn != 1 {
		t.Error("it is drawn again")
	}
	if len(m.files) != 1 {
		t.Error("the message itself has changed")
	}
}

func TestAPictureThatCannotBeDrawnIsLeftOut(t *testing.T) {
	fails := func(*picture.Painter) ([]byte, error) { return nil, errors.New("no ink") }
	for name, c := range map[string]struct {
		painter *picture.Painter
		draw    func(*picture.Painter) ([]byte, error)
		instead string
		want    []component
	}{
		"a fault":            {picture.New(), fails, "", []component{prose("above"), prose("below")}},
		"a panic":            {picture.New(), func(*picture.Painter) ([]byte, error) { var none []byte; return none[1:2], nil }, "", []component{prose("above"), prose("below")}},
		"no painter":         {nil, fails, "", []component{prose("above"), prose("below")}},
		"words in its place": {nil, fails, "it", []component{prose("above"), prose("it"), prose("below")}},
	} {
		d := &discord{painter: c.painter, log: slog.New(slog.DiscardHandler)}
		m := pictured(c.draw)
		m.drawing.instead = c.instead
		sent := d.draw(m)
		if want := []component{box(accentTable, c.want...)}; len(sent.files) != 1 || !reflect.DeepEqual(sent.parts, want) || sent.drawing != nil {
			t.Errorf("%s: %v", name, sent)
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
