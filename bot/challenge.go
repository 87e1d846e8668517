package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// challengeLife is how long a challenge waits for an answer.
const challengeLife = 24 * time.Hour

// challengesAtOnce is how many challenges may be open in a channel.
const challengesAtOnce = 2

// Who opens the first round, as the challenge's option and the store have it.
const (
	firstLonger     = "longer" // the longer-standing account: ids grow with time
	firstChallenger = "challenger"
	firstOpponent   = "opponent"
	firstChance     = "chance"
)

// An offer is what somebody challenges somebody to.
type offer struct {
	opponent person // nobody, with ID 0, if it is made to anybody in the channel
	variant  string
	first    string
	seat     games.Seat // in which the challenger will sit
	pace     string     // "" is the server's usual one
}

// open reports whether a challenge is made to anybody.
func (o offer) open() bool { return o.opponent.ID == 0 }

// challengeCommand is /adam-eva challenge.
func challengeCommand(ctx context.Context, p *press) error {
	if err := p.inServer(); err != nil {
		return err
	}
	o := offer{variant: p.option("variant"), first: p.option("first"), pace: p.option("pace")}
	if o.variant == "" {
		o.variant = adameva.Classic.String()
	}
	if o.first == "" {
		o.first = firstLonger
	}
	if p.options["member"] != nil {
		opponent, ok := p.person("member")
		switch {
		case !ok:
			return refuse(p.reader.WhomToChallenge())
		case !opponent.Here:
			return refuse(p.reader.NotHere(escape(opponent.Name)))
		}
		o.opponent = opponent
	}
	return p.challenge(ctx, o)
}

// challenge posts a challenge as the answer to a press.
func (p *press) challenge(ctx context.Context, o offer) error {
	if err := p.mayPlay(ctx); err != nil {
		return err
	}
	own, err := p.ownThread(ctx)
	if err != nil {
		return err
	}
	if own { // what its thread will need is looked at before anybody is challenged
		if err := p.mayOpenThread(ctx); err != nil {
			return err
		}
	}
	c, err := p.openChallenge(ctx, o, p.channel, !own)
	if err != nil {
		return err
	}
	posted, err := p.public(ctx, challengeMessage(c))
	if err != nil {
		return cmp.Or(p.unpost(ctx, c.game.ID), unsent(err))
	}
	return p.challengePosted(ctx, c.game.ID, store.Message{Channel: p.channel, ID: posted, Posted: p.now()})
}

// unpost takes back a challenge that nobody will ever see.
func (p *press) unpost(ctx context.Context, id uint64) error {
	err := p.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneRemoved)
	})
	if isAbsent(err) {
		return nil
	}
	return err
}

// challengePosted notes where a challenge can be seen.
func (p *press) challengePosted(ctx context.Context, id uint64, at store.Message) error {
	p.deadlineSet()
	elsewhere := false
	err := p.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		if g.Kind == store.Challenge {
			g.Message = at
			return tx.Note(&g)
		}
		// Accepted before we knew its message: in it, or from elsewhere.
		t, err := p.readTable(tx, id)
		elsewhere = err == nil && t.game.Message.ID != at.ID && t.notes.Left.ID != at.ID
		return err
	})
	var left *store.GoneError
	switch {
	case errors.As(err, &left):
		p.leaveBehind(at, id, note(p.server.Gone(left.Reason.String())))
	case elsewhere:
		p.leaveBehind(at, id, note(p.server.AcceptedElsewhere()))
	case err != nil && !isAbsent(err):
		return err
	}
	return nil
}

// A challenge is one that is open, with what is shown of it. Of two, the first
// is the challenger, wherever they will sit; the second is empty as long as
// anybody may accept.
type challenge struct {
	game   store.Game
	called [2]string  // what the two are called
	names  text.Names // the same, ready for markdown
	ids    [2]store.ID
	secret games.Secret
	say    text.Language // in which it is shown: the server's
}

// open reports whether a challenge is made to anybody.
func (c *challenge) open() bool { return len(c.game.Players) == 1 }

