package text

import (
	"fmt"
	"strings"
)

// Fault is said when something went wrong in the bot.
func Fault() string {
	return "Something went wrong on my side. Nothing is lost; please try again in a moment."
}

// NotKept is said when a move could not be written down.
func NotKept() string {
	return "This could not be saved, so it did not happen. Please try again in a while; if it stays like this, tell whoever runs this bot that its disk is full or cannot be written."
}

// OutOfDate is said for a button or a command that means nothing any more.
func OutOfDate() string {
	return "This is out of date. Use `/adam-eva table`, `/adaman daily` or `/help` to see what there is now."
}

// Stranger is said to somebody who presses at the table of others.
func Stranger(n Names) string {
	return fmt.Sprintf("This table is %s's and %s's. Challenge somebody of your own with `/adam-eva challenge`.", n[0], n[1])
}

// NotYourTurn is said to a player who is not to move.
func NotYourTurn(who string) string { return fmt.Sprintf("It is %s's turn.", who) }

// MissingPermission names what the bot may not do in this channel.
func MissingPermission(names string) string {
	return fmt.Sprintf("I lack a permission in this channel: %s. Somebody who manages the server can give it to me, or you can use another channel.", names)
}

// Answers to wrong use, each with what to do instead.
const (
	WhomToChallenge    = "Whom do you challenge? Choose a member of this server."
	NotYourself        = "You cannot challenge yourself. Choose somebody else, or play against me with `/adam-eva practice`."
	NotABot            = "Bots cannot be challenged. Choose a member of this server, or play against me with `/adam-eva practice`."
	OnlyInServers      = "Members of a server play Adam & Eva against each other in its channels. Here you can play against me, with `/adam-eva practice`."
	TableTaken         = "This channel's table is taken. You can play in a thread of your own."
	TableTakenSince    = "This channel's table was taken in the meantime. You can play in a thread of your own."
	ChallengesEnough   = "Two challenges are open in this channel already. You can play in a thread of your own."
	ThreadIsComing     = "A thread is being opened for this game already. Look for it below this channel."
	ChallengeTooLate   = "This challenge was open for a day and is over now. Make a new one with `/adam-eva challenge`."
	SerpentEarly       = "The serpent cannot be offered before both sides have a card under a tree. Offer another card."
	Resigned           = "You have resigned. `/adam-eva challenge` begins another game."
	ProposedByYou      = "You have proposed to call the game off. It ends without a result if the other side agrees under More…. A move by either of you takes the proposal back."
	ProposalTurnedDown = "You play on. The proposal to call the game off is turned down."
	AcceptedElsewhere  = "This challenge has been accepted already."
	ProposalTaken      = "The game goes on. Your proposal to call it off is taken back."
	OnlyManagers       = "Only somebody who may manage messages in this channel can call a table of others off."
	Cleared            = "The table is called off."
	OpponentGone       = "The other side cannot be challenged any more. Choose somebody with `/adam-eva challenge`."
	RecordIs           = "The record of this game: the deal, its seal, every move and the result. `windfall verify` checks it."
	ViewChannel        = "View Channel"
	SendMessages       = "Send Messages"
	SendInThreads      = "Send Messages in Threads"
	CreateThreads      = "Create Public Threads"
)

// NotHere is said to somebody who challenges who is not on this server.
func NotHere(who string) string {
	return fmt.Sprintf("%s is not on this server. Choose a member of it.", who)
}

// ChallengedAlready is said to somebody who challenges who has challenged them.
func ChallengedAlready(n Names) string {
	return fmt.Sprintf("%s has challenged you already, in this channel. You can accept that.", n[0])
}

// NotTold is said to a player whose opponent cannot be told that it is their
// turn, with the permission that is missing.
func NotTold(permission string) string {
	return fmt.Sprintf("Your move is made, but I cannot post a new message in this channel, so whoever is next is not told. I lack a permission here: %s.", permission)
}

// OneChallenge is said to somebody who has a challenge open already.
func OneChallenge(where string) string {
	return fmt.Sprintf("You have a challenge open already, in %s. Withdraw it before you make another.", where)
}

// OnlyChallenged is said to others who answer a challenge.
func OnlyChallenged(n Names) string {
	return fmt.Sprintf("Only %s can answer this challenge. Make one of your own with `/adam-eva challenge`.", n[1])
}

// OnlyChallenger is said to others who withdraw a challenge.
func OnlyChallenger(n Names) string {
	return fmt.Sprintf("Only %s can withdraw this challenge.", n[0])
}

// Accepted stays in a challenge's message when its table was posted anew.
func Accepted(n Names) string {
	return fmt.Sprintf("%s has accepted %s's challenge.\n%s", n[1], n[0], GoesOnBelow)
}

// AcceptedInThread stays in a challenge's message when its table is in a thread.
func AcceptedInThread(n Names, thread string) string {
	return fmt.Sprintf("%s has accepted %s's challenge. They play in %s.", n[1], n[0], thread)
}

// TableIsIn tells where a table is.
func TableIsIn(where string) string { return fmt.Sprintf("Your table is in %s.", where) }

// ChallengeInThread tells where a challenge is.
func ChallengeInThread(where string) string { return fmt.Sprintf("Your challenge is in %s.", where) }

// ThreadName is the name of a thread for a game.
func ThreadName(name0, name1 string) string {
	return fmt.Sprintf("Adam & Eva: %s and %s", name0, name1)
}

// Gone is said where a game was that ended without a result. The reason is the
// store's word for it.
func Gone(reason string) string {
	said := map[string]string{
		"declined":   "This challenge was declined.",
		"withdrawn":  "This challenge was withdrawn.",
		"expired":    "This challenge was not answered in time.",
		"called off": "This game was called off. It has no result.",
	}[reason]
	if said == "" {
		said = "This is not there any more."
	}
	return said + " `/adam-eva challenge` begins another game."
}

// elsewhere says where somebody plays.
func elsewhere(channels []string) string {
	if len(channels) == 0 {
		return ""
	}
	return " You play in " + strings.Join(channels, ", ") + "."
}

// NoTable is said where there is no table. channels are where the member plays.
func NoTable(channels []string) string {
	return "No game of Adam & Eva is being played in this channel." + elsewhere(channels) + " `/adam-eva challenge` begins one."
}

// NoGame is said to somebody who plays no game in this channel.
func NoGame(channels []string) string {
	return "You are in no game of Adam & Eva in this channel." + elsewhere(channels) + " `/adam-eva challenge` begins one."
}

// ResignQuestion asks once. winner is the other side.
func ResignQuestion(winner string) string {
	return fmt.Sprintf("Resign? %s then wins the game.", winner)
}

// ClearQuestion asks once.
func ClearQuestion(n Names) string {
	return fmt.Sprintf("Call off the game of %s and %s? It ends without a result.", n[0], n[1])
}

// RoundSoFarHeading is the heading of the list of a round's offers.
func RoundSoFarHeading(round int) string { return fmt.Sprintf("### Round %d so far", round) }

// CalledOff stays where a game was that both sides gave up.
func CalledOff(n Names) string {
	return fmt.Sprintf("%s and %s have called their game off. It has no result.", n[0], n[1])
}

// ClearedBy stays where a game was that somebody who manages messages called off.
func ClearedBy(who string, n Names) string {
	return fmt.Sprintf("%s has called off the game of %s and %s. It has no result.", who, n[0], n[1])
}

// Abandoned stays where a game was that nobody played for long.
func Abandoned(n Names) string {
	return fmt.Sprintf("The game of %s and %s is called off, because nobody has moved for two weeks. It has no result.", n[0], n[1])
}
