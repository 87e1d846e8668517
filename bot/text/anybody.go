package text

import "time"

// This file is what is said about challenges to anybody.

// OpenChallenge is a challenge that anybody in the channel may accept.
func (l Language) OpenChallenge(name, variant, first, pace string, due time.Time, seal string) string {
	return l.say("anybody-challenge", "Name", name) + "\n" + title(l.variantName(variant)) + "\n" +
		l.openOpens(name, first) + "\n" + l.paceOffered(pace) + "\n" + l.say("anybody-until", "Until", until(due)) + "\n" + l.Seal(seal)
}

// openOpens says who will open the first round, as far as that can be said
// before it is known who plays.
func (l Language) openOpens(name, first string) string {
	switch first {
	case "chance":
		return l.say("anybody-opens-chance")
	case "longer":
		return l.say("anybody-opens-longer")
	case "opponent":
		return l.say("anybody-opens-accepter")
	}
	return l.say("anybody-opens-challenger", "Name", name)
}

// OpenWithdrawn stays of a challenge to anybody that was taken back.
func (l Language) OpenWithdrawn(name string) string { return l.say("anybody-withdrawn", "Name", name) }

// OpenExpired stays of one that nobody accepted.
func (l Language) OpenExpired(name string) string { return l.say("anybody-expired", "Name", name) }

// OwnOpenChallenge is said to somebody who accepts what they have made.
func (l Language) OwnOpenChallenge() string { return l.say("anybody-own") }

// NobodyNeedsAnswer is said to somebody who declines a challenge to anybody.
func (l Language) NobodyNeedsAnswer() string { return l.say("anybody-no-answer") }

// OpenThreadName is the name of a thread for a challenge to anybody.
func (l Language) OpenThreadName(name string) string { return l.say("anybody-thread", "Name", name) }
