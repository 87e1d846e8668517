package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"windfall/store"
)

const statsHelp = `stats [--db FILE]

Counts what the database holds: servers, members, games and results by kind, days
of Adaman, and how large the file is and how much of it is free to be used again.
The bot may run meanwhile; then it counts itself, and only the user as whom it
runs is heard, and root.

The database is found as windfall run finds it. Leaves with 0 if it is counted,
with 1 if it cannot be, with 2 if the command line or a setting is wrong, or if
there is no database.`

const compactHelp = `compact [--db FILE]

Makes the database anew without its free pages: smaller, and without traces of
what was removed from it. The bot does so by itself when somebody was forgotten.
The disk needs room for both files until it is done; if it is broken off, one of
the two is there, whole. Stop the bot first.

The database is found as windfall run finds it. Leaves with 0 if it is done, with
1 if it cannot be, with 2 if the command line or a setting is wrong, or if there
is no database.`

func stats(ctx context.Context, args []string, std std) int {
	return statsWith(ctx, args, std, ".env", os.LookupEnv)
}

func compact(ctx context.Context, args []string, std std) int {
	return compactWith(ctx, args, std, ".env", os.LookupEnv)
}

// statsWith is stats with all that it takes from outside.
func statsWith(ctx context.Context, args []string, std std, dotenv string, environment func(name string) (string, bool)) int {
	path, code, done := databaseAlone("stats", statsHelp, args, std, dotenv, environment)
	if done {
		return code
	}
	st, err := store.StatsOf(ctx, path)
	if err != nil {
		code, advice := databaseAdvice(err)
		return say(std, code, "%v%s", err, advice)
	}
	if err := writeStats(std.out, &st); err != nil {
		return say(std, exitFailed, "write what was counted: %v", err)
	}
	return exitOK
}

func writeStats(w io.Writer, st *store.Stats) error {
	list := fmt.Sprintf("servers %d\nmembers %d, forgotten %d\n", st.Servers, st.Members, st.Forgotten)
	for _, part := range []struct {
		name string
		by   map[string]int
	}{{"open", st.Open}, {"results", st.Results}} {
		for _, kind := range slices.Sorted(maps.Keys(part.by)) {
			list += fmt.Sprintf("%s %s %d\n", part.name, kind, part.by[kind])
		}
	}
	list += fmt.Sprintf("days %d\nbytes %d\npages %d of %d bytes, free %d\n", st.Days, st.Bytes, st.Pages, st.PageSize, st.Free)
	_, err := io.WriteString(w, list)
	return err
}

// compactWith is compact with all that it takes from outside.
func compactWith(ctx context.Context, args []string, std std, dotenv string, environment func(name string) (string, bool)) int {
	path, code, done := databaseAlone("compact", compactHelp, args, std, dotenv, environment)
	if done {
		return code
	}
	before, after, err := compacted(ctx, path)
	if err != nil {
		code, advice := databaseAdvice(err)
		return say(std, code, "%v%s", err, advice)
	}
	return say(std, exitOK, "%s is made anew; it had %d bytes and has %d", path, before, after)
}

// compacted makes a database anew and returns how large it was and is.
func compacted(ctx context.Context, path string) (before, after int64, err error) {
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	was, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	if err := s.Compact(ctx); err != nil {
		return 0, 0, err
	}
	if err := s.Close(); err != nil {
		return 0, 0, err
	}
	is, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	return was.Size(), is.Size(), nil
}

// databaseAlone reads the command line of a command that takes nothing but the
// database, which must be there. Done is true if there is nothing left to do, with
// the code to leave with.
func databaseAlone(name, help string, args []string, std std, dotenv string, environment func(name string) (string, bool)) (path string, code int, done bool) {
	f := flags(name, help)
	addDatabaseFlag(f)
	if code, done := parse(f, args, std); done {
		return "", code, true
	}
	if f.NArg() > 0 {
		return "", misuse(std, "%s takes no argument %q; name the database by --db", name, f.Arg(0)), true
	}
	path, err := databaseOf(f, environment, dotenv)
	if err != nil {
		return "", misuse(std, "%v", err), true
	}
	if !exists(path) {
		return "", misuse(std, "there is no database %s; name the bot's by --db or WINDFALL_DB", path), true
	}
	return path, 0, false
}
