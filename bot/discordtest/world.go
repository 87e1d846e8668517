package discordtest

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Channel types that this double knows.
const (
	TextChannel         = 0
	DMChannel           = 1
	VoiceChannel        = 2
	AnnouncementChannel = 5
	AnnouncementThread  = 10
	PublicThread        = 11
	PrivateThread       = 12
	ForumChannel        = 15
)

// threadsIn are the types of the threads that a channel of each type can have. A
// forum's cannot be opened without a message, which this double does not do for the
// bot.
var threadsIn = map[int][]int{
	TextChannel:         {PublicThread, PrivateThread},
	AnnouncementChannel: {AnnouncementThread},
	ForumChannel:        {PublicThread},
}

// user is an account; members are its appearances in guilds.
type user struct {
	id         uint64
	name       string
	globalName string
	bot        bool
	locale     string
	closedDMs  bool
	dm         *Channel
	home       *Member // through which the account acts in DMs
}

func (u *user) object() map[string]any {
	o := map[string]any{
		"id": id(u.id), "username": u.name, "discriminator": "0", "avatar": nil,
		"global_name": nil, "public_flags": 0,
	}
	if u.globalName != "" {
		o["global_name"] = u.globalName
	}
	if u.bot {
		o["bot"] = true
		o["discriminator"] = "0001"
	}
	return o
}

// A Guild is a server of the double.
type Guild struct {
	srv         *Server
	id          uint64
	name        string
	locale      string
	everyone    *Role
	owner       *Member
	bot         *Member
	roles       []*Role
	channels    []*Channel
	members     map[uint64]*Member
	unavailable bool
	withheld    bool
	offered     map[string][]*Role // by command, whom the server offers it beyond its default
}

// A Role of a guild.
type Role struct {
	guild       *Guild
	id          uint64
	name        string
	permissions Permissions
	mentionable bool
}

// A Channel is a text channel, a thread or a DM.
type Channel struct {
	srv        *Server
	id         uint64
	kind       int
	name       string
	guild      *Guild
	parent     *Channel // of a thread
	ownerID    uint64   // of a thread
	recipient  *user    // of a DM
	archived   bool
	locked     bool
	deleted    bool
	autoMin    int
	created    time.Time
	overwrites map[uint64]overwrite

	messages  timeline
	ephemeral map[uint64][]*message // newest last, a member's own
	nonces    map[string]*message
	newest    uint64 // the id of the newest message that there ever was for all
}

// A Member is a user in a guild, or the bot itself.
type Member struct {
	srv    *Server
	user   *user
	guild  *Guild
	nick   string
	roles  []*Role
	joined time.Time
	left   bool
	logbook
}

// NewGuild adds a guild that the bot has joined. It has an owner of its own,
// who takes no part in stories.
func (s *Server) NewGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{srv: s, id: s.nextID(), name: name, locale: "en-US", members: map[uint64]*Member{}}
	g.everyone = &Role{guild: g, id: g.id, name: "@everyone", permissions: EveryoneDefault}
	g.roles = []*Role{g.everyone}
	owner := &user{id: s.nextID(), name: "owner", locale: "en-US"}
	s.users[owner.id] = owner
	g.owner = g.add(owner)
	g.bot = g.add(s.bot)
	g.bot.roles = []*Role{g.newRole(s.cfg.Name, s.cfg.BotPermissions)}
	s.guilds[g.id] = g
	s.dispatchGuild(g, "GUILD_CREATE", g.createEvent())
	return g
}

func (g *Guild) add(u *user) *Member {
	m := &Member{srv: g.srv, user: u, guild: g, joined: g.srv.clock.Now()}
	if u.home == nil {
		u.home = m
	}
	g.members[u.id] = m
	return m
}

// ID returns the guild's snowflake.
func (g *Guild) ID() string { return id(g.id) }

// Name returns the guild's name.
func (g *Guild) Name() string { return g.name }

// Everyone returns the guild's @everyone role.
func (g *Guild) Everyone() *Role { return g.everyone }

// Bot returns the bot as a member of the guild.
func (g *Guild) Bot() *Member { return g.bot }

// Owner returns the guild's owner, who may do everything.
func (g *Guild) Owner() *Member { return g.owner }

// SetLocale sets the guild's preferred locale, which is en-US at first.
func (g *Guild) SetLocale(locale string) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.locale = locale
	g.srv.changed()
}

