package discordtest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Request is a REST request that the server has seen.
type Request struct {
	Time   time.Time
	Method string
	// Route is the pattern that matched, such as
	// "/channels/{channel}/messages"; empty for a path that Discord does not
	// have, or this double does not know.
	Route string
	// Path is the path itself, with the query, below /api/v10.
	Path string
	// Body is the JSON body, also of a multipart request.
	Body []byte
	// Files are the names of the files that came along.
	Files []string
	// Status is that of the answer, 0 while there is none or if the connection
	// was cut; Code is Discord's error code in it.
	Status int
	Code   int
}

type requestLog struct {
	lean    bool
	mu      sync.Mutex
	list    []*Request
	unknown []Request
	counts  map[string]int
	broken  []Violation
	total   atomic.Int64
}

// Requests returns every request so far, oldest first; none if Config.Lean.
func (s *Server) Requests() []Request {
	l := &s.requests
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]Request, len(l.list))
	for i, r := range l.list {
		out[i] = *r
	}
	return out
}

// RequestsTo returns the requests with this method ("" is any) and route
// pattern (a trailing "*" matches any rest).
func (s *Server) RequestsTo(method, route string) []Request {
	var out []Request
	for _, r := range s.Requests() {
		if (method == "" || r.Method == method) && routeMatches(route, r.Route) {
			out = append(out, r)
		}
	}
	return out
}

// Count returns how many requests with this method went to this route pattern,
// also if Config.Lean.
func (s *Server) Count(method, route string) int {
	s.requests.mu.Lock()
	defer s.requests.mu.Unlock()
	return s.requests.counts[method+" "+route]
}

// UnknownRequests returns the requests to paths that the double does not have.
func (s *Server) UnknownRequests() []Request {
	s.requests.mu.Lock()
	defer s.requests.mu.Unlock()
	return append([]Request(nil), s.requests.unknown...)
}

// A Violation is a request body that Discord's API description does not allow.
type Violation struct {
	Method, Route string
	Body          []byte
	Problem       string
}

// Violations returns what the API description objected to so far.
func (s *Server) Violations() []Violation {
	s.requests.mu.Lock()
	defer s.requests.mu.Unlock()
	return append([]Violation(nil), s.requests.broken...)
}

func (l *requestLog) add(r *Request, method, pattern string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	l.counts[method+" "+pattern]++
	if pattern == "" && len(l.unknown) < 1000 {
		l.unknown = append(l.unknown, *r)
	}
	if !l.lean {
		l.list = append(l.list, r)
	}
}

// An apiError is an answer that says no.
type apiError struct {
	status  int
	code    int
	message string
	fields  *fieldErrors
	limited *rateLimited
}

type rateLimited struct {
	after  float64
	global bool
}

func (e *apiError) body() []byte {
	o := map[string]any{"message": e.message, "code": e.code}
	if e.fields != nil {
		o["errors"] = e.fields.tree
	}
	if e.limited != nil {
		delete(o, "code")
		o["retry_after"], o["global"] = e.limited.after, e.limited.global
		if e.code != 0 {
			o["code"] = e.code
		}
	}
	return encode(o)
}

