package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	downloads "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"windfall/games/record"
)

const (
	online  = `document.querySelector("[data-state=online]") !== null`
	offline = `document.querySelector("[data-state=offline]") !== null`
	failed  = `document.querySelector("[data-message] [data-state=failed]")?.innerText.trim() === "This interaction failed"`
	silent  = `[...document.querySelectorAll("[data-state=failed]")].some((e) => e.innerText.trim() === "The application did not respond")`
	busy    = `document.querySelector("button[data-state=busy]")`
)

// A game goes on after the bot was restarted, and a press while it is away fails
// after Discord's three seconds and does no harm.
func TestBrowserAGameGoesOnAfterTheBotWasAway(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana, ben := b.window("Ana", desk), b.window("Ben", desk)
	d := challenge(ana, ben)
	d.dice = dice{11}
	d.play(3)
	heard := len(ben.heard(0))
	ana.control("restart")
	for _, w := range d.windows {
		w.until("the restart to be over", `document.querySelector("[data-control=restart]:enabled") !== null && `+online)
	}
	ben.untilIt("word that the bot goes and comes", func() bool {
		all := strings.Join(ben.heard(heard), "\n")
		_, after, went := strings.Cut(all, `"online":false`)
		return went && strings.Contains(after, `"online":true`)
	})
	ben.until("the bot", online)
	d.openHands() // those of before do not refresh any more
	if made := d.play(4); made != 4 {
		t.Fatalf("after the restart the game was over after %d moves", made)
	}

	w, moves := d.turn()
	if err := b.s.bot.stop(); err != nil {
		t.Fatal(err)
	}
	w.until("the bot to be away", offline)
	before := time.Now()
	w.click("[data-ephemeral] button[data-custom-id="+quote(moves[0])+"]", "")
	w.until("the press to fail", failed)
	if took := time.Since(before); took < 2500*time.Millisecond || took > 15*time.Second {
		t.Errorf("the press failed after %v", took)
	}
	if err := b.s.bot.start(); err != nil {
		t.Fatal(err)
	}
	arrived(t, b.s)
	for _, w := range d.windows {
		w.until("the bot to be back", online)
	}
	d.move(w, moves, moves[0]) // the same button does it now
	d.openHands()
	w.until("the mark of the failure to be gone", `!(`+failed+`)`)
	if made := d.play(4); made != 4 {
		t.Errorf("after the bot was away the game was over after %d moves", made)
	}
}

func TestBrowserFaultsAndTheClock(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana, ben := b.window("Ana", desk), b.window("Ben", desk)
	begin(ana, "/adaman practice number:1")

	is := func(on string) string {
		return `document.querySelector("[data-control=failing]").ariaChecked === "` + on + `"`
	}
	ana.control("failing")
	ana.until("the fault to be on", is("true"))
	ben.until("the fault to be on for all", is("true"))
	target := those(board(ana), "target")[0]
	ana.click("[data-ephemeral] button[data-custom-id="+quote(target.ID)+"]", "")
	ana.until("the press to fail", failed)
	ana.types("/help")
	ana.until("the command to fail", silent)
	ana.control("failing")
	ana.until("the fault to be off", is("false"))
	on(ana, target)
	ana.until("the mark of the failure to be gone", `!(`+failed+`)`)
	if chosen := those(board(ana), "control"); len(chosen) != 1 {
		t.Errorf("after the fault a card cannot be chosen: %+v", board(ana))
	}

	date := `document.querySelector(".clock .date").innerText`
	if at := look[string](ana, date); at != "Friday 4 December 2026" && at != "Friday, 4 December 2026" {
		t.Errorf("the clock shows %q", at)
	}
	ana.control("day")
	for _, w := range []*window{ana, ben} {
		w.until("the next day", date+`.includes("5 December 2026")`)
	}

	heard := len(ana.heard(0))
	ana.control("cut")
	ana.untilIt("word that the connection was cut and is back", func() bool {
		_, after, went := strings.Cut(strings.Join(ana.heard(heard), "\n"), `"online":false`)
		return went && strings.Contains(after, `"online":true`)
	})
	ana.until("the bot", online)
}

