package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/joho/godotenv"

	"windfall/bot"
)

// config is what windfall run is told from outside, checked.
type config struct {
	token       string
	application uint64 // the bot's id, which is the first part of its token
	database    string
	level       slog.Level
	jsonLog     bool
	backups     bot.Backups
}

// logger returns a logger that writes as the configuration says.
func (c *config) logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.level}
	if c.jsonLog {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// A setting is one line of the configuration: where its value comes from, and
// what is done with it.
type setting struct {
	env      string
	flag     string // empty for what must not stand on a command line
	fallback string
	help     string
	set      func(c *config, value string) error // value is not empty
}

// The two settings of the token, of which one is enough.
const (
	tokenSetting     = "DISCORD_TOKEN"
	tokenFileSetting = "DISCORD_TOKEN_FILE"
)

// settings in the order in which they are listed and checked.
var settings = []setting{
	{
		env:  tokenSetting,
		help: "the bot's token; it has no flag, because others can read command lines",
		set:  setToken,
	},
	{
		env: tokenFileSetting, flag: "token-file",
		help: "a `file` that holds the token, in place of DISCORD_TOKEN",
		set:  setTokenFile,
	},
	{
		env: databaseSetting, flag: "db", fallback: "windfall.db",
		help: "the database `file`; it is created if there is none",
		set:  func(c *config, value string) error { c.database = value; return nil },
	},
	{
		env: "WINDFALL_LOG_LEVEL", flag: "log-level", fallback: "info",
		help: "the least `level` that is logged: debug, info, warn or error",
		set:  setLevel,
	},
	{
		env: "WINDFALL_LOG_FORMAT", flag: "log-format", fallback: "text",
		help: "the `format` of the log: text or json",
		set:  setFormat,
	},
	{
		env: "WINDFALL_BACKUPS", flag: "backups",
		help: "a `folder` of its own into which a copy of the database is put again and again; none if it is not set",
		set:  func(c *config, value string) error { c.backups.Folder = value; return nil },
	},
	{
		env: "WINDFALL_BACKUP_EVERY", flag: "backup-every", fallback: "24h",
		help: "the `time` from one copy to the next, such as 30m, 6h or 24h",
		set:  setBackupEvery,
	},
	{
		env: "WINDFALL_BACKUPS_KEPT", flag: "backups-kept", fallback: "7",
		help: "the `number` of copies that are kept in that folder; the oldest goes once a new one is whole",
		set:  setBackupsKept,
	},
}

// Where people get a token.
const tokenPage = "the page Bot of your application at https://discord.com/developers/applications"

var (
	errNoToken = errors.New("there is no token; put DISCORD_TOKEN into the environment or the file .env, with a token from " + tokenPage)
	errTwo     = errors.New("both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set; remove one of them")
	errToken   = errors.New("the token is not one of Discord's: three parts with dots between them, without quotes and without the word Bot; copy it again from " + tokenPage)
)

func setToken(c *config, value string) (err error) {
	c.token = value
	c.application, err = applicationOf(value)
	return err
}

// The errors of setTokenFile do not repeat its value: somebody may have put the
// token itself there.
func setTokenFile(c *config, value string) error {
	// A token is short; if the value names a huge file, it ends here.
	const most = 4096
	file, err := openRegular(value)
	if err == nil {
		defer file.Close()
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(file, most)); err == nil {
			if text = bytes.TrimSpace(text); len(text) == 0 {
				return errors.New("the file that DISCORD_TOKEN_FILE names is empty; put the token into it")
			}
			return setToken(c, string(text))
		}
	}
	return fmt.Errorf("the file that DISCORD_TOKEN_FILE names cannot be read (%w); it must hold the token and be readable by this user", withoutPath(err))
}

var (
	errNoFile    = errors.New("it is not a file")
	errDirectory = errors.New("it is a directory")
)

// openRegular opens a file and nothing else: to open a pipe can take for ever.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errDirectory
	case !info.Mode().IsRegular():
		return nil, errNoFile
	}
	return os.Open(path)
}

// withoutPath returns the reason of a file error without the file's name.
func withoutPath(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// applicationOf returns the application's id, which is the first part of a
// token, or [errToken] for what cannot be a token. Whether Discord knows it is
// another question.
func applicationOf(token string) (uint64, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return 0, errToken
	}
	for _, part := range parts {
		if !tokenPart.MatchString(part) {
			return 0, errToken
		}
	}
	digits, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[0], "="))
	if err != nil {
		return 0, errToken
	}
	id, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil || id == 0 {
		return 0, errToken
	}
	return id, nil
}

var tokenPart = regexp.MustCompile(`^[A-Za-z0-9_-]+=*$`)

func setLevel(c *config, value string) error {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
	level, known := levels[strings.ToLower(value)]
	if !known {
		return fmt.Errorf("the log level %.20q is unknown; set --log-level or WINDFALL_LOG_LEVEL to debug, info, warn or error", value)
	}
	c.level = level
	return nil
}

func setFormat(c *config, value string) error {
	switch strings.ToLower(value) {
	case "text":
	case "json":
		c.jsonLog = true
	default:
		return fmt.Errorf("the log format %.20q is unknown; set --log-format or WINDFALL_LOG_FORMAT to text or json", value)
	}
	return nil
}

func setBackupEvery(c *config, value string) (err error) {
	c.backups.Every, err = time.ParseDuration(value)
	if err != nil || c.backups.Every < time.Minute || c.backups.Every > 366*24*time.Hour {
		return fmt.Errorf("the time between backups cannot be %.20q; set --backup-every or WINDFALL_BACKUP_EVERY to 1m or more, such as 30m, 6h or 24h", value)
	}
	return nil
}

