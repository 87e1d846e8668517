package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

const versionHelp = `version

Prints the version of the program and of Go that it was built with.`

// printVersion is the subcommand version.
func printVersion(_ context.Context, args []string, std std) int {
	f := flags("version", versionHelp, std)
	if code, done := parse(f, args, std); done {
		return code
	}
	if f.NArg() > 0 {
		return misuse(std, "version takes no arguments")
	}
	fmt.Fprintf(std.out, "windfall %s, %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}

// version returns the version that Go noted when it built the program: that of
// the module, else the commit, else "unknown".
func version() string {
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
