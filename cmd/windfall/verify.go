package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"windfall/games/record"
)

const verifyHelp = `verify [FILE|-]

Reads game records from FILE or standard input, one after another, and writes a
line for each:

  ok RESULT ORIGIN   the deal follows from its seal or number, every move is
                     legal and the result follows; ORIGIN is sealed, numbered
                     or unsealed (a deal of which nobody can say where it is from)
  bad PART: WHY      the first member or move that is wrong; moves are counted
                     from 0

Leaves with 0 if all are ok, with 1 if one is bad or there is none.`

func verify(ctx context.Context, args []string, std std) int {
	f := flags("verify", verifyHelp, std)
	if code, done := parse(f, args, std); done {
		return code
	}
	in := std.in
	switch {
	case f.NArg() > 1:
		return misuse(std, "verify reads one file at a time; join several with cat and read from -")
	case f.NArg() == 1 && f.Arg(0) != "-":
		file, err := os.Open(f.Arg(0))
		if err != nil {
			return misuse(std, "cannot read the records: %v", err)
		}
		defer file.Close()
		in = file
	}
	out := bufio.NewWriter(std.out)
	count, bad, err := verifyAll(ctx, in, out)
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	switch {
	case err != nil:
		fmt.Fprintf(std.err, "windfall: %v\n", err)
		return exitFailed
	case count == 0:
		fmt.Fprintln(std.err, "windfall: there is no record in it")
		return exitFailed
	case bad > 0:
		return exitFailed
	}
	return exitOK
}

func verifyAll(ctx context.Context, in io.Reader, out io.Writer) (count, bad int, err error) {
	records := record.NewReader(in)
	for {
		if ctx.Err() != nil {
			return count, bad, errors.New("interrupted")
		}
		r, err := records.Next()
		if err == io.EOF {
			return count, bad, nil
		}
		count++
		if err == nil {
			fmt.Fprintf(out, "ok %s %s\n", r.Result(), r.Origin())
			continue
		}
		bad++
		fmt.Fprintf(out, "bad %v\n", err)
		if errors.Is(err, record.ErrStopped) {
			return count, bad, nil
		}
	}
}
