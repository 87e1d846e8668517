package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/store"
)

// This file is the list of all that a member plays, on every server and alone,
// with what waits for them first. Only they see it.

// gamesCommand is /games.
func gamesCommand(ctx context.Context, p *press) error { return p.showGames(ctx, 0) }

// gamesButton shows a page of the list as it is now.
func gamesButton(ctx context.Context, p *press) error {
	page, err := strconv.Atoi(p.button.Arg)
	if err != nil {
		return outOfDate(ctx, p)
	}
	return p.showGames(ctx, page)
}

// gamesID is the id of a button that shows a page of the list.
func gamesID(page int) buttonID { return buttonID{Action: "games", Arg: strconv.Itoa(page)} }

// A waiting says who has to do something about a game, the most pressing first.
type waiting int

const (
	forMe      waiting = iota // and somebody else waits
	forMeAlone                // and nobody else waits: today's daily
	forOthers
	forNobody
)

// An entry of the list.
type playing struct {
	waiting waiting
	until   time.Time // when it is over, zero if it has no end
	since   time.Time
	said    string
	button  component // of what can be played from here, else it is empty
}

// before orders the list: what waits for the reader first, and of that what ends
// soonest and then what waits longest.
func (g *playing) before(other *playing) int {
	switch {
	case g.waiting != other.waiting:
		return cmp.Compare(g.waiting, other.waiting)
	case g.until.IsZero() != other.until.IsZero():
		if other.until.IsZero() {
			return -1
		}
		return 1
	}
	return cmp.Or(g.until.Compare(other.until), g.since.Compare(other.since))
}

func (p *press) showGames(ctx context.Context, page int) error {
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	var list []playing
	err := p.store.View(ctx, func(tx Tx) (err error) {
		list, err = p.playing(tx)
		return err
	})
	if err != nil {
		return err
	}
	return p.show(ctx, gamesMessage(p.reader, list, page))
}

// playing reads all that the presser plays.
func (p *press) playing(tx Tx) (list []playing, err error) {
	me, met := tx.PlayerNumber(p.member.ID)
	today, err := p.todaysDaily(tx, me)
	if err != nil {
		return nil, err
	}
	list = append(list, today)
	if !met {
		return list, nil
	}
	open, err := tx.GamesOf(me)
	if err != nil {
		return nil, err
	}
	for _, g := range open {
		var line playing
		switch g.Kind {
		case store.Table:
			line, err = p.atTable(tx, me, g.ID)
		case store.Challenge:
			line, err = p.challenged(tx, me, g.ID)
		case store.Robot:
			line, err = p.againstBot(tx, g.ID)
		default:
			if line = p.alone(&g); line.said == "" {
				continue // today's daily is in the list already
			}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, line)
	}
	slices.SortStableFunc(list, func(a, b playing) int { return a.before(&b) })
	return list, nil
}

// link leads to a message, or to its channel if it is not posted.
func link(guild, channel, message store.ID) string {
	where := fmt.Sprintf("https://discord.com/channels/%d/%d", guild, channel)
	if message == 0 {
		return where
	}
	return fmt.Sprintf("%s/%d", where, message)
}

// linkTo leads to where a game is played.
func linkTo(g *store.Game) string { return link(g.Guild, g.Channel, g.Message.ID) }

// atTable is a game of Adam & Eva between members.
func (p *press) atTable(tx Tx, me store.Player, id uint64) (playing, error) {
	t, err := p.readTable(tx, id)
	if err != nil {
		return playing{}, err
	}
	seat, _ := t.rec.AdamEva.ToMove()
	mine := t.seatOf(me)
	line := playing{waiting: forOthers, since: t.game.Moved, until: t.notes.Clock.Deadline, button: p.toHand(t, mine)}
	if seat == mine {
		line.waiting = forMe
	}
	if t.notes.Clock.Paused {
		line.waiting = forNobody
		line.said = p.reader.PlaysPaused(t.names[max(0, mine.Other())], linkTo(&t.game))
		return line, nil
	}
	line.said = p.reader.PlaysAtTable(t.names[max(0, mine.Other())], seat == mine, line.since, line.until, linkTo(&t.game))
	return line, nil
}

// toHand shows a player their hand, wherever they are: all moves are made from it,
// so nobody has to see the channel of their table.
func (p *press) toHand(t *table, seat games.Seat) component {
	other := max(0, seat.Other())
	name := t.called()[other] // a label is no markdown
	if t.forgotten[other] {
		name = p.reader.Somebody()
	}
	return button(p.reader.HandAgainst(name), secondary, t.id("hand"))
}

// challenged is a challenge that waits for an answer.
func (p *press) challenged(tx Tx, me store.Player, id uint64) (playing, error) {
	c, err := readChallenge(tx, id)
	if err != nil {
		return playing{}, err
	}
	line := playing{waiting: forOthers, since: c.game.Begun, until: c.game.Due}
	where := linkTo(&c.game)
	switch {
	case c.open():
		line.said = p.reader.ChallengesAnybody(line.until, where)
	case c.game.Owner == me:
		line.said = p.reader.Challenges(c.names[1], line.until, where)
	default:
		line.waiting = forMe
		line.said = p.reader.IsChallenged(c.names[0], line.until, where)
	}
	return line, nil
}

