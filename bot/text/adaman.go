package text

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"windfall/games/adaman"
	"windfall/games/decktet"
)

// CardLabel names a card of the Decktet by what counts in a play: its rank, its
// name and the letters of its suits, "6 Lunatic MV". The name of an Ace has its
// suit in it already: "1 Ace of Knots".
func CardLabel(c decktet.Card) string {
	if c.Ace() {
		return fmt.Sprintf("%d %s", c.Rank(), c.Name())
	}
	return fmt.Sprintf("%d %s %s", c.Rank(), c.Name(), c.Suits())
}

// Chosen marks what is chosen, on a button as in the text.
const Chosen = " ✓"

// DailyHeading is the heading of a day's deal.
func DailyHeading(number uint32, date time.Time) string {
	return fmt.Sprintf("### Adaman no. %d · %s", number, date.Format("Monday 2 January 2006"))
}

// PracticeHeading is the heading of a practice deal.
func PracticeHeading(number uint64) string { return "### " + title(practiceDeal(number)) }

// practiceDeal names a practice deal in the middle of a sentence.
func practiceDeal(number uint64) string { return fmt.Sprintf("practice deal %d", number) }

// LastPlay tells the player what their last play brought, or the opening deal.
func LastPlay(v *adaman.View) string {
	return told(v, telling{"You controlled the %s with %s.", "It is one of your resources now.", "New among your resources: %s."})
}

// retold tells the same of a play that nobody in particular made.
func retold(v *adaman.View) string {
	return told(v, telling{"The %s is controlled with %s.", "It is a resource now.", "New among the resources: %s."})
}

// telling is how a play is told.
type telling struct{ controlled, toResources, newResources string }

func told(v *adaman.View, as telling) string {
	var said []string
	say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	var dealt [adaman.Discard + 1]decktet.Set
	opening := true
	for _, e := range v.Events {
		switch e.Kind {
		case adaman.Controlled:
			opening = false
			say(as.controlled, e.Card.Name(), theCards(e.Spent))
			if e.To == adaman.Resources {
				said = append(said, as.toResources)
			}
		case adaman.Dealt:
			dealt[e.To] = dealt[e.To].With(e.Card)
		case adaman.Ended:
			opening = opening && e.Result != adaman.GaveUp
		}
	}
	came := dealt[adaman.Palace]
	switch {
	case opening && came.Len() == 1:
		say("The cards are dealt. %s is in the palace already.", capital(theCards(came)))
	case opening && came != 0:
		say("The cards are dealt. %s are in the palace already.", capital(theCards(came)))
	case opening:
		say("The cards are dealt. Nobody is in the palace yet.")
	case came != 0:
		say("%s slipped into the palace.", capital(theCards(came)))
	}
	if !opening {
		if new := dealt[adaman.Capital]; new != 0 {
			say("New in the capital: %s.", theCards(new))
		}
		if new := dealt[adaman.Resources]; new != 0 {
			say(as.newResources, theCards(new))
		}
	}
	return strings.Join(said, " ")
}

