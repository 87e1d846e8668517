package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// child is a process that a test started, killed if it takes too long.
type child struct {
	*exec.Cmd
	lines *bufio.Scanner // of its standard output
}

func start(t *testing.T, cmd *exec.Cmd) *child {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { kill.Stop() })
	return &child{cmd, bufio.NewScanner(out)}
}

// signalled is the signal that ended a process, 0 if none did.
func (c *child) signalled() syscall.Signal {
	var left *exec.ExitError
	if err := c.Wait(); !errors.As(err, &left) {
		return 0
	}
	if status := left.Sys().(syscall.WaitStatus); status.Signaled() {
		return status.Signal()
	}
	return 0
}

// Whoever types windfall verify and nothing else gets out of it again, and has
// seen what was read by then.
func TestASignalEndsVerifyWhileItWaits(t *testing.T) {
	program := build(t)
	_, game, _ := said(t, "", "simulate", "--game", "adaman")
	for _, stop := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := exec.Command(program, "verify")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		c := start(t, cmd)
		if _, err := in.Write([]byte(game + game[:50])); err != nil {
			t.Fatal(err)
		}
		if !c.lines.Scan() || !strings.HasPrefix(c.lines.Text(), "ok ") {
			t.Errorf("it says %q of the first record while it waits for the second", c.lines.Text())
		}
		if err := c.Process.Signal(stop); err != nil {
			t.Error(err)
		}
		if by := c.signalled(); by != stop {
			t.Errorf("%v: it was ended by %v", stop, by)
		}
	}
}

func TestASignalEndsSimulateWhileNobodyReads(t *testing.T) {
	program := build(t)
	for _, stop := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		c := start(t, exec.Command(program, "simulate", "--game", "adaman", "--games", "1000000"))
		if !c.lines.Scan() {
			t.Fatal("it writes nothing")
		}
		if err := c.Process.Signal(stop); err != nil {
			t.Error(err)
		}
		if by := c.signalled(); by != stop {
			t.Errorf("%v: it was ended by %v", stop, by)
		}
	}
}

// A pipe that nobody writes into is no file, neither for the token nor for .env.
func TestRunDoesNotWaitForAPipe(t *testing.T) {
	program := build(t)
	for name, args := range map[string][]string{"token": {"run", "--token-file", "token"}, ".env": {"run"}} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir, cmd.Env = dir, []string{}
		text, err := cmd.CombinedOutput()
		cancel()
		var left *exec.ExitError
		if !errors.As(err, &left) || left.ExitCode() != exitUsage || !strings.Contains(string(text), "(it is not a file)") || strings.Count(string(text), "\n") != 1 {
			t.Errorf("%s: %v, %q", name, err, text)
		}
	}
}

// A run that hangs after it was told to stop can be ended by telling it again.
func TestTheSecondSignalEndsTheProcess(t *testing.T) {
	if os.Getenv("WINDFALL_TEST_HANGS") != "" {
		ctx, stop := untilSignal(context.Background())
		defer stop()
		fmt.Println("ready")
		<-ctx.Done()
		time.Sleep(100 * time.Millisecond) // while the handler is taken away
		fmt.Println("told")
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestTheSecondSignalEndsTheProcess$")
	cmd.Env = append(os.Environ(), "WINDFALL_TEST_HANGS=1")
	c := start(t, cmd)
	for _, want := range []string{"ready", "told"} {
		if !c.lines.Scan() || c.lines.Text() != want {
			t.Errorf("it says %q, not %q", c.lines.Text(), want)
		}
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}
	if by := c.signalled(); by != syscall.SIGTERM {
		t.Errorf("it was ended by %v", by)
	}
}
