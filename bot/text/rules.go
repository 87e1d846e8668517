package text

import (
	"fmt"
	"strconv"
	"strings"

	"windfall/games/adameva"
	"windfall/games/decktet"
)

// A Page is one page of the rules or of the help, in Discord's Markdown. Title
// and body together fit into one message.
type Page struct{ Title, Body string }

// AdamEvaRules returns the rules of Adam & Eva in the order in which a newcomer
// reads them.
func AdamEvaRules() []Page {
	return pages(adamEvaNumbers, []Page{
		{"Adam & Eva: what it is about", adamEvaTable},
		{"Adam & Eva: how a round goes", adamEvaRound},
		{"Adam & Eva: who gets the apples", adamEvaApples},
		{"Adam & Eva: the tactical variant, and playing here", adamEvaHere},
	})
}

// AdamanRules returns the rules of Adaman in the order in which a newcomer
// reads them.
func AdamanRules() []Page {
	return pages(adamanNumbers, []Page{
		{"Adaman: what it is about", adamanTable},
		{"Adaman: plays, and how it ends", adamanPlay},
		{"Adaman: the cards", adamanCards},
		{"Adaman: the daily deal, and playing here", adamanHere},
	})
}

// Help returns what the bot can do, command by command.
func Help() Page {
	return pages(nil, []Page{{"What I can do", help}})[0]
}

// pages fills what the engines know into the texts, so that rules and engines
// cannot say different things.
func pages(values []string, list []Page) []Page {
	fill := strings.NewReplacer(values...)
	for i := range list {
		list[i].Body = fill.Replace(strings.TrimSpace(list[i].Body))
	}
	return list
}

var adamEvaNumbers = []string{
	"{rounds}", strconv.Itoa(adameva.Rounds),
	"{cards}", strconv.Itoa(adameva.DeckSize),
	"{hand}", strconv.Itoa(adameva.Classic.HandSize()),
	"{undealt}", strconv.Itoa(adameva.DeckSize - 2*adameva.Classic.HandSize()),
	"{tactical hand}", strconv.Itoa(adameva.Tactical.HandSize()),
	"{tactical undealt}", strconv.Itoa(adameva.DeckSize - 2*adameva.Tactical.HandSize()),
	"{bonus 1-3}", strconv.Itoa(adameva.BonusFor(1)),
	"{bonus 4-6}", strconv.Itoa(adameva.BonusFor(4)),
	"{bonus 7-8}", strconv.Itoa(adameva.BonusFor(7)),
}

const adamEvaTable = `
Adam & Eva is a game for two. You win apples by having the better cards under the trees they hang on. But you never simply play a card: **you offer it, and the other player decides which of you gets it.**

### The trees
- There are four trees: red, yellow, green and blue. Each tree has two sides, one for you and one for the other player.
- In every round two apples hang on each tree. An apple has the colour of its tree, and its number says what it is worth.
- There are {rounds} rounds. In a whole game each tree bears the numbers 1 to 8, each of them once. Which apples hang in which round is settled before the first card is offered, but nobody sees the apples of later rounds.

### The {cards} cards
- **Coloured cards**: 3, 4, 5, 6, 7, 8 and 9 in each of the four colours. A coloured card always lies under the tree of its colour.
- **Three jokers**, worth 2, 3 and 4. A joker can lie under any tree.
- **The serpent**, which lies under no tree. It takes away one of the other player's cards.

### What you can see
In every round all {cards} cards are shuffled and each of you is dealt {hand}. Your hand is yours alone. Everything else on the table is open to all: what lies under the trees, what was offered and refused, and how many cards each of you still holds. The {undealt} cards that were not dealt are seen by nobody.

### Who opens
The challenge says who opens the first round: the one whose Discord account is older, unless the challenger chose otherwise (challenger, opponent or chance). After that you take turns, so each of you opens two rounds.

### How to win
You play for the sum of your apples after {rounds} rounds, and for bonuses if you collect all four apples of one number. Low apples are worth little by themselves, but they bring the largest bonuses.
`

