package sandbox

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"windfall/bot/discordtest"
)

// What is left of a run that is over reaches nobody: neither by a connection
// that it has nor by a new one.
func TestALineThatWasCutLeadsNowhere(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Config{})
	l := newLine(d)
	client := &http.Client{Transport: l}
	address := strings.TrimPrefix(d.URL(), "http://")
	ask := func() error {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://discord.com/api/v10/gateway", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(r)
		if err == nil {
			err = answer.Body.Close()
		}
		return err
	}
	if err := ask(); err != nil {
		t.Errorf("a request before: %v", err)
	}
	kept, err := l.dial(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	closed, err := l.dial(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	if err := closed.Close(); err != nil || len(l.open) != 1 {
		t.Errorf("a connection that was closed is still known: %v", err)
	}
	l.cut()
	if _, err := kept.Read(make([]byte, 1)); err == nil {
		t.Error("a connection goes on")
	}
	if _, err := l.dial(context.Background(), "tcp", address); !errors.Is(err, errCut) {
		t.Errorf("a new connection: %v", err)
	}
	if err := ask(); !errors.Is(err, errCut) {
		t.Errorf("a request after: %v", err)
	}
	if _, err := l.dial(context.Background(), "tcp", "example.org:443"); err == nil || errors.Is(err, errCut) {
		t.Errorf("a line leads out of this machine: %v", err)
	}
}
