package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"

	"windfall/bot"
	"windfall/bot/picture"
	"windfall/store"
)

const runHelp = `run [FLAGS]

Connects to Discord and plays until it is told to stop (SIGTERM, or Ctrl+C);
then it finishes what is in hand and closes the database. It logs to standard
error, an invite link first.

Each setting is taken from its flag, else from the environment, else from the
file .env in the working directory, else it has its default. All of them are
checked before anything connects.

%s
Leaves with 0 when it was told to stop;
  1  if the database is in use by another process, damaged, or of a newer
     Windfall, or if the bot could not go on;
  2  if a setting is wrong, such as a token that is none of Discord's, or a
     database that cannot be written or is something else;
  3  if Discord does not accept the token.
In each of these cases it says in one line what to do.`

// settingsHelp lists the settings by their names in the environment.
func settingsHelp() string {
	var b strings.Builder
	for _, s := range settings {
		name := s.env
		if s.flag != "" {
			name += " or " + flagAndValue(&flag.Flag{Name: s.flag, Usage: s.help})
		}
		describe(&b, name, s.help, s.fallback)
	}
	return b.String()
}

// run is the subcommand.
func run(ctx context.Context, args []string, std std) int {
	return runWith(ctx, args, std, ".env", os.LookupEnv, connect)
}

// connect plays on Discord until ctx ends.
func connect(ctx context.Context, c bot.Config) error {
	b, err := bot.New(c)
	if err != nil {
		return err
	}
	return b.Run(ctx)
}

// runWith is run with all that it takes from outside.
func runWith(ctx context.Context, args []string, std std, dotenv string,
	environment func(name string) (string, bool), play func(context.Context, bot.Config) error) int {
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	// What is wrong with a flag is said in one line, like all that is wrong.
	f.SetOutput(io.Discard)
	addFlags(f)
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(std.out, "Usage: windfall "+runHelp+"\n", settingsHelp())
		return exitOK
	case err != nil:
		return misuse(std, "%s; windfall run --help lists the flags, and the token has none: put it into DISCORD_TOKEN or the file .env", flagFault(err))
	case f.NArg() > 0:
		// It is not repeated: it may be a token.
		return misuse(std, "run takes settings by flags only; windfall run --help lists them, and the token has none: put it into DISCORD_TOKEN or the file .env")
	}
	c, err := configure(f, environment, dotenv)
	if err != nil {
		return misuse(std, "%v", err)
	}
	leave := func(code int, format string, args ...any) int {
		return say(std, code, "%s", strings.ReplaceAll(fmt.Sprintf(format, args...), c.token, "(token)"))
	}
	s, err := store.Open(c.database, store.Options{})
	if err != nil {
		code, advice := databaseAdvice(err)
		return leave(code, "%v%s", err, advice)
	}
	defer s.Close()
	if err := prepareBackups(c.backups.Folder); err != nil {
		return leave(exitUsage, "%v", err)
	}

	log := c.logger(std.err)
	log.Info("Windfall starts", "version", version(), "database", c.database, "invite", bot.InviteLink(c.application))
	stopAnswering := answer(s, log)
	defer stopAnswering()
	err = play(ctx, bot.Config{Token: c.token, Store: bot.Keep(s), Log: log, Painter: picture.New(), Backups: c.backups})
	stopAnswering()
	if closeErr := s.Close(); err == nil && closeErr != nil {
		err = fmt.Errorf("close the database: %w", closeErr)
	}
	switch {
	case errors.Is(err, bot.ErrRejected):
		return leave(exitRejected, "Discord does not accept the token; make a new one on %s, and put it where the old one was", tokenPage)
	case err != nil:
		return leave(exitFailed, "%v", err)
	}
	log.Info("Windfall stops")
	return exitOK
}

// answer has the store answer other commands, such as windfall backup, until stop
// is called. That it cannot keeps nobody from playing.
func answer(s *store.Store, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var answering sync.WaitGroup
	answering.Go(func() {
		if err := s.Answer(ctx); err != nil {
			log.Warn("other commands cannot reach the bot, so windfall backup works only while it is stopped", "error", err)
		}
	})
	return func() {
		cancel()
		answering.Wait()
	}
}

// databaseAdvice says what to do if the database cannot be opened, as far as
// the error does not say it itself, and whether that is for the configuration
// to mend.
func databaseAdvice(err error) (code int, advice string) {
	const elsewhere = "set --db or WINDFALL_DB to another file"
	switch {
	case errors.Is(err, store.ErrUnwritable):
		return exitUsage, "; mend that, or " + elsewhere
	case errors.Is(err, store.ErrNotFile), errors.Is(err, store.ErrForeign), errors.Is(err, store.ErrMark):
		return exitUsage, "; it was left as it is, so " + elsewhere
	case errors.Is(err, store.ErrLocked):
		return exitFailed, ""
	case errors.Is(err, store.ErrNewer):
		return exitFailed, "; it was left as it is"
	case errors.Is(err, store.ErrFull):
		return exitFailed, "; start again once there is room"
	case errors.Is(err, store.ErrDamaged):
		return exitFailed, "; it was left as it is; put a backup in its place"
	}
	return exitFailed, "; check the file and its directory"
}
