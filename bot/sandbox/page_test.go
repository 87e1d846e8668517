package sandbox

import (
	"strings"
	"testing"
)

// What the page contains of others' it is shipped with the notices of.
func TestThePageIsShippedWithTheLicencesOfWhatItContains(t *testing.T) {
	t.Parallel()
	text, err := built.ReadFile("page/built/LICENSES.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, notice := range []string{
		"\npreact\n\n", "Jason Miller",
		"@preact/signals\n\n", "@preact/signals-core\n\n",
		"discord-markdown-parser\n\n", "Apache License",
		"simple-markdown (within discord-markdown-parser)\n\n", "Khan Academy, Aria Buckles, Christopher Jeffrey",
	} {
		if !strings.Contains(string(text), notice) {
			t.Errorf("%q is missing", notice)
		}
	}
}
