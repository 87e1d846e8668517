package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"windfall/bot/text"
	"windfall/store"
)

// This file shows how the members of a server stand at dailies. What happened on
// a day is everybody's from the day's release on. Before, only those who have
// finished that day's deal see its table, each for themselves; the tables of
// weeks, months and all time have released days alone, for everybody.

// A period is the span of days that a table is of.
type period string

// The periods, as options and ids of buttons have them.
const (
	aDay    period = "day"
	aWeek   period = "week"
	aMonth  period = "month"
	allTime period = "all"
)

// periods in the order of their buttons.
var periods = []struct {
	period period
	label  func(text.Language) string
}{{aDay, text.Language.DayTab}, {aWeek, text.Language.WeekTab}, {aMonth, text.Language.MonthTab}, {allTime, text.Language.AllTimeTab}}

// span returns the first and the last day of the period that day number lies in.
// Weeks begin on Monday; weeks and months are those of UTC, as days are.
func (p period) span(first time.Time, number uint32) (from, to uint32) {
	d := dayOf(first, number)
	switch p {
	case aWeek:
		monday := int64(number) - int64(sinceMonday(d.begins))
		return uint32(max(1, monday)), uint32(monday + 6)
	case aMonth:
		next := time.Date(d.begins.Year(), d.begins.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		return uint32(max(1, int64(number)-int64(d.begins.Day())+1)), dayNumber(first, next) - 1
	case allTime:
		return 1, math.MaxUint32
	}
	return number, number
}

// sinceMonday returns how many days before t the week began.
func sinceMonday(t time.Time) int { return int(t.Weekday()+6) % 7 }

// A tableAsk is the table that somebody asks for: that of a period with a day in
// it, or with the newest released day if number is 0.
type tableAsk struct {
	period period
	number uint32
}

// arg writes an ask into a button's id.
func (a tableAsk) arg() string { return fmt.Sprintf("%s %d", a.period, a.number) }

// parseTableAsk reads what arg wrote.
func parseTableAsk(arg string) (tableAsk, bool) {
	name, number, _ := strings.Cut(arg, " ")
	n, err := strconv.ParseUint(number, 10, 32)
	a := tableAsk{period(name), uint32(n)}
	known := slices.ContainsFunc(periods, func(p struct {
		period period
		label  func(text.Language) string
	}) bool {
		return p.period == a.period
	})
	return a, err == nil && known && a.arg() == arg
}

// leaderboardCommand is /leaderboard.
func leaderboardCommand(ctx context.Context, p *press) error {
	ask := tableAsk{period: period(p.option("period"))}
	if ask.period == "" {
		ask.period = aDay
	}
	if n, given := p.count("day"); given {
		if n < 1 || n > math.MaxUint32 {
			return outOfDate(ctx, p)
		}
		ask.number = uint32(n)
	}
	shown, err := p.tableFor(ctx, ask, false)
	if err != nil {
		return err
	}
	if shown.private {
		return unsent(p.whisper(ctx, shown.message))
	}
	_, err = p.public(ctx, shown.message)
	return unsent(err)
}

// leaderboardButton shows a table to whoever presses it, in a message of its own:
// what the button is on stays for everybody, with the place of the one who asked
// for it.
func leaderboardButton(ctx context.Context, p *press) error {
	shown, err := p.tableOfButton(ctx)
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, shown.message))
}

// leaderboardPageButton puts a table into the place of the one that it is on.
func leaderboardPageButton(ctx context.Context, p *press) error {
	shown, err := p.tableOfButton(ctx)
	if err != nil {
		return err
	}
	return p.show(ctx, shown.message)
}

func (p *press) tableOfButton(ctx context.Context) (*shownTable, error) {
	ask, ok := parseTableAsk(p.button.Arg)
	if !ok {
		return nil, outOfDate(ctx, p)
	}
	return p.tableFor(ctx, ask, true)
}

// toTable is a button that opens the table of a day.
func toTable(label string, number uint32) component {
	return button(label, secondary, buttonID{Action: "leaderboard", Arg: tableAsk{aDay, number}.arg()})
}

// A shownTable is a table on its way to a screen.
type shownTable struct {
	message message
	private bool // for the presser alone
}

