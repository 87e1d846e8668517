package bot

import "context"

// Break adds a button whose handler panics, and returns its custom_id.
func Break() string {
	buttons["break"] = func(context.Context, *press) error { panic("a mistake in a handler") }
	return buttonID{Action: "break"}.String()
}
