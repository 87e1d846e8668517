package bot

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the image that the bot runs in has no time zones of its own
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// This file knows time zones and times of day, and when in a zone a time of day
// comes. It knows nothing of announcements and has no clock.

// zoneTable lists every zone that may be chosen with the country it is in, as
// the tables zone.tab and iso3166.tab of the IANA Time Zone Database have them,
// which are in the public domain: by country, the largest zones of a country
// first. UTC stands before all, old names without a country after them.
//
//go:embed zones.txt
var zoneTable string

// A zone is one line of that table.
type zone struct {
	name    string // as the database spells it, "America/New_York"
	country string // in English, "United States"; empty for UTC and for old names
	// As fold leaves them:
	folded, city, land string   // the name, its last part, the country
	words              []string // of name and country
}

// zones is the table, read once.
var zones = readZones(zoneTable)

func readZones(table string) (list []zone) {
	for line := range strings.Lines(table) {
		name, country, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue
		}
		z := zone{name: name, country: country, folded: fold(name), city: fold(name[strings.LastIndexByte(name, '/')+1:]), land: fold(country)}
		z.words = strings.Fields(z.folded + " " + z.land)
		list = append(list, z)
	}
	return list
}

// utcZone is the zone of those who choose none.
const utcZone = "UTC"

// label is the name with its country, for people who look for theirs.
func (z *zone) label() string {
	if z.country == "" {
		return z.name
	}
	return z.name + " · " + z.country
}

// fold makes texts alike that people mean alike: without case, accents and
// marks, one space between words.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
		case plainLetters[r] != "":
			b.WriteString(plainLetters[r])
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// plainLetters are letters that do not come apart into a plain one and a mark.
var plainLetters = map[rune]string{
	'ß': "ss", 'ø': "o", 'æ': "ae", 'œ': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i",
}

// firstZones are offered to somebody who has typed nothing: one that many people
// live by for most hours of the day, from west to east.
var firstZones = []string{
	utcZone,
	"Pacific/Honolulu", "America/Los_Angeles", "America/Denver", "America/Mexico_City", "America/Chicago", "America/New_York",
	"America/Toronto", "America/Sao_Paulo", "Africa/Lagos", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Warsaw",
	"Africa/Johannesburg", "Europe/Istanbul", "Europe/Moscow", "Asia/Dubai", "Asia/Kolkata", "Asia/Bangkok",
	"Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
}

// findZones returns the zones in whose name or country every word begins that
// somebody has typed, those first that fit best, at most limit of them. UTC comes
// before all others that fit.
func findZones(typed string, limit int) []zone {
	want := fold(typed)
	if want == "" {
		var list []zone
		for _, name := range firstZones[:min(limit, len(firstZones))] {
			if i := slices.IndexFunc(zones, func(z zone) bool { return z.name == name }); i >= 0 {
				list = append(list, zones[i])
			}
		}
		return list
	}
	words := strings.Fields(want)
	var byFit [3][]zone
	for _, z := range zones {
		switch {
		case z.folded == want || z.city == want || z.land == want:
			byFit[0] = append(byFit[0], z)
		case strings.HasPrefix(z.city, want) || strings.HasPrefix(z.land, want):
			byFit[1] = append(byFit[1], z)
		case !slices.ContainsFunc(words, func(w string) bool { return !z.begins(w) }):
			byFit[2] = append(byFit[2], z)
		}
	}
	list := slices.Concat(byFit[0], byFit[1], byFit[2])
	if i := slices.IndexFunc(list, func(z zone) bool { return z.name == utcZone }); i > 0 {
		list = slices.Insert(slices.Delete(list, i, i+1), 0, zones[0])
	}
	return list[:min(limit, len(list))]
}

// begins reports whether a word of the zone begins so.
func (z *zone) begins(with string) bool {
	return slices.ContainsFunc(z.words, func(w string) bool { return strings.HasPrefix(w, with) })
}

// zoneNamed returns the one zone that somebody can have meant. If there are
// several, or none, ok is false and like are some that come near.
func zoneNamed(typed string) (found zone, like []zone, ok bool) {
	const some = 5
	// What the completion offers may come back as it was written there.
	typed, _, _ = strings.Cut(typed, " · ")
	want := fold(typed)
	switch want {
	case "gmt", "z", "zulu", "etc utc":
		want = "utc"
	}
	if want == "" {
		return zone{}, nil, false
	}
	all := findZones(want, len(zones))
	exact := func(same func(z *zone) bool) bool {
		var list []zone
		for _, z := range all {
			if same(&z) {
				list = append(list, z)
			}
		}
		if len(list) == 1 {
			found = list[0]
		}
		return len(list) == 1
	}
	if exact(func(z *zone) bool { return z.folded == want }) || exact(func(z *zone) bool { return z.city == want }) || exact(func(*zone) bool { return true }) {
		return found, nil, true
	}
	return zone{}, all[:min(some, len(all))], false
}

