package sandbox

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strconv"
)

// handler is everything that a browser can ask for.
func (s *Sandbox) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{file...}", servePage)
	mux.HandleFunc("GET /files/{key}/{name}", s.files.serve)
	mux.HandleFunc("GET /live", s.serveLive)
	return s.guard(mux)
}

// guard lets nobody in but the browser of whoever was shown the token. Without
// it any page in that browser, and everybody on this machine, could play along.
//
// A name that somebody else makes lead to 127.0.0.1 shows in Host, a page from
// elsewhere in Origin. The cookie saves the page from putting the token into
// every address; it has the port in its name because cookies are not told apart
// by port.
func (s *Sandbox) guard(next http.Handler) http.Handler {
	port := strconv.Itoa(s.listener.Addr().(*net.TCPAddr).Port)
	hosts := map[string]bool{"127.0.0.1:" + port: true, "localhost:" + port: true}
	cookie := "windfall-" + port
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
			"font-src 'self'; connect-src 'self' ws://127.0.0.1:"+port+" ws://localhost:"+port+"; "+
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		no := func(status int, why string) { http.Error(w, why, status) }
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			no(http.StatusMethodNotAllowed, "This is only for looking.")
			return
		}
		if !hosts[r.Host] {
			no(http.StatusForbidden, "This address is not the sandbox's.")
			return
		}
		for _, origin := range r.Header.Values("Origin") {
			if origin != "http://"+r.Host {
				no(http.StatusForbidden, "Another page may not look in here.")
				return
			}
		}
		if s.isToken(r.URL.Query().Get("token")) {
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		} else if c, err := r.Cookie(cookie); err != nil || !s.isToken(c.Value) {
			no(http.StatusForbidden, "Open the address that windfall sandbox has printed, with all that stands behind the question mark.")
			return
		}
		if !s.enter() {
			no(http.StatusServiceUnavailable, "The sandbox is ending.")
			return
		}
		defer s.serving.Done()
		next.ServeHTTP(w, r)
	})
}

func (s *Sandbox) isToken(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) == 1
}
