package sandbox

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"windfall/bot/discordtest"
)

// browser is an HTTP client that would keep cookies, and follows nothing.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// get asks for an address with a method and headers, and returns the answer and
// its text.
func get(t *testing.T, c *http.Client, method, address string, header http.Header) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

func TestTheAddressLetsItsBrowserInAndNobodyElse(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	address, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	if address.Hostname() != "127.0.0.1" || len(address.Query().Get("token")) < 22 {
		t.Fatalf("the address is %s", address)
	}
	root := "http://" + address.Host
	_, port, _ := strings.Cut(address.Host, ":")
	header := func(name, value string) http.Header { return http.Header{name: {value}} }
	for _, e := range []struct {
		name, method, address string
		header                http.Header
		status                int
	}{
		{"the address", "GET", s.URL(), nil, 200},
		{"its head", "HEAD", s.URL(), nil, 200},
		{"by the other name of this machine", "GET", s.URL(), header("Host", "localhost:"+port), 200},
		{"from the page itself", "GET", s.URL(), header("Origin", root), 200},
		{"without the token", "GET", root + "/", nil, 403},
		{"with half the token", "GET", s.URL()[:len(s.URL())-10], nil, 403},
		{"with another token", "GET", root + "/?token=" + strings.Repeat("a", 32), nil, 403},
		{"with an empty token", "GET", root + "/?token=", nil, 403},
		{"with a cookie of another's", "GET", root + "/", header("Cookie", "windfall-"+port+"=x"), 403},
		{"with the token as a cookie", "GET", root + "/", header("Cookie", "windfall-"+port+"="+s.token), 403},
		{"the page by its name without the token", "GET", root + "/index.html", nil, 403},
		{"what is not there without the token", "GET", root + "/none", nil, 403},
		{"the live link without the token", "GET", root + "/live", nil, 403},
		{"the live link with another token", "GET", root + "/live?token=" + strings.Repeat("a", 32), nil, 403},
		{"a script of the page without the token", "GET", root + "/app.js", nil, 200},
		{"a style of the page without the token", "GET", root + "/app.css", nil, 200},
		{"a script from another page", "GET", root + "/app.js", header("Origin", "https://evil.example"), 403},
		{"a script by a name that leads here", "GET", root + "/app.js", header("Host", "evil.example:"+port), 403},
		{"a file nobody was sent without the token", "GET", root + "/files/a/b.png", nil, 404},
		{"a name that leads here", "GET", s.URL(), header("Host", "evil.example:"+port), 403},
		{"without the port", "GET", s.URL(), header("Host", "127.0.0.1"), 403},
		{"another port", "GET", s.URL(), header("Host", "127.0.0.1:1"), 403},
		{"another way to write it", "GET", s.URL(), header("Host", "127.1:"+port), 403},
		{"from another page", "GET", s.URL(), header("Origin", "https://evil.example"), 403},
		{"from another port", "GET", s.URL(), header("Origin", "http://127.0.0.1:1"), 403},
		{"from the other name", "GET", s.URL(), header("Origin", "http://localhost:"+port), 403},
		{"from a page without a name", "GET", s.URL(), header("Origin", "null"), 403},
		{"from an empty origin", "GET", s.URL(), header("Origin", ""), 403},
		{"from two origins", "GET", s.URL(), http.Header{"Origin": {root, "https://evil.example"}}, 403},
		{"a live link from another page", "GET", strings.Replace(s.URL(), "/?", "/live?", 1), http.Header{"Origin": {"https://evil.example"},
			"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}}, 403},
		{"posting", "POST", s.URL(), nil, 405},
		{"putting", "PUT", s.URL(), nil, 405},
		{"asking what may be done", "OPTIONS", s.URL(), nil, 405},
		{"what is not there", "GET", strings.Replace(s.URL(), "/?", "/none?", 1), nil, 404},
		{"the folder of the page", "GET", strings.Replace(s.URL(), "/?", "/.?", 1), nil, 307},
		{"a way out of the page", "GET", strings.Replace(s.URL(), "/?", "/%2e%2e/wire.go?", 1), nil, 404},
		{"a file nobody was sent", "GET", strings.Replace(s.URL(), "/?", "/files/a/b.png?", 1), nil, 404},
		{"the live link as a page", "GET", strings.Replace(s.URL(), "/?", "/live?", 1), nil, 426},
	} {
		answer, text := get(t, browser(t), e.method, e.address, e.header)
		if answer.StatusCode != e.status {
			t.Errorf("%s: status %d, not %d: %s", e.name, answer.StatusCode, e.status, text)
		}
		if strings.Contains(text, s.token) && e.status != 307 { // to the same address, written shorter
			t.Errorf("%s: the token is in the answer", e.name)
		}
		if len(answer.Header["Set-Cookie"]) > 0 { // which every other server on this machine would get
			t.Errorf("%s: it sets a cookie", e.name)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self';",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cache-Control":                "no-store",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := answer.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s is %q", e.name, name, got)
			}
		}
	}

	// The address is good for ever, and nothing else is: the browser is not known
	// by having been there.
	one := browser(t)
	for range 2 {
		answer, text := get(t, one, "GET", s.URL(), nil)
		if !strings.Contains(text, "<html") || answer.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("the page is %q", text)
		}
	}
	if answer, _ := get(t, one, "GET", root+"/", nil); answer.StatusCode != 403 {
		t.Errorf("afterwards without the token: status %d", answer.StatusCode)
	}
}

