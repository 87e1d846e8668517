// Package record turns games into text and back: one JSON object for a game,
// from which anybody can deal again, replay every move and recompute the
// result.
//
// A game in progress is kept in the same form without its result, so replaying
// a record is also how a stored game is loaded.
package record

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/games/decktet"
)

// Format is the first member of every record.
const Format = "windfall/1"

// The games, as records name them.
const (
	AdamEva = "adam-eva"
	Adaman  = "adaman"
)

// MaxSeat is how many runes a seat's text may have.
const MaxSeat = 32

// A Record is a game with what belongs to it beside its rules. Exactly one of
// AdamEva and Adaman is set.
type Record struct {
	Seats  []string // display texts, never ids
	Day    uint32   // of a daily, counted from 1; 0 for any other game
	Number uint64   // of a numbered practice deal, counted from 1; 0 for any other game
	Seal   *Seal    // nil if the deal is numbered or was not sealed
	Help   *Help    // what a practice game was helped with; nil for any other

	AdamEva *adameva.Game
	Adaman  *adaman.Game
}

// A Seal is the proof that a deal was not chosen to suit anybody.
type Seal struct {
	Secret games.Secret
	With   string // see games.WithInteraction and games.WithDay
}

// Help counts what a player of a practice game was helped with.
type Help struct {
	Undo  int `json:"undo"`
	Hints int `json:"hints"`
}

// Game returns the game's name in records.
func (r *Record) Game() string {
	if r.AdamEva != nil {
		return AdamEva
	}
	return Adaman
}

// Over reports whether the game has ended.
func (r *Record) Over() bool {
	_, playing := r.toMove()
	return !playing
}

func (r *Record) toMove() (games.Seat, bool) {
	if r.AdamEva != nil {
		return r.AdamEva.ToMove()
	}
	return r.Adaman.ToMove()
}

// Origin says where a deal comes from.
type Origin string

// The origins.
const (
	Sealed   Origin = "sealed"   // the seal was shown before the game
	Numbered Origin = "numbered" // the practice deal of that number
	Unsealed Origin = "unsealed" // nobody can say
)

// Origin returns where the deal comes from.
func (r *Record) Origin() Origin {
	switch {
	case r.Seal != nil:
		return Sealed
	case r.Number != 0:
		return Numbered
	}
	return Unsealed
}

// An Error says which part of a record is wrong, and why.
type Error struct {
	Part string // a member or a move, such as "seal.with", "moves[3]" (counted from 0) or "result.points"
	Err  error
}

