package bot

import (
	"context"
	"slices"

	"windfall/store"
)

// This file is about where a server wants games to be played: in which channels,
// and whether each in a thread of its own.

// The subjects among the settings of a server.
const (
	channelsSubject = "channels" // a list of ids; none is every channel
	placeSubject    = "place"
)

// A place is where a game is played once its challenge is accepted.
type place string

const (
	placeHere   place = "here"   // at the channel's table; what is meant where nothing is decided
	placeThread place = "thread" // in a thread of its own
)

// A habitat is what a server has decided about where games are played.
type habitat struct {
	channels []store.ID // none is every channel
	place    place
}

// readHabitat reads what a server has decided about where games are played.
func readHabitat(tx Tx, guild store.ID) (h habitat, err error) {
	settings, err := readSettings(tx, guild)
	if err != nil {
		return h, err
	}
	return settings.habitat()
}

func (s *guildSettings) habitat() (h habitat, err error) {
	if _, err = s.get(channelsSubject, &h.channels); err != nil {
		return h, err
	}
	_, err = s.get(placeSubject, &h.place)
	if h.place != placeThread {
		h.place = placeHere
	}
	return h, err
}

// habitat reads what the server of the press has decided.
func (p *press) habitat(ctx context.Context) (h habitat, err error) {
	err = p.store.View(ctx, func(tx Tx) (err error) {
		h, err = readHabitat(tx, p.guild)
		return err
	})
	return h, err
}

// inChosenChannel refuses what is for everybody in a channel that the server has
// not chosen for it. A thread belongs to its channel. Where that cannot be found
// out because Discord does not answer, it is let be.
func (p *press) inChosenChannel(ctx context.Context) error {
	if p.guild == 0 {
		return nil
	}
	h, err := p.habitat(ctx)
	if err != nil || len(h.channels) == 0 || slices.Contains(h.channels, p.channel) {
		return err
	}
	info, err := p.whereabouts(ctx)
	if c := classOf(err); err != nil && (c == transient || c == limited) || isThread(info) && slices.Contains(h.channels, snowflake(info.Parent)) {
		return nil
	}
	// They may all be gone, which nobody but Discord knows.
	said := p.reader.PlayedIn(mentionAll(h.channels)) + "\n"
	if p.maySet() == nil {
		return refuse(said + p.reader.ChannelsAreYours())
	}
	return refuse(said + p.reader.ChannelsAreManaged())
}

// ownThread reports whether a game that begins here is to be played in a thread
// of its own. In a thread it stays there, and in a channel that cannot have threads
// too.
func (p *press) ownThread(ctx context.Context) (bool, error) {
	h, err := p.habitat(ctx)
	if err != nil || h.place != placeThread {
		return false, err
	}
	info, err := p.whereabouts(ctx)
	if err == nil && isThread(info) {
		return false, nil
	}
	_, _, can := p.threads(ctx)
	return can, nil
}

// whereabouts looks up the channel of the press, once.
func (p *press) whereabouts(ctx context.Context) (channelInfo, error) {
	if p.around == nil {
		info, err := p.discord.channel(ctx, p.channel)
		if err != nil {
			return info, err
		}
		p.around = &info
	}
	return *p.around, nil
}

// mentionAll names channels so that a press leads there.
func mentionAll(channels []store.ID) (list []string) {
	for _, c := range channels {
		list = append(list, mention(c))
	}
	return list
}
