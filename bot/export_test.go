package bot

import (
	"context"

	"windfall/store"
)

// Break adds a button whose handler panics, and returns its custom_id.
func Break() string {
	buttons["break"] = func(context.Context, *press) error { panic("a mistake in a handler") }
	return buttonID{Action: "break"}.String()
}

// Announce is what the clockwork does in a server where an announcement is due.
func (b *Bot) Announce(guild store.ID) error { return b.announce(context.Background(), guild) }
