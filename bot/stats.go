package bot

import (
	"context"
	"errors"
	"math"
	"strings"

	"windfall/bot/picture"
	"windfall/bot/text"
	"windfall/store"
)

// statsCommand is /stats: how a member has played on this server or, in a
// direct message, how the presser has played everywhere. It reads the results
// of that one member and nobody else's.
//
// What others see counts a daily from its release on, for those who have not
// finished that day's deal are to learn nothing of how it went, or that it was
// played. For their own eyes members have it at once.
func statsCommand(ctx context.Context, p *press) error {
	who, named := p.person("member")
	if !named {
		who = p.member
	}
	you := who.ID == p.member.ID
	where := text.Language.HereOnly
	switch {
	case who.Bot:
		return refuse(p.reader.BotsDoNotPlay())
	case p.guild == 0 && !you:
		return refuse(p.reader.OnlyYourOwnHere())
	case p.guild == 0:
		where = text.Language.Everywhere
	}
	whisper := p.flag("private")
	switch hidden, err := p.hidden(ctx, who.ID); {
	case err != nil:
		return err
	case hidden && !you:
		return refuse(p.reader.KeepsResults(escape(who.Name)))
	case hidden && p.options["private"] == nil:
		whisper = true // they have to say so if all are to see it
	}
	own := you && (whisper || p.guild == 0)
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	p.rateAll(ctx)
	s, err := p.statsOf(ctx, who, own)
	if err == nil && you && !own && !s.Any() {
		// All there is may be a daily that is not for all to see yet.
		whisper, own = true, true
		s, err = p.statsOf(ctx, who, own)
	}
	if err != nil {
		return err
	}
	name := escape(who.Name)
	if !s.Any() {
		return refuse(p.reader.NeverPlayed(name, you, p.guild != 0))
	}
	s.Later = !own
	say := p.server
	if whisper {
		say = p.reader
	}
	answer := statsMessage(say, say.StatsOf(name, where(say), you, s), &s)
	if whisper {
		return unsent(p.whisper(ctx, answer))
	}
	_, err = p.public(ctx, answer)
	return unsent(err)
}

// statsOf counts how a member has played, for their own eyes or for others'.
func (p *press) statsOf(ctx context.Context, who person, own bool) (s text.Stats, err error) {
	err = p.store.View(ctx, func(tx Tx) error {
		player, met := tx.PlayerNumber(who.ID)
		if !met {
			return nil
		}
		rival, _ := tx.PlayerNumber(p.member.ID)
		through := uint32(math.MaxUint32)
		if !own {
			first, err := tx.FirstDay(p.now())
			switch {
			case errors.Is(err, store.ErrNotFound):
				through = 0
			case err != nil:
				return err
			default:
				through = lastReleased(first, p.now())
			}
		}
		par := func(day uint32) (int, error) { return parOf(tx, day) }
		if s, err = tally(tx.Results(player, p.guild), player, rival, through, par); err != nil {
			return err
		}
		if p.guild != 0 {
			if s.Rating, err = ratingCurve(tx, p.guild, player, p.now()); err != nil {
				return err
			}
		}
		if !own {
			s.Practice = nil // nobody but they have seen those games
		}
		if own {
			s.Streak, err = p.streakOf(tx, player)
		} else {
			s.Streak, err = releasedStreakOf(tx, player, through)
		}
		return err
	})
	return s, err
}

// statsPicture is the file of the picture of somebody's statistics.
const statsPicture = "statistics.png"

// statsMessage shows statistics, of which said tells what their picture does
// not.
func statsMessage(say text.Language, said string, s *text.Stats) message {
	shown := picture.Stats{}
	for _, g := range s.Recent {
		shown.Games = append(shown.Games, picture.Game{Won: g.Won, Drawn: g.Drawn, GivenUp: g.GivenUp, Margin: g.Margin})
	}
	weeks := s.Rating.Weeks
	for _, w := range weeks {
		shown.Rating.Weeks = append(shown.Rating.Weeks, picture.Week{Points: w.Points, Within: w.Within, Played: w.Played})
	}
	if len(weeks) > 0 {
		shown.Rating.From, shown.Rating.To = text.WeekName(weeks[0].Monday), text.WeekName(weeks[len(weeks)-1].Monday)
	}
	for i, n := range s.Scores {
		from, _ := text.ScoreBin(i)
		shown.Scores = append(shown.Scores, picture.Bin{From: from, Won: n.Won, NotWon: n.NotWon})
	}
	alt := describeStats(say, s)
	if alt == "" { // there is nothing that a picture shows
		return message{parts: []component{box(accentQuiet, prose(said))}}
	}
	return message{
		parts: []component{box(accentQuiet, prose(said), gallery(statsPicture, alt))},
		drawing: &drawing{name: statsPicture, draw: func(p *picture.Painter) ([]byte, error) {
			return p.Stats(&shown, statsWords(say))
		}, instead: "-# " + alt},
	}
}

// describeStats says what the picture shows. If that is longer than Discord takes,
// of the games only the latest are told of, so that the rest is there whole.
func describeStats(say text.Language, s *text.Stats) string {
	told := *s
	for {
		alt := strings.TrimSpace(say.RatingPicture(&s.Rating) + " " + say.StatsPicture(&told))
		if len([]rune(alt)) <= maxAlt || len(told.Recent) == 0 {
			return alt
		}
		told.Recent = told.Recent[1:]
	}
}

// statsWords are the words on that picture.
func statsWords(say text.Language) picture.StatsWords {
	return picture.StatsWords{
		Games: say.MarginsWord(), Won: say.WonWord(), Drawn: say.DrawnWord(), Lost: say.LostWord(),
		Rating: say.RatingWord(), Points: say.RatingPointsWord(), Within: say.RatingWithinWord(),
		Scores: say.ScoresWord(), NotWon: say.NotWonWord(),
	}
}