const adamEvaRound = `
### Offer, then take or refuse
You offer a card of your hand. The other player looks at it and chooses:
- **Take it**: the card goes to their own side.
- **Refuse**: the card goes to your side.

A coloured card then lies under the tree of its colour and stays there until the round is over. Now the other player offers a card to you, whoever kept the last one. You go on like this, turn by turn. Nobody draws new cards during a round.

### Jokers
A joker is offered like any card. Whoever ends up with it chooses at once under which tree it lies, on their own side.

### The serpent
The serpent is offered like any card too, but not before each of you has a card under a tree. Whoever ends up with it must use it at once: they choose one card on the **other** player's side. That card and the serpent are out of the round. The serpent counts as nobody's card.

### When a round ends
- A round ends as soon as one side has **6 cards** under the trees. Once the serpent has been used, **5 cards** are enough.
- So if you have five cards and then use the serpent, the round ends at once, and you are the one who has finished.

### The rest of the cards
The one who has not finished, the rival, now takes all cards that are left in both hands. Everybody sees them. The rival puts them on their own side in this order:
1. If the serpent is among them, the rival uses it first.
2. The coloured cards go under their trees.
3. The jokers follow one by one, the lowest first, each under a tree of the rival's choice.

Then both sides have the same number of cards: 6, or 5 if the serpent was used. At most eleven cards are offered in a round.

*A thought for your first game: if you finish first, the cards still in your hand go to your rival. A bad card that you keep to the end becomes theirs, and so does a good one.*
`

const adamEvaApples = `
After each round every tree is judged by itself. Each side adds up its cards under the tree, jokers included.

1. **The higher sum takes the higher apple**, the other side takes the lower one. With 5 and joker 4 against 8 it is 9 to 8, and the 9 takes the higher apple.
2. **Equal sums**: each side looks at its highest card, jokers included. The **lower** of these two takes the higher apple. With 9 against 5 and joker 4 it is 9 to 9; the highest cards are 9 and 5, so the side with the 5 takes the higher apple.
3. **Still equal**: this can happen only with jokers. Now each side looks at its highest card that is no joker, and the **higher** one takes the higher apple. With 4 and 3 against joker 4 and joker 3 the sums are 7 and 7 and the highest cards 4 and 4; only the first side has a card that is no joker, so it takes the higher apple.

This always decides. And there are two special cases:
- **Only one side has cards there**: that side takes both apples.
- **Nobody has cards there**: both apples leave the game.

### Bonuses
If you have all four apples of the same number, one of each colour, you get points for it:
- {bonus 1-3} points each for the four 1s, the four 2s and the four 3s
- {bonus 4-6} points each for the four 4s, the four 5s and the four 6s
- {bonus 7-8} points each for the four 7s and the four 8s

If an apple of that number is the other player's or has left the game, that bonus is gone.

### The winner
After {rounds} rounds you add up all your apples and your bonuses. The higher total wins. If the totals are equal, whoever has more apples worth 1, 2 or 3 wins. If that is equal too, the game is a draw.
`

const adamEvaHere = `
### The tactical variant
Each of you is dealt {tactical hand} cards instead of {hand}; {tactical undealt} stay unseen. A round still ends with the sixth card on one side, or the fifth once the serpent has been used. Then each of you must set one card of your hand aside. It is out of the round, and nobody else sees it before the game is over.
- The one who has finished chooses first. Then the rival chooses, without having seen what is to come.
- After that the rival takes what is left in both hands, as usual.
- If the serpent is set aside, it has not been used. Then 6 cards stay the number to reach.

### Playing here
- **/adam-eva challenge** asks somebody for a game. They can accept or decline within a day; you can withdraw. One of your challenges can be open at a time, and it does not keep you from anything.
- **My hand** on the table shows your cards to you alone, at any time and as often as you like. To offer a card, press it. A card that you may not offer now cannot be pressed.
- Whoever is asked presses **Take it** or **Refuse** on the table. A joker asks its keeper for a tree, the serpent for a card.
- The challenge says how much time there is for each move: 5 minutes, 24 hours, 72 hours, or no clock. Whoever lets it run out loses; if nobody has moved at all, the game has no result. I tell you when a fifth is left.
- **More…** shows this round so far, and lets you resign, propose to pause the clock, or propose to call the game off. A game that both call off has no result, and neither has one without a clock that nobody has moved in for 14 days.
- **/adam-eva table** shows the table again if it has moved out of sight. Each channel and each thread has one table.
- If you resign, the other player wins, and the points stay as they stood after the last finished round.
- **/adam-eva practice** is a game against me that only you see. Chance decides who opens, and I choose my moves without looking at your cards. If I am busy with many games, I think less.
- **Look back**, after any game, tells you which of your moves cost points, and what was better.

### A fair deal
Before a game begins I show a seal, a long number that stands for a secret. The cards follow from that secret and from a number that Discord gives only when the challenge is accepted. So not even I know the cards when I show the seal. In a game against me there is no challenge: there the seal shows that the cards were not changed after it. After the game, **Record** gives you a file with the secret and every move, and anybody can check it.
`

