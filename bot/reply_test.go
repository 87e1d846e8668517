package bot

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/picture"
)

// A recorder takes every request and answers that all went well.
type recorder struct{ asked []string }

func (r *recorder) RoundTrip(q *http.Request) (*http.Response, error) {
	r.asked = append(r.asked, q.Method+" "+q.URL.Path[strings.Index(q.URL.Path, "/v"):])
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"9"}`)), Request: q}, nil
}

// A picture that takes long to draw does not keep the bot from asking for more
// time meanwhile.
func TestMoreTimeCanBeAskedForWhileAPictureIsDrawn(t *testing.T) {
	asked := &recorder{}
	d := &discord{
		session: &discordgo.Session{}, painter: picture.New(), client: &http.Client{Transport: asked},
		clock: systemClock{}, log: slog.New(slog.DiscardHandler),
	}
	r := &reply{via: d, app: "1", id: "2", token: "secret", private: true}
	m := pictured(func(*picture.Painter) ([]byte, error) {
		r.later(context.Background())
		return []byte("png"), nil
	})
	if err := r.whisper(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	api := "/v" + discordgo.APIVersion
	if want := []string{"POST " + api + "/interactions/2/secret/callback", "PATCH " + api + "/webhooks/1/secret/messages/@original"}; !slices.Equal(asked.asked, want) {
		t.Errorf("asked was %q, want %q", asked.asked, want)
	}
}
