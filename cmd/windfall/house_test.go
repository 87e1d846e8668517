package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// This file holds what is true of the house as a whole: what stands where, who
// may import whom, and that pages and code name the same things. The checks
// read a file system, so that they can be tried on a house that is made up.

// module is the path of the module.
const module = "windfall"

// folders are all that may hold Go files.
var folders = []string{
	"cmd/windfall",
	"games", "games/decktet", "games/record", "games/gamestest", "games/rating",
	"games/adaman", "games/adaman/solver", "games/adaman/robot",
	"games/adameva", "games/adameva/robot",
	"store",
	"bot", "bot/text", "bot/picture", "bot/discordtest", "bot/sandbox",
}

// floors of the house, from the ground up. Imports lead downwards only.
var floors = []string{"games", "store", "bot", "cmd"}

const (
	discordgo = "github.com/bwmarrin/discordgo"
	theDouble = module + "/bot/discordtest"
)

// namesOfNothing say no more than that something is there.
var namesOfNothing = []string{
	"util", "utils", "common", "helper", "helpers", "model", "models", "misc", "shared", "base", "core", "types", "lib", "tools",
}

// impure are the packages, with all below them, by which games would get at the
// clock, the machine, or chance that no record has.
var impure = []string{"os", "net", "time", "syscall", "crypto/rand", "math/rand", "embed", "log"}

// source is one Go file.
type source struct {
	dir  string // from the top of the module, with slashes
	name string
	test bool
	file *ast.File
}

func (s *source) path() string { return path.Join(s.dir, s.name) }

func (s *source) imports() (paths []string) {
	for _, spec := range s.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// readSources parses every Go file of a module.
func readSources(house fs.FS) ([]source, error) {
	var list []source
	fset := token.NewFileSet()
	err := fs.WalkDir(house, ".", func(p string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if p != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		case path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(house, p)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(fset, p, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		list = append(list, source{dir: path.Dir(p), name: name, test: strings.HasSuffix(name, "_test.go"), file: file})
		return nil
	})
	return list, err
}

// houseFaults returns all that is wrong with a house.
func houseFaults(house fs.FS) ([]string, error) {
	sources, err := readSources(house)
	if err != nil {
		return nil, err
	}
	faults := folderFaults(sources)
	faults = append(faults, arrowFaults(sources)...)
	faults = append(faults, commentFaults(sources)...)
	faults = append(faults, pageFaults(house, sources)...)
	return faults, nil
}

func folderFaults(sources []source) (faults []string) {
	seen := map[string]bool{}
	for _, s := range sources {
		name := strings.TrimSuffix(s.file.Name.Name, "_test")
		if seen[s.dir+" "+name] {
			continue
		}
		seen[s.dir+" "+name] = true
		if !slices.Contains(folders, s.dir) {
			faults = append(faults, s.dir+" is no folder of the house")
		}
		if slices.Contains(namesOfNothing, name) || slices.Contains(namesOfNothing, path.Base(s.dir)) {
			faults = append(faults, s.dir+" is named after nothing")
		}
		if name != "main" && name != path.Base(s.dir) {
			faults = append(faults, s.dir+" holds package "+name)
		}
	}
	return faults
}

// within reports whether a package is p or below it.
func within(pkg, p string) bool { return pkg == p || strings.HasPrefix(pkg, p+"/") }

func arrowFaults(sources []source) (faults []string) {
	floor := func(dir string) int {
		first, _, _ := strings.Cut(dir, "/")
		return slices.Index(floors, first)
	}
	for _, s := range sources {
		for _, imported := range s.imports() {
			fault := func(why string) { faults = append(faults, s.path()+" imports "+imported+": "+why) }
			ours, isOurs := strings.CutPrefix(imported, module+"/")
			if isOurs && floor(ours) > floor(s.dir) {
				fault("imports lead downwards only")
			}
			if within(imported, discordgo) && s.dir != "bot" && (!s.test || s.dir != "bot/discordtest") {
				fault("only bot talks to Discord")
			}
			if isOurs && s.dir == "bot/discordtest" && !s.test {
				fault("discordtest knows nothing of ours")
			}
			if imported == theDouble && !s.test && s.dir != "bot/sandbox" && floor(s.dir) != floor("cmd") {
				fault("only tests, sandbox and cmd need a Discord of their own")
			}
			if within(s.dir, "games") && !s.test {
				for _, p := range impure {
					// math/rand/v2 has ChaCha8, whose numbers follow from its seed.
					if within(imported, p) && imported != "math/rand/v2" && imported != "log/slog" {
						fault("games are pure")
					}
				}
			}
		}
	}
	return faults
}

// commentFaults finds exported names, and packages, without a comment.
func commentFaults(sources []source) (faults []string) {
	explained := map[string]bool{}
	for _, s := range sources {
		if s.test {
			continue
		}
		explained[s.dir] = explained[s.dir] || s.file.Doc != nil
		bare := func(name string) {
			if ast.IsExported(name) {
				faults = append(faults, s.path()+": "+name+" has no comment")
			}
		}
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Doc == nil && !saysItself(d) {
					bare(d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
							bare(spec.Name.Name)
						}
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							if d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
								bare(name.Name)
							}
						}
					}
				}
			}
		}
	}
	for dir, is := range explained {
		if !is {
			faults = append(faults, dir+" has no package comment")
		}
	}
	slices.Sort(faults)
	return faults
}