var adamanNumbers = []string{
	"{cards}", strconv.Itoa(decktet.Count),
	"{personalities}", strconv.Itoa(decktet.Personalities.Len()),
	"{total}", strconv.Itoa(decktet.Personalities.Ranks()),
	"{suits}", suitList(),
	"{personality list}", personalityList(),
	"{other list}", otherList(),
}

// suitNames in the order in which cards name their suits.
var suitNames = map[decktet.Suits]string{
	decktet.Moons: "Moons", decktet.Suns: "Suns", decktet.Waves: "Waves",
	decktet.Leaves: "Leaves", decktet.Wyrms: "Wyrms", decktet.Knots: "Knots",
}

func suitList() string {
	var list []string
	all := decktet.Moons | decktet.Suns | decktet.Waves | decktet.Leaves | decktet.Wyrms | decktet.Knots
	for s := range all.All() {
		list = append(list, fmt.Sprintf("**%s** %s", s, suitNames[s]))
	}
	return strings.Join(list, ", ")
}

// withNames lists cards by their names and suits.
func withNames(cards decktet.Set) string {
	var list []string
	for c := range cards.All() {
		list = append(list, c.Name()+" "+c.Suits().String())
	}
	return strings.Join(list, ", ")
}

// byRank writes a line for each rank that cards has.
func byRank(cards decktet.Set) string {
	var lines []string
	for rank := 1; rank <= 10; rank++ {
		var these decktet.Set
		for c := range cards.All() {
			if c.Rank() == rank {
				these = these.With(c)
			}
		}
		if these != 0 {
			lines = append(lines, fmt.Sprintf("- **%d**: %s", rank, withNames(these)))
		}
	}
	return strings.Join(lines, "\n")
}

func personalityList() string { return byRank(decktet.Personalities) }

func otherList() string { return byRank(decktet.Full &^ decktet.Personalities) }

const adamanTable = `
Adaman is a solitaire. You want the throne, and to take it you must win over all {personalities} people of influence, the **personalities**. Some are busy in the capital, others sneak around the palace. Win them over before too many of them meet at the palace and your plan is found out.

### The deck
There are {cards} cards. Each has a rank from 1 (an Ace) to 10 (a Crown) and one or two suits. Aces and Crowns have one suit, all other cards have two. The page about the cards lists them all.

### Three rows
- **The palace**: personalities only. It is empty at first. If a **sixth** card comes here, you lose at once.
- **The capital**: up to five cards of any kind.
- **Your resources**: up to five cards, never a personality. With these you pay.

### The deal
1. The capital is dealt up to five cards.
2. Then your resources are dealt up to five cards. If a personality turns up here, it goes to the palace, and the next card is dealt in its place, until five cards are there that are no personalities.

The deal is the same at the start and after every play: first the capital, then the resources. Where a card lies in its row means nothing. When the deck is empty, you play on with what lies on the table.

If the sixth card comes to the palace in the middle of a deal, the game ends there, even in the very first deal.
`

const adamanPlay = `
### A play
You choose one card to **control**, from the capital or from the palace, and pay for it with one or more of your resources.
- Every card you pay with must **share a suit** with the card you want to control. The cards you pay with need not share a suit with each other.
- Their ranks together must be **at least the rank** of that card.

Say you want the Merchant, 9 of Leaves and Knots. The Castle, 7 of Suns and Knots, shares Knots with it; the Origin, 2 of Waves and Leaves, shares Leaves. 7 and 2 make 9, so they can pay. The Mountain, 4 of Moons and Suns, shares no suit with the Merchant and cannot pay for it.

### What becomes of the cards
- What you paid with is discarded.
- If the card you control is a **personality**, it is discarded too, and it counts for you.
- If it is any other card, it becomes one of your **resources**. You can pay with it later.

Then the capital and the resources are dealt up again, and you play on.

### Paying more
You may pay more than needed, even with cards that were not needed at all. Nothing is given back. It can still be wise: each card you spend makes room for a new one from the deck, and some deals can be won only like this.

### How it ends
- **Won**: you control the last of the {personalities} personalities. The game ends at that moment, before anything more is dealt.
- **Stuck**: you can control nothing with the resources you have. You cannot pass, so the game is lost, even if there are cards left in the deck. This is looked at after every deal, the first one included.
- **Overthrown**: a sixth card came to the palace. The game is lost completely.
- **Given up**: you can give up at any time. It counts like being stuck.

### Score
- **Won**: the ranks of all {personalities} personalities, which make {total}, and the ranks of the cards left in your resources.
- **Stuck** or **given up**: the ranks of the personalities you control.
- **Overthrown**: 0.
`