// Locale returns the guild's preferred locale.
func (g *Guild) Locale() string {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.locale
}

// NewRole adds a role that grants p to those who hold it.
func (g *Guild) NewRole(name string, p Permissions) *Role {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.newRole(name, p)
}

func (g *Guild) newRole(name string, p Permissions) *Role {
	r := &Role{guild: g, id: g.srv.nextID(), name: name, permissions: p}
	g.roles = append(g.roles, r)
	return r
}

// ID returns the role's snowflake.
func (r *Role) ID() string { return id(r.id) }

// Mention returns the text that mentions the role.
func (r *Role) Mention() string { return "<@&" + r.ID() + ">" }

// SetMentionable says whether everybody may mention the role.
func (r *Role) SetMentionable(yes bool) {
	r.guild.srv.mu.Lock()
	defer r.guild.srv.mu.Unlock()
	r.mentionable = yes
}

// Set replaces what the role grants.
func (r *Role) Set(p Permissions) {
	r.guild.srv.mu.Lock()
	defer r.guild.srv.mu.Unlock()
	r.permissions = p
	r.guild.srv.changed()
}

// OfferCommand offers a command to a role whatever permissions it asks for, as a
// server does under "Integrations" in its settings.
func (g *Guild) OfferCommand(name string, to *Role) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	if g.offered == nil {
		g.offered = map[string][]*Role{}
	}
	g.offered[name] = append(g.offered[name], to)
}

// NewChannel adds a text channel.
func (g *Guild) NewChannel(name string) *Channel { return g.newChannel(TextChannel, name) }

// NewVoiceChannel adds a voice channel, in which there are messages and no threads.
func (g *Guild) NewVoiceChannel(name string) *Channel { return g.newChannel(VoiceChannel, name) }

// NewAnnouncementChannel adds an announcement channel, whose threads are of a type
// of their own.
func (g *Guild) NewAnnouncementChannel(name string) *Channel {
	return g.newChannel(AnnouncementChannel, name)
}

// NewForum adds a forum, in which there is nothing but threads.
func (g *Guild) NewForum(name string) *Channel { return g.newChannel(ForumChannel, name) }

func (g *Guild) newChannel(kind int, name string) *Channel {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.newChannel(kind, name)
	c.guild = g
	g.channels = append(g.channels, c)
	s.dispatchChannel(c, "CHANNEL_CREATE", c.object())
	return c
}

func (s *Server) newChannel(kind int, name string) *Channel {
	c := &Channel{srv: s, id: s.nextID(), kind: kind, name: name, created: s.clock.Now(),
		overwrites: map[uint64]overwrite{}, ephemeral: map[uint64][]*message{}}
	s.channels[c.id] = c
	return c
}

// ID returns the channel's snowflake.
func (c *Channel) ID() string { return id(c.id) }

// Name returns the channel's name; a DM has none.
func (c *Channel) Name() string {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.name
}

// Kind returns the channel's type, such as TextChannel or PublicThread.
func (c *Channel) Kind() int { return c.kind }

// Guild returns the channel's guild, nil for a DM.
func (c *Channel) Guild() *Guild { return c.guild }

// Parent returns the channel of which this is a thread, or nil.
func (c *Channel) Parent() *Channel { return c.parent }

// State reports whether the channel is an archived or a locked thread, or gone.
func (c *Channel) State() (archived, locked, deleted bool) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.archived, c.locked, c.deleted
}

// AllowRole lets a role do p in this channel, whatever else is denied to it.
func (c *Channel) AllowRole(r *Role, p Permissions) { c.overwrite(r.id, p, 0, false) }

// DenyRole forbids p in this channel to a role.
func (c *Channel) DenyRole(r *Role, p Permissions) { c.overwrite(r.id, 0, p, false) }

// Allow lets one member do p in this channel.
func (c *Channel) Allow(m *Member, p Permissions) { c.overwrite(m.user.id, p, 0, true) }

// Deny forbids p in this channel to one member.
func (c *Channel) Deny(m *Member, p Permissions) { c.overwrite(m.user.id, 0, p, true) }

func (c *Channel) overwrite(who uint64, allow, deny Permissions, member bool) {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	o := c.overwrites[who]
	o.member = member
	o.allow = o.allow&^deny | allow
	o.deny = o.deny&^allow | deny
	c.overwrites[who] = o
	s.dispatchChannel(c, "CHANNEL_UPDATE", c.object())
}

