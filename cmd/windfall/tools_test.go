package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		{"simulate --game adaman --player good", `--player is random or blind, not "good"`},
		{"simulate --game adam-eva --player blind", `the blind player plays Adaman; write --game adaman`},
		{"simulate --game adam-eva --summary", `only games of Adaman are summed up; leave out --summary`},
		{"simulate --game adaman --jobs 0", `--jobs is a whole number from 1 to 1024, not 0`},
		{"simulate --game adaman --games 5000000000", `--games and --playouts go up to 2147483647`},
		{"difficulty more", `difficulty takes no argument "more"`},
		{"difficulty --jobs 2000", `--jobs is a whole number from 1 to 1024, not 2000`},
		{"difficulty --playouts 5000000000", `--deals, --games and --playouts go up to 2147483647`},
		{"arena --a hard", `arena needs two levels: --a and --b`},
		{"arena --a hard --b better", `--b: no such level: easy, fair, hard, random, baseline are the levels ("better")`},
		{"arena --a hard/0 --b easy", `--a: behind the stroke stands a whole number from 1 on, not "0"`},
		{"arena --a hard/+2 --b easy", `--a: behind the stroke stands a whole number from 1 on, not "+2"`},
		{"arena --a hard --b easy more", `arena takes no argument "more"`},
		{"arena --a hard --b easy --games 3", `--games is an even number, for games come in pairs, not 3`},
		{"arena --a hard --b easy --games 5000000000", `--games goes up to 2147483647`},
		{"arena --a hard --b easy --jobs 0", `--jobs is a whole number from 1 to 1024, not 0`},
		{"arena --a hard --b easy --variant lazy", `--variant is classic or tactical, not "lazy"`},
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
		"run":        {"0123", []string{"--token-file FILE", "--db FILE", "--log-level LEVEL", "--log-format FORMAT", "--backups FOLDER", "--backup-every TIME", "--backups-kept NUMBER"}},
		"demo":       {"012", []string{"  --full\n"}},
		"simulate":   {"012", []string{"  --game GAME\n", "  --variant VARIANT\n", "  --games NUMBER\n", "  --seed NUMBER\n", "  --player PLAYER\n", "  --playouts NUMBER\n", "  --summary\n", "  --jobs NUMBER\n", "(default 1)"}},
		"solve":      {"012", []string{"  --deck CARDS\n", "  --deals NUMBER\n", "  --number NUMBER\n", "  --seed NUMBER\n", "  --nodes NUMBER\n", "  --memory MIB\n", "  --winnable-only\n"}},
		"difficulty": {"012", []string{"  --deals NUMBER\n", "  --seed NUMBER\n", "  --games NUMBER\n", "  --playouts NUMBER\n", "  --jobs NUMBER\n"}},
		"arena":      {"012", []string{"  --a LEVEL\n", "  --b LEVEL\n", "  --games NUMBER\n", "  --variant VARIANT\n", "  --seed NUMBER\n", "  --jobs NUMBER\n", "  --json\n", "  --resume FILE\n"}},
		"verify":     {"012", nil},
		"check":      {"012", []string{"  --db FILE\n"}},
		"stats":      {"012", []string{"  --db FILE\n"}},
		"compact":    {"012", []string{"  --db FILE\n"}},
		"backup":     {"012", []string{"  --db FILE\n"}},
		"restore":    {"012", []string{"  --older\n", "  --db FILE\n"}},
		"version":    {"02", nil},
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
	for _, args := range []string{"--game adam-eva", "--game adam-eva --variant tactical", "--game adaman --seed 7", "--game adaman --player blind --playouts 20", "--game adaman --player blind --playouts 20 --jobs 2"} {
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

func TestAsManyJobsAsOneLikesPlayTheSameGames(t *testing.T) {
	for _, args := range []string{
		"simulate --game adam-eva --games 20",
		"simulate --game adaman --games 20",
		"simulate --game adaman --games 20 --player blind --playouts 10 --seed 3",
		"difficulty --deals 5 --games 3 --playouts 4 --seed 5",
	} {
		code, one, errs := said(t, "", strings.Split(args, " ")...)
		_, three, _ := said(t, "", strings.Split(args+" --jobs 3", " ")...)
		if code != exitOK || errs != "" || one != three {
			t.Errorf("%s leaves with %d and says %q; with three jobs %q and with one %q", args, code, errs, three, one)
		}
	}
}

func TestASummarySaysWhatTheRecordsSay(t *testing.T) {
	for _, args := range []string{"--player random --games 40", "--player blind --playouts 15 --games 40 --jobs 2"} {
		line := strings.Split("simulate --game adaman --seed 9 "+args, " ")
		_, games, _ := said(t, "", line...)
		code, out, errs := said(t, "", append(line, "--summary")...)
		if code != exitOK || errs != "" || strings.Count(out, "\n") != 1 {
			t.Fatalf("%s leaves with %d and says %q", args, code, out+errs)
		}
		var sum struct {
			Player    string     `json:"player"`
			Playouts  int        `json:"playouts"`
			Games     int        `json:"games"`
			Won       int        `json:"won"`
			Share     float64    `json:"share"`
			Interval  [2]float64 `json:"interval"`
			MeanScore float64    `json:"mean_score"`
			MsPerMove *float64   `json:"ms_per_move"`
		}
		decoder := json.NewDecoder(strings.NewReader(out))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&sum); err != nil || sum.MsPerMove == nil {
			t.Fatalf("%s: %v in %s", args, err, out)
		}
		won, score := strings.Count(games, `"outcome":"won"`), 0.0
		for _, m := range regexp.MustCompile(`"score":(\d+)`).FindAllStringSubmatch(games, -1) {
			n, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			score += float64(n)
		}
		if !strings.Contains(args, sum.Player) || !strings.Contains(games, `"windfall `+sum.Player+`"`) || sum.Games != 40 || sum.Won != won ||
			math.Abs(sum.Share-float64(won)/40) > 1e-4 || math.Abs(sum.MeanScore-score/40) > 0.01 ||
			sum.Interval[0] > sum.Share || sum.Interval[1] < sum.Share || (sum.Player == blindPlayer) != (sum.Playouts == 15) {
			t.Errorf("%s: %s, and the records have %d wins and %v points", args, out, won, score)
		}
	}
}

