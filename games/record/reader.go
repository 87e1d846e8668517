package record

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// A Reader reads records one after another from a stream, white space or
// nothing between them.
type Reader struct {
	dec  *jsontext.Decoder
	done error
}

// NewReader returns a Reader that reads from r.
func NewReader(r io.Reader) *Reader {
	// A repeated member spoils its record and not the ones behind it, so it is
	// for Verify to find.
	return &Reader{dec: jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

// ErrStopped is wrapped by the error that ends a stream which cannot be read on
// from some place, because there is no JSON there or the stream itself failed.
var ErrStopped = errors.New("nothing behind this can be read")

// Next returns the next record, verified as by [Verify]. After io.EOF or an
// error that wraps [ErrStopped] every call returns the same; after any other
// error the reader goes on with the next record.
func (r *Reader) Next() (*Record, error) {
	if r.done != nil {
		return nil, r.done
	}
	value, err := r.dec.ReadValue()
	switch {
	case err == io.EOF:
		r.done = io.EOF
	case err != nil:
		r.done = fmt.Errorf("%w: %w", ErrStopped, err)
	default:
		return Verify(value)
	}
	return nil, r.done
}
