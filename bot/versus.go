package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/record"
	"windfall/store"
)

// This file is about Adam & Eva against the bot: beginning a game, and what
// presses do to it. How the bot finds its moves stands in versus_think.go.
//
// A member's move and each of the bot's are transactions of their own. The bot
// thinks in none of them, and its move counts only if the game is still as it was
// when it began to think. So a process may end at any time: whoever looks at the
// game next has it go on.

// The seats of such a game.
const (
	memberSeat games.Seat = 0
	botSeat    games.Seat = 1
)

// A versus is a game against the bot with what belongs to it.
type versus struct {
	game   store.Game    // of a finished game, what its result says of it
	result *store.Result // of a finished game
	rec    *record.Record
	level  robot.Level
	owner  store.ID
	names  text.Names // ready for markdown
	say    text.Language
}

// robotName is the beginning of the bot's seat in a record, before its level.
const robotName = "windfall "

// view returns the game as a seat may see it.
func (s *versus) view(viewer games.Seat) adameva.View { return s.rec.AdamEva.View(viewer) }

// called are the players' names as they are, where nothing is markdown.
func (s *versus) called() text.Names { return text.Names{s.rec.Seats[memberSeat], text.Opponent} }

// thinking reports whether it is the bot's turn.
func (s *versus) thinking() bool {
	seat, playing := s.rec.AdamEva.ToMove()
	return playing && seat == botSeat
}

// wanted is how somebody wants to play. What they have not said is empty.
type wanted struct{ level, variant string }

// arg writes it into a button's id.
func (w wanted) arg() string { return w.level + " " + w.variant }

// parseWanted reads what arg wrote, with nothing missing.
func parseWanted(arg string) (w wanted, ok bool) {
	w.level, w.variant, ok = strings.Cut(arg, " ")
	return w, ok && w.level != "" && w.variant != ""
}

// fits reports whether a game is what somebody wants.
func (w wanted) fits(s *versus) bool {
	return (w.level == "" || w.level == s.level.String()) && (w.variant == "" || w.variant == s.game.Variant)
}

// parse reads what is wanted, with the usual in place of what is missing.
func (w wanted) parse() (level robot.Level, variant adameva.Variant, err error) {
	level, variant = robot.Fair, adameva.Classic
	if w.level != "" {
		if level, err = robot.ParseLevel(w.level); err != nil {
			return level, variant, err
		}
		if !slices.Contains(versusLevels, level) {
			return level, variant, robot.ErrNoLevel
		}
	}
	if w.variant != "" {
		variant, err = adameva.ParseVariant(w.variant)
	}
	return level, variant, err
}

// versusLevels are the levels that people play against, the easiest first.
var versusLevels = []robot.Level{robot.Easy, robot.Fair, robot.Hard}

// readVersus reads a game against the bot, open or finished. The error is
// [store.ErrNotFound] or [store.ErrGone] if there is none.
func (p *press) readVersus(tx Tx, id uint64) (*versus, error) {
	s := &versus{say: p.reader}
	var kept []byte
	var err error
	if s.game, s.result, kept, err = openOrEnded(tx, id); err != nil {
		return nil, err
	}
	if s.game.Kind != store.Robot {
		return nil, store.ErrNotFound
	}
	if s.rec, err = record.Load(kept); err != nil {
		return nil, fmt.Errorf("load game %d: %w", id, err)
	}
	if s.rec.AdamEva == nil || len(s.game.Players) != 2 {
		return nil, fmt.Errorf("load game %d: it is no game of Adam & Eva", id)
	}
	level, _ := strings.CutPrefix(s.rec.Seats[botSeat], robotName)
	if s.level, err = robot.ParseLevel(level); err != nil {
		return nil, fmt.Errorf("load game %d: %w", id, err)
	}
	profile, err := tx.Profile(s.game.Players[memberSeat])
	if err != nil {
		return nil, err
	}
	s.owner = profile.ID
	s.names = text.Names{escape(s.rec.Seats[memberSeat]), text.Opponent}
	return s, nil
}

// myVersus reads a game against the bot for its member and for nobody else.
func (p *press) myVersus(tx Tx, id uint64) (*versus, error) {
	s, err := p.readVersus(tx, id)
	if err == nil && s.owner != p.member.ID {
		return nil, refuse(p.reader.VersusNotYours())
	}
	return s, err
}

// versusCommand is /adam-eva practice.
func versusCommand(ctx context.Context, p *press) error {
	return p.versus(ctx, wanted{level: p.option("level"), variant: p.option("variant")}, false)
}

// versusNewButton begins a game against the bot.
func versusNewButton(ctx context.Context, p *press) error { return p.versusFrom(ctx, false) }

// versusSurelyButton begins one in the place of the one that is open.
func versusSurelyButton(ctx context.Context, p *press) error { return p.versusFrom(ctx, true) }

func (p *press) versusFrom(ctx context.Context, surely bool) error {
	w, ok := parseWanted(p.button.Arg)
	if !ok {
		return outOfDate(ctx, p)
	}
	return p.versus(ctx, w, surely)
}

