package games

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"strconv"
)

// A Secret decides a deal together with something that comes from outside
// after its seal has been shown. Whoever has both can deal again and check.
//
// It prints as "(secret)", so that it cannot slip into a log or an error;
// [Secret.Hex] is the one way to see it.
type Secret [32]byte

// NewSecret reads a secret from source, which is crypto/rand.Reader for every
// game that people play.
func NewSecret(source io.Reader) (Secret, error) {
	var s Secret
	if _, err := io.ReadFull(source, s[:]); err != nil {
		return Secret{}, fmt.Errorf("draw a secret: %w", err)
	}
	return s, nil
}

// ErrSecret is returned for text that is not 64 lower-case hexadecimal digits.
var ErrSecret = errors.New("a secret is 64 lower-case hexadecimal digits")

// ParseSecret reads what [Secret.Hex] wrote. Its errors do not repeat the text.
func ParseSecret(text string) (Secret, error) {
	var s Secret
	if len(text) != hex.EncodedLen(len(s)) {
		return Secret{}, ErrSecret
	}
	if _, err := hex.Decode(s[:], []byte(text)); err != nil || s.Hex() != text {
		return Secret{}, ErrSecret
	}
	return s, nil
}

// Hex returns the secret as 64 lower-case hexadecimal digits.
func (s Secret) Hex() string { return hex.EncodeToString(s[:]) }

// String hides the secret.
func (s Secret) String() string { return "(secret)" }

// GoString hides the secret.
func (s Secret) GoString() string { return "(secret)" }

// LogValue hides the secret.
func (s Secret) LogValue() slog.Value { return slog.StringValue("(secret)") }

// Seal returns what is shown before the game: a SHA-256 sum, in hexadecimal,
// that fits this secret and, as far as anybody knows, no other.
func (s Secret) Seal() string {
	sum := sha256.Sum256([]byte("windfall/1 seal\n" + s.Hex() + "\n"))
	return hex.EncodeToString(sum[:])
}

// Stream returns the stream of chance that a deal is drawn from: it follows
// from the secret and from with, one of the texts made by [WithInteraction],
// [WithDay] and [WithNumber].
func (s Secret) Stream(with string) *Stream {
	seed := sha256.Sum256([]byte("windfall/1 deal\n" + s.Hex() + "\n" + with + "\n"))
	return &Stream{source: rand.NewChaCha8(seed)}
}

// WithInteraction names a Discord interaction, whose id the bot cannot choose,
// as the outside part of a deal.
func WithInteraction(id uint64) string { return "interaction " + strconv.FormatUint(id, 10) }

// WithDay names the day of a daily deal, counted from 1.
func WithDay(day uint32) string { return "day " + strconv.FormatUint(uint64(day), 10) }

// WithNumber names a practice deal, counted from 1.
func WithNumber(number uint64) string { return "practice " + strconv.FormatUint(number, 10) }

// Numbered returns the stream of the practice deal with that number: the one of
// the secret that is all zeros, so that the number alone says the deal.
func Numbered(number uint64) *Stream { return Secret{}.Stream(WithNumber(number)) }

// A Stream is a stream of chance with one reader. It is ChaCha8 as in Go's
// math/rand/v2, which fixes its output for all time.
type Stream struct{ source *rand.ChaCha8 }

// Below returns a whole number from 0 to n−1, each as likely as the others.
// It panics unless n is above 0, which is a mistake in the program.
func (s *Stream) Below(n int) int {
	if n <= 0 {
		panic(fmt.Sprintf("games: Below(%d)", n))
	}
	// 2⁶⁴ is not a multiple of most n. The few numbers above the last multiple
	// would favour small results, so they are drawn again.
	surplus := (math.MaxUint64%uint64(n) + 1) % uint64(n)
	for {
		if x := s.source.Uint64(); x <= math.MaxUint64-surplus {
			return int(x % uint64(n))
		}
	}
}

// Shuffle puts list into an order drawn from s, each order as likely as the
// others (Fisher and Yates, from the end).
func Shuffle[T any](s *Stream, list []T) {
	for i := len(list) - 1; i >= 1; i-- {
		j := s.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
