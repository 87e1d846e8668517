package bot

import (
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"testing"
	"time"

	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
)

// When the time of a press is over, the bot goes on at the level that takes
// milliseconds, be a worker free or not; and where even the lane has no room in
// time, it makes no move and the press goes on without.
func TestALateMoveIsAQuickOne(t *testing.T) {
	deal := adameva.DealFrom(games.Numbered(1), adameva.Classic)
	deal.First = botSeat
	g, err := adameva.New(deal, adameva.Classic)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(botSeat)
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range []struct {
		name   string
		level  robot.Level
		busy   bool
		within context.Context
		played string
	}{
		{"in time", robot.Hard, false, context.Background(), "hard"},
		{"no time left, a worker free", robot.Hard, false, over, "fair"},
		{"no time left, all workers busy", robot.Hard, true, over, "fair"},
		{"all workers busy", robot.Hard, true, context.Background(), "fair"},
		{"easy, in time", robot.Easy, false, context.Background(), "easy"},
		{"easy, with no time left and all workers busy", robot.Easy, true, over, "easy"},
	} {
		var log bytes.Buffer
		think := Thinking{Workers: 1, Opponent: 50}.filled()
		b := &Bot{ctx: context.Background(), think: think, pool: newPool(think), lane: newPool(think), random: rand.Reader,
			log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
		if e.busy {
			defer b.Occupy()()
		}
		limit := patience{wait: 10 * time.Millisecond, work: time.Minute}
		m, err := (&press{Bot: b, log: b.log}).find(context.Background(), e.within, &limit, &v, e.level)
		if err != nil || m.Seat != botSeat || m.Kind != adameva.Offer || !strings.Contains(log.String(), "played="+e.played) {
			t.Errorf("%s: %v, %v, %s", e.name, m, err, log.String())
		}
		if waits := !e.busy || e.level == robot.Easy; waits != (limit.wait > 0) {
			t.Errorf("%s: the next move waits %v for a worker", e.name, limit.wait)
		}
	}
	think := Thinking{Workers: 1}.filled()
	b := &Bot{ctx: over, think: think, pool: newPool(think), lane: newPool(think), random: rand.Reader, log: slog.New(slog.DiscardHandler)}
	defer b.Occupy()()
	defer b.OccupyLane()()
	limit := forMoves
	if m, err := (&press{Bot: b, log: b.log}).find(context.Background(), context.Background(), &limit, &v, robot.Hard); !inVain(err) {
		t.Errorf("a bot that stops while everything is busy makes the move %v: %v", m, err)
	}
}
