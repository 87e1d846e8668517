package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"windfall/games/record"
)

func TestHazard47_ADisplayNameNeedsNothing(t *testing.T) {
	user := &discordgo.User{Username: "ana_1", GlobalName: "Ana"}
	for _, c := range []struct {
		name   string
		member *discordgo.Member
		user   *discordgo.User
		want   string
	}{
		{"nothing at all", nil, nil, nobody},
		{"an empty user", nil, &discordgo.User{}, nobody},
		{"an empty member", &discordgo.Member{}, nil, nobody},
		{"a user name alone", nil, &discordgo.User{Username: "ana_1"}, "ana_1"},
		{"the global name goes before it", nil, user, "Ana"},
		{"a member without a user beside it", &discordgo.Member{User: user}, nil, "Ana"},
		{"a nick goes before both", &discordgo.Member{Nick: "Queen of Knots", User: user}, user, "Queen of Knots"},
		{"a nick of nothing does not", &discordgo.Member{Nick: "\u200b \u202e", User: user}, user, "Ana"},
		{"names that show nothing", nil, &discordgo.User{GlobalName: "\u3164\u2800", Username: "\x00"}, nobody},
	} {
		if got := displayName(c.member, c.user); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHazard32_NamesAreCutByRuneAndNeverEmpty(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("é", 40):   strings.Repeat("é", record.MaxSeat),
		strings.Repeat("é", 32):   strings.Repeat("é", 32),
		"a\nb\tc":                 "a b c",
		"  much   space  ":        "much space",
		"\u202eturned\u2066round": "turnedround",
		"👩\u200d🌾":                "👩\u200d🌾",
		"":                        "",
		"\xff\xfe":                "",
	} {
		if got := cleanName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := displayName(nil, &discordgo.User{Username: rapid.String().Draw(t, "name")})
		if n := utf8.RuneCountInString(name); n < 1 || n > record.MaxSeat || !utf8.ValidString(name) || strings.ContainsAny(name, "\n\t") {
			t.Fatalf("%q", name)
		}
	})
}

// What is escaped reads as the name itself once Discord has taken the
// backslashes away, and no character with a meaning stands without one.
func TestEscapedNamesReadAsThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching("[a*_~`|>#\\\\\\[\\]()<:@&!. -]{0,32}").Draw(t, "name")
		escaped, bare := escape(name), strings.Builder{}
		for i := 0; i < len(escaped); i++ {
			if escaped[i] == '\\' {
				i++
			} else if strings.ContainsRune("*_~`|>#[]()<:@", rune(escaped[i])) {
				t.Fatalf("%q stands bare in %q", escaped[i], escaped)
			}
			bare.WriteByte(escaped[i])
		}
		if bare.String() != name {
			t.Fatalf("%q becomes %q", name, escaped)
		}
	})
}
