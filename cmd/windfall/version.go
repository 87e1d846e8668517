package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

const versionHelp = `version

Prints the version of the program and of Go that it was built with.

Leaves with 0, or with 2 if the command line is wrong.`

// printVersion is the subcommand version.
func printVersion(_ context.Context, args []string, std std) int {
	f := flags("version", versionHelp)
	if code, done := parse(f, args, std); done {
		return code
	}
	if f.NArg() > 0 {
		return misuse(std, "version takes no arguments")
	}
	fmt.Fprintf(std.out, "windfall %s, %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}

// given is the version that was named when the program was built, with
// -ldflags "-X main.given=…", or nothing.
var given string

// version returns the version that was named when the program was built, else
// what Go noted then: the version of the module, else the commit, else "unknown".
func version() string {
	if given != "" {
		return given
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "unknown"
}