// Delete deletes the channel, or the thread, with all that is in it.
func (c *Channel) Delete() {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deleteChannel(c)
}

func (s *Server) deleteChannel(c *Channel) {
	if c.deleted {
		return
	}
	for _, t := range s.threadsOf(c) {
		s.deleteChannel(t)
	}
	event := "CHANNEL_DELETE"
	body := c.object()
	if c.parent != nil {
		event = "THREAD_DELETE"
		body = map[string]any{"id": id(c.id), "guild_id": id(c.guild.id), "parent_id": id(c.parent.id), "type": c.kind}
	}
	s.dispatchChannel(c, event, body)
	c.deleted = true
	delete(s.channels, c.id)
	for m := range c.messages.all() {
		s.forget(m)
	}
	for _, own := range c.ephemeral {
		for _, m := range own {
			s.forget(m)
		}
	}
	c.messages, c.ephemeral = timeline{}, nil
	if c.guild != nil {
		c.guild.channels = slices.DeleteFunc(c.guild.channels, func(x *Channel) bool { return x == c })
	}
	s.changed()
}

func (s *Server) threadsOf(parent *Channel) []*Channel {
	var out []*Channel
	if parent.guild == nil {
		return nil
	}
	for _, c := range parent.guild.channels {
		if c.parent == parent {
			out = append(out, c)
		}
	}
	return out
}

// NewThread opens a thread that everybody sees in the channel, as a moderator
// would. The channel must be of a type that has threads.
func (c *Channel) NewThread(name string) *Channel {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.srv.newThread(c, 0, threadsIn[c.kind][0], name, c.guild.owner.user.id, 1440)
}

// newThread opens a thread; a thread that starts from a message has its id.
func (s *Server) newThread(parent *Channel, from uint64, kind int, name string, owner uint64, autoMin int) *Channel {
	t := s.newChannel(kind, name)
	if from != 0 {
		delete(s.channels, t.id)
		t.id = from
		s.channels[from] = t
	}
	t.parent, t.guild, t.ownerID, t.autoMin = parent, parent.guild, owner, autoMin
	parent.guild.channels = append(parent.guild.channels, t)
	o := t.object()
	o["newly_created"] = true
	s.dispatchChannel(t, "THREAD_CREATE", o)
	return t
}

// SetArchived archives a thread or wakes it.
func (c *Channel) SetArchived(yes bool) { c.setThread(func() { c.archived = yes }) }

// SetLocked locks a thread or unlocks it.
func (c *Channel) SetLocked(yes bool) { c.setThread(func() { c.locked = yes }) }

func (c *Channel) setThread(f func()) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	f()
	c.srv.dispatchChannel(c, "THREAD_UPDATE", c.object())
}

// A MemberOption says something about a member who joins.
type MemberOption func(*Member)

// WithNick gives the member a name of their own in this guild.
func WithNick(nick string) MemberOption { return func(m *Member) { m.nick = nick } }

// WithGlobalName gives the account a display name.
func WithGlobalName(name string) MemberOption { return func(m *Member) { m.user.globalName = name } }

// WithLocale sets the language of the member's client, en-US if not given.
func WithLocale(locale string) MemberOption { return func(m *Member) { m.user.locale = locale } }

// WithClosedDMs refuses direct messages from the bot.
func WithClosedDMs() MemberOption { return func(m *Member) { m.user.closedDMs = true } }

// AsBot makes the account a bot.
func AsBot() MemberOption { return func(m *Member) { m.user.bot = true } }

// WithRoles gives the member roles of the guild.
func WithRoles(roles ...*Role) MemberOption {
	return func(m *Member) { m.roles = append(m.roles, roles...) }
}

// Since makes the account one that was created at t: its snowflake says so. An
// account without this option is created as it joins.
func Since(t time.Time) MemberOption {
	return func(m *Member) { m.user.id = m.srv.idAt(t) }
}

// Join adds a member with a new account.
func (g *Guild) Join(name string, options ...MemberOption) *Member {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &Member{srv: s, guild: g, user: &user{id: s.nextID(), name: name, locale: "en-US"}, joined: s.clock.Now()}
	m.user.home = m
	for _, o := range options {
		o(m)
	}
	s.users[m.user.id] = m.user
	g.members[m.user.id] = m
	s.dispatchGuild(g, "GUILD_MEMBER_ADD", m.memberAddEvent())
	return m
}