// versus shows the presser's game against the bot, or begins one. If one is open
// that is not what they want, it is dropped only if they have said so of the
// state that the button shows.
func (p *press) versus(ctx context.Context, w wanted, surely bool) error {
	level, variant, err := w.parse()
	if err != nil {
		return outOfDate(ctx, p) // no option and no button of ours says this
	}
	secret, err := games.NewSecret(p.random)
	if err != nil {
		return err
	}
	var s *versus
	ask, begun := false, false
	err = p.store.Update(ctx, func(tx Tx) error {
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		open, err := p.inTheWay(tx, me.Player, store.Robot, surely)
		if err != nil {
			return err
		}
		if open != nil {
			s, err = p.readVersus(tx, open.ID)
			// A second press of the same finds what the first has begun.
			ask = err == nil && !w.fits(s) && !(surely && open.ID != p.button.Game)
			return err
		}
		id, err := p.beginVersus(tx, me, secret, level, variant)
		if err != nil {
			return err
		}
		begun = true
		s, err = p.readVersus(tx, id)
		return err
	})
	if err != nil {
		return err
	}
	if begun {
		p.deadlineSet()
		p.log.Info("a game begins", "kind", "practice", "variant", variant.String(), "level", level.String(), "begun", s.game.ID)
	}
	if ask {
		return p.show(ctx, versusQuestion(s, wanted{level.String(), variant.String()}))
	}
	return p.goOn(ctx, s)
}

// beginVersus deals and keeps a new game and returns its id. Whoever opens the
// first round, chance has said so in the deal.
func (p *press) beginVersus(tx Tx, me store.Profile, secret games.Secret, level robot.Level, variant adameva.Variant) (id uint64, err error) {
	seal := &record.Seal{Secret: secret, With: games.WithInteraction(p.number)}
	g, err := adameva.New(adameva.DealFrom(secret.Stream(seal.With), variant), variant)
	if err != nil {
		return 0, err
	}
	rec := &record.Record{Seats: []string{me.Name, robotName + level.String()}, Seal: seal, AdamEva: g}
	now := p.now()
	game := store.Game{
		Channel: p.channel, Guild: p.guild, Kind: store.Robot, Owner: me.Player, Players: []store.Player{me.Player, 0},
		Variant: variant.String(), Begun: now, Moved: now, Due: now.Add(abandonedAfter),
	}
	if game.Record, err = rec.Keep(); err != nil {
		return 0, err
	}
	err = tx.Put(&game)
	return game.ID, err
}

// versusButton shows a game against the bot as it is.
func versusButton(ctx context.Context, p *press) error {
	var s *versus
	err := p.store.View(ctx, func(tx Tx) (err error) {
		s, err = p.myVersus(tx, p.button.Game)
		return err
	})
	if err != nil {
		return p.showVersusGone(ctx, err)
	}
	return p.goOn(ctx, s)
}

// versusMoveButton makes a move of the member's.
func versusMoveButton(ctx context.Context, p *press) error {
	m, err := adameva.ParseMove(fmt.Sprintf("%d %s", memberSeat, p.button.Arg))
	if err != nil || m.Kind == adameva.Resign || m.Kind == adameva.Time {
		return versusButton(ctx, p) // no button of ours says this
	}
	return p.moveVersus(ctx, m)
}

// versusResignButton asks whether somebody means to resign.
func versusResignButton(ctx context.Context, p *press) error {
	var s *versus
	err := p.store.View(ctx, func(tx Tx) (err error) {
		s, err = p.myVersus(tx, p.button.Game)
		return err
	})
	if err != nil {
		return p.showVersusGone(ctx, err)
	}
	if s.result != nil || s.game.Version != p.button.Version {
		return p.goOn(ctx, s)
	}
	return p.show(ctx, versusResignMessage(s))
}

// versusResignSurelyButton resigns.
func versusResignSurelyButton(ctx context.Context, p *press) error {
	return p.moveVersus(ctx, adameva.Move{Seat: memberSeat, Kind: adameva.Resign})
}

// moveVersus makes a move of the member's, if the game is still as the button
// says, has the bot make its own, and shows the game.
func (p *press) moveVersus(ctx context.Context, m adameva.Move) error {
	var s *versus
	ended := false
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if s, err = p.myVersus(tx, p.button.Game); err != nil {
			return err
		}
		if s.result != nil || s.game.Version != p.button.Version {
			return nil // nothing changes, and the presser sees the game as it is
		}
		if _, err := s.rec.AdamEva.Play(m); err != nil {
			return nil // nor this
		}
		ended = s.rec.Over()
		return p.keepVersus(tx, s)
	})
	if err != nil {
		return p.showVersusGone(ctx, err)
	}
	if ended {
		p.log.Info("a game has ended", "kind", "practice")
	}
	return p.goOn(ctx, s)
}

// keepVersus keeps a game after a move, in the move's transaction: with its
// result if it is over.
func (p *press) keepVersus(tx Tx, s *versus) (err error) {
	now := p.now()
	if s.rec.Over() {
		return s.end(tx, now)
	}
	s.game.Moved, s.game.Due = now, now.Add(abandonedAfter)
	if s.game.Record, err = s.rec.Keep(); err != nil {
		return err
	}
	return tx.Put(&s.game)
}

// end keeps a finished game: its record and its result, once.
func (s *versus) end(tx Tx, now time.Time) (err error) {
	if s.game.Record, err = s.rec.Export(); err != nil {
		return err
	}
	result := store.Result{Ended: now, Level: s.level.String()}
	setAdamEvaResult(&result, s.rec.AdamEva)
	r, err := tx.End(&s.game, result)
	s.result = &r
	return err
}

// showVersusGone answers a press on a game that is there no more.
func (p *press) showVersusGone(ctx context.Context, why error) error {
	if !isAbsent(why) {
		return why
	}
	m := note(p.reader.OutOfDate())
	if errors.Is(why, store.ErrGone) {
		usual := wanted{robot.Fair.String(), adameva.Classic.String()}
		m = note(p.reader.VersusGone(), button(p.reader.NewVersus(), primary, buttonID{Action: "versus-new", Arg: usual.arg()}))
	}
	return p.show(ctx, m)
}

// abandonVersus drops a game against the bot that its member has not moved in for
// long.
func (b *Bot) abandonVersus(ctx context.Context, id uint64) error {
	return b.store.Update(ctx, func(tx Tx) error {
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneExpired)
	})
}
