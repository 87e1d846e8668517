package bot

import (
	"context"
	"errors"

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
	answer := message{parts: []component{box(accentQuiet, prose(text.StatsOf(name, where, you, s)))}}
	if p.flag("private") {
		return unsent(p.whisper(ctx, answer))
	}
	_, err = p.public(ctx, answer)
	return unsent(err)
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
