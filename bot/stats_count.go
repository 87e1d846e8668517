package bot

import (
	"fmt"
	"iter"
	"slices"

	"windfall/bot/text"
	"windfall/games/adaman"
	"windfall/games/adameva"
	"windfall/store"
)

// This file counts: results in, statistics out. It knows neither Discord nor
// the clock.

// tally counts the results of player, which come oldest first, up to the day
// with number today (0 if no day has been dealt yet). Games between player and
// rival, if there are any, are counted apart as well.
//
// Only games that people play against each other and attempts at dailies
// count: practice, games against the computer and games looked at again do not.
func tally(results iter.Seq2[store.Result, error], player, rival store.Player, today uint32) (text.Stats, error) {
	var s text.Stats
	var days []uint32
	points, scores := 0, 0
	for r, err := range results {
		if err != nil {
			return text.Stats{}, fmt.Errorf("count the results of player %d: %w", player, err)
		}
		switch r.Kind {
		case store.Table:
			seat := slices.Index(r.Players, player)
			if len(r.Players) != 2 || seat < 0 || slices.Contains(r.Players, 0) || len(r.Points) != 2 {
				continue
			}
			points += r.Points[seat]
			if len(r.Bonus) == 2 {
				s.Bonus += r.Bonus[seat]
			}
			s.BestPoints = max(s.BestPoints, r.Points[seat])
			s.Games.Add(seat, r.Winner)
			if len(s.Recent) == text.MaxRecent {
				s.Recent = slices.Delete(s.Recent, 0, 1)
			}
			s.Recent = append(s.Recent, text.Played{
				Won: r.Winner == seat, Drawn: r.Winner == -1, Margin: r.Points[seat] - r.Points[1-seat],
				GivenUp: r.Reason == string(adameva.ByResigning) || r.Reason == string(adameva.ByTime),
			})
			if r.Players[1-seat] == rival {
				s.Rival.Add(seat, r.Winner)
			}
			if r.Winner == seat {
				s.Run++
				s.BestRun = max(s.BestRun, s.Run)
			} else { // a draw too
				s.Run = 0
			}
		case store.Daily:
			s.Dailies++
			scores += r.Score
			s.BestScore = max(s.BestScore, r.Score)
			s.AddScore(r.Score, r.Outcome == adaman.Won.String())
			switch r.Outcome {
			case adaman.Won.String():
				s.DailiesWon++
			case adaman.Overthrown.String():
				s.Overthrown++
			}
			if r.Reason != dailyReleased {
				days = append(days, r.Day)
			}
		}
	}
	if n := s.Games.Played(); n > 0 {
		s.MeanPoints = float64(points) / float64(n)
	}
	if s.Dailies > 0 {
		s.MeanScore = float64(scores) / float64(s.Dailies)
	}
	s.Streak, s.BestStreak = streaks(days, today)
	return s, nil
}

// dailyReleased is the reason of an attempt that was still open when its day
// was released to all. It was begun, and so it is played; but it was not
// finished, so its day does not count for a streak.
const dailyReleased = "released"

// streaks returns the current and the longest run of days on end. No day comes
// twice, but they come in any order: one that was begun before midnight may end
// after the next.
//
// The current streak ends today or yesterday, for today is not over yet.
func streaks(days []uint32, today uint32) (current, best int) {
	slices.Sort(days)
	run, last := 0, uint32(0)
	for _, day := range days {
		if day != last+1 {
			run = 0
		}
		run, last = run+1, day
		best = max(best, run)
	}
	if run > 0 && last+1 >= today {
		current = run
	}
	return current, best
}
