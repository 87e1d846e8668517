package bot

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Times of day are understood as people write them.
func TestTimesOfDay(t *testing.T) {
	for typed, want := range map[string]string{
		"08:00": "08:00", "8": "08:00", "8:00": "08:00", "20.30": "20:30", "8 pm": "20:00", "8pm": "20:00", " 8:30 A.M. ": "08:30",
		"12 am": "00:00", "12 pm": "12:00", "12:05am": "00:05", "0": "00:00", "23:59": "23:59", "0830": "08:30", "20h30": "20:30", "20h": "20:00",
		"noon": "12:00", "Midnight": "00:00", "8 o'clock": "08:00", "20 Uhr": "20:00", "８：３０": "08:30",
	} {
		if got, ok := parseTimeOfDay(typed); !ok || got.String() != want {
			t.Errorf("%q is %v, %v, not %s", typed, got, ok, want)
		}
	}
	for _, typed := range []string{
		"", " ", "24:00", "25", "8:60", "8:5", "8:", ":30", "13 pm", "0 am", "eight", "-8", "+8", "8:00:00", "8 30", "830", "8:00 xm", "٨", "pm", "99999999999999999999", "8.0.0",
	} {
		if got, ok := parseTimeOfDay(typed); ok {
			t.Errorf("%q is taken for %v", typed, got)
		}
	}
}

// Every zone of the table is one that the program itself knows, and stands there
// once.
func TestEveryZoneCanBeLoaded(t *testing.T) {
	seen := map[string]bool{}
	for _, z := range zones {
		if _, err := time.LoadLocation(z.name); err != nil || z.name == "" || z.name == "Local" || seen[z.name] {
			t.Errorf("%q: %v, seen before %v", z.name, err, seen[z.name])
		}
		seen[z.name] = true
		if n := len([]rune(z.label())); n > 80 {
			t.Errorf("%q is too long to be offered with a time", z.label())
		}
	}
	if len(zones) < 480 || zones[0].name != utcZone {
		t.Errorf("%d zones, the first is %q", len(zones), zones[0].name)
	}
	if len(firstZones) != 25 || len(findZones("", 25)) != 25 {
		t.Errorf("%d of %d first zones are there", len(findZones("", 25)), len(firstZones))
	}
}

func zoneNames(list []zone) (names []string) {
	for _, z := range list {
		names = append(names, z.name)
	}
	return names
}

// Zones are found by city or country, without regard to case, accents and marks.
func TestZonesAreFoundByWhatIsTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"": utcZone, "u": utcZone, "utc": utcZone, "berl": "Europe/Berlin", "BERLIN": "Europe/Berlin", "germany": "Europe/Berlin", "new york": "America/New_York",
		"America/New_Y": "America/New_York", "york": "America/New_York", "são pau": "America/Sao_Paulo", "zürich": "Europe/Zurich", "united kin": "",
		"uk": utcZone, "britain": "Europe/London", "cote d'iv": "Africa/Abidjan", "Côte d’Ivoire": "Africa/Abidjan", "aland": "Europe/Mariehamn",
		"japan": "Asia/Tokyo", "calcutta": "Asia/Calcutta", "kolk": "Asia/Kolkata", "lord": "Australia/Lord_Howe", "united states": "America/New_York",
		"qqq": "", "😀": utcZone,
	} {
		if typed == "uk" { // the country's name has it in brackets, and other names begin so
			if !slices.Contains(zoneNames(findZones(typed, 25)), "Europe/London") {
				t.Errorf("%q does not find London: %v", typed, zoneNames(findZones(typed, 25)))
			}
			continue
		}
		got := zoneNames(findZones(typed, 25))
		first := ""
		if len(got) > 0 {
			first = got[0]
		}
		if first != want || len(got) > 25 {
			t.Errorf("%q finds %v, want first %q", typed, got, want)
		}
		sorted := slices.Sorted(slices.Values(got))
		if len(slices.Compact(sorted)) != len(got) {
			t.Errorf("%q finds one twice: %v", typed, got)
		}
	}
}

