package sandbox

import (
	"fmt"
	"testing"
)

// Ana, who manages the server, sets the announcement of the daily: she types half
// a city and chooses the time zone from what the bot offers. Ben may not.
func TestBrowserATimeZoneIsChosen(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", desk)
	ana.click("[data-composer-input]", "")
	ana.keys("/adaman schedule ")
	ana.until("the command's fields", `document.querySelector(".tail input") !== null`)
	ana.keys("time:")
	ana.until("the field of the time", `document.activeElement?.closest("[data-option=time]") !== null`)
	ana.keys("8 pm")
	ana.click("[data-composer-input]", "")
	ana.keys("zone:")
	ana.until("the field of the zone", `document.activeElement?.closest("[data-option=zone]") !== null`)
	const offered = `[...document.querySelectorAll(".popup [role=option]")].map((e) => e.innerText.replace(/\s+/g, " ").trim())`
	ana.until("what is offered at first", offered+`.length === 25 && `+offered+`[0].startsWith("UTC · ")`)
	ana.picture("offered")
	ana.keys("lord")
	ana.until("the zones that begin so", offered+`.some((o) => o.startsWith("Australia/Lord_Howe · Australia · "))`)
	ana.picture("typed")
	ana.click(".popup [role=option]", look[string](ana, offered+`[0]`))
	ana.until("the zone in its field", `document.querySelector("[data-option=zone] input")?.value.startsWith("Australia/Lord_Howe")`)
	ana.keys("\r")
	ana.until("the answer", lastHand+`?.innerText.includes("Australia/Lord_Howe")`)
	ana.until("the time", lastHand+`?.innerText.includes("20:00")`)
	ana.press("Change…")
	ana.until("how to change it", lastHand+`?.innerText.includes("Half an hour earlier")`)
	ana.picture("change")
	ana.press("Half an hour later")
	ana.until("half an hour later", lastHand+`?.innerText.includes("20:30")`)

	ben := b.window("Ben", desk)
	ben.types("/adaman schedule")
	ben.until("the refusal", fmt.Sprintf(`%s?.innerText.includes(%q)`, lastHand, "Only members who may manage this server"))
}
