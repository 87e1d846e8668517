package bot

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"weak"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/solver"
)

// Never do more jobs run at one time than there are workers, and each is done.
func TestThePoolIsBounded(t *testing.T) {
	p := newPool(Thinking{Workers: 2}.filled())
	var running, most, done atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			err := p.do(context.Background(), forHints, func(context.Context, *worker) error {
				n := running.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				for range 100 {
					runtime.Gosched()
				}
				running.Add(-1)
				done.Add(1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if done.Load() != 50 || most.Load() > 2 {
		t.Errorf("%d jobs were done, %d at one time", done.Load(), most.Load())
	}
}

// There is always a worker, and one processor is left for everybody else.
func TestHowManyWorkersThereAre(t *testing.T) {
	if n := (Thinking{}).filled().Workers; n != max(1, runtime.GOMAXPROCS(0)-1) {
		t.Errorf("there are %d", n)
	}
	if n := (Thinking{Workers: -3}).filled().Workers; n < 1 {
		t.Errorf("there are %d", n)
	}
}

// Who finds all workers busy is not kept waiting for ever: the wait ends with
// their patience or when the bot stops, and nothing is run.
func TestWhoWaitsForAWorkerMayGo(t *testing.T) {
	p := newPool(Thinking{Workers: 1}.filled())
	busy, free := make(chan struct{}), make(chan struct{})
	var one sync.WaitGroup
	one.Go(func() {
		if err := p.do(context.Background(), forHints, func(context.Context, *worker) error { close(busy); <-free; return nil }); err != nil {
			t.Error(err)
		}
	})
	<-busy
	never := func(context.Context, *worker) error { t.Error("it is run"); return nil }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := p.do(ctx, forHints, never); !errors.Is(err, context.Canceled) || !inVain(err) {
		t.Errorf("whoever is gone gets %v", err)
	}
	if err := p.do(context.Background(), forHints, never); !errors.Is(err, errBusy) || !inVain(err) {
		t.Errorf("whoever waits gets %v", err)
	}
	close(free)
	one.Wait()
}

// A job has a deadline, and it ends when the bot is to stop.
func TestAJobEndsInTime(t *testing.T) {
	p := newPool(Thinking{Workers: 1}.filled())
	err := p.do(context.Background(), forHints, func(ctx context.Context, _ *worker) error { <-ctx.Done(); return ctx.Err() })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a job without an end ends with %v", err)
	}
	running, stop := context.WithCancel(context.Background())
	b := &Bot{ctx: running, pool: p}
	err = b.compute(context.Background(), p, forHints, func(ctx context.Context, _ *worker) error { stop(); <-ctx.Done(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("when the bot stops a job ends with %v", err)
	}
}

// A panic in a job is that job's error and costs nobody a place.
func TestAPanicInAJobIsAnError(t *testing.T) {
	p := newPool(Thinking{Workers: 1}.filled())
	var broken *worker
	for range 3 {
		err := p.do(context.Background(), forHints, func(_ context.Context, w *worker) error { broken = w; var none []int; _ = none[2]; return nil })
		if err == nil || !strings.Contains(err.Error(), "out of range") || inVain(err) {
			t.Errorf("the error is %v", err)
		}
	}
	if err := p.do(context.Background(), forHints, func(_ context.Context, w *worker) error {
		if w == broken {
			t.Error("a worker goes on after a panic")
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// The solver's table is made when it is first wanted and is let go when nobody
// wants it any more.
func TestAnIdleTableIsLetGo(t *testing.T) {
	p := newPool(Thinking{Workers: 1, Table: 1 << 20}.filled())
	var table weak.Pointer[solver.Solver]
	deck := adaman.Deal(games.Numbered(13))
	err := p.do(context.Background(), forHints, func(ctx context.Context, w *worker) error {
		if w.solver != nil {
			t.Error("a worker has a table before it solves anything")
		}
		a, err := w.solve().Winnable(ctx, &deck, adaman.Open(&deck), solver.Limits{Nodes: 100_000})
		if a.Winnable != solver.Yes {
			t.Errorf("deal 13 is winnable: %v", a.Winnable)
		}
		if w.solve() != w.solver {
			t.Error("a worker makes a second table")
		}
		table = weak.Make(w.solver)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; table.Value() != nil; n++ {
		if n == 10 {
			t.Fatal("an idle table stays")
		}
		runtime.GC()
	}
}
