package text

import (
	"fmt"
	"strings"
	"time"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// Chosen marks what is chosen, on a button as in the text.
const Chosen = " ✓"

// DailyHeading is the heading of a day's deal.
func (l Language) DailyHeading(number uint32, date time.Time) string {
	return l.say("adaman-daily", "Number", number, "Date", l.fullDate(date))
}

// PracticeHeading is the heading of a practice deal.
func (l Language) PracticeHeading(number uint64) string {
	return l.say("adaman-practice", "Number", number)
}

// LastPlay tells the player what their last play brought, or the opening deal.
func (l Language) LastPlay(v *adaman.View) string { return l.told(v, true) }

// told tells it to the player, or of a play that nobody in particular made.
func (l Language) told(v *adaman.View, you bool) string {
	var said []string
	say := func(sentence string) { said = append(said, title(sentence)) }
	var dealt [adaman.Discard + 1]decktet.Set
	opening := true
	for _, e := range v.Events {
		switch e.Kind {
		case adaman.Controlled:
			opening = false
			paid, kept := l.cards(e.Spent, with), e.To == adaman.Resources
			switch {
			case you:
				say(l.say("adaman-controlled-you", "Card", l.card(e.Card, object), "Cards", paid))
			default:
				say(l.say("adaman-controlled-one", "Card", l.card(e.Card, subject), "Cards", paid))
			}
			switch {
			case kept && you:
				say(l.say("adaman-became-resource-you"))
			case kept:
				say(l.say("adaman-became-resource-one"))
			}
		case adaman.Dealt:
			dealt[e.To] = dealt[e.To].With(e.Card)
		case adaman.Ended:
			opening = opening && e.Result != adaman.GaveUp
		}
	}
	came := dealt[adaman.Palace]
	switch {
	case opening && came != 0:
		say(l.say("adaman-dealt"))
		say(l.count("adaman-dealt-palace", came.Len(), "Cards", l.cards(came, subject)))
	case opening:
		say(l.say("adaman-dealt"))
		say(l.say("adaman-dealt-nobody"))
	case came != 0:
		say(l.count("adaman-slipped", came.Len(), "Cards", l.cards(came, subject)))
	}
	if opening {
		return strings.Join(said, " ")
	}
	if new := dealt[adaman.Capital]; new != 0 {
		say(l.say("adaman-new-capital", "Cards", l.cards(new, subject)))
	}
	switch new := dealt[adaman.Resources]; {
	case new != 0 && you:
		say(l.say("adaman-new-resources-you", "Cards", l.cards(new, subject)))
	case new != 0:
		say(l.say("adaman-new-resources-one", "Cards", l.cards(new, subject)))
	}
	return strings.Join(said, " ")
}

// Standing is how the game stands, in numbers.
func (l Language) Standing(v *adaman.View) string {
	palace, controlled, all, ranks := len(v.Palace), v.Controlled.Len(), decktet.Personalities.Len(), v.Controlled.Ranks()
	if palace > 5 {
		return l.say("adaman-standing-lost", "Palace", palace, "Deck", v.Undealt, "Controlled", controlled, "All", all, "Ranks", ranks)
	}
	s := l.say("adaman-standing", "Palace", palace, "Deck", v.Undealt, "Controlled", controlled, "All", all, "Ranks", ranks)
	if palace == 5 && v.Undealt > 0 && v.Outcome.Result == 0 {
		s += "\n" + l.say("adaman-palace-full")
	}
	return s
}

// Personalities tells which are controlled and which are still in the deck;
// the others lie open.
func (l Language) Personalities(v *adaman.View) string {
	said := l.say("adaman-controlled-none")
	if v.Controlled != 0 {
		said = l.say("adaman-controlled", "Cards", l.cardLabels(v.Controlled))
	}
	hidden := decktet.Personalities & v.Unseen()
	switch {
	case v.Undealt == 0:
	case hidden == 0:
		said += "\n" + l.say("adaman-hidden-none")
	default:
		said += "\n" + l.say("adaman-hidden", "Cards", l.cardLabels(hidden))
	}
	return said
}

// A PlayChoice is a play in the making.
type PlayChoice struct {
	Made   bool // whether a target is chosen; else the rest says nothing
	Target decktet.Card
	Spend  decktet.Set
}

// PalaceRow lists the palace, with all that the cards' buttons say.
func (l Language) PalaceRow(v *adaman.View, c PlayChoice) string {
	if len(v.Palace) == 0 {
		return l.say("adaman-palace-empty")
	}
	return l.say("adaman-palace", "Cards", l.targets(v, v.Palace, c))
}

// CapitalRow lists the capital in the same way.
func (l Language) CapitalRow(v *adaman.View, c PlayChoice) string {
	if len(v.Capital) == 0 {
		return l.say("adaman-capital-empty")
	}
	return l.say("adaman-capital", "Cards", l.targets(v, v.Capital, c))
}

func (l Language) targets(v *adaman.View, row []decktet.Card, choice PlayChoice) string {
	var list []string
	for _, c := range row {
		var marks []string
		if c.Personality() && v.Table.Capital.Has(c) {
			marks = append(marks, l.say("adaman-is-personality"))
		}
		if v.Outcome.Result == 0 && v.Payable(c).Ranks() < c.Rank() {
			marks = append(marks, l.say("adaman-not-payable"))
		}
		list = append(list, l.marked(c, choice.Made && choice.Target == c, marks...))
	}
	return strings.Join(list, ", ")
}

// ResourceRow lists the resources in the same way.
func (l Language) ResourceRow(v *adaman.View, choice PlayChoice) string {
	if len(v.Resources) == 0 {
		return l.say("adaman-resources-empty")
	}
	var list []string
	for _, c := range v.Resources {
		var marks []string
		if choice.Made && !v.Payable(choice.Target).Has(c) {
			marks = append(marks, l.say("adaman-cannot-pay"))
		}
		list = append(list, l.marked(c, choice.Made && choice.Spend.Has(c), marks...))
	}
	return l.say("adaman-resources", "Cards", strings.Join(list, ", "))
}

func (l Language) marked(c decktet.Card, chosen bool, marks ...string) string {
	s := l.CardLabel(c)
	if chosen {
		s = "**" + s + Chosen + "**"
	}
	if len(marks) > 0 {
		s += " (" + strings.Join(marks, ", ") + ")"
	}
	return s
}

// Payment says what is chosen and how far it goes.
func (l Language) Payment(c PlayChoice) string {
	if !c.Made {
		return l.say("adaman-choose-card")
	}
	s := title(l.say("adaman-needs", "Card", l.card(c.Target, subject), "Rank", c.Target.Rank())) + " "
	if c.Spend == 0 {
		return s + l.say("adaman-choose-payment")
	}
	var ranks []string
	for card := range c.Spend.All() {
		ranks = append(ranks, fmt.Sprint(card.Rank()))
	}
	payment, sum := strings.Join(ranks, " + "), c.Spend.Ranks()
	if len(ranks) > 1 {
		payment += fmt.Sprintf(" = %d", sum)
	}
	switch over := sum - c.Target.Rank(); {
	case over < 0:
		return s + l.say("adaman-pays-less", "Payment", payment, "Number", -over)
	case over > 0:
		return s + l.say("adaman-pays-more", "Payment", payment, "Number", over)
	}
	return s + l.say("adaman-pays", "Payment", payment)
}

// ControlLabel is the label of the button that makes the play.
func (l Language) ControlLabel(c PlayChoice) string {
	if !c.Made {
		return l.say("adaman-control")
	}
	card, sum, rank := l.card(c.Target, object), c.Spend.Ranks(), c.Target.Rank()
	if sum > rank {
		return title(l.say("adaman-control-card-more", "Card", card, "Sum", sum, "Rank", rank, "Number", sum-rank))
	}
	return title(l.say("adaman-control-card", "Card", card, "Sum", sum, "Rank", rank))
}

// OpenUntil says in small print how long a daily can be finished.
func (l Language) OpenUntil(release time.Time) string {
	return l.say("adaman-open-until", "Time", until(release))
}

// SolitaireEnd is the heading and the reckoning of a finished game. It was
// released if its day was over before it was.
func (l Language) SolitaireEnd(v *adaman.View, released bool) string {
	o := v.Outcome
	switch o.Result {
	case adaman.Won:
		return l.say("adaman-won-heading", "Score", o.Score) + "\n" + l.wonWith(v) + " " + l.count("adaman-took-plays", v.Plays)
	case adaman.Stuck:
		return l.say("adaman-stuck-heading", "Score", o.Score) + "\n" + l.say("adaman-stuck") + " " + l.whatYouDid(v)
	case adaman.Overthrown:
		said := l.say("adaman-overthrown-heading", "Score", o.Score) + "\n" +
			l.say("adaman-overthrown", "Card", l.card(v.Palace[len(v.Palace)-1], subject)) + " " + l.whatYouDid(v)
		if n := v.Controlled.Len(); n > 0 {
			said += " " + l.count("adaman-in-vain", n)
		}
		return said
	}
	if released {
		return l.say("adaman-released-heading", "Score", o.Score) + "\n" + l.say("adaman-released") + " " + l.whatYouDid(v)
	}
	left := l.say("adaman-no-card-left")
	if v.Undealt > 0 {
		left = l.count("adaman-cards-left", v.Undealt)
	}
	return l.say("adaman-gave-up-heading", "Score", o.Score) + "\n" + l.whatYouDid(v) + " " + left
}

// wonWith says where the score of a game that was won comes from.
func (l Language) wonWith(v *adaman.View) string {
	all, ranks := v.Controlled.Len(), v.Outcome.Controlled
	if v.Outcome.Left == 0 {
		return l.say("adaman-won-exactly", "All", all, "Ranks", ranks)
	}
	return l.count("adaman-won", v.Outcome.Left, "All", all, "Ranks", ranks)
}

// whatYouDid sums a finished game up in a sentence.
func (l Language) whatYouDid(v *adaman.View) string {
	n := v.Controlled.Len()
	switch {
	case v.Plays == 0:
		return l.say("adaman-did-not-play")
	case n == 0:
		return l.count("adaman-did-nothing", v.Plays)
	}
	return l.count("adaman-did", n, "Ranks", v.Controlled.Ranks(), "Plays", l.count("adaman-in-plays", v.Plays))
}

// A Field is how all members did at a day's deal, in numbers that give nothing
// of the deal away.
type Field struct {
	Won, Stuck, Overthrown, GaveUp int
	Unfinished                     int // attempts that the day's release ended
	Playing                        int // attempts that are still open
	Best                           int // score
	Place                          int // the reader's: 1 and as many as have a higher score
	Same                           int // others who have the reader's score
}

// Opened shows the secret behind the seal of a day that is released.
func (l Language) Opened(secret string) string { return l.say("adaman-secret", "Secret", secret) }

// DayPast is said where somebody wants to play a day that is over. Once it is
// released, its deal can be played from the archive.
func (l Language) DayPast(number uint32, released bool) string {
	s := l.say("adaman-day-past", "Number", number)
	if released {
		s += " " + l.say("adaman-day-past-archive", "Number", number)
	}
	return s
}

// RecordLater is said to somebody who wants the record of a day that is not
// released yet.
func (l Language) RecordLater(number uint32, release time.Time) string {
	return l.say("adaman-record-later", "Number", number, "Time", fromNow(release))
}

// PracticeOpen asks somebody who wants another practice deal what becomes of
// the one that is open.
func (l Language) PracticeOpen(number uint64, plays int) string {
	if plays == 0 {
		return l.say("adaman-practice-open-unplayed", "Number", number)
	}
	return l.count("adaman-practice-open", plays, "Number", number)
}

// DeadDeal says that a numbered deal is over before its first play.
func (l Language) DeadDeal(v *adaman.View) string {
	if v.Outcome.Result == adaman.Overthrown {
		return l.say("adaman-dead-overthrown")
	}
	return l.say("adaman-dead-stuck")
}

// NumberRange is said for a number that no practice deal has.
func (l Language) NumberRange(highest uint64) string {
	return l.say("adaman-number-range", "Highest", highest)
}

// GiveUpQuestion asks once. Day is the number of a daily, 0 for a practice deal.
func (l Language) GiveUpQuestion(v *adaman.View, day uint32) string {
	s := l.count("adaman-give-up-question", v.Controlled.Ranks())
	if day != 0 {
		s += " " + l.say("adaman-one-attempt", "Number", day)
	}
	return s
}

// SharingSet says what is done with finished dailies from now on.
func (l Language) SharingSet(how string) string {
	switch how {
	case "always":
		return l.say("adaman-sharing-always")
	case "never":
		return l.say("adaman-sharing-never")
	}
	return l.say("adaman-sharing-ask")
}

// ClearChoice takes back what was chosen for a play.
func (l Language) ClearChoice() string { return l.say("adaman-clear") }

// GiveUp asks whether somebody means to give up.
func (l Language) GiveUp() string { return l.say("adaman-give-up") }

// GiveUpSurely gives up.
func (l Language) GiveUpSurely() string { return l.say("adaman-give-up-surely") }

// KeepPlaying does not give up.
func (l Language) KeepPlaying() string { return l.say("adaman-keep-playing") }

// TodaysDeal leads to today's deal.
func (l Language) TodaysDeal() string { return l.say("adaman-today") }

// YesterdaysToo leads to yesterday's deal, which is still open.
func (l Language) YesterdaysToo() string { return l.say("adaman-yesterday") }

// AnotherDeal deals another practice game.
func (l Language) AnotherDeal() string { return l.say("adaman-another") }

// GoOnWithIt goes on with the game that is open.
func (l Language) GoOnWithIt() string { return l.say("adaman-go-on") }

// DropAndBegin drops it and begins another.
func (l Language) DropAndBegin() string { return l.say("adaman-drop") }

// Share shares a result in the channel.
func (l Language) Share() string { return l.say("adaman-share") }

// AlwaysShare shares this result and all to come.
func (l Language) AlwaysShare() string { return l.say("adaman-share-always") }

// NeverAsk shares none, and is asked no more.
func (l Language) NeverAsk() string { return l.say("adaman-share-never") }

// PlayItToo leads from the result of somebody to the same deal.
func (l Language) PlayItToo() string { return l.say("adaman-play-too") }

// NotYourBoard refuses a press on the board of somebody else.
func (l Language) NotYourBoard() string { return l.say("adaman-not-yours") }

// SharedHere says that a result is shared.
func (l Language) SharedHere() string { return l.say("adaman-shared-here") }

// ShareFailed says that it could not be.
func (l Language) ShareFailed() string { return l.say("adaman-share-failed", "Button", l.Share()) }

// NotShared says that results are not shared, as their player wants it.
func (l Language) NotShared() string { return l.say("adaman-not-shared") }

// ShareInServer is said where there is no channel to share a result in.
func (l Language) ShareInServer() string { return l.say("adaman-share-in-server") }

// PracticeGone is said of a practice game that is there no more.
func (l Language) PracticeGone() string { return l.say("adaman-practice-gone") }

// DailyGone is said of an attempt at a daily that is there no more.
func (l Language) DailyGone() string { return l.say("adaman-daily-gone") }

// PracticeRecordIs is said of the record of a practice game.
func (l Language) PracticeRecordIs() string { return l.say("adaman-practice-record") }