// A command that failed is shown until it is dismissed, whatever comes and goes
// around it.
func TestBrowserAFailedCommandStays(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	failing := func(on bool) {
		t.Helper()
		if err := b.s.mischief.set(b.s.discord, "failing", on); err != nil {
			t.Fatal(err)
		}
	}
	failures := func(n int) string {
		return fmt.Sprintf(`document.querySelectorAll("[data-state=failed]").length === %d`, n)
	}
	// In an empty channel, and then below it one that succeeds.
	failing(true)
	ana.types("/rules")
	ana.until("the failure", silent)
	failing(false)
	ana.types("/rules")
	ana.until("the rules", lastHand)
	ana.until("the failure to be there once", failures(1))
	if !look[bool](ana, `document.querySelector("[data-state=failed]").compareDocumentPosition(`+lastHand+`) === Node.DOCUMENT_POSITION_FOLLOWING`) {
		t.Error("the failure does not stand above what came later")
	}
	// Below a message, which goes.
	failing(true)
	ana.types("/help")
	ana.until("the second failure", failures(2))
	ana.click("[data-ephemeral] .only-you button", "")
	ana.until("the rules to go", `document.querySelector("[data-message]") === null`)
	ana.until("both failures to stay", failures(2))
	ana.click(".sending .only-you button", "")
	ana.until("a failure to be dismissed", failures(1))
}

// The record of a finished game can be downloaded, and is true.
func TestBrowserARecordIsDownloaded(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	begin(ana, "/adaman practice number:1")
	control(ana, &dice{5}, 2)
	ana.press("Give up")
	ana.press("Yes, give up")
	ana.press("Record")
	ana.until("the file", `document.querySelector(".file a[download]")`)
	type file struct{ Name, Text, Type string }
	got := look[file](ana, `(async () => {
		const a = document.querySelector(".file a[download]");
		const r = await fetch(a.href);
		return { Name: a.download, Text: await r.text(), Type: r.headers.get("Content-Type") };
	})()`, chromedp.EvalAwaitPromise)
	r, err := record.Verify([]byte(got.Text))
	if err != nil {
		t.Fatalf("the record %q is not true: %v\n%s", got.Name, err, got.Text)
	}
	if r.Game() != record.Adaman || !strings.Contains(got.Text, `"gave-up"`) {
		t.Errorf("it is the record of something else:\n%s", got.Text)
	}

	dir := t.TempDir()
	if _, err := chromedp.CallBrowser(ana.ctx, downloads.SetDownloadBehavior, downloads.SetDownloadBehaviorParams{
		Behavior: downloads.SetDownloadBehaviorBehaviorAllow, BrowserContextID: chromedp.FromContext(ana.ctx).BrowserContextID,
		DownloadPath: dir,
	}); err != nil {
		t.Fatal(err)
	}
	ana.click(".file a.file-save", "")
	ana.untilIt("the download", func() bool {
		saved, err := os.ReadFile(filepath.Join(dir, got.Name))
		return err == nil && string(saved) == got.Text
	})
}

// A picture grows when it is pressed, with its description below.
func TestBrowserAPictureGrows(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	begin(ana, "/adaman practice number:1")
	ana.pictures(1)
	alt := look[string](ana, lastHand+`.querySelector("img").alt`)
	ana.click("[data-ephemeral] figure button", "")
	ana.until("the picture", `document.querySelector("dialog[open] img")?.complete`)
	if said := look[string](ana, `document.querySelector("dialog[open]").innerText`); alt == "" || !strings.Contains(said, alt) {
		t.Errorf("with the picture stands\n%s\nand not\n%s", said, alt)
	}
	if wide := look[int](ana, `document.querySelector("dialog[open] img").naturalWidth`); wide == 0 {
		t.Error("the picture is not there")
	}
	if !look[bool](ana, `document.querySelector("dialog[open]").contains(document.activeElement)`) {
		t.Error("the focus is not in the dialog")
	}
	ana.keys(kb.Escape)
	ana.until("the picture to go", `document.querySelector("dialog[open]") === null`)
	if !look[bool](ana, `document.activeElement.matches("[data-ephemeral] figure button")`) {
		t.Errorf("the focus has gone to %s", look[string](ana, `document.activeElement.outerHTML.slice(0, 300)`))
	}
}