func fail(status, code int, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

// Discord's errors, by code.
func errNotFound() *apiError       { return fail(404, 0, "404: Not Found") }
func errMethod() *apiError         { return fail(405, 0, "405: Method Not Allowed") }
func errUnauthorized() *apiError   { return fail(401, 0, "401: Unauthorized") }
func errUnknownChannel() *apiError { return fail(404, 10003, "Unknown Channel") }
func errUnknownGuild() *apiError   { return fail(404, 10004, "Unknown Guild") }
func errUnknownMember() *apiError  { return fail(404, 10007, "Unknown Member") }
func errUnknownMessage() *apiError { return fail(404, 10008, "Unknown Message") }
func errUnknownUser() *apiError    { return fail(404, 10013, "Unknown User") }
func errUnknownWebhook() *apiError { return fail(404, 10015, "Unknown Webhook") }
func errUnknownInteraction() *apiError {
	return fail(404, 10062, "Unknown interaction")
}
func errUnknownCommand() *apiError {
	return fail(404, 10063, "Unknown application command")
}
func errOldEdits() *apiError {
	return &apiError{status: 429, code: 30046,
		message: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
		limited: &rateLimited{after: 60}}
}
func errAcknowledged() *apiError {
	return fail(400, 40060, "Interaction has already been acknowledged.")
}
func errMissingAccess() *apiError { return fail(403, 50001, "Missing Access") }
func errNotAuthor() *apiError {
	return fail(403, 50005, "Cannot edit a message authored by another user")
}
func errEmptyMessage() *apiError { return fail(400, 50006, "Cannot send an empty message") }
func errClosedDMs() *apiError {
	return fail(403, 50007, "Cannot send messages to this user")
}
func errMissingPermissions() *apiError { return fail(403, 50013, "Missing Permissions") }
func errWebhookToken() *apiError       { return fail(401, 50027, "Invalid Webhook Token") }
func errArchived() *apiError           { return fail(403, 50083, "Thread is archived") }
func errWrongChannelType() *apiError {
	return fail(400, 50024, "Cannot execute action on this channel type")
}
func errThreadExists() *apiError {
	return fail(400, 160004, "A thread has already been created for this message")
}
func errBadJSON() *apiError {
	return fail(400, 50109, "The request body contains invalid JSON.")
}
func errForm(f *fieldErrors) *apiError {
	return &apiError{status: 400, code: 50035, message: "Invalid Form Body", fields: f}
}

// fieldErrors collects what is wrong with a body, field by field, in the
// nested form that Discord answers with.
type fieldErrors struct {
	path []string
	tree map[string]any
}

// at runs f with the path extended by key.
func (e *fieldErrors) at(key string, f func()) {
	e.path = append(e.path, key)
	f()
	e.path = e.path[:len(e.path)-1]
}

func (e *fieldErrors) item(i int, f func()) { e.at(strconv.Itoa(i), f) }

// add reports that the field at the present path is wrong.
func (e *fieldErrors) add(code, message string) {
	if e.tree == nil {
		e.tree = map[string]any{}
	}
	node := e.tree
	for _, k := range e.path {
		next, ok := node[k].(map[string]any)
		if !ok {
			next = map[string]any{}
			node[k] = next
		}
		node = next
	}
	list, _ := node["_errors"].([]any)
	node["_errors"] = append(list, map[string]any{"code": code, "message": message})
}

func (e *fieldErrors) addAt(key, code, message string) { e.at(key, func() { e.add(code, message) }) }

// err returns nil if nothing is wrong.
func (e *fieldErrors) err() *apiError {
	if e.tree == nil {
		return nil
	}
	return errForm(e)
}

// A request is what handlers get.
type request struct {
	*http.Request
	route  *route
	params map[string]string
	body   map[string]any // of JSON objects
	list   []any          // of JSON arrays
	files  []*upload
	record *Request
}

type upload struct {
	field string // the n of files[n]
	name  string
	kind  string
	data  []byte
}

// id returns a path parameter as a snowflake, 0 if it is none.
func (q *request) id(name string) uint64 {
	n, err := strconv.ParseUint(q.params[name], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// major returns the parameter by which buckets are told apart.
func (q *request) major() string {
	for _, k := range []string{"token", "channel", "guild"} {
		if v := q.params[k]; v != "" {
			return v
		}
	}
	return ""
}

// A route is one method on one path of Discord's API. The handler runs with
// the server's lock held and returns the status and the JSON to answer with.
type route struct {
	method  string
	pattern string
	auth    bool // needs the bot's token, and counts for the global limit
	handle  func(*Server, *request) (int, []byte, *apiError)
	parts   []string
}

var routes = newRouteTable()

func newRouteTable() map[int][]*route {
	table := map[int][]*route{}
	add := func(method, pattern string, auth bool, handle func(*Server, *request) (int, []byte, *apiError)) {
		r := &route{method: method, pattern: pattern, auth: auth, handle: handle, parts: strings.Split(pattern[1:], "/")}
		table[len(r.parts)] = append(table[len(r.parts)], r)
	}
	const (
		get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete

		app      = "/applications/{app}"
		hook     = "/webhooks/{app}/{token}"
		channel  = "/channels/{channel}"
		messages = channel + "/messages"
	)
	add(get, "/gateway", false, (*Server).getGateway)
	add(get, "/gateway/bot", true, (*Server).getGatewayBot)
	add(get, "/users/@me", true, (*Server).getMe)
	add(post, "/users/@me/channels", true, (*Server).postDM)
	add(get, "/users/@me/guilds", true, (*Server).getMyGuilds)
	add(get, "/users/{user}", true, (*Server).getUser)
	add(get, "/oauth2/applications/@me", true, (*Server).getApplication)
	add(get, "/applications/@me", true, (*Server).getApplication)
	add(get, "/guilds/{guild}", true, (*Server).getGuild)
	add(get, "/guilds/{guild}/channels", true, (*Server).getGuildChannels)
	add(get, "/guilds/{guild}/members/{user}", true, (*Server).getMember)

	for _, scope := range []string{app + "/commands", app + "/guilds/{guild}/commands"} {
		add(get, scope, true, (*Server).getCommands)
		add(put, scope, true, (*Server).putCommands)
		add(post, scope, true, (*Server).postCommand)
		add(get, scope+"/{command}", true, (*Server).getCommand)
		add(patch, scope+"/{command}", true, (*Server).patchCommand)
		add(del, scope+"/{command}", true, (*Server).deleteCommand)
	}

	add(post, "/interactions/{interaction}/{token}/callback", false, (*Server).postCallback)
	add(post, hook, false, (*Server).postFollowup)
	for _, m := range []string{"@original", "{message}"} {
		add(get, hook+"/messages/"+m, false, (*Server).getHookMessage)
		add(patch, hook+"/messages/"+m, false, (*Server).patchHookMessage)
		add(del, hook+"/messages/"+m, false, (*Server).deleteHookMessage)
	}

	add(get, channel, true, (*Server).getChannel)
	add(patch, channel, true, (*Server).patchChannel)
	add(del, channel, true, (*Server).deleteChannelREST)
	add(post, channel+"/typing", true, (*Server).postTyping)
	add(get, messages, true, (*Server).getMessages)
	add(post, messages, true, (*Server).postMessage)
	add(get, messages+"/{message}", true, (*Server).getMessage)
	add(patch, messages+"/{message}", true, (*Server).patchMessage)
	add(del, messages+"/{message}", true, (*Server).deleteMessage)
	add(post, messages+"/{message}/threads", true, (*Server).postMessageThread)
	add(post, channel+"/threads", true, (*Server).postThread)
	return table
}

// match finds the route of a path; known tells whether another method has it.
func match(method, path string) (r *route, params map[string]string, known bool) {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
next:
	for _, c := range routes[len(parts)] {
		for i, p := range c.parts {
			if p[0] != '{' && p != parts[i] || parts[i] == "" {
				continue next
			}
		}
		known = true
		if c.method != method {
			continue
		}
		params = make(map[string]string, 3)
		for i, p := range c.parts {
			if p[0] == '{' {
				params[p[1:len(p)-1]] = parts[i]
			}
		}
		return c, params, true
	}
	return nil, nil, known
}

// maxBody is Discord's limit for a request with files.
const maxBody = 25 << 20

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	s.requests.total.Add(1)
	path, ok := strings.CutPrefix(r.URL.Path, "/api/v10")
	if !ok {
		if path, ok = strings.CutPrefix(r.URL.Path, "/api/v9"); !ok {
			path = r.URL.Path
		}
	}
	rt, params, known := match(r.Method, path)
	if !ok {
		rt, known = nil, false
	}
	record := &Request{Time: s.clock.Now(), Method: r.Method, Path: path}
	if r.URL.RawQuery != "" {
		record.Path += "?" + r.URL.RawQuery
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return
	}
	q := &request{Request: r, route: rt, params: params, record: record}
	pattern := ""
	if rt != nil {
		pattern = rt.pattern
		record.Route = pattern
	}
	badBody := q.parse(raw)
	s.requests.add(record, r.Method, pattern)

	fault := s.faults.next(r.Method, pattern)
	if fault != nil && !s.suffer(w, r, record, fault) {
		return
	}
	status, body, e := s.answer(w, q, known, badBody, len(raw))
	if fault != nil && fault.CutAfter {
		cutConnection(w)
		return
	}
	s.write(w, record, status, body, e)
}

// suffer lets a fault act. It reports whether the request goes on.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, record *Request, f *Fault) bool {
	if f.Hold != nil {
		select {
		case <-f.Hold:
		case <-s.closing:
			return false
		case <-r.Context().Done():
			return false
		}
	}
	if f.Delay > 0 {
		over := make(chan struct{})
		stop := s.clock.AfterFunc(f.Delay, func() { close(over) })
		defer stop()
		select {
		case <-over:
		case <-s.closing:
			return false
		case <-r.Context().Done():
			return false
		}
	}
	if f.Cut {
		cutConnection(w)
		return false
	}
	if f.Status == 0 {
		return true
	}
	e := fail(f.Status, f.Code, f.Message)
	if e.message == "" {
		e.message = strconv.Itoa(f.Status) + ": " + http.StatusText(f.Status)
	}
	if f.Status == http.StatusTooManyRequests {
		scope := "user"
		if f.Global {
			scope = "global"
		}
		e = tooMany(w.Header(), f.RetryAfter, f.Global, scope)
	}
	s.write(w, record, 0, nil, e)
	return false
}

func cutConnection(w http.ResponseWriter) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = c.Close()
	}
}

