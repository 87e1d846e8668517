package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"time"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/adaman/solver"
	"windfall/store"
)

// This file draws the deals of days. A deal is kept only if it is proven that it
// can be won, and with how much at best; any other is drawn anew, with a new
// secret, so that seal and deal always belong together. Days to come are drawn
// ahead, by how hard a deal their weekday is to have. All computing is done
// outside transactions; what came of it is kept in a short one, and if somebody
// was quicker, theirs stands.

// Drawing says how much is computed for the deals of days. A zero value is the
// default.
type Drawing struct {
	// Ahead is how many days after today are drawn ahead; by default 7. If it is
	// below 0 nothing is computed before somebody asks, and nothing is measured.
	Ahead int
	// Games is how often a deal is played blind to measure how hard it is, and
	// Playouts the budget of each choice in that; by default
	// [robot.DifficultyGames] and [robot.DifficultyPlayouts], for which the bands
	// of the weekdays are made.
	Games, Playouts int
	// Tries is how many deals are measured for a day, at most, before the one
	// nearest to its band is taken; by default 40. One in seven is in the band.
	Tries int
	// Nodes is how many positions are looked at, at most, to prove a deal's best
	// score, and NodesAtOnce the same where somebody waits for the deal; by
	// default 5,000,000 and 200,000. A deal that stays open is drawn anew.
	Nodes, NodesAtOnce int64
	// Bytes is the memory for that, which is taken for drawing and let go
	// afterwards; by default 64 MiB. Where somebody waits it is a quarter.
	Bytes int
}

func (d Drawing) filled() Drawing {
	set := func(n *int, standard int) {
		if *n == 0 {
			*n = standard
		}
	}
	set(&d.Ahead, 7)
	set(&d.Games, robot.DifficultyGames)
	set(&d.Playouts, robot.DifficultyPlayouts)
	set(&d.Tries, 40)
	set(&d.Bytes, 64<<20)
	if d.Nodes == 0 {
		d.Nodes = 5_000_000
	}
	if d.NodesAtOnce == 0 {
		d.NodesAtOnce = 200_000
	}
	return d
}

// drawTries is how many deals are drawn, one after another, until one is proven.
// That this many are not means that something is broken.
const drawTries = 300

// drawRest is how long the drawer sleeps at most. It wakes at midnight anyway,
// and more often for a clock that was put forward.
const drawRest = time.Hour

// drawRetry is how long it waits after a fault.
const drawRetry = 10 * time.Minute

// daysBack is how many days before today are still completed if something about
// their deals is not known, as after an update.
const daysBack = 7

var errNoProvenDeal = errors.New("no deal was found that is proven to be winnable: the source of chance is broken, or the budget too small")

// A drawer draws days' deals: ahead in a goroutine of its own, and at once for
// those who ask.
type drawer struct {
	drawing  Drawing
	drawWake chan struct{} // says that a day may be missing, or incomplete
	drawnow  chan struct{} // held by who draws at once: those who ask together get one deal

	unproven map[uint32]bool // days whose best score could not be proven; the goroutine's own
}

func newDrawer(d Drawing) drawer {
	return drawer{drawing: d.filled(), drawWake: make(chan struct{}, 1), drawnow: make(chan struct{}, 1), unproven: map[uint32]bool{}}
}

// A draft is a deal that may become a day's.
type draft struct {
	number uint32
	secret games.Secret
	deck   adaman.Deck
	par    int
	line   []adaman.Move

	won, played int           // measured so far
	chance      *games.Stream // measures; it goes on where it was left
}

// draft draws a deal for a day that is proven.
func (b *Bot) draft(ctx context.Context, s *solver.Solver, number uint32, nodes int64) (*draft, error) {
	for range drawTries {
		secret, err := games.NewSecret(b.random)
		if err != nil {
			return nil, err
		}
		d := draftOf(number, secret, adaman.Deal(secret.Stream(games.WithDay(number))))
		proven, err := d.prove(ctx, s, nodes)
		if err != nil {
			return nil, err
		}
		if proven {
			return d, nil
		}
	}
	return nil, errNoProvenDeal
}

