package bot

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"windfall/bot/text"
	"windfall/store"
)

// This file is about who may challenge a member: anybody but those whom they
// have blocked, or nobody. What somebody is told who may not is the same in both
// cases, and says of no block.

// blockCommand is /adam-eva block. Without an option it shows how things stand.
func blockCommand(ctx context.Context, p *press) error {
	var who person
	if p.options["member"] != nil {
		var ok bool
		switch who, ok = p.person("member"); {
		case !ok:
			return outOfDate(ctx, p)
		case who.ID == p.member.ID:
			return refuse(p.reader.BlockYourself())
		case who.Bot:
			return refuse(p.reader.BlockABot())
		}
	}
	return p.changeBlocks(ctx, 0, func(tx Tx, me store.Profile) (done blockChange, err error) {
		if p.options["everyone"] != nil {
			if err := tx.SetRefuses(me.Player, p.flag("everyone")); err != nil {
				return done, err
			}
		}
		if who.ID == 0 {
			return done, nil
		}
		// They are met so that the list can name them.
		them, err := tx.Meet(who.ID, who.Name)
		if err != nil {
			return done, err
		}
		if _, err := tx.Key(p.random); err != nil {
			return done, err
		}
		blocked, err := tx.Blocked(me.Player, them.ID)
		if err != nil {
			return done, err
		}
		done.said = p.reader.Blocked(escape(them.Name))
		if blocked {
			done.said = p.reader.BlockedAlready(escape(them.Name))
		}
		if err := tx.Block(me.Player, them.ID, p.now()); err != nil {
			return done, err
		}
		done.ended, err = endBetween(tx, me.Player, them.Player, p.now())
		return done, err
	})
}

// A blockChange is what became of a change of who may challenge a member.
type blockChange struct {
	said  string // to the member, "" for nothing
	ended []endedChallenge
}

// An endedChallenge is one that a block has ended, and how: in a word of
// [challenge.endedBy].
type endedChallenge struct {
	*challenge
	word string
}

// endBetween ends the challenges that are open between a member and one they have
// blocked. Each ends as if by the member's own button, declined or withdrawn, so
// that nobody can tell that it was a block.
func endBetween(tx Tx, me, them store.Player, now time.Time) (ended []endedChallenge, err error) {
	mine, err := tx.GamesOf(me)
	if err != nil {
		return nil, err
	}
	for _, g := range mine {
		if g.Kind != store.Challenge || !slices.Contains(g.Players, them) {
			continue
		}
		c, err := readChallenge(tx, g.ID)
		if err != nil {
			return nil, err
		}
		reason := store.GoneDeclined
		if g.Owner == me {
			reason = store.GoneWithdrawn
		}
		if err := pauseAfter(tx, c, reason, now); err != nil {
			return nil, err
		}
		if err := tx.Drop(&c.game, reason); err != nil {
			return nil, err
		}
		ended = append(ended, endedChallenge{c, reason.String()})
	}
	return ended, nil
}

// blocksButton turns to a page of those who are blocked.
func blocksButton(ctx context.Context, p *press) error {
	page, err := strconv.Atoi(p.button.Arg)
	if err != nil {
		return outOfDate(ctx, p)
	}
	return p.changeBlocks(ctx, page, func(Tx, store.Profile) (blockChange, error) { return blockChange{}, nil })
}

// unblockButton takes a block back. Pressed twice it does so once.
func unblockButton(ctx context.Context, p *press) error {
	number, hash, _ := strings.Cut(p.button.Arg, " ")
	page, err := strconv.Atoi(number)
	if err != nil {
		return outOfDate(ctx, p)
	}
	block, err := hex.DecodeString(hash)
	if err != nil || len(block) == 0 {
		return outOfDate(ctx, p)
	}
	return p.changeBlocks(ctx, page, func(tx Tx, me store.Profile) (done blockChange, err error) {
		all, err := tx.Blocks(me.Player)
		if err != nil {
			return done, err
		}
		for _, b := range all {
			if slices.Equal(b.Hash, block) {
				name, err := blockedName(tx, &b)
				if err != nil {
					return done, err
				}
				done.said = p.reader.Unblocked(escape(name))
				if name == "" {
					done.said = p.reader.UnblockedNobody()
				}
				return done, tx.LiftBlock(me.Player, b.Hash)
			}
		}
		return done, nil
	})
}

// refuseAllButton takes no challenges any more, or takes them again.
func refuseAllButton(ctx context.Context, p *press) error {
	return p.changeBlocks(ctx, 0, func(tx Tx, me store.Profile) (blockChange, error) {
		return blockChange{}, tx.SetRefuses(me.Player, p.button.Arg == "all")
	})
}

// blocksPerPage is how many members stand on a page: two rows of buttons.
const blocksPerPage = 2 * perRow

// A blockedMember is one on a page of those who are blocked.
type blockedMember struct {
	name string // "" if nobody knows it any more
	hash []byte
}

// blocks is how it stands with who may challenge a member.
type blocks struct {
	say     text.Language
	refuses bool
	all     int
	page    int
	pages   int
	members []blockedMember // of the page
}

