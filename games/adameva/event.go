package adameva

import "windfall/games"

// EventKind is what an event tells.
type EventKind uint8

// The kinds of event. All of them are public: a card that somebody set aside
// is not in its event.
const (
	RoundBegan EventKind = iota // Seat opens Round
	Offered                     // Seat offers Card
	Taken                       // Seat takes Card
	Refused                     // Seat refuses Card
	Laid                        // Card lies on Seat's side of Tree now
	Bitten                      // with the serpent Seat takes Card from the other side of Tree
	SetAside                    // Seat keeps a card out of the round
	TookRest                    // the other side has finished; Seat takes Cards, all that is left in both hands
	RoundEnded                  // Round is over and its apples are shared out
	GameEnded                   // the game is over
)

// An Event is one thing that happened because of a move. Fields that its kind
// does not name are zero.
type Event struct {
	Kind  EventKind
	Seat  games.Seat
	Card  Card
	Tree  Tree
	Cards Cards
	Round int // counted from 1
}

// Reason says why a game ended as it did.
type Reason string

// The reasons, as records write them.
const (
	ByPoints    Reason = "points"
	ByLowApples Reason = "low-apples" // equal points: more apples worth 1, 2 or 3
	ByDraw      Reason = "draw"       // those equal too
	ByResigning Reason = "resigned"   // the other side resigned
	ByTime      Reason = "time"       // the other side's time ran out
)

// An Outcome is the result of a game. After a resignation or a time-out,
// points are those of the rounds finished until then.
type Outcome struct {
	Winner games.Seat // games.Spectator in a draw
	Reason Reason
	Points [2]int // apples and bonuses
	Bonus  [2]int // the bonuses in Points
	Low    [2]int // number of apples worth 1, 2 or 3
}