func setBackupsKept(c *config, value string) (err error) {
	c.backups.Keep, err = strconv.Atoi(value)
	if err != nil || c.backups.Keep < 1 || c.backups.Keep > 10_000 {
		return fmt.Errorf("the number of backups cannot be %.20q; set --backups-kept or WINDFALL_BACKUPS_KEPT to a whole number from 1 on", value)
	}
	return nil
}

// prepareBackups makes sure that there can be a file in the folder for backups, and
// makes it if there is none.
func prepareBackups(folder string) error {
	if folder == "" {
		return nil
	}
	err := os.MkdirAll(folder, 0o700)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(folder, ".windfall.*"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("no backup can be put into %s (%w); make it a folder that this user may write, or set --backups or WINDFALL_BACKUPS to another", folder, withoutPath(err))
	}
	return nil
}

// addFlags gives f the flags of the settings.
func addFlags(f *flag.FlagSet) {
	for _, s := range settings {
		if s.flag != "" {
			f.String(s.flag, s.fallback, s.help)
		}
	}
}

// Where a value comes from, by how much it counts.
const (
	fromDotenv = 1 + iota
	fromEnvironment
	fromFlag
)

// sources are where settings come from.
type sources struct {
	given       map[string]string // flags
	environment func(name string) (string, bool)
	file        map[string]string
}

func sourcesOf(f *flag.FlagSet, environment func(name string) (string, bool), dotenv string) (*sources, error) {
	file, err := readDotenv(dotenv)
	if err != nil {
		return nil, err
	}
	given := map[string]string{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = f.Value.String() })
	return &sources{given, environment, file}, nil
}

// value returns what a setting is given, "" if it is not, and where.
func (from *sources) value(s setting) (value string, source int, err error) {
	value, isFlag := from.given[s.flag]
	source = fromFlag
	if isFlag && value == "" {
		return "", 0, fmt.Errorf("--%s is empty; give it a value or leave it out", s.flag)
	}
	if !isFlag {
		var isSet bool
		if value, isSet = from.environment(s.env); isSet {
			source = fromEnvironment
		} else {
			value, source = from.file[s.env], fromDotenv
		}
	}
	return strings.TrimSpace(value), source, nil
}

// databaseSetting is the database's.
const databaseSetting = "WINDFALL_DB"

// addDatabaseFlag gives f the flag of the database alone, and databaseOf returns
// which it is, as configure finds it; no token is needed for it.
func addDatabaseFlag(f *flag.FlagSet) {
	s := settingOf(databaseSetting)
	f.String(s.flag, s.fallback, s.help)
}

func databaseOf(f *flag.FlagSet, environment func(name string) (string, bool), dotenv string) (string, error) {
	from, err := sourcesOf(f, environment, dotenv)
	if err != nil {
		return "", err
	}
	s := settingOf(databaseSetting)
	value, _, err := from.value(s)
	return cmp.Or(value, s.fallback), err
}

func settingOf(env string) setting {
	return settings[slices.IndexFunc(settings, func(s setting) bool { return s.env == env })]
}

// configure takes every setting from its flag, else from the environment, else
// from the file dotenv, else it has its default, and checks it. The error is
// one line that says what to do.
func configure(f *flag.FlagSet, environment func(name string) (string, bool), dotenv string) (*config, error) {
	values, sources := map[string]string{}, map[string]int{}
	from, err := sourcesOf(f, environment, dotenv)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		value, source, err := from.value(s)
		if err != nil {
			return nil, err
		}
		if value != "" {
			values[s.env], sources[s.env] = value, source
		}
	}
	// The token has two settings, which count as one.
	switch direct, inFile := sources[tokenSetting], sources[tokenFileSetting]; {
	case direct > inFile:
		delete(values, tokenFileSetting)
	case direct < inFile:
		delete(values, tokenSetting)
	case direct > 0:
		return nil, errTwo
	}
	c := new(config)
	for _, s := range settings {
		value := cmp.Or(values[s.env], s.fallback)
		if value == "" {
			continue
		}
		if err := s.set(c, value); err != nil {
			return nil, err
		}
	}
	if c.token == "" {
		return nil, errNoToken
	}
	return c, nil
}

// readDotenv reads a file of lines NAME=value. That there is none is no error.
// Errors name the line and never what stands in it.
func readDotenv(path string) (map[string]string, error) {
	var text []byte
	file, err := openRegular(path)
	if err == nil {
		defer file.Close()
		text, err = io.ReadAll(file)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read (%w); make it a file that this user may read, or remove it", path, withoutPath(err))
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // as some editors begin a file
	values, ok := parseDotenv(text)
	if !ok {
		return nil, fmt.Errorf("%s, line %d, cannot be understood; every line is NAME=value, or a comment that begins with #", path, badLine(text))
	}
	return values, nil
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)

// parseDotenv is stricter than godotenv, which takes a line without an equals
// sign for the value of a variable without a name.
func parseDotenv(text []byte) (map[string]string, bool) {
	values, err := godotenv.UnmarshalBytes(text)
	if err != nil {
		return nil, false
	}
	for name := range values {
		if !variableName.MatchString(name) {
			return nil, false
		}
	}
	return values, true
}

// badLine returns the number of the line because of which a text cannot be
// parsed: the one behind the longest beginning that can. A shorter beginning
// may fail where it ends within a quoted value of several lines.
func badLine(text []byte) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for n := len(lines) - 1; n > 0; n-- {
		if _, ok := parseDotenv(bytes.Join(lines[:n], nil)); ok {
			return n + 1
		}
	}
	return 1
}
