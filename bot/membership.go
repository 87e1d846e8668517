package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"windfall/store"
)

// This file is about servers that remove the bot, and take it back.
//
// When a server has removed the bot, that is noted, and nothing else changes: the
// clock still decides its games, and nothing is posted. If it takes the bot back,
// all goes on. If it has not after some time, what is known about it is
// forgotten. An outage is no removal.

// purgeAfter is how long what is known about a server stays after it has removed
// the bot.
const purgeAfter = 30 * 24 * time.Hour

// purgeAgain is the pause until Discord is asked once more whether the bot is on
// a server that is to be forgotten.
const purgeAgain = time.Hour

// newsWithin bounds what is done about one event.
const newsWithin = time.Minute

// onReady compares the servers that Discord lists, which are all on which the bot
// is, with those that it remembers: some may have removed it, or taken it back,
// while it did not run.
func (b *Bot) onReady(_ *discordgo.Session, e *discordgo.Ready) {
	b.news("the list of servers", 0, func(ctx context.Context) error {
		there, whole := listed(e)
		if !whole {
			b.log.Warn("the list of servers is not whole, so nothing follows from it")
			return nil
		}
		var known []store.ID
		if err := b.store.View(ctx, func(tx Tx) (err error) {
			known, err = tx.Guilds()
			return err
		}); err != nil {
			return err
		}
		for _, guild := range known {
			compare := b.departed
			if there[guild] {
				compare = b.arrived
			}
			// This one must not keep the others from their turn.
			if err := compare(ctx, guild); err != nil {
				b.log.Error("it cannot be noted whether a server has the bot", "guild", guild, "error", err)
			}
		}
		return nil
	})
}

// listed returns the servers that Discord lists as it greets the bot, and whether
// these are all there are.
func listed(e *discordgo.Ready) (there map[store.ID]bool, whole bool) {
	if e == nil || e.User == nil || e.Guilds == nil || e.Shard != nil && e.Shard[1] > 1 {
		return nil, false
	}
	there = map[store.ID]bool{}
	for _, g := range e.Guilds {
		if g == nil || snowflake(g.ID) == 0 {
			return nil, false
		}
		there[snowflake(g.ID)] = true
	}
	return there, true
}

// onGuildCreate is called when a server takes the bot in, and for each server
// after the bot has connected or after an outage.
func (b *Bot) onGuildCreate(_ *discordgo.Session, e *discordgo.GuildCreate) {
	if e == nil || e.Guild == nil || e.Unavailable {
		return
	}
	guild := snowflake(e.ID)
	b.news("a server", guild, func(ctx context.Context) error { return b.arrived(ctx, guild) })
}

// onGuildDelete is called when a server has removed the bot, and when it cannot
// be reached, which means nothing.
func (b *Bot) onGuildDelete(_ *discordgo.Session, e *discordgo.GuildDelete) {
	if e == nil || e.Guild == nil || e.Unavailable {
		return
	}
	guild := snowflake(e.ID)
	b.news("a removal", guild, func(ctx context.Context) error { return b.departed(ctx, guild) })
}

// news acts on an event of the gateway, in the goroutine that discordgo has made
// for it.
func (b *Bot) news(what string, guild store.ID, act func(context.Context) error) {
	if !b.work.begin() {
		return
	}
	defer b.work.done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), newsWithin)
	defer cancel()
	defer func() {
		if fault := recover(); fault != nil {
			b.panics.Add(1)
			b.log.Error("news of Discord: panic", "what", what, "guild", guild, "error", fmt.Sprintf("%v\n%s", fault, debug.Stack()))
		}
	}()
	if err := act(ctx); err != nil {
		b.log.Error("news of Discord cannot be acted on", "what", what, "guild", guild, "error", err)
	}
}

// leftAt returns when a server has removed the bot, zero if it has not.
func leftAt(tx Tx, guild store.ID) (time.Time, error) {
	s, err := tx.Settings(guild)
	if errors.Is(err, store.ErrNotFound) {
		return time.Time{}, nil
	}
	return s.Left, err
}

