package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"windfall/store"
)

// This file is about games that are played in a thread, because the channel's
// own table is taken: a thread is a channel, so more tables are more threads. Not
// every channel can have some.

// A crowded says that there is no room at a channel's table. It becomes a refusal
// outside of the transaction that found it, for whether a thread can be offered
// may take a question to Discord.
type crowded struct {
	offered, alone string   // what is said with the offer of a thread, and without it
	inThread       buttonID // plays in one
}

func (c *crowded) Error() string { return "no room at the table" }

// orInThread refuses what finds no room at this channel's table and offers a thread
// if there can be one. Any other error it returns as it is.
func (p *press) orInThread(ctx context.Context, err error) error {
	var c *crowded
	if !errors.As(err, &c) {
		return err
	}
	if _, _, can := p.threads(ctx); !can {
		return refuse(c.alone)
	}
	return refuse(c.offered, button(p.reader.PlayInThread(), primary, c.inThread))
}

// threads returns the channel in which a thread for a game from here would be, this
// one or the parent of this thread, of what type the thread has to be, and whether
// there can be one at all. What Discord does not tell is taken to be a text channel.
func (p *press) threads(ctx context.Context) (parent store.ID, kind discordgo.ChannelType, can bool) {
	info, err := p.whereabouts(ctx)
	if err != nil {
		return p.channel, discordgo.ChannelTypeGuildPublicThread, true
	}
	parent, of := p.channel, info.Type
	if isThread(info) {
		parent = snowflake(info.Parent)
		switch info.Type {
		case discordgo.ChannelTypeGuildNewsThread:
			of = discordgo.ChannelTypeGuildNews
		case discordgo.ChannelTypeGuildPublicThread: // which text channels have, and forums
			of = discordgo.ChannelTypeGuildText
			if above, err := p.discord.channel(ctx, parent); err == nil {
				of = above.Type
			}
		default:
			of = discordgo.ChannelTypeGuildText
		}
	}
	switch of {
	case discordgo.ChannelTypeGuildText:
		return parent, discordgo.ChannelTypeGuildPublicThread, true
	case discordgo.ChannelTypeGuildNews:
		return parent, discordgo.ChannelTypeGuildNewsThread, true
	}
	return 0, 0, false
}

// inThread is the button that makes this challenge in a thread of its own.
func (o offer) inThread() buttonID {
	return buttonID{Action: "in-thread", Arg: fmt.Sprintf("%d %s %s %d %s", o.opponent.ID, o.variant, o.first, o.seat, o.pace)}
}

// readInThread reads what [offer.inThread] wrote.
func readInThread(arg string) (o offer, ok bool) {
	words := strings.Fields(arg)
	if len(words) < 3 || len(words) > 5 { // fewer in buttons from before
		return offer{}, false
	}
	opponent, err := strconv.ParseUint(words[0], 10, 64)
	o = offer{opponent: person{ID: store.ID(opponent)}, variant: words[1], first: words[2]}
	if len(words) > 3 && words[3] == "1" {
		o.seat = 1
	}
	if len(words) > 4 {
		o.pace = words[4]
	}
	return o, err == nil
}

