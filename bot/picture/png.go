package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"

	"github.com/klauspost/compress/zlib"
)

// Pictures are written as PNG here and not by image/png: that one knows only a
// fast compressor whose files are a fifth larger, and a slow one.

// effort is how hard the compressor tries. One step less saves little time, one
// more saves few bytes.
const effort = 6

// finish returns the picture as PNG. The sheet must not be used afterwards.
func (s *sheet) finish() ([]byte, error) {
	defer s.p.sheets.Put(s)
	out := &s.encoded
	out.Reset()
	out.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(s.w))
	header = binary.BigEndian.AppendUint32(header, uint32(s.h))
	chunk(out, "IHDR", append(header, 8, 3, 0, 0, 0)) // eight bits, colours of a palette
	chunk(out, "PLTE", paletteColours)
	chunk(out, "tRNS", paletteCover)

	begin := out.Len()
	out.WriteString("\x00\x00\x00\x00IDAT")
	if s.deflate == nil {
		s.deflate, _ = zlib.NewWriterLevel(out, effort) // fails for levels that are none
	} else {
		s.deflate.Reset(out)
	}
	if _, err := s.deflate.Write(s.rows); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	if err := s.deflate.Close(); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	data := out.Bytes()[begin:]
	binary.BigEndian.PutUint32(data, uint32(len(data)-8))
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(data[4:]))
	out.Write(sum[:])

	chunk(out, "IEND", nil)
	return bytes.Clone(out.Bytes()), nil
}

// chunk writes a piece of a PNG: its length, its kind, its bytes, its checksum.
func chunk(out *bytes.Buffer, kind string, data []byte) {
	var number [4]byte
	binary.BigEndian.PutUint32(number[:], uint32(len(data)))
	out.Write(number[:])
	begin := out.Len()
	out.WriteString(kind)
	out.Write(data)
	binary.BigEndian.PutUint32(number[:], crc32.ChecksumIEEE(out.Bytes()[begin:]))
	out.Write(number[:])
}

// paletteColours and paletteCover are the palette as PNG has it: the colours,
// and how opaque the first few are.
var paletteColours, paletteCover = func() (colours, cover []byte) {
	for i, c := range palette {
		n := c.(color.NRGBA)
		colours = append(colours, n.R, n.G, n.B)
		if i <= int(faint3) {
			cover = append(cover, n.A)
		}
	}
	return colours, cover
}()