// seat is where the challenger will sit.
func (c *challenge) seat() games.Seat { return max(0, seatOf(&c.game, c.game.Owner)) }

// challengerOpens reports who of the two opens the first round, if that is
// settled already.
func (c *challenge) challengerOpens() bool {
	switch c.game.First {
	case firstOpponent:
		return false
	case firstLonger:
		return c.ids[0] < c.ids[1]
	}
	return true
}

// opener is the seat that opens the first round, if that is settled already.
func (c *challenge) opener() games.Seat {
	if c.challengerOpens() {
		return c.seat()
	}
	return c.seat().Other()
}

// readChallenge reads an open challenge in a transaction.
func readChallenge(tx Tx, id uint64) (*challenge, error) {
	g, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	if g.Kind != store.Challenge {
		return nil, errAnswered
	}
	c := &challenge{game: g}
	if c.say, err = languageOf(tx, g.Guild); err != nil {
		return nil, err
	}
	copy(c.secret[:], g.Secret)
	for _, player := range g.Players {
		profile, err := tx.Profile(player)
		if err != nil {
			return nil, err
		}
		if player == g.Owner {
			c.fill(0, profile)
		} else {
			c.fill(1, profile)
		}
	}
	return c, nil
}

// fill says who one of the two is.
func (c *challenge) fill(which int, who store.Profile) {
	c.ids[which], c.called[which], c.names[which] = who.ID, who.Name, escape(who.Name)
}

// errAnswered says that a challenge has been accepted before.
var errAnswered = errors.New("the challenge has been accepted")

