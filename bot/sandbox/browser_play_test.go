package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A duel is Ana and Ben, each in a window, at a table of Adam & Eva.
type duel struct {
	*testing.T
	windows [2]*window
	dice    dice
	stale   map[string]bool // moves that were on the pages before the last press
	clicks  int
	after   func() // is called when a press has had its effect; nil is nothing
}

// challenge has the first challenge the second, who accepts; both open their
// hands.
func challenge(ana, ben *window) *duel {
	ana.Helper()
	d := &duel{T: ana.T, windows: [2]*window{ana, ben}, stale: map[string]bool{}}
	ana.types("/adam-eva challenge member:" + ben.name)
	ben.press("Accept")
	d.openHands()
	return d
}

func (d *duel) openHands() {
	d.Helper()
	for _, w := range d.windows {
		hand := lastHand + `?.innerText.includes("Your hand:") && ` + lastHand + `.dataset.message !== ` + quote(look[string](w, lastHand+`?.dataset.message ?? ""`))
		toast := `document.querySelector("[data-state=toast]")`
		w.press("My hand")
		w.until("a hand", toast+` || `+hand)
		// The table may have moved on to another message at that moment.
		if look[bool](w, toast+`?.innerText.includes("any more") ?? false`) {
			w.click("[data-state=toast] .dismiss", "")
			w.press("My hand")
			w.until("a hand", hand)
		}
	}
}

// movesOn are the moves that can be made on a hand: what the buttons that can be
// pressed would send.
func movesOn(w *window) []string {
	w.Helper()
	return look[[]string](w, `[...`+lastHand+`?.querySelectorAll('button[data-custom-id^="move|"]:enabled') ?? []]
		.filter((b) => b.checkVisibility() && b.dataset.state !== "busy").map((b) => b.dataset.customId)`)
}

func over(w *window) bool {
	w.Helper()
	return look[bool](w, `[...document.querySelectorAll("[data-message]:not([data-ephemeral]) button")].some((b) => b.innerText.trim() === "Rematch")`)
}

// turn waits until somebody can move, and returns who and which moves; nobody
// can once the game is over.
func (d *duel) turn() (w *window, moves []string) {
	d.Helper()
	d.windows[0].untilIt("anybody's turn", func() bool {
		for _, p := range d.windows {
			moves = slices.DeleteFunc(movesOn(p), func(id string) bool { return d.stale[id] })
			if len(moves) > 0 {
				w = p
				return true
			}
		}
		return over(d.windows[0]) && over(d.windows[1])
	})
	return w, moves
}

// play makes some moves, chosen by the dice, and reports how many there were to
// make.
func (d *duel) play(n int) (made int) {
	d.Helper()
	for ; made < n; made++ {
		w, moves := d.turn()
		if w == nil {
			break
		}
		d.move(w, moves, moves[d.dice.below(len(moves))])
	}
	return made
}

// move presses one of the moves, and waits until the page has taken it in.
func (d *duel) move(w *window, moves []string, move string) {
	d.Helper()
	for _, id := range moves {
		d.stale[id] = true
	}
	d.clicks++
	w.click("[data-ephemeral] button[data-custom-id="+quote(move)+"]", "")
	w.untilIt("the move to be made", func() bool { return !slices.Contains(movesOn(w), move) })
	if d.after != nil {
		d.after()
	}
}

// result is what a page says about how the game has ended.
func result(w *window) string {
	w.Helper()
	return look[string](w, `[...document.querySelectorAll("[data-message]:not([data-ephemeral])")]
		.findLast((m) => [...m.querySelectorAll("button")].some((b) => b.innerText.trim() === "Rematch"))
		.querySelector(".container").innerText`)
}

// A watch follows what one member alone is shown, and what everybody else's
// page gets to know of it.
type watch struct {
	owner, other *window
	hand         string    // as the owner's page showed it at the owner's last turn
	since        [2]int    // how many frames the owner and the other had then
	sources      [2]string // what their pages have been since
	hidden       int       // how often a hidden card was looked for
}

// look takes down what the pages are.
func (k *watch) look() {
	for i, w := range []*window{k.owner, k.other} {
		k.sources[i] += w.source() + "\n"
	}
}

// shown is JavaScript for the description of the hand's picture, which names
// the cards.
const shown = `(` + lastHand + `?.querySelector("img[alt^='Your hand: ']")?.alt ?? "")`

// cardsIn are the cards that a hand's description names, but for the serpent,
// which everybody talks of.
func cardsIn(hand string) (cards []string) {
	list, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(hand, "Your hand: "), "."), ";")
	for _, c := range strings.Split(list, ", ") {
		if strings.ContainsAny(c, "123456789") {
			cards = append(cards, c)
		}
	}
	return cards
}

