package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/fxamacker/cbor/v2"
)

// A stored value is one byte that names its form, four bytes of checksum, and
// the content. The checksum (CRC-32C) covers bucket, key and content: bbolt
// itself would not notice a bit that the disk has turned over, nor a value
// that stands under the wrong key.
const (
	formPlain = 0 // content is as the caller gave it
	formCBOR  = 1 // content is CBOR; the numbers of fields are never reused

	headSize = 5
	maxValue = 1 << 20 // more is a mistake of the caller's
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var (
	encoding = must(cbor.EncOptions{
		Sort:        cbor.SortCoreDeterministic,
		Time:        cbor.TimeRFC3339NanoUTC,
		TimeTag:     cbor.EncTagNone,
		IndefLength: cbor.IndefLengthForbidden,
	}.EncMode())
	decoding = must(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		IndefLength:       cbor.IndefLengthForbidden,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
	}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the options above are constants; a test would not get past this
	}
	return v
}

func checksum(in bucket, key, content []byte) uint32 {
	sum := crc32.Update(uint32(in), castagnoli, key)
	return crc32.Update(sum, castagnoli, content)
}

func pack(form byte, in bucket, key, content []byte) []byte {
	v := make([]byte, headSize, headSize+len(content))
	v[0] = form
	binary.BigEndian.PutUint32(v[1:], checksum(in, key, content))
	return append(v, content...)
}

// unpack returns the content of a stored value, which is only good until the
// transaction ends.
func unpack(form byte, in bucket, key, value []byte) ([]byte, error) {
	if len(value) < headSize || value[0] != form {
		return nil, damaged("%v %x: a value of unknown form", in, key)
	}
	content := value[headSize:]
	if binary.BigEndian.Uint32(value[1:]) != checksum(in, key, content) {
		return nil, damaged("%v %x: the checksum does not fit", in, key)
	}
	return content, nil
}

// encode returns v as it is stored, after making sure that decode will be able
// to read it: text of broken UTF-8, for one, would go in and not come out.
func encode[T any](in bucket, key []byte, v *T) ([]byte, error) {
	content, err := encoding.Marshal(v)
	if err == nil {
		var back T
		err = decoding.Unmarshal(content, &back)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if len(content) > maxValue {
		return nil, invalid("%d bytes are more than the %d that a value may have", len(content), maxValue)
	}
	return pack(formCBOR, in, key, content), nil
}

func decode(in bucket, key, value []byte, into any) error {
	content, err := unpack(formCBOR, in, key, value)
	if err != nil {
		return err
	}
	if err := decoding.Unmarshal(content, into); err != nil {
		return damaged("%v %x: %v", in, key, err)
	}
	return nil
}

// milliseconds brings a time to the form in which it is kept: UTC, whole
// milliseconds, from 1970 to 9999.
func milliseconds(what string, t *time.Time) error {
	if t.IsZero() {
		*t = time.Time{}
		return nil
	}
	*t = t.UTC().Truncate(time.Millisecond)
	if t.Year() < 1970 || t.Year() > 9999 {
		return invalid("%s is in the year %d", what, t.Year())
	}
	return nil
}
