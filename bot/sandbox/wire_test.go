package sandbox

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"windfall/bot/discordtest"
)

// A mirrored field is one as the page's side of the wire has it.
type mirrored struct {
	optional bool
	kind     string // in TypeScript
}

// mirror reads the types of page/src/wire.ts and their fields.
func mirror(t *testing.T) map[string]map[string]mirrored {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("page", "src", "wire.ts"))
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`).ReplaceAllString(string(data), "")
	field := regexp.MustCompile(`(?s)^(\w+)(\??):(.*)$`)
	types := map[string]map[string]mirrored{}
	for _, at := range regexp.MustCompile(`(?m)^(?:export )?type (\w+) = \{`).FindAllStringSubmatchIndex(text, -1) {
		fields := map[string]mirrored{}
		depth, begin := 1, at[1]
		for i := at[1]; depth > 0 && i < len(text); i++ {
			switch text[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 || depth == 1 && text[i] == ';' {
				if f := field.FindStringSubmatch(strings.TrimSpace(text[begin:i])); f != nil {
					fields[f[1]] = mirrored{f[2] == "?", strings.Join(strings.Fields(f[3]), " ")}
				}
				begin = i + 1
			}
		}
		types[text[at[2]:at[3]]] = fields
	}
	return types
}

// inTypeScript is what a type is called on the page's side.
func inTypeScript(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return inTypeScript(t.Elem())
	case reflect.Slice:
		return inTypeScript(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<string, " + inTypeScript(t.Elem()) + ">"
	case reflect.Struct:
		return strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Interface:
		return "any"
	}
	return "number"
}

// differences compares a type with its mirror. With part the mirror may leave
// fields out.
func differences(of reflect.Type, fields map[string]mirrored, part bool, but ...string) (list []string) {
	words := regexp.MustCompile(`^(\| )?"[a-z]+"( \| "[a-z]+")*$`)
	left := map[string]bool{}
	for name := range fields {
		left[name] = true
	}
	for f := range of.Fields() {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if slices.Contains(but, name) {
			continue
		}
		there, ok := fields[name]
		delete(left, name)
		if !ok {
			if !part {
				list = append(list, name+" is missing in wire.ts")
			}
			continue
		}
		if optional := rest == "omitempty"; optional != there.optional {
			list = append(list, name+" can be left out on one side only")
		}
		want, kind := inTypeScript(f.Type), strings.TrimSuffix(there.kind, " | null")
		if f.Type.Kind() == reflect.Slice && rest == "" && kind == there.kind {
			list = append(list, name+" can be null")
		}
		if strings.Contains(want, "any") { // either side says more about those where they stand
			continue
		}
		if want != kind && !(want == "string" && words.MatchString(kind)) {
			list = append(list, name+" is "+want+" here and "+there.kind+" there")
		}
	}
	for name := range left {
		list = append(list, name+" is in wire.ts only")
	}
	slices.Sort(list)
	return list
}

// What the server and the page say to each other is written down twice, and is
// the same.
func TestBothSidesOfTheWireAgree(t *testing.T) {
	t.Parallel()
	types := mirror(t)
	if len(types) < 20 {
		t.Fatalf("wire.ts has %d types", len(types))
	}
	ours := []any{note{}, world{}, person{}, channel{}, command{}, option{}, choice{}, message{}, attachment{}, gone{}, action{}, form{}, clock{}, botNow{}, language{}}
	for _, v := range ours {
		of := reflect.TypeOf(v)
		for _, d := range differences(of, types[inTypeScript(of)], false) {
			t.Errorf("%s: %s", of.Name(), d)
		}
	}
	for _, d := range differences(reflect.TypeFor[ask](), types["Ask"], false, "n") { // the page's link adds the number
		t.Errorf("ask: %s", d)
	}
	if value := types["Choice"]["value"].kind; value != "string | number" {
		t.Errorf("the value of a choice is %s in wire.ts, and a text or a number in wire.go", value)
	}
	// Of Discord's components the page knows those parts that it draws.
	for _, v := range []any{discordtest.Component{}, discordtest.Emoji{}, discordtest.SelectOption{}, discordtest.GalleryItem{}, discordtest.Media{}} {
		of := reflect.TypeOf(v)
		for _, d := range differences(of, types[of.Name()], true) {
			t.Errorf("%s: %s", of.Name(), d)
		}
	}
	// What the comparison finds if there is something to find.
	clock := reflect.TypeFor[clock]()
	for _, e := range []struct {
		fields map[string]mirrored
		want   string
	}{
		{map[string]mirrored{}, "now is missing in wire.ts"},
		{map[string]mirrored{"now": {false, "string"}}, "now is number here and string there"},
		{map[string]mirrored{"now": {true, "number"}}, "now can be left out on one side only"},
		{map[string]mirrored{"now": {false, "number"}, "then": {false, "number"}}, "then is in wire.ts only"},
	} {
		if got := strings.Join(differences(clock, e.fields, false), "; "); got != e.want {
			t.Errorf("with %v it finds %q", e.fields, got)
		}
	}
}

// The page has a switch for everything that can go wrong.
func TestThePageHasASwitchForEveryFault(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("page", "src", "panel.tsx"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`\{ name: "(\w+)", label:`).FindAllStringSubmatch(string(data), -1) {
		names = append(names, m[1])
	}
	if !slices.Equal(names, faults) {
		t.Errorf("the page switches %q, the server %q", names, faults)
	}
}
