package text

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"windfall/games/decktet"
)

// A use is a place in the code that says a message: its id and the names of what
// it is filled with.
type use struct {
	where  string
	fills  []string
	plural bool
}

// uses finds every message that the code of this package says.
func uses(t *testing.T) map[string]use {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]use{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || method.Sel.Name != "say" && method.Sel.Name != "count" {
				return true
			}
			where := fset.Position(call.Pos()).String()
			id, ok := literal(call.Args[0])
			if !ok {
				t.Errorf("%s: the id of a message is not written out", where)
				return true
			}
			u := use{where: where, plural: method.Sel.Name == "count"}
			pairs := call.Args[1:]
			if u.plural {
				pairs, u.fills = call.Args[2:], []string{"N"}
			}
			if len(pairs)%2 != 0 {
				t.Errorf("%s: %s is filled with a name without a value", where, id)
			}
			for i := 0; i+1 < len(pairs); i += 2 {
				name, ok := literal(pairs[i])
				if !ok {
					t.Errorf("%s: a name in %s is not written out", where, id)
				}
				u.fills = append(u.fills, name)
			}
			slices.Sort(u.fills)
			if before, ok := all[id]; ok && (before.plural != u.plural || !slices.Equal(before.fills, u.fills)) {
				t.Errorf("%s: %s is filled with %v here and with %v at %s", where, id, u.fills, before.fills, before.where)
			}
			all[id] = u
			return true
		})
	}
	return all
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

// messages reads what a language has in the catalogue: by id, by form. What has
// one form only has it as "other".
func messages(t *testing.T, l Language) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob("catalogue/*." + l.Tag() + ".toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v has no files (%v)", l.Tag(), err)
	}
	all := map[string]map[string]string{}
	for _, file := range files {
		var content map[string]any
		if _, err := toml.DecodeFile(file, &content); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for id, m := range content {
			if all[id] != nil {
				t.Errorf("%s: %s is there twice", file, id)
			}
			if subject := strings.Split(filepath.Base(file), ".")[0]; subject != "language" && !strings.HasPrefix(id, subject+"-") {
				t.Errorf("%s: %s belongs to another subject", file, id)
			}
			all[id] = map[string]string{}
			switch m := m.(type) {
			case string:
				all[id]["other"] = m
			case map[string]any:
				for form, said := range m {
					all[id][form] = fmt.Sprint(said)
				}
			default:
				t.Errorf("%s: %s is no text", file, id)
			}
		}
	}
	return all
}

// computedUses adds the messages whose ids the code makes up: the names of the
// cards, each in all its roles.
func computedUses(all map[string]use) {
	for _, c := range decktet.All() {
		for _, as := range roles {
			all[cardID(c, as)] = use{where: "decktet.go"}
		}
	}
}

// forms are those that the plural rules of a language have.
var forms = map[Language][]string{
	English: {"one", "other"}, German: {"one", "other"},
	French: {"many", "one", "other"}, Spanish: {"many", "one", "other"}, // many: millions
}

var filling = regexp.MustCompile(`\{\{\.([A-Za-z]+)\}\}`)

// fillings are the names that a message is filled with.
func fillings(said string) []string {
	var names []string
	for _, m := range filling.FindAllStringSubmatch(said, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return names
}

// Nothing is missing, nothing is left over, and what a message is filled with is
// in it, in every language.
func TestCatalogueIsWhole(t *testing.T) {
	used := uses(t)
	computedUses(used)
	if len(used) < 5 {
		t.Fatal("the code says hardly anything")
	}
	for _, l := range Languages() {
		t.Run(l.Tag(), func(t *testing.T) {
			have := messages(t, l)
			for _, id := range slices.Sorted(maps.Keys(used)) {
				u, said := used[id], have[id]
				if said == nil {
					t.Errorf("%s says %s, which is missing", u.where, id)
					continue
				}
				for form := range said {
					if !slices.Contains(forms[l], form) || !u.plural && form != "other" {
						t.Errorf("%s has a form %q that nobody asks for", id, form)
					}
				}
				var in []string
				for _, form := range slices.Sorted(maps.Keys(said)) {
					text := said[form]
					names := fillings(text)
					if rest := filling.ReplaceAllString(text, ""); strings.ContainsAny(rest, "{}") {
						t.Errorf("%s: %q has a brace that fills nothing", id, text)
					}
					if strings.TrimSpace(text) == "" {
						t.Errorf("%s says nothing", id)
					}
					in = append(in, names...)
				}
				slices.Sort(in)
				// The number by which a form is chosen may be left unsaid.
				if in = slices.Compact(in); u.plural && !slices.Contains(in, "N") {
					in = append(in, "N")
					slices.Sort(in)
				}
				if !slices.Equal(in, u.fills) {
					t.Errorf("%s is filled with %v at %s, and %v is in its text", id, u.fills, u.where, in)
				}
				if u.plural && len(said) < 2 {
					t.Errorf("%s is counted and has one form", id)
				}
				if said["other"] == "" {
					t.Errorf("%s has no form for most numbers", id)
				}
			}
			for id := range have {
				if strings.HasPrefix(id, "command-") {
					continue // the table of commands says what it needs, and is tested against the catalogue
				}
				if _, ok := used[id]; !ok {
					t.Errorf("%s is said nowhere", id)
				}
			}
			if bad := strings.Count(fmt.Sprint(have), "!"); l == English && bad > 0 {
				t.Errorf("%d exclamation marks", bad)
			}
		})
	}
}

var (
	atMost   = regexp.MustCompile(`(\d[\d,]*) characters`)
	filledBy = regexp.MustCompile(`^([a-z0-9-]+) *=|^\[([a-z0-9-]+)\]`)
)

// limits reads from the comments of the English catalogue how many characters
// messages may have: a comment counts for those below it, up to a blank line or
// the next comment, and one at the top of a file, with a blank line after it, for
// the whole file.
func limits(t *testing.T) map[string]int {
	t.Helper()
	files, err := filepath.Glob("catalogue/*.en.toml")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		whole, here, comment, top := 0, 0, "", true
		for line := range strings.Lines(string(content)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "#") {
				if comment == "" {
					here = whole
				}
				comment += strings.TrimPrefix(line, "#")
				if m := atMost.FindStringSubmatch(comment); m != nil {
					here, _ = strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
				}
				continue
			}
			if line == "" {
				if top && comment != "" {
					whole = here
				}
				here, comment = whole, ""
				continue
			}
			top, comment = false, ""
			if m := filledBy.FindStringSubmatch(line); m != nil && here > 0 {
				all[m[1]+m[2]] = here
			}
		}
	}
	return all
}

