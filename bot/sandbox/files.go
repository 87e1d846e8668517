package sandbox

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"sync"
	"time"

	"windfall/bot/discordtest"
)

// files are the attachments that members have been sent, by addresses that
// nobody else can guess. What is in them stays with Discord: once a message is
// gone, or does not show a file any more, neither does its address.
type files struct {
	random io.Reader

	mu    sync.Mutex
	known map[string]string // keys by attachment
	where map[string]found  // by key
	order []string          // attachments, as they came
}

// found is where an attachment is: on a message that a member sees.
type found struct {
	place      discordtest.Place
	message    discordtest.Message // of which only the id counts
	attachment string
}

// remembered is how many addresses are kept. One that is forgotten is given anew
// with the next sight of its message.
const remembered = 10_000

// secret returns a word that cannot be guessed.
func secret(random io.Reader) (string, error) {
	b := make([]byte, 24)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("draw a random address: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// address returns the path of an attachment on a message that is about to be
// sent to the member who is at a place. It is empty if there is no randomness left to make one of.
func (f *files) address(at discordtest.Place, m discordtest.Message, a discordtest.Attachment) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	key, ok := f.known[a.ID]
	if !ok {
		var err error
		if key, err = secret(f.random); err != nil {
			return ""
		}
		if len(f.order) >= remembered {
			delete(f.where, f.known[f.order[0]])
			delete(f.known, f.order[0])
			f.order = f.order[1:]
		}
		f.known[a.ID], f.order = key, append(f.order, a.ID)
		f.where[key] = found{at, discordtest.Message{ID: m.ID}, a.ID}
	}
	return "/files/" + key + "/" + a.Name
}

// inline are the types that browsers show; everything else they save.
var inline = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// serve serves an attachment.
func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	at, ok := f.where[r.PathValue("key")]
	f.mu.Unlock()
	if ok {
		var m discordtest.Message
		if m, ok = at.place.Look(at.message); ok {
			i := slices.IndexFunc(m.Attachments, func(a discordtest.Attachment) bool {
				return a.ID == at.attachment && a.Name == r.PathValue("name")
			})
			if i >= 0 {
				send(w, r, m.Attachments[i])
				return
			}
		}
	}
	http.Error(w, "This file is not there any more.", http.StatusNotFound)
}

func send(w http.ResponseWriter, r *http.Request, a discordtest.Attachment) {
	h := w.Header()
	how := "attachment"
	if slices.Contains(inline, a.ContentType) {
		how = "inline"
	}
	h.Set("Content-Type", a.ContentType)
	if d := mime.FormatMediaType(how, map[string]string{"filename": a.Name}); d != "" {
		how = d
	}
	h.Set("Content-Disposition", how)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.Data))
}
