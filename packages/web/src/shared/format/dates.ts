import type { Language } from '../text/language.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Timestamps have the interface's format, `2026-12-01T23:59:59.000+0800`, in the time zone of the service. */
function partsOf(moment: string) {
  const [, year = '', month = '', day = '', time = '', seconds = ''] =
    /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d):(\d\d)/.exec(moment) ?? [];
  return { year, month, day, time, seconds };
}

/** 12月1日, for use in sentences. */
export function dayInWords(moment: string, language: Language): string {
  const { month, day } = partsOf(moment);
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日`
    : `${Number(day)} ${months[Number(month) - 1]}`;
}

/** 2026-12-01 14:03:22 */
export function momentInFull(moment: string): string {
  const { year, month, day, time, seconds } = partsOf(moment);
  return `${year}-${month}-${day} ${time}:${seconds}`;
}

/** 12-01 14:03, for tables. */
export function momentInFigures(moment: string): string {
  const { month, day, time } = partsOf(moment);
  return `${month}-${day} ${time}`;
}

/** 14:03 */
export function timeOf(moment: string): string {
  return partsOf(moment).time;
}

/** 12月1日 23:59, for use in sentences. */
export function momentInWords(moment: string, language: Language): string {
  const { month, day, time } = partsOf(moment);
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日 ${time}`
    : `${Number(day)} ${months[Number(month) - 1]}, ${time}`;
}

/** 12月1日, with the year if it is not the current one. */
export function dayWithYear(moment: string, language: Language): string {
  const { year } = partsOf(moment);
  const day = dayInWords(moment, language);
  if (year === String(new Date().getFullYear())) return day;
  return language === 'zh' ? `${year}年${day}` : `${day} ${year}`;
}
