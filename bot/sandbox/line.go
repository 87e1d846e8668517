package sandbox

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"

	"windfall/bot/discordtest"
)

// A line is how one run of the bot reaches Discord. When the run is over the
// line is cut, as it is when a process ends: whatever of its client library
// still tries to connect gets nowhere.
type line struct {
	discord *discordtest.Server
	http.RoundTripper

	mu    sync.Mutex
	isCut bool
	open  map[net.Conn]bool
}

var errCut = errors.New("this run of the bot is over")

func newLine(d *discordtest.Server) *line {
	return &line{discord: d, RoundTripper: d.Transport(), open: map[net.Conn]bool{}}
}

// RoundTrip makes a request.
func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	isCut := l.isCut
	l.mu.Unlock()
	if isCut {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, errCut
	}
	return l.RoundTripper.RoundTrip(r)
}

// dial opens a connection to the gateway.
func (l *line) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := l.discord.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isCut {
		return nil, errors.Join(errCut, c.Close())
	}
	l.open[c] = true
	return &call{c, l}, nil
}

// cut ends everything for good.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
	for c := range l.open {
		_ = c.Close()
	}
	l.open = nil
}

// A call is a connection that its line knows of.
type call struct {
	net.Conn
	line *line
}

// Close closes the connection.
func (c *call) Close() error {
	c.line.mu.Lock()
	delete(c.line.open, c.Conn)
	c.line.mu.Unlock()
	return c.Conn.Close()
}
