package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
)

// said runs the command line and returns what it leaves with and says.
func said(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var outs, errors bytes.Buffer
	code = dispatch(t.Context(), args, std{strings.NewReader(in), &outs, &errors})
	return code, outs.String(), errors.String()
}

func TestAWrongCommandLineIsOneLine(t *testing.T) {
	const (
		flags   = "; windfall simulate --help says what there is"
		instead = "; give verify a file of records, or - for standard input"
	)
	dir := t.TempDir()
	for _, e := range []struct{ args, says string }{
		{"fly", `there is no command "fly"; windfall --help lists them`},
		{"help fly", `there is no command "fly"; windfall --help lists them`},
		{"simulate", `simulate needs a game: --game adam-eva or --game adaman`},
		{"simulate --seed -1", `--seed is a whole number from 0 on, not "-1"` + flags},
		{"simulate --seed x", `--seed is a whole number from 0 on, not "x"` + flags},
		{"simulate --seed 18446744073709551616", `--seed cannot be as large as "18446744073709551616"` + flags},
		{"simulate --games -1", `--games is a whole number from 0 on, not "-1"` + flags},
		{"simulate --games", `--games needs a value behind it` + flags},
		{"simulate --rounds 3", `there is no flag --rounds` + flags},
		{"simulate --a\nb", `there is no flag --a b` + flags},
		{"simulate --game chess", `--game is adam-eva or adaman, not "chess"`},
		{"simulate --game adam-eva --variant lazy", `--variant is classic or tactical, not "lazy"`},
		{"simulate --game adaman --variant classic", `Adaman has no variants; leave out --variant`},
		{"simulate --game adaman more", `simulate takes no argument "more"`},
		{"demo --full=x", `--full takes no value; windfall demo --help says what there is`},
		{"demo more", `demo takes no argument "more"`},
		{"version --full", `there is no flag --full; windfall version --help says what there is`},
		{"verify a b", `verify reads one file at a time; join several with cat and read from -`},
		{"verify " + dir, dir + ` is a directory` + instead},
		{"verify " + dir + "/none", `cannot read the records: open ` + dir + `/none: no such file or directory` + instead},
	} {
		code, out, errs := said(t, "", strings.Split(e.args, " ")...)
		if code != exitUsage || out != "" || errs != "windfall: "+e.says+"\n" {
			t.Errorf("windfall %s leaves with %d and says %q", e.args, code, out+errs)
		}
	}
}

func TestEveryHelpNamesItsCodesAndItsFlagsWithTwoDashes(t *testing.T) {
	oneDash := regexp.MustCompile(`(?m)[ (]-[a-z]`)
	for name, e := range map[string]struct {
		codes string
		flags []string
	}{
		"run":      {"0123", []string{"--token-file FILE", "--db FILE", "--log-level LEVEL", "--log-format FORMAT"}},
		"demo":     {"012", []string{"  --full\n"}},
		"simulate": {"012", []string{"  --game GAME\n", "  --variant VARIANT\n", "  --games NUMBER\n", "  --seed NUMBER\n", "(default 1)"}},
		"solve":    {"012", []string{"  --deck CARDS\n", "  --deals NUMBER\n", "  --number NUMBER\n", "  --seed NUMBER\n", "  --nodes NUMBER\n", "  --memory MIB\n", "  --winnable-only\n"}},
		"verify":   {"012", nil},
		"version":  {"02", nil},
	} {
		code, out, errs := said(t, "", name, "--help")
		if _, again, _ := said(t, "", "help", name); code != exitOK || errs != "" || again != out {
			t.Errorf("windfall %s --help leaves with %d and says %q, and windfall help %s %q", name, code, errs, name, again)
		}
		_, leaves, _ := strings.Cut(out, "Leaves with ")
		leaves, _, _ = strings.Cut(leaves, "\n\n")
		for c := range 4 {
			is := regexp.MustCompile(fmt.Sprintf(`\b%d\b`, c)).MatchString(leaves)
			if is != strings.Contains(e.codes, fmt.Sprint(c)) {
				t.Errorf("windfall %s --help says of code %d: %v", name, c, is)
			}
		}
		for _, f := range e.flags {
			if !strings.Contains(out, f) {
				t.Errorf("windfall %s --help lacks %q:\n%s", name, f, out)
			}
		}
		if oneDash.MatchString(out) {
			t.Errorf("windfall %s --help has a flag with one dash:\n%s", name, out)
		}
	}
}

