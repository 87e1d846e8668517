package bot

import (
	"windfall/bot/picture"
	"windfall/bot/text"
	"windfall/games/adameva"
	"windfall/games/record"
)

// This file draws games against the bot. All of it is for the member's eyes only,
// and made from what the member's seat may see.

// id returns the id of a button of this game that any state will do for.
func (s *versus) id(action string) buttonID { return buttonID{Action: action, Game: s.game.ID} }

// idNow returns the id of a button that is good for this state only.
func (s *versus) idNow(action, arg string) buttonID {
	return buttonID{Action: action, Game: s.game.ID, Version: s.game.Version, Arg: arg}
}

// move returns the id of a button that makes a move from this state.
func (s *versus) move(m adameva.Move) buttonID { return moveID("versus-move", &s.game, m) }

// want is how this game is played.
func (s *versus) want() wanted { return wanted{s.level.String(), s.game.Variant} }

// since returns what has happened from the member's last move on, that included,
// or since the deal: all that is news to them.
func (s *versus) since() (events []adameva.Event) {
	played := s.rec.AdamEva.Played()
	from := len(played)
	for from > 0 && played[from-1].Seat != memberSeat {
		from--
	}
	again, err := adameva.New(s.rec.AdamEva.Deal(), s.rec.AdamEva.Variant())
	if err != nil {
		return nil // it was dealt once, so this cannot be
	}
	for i, m := range played {
		news, err := again.Play(m)
		if err != nil {
			return nil // nor can this
		}
		if i >= from-1 {
			events = append(events, news...)
		}
	}
	return events
}

// versusMessage is a game in progress. What changes with a press stands at its
// end, beside the buttons: there the eye is.
func versusMessage(s *versus) message {
	v, called := s.view(memberSeat), s.called()
	parts := []component{
		prose(s.say.VersusHeading(s.level.String(), s.game.Variant)),
		prose(s.say.Table(&v, s.names)),
		prose(stack(s.say.Boards(&v, s.names), s.foot())),
		gallery(tablePicture, s.say.TablePicture(&v, called)),
	}
	if news := s.say.VersusNews(s.since(), &v, s.names); news != "" {
		parts = append(parts, prose(news))
	}
	var last []component
	if s.thinking() {
		parts = append(parts, prose(stack(s.say.VersusThinking(), s.say.Hand(&v))))
		last = append(last, button(s.say.Refresh(), primary, s.id("versus")))
	} else {
		parts = append(parts, prose(stack(s.say.VersusTurn(&v, s.names), s.say.Hand(&v))))
		parts = append(parts, rows(choices(s.say, &v, s.move)...)...)
		parts = append(parts, rows(cards(s.say, &v, s.move)...)...)
	}
	last = append(last, toRules(s.say, s.game.ID, record.AdamEva), button(s.say.Resign(), danger, s.idNow("versus-resign", "")))
	parts = append(parts, rows(last...)...)
	return message{
		parts:   []component{box(accentHand, parts...)},
		drawing: &drawing{name: tablePicture, draw: func(p *picture.Painter) ([]byte, error) { return p.Table(&v, called) }},
	}
}

// foot is the small print below the table.
func (s *versus) foot() string {
	if s.rec.Seal == nil {
		return ""
	}
	return s.say.Seal(s.rec.Seal.Secret.Seal())
}

// versusEnd is a finished game, the result beside the buttons.
func versusEnd(s *versus) message {
	v, called := s.view(memberSeat), s.called()
	parts := []component{prose(s.say.VersusHeading(s.level.String(), s.game.Variant))}
	if o := v.Outcome; len(v.Finished) > 0 && o.Reason != adameva.ByResigning && o.Reason != adameva.ByTime {
		last := &v.Finished[len(v.Finished)-1]
		parts = append(parts, prose(stack(s.say.RoundHeading(last.Round), s.say.RoundEnd(last, s.names))))
	}
	parts = append(parts,
		prose(s.say.GameEnd(&v, s.names)),
		gallery(endPicture, s.say.EndPicture(&v, called)),
		prose(stack(s.say.VersusNotRanked(), s.foot())))
	parts = append(parts, rows(
		button(s.say.PlayAgain(), primary, buttonID{Action: "versus-new", Game: s.game.ID, Arg: s.want().arg()}),
		lookButton(s.say, s.game.ID),
		button(s.say.Record(), secondary, s.id("record")),
	)...)
	return message{
		parts:   []component{box(accentEnd, parts...)},
		drawing: &drawing{name: endPicture, draw: func(p *picture.Painter) ([]byte, error) { return p.End(&v, called) }},
	}
}

// versusQuestion asks what becomes of the game that is open before another
// begins, which is to be played as w says.
func versusQuestion(s *versus, w wanted) message {
	v := s.view(memberSeat)
	return note(s.say.VersusOpen(s.level.String(), s.game.Variant, v.Round),
		button(s.say.GoOnWithIt(), primary, s.id("versus")),
		button(s.say.DropAndBegin(), danger, s.idNow("versus-surely", w.arg())))
}

// versusResignMessage asks once.
func versusResignMessage(s *versus) message {
	return note(s.say.ResignQuestion(text.Opponent),
		button(s.say.ResignSurely(), danger, s.idNow("versus-resign-surely", "")),
		button(s.say.PlayOn(), secondary, s.id("versus")))
}
