package bot_test

import (
	"testing"

	"windfall/bot/discordtest"
)

func TestFirstLook(t *testing.T) {
	h := open(t)
	general := h.guild.NewChannel("general")
	ana, ben := h.guild.Join("Ana"), h.guild.Join("Ben")
	a := ana.In(general).Run("/adam-eva challenge", discordtest.User("member", ben))
	t.Log(a.Reply().Text())
	b := ben.In(general).Press(a.Reply(), "Accept")
	h.settle()
	t.Log(b.State(), ben.In(general).Last().Text())
	hd := ana.In(general).Press(ana.In(general).Last(), "My hand")
	t.Log(hd.Reply().Text())
	card := hd.Reply().Buttons()[0]
	t.Log(card)
	x := ana.In(general).Press(hd.Reply(), card.Label)
	h.settle()
	t.Log(x.State(), func() string { m, _ := ana.In(general).Look(hd.Reply()); return m.Text() }())
	for _, m := range ben.Sees(general) {
		t.Log(m.Text())
	}
	more := ben.In(general).Press(ben.In(general).Last(), "More…")
	t.Log(more.Reply().Text())
}
