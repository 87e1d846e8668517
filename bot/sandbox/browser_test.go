package sandbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"windfall/bot/picture"
)

// This file is a browser for the tests of the page: Chromium, its windows and
// what people do in them. It is told where to press by the page's marks
// (page/README.md), and presses with the mouse and the keyboard only.

// inCI reports whether a missing tool is a failure and no reason to skip.
func inCI() bool { return os.Getenv("CI") == "true" }

// lacking skips a test for want of a tool, or fails it where all tools must be
// there.
func lacking(t *testing.T, why string) {
	t.Helper()
	if inCI() {
		t.Fatal(why)
	}
	t.Skip(why)
}

// artist draws the pictures of all sandboxes of these tests.
var artist = sync.OnceValue(picture.New)

// A chromium is a browser for one test. At its end nothing of it is left.
type chromium struct {
	*testing.T
	s       *Sandbox
	ctx     context.Context // of its first tab, which stays empty
	windows []*window
}

// browse opens a sandbox with pictures and starts a browser. The browser ends
// before the sandbox does.
func browse(t *testing.T, c Config) *chromium {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		lacking(t, "there is no Chromium on the PATH; install it (on Debian: apt-get install chromium)")
	}
	c.Painter = artist()
	if c.Now == nil {
		c.Now = noon
	}
	c.Log = slog.New(slog.DiscardHandler)
	// A test's context ends before its cleanups, in which the page has its last
	// say while the sandbox is still there.
	c.Drawing = atOnce
	s, err := Open(context.WithoutCancel(t.Context()), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, s) })
	arrived(t, s)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("lang", "en-GB"), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("mute-audio", true),
		chromedp.WSURLReadTimeout(time.Minute))
	root, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(root, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(func() {
		limit, stop := context.WithTimeout(ctx, 20*time.Second)
		defer stop()
		if err := chromedp.Cancel(limit); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the browser does not close cleanly: %v", err)
		}
		cancel()
		end()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	b := &chromium{T: t, s: s, ctx: ctx}
	t.Cleanup(b.close)
	return b
}

// close closes all windows, and fails the test if anything went wrong in one.
func (b *chromium) close() {
	for _, w := range slices.Backward(b.windows) { // tabs go before the window that they are beside
		w.settle()
		// A picture can go while it is being fetched, when its message changes.
		shown := look[[]string](w, `[...document.images].map((i) => i.src)`)
		w.forgive(func(complaint string) bool {
			_, address, missing := strings.Cut(complaint, "404 (Not Found) ")
			return missing && strings.Contains(address, "/files/") && !slices.Contains(shown, address)
		})
		w.mu.Lock()
		for _, complaint := range w.complaints {
			b.Errorf("%s's page complains: %s", w.name, complaint)
		}
		w.mu.Unlock()
		w.cancel()
	}
}

// A window is a page in the browser, and all that it was sent.
type window struct {
	*chromium
	ctx    context.Context
	cancel context.CancelFunc
	name   string // who one is in it

	mu         sync.Mutex
	frames     []string          // that its WebSocket received
	files      map[string]string // the addresses of what it fetched from /files/, and a digest of each
	asked      []string          // every address that it asked for
	loading    map[network.RequestID]string
	fetching   int // how many of those files are being looked at
	complaints []string
}

// Sizes of windows.
type size struct{ width, height int64 }

var (
	desk  = size{1280, 900}
	phone = size{390, 844}
)

// window opens a window of its own, which shares nothing with the others, as
// the member of that name.
func (b *chromium) window(name string, at size) *window {
	b.Helper()
	return b.enter(b.ctx, name, at, chromedp.WithNewBrowserContext())
}

// tab opens another tab beside a window, in the same browser.
func (w *window) tab(name string, at size) *window {
	w.Helper()
	return w.chromium.enter(w.ctx, name, at)
}

func (b *chromium) enter(beside context.Context, name string, at size, options ...chromedp.ContextOption) *window {
	b.Helper()
	id := ""
	for _, m := range b.s.members() {
		if m.Name() == name {
			id = m.ID()
		}
	}
	w := &window{chromium: b, name: name, files: map[string]string{}, loading: map[network.RequestID]string{}}
	w.ctx, w.cancel = chromedp.NewContext(beside, options...)
	b.windows = append(b.windows, w)
	if err := chromedp.Listen(w.ctx, w.hear); err != nil {
		b.Fatal(err)
	}
	w.do(
		tell(network.Enable, network.EnableParams{}),
		tell(log.Enable, cdp.Empty{}),
		tell(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		tell(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "UTC"}),
		tell(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-reduced-motion", Value: "reduce"}}}),
		chromedp.EmulateViewport(at.width, at.height),
		chromedp.Navigate(b.s.URL()+"#"+id),
	)
	w.ready()
	w.until(name+" to be who one is", `document.querySelector("[data-member][aria-checked=true]")?.textContent.includes(`+quote(name)+`)`)
	w.until("the bot", `document.querySelector("[data-state=online]") !== null`)
	return w
}

// tell is an action that sends the browser a command whose answer does not
// matter.
func tell[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

func (w *window) do(steps ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		w.Fatalf("%s's page: %v", w.name, err)
	}
}

// look evaluates an expression in a window. It comes by the browser's own
// tools, which the page's security policy does not hinder.
func look[T any](w *window, expression string, options ...chromedp.EvaluateOption) T {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, options...))
	if err != nil {
		w.Fatalf("%s's page: %v\n%s", w.name, err, expression)
	}
	return v
}

