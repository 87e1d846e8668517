package text

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// A Language is one that Windfall speaks; its methods are what can be said. The
// zero value is English. Private answers are in the language of who reads them,
// public messages in that of their server.
type Language uint8

// The numbers are not kept anywhere; tags are.
const (
	English Language = iota
	German
	French
	Spanish
	languages
)

var tags = [languages]language.Tag{language.English, language.German, language.French, language.Spanish}

// Languages are all that are offered, in the order in which people choose from
// them.
func Languages() []Language { return []Language{English, German, French, Spanish} }

// LanguageOf returns the language for one of Discord's locales, such as "de" or
// "es-419", or for a [Language.Tag]. ok is false if Windfall does not speak it.
func LanguageOf(locale string) (l Language, ok bool) {
	base, _, _ := strings.Cut(locale, "-")
	for _, l := range Languages() {
		if l.Tag() == base {
			return l, true
		}
	}
	return English, false
}

// Tag returns the language's tag of two letters, by which it is kept.
func (l Language) Tag() string { return tags[l].String() }

// Name returns what the language calls itself.
func (l Language) Name() string {
	return [languages]string{"English", "Deutsch", "Français", "Español"}[l]
}

// catalogue holds the messages. There is a file for each subject and language,
// such as adameva.de.toml.
//
//go:embed catalogue/*.toml
var catalogue embed.FS

// speakers returns what finds and fills in the messages, by language. What a
// language lacks is said in English.
var speakers = sync.OnceValue(func() (all [languages]*i18n.Localizer) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	// Tests load every file that there is, so none of them fails here.
	files, _ := fs.Glob(catalogue, "catalogue/*.toml")
	for _, file := range files {
		_, _ = bundle.LoadMessageFileFS(catalogue, file)
	}
	for l := range all {
		all[l] = i18n.NewLocalizer(bundle, tags[l].String())
	}
	return all
})

// say returns a message of the catalogue. What it is filled with comes in pairs
// of a name and a value.
func (l Language) say(id string, pairs ...any) string {
	return l.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: filled(pairs)})
}

// count returns a message whose form depends on a number, which is .N in it.
func (l Language) count(id string, n int, pairs ...any) string {
	data := filled(pairs)
	data["N"] = n
	return l.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: data, PluralCount: n})
}

// localize says a message. One that is not there is said by its id, which
// tests never let happen.
func (l Language) localize(c *i18n.LocalizeConfig) string {
	said, err := speakers()[l].Localize(c)
	if err != nil && said == "" {
		return c.MessageID
	}
	return said
}

func filled(pairs []any) map[string]any {
	data := make(map[string]any, len(pairs)/2+1)
	for i := 0; i+1 < len(pairs); i += 2 {
		data[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return data
}

// list joins what is listed: "a, b and c".
func (l Language) list(parts ...string) string {
	switch n := len(parts); n {
	case 0:
		return ""
	case 1:
		return parts[0]
	default:
		return l.say("list-end", "Before", strings.Join(parts[:n-1], ", "), "Last", parts[n-1])
	}
}

// decimal writes a number with so many digits after the sign that the language
// uses: "63.5", "63,5".
func (l Language) decimal(x float64, digits int) string {
	return strings.Replace(fmt.Sprintf("%.*f", digits, x), ".", l.say("decimal-sign"), 1)
}

// number writes a small number in a word and others in digits. One is not among
// the words, because in many languages it depends on what is counted: the plural
// forms of a message say that.
func (l Language) number(n int) string {
	switch n {
	case 2:
		return l.say("number-2")
	case 3:
		return l.say("number-3")
	case 4:
		return l.say("number-4")
	case 5:
		return l.say("number-5")
	case 6:
		return l.say("number-6")
	case 7:
		return l.say("number-7")
	case 8:
		return l.say("number-8")
	case 9:
		return l.say("number-9")
	case 10:
		return l.say("number-10")
	case 11:
		return l.say("number-11")
	case 12:
		return l.say("number-12")
	}
	return fmt.Sprint(n)
}

// title begins a word, a sentence or a line with a capital letter, behind the
// marks with which it may begin.
func title(s string) string {
	marks := len(s) - len(strings.TrimLeft(s, "*¿"))
	first, size := utf8.DecodeRuneInString(s[marks:])
	if size == 0 {
		return s
	}
	return s[:marks] + string(unicode.ToUpper(first)) + s[marks+size:]
}