// turn is the owner's turn: the hand on the page is as it is. Whatever was in
// it at the turn before, too, has been hidden all the time between: neither
// frames nor pages of the other may name it, while the owner's must.
func (k *watch) turn(t *testing.T) {
	hand := look[string](k.owner, shown)
	before, now := cardsIn(k.hand), cardsIn(hand)
	same := len(now) < len(before) && !slices.ContainsFunc(now, func(c string) bool { return !slices.Contains(before, c) })
	if same {
		for _, card := range now {
			k.hidden++
			if found := frameWith(k.other.heard(k.since[1]), card); found != "" {
				t.Errorf("%s was sent %s, which %s hides:\n%.3000s", k.other.name, card, k.owner.name, found)
			}
			if frameWith(k.owner.heard(k.since[0]), card) == "" {
				t.Errorf("%s was not sent their own %s", k.owner.name, card)
			}
		}
	}
	k.hand, k.since = hand, [2]int{len(k.owner.heard(0)), len(k.other.heard(0))}
}

// frameWith returns the first frame that names a card. Apples have the same
// names, so what a table says of the apples that are won does not count, nor does
// word of a round that is over: cards are dealt anew in the next.
func frameWith(frames []string, card string) string {
	for _, f := range frames {
		if !strings.Contains(f, card) {
			continue
		}
		m := parsed(f).Message
		if m == nil {
			return f
		}
		for _, c := range components(*m) {
			if strings.Contains(c.Content, "### Round") && strings.Contains(c.Content, "is over") {
				break
			}
			if strings.Contains(c.Content, "Round") && strings.Contains(c.Content, "is over.") {
				continue
			}
			about, won, _ := strings.Cut(c.Content, "\nAna: ")
			_, rest, _ := strings.Cut(won, "\nBen: ")
			_, rest, _ = strings.Cut(rest, "\n")
			said := []string{about, rest, c.Label, c.CustomID}
			for _, i := range c.Items {
				said = append(said, i.Description)
			}
			if strings.Contains(strings.Join(said, "\n"), card) {
				return f
			}
		}
	}
	return ""
}

// parsed is what a frame says. A frame that is no note says nothing.
func parsed(frame string) (n note) {
	if json.Unmarshal([]byte(frame), &n) != nil {
		return note{}
	}
	return n
}

// A private is what the frames of a page say to its member alone: ids of
// messages, custom ids that name a card of the hand, the hand as a text and as
// the description of a picture, and addresses. Of words and pictures those about
// hands of three cards or more count, since smaller ones can be the same
// in another round.
type private struct{ words, hands []string }

func privates(frames []string) (p private) {
	seen := map[string]bool{}
	keep := func(list *[]string, s string) {
		if s != "" && !seen[s] {
			seen[s] = true
			*list = append(*list, s)
		}
	}
	for _, f := range frames {
		m := parsed(f).Message
		if m == nil || !m.Ephemeral {
			continue
		}
		keep(&p.words, m.ID)
		for _, c := range components(*m) {
			if strings.HasPrefix(c.CustomID, "move|") && (strings.Contains(c.CustomID, "|offer ") || strings.Contains(c.CustomID, "|aside ")) {
				keep(&p.words, c.CustomID)
			}
			for line := range strings.Lines(c.Content) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, "**Your hand:**") && strings.Count(line, ",") >= 2 {
					keep(&p.words, line)
				}
			}
			for _, i := range c.Items {
				if strings.HasPrefix(i.Description, "Your hand:") && strings.Count(i.Description, ",") >= 2 {
					keep(&p.words, i.Description)
					keep(&p.hands, i.Media.URL)
				}
			}
		}
	}
	p.words = append(p.words, p.hands...)
	return p
}

// heldBy are those of the words that are in any of the texts.
func heldBy(words, texts []string) (in []string) {
	all := strings.Join(texts, "\n")
	for _, w := range words {
		if strings.Contains(all, w) {
			in = append(in, w)
		}
	}
	return in
}