func (s *Server) answer(w http.ResponseWriter, q *request, known bool, badBody *apiError, size int) (int, []byte, *apiError) {
	if q.route == nil {
		if known {
			return 0, nil, errMethod()
		}
		return 0, nil, errNotFound()
	}
	if q.route.auth && !s.authorized(q.Header.Get("Authorization")) {
		return 0, nil, errUnauthorized()
	}
	if e := s.limiter.take(w.Header(), s.clock.Now(), q.Method, q); e != nil {
		return 0, nil, e
	}
	if size > maxBody || slices.ContainsFunc(q.files, func(u *upload) bool { return len(u.data) > attachmentSizeLimit }) {
		return 0, nil, fail(413, 40005, "Request entity too large")
	}
	if badBody != nil {
		return 0, nil, badBody
	}
	if s.schema != nil {
		if problem := s.schema.check(q); problem != "" {
			s.requests.mu.Lock()
			s.requests.broken = append(s.requests.broken,
				Violation{Method: q.Method, Route: q.route.pattern, Body: q.record.Body, Problem: problem})
			s.requests.mu.Unlock()
			f := &fieldErrors{}
			f.addAt("openapi", "SCHEMA_VIOLATION", problem)
			return 0, nil, f.err()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return q.route.handle(s, q)
}

func (s *Server) authorized(header string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return header == "Bot "+s.cfg.Token && !s.tokenDead
}

func (s *Server) write(w http.ResponseWriter, record *Request, status int, body []byte, e *apiError) {
	if e != nil {
		status, body = e.status, e.body()
	}
	s.requests.mu.Lock()
	record.Status = status
	if e != nil {
		record.Code = e.code
	}
	s.requests.mu.Unlock()
	if status == http.StatusNoContent || body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// parse reads the body: JSON, or the payload_json part of a form with files.
func (q *request) parse(raw []byte) *apiError {
	if q.Method == http.MethodGet || q.Method == http.MethodDelete {
		return nil
	}
	kind, params, _ := mime.ParseMediaType(q.Header.Get("Content-Type"))
	switch {
	case len(raw) == 0:
		q.body = map[string]any{}
		return nil
	case kind == "application/json":
	case kind == "multipart/form-data":
		var e *apiError
		if raw, e = q.parseForm(raw, params["boundary"]); e != nil {
			return e
		}
	default:
		f := &fieldErrors{}
		f.add("CONTENT_TYPE_INVALID",
			`Expected "Content-Type" header to be one of {'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'}.`)
		return f.err()
	}
	q.record.Body = raw
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return errBadJSON()
	}
	if _, err := d.Token(); err != io.EOF {
		return errBadJSON()
	}
	switch v := v.(type) {
	case map[string]any:
		q.body = v
	case []any:
		q.list = v
	default:
		f := &fieldErrors{}
		f.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return f.err()
	}
	return nil
}

func (q *request) parseForm(raw []byte, boundary string) ([]byte, *apiError) {
	payload := []byte("{}")
	mr := multipart.NewReader(bytes.NewReader(raw), boundary)
	for {
		p, err := mr.NextPart()
		if err == io.EOF {
			return payload, nil
		}
		if err != nil {
			return nil, fail(400, 50035, "Invalid Form Body")
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return nil, fail(400, 50035, "Invalid Form Body")
		}
		name := p.FormName()
		if name == "payload_json" {
			payload = data
			continue
		}
		field, ok := strings.CutPrefix(name, "files[")
		field, closed := strings.CutSuffix(field, "]")
		if _, err := strconv.Atoi(field); !ok || !closed || err != nil {
			continue // Discord ignores parts that it does not know
		}
		q.files = append(q.files, &upload{field: field, name: p.FileName(), kind: p.Header.Get("Content-Type"), data: data})
		q.record.Files = append(q.record.Files, p.FileName())
	}
}