// tableFor makes the table that the presser asks for, for their eyes alone if
// private, or if it is not everybody's yet.
func (p *press) tableFor(ctx context.Context, ask tableAsk, private bool) (shown *shownTable, err error) {
	if p.guild == 0 {
		return nil, refuse(p.reader.TableElsewhere())
	}
	if err := p.catchUp(ctx); err != nil {
		return nil, err
	}
	err = p.store.View(ctx, func(tx Tx) error {
		first, err := tx.FirstDay(p.now())
		if errors.Is(err, store.ErrNotFound) {
			return refuse(p.reader.NoDailyYet())
		}
		if err != nil {
			return err
		}
		me, _ := tx.PlayerNumber(p.member.ID)
		v := tableViewer{tx: tx, guild: p.guild, first: first, me: me, newest: lastReleased(first, p.now()), today: dayAt(first, p.now()).number, private: private, reader: p.reader, server: p.server}
		if v.hidden, err = hiddenMember(tx, me); err != nil {
			return err
		}
		shown, err = v.table(ask)
		return err
	})
	return shown, err
}

// A tableViewer is somebody who looks at the tables of a server.
type tableViewer struct {
	tx      Tx
	reader  text.Language // theirs
	server  text.Language // for what everybody sees
	guild   store.ID
	first   time.Time    // lies in day 1
	me      store.Player // 0 for nobody
	newest  uint32       // the newest released day, 0 if there is none
	today   uint32
	private bool // nobody else sees it
	hidden  bool // they are left out themselves
}

// say is the language of a table.
func (v tableViewer) say() text.Language {
	if v.private {
		return v.reader
	}
	return v.server
}

// table returns the table for an ask, or a refusal that says when there is one.
func (v tableViewer) table(ask tableAsk) (*shownTable, error) {
	if ask.number > v.today {
		return nil, refuse(v.reader.StillToCome(ask.number), v.toNewest()...)
	}
	if ask.number == 0 || ask.number > v.newest && ask.period != aDay {
		ask.number = v.newest
	}
	if ask.number == 0 && ask.period != aDay {
		return nil, refuse(v.reader.NoTableYet(1, dayOf(v.first, 1).release()))
	}
	ask.number = max(1, ask.number) // the first day is not released yet
	if ask.period != aDay {
		return v.days(ask)
	}
	if ask.number <= v.newest {
		t, err := v.day(ask.number)
		if err != nil {
			return nil, err
		}
		opened, err := v.opened(ask.number)
		if err != nil {
			return nil, err
		}
		return v.show(ask, v.say().TableOfDay(&t), ask.number, ask.number, opened...), nil
	}
	finished, err := v.finished(ask.number)
	if err != nil {
		return nil, err
	}
	if !finished {
		attempts, err := v.tx.Attempts(ask.number)
		if err != nil {
			return nil, err
		}
		return nil, refuse(v.reader.TableNotReleased(ask.number, len(attempts), dayOf(v.first, ask.number).release()), v.toNewest()...)
	}
	v.private = true
	t, err := v.day(ask.number)
	if err != nil {
		return nil, err
	}
	return v.show(ask, v.say().TableOfDay(&t), ask.number, ask.number), nil
}

