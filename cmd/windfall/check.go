package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"windfall/bot"
	"windfall/store"
)

const checkHelp = `check [--db FILE]

Reads a database from its first page to its last and looks whether all of it
fits together: pages, checksums and indexes; each open game and each record is
played again, each result compared with what its record gives, each day's deal
with its seal and its best line, and the ratings with what the results give.
Nothing is written. It writes

  bad WHAT: WHY   for everything that is wrong
  ok COUNTS       if nothing is

Stop the bot first, or check a copy: while the bot runs nobody else can open its
database. A copy is a database like any other; name it with --db.

The database is found as windfall run finds it. Leaves with 0 if all is well;
  1  if something is wrong, or if the database cannot be read to its end;
  2  if the command line or a setting is wrong, or if there is no database.`

func check(ctx context.Context, args []string, std std) int {
	return checkWith(ctx, args, std, ".env", os.LookupEnv)
}

// checkWith is check with all that it takes from outside.
func checkWith(ctx context.Context, args []string, std std, dotenv string, environment func(name string) (string, bool)) int {
	f := flags("check", checkHelp)
	addDatabaseFlag(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	if f.NArg() > 0 {
		return misuse(std, "check takes no argument %q; name the database by --db", f.Arg(0))
	}
	path, err := databaseOf(f, environment, dotenv)
	if err != nil {
		return misuse(std, "%v", err)
	}
	s, code := openToRead(path, std)
	if s == nil {
		return code
	}
	defer s.Close()
	bad := 0
	checked, err := bot.Check(ctx, s, func(fault string) {
		bad++
		fmt.Fprintf(std.out, "bad %s\n", fault)
	})
	switch {
	case err != nil:
		return say(std, exitFailed, "%s cannot be checked to its end: %v", path, err)
	case bad > 0:
		return say(std, exitFailed, "%s is damaged, %d times; put a backup in its place with windfall restore, which keeps it (if only ratings are wrong, windfall ratings --rebuild makes them anew)", path, bad)
	}
	if err := writeChecked(std.out, checked); err != nil {
		return say(std, exitFailed, "write what check found: %v", err)
	}
	return exitOK
}

func writeChecked(w io.Writer, c bot.Checked) error {
	_, err := fmt.Fprintf(w, "ok open games %d, results %d, days %d, ratings %d\n", c.Open, c.Results, c.Days, c.Ratings)
	return err
}

// openToRead opens a database without changing it. If that fails it says why, and
// returns the code to leave with.
func openToRead(path string, std std) (*store.Store, int) {
	s, err := store.Open(path, store.Options{ReadOnly: true})
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, store.ErrUnwritable) && !exists(path):
		return nil, misuse(std, "there is no database %s; name the bot's by --db or WINDFALL_DB", path)
	case err != nil:
		code, advice := databaseAdvice(err)
		return nil, say(std, code, "%v%s", err, advice)
	}
	return s, exitOK
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
