package main

import (
	"cmp"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"windfall/bot"
)

// goodToken has the shape of a token of the application 1234567890123456789
// and is known to nobody.
const goodToken = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcdE.a-shape_only-that-Discord-never-made-000"

// envOf is an environment that holds only these variables.
func envOf(variables map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := variables[name]
		return value, ok
	}
}

// write makes a file in a directory of the test's own and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func configureWith(t *testing.T, args []string, env map[string]string, dotenv string) (*config, error) {
	t.Helper()
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	addFlags(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), ".env")
	if dotenv != "" {
		path = write(t, ".env", dotenv)
	}
	return configure(f, envOf(env), path)
}

func TestAFlagBeatsTheEnvironmentAndThatBeatsDotenv(t *testing.T) {
	const other = "MQ.other.token" // of application 1
	for name, e := range map[string]struct {
		args   []string
		env    map[string]string
		dotenv string
		want   config
	}{
		"defaults": {
			env:  map[string]string{"DISCORD_TOKEN": goodToken},
			want: config{token: goodToken, application: 1234567890123456789, database: "windfall.db"},
		},
		"all from .env": {
			dotenv: "DISCORD_TOKEN=" + goodToken + "\nWINDFALL_DB=/data/w.db\nWINDFALL_LOG_LEVEL=debug\nexport WINDFALL_LOG_FORMAT=\"json\"\n# end\n",
			want:   config{token: goodToken, application: 1234567890123456789, database: "/data/w.db", level: slog.LevelDebug, jsonLog: true},
		},
		"the environment over .env": {
			env:    map[string]string{"DISCORD_TOKEN": other, "WINDFALL_DB": "env.db"},
			dotenv: "DISCORD_TOKEN=" + goodToken + "\nWINDFALL_DB=file.db\nWINDFALL_LOG_LEVEL=warn\n",
			want:   config{token: other, application: 1, database: "env.db", level: slog.LevelWarn},
		},
		"an empty variable over .env": {
			env:    map[string]string{"DISCORD_TOKEN": goodToken, "WINDFALL_DB": ""},
			dotenv: "WINDFALL_DB=file.db\n",
			want:   config{token: goodToken, application: 1234567890123456789, database: "windfall.db"},
		},
		"flags over both": {
			args:   []string{"--db", "flag.db", "--log-level=ERROR", "--log-format", "text"},
			env:    map[string]string{"DISCORD_TOKEN": goodToken, "WINDFALL_DB": "env.db", "WINDFALL_LOG_LEVEL": "nonsense"},
			dotenv: "WINDFALL_DB=file.db\nWINDFALL_LOG_FORMAT=json\n",
			want:   config{token: goodToken, application: 1234567890123456789, database: "flag.db", level: slog.LevelError},
		},
		"backups": {
			args: []string{"--backups", "copies", "--backups-kept=30"},
			env:  map[string]string{"DISCORD_TOKEN": goodToken, "WINDFALL_BACKUP_EVERY": "90m", "WINDFALL_BACKUPS_KEPT": "5"},
			want: config{token: goodToken, application: 1234567890123456789, database: "windfall.db",
				backups: bot.Backups{Folder: "copies", Every: 90 * time.Minute, Keep: 30}},
		},
		"space around, as pasting leaves it": {
			env:  map[string]string{"DISCORD_TOKEN": " " + goodToken + "\r\n"},
			want: config{token: goodToken, application: 1234567890123456789, database: "windfall.db"},
		},
		"a file begun with a byte order mark": {
			dotenv: "\ufeffDISCORD_TOKEN=" + goodToken + "\r\n",
			want:   config{token: goodToken, application: 1234567890123456789, database: "windfall.db"},
		},
	} {
		c, err := configureWith(t, e.args, e.env, e.dotenv)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		e.want.backups = cmp.Or(e.want.backups, bot.Backups{Every: 24 * time.Hour, Keep: 7})
		if *c != e.want {
			t.Errorf("%s: %+v, want %+v", name, *c, e.want)
		}
	}
}

