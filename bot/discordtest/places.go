package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// REST about users, guilds, channels and threads.

func (s *Server) getMe(*request) (int, []byte, *apiError) { return 200, encode(s.bot.object()), nil }

func (s *Server) getMyGuilds(*request) (int, []byte, *apiError) {
	out := []any{}
	for _, g := range s.guilds {
		if !g.bot.left {
			out = append(out, map[string]any{"id": id(g.id), "name": g.name, "icon": nil, "owner": false, "features": []string{},
				"permissions": strconv.FormatUint(uint64(g.bot.guildPermissions()), 10)})
		}
	}
	return 200, encode(out), nil
}

func (s *Server) getUser(q *request) (int, []byte, *apiError) {
	u := s.users[q.id("user")]
	if u == nil {
		return 0, nil, errUnknownUser()
	}
	return 200, encode(u.object()), nil
}

func (s *Server) getApplication(*request) (int, []byte, *apiError) {
	owner := map[string]any{"id": "1", "username": "operator", "discriminator": "0", "avatar": nil, "global_name": nil, "public_flags": 0}
	return 200, encode(map[string]any{"id": id(s.app), "name": s.cfg.Name, "icon": nil, "description": "", "type": nil,
		"bot": s.bot.object(), "bot_public": true, "bot_require_code_grant": false, "verify_key": "00", "flags": 0, "flags_new": "0",
		"owner": owner, "team": nil, "redirect_uris": []string{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "summary": "", "approximate_guild_count": len(s.guilds)}), nil
}

func (s *Server) postDM(q *request) (int, []byte, *apiError) {
	n, err := strconv.ParseUint(fmt.Sprint(q.body["recipient_id"]), 10, 64)
	u := s.users[n]
	if err != nil || u == nil || u == s.bot {
		f := &fieldErrors{}
		f.addAt("recipient_id", "SNOWFLAKE_NOT_FOUND", "Unknown user")
		return 0, nil, f.err()
	}
	if u.bot {
		return 0, nil, errClosedDMs()
	}
	return 200, encode(s.dmWith(u).object()), nil
}

// guildOf finds a guild that the bot is in.
func (s *Server) guildOf(q *request) (*Guild, *apiError) {
	g := s.guilds[q.id("guild")]
	switch {
	case g == nil:
		return nil, errUnknownGuild()
	case g.bot.left:
		return nil, errMissingAccess()
	}
	return g, nil
}

func (s *Server) getGuild(q *request) (int, []byte, *apiError) {
	g, e := s.guildOf(q)
	if e != nil {
		return 0, nil, e
	}
	return 200, encode(g.object()), nil
}

func (s *Server) getGuildChannels(q *request) (int, []byte, *apiError) {
	g, e := s.guildOf(q)
	if e != nil {
		return 0, nil, e
	}
	out := []any{}
	for _, c := range g.channels {
		if c.parent == nil {
			out = append(out, c.object())
		}
	}
	return 200, encode(out), nil
}

func (s *Server) getMember(q *request) (int, []byte, *apiError) {
	g, e := s.guildOf(q)
	if e != nil {
		return 0, nil, e
	}
	n := q.id("user")
	if q.params["user"] == "@me" {
		n = s.bot.id
	}
	if s.users[n] == nil {
		return 0, nil, errUnknownUser()
	}
	m := g.members[n]
	if m == nil {
		return 0, nil, errUnknownMember()
	}
	return 200, encode(m.object()), nil
}

func (s *Server) getChannel(q *request) (int, []byte, *apiError) {
	c, _, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	return 200, encode(c.object()), nil
}

func (s *Server) patchChannel(q *request) (int, []byte, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	f := &fieldErrors{}
	name := c.name
	if q.body["name"] != nil {
		name = f.prose(q.body, "name", 1, 100, true)
	}
	if c.parent == nil {
		if c.guild == nil || !p.Has(ManageChannels) {
			return 0, nil, errMissingPermissions()
		}
		if e := f.err(); e != nil {
			return 0, nil, e
		}
		c.name = name
		s.dispatchChannel(c, "CHANNEL_UPDATE", c.object())
		return 200, encode(c.object()), nil
	}
	archived, locked, autoMin := c.archived, c.locked, c.autoMin
	if q.body["archived"] != nil {
		archived = f.boolean(q.body, "archived")
	}
	if q.body["locked"] != nil {
		locked = f.boolean(q.body, "locked")
	}
	if q.body["auto_archive_duration"] != nil {
		autoMin = autoArchive(f, q.body)
	}
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	if c.archived && archived {
		return 0, nil, errArchived() // nothing changes in an archived thread
	}
	manage := p.Has(ManageThreads)
	switch {
	case c.locked && !manage, locked != c.locked && !manage:
		return 0, nil, errMissingPermissions()
	case c.archived && !archived && len(q.body) == 1 && !manage && !p.Has(SendMessagesInThreads):
		return 0, nil, errMissingPermissions()
	case (name != c.name || autoMin != c.autoMin || archived && !c.archived) && !manage && c.ownerID != s.bot.id:
		return 0, nil, errMissingPermissions()
	}
	c.name, c.archived, c.locked, c.autoMin = name, archived, locked, autoMin
	s.dispatchChannel(c, "THREAD_UPDATE", c.object())
	return 200, encode(c.object()), nil
}

func autoArchive(f *fieldErrors, body map[string]any) int {
	n := f.num(body, "auto_archive_duration", 60, 10080)
	if n == nil {
		return 1440
	}
	switch *n {
	case 60, 1440, 4320, 10080:
	default:
		f.addAt("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	return *n
}

func (s *Server) deleteChannelREST(q *request) (int, []byte, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	need := ManageChannels
	if c.parent != nil {
		need = ManageThreads
	}
	if c.guild != nil && !p.Has(need) {
		return 0, nil, errMissingPermissions()
	}
	body := encode(c.object())
	if c.guild != nil { // a DM is only closed, not deleted
		s.deleteChannel(c)
	}
	return 200, body, nil
}

func (s *Server) postMessageThread(q *request) (int, []byte, *apiError) {
	m, p, e := s.find(q)
	if e != nil {
		return 0, nil, e
	}
	kinds := threadsIn[m.channel.kind]
	if len(kinds) == 0 {
		return 0, nil, errWrongChannelType()
	}
	if !p.Has(CreatePublicThreads) {
		return 0, nil, errMissingPermissions()
	}
	f := &fieldErrors{}
	name := f.prose(q.body, "name", 1, 100, true)
	minutes := autoArchive(f, q.body)
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	if m.flags&FlagHasThread != 0 {
		return 0, nil, errThreadExists()
	}
	t := s.newThread(m.channel, m.id, kinds[0], name, s.bot.id, minutes)
	m.thread = t
	m.flags |= FlagHasThread
	m.revision++
	m.raw = nil
	s.publish("update", m)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	return http.StatusCreated, encode(t.object()), nil
}

func (s *Server) postThread(q *request) (int, []byte, *apiError) {
	c, p, e := s.visible(q)
	if e != nil {
		return 0, nil, e
	}
	kinds := threadsIn[c.kind]
	if len(kinds) == 0 {
		return 0, nil, errWrongChannelType()
	}
	f := &fieldErrors{}
	if c.kind == ForumChannel { // a thread there begins with a message
		f.addAt("message", "BASE_TYPE_REQUIRED", "This field is required")
	}
	name := f.prose(q.body, "name", 1, 100, true)
	minutes := autoArchive(f, q.body)
	kind := PrivateThread
	if n := f.num(q.body, "type", 10, 12); n != nil {
		kind = *n
	}
	if e := f.err(); e != nil {
		return 0, nil, e
	}
	if !slices.Contains(kinds, kind) {
		return 0, nil, errWrongChannelType()
	}
	need := CreatePublicThreads
	if kind == PrivateThread {
		need = CreatePrivateThreads
	}
	if !p.Has(need) {
		return 0, nil, errMissingPermissions()
	}
	t := s.newThread(c, 0, kind, name, s.bot.id, minutes)
	return http.StatusCreated, encode(t.object()), nil
}