// opened are the buttons to what a day's release has opened, none if the day was
// never dealt.
func (v tableViewer) opened(number uint32) ([]component, error) {
	d, err := v.tx.Day(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return openedButtons(v.say(), number, d.Par > 0), err
}

// toNewest is the button to the newest table that is everybody's, if there is
// one.
func (v tableViewer) toNewest() []component {
	if v.newest == 0 {
		return nil
	}
	return []component{toTable(v.reader.ToNewestTable(), v.newest)}
}

// finished reports whether the viewer has finished a day's deal.
func (v tableViewer) finished(number uint32) (bool, error) {
	if v.me == 0 {
		return false, nil
	}
	id, err := v.tx.Attempt(v.me, number)
	if err == nil {
		_, err = v.tx.ResultOf(id)
	}
	if isAbsent(err) {
		return false, nil
	}
	return err == nil, err
}

// day reads the table of a day.
func (v tableViewer) day(number uint32) (text.DayTable, error) {
	d := dayOf(v.first, number)
	t := text.DayTable{Number: number, Date: d.begins}
	if number > v.newest {
		t.Opens = d.release()
	}
	rows, err := rankDay(seen(v.tx, v.tx.Standings(v.guild, number, number)))
	if err != nil {
		return t, err
	}
	if t.Par, err = parOf(v.tx, number); err != nil {
		return t, err
	}
	void, err := voidDays(v.tx)
	if err != nil {
		return t, err
	}
	t.Void, t.Members = void(number), len(rows)
	me := slices.IndexFunc(rows, func(r dayPlace) bool { return r.Player == v.me })
	for _, i := range shownOf(len(rows), me) {
		r := &rows[i]
		line := text.DayPlace{Place: r.place, Row: i, Score: r.Score, Won: r.Won, Plays: r.Plays}
		if line.Name, err = v.name(r.Player); err != nil {
			return t, err
		}
		t.Places = append(t.Places, line)
	}
	return t, nil
}

// days makes the table of several days, the released ones among them.
func (v tableViewer) days(ask tableAsk) (*shownTable, error) {
	from, to := ask.period.span(v.first, ask.number)
	released := min(to, v.newest)
	t := text.DaysTable{NotYet: released < min(to, v.today)}
	switch begins := dayOf(v.first, ask.number).begins; ask.period {
	case aWeek:
		t.Title = v.say().WeekTitle(begins.AddDate(0, 0, -sinceMonday(begins)))
	case aMonth:
		t.Title = v.say().MonthTitle(begins)
	default:
		t.Title = v.say().AllTimeTitle()
	}
	void, err := voidDays(v.tx)
	if err != nil {
		return nil, err
	}
	pars := map[uint32]int{}
	for number := from; number <= released; number++ {
		d, err := v.tx.Day(number)
		switch {
		case void(number):
			t.Void++
		case errors.Is(err, store.ErrNotFound): // never dealt, so nobody has played it
		case err != nil:
			return nil, err
		case d.Par <= 0:
			t.Unknown++
		default:
			pars[number] = d.Par
		}
	}
	ranked, err := rankDays(seen(v.tx, v.tx.Standings(v.guild, from, released)), pars)
	if err != nil {
		return nil, err
	}
	t.Days, t.Members = len(pars), len(ranked.places)
	me := slices.IndexFunc(ranked.places, func(r daysPlace) bool { return r.player == v.me })
	rows := shownOf(len(ranked.places), me)
	digits := ranked.digits(rows)
	for _, i := range rows {
		r := &ranked.places[i]
		line := text.DaysPlace{Place: r.place, Row: i, Sum: ranked.sum(r, digits), Played: r.played, Won: r.won}
		if line.Name, err = v.name(r.player); err != nil {
			return nil, err
		}
		t.Places = append(t.Places, line)
	}
	return v.show(ask, v.say().TableOfDays(&t), from, to), nil
}

// parOf returns the best possible score of a day, 0 if it is not known.
func parOf(tx Tx, number uint32) (int, error) {
	d, err := tx.Day(number)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return max(0, d.Par), err
}

// name returns what a member is called in a table.
func (v tableViewer) name(player store.Player) (string, error) {
	name := v.say().Somebody()
	profile, err := v.tx.Profile(player)
	if err != nil {
		return "", err
	}
	if profile.ID != 0 {
		if known := cleanName(profile.Name); known != "" {
			name = known
		}
	}
	if player == v.me {
		return v.say().Asker(escape(name), v.private), nil
	}
	return escape(name), nil
}

// show makes a message of a table, with the buttons to other periods and to what
// came before and after the days from and to, and more of them below.
func (v tableViewer) show(ask tableAsk, said string, from, to uint32, more ...component) *shownTable {
	action := "leaderboard"
	if v.private {
		action = "leaderboard-page"
	}
	lead := func(label string, to tableAsk) component {
		return button(label, secondary, buttonID{Action: action, Arg: to.arg()})
	}
	var list []component
	for _, p := range periods {
		list = append(list, lead(p.label(v.say()), tableAsk{p.period, ask.number}).disabledIf(p.period == ask.period))
	}
	if v.private && v.hidden {
		said += "\n" + v.say().LeftOut()
	}
	parts := append([]component{prose(said)}, rows(list...)...)
	last := v.newest
	if ask.period == aDay {
		last = v.today
	}
	var turn []component
	if from > 1 {
		turn = append(turn, lead(v.say().Earlier(), tableAsk{ask.period, from - 1}))
	}
	if to < last {
		label := v.say().Later()
		if to+1 > v.newest {
			label = v.say().TableSoFar()
		}
		turn = append(turn, lead(label, tableAsk{ask.period, to + 1}))
	}
	parts = append(parts, rows(turn...)...)
	parts = append(parts, rows(more...)...)
	return &shownTable{message{parts: []component{box(accentQuiet, parts...)}}, v.private}
}

// releasedBoard returns the table of a day in a server as everybody may see it,
// in the language of the server, with nobody's line marked. The error is [store.ErrNotFound] if that day is not
// released at now.
func releasedBoard(tx Tx, say text.Language, guild store.ID, number uint32, now time.Time) (text.DayTable, error) {
	first, err := tx.FirstDay(now)
	if err != nil {
		return text.DayTable{}, err
	}
	v := tableViewer{tx: tx, server: say, guild: guild, first: first, newest: lastReleased(first, now), today: dayAt(first, now).number}
	if number == 0 || number > v.newest {
		return text.DayTable{}, fmt.Errorf("the table of day %d: %w", number, store.ErrNotFound)
	}
	return v.day(number)
}