func TestWhatIsSimulatedIsVerified(t *testing.T) {
	for _, args := range []string{"--game adam-eva", "--game adam-eva --variant tactical", "--game adaman --seed 7"} {
		line := append([]string{"simulate", "--games", "3"}, strings.Split(args, " ")...)
		code, games, errs := said(t, "", line...)
		if _, again, _ := said(t, "", line...); code != exitOK || errs != "" || again != games {
			t.Errorf("simulate %s leaves with %d and says %q", args, code, errs)
		}
		path := write(t, "games.jsonl", games)
		for _, verify := range [][]string{{"verify"}, {"verify", "-"}, {"verify", path}} {
			code, out, errs := said(t, games, verify...)
			if code != exitOK || errs != "" || len(regexp.MustCompile(`(?m)^ok \{.*\} unsealed$`).FindAllString(out, -1)) != 3 {
				t.Errorf("%s of %s leaves with %d and says %q", verify, args, code, out+errs)
			}
		}
	}
}

func TestVerifyTellsBadRecordsFromFilesThatCannotBeRead(t *testing.T) {
	_, game, _ := said(t, "", "simulate", "--game", "adaman")
	spoilt := strings.Replace(game, `"game"`, `"day":3,"game"`, 1)
	if code, out, errs := said(t, spoilt+game, "verify"); code != exitFailed || errs != "" || !strings.HasPrefix(out, "bad seal: missing\nok ") {
		t.Errorf("a bad record: code %d, %q", code, out+errs)
	}
	if code, out, errs := said(t, game+"oops", "verify"); code != exitFailed || errs != "" || !strings.HasSuffix(out, fmt.Sprintf("\nbad the text at byte %d is not JSON; nothing after it was read\n", len(game))) {
		t.Errorf("no record: code %d, %q", code, out+errs)
	}
	if code, out, errs := said(t, " ", "verify"); code != exitFailed || out != "" || errs != "windfall: there is no record in it; give verify a file of records, or - for standard input\n" {
		t.Errorf("nothing: code %d, %q", code, out+errs)
	}

	var out, errs bytes.Buffer
	broken := bytes.NewBufferString(game + game[:50])
	code := verify(t.Context(), nil, std{iotest.DataErrReader(iotest.TimeoutReader(iotest.HalfReader(broken))), &out, &errs})
	if code != exitFailed || strings.Contains(out.String(), "bad") || errs.String() != "windfall: the records cannot be read to their end: timeout\n" {
		t.Errorf("a stream that fails: code %d, %q", code, out.String()+errs.String())
	}
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	errs.Reset()
	if code := verify(t.Context(), nil, std{dir, &out, &errs}); code != exitUsage || !strings.Contains(errs.String(), "standard input is a directory") {
		t.Errorf("a directory on standard input: code %d, %q", code, errs.String())
	}
	errs.Reset()
	if code := verify(t.Context(), nil, std{strings.NewReader(game), fullDisk{}, &errs}); code != exitFailed || errs.String() != "windfall: write what verify found: no room\n" {
		t.Errorf("a full disk: code %d, %q", code, errs.String())
	}
	if os.Geteuid() != 0 {
		path := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(path, []byte(game), 0); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := said(t, "", "verify", path); code != exitUsage || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("an unreadable file: code %d, %q", code, out+errs)
		}
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no room") }
