package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"windfall/store"
)

const backupHelp = `backup [--db FILE] COPY

Makes a copy of the database in the file COPY, or writes it to standard output if
COPY is -. The bot may run meanwhile, and nobody who plays notices: it is asked
for the copy, by a socket beside the database at which only the user as whom the
bot runs is heard, and root. Without a bot the database is read from its file.

The copy is the state of one moment and a database like any other. The file
appears once it is whole and safe on disk; a file that is there already is never
replaced. windfall check --db COPY looks closer at it, and windfall restore puts
it back.

The database is found as windfall run finds it. Leaves with 0 if the copy is made;
  1  if it cannot be made;
  2  if the command line or a setting is wrong, if there is no database, or if
     COPY is there already.`

func backup(ctx context.Context, args []string, std std) int {
	return backupWith(ctx, args, std, ".env", os.LookupEnv)
}

// backupWith is backup with all that it takes from outside.
func backupWith(ctx context.Context, args []string, std std, dotenv string, environment func(name string) (string, bool)) int {
	f := flags("backup", backupHelp)
	addDatabaseFlag(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() == 0 || f.Arg(0) == "":
		return misuse(std, "backup needs the name of a new file for the copy, or - for standard output")
	case f.NArg() > 1:
		return misuse(std, "backup takes one file, and flags before it, not %q", f.Arg(1))
	}
	path, err := databaseOf(f, environment, dotenv)
	if err != nil {
		return misuse(std, "%v", err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return misuse(std, "there is no database %s; name the bot's by --db or WINDFALL_DB", path)
	}
	var n int64
	to := "in " + f.Arg(0)
	if f.Arg(0) == "-" {
		to = "written to standard output"
		n, err = store.Copy(ctx, path, std.out)
	} else {
		n, err = store.CopyFile(ctx, path, f.Arg(0))
	}
	switch {
	case errors.Is(err, store.ErrExists):
		return misuse(std, "%v; name a new one", err)
	case errors.Is(err, store.ErrLocked):
		return say(std, exitFailed, "%v, or wait until it has started", err)
	case errors.Is(err, context.Canceled):
		return say(std, exitFailed, "the copy was broken off, and there is none")
	case err != nil:
		return say(std, exitFailed, "%v", err)
	}
	return say(std, exitOK, "a copy of %s, %d bytes, is %s", path, n, to)
}
