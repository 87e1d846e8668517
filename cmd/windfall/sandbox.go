package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"runtime"
	"time"

	"windfall/bot/picture"
	"windfall/bot/sandbox"
	"windfall/store"
)

const sandboxHelp = `sandbox [FLAGS]

Lets you try the bot in a browser, without an account and without a network: a
Discord runs inside the process, with a server of four members, any of whom you
can be; two windows can be two of them at once. The bot on it is the one that
windfall run starts. The page is served to this machine only, and only by the
address that is printed, which is another one each time.

The games are gone when it ends, unless --db names a file to keep them in. Such
a file is a sandbox's own: windfall run does not take it, nor does the sandbox
take any other. How far the clock was moved ahead stands beside it, in
FILE.clock, and holds for the next time too.

Leaves with 0 when it was told to stop (SIGTERM, or Ctrl+C);
  1  if the database is in use by another process, damaged, or of a newer
     Windfall, or if the sandbox could not start;
  2  if the command line is wrong, or names a file or a port that cannot be
     used.`

// openBrowser shows an address in the browser that the machine likes best. It
// waits a little to see whether that fails.
func openBrowser(ctx context.Context, address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.CommandContext(ctx, name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	// Some openers end at once, others with the browser.
	select {
	case err := <-ended:
		return err
	case <-time.After(2 * time.Second):
		return nil
	}
}

func sandboxCommand(ctx context.Context, args []string, std std) int {
	return sandboxWith(ctx, args, std, openBrowser)
}

// sandboxWith is the subcommand with what it takes from outside.
func sandboxWith(ctx context.Context, args []string, std std, show func(ctx context.Context, address string) error) int {
	f := flags("sandbox", sandboxHelp)
	database := f.String("db", "", "keep games and statistics in this `file`, and go on from it")
	port := f.Int("port", 0, "serve the page on this `number` of port instead of any that is free")
	open := f.Bool("open", false, "open the page in a browser")
	level := f.String("log-level", "warn", "log what is at least of this `level`: debug, info, warn or error")
	if code, done := parse(f, args, std); done {
		return code
	}
	named := false
	f.Visit(func(f *flag.Flag) { named = named || f.Name == "db" })
	var least slog.Level
	switch {
	case f.NArg() > 0:
		return misuse(std, "sandbox takes no argument %q", f.Arg(0))
	case named && *database == "":
		return misuse(std, "--db is empty; give it a file or leave it out")
	case *port < 0 || *port > 65535:
		return misuse(std, "--port goes from 1 to 65535; 0 is any that is free")
	case least.UnmarshalText([]byte(*level)) != nil:
		return misuse(std, "the log level %q is unknown; set --log-level to debug, info, warn or error", *level)
	}
	s, err := sandbox.Open(ctx, sandbox.Config{Database: *database, Port: *port, Painter: picture.New(),
		Log: slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: least}))})
	if err != nil {
		if ctx.Err() != nil {
			return exitOK
		}
		code, advice := sandboxAdvice(err)
		return say(std, code, "%v%s", err, advice)
	}
	fmt.Fprintf(std.out, "The sandbox is open. Go to\n\n    %s\n\nwith a browser on this machine; there you are Ana until you choose to be somebody else. "+
		"A slash brings up the commands, such as /adam-eva challenge. Ctrl+C ends it here.\n", s.URL())
	if *open {
		if err := show(ctx, s.URL()); err != nil && ctx.Err() == nil {
			fmt.Fprintf(std.err, "windfall: no browser could be opened (%v); open the address yourself\n", err)
		}
	}
	<-ctx.Done()
	// The bot takes leave of Discord, which lasts some seconds.
	fmt.Fprintln(std.out, "Ending…")
	if err := s.Close(); err != nil {
		return say(std, exitFailed, "the sandbox did not end as it should: %v", err)
	}
	return exitOK
}

// sandboxAdvice says what to do if a sandbox cannot be opened.
func sandboxAdvice(err error) (code int, advice string) {
	var network *net.OpError
	switch {
	case errors.As(err, &network):
		return exitUsage, "; choose another --port, or leave it out"
	case errors.Is(err, sandbox.ErrClockFile):
		return exitUsage, "; mend that file, or remove it to put the clock back to the present"
	case errors.Is(err, store.ErrMark):
		return exitUsage, "; it was left as it is: the sandbox keeps to files of its own, so set --db to another one"
	case errors.Is(err, store.ErrNotFile), errors.Is(err, store.ErrForeign):
		return exitUsage, "; it was left as it is, so set --db to another file"
	case errors.Is(err, store.ErrUnwritable):
		return exitUsage, "; mend that, or set --db to another file"
	}
	return databaseAdvice(err)
}
