package robot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allowed are the files that may name what could give the order of a deck away.
// The deck in guess.go is the player's own guess; a measure of difficulty has
// to deal the deck it measures, and hands its player views.
var allowed = map[string][]string{
	"Deck": {"guess.go", "difficulty.go"},
	"Game": nil,
	"New":  {"difficulty.go"},
	"Deal": nil,
	"Open": nil,
}

func TestChoosingSeesNoGameAndNoDeckButItsGuess(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		read++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if spec.Name != nil {
				t.Errorf("%s gives %s another name, under which it could hide", name, spec.Path.Value)
			}
			if strings.Contains(spec.Path.Value, "solver") {
				t.Errorf("%s imports %s, which wants the whole deck", name, spec.Path.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			use, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := use.X.(*ast.Ident); ok && from.Name == "adaman" {
				if where, guarded := allowed[use.Sel.Name]; guarded && !slices.Contains(where, name) {
					t.Errorf("%s uses adaman.%s", name, use.Sel.Name)
				}
			}
			return true
		})
	}
	if read < 3 {
		t.Errorf("read %d files", read)
	}
}
