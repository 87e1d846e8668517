package sandbox

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
)

// built is the page as browsers get it. Its sources lie beside it.
//
//go:embed all:page/built
var built embed.FS

// pageTypes are the media types of what the page is made of. The machine's own
// table may know others.
var pageTypes = map[string]string{
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".woff2": "font/woff2",
}

// parts are the names of what the page loads: all that it is made of but itself.
func parts() (names []string) {
	all, err := fs.ReadDir(built, "page/built")
	if err != nil {
		return nil // it is part of the program
	}
	for _, f := range all {
		if kind := path.Ext(f.Name()); pageTypes[kind] != "" && kind != ".html" {
			names = append(names, f.Name())
		}
	}
	return names
}

// servePage serves a file of the page.
func servePage(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if name == "/" {
		name = "index.html"
	}
	name = path.Join("page/built", name)
	kind := pageTypes[path.Ext(name)]
	text, err := fs.ReadFile(built, name)
	if err != nil || kind == "" {
		http.Error(w, "There is nothing here.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(text) // a browser that has gone needs no answer
}
