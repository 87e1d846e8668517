package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/store"
)

// notCalled is for runs that must end before they connect.
func notCalled(t *testing.T) func(context.Context, bot.Config) error {
	return func(context.Context, bot.Config) error {
		t.Error("it connected")
		return nil
	}
}

// database makes a database with the given options and returns its path.
func database(t *testing.T, o store.Options) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "w.db")
	s, err := store.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestABadConfigurationIsOneLineAndNothingConnects(t *testing.T) {
	dir := t.TempDir()
	file := write(t, "file", "not a database, but long enough to be looked at\n")
	foreign := write(t, "foreign.db", strings.Repeat("some other program's file\n", 1000))
	inUse := filepath.Join(t.TempDir(), "w.db")
	holder, err := store.Open(inUse, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	marked := database(t, store.Options{Mark: "sandbox"})

	const (
		secret     = goodToken
		elsewhere  = "set --db or WINDFALL_DB to another file\n"
		noFlag     = "and the token has none: put it into DISCORD_TOKEN or the file .env\n"
		badToken   = "windfall: the token is not one of Discord's: three parts with dots between them, without quotes and without the word Bot; copy it again from the page Bot of your application at https://discord.com/developers/applications\n"
		unreadable = "it must hold the token and be readable by this user\n"
	)
	token := map[string]string{"DISCORD_TOKEN": secret}
	with := func(name, value string) map[string]string {
		return map[string]string{"DISCORD_TOKEN": secret, name: value}
	}
	for name, e := range map[string]struct {
		args   []string
		env    map[string]string
		dotenv string
		code   int
		line   string
	}{
		"no token": {nil, nil, "", 2,
			"windfall: there is no token; put DISCORD_TOKEN into the environment or the file .env, with a token from the page Bot of your application at https://discord.com/developers/applications\n"},
		"an empty token": {nil, map[string]string{"DISCORD_TOKEN": " "}, "DISCORD_TOKEN=" + secret, 2,
			"windfall: there is no token; put DISCORD_TOKEN into the environment or the file .env, with a token from the page Bot of your application at https://discord.com/developers/applications\n"},
		"half a token":           {nil, map[string]string{"DISCORD_TOKEN": secret[:30]}, "", 2, badToken},
		"a token with Bot":       {nil, map[string]string{"DISCORD_TOKEN": "Bot " + secret}, "", 2, badToken},
		"a token in quotes":      {nil, map[string]string{"DISCORD_TOKEN": `"` + secret + `"`}, "", 2, badToken},
		"a bad token in .env":    {nil, nil, "DISCORD_TOKEN=" + secret + ".more\n", 2, badToken},
		"a bad token in a file":  {nil, map[string]string{"DISCORD_TOKEN_FILE": file}, "", 2, badToken},
		"an empty token file":    {nil, map[string]string{"DISCORD_TOKEN_FILE": write(t, "empty", "\n")}, "", 2, "windfall: the file that DISCORD_TOKEN_FILE names is empty; put the token into it\n"},
		"no such token file":     {[]string{"--token-file", dir + "/none"}, nil, "", 2, "windfall: the file that DISCORD_TOKEN_FILE names cannot be read (no such file or directory); " + unreadable},
		"the token for its file": {nil, map[string]string{"DISCORD_TOKEN_FILE": secret}, "", 2, "windfall: the file that DISCORD_TOKEN_FILE names cannot be read (no such file or directory); " + unreadable},
		"a folder of tokens":     {nil, map[string]string{"DISCORD_TOKEN_FILE": dir}, "", 2, "windfall: the file that DISCORD_TOKEN_FILE names cannot be read (it is a directory); " + unreadable},
		"a device of tokens":     {nil, map[string]string{"DISCORD_TOKEN_FILE": os.DevNull}, "", 2, "windfall: the file that DISCORD_TOKEN_FILE names cannot be read (it is not a file); " + unreadable},
		"two tokens":             {nil, with("DISCORD_TOKEN_FILE", file), "", 2, "windfall: both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set; remove one of them\n"},
		"two tokens in .env":     {nil, nil, "DISCORD_TOKEN=" + secret + "\nDISCORD_TOKEN_FILE=" + file + "\n", 2, "windfall: both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set; remove one of them\n"},
		"a bad file by its flag": {[]string{"--token-file", file}, token, "", 2, badToken},
		"the token as a flag":    {[]string{"--token", secret}, token, "", 2, "windfall: there is no flag --token; windfall run --help lists the flags, " + noFlag},
		"the token with a flag":  {[]string{"--token=" + secret}, token, "", 2, "windfall: there is no flag --token; windfall run --help lists the flags, " + noFlag},
		"the token as argument":  {[]string{secret}, token, "", 2, "windfall: run takes settings by flags only; windfall run --help lists them, " + noFlag},
		"an empty flag":          {[]string{"--db", ""}, token, "", 2, "windfall: --db is empty; give it a value or leave it out\n"},
		"an unknown level":       {nil, with("WINDFALL_LOG_LEVEL", "loud"), "", 2, "windfall: the log level \"loud\" is unknown; set --log-level or WINDFALL_LOG_LEVEL to debug, info, warn or error\n"},
		"an unknown level flag":  {[]string{"--log-level", "5"}, token, "", 2, "windfall: the log level \"5\" is unknown; set --log-level or WINDFALL_LOG_LEVEL to debug, info, warn or error\n"},
		"an unknown format":      {nil, with("WINDFALL_LOG_FORMAT", "xml"), "", 2, "windfall: the log format \"xml\" is unknown; set --log-format or WINDFALL_LOG_FORMAT to text or json\n"},
		"backups too often":      {nil, with("WINDFALL_BACKUP_EVERY", "3s"), "", 2, "windfall: the time between backups cannot be \"3s\"; set --backup-every or WINDFALL_BACKUP_EVERY to 1m or more, such as 30m, 6h or 24h\n"},
		"backups at midnight":    {[]string{"--backup-every", "midnight"}, token, "", 2, "windfall: the time between backups cannot be \"midnight\""},
		"no backups kept":        {nil, with("WINDFALL_BACKUPS_KEPT", "0"), "", 2, "windfall: the number of backups cannot be \"0\"; set --backups-kept or WINDFALL_BACKUPS_KEPT to a whole number from 1 on\n"},
		"backups into a file": {[]string{"--db", filepath.Join(t.TempDir(), "w.db"), "--backups", file}, token, "", 2,
			"windfall: no backup can be put into " + file + " (not a directory); make it a folder that this user may write, or set --backups or WINDFALL_BACKUPS to another\n"},
		"a bad .env": {nil, nil, "# mine\nDISCORD_TOKEN " + secret + "\n", 2,
			"windfall: .env, line 2, cannot be understood; every line is NAME=value, or a comment that begins with #\n"},
		"no such directory": {nil, with("WINDFALL_DB", "/nowhere/at/all/w.db"), "", 2,
			"windfall: open database /nowhere/at/all/w.db: database cannot be written: its directory does not exist (open /nowhere/at/all/w.db: no such file or directory); mend that, or " + elsewhere},
		"a directory": {[]string{"--db", dir}, token, "", 2, "windfall: open database " + dir + ": not a file; it was left as it is, so " + elsewhere},
		"a sandbox's": {[]string{"--db", marked}, token, "", 2, "windfall: open database " + marked + ": a database of another sort: it is marked \"sandbox\", expected was \"\"; it was left as it is, so " + elsewhere},
		"in use": {[]string{"--db", inUse}, token, "", 1,
			"windfall: open database " + inUse + ": database is in use: another windfall process has it open; stop that one first\n"},
		"a foreign file": {[]string{"--db", foreign}, token, "", 2, "windfall: open database " + foreign + ": not a Windfall database"},
		"the token as path": {[]string{"--db", dir + "/" + secret + "/w.db"}, token, "", 2,
			"windfall: open database " + dir + "/(token)/w.db: database cannot be written: its directory does not exist (open " + dir + "/(token)/w.db: no such file or directory); mend that, or " + elsewhere},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if e.dotenv != "" {
				if err := os.WriteFile(".env", []byte(e.dotenv), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out, errs bytes.Buffer
			code := runWith(t.Context(), e.args, std{nil, &out, &errs}, ".env", envOf(e.env), notCalled(t))
			line := errs.String()
			if code != e.code {
				t.Errorf("code %d, want %d", code, e.code)
			}
			if line != e.line && (strings.HasSuffix(e.line, "\n") || !strings.HasPrefix(line, e.line)) {
				t.Errorf("it says\n%swant\n%s", line, e.line)
			}
			if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") || out.Len() > 0 {
				t.Errorf("it says more or less than one line: %q, and on standard output %q", line, out.String())
			}
			if strings.Contains(line, secret) || strings.Contains(line, secret[27:]) {
				t.Errorf("the token shows: %s", line)
			}
		})
	}
}

