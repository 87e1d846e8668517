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

// tally counts the results of player, which come oldest first; dailies only of
// the days up to through. Games between player and rival, if there are any, are
// counted apart as well. par returns the best possible score of a day, 0 if it
// is not known.
//
// Only games that people play against each other and attempts at dailies
// count: practice and games looked at again do not. Games against the bot have a
// tally of their own, by its level.
func tally(results iter.Seq2[store.Result, error], player, rival store.Player, through uint32, par func(day uint32) (int, error)) (text.Stats, error) {
	var s text.Stats
	points, scores, shares := 0, 0, 0.0
	practice := map[string]*text.Tally{}
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
		case store.Robot:
			seat := slices.Index(r.Players, player)
			if seat < 0 {
				continue
			}
			if practice[r.Level] == nil {
				practice[r.Level] = new(text.Tally)
			}
			practice[r.Level].Add(seat, r.Winner)
		case store.Daily:
			if r.Day > through {
				continue
			}
			best, err := par(r.Day)
			if err != nil {
				return text.Stats{}, err
			}
			if best > 0 {
				s.Measured++
				shares += float64(r.Score) / float64(best)
				s.Stars += text.Stars(r.Score, best, r.Outcome == adaman.Won.String())
			}
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
		}
	}
	for _, level := range versusLevels {
		if t := practice[level.String()]; t != nil {
			s.Practice = append(s.Practice, text.VersusTally{Level: level.String(), Tally: *t})
		}
	}
	if n := s.Games.Played(); n > 0 {
		s.MeanPoints = float64(points) / float64(n)
	}
	if s.Dailies > 0 {
		s.MeanScore = float64(scores) / float64(s.Dailies)
	}
	if s.Measured > 0 {
		s.MeanShare = shares / float64(s.Measured)
	}
	return s, nil
}
