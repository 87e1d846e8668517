package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"windfall/bot/sandbox"
	"windfall/store"
)

// notShown is for sandboxes that open no browser.
func notShown(t *testing.T) func(context.Context, string) error {
	return func(context.Context, string) error {
		t.Error("it opens a browser")
		return nil
	}
}

// untilItEnds runs the sandbox until the test says stop, and returns the address
// that it prints, once the bot is ready. ended returns the code and all that was
// printed, but for what the bot logs as usual.
func untilItEnds(t *testing.T, args []string, show func(context.Context, string) error) (address string, ended func() (code int, out, errs string)) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var out, errs lockedBuffer
	left := make(chan int, 1)
	args = append(args, "--log-level", "info")
	go func() { left <- sandboxWith(ctx, args, std{nil, &out, &errs}, show) }()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if address = regexp.MustCompile(`(?m)^    (http://127\.0\.0\.1:\d+/\?token=[\w-]{22,})$`).FindString(out.String()); address != "" && strings.Contains(errs.String(), "msg=ready") {
			time.Sleep(50 * time.Millisecond) // its client library has just begun to read
			break
		}
		if len(left) > 0 || time.Now().After(deadline) {
			t.Fatalf("it does not open: %s%s", out.String(), errs.String())
		}
	}
	return strings.TrimSpace(address), func() (int, string, string) {
		t.Helper()
		stop()
		select {
		case code := <-left:
			return code, out.String(), regexp.MustCompile(`(?m)^time=\S+ level=INFO .*\n`).ReplaceAllString(errs.String(), "")
		case <-time.After(20 * time.Second):
			t.Fatal("it does not end")
			return 0, "", ""
		}
	}
}

// fetch returns what is at an address.
func fetch(t *testing.T, address string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestTheSandboxIsOpenUntilItIsToldToStop(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	before := goleak.IgnoreCurrent()
	address, ended := untilItEnds(t, nil, notShown(t))
	if status, text := fetch(t, address); status != 200 || !strings.Contains(text, "<html") {
		t.Errorf("at its address there is, with status %d, %s", status, text)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 1 {
		t.Errorf("its database is in %v, %v", left, err)
	}
	code, out, errs := ended()
	if code != exitOK || errs != "" || strings.Count(out, "http://") != 1 || !strings.Contains(out, "Ctrl+C") || !strings.HasSuffix(out, "\nEnding…\n") {
		t.Errorf("it leaves with %d and says\n%s%s", code, out, errs)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
	goleak.VerifyNone(t, before)
}

func TestTheSandboxIsShownOnRequest(t *testing.T) {
	shown := make(chan string, 1)
	address, ended := untilItEnds(t, []string{"--open"}, func(_ context.Context, address string) error {
		shown <- address
		return errors.New("there is no screen")
	})
	if got := <-shown; got != address {
		t.Errorf("a browser is opened at %s, not at %s", got, address)
	}
	// Without a browser it is open all the same.
	if status, _ := fetch(t, address); status != 200 {
		t.Errorf("status %d", status)
	}
	if code, _, errs := ended(); code != exitOK || errs != "windfall: no browser could be opened (there is no screen); open the address yourself\n" {
		t.Errorf("it leaves with %d and says %q", code, errs)
	}
}

func TestTheSandboxKeepsItsGamesInAFileOfItsOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	for range 2 {
		_, ended := untilItEnds(t, []string{"--db", path}, notShown(t))
		if code, _, errs := ended(); code != exitOK || errs != "" {
			t.Errorf("it leaves with %d and says %q", code, errs)
		}
	}
	// windfall run leaves it alone.
	var out, errs bytes.Buffer
	code := runWith(t.Context(), []string{"--db", path}, std{nil, &out, &errs}, "none", envOf(map[string]string{"DISCORD_TOKEN": goodToken}), notCalled(t))
	if code != exitUsage || !strings.Contains(errs.String(), "it was left as it is") {
		t.Errorf("run leaves with %d and says %q", code, errs.String())
	}
	if s, err := store.Open(path, store.Options{Mark: sandbox.Mark}); err != nil {
		t.Error(err)
	} else if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestASandboxThatCannotOpenSaysInOneLineWhatToDo(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir := t.TempDir()
	bots := database(t, store.Options{})
	foreign := write(t, "foreign.db", strings.Repeat("some other program's file\n", 1000))
	inUse := filepath.Join(t.TempDir(), "s.db")
	holder, err := store.Open(inUse, store.Options{Mark: sandbox.Mark})
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	clockless := database(t, store.Options{Mark: sandbox.Mark})
	if err := os.WriteFile(clockless+".clock", []byte("soon\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	distant := database(t, store.Options{Mark: sandbox.Mark})
	if err := os.WriteFile(distant+".clock", []byte("2000000h0m0s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := fmt.Sprint(taken.Addr().(*net.TCPAddr).Port)
	for _, e := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"chess"}, 2, "windfall: sandbox takes no argument \"chess\""},
		{[]string{"--host", "0.0.0.0"}, 2, "windfall: there is no flag --host"},
		{[]string{"--db", ""}, 2, "windfall: --db is empty; give it a file or leave it out"},
		{[]string{"--port", "65536"}, 2, "windfall: --port goes from 1 to 65535; 0 is any that is free"},
		{[]string{"--port", "-1"}, 2, "windfall: --port goes from 1 to 65535; 0 is any that is free"},
		{[]string{"--port", "some"}, 2, "windfall: --port is a whole number from 0 on, not \"some\""},
		{[]string{"--log-level", "loud"}, 2, "windfall: the log level \"loud\" is unknown; set --log-level to debug, info, warn or error"},
		{[]string{"--port", port}, 2, "; choose another --port, or leave it out"},
		{[]string{"--db", bots}, 2, "a database of another sort: it is marked \"\", expected was \"sandbox\"; it was left as it is: the sandbox keeps to files of its own, so set --db to another one"},
		{[]string{"--db", foreign}, 2, "not a Windfall database"},
		{[]string{"--db", dir}, 2, "not a file; it was left as it is, so set --db to another file"},
		{[]string{"--db", "/nowhere/at/all/s.db"}, 2, "; mend that, or set --db to another file"},
		{[]string{"--db", clockless}, 2, clockless + ".clock holds no time such as 36h0m0s; mend that file, or remove it to put the clock back to the present"},
		{[]string{"--db", distant}, 2, distant + ".clock puts it further ahead than the year 2100; mend that file, or remove it to put the clock back to the present"},
		{[]string{"--db", inUse}, 1, "another windfall process has it open; stop that one first"},
	} {
		var out, errs bytes.Buffer
		code := sandboxWith(t.Context(), e.args, std{nil, &out, &errs}, notShown(t))
		if code != e.code || !strings.Contains(errs.String(), e.says) || strings.Count(errs.String(), "\n") != 1 || out.Len() > 0 {
			t.Errorf("%q: it leaves with %d and says %q%q", e.args, code, out.String(), errs.String())
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	if code := sandboxWith(stopped, nil, std{nil, &out, &errs}, notShown(t)); code != exitOK || out.Len()+errs.Len() > 0 {
		t.Errorf("told to stop before it opens it leaves with %d and says %q%q", code, out.String(), errs.String())
	}
}
