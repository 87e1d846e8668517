package bot

import (
	"windfall/games/record"
)

// This file is about challenges to anybody: who is the first to accept plays. In
// the store such a challenge has one player, who made it.

// openChallengeMessage is a challenge to anybody. Nobody is mentioned by it.
func openChallengeMessage(c *challenge) message {
	said := c.say.OpenChallenge(c.names[0], c.game.Variant, c.game.First, c.game.Pace, c.game.Due, c.secret.Seal())
	parts := append([]component{prose(said)}, rows(
		button(c.say.Accept(), success, buttonID{Action: "accept", Game: c.game.ID}),
		button(c.say.Withdraw(), secondary, buttonID{Action: "withdraw", Game: c.game.ID}),
		toRules(c.say, c.game.ID, record.AdamEva),
	)...)
	return message{parts: []component{box(accentTable, parts...)}}
}

// join makes the presser the other side of a challenge to anybody.
func (p *press) join(tx Tx, c *challenge) error {
	me, err := tx.Meet(p.member.ID, p.member.Name)
	if err != nil {
		return err
	}
	c.fill(1, me)
	c.game.Players = append(c.game.Players, me.Player)
	return nil
}

// openEnd says what became of a challenge to anybody that nobody plays.
func (c *challenge) openEnd(word string) string {
	if word == "withdrawn" {
		return c.say.OpenWithdrawn(c.names[0])
	}
	return c.say.OpenExpired(c.names[0])
}