func TestHelpOfRunNamesEverySettingAndCode(t *testing.T) {
	var out, errs bytes.Buffer
	if code := runWith(t.Context(), []string{"--help"}, std{nil, &out, &errs}, ".env", envOf(nil), notCalled(t)); code != 0 || errs.Len() > 0 {
		t.Errorf("code %d, %s", code, errs.String())
	}
	for _, s := range settings {
		if !strings.Contains(out.String(), s.env) || !strings.Contains(out.String(), s.flag) {
			t.Errorf("help lacks %s", s.env)
		}
	}
	for code := range 4 {
		if !strings.Contains(out.String(), fmt.Sprintf("  %d  ", code)) && code != exitOK {
			t.Errorf("help does not say when it leaves with %d", code)
		}
	}
}

func TestWhatBecomesOfTheBotIsTheCode(t *testing.T) {
	for name, e := range map[string]struct {
		err  error
		code int
		last string
	}{
		"told to stop": {nil, exitOK, ""},
		"rejected": {fmt.Errorf("log in: %w", bot.ErrRejected), exitRejected,
			"windfall: Discord does not accept the token; make a new one on the page Bot of your application at https://discord.com/developers/applications, and put it where the old one was"},
		"failed": {errors.New("no luck with\n" + goodToken), exitFailed, "windfall: no luck with (token)"},
	} {
		path := filepath.Join(t.TempDir(), "w.db")
		var errs bytes.Buffer
		code := runWith(t.Context(), []string{"--db", path}, std{nil, nil, &errs}, "none", envOf(map[string]string{"DISCORD_TOKEN": goodToken}),
			func(ctx context.Context, c bot.Config) error {
				if c.Token != goodToken || c.Log == nil {
					t.Errorf("%s: the bot got %q", name, c.Token)
				}
				if err := c.Store.View(ctx, func(bot.Tx) error { return nil }); err != nil {
					t.Errorf("%s: the store is not open: %v", name, err)
				}
				return e.err
			})
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		if code != e.code {
			t.Errorf("%s: code %d, want %d", name, code, e.code)
		}
		if last := lines[len(lines)-1]; e.last != "" && last != e.last {
			t.Errorf("%s: it ends with %q", name, last)
		}
		if !strings.Contains(lines[0], "https://discord.com/oauth2/authorize?client_id=1234567890123456789&") {
			t.Errorf("%s: no invite link in %q", name, lines[0])
		}
		if strings.Contains(errs.String(), goodToken) {
			t.Errorf("%s: the token shows in %s", name, errs.String())
		}
		s, err := store.Open(path, store.Options{Timeout: time.Millisecond})
		if err != nil {
			t.Errorf("%s: the store was not closed: %v", name, err)
			continue
		}
		_ = s.Close()
	}
}