// Two windows play a whole game by clicking on nothing but what can be seen and
// pressed. A card that one of them hides is nowhere in what the other was sent.
func TestBrowserTwoWindowsPlayAWholeGameAndHiddenCardsStayHidden(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana, ben := b.window("Ana", desk), b.window("Ben", desk)
	d := challenge(ana, ben)
	d.dice = dice{7}
	watches := []*watch{{owner: ana, other: ben}, {owner: ben, other: ana}}
	for {
		w, moves := d.turn()
		for _, k := range watches {
			k.look()
			if k.owner == w {
				k.turn(t)
			}
		}
		if w == nil {
			break
		}
		if d.clicks%10 == 0 {
			ana.pictures(1)
			ben.pictures(1)
		}
		d.move(w, moves, moves[d.dice.below(len(moves))])
	}
	if d.clicks < 40 {
		t.Errorf("the game was over after %d presses", d.clicks)
	}
	ends := [2]string{result(ana), result(ben)}
	if ends[0] != ends[1] || !strings.Contains(ends[0], " to ") {
		t.Errorf("the pages end with\n%s\nand\n%s", ends[0], ends[1])
	}
	for _, k := range watches {
		k.owner.settle()
		k.other.settle()
		t.Logf("%d times a card in %s's hand was looked for in what %s was sent", k.hidden, k.owner.name, k.other.name)
		if k.hidden < 20 {
			t.Errorf("only %d times", k.hidden)
		}
		private := privates(k.owner.heard(0))
		said := private.words
		if len(said) < 50 {
			t.Errorf("%s was told only %d things that are for their eyes only", k.owner.name, len(said))
		}
		theirs := append(k.other.heard(0), k.sources[1])
		if leaked := heldBy(said, theirs); len(leaked) > 0 {
			t.Errorf("%s's page has what is for %s's eyes only: %q", k.other.name, k.owner.name, leaked)
		}
		if all := heldBy(said, k.owner.heard(0)); len(all) != len(said) {
			t.Errorf("%s's own frames hold only %d of %d things that they said", k.owner.name, len(all), len(said))
		}
		// What can be seen at an offer was on the owner's page at least then.
		if on := heldBy(said, []string{k.sources[0]}); len(on) < len(said)/3 {
			t.Errorf("%s's own page has shown only %d of %d things", k.owner.name, len(on), len(said))
		}
		k.apart(t, private.hands)
	}
}

// apart checks that none of these pictures of the owner's hand is among what the other's
// page has fetched, by address or by content.
func (k *watch) apart(t *testing.T, private []string) {
	t.Helper()
	k.owner.mu.Lock()
	defer k.owner.mu.Unlock()
	k.other.mu.Lock()
	defer k.other.mu.Unlock()
	digests := map[string]bool{}
	for _, d := range k.other.files {
		digests[d] = true
	}
	hands, shared := 0, 0
	for address, d := range k.owner.files {
		if slices.ContainsFunc(private, func(hand string) bool { return strings.HasSuffix(address, hand) }) {
			hands++
			if slices.Contains(k.other.asked, address) {
				t.Errorf("%s's page has asked for %s's hand", k.other.name, k.owner.name)
			}
			if digests[d] {
				t.Errorf("%s's page has fetched the picture of %s's hand", k.other.name, k.owner.name)
			}
		} else if digests[d] {
			shared++
		}
	}
	if hands < 10 || shared < 10 {
		t.Errorf("%s's page has fetched %d hands, and %d tables that %s's has too", k.owner.name, hands, shared, k.other.name)
	}
}

// Whoever has scrolled up and asks for something is shown it. What others do
// waits, and nothing that is scrolled to lies below the button that says so.
func TestBrowserWhatOneAsksForIsShown(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana, ben := b.window("Ana", size{1280, 640}), b.window("Ben", desk)
	challenge(ana, ben)
	scroller := `document.querySelector(".scroller")`
	up := func() {
		t.Helper()
		look[chromedp.Void](ana, scroller+`.scrollTop = 0`)
		ana.until("the way to the newest", `document.querySelector("[data-control=to-end]")`)
	}
	up()
	ben.types("Good luck")
	ana.until("word of a message", `document.querySelector("[data-control=to-end]").innerText.includes("1 new message")`)
	if at := look[float64](ana, scroller+`.scrollTop`); at > 40 {
		t.Errorf("what Ben says has moved the page by %v", at)
	}
	look[chromedp.Void](ana, `[...document.querySelectorAll("[data-message]:not([data-ephemeral]) button")].findLast((b) => b.innerText.trim() === "My hand").scrollIntoView({ block: "end" })`)
	if !look[bool](ana, `[...document.querySelectorAll("[data-message]:not([data-ephemeral]) button")].findLast((b) => b.innerText.trim() === "My hand")
		.getBoundingClientRect().bottom < document.querySelector("[data-control=to-end]").getBoundingClientRect().top`) {
		t.Error("a button that was scrolled to lies below the way to the newest")
	}
	before := look[string](ana, lastHand+`.dataset.message`)
	ana.press("My hand")
	ana.until("another hand", lastHand+`.dataset.message !== `+quote(before))
	ana.until("the hand to be seen", lastHand+`.getBoundingClientRect().bottom <= `+scroller+`.getBoundingClientRect().bottom + 1`)
}

