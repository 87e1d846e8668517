package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A barrier is what axe finds on a page.
type barrier struct {
	ID, Impact, Help string
	Nodes            []string
}

// axe checks a page for barriers. The page's security policy keeps scripts out
// that are not its own; the browser's own tools bring this one in.
const axe = `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => ({
	ID: v.id, Impact: v.impact ?? "", Help: v.help,
	Nodes: v.nodes.slice(0, 6).map((n) => n.target.join(" ") + ": " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")),
})))`

// barriers checks what a window shows, fails the test with what is serious, and
// logs the rest.
func (w *window) barriers(state string) {
	w.Helper()
	for _, b := range look[[]barrier](w, axe, chromedp.EvalAwaitPromise) {
		report := w.Logf
		if b.Impact == "serious" || b.Impact == "critical" {
			report = w.Errorf
		}
		report("%s: %s (%s): %s\n%s", state, b.ID, b.Impact, b.Help, strings.Join(b.Nodes, "\n"))
	}
}

// withAxe brings axe into a window. A page that is loaded anew has lost it.
func (w *window) withAxe() {
	w.Helper()
	script, err := os.ReadFile(filepath.Join("page", "node_modules", "axe-core", "axe.min.js"))
	if errors.Is(err, fs.ErrNotExist) {
		lacking(w.T, "axe-core is not there; run npm ci in bot/sandbox/page")
	}
	if err != nil {
		w.Fatal(err)
	}
	look[chromedp.Void](w, string(script))
}

