/**
 * Date-times of the interface: printed as `YYYY-MM-DDTHH:mm:ss.SSS+0800` in the platform's time zone, and parsed in
 * every printed form and in common handwritten forms.
 */

const hour = 3_600_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();
const suffixes = new Map<number, string>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/**
 * Offset of a zone from UTC at an instant, in ms. Offsets change only on quarter hours, and an Intl call takes thirty
 * times as long as the rest of a response, so offsets are cached per quarter hour.
 */
export function zoneOffset(zone: string, instant: number): number {
  const quarter = Math.floor(instant / (hour / 4));
  const ofZone = offsetsOf(zone);
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;
  const parts = new Map<string, number>();
  for (const { type, value } of formatterOf(zone).formatToParts(new Date(instant)))
    parts.set(type, Number(value));
  const part = (name: string): number => parts.get(name) ?? 0;
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  const offset = wall - Math.floor(instant / 1000) * 1000;
  if (ofZone.size > 5000) ofZone.clear();
  ofZone.set(quarter, offset);
  return offset;
}

/** Cache of a zone, by quarter hours since 1970. */
function offsetsOf(zone: string): Map<number, number> {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const made = new Map<number, number>();
  offsets.set(zone, made);
  return made;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Prints an instant as `YYYY-MM-DDTHH:mm:ss.SSS+hhmm` in `zone` (an IANA name). */
export function formatDateTime(instant: Date, zone: string): string {
  const time = instant.getTime();
  const offset = zoneOffset(zone, time);
  const wall = new Date(time + offset).toISOString().slice(0, 23);
  return wall + suffixOf(offset);
}

/** `+hhmm`, cached: a zone has few offsets. */
function suffixOf(offset: number): string {
  const known = suffixes.get(offset);
  if (known !== undefined) return known;
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const suffix = `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${pad(minutes % 60, 2)}`;
  suffixes.set(offset, suffix);
  return suffix;
}

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Parses a date-time. Without an offset it is in `zone`. A date alone means the first moment of the day, or the last
 * one if `edge` is `end`: a filter up to a day includes that day. Returns null for anything else, including days that
 * do not exist.
 */
export function parseDateTime(text: string, zone: string, edge: 'start' | 'end' = 'start'): Date | null {
  const match = shape.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hours, minutes, seconds, fraction, offsetText] = match;
  const dateOnly = hours === undefined;
  const milliseconds = fraction === undefined ? 0 : Number(`0.${fraction}`) * 1000;
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hours ?? 0),
    Number(minutes ?? 0),
    Number(seconds ?? 0),
    Math.floor(milliseconds),
  );
  const back = new Date(wall);
  const calendarAgrees =
    back.getUTCFullYear() === Number(year) &&
    back.getUTCMonth() === Number(month) - 1 &&
    back.getUTCDate() === Number(day) &&
    back.getUTCHours() === Number(hours ?? 0) &&
    back.getUTCMinutes() === Number(minutes ?? 0);
  if (!calendarAgrees || Number(seconds ?? 0) > 59) return null;
  const moment = dateOnly && edge === 'end' ? wall + 24 * hour - 1 : wall;
  if (offsetText !== undefined) return new Date(moment - writtenOffset(offsetText));
  // The offset depends on the instant and the instant on the offset: a second pass handles changes of the clock.
  const guess = moment - zoneOffset(zone, moment);
  return new Date(moment - zoneOffset(zone, guess));
}

function writtenOffset(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * hour + Number(digits.slice(2)) * 60_000);
}
