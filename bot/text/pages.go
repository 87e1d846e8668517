package text

import "fmt"

// What the buttons of the rules and the help say.
const (
	Back        = "Back"
	Next        = "Next"
	AdamEvaBook = "Rules of Adam & Eva"
	AdamanBook  = "Rules of Adaman"
	HelpBook    = "Help"
)

// PageOf is the small line below a page.
func PageOf(page, of int) string { return fmt.Sprintf("-# page %d of %d", page, of) }
