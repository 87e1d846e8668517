package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"windfall/bot/picture"
	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/decktet"
	"windfall/games/record"
	"windfall/store"
)

// This file draws Adaman: every message is a function of a view and of what is
// kept about the game around it. All but the shared line are for the player's
// eyes only.

// A solitaire is a game of Adaman with what belongs to it.
type solitaire struct {
	game   store.Game // of a finished game, what its result says of it
	result *store.Result
	rec    *record.Record
	say    text.Language // its player's, who alone sees it
	owner  store.ID
	name   string // ready for markdown
	share  store.Share
	day    day           // of a daily, or of one from the archive
	facts  text.DayFacts // of the same
	field  text.Field    // of a daily that its player has finished
	streak text.Streak   // of a daily that its player has finished and that is not released yet
	other  otherDay      // of a daily
	void   bool          // its day does not count
	help   helped        // in practice
	aside  string        // what the player has just asked for, to be said once
	public bool          // it is shown in a server, where a result can be shared
	now    time.Time     // when it is drawn
}

// otherDay says which other day's deal the player may go to from this one. There
// is one only in the hour after midnight.
type otherDay int

const (
	noOther       otherDay = iota
	todayToo               // this is yesterday's deal
	yesterdayOpen          // this is today's, and yesterday's is still open
)

func (s *solitaire) view() adaman.View { return s.rec.Adaman.View(adaman.Player) }

func (s *solitaire) daily() bool { return s.game.Kind == store.Daily }

// released reports whether the day of this daily is opened to all.
func (s *solitaire) released() bool { return s.daily() && !s.now.Before(s.day.release()) }

// id returns the id of a button of this game that any state will do for.
func (s *solitaire) id(action string) buttonID { return buttonID{Action: action, Game: s.game.ID} }

// idNow returns the id of a button that is good for this state only.
func (s *solitaire) idNow(action, arg string) buttonID {
	return buttonID{Action: action, Game: s.game.ID, Version: s.game.Version, Arg: arg}
}

// A playChoice is a play in the making. It lives in the ids of the board's
// buttons: to choose writes nothing.
type playChoice = text.PlayChoice

// choiceArg writes a choice into a button's id.
func choiceArg(c playChoice) string {
	return c.Target.String() + " " + strconv.FormatUint(uint64(c.Spend), 36)
}

// parseChoice reads what choiceArg wrote. Whether it may be played is not its
// business.
func parseChoice(arg string) (c playChoice, ok bool) {
	target, spend, _ := strings.Cut(arg, " ")
	card, err := decktet.Parse(target)
	if err != nil {
		return playChoice{}, false
	}
	set, err := strconv.ParseUint(spend, 36, 64)
	c = playChoice{Made: true, Target: card, Spend: decktet.Set(set)}
	return c, err == nil && choiceArg(c) == arg
}

// boardMessage is a game in progress, with a choice that has been made so far.
func boardMessage(s *solitaire, c playChoice) message {
	v := s.view()
	parts := []component{
		prose(stack(s.heading(), s.say.LastPlay(&v))),
		prose(s.say.Standing(&v)),
		gallery(boardPicture, s.say.BoardPicture(&v)),
	}
	for _, row := range []struct {
		said    string
		buttons []component
	}{
		{s.say.PalaceRow(&v, c), s.targets(&v, adaman.Palace, c)},
		{s.say.CapitalRow(&v, c), s.targets(&v, adaman.Capital, c)},
		{s.say.ResourceRow(&v, c), s.resources(&v, c)},
	} {
		parts = append(parts, prose(row.said))
		parts = append(parts, rows(row.buttons...)...)
	}
	parts = append(parts, prose(stack(s.aside, s.say.Payment(c))))
	parts = append(parts, rows(s.actions(&v, c)...)...)
	parts = append(parts, rows(s.helpButtons(c)...)...)
	parts = append(parts, prose(stack(s.say.Personalities(&v), s.foot())))
	return message{parts: []component{box(accentHand, parts...)}, drawing: drawBoard(s.say, v, c)}
}

// boardWords are the words on the picture of a board.
func boardWords(say text.Language) picture.BoardWords {
	return picture.BoardWords{
		Palace: say.PalaceWord(), Capital: say.CapitalWord(), Resources: say.ResourcesWord(),
		Deck: say.DeckWord(), Controlled: say.ControlledWord(),
	}
}

// boardPicture is the file of the picture of a board.
const boardPicture = "board.png"

// drawBoard draws a board, or the end of a game, with what is chosen marked.
func drawBoard(say text.Language, v adaman.View, c playChoice) *drawing {
	var chosen decktet.Set
	if c.Made {
		chosen = c.Spend.With(c.Target)
	}
	return &drawing{name: boardPicture, draw: func(p *picture.Painter) ([]byte, error) {
		return p.Board(&v, chosen, boardWords(say))
	}}
}

