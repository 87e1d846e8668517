package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"windfall/bot"
	"windfall/store"
)

// running has windfall run on a database with a bot that only waits, and returns
// how to stop it.
func running(t *testing.T, path string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var errs lockedBuffer
	left := make(chan int, 1)
	go func() {
		left <- runWith(ctx, []string{"--db", path}, std{nil, nil, &errs}, "none", envOf(map[string]string{"DISCORD_TOKEN": goodToken}),
			func(ctx context.Context, _ bot.Config) error { <-ctx.Done(); return nil })
	}()
	stop = func() {
		cancel()
		if code := <-left; code != exitOK {
			t.Errorf("run leaves with %d:\n%s", code, errs.String())
		}
		left <- exitOK
	}
	t.Cleanup(stop)
	for deadline := time.Now().Add(20 * time.Second); !exists(filepath.Join(path+".door", "ask")); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it does not answer:\n%s", errs.String())
		}
	}
	return stop
}

// A copy is made while the bot runs and while it does not, into a file or through a
// pipe, and is a database with nothing wrong.
func TestABackupIsMadeWhileTheBotRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	dir := t.TempDir()
	to := func(name string) string { return filepath.Join(dir, name) }
	whole := func(copy string) {
		t.Helper()
		if code, out, said := withDatabase(copy, checkWith); code != exitOK {
			t.Errorf("the check of %s leaves with %d: %s%s", copy, code, out, said)
		}
	}
	if code, _, said := withDatabase(path, backupWith, to("none.db")); code != exitUsage || !strings.Contains(said, "there is no database") {
		t.Errorf("of nothing it leaves with %d and says %q", code, said)
	}
	stop := running(t, path)
	if code, out, said := withDatabase(path, backupWith, to("hot.db")); code != exitOK || out != "" ||
		!strings.HasPrefix(said, "windfall: a copy of "+path+", ") || !strings.HasSuffix(said, " bytes, is in "+to("hot.db")+"\n") {
		t.Errorf("while the bot runs it leaves with %d and says %q", code, said)
	}
	whole(to("hot.db"))
	code, out, said := withDatabase(path, backupWith, "-")
	if code != exitOK || !strings.HasSuffix(said, " bytes, is written to standard output\n") {
		t.Errorf("through a pipe it leaves with %d and says %q", code, said)
	}
	if err := os.WriteFile(to("pipe.db"), []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	whole(to("pipe.db"))
	stop()
	if names, err := filepath.Glob(path + "*"); err != nil || len(names) != 1 {
		t.Errorf("the bot leaves %q behind (%v)", names, err)
	}
	if code, _, said := withDatabase(path, backupWith, to("cold.db")); code != exitOK {
		t.Errorf("once it is stopped it leaves with %d and says %q", code, said)
	}
	whole(to("cold.db"))

	before := contentOf(t, to("cold.db"))
	for _, e := range []struct {
		args []string
		code int
		says string
	}{
		{nil, exitUsage, "needs the name of a new file"},
		{[]string{""}, exitUsage, "needs the name of a new file"},
		{[]string{to("x.db"), "--db", path}, exitUsage, "and flags before it"},
		{[]string{to("cold.db")}, exitUsage, "there is such a file already; name a new one"},
		{[]string{path}, exitUsage, "there is such a file already; name a new one"},
		{[]string{filepath.Join(dir, "none", "x.db")}, exitFailed, "its directory does not exist"},
		{[]string{"--db", "backup_test.go", to("x.db")}, exitFailed, "not a Windfall database"},
	} {
		if code, out, said := withDatabase(path, backupWith, e.args...); code != e.code || out != "" || !strings.Contains(said, e.says) {
			t.Errorf("%q leaves with %d and says %q", e.args, code, said)
		}
	}
	if !bytes.Equal(before, contentOf(t, to("cold.db"))) || exists(to("x.db")) {
		t.Error("a copy was put over another, or where none could be made")
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if code, _, said := withDatabase(path, backupWith, to("x.db")); code != exitFailed || !strings.Contains(said, "another windfall process has it open; stop that one first, or wait until it has started") {
		t.Errorf("if whoever has it open does not answer it leaves with %d and says %q", code, said)
	}
}