func TestATokenMayStandInAFile(t *testing.T) {
	path := write(t, "token", goodToken+"\n")
	for name, e := range map[string]struct {
		args   []string
		env    map[string]string
		dotenv string
	}{
		"flag":                                 {args: []string{"--token-file", path}},
		"environment":                          {env: map[string]string{"DISCORD_TOKEN_FILE": path}},
		"flag over a token in the environment": {args: []string{"--token-file", path}, env: map[string]string{"DISCORD_TOKEN": "MQ.other.token"}},
		"flag over a broken token":             {args: []string{"--token-file", path}, env: map[string]string{"DISCORD_TOKEN": "broken"}},
		"flag over .env":                       {args: []string{"--token-file", path}, dotenv: "DISCORD_TOKEN=MQ.other.token\n"},
		"environment over .env":                {env: map[string]string{"DISCORD_TOKEN_FILE": path}, dotenv: "DISCORD_TOKEN=MQ.other.token\n"},
		"a token over the file of .env":        {env: map[string]string{"DISCORD_TOKEN": goodToken}, dotenv: "DISCORD_TOKEN_FILE=none\n"},
		"empty token":                          {env: map[string]string{"DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": path}},
	} {
		if c, err := configureWith(t, e.args, e.env, e.dotenv); err != nil || c.token != goodToken {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheEnvironmentIsOnlyRead(t *testing.T) {
	t.Setenv("WINDFALL_DB", "mine.db")
	if err := os.Unsetenv("WINDFALL_LOG_LEVEL"); err != nil {
		t.Fatal(err)
	}
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	path := write(t, ".env", "WINDFALL_DB=theirs.db\nWINDFALL_LOG_LEVEL=warn\nDISCORD_TOKEN="+goodToken+"\n")
	c, err := configure(f, os.LookupEnv, path)
	if err != nil || c.database != "mine.db" || c.level != slog.LevelWarn {
		t.Errorf("%+v, %v", c, err)
	}
	if level, isSet := os.LookupEnv("WINDFALL_LOG_LEVEL"); isSet || os.Getenv("WINDFALL_DB") != "mine.db" {
		t.Errorf("the environment was changed: level %q, database %q", level, os.Getenv("WINDFALL_DB"))
	}
}

func TestShapeOfAToken(t *testing.T) {
	for token, want := range map[string]uint64{
		goodToken:  1234567890123456789,
		"MQ==.x.y": 1, "MQ.x.y": 1,
		"": 0, "x": 0, "a.b": 0, "MQ.x": 0, "MQ.x.y.z": 0, "MQ..y": 0, ".x.y": 0, "MQ.x.": 0,
		"Bot " + goodToken: 0, "your.token.here": 0, `"` + goodToken + `"`: 0, goodToken + "!": 0,
		"LTE.x.y":                          0, // −1
		"MA.x.y":                           0, // 0
		"OTk5OTk5OTk5OTk5OTk5OTk5OTk5.x.y": 0, // beyond 64 bits
		"M.x.y":                            0,
	} {
		id, err := applicationOf(token)
		if id != want || (err == nil) != (want != 0) {
			t.Errorf("%q: application %d, %v", token, id, err)
		}
		if err != nil && token != "" && strings.Contains(err.Error(), token+" ") {
			t.Errorf("the error repeats the token: %v", err)
		}
	}
}

func TestBadLineOfDotenv(t *testing.T) {
	for text, want := range map[string]int{
		"nonsense":                          1,
		"A=1\nnonsense\nB=2\n":              2,
		"# a comment\n\nA=1\nA B=2\n":       4,
		"A='of\nthree\nlines'\nB=2\n=5\n":   5,
		"A=1\nB=\"never closed\nC=3\nD=4\n": 2,
		"A=1\r\nB=2\r\n*=3\r\n":             3,
		"A=1\n2B=2":                         2,
	} {
		if _, ok := parseDotenv([]byte(text)); ok {
			t.Errorf("%q is taken", text)
		} else if n := badLine([]byte(text)); n != want {
			t.Errorf("%q: line %d, want %d", text, n, want)
		}
	}
	if _, ok := parseDotenv([]byte("# good\nA=1\nexport B='x\ny'\nC:3\n\n")); !ok {
		t.Error("a good file is refused")
	}
}

// The table in README and the lines of .env.example name the same settings.
func TestTheSettingsAreDescribedWhereSomebodyLooks(t *testing.T) {
	readme, example := readFile(t, "../../README.md"), readFile(t, "../../.env.example")
	for _, s := range settings {
		row := "| `" + s.env + "` | "
		if s.flag != "" {
			row += "`--" + s.flag + "`"
		} else {
			row += "none"
		}
		row += " | "
		if s.fallback != "" {
			row += "`" + s.fallback + "`"
		} else {
			row += "none"
		}
		if !strings.Contains(readme, "\n"+row+" | ") {
			t.Errorf("README has no row that begins with %s", row)
		}
		if !strings.Contains(example, "\n"+s.env+"="+s.fallback+"\n") && !strings.Contains(example, "\n#"+s.env+"="+s.fallback) {
			t.Errorf(".env.example has no line %s=%s", s.env, s.fallback)
		}
	}
	if values, ok := parseDotenv([]byte(example)); !ok {
		t.Errorf(".env.example cannot be read: line %d", badLine([]byte(example)))
	} else if values["DISCORD_TOKEN"] != "" {
		t.Error(".env.example holds a token")
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