// What somebody sends without choosing is understood if it can mean one zone
// only.
func TestAZoneIsNamed(t *testing.T) {
	for typed, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "europe/berlin": "Europe/Berlin", "berlin": "Europe/Berlin", "UTC": utcZone, "gmt": utcZone, "Z": utcZone,
		"Europe/Berlin · Germany · 19:00 now": "Europe/Berlin", "japan": "Asia/Tokyo", "lord howe": "Australia/Lord_Howe", "Asia/Calcutta": "Asia/Calcutta",
	} {
		if z, like, ok := zoneNamed(typed); !ok || z.name != want || like != nil {
			t.Errorf("%q is %q, like %v", typed, z.name, zoneNames(like))
		}
	}
	for typed, near := range map[string]int{"": 0, "qqq": 0, "europe": 5, "united states": 5, "Local": 0, "/etc/passwd": 0, "../UTC": 0, "a b c d": 0} {
		if z, like, ok := zoneNamed(typed); typed != "../UTC" && (ok || len(like) != near) {
			t.Errorf("%q is %q, like %v", typed, z.name, zoneNames(like))
		} else if ok && z.name != utcZone { // whatever is typed, only names of the table come out
			t.Errorf("%q is %q", typed, z.name)
		}
	}
}

func location(t testing.TB, name string) *time.Location {
	t.Helper()
	place, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// A time that is skipped when clocks go forward comes at the next minute there
// is; one that comes twice when they go back counts the first time.
func TestHazard55_ATimeOfDayWhenClocksChange(t *testing.T) {
	for _, e := range []struct {
		place, clock string
		date         time.Time
		want         time.Time
	}{
		{"Europe/Berlin", "08:00", utc(2027, 1, 15, 0, 0, 0), utc(2027, 1, 15, 7, 0, 0)},
		{"Europe/Berlin", "02:30", utc(2027, 3, 28, 0, 0, 0), utc(2027, 3, 28, 1, 0, 0)},    // 02:00 to 03:00 is skipped
		{"Europe/Berlin", "02:00", utc(2027, 3, 28, 0, 0, 0), utc(2027, 3, 28, 1, 0, 0)},    // its first minute
		{"Europe/Berlin", "01:59", utc(2027, 3, 28, 0, 0, 0), utc(2027, 3, 28, 0, 59, 0)},   // the minute before
		{"Europe/Berlin", "03:00", utc(2027, 3, 28, 0, 0, 0), utc(2027, 3, 28, 1, 0, 0)},    // the minute after
		{"Europe/Berlin", "02:30", utc(2027, 10, 31, 0, 0, 0), utc(2027, 10, 31, 0, 30, 0)}, // the first of two
		{"Europe/Berlin", "03:00", utc(2027, 10, 31, 0, 0, 0), utc(2027, 10, 31, 2, 0, 0)},
		{"America/New_York", "02:15", utc(2027, 3, 14, 0, 0, 0), utc(2027, 3, 14, 7, 0, 0)},
		{"America/New_York", "01:15", utc(2027, 11, 7, 0, 0, 0), utc(2027, 11, 7, 5, 15, 0)},
		{"Australia/Lord_Howe", "02:15", utc(2027, 10, 3, 0, 0, 0), utc(2027, 10, 2, 15, 30, 0)}, // half an hour is skipped
		{"Australia/Lord_Howe", "01:45", utc(2027, 4, 4, 0, 0, 0), utc(2027, 4, 3, 14, 45, 0)},   // and comes twice
		{"Asia/Kolkata", "08:00", utc(2027, 6, 1, 0, 0, 0), utc(2027, 6, 1, 2, 30, 0)},
		{"America/Nuuk", "23:30", utc(2024, 3, 30, 0, 0, 0), utc(2024, 3, 31, 1, 0, 0)},  // the end of a day is skipped
		{"Africa/Cairo", "00:30", utc(2024, 4, 26, 0, 0, 0), utc(2024, 4, 25, 22, 0, 0)}, // the beginning of one
		{"Pacific/Apia", "08:00", utc(2011, 12, 29, 0, 0, 0), utc(2011, 12, 29, 18, 0, 0)},
		{"Pacific/Apia", "08:00", utc(2011, 12, 30, 0, 0, 0), time.Time{}}, // there was no such day
		{"Pacific/Apia", "08:00", utc(2011, 12, 31, 0, 0, 0), utc(2011, 12, 30, 18, 0, 0)},
		{"UTC", "00:00", utc(2028, 2, 29, 0, 0, 0), utc(2028, 2, 29, 0, 0, 0)},
	} {
		clock, ok := parseTimeOfDay(e.clock)
		if !ok {
			t.Fatal(e.clock)
		}
		at, is := clock.onDay(location(t, e.place), e.date)
		if is == e.want.IsZero() || is && !at.Equal(e.want) {
			t.Errorf("%s in %s on %s is %v, %v, not %v", e.clock, e.place, e.date.Format(time.DateOnly), at, is, e.want)
		}
	}
}

// In every zone, for two years: each day of the calendar there has one moment,
// each later than the one before, at which clocks show the time of day, or which
// is the first after it was skipped.
func TestHazard55_EveryDayOfEveryZoneHasItsMoment(t *testing.T) {
	t.Parallel()
	for i, z := range zones {
		place := location(t, z.name)
		// A time of its own for each zone, most of them at night, when clocks are
		// changed.
		clock := timeOfDay((i * 37) % (4 * 60))
		if i%4 == 0 {
			clock = timeOfDay((i * 131) % minutesADay)
		}
		var last time.Time
		for date := utc(2026, 1, 1, 0, 0, 0); date.Year() < 2028; date = date.AddDate(0, 0, 1) {
			at, ok := clock.onDay(place, date)
			if !ok {
				t.Fatalf("%s has no %s", z.name, date.Format(time.DateOnly))
			}
			if !at.After(last) {
				t.Fatalf("%s: %v comes after %v", z.name, at, last)
			}
			last = at
			want := date.Add(time.Duration(clock) * time.Minute)
			if shown := wall(at, place); !shown.Equal(want) {
				if before := wall(at.Add(-time.Second), place); !before.Before(want) || !shown.After(want) || shown.Sub(before) < time.Minute {
					t.Fatalf("%s on %s: %v is shown, a second before %v", z.name, date.Format(time.DateOnly), shown, before)
				}
			}
			for _, back := range []time.Duration{30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour} {
				if wall(at.Add(-back), place).Equal(want) {
					t.Fatalf("%s on %s: it was shown %v before already", z.name, date.Format(time.DateOnly), back)
				}
			}
		}
	}
}

// In every zone each UTC day has one moment within it, and nearly always clocks
// there show the time of day at it: but for the few days on which they are
// changed.
func TestHazard55_EveryUTCDayHasItsMoment(t *testing.T) {
	t.Parallel()
	first := utc(2026, 1, 1, 0, 0, 0)
	for i, z := range zones {
		place := location(t, z.name)
		// At midnight UTC, more or less, where it is hardest; and anywhere.
		_, offset := first.In(place).Zone()
		clock := timeOfDay(((offset/60+i%3*30-30)%minutesADay + minutesADay) % minutesADay)
		if i%4 == 0 {
			clock = timeOfDay((i * 131) % minutesADay)
		}
		other := 0
		for number := uint32(1); number <= 730; number++ {
			d := dayOf(first, number)
			at := clock.within(place, d)
			if at.Before(d.begins) || !at.Before(d.ends()) {
				t.Fatalf("%s at %v: the moment of day %d is %v", z.name, clock, number, at)
			}
			h, m, _ := at.In(place).Clock()
			if timeOfDay(h*60+m) != clock {
				other++
			}
		}
		if other > 6 {
			t.Errorf("%s at %v: on %d days of two years clocks show something else", z.name, clock, other)
		}
	}
}

// Near midnight UTC a change of clocks makes a UTC day have the time twice, or
// not at all. It is announced once all the same.
func TestHazard55_ADayWithTheTimeTwiceOrNever(t *testing.T) {
	berlin, clock := location(t, "Europe/Berlin"), timeOfDay(90)
	first := utc(2027, 1, 1, 0, 0, 0)
	for _, e := range []struct{ day, want time.Time }{
		{utc(2027, 3, 28, 0, 0, 0), utc(2027, 3, 28, 0, 30, 0)}, // and again at 23:30
		{utc(2027, 3, 29, 0, 0, 0), utc(2027, 3, 29, 23, 30, 0)},
		{utc(2027, 10, 30, 0, 0, 0), utc(2027, 10, 30, 23, 30, 0)},
		{utc(2027, 10, 31, 0, 0, 0), utc(2027, 10, 31, 23, 30, 0)}, // clocks show 00:30, and 01:30 on this day never
		{utc(2027, 11, 1, 0, 0, 0), utc(2027, 11, 1, 0, 30, 0)},
	} {
		if at := clock.within(berlin, dayAt(first, e.day)); !at.Equal(e.want) {
			t.Errorf("on %s: %v, not %v", e.day.Format(time.DateOnly), at, e.want)
		}
	}
}

func BenchmarkFindZones(b *testing.B) {
	typed := strings.Split("b be ber berl u un uni united america qqq", " ")
	for i := 0; b.Loop(); i++ {
		findZones(typed[i%len(typed)], 25)
	}
}
