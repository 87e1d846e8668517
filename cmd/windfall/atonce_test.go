package main

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func TestThingsMadeAtOnceAreUsedInOrder(t *testing.T) {
	for _, jobs := range []int{1, 2, 7} {
		var used []int
		err := makeAtOnce(50, jobs, func() func(int) (int, error) {
			return func(i int) (int, error) {
				time.Sleep(time.Duration((i*7)%5) * time.Millisecond)
				return i * i, nil
			}
		}, func(i, made int) error {
			if made != i*i {
				t.Errorf("thing %d is %d", i, made)
			}
			used = append(used, i)
			return nil
		})
		if err != nil || len(used) != 50 || !slices.IsSorted(used) {
			t.Errorf("%d jobs: used %v, %v", jobs, used, err)
		}
	}
}

func TestTheFirstErrorEndsTheMaking(t *testing.T) {
	broken, full := errors.New("broken"), errors.New("full")
	for _, jobs := range []int{1, 3} {
		for _, e := range []struct {
			breaks, fills int
			want          error
			used          int
		}{{10, 99, broken, 10}, {99, 10, full, 11}, {99, 99, nil, 40}} {
			used := 0
			err := makeAtOnce(40, jobs, func() func(int) (int, error) {
				return func(i int) (int, error) {
					if i == e.breaks {
						return 0, broken
					}
					return i, nil
				}
			}, func(i, _ int) error {
				used++
				if i == e.fills {
					return full
				}
				return nil
			})
			if !errors.Is(err, e.want) || used != e.used {
				t.Errorf("%d jobs: used %d, %v", jobs, used, err)
			}
		}
	}
}
