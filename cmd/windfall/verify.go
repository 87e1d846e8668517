package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"windfall/games/record"
)

const verifyHelp = `verify [FILE|-]

Reads game records from FILE or standard input, one after another, and writes a
line for each as soon as it is read:

  ok RESULT ORIGIN   the deal follows from its seal or number, every move is
                     legal and the result follows; ORIGIN is sealed, numbered
                     or unsealed (a deal of which nobody can say where it is from)
  bad PART: WHY      the first member or move that is wrong, such as
                     deal.rounds[0].hands or moves[3], counted from 0
  bad WHY            what is there is no record at all

Leaves with 0 if all are ok;
  1  if one is bad, if there is none, or if they cannot be read to their end;
  2  if the command line is wrong or the file cannot be opened.`

func verify(_ context.Context, args []string, std std) int {
	f := flags("verify", verifyHelp)
	if code, done := parse(f, args, std); done {
		return code
	}
	const instead = "give verify a file of records, or - for standard input"
	in, name := std.in, "standard input"
	switch {
	case f.NArg() > 1:
		return misuse(std, "verify reads one file at a time; join several with cat and read from -")
	case f.NArg() == 1 && f.Arg(0) != "-":
		file, err := os.Open(f.Arg(0))
		if err != nil {
			return misuse(std, "cannot read the records: %v; %s", err, instead)
		}
		defer file.Close()
		in, name = file, f.Arg(0)
	}
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return misuse(std, "%s is a directory; %s", name, instead)
		}
	}
	count, bad, err := verifyAll(in, std.out)
	switch {
	case err != nil:
		return say(std, exitFailed, "%v", err)
	case count == 0:
		return say(std, exitFailed, "there is no record in it; %s", instead)
	case bad > 0:
		return exitFailed
	}
	return exitOK
}

// verifyAll writes a line for each record to out. The error is that of reading
// or writing; that a record is bad is none.
func verifyAll(in io.Reader, out io.Writer) (count, bad int, err error) {
	records := record.NewReader(in)
	for {
		r, err := records.Next()
		switch {
		case err == io.EOF:
			return count, bad, nil
		case errors.Is(err, record.ErrRead):
			return count, bad, err
		}
		count++
		verdict := fmt.Sprintf("bad %v\n", err)
		if err == nil {
			verdict = fmt.Sprintf("ok %s %s\n", r.Result(), r.Origin())
		} else {
			bad++
		}
		if _, err := io.WriteString(out, verdict); err != nil {
			return count, bad, fmt.Errorf("write what verify found: %w", err)
		}
		if errors.Is(err, record.ErrStopped) {
			return count, bad, nil
		}
	}
}
