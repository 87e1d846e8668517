package sandbox

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"windfall/bot/text"
)

// narrow is a phone that is a little wider than most.
var narrow = size{430, 932}

// chooses goes to one of the two languages with the keyboard, in the drawer of a
// phone, and types the beginning of another.
func (w *window) chooses(control, typed, locale string) {
	w.Helper()
	w.control("drawer-panel")
	at := `document.activeElement?.dataset.control === ` + quote(control)
	for range 20 {
		if look[bool](w, at) {
			break
		}
		w.keys("\t")
	}
	if !look[bool](w, at) {
		w.Fatalf("%s does not come to %q with the keyboard", w.name, control)
	}
	w.keys(typed)
	w.until("the language "+locale, `document.activeElement.value === `+quote(locale))
	w.picture("languages-" + locale)
	w.keys(kb.Escape)
	w.until("the drawer to be shut", `document.querySelector(".frame").dataset.drawer === undefined`)
}

// On phones, Ben, whose Discord is German, challenges Ana on a server that is
// French, by names in his language and by those of everybody. Both see the
// challenge in the server's language, and each their own hand in their own.
func TestBrowserAGermanOnAFrenchServer(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	french, _ := text.LanguageOf("fr")
	ana, ben := b.window("Ana", narrow), b.window("Ben", narrow)
	ana.chooses("guildspeak", "F", "fr")
	ben.chooses("speak", "D", "de")
	ben.do(chromedp.Reload())
	ben.ready()
	ben.until("his language after a reload", `document.querySelector("[data-control=speak]").value === "de" &&
		document.querySelector("[data-control=guildspeak]").value === "fr"`)

	// The list is German, whichever name one begins to type.
	for _, typed := range []string{"/adam-eva ch", "/herausf"} {
		ben.click("[data-composer-input]", "")
		ben.keys(typed)
		ben.until("the command in German", `[...document.querySelectorAll(".popup [role=option]")].some((line) =>
			line.innerText.includes("/adam-eva "+`+quote(text.German.CommandName("adam-eva", "challenge"))+`) &&
			line.innerText.includes(`+quote(text.German.CommandDescription("adam-eva", "challenge"))+`) && line.innerText.includes("mitglied"))`)
		ben.picture("list")
		ben.keys(kb.Escape + kb.Escape)
	}
	ben.click("[data-composer-input]", "")
	ben.keys("/adam-eva challenge variante:")
	ben.until("the choices in German", `[...document.querySelectorAll("[data-option=variant] [role=option]")].some((line) =>
		line.innerText === `+quote(text.German.CommandChoice("adam-eva", "challenge", "variant", "tactical"))+`)`)
	ben.picture("choices")
	ben.keys(kb.Escape)
	ben.types("/adam-eva challenge mitglied:Ana variant:" + text.German.CommandChoice("adam-eva", "challenge", "variant", "tactical"))

	ana.press(french.Accept())
	for w, hand := range map[*window]string{ana: "Your hand:", ben: "Deine Hand:"} {
		w.press(french.MyHand())
		w.until("a hand: "+hand, lastHand+`?.innerText.includes(`+quote(hand)+`)`)
		w.pictures(2)
		w.picture("hand")
	}
}
