package sandbox

import (
	"time"

	"windfall/bot/discordtest"
)

// tokenLife is how long after an interaction the bot may still bring the answer
// that it has promised.
const tokenLife = 15 * time.Minute

// interact begins an interaction and tells the page how far it comes.
func (p *page) interact(a ask, begin func() *discordtest.Action) error {
	begun := make(chan *discordtest.Action, 1)
	// There must be room before the bot is told.
	err := p.goOn(func() {
		if i := <-begun; i != nil {
			p.accompany(a, i)
		}
	})
	if err != nil {
		return err
	}
	i := begin()
	if err := i.Err(); err != nil {
		begun <- nil
		return err
	}
	begun <- i
	return nil
}

// accompany reports every state of an interaction until nobody would wait for
// more.
func (p *page) accompany(a ask, i *discordtest.Action) {
	changed, unwatch := p.s.discord.Watch()
	defer unwatch()
	late := make(chan struct{})
	stop := p.s.clock.AfterFunc(tokenLife, func() { close(late) })
	defer stop()
	said := ""
	for {
		now, over := p.stateOf(a, i)
		if now.State != said {
			said = now.State
			if said == "form" {
				p.keepForm(a.N, i.Modal())
			}
			p.report(now)
		}
		if over {
			if said == "failed" && i.Refusal() != "" {
				p.s.log.Warn("Discord did not take the bot's answer", "interaction", i.InteractionID(), "because", i.Refusal())
			}
			return
		}
		select {
		case <-changed:
		case <-late:
			p.report(action{N: a.N, State: "failed", Message: a.Message, Error: didNotRespond})
			return
		case <-p.ctx.Done():
			return
		}
	}
}

// What Discord's client says of interactions that fail.
const (
	didNotRespond = "The application did not respond."
	didFail       = "This interaction failed."
	couldNotSend  = "Something went wrong. Try again."
)

// stateOf is what the page is told of an interaction as it is now, and whether
// that is its end.
func (p *page) stateOf(a ask, i *discordtest.Action) (now action, over bool) {
	now = action{N: a.N, Message: a.Message}
	switch i.State() {
	case discordtest.Pending:
		now.State = "pending"
		return now, false
	case discordtest.Thinking:
		now.State = "thinking"
		return now, false
	case discordtest.AskedModal:
		m := i.Modal()
		now.State, now.Form = "form", &form{m.Title, m.Components}
	case discordtest.Suggested:
		now.State, now.Choices = "choices", choices(i.Choices())
	case discordtest.Failed:
		now.State = "failed"
		switch a.Do {
		case "press":
			now.Error = didFail
		case "submit":
			now.Error = couldNotSend
		default:
			now.Error = didNotRespond
		}
	case discordtest.Refused:
		now.State, now.Error = "refused", "Discord does not let this through."
	default:
		now.State = "done"
	}
	return now, true
}