// Invite adds the account of a member of another guild to this one.
func (g *Guild) Invite(other *Member) *Member {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := g.members[other.user.id]; m != nil {
		return m
	}
	m := g.add(other.user)
	s.dispatchGuild(g, "GUILD_MEMBER_ADD", m.memberAddEvent())
	return m
}

func (m *Member) memberAddEvent() map[string]any {
	o := m.object()
	o["guild_id"] = id(m.guild.id)
	return o
}

// ID returns the user's snowflake.
func (m *Member) ID() string { return id(m.user.id) }

// Mention returns the text that mentions the user.
func (m *Member) Mention() string { return "<@" + m.ID() + ">" }

// Name returns the name that the guild shows: nick, else global name, else user
// name.
func (m *Member) Name() string {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	return m.displayName()
}

func (m *Member) displayName() string {
	switch {
	case m.nick != "":
		return m.nick
	case m.user.globalName != "":
		return m.user.globalName
	}
	return m.user.name
}

// Guild returns the member's guild.
func (m *Member) Guild() *Guild { return m.guild }

// SetNick changes the member's name in the guild; empty removes it.
func (m *Member) SetNick(nick string) {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	m.nick = nick
	m.srv.changed()
}

// SetRoles replaces the member's roles.
func (m *Member) SetRoles(roles ...*Role) {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	m.roles = slices.Clone(roles)
	m.srv.changed()
}

// SetLocale changes the language of the member's client.
func (m *Member) SetLocale(locale string) {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	m.user.locale = locale
	m.srv.changed()
}

// Locale returns the language of the member's client.
func (m *Member) Locale() string {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	return m.user.locale
}

// SetClosedDMs says whether the bot's direct messages are refused.
func (m *Member) SetClosedDMs(yes bool) {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	m.user.closedDMs = yes
}

// Leave takes the member out of the guild.
func (m *Member) Leave() {
	s := m.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.left {
		return
	}
	m.left = true
	delete(m.guild.members, m.user.id)
	s.dispatchGuild(m.guild, "GUILD_MEMBER_REMOVE",
		map[string]any{"guild_id": id(m.guild.id), "user": m.user.object()})
}

// Rejoin brings back a member who left.
func (m *Member) Rejoin() {
	s := m.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if !m.left {
		return
	}
	m.left = false
	m.joined = s.clock.Now()
	m.guild.members[m.user.id] = m
	s.dispatchGuild(m.guild, "GUILD_MEMBER_ADD", m.memberAddEvent())
}

// DM returns the channel between the member and the bot, opening it if need be.
func (m *Member) DM() *Channel {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	return m.srv.dmWith(m.user)
}

func (s *Server) dmWith(u *user) *Channel {
	if u.dm == nil {
		u.dm = s.newChannel(DMChannel, "")
		u.dm.recipient = u
	}
	return u.dm
}

// SetUnavailable takes the guild away as an outage does, or brings it back:
// GUILD_DELETE with unavailable set, then GUILD_CREATE. The bot stays a member.
func (g *Guild) SetUnavailable(yes bool) {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	g.unavailable = yes
	if yes {
		s.dispatchGuild(g, "GUILD_DELETE", map[string]any{"id": id(g.id), "unavailable": true})
		return
	}
	s.dispatchGuild(g, "GUILD_CREATE", g.createEvent())
}

// SetWithheld keeps GUILD_CREATE from clients, when they connect and when the bot is
// added: they know the guild by its id at most, while interactions reach them from
// it.
func (g *Guild) SetWithheld(yes bool) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.withheld = yes
}

// RemoveBot takes the bot out of the guild. Called again it only repeats the
// event, as Discord sometimes does.
func (g *Guild) RemoveBot() {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatch(g, IntentGuilds, "GUILD_DELETE", encode(map[string]any{"id": id(g.id)}))
	s.changed()
	g.bot.left = true
	delete(g.members, s.bot.id)
}

// AddBot brings the bot back into the guild.
func (g *Guild) AddBot() {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if !g.bot.left {
		return
	}
	g.bot.left = false
	g.bot.joined = s.clock.Now()
	g.members[s.bot.id] = g.bot
	if g.withheld {
		s.changed()
		return
	}
	s.dispatchGuild(g, "GUILD_CREATE", g.createEvent())
}

