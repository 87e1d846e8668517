// Package games holds what every game of Windfall has: seats at a table, and
// a shuffle that anybody can check afterwards.
//
// The games themselves are in the packages below it: adameva (Adam & Eva, two
// players, hidden hands) and adaman (Adaman, a solitaire with the Decktet).
// Each is an engine, a plain value with the same handful of methods:
//
//	New       a position from a deal; all that chance decides is in the deal
//	ToMove    the one seat that acts
//	Moves     what that seat may do, in a stable order
//	Play      validates a move and makes it, or says why not and changes nothing
//	View      all that one seat (or a spectator) may know, and nothing else
//	Outcome   the result, and the reason for it, kept apart
//
// Package record turns a game into a line of text and back.
//
// Nothing below this folder reads a clock, draws a random number, touches a
// file or knows of Discord.
package games

import "strconv"

// Seat is a place at the table, counted from 0. In a game between two, seat 0
// is the challenger.
type Seat int8

// Spectator is the view of somebody who has no seat: it sees what lies open on
// the table and no hand.
const Spectator Seat = -1

// Other returns the opponent's seat at a table for two.
func (s Seat) Other() Seat { return 1 - s }

// String returns the seat as game records write it, or "spectator".
func (s Seat) String() string {
	if s == Spectator {
		return "spectator"
	}
	return strconv.Itoa(int(s))
}
