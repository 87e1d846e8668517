package main

import "sync"

// makeAtOnce makes count things, numbered from 0, with that many jobs at once, and
// hands each to use in the order of their numbers and as soon as it can. worker
// returns what one job makes its things with, so that jobs need not share.
// After the first error nothing more is begun or used, and it is returned.
func makeAtOnce[T any](count, jobs int, worker func() func(i int) (T, error), use func(i int, made T) error) error {
	type thing struct {
		made T
		err  error
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	stop := make(chan struct{})
	defer close(stop)

	// Things wait in a queue of places, each filled by one job, so that a slow
	// one holds up few.
	places := make(chan chan thing, 2*jobs)
	type order struct {
		i     int
		place chan thing
	}
	orders := make(chan order)
	wait.Go(func() {
		defer close(orders)
		defer close(places)
		for i := range count {
			place := make(chan thing, 1)
			select {
			case places <- place:
			case <-stop:
				return
			}
			select {
			case orders <- order{i, place}:
			case <-stop:
				return
			}
		}
	})
	for range jobs {
		wait.Go(func() {
			do := worker()
			for o := range orders {
				made, err := do(o.i)
				o.place <- thing{made, err}
			}
		})
	}
	i := 0
	for place := range places {
		t := <-place
		if t.err == nil {
			t.err = use(i, t.made)
		}
		if t.err != nil {
			return t.err
		}
		i++
	}
	return nil
}
