package text

import "strings"

// This file is what is answered to a press that does nothing, or little.

// Fault is said when something went wrong in the bot.
func (l Language) Fault() string { return l.say("answers-fault") }

// NotKept is said when a move could not be written down.
func (l Language) NotKept() string { return l.say("answers-not-kept") }

// Unread is said when something that is kept cannot be read, now or later.
func (l Language) Unread() string { return l.say("answers-unread") }

// OutOfDate is said for a button or a command that means nothing any more.
func (l Language) OutOfDate() string { return l.say("answers-out-of-date") }

// Stranger is said to somebody who presses at the table of others.
func (l Language) Stranger(n Names) string {
	return l.say("answers-stranger", "First", n[0], "Second", n[1])
}

// NotYourTurn is said to a player who is not to move.
func (l Language) NotYourTurn(who string) string { return l.say("answers-not-your-turn", "Who", who) }

// SerpentEarly is said to a player who offers the serpent too early.
func (l Language) SerpentEarly() string { return l.say("answers-serpent-early") }

// MissingPermission names what the bot may not do in this channel.
func (l Language) MissingPermission(name string) string {
	return l.say("answers-missing-permission", "Permission", name)
}

// NotTold is said to a player whose opponent cannot be told that it is their
// turn, with the permission that is missing.
func (l Language) NotTold(permission string) string {
	return l.say("answers-not-told", "Permission", permission)
}

// ViewChannel is a permission, as Discord calls it.
func (l Language) ViewChannel() string { return l.say("answers-view-channel") }

// SendMessages is another.
func (l Language) SendMessages() string { return l.say("answers-send-messages") }

// SendInThreads is another.
func (l Language) SendInThreads() string { return l.say("answers-send-in-threads") }

// CreateThreads is another.
func (l Language) CreateThreads() string { return l.say("answers-create-threads") }

// WhomToChallenge is said to somebody who challenges nobody.
func (l Language) WhomToChallenge() string { return l.say("answers-whom-to-challenge") }

// NotYourself is said to somebody who challenges themselves.
func (l Language) NotYourself() string { return l.say("answers-not-yourself") }

// NotABot is said to somebody who challenges a bot.
func (l Language) NotABot() string { return l.say("answers-not-a-bot") }

// OnlyInServers is said where members cannot play each other.
func (l Language) OnlyInServers() string { return l.say("answers-only-in-servers") }

// OpponentGone is said to somebody whose opponent has been forgotten.
func (l Language) OpponentGone() string { return l.say("answers-opponent-gone") }

// NotHere is said to somebody who challenges who is not on this server.
func (l Language) NotHere(who string) string { return l.say("answers-not-here", "Who", who) }

// OneChallenge is said to somebody who has a challenge open already.
func (l Language) OneChallenge(where string) string {
	return l.say("answers-one-challenge", "Channel", where)
}

// ChallengedAlready is said to somebody who challenges who has challenged them.
func (l Language) ChallengedAlready(n Names) string {
	return l.say("answers-challenged-already", "Challenger", n[0])
}

// TableTaken is said where a game is being played.
func (l Language) TableTaken() string { return l.say("answers-table-taken") }

// TableTakenSince is said where one has begun since.
func (l Language) TableTakenSince() string { return l.say("answers-table-taken-since") }

// ChallengesEnough is said where there is no room for one more challenge.
func (l Language) ChallengesEnough() string { return l.say("answers-challenges-enough") }

// TableTakenAlone is TableTaken where there can be no thread.
func (l Language) TableTakenAlone() string { return l.say("answers-table-taken-alone") }

// TableTakenSinceAlone is TableTakenSince where there can be no thread.
func (l Language) TableTakenSinceAlone() string { return l.say("answers-table-taken-since-alone") }

// ChallengesEnoughAlone is ChallengesEnough where there can be no thread.
func (l Language) ChallengesEnoughAlone() string { return l.say("answers-challenges-enough-alone") }

// NoThreads refuses a thread in a channel that cannot have any.
func (l Language) NoThreads() string { return l.say("answers-no-threads") }

// ThreadIsComing is said to somebody who accepts once more while a thread is
// opened.
func (l Language) ThreadIsComing() string { return l.say("answers-thread-is-coming") }

// ChallengeTooLate is said to somebody who answers a challenge after its time.
func (l Language) ChallengeTooLate() string { return l.say("answers-challenge-too-late") }

