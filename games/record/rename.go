package record

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Rename returns a record, with or without a result, with another display text
// for a seat. Every byte but that text stays as it was, so it verifies as it did.
// Only the seats are looked at; errors are those of [Load].
func Rename(text []byte, seat int, name string) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return nil, errNoObject
	}
	for d.PeekKind() == '"' {
		member, err := d.ReadToken()
		if err != nil {
			return nil, notObject(err)
		}
		seats := member.String() == "seats"
		value, err := d.ReadValue()
		if err != nil {
			return nil, notObject(err)
		}
		if !seats {
			continue
		}
		var names []string
		if err := unmarshal("seats", value, &names); err != nil {
			return nil, err
		}
		if seat < 0 || seat >= len(names) {
			return nil, wrong("seats", "%d seats and none of number %d", len(names), seat)
		}
		if err := checkSeat(seat, name); err != nil {
			return nil, err
		}
		names[seat] = name
		end := d.InputOffset()
		begin := end - int64(len(value))
		renamed, err := json.Marshal(names)
		if err != nil {
			return nil, fmt.Errorf("write a record: %w", err)
		}
		return bytes.Join([][]byte{text[:begin], renamed, text[end:]}, nil), nil
	}
	return nil, &Error{"seats", errMissing}
}

func notObject(err error) error { return fmt.Errorf("%w: %w", errNoObject, err) }
