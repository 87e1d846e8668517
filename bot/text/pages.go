package text

// What the buttons of the rules and of the help say.
func (l Language) Back() string        { return l.say("pages-back") }
func (l Language) Next() string        { return l.say("pages-next") }
func (l Language) AdamEvaBook() string { return l.say("pages-adam-eva") }
func (l Language) AdamanBook() string  { return l.say("pages-adaman") }
func (l Language) HelpBook() string    { return l.say("pages-help") }

// PageOf is the small line below a page.
func (l Language) PageOf(page, of int) string { return l.say("pages-of", "Page", page, "Of", of) }