// draftOf returns the draft of a deal. What measures it follows from its secret,
// so that it comes out the same whenever it is done.
func draftOf(number uint32, secret games.Secret, deck adaman.Deck) *draft {
	return &draft{number: number, secret: secret, deck: deck, chance: secret.Stream("difficulty of " + games.WithDay(number))}
}

// prove looks for the best score and reports whether there is a win and its
// score is proven to be the best. The line is played to see that it is so.
func (d *draft) prove(ctx context.Context, s *solver.Solver, nodes int64) (bool, error) {
	g, err := adaman.New(d.deck)
	if err != nil {
		return false, err
	}
	if _, playing := g.ToMove(); !playing {
		return false, nil
	}
	a, err := s.Solve(ctx, &d.deck, g.Position(), solver.Limits{Nodes: nodes})
	if err != nil {
		return false, err
	}
	if a.Winnable != solver.Yes || !a.Proven {
		return false, nil
	}
	for _, m := range a.Line {
		if _, err := g.Play(m); err != nil {
			return false, fmt.Errorf("the best line of a deal cannot be played: %w", err)
		}
	}
	if o, over := g.Outcome(); !over || o.Result != adaman.Won || o.Score != a.Best {
		return false, errors.New("the best line of a deal does not bring its score")
	}
	d.par, d.line = a.Best, a.Line
	return true, nil
}

// The steps in which a deal is measured: at first enough games to say something,
// then some at a time.
const (
	measureFirst = 40
	measureNext  = 20
)

// measure plays the deal blind until all games are played, or, if band is not
// nil, until it is clear that it will not be in the band.
func (b *Bot) measure(ctx context.Context, p *robot.Player, d *draft, band *band) error {
	for d.played < b.drawing.Games {
		if band != nil && band.missed(d.won, d.played, b.drawing.Games) {
			return nil
		}
		n := measureNext
		if d.played == 0 {
			n = measureFirst
		}
		n = min(n, b.drawing.Games-d.played)
		won, err := p.Difficulty(ctx, d.deck, n, b.drawing.Playouts, d.chance)
		if err != nil {
			return err
		}
		d.won, d.played = d.won+won, d.played+n
	}
	return nil
}

// A band is how many games of [robot.DifficultyGames] are won at the deals that
// suit a weekday, both ends included.
type band struct{ lo, hi int }

func bandOf(d day) *band {
	lo, hi := robot.Band(int(d.begins.Weekday()))
	return &band{lo, hi}
}

// off returns how far a deal is from the band, 0 if it is in it.
func (b *band) off(won, played int) int {
	if played == 0 {
		return math.MaxInt
	}
	n := (won*robot.DifficultyGames + played/2) / played
	return max(b.lo-n, n-b.hi, 0)
}

// doubt is how many standard errors a deal may be from the band after some games
// and still be measured on.
const doubt = 2.5

// missed reports whether a deal cannot be in the band any more once all games
// are played, or whether that would be a great chance.
func (b *band) missed(won, played, all int) bool {
	if played == 0 {
		return false
	}
	share := (float64(won) + 1) / (float64(played) + 2)
	slack := doubt * math.Sqrt(share*(1-share)/float64(played))
	lo, hi := (float64(b.lo)-0.5)/robot.DifficultyGames, (float64(b.hi)+0.5)/robot.DifficultyGames
	left := all - played
	return share+slack < lo || share-slack > hi ||
		float64(won) > hi*float64(all) || float64(won+left) < lo*float64(all)
}

