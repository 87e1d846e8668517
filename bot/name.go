package bot

import (
	"strings"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"windfall/games/record"
)

// nobody stands where a name is empty once all that cannot be shown is gone.
const nobody = "somebody"

// displayName returns what a member is called in this server, or a user
// outside of one: printable, at most as long as a seat's text, never empty.
func displayName(member *discordgo.Member, user *discordgo.User) string {
	if member != nil {
		if name := cleanName(member.Nick); name != "" {
			return name
		}
		if user == nil {
			user = member.User
		}
	}
	if user != nil {
		for _, name := range []string{user.GlobalName, user.Username} {
			if name := cleanName(name); name != "" {
				return name
			}
		}
	}
	return nobody
}

// cleanName leaves out what does not print or would turn the text around it
// (control and formatting characters), folds white space and cuts by rune.
func cleanName(name string) string {
	var b strings.Builder
	count := 0
	for _, word := range strings.FieldsFunc(name, unicode.IsSpace) {
		if count > 0 && count < record.MaxSeat {
			b.WriteByte(' ')
			count++
		}
		for _, r := range word {
			// The zero-width joiner holds emoji together.
			if count >= record.MaxSeat || !unicode.IsPrint(r) && r != '\u200d' || r == unicode.ReplacementChar {
				continue
			}
			b.WriteRune(r)
			count++
		}
	}
	clean := strings.TrimSpace(b.String())
	if strings.Trim(clean, "\u200d \u2800\u3164\u115f\u1160\uffa0") == "" { // letters that show nothing
		return ""
	}
	return clean
}

// escape keeps Discord from reading a name as markup, a mention, a link or a
// command.
func escape(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune("\\*_~`|>#-+.[]()<:@!&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
