import type { Language } from '../text/language.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-12-01T23:59:59.000+0800` as people say it in a sentence: 12月1日 23:59. */
export function momentInWords(text: string, language: Language): string {
  const [, month = '', day = '', time = ''] = /^\d{4}-(\d\d)-(\d\d)[T ](\d\d:\d\d)/.exec(text) ?? [];
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日 ${time}`
    : `${Number(day)} ${months[Number(month) - 1]}, ${time}`;
}
