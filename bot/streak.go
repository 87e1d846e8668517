package bot

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"windfall/bot/text"
	"windfall/store"
)

// This file counts streaks: on how many days on end somebody has finished the
// daily. docs/dailies.md has the rules.

const (
	freezeEvery = 7 // a freeze is earned with every so many days of a streak
	mostFreezes = 2 // that can be held
)

// dailyReleased is the reason of an attempt that was still open when its day
// was released to all. It was begun, and so it is played; but it was not
// finished, so its day does not count for a streak.
const dailyReleased = "released"

// countStreak counts the streak of somebody who has finished the dailies of
// these days, which come in any order, none twice. Of the days up to over, each
// is either finished or missed; a later one can still be finished. A void day is
// neither.
//
// A missed day takes a freeze if there is one, and else ends the streak. So a
// streak ends only when there is no freeze left, and the next begins with none.
func countStreak(finished []uint32, over uint32, void func(day uint32) bool) (s text.Streak) {
	if len(finished) == 0 {
		return s
	}
	saved, ended := 0, 0 // since the last day that was finished
	finished = slices.Sorted(slices.Values(finished))
	for day, last := finished[0], max(over, finished[len(finished)-1]); day <= last; day++ {
		done := len(finished) > 0 && finished[0] == day
		if done {
			finished = finished[1:]
		}
		switch {
		case void(day):
		case done:
			s.Days++
			s.Saved, s.Ended, saved, ended = saved, ended, 0, 0
			s.Longest = max(s.Longest, s.Days)
			if s.Earned = s.Days%freezeEvery == 0 && s.Freezes < mostFreezes; s.Earned {
				s.Freezes++
			}
		case day > over:
		case s.Freezes > 0:
			s.Freezes--
			s.Earned = false
			saved++
		default:
			ended = max(ended, s.Days)
			s.Days, s.Earned, s.Saved, s.Ended, saved = 0, false, 0, 0, 0
		}
	}
	return s
}

// streakOf returns how a member's streak stands now, for themselves. It counts
// wherever they play, because there is one attempt a day wherever it is begun.
// Yesterday's attempt, if it can still be finished, is no missed day.
func (b *Bot) streakOf(tx Tx, player store.Player) (text.Streak, error) {
	first, err := tx.FirstDay(b.clock.Now())
	if errors.Is(err, store.ErrNotFound) {
		return text.Streak{}, nil
	}
	if err != nil {
		return text.Streak{}, err
	}
	over := dayAt(first, b.clock.Now()).number - 1
	if over > 0 && b.clock.Now().Before(dayOf(first, over).release()) {
		id, err := tx.Attempt(player, over)
		if err == nil {
			if _, err = tx.Game(id); err == nil {
				over--
			}
		}
		if err != nil && !isAbsent(err) {
			return text.Streak{}, err
		}
	}
	return streakThrough(tx, player, over, false)
}

// releasedStreakOf returns how a member's streak stood when the newest released
// day was over, which is what others may know of it.
func releasedStreakOf(tx Tx, player store.Player, newest uint32) (text.Streak, error) {
	return streakThrough(tx, player, newest, true)
}

// streakThrough counts a member's streak from the store. Nothing later than day
// over is counted if only that may be known.
func streakThrough(tx Tx, player store.Player, over uint32, onlyThat bool) (text.Streak, error) {
	days, err := finishedDays(tx.Results(player, 0))
	if err != nil {
		return text.Streak{}, fmt.Errorf("count the streak of player %d: %w", player, err)
	}
	if onlyThat {
		days = slices.DeleteFunc(days, func(day uint32) bool { return day > over })
	}
	void, err := voidDays(tx)
	if err != nil {
		return text.Streak{}, err
	}
	return countStreak(days, over, void), nil
}

// finishedDays returns the days whose dailies are among results and were
// finished: played to an end, or given up by the player.
func finishedDays(results iter.Seq2[store.Result, error]) (days []uint32, err error) {
	for r, err := range results {
		if err != nil {
			return nil, err
		}
		if r.Kind == store.Daily && r.Reason != dailyReleased {
			days = append(days, r.Day)
		}
	}
	return days, nil
}

// voidDays tells which days are void.
func voidDays(tx Tx) (func(day uint32) bool, error) {
	all, err := tx.Voids()
	if err != nil {
		return nil, err
	}
	void := make(map[uint32]bool, len(all))
	for _, v := range all {
		void[v.Number] = true
	}
	return func(day uint32) bool { return void[day] }, nil
}
