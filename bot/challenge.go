package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

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
	opponent person
	variant  string
	first    string
}

// challengeCommand is /adam-eva challenge.
func challengeCommand(ctx context.Context, p *press) error {
	o := offer{variant: p.option("variant"), first: p.option("first")}
	if o.variant == "" {
		o.variant = adameva.Classic.String()
	}
	if o.first == "" {
		o.first = firstLonger
	}
	opponent, ok := p.person("member")
	if !ok {
		return refuse(text.WhomToChallenge)
	}
	o.opponent = opponent
	return p.challenge(ctx, o)
}

// challenge posts a challenge as the answer to a press.
func (p *press) challenge(ctx context.Context, o offer) error {
	if err := p.mayPlay(ctx); err != nil {
		return err
	}
	c, err := p.openChallenge(ctx, o, p.channel)
	if err != nil {
		return err
	}
	posted, err := p.public(ctx, challengeMessage(c))
	if err != nil {
		return p.unpost(ctx, c.game.ID, err)
	}
	return p.challengePosted(ctx, c.game.ID, store.Message{Channel: p.channel, ID: posted, Posted: p.now()})
}

// unpost takes back a challenge that nobody will ever see.
func (p *press) unpost(ctx context.Context, id uint64, why error) error {
	err := p.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		return tx.Drop(&g, store.GoneRemoved)
	})
	if err != nil && !isAbsent(err) {
		return err
	}
	return unsent(why)
}

// challengePosted notes where a challenge can be seen.
func (p *press) challengePosted(ctx context.Context, id uint64, at store.Message) error {
	p.deadlineSet()
	err := p.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if err != nil || g.Kind != store.Challenge {
			return err // answered before we got here
		}
		g.Message = at
		return tx.Note(&g)
	})
	var left *store.GoneError
	if errors.As(err, &left) {
		// Over before we knew its message: say there what became of it.
		p.replace(at, id, note(text.Gone(left.Reason.String())))
		return nil
	}
	if isAbsent(err) {
		return nil
	}
	return err
}

// mayPlay refuses if the bot lacks a permission in this channel that a game
// would need sooner or later, and names it.
func (p *press) mayPlay(ctx context.Context) error {
	if p.guild == 0 {
		return refuse(text.OnlyInServers())
	}
	has := func(permission int64) bool {
		return p.appPermissions&(permission|permAdministrator) != 0
	}
	if !has(permViewChannel) {
		return refuse(text.MissingPermission(text.ViewChannel))
	}
	if has(permSend) && has(permSendInThreads) {
		return nil
	}
	// Which of the two is needed depends on what kind of channel this is.
	need, name := int64(permSend), text.SendMessages
	if info, err := p.discord.channel(ctx, p.channel); err == nil && isThread(info) {
		need, name = permSendInThreads, text.SendInThreads
	}
	if !has(need) {
		return refuse(text.MissingPermission(name))
	}
	return nil
}

func isThread(c channelInfo) bool {
	switch c.Type {
	case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildNewsThread:
		return true
	}
	return false
}

// A challenge is one that is open, with what is shown of it.
type challenge struct {
	game   store.Game
	names  text.Names
	ids    [2]store.ID
	secret games.Secret
}

// opener is the seat that opens the first round, if that is settled already.
func (c *challenge) opener() games.Seat {
	switch c.game.First {
	case firstOpponent:
		return 1
	case firstLonger:
		if c.ids[1] < c.ids[0] {
			return 1
		}
	}
	return 0
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
	copy(c.secret[:], g.Secret)
	for seat, player := range g.Players {
		profile, err := tx.Profile(player)
		if err != nil {
			return nil, err
		}
		c.ids[seat], c.names[seat] = profile.ID, escape(profile.Name)
	}
	return c, nil
}

// errAnswered says that a challenge has been accepted before.
var errAnswered = errors.New("the challenge has been accepted")

