package discordtest_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

// try makes a request that may get no answer.
func (r *rig) try(method, path string, body any) (status int, err error) {
	r.t.Helper()
	c := http.Client{Transport: r.Transport(), Timeout: 10 * time.Second}
	res, err := c.Do(r.request(method, path, body))
	if err != nil {
		return 0, err
	}
	_ = res.Body.Close()
	return res.StatusCode, nil
}

func TestBucketsAreCountedApart(t *testing.T) {
	r := newRig(t, discordtest.Config{RateLimits: discordtest.DiscordLimits()})
	other := r.guild.NewChannel("other")
	for i := range 5 {
		p := r.send(object{"content": "x"}).must(t, 200)
		if got := p.header.Get("X-RateLimit-Remaining"); got != strconv.Itoa(4-i) || p.header.Get("X-RateLimit-Limit") != "5" || p.header.Get("X-RateLimit-Bucket") == "" {
			t.Errorf("headers are %v", p.header)
		}
	}
	r.clock.Advance(2 * time.Second)
	p := r.send(object{"content": "x"}).must(t, 429)
	if p.body["retry_after"] != 3.0 || p.body["global"] != false || p.header.Get("Retry-After") != "3" ||
		p.header.Get("X-RateLimit-Reset-After") != "3.000" || p.header.Get("X-RateLimit-Remaining") != "0" || p.header.Get("X-RateLimit-Scope") != "user" {
		t.Errorf("the 429 says %s, %v", p.raw, p.header)
	}
	r.post("/channels/"+other.ID()+"/messages", object{"content": "x"}).must(t, 200)
	r.get("/channels/"+r.general.ID()).must(t, 200)
	r.clock.Advance(3 * time.Second)
	r.send(object{"content": "x"}).must(t, 200)
	if n := len(r.ana.Sees(r.general)); n != 6 {
		t.Errorf("%d messages, want 6", n)
	}
}

func TestGlobalLimitSparesInteractions(t *testing.T) {
	r := newRig(t, discordtest.Config{GlobalLimit: 3}).online() // one for the commands
	for range 2 {
		r.get("/users/@me").must(t, 200)
	}
	p := r.get("/users/@me").must(t, 429)
	if p.body["global"] != true || p.header.Get("X-RateLimit-Global") != "true" || p.header.Get("X-RateLimit-Scope") != "global" {
		t.Errorf("the 429 says %s, %v", p.raw, p.header)
	}
	i, _ := r.run()
	i.answer(4, object{"content": "x"}).must(t, 204)
	r.post(i.hook(), object{"content": "y"}).must(t, 200)
	r.clock.Advance(time.Second)
	r.get("/users/@me").must(t, 200)
}

func TestFaultsStrikeWhereTold(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	remove := r.Inject(discordtest.Fault{Method: "POST", Route: "/channels/{channel}/messages", Status: 503, Times: 2})
	r.get("/users/@me").must(t, 200)
	r.send(object{"content": "x"}).is(t, 503, 0)
	r.send(object{"content": "x"}).is(t, 503, 0)
	r.send(object{"content": "x"}).must(t, 200)
	remove()

	remove = r.Inject(discordtest.Fault{Route: "/channels/*", Status: 429, RetryAfter: 1500 * time.Millisecond, Global: true})
	p := r.send(object{"content": "x"}).must(t, 429)
	if p.body["retry_after"] != 1.5 || p.body["global"] != true {
		t.Errorf("the 429 says %s", p.raw)
	}
	r.get("/channels/"+r.general.ID()).must(t, 429)
	r.get("/users/@me").must(t, 200)
	remove()
	r.send(object{"content": "x"}).must(t, 200)

	remove = r.Inject(discordtest.Fault{Status: 403, Code: 50013, Message: "Missing Permissions"})
	r.send(object{"content": "x"}).is(t, 403, 50013)
	remove()
	if n := len(r.ana.Sees(r.general)); n != 2 {
		t.Errorf("%d messages, want 2", n)
	}
	last := r.Requests()[len(r.Requests())-1]
	if last.Status != 403 || last.Code != 50013 || last.Route != "/channels/{channel}/messages" || string(last.Body) != `{"content":"x"}` {
		t.Errorf("the list has %+v", last)
	}
}

func TestCutBeforeAndAfterTheWork(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	r.Inject(discordtest.Fault{Cut: true, Times: 1})
	if _, err := r.try("POST", r.messages(), object{"content": "x"}); err == nil || len(r.ana.Sees(r.general)) != 0 {
		t.Errorf("cut before: %v, %d messages", err, len(r.ana.Sees(r.general)))
	}
	r.Inject(discordtest.Fault{CutAfter: true, Times: 1})
	if _, err := r.try("POST", r.messages(), object{"content": "x"}); err == nil || len(r.ana.Sees(r.general)) != 1 {
		t.Errorf("cut after: %v, %d messages", err, len(r.ana.Sees(r.general)))
	}
}

func TestHeldAndDelayedRequests(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	hold := make(chan struct{})
	r.Inject(discordtest.Fault{Hold: hold, Times: 1})
	done := make(chan reply, 2)
	go func() { done <- r.send(object{"content": "held"}) }()
	if _, err := r.ana.In(r.general).Try().WaitFor(50*time.Millisecond, func(discordtest.Message) bool { return true }); err == nil {
		t.Error("the held message came at once")
	}
	close(hold)
	(<-done).must(t, 200)

	r.Inject(discordtest.Fault{Delay: 2 * time.Second, Times: 1})
	go func() { done <- r.send(object{"content": "delayed"}) }()
	select {
	case <-done:
		t.Error("the delayed message came at once")
	case <-time.After(50 * time.Millisecond):
	}
	r.clock.Advance(2 * time.Second)
	(<-done).must(t, 200)
}

func TestChaosComesFromItsSeed(t *testing.T) {
	outcomes := func(seed uint64) string {
		r := newRig(t, discordtest.Config{Chaos: &discordtest.Chaos{Seed: seed, ServerError: 0.3, CutRequest: 0.1, CutResponse: 0.1, RateLimited: 0.1}})
		var out []byte
		for range 60 {
			status, err := r.try("GET", "/users/@me", nil)
			if err != nil {
				status = 100 // GETs are retried by net/http on a kept connection
			}
			out = append(out, byte('0'+status/100))
		}
		return string(out)
	}
	first := outcomes(1)
	if first != outcomes(1) {
		t.Error("one seed, two outcomes")
	}
	if first == outcomes(2) {
		t.Error("two seeds, one outcome")
	}
	for _, c := range "245" {
		if !containsRune(first, c) {
			t.Errorf("no %cxx in %s", c, first)
		}
	}
}

func containsRune(s string, r rune) bool {
	for _, x := range s {
		if x == r {
			return true
		}
	}
	return false
}

func TestNothingButDiscordCanBeReached(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	c := http.Client{Transport: r.Transport()}
	for url, want := range map[string]bool{"https://discord.com/api/v10/gateway": true, "https://cdn.discordapp.com/attachments/1/2/x.png": true,
		r.URL() + "/api/v10/gateway": true, "https://example.com/": false, "https://notdiscord.com/": false} {
		res, err := c.Get(url)
		if (err == nil) != want {
			t.Errorf("%s: %v", url, err)
		}
		if err == nil {
			_ = res.Body.Close()
		}
	}
	for _, addr := range []string{"192.0.2.1:80", "example.com:80", "nonsense"} {
		if conn, err := r.DialContext(t.Context(), "tcp", addr); err == nil {
			_ = conn.Close()
			t.Errorf("dialled %s", addr)
		}
	}
}
