package text

import (
	"fmt"
	"strings"
)

// Fault is said when something went wrong in the bot.
func Fault() string {
	return "Something went wrong on our side. Nothing is lost; please try again in a moment."
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
	return fmt.Sprintf("The bot lacks a permission in this channel: %s. Somebody who manages the server can give it, or use another channel.", names)
}

// OnlyInServers is said in a direct message.
func OnlyInServers() string {
	return "Adam & Eva is played between members of a server. Use this command in a channel of one."
}

// Answers to wrong use, each with what to do instead.
const (
	WhomToChallenge  = "Whom do you challenge? Choose a member of this server."
	NotYourself      = "You cannot challenge yourself. Choose somebody else, or play `/adaman daily`."
	NotABot          = "Bots do not play Adam & Eva. Choose a member of this server."
	TableTaken       = "This channel's table is taken. You can play in a thread of this channel."
	TableTakenSince  = "This channel's table was taken in the meantime. You can play in a thread of this channel."
	ChallengesEnough = "Two challenges are open in this channel already. You can play in a thread of this channel."
	ChallengeTooLate = "This challenge was open for a day and is over now. Make a new one with `/adam-eva challenge`."
	SerpentEarly     = "The serpent cannot be offered before both sides have a card under a tree. Offer another card."
	Resigned         = "You have resigned. `/adam-eva challenge` begins another game."
	PlayingOn        = "The game goes on. Your hand is under My hand at the table."
	ProposedByYou    = "You have proposed to call the game off. It ends without a result if the other side agrees under More…; until then it goes on."
	OnlyManagers     = "Only somebody who may manage messages in this channel can call a table of others off."
	ClearQuestion    = "Call off the table in this channel? The game ends without a result."
	Cleared          = "The table is called off."
	OpponentGone     = "The other side cannot be challenged any more. Choose somebody with `/adam-eva challenge`."
	RecordIs         = "The record of this game: the deal, its seal, every move and the result. `windfall verify` checks it."
	ViewChannel      = "View Channel"
	SendMessages     = "Send Messages"
	SendInThreads    = "Send Messages in Threads"
	CreateThreads    = "Create Public Threads"
)

// OneChallenge is said to somebody who has a challenge open already.
func OneChallenge(where string) string {
	return fmt.Sprintf("You have a challenge open already, in %s. Withdraw it there before you make another.", where)
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
	return fmt.Sprintf("This is over: %s. `/adam-eva challenge` begins another game.", reason)
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

// ResignQuestion asks once.
func ResignQuestion(n Names) string {
	return fmt.Sprintf("Resign the game of %s and %s? The other side wins it.", n[0], n[1])
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
