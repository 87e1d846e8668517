package discordtest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema checks request bodies against Discord's own API description, which is
// a document of JSON schemas. Schemas are compiled as they are needed.
type schema struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	paths    map[string]string // of the document, by path without parameter names
	doc      map[string]any
	compiled map[string]*jsonschema.Schema // nil for routes without a body
}

const schemaURL = "file:///discord.json"

func loadSchema(path string) (*schema, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, err
	}
	doc, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s is not a JSON object", path)
	}
	paths, ok := doc["paths"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s describes no paths", path)
	}
	relax(doc)
	s := &schema{compiler: jsonschema.NewCompiler(), doc: paths, paths: map[string]string{}, compiled: map[string]*jsonschema.Schema{}}
	for p := range paths {
		s.paths[nameless(p)] = p
	}
	if err := s.compiler.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return s, nil
}

var parameter = regexp.MustCompile(`\{[^}]*\}`)

func nameless(pattern string) string { return parameter.ReplaceAllString(pattern, "{}") }

// relax corrects where the description is narrower than Discord itself.
func relax(doc map[string]any) {
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for _, v := range schemas {
		m, _ := v.(map[string]any)
		properties, _ := m["properties"].(map[string]any)
		// Permissions are accepted, and given back, as decimal strings.
		if p, ok := properties["default_member_permissions"].(map[string]any); ok {
			properties["default_member_permissions"] = map[string]any{
				"anyOf": []any{p, map[string]any{"type": "string", "pattern": "^[0-9]+$"}}}
		}
	}
	// A custom emoji is known by its id alone.
	if e, ok := schemas["ComponentEmojiForRequest"].(map[string]any); ok {
		delete(e, "required")
	}
}

// check returns what is wrong with a request's body, empty if nothing.
func (s *schema) check(q *request) string {
	if q.Method == "GET" || q.Method == "DELETE" || len(q.record.Body) == 0 {
		return ""
	}
	sch, err := s.find(q.Method, q.route.pattern)
	if err != nil {
		return err.Error()
	}
	if sch == nil {
		return ""
	}
	var body any = q.body
	if q.list != nil {
		body = q.list
	}
	if err := sch.Validate(body); err != nil {
		return err.Error()
	}
	return ""
}

func (s *schema) find(method, pattern string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := method + " " + pattern
	if sch, ok := s.compiled[key]; ok {
		return sch, nil
	}
	path, ok := s.paths[nameless(pattern)]
	if !ok {
		return nil, fmt.Errorf("the description has no %s", pattern)
	}
	var node any = s.doc[path]
	pointer := "/paths/" + escape(path)
	for _, step := range []string{strings.ToLower(method), "requestBody", "content", "application/json", "schema"} {
		m, _ := node.(map[string]any)
		node, ok = m[step]
		if !ok {
			s.compiled[key] = nil
			return nil, nil
		}
		pointer += "/" + escape(step)
	}
	sch, err := s.compiler.Compile(schemaURL + "#" + pointer)
	if err != nil {
		return nil, err
	}
	s.compiled[key] = sch
	return sch, nil
}

// escape writes a step of a JSON pointer in a URL's fragment.
func escape(step string) string {
	step = strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
	return strings.NewReplacer("%", "%25", "{", "%7B", "}", "%7D", "@", "%40").Replace(step)
}
