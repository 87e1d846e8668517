package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// A Reader reads records one after another from a stream, white space or
// nothing between them. A byte order mark at its beginning is passed over.
type Reader struct {
	source *source
	in     *bufio.Reader
	dec    *jsontext.Decoder // nil before the first record
	before int64             // bytes that dec has not seen
	done   error
}

// NewReader returns a Reader that reads from r.
func NewReader(r io.Reader) *Reader {
	s := &source{r: r}
	return &Reader{source: s, in: bufio.NewReader(s)}
}

// A source remembers why it cannot be read on, which the JSON library may wrap
// as if the text were wrong.
type source struct {
	r   io.Reader
	err error // but io.EOF
}

func (s *source) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	if err != io.EOF {
		s.err = err
	}
	return n, err
}

// Errors that end a stream; [Reader.Next] wraps them.
var (
	// ErrStopped says that there is no JSON at some place, so that nobody can
	// tell where the next record begins.
	ErrStopped = errors.New("nothing after it was read")

	// ErrRead says that the stream itself failed. It says nothing about the
	// records.
	ErrRead = errors.New("the records cannot be read to their end")
)

// Next returns the next record, verified as by [Verify]. After io.EOF or an
// error that wraps [ErrStopped] or [ErrRead] every call returns the same; after
// any other error the reader goes on with the next record.
func (r *Reader) Next() (*Record, error) {
	if r.done != nil {
		return nil, r.done
	}
	r.begin()
	value, err := r.dec.ReadValue()
	var syntactic *jsontext.SyntacticError
	switch {
	case err == nil:
		return Verify(value)
	case r.source.err != nil:
		r.done = fmt.Errorf("%w: %w", ErrRead, r.source.err)
	case errors.As(err, &syntactic):
		r.done = fmt.Errorf("%w; %w", notJSON(syntactic, r.before), ErrStopped)
	default:
		r.done = io.EOF
	}
	return nil, r.done
}

// begin passes over a byte order mark, once.
func (r *Reader) begin() {
	if r.dec != nil {
		return
	}
	// Why there may be less is told when the rest is read.
	if start, _ := r.in.Peek(len(mark)); string(start) == mark {
		n, _ := r.in.Discard(len(mark)) // which has been read already
		r.before = int64(n)
	}
	// A repeated member spoils its record and not the ones behind it, so it is
	// for Verify to find.
	r.dec = jsontext.NewDecoder(r.in, lenient)
}