// openChallenge checks and keeps a challenge. If it is to be played at this
// channel's own table there has to be room for it.
func (p *press) openChallenge(ctx context.Context, o offer, channel store.ID, here bool) (c *challenge, err error) {
	if _, err := adameva.ParseVariant(o.variant); err != nil {
		return nil, refuse(p.reader.OutOfDate())
	}
	if _, ok := parsePace(o.pace); !ok && o.pace != "" {
		return nil, refuse(p.reader.OutOfDate())
	}
	switch {
	case o.opponent.ID == p.member.ID:
		return nil, refuse(p.reader.NotYourself())
	case o.opponent.Bot:
		return nil, refuse(p.reader.NotABot())
	}
	secret, err := games.NewSecret(p.random)
	if err != nil {
		return nil, err
	}
	// Both are remembered even if the challenge is refused: the button that
	// offers a thread instead knows the opponent by id alone.
	var me, them store.Profile
	err = p.store.Update(ctx, func(tx Tx) (err error) {
		if me, err = tx.Meet(p.member.ID, p.member.Name); err == nil && !o.open() {
			them, err = tx.Meet(o.opponent.ID, o.opponent.Name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = p.store.Update(ctx, func(tx Tx) error {
		if err := p.mayChallenge(tx, me, them); err != nil {
			return err
		}
		if here {
			if err := p.room(tx, o); err != nil {
				return err
			}
		}
		if o.pace == "" {
			usual, err := defaultPace(tx, p.guild)
			if err != nil {
				return err
			}
			o.pace = string(usual)
		}
		now := p.now()
		g := store.Game{
			Channel: channel, Kind: store.Challenge, Owner: me.Player, Guild: p.guild,
			Players: o.seated(me.Player, them.Player), Variant: o.variant, First: o.first, Pace: o.pace,
			Secret: secret[:], Begun: now, Moved: now, Due: now.Add(challengeLife),
		}
		if err := tx.Put(&g); err != nil {
			return err
		}
		if !o.open() {
			if err := liftPause(tx, them.Player, me.Player); err != nil {
				return err
			}
		}
		c, err = readChallenge(tx, g.ID)
		return err
	})
	if err != nil {
		return nil, p.orInThread(ctx, err)
	}
	p.here.saw(chair{c.game.ID, c.seat()}, p.now())
	return c, nil
}

// seated are the players by seat: the challenger alone if anybody may accept.
func (o offer) seated(me, them store.Player) []store.Player {
	switch {
	case o.open():
		return []store.Player{me}
	case o.seat == 1:
		return []store.Player{them, me}
	}
	return []store.Player{me, them}
}

// mayChallenge refuses a challenge between two of whom one has blocked the other,
// of somebody who has been challenged by the same member here, or has a challenge
// open, and to a member who takes none or was asked not long ago. Nobody is kept
// from anything by a challenge of others. them is nobody if it is to anybody.
//
// A block and taking no challenges are refused in the same words, and stand in an
// order in which one cannot be told from the other: whoever takes none can have
// made a challenge that waits here, and whoever has blocked somebody cannot.
func (p *press) mayChallenge(tx Tx, me, them store.Profile) error {
	anybody := them.Player == 0
	if !anybody {
		if err := p.refuseBlocked(tx, me, them); err != nil {
			return err
		}
	}
	mine, err := tx.GamesOf(me.Player)
	if err != nil {
		return err
	}
	for _, g := range mine {
		if g.Kind != store.Challenge || anybody || g.Owner != them.Player || g.Channel != p.channel {
			continue
		}
		c, err := readChallenge(tx, g.ID)
		if err != nil {
			return err
		}
		return &theirChallenge{c, refuse(p.reader.ChallengedAlready(c.names), button(p.reader.Accept(), success, buttonID{Action: "accept", Game: g.ID}))}
	}
	if them.Refuses {
		return refuse(p.reader.TakesNoChallenges(escape(them.Name)))
	}
	for _, g := range mine {
		if g.Kind == store.Challenge && g.Owner == me.Player {
			return refuse(p.reader.OneChallenge(mention(g.Channel)), button(p.reader.Withdraw(), danger, buttonID{Action: "withdraw", Game: g.ID}))
		}
	}
	if anybody {
		return nil
	}
	return p.refuseInPause(tx, me, them)
}

// A theirChallenge says that whoever is to be challenged has made a challenge of
// their own to the presser, in the same channel.
type theirChallenge struct {
	*challenge
	refusal error
}

func (e *theirChallenge) Error() string { return "challenged already" }

func (e *theirChallenge) Unwrap() error { return e.refusal }

// room refuses a challenge for which there is no room at this channel's table.
func (p *press) room(tx Tx, o offer) error {
	here, err := tx.GamesIn(p.channel)
	if err != nil {
		return err
	}
	waiting := 0
	for _, g := range here {
		switch g.Kind {
		case store.Table:
			return &crowded{p.reader.TableTaken(), p.reader.TableTakenAlone(), o.inThread()}
		case store.Challenge:
			waiting++
		}
	}
	if waiting >= challengesAtOnce {
		return &crowded{p.reader.ChallengesEnough(), p.reader.ChallengesEnoughAlone(), o.inThread()}
	}
	return nil
}

// challengeMessage is a challenge that waits for an answer.
func challengeMessage(c *challenge) message {
	if c.open() {
		return openChallengeMessage(c)
	}
	opens := games.Seat(0)
	if !c.challengerOpens() {
		opens = 1
	}
	said := c.say.Challenge(c.names, fmt.Sprintf("<@%d>", c.ids[1]), c.game.Variant, c.game.First, c.game.Pace, opens, c.game.Due, c.secret.Seal())
	parts := append([]component{prose(said)}, rows(
		button(c.say.Accept(), success, buttonID{Action: "accept", Game: c.game.ID}),
		button(c.say.Decline(), danger, buttonID{Action: "decline", Game: c.game.ID}),
		button(c.say.Withdraw(), secondary, buttonID{Action: "withdraw", Game: c.game.ID}),
		toRules(c.say, c.game.ID, record.AdamEva),
	)...)
	return message{parts: []component{box(accentTable, parts...)}, mentions: []store.ID{c.ids[1]}}
}

// acceptButton turns a challenge into a table.
func acceptButton(ctx context.Context, p *press) error {
	if err := p.mayPlay(ctx); err != nil {
		return err
	}
	if own, err := p.ownThread(ctx); err != nil {
		return err
	} else if own {
		return p.acceptInThread(ctx, !p.ephemeral && !p.strange)
	}
	t, err := p.accept(ctx, p.channel, !p.ephemeral && !p.strange)
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	p.deadlineSet()
	switch {
	case t.game.Message.ID == p.message:
		// The challenge's own message is the table now.
		err = p.update(ctx, tableMessage(t, 0), false)
		p.caughtUp(ctx, t, err)
	case p.ephemeral || p.strange:
		err = p.openHand(ctx, t, t.seatOfMember(p.member.ID))
		p.showTable(t.game.ID)
	default:
		// Somebody has to be told, so the table is posted anew.
		err = p.update(ctx, note(t.say.Accepted(t.names)), false)
		if err != nil {
			p.leaveBehind(store.Message{Channel: p.channel, ID: p.message}, t.game.ID, note(t.say.Accepted(t.names)))
		}
		p.showTable(t.game.ID)
	}
	return unsent(err)
}

// accept begins the game of the challenge whose button was pressed, at the
// table of a channel. own is whether the message that was pressed is the
// challenge's.
func (p *press) accept(ctx context.Context, channel store.ID, own bool) (t *table, err error) {
	err = p.store.Update(ctx, func(tx Tx) error {
		c, err := readChallenge(tx, p.button.Game)
		if err != nil {
			return err
		}
		if err := p.mayAccept(tx, c); err != nil {
			return err
		}
		now := p.now()
		if !now.Before(c.game.Due) {
			return errTooLate // the clock is about to take it away
		}
		if c.open() {
			if channel == p.channel && p.claimed(&c.game) {
				return refuse(p.reader.ThreadIsComing())
			}
			if err := p.join(tx, c); err != nil {
				return err
			}
		}
		if _, err := tx.GameAt(channel, store.Table, 0); err == nil {
			return &crowded{p.reader.TableTakenSince(), p.reader.TableTakenSinceAlone(), buttonID{Action: "accept-in-thread", Game: c.game.ID}}
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		t, err = p.deal(tx, c, channel, own, now)
		return err
	})
	if err != nil {
		return nil, p.orInThread(ctx, err)
	}
	p.log.Info("a game begins", "kind", "adam-eva", "variant", t.game.Variant)
	return t, nil
}

// mayAccept refuses whoever is not to answer a challenge.
func (p *press) mayAccept(tx Tx, c *challenge) error {
	switch {
	case c.open() && p.member.ID == c.ids[0]:
		return refuse(p.reader.OwnOpenChallenge(), button(p.reader.Withdraw(), danger, buttonID{Action: "withdraw", Game: c.game.ID}))
	case c.open() && p.member.Bot:
		return refuse(p.reader.NotABot())
	case !c.open() && p.member.ID != c.ids[1]:
		return refuse(p.reader.OnlyChallenged(c.names))
	}
	return p.refuseBlockedAnswer(tx, c)
}

// errTooLate says that a challenge's time is over.
var errTooLate = errors.New("the challenge has expired")

// deal begins a game. The deal follows from the seal that the challenge has
// shown and from the id of this very press, which Discord has chosen since.
func (p *press) deal(tx Tx, c *challenge, channel store.ID, own bool, now time.Time) (*table, error) {
	variant, err := adameva.ParseVariant(c.game.Variant)
	if err != nil {
		return nil, err
	}
	seal := &record.Seal{Secret: c.secret, With: games.WithInteraction(p.number)}
	deal := adameva.DealFrom(seal.Secret.Stream(seal.With), variant)
	if c.game.First != firstChance {
		deal.First = c.opener()
	}
	g, err := adameva.New(deal, variant)
	if err != nil {
		return nil, err
	}
	var seats []string
	for _, player := range c.game.Players {
		profile, err := tx.Profile(player)
		if err != nil {
			return nil, err
		}
		seats = append(seats, profile.Name)
	}
	t := &table{game: c.game, rec: &record.Record{Seats: seats, Seal: seal, AdamEva: g}, notes: tableNotes{Round: 1}, now: now}
	t.game.Kind, t.game.Owner, t.game.Channel, t.game.Secret, t.game.Notes = store.Table, 0, channel, nil, nil
	t.game.Moved = now
	t.wind(now)
	switch {
	case channel != p.channel:
		t.game.Message = store.Message{}
	case own && t.game.Message.ID != p.message: // pressed before it was noted
		t.game.Message = store.Message{Channel: p.channel, ID: p.message, Posted: now}
	}
	p.here.saw(chair{t.game.ID, c.seat().Other()}, now)
	p.turn(t, games.Spectator, now)
	if t.game.Message.ID != 0 {
		t.notes.Posted = t.notes.Turn
	}
	if t.game.Record, err = t.rec.Keep(); err != nil {
		return nil, err
	}
	if err := t.keepNotes(); err != nil {
		return nil, err
	}
	if err := tx.Put(&t.game); err != nil {
		return nil, err
	}
	return t, t.name(tx)
}

// pastChallenge answers a press on a challenge that is no longer open by
// showing what became of it.
func (p *press) pastChallenge(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, errAnswered):
		return p.present(ctx, errStale)
	case errors.Is(err, errTooLate):
		// As good as expired; its message changes with the clock.
		return refuse(p.reader.ChallengeTooLate())
	case isAbsent(err):
		return p.showAbsent(ctx, err)
	}
	return err
}

// declineButton ends a challenge by the challenged.
func declineButton(ctx context.Context, p *press) error {
	return p.endChallenge(ctx, 1, store.GoneDeclined, "declined", p.reader.OnlyChallenged)
}

// withdrawButton ends a challenge by the challenger.
func withdrawButton(ctx context.Context, p *press) error {
	return p.endChallenge(ctx, 0, store.GoneWithdrawn, "withdrawn", p.reader.OnlyChallenger)
}

// endChallenge ends a challenge by the challenger, 0, or the challenged, 1.
func (p *press) endChallenge(ctx context.Context, by int, reason store.GoneReason, word string, others func(text.Names) string) error {
	var c *challenge
	err := p.store.Update(ctx, func(tx Tx) (err error) {
		if c, err = readChallenge(tx, p.button.Game); err != nil {
			return err
		}
		switch {
		case by == 1 && c.open():
			return refuse(p.reader.NobodyNeedsAnswer())
		case p.member.ID != c.ids[by]:
			return refuse(others(c.names))
		}
		if err := pauseAfter(tx, c, reason, p.now()); err != nil {
			return err
		}
		return tx.Drop(&c.game, reason)
	})
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	err = p.update(ctx, note(c.in(p.audience()).endedBy(word)), p.ephemeral)
	if err != nil || p.message != c.game.Message.ID {
		p.leaveBehind(c.game.Message, c.game.ID, note(c.endedBy(word)))
	}
	return unsent(err)
}

// in returns the challenge as it is shown in a language.
func (c *challenge) in(l text.Language) *challenge {
	now := *c
	now.say = l
	return &now
}

// endedBy says what became of a challenge that nobody plays.
func (c *challenge) endedBy(word string) string {
	if c.open() {
		return c.openEnd(word)
	}
	return c.say.ChallengeEnd(c.names, word)
}

// expireChallenge ends a challenge that nobody answered. Nobody is told but by
// the challenge's own message.
func (b *Bot) expireChallenge(ctx context.Context, id uint64) error {
	var c *challenge
	err := b.store.Update(ctx, func(tx Tx) error {
		g, err := b.stillDue(tx, id)
		if err != nil {
			return err
		}
		if c, err = readChallenge(tx, id); err != nil {
			return err
		}
		if err := pauseAfter(tx, c, store.GoneExpired, g.Due); err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneExpired)
	})
	if errors.Is(err, errAnswered) {
		return nil // it is a table now, which has a deadline of its own
	}
	if err != nil {
		return err
	}
	b.leaveBehind(c.game.Message, id, note(c.endedBy("expired")))
	return nil
}
