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

// allowed are the files that may name what holds hidden cards. Looking back at a
// finished game has to go through it, and hands itself views.
var allowed = map[string][]string{
	"Game":      {"lookback.go"},
	"New":       {"lookback.go"},
	"Deal":      {"lookback.go"},
	"RoundDeal": nil,
	"DealFrom":  nil,
}

func TestChoosingSeesNoGameAndNoDeal(t *testing.T) {
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
			if strings.Contains(spec.Path.Value, "unsafe") || strings.Contains(spec.Path.Value, "reflect") {
				t.Errorf("%s imports %s, by which it could look into things", name, spec.Path.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			use, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := use.X.(*ast.Ident); ok && from.Name == "adameva" {
				if where, guarded := allowed[use.Sel.Name]; guarded && !slices.Contains(where, name) {
					t.Errorf("%s uses adameva.%s", name, use.Sel.Name)
				}
			}
			return true
		})
	}
	if read < 5 {
		t.Errorf("read %d files", read)
	}
}