const adamanCards = `
A card is written as its rank and the letters of its suits. An Ace has rank 1, a Crown has rank 10.

The suits: {suits}.

### The {personalities} personalities
{personality list}

Their ranks add up to {total}.

### All other cards
{other list}

In short notation, as records use it, **2MK** is the Author, rank 2 of Moons and Knots. **AM** is the Ace of Moons, and **CS** is the Crown of Suns, the Bard.
`

const adamanHere = `
### The daily deal
- **/adaman daily** deals the game of the day, the same for everybody everywhere. Only you see your board.
- You have **one attempt a day**, on whichever server you begin it. Once begun it counts. You can leave it and come back, here or in another channel, as long as it is open.
- A day begins and ends at midnight UTC. You can begin its deal until then, and you can finish it until **01:00 UTC**. At that time games that are still open count as given up, and the day is **released**: from then on its deal and how it went can be shown to all.
- Until then please do not tell others which cards come. Nothing that I show in public gives them away.
- Your streak counts the days in a row whose deal you began on its own day and brought to an end, won or not.

### Practice
**/adaman practice** deals as many games as you like, with a number or by chance. The same number is always the same deal, so you can pass it on. Practice does not count in any statistics.

### The buttons
1. Press a card of the palace or the capital. I choose the cheapest way to pay for it exactly, or, if there is none, the way that pays the least too much. A card that you cannot pay for cannot be pressed.
2. Press your resources to add or remove them, if you want to pay in another way. A card that shares no suit cannot be pressed.
3. Press **Control**, which says what you pay and for how much. **Clear** takes your choice back.

**Give up** asks once more before it ends the game. At the end **Share** tells the channel how you did, without giving the deal away. With **/adaman sharing** you choose whether I ask each time, always share or never do.

### A fair deal
Each day's deal has a seal, a long number that I show before anybody plays. When the day is released, I show the secret behind it too. It proves that the deal was not changed after the seal was shown.
`

const help = `
I deal two card games on this server. **Adam & Eva** is for two; **Adaman** is a solitaire with one new deal a day for everybody.

### Adam & Eva
- **/adam-eva challenge** *member* asks a member for a game. Leave the member out and anybody in the channel can accept. You can add the variant (classic or tactical), who opens the first round, and how long a move may take.
- **/adam-eva table** shows this channel's table again.
- **/adam-eva resign** ends your game here; the other player wins. I ask once before I do it.
- **/adam-eva block** *member* keeps somebody from challenging you. Without a member it shows whom you have blocked, and you can take no challenges at all.
- **/adam-eva practice** *level* is a game against me: easy, fair or hard. Only you see it, in a channel or in a direct message to me, and it does not count.
- **/ratings** shows how strong the members of this server are, and how sure that is. A game of two members counts once both have moved.

### Adaman
- **/adaman daily** deals the game of the day, or goes on with yours. Only you see your board.
- **/adaman practice** *number* deals a game that does not count. Leave the number out for any deal. You can take plays back, ask for a hint and ask whether you can still win.
- **/adaman archive** lists the days that are over, with how you did. You can play each of them; that does not count either.
- **/adaman sharing** sets whether a finished daily is shown to the channel: ask each time, always or never.
- **/adaman schedule** *time* announces each day's deal in a channel. For members who may manage the server.
- **/leaderboard** *period* shows how the members of this server stand: on a day, in a week or a month, or of all time. A day is in it once it is released, an hour after its end.

### For both
- **/games** lists your open games and challenges, on every server, with what waits for you first. Only you see it.
- **/stats** *member* shows how somebody has played on this server. Leave the member out for your own.
- **/rules** explains both games, page by page.
- **/settings** decides how I behave on a server: my language, the usual pace, and where games are played. For members who may manage the server.
- **/help** shows this.

Everything after a command is done with buttons. **My hand** on a table shows your cards to you alone, and it works however old the message is. If a message of yours has disappeared, call the command again: no game is lost.

Members who may manage messages can call off a table in their channel. A game without a clock in which nobody has moved for 14 days is called off by itself and has no result.
`
