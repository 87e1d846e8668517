package bot

import (
	"fmt"
	"time"

	"windfall/bot/picture"
	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// This file draws Adam & Eva: every message is a function of a view and of what
// is kept about the table around the game.

// A table is a game of Adam & Eva with what belongs to it.
type table struct {
	game  store.Game
	rec   *record.Record
	notes tableNotes
	names text.Names // ready for markdown
	ids   [2]store.ID
	now   time.Time         // when it is drawn
	say   text.Language     // in which it is drawn: the server's, unless it is for one player alone
	moves []text.RatingMove // of a game that is over

	forgotten [2]bool // by seat: who is not known any more
}

// in returns the table as it is drawn in a language.
func (t *table) in(l text.Language) *table {
	now := *t
	now.say = l
	now.call()
	return &now
}

// view returns the game as a seat may see it.
func (t *table) view(viewer games.Seat) adameva.View { return t.rec.AdamEva.View(viewer) }

// seatOf returns a player's seat, or games.Spectator.
func (t *table) seatOf(p store.Player) games.Seat { return seatOf(&t.game, p) }

func seatOf(g *store.Game, p store.Player) games.Seat {
	for seat, player := range g.Players {
		if player == p && p != 0 {
			return games.Seat(seat)
		}
	}
	return games.Spectator
}

// seatOfMember returns a member's seat, or games.Spectator.
func (t *table) seatOfMember(id store.ID) games.Seat {
	for seat, member := range t.ids {
		if member == id && id != 0 {
			return games.Seat(seat)
		}
	}
	return games.Spectator
}

// called are the players' names as they are, for pictures and their
// descriptions, where nothing is markdown.
func (t *table) called() text.Names { return text.Names(t.rec.Seats) }

// id returns the id of a button of this game that any state will do for.
func (t *table) id(action string) buttonID { return buttonID{Action: action, Game: t.game.ID} }

// move returns the id of a button that makes a move from this state.
func (t *table) move(m adameva.Move) buttonID {
	return moveID("move", &t.game, m)
}

// moveID is the id of a button that makes a move from a game's present state.
func moveID(action string, g *store.Game, m adameva.Move) buttonID {
	_, words, _ := cutSeat(m.String())
	return buttonID{Action: action, Game: g.ID, Version: g.Version, Arg: words}
}

// cutSeat parts a move's text into its seat and the rest.
func cutSeat(move string) (seat, words string, ok bool) {
	if len(move) < 3 || move[1] != ' ' {
		return "", "", false
	}
	return move[:1], move[2:], true
}

// The files of the pictures.
const (
	tablePicture = "table.png"
	handPicture  = "hand.png"
	roundPicture = "round.png"
	endPicture   = "end.png"
)

// tableMessage is the table as everybody may see it. If somebody is to be told
// that it is their turn, mention is their id, else 0.
func tableMessage(t *table, mention store.ID) message {
	v := t.view(games.Spectator)
	m := message{}
	var parts []component
	if what := t.say.What(&v, t.names); what != "" {
		parts = append(parts, prose(what))
	}
	heading := t.withClock(t.say.Heading(&v, t.names))
	if v.Phase == adameva.Answering {
		heading += "\n" + t.say.IfTaken(&v, t.names)
	}
	who := t.names[v.ToMove]
	if mention != 0 {
		who = fmt.Sprintf("<@%d>", mention)
		m.mentions = []store.ID{mention}
	}
	if hurry := t.hurry(who); hurry != "" {
		heading += "\n" + hurry
	} else if mention != 0 {
		heading += "\n" + t.say.YourTurn(who)
	}
	heading = t.pausing(t.proposal(heading))
	called := t.called()
	m.drawing = &drawing{name: tablePicture, draw: func(p *picture.Painter) ([]byte, error) { return p.Table(&v, called) }}
	parts = append(parts, prose(heading), gallery(tablePicture, t.say.TablePicture(&v, called)),
		prose(t.say.Table(&v, t.names)), line(), prose(t.say.Boards(&v, t.names)+"\n"+t.foot()))
	parts = append(parts, rows(choices(t.say, &v, t.move)...)...)
	parts = append(parts, t.standing()...)
	m.parts = []component{box(accentTable, parts...)}
	return m
}

// proposal adds to a text that somebody would like to call the game off.
func (t *table) proposal(said string) string {
	if t.game.Proposal == 0 {
		return said
	}
	who := games.Seat(t.game.Proposal - 1)
	return said + "\n" + t.say.Proposed(t.names[who], t.names[who.Other()])
}

// foot is the small print below a table.
func (t *table) foot() string {
	if t.rec.Seal == nil {
		return t.say.VariantShort(t.game.Variant)
	}
	return t.say.VariantShort(t.game.Variant) + "\n" + t.say.Seal(t.rec.Seal.Secret.Seal())
}

// standing are the buttons that work on every message of the game, however old.
func (t *table) standing() []component {
	return rows(append(t.goOnButtons(),
		button(t.say.MyHand(), primary, t.id("hand")),
		toRules(t.say, t.game.ID, record.AdamEva),
		button(t.say.More(), secondary, t.id("more")),
	)...)
}

// choices are the buttons of the choice that is open, if everybody may see
// them: the cards of a hand are not among them. move gives each its id.
func choices(say text.Language, v *adameva.View, move func(adameva.Move) buttonID) []component {
	seat := v.ToMove
	var list []component
	switch v.Phase {
	case adameva.Answering:
		list = append(list,
			button(say.TakeIt(), success, move(adameva.Move{Seat: seat, Kind: adameva.Take})),
			button(say.RefuseIt(), danger, move(adameva.Move{Seat: seat, Kind: adameva.Refuse})))
	case adameva.Placing:
		for _, tree := range adameva.Trees {
			m := adameva.Move{Seat: seat, Kind: adameva.Place, Card: v.Card, Tree: tree}
			list = append(list, button(say.TreeLabel(v, seat, tree, v.Card), secondary, move(m)).withEmoji(treeEmoji[tree]))
		}
	case adameva.Biting:
		for _, tree := range adameva.Trees {
			for c := range v.Sides[seat.Other()][tree].All() {
				m := adameva.Move{Seat: seat, Kind: adameva.Bite, Card: c}
				list = append(list, button(say.PreyLabel(c, tree), secondary, move(m)).withEmoji(treeEmoji[tree]))
			}
		}
	}
	return list
}

// treeEmoji stand before the names of colours, never instead of them.
var treeEmoji = [4]string{"🔴", "🟡", "🟢", "🔵"}

func cardEmoji(c adameva.Card) string {
	if tree, ok := c.Tree(); ok {
		return treeEmoji[tree]
	}
	if c.Joker() {
		return "🃏"
	}
	return "🐍"
}

// handMessage is what one player alone sees: the hand, and whatever choice is
// theirs.
func handMessage(t *table, seat games.Seat) message {
	v := t.view(seat)
	var parts []component
	said := t.say.What(&v, t.names)
	switch {
	case v.ToMove == seat:
		said = join(said, t.withClock("### "+t.say.Choice(&v, t.names)))
		if v.Phase == adameva.Answering {
			said += "\n" + t.say.IfTaken(&v, t.names)
		}
	default:
		said = join(said, t.say.Waiting(&v, t.names))
	}
	parts = append(parts, prose(t.pausing(t.proposal(said))), prose(t.say.Table(&v, t.names)),
		gallery(handPicture, t.say.HandPicture(&v)), prose(t.say.Hand(&v)))
	if v.ToMove == seat {
		parts = append(parts, rows(choices(t.say, &v, t.move)...)...)
		parts = append(parts, rows(cards(t.say, &v, t.move)...)...)
	}
	parts = append(parts, rows(append(t.goOnButtons(),
		button(t.say.Refresh(), secondary, t.id("again")),
		toRules(t.say, t.game.ID, record.AdamEva),
		button(t.say.More(), secondary, t.id("more")),
	)...)...)
	return message{
		parts:   []component{box(accentHand, parts...)},
		drawing: &drawing{name: handPicture, draw: func(p *picture.Painter) ([]byte, error) { return p.Hand(&v) }},
	}
}

// cards are the buttons for the cards of a hand when one of them is to be
// chosen. move gives each its id.
func cards(say text.Language, v *adameva.View, move func(adameva.Move) buttonID) []component {
	kind := adameva.Offer
	switch v.Phase {
	case adameva.Offering:
	case adameva.SettingAside:
		kind = adameva.Aside
	default:
		return nil
	}
	legal := map[adameva.Card]bool{}
	for _, m := range v.Moves {
		legal[m.Card] = true
	}
	var list []component
	for c := range adameva.CardsOf(v.Hand...).All() {
		label := say.CardName(c)
		if !legal[c] {
			label = say.SerpentNotYet()
		}
		m := adameva.Move{Seat: v.Viewer, Kind: kind, Card: c}
		list = append(list, button(label, primary, move(m)).withEmoji(cardEmoji(c)).disabledIf(!legal[c]))
	}
	return list
}

// join puts two paragraphs below each other, the first of which may be empty.
func join(first, second string) string {
	if first == "" {
		return second
	}
	return first + "\n" + second
}

// roundMessage is what stays where a round was played to its end.
func roundMessage(t *table, round int) message {
	v := t.view(games.Spectator)
	r := &v.Finished[round-1]
	called := t.called()
	return message{
		parts: []component{box(accentEnd,
			prose(t.say.RoundHeading(round)),
			gallery(roundPicture, t.say.RoundPicture(round, called)),
			prose(t.say.RoundEnd(r, t.names)),
			prose(t.say.GoesOnBelow()),
		)},
		drawing: &drawing{name: roundPicture, draw: func(p *picture.Painter) ([]byte, error) { return p.Round(r, called) }},
	}
}

// leftMessage is what stays of a table that goes on in a newer message.
func leftMessage(t *table) message {
	v := t.view(games.Spectator)
	what := t.say.What(&v, t.names)
	if what == "" {
		return note(t.say.Accepted(t.names))
	}
	return note(join(what, t.say.GoesOnBelow()))
}

// endMessage is a finished game.
func endMessage(t *table) message {
	v := t.view(games.Spectator)
	called := t.called()
	parts := []component{prose(t.say.GameEnd(&v, t.names)), gallery(endPicture, t.say.EndPicture(&v, called))}
	if o := v.Outcome; len(v.Finished) > 0 && o.Reason != adameva.ByResigning && o.Reason != adameva.ByTime {
		last := &v.Finished[len(v.Finished)-1]
		parts = append(parts, prose(t.say.RoundHeading(last.Round)+"\n"+t.say.RoundEnd(last, t.names)))
	}
	if moved := t.say.RatingMoves(t.moves); moved != "" {
		parts = append(parts, prose(moved))
	}
	if t.rec.Seal != nil {
		parts = append(parts, prose(t.say.Seal(t.rec.Seal.Secret.Seal())))
	}
	parts = append(parts, rows(
		button(t.say.Rematch(), primary, t.id("rematch")),
		lookButton(t.say, t.game.ID),
		button(t.say.Record(), secondary, t.id("record")),
	)...)
	return message{
		parts:   []component{box(accentEnd, parts...)},
		drawing: &drawing{name: endPicture, draw: func(p *picture.Painter) ([]byte, error) { return p.End(&v, called) }},
	}
}
