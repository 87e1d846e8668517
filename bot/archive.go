package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/record"
	"windfall/store"
)

// This file is the archive: the days that have been released, what its reader
// did on them, and playing one of them again. A day that is not released yet is
// in no way part of it.

// lastReleased returns the number of the newest day that is released at now, or
// 0 if none is.
func lastReleased(first, now time.Time) uint32 {
	return max(1, dayNumber(first, now.Add(-releaseAfter))) - 1
}

// An archived day is a released day as one member sees it.
type archived struct {
	day   day
	kept  store.Day
	facts text.ArchivedDay

	attempt uint64 // their finished game of the day itself, 0 if there is none
	public  bool   // it is shown in a server, which has a table of the day
}

// archiveCommand is /adaman archive.
func archiveCommand(ctx context.Context, p *press) error { return p.archivePage(ctx, 0) }

// archiveButton shows a page of the archive, 0 being the newest.
func archiveButton(ctx context.Context, p *press) error {
	page, err := strconv.ParseUint(p.button.Arg, 10, 32)
	if err != nil {
		return outOfDate(ctx, p)
	}
	return p.archivePage(ctx, int(page))
}

// archiveID is the id of a button that shows a page of the archive.
func archiveID(page int) buttonID {
	return buttonID{Action: "archive", Arg: strconv.Itoa(max(0, page))}
}

// daysPerPage is how many days stand on a page. A menu could hold more; a screen
// of a phone not.
const daysPerPage = 10

// An archivePart is a page of the archive.
type archivePart struct {
	number int // of the page, from 0
	days   []archived
	older  bool      // whether there is a page after it
	next   time.Time // when the next day is released
}

func (p *press) archivePage(ctx context.Context, page int) error {
	var part archivePart
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	err := p.store.View(ctx, func(tx Tx) (err error) {
		part, err = p.archivePart(tx, page)
		return err
	})
	if err != nil {
		return err
	}
	return p.show(ctx, archiveMessage(p.reader, &part))
}

// archivePart reads a page. One that is not there (any more) is the last that
// is. Days without a deal are left out, so that pages have to be counted from the
// newest day.
func (p *press) archivePart(tx Tx, page int) (part archivePart, err error) {
	now := p.now()
	first, err := tx.FirstDay(now)
	if errors.Is(err, store.ErrNotFound) {
		part.next = dayAt(now, now).release()
		return part, nil
	}
	if err != nil {
		return part, err
	}
	last := lastReleased(first, now)
	part.next = dayOf(first, last+1).release()
	var numbers []uint32
	for n := last; n >= 1; n-- {
		_, err := tx.Day(n)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return part, err
		}
		if len(numbers) == daysPerPage {
			if part.number == page {
				part.older = true
				break
			}
			part.number++
			numbers = numbers[:0]
		}
		numbers = append(numbers, n)
	}
	best, err := p.archiveResults(tx)
	if err != nil {
		return part, err
	}
	for _, n := range numbers {
		a, err := p.archivedDay(tx, first, n, best)
		if err != nil {
			return part, err
		}
		part.days = append(part.days, a)
	}
	return part, nil
}

// archiveResults returns the best that the presser has made of each day in the
// archive, by its number.
func (p *press) archiveResults(tx Tx) (map[uint32]text.DidAt, error) {
	best := map[uint32]text.DidAt{}
	me, met := tx.PlayerNumber(p.member.ID)
	if !met {
		return best, nil
	}
	for r, err := range tx.Results(me, 0) {
		if err != nil {
			return nil, err
		}
		if r.Kind != store.Archive {
			continue
		}
		if b, ok := best[r.Day]; !ok || r.Score > b.Score {
			best[r.Day] = didAt(&r)
		}
	}
	return best, nil
}

// didAt is what a result says to its player.
func didAt(r *store.Result) text.DidAt {
	return text.DidAt{Outcome: r.Outcome, Score: r.Score, Plays: r.Plays, Unfinished: r.Reason == dailyReleased}
}

