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
	mux.HandleFunc("GET /{file...}", s.shown(servePage))
	mux.HandleFunc("GET /live", s.shown(s.serveLive))
	// Scripts and styles hold no secret, and an attachment's address is one.
	for _, name := range parts() {
		mux.HandleFunc("GET /"+name, servePage)
	}
	mux.HandleFunc("GET /files/{key}/{name}", s.files.serve)
	return s.guard(mux)
}

// shown lets nobody in but whoever was shown the token. Without it everybody on
// this machine could play along.
//
// The token stands in the address of the page, which gives it to its live link.
// It is in no cookie: a browser sends those to every port of a host, and so to
// whatever else is served on this machine.
func (s *Sandbox) shown(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.isToken(r.URL.Query().Get("token")) {
			http.Error(w, "Open the address that windfall sandbox has printed, with all that stands behind the question mark.", http.StatusForbidden)
			return
		}
		next(w, r)
	}
}

// guard keeps other pages out, which a browser might open beside this one. A
// name that somebody else makes lead to 127.0.0.1 shows in Host, a page from
// elsewhere in Origin.
func (s *Sandbox) guard(next http.Handler) http.Handler {
	port := strconv.Itoa(s.listener.Addr().(*net.TCPAddr).Port)
	hosts := map[string]bool{"127.0.0.1:" + port: true, "localhost:" + port: true}
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