func (s *solitaire) heading() string {
	switch s.game.Kind {
	case store.Daily:
		return stack(s.say.DailyHeading(s.day.number, s.day.begins), s.say.DayLine(s.facts))
	case store.Archive:
		return stack(s.say.ArchiveHeading(s.day.number, s.day.begins), s.say.DayLine(s.facts))
	}
	return s.say.PracticeHeading(s.game.Number)
}

// targets are the buttons of the palace or of the capital. A press chooses the
// card and the cheapest way to pay for it.
func (s *solitaire) targets(v *adaman.View, place adaman.Place, c playChoice) []component {
	var list []component
	for _, t := range v.Targets() {
		if t.Place != place {
			continue
		}
		label, style := s.say.CardLabel(t.Card), secondary
		if c.Made && c.Target == t.Card {
			label, style = label+text.Chosen, primary
		}
		list = append(list, button(label, style, s.idNow("target", t.Card.String())).
			withEmoji(personEmoji(t)).disabledIf(!t.Payable))
	}
	return list
}

// personEmoji stands before the personalities in the capital, because what
// becomes of a card depends on it. The text says it too.
func personEmoji(t adaman.Target) string {
	if t.Place == adaman.Capital && t.Card.Personality() {
		return "👤"
	}
	return ""
}

// resources are the buttons of the resources. A press adds a card to the
// payment or takes it out.
func (s *solitaire) resources(v *adaman.View, c playChoice) []component {
	var list []component
	for _, card := range v.Resources {
		label, style := s.say.CardLabel(card), secondary
		next := c
		next.Spend ^= decktet.Of(card)
		if c.Made && c.Spend.Has(card) {
			label, style = label+text.Chosen, success
		}
		payable := c.Made && v.Payable(c.Target).Has(card)
		arg := choiceArg(next)
		if !payable {
			arg = "no " + card.String() // it does nothing and must be like no other
		}
		list = append(list, button(label, style, s.idNow("spend", arg)).disabledIf(!payable))
	}
	return list
}

// actions are the buttons below the board.
func (s *solitaire) actions(v *adaman.View, c playChoice) []component {
	control := s.idNow("control", choiceArg(c))
	legal := c.Made && v.Table.Check(adaman.Move{Target: c.Target, Spend: c.Spend}) == nil
	list := []component{
		button(s.say.ControlLabel(c), success, control).disabledIf(!legal),
		button(s.say.ClearChoice(), secondary, s.id("board")).disabledIf(!c.Made),
		button(s.say.GiveUp(), danger, s.idNow("give-up", "")),
		toRules(s.say, s.game.ID, record.Adaman),
	}
	return append(list, s.toOther(secondary)...)
}

// toOther is the button to the other day's deal, if there is one.
func (s *solitaire) toOther(style buttonStyle) []component {
	switch s.other {
	case todayToo:
		return []component{button(s.say.TodaysDeal(), style, buttonID{Action: "daily"})}
	case yesterdayOpen:
		return []component{button(s.say.YesterdaysToo(), style, buttonID{Action: "daily", Arg: fmt.Sprint(s.day.number - 1)})}
	}
	return nil
}

// lastTable is the table of a finished game, as text alone.
func lastTable(say text.Language, v *adaman.View) string {
	none := playChoice{}
	return stack(say.Standing(v), say.PalaceRow(v, none), say.CapitalRow(v, none), say.ResourceRow(v, none), say.Personalities(v))
}

// stack puts texts below each other, but for those that are empty.
func stack(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n")
}

// foot is the small print below a board.
func (s *solitaire) foot() string {
	said := s.say.SuitLetters()
	if s.daily() && s.result == nil {
		said = stack(s.say.OpenUntil(s.day.release()), said)
	}
	if s.game.Kind == store.Archive && s.result == nil {
		said = stack(s.say.ArchiveIs(), said)
	}
	said = stack(s.say.Helped(s.help.Undone, s.help.Hints), said)
	if s.rec.Seal != nil {
		said = stack(said, s.say.Seal(s.rec.Seal.Secret.Seal()))
	}
	return said
}

// giveUpMessage asks once.
func giveUpMessage(s *solitaire) message {
	v := s.view()
	return note(s.say.GiveUpQuestion(&v, s.game.Day),
		button(s.say.GiveUpSurely(), danger, s.idNow("give-up-surely", "")),
		button(s.say.KeepPlaying(), secondary, s.id("board")))
}

