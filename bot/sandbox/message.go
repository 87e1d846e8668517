package sandbox

import (
	"encoding/json"
	"slices"

	"windfall/bot/discordtest"
)

// messageOf is a message as the page gets it. It must be one that the member
// was sent, or sees.
func (s *Sandbox) messageOf(m discordtest.Message, to *discordtest.Member, names map[string]string) message {
	who := func(id, fallback string) person {
		if name, ok := names[id]; ok {
			return person{id, name}
		}
		return person{id, fallback}
	}
	out := message{
		ID: m.ID, Channel: m.ChannelID, Author: who(m.Author.ID, m.Author.Name), ByBot: m.Author.Bot, Kind: m.Kind,
		At: m.Created.UnixMilli(), Edited: m.Edited, Ephemeral: m.Ephemeral, Loading: m.Loading, Content: m.Content,
		Lit:     m.Pings.Everyone || m.Pings.Here || slices.Contains(m.Pings.Users, to.ID()),
		ReplyTo: m.ReplyTo, Thread: m.ThreadID,
	}
	at := to.In(s.discord.Channel(m.ChannelID))
	addresses := map[string]string{}
	for _, a := range m.Attachments {
		addresses[a.ID] = s.files.address(at, m, a)
		out.Files = append(out.Files, attachment{ID: a.ID, Name: a.Name, URL: addresses[a.ID], Type: a.ContentType,
			Size: a.Size, Width: a.Width, Height: a.Height})
	}
	out.Parts = readdressed(m.Components, addresses)
	if m.Kind != answerToCommand {
		return out
	}
	var ran struct {
		By struct {
			Name string `json:"name"`
			User struct {
				ID   string `json:"id"`
				Name string `json:"username"`
			} `json:"user"`
		} `json:"interaction_metadata"`
	}
	if err := json.Unmarshal(m.JSON, &ran); err == nil && ran.By.User.ID != "" {
		by := who(ran.By.User.ID, ran.By.User.Name)
		out.By, out.Command = &by, ran.By.Name
	}
	return out
}

// answerToCommand is the kind of message that answers a slash command.
const answerToCommand = 20

// readdressed is a copy of components with the addresses of attachments
// replaced.
func readdressed(list []*discordtest.Component, addresses map[string]string) []*discordtest.Component {
	if list == nil {
		return nil
	}
	out := make([]*discordtest.Component, len(list))
	for i, c := range list {
		out[i] = readdress(c, addresses)
	}
	return out
}

func readdress(c *discordtest.Component, addresses map[string]string) *discordtest.Component {
	if c == nil {
		return nil
	}
	media := func(m *discordtest.Media) *discordtest.Media {
		if m == nil {
			return nil
		}
		fresh := *m
		if address, ok := addresses[m.AttachmentID]; ok {
			fresh.URL, fresh.ProxyURL = address, address
		}
		return &fresh
	}
	fresh := *c
	fresh.Media, fresh.File = media(c.Media), media(c.File)
	fresh.Items = slices.Clone(c.Items)
	for i := range fresh.Items {
		fresh.Items[i].Media = media(fresh.Items[i].Media)
	}
	fresh.Components = readdressed(c.Components, addresses)
	fresh.Accessory, fresh.Component = readdress(c.Accessory, addresses), readdress(c.Component, addresses)
	return &fresh
}