// Whatever a page shows, in light and in dark, wide and narrow, it has no
// serious barriers for people who see little or nothing, or use no mouse.
func TestBrowserThePageHasNoSeriousBarriers(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	// The same member in a wide and in a narrow window.
	wide, narrow := b.window("Ana", desk), b.window("Ana", phone)
	ben := visit(t, b.s, "Ben")
	wide.withAxe()
	narrow.withAxe()
	inPanel := func(w *window, do func()) {
		if w == wide {
			do()
			return
		}
		w.control("drawer-panel")
		w.until("the panel", `document.querySelector(".drawer.panel.open")`)
		do()
		w.keys(kb.Escape)
		w.until("the panel to close", `document.querySelector(".drawer.panel.open") === null`)
	}
	themes := func(state string, windows ...*window) {
		for _, w := range windows {
			at := map[*window]string{wide: "wide", narrow: "narrow"}[w]
			for _, theme := range []string{"dark", "light"} {
				look[chromedp.Void](w, `document.documentElement.dataset.theme = `+quote(theme))
				w.barriers(strings.Join([]string{state, at, theme}, ", "))
			}
		}
	}
	both := []*window{wide, narrow}
	themes("an empty channel", both...)
	for _, w := range both {
		inPanel(w, func() {
			w.control("theme-dark") // by hand once, to see that it does something
			w.until("the dark", `document.documentElement.dataset.theme === "dark"`)
			themes("the controls", w)
		})
	}
	narrow.control("drawer-channels")
	narrow.until("the channels", `document.querySelector(".drawer.channels.open")`)
	themes("the channels", narrow)
	narrow.keys(kb.Escape)
	for _, w := range both {
		w.control("join")
		w.until("the dialog", `document.querySelector("dialog[open] input")`)
		themes("somebody joins", w)
		w.keys("\r")
		w.until("the complaint", `document.querySelector("dialog[open] [role=alert]")`)
		themes("somebody without a name", w)
		w.keys(kb.Escape)
		w.until("the dialog to go", `document.querySelector("dialog[open]") === null`)
	}
	for _, w := range both {
		w.click("[data-composer-input]", "")
		w.keys("/adam-eva challenge member:Nobody\r")
		w.until("what is wrong", `document.querySelector("[data-state=wrong]")`)
		themes("an option that is wrong", w)
		w.click("[data-composer] .cancel", "")
	}
	for _, w := range both {
		w.click("[data-composer-input]", "")
		w.keys("/")
		w.until("the commands", `document.querySelectorAll("[role=option]").length > 5`)
		themes("commands to choose from", w)
		w.keys(kb.Escape + kb.Escape)
	}

	wide.types("/adam-eva challenge member:Ben")
	ben.press(ben.sees("the challenge", ben.channel("general"), func(m message) bool { return button(m, "Accept") != nil }), "Accept")
	wide.press("My hand")
	for _, w := range both {
		w.until("the hand", lastHand+`?.innerText.includes("Your hand:")`)
		w.pictures(2)
	}
	themes("a table and a hand", both...)

	// While Discord is slow a press shows that it is on its way, and the button
	// still has its name; while Discord fails, that it has failed.
	for _, w := range both {
		if err := b.s.mischief.set(b.s.discord, "slow", true); err != nil {
			t.Fatal(err)
		}
		w.press("Rules")
		w.until("the press to be on its way", busy)
		themes("a press on its way", w)
		if name := look[string](w, busy+`?.innerText ?? "Rules"`); name != "Rules" {
			t.Errorf("the button that is on its way says %q", name)
		}
		w.until("the press to be over", busy+` === null`)
		if err := b.s.mischief.set(b.s.discord, "slow", false); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.s.mischief.set(b.s.discord, "failing", true); err != nil {
		t.Fatal(err)
	}
	for _, w := range both {
		w.press("Rules")
		w.until("the press to fail", failed)
		w.types("/help")
		w.until("the command to fail", silent)
	}
	themes("failures", both...)
	if err := b.s.mischief.set(b.s.discord, "failing", false); err != nil {
		t.Fatal(err)
	}

	begin(wide, "/adaman practice number:1")
	on(wide, those(board(wide), "target")[0])
	for _, w := range both {
		w.until("the choice", lastHand+`?.innerText.includes("✓")`)
	}
	themes("a board", both...)

	for _, w := range both {
		w.click("[data-ephemeral] figure button", "")
		w.until("the picture", `document.querySelector("dialog[open] img")?.complete`)
	}
	themes("a picture", both...)

	// What the check finds if there is something to find.
	look[chromedp.Void](wide, `document.querySelector("dialog[open]").append(document.createElement("button"))`)
	if found := look[[]barrier](wide, axe, chromedp.EvalAwaitPromise); !slices.ContainsFunc(found, func(b barrier) bool { return b.ID == "button-name" && b.Impact == "critical" }) {
		t.Errorf("a button without a name is no barrier: %+v", found)
	}
}

// In a narrow window the columns are drawers. Whoever opens one by the keyboard
// is in it at once, and comes back to where it was opened, or to the composer
// once a channel is chosen.
func TestBrowserDrawersKeepTheFocus(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", phone)
	// Where things move, what moves cannot always be focused.
	ana.do(tell(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-reduced-motion", Value: "no-preference"}}}))
	focused := func(what, selector string) {
		t.Helper()
		ana.until(what, `document.activeElement.matches(`+quote(selector)+`)`)
	}
	for _, drawer := range []string{"channels", "panel"} {
		opener := "[data-control=drawer-" + drawer + "]"
		enter := func() {
			t.Helper()
			look[chromedp.Void](ana, `document.querySelector(`+quote(opener)+`).focus()`)
			ana.keys("\r")
			ana.until("the drawer", `document.querySelector(".drawer.`+drawer+`.open")`)
			if !look[bool](ana, `document.activeElement.closest(".drawer.open") !== null`) {
				t.Errorf("%s: the focus is at %s", drawer, look[string](ana, `document.activeElement.outerHTML.slice(0, 200)`))
			}
		}
		enter()
		ana.keys(kb.Escape)
		focused("the focus to come back from "+drawer+" by Escape", opener)

		enter()
		look[chromedp.Void](ana, `document.querySelector(".drawer.open > .dismiss").focus()`)
		ana.keys("\r")
		focused("the focus to come back from "+drawer+" by its button", opener)

		enter()
		look[chromedp.Void](ana, `document.activeElement.blur()`)
		ana.keys(kb.Escape)
		focused("the focus to come back from nowhere", opener)
	}

	look[chromedp.Void](ana, `document.querySelector("[data-control=drawer-channels]").focus()`)
	ana.keys("\r")
	focused("the focus on the open channel", "[data-channel][aria-current]")
	ana.keys(kb.Tab + "\r")
	focused("the focus in the composer", "[data-composer-input]")
	ana.until("the other channel", `document.querySelector(".channel-head h2").innerText === "games"`)
	if look[bool](ana, `document.querySelector(".drawer.open") !== null`) {
		t.Error("the drawer is still open")
	}
}