// quote writes a text as JavaScript.
func quote(text string) string { return fmt.Sprintf("%q", text) }

// hear takes down what the browser tells of a window. It may not wait.
func (w *window) hear(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	complain := func(format string, args ...any) { w.complaints = append(w.complaints, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *network.EventWebSocketFrameReceived:
		w.frames = append(w.frames, string(e.Response.PayloadData))
	case *network.EventRequestWillBeSent:
		w.asked = append(w.asked, e.Request.URL)
	case *network.EventResponseReceived:
		if strings.Contains(e.Response.URL, "/files/") {
			w.loading[e.RequestID] = e.Response.URL
		}
	case *network.EventLoadingFinished:
		address, ok := w.loading[e.RequestID]
		if !ok {
			return
		}
		delete(w.loading, e.RequestID)
		w.fetching++
		go w.fetched(e.RequestID, address)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		complain("an exception: %s", text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			var said []string
			for _, x := range e.Args {
				said = append(said, string(x.Value)+x.Description)
			}
			complain("on the console: %s", strings.Join(said, " "))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning || e.Entry.Source == log.EntrySourceSecurity {
			complain("in the log (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	}
}

// fetched keeps a digest of a file that the page has fetched.
func (w *window) fetched(id network.RequestID, address string) {
	r, err := chromedp.Call(w.ctx, network.GetResponseBody, network.GetResponseBodyParams{RequestID: id})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fetching--
	if err != nil {
		w.complaints = append(w.complaints, fmt.Sprintf("the file %s cannot be looked at: %v", address, err))
		return
	}
	w.files[address] = digest(r.Body)
}

func digest(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// settle waits until all that the page was sent has been taken down.
func (w *window) settle() {
	w.Helper()
	w.untilIt("its files", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.fetching == 0
	})
}

// heard are the frames that a page has received, from the nth on.
func (w *window) heard(n int) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.frames[min(n, len(w.frames)):]...)
}

// forgive takes back the complaints of which is says true, and reports how many
// there were.
func (w *window) forgive(is func(complaint string) bool) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.complaints)
	w.complaints = slices.DeleteFunc(w.complaints, is)
	return before - len(w.complaints)
}

// longWait is how long a test waits for the page. It is far more than anything
// takes, also with the race detector on a busy machine.
const longWait = 40 * time.Second

// until waits until an expression is true in a window.
func (w *window) until(what, expression string) {
	w.Helper()
	w.untilIt(what, func() bool { return look[bool](w, "!!("+expression+")") })
}

// untilIt waits until something holds.
func (w *window) untilIt(what string, holds func() bool) {
	w.Helper()
	for deadline := time.Now().Add(longWait); !holds(); time.Sleep(15 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.Fatalf("%s waits in vain for %s; the page says\n%s\nand is at %s", w.name, what, w.read(), w.picture("vain"))
		}
	}
}

// ready waits until the page is there.
func (w *window) ready() {
	w.Helper()
	w.until("the page", `document.body?.dataset.ready === "true"`)
}

// read is what can be read on the page.
func (w *window) read() string {
	w.Helper()
	return look[string](w, `[...document.querySelectorAll("main, .toasts, dialog[open]")].map((e) => e.innerText).join("\n").slice(-4000)`)
}

// source is the page as it is, with what stands in its fields.
func (w *window) source() string {
	w.Helper()
	return look[string](w, `document.documentElement.outerHTML + "\n" + [...document.querySelectorAll("input, textarea")].map((f) => f.value).join("\n")`)
}

