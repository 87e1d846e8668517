package bot

import (
	"context"
)

// has reports whether the bot has a permission in the channel of the press.
func (p *press) has(permission int64) bool {
	return p.appPermissions&(permission|permAdministrator) != 0
}

// manages reports whether the presser may manage messages in this channel.
func (p *press) manages() bool {
	return p.permissions&(permManageMessages|permAdministrator) != 0
}

// mayPlay refuses if the server has not chosen this channel for games, or if the
// bot lacks a permission in it that a game would need sooner or later, which it
// names.
func (p *press) mayPlay(ctx context.Context) error {
	if err := p.inServer(); err != nil {
		return err
	}
	if err := p.inChosenChannel(ctx); err != nil {
		return err
	}
	if lacking := p.lacking(ctx); lacking != "" {
		return refuse(p.reader.MissingPermission(lacking))
	}
	return nil
}

// inServer refuses what is only for the channels of a server.
func (p *press) inServer() error {
	if p.guild == 0 {
		return refuse(p.reader.OnlyInServers())
	}
	return nil
}

// lacking names the permission that the bot would need to post in this channel
// and does not have, if there is one.
func (p *press) lacking(ctx context.Context) string {
	if !p.has(permViewChannel) {
		return p.reader.ViewChannel()
	}
	if p.has(permSend) && p.has(permSendInThreads) {
		return ""
	}
	// Which of the two is needed depends on what kind of channel this is.
	need, name := int64(permSend), p.reader.SendMessages()
	if info, err := p.whereabouts(ctx); err == nil && isThread(info) {
		need, name = permSendInThreads, p.reader.SendInThreads()
	}
	if p.has(need) {
		return ""
	}
	return name
}

// mayOpenThread refuses if the bot cannot play in a new thread.
func (p *press) mayOpenThread(ctx context.Context) error {
	_, _, can := p.threads(ctx)
	switch {
	case !can:
		return refuse(p.reader.NoThreads())
	case !p.has(permThreads):
		return refuse(p.reader.MissingPermission(p.reader.CreateThreads()))
	case !p.has(permSendInThreads):
		return refuse(p.reader.MissingPermission(p.reader.SendInThreads()))
	}
	return nil
}