// hasLeft reports whether a server has removed the bot.
func hasLeft(tx Tx, guild store.ID) (bool, error) {
	at, err := leftAt(tx, guild)
	return !at.IsZero(), err
}

// left reads whether it is noted that a server has removed the bot.
func (b *Bot) left(ctx context.Context, guild store.ID) (yes bool, err error) {
	err = b.store.View(ctx, func(tx Tx) (err error) {
		yes, err = hasLeft(tx, guild)
		return err
	})
	return yes, err
}

// departed notes that a server has removed the bot, unless that is noted already.
// Events may overtake each other, so Discord is asked whether the bot is there
// all the same; if it does not say, what has been heard counts. Of a server of
// which nothing is known nothing is noted.
func (b *Bot) departed(ctx context.Context, guild store.ID) error {
	if left, err := b.left(ctx, guild); err != nil || left {
		return err
	}
	if there, known := b.isOn(ctx, guild); known && there {
		return nil
	}
	noted := false
	err := b.store.Update(ctx, func(tx Tx) error {
		noted = false
		settings, err := tx.Settings(guild)
		if errors.Is(err, store.ErrNotFound) {
			settings.Guild = guild
			var known []store.ID
			if known, err = tx.Guilds(); err == nil && !slices.Contains(known, guild) {
				return nil
			}
		}
		if err != nil || !settings.Left.IsZero() {
			return err
		}
		noted = true
		settings.Left = b.clock.Now()
		settings.Due = settings.Left.Add(purgeAfter)
		return tx.PutSettings(&settings)
	})
	if err == nil && noted {
		b.log.Info("a server has removed the bot", "guild", guild)
		b.announcements.ring()
	}
	return err
}

// arrived notes that the bot is on a server that had removed it. Events may
// overtake each other, so Discord is asked; if it does not say, what has been
// heard counts.
func (b *Bot) arrived(ctx context.Context, guild store.ID) error {
	if left, err := b.left(ctx, guild); err != nil || !left {
		return err
	}
	if there, known := b.isOn(ctx, guild); known && !there {
		return nil
	}
	err := b.store.Update(ctx, func(tx Tx) error {
		settings, s, err := readSchedule(tx, guild)
		if err != nil || settings.Left.IsZero() {
			return err
		}
		settings.Left, settings.Due = time.Time{}, time.Time{}
		if s != nil && s.Stopped == "" {
			if settings.Due, err = s.nextDue(tx, guild, nil, time.Time{}, b.clock.Now()); err != nil {
				return err
			}
		}
		return tx.PutSettings(&settings.Settings)
	})
	if err == nil {
		b.log.Info("a server has taken the bot back", "guild", guild)
		b.announcements.ring()
	}
	return err
}

// isOn asks Discord whether the bot is on a server. Known is false if it does not
// say.
func (b *Bot) isOn(ctx context.Context, guild store.ID) (there, known bool) {
	_, err := b.discord.guildName(ctx, guild)
	switch classOf(err) {
	case gone, unseen:
		return false, true
	}
	return err == nil, err == nil
}

// purge forgets a server that has removed the bot long enough ago, once Discord
// has said again that the bot is not there.
func (b *Bot) purge(ctx context.Context, guild store.ID) error {
	there, known := b.isOn(ctx, guild)
	if known && there {
		return b.arrived(ctx, guild)
	}
	forgotten := false
	err := b.store.Update(ctx, func(tx Tx) error {
		forgotten = false
		settings, err := tx.Settings(guild)
		if err != nil || settings.Left.IsZero() {
			return err
		}
		now := b.clock.Now()
		switch due := settings.Left.Add(purgeAfter); {
		case due.After(now):
			settings.Due = due
		case !known:
			settings.Due = now.Add(purgeAgain)
		default:
			forgotten = true
			return tx.PurgeGuild(guild)
		}
		return tx.PutSettings(&settings)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err == nil && forgotten {
		b.log.Info("a server that removed the bot is forgotten", "guild", guild)
	}
	return err
}
