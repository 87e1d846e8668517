package picture

import (
	"errors"
	"testing"

	"windfall/games"
	"windfall/games/adameva"
)

func TestHands(t *testing.T) {
	p := New()
	full := find(t, adameva.Tactical, func(v *adameva.View) bool {
		return v.Round == 1 && v.HandSizes == [2]int{7, 7} && v.Phase == adameva.Offering
	})
	// The one who opens cannot offer the serpent yet.
	serpent := findFor(t, adameva.Classic, func(v *adameva.View) bool {
		return v.Phase == adameva.Offering && v.Viewer == v.ToMove && v.Viewer >= 0 && len(v.Moves) == 5 && len(v.Hand) == 6
	})
	aside := findFor(t, adameva.Tactical, func(v *adameva.View) bool { return v.Aside != 0 && len(v.Hand) >= 2 })
	empty := findFor(t, adameva.Classic, func(v *adameva.View) bool { return v.Viewer >= 0 && len(v.Hand) == 0 })
	seven := full.View(0)
	for name, v := range map[string]*adameva.View{"seven": &seven, "serpent-barred": serpent, "aside": aside, "empty": empty} {
		got, err := p.Hand(v)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same(t, "hand-"+name, got)
	}
}

func TestNobodyButASeatHasAHand(t *testing.T) {
	v := find(t, adameva.Classic, func(*adameva.View) bool { return true }).View(games.Spectator)
	if _, err := New().Hand(&v); !errors.Is(err, ErrView) {
		t.Errorf("a spectator's hand: %v, want ErrView", err)
	}
}
