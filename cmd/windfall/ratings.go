package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"windfall/bot"
	"windfall/store"
)

const ratingsHelp = `ratings --rebuild [--db FILE]

Drops the ratings of all servers and makes them anew from the results that the
database holds. Ratings follow from results alone, so what is made is what was
there, to the byte, unless something was wrong with it.

Stop the bot first, or work on a copy of the database. If this is broken off, the
next start of the bot completes it.

The database is found as windfall run finds it. Leaves with 0 if the ratings are
made, with 1 if they cannot be, with 2 if the command line or a setting is wrong.`

func ratings(ctx context.Context, args []string, std std) int {
	return ratingsWith(ctx, args, std, ".env", os.LookupEnv)
}

// ratingsWith is ratings with all that it takes from outside.
func ratingsWith(ctx context.Context, args []string, std std, dotenv string, environment func(name string) (string, bool)) int {
	f := flags("ratings", ratingsHelp)
	rebuild := f.Bool("rebuild", false, "make them anew")
	addDatabaseFlag(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() > 0:
		return misuse(std, "ratings takes no argument %q", f.Arg(0))
	case !*rebuild:
		return misuse(std, "ratings does nothing without --rebuild; windfall ratings --help says what that does")
	}
	path, err := databaseOf(f, environment, dotenv)
	if err != nil {
		return misuse(std, "%v", err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) { // to open it would create it
		return misuse(std, "there is no database %s; name the bot's by --db or WINDFALL_DB", path)
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		code, advice := databaseAdvice(err)
		return say(std, code, "%v%s", err, advice)
	}
	defer s.Close()
	players, servers, err := bot.RebuildRatings(ctx, bot.Keep(s), func(result, game uint64, err error) {
		fmt.Fprintf(std.err, "result %d, of game %d, cannot be rated and counts for no rating: %v\n", result, game, err)
	})
	if closeErr := s.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return say(std, exitFailed, "%v", err)
	}
	return say(std, exitOK, "the ratings are made anew; players %d, servers %d", players, servers)
}
