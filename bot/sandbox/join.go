package sandbox

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of members who join.
const (
	longestName = 32 // characters, as on Discord
	mostMembers = 50
)

// join lets somebody join the server, with an account as old as this moment.
func (s *Sandbox) join(name string) error {
	name = strings.TrimSpace(name)
	s.joining.Lock()
	defer s.joining.Unlock()
	if err := wrongWith(name); err != nil {
		return err
	}
	for _, taken := range s.people() { // the bot is one of them
		if strings.EqualFold(taken, name) {
			return sentence(fmt.Sprintf("The name “%s” is taken; choose another one.", taken))
		}
	}
	if len(s.members()) >= mostMembers {
		return sentence(fmt.Sprintf("There is room for %d members.", mostMembers))
	}
	s.guild.Join(name).DM()
	return nil
}

// wrongWith says why nobody can have a name, by Discord's own rules. They keep
// members from passing for a mention or for Discord itself.
func wrongWith(name string) error {
	n := utf8.RuneCountInString(name)
	folded := strings.ToLower(name)
	switch {
	case n == 0:
		return sentence("Somebody who joins needs a name.")
	case n > longestName:
		return sentence(fmt.Sprintf("A name has %d characters at most; this one has %d.", longestName, n))
	case !utf8.ValidString(name):
		return sentence("A name is a text.")
	case strings.ContainsAny(name, "\n\r\u2028\u2029"):
		return sentence("A name stands on one line.")
	case folded == "everyone" || folded == "here":
		return sentence(fmt.Sprintf("Nobody can be called “%s”, which would mean all.", name))
	case strings.Contains(folded, "discord"):
		return sentence("Nobody can have “discord” in their name.")
	case strings.ContainsAny(name, "@#:") || strings.Contains(name, "```"):
		return sentence("A name has no @, # or : in it, nor three backticks.")
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsPrint(r) && !joins(runes, i) {
			return sentence("There is a character in the name that cannot be seen.")
		}
	}
	return nil
}

// The characters, unseen by themselves, of which emoji are put together.
const (
	joiner   = '\u200d' // between two emoji that make one
	asEmoji  = '\ufe0f' // after a character that is to look like one
	firstTag = '\U000e0020'
	lastTag  = '\U000e007f' // ends the tags
	tagged   = '\U0001f3f4' // the flag that tags stand after, and say whose it is
)

// joins reports whether the ith character, which cannot be seen, is one that
// emoji are put together of.
func joins(name []rune, i int) bool {
	r := name[i]
	switch {
	case r == joiner:
		before := i - 1
		if before >= 0 && name[before] == asEmoji {
			before--
		}
		return before >= 0 && isEmoji(name[before]) && i+1 < len(name) && isEmoji(name[i+1])
	case r >= firstTag && r <= lastTag:
		first := i
		for first > 0 && name[first-1] >= firstTag && name[first-1] < lastTag {
			first--
		}
		last := i
		for last+1 < len(name) && name[last] != lastTag && name[last+1] >= firstTag && name[last+1] <= lastTag {
			last++
		}
		return first > 0 && name[first-1] == tagged && name[last] == lastTag
	case r >= 0x1f000 && r < 0x1fb00: // an emoji that is younger than these tables
		return true
	}
	return false
}

// isEmoji reports whether a character is one that a joiner can stand beside.
func isEmoji(r rune) bool {
	return r >= 0x1f000 && r < 0x1fb00 || r >= 0x2190 && r < 0x2c00 && unicode.IsOneOf([]*unicode.RangeTable{unicode.So, unicode.Sm}, r)
}