// theCards lists cards by name: "the Castle, the Origin and the Ace of Suns".
func theCards(cards decktet.Set) string {
	var names []string
	for c := range cards.All() {
		names = append(names, "the "+c.Name())
	}
	switch n := len(names); n {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

func capital(sentence string) string { return strings.ToUpper(sentence[:1]) + sentence[1:] }

// Standing is how the game stands, in numbers.
func Standing(v *adaman.View) string {
	palace := fmt.Sprintf("Palace %d of 5", len(v.Palace))
	if len(v.Palace) > 5 {
		palace = fmt.Sprintf("Palace %d, one too many", len(v.Palace))
	}
	s := fmt.Sprintf("%s · deck %d · controlled %d of %d (%d)",
		palace, v.Undealt, v.Controlled.Len(), decktet.Personalities.Len(), v.Controlled.Ranks())
	if len(v.Palace) == 5 && v.Undealt > 0 && v.Outcome.Result == 0 {
		s += "\n**The palace is full.** If one more comes, the game is lost."
	}
	return s
}

// Personalities tells which are controlled and which are still in the deck;
// the others lie open.
func Personalities(v *adaman.View) string {
	controlled, hidden := v.Controlled, decktet.Personalities&v.Unseen()
	said := "-# Controlled: " + cardList(controlled)
	if v.Undealt > 0 {
		said += "\n-# Personalities still in the deck: " + cardList(hidden)
	}
	return said
}

// cardList lists cards in deck order, or says that there is none.
func cardList(cards decktet.Set) string {
	var list []string
	for c := range cards.All() {
		list = append(list, CardLabel(c))
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// A PlayChoice is a play in the making.
type PlayChoice struct {
	Made   bool // whether a target is chosen; else the rest says nothing
	Target decktet.Card
	Spend  decktet.Set
}

// PalaceRow lists the palace, with all that the cards' buttons say.
func PalaceRow(v *adaman.View, c PlayChoice) string {
	return "**Palace:** " + targets(v, v.Palace, c)
}

// CapitalRow lists the capital in the same way.
func CapitalRow(v *adaman.View, c PlayChoice) string {
	return "**Capital:** " + targets(v, v.Capital, c)
}

func targets(v *adaman.View, row []decktet.Card, choice PlayChoice) string {
	var list []string
	for _, c := range row {
		var marks []string
		if c.Personality() && v.Table.Capital.Has(c) {
			marks = append(marks, "personality")
		}
		if v.Outcome.Result == 0 && v.Payable(c).Ranks() < c.Rank() {
			marks = append(marks, "you cannot pay for it")
		}
		list = append(list, marked(c, choice.Made && choice.Target == c, marks...))
	}
	return listed(list)
}

// ResourceRow lists the resources in the same way.
func ResourceRow(v *adaman.View, choice PlayChoice) string {
	var list []string
	for _, c := range v.Resources {
		var marks []string
		if choice.Made && !v.Payable(choice.Target).Has(c) {
			marks = append(marks, "cannot pay")
		}
		list = append(list, marked(c, choice.Made && choice.Spend.Has(c), marks...))
	}
	return "**Your resources:** " + listed(list)
}

func marked(c decktet.Card, chosen bool, marks ...string) string {
	s := CardLabel(c)
	if chosen {
		s = "**" + s + Chosen + "**"
	}
	if len(marks) > 0 {
		s += " (" + strings.Join(marks, ", ") + ")"
	}
	return s
}

func listed(list []string) string {
	if len(list) == 0 {
		return "empty"
	}
	return strings.Join(list, ", ")
}

// Payment says what is chosen and how far it goes.
func Payment(c PlayChoice) string {
	if !c.Made {
		return "Which card do you control? Choose one of the palace or the capital."
	}
	s := fmt.Sprintf("**The %s needs %d.** ", c.Target.Name(), c.Target.Rank())
	if c.Spend == 0 {
		return s + "Choose what pays for it."
	}
	var ranks []string
	for card := range c.Spend.All() {
		ranks = append(ranks, fmt.Sprint(card.Rank()))
	}
	s += "You pay " + strings.Join(ranks, " + ")
	sum := c.Spend.Ranks()
	if len(ranks) > 1 {
		s += fmt.Sprintf(" = %d", sum)
	}
	switch over := sum - c.Target.Rank(); {
	case over < 0:
		s += fmt.Sprintf(", %d too few", -over)
	case over > 0:
		s += fmt.Sprintf(", %d more than needed", over)
	}
	return s + "."
}

// ControlLabel is the label of the button that makes the play.
func ControlLabel(c PlayChoice) string {
	if !c.Made {
		return "Control"
	}
	sum, rank := c.Spend.Ranks(), c.Target.Rank()
	label := fmt.Sprintf("Control the %s: %d for %d", c.Target.Name(), sum, rank)
	if sum > rank {
		label += fmt.Sprintf(", %d more than needed", sum-rank)
	}
	return label
}

// SuitLetters explains the letters of the suits in small print.
func SuitLetters() string { return "-# " + strings.ReplaceAll(suitList(), "**", "") }

// OpenUntil says in small print how long a daily can be finished.
func OpenUntil(release time.Time) string {
	return fmt.Sprintf("-# You can finish it until %s.", until(release))
}

// SolitaireEnd is the heading and the reckoning of a finished game. It was
// released if its day was over before it was.
func SolitaireEnd(v *adaman.View, released bool) string {
	o := v.Outcome
	switch o.Result {
	case adaman.Won:
		return fmt.Sprintf("### The throne is yours: %d\nAll %d personalities are controlled, which makes %d; %s left in your resources. It took %s.",
			o.Score, v.Controlled.Len(), o.Controlled, manyAre(o.Left, "point", "nothing"), count(v.Plays, "play"))
	case adaman.Stuck:
		return fmt.Sprintf("### No play is left: %d\nWith all your resources together you can pay for no card in the palace or the capital, and there is no pass. %s",
			o.Score, whatYouDid(v))
	case adaman.Overthrown:
		return fmt.Sprintf("### Overthrown: %d\nA sixth came to the palace, the %s, and your plan is found out. That loses the game utterly. %s%s",
			o.Score, v.Palace[len(v.Palace)-1].Name(), whatYouDid(v), inVain(v.Controlled.Len()))
	}
	if released {
		return fmt.Sprintf("### Given up at the end of the day: %d\nThis deal was still open when its day was released, so it counts as given up. %s",
			o.Score, whatYouDid(v))
	}
	return fmt.Sprintf("### You gave up: %d\n%s %s left in the deck.",
		o.Score, whatYouDid(v), capital(manyAre(v.Undealt, "card", "no card")))
}

// whatYouDid sums a finished game up in a sentence.
func whatYouDid(v *adaman.View) string {
	n, plays := v.Controlled.Len(), count(v.Plays, "play")
	switch {
	case v.Plays == 0:
		return "You had not made a play yet."
	case n == 0:
		return fmt.Sprintf("You controlled no personality in %s.", plays)
	}
	return fmt.Sprintf("You controlled %s, worth %d, in %s.", countAs(n, "personality", "personalities"), v.Controlled.Ranks(), plays)
}

// inVain adds that the personalities that were controlled bring no points.
func inVain(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " It counts for nothing."
	}
	return " They count for nothing."
}

// manyAre counts things with the verb after them: "1 card is", "2 cards are";
// none is what is said instead of 0.
func manyAre(n int, thing, none string) string {
	switch n {
	case 0:
		return none + " is"
	case 1:
		return "1 " + thing + " is"
	}
	return count(n, thing) + " are"
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

// ordinal says which of a row something is: in a word up to the tenth, then
// with a number, "21st".
func ordinal(n int) string {
	words := [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n >= 1 && n <= len(words) {
		return words[n-1]
	}
	ending := "th"
	if n/10%10 != 1 { // the 11th, the 112th
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// Opened shows the secret behind the seal of a day that is released.
func Opened(secret string) string { return fmt.Sprintf("-# Its secret: `%s`", secret) }

// DayPast is said where somebody wants to play a day that is over. Once it is
// released, its deal can be played from the archive.
func DayPast(number uint32, released bool) string {
	s := fmt.Sprintf("Adaman no. %d can no longer be begun: its day is over. Today's deal is waiting.", number)
	if released {
		s += fmt.Sprintf(" No. %d can be played from the archive, where it counts for nothing.", number)
	}
	return s
}

// RecordLater is said to somebody who wants the record of a day that is not
// released yet.
func RecordLater(number uint32, release time.Time) string {
	return fmt.Sprintf("This record would give the deal of no. %d away. You can have it %s, when that day is released to all.", number, fromNow(release))
}

// PracticeOpen asks somebody who wants another practice deal what becomes of
// the one that is open.
func PracticeOpen(number uint64, plays int) string {
	made := "you have not played yet"
	if plays > 0 {
		made = "you have made " + count(plays, "play")
	}
	return fmt.Sprintf("You have %s open, in which %s. Go on with it, or drop it and begin another?", practiceDeal(number), made)
}

// DeadDeal says that a numbered deal is over before its first play.
func DeadDeal(v *adaman.View) string {
	if v.Outcome.Result == adaman.Overthrown {
		return "This deal is over before the first play: a sixth person comes to the palace in the opening deal. A numbered deal is what it is; try another."
	}
	return "This deal is over before the first play: the resources can pay for nothing. A numbered deal is what it is; try another."
}

// NumberRange is said for a number that no practice deal has.
func NumberRange(highest uint64) string {
	return fmt.Sprintf("Practice deals have the numbers 1 to %d. Choose one of them, or leave the number out.", highest)
}

// GiveUpQuestion asks once. Day is the number of a daily, 0 for a practice deal.
func GiveUpQuestion(v *adaman.View, day uint32) string {
	s := fmt.Sprintf("Give up with %s?", count(v.Controlled.Ranks(), "point"))
	if day != 0 {
		s += fmt.Sprintf(" This is your one attempt at Adaman no. %d.", day)
	}
	return s
}

// SharingSet says what is done with finished dailies from now on.
func SharingSet(how string) string {
	switch how {
	case "always":
		return "From now on I share every daily that you finish, in the channel where you finish it. `/adaman sharing` changes this."
	case "never":
		return "From now on I share none of your dailies and do not ask. `/adaman sharing` changes this."
	}
	return "From now on I ask after each daily whether to share it. `/adaman sharing` changes this."
}

// Labels and sentences of Adaman without parameters.
const (
	ClearChoice   = "Clear"
	GiveUp        = "Give up"
	GiveUpSurely  = "Yes, give up"
	KeepPlaying   = "Play on"
	TodaysDeal    = "Today's deal"
	YesterdaysToo = "Yesterday's deal"
	AnotherDeal   = "Another deal"
	GoOnWithIt    = "Go on with it"
	DropAndBegin  = "Drop it and begin another"
	Share         = "Share"
	AlwaysShare   = "Always share"
	NeverAsk      = "Never ask"
	PlayItToo     = "Play it too"

	NotYourBoard  = "This board is somebody else's. Play your own with `/adaman daily`."
	SharedHere    = "-# Shared in this channel."
	ShareFailed   = "I could not post your result in this channel just now. Press Share to have me try again."
	NotShared     = "-# Your dailies are not shared. `/adaman sharing` changes this."
	ShareInServer = "A result is shared in a channel of a server. Use `/adaman daily` there, and I show this again."
	PracticeGone  = "This game is gone: you began another in its place, or left it for two weeks. `/adaman practice` shows the practice game that is open, or deals one; `/adaman archive` does so for the days that are over."
	DailyGone     = "This attempt is gone together with the place where it was played. `/adaman daily` deals the next one tomorrow."

	// PracticeRecordIs is said of the record of a practice game, whose deal is
	// known by its number and needs no seal.
	PracticeRecordIs = "The record of this game: its numbered deal, every move and the result. `windfall verify` checks it."
)
