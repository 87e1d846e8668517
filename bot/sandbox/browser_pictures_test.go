package sandbox

import (
	"bytes"
	"encoding/binary"
	"flag"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// screenshots says that the pictures of the documentation are to be made anew.
var screenshots = flag.Bool("screenshots", false, "write the screenshots in docs/pictures")

// A steady source is random in appearance only. The secrets of deals are 32
// bytes and everything else is shorter, so each kind has a stream of its own
// and deals do not depend on how many addresses were drawn before them.
type steady struct {
	mu           sync.Mutex
	secrets, any *rand.ChaCha8
}

func newSteady(seed uint64) *steady {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	s := &steady{secrets: rand.NewChaCha8(key)}
	key[31] = 1
	s.any = rand.NewChaCha8(key)
	return s
}

func (s *steady) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(p) == 32 {
		return s.secrets.Read(p)
	}
	return s.any.Read(p)
}

// hold stops the clock at a time. The id of what happens then follows from it,
// and so does the deal of a challenge that is accepted.
func hold(c *handClock, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at, c.since = at, time.Time{}
}

// shoot takes a picture of what a window shows. With the flag it is written
// where the documentation shows it; without it the one that is there must have
// the same size.
func (w *window) shoot(name string) {
	w.Helper()
	w.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1), // where it points at nothing
		chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	w.until("the pictures", `[...document.images].every((i) => i.complete && i.naturalWidth > 0)`)
	data, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		w.Fatal(err)
	}
	taken, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		w.Fatal(err)
	}
	file := filepath.Join("..", "..", "docs", "pictures", name)
	if *screenshots {
		var out bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&out, taken); err != nil {
			w.Fatal(err)
		}
		w.Logf("%s has %d bytes, from %d", name, out.Len(), len(data))
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			w.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		w.Fatalf("%v; go test ./bot/sandbox -run Screenshot -screenshots makes it", err)
	}
	defer f.Close()
	about, err := f.Stat()
	if err != nil {
		w.Fatal(err)
	}
	kept, _, err := image.DecodeConfig(f)
	if err != nil {
		w.Fatal(err)
	}
	if at := taken.Bounds().Size(); at != image.Pt(kept.Width, kept.Height) || about.Size() > 250<<10 {
		w.Errorf("%s is %d by %d with %d bytes, and what the page shows is %v", name, kept.Width, kept.Height, about.Size(), at)
	}
}

// The pictures in the documentation show the page as it is. Deals and moves are
// the same every time.
func TestBrowserScreenshots(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{Random: newSteady(1)})
	ana, ben := b.window("Ana", desk), b.window("Ben", desk)
	ana.control("introduction")
	ana.types("/adam-eva challenge member:Ben")
	ben.until("the challenge", `[...document.querySelectorAll("[data-message] button")].some((b) => b.innerText.trim() === "Accept")`)
	at := noon().Add(5 * time.Minute)
	hold(b.s.clock, at)
	heard := len(ben.heard(0))
	ben.press("Accept")
	ben.untilIt("the press to arrive", func() bool { return frameWith(ben.heard(heard), `"action"`) != "" })
	b.s.clock.start(at)
	d := &duel{T: t, windows: [2]*window{ana, ben}, stale: map[string]bool{}, dice: dice{2}}
	d.openHands()
	for !look[bool](ana, `[...document.querySelectorAll("[data-message]:not([data-ephemeral])")].at(-1).innerText.includes("Round 2 of 4")`) {
		d.play(1)
	}
	d.openHands()
	for w := ben; w != ana || len(cardsIn(look[string](ana, shown))) > 3; w, _ = d.turn() {
		d.play(1)
	}
	ana.now(noon().Add(20 * time.Minute))
	ana.do(chromedp.EmulateViewport(1280, 1680, chromedp.EmulateScale(0.8)))
	ana.shoot("sandbox-adam-eva.png")

	carla := b.window("Carla", desk)
	carla.control("introduction")
	begin(carla, "/adaman practice number:1")
	control(carla, &dice{3}, 4)
	on(carla, those(board(carla), "target")[0])
	carla.now(noon().Add(30 * time.Minute))
	carla.do(chromedp.EmulateViewport(1280, 1440, chromedp.EmulateScale(0.8)))
	carla.shoot("sandbox-adaman.png")

	// The same on a telephone, in the dark.
	carla.control("theme-dark")
	carla.do(chromedp.EmulateViewport(phone.width, phone.height))
	look[chromedp.Void](carla, lastHand+`.querySelector("figure").scrollIntoView({ block: "start" })`)
	carla.shoot("sandbox-phone.png")
}

// now sets the clock that the pages show.
func (w *window) now(at time.Time) {
	w.Helper()
	hold(w.s.clock, at)
	w.s.pages.tell(note{Kind: "clock", Clock: ref(w.s.now())})
	w.until("the clock", `document.querySelector(".hands").innerText === `+quote(at.Format(time.TimeOnly)))
	w.s.clock.start(at)
}
