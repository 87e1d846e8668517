package sandbox

import "testing"

// Ana, who manages the server, decides on a phone how the bot behaves there.
func TestBrowserASettingIsChosen(t *testing.T) {
	t.Parallel()
	b := browse(t, Config{})
	ana := b.window("Ana", phone)
	ana.types("/settings")
	ana.until("the settings", lastHand+`?.innerText.includes("Settings of this server")`)
	ana.picture("settings")
	ana.click(`[data-custom-id="settings-set|0|0|place"]`, "")
	ana.click("[role=option]", "In a thread of its own")
	ana.until("that it is kept", lastHand+`?.innerText.includes("Each new game gets a thread of its own.")`)
	ana.picture("thread")
	ana.click(`[data-custom-id="settings-set|0|0|channels"]`, "")
	ana.click("[role=option]", "#\ngames")
	ana.picture("channels")
	ana.keys("\t") // which closes the list
	ana.until("the channel", lastHand+`?.innerText.includes("only in #games")`)
	ana.picture("chosen")
}