// saysItself reports whether a method needs no comment: Error and String, and
// the methods of types that nobody else can name.
func saysItself(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return false
	}
	if d.Name.Name == "Error" || d.Name.Name == "String" {
		return true
	}
	t := d.Recv.List[0].Type
	for {
		switch of := t.(type) {
		case *ast.StarExpr:
			t = of.X
		case *ast.IndexExpr:
			t = of.X
		case *ast.IndexListExpr:
			t = of.X
		case *ast.Ident:
			return !of.IsExported()
		default:
			return false
		}
	}
}

var (
	rulingTest  = regexp.MustCompile(`\bTestRuling(\d+)_\w+`)
	rulingHead  = regexp.MustCompile(`^(\d+)\. `)
	hazardTest  = regexp.MustCompile(`^TestHazard(\d+)`)
	hazardLine  = regexp.MustCompile(`(?m)^(\d+)\. `)
	testName    = regexp.MustCompile("`(Test\\w+)`")
	link        = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	runsCommand = regexp.MustCompile(`(?m)^ *(?:\./|go run \./cmd/)?windfall ([a-z]+)`)
)

// hazards is how many hazards there are.
const hazards = 67

// pageFaults finds what pages say and the code has not, and the other way round.
func pageFaults(house fs.FS, sources []source) (faults []string) {
	tests := map[string]bool{}
	rulings := map[string]bool{}
	for _, s := range sources {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !s.test || f.Recv != nil {
				continue
			}
			tests[f.Name.Name] = true
			if rulingTest.MatchString(f.Name.Name) && s.name == "rulings_test.go" {
				rulings[s.path()+" "+f.Name.Name] = true
			}
			if m := hazardTest.FindStringSubmatch(f.Name.Name); m != nil {
				if n, err := strconv.Atoi(m[1]); err != nil || n < 1 || n > hazards {
					faults = append(faults, s.path()+": there is no hazard "+m[1])
				}
			}
		}
	}
	read := func(name string) string {
		text, err := fs.ReadFile(house, name)
		if err != nil {
			faults = append(faults, "there is no "+name)
		}
		return string(text)
	}

	// Under each game's heading the page names the file of its tests.
	file, number := "", ""
	for line := range strings.Lines(read("docs/rulings.md")) {
		if m := regexp.MustCompile("Tests in `([^`]+)`").FindStringSubmatch(line); m != nil {
			file = m[1]
		}
		if m := rulingHead.FindStringSubmatch(line); m != nil {
			number = m[1]
		}
		for _, m := range rulingTest.FindAllStringSubmatch(line, -1) {
			key := file + " " + m[0]
			if !rulings[key] {
				faults = append(faults, "docs/rulings.md names "+m[0]+", which is not in "+file)
			}
			if m[1] != number {
				faults = append(faults, "docs/rulings.md names "+m[0]+" under ruling "+number)
			}
			delete(rulings, key)
		}
	}
	for key := range rulings {
		faults = append(faults, "docs/rulings.md does not name "+key)
	}

	var numbers []string
	for _, m := range hazardLine.FindAllStringSubmatch(read("docs/hazards.md"), -1) {
		numbers = append(numbers, m[1])
	}
	for n := 1; n <= max(hazards, len(numbers)); n++ {
		if n > len(numbers) || n > hazards || numbers[n-1] != strconv.Itoa(n) {
			faults = append(faults, fmt.Sprintf("docs/hazards.md does not count from 1 to %d; see %d", hazards, n))
			break
		}
	}

	pages, err := fs.Glob(house, "docs/*.md")
	if err != nil {
		faults = append(faults, err.Error())
	}
	for _, page := range append(pages, "README.md") {
		text := read(page)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if _, err := fs.Stat(house, path.Join(path.Dir(page), m[1])); err != nil {
				faults = append(faults, page+" leads to "+m[1]+", which does not exist")
			}
		}
		for _, m := range testName.FindAllStringSubmatch(text, -1) {
			if !tests[m[1]] && !strings.HasSuffix(m[1], "_") {
				faults = append(faults, page+" names "+m[1]+", which is no test")
			}
		}
		for _, m := range runsCommand.FindAllStringSubmatch(text, -1) {
			if !slices.ContainsFunc(subcommands, func(c subcommand) bool { return c.name == m[1] }) {
				faults = append(faults, page+" runs windfall "+m[1]+", which is no command")
			}
		}
	}
	return faults
}