// No message is longer than its comment says that it may be, in any language. A
// name in it has 32 characters; what else it is filled with does not count here.
func TestMessagesKeepToTheirLimits(t *testing.T) {
	most := limits(t)
	if len(most) < 100 {
		t.Fatalf("only %d messages have a limit", len(most))
	}
	for _, l := range Languages() {
		for id, forms := range messages(t, l) {
			if most[id] == 0 {
				continue
			}
			for _, said := range forms {
				length := utf8.RuneCountInString(filling.ReplaceAllStringFunc(said, func(f string) string {
					switch filling.FindStringSubmatch(f)[1] {
					case "Name", "First", "Second":
						return strings.Repeat("n", 32)
					}
					return ""
				}))
				if length > most[id] {
					t.Errorf("%s: %s has %d characters, of %d at most: %s", l.Name(), id, length, most[id], said)
				}
			}
		}
	}
}

// A word is two letters next to each other, outside of what fmt or Discord reads.
var (
	forMachines = regexp.MustCompile(`%[-+#0-9.\[\]]*[a-z]|<t:[^>]*>|:[a-z]>`)
	word        = regexp.MustCompile(`\p{L}{2}`)
)

// What people read is in the catalogue, whole: the code has no words of its own to
// glue to it. Words that it compares with, and the names of what fills a message,
// are not read by people.
func TestTheCodeHasNoWordsOfItsOwn(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || file == "language.go" {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		known := map[ast.Expr]bool{}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CaseClause:
				for _, e := range n.List {
					known[e] = true
				}
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					known[n.X], known[n.Y] = true, true
				}
			case *ast.CallExpr:
				if method, ok := n.Fun.(*ast.SelectorExpr); ok && (method.Sel.Name == "say" || method.Sel.Name == "count") && len(n.Args) > 0 {
					names := n.Args[1:]
					if method.Sel.Name == "count" {
						names = n.Args[2:]
					}
					known[n.Args[0]] = true
					for i := 0; i < len(names); i += 2 {
						known[names[i]] = true
					}
				}
			case *ast.BasicLit:
				said, ok := literal(n)
				if !ok || known[n] || said == Opponent { // the bot has one name
					return true
				}
				looked++
				if id := strings.HasPrefix(said, "-") || strings.HasSuffix(said, "-"); !id && word.MatchString(forMachines.ReplaceAllString(said, "")) {
					t.Errorf("%s: %q belongs into the catalogue", fset.Position(n.Pos()), said)
				}
			}
			return true
		})
	}
	if looked < 30 {
		t.Errorf("only %d texts were looked at", looked)
	}
}

// A locale of Discord finds its language, and one that is not spoken says so.
func TestLanguageOf(t *testing.T) {
	for locale, want := range map[string]string{"en-US": "en", "en-GB": "en", "de": "de", "fr": "fr", "fr-CA": "fr", "es-ES": "es", "es-419": "es", "ja": "", "": "", "e": ""} {
		l, ok := LanguageOf(locale)
		if ok != (want != "") || ok && l.Tag() != want {
			t.Errorf("%q is %v, %v", locale, l.Tag(), ok)
		}
		if !ok && l != English {
			t.Errorf("%q is not spoken and answered in %v", locale, l.Tag())
		}
	}
}
