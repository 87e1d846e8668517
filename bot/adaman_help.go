package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adaman/robot"
	"windfall/games/adaman/solver"
	"windfall/store"
)

// This file is about what helps in practice: taking plays back, hints, and
// whether the game can still be won. All of it is counted, and the count is
// part of the result.
//
// A practice game that a play has brought to its end stays open in the store
// until its player is done with it: who gets stuck wants to go back and see
// where it went wrong, and a result, once written, is never changed. So the
// result is written when the player keeps it, gives up or begins another deal,
// and at the latest when the game would be dropped because nobody plays it.
// Until then nothing is lost, whatever happens: the game with all its plays is
// kept as any open game is.

// over reports whether no play can be made any more, be there a result or not.
func (s *solitaire) over() bool { return s.result != nil || s.rec.Over() }

// helped is what a player was helped with in a practice game. It stands in the
// game's notes.
type helped struct {
	Undone int      `json:"undone,omitempty"`
	Hints  int      `json:"hints,omitempty"`
	Told   []string `json:"told,omitempty"` // what was told of which table, oldest first
}

// The kinds of hints: what was told of a table. The same told again counts once.
const (
	toldPlay     = "play " // what to play
	toldWinnable = "win "  // whether the game can still be won
)

// maxTold is how much of what was told is remembered. Who asks again for what is
// older is counted twice.
const maxTold = 128

// told notes that a hint was given, and counts it if it is a new one.
func (h *helped) told(what string) {
	if slices.Contains(h.Told, what) {
		return
	}
	h.Hints++
	h.Told = append(h.Told, what)
	if len(h.Told) > maxTold {
		h.Told = slices.Delete(h.Told, 0, len(h.Told)-maxTold)
	}
}

// readHelp reads a game's notes.
func readHelp(notes []byte) (h helped, err error) {
	if len(notes) == 0 {
		return h, nil
	}
	if err = json.Unmarshal(notes, &h); err != nil {
		return h, fmt.Errorf("read what a player was helped with: %w", err)
	}
	return h, nil
}

// noteHelp writes it into the game, which is not kept yet.
func (s *solitaire) noteHelp() (err error) {
	s.game.Notes, err = json.Marshal(s.help)
	return err
}

// table names the table as it is. Tables of one game with the same name are the
// same, whatever was taken back in between: what was discarded and what is in
// the deck follow from the rest.
func (s *solitaire) table() string {
	t := s.rec.Adaman.Position()
	return fmt.Sprintf("%x %x %x %d", uint64(t.Palace), uint64(t.Capital), uint64(t.Resources), t.Dealt)
}

// helpButtons are the buttons that help, below a board of practice. The choice
// that has been made so far stays while one asks whether the game can be won.
func (s *solitaire) helpButtons(c playChoice) []component {
	if s.game.Kind != store.Practice {
		return nil
	}
	chosen := ""
	if c.Made {
		chosen = choiceArg(c)
	}
	return []component{
		s.undoIt(),
		button(s.say.HintLabel(), secondary, s.idNow("hint", "")),
		button(s.say.WinnableLabel(), secondary, s.idNow("winnable", chosen)),
	}
}

func (s *solitaire) undoIt() component {
	return button(s.say.Undo(), secondary, s.idNow("undo", "")).disabledIf(s.view().Plays == 0)
}

// undoButton takes the last play back: the record goes on without it.
func undoButton(ctx context.Context, p *press) error {
	return p.inPractice(ctx, func(tx Tx, s *solitaire) error {
		moves := s.rec.Adaman.Played()
		if len(moves) == 0 {
			return nil
		}
		last := len(moves) - 1
		back, err := adaman.New(s.rec.Adaman.Deck())
		if err != nil {
			return err
		}
		for _, m := range moves[:last] {
			if _, err := back.Play(m); err != nil {
				return err
			}
		}
		s.rec.Adaman = back
		s.help.Undone++
		if err := s.noteHelp(); err != nil {
			return err
		}
		s.aside = p.reader.TakenBack(moves[last])
		return p.keepMove(tx, s)
	})
}

// keepButton writes the result of a practice game that is over.
func keepButton(ctx context.Context, p *press) error {
	return p.inPractice(ctx, func(tx Tx, s *solitaire) error {
		if !s.rec.Over() {
			return nil
		}
		if err := s.close(tx); err != nil {
			return err
		}
		kept, err := p.own(tx, s.game.ID)
		if err == nil {
			*s = *kept
		}
		return err
	})
}