func TestTheHouseIsInOrder(t *testing.T) {
	faults, err := houseFaults(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// goodHouse is a small house with nothing wrong.
func goodHouse() fstest.MapFS {
	house := fstest.MapFS{}
	add := func(name, text string) { house[name] = &fstest.MapFile{Data: []byte(text)} }
	add("games/games.go", "// Package games is.\npackage games\n\nimport (\n\"log/slog\"\n\"math/rand/v2\"\n)\n\n// A is.\ntype A int\n\nfunc (A) String() string { return \"\" }\n")
	add("games/games_test.go", "package games_test\n\nimport \"os\"\n\nfunc TestA() {}\n")
	add("games/adaman/rulings_test.go", "package adaman_test\n\nfunc TestRuling1_One() {}\n\nfunc TestRuling12_Two() {}\n")
	add("games/adameva/rulings_test.go", "package adameva_test\n\nfunc TestRuling1_One() {}\n")
	add("store/store.go", "// Package store is.\npackage store\n\nimport \"windfall/games\"\n\n// The numbers.\nconst (\nA = 1\nB = 2\n)\n\nconst C = 3 // three\n")
	add("bot/bot.go", "// Package bot is.\npackage bot\n\nimport (\n\"github.com/bwmarrin/discordgo\"\n\"windfall/store\"\n\"windfall/bot/text\"\n)\n\ntype hidden[T any] struct{}\n\nfunc (*hidden[T]) Do() {}\n")
	add("bot/bot_test.go", "package bot\n\nimport \"windfall/bot/discordtest\"\n\nfunc TestHazard67_LastOne() {}\n")
	add("bot/text/text.go", "// Package text is.\npackage text\n\nimport \"windfall/games\"\n")
	add("bot/discordtest/server.go", "// Package discordtest is.\npackage discordtest\n\nimport \"net/http\"\n")
	add("bot/discordtest/server_test.go", "package discordtest_test\n\nimport (\n\"github.com/bwmarrin/discordgo\"\n\"windfall/bot/discordtest\"\n)\n")
	add("bot/sandbox/page.go", "// Package sandbox is.\npackage sandbox\n\nimport \"windfall/bot/discordtest\"\n")
	add("cmd/windfall/main.go", "// Command windfall is.\npackage main\n\nimport \"windfall/bot/discordtest\"\n")
	add("cmd/windfall/testdata/x.go", "nonsense")
	add(".hidden/x.go", "nonsense")
	add("docs/rulings.md", "Tests in `games/adameva/rulings_test.go`.\n\n1. One.\n   `TestRuling1_One`\n\nTests in `games/adaman/rulings_test.go`.\n\n1. One. `TestRuling1_One`\n12. Two. `TestRuling12_Two`\n")
	var lines strings.Builder
	for n := range hazards {
		fmt.Fprintf(&lines, "%d. It.\n", n+1)
	}
	add("docs/hazards.md", lines.String())
	add("README.md", "[rulings](docs/rulings.md) [out](https://go.dev) [here](#here)\n`TestA` and `TestHazard16_`\n\nwindfall verify FILE\n   ./windfall simulate\n")
	return house
}

func TestTheHouseCheckFindsWhatIsWrong(t *testing.T) {
	if faults, err := houseFaults(goodHouse()); err != nil || len(faults) > 0 {
		t.Fatalf("the good house: %v, %q", err, faults)
	}
	const doc = "// Package x is.\n"
	for name, e := range map[string]struct{ file, text, want string }{
		"upwards":                   {"games/up.go", "package games\n\nimport \"windfall/store\"\n", "downwards only"},
		"upwards in a test":         {"store/up_test.go", "package store\n\nimport \"windfall/bot\"\n", "downwards only"},
		"engine imports the bot":    {"games/adaman/up.go", "// Package adaman is.\npackage adaman\n\nimport \"windfall/bot/text\"\n", "downwards only"},
		"bot imports cmd":           {"bot/up.go", "package bot\n\nimport \"windfall/cmd/windfall\"\n", "downwards only"},
		"discordgo in text":         {"bot/text/d.go", "package text\n\nimport \"github.com/bwmarrin/discordgo\"\n", "only bot talks"},
		"discordgo in store":        {"store/d.go", "package store\n\nimport \"github.com/bwmarrin/discordgo\"\n", "only bot talks"},
		"discordgo in the double":   {"bot/discordtest/d.go", "package discordtest\n\nimport \"github.com/bwmarrin/discordgo\"\n", "only bot talks"},
		"ours in the double":        {"bot/discordtest/o.go", "package discordtest\n\nimport \"windfall/games\"\n", "nothing of ours"},
		"the double in the bot":     {"bot/t.go", "package bot\n\nimport \"windfall/bot/discordtest\"\n", "only tests"},
		"a clock in games":          {"games/t.go", "package games\n\nimport \"time\"\n", "pure"},
		"the network in games":      {"games/n.go", "package games\n\nimport \"net/http\"\n", "pure"},
		"chance in games":           {"games/c.go", "package games\n\nimport \"crypto/rand\"\n", "pure"},
		"an unknown folder":         {"bot/cache/x.go", doc + "package cache\n", "no folder of the house"},
		"a folder at the top":       {"server/x.go", doc + "package server\n", "no folder of the house"},
		"a name of nothing":         {"bot/util/x.go", doc + "package util\n", "named after nothing"},
		"a package of nothing":      {"bot/text/x.go", "package helpers\n", "named after nothing"},
		"a package of another name": {"bot/text/x.go", "package words\n", "holds package words"},
		"a bare function":           {"store/x.go", "package store\n\nfunc Open() {}\n", "Open has no comment"},
		"a bare method":             {"store/x.go", "package store\n\n// T is.\ntype T int\n\nfunc (*T) Close() {}\n", "Close has no comment"},
		"a bare type":               {"store/x.go", "package store\n\ntype T int\n", "T has no comment"},
		"a bare constant":           {"store/x.go", "package store\n\nconst (\n// A is.\nA = 1\nB = 2\n)\n", "B has no comment"},
		"a bare variable":           {"store/x.go", "package store\n\nvar V int\n", "V has no comment"},
		"a bare package":            {"store/store.go", "package store\n", "store has no package comment"},
		"a ruling nobody names":     {"games/adaman/rulings_test.go", "package adaman_test\n\nfunc TestRuling1_One() {}\n\nfunc TestRuling12_Two() {}\n\nfunc TestRuling3_Three() {}\n", "does not name games/adaman/rulings_test.go TestRuling3_Three"},
		"a ruling without a test":   {"games/adameva/rulings_test.go", "package adameva_test\n", "which is not in games/adameva"},
		"a ruling elsewhere":        {"docs/rulings.md", "Tests in `games/adaman/rulings_test.go`.\n2. `TestRuling1_One`\n", "under ruling 2"},
		"a hazard too many":         {"bot/h_test.go", "package bot\n\nfunc TestHazard68_No() {}\n", "no hazard 68"},
		"hazards out of order":      {"docs/hazards.md", "1. It.\n3. It.\n", "see 2"},
		"a dead link":               {"README.md", "[x](docs/none.md)\n", "leads to docs/none.md"},
		"a test that is none":       {"README.md", "`TestNothing`\n", "names TestNothing"},
		"a command that is none":    {"README.md", "windfall fly\n", "runs windfall fly"},
		"a dead link in docs":       {"docs/more.md", "[up](../README.md) [no](../NONE.md)", "leads to ../NONE.md"},
	} {
		house := goodHouse()
		house[e.file] = &fstest.MapFile{Data: []byte(e.text)}
		faults, err := houseFaults(house)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.ContainsFunc(faults, func(fault string) bool { return strings.Contains(fault, e.want) }) {
			t.Errorf("%s: found %q, want %q", name, faults, e.want)
		}
	}
	house := goodHouse()
	house["bot/x.go"] = &fstest.MapFile{Data: []byte("nonsense")}
	if _, err := houseFaults(house); err == nil {
		t.Error("a file that is no Go gives no error")
	}
}
