package sandbox

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A pressable is a button of the newest message for one's eyes only.
type pressable struct{ ID, Label string }

// board are the buttons of the newest board that can be pressed.
func board(w *window) []pressable {
	w.Helper()
	return look[[]pressable](w, `[...`+lastHand+`?.querySelectorAll("button[data-custom-id]:enabled") ?? []]
		.map((b) => ({ ID: b.dataset.customId, Label: b.innerText.trim() }))`)
}

// those are the buttons of an action.
func those(all []pressable, action string) []pressable {
	return slices.DeleteFunc(slices.Clone(all), func(p pressable) bool { return !strings.HasPrefix(p.ID, action+"|") })
}

// begin runs a command that brings a board.
func begin(w *window, command string) {
	w.Helper()
	before := look[string](w, lastHand+`?.dataset.message ?? ""`)
	w.types(command)
	w.until("the board", lastHand+`?.querySelector("img") && `+lastHand+`.dataset.message !== `+quote(before))
}

// on presses a button of the board, and waits until the board is another.
func on(w *window, p pressable) {
	w.Helper()
	before := board(w)
	w.click("[data-ephemeral] button[data-custom-id="+quote(p.ID)+"]", "")
	w.untilIt("another board", func() bool { return !slices.Equal(board(w), before) })
	w.until("the press to be over", lastHand+`.querySelector("[data-state=busy]") === null`)
}

// control makes plays in a game of Adaman until it is over or n are made, and
// reports how many it made.
func control(w *window, d *dice, n int) (plays int) {
	w.Helper()
	for plays < n {
		all := board(w)
		targets := slices.DeleteFunc(those(all, "target"), func(p pressable) bool { return strings.Contains(p.Label, "✓") })
		switch sure := those(all, "control"); {
		case len(those(all, "record"))+len(those(all, "keep")) > 0:
			return plays
		case len(sure) == 1:
			on(w, sure[0])
			plays++
		case len(targets) > 0:
			on(w, targets[d.below(len(targets))])
		default:
			w.Fatalf("%s can neither choose nor control anything, and the game goes on:\n%s", w.name, w.read())
		}
	}
	return plays
}

// The deal of the day is played to its end by clicking.
func TestBrowserOnePlaysTheDailyToItsEnd(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{Random: newSteady(8)}) // a deal that goes on for long
	ana := b.window("Ana", desk)
	begin(ana, "/adaman daily")
	ana.pictures(1)
	plays := control(ana, &dice{3}, 100)
	ana.pictures(1)
	end := look[string](ana, lastHand+`.innerText`)
	ends := []string{"The throne is yours: ", "No play is left: ", "Overthrown: "}
	if !slices.ContainsFunc(ends, func(s string) bool { return strings.Contains(end, s) }) || plays < 10 {
		t.Errorf("after %d plays the game ends with\n%s", plays, end)
	}
}

// The keyboard is enough to challenge somebody and to accept.
func TestBrowserTheKeyboardIsEnough(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana, ben := b.window("Ana", desk), b.window("Ben", desk)
	focused := `document.activeElement`
	tabTo := func(w *window, what, is string) {
		t.Helper()
		for range 60 {
			if look[bool](w, "!!("+is+")") {
				if !look[bool](w, focused+`.matches(":focus-visible")`) {
					t.Errorf("%s cannot see that the focus is on %s", w.name, what)
				}
				return
			}
			w.keys(kb.Tab)
		}
		t.Fatalf("%s does not come to %s with Tab, but to %s", w.name, what, look[string](w, focused+`.outerHTML.slice(0, 300)`))
	}
	// To the composer, along the list of commands and of members.
	tabTo(ana, "the way to the composer", focused+`.innerText === "To the composer"`)
	ana.keys(kb.Enter)
	ana.until("the composer to have the focus", focused+`.matches("[data-composer-input]")`)
	ana.keys("/adam")
	ana.until("the commands", `document.querySelectorAll("[role=option]").length > 0`)
	chosen := `document.getElementById(` + focused + `.getAttribute("aria-activedescendant"))`
	for range 20 {
		if look[bool](ana, chosen+`.innerText.startsWith("/adam-eva challenge")`) {
			break
		}
		before := look[string](ana, chosen+`.id`)
		ana.keys(kb.ArrowDown)
		ana.until("the next command", chosen+`.id !== `+quote(before))
	}
	// The list itself can have the focus, and does the same.
	ana.keys(kb.Tab, chromedp.KeyModifiers(kb.ModifierShift))
	ana.until("the list to have the focus", focused+`.matches("[role=listbox]")`)
	was := look[string](ana, chosen+`.id`)
	ana.keys(kb.ArrowUp)
	ana.until("the command before", chosen+`.id !== `+quote(was))
	ana.keys(kb.ArrowDown)
	ana.until("the challenge again", chosen+`.id === `+quote(was))
	ana.keys(kb.Enter)
	ana.until("the options", focused+`.matches("input[data-composer-input]")`)
	ana.keys("member:")
	ana.until("the member to be asked for", focused+`.closest("[data-option=member]")`)
	ana.keys("B")
	ana.until("Ben to be marked", chosen+`?.innerText.includes("Ben")`)
	ana.keys(kb.Tab)
	ana.until("the member to be Ben", `document.querySelector("[data-option=member] input").value === "Ben"`)
	ana.until("the way to take the member out again", focused+`.matches(".option-out")`)
	ana.keys(kb.Tab)
	ana.until("the focus to be behind the member", focused+`.matches("input[data-composer-input]")`)
	ana.keys(kb.Enter)
	// To the newest message and its first button.
	ben.until("the challenge", `document.querySelector("[data-message] button[data-custom-id]")`)
	for _, step := range []struct{ what, is string }{
		{"the way to the messages", focused + `.innerText === "To the messages"`},
		{"the challenge", focused + `.matches("[data-message]")`},
		{"Accept", focused + `.innerText.trim() === "Accept"`},
	} {
		tabTo(ben, step.what, step.is)
		if step.what != "the challenge" {
			ben.keys(kb.Enter)
		}
	}
	ben.until("the table", `[...document.querySelectorAll("button[data-custom-id]")].some((b) => b.innerText.trim() === "My hand")`)
	ben.until("the focus to stay with the message", focused+`.closest("[data-message]")`)
	// A hand and a card out of it.
	tabTo(ben, "My hand", focused+`.innerText.trim() === "My hand"`)
	ben.keys(kb.Enter)
	ben.until("a hand", lastHand+`?.innerText.includes("Your hand:")`)
	tabTo(ben, "a card to offer", focused+`.matches("[data-ephemeral] button[data-custom-id^='move|']")`)
	ben.keys(" ")
	ana.until("the offer", `[...document.querySelectorAll("[data-message]")].some((m) => m.innerText.includes("Ana, do you take it?"))`)
}
