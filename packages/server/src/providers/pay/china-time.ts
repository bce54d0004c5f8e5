/** Dates and times as both providers write them: in China, which has no daylight saving time. */
const OFFSET_MS = 8 * 3_600_000;

const inChina = (time: Date): string => new Date(time.getTime() + OFFSET_MS).toISOString();

/** yyyy-MM-dd HH:mm:ss */
export function chinaDateTime(time: Date): string {
  return inChina(time).slice(0, 19).replace('T', ' ');
}

/** RFC 3339 with the offset +08:00. */
export function chinaRfc3339(time: Date): string {
  return `${inChina(time).slice(0, 19)}+08:00`;
}

/** @returns null if it is not a time */
export function readChinaDateTime(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const time = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Begin of a day and of the next. */
export interface DaySpan {
  readonly begin: Date;
  readonly end: Date;
}

export function chinaDaySpan(day: string): DaySpan {
  const begin = new Date(`${day}T00:00:00+08:00`);
  return { begin, end: new Date(begin.getTime() + 24 * 3_600_000) };
}