// archivedDay reads a day that is released. The error is [store.ErrNotFound] if
// it was never dealt.
func (p *press) archivedDay(tx Tx, first time.Time, number uint32, best map[uint32]text.DidAt) (a archived, err error) {
	a.day, a.public = dayOf(first, number), p.guild != 0
	if a.kept, err = tx.Day(number); err != nil {
		return a, err
	}
	a.facts = text.ArchivedDay{
		Number: number, Date: a.day.begins,
		Par: a.kept.Par, Won: a.kept.Won, Played: a.kept.Played,
	}
	if _, a.facts.Void, err = dayVoid(tx, number); err != nil {
		return a, err
	}
	if did, ok := best[number]; ok {
		a.facts.Again = &did
	}
	me, met := tx.PlayerNumber(p.member.ID)
	if !met {
		return a, nil
	}
	id, err := tx.Attempt(me, number)
	if err != nil {
		return a, absentIsNone(err)
	}
	r, err := tx.ResultOf(id)
	if err != nil {
		return a, absentIsNone(err)
	}
	did := didAt(&r)
	a.facts.First, a.attempt = &did, id
	return a, nil
}

// absentIsNone lets pass that something is not there.
func absentIsNone(err error) error {
	if isAbsent(err) {
		return nil
	}
	return err
}

// archiveMessage is a page of the archive.
func archiveMessage(say text.Language, part *archivePart) message {
	if len(part.days) == 0 {
		return note(say.ArchiveEmpty(part.next))
	}
	said := say.ArchiveTitle()
	var days []option
	for _, a := range part.days {
		said += "\n" + say.ArchiveLine(&a.facts)
		days = append(days, option{
			Label: say.ArchiveOption(&a.facts), Value: strconv.FormatUint(uint64(a.day.number), 10),
			Description: say.ArchiveOptionDid(&a.facts),
		})
	}
	parts := []component{prose(said), menu(say.ChooseADay(), buttonID{Action: "archive-day"}, days...)}
	if part.number > 0 || part.older {
		parts = append(parts, rows(
			button(say.Newer(), secondary, archiveID(part.number-1)).disabledIf(part.number == 0),
			button(say.Older(), secondary, buttonID{Action: "archive", Arg: strconv.Itoa(part.number + 1)}).disabledIf(!part.older))...)
	}
	parts = append(parts, prose(say.ArchiveFoot()))
	return message{parts: []component{box(accentQuiet, parts...)}}
}

// archiveNumber reads which day a press names: the button's argument, or what
// was chosen from a menu.
func (p *press) archiveNumber() (uint32, bool) {
	arg := p.button.Arg
	if arg == "" && len(p.chosen) == 1 {
		arg = p.chosen[0]
	}
	n, err := strconv.ParseUint(arg, 10, 32)
	return uint32(n), err == nil && n > 0
}

// releasedDay reads a day that is released, and refuses any other. Nothing of it
// tells what a day that is to come is like.
func (p *press) releasedDay(tx Tx, number uint32) (first time.Time, kept store.Day, err error) {
	now := p.now()
	first, err = tx.FirstDay(now)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return first, kept, err
	}
	if err != nil || number > lastReleased(first, now) {
		return first, kept, refuse(p.reader.NotReleased(), button(p.reader.ToArchive(), primary, archiveID(0)))
	}
	kept, err = tx.Day(number)
	if errors.Is(err, store.ErrNotFound) {
		err = p.neverDealt(tx, number, button(p.reader.ToArchive(), primary, archiveID(0)))
	}
	return first, kept, err
}

// neverDealt refuses a day of which there is no deal.
func (p *press) neverDealt(tx Tx, number uint32, there ...component) error {
	_, void, err := dayVoid(tx, number)
	if err != nil {
		return err
	}
	return refuse(p.reader.NeverDealt(number, void), there...)
}

// archiveDayButton shows one day of the archive.
func archiveDayButton(ctx context.Context, p *press) error {
	number, ok := p.archiveNumber()
	if !ok {
		return outOfDate(ctx, p)
	}
	var a archived
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	err := p.store.View(ctx, func(tx Tx) error {
		first, _, err := p.releasedDay(tx, number)
		if err != nil {
			return err
		}
		did, err := p.archiveResults(tx)
		if err != nil {
			return err
		}
		a, err = p.archivedDay(tx, first, number, did)
		return err
	})
	if err != nil {
		return err
	}
	return p.show(ctx, archiveDayMessage(p.reader, &a))
}