// OnlyChallenged is said to others who answer a challenge.
func (l Language) OnlyChallenged(n Names) string {
	return l.say("answers-only-challenged", "Challenged", n[1])
}

// OnlyChallenger is said to others who withdraw a challenge.
func (l Language) OnlyChallenger(n Names) string {
	return l.say("answers-only-challenger", "Challenger", n[0])
}

// Accepted stays in a challenge's message when its table was posted anew.
func (l Language) Accepted(n Names) string {
	return l.say("answers-accepted", "Challenged", n[1], "Challenger", n[0]) + "\n" + l.GoesOnBelow()
}

// AcceptedInThread stays in a challenge's message when its table is in a thread.
func (l Language) AcceptedInThread(n Names, thread string) string {
	return l.say("answers-accepted-in-thread", "Challenged", n[1], "Challenger", n[0], "Thread", thread)
}

// AcceptedElsewhere stays in a challenge's message when it was accepted in
// another.
func (l Language) AcceptedElsewhere() string { return l.say("answers-accepted-elsewhere") }

// TableIsIn tells where a table is.
func (l Language) TableIsIn(where string) string {
	return l.say("answers-table-is-in", "Channel", where)
}

// ChallengeInThread tells where a challenge is.
func (l Language) ChallengeInThread(where string) string {
	return l.say("answers-challenge-in-thread", "Thread", where)
}

// ThreadName is the name of a thread for a game.
func (l Language) ThreadName(name0, name1 string) string {
	return l.say("answers-thread-name", "First", name0, "Second", name1)
}

// Gone is said where a game was that ended without a result. The reason is the
// store's word for it.
func (l Language) Gone(reason string) string {
	switch reason {
	case "declined":
		return l.say("answers-gone-declined")
	case "withdrawn":
		return l.say("answers-gone-withdrawn")
	case "expired":
		return l.say("answers-gone-expired")
	case "called off":
		return l.say("answers-gone-called-off")
	case "unplayed":
		return l.GoneUnplayed()
	}
	return l.say("answers-gone")
}

// NoTable is said where there is no table. channels are where the member plays.
func (l Language) NoTable(channels []string) string {
	if len(channels) == 0 {
		return l.say("answers-no-table")
	}
	return l.say("answers-no-table-here", "Channels", strings.Join(channels, ", "))
}

// NoGame is said to somebody who plays no game in this channel.
func (l Language) NoGame(channels []string) string {
	if len(channels) == 0 {
		return l.say("answers-no-game")
	}
	return l.say("answers-no-game-here", "Channels", strings.Join(channels, ", "))
}

// ResignQuestion asks once. winner is the other side.
func (l Language) ResignQuestion(winner string) string {
	return l.say("answers-resign-question", "Winner", winner)
}

// Resigned is said to somebody who has resigned.
func (l Language) Resigned() string { return l.say("answers-resigned") }

// ProposedByYou is said to somebody who has proposed to call the game off.
func (l Language) ProposedByYou() string { return l.say("answers-proposed-by-you") }

// ProposalTurnedDown is said to somebody who plays on instead.
func (l Language) ProposalTurnedDown() string { return l.say("answers-proposal-turned-down") }

// ProposalTaken is said to somebody who has taken their proposal back.
func (l Language) ProposalTaken() string { return l.say("answers-proposal-taken") }

// OnlyManagers is said to somebody who may not call off the table of others.
func (l Language) OnlyManagers() string { return l.say("answers-only-managers") }

// ClearQuestion asks once.
func (l Language) ClearQuestion(n Names) string {
	return l.say("answers-clear-question", "First", n[0], "Second", n[1])
}

// Cleared is said to somebody who has called off the table of others.
func (l Language) Cleared() string { return l.say("answers-cleared") }

// CalledOff stays where a game was that both sides gave up.
func (l Language) CalledOff(n Names) string {
	return l.say("answers-called-off", "First", n[0], "Second", n[1])
}

// ClearedBy stays where a game was that somebody who manages messages called off.
func (l Language) ClearedBy(who string, n Names) string {
	return l.say("answers-cleared-by", "Who", who, "First", n[0], "Second", n[1])
}

// Abandoned stays where a game was that nobody played for long.
func (l Language) Abandoned(n Names) string {
	return l.say("answers-abandoned", "First", n[0], "Second", n[1])
}

// RecordIs says what the file of a game's record is.
func (l Language) RecordIs() string { return l.say("answers-record-is") }
