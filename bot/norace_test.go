//go:build !race

package bot_test

// underRace is whether the race detector looks on.
const underRace = false
