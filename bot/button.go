package bot

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A buttonID is what a custom_id says: what a press does, to which game, and
// on which state of it. Nothing hidden is ever in it: custom ids reach every
// client that shows the message.
//
// All ids are made by [buttonID.String] and read by [parseButtonID], so that
// buttons of before a restart, and of before an update, keep their meaning.
type buttonID struct {
	Action  string // a key of the table of buttons
	Game    uint64 // 0 if the button belongs to no game
	Version uint64 // of the state that the button was drawn from; 0 where every state will do
	Arg     string // what the action makes of it; no '|'
}

// maxButtonID is Discord's limit for a custom_id, in characters.
const maxButtonID = 100

// String returns the custom_id.
func (id buttonID) String() string {
	return id.Action + "|" + strconv.FormatUint(id.Game, 36) + "|" + strconv.FormatUint(id.Version, 36) + "|" + id.Arg
}

var errButtonID = errors.New("not a button of this bot")

// parseButtonID reads what [buttonID.String] wrote.
func parseButtonID(text string) (buttonID, error) {
	parts := strings.Split(text, "|")
	if len(text) > maxButtonID || len(parts) != 4 {
		return buttonID{}, fmt.Errorf("%w: %.100q", errButtonID, text)
	}
	game, err1 := strconv.ParseUint(parts[1], 36, 64)
	version, err2 := strconv.ParseUint(parts[2], 36, 64)
	id := buttonID{parts[0], game, version, parts[3]}
	if err := errors.Join(err1, err2); err != nil || id.String() != text {
		return buttonID{}, fmt.Errorf("%w: %.100q", errButtonID, text)
	}
	return id, nil
}