// changeBlocks changes who may challenge the presser and shows how that stands
// then, with what is said of the change.
func (p *press) changeBlocks(ctx context.Context, page int, change func(Tx, store.Profile) (blockChange, error)) error {
	var b *blocks
	var done blockChange
	err := p.store.Update(ctx, func(tx Tx) error {
		me, err := tx.Meet(p.member.ID, p.member.Name)
		if err != nil {
			return err
		}
		if done, err = change(tx, me); err != nil {
			return err
		}
		b, err = p.readBlocks(tx, me.Player, page)
		return err
	})
	if err != nil {
		return err
	}
	for _, c := range done.ended {
		p.leaveBehind(c.game.Message, c.game.ID, note(c.endedBy(c.word)))
	}
	return p.show(ctx, blocksMessage(b, done.said))
}

// readBlocks reads a page of those who are blocked, the newest first. A page that
// is not there (any more) is the nearest that is.
func (p *press) readBlocks(tx Tx, me store.Player, page int) (*blocks, error) {
	profile, err := tx.Profile(me)
	if err != nil {
		return nil, err
	}
	all, err := tx.Blocks(me)
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	b := &blocks{say: p.reader, refuses: profile.Refuses, all: len(all), pages: max(1, (len(all)+blocksPerPage-1)/blocksPerPage)}
	b.page = min(max(0, page), b.pages-1)
	from := b.page * blocksPerPage
	for _, kept := range all[from:min(len(all), from+blocksPerPage)] {
		name, err := blockedName(tx, &kept)
		if err != nil {
			return nil, err
		}
		b.members = append(b.members, blockedMember{name, kept.Hash})
	}
	return b, nil
}

// blockedName returns what a member who is blocked is called, or "" if that is
// not known any more.
func blockedName(tx Tx, b *store.Block) (string, error) {
	if b.Player == 0 {
		return "", nil
	}
	profile, err := tx.Profile(b.Player)
	if err != nil {
		return "", err
	}
	return cleanName(profile.Name), nil
}

// blocksMessage shows who may challenge a member.
func blocksMessage(b *blocks, aside string) message {
	say := b.say
	said := []string{aside, say.WhoMayChallenge(b.refuses, b.all)}
	var list []component
	for _, m := range b.members {
		label := say.UnblockNobody()
		if m.name != "" {
			label = say.Unblock(m.name)
		}
		list = append(list, button(label, secondary, buttonID{Action: "unblock", Arg: fmt.Sprintf("%d %x", b.page, m.hash)}))
	}
	if b.pages > 1 {
		said = append(said, say.PageOf(b.page+1, b.pages))
	}
	parts := append([]component{prose(stack(said...))}, rows(list...)...)
	var more []component
	if b.pages > 1 {
		more = append(more,
			button(say.Back(), secondary, blocksID(b.page-1)).disabledIf(b.page == 0),
			button(say.Next(), secondary, blocksID(b.page+1)).disabledIf(b.page == b.pages-1))
	}
	if b.refuses {
		more = append(more, button(say.TakeChallenges(), success, buttonID{Action: "refuse-all", Arg: "none"}))
	} else {
		more = append(more, button(say.RefuseChallenges(), danger, buttonID{Action: "refuse-all", Arg: "all"}))
	}
	parts = append(parts, rows(more...)...)
	parts = append(parts, prose(say.BlocksFoot()))
	return message{parts: []component{box(accentQuiet, parts...)}}
}

// blocksID is the id of a button that turns to a page of those who are blocked.
func blocksID(page int) buttonID {
	return buttonID{Action: "blocks", Arg: strconv.Itoa(page)}
}

// refuseBlocked refuses a challenge of somebody who has blocked whom they
// challenge, or whom the other has blocked.
func (p *press) refuseBlocked(tx Tx, me, them store.Profile) error {
	if blocked, err := tx.Blocked(me.Player, them.ID); err != nil {
		return err
	} else if blocked {
		return refuse(p.reader.YouBlock(escape(them.Name)), button(p.reader.ToBlocks(), secondary, blocksID(0)))
	}
	blocked, err := tx.Blocked(them.Player, me.ID)
	if err == nil && blocked {
		err = refuse(p.reader.TakesNoChallenges(escape(them.Name)))
	}
	return err
}

// refuseBlockedAnswer refuses that somebody accepts the challenge of one whom
// they have blocked, or who has blocked them since, or before if it is to
// anybody.
func (p *press) refuseBlockedAnswer(tx Tx, c *challenge) error {
	if me, met := tx.PlayerNumber(p.member.ID); met {
		blocked, err := tx.Blocked(me, c.ids[0])
		if err != nil {
			return err
		}
		if blocked {
			return refuse(p.reader.YouBlock(c.names[0]), button(p.reader.ToBlocks(), secondary, blocksID(0)))
		}
	}
	blocked, err := tx.Blocked(c.game.Owner, p.member.ID)
	if err == nil && blocked {
		err = refuse(p.reader.TakesNoChallenges(c.names[0]))
	}
	return err
}
