package discordtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"windfall/bot/discordtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noon is when stories begin.
var noon = time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC)

// object is a JSON object.
type object = map[string]any

// A rig is a server with a guild and members, and a bot that speaks raw
// websocket and HTTP, so that the server is tried without a client library.
type rig struct {
	*discordtest.Server
	t       testing.TB
	clock   *discordtest.ManualClock
	guild   *discordtest.Guild
	general *discordtest.Channel
	ana     *discordtest.Member
	ben     *discordtest.Member
	ws      *gateway
}

func newRig(t testing.TB, cfg discordtest.Config) *rig {
	t.Helper()
	r := &rig{t: t, clock: discordtest.NewClock(noon)}
	cfg.Clock = r.clock
	r.Server = discordtest.New(t, cfg)
	r.guild = r.NewGuild("Orchard")
	r.general = r.guild.NewChannel("general")
	r.ana, r.ben = r.guild.Join("Ana"), r.guild.Join("Ben")
	return r
}

// online connects the bot and registers a command for each name.
func (r *rig) online(commands ...object) *rig {
	r.t.Helper()
	r.ws = dial(r.t, r.Server, "v=10&encoding=json")
	r.ws.hello()
	r.ws.identify(r.Token(), discordtest.IntentGuilds)
	if len(commands) == 0 {
		commands = []object{{"name": "play", "description": "Plays"}}
	}
	r.put("/applications/"+r.AppID()+"/commands", commands).must(r.t, 200)
	return r
}

// reply is an answer of the REST API.
type reply struct {
	status int
	header http.Header
	raw    []byte
	body   object
}

func (p reply) code() int {
	n, _ := p.body["code"].(float64)
	return int(n)
}

func (p reply) str(key string) string { s, _ := p.body[key].(string); return s }

// problems flattens "errors" into "path: CODE" lines.
func (p reply) problems() []string {
	var out []string
	var walk func(path string, v any)
	walk = func(path string, v any) {
		m, _ := v.(object)
		for k, x := range m {
			if k != "_errors" {
				walk(strings.TrimPrefix(path+"."+k, "."), x)
				continue
			}
			for _, e := range x.([]any) {
				out = append(out, path+": "+e.(object)["code"].(string))
			}
		}
	}
	walk("", p.body["errors"])
	return out
}

// must fails the test unless the answer has this status.
func (p reply) must(t testing.TB, status int) reply {
	t.Helper()
	if p.status != status {
		t.Fatalf("status %d, want %d: %s", p.status, status, p.raw)
	}
	return p
}

// is fails the test unless the answer has this status and error code.
func (p reply) is(t testing.TB, status, code int) {
	t.Helper()
	if p.status != status || p.code() != code {
		t.Errorf("status %d, code %d, want %d, %d: %s", p.status, p.code(), status, code, p.raw)
	}
}

func (r *rig) do(req *http.Request) reply {
	r.t.Helper()
	c := http.Client{Transport: r.Transport(), Timeout: 10 * time.Second}
	res, err := c.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	p := reply{status: res.StatusCode, header: res.Header, raw: raw}
	_ = json.Unmarshal(raw, &p.body)
	return p
}

func (r *rig) request(method, path string, body any) *http.Request {
	r.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		raw, err := json.Marshal(body)
		if err != nil {
			r.t.Fatal(err)
		}
		in = bytes.NewReader(raw)
	}
	req, err := http.NewRequest(method, "https://discord.com/api/v10"+path, in)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+r.Token())
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req
}

func (r *rig) call(method, path string, body any) reply {
	r.t.Helper()
	return r.do(r.request(method, path, body))
}

func (r *rig) get(path string) reply             { r.t.Helper(); return r.call("GET", path, nil) }
func (r *rig) post(path string, body any) reply  { r.t.Helper(); return r.call("POST", path, body) }
func (r *rig) put(path string, body any) reply   { r.t.Helper(); return r.call("PUT", path, body) }
func (r *rig) patch(path string, body any) reply { r.t.Helper(); return r.call("PATCH", path, body) }
func (r *rig) delete(path string) reply          { r.t.Helper(); return r.call("DELETE", path, nil) }
func (r *rig) messages() string                  { return "/channels/" + r.general.ID() + "/messages" }
func (r *rig) send(body object) reply            { r.t.Helper(); return r.post(r.messages(), body) }
func (r *rig) edit(id string, body object) reply {
	r.t.Helper()
	return r.patch(r.messages()+"/"+id, body)
}

// file is a part of a form.
type file struct {
	field, name string
	data        []byte
}

