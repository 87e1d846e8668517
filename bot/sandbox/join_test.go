package sandbox

import (
	"strings"
	"testing"
)

func TestNamesThatMembersCanHave(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Emil", "Ana Maria", "Żółć", "李小龙", "नेहा", "O'Neill-2", strings.Repeat("é", longestName), "Here and There", "anyone",
		"👩‍👩‍👧", "👩🏽‍🚀 Frida", "🏳️‍🌈", "❤️‍🔥", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Isla", "🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🙂‍↔️", "1️⃣", "🇫🇷",
	} {
		if err := wrongWith(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, e := range []struct{ name, says string }{
		{"", "needs a name"},
		{strings.Repeat("👩", 33), "32 characters at most; this one has 33."},
		{"two\nlines", "on one line"},
		{"two\u2028lines", "on one line"},
		{"a\xffb", "is a text"},
		{"everyone", "would mean all"},
		{"Here", "would mean all"},
		{"The Discord Team", "“discord”"},
		{"@everyone", "no @, # or :"},
		{"Ana#1", "no @, # or :"},
		{"member:Ben", "no @, # or :"},
		{"```", "three backticks"},
		{"a\x00b", "cannot be seen"},
		{"Wind\u200bfall", "cannot be seen"},
		{"Wind\u200dfall", "cannot be seen"},
		{"\u202eanA", "cannot be seen"},
		{"\u200d👩", "cannot be seen"},
		{"👩\u200d", "cannot be seen"},
		{"👩\u200da", "cannot be seen"},
		{"👩\u200d\u200d👧", "cannot be seen"},
		{"Ana\U000e0067\U000e007f", "cannot be seen"},
		{"🏴\U000e0067", "cannot be seen"}, // tags without an end
	} {
		if err := wrongWith(e.name); err == nil || !strings.Contains(err.Error(), e.says) || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%q: %v", e.name, err)
		}
	}
}
