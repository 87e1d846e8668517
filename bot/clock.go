package bot

import "time"

// A Clock tells the time and calls back later. The bot takes every time from
// it, so that a test can turn the hands.
type Clock interface {
	// Now returns the time.
	Now() time.Time
	// AfterFunc calls f in a goroutine of its own once d has passed. The
	// function returned calls it off and reports whether it was in time.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// systemClock is the machine's clock.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}
