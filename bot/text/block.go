package text

import "time"

// This file is what is said about who may challenge a member.

// Blocked is said to somebody who has just blocked a member.
func (l Language) Blocked(name string) string { return l.say("block-done", "Name", name) }

// BlockedAlready is said to somebody who had blocked them before.
func (l Language) BlockedAlready(name string) string { return l.say("block-already", "Name", name) }

// Unblocked is said to somebody who has just taken a block back.
func (l Language) Unblocked(name string) string { return l.say("block-undone", "Name", name) }

// UnblockedNobody is Unblocked for a member whose name is not known any more.
func (l Language) UnblockedNobody() string { return l.say("block-undone-nobody") }

// BlockYourself is said to somebody who blocks themselves.
func (l Language) BlockYourself() string { return l.say("block-yourself") }

// BlockABot is said to somebody who blocks a bot.
func (l Language) BlockABot() string { return l.say("block-a-bot") }

// WhoMayChallenge says who may challenge the reader, who has blocked so many.
func (l Language) WhoMayChallenge(refuses bool, blocked int) string {
	said := l.say("block-heading") + "\n"
	switch {
	case refuses && blocked == 0:
		return said + l.say("block-nobody-may")
	case refuses:
		return said + l.count("block-nobody-may-and", blocked)
	case blocked == 0:
		return said + l.say("block-everybody-may")
	}
	return said + l.count("block-everybody-but", blocked)
}

// BlocksFoot is the small print below.
func (l Language) BlocksFoot() string { return l.say("block-foot") }

// Unblock is the label of a button that takes a block back.
func (l Language) Unblock(name string) string { return l.say("block-undo", "Name", name) }

// UnblockNobody is Unblock for a member whose name is not known any more.
func (l Language) UnblockNobody() string { return l.say("block-undo-nobody") }

// RefuseChallenges is the label of the button that takes no challenges any more.
func (l Language) RefuseChallenges() string { return l.say("block-refuse") }

// TakeChallenges is the label of the button that takes them again.
func (l Language) TakeChallenges() string { return l.say("block-take") }

// ToBlocks is the label of the button that shows whom its reader has blocked.
func (l Language) ToBlocks() string { return l.say("block-show") }

// TakesNoChallenges is said to somebody who challenges a member that has blocked
// them, or that takes no challenges at all, and to somebody who accepts a challenge
// of a member that has blocked them: it must not tell which.
func (l Language) TakesNoChallenges(name string) string { return l.say("block-no", "Name", name) }

// YouBlock is said to somebody who would play with a member they have blocked.
func (l Language) YouBlock(name string) string { return l.say("block-yours", "Name", name) }

// ChallengeAgain says when a member can be challenged again.
func (l Language) ChallengeAgain(name string, at time.Time) string {
	return l.say("block-again", "Name", name, "When", fromNow(at))
}
