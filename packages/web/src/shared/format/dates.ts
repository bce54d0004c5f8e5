import type { Language } from '../text/languages.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Timestamps have the interface's format, `2026-12-01T23:59:59.000+0800`, in the time zone of the service. */
function partsOf(moment: string) {
  const [, year = '', month = '', day = '', time = '', seconds = ''] =
    /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d):(\d\d)/.exec(moment) ?? [];
  return { year, month, day, time, seconds };
}

function isThisYear(year: string, today: Date): boolean {
  return year === String(today.getFullYear());
}

/** 12月1日, for use in sentences; 2027年12月1日 in any other year than the current one. */
export function dayInWords(moment: string, language: Language, today = new Date()): string {
  const { year, month, day } = partsOf(moment);
  const plain =
    language === 'zh' ? `${Number(month)}月${Number(day)}日` : `${Number(day)} ${months[Number(month) - 1]}`;
  if (isThisYear(year, today)) return plain;
  return language === 'zh' ? `${year}年${plain}` : `${plain} ${year}`;
}

/** 12月1日 23:59, for use in sentences. */
export function momentInWords(moment: string, language: Language, today = new Date()): string {
  const day = dayInWords(moment, language, today);
  const { time } = partsOf(moment);
  return language === 'zh' ? `${day} ${time}` : `${day}, ${time}`;
}

/** 12-01 14:03, for tables; 2027-12-01 14:03 in any other year than the current one. */
export function momentInFigures(moment: string, today = new Date()): string {
  const { year, month, day, time } = partsOf(moment);
  return `${isThisYear(year, today) ? '' : `${year}-`}${month}-${day} ${time}`;
}

/** 2026-12-01 14:03:22 */
export function momentInFull(moment: string): string {
  const { year, month, day, time, seconds } = partsOf(moment);
  return `${year}-${month}-${day} ${time}:${seconds}`;
}

/** 14:03 */
export function timeOf(moment: string): string {
  return partsOf(moment).time;
}

/** 2026-12-01: the present day, as a date is drawn into a contract. */
export function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