// Whatever the page loads it can have without the token, which stands in its
// address only.
func TestThePageLoadsNothingThatIsNotThere(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	_, page := get(t, browser(t), "GET", s.URL(), nil)
	root, _, _ := strings.Cut(s.URL(), "?")
	loads := regexp.MustCompile(`<(?:script|link)[^>]* (?:src|href)="([a-z.]+)"`).FindAllStringSubmatch(page, -1)
	if len(loads) < 2 {
		t.Fatalf("the page loads %q", loads)
	}
	for _, name := range loads {
		if answer, _ := get(t, browser(t), "GET", root+name[1], nil); answer.StatusCode != 200 {
			t.Errorf("%s: status %d", name[1], answer.StatusCode)
		}
	}
}

func TestTwoSandboxesHaveTokensOfTheirOwn(t *testing.T) {
	t.Parallel()
	one, other := open(t, Config{}), open(t, Config{})
	if one.token == other.token {
		t.Error("they have the same")
	}
	address := strings.Replace(other.URL(), other.token, one.token, 1)
	if answer, _ := get(t, browser(t), "GET", address, nil); answer.StatusCode != 403 {
		t.Errorf("the one's token lets into the other: status %d", answer.StatusCode)
	}
}

// post has the bot send a message with files to #general, as another bot might.
func post(t *testing.T, s *Sandbox, parts string, files map[string]string) {
	t.Helper()
	var body strings.Builder
	const edge = "----edge"
	part := func(disposition, text string) {
		body.WriteString("--" + edge + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + text + "\r\n")
	}
	part(`name="payload_json"`, parts)
	n := 0
	for name, text := range files {
		part(`name="files[`+string(rune('0'+n))+`]"; filename="`+name+`"`, text)
		n++
	}
	body.WriteString("--" + edge + "--\r\n")
	general := s.guild.Channels()[0].ID()
	r, err := http.NewRequestWithContext(t.Context(), "POST", "https://discord.com/api/v10/channels/"+general+"/messages", strings.NewReader(body.String()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.discord.Token())
	r.Header.Set("Content-Type", "multipart/form-data; boundary="+edge)
	answer, err := (&http.Client{Transport: s.discord.Transport()}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		text, _ := io.ReadAll(answer.Body)
		t.Fatalf("Discord does not take the message: %s", text)
	}
}

// pixel is the smallest of pictures.
const pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"

func TestFilesAreServedToWhoeverWasSentThem(t *testing.T) {
	t.Parallel()
	s := open(t, Config{})
	ana := visit(t, s, "Ana")
	general := ana.channel("general")
	post(t, s, `{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://table.png"},"description":"a table"}]}],
		"attachments":[{"id":0,"filename":"table.png"}]}`, map[string]string{"table.png": pixel})
	m := ana.sees("the picture", general, func(m message) bool { return len(m.Files) == 1 })
	items := components(m)[0].Items
	f := m.Files[0]
	if len(items) != 1 || items[0].Media.URL != f.URL || items[0].Media.ProxyURL != f.URL || !strings.HasPrefix(f.URL, "/files/") ||
		f.Type != "image/png" || f.Width != 1 || f.Height != 1 || f.Size != len(pixel) {
		t.Fatalf("the picture is %+v in %+v", f, items)
	}
	// Discord's own message keeps its own addresses.
	for _, x := range s.member(ana.world.Me).Sees(s.discord.Channel(general)) {
		if at := x.All()[0].Items[0].Media.URL; !strings.HasPrefix(at, s.discord.URL()) {
			t.Errorf("the message itself was changed: %s", at)
		}
	}
	here := browser(t)
	root, _, _ := strings.Cut(s.URL(), "/?")
	answer, text := get(t, here, "GET", root+f.URL, nil)
	if answer.StatusCode != 200 || text != pixel || answer.Header.Get("Content-Type") != "image/png" ||
		answer.Header.Get("Content-Disposition") != `inline; filename=table.png` {
		t.Errorf("the picture is served as %v", answer.Header)
	}
	if answer, _ := get(t, here, "GET", root+f.URL+"x", nil); answer.StatusCode != 404 {
		t.Errorf("by another name: status %d", answer.StatusCode)
	}

	// What is no picture is saved, whatever it says it is.
	post(t, s, `{"content":"here","attachments":[{"id":0,"filename":"page.html"}]}`, map[string]string{"page.html": "<script>alert(1)</script>"})
	f = ana.sees("the page", general, func(m message) bool { return len(m.Files) == 1 && m.Files[0].Name == "page.html" }).Files[0]
	answer, _ = get(t, here, "GET", root+f.URL, nil)
	if answer.Header.Get("Content-Disposition") != "attachment; filename=page.html" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the page is served as %v", answer.Header)
	}

	// Seen again it has the same address; once the message is gone it has none.
	history := ana.does(ask{Do: "open", Channel: general}).History
	if again := history[0].Files[0].URL; again != m.Files[0].URL {
		t.Errorf("it was %s and is %s", m.Files[0].URL, again)
	}
	keepers := s.guild.NewRole("keepers", discordtest.ManageMessages)
	s.member(ana.world.Me).SetRoles(keepers)
	ana.does(ask{Do: "delete", Channel: general, Message: m.ID})
	ana.until("the picture to go", func() bool { return ana.messages[m.ID].ID == "" })
	if answer, _ := get(t, here, "GET", root+m.Files[0].URL, nil); answer.StatusCode != 404 {
		t.Errorf("after its message was deleted: status %d", answer.StatusCode)
	}
}
