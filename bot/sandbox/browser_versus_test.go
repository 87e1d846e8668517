package sandbox

import (
	"strings"
	"testing"
)

// On a phone, Ana plays a whole game against the bot in one message, and begins
// another from its end.
func TestBrowserPracticeAgainstTheBot(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{Random: newSteady(4)})
	ana := b.window("Ana", phone)
	begin(ana, "/adam-eva practice level:easy variant:tactical")
	d := &dice{5}
	turns := 0
	for ; turns < 100; turns++ {
		moves := those(board(ana), "versus-move")
		if len(moves) == 0 {
			break
		}
		if said := look[string](ana, lastHand+`.innerText`); !strings.Contains(said, "Practice against Windfall · easy · tactical") || !strings.Contains(said, "Your hand:") {
			t.Fatalf("the game is\n%s", said)
		}
		on(ana, moves[d.below(len(moves))])
	}
	if len(those(board(ana), "versus-new")) != 1 || turns < 20 {
		t.Fatalf("after %d turns the game is not over:\n%s", turns, ana.read())
	}
	ana.pictures(1)
	on(ana, those(board(ana), "versus-new")[0])
	if len(those(board(ana), "versus-move")) == 0 {
		t.Errorf("another game is not begun:\n%s", ana.read())
	}
}