// drawFor draws the deal of a day ahead: the first that is in the band of the
// day, or after some tries the nearest.
func (b *Bot) drawFor(ctx context.Context, s *solver.Solver, p *robot.Player, on day) (*draft, error) {
	want := bandOf(on)
	var nearest *draft
	for range b.drawing.Tries {
		d, err := b.draft(ctx, s, on.number, b.drawing.Nodes)
		if err != nil {
			return nil, err
		}
		if err := b.measure(ctx, p, d, want); err != nil {
			return nil, err
		}
		if nearest == nil || want.off(d.won, d.played) < want.off(nearest.won, nearest.played) {
			nearest = d
		}
		if d.played == b.drawing.Games && want.off(d.won, d.played) == 0 {
			return d, nil
		}
	}
	return nearest, b.measure(ctx, p, nearest, nil)
}

// keepDraft keeps a day's deal, unless somebody was quicker.
func (b *Bot) keepDraft(ctx context.Context, d *draft) error {
	kept := store.Day{
		Number: d.number, Secret: d.secret[:], Drawn: b.clock.Now(),
		Par: d.par, Line: lineText(d.line), Won: d.won, Played: d.played,
	}
	var err error
	if kept.Deal, err = json.Marshal(d.deck); err != nil {
		return err
	}
	err = b.store.Update(ctx, func(tx Tx) error { return tx.PutDay(&kept) })
	if errors.Is(err, store.ErrDrawn) {
		return nil
	}
	return err
}

// lineText writes a line of play as a day keeps it.
func lineText(line []adaman.Move) []byte {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = m.String()
	}
	return []byte(strings.Join(texts, "\n"))
}

// ensureDay sees to it that the deal of a day is drawn. If it is not, it is
// drawn at once, so that whoever asks can be answered: proven, but however hard
// it is. It is for today, and for nobody who holds a transaction.
func (b *Bot) ensureDay(ctx context.Context, number uint32) error {
	if there, err := b.isDrawn(ctx, number); err != nil || there {
		return err
	}
	select {
	case b.drawnow <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-b.drawnow }()
	if there, err := b.isDrawn(ctx, number); err != nil || there {
		return err
	}
	d, err := b.draft(ctx, solver.New(b.drawing.Bytes/4), number, b.drawing.NodesAtOnce)
	if err != nil {
		return fmt.Errorf("draw day %d: %w", number, err)
	}
	if err := b.keepDraft(ctx, d); err != nil {
		return err
	}
	b.log.Info("a day's deal was drawn at once", "day", number)
	b.wakeDrawer()
	return nil
}

func (b *Bot) isDrawn(ctx context.Context, number uint32) (there bool, err error) {
	err = b.store.View(ctx, func(tx Tx) error {
		_, err := tx.Day(number)
		there = err == nil
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	})
	return there, err
}

// wakeDrawer tells the drawer that there is something for it to do.
func (b *Bot) wakeDrawer() {
	select {
	case b.drawWake <- struct{}{}:
	default: // it is awake, or has been told
	}
}

// runDrawer keeps today and the days ahead drawn until ctx ends.
func (b *Bot) runDrawer(ctx context.Context) {
	if b.drawing.Ahead < 0 {
		return
	}
	for ctx.Err() == nil {
		wait, err := b.drawDays(ctx)
		if err != nil {
			if ctx.Err() == nil {
				b.log.Error("days' deals cannot be drawn ahead", "error", err, "again in", drawRetry)
			}
			wait = drawRetry
		}
		b.sleep(ctx, wait, b.drawWake)
	}
}

// sleep waits until some time has passed, somebody wakes or ctx ends.
func (b *Bot) sleep(ctx context.Context, wait time.Duration, wake <-chan struct{}) {
	alarm := make(chan struct{})
	stop := b.clock.AfterFunc(wait, func() { close(alarm) })
	defer stop()
	select {
	case <-alarm:
	case <-wake:
	case <-ctx.Done():
	}
}

// drawDays draws and completes what is lacking, and returns how long nothing
// will be. A fault that would end the process is an error: presses have nothing
// to do with it.
func (b *Bot) drawDays(ctx context.Context) (wait time.Duration, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic while drawing: %v\n%s", fault, debug.Stack())
		}
	}()
	var s *solver.Solver // made if it is needed, and let go with this call
	p := robot.New()
	for {
		next, lacks, wait, err := b.nextToDraw(ctx)
		if err != nil || lacks == nil {
			return wait, err
		}
		if s == nil {
			s = solver.New(b.drawing.Bytes)
		}
		if lacks.Secret != nil {
			err = b.complete(ctx, s, p, lacks)
		} else {
			err = b.drawAhead(ctx, s, p, next)
		}
		if err != nil {
			return 0, err
		}
	}
}

