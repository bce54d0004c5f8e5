import { parseDateTime, zoneOffset } from '@cinnabar/api/date-time.js';
import type { Words } from '../../operation/refusal.js';

/** A moment as local time of the platform. */
interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

type Unit = keyof WallTime;

const TOKEN = /yyyy|yy|MM?|dd?|HH?|mm|ss/g;
const UNITS: Readonly<Record<string, Unit>> = {
  yyyy: 'year',
  yy: 'year',
  MM: 'month',
  M: 'month',
  dd: 'day',
  d: 'day',
  HH: 'hour',
  H: 'hour',
  mm: 'minute',
  ss: 'second',
};
/** Accepted by every control, whatever its own format. */
const COMMON_FORMAT = 'yyyy-MM-dd';
/** 12 to 14 digits are epoch milliseconds from 1973 on; fewer are more likely a date written without separators. */
const EPOCH_MILLISECONDS = /^\d{12,14}$/;

/**
 * Parses a date in the control's own format, as yyyy-MM-dd, yyyy/MM/dd, ISO 8601 or epoch milliseconds, and formats it
 * in the control's format. A moment with an offset is converted to local time in `zone` (an IANA name).
 */
export function readDateValue(
  given: string,
  format: string,
  zone: string,
): { readonly drawn: string } | { readonly problem: Words } {
  const text = given.trim();
  const wall = inOwnFormat(text, format) ?? inCommonForm(text, zone);
  if (wall === null) {
    return {
      problem: {
        zh: `“${given}”不是日期，应为 ${[...new Set([format, COMMON_FORMAT])].join(' 或 ')}`,
        en: `"${given}" is not a date of the form ${[...new Set([format, COMMON_FORMAT])].join(' or ')}`,
      },
    };
  }
  return { drawn: printWallTime(wall, format) };
}

/** Formats an instant in a control's format, in local time of `zone`. */
export function printDate(instant: Date, format: string, zone: string): string {
  return printWallTime(wallTimeOf(instant, zone), format);
}

function printWallTime(wall: WallTime, format: string): string {
  return format.replace(TOKEN, (token) => {
    const unit = UNITS[token];
    if (unit === undefined) return token;
    const digits = String(wall[unit]).padStart(token.length, '0');
    return token === 'yy' ? digits.slice(-2) : digits;
  });
}

function inOwnFormat(text: string, format: string): WallTime | null {
  const units: Unit[] = [];
  let pattern = '';
  let end = 0;
  for (const match of format.matchAll(TOKEN)) {
    const [token] = match;
    const unit = UNITS[token];
    if (unit === undefined) continue;
    pattern += literal(format.slice(end, match.index));
    end = match.index + token.length;
    const isFollowedByToken = /^[yMdHms]/.test(format.slice(end));
    // 2026年1月5日 is as valid as 2026年01月05日, but without separators only padded digits are unambiguous.
    pattern +=
      token === 'yyyy' ? '(\\d{4})' : isFollowedByToken || token === 'yy' ? '(\\d{2})' : '(\\d{1,2})';
    units.push(unit);
  }
  const match = new RegExp(`^${pattern}${literal(format.slice(end))}$`, 'u').exec(text);
  if (match === null) return null;
  const wall = { year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const [index, unit] of units.entries()) {
    const digits = match[index + 1] ?? '';
    wall[unit] = Number(digits) + (unit === 'year' && digits.length === 2 ? 2000 : 0);
  }
  return isOnCalendar(wall) ? wall : null;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function inCommonForm(text: string, zone: string): WallTime | null {
  if (EPOCH_MILLISECONDS.test(text)) return wallTimeOf(new Date(Number(text)), zone);
  const [, year, month = '', day = '', rest = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(.*)$/.exec(text) ?? [];
  if (year === undefined) return null;
  const instant = parseDateTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`, zone);
  return instant === null ? null : wallTimeOf(instant, zone);
}

function wallTimeOf(instant: Date, zone: string): WallTime {
  const wall = new Date(instant.getTime() + zoneOffset(zone, instant.getTime()));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}

function isOnCalendar({ year, month, day, hour, minute, second }: WallTime): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60;
}
