package bot

import (
	"context"
	"errors"

	"windfall/bot/picture"
	"windfall/bot/text"
	"windfall/store"
)

// statsCommand is /stats: how a member has played on this server or, in a
// direct message, how the presser has played everywhere. It reads the results
// of that one member and nobody else's.
func statsCommand(ctx context.Context, p *press) error {
	who, named := p.person("member")
	if !named {
		who = p.member
	}
	you := who.ID == p.member.ID
	where := text.HereOnly
	switch {
	case who.Bot:
		return refuse(text.BotsDoNotPlay)
	case p.guild == 0 && !you:
		return refuse(text.OnlyYourOwnHere)
	case p.guild == 0:
		where = text.Everywhere
	}
	var s text.Stats
	err := p.store.View(ctx, func(tx Tx) error {
		player, met := tx.PlayerNumber(who.ID)
		if !met {
			return nil
		}
		rival, _ := tx.PlayerNumber(p.member.ID)
		today, err := p.today(tx)
		if err != nil {
			return err
		}
		s, err = tally(tx.Results(player, p.guild), player, rival, today)
		return err
	})
	if err != nil {
		return err
	}
	name := escape(who.Name)
	if s.Games.Played() == 0 && s.Dailies == 0 {
		return refuse(text.NeverPlayed(name, you, p.guild != 0))
	}
	answer := statsMessage(text.StatsOf(name, where, you, s), &s)
	if p.flag("private") {
		return unsent(p.whisper(ctx, answer))
	}
	_, err = p.public(ctx, answer)
	return unsent(err)
}

// statsPicture is the file of the picture of somebody's statistics.
const statsPicture = "statistics.png"

// statsMessage shows statistics, of which said tells what their picture does
// not.
func statsMessage(said string, s *text.Stats) message {
	shown := picture.Stats{}
	for _, g := range s.Recent {
		shown.Games = append(shown.Games, picture.Game{Won: g.Won, Drawn: g.Drawn, GivenUp: g.GivenUp, Margin: g.Margin})
	}
	for i, n := range s.Scores {
		from, _ := text.ScoreBin(i)
		shown.Scores = append(shown.Scores, picture.Bin{From: from, Won: n.Won, NotWon: n.NotWon})
	}
	alt := text.StatsPicture(s)
	return message{
		parts: []component{box(accentQuiet, prose(said), gallery(statsPicture, alt))},
		drawing: &drawing{name: statsPicture, draw: func(p *picture.Painter) ([]byte, error) {
			return p.Stats(&shown, statsWords)
		}, instead: "-# " + alt},
	}
}

// statsWords are the words on that picture.
var statsWords = picture.StatsWords{
	Games: text.MarginsWord, Won: text.WonWord, Drawn: text.DrawnWord, Lost: text.LostWord,
	Scores: text.ScoresWord, NotWon: text.NotWonWord,
}

// today is the number of the present day, or 0 if no day has been dealt yet.
func (p *press) today(tx Tx) (uint32, error) {
	first, err := tx.FirstDay(p.now())
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return dayAt(first, p.now()).number, nil
}