func TestDifficultyMeasuresDealsThatCanBeWonAndSumsUp(t *testing.T) {
	code, out, errs := said(t, "", "difficulty", "--deals", "12", "--games", "10", "--playouts", "5", "--seed", "2")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitOK || errs != "" || len(lines) != 13 {
		t.Fatalf("leaves with %d and says %q", code, out+errs)
	}
	last, least, most := 0, 10, 0
	for _, line := range lines[:12] {
		var m measured
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.Deal <= last || m.Won < 0 || m.Won > m.Games || m.Games != 10 {
			t.Errorf("%q: %v", line, err)
		}
		last, least, most = m.Deal, min(least, m.Won), max(most, m.Won)
	}
	var q quantiles
	if err := json.Unmarshal([]byte(lines[12]), &q); err != nil || q.Deals != 12 || q.Games != 10 || q.Playouts != 5 || len(q.Sevenths) != 8 || len(q.Fifths) != 6 {
		t.Fatalf("%q: %v", lines[12], err)
	}
	for _, cuts := range [][]int{q.Sevenths, q.Fifths} {
		if cuts[0] != least || cuts[len(cuts)-1] != most || !slices.IsSorted(cuts) {
			t.Errorf("cuts %v, and from %d to %d were won", cuts, least, most)
		}
	}
	if code, out, errs := said(t, "", "difficulty", "--deals", "0"); code != exitOK || errs != "" || strings.Count(out, "\n") != 1 {
		t.Errorf("of no deals: leaves with %d and says %q", code, out+errs)
	}
	if cuts := parts([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5); !slices.Equal(cuts, []int{0, 2, 4, 6, 8, 10}) {
		t.Errorf("fifths of 0 to 10 are %v", cuts)
	}
	full := std{strings.NewReader(""), fullDisk{}, &bytes.Buffer{}}
	for _, args := range []string{"difficulty --deals 1 --games 1 --playouts 1", "difficulty --deals 0", "simulate --game adaman --summary", "simulate --game adaman"} {
		if code := dispatch(t.Context(), strings.Split(args, " "), full); code != exitFailed {
			t.Errorf("%s to a full disk leaves with %d", args, code)
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