// againstBot is a game of Adam & Eva for practice.
func (p *press) againstBot(tx Tx, id uint64) (playing, error) {
	s, err := p.readVersus(tx, id)
	if err != nil {
		return playing{}, err
	}
	return playing{
		waiting: forNobody, since: s.game.Moved, said: p.reader.PlaysAgainstBot(s.level.String(), s.game.Moved),
		button: button(p.reader.GoOnAgainstBot(), secondary, s.id("versus")),
	}, nil
}

// alone is a game of Adaman that is not today's daily.
func (p *press) alone(g *store.Game) playing {
	line := playing{waiting: forNobody, since: g.Moved}
	goOn := func(label string) component {
		return button(label, secondary, buttonID{Action: "board", Game: g.ID})
	}
	switch g.Kind {
	case store.Practice:
		line.said, line.button = p.reader.PlaysPractice(g.Number, g.Moved), goOn(p.reader.GoOnPractice())
	case store.Archive:
		line.said, line.button = p.reader.PlaysArchive(g.Day, g.Moved), goOn(p.reader.GoOnArchive())
	case store.Daily:
		// Yesterday's, for an hour after midnight. Today's was read before.
		if !p.now().Before(g.Due.Add(-releaseAfter)) {
			line.waiting, line.until = forMeAlone, g.Due
			line.said, line.button = p.reader.PlaysYesterdays(g.Day, g.Due), goOn(p.reader.GoOnYesterdays())
		}
	}
	return line
}

// todaysDaily is how it stands between a member, 0 if they were never met, and
// today's deal.
func (p *press) todaysDaily(tx Tx, me store.Player) (playing, error) {
	now := p.now()
	first, err := tx.FirstDay(now)
	if errors.Is(err, store.ErrNotFound) {
		first, err = now, nil // whoever begins it makes this the first day
	}
	if err != nil {
		return playing{}, err
	}
	d := dayAt(first, now)
	line := playing{waiting: forMeAlone, until: d.ends()}
	_, void, err := dayVoid(tx, d.number)
	if err != nil {
		return playing{}, err
	}
	toDaily := func(label string) component { return button(label, primary, buttonID{Action: "daily"}) }
	line.said, line.button = p.reader.TodayNotBegun(d.number, line.until), toDaily(p.reader.BeginToday())
	if void {
		line = playing{waiting: forNobody, said: p.reader.TodayIsVoid(d.number)}
	}
	if me == 0 {
		return line, nil
	}
	s, err := p.attempt(tx, me, d)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return line, nil
	case errors.Is(err, store.ErrGone):
		return playing{waiting: forNobody, said: p.reader.TodayIsGone(d.number)}, nil
	case err != nil:
		return playing{}, err
	case s.result != nil:
		return playing{
			waiting: forNobody, said: p.reader.TodayFinished(d.number, s.result.Outcome, s.result.Score),
			button: button(p.reader.SeeToday(), secondary, s.id("board")),
		}, nil
	}
	line.waiting, line.until = forMeAlone, d.release()
	line.said, line.button = p.reader.TodayBegun(d.number, line.until), toDaily(p.reader.GoOnToday())
	return line, nil
}

// gamesPerPage is how many lines of the list stand on a page: with the longest
// names they fit into a message.
const gamesPerPage = 10

// gamesMessage is a page of the list. One that is not there (any more) is the
// nearest that is.
func gamesMessage(say text.Language, list []playing, page int) message {
	pages := max(1, (len(list)+gamesPerPage-1)/gamesPerPage)
	page = min(max(0, page), pages-1)
	from := page * gamesPerPage
	said := say.GamesTitle()
	if !slices.ContainsFunc(list, func(g playing) bool { return g.waiting == forMe || g.waiting == forOthers }) {
		said += "\n" + say.NoGames()
	}
	last := ""
	var buttons []component
	for _, g := range list[from:min(len(list), from+gamesPerPage)] {
		heading := say.WaitsForYou()
		switch g.waiting {
		case forOthers:
			heading = say.WaitsForOthers()
		case forNobody:
			heading = say.WaitsForNobody()
		}
		if heading != last {
			said += "\n" + heading
			last = heading
		}
		said += "\n" + g.said
		if g.button.Type != 0 {
			buttons = append(buttons, g.button)
		}
	}
	if pages > 1 {
		said += "\n" + say.PageOf(page+1, pages)
	}
	parts := append([]component{prose(said)}, rows(buttons...)...)
	var turn []component
	if pages > 1 {
		turn = []component{
			button(say.Back(), secondary, gamesID(page-1)).disabledIf(page == 0),
			button(say.Next(), secondary, gamesID(page+1)).disabledIf(page == pages-1),
		}
	}
	turn = append(turn, button(say.LookAgain(), secondary, buttonID{Action: "games", Version: 1, Arg: strconv.Itoa(page)}))
	parts = append(parts, rows(turn...)...)
	return message{parts: []component{box(accentQuiet, parts...)}}
}
