/** What a part of a ledger adds up to: pure. */

/** An entry as far as sums need it. */
export interface Counted {
  readonly id: number;
  readonly count: number;
  readonly accountBalance: number;
  readonly createTime: string;
}

/** The days that the bars show. */
const DAYS = 30;

const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;

/** The day in China at a moment. */
export function dayAt(moment: number): string {
  return new Date(moment + CHINA_MS).toISOString().slice(0, 10);
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The given number of days up to a day, the oldest first. */
export function daysUpTo(last: string, days = DAYS): readonly string[] {
  const end = Date.parse(last);
  return Array.from({ length: days }, (_, index) =>
    new Date(end - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

export interface DayOfLedger {
  readonly day: string;
  readonly added: number;
  /** Positive. */
  readonly taken: number;
}

export function byDay(entries: readonly Counted[], days: readonly string[]): readonly DayOfLedger[] {
  const sums = new Map(days.map((day) => [day, { added: 0, taken: 0 }]));
  for (const { count, createTime } of entries) {
    const sum = sums.get(createTime.slice(0, 10));
    if (sum === undefined) continue;
    if (count > 0) sum.added += count;
    else sum.taken -= count;
  }
  return [...sums].map(([day, sum]) => ({ day, ...sum }));
}

interface Proof {
  readonly opening: number;
  readonly change: number;
  readonly closing: number;
  /** Whether every balance is the one before it and its change. */
  readonly agrees: boolean;
}

/**
 * Whether the balances follow from the changes.
 * @param entries all of a period, the newest first
 * @returns null if there are none
 */
export function proofOf(entries: readonly Counted[]): Proof | null {
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const opening = oldest.accountBalance - oldest.count;
  const change = entries.reduce((sum, { count }) => sum + count, 0);
  const closing = newest.accountBalance;
  const follows = entries.every(({ count, accountBalance }, index) => {
    const before = entries[index + 1];
    return before === undefined || before.accountBalance + count === accountBalance;
  });
  return { opening, change, closing, agrees: follows && opening + change === closing };
}

/** Entries of several pages. One that moved to the next page while they were read is in it a second time. */
export function joinPages<Entry extends Pick<Counted, 'id'>>(
  pages: readonly (readonly Entry[])[],
): readonly Entry[] {
  return [...new Map(pages.flat().map((entry) => [entry.id, entry])).values()];
}