// solitaireEnd is a finished game in full, for its player. The note says what
// became of sharing it; if there is none, the message offers it.
func solitaireEnd(s *solitaire, sharing string) message {
	v := s.view()
	parts := []component{
		prose(stack(s.heading(), s.say.LastPlay(&v))),
		prose(s.say.SolitaireEnd(&v, s.result != nil && s.result.Reason == dailyReleased)),
		gallery(boardPicture, s.say.BoardPicture(&v)),
		prose(lastTable(s.say, &v)),
	}
	var list []component
	if said := s.say.OfPossible(v.Outcome, s.facts.Par); s.game.Kind == store.Archive && said != "" {
		parts = append(parts, prose(said))
	}
	if s.daily() {
		end := s.say.DailyEnd(v.Outcome, s.facts.Par, s.field, s.day.phaseAt(s.now))
		if s.void {
			end = stack(end, s.say.DayIsVoid())
		}
		parts = append(parts, prose(stack(end, s.say.StreakNow(s.streak))))
		if sharing == "" {
			sharing, list = s.offerSharing()
		}
	}
	if s.daily() {
		list = append(list, button(s.say.ShareAsText(), secondary, s.id("share-text")))
		if s.public {
			list = append(list, toTable(s.say.TheTable(), s.day.number))
		}
	}
	opened := s.opened()
	switch {
	case opened != nil: // there is a record of the day as well
		list = append(list, button(s.say.YourRecord(), secondary, s.id("record")))
	case s.result != nil:
		list = append(list, button(s.say.Record(), secondary, s.id("record")))
	default:
		list = append(list, s.undoIt(), button(s.say.KeepResult(), secondary, s.idNow("keep", "")))
	}
	switch s.game.Kind {
	case store.Practice:
		list = append(list, button(s.say.AnotherDeal(), primary, buttonID{Action: "practice", Game: s.game.ID, Arg: "0"}))
	case store.Archive:
		list = append(list, button(s.say.ToArchive(), primary, archiveID(0)))
	}
	list = append(list, s.toOther(primary)...)
	list = append(list, opened...)
	small := s.foot()
	if s.result == nil {
		small = stack(s.say.NotKeptYet(), small)
	}
	if s.released() {
		small = stack(small, s.say.Opened(s.rec.Seal.Secret.Hex()))
	}
	parts = append(parts, prose(stack(sharing, small)))
	parts = append(parts, rows(list...)...)
	return message{parts: []component{box(accentEnd, parts...)}, drawing: drawBoard(s.say, v, playChoice{})}
}

// offerSharing is what can be done about sharing a daily, by what its player
// wants and where it is shown.
func (s *solitaire) offerSharing() (said string, buttons []component) {
	shareIt := button(s.say.Share(), success, s.id("share"))
	switch {
	case s.share == store.ShareNever:
		return s.say.NotShared(), nil
	case !s.public:
		return "-# " + s.say.ShareInServer(), nil
	case s.share == store.ShareAlways:
		return "", []component{shareIt}
	}
	return "", []component{
		shareIt,
		button(s.say.AlwaysShare(), secondary, s.id("share-always")),
		button(s.say.NeverAsk(), secondary, s.id("share-never")),
	}
}

// shareMessage is the line that everybody may read.
func shareMessage(say text.Language, s *solitaire) message {
	return note(say.ShareLine(s.shared(s.name)),
		button(say.PlayItToo(), primary, buttonID{Action: "daily", Arg: fmt.Sprint(s.game.Day)}))
}

// deadDealMessage is a numbered practice deal that is over before the first
// play.
func deadDealMessage(say text.Language, number uint64, g *adaman.Game) message {
	v := g.View(games.Spectator)
	return message{
		parts: append([]component{box(accentEnd,
			prose(stack(say.PracticeHeading(number), say.LastPlay(&v))),
			prose(say.DeadDeal(&v)),
			gallery(boardPicture, say.BoardPicture(&v)),
			prose(lastTable(say, &v)),
			prose(say.SuitLetters()),
		)}, rows(button(say.AnotherDeal(), primary, buttonID{Action: "practice", Arg: "0"}))...),
		drawing: drawBoard(say, v, playChoice{}),
	}
}

// practiceQuestion asks what becomes of the practice deal that is open before
// another begins. Number is that of the other, or 0.
func practiceQuestion(s *solitaire, number uint64) message {
	v := s.view()
	return note(s.say.PracticeOpen(s.game.Number, v.Plays),
		button(s.say.GoOnWithIt(), primary, s.id("board")),
		button(s.say.DropAndBegin(), danger, s.idNow("practice-surely", fmt.Sprint(number))))
}

// solitaireMessage is a game of Adaman as it is now.
func solitaireMessage(s *solitaire) message {
	if s.over() {
		return solitaireEnd(s, "")
	}
	return boardMessage(s, playChoice{})
}