// openChallenge checks and keeps a challenge.
func (p *press) openChallenge(ctx context.Context, o offer, channel store.ID) (c *challenge, err error) {
	if _, err := adameva.ParseVariant(o.variant); err != nil {
		return nil, refuse(text.OutOfDate())
	}
	switch {
	case o.opponent.ID == p.member.ID:
		return nil, refuse(text.NotYourself)
	case o.opponent.Bot:
		return nil, refuse(text.NotABot)
	}
	secret, err := games.NewSecret(p.random)
	if err != nil {
		return nil, err
	}
	// Both are remembered even if the challenge is refused: the button that
	// offers a thread instead knows the opponent by id alone.
	var me, them store.Profile
	err = p.store.Update(ctx, func(tx Tx) (err error) {
		if me, err = tx.Meet(p.member.ID, p.member.Name); err == nil {
			them, err = tx.Meet(o.opponent.ID, o.opponent.Name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = p.store.Update(ctx, func(tx Tx) error {
		if err := p.room(tx, me.Player, o, channel); err != nil {
			return err
		}
		now := p.now()
		g := store.Game{
			Channel: channel, Kind: store.Challenge, Owner: me.Player, Guild: p.guild,
			Players: []store.Player{me.Player, them.Player}, Variant: o.variant, First: o.first,
			Secret: secret[:], Begun: now, Moved: now, Due: now.Add(challengeLife),
		}
		if err := tx.Put(&g); err != nil {
			return err
		}
		c, err = readChallenge(tx, g.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	p.here.saw(chair{c.game.ID, 0}, p.now())
	return c, nil
}

// room refuses a challenge for which there is no room.
func (p *press) room(tx Tx, me store.Player, o offer, channel store.ID) error {
	mine, err := tx.GamesOf(me)
	if err != nil {
		return err
	}
	for _, g := range mine {
		if g.Kind == store.Challenge && g.Owner == me {
			return refuse(text.OneChallenge(mention(g.Channel)))
		}
	}
	here, err := tx.GamesIn(channel)
	if err != nil {
		return err
	}
	waiting := 0
	for _, g := range here {
		switch g.Kind {
		case store.Table:
			return refuse(text.TableTaken, button(text.PlayInThread, primary, o.inThread()))
		case store.Challenge:
			waiting++
		}
	}
	if waiting >= challengesAtOnce {
		return refuse(text.ChallengesEnough, button(text.PlayInThread, primary, o.inThread()))
	}
	return nil
}

// mention names a channel so that a press leads there.
func mention(channel store.ID) string { return fmt.Sprintf("<#%d>", channel) }

// inThread is the button that makes this challenge in a thread of its own.
func (o offer) inThread() buttonID {
	return buttonID{Action: "in-thread", Arg: fmt.Sprintf("%d %s %s", o.opponent.ID, o.variant, o.first)}
}

// challengeMessage is an open challenge.
func challengeMessage(c *challenge) message {
	said := text.Challenge(c.names, fmt.Sprintf("<@%d>", c.ids[1]), c.game.Variant, c.game.First, c.opener(), c.game.Due, c.secret.Seal())
	parts := append([]component{prose(said)}, rows(
		button(text.Accept, success, buttonID{Action: "accept", Game: c.game.ID}),
		button(text.Decline, danger, buttonID{Action: "decline", Game: c.game.ID}),
		button(text.Withdraw, secondary, buttonID{Action: "withdraw", Game: c.game.ID}),
		button(text.Rules, secondary, buttonID{Action: "rules", Game: c.game.ID, Arg: "adam-eva 0"}),
	)...)
	return message{parts: []component{box(accentTable, parts...)}, mentions: []store.ID{c.ids[1]}}
}

// acceptButton turns a challenge into a table.
func acceptButton(ctx context.Context, p *press) error {
	t, err := p.accept(ctx, p.channel)
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	p.deadlineSet()
	// The challenge's own message becomes the table, unless somebody has to be
	// told by a new one.
	if t.game.Message.ID == 0 {
		err = p.update(ctx, note(text.Accepted(t.names)), false)
		p.showTable(t.game.ID)
		return unsent(err)
	}
	err = p.update(ctx, tableMessage(t, 0), false)
	p.caughtUp(ctx, t)
	return unsent(err)
}

// accept begins the game of the challenge whose button was pressed, at the
// table of a channel.
func (p *press) accept(ctx context.Context, channel store.ID) (t *table, err error) {
	err = p.store.Update(ctx, func(tx Tx) error {
		c, err := readChallenge(tx, p.button.Game)
		if err != nil {
			return err
		}
		if p.member.ID != c.ids[1] {
			return refuse(text.OnlyChallenged(c.names))
		}
		now := p.now()
		if !now.Before(c.game.Due) {
			return errTooLate // the clock is about to take it away
		}
		if _, err := tx.GameAt(channel, store.Table, 0); err == nil {
			return refuse(text.TableTakenSince, button(text.PlayInThread, primary, buttonID{Action: "accept-in-thread", Game: c.game.ID}))
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		t, err = p.deal(tx, c, channel, now)
		return err
	})
	if err == nil {
		p.log.Info("a game begins", "kind", "adam-eva", "variant", t.game.Variant)
	}
	return t, err
}

// errTooLate says that a challenge's time is over.
var errTooLate = errors.New("the challenge has expired")

// deal begins a game. The deal follows from the seal that the challenge has
// shown and from the id of this very press, which Discord has chosen since.
func (p *press) deal(tx Tx, c *challenge, channel store.ID, now time.Time) (*table, error) {
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
	t.game.Kind, t.game.Owner, t.game.Channel, t.game.Secret = store.Table, 0, channel, nil
	t.game.Moved, t.game.Due = now, now.Add(abandonedAfter)
	if t.game.Message = (store.Message{}); channel == p.channel {
		t.game.Message = store.Message{Channel: p.channel, ID: p.message, Posted: now}
	}
	p.here.saw(chair{t.game.ID, 1}, now)
	p.turn(t, games.Spectator, now)
	if t.game.Message.ID != 0 {
		t.notes.Posted = t.notes.Turn
	}
	t.notes.Left = store.Message{} // the answer to this press is what stays there
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
		return refuse(text.ChallengeTooLate)
	case isAbsent(err):
		return p.showAbsent(ctx, err)
	}
	return err
}

// declineButton ends a challenge by the challenged.
func declineButton(ctx context.Context, p *press) error {
	return p.endChallenge(ctx, 1, store.GoneDeclined, "declined", text.OnlyChallenged)
}

// withdrawButton ends a challenge by the challenger.
func withdrawButton(ctx context.Context, p *press) error {
	return p.endChallenge(ctx, 0, store.GoneWithdrawn, "withdrawn", text.OnlyChallenger)
}

func (p *press) endChallenge(ctx context.Context, by games.Seat, reason store.GoneReason, word string, others func(text.Names) string) error {
	var names text.Names
	err := p.store.Update(ctx, func(tx Tx) error {
		c, err := readChallenge(tx, p.button.Game)
		if err != nil {
			return err
		}
		if p.member.ID != c.ids[by] {
			return refuse(others(c.names))
		}
		names = c.names
		return tx.Drop(&c.game, reason)
	})
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	return unsent(p.update(ctx, note(text.ChallengeEnd(names, word)), false))
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
		return tx.Drop(&g, store.GoneExpired)
	})
	if errors.Is(err, errAnswered) {
		return nil // it is a table now, which has a deadline of its own
	}
	if err != nil {
		return err
	}
	b.replace(c.game.Message, id, note(text.ChallengeEnd(c.names, "expired")))
	return nil
}

// replace puts the last word into a game's public message, soon. If the message
// cannot be changed, nothing is said: the game is over either way.
func (b *Bot) replace(at store.Message, id uint64, m message) {
	if at.ID == 0 {
		return
	}
	b.publish.end(tableKey(id), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), publishWithin)
		defer cancel()
		if err := b.discord.edit(ctx, at, m); err != nil {
			b.logPublish(err, id)
		}
	})
}

// inThreadButton makes a challenge in a thread because this channel's table is
// taken.
func inThreadButton(ctx context.Context, p *press) error {
	words := strings.Fields(p.button.Arg)
	if len(words) != 3 {
		return outOfDate(ctx, p)
	}
	opponent, err := strconv.ParseUint(words[0], 10, 64)
	if err != nil {
		return outOfDate(ctx, p)
	}
	o := offer{opponent: person{ID: store.ID(opponent), Name: nobody}, variant: words[1], first: words[2]}
	if err := p.store.View(ctx, func(tx Tx) error {
		profile, err := tx.Player(o.opponent.ID)
		if err == nil {
			o.opponent.Name = profile.Name
		}
		if errors.Is(err, store.ErrNotFound) {
			return refuse(text.OutOfDate())
		}
		return err
	}); err != nil {
		return err
	}
	thread, err := p.openThread(ctx, p.member.Name, o.opponent.Name)
	if err != nil {
		return err
	}
	c, err := p.openChallenge(ctx, o, thread)
	if err != nil {
		return err
	}
	posted, err := p.discord.post(ctx, thread, challengeMessage(c), fmt.Sprintf("%x-challenge", c.game.ID))
	if err != nil {
		return p.unpost(ctx, c.game.ID, err)
	}
	if err := p.challengePosted(ctx, c.game.ID, store.Message{Channel: thread, ID: posted, Posted: p.now()}); err != nil {
		return err
	}
	return unsent(p.update(ctx, note(text.ChallengeInThread(mention(thread))), true))
}

// acceptInThreadButton begins a game in a thread because the channel's table
// was taken in the meantime.
func acceptInThreadButton(ctx context.Context, p *press) error {
	var c *challenge
	if err := p.store.View(ctx, func(tx Tx) (err error) {
		c, err = readChallenge(tx, p.button.Game)
		return err
	}); err != nil {
		return p.pastChallenge(ctx, err)
	}
	if p.member.ID != c.ids[1] {
		return refuse(text.OnlyChallenged(c.names))
	}
	thread, err := p.openThread(ctx, c.names[0], c.names[1])
	if err != nil {
		return err
	}
	t, err := p.accept(ctx, thread)
	if err != nil {
		return p.pastChallenge(ctx, err)
	}
	p.deadlineSet()
	p.replace(c.game.Message, c.game.ID, note(text.AcceptedInThread(t.names, mention(thread))))
	p.showTable(t.game.ID)
	return unsent(p.update(ctx, note(text.TableIsIn(mention(thread))), true))
}

// openThread opens a thread for a game in this channel, or in the parent of
// this thread.
func (p *press) openThread(ctx context.Context, name0, name1 string) (store.ID, error) {
	parent := p.channel
	if info, err := p.discord.channel(ctx, p.channel); err == nil && isThread(info) {
		parent = snowflake(info.Parent)
	}
	thread, err := p.discord.thread(ctx, parent, text.ThreadName(name0, name1))
	if classOf(err) == forbidden {
		return 0, refuse(text.MissingPermission(text.CreateThreads))
	}
	return thread, err
}