// Two tabs of one browser can be two members.
func TestBrowserTwoTabsAreTwoMembers(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	ben := ana.tab("Ben", desk)
	d := challenge(ana, ben)
	if made := d.play(4); made != 4 {
		t.Errorf("the game was over after %d moves", made)
	}
	ana.until("a hand", lastHand)
	ana.do(chromedp.Reload())
	ana.ready()
	ana.until("the table", `[...document.querySelectorAll("[data-message] button")].some((b) => b.innerText.trim() === "My hand")`)
	if look[bool](ana, lastHand+` !== undefined`) {
		t.Error("what only Ana could see is still there after she has loaded the page anew")
	}
	d.openHands()
	for _, w := range d.windows {
		if !strings.Contains(look[string](w, `document.title`), w.name) {
			t.Errorf("%s's tab is called %q", w.name, look[string](w, `document.title`))
		}
	}
	if made := d.play(2); made != 2 {
		t.Errorf("after one has loaded the page anew the game was over after %d moves", made)
	}
	// What a page was fetching is lost when it goes.
	ana.settle()
	ana.forgive(func(complaint string) bool { return strings.Contains(complaint, "No resource with given identifier") })
}

// Being somebody else for a while takes nothing away: neither one's hand nor
// what one has begun to write, which is nobody else's.
func TestBrowserOneWindowIsTwoMembersInTurn(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	member := func(name string) { ana.click("[data-member]", name) }
	written := func(what, text string) {
		t.Helper()
		ana.until(what, `document.querySelector("textarea[data-composer-input]")?.value === `+quote(text))
	}
	ana.types("/help")
	ana.until("help", lastHand)
	ana.click("[data-composer-input]", "")
	ana.keys("I was going to sa")
	member("B\nBen")
	ana.until("Ben", `document.title.includes("Ben") && document.body.dataset.ready === "true"`)
	written("Ben's own draft", "")
	if look[bool](ana, lastHand+` !== undefined`) {
		t.Error("Ben sees what only Ana can see")
	}
	ana.click("[data-composer-input]", "")
	ana.keys("/adam-eva challenge member:")
	ana.until("whom Ben can challenge", `[...document.querySelectorAll(".popup [role=option]")].map((e) => e.innerText.replace(/\s+/g, " ").trim()).join() === "@ Ana,@ Ben,@ Carla,@ Deniz,@ Windfall APP"`)
	member("A\nAna")
	ana.until("Ana", `document.title.includes("Ana") && document.body.dataset.ready === "true"`)
	written("Ana's draft", "I was going to sa")
	ana.until("help", lastHand)
	ana.click("[data-channel]", "games")
	written("a draft for the other channel", "")
	ana.click("[data-channel]", "general")
	written("Ana's draft", "I was going to sa")
}

// The page has a link to another window, as somebody else. It needs no cookie
// for it, and a keyboard reaches it.
func TestBrowserALinkOpensAnotherWindow(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	const link = `document.querySelector(".members [data-control=window]")`
	if said := look[string](ana, link+`.innerText.trim()`); said != "Open another window as Ben" {
		t.Errorf("the link says %q", said)
	}
	ana.until("the link in the introduction", `document.querySelector("[data-introduction] [data-control=window]")?.innerText === "Open another window as Ben"`)
	before := len(visitors(b.s))
	look[chromedp.Void](ana, link+`.focus()`)
	ana.keys("\r")
	ana.untilIt("Ben's window", func() bool { return len(visitors(b.s)) > before })
	if got := visitors(b.s); !slices.Equal(got, []string{"Ana", "Ben"}) {
		t.Errorf("the windows are of %q", got)
	}
}

// visitors are the members of whom a page is open.
func visitors(s *Sandbox) (names []string) {
	for _, p := range s.pages.all() {
		names = append(names, p.member.Name())
	}
	slices.Sort(names)
	return names
}

// A name is counted in characters, whatever they are made of, and nothing of it
// is cut off.
func TestBrowserANameOfManyPartsIsTaken(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", phone)
	join := func(name string) {
		t.Helper()
		ana.control("join")
		ana.until("the dialog", `document.querySelector("dialog[open] input")`)
		ana.do(tell(input.InsertText, input.InsertTextParams{Text: name}))
		ana.keys("\r")
	}
	family := strings.Repeat("👩‍👩‍👧", 6) + "ab" // 32 characters, and half as many again to JavaScript
	join(family)
	ana.until("the family", `[...document.querySelectorAll("[data-member]")].at(-1).innerText.endsWith(`+quote(family)+`)`)
	join(family + "c")
	ana.until("the complaint", `document.querySelector("dialog[open] [role=alert]")?.innerText === "A name has 32 characters at most; this one has 33."`)
	ana.keys(kb.Escape)
	join("windfall")
	ana.until("the refusal", `document.querySelector("dialog[open] [role=alert]")?.innerText === "The name “Windfall” is taken; choose another one."`)
}
