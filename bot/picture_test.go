package bot_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

// This file is about the pictures of messages: where they are, what is said of
// them, and that a message does without.

// pictureOf returns the only picture of a message and what is said of it.
func pictureOf(t testing.TB, msg discordtest.Message) (name, alt string) {
	t.Helper()
	for _, c := range msg.All() {
		if c.Type != discordtest.MediaGallery {
			continue
		}
		if name != "" || len(c.Items) != 1 {
			t.Fatalf("more than one picture:\n%s", msg.Text())
		}
		alt = c.Items[0].Description
		for _, a := range msg.Attachments {
			if a.ID != c.Items[0].Media.AttachmentID {
				continue
			}
			name = a.Name
			if drawn, err := png.Decode(bytes.NewReader(a.Data)); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if size := drawn.Bounds().Size(); size.X != a.Width || size.Y != a.Height {
				t.Errorf("%s is %v, Discord says %d × %d", name, size, a.Width, a.Height)
			}
		}
		if letters := len([]rune(alt)); letters == 0 || letters > 1024 {
			t.Errorf("the description of %s has %d characters", name, letters)
		}
	}
	return name, alt
}

func TestEveryMessageOfAGameHasItsPicture(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t, pictured)
	check := func(msg discordtest.Message, want string) string {
		t.Helper()
		name, alt := pictureOf(t, msg)
		if name != want {
			t.Errorf("the picture is %q, not %q, in\n%s", name, want, msg.Text())
		}
		return alt
	}
	if alt := check(m.table(), "table.png"); alt != "The four trees in round 1 of 4, with Ben's cards above and Ana's below; the text says what lies where." {
		t.Errorf("it is described as %q", alt)
	}
	for seat := range m.hands {
		hand := m.hand(seat)
		alt := check(hand, "hand.png")
		// All that the hand shows is in its text, too.
		shown, found := strings.CutPrefix(alt, "Your hand: ")
		if shown = strings.TrimSuffix(shown, "."); !found || !strings.Contains(hand.Text(), shown) {
			t.Errorf("the hand is described as %q, and its text is\n%s", alt, hand.Text())
		}
	}
	m.play()
	check(m.table(), "end.png")
	rounds := 0
	for _, msg := range m.members[0].Sees(m.channel) {
		if !msg.Ephemeral && strings.Contains(msg.Text(), "The table goes on below.") && strings.Contains(msg.Text(), "### Round ") {
			check(msg, "round.png")
			rounds++
		}
	}
	if rounds == 0 {
		t.Error("no round's end was looked at")
	}
	for _, a := range []*discordtest.Action{
		m.members[0].In(m.channel).Run("/stats"),
		m.members[0].In(m.channel).Run("/stats", discordtest.User("member", m.members[1]), discordtest.Bool("private", true)),
	} {
		if alt := check(a.Reply(), "statistics.png"); !strings.HasPrefix(alt, "Rating of one week, from Monday 2026-11-30: 1") || !strings.Contains(alt, ". The last game of Adam & Eva: ") {
			t.Errorf("it is described as %q", alt)
		}
	}
	p := m.members[0].InDM()
	board := p.Run("/adaman daily").Reply()
	check(board, "board.png")
	check(p.Press(board, liveTarget(t, board)).Reply(), "board.png")
	p.Press(p.Last(), "Give up")
	check(p.Press(p.Last(), "Yes, give up").Reply(), "board.png")
}

// liveTarget is the id of a card that can be chosen.
func liveTarget(t testing.TB, board discordtest.Message) string {
	t.Helper()
	for _, b := range board.Buttons() {
		if strings.HasPrefix(b.CustomID, "target|") && !b.Disabled {
			return b.CustomID
		}
	}
	t.Fatalf("nothing can be chosen:\n%s", board.Text())
	return ""
}

// Whatever keeps a picture from getting through, the message comes without and
// the game goes on.
func TestAMessageGoesOutWithoutItsPicture(t *testing.T) {
	t.Parallel()
	const edit = "/channels/{channel}/messages/{message}"
	for name, spoil := range map[string]func(m *match){
		"files may not be attached here": func(m *match) { m.channel.Deny(m.guild.Bot(), discordtest.AttachFiles) },
		"too large": func(m *match) {
			m.discord.Inject(discordtest.Fault{Method: "PATCH", Route: edit, Times: 1, Status: 413, Code: 40005})
		},
		"a fault of Discord's": func(m *match) {
			m.discord.Inject(discordtest.Fault{Method: "PATCH", Route: edit, Times: 1, Status: 503})
		},
		"a connection that breaks": func(m *match) { m.discord.Inject(discordtest.Fault{Method: "PATCH", Route: edit, Times: 1, Cut: true}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := twoAtATable(t, pictured)
			spoil(m)
			for range 3 {
				m.step()
			}
			if !strings.Contains(m.log.String(), "a message went out without its picture") {
				t.Error("nothing is logged")
			}
			if denied := name == "files may not be attached here"; denied {
				// It is not tried again with each message, and in an hour it is.
				if n := strings.Count(m.log.String(), "went out without"); n != 1 {
					t.Errorf("%d messages tried with a picture", n)
				}
				m.channel.Allow(m.guild.Bot(), discordtest.AttachFiles)
				m.clock.Advance(time.Hour)
			}
			m.step()
			if name, _ := pictureOf(t, m.table()); name != "table.png" {
				t.Errorf("the next table has no picture again:\n%s", m.table().Text())
			}
		})
	}
	t.Run("a slow line has time for it", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t, pictured)
		gate := make(chan struct{})
		time.AfterFunc(1500*time.Millisecond, func() { close(gate) })
		m.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Hold: gate})
		hand := m.members[0].In(m.channel).Press(m.table(), "My hand").Reply()
		if name, _ := pictureOf(t, hand); name != "hand.png" {
			t.Errorf("the hand comes without its picture:\n%s", hand.Text())
		}
	})
	t.Run("an upload that hangs", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t, pictured)
		gate := make(chan struct{})
		defer close(gate)
		m.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 1, Hold: gate})
		hand := m.members[0].In(m.channel).Press(m.table(), "My hand").Reply()
		if name, _ := pictureOf(t, hand); name != "" || !strings.Contains(hand.Text(), "**Your hand:**") {
			t.Errorf("the hand has the picture %q:\n%s", name, hand.Text())
		}
	})
	t.Run("the answer to a press", func(t *testing.T) {
		t.Parallel()
		m := twoAtATable(t, pictured)
		m.discord.Inject(discordtest.Fault{Method: "POST", Route: callback, Times: 1, Status: 413, Code: 40005})
		hand := m.members[0].In(m.channel).Press(m.table(), "My hand").Reply()
		if name, _ := pictureOf(t, hand); name != "" || !strings.Contains(hand.Text(), "**Your hand:**") {
			t.Errorf("the hand has the picture %q:\n%s", name, hand.Text())
		}
	})
}

// Without a painter the bot plays the same games.
func TestWithoutPictures(t *testing.T) {
	t.Parallel()
	m := twoAtATable(t, unpictured)
	m.play()
	for _, msg := range m.members[0].Sees(m.channel) {
		if len(msg.Attachments) > 0 || strings.Contains(msg.Text(), "(picture") {
			t.Fatalf("a picture in\n%s", msg.Text())
		}
	}
	m.members[0].In(m.channel).Run("/stats").Reply()
}