// close writes the result of a practice game that is over. It ended with its
// last play.
func (s *solitaire) close(tx Tx) error { return s.end(tx, s.game.Moved, "") }

// inPractice changes the practice game that a button names, if it is still as
// the button says, and shows it.
func (p *press) inPractice(ctx context.Context, change func(Tx, *solitaire) error) error {
	var s *solitaire
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if s, err = p.own(tx, p.button.Game); err != nil {
			return err
		}
		if s.game.Kind != store.Practice {
			return refuse(p.reader.OnlyInPractice())
		}
		if s.result != nil || s.game.Version != p.button.Version {
			return nil // the presser sees the game as it is
		}
		return change(tx, s)
	})
	if err != nil {
		return p.showGone(ctx, err)
	}
	return p.show(ctx, solitaireMessage(s))
}

// hintButton says what to play and why, and chooses it on the board. Whoever
// made up the hint saw no more than the player does.
func hintButton(ctx context.Context, p *press) error {
	return p.tell(ctx, func(ctx context.Context, s *solitaire) (told, said string, c playChoice, err error) {
		v := s.view()
		// The same table gets the same hint. This chance has no part in any deal.
		chance := games.Secret{}.Stream(fmt.Sprintf("hint in game %d at %s", s.game.ID, s.table()))
		var advice robot.Advice
		err = p.compute(ctx, p.pool, forHints, func(_ context.Context, w *worker) error {
			var on bool
			if advice, on = w.robot.Choose(&v, p.think.Playouts, chance); !on {
				return errors.New("a game that goes on has no play to advise")
			}
			return nil
		})
		if err != nil {
			return "", "", c, err
		}
		return toldPlay, p.reader.Hint(&advice), playChoice{Made: true, Target: advice.Move.Target, Spend: advice.Move.Spend}, nil
	})
}

// winnableButton says whether the game can still be won, and nothing else of
// what is in the deck.
func winnableButton(ctx context.Context, p *press) error {
	return p.tell(ctx, func(ctx context.Context, s *solitaire) (told, said string, c playChoice, err error) {
		v := s.view()
		if chosen, ok := parseChoice(p.button.Arg); ok && mayChoose(&v, chosen) {
			c = chosen
		}
		deck, from := s.rec.Adaman.Deck(), s.rec.Adaman.Position()
		verdict, err := p.winnable(ctx, &deck, from)
		switch {
		case err != nil:
			return "", "", c, err
		case verdict == solver.Yes:
			return toldWinnable, p.reader.CanBeWon(), c, nil
		case verdict == solver.No:
			return toldWinnable, p.reader.CannotBeWon(), c, nil
		}
		return "", p.reader.NotDecided(), c, nil
	})
}

// tell gives a hint in the practice game that a button names. What is to be told
// is worked out first, in no transaction; then it is counted, and only then
// shown: no hint goes uncounted. If told is empty, it was none.
func (p *press) tell(ctx context.Context, hint func(context.Context, *solitaire) (told, said string, c playChoice, err error)) error {
	s, err := p.read(ctx)
	if err != nil {
		return p.showGone(ctx, err)
	}
	if s.game.Kind != store.Practice {
		return refuse(p.reader.OnlyInPractice())
	}
	if s.over() || s.game.Version != p.button.Version {
		return p.show(ctx, solitaireMessage(s))
	}
	told, said, c, err := hint(ctx, s)
	switch {
	case inVain(err):
		s.aside = p.reader.TooBusy()
		return p.show(ctx, boardMessage(s, c))
	case err != nil:
		return err
	case told != "":
		told += s.table()
		var same bool
		if s, same, err = p.countHint(ctx, told); err != nil {
			return p.showGone(ctx, err)
		}
		if !same {
			return p.show(ctx, solitaireMessage(s))
		}
	}
	s.aside = said
	return p.show(ctx, boardMessage(s, c))
}

// countHint counts a hint in the game that a button names, unless the game has
// changed since; then it reports false.
func (p *press) countHint(ctx context.Context, told string) (s *solitaire, ok bool, err error) {
	err = p.store.Update(ctx, func(tx Tx) (err error) {
		if s, err = p.own(tx, p.button.Game); err != nil {
			return err
		}
		if s.over() || s.game.Version != p.button.Version {
			return nil
		}
		ok = true
		s.help.told(told)
		if err = s.noteHelp(); err != nil {
			return err
		}
		s.game.Due = p.now().Add(abandonedAfter)
		return tx.Note(&s.game)
	})
	return s, ok, err
}