// nextToDraw returns the day that lacks something, today first, then the days to
// come, then those before; and what is kept of it, which is without a secret if
// it is not drawn. Lacks is nil if there is nothing to do; wait is how long that
// will be so.
func (b *Bot) nextToDraw(ctx context.Context) (next day, lacks *store.Day, wait time.Duration, err error) {
	err = b.store.View(ctx, func(tx Tx) error {
		now := b.clock.Now()
		first, err := tx.FirstDay(now)
		if errors.Is(err, store.ErrNotFound) { // nobody has asked for a daily yet
			wait = drawRest
			return nil
		}
		if err != nil {
			return err
		}
		today := dayAt(first, now)
		wait = min(drawRest, today.ends().Sub(now))
		for _, number := range b.daysToKeep(today.number) {
			kept, err := tx.Day(number)
			switch {
			case errors.Is(err, store.ErrNotFound) && number >= today.number:
				_, void, err := dayVoid(tx, number)
				if err != nil {
					return err
				}
				if !void {
					next, lacks = dayOf(first, number), &store.Day{Number: number}
					return nil
				}
			case errors.Is(err, store.ErrNotFound):
			case err != nil:
				return err
			case !b.unproven[number] && (kept.Par == 0 || kept.Played == 0):
				next, lacks = dayOf(first, number), &kept
				return nil
			}
		}
		return nil
	})
	return next, lacks, wait, err
}

// daysToKeep lists days in the order in which they matter.
func (b *Bot) daysToKeep(today uint32) []uint32 {
	var list []uint32
	for i := range b.drawing.Ahead + 1 {
		list = append(list, today+uint32(i))
	}
	for i := uint32(1); i <= daysBack && i < today; i++ {
		list = append(list, today-i)
	}
	return list
}

// drawAhead draws a day that nobody waits for.
func (b *Bot) drawAhead(ctx context.Context, s *solver.Solver, p *robot.Player, on day) error {
	d, err := b.drawFor(ctx, s, p, on)
	if err != nil {
		return fmt.Errorf("draw day %d: %w", on.number, err)
	}
	if err := b.keepDraft(ctx, d); err != nil {
		return err
	}
	b.log.Info("a day's deal was drawn ahead", "day", on.number)
	return nil
}

// complete finds out what is not known of a deal that is drawn already: its best
// score, if it was drawn before that was proven, and how hard it is. Where it
// cannot be proven nothing is said.
func (b *Bot) complete(ctx context.Context, s *solver.Solver, p *robot.Player, kept *store.Day) error {
	seal, deck, err := readDeal(kept)
	if err != nil {
		// It does not get better by being read again, and others are not to wait.
		b.log.Error("a day's deal cannot be read", "day", kept.Number, "error", err)
		b.unproven[kept.Number] = true
		return nil
	}
	d := draftOf(kept.Number, seal.Secret, deck)
	if kept.Par == 0 {
		proven, err := d.prove(ctx, s, b.drawing.Nodes)
		if err != nil {
			return fmt.Errorf("prove day %d: %w", kept.Number, err)
		}
		if !proven {
			b.unproven[kept.Number] = true
			return nil
		}
	}
	if err := b.measure(ctx, p, d, nil); err != nil {
		return fmt.Errorf("measure day %d: %w", kept.Number, err)
	}
	return b.store.Update(ctx, func(tx Tx) error {
		now, err := tx.Day(kept.Number)
		if err != nil {
			return err
		}
		if now.Par == 0 {
			now.Par, now.Line = d.par, lineText(d.line)
		}
		now.Won, now.Played = d.won, d.played
		return tx.PutDay(&now)
	})
}
