package bot

import (
	"context"
	"errors"
	"time"

	"windfall/store"
)

// This file is what a member can do about what is kept of them: see it, be left
// out where others look, and be forgotten. What the file holds that they get is in
// privacy_file.go, and forgetting in forget.go.

// privacyShowCommand is /privacy show.
func privacyShowCommand(ctx context.Context, p *press) error {
	if p.guild != 0 && p.appPermissions&(permAttachFiles|permAdministrator) == 0 {
		return refuse(p.reader.FilesElsewhere())
	}
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	var all *allKept
	err := p.store.View(ctx, func(tx Tx) (err error) {
		all, err = p.allKeptOf(tx)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return refuse(p.reader.NothingKept())
	}
	if err != nil {
		return err
	}
	files, err := all.files(mostPerFile)
	if err != nil {
		return err
	}
	if len(files) > 1 || len(files[0].data) > smallFile {
		p.later(ctx) // it takes a while to send
	}
	for i, f := range files {
		said := p.reader.AllKept(all.finished, len(files))
		if i > 0 {
			said = p.reader.FurtherFile(i+1, len(files))
		}
		m := message{parts: []component{prose(said), fileCard(f.name)}, files: []file{f}}
		if err := p.whisper(ctx, m); err != nil {
			return unsent(err)
		}
	}
	return nil
}

// privacyHideCommand is /privacy hide: it says how it is, or changes it.
func privacyHideCommand(ctx context.Context, p *press) error { return p.hide(ctx, p.option("set")) }

// privacyHideButton changes it.
func privacyHideButton(ctx context.Context, p *press) error { return p.hide(ctx, p.button.Arg) }

// hide sets whether the presser is hidden, "on" or "off", and shows it.
func (p *press) hide(ctx context.Context, set string) error {
	var me store.Profile
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if me, err = tx.Player(p.member.ID); errors.Is(err, store.ErrNotFound) {
			if err = nil; set != "on" {
				return nil // whom the bot does not know it does not show
			}
			me, err = tx.Meet(p.member.ID, p.member.Name)
		}
		if err == nil && (set == "on" || set == "off") {
			me.Hidden = set == "on"
			err = tx.SetHidden(me.Player, me.Hidden)
		}
		return err
	})
	if err != nil {
		return err
	}
	b := button(p.reader.HideMe(), primary, buttonID{Action: "privacy-hide", Arg: "on"})
	if me.Hidden {
		b = button(p.reader.ShowMe(), secondary, buttonID{Action: "privacy-hide", Arg: "off"})
	}
	return p.show(ctx, note(p.reader.HiddenIs(me.Hidden), b))
}

// privacyDeleteCommand is /privacy delete: it asks once.
func privacyDeleteCommand(ctx context.Context, p *press) error {
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	first, err := p.dayOne(ctx)
	if err != nil {
		return err
	}
	m, err := p.forgetQuestion(ctx, first)
	if errors.Is(err, store.ErrNotFound) {
		return refuse(p.reader.NothingKept())
	}
	if err != nil {
		return err
	}
	return unsent(p.whisper(ctx, m))
}

// forgetQuestion asks the presser whether they mean to be forgotten. The button
// that says so holds for what the question names. The error is
// [store.ErrNotFound] if nothing is known of them.
func (p *press) forgetQuestion(ctx context.Context, first time.Time) (m message, err error) {
	err = p.store.View(ctx, func(tx Tx) error {
		me, err := tx.Player(p.member.ID)
		if err != nil {
			return err
		}
		f, err := p.forgetting(tx, me.Player, first)
		if err != nil {
			return err
		}
		goes, err := whatGoes(tx, me.Player)
		if err != nil {
			return err
		}
		m = note(p.reader.ForgetQuestion(f),
			button(p.reader.ForgetMe(), danger, buttonID{Action: "privacy-forget", Version: goes}),
			button(p.reader.CopyFirst(), secondary, buttonID{Action: "privacy-show"}),
			button(p.reader.KeepMe(), secondary, buttonID{Action: "privacy-keep"}))
		return nil
	})
	return m, err
}

// privacyKeepButton forgets nothing.
func privacyKeepButton(ctx context.Context, p *press) error {
	return p.show(ctx, note(p.reader.NotForgotten()))
}

// privacyForgetButton forgets the presser. If other games of theirs are open than
// those that the question was about, it asks again.
func privacyForgetButton(ctx context.Context, p *press) error {
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	first, err := p.dayOne(ctx)
	if err != nil {
		return err
	}
	left, err := p.forget(ctx, first, p.button.Version)
	switch {
	case errors.Is(err, store.ErrNotFound): // the same button was pressed before
		return p.show(ctx, note(p.reader.NowForgotten()))
	case errors.Is(err, errOtherGoes):
		m, err := p.forgetQuestion(ctx, first)
		if err != nil {
			return err
		}
		return p.show(ctx, m)
	}
	if err != nil {
		return err
	}
	p.compaction.ring()
	err = p.show(ctx, note(p.reader.NowForgotten()))
	left.show(ctx, p.Bot)
	return err
}
