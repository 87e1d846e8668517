package discordtest_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"

	"windfall/bot/discordtest"
)

// spoil returns a copy of a JSON value in which something has become something
// else.
func spoil(rnd *rand.Rand, v any) any {
	odd := []any{nil, true, -1, 1 << 40, 1.5, "", "x", []any{}, []any{nil}, object{}, object{"type": 17}, object{"type": 1, "components": []any{object{"type": 2}}}}
	if rnd.IntN(6) == 0 {
		return odd[rnd.IntN(len(odd))]
	}
	switch x := v.(type) {
	case object:
		out := object{}
		keys := make([]string, 0, len(x))
		for k, y := range x {
			out[k] = y
			keys = append(keys, k)
		}
		if len(keys) > 0 {
			slices.Sort(keys)
			k := keys[rnd.IntN(len(keys))]
			out[k] = spoil(rnd, out[k])
		}
		return out
	case []any:
		out := slices.Clone(x)
		if len(out) > 0 {
			i := rnd.IntN(len(out))
			out[i] = spoil(rnd, out[i])
		}
		return out
	}
	return odd[rnd.IntN(len(odd))]
}

// plain turns a value into what JSON makes of it.
func plain(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNoBodyBreaksTheServer(t *testing.T) {
	r := newRig(t, discordtest.Config{Lean: true}).online()
	rnd := rand.New(rand.NewPCG(1, 2))
	fine := map[int]bool{200: true, 201: true, 204: true, 400: true, 401: true, 403: true, 404: true}
	m := r.send(object{"content": "x"}).must(t, 200).str("id")
	i, _ := r.run()
	i.answer(4, object{"content": "x"}).must(t, 204)
	seen := map[int]int{}
	check := func(method, path string, body any) {
		t.Helper()
		p := r.call(method, path, body) // a panic would cut the connection
		seen[p.status]++
		if !fine[p.status] {
			t.Errorf("%s %s %v: status %d %s", method, path, body, p.status, p.raw)
		}
	}
	for round := range 4 {
		for _, c := range payloads {
			body := spoil(rnd, plain(t, c.body))
			check("POST", r.messages(), body)
			check("PATCH", r.messages()+"/"+m, body)
			check("PATCH", i.original(), body)
			if round == 0 {
				j, _ := r.run()
				check("POST", j.callbackPath(), spoil(rnd, plain(t, object{"type": 4, "data": c.body})))
			}
		}
		for _, c := range modals {
			j, _ := r.run()
			check("POST", j.callbackPath(), spoil(rnd, plain(t, object{"type": 9, "data": c.body})))
		}
		for _, c := range commands {
			body := spoil(rnd, plain(t, c.list))
			if list, ok := body.([]any); ok && len(list) > 0 {
				check("POST", "/applications/"+r.AppID()+"/commands", list[0])
			}
		}
		check("PATCH", "/channels/"+r.general.ID(), spoil(rnd, plain(t, object{"name": "x", "archived": true})))
		check("POST", "/users/@me/channels", spoil(rnd, plain(t, object{"recipient_id": r.ana.ID()})))
		check("POST", r.messages()+"/"+m+"/threads", spoil(rnd, plain(t, object{"name": "x", "auto_archive_duration": 60})))
	}
	if seen[200] == 0 || seen[400] == 0 {
		t.Errorf("statuses were %v", seen)
	}
	r.send(object{"content": "still there"}).must(t, 200)
}

func TestNoFormBreaksTheServer(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	for _, body := range []string{"", "--x", "--x\r\n\r\n\r\n--x--", "--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{\r\n--x--\r\n"} {
		req := r.request("POST", r.messages(), body)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		if p := r.do(req); p.status != 400 {
			t.Errorf("%q: status %d", body, p.status)
		}
	}
	req := r.request("POST", r.messages(), "x")
	req.Header.Set("Content-Type", "multipart/form-data")
	r.do(req).must(t, 400)
	r.form("POST", r.messages(), object{"content": "x"}, file{"files[0]", "a.txt", []byte("x")}, file{"files[0]", "b.txt", []byte("x")}).must(t, 400)
	r.form("POST", r.messages(), object{"content": "x"}, file{"other", "a.txt", []byte("x")}).must(t, 200)
}

func TestNoPacketBreaksTheGateway(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	for _, packet := range []string{"", "{", "[]", `{"op":"two"}`, `{"op":2}`, `{"op":2,"d":[]}`, `{"op":6}`, `{"op":6,"d":5}`, `{"op":1,"d":"x"}`,
		`{"op":2,"d":{"token":5}}`, `{"op":-1}`, string(make([]byte, 5000))} {
		g := dial(t, r.Server, "v=10")
		g.hello()
		if err := g.ws.Write(context.Background(), websocket.MessageText, []byte(packet)); err != nil {
			t.Fatal(err)
		}
		if code := g.closed(); code < 4000 || code > 4014 {
			t.Errorf("%.20q closed with %d", packet, code)
		}
	}
	g := dial(t, r.Server, "v=10")
	g.hello()
	g.identify(r.Token(), 1)
}

func TestManyMembersPressAtOnce(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Config{KeepEphemeral: 3})
	general := d.NewGuild("Orchard").NewChannel("general")
	bot := session(t, d)
	answer(bot, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
		if i.Type == discordgo.InteractionMessageComponent {
			return say(i.Member.User.ID, discordgo.MessageFlagsEphemeral)
		}
		return echo(i)
	})
	open(t, bot)
	register(t, bot, d, echoCommand)
	members := repeat(8, func(int) *discordtest.Member { return general.Guild().Join("Ana") })
	msg := members[0].In(general).Run("/echo", discordtest.String("text", "hello")).Reply()
	var wg sync.WaitGroup
	for _, m := range members {
		wg.Go(func() {
			for range 15 {
				if a := m.In(general).Try().Press(msg, "Again"); a.State() != discordtest.Replied || a.Text() != m.ID() {
					t.Errorf("%v, %v, %q", a.State(), a.Err(), a.Text())
				}
				_ = m.Sees(general)
				_ = m.Transcript()
			}
		})
	}
	wg.Wait()
	for _, m := range members {
		if n := len(m.Sees(general)); n != 4 {
			t.Errorf("a member sees %d messages, want the table and three newest hands", n)
		}
	}
}

func TestARealClientWaitsOutARateLimit(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Config{})
	general := d.NewGuild("Orchard").NewChannel("general")
	bot := session(t, d)
	d.Inject(discordtest.Fault{Method: http.MethodPost, Route: "/channels/{channel}/messages", Status: 429, RetryAfter: 60 * time.Millisecond, Times: 1})
	begin := time.Now()
	if _, err := bot.ChannelMessageSend(general.ID(), "hello"); err != nil {
		t.Fatal(err)
	}
	if time.Since(begin) < 60*time.Millisecond || len(d.RequestsTo("POST", "/channels/*")) != 2 {
		t.Errorf("after %v and %d requests", time.Since(begin), len(d.RequestsTo("POST", "/channels/*")))
	}
}