// What clients are told about these things.

func (g *Guild) object() map[string]any {
	roles := make([]any, 0, len(g.roles))
	for i, r := range g.roles {
		roles = append(roles, r.object(i))
	}
	return map[string]any{
		"id": id(g.id), "name": g.name, "icon": nil, "owner_id": id(g.owner.user.id),
		"preferred_locale": g.locale, "features": []string{}, "roles": roles, "emojis": []any{},
		"verification_level": 0, "afk_timeout": 300, "system_channel_flags": 0, "premium_tier": 0,
		"nsfw_level": 0, "mfa_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
	}
}

func (g *Guild) createEvent() map[string]any {
	o := g.object()
	channels, threads := []any{}, []any{}
	for _, c := range g.channels {
		switch {
		case !g.bot.permissionsIn(c).Has(ViewChannel) && c.parent != nil:
		case c.parent != nil:
			if !c.archived {
				threads = append(threads, c.object())
			}
		default:
			channels = append(channels, c.object())
		}
	}
	o["channels"], o["threads"] = channels, threads
	o["members"] = []any{g.bot.object()}
	o["member_count"] = len(g.members)
	o["joined_at"] = stamp(g.bot.joined)
	o["large"], o["unavailable"] = false, false
	o["voice_states"], o["presences"], o["stickers"] = []any{}, []any{}, []any{}
	o["stage_instances"], o["guild_scheduled_events"], o["soundboard_sounds"] = []any{}, []any{}, []any{}
	return o
}

func (r *Role) object(position int) map[string]any {
	return map[string]any{
		"id": id(r.id), "name": r.name, "permissions": strconv.FormatUint(uint64(r.permissions), 10),
		"position": position, "color": 0, "hoist": false, "managed": false, "mentionable": r.mentionable, "flags": 0,
	}
}

func (c *Channel) object() map[string]any {
	o := map[string]any{"id": id(c.id), "type": c.kind, "last_message_id": nil, "flags": 0}
	if c.newest != 0 { // also if that message has been deleted
		o["last_message_id"] = id(c.newest)
	}
	if c.guild == nil {
		o["recipients"] = []any{c.recipient.object()}
		return o
	}
	o["guild_id"], o["name"] = id(c.guild.id), c.name
	o["rate_limit_per_user"] = 0
	if c.parent == nil {
		overwrites := []any{}
		for _, who := range slices.Sorted(maps.Keys(c.overwrites)) {
			ow := c.overwrites[who]
			kind := 0
			if ow.member {
				kind = 1
			}
			overwrites = append(overwrites, map[string]any{"id": id(who), "type": kind,
				"allow": strconv.FormatUint(uint64(ow.allow), 10), "deny": strconv.FormatUint(uint64(ow.deny), 10)})
		}
		o["parent_id"], o["position"], o["nsfw"], o["topic"] = nil, 0, false, nil
		o["permission_overwrites"] = overwrites
		return o
	}
	o["parent_id"], o["owner_id"] = id(c.parent.id), id(c.ownerID)
	o["message_count"], o["member_count"], o["total_message_sent"] = c.messages.count, 1, c.messages.count
	o["thread_metadata"] = map[string]any{"archived": c.archived, "locked": c.locked,
		"auto_archive_duration": c.autoMin, "archive_timestamp": stamp(c.created), "create_timestamp": stamp(c.created)}
	return o
}

// object is the member with its user, as REST and most events give it.
func (m *Member) object() map[string]any {
	o := m.bare()
	o["user"] = m.user.object()
	o["deaf"], o["mute"] = false, false
	return o
}

// bare is the member without its user, as "resolved" gives it.
func (m *Member) bare() map[string]any {
	roles := make([]string, 0, len(m.roles))
	for _, r := range m.roles {
		roles = append(roles, id(r.id))
	}
	o := map[string]any{"roles": roles, "joined_at": stamp(m.joined), "nick": nil, "avatar": nil, "banner": nil,
		"premium_since": nil, "pending": false, "communication_disabled_until": nil, "flags": 0}
	if m.nick != "" {
		o["nick"] = m.nick
	}
	return o
}

func id(n uint64) string { return strconv.FormatUint(n, 10) }

// stamp writes a time as Discord does.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }
