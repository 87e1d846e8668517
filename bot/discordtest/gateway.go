package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Gateway intents that this double goes by.
const (
	IntentGuilds         = 1 << 0
	IntentGuildMembers   = 1 << 1
	IntentGuildPresences = 1 << 8
	IntentGuildMessages  = 1 << 9
	IntentDirectMessages = 1 << 12
	IntentMessageContent = 1 << 15

	privilegedIntents = IntentGuildMembers | IntentGuildPresences | IntentMessageContent
	knownIntents      = 1<<22 - 1 | 1<<24 | 1<<25
)

// Close codes of the gateway that end a session for good, or do not.
const (
	CloseUnknownError         = 4000
	CloseUnknownOpcode        = 4001
	CloseDecodeError          = 4002
	CloseNotAuthenticated     = 4003
	CloseAuthenticationFailed = 4004
	CloseAlreadyAuthenticated = 4005
	CloseInvalidSeq           = 4007
	CloseRateLimited          = 4008
	CloseSessionTimedOut      = 4009
	CloseInvalidShard         = 4010
	CloseShardingRequired     = 4011
	CloseInvalidAPIVersion    = 4012
	CloseInvalidIntents       = 4013
	CloseDisallowedIntents    = 4014
)

const (
	// resumeWindow is how long a session waits for its client to come back.
	resumeWindow = 3 * time.Minute
	// replayLength is how many events a session can replay.
	replayLength = 1000
	// sendLimit is how many packets a client may send in a minute.
	sendLimit = 120
	// identifyPause is how far apart two identifies have to be.
	identifyPause = 5 * time.Second
)

// A session is what survives a connection: the events already sent.
type session struct {
	id      string
	intents int
	shard   [2]int
	seq     int
	sent    []sentEvent // the newest replayLength of them
	conn    *gatewayConn
	gone    time.Time // when the connection was lost
	lost    bool      // can no longer be resumed
}

type sentEvent struct {
	seq   int
	frame []byte
}

// A gatewayConn is one websocket. Frames are queued under the server's lock
// and written by one goroutine.
type gatewayConn struct {
	ws      *websocket.Conn
	ctx     context.Context
	cancel  context.CancelFunc
	session *session
	version int
	top     int         // the highest sequence that the client can know of
	unarm   func() bool // stops the timer that waits for a heartbeat

	mu    sync.Mutex
	queue [][]byte
	wake  chan struct{}
	final *closeFrame
}

type closeFrame struct {
	code   int
	reason string
}

func (c *gatewayConn) send(frame []byte) {
	c.mu.Lock()
	c.queue = append(c.queue, frame)
	c.mu.Unlock()
	c.nudge()
}

// close sends what is queued and then the close frame.
func (c *gatewayConn) close(code int, reason string) {
	c.mu.Lock()
	if c.final == nil {
		c.final = &closeFrame{code, reason}
	}
	c.mu.Unlock()
	c.nudge()
}

// cut drops the connection without a word.
func (c *gatewayConn) cut() {
	c.cancel()
	_ = c.ws.CloseNow()
}

func (c *gatewayConn) nudge() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *gatewayConn) write() {
	for {
		c.mu.Lock()
		queue, final := c.queue, c.final
		c.queue = nil
		c.mu.Unlock()
		for _, f := range queue {
			if c.ws.Write(c.ctx, websocket.MessageText, f) != nil {
				return
			}
		}
		if final != nil {
			_ = c.ws.Close(websocket.StatusCode(final.code), final.reason)
			return
		}
		if len(queue) > 0 {
			continue
		}
		select {
		case <-c.wake:
		case <-c.ctx.Done():
			return
		}
	}
}

type packet struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled, InsecureSkipVerify: true})
	if err != nil {
		return
	}
	ws.SetReadLimit(1 << 20)
	ctx, cancel := context.WithCancel(context.Background())
	c := &gatewayConn{ws: ws, ctx: ctx, cancel: cancel, wake: make(chan struct{}, 1)}
	s.mu.Lock()
	select {
	case <-s.closing:
		s.mu.Unlock()
		cancel()
		_ = ws.CloseNow()
		return
	default:
	}
	s.conns[c] = struct{}{}
	s.mu.Unlock()

	var writer sync.WaitGroup
	writer.Go(c.write)
	status := s.converse(c, r)
	s.mu.Lock()
	delete(s.conns, c)
	if x := c.session; x != nil && x.conn == c {
		x.conn, x.gone = nil, s.clock.Now()
		if x.lost || status == websocket.StatusNormalClosure || status == websocket.StatusGoingAway {
			delete(s.sessions, x.id) // the client said goodbye
		}
	}
	s.changed()
	s.mu.Unlock()
	if c.unarm != nil {
		c.unarm()
	}
	cancel()
	writer.Wait()
	_ = ws.CloseNow()
}

// converse reads until the connection ends and returns the client's status.
func (s *Server) converse(c *gatewayConn, r *http.Request) websocket.StatusCode {
	c.send(encode(map[string]any{"op": 10, "t": nil, "s": nil,
		"d": map[string]any{"heartbeat_interval": s.cfg.HeartbeatInterval.Milliseconds(), "_trace": []string{"discordtest"}}}))
	switch v := r.URL.Query().Get("v"); v {
	case "9", "10":
		c.version, _ = strconv.Atoi(v)
	default:
		c.close(CloseInvalidAPIVersion, "Invalid API version.")
	}
	if e := r.URL.Query().Get("encoding"); e != "" && e != "json" {
		c.close(CloseDecodeError, "Error while decoding payload.")
	}
	s.mu.Lock()
	s.await(c)
	s.mu.Unlock()
	var minute time.Time
	sent := 0
	for {
		kind, data, err := c.ws.Read(c.ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		now := s.clock.Now()
		if now.Sub(minute) >= time.Minute {
			minute, sent = now, 0
		}
		if sent++; sent > sendLimit {
			c.close(CloseRateLimited, "You are sending too many gateway payloads.")
			continue
		}
		var p packet
		if len(data) > 4096 || kind != websocket.MessageText && kind != websocket.MessageBinary || json.Unmarshal(data, &p) != nil {
			c.close(CloseDecodeError, "Error while decoding payload.")
			continue
		}
		s.mu.Lock()
		s.receive(c, p)
		s.mu.Unlock()
	}
}

// await drops the connection, from which its session may be resumed, if the
// client lets one and a half intervals pass without a heartbeat.
func (s *Server) await(c *gatewayConn) {
	if !s.cfg.Heartbeats {
		return
	}
	if c.unarm != nil {
		c.unarm()
	}
	c.unarm = s.clock.AfterFunc(s.cfg.HeartbeatInterval*3/2, c.cut)
}

func (s *Server) receive(c *gatewayConn, p packet) {
	switch p.Op {
	case 1: // heartbeat
		var seq *int
		if len(p.D) > 0 && json.Unmarshal(p.D, &seq) != nil {
			c.close(CloseDecodeError, "Error while decoding payload.")
			return
		}
		if seq != nil && (*seq < 0 || *seq > c.top) {
			if c.session != nil {
				c.session.lost = true
			}
			c.close(CloseInvalidSeq, "Invalid seq.")
			return
		}
		s.await(c)
		if !s.zombie {
			c.send([]byte(`{"t":null,"s":null,"op":11,"d":null}`))
		}
	case 2:
		s.identify(c, p.D)
	case 6:
		s.resume(c, p.D)
	case 3, 4, 8, 31: // presence, voice, members, soundboard: accepted, without effect
		if c.session == nil {
			c.close(CloseNotAuthenticated, "Not authenticated.")
		}
	default:
		c.close(CloseUnknownOpcode, "Unknown opcode.")
	}
}

func (s *Server) identify(c *gatewayConn, raw json.RawMessage) {
	if c.session != nil {
		c.close(CloseAlreadyAuthenticated, "Already authenticated.")
		return
	}
	var d struct {
		Token      string          `json:"token"`
		Properties json.RawMessage `json:"properties"`
		Intents    *int            `json:"intents"`
		Shard      *[2]int         `json:"shard"`
	}
	if json.Unmarshal(raw, &d) != nil || len(d.Properties) == 0 || d.Intents == nil {
		c.close(CloseDecodeError, "Error while decoding payload.")
		return
	}
	if !s.goodToken(d.Token) {
		c.close(CloseAuthenticationFailed, "Authentication failed.")
		return
	}
	if *d.Intents < 0 || *d.Intents&^knownIntents != 0 {
		c.close(CloseInvalidIntents, "Invalid intent(s).")
		return
	}
	if *d.Intents&privilegedIntents&^s.cfg.PrivilegedIntents != 0 {
		c.close(CloseDisallowedIntents, "Disallowed intent(s).")
		return
	}
	shard := [2]int{0, 1}
	if d.Shard != nil {
		shard = *d.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		c.close(CloseInvalidShard, "Invalid shard.")
		return
	}
	now := s.clock.Now()
	if now.Sub(s.identifyDay) >= 24*time.Hour {
		s.identifyDay, s.identifies = now, 0
	}
	if s.identifies++; s.identifies > s.cfg.SessionStarts {
		s.tokenDead = true // Discord resets the token and tells the owner
		c.close(CloseAuthenticationFailed, "Authentication failed.")
		return
	}
	if s.cfg.PaceIdentifies && now.Sub(s.identified) < identifyPause {
		s.invalid(c, false)
		return
	}
	s.identified = now
	for k, x := range s.sessions {
		if x.conn == nil && now.Sub(x.gone) > resumeWindow {
			delete(s.sessions, k)
		}
	}
	x := &session{id: "session-" + strconv.FormatUint(s.nextID(), 36), intents: *d.Intents, shard: shard, conn: c}
	s.sessions[x.id] = x
	c.session = x
	mine := s.guildsOf(x)
	guilds := []any{}
	for _, g := range mine {
		guilds = append(guilds, map[string]any{"id": id(g.id), "unavailable": true})
	}
	s.emit(x, "READY", encode(map[string]any{
		"v": c.version, "user": s.bot.object(), "guilds": guilds, "session_id": x.id, "resume_gateway_url": s.gatewayURL(),
		"shard": shard, "application": map[string]any{"id": id(s.app), "flags": 0}, "private_channels": []any{},
		"relationships": []any{}, "presences": []any{}, "geo_ordered_rtc_regions": []any{}, "user_settings": map[string]any{},
	}))
	s.changed()
	if x.intents&IntentGuilds == 0 {
		return
	}
	for _, g := range mine {
		if !g.unavailable && !g.withheld {
			s.emit(x, "GUILD_CREATE", encode(g.createEvent()))
		}
	}
}

func (s *Server) goodToken(t string) bool {
	if len(t) > 4 && t[:4] == "Bot " {
		t = t[4:]
	}
	return t == s.cfg.Token && !s.tokenDead
}

func (s *Server) gatewayURL() string { return "ws" + s.url[len("http"):] + "/" }

func (s *Server) guildsOf(x *session) []*Guild {
	var out []*Guild
	for _, g := range s.guilds {
		if !g.bot.left && x.covers(g) {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b *Guild) int { return int(int64(a.id) - int64(b.id)) })
	return out
}

// covers reports whether a guild's events go to the session's shard.
func (x *session) covers(g *Guild) bool {
	if g == nil {
		return x.shard[0] == 0
	}
	return int((g.id>>22)%uint64(x.shard[1])) == x.shard[0]
}

func (s *Server) resume(c *gatewayConn, raw json.RawMessage) {
	if c.session != nil {
		c.close(CloseAlreadyAuthenticated, "Already authenticated.")
		return
	}
	var d struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int    `json:"seq"`
	}
	if json.Unmarshal(raw, &d) != nil {
		c.close(CloseDecodeError, "Error while decoding payload.")
		return
	}
	if !s.goodToken(d.Token) {
		c.close(CloseAuthenticationFailed, "Authentication failed.")
		return
	}
	c.top = max(c.top, d.Seq) // whatever becomes of the session, the client had this from it
	x := s.sessions[d.SessionID]
	if x == nil || x.lost || x.conn == nil && s.clock.Now().Sub(x.gone) > resumeWindow {
		delete(s.sessions, d.SessionID)
		s.invalid(c, false)
		return
	}
	if d.Seq > x.seq || d.Seq < 0 {
		c.close(CloseInvalidSeq, "Invalid seq.")
		return
	}
	if len(x.sent) > 0 && d.Seq < x.sent[0].seq-1 {
		delete(s.sessions, x.id)
		s.invalid(c, false)
		return
	}
	if x.conn != nil { // the old connection was not missed yet
		x.conn.cut()
	}
	x.conn, c.session = c, x
	s.resumes++
	for _, e := range x.sent {
		if e.seq > d.Seq {
			c.send(e.frame)
		}
	}
	s.emit(x, "RESUMED", []byte(`{"_trace":["discordtest"]}`))
	s.changed()
}

func (s *Server) invalid(c *gatewayConn, resumable bool) {
	c.send(encode(map[string]any{"t": nil, "s": nil, "op": 9, "d": resumable}))
}

// emit gives an event to a session: it is sent if there is a connection, and
// kept for a resume.
func (s *Server) emit(x *session, event string, body []byte) {
	x.seq++
	frame := make([]byte, 0, len(body)+len(event)+40)
	frame = append(frame, `{"t":"`...)
	frame = append(frame, event...)
	frame = append(frame, `","s":`...)
	frame = strconv.AppendInt(frame, int64(x.seq), 10)
	frame = append(frame, `,"op":0,"d":`...)
	frame = append(frame, body...)
	frame = append(frame, '}')
	if len(x.sent) >= 2*replayLength {
		x.sent = append(x.sent[:0:0], x.sent[replayLength:]...)
	}
	x.sent = append(x.sent, sentEvent{x.seq, frame})
	if x.conn == nil {
		return
	}
	if event != "READY" && event != "RESUMED" {
		if s.faults.chaos.strikes(s.faults.chaos.CutGateway) {
			c := x.conn
			x.conn, x.gone = nil, s.clock.Now()
			c.cut()
			return
		}
		if s.faults.chaos.strikes(s.faults.chaos.Reconnect) {
			x.conn.send([]byte(opReconnect))
		}
	}
	x.conn.top = max(x.conn.top, x.seq)
	x.conn.send(frame)
}

const opReconnect = `{"t":null,"s":null,"op":7,"d":null}`

// dispatch sends an event to every session of the guild's shard that asked for
// one of the intents; 0 is for events that need none.
func (s *Server) dispatch(g *Guild, intents int, event string, body []byte) {
	for _, x := range s.sessions {
		if x.covers(g) && (intents == 0 || x.intents&intents != 0) {
			s.emit(x, event, body)
		}
	}
}

// listening reports whether dispatch would reach anybody, so that events that
// nobody asked for need not be written.
func (s *Server) listening(intents int) bool {
	for _, x := range s.sessions {
		if x.intents&intents != 0 {
			return true
		}
	}
	return false
}

func (s *Server) dispatchGuild(g *Guild, event string, body map[string]any) {
	intent := IntentGuilds
	if event == "GUILD_MEMBER_ADD" || event == "GUILD_MEMBER_REMOVE" {
		intent = IntentGuildMembers
	}
	if !g.bot.left && s.listening(intent) {
		s.dispatch(g, intent, event, encode(body))
	}
	s.changed()
}

func (s *Server) dispatchChannel(c *Channel, event string, body map[string]any) {
	if c.guild != nil && !c.guild.bot.left && s.listening(IntentGuilds) {
		// Channels are listed for all to see; threads only for those who may look.
		if c.parent == nil || c.guild.bot.permissionsIn(c).Has(ViewChannel) {
			s.dispatch(c.guild, IntentGuilds, event, encode(body))
		}
	}
	s.changed()
}

// messageIntent is the intent for events about messages of a channel.
func messageIntent(c *Channel) int {
	if c.guild == nil {
		return IntentDirectMessages
	}
	return IntentGuildMessages
}

// dispatchMessage tells the bot about a message, if it may see it and asked.
func (s *Server) dispatchMessage(event string, m *message) {
	intent := messageIntent(m.channel)
	if m.viewer != nil || !s.listening(intent) || !s.botIn(m.channel).Has(ViewChannel) {
		return
	}
	if event == "MESSAGE_DELETE" {
		o := map[string]any{"id": id(m.id), "channel_id": id(m.channel.id)}
		if m.channel.guild != nil {
			o["guild_id"] = id(m.channel.guild.id)
		}
		s.dispatch(m.channel.guild, intent, event, encode(o))
		return
	}
	g := m.channel.guild
	if g == nil {
		s.dispatch(nil, intent, event, m.json())
		return
	}
	whole := withGuild(m, g)
	for _, x := range s.sessions {
		switch {
		case !x.covers(g) || x.intents&intent == 0:
		case x.intents&IntentMessageContent != 0 || m.author == s.bot || slices.Contains(m.pings.Users, id(s.bot.id)):
			s.emit(x, event, whole)
		default: // without the intent there is an author, and nothing else
			bare := *m
			bare.raw, bare.content, bare.components, bare.embeds, bare.attachments = nil, "", nil, nil, nil
			s.emit(x, event, withGuild(&bare, g))
		}
	}
}

// withGuild is a message as events give it.
func withGuild(m *message, g *Guild) []byte {
	return append(bytes.TrimSuffix(bytes.Clone(m.json()), []byte("}")), `,"guild_id":"`+id(g.id)+`"}`...)
}

// botIn computes what the bot may do in a channel.
func (s *Server) botIn(c *Channel) Permissions {
	if c.guild == nil {
		return dmPermissions
	}
	return c.guild.bot.permissionsIn(c)
}

// What a test may do to the gateway.

// Sessions returns the number of sessions with a connection.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.connected()
}

func (s *Server) connected() int {
	n := 0
	for _, x := range s.sessions {
		if x.conn != nil {
			n++
		}
	}
	return n
}

// WaitSessions waits until n sessions are connected, for at most
// Config.Patience, and reports whether they are.
func (s *Server) WaitSessions(n int) bool {
	return s.waitUntil(s.cfg.Patience, func() bool { return s.connected() == n })
}

// Identifies returns how often a client has identified in the present day.
func (s *Server) Identifies() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.identifies
}

// Resumes returns how often a client has resumed a session.
func (s *Server) Resumes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.resumes
}

func (s *Server) eachConn(f func(*gatewayConn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		f(c)
	}
}

// Emit sends every session an event with any body, such as one that Discord has
// garbled.
func (s *Server) Emit(event string, body any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		s.emit(x, event, encode(body))
	}
}

// Reconnect sends Op 7 to every connection.
func (s *Server) Reconnect() { s.eachConn(func(c *gatewayConn) { c.send([]byte(opReconnect)) }) }

// InvalidateSessions sends Op 9 to every connection, which is then without a
// session. If they are resumable a client may resume; if not, the sessions are
// gone and a client has to identify anew.
func (s *Server) InvalidateSessions(resumable bool) {
	s.eachConn(func(c *gatewayConn) {
		if x := c.session; x != nil {
			c.session, x.conn, x.gone = nil, nil, s.clock.Now()
			if !resumable {
				delete(s.sessions, x.id)
			}
		}
		s.invalid(c, resumable)
	})
}

// ForgetSessions makes every session impossible to resume, as when Discord
// loses them, without a word to those who are connected.
func (s *Server) ForgetSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, x := range s.sessions {
		x.lost = true
		if x.conn == nil {
			delete(s.sessions, k)
		}
	}
}

// CutGateway drops every connection without a close frame. Sessions stay
// resumable.
func (s *Server) CutGateway() { s.eachConn((*gatewayConn).cut) }

// CloseGateway closes every connection with a code. After the codes for bad
// authentication, shards, versions and intents the sessions are gone.
func (s *Server) CloseGateway(code int) {
	s.eachConn(func(c *gatewayConn) {
		x := c.session
		fatal := code == CloseAuthenticationFailed || code >= CloseInvalidShard && code <= CloseDisallowedIntents
		if x != nil && (fatal || code == CloseSessionTimedOut || code == CloseInvalidSeq) {
			delete(s.sessions, x.id)
		}
		c.close(code, "")
	})
}

// SetZombie stops acknowledging heartbeats, or resumes it.
func (s *Server) SetZombie(yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.zombie = yes
}

// REST about the gateway.

func (s *Server) getGateway(*request) (int, []byte, *apiError) {
	return 200, encode(map[string]any{"url": s.gatewayURL()}), nil
}

func (s *Server) getGatewayBot(*request) (int, []byte, *apiError) {
	now := s.clock.Now()
	used, reset := s.identifies, s.identifyDay.Add(24*time.Hour)
	if !now.Before(reset) {
		used, reset = 0, now.Add(24*time.Hour)
	}
	return 200, encode(map[string]any{"url": s.gatewayURL(), "shards": s.cfg.Shards,
		"session_start_limit": map[string]any{"total": s.cfg.SessionStarts, "remaining": max(s.cfg.SessionStarts-used, 0),
			"reset_after": reset.Sub(now).Milliseconds(), "max_concurrency": 1}}), nil
}