// picture writes what a window shows to a temporary file, for whoever looks
// into a failure, and returns its name. It needs TEST_PICTURES to name a
// directory.
func (w *window) picture(name string) string {
	dir := os.Getenv("TEST_PICTURES")
	if dir == "" {
		return "TEST_PICTURES, if that names a directory"
	}
	ctx, cancel := context.WithTimeout(w.ctx, 10*time.Second)
	defer cancel()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		name = filepath.Join(dir, strings.NewReplacer("/", "-").Replace(w.Name())+"-"+w.name+"-"+name+".png")
		err = os.WriteFile(name, data, 0o644)
	}
	if err != nil {
		return err.Error()
	}
	return name
}

// aim is JavaScript that finds the last element that can be seen of those that
// match a selector and say a text; any will do if the text is empty. It scrolls
// there and says where its middle is, or why it cannot be pressed. What is there
// can move before the mouse has come down; then a press on something else counts
// for nothing, and hand.hit stays false.
const aim = `((selector, text) => {
	if (!window.hand) {
		window.hand = {};
		for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(kind, (event) => {
			if (!hand.on) return;
			if (hand.on.contains(event.target)) hand.hit ||= kind === "click";
			else {
				event.stopImmediatePropagation();
				event.preventDefault();
			}
		}, { capture: true });
	}
	hand.hit = false;
	const all = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility() && e.getClientRects().length > 0);
	const e = all.findLast((e) => !text || e.innerText.trim() === text);
	if (!e) return { why: "nothing like it can be seen" };
	if (e.matches(":disabled")) return { why: "it is disabled" };
	if (e.closest("[inert]")) return { why: "it is inert" };
	e.scrollIntoView({ block: "nearest", inline: "nearest" });
	const r = e.getBoundingClientRect();
	const x = r.x + r.width / 2, y = r.y + r.height / 2;
	const hit = document.elementFromPoint(x, y);
	if (!hit || !e.contains(hit)) return { why: "it is covered by " + (hit ? hit.outerHTML.slice(0, 200) : "the window's edge") };
	hand.on = e;
	return { x, y, why: "" };
})`

// click presses the last thing that matches a selector and says a text, as soon
// as it can be seen and pressed.
func (w *window) click(selector, text string) {
	w.Helper()
	type spot struct {
		X, Y float64
		Why  string
	}
	why := ""
	for deadline := time.Now().Add(longWait); ; time.Sleep(15 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.Fatalf("%s cannot press %q %q: %s; the page says\n%s\nand is at %s", w.name, selector, text, why, w.read(), w.picture("press"))
		}
		at := look[spot](w, aim+"("+quote(selector)+", "+quote(text)+")")
		if why = at.Why; why != "" {
			continue
		}
		w.do(chromedp.MouseClickXY(at.X, at.Y))
		if look[bool](w, `(hand.on = null, hand.hit)`) {
			return
		}
		why = "it moves"
	}
}

// press presses a button of a message by what it says.
func (w *window) press(label string) {
	w.Helper()
	w.click("[data-message] button", label)
}

// control presses one of the page's own controls.
func (w *window) control(name string) {
	w.Helper()
	w.click("[data-control="+quote(name)+"]", "")
}

// keys types on the keyboard. A real one tells that a key goes down apart from
// the character that it makes, so that a page can keep the character away.
func (w *window) keys(text string, with ...chromedp.KeyOption) {
	w.Helper()
	w.do(chromedp.KeyEvent(text, append(with, func(p *input.DispatchKeyEventParams) {
		if p.Type == kb.KeyDown {
			p.Type = kb.KeyRawDown
		}
	})...))
}

// types types a line into the composer and sends it.
func (w *window) types(line string) {
	w.Helper()
	w.click("[data-composer-input]", "")
	w.keys(line + "\r")
}

// lastHand is JavaScript for the newest message for one's eyes only.
const lastHand = `[...document.querySelectorAll("[data-ephemeral]")].at(-1)`

// pictures waits until there are so many pictures or more, and all of them have
// been loaded and have a description.
func (w *window) pictures(least int) {
	w.Helper()
	w.until("the pictures, with descriptions", fmt.Sprintf(`document.images.length >= %d && [...document.images].every((i) =>
		i.complete && i.naturalWidth > 0 && i.alt.split(" ").length >= 3)`, least))
}

// A dice is a stream by which a test chooses, the same every time.
type dice struct{ state uint64 }

func (d *dice) below(n int) int {
	d.state = d.state*6364136223846793005 + 1442695040888963407
	return int(d.state>>33) % n
}
