package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"windfall/bot"
	"windfall/store"
)

const restoreHelp = `restore [--older] [--db FILE] COPY

Puts a copy of the database, such as windfall backup makes, in the place of the
database. Stop the bot first, and do it as the user as whom the bot runs.

The copy is checked as windfall check does, and stays as it is. What stood in its
place is kept beside it, under the name of the database with .before- and the
time behind it; remove that once nobody needs it. If the database holds anything
that the copy does not, nothing is done without --older: what was played since
the copy is lost then. A database that is damaged can be replaced without it.

The bot notices that a copy was put back, and days of Adaman whose deals some have
seen do not count (docs/dailies.md).

The database is found as windfall run finds it. Leaves with 0 if the copy is in
place;
  1  if it is not: the copy is damaged, the database is newer or in use, or the
     disk is full; then nothing has changed;
  2  if the command line or a setting is wrong, or if there is no such copy.`

func restore(ctx context.Context, args []string, std std) int {
	return restoreWith(ctx, args, std, ".env", os.LookupEnv)
}

// restoreWith is restore with all that it takes from outside but the time.
func restoreWith(ctx context.Context, args []string, std std, dotenv string, environment func(name string) (string, bool)) int {
	f := flags("restore", restoreHelp)
	older := f.Bool("older", false, "put the copy in the place of a newer database, too")
	addDatabaseFlag(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() == 0 || f.Arg(0) == "":
		return misuse(std, "restore needs the file of a copy")
	case f.NArg() > 1:
		return misuse(std, "restore takes one file, and flags before it, not %q", f.Arg(1))
	}
	path, err := databaseOf(f, environment, dotenv)
	if err != nil {
		return misuse(std, "%v", err)
	}
	from := f.Arg(0)
	if !exists(from) {
		return misuse(std, "there is no copy %s", from)
	}
	bad := 0
	aside, err := store.Restore(ctx, from, path, store.RestoreOptions{
		Now: time.Now(), Older: *older,
		Check: func(ctx context.Context, s *store.Store) error {
			_, err := bot.Check(ctx, s, func(fault string) {
				bad++
				fmt.Fprintf(std.out, "bad %s\n", fault)
			})
			if err == nil && bad > 0 {
				err = fmt.Errorf("%w, %d times", store.ErrDamaged, bad)
			}
			return err
		},
	})
	switch {
	case errors.Is(err, store.ErrLoses):
		return say(std, exitFailed, "%v, so nothing was done; what was played since the copy would be lost: if that is what you want, add --older", err)
	case errors.Is(err, store.ErrInvalid):
		return misuse(std, "%v", err)
	case err != nil && aside == "":
		return say(std, exitFailed, "%v; nothing was replaced", err)
	case err != nil:
		return say(std, exitFailed, "%v; what was there is kept as %s", err, aside)
	case aside != "":
		return say(std, exitOK, "%s is in the place of %s; what was there is kept as %s, to be removed once nobody needs it", from, path, aside)
	}
	return say(std, exitOK, "%s is in place as %s", from, path)
}