func (e *Error) Error() string { return e.Part + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

func wrong(part, format string, args ...any) error {
	return &Error{part, fmt.Errorf(format, args...)}
}

// ErrUnfinished is returned where a finished game is wanted.
var ErrUnfinished = errors.New("the game is not over")

// wire is a record's members in the order in which they are written. Deal and
// Result have a form for each game.
type wire struct {
	Format  jsontext.Value `json:"format"`
	Game    jsontext.Value `json:"game"`
	Variant jsontext.Value `json:"variant,omitzero"`
	Seats   jsontext.Value `json:"seats"`
	Day     jsontext.Value `json:"day,omitzero"`
	Number  jsontext.Value `json:"number,omitzero"`
	Seal    jsontext.Value `json:"seal,omitzero"`
	Deal    jsontext.Value `json:"deal"`
	Moves   jsontext.Value `json:"moves"`
	Result  jsontext.Value `json:"result,omitzero"`
}

type wireSeal struct {
	SHA256 string `json:"sha256"`
	Secret string `json:"secret"`
	With   string `json:"with"`
}

type wireAdamEvaDeal struct {
	First  *games.Seat `json:"first"`
	Rounds []wireRound `json:"rounds"`
}

type wireRound struct {
	Apples struct {
		R [2]int `json:"r"`
		Y [2]int `json:"y"`
		G [2]int `json:"g"`
		B [2]int `json:"b"`
	} `json:"apples"`
	Hands [2][]adameva.Card `json:"hands"`
}

type wireAdamanDeal struct {
	Deck []decktet.Card `json:"deck"`
}

type wireAdamEvaResult struct {
	Points [2]int         `json:"points"`
	Low    [2]int         `json:"low"`
	Winner games.Seat     `json:"winner"`
	Reason adameva.Reason `json:"reason"`
}

type wireAdamanResult struct {
	Outcome    string `json:"outcome"`
	Score      int    `json:"score"`
	Controlled int    `json:"controlled"`
	Left       int    `json:"left"`
	Help       *Help  `json:"help,omitzero"`
}

// Keep returns the record without its result, which is how a game in progress
// is stored. It holds the secret and all hidden cards.
func (r *Record) Keep() ([]byte, error) { return r.write(false) }

// Export returns the record of a finished game, one line of text without a
// line end. The error is [ErrUnfinished] while the game goes on, because a
// record tells everything.
func (r *Record) Export() ([]byte, error) {
	if !r.Over() {
		return nil, ErrUnfinished
	}
	return r.write(true)
}

func (r *Record) write(withResult bool) ([]byte, error) {
	var w wire
	members := []struct {
		to    *jsontext.Value
		value any
		skip  bool
	}{
		{to: &w.Format, value: Format},
		{to: &w.Game, value: r.Game()},
		{to: &w.Variant, value: r.variant(), skip: r.AdamEva == nil},
		{to: &w.Seats, value: r.Seats},
		{to: &w.Day, value: r.Day, skip: r.Day == 0},
		{to: &w.Number, value: r.Number, skip: r.Number == 0},
		{to: &w.Seal, value: r.seal(), skip: r.Seal == nil},
		{to: &w.Deal, value: r.deal()},
		{to: &w.Moves, value: r.moves()},
		{to: &w.Result, value: r.result(), skip: !withResult},
	}
	for _, m := range members {
		if m.skip {
			continue
		}
		text, err := json.Marshal(m.value)
		if err != nil {
			return nil, fmt.Errorf("write a record: %w", err)
		}
		*m.to = text
	}
	text, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("write a record: %w", err)
	}
	return text, nil
}

func (r *Record) variant() string {
	if r.AdamEva == nil {
		return ""
	}
	return r.AdamEva.Variant().String()
}

func (r *Record) seal() wireSeal {
	if r.Seal == nil {
		return wireSeal{}
	}
	return wireSeal{r.Seal.Secret.Seal(), r.Seal.Secret.Hex(), r.Seal.With}
}

func (r *Record) deal() any {
	if r.Adaman != nil {
		deck := r.Adaman.Deck()
		return wireAdamanDeal{deck[:]}
	}
	deal := r.AdamEva.Deal()
	w := wireAdamEvaDeal{First: &deal.First}
	for _, round := range deal.Rounds {
		var wr wireRound
		wr.Hands = round.Hands
		wr.Apples.R, wr.Apples.Y = round.Apples[adameva.Red], round.Apples[adameva.Yellow]
		wr.Apples.G, wr.Apples.B = round.Apples[adameva.Green], round.Apples[adameva.Blue]
		w.Rounds = append(w.Rounds, wr)
	}
	return w
}

func (r *Record) moves() []string {
	texts := []string{}
	if r.AdamEva != nil {
		for _, m := range r.AdamEva.Played() {
			texts = append(texts, m.String())
		}
		return texts
	}
	for _, m := range r.Adaman.Played() {
		texts = append(texts, m.String())
	}
	return texts
}

// result returns the result that deal and moves give, and the help noted
// beside it.
func (r *Record) result() any {
	if r.AdamEva != nil {
		o, _ := r.AdamEva.Outcome()
		return wireAdamEvaResult{o.Points, o.Low, o.Winner, o.Reason}
	}
	o, _ := r.Adaman.Outcome()
	return wireAdamanResult{o.Result.String(), o.Score, o.Controlled, o.Left, r.Help}
}

// Result returns the result of a finished game as JSON, as it stands in the
// record.
func (r *Record) Result() string {
	text, err := json.Marshal(r.result())
	if err != nil {
		return err.Error()
	}
	return string(text)
}
