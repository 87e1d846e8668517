package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"windfall/games/adaman/robot"
	"windfall/games/adaman/solver"
	evarobot "windfall/games/adameva/robot"
)

// Thinking bounds what the bot computes for those who press buttons. A zero
// value is the default.
type Thinking struct {
	Workers  int   // how many compute at one time; by default one less than the processors, and at least 1
	Playouts int   // how many games are tried for a hint; by default [robot.Playouts], which take about 50 ms
	Nodes    int64 // how many positions are looked at to see whether a game can still be won; by default 1,000,000
	Table    int   // bytes of memory of each worker for that; by default 16 MiB
	Opponent int   // the opponent in Adam & Eva thinks with one part in so many of its usual budget; by default with all of it
}

// The defaults of [Thinking].
const (
	defaultPlayouts = robot.Playouts
	defaultNodes    = 1_000_000
	defaultTable    = 16 << 20
)

func (t Thinking) filled() Thinking {
	if t.Workers <= 0 {
		t.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if t.Playouts <= 0 {
		t.Playouts = defaultPlayouts
	}
	if t.Nodes <= 0 {
		t.Nodes = defaultNodes
	}
	if t.Table <= 0 {
		t.Table = defaultTable
	}
	t.Opponent = max(1, t.Opponent)
	return t
}

// A patience is how long one waits for a worker and how long the job may then
// take, by the machine's own time: a clock that is handed in says nothing of how
// long a processor needs.
type patience struct{ wait, work time.Duration }

// forHints leaves an answer well within what Discord waits for, because a reply
// that is late asks for more time by itself.
var forHints = patience{wait: 2 * time.Second, work: time.Second}

// errBusy is returned when no worker gets free in time.
var errBusy = errors.New("everything that can compute is busy")

// A pool lets few compute at a time, so that the many presses that need no
// computing are answered as ever. A job runs in the goroutine that brings it:
// there is none of the pool's own that could be left over.
type pool struct {
	places chan struct{} // one is taken for each job under way
	table  int

	// Workers that have nothing to do. Their tables are large, and they are let
	// go with the garbage: what is not used between two collections is dropped.
	idle sync.Pool
}

// A worker has what a job computes with. It serves one job at a time.
type worker struct {
	robot  *robot.Player
	solver *solver.Solver // see solve
	table  int

	opponent *evarobot.Player // see opposes
}

// solve returns the worker's solver, which is made when it is first wanted.
func (w *worker) solve() *solver.Solver {
	if w.solver == nil {
		w.solver = solver.New(w.table)
	}
	return w.solver
}

// opposes returns the worker's player of Adam & Eva, who is called when they are
// first wanted.
func (w *worker) opposes() *evarobot.Player {
	if w.opponent == nil {
		w.opponent = evarobot.New()
	}
	return w.opponent
}

func newPool(t Thinking) *pool {
	return &pool{places: make(chan struct{}, t.Workers), table: t.Table}
}

// do runs a job as soon as a worker is free, and waits for it. The context that
// the job gets ends with ctx and when it has worked as long as it may, which a
// job that may take long has to mind; the error is then the job's. If no worker
// gets free in time it is [errBusy] or that of ctx, and nothing was run. A panic
// in the job is an error.
func (p *pool) do(ctx context.Context, limit patience, job func(context.Context, *worker) error) (err error) {
	if err := p.place(ctx, limit.wait); err != nil {
		return err
	}
	defer func() { <-p.places }()
	w, ok := p.idle.Get().(*worker)
	if !ok {
		w = &worker{robot: robot.New(), table: p.table}
	}
	defer func() {
		if fault := recover(); fault != nil {
			// The worker goes with it: it may be in any state.
			err = fmt.Errorf("panic while computing: %v\n%s", fault, debug.Stack())
			return
		}
		p.idle.Put(w)
	}()
	ctx, cancel := context.WithTimeout(ctx, limit.work)
	defer cancel()
	return job(ctx, w)
}

// place takes a place for a job.
func (p *pool) place(ctx context.Context, within time.Duration) error {
	select { // a free one is taken even by who cannot wait
	case p.places <- struct{}{}:
		return nil
	default:
	}
	wait := time.NewTimer(within)
	defer wait.Stop()
	select {
	case p.places <- struct{}{}:
		return nil
	case <-wait.C:
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

// compute has a job done in a pool. It ends with ctx and also when the bot is to
// stop.
func (b *Bot) compute(ctx context.Context, in *pool, limit patience, job func(context.Context, *worker) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	return in.do(ctx, limit, job)
}

// inVain reports whether computing gave nothing because there was no worker or
// no time for it: what can be tried again in a moment.
func inVain(err error) bool {
	return errors.Is(err, errBusy) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
