// Command windfall is a Discord bot on which members of a server play Adam &
// Eva and Adaman, and the tools around its games.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// Exit codes. Each subcommand says in its help which of them it uses.
const (
	exitOK       = 0
	exitFailed   = 1 // the work was not done, or a record is bad
	exitUsage    = 2 // the command line or the configuration is wrong
	exitRejected = 3 // Discord does not accept the token
)

// std is where a subcommand reads and writes.
type std struct {
	in       io.Reader
	out, err io.Writer
}

// A subcommand is one word behind windfall.
type subcommand struct {
	name    string
	summary string // one line for the list
	run     func(ctx context.Context, args []string, std std) int
}

// subcommands in the order in which they are listed.
var subcommands = []subcommand{
	{"run", "play on Discord", run},
	{"demo", "play both games without an account and print what everybody saw", demo},
	{"simulate", "write records of games played at random", simulate},
	{"verify", "check game records: seal, deal, every move and the result", verify},
	{"version", "print the version", printVersion},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := dispatch(ctx, os.Args[1:], std{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

func dispatch(ctx context.Context, args []string, std std) int {
	if len(args) == 0 {
		usage(std.err)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) == 2 {
			return dispatch(ctx, []string{args[1], "--help"}, std)
		}
		usage(std.out)
		return exitOK
	}
	i := slices.IndexFunc(subcommands, func(c subcommand) bool { return c.name == args[0] })
	if i < 0 {
		fmt.Fprintf(std.err, "windfall: there is no command %q; windfall --help lists them\n", args[0])
		return exitUsage
	}
	return subcommands[i].run(ctx, args[1:], std)
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Windfall plays Adam & Eva and Adaman on Discord.\n\nUsage: windfall COMMAND [FLAGS]\n\n")
	for _, c := range subcommands {
		fmt.Fprintf(w, "  %-9s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\nwindfall COMMAND --help says more about each.\n")
}

// flags returns a flag set that shows text and its flags as help.
func flags(name, text string, std std) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(std.err)
	f.Usage = func() {
		fmt.Fprintf(f.Output(), "Usage: windfall %s\n", strings.TrimSpace(text))
		any := false
		f.VisitAll(func(*flag.Flag) { any = true })
		if any {
			fmt.Fprint(f.Output(), "\nFlags:\n")
			f.PrintDefaults()
		}
	}
	return f
}

// parse reads the command line; done is true if there is nothing left to do,
// with the code to leave with.
func parse(f *flag.FlagSet, args []string, std std) (code int, done bool) {
	if slices.ContainsFunc(args, func(a string) bool { return a == "-h" || a == "-help" || a == "--help" }) {
		f.SetOutput(std.out)
	}
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, true
	case err != nil:
		return exitUsage, true
	}
	return 0, false
}

// misuse says in one line what is wrong with the command line.
func misuse(std std, format string, args ...any) int {
	fmt.Fprintf(std.err, "windfall: "+format+"\n", args...)
	return exitUsage
}
