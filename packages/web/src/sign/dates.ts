import type { Language } from '../text/language.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-12-01 23:59:59` as people say it in a sentence: 12月1日 23:59. */
export function momentInWords(text: string, language: Language): string {
  const [, , month = '', day = '', time = ''] = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(text) ?? [];
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日 ${time}`
    : `${Number(day)} ${months[Number(month) - 1]}, ${time}`;
}

export function dayInWords(text: string, language: Language): string {
  const [, , month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日`
    : `${Number(day)} ${months[Number(month) - 1]}`;
}

/** `2026-12-01 14:03`, as in tables. */
export function momentInFigures(text: string): string {
  return text.slice(0, 16);
}