// inThreadButton makes a challenge in a thread.
func inThreadButton(ctx context.Context, p *press) error {
	o, ok := readInThread(p.button.Arg)
	if !ok {
		return outOfDate(ctx, p)
	}
	if err := p.mayPlay(ctx); err != nil { // the button may be from before the server chose its channels
		return err
	}
	err := p.store.View(ctx, func(tx Tx) error {
		if o.open() {
			return nil
		}
		profile, err := tx.Player(o.opponent.ID)
		o.opponent.Name = profile.Name
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return outOfDate(ctx, p)
	}
	if err != nil {
		return err
	}
	if err := p.mayOpenThread(ctx); err != nil {
		return err
	}
	// The challenge is kept before there is a thread, so that a second press
	// finds it and opens no second thread.
	c, err := p.openChallenge(ctx, o, p.channel, false)
	if err != nil {
		return err
	}
	thread, err := p.openThread(ctx, c)
	if err != nil {
		return errors.Join(err, p.unpost(ctx, c.game.ID))
	}
	err = p.store.Update(ctx, func(tx Tx) error {
		if c, err = readChallenge(tx, c.game.ID); err != nil {
			return err
		}
		c.game.Channel = thread
		return tx.Put(&c.game)
	})
	if err != nil {
		return p.pastChallenge(ctx, err) // withdrawn in the meantime
	}
	posted, err := p.discord.post(ctx, thread, challengeMessage(c), fmt.Sprintf("%x-challenge", c.game.ID))
	if err != nil {
		return errors.Join(p.unpost(ctx, c.game.ID), p.notPosted(err))
	}
	if err := p.challengePosted(ctx, c.game.ID, store.Message{Channel: thread, ID: posted, Posted: p.now()}); err != nil {
		return err
	}
	return unsent(p.update(ctx, note(p.reader.ChallengeInThread(mention(thread))), true))
}

// notPosted says why a message could not be posted in a thread.
func (p *press) notPosted(err error) error {
	switch classOf(err) {
	case forbidden:
		return refuse(p.reader.MissingPermission(p.reader.SendInThreads()))
	case unseen:
		return refuse(p.reader.MissingPermission(p.reader.ViewChannel()))
	}
	return err
}

// acceptInThreadButton begins a game in a thread.
func acceptInThreadButton(ctx context.Context, p *press) error {
	if err := p.mayPlay(ctx); err != nil { // as above
		return err
	}
	return p.acceptInThread(ctx, !p.ephemeral && !p.strange)
}

// acceptInThread begins the game of the press's challenge in a thread. own is
// whether the message that was pressed is the challenge's.
func (p *press) acceptInThread(ctx context.Context, own bool) error {
	if err := p.mayOpenThread(ctx); err != nil {
		return err
	}
	var c *challenge
	// The challenge is claimed before there is a thread, so that a second press
	// opens no second one.
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if c, err = readChallenge(tx, p.button.Game); err != nil {
			return err
		}
		if err := p.mayAccept(tx, c); err != nil {
			return err
		}
		switch {
		case !p.now().Before(c.game.Due):
			return errTooLate
		case p.claimed(&c.game):
			return refuse(p.reader.ThreadIsComing())
		}
		c.game.Notes = []byte(p.now().Format(time.RFC3339))
		if c.open() {
			c.fill(1, store.Profile{ID: p.member.ID, Name: p.member.Name}) // for the thread's name
		}
		return tx.Note(&c.game)
	})
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	thread, err := p.openThread(ctx, c)
	if err != nil {
		return errors.Join(err, p.unclaim(ctx, c.game.ID))
	}
	t, err := p.accept(ctx, thread, false)
	if err != nil {
		if undone := p.unclaim(ctx, c.game.ID); undone != nil && !isAbsent(undone) {
			err = errors.Join(err, undone)
		}
		return p.pastChallenge(ctx, err)
	}
	p.deadlineSet()
	moved := note(t.say.AcceptedInThread(t.names, mention(thread)))
	if own {
		if err = p.update(ctx, moved, false); err == nil && c.game.Message.ID == p.message {
			c.game.Message = store.Message{}
		}
	} else {
		err = p.show(ctx, note(p.reader.TableIsIn(mention(thread))))
	}
	p.leaveBehind(c.game.Message, c.game.ID, moved)
	p.showTable(t.game.ID)
	return unsent(err)
}

// claimFor is how long a thread may take to be opened. After that whoever
// claimed it is taken to have failed.
const claimFor = time.Minute

// claimed reports whether a thread is being opened for a challenge. The notes of
// a challenge hold since when.
func (p *press) claimed(g *store.Game) bool {
	since, err := time.Parse(time.RFC3339, string(g.Notes))
	return err == nil && p.now().Sub(since) < claimFor
}

// unclaim lets a challenge be accepted again after its thread came to nothing.
func (p *press) unclaim(ctx context.Context, id uint64) error {
	return p.store.Update(ctx, func(tx Tx) error {
		c, err := readChallenge(tx, id)
		if err != nil {
			return err
		}
		c.game.Notes = nil
		return tx.Note(&c.game)
	})
}

// openThread opens a thread for a game in this channel, or in the parent of
// this thread.
func (p *press) openThread(ctx context.Context, c *challenge) (store.ID, error) {
	parent, kind, can := p.threads(ctx)
	if !can {
		return 0, refuse(p.reader.NoThreads())
	}
	name := c.say.ThreadName(c.called[0], c.called[1])
	if c.called[1] == "" {
		name = p.server.OpenThreadName(c.called[0])
	}
	thread, err := p.discord.thread(ctx, parent, kind, name)
	if e := (*apiError)(nil); errors.As(err, &e) && e.Code == codeWrongChannelType {
		return 0, refuse(p.reader.NoThreads())
	}
	switch classOf(err) {
	case forbidden:
		return 0, refuse(p.reader.MissingPermission(p.reader.CreateThreads()))
	case unseen:
		return 0, refuse(p.reader.MissingPermission(p.reader.ViewChannel()))
	}
	return thread, err
}

// isThread reports whether a channel is a thread.
func isThread(c channelInfo) bool {
	switch c.Type {
	case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildNewsThread:
		return true
	}
	return false
}

// mention names a channel so that a press leads there.
func mention(channel store.ID) string { return fmt.Sprintf("<#%d>", channel) }
