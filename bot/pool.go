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
)

// Thinking bounds what the bot computes for those who press buttons. A zero
// value is the default.
type Thinking struct {
	Workers  int   // how many compute at one time; by default one less than the processors, and at least 1
	Playouts int   // how many games are tried for a hint; by default [robot.Playouts], which take about 50 ms
	Nodes    int64 // how many positions are looked at to see whether a game can still be won; by default 1,000,000
	Table    int   // bytes of memory of each worker for that; by default 16 MiB
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
	return t
}

// How long a job may take, and how long one waits for a worker, by the machine's
// own time: a clock that is handed in says nothing of how long a processor
// needs. Together they leave an answer well within what Discord waits for,
// because a reply that is late asks for more time by itself.
const (
	jobWithin  = time.Second
	waitWithin = 2 * time.Second
)

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
}

// solve returns the worker's solver, which is made when it is first wanted.
func (w *worker) solve() *solver.Solver {
	if w.solver == nil {
		w.solver = solver.New(w.table)
	}
	return w.solver
}

func newPool(t Thinking) *pool {
	return &pool{places: make(chan struct{}, t.Workers), table: t.Table}
}

// do runs a job as soon as a worker is free, and waits for it. The context that
// the job gets ends with ctx and at the job's deadline, which a job that may
// take long has to mind; the error is then the job's. If no worker gets free in
// time it is [errBusy] or that of ctx, and nothing was run. A panic in the job
// is an error.
func (p *pool) do(ctx context.Context, job func(context.Context, *worker) error) (err error) {
	if err := p.place(ctx); err != nil {
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
	ctx, cancel := context.WithTimeout(ctx, jobWithin)
	defer cancel()
	return job(ctx, w)
}

// place takes a place for a job.
func (p *pool) place(ctx context.Context) error {
	wait := time.NewTimer(waitWithin)
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

// compute has a job done. It ends with ctx and also when the bot is to stop.
func (b *Bot) compute(ctx context.Context, job func(context.Context, *worker) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	return b.pool.do(ctx, job)
}

// inVain reports whether computing gave nothing because there was no worker or
// no time for it: what can be tried again in a moment.
func inVain(err error) bool {
	return errors.Is(err, errBusy) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
