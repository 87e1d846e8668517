package text

// Back turns to the page before.
func (l Language) Back() string { return l.say("pages-back") }

// Next turns to the page after.
func (l Language) Next() string { return l.say("pages-next") }

// AdamEvaBook opens the rules of Adam & Eva.
func (l Language) AdamEvaBook() string { return l.say("pages-adam-eva") }

// AdamanBook opens the rules of Adaman.
func (l Language) AdamanBook() string { return l.say("pages-adaman") }

// HelpBook opens the help.
func (l Language) HelpBook() string { return l.say("pages-help") }

// PageOf is the small line below a page.
func (l Language) PageOf(page, of int) string { return l.say("pages-of", "Page", page, "Of", of) }
