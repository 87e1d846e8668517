package discordtest

// Permissions is Discord's set of permission bits.
type Permissions uint64

// The permissions that this double knows how to enforce or report.
const (
	ManageChannels         Permissions = 1 << 4
	ManageGuild            Permissions = 1 << 5
	Administrator          Permissions = 1 << 3
	AddReactions           Permissions = 1 << 6
	ViewChannel            Permissions = 1 << 10
	SendMessages           Permissions = 1 << 11
	ManageMessages         Permissions = 1 << 13
	EmbedLinks             Permissions = 1 << 14
	AttachFiles            Permissions = 1 << 15
	ReadMessageHistory     Permissions = 1 << 16
	MentionEveryone        Permissions = 1 << 17
	UseExternalEmojis      Permissions = 1 << 18
	UseApplicationCommands Permissions = 1 << 31
	ManageThreads          Permissions = 1 << 34
	CreatePublicThreads    Permissions = 1 << 35
	CreatePrivateThreads   Permissions = 1 << 36
	SendMessagesInThreads  Permissions = 1 << 38

	// EveryoneDefault is what the @everyone role of a new guild may do.
	EveryoneDefault = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory |
		AddReactions | UseExternalEmojis | UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads

	allPermissions Permissions = 1<<53 - 1
	// dmPermissions is what Discord reports as app_permissions in a DM.
	dmPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory |
		MentionEveryone | AddReactions | UseExternalEmojis | UseApplicationCommands
	// lockedThreadPermissions is what a locked thread leaves to those who may
	// not manage threads.
	lockedThreadPermissions = ViewChannel | ReadMessageHistory | AddReactions | UseExternalEmojis | UseApplicationCommands
)

// Has reports whether p holds all of want.
func (p Permissions) Has(want Permissions) bool { return p&want == want }

// overwrite is what one channel grants and refuses to one role or member.
type overwrite struct {
	allow, deny Permissions
	member      bool
}

// permissionsIn computes what a member may do in a channel, as documented
// under "Permissions" in Discord's reference: base of the roles, then the
// channel's overwrites for @everyone, for the roles together, for the member;
// threads inherit from their parent. The server's lock is held.
func (m *Member) permissionsIn(c *Channel) Permissions {
	g := c.guild
	if g == nil {
		if c.recipient == m.user || m.user == m.srv.bot {
			return dmPermissions
		}
		return 0
	}
	if m.guild != g || m.left {
		return 0
	}
	p := m.guildPermissions()
	if p == allPermissions {
		return p
	}
	base := c
	if c.parent != nil {
		base = c.parent
	}
	if o, ok := base.overwrites[g.everyone.id]; ok {
		p = p&^o.deny | o.allow
	}
	var allow, deny Permissions
	for _, r := range m.roles {
		if o, ok := base.overwrites[r.id]; ok {
			allow |= o.allow
			deny |= o.deny
		}
	}
	p = p&^deny | allow
	if o, ok := base.overwrites[m.user.id]; ok {
		p = p&^o.deny | o.allow
	}
	return p.implied(c)
}

// guildPermissions is what a member may do before a channel has its say.
func (m *Member) guildPermissions() Permissions {
	p := m.guild.everyone.permissions
	for _, r := range m.roles {
		p |= r.permissions
	}
	if m.guild.owner == m || p.Has(Administrator) {
		return allPermissions
	}
	return p
}

// implied removes what is worthless without something else.
func (p Permissions) implied(c *Channel) Permissions {
	if !p.Has(ViewChannel) {
		return 0
	}
	send := SendMessages
	if c.parent != nil {
		send = SendMessagesInThreads
	}
	if !p.Has(send) {
		p &^= MentionEveryone | AttachFiles | EmbedLinks
	}
	if c.parent != nil && c.locked && !p.Has(ManageThreads) {
		p &= lockedThreadPermissions
	}
	return p
}
