package bot

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"windfall/bot/text"
	"windfall/store"
)

// This file shows ratings: the board of a server, and how one member's went.

// ratingsOnPage is how many members a page of the board has.
const ratingsOnPage = 10

// ratingsCommand is /ratings.
func ratingsCommand(ctx context.Context, p *press) error {
	m, err := p.ratingsPage(ctx, 0, false)
	if err != nil {
		return err
	}
	_, err = p.public(ctx, m)
	return unsent(err)
}

// ratingsButton turns to a page in a message of its own, for the presser alone:
// what the button is on stays for everybody.
func ratingsButton(ctx context.Context, p *press) error {
	m, err := p.ratingsOfButton(ctx)
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, m))
}

// ratingsPageButton turns to a page in the message that it is on.
func ratingsPageButton(ctx context.Context, p *press) error {
	m, err := p.ratingsOfButton(ctx)
	if err != nil {
		return err
	}
	return p.show(ctx, m)
}

func (p *press) ratingsOfButton(ctx context.Context) (message, error) {
	page, err := strconv.Atoi(p.button.Arg)
	if err != nil {
		return message{}, outOfDate(ctx, p)
	}
	return p.ratingsPage(ctx, page, true)
}

// ratingsPage is a page of the board, from 0, as the presser may see it. One that
// there is not (any more) is the nearest that there is.
func (p *press) ratingsPage(ctx context.Context, page int, private bool) (message, error) {
	say := p.server
	if private {
		say = p.reader
	}
	if p.guild == 0 {
		return message{}, refuse(p.reader.NoRatingsHere())
	}
	level := p.rateAll(ctx)
	var shown text.RatingBoard
	err := p.store.View(ctx, func(tx Tx) error {
		me, _ := tx.PlayerNumber(p.member.ID)
		board, err := ratingBoard(tx, p.guild, p.now(), p.log)
		if err != nil {
			return err
		}
		if private && me != 0 {
			profile, err := tx.Profile(me)
			if err != nil {
				return err
			}
			shown.Hidden = profile.Hidden
		}
		board.show(&shown, page, me)
		return nil
	})
	if err != nil {
		return message{}, err
	}
	shown.Behind = !level
	parts := []component{prose(say.RatingsOf(&shown, private))}
	if shown.Pages > 1 {
		action := "ratings"
		if private {
			action = "ratings-page"
		}
		to := func(page int) buttonID { return buttonID{Action: action, Arg: strconv.Itoa(page)} }
		page := shown.Page - 1
		parts = append(parts, rows(
			button(say.Back(), secondary, to(page-1)).disabledIf(page == 0),
			button(say.Next(), secondary, to(page+1)).disabledIf(page == shown.Pages-1),
		)...)
	}
	return message{parts: []component{box(accentQuiet, parts...)}}, nil
}

// rateAll brings the ratings up to date before they are shown, and reports whether
// they are. If that cannot be done, what there is can be shown all the same.
func (p *press) rateAll(ctx context.Context) (level bool) {
	level, err := p.rateMore(ctx)
	if err != nil {
		p.log.Error("the ratings cannot be brought up to date", "error", err)
	}
	return level && err == nil
}

// A ratedPlayer is a member on the board.
type ratedPlayer struct {
	text.RatingPlace
	player store.Player
}

// certain is what a rating almost certainly is at least, by which members are
// ordered. It is made of what they see, so that they can follow the order.
func (r *ratedPlayer) certain() int { return r.Points - r.Within }

// A ratedBoard is those with a rating in a server: first the settled ones by
// place, then the others, the least uncertain first.
type ratedBoard []ratedPlayer

// ratingBoard reads the board of a server. Who is hidden or forgotten is not on
// it, and takes nobody's place. A rating that is damaged is passed over.
func ratingBoard(tx Tx, guild store.ID, now time.Time, log *slog.Logger) (ratedBoard, error) {
	var settled, others ratedBoard
	damaged := func(row store.RatingRow, err error) {
		log.Warn("a rating is damaged and not shown; windfall ratings --rebuild makes it anew", "player", row.Player, "error", err)
	}
	for row, err := range tx.RatedPlayers(guild) {
		if err != nil {
			damaged(row, err)
			continue
		}
		profile, err := tx.Profile(row.Player)
		if err != nil {
			return nil, err
		}
		if profile.ID == 0 || profile.Hidden {
			continue
		}
		r, err := ratingNow(row.Rating, row.Week, now)
		if err != nil {
			damaged(row, err)
			continue
		}
		name := cmp.Or(cleanName(profile.Name), nobody)
		p := ratedPlayer{text.RatingPlace{Name: escape(name), Games: row.Games}, row.Player}
		p.Points, p.Within = r.Plain()
		if p.Within <= text.MostUncertain {
			settled = append(settled, p)
		} else {
			others = append(others, p)
		}
	}
	rank(settled, func(a, b *ratedPlayer) int { return cmp.Compare(b.certain(), a.certain()) },
		func(r *ratedPlayer) store.Player { return r.player }, func(r *ratedPlayer, place int) { r.Place = place })
	slices.SortFunc(others, func(a, b ratedPlayer) int {
		return cmp.Or(cmp.Compare(a.Within, b.Within), cmp.Compare(a.player, b.player))
	})
	return append(settled, others...), nil
}

// show puts a page into what is said. me is whoever asks, 0 for nobody.
func (b ratedBoard) show(shown *text.RatingBoard, page int, me store.Player) {
	shown.Members, shown.Pages = len(b), (len(b)+ratingsOnPage-1)/ratingsOnPage
	page = max(0, min(page, shown.Pages-1))
	shown.Page = page + 1
	for i := range b {
		line := b[i].RatingPlace
		line.Asker = me != 0 && b[i].player == me
		switch {
		case i/ratingsOnPage == page && line.Place > 0:
			shown.Settled = append(shown.Settled, line)
		case i/ratingsOnPage == page:
			shown.Unsettled = append(shown.Unsettled, line)
		case line.Asker:
			shown.Own = &line
		}
	}
}

// weeksOfCurve is how far back a curve goes: a year.
const weeksOfCurve = 53

// ratingCurve reads how a player's rating went in a server, through the open
// week, at most over a year. Weeks whose rating is damaged are passed over.
func ratingCurve(tx Tx, guild store.ID, p store.Player, now time.Time) (c text.RatingCurve, err error) {
	var rows []store.RatingRow
	for row, err := range tx.RatingsOf(guild, p) {
		if _, odd := ratingNow(row.Rating, row.Week, now); err != nil || odd != nil {
			continue
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return c, nil
	}
	last := max(weekOf(now), rows[len(rows)-1].Week)
	week := rows[0].Week
	if last-week >= weeksOfCurve {
		week = last - weeksOfCurve + 1
	}
	at := 0 // the row that week has, or the last before it
	for ; week <= last; week++ {
		for at+1 < len(rows) && rows[at+1].Week <= week {
			at++
		}
		r, err := idle(rows[at].Rating, int64(week)-int64(rows[at].Week))
		if err != nil {
			return c, err
		}
		w := text.RatingWeek{Monday: weekBegins(week), Played: rows[at].Week == week}
		w.Points, w.Within = r.Plain()
		c.Weeks = append(c.Weeks, w)
	}
	return c, nil
}
