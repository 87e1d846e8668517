package record

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient takes what is JSON by its grammar alone.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// unmarshal reads the member part, or with no part a whole record, strictly:
// exact member names, each known and none twice. Its errors are those of [Load].
func unmarshal(part string, text jsontext.Value, to any) error {
	err := json.Unmarshal(text, to, json.RejectUnknownMembers(true))
	if err == nil && part == "" && text.Kind() != '{' {
		return errNoObject // null, which the package json takes for nothing
	}
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	var at jsontext.Pointer
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntactic):
		at = syntactic.JSONPointer
		switch {
		case errors.Is(err, jsontext.ErrDuplicateName):
			err = errTwice
		case text.IsValid(lenient):
			err = errCharacter
		default:
			return notJSON(syntactic, 0)
		}
	case errors.As(err, &semantic):
		at = semantic.JSONPointer
		err = reason(semantic)
	}
	if part = dottedPath(part, text, at); part == "" {
		return errNoObject
	}
	return &Error{part, err}
}

// reason says in our words what is wrong with a value.
func reason(e *json.SemanticError) error {
	t := e.GoType
	switch {
	case errors.Is(e, json.ErrUnknownName):
		return errUnknown
	case t == nil:
		return errors.New("it does not belong here")
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		if e.JSONKind == '"' && e.Err != nil {
			return e.Err // of the type itself
		}
		return errors.New("not a text")
	}
	switch t.Kind() {
	case reflect.String:
		return errors.New("not a text")
	case reflect.Struct, reflect.Map:
		return errors.New("not an object")
	case reflect.Array:
		if e.JSONKind == '[' || e.JSONKind == ']' {
			return fmt.Errorf("not a list of %d", t.Len())
		}
		return errors.New("not a list")
	case reflect.Slice:
		return errors.New("not a list")
	}
	switch {
	case e.JSONKind != '0':
		return errors.New("not a number")
	case wholeNumber.Match(e.JSONValue):
		return errors.New("the number is out of range")
	}
	return errors.New("not a whole number")
}

var wholeNumber = regexp.MustCompile(`^-?[0-9]+$`)

// notJSON says where a text stops being JSON; before bytes came before it.
func notJSON(e *jsontext.SyntacticError, before int64) error {
	if errors.Is(e, io.ErrUnexpectedEOF) {
		return errors.New("the text ends in the middle of a JSON value")
	}
	return fmt.Errorf("the text at byte %d is not JSON", before+e.ByteOffset)
}

// findNull returns an error for the first null of a record. The package json
// takes null for an empty value of any type.
func findNull(text jsontext.Value) error {
	if !bytes.Contains(text, []byte("null")) {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.ReadToken()
		if err != nil { // the end, since the text has been read before
			return nil
		}
		if token.Kind() == 'n' {
			return &Error{dottedPath("", text, d.StackPointer()), errNull}
		}
	}
}

// dottedPath is where a pointer leads to in the value of a member, as parts are
// written: deal.rounds[0].apples.
func dottedPath(part string, value jsontext.Value, pointer jsontext.Pointer) string {
	const deepest = 8 // and no record is as deep
	depth := 0
	for token := range pointer.Tokens() {
		if depth++; depth > deepest {
			return part + "…"
		}
		if value.Kind() != '[' {
			var members map[string]jsontext.Value
			_ = json.Unmarshal(value, &members, lenient) // if it fails there is less to see
			part, value = dotted(part, token), members[token]
			continue
		}
		var list []jsontext.Value
		_ = json.Unmarshal(value, &list, lenient)
		part += "[" + token + "]"
		value = nil
		for i, v := range list {
			if fmt.Sprint(i) == token {
				value = v
			}
		}
	}
	return part
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// dotted is the part of a member within a part. A name that could be mistaken
// for something else is quoted.
func dotted(part, name string) string {
	if !plainName.MatchString(name) {
		name = fmt.Sprintf("%.64q", name)
	}
	return strings.TrimPrefix(part+"."+name, ".")
}
