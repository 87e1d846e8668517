package sandbox

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"windfall/store"
)

// ids are those of everything in a sandbox that its database may name.
func ids(s *Sandbox) string {
	list := []string{s.guild.ID(), s.discord.AppID()}
	for _, c := range s.guild.Channels() {
		list = append(list, c.ID())
	}
	for _, m := range s.members() {
		list = append(list, m.Name(), m.ID(), m.DM().ID())
	}
	return strings.Join(list, " ")
}

func TestEverySandboxHasTheSamePeopleAndPlaces(t *testing.T) {
	t.Parallel()
	one := open(t, Config{})
	other := open(t, Config{Now: func() time.Time { return noon().Add(1000 * time.Hour) }})
	if ids(one) != ids(other) {
		t.Errorf("one has   %s\nother has %s", ids(one), ids(other))
	}
	if n := len(one.members()); n != 4 {
		t.Errorf("there are %d members", n)
	}
}

func TestAKeptSandboxGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "kept.db")
	first := open(t, Config{Database: path})
	tb := sitDown(t, first)
	if made := tb.play(400); made == 400 {
		t.Fatal("the game does not end")
	}
	tb.players[0].does(ask{Do: "advance", Seconds: 3 * 24 * 60 * 60})
	tb.players[0].run("adam-eva challenge", map[string]any{"member": tb.players[0].id("Ben")})
	challenge := tb.public(tb.players[1], "another challenge", func(m message) bool { return button(m, "Accept") != nil })
	tb.players[1].press(challenge, "Accept")
	left := first.clock.Now()
	shut(t, first)

	second := open(t, Config{Database: path})
	if now := second.clock.Now(); now.Before(left.Add(-time.Minute)) {
		t.Errorf("the clock went back from %v to %v", left, now)
	}
	ana := visit(t, second, "Ana")
	general := ana.channel("general")
	if a := ana.run("stats", nil); a.State != "done" {
		t.Fatalf("statistics end as %+v", a)
	}
	ana.sees("the game in the statistics", general, func(m message) bool {
		return m.Command == "stats" && strings.Contains(told(m), "1 game: ")
	})
	// The messages of the time before are gone, and the table comes back when it
	// is asked for.
	if a := ana.run("adam-eva table", nil); a.State != "done" {
		t.Fatalf("the table ends as %+v", a)
	}
	again := &table{t, [2]*visitor{ana, visit(t, second, "Ben")}}
	for _, v := range again.players {
		v.does(ask{Do: "open", Channel: general})
	}
	again.openHands()
	if made := again.play(400); made < 20 || made == 400 {
		t.Errorf("the game went on for %d moves", made)
	}
}

func TestAFileOfAnotherSortIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	foreign, bots := filepath.Join(dir, "foreign.db"), filepath.Join(dir, "bot.db")
	if err := os.WriteFile(foreign, []byte(strings.Repeat("some other program's file\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(bots, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{foreign: store.ErrForeign, bots: store.ErrMark, dir: store.ErrNotFile, dir + "/no/w.db": store.ErrUnwritable} {
		before, _ := os.ReadFile(path)
		s, err := Open(t.Context(), Config{Database: path, Now: noon, Drawing: atOnce})
		if s != nil || !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s was changed", path)
		}
		if _, err := os.Stat(path + ".clock"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s has got a clock: %v", path, err)
		}
	}
	// And the bot takes none of the sandbox's.
	mine := filepath.Join(dir, "mine.db")
	shut(t, open(t, Config{Database: mine}))
	if _, err := store.Open(mine, store.Options{}); !errors.Is(err, store.ErrMark) {
		t.Errorf("the bot opens a sandbox's file: %v", err)
	}
}

func TestTheClockStaysAheadOfTheWorlds(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "kept.db")
	for _, e := range []struct{ file, want string }{
		{"", ""}, {"0s\n", ""}, {"49h0m0s", ""}, {"yesterday", "holds no time"}, {"-3h", "holds no time"}, {"9999999h", "holds no time"},
		{"640000h", ""}, {"2000000h", "further ahead than the year 2100"},
	} {
		if e.file != "" {
			if err := os.WriteFile(path+".clock", []byte(e.file), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		a, err := openAhead(path, noon())
		switch {
		case e.want != "":
			if !errors.Is(err, ErrClockFile) || !strings.Contains(err.Error(), e.want) {
				t.Errorf("%q: %v", e.file, err)
			}
			continue
		case err != nil:
			t.Errorf("%q: %v", e.file, err)
			continue
		}
		before := a.by
		if err := a.move(90 * time.Minute); err != nil {
			t.Errorf("%q: %v", e.file, err)
		}
		if again, err := openAhead(path, noon()); err != nil || again.by != before+90*time.Minute {
			t.Errorf("%q: it is then %+v, %v", e.file, again, err)
		}
	}
	// If it cannot be written down the clock stays.
	a := &ahead{file: filepath.Join(t.TempDir(), "none", "kept.db.clock"), by: time.Hour}
	if err := a.move(time.Hour); !errors.Is(err, ErrClockFile) || a.by != time.Hour {
		t.Errorf("it is now %v, %v", a.by, err)
	}
	if err := os.WriteFile(path+".clock", []byte("soon"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(t.Context(), Config{Database: path, Now: noon, Drawing: atOnce}); s != nil || !errors.Is(err, ErrClockFile) {
		t.Errorf("with a file that says nothing it opens: %v", err)
	}
}

func TestATakenPortAndTheEnd(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	s := open(t, Config{})
	_, err := Open(t.Context(), Config{Port: s.listener.Addr().(*net.TCPAddr).Port, Now: noon})
	var network *net.OpError
	if !errors.As(err, &network) {
		t.Errorf("a port that is taken: %v", err)
	}
	ana := visit(t, s, "Ana")
	shut(t, s)
	shut(t, s) // again
	ana.until("the end", func() bool { return ana.gone })
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	other, err := Open(ctx, Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	arrived(t, other)
	cancel()
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if s, err := Open(ctx, Config{Now: noon}); err == nil {
		_ = s.Close()
		t.Error("it opens although it was told to end")
	}
}