// archiveDayMessage is a day of the archive, with what can be done about it.
func archiveDayMessage(say text.Language, a *archived) message {
	number := strconv.FormatUint(uint64(a.day.number), 10)
	parts := []component{
		prose(say.ArchiveDay(&a.facts)),
		prose(stack(say.ArchiveIs(), say.Seal(games.Secret(a.kept.Secret).Seal()))),
	}
	list := []component{
		button(say.PlayIt(), primary, buttonID{Action: "archive-play", Arg: number}),
		button(say.ToArchive(), secondary, archiveID(0)),
	}
	if a.attempt != 0 {
		list = append(list, button(say.YourResult(), secondary, buttonID{Action: "board", Game: a.attempt}))
	}
	if a.public {
		list = append(list, toTable(say.TheTable(), a.day.number))
	}
	list = append(list, openedButtons(say, a.day.number, a.kept.Par > 0)...)
	parts = append(parts, rows(list...)...)
	return message{parts: []component{box(accentQuiet, parts...)}}
}

// archivePlayButton begins a game with the deal of a released day, or goes on
// with the one that is open.
func archivePlayButton(ctx context.Context, p *press) error { return p.archivePlay(ctx, false) }

// archiveSurelyButton does so in the place of one that is open.
func archiveSurelyButton(ctx context.Context, p *press) error { return p.archivePlay(ctx, true) }

// archivePlay begins a game from the archive, one at a time for each member.
// Another that is open is dropped for it only if its player has said so of the
// state that the button shows.
func (p *press) archivePlay(ctx context.Context, surely bool) error {
	number, ok := p.archiveNumber()
	if !ok {
		return outOfDate(ctx, p)
	}
	var s *solitaire
	ask, begun := false, false
	err := p.store.Update(ctx, func(tx Tx) error {
		_, kept, err := p.releasedDay(tx, number)
		if err != nil {
			return err
		}
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		open, err := p.inTheWay(tx, me.Player, store.Archive, surely)
		if err != nil {
			return err
		}
		if open != nil {
			ask = open.Day != number
			s, err = p.readSolitaire(tx, open.ID)
			return err
		}
		id, err := p.beginArchived(tx, me, &kept)
		if err != nil {
			return err
		}
		begun = true
		s, err = p.readSolitaire(tx, id)
		return err
	})
	if err != nil {
		return err
	}
	if begun {
		p.deadlineSet()
		p.log.Info("a game begins", "kind", record.Adaman, "begun", s.game.ID, "archived", s.game.Day)
	}
	if ask {
		return p.show(ctx, archiveQuestion(s, number))
	}
	return p.show(ctx, solitaireMessage(s))
}

// beginArchived begins a game with the deal of a day.
func (p *press) beginArchived(tx Tx, me store.Profile, kept *store.Day) (uint64, error) {
	seal, deck, err := readDeal(kept)
	if err != nil {
		return 0, err
	}
	g, err := adaman.New(deck)
	if err != nil {
		return 0, err
	}
	if _, playing := g.ToMove(); !playing {
		return 0, fmt.Errorf("the deal of day %d is over before the first play", kept.Number)
	}
	now := p.now()
	return p.beginSolitaire(tx, &record.Record{Seats: []string{me.Name}, Day: kept.Number, Seal: seal, Adaman: g}, store.Game{
		Kind: store.Archive, Owner: me.Player, Day: kept.Number, Begun: now, Due: now.Add(abandonedAfter),
	})
}

// archiveQuestion asks what becomes of the game from the archive that is open
// before that of another day begins.
func archiveQuestion(s *solitaire, number uint32) message {
	v := s.view()
	return note(s.say.ArchiveOpen(s.game.Day, v.Plays),
		button(s.say.GoOnWithIt(), primary, s.id("board")),
		button(s.say.DropAndBegin(), danger, s.idNow("archive-surely", fmt.Sprint(number))))
}
