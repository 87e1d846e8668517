// Moments in words, as Discord writes them: in the reader's own time zone, and
// those of messages in the language of the reader's client.

/** The locale of the page's own words. */
const own = "en-GB";

const cache = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let found = cache.get(key);
  if (!found) cache.set(key, (found = new Intl.DateTimeFormat(locale, options)));
  return found;
}

/** The locale in which moments are written for a client's. English is British here. */
export function localeFor(client: string | undefined): string {
  return !client || client.startsWith("en") ? own : client;
}

const styles: Record<string, Intl.DateTimeFormatOptions> = {
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { day: "numeric", month: "long", year: "numeric" },
  f: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
};

/** Writes a moment (milliseconds since 1970) in one of Discord's styles. */
export function written(at: number, style: string, now: number, zone?: string, locale: string = own): string {
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return "Invalid date";
  if (style === "R") return relative(at - now, locale);
  const options = styles[style] ?? styles.f!;
  return formatter(locale, zone ? { ...options, timeZone: zone } : options).format(at);
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86400e3],
  ["month", 30 * 86400e3],
  ["day", 86400e3],
  ["hour", 3600e3],
  ["minute", 60e3],
  ["second", 1e3],
];
const words = new Map<string, Intl.RelativeTimeFormat>();

/** Writes how far off something is: "in 3 hours", "2 days ago". */
export function relative(away: number, locale: string = own): string {
  let format = words.get(locale);
  if (!format) words.set(locale, (format = new Intl.RelativeTimeFormat(locale, { numeric: "always" })));
  for (let i = 0; i < units.length; i++) {
    const [unit, length] = units[i]!;
    const count = Math.round(Math.abs(away) / length);
    // 59.7 minutes are an hour and not sixty minutes.
    if (count >= 1 && Math.abs(away) >= length - (units[i + 1]?.[1] ?? 0) / 2) {
      return format.format(away < 0 ? -count : count, unit);
    }
  }
  return format.format(0, "second");
}

/** Writes when a message came: the hour today and yesterday, else the date too. */
export function stamp(at: number, now: number, zone?: string): string {
  const time = written(at, "t", now, zone);
  const days = ["Today", "Yesterday"];
  for (let back = 0; back < days.length; back++) {
    if (dayOf(at, zone) === dayOf(now - back * 86400e3, zone)) return `${days[back]} at ${time}`;
  }
  return `${written(at, "d", now, zone)} ${time}`;
}

/** Names the day of a moment; two moments of one day have the same name. */
export function dayOf(at: number, zone?: string): string {
  return written(at, "D", 0, zone);
}

/** Writes a size in bytes. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Number((bytes / 1e3).toPrecision(3))} kB`;
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}