// form sends a multipart request.
func (r *rig) form(method, path string, payload object, files ...file) reply {
	r.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="payload_json"`}, "Content-Type": {"application/json"}})
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.NewEncoder(part).Encode(payload); err != nil {
		r.t.Fatal(err)
	}
	for _, f := range files {
		part, err := w.CreateFormFile(f.field, f.name)
		if err != nil {
			r.t.Fatal(err)
		}
		if _, err := part.Write(f.data); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		r.t.Fatal(err)
	}
	req := r.request(method, path, b.String())
	req.Header.Set("Content-Type", w.FormDataContentType())
	return r.do(req)
}

func picture(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asked is an interaction as the bot got it.
type asked struct {
	r    *rig
	body object
}

// asked reads the next interaction.
func (r *rig) asked() asked {
	r.t.Helper()
	return asked{r, r.ws.event("INTERACTION_CREATE")}
}

func (a asked) id() string    { return a.body["id"].(string) }
func (a asked) token() string { return a.body["token"].(string) }
func (a asked) callbackPath() string {
	return "/interactions/" + a.id() + "/" + a.token() + "/callback"
}
func (a asked) hook() string     { return "/webhooks/" + a.r.AppID() + "/" + a.token() }
func (a asked) original() string { return a.hook() + "/messages/@original" }

// answer answers an interaction.
func (a asked) answer(kind int, data object) reply {
	a.r.t.Helper()
	body := object{"type": kind}
	if data != nil {
		body["data"] = data
	}
	return a.r.post(a.callbackPath(), body)
}

// run lets Ana run /play and returns what the bot got, and the action.
func (r *rig) run() (asked, *discordtest.Action) {
	r.t.Helper()
	a := r.ana.In(r.general).NoWait().Run("/play")
	return r.asked(), a
}

// press lets Ana press a button and returns what the bot got, and the action.
func (r *rig) press(m discordtest.Message, button string) (asked, *discordtest.Action) {
	r.t.Helper()
	a := r.ana.In(r.general).NoWait().Press(m, button)
	return r.asked(), a
}

func button(label, customID string) object {
	return object{"type": 2, "style": 1, "label": label, "custom_id": customID}
}

func actionRow(parts ...object) object { return object{"type": 1, "components": parts} }

func text(s string) object { return object{"type": 10, "content": s} }

// gateway is a raw websocket.
type gateway struct {
	t   testing.TB
	ws  *websocket.Conn
	seq int
}

func dial(t testing.TB, d *discordtest.Server, query string) *gateway {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(d.URL(), "http")+"/?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(1 << 22)
	t.Cleanup(func() { _ = ws.CloseNow() })
	return &gateway{t: t, ws: ws}
}

type frame struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int             `json:"s"`
	D  json.RawMessage `json:"d"`
}

func (g *gateway) read() (frame, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, data, err := g.ws.Read(ctx)
	if err != nil {
		return frame{}, err
	}
	var f frame
	err = json.Unmarshal(data, &f)
	if f.S > 0 {
		g.seq = f.S
	}
	return f, err
}

func (g *gateway) next() frame {
	g.t.Helper()
	f, err := g.read()
	if err != nil {
		g.t.Fatalf("gateway: %v", err)
	}
	return f
}

// event reads up to the next event of a kind.
func (g *gateway) event(kind string) object {
	g.t.Helper()
	for {
		f := g.next()
		if f.Op == 0 && f.T == kind {
			var o object
			if err := json.Unmarshal(f.D, &o); err != nil {
				g.t.Fatal(err)
			}
			return o
		}
	}
}

// op reads up to the next packet of an op.
func (g *gateway) op(op int) frame {
	g.t.Helper()
	for {
		if f := g.next(); f.Op == op {
			return f
		}
	}
}

// closed reads until the connection is closed and returns the code.
func (g *gateway) closed() int {
	g.t.Helper()
	for {
		if _, err := g.read(); err != nil {
			return int(websocket.CloseStatus(err))
		}
	}
}

func (g *gateway) write(op int, d any) {
	g.t.Helper()
	raw, err := json.Marshal(object{"op": op, "d": d})
	if err != nil {
		g.t.Fatal(err)
	}
	if err := g.ws.Write(context.Background(), websocket.MessageText, raw); err != nil {
		g.t.Fatal(err)
	}
}

func (g *gateway) hello() {
	g.t.Helper()
	if f := g.next(); f.Op != 10 {
		g.t.Fatalf("first packet is op %d", f.Op)
	}
}

func identity(token string, intents int) object {
	return object{"token": token, "intents": intents, "properties": object{"os": "linux", "browser": "raw", "device": "raw"}}
}

// identify identifies and returns READY.
func (g *gateway) identify(token string, intents int) object {
	g.t.Helper()
	g.write(2, identity(token, intents))
	f := g.next()
	if f.T != "READY" {
		g.t.Fatalf("after IDENTIFY came %+v", f)
	}
	var o object
	if err := json.Unmarshal(f.D, &o); err != nil {
		g.t.Fatal(err)
	}
	return o
}

func (g *gateway) resume(token, session string, seq int) {
	g.t.Helper()
	g.write(6, object{"token": token, "session_id": session, "seq": seq})
}

func repeat[T any](n int, f func(i int) T) []T {
	out := make([]T, n)
	for i := range n {
		out[i] = f(i)
	}
	return out
}

func numbered(prefix string, i int) string { return fmt.Sprintf("%s%d", prefix, i) }