// A timeOfDay is a time of day as clocks on a wall have it: minutes since
// midnight, from 0 to 1439.
type timeOfDay int

const minutesADay = 24 * 60

func (t timeOfDay) String() string { return fmt.Sprintf("%02d:%02d", int(t)/60, int(t)%60) }

// timeWords are times of day that have a name.
var timeWords = map[string]timeOfDay{"midnight": 0, "noon": 12 * 60, "midday": 12 * 60}

// parseTimeOfDay reads a time of day as people write it: "08:00", "8", "20.30",
// "20h30", "0830", "8 pm", "8:30 a.m.", "noon".
func parseTimeOfDay(typed string) (timeOfDay, bool) {
	s := strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(typed))), " ")
	if t, ok := timeWords[s]; ok {
		return t, true
	}
	half := ""
	for _, mark := range []string{"a.m.", "p.m.", "a.m", "p.m", "am", "pm"} {
		if rest, ok := strings.CutSuffix(s, mark); ok {
			s, half = strings.TrimSpace(rest), mark[:1]
			break
		}
	}
	for _, clock := range []string{"o'clock", "uhr", "h"} {
		if rest, ok := strings.CutSuffix(s, clock); ok {
			s = strings.TrimSpace(rest)
			break
		}
	}
	hours, minutes := s, "00"
	if i := strings.IndexAny(s, ":.h"); i >= 0 {
		hours, minutes = s[:i], s[i+1:]
	} else if len(s) == 4 {
		hours, minutes = s[:2], s[2:]
	}
	h, okH := digits(hours, 1, 2)
	m, okM := digits(minutes, 2, 2)
	if !okH || !okM || m > 59 {
		return 0, false
	}
	switch {
	case half == "" && h > 23, half != "" && (h < 1 || h > 12):
		return 0, false
	case half != "":
		h %= 12
		if half == "p" {
			h += 12
		}
	}
	return timeOfDay(h*60 + m), true
}

// digits reads so many decimal digits and nothing else.
func digits(s string, least, most int) (int, bool) {
	if len(s) < least || len(s) > most || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// wall is what a clock on a wall shows at t in a zone, read as if it were UTC, so
// that two of them can be compared.
func wall(t time.Time, place *time.Location) time.Time {
	_, offset := t.In(place).Zone()
	return t.Add(time.Duration(offset) * time.Second).UTC()
}

// furthest is more than any clock on earth goes before or after UTC.
const furthest = 26 * time.Hour

// firstShown returns the first moment at which clocks in a place show what shown
// says (see [wall]) or later. A time that is skipped there comes at the next
// minute that there is, and of one that comes twice it is the first.
func firstShown(place *time.Location, shown time.Time) time.Time {
	t := shown.Add(-furthest)
	for {
		_, offset := t.In(place).Zone()
		_, end := t.In(place).ZoneBounds() // of the time during which the offset holds
		at := shown.Add(-time.Duration(offset) * time.Second)
		if at.Before(t) {
			return t.UTC() // clocks went forward over it
		}
		if end.IsZero() || at.Before(end) {
			return at
		}
		t = end
	}
}

// onDay returns when a time of day comes on a day of the calendar of a place, of
// which only year, month and day count. There is no such moment on the rare day
// that a place leaves out to change sides of the date line.
func (t timeOfDay) onDay(place *time.Location, date time.Time) (at time.Time, ok bool) {
	midnight := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, time.UTC)
	begins := firstShown(place, midnight)
	if wall(begins, place).Sub(midnight) >= daySeconds*time.Second {
		return time.Time{}, false
	}
	return firstShown(place, midnight.Add(time.Duration(t)*time.Minute)), true
}

// within returns the one moment in a UTC day at which a time of day of a place
// comes, so that each UTC day has exactly one and later days have later ones.
//
// Nearly always that is when clocks there show it. When clocks are changed and
// the time is near midnight UTC, it can come twice in a UTC day: then it is the
// first. Or it can come just before the day and just after it: then it is as
// much time after midnight UTC as the day before.
func (t timeOfDay) within(place *time.Location, d day) time.Time {
	var before time.Time
	for date := wall(d.begins, place).AddDate(0, 0, -2); ; date = date.AddDate(0, 0, 1) {
		at, ok := t.onDay(place, date)
		switch {
		case !ok:
		case at.Before(d.begins):
			before = at
		case at.Before(d.ends()):
			return at
		default:
			at = before.Add(daySeconds * time.Second)
			if at.Before(d.begins) {
				at = d.begins
			}
			return at
		}
	}
}
