/** Days of statements, in China: pure. */
const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Both providers have the statement of yesterday by ten in the morning. */
const READY_AFTER_MS = 10.5 * 3_600_000;

/** The days, newest first, whose statements are ready; a service that was off catches up with some days. */
export function readyDays(now: Date, count: number): readonly string[] {
  const today = Math.floor((now.getTime() + OFFSET_MS - READY_AFTER_MS) / DAY_MS);
  return Array.from({ length: count }, (_, index) => dayOf(today - 1 - index));
}

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Begin of the day and of the next. */
export function spanOf(day: string): { readonly begin: Date; readonly end: Date } {
  const begin = new Date(`${day}T00:00:00+08:00`);
  return { begin, end: new Date(begin.getTime() + DAY_MS) };
}

/** Whether it is a day of the calendar. */
export function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === text;
}

/** Number of days from one to the other, both included. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1;
}
