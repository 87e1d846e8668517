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
	"regexp"
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
	// finishes is true for what ends its work in order when it is told to stop.
	// All others a signal ends at once, whatever they wait for.
	finishes bool
}

// subcommands in the order in which they are listed.
var subcommands = []subcommand{
	{"run", "play on Discord", run, true},
	{"demo", "play both games without an account and print what everybody saw", demo, true},
	{"sandbox", "try the bot in a browser, without an account", sandboxCommand, true},
	{"simulate", "write records of games that the program plays", simulate, false},
	{"solve", "find the best possible result of deals of Adaman", solve, true},
	{"difficulty", "measure how hard deals of Adaman are", difficulty, false},
	{"arena", "let two levels of the opponent for Adam & Eva play each other", arena, true},
	{"backup", "make a copy of the database, while the bot runs too", backup, true},
	{"check", "look whether all of a database fits together", check, false},
	{"restore", "put a copy in the place of the database", restore, true},
	{"compact", "make the database smaller, without traces of what was removed", compact, false},
	{"stats", "count what the database holds, while the bot runs too", stats, true},
	{"ratings", "make the ratings of all servers anew from the results", ratings, false},
	{"verify", "check game records: seal, deal, every move and the result", verify, false},
	{"version", "print the version", printVersion, false},
}

func main() {
	os.Exit(dispatch(context.Background(), os.Args[1:], std{os.Stdin, os.Stdout, os.Stderr}))
}

// untilSignal returns a context that the first SIGINT or SIGTERM ends. The
// second ends the process.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
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
	case "-version", "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	i := slices.IndexFunc(subcommands, func(c subcommand) bool { return c.name == args[0] })
	if i < 0 {
		return misuse(std, "there is no command %q; windfall --help lists them", args[0])
	}
	c := subcommands[i]
	if c.finishes {
		var stop context.CancelFunc
		ctx, stop = untilSignal(ctx)
		defer stop()
	}
	return c.run(ctx, args[1:], std)
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Windfall plays Adam & Eva and Adaman on Discord.\n\nUsage: windfall COMMAND [FLAGS]\n\n")
	for _, c := range subcommands {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\nwindfall COMMAND --help says more about each.\n")
}

// flags returns a flag set that shows text and its flags as help. It is for
// parse, which says where.
func flags(name, text string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {
		fmt.Fprintf(f.Output(), "Usage: windfall %s\n", strings.TrimSpace(text))
		var list strings.Builder
		f.VisitAll(func(f *flag.Flag) { describe(&list, flagAndValue(f), f.Usage, f.DefValue) })
		if list.Len() > 0 {
			fmt.Fprintf(f.Output(), "\nFlags:\n%s", list.String())
		}
	}
	return f
}

// flagAndValue is a flag as it is written, with a word in capitals for its
// value, if it has one: --db FILE.
func flagAndValue(f *flag.Flag) string {
	value, _ := flag.UnquoteUsage(f)
	return strings.TrimSpace("--" + f.Name + " " + strings.ToUpper(value))
}

// describe adds an entry to a list of flags or settings.
func describe(list *strings.Builder, name, help, fallback string) {
	fmt.Fprintf(list, "  %s\n        %s", name, strings.ReplaceAll(help, "`", ""))
	if fallback != "" && fallback != "false" {
		fmt.Fprintf(list, " (default %s)", fallback)
	}
	list.WriteByte('\n')
}

// parse reads the command line. Help goes to standard output, and what is wrong
// is said in one line; done is true if there is nothing left to do,
// with the code to leave with.
func parse(f *flag.FlagSet, args []string, std std) (code int, done bool) {
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		f.SetOutput(std.out)
		f.Usage()
		return exitOK, true
	case err != nil:
		return misuse(std, "%s; windfall %s --help says what there is", flagFault(err), f.Name()), true
	}
	return 0, false
}

// flagFault says what the package flag has found wrong, with two dashes, and
// what would be right: all numbers on our command lines are whole ones.
func flagFault(err error) string {
	text := err.Error()
	for _, is := range []struct{ pattern, words string }{
		{`^flag provided but not defined: -(.*)$`, "there is no flag --$1"},
		{`^flag needs an argument: -(.*)$`, "--$1 needs a value behind it"},
		{`^invalid boolean value .* for -(.*): .*$`, "--$1 takes no value"},
		{`^invalid value (.*) for flag -(.*): value out of range$`, "--$2 cannot be as large as $1"},
		{`^invalid value (.*) for flag -(.*): .*$`, "--$2 is a whole number from 0 on, not $1"},
	} {
		if pattern := regexp.MustCompile("(?s)" + is.pattern); pattern.MatchString(text) {
			return pattern.ReplaceAllString(text, is.words)
		}
	}
	return text
}

// misuse says in one line what is wrong with the command line.
func misuse(std std, format string, args ...any) int {
	return say(std, exitUsage, format, args...)
}

// say writes one line, whatever a path in it has, and returns the code.
func say(std std, code int, format string, args ...any) int {
	line := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	fmt.Fprintln(std.err, "windfall: "+line)
	return code
}