func TestTheLogCanBeJSONAndHasALevel(t *testing.T) {
	var errs bytes.Buffer
	log := func(level string) []string {
		errs.Reset()
		runWith(t.Context(), []string{"--db", filepath.Join(t.TempDir(), "w.db"), "--log-format", "json", "--log-level", level}, std{nil, nil, &errs}, "none",
			envOf(map[string]string{"DISCORD_TOKEN": goodToken}), func(_ context.Context, c bot.Config) error {
				c.Log.Warn("a warning")
				return nil
			})
		return strings.Split(strings.TrimSpace(errs.String()), "\n")
	}
	for _, line := range log("info") {
		var entry struct{ Level, Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Msg == "" {
			t.Errorf("%q: %v", line, err)
		}
	}
	if lines := log("warn"); len(lines) != 1 || !strings.Contains(lines[0], "a warning") {
		t.Errorf("at level warn it logs %q", lines)
	}
}

// on plays on a Discord of the test's own.
func on(discord *discordtest.Server) func(context.Context, bot.Config) error {
	return func(ctx context.Context, c bot.Config) error {
		c.Client = &http.Client{Transport: discord.Transport()}
		c.Dial = discord.DialContext
		return connect(ctx, c)
	}
}

func TestRunPlaysUntilItIsToldToStop(t *testing.T) {
	discord := discordtest.New(t, discordtest.Config{Token: goodToken})
	guild := discord.NewGuild("Orchard")
	channel := guild.NewChannel("games")
	ana := guild.Join("Ana")

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var errs lockedBuffer
	path := filepath.Join(t.TempDir(), "w.db")
	left := make(chan int, 1)
	go func() {
		left <- runWith(ctx, []string{"--db", path}, std{nil, nil, &errs}, "none", envOf(map[string]string{"DISCORD_TOKEN": goodToken}), on(discord))
	}()
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(errs.String(), "connected to Discord"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it does not connect:\n%s", errs.String())
		}
	}
	if text := ana.In(channel).Run("/adam-eva table").Text(); !strings.Contains(text, "challenge") {
		t.Errorf("/adam-eva table says %q", text)
	}
	stop()
	select {
	case code := <-left:
		if code != exitOK {
			t.Errorf("code %d\n%s", code, errs.String())
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it does not stop")
	}
	if strings.Contains(errs.String(), goodToken) {
		t.Errorf("the token shows in the log:\n%s", errs.String())
	}
	if s, err := store.Open(path, store.Options{Timeout: time.Millisecond}); err != nil {
		t.Error(err)
	} else if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestATokenThatDiscordDoesNotKnow(t *testing.T) {
	discord := discordtest.New(t, discordtest.Config{Token: "MQ.another.token"})
	var errs bytes.Buffer
	code := runWith(t.Context(), []string{"--db", filepath.Join(t.TempDir(), "w.db")}, std{nil, nil, &errs}, "none",
		envOf(map[string]string{"DISCORD_TOKEN": goodToken}), on(discord))
	if code != exitRejected || !strings.Contains(errs.String(), "\nwindfall: Discord does not accept the token; ") || strings.Contains(errs.String(), goodToken) {
		t.Errorf("code %d\n%s", code, errs.String())
	}
}

// build builds the program and returns its path.
func build(t *testing.T, flags ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "windfall")
	args := append(append([]string{"build", "-o", program}, flags...), ".")
	if text, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program
}

// The program itself, which finds no network behind its proxy and keeps trying.
func TestSIGTERMEndsTheProgramCleanly(t *testing.T) {
	dir, program := t.TempDir(), build(t)
	cmd := exec.Command(program, "run")
	cmd.Dir = dir
	cmd.Env = []string{"HTTPS_PROXY=http://127.0.0.1:1", "HTTP_PROXY=http://127.0.0.1:1"}
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte("DISCORD_TOKEN="+goodToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	var lines []string
	for scan := bufio.NewScanner(errs); scan.Scan(); {
		lines = append(lines, scan.Text())
		if strings.Contains(scan.Text(), "trying again") {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it left with %v", err)
	}
	said := strings.Join(lines, "\n")
	if !strings.Contains(said, "invite=") || !strings.Contains(said, "Windfall stops") || strings.Contains(said, goodToken) {
		t.Errorf("it said:\n%s", said)
	}
	if _, err := os.Stat(filepath.Join(dir, "windfall.db")); err != nil {
		t.Error(err)
	}
}

// lockedBuffer is a buffer that may be read while somebody writes.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestVersion(t *testing.T) {
	for _, name := range []string{"version", "--version", "-version"} {
		var out, errs bytes.Buffer
		if code := dispatch(t.Context(), []string{name}, std{nil, &out, &errs}); code != 0 || !strings.HasPrefix(out.String(), "windfall ") || !strings.Contains(out.String(), ", go1.") {
			t.Errorf("code %d, %q", code, out.String())
		}
		if code := dispatch(t.Context(), []string{name, "2"}, std{nil, &out, &errs}); code != exitUsage {
			t.Errorf("code %d", code)
		}
	}
}

// The version can be named when the program is built, which is how a container
// gets one.
func TestTheVersionCanBeNamedWhenItIsBuilt(t *testing.T) {
	said, err := exec.Command(build(t, "-ldflags=-X main.given=v1.2.3-test"), "version").Output()
	if err != nil || !strings.HasPrefix(string(said), "windfall v1.2.3-test, ") {
		t.Errorf("%q, %v", said, err)
	}
	if !strings.Contains(readFile(t, "../../Dockerfile"), "-X main.given=$VERSION") {
		t.Error("Dockerfile does not name the version")
	}
}
